// Where a card has to lie for its text to count: with the card in a zone of which the table of
// tests/data/where says that it is silent there, every claim stands as if the card had no text.

#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using base::Json;
using rulings::Element;

namespace {

bool everything() { return std::getenv("HANREI_ALL") != nullptr; }

/// A row of a table, as tests/data/where/README.md says.
struct Row {
  std::string kind, provision, zone, state, counts, card;
};

std::vector<Row> table(const std::string& game) {
  std::ifstream in(test::at_root("tests/data/where/" + game + ".tsv"));
  std::vector<Row> out;
  std::string line;
  std::getline(in, line);  // the names of the columns
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, '\t');) cells.push_back(cell);
    cells.resize(8);
    out.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[7]});
  }
  return out;
}

/// Does the table say that this provision is silent there, in whatever state?
bool silent(const std::vector<Row>& rows, const std::string& card, const std::string& kind,
            const std::string& provision, const std::string& zone) {
  const auto about = [&](const Row& r) {
    return r.provision == provision &&
           (r.card.empty() ? r.kind == kind || r.kind == "*" : r.card == card);
  };
  std::vector<const Row*> there, elsewhere;
  for (const Row& r : rows) {
    if (!about(r)) continue;
    if (r.zone == zone) there.push_back(&r);
    if (r.zone == "*") elsewhere.push_back(&r);
  }
  const std::vector<const Row*>& best = there.empty() ? elsewhere : there;
  return !best.empty() &&
         std::all_of(best.begin(), best.end(), [](const Row* r) { return r->counts == "silent"; });
}

/// What a provision of a card is called in the tables.
std::string provision_of(const Json& f) {
  for (const char* name : {"effect", "norm", "static", "trigger", "amend", "replace"})
    if (f.find(name) != nullptr) return name;
  return "";
}

void each_element(Element& e, const std::string& name, const std::function<void(Element&)>& use) {
  if (e.name == name) use(e);
  for (Element& child : e.children) each_element(child, name, use);
}

std::set<std::string> cards_in(Element root) {
  std::set<std::string> out;
  each_element(root, "card", [&](Element& e) { out.insert(e.get("is")); });
  return out;
}

/// A ruling with nothing that may be declared freely: what is not in its play is not declared.
bool is_fixed(Element root) {
  bool out = true, has_situation = false;
  for (const char* name : {"free", "deck"})
    each_element(root, name, [&](Element&) { out = false; });
  each_element(root, "situation", [&](Element&) { has_situation = true; });
  each_element(root, "claim", [&](Element& e) {
    if (e.get("kind") == "forceable" || e.get("kind") == "undetermined") out = false;
  });
  return out && has_situation;
}

/// The card lies in a zone of the player, wherever the ruling has a situation.
void put(Element& root, const model::ZoneDef& zone, const std::string& player,
         const std::string& card) {
  each_element(root, "situation", [&](Element& situation) {
    Element* owner = &situation;
    const auto child = [](Element& of, const std::string& name, const char* key,
                          const std::string& value) -> Element& {
      for (Element& e : of.children)
        if (e.name == name && e.get(key) == value) return e;
      Element fresh;
      fresh.name = name;
      fresh.attributes = {{key, value, {}, {}}};
      of.children.insert(of.children.begin(), std::move(fresh));
      return of.children.front();
    };
    if (zone.of == model::ZoneOwner::Player) owner = &child(situation, "player", "id", player);
    Element& into = child(*owner, "zone", "name", zone.name);
    Element fresh;
    fresh.name = "card";
    fresh.attributes = {{"id", "zz9", {}, {}}, {"is", card, {}, {}}};
    if (zone.order == model::ZoneOrder::Slots) {
      std::set<std::string> taken;
      for (const Element& e : into.children) taken.insert(e.get("at"));
      int at = zone.width;
      while (at > 1 && taken.contains(std::to_string(at))) --at;
      fresh.attributes.push_back({"at", std::to_string(at), {}, {}});
    }
    into.children.push_back(std::move(fresh));
  });
}

