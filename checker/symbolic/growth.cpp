#include "checker/symbolic/growth.h"

#include <algorithm>
#include <map>

#include "checker/question/ends.h"
#include "checker/semantics/pack.h"
#include "checker/symbolic/machine.h"
#include "checker/symbolic/queries.h"

namespace hanrei::checker::symbolic {
namespace {

constexpr size_t kMostStations = 2000, kFurthest = 64, kMostProofs = 100, kMostTried = 2000;

/// Where a play is looked at: whenever somebody decides, and before each round.
template <class D>
bool is_station(const World& w, const State<typename D::Val>& s) {
  const Frame& f = s.control.stack.back();
  const model::Code& code = w.code->codes[CodeId(f.code)];
  const model::Instr& ins = code.ins[f.pc];
  using model::OpCode;
  return ins.code == OpCode::NextSeat || ins.code == OpCode::EndRound ||
         (ins.code == OpCode::LoopBack && code.ins[ins.target].code == OpCode::Branch);
}

struct Station {
  State<int64_t> state;
  size_t moves = 0;      ///< made before
  bool decides = false;  ///< somebody does, here
};

/// The stations of a play.
std::vector<Station> stations_of(const Question& q, const std::vector<int64_t>& lets,
                                 const std::vector<Move>& play) {
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  std::vector<Station> out;
  std::vector<Alt<int64_t>> alts;
  size_t next = 0;
  for (State<int64_t> s = m.initial(lets); s.control.end == End::Running;) {
    if (out.size() >= kMostStations) break;
    if (is_station<Concrete>(*q.world, s)) out.push_back({s, next, false});
    const Status status = m.step(s, alts);
    if (status == Status::Done) break;
    if (status != Status::Choice) continue;
    out.push_back({s, next, true});
    if (next == play.size()) break;
    const auto it = std::find_if(alts.begin(), alts.end(),
                                 [&](const Alt<int64_t>& a) { return a.move == play[next]; });
    if (it == alts.end()) break;
    const Alt<int64_t> taken = *it;
    m.take(s, taken);
    ++next;
  }
  return out;
}

/// What the cell counts: an attribute that is a number, or cards of a lot; empty: nothing such.
std::string number_in(const Question& q, size_t cell) {
  const World& w = *q.world;
  const model::Program& p = *q.program;
  const int at = static_cast<int>(cell);
  for (const AttrId a : p.attrs.ids()) {
    const model::AttrDef& def = p.attrs[a];
    const int first = w.attr_cell[a];
    const int n = def.sort == kNone ? 1 : w.universe(model::ref_type(def.sort));
    if (first < 0 || at < first || at >= first + n || def.type.kind != model::TypeKind::Int)
      continue;
    if (def.sort == kNone) return def.name;
    if (def.sort == model::kPlayerSort) return p.players[at - first] + "." + def.name;
    if (def.sort == model::kCardSort) return w.card_ids[at - first] + "." + def.name;
    return "";
  }
  for (const ZoneId z : p.zones.ids())
    for (int side = 0; side < 2 && w.lot_cell[z] >= 0; ++side)
      if (at == w.lot_cell[z] + side) return w.show_zone(static_cast<int64_t>(z) * 2 + side);
  return "";
}

using Difference = std::vector<std::pair<size_t, int64_t>>;  ///< cell, by how much

/// Do the states differ in numbers only?
std::optional<Difference> difference(const Question& q, const Station& a, const Station& b) {
  if (a.decides != b.decides || a.state.cells.size() != b.state.cells.size()) return std::nullopt;
  Difference out;
  for (size_t i = 0; i < a.state.cells.size(); ++i) {
    if (a.state.cells[i] == b.state.cells[i]) continue;
    if (number_in(q, i).empty()) return std::nullopt;
    out.emplace_back(i, b.state.cells[i] - a.state.cells[i]);
  }
  State<int64_t> same = b.state;
  for (const auto& [cell, by] : out) same.cells[cell] -= by;
  std::string one, other;
  one.resize(pack(*q.world, a.state, one));
  other.resize(pack(*q.world, same, other));
  return one == other && !out.empty() ? std::optional(out) : std::nullopt;
}

class Prover {
 public:
  Prover(const Question& q, const std::vector<int64_t>& lets, const std::vector<Move>& play,
         const Limits& limits)
      : q_(q), play_(play), queries_(q, limits, nullptr), domain_{queries_.terms} {
    for (int64_t v : lets) lets_.push_back(queries_.terms.num(v));
  }

