#include "workspace/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "base/text/filled.h"
#include "base/text/fnv.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {
namespace fs = std::filesystem;
using reports::shown;
namespace store = rulings::store;

namespace {

fs::path real(const std::string& path) {
  std::error_code ec;
  const fs::path p = fs::canonical(path.empty() ? "." : path, ec);
  return ec ? fs::path(path) : p;
}

/// The games that lie beside those of `work`, which was found at the paths, and the names of those
/// of `work`. Nothing when they lie in several folders.
std::optional<store::Library> library_of(const Workspace& work,
                                         const std::vector<std::string>& paths,
                                         std::vector<std::string>& names) {
  store::Library out;
  std::map<std::string, const GameFiles*> asked;
  for (const GameFiles& g : work.games) {
    const fs::path folder = real(g.folder);
    if (!out.root.empty() && folder.parent_path().string() != out.root) return std::nullopt;
    out.root = folder.parent_path().string();
    asked[folder.filename().string()] = &g;
  }
  const bool whole = paths.size() == 1 && real(paths[0]).string() == out.root;  // found already
  const Workspace beside = whole ? Workspace{} : find({out.root});
  for (const GameFiles& g : whole ? work.games : beside.games) {
    const fs::path folder = real(g.folder);
    if (folder.parent_path().string() == out.root)
      out.games.push_back({folder.filename().string(), g.folder, g.rulings});
  }
  for (const auto& [name, g] : asked) {
    names.push_back(name);
    if (std::ranges::none_of(out.games,
                             [&](const store::GameSources& s) { return s.name == name; })) {
      const Workspace alone = find({g->folder});
      if (!alone.games.empty()) out.games.push_back({name, g->folder, alone.games.front().rulings});
    }
  }
  std::ranges::sort(out.games, [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

}  // namespace

std::vector<std::string> paths_of(const DatabaseOptions& options) {
  if (!options.paths.empty()) return options.paths;
  const std::string above = game_above(".");
  return {above.empty() ? "." : above};
}

std::string default_database(const std::string& root) {
  const auto absolute = [](const char* name) {
    const char* v = std::getenv(name);
    return std::string(v != nullptr && v[0] == '/' ? v : "");
  };
  std::string cache = absolute("XDG_CACHE_HOME");
  if (cache.empty() && !absolute("HOME").empty()) cache = absolute("HOME") + "/.cache";
  if (cache.empty()) return "";
  return fmt::format("{}/hanrei/{}-{:016x}.db", cache, fs::path(root).filename().string(),
                     base::fnv1a(root));
}

Opened open_database(const DatabaseOptions& options, const Io& io) {
  Opened out;
  const auto say = [&](const std::string& en, const std::string& jp) {
    io.say(shown(en, 2000), shown(jp, 2000));
  };
  out.file = options.file;
  if (!options.file.empty() && options.paths.empty()) {
    auto opened = store::open(options.file);
    if (opened)
      out.store = std::move(*opened);
    else {
      io.refuse(options.file, opened.error().message);
      out.wrong_input = true;
    }
    return out;
  }
  const std::vector<std::string> paths = paths_of(options);
  const Workspace work = find(paths);
  tell(io, work.problems);
  for (const GameFiles& g : work.games) tell(io, g.refused);
  out.wrong_input =
      !work.problems.empty() ||
      std::ranges::any_of(work.games, [](const GameFiles& g) { return !g.refused.empty(); });
  if (work.games.empty()) {
    out.wrong_input = true;
    return out;
  }
  auto library = library_of(work, paths, out.games);
  if (!library) {
    say("these games lie in several folders; a database is of the games that lie side by side in "
        "one",
        "ゲームが複数のフォルダにまたがっています。データベースは一つのフォルダに並ぶゲームのもので"
        "す");
    out.wrong_input = true;
    return out;
  }
  library->stopped = [&io] { return io.stopped(); };
  if (out.file.empty()) out.file = default_database(library->root);
  auto opened = store::up_to_date(out.file, *library, out.report, options.verify);
  if (io.stopped()) return out;
  if (!opened) {
    io.refuse(out.file, opened.error().message);
    out.wrong_input = true;
    return out;
  }
  out.store = std::move(*opened);
  out.from_sources = true;
  const store::Report& r = out.report;
  if (!r.rebuilt.empty())
    io.refuse(out.file, base::filled("made anew ({0})", "作り直しました ({0})", {r.rebuilt}));
  if (r.in_memory && !out.file.empty())
    io.refuse(out.file,
              base::filled("cannot be written ({0}); the database is kept in memory for this run",
                           "書き込めません ({0})。この実行の間だけメモリに置きます", {r.stale}));
  else if (!r.stale.empty())
    io.refuse(
        out.file,
        base::filled("older than its sources, and cannot be written ({0}); it is searched as it is",
                     "元のファイルより古く、書き込めません ({0})。このまま検索します", {r.stale}));
  // Files of the games that were asked for; what lies beside them is somebody else's business.
  const auto asked = [&](const std::string& path) {
    return std::ranges::any_of(work.games, [&](const GameFiles& g) {
      return real(path).string().starts_with(real(g.folder).string() + "/");
    });
  };
  const auto unreadable = static_cast<std::size_t>(std::ranges::count_if(r.unreadable, asked));
  std::erase_if(out.report.unreadable, [&](const std::string& p) { return !asked(p); });
  if (unreadable > 0) {
    out.wrong_input = true;
    say(fmt::format("{} cannot be read and {} not in the database; `hanrei db build` says why",
                    unreadable == 1 ? "a file" : std::to_string(unreadable) + " files",
                    unreadable == 1 ? "is" : "are"),
        fmt::format("{} 個のファイルが読めず、データベースに入っていません。理由は `hanrei db "
                    "build` が示します",
                    unreadable));
  }
  return out;
}

}  // namespace hanrei::workspace
