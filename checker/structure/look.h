// The parts of an examination.
#pragma once

#include <set>

#include "checker/structure/sites.h"
#include "model/model.h"
#include "model/passes/reads.h"

namespace hanrei::checker::structure {

/// What the files of a game say beyond the program, whatever readings it was compiled with.
class Files {
 public:
  Files(const model::Game& game, const Program& program);
  /// Is the name called anywhere, also in a reading that is not the default?
  bool called(const std::string& name) const { return called_.contains(name); }
  /// Does the exchange say with a clause of its own what may be declared in answer?
  bool answer_stated(const std::string& exchange) const { return cited_answers_.contains(exchange); }
  /// Does the file say that chance decides this choice, and not that nobody does?
  bool chance(Span choice) const { return chance_.contains({choice.file, choice.begin}); }
  /// The clauses that the nearest form around a place states.
  std::vector<Id> stated(Span place) const;

 private:
  void read(const base::Json& json);
  void calls(const std::string& text);
  std::set<std::string> called_, cited_answers_;
  std::set<std::pair<uint32_t, uint32_t>> chance_;
  struct Form { Span span; std::vector<Id> by; };
  std::vector<Form> forms_;
};

/// What is examined: a program, and what runs what in it.
struct Look {
  const Program& p;
  const model::Lowered& code;
  const Files& files;
  Findings& out;
  std::vector<Site> owner = owners(p);  ///< by procedure
  void add(Finding f) { out.list.push_back(std::move(f)); }
};

void look_at_reach(Look& look);         ///< what nothing calls, announces, opens, permits or uses
void look_at_choosers(Look& look);      ///< who decides, who orders, who is asked
void look_at_ends(Look& look);          ///< how the game ends, and what runs out
void look_at_tables(Look& look);
void look_at_values(Look& look);        ///< what attributes become
void look_at_moments(Look& look);       ///< what has changed behind a window, what comes between
void look_at_siblings(Look& look);
void look_at_conditions(Look& look);


}  // namespace hanrei::checker::structure
