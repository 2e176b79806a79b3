#include "checker/semantics/world.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/contains.h"
#include "model/ir/forms.h"
#include "model/passes/reads.h"

namespace hanrei::checker {

using model::Op;
using model::Type;
using model::TypeKind;

int World::universe(const Type& t) const {
  if (t.kind == TypeKind::Enum && renumbers(t)) return static_cast<int>(names.size());
  if (t.kind == TypeKind::Enum)
    return static_cast<int>(program->enums[EnumId(t.id)].members.size());
  if (t.id == model::kPlayerSort) return 2;
  if (t.id == model::kCardSort) return cards;
  if (t.id == model::kActSort) return slots;
  if (t.id == model::kEffectSort) return static_cast<int>(effects.size());
  const TokenSort* s = token_sort(SortId(t.id));
  return s == nullptr ? 0 : s->pool;
}

int64_t World::own(const Type& t, int64_t value) const {
  if (!renumbers(t)) return value;
  const auto it = std::ranges::find(names, value);
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
    const model::Expr& e = p.exprs[ExprId(i)];
    if (e.op == Op::In && e.b != kNone) tested[e.b] = true;
    if (tested[i] || e.type.kind != TypeKind::Set || !of_names(e.type)) continue;
    made = true;
    if (e.op == Op::SetOf)
      for (ExprId k : e.args)
        if (p[k].op == Op::Const) out.insert(p[k].value);
  }
  if (!made) return {};
  for (const rulings::SituationCard& c : q.situation.cards) {
    for (const auto& [a, v] : p.cards[c.def].printed)
      if (of_names(p.attrs[a].type)) out.insert(v);
    for (const auto& [a, e] : c.values)
      if (of_names(p.attrs[a].type) && p[e].op == Op::Const) out.insert(p[e].value);
  }
  if (out.empty()) out.insert(0);
  return {out.begin(), out.end()};
}

}  // namespace

std::string World::show_zone(int64_t packed) const {
  const model::ZoneDef& zone = program->zones[ZoneId(packed / 2)];
  return zone.name +
         (zone.of == model::ZoneOwner::Player ? "(" + program->players[packed % 2] + ")" : "");
}

std::string World::show(const Type& t, int64_t v) const {
  switch (t.kind) {
    case TypeKind::Bool: return v != 0 ? "true" : "false";
    case TypeKind::Enum: {
      const auto& m = program->enums[EnumId(t.id)].members;
      if (renumbers(t))
        v = v >= kMostNames                                   ? v - kMostNames
            : v >= 0 && static_cast<size_t>(v) < names.size() ? names[v]
                                                              : v;
      return v >= 0 && static_cast<size_t>(v) < m.size() ? m[v] : "?";
    }
    case TypeKind::Ref: {
      if (v == model::kNobody) return "none";
      if (t.id == model::kPlayerSort) return program->players[v];
      if (t.id == model::kCardSort) return (v < 0 ? "gone " : "") + card_ids[model::card_of(v)];
      if (t.id == model::kEffectSort) {
        const EffectInstance& e = effects[v];
        const std::string& name = program->effects[e.effect].name;
        return card_ids[e.card] + (name.empty() ? "" : "《" + name + "》");
      }
      return program->sorts[SortId(t.id)].name + " " + std::to_string(v + 1);
    }
    case TypeKind::Set: {
      std::string out;
      const Type e = model::elem_type(t);
      for (int i = 0; i < universe(e); ++i)
        if (v >> i & 1) out += (out.empty() ? "" : ", ") + show(e, i);
      return "{" + out + "}";
    }
    case TypeKind::Price: return v >= 0 ? program->prices[PriceId(v)].text : "none";
    case TypeKind::Int:
    case TypeKind::Zone:
    case TypeKind::Error: break;
  }
  return std::to_string(v);
}

