// Verdicts that machines share: found by another one, believed after a sample, never needed.

#include "workspace/shared_verdicts.h"

#include <chrono>
#include <filesystem>
#include <sstream>

#include "base/base.h"
#include "base/io/file.h"
#include "base/text/sha256.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
using workspace::SharedVerdict;
using workspace::SharedVerdicts;

/// Two machines, each with its own copy of a game and its own database, and a folder between them.
struct Two {
  test::Scratch folder;
  std::string cache = folder / "cache";

  Two() {
    for (const char* machine : {"one", "two"})
      test::copy_folder(test::at_root("tests/data/harbour"), game(machine));
  }
  std::string game(const std::string& machine) const {
    return folder / machine + "/" + machine + "-harbour";
  }
  test::Ran check(const std::string& machine, std::vector<std::string> more = {}) const {
    std::vector<std::string> args = {"check",   game(machine), "--db",     folder / machine + ".db",
                                     "--cache", cache,         "--verbose"};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  }
  size_t kept(const std::string& machine) const {
    const test::Ran ran = check(machine, {"--format", "json", "--timings"});
    return static_cast<size_t>(test::json_of(ran).find("timings")->find("kept")->integer);
  }
  std::vector<std::string> files() const { return base::list_files(cache, ".verdicts"); }
};

SharedVerdict verdict(const std::string& name) {
  return {base::sha256("key of " + name), base::sha256("ruling " + name), "", "", name};
}

}  // namespace

TEST_CASE("shared verdicts: what one machine found, the other says again", "[verdicts][shared]") {
  const Two machines;
  const test::Ran alone = test::run({"check", machines.game("two"), "--no-cache", "--verbose"});
  CHECK(machines.check("one").code == 0);
  REQUIRE(machines.files().size() == 1);
  CHECK(machines.kept("two") == 2);  // of three: one is the sample
  CHECK(machines.kept("two") == 3);  // from its own database
  CHECK(machines.files().size() == 1);
  CHECK(machines.check("two").out == alone.out);

  // Of another state of the game the parts that are as before are found again: two, as HB-002 hangs
  // on every file of the game (it is the solver's), and one of them is the sample.
  const std::string cards = machines.game("one") + "/cards/harbour.json";
  test::put(cards, test::slurp(cards) + "\n");
  fs::remove(machines.folder / "one.db");
  CHECK(machines.kept("one") == 1);
}

TEST_CASE("shared verdicts: plays that are laid out otherwise are found out anew",
          "[verdicts][shared]") {
  const Two machines;
  const test::Ran alone =
      test::run({"check", machines.game("two"), "--no-cache", "--verbose", "--lang", "ja"});
  CHECK(machines.check("one").code == 0);
  CHECK(machines.check("two", {"--lang", "ja"}).out == alone.out);
  CHECK(machines.files().size() == 2);
  fs::remove(machines.folder / "two.db");
  CHECK(machines.check("two", {"--lang", "ja"}).out == alone.out);
  CHECK(machines.files().size() == 2);
}

TEST_CASE("shared verdicts: a file that is broken is passed over", "[verdicts][shared]") {
  const Two machines;
  CHECK(machines.check("one").code == 0);
  const std::string file = machines.files().at(0);
  std::string text = test::slurp(file);
  for (const size_t at : {size_t{0}, text.size() / 2, text.size() - 1}) {
    std::string broken = text;
    broken[at] ^= 1;
    test::put(file, broken);
    fs::remove(machines.folder / "two.db");
    CHECK(machines.kept("two") == 0);
    // It is written anew under its name.
    CHECK(test::slurp(file) == text);
  }
  test::put(file, text.substr(0, text.size() / 2));
  fs::remove(machines.folder / "two.db");
  CHECK(machines.check("two").code == 0);
}

TEST_CASE("shared verdicts: a false one is noticed by the sample", "[verdicts][shared]") {
  const Two machines;
  CHECK(machines.check("one").code == 0);
  const std::string file = machines.files().at(0);
  std::string text = test::slurp(file);
  // As some other program of the same name would have found it.
  const std::string before = text;
  for (size_t at = 0; (at = text.find("seabed", at)) != std::string::npos;)
    text.replace(at, 6, "lagoon");
  REQUIRE(text != before);
  fs::remove(file);
  test::put(fs::path(file).parent_path() / (base::sha256(text) + ".verdicts"), text);
  const test::Ran ran = machines.check("two");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 70);
  CHECK(ran.err.find("examined again, it comes out otherwise than the verdict that `" +
                     machines.cache + "` has") != std::string::npos);
  // Nothing of it was kept. What was taken from there was examined, and that is.
  fs::remove_all(machines.cache);
  CHECK(machines.kept("two") == 2);
  CHECK(machines.check("two").out ==
        test::run({"check", machines.game("two"), "--no-cache", "--verbose"}).out);
}

