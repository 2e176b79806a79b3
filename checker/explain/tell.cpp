#include "checker/explain/tell.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/contains.h"
#include "checker/explain/board.h"
#include "checker/explain/changes.h"
#include "checker/explain/moves.h"
#include "checker/explain/once.h"
#include "checker/explain/without_effect.h"
#include "checker/explain/words.h"
#include "checker/question/orders.h"

namespace hanrei::checker::explain {
namespace {

using model::CodeKind;
using model::OpCode;
using Kind = Sentence::Kind;

int64_t cell(const S& s, int i) { return s.cells[i]; }

/// The slot of an act that is declared in `after` and was not in `before`; -1 for none.
int new_slot(const S& before, const S& after) {
  return after.control.declared_since(before.control);
}

class Teller : public replay::Watcher {
 public:
  Teller(const Question& q, const Machine<Concrete>& m, const Speaker& say, bool boards)
      : q_(q), w_(*q.world), p_(*q.program), m_(m), say_(say), boards_(boards) {
    for (const TriggerId i : p_.triggers.ids())
      if (p_.triggers[i].source.card != kNone) {
        card_triggers_[p_.triggers[i].proc] = i;
        of_card_[p_.triggers[i].proc] = p_.triggers[i].source.card;
      }
    for (const model::EffectDef& e : p_.effects)
      for (ProcId proc : {e.proc, e.pay_proc})
        if (proc != kNone) of_card_[proc] = e.card;
    for (const model::ActDef& a : p_.acts)
      for (ProcId proc : {a.declare, a.process})
        if (proc != kNone && a.source.card != kNone) of_card_[proc] = a.source.card;
    for (const LimitId i : p_.limits.ids())
      if (p_.limits[i].repair != kNone) repairs_[p_.limits[i].repair] = i;
  }

  void before(const S& s, const model::Code& code, const model::Instr& ins) override {
    before_ = s;
    code_ = &code;
    ins_ = &ins;
    if (runs_.size() > s.control.stack.size()) runs_.resize(s.control.stack.size());
    if (boards_ && !started_) start_ = board_of(q_, say_, s);
    started_ = true;
    const int pc = s.frame().pc;
    if (code.kind != CodeKind::Procedure) return;
    const model::Procedure& proc = p_.procedures[ProcId(code.id)];
    if (pc == (proc.cond == kNone ? 0 : 3)) begins(s, code, proc);
    lay(s);
  }

  void after(const S& s) override {
    done(s);
    lay(s);
  }

  const Board& start() const { return start_; }

 private:
  /// The board beside what was told since it was last laid.
  void lay(const S& s) {
    if (!boards_ || laid_ == out_.size()) return;
    const Board board = board_of(q_, say_, s);
    for (; laid_ < out_.size(); ++laid_) out_[laid_].board = board;
  }

