#include "errata/scenes.h"

#include <algorithm>
#include <functional>

#include "audit/clashes/scope.h"
#include "audit/readings/smaller.h"
#include "base/text/fnv.h"
#include "rulings/xml/write.h"

namespace hanrei::errata {
namespace {

Element element(std::string name, std::vector<std::pair<std::string, std::string>> attributes) {
  Element e;
  e.name = std::move(name);
  for (auto& [key, value] : attributes)
    e.attributes.push_back({std::move(key), std::move(value), {}, {}});
  return e;
}

Element* child(Element& e, std::string_view name) {
  for (Element& k : e.children)
    if (k.name == name) return &k;
  return nullptr;
}
const Element* child(const Element& e, std::string_view name) {
  return child(const_cast<Element&>(e), name);
}

Element& child_or_new(Element& e, const std::string& name) {
  if (Element* k = child(e, name)) return *k;
  e.children.push_back(element(name, {}));
  return e.children.back();
}

template <class E, class F>
void each_card(E& e, F&& use) {
  for (auto& k : e.children) {
    if (k.name == "card") use(k);
    if (k.name != "play") each_card(k, use);
  }
}

std::set<std::string> ids_of(const Element& root) {
  std::set<std::string> out;
  each_card(root, [&](const Element& c) { out.insert(c.get("id")); });
  return out;
}

std::string new_id(const Element& root) {
  const std::set<std::string> ids = ids_of(root);
  for (int n = 1;; ++n)
    if (const std::string id = "x" + std::to_string(n); !ids.contains(id)) return id;
}

/// Is something played that is not open?
bool plays(const Scene& s) {
  const Element* play = child(s.document.root, "play");
  return play != nullptr &&
         std::ranges::any_of(play->children, [](const Element& e) { return e.name != "free"; });
}

/// The zone of the player in the situation, made when nothing is said of it.
Element& zone_in(Element& root, const std::string& player, const std::string& name) {
  Element& situation = *child(root, "situation");
  const auto named = [](Element& of, const char* what, const char* key,
                        const std::string& value) -> Element& {
    for (Element& k : of.children)
      if (k.name == what && k.get(key) == value) return k;
    of.children.push_back(element(what, {{key, value}}));
    return of.children.back();
  };
  return named(named(situation, "player", "id", player), "zone", "name", name);
}

std::string joined(const std::set<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return out;
}

/// The square that a card given this stands on; empty where there is no board.
std::string square_of(const model::Program& p, const std::vector<Element::Attribute>& given) {
  const auto of_square = [&](const model::AttrDef& d) {
    return d.sort == model::kCardSort && d.type.kind == model::TypeKind::Enum &&
           d.type.id == p.square;
  };
  if (p.square == kNone) return "";
  for (const Element::Attribute& a : given)
    if (std::ranges::any_of(
            p.attrs, [&](const model::AttrDef& d) { return d.name == a.name && of_square(d); }))
      return a.value;
  return "";
}

}  // namespace

void order(std::vector<Scene>& scenes) {
  std::set<std::uint64_t> known;
  std::erase_if(scenes, [&](const Scene& s) {
    return !known.insert(base::fnv1a(rulings::as_xml(s.document))).second;
  });
  for (Scene& s : scenes) s.size = audit::readings::size_of(s.document);
  std::ranges::stable_sort(scenes, [](const Scene& a, const Scene& b) { return a.size < b.size; });
}

Scenes::Scenes(const model::Program& program, const std::vector<Document>& corpus) : p_(program) {
  for (const model::ActDef& a : p_.acts) {
    const auto empty = [&](ProcId proc) {
      return proc == kNone || p_.procedures[proc].steps.empty();
    };
    if (a.present.empty() || (a.effect_of == kNone && empty(a.declare) && empty(a.process)))
      continue;  // or it changes nothing
    const model::Choose& c = a.present.front();
    const model::Type& t = p_.procedures[a.process].locals[c.var].type;
    if (t.kind == model::TypeKind::Ref && t.id == model::kCardSort) first_[a.name] = c.name;
  }
  for (const Document& d : corpus) {
    const auto add = [&](const Element& from) {
      if (child(from, "situation") == nullptr) return;
      Scene s;
      s.from = d.id;
      s.document.path = d.path;
      s.document.id = d.id;
      s.document.game = d.game;
      s.document.root = d.root;
      s.document.root.children.clear();
      for (const Element& k : from.children)
        if (k.name == "let" || k.name == "where" || k.name == "situation" || k.name == "play" ||
            k.name == "until")
          s.document.root.children.push_back(k);
      bases_.push_back(std::move(s));
    };
    if (d.is_deck) continue;
    add(d.root);
    for (const Element& k : d.root.children)
      if (k.name == "case") add(k);
  }
  order(bases_);
  for (const Scene& s : bases_)
    if (const Element* situation = child(s.document.root, "situation"))
      for (const Element& player : situation->children)
        if (player.name == "player") learn(player, "", "");
}

bool Scenes::printed(const std::string& attribute) const {
  return std::ranges::any_of(p_.attrs, [&](const model::AttrDef& a) {
    return a.name == attribute && a.sort == model::kCardSort && a.nature == model::Nature::Printed;
  });
}

/// Cards of one sort share this key.
std::string Scenes::sort_of(const std::string& card) const {
  CardId of;
  for (const CardId k : p_.cards.ids())
    if (p_.cards[k].name == card) of = k;
  if (of == kNone) return "";
  for (const CardId k : p_.cards.ids())
    if (audit::clashes::same_sort(p_, k, of)) return "sort of " + p_.cards[k].name;
  return "";
}

void Scenes::learn(const Element& around, const std::string& zone, const std::string& host) {
  for (const Element& e : around.children) {
    if (e.name == "zone") learn(e, e.get("name"), "");
    if (e.name != "card") continue;
    const std::string sort = sort_of(e.get("is"));
    if (sort.empty()) continue;
    Spot spot{zone, host, {}};
    for (const Element::Attribute& a : e.attributes)
      if (a.name != "id" && a.name != "is" && a.name != "name" && !printed(a.name))
        spot.given.push_back(a);
    std::vector<Spot>& known = spots_[sort];
    const auto same = [&](const Spot& s) {
      return s.zone == zone && s.host == host && s.given.size() == spot.given.size() &&
             std::equal(s.given.begin(), s.given.end(), spot.given.begin(),
                        [](const auto& a, const auto& b) {
                          return a.name == b.name && a.value == b.value;
                        });
    };
    const auto there = std::ranges::count_if(
        known, [&](const Spot& s) { return s.zone == zone && s.host == host; });
    if (there < 3 && std::ranges::none_of(known, same)) known.push_back(std::move(spot));
    learn(e, "", sort);
  }
}

/// What the card of this id can do is open to both players.
Scene Scenes::with_card_free(const Scene& scene, const std::string& id) const {
  Scene out = scene;
  if (first_.empty()) return out;
  std::set<std::string> acts;
  for (const auto& [act, thing] : first_) acts.insert(act);
  Element& play = child_or_new(out.document.root, "play");
  std::vector<Element> open;
  for (const std::string& player : p_.players)
    open.push_back(element("free", {{"by", player}, {"acts", joined(acts)}, {"cards", id}}));
  play.children.insert(play.children.begin(), open.begin(), open.end());
  return out;
}

/// Every declaration of the play is open to whoever makes it there.
Scene Scenes::freed(const Scene& scene) const {
  Scene out = scene;
  Element* play = child(out.document.root, "play");
  if (play == nullptr) return out;
  std::vector<Element> open;
  for (const Element& item : play->children) {
    if (item.name == "free") {
      open.push_back(item);
      continue;
    }
    if (item.name != "do") continue;
    Element free = element("free", {{"by", item.get("by")}, {"acts", item.get("act")}});
    const auto thing = first_.find(item.get("act"));
    if (thing != first_.end() && item.find(thing->second) != nullptr)
      free.attributes.push_back({"cards", item.get(thing->second), {}, {}});
    open.push_back(std::move(free));
  }
  play->children = std::move(open);
  return out;
}

std::vector<Scene> Scenes::beside(const std::string& card, const Scene& scene, bool open,
                                  const std::set<std::string>& zones) const {
  std::vector<Scene> out;
  const auto spots = spots_.find(sort_of(card));
  if (spots == spots_.end()) return out;
  const std::string id = new_id(scene.document.root);
  std::set<std::string> taken;  // squares
  each_card(scene.document.root,
            [&](const Element& c) { taken.insert(square_of(p_, c.attributes)); });
  for (const Spot& spot : spots->second) {
    if (!zones.empty() && !zones.contains(spot.zone)) continue;
    if (const std::string square = square_of(p_, spot.given);
        !square.empty() && taken.contains(square))
      continue;
    Element added = element("card", {{"id", id}, {"is", card}});
    added.attributes.insert(added.attributes.end(), spot.given.begin(), spot.given.end());
    if (spot.host.empty()) {
      for (const std::string& player : p_.players) {
        Scene s = scene;
        zone_in(s.document.root, player, spot.zone).children.push_back(added);
        out.push_back(open ? with_card_free(s, id) : std::move(s));
      }
      continue;
    }
    const size_t hosts = ids_of(scene.document.root).size();
    for (size_t k = 0; k < hosts; ++k) {
      Scene s = scene;
      size_t n = 0;
      bool put = false;
      std::function<void(Element&)> walk = [&](Element& e) {
        for (Element& c : e.children) {
          if (c.name == "card" && n++ == k && sort_of(c.get("is")) == spot.host) {
            c.children.push_back(added);
            put = true;
            return;
          }
          walk(c);
          if (put) return;
        }
      };
      walk(s.document.root);
      if (put) out.push_back(open ? with_card_free(s, id) : std::move(s));
    }
  }
  return out;
}

std::vector<Scene> Scenes::placed(const std::string& card, const Scene& base) const {
  std::vector<Scene> out;
  const std::string sort = sort_of(card);
  bool there = false;
  std::vector<std::string> others;
  each_card(base.document.root, [&](const Element& c) {
    if (c.get("is") == card) {
      there = true;
      out.push_back(with_card_free(base, c.get("id")));
    } else if (sort_of(c.get("is")) == sort)
      others.push_back(c.get("id"));
  });
  if (there) out.push_back(base);
  for (const std::string& id : others) {
    Scene s = base;
    each_card(s.document.root, [&](Element& c) {
      if (c.get("id") != id) return;
      for (Element::Attribute& a : c.attributes)
        if (a.name == "is") a.value = card;
      std::erase_if(c.attributes, [&](const Element::Attribute& a) {
        return a.name == "name" || printed(a.name);
      });
      std::erase_if(c.children,
                    [&](const Element& k) { return k.name == "set" && printed(k.get("attr")); });
    });
    out.push_back(with_card_free(s, id));
  }
  if (!there)
    for (Scene& s : beside(card, base, true, {})) out.push_back(std::move(s));
  const size_t n = out.size();
  for (size_t i = 0; i < n; ++i)
    if (plays(out[i])) out.push_back(freed(out[i]));
  return out;
}

std::vector<Scene> Scenes::opened(const Scene& base) const {
  std::vector<Scene> out = {base};
  if (plays(base)) out.push_back(freed(base));
  return out;
}

std::vector<Scene> Scenes::joined_by(const std::string& card, const Scene& scene,
                                     const std::set<std::string>& zones) const {
  const bool generic = std::ranges::any_of(
      p_.cards, [&](const model::CardDef& c) { return c.name == card && c.generic; });
  return beside(card, scene, !generic, zones);
}

std::vector<Scene> Scenes::with_each(const std::string& card, const Scene& scene,
                                     const std::set<std::string>& zones) const {
  std::vector<Scene> out;
  const auto spots = spots_.find(sort_of(card));
  if (spots == spots_.end()) return out;
  std::set<std::string> done;
  for (const Spot& first : spots->second) {
    if (!zones.contains(first.zone) || !done.insert(first.zone).second) continue;
    Scene s = scene;
    std::set<std::string> taken;  // squares
    each_card(s.document.root,
              [&](const Element& c) { taken.insert(square_of(p_, c.attributes)); });
    size_t put = 0;
    for (const std::string& player : p_.players) {
      const auto free = std::ranges::find_if(spots->second, [&](const Spot& x) {
        const std::string square = square_of(p_, x.given);
        return x.zone == first.zone && (square.empty() || !taken.contains(square));
      });
      if (free == spots->second.end()) continue;
      Element added = element("card", {{"id", new_id(s.document.root)}, {"is", card}});
      added.attributes.insert(added.attributes.end(), free->given.begin(), free->given.end());
      taken.insert(square_of(p_, free->given));
      zone_in(s.document.root, player, free->zone).children.push_back(std::move(added));
      ++put;
    }
    if (put == p_.players.size()) out.push_back(std::move(s));
  }
  return out;
}

std::vector<Scene> Scenes::piled(const std::string& card, const Scene& scene,
                                 const std::set<std::string>& zones,
                                 const std::set<int64_t>& numbers) const {
  std::vector<Scene> out;
  constexpr int64_t kMost = 12;
  const auto spots = spots_.find(sort_of(card));
  if (spots == spots_.end()) return out;
  std::set<std::string> done;
  for (const Spot& spot : spots->second) {
    if (!zones.contains(spot.zone) || !square_of(p_, spot.given).empty() ||
        !done.insert(spot.zone).second)
      continue;
    for (const std::string& player : p_.players)
      for (const int64_t n : numbers) {
        if (n > kMost) continue;
        Scene s = scene;
        Element& zone = zone_in(s.document.root, player, spot.zone);
        const auto there =
            std::ranges::count_if(zone.children, [](const Element& e) { return e.name == "card"; });
        if (there + 1 >= n) continue;  // one card more is another kind
        for (auto k = there; k < n; ++k) {
          Element added = element("card", {{"id", new_id(s.document.root)}, {"is", card}});
          added.attributes.insert(added.attributes.end(), spot.given.begin(), spot.given.end());
          zone.children.push_back(std::move(added));
        }
        out.push_back(std::move(s));
      }
  }
  return out;
}

Scene Scenes::stocked(const Scene& scene) const {
  Scene out = scene;
  for (const model::ZoneDef& z : p_.zones) {
    if (!z.lot || z.of != model::ZoneOwner::Player || z.order != model::ZoneOrder::Pile) continue;
    for (const std::string& player : p_.players)
      if (Element& zone = zone_in(out.document.root, player, z.name); zone.children.empty())
        zone.children.push_back(element("cards", {{"n", "3"}}));
  }
  return out;
}

Scene Scenes::all_open(const Scene& scene) const {
  Scene out = scene;
  std::set<std::string> acts;
  for (const model::ActDef& a : p_.acts) acts.insert(a.name);
  Element& play = child_or_new(out.document.root, "play");
  play.children.clear();
  for (const std::string& player : p_.players)
    play.children.push_back(element("free", {{"by", player}, {"acts", joined(acts)}}));
  return out;
}

std::vector<Scene> Scenes::turned(const Scene& scene, const std::vector<Knob>& knobs,
                                  const std::set<std::string>& zones,
                                  const std::set<int64_t>& numbers) const {
  std::vector<Scene> out;
  constexpr int64_t kMost = 20;  // cards of a lot
  std::set<std::string> sizes;
  for (const int64_t n : numbers)
    if (n > 3 && n <= kMost) sizes.insert(std::to_string(n));
  // Every element of the situation, by its number in a walk.
  const auto visit = [](Element& root, const std::function<void(Element&, size_t)>& use) {
    size_t n = 0;
    const std::function<void(Element&)> walk = [&](Element& e) {
      if (e.name == "play" || e.name == "frame") return;
      use(e, n++);
      for (Element& k : e.children) walk(k);
    };
    for (Element& k : root.children)
      if (k.name == "situation") walk(k);
  };
  const auto change = [&](size_t which, const std::string& attr, const std::string& value) {
    Scene s = scene;
    visit(s.document.root, [&](Element& e, size_t n) {
      if (n != which) return;
      if (e.name == "cards") {
        for (Element::Attribute& a : e.attributes)
          if (a.name == "n") a.value = value;
        return;
      }
      std::erase_if(e.attributes, [&](const Element::Attribute& a) { return a.name == attr; });
      std::erase_if(e.children,
                    [&](const Element& k) { return k.name == "set" && k.get("attr") == attr; });
      Element set = element("set", {{"attr", attr}, {"value", value}});
      if (e.name == "situation")
        e.attributes.push_back({attr, value, {}, {}});
      else
        e.children.insert(e.children.begin(), std::move(set));
    });
    out.push_back(std::move(s));
  };
  Scene copy = scene;
  std::string zone;
  visit(copy.document.root, [&](Element& e, size_t n) {
    if (e.name == "zone" || e.name == "card") zone = e.name == "zone" ? e.get("name") : "";
    if (e.name == "cards")
      for (const char* count : {"0", "1", "2", "3"}) change(n, "n", count);
    if (e.name == "cards" && zones.contains(zone))
      for (const std::string& count : sizes) change(n, "n", count);
    if (e.name == "player")
      for (const std::string& of : zones) {
        // A lot where nothing is said of one.
        const bool lot = std::ranges::any_of(
            p_.zones, [&](const model::ZoneDef& z) { return z.name == of && z.lot; });
        const auto there = std::ranges::find_if(
            e.children, [&](const Element& k) { return k.name == "zone" && k.get("name") == of; });
        if (!lot || (there != e.children.end() && child(*there, "cards") != nullptr)) continue;
        std::set<std::string> some = sizes;
        some.insert({"1", "2", "3"});
        for (const std::string& count : some) {
          Scene s = scene;
          visit(s.document.root, [&](Element& other, size_t k) {
            if (k != n) return;
            const auto at = std::ranges::find_if(other.children, [&](const Element& z) {
              return z.name == "zone" && z.get("name") == of;
            });
            if (at != other.children.end()) {
              at->children.push_back(element("cards", {{"n", count}}));
              return;
            }
            other.children.push_back(element("zone", {{"name", of}}));
            other.children.back().children.push_back(element("cards", {{"n", count}}));
          });
          out.push_back(std::move(s));
        }
      }
    const SortId sort = e.name == "card"     ? model::kCardSort
                        : e.name == "player" ? model::kPlayerSort
                                             : kNone;
    if (e.name != "card" && e.name != "player" && e.name != "situation") return;
    for (const Knob& k : knobs)
      if (k.sort == sort)
        for (const std::string& v : k.values) change(n, k.attr, v);
  });
  return out;
}

std::vector<std::string> Scenes::blanks() const {
  std::vector<std::string> out;
  std::set<std::string> sorts;
  for (const model::CardDef& c : p_.cards)
    if (c.generic && sorts.insert(sort_of(c.name)).second) out.push_back(c.name);
  return out;
}

}  // namespace hanrei::errata
