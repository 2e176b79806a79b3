// Which rulings decide a situation: those that share with it what is rare among rulings.
// docs/precedents.md tells the weighing.
//
//     Precedents all(profiles);                       // of every ruling of the game
//     Likeness l = all.likeness(of_the_situation, i); // with the i-th one
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rulings/records/touches.h"

namespace hanrei::rulings {

/// What a situation or a ruling is compared by.
struct Profile {
  Touches touches;  ///< empty: not examined
  /// Clauses beside `touches.decides`: those of minimal sets, those that a ruling cites, and of a
  /// situation without claims those by which its plays go.
  std::vector<std::string> deciding;
  std::vector<std::string> cards;
};

/// In the order in which they are told.
enum class Trait : std::uint8_t { Clause, Card, Ability, Value, Window, Procedure, Regime };
inline constexpr int kTraits = 7;

/// Something two profiles share, or one of them has alone.
struct Point {
  Trait trait = Trait::Clause;
  std::string here, there;  ///< its name; of an ability the cards that have it on either side
  double weight = 0;
  bool decides = false;  ///< it decides on each side that has it
};

struct Likeness {
  double score = 0;  ///< from 0 (nothing in common) to 1 (the same)
  std::vector<Point> shared, here,
      there;  ///< both have, only the situation, only the other; the weightiest first
};

class Precedents {
 public:
  explicit Precedents(const std::vector<Profile>& all);
  Likeness likeness(const Profile& of, std::size_t with) const;
  /// Those that are likest to the i-th one, the likest first, `most` of them; none that shares
  /// nothing with it, nor one that `left_out` has.
  std::vector<std::size_t> likest(std::size_t i, std::size_t most,
                                  const std::vector<bool>& left_out) const;

 private:
  struct Weight {
    double value = 0;
    std::string name;
    bool decides = false;
  };
  using Vector = std::map<std::pair<Trait, std::string>, Weight>;
  Vector vector_of(const Profile& p) const;
  static double score(const Vector& here, const Vector& there);

  std::map<std::pair<Trait, std::string>, std::size_t> having_;  ///< in how many rulings
  std::vector<Vector> all_;
  std::size_t rulings_ = 0;
};

}  // namespace hanrei::rulings