namespace {

using base::Reason;
using base::ReasonCode;

/// use(k) for the cards of the situation with this text.
template <class F>
void each_card(const World& w, CardId def, F&& use) {
  for (int k = 0; k < w.cards; ++k)
    if (w.card_defs[k] == def) use(k);
}

/// In the order of the situation's cards, whatever file their texts stand in.
constexpr auto by_card = [](const auto& a, const auto& b) { return a.card < b.card; };

bool add_cards(World& w, Reason& why) {
  const auto& cards = w.question->situation.cards;
  w.cards = static_cast<int>(cards.size());
  if (w.cards > kMaxCards) {
    why = {ReasonCode::TooManyCards, kMaxCards};
    return false;
  }
  for (const rulings::SituationCard& c : cards) {
    w.card_ids.push_back(c.id);
    w.card_defs.push_back(c.def);
  }
  return true;
}

bool number_names(World& w, Reason& why) {
  const model::Program& p = *w.program;
  if (static_cast<int64_t>(p.enums[model::kCardNames].members.size()) <= World::kMostNames)
    return true;
  w.names = names_in_sets(p, *w.question);
  if (static_cast<int64_t>(w.names.size()) <= World::kMostNames) return true;
  why = {ReasonCode::TooManyNames, World::kMostNames};
  return false;
}

void add_frames(World& w) {
  const auto& frames = w.question->situation.frames;
  for (size_t i = 0; i < frames.size(); ++i)
    w.stands.push_back(model::standing(*w.program, *w.code, frames[i].proc, frames[i].ordinal,
                                       i + 1 < frames.size() ? frames[i + 1].proc : kNone));
}

void add_tokens(World& w) {
  const model::Program& p = *w.program;
  for (const SortId s : p.sorts.ids())
    if (s > model::kEffectSort) w.tokens.push_back({s, p.sorts[s].pool, 0});
}

/// In the order of the cards, then of their provisions.
void add_effects(World& w) {
  const model::Program& p = *w.program;
  for (const EffectId i : p.effects.ids())
    each_card(w, p.effects[i].card, [&](int k) { w.effects.push_back({i, k}); });
  std::ranges::stable_sort(w.effects, by_card);
}

const model::Static& static_of(const World& w, size_t instance) {
  return w.program->statics[w.statics[instance].provision];
}

/// Does what it reads hang, over others, on what it changes?
bool reads_itself(const World& w, size_t instance) {
  std::vector<bool> reached(w.statics.size(), false);
  std::vector<size_t> todo{instance};
  while (!todo.empty()) {
    const auto& reads = static_of(w, todo.back()).reads;
    todo.pop_back();
    for (size_t k = 0; k < w.statics.size(); ++k) {
      if (reached[k] || !base::contains(reads, static_of(w, k).attr)) continue;
      reached[k] = true;
      todo.push_back(k);
    }
  }
  return reached[instance];
}

/// One without a condition always applies, unless something may keep it from what it would change.
bool may_not_apply(const World& w, size_t instance) {
  const model::Program& p = *w.program;
  return static_of(w, instance).cond != kNone ||
         (w.statics[instance].card >= 0 && std::ranges::any_of(p.norms, [&](const model::Norm& n) {
            return model::forbids_statics(p, n);
          }));
}

bool add_statics(World& w, Reason& why) {
  const model::Program& p = *w.program;
  for (const StaticId i : p.statics.ids()) {
    const auto add = [&](int k) { w.statics.push_back({i, k}); };
    if (p.statics[i].source.card == kNone)
      add(-1);
    else
      each_card(w, p.statics[i].source.card, add);
  }
  std::ranges::stable_sort(w.statics, by_card);
  for (size_t i = 0; i < w.statics.size(); ++i)
    if (reads_itself(w, i) && may_not_apply(w, i) && !static_of(w, i).for_all)
      w.cyclic.push_back(static_cast<int>(i));
  const int most = std::min(p.settle.max, 12);
  if (static_cast<int>(w.cyclic.size()) <= most) return true;
  why = {ReasonCode::TooManyStatics, most};
  return false;
}

/// One for each card that has it, or for each member of what it stands for.
std::vector<TriggerInstance> instances_of_trigger(const World& w, TriggerId i) {
  const model::Program& p = *w.program;
  const model::Trigger& t = p.triggers[i];
  std::vector<TriggerInstance> out;
  if (t.source.card != kNone) {
    each_card(w, t.source.card, [&](int k) { out.push_back({i, k}); });
  } else if (t.domain == kNone || t.on_act_end) {
    out.push_back({i, -1});
  } else {
    const int n =
        p[t.domain].type.kind == TypeKind::Set ? w.universe(model::elem_type(p[t.domain].type)) : 0;
    for (int k = 0; k < n; ++k) out.push_back({i, k});
  }
  return out;
}

bool add_triggers(World& w, Reason& why) {
  constexpr int kMost = 62;
  const model::Program& p = *w.program;
  base::Table<SignalId, std::vector<TriggerInstance>> of_signal(p.signals.size());
  for (const TriggerId i : p.triggers.ids()) {
    const model::Trigger& t = p.triggers[i];
    if (!t.edge && !t.on_act_end && t.signal == kNone) continue;
    const std::vector<TriggerInstance> list = instances_of_trigger(w, i);
    std::vector<TriggerInstance>& into = t.on_act_end ? w.act_end
                                         : t.edge     ? w.edges
                                                      : of_signal[t.signal];
    into.insert(into.end(), list.begin(), list.end());
  }
  std::ranges::stable_sort(w.edges, by_card);
  if (w.edges.size() > kMost) {
    why = {ReasonCode::TooManyEdges, kMost};
    return false;
  }
  for (const auto& raised : w.code->raises) {
    std::vector<TriggerInstance>& all = w.heard.emplace_back();
    for (SignalId signal : raised)
      all.insert(all.end(), of_signal[signal].begin(), of_signal[signal].end());
    std::ranges::stable_sort(all, by_card);
    if (all.size() > kMost) {
      why = {ReasonCode::TooManyTriggers, kMost};
      return false;
    }
  }
  return true;
}

/// By what it is about and what it says of it.
void add_norm(World& w, const model::Norm& n, NormInstance x) {
  const model::Program& p = *w.program;
  const bool forbids = n.mode == model::NormMode::Forbid;
  if (n.event == model::NormEvent::Designate) {
    if (forbids) w.designate_forbids.push_back(x);
    return;
  }
  if (n.event == model::NormEvent::Affect) {
    if (!forbids) return;
    w.affect_forbids.push_back(x);
    if (model::forbids_statics(p, n)) w.static_forbids.push_back(x);
    return;
  }
  if (forbids) {
    w.forbids.push_back(x);
    return;
  }
  if (n.mode == model::NormMode::Oblige) {
    w.duties.push_back(x);
    return;
  }
  for (const ActId a : p.acts.ids()) {
    const auto& tags = p.acts[a].tags;
    const bool tagged = n.tag.empty() || base::contains(tags, n.tag);
    if ((n.act == kNone && tagged) || n.act == a) w.permits[a].push_back(x);
  }
}

void add_norms(World& w) {
  const model::Program& p = *w.program;
  w.permits.resize(p.acts.size());
  for (const NormId i : p.norms.ids()) {
    const auto add = [&](int k) { add_norm(w, p.norms[i], {i, k}); };
    if (p.norms[i].source.card == kNone)
      add(-1);
    else
      each_card(w, p.norms[i].source.card, add);
  }
}

/// Ghosts: what the claims ask to have been raised or run.
void add_ghosts(World& w) {
  const model::Program& p = *w.program;
  const auto once = [](auto& list, const auto& ghost) {
    if (!base::contains(list, ghost)) list.push_back(ghost);
  };
  std::function<void(ExprId)> walk = [&](ExprId id) {
    if (id == kNone) return;
    const model::Expr& e = p[id];
    if (e.op == Op::Acted) once(w.ghosts.exchanges, e.exchange());
    if (e.op == Op::Raised) once(w.ghosts.signals, e.signal());
    if (e.op == Op::Ran) once(w.ghosts.steps, std::pair(e.proc(), static_cast<int>(e.value)));
    model::each_operand(e, walk);
  };
  for (const rulings::Claim& c : w.question->claims)
    for (ExprId e : rulings::expressions_of(c)) walk(e);
}

/// Gives out the cells of a state, one after the other.
class Layout {
 public:
  explicit Layout(World& w) : w_(w), p_(*w.program) {}

