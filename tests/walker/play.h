// One play: a run from the start of the situation to its end. Internal to the walker.
#pragma once

#include <functional>
#include <utility>

#include "tests/walker/walker.h"

namespace hanrei::walker {

using namespace model::ids;

/// A number, a member, a reference, a truth value; or a set.
struct Value {
  int64_t n = 0;
  std::set<int64_t> s;
  bool operator==(const Value&) const = default;
};

enum class Level : uint8_t { Procedure, Window, Exchange, Bookkeeping };

struct Frame {
  Level level = Level::Procedure;
  Id id = kNone;  ///< procedure, signal, exchange
  const std::vector<model::Local>* names = nullptr;
  std::vector<Value> locals;
  int act = -1;  ///< the declared act that runs here; exchanges: the act that is being answered
  bool processing = false;   ///< the act is carried out, not declared
  int ordinal = -1;          ///< the step it stands at
  std::vector<bool> courts;  ///< open courts, outer first: must endings be judged when they close?
  std::map<size_t, int> kept;  ///< exchange: by seat, the act not yet carried out
};

/// A declared act, until it was carried out.
struct Act {
  Id act = kNone;
  int effect = -1, seat = 0, parent = -1;
  bool answered = false, negated = false;
  std::vector<Value> locals;
  bool operator==(const Act&) const = default;
};

/// What modifies values now, older first: a static, or a modifier of one attribute of one card.
struct Modifier {
  int statik = -1;
  Id attr = kNone, until = kNone;
  int layer = 0;
  int64_t target = -1;
  model::ModOp op = model::ModOp::Add;
  Value amount;
  bool operator==(const Modifier&) const = default;
};

/// A provision of one physical card, or (-1) of the rulebook; or a rulebook's trigger for one
/// subject.
struct Instance {
  Id provision = kNone;
  int64_t of = -1;
  auto operator<=>(const Instance&) const = default;
};

struct State {
  std::map<std::pair<Id, int64_t>, Value> stored, printed;  ///< by attribute and entity
  std::map<int64_t, std::pair<Id, int64_t>> place;          ///< of a card: zone, player
  std::map<int64_t, int> stays;                             ///< of a card: how many have ended
  std::map<std::pair<Id, int64_t>, int64_t> lots;           ///< by zone and player
  std::set<std::pair<Id, int64_t>> shuffled;                ///< piles, by zone and player
  std::map<std::pair<Id, int64_t>, std::vector<int64_t>> above,
      below;              ///< cards that were put onto a pile or under it, the outermost last
  std::set<int64_t> put;  ///< cards that were put onto the pile where they lie, nobody said where
  std::set<std::pair<Id, int64_t>> lot_put;  ///< piles onto which counted cards were put so
  std::map<Id, std::set<int64_t>> tokens;    ///< by sort: those that exist
  std::vector<Modifier> modifiers;
  std::map<int, Act> acts;
  std::set<Instance> risen;         ///< edges that are true
  std::map<int64_t, int64_t> uses;  ///< by effect
  std::map<Id, int64_t> raised;
  std::map<Id, int64_t> acted;  ///< by exchange: who declared, as digits
  std::set<int> applied;        ///< of the statics that hang on each other
  std::set<std::pair<Id, int>> ran;
  std::vector<std::vector<Instance>> pending;  ///< simultaneous things not yet done
  std::vector<Frame> stack;
  size_t script = 0;  ///< items of <play> that are done
  int next_act = 0;
};

/// A trigger or a repair that runs, and all as it was when it began.
struct Begun {
  Id what = kNone;
  int64_t of = -1;
  State all;            ///< without the stack and what only claims look at
  std::set<Id> inside;  ///< procedures somebody asks for by `in`
  Id moment = kNone;    ///< where what it does may depend on it
  std::vector<Value> moment_args;
  size_t choices = 0;  ///< made before
  bool asked = false;
};

/// Thrown when a play is over.
struct Over {
  std::string result;
};
/// Thrown where the walker has no word for what the program says.
struct Unknown {
  std::string what;
};

enum class Flow : uint8_t { Next, Stop, Abort };

/// Where an expression is evaluated.
struct Env {
  int frame = -1;                              ///< whose `ev`, `it` and locals
  const std::vector<Value>* locals = nullptr;  ///< instead of the frame's
  std::map<Id, Value> temps;
};

struct Declaration {
  Id act = kNone;
  int effect = -1;
  std::vector<Value> locals;
  std::vector<int64_t> shown;  ///< what is presented, in order
  bool operator==(const Declaration& o) const {
    return act == o.act && effect == o.effect && shown == o.shown;
  }
};

/// A card that is only counted: where it is, the name it goes by in a condition, and all names of
/// which nothing is known.
struct Uncounted {
  Id zone = kNone;
  int64_t side = 0;
  int64_t it = model::kNobody;
  std::set<Id> dark;
  bool declared = false;  ///< nor is anything known of the locals of an act, but its player
};

/// What may be the case.
struct Perhaps {
  bool yes = true, no = true;
};

/// A choice of a play: how many ways there were, which was taken, and, if the observer chose, all
/// that the observer had seen before.
struct Point {
  std::string known;
  size_t ways = 0, taken = 0;
};

class Play {
 public:
  Play(const model::Program& program, const rulings::Case& question);

