// The styles of printed rulebooks: what is taken for what, and where it stands.

#include <set>
#include <string>
#include <vector>

#include "audit/print/print.h"
#include "audit/print/reader/reader.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
using audit::reader::Book;
using audit::reader::Kind;
using audit::reader::Unit;

Book book(const std::string& name) {
  return audit::reader::parse(name, test::slurp(test::at_root("tests/data/rulebook/" + name)));
}

/// `kind number title line:column`, with two spaces for every unit above it.
std::vector<std::string> outline(const Book& b) {
  std::vector<std::string> out;
  for (const Unit& u : b.units) {
    std::string line;
    for (int up = u.up; up >= 0; up = b.units[static_cast<size_t>(up)].up) line += "  ";
    line += audit::reader::kind_name(u.kind);
    if (!u.number.empty()) line += " " + u.number;
    for (const std::string& t : u.titles) line += " " + t;
    out.push_back(line + " " + std::to_string(u.at.line) + ":" + std::to_string(u.at.column));
  }
  return out;
}

}  // namespace

TEST_CASE("text: numbered sections, steps, labels, parts, headwords", "[text]") {
  const Book b = book("numbered.txt");
  CHECK(b.numbered);
  CHECK(b.skipped.empty());
  const std::vector<std::string> expected = {"text 1:1",
                                             "bullet この文書の「星」は、星札のことです 2:1",
                                             "heading 1 星札 3:1",
                                             "  heading 1-1 星札とは 4:1",
                                             "  heading 1-2 星札の種類 6:1",
                                             "    item 1. 流星 8:1",
                                             "    item 2. 恒星 10:1",
                                             "  heading 2-1 星札を置く 12:1",
                                             "    label 宣言時の制限 13:1",
                                             "    label 処理手順 15:1",
                                             "      part 宣言 16:1",
                                             "        step [1] 17:1",
                                             "        step [2] 18:1",
                                             "        step [3] 19:1",
                                             "          bullet 星札の向きは 21:1",
                                             "heading 用語説明 23:1",
                                             "  entry 元の○○ 24:1",
                                             "  entry 置き場 置く場所 26:1"};
  CHECK(outline(b) == expected);
  const Unit& step = b.units[13];
  REQUIRE(step.says.size() == 2);
  CHECK(step.says[0].at == audit::reader::Spot{19, 5});
  CHECK(step.says[0].end == audit::reader::Spot{19, 21});
  REQUIRE(step.says[0].refs.size() == 1);
  CHECK(step.says[0].refs[0].number == "9");
  CHECK(step.says[0].refs[0].did == "提示");
  REQUIRE(step.says[1].quoted.size() == 1);
  CHECK(step.says[1].quoted[0].text == "《星札を置いたとき》");
  CHECK(step.says[1].quoted[0].at == audit::reader::Spot{20, 1});
  CHECK(audit::reader::place_name(b, 13) == "2-1[3]");
  CHECK(audit::reader::place_name(b, 5) == "1-2.1");
  const auto& defines = b.units[3].says[1].defines;
  REQUIRE(defines.size() == 1);
  CHECK(defines[0].text == "星札");
}

TEST_CASE("text: headwords with circled steps", "[text]") {
  const Book b = book("headwords.txt");
  CHECK(outline(b) == std::vector<std::string>{"entry 自分/相手 1:1", "entry 投げる 3:1",
                                               "  step ① 4:1", "  step ② 5:1", "entry 星の数 6:1"});
  CHECK(b.units[4].says.size() == 3);
  CHECK(b.units[4].says[2].excepted);
  CHECK(audit::reader::place_name(b, 2) == "【投げる】 ①");
  REQUIRE(b.units[2].says.size() == 1);
  CHECK(b.units[2].says[0].choice.size() == 1);
  CHECK(b.units[2].says[0].persons == std::vector<std::string>{"プレイヤー"});
}

TEST_CASE("text: titles without marks, bullets by indent, lists, remarks", "[text]") {
  const Book b = book("wiki.txt");
  CHECK_FALSE(b.numbered);
  const std::vector<std::string> expected = {"heading 星遊び 1:1",
                                             "heading 決まり 3:1",
                                             "  bullet 空 5:3",
                                             "    bullet 6:5",
                                             "  bullet 地 7:3",
                                             "    bullet 8:5",
                                             "heading 始め方 11:1",
                                             "  item 1. 13:3",
                                             "    bullet 14:5",
                                             "  item 2. 15:3",
                                             "heading メインフェイズ 16:1",
                                             "  example 18:2",
                                             "heading 彗星 20:1",
                                             "  step ① 空に置く 22:1",
                                             "    item 1、 数える 24:1",
                                             "heading 使うとき→ 26:1",
                                             "  bullet 27:3",
                                             "  step (1) 28:1"};
  CHECK(outline(b) == expected);
  CHECK(b.units[5].says.size() == 2);  // a line that goes on below a bullet
}

TEST_CASE("text: hostile input is read as far as it goes, and what is left out is named",
          "[text]") {
  using audit::reader::Skipped;
  const Book bytes = audit::reader::parse(
      "x", std::string("1-1 a\n\xFF\xFE\n") + std::string("b\0c\n", 4) + "・星。\n");
  REQUIRE(bytes.skipped.size() == 1);
  CHECK(bytes.skipped[0].first == 2);
  CHECK(bytes.skipped[0].last == 3);
  CHECK(bytes.skipped[0].why == Skipped::Why::BadBytes);
  CHECK(bytes.units.size() == 2);

  const Book wide = audit::reader::parse("x", std::string(100'000, 'a') + "\n・星。\n");
  REQUIRE(wide.skipped.size() == 1);
  CHECK(wide.skipped[0].why == Skipped::Why::TooLong);

  std::string many;
  for (int i = 0; i < 30'000; ++i) many += "・手順[3]で「提示した。\n[2] (\n";
  const Book long_one = audit::reader::parse("x", many);
  REQUIRE(long_one.skipped.size() >= 1);
  CHECK(long_one.skipped.back().why == Skipped::Why::TooMany);
  CHECK(long_one.units.size() <= audit::reader::Limits{}.units);
  const auto found = audit::print::examine(long_one);
  CHECK(found.left_out > 0);

  // marks alone, brackets without end, and every prefix of a text
  const std::string text =
      test::slurp(test::at_root("tests/data/rulebook/numbered.txt")) +
      "①\n[3]\n【】\n「『《\n手順[]\n手順[99999]で\n1-\n-1\n例\n※\n・\n○\n---\n";
  for (size_t n = 0; n <= text.size(); ++n)
    audit::print::examine(audit::reader::parse("x", std::string_view(text).substr(0, n)));
  CHECK(audit::reader::parse("x", "").units.empty());
}
