// Whether somebody asked for an end. What works for long looks here now and then; whoever asks for
// work in parts catches `Stopped` and goes on with the parts that are done.
#pragma once

#include <atomic>
#include <cstdint>

namespace hanrei::base {

/// Thrown where work is broken off because an end was asked for. No std::exception: it is no fault.
struct Stopped {};

/// Not 0 when this thread shall come to an end; null: nobody will ask.
inline constinit thread_local const std::atomic<int>* stop_signal = nullptr;

/// Units of work that a thread may spend; then it comes to an end as if that were asked for. A unit
/// is a step of a play, or one resource unit of the solver: the same on every machine.
class Budget {
 public:
  explicit Budget(std::uint64_t units) : left_(units) {}
  void spend(std::uint64_t units) { left_ -= units < left_ ? units : left_; }
  bool spent() const { return left_ == 0; }

 private:
  std::uint64_t left_;
};
/// That of this thread; null: it has none. Whoever has one works alone (base/parallel.h).
inline constinit thread_local Budget* budget = nullptr;

inline void spend(std::uint64_t units) {
  if (budget != nullptr) budget->spend(units);
}
inline bool budget_spent() { return budget != nullptr && budget->spent(); }

inline bool stop_asked() {
  return (stop_signal != nullptr && stop_signal->load(std::memory_order_relaxed) != 0) ||
         budget_spent();
}
/// Throws Stopped when an end was asked for.
inline void heed_stop() {
  if (stop_asked()) throw Stopped{};
}

/// For as long as it lives, this thread has a budget; null: none.
class Budgeted {
 public:
  explicit Budgeted(Budget* of) : before_(budget) { budget = of; }
  ~Budgeted() { budget = before_; }
  Budgeted(const Budgeted&) = delete;
  Budgeted& operator=(const Budgeted&) = delete;

 private:
  Budget* before_;
};

/// For as long as it lives, this thread heeds a signal.
class Heeding {
 public:
  explicit Heeding(const std::atomic<int>* signal) : before_(stop_signal) { stop_signal = signal; }
  ~Heeding() { stop_signal = before_; }
  Heeding(const Heeding&) = delete;
  Heeding& operator=(const Heeding&) = delete;

 private:
  const std::atomic<int>* before_;
};

}  // namespace hanrei::base