  /// An instruction was carried out.
  void done(const S& s) {
    const int depth = static_cast<int>(before_.control.stack.size());
    switch (ins_->code) {
      case OpCode::Ask: {
        if (const int slot = new_slot(before_, s); slot >= 0) {
          add(Kind::Choice, declaration_sentence(q_, say_, s, slot),
              p_.acts[ActId(s.control.slots[slot].act)].source.by, s.control.slots[slot].seat);
          out_.back().cards = permitted_by(s, slot);
          took_turn(s.control.slots[slot].seat);
        } else if (s.control.end == End::Asked)
          took_turn(static_cast<int>(say_.number(say_.top(before_), ins_->cond)), true);
        else if (played(s, rulings::PlayKind::Pass))
          scripted_pass(s);
        else
          untold_pass(s);
        return;
      }
      case OpCode::Window:
        if (static_cast<int>(s.control.stack.size()) > depth) moment(s);
        return;
      case OpCode::Choose:
        if (ins_->say == kNone && !played(s, rulings::PlayKind::Choose)) return;
        if (!say_.silent(ins_->say) && s.control.end == End::Running &&
            s.control.stack.size() == before_.control.stack.size())
          decided_by_play(s);
        return;
      case OpCode::Mark:
        if (ins_->say != kNone) tell_step(s);
        return;
      case OpCode::Branch:
        if (static_cast<int>(s.control.stack.size()) == depth &&
            s.frame().pc != before_.frame().pc + 1)
          passed_over(s);
        else if (static_cast<int>(s.control.stack.size()) == depth)
          stops(s);
        if (static_cast<int>(s.control.stack.size()) == depth &&
            s.frame().pc == before_.frame().pc + 1)
          met_ = {ins_->cond, depth, before_.frame().pc, before_.frame().code};
        break;
      case OpCode::EachNext:
        if (ins_->flag) member(s);
        break;
      case OpCode::Stmts:
      case OpCode::Settle:
      case OpCode::Jump:
      case OpCode::LoopEnter:
      case OpCode::LoopBack:
      case OpCode::LoopExit:
      case OpCode::Call:
      case OpCode::Effect:
      case OpCode::Offer:
      case OpCode::Process:
      case OpCode::EachInit:
      case OpCode::SimulInit:
      case OpCode::SimulPick:
      case OpCode::SimulGo:
      case OpCode::Again:
      case OpCode::CourtBegin:
      case OpCode::CourtEnd:
      case OpCode::Judge:
      case OpCode::Return:
      case OpCode::Abort:
      case OpCode::Collect:
      case OpCode::PickTrigger:
      case OpCode::RunTrigger:
      case OpCode::RunKept:
      case OpCode::EndRound:
      case OpCode::Answer:
      case OpCode::NextSeat:
      case OpCode::LimitScan:
      case OpCode::EdgeCollect:
      case OpCode::PickEdge:
      case OpCode::RunEdge:
      case OpCode::EndingScan: break;
    }
    const bool over =
        s.control.end == End::Over && s.control.result != 0 && before_.control.end == End::Running;
    std::vector<std::string> amending = amended_by(q_, say_, before_, *ins_);
    const bool worded = ins_->say != kNone &&
                        amending.empty();  // its words say what it does when no text amends it
    const bool covered = ins_->code == OpCode::Stmts && (worded || silent_frame());
    std::vector<Change> changes = changes_between(q_, m_, say_, before_, s, *ins_);
    if (ins_->code == OpCode::Stmts && worded &&
        (!changes.empty() || only_locals(p_, *ins_) || works_out(p_, *ins_) ||
         before_.cells != s.cells))
      tell_step(s);
    if (ins_->code == OpCode::Stmts && ins_->say == kNone && !silent_frame()) stays_false(s);
    if (!covered)
      for (Change& c : changes) {
        add_event(std::move(c.text));
        if (c.standing) {
          out_.back().cards = std::move(c.cards);
          out_.back().by = std::move(c.by);
        } else
          for (const std::string& name : amending) {
            for (ClauseId clause : ins_->by) out_.back().amended.emplace_back(clause, name);
            out_.back().cards.push_back(name);
          }
        if (c.lot[0] > 0) lots_[out_.size() - 1] = c.lot;
      }
    if (ins_->code == OpCode::Stmts && !covered) arguments(s);
    if (ins_->code == OpCode::Stmts && !silent_frame() && !say_.silent(ins_->say))
      for (std::string& text : without_effect(m_, say_, p_, before_, *ins_))
        add_event(std::move(text));
    if (over) ends(s);
  }

 public:
  void cut(const S&, const model::LoopRule& rule) override {
    add(Kind::Event,
        say_.in("終わりのない繰り返しなので、ここで打ち切る。",
                "What repeats without end is cut off here."),
        rule.by);
  }

  void chosen(const S& before, const Move& move, const S& after) override {
    before_ = before;
    const int now = moves_++;
    const model::Code& code = q_.code->codes[CodeId(before.frame().code)];
    const model::Instr& ins = code.ins[before.frame().pc];
    std::vector<ClauseId> by = ins.by;
    if (const int slot = new_slot(before, after); slot >= 0)
      by = p_.acts[ActId(after.control.slots[slot].act)].source.by;
    else if (const OrderId order = order_of(p_, ins);
             order != kNone && (ins.code == OpCode::PickEdge || !p_.orders[order].by.empty()))
      by = p_.orders[order].by;
    add(Kind::Choice, choice_sentence(q_, say_, before, move, after), by, move.who);
    out_.back().move = now;
    if (move.kind == MoveKind::Pass || move.kind == MoveKind::Declare) took_turn(move.who);
    if (const int slot = new_slot(before, after); slot >= 0)
      out_.back().cards = permitted_by(after, slot);
    if (move.kind == MoveKind::Pick || move.kind == MoveKind::YesNo)
      out_.back().cards = text_under_way();
    lay(after);
  }

