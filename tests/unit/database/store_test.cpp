// The file of the database: built bit by bit, killed, damaged, shared, read-only.

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "rulings/store/build.h"
#include "rulings/store/index.h"
#include "rulings/store/sqlite.h"
#include "tests/catch.h"
#include "tests/unit/database/failing_disk.h"
#include "tests/unit/database/scene.h"

CATCH_TRANSLATE_EXCEPTION(hanrei::rulings::store::Trouble& t) { return "SQLite: " + t.message; }

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
namespace store = rulings::store;

store::Library library_of(const test::Shelf& s, std::initializer_list<const char*> games) {
  store::Library out;
  out.root = s.root;
  for (const char* name : games) {
    store::GameSources g{name, s.root + "/" + name, {}};
    std::error_code ec;
    for (const auto& f : fs::directory_iterator(g.folder + "/rulings", ec))
      g.rulings.push_back(f.path().string());
    std::sort(g.rulings.begin(), g.rulings.end());
    out.games.push_back(g);
  }
  return out;
}

/// What the index of terms says of each ruling and clause, by their names.
std::string indexed(store::Database& db) {
  store::Index index(db);
  std::map<std::int64_t, std::string> clauses;
  store::Statement numbers(
      db, "SELECT k.id, g.folder, k.clause FROM citable k JOIN game g ON g.id = k.game");
  while (numbers.step()) clauses[numbers.integer(0)] = numbers.text(1) + " " + numbers.text(2);
  std::vector<std::string> names, lines;
  store::Statement path(db, "SELECT path FROM ruling WHERE id = ?");
  for (const store::Index::Document& d : index.documents()) {
    names.push_back(d.clause                            ? clauses[d.of]
                    : !d.gone && path.bind(d.of).step() ? path.text(0)
                                                        : "");
    for (const std::uint32_t c : index.cites(d))
      if (!d.gone) lines.push_back(names.back() + "|cites|" + clauses[c]);
    path.reset();
  }
  store::Statement terms(db, "SELECT DISTINCT term FROM posting ORDER BY 1");
  while (terms.step())
    for (const store::Posting& p : index.postings(terms.text(0)))
      lines.push_back(names[p.document] + "|" + terms.text(0) + "|" + std::to_string(p.says));
  std::sort(lines.begin(), lines.end());
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

/// All that a database says, however it came to say it: without its own numbers.
std::string told(store::Database& db) {
  std::string out;
  for (const char* sql : {"SELECT folder, name, title_ja FROM game ORDER BY 1",
                          "SELECT path, kind, digest, problem FROM source ORDER BY 1",
                          "SELECT g.folder, c.id, c.text_ja, c.text_en FROM clause c JOIN game g "
                          "ON g.id = c.game ORDER BY 1, 2, 3",
                          "SELECT g.folder, c.name, c.folded, w.since FROM card c JOIN game g ON "
                          "g.id = c.game LEFT JOIN wording w ON w.card = c.id ORDER BY 1, 2, 3",
                          "SELECT ruling, path, status, title_ja FROM ruling ORDER BY 2, 1",
                          "SELECT r.path, k.folded, k.folded, k.folded FROM ruling_card k JOIN "
                          "ruling r ON r.id = k.ruling ORDER BY 1, 2",
                          "SELECT r.path, k.clause, k.clause, k.clause FROM ruling_cites k JOIN "
                          "ruling r ON r.id = k.ruling ORDER BY 1, 2",
                          "SELECT r.path, c.kind, c.text, c.place FROM claim c JOIN ruling r ON "
                          "r.id = c.ruling ORDER BY 1, 4"}) {
    store::Statement s(db, sql);
    while (s.step()) out += s.text(0) + "|" + s.text(1) + "|" + s.text(2) + "\n";
  }
  CHECK(store::index_is_whole(db));
  return out + indexed(db);
}

std::string told(const std::string& path) {
  store::Database db(path, false);
  return told(db);
}

std::string fresh(const store::Library& library) {
  store::Report report;
  auto made = store::up_to_date("", library, report);
  REQUIRE(made);
  return told((*made)->database());
}

void old(const std::string& path) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
}
void all_old(const std::string& root) {
  for (const auto& f : fs::recursive_directory_iterator(root))
    if (f.is_regular_file()) old(f.path().string());
}

