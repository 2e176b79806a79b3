#include "checker/explain/deciding.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/contains.h"
#include "checker/explain/changes.h"
#include "checker/replay/replay.h"
#include "checker/semantics/held.h"
#include "checker/verdict/basis.h"

namespace hanrei::checker::explain {
namespace {

using model::Op;
using model::OpCode;
using rulings::Ground;

void add(std::vector<Ground>& to, const Ground& g) {
  if (!base::contains(to, g)) to.push_back(g);
}

class Deciders : public replay::Watcher {
 public:
  /// `trace`: of the machine.
  Deciders(const Question& q, const Machine<Concrete>& m, const rulings::Claim& claim, Trace& trace)
      : q_(q),
        p_(*q.program),
        m_(m),
        trace_(trace),
        say_(q, m, base::Lang::En, std::vector<std::string>(q.world->card_ids)),
        held_(p_, *q.code) {
    for (ExprId e : rulings::expressions_of(claim))
      if (e != claim.iff) watch(e);
    if (!asks_for_result(p_, claim)) return;
    for (const EndingId i : p_.endings.ids())
      for (int k = 0; k < 2; ++k) watched_.push_back({p_.endings[i].when, k, i, std::nullopt});
  }

  void before(const S& s, const model::Code& code, const model::Instr& ins) override {
    keep_shaping();
    before_ = s;
    code_ = &code;
    ins_ = &ins;
    if (!started_)
      for (Watch& w : watched_) w.last = worth(s, w);
    started_ = true;
    forget_trace();
  }

  void after(const S& s) override {
    keep_shaping();
    look(s);
    forget_trace();
  }

  void chosen(const S&, const Move&, const S& after) override {
    keep_shaping();
    changed(after, {});
    forget_trace();
  }

  std::vector<Ground> grounds() const {
    std::vector<Ground> out;
    for (const Found& f : found_)
      if (f.ending < 0 || met_.contains({f.ending, f.player}))
        for (const Ground& g : f.grounds) add(out, g);
    return out;
  }

  std::vector<Ground> turns() const {
    std::vector<Ground> out;
    for (const ExchangeId k : turns_taken_)
      for (ClauseId c : p_.exchanges[k].by) add(out, {c, kNone, ""});
    return out;
  }

 private:
  void look(const S& s) {
    if (ins_->code == OpCode::Ask) {
      changed(s, {});
      return;
    }  // what is declared has brought nothing about yet
    if (const auto left = left_out(q_, say_, before_, s, *code_, *ins_)) not_done(*left);
    if (s.control.end == End::Over && before_.control.end == End::Running) endings();
    changed(s, causes());
    if (!found_.empty() && found_.back().time == time_) {
      standing(s);
      shaped();
    }
    ++time_;
  }

  /// The continuous effects that shape what an instruction reads count for its clause, and for what
  /// that calls: how many are chosen is read before any of them moves.
  void keep_shaping() {
    if (ins_ == nullptr || ins_->by.empty() || ins_->code == OpCode::Ask) return;
    for (const StaticId k : p_.statics.ids())
      if (trace_.statics[static_cast<size_t>(Id(k))]) shaping_[ins_->by.front()].insert(k);
  }
  void shaped() {
    const std::vector<Frame>& stack = before_.control.stack;
    for (size_t i = stack.size(); i-- > 0;) {
      const model::Code& code = q_.code->codes[CodeId(stack[i].code)];
      const model::Instr& ins = i + 1 == stack.size() ? *ins_ : code.ins[stack[i].pc];
      if (code.kind != model::CodeKind::Procedure) return;
      if (const auto at = ins.by.empty() ? shaping_.end() : shaping_.find(ins.by.front());
          at != shaping_.end())
        for (const StaticId k : at->second) {
          const model::Source& text = p_.statics[k].source;
          if (text.card != kNone && !text.spans.empty())  // what it does stands last
            add(found_.back().grounds, {kNone, text.card, text.spans.back()});
          add_grounds(found_.back().grounds, text);
        }
    }
  }
  /// What is read only to be told is not read by the play.
  void forget_trace() { trace_.statics.assign(trace_.statics.size(), false); }

  struct Watch {
    ExprId expr;
    int player;
    int ending;
    std::optional<int64_t> last;
  };
  struct Found {
    int time, ending, player;
    std::vector<Ground> grounds;
  };

