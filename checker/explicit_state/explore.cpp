#include "checker/explicit_state/explore.h"

#include <algorithm>
#include <optional>

#include "checker/explicit_state/forceable.h"
#include "checker/explicit_state/liveness.h"
#include "checker/explicit_state/simultaneous.h"
#include "checker/question/deck.h"
#include "checker/question/ends.h"
#include "checker/semantics/pack.h"

namespace hanrei::checker::explicit_state {

Machine<Concrete> explorer(const Question& q, Concrete& domain, const Setup& setup) {
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  m.probe = setup.probe;
  m.anywhere = setup.anywhere;
  m.dropped = setup.dropped;
  m.faults = faults_of_explicit_state();
  m.trace(setup.trace);
  m.observer = setup.observer;
  m.every_window = setup.every_window;
  return m;
}

namespace {

/// Open addressing over the arena: a slot holds a node number + 1.
class Seen {
 public:
  explicit Seen(const Space& space) : space_(space), table_(1024, 0) {}

  /// The node with these bytes, or -1 after reserving the place for the next node.
  int find_or_reserve(std::string_view bytes) {
    if (2 * (space_.nodes.size() + 1) > table_.size()) grow();
    size_t i = hash(bytes) & (table_.size() - 1);
    while (table_[i] != 0) {
      if (space_.bytes(static_cast<int>(table_[i]) - 1) == bytes)
        return static_cast<int>(table_[i]) - 1;
      i = (i + 1) & (table_.size() - 1);
    }
    table_[i] = static_cast<uint32_t>(space_.nodes.size()) + 1;
    return -1;
  }

 private:
  static size_t hash(std::string_view s) { return std::hash<std::string_view>{}(s); }
  void grow() {
    std::vector<uint32_t> old(table_.size() * 2, 0);
    old.swap(table_);
    for (uint32_t n : old) {
      if (n == 0) continue;
      size_t i = hash(space_.bytes(static_cast<int>(n) - 1)) & (table_.size() - 1);
      while (table_[i] != 0) i = (i + 1) & (table_.size() - 1);
      table_[i] = n;
    }
  }

