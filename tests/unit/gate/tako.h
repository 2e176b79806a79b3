// The game of the documentation in a repository, and what the gate says of changes to it.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>

#include "tests/unit/gate/repository.h"

namespace hanrei::test {

namespace fs = std::filesystem;
using Codes = std::multiset<std::string>;

inline const std::string kDay = "2026-06-01";

/// The little game of the documentation, with a precedent that somebody issued, in a repository.
struct Repo : Repository {
  std::string base;
  Repo() {
    copy_folder(at_root("docs/tako"), *this / "games/tako");
    edit("rulings/TK-1.xml", "status=\"derived\"",
         "status=\"formal\" issued=\"2026-01-01\" authority=\"M\"");
    base = commit("base");
  }
  std::string at(const std::string& file) const { return *this / ("games/tako/" + file); }
  void edit(const std::string& file, const std::string& from, const std::string& to) const {
    test::edit(at(file), from, to);
  }
  std::string cards() const {
    for (const auto& entry : fs::directory_iterator(at("cards")))
      if (slurp(entry.path().string()).find("切り込み") != std::string::npos)
        return "cards/" + entry.path().filename().string();
    throw std::runtime_error("no cards");
  }
  /// The file of rulebook/ that has a text.
  std::string rules(const std::string& with) const {
    for (const auto& entry : fs::directory_iterator(at("rulebook")))
      if (slurp(entry.path().string()).find(with) != std::string::npos)
        return "rulebook/" + entry.path().filename().string();
    throw std::runtime_error("no rules with " + with);
  }
  void revise(const std::string& entries) const {
    std::string text = slurp(at("game.json"));
    const size_t old = text.find("\n  \"revisions\"");
    if (old != std::string::npos) text.erase(old, text.find('\n', old + 1) - old);
    const size_t brace = text.find('{');
    test::put(at("game.json"), text.insert(brace + 1, "\n  \"revisions\": [" + entries + "],"));
  }
};

struct Gated {
  Ran ran;
  Codes counting, all,
      known;  ///< that count for the exit code; all that are new; those of the base
  base::Json json;
  explicit Gated(const Repo& repo, const std::string& base = "",
                 std::vector<std::string> more = {}) {
    std::vector<std::string> args = {"gate",    "--base",      base.empty() ? repo.base : base,
                                     "--today", kDay,          "--format",
                                     "json",    repo / "games"};
    args.insert(args.end(), more.begin(), more.end());
    ran = test::run(args);
    if (ran.out.empty()) return;
    json = json_of(ran);
    for (const base::Json& f : json.find("findings")->items) {
      if (f.find("known") != nullptr)
        known.insert(f.find("code")->string);
      else
        all.insert(f.find("code")->string);
      const bool counts = f.find("known") == nullptr && f.find("waived") == nullptr;
      const std::string effect = f.find("effect")->string;
      if (counts && effect != "told") counting.insert(f.find("code")->string);
    }
    CHECK(json.find("exit")->integer == ran.code);
    CHECK(ran.out.find("/tree/") == std::string::npos);  // no temporary folder is told
  }
  std::string scope() const { return json.find("scope")->find("en")->string; }
};

/// Makes a change on top of the base, commits it, and asks.
inline Gated after(const Repo& repo, const std::function<void()>& change,
                   std::vector<std::string> more = {}) {
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.git({"clean", "-fdq"});
  change();
  repo.commit("change");
  return Gated(repo, "", std::move(more));
}

/// The digest that the report asks for, of the change that was made last.
inline std::string digest_asked(const Repo& repo) {
  const std::string told =
      test::run({"gate", "--base", repo.base, "--today", kDay, repo / "games"}).out;
  for (const std::string before : {"\"digest\": \"", "<read digest=\""})
    if (const size_t at = told.find(before); at != std::string::npos)
      return told.substr(at + before.size(), 16);
  return "none";
}

/// One text of a file of the game, and what becomes of it.
struct Edit {
  std::string file, from, to;
};

inline Gated edited(const Repo& repo, const std::vector<Edit>& edits) {
  Gated g = after(repo, [&] {
    for (const Edit& e : edits) repo.edit(e.file, e.from, e.to);
  });
  UNSCOPED_INFO(g.ran.out << g.ran.err);
  return g;
}

inline const std::string kWords = "相手の凧1つの糸を2減らす。";
inline const std::string kRules = "糸を切る(t, 2)";

}  // namespace hanrei::test
