#include "audit/clashes/scope.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/contains.h"

namespace hanrei::audit::clashes {
namespace {

std::optional<int64_t> printed(const model::CardDef& card, AttrId attr) {
  for (const auto& [a, v] : card.printed)
    if (a == attr) return v;
  return std::nullopt;
}

/// The attribute that tells sorts of cards apart.
AttrId sort_attribute(const model::Program& p) {
  for (const AttrId a : p.attrs.ids()) {
    const model::AttrDef& d = p.attrs[a];
    if (d.sort == model::kCardSort && d.nature == model::Nature::Printed &&
        d.type.kind == model::TypeKind::Enum && d.type.id != model::kCardNames)
      return a;
  }
  return kNone;
}

}  // namespace

bool fulfils(const Reached& r, const Wish& w) {
  if (w.step.first != kNone && !r.steps.contains(w.step)) return false;
  if (w.act == kNone)
    return w.menus.empty() || std::ranges::any_of(r.acts, [&](const auto& at) {
             return base::contains(w.menus, at.second);
           });
  if (w.menus.empty()) {
    const auto at = r.acts.lower_bound({w.act, INT32_MIN});
    return at != r.acts.end() && at->first == w.act;
  }
  return std::ranges::any_of(w.menus, [&](Id menu) { return r.acts.contains({w.act, menu}); });
}

namespace {

std::vector<Wish> wishes_of(const model::Program& p, const model::CardDef& card) {
  std::vector<Wish> out = {{}};
  for (NormId n : card.norms) {
    const model::Norm& norm = p.norms[n];
    if (norm.event != model::NormEvent::Act) continue;
    if (!norm.menus.empty())
      out.push_back(
          {kNone, norm.menus, {kNone, -1}});  // what only it permits is reached nowhere yet
    for (const ActId a : p.acts.ids()) {
      const auto& tags = p.acts[a].tags;
      if (norm.act != kNone ? norm.act == a : norm.tag.empty() || base::contains(tags, norm.tag))
        out.push_back({a, norm.menus, {kNone, -1}});
    }
  }
  for (AmendId a : card.amends) out.push_back({kNone, {}, {p.amends[a].proc, p.amends[a].ordinal}});
  return out;
}

}  // namespace

bool replaceable(const model::Program& p, const rulings::Case& c, int place) {
  for (const rulings::FrameIn& f : c.situation.frames)
    if (f.card == place && f.effect != kNone) return false;
  const CardId def = c.situation.cards[place].def;
  for (const rulings::PlayItem& item : c.play)
    if (item.effect != kNone && p.effects[item.effect].card == def) return false;
  return c.situation.cards[place].zone != kNone;
}

bool same_sort(const model::Program& p, CardId one, CardId other) {
  const AttrId attr = sort_attribute(p);
  return attr == kNone || printed(p.cards[one], attr) == printed(p.cards[other], attr);
}

std::vector<Variant> variants(const model::Program& p, const std::vector<Base>& bases,
                              size_t most) {
  const AttrId attr = sort_attribute(p);
  using Sort = std::optional<int64_t>;
  const auto sort_of = [&](CardId card) {
    return attr == kNone ? Sort() : printed(p.cards[card], attr);
  };
  std::vector<size_t> order;
  for (size_t b = 0; b < bases.size(); ++b) order.push_back(b);
  std::ranges::stable_sort(order,
                           [&](size_t a, size_t b) { return bases[a].states < bases[b].states; });
  // by sort and zone: the places to take, the smallest situation first; by card and zone: where it
  // lies already
  std::map<std::pair<Sort, ZoneId>, std::vector<std::pair<size_t, int>>> places;
  std::map<std::pair<CardId, ZoneId>, std::vector<size_t>> there;
  for (size_t b : order) {
    const rulings::Case& c = *bases[b].which;
    for (size_t k = 0; k < c.situation.cards.size(); ++k) {
      const rulings::SituationCard& card = c.situation.cards[k];
      if (card.zone == kNone) continue;
      there[{card.def, card.zone}].push_back(b);
      auto& list = places[{sort_of(card.def), card.zone}];
      if ((list.empty() || list.back().first != b) && replaceable(p, c, static_cast<int>(k)))
        list.emplace_back(b, static_cast<int>(k));
    }
  }
  std::vector<Variant> out;
  for (const CardId card : p.cards.ids()) {
    const Sort sort = sort_of(card);
    const std::vector<Wish> wishes = wishes_of(p, p.cards[card]);
    for (auto at = places.lower_bound({sort, kNone}); at != places.end() && at->first.first == sort;
         ++at) {
      std::set<std::pair<size_t, int>> taken;
      for (const Wish& wish : wishes) {
        const auto fits = [&](size_t b) { return fulfils(*bases[b].reached, wish); };
        const auto& lies = there[{card, at->first.second}];
        if (std::ranges::any_of(lies, fits)) continue;
        const auto place =
            std::ranges::find_if(at->second, [&](const auto& k) { return fits(k.first); });
        if (place == at->second.end() || !taken.insert(*place).second) continue;
        if (out.size() >= most) return out;
        out.push_back({place->first, place->second, card});
      }
    }
  }
  return out;
}

rulings::Case made(const model::Program& p, const rulings::Case& base, const Variant& v) {
  rulings::Case out = base;
  rulings::SituationCard& card = out.situation.cards[v.place];
  card.def = v.card;
  card.name = p.cards[v.card].name;
  std::erase_if(card.values, [&](const auto& value) {
    return p.attrs[value.first].nature == model::Nature::Printed;
  });
  out.claims.clear();
  return out;
}

}  // namespace hanrei::audit::clashes
