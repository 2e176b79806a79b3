// explain: two plays where an order, a choice or a reading decides, who chooses by which clause;
// conditions in words.

#include <sstream>
#include <string>

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::ContainsSubstring;

namespace {

std::string explained(const std::string& ruling, const std::string& lang, bool why = false) {
  std::vector<std::string> args = {"--lang",  lang, "explain", test::at_root("fixtures/" + ruling),
                                   "--width", "60"};
  if (why) args.emplace_back("--why");
  const test::Ran ran = test::run(args);
  INFO(ran.err);
  CHECK(ran.err.empty());
  return ran.out;
}

/// The text of one claim of an explanation.
std::string claim(const std::string& all, int number) {
  const size_t from = all.find("\n  " + std::to_string(number) + ") ");
  REQUIRE(from != std::string::npos);
  return all.substr(from, all.find("\n  " + std::to_string(number + 1) + ") ") - from);
}

}  // namespace

// X has AP x; doubling first gives 2x+10, adding first 2x+20. The printed rule that the active
// player fixes the order is 同時解決.1.
TEST_CASE("explain: an order with open quantities is told as two plays, for one value",
          "[explain]") {
  const std::string out = explained("precious/rulings/PM-003.xml", "ja");
  INFO(out);
  const std::string first = claim(out, 1), second = claim(out, 2);
  const size_t value = first.find("値: x = ");
  REQUIRE(value != std::string::npos);
  const int64_t x = std::stoll(first.substr(value + std::string("値: x = ").size()));
  CHECK_THAT(first, ContainsSubstring("XのAPが" + std::to_string(2 * x + 10)));
  CHECK_THAT(first, ContainsSubstring("XのAPが" + std::to_string(2 * x + 20)));
  CHECK_THAT(first, ContainsSubstring("選ぶのはAである (同時解決.1"));
  CHECK_THAT(second, ContainsSubstring("上の二つのプレイと同じところで分かれる"));
}

TEST_CASE("explain: who chooses is told with two plays and the clause", "[explain]") {
  const std::string out = claim(explained("monster/rulings/MO-010.xml", "en"), 3);
  INFO(out);
  CHECK_THAT(out, ContainsSubstring("Here they part. B chooses (流れ.バトル終了時.1)."));
  CHECK_THAT(out, ContainsSubstring("(a) "));
  CHECK_THAT(out, ContainsSubstring("(b) "));
}

TEST_CASE("explain: what hangs on a reading is told as a play under each of two options",
          "[explain]") {
  const std::string out = explained("actor/rulings/AC-x004.xml", "ja");
  INFO(out);
  CHECK_THAT(out, ContainsSubstring("どちらになるかは解釈による。"));
  CHECK_THAT(out, ContainsSubstring("(ア) 解釈A: Xの攻撃力が"));
  CHECK_THAT(out, ContainsSubstring("(イ) 解釈B: Xの攻撃力が"));
  CHECK(out.find(" ; ") == std::string::npos);
  CHECK(out.find(" \n") == std::string::npos);
}

TEST_CASE("explain: what stops a declaration is told in words", "[explain][corpus]") {
  for (const char* ruling : {"precious/rulings/PM-012.xml", "precious/rulings/PM-020.xml",
                             "gash/rulings/GA-010.xml", "actor/rulings/AC-012.xml"}) {
    for (const char* lang : {"en", "ja"}) {
      const std::string out = explained(ruling, lang, true);
      std::istringstream lines(out);
      size_t told = 0;
      for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("        - ")) continue;
        INFO(line);
        ++told;
        for (const char* code : {"`", "not ", "size(", " < ", " > ", " != ", "(me)", ".at"})
          CHECK((line.find(code) == std::string::npos ||
                 (std::string(code) == "not " && std::string(lang) == "en")));
      }
      INFO(out);
      CHECK(told > 0);
    }
  }
  CHECK_THAT(explained("precious/rulings/PM-012.xml", "ja"),
             ContainsSubstring("《弱点を突く》の「APが0未満のキャラ1枚を手札に戻す。」により、XのAP"
                               "(0)が0以上であるので、Xをここで選ぶことはできない。"));
  CHECK_THAT(explained("gash/rulings/GA-010.xml", "en"),
             ContainsSubstring("Here 枚数 (4) is more than 3"));
}
