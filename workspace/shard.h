// What one process found of its items of a sweep, for all of it to be put together as one run would
// have found it. docs/cluster.md has the file of a shard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/sweep/portion.h"

namespace hanrei::workspace {

using base::Shard;

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