void fill(test::Shelf& s) {
  s.game("g");
  s.game("h");
  for (int i = 0; i < 12; ++i)
    s.ruling(
        i % 3 == 0 ? "h" : "g",
        {"R-" + std::to_string(i), "ダウン" + std::to_string(i), "火花はどうですか。", "はい。",
         "formal", "2004-05-0" + std::to_string(1 + i % 9), R"(<cites clause="15-5"/>)"});
}

}  // namespace

TEST_CASE("database: built bit by bit it says what a new one says", "[database]") {
  test::Shelf s;
  fill(s);
  std::mt19937 random(3);
  store::Report report;
  auto library = library_of(s, {"g", "h"});
  REQUIRE(store::up_to_date(s.db(), library, report));
  CHECK(report.read == 18);  // 12 rulings, three files of each game
  for (int round = 0; round < 30; ++round) {
    const std::string name = "R-" + std::to_string(random() % 16),
                      game = random() % 2 == 0 ? "g" : "h",
                      path = s.root + "/" + game + "/rulings/" + name + ".xml";
    switch (random() % 5) {
      case 0: fs::remove(path); break;
      case 1: test::put(path, "<ruling broken"); break;
      case 2:
        test::put(s.root + "/" + game + "/cards/more.json",
                  R"({"format": 1, "title": "札", "cards": [{"card": "札)" +
                      std::to_string(random() % 9) + "\"}]}");
        break;
      default:
        s.ruling(game, {name, "題" + std::to_string(random() % 99), "ダウン。", "はい。", "formal",
                        "2005-01-0" + std::to_string(1 + random() % 9), ""});
        break;
    }
    library = random() % 7 == 0 ? library_of(s, {"g"}) : library_of(s, {"g", "h"});
    {
      auto made = store::up_to_date(s.db(), library, report);
      REQUIRE(made);
    }
    CHECK(told(s.db()) == fresh(library));
  }
}

TEST_CASE("database: what has not changed is not read", "[database]") {
  test::Shelf s;
  fill(s);
  all_old(s.root);
  const auto library = library_of(s, {"g", "h"});
  store::Report report;
  REQUIRE(store::up_to_date(s.db(), library, report));
  const std::string bytes = test::slurp(s.db());
  REQUIRE(store::up_to_date(s.db(), library, report));
  CHECK(report.read == 0);
  CHECK(report.unchanged == 18);
  CHECK(test::slurp(s.db()) == bytes);
  // a new time and the same text
  const std::string path = s.root + "/g/rulings/R-1.xml";
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(2));
  REQUIRE(store::up_to_date(s.db(), library, report));
  CHECK(report.read == 0);
  // the same size within the grain of the clock: looked at again as long as that may be
  s.ruling("g", {"R-1", "甲", "", "", "derived", "", ""});
  REQUIRE(store::up_to_date(s.db(), library, report));
  s.ruling("g", {"R-1", "乙", "", "", "derived", "", ""});
  REQUIRE(store::up_to_date(s.db(), library, report));
  CHECK(s.ids("乙") == std::vector<std::string>{"R-1"});
  // one that is gone, and nothing read
  fs::remove(s.root + "/g/rulings/R-2.xml");
  REQUIRE(store::up_to_date(s.db(), library_of(s, {"g", "h"}), report));
  CHECK(report.read == 0);
  CHECK(report.gone == 1);
  CHECK(told(s.db()).find("R-2.xml") == std::string::npos);
}

TEST_CASE("database: what could not be read is looked at again", "[database]") {
  test::Shelf s;
  fill(s);
  const std::string path = s.root + "/g/rulings/R-1.xml", outside = s.folder / "outside.xml";
  fs::copy_file(path, outside);
  all_old(s.root);
  const auto time = fs::last_write_time(path);
  fs::last_write_time(outside, time);
  const auto library = library_of(s, {"g", "h"});
  // for a while it leads out of the game; then it is there again, with the size and time as before
  fs::remove(path);
  fs::create_symlink(outside, path);
  store::Report report;
  REQUIRE(store::up_to_date(s.db(), library, report));
  CHECK(report.unreadable == std::vector<std::string>{path});
  CHECK(told(s.db()).find("R-1|") == std::string::npos);
  fs::remove(path);
  fs::copy_file(outside, path);
  fs::last_write_time(path, time);
  REQUIRE(store::up_to_date(s.db(), library, report));
  CHECK(report.unreadable.empty());
  CHECK(told(s.db()) == fresh(library));
}