  /// The values that a claim compares; what has no such values is watched whole.
  void watch(ExprId id) {
    if (id == kNone) return;
    const model::Expr& e = p_[id];
    switch (e.op) {
      case Op::And:
      case Op::Or:
      case Op::Implies:
        watch(e.a);
        watch(e.b);
        return;
      case Op::Not: watch(e.a); return;
      case Op::Eq:
      case Op::Ne:
      case Op::Lt:
      case Op::Le:
        watch(e.a);
        watch(e.b);
        return;
      case Op::Const: return;
      case Op::Acted: turns_taken_.insert(e.exchange()); [[fallthrough]];
      default: watched_.push_back({id, -1, -1, std::nullopt});
    }
  }

  std::optional<int64_t> worth(const S& s, const Watch& w) const {
    std::array<int64_t, kTemps> temps = {};
    if (w.player >= 0) temps[0] = w.player;
    try {
      return m_.evaluator().eval(s, w.expr, {s.top(), nullptr, temps.data()});
    } catch (const Unsupported&) {
      return std::nullopt;
    }
  }

  void changed(const S& s, const std::vector<Ground>& why) {
    for (Watch& w : watched_) {
      const auto now = worth(s, w);
      if (now == w.last) continue;
      w.last = now;
      if (w.ending >= 0 && now.value_or(0) == 0) continue;  // no longer met
      found_.push_back({time_, w.ending, w.player, why});
    }
  }

  /// What the instruction rests on, as it is told: the card whose text is carried out, the step
  /// that called for it, and its own clauses or those of its procedure.
  std::vector<Ground> causes() const {
    std::vector<Ground> out;
    std::vector<ClauseId> by;
    const std::vector<Frame>& stack = before_.control.stack;
    for (size_t i = stack.size(); i-- > 0;) {
      const CodeId code(stack[i].code);
      if (q_.code->codes[code].kind != model::CodeKind::Procedure) break;
      const model::Instr& ins = q_.code->codes[code].ins[stack[i].pc];
      if (i + 1 < stack.size() && by.empty() && ins.stated) by = ins.by;
      if (const model::Source* text = held_.text(code)) {
        add_grounds(out, *text);
        break;
      }
    }
    for (ClauseId c : by) add(out, {c, kNone, ""});
    for (ClauseId c : ins_->by) add(out, {c, kNone, ""});
    return out;
  }

  /// What would have changed something, and is not done: the text that takes it out; or what a text
  /// has called for, and what that asks for.
  void not_done(const LeftOut& left) {
    std::vector<Ground> why;
    if (!left.procedure)
      add_grounds(why, p_.amends[left.amend].source);
    else if (text_under_way())
      for (ClauseId c : p_.procedures[ProcId(code_->id)].by) add(why, {c, kNone, ""});
    if (left.procedure && why.empty()) return;
    for (const Ground& g : causes()) add(why, g);
    found_.push_back({time_, -1, -1, std::move(why)});
  }
  bool text_under_way() const {
    const std::vector<Frame>& stack = before_.control.stack;
    return std::any_of(stack.begin(), stack.end() - 1,
                       [&](const Frame& f) { return held_.text(CodeId(f.code)) != nullptr; });
  }

  /// Continuous effects that begin or end with the instruction.
  void standing(const S& s) {
    try {
      for (const Change& c : changes_between(q_, m_, say_, before_, s, *ins_))
        for (StaticId k : c.statics) add_grounds(found_.back().grounds, p_.statics[k].source);
    } catch (const Unsupported&) {
    }
  }

  /// The endings that are met where the game ends.
  void endings() {
    for (const EndingId i : p_.endings.ids())
      for (int k = 0; k < 2; ++k) {
        const model::Ending& e = p_.endings[i];
        if (worth(before_, {e.when, k, 0, std::nullopt}).value_or(0) == 0) continue;
        met_.insert({i, k});
        std::vector<Ground> grounds;
        add_grounds(grounds, e.source);
        found_.push_back({time_, -1, k, std::move(grounds)});
      }
    const auto met = [&](int player) {
      return std::ranges::any_of(met_, [&](const auto& m) { return m.second == player; });
    };
    if (met(0) && met(1)) {  // what becomes of both
      found_.push_back({time_, -1, -1, {}});
      for (ClauseId c : p_.both.by) add(found_.back().grounds, {c, kNone, ""});
    }
  }

