// Verdicts that machines share: a folder with files of them.
//
//     SharedVerdicts shared("cache", program_id(), game);
//     std::optional<SharedVerdict> v = shared.find(key);
//     shared.add(found);                                   // one new file, or none
//
// Each file is named by the digest of what is in it, so that one that is broken or half copied is
// passed over, and folders of several machines are put together by copying. Files are only added
// and removed, never changed: who reads needs no lock. docs/database.md says what is kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace hanrei::workspace {

struct SharedVerdict {
  std::string key;      ///< of everything it depends on: 64 digits
  std::string ruling;   ///< digest of the ruling: 64 digits
  std::string looked;   ///< which printed numbers the key holds; empty: all
  std::string touches;  ///< what its plays came across
  std::string record;   ///< what the report says
};

/// How much is kept in one folder, in bytes, and how many files of one game and program: those that
/// were not of use for longest go.
inline constexpr std::uintmax_t kMostSharedBytes = 256u << 20;
inline constexpr std::size_t kMostSharedFiles = 64;

class SharedVerdicts {
 public:
  /// Reads what the folder has of this game, as this program found it. What cannot be read is not
  /// there.
  SharedVerdicts(std::string folder, const std::string& program, const std::string& game);

  const std::string& folder() const { return folder_; }
  std::optional<SharedVerdict> find(const std::string& key);
  /// `looked` of what is kept of a ruling, each once, sorted.
  std::vector<std::string> looked(const std::string& ruling) const;
  /// Writes those that the folder has not, marks what was of use, and removes what is too much. The
  /// message of an Error is the reason.
  base::Result<void> add(const std::vector<SharedVerdict>& verdicts);

 private:
  struct Line {
    std::size_t file, begin, end;
  };
  void read(const std::string& path);
  std::optional<SharedVerdict> at(const Line& line) const;

  std::string folder_, of_game_;
  std::vector<std::string> paths_, texts_;
  std::map<std::string, Line, std::less<>> lines_;
  std::map<std::string, std::vector<Line>> of_ruling_;
  std::set<std::size_t> used_;  ///< files
};

}  // namespace hanrei::workspace
