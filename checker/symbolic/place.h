// Where a symbolic state stands, and which of two lies behind the other.
#pragma once

#include <tuple>
#include <vector>

#include "checker/semantics/state.h"
#include "checker/semantics/world.h"
#include "checker/symbolic/term.h"

namespace hanrei::checker::symbolic {

/// Where a frame stands: positions in loops count their rounds before what lies inside.
inline int compare_position(const model::Code& code, const Frame& a, const Frame& b) {
  size_t level = 0;
  for (const model::Region& r : code.loops) {
    const bool in_a = a.pc > r.begin && a.pc <= r.end, in_b = b.pc > r.begin && b.pc <= r.end;
    if (!in_a || !in_b) continue;
    if (level < 3 && a.rounds.loop(level) != b.rounds.loop(level))
      return a.rounds.loop(level) < b.rounds.loop(level) ? -1 : 1;
    ++level;
  }
  if (a.pc != b.pc) return a.pc < b.pc ? -1 : 1;
  if (a.rounds != b.rounds) return a.rounds < b.rounds ? -1 : 1;
  return 0;
}

/// Where a state stands, and what is concrete in it.
struct Place {
  Control control;
  std::vector<Term> structure;
};

/// What lies behind comes first, so that branches meet again where control does.
struct Behind {
  const World* world;
  bool operator()(const Place& p, const Place& q) const {
    const Control &a = p.control, &b = q.control;
    for (size_t i = 0; i < a.stack.size() && i < b.stack.size(); ++i) {
      const Frame &x = a.stack[i], &y = b.stack[i];
      if (x.code != y.code) return x.code < y.code;
      if (const int c = compare_position(world->code->codes[CodeId(x.code)], x, y); c != 0)
        return c < 0;
    }
    if (a.stack.size() != b.stack.size()) return a.stack.size() < b.stack.size();
    for (size_t i = 0; i < a.stack.size(); ++i) {
      const Frame &x = a.stack[i], &y = b.stack[i];
      if (x.slot != y.slot) return x.slot < y.slot;
      if (x.kept != y.kept) return x.kept < y.kept;
      if (x.picking != y.picking) return x.picking < y.picking;
      if (x.pending != y.pending) return x.pending > y.pending;
    }
    const auto stage = [](const Control& c) {
      return std::tuple(c.script, c.applied, c.settling, c.guided, c.decided);
    };
    if (stage(a) != stage(b)) return stage(a) < stage(b);
    if (a.cut != b.cut) return a.cut < b.cut;
    for (size_t i = 0; i < a.slots.size(); ++i) {
      const Slot &x = a.slots[i], &y = b.slots[i];
      const auto key = [](const Slot& s) {
        return std::tuple(s.act, s.effect, s.seat, s.parent, s.answered, s.negated);
      };
      if (key(x) != key(y)) return key(x) < key(y);
    }
    const auto key = [](const Effect& e) {
      return std::tuple(e.statik, e.attr, e.target, e.op, e.layer, e.until);
    };
    if (a.effects.size() != b.effects.size()) return a.effects.size() < b.effects.size();
    for (size_t i = 0; i < a.effects.size(); ++i)
      if (key(a.effects[i]) != key(b.effects[i])) return key(a.effects[i]) < key(b.effects[i]);
    const auto still = [](const Arisen& x) {
      return std::tuple(x.frame, x.item, x.of, x.user, x.host);
    };
    if (a.arisen.size() != b.arisen.size()) return a.arisen.size() < b.arisen.size();
    for (size_t i = 0; i < a.arisen.size(); ++i)
      if (still(a.arisen[i]) != still(b.arisen[i])) return still(a.arisen[i]) < still(b.arisen[i]);
    if (std::tuple(a.end, a.result) != std::tuple(b.end, b.result))
      return std::tuple(a.end, a.result) < std::tuple(b.end, b.result);
    return p.structure < q.structure;
  }
};

}  // namespace hanrei::checker::symbolic
