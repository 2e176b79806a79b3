// `init`: the skeleton of a new game is a game that conforms at once; bad names and folders are
// refused, and then nothing is written.

#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "base/io/file.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::vector<std::string> entries(const std::string& folder) {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    found.push_back(entry.path().string());
  return found;
}

}  // namespace

TEST_CASE("init: the new game conforms at once", "[cli]") {
  const test::Scratch scratch;
  for (const std::string name : {"mine", "the-2nd_game", "凧"}) {
    const std::string folder = scratch / name;
    const test::Ran ran = test::run({"init", name, folder});
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    CHECK(has(ran.out, folder + "/game.json\n"));
    CHECK(has(ran.out, "next: hanrei check " + folder));
    CHECK(fs::exists(folder + "/rulings/" + name + "-001.xml"));

    const test::Ran check = test::run({"check", folder});
    CHECK(check.code == 0);
    CHECK(check.err == "");
    CHECK(has(check.out, "confirmed    " + name + "-001"));
    const test::Ran coverage = test::run({"coverage", folder});
    CHECK(coverage.code == 0);
    CHECK(has(coverage.out, "10 of 10 clauses accounted for"));
    for (const std::string& path : base::list_files(folder, "")) {
      INFO(path);
      CHECK_FALSE(has(test::slurp(path), "NAME"));
      CHECK(has(ran.out, path));
    }
  }
}

TEST_CASE("init: files name the schemas from where they are", "[cli]") {
  const test::Scratch scratch;
  test::put(scratch / "docs/schema/ruling.rnc", "");
  for (const char* name : {"game.schema.json", "model.schema.json", "cards.schema.json"})
    test::put(scratch / ("docs/schema/" + std::string(name)), "");
  fs::create_directories(scratch / "games");
  REQUIRE(test::run({"init", "x", scratch / "games/x"}).code == 0);
  int links = 0;
  for (const std::string& path : base::list_files(scratch / "games/x", "")) {
    std::istringstream lines(test::slurp(path));
    for (std::string line; std::getline(lines, line);) {
      const size_t end = line.find("docs/schema/");
      if (end == std::string::npos) continue;
      const size_t begin = line.rfind('"', end) + 1;
      const std::string link = line.substr(begin, line.find('"', begin) - begin);
      INFO(path << ": " << link);
      CHECK(fs::exists(fs::path(path).parent_path() / link));
      ++links;
    }
  }
  CHECK(links == 6);
}

TEST_CASE("init: where there are no schemas files name none", "[cli]") {
  // a folder of which nothing above has schemas, not even that of a checkout around the build
  const fs::path top = "/dev/shm";
  if (!fs::is_directory(top) || fs::exists("/docs/schema") || fs::exists(top / "docs/schema"))
    return;
  const std::string folder = (top / ("hanrei-init-" + std::to_string(::getpid()))).string();
  const test::Ran ran = test::run({"init", "x", folder});
  if (ran.code != 0) return;  // nobody may write there
  for (const std::string& path : base::list_files(folder, ""))
    CHECK_FALSE(has(test::slurp(path), "schema"));
  CHECK(test::run({"check", folder}).code == 0);
  fs::remove_all(folder);
}

TEST_CASE("init: names that are none", "[cli]") {
  const test::Scratch scratch;
  fs::create_directories(scratch / "in");
  for (const std::string name :
       {"", ".", "..", "a/b", "/a", "a b", "1a", "-a", "a.b", "a&b", "a\"b", "a<b", "a\nb",
        "a\x1b[0m", "a\xff", "\u202ea", "　", "、", "abcdefghijklmnopqrstuvwxyzabcdefghijklmno"}) {
    INFO(name);
    const test::Ran ran = test::run({"init", "--", name, scratch / "in/x"});
    CHECK(ran.code == 2);
    CHECK(has(ran.err, "no name for a game"));
    CHECK_FALSE(has(ran.err, "\x1b"));
    CHECK(ran.out == "");
  }
  CHECK(has(test::run({"--lang", "ja", "init", "a/b", scratch / "in/x"}).err,
            "ゲームの名前にできません"));
  CHECK(test::run({"init"}).code == 2);
  CHECK(test::run({"init", "a", scratch / "in/x", "c"}).code == 2);
  CHECK(entries(scratch / "in").empty());
}

TEST_CASE("init: nothing that is there is touched", "[cli]") {
  const test::Scratch scratch;
  test::put(scratch / "in/file", "old");
  fs::create_directories(scratch / "in/empty");
  fs::create_symlink("nowhere", scratch / "in/link");
  fs::create_directories(scratch / "in/game/rulebook");
  fs::create_directories(scratch / "in/game/other");
  test::put(scratch / "in/game/game.json", "{}");
  const auto before = entries(scratch / "in");
  for (const auto& [folder, en, ja] : std::vector<std::array<std::string, 3>>{
           {"in/file", "it is there already", "すでにあります"},
           {"in/empty", "it is there already", "すでにあります"},
           {"in/empty/", "it is there already", "すでにあります"},
           {"in/link", "it is there already", "すでにあります"},
           {"in/none/x", "no such folder", "フォルダーがありません"},
           {"in/file/x", "no such folder", "フォルダーがありません"},
           {"in/game/rulebook/x", "would read it", "が読む場所です"}}) {
    INFO(folder);
    const test::Ran ran = test::run({"init", "x", scratch / folder});
    CHECK(ran.code == 2);
    CHECK(has(ran.err, en));
    CHECK(ran.out == "");
    CHECK(has(test::run({"--lang", "ja", "init", "x", scratch / folder}).err, ja));
  }
  for (const std::string folder : {"", "/", "."}) CHECK(test::run({"init", "x", folder}).code == 2);
  CHECK(entries(scratch / "in") == before);
  CHECK(test::slurp(scratch / "in/file") == "old");
  // beside the parts of a game it may lie
  CHECK(test::run({"init", "x", scratch / "in/game/other/x"}).code == 0);
}

TEST_CASE("init: a signal that came before it begins", "[cli]") {
  const test::Scratch scratch;
  fs::create_directories(scratch / "in");
  const std::atomic<int> stop{2};
  CHECK(test::run({"init", "x", scratch / "in/x"}, &stop).code == 130);
  CHECK(entries(scratch / "in").empty());
}
