// A state of play: where it stands (control, always concrete) and what it knows (data, concrete or
// symbolic).
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/small_vector.h"
#include "base/text/reason.h"

namespace hanrei::checker {

using base::Reason;
using base::ReasonCode;

template <class D>
class Machine;  // machine.h
struct Observer;

/// What a frame counts. What it means hangs on what runs there: an exchange that carries out at
/// once has no loops.
class Rounds {
 public:
  static constexpr size_t kLoops = 3;
  /// Of the loops around the instruction, outermost first.
  uint8_t& loop(size_t level) { return count_[level]; }
  uint8_t loop(size_t level) const { return count_[level]; }
  void reset_loops(size_t from) {
    for (size_t i = from; i < kLoops; ++i) count_[i] = 0;
  }
  /// Of the end of an act: hooks that were run.
  uint8_t& hooks() { return count_[3]; }
  uint8_t hooks() const { return count_[3]; }
  /// Of bookkeeping: what is still broken or met is passed over, and nothing is looked at again
  /// until the next commit.
  void pass_over() { count_[3] = 1; }
  bool passes_over() const { return count_[3] != 0; }
  /// Of an exchange that carries out at once: questions; passes in a row; who is asked next, -1:
  /// the exchange says; whether something was declared at this question.
  uint8_t& questions() { return count_[0]; }
  uint8_t& passes() { return count_[1]; }
  int asked_next() const { return count_[2] - 1; }
  void ask_next(int64_t seat) { count_[2] = static_cast<uint8_t>(seat + 1); }
  bool declared() const { return count_[3] != 0; }
  void set_declared(bool on) { count_[3] = on ? 1 : 0; }
  auto operator<=>(const Rounds&) const = default;

 private:
  std::array<uint8_t, 4> count_{};
};

/// A running procedure, window or exchange.
struct Frame {
  int16_t code = 0, pc = 0;
  Rounds rounds;
  int8_t slot = -1;  ///< the declared act that runs here
  /// Exchanges: acts declared by the seats and not yet carried out.
  std::array<int8_t, 2> kept{-1, -1};
  bool picking = false;  ///< simultaneous items are being carried out, `pending` are left
  uint64_t pending = 0;
  int32_t base = 0;  ///< first cell of its locals
  bool operator==(const Frame&) const = default;
};

/// A declared act: from its declaration until it was carried out.
struct Slot {
  int16_t act = -1, effect = -1;  ///< act, effect instance
  int8_t seat = 0, parent = -1;
  bool answered = false, negated = false;
  bool operator==(const Slot&) const = default;
};

/// One entry of the list of what modifies values now, older first.
struct Effect {
  int16_t statik = -1;             ///< instance of a static, or
  int16_t attr = -1, target = -1;  ///< a modifier of an attribute of a card
  uint8_t op = 0, layer = 0;
  int16_t until = -1;
  bool operator==(const Effect&) const = default;
};

/// What has arisen at a moment whose order lets nothing lapse, and is still to be carried out:
/// whose text or whom it is about, gone once its stay has ended; of a card, whose it was when that
/// arose, and what it was attached to. Where things lapse: an item that is not to be carried out,
/// for its card has left since.
struct Arisen {
  int16_t frame = 0, item = 0;  ///< the window, and the number of the trigger there
  int16_t of = -1, user = -1, host = -1;
  bool operator==(const Arisen&) const = default;
};

/// Over: the game or what the situation asks about is over. Asked: the declaration a claim is about
/// can be judged here. Stuck, Bounded, Endless: outcomes of their own that no claim counts as
/// anything else; Endless is a repetition in which nobody decides anything and which no rule cuts
/// off.
enum class End : uint8_t { Running, Over, Asked, Stuck, Bounded, Endless };

/// Which of the statics that hang on each other apply: to be found before anything else, found just
/// now, or to be looked at again at the next commit.
enum class Settling : uint8_t { Due, Done, Next };

inline constexpr int kSlots = 8;

struct Control {
  std::vector<Frame> stack;
  std::array<Slot, kSlots> slots{};
  std::vector<Effect> effects;
  std::vector<Arisen> arisen;
  uint16_t applied = 0;               ///< of the statics that hang on each other: those that apply
  Settling settling = Settling::Due;  ///< of the same
  uint8_t script = 0;                 ///< items of the play that are done
  uint8_t guided = 0;                 ///< moves of the play that is followed that are made
  bool decided = false;  ///< that the instruction is carried out, though it is left open
  bool cut = false;      ///< a bound ended something that could have gone on
  End end = End::Running;
  uint8_t result = 0;  ///< of the enum of results, when Over
  bool operator==(const Control&) const = default;
};

/// What runs by itself: a frame, and a digest of all that it began with. Nobody has decided
/// anything since.
struct Begun {
  int frame = 0;
  uint64_t digest[2] = {0, 0};
  bool asked = false;  ///< since then there was a moment at which somebody is asked
  bool operator==(const Begun&) const = default;
};

/// `Val` is int64_t, or a term.
template <class Val>
struct State {
  Control control;
  std::vector<Val> cells;
  std::vector<Begun> begun;  ///< empty wherever somebody decides

