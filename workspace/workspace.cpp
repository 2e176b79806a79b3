#include "workspace/workspace.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <unordered_map>

#include "base/contains.h"
#include "base/io/file.h"
#include "base/stop.h"
#include "base/text/filled.h"

namespace hanrei::workspace {
namespace fs = std::filesystem;

namespace {

std::string leads_out(const fs::path& p) {
  return base::about(p.string(), base::leads_out().message);
}
std::string not_looked_into(const fs::path& p) {
  return base::about(p.string(), base::in_both("it cannot be looked into", "中を見られません"));
}
bool is_game(const fs::path& p) {
  std::error_code ec;
  return fs::is_regular_file(p / "game.json", ec);
}

/// Why a path that may be a game folder cannot be looked at, or has a game.json that is none. Empty
/// for what simply is no game.
std::string trouble_with(const fs::path& p) {
  const auto about = [](const fs::path& what, std::string_view en, std::string_view ja) {
    return base::about(what.string(), base::in_both(en, ja));
  };
  std::error_code ec;
  const bool link = fs::is_symlink(fs::symlink_status(p, ec));
  if (link && p.filename() == kPolicyFile) return "";  // it may lead to what was not laid out
  const fs::file_status status = fs::status(p, ec);
  if (link && (ec || !fs::exists(status)))
    return about(p, "a link that leads nowhere", "リンク先がありません");
  if (ec) return not_looked_into(p);
  if (!fs::is_directory(status)) return "";
  fs::directory_iterator entry(p, ec);
  std::string other;
  for (; !ec && entry != fs::directory_iterator(); entry.increment(ec)) {
    const std::string name = entry->path().filename().string();
    if (name != "game.json" && base::same_letters(name, "game.json")) other = name;
  }
  if (ec) return not_looked_into(p);
  const fs::path rules = p / "game.json";
  const fs::file_type type = fs::symlink_status(rules, ec).type();
  if (type == fs::file_type::not_found)
    return other.empty() ? ""
                         : about(p / other, "a game has its rules in `game.json`; rename it",
                                 "ゲームのルールは `game.json` に置きます。改名してください");
  if (ec || type == fs::file_type::none) return about(rules, "it cannot be read", "読めません");
  if (is_game(p)) return "";
  return about(rules, "it is not a regular file", "通常のファイルではありません");
}

/// Games and their rulings by what they really are, so that each is there once however often and by
/// whatever way it is named.
class Finder {
 public:
  GameFiles& game(const fs::path& folder) {
    GameFiles& g = games_[real(folder)];
    if (g.folder.empty()) g.folder = folder.string();
    return g;
  }

  /// Rulings and decks lie anywhere below their game.
  void all_of(const fs::path& folder) {
    std::error_code ec;
    const fs::path rulings = folder / "rulings";
    if (fs::exists(rulings, ec) && !fs::is_directory(rulings, ec))
      refuse(game(folder), base::about(rulings.string(), base::in_both("it is not a folder",
                                                                       "フォルダではありません")));
    below(folder, game(folder));
  }

  /// What lies below another game that is deeper belongs to that one.
  void below(const fs::path& folder, GameFiles& g) {
    if (!base::stays_within(folder.string(), g.folder)) {
      refuse(g, leads_out(folder));
      return;
    }
    std::vector<base::RefusedPath> refused;
    for (const std::string& path : base::list_files(folder.string(), ".xml", &refused))
      if (is_of(path, g)) ruling(path, g);
    for (const base::RefusedPath& r : refused)
      if (is_of(r.path, g)) refuse(g, base::about(r.path, r.reason));
  }

  void ruling(const fs::path& path, GameFiles& g) {
    if (!stays_within(path, g)) {
      refuse(g, leads_out(path));
      return;
    }
    if (seen_.emplace(real_parent(path) + "/" + path.filename().string(), true).second)
      (in_decks(path, g) ? g.decks : g.rulings).push_back(path.string());
  }

