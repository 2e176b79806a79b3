// Work in shards: what all of them found, merged, is what one run says, byte for byte; and nothing
// else is merged.

#include <csignal>
#include <filesystem>
#include <set>

#include "base/json/fields.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "workspace/shard.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
using base::Shard;
using test::Ran;
using workspace::read_shard;
using workspace::ShardFile;

/// The little game of the documentation, with rulings that are confirmed, contradicted, repeated,
/// undecided, and wrong.
struct Corpus {
  test::Scratch folder;
  std::string game = folder / "tako";
  Corpus() {
    test::copy_folder(test::at_root("docs/tako"), game);
    const std::string ruling = test::slurp(game + "/rulings/TK-1.xml");
    for (int i = 0; i < 12; ++i) {
      const std::string id = "TK-c" + std::to_string(i);
      test::put(path(id), ruling);
      test::edit(path(id), "id=\"TK-1\"", "id=\"" + id + "\"");
      // one after the other: not so, and an act that is none
      if (i % 3 == 0) test::edit(path(id), "A.点 = 1", "A.点 = 2");
      if (i == 4) test::edit(path(id), "act=\"使う\" c=\"f\"", "act=\"使おう\" c=\"f\"");
    }
  }
  std::string path(const std::string& id) const { return game + "/rulings/" + id + ".xml"; }
  std::string shard(int i) const { return folder / ("shard." + std::to_string(i)); }
  Ran sweep(int i, int n, std::vector<std::string> more = {}) const {
    std::vector<std::string> args = {
        "sweep", "check", game, "--shard", std::to_string(i) + "/" + std::to_string(n),
        "--out", shard(i)};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  }
  void sweep_all(int n, const std::vector<std::string>& more = {}) const {
    for (int i = 0; i < n; ++i) REQUIRE(sweep(i, n, more).code == 0);
  }
  Ran merge(int n, std::vector<std::string> more = {}) const {
    std::vector<std::string> args = {"merge"};
    for (int i = 0; i < n; ++i) args.push_back(shard(i));
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  }
};

bool says(const Ran& ran, const std::string& text) {
  return ran.err.find(text) != std::string::npos;
}

std::set<std::string> items(const std::string& path) {
  std::set<std::string> out;
  const auto file = workspace::read_shard_file(path);
  REQUIRE(file.ok());
  for (const auto& [item, result] : file->results) out.insert(item);
  return out;
}

ShardFile example() {
  ShardFile file;
  file.sweep = {"check", "1.0", "ab12", {"games/a"}, "cd34", "{\"ids\":[]}"};
  file.shard = {1, 3};
  file.items = 9;
  file.results = {{"games/a/rulings/x.xml", "[1,\"二\"]"}, {"games/a/rulings/y.xml", ""}};
  return file;
}

}  // namespace

TEST_CASE("shards: every item is in one of them, whatever others there are", "[sweep]") {
  const std::uint64_t count = 4;
  std::size_t in[count] = {};
  for (int i = 0; i < 4000; ++i) {
    const std::string item = "game/rulings/" + std::to_string(i) + ".xml";
    std::size_t of = 0;
    for (std::uint64_t k = 0; k < count; ++k)
      if (Shard{k, count}.has(item)) {
        ++of;
        ++in[k];
      }
    REQUIRE(of == 1);
    REQUIRE(Shard{0, 1}.has(item));
  }
  // The same numbers in every run and on every machine: about a thousand each.
  for (const std::size_t n : in) CHECK((n > 900 && n < 1100));
}

TEST_CASE("shards: I/N", "[sweep]") {
  CHECK(*read_shard("0/1") == Shard{0, 1});
  CHECK(*read_shard("3/4") == Shard{3, 4});
  for (const char* bad : {"", "1", "/", "4/4", "5/4", "0/0", "-1/4", "1/-4", "1/4x", " 1/4",
                          "1/4/2", "1.0/4", "0/99999999999999999999", "0/1000001"})
    CHECK_FALSE(read_shard(bad).ok());
}

