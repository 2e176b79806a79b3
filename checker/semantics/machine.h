// What one move does to a state. Written once, over a value domain; used by every engine and by
// replay.
//
// `step` runs one instruction. It either goes on, or returns alternatives: real choices (somebody
// decides) or forks (a symbolic condition has to be split). `take` follows one of them.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>

#include "base/contains.h"
#include "checker/semantics/eval.h"
#include "checker/semantics/faults.h"
#include "checker/semantics/work.h"

namespace hanrei::checker {

enum class Status : uint8_t { Continue, Choice, Fork, Done };

/// What happens when an alternative is taken.
enum class Then : uint8_t { Go, Push, Over, Declare, Toggle, Stay, Apply, Stuck, Asked };

template <class Val>
struct Alt {
  Val guard{};
  Then then = Then::Go;
  int pc = 0;          ///< Go, Declare: next instruction of the top frame
  bool back = false;   ///< counts a round of the innermost loop
  bool picks = false;  ///< sets what is pending in the top frame
  uint64_t pending = 0;
  base::SmallVector<std::pair<int, Val>, 3> writes;
  int code = -1, slot = -1;        ///< Push; Toggle: static instance
  base::SmallVector<Val, 8> args;  ///< Push: first locals; Declare: locals of the act
  int result = 0;
  uint8_t script = 0;                   ///< the play has come this far
  int act = -1, effect = -1, seat = 0;  ///< Declare
  BoundOf cut;                          ///< a bound is what ends it
  bool keep = true;                     ///< Declare: the exchange holds the act for its seat
  uint16_t applied = 0;                 ///< Apply: the statics that apply
  bool once = false;     ///< bookkeeping is not begun again on account of what was passed over
  bool decides = false;  ///< what is left open is carried out: the same instruction, once
  bool recurs = false;   ///< what can be declared here is asked again and again
  int next_seat = -1;    ///< Declare: the player asked next; -1: the exchange says
  Move move;
};

/// Watches a concrete run, for explanations.
struct Observer {
  virtual ~Observer() = default;
  virtual void before(const State<int64_t>&, const model::Code&, const model::Instr&) = 0;
  virtual void after(const State<int64_t>&) = 0;
  virtual void cut(const State<int64_t>&, const model::LoopRule&) {}  ///< a repetition was cut off
};

template <class D>
class Machine {
 public:
  using Val = typename D::Val;
  using S = State<Val>;

  Machine(const World& world, D& domain);
  Machine(Machine&&) noexcept;  ///< defined nowhere: what is returned is built in place, for
                                ///< `eval_` refers to it

  /// The state in which the situation begins. `lets` are the values of its quantities.
  S initial(const std::vector<Val>& lets);
  Status step(S& s, std::vector<Alt<Val>>& alts);
  void take(S& s, const Alt<Val>& alt) const;

