// Verdicts that are kept: shown as long as nothing they depend on has changed, said again byte for
// byte, never believed when they are not sound.

#include "workspace/verdicts.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <thread>

#include "base/text/sha256.h"
#include "reports/kept.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/verdicts.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
namespace store = rulings::store;

/// A library of one game with three rulings.
struct Quay {
  test::Scratch folder;
  std::string root = folder / "games", game = root + "/harbour", db = folder / "rulings.db";
  Quay() { test::copy_folder(test::at_root("tests/data/harbour"), game); }
  test::Ran check(std::vector<std::string> more = {}) const {
    std::vector<std::string> args = {"check", game, "--db", db};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  }
  std::string verdict(const std::string& id) const {
    const test::Ran ran = test::run({"search", "id:" + id, game, "--db", db, "--format", "json"});
    return test::json_of(ran).find("rulings")->items.at(0).find("verdict")->string;
  }
  std::size_t count(const std::string& query) const {
    const test::Ran ran = test::run({"search", query, game, "--db", db, "--format", "json"});
    return test::json_of(ran).find("rulings")->items.size();
  }
};

std::size_t kept(const test::Ran& ran) {
  return static_cast<std::size_t>(test::json_of(ran).find("timings")->find("kept")->integer);
}

bool same(const test::Ran& a, const test::Ran& b) {
  return a.code == b.code && a.out == b.out && a.err == b.err;
}

}  // namespace