  /// The cards by whose texts a declaration may be made that no clause permits.
  std::vector<std::string> permitted_by(const S& after, int slot) const {
    const Slot& declared = after.control.slots[slot];
    const model::Code& code = q_.code->codes[CodeId(before_.frame().code)];
    if (code.kind != CodeKind::Exchange) return {};
    const size_t n = p_.procedures[p_.acts[ActId(declared.act)].process].locals.size();
    const auto first = after.acts.begin() + static_cast<std::ptrdiff_t>(slot) * w_.slot_size;
    const std::vector<int64_t> locals(first, first + static_cast<std::ptrdiff_t>(n));
    std::vector<std::string> out;
    try {
      for (const NormInstance* i : m_.menu(before_, ActId(declared.act), declared.seat,
                                           ExchangeId(code.id), m_.moment_of(before_))
                                       .permits) {
        if (m_.norm_applies(before_, *i, ActId(declared.act), declared.seat, locals,
                            declared.effect) == 0)
          continue;
        const CardId card = p_.norms[i->provision].source.card;
        if (card == kNone) return {};
        const std::string& name = p_.cards[card].name;
        if (!base::contains(out, name)) out.push_back(name);
      }
    } catch (const Unsupported&) {
      return {};
    }
    return out;
  }

  std::vector<Sentence> told() {
    tell_passes();
    return once(std::move(out_), lots_, say_, before_);
  }

 private:
  /// A loop that does one thing with several at the same time.
  struct Joint {
    std::array<int, 3> at{};       ///< depth, code, instruction
    std::vector<size_t> begins{};  ///< of each member: the sentences before it
  };

  /// It comes to the next member, or to its end.
  void member(const S& s) {
    const Frame& f = before_.frame();
    const std::array<int, 3> at = {static_cast<int>(before_.control.stack.size()),
                                   static_cast<int>(f.code), f.pc};
    if (!joint_ || joint_->at != at) joint_ = Joint{at};
    joint_->begins.push_back(out_.size());
    if (s.frame().pc != ins_->target) return;
    const std::vector<size_t> begins = std::exchange(joint_, std::nullopt)->begins;
    if (std::ranges::none_of(turns_, [&](const Turn& t) { return t.at > begins[0]; }))
      join_at_once(out_, begins, lots_, say_.ja());
    laid_ = std::min(laid_, out_.size());
  }

  /// Forgets a moment that is over.
  void moment_over() {
    if (out_.empty() || out_.back().kind != Kind::Moment) return;
    const size_t at = out_.back().depth;
    const std::vector<Frame>& stack = before_.control.stack;
    if (stack.size() > at && q_.code->codes[CodeId(stack[at].code)].kind == CodeKind::Window)
      return;
    out_.pop_back();
    laid_ = std::min(laid_, out_.size());
    for (Turn& t : turns_) t.at = std::min(t.at, out_.size());
  }

  void add(Kind kind, std::string text, const std::vector<ClauseId>& by, int who = -1) {
    moment_over();
    Sentence s;
    s.kind = kind;
    s.text = std::move(text);
    s.by = by;
    s.who = who;
    s.depth = static_cast<int>(before_.control.stack.size());
    out_.push_back(std::move(s));
  }

  void begins(const S& s, const model::Code& code, const model::Procedure& proc) {
    if (const auto text = say_.said(proc.say, say_.top(s))) {
      add(Kind::Event, *text, proc.by);
      return;
    }
    if (proc.say != kNone) return;
    const int64_t subject = proc.params > 0 ? s.cells[s.frame().base] : -1;
    if (const auto it = card_triggers_.find(ProcId(code.id)); it != card_triggers_.end()) {
      const std::string what =
          trigger_words(q_, say_, s, {it->second, static_cast<int>(model::card_of(subject))});
      add(Kind::Event,
          say_.in(what + "が働く。",
                  (what.starts_with("the ") ? "T" + what.substr(1) : what) + " takes effect."),
          proc.by);
    } else if (const auto at = repairs_.find(ProcId(code.id)); at != repairs_.end()) {
      const model::Limit& limit = p_.limits[LimitId(at->second)];
      Speaker::At values{s, s.top(), nullptr, {}};
      values.temps[0] = subject;
      if (say_.silent(limit.say)) return;
      const auto text = say_.said(limit.say, values);
      add(Kind::Event,
          text ? *text
               : say_.in(say_.exceeded(limit) + "ので、それに合わせる。",
                         capital(say_.exceeded(limit)) + ", and that has to be mended."),
          limit.source.by);
    }
  }

