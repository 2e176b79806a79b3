#include "errata/compare.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/contains.h"
#include "checker/explicit_state/explore.h"
#include "checker/replay/replay.h"
#include "errata/ends.h"

namespace hanrei::errata {
namespace {

using namespace checker;
using explicit_state::Space;

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& l : lines) out += l + "\n";
  return out;
}

/// One version of the situation, explored.
struct Side {
  const Question* question = nullptr;
  Space space;
  std::map<std::string, int> ends;  ///< what is told of an end, with the first node there
};

/// Were the texts that stand there looked at?
bool looked_at(const Question& q, const Trace& trace, const std::vector<base::Span>& places) {
  const model::Program& p = *q.program;
  const auto any = [&](const auto& table, const Trace::Marks& marks) {
    for (const auto i : table.ids())
      if (static_cast<size_t>(i) < marks.size() && marks[i] && within(table[i].span, places))
        return true;
    return false;
  };
  for (const CodeId c : q.code->codes.ids()) {
    const auto& ins = q.code->codes[c].ins;
    for (size_t i = 0; i < ins.size(); ++i)
      if (trace.ran[c][i] && within(ins[i].span, places)) return true;
  }
  return any(p.norms, trace.norms) || any(p.statics, trace.statics) ||
         any(p.amends, trace.amends) || any(p.exprs, trace.exprs);
}

/// `reduced`: states that go on alike are one, and orders of simultaneous items are explored at
/// once: enough to know the ends.
Side side_of(const Question& q, const std::vector<int64_t>& lets, const Limits& limits,
             size_t version, const Watch& watch, bool reduced, Compared& out) {
  const bool traced = watch.parts[version] != nullptr;
  Side side;
  side.question = &q;
  Trace trace(*q.program, *q.code);
  side.space = explicit_state::explore(q, lets, limits,
                                       {.reduced = reduced, .trace = traced ? &trace : nullptr});
  out.states += side.space.nodes.size();
  Ends ends(q, lets);
  if (traced) ends.trace(&trace);
  for (int t : side.space.terminals) {
    const checker::State<int64_t> s = side.space.state(t);
    out.bounded = out.bounded || s.control.cut_off();
    side.ends.try_emplace(joined(ends.lines(s)), t);
  }
  if (side.space.endless) side.ends.try_emplace("endless\n", -1);
  if (traced) watch.parts[version]->note(trace, out.had);
  out.touched = base::contains(out.had, 1);
  out.beside =
      out.beside || (!watch.beside[version].empty() && looked_at(q, trace, watch.beside[version]));
  if (watch.thresholds[version] != nullptr)
    watch.thresholds[version]->note(trace, out.seen[version]);
  return side;
}

/// Who decides at each node (-1: nobody), and which of the ends (by their order in the map) a node
/// is.
struct Graph {
  std::vector<int> who, end;
  bool operator==(const Graph&) const = default;
};

Graph graph_of(const Side& side, const std::vector<int64_t>& lets) {
  const Space& space = side.space;
  Concrete domain;
  Machine<Concrete> m(*side.question->world, domain);
  m.initial(lets);
  m.until_depth = side.question->until_depth;
  m.until_idle = side.question->until_idle;
  const Ends ends(*side.question, lets);
  std::map<std::string, int> number;
  for (const auto& [text, node] : side.ends) {
    const int n = static_cast<int>(number.size());
    number[text] = n;
  }
  Graph g{std::vector<int>(space.nodes.size(), -1), std::vector<int>(space.nodes.size(), -1)};
  std::vector<Alt<int64_t>> alts;
  for (size_t i = 0; i < space.nodes.size(); ++i) {
    checker::State<int64_t> s = space.state(static_cast<int>(i));
    if (space.nodes[i].terminal) {
      g.end[i] = number[joined(ends.lines(s))];
      continue;
    }
    m.step(s, alts);
    if (!alts.empty()) g.who[i] = alts[0].move.who;
  }
  return g;
}