TEST_CASE("sha256: the examples of the standard", "[base]") {
  CHECK(base::sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(base::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(base::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(base::sha256(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  for (std::size_t n = 0; n < 200; ++n) {
    const std::string text(n, 'x');
    base::Sha256 pieces;
    for (const char c : text) pieces.add(std::string_view(&c, 1));
    CHECK(pieces.hex() == base::sha256(text));
  }
}

TEST_CASE("verdicts: shown until something they depend on changes", "[verdicts]") {
  const Quay q;
  CHECK(q.verdict("HB-001") == "not examined");
  CHECK(q.check({"--id", "HB-001"}).code == 0);
  CHECK(q.verdict("HB-001") == "confirmed");
  CHECK(q.verdict("HB-002") == "not examined");
  CHECK(q.check().code == 0);
  CHECK(q.count("verdict:confirmed") == 3);
  CHECK(q.count("verdict:未検査") == 0);
  CHECK(q.count("evidence:exhaustive") == 3);
  CHECK(q.count("証拠:全値証明") == 1);  // HB-002 alone has quantities
  CHECK_THAT(test::run({"show", "HB-001", q.game, "--db", q.db}).out,
             test::ContainsSubstring("confirmed"));
  CHECK_THAT(test::run({"export", q.game, "--db", q.db}).out,
             test::ContainsSubstring(R"("verdict":"confirmed")"));
  // the ruling's own file: only its verdict goes, and comes back with it
  const std::string file = q.game + "/rulings/HB-001.xml", text = test::slurp(file);
  test::put(file, text + "\n");
  CHECK(q.verdict("HB-001") == "not examined");
  CHECK(q.verdict("HB-002") == "confirmed");
  test::put(file, text);
  CHECK(q.verdict("HB-001") == "confirmed");
  // a file of the game: all of them
  const std::string rules = q.game + "/game.json", before = test::slurp(rules);
  test::put(rules, before + "\n");
  CHECK(q.count("verdict:\"not examined\"") == 3);
  test::put(rules, before);
  CHECK(q.count("verdict:confirmed") == 3);
}

TEST_CASE("verdicts: another engine, another verdict, and the last one is shown", "[verdicts]") {
  const Quay q;
  // HB-002 needs more than one state
  CHECK(q.check({"--engine", "explicit", "--max-states", "1", "--id", "HB-002"}).code == 3);
  CHECK(q.verdict("HB-002") == "undecided");
  CHECK(q.check({"--id", "HB-002"}).code == 0);
  CHECK(q.verdict("HB-002") == "confirmed");
  CHECK(q.check({"--engine", "explicit", "--max-states", "1", "--id", "HB-002"}).code ==
        3);  // that one was kept as well
  CHECK(q.verdict("HB-002") == "undecided");
  // limits are part of it as well
  CHECK(kept(q.check({"--id", "HB-002", "--format", "json", "--timings"})) == 1);
  CHECK(kept(q.check(
            {"--id", "HB-002", "--max-states", "199999", "--format", "json", "--timings"})) == 0);
}

TEST_CASE("verdicts: a report with kept ones is the report without, byte for byte", "[verdicts]") {
  const Quay q;
  // one that is contradicted, with a play to tell
  test::put(q.game + "/rulings/HB-900.xml", [&] {
    std::string x = test::slurp(q.game + "/rulings/HB-001.xml");
    x.replace(x.find("HB-001"), 6, "HB-900");
    const std::string from = "<claim kind=\"necessary\">b in seabed</claim>";
    return x.replace(x.find(from), from.size(), "<claim kind=\"necessary\">b in quay</claim>");
  }());
  const std::vector<std::vector<std::string>> looks = {
      {},
      {"--verbose"},
      {"--format", "json"},
      {"--lang", "ja"},
      {"--lang", "ja", "--verbose", "--color", "always"},
      {"--jobs", "1"}};
  (void)q.check();
  for (const auto& look : looks) {
    std::vector<std::string> plain = {"check", q.game};
    plain.insert(plain.end(), look.begin(), look.end());
    CHECK(same(q.check(look), test::run(plain)));
    CHECK(same(q.check(look), test::run(plain)));
  }
  CHECK(q.check().code == 1);
  CHECK(kept(q.check({"--format", "json", "--timings"})) >= 3);
  CHECK(kept(q.check({"--format", "json", "--timings", "--lang", "ja", "--color", "always"})) >= 3);
  CHECK(kept(q.check({"--format", "json", "--timings", "--verify-cache"})) == 0);
  CHECK(kept(q.check({"--format", "json", "--timings", "--no-cache"})) == 0);
}

TEST_CASE("verdicts: a whole corpus reads back as it was", "[verdicts][corpus]") {
  const test::Scratch s;
  const std::vector<std::string> args = {
      "check", test::at_root("fixtures/actor"), "--db", s / "a.db", "--format", "json"};
  const test::Ran first = test::run(args), second = test::run(args),
                  plain = test::run({"check", test::at_root("fixtures/actor"), "--format", "json"});
  CHECK(same(first, plain));
  CHECK(same(second, plain));
  std::vector<std::string> timed = args;
  timed.push_back("--timings");
  CHECK(kept(test::run(timed)) > 100);
}

TEST_CASE("verdicts: a reason reads back as it was", "[verdicts]") {
  using base::Reason;
  using base::ReasonCode;
  const Reason reasons[] = {
      {},
      ReasonCode::Stuck,
      {ReasonCode::TooManyStates, 7},
      {ReasonCode::Plain, "nobody"},
      {ReasonCode::CannotBeRead, base::in_both("the `key`", "その `key`")},
      {ReasonCode::Also, Reason(ReasonCode::NotReached, "1, 2"), Reason(ReasonCode::NotListed, "")},
      base::joined(ReasonCode::NextOption, std::vector<Reason>(2'000, ReasonCode::False)),
  };
  for (const Reason& r : reasons) {
    reports::RulingEntry entry;
    entry.claims.resize(1);
    entry.claims[0].detail = entry.claims[0].symbolic.reason = r;
    const std::string text = reports::kept_text(entry, {});
    INFO(text);
    const auto again = reports::kept_entry(text, {});
    REQUIRE(again);
    CHECK(again->claims[0].detail == r);
    CHECK(again->claims[0].symbolic.reason == r);
  }
  // a code that there is not
  reports::RulingEntry entry;
  entry.claims.resize(1);
  entry.claims[0].detail = Reason(static_cast<ReasonCode>(9'999));
  CHECK_FALSE(reports::kept_entry(reports::kept_text(entry, {}), {}));
}

TEST_CASE("verdicts: after any edit the report is that of a full run", "[verdicts][corpus]") {
  const Quay q;
  std::mt19937 random(11);
  std::vector<std::string> files;
  for (const auto& f : fs::recursive_directory_iterator(q.game))
    if (f.is_regular_file()) files.push_back(f.path().string());
  std::sort(files.begin(), files.end());
  int reused = 0;
  for (int round = 0; round < 60; ++round) {
    const std::string& path = files[random() % files.size()];
    const std::string before = test::slurp(path);
    // a digit becomes another one, or a line is said twice
    std::string text = before;
    std::vector<std::size_t> digits;
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] >= '0' && text[i] <= '9') digits.push_back(i);
    if (!digits.empty())
      text[digits[random() % digits.size()]] = static_cast<char>('0' + random() % 4);
    test::put(path, text);
    const test::Ran with = q.check({"--format", "json"}),
                    without = test::run({"check", q.game, "--format", "json"});
    INFO(path << " in round " << round);
    CHECK(same(with, without));
    if (random() % 4 != 0) test::put(path, before);
    if (with.code == 0) reused += kept(q.check({"--format", "json", "--timings"})) > 0 ? 1 : 0;
  }
  CHECK(reused > 0);
}

TEST_CASE("verdicts: what is not sound is not believed, and what is wrong is found out",
          "[verdicts]") {
  const Quay q;
  const test::Ran plain = test::run({"check", q.game, "--verbose"});
  (void)q.check();
  // somebody changed the record, and not the seal
  {
    store::Database db(q.db, false);
    db.run("UPDATE verdict SET record = replace(record, 'seabed', 'quay')");
  }
  CHECK(same(q.check({"--verbose"}), plain));
  // a sound entry that says something else: only verifying can tell
  auto verdicts = store::Verdicts::open(q.db);
  REQUIRE(verdicts);
  store::Verdict v;
  {
    store::Database db(q.db, false);
    store::Statement s(db, "SELECT key FROM verdict WHERE ruling = 'HB-001'");
    REQUIRE(s.step());
    const auto found = (*verdicts)->verdict(s.text(0));  // made good by the check above
    REQUIRE((found.ok() && found.value()));
    v = **found;
  }
  const std::size_t text = v.record.find("b in seabed");
  REQUIRE(text != std::string::npos);
  v.record.replace(text, 11, "b in harbor");
  REQUIRE((*verdicts)->put({v}).ok());
  const test::Ran ran = q.check({"--verify-cache"});
  CHECK(ran.code == 70);
  CHECK_THAT(ran.err, test::ContainsSubstring("otherwise than the verdict that was kept"));
  CHECK(q.check({"--no-cache", "--verify-cache"}).code == 2);
}

TEST_CASE("verdicts: not being able to keep them is a note", "[verdicts]") {
  const Quay q;
  const test::Ran plain = test::run({"check", q.game});
  test::put(q.folder / "file", "x");
  const test::Ran ran = test::run({"check", q.game, "--db", q.folder / "file/below.db"});
  CHECK(ran.code == plain.code);
  CHECK(ran.out == plain.out);
  CHECK_THAT(ran.err, test::ContainsSubstring("verdicts are not kept"));
  CHECK_THAT(test::run({"--lang", "ja", "check", q.game, "--db", q.folder / "file/below.db"}).err,
             test::ContainsSubstring("判定を保存できません"));
  test::put(q.db, "my letters");
  CHECK(q.check().out == plain.out);
  CHECK(test::slurp(q.db) == "my letters");
  // damaged: made anew, and the report is the same
  test::put(q.db, "");
  (void)q.check();
  std::string bad = test::slurp(q.db);
  for (std::size_t i = 4096; i < bad.size(); i += 7) bad[i] = '\x5a';
  test::put(q.db, bad);
  CHECK(q.check().out == plain.out);
  CHECK(q.check().out == plain.out);
}

TEST_CASE("verdicts: killed while they are written, all of a run or none", "[verdicts][corpus]") {
  const test::Scratch s;
  const std::string path = s / "v.db";
  REQUIRE(store::Verdicts::open(path));
  const auto batch = [](int n) {
    std::vector<store::Verdict> out;
    for (int i = 0; i < 200; ++i)
      out.push_back({base::sha256(std::to_string(n) + "." + std::to_string(i)),
                     "g",
                     "R-" + std::to_string(i),
                     "s",
                     "abc",
                     "confirmed",
                     "exhaustive",
                     "",
                     false,
                     {},
                     std::string(500, static_cast<char>('a' + n % 26)),
                     ""});
    return out;
  };
  int killed = 0;
  for (int n = 0; n < 30; ++n) {
    const pid_t child = fork();
    if (child == 0) {
      auto v = store::Verdicts::open(path);
      for (int k = 0; k < 20 && v.ok(); ++k) (void)(*v)->put(batch(100 * n + k)).ok();
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2 + 3 * n));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status) ? 1 : 0;
    store::Database db(path, false);
    store::Statement sound(db, "PRAGMA quick_check(1)");
    REQUIRE(sound.step());
    CHECK(sound.text(0) == "ok");
    CHECK(db.number("SELECT count(*) FROM verdict") % 200 == 0);
    CHECK(db.number("SELECT count(*) FROM verdict") <= 200 * store::kKeptOfOne);
  }
  CHECK(killed > 10);
}
