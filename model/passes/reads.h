// What play may read from an instruction on: a backward data flow over the lowered program.
//
// A situation that begins in the middle of a procedure has to say the value of each local that some
// instruction still reads before another one writes it, and of each attribute that has no default.
// For `x := y + 1`: read from here on are y, and what is read behind it but x.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/ir/code.h"

namespace hanrei::model {

/// What the question has: the cards that are there, and the acts that somebody may declare.
struct Present {
  bool all = false;  ///< whatever the program has
  std::set<CardId> cards;
  std::set<ActId> acts;
};

/// Where a frame stands, or will go on.
struct Stand {
  CodeId code;
  int pc = 0;
  bool after = false;  ///< what this instruction runs is running: play goes on behind it
};

/// A set of things that may be read.
class Marks {
 public:
  explicit Marks(size_t size = 0) : words_((size + 63) / 64, 0) {}
  void set(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  void reset(size_t i) { words_[i / 64] &= ~(uint64_t{1} << (i % 64)); }
  bool test(size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  /// Those of the first `n`.
  void add(const Marks& o, size_t n) {
    for (size_t i = 0; i < n / 64; ++i) words_[i] |= o.words_[i];
    if (n % 64 != 0) words_[n / 64] |= o.words_[n / 64] & ((uint64_t{1} << (n % 64)) - 1);
  }
  Marks& operator|=(const Marks& o) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= o.words_[i];
    return *this;
  }
  bool operator==(const Marks&) const = default;

 private:
  std::vector<uint64_t> words_;
};

/// What one instruction of a code may run.
std::vector<CodeId> runs(const Program& program, const Lowered& lowered, const Present& present,
                         const Code& code, const Instr& ins);

/// The codes that may run when these do, themselves among them.
std::set<CodeId> reachable(const Program& program, const Lowered& lowered, const Present& present,
                           const std::vector<CodeId>& roots);

/// The instructions of a code to which control may go from one of its own. `known`: what a branch's
/// condition is.
std::vector<int> successors(const Code& code, int pc, std::optional<bool> known = std::nullopt);

/// The instruction at which a frame stands that is at a step (`ordinal`; -1: at the beginning).
/// With an `inner` procedure: the first instruction of that step which calls it or, failing that,
/// may run it by way of others; -1 when none does.
int standing(const Program& program, const Lowered& lowered, CodeId code, int ordinal,
             ProcId inner = kNone);

/// The zones where a card can be in play: those that say when its provisions count. All, where
/// nothing says it.
std::set<ZoneId> in_play(const Program& program);

class Reads {
 public:
  /// For frames of these codes.
  Reads(const Program& program, const Lowered& lowered, Present present,
        const std::vector<CodeId>& roots);

  struct Found {
    Id id = kNone;
    int pc = -1;
  };  ///< read first at this instruction; -1: when play is over

  /// Locals of the frame that are read before they are written, and that the language does not
  /// give: parameters, and what a step before may have written.
  std::vector<Found> locals(const Stand& stand) const;
  /// The same for attributes of one stack of frames, the one on top last. `at_start` is read
  /// before, `at_end` when all are done.
  struct FoundAttr {
    AttrId attr;
    CodeId code;
    int pc = -1;
  };
  std::vector<FoundAttr> attributes(const std::vector<Stand>& stack,
                                    const std::vector<ExprId>& at_end,
                                    const std::vector<ExprId>& at_start) const;
  /// Is it asked which effect the act on the stack presents, or inside which act's declaration it
  /// was declared?
  bool effect(const std::vector<Stand>& stack) const;
  bool outer(const std::vector<Stand>& stack) const;

 private:
  /// What one instruction reads and writes itself.
  struct Flow {
    Marks reads;
    std::vector<size_t> writes;
    std::vector<CodeId> runs;
    std::vector<ExprId> args;  ///< what the code that it calls gets
    Id me = kNone;             ///< local that an exchange gets
    bool own_act = false;      ///< what it runs has an act of its own
  };

  size_t at_attr(AttrId a) const { return static_cast<size_t>(a); }
  size_t at_local(Id l) const { return locals_from_ + static_cast<size_t>(l); }
  bool here(const Source& s) const {
    return present_.all || s.card == kNone || present_.cards.contains(s.card);
  }

  const Marks& of(ExprId e) const;
  Marks globals(ExprId e) const;
  struct Seen;
  void visit(ExprId e, Marks& out, Seen& seen) const;
  void attribute(AttrId a, bool modified, Marks& out, Seen& seen) const;
  void stmt(const Stmt& s, Marks& out, Seen& seen) const;
  std::optional<bool> known(ExprId e) const;
  Flow flow(const Code& code, const Instr& ins) const;
  const Marks& declaring() const;
  void endings(Marks& out, bool at_judge) const;
  void settle(Marks& out, const Footprint& wrote) const;

  void reach(const std::vector<CodeId>& roots);
  std::vector<int> next(const Code& code, int pc, bool forward_only = false) const;
  Marks through(CodeId code, int pc, Marks out) const;
  std::vector<Marks> solve(CodeId code, const Marks& exit) const;
  Marks live(const Stand& s, const std::vector<Marks>& in, const Marks& exit) const;
  int first_read(const Stand& s, size_t what) const;
  bool written_before(const Stand& s, Id local) const;
  bool handed_over(CodeId code, Id local) const;

  const Program& p_;
  const Lowered& l_;
  const Present present_;
  std::vector<std::string> windows_say_;  ///< names of parts of events that are asked for
  size_t said_from_ = 0, outer_ = 0, fits_ = 0, locals_from_ = 0, size_ = 0;
  base::Table<CodeId, std::vector<Flow>> flows_;  ///< of the codes that may run
  base::Table<CodeId, Marks> entry_;              ///< read when it begins
  std::vector<CodeId> order_;  ///< the codes that may run, those that are run first
  mutable std::unordered_map<ExprId, Marks> of_;  ///< what was worked out before
  mutable std::optional<Marks> declaring_;
};

}  // namespace hanrei::model