  /// The frame on top, and its place in the stack.
  Frame& frame() { return control.stack.back(); }
  const Frame& frame() const { return control.stack.back(); }
  int top() const { return static_cast<int>(control.stack.size()) - 1; }
};

/// Open: what is left open turns out this way; only when something does not count (`Held`).
enum class MoveKind : uint8_t { Pass, Declare, Pick, YesNo, Order, May, Again, Top, Settle, Open };

/// What is known of the order of a pile: that of the situation, none, or which card is on top (the
/// lot counts as one): kOnTop + card, or kOnTop - 1 for the lot.
enum : int64_t { kAsGiven = 0, kUnknownOrder = 1, kOnTop = 3 };

/// Cards that were put onto a pile, or under it, as a number: digits of base 64, card + 1, the
/// outermost last.
struct Layers {
  static constexpr size_t kMost = 10;
  static std::vector<int64_t> of(int64_t number) {
    std::vector<int64_t> out;
    for (; number > 0; number /= 64) out.insert(out.begin(), number % 64 - 1);
    return out;
  }
  static int64_t number(const std::vector<int64_t>& cards) {
    int64_t out = 0;
    for (int64_t k : cards) out = out * 64 + k + 1;
    return out;
  }
};

/// One real choice of a play: who, what, which. Equal in every engine.
struct Move {
  MoveKind kind = MoveKind::Pick;
  int8_t who = -1;    ///< -1: nobody (the document is silent)
  int16_t what = -1;  ///< act; code that asked
  int16_t pc = -1;
  int16_t effect = -1;
  base::SmallVector<int64_t, 4> values;
  auto operator<=>(const Move&) const = default;
};

/// A form this engine cannot carry out; the claim is then undecided by it.
struct Unsupported {
  Reason form;
};

/// The concrete values: 64-bit integers; sets are masks.
struct Concrete {
  using Val = int64_t;
  static constexpr bool symbolic = false;

  Val num(int64_t v) const { return v; }
  Val truth(bool b) const { return b; }
  Val mask(int64_t m, int) const { return m; }
  bool known(Val v, int64_t& out) const {
    out = v;
    return true;
  }
  bool is_false(Val v) const { return v == 0; }
  bool is_true(Val v) const { return v != 0; }
  Val open_truth() const { throw Unsupported{ReasonCode::LeftOpen}; }
  Val open_number(int64_t, int64_t) const { throw Unsupported{ReasonCode::LeftOpen}; }

  Val not_(Val a) const { return a == 0; }
  Val and_(Val a, Val b) const { return a != 0 && b != 0; }
  Val or_(Val a, Val b) const { return a != 0 || b != 0; }
  Val ite(Val c, Val a, Val b) const { return c != 0 ? a : b; }
  Val eq(Val a, Val b) const { return a == b; }
  Val lt(Val a, Val b) const { return a < b; }
  Val le(Val a, Val b) const { return a <= b; }
  // Numbers are mathematical: what leaves 64 bits is not computed rather than wrapped.
  Val neg(Val a) const { return sub(0, a); }
  Val add(Val a, Val b) const {
    Val r = 0;
    if (__builtin_add_overflow(a, b, &r)) throw Unsupported{ReasonCode::NumberTooLarge};
    return r;
  }
  Val sub(Val a, Val b) const {
    Val r = 0;
    if (__builtin_sub_overflow(a, b, &r)) throw Unsupported{ReasonCode::NumberTooLarge};
    return r;
  }
  Val mul(Val a, Val b) const {
    Val r = 0;
    if (__builtin_mul_overflow(a, b, &r)) throw Unsupported{ReasonCode::NumberTooLarge};
    return r;
  }
  /// Rounds down; by 0 gives 0.
  Val div(Val a, Val b) const {
    if (b == 0) return 0;
    if (b == -1) return neg(a);
    const Val q = a / b;
    return q - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
  }
  Val mod(Val a, Val b) const { return b == 0 || b == -1 ? 0 : a - b * div(a, b); }

  // Sets over a universe of n elements.
  Val empty(int) const { return 0; }
  Val has(Val set, Val e, int n) const { return e >= 0 && e < n && (set >> e & 1) != 0; }
  Val with(Val set, Val e, int n) const { return e >= 0 && e < n ? set | int64_t{1} << e : set; }
  Val without(Val set, Val e, int n) const {
    return e >= 0 && e < n ? set & ~(int64_t{1} << e) : set;
  }
  Val with_if(Val set, int e, Val cond) const { return cond != 0 ? set | int64_t{1} << e : set; }
  Val unite(Val a, Val b) const { return a | b; }
  Val meet(Val a, Val b) const { return a & b; }
  Val minus(Val a, Val b) const { return a & ~b; }
  Val size(Val a, int) const { return __builtin_popcountll(static_cast<uint64_t>(a)); }
  Val subset(Val a, Val b, int) const { return (a & ~b) == 0; }
  Val same_set(Val a, Val b, int) const { return a == b; }

  /// f(value) for each value v may have, joined.
  template <class F>
  Val over(Val v, F&& f) const {
    return f(v);
  }
};

}  // namespace hanrei::checker