  /// Runs one play along `choices`: at the i-th choice the alternative choices[i].first of
  /// choices[i].second is taken; where the list ends, the first one, and it is added to the list.
  std::string run(std::vector<std::pair<size_t, size_t>>& choices);

  bool played() const;
  std::set<std::pair<std::string, int64_t>> choosers;  ///< of all plays so far
  int settled = 1;
  int64_t observer = -1;      ///< the player whose knowledge is kept
  std::vector<Point> points;  ///< of the last play, with an observer
  const rulings::Claim* probe =
      nullptr;  ///< a play is over where this claim is about a declaration
  Facts facts(const std::string& result) const;
  int64_t watch(ExprId e, const std::string& result);

 private:
  // start.cpp
  void begin();
  void from_the_middle(size_t frame);
  void lay_out(Id procedure);
  bool enter(size_t frame);
  Flow resume(const std::vector<model::Step>& steps, size_t frame, bool& found);
  bool idle_horizon() const;
  Value blank(const model::Type& type) const;
  std::vector<int64_t> universe(const model::Type& element) const;

  // expressions.cpp
  Value eval(ExprId e, Env& env);
  Value eval_top(ExprId e);
  bool truth(ExprId e, Env& env) { return eval(e, env).n != 0; }
  Value quantifier(const model::Expr& e, Env& env);
  bool member(ExprId set, int64_t element, Env& env);
  Value attribute(Id attr, int64_t entity, model::Reading reading, const Env& env);
  bool pays(const model::Expr& e, Env& env);
  bool fits(const Env& env, bool present_only);
  bool active(int64_t card);
  bool within_reach(int64_t by, int64_t card);
  bool breaks(Id limit, int64_t subject, int frame);
  std::vector<int64_t> subjects(ExprId domain) const;
  Value* window_argument(int frame, const std::string& name);
  int act_of(int frame) const;
  Env here();
  Env apart(std::map<Id, Value> temps);

  // statements.cpp
  void commit(const std::vector<model::Stmt>& stmts);
  void carry_out(const std::vector<model::Stmt>& stmts, Env& env);
  void assign(const model::Stmt& s, const Value& value, Env& env);
  std::vector<int64_t> tops_of(Id pile, int64_t player);
  void move(int64_t card, const model::Stmt& s, int64_t owner, const std::vector<Value>& attrs);
  void leave(int64_t card);
  void arrive(int64_t card);
  /// A card's text that is being carried out: its card, the effect (-1: a trigger), and whose it
  /// is.
  struct Text {
    bool runs = false;
    int effect = -1;
    int64_t card = -1, seat = 0;
  };
  Text running_text();
  bool reached(int64_t card, int64_t to);
  void bookkeeping();
  bool edge(const Instance& i);
  bool consistent(const std::set<int>& applied);
  void equilibrium(bool keep);
  void judge(bool all);

