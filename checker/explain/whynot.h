// Why a declaration cannot be made: what stops it, and what would have to be otherwise for it to be
// legal.
#pragma once

#include "base/text/source_map.h"
#include "checker/explain/tell.h"

namespace hanrei::checker::explain {

/// One thing that stops a declaration.
struct Obstacle {
  std::string text;    ///< a sentence
  std::vector<Id> by;  ///< clauses that it rests on
};

struct WhyNot {
  std::string declaration;  ///< what is declared, as a sentence; empty when it cannot be said
  bool legal = false;       ///< nothing stops it
  bool permitted = false;   ///< something permits the nearest form, whatever else stops it
  bool free = false;  ///< the claim leaves open what is presented: `declaration` is the form that
                      ///< the fewest things stop
  std::vector<Obstacle>
      obstacles;  ///< all that stops the nearest form of the declaration, what is asked first first
  std::vector<Obstacle>
      besides;  ///< what other permissions lack, each the first thing: they would have done as well
  /// Without just these obstacles the declaration is legal: tried on the interpreter, with each
  /// condition taken for true and each prohibition left out.
  bool nearest = false;
};

/// Looks at the declaration of a claim `legal` or `illegal` where its witness leads. Each obstacle
/// is needed: any one of them alone stops that form of the declaration. Where several permissions,
/// or several things to present, come into question, the one with the fewest obstacles counts.
WhyNot why_not(const Question& question, const Answer& answer, const rulings::Claim& claim,
               const base::SourceMap& sources, base::Lang lang, std::vector<std::string> cards);

}  // namespace hanrei::checker::explain
