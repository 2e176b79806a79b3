// What the citator says of the rulings of a database, worked out when somebody asks. Within
// rulings/store/ only.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>

#include "rulings/law/citator.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {

/// Kept as long as nobody writes and the same day and program are asked about.
class Marks {
 public:
  /// What matters most first; never empty.
  std::vector<Marked> of(Database& db, std::int64_t ruling, const Options& o);
  /// Makes `has_mark(ruling, name)` mean something in statements of this connection, for every
  /// ruling of the games.
  void prepare(Database& db, const Options& o);
  /// How many of these rulings have each mark, those that most have first.
  std::vector<std::pair<std::string, std::size_t>> count(
      const std::vector<std::int64_t>& rulings) const;
  bool has(std::int64_t ruling, std::string_view mark) const;

 private:
  struct Game {
    std::unique_ptr<Citator> citator;
    std::map<std::string, Examined> found;
    std::map<std::int64_t, RulingRecord> rulings;  ///< their heads, and what they cite
  };
  const Game& game(Database& db, std::int64_t id, const Options& o);

  std::string of_;  ///< what it was worked out for
  std::map<std::int64_t, Game> games_;
  std::unordered_map<std::int64_t, std::uint16_t> all_;  ///< a bit for each mark
};

}  // namespace hanrei::rulings::store