  // steps.cpp
  bool call(Id procedure, std::vector<Value> args, int act = -1, bool processing = false);
  bool automatic(Id procedure, int64_t of, const model::Trigger* trigger,
                 std::vector<Value> more = {});
  void everybody_asked() {
    for (Begun& b : begun_) b.asked = true;
  }
  bool finish(Flow flow);
  Flow body(Id procedure);
  Flow ended(Id procedure, Flow flow);
  Flow block(const std::vector<model::Step>& steps);
  Flow step(const model::Step& s, bool guarded = true);
  Flow inside(const model::Step& s);
  bool guard_holds(int ordinal);
  Flow choose(const model::Step& s);
  Flow loop(const model::Step& s, bool enter_at_end = false);
  Flow simultaneous(const model::Step& s);
  Flow each(const model::Step& s);
  void raise(Id signal, std::vector<Value>& args);
  bool works(const Instance& trigger);
  void under_order(Id order, std::vector<Instance> items,
                   const std::function<void(const Instance&)>& run);
  bool about_cards(Id trigger) const;
  bool only_statements(Id procedure) const;
  Frame& top() { return s_.stack.back(); }
  int depth() const { return static_cast<int>(s_.stack.size()) - 1; }
  void push(Frame f);

  // declarations.cpp
  struct Asking;
  void exchange(Id id, int64_t me, Id signal, int answered = -1);
  void in_rounds(Asking& a);
  void one_by_one(Asking& a);
  bool ask(Asking& a, size_t seat);
  bool able(const Asking& a, size_t seat, int64_t player);
  std::vector<Declaration> duties(const Asking& a, size_t seat, int64_t player, bool strict);
  void probe_here(const Asking& a, size_t seat, int64_t player);
  void declare(size_t seat_number, int64_t seat, const model::ExchangeDef& e, const Declaration& d);
  bool process_act(int act);
  void forget(int act);
  std::vector<Declaration> options(Id act, int64_t seat, Id exchange, Id signal,
                                   const rulings::PlayItem& item);
  bool permitted(const Declaration& d, int64_t seat, Id exchange, Id signal);
  bool applies(const Instance& norm, const Declaration& d, int64_t seat, Id exchange, Id signal);
  bool may_designate(int effect, int64_t seat, int64_t card);
  std::vector<int64_t> candidates(const model::Choose& c, Env& env);
  std::vector<Instance> norms(model::NormMode mode, model::NormEvent event) const;

  // lots.cpp
  bool dark(ExprId e, const Uncounted& lot) const;
  Perhaps perhaps(ExprId condition, const Uncounted& lot, Env& env);
  Perhaps perhaps_in(ExprId set, const Uncounted& lot, Env& env);
  std::vector<Uncounted> uncounted(const model::Choose& c, Env& env, bool declared = false);
  bool perhaps_permitted(Id act, Uncounted lot, size_t place, int64_t first, int64_t seat,
                         Id exchange, Id signal);
  bool perhaps_declared(Id act, int64_t seat, Id exchange, Id signal,
                        const rulings::PlayItem& item);

  // knowledge.cpp
  bool looks_at(int64_t card);
  std::string view();
  void observe();
  void notice(const std::string& event);
  void chose(int64_t who, const std::string& what, const std::string& until);
  void reveal(const std::string& moment);

  bool declared(int64_t card) const;
  size_t pick(size_t alternatives, int64_t who = -1);
  /// The same, where the play may say which: the alternative with the value of the next item, if
  /// that is a choice of this name by this player.
  size_t pick(size_t alternatives, const std::string& name, int64_t who,
              const std::function<int64_t(size_t)>& value);
  int64_t orderer(Id order);

  const model::Program& p_;
  const rulings::Case& q_;
  State s_;
  std::vector<Instance> effects_, statics_, edges_;
  std::set<int> cyclic_;  ///< statics that hang on themselves, by way of others or not
  std::map<Id, std::vector<Instance>> triggers_;  ///< by signal
  std::vector<Instance> act_ends_;
  std::map<Id, std::vector<Id>> raises_;       ///< a signal and all that it covers
  std::map<const model::Step*, int> lexical_;  ///< the named step that a step belongs to
  size_t horizon_ = 1;
  bool idle_ = false;
  std::vector<Begun> begun_;     ///< what runs by itself
  std::vector<bool*> given_up_;  ///< by running bookkeeping: limits stay broken
  int quiet_ = 0;                ///< edges wait
  int64_t asked_next_ = -1;      ///< after the act that was over last
  int joint_ = 0;                ///< all bookkeeping waits
  std::vector<std::pair<size_t, size_t>>* choices_ = nullptr;
  size_t at_ = 0;
  size_t steps_ = 0;
  std::string result_;               ///< once the play is over
  std::string history_, last_view_;  ///< what the observer has seen
  std::vector<std::pair<std::string, std::string>>
      secrets_;  ///< what is not yet seen, and until when
};

}  // namespace hanrei::walker
