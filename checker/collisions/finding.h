// What an examination of collisions finds: plain records.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/diagnostic.h"
#include "rulings/ruling.h"

namespace hanrei::checker::collisions {

using base::Code;
using base::Span;
using namespace model::ids;

using rulings::Ground;
using rulings::ground_text;

enum class Role : uint8_t {
  Clause,
  Sentence,
  Permission,
  Prohibition,
  Amendment,
  Relation,
  Limit,
  Ending,
  Duty
};
struct Related {
  Role role = Role::Clause;
  Span span;
};

/// Proved: for every state, by the solver. Witnessed: in a state that is reached. Examined: in
/// every state examined.
enum class Basis : uint8_t { Proved, Witnessed, Examined };

/// Where it was met first: a ruling's situation, with one card or two in the places of others if
/// they are named, the values of its quantities, the choices up to there.
struct Met {
  std::string ruling, case_id, card, other;
  std::vector<int64_t> lets;
  std::vector<std::string> play[2];
  bool replayed = false;
};

struct Finding {
  Code code{};
  Span place;
  std::vector<Related> related;
  std::vector<std::string> args;  ///< of the message, in both languages
  std::vector<Ground> set;        ///< sorted: none of them can be dropped
  std::vector<Ground> relation;   ///< those of them that the relation rests on which decides
  Basis basis = Basis::Examined;
  size_t times = 0;  ///< declarations, or steps, at which it was met
  Met met;
  /// Can these members of the set stand together? Asked anew: of a fresh solver, or of the play,
  /// followed again in a question in which the others say nothing.
  std::function<bool(const std::vector<Ground>&)> stands;
  std::string fingerprint;  ///< of the code and the names of the members, never of places or words
};

inline std::string message(const Finding& f, base::Lang lang) {
  return base::message(f.code, f.args, lang);
}
std::string_view role_text(Role role, base::Lang lang);
std::string_view basis_text(Basis basis, base::Lang lang);
/// Where the words of a member stand.
Span ground_place(const model::Program& program, const Ground& ground);
/// All that must count for a provision to count.
std::vector<Ground> grounds_of(const model::Source& source);

/// Is it said of every use of something, so that it takes every situation to say it?
bool of_every_use(const Finding& f);

/// Fills in the fingerprints, and sorts: worst first, then by what they are about.
void finish(std::vector<Finding>& findings, const model::Program& program);

}  // namespace hanrei::checker::collisions
