#include "base/io/temporary.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

namespace hanrei::base {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBefore = ".hanrei-", kAfter = ".tmp";

/// Whose a temporary file or folder is; nothing when its name is none of ours.
std::optional<pid_t> owner_of(std::string_view name) {
  if (!name.starts_with(kBefore) || !name.ends_with(kAfter)) return std::nullopt;
  const char* const end = name.data() + name.size() - kAfter.size();
  pid_t owner = 0;
  unsigned number = 0;
  const auto [dash, bad] = std::from_chars(name.data() + kBefore.size(), end, owner);
  if (bad != std::errc{} || owner <= 0 || dash == end || *dash != '-') return std::nullopt;
  const auto [last, odd] = std::from_chars(dash + 1, end, number);
  return odd == std::errc{} && last == end ? std::optional(owner) : std::nullopt;
}

bool is_gone(pid_t process) { return ::kill(process, 0) != 0 && errno == ESRCH; }

/// Is it ours, and does nobody keep it? Its process may be one of another container.
bool is_left(const fs::path& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || info.st_uid != ::geteuid()) return false;
  const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  const bool free = ::flock(file, LOCK_EX | LOCK_NB) == 0;
  ::close(file);
  return free;
}

}  // namespace

std::string temporary_name() {
  static std::atomic<unsigned> counter{0};
  return fmt::format("{}{}-{}{}", kBefore, ::getpid(), counter++, kAfter);
}

int under_new_name(const std::string& folder, std::string& path,
                   const std::function<int(const char*)>& make) {
  constexpr int kTries = 100;
  int made = -1;
  for (int i = 0; i < kTries && made < 0; ++i) {
    path = (fs::path(folder) / temporary_name()).native();
    made = make(path.c_str());
    if (made < 0 && errno != EEXIST) break;
  }
  return made;
}

void keep_from_sweep(int descriptor) { ::flock(descriptor, LOCK_EX | LOCK_NB); }

void sweep(const std::string& folder) {
  static std::mutex mutex;
  static std::set<std::string> swept;
  const std::lock_guard lock(mutex);
  if (!swept.insert(folder).second) return;
  std::error_code trouble;
  std::set<fs::path> left;
  fs::directory_iterator entry(folder, trouble);
  for (; !trouble && entry != fs::directory_iterator(); entry.increment(trouble)) {
    const std::optional<pid_t> owner = owner_of(entry->path().filename().native());
    if (owner && is_gone(*owner) && is_left(entry->path())) left.insert(entry->path());
  }
  for (const fs::path& path : left) fs::remove_all(path, trouble);
}

std::shared_ptr<TemporaryFolder> TemporaryFolder::make() {
  std::error_code trouble;
  const fs::path above = fs::temp_directory_path(trouble);
  if (trouble) return nullptr;
  sweep(above.native());
  std::string path;
  const auto make = [](const char* at) { return ::mkdir(at, 0700); };
  if (under_new_name(above.native(), path, make) != 0) return nullptr;
  const int kept = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (kept >= 0) keep_from_sweep(kept);
  return std::shared_ptr<TemporaryFolder>(new TemporaryFolder(path, kept));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (kept_ >= 0) ::close(kept_);
}

}  // namespace hanrei::base
