// The reader: numbering of any common scheme, titles, and what a sentence says.
#include <string>
#include <vector>

#include "audit/print/reader/book.h"
#include "tests/catch.h"

using namespace hanrei;
using namespace hanrei::audit::reader;

namespace {

/// Number and title of each heading.
std::vector<std::string> headings(const std::string& text) {
  std::vector<std::string> out;
  for (const Unit& u : parse("x", text).units)
    if (u.kind == Kind::Heading)
      out.push_back(u.number + (u.titles.empty() ? "" : "|" + u.titles[0]));
  return out;
}
using Names = std::vector<std::string>;

/// The first sentence of a text.
Sentence first(const std::string& text) { return parse("x", text).units.at(0).says.at(0); }
const Act& act(const Sentence& s, const std::string& stem) {
  for (const Act& a : s.acts)
    if (a.stem == stem) return a;
  FAIL("no act " << stem);
  return s.acts[0];
}

}  // namespace

TEST_CASE("reader: headings of the common schemes", "[text]") {
  CHECK(headings("1 星\n1-1 星の数\n星は5個です。\n1-2 終わり\n終わりです。\n2 月\n2-1 "
                 "月の数\n月は1個です。\n") ==
        Names{"1|星", "1-1|星の数", "1-2|終わり", "2|月", "2-1|月の数"});
  CHECK(headings("第一章　星\n第一条　星は五個とする。\n第二条　月は一個とする。\n") ==
        Names{"第一章|星", "第一条", "第二条"});
  CHECK(headings("# 星\n\n## 数\n\n星は5個です。\n\n## 終わり\n\n終わりです。\n") ==
        Names{"|星", "|数", "|終わり"});
  CHECK(headings("■星\n星は5個です。\n■月\n月は1個です。\n") == Names{"|星", "|月"});
  CHECK(headings("1. Stars\n1.1. Number\nThere are five stars.\n1.2. End\nThe game ends.\n2. "
                 "Moons\n2.1. Number\nThere is one moon.\n") ==
        Names{"1.|Stars", "1.1|Number", "1.2|End", "2.|Moons", "2.1|Number"});
}

TEST_CASE("reader: an article is no answer, Q1 and A1 are", "[text]") {
  const Book book = parse("x", "Q1: May a star move?\nA1: Yes.\nA star moves once.\n");
  CHECK(book.units.at(0).kind == Kind::Step);
  CHECK(book.units.at(0).parts == std::vector<int>{1});
  CHECK(book.units.at(1).up == 0);
  const Book prose = parse("x", "The night begins.\n\nA star moves once.\n");
  for (const Unit& u : prose.units) CHECK(u.kind != Kind::Step);
}

TEST_CASE("reader: a line is joined to the one it goes on from, and keeps its places", "[text]") {
  const Book book = parse("x", "・星を場に置き、\n月を数えます。\n・日を置きます。\n");
  REQUIRE(book.units.size() == 2);
  CHECK(book.units[0].says.at(0).text == "星を場に置き、月を数えます。");
  CHECK(book.units[0].says[0].spot(7) == Spot{2, 1});
}

TEST_CASE("reader: Japanese, who may do what", "[text]") {
  if (!has_analyser()) {
    WARN("not tested: there is no analyser of Japanese here");
    return;
  }
  const Sentence may = first("プレイヤーは星を1個置いてもよい。\n");
  CHECK(act(may, "置").may);
  CHECK_FALSE(act(may, "置").negated);
  const Sentence barred = first("消耗した星は、夜まで使用することができません。\n");
  CHECK(act(barred, "使用").negated);
  CHECK(act(barred, "使用").can);
  CHECK(act(first("星を必ず置かなければならない。\n"), "置").must);
  CHECK(act(first("星を置いてはならない。\n"), "置").negated);
  const Sentence counted = first("手札は7枚まで持てる。\n");
  REQUIRE(counted.counts.size() == 1);
  CHECK(counted.counts[0].value == 7);
  CHECK(counted.counts[0].unit == "枚");
  CHECK(counted.counts[0].bound == Bound::AtMost);
  CHECK(act(first("星を置く前に、代価を払う。\n"), "置").role == Role::Before);
}

TEST_CASE("reader: English, who may do what", "[text]") {
  const Sentence s = first("A player can't move a star before paying coins.\n");
  CHECK(act(s, "mov").negated);
  CHECK(act(s, "pay").role == Role::Before);
  const Sentence orders = first("If a row has six or more stars, put one of them away.\n");
  CHECK(act(orders, "put").role == Role::Main);
  REQUIRE_FALSE(orders.counts.empty());
  CHECK(orders.counts[0].bound == Bound::AtLeast);
}

TEST_CASE("reader: what is left out is told", "[text]") {
  Limits limits;
  limits.lines = 2;
  const Book cut = parse("x", "星。\n月。\n日。\n空。\n", limits);
  REQUIRE(cut.skipped.size() == 1);
  CHECK(cut.skipped[0].first == 3);
  CHECK(cut.skipped[0].last == 4);
  const Book bad = parse("x", "星。\n\xFF\n月。\n");
  REQUIRE(bad.skipped.size() == 1);
  CHECK(bad.skipped[0].why == Skipped::Why::BadBytes);
}