TEST_CASE("shards: a file reads back, and what was cut off or changed does not", "[sweep]") {
  const std::string text = text_of(example());
  const auto back = workspace::shard_of(text);
  REQUIRE(back.ok());
  CHECK(back->sweep == example().sweep);
  CHECK(back->shard == example().shard);
  CHECK(back->items == 9);
  CHECK(back->results == example().results);
  CHECK(text_of(*back) == text);
  for (std::size_t n = 0; n < text.size(); ++n)
    REQUIRE_FALSE(workspace::shard_of(std::string_view(text).substr(0, n)).ok());
  for (std::size_t n = 0; n < text.size(); ++n) {
    std::string other = text;
    other[n] = other[n] == '1' ? '2' : '1';
    REQUIRE_FALSE(workspace::shard_of(other).ok());
  }
  std::string newer = text;
  newer.replace(newer.find("\"format\":1"), 10, "\"format\":2");
  CHECK(workspace::shard_of(newer).error().message.find("format 2") != std::string::npos);
}

TEST_CASE("sweep: four shards and one say what a run says, byte for byte", "[sweep]") {
  const Corpus corpus;
  for (const std::string lang : {"en", "ja"})
    for (const int n : {1, 4}) {
      for (int i = 0; i < n; ++i) fs::remove(corpus.shard(i));
      corpus.sweep_all(n, {"--lang", lang, "--jobs", "2"});
      for (const std::string format : {"text", "json", "sarif", "junit", "github", "markdown"}) {
        INFO(lang << ", " << n << " shards, " << format);
        const std::vector<std::string> how = {"--lang", lang, "--format", format};
        std::vector<std::string> args = {"check", corpus.game, "--no-cache"};
        args.insert(args.end(), how.begin(), how.end());
        const Ran alone = test::run(args), merged = corpus.merge(n, how);
        CHECK(alone.code == 2);  // a ruling is wrong
        CHECK(merged.code == alone.code);
        CHECK(merged.out == alone.out);
        CHECK(merged.err == alone.err);
      }
    }
  // A play that was told in another language is told anew.
  const Ran merged = corpus.merge(4, {"--lang", "en"});
  CHECK(merged.out == test::run({"check", corpus.game, "--no-cache", "--lang", "en"}).out);
  CHECK(says(merged, "worked on once more: 4 items"));
}

TEST_CASE("sweep: selections, engines and days go through the shards", "[sweep]") {
  const Corpus corpus;
  fs::remove(corpus.path("TK-c4"));
  const std::vector<std::string> how = {"--id",     "TK-c*",        "--engine",
                                        "explicit", "--max-states", "50"};
  corpus.sweep_all(3, how);
  std::vector<std::string> args = {"check", corpus.game, "--no-cache"};
  args.insert(args.end(), how.begin(), how.end());
  const Ran alone = test::run(args), merged = corpus.merge(3);
  CHECK(alone.code == 1);
  CHECK(merged.code == 1);
  CHECK(merged.out == alone.out);
}

