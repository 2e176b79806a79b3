// Machine: choices.
#pragma once

#include "checker/semantics/machine.h"

namespace hanrei::checker {

/// What the play says of the next choice of that name, if that is what comes next in it.
template <class D>
const rulings::PlayItem* Machine<D>::scripted(const S& s, std::string_view name, int who,
                                              uint8_t& after) const {
  const std::vector<rulings::PlayItem>& play = w_.question->play;
  size_t at = s.control.script;
  while (at < play.size() && play[at].kind == rulings::PlayKind::Free) ++at;
  if (at >= play.size() || play[at].kind != rulings::PlayKind::Choose || play[at].choice != name ||
      play[at].by != who)
    return nullptr;
  after = static_cast<uint8_t>(at + 1);
  return &play[at];
}

/// Keeps the alternatives that the play asks for; all, when it asks for none of them.
template <class D>
template <class F>
void Machine<D>::follow_script(const S& s, std::string_view name, std::vector<Alt<Val>>& alts,
                               F&& value) const {
  uint8_t after = 0;
  const rulings::PlayItem* item =
      alts.size() < 2 ? nullptr : scripted(s, name, alts[0].move.who, after);
  if (item == nullptr || item->values.size() != 1) return;
  const auto other = [&](const Alt<Val>& a) { return value(a) != item->values[0]; };
  if (std::all_of(alts.begin(), alts.end(), other)) return;
  std::erase_if(alts, other);
  for (Alt<Val>& a : alts) a.script = after;
}

/// use(mask) for the subsets of n things with so many members, or with at least `least`, in the
/// order of their masks; `only`: none but this. False, and no use, where there are too many.
template <class D>
template <class F>
bool Machine<D>::each_subset(size_t n, int64_t size, size_t least,
                             const std::optional<uint64_t>& only, F&& use) const {
  if (size > static_cast<int64_t>(n)) return true;
  if (only) {
    const auto members = static_cast<size_t>(__builtin_popcountll(*only));
    if (size >= 0 ? members == static_cast<size_t>(size) : members >= least) use(*only);
    return true;
  }
  if (size < 0) {
    if (n >= 63 || (uint64_t{1} << n) > most_ways) return false;
    for (uint64_t bits = 0; bits < uint64_t{1} << n; ++bits)
      if (static_cast<size_t>(__builtin_popcountll(bits)) >= least) use(bits);
    return true;
  }
  double ways = 1;  // n over size
  for (int64_t i = 0; i < size; ++i)
    ways *= static_cast<double>(static_cast<int64_t>(n) - i) / static_cast<double>(i + 1);
  if (ways > static_cast<double>(most_ways) + 0.5) return false;
  if (size == 0) {
    use(uint64_t{0});
    return true;
  }
  const uint64_t end = n >= 64 ? 0 : uint64_t{1} << n;
  for (uint64_t bits = (uint64_t{1} << size) - 1; bits < end;) {
    use(bits);
    const uint64_t low = bits & -bits, next = bits + low;  // the next mask with as many members
    bits = next | (((bits ^ next) >> 2) / low);
  }
  return true;
}

template <class D>
Status Machine<D>::choose(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const {
  const model::Choose& ch = w_.code->choices[ChoiceId(ins.index)];
  const Frame& f = s.frame();
  const int cell = f.base + ch.var;
  std::array<Val, kTemps> t;
  const C c = ctx(s, t.data());
  Move move;
  move.what = f.code;
  move.pc = f.pc;
  if (ch.who != kNone) {
    int64_t who = 0;
    if (!d_.known(eval_.eval(s, ch.who, c), who)) throw Unsupported{ReasonCode::ChoiceByUnknown};
    move.who = static_cast<int8_t>(who);
  }
  uint8_t after = 0;
  const rulings::PlayItem* script = scripted(s, ch.name, move.who, after);
  const std::vector<int64_t>* chosen =
      script != nullptr ? script->chosen.of(code_of(f).locals[ch.var].type) : nullptr;
  const bool anything = open_at(s, ins);  // whatever there is
  Val any = d_.truth(false);
  const auto add = [&](Val guard, Val written, std::vector<int64_t> values) {
    if (d_.is_false(guard)) return;
    if (script != nullptr && (chosen == nullptr || *chosen != values)) return;
    Alt<Val> a;
    a.guard = guard;
    a.pc = f.pc + 1;
    a.writes.emplace_back(cell, written);
    a.move = move;
    a.move.values = base::SmallVector<int64_t, 4>(values);
    if (script != nullptr) a.script = after;
    any = d_.or_(any, guard);
    alts.push_back(std::move(a));
  };
  switch (ch.domain) {
    case model::DomainKind::YesNo:
      move.kind = MoveKind::YesNo;
      add(d_.truth(true), d_.truth(true), {1});
      add(d_.truth(true), d_.truth(false), {0});
      break;
    case model::DomainKind::Int: {
      int64_t lo = 0, hi = 0;
      if (!d_.known(eval_.eval(s, ch.set, c), lo) || !d_.known(eval_.eval(s, ch.where, c), hi))
        throw Unsupported{ReasonCode::NumberOfUnknownRange};
      if (chosen != nullptr) {
        for (int64_t v : *chosen)
          if (lo <= v && v <= hi) add(d_.truth(true), d_.num(v), {v});
        break;
      }
      if (lo <= hi && static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) >= most_ways) {
        break_off(s, Bound::Ways, f.code);
        return Status::Done;
      }
      for (int64_t v = lo; v <= hi; ++v) add(d_.truth(true), d_.num(v), {v});
      break;
    }
    case model::DomainKind::One:
    case model::DomainKind::Some: {
      const int n = eval_.universe(p_[ch.set].type);
      if (w_.renumbers(p_[ch.set].type)) throw Unsupported{{ReasonCode::ChoiceAmongNames, 62}};
      std::vector<std::pair<int, Val>> candidates;
      const Text text = ch.designates && !anything ? running_text(s) : Text{};
      for (int k = 0; k < n; ++k) {
        Val in = eval_.member(s, ch.set, d_.num(k), c);
        if (d_.is_false(in)) continue;
        t[ch.elem] = d_.num(k);
        if (ch.where != kNone && !anything) in = d_.and_(in, eval_.eval(s, ch.where, c));
        if (text.runs && !d_.is_false(in))
          in = d_.and_(in, designated(s, text.effect, text.seat, k));
        if (!d_.is_false(in)) candidates.emplace_back(k, in);
      }
      if (ch.domain == model::DomainKind::One) {
        for (const auto& [k, in] : candidates) add(in, d_.num(k), {k});
        break;
      }
      int64_t size = -1;
      if (ch.size != kNone && !d_.known(eval_.eval(s, ch.size, c), size))
        throw Unsupported{ReasonCode::SetOfUnknownSize};
      std::optional<uint64_t> only;
      if (chosen != nullptr) {
        only = 0;
        for (size_t i = 0; i < candidates.size(); ++i)
          if (std::find(chosen->begin(), chosen->end(), candidates[i].first) != chosen->end())
            *only |= uint64_t{1} << i;
      }
      const bool all =
          each_subset(candidates.size(), size, ch.at_least_one ? 1 : 0, only, [&](uint64_t bits) {
            Val guard = d_.truth(true), set = d_.empty(n);
            std::vector<int64_t> values;
            for (size_t i = 0; i < candidates.size(); ++i) {
              if ((bits >> i & 1) == 0) continue;
              guard = d_.and_(guard, candidates[i].second);
              set = d_.with(set, d_.num(candidates[i].first), n);
              values.push_back(candidates[i].first);
            }
            if (d_.is_false(guard)) return;
            if (ch.such != kNone && !anything) {
              S trial = s;
              trial.cells[cell] = set;
              std::array<Val, kTemps> t2;
              guard = d_.and_(guard, eval_.eval(trial, ch.such, ctx(trial, t2.data())));
            }
            add(guard, set, std::move(values));
          });
      if (!all) {
        break_off(s, Bound::Ways, f.code);
        return Status::Done;
      }
      break;
    }
  }
  // What the play names is chosen; anything else might be a card that nobody has named.
  if ((script == nullptr || alts.empty()) && counted(s, ch, c))
    throw Unsupported{ReasonCode::ChoiceAmongCounted};
  if (!d_.is_true(any)) {
    Alt<Val> empty;
    empty.guard = d_.not_(any);
    empty.writes.emplace_back(cell, ch.domain == model::DomainKind::One ? d_.num(model::kNobody)
                                    : ch.domain == model::DomainKind::Some
                                        ? d_.empty(eval_.universe(p_[ch.set].type))
                                        : d_.num(0));
    empty.pc = ch.or_none ? f.pc + 1 : ins.target;
    empty.move = move;
    empty.move.values = {model::kNobody};
    if (alts.empty()) {
      take(s, empty);
      return Status::Continue;
    }
    alts.push_back(std::move(empty));
  }
  if (take_only(s, alts)) return Status::Continue;
  return Status::Choice;
}

/// Picks the next of pending items (a set in a local): the orderer chooses while more than one is
/// left.
template <class D>
Status Machine<D>::pick(S& s, const model::Instr& ins, int n, Val who, MoveKind kind,
                        std::vector<Alt<Val>>& alts) const {
  Frame& f = s.frame();
  if (!f.picking) {
    // What is pending becomes control: split a symbolic set on its members first.
    const Val rest = local(s, ins.slot);
    uint64_t mask = 0;
    for (int i = 0; i < n; ++i) {
      const Val in = d_.has(rest, d_.num(i), n);
      if (d_.is_false(in)) continue;
      if (d_.is_true(in)) {
        mask |= uint64_t{1} << i;
        continue;
      }
      Alt<Val> yes, no;
      yes.guard = in;
      yes.then = no.then = Then::Stay;
      yes.writes = {{f.base + ins.slot, d_.with(rest, d_.num(i), n)}};
      no.guard = d_.not_(in);
      no.writes = {{f.base + ins.slot, d_.without(rest, d_.num(i), n)}};
      alts = {std::move(yes), std::move(no)};
      return Status::Fork;
    }
    f.picking = true;
    f.pending = mask;
    local(s, ins.slot) = d_.num(0);
  }
  // The item carried out before is no longer of interest: states that differ in it only are one.
  local(s, ins.slot2) = d_.num(0);
  if (!s.control.arisen.empty()) forget_arisen(s, ins);
  // A whole order is kept where the set was: items + 1, the first one last, to the base 64.
  const bool whole = orders_whole(ins);
  int64_t sequence = 0;
  if (whole && !d_.known(local(s, ins.slot), sequence))
    return concretise(s, f.base + ins.slot, alts);
  if (whole && f.pending == 0 && sequence != 0) {
    local(s, ins.slot2) = d_.num(sequence % 64 - 1);
    local(s, ins.slot) = d_.num(sequence / 64);
    next(s);
    return Status::Continue;
  }
  if (f.pending == 0) {
    f.picking = false;
    f.pc = static_cast<int16_t>(ins.target);
    return Status::Continue;
  }
  Move move;
  if (whole && __builtin_popcountll(f.pending) > 9) throw Unsupported{ReasonCode::WholeOrder};
  move.kind = kind;
  move.what = f.code;
  move.pc = f.pc;
  int64_t player = -1;
  if (!d_.known(who, player)) throw Unsupported{ReasonCode::OrderByUnknown};
  move.who = static_cast<int8_t>(player);
  for (int i = 0; i < n; ++i) {
    if ((f.pending >> i & 1) == 0) continue;
    Alt<Val> a;
    a.guard = d_.truth(true);
    a.pc = whole ? f.pc : f.pc + 1;
    a.picks = true;
    a.pending = f.pending & ~(uint64_t{1} << i);
    if (whole) {
      int64_t place = 1;
      while (place <= sequence) place *= 64;
      a.writes = {{f.base + ins.slot, d_.num(sequence + place * (i + 1))}};
    } else {
      a.writes = {{f.base + ins.slot2, d_.num(i)}};
    }
    a.move = move;
    a.move.values = {i};
    alts.push_back(std::move(a));
    if (faults.drop_order && kind == MoveKind::Order) break;
  }
  // An item of a rule has its number, what a card (or something about a card) does has that card.
  const model::CodeKind at = code_of(f).kind;
  follow_script(s, "order", alts, [&](const Alt<Val>& a) -> int64_t {
    const size_t i = a.move.values[0];
    return at == model::CodeKind::Window ? w_.heard[SignalId(code_of(f).id)][i].card
           : at == model::CodeKind::Book ? w_.edges[i].card
                                         : a.move.values[0] + 1;
  });
  if (alts.size() == 1) {
    const Alt<Val> only = alts[0];
    alts.clear();
    take(s, only);
    return Status::Continue;
  }
  note(&Trace::orders, ins.code == model::OpCode::PickEdge ? 0 : ins.id);
  return Status::Choice;
}

}  // namespace hanrei::checker
