// What an expression is worth in a state. Written once, over a value domain.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "checker/semantics/held.h"
#include "checker/semantics/state.h"
#include "checker/semantics/trace.h"
#include "checker/semantics/world.h"

namespace hanrei::checker {

inline constexpr int kTemps = 24;

/// Where an expression is evaluated: the frame whose locals it sees, and its temps.
template <class Val>
struct Ctx {
  int frame = -1;              ///< index in the stack, for `ev` and `it`
  const Val* locals = nullptr;
  Val* temps = nullptr;
};

template <class D>
class Eval {
 public:
  using Val = typename D::Val;
  using S = State<Val>;

  Eval(const World& world, D& domain) : w_(world), p_(*world.program), d_(domain) {}

  Val eval(const S& s, ExprId id, Ctx<Val> c) const;

  Val printed(Id attr, int entity) const {
    const size_t at = static_cast<size_t>(w_.attr_table[static_cast<size_t>(attr)] + entity);
    w_.looked[at].store(true, std::memory_order_relaxed);
    return printed_[at];
  }
  std::vector<Val>& printed_table() { return printed_; }
  std::vector<Val>& lets() { return lets_; }
  /// From here on (`on`) all attributes have their values, and what never changes is worked out once.
  void settled(bool on) { constants_.assign(on ? p_.derived.size() : 0, std::nullopt); }