  /// Can the round from one station to the other be made whatever the numbers are that it has
  /// changed?
  bool proves(const std::vector<Station>& all, size_t from, size_t to, const Difference& by) {
    Terms& t = queries_.terms;
    Machine<Symbolic> m(*q_.world, domain_);
    m.until_depth = q_.until_depth;
    m.until_idle = q_.until_idle;
    State<Term> s = m.initial(lets_);
    size_t next = 0, passed = 0;
    known_ = Terms::kTrue;
    if (!run(m, s, next, passed, from)) return false;
    std::vector<Term> first;
    for (const auto& [cell, step] : by) {
      const Term v = t.int_var(), least = t.num(all[from].state.cells[cell]);
      known_ = t.and_(known_, step > 0 ? t.le(least, v) : t.le(v, least));
      s.cells[cell] = v;
      first.push_back(v);
    }
    const State<Term> began = s;
    if (!run(m, s, next, passed, to) || s.cells.size() != began.cells.size()) return false;
    for (size_t i = 0; i < by.size(); ++i) {
      if (!surely(t.eq(s.cells[by[i].first], t.add(first[i], t.num(by[i].second))))) return false;
      s.cells[by[i].first] = first[i];
    }
    return s.cells == began.cells && s.acts == began.acts && s.amounts == began.amounts;
  }

 private:
  bool surely(Term condition) {
    if (condition == Terms::kTrue) return true;
    return queries_.sat({known_, queries_.terms.not_(condition)}, nullptr) == Sat::No;
  }

  /// Runs on to a station. At one where somebody decides, what is decided is still to be done.
  bool run(Machine<Symbolic>& m, State<Term>& s, size_t& next, size_t& passed, size_t to) {
    std::vector<Alt<Term>> alts;
    for (size_t steps = 0; steps < 1'000'000; ++steps) {
      if (s.control.end != End::Running) return false;
      if (is_station<Symbolic>(*q_.world, s)) {
        if (passed == to) return true;
        ++passed;
      }
      const Status status = m.step(s, alts);
      if (status == Status::Continue) continue;
      if (status == Status::Done) return false;
      if (status == Status::Choice) {
        if (passed == to) return true;
        ++passed;
      }
      const auto wanted = [&](const Alt<Term>& a) {
        return status == Status::Choice ? next < play_.size() && a.move == play_[next]
                                        : surely(a.guard);
      };
      const auto it = std::find_if(alts.begin(), alts.end(), wanted);
      if (it == alts.end() || !surely(it->guard)) return false;
      const Alt<Term> taken = *it;
      m.take(s, taken);
      if (status == Status::Choice) ++next;
    }
    return false;
  }

  const Question& q_;
  const std::vector<Move>& play_;
  Queries queries_;
  Symbolic domain_;
  std::vector<Term> lets_;
  Term known_ = Terms::kTrue;
};

/// Who decides what from a station on, as far as it is looked at; that the numbers grow makes no
/// other place of it.
Crossings crossings(const Question& q, const std::vector<int64_t>& lets, const Station& from,
                    const Difference& by) {
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  m.initial(lets);
  Crossings out;
  std::map<std::string, int> known;
  std::vector<State<int64_t>> states;
  std::vector<Alt<int64_t>> alts;
  const auto add = [&](State<int64_t> s) {
    Status status = Status::Continue;
    for (size_t steps = 0; status == Status::Continue && steps < 100'000; ++steps)
      status = m.step(s, alts);
    State<int64_t> like = s;
    for (const auto& [cell, step] : by)
      if (cell < like.cells.size()) like.cells[cell] = 0;
    std::string key;
    key.resize(pack(*q.world, like, key));
    const auto [it, fresh] = known.try_emplace(std::move(key), static_cast<int>(states.size()));
    if (fresh) {
      out.end.push_back(s.control.end == End::Over && played(q, s.control));
      out.next.emplace_back();
      out.who.push_back(-1);
      states.push_back(std::move(s));
    }
    return it->second;
  };
  add(from.state);
  for (size_t n = 0; n < states.size() && n < kMostTried; ++n) {
    State<int64_t> s = states[n];
    if (m.step(s, alts) != Status::Choice) continue;
    out.who[n] = alts[0].move.who;
    const std::vector<Alt<int64_t>> ways = alts;
    for (const Alt<int64_t>& a : ways) {
      State<int64_t> to = s;
      m.take(to, a);
      const int place = add(std::move(to));
      out.next[n].push_back(place);
    }
  }
  return out;
}

}  // namespace

std::optional<Growth> growth(const Question& q, const std::vector<int64_t>& lets,
                             const std::vector<Move>& play, const Limits& limits) {
  if (q.world == nullptr) return std::nullopt;
  try {
    const std::vector<Station> all = stations_of(q, lets, play);
    size_t proofs = 0;
    for (size_t to = 1; to < all.size(); ++to)
      for (size_t from = to; from-- > (to > kFurthest ? to - kFurthest : 0);) {
        if (!played(q, all[from].state.control)) continue;
        const auto by = difference(q, all[from], all[to]);
        if (!by) continue;
        if (++proofs > kMostProofs) return std::nullopt;
        if (!Prover(q, lets, play, limits).proves(all, from, to, *by)) continue;
        Growth out;
        for (const auto& [cell, step] : *by) out.numbers.emplace_back(number_in(q, cell), step);
        out.leavers = leavers(crossings(q, lets, all[from], *by), 0);
        return out;
      }
  } catch (const Unsupported&) {
  } catch (const TooManyTerms&) {
  }
  return std::nullopt;
}

}  // namespace hanrei::checker::symbolic