  const Question& q_;
  const model::Program& p_;
  const Machine<Concrete>& m_;
  Trace& trace_;
  std::map<ClauseId, std::set<StaticId>> shaping_;
  const Speaker say_;
  const Held held_;
  std::vector<Watch> watched_;
  std::vector<Found> found_;
  std::set<std::pair<int, int>> met_;  // ending, player
  std::set<ExchangeId> turns_taken_;   // the claim is about who acts in them, and in which order
  S before_;
  const model::Code* code_ = nullptr;
  const model::Instr* ins_ = nullptr;
  bool started_ = false;
  int time_ = 0;
};

/// What permits the declaration of a claim where its witness leads, and what forbids others of its
/// kind.
Deciding of_declaration(const Question& q, const Machine<Concrete>& m, const S& s,
                        const std::vector<Move>& moves, const rulings::Claim& claim) {
  Deciding out;
  const model::Program& p = *q.program;
  std::vector<Alt<int64_t>> alts;
  m.declarations(s, claim.act.by, claim.act, alts);
  if (alts.empty() || alts[0].act < 0) return out;
  const ActId act(alts[0].act);
  S after = s;
  m.take(after, alts[0]);
  for (size_t i = 0; i < after.control.slots.size(); ++i) {
    const Slot& slot = after.control.slots[i];
    if (slot.act < 0 || s.control.has(static_cast<int64_t>(i))) continue;
    const auto first = after.acts.begin() + static_cast<std::ptrdiff_t>(i) * q.world->slot_size;
    const std::vector<int64_t> locals(
        first,
        first + static_cast<std::ptrdiff_t>(p.procedures[p.acts[act].process].locals.size()));
    const ExchangeId exchange(q.code->codes[CodeId(s.frame().code)].id);
    const auto& here = m.menu(s, act, slot.seat, exchange, m.moment_of(s));
    const auto applies = [&](const NormInstance* n) {
      return m.norm_applies(s, *n, act, slot.seat, locals, slot.effect) != 0;
    };
    const auto source = [&](const NormInstance* n) -> const model::Source& {
      return p.norms[n->provision].source;
    };
    for (const NormInstance* n : here.permits)
      if (applies(n)) add_grounds(out.grounds, source(n));
    add_grounds(out.grounds, p.acts[act].source);
    // whose turn it is to declare, where somebody has let it pass
    if (std::ranges::any_of(moves, [&](const Move& move) {
          return move.kind == MoveKind::Pass && move.what == s.frame().code;
        }))
      for (ClauseId c : p.exchanges[exchange].by) add(out.turns, {c, kNone, ""});
    for (const NormInstance* n : here.forbids)
      if (!applies(n)) add_grounds(out.spared, source(n));
    break;
  }
  std::erase_if(out.spared, [&](const Ground& g) { return base::contains(out.grounds, g); });
  return out;
}

}  // namespace

void add_grounds(std::vector<Ground>& to, const model::Source& s) {
  if (s.card == kNone)
    for (ClauseId c : s.by) add(to, {c, kNone, ""});
  else
    for (const std::string& span : s.spans) add(to, {kNone, s.card, span});
}

Deciding deciding(const Question& q, const std::vector<int64_t>& lets,
                  const std::vector<Move>& moves, const rulings::Claim& claim) {
  Deciding out;
  if (q.world == nullptr) return out;
  const bool declares =
      claim.kind == rulings::ClaimKind::Legal || claim.kind == rulings::ClaimKind::Illegal;
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  try {
    Trace trace(*q.program, *q.code);
    if (!declares) m.trace(&trace);
    Deciders watcher(q, m, claim, trace);
    const replay::Played played =
        replay::play(q, m, lets, {moves, std::nullopt, declares ? &claim : nullptr},
                     declares ? nullptr : &watcher);
    if (!declares) {
      out.grounds = watcher.grounds();
      out.turns = watcher.turns();
    } else if (played.end.control.end == End::Asked)
      return of_declaration(q, m, played.end, moves, claim);
  } catch (const Unsupported&) {
    return {};
  }
  return out;
}

}  // namespace hanrei::checker::explain