  int universe(const model::Type& set) const { return w_.universe(model::elem_type(set)); }
  /// Is entity k in the set the expression stands for? Tests zones and kinds without building the set.
  Val member(const S& s, ExprId set, Val k, Ctx<Val> c) const;
  Val attr(const S& s, Id attr, int entity, model::Reading reading, Ctx<Val> c) const;
  Val breaks(const S& s, Id limit, int subject, Ctx<Val> c) const;
  Val in_zone(const S& s, int card, Id zone, Val owner) const {
    const Val z = s.cells[static_cast<size_t>(w_.zone_cell + card)];
    return d_.eq(z, d_.add(d_.num(zone * 2), owner));
  }
  Val zone_is(const S& s, int card, Id zone) const {
    const Val z = s.cells[static_cast<size_t>(w_.zone_cell + card)];
    return d_.or_(d_.eq(z, d_.num(zone * 2)), d_.eq(z, d_.num(zone * 2 + 1)));
  }
  Val active(const S& s, int card) const {
    if (card < 0 || p_.active == kNone) return d_.truth(true);
    std::array<Val, kTemps> t;
    t[0] = d_.num(card);
    return eval(s, p_.active, {-1, nullptr, t.data()});
  }
  /// Which cards were put on top of a player's pile, or under it; the outermost is the last.
  enum class Layer : uint8_t { Above, Below, Anywhere };
  static int layer_at(int pile_cell, Layer layer, int64_t player) { return pile_cell + 2 * static_cast<int>(layer) + static_cast<int>(player); }
  std::vector<int64_t> layer(const S& s, Id pile, int64_t player, Layer which) const {
    const int cell = w_.pile_cell[static_cast<size_t>(pile)];
    if (cell < 0) return {};
    int64_t number = 0;
    if (!d_.known(s.cells[static_cast<size_t>(layer_at(cell, which, player))], number)) throw Unsupported{"a pile onto which something may or may not have been put"};
    return Layers::of(number);
  }
  /// Of what was put anywhere: cards, and behind them one for the lot.
  int anywhere_size() const { return w_.cards + 1; }
  /// Stops where a card was put onto the pile, nobody said where, and something else lies there. Cards of a lot are all alike:
  /// what they lie between are cards with names.
  void ordered(const S& s, Id pile, int64_t player) const {
    const int cell = w_.pile_cell[static_cast<size_t>(pile)];
    if (cell < 0) return;
    const Val anywhere = s.cells[static_cast<size_t>(layer_at(cell, Layer::Anywhere, player))];
    const auto put = [&](int k) { return !d_.is_false(d_.has(anywhere, d_.num(k), anywhere_size())); };
    const bool lot = !d_.is_false(any_lot(s, pile, player));
    int there = 0, given = 0;
    for (int k = 0; k < w_.cards; ++k) if (!d_.is_false(in_zone(s, k, pile, d_.num(player)))) { ++there; given += put(k) ? 0 : 1; }
    if (given < there ? there > 1 || lot : there > 0 && lot && put(w_.cards)) throw Unsupported{"the place of a card that was put onto a pile"};
  }
  Val any_lot(const S& s, Id pile, int64_t player) const {
    const int lot = w_.lot_cell[static_cast<size_t>(pile)];
    return lot < 0 ? d_.truth(false) : d_.lt(d_.num(0), s.cells[static_cast<size_t>(lot + player)]);
  }
  /// The card on top of a player's pile; none when a lot is there, or nothing. What was put on top or under it lies there;
  /// between these named cards lie on top, in the order of the situation, until the pile is shuffled, and then the lot.
  Val top(const S& s, Id pile, int64_t player) const {
    ordered(s, pile, player);
    if (const std::vector<int64_t> above = layer(s, pile, player, Layer::Above); !above.empty()) return d_.num(above.back());
    const std::vector<int64_t> below = layer(s, pile, player, Layer::Below);
    if (const int cell = w_.order_cell[static_cast<size_t>(pile)]; cell >= 0) {
      int64_t order = kAsGiven;
      if (!d_.known(s.cells[static_cast<size_t>(cell + player)], order)) throw Unsupported{"a pile that may or may not have been shuffled"};
      if (order == kUnknownOrder && tops(s, pile, player).size() > 1) throw Unsupported{"what lies on top of a shuffled pile"};
      if (order > kUnknownOrder) return d_.num(order - kOnTop);
    }
    Val top = below.empty() ? d_.num(model::kNobody) : d_.ite(any_lot(s, pile, player), d_.num(model::kNobody), d_.num(below.front()));
    for (int k = w_.cards - 1; k >= 0; --k) if (std::find(below.begin(), below.end(), k) == below.end()) top = d_.ite(in_zone(s, k, pile, d_.num(player)), d_.num(k), top);
    return top;
  }
  /// What may lie on top of it once it is shuffled: cards, and -1 for its lot.
  std::vector<int64_t> tops(const S& s, Id pile, int64_t player) const {
    if (const std::vector<int64_t> above = layer(s, pile, player, Layer::Above); !above.empty()) return {above.back()};
    const std::vector<int64_t> below = layer(s, pile, player, Layer::Below);
    std::vector<int64_t> out;
    for (int k = 0; k < w_.cards; ++k) {
      if (std::find(below.begin(), below.end(), k) != below.end()) continue;
      const Val in = in_zone(s, k, pile, d_.num(player));
      if (d_.is_false(in)) continue;
      if (!d_.is_true(in)) throw Unsupported{"a shuffled pile of unknown cards"};
      out.push_back(k);
    }
    if (out.empty() && below.empty()) return out;
    const Val some = any_lot(s, pile, player);
    if (!d_.is_false(some) && !d_.is_true(some)) throw Unsupported{"a shuffled pile of unknown size"};
    if (d_.is_true(some)) out.push_back(model::kNobody);
    if (out.empty()) out.push_back(below.front());
    return out;
  }
  /// Applies a hypothetical: set by the machine, which knows statements.
  std::function<Val(const S&, Id would, ExprId body, Ctx<Val>)> would;
  /// May the effect choose this thing now? Set by the machine, which knows norms.
  std::function<Val(const S&, int effect, int seat, int64_t target)> designated;
  /// The card whose text is being carried out, or whose text that is; none, of the rulebook. Set by the machine.
  std::function<Val(const S&, bool player)> source;
  /// Does a standing effect of the one card change the other, as far as nothing forbids that it is affected?
  Val reaches(const S& s, int by, int card, int frame) const;
  int slot_of(const S& s, int frame) const {
    for (int f = frame; f >= 0; --f) if (s.control.stack[static_cast<size_t>(f)].slot >= 0) return s.control.stack[static_cast<size_t>(f)].slot;
    return -1;
  }
  const World& world() const { return w_; }
  /// Is the card presented by an act that is declared and not yet carried out?
  Val declared(const S& s, int card) const {
    Val any = d_.truth(false);
    for (size_t i = 0; i < s.control.slots.size() && card >= 0; ++i) {
      const Slot& slot = s.control.slots[i];
      if (slot.act < 0) continue;
      size_t base = static_cast<size_t>(w_.slot_cell) + i * static_cast<size_t>(w_.slot_size);
      for (const Frame& f : s.control.stack) if (f.slot == static_cast<int>(i) && w_.code->codes[static_cast<size_t>(f.code)].kind == model::CodeKind::Procedure) base = static_cast<size_t>(f.base);
      const model::ActDef& act = p_.acts[static_cast<size_t>(slot.act)];
      const auto& locals = p_.procedures[static_cast<size_t>(act.process)].locals;
      for (const model::Choose& c : act.present) {
        const model::Type& t = locals[static_cast<size_t>(c.var)].type;
        const Val v = s.cells[base + static_cast<size_t>(c.var)];
        if (t.kind == model::TypeKind::Ref && t.id == model::kCardSort) any = d_.or_(any, d_.eq(v, d_.num(card)));
        if (t.kind == model::TypeKind::Set && t.elem == model::TypeKind::Ref && t.id == model::kCardSort) any = d_.or_(any, d_.has(v, d_.num(card), w_.cards));
      }
    }
    return any;
  }
  Trace* trace = nullptr;
  const Held* held = nullptr;   ///< what counts; none: everything
  /// Is what these state left open?
  template <class By> bool open(const By& by) const { if constexpr (D::symbolic) return held != nullptr && held->open(by); else return false; }
  /// May a value of the type be left open?
  bool openable(const model::Type& t) const {
    switch (t.kind) {
      case model::TypeKind::Bool:
      case model::TypeKind::Int: return true;
      case model::TypeKind::Enum: return !w_.renumbers(t) && w_.universe(t) <= 8;
      case model::TypeKind::Set: return !w_.renumbers(t) && t.many == model::Many::Set && w_.universe(model::elem_type(t)) <= 16;
      default: return false;
    }
  }
  /// True or false.
  Val either() const { return held->ways == Held::Ways::Any ? d_.open_truth() : d_.truth(held->ways == Held::Ways::Always); }
  /// Whether what is chosen may be such, while that is left open: as if nothing were asked of it, it may.
  Val unasked() const { return d_.not_(either()); }
  /// Any value of an openable type; a number between these bounds.
  Val any(const model::Type& t, int64_t lo = INT64_MIN, int64_t hi = INT64_MAX) const {
    if (held->ways != Held::Ways::Any) {
      const bool always = held->ways == Held::Ways::Always;
      if (t.kind == model::TypeKind::Bool) return d_.truth(always);
      if (t.kind == model::TypeKind::Set) return always ? d_.mask((int64_t{1} << universe(t)) - 1, universe(t)) : d_.empty(universe(t));
      if (t.kind == model::TypeKind::Enum) return d_.num(always ? w_.universe(t) - 1 : 0);
      return d_.num(always ? std::min<int64_t>(hi, std::max<int64_t>(lo, 0) + 20) : std::max<int64_t>(lo, 0));
    }
    const int n = t.kind == model::TypeKind::Set ? universe(t) : t.kind == model::TypeKind::Enum ? w_.universe(t) : 0;
    switch (t.kind) {
      case model::TypeKind::Bool: return d_.open_truth();
      case model::TypeKind::Int: return d_.open_number(lo, hi);
      case model::TypeKind::Set: {
        Val set = d_.empty(n);
        for (int i = 0; i < n; ++i) set = d_.with_if(set, i, d_.open_truth());
        return set;
      }
      default: break;
    }
    Val out = d_.num(0);
    for (int i = 1; i < n; ++i) out = d_.ite(d_.open_truth(), d_.num(i), out);
    return out;
  }

