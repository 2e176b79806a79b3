// What check writes into the database, under failing writes, kills, other processes and without the
// right to write.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <thread>

#include "base/text/sha256.h"
#include "rulings/store/findings.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/verdicts.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/database/failing_disk.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
namespace store = rulings::store;

std::vector<store::Verdict> batch(int n) {
  std::vector<store::Verdict> out;
  for (int i = 0; i < 40; ++i)
    out.push_back({base::sha256(std::to_string(n) + "." + std::to_string(i)),
                   "g",
                   "R-" + std::to_string(i),
                   "s",
                   "abc",
                   "confirmed",
                   "exhaustive",
                   "",
                   true,
                   {"why", "理由"},
                   std::string(700, static_cast<char>('a' + n)),
                   ""});
  return out;
}
std::vector<store::KeptFinding> findings(int n) {
  return std::vector<store::KeptFinding>(60, {"HC1001",
                                              "error",
                                              {std::string(300, static_cast<char>('a' + n)), "ja"},
                                              "g/rulings/R.xml",
                                              1,
                                              1,
                                              {"R"},
                                              {}});
}

/// How many verdicts and findings of a batch there are, each sound.
std::size_t verdicts_of(const std::string& path, int n) {
  auto v = store::Verdicts::open(path);
  REQUIRE(v);
  std::size_t count = 0;
  for (const store::Verdict& expected : batch(n))
    if (const auto found = (*v)->verdict(expected.key);
        found.ok() && *found && (*found)->record == expected.record)
      ++count;
  return count;
}
std::int64_t findings_of(const std::string& path, int n) {
  store::Database db(path, false);
  store::Statement s(db, "SELECT count(*) FROM finding WHERE en = ?");
  s.bind(std::string(300, static_cast<char>('a' + n)));
  return s.step() ? s.integer(0) : -1;
}
bool sound(const std::string& path) {
  store::Database db(path, false);
  store::Statement s(db, "PRAGMA integrity_check(1)");
  return s.step() && s.text(0) == "ok";
}

struct Lock {
  test::Scratch folder;
  std::string game = folder / "games/lock", db = folder / "rulings.db";
  Lock() { test::copy_folder(test::at_root("tests/data/lock"), game); }
  test::Ran check(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"check", game, "--db", db});
    return test::run(more);
  }
};

