#include "checker/explicit_state/lasso.h"

#include <algorithm>
#include <deque>
#include <map>

#include "checker/question/ends.h"

namespace hanrei::checker::explicit_state {

namespace {

/// The parts of a space within which every node leads to every other, by node.
class Parts {
 public:
  explicit Parts(const Space& s)
      : s_(s), part_(s.nodes.size(), -1), low_(s.nodes.size(), 0), number_(s.nodes.size(), 0) {
    for (size_t n = 0; n < s.nodes.size(); ++n)
      if (number_[n] == 0) visit(static_cast<int>(n));
  }

  int of(int node) const { return part_[node]; }
  /// Does the node lead back to itself?
  bool returns(int node) const {
    if (sizes_[part_[node]] > 1) return true;
    bool itself = false;
    each_next(node, [&](size_t, int to) { itself = itself || to == node; });
    return itself;
  }
  /// use(number of the alternative, node).
  template <class F>
  void each_next(int node, F&& use) const {
    if (static_cast<size_t>(node) >= s_.expanded()) return;
    for (size_t e = s_.first_edge[node]; e < s_.first_edge[node + 1]; ++e)
      use(e - s_.first_edge[node], s_.edges[e]);
  }

 private:
  /// Tarjan's algorithm, with a stack of its own.
  void visit(int root) {
    struct At {
      int node;
      size_t edge;
    };
    std::vector<At> way;
    const auto enter = [&](int node) {
      number_[node] = low_[node] = ++last_;
      open_.push_back(node);
      way.push_back({node, 0});
    };
    enter(root);
    while (!way.empty()) {
      At& at = way.back();
      const auto n = static_cast<size_t>(at.node);
      const size_t edges = n < s_.expanded() ? s_.first_edge[n + 1] - s_.first_edge[n] : 0;
      if (at.edge < edges) {
        const int to = s_.edges[s_.first_edge[n] + at.edge++];
        if (number_[to] == 0)
          enter(to);
        else if (part_[to] < 0)
          low_[n] = std::min(low_[n], number_[to]);
        continue;
      }
      way.pop_back();
      if (!way.empty()) low_[way.back().node] = std::min(low_[way.back().node], low_[n]);
      if (low_[n] != number_[n]) continue;
      sizes_.push_back(0);
      for (int node = -1; node != static_cast<int>(n);) {
        node = open_.back();
        open_.pop_back();
        part_[node] = static_cast<int>(sizes_.size()) - 1;
        ++sizes_.back();
      }
    }
  }

  const Space& s_;
  std::vector<int> part_, low_, number_, open_, sizes_;
  int last_ = 0;
};

/// The first node that leads back to itself once all that is played was played; -1: none.
int first_return(const Question& q, const Space& s, const Parts& parts) {
  for (size_t n = 0; n < s.nodes.size(); ++n)
    if (const int node = static_cast<int>(n);
        parts.returns(node) && played(q, s.state(node).control))
      return node;
  return -1;
}

/// A shortest way back: nodes, each with the alternative that was taken there.
std::vector<std::pair<int, size_t>> way_back(const Parts& parts, int node) {
  std::vector<std::pair<int, size_t>> out;
  std::map<int, std::pair<int, size_t>> came;  // from where, by which alternative
  std::deque<int> todo = {node};
  while (!todo.empty() && !came.contains(node)) {
    const int from = todo.front();
    todo.pop_front();
    parts.each_next(from, [&](size_t alternative, int to) {
      if (parts.of(to) == parts.of(node) && came.try_emplace(to, from, alternative).second)
        todo.push_back(to);
    });
  }
  for (int at = node;;) {
    out.push_back(came.at(at));
    at = out.back().first;
    if (at == node) break;
  }
  std::reverse(out.begin(), out.end());
  return out;
}

/// Who decides where, and what that leads to.
Crossings crossings(const Question& q, const Space& s, Machine<Concrete>& m) {
  Crossings out;
  std::vector<Alt<int64_t>> alts;
  for (size_t n = 0; n < s.nodes.size(); ++n) {
    S state = s.state(static_cast<int>(n));
    out.end.push_back(state.control.end == End::Over && played(q, state.control));
    out.next.emplace_back();
    out.who.push_back(-1);
    if (n >= s.expanded() || s.nodes[n].terminal) continue;
    out.next.back().assign(s.edges.begin() + static_cast<std::ptrdiff_t>(s.first_edge[n]),
                           s.edges.begin() + static_cast<std::ptrdiff_t>(s.first_edge[n + 1]));
    m.step(state, alts);
    out.who.back() = alts[0].move.who;
  }
  return out;
}

}  // namespace

bool comes_round(const Question& q, const Space& s) {
  return s.endless && first_return(q, s, Parts(s)) >= 0;
}

std::optional<Lasso> lasso(const Question& q, const std::vector<int64_t>& lets,
                           const Limits& limits) {
  const Space s = explore(q, lets, limits);
  if (!s.complete) return std::nullopt;
  const Parts parts(s);
  const int node = first_return(q, s, parts);
  if (node < 0) return std::nullopt;
  Lasso out;
  out.moves = path(q, s, node);
  out.from = out.moves.size();
  Concrete domain;
  Machine<Concrete> m = explorer(q, domain, {});
  m.most_ways = limits.ways;
  m.initial(lets);
  std::vector<Alt<int64_t>> alts;
  for (const auto& [at, taken] : way_back(parts, node)) {
    S state = s.state(at);
    m.step(state, alts);
    out.moves.push_back(alts[taken].move);
  }
  out.leavers = leavers(crossings(q, s, m), node);
  return out;
}

Reason unruled(const model::Program& p, bool decided) {
  if (p.loop_rules.empty()) return ReasonCode::LoopUnruled;
  return {decided ? ReasonCode::LoopDecided : ReasonCode::LoopAsked, p.loop_rules.front().id};
}

}  // namespace hanrei::checker::explicit_state
