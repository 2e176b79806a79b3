#include "cli/workspace.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/io/file.h"

namespace hanrei::cli {
namespace fs = std::filesystem;

namespace {
bool is_game(const fs::path& p) { std::error_code ec; return fs::is_regular_file(p / "game.json", ec); }

void add_all(GameFiles& g) {
  std::error_code ec;
  if (!fs::is_directory(fs::path(g.folder) / "rulings", ec)) return;
  std::vector<base::RefusedPath> refused;
  for (std::string& path : base::list_files((fs::path(g.folder) / "rulings").string(), ".xml", &refused)) g.rulings.push_back(std::move(path));
  for (const base::RefusedPath& r : refused) g.refused.push_back(r.path + ": " + r.reason);
}
}  // namespace

Workspace find(const std::vector<std::string>& paths) {
  Workspace out;
  std::map<std::string, GameFiles> games;
  for (const std::string& text : paths) {
    std::error_code ec;
    fs::path p(text);
    while (p.has_relative_path() && !p.has_filename()) p = p.parent_path();
    if (fs::is_directory(p, ec)) {
      if (is_game(p)) { GameFiles& g = games[p.string()]; g.folder = p.string(); g.rulings.clear(); add_all(g); continue; }
      bool any = false;
      std::vector<fs::path> inside;
      for (const auto& entry : fs::directory_iterator(p, ec)) if (entry.is_directory(ec) && is_game(entry.path())) inside.push_back(entry.path());
      std::sort(inside.begin(), inside.end());
      for (const fs::path& sub : inside) { GameFiles& g = games[sub.string()]; g.folder = sub.string(); g.rulings.clear(); add_all(g); any = true; }
      if (!any) {
        // a folder below a game, such as rulings/
        fs::path up = fs::absolute(p, ec);
        while (up.has_relative_path() && !is_game(up)) up = up.parent_path();
        if (!is_game(up)) out.problems.push_back(text + ": no game.json here, below or above");
        else { const std::string folder = fs::proximate(up, ec).string(); GameFiles& g = games[folder]; g.folder = folder; for (std::string& f : base::list_files(p.string(), ".xml")) g.rulings.push_back(std::move(f)); }
      }
      continue;
    }
    if (!fs::is_regular_file(p, ec)) { out.problems.push_back(text + ": no such file or folder"); continue; }
    fs::path up = fs::absolute(p, ec).parent_path();
    while (up.has_relative_path() && !is_game(up)) up = up.parent_path();
    if (!is_game(up)) { out.problems.push_back(text + ": no game.json in the folders above it"); continue; }
    const std::string folder = fs::proximate(up, ec).string();
    GameFiles& g = games[folder];
    g.folder = folder;
    g.rulings.push_back(p.string());
  }
  for (auto& [folder, g] : games) {
    std::sort(g.rulings.begin(), g.rulings.end());
    g.rulings.erase(std::unique(g.rulings.begin(), g.rulings.end()), g.rulings.end());
    out.games.push_back(std::move(g));
  }
  return out;
}

}  // namespace hanrei::cli
