#include "checker/explain/parting.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "checker/explain/changes.h"
#include "checker/explain/claims.h"
#include "checker/explain/moves.h"
#include "checker/explicit_state/explore.h"
#include "checker/question/orders.h"
#include "checker/question/outcome.h"
#include "model/ir/forms.h"

namespace hanrei::checker::explain {
namespace {

using explicit_state::Setup;
using explicit_state::Space;
using rulings::ClaimKind;

/// How good a result is for a player: won, open or drawn, lost.
int rank(int result, int player) {
  if (result == model::kResultNone || result == model::kResultDraw) return 1;
  return result - model::kResultWinFirst == player ? 2 : 0;
}

/// Can what this move declares be declared where these moves lead?
bool may_declare(const Question& q, const std::vector<Move>& moves, const Move& declared,
                 const std::string& as) {
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  S s = m.initial({});
  std::vector<Alt<int64_t>> alts;
  size_t next = 0;
  for (size_t steps = 0; steps < 100'000; ++steps) {
    const Status status = m.step(s, alts);
    if (status == Status::Done) return false;
    if (status != Status::Choice) continue;
    if (next == moves.size())
      return std::ranges::any_of(alts, [&](const Alt<int64_t>& a) {
        return a.move.kind == declared.kind && replay::describe(q, a.move) == as;
      });
    const auto it =
        std::ranges::find_if(alts, [&](const Alt<int64_t>& a) { return a.move == moves[next]; });
    if (it == alts.end()) return false;
    m.take(s, *it);
    ++next;
  }
  return false;
}

/// Who chooses where the plays part.
std::string chooser(const Question& q, const Parting& p, MoveKind kind, bool ja) {
  const Sentence& at = p.plays[0].sentences[p.common];
  const int who = at.who;
  if (who < 0 && kind == MoveKind::Top)
    return ja ? "ここで、偶然によって分かれる。" : "Here they part, by chance.";
  if (who < 0)
    return ja ? "ここで分かれる。どちらになるかを誰が決めるかの定めはない。"
              : "Here they part. No rule says who decides which way it goes.";
  const std::string& name = q.program->players[who];
  return ja ? "ここで分かれる。選ぶのは" + name + "である。"
            : "Here they part. " + name + " chooses.";
}

/// Which of the plays is better for who chooses there.
std::string gain(const Question& q, const Parting& p, bool ja) {
  const int who = p.plays[0].sentences[p.common].who;
  if (who < 0) return "";
  const std::string& name = q.program->players[who];
  int good[2];
  for (int i : {0, 1}) good[i] = rank(p.plays[i].result, who);
  if (good[0] == good[1]) return "";
  const std::string better = good[0] > good[1] ? (ja ? "ア" : "a") : (ja ? "イ" : "b");
  return ja ? name + "にとってよいのは(" + better + ")である。"
            : " For " + name + " (" + better + ") is better.";
}

/// Tells both plays, and finds where they part.
void part(Parting& out, const Question& q, const std::vector<Move> (&moves)[2], base::Lang lang,
          const std::vector<std::string>& cards, bool boards) {
  for (int i : {0, 1}) {
    out.moves[i] = moves[i];
    out.plays[i] = tell(q, out.lets, {moves[i]}, lang, cards, boards);
    if (!out.plays[i].ok) return;
  }
  int part = 0;
  while (static_cast<size_t>(part) < std::min(moves[0].size(), moves[1].size()) &&
         moves[0][part] == moves[1][part])
    ++part;
  const auto &a = out.plays[0].sentences, &b = out.plays[1].sentences;
  while (out.common < std::min(a.size(), b.size()) && a[out.common].move != part &&
         b[out.common].move != part && a[out.common].text == b[out.common].text)
    ++out.common;
  out.found = out.common < a.size() && out.common < b.size() && a[out.common].move == part &&
              b[out.common].move == part;
  if (!out.found) return;
  const MoveKind kind = moves[0][part].kind;
  out.who = chooser(q, out, kind, lang == base::Lang::Ja);
  out.better = gain(q, out, lang == base::Lang::Ja);
  out.settled = a[out.common].who >= 0 &&
                (kind == MoveKind::Pick || kind == MoveKind::YesNo || kind == MoveKind::Order);
  out.by = a[out.common].by;
}

/// A play to each of two ends at which the claim says different things.
bool ends_apart(Parting& out, const Question& q, const rulings::Claim& claim, const Limits& limits,
                base::Lang lang, const std::vector<std::string>& cards, bool boards) {
  const bool outcomes = claim.kind == ClaimKind::Outcomes;
  const Setup setup{.reduced = true};
  const Space space = explicit_state::explore(q, out.lets, limits, setup);
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.initial(out.lets);
  const Speaker say(q, m, lang, cards);
  int nodes[2] = {-1, -1};
  std::vector<int64_t> first;
  for (int t : space.terminals) {
    const S state = space.state(t);
    if (!played_out(q, state)) continue;
    std::vector<int64_t> value;
    if (outcomes)
      for (ExprId e : claim.of) value.push_back(m.eval(state, e));
    else
      value.push_back(m.eval(state, claim.expr) != 0);
    const int side = nodes[0] < 0 ? 0 : value != first ? 1 : -1;
    if (side < 0) continue;
    if (side == 0) first = value;
    nodes[side] = t;
    out.ends[side] = outcomes        ? worths_words(q, say, state, claim, value)
                     : value[0] != 0 ? say.in("そうなる", "it comes to this")
                                     : say.in("そうはならない", "it does not come to this");
    if (side == 1) break;
  }
  if (nodes[1] < 0) return false;
  if (!outcomes && first[0] == 0) {
    std::swap(nodes[0], nodes[1]);
    std::swap(out.ends[0], out.ends[1]);
  }
  const std::vector<Move> moves[2] = {explicit_state::path(q, space, nodes[0], setup),
                                      explicit_state::path(q, space, nodes[1], setup)};
  // that something is possible is not made clearer by a play in which nobody does anything
  const auto apart = std::ranges::mismatch(moves[0], moves[1]).in2;
  if (claim.kind == ClaimKind::Possible &&
      std::all_of(apart, moves[1].end(), [](const Move& x) { return x.kind == MoveKind::Pass; }))
    return false;
  part(out, q, moves, lang, cards, boards);
  return out.found;
}

/// Plays that part where the claim's choice is made, each a shortest one from there, and end
/// differently.
void choices_apart(Parting& out, const Question& q, const rulings::Claim& claim,
                   const Limits& limits, base::Lang lang, const std::vector<std::string>& cards,
                   bool boards) {
  constexpr size_t kMostWays = 12, kMostNodes = 50'000;
  const Space space = explicit_state::explore(q, out.lets, limits);
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  m.initial(out.lets);
  const Speaker say(q, m, lang, cards);
  std::vector<Alt<int64_t>> alts;
  const auto ways = [&](int node) {
    const size_t n = node;
    return std::vector<int>(
        space.edges.begin() + static_cast<std::ptrdiff_t>(space.first_edge[n]),
        space.edges.begin() + static_cast<std::ptrdiff_t>(space.first_edge[n + 1]));
  };
  /// The move that leads from one node to another.
  const auto move_at = [&](int node, size_t way) -> std::optional<Move> {
    S s = space.state(node);
    m.step(s, alts);
    if (alts.size() != ways(node).size()) return std::nullopt;
    return alts[way].move;
  };
  size_t tried = 0;
  for (size_t node = 0; node < space.expanded() && tried < 20; ++node) {
    if (space.nodes[node].terminal) continue;
    S s = space.state(static_cast<int>(node));
    m.step(s, alts);
    if (alts.size() < 2 || !is_named(*q.code, alts[0].move, claim.what)) continue;
    ++tried;
    const std::vector<int> to = ways(static_cast<int>(node));
    if (to.size() != alts.size()) return;
    struct Way {
      size_t first;
      std::vector<std::pair<int, size_t>> rest;
      int end;
    };
    std::vector<Way> found;
    for (size_t i = 0; i < to.size() && i < kMostWays; ++i) {
      std::map<int, std::pair<int, size_t>> from;  // breadth first
      std::deque<int> queue{to[i]};
      std::set<int> seen{to[i]};
      int end = -1;
      while (!queue.empty() && end < 0 && seen.size() < kMostNodes) {
        const int at = queue.front();
        queue.pop_front();
        if (space.nodes[at].terminal) {
          if (played_out(q, space.state(at))) end = at;
          continue;
        }
        if (static_cast<size_t>(at) >= space.expanded()) continue;
        const std::vector<int> next = ways(at);
        for (size_t k = 0; k < next.size(); ++k)
          if (seen.insert(next[k]).second) {
            from[next[k]] = {at, k};
            queue.push_back(next[k]);
          }
      }
      if (end < 0) continue;
      Way way{i, {}, end};
      for (int at = end; at != to[i]; at = from[at].first)
        way.rest.insert(way.rest.begin(), from[at]);
      found.push_back(std::move(way));
    }
    for (size_t i = 0; i < found.size(); ++i)
      for (size_t k = i + 1; k < found.size(); ++k) {
        const S a = space.state(found[i].end), b = space.state(found[k].end);
        const std::vector<std::string> differ[2] = {differences(q, say, m, a, b),
                                                    differences(q, say, m, b, a)};
        if (differ[0].empty() || differ[1].empty()) continue;
        std::vector<Move> moves[2];
        for (int side : {0, 1}) {
          const Way& way = found[side == 0 ? i : k];
          moves[side] = explicit_state::path(q, space, static_cast<int>(node));
          const auto first = move_at(static_cast<int>(node), way.first);
          if (!first) return;
          moves[side].push_back(*first);
          for (const auto& [at, n] : way.rest) {
            const auto next = move_at(at, n);
            if (!next) return;
            moves[side].push_back(*next);
          }
          for (const std::string& d : differ[side])
            out.ends[side] += (out.ends[side].empty() ? "" : say.in("、", ", ")) + d;
        }
        part(out, q, moves, lang, cards, boards);
        for (size_t way = 0; out.found && alts.size() <= kMostWays && way < to.size(); ++way)
          if (const auto move = move_at(static_cast<int>(node), way)) {
            S before = space.state(static_cast<int>(node));
            m.step(before, alts);
            S after = before;
            m.take(after, alts[way]);
            out.ways.push_back(choice_sentence(q, say, before, *move, after));
          }
        return;
      }
  }
}

/// The values of the quantities, some that are possible; those of the answer where it has any.
std::vector<std::vector<int64_t>> values_for(const Question& q, const Answer& answer) {
  if (answer.has_witness || q.which->situation.lets.empty()) return {answer.lets};
  std::vector<std::vector<int64_t>> out;
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  for (const auto& v : sample_values(q.which->situation.lets)) {
    const S s = m.initial(v);
    if (out.size() < 4 &&
        std::ranges::all_of(q.which->situation.where, [&](ExprId e) { return m.eval(s, e) != 0; }))
      out.push_back(v);
  }
  return out;
}

/// The numbers that an expression names.
void numbers_in(const model::Program& p, ExprId id, std::set<int64_t>& out) {
  if (id == kNone) return;
  const model::Expr& e = p[id];
  if (e.op == model::Op::Const && e.type.kind == model::TypeKind::Int) out.insert(e.value);
  model::each_operand(e, [&](ExprId k) { numbers_in(p, k, out); });
}

/// Can the quantities have these values, and is the claim about them? From then on the machine has
/// them.
bool possible(Machine<Concrete>& m, const Question& q, const rulings::Claim& claim,
              const std::vector<int64_t>& lets) {
  const S first = m.initial(lets);
  return std::ranges::all_of(q.which->situation.where,
                             [&](ExprId e) { return m.eval(first, e) != 0; }) &&
         (claim.iff == kNone || m.eval(first, claim.iff) != 0);
}

}  // namespace

bool may_be_declared(const Question& q, const Question& of, const Parting& apart) {
  try {
    return q.world != nullptr && apart.declared &&
           may_declare(q, apart.before, *apart.declared, replay::describe(of, *apart.declared));
  } catch (const Unsupported&) {
    return false;
  }
}

Parting parting(const Question& q, const Answer& answer, const rulings::Claim& claim,
                const Limits& limits, base::Lang lang, const std::vector<std::string>& cards,
                bool boards) {
  const bool holds = answer.verdict == Verdict::Holds;
  const bool choice = claim.kind == ClaimKind::Chooser && holds,
             outcomes = claim.kind == ClaimKind::Outcomes;
  if (q.world == nullptr || (!answer.has_witness && !choice && !outcomes)) return {};
  if (!choice && !outcomes && !(claim.kind == ClaimKind::Possible && holds) &&
      !((claim.kind == ClaimKind::Necessary || claim.kind == ClaimKind::Impossible) && !holds))
    return {};
  try {
    for (const std::vector<int64_t>& lets : values_for(q, answer)) {
      Parting out;
      out.lets = lets;
      if (choice)
        choices_apart(out, q, claim, limits, lang, cards, boards);
      else
        ends_apart(out, q, claim, limits, lang, cards, boards);
      if (out.found) return out;
    }
  } catch (const Unsupported&) {
  }
  return {};
}

std::vector<std::vector<int64_t>> telling_values(const Question& q, const rulings::Claim& claim) {
  constexpr size_t kMostQuantities = 4, kMostNear = 3;
  constexpr int64_t kNear = 4, kFar = 12;
  if (q.world == nullptr) return {};
  const std::vector<rulings::Let>& lets = q.which->situation.lets;
  std::vector<std::vector<int64_t>> near;
  if (lets.size() <= kMostQuantities) {
    near.emplace_back();
    for (const rulings::Let& let : lets) {
      std::vector<std::vector<int64_t>> longer;
      const int64_t least = let.min.value_or(let.max ? *let.max - kNear + 1 : 0);
      for (const std::vector<int64_t>& before : near)
        for (int64_t v = least; v < least + kNear && v <= let.max.value_or(v); ++v) {
          longer.push_back(before);
          longer.back().push_back(v);
        }
      near = std::move(longer);
    }
  }
  const auto hides = [](const std::vector<int64_t>& values) {
    const std::set<int64_t> apart(values.begin(), values.end());
    return std::ranges::count(values, 0) + static_cast<std::ptrdiff_t>(values.size()) -
           static_cast<std::ptrdiff_t>(apart.size());
  };
  std::ranges::stable_sort(near, {}, hides);
  std::vector<std::vector<int64_t>> out;
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  try {
    for (std::vector<int64_t>& values : near)
      if (out.size() < kMostNear && possible(m, q, claim, values)) out.push_back(std::move(values));
  } catch (const Unsupported&) {
    return {};
  }
  for (std::vector<int64_t>& values : sample_values(lets)) out.push_back(std::move(values));
  std::set<int64_t> named;
  if (lets.size() == 1)
    for (const ExprId e : rulings::expressions_of(claim)) numbers_in(*q.program, e, named);
  for (const int64_t n : named)
    if (n >= kNear && n < kFar && n < lets[0].max.value_or(kFar) && n >= lets[0].min.value_or(0))
      out.push_back({n + 1});
  return out;
}

ForValue for_a_value(const Question& q, const rulings::Claim& claim, const Limits& limits,
                     const std::vector<std::vector<int64_t>>& values) {
  const bool measure = claim.kind == ClaimKind::Greatest || claim.kind == ClaimKind::Least;
  const bool condition = claim.kind == ClaimKind::Possible || claim.kind == ClaimKind::Necessary;
  ForValue out;
  if (q.world == nullptr || q.which->situation.lets.empty() || (!measure && !condition)) return out;
  const Setup setup{.reduced = true};
  try {
    for (const std::vector<int64_t>& lets : values) {
      Concrete domain;
      Machine<Concrete> m(*q.world, domain);
      if (!possible(m, q, claim, lets)) continue;
      const Space space = explicit_state::explore(q, lets, limits, setup);
      for (int t : space.terminals) {
        const S s = space.state(t);
        if (!played_out(q, s) ||
            (measure ? m.eval(s, claim.expr) != m.eval(s, claim.is) : m.eval(s, claim.expr) == 0))
          continue;
        std::vector<Move> moves = explicit_state::path(q, space, t, setup);
        if (!out.found || moves.size() > out.moves.size()) out = {true, lets, std::move(moves)};
        break;
      }
    }
  } catch (const Unsupported&) {
  }
  return out;
}

Parting under_readings(const Question& a, const Question& b, const rulings::Claim& of_a,
                       const rulings::Claim& of_b, const std::string (&options)[2],
                       const Limits& limits, base::Lang lang, const rulings::Ruling* ruling,
                       bool boards) {
  Parting out;
  const bool ja = lang == base::Lang::Ja;
  if (a.world == nullptr || b.world == nullptr) return out;
  const Question* qs[2] = {&a, &b};
  const rulings::Claim* claims[2] = {&of_a, &of_b};
  const Setup setup{.reduced = true};
  std::map<std::vector<int64_t>, int> ends[2];  // the first end of each outcome
  std::vector<std::vector<int64_t>> order[2];
  try {
    const Space spaces[2] = {explicit_state::explore(a, {}, limits, setup),
                             explicit_state::explore(b, {}, limits, setup)};
    for (int i : {0, 1}) {
      Concrete domain;
      Machine<Concrete> m(*qs[i]->world, domain);
      m.initial({});
      for (int t : spaces[i].terminals) {
        const S s = spaces[i].state(t);
        if (!played_out(*qs[i], s)) continue;
        std::vector<int64_t> value;
        for (ExprId e : claims[i]->of) value.push_back(m.eval(s, e));
        if (ends[i].emplace(value, t).second) order[i].push_back(value);
      }
    }
    if (order[0].empty() || order[1].empty()) return out;
    // an end that only one of the two has; beside it the first one of the other
    std::vector<int64_t> shown[2] = {order[0][0], order[1][0]};
    for (int i : {1, 0})
      for (const auto& v : order[i])
        if (!ends[1 - i].contains(v)) {
          shown[i] = v;
          break;
        }
    if (shown[0] == shown[1]) return out;
    std::vector<Move> moves[2];
    for (int i : {0, 1}) {
      Concrete domain;
      Machine<Concrete> m(*qs[i]->world, domain);
      m.initial({});
      const int node = ends[i][shown[i]];
      const std::vector<std::string> cards = card_names(*qs[i], ruling, lang);
      const Speaker say(*qs[i], m, lang, cards);
      out.ends[i] = say.in("解釈", "reading ") + options[i] + ": " +
                    worths_words(*qs[i], say, spaces[i].state(node), *claims[i], shown[i]);
      moves[i] = explicit_state::path(*qs[i], spaces[i], node, setup);
      out.plays[i] = tell(*qs[i], {}, {moves[i]}, lang, cards, boards);
      if (!out.plays[i].ok) return out;
    }
    const auto &x = out.plays[0].sentences, &y = out.plays[1].sentences;
    while (out.common < std::min(x.size(), y.size()) && x[out.common].text == y[out.common].text)
      ++out.common;
    out.found = true;
    size_t same = 0;
    while (same < std::min(moves[0].size(), moves[1].size()) && moves[0][same] == moves[1][same])
      ++same;
    if (same < moves[1].size() && moves[1][same].kind == MoveKind::Declare &&
        out.common < y.size() && y[out.common].kind == Sentence::Kind::Choice) {
      out.before.assign(moves[1].begin(), moves[1].begin() + static_cast<std::ptrdiff_t>(same));
      const std::string as = replay::describe(b, moves[1][same]);
      if (!may_declare(a, out.before, moves[1][same], as)) out.declared = moves[1][same];
    }
    out.who =
        ja ? "ここで分かれる。どちらになるかは解釈による。" : "Here they part, by the reading.";
  } catch (const Unsupported&) {
  }
  return out;
}

}  // namespace hanrei::checker::explain
