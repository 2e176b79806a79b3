#include "errata/measure.h"

#include <algorithm>
#include <functional>

#include "checker/question/situation.h"
#include "checker/semantics/machine.h"

namespace hanrei::errata {

std::string lots_of(const Element& e) {
  std::string out = e.name == "cards" ? e.get("n") + "," : "";
  for (const Element& k : e.children) out += lots_of(k);
  return out;
}

bool begins_inside(const Element& e) {
  return (e.name == "frame" && e.attributes.size() > 2) ||
         std::ranges::any_of(e.children, begins_inside);
}

size_t sum_of(const Element& e) {
  size_t sum = 0;
  for (const Element::Attribute& a : e.attributes)
    if (e.name != "let" && e.name != "frame" && !a.value.empty() && a.value.size() < 10 &&
        std::ranges::all_of(a.value, [](char c) { return c >= '0' && c <= '9'; }))
      sum += std::stoul(a.value);
  for (const Element& k : e.children)
    if (e.name != "frame") sum += sum_of(k);
  return sum;
}

std::set<std::string> zones_with(const std::string& card, const Scene& scene) {
  std::set<std::string> out;
  const std::function<void(const Element&)> walk = [&](const Element& e) {
    for (const Element& k : e.children) {
      if (k.name == "card" && k.get("is") == card)
        out.insert(e.name == "zone" ? e.get("name") : "");
      walk(k);
    }
  };
  walk(scene.document.root);
  return out;
}

size_t risen(const checker::Question& q) {
  checker::Concrete domain;
  checker::Machine<checker::Concrete> m(*q.world, domain);
  try {
    return static_cast<size_t>(__builtin_popcountll(static_cast<uint64_t>(
        m.initial(checker::sample_values(q.which->situation.lets)[0]).cells[q.world->edge_cell])));
  } catch (const checker::Unsupported&) {
    return 0;
  }
}

}  // namespace hanrei::errata
