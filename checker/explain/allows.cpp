#include "checker/explain/allows.h"

#include <algorithm>
#include <memory>

#include "base/contains.h"
#include "checker/explain/moves.h"
#include "checker/replay/replay.h"
#include "rulings/naming.h"

namespace hanrei::checker::explain {
namespace {

/// The program without what a clause permits: its permissions never apply, and what it says may
/// be said of something is true of nothing. Nothing where it says neither.
std::optional<model::Program> without(const model::Program& program, ClauseId clause) {
  const auto states = [&](const std::vector<ClauseId>& by) { return base::contains(by, clause); };
  const auto permits = [&](const model::Norm& n) {
    return n.mode == model::NormMode::Permit && n.source.card == kNone && states(n.source.by);
  };
  const auto says = [&](const model::DerivedDef& d) {
    return d.type.kind == model::TypeKind::Bool && d.is != kNone && states(d.by);
  };
  if (std::ranges::none_of(program.norms, permits) && std::ranges::none_of(program.derived, says))
    return std::nullopt;
  model::Program out = program;
  model::Expr never;
  never.op = model::Op::Const;
  never.type = model::bool_type();
  out.norms.own();
  for (const NormId n : out.norms.ids())
    if (permits(out.norms[n])) out.norms[n].cond = out.exprs.push_back(never);
  for (const model::DerivedDef& d : out.derived)
    if (says(d)) {
      never.span = out[d.is].span;
      out.exprs.replace(d.is, never);
    }
  return out;
}

/// The same situation, with a clause left out.
struct Without {
  Without(const Question& q, const std::vector<int64_t>& lets, ClauseId left_out)
      : clause(left_out) {
    auto bent = without(*q.program, left_out);
    if (!bent) return;
    program = std::make_unique<model::Program>(std::move(*bent));
    Reason why;
    world = make_world(*program, *q.code, *q.which, why);
    if (world == nullptr) return;
    machine = std::make_unique<Machine<Concrete>>(*world, domain);
    machine->until_depth = q.until_depth;
    machine->until_idle = q.until_idle;
    machine->initial(lets);
  }
  ClauseId clause;
  Concrete domain;
  std::unique_ptr<model::Program> program;
  std::unique_ptr<World> world;
  std::unique_ptr<Machine<Concrete>> machine;
};

class Declarations : public replay::Watcher {
 public:
  Declarations(const Question& q, const Speaker& say, const std::vector<int64_t>& lets,
               const std::vector<ClauseId>& clauses)
      : q_(q), say_(say) {
    for (const ClauseId c : clauses) left_out_.push_back(std::make_unique<Without>(q, lets, c));
  }

  void before(const S& s, const model::Code&, const model::Instr& ins) override {
    before_ = s;
    asks_ = ins.code == model::OpCode::Ask;
  }
  /// What can only be declared so is declared without a choice.
  void after(const S& s) override {
    if (asks_) declared(before_, s);
  }
  void chosen(const S& before, const Move& move, const S& after) override {
    if (move.kind == MoveKind::Declare) declared(before, after);
  }

  /// The declaration that the claim asks about.
  void asked(const Machine<Concrete>& m, const S& s, const rulings::Claim& claim) {
    std::vector<Alt<int64_t>> alts;
    m.declarations(s, claim.act.by, claim.act, alts);
    if (alts.empty() || alts[0].act < 0) return;
    S after = s;
    m.take(after, alts[0]);
    judge(ActId(alts[0].act), after, s, [&](Without& w) {
      std::vector<Alt<int64_t>> still;
      w.machine->declarations(s, claim.act.by, claim.act, still);
      return !still.empty();
    });
  }

  /// The last declaration that needs it, of each clause.
  std::vector<Allowing> found() const {
    std::vector<Allowing> out;
    for (const auto& [a, time] : found_) {
      out.push_back(a);
      out.back().last = time == time_;
    }
    std::ranges::reverse(out);
    return out;
  }

 private:
  void declared(const S& before, const S& after) {
    const int slot = after.control.declared_since(before.control);
    if (slot < 0 || (told_ && before.control == told_->control)) return;
    told_ = before;
    const auto same = [&](const S& s) {
      const int other = s.control.declared_since(before.control);
      if (other < 0 || s.control.slots[other].act != after.control.slots[slot].act ||
          s.control.slots[other].effect != after.control.slots[slot].effect)
        return false;
      const auto first = [&](const S& of, int at) {
        return of.acts.begin() + static_cast<std::ptrdiff_t>(at) * q_.world->slot_size;
      };
      return std::equal(first(s, other), first(s, other) + q_.world->slot_size, first(after, slot));
    };
    judge(ActId(after.control.slots[slot].act), after, before, [&](Without& w) {
      S s = before;
      std::vector<Alt<int64_t>> alts;
      if (w.machine->step(s, alts) != Status::Choice) return same(s);
      return std::ranges::any_of(alts, [&](const Alt<int64_t>& a) {
        S then = s;
        w.machine->take(then, a);
        return same(then);
      });
    });
  }

  template <class May>
  void judge(ActId act, const S& after, const S& before, const May& may) {
    ++time_;
    for (const auto& w : left_out_) {
      const bool states = base::contains(q_.program->acts[act].source.by, w->clause);
      if (!states) {
        try {
          if (w->machine == nullptr || may(*w)) continue;
        } catch (const Unsupported&) {
          continue;
        }
      }
      const int slot = after.control.declared_since(before.control);
      if (slot < 0) continue;
      std::erase_if(found_, [&](const auto& a) { return a.first.clause == w->clause; });
      found_.push_back({{w->clause, declaration_sentence(q_, say_, after, slot)}, time_});
    }
  }

  const Question& q_;
  const Speaker& say_;
  std::vector<std::unique_ptr<Without>> left_out_;
  std::vector<std::pair<Allowing, int>> found_;  // with which declaration it was
  int time_ = 0;
  S before_;
  std::optional<S> told_;  // a choice is seen as such, and as what its instruction does
  bool asks_ = false;
};

}  // namespace

std::vector<Allowing> allowed_by(const Question& q, const ClaimResult& c,
                                 const std::vector<ClauseId>& cites, base::Lang lang,
                                 const std::vector<std::string>& cards) {
  const bool legal =
      c.claim->kind == rulings::ClaimKind::Legal && c.shown.verdict == Verdict::Holds;
  if (q.world == nullptr || !c.shown.has_witness || cites.empty()) return {};
  std::vector<ClauseId> clauses;
  for (const ClauseId k : q.program->clauses.ids())
    if (q.program->clauses[k].kind != "prohibition" &&
        std::ranges::any_of(cites, [&](ClauseId g) { return rulings::covers(*q.program, g, k); }))
      clauses.push_back(k);
  const rulings::Claim* probe =
      legal || c.claim->kind == rulings::ClaimKind::Illegal ? c.claim : nullptr;
  try {
    Concrete domain;
    Machine<Concrete> m(*q.world, domain);
    const Speaker say(q, m, lang, cards);
    Declarations watcher(q, say, c.shown.lets, clauses);
    const replay::Played played = replay::play(
        q, m, c.shown.lets, {c.shown.witness, c.shown.loop_from, probe, c.shown.unable}, &watcher);
    if (legal && played.end.control.end == End::Asked) watcher.asked(m, played.end, *c.claim);
    return watcher.found();
  } catch (const Unsupported&) {
    return {};
  }
}

}  // namespace hanrei::checker::explain
