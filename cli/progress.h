// How far a long command is, on a terminal: one line of standard error, written over and over, and
// gone at the end.
#pragma once

#include <mutex>
#include <ostream>
#include <string>

#include "base/progress.h"

namespace hanrei::cli {

class ProgressLine : public base::Watcher {
 public:
  /// `command`: as it was called.
  ProgressLine(std::ostream& err, std::string command) : err_(err), command_(std::move(command)) {}
  ~ProgressLine() override { end(); }

  void at(size_t done, size_t all) override;
  void end() override;
  void aside(const std::function<void()>& write) override;

 private:
  void erase();

  std::ostream& err_;
  const std::string command_;
  std::mutex writing_;
  size_t last_ = 0;  ///< thousandths that are shown
  bool shown_ = false;
};

}  // namespace hanrei::cli
