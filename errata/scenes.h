// The situations in which two versions of a game are compared: those of the rulings, and others
// made from them.
//
//     Scenes scenes(program, corpus);
//     for (const Scene& s : scenes.placed(card, which)) …
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/ir/program.h"
#include "rulings/rulings.h"

namespace hanrei::errata {

using namespace model::ids;

using rulings::Document;
using rulings::Element;

/// A situation as a document of its own, and the ruling that it comes from. `size`: cards, then
/// items of the play; known once `measure` was asked.
struct Scene {
  Document document;
  std::string from;
  std::pair<size_t, size_t> size;
};

/// An attribute of cards, players or the game (`sort`: none) whose value the texts in question look
/// at, and values to try.
struct Knob {
  std::string attr;
  SortId sort;
  std::vector<std::string> values;
};

class Scenes {
 public:
  /// Every case of the documents that is a situation, alone and without claims, the smallest first.
  /// What the rulings presume is left out. The program must outlive this.
  Scenes(const model::Program& program, const std::vector<Document>& corpus);

  const std::vector<Scene>& bases() const { return bases_; }
  /// The card in the place of another of its sort, and beside the others wherever a card of its
  /// sort lies in some ruling, with either player; a base in which it is already, as it is. Each
  /// once with what the ruling plays, and once with every declaration of it open to whoever makes
  /// it, as often and in whatever order; the card's own are always open.
  std::vector<Scene> placed(const std::string& card, const Scene& base) const;
  /// The scene as it is, and with every declaration of its play open.
  std::vector<Scene> opened(const Scene& base) const;
  /// The scene with one more card of that name, wherever a card of its sort may lie; what it can do
  /// is open, if it has a text of its own. With zones: only there, and attached to none.
  std::vector<Scene> joined_by(const std::string& card, const Scene& scene,
                               const std::set<std::string>& zones = {}) const;
  /// The scene with one more card of that name with each player, in one of these zones.
  std::vector<Scene> with_each(const std::string& card, const Scene& scene,
                               const std::set<std::string>& zones) const;
  /// The scene with one value of one thing changed: a knob, or how many cards a lot has: 0 to 3,
  /// and in these zones, also where nothing is said of them, these numbers.
  std::vector<Scene> turned(const Scene& scene, const std::vector<Knob>& knobs,
                            const std::set<std::string>& zones,
                            const std::set<int64_t>& numbers) const;
  /// The scene with so many more cards of that name in one zone of one player that this many lie
  /// there: in each of these zones in which a card of its sort may lie, for each of these numbers.
  std::vector<Scene> piled(const std::string& card, const Scene& scene,
                           const std::set<std::string>& zones,
                           const std::set<int64_t>& numbers) const;
  /// The scene with three cards in every pile of which nothing is said.
  Scene stocked(const Scene& scene) const;
  /// The scene with every act open to both players.
  Scene all_open(const Scene& scene) const;
  /// Cards that stand for any other of their sort.
  std::vector<std::string> blanks() const;

 private:
  /// Where cards of a sort lie: a zone of a player, or attached to a card of the sort `host`.
  /// `given`: what one there is given.
  struct Spot {
    std::string zone, host;
    std::vector<Element::Attribute> given;
  };

  std::string sort_of(const std::string& card) const;
  bool printed(const std::string& attribute) const;
  void learn(const Element& around, const std::string& zone, const std::string& host);
  std::vector<Scene> beside(const std::string& card, const Scene& scene, bool open,
                            const std::set<std::string>& zones) const;
  Scene with_card_free(const Scene& scene, const std::string& id) const;
  Scene freed(const Scene& scene) const;

  const model::Program& p_;
  std::vector<Scene> bases_;
  std::map<std::string, std::string> first_;  ///< acts that present a card, with what they call it
  std::map<std::string, std::vector<Spot>> spots_;  ///< by sort
};

/// The smallest first, each once.
void order(std::vector<Scene>& scenes);

}  // namespace hanrei::errata
