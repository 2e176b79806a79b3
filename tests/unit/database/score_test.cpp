// The order of what a search finds is that of SQLite's own bm25().

#include "rulings/store/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "rulings/store/schema.h"
#include "tests/catch.h"

namespace {

using namespace hanrei::rulings::store;

constexpr int kRulings = Scoring::kOneByOne + 600;

/// An index of so many texts of very different lengths, without the rulings they are of.
void fill(Database& db, int count) {
  db.run(kTables);
  std::mt19937 random(7);
  const std::vector<std::string> words = {"山札",  "手札", "引く", "捨てる", "ダウン", "攻撃",
                                          "draw ", "の",   "を",   "効果",   "、"};
  const auto text = [&](std::size_t most) {
    std::string out;
    for (std::size_t n = random() % most; n > 0; --n)
      out += words[std::min(random() % words.size(), random() % words.size())];
    return out;
  };
  db.run("BEGIN");
  Statement s(db,
              "INSERT INTO words(rowid, title_ja, title_en, question_ja, question_en, answer_ja, "
              "answer_en, partial, cards) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (int i = 0; i < count; ++i)
    s.bind(1 + std::int64_t{i} * i, text(4), text(2), text(30), text(3),
           text(i % 50 == 0 ? 300 : 20), text(2), text(2), text(3))
        .done();
  keep_lengths(db);
  db.run("COMMIT");
}

struct Row {
  double ours, theirs;
  std::int64_t key;
};
std::vector<Row> rows(Database& db, const std::string& match) {
  Scoring scoring(db);
  Statement s(db,
              "SELECT rowid, score(words, ?), bm25(words, 8.0, 8.0, 2.0, 2.0, 2.0, 2.0, 1.0, 6.0) "
              "FROM words WHERE words MATCH ?");
  s.reset();
  s.pointer(&scoring, Scoring::kPointer);
  s.one(match);
  std::vector<Row> out;
  while (s.step()) out.push_back({s.real(1), s.real(2), s.integer(0)});
  return out;
}

void same_order(Database& db, const std::string& match, std::size_t at_least) {
  INFO(match);
  std::vector<Row> all = rows(db, match);
  REQUIRE(all.size() >= at_least);
  // One phrase: theirs is ours by a factor, which is left out. Several: the same numbers.
  const double factor = all[0].theirs / all[0].ours;
  if (match.find("AND") != std::string::npos || match.find("OR") != std::string::npos)
    CHECK(std::abs(factor - 1) < 1e-9);
  std::size_t wrong = 0;
  for (const Row& r : all)
    if (!(std::abs(r.theirs / r.ours / factor - 1) < 1e-9)) ++wrong;
  CHECK(wrong == 0);
  std::sort(all.begin(), all.end(), [](const Row& a, const Row& b) { return a.ours < b.ours; });
  CHECK(std::is_sorted(all.begin(), all.end(), [](const Row& a, const Row& b) {
    return a.theirs < b.theirs * (1 + 1e-12);
  }));
}

}  // namespace

TEST_CASE("score: the same as bm25, for frequent and rare words, one and several", "[database]") {
  Database db("", true);
  fill(db, kRulings);
  same_order(db, "\"山\" *", kRulings / 2);
  same_order(db, "\"山札\"", kRulings / 2);
  same_order(db, "\"山札\" AND \"手札\"", kRulings / 2);
  same_order(db, "\"draw\" * OR \"攻撃\"", 2001);
  same_order(db, "\"ダウ ウン ン山 山札\"", 10);
}

TEST_CASE(
    "score: below the number from which lengths are read at once, and where they are not kept or "
    "damaged",
    "[database]") {
  Database few("", true);
  fill(few, 200);
  same_order(few, "\"山\" *", 100);
  same_order(few, "\"山札\" AND \"draw\" *", 5);
  Database db("", true);
  fill(db, kRulings);
  const std::string kept = [&] {
    Statement s(db, "SELECT bytes FROM lengths");
    return s.step() ? s.text(0) : "";
  }();
  REQUIRE(kept.size() > static_cast<std::size_t>(2 * kRulings));
  db.run("DELETE FROM lengths");
  same_order(db, "\"山\" *", kRulings / 2);
  // Of half of them the lengths are known: the others are looked up.
  for (const std::size_t size : {kept.size() / 2, kept.size() - 1, std::size_t{1}}) {
    db.run("DELETE FROM lengths");
    Statement(db, "INSERT INTO lengths VALUES(CAST(? AS BLOB))").bind(kept.substr(0, size)).done();
    same_order(db, "\"山\" *", kRulings / 2);
  }
  // Any bytes are no harm. The order is then another one.
  std::mt19937 random(11);
  for (int round = 0; round < 30; ++round) {
    std::string noise;
    for (int i = 0; i < 5000; ++i) noise += static_cast<char>(random());
    db.run("DELETE FROM lengths");
    Statement(db, "INSERT INTO lengths VALUES(CAST(? AS BLOB))").bind(noise).done();
    for (const Row& r : rows(db, "\"山\" *")) REQUIRE(std::isfinite(r.ours));
  }
}

TEST_CASE("score: nobody else can call it", "[database]") {
  Database db("", true);
  fill(db, 10);
  for (const char* call : {"score(words)", "score(words, 1)", "score(words, 'hanrei-scoring')",
                           "score(words, NULL, NULL)"}) {
    Statement s(db, fmt::format("SELECT {} FROM words WHERE words MATCH ?", call));
    s.bind("\"山\" *");
    CHECK_THROWS_AS(s.step(), Trouble);
  }
}