TEST_CASE("shared verdicts: what plays came across is part of them", "[verdicts][shared]") {
  const Two machines;
  CHECK(machines.check("one").code == 0);
  const std::string file = machines.files().at(0);
  std::string text;
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::istringstream lines(test::slurp(file));
  for (std::string line; std::getline(lines, line);) {
    auto list = base::read_json(sources, sources.add("", line), log);
    REQUIRE((list && list->items.size() == 5));
    CHECK(list->items[3].string.size() > 2);
    list->items[3].string = "{}";
    base::JsonWriter w(base::JsonWriter::Style::Compact);
    w.value(*list);
    text += w.str() + "\n";
  }
  fs::remove(file);
  test::put(fs::path(file).parent_path() / (base::sha256(text) + ".verdicts"), text);
  CHECK(machines.check("two").code == 70);
}

TEST_CASE("shared verdicts: nothing outside the folder is written or removed",
          "[verdicts][shared]") {
  const Two machines;
  CHECK(machines.check("one").code == 0);
  const std::string file = machines.files().at(0), own = fs::path(file).parent_path().string();
  // Its folder for this game leads out.
  const std::string outside = machines.folder / "outside";
  fs::rename(own, outside);
  fs::create_directory_symlink(outside, own);
  const std::string strange = outside + "/" + std::string(64, 'a') + ".verdicts";
  test::put(strange, "mine");
  const test::Ran ran = machines.check("two");
  CHECK(ran.code == 0);
  CHECK(ran.err.find("verdicts are not shared") != std::string::npos);
  CHECK(base::list_files(outside, "").size() == 2);
  CHECK(test::slurp(strange) == "mine");
}

TEST_CASE("shared verdicts: a folder that cannot be had changes nothing", "[verdicts][shared]") {
  const Two machines;
  test::put(machines.cache, "a file");
  const test::Ran ran = machines.check("one");
  CHECK(ran.code == 0);
  CHECK(ran.err.find("verdicts are not shared (") != std::string::npos);
  CHECK(machines.check("one", {"--no-cache"}).code == 2);
  CHECK(test::run({"check", machines.game("one"), "--cache", ""}).code == 2);
}

TEST_CASE("shared verdicts: what was of no use for longest goes", "[verdicts][shared]") {
  const test::Scratch folder;
  const std::string cache = folder / "cache";
  for (size_t i = 0; i < workspace::kMostSharedFiles + 3; ++i) {
    SharedVerdicts shared(cache, "a program", "a game");
    // The first stays of use.
    CHECK(shared.find(verdict("0").key).has_value() == (i > 0));
    REQUIRE(shared.add({verdict(std::to_string(i))}).ok());
  }
  CHECK(base::list_files(cache, ".verdicts").size() == workspace::kMostSharedFiles);
  SharedVerdicts shared(cache, "a program", "a game");
  CHECK(shared.find(verdict("0").key)->record == "0");
  CHECK(!shared.find(verdict("1").key));
  CHECK(shared.looked(verdict("0").ruling) == std::vector<std::string>{""});
  CHECK(!SharedVerdicts(cache, "another program", "a game").find(verdict("0").key));
  CHECK(!SharedVerdicts(cache, "a program", "another game").find(verdict("0").key));
  // What somebody else keeps there is left alone; what nobody finished writing goes after a day.
  const std::string name = std::string(64, 'b'),
                    folder_of = fs::path(base::list_files(cache, ".verdicts")[0]).parent_path();
  const std::vector<std::string> others = {cache + "/notes.verdicts", folder_of + "/x.verdicts",
                                           cache + "/photos/" + name + ".verdicts"},
                                 parts = {folder_of + "/" + name + "-1.part",
                                          folder_of + "/" + name + "-2.part"};
  for (const auto* list : {&others, &parts})
    for (const std::string& path : *list) test::put(path, "mine");
  const auto ago = [](int hours) {
    return fs::file_time_type::clock::now() - std::chrono::hours(hours);
  };
  fs::last_write_time(parts[0], ago(30));
  fs::last_write_time(parts[1], ago(1));
  // Clocks differ: what is dated tomorrow bars nothing.
  for (const std::string& path : base::list_files(folder_of, ".verdicts"))
    if (path != others[1]) fs::last_write_time(path, ago(-24 * 365));
  REQUIRE(shared.add({verdict("more")}).ok());
  for (const std::string& path : others) CHECK(fs::exists(path));
  CHECK(!fs::exists(parts[0]));
  CHECK(fs::exists(parts[1]));
  CHECK(SharedVerdicts(cache, "a program", "a game").find(verdict("more").key));
}
