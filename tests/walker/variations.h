// Shipped rulings changed in a few places, to have many situations that nobody thought of.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "model/ir/program.h"
#include "rulings/rulings.h"

namespace hanrei::walker {

/// Changes one to three places of a ruling: a number, a card, a zone, a player, a truth value, an
/// item of the play, a number of a claim or the kind of a claim. The same seed makes the same
/// changes on every machine. What comes out need not be a ruling.
class Variations {
 public:
  /// `documents`: rulings of one game, whose names of cards and zones stand for each other.
  Variations(const model::Program& program, const std::vector<rulings::Document>& documents,
             unsigned seed);
  rulings::Document next();

 private:
  enum class Kind { Number, Card, Zone, Player, Truth, Item, Figure, Claim };
  struct Place {
    Kind kind;
    std::string* value;         ///< none: an item of the play
    rulings::Element* element;  ///< of an item: the play
  };
  std::vector<Place> places_of(rulings::Element& root) const;
  void collect(rulings::Element& e, bool situated, std::vector<Place>& out) const;
  void change(const Place& place);
  bool is_player(const std::string& word) const;
  size_t below(size_t n) { return random_() % n; }

  const model::Program& p_;
  const std::vector<rulings::Document>& documents_;
  std::mt19937 random_;
  std::vector<std::string> cards_;
};

}  // namespace hanrei::walker