  Val eval(const S& s, ExprId e) const {
    std::array<Val, kTemps> t;
    return eval_.eval(s, e, {s.top(), nullptr, t.data()});
  }
  /// The same where the locals of the frame on top are known by their names.
  Val here(const S& s, ExprId e) const { return value(s, e); }
  /// May the running text do this to the card? Not where a prohibition to affect it is in force.
  bool reaches(const S& s, const model::Stmt& st, int card) const {
    if (st.kind != model::StmtKind::Move) return affects(s, card, d_.num(model::kNoZone));
    const Val owner = st.owner == kNone ? d_.num(0) : value(s, st.owner);
    return affects(s, card, d_.add(d_.num(st.id * 2), side_of(s, st, owner)));
  }
  /// Is the next item of an order that is fixed as a whole to be named or carried out?
  bool whole(const S& s) const { return orders_whole(code_of(s.frame()).ins[s.frame().pc]); }
  /// Does nothing lapse that waits in the window on top?
  bool keeps(const S& s) const {
    return code_of(s.frame()).kind == model::CodeKind::Window && keeps(code_of(s.frame()));
  }
  /// How many consistent states of the statics that hang on each other there are.
  Val settlings(const S& s) const;
  const Eval<D>& evaluator() const { return eval_; }
  /// Only what `held` says counts. It must live as long; symbolic machines only.
  void hold(const Held* held) { eval_.held = held; }
  /// What is executed from here on leaves marks.
  void trace(Trace* to) { trace_ = eval_.trace = to; }
  /// Is the declaration legal now? Used by claims about legality: the alternatives that match
  /// `item`.
  void declarations(const S& s, int seat, const rulings::PlayItem& item,
                    std::vector<Alt<Val>>& out) const;
  /// A declaration that some permission lets through, whatever forbids it, and the norms that apply
  /// to it. `made`: to take it.
  struct Considered {
    ActId act;
    int effect = -1;
    std::vector<int64_t> values;
    std::vector<const NormInstance*> permits, forbids, duties;
    bool legal = false;
    Alt<Val> made;
  };
  using Consider = std::function<void(const Considered&)>;
  /// Every such declaration of a player who is asked in the exchange on top, whatever the play
  /// leaves open. Only what the values of quantities are known for: the solver-free executions.
  void consider(const S& s, int seat, const Consider& use) const;
  /// What may be declared at a moment, as far as that does not depend on the state.
  struct Menu {
    std::vector<const NormInstance*> permits, forbids, duties;
    uint64_t things = 0;       ///< the first presented thing is one of these
    bool by_effect = false;    ///< and what is declared is one of its
    std::vector<int> effects;  ///< instances
  };
  const Menu& menu(const S& s, ActId act, int seat, ExchangeId exchange, SignalId signal) const;
  // What decides about a declaration at a moment, for those who ask why it is not legal.
  bool menu_fits(const model::Norm& n, ExchangeId exchange, SignalId signal) const;
  /// The temps over which the condition of a norm of the menu speaks of this declaration.
  std::array<Val, kTemps> norm_names(const NormInstance& n, ActId act, int seat,
                                     const std::vector<Val>& locals, int effect) const;
  Val norm_applies(const S& s, const NormInstance& n, ActId act, int seat,
                   const std::vector<Val>& locals, int effect) const;
  /// The signal of the window that the exchange on top belongs to; none when a procedure offers it.
  SignalId moment_of(const S& s) const { return window_below(s); }

  Observer* observer = nullptr;
  Faults faults;
  const rulings::Claim* probe = nullptr;  ///< stop where this claim's declaration can be judged
  bool anywhere = false;   ///< also where its player can declare nothing; never for that of another
  ClauseId dropped;        ///< a clause that does not count, for *illegal by*
  size_t until_depth = 0;  ///< the situation is over when fewer frames are left
  bool until_idle = false;    ///< or when everybody passed where it began
  bool every_window = false;  ///< also windows in which the play declares nothing are gone through
  size_t most_ways = size_t{1} << 20;  ///< to make one choice; what has more is broken off

  /// What the body is worth once the statements of a hypothetical are carried out.
  Val would(const S& s, Id would, ExprId body, Ctx<Val> c) const;

 private:
  friend class Eval<D>;
  using C = Ctx<Val>;

  /// The card whose text is being carried out, or whose text that is; none, of the rulebook.
  Val source(const S& s, bool player) const;

  const model::Code& code_of(const Frame& f) const { return w_.code->codes[CodeId(f.code)]; }
  /// The signal of the window that the exchange on top belongs to; none when a procedure offers it.
  SignalId window_below(const S& s) const {
    if (s.control.stack.size() < 2) return kNone;
    const model::Code& below = code_of(s.control.stack[s.control.stack.size() - 2]);
    return below.kind == model::CodeKind::Window ? SignalId(below.id) : kNone;
  }
  C ctx(const S& s, Val* temps) const {
    const Frame& f = s.frame();
    return {s.top(), s.cells.data() + f.base, temps};
  }
  Val value(const S& s, ExprId e) const {
    std::array<Val, kTemps> t;
    return eval_.eval(s, e, ctx(s, t.data()));
  }
  Val& local(S& s, Id slot) const { return s.cells[s.frame().base + slot]; }
  Val blank(const model::Type& t) const;

