#include "audit/readings/smaller.h"

#include <charconv>
#include <set>
#include <vector>

namespace hanrei::audit::readings {
namespace {

using rulings::Document;
using rulings::Element;

std::pair<size_t, size_t> size_of(const Element& e) {
  const bool card = e.name == "card" || e.name == "cards" || e.name == "token";
  std::pair<size_t, size_t> n{card ? 1 : 0, e.name == "play" ? e.children.size() : 0};
  for (const Element& k : e.children) {
    const auto [cards, moves] = size_of(k);
    n.first += cards;
    n.second += moves;
  }
  return n;
}

using Way = std::vector<size_t>;

/// Every element below this one by the way to it.
void each(const Element& e, Way& way, const std::function<void(const Element&, const Way&)>& use) {
  for (size_t i = 0; i < e.children.size(); ++i) {
    way.push_back(i);
    use(e.children[i], way);
    each(e.children[i], way, use);
    way.pop_back();
  }
}

/// The element at the end of the way; nullptr when it is gone.
Element* at(Element& root, const Way& way, size_t length) {
  Element* e = &root;
  for (size_t i = 0; i < length; ++i) {
    if (way[i] >= e->children.size()) return nullptr;
    e = &e->children[way[i]];
  }
  return e;
}

/// A number as a situation gives it; -1 for anything else, and for those that cannot be lower.
int64_t number(const std::string& text) {
  int64_t n = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size() && n > 0 ? n : -1;
}

}  // namespace

std::pair<size_t, size_t> size_of(const Document& d) { return size_of(d.root); }

void shrink(Document& document, const std::function<bool(const Document&)>& still) {
  static const std::set<std::string_view> kept = {"situation", "play",  "player",
                                                  "until",     "frame", "o"};
  for (bool smaller = true; smaller;) {
    smaller = false;
    std::vector<Way> ways;  // the last ones are tried first
    Way begin;
    each(document.root, begin, [&](const Element& e, const Way& way) {
      if (!kept.contains(e.name)) ways.push_back(way);
    });
    for (size_t k = ways.size(); k-- > 0;) {
      Document less = document;
      Element* around = at(less.root, ways[k], ways[k].size() - 1);
      if (around == nullptr || ways[k].back() >= around->children.size()) continue;
      around->children.erase(around->children.begin() +
                             static_cast<std::ptrdiff_t>(ways[k].back()));
      if (!still(less)) continue;
      document = std::move(less);
      smaller = true;
    }
  }
}

void simplify(Document& document, const std::function<bool(const Document&)>& still) {
  static const std::set<std::string_view> where = {"situation", "player", "card", "cards", "set"},
                                          names = {"id", "is", "attr"};
  const auto may_go = [](const Element& e, const std::string& attribute) {
    return e.name == "player" || e.name == "card" || e.name == "situation"
               ? !names.contains(attribute) && (e.name != "situation" || attribute != "at")
               : false;
  };
  std::vector<Way> ways;
  Way begin;
  each(document.root, begin, [&](const Element& e, const Way& way) {
    if (where.contains(e.name) || e.name == "free") ways.push_back(way);
  });
  for (const Way& way : ways) {
    const auto here = [&]() -> std::vector<Element::Attribute>& {
      return at(document.root, way, way.size())->attributes;
    };
    const auto attempt = [&](const std::function<void(std::vector<Element::Attribute>&)>& change) {
      Document less = document;
      change(at(less.root, way, way.size())->attributes);
      if (!still(less)) return false;
      document = std::move(less);
      return true;
    };
    for (size_t a = here().size(); a-- > 0;) {
      if (here()[a].name == "acts") {
        const std::string words = here()[a].value;
        for (size_t from = 0; from < words.size();) {
          const size_t to = std::min(words.find(' ', from), words.size());
          const std::string word = " " + words.substr(from, to - from) + " ";
          attempt([&](auto& attributes) {
            std::string rest = " " + attributes[a].value + " ";
            if (const size_t there = rest.find(word); there != std::string::npos)
              rest.erase(there, word.size() - 1);
            if (rest.size() > 2) attributes[a].value = rest.substr(1, rest.size() - 2);
          });
          from = to + 1;
        }
      } else if (may_go(*at(document.root, way, way.size()), here()[a].name)) {
        attempt([&](auto& attributes) {
          attributes.erase(attributes.begin() + static_cast<std::ptrdiff_t>(a));
        });
      }
    }
    for (size_t a = 0; a < here().size(); ++a) {
      for (bool lower = where.contains(at(document.root, way, way.size())->name) &&
                        !names.contains(here()[a].name);
           lower;) {
        lower = false;
        const int64_t n = number(here()[a].value);
        for (const int64_t to : {int64_t{0}, n / 2, n - 1}) {
          if (n < 0 || to >= n || lower) continue;
          lower = attempt([&](auto& attributes) { attributes[a].value = std::to_string(to); });
        }
      }
    }
  }
}

}  // namespace hanrei::audit::readings
