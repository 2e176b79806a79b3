// Statements, steps and procedures, and what is told of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/ir/expr.h"

namespace hanrei::model {

using base::Span;

// ---------------------------------------------------------------- what is told of a play

/// Words with values between them.
struct Words {
  std::vector<std::pair<std::string, ExprId>> parts;  ///< words, and the value behind them
  std::string end;
  ExprId when;                   ///< none: always; else `otherwise` where it does not hold
  std::vector<Words> otherwise;  ///< one at most; none: nothing is told then
};
/// A `say`: what is told, by base::Lang (English, Japanese). `silent`: nothing is. With `by_value`
/// it hangs on the value that something gets; of a value that is not among them nothing is told.
/// A `told`: what something is called (`words`) and the clause that it has a value (`by_value`);
/// the values between them are Temps, the arguments in their order.
struct Say {
  bool silent = false;
  Words words[2];
  std::map<int64_t, std::pair<Words, Words>> by_value;
};

// ---------------------------------------------------------------- statements and steps

enum class AssignOp : uint8_t { Set, Add, Sub, With, Without };
enum class StmtKind : uint8_t {
  Assign,
  Move,
  MoveTop,
  Shuffle,
  Modify,
  Expire,
  Spawn,
  Vanish,
  Finish,
  Negate,
  Nothing
};
enum class ModOp : uint8_t { Add, Mul, Set, Floor, Cap, With, Without };

/// Where something that moves onto a pile comes to lie there.
enum class PilePlace : uint8_t { Unsaid, Top, Bottom };

struct Stmt {
  StmtKind kind = StmtKind::Nothing;
  AssignOp assign = AssignOp::Set;
  ModOp mod = ModOp::Add;
  ExprId target;  ///< Assign: Local, GameAttr or Attr; Move, Modify: the thing; Negate: the
                  ///< act; Vanish: a set; MoveTop, Shuffle: owner of the pile
  ExprId value;   ///< Assign, Modify: value; Finish: the player
  Id id = kNone;  ///< Move, MoveTop: zone to; Shuffle: the pile; Modify: attribute; Expire:
                  ///< duration; Spawn: sort
  ZoneId from;    ///< MoveTop: zone from
  ExprId owner;   ///< Move, MoveTop: owner of the zone, or the host
  PilePlace place = PilePlace::Unsaid;           ///< Move, MoveTop: onto a pile
  DurationId until;                              ///< Modify: duration
  int layer = 0;                                 ///< Modify
  bool win = false;                              ///< Finish
  int site = 0;                                  ///< Modify: number of the creating site
  std::vector<std::pair<AttrId, ExprId>> attrs;  ///< Move, Spawn
  Span span;
};

enum class DomainKind : uint8_t { One, Some, Int, YesNo };
/// Domains that no engine draws from yet: a sequence of all candidates; candidates assigned to
/// members of another set.
enum class Wider : uint8_t { No, Order, Match };
enum class Total : uint8_t { No, Yes, AsFarAsPossible };

/// A choice: who picks, from what.
struct Choose {
  Id var = kNone;  ///< local slot
  std::string name;
  DomainKind domain = DomainKind::One;
  ExprId who;       ///< a player; none: nobody (the document is silent)
  Id elem = kNone;  ///< temp that holds the candidate while `where` is evaluated
  ExprId set;       ///< One, Some: the candidates; Int: lower bound
  ExprId where;     ///< over `elem`; Int: upper bound
  ExprId such;      ///< Some: over `var`
  ExprId size;      ///< Some: exact number
  bool at_least_one = false;
  bool or_none = false;  ///< an empty domain gives none instead of aborting the frame
  bool designates = false;
  Wider wider = Wider::No;
  ExprId into;      ///< Match: what the candidates are assigned to, each at most once
  Id onto = kNone;  ///< Match: temp that holds the member of `into` while `fit` is evaluated
  ExprId fit;       ///< Match: may `elem` go to `onto`?
  Total total = Total::No;  ///< Match: must all candidates be assigned?
  std::string secret;  ///< nobody else sees the choice until this signal or procedure; empty: open
  std::vector<ClauseId> by;  ///< clauses of its own
  Span span;
};

enum class StepKind : uint8_t {
  Do,
  Call,
  Choose,
  Window,
  Offer,
  Process,
  Recheck,
  Simul,
  Each,
  Loop,
  Branch,
  Judge,
  Abort,
  Stop,
  Note
};

struct Step;
struct Arm {
  ExprId cond;  ///< none: else
  std::vector<Step> steps;
  std::string text;   ///< Simul: the item as written
  SayId say = kNone;  ///< Simul: what the item is called
};
struct Step {
  StepKind kind = StepKind::Note;
  std::string name;  ///< as printed: `4`, `④`; empty when the step has none
  int ordinal = -1;  ///< number of the named step in its procedure
  std::vector<ClauseId> by;
  ExprId cond;  ///< `if`
  std::vector<Stmt> stmts;
  bool together = false;
  ProcId callee;        ///< Call, but of an effect
  ExchangeId exchange;  ///< Offer
  std::vector<ExprId> args;
  std::vector<SignalId> signals;  ///< Window
  Id result = kNone;              ///< Call, Process: local that receives "was not aborted"
  Choose choose;
  std::vector<Arm> arms;   ///< Branch; Each, Loop, Simul: arms[0].steps
  Id var = kNone;          ///< Each, Simul: local of the member
  ExprId set;              ///< Each, Simul: the members; a Simul without has one item an arm
  ExprId again;            ///< Loop: while
  ExprId measure;          ///< Loop: falls with every round
  ExprId ask;              ///< Loop: the player who decides to go round again
  int bound = 0;           ///< Loop, Offer
  OrderId order;           ///< Simul, Each
  bool judge_end = false;  ///< Simul opens a court
  bool edges_end = false;  ///< Simul keeps edges until its end
  bool others =
      false;  ///< Process: what the other seats keep in the exchange that carried this act out
  bool defer = false;   ///< Judge waits for the end of the court
  bool effect = false;  ///< Call of the effect that this act presents
  bool pays = false;    ///< of that: its other price is paid
  SayId say = kNone;
  Span span;
};

struct Local {
  std::string name;
  Type type;
  bool open = false;
};

/// `span`: the frame aborts when `cond` is true at a step boundary between two steps.
struct Guard {
  int from = 0, to = 0;  ///< ordinals
  ExprId cond;
  std::vector<int> then;  ///< ordinals of the steps that run before the frame ends
  std::vector<ClauseId> by;
};

struct Procedure {
  std::string name;
  int params = 0;  ///< locals[0..params)
  std::vector<Local> locals;
  ExprId cond;  ///< a call whose `if` is false is no event
  std::vector<Step> steps;
  std::vector<std::string> step_names;  ///< by ordinal
  std::vector<Id> did;  ///< by ordinal: local that records that the step had its effect, or none
  std::vector<Guard> guards;
  std::vector<int> abort_then;  ///< steps that run when the frame aborts
  ExprId on_abort;              ///< evaluated when the frame aborts
  std::vector<Stmt> at_end;     ///< what ends with the frame: attributes whose `life` it is
  SayId say = kNone;            ///< over its locals, told when it begins
  SayId told = kNone;           ///< what it is called
  std::vector<ClauseId> by;
  Span span;
};

}  // namespace hanrei::model