TEST_CASE("merge: nothing but all shards of one sweep", "[sweep]") {
  const Corpus corpus;
  corpus.sweep_all(3);
  SECTION("missing") {
    const Ran ran = test::run({"merge", corpus.shard(1)});
    CHECK(ran.code == 4);
    CHECK(ran.out.empty());
    CHECK(says(ran, "shards are missing: 0/3, 2/3"));
  }
  SECTION("doubled") {
    fs::copy_file(corpus.shard(1), corpus.folder / "again");
    const Ran ran = corpus.merge(3, {corpus.folder / "again"});
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK(says(ran, "shard 1/3 is there already"));
  }
  SECTION("of other options") {
    REQUIRE(corpus.sweep(1, 3, {"--max-states", "9"}).code == 0);
    const Ran ran = corpus.merge(3);
    CHECK(ran.code == 2);
    CHECK(says(ran, "its options are"));
  }
  SECTION("of another number") {
    REQUIRE(corpus.sweep(1, 4).code == 0);
    const Ran ran = corpus.merge(3);
    CHECK(ran.code == 2);
    CHECK(says(ran, "one of 4 shards, not of 3"));
  }
  SECTION("of another kind") {
    REQUIRE(test::run({"sweep", "audit", corpus.game, "--shard", "1/3", "--out", corpus.shard(1)})
                .code == 0);
    const Ran ran = corpus.merge(3);
    CHECK(ran.code == 2);
    CHECK(says(ran, "it swept `audit`, not `check`"));
  }
  SECTION("of other files") {
    test::edit(corpus.path("TK-c1"), "A.点 = 1", "A.点 = 3");
    REQUIRE(corpus.sweep(1, 3).code == 0);
    const Ran ran = corpus.merge(3);
    CHECK(ran.code == 2);
    CHECK(says(ran, "the files of the game were others"));
  }
  SECTION("of another program") {
    auto file = workspace::read_shard_file(corpus.shard(1));
    REQUIRE(file.ok());
    file->sweep.version = "0.0.1";
    test::put(corpus.shard(1), text_of(*file));
    const Ran ran = corpus.merge(3);
    CHECK(ran.code == 2);
    CHECK(says(ran, "version 0.0.1 of hanrei swept it"));
  }
  SECTION("with an item less") {
    auto file = workspace::read_shard_file(corpus.shard(1));
    REQUIRE(file.ok());
    file->results.erase(file->results.begin());
    test::put(corpus.shard(1), text_of(*file));
    CHECK(corpus.merge(3).code == 2);
  }
  SECTION("no shard, or no file") {
    const Ran ran = test::run({"merge", corpus.game + "/game.json", corpus.folder / "none"});
    CHECK(ran.code == 2);
    CHECK(says(ran, "game.json: this is no shard of a sweep"));
    CHECK(says(ran, "none: No such file or directory"));
  }
  SECTION("where the game is another one by now") {
    test::edit(corpus.path("TK-c1"), "A.点 = 1", "A.点 = 3");
    const Ran ran = corpus.merge(3);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK(says(ran, "the shards do not fit what is here: the files of the game were others"));
  }
}

TEST_CASE("sweep: a finished shard stays, an old one is replaced, other files are left alone",
          "[sweep]") {
  const Corpus corpus;
  REQUIRE(corpus.sweep(0, 2).code == 0);
  const std::string before = test::slurp(corpus.shard(0));
  const auto time = fs::last_write_time(corpus.shard(0));
  const Ran again = corpus.sweep(0, 2);
  CHECK(again.code == 0);
  CHECK(says(again, "there already"));
  CHECK(fs::last_write_time(corpus.shard(0)) == time);

  test::edit(corpus.path("TK-c1"), "A.点 = 1", "A.点 = 3");
  REQUIRE(corpus.sweep(0, 2).code == 0);
  CHECK(test::slurp(corpus.shard(0)) != before);

  test::put(corpus.shard(1), "my notes\n");
  const Ran refused = corpus.sweep(1, 2);
  CHECK(refused.code == 2);
  CHECK(says(refused, "it is not written over"));
  CHECK(test::slurp(corpus.shard(1)) == "my notes\n");
}

TEST_CASE("sweep: a ruling more moves no other one", "[sweep]") {
  const Corpus corpus;
  corpus.sweep_all(3);
  std::set<std::string> before[3];
  for (int i = 0; i < 3; ++i) before[i] = items(corpus.shard(i));
  const std::string more = corpus.path("TK-more");
  fs::copy_file(corpus.path("TK-c1"), more);
  test::edit(more, "TK-c1", "TK-more");
  corpus.sweep_all(3);
  for (int i = 0; i < 3; ++i) {
    std::set<std::string> now = items(corpus.shard(i));
    now.erase(more);
    CHECK(now == before[i]);
  }
}

TEST_CASE("sweep: what is wrong is said, and nothing is written", "[sweep]") {
  const Corpus corpus;
  const auto code = [&](std::vector<std::string> args) {
    const Ran ran = test::run(args);
    CHECK_FALSE(ran.err.empty());
    CHECK_FALSE(fs::exists(corpus.shard(0)));
    return ran.code;
  };
  CHECK(code({"sweep", "check", corpus.game, "--shard", "2/2", "--out", corpus.shard(0)}) == 2);
  CHECK(code({"sweep", "check", corpus.game, "--shard", "0/0", "--out", corpus.shard(0)}) == 2);
  CHECK(code({"sweep", "check", corpus.game, "--shard", "0/1"}) == 2);
  CHECK(code({"sweep", "everything", corpus.game}) == 2);
  CHECK(code({"sweep", "check", corpus.folder / "none", "--shard", "0/1", "--out",
              corpus.shard(0)}) == 2);
  CHECK(code({"sweep", "check", corpus.game, "--id", "ZZ-*", "--shard", "0/1", "--out",
              corpus.shard(0)}) == 4);
  CHECK(code({"sweep", "check", corpus.game, "--shard", "0/1", "--out",
              corpus.folder / "nowhere/shard"}) == 2);
  const std::atomic<int> signal{SIGTERM};
  const Ran stopped = test::run(
      {"sweep", "check", corpus.game, "--shard", "0/1", "--out", corpus.shard(0)}, &signal);
  CHECK(stopped.code == 75);
  CHECK(says(stopped, "nothing is written, sweep this shard again"));
  CHECK_FALSE(fs::exists(corpus.shard(0)));
  test::put(corpus.game + "/game.json", "{{");
  CHECK(code({"sweep", "check", corpus.game, "--shard", "0/1", "--out", corpus.shard(0)}) == 2);
}

