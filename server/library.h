// What a desk answers from: the database of rulings, the games, and situations that are stepped
// through. Used by several threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <semaphore>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "rulings/store/store.h"
#include "server/situations.h"

namespace hanrei::server {

/// Rulings that are examined at the same time.
inline constexpr std::ptrdiff_t kMostExamined = 2;

class Library {
 public:
  /// `games`: their folders by name; `limits`: how much is done to examine a ruling.
  Library(std::unique_ptr<rulings::store::Store> store, std::map<std::string, std::string> games,
          checker::Options limits);

  const std::map<std::string, std::string>& games() const { return games_; }
  const checker::Options& limits() const { return limits_; }
  Situations& situations() { return situations_; }

  /// What a question finds in a game, or in all (empty). An Error says in both languages why it is
  /// none.
  base::Result<rulings::store::Found> search(const std::string& question, const std::string& game,
                                             rulings::store::Options options);
  /// `kind`: `ruling`, `clause` or `card`. Of a game, or of all (empty).
  base::Result<rulings::store::Things> look_up(const std::string& kind, const std::string& name,
                                               const std::string& game, base::Lang lang);
  /// The rulings of a game that are likest to a situation.
  base::Result<rulings::store::PrecedentList> precedents(const rulings::store::Sought& sought,
                                                         const std::string& game,
                                                         rulings::store::Options options);
  /// The file of a ruling.
  std::optional<std::string> path_of(const std::string& game, const std::string& ruling);

  /// Leave to examine a ruling, for as long as it lives. Null: too many are examined now.
  class Turn;
  std::unique_ptr<Turn> turn();

 private:
  std::vector<std::string> named(const std::string& game) const;

  std::mutex mutex_;  ///< of the store
  std::unique_ptr<rulings::store::Store> store_;
  const std::map<std::string, std::string> games_;
  const checker::Options limits_;
  Situations situations_;
  std::counting_semaphore<kMostExamined> free_{kMostExamined};
};

class Library::Turn {
 public:
  explicit Turn(Library& library) : library_(library) {}
  ~Turn() { library_.free_.release(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Library& library_;
};

}  // namespace hanrei::server
