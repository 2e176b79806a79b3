// What changed, one thing at a time, and whether it had a part in play: without one, nothing can be
// said about it.
//
//     Parts parts(*program, *code, subject, version);   // once for each version
//     … explore with a trace …
//     parts.note(trace, had);
#pragma once

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text/source_map.h"
#include "checker/semantics/trace.h"
#include "model/ir/program.h"

namespace hanrei::errata {

using namespace model::ids;

/// One thing that changed, and where it stands in each version: nowhere, where it came or went.
struct Part {
  std::string name;
  std::array<base::Span, 2> places{};
  std::set<std::string> printed = {};  ///< attributes of a card whose printed values changed
  bool everywhere = false;             ///< all play goes by it
};

/// What is in question: a card by its name, or what the rulebook says (no name); where that stands
/// in the files of each version; and of it what changed. A part counts when something it says is
/// carried out or applies; one of the rulebook also when it is looked at.
struct Subject {
  std::string card;
  std::array<std::vector<base::Span>, 2> places;
  std::vector<Part> parts;
};

/// Does a place lie in one of these?
bool within(base::Span place, const std::vector<base::Span>& places);

/// What of one version's program tells of each part of a subject. What stands in a part counts.
/// Where nothing does that leaves marks (a row of a table, which procedure a step calls), that
/// counts which uses what is defined there, or the smallest thing around it.
class Parts {
 public:
  Parts(const model::Program& program, const model::Lowered& code, const Subject& subject,
        size_t version);
  /// Sets the entries of those that had one; as many as the subject has parts.
  void note(const checker::Trace& trace, std::vector<char>& had) const;

 private:
  using Marks = checker::Trace::Marks;
  struct Tells {
    std::vector<std::pair<Marks checker::Trace::*, Id>> marks;
    std::vector<std::pair<CodeId, size_t>> ran;  ///< instructions
    std::vector<CodeId> codes;                   ///< any instruction of these
    bool everywhere = false;
    bool any() const { return !marks.empty() || !ran.empty() || !codes.empty(); }
  };
  void inside(const Part& part, base::Span place, bool of_card, Tells& out) const;
  void around(base::Span place, Tells& out) const;
  void uses(const model::Program& p, model::Op op, Id id, Tells& out) const;
  void runs(ProcId procedure, Tells& out) const;

  const model::Program& p_;
  const model::Lowered& code_;
  std::vector<Tells> parts_;
};

}  // namespace hanrei::errata
