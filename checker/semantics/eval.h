// What an expression is worth in a state. Written once, over a value domain.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "base/contains.h"
#include "checker/semantics/held.h"
#include "checker/semantics/state.h"
#include "checker/semantics/trace.h"
#include "checker/semantics/world.h"

namespace hanrei::checker {

inline constexpr int kTemps = 24;

/// Where an expression is evaluated: the frame whose locals it sees, and its temps.
template <class Val>
struct Ctx {
  int frame = -1;  ///< index in the stack, for `ev` and `it`
  const Val* locals = nullptr;
  Val* temps = nullptr;
};

template <class D>
class Eval {
 public:
  using Val = typename D::Val;
  using S = State<Val>;

  /// `machine` says what hangs on statements and norms: hypotheticals, what may be designated,
  /// whose text runs.
  Eval(const World& world, D& domain, const Machine<D>& machine)
      : w_(world), p_(*world.program), d_(domain), m_(machine) {}

  Val eval(const S& s, ExprId id, Ctx<Val> c) const;

  Val printed(AttrId attr, int entity) const {
    const size_t at = w_.attr_table[attr] + entity;
    w_.looked[at].store(true, std::memory_order_relaxed);
    return printed_[at];
  }
  std::vector<Val>& printed_table() { return printed_; }
  std::vector<Val>& lets() { return lets_; }
  /// From here on (`on`) all attributes have their values, and what never changes is worked out
  /// once.
  void settled(bool on) { constants_.assign(on ? p_.derived.size() : 0, std::nullopt); }