/// The game, but of all cards only these have a text.
model::Game without_texts(model::Game game, const std::set<std::string>& but) {
  for (Json& file : game.cards)
    for (base::Member& m : file.members) {
      if (m.key != "cards") continue;
      for (Json& card : m.value.items)
        if (const Json* name = card.find("card"); name != nullptr && !but.contains(name->string))
          for (base::Member& of : card.members)
            if (of.key == "provisions") of.value.items.clear();
    }
  return game;
}

struct Text {
  std::string card;
  std::vector<std::string> kinds;  ///< every printed member
  std::set<std::string> provisions;
};

std::vector<Text> texts(const model::Game& game) {
  std::vector<Text> out;
  for (const Json& file : game.cards) {
    const Json* list = file.find("cards");
    for (size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
      const Json& card = list->items[i];
      Text t;
      t.card = card.find("card")->string;
      for (const base::Member& m : card.members)
        if (m.value.is(Json::Kind::String) && m.key != "card") t.kinds.push_back(m.value.string);
      if (const Json* provisions = card.find("provisions"))
        for (const Json& f : provisions->items) t.provisions.insert(provision_of(f));
      if (!t.provisions.empty()) out.push_back(std::move(t));
    }
  }
  return out;
}

std::string standing(checker::Session& session, const rulings::Document& d) {
  checker::Options options;
  options.engine = checker::EngineChoice::Explicit;
  options.readings = false;
  base::DiagnosticLog log;
  const checker::RulingResult r = session.check(d, options, log);
  if (log.has_errors()) return "";
  std::string out;
  for (const checker::ClaimResult& c : r.claims)
    out += std::string(checker::standing_name(c.standing)) + " ";
  return out;
}

}  // namespace

TEST_CASE("where: a text is silent where the table says so", "[agreement][corpus]") {
  const size_t most_rulings = everything() ? 8 : 2, stride = everything() ? 1 : 3;
  std::string wrong;
  size_t compared = 0;
  for (const std::string& folder : test::shipped_games()) {
    const test::Corpus corpus(folder);
    base::DiagnosticLog log;
    const model::Program program = model::compile(*corpus.game, {}, corpus.sources, log);
    const std::vector<Row> rows = table(program.game);
    REQUIRE_FALSE(rows.empty());
    std::set<std::string> kinds;
    for (const Row& r : rows)
      if (r.card.empty()) kinds.insert(r.kind);
    const std::vector<Text> all = texts(*corpus.game);
    checker::Session with(*corpus.game, corpus.sources);
    std::vector<const rulings::Document*> fixed;
    for (const rulings::Document& d : corpus.documents)
      if (is_fixed(d.root)) fixed.push_back(&d);
    for (size_t k = 0; k < most_rulings; ++k) {
      const rulings::Document& d = *fixed[(k * 2 + 1) * fixed.size() / (2 * most_rulings)];
      const std::set<std::string> own = cards_in(d.root);
      const model::Game bare = without_texts(*corpus.game, own);
      checker::Session without(bare, corpus.sources);
      for (size_t i = k % stride; i < all.size(); i += stride) {
        const Text& t = all[i];
        if (own.contains(t.card)) continue;
        const auto kind = std::find_if(t.kinds.begin(), t.kinds.end(),
                                       [&](const std::string& x) { return kinds.contains(x); });
        for (const model::ZoneDef& zone : program.zones) {
          const bool everywhere =
              zone.of != model::ZoneOwner::Card &&
              std::all_of(t.provisions.begin(), t.provisions.end(), [&](const std::string& p) {
                return silent(rows, t.card, kind == t.kinds.end() ? "*" : *kind, p, zone.name);
              });
          if (!everywhere) continue;
          for (const std::string& player : program.players) {
            rulings::Document there = d;
            put(there.root, zone, player, t.card);
            const std::string says = standing(with, there), bare_says = standing(without, there);
            if (says.empty() && bare_says.empty()) continue;  // no such situation
            ++compared;
            if (says != bare_says)
              wrong += program.game + ": " + d.id + " with " + t.card + " in " + zone.name + "(" +
                       player + "): " + says + "instead of " + bare_says + "\n";
          }
        }
      }
    }
  }
  std::cout << "where: " << compared << " situations compared\n";
  CHECK(wrong == "");
  CHECK(compared >= 500);
}