  void lay() {
    attributes();
    w_.zone_cell = take(w_.cards);
    zones();
    for (TokenSort& t : w_.tokens) t.alive = take(t.pool);
    w_.edge_cell = take(1);
    w_.uses_cell = take(static_cast<int>(w_.effects.size()));
    w_.ghost_cell = take(static_cast<int>(w_.ghosts.signals.size() + w_.ghosts.steps.size() +
                                          w_.ghosts.exchanges.size()));
    slots();
    w_.modifiers += static_cast<int>(w_.statics.size());
    w_.amount_cell = take(w_.modifiers);
    w_.frames_cell = at_;
    w_.looked = std::vector<std::atomic<bool>>(static_cast<size_t>(w_.printed_size));
  }

 private:
  int take(int cells) {
    const int first = at_;
    at_ += cells;
    return first;
  }

  /// How many things have an attribute.
  int bearers(SortId sort) const {
    if (sort == kNone) return 1;
    if (sort == model::kPlayerSort) return 2;
    if (sort == model::kCardSort) return w_.cards;
    const TokenSort* tokens = w_.token_sort(sort);
    return tokens != nullptr ? tokens->pool : 0;
  }

  void attributes() {
    w_.attr_cell.assign(p_.attrs.size(), -1);
    w_.attr_table.assign(p_.attrs.size(), -1);
    for (const AttrId a : p_.attrs.ids()) {
      const int n = bearers(p_.attrs[a].sort);
      if (p_.attrs[a].nature == model::Nature::Printed) {
        w_.attr_table[a] = w_.printed_size;
        w_.printed_size += n;
      } else {
        w_.attr_cell[a] = take(n);
      }
    }
  }