  template <class Args>
  void push(S& s, int code, const Args& args, int slot) const;
  void push_slot(S& s, int slot) const;
  void clear_slot(S& s, int slot) const;
  /// What points to a thing: use(type, value) for each local and stored attribute.
  template <class F>
  void each_reference(S& s, F&& use) const;
  void next_seat(S& s, const model::Instr& ins) const;
  /// Where it hangs on a card that is only counted: nothing can be said, or the player is able.
  enum class Doubt : uint8_t { Stop, Able };
  Val able(const S& s, int seat, ExchangeId exchange, SignalId signal,
           Doubt doubt = Doubt::Stop) const;
  bool counts_may(const S& s, int seat, ExchangeId exchange, SignalId signal,
                  const rulings::PlayItem* item) const;
  void unless_counted(const S& s, int seat, ExchangeId exchange, SignalId signal,
                      const rulings::PlayItem* item) const;
  Val duty(const S& s, const Alt<Val>& a, int seat, ExchangeId exchange, SignalId signal,
           bool only) const;
  enum class Bind : uint8_t { Drop, Insist };
  Val bind(const S& s, int seat, ExchangeId exchange, SignalId signal, Val available,
           std::vector<Alt<Val>>& alts, Bind how) const;
  void push_call(S& s, int code, const std::vector<ExprId>& args) const;
  void open_frame(S& s, int code, size_t base, int slot) const;
  void finish_frame(S& s, bool ok) const;
  void next(S& s) const { ++s.frame().pc; }
  int loop_level(const model::Code& code, int pc) const;
  void over(S& s, int result) const {
    s.control.end = End::Over;
    s.control.result = static_cast<uint8_t>(result);
  }
  void break_off(S& s, Bound bound, Id of) const {
    s.control.end = End::Bounded;
    s.control.bound = {bound, static_cast<int16_t>(of)};
  }
  void go_back(S& s, int target) const;
  bool comes_round(S& s, int target) const;
  bool goes_on_for_ever(S& s, bool asked) const;
  void mix_all(const S& s, int pc, Digest& to) const;
  void mix_texts(const S& s, Digest& to) const;
  int take_slot(S& s) const;
  void free_slot(S& s, int slot) const;
  template <class F>
  bool each_subset(size_t n, int64_t size, size_t least, const std::optional<uint64_t>& only,
                   F&& use) const;