TEST_CASE("sweep: all pairs of cards, in shards and alone", "[sweep][corpus]") {
  const test::Scratch folder;
  for (const std::string& game : test::shipped_games()) {
    if (game.find("lftcg") != std::string::npos) continue;  // as the others, and slower
    INFO(game);
    std::vector<std::string> merge = {"merge"};
    for (int i = 0; i < 3; ++i) {
      merge.push_back(folder / ("pairs." + std::to_string(i)));
      REQUIRE(test::run({"sweep", "audit", game, "--shard", std::to_string(i) + "/3", "--out",
                         merge.back()})
                  .code == 0);
    }
    for (const std::string format : {"text", "json"}) {
      std::vector<std::string> args = merge;
      args.insert(args.end(), {"--format", format});
      const Ran alone = test::run({"audit", game, "--pairs", "--format", format});
      const Ran merged = test::run(args);
      CHECK(merged.code == alone.code);
      CHECK(merged.out == alone.out);
      CHECK(merged.err == alone.err);
    }
  }
}

namespace {

/// A sweep of any kind, in shards and alone.
struct Swept {
  std::string kind;
  std::vector<std::string> args;  ///< paths and what is examined
  test::Scratch folder;
  std::string shard(int i) const { return folder / ("shard." + std::to_string(i)); }
  Ran sweep(int i, int n, const std::atomic<int>* signal = nullptr) const {
    std::vector<std::string> all = {
        "sweep", kind, "--shard", std::to_string(i) + "/" + std::to_string(n), "--out", shard(i)};
    all.insert(all.end(), args.begin(), args.end());
    return test::run(all, signal);
  }
  Ran merge(int n, const std::vector<std::string>& how = {}) const {
    std::vector<std::string> all = {"merge"};
    for (int i = 0; i < n; ++i) all.push_back(shard(i));
    all.insert(all.end(), how.begin(), how.end());
    return test::run(all);
  }
  Ran alone(const std::vector<std::string>& how) const {
    std::vector<std::string> all = {kind};
    all.insert(all.end(), args.begin(), args.end());
    all.insert(all.end(), how.begin(), how.end());
    return test::run(all);
  }
  /// One shard, and three of uneven size, say what a run says.
  void as_alone(int code, const std::vector<std::string>& langs = {"en", "ja"}) const {
    std::vector<std::pair<std::vector<std::string>, Ran>> runs;
    for (const std::string& lang : langs)
      for (const std::string format : {"text", "json"}) {
        const std::vector<std::string> how = {"--lang", lang, "--format", format};
        runs.emplace_back(how, alone(how));
        CHECK(runs.back().second.code == code);
        CHECK(runs.back().second.out.size() > 200);
      }
    for (const int n : {1, 3}) {
      std::set<std::size_t> sizes;
      for (int i = 0; i < n; ++i) {
        fs::remove(shard(i));
        const Ran ran = sweep(i, n);
        INFO(ran.err);
        REQUIRE(ran.code == 0);
        sizes.insert(items(shard(i)).size());
      }
      CHECK((n == 1 || sizes.size() > 1));
      for (const auto& [how, one] : runs) {
        INFO(kind << ", " << n << " shards, " << how[1] << ", " << how[3]);
        const Ran merged = merge(n, how);
        CHECK(merged.code == one.code);
        CHECK(merged.out == one.out);
        CHECK(merged.err == one.err);
      }
    }
  }
  void refused() const {
    const std::atomic<int> signal{SIGTERM};
    fs::remove(shard(0));
    const Ran stopped = sweep(0, 3, &signal);
    CHECK(stopped.code == 75);
    CHECK(says(stopped, "nothing is written, sweep this shard again"));
    CHECK_FALSE(fs::exists(shard(0)));
    for (int i = 0; i < 3; ++i) {
      fs::remove(shard(i));
      REQUIRE(sweep(i, 3).code == 0);
    }
    const Ran missing = test::run({"merge", shard(0), shard(2)});
    CHECK(missing.code == 4);
    CHECK(missing.out.empty());
    CHECK(says(missing, "shards are missing: 1/3"));
    const Ran twice = test::run({"merge", shard(0), shard(1), shard(2), shard(1)});
    CHECK(twice.code == 2);
    CHECK(twice.out.empty());
    const Ran format = merge(3, {"--format", "sarif"});
    CHECK(format.code == 2);
    CHECK(format.out.empty());
    CHECK(says(format, "it is text or json"));
    // an item that is no such result is not believed: it is worked on once more
    auto file = workspace::read_shard_file(shard(1));
    REQUIRE(file.ok());
    file->results.begin()->second = "[1]";
    test::put(shard(1), text_of(*file));
    const Ran again = merge(3);
    CHECK(again.out == alone({}).out);
    CHECK(says(again, "worked on once more: 1 items"));
    file->results.erase(file->results.begin());
    test::put(shard(1), text_of(*file));
    CHECK(merge(3).code == 2);
  }
};

}  // namespace