  const Space& space_;
  std::vector<uint32_t> table_;
};

}  // namespace

S Space::state(int node) const {
  const Node& n = nodes[node];
  return unpack(std::string_view(arena).substr(n.begin, n.size + n.counts));
}

std::vector<int> Space::way_to(int node) const {
  std::vector<int> out;
  for (int n = node; nodes[n].parent >= 0; n = nodes[n].parent) out.push_back(n);
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<Move> path(const Question& q, const Space& space, int node, const Setup& setup) {
  Concrete domain;
  Machine<Concrete> m = explorer(q, domain, setup);
  std::vector<Move> out;
  std::vector<Alt<int64_t>> alts;
  S s = m.initial(space.lets);
  const auto follow = [&](size_t k) {
    const Alt<int64_t> taken = alts[k];
    out.push_back(taken.move);
    m.take(s, taken);
  };
  for (int to : space.way_to(node)) {
    const Node& n = space.nodes[to];
    while (m.step(s, alts) == Status::Continue) {
    }
    if (!n.ordered) {
      follow(n.alternative);
      continue;
    }
    Simultaneous batch(m);
    batch.run(s, SIZE_MAX);
    std::vector<int> order = batch.order(n.alternative);
    order.pop_back();  // nobody chooses the last one
    for (int item : order) {
      while (m.step(s, alts) == Status::Continue) {
      }
      for (size_t k = 0; k < alts.size(); ++k)
        if (alts[k].move.values[0] == item) {
          follow(k);
          break;
        }
    }
  }
  return out;
}

std::optional<size_t> left_undone(const Question& q, const Space& s) {
  const auto& play = q.which->play;
  size_t done = 0;
  for (size_t i = 0; i < s.nodes.size(); ++i)
    done = std::max<size_t>(done, s.state(static_cast<int>(i)).control.script);
  while (done < play.size() && play[done].kind == rulings::PlayKind::Free) ++done;
  return done < play.size() ? std::optional(done) : std::nullopt;
}

Space explore(const Question& q, const std::vector<int64_t>& lets, const Limits& limits,
              const Setup& setup) {
  Space space;
  space.lets = lets;
  space.world = q.world.get();
  Concrete domain;
  Machine<Concrete> m = explorer(q, domain, setup);
  m.most_ways = limits.ways;
  Seen seen(space);
  std::string key;
  std::vector<Alt<int64_t>> alts, choices;
  S start;
  std::optional<Liveness> liveness;
  Simultaneous batch(m);
  const auto& play = q.which->play;
  const bool ordered_by_play = std::ranges::any_of(play, [](const rulings::PlayItem& i) {
    return i.kind == rulings::PlayKind::Choose && i.choice == "order";
  });
  const bool at_once = setup.reduced && !ordered_by_play && faults_of_explicit_state() == Faults{};
  const auto too_many = [&] {
    space.stopped = {ReasonCode::TooManyStates, limits.states};
    space.limit = true;
  };
  // Runs on to the next choice and stores the state, unless it is known.
  const auto add = [&](S& s, int parent, size_t alternative, bool ordered) -> int {
    for (size_t steps = 0;;) {
      const Status status = m.step(s, alts);
      if (status == Status::Done || status == Status::Choice) break;
      if (++steps > limits.steps) {
        space.stopped = {ReasonCode::TooFarBetweenChoices, limits.steps};
        space.limit = true;
        return -1;
      }
    }
    if (liveness) liveness->forget(s);
    const size_t size = pack(*q.world, s, key);
    if (const int known = seen.find_or_reserve(std::string_view(key).substr(0, size)); known >= 0)
      return known;
    Node n;
    n.begin = space.arena.size();
    n.size = static_cast<uint32_t>(size);
    n.counts = static_cast<uint32_t>(key.size() - size);
    n.parent = parent;
    n.alternative = static_cast<uint32_t>(alternative);
    n.ordered = ordered;
    n.terminal = s.control.end != End::Running;
    space.arena += key;
    space.nodes.push_back(n);
    const int id = static_cast<int>(space.nodes.size()) - 1;
    if (n.terminal) space.terminals.push_back(id);
    return id;
  };
  try {
    S s = start = m.initial(lets);
    for (ExprId e : q.which->situation.where)
      if (m.eval(s, e) == 0) {
        space.complete = true;
        return space;
      }
    add(s, -1, 0, false);
    S before;
    for (size_t i = 0; i < space.nodes.size() && space.stopped.empty(); ++i) {
      space.first_edge.push_back(space.edges.size());
      if (space.nodes[i].terminal) continue;
      if (space.nodes.size() + space.folded_states > limits.states) {
        too_many();
        break;
      }
      // Small spaces are explored faster than it is worked out what they may forget.
      if (i == setup.forget_from && setup.reduced && setup.probe == nullptr &&
          setup.dropped == kNone)
        liveness.emplace(*q.world, m, start);
      before = space.state(static_cast<int>(i));
      if (at_once && batch.begins(before)) {
        const Simultaneous::Outcome outcome = batch.run(
            before,
            limits.states - std::min(limits.states, space.nodes.size() + space.folded_states));
        if (outcome == Simultaneous::Outcome::Limit) {
          too_many();
          break;
        }
        if (outcome == Simultaneous::Outcome::Whole) {
          space.folded_states += batch.states();
          space.folded_edges += batch.edges();
          for (size_t k = 0; k < batch.ends().size(); ++k) {
            s = batch.ends()[k];
            const int to = add(s, static_cast<int>(i), k, true);
            if (to < 0) break;
            space.edges.push_back(to);
          }
          continue;
        }
      }
      m.observer = nullptr;  // it saw this step when the state was stored
      m.step(before, alts);
      m.observer = setup.observer;
      choices.swap(alts);
      for (size_t k = 0; k < choices.size(); ++k) {
        s = before;
        m.take(s, choices[k]);
        const int to = add(s, static_cast<int>(i), k, false);
        if (to < 0) break;
        space.edges.push_back(to);
      }
    }
  } catch (const Unsupported& u) {
    space.stopped = u.form;
  }
  space.first_edge.push_back(space.edges.size());
  work_done.states += space.nodes.size() + space.folded_states;
  work_done.edges += space.edges.size() + space.folded_edges;
  space.complete = space.stopped.empty();
  if (space.complete) {
    // A cycle leaves nodes that never become free of predecessors.
    std::vector<int> incoming(space.nodes.size(), 0), ready;
    for (int to : space.edges) ++incoming[to];
    for (size_t i = 0; i < incoming.size(); ++i)
      if (incoming[i] == 0) ready.push_back(static_cast<int>(i));
    size_t done = 0;
    while (!ready.empty()) {
      const size_t n = ready.back();
      ready.pop_back();
      ++done;
      for (size_t e = space.first_edge[n]; e < space.first_edge[n + 1]; ++e)
        if (--incoming[space.edges[e]] == 0) ready.push_back(space.edges[e]);
    }
    space.endless = done < space.nodes.size();
  }
  return space;
}

const Space& Engine::space(const std::vector<int64_t>& lets) {
  for (const auto& [values, s] : spaces_)
    if (values == lets) return s;
  if (spaces_.size() > 64) spaces_.clear();
  spaces_.emplace_back(lets, explore(q_, lets, limits_, {.reduced = true, .trace = trace_}));
  const Space& s = spaces_.back().second;
  counts_.states += s.nodes.size() + s.folded_states;
  counts_.terminals += s.terminals.size();
  counts_.edges += s.edges.size() + s.folded_edges;
  return s;
}

Answer Engine::answer(const rulings::Claim& claim) {
  if (q_.which->deck) return judge_deck(q_, claim);
  const auto& lets = q_.which->situation.lets;
  Answer out;
  if (q_.world == nullptr) {
    out.reason = q_.unsupported;
    return out;
  }
  if (lets.empty()) return answer_at(claim, {});
  constexpr size_t kMostValues = 4096;
  size_t cases = 1;
  for (const rulings::Let& l : lets) {
    if (!l.min || !l.max) {
      out.reason = ReasonCode::QuantityWithoutRange;
      return out;
    }
    const uint64_t width = static_cast<uint64_t>(*l.max) - static_cast<uint64_t>(*l.min) + 1;
    if (width == 0 || width > kMostValues || (cases *= width) > kMostValues) {
      out.reason = {ReasonCode::TooManyValues, kMostValues};
      return out;
    }
  }
  const bool every = claim.over != rulings::Over::Some;
  std::vector<int64_t> values;
  for (const rulings::Let& l : lets) values.push_back(*l.min);
  bool some_vacuous = true;
  for (;;) {
    Answer a = answer_at(claim, values);
    a.lets = values;
    if (!a.vacuous) {
      some_vacuous = false;
      if (a.verdict == Verdict::Unknown) return a;
      if (every ? a.verdict == Verdict::Fails : a.verdict == Verdict::Holds) return a;
    }
    size_t i = 0;
    for (; i < values.size(); ++i) {
      if (++values[i] <= *lets[i].max) break;
      values[i] = *lets[i].min;
    }
    if (i == values.size()) break;
  }
  out.vacuous = some_vacuous;
  out.verdict = every ? Verdict::Holds : Verdict::Fails;
  out.evidence = Evidence::Exhaustive;
  return out;
}

Answer Engine::answer_at(const rulings::Claim& claim, const std::vector<int64_t>& lets) {
  Answer out;
  if (q_.world == nullptr) {
    out.reason = q_.unsupported;
    return out;
  }
  if (claim.kind == rulings::ClaimKind::Legal || claim.kind == rulings::ClaimKind::Illegal)
    return legality(claim, lets);
  if (claim.kind == rulings::ClaimKind::Forceable)
    return forceable(q_, claim, lets, limits_, counts_);
  if (claim.kind == rulings::ClaimKind::Settles) return settles(claim, lets);
  return judge(claim, space(lets));
}

bool Engine::played(const std::vector<int64_t>& lets) {
  if (q_.which->play.empty()) return true;
  const Space& s = space(lets);
  const auto done = [&](int t) { return checker::played(q_, s.state(t).control); };
  return !s.complete || s.endless || std::ranges::any_of(s.terminals, done);
}

}  // namespace hanrei::checker::explicit_state