  int universe(const model::Type& set) const { return w_.universe(model::elem_type(set)); }
  /// Is entity k in the set the expression stands for? Tests zones and kinds without building the
  /// set.
  Val member(const S& s, ExprId set, Val k, Ctx<Val> c) const;
  Val attr(const S& s, AttrId attr, int entity, model::Reading reading, Ctx<Val> c) const;
  Val breaks(const S& s, LimitId limit, int subject, Ctx<Val> c) const;
  Val in_zone(const S& s, int card, ZoneId zone, Val owner) const {
    const Val z = s.cells[w_.zone_cell + card];
    return d_.and_(d_.le(d_.num(0), owner),  // nobody has no zones
                   d_.eq(z, d_.add(d_.num(zone * 2), owner)));
  }
  Val zone_is(const S& s, int card, ZoneId zone) const {
    const Val z = s.cells[w_.zone_cell + card];
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
  /// The first cell of a layer.
  int layer_at(int pile_cell, Layer layer, int64_t player) const {
    const int side = static_cast<int>(player);
    return layer == Layer::Anywhere
               ? pile_cell + side
               : pile_cell + 2 + (2 * static_cast<int>(layer) + side) * w_.layer.words;
  }
  std::vector<int64_t> layer(const S& s, ZoneId pile, int64_t player, Layer which) const {
    const int cell = w_.pile_cell[pile];
    std::vector<int64_t> out;
    for (int i = 0; i < w_.layer.words && cell >= 0; ++i) {
      int64_t number = 0;
      if (!d_.known(s.cells[layer_at(cell, which, player) + i], number))
        throw Unsupported{ReasonCode::PileMaybePutOnto};
      const std::vector<int64_t> part = Layers::of(number, w_.layer.base);
      out.insert(out.end(), part.begin(), part.end());
    }
    return out;
  }
  void set_layer(S& s, ZoneId pile, int64_t player, Layer which,
                 const std::vector<int64_t>& cards) const {
    const int first = layer_at(w_.pile_cell[pile], which, player);
    const auto digits = static_cast<size_t>(w_.layer.digits);
    for (int i = 0; i < w_.layer.words; ++i) {
      const size_t from = std::min(cards.size(), i * digits),
                   to = std::min(cards.size(), from + digits);
      s.cells[first + i] = d_.num(Layers::number({cards.begin() + static_cast<std::ptrdiff_t>(from),
                                                  cards.begin() + static_cast<std::ptrdiff_t>(to)},
                                                 w_.layer.base));
    }
  }
  /// Of what was put anywhere: cards, and behind them one for the lot.
  int anywhere_size() const { return w_.cards + 1; }
  /// Stops where a card was put onto the pile, nobody said where, and something else lies there.
  /// Cards of a lot are all alike: what they lie between are cards with names.
  void ordered(const S& s, ZoneId pile, int64_t player) const {
    const int cell = w_.pile_cell[pile];
    if (cell < 0) return;
    const Val anywhere = s.cells[layer_at(cell, Layer::Anywhere, player)];
    const auto put = [&](int k) {
      return !d_.is_false(d_.has(anywhere, d_.num(k), anywhere_size()));
    };
    const bool lot = !d_.is_false(any_lot(s, pile, player));
    int there = 0, given = 0;
    for (int k = 0; k < w_.cards; ++k)
      if (!d_.is_false(in_zone(s, k, pile, d_.num(player)))) {
        ++there;
        given += put(k) ? 0 : 1;
      }
    if (given < there ? there > 1 || lot : there > 0 && lot && put(w_.cards))
      throw Unsupported{ReasonCode::PlaceOnPile};
  }
  Val any_lot(const S& s, ZoneId pile, int64_t player) const {
    const int lot = w_.lot_cell[pile];
    return lot < 0 ? d_.truth(false) : d_.lt(d_.num(0), s.cells[lot + player]);
  }
  /// The card on top of a player's pile; none when a lot is there, or nothing. What was put on top
  /// or under it lies there; between these named cards lie on top, in the order of the situation,
  /// until the pile is shuffled, and then the lot.
  Val top(const S& s, ZoneId pile, int64_t player) const {
    ordered(s, pile, player);
    if (const std::vector<int64_t> above = layer(s, pile, player, Layer::Above); !above.empty())
      return d_.num(above.back());
    const std::vector<int64_t> below = layer(s, pile, player, Layer::Below);
    if (const int cell = w_.order_cell[pile]; cell >= 0) {
      int64_t order = kAsGiven;
      if (!d_.known(s.cells[cell + player], order))
        throw Unsupported{ReasonCode::PileMaybeShuffled};
      if (order == kUnknownOrder && tops(s, pile, player).size() > 1)
        throw Unsupported{ReasonCode::TopOfShuffled};
      if (order > kUnknownOrder) return d_.num(order - kOnTop);
    }
    Val top = below.empty()
                  ? d_.num(model::kNobody)
                  : d_.ite(any_lot(s, pile, player), d_.num(model::kNobody), d_.num(below.front()));
    for (int k = w_.cards - 1; k >= 0; --k)
      if (!base::contains(below, k))
        top = d_.ite(in_zone(s, k, pile, d_.num(player)), d_.num(k), top);
    return top;
  }
  /// What may lie on top of it once it is shuffled: cards, and -1 for its lot.
  std::vector<int64_t> tops(const S& s, ZoneId pile, int64_t player) const {
    if (const std::vector<int64_t> above = layer(s, pile, player, Layer::Above); !above.empty())
      return {above.back()};
    const std::vector<int64_t> below = layer(s, pile, player, Layer::Below);
    std::vector<int64_t> out;
    for (int k = 0; k < w_.cards; ++k) {
      if (base::contains(below, k)) continue;
      const Val in = in_zone(s, k, pile, d_.num(player));
      if (d_.is_false(in)) continue;
      if (!d_.is_true(in)) throw Unsupported{ReasonCode::ShuffledUnknownCards};
      out.push_back(k);
    }
    if (out.empty() && below.empty()) return out;
    const Val some = any_lot(s, pile, player);
    if (!d_.is_false(some) && !d_.is_true(some)) throw Unsupported{ReasonCode::ShuffledUnknownSize};
    if (d_.is_true(some)) out.push_back(model::kNobody);
    if (out.empty()) out.push_back(below.front());
    return out;
  }
  /// Does a standing effect of the one card change the other, as far as nothing forbids that it is
  /// affected?
  Val reaches(const S& s, int by, int card, int frame) const;
  int slot_of(const S& s, int frame) const {
    for (int f = frame; f >= 0; --f)
      if (s.control.stack[f].slot >= 0) return s.control.stack[f].slot;
    return -1;
  }
  const World& world() const { return w_; }
  /// Is the card presented by an act that is declared and not yet carried out?
  Val declared(const S& s, int card) const {
    Val any = d_.truth(false);
    for (size_t i = 0; i < s.control.slots.size() && card >= 0; ++i) {
      const Slot& slot = s.control.slots[i];
      if (slot.act < 0) continue;
      const Val* base = s.acts.data() + i * static_cast<size_t>(w_.slot_size);
      for (const Frame& f : s.control.stack)
        if (f.slot == static_cast<int>(i) &&
            w_.code->codes[CodeId(f.code)].kind == model::CodeKind::Procedure)
          base = s.cells.data() + f.base;
      const model::ActDef& act = p_.acts[ActId(slot.act)];
      const auto& locals = p_.procedures[act.process].locals;
      for (const model::Choose& c : act.present) {
        const model::Type& t = locals[c.var].type;
        const Val v = base[c.var];
        if (t.kind == model::TypeKind::Ref && t.id == model::kCardSort)
          any = d_.or_(any, d_.eq(v, d_.num(card)));
        if (t.kind == model::TypeKind::Set && t.elem == model::TypeKind::Ref &&
            t.id == model::kCardSort)
          any = d_.or_(any, d_.has(v, d_.num(card), w_.cards));
      }
    }
    return any;
  }
  Trace* trace = nullptr;
  const Held* held = nullptr;  ///< what counts; none: everything
  /// Is what these state left open?
  template <class By>
  bool open(const By& by) const {
    if constexpr (D::symbolic)
      return held != nullptr && held->open(by);
    else
      return false;
  }
  /// May a value of the type be left open?
  bool openable(const model::Type& t) const {
    switch (t.kind) {
      case model::TypeKind::Bool:
      case model::TypeKind::Int: return true;
      case model::TypeKind::Enum: return !w_.renumbers(t) && w_.universe(t) <= 8;
      case model::TypeKind::Set:
        return !w_.renumbers(t) && t.many == model::Many::Set &&
               w_.universe(model::elem_type(t)) <= 16;
      default: return false;
    }
  }
  /// True or false.
  Val either() const {
    return held->ways == Held::Ways::Any ? d_.open_truth()
                                         : d_.truth(held->ways == Held::Ways::Always);
  }
  /// Whether what is chosen may be such, while that is left open: as if nothing were asked of it,
  /// it may.
  Val unasked() const { return d_.not_(either()); }
  /// Any value of an openable type; a number between these bounds.
  Val any(const model::Type& t, int64_t lo = INT64_MIN, int64_t hi = INT64_MAX) const {
    if (held->ways != Held::Ways::Any) {
      const bool always = held->ways == Held::Ways::Always;
      if (t.kind == model::TypeKind::Bool) return d_.truth(always);
      if (t.kind == model::TypeKind::Set)
        return always ? d_.mask((int64_t{1} << universe(t)) - 1, universe(t))
                      : d_.empty(universe(t));
      if (t.kind == model::TypeKind::Enum) return d_.num(always ? w_.universe(t) - 1 : 0);
      return d_.num(always ? std::min<int64_t>(hi, std::max<int64_t>(lo, 0) + 20)
                           : std::max<int64_t>(lo, 0));
    }
    const int n = t.kind == model::TypeKind::Set    ? universe(t)
                  : t.kind == model::TypeKind::Enum ? w_.universe(t)
                                                    : 0;
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
  void note(Trace::Marks Trace::*which, Id id) const {
    if constexpr (!D::symbolic) {
      if (trace != nullptr) [[unlikely]]
        mark(*trace, which, id);
    } else {
      (void)which;
      (void)id;
    }
  }
  Val attr_of(const S& s, const model::Expr& e, int64_t k, Ctx<Val> c) const;
  Val call(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val in_table(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val event_arg(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val of_play(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val of_rules(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val of_thing(const S& s, const model::Expr& e, int64_t k) const;
  Val quantifier(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val pays(const S& s, const model::Expr& e, Ctx<Val> c) const;
  Val counted(const S& s, ExprId set, Ctx<Val> c) const;
  struct Bounds {
    Val surely, perhaps;
  };
  Val lot_in(const S& s, ExprId set, ZoneId zone, int side, Ctx<Val> c) const;
  Bounds lot_is(const S& s, ExprId condition, ZoneId zone, int side, Ctx<Val> c) const;
  Val modified(const S& s, AttrId attr, int entity, Val value, Ctx<Val> c) const;
  Val fits(const S& s, Ctx<Val> c, bool present_only) const;

  const World& w_;
  const model::Program& p_;
  D& d_;
  const Machine<D>& m_;
  std::vector<Val> printed_, lets_;
  mutable base::Table<DerivedId, std::optional<Val>>
      constants_;  ///< of derived values that never change
};

}  // namespace hanrei::checker
