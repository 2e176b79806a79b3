#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace hanrei::base {

/// The whole content of a regular file. Folders, devices and pipes are refused, as are files
/// larger than `max_bytes`. The message of an Error is the reason, without the path.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes = 64u << 20);

/// Replaces the content of a file in one step: a temporary file beside it, flushed to the disk,
/// then renamed. On failure the old file is as it was and no temporary file stays. Permissions of
/// a file already there are kept; a symbolic link is followed to the file it names; devices and
/// pipes are refused. The message of an Error is the reason, without the path.
Result<void> write_file_atomic(const std::string& path, std::string_view text);

/// A file of a folder to be written: its path below the folder, and its text.
struct FileText {
  std::string path;
  std::string text;
};

/// Writes a folder that is not there yet, with all of its files, in one step: into a folder beside
/// it, flushed to the disk, then renamed. Whatever has this name already is left alone; on failure
/// nothing stays. The message of an Error is the reason, without the path.
Result<void> write_new_folder(const std::string& path, const std::vector<FileText>& files);

/// Size and time of the last change of a regular file, links followed: enough to see that it may
/// have changed.
struct FileStamp {
  std::int64_t size = 0;     ///< bytes
  std::int64_t changed = 0;  ///< nanoseconds since 1970-01-01
};
/// Nothing when there is no such file.
std::optional<FileStamp> stamp_of(const std::string& path);

/// Keeps others out who lock the same file, until it is destroyed; waits for them, unless an end is
/// asked for (`Stopped`). The file stays.
/// Where files cannot be locked, nobody is kept out.
class FileLock {
 public:
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_ = -1;
};

/// Whether a path, its links followed, lies in the folder. A path that leads nowhere does.
bool stays_within(const std::string& path, const std::string& folder);
/// Why what does not stay within its folder is refused.
Error leads_out();
/// As read_file(), of a file that has to stay within the folder.
Result<std::string> read_file_within(const std::string& path, const std::string& folder,
                                     std::size_t max_bytes = 64u << 20);

/// Are the names the same but for upper and lower case of ASCII?
bool same_letters(std::string_view a, std::string_view b);

/// A path that was left out of a listing, and why.
struct RefusedPath {
  std::string path;
  std::string reason;
};

/// All regular files below `root` whose name ends in `suffix`, sorted bytewise by their path below
/// `root`; each is `root/...`. Names that begin with a dot are passed over. A symbolic link to a
/// file within `root` is listed; one to a folder within `root` is not, since its files are listed
/// at their own place. Links that leave `root` or lead nowhere, pipes and devices with such a name,
/// and folders that cannot be read are left out and told in `refused` if given; a link whose name
/// ends in another extension is told only where it leads to a folder outside.
std::vector<std::string> list_files(const std::string& root, std::string_view suffix,
                                    std::vector<RefusedPath>* refused = nullptr);

}  // namespace hanrei::base