TEST_CASE("database: a damaged file is noticed and made anew, somebody else's is left alone",
          "[database]") {
  test::Shelf s;
  fill(s);
  const auto library = library_of(s, {"g", "h"});
  store::Report report;
  REQUIRE(store::up_to_date(s.db(), library, report));
  const std::string good = test::slurp(s.db()), said = told(s.db());
  const auto mended = [&](const std::string& bytes) {
    test::put(s.db(), bytes);
    const test::Ran ran = test::run({"db", "build", s.root, "--db", s.db()});
    CHECK(ran.code == 0);
    CHECK(told(s.db()) == said);
    return ran.err.find("made anew") != std::string::npos;
  };
  CHECK(mended(good.substr(0, good.size() / 2)));
  CHECK(mended(good.substr(0, 4096)));
  CHECK_FALSE(mended(""));
  std::string other = good;
  other[63] = 99;  // the version of the tables
  CHECK(mended(other));
  std::mt19937 random(5);
  for (int i = 0; i < 20; ++i) {
    std::string bad = good;
    const std::size_t page = 1 + random() % (good.size() / 4096 - 1);
    std::memset(bad.data() + page * 4096, static_cast<int>(random() % 256), 4096);
    (void)mended(bad);
  }
  // a search notices, too
  test::put(s.db(), good.substr(0, good.size() / 2));
  CHECK(s.ids("だうん").size() == 12);
  CHECK(test::run({"search", "ダウン", "--db", s.db()}).code == 0);
  test::put(s.db(), "my letters");
  for (const std::vector<std::string>& args :
       {std::vector<std::string>{"db", "build", s.root, "--db", s.db()},
        {"search", "ダウン", s.root, "--db", s.db()},
        {"search", "ダウン", "--db", s.db()}}) {
    const test::Ran ran = test::run(args);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, test::ContainsSubstring("is no database of Hanrei"));
  }
  CHECK(test::slurp(s.db()) == "my letters");
}

TEST_CASE("database: a read-only one is searched, with and without its sources", "[database]") {
  test::Shelf s;
  fill(s);
  REQUIRE(s.ids("だうん").size() == 12);
  const std::string stick = s.folder / "stick";
  fs::create_directory(stick);
  fs::copy_file(s.db(), stick + "/rulings.db");
  fs::permissions(stick + "/rulings.db", fs::perms::owner_read);
  fs::permissions(stick, fs::perms::owner_read | fs::perms::owner_exec);
  const test::Ran ran = test::run({"search", "だうん", "--db", stick + "/rulings.db"});
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, test::ContainsSubstring("12 rulings"));
  fs::permissions(stick, fs::perms::owner_all);
}

TEST_CASE("database: where nothing can be written it is kept in memory", "[database]") {
  test::Shelf s;
  fill(s);
  test::put(s.folder / "file", "x");
  const test::Ran ran = test::run({"search", "だうん", s.root, "--db", s.folder / "file/below.db"});
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, test::ContainsSubstring("12 rulings"));
  CHECK_THAT(ran.err, test::ContainsSubstring("kept in memory"));
}

// ---------------------------------------------------------------- kills and failing disks