/// Which of the ends the player can bring about, whatever all others choose.
std::set<int> power(const Space& space, const Graph& g, int player) {
  std::vector<std::set<int>> can(space.nodes.size());
  for (bool more = true; more;) {
    more = false;
    for (size_t i = space.nodes.size(); i-- > 0;) {  // successors mostly come later
      std::set<int> now;
      if (g.end[i] >= 0)
        now.insert(g.end[i]);
      else
        for (size_t e = space.first_edge[i]; e < space.first_edge[i + 1]; ++e) {
          const std::set<int>& to = can[space.edges[e]];
          if (e == space.first_edge[i])
            now = to;
          else if (g.who[i] == player)
            now.insert(to.begin(), to.end());
          else
            std::erase_if(now, [&](int k) { return !to.contains(k); });
        }
      if (now == can[i]) continue;
      can[i] = std::move(now);
      more = true;
    }
  }
  return can.empty() ? std::set<int>() : can[0];
}

/// The same choices as far as they can be made; then whoever may pass does, and of other choices
/// the first is taken. `barred`: the first that cannot; -1 where all can.
std::vector<Move> follow(const Question& other, const std::vector<Move>& moves, const Question& q,
                         const std::vector<int64_t>& lets, size_t most, int& barred) {
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  std::vector<Move> out;
  std::vector<Alt<int64_t>> alts;
  checker::State<int64_t> s = m.initial(lets);
  size_t next = 0;
  barred = -1;
  for (size_t steps = 0; steps < most; ++steps) {
    const Status status = m.step(s, alts);
    if (status == Status::Done) break;
    if (status != Status::Choice) continue;
    size_t take = alts.size();
    if (next < moves.size()) {
      const std::string wanted = replay::describe(other, moves[next]);
      for (size_t k = 0; k < alts.size() && take == alts.size(); ++k)
        if (replay::describe(q, alts[k].move) == wanted) take = k;
    }
    if (take < alts.size())
      ++next;
    else {
      if (next < moves.size()) barred = static_cast<int>(next);
      next = moves.size();
      for (take = 0; take + 1 < alts.size() && alts[take].move.kind != MoveKind::Pass; ++take) {
      }
      if (alts[take].move.kind != MoveKind::Pass) take = 0;
    }
    const Alt<int64_t> chosen = alts[take];
    out.push_back(chosen.move);
    m.take(s, chosen);
  }
  if (next < moves.size()) barred = static_cast<int>(next);
  return out;
}

/// What the two plays do not share at their ends. False when one of them cannot be played again, or
/// comes to no end, or nothing can be told apart.
bool tell_apart(const Question& before, const Question& after, Compared& out) {
  std::array<std::vector<std::string>, 2> lines;
  for (size_t v = 0; v < 2; ++v) {
    const Question& q = v == 0 ? before : after;
    const replay::Played played = replay::play(q, out.lets, {out.play[v]});
    if (!played.ok || played.end.control.end == End::Bounded)
      return false;  // who knows how it would go on
    lines[v] = Ends(q, out.lets).lines(played.end);
    out.won = out.won || (played.end.control.end == End::Over &&
                          played.end.control.result != model::kResultNone);
  }
  // Where one of them comes to no end, what all is at the end of the other says nothing.
  for (size_t v = 0; v < 2; ++v)
    if (lines[v] == std::vector<std::string>{"endless"} ||
        lines[v] == std::vector<std::string>{"stuck"}) {
      std::erase_if(lines[1 - v], [](const std::string& l) {
        return l != "endless" && l != "stuck" && !l.starts_with("result = ");
      });
    }
  // Of a card that lies elsewhere nothing more is said.
  std::set<std::string> elsewhere;
  for (size_t v = 0; v < 2; ++v)
    for (const std::string& l : lines[v]) {
      if (base::contains(lines[1 - v], l)) continue;
      if (const size_t in = l.find(" in ");
          in != std::string::npos && l.find(" = ") == std::string::npos)
        elsewhere.insert(l.substr(0, in) + ".");
      if (std::ranges::none_of(elsewhere,
                               [&](const std::string& card) { return l.starts_with(card); }))
        out.end[v].push_back(l);
    }
  // What modifies a value for good is in the value, where that is told.
  for (std::vector<std::string>& end : out.end) {
    const auto told = [&](const std::string& l) {
      size_t at = std::min(l.find(" + "), l.find(" - "));
      if (at == std::string::npos || l.find(" until ") != std::string::npos) return false;
      const std::string value = l.substr(0, at) + " = ";
      return std::ranges::any_of(
          end, [&](const std::string& other) { return other.starts_with(value); });
    };
    std::vector<std::string> kept;
    for (const std::string& l : end)
      if (!told(l)) kept.push_back(l);
    end = std::move(kept);
  }
  return out.player >= 0 || !out.end[0].empty() ||
         !out.end[1].empty();  // nobody could say what differs
}