/// Runs `work` in a process of its own; its answer is the exit code.
template <class F>
pid_t apart(F&& work) {
  const pid_t child = fork();
  if (child == 0) _exit(work());
  return child;
}
int ended(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("verdicts: whichever write fails while they are kept, nothing is lost",
          "[robust][corpus]") {
  const test::Scratch s;
  const std::string path = s / "v.db";
  {
    auto v = store::Verdicts::open(path);
    REQUIRE(v);
    REQUIRE((*v)->put(batch(0)).ok());
    REQUIRE(store::keep_findings(path, "g", "check", "d", "abc", findings(0)).ok());
  }
  const std::string kept = test::slurp(path);
  test::FailingDisk disk;
  int failed = 0, cases = 0;
  for (int n = 0;; ++n) {
    test::put(path, kept);
    fs::remove(path + "-journal");
    test::writes = 0;
    test::writes_left = n;
    bool put = false, found = false;
    if (auto v = store::Verdicts::open(path); v.ok()) put = (*v)->put(batch(1)).ok();
    found = store::keep_findings(path, "g", "check", "e", "abc", findings(1)).ok();
    const bool enough = test::writes <= n;
    test::writes_left = -1;
    INFO("write " << n);
    CHECK(sound(path));
    CHECK(verdicts_of(path, 0) == 40);
    const std::size_t now = verdicts_of(path, 1);
    CHECK((now == 0 || now == 40));
    if (put) CHECK(now == 40);
    const std::int64_t old_findings = findings_of(path, 0), new_findings = findings_of(path, 1);
    CHECK(old_findings + new_findings == 60);
    CHECK((old_findings == 0 || new_findings == 0));
    if (found) CHECK(new_findings == 60);
    failed += put && found ? 0 : 1;
    {
      auto v = store::Verdicts::open(path);
      REQUIRE(v);
      CHECK((*v)->put(batch(1)).ok());
    }
    CHECK(verdicts_of(path, 1) == 40);
    ++cases;
    if (enough) break;
    REQUIRE(n < 2000);
  }
  CHECK(cases > 20);
  CHECK(failed > 10);
}

TEST_CASE("verdicts: killed while it checks, the next check says the same", "[robust][corpus]") {
  const Lock l;
  const test::Ran plain = test::run({"check", l.game, "--no-cache"});
  REQUIRE(plain.code == 1);
  int killed = 0, with_verdicts = 0;
  for (int round = 0; round < 30; ++round) {
    if (round % 10 == 0) fs::remove(l.db);
    const pid_t child = apart([&] {
      // again and again other verdicts: the solver's limit is part of the key
      for (int k = 0; k < 50; ++k)
        (void)l.check({"--jobs", "1", "--max-units", std::to_string(1'000'000 + 100 * round + k)});
      return 0;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 23 * round));
    kill(child, SIGKILL);
    killed += ended(child) == -1 ? 1 : 0;
    INFO("round " << round);
    std::error_code ec;
    if (fs::exists(l.db, ec) && fs::file_size(l.db, ec) > 0) {
      store::Database db(l.db, false);
      store::Statement s(db, "PRAGMA integrity_check(1)");
      REQUIRE(s.step());
      CHECK(s.text(0) == "ok");
      const std::int64_t tables =
          db.number("SELECT count(*) FROM sqlite_schema WHERE name = 'verdict'");
      const std::int64_t n = tables == 0 ? 0 : db.number("SELECT count(*) FROM verdict");
      CHECK(n % 16 == 0);  // those of a run, all or none
      with_verdicts += n > 0 ? 1 : 0;
    }
    const test::Ran now = l.check();
    CHECK(now.code == plain.code);
    CHECK(now.out == plain.out);
    CHECK(now.err == plain.err);
  }
  CHECK(killed > 3);  // how many were still at it hangs on the machine
  CHECK(with_verdicts > 0);
}

TEST_CASE("verdicts: two checks, a build and a search at once", "[robust]") {
  const Lock l;
  const test::Ran plain = test::run({"check", l.game, "--no-cache"});
  for (int round = 0; round < 4; ++round) {
    if (round % 2 == 0) fs::remove(l.db);
    std::vector<pid_t> children;
    for (int i = 0; i < 2; ++i)
      children.push_back(apart([&] {
        const test::Ran r = l.check({"--max-units", std::to_string(2'000'000 + 10 * round + i)});
        return r.code == plain.code && r.out == plain.out && r.err == plain.err ? 0 : 1;
      }));
    children.push_back(apart([&] {
      return test::run({"db", "build", l.game, "--db", l.db}).code;
    }));
    children.push_back(apart([&] {
      return test::run({"search", "citator:contradicted OR 舟", l.game, "--db", l.db}).code == 2
                 ? 0
                 : 1;
    }));  // a wrong query all the while
    children.push_back(apart([&] {
      return test::run({"search", "citator:confirmed", l.game, "--db", l.db, "--facets"}).code;
    }));
    for (const pid_t child : children) CHECK(ended(child) == 0);
    CHECK(sound(l.db));
  }
  CHECK_THAT(test::run({"search", "", l.game, "--db", l.db, "--facets"}).out,
             test::ContainsSubstring("confirmed 11"));
}

TEST_CASE("database: where nobody may write it is searched and shown, and check says so",
          "[robust]") {
  const Lock l;
  const test::Ran plain = l.check();
  const test::Ran shown = test::run({"show", "LK-08", l.game, "--db", l.db});
  const std::string stick = l.folder / "stick", file = stick + "/rulings.db";
  fs::create_directory(stick);
  fs::copy_file(l.db, file);
  const std::string bytes = test::slurp(file);
  const fs::perms readable = static_cast<fs::perms>(0755);
  fs::permissions(file, fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
  fs::permissions(stick, readable & ~fs::perms::owner_write);
  for (const std::string& dir : {l.folder / "", l.folder / "games"}) fs::permissions(dir, readable);
  const pid_t child = apart([&] {
    if (geteuid() == 0 && seteuid(65534) != 0) return 9;  // to whom rights mean something
    const auto has = [](const test::Ran& r, const char* text) {
      if (r.code == 0 && r.out.find(text) != std::string::npos) return true;
      std::cerr << r.code << r.out << r.err;
      return false;
    };
    if (!has(test::run({"search", "citator:contradicted", "--db", file, "--facets"}), "LK-08"))
      return 1;
    if (test::run({"show", "LK-08", "--db", file}).out != shown.out) return 2;
    if (!has(test::run({"search", "citator:contradicted", l.game, "--db", file}), "LK-08"))
      return 3;
    if (test::run({"check", l.game, "--db", file}).out != plain.out) return 4;
    // other verdicts, and no place for them
    const test::Ran other = test::run({"check", l.game, "--db", file, "--max-units", "123456"});
    if (other.out != plain.out || other.err.find("verdicts are not kept") == std::string::npos)
      return 5;
    return 0;
  });
  CHECK(ended(child) == 0);
  fs::permissions(stick, fs::perms::owner_all);
  CHECK(test::slurp(file) == bytes);
  CHECK_FALSE(fs::exists(file + "-journal"));
}
