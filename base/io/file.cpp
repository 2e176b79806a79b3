#include "base/io/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/io/temporary.h"
#include "base/stop.h"
#include "base/text/diagnostic.h"

namespace hanrei::base {
namespace {

namespace fs = std::filesystem;

/// What the system says, also in Japanese where it is what people meet.
std::string reason_of(const std::error_code& trouble) {
  const std::string en = trouble.message();
  switch (trouble.value()) {
    case ENOENT: return in_both(en, "ファイルもフォルダもありません");
    case EACCES:
    case EPERM: return in_both(en, "許可されていません");
    case ENOTDIR: return in_both(en, "途中にフォルダでないものがあります");
    case EISDIR: return in_both(en, "フォルダです");
    case ELOOP: return in_both(en, "シンボリックリンクが循環しています");
    case ENAMETOOLONG: return in_both(en, "名前が長すぎます");
    case ENOSPC: return in_both(en, "空き容量がありません");
    case EROFS: return in_both(en, "書込みのできないファイルシステムです");
    default: return en;
  }
}

Error last_error() { return Error{reason_of(std::error_code(errno, std::generic_category()))}; }
Error a_folder() { return Error{in_both("it is a folder", "フォルダです")}; }
Error not_regular() {
  return Error{in_both("it is not a regular file", "通常のファイルではありません")};
}

/// A file descriptor which closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }
  /// Closes now and tells whether that went well.
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

 private:
  int fd_;
};

/// A file which goes away again unless it is renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) {}
  ~TemporaryFile() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  bool rename_to(const std::string& target) {
    if (::rename(path_.c_str(), target.c_str()) != 0) return false;
    path_.clear();
    return true;
  }

 private:
  std::string path_;
};

/// A folder which goes away again, with all that is in it, unless it is renamed.
class NewFolder {
 public:
  explicit NewFolder(std::string path) : path_(std::move(path)) {}
  ~NewFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  bool rename_to(const std::string& target) {
    bool done =
        ::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0;
    // File systems that cannot promise it: a rename replaces an empty folder at most.
    if (!done && (errno == EINVAL || errno == ENOSYS))
      done = ::rename(path_.c_str(), target.c_str()) == 0;
    if (done) path_.clear();
    return done;
  }

 private:
  std::string path_;
};

/// Makes a new name survive a power cut.
void flush_folder(const fs::path& folder) {
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.ok()) ::fsync(directory.get());
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool is_within(const fs::path& inner, const fs::path& outer) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

std::string other_case(std::string_view seen, std::string_view wanted) {
  return in_both(
      fmt::format("its name ends in `{}`, and only `{}` is read; rename it", seen, wanted),
      fmt::format("名前が `{}` で終わっています。読むのは `{}` だけなので、改名してください", seen,
                  wanted));
}

/// Walks one folder tree for list_files().
class Lister {
 public:
  Lister(fs::path real_root, std::string_view suffix, std::vector<RefusedPath>* refused)
      : real_root_(std::move(real_root)), suffix_(suffix), refused_(refused) {}

  void walk(const fs::path& folder) {
    std::error_code trouble;
    fs::directory_iterator entry(folder, trouble);
    for (; !trouble && entry != fs::directory_iterator(); entry.increment(trouble)) {
      if (entry->path().filename().native().front() != '.') visit(entry->path());
    }
    if (trouble) refuse(folder, reason_of(trouble));
  }

  std::vector<std::string> found;

 private:
  void visit(const fs::path& path) {
    std::error_code trouble;
    const fs::file_status itself = fs::symlink_status(path, trouble);
    if (trouble) return refuse(path, reason_of(trouble));
    if (fs::is_directory(itself)) return walk(path);
    if (fs::is_symlink(itself)) {
      const bool other = !suffix_.empty() && path.has_extension() &&
                         !same_letters(path.extension().native(), suffix_);
      const fs::path real = fs::canonical(path, trouble);
      if (trouble) return other ? void() : refuse(path, reason_of(trouble));
      const bool folder = fs::is_directory(real, trouble);
      if (!is_within(real, real_root_))
        return other && !folder ? void() : refuse(path, leads_out().message);
      if (folder) return;
    }
    const std::string& name = path.native();
    if (name.size() < suffix_.size()) return;
    const std::string_view end = std::string_view(name).substr(name.size() - suffix_.size());
    if (end != suffix_) {
      if (same_letters(end, suffix_)) refuse(path, other_case(end, suffix_));
      return;
    }
    if (!fs::is_regular_file(path, trouble)) return refuse(path, not_regular().message);
    found.push_back(name);
  }

  void refuse(const fs::path& path, std::string reason) {
    if (refused_) refused_->push_back(RefusedPath{path.native(), std::move(reason)});
  }

