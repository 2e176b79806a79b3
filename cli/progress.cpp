#include "cli/progress.h"

namespace hanrei::cli {

void ProgressLine::at(size_t done, size_t all) {
  const std::lock_guard lock(writing_);
  const size_t now = done * 1000 / all;
  if (shown_ && now <= last_) return;
  erase();
  err_ << command_ << ": " << done << "/" << all << std::flush;
  last_ = now;
  shown_ = true;
}

void ProgressLine::end() {
  const std::lock_guard lock(writing_);
  erase();
}

void ProgressLine::aside(const std::function<void()>& write) {
  const std::lock_guard lock(writing_);
  erase();
  write();
}

void ProgressLine::erase() {
  if (shown_) err_ << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace hanrei::cli