/// A shortest play to one of these ends of `sides[out.side]`, beside the other version's. False
/// when there is none to show.
bool show(const std::array<Side, 2>& sides, const std::vector<int>& nodes, const Limits& limits,
          Compared& out) {
  const size_t v = out.side;
  const Question &here = *sides[v].question, &there = *sides[1 - v].question;
  int best = -1;
  for (int n : nodes)
    if (n >= 0 && sides[v].space.state(n).control.end != End::Bounded &&
        (best < 0 || sides[v].space.way_to(n).size() < sides[v].space.way_to(best).size()))
      best = n;
  if (best < 0) return false;
  out.play[v] = explicit_state::path(here, sides[v].space, best);
  out.play[1 - v] = follow(here, out.play[v], there, out.lets, limits.steps, out.barred);
  return tell_apart(*sides[0].question, *sides[1].question, out);
}

}  // namespace

Compared compare(const Question& before, const Question& after, const Limits& limits,
                 const Watch& watch) {
  Compared out;
  for (const auto& lets : sample_values(before.which->situation.lets)) {
    out.lets = lets;
    try {
      const auto explored = [&](bool reduced) {
        return std::array{side_of(before, lets, limits, 0, watch, reduced, out),
                          side_of(after, lets, limits, 1, watch, reduced, out)};
      };
      std::array<Side, 2> sides = explored(true);
      bool unclear = false;
      for (out.side = 1; out.side >= 0; --out.side) {
        const size_t v = out.side;
        if (!sides[1 - v].space.complete) continue;  // it might be reached there, too
        std::vector<int> only;
        for (const auto& [text, node] : sides[v].ends)
          if (!sides[1 - v].ends.contains(text)) only.push_back(node);
        if (only.empty()) continue;
        if (show(sides, only, limits, out)) {
          out.sameness = Sameness::Ends;
          out.touched = true;
          return out;
        }
        unclear = true;
      }
      out.side = 0;
      for (const Side& s : sides)
        if (!s.space.complete) {
          out.why = s.space.stopped;
          return out;
        }
      if (unclear) {
        out.why = base::ReasonCode::EndsCutOff;
        return out;
      }
      const auto same = [&] {
        return sides[0].space.edges == sides[1].space.edges &&
               graph_of(sides[0], lets) == graph_of(sides[1], lets);
      };
      if (same()) continue;
      sides = explored(false);
      for (const Side& s : sides)
        if (!s.space.complete) {
          out.why = s.space.stopped;
          return out;
        }
      const std::array<Graph, 2> graphs = {graph_of(sides[0], lets), graph_of(sides[1], lets)};
      for (int player = 0; player < 2; ++player) {
        const std::array<std::set<int>, 2> can = {power(sides[0].space, graphs[0], player),
                                                  power(sides[1].space, graphs[1], player)};
        for (size_t v = 2; v-- > 0;)
          for (int k : can[v]) {
            if (can[1 - v].contains(k)) continue;
            out.side = static_cast<int>(v);
            out.player = player;
            if (show(sides, {std::next(sides[v].ends.begin(), k)->second}, limits, out)) {
              out.sameness = Sameness::Power;
              out.touched = true;
              return out;
            }
            unclear = true;
          }
      }
      if (unclear) {
        out.why = base::ReasonCode::PowerCutOff;
        return out;
      }
    } catch (const Unsupported& u) {
      out.why = u.form;
      return out;
    }
  }
  out.sameness = Sameness::Alike;
  return out;
}

}  // namespace hanrei::errata