  bool silent_frame() const {
    return code_->kind == CodeKind::Procedure && say_.silent(p_.procedures[ProcId(code_->id)].say);
  }

  /// Where a condition stands at the top frame before this instruction.
  Where where() const {
    const Speaker::At top = say_.top(before_);
    Where at{before_, top.frame, top.locals, top.temps, {}, {}};
    for (const model::Local& l : code_->locals) at.local_names.push_back(l.name);
    return at;
  }

  /// What is asked for by a step and does not come about: of something that is told when it does,
  /// why it does not.
  void stays_false(const S& s) {
    if (s.control.stack.size() != before_.control.stack.size()) return;
    for (const model::Stmt& st : ins_->stmts) {
      if (st.kind != model::StmtKind::Assign || p_[st.target].op != model::Op::GameAttr ||
          p_[st.target].type.kind != model::TypeKind::Bool || p_[st.value].op == model::Op::Const)
        continue;
      const model::AttrDef& d = p_.attrs[p_[st.target].attr()];
      const int at = w_.attr_cell[p_[st.target].attr()];
      if (d.say == kNone || say_.silent(d.say) || at < 0 || cell(before_, at) != 0 ||
          cell(s, at) != 0)
        continue;
      const auto why = fails(st.value);
      const std::string as = why ? say_.in(*why + "ので、", "As " + *why + ", ") : "";
      const auto is_not = say_.told(d.told, {}, 0);
      add_event(is_not
                    ? say_.in(as + *is_not + "ままである。",
                              why ? as + *is_not + "." : capital(*is_not) + ".")
                    : say_.in(as + say_.quoted(d.name) + "にはならない。",
                              as + (why ? "it" : "It") + " is not " + say_.quoted(d.name) + "."));
    }
  }

  /// Why a condition does not hold there.
  std::optional<std::string> fails(ExprId e) const { return failing_words(q_, say_, where(), e); }

  /// Where a step goes on when all that it still does, one thing after the other, is done.
  size_t behind_step(size_t at) const {
    const auto done = {OpCode::Call, OpCode::Stmts, OpCode::Settle, OpCode::Mark};
    while (code_->ins[at].ordinal == ins_->ordinal && base::contains(done, code_->ins[at].code))
      ++at;
    return at;
  }

  /// A condition is not met: an act is broken off there, a price cannot be paid, or what a card's
  /// text says on that condition is not done.
  void passed_over(const S& s) {
    const Frame& from = before_.frame();
    const auto ahead = [&](size_t at) {
      while (code_->ins[at].code == OpCode::Jump && static_cast<size_t>(code_->ins[at].target) > at)
        at = static_cast<size_t>(code_->ins[at].target);
      return code_->ins[at].code;
    };
    const OpCode next = ahead(s.frame().pc);
    if (code_->act && from.slot >= 0 && ahead(behind_step(s.frame().pc)) == OpCode::Abort &&
        !s.control.slots[from.slot].negated) {
      const auto why = fails(ins_->cond);
      const Slot& slot = s.control.slots[from.slot];
      const model::ActDef& def = p_.acts[ActId(slot.act)];
      const std::string who = say_.player(slot.seat), act = say_.called(def.told, def.name);
      add_event(
          say_.in((why ? *why + "ので、" : "") + who + "の" + act + "は、ここで打ち切られる。",
                  (why ? "As " + *why + ", " : "") + who + "'s " + act + " is broken off here."));
      return;
    }
    if (const auto left = left_out(q_, say_, before_, s, *code_, *ins_); left && not_done(*left))
      return;
    const auto card = of_card_.find(ProcId(code_->id));
    if (code_->kind != CodeKind::Procedure || card == of_card_.end() ||
        (next != OpCode::Return && next != OpCode::Abort))
      return;
    const auto why = fails(ins_->cond);
    if (!why) return;
    const std::string name = "《" + p_.cards[card->second].name + "》";
    const bool price = std::ranges::any_of(
        p_.effects, [&](const model::EffectDef& e) { return e.pay_proc == code_->id; });
    if (price)
      add_event(say_.in(*why + "ので、" + name + "の代償は払えない。",
                        "As " + *why + ", the price of " + name + " cannot be paid."));
    else
      add_event(say_.in(*why + "ので、" + name + "の文面の続きは行われない。",
                        "As " + *why + ", what follows in the text of " + name + " is not done."));
  }