TEST_CASE("sweep mutate: in shards and alone", "[sweep]") {
  const Corpus corpus;
  fs::remove(corpus.path("TK-c4"));
  const Swept whole{"mutate", {corpus.game, "--tries", "6"}, {}};
  whole.as_alone(0);
  whole.refused();
  Swept other{"mutate", {corpus.game, "--tries", "5"}, {}};
  REQUIRE(other.sweep(1, 3).code == 0);
  fs::copy_file(other.shard(1), whole.shard(1), fs::copy_options::overwrite_existing);
  const Ran foreign = whole.merge(3);
  CHECK(foreign.code == 2);
  CHECK(says(foreign, "its options are"));
}

TEST_CASE("sweep mutate: rulings that cannot be read, and several games", "[sweep]") {
  const Corpus corpus;  // with a ruling that is wrong
  test::copy_folder(corpus.game, corpus.folder / "other");
  const Swept both{"mutate", {corpus.game, corpus.folder / "other", "--tries", "2"}, {}};
  for (int i = 0; i < 2; ++i) REQUIRE(both.sweep(i, 2).code == 0);
  const Ran one = both.alone({}), merged = both.merge(2);
  CHECK(one.code == 2);
  CHECK(merged.code == 2);
  CHECK(merged.out == one.out);
  CHECK(merged.err == one.err);
}

TEST_CASE("sweep mutate: of a whole game", "[sweep][corpus]") {
  const test::Scratch folder;
  const std::string game = folder / "game";
  test::copy_folder(test::at_root("fixtures/actor"), game);
  std::size_t n = 0;
  for (const auto& file : fs::directory_iterator(game + "/rulings"))
    if (++n % 8 != 0) fs::remove(file.path());
  Swept{"mutate", {game, "--clause", "行動権.*", "--tries", "4"}, {}}.as_alone(0, {"ja"});
}

TEST_CASE("sweep diff: in shards and alone", "[sweep]") {
  const Corpus corpus;
  fs::remove(corpus.path("TK-c4"));
  const std::string now = corpus.folder / "now";
  test::copy_folder(corpus.game, now);
  const std::string cards = now + "/cards/cards.json";
  test::edit(cards, "切る(t, 2)", "切る(t, 1)");
  test::edit(cards, "糸を2減らす", "糸を1減らす");
  test::edit(cards, "me.点 += 1", "me.点 += 2");
  test::edit(cards, "x.糸 += 1", "x.糸 += 1 + 0");
  const Swept changed{"diff", {corpus.game, now, "--max-situations", "30"}, {}};
  changed.as_alone(1);
  changed.refused();
  // the new version is another one by now
  test::edit(cards, "me.点 += 2", "me.点 += 3");
  REQUIRE(changed.sweep(1, 3).code == 0);
  const Ran foreign = changed.merge(3);
  CHECK(foreign.code == 2);
  CHECK(says(foreign, "the files of the game were others"));
}