  std::vector<GameFiles> take() {
    std::vector<GameFiles> out;
    for (auto& [real, g] : games_) {
      std::ranges::sort(g.rulings);
      std::ranges::sort(g.decks);
      out.push_back(std::move(g));
    }
    std::ranges::sort(out,
                      [](const GameFiles& a, const GameFiles& b) { return a.folder < b.folder; });
    return out;
  }

 private:
  /// Of folders, each asked of the system once: that takes a call for every part of the path.
  const std::string& real(const fs::path& p) {
    const auto [it, is_new] = real_.try_emplace(p.string());
    if (is_new) {
      std::error_code ec;
      const fs::path r = fs::canonical(p, ec);
      it->second = ec ? p.string() : r.string();
    }
    return it->second;
  }
  const std::string& real_parent(const fs::path& p) {
    return real(p.parent_path().empty() ? fs::path(".") : p.parent_path());
  }
  /// What is no link is where its folder is.
  bool stays_within(const fs::path& p, const GameFiles& g) {
    std::error_code ec;
    if (fs::symlink_status(p, ec).type() != fs::file_type::regular)
      return base::stays_within(p.string(), g.folder);
    return (real_parent(p) + "/").starts_with(real(g.folder) + "/");
  }
  /// Is this the nearest game above a path that was listed below it?
  bool is_of(const fs::path& p, const GameFiles& g) {
    const fs::path top = fs::path(g.folder).lexically_normal();
    for (fs::path up = p.parent_path(); up.has_parent_path() && up.lexically_normal() != top;
         up = up.parent_path()) {
      const auto [it, is_new] = games_at_.try_emplace(up.string());
      if (is_new) it->second = is_game(up);
      if (it->second) return real(up) == real(g.folder);
    }
    return true;
  }
  /// Does the file lie below GAME/decks?
  bool in_decks(const fs::path& p, const GameFiles& g) {
    return (real_parent(p) + "/").starts_with(real(fs::path(g.folder) / "decks") + "/");
  }
  static void refuse(GameFiles& g, std::string why) {
    if (!base::contains(g.refused, why)) g.refused.push_back(std::move(why));
  }

  std::map<std::string, GameFiles> games_;
  std::map<std::string, bool> seen_;
  std::unordered_map<std::string, std::string> real_;
  std::unordered_map<std::string, bool> games_at_;  ///< folders, and whether each is a game
};

}  // namespace

std::vector<std::string> folders_of(const Workspace& work) {
  std::vector<std::string> out;
  for (const GameFiles& files : work.games) out.push_back(files.folder);
  return out;
}

std::string game_above(const std::string& path) {
  std::error_code ec;
  fs::path up = fs::absolute(path, ec);
  while (up.has_relative_path() && !is_game(up)) up = up.parent_path();
  return is_game(up) ? fs::proximate(up, ec).string() : "";
}

std::vector<rulings::Document> documents_of(base::SourceMap& sources, const GameFiles& files,
                                            base::DiagnosticLog& log) {
  std::vector<rulings::Document> out;
  for (const std::string& path : files.rulings) {
    base::heed_stop();
    if (auto doc = rulings::read_document(sources, path, log)) out.push_back(std::move(*doc));
  }
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.id < b.id; });
  return out;
}

