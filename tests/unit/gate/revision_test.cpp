// Revisions of a real git work tree, laid out in folders of their own.
#include "workspace/revision.h"

#include <cstdlib>
#include <filesystem>

#include "base/text/diagnostic.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/repository.h"

using namespace hanrei;
using workspace::Revision;
namespace fs = std::filesystem;

namespace {

std::string why(const base::Result<Revision>& r) {
  REQUIRE(!r.ok());
  CHECK(base::in_lang(r.error().message, base::Lang::En) !=
        base::in_lang(r.error().message, base::Lang::Ja));
  return std::string(base::in_lang(r.error().message, base::Lang::En));
}

}  // namespace

TEST_CASE("revision: what a commit has is laid out, and goes away again", "[revision]") {
  test::Repository repo;
  repo.put("games/a/game.json", "{\"old\": 1}");
  repo.put("games/a/rulings/鈴 [1] *.xml", "<ruling/>");
  repo.put("games/a/notes.txt", "not ours");
  repo.put("other/game.json", "{}");
  const std::string first = repo.commit("first");
  repo.put("games/a/game.json", "{\"new\": 2}");
  fs::remove(repo / "games/a/rulings/鈴 [1] *.xml");
  repo.commit("second");

  std::string folder;
  {
    auto old = Revision::of(repo / "games", "HEAD~1");
    REQUIRE(old.ok());
    CHECK(old->commit() == first);
    CHECK(old->prefix() == "games/");
    REQUIRE(old->lay_out().ok());
    folder = old->folder();
    CHECK(test::slurp(folder + "/a/game.json") == "{\"old\": 1}");
    CHECK(test::slurp(folder + "/a/rulings/鈴 [1] *.xml") == "<ruling/>");
    CHECK(!fs::exists(folder + "/a/notes.txt"));
    CHECK(!fs::exists(folder + "/../other"));
    CHECK(old->shown(folder + "/a/game.json") == "HEAD~1:games/a/game.json");
    CHECK(old->shown("games/a/game.json") == "games/a/game.json");
  }
  CHECK(!fs::exists(folder));
  CHECK(test::slurp(repo / "games/a/game.json") == "{\"new\": 2}");

  auto whole = Revision::of(repo / "", "main");
  REQUIRE(whole.ok());
  REQUIRE(whole->lay_out().ok());
  CHECK(fs::exists(whole->folder() + "/other/game.json"));
  auto below = Revision::of(repo / "games/a", "HEAD");
  REQUIRE(below.ok());
  REQUIRE(below->lay_out().ok());
  CHECK(fs::exists(below->folder() + "/game.json"));
}

TEST_CASE("revision: names that are none, and options", "[revision]") {
  test::Repository repo;
  repo.put("game.json", "{}");
  repo.commit("one");
  repo.git({"update-ref", "refs/heads/--upload-pack=x", "HEAD"});
  for (const char* name :
       {"", "-", "--all", "--upload-pack=x", "-n1", "main\nHEAD", "--output=/tmp/x"})
    CHECK(why(Revision::of(repo / "", name)).find("no name of a revision") != std::string::npos);
  for (const char* name : {"nowhere", "main..main", "HEAD~9", "main:game.json", "$(touch x)",
                           "`id`", "; ls", ":/nothing"})
    CHECK(why(Revision::of(repo / "", name)).find("there is no such commit") != std::string::npos);
  CHECK(why(Revision::of(repo / "", std::string(2000, 'a'))).size() < 200);
  CHECK(Revision::of(repo / "", "refs/heads/--upload-pack=x").ok());
}

TEST_CASE("revision: no work tree, no git", "[revision]") {
  test::Scratch scratch;
  test::put(scratch / "plain/game.json", "{}");
  CHECK(why(Revision::of(scratch / "plain", "HEAD")).find("not in a git work tree") !=
        std::string::npos);
  CHECK(why(Revision::of(scratch / "missing", "HEAD")).find("not in a git work tree") !=
        std::string::npos);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (scratch / "plain").c_str(), 1);
  const std::string no_git = why(Revision::of(scratch / "plain", "HEAD"));
  ::setenv("PATH", path.c_str(), 1);
  CHECK(no_git.find("`git` cannot be run") != std::string::npos);
}

TEST_CASE("revision: forks, and clones that are too shallow for them", "[revision]") {
  test::Repository repo;
  repo.put("game.json", "{}");
  const std::string root = repo.commit("root");
  repo.git({"checkout", "-q", "-b", "work"});
  repo.put("game.json", "{\"a\": 1}");
  repo.commit("work");
  repo.git({"checkout", "-q", "main"});
  repo.put("game.json", "{\"b\": 1}");
  repo.commit("main");
  repo.git({"checkout", "-q", "work"});
  const auto fork = Revision::of(repo / "", "main")->fork();
  REQUIRE(fork.ok());
  CHECK(fork->commit() == root);
  CHECK(fork->name() == root.substr(0, 12));

  test::Scratch scratch;
  repo.git({"clone", "-q", "--depth", "1", "--no-single-branch", "file://" + (repo / ""),
            scratch / "shallow"});
  CHECK(why(Revision::of(scratch / "shallow", "HEAD~1")).find("shallow") != std::string::npos);
  const auto tip = Revision::of(scratch / "shallow", "origin/main");
  REQUIRE(tip.ok());
  CHECK(why(tip->fork()).find("no common ancestor") != std::string::npos);
}

TEST_CASE("revision: a hook's variables and a dirty work tree", "[revision]") {
  test::Repository repo;
  repo.put("game.json", "{}");
  repo.commit("one");
  ::setenv("GIT_DIR", "/nowhere", 1);
  const auto r = Revision::of(repo / "", "HEAD");
  ::unsetenv("GIT_DIR");
  REQUIRE(r.ok());
  CHECK(!r->dirty());
  repo.put("new.json", "{}");
  CHECK(r->dirty());
}

TEST_CASE("revision: an option with nothing behind its `=` does not take the next argument",
          "[revision]") {
  for (const char* option : {"--base=", "--policy=", "--lang="}) {
    const test::Ran ran = test::run({"gate", option, "games"});
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err == "hanrei: " + std::string(option) + ": a value is expected behind `=`\n");
  }
  CHECK(test::run({"--lang", "ja", "gate", "--base="}).err ==
        "hanrei: --base=: `=` の後に値が必要です\n");
}