TEST_CASE("sweep diff: what is no pair of versions, or has nothing to compare", "[sweep]") {
  const Corpus corpus;
  fs::remove(corpus.path("TK-c4"));
  const std::string out = corpus.shard(0);
  const auto code = [&](const std::vector<std::string>& paths) {
    std::vector<std::string> args = {"sweep", "diff", "--shard", "0/1", "--out", out};
    args.insert(args.end(), paths.begin(), paths.end());
    const Ran ran = test::run(args);
    CHECK_FALSE(ran.err.empty());
    CHECK_FALSE(fs::exists(out));
    return ran.code;
  };
  CHECK(code({corpus.game}) == 2);
  CHECK(code({corpus.game, corpus.folder / "none"}) == 2);
  CHECK(code({corpus.game, corpus.game}) == 4);  // nothing changed
}

TEST_CASE("sweep diff: of a whole game, cards and rulebook", "[sweep][corpus]") {
  const test::Scratch folder;
  const std::string was = folder / "was", now = folder / "now";
  test::copy_folder(test::at_root("fixtures/precious"), was);
  std::size_t n = 0;
  for (const auto& file : fs::directory_iterator(was + "/rulings"))
    if (++n % 20 != 0) fs::remove(file.path());
  test::copy_folder(was, now);
  test::edit(now + "/cards/10-yardstick.json", "修正(x, 10, 0, self)", "修正(x, 20, 0, self)");
  test::edit(now + "/rulebook/10-start.json", "最初のターン := false", "最初のターン := true");
  Swept{"diff", {was, now, "--max-situations", "20"}, {}}.as_alone(1, {"ja"});
}

TEST_CASE("sweep audit: the rulings are gone through in few shards", "[sweep][corpus]") {
  // 42 pairs of 264 cards can meet, fewer than there are rulings: one shard has all of them.
  const Swept gash{"audit", {test::at_root("fixtures/gash")}, {}};
  std::size_t with = 0, pairs = 0;
  for (int i = 0; i < 4; ++i) {
    REQUIRE(gash.sweep(i, 4).code == 0);
    CHECK(items(gash.shard(i)).size() > 30);
    std::uint64_t played = 0;
    const auto file = workspace::read_shard_file(gash.shard(i));
    for (const auto& [item, result] : file->results) {
      std::pair<std::array<std::uint64_t, 7>, base::Json> row;
      REQUIRE(base::read_fields(result, row));
      played += row.first[3];
    }
    with += played > 0 ? 1 : 0;
    pairs += played;
  }
  CHECK(with == 1);
  CHECK(pairs == 42);
}

namespace {

/// Of what clashes in play, the fingerprints of what is about two cards.
std::set<std::string> of_two_cards(const Ran& audit) {
  std::set<std::string> out;
  const base::Json json = test::json_of(audit);
  for (const base::Json& f : json.find("findings")->items) {
    std::set<std::string> cards;
    for (const base::Json& member : f.find("set")->items)
      if (const base::Json* card = member.find("card")) cards.insert(card->string);
    if (cards.size() == 2 && f.find("code")->string.starts_with("HA10"))
      out.insert(f.find("fingerprint")->string);
  }
  return out;
}

}  // namespace

TEST_CASE("audit --pairs: whatever the audit finds between two cards, and more",
          "[sweep][corpus]") {
  std::size_t known = 0, more = 0;
  for (const std::string& game : test::shipped_games()) {
    INFO(game);
    const base::Json pairs =
        test::json_of(test::run({"audit", game, "--pairs", "--format", "json"}));
    std::set<std::string> found;
    for (const base::Json& f : pairs.find("findings")->items)
      found.insert(f.find("fingerprint")->string);
    for (const std::string& f : of_two_cards(test::run({"audit", game, "--format", "json"}))) {
      CHECK(found.contains(f));
      ++known;
    }
    more += found.size();
  }
  CHECK(known >= 12);
  CHECK(more > known);
}
