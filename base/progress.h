// How far long work is. What works through many parts says after each of them how many are done;
// parts of parts say nothing. Whoever shows it to somebody sets a watcher for the thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace hanrei::base {

/// Told how far the work of a thread is; from any of the threads that share the work.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void at(std::size_t done, std::size_t all) = 0;
  /// The last part is done, or the work was broken off.
  virtual void end() = 0;
  /// Runs what writes where the watcher may show something, too; nobody else writes meanwhile.
  virtual void aside(const std::function<void()>& write) = 0;
};

/// Null: nobody looks.
inline constinit thread_local Watcher* watcher = nullptr;

inline void aside(Watcher* by, const std::function<void()>& write) {
  by == nullptr ? write() : by->aside(write);
}

/// For as long as it lives, the work of this thread is told to somebody, or to nobody.
class Watching {
 public:
  explicit Watching(Watcher* by) : before_(watcher) { watcher = by; }
  ~Watching() { watcher = before_; }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

 private:
  Watcher* before_;
};

/// Work of several parts. One part alone is no work of several: then its own parts are told.
class Parts {
 public:
  explicit Parts(std::size_t all)
      : all_(all), told_(all > 1 ? watcher : nullptr), below_(all > 1 ? nullptr : watcher) {}
  ~Parts() {
    if (told_ != nullptr) told_->end();
  }
  /// From any thread.
  void done(std::size_t parts = 1) {
    const std::size_t now = done_ += parts;
    if (told_ != nullptr) told_->at(now, all_);
  }

 private:
  const std::size_t all_;
  std::atomic<std::size_t> done_{0};
  Watcher* const told_;
  const Watching below_;
};

}  // namespace hanrei::base
