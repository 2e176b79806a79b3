// The program lowered to flat code: what the machine of checker/semantics runs.
//
// Every procedure, every signal's window, every exchange and the bookkeeping become one `Code`, a
// list of instructions with jumps. Control (which code, which instruction) is always concrete, for
// every engine; only data may be symbolic. `lower()` is the only place that knows how steps become
// code.
#pragma once

#include <bitset>
#include <string>
#include <vector>

#include "model/ir/program.h"

namespace hanrei::model {

enum class OpCode : uint8_t {
  Stmts,   ///< run `stmts`: all at once (joint), or one
  Settle,  ///< bookkeeping after a commit
  Branch,  ///< cond false: jump to target
  Jump,
  LoopEnter,
  LoopBack,
  LoopExit,   ///< LoopBack jumps to target and counts a round
  Call,       ///< id: code, args; slot: receives "not aborted"
  Effect,     ///< call the presented effect (id 0) or pay its other price (id 1)
  Choose,     ///< choose: index; empty domain: target (abort) or none
  Window,     ///< id: signal, args
  Offer,      ///< id: exchange
  Process,    ///< id 0: acts declared inside this act; id 1: what the other seats keep
  EachInit,   ///< slot := members of cond
  EachNext,   ///< slot2 := lowest member of slot, removed; empty: target
  SimulInit,  ///< slot := items whose guards hold (args)
  SimulPick,  ///< order: id; slot2 := picked item; empty: target
  SimulGo,    ///< jump to targets[slot2]
  Again,      ///< who: cond; yes: LoopBack to target
  CourtBegin,
  CourtEnd,  ///< slot: judge pending
  Judge,     ///< defer
  Mark,      ///< slot := true; ghosts
  Return,
  Abort,
  Collect,
  PickTrigger,
  RunTrigger,
  Ask,       ///< id: seat number; cond: the player
  RunKept,   ///< id: seat number
  EndRound,  ///< more rounds: target
  Answer,    ///< id: seat number: what it has just declared may be answered
  NextSeat,  ///< id: seat number; somebody is asked next: targets by seat; nobody any more: target
  LimitScan,
  EdgeCollect,
  PickEdge,
  RunEdge,
  EndingScan,
};

struct Instr {
  OpCode code = OpCode::Return;
  ExprId cond;
  int target = -1;
  Id id = kNone, slot = kNone, slot2 = kNone;
  int index = -1;     ///< into Lowered::choices
  bool flag = false;  ///< Stmts, EachNext: joint; Judge: defer
  std::vector<Stmt> stmts;
  std::vector<ExprId> args;
  std::vector<int> targets;
  std::vector<std::string> texts;  ///< SimulGo: the items as written
  std::vector<SayId> says;         ///< SimulGo: what the items are called
  SayId say;         ///< what is told when it has run; before what is no statement and no choice it
                     ///< stands alone
  int ordinal = -1;  ///< the step this belongs to
  bool begins = false;  ///< the first instruction of its step
  std::vector<ClauseId> by;
  bool stated = false;  ///< the step has its `by` itself, and not from its procedure
  Span span;
};

/// Attributes read or written, and what else matters to bookkeeping.
using Footprint = std::bitset<256>;
enum : size_t { kZoneBit = 255, kEffectsBit = 254, kTokenBit = 253, kStackBit = 252 };

enum class CodeKind : uint8_t { Procedure, Window, Exchange, Book };
struct Region {
  int begin = 0, end = 0;
  Id slot = kNone;
};

struct Code {
  std::string name;
  CodeKind kind = CodeKind::Procedure;
  Id id = kNone;  ///< procedure, signal or exchange
  int params = 0;
  std::vector<Local> locals;
  std::vector<Instr> ins;
  std::vector<Region> loops;   ///< [LoopEnter, LoopExit], outer before inner
  std::vector<Region> courts;  ///< simultaneous processing whose endings are judged at its end
  std::vector<Region> quiet;   ///< edges wait
  bool act = false;            ///< the processing of an act
};

struct Lowered {
  base::Table<CodeId, Code> codes;
  base::Table<ChoiceId, Choose> choices;
  std::vector<Footprint> settle;  ///< by Settle instruction index: what the commit may have written
  base::Table<LimitId, Footprint> limit_reads;
  base::Table<TriggerId, Footprint> edge_reads;
  base::Table<EndingId, Footprint> ending_reads;
  base::Table<StaticId, Footprint> static_reads;
  Footprint modified;                     ///< attributes that some modifier may change
  bool moves = false;                     ///< some statement moves a card
  base::Table<ZoneId, bool> shuffled;     ///< some statement shuffles it
  base::Table<DerivedId, bool> constant;  ///< nothing it reads is ever written
  CodeId window(SignalId signal) const { return CodeId(windows + signal); }
  CodeId exchange(ExchangeId e) const { return CodeId(exchanges + e); }
  Id windows = 0, exchanges = 0;  ///< the first of them
  CodeId book;
  /// The signals raised by raising one: itself and all it covers.
  base::Table<SignalId, std::vector<SignalId>> raises;
};

/// Lowers a program without errors.
Lowered lower(const Program& program);

}  // namespace hanrei::model
