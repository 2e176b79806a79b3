// The rulings of a game on the day whose law is meant.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "rulings/law/law.h"
#include "rulings/rulings.h"

namespace hanrei::rulings {

class LawOfDay {
 public:
  /// `now`: what the game has today; `game`: then.
  LawOfDay(const std::vector<Document>& documents, const model::Game& game, const GameRecords& now,
           const base::AsOf& as_of);

  bool stands(const Document& document) const { return !left_out_.contains(document.id); }
  /// Those that do not stand, and why.
  const std::map<std::string, std::string>& left_out() const { return left_out_; }
  std::string status(const Document& document) const;
  /// All of them, those left out as well.
  const std::vector<LawRuling>& all() const { return all_; }

 private:
  std::string missing(const RulingRecord& ruling) const;

  base::AsOf as_of_;
  std::vector<LawRuling> all_;
  std::set<std::string> gone_;  ///< clauses and cards that there were not then
  std::map<std::string, std::string> left_out_;
};

}  // namespace hanrei::rulings