  /// Something that goes on with a number is stopped for what the number is.
  void stops(const S& s) {
    const size_t pc = s.frame().pc;
    if (code_->kind != CodeKind::Procedure || code_->act || of_card_.contains(ProcId(code_->id)) ||
        !ins_->stated || code_->ins[pc].code != OpCode::Return || pc + 1 >= code_->ins.size())
      return;
    const model::Procedure& proc = p_.procedures[ProcId(code_->id)];
    int numbers = 0;
    for (int i = 0; i < proc.params; ++i)
      numbers += proc.locals[i].type.kind == model::TypeKind::Int;
    if (numbers != 1) return;
    Where at = where();
    for (int i = 0; i < proc.params; ++i)
      if (proc.locals[i].type.kind == model::TypeKind::Int)
        at.local_names[i] = say_.in("その数", "that number");
    const std::string name = say_.called(proc.told, proc.name);
    if (const auto why = condition_words(q_, say_, at, ins_->cond))
      add_event(say_.in(*why + "ので、" + name + "はここで終わる。",
                        "As " + *why + ", " + name + " ends here."));
  }

  /// A text makes another number of what something under way is carried out with.
  void arguments(const S& s) {
    if (s.control.stack.size() != before_.control.stack.size()) return;
    for (const model::Stmt& st : ins_->stmts) {
      if (st.kind != model::StmtKind::Assign || p_[st.target].op != model::Op::EvArg ||
          p_[st.target].type.kind != model::TypeKind::Int)
        continue;
      const int64_t was = say_.number(say_.top(before_), st.target),
                    is = say_.number(say_.top(s), st.target);
      std::string name;
      for (size_t i = s.control.stack.size(), windows = 0; i-- > 0 && name.empty();) {
        const model::Code& code = q_.code->codes[CodeId(s.control.stack[i].code)];
        if (code.kind == CodeKind::Window)
          ++windows;
        else if (windows > 0 && code.kind == CodeKind::Procedure)
          name = say_.called(p_.procedures[ProcId(code.id)].told, code.name);
      }
      if (was == is || name.empty()) continue;
      const std::string from = std::to_string(was), to = std::to_string(is);
      add_event(say_.in(name + "の数が" + from + "から" + to + "になる。",
                        "The number of " + name + " goes from " + from + " to " + to + "."));
    }
  }

  /// That something that was called for is not done: by a text, or, where a text has called for it,
  /// on a condition of its own.
  bool not_done(const LeftOut& left) {
    if (!left.procedure) {
      const model::Source& text = p_.amends[left.amend].source;
      const std::string card = "《" + p_.cards[text.card].name + "》";
      std::string ja, en;
      if (!ins_->by.empty())
        ja = p_.clauses[ins_->by.front()].id + "に定めること",
        en = "what " + p_.clauses[ins_->by.front()].id + " says";
      else if (code_->kind == CodeKind::Procedure)
        ja = en = say_.called(p_.procedures[ProcId(code_->id)].told, code_->name);
      else
        return false;
      add(Kind::Event,
          say_.in(card + "の文面により、" + ja + "は行われない。",
                  "By the text of " + card + ", " + en + " is not carried out."),
          ins_->by);
      out_.back().cards = {p_.cards[text.card].name};
      return true;
    }
    const model::Procedure& proc = p_.procedures[ProcId(code_->id)];
    const auto why =
        text_under_way().empty() || of_card_.contains(ProcId(code_->id)) || say_.silent(proc.say)
            ? std::nullopt
            : fails(ins_->cond);
    if (!why) return false;
    const std::string name = say_.called(proc.told, proc.name);
    add_event(say_.in(*why + "ので、" + name + "は行われない。",
                      "As " + *why + ", " + name + " is not carried out."));
    for (ClauseId c : proc.by)
      if (!base::contains(out_.back().by, c)) out_.back().by.push_back(c);
    return true;
  }

  /// A step is told once each time it is carried out, at its first instruction.
  void tell_step(const S& s) {
    const int depth = static_cast<int>(before_.control.stack.size()), pc = before_.frame().pc;
    const bool same = told_.say == ins_->say && told_.depth == depth && pc > told_.pc;
    if (same) return;
    told_ = {ins_->say, depth, pc};
    if (static_cast<int>(s.control.stack.size()) != depth) return;
    if (auto text = say_.said(ins_->say, say_.top(s))) add_event(std::move(*text));
  }

