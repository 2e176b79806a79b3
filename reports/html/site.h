// Where each page of a bundle stands, and what the pages of a game know of each other. Within
// reports/html/ only.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reports/html/bundle.h"

namespace hanrei::reports::html {

/// A name for a file that any system takes: letters, digits, `.`, `_` and `-` stay; anything else,
/// and what is too long, becomes a digest. Two that would differ in upper and lower case only get
/// different names.
class Names {
 public:
  std::string name(const std::string& prefix, const std::string& wanted, const std::string& end);

 private:
  std::map<std::string, int> taken_;
};

/// A game with its pages. References stay valid as long as the bundle does.
struct Place {
  explicit Place(const Game& its, std::string folder);

  const Game& game;
  std::string folder;                                          ///< below that of the bundle
  std::map<std::string, std::string> rulings, clauses, cards;  ///< file in `folder`, by id or name
  std::map<std::string, const Ruling*> ruling;
  std::map<std::string, const rulings::ClauseRecord*> clause;  ///< the wording that counts
  std::map<std::string, const rulings::CardRecord*> card;
  std::map<std::string, const Reading*> reading;
  std::map<std::string, std::vector<const Ruling*>> citing, having,
      presuming;  ///< rulings by clause, card and reading, in their order
  std::map<std::string, std::vector<std::pair<std::string, std::string>>>
      named_by;  ///< by ruling: how (`narrows` …) another one names it, and its id
};

/// What a clause says now: of several wordings the last.
std::vector<const rulings::ClauseRecord*> clauses_in_order(const Game& game);

/// How a ruling stands, in one line.
std::string standing(const rulings::RulingRecord& ruling, base::Lang lang);
/// Superseded or withdrawn.
bool out_of_force(const rulings::RulingRecord& ruling);

}  // namespace hanrei::reports::html
