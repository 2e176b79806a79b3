#include "base/sweep/portion.h"

#include <charconv>

#include "base/text/sha256.h"

namespace hanrei::base {

std::uint64_t place_of(std::string_view text, std::uint64_t count) {
  const std::string digits = sha256(text).substr(0, 16);
  std::uint64_t n = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), n, 16);
  return n % count;
}

bool Portion::mine(const std::string& by) {
  const std::lock_guard lock(mutex_);
  ++items_;
  const bool here = merged_ || shard_.has(by);
  again_ += merged_ ? 1 : 0;
  return here;
}

const std::string* Portion::result(const std::string& item) const {
  if (!merged_) return nullptr;
  const auto it = results_.find(item);
  return it == results_.end() || it->second.empty() ? nullptr : &it->second;
}

void Portion::keep(const std::string& item, std::string result) {
  if (merged_) return;
  const std::lock_guard lock(mutex_);
  results_[item] = std::move(result);
}

}  // namespace hanrei::base