 private:
  mutable int depth_ = 0;  ///< of values that hang on values
  void note(Trace::Marks Trace::*which, Id id) const { if constexpr (!D::symbolic) { if (trace != nullptr) [[unlikely]] mark(*trace, which, id); } else { (void)which; (void)id; } }
  Val quantifier(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val pays(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val counted(const S& s, ExprId set, Ctx<Val> c) const;
  struct Bounds { Val surely, perhaps; };
  Val lot_in(const S& s, ExprId set, Id zone, int side, Ctx<Val> c) const;
  Bounds lot_is(const S& s, ExprId condition, Id zone, int side, Ctx<Val> c) const;
  Val modified(const S& s, Id attr, int entity, Val value, Ctx<Val> c) const;
  Val fits(const S& s, Ctx<Val> c, bool present_only) const;

  const World& w_;
  const model::Program& p_;
  D& d_;
  std::vector<Val> printed_, lets_;
  mutable std::vector<std::optional<Val>> constants_;  ///< of derived values that never change
};

template <class D>
typename D::Val Eval<D>::eval(const S& s, ExprId id, Ctx<Val> c) const {
  using model::Op;
  const model::Expr& e = p_[id];
  note(&Trace::exprs, id);
  const auto sub = [&](ExprId k) { return eval(s, k, c); };
  switch (e.op) {
    case Op::Const: return e.type.kind == model::TypeKind::Bool ? d_.truth(e.value != 0) : e.type.kind == model::TypeKind::Set ? d_.mask(e.value, universe(e.type)) : d_.num(w_.own(e.type, e.value));
    case Op::Local: return c.locals[e.id];
    case Op::Temp: return c.temps[e.id];
    case Op::Unsupported: throw Unsupported{p_.strings[static_cast<size_t>(e.id)]};
    case Op::Let: return lets_[static_cast<size_t>(e.id)];
    case Op::GameAttr: {
      const int cell = w_.attr_cell[static_cast<size_t>(e.id)];
      return cell >= 0 ? s.cells[static_cast<size_t>(cell)] : printed(e.id, 0);
    }
    case Op::Attr: {
      const Val target = sub(e.a);
      const model::AttrDef& a = p_.attrs[static_cast<size_t>(e.id)];
      return d_.over(target, [&](int64_t k) -> Val {
        const bool gone = k < 0;
        int64_t entity = k;
        if (gone) {
          if (a.sort != model::kCardSort || k == model::kNobody || a.life == model::Life::Stay) {
            return a.type.kind == model::TypeKind::Ref ? d_.num(model::kNobody) : a.type.kind == model::TypeKind::Bool ? d_.truth(false) : a.type.kind == model::TypeKind::Set ? d_.empty(universe(a.type)) : d_.num(w_.own(a.type, 0));
          }
          entity = model::card_of(k);
        }
        return attr(s, e.id, static_cast<int>(entity), static_cast<model::Reading>(e.value), c);
      });
    }
    case Op::EvArg: {
      for (int f = c.frame; f >= 0; --f) {
        const Frame& frame = s.control.stack[static_cast<size_t>(f)];
        const model::Code& code = w_.code->codes[static_cast<size_t>(frame.code)];
        if (code.kind != model::CodeKind::Window) continue;
        for (int i = 0; i < code.params; ++i) if (code.locals[static_cast<size_t>(i)].name == p_.strings[static_cast<size_t>(e.id)]) return s.cells[static_cast<size_t>(frame.base + i)];
      }
      return e.type.kind == model::TypeKind::Bool ? d_.truth(false) : d_.num(e.type.kind == model::TypeKind::Ref ? model::kNobody : 0);
    }
    case Op::ZoneSet:
    case Op::KindSet:
    case Op::AllOf: {
      const int n = universe(e.type);
      Val set = d_.empty(n);
      for (int k = 0; k < n; ++k) set = d_.with_if(set, k, member(s, id, d_.num(k), c));
      return set;
    }
    case Op::Call: {
      if (const model::DerivedDef& def = p_.derived[static_cast<size_t>(e.id)]; openable(def.type) && open(def.by)) return any(def.type);
      if (!constants_.empty() && w_.code->constant[static_cast<size_t>(e.id)]) {
        std::optional<Val>& known = constants_[static_cast<size_t>(e.id)];
        if (!known) known = eval(s, p_.derived[static_cast<size_t>(e.id)].is, {c.frame, nullptr, nullptr});
        return *known;
      }
      std::array<Val, kTemps> t;
      for (size_t i = 0; i < e.args.size(); ++i) t[i] = sub(e.args[i]);
      return eval(s, p_.derived[static_cast<size_t>(e.id)].is, {c.frame, nullptr, t.data()});
    }
    case Op::Table: {
      Val any = d_.truth(false);
      std::vector<Val> args;
      for (ExprId k : e.args) args.push_back(sub(k));
      for (const auto& row : p_.tables[static_cast<size_t>(e.id)].rows) {
        Val all = d_.truth(true);
        for (size_t i = 0; i < row.size(); ++i) all = d_.and_(all, d_.eq(args[i], d_.num(w_.own(p_[e.args[i]].type, row[i]))));
        any = d_.or_(any, all);
      }
      return any;
    }
    case Op::Not: return d_.not_(sub(e.a));
    case Op::Neg: return d_.neg(sub(e.a));
    case Op::And: { const Val a = sub(e.a); return d_.is_false(a) ? a : d_.and_(a, sub(e.b)); }
    case Op::Or: { const Val a = sub(e.a); return d_.is_true(a) ? a : d_.or_(a, sub(e.b)); }
    case Op::Implies: { const Val a = sub(e.a); return d_.is_false(a) ? d_.truth(true) : d_.or_(d_.not_(a), sub(e.b)); }
    case Op::Add: return d_.add(sub(e.a), sub(e.b));
    case Op::Sub: return d_.sub(sub(e.a), sub(e.b));
    case Op::Mul: return d_.mul(sub(e.a), sub(e.b));
    case Op::Div: return d_.div(sub(e.a), sub(e.b));
    case Op::Mod: return d_.mod(sub(e.a), sub(e.b));
    case Op::Min2: { const Val a = sub(e.a), b = sub(e.b); return d_.ite(d_.le(a, b), a, b); }
    case Op::Max2: { const Val a = sub(e.a), b = sub(e.b); return d_.ite(d_.le(a, b), b, a); }
    case Op::Eq:
    case Op::Ne: {
      const Val a = sub(e.a), b = sub(e.b);
      const bool set = p_[e.a].type.kind == model::TypeKind::Set;
      const Val same = set ? d_.same_set(a, b, universe(p_[e.a].type)) : d_.eq(a, b);
      return e.op == Op::Eq ? same : d_.not_(same);
    }
    case Op::Lt: return d_.lt(sub(e.a), sub(e.b));
    case Op::Le: return d_.le(sub(e.a), sub(e.b));
    case Op::In: return member(s, e.b, sub(e.a), c);
    case Op::Subset: return d_.subset(sub(e.a), sub(e.b), universe(p_[e.a].type));
    case Op::Union: return d_.unite(sub(e.a), sub(e.b));
    case Op::Inter: return d_.meet(sub(e.a), sub(e.b));
    case Op::Diff: return d_.minus(sub(e.a), sub(e.b));
    case Op::If: {
      const Val cond = sub(e.a);
      if (d_.is_true(cond)) return sub(e.b);
      if (d_.is_false(cond)) return sub(e.c);
      return d_.ite(cond, sub(e.b), sub(e.c));
    }
    case Op::Quant: return quantifier(s, e, c);
    case Op::SetOf: {
      const int n = universe(e.type);
      Val set = d_.empty(n);
      for (ExprId k : e.args) set = d_.with(set, sub(k), n);
      return set;
    }
    case Op::Size: return d_.add(counted(s, e.a, c), d_.size(sub(e.a), universe(p_[e.a].type)));
    case Op::Present: return d_.le(d_.num(0), sub(e.a));
    case Op::CardOf: {
      const Val v = sub(e.a);
      return d_.ite(d_.lt(v, d_.num(-1)), d_.sub(d_.num(-2), v), v);
    }
    case Op::Running: {
      const auto& [proc, range] = p_.ranges[static_cast<size_t>(e.id)];
      for (const Frame& f : s.control.stack) {
        if (f.code != proc) continue;
        const int ordinal = w_.code->codes[static_cast<size_t>(f.code)].ins[static_cast<size_t>(f.pc)].ordinal;
        if (range.first < 0 || (ordinal >= range.first && ordinal <= range.second)) return d_.truth(true);
      }
      return d_.truth(false);
    }
    case Op::Breaks: {
      const model::Limit& l = p_.limits[static_cast<size_t>(e.id)];
      if (open(l.source)) return either();
      if (l.domain == kNone) return breaks(s, e.id, -1, c);
      Val any = d_.truth(false);
      for (int k = 0; k < universe(p_[l.domain].type); ++k) any = d_.or_(any, breaks(s, e.id, k, c));
      return any;
    }
    case Op::Pays: return pays(s, e, c);
    case Op::Icons: return d_.over(sub(e.a), [&](int64_t price) -> Val { return d_.num(price < 0 ? 0 : static_cast<int64_t>(p_.prices[static_cast<size_t>(price)].icons.size())); });
    case Op::TopOf: return d_.over(sub(e.a), [&](int64_t player) -> Val { return player < 0 ? d_.num(model::kNobody) : top(s, e.id, player); });
    case Op::CountOf: {
      const int first = w_.lot_cell[static_cast<size_t>(e.id)];
      return d_.over(sub(e.a), [&](int64_t pl) -> Val { return first >= 0 && (pl == 0 || pl == 1) ? s.cells[static_cast<size_t>(first + pl)] : d_.num(0); });
    }
    case Op::Would: return would(s, e.id, e.a, c);
    case Op::Raised: {
      for (size_t i = 0; i < w_.ghosts.signals.size(); ++i) if (w_.ghosts.signals[i] == e.id) return s.cells[static_cast<size_t>(w_.ghost_cell) + i];
      return d_.num(0);
    }
    case Op::Ran: {
      for (size_t i = 0; i < w_.ghosts.steps.size(); ++i) if (w_.ghosts.steps[i] == std::pair<Id, int>{e.id, static_cast<int>(e.value)}) return s.cells[static_cast<size_t>(w_.ghost_cell) + w_.ghosts.signals.size() + i];
      return d_.truth(false);
    }
    case Op::Result: return d_.num(s.control.result);
    case Op::Says: return d_.over(sub(e.a), [&](int64_t k) -> Val { return d_.truth(k >= 0 && p_.effects[static_cast<size_t>(w_.effects[static_cast<size_t>(k)].effect)].words.find(p_.strings[static_cast<size_t>(e.value)]) != std::string::npos); });
    case Op::Declared: return d_.over(sub(e.a), [&](int64_t k) -> Val { return declared(s, static_cast<int>(model::card_of(k))); });
    case Op::Negated:
    case Op::Answered: return d_.over(sub(e.a), [&](int64_t k) -> Val {
      if (k < 0 || k >= kSlots) return d_.truth(false);
      const Slot& slot = s.control.slots[static_cast<size_t>(k)];
      return d_.truth(e.op == Op::Negated ? slot.negated : slot.answered);
    });
    case Op::Acted: {
      for (size_t i = 0; i < w_.ghosts.exchanges.size(); ++i) if (w_.ghosts.exchanges[i] == e.id) return s.cells[static_cast<size_t>(w_.ghost_cell) + w_.ghosts.signals.size() + w_.ghosts.steps.size() + i];
      return d_.num(0);
    }
    case Op::Source: return source(s, e.value == 1);
    case Op::Outer: {
      const int slot = slot_of(s, c.frame);
      // what is about to be declared has no place yet
      if (w_.code->codes[static_cast<size_t>(s.control.stack[static_cast<size_t>(c.frame)].code)].kind == model::CodeKind::Exchange) return d_.num(slot);
      return d_.num(slot < 0 ? model::kNobody : s.control.slots[static_cast<size_t>(slot)].parent);
    }
    case Op::ThisAct: return d_.num(slot_of(s, c.frame));
    case Op::Fits: return fits(s, c, e.value == 1);
    case Op::EffectOf: return d_.over(sub(e.a), [&](int64_t k) -> Val { return d_.num(k < 0 ? model::kNobody : p_.effects[static_cast<size_t>(w_.effects[static_cast<size_t>(k)].effect)].price); });
    case Op::Uses: return d_.over(sub(e.a), [&](int64_t k) -> Val { return k < 0 ? d_.num(0) : s.cells[static_cast<size_t>(w_.uses_cell + k)]; });
    case Op::Amended: {
      const model::Amend& a = p_.amends[static_cast<size_t>(e.id)];
      Val any = d_.truth(false);
      if (std::find(w_.card_defs.begin(), w_.card_defs.end(), a.source.card) != w_.card_defs.end() && open(a.source)) return either();
      for (int k = 0; k < w_.cards; ++k) {
        if (w_.card_defs[static_cast<size_t>(k)] != a.source.card) continue;
        std::array<Val, kTemps> t;
        t[0] = d_.num(k);
        const Val on = a.cond == kNone ? active(s, k) : eval(s, a.cond, {c.frame, c.locals, t.data()});
        if (!d_.is_false(on)) note(&Trace::amends, e.id);
        any = d_.or_(any, on);
      }
      return any;
    }
  }
  return d_.num(0);
}

template <class D>
typename D::Val Eval<D>::member(const S& s, ExprId set, Val element, Ctx<Val> c) const {
  using model::Op;
  const model::Expr& e = p_[set];
  note(&Trace::exprs, set);
  switch (e.op) {
    case Op::ZoneSet: {
      const bool attached = p_.zones[static_cast<size_t>(e.id)].of == model::ZoneOwner::Card;
      const Val owner = e.a == kNone ? d_.num(model::kNobody) : eval(s, e.a, c);
      return d_.over(element, [&](int64_t k) -> Val {
        if (k < 0 || k >= w_.cards) return d_.truth(false);
        const int card = static_cast<int>(k);
        if (e.a == kNone) return zone_is(s, card, e.id);
        if (!attached) return in_zone(s, card, e.id, owner);
        return d_.and_(zone_is(s, card, e.id), d_.eq(s.cells[static_cast<size_t>(w_.attr_cell[3] + card)], owner));
      });
    }
    case Op::KindSet:
      return d_.over(element, [&](int64_t k) -> Val {
        if (k < 0 || k >= w_.cards) return d_.truth(false);
        std::array<Val, kTemps> t;
        t[0] = d_.num(k);
        return eval(s, p_.kinds[static_cast<size_t>(e.id)].is, {c.frame, nullptr, t.data()});
      });
    case Op::AllOf: {
      const TokenSort* tokens = w_.token_sort(e.id);
      return d_.over(element, [&](int64_t k) -> Val {
        if (k < 0 || k >= universe(e.type)) return d_.truth(false);
        return tokens == nullptr ? d_.truth(true) : s.cells[static_cast<size_t>(tokens->alive + k)];
      });
    }
    case Op::SetOf: {
      Val any = d_.truth(false);
      for (ExprId k : e.args) any = d_.or_(any, d_.eq(element, eval(s, k, c)));
      return any;
    }
    case Op::Union: return d_.or_(member(s, e.a, element, c), member(s, e.b, element, c));
    case Op::Inter: return d_.and_(member(s, e.a, element, c), member(s, e.b, element, c));
    case Op::Diff: return d_.and_(member(s, e.a, element, c), d_.not_(member(s, e.b, element, c)));
    default: return d_.has(eval(s, set, c), element, universe(e.type));
  }
}

/// How many cards of lots are in the set. What is held somewhere are single cards, and quantifiers range over these only.
template <class D>
typename D::Val Eval<D>::counted(const S& s, ExprId set, Ctx<Val> c) const {
  Val total = d_.num(0);
  const model::Type& t = p_[set].type;
  if (t.id != model::kCardSort || t.elem != model::TypeKind::Ref) return total;
  for (size_t zone = 0; zone < p_.zones.size(); ++zone) for (int side = 0; side < 2 && w_.lot_cell[zone] >= 0; ++side) {
    const Val n = s.cells[static_cast<size_t>(w_.lot_cell[zone] + side)];
    if (d_.is_true(d_.eq(n, d_.num(0)))) continue;
    total = d_.add(total, d_.ite(lot_in(s, set, static_cast<Id>(zone), side, c), n, d_.num(0)));
  }
  return total;
}

/// Are the cards of this lot in the set?
template <class D>
typename D::Val Eval<D>::lot_in(const S& s, ExprId set, Id zone, int side, Ctx<Val> c) const {
  using model::Op;
  const model::Expr& e = p_[set];
  const auto in = [&](ExprId k) { return lot_in(s, k, zone, side, c); };
  switch (e.op) {
    case Op::ZoneSet:
      if (e.id != zone || e.a == kNone) return d_.truth(e.id == zone);
      return d_.eq(eval(s, e.a, c), d_.num(side));
    case Op::AllOf: return d_.truth(true);
    case Op::KindSet: {
      const Bounds b = lot_is(s, p_.kinds[static_cast<size_t>(e.id)].is, zone, side, {c.frame, nullptr, nullptr});
      if (!d_.is_true(d_.or_(b.surely, d_.not_(b.perhaps)))) throw Unsupported{"how many cards there are of a kind to which some may belong that are only counted"};
      return b.surely;
    }
    case Op::Union: return d_.or_(in(e.a), in(e.b));
    case Op::Inter: return d_.and_(in(e.a), in(e.b));
    case Op::Diff: return d_.and_(in(e.a), d_.not_(in(e.b)));
    case Op::If: return d_.ite(eval(s, e.a, c), in(e.b), in(e.c));
    case Op::Call: {
      std::array<Val, kTemps> t;
      for (size_t i = 0; i < e.args.size(); ++i) t[i] = eval(s, e.args[i], c);
      return lot_in(s, p_.derived[static_cast<size_t>(e.id)].is, zone, side, {c.frame, nullptr, t.data()});
    }
    default: return d_.truth(false);
  }
}

/// Does the condition of a kind hold of the cards of this lot? Only where they are is known of them.
template <class D>
typename Eval<D>::Bounds Eval<D>::lot_is(const S& s, ExprId condition, Id zone, int side, Ctx<Val> c) const {
  using model::Op;
  const model::Expr& e = p_[condition];
  const auto of = [&](ExprId k) { return lot_is(s, k, zone, side, c); };
  switch (e.op) {
    case Op::And: { const Bounds a = of(e.a), b = of(e.b); return {d_.and_(a.surely, b.surely), d_.and_(a.perhaps, b.perhaps)}; }
    case Op::Or: { const Bounds a = of(e.a), b = of(e.b); return {d_.or_(a.surely, b.surely), d_.or_(a.perhaps, b.perhaps)}; }
    case Op::Not: { const Bounds a = of(e.a); return {d_.not_(a.perhaps), d_.not_(a.surely)}; }
    case Op::In: {
      if (p_[e.a].op != Op::Temp || p_[e.a].id != 0) break;
      const std::function<Bounds(ExprId)> within = [&](ExprId k) -> Bounds {
        const model::Expr& set = p_[k];
        switch (set.op) {
          case Op::ZoneSet: return {d_.truth(set.id == zone && set.a == kNone), d_.truth(set.id == zone)};   // whose zone may hang on the card
          case Op::KindSet: return of(p_.kinds[static_cast<size_t>(set.id)].is);
          case Op::Union: { const Bounds a = within(set.a), b = within(set.b); return {d_.or_(a.surely, b.surely), d_.or_(a.perhaps, b.perhaps)}; }
          case Op::Inter: { const Bounds a = within(set.a), b = within(set.b); return {d_.and_(a.surely, b.surely), d_.and_(a.perhaps, b.perhaps)}; }
          case Op::Diff: { const Bounds a = within(set.a), b = within(set.b); return {d_.and_(a.surely, d_.not_(b.perhaps)), d_.and_(a.perhaps, d_.not_(b.surely))}; }
          case Op::Call: case Op::If: return {d_.truth(false), d_.truth(true)};
          default: return {d_.truth(set.op == Op::AllOf), d_.truth(set.op == Op::AllOf)};
        }
      };
      return within(e.b);
    }
    default: break;
  }
  return {d_.truth(false), d_.truth(true)};
}

template <class D>
typename D::Val Eval<D>::quantifier(const S& s, const model::Expr& e, Ctx<Val> c) const {
  using model::QuantKind;
  const QuantKind kind = static_cast<QuantKind>(e.value);
  const int n = universe(p_[e.a].type);
  const model::Op op = p_[e.a].op;
  const bool direct = op == model::Op::ZoneSet || op == model::Op::KindSet || op == model::Op::AllOf || op == model::Op::Union || op == model::Op::Inter || op == model::Op::Diff;
  const Val set = direct ? Val{} : eval(s, e.a, c);
  Val acc = kind == QuantKind::All ? d_.truth(true) : kind == QuantKind::Any ? d_.truth(false) : kind == QuantKind::SetQ ? d_.empty(n) : kind == QuantKind::The ? d_.num(model::kNobody)
            : kind == QuantKind::UnionQ ? d_.empty(universe(p_[e.c].type)) : d_.num(0);
  Val first = d_.truth(true);
  const Val saved = c.temps != nullptr ? c.temps[e.id] : Val{};
  std::array<Val, kTemps> own;
  if (c.temps == nullptr) c.temps = own.data();
  for (int k = kind == QuantKind::The ? n - 1 : 0; kind == QuantKind::The ? k >= 0 : k < n; k += kind == QuantKind::The ? -1 : 1) {
    const Val element = d_.num(k);
    Val in = direct ? member(s, e.a, element, c) : d_.has(set, element, n);
    if (d_.is_false(in)) continue;
    c.temps[e.id] = element;
    if (e.b != kNone) { in = d_.and_(in, eval(s, e.b, c)); if (d_.is_false(in)) continue; }
    switch (kind) {
      case QuantKind::All: acc = d_.and_(acc, e.c == kNone ? d_.truth(true) : d_.or_(d_.not_(in), eval(s, e.c, c))); break;
      case QuantKind::Any: acc = d_.or_(acc, e.c == kNone ? in : d_.and_(in, eval(s, e.c, c))); break;
      case QuantKind::Count: acc = d_.add(acc, d_.ite(in, d_.num(1), d_.num(0))); break;
      case QuantKind::Sum: acc = d_.add(acc, d_.ite(in, eval(s, e.c, c), d_.num(0))); break;
      case QuantKind::Min:
      case QuantKind::Max: {
        const Val v = eval(s, e.c, c);
        const Val better = kind == QuantKind::Min ? d_.lt(v, acc) : d_.lt(acc, v);
        acc = d_.ite(d_.and_(in, d_.or_(first, better)), v, acc);
        first = d_.and_(first, d_.not_(in));
        break;
      }
      case QuantKind::SetQ: acc = d_.with_if(acc, k, in); break;
      case QuantKind::The: acc = d_.ite(in, element, acc); break;
      case QuantKind::UnionQ: acc = d_.ite(in, d_.unite(acc, eval(s, e.c, c)), acc); break;
    }
    if (kind == QuantKind::All && d_.is_false(acc)) break;
    if (kind == QuantKind::Any && d_.is_true(acc)) break;
  }
  c.temps[e.id] = saved;
  return acc;
}

template <class D>
typename D::Val Eval<D>::attr(const S& s, Id id, int entity, model::Reading reading, Ctx<Val> c) const {
  const model::AttrDef& a = p_.attrs[static_cast<size_t>(id)];
  const int cell = w_.attr_cell[static_cast<size_t>(id)];
  if (cell >= 0) return s.cells[static_cast<size_t>(cell + entity)];
  Val v = printed(id, entity);
  if (reading == model::Reading::Printed) return v;
  if (a.base != kNone) {
    std::array<Val, kTemps> t;
    t[0] = d_.num(entity);
    v = eval(s, a.base, {c.frame, nullptr, t.data()});
  }
  if (reading == model::Reading::Base || !a.modifiable || a.sort != model::kCardSort) return v;
  return modified(s, id, entity, v, c);
}

/// The fold of the modifiers in force, older first.
template <class D>
typename D::Val Eval<D>::modified(const S& s, Id id, int entity, Val v, Ctx<Val> c) const {
  using model::ModOp;
  const auto apply = [&](ModOp op, Val amount) -> Val {
    switch (op) {
      case ModOp::Add: return d_.add(v, amount);
      case ModOp::Mul: return d_.mul(v, amount);
      case ModOp::Set: return amount;
      case ModOp::Floor: return d_.ite(d_.lt(v, amount), amount, v);
      case ModOp::Cap: return d_.ite(d_.lt(amount, v), amount, v);
      case ModOp::With: return d_.unite(v, amount);
      case ModOp::Without: return d_.minus(v, amount);
    }
    return v;
  };
  struct Deeper { int& depth; explicit Deeper(int& d) : depth(d) { ++d; } ~Deeper() { --depth; } } const deeper(depth_);
  if (depth_ > 100) throw Unsupported{"a value that hangs on itself"};
  const int layers = std::max<int>(1, static_cast<int>(p_.attrs[static_cast<size_t>(id)].layers.size()));
  for (int layer = 0; layer < layers; ++layer) for (size_t i = 0; i < s.control.effects.size(); ++i) {
    const Effect& f = s.control.effects[i];
    if (f.statik < 0) {
      if (f.attr == id && f.target == entity && f.layer == layer) v = apply(static_cast<ModOp>(f.op), s.cells[static_cast<size_t>(w_.amount_cell) + i]);
      continue;
    }
    const Instance& inst = w_.statics[static_cast<size_t>(f.statik)];
    const model::Static& st = p_.statics[static_cast<size_t>(inst.provision)];
    if (st.attr != id || st.layer != layer) continue;
    std::array<Val, kTemps> t;
    t[0] = d_.num(inst.card);
    t[1] = d_.num(entity);
    const Ctx<Val> inner{c.frame, nullptr, t.data()};
    Val on = st.for_all ? member(s, st.domain, d_.num(entity), inner) : d_.eq(eval(s, st.target, inner), d_.num(entity));
    if (d_.is_false(on)) continue;
    if (const model::AttrDef& def = p_.attrs[static_cast<size_t>(id)]; openable(def.type) && open(st.source)) {   // what it is about stays what it is
      if (held->ways != Held::Ways::Never) v = d_.ite(on, any(def.type, def.scope_lo, def.scope_hi), v);
      continue;
    }
    const auto bit = std::find(w_.cyclic.begin(), w_.cyclic.end(), static_cast<int>(f.statik));
    if (bit != w_.cyclic.end()) on = d_.and_(on, d_.truth((s.control.applied >> (bit - w_.cyclic.begin()) & 1) != 0));
    else {
      if (st.cond != kNone) on = d_.and_(on, eval(s, st.cond, inner));
      if (inst.card >= 0 && !w_.static_forbids.empty() && !d_.is_false(on)) on = d_.and_(on, reaches(s, inst.card, entity, c.frame));
    }
    if (d_.is_false(on)) continue;
    note(&Trace::statics, inst.provision);
    v = d_.ite(on, apply(st.op, eval(s, st.amount, inner)), v);
  }
  return v;
}

template <class D>
typename D::Val Eval<D>::reaches(const S& s, int by, int card, int frame) const {
  Val free = d_.truth(true);
  for (const Instance& i : w_.static_forbids) {
    const model::Norm& n = p_.norms[static_cast<size_t>(i.provision)];
    if ((n.on_self == 1 && card != i.card) || (n.on_self == 3 && by != i.card)) continue;
    Val on = i.card >= 0 ? active(s, i.card) : d_.truth(true);
    if (d_.is_false(on)) continue;
    std::array<Val, kTemps> t;
    t[0] = d_.num(i.card);
    t[1] = s.cells[static_cast<size_t>(w_.attr_cell[2] + by)];
    t[2] = d_.num(model::kNobody);
    t[3] = d_.num(card);
    t[4] = d_.num(model::kNoZone);
    t[5] = d_.num(by);
    if (n.cond != kNone) on = d_.and_(on, eval(s, n.cond, {frame, nullptr, t.data()}));
    if (!d_.is_false(on)) note(&Trace::norms, i.provision);
    free = d_.and_(free, d_.not_(on));
  }
  return free;
}

template <class D>
typename D::Val Eval<D>::breaks(const S& s, Id limit, int subject, Ctx<Val> c) const {
  const model::Limit& l = p_.limits[static_cast<size_t>(limit)];
  std::array<Val, kTemps> t;
  t[0] = d_.num(subject);
  const Ctx<Val> inner{c.frame, nullptr, t.data()};
  Val in = d_.truth(true);
  if (l.domain != kNone) { in = member(s, l.domain, d_.num(subject), inner); if (d_.is_false(in)) return in; }
  const Val broken = d_.and_(in, d_.not_(eval(s, l.holds, inner)));
  if (!d_.is_false(broken)) note(&Trace::limits, limit);
  if (!d_.is_false(broken) && open(l.source)) return d_.and_(broken, either());
  return broken;
}

/// Price matching with compulsory pairing: every label icon is paired with a cost icon of its own as far as
/// possible; every cost icon takes one token, of its kind, bearing the paired label; labels left over need a
/// witness. All tokens are used.
template <class D>
typename D::Val Eval<D>::pays(const S& s, const model::Expr& e, Ctx<Val> c) const {
  const Val tokens = eval(s, e.a, c), price = eval(s, e.b, c), witnessed = eval(s, e.c, c);
  const Id sort = p_.attrs[static_cast<size_t>(e.id)].sort;
  const int pool = w_.universe(model::ref_type(sort));
  const int kinds_n = universe(p_.attrs[static_cast<size_t>(e.id)].type), labels_n = universe(p_.attrs[static_cast<size_t>(e.value)].type);
  int64_t chosen = 0;
  std::vector<int> items;
  for (int i = 0; i < pool; ++i) {
    const Val has = d_.has(tokens, d_.num(i), pool);
    int64_t known = 0;
    if (!d_.known(has, known)) throw Unsupported{"a price paid with an unknown set"};
    if (known != 0) { items.push_back(i); chosen |= int64_t{1} << i; }
  }
  return d_.over(price, [&](int64_t which) -> Val {
    if (which < 0) return d_.truth(items.empty());
    const model::Price& pr = p_.prices[static_cast<size_t>(which)];
    const size_t icons = pr.icons.size(), labels = pr.labels.size();
    if (items.size() != icons) return d_.truth(false);
    const auto attr_of = [&](int64_t a, int item) { return s.cells[static_cast<size_t>(w_.attr_cell[static_cast<size_t>(a)] + item)]; };
    Val any = d_.truth(false);
    std::vector<int> order = items;
    std::sort(order.begin(), order.end());
    do {  // token order[i] pays icon i
      Val kinds = d_.truth(true);
      for (size_t i = 0; i < icons; ++i) kinds = d_.and_(kinds, d_.has(attr_of(e.id, order[i]), d_.num(pr.icons[i]), kinds_n));
      if (d_.is_false(kinds)) continue;
      // pairing: an injective map of min(icons, labels) labels to icons
      std::vector<int> to(labels, -1);
      const size_t pairs = std::min(icons, labels);
      const std::function<void(size_t, size_t, uint64_t)> pair = [&](size_t label, size_t done, uint64_t used) {
        if (labels - label < pairs - done) return;
        if (label == labels) {
          if (done != pairs) return;
          Val all = kinds;
          for (size_t l = 0; l < labels; ++l) {
            const Val ok = to[l] >= 0 ? d_.has(attr_of(e.value, order[static_cast<size_t>(to[l])]), d_.num(pr.labels[l]), labels_n) : d_.has(witnessed, d_.num(pr.labels[l]), labels_n);
            all = d_.and_(all, ok);
          }
          any = d_.or_(any, all);
          return;
        }
        for (size_t i = 0; i < icons; ++i) if ((used >> i & 1) == 0) { to[label] = static_cast<int>(i); pair(label + 1, done + 1, used | uint64_t{1} << i); }
        to[label] = -1;
        pair(label + 1, done, used);
      };
      pair(0, 0, 0);
    } while (!d_.is_true(any) && std::next_permutation(order.begin(), order.end()));
    return any;
  });
}

/// The presented things of the running act's effect are still candidates, or at least still there.
template <class D>
typename D::Val Eval<D>::fits(const S& s, Ctx<Val> c, bool present_only) const {
  int f = c.frame;
  while (f >= 0 && s.control.stack[static_cast<size_t>(f)].slot < 0) --f;
  if (f < 0) return d_.truth(true);
  const Frame& frame = s.control.stack[static_cast<size_t>(f)];
  const Slot& slot = s.control.slots[static_cast<size_t>(frame.slot)];
  if (slot.effect < 0) return d_.truth(true);
  const EffectInstance& inst = w_.effects[static_cast<size_t>(slot.effect)];
  const model::EffectDef& def = p_.effects[static_cast<size_t>(inst.effect)];
  const Id at = p_.acts[static_cast<size_t>(slot.act)].effect_local;
  std::array<Val, 2 + model::kEffectArgs> locals{};
  locals[0] = d_.num(inst.card);
  locals[1] = s.cells[static_cast<size_t>(frame.base)];
  Val all = d_.truth(true);
  for (size_t i = 0; i < def.present.size(); ++i) locals[2 + i] = s.cells[static_cast<size_t>(frame.base + at + 1) + i];
  for (size_t i = 0; i < def.present.size(); ++i) {
    const model::Choose& ch = def.present[i];
    std::array<Val, kTemps> t;
    const Val v = locals[2 + i];
    if (ch.elem >= 0) t[static_cast<size_t>(ch.elem)] = v;
    const Ctx<Val> inner{f, locals.data(), t.data()};
    Val ok = d_.le(d_.num(0), v);
    if (!present_only) {
      ok = d_.and_(ok, member(s, ch.set, v, inner));
      if (ch.where != kNone && !d_.is_false(ok)) ok = d_.and_(ok, eval(s, ch.where, inner));
      if (ch.designates && !d_.is_false(ok)) ok = d_.and_(ok, d_.over(v, [&](int64_t k) -> Val { return k < 0 ? d_.truth(false) : designated(s, slot.effect, slot.seat, k); }));
    }
    if (ch.or_none) ok = d_.or_(ok, d_.eq(v, d_.num(model::kNobody)));
    all = d_.and_(all, ok);
  }
  return all;
}

}  // namespace hanrei::checker
