#include "rulings/law/precedents.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace hanrei::rulings {
namespace {

/// How much counts what a verdict rests on, or a clause by which the plays went, or one that a
/// ruling cites, or a value that the situation gives, beside what is only come across. The same
/// card says less: it makes two situations look alike.
constexpr double kDeciding = 2, kCard = 0.5;
/// How much of a ruling counts that a situation has nothing of: a precedent may decide more than is
/// asked.
constexpr double kBeyond = 0.5;

using Key = std::pair<Trait, std::string>;

/// What a profile has, with how much each counts before rarity, and what it is called.
template <class Use>
void each(const Profile& p, Use&& use) {
  for (const std::string& c : p.touches.clauses) use(Key{Trait::Clause, c}, 1.0, c);
  for (const auto* list : {&p.touches.told, &p.touches.decides, &p.deciding})
    for (const std::string& c : *list) use(Key{Trait::Clause, c}, kDeciding, c);
  for (const std::string& w : p.touches.windows) use(Key{Trait::Window, w}, 1.0, w);
  for (const std::string& w : p.touches.procedures) use(Key{Trait::Procedure, w}, 1.0, w);
  for (const std::string& w : p.touches.regimes) use(Key{Trait::Regime, w}, 1.0, w);
  for (const std::string& a : p.touches.abilities) {
    const std::size_t space = a.find(' ');
    if (space != std::string::npos)
      use(Key{Trait::Ability, a.substr(0, space)}, 1.0, a.substr(space + 1));
  }
  for (const std::string& v : p.touches.values) use(Key{Trait::Value, v}, kDeciding, v);
  for (const std::string& c : p.cards) use(Key{Trait::Card, c}, kCard, c);
}

bool weightier(const Point& a, const Point& b) {
  return a.weight != b.weight
             ? a.weight > b.weight
             : std::tie(a.trait, a.here, a.there) < std::tie(b.trait, b.here, b.there);
}

}  // namespace

Precedents::Precedents(const std::vector<Profile>& all) : rulings_(all.size()) {
  for (const Profile& p : all) {
    std::map<Key, bool> has;
    each(p, [&](const Key& key, double, const std::string&) { has[key] = true; });
    for (const auto& [key, yes] : has) ++having_[key];
  }
  for (const Profile& p : all) all_.push_back(vector_of(p));
}

Precedents::Vector Precedents::vector_of(const Profile& p) const {
  Vector out;
  each(p, [&](const Key& key, double counts, const std::string& name) {
    const auto at = having_.find(key);
    const double rare = std::log((static_cast<double>(rulings_) + 1) /
                                 (static_cast<double>(at == having_.end() ? 0 : at->second) + 0.5));
    Weight& w = out[key];
    w.value = std::max(w.value, counts * std::max(rare, 0.0));
    if (w.name.empty()) w.name = name;
  });
  for (const auto* list : {&p.touches.decides, &p.deciding})
    for (const std::string& c : *list) out[Key{Trait::Clause, c}].decides = true;
  return out;
}

/// Both are in the order of their keys.
double Precedents::score(const Vector& here, const Vector& there) {
  double dot = 0, a = 0, b = 0;
  for (auto x = here.begin(), y = there.begin(); x != here.end() || y != there.end();) {
    const bool first = y == there.end() || (x != here.end() && x->first < y->first);
    const bool second = x == here.end() || (y != there.end() && y->first < x->first);
    if (!first && !second) dot += x->second.value * y->second.value;
    if (!second) a += x->second.value * x->second.value;
    if (!first) b += (second ? kBeyond : 1) * y->second.value * y->second.value;
    if (!second) ++x;
    if (!first) ++y;
  }
  return a > 0 && b > 0 ? std::min(1.0, dot / std::sqrt(a * b)) : 0;
}

Likeness Precedents::likeness(const Profile& of, std::size_t with) const {
  Likeness out;
  const Vector here = vector_of(of);
  const Vector& there = all_[with];
  for (const auto& [key, w] : here) {
    const auto at = there.find(key);
    if (at == there.end()) {
      out.here.push_back({key.first, w.name, "", w.value, w.decides});
      continue;
    }
    out.shared.push_back({key.first, w.name, at->second.name, w.value * at->second.value,
                          w.decides && at->second.decides});
  }
  for (const auto& [key, w] : there)
    if (!here.contains(key)) out.there.push_back({key.first, "", w.name, w.value, w.decides});
  out.score = score(here, there);
  for (auto* list : {&out.shared, &out.here, &out.there}) {
    std::erase_if(*list, [](const Point& p) { return p.weight <= 0; });
    std::ranges::sort(*list, weightier);
  }
  return out;
}

std::vector<std::size_t> Precedents::likest(std::size_t i, std::size_t most,
                                            const std::vector<bool>& left_out) const {
  std::vector<std::pair<double, std::size_t>> near;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    if (k == i || left_out[k]) continue;
    if (const double is = score(all_[i], all_[k]); is > 0) near.emplace_back(-is, k);
  }
  std::ranges::sort(near);
  std::vector<std::size_t> out;
  for (std::size_t n = 0; n < near.size() && n < most; ++n) out.push_back(near[n].second);
  return out;
}

}  // namespace hanrei::rulings
