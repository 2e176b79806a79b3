// A sweep cut into shards: of the items of much work, each process works on some.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace hanrei::base {

/// The place among `count` that the digest of a text gives it.
std::uint64_t place_of(std::string_view text, std::uint64_t count);

/// One shard of `count`. An item is in the shard that its own name says, whatever others there are.
struct Shard {
  std::uint64_t index = 0, count = 1;
  bool has(std::string_view item) const { return place_of(item, count) == index; }
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// The items of a sweep, as a command comes to them: those that are worked on here, and what was
/// found of them elsewhere. Several threads may use one.
class Portion {
 public:
  /// Some are worked on, and what is found of them is kept.
  explicit Portion(const Shard& shard) : shard_(shard) {}
  /// All of them have been worked on.
  explicit Portion(std::map<std::string, std::string> results)
      : merged_(true), results_(std::move(results)) {}

  bool merged() const { return merged_; }
  /// Is it to be worked on here? Every item is asked about once. `by`: what it is dealt by.
  bool mine(const std::string& by);
  /// What was found of an item elsewhere, as JSON; null: nothing that could be written down.
  const std::string* result(const std::string& item) const;
  /// `result`: JSON, or empty where what was found cannot be written down.
  void keep(const std::string& item, std::string result);
  /// There was too little memory for an item.
  void out_of_memory() { out_of_memory_ = true; }
  bool ran_out() const { return out_of_memory_; }

  std::size_t items() const { return items_; }
  /// Items of which nothing could be written down, that were worked on once more.
  std::size_t again() const { return again_; }
  const std::map<std::string, std::string>& results() const { return results_; }

 private:
  const bool merged_ = false;
  const Shard shard_;
  std::mutex mutex_;
  std::atomic<bool> out_of_memory_ = false;
  std::size_t items_ = 0, again_ = 0;
  std::map<std::string, std::string> results_;
};

}  // namespace hanrei::base
