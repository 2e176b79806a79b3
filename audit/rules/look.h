// The parts of an examination.
#pragma once

#include <map>
#include <set>

#include "audit/rules/sites.h"
#include "model/model.h"
#include "model/passes/reads.h"

namespace hanrei::audit::rules {

/// What the files of a game say beyond the program, whatever readings it was compiled with.
class Files {
 public:
  Files(const model::Game& game, const Program& program);
  /// Is the name called anywhere, also in a reading that is not the default?
  bool called(const std::string& name) const { return called_.contains(name); }
  /// Does the exchange say with a clause of its own what may be declared in answer?
  bool answer_stated(const std::string& exchange) const {
    return cited_answers_.contains(exchange);
  }
  /// Does the file say that chance decides this choice, and not that nobody does?
  bool chance(Span choice) const { return chance_.contains({choice.file, choice.begin}); }
  /// The clauses that the nearest form around a place states.
  std::vector<ClauseId> stated(Span place) const;
  /// The clauses that a reading says it is about.
  const std::vector<ClauseId>& about(const std::string& reading) const;
  /// Is the place in a file of the rulebook, not in one of the cards?
  bool of_rules(Span place) const { return rulebook_.contains(place.file); }
  /// The properties of an exchange, order or ending that are written with clauses of their own, and
  /// those without.
  struct Properties {
    std::map<std::string, std::set<std::string>> cited;
    std::set<std::string> bare;
  };
  const Properties& properties(const std::string& form, const std::string& name) const;
  /// Is the clause cited anywhere for this property of a form?
  bool cited_for(const std::string& form, const std::string& property,
                 const std::string& clause) const;

 private:
  void read(const base::Json& json);
  void calls(const std::string& text);
  std::set<std::string> called_, cited_answers_;
  std::set<uint32_t> rulebook_;
  std::map<std::pair<std::string, std::string>, Properties> properties_;
  std::set<std::pair<uint32_t, uint32_t>> chance_;
  struct Form {
    Span span;
    std::vector<ClauseId> by;
  };
  std::vector<Form> forms_;
  std::map<std::string, std::vector<ClauseId>> about_;
};

/// How many rulings presume an option of a reading, or say that it decides.
using Turning = std::map<std::string, size_t>;

/// What is examined: a program, and what runs what in it.
struct Look {
  const Program& p;
  const model::Lowered& code;
  const Files& files;
  Findings& out;
  base::Table<ProcId, Site> owner = owners(p);
  void add(Finding f) { out.list.push_back(std::move(f)); }
};

/// The steps of the rulebook that open an exchange or announce a moment: a regime that no clause
/// states is a matter of those that need it.
struct Users {
  explicit Users(const Look& look);
  std::map<ExchangeId, std::vector<Site>> offers;
  std::map<SignalId, std::vector<Site>> windows;
};

void look_at_reach(Look& look);     ///< what nothing calls, announces, opens, permits or uses
void look_at_paths(Look& look);     ///< what control can never come to
void look_at_choosers(Look& look);  ///< who decides, who orders, who is asked
void look_at_ends(Look& look);      ///< how the game ends, and what runs out
void look_at_tables(Look& look);
void look_at_values(Look& look);   ///< what attributes become
void look_at_moments(Look& look);  ///< what has changed behind a window, what comes between
void look_at_siblings(Look& look);
void look_at_conditions(Look& look);
void look_at_readings(Look& look,
                      const Turning& turning);  ///< where the text can be read in several ways
void look_at_silence(
    Look& look);                ///< what the model needs, and the clauses that it cites do not say
void look_at_flow(Look& look);  ///< what is used before it is there, runs out, or never ends
void look_at_omissions(Look& look);  ///< cases that come about and are not spoken of
void look_at_gaps(
    Look& look);  ///< two things at one moment, and nothing says how they stand to each other
void look_at_unsaid(Look& look);  ///< what the clauses have no word for
void look_at_counts(Look& look);  ///< so often, at most so many, a price and what it is paid with
void look_at_places(Look& look);  ///< where cards are at first, whose place it is, where they go
void look_at_turns(Look& look);   ///< who may when, what answers what, what is asked again

}  // namespace hanrei::audit::rules