  fs::path real_root_;
  std::string_view suffix_;
  std::vector<RefusedPath>* refused_;
};

}  // namespace

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [&](char x, char y) { return lower(x) == lower(y); });
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  // Without O_NONBLOCK a pipe would keep us waiting before we can refuse it.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file.ok()) return last_error();
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return last_error();
  if (S_ISDIR(info.st_mode)) return a_folder();
  if (!S_ISREG(info.st_mode)) return not_regular();
  const Error too_large{in_both(fmt::format("it is larger than {} bytes", max_bytes),
                                fmt::format("{} バイトを超えています", max_bytes))};
  if (static_cast<std::uintmax_t>(info.st_size) > max_bytes) return too_large;

  std::string text;
  std::size_t used = 0;
  text.resize(static_cast<std::size_t>(info.st_size) + 1);
  while (true) {
    const ssize_t got = ::read(file.get(), text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return last_error();
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > max_bytes) return too_large;
    if (used == text.size()) text.resize(text.size() * 2);
  }
  text.resize(used);
  return text;
}

Result<void> write_file_atomic(const std::string& path, std::string_view text) {
  std::error_code trouble;
  fs::path target(path);
  if (fs::is_symlink(fs::symlink_status(target, trouble))) {
    target = fs::canonical(target, trouble);
    if (trouble) return Error{reason_of(trouble)};
  }
  struct stat old {};
  const bool replaces = ::stat(target.c_str(), &old) == 0;
  if (!replaces && errno != ENOENT) return last_error();
  if (replaces && S_ISDIR(old.st_mode)) return a_folder();
  if (replaces && !S_ISREG(old.st_mode)) return not_regular();
  if (target.filename().empty())
    return Error{in_both("it names no file", "ファイル名がありません")};

  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  sweep(folder.native());
  std::string aside;
  Descriptor file(under_new_name(folder.native(), aside, [](const char* name) {
    return ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }));
  if (!file.ok()) return last_error();
  keep_from_sweep(file.get());
  TemporaryFile temporary(aside);
  if (replaces && ::fchmod(file.get(), old.st_mode & 07777) != 0) return last_error();
  if (!write_all(file.get(), text) || ::fsync(file.get()) != 0 || !file.close()) {
    return last_error();
  }
  if (!temporary.rename_to(target.native())) return last_error();
  flush_folder(folder);
  return {};
}

Result<void> write_new_folder(const std::string& path, const std::vector<FileText>& files) {
  std::error_code trouble;
  fs::path target(path);
  if (target.has_relative_path() && !target.has_filename()) target = target.parent_path();
  if (target.filename().empty())
    return Error{in_both("it names no folder", "フォルダ名がありません")};
  if (fs::exists(fs::symlink_status(target, trouble)))
    return Error{in_both("it is there already", "すでにあります")};
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  sweep(folder.native());
  std::string name;
  const auto make = [](const char* at) { return ::mkdir(at, 0777); };
  if (under_new_name(folder.native(), name, make) != 0) return last_error();
  const fs::path aside = name;
  const Descriptor kept(::open(aside.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (kept.ok()) keep_from_sweep(kept.get());
  NewFolder temporary(aside.native());
  for (const FileText& file : files) {
    const fs::path inside = aside / file.path;
    fs::create_directories(inside.parent_path(), trouble);
    if (trouble) return Error{reason_of(trouble)};
    Descriptor one(
        ::open(inside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (!one.ok() || !write_all(one.get(), file.text) || !one.close()) return last_error();
  }
  // One flush for thousands of files: each by itself takes longer than writing them.
  if (!kept.ok() || ::syncfs(kept.get()) != 0) return last_error();
  if (!temporary.rename_to(target.native())) return last_error();
  flush_folder(folder);
  return {};
}

bool stays_within(const std::string& path, const std::string& folder) {
  std::error_code trouble;
  const fs::path real = fs::canonical(path, trouble);
  if (trouble) return true;
  const fs::path real_folder = fs::canonical(folder, trouble);
  return !trouble && is_within(real, real_folder);
}

Error leads_out() { return Error{in_both("leads out of the folder", "フォルダの外に出ます")}; }

Result<std::string> read_file_within(const std::string& path, const std::string& folder,
                                     std::size_t max_bytes) {
  return stays_within(path, folder) ? read_file(path, max_bytes) : leads_out();
}

std::vector<std::string> list_files(const std::string& root, std::string_view suffix,
                                    std::vector<RefusedPath>* refused) {
  std::error_code trouble;
  const fs::path real_root = fs::canonical(root, trouble);
  if (trouble) {
    if (refused) refused->push_back(RefusedPath{root, reason_of(trouble)});
    return {};
  }
  Lister lister(real_root, suffix, refused);
  lister.walk(root);
  std::ranges::sort(lister.found);
  if (refused) {
    std::ranges::sort(*refused,
                      [](const RefusedPath& a, const RefusedPath& b) { return a.path < b.path; });
  }
  return std::move(lister.found);
}

std::optional<FileStamp> stamp_of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return std::nullopt;
  return FileStamp{info.st_size, static_cast<std::int64_t>(info.st_mtim.tv_sec) * 1'000'000'000 +
                                     info.st_mtim.tv_nsec};
}

FileLock::FileLock(const std::string& path)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  while (file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) != 0 &&
         (errno == EINTR || errno == EWOULDBLOCK)) {
    if (stop_asked()) {
      ::close(file_);
      throw Stopped{};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace hanrei::base