  /// What a statement or step does rests on the step that called for it, on the card whose text is
  /// being carried out, and on the clauses of the step, or of its procedure where it has none.
  void add_event(std::string text) {
    std::vector<ClauseId> by;
    const std::vector<Frame>& stack = before_.control.stack;
    for (size_t i = stack.size(); i-- > 0;) {
      const model::Code& code = q_.code->codes[CodeId(stack[i].code)];
      if (code.kind != CodeKind::Procedure) break;
      const model::Instr& ins = code.ins[stack[i].pc];
      if (i + 1 < stack.size() && by.empty() && ins.stated) by = ins.by;
      if (of_card_.contains(ProcId(code.id))) break;
    }
    for (ClauseId c : ins_->by)
      if (!base::contains(by, c)) by.push_back(c);
    add(Kind::Event, std::move(text), by);
    out_.back().cards = text_under_way();
  }

  /// The card whose text is being carried out.
  std::vector<std::string> text_under_way() const {
    const std::vector<Frame>& stack = before_.control.stack;
    for (size_t i = stack.size(); i-- > 0;) {
      const model::Code& code = q_.code->codes[CodeId(stack[i].code)];
      if (code.kind != CodeKind::Procedure) break;
      if (const auto at = of_card_.find(ProcId(code.id)); at != of_card_.end())
        return {p_.cards[at->second].name};
    }
    return {};
  }

  void moment(const S& s) {
    const SignalId signal(code_->ins[before_.frame().pc].id);
    const model::SignalDef& d = p_.signals[signal];
    if (say_.silent(d.say)) return;
    const auto text = say_.said(d.say, say_.top(s));
    std::string whose_ja, whose_en = "the ";
    if (!d.args.empty() && d.args.front().type.kind == model::TypeKind::Ref &&
        d.args.front().type.id == model::kCardSort) {
      const int64_t about = s.cells[s.frame().base];
      if (about != model::kNobody)
        whose_ja = say_.card(about) + "の", whose_en = say_.card(about) + "'s ";
    }
    add(Kind::Moment,
        text ? *text
             : say_.in(whose_ja + "《" + d.name + "》に",
                       "in " + whose_en + "window 《" + d.name + "》"),
        ins_->by);
  }

  /// Has an item of this kind of the play just been carried out?
  bool played(const S& s, rulings::PlayKind kind) const {
    if (s.control.end == End::Asked) return false;
    for (size_t i = before_.control.script; i < s.control.script; ++i)
      if (w_.question->play[i].kind == kind) return true;
    return false;
  }

  void scripted_pass(const S& s) {
    const auto [seat, text] = passing(s);
    add(Kind::Choice, text, {}, seat);
    took_turn(seat);
  }

  /// Who is asked and passes, and that as a sentence.
  std::pair<int, std::string> passing(const S& s) const {
    Move pass;
    pass.kind = MoveKind::Pass;
    pass.who = static_cast<int8_t>(say_.number(say_.top(before_), ins_->cond));
    pass.what = before_.frame().code;
    return {pass.who, choice_sentence(q_, say_, before_, pass, s)};
  }

  /// The exchange under way: each time that one is offered has its number.
  int run() {
    const size_t depth = before_.control.stack.size();
    runs_.resize(depth, 0);
    return runs_.back() != 0 ? runs_.back() : runs_.back() = ++exchanges_;
  }

  /// Somebody declares something, is told to pass, or (`asked`) is asked at the moment that the
  /// claim is about.
  void took_turn(int who, bool asked = false) {
    const int now = run();
    turns_.push_back({asked ? out_.size() : out_.size() - 1, who, now, asked, {}, {}, runs_});
  }

  /// Somebody is asked and declares nothing, which nobody chose and the ruling does not say.
  /// Whoever has acted already, or comes too late, is not asked.
  void untold_pass(const S& s) {
    if (code_->kind != CodeKind::Exchange || s.control.stack.size() != before_.control.stack.size())
      return;
    const model::ExchangeDef& e = p_.exchanges[ExchangeId(code_->id)];
    const Frame& f = before_.frame();
    if (say_.silent(e.say) || (e.resolve != model::Resolve::Later && f.kept[ins_->id] >= 0)) return;
    if (ins_->flag) {
      bool later = false;
      for (size_t k = static_cast<size_t>(ins_->id) + 1; k < e.seats.size(); ++k)
        later = later || cell(before_, f.base + 1 + static_cast<int>(k)) != 0;
      if (!later || cell(before_, f.base + ins_->slot) != 0) return;
    }
    moment_over();
    const auto [who, text] = passing(s);
    const bool moment = !out_.empty() && out_.back().kind == Kind::Moment;
    turns_.push_back({out_.size(), who, run(), false, text, moment ? out_.back().text : "", {}});
  }

