#include "checker/explicit_state/explore.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "checker/explicit_state/forceable.h"
#include "checker/explicit_state/liveness.h"
#include "checker/explicit_state/simultaneous.h"
#include "checker/question/deck.h"
#include "checker/question/ends.h"

namespace hanrei::checker::explicit_state {

namespace {
/// use(from, to) for the ranges of cells that tell states apart: those of acts and amounts that are
/// not there are blank in every state.
template <class F>
void each_range(const World& w, const Control& c, size_t cells, F&& use) {
  const auto at = [](int i) { return static_cast<size_t>(i); };
  use(size_t{0}, at(w.slot_cell));
  for (size_t i = 0; i < c.slots.size(); ++i)
    if (c.slots[i].act >= 0)
      use(at(w.slot_cell) + i * at(w.slot_size), at(w.slot_cell) + (i + 1) * at(w.slot_size));
  use(at(w.amount_cell), at(w.amount_cell) + c.effects.size());
  use(at(w.frames_cell), cells);
}
}  // namespace

void pack(const World& w, const S& s, std::string& out) {
  const Control& c = s.control;
  out.resize(20 + c.arisen.size() * 10 + c.stack.size() * 32 + c.slots.size() * 7 +
             c.effects.size() * 17 + s.cells.size() * 9);
  char* at = out.data();
  const auto put = [&](const auto& v) {
    std::memcpy(at, &v, sizeof v);
    at += sizeof v;
  };
  put(static_cast<uint8_t>(c.end));
  put(c.result);
  put(c.script);
  put(static_cast<uint8_t>(c.cut));
  put(c.applied);
  put(static_cast<uint8_t>(c.settling));
  put(static_cast<uint8_t>(c.stack.size()));
  for (const Frame& f : c.stack) {
    put(f.code);
    put(f.pc);
    put(f.rounds);
    put(f.slot);
    put(f.kept);
    put(f.pending);
    put(f.base);
    put(static_cast<uint8_t>(f.picking));
  }
  uint8_t used = 0;
  for (size_t i = 0; i < c.slots.size(); ++i)
    if (c.slots[i].act >= 0) used |= static_cast<uint8_t>(1U << i);
  put(used);
  for (const Slot& slot : c.slots)
    if (slot.act >= 0) {
      put(slot.act);
      put(slot.effect);
      put(slot.seat);
      put(slot.parent);
      put(static_cast<uint8_t>(slot.answered | slot.negated << 1));
    }
  put(static_cast<uint8_t>(c.effects.size()));
  for (const Effect& e : c.effects) {
    put(e.statik);
    put(e.attr);
    put(e.target);
    put(e.op);
    put(e.layer);
    put(e.until);
  }
  put(static_cast<uint8_t>(c.arisen.size()));
  for (const Arisen& a : c.arisen) {
    put(a.frame);
    put(a.item);
    put(a.of);
    put(a.user);
    put(a.host);
  }
  put(static_cast<uint16_t>(s.cells.size()));
  each_range(w, c, s.cells.size(), [&](size_t from, size_t to) {
    for (; from < to; ++from) {
      int64_t v = s.cells[from];
      if (v >= -100 && v < 100)
        *at++ = static_cast<char>(v);
      else {
        *at++ = '\x7f';
        put(v);
      }
    }
  });
  out.resize(at - out.data());
}

namespace {

/// The state that the bytes stand for.
S unpack(const World& w, std::string_view in) {
  S s;
  size_t at = 0;
  const auto get = [&](auto& v) {
    std::memcpy(&v, in.data() + at, sizeof v);
    at += sizeof v;
  };
  uint8_t end = 0, frames = 0, effects = 0;
  get(end);
  s.control.end = static_cast<End>(end);
  get(s.control.result);
  get(s.control.script);
  uint8_t cut = 0;
  get(cut);
  s.control.cut = cut != 0;
  uint8_t settling = 0;
  get(s.control.applied);
  get(settling);
  s.control.settling = static_cast<Settling>(settling);
  get(frames);
  s.control.stack.resize(frames);
  for (Frame& f : s.control.stack) {
    uint8_t picking = 0;
    get(f.code);
    get(f.pc);
    get(f.rounds);
    get(f.slot);
    get(f.kept);
    get(f.pending);
    get(f.base);
    get(picking);
    f.picking = picking != 0;
  }
  uint8_t used = 0;
  get(used);
  for (size_t i = 0; i < s.control.slots.size(); ++i)
    if (used >> i & 1) {
      Slot& slot = s.control.slots[i];
      get(slot.act);
      get(slot.effect);
      get(slot.seat);
      get(slot.parent);
      uint8_t marks = 0;
      get(marks);
      slot.answered = (marks & 1) != 0;
      slot.negated = (marks & 2) != 0;
    }
  get(effects);
  s.control.effects.resize(effects);
  for (Effect& e : s.control.effects) {
    get(e.statik);
    get(e.attr);
    get(e.target);
    get(e.op);
    get(e.layer);
    get(e.until);
  }
  uint8_t arisen = 0;
  get(arisen);
  s.control.arisen.resize(arisen);
  for (Arisen& a : s.control.arisen) {
    get(a.frame);
    get(a.item);
    get(a.of);
    get(a.user);
    get(a.host);
  }
  uint16_t cells = 0;
  get(cells);
  s.cells.resize(cells);
  each_range(w, s.control, cells, [&](size_t from, size_t to) {
    for (; from < to; ++from) {
      const char c = in[at++];
      if (c == '\x7f')
        get(s.cells[from]);
      else
        s.cells[from] = c;
    }
  });
  return s;
}

Machine<Concrete> machine(const Question& q, Concrete& domain, const Setup& setup) {
  Machine<Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  m.probe = setup.probe;
  m.dropped = setup.dropped;
  m.faults = faults_of_explicit_state();
  m.trace(setup.trace);
  m.observer = setup.observer;
  m.every_window = setup.every_window;
  return m;
}

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

S Space::state(int node) const { return unpack(*world, bytes(node)); }

std::vector<int> Space::way_to(int node) const {
  std::vector<int> out;
  for (int n = node; nodes[n].parent >= 0; n = nodes[n].parent) out.push_back(n);
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<Move> path(const Question& q, const Space& space, int node, const Setup& setup) {
  Concrete domain;
  Machine<Concrete> m = machine(q, domain, setup);
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

Space explore(const Question& q, const std::vector<int64_t>& lets, const Limits& limits,
              const Setup& setup) {
  Space space;
  space.lets = lets;
  space.world = q.world.get();
  Concrete domain;
  Machine<Concrete> m = machine(q, domain, setup);
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
    pack(*q.world, s, key);
    if (const int known = seen.find_or_reserve(key); known >= 0) return known;
    Node n;
    n.begin = space.arena.size();
    n.size = static_cast<uint32_t>(key.size());
    n.parent = parent;
    n.alternative = static_cast<uint16_t>(alternative);
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
