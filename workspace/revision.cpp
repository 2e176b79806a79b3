#include "workspace/revision.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>

#include "base/io/temporary.h"
#include "base/text/diagnostic.h"
#include "base/text/unicode.h"

extern char** environ;

namespace hanrei::workspace {
namespace fs = std::filesystem;

namespace {

base::Error error(const std::string& en, const std::string& ja) { return {base::in_both(en, ja)}; }
base::Error no_room() {
  return error("no temporary folder can be made", "一時フォルダを作れません");
}

/// What git is told beside the arguments: the repository is found from the path, whatever a hook
/// has set; nothing is locked, fetched or asked for; its messages are in English.
std::vector<std::string> environment() {
  static constexpr std::string_view ours[] = {"GIT_DIR=",
                                              "GIT_WORK_TREE=",
                                              "GIT_INDEX_FILE=",
                                              "GIT_PREFIX=",
                                              "GIT_OPTIONAL_LOCKS=",
                                              "GIT_TERMINAL_PROMPT=",
                                              "GIT_NO_LAZY_FETCH=",
                                              "LC_ALL=",
                                              "LANGUAGE="};
  std::vector<std::string> out;
  for (char** e = environ; *e != nullptr; ++e) {
    const std::string_view entry = *e;
    if (std::ranges::none_of(ours, [&](std::string_view name) { return entry.starts_with(name); }))
      out.emplace_back(entry);
  }
  for (const char* more : {"GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
                           "GIT_NO_REPLACE_OBJECTS=1", "LC_ALL=C"})
    out.emplace_back(more);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

struct Ran {
  int code = -1;
  std::string out, err;
  bool too_much = false;
};

/// `git -C path arguments…`, with a file for its standard input.
base::Result<Ran> git(const std::string& path, const std::vector<std::string>& arguments,
                      const std::string& scratch, const std::string& in = "/dev/null") {
  std::vector<std::string> words = {"git", "-C", path, "-c",
                                    "core.fsmonitor=false"};  // which may name a program
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> variables = environment();
  const std::vector<char*> argv = pointers(words), envp = pointers(variables);
  const std::string err = scratch + "/err";
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return error(std::string("git: ") + std::strerror(errno),
                 std::string("git: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int trouble = ::posix_spawnp(&child, "git", &actions, nullptr, argv.data(), envp.data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (trouble != 0) {
    ::close(ends[0]);
    return error("`git` cannot be run: " + std::string(std::strerror(trouble)),
                 "`git` を実行できません: " + std::string(std::strerror(trouble)));
  }
  Ran ran;
  std::array<char, 1 << 16> block{};
  for (;;) {
    const ssize_t n = ::read(ends[0], block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    if (ran.out.size() + static_cast<size_t>(n) > Revision::kMostBytes + (64u << 20)) {
      ran.too_much = true;
      break;
    }
    ran.out.append(block.data(), static_cast<size_t>(n));
  }
  ::close(ends[0]);  // a git that still writes ends with it
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::ifstream said(err);
  std::getline(said, ran.err);
  return ran;
}

std::string line_of(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

bool is_commit(const std::string& text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// May a file of this name be written below a folder?
bool harmless(const std::string& path) {
  const fs::path p(path);
  if (path.empty() || p.is_absolute() || path.find('\\') != std::string::npos) return false;
  return std::ranges::all_of(p, [](const fs::path& part) {
    return !part.empty() && part != "." && part != ".." && part != ".git";
  });
}

struct Entry {
  std::string mode, oid, path;
};

/// Of `ls-tree -r -z`: `MODE TYPE OID<tab>PATH`, each with a NUL behind it.
std::optional<std::vector<Entry>> entries(const std::string& listing) {
  std::vector<Entry> out;
  for (size_t at = 0; at < listing.size();) {
    const size_t end = listing.find('\0', at), tab = listing.find('\t', at);
    if (end == std::string::npos || tab == std::string::npos || tab > end) return std::nullopt;
    const std::string head = listing.substr(at, tab - at);
    const size_t first = head.find(' '), last = head.rfind(' ');
    if (first == std::string::npos || last <= first) return std::nullopt;
    out.push_back(
        {head.substr(0, first), head.substr(last + 1), listing.substr(tab + 1, end - tab - 1)});
    at = end + 1;
  }
  return out;
}

/// The branches and tags that a name may mean, where they are not all one commit; else empty.
std::string ambiguous(const std::string& path, const std::string& name,
                      const std::string& scratch) {
  const size_t end = name.find_first_of("~^@:");
  std::string all;
  std::set<std::string> commits;
  for (const char* of : {"refs/tags/", "refs/heads/", "refs/remotes/"}) {
    const std::string ref = of + name.substr(0, end);
    const auto found = git(
        path, {"rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}"}, scratch);
    if (!found || found->code != 0) continue;
    commits.insert(line_of(found->out));
    all += (all.empty() ? "`" : ", `") + base::safe_terminal(ref) + "`";
  }
  return commits.size() > 1 ? all : "";
}

bool is_ours(const std::string& path) { return path.ends_with(".json") || path.ends_with(".xml"); }

}  // namespace

base::Result<Revision> Revision::of(const std::string& path, const std::string& name) {
  const std::string quoted = "`" + base::safe_terminal(name.substr(0, 100)) + "`";
  const bool odd = name.empty() || name.size() > 1000 || name.front() == '-' ||
                   std::ranges::any_of(name, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
  if (odd)
    return error("revision " + quoted + ": no name of a revision",
                 "リビジョン " + quoted + ": リビジョンの名前ではありません");
  const auto scratch = base::TemporaryFolder::make();
  if (scratch == nullptr) return no_room();
  const auto top =
      git(path, {"rev-parse", "--is-inside-work-tree", "--show-prefix", "--is-shallow-repository"},
          scratch->path());
  if (!top) return top.error();
  const std::string where = "`" + base::safe_terminal(path) + "`";
  if (top->code != 0 || !top->out.starts_with("true\n")) {
    const std::string why =
        top->err.empty() ? "" : " (" + base::safe_terminal(top->err.substr(0, 300)) + ")";
    return error(where + ": not in a git work tree" + why,
                 where + ": git の作業ツリーではありません" + why);
  }
  const size_t prefix_end = top->out.find('\n', 5);
  Revision r;
  r.path_ = path;
  r.name_ = name;
  r.prefix_ = top->out.substr(5, prefix_end - 5);
  const bool shallow = line_of(top->out.substr(prefix_end + 1)) == "true";
  const auto found =
      git(path, {"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"},
          scratch->path());
  if (!found) return found.error();
  r.commit_ = line_of(found->out);
  if (found->code != 0 || !is_commit(r.commit_)) {
    if (shallow)
      return error("revision " + quoted +
                       ": not in this clone, which is shallow; fetch it first (`git fetch "
                       "--unshallow`, or `fetch-depth: 0`)",
                   "リビジョン " + quoted +
                       ": この浅いクローンにはありません。先に取得してください（`git fetch "
                       "--unshallow`、または `fetch-depth: 0`）");
    return error("revision " + quoted + ": there is no such commit",
                 "リビジョン " + quoted + ": そのコミットはありません");
  }
  if (const auto other = ambiguous(path, name, scratch->path()); !other.empty())
    return error(
        "revision " + quoted + ": there are several of this name, and they differ; write one of " +
            other,
        "リビジョン " + quoted +
            ": この名前のものが複数あり、互いに違います。次のどれかで指定してください: " + other);
  return r;
}

base::Result<Revision> Revision::fork() const {
  const auto scratch = base::TemporaryFolder::make();
  if (scratch == nullptr) return no_room();
  const auto found = git(path_, {"merge-base", commit_, "HEAD"}, scratch->path());
  if (!found) return found.error();
  Revision r = *this;
  r.commit_ = line_of(found->out);
  if (found->code != 0 || !is_commit(r.commit_)) {
    const std::string quoted = "`" + base::safe_terminal(name_) + "`";
    return error("revision " + quoted +
                     " and HEAD have no common ancestor in this clone; in a shallow one fetch more "
                     "first (`git fetch --unshallow`, or `fetch-depth: 0`)",
                 "リビジョン " + quoted +
                     " と HEAD "
                     "に共通の祖先がこのクローンにありません。浅いクローンなら先に取得してください"
                     "（`git fetch --unshallow`、または `fetch-depth: 0`）");
  }
  if (r.commit_ != commit_) r.name_ = r.commit_.substr(0, 12);
  return r;
}

base::Result<void> Revision::lay_out(const std::string& only) {
  const auto scratch = base::TemporaryFolder::make();
  if (scratch == nullptr) return no_room();
  const auto broken = [&](const std::string& why) {
    return error("revision `" + commit_.substr(0, 12) + "` cannot be read: " + why,
                 "リビジョン `" + commit_.substr(0, 12) + "` を読めません: " + why);
  };
  std::vector<std::string> arguments = {"--literal-pathspecs", "ls-tree", "-r", "-z",
                                        "--full-tree",         commit_};
  if (!(prefix_ + only).empty()) {
    arguments.emplace_back("--");
    arguments.push_back(prefix_ + only);
  }
  const auto listing = git(path_, arguments, scratch->path());
  if (!listing) return listing.error();
  if (listing->code != 0) return broken(base::safe_terminal(listing->err.substr(0, 300)));
  auto all = entries(listing->out);
  if (!all) return broken("ls-tree");
  submodules_.clear();
  for (const Entry& e : *all)
    if (e.mode == "160000" && e.path.starts_with(prefix_))
      submodules_.push_back(e.path.substr(prefix_.size()));
  std::erase_if(*all, [](const Entry& e) {
    return e.mode == "160000" || (e.mode != "120000" && !is_ours(e.path));
  });
  if (all->size() > kMostFiles) return broken("more than " + std::to_string(kMostFiles) + " files");
  const std::string root = scratch->path() + "/tree", wanted = scratch->path() + "/oids";
  {
    std::ofstream list(wanted);
    for (const Entry& e : *all) list << e.oid << "\n";
    if (!list.flush()) return broken("no room for it");
  }
  const auto blobs = git(path_, {"cat-file", "--batch"}, scratch->path(), wanted);
  if (!blobs) return blobs.error();
  if (blobs->too_much) return broken("more than " + std::to_string(kMostBytes >> 20) + " MB");
  if (blobs->code != 0) return broken(base::safe_terminal(blobs->err.substr(0, 300)));
  std::error_code ec;
  fs::create_directories(root, ec);
  std::vector<std::pair<std::string, std::string>>
      links;  // made last: nothing is written through them
  size_t at = 0;
  for (const Entry& e : *all) {
    const size_t line = blobs->out.find('\n', at);
    const std::string head =
        line == std::string::npos ? "" : blobs->out.substr(at, line - at);  // OID blob SIZE
    const size_t space = head.rfind(' ');
    size_t size = 0;
    const bool blob = head.starts_with(e.oid + " blob ");
    if (blob) size = std::strtoull(head.c_str() + space + 1, nullptr, 10);
    if (!blob || line + 1 + size + 1 > blobs->out.size())
      return broken(base::safe_terminal(e.path) + ": not in this clone");
    const std::string text = blobs->out.substr(line + 1, size);
    at = line + 1 + size + 1;
    if (!harmless(e.path)) return broken(base::safe_terminal(e.path) + ": leads out of the folder");
    if (e.mode == "120000") {
      links.emplace_back(e.path, text);
      continue;
    }
    const fs::path file = fs::path(root) / e.path;
    fs::create_directories(file.parent_path(), ec);
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) return broken(base::safe_terminal(e.path) + ": no room for it");
  }
  for (const auto& [path, target] : links) {
    const fs::path file = fs::path(root) / path;
    fs::create_directories(file.parent_path(), ec);
    fs::create_symlink(target, file, ec);
  }
  scratch_ = scratch;
  folder_ =
      prefix_.empty() ? root : (fs::path(root) / prefix_.substr(0, prefix_.size() - 1)).string();
  return {};
}

std::string Revision::shown(const std::string& file) const {
  if (scratch_ == nullptr) return file;
  std::error_code ec;
  const std::string root = scratch_->path() + "/tree/",
                    whole = fs::absolute(file, ec).lexically_normal().string();
  return whole.starts_with(root) ? name_ + ":" + whole.substr(root.size()) : file;
}

bool Revision::is_head() const {
  const auto scratch = base::TemporaryFolder::make();
  const auto head =
      scratch == nullptr
          ? base::Result<Ran>(no_room())
          : git(path_, {"rev-parse", "--verify", "--quiet", "HEAD^{commit}"}, scratch->path());
  return head && head->code == 0 && line_of(head->out) == commit_;
}

bool Revision::dirty() const { return has_status({"--untracked-files=all", "--", "."}); }

bool Revision::hides(const std::string& folder) const {
  const auto scratch = base::TemporaryFolder::make();
  if (scratch == nullptr) return true;
  const auto ignored = git(folder,
                           {"ls-files", "--others", "--ignored", "--exclude-standard", "--",
                            ":(icase)*.json", ":(icase)*.xml"},
                           scratch->path());
  if (!ignored || ignored->code != 0 || !ignored->out.empty()) return true;
  const auto tracked = git(folder, {"ls-files", "-v", "--", "."}, scratch->path());
  if (!tracked || tracked->code != 0) return true;
  for (size_t at = 0; at < tracked->out.size(); at = tracked->out.find('\n', at) + 1)
    if (const char tag = tracked->out[at]; tag == 'S' || (tag >= 'a' && tag <= 'z')) return true;
  return false;
}

bool Revision::clean() const {
  return !has_status({"--untracked-files=no"}) &&
         !has_status({"--untracked-files=all", "--", ":(icase)*.json", ":(icase)*.xml"});
}

bool Revision::has_status(const std::vector<std::string>& of) const {
  const auto scratch = base::TemporaryFolder::make();
  if (scratch == nullptr) return false;
  std::vector<std::string> arguments = {"status", "--porcelain"};
  arguments.insert(arguments.end(), of.begin(), of.end());
  const auto status = git(path_, arguments, scratch->path());
  return status && status->code == 0 && !status->out.empty();
}

size_t Revision::beside_head() const {
  const auto scratch = base::TemporaryFolder::make();
  if (scratch == nullptr) return 0;
  const auto count = git(path_, {"rev-list", "--count", commit_, "^HEAD"}, scratch->path());
  return count && count->code == 0 ? std::strtoull(count->out.c_str(), nullptr, 10) : 0;
}

}  // namespace hanrei::workspace
