#include "tests/walker/variations.h"

#include <algorithm>
#include <array>
#include <set>

namespace hanrei::walker {

using rulings::Element;

namespace {

bool is_number(const std::string& text) {
  const size_t sign = text.starts_with('-') ? 1 : 0;
  return text.size() > sign && text.size() < 6 &&
         text.find_first_not_of("0123456789", sign) == std::string::npos;
}

void cards_in(const Element& e, std::set<std::string>& out) {
  if (e.name == "card" && e.find("is") != nullptr) out.insert(e.get("is"));
  for (const Element& k : e.children) cards_in(k, out);
}

/// Where a number stands in a text, and how long it is; nowhere: {0, 0}. Those in names count too:
/// what comes out then is no ruling.
std::vector<std::pair<size_t, size_t>> numbers_in(const std::string& text) {
  std::vector<std::pair<size_t, size_t>> out;
  constexpr std::string_view digits = "0123456789";
  for (size_t at = 0; (at = text.find_first_of(digits, at)) != std::string::npos;) {
    const size_t end = std::min(text.find_first_not_of(digits, at), text.size());
    if (end - at < 6) out.emplace_back(at, end - at);
    at = end;
  }
  return out;
}

/// A claim of this kind can be one of that kind as it stands.
std::vector<std::string> kinds_like(const std::string& kind) {
  const std::array<std::vector<std::string>, 3> alike{
      {{"necessary", "possible", "impossible"}, {"greatest", "least"}, {"legal", "illegal"}}};
  for (const auto& kinds : alike)
    if (std::ranges::find(kinds, kind) != kinds.end()) return kinds;
  return {};
}

}  // namespace

Variations::Variations(const model::Program& program,
                       const std::vector<rulings::Document>& documents, unsigned seed)
    : p_(program), documents_(documents), random_(seed) {
  std::set<std::string> cards;
  for (const rulings::Document& d : documents) cards_in(d.root, cards);
  cards_.assign(cards.begin(), cards.end());
}

bool Variations::is_player(const std::string& word) const {
  return std::ranges::find(p_.players, word) != p_.players.end();
}

void Variations::collect(Element& e, bool situated, std::vector<Place>& out) const {
  situated = situated || e.name == "situation";
  if (e.name == "play" && !e.children.empty()) out.push_back({Kind::Item, nullptr, &e});
  if (e.name == "claim" || e.name == "o") {
    if (!numbers_in(e.text).empty()) out.push_back({Kind::Figure, &e.text, &e});
  }
  for (Element::Attribute& a : e.attributes) {
    if (a.name == "id" || (e.name == "player" && situated)) continue;
    const auto place = [&](Kind kind) { out.push_back({kind, &a.value, &e}); };
    if (e.name == "claim" && a.name == "kind") {
      if (!kinds_like(a.value).empty()) place(Kind::Claim);
    } else if (e.name == "card" && a.name == "is") {
      place(Kind::Card);
    } else if (e.name == "zone" && a.name == "name") {
      place(Kind::Zone);
    } else if (is_player(a.value)) {
      place(Kind::Player);
    } else if (a.value == "true" || a.value == "false") {
      place(Kind::Truth);
    } else if (is_number(a.value) && (situated || e.name == "claim" || e.name == "choose")) {
      place(Kind::Number);
    }
  }
  for (Element& k : e.children) collect(k, situated, out);
}

std::vector<Variations::Place> Variations::places_of(Element& root) const {
  std::vector<Place> out;
  for (Element& k : root.children) collect(k, false, out);
  return out;
}

void Variations::change(const Place& place) {
  const auto number = [&](const std::string& text) {
    const int n = std::stoi(text);
    const std::array<int, 6> others{n + 1, n - 1, 0, 2 * n, n + 2, static_cast<int>(below(10))};
    return std::to_string(std::max(others[below(others.size())], text.starts_with('-') ? -99 : 0));
  };
  switch (place.kind) {
    case Kind::Number: *place.value = number(*place.value); break;
    case Kind::Card: *place.value = cards_[below(cards_.size())]; break;
    case Kind::Zone: *place.value = p_.zones[model::ZoneId(below(p_.zones.size()))].name; break;
    case Kind::Player: *place.value = p_.players[*place.value == p_.players[0] ? 1 : 0]; break;
    case Kind::Truth: *place.value = *place.value == "true" ? "false" : "true"; break;
    case Kind::Item: {
      std::vector<Element>& items = place.element->children;
      const size_t i = below(items.size());
      if (below(3) == 0 && items.size() > 1)
        std::swap(items[i], items[below(items.size())]);
      else
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    }
    case Kind::Figure: {
      const auto numbers = numbers_in(*place.value);
      const auto [at, size] = numbers[below(numbers.size())];
      place.value->replace(at, size, number(place.value->substr(at, size)));
      break;
    }
    case Kind::Claim: {
      const std::vector<std::string> kinds = kinds_like(*place.value);
      *place.value = kinds[below(kinds.size())];
      break;
    }
  }
}

rulings::Document Variations::next() {
  rulings::Document out = documents_[below(documents_.size())];
  for (size_t changes = 1 + below(3); changes > 0; --changes) {
    // An item that is gone takes its places along.
    const std::vector<Place> places = places_of(out.root);
    if (places.empty()) break;
    change(places[below(places.size())]);
  }
  return out;
}

}  // namespace hanrei::walker
