// Whether somebody asked for an end. What works for long looks here now and then; whoever asks for
// work in parts catches `Stopped` and goes on with the parts that are done.
#pragma once

#include <atomic>

namespace hanrei::base {

/// Thrown where work is broken off because an end was asked for. No std::exception: it is no fault.
struct Stopped {};

/// Not 0 when this thread shall come to an end; null: nobody will ask.
inline constinit thread_local const std::atomic<int>* stop_signal = nullptr;

inline bool stop_asked() {
  return stop_signal != nullptr && stop_signal->load(std::memory_order_relaxed) != 0;
}
/// Throws Stopped when an end was asked for.
inline void heed_stop() {
  if (stop_asked()) throw Stopped{};
}

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
