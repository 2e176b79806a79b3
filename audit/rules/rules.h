// What the rules model itself shows to be wrong with a game: nothing is played. docs/audit-model.md
// says how each kind is decided.
//
//     rules::Findings f = rules::examine(game, program, lowered);
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "audit/names.h"
#include "base/text/diagnostic.h"
#include "model/ir/code.h"
#include "model/model.h"
#include "rulings/ruling.h"
#include "rulings/rulings.h"

namespace hanrei::audit::rules {

using base::Code;
using base::Span;
using namespace model::ids;
using rulings::Ground;

struct Finding {
  Code code{};
  Span place;
  std::vector<Span> related;      ///< other places that it rests on
  std::vector<std::string> args;  ///< of the message; see base::in_both
  std::vector<Ground>
      set;  ///< clauses and card sentences it is about, the first one first, each once
  std::string fingerprint;  ///< of the code and what it is about, never of places
};

struct Findings {
  static constexpr size_t kMost =
      5'000;  ///< questions to the solver, about conditions of the rules and of the cards each
  static constexpr size_t kEach = 300;  ///< findings of a kind that are kept
  std::vector<Finding> list;            ///< worst first
  size_t procedures = 0, steps = 0, choices = 0, moments = 0, attributes = 0,
         conditions = 0;  ///< what was looked at
  size_t more = 0;        ///< findings beyond kEach of a kind
  size_t left_out = 0;    ///< conditions that were not asked of: there are more than kMost of them
  size_t notes = 0,
         unmodelled =
             0;  ///< steps that are only remarks; clauses that the model does not carry out
};

inline std::string message(const Finding& f, base::Lang lang) {
  return base::message(f.code, f.args, lang);
}

/// Examines a game that compiles, under the readings that it was compiled with. `documents`: its
/// rulings, of which only the readings that they speak of are looked at.
Findings examine(const model::Game& game, const model::Program& program,
                 const model::Lowered& lowered,
                 const std::vector<rulings::Document>& documents = {});

/// Fills in the fingerprints, leaves out what is said twice or too often, and sorts: worst first,
/// then by code and place.
void finish(Findings& findings, const model::Program& program);

}  // namespace hanrei::audit::rules
