// Work on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

#include "base/progress.h"
#include "base/stop.h"

namespace hanrei::base {

/// Runs `work(i)` for every i below n on at most `jobs` threads, this one among them, and no more
/// than there are parts. All of them are run, whatever one of them throws; then what that of the
/// lowest i threw is thrown here. `Stopped` is not: what an asked-for end broke off is left as far
/// as it came, and the rest is not begun. With a budget everything runs on this thread, so that it
/// ends in the same place every time.
inline void in_parallel(std::size_t n, int jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  Parts parts(n);
  std::vector<std::exception_ptr> faults(n);
  const auto run = [&, signal = stop_signal] {
    const Heeding heeding(signal);
    for (std::size_t i = next++; i < n && !stop_asked(); i = next++) {
      try {
        work(i);
      } catch (const Stopped&) {
        return;
      } catch (...) {
        faults[i] = std::current_exception();
      }
      parts.done();
    }
  };
  {
    std::vector<std::jthread> threads;
    try {
      for (std::size_t k = 1;
           budget == nullptr && k < n && k < static_cast<std::size_t>(std::max(jobs, 1)); ++k)
        threads.emplace_back(run);
    } catch (const std::system_error&) {  // there is no room for more: those that run do it all
    }
    run();
  }
  for (const std::exception_ptr& f : faults)
    if (f) std::rethrow_exception(f);
}

}  // namespace hanrei::base
