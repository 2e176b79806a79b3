#include "checker/semantics/world.h"

#include <algorithm>
#include <functional>
#include <set>

#include "model/ir/forms.h"
#include "model/passes/reads.h"

namespace hanrei::checker {

using model::Op;
using model::Type;
using model::TypeKind;

int World::universe(const Type& t) const {
  if (t.kind == TypeKind::Enum && renumbers(t)) return static_cast<int>(names.size());
  if (t.kind == TypeKind::Enum)
    return static_cast<int>(program->enums[static_cast<size_t>(t.id)].members.size());
  if (t.id == model::kPlayerSort) return 2;
  if (t.id == model::kCardSort) return cards;
  if (t.id == model::kActSort) return slots;
  if (t.id == model::kEffectSort) return static_cast<int>(effects.size());
  const TokenSort* s = token_sort(t.id);
  return s == nullptr ? 0 : s->pool;
}

int64_t World::own(const Type& t, int64_t value) const {
  if (!renumbers(t)) return value;
  const auto it = std::find(names.begin(), names.end(), value);
  return it == names.end() ? kMostNames + value : it - names.begin();
}

namespace {

/// The names that can come into a set: those of the cards that are there, and those that a set is
/// made of by name. None, where nothing makes a set of names.
std::vector<int64_t> names_in_sets(const model::Program& p, const rulings::Case& q) {
  std::set<int64_t> out;
  const auto of_names = [](const Type& t) {
    return t.id == model::kCardNames && (t.kind == TypeKind::Enum || t.elem == TypeKind::Enum);
  };
  bool made = false;
  std::vector<bool> tested(p.exprs.size(),
                           false);  // a member is looked for there, and no set is made
  for (size_t i = p.exprs.size(); i-- > 0;) {
    const model::Expr& e = p.exprs[i];
    if (e.op == Op::In && e.b != kNone) tested[static_cast<size_t>(e.b)] = true;
    if (tested[i] || e.type.kind != TypeKind::Set || !of_names(e.type)) continue;
    made = true;
    if (e.op == Op::SetOf)
      for (ExprId k : e.args)
        if (p[k].op == Op::Const) out.insert(p[k].value);
  }
  if (!made) return {};
  for (const rulings::SituationCard& c : q.situation.cards) {
    for (const auto& [a, v] : p.cards[static_cast<size_t>(c.def)].printed)
      if (of_names(p.attrs[static_cast<size_t>(a)].type)) out.insert(v);
    for (const auto& [a, e] : c.values)
      if (of_names(p.attrs[static_cast<size_t>(a)].type) && p[e].op == Op::Const)
        out.insert(p[e].value);
  }
  if (out.empty()) out.insert(0);
  return {out.begin(), out.end()};
}

}  // namespace

std::string World::show_zone(int64_t packed) const {
  const model::ZoneDef& zone = program->zones[static_cast<size_t>(packed / 2)];
  return zone.name + (zone.of == model::ZoneOwner::Player
                          ? "(" + program->players[static_cast<size_t>(packed % 2)] + ")"
                          : "");
}

std::string World::show(const Type& t, int64_t v) const {
  switch (t.kind) {
    case TypeKind::Bool: return v != 0 ? "true" : "false";
    case TypeKind::Enum: {
      const auto& m = program->enums[static_cast<size_t>(t.id)].members;
      if (renumbers(t))
        v = v >= kMostNames                                   ? v - kMostNames
            : v >= 0 && static_cast<size_t>(v) < names.size() ? names[static_cast<size_t>(v)]
                                                              : v;
      return v >= 0 && static_cast<size_t>(v) < m.size() ? m[static_cast<size_t>(v)] : "?";
    }
    case TypeKind::Ref: {
      if (v == model::kNobody) return "none";
      if (t.id == model::kPlayerSort) return program->players[static_cast<size_t>(v)];
      if (t.id == model::kCardSort)
        return (v < 0 ? "gone " : "") + card_ids[static_cast<size_t>(model::card_of(v))];
      if (t.id == model::kEffectSort) {
        const EffectInstance& e = effects[static_cast<size_t>(v)];
        const std::string& name = program->effects[static_cast<size_t>(e.effect)].name;
        return card_ids[static_cast<size_t>(e.card)] + (name.empty() ? "" : "《" + name + "》");
      }
      return program->sorts[static_cast<size_t>(t.id)].name + " " + std::to_string(v + 1);
    }
    case TypeKind::Set: {
      std::string out;
      const Type e = model::elem_type(t);
      for (int i = 0; i < universe(e); ++i)
        if (v >> i & 1) out += (out.empty() ? "" : ", ") + show(e, i);
      return "{" + out + "}";
    }
    case TypeKind::Price: return v >= 0 ? program->prices[static_cast<size_t>(v)].text : "none";
    case TypeKind::Int:
    case TypeKind::Zone:
    case TypeKind::Error: break;
  }
  return std::to_string(v);
}

std::unique_ptr<World> make_world(const model::Program& p, const model::Lowered& lowered,
                                  const rulings::Case& q, base::Reason& why) {
  using base::ReasonCode;
  auto w = std::make_unique<World>();
  w->program = &p;
  w->code = &lowered;
  w->question = &q;
  w->cards = static_cast<int>(q.situation.cards.size());
  if (w->cards > kMaxCards) {
    why = {ReasonCode::TooManyCards, kMaxCards};
    return nullptr;
  }
  for (const rulings::SituationCard& c : q.situation.cards) {
    w->card_ids.push_back(c.id);
    w->card_defs.push_back(c.def);
  }

  if (static_cast<int64_t>(p.enums[model::kCardNames].members.size()) > World::kMostNames) {
    w->names = names_in_sets(p, q);
    if (static_cast<int64_t>(w->names.size()) > World::kMostNames) {
      why = {ReasonCode::TooManyNames, World::kMostNames};
      return nullptr;
    }
  }

  const auto& frames = q.situation.frames;
  for (size_t i = 0; i < frames.size(); ++i)
    w->stands.push_back(model::standing(p, lowered, frames[i].proc, frames[i].ordinal,
                                        i + 1 < frames.size() ? frames[i + 1].proc : kNone));

  // What there is.
  for (size_t s = 0; s < p.sorts.size(); ++s)
    if (s > model::kEffectSort) w->tokens.push_back({static_cast<Id>(s), p.sorts[s].pool, 0});
  std::vector<std::vector<Instance>> triggers(p.signals.size());
  w->permits.resize(p.acts.size());
  const auto each_card = [&](Id def, const auto& use) {
    for (int k = 0; k < w->cards; ++k)
      if (w->card_defs[static_cast<size_t>(k)] == def) use(k);
  };
  for (size_t i = 0; i < p.effects.size(); ++i)
    each_card(p.effects[i].card, [&](int k) { w->effects.push_back({static_cast<Id>(i), k}); });
  // in the order of the cards, then of their provisions
  std::stable_sort(
      w->effects.begin(), w->effects.end(),
      [](const EffectInstance& a, const EffectInstance& b) { return a.card < b.card; });
  for (size_t i = 0; i < p.statics.size(); ++i) {
    if (p.statics[i].source.card == kNone)
      w->statics.push_back({static_cast<Id>(i), -1});
    else
      each_card(p.statics[i].source.card, [&](int k) {
        w->statics.push_back({static_cast<Id>(i), k});
      });
  }
  std::stable_sort(w->statics.begin(), w->statics.end(),
                   [](const Instance& a, const Instance& b) { return a.card < b.card; });
  for (size_t i = 0; i < w->statics.size(); ++i) {
    std::vector<bool> reached(w->statics.size(), false);
    std::vector<size_t> todo{i};
    while (!todo.empty()) {
      const auto& reads = p.statics[static_cast<size_t>(w->statics[todo.back()].provision)].reads;
      todo.pop_back();
      for (size_t k = 0; k < w->statics.size(); ++k) {
        if (reached[k] ||
            std::find(reads.begin(), reads.end(),
                      p.statics[static_cast<size_t>(w->statics[k].provision)].attr) == reads.end())
          continue;
        reached[k] = true;
        todo.push_back(k);
      }
    }
    // one without a condition always applies, unless something may keep it from what it would
    // change
    const model::Static& st = p.statics[static_cast<size_t>(w->statics[i].provision)];
    const bool hangs =
        st.cond != kNone || (w->statics[i].card >= 0 &&
                             std::any_of(p.norms.begin(), p.norms.end(), [&](const model::Norm& n) {
                               return model::forbids_statics(p, n);
                             }));
    if (reached[i] && hangs && !p.statics[static_cast<size_t>(w->statics[i].provision)].for_all)
      w->cyclic.push_back(static_cast<int>(i));
  }
  if (static_cast<int>(w->cyclic.size()) > std::min(p.settle.max, 12)) {
    why = {ReasonCode::TooManyStatics, std::min(p.settle.max, 12)};
    return nullptr;
  }
  for (size_t i = 0; i < p.triggers.size(); ++i) {
    const model::Trigger& t = p.triggers[i];
    std::vector<Instance> list;
    if (t.source.card != kNone)
      each_card(t.source.card, [&](int k) { list.push_back({static_cast<Id>(i), k}); });
    else if (t.domain == kNone || t.on_act_end)
      list.push_back({static_cast<Id>(i), -1});
    else {
      const int n = p[t.domain].type.kind == TypeKind::Set
                        ? w->universe(model::elem_type(p[t.domain].type))
                        : 0;
      for (int k = 0; k < n; ++k) list.push_back({static_cast<Id>(i), k});
    }
    std::vector<Instance>& into = t.on_act_end ? w->act_end
                                  : t.edge     ? w->edges
                                           : triggers[static_cast<size_t>(std::max(t.signal, 0))];
    if (!t.edge && !t.on_act_end && t.signal == kNone) continue;
    into.insert(into.end(), list.begin(), list.end());
  }
  // in the order of the situation's cards, whatever file their texts stand in
  const auto by_card = [](const Instance& a, const Instance& b) { return a.card < b.card; };
  std::stable_sort(w->edges.begin(), w->edges.end(), by_card);
  if (w->edges.size() > 62) {
    why = {ReasonCode::TooManyEdges, 62};
    return nullptr;
  }
  for (const auto& raised : lowered.raises) {
    std::vector<Instance>& all = w->heard.emplace_back();
    for (Id signal : raised)
      all.insert(all.end(), triggers[static_cast<size_t>(signal)].begin(),
                 triggers[static_cast<size_t>(signal)].end());
    std::stable_sort(all.begin(), all.end(), by_card);
    if (all.size() > 62) {
      why = {ReasonCode::TooManyTriggers, 62};
      return nullptr;
    }
  }
  for (size_t i = 0; i < p.norms.size(); ++i) {
    const model::Norm& n = p.norms[i];
    const auto add = [&](int k) {
      const Instance x{static_cast<Id>(i), k};
      if (n.event == model::NormEvent::Designate) {
        if (n.mode == model::NormMode::Forbid) w->designate_forbids.push_back(x);
        return;
      }
      if (n.event == model::NormEvent::Affect) {
        if (n.mode == model::NormMode::Forbid) {
          w->affect_forbids.push_back(x);
          if (model::forbids_statics(p, n)) w->static_forbids.push_back(x);
        }
        return;
      }
      if (n.mode == model::NormMode::Forbid) {
        w->forbids.push_back(x);
        return;
      }
      if (n.mode == model::NormMode::Oblige) {
        w->duties.push_back(x);
        return;
      }
      for (size_t a = 0; a < p.acts.size(); ++a) {
        const bool tagged = n.tag.empty() || std::find(p.acts[a].tags.begin(), p.acts[a].tags.end(),
                                                       n.tag) != p.acts[a].tags.end();
        if ((n.act == kNone && tagged) || n.act == static_cast<Id>(a)) w->permits[a].push_back(x);
      }
    };
    if (n.source.card == kNone)
      add(-1);
    else
      each_card(n.source.card, add);
  }

  // Ghosts: what the claims ask to have been raised or run.
  const auto ghost = [&](const model::Expr& e) {
    if (e.op == Op::Acted && std::find(w->ghosts.exchanges.begin(), w->ghosts.exchanges.end(),
                                       e.id) == w->ghosts.exchanges.end())
      w->ghosts.exchanges.push_back(e.id);
    if (e.op == Op::Raised && std::find(w->ghosts.signals.begin(), w->ghosts.signals.end(), e.id) ==
                                  w->ghosts.signals.end())
      w->ghosts.signals.push_back(e.id);
    const std::pair<Id, int> step{e.id, static_cast<int>(e.value)};
    if (e.op == Op::Ran &&
        std::find(w->ghosts.steps.begin(), w->ghosts.steps.end(), step) == w->ghosts.steps.end())
      w->ghosts.steps.push_back(step);
  };
  std::function<void(ExprId)> walk = [&](ExprId e) {
    if (e == kNone) return;
    ghost(p[e]);
    model::each_operand(p[e], walk);
  };
  for (const rulings::Claim& c : q.claims)
    for (ExprId e : rulings::expressions_of(c)) walk(e);

  // The layout.
  int at = 0;
  w->attr_cell.assign(p.attrs.size(), -1);
  w->attr_table.assign(p.attrs.size(), -1);
  for (size_t a = 0; a < p.attrs.size(); ++a) {
    const model::AttrDef& d = p.attrs[a];
    int n = 1;
    if (d.sort != kNone)
      n = d.sort == model::kPlayerSort       ? 2
          : d.sort == model::kCardSort       ? w->cards
          : w->token_sort(d.sort) != nullptr ? w->token_sort(d.sort)->pool
                                             : 0;
    if (d.nature == model::Nature::Printed) {
      w->attr_table[a] = w->printed_size;
      w->printed_size += n;
    } else {
      w->attr_cell[a] = at;
      at += n;
    }
  }
  w->zone_cell = at;
  at += w->cards;
  w->lot_cell.assign(p.zones.size(), -1);
  for (size_t z = 0; z < p.zones.size(); ++z)
    if (p.zones[z].lot) {
      w->lot_cell[z] = at;
      at += 2;
    }
  w->order_cell.assign(p.zones.size(), -1);
  // to a player of whom something is asked, the order of a pile that nobody may look at is not
  // known
  const bool unknown = std::any_of(q.claims.begin(), q.claims.end(), [](const rulings::Claim& c) {
    return c.kind == rulings::ClaimKind::Forceable;
  });
  for (size_t z = 0; z < p.zones.size(); ++z)
    if (lowered.shuffled[z] ||
        (unknown && p.zones[z].order == model::ZoneOrder::Pile &&
         p.zones[z].of == model::ZoneOwner::Player && p.zones[z].sees == "nobody")) {
      w->order_cell[z] = at;
      at += 2;
    }
  w->pile_cell.assign(p.zones.size(), -1);
  for (size_t z = 0; z < p.zones.size(); ++z)
    if (p.zones[z].order == model::ZoneOrder::Pile && p.zones[z].of == model::ZoneOwner::Player) {
      w->pile_cell[z] = at;
      at += 6;
    }
  for (TokenSort& t : w->tokens) {
    t.alive = at;
    at += t.pool;
  }
  w->edge_cell = at++;
  w->uses_cell = at;
  at += static_cast<int>(w->effects.size());
  w->ghost_cell = at;
  at += static_cast<int>(w->ghosts.signals.size() + w->ghosts.steps.size() +
                         w->ghosts.exchanges.size());
  for (const model::ActDef& a : p.acts)
    w->slot_size = std::max(
        {w->slot_size, static_cast<int>(p.procedures[static_cast<size_t>(a.process)].locals.size()),
         static_cast<int>(p.procedures[static_cast<size_t>(a.declare)].locals.size())});
  if (p.acts.empty()) w->slots = 0;
  w->slot_cell = at;
  at += w->slots * w->slot_size;
  w->amount_cell = at;
  at += w->modifiers + static_cast<int>(w->statics.size());
  w->modifiers += static_cast<int>(w->statics.size());
  w->frames_cell = at;
  w->looked = std::vector<std::atomic<bool>>(static_cast<size_t>(w->printed_size));
  return w;
}

}  // namespace hanrei::checker