  /// Cells for each zone that has such.
  template <class F>
  void each_zone(base::Table<ZoneId, int>& first, int cells, F&& has) {
    first.assign(p_.zones.size(), -1);
    for (const ZoneId z : p_.zones.ids())
      if (has(z)) first[z] = take(cells);
  }

  void zones() {
    // to a player of whom something is asked, the order of a pile that nobody may look at is not
    // known
    const auto& claims = w_.question->claims;
    const bool unknown = std::ranges::any_of(
        claims, [](const rulings::Claim& c) { return c.kind == rulings::ClaimKind::Forceable; });
    const auto pile = [&](ZoneId z) {
      return p_.zones[z].order == model::ZoneOrder::Pile &&
             p_.zones[z].of == model::ZoneOwner::Player;
    };
    each_zone(w_.lot_cell, 2, [&](ZoneId z) { return p_.zones[z].lot; });
    each_zone(w_.order_cell, 2, [&](ZoneId z) {
      return w_.code->shuffled[z] || (unknown && pile(z) && p_.zones[z].sees == "nobody");
    });
    each_zone(w_.pile_cell, 6, pile);
  }

  /// Each wide enough for the locals of any act.
  void slots() {
    const auto locals = [&](ProcId proc) {
      return static_cast<int>(p_.procedures[proc].locals.size());
    };
    for (const model::ActDef& a : p_.acts)
      w_.slot_size = std::max({w_.slot_size, locals(a.process), locals(a.declare)});
    if (p_.acts.empty()) w_.slots = 0;
    w_.slot_cell = take(w_.slots * w_.slot_size);
  }

  World& w_;
  const model::Program& p_;
  int at_ = 0;
};

}  // namespace

std::unique_ptr<World> make_world(const model::Program& p, const model::Lowered& lowered,
                                  const rulings::Case& q, Reason& why) {
  auto w = std::make_unique<World>();
  w->program = &p;
  w->code = &lowered;
  w->question = &q;
  if (!add_cards(*w, why) || !number_names(*w, why)) return nullptr;
  add_frames(*w);
  add_tokens(*w);
  add_effects(*w);
  if (!add_statics(*w, why) || !add_triggers(*w, why)) return nullptr;
  add_norms(*w);
  add_ghosts(*w);
  Layout(*w).lay();
  return w;
}

}  // namespace hanrei::checker
