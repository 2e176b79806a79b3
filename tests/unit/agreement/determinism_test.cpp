// Same input, same bytes: on one thread or two, alone or together, in whatever order the paths are
// given, and also where limits leave some claims undecided.

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <regex>

#include "base/io/file.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

std::vector<std::string> with(std::vector<std::string> args, const std::vector<std::string>& more) {
  args.insert(args.end(), more.begin(), more.end());
  return args;
}

test::Ran check(const std::vector<std::string>& paths,
                const std::vector<std::string>& options = {}) {
  return test::run(with(with({"check", "--format", "json"}, options), paths));
}

/// Of every game each twelfth ruling, counted from `first`: on one thread and on two; and of these
/// every fourth alone says what it says among the others.
void alone_as_together(const std::vector<std::string>& options, int least_undecided, size_t first) {
  int64_t undecided = 0;
  size_t games = 0;
  for (const std::string& folder : test::shipped_games()) {
    CAPTURE(folder);
    ++games;
    std::vector<std::string> paths;
    const std::vector<std::string> all = base::list_files(folder + "/rulings", ".xml");
    for (size_t i = first; i < all.size(); i += 12) paths.push_back(all[i]);
    const test::Ran together = check(paths, with(options, {"-j2"}));
    REQUIRE(together.code != 70);
    CHECK(check(paths, with(options, {"-j1"})).out == together.out);
    std::map<std::string, std::string> whole;
    for (const auto& [id, text] : test::per_ruling(together)) whole[id] = text;
    CHECK(whole.size() == paths.size());
    CHECK(whole.size() >= 12);
    undecided += test::json_of(together).find("receipt")->find("undecided")->integer;
    for (size_t i = 0; i < paths.size(); i += 4) {
      const auto alone = test::per_ruling(check({paths[i]}, options));
      CAPTURE(paths[i]);
      REQUIRE(alone.size() == 1);
      CHECK(whole[alone[0].first] == alone[0].second);
    }
  }
  CHECK(games >= 5);
  CHECK(undecided >= least_undecided);
}

}  // namespace

TEST_CASE("determinism: alone as together, one thread as two", "[agreement][determinism][slow]") {
  alone_as_together({}, 0, 0);
}

TEST_CASE("determinism: also where states run out", "[agreement][determinism][slow]") {
  alone_as_together({"--engine", "explicit", "--max-states", "8"}, 10, 2);
}

TEST_CASE("determinism: also where solver units run out", "[agreement][determinism][slow]") {
  alone_as_together({"--engine", "symbolic", "--max-units", "50000"}, 1, 4);
}

TEST_CASE("determinism: also where both engines run out", "[agreement][determinism][slow]") {
  alone_as_together({"--max-states", "8", "--max-units", "50000"}, 1, 6);
}

TEST_CASE("determinism: the order of the paths does not matter", "[agreement][determinism][slow]") {
  const std::vector<std::string> all =
      base::list_files(test::at_root("fixtures/lftcg/rulings"), ".xml");
  std::vector<std::string> paths;
  for (size_t i = 3; i < all.size(); i += 16) paths.push_back(all[i]);
  REQUIRE(paths.size() > 10);
  const test::Ran sorted = check(paths, {"-j2"});
  std::mt19937 random(7);  // NOLINT: a fixed order is wanted
  for (const char* jobs : {"-j1", "-j2"}) {
    std::shuffle(paths.begin(), paths.end(), random);
    CHECK(check(paths, {jobs}).out == sorted.out);
  }
  // A ruling named twice is examined once.
  const std::string one = paths.front();
  CHECK(check({one, one}).out == check({one}).out);
}

TEST_CASE("determinism: the order of the files of the rulebook does not matter",
          "[agreement][determinism][slow]") {
  const test::Scratch scratch;
  const std::string folder = scratch / "lftcg";
  test::copy_folder(test::at_root("fixtures/lftcg"), folder);
  const std::vector<std::string> files = base::list_files(folder + "/rulings", ".xml");
  for (size_t i = 0; i < files.size(); ++i) {
    if (i % 4 != 1) std::filesystem::remove(files[i]);
  }
  const test::Ran before = check({folder}, {"--engine", "explicit"});
  CHECK(test::per_ruling(before).size() > 100);
  std::mt19937 random(11);  // NOLINT: a fixed order is wanted
  for (const char* part : {"/rulebook", "/cards"}) {
    for (const std::string& path : base::list_files(folder + part, ".json")) {
      std::filesystem::rename(path, folder + part + "/" + std::to_string(random()) + ".json");
    }
  }
  const test::Ran after = check({folder}, {"--engine", "explicit"});
  // Which rules are looked at at all may hang on the one that decides first, and by that which
  // pairs of readings are worth trying; what is decided does not.
  const auto decided = [](const test::Ran& ran) {
    auto out = test::per_ruling(ran);
    const std::regex pairs(R"("pairs_not_tried":\s*\d+,|\s+)");
    for (auto& [id, text] : out) text = std::regex_replace(text, pairs, "");
    return out;
  };
  CHECK(decided(after) == decided(before));
}

TEST_CASE("determinism: several games in any order", "[agreement][determinism][slow]") {
  const test::Scratch scratch;
  std::vector<std::string> folders;
  for (const char* name : {"one", "three", "two"}) {
    test::copy_folder(test::at_root("fixtures/lftcg"), scratch / name);
    // a few rulings each are enough
    const std::vector<std::string> files = base::list_files((scratch / name) + "/rulings", ".xml");
    for (size_t i = 0; i < files.size(); ++i) {
      if (i % 22 != std::string(name).size() % 3) std::filesystem::remove(files[i]);
    }
    folders.push_back(scratch / name);
  }
  const test::Ran whole = check(folders);
  CHECK(test::per_ruling(whole).size() > 20);
  CHECK(check({folders[2], folders[0], folders[1]}, {"-j1"}).out == whole.out);
  CHECK(check({folders[1], folders[2], folders[0]}, {"-j2"}).out == whole.out);
}
