// No number of ours means anything: with the cards of every situation in another order, and the
// members of every enumeration, every claim stands as before.

#include <algorithm>
#include <random>

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using rulings::Element;

namespace {

/// One ruling in so many is looked at; HANREI_ALL=1: every one.
size_t stride() { return std::getenv("HANREI_ALL") != nullptr ? 1 : 4; }

class Shuffle {
 public:
  Shuffle(const model::Program& program, unsigned seed) : program_(program), random_(seed) {}

  void situations(Element& e) {
    if (e.name == "situation") {
      lists(e);
      return;
    }
    for (Element& child : e.children) situations(child);
  }

 private:
  /// What stands side by side in a situation comes in any order, but for cards of a pile: which of
  /// them lies on top is said by their order.
  void lists(Element& e) {
    for (Element& child : e.children) lists(child);
    for (const char* name : {"player", "zone", "card", "token"}) {
      if (name == std::string("card") && pile(e)) continue;
      std::vector<size_t> at;
      for (size_t i = 0; i < e.children.size(); ++i)
        if (e.children[i].name == name) at.push_back(i);
      std::vector<size_t> to = at;
      std::shuffle(to.begin(), to.end(), random_);
      std::vector<Element> moved;
      for (size_t i : to) moved.push_back(e.children[i]);
      for (size_t i = 0; i < at.size(); ++i) e.children[at[i]] = std::move(moved[i]);
    }
  }

  bool pile(const Element& e) const {
    for (const model::ZoneDef& z : program_.zones)
      if (e.name == "zone" && z.name == e.get("name")) return z.order == model::ZoneOrder::Pile;
    return false;
  }

  const model::Program& program_;
  std::mt19937 random_;
};

/// Of every enumeration the first member stays where it is: it is what begins.
void reverse_members(base::Json& file) {
  base::Json* list = nullptr;
  for (base::Member& m : file.members)
    if (m.key == "provisions") list = &m.value;
  if (list == nullptr) return;
  for (base::Json& f : list->items)
    for (base::Member& m : f.members)
      if (m.key == "values" && f.find("type") != nullptr && m.value.is(base::Json::Kind::Array) &&
          m.value.items.size() > 2)
        std::reverse(m.value.items.begin() + 1, m.value.items.end());
}

std::vector<std::string> games() {
  std::vector<std::string> all = test::shipped_games();
  for (const char* name : {"presents", "rounds", "asked", "silent", "bounds", "arises", "regimes",
                           "chances", "stale", "priced", "edges", "chain", "stack"})
    all.push_back(test::at_root(std::string("tests/data/") + name));
  return all;
}

std::string standing(const checker::RulingResult& r) {
  std::string out;
  for (const checker::ClaimResult& c : r.claims)
    out += std::string(checker::standing_name(c.standing)) + (c.disagree ? " (fault)" : "") + "\n";
  return out;
}

/// What these are about goes through cards `in order`, which is that of the situation.
bool in_their_order(const std::string& id) { return id == "B-pile" || id == "AR-12"; }

/// Checks some rulings as they are and as they are made otherwise.
template <class Other>
void compare(const std::string& folder, const model::Game& other_game, const Other& other) {
  const test::Corpus corpus(folder);
  checker::Options options;
  options.engine = checker::EngineChoice::Fast;
  options.readings = false;
  test::Corpus changed(folder);
  *changed.game = other_game;
  std::vector<rulings::Document> some, altered;
  for (size_t i = 0; i < corpus.documents.size();
       i += folder.find("fixtures") == std::string::npos ? 1 : stride()) {
    if (in_their_order(corpus.documents[i].id)) continue;
    some.push_back(corpus.documents[i]);
    altered.push_back(other(corpus, corpus.documents[i]));
  }
  const auto before = test::check_all(corpus, some, options);
  const auto after = test::check_all(changed, altered, options);
  for (size_t i = 0; i < some.size(); ++i) {
    INFO(folder << " " << some[i].id);
    CHECK(standing(before[i]) == standing(after[i]));
  }
}

}  // namespace

TEST_CASE("permutation: the cards of a situation in another order", "[agreement][corpus]") {
  for (const std::string& folder : games()) {
    const test::Corpus corpus(folder);
    base::DiagnosticLog log;
    const model::Program program = model::compile(*corpus.game, {}, corpus.sources, log);
    compare(folder, *corpus.game, [&](const test::Corpus&, const rulings::Document& d) {
      rulings::Document out = d;
      Shuffle(program, 1).situations(out.root);
      return out;
    });
  }
}

TEST_CASE("permutation: the members of enumerations and the cards of the game in another order",
          "[agreement][corpus]") {
  for (const std::string& folder : games()) {
    test::Corpus corpus(folder);
    model::Game game = *corpus.game;
    for (base::Json& file : game.rulebook) reverse_members(file);
    for (base::Json& file : game.cards)
      for (base::Member& m : file.members)
        if (m.key == "cards") std::reverse(m.value.items.begin(), m.value.items.end());
    std::reverse(game.cards.begin(), game.cards.end());
    compare(folder, game, [](const test::Corpus&, const rulings::Document& d) { return d; });
  }
}