Workspace find(const std::vector<std::string>& paths) {
  Workspace out;
  Finder finder;
  const auto wrong = [&](const std::string& path, const std::string& en, const std::string& ja) {
    out.problems.push_back(base::about(path, base::in_both(en, ja)));
  };
  for (const std::string& text : paths) {
    std::error_code ec;
    fs::path p(text);
    if (text.empty()) {
      out.problems.push_back(base::in_both("a path is empty", "空のパスがあります"));
      continue;
    }
    while (p.has_relative_path() && !p.has_filename()) p = p.parent_path();
    if (fs::is_directory(p, ec)) {
      if (is_game(p)) {
        finder.all_of(p);
        continue;
      }
      if (const std::string why = trouble_with(p); !why.empty()) {
        out.problems.push_back(why);
        continue;
      }
      std::vector<fs::path> inside;
      std::vector<std::string> troubles;
      for (fs::directory_iterator entry(p, ec), end; !ec && entry != end; entry.increment(ec)) {
        if (is_game(entry->path()))
          inside.push_back(entry->path());
        else if (entry->path().filename().native().front() != '.')
          if (std::string why = trouble_with(entry->path()); !why.empty())
            troubles.push_back(std::move(why));
      }
      if (ec) troubles.push_back(not_looked_into(p));
      // a folder below a game, such as rulings/, says itself what cannot be read in it
      const std::string up = inside.empty() ? game_above(p.string()) : "";
      if (!up.empty()) {
        finder.below(p, finder.game(up));
        continue;
      }
      std::ranges::sort(inside);
      std::ranges::sort(troubles);
      for (const fs::path& sub : inside) finder.all_of(sub);
      if (inside.empty() && troubles.empty()) {
        wrong(text, "no game.json here, below or above",
              "ここにも下にも上にも game.json がありません");
        ++out.without_game;
      }
      out.problems.insert(out.problems.end(), troubles.begin(), troubles.end());
      continue;
    }
    if (!fs::is_regular_file(p, ec)) {
      const bool plain = text.find_first_of("/.") == std::string::npos;  // as ids are
      fs::exists(p, ec) ? wrong(text, "it is not a regular file", "通常のファイルではありません")
      : plain ? wrong(text, "no such file or folder; a ruling is named by --id " + text,
                      "ファイルもフォルダもありません。裁定は --id " + text + " で指定します")
              : wrong(text, "no such file or folder", "ファイルもフォルダもありません");
      continue;
    }
    if (p.extension() != ".xml") {
      wrong(text, "it is no ruling; rulings are files that end in .xml",
            "裁定ではありません。裁定は .xml で終わるファイルです");
      continue;
    }
    const std::string up = game_above(p.parent_path().empty() ? "." : p.parent_path().string());
    if (up.empty())
      wrong(text,
            "no game.json in the folders above it; a ruling or a situation lies within the folder "
            "of its game",
            "上のフォルダに game.json "
            "がありません。裁定や状況のファイルは、そのゲームのフォルダの中に置きます");
    else
      finder.ruling(p, finder.game(up));
  }
  out.games = finder.take();
  return out;
}

Deeper deeper_in(const std::string& folder) {
  Deeper out;
  const bool one = is_game(folder);
  const std::function<void(const fs::path&, int)> look = [&](const fs::path& at, int depth) {
    std::error_code ec;
    fs::directory_iterator entry(at, ec);
    for (; !ec && entry != fs::directory_iterator(); entry.increment(ec)) {
      std::error_code none;
      const fs::path& p = entry->path();
      if (p.filename().native().front() == '.' || !fs::is_directory(fs::symlink_status(p, none)))
        continue;
      if (depth > (one ? 0 : 1) && is_game(p))
        out.games.push_back(p.lexically_relative(folder).generic_string());
      look(p, depth + 1);
    }
    if (ec) out.unreadable.push_back(not_looked_into(at));
  };
  look(folder, 1);
  std::ranges::sort(out.games);
  std::ranges::sort(out.unreadable);
  return out;
}

void tell_repeated(const std::vector<rulings::Document>& sorted, base::DiagnosticLog& log) {
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const rulings::Document& d = sorted[i];
    for (std::size_t k = i; k-- > 0 && sorted[k].id == d.id;) {
      if (sorted[k].is_deck != d.is_deck) continue;
      log.add(
          base::Code::XmlDuplicateId, d.root.span,
          {d.is_deck ? base::in_both("deck", "デッキ") : base::in_both("ruling", "裁定"), d.id});
      log.last().notes.emplace_back(sorted[k].root.span,
                                    base::in_both("the other one", "もう一方"));
      break;
    }
  }
}

bool is_whole(const GameFiles& files) {
  const Workspace all = find({files.folder});
  return all.games.size() == 1 && all.games.front().rulings.size() == files.rulings.size();
}

}  // namespace hanrei::workspace
