#include "workspace/states.h"

#include <algorithm>
#include <filesystem>

#include "base/contains.h"
#include "base/io/file.h"

namespace hanrei::workspace {

namespace fs = std::filesystem;

bool inside(const std::string& path, const std::string& folder) {
  std::error_code ec;
  const fs::path from = fs::weakly_canonical(folder, ec),
                 rest = fs::weakly_canonical(path, ec).lexically_relative(from);
  return !rest.empty() && rest != "." && *rest.begin() != "..";
}

namespace {

/// The folder of a git repository of its own in which a game lies, below `path`; empty: none.
std::string other_repository(const std::string& game, const std::string& path) {
  std::error_code ec;
  for (fs::path at = fs::path(game).lexically_normal(); inside(at.string(), path);
       at = at.parent_path())
    if (fs::exists(fs::symlink_status(at / ".git", ec))) return at.string();
  return "";
}

/// A folder within a game that is a git repository of its own; empty: none.
std::string repository_within(const std::string& game) {
  std::error_code ec;
  for (fs::recursive_directory_iterator at(game, ec), end; !ec && at != end; at.increment(ec))
    if (at->path().filename() == ".git") {
      if (at.depth() > 0) return at->path().parent_path().string();
      at.disable_recursion_pending();
    }
  return "";
}

/// What cannot be read of the state before, by what it is called in the repository. A folder
/// without any game is an error unless there was one: then its games are gone.
void unread_before(States& states, const Revision& fork) {
  if (states.before.games.empty() || states.after.problems.size() > states.after.without_game)
    states.unread = states.after.problems;
  const std::string root =
      fork.folder().substr(0, fork.folder().size() - fork.prefix().size()) + "/";
  for (std::string problem : states.before.problems) {
    if (states.before.problems.size() == states.before.without_game) break;
    for (size_t at = problem.find(root); at != std::string::npos; at = problem.find(root, at))
      problem.replace(at, root.size(), fork.name() + ":");
    states.unread.push_back(std::move(problem));
  }
}

}  // namespace

States states_of(const std::string& path, Workspace after, const Revision& fork) {
  std::error_code ec;
  const bool had_folder = fs::is_directory(fork.folder(), ec);
  States out{path, std::move(after), had_folder ? find({fork.folder()}) : Workspace{}, {}, {}, {}};
  unread_before(out, fork);
  for (const GameFiles& files : out.after.games) {
    out.unread.insert(out.unread.end(), files.refused.begin(), files.refused.end());
    if (!base::stays_within(files.folder, path))
      out.unread.push_back(base::about(files.folder, base::leads_out().message));
    std::string other = other_repository(files.folder, path);
    if (other.empty()) other = repository_within(files.folder);
    if (!other.empty())
      out.unread.push_back(base::about(
          other,
          base::in_both(
              "a git repository of its own, such as a submodule; run the gate within it",
              "別の git リポジトリ（サブモジュールなど）です。その中で gate を実行してください")));
  }
  out.deeper = deeper_in(path);
  if (had_folder) out.deeper_before = deeper_in(fork.folder());
  out.unread.insert(out.unread.end(), out.deeper.unreadable.begin(), out.deeper.unreadable.end());
  std::vector<std::string> once;
  for (const std::string& why : out.unread)
    if (!base::contains(once, why)) once.push_back(why);
  out.unread = std::move(once);
  return out;
}

std::vector<Side> paired(const std::vector<Side>& now, std::vector<Side>& old, const States& states,
                         const Revision& fork) {
  std::vector<Side> from(now.size());
  for (const bool in_place : {true, false})
    for (size_t i = 0; i < now.size(); ++i) {
      if (from[i].game) continue;
      const auto was = std::ranges::find_if(old, [&](const Side& s) {
        return s.id == now[i].id &&
               (!in_place || fs::path(s.folder).lexically_relative(fork.folder()) ==
                                 fs::path(now[i].folder).lexically_relative(states.path));
      });
      if (was != old.end()) {
        from[i] = std::move(*was);
        old.erase(was);
      }
    }
  return from;
}

}  // namespace hanrei::workspace