  /// Tells the passes without which it is not clear why it is somebody's turn: of the other player,
  /// in the same exchange, before somebody who has acted acts again, before the first declaration,
  /// and before the moment that is asked about.
  void tell_passes() {
    std::vector<size_t> needed;
    const Turn* last = nullptr;
    std::vector<size_t> since;  // passes after it
    for (size_t i = 0; i < turns_.size(); ++i) {
      const Turn& now = turns_[i];
      if (!now.pass.empty()) {
        since.push_back(i);
        continue;
      }
      if (last == nullptr || last->who == now.who || now.asked) {
        const auto in_run = [&](int run) {
          return std::ranges::find_if(
              since, [&](size_t k) { return turns_[k].who != now.who && turns_[k].run == run; });
        };
        auto pass = in_run(now.run);
        // what interrupts an act is declared whoever has passed before it was carried out
        const bool inside = last != nullptr && base::contains(now.within, last->run);
        if (pass == since.end() && last != nullptr && last->who == now.who && !inside)
          pass = in_run(last->run);
        if (pass != since.end()) needed.push_back(*pass);
      }
      last = &now;
      since.clear();
    }
    for (size_t n = needed.size(); n-- > 0;) {
      const Turn& t = turns_[needed[n]];
      Sentence s;
      s.kind = Kind::Choice;
      s.text = t.moment.empty() || (t.at > 0 && out_[t.at - 1].kind == Kind::Moment)
                   ? t.pass
                   : after_moment(t.moment, t.pass, say_.ja());
      s.who = t.who;
      out_.insert(out_.begin() + static_cast<std::ptrdiff_t>(t.at), std::move(s));
      Lots lots;
      for (const auto& [at, lot] : lots_) lots[at >= t.at ? at + 1 : at] = lot;
      lots_ = std::move(lots);
    }
  }

  void decided_by_play(const S& s) {
    const model::Choose& c = q_.code->choices[ChoiceId(ins_->index)];
    Move move;
    move.kind = c.domain == model::DomainKind::YesNo ? MoveKind::YesNo : MoveKind::Pick;
    move.what = before_.frame().code;
    move.pc = before_.frame().pc;
    if (c.who != kNone) move.who = static_cast<int8_t>(say_.number(say_.top(before_), c.who));
    const bool script = played(s, rulings::PlayKind::Choose);
    const int64_t value = cell(s, before_.frame().base + c.var);
    const model::Type& type = code_->locals[c.var].type;
    const bool nothing = type.kind == model::TypeKind::Set
                             ? value == 0
                             : type.kind == model::TypeKind::Ref && value == model::kNobody;
    if (!script && (nothing || !say_.said(ins_->say, say_.top(s), value))) return;
    add(Kind::Choice, picked_sentence(q_, say_, before_, move, s), ins_->by, move.who);
    out_.back().cards = text_under_way();
  }

  void ends(const S& s) {
    const bool at_judge = ins_->code == OpCode::Judge || ins_->code == OpCode::CourtEnd;
    const bool judged = at_judge || ins_->code == OpCode::EndingScan;
    std::vector<ClauseId> by = ins_->by;
    bool met[2] = {false, false};
    for (const model::Ending& e : p_.endings)
      for (int k = 0; judged && k < 2; ++k) {
        Speaker::At at{before_, before_.top(), nullptr, {}};
        at.temps[0] = k;
        const auto holds = [&](ExprId x) { return say_.number(at, x) != 0; };
        if ((!e.at_once && !at_judge) || !holds(e.when) ||
            (!at_judge && e.hold != kNone && holds(e.hold)))
          continue;
        met[k] = true;
        const std::string who = say_.player(k);
        const auto text = say_.said(e.say, at);
        if (!say_.silent(e.say))
          add(Kind::Event,
              text ? *text
                   : say_.in(who + "について「" + e.id + "」の条件が満たされる。",
                             "The condition “" + e.id + "” is met for " + who + "."),
              e.source.by);
      }
    if (!judged) lost_by_step(s);
    const int result = s.control.result;
    if (met[0] && met[1] && result == model::kResultDraw)
      by.insert(by.end(), p_.both.by.begin(), p_.both.by.end());
    const std::string who =
        result == model::kResultDraw ? "" : say_.player(result - model::kResultWinFirst);
    add(Kind::End,
        result == model::kResultDraw ? say_.in("引き分けになる。", "The game is drawn.")
                                     : say_.in(who + "の勝ちになる。", who + " wins the game."),
        by);
  }

