// Work on several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace hanrei::base {

/// Runs `work(i)` for every i below n on `jobs` threads, this one among them. All of them are run,
/// whatever one of them throws; then what that of the lowest i threw is thrown here.
inline void in_parallel(std::size_t n, int jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> faults(n);
  const auto run = [&] {
    for (std::size_t i = next++; i < n; i = next++) {
      try {
        work(i);
      } catch (...) {
        faults[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int k = 1; k < jobs; ++k) threads.emplace_back(run);
    run();
  }
  for (const std::exception_ptr& f : faults)
    if (f) std::rethrow_exception(f);
}

}  // namespace hanrei::base