TEST_CASE("database: killed at any moment it is the old one or the new one", "[database][corpus]") {
  test::Shelf s;
  fill(s);
  for (int i = 0; i < 300; ++i)
    s.ruling("g", {"K-" + std::to_string(i), "殺される前", "火花はどうですか。", "はい。",
                   "derived", "", ""});
  const auto first = library_of(s, {"g", "h"});
  store::Report report;
  REQUIRE(store::up_to_date(s.db(), first, report));
  const std::string before = told(s.db());
  std::string kept = test::slurp(s.db());
  for (int i = 0; i < 300; ++i)
    s.ruling("g", {"K-" + std::to_string(i), "殺された後", "追い打ちはどうですか。", "いいえ。",
                   "derived", "", ""});
  const std::string after = fresh(first);
  int killed = 0, seen_old = 0, seen_new = 0;
  for (int i = 0; i < 40; ++i) {
    test::put(s.db(), kept);
    fs::remove(s.db() + "-journal");
    const pid_t child = fork();
    if (child == 0) {
      store::Report r;
      (void)store::up_to_date(s.db(), first, r);
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500 + 2500 * i));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    killed += WIFSIGNALED(status) ? 1 : 0;
    const std::string now = told(s.db());
    CHECK((now == before || now == after));
    (now == before ? seen_old : seen_new) += 1;
    store::Report r;
    REQUIRE(store::up_to_date(s.db(), first, r));
    CHECK(told(s.db()) == after);
  }
  CHECK(killed > 5);
  CHECK(seen_old > 0);
}

TEST_CASE("database: several processes at once do no harm", "[database]") {
  test::Shelf s;
  fill(s);
  const auto library = library_of(s, {"g", "h"});
  const std::string said = fresh(library);
  for (int round = 0; round < 6; ++round) {
    if (round % 2 == 0)
      fs::remove(s.db());
    else
      test::put(s.db(), test::slurp(s.db()).substr(0, 8192));  // all of them notice the damage
    std::vector<pid_t> children;
    for (int i = 0; i < 4; ++i) {
      children.push_back(fork());
      if (children.back() == 0) {
        store::Report r;
        auto made = store::up_to_date(s.db(), library, r);
        rulings::search::Query q;
        q.words.push_back({{rulings::search::phrase_of("だうん", false)}, {"だうん"}, false});
        bool good = made.ok();
        if (good) {
          const auto found = (*made)->search(q, {});
          good = found.ok() && found->total == 12u;
        }
        _exit(good ? 0 : 1);
      }
    }
    for (const pid_t child : children) {
      int status = 0;
      waitpid(child, &status, 0);
      CHECK(status == 0);
    }
    CHECK(told(s.db()) == said);
  }
}

TEST_CASE("database: whichever write fails, nothing is lost", "[database][corpus]") {
  test::Shelf s;
  fill(s);
  const auto library = library_of(s, {"g", "h"});
  store::Report report;
  REQUIRE(store::up_to_date(s.db(), library, report));
  const std::string before = told(s.db()), kept = test::slurp(s.db());
  for (int i = 0; i < 8; ++i)
    s.ruling("g", {"N-" + std::to_string(i), "新しい", "追い打ちはどうですか。", "いいえ。",
                   "derived", "", ""});
  fs::remove(s.root + "/g/rulings/R-1.xml");
  const auto changed = library_of(s, {"g", "h"});
  const std::string after = fresh(changed);
  test::FailingDisk disk;
  using test::writes, test::writes_left;
  int cases = 0, lost = 0;
  for (const bool from_nothing : {false, true}) {
    for (int n = 0;; ++n) {
      test::put(s.db(), kept);
      if (from_nothing) fs::remove(s.db());
      fs::remove(s.db() + "-journal");
      writes = 0;
      writes_left = n;
      bool all_written = false;
      {
        store::Report r;
        auto made = store::up_to_date(s.db(), changed, r);
        all_written = writes_left > 0 || writes < n;
        writes_left = -1;
        // Where it could not be written, it answers all the same, and says so.
        if (made && !r.stale.empty()) {
          ++lost;
          CHECK((r.in_memory || told((*made)->database()) == before));
        }
      }
      INFO("write " << n);
      std::error_code ec;
      if (!from_nothing || fs::file_size(s.db(), ec) > 0) {
        store::Database db(s.db(), false);
        if (!from_nothing) {
          const std::string now = told(db);
          CHECK((now == before || now == after));
        }
      }
      store::Report r;
      REQUIRE(store::up_to_date(s.db(), changed, r));
      CHECK(told(s.db()) == after);
      ++cases;
      if (all_written) break;
      REQUIRE(n < 5000);
    }
  }
  // a disk that takes nothing at all is read
  writes_left = 0;
  CHECK(test::run({"search", "だうん", "--db", s.db()}).code == 0);
  writes_left = -1;
  CHECK(cases > 20);
  CHECK(lost > 10);
}