  /// A step ends the game: who loses by it, and on what condition, where the step has one.
  void lost_by_step(const S& s) {
    if (s.control.result == model::kResultDraw) return;
    const std::string loser = say_.player(1 - (s.control.result - model::kResultWinFirst));
    const Frame& f = before_.frame();
    std::optional<std::string> why;
    if (met_.cond != kNone && met_.depth == static_cast<int>(before_.control.stack.size()) &&
        met_.code == f.code && met_.pc < f.pc) {
      why = condition_words(q_, say_, where(), met_.cond);
    }
    if (why)  // else it is told who wins
      add(Kind::Event,
          say_.in(*why + "ので、" + loser + "は敗北する。",
                  "As " + *why + ", " + loser + " loses."),
          ins_->by);
  }

  const Question& q_;
  const World& w_;
  const model::Program& p_;
  const Machine<Concrete>& m_;
  const Speaker& say_;
  std::map<ProcId, TriggerId> card_triggers_;
  std::map<ProcId, LimitId> repairs_;
  std::map<ProcId, CardId> of_card_;
  Lots lots_;  // before moments are joined
  S before_;
  const model::Code* code_ = nullptr;
  const model::Instr* ins_ = nullptr;
  struct {
    ExprId cond;
    int depth = 0, pc = 0, code = 0;
  } met_;  // the condition last found true
  struct {
    SayId say;
    int depth = 0, pc = 0;
  } told_;
  int moves_ = 0;
  std::vector<Sentence> out_;
  const bool boards_;
  Board start_;
  bool started_ = false;
  size_t laid_ = 0;  ///< of them, how many have a board
  struct Turn {
    size_t at;
    int who, run;
    bool asked;
    std::string pass, moment;
    std::vector<int> within;
  };  // `pass`: its words, where nothing tells it; `within`: exchanges under way
  std::optional<Joint> joint_;
  std::vector<Turn> turns_;
  std::vector<int> runs_;  // by depth: the exchange that is offered there
  int exchanges_ = 0;
};

}  // namespace

Told tell(const Question& q, const std::vector<int64_t>& lets, const replay::Followed& followed,
          base::Lang lang, std::vector<std::string> cards, bool boards) {
  Told out;
  if (q.world == nullptr) {
    out.problem = q.unsupported;
    return out;
  }
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  const Speaker say(q, m, lang, std::move(cards));
  Teller teller(q, m, say, boards);
  const replay::Played played = replay::play(q, m, lets, followed, &teller);
  out.ok = played.ok;
  out.problem = played.problem;
  out.sentences = teller.told();
  out.start = teller.start();
  Board before = out.start;
  for (Sentence& sentence : out.sentences) {
    if (sentence.board.empty()) continue;  // nothing of it is known
    Board now = std::move(sentence.board);
    sentence.board = otherwise(before, now);
    before = std::move(now);
  }
  out.end = played.end;
  out.result = played.end.control.result;
  const auto end = [&](const std::string& ja, const std::string& en) {
    out.sentences.push_back({Kind::End, say.in(ja, en), {}, -1, -1, 0});
  };
  if (out.end.control.end == End::Stuck)
    end("ここから先へ進めない。", "Play cannot go on from here.");
  if (out.end.control.end == End::Bounded)
    end("ここで検査の上限に達する。", "Here a bound of the examination is reached.");
  if (out.end.control.end == End::Endless) end("このまま終わらない。", "This goes on without end.");
  if (followed.loop_from && out.ok)
    end("ここで、すべてが" + std::to_string(*followed.loop_from + 1) +
            "番目の選択の前と同じになる。同じことを何度でも繰り返せる。",
        "Here all is as it was before choice " + std::to_string(*followed.loop_from + 1) +
            ": the same may be done again and again.");
  return out;
}

}  // namespace hanrei::checker::explain
