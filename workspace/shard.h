// A sweep cut into shards: each process works on some of its items, and what all of them found is
// put together as one run would have found it. docs/cluster.md has the file of a shard.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace hanrei::workspace {

/// One shard of `count`. An item is in the shard that its own name says, whatever others there are.
struct Shard {
  std::uint64_t index = 0, count = 1;
  bool has(std::string_view item) const;
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// `I/N`, with 0 <= I < N. The message of an Error is what was expected.
base::Result<Shard> read_shard(std::string_view text);

/// What the shards of one sweep have in common.
struct Sweep {
  std::string kind;     ///< the command
  std::string version;  ///< of the program
  std::string program;  ///< and which build of it, with which solver
  std::vector<std::string> paths;
  std::string files;    ///< digest of the files of the games
  std::string options;  ///< those that what is found depends on: JSON
  friend bool operator==(const Sweep&, const Sweep&) = default;
};

/// The sweep of these paths by this program. Error: a file cannot be read.
base::Result<Sweep> sweep_of(const std::string& kind, const std::vector<std::string>& paths,
                             const std::string& options);

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
  /// Is it to be worked on here? Every item is asked about once.
  bool mine(const std::string& item);
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

/// The file of a shard.
struct ShardFile {
  Sweep sweep;
  Shard shard;
  std::size_t items = 0;                       ///< of the whole sweep
  std::map<std::string, std::string> results;  ///< of this shard, by item
};
std::string text_of(const ShardFile& file);
/// Error: why it is none, in both languages.
base::Result<ShardFile> shard_of(std::string_view text);
/// The same of the file at a path.
base::Result<ShardFile> read_shard_file(const std::string& path);

/// What a shard of another sweep differs in from one of this; empty: in nothing.
std::string difference(const Sweep& sweep, const Sweep& other);

}  // namespace hanrei::workspace
