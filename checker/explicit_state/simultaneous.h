// All orders of simultaneous effects at once. Where each pending item runs from one pick to the
// next without anybody deciding anything, an item is a function from data to data, and what n items
// can lead to is a dynamic programme over the subsets already carried out, instead of over n!
// orders.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "checker/semantics/machine.h"

namespace hanrei::checker::explicit_state {

class Simultaneous {
 public:
  enum class Outcome : uint8_t {
    Whole,  ///< `ends` are exactly the states in which the last item has been carried out
    Unfit,  ///< an item asks somebody, ends the play or does not come back: explore it step by step
    Limit,  ///< more subsets with their data than the limit
  };

  explicit Simultaneous(Machine<Concrete>& machine) : m_(machine) {}

  /// Is the next thing to happen the choice of one of at least three simultaneous items?
  bool begins(const State<int64_t>& s) const;
  /// `s` must begin. Counts a state for each subset and the data it can leave; at most `limit` of
  /// them.
  Outcome run(const State<int64_t>& s, size_t limit);
  const std::vector<State<int64_t>>& ends() const { return ends_; }
  size_t states() const { return pool_.size(); }
  size_t edges() const { return edges_; }
  /// After a whole run: the items in the first order, counted from the last item down, that leads
  /// to an end.
  std::vector<int> order(size_t end);

 private:
  using S = State<int64_t>;
  /// What some items leave: data, and which of the others are to lapse when their turn comes, for
  /// their card has left.
  struct Left {
    int data = 0;
    uint32_t lapsed = 0;
  };

  Left image(size_t item, Left from);
  /// The same once the items of `done` are carried out, of which nothing lapses any more.
  Left after(size_t item, Left from, uint32_t done);
  uint32_t take_lapsed(S& s) const;
  int intern(S s);
  size_t begin(uint32_t done) const { return done == 0 ? 0 : first_[done - 1]; }

  Machine<Concrete>& m_;
  std::vector<int> items_;
  std::vector<S> data_;  ///< as after an item, nothing pending
  std::unordered_map<std::string, int> known_;
  std::vector<std::vector<Left>> image_;  ///< by item, twice: as it is and lapsed; by data
  std::vector<Left> pool_;                ///< what each subset can leave, subset after subset
  std::vector<size_t> first_;             ///< by subset: one past its last in the pool
  std::vector<S> ends_;
  std::vector<Left> end_left_;
  size_t edges_ = 0;
  Rounds rounds_;
  std::vector<Alt<int64_t>> alts_;
};

}  // namespace hanrei::checker::explicit_state