  // Of instructions.
  Status run(S& s, const model::Code& code, const model::Instr& ins,
             std::vector<Alt<Val>>& alts) const;
  Status effect(S& s, const model::Instr& ins) const;
  Status offer(S& s, const model::Code& code, const model::Instr& ins) const;
  Status process(S& s, const model::Instr& ins) const;
  Status each_next(S& s, const model::Code& code, const model::Instr& ins,
                   std::vector<Alt<Val>>& alts) const;
  Status again(S& s, const model::Code& code, const model::Instr& ins,
               std::vector<Alt<Val>>& alts) const;
  bool put_off(S& s) const;
  void end_code(S& s, const model::Code& code, const model::Instr& ins) const;
  void collect(S& s, const model::Code& code, const model::Instr& ins) const;
  Status end_round(S& s, const model::Code& code, const model::Instr& ins,
                   std::vector<Alt<Val>>& alts) const;
  Status limit_scan(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const;
  void edge_collect(S& s, const model::Instr& ins) const;
  Val orderer(const S& s, OrderId order) const;
  bool take_only(S& s, std::vector<Alt<Val>>& alts) const;

  // Of statements.
  void shuffle(S& s, const model::Stmt& st, Val whose) const;
  void move_top(S& s, const model::Stmt& st, Val whose, Val owner) const;
  void move_counted(S& s, const model::Stmt& st, Val whose, Val owner) const;
  void modify(S& s, const model::Stmt& st, Val target, Val amount) const;
  void expire(S& s, const model::Stmt& st) const;
  void spawn(S& s, const model::Stmt& st, const std::vector<Val>& attrs) const;
  void vanish(S& s, const model::Stmt& st, Val which) const;
  /// use(k) for each value k that it may have.
  template <class F>
  void each(Val v, F&& use) const {
    d_.over(v, [&](int64_t k) -> Val {
      use(k);
      return d_.num(0);
    });
  }

  Status branch(S& s, Val cond, int target, std::vector<Alt<Val>>& alts) const;
  Status concretise(S& s, int cell, std::vector<Alt<Val>>& alts) const;
  void exec(S& s, const std::vector<model::Stmt>& stmts, C c) const;
  /// A pile with an order of its own whose top the expression looks at; none.
  ExprId top_in(ExprId e) const;
  bool uncover(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts, Status& status) const;
  bool exec_needs_concrete(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts,
                           Status& status) const;
  void assign(S& s, const model::Stmt& st, Val value, C c) const;
  void move_card(S& s, int card, const model::Stmt& st, Val owner,
                 const std::vector<Val>& attrs) const;
  void unpile(S& s, int card, ZoneId pile, int player) const;
  void pile_up(S& s, int card, const model::Stmt& st, Val side) const;
  struct Text {
    bool runs = false;
    int effect = -1;
    Val card{}, seat{};
  };  ///< seat: whose text it is
  Text running_text(const S& s) const;
  bool affects(const S& s, int card, Val to) const;
  Val side_of(const S& s, const model::Stmt& st, Val owner) const;
  void leave(S& s, int card) const;
  void arrive(S& s, int card) const;
  Status settle(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const;
  Val consistent(const S& s, uint16_t applied) const;
  Status equilibrium(S& s, bool keep, std::vector<Alt<Val>>& alts) const;
  Status choose(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const;
  struct Counted;
  template <class F>
  bool any_lot(const S& s, const model::Choose& ch, F&& use) const;
  bool counted(const S& s, const model::Choose& ch, C c) const;
  bool counted(const S& s, ActId act, int seat, ExchangeId exchange, SignalId signal,
               const rulings::PlayItem* item) const;
  Status ask(S& s, const model::Instr& ins, std::vector<Alt<Val>>& alts) const;
  Status window(S& s, const model::Instr& ins) const;
  Status endings(S& s, bool at_judge, int go, std::vector<Alt<Val>>& alts) const;
  Val edge_now(const S& s, size_t i) const;
  bool quiet(const S& s) const;
  void declare_act(const S& s, ActId act, int seat, ExchangeId exchange, SignalId signal,
                   const rulings::PlayItem* filter, bool free, Val available,
                   std::vector<Alt<Val>>& out) const;
  Val permitted(const S& s, ActId act, int seat, ExchangeId exchange, SignalId signal,
                const std::vector<Val>& locals, int effect) const;
  std::vector<std::pair<const NormInstance*, Val>> permits_of(const S& s, ActId act, int seat,
                                                              const Menu& here,
                                                              const std::vector<Val>& locals,
                                                              int effect) const;
  bool does_not_count(const std::vector<ClauseId>& clauses) const {
    return dropped != kNone && base::contains(clauses, dropped);
  }
  struct Declaring;
  struct Moment {
    bool live = false;  ///< something other than an effect that may be used up
    std::vector<const Menu*> menus;
  };
  const Moment& moment(const S& s, SignalId signal) const;
  bool exhausted(const S& s, const Menu& here) const;
  bool fixed(ExprId e) const;
  bool conceivable(const S& s, ExprId cond, C c) const;
  uint64_t conceivable_things(const S& s, const NormInstance& permit, const model::ActDef& act,
                              int seat) const;
  /// May the effect choose this thing now?
  Val designated(const S& s, int effect, Val seat, int64_t target) const;
  const rulings::PlayItem* scripted(const S& s, std::string_view name, int who,
                                    uint8_t& after) const;
  template <class F>
  void follow_script(const S& s, std::string_view name, std::vector<Alt<Val>>& alts,
                     F&& value) const;
  bool could_declare(const S& s) const;
  void within_quota(const S& s, const model::Instr& ask, std::vector<Alt<Val>>& alts) const;
  void ghost_steps(S& s, const model::Code& code, const model::Instr& ins) const;
  void ghost_step(S& s, const model::Code& code, const model::Instr& ins) const;
  void sweep(S& s, int card) const;
  void end_items(S& s, int card) const;
  Val trigger_on(const S& s, const TriggerInstance& inst) const;
  bool repeats(S& s, int code, const base::SmallVector<Val, 8>& args) const;
  void cut_off(S& s) const;
  Status run_instance(S& s, int item, std::vector<Alt<Val>>& alts) const;
  /// Does nothing lapse that has arisen in this window?
  bool keeps(const model::Code& window) const {
    const OrderId order = p_.signals[SignalId(window.id)].order;
    return order != kNone && !p_.orders[order].skip_lapsed;
  }
  /// Is it a card that the trigger belongs to, or is about?
  bool of_card(const model::Trigger& t) const {
    return t.source.card != kNone ||
           (t.domain != kNone && p_[t.domain].type.id == model::kCardSort);
  }
  void arise(S& s, const TriggerInstance& inst, int item) const;
  void forget_arisen(S& s, const model::Instr& ins) const;
  Status concretise_bool(S& s, int cell, std::vector<Alt<Val>>& alts) const;
  Status concretise_bools(S& s, const std::vector<std::pair<int, Val>>& cells,
                          std::vector<Alt<Val>>& alts) const;
  /// The order of what is picked; of edges the first of the game.
  OrderId order_of(const model::Instr& ins) const {
    return ins.code == model::OpCode::PickEdge ? p_.edge_order : OrderId(ins.id);
  }
  /// Is the order fixed as a whole before the first item?
  bool orders_whole(const model::Instr& ins) const {
    const OrderId order = order_of(ins);
    return order != kNone && p_.orders[order].commit == model::Commit::Whole;
  }
  Status pick(S& s, const model::Instr& ins, int n, Val who, MoveKind kind,
              std::vector<Alt<Val>>& alts) const;

  template <class By>
  bool open(const By& by) const {
    return eval_.open(by);
  }
  std::optional<Status> loose(S& s, const model::Code& code, const model::Instr& ins,
                              std::vector<Alt<Val>>& alts) const;
  /// Is the ending met, if it is left open? Where the claim is about something else, it only may be
  /// passed over.
  Val open_ending(const model::Ending& e, Val met) const {
    if (!open(e.source)) return met;
    return eval_.held->results ? eval_.either()
           : d_.is_false(met)  ? met
                               : d_.and_(met, eval_.either());
  }
  bool open_at(const S& s, const model::Instr& ins) const {
    if constexpr (D::symbolic)
      return eval_.held != nullptr && eval_.held->open(CodeId(s.frame().code), ins);
    else
      return false;
  }
  void write_anything(S& s, const std::vector<model::Stmt>& stmts) const;

  void note(Trace::Marks Trace::*which, Id id) const {
    if constexpr (!D::symbolic) {
      if (trace_ != nullptr) [[unlikely]]
        mark(*trace_, which, id);
    } else {
      (void)which;
      (void)id;
    }
  }

  const World& w_;
  const model::Program& p_;
  D& d_;
  Eval<D> eval_;
  Trace* trace_ = nullptr;
  mutable std::unordered_map<uint64_t, Menu> menus_;
  mutable base::Table<SignalId, std::optional<Moment>> moments_;
};

extern template class Eval<Concrete>;  // concrete.cpp
extern template class Machine<Concrete>;

}  // namespace hanrei::checker
