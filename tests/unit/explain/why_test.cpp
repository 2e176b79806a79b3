// Reasons: what brings a verdict about, what only could have stopped it, and which clause of
// several it is.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::ContainsSubstring;

namespace {

std::string told(const std::string& game, const std::string& id, const std::string& lang,
                 bool why = false) {
  std::vector<std::string> args = {"--lang", lang, "explain", test::at_root("fixtures/" + game),
                                   "--id",   id,   "--width", "240"};
  if (why) args.emplace_back("--why");
  return test::run(args).out;
}

/// What is told of one claim.
std::string claim(const std::string& all, int number) {
  const size_t begin = all.find("\n  " + std::to_string(number) + ") ");
  return begin == std::string::npos
             ? ""
             : all.substr(begin,
                          all.find("\n  " + std::to_string(number + 1) + ") ", begin) - begin);
}

}  // namespace

// The MJ12 is no monster, partner or vulcan: the prohibitions of 石版状態 do not reach it, and are
// no reason that it may be used.
TEST_CASE("why: a prohibition that does not apply is no reason of what may be declared",
          "[explain]") {
  const std::string en = claim(told("gash", "GA-069", "en", true), 5);
  const size_t apart =
      en.find("      what could have stopped it, and does not:\n        石版状態.3  ");
  CHECK(apart != std::string::npos);
  CHECK(en.find("石版状態") > apart);
  CHECK_THAT(en, ContainsSubstring("By カードの種類.MJ12.4, A may use 《号令》's effect "));
  CHECK_THAT(claim(told("gash", "GA-069", "ja", true), 5),
             ContainsSubstring("      妨げうるが、ここでは妨げないもの:\n        石版状態.3  "));
}

// 《鉄壁》 is no <カウンター>: nothing forbids it, there is just nothing that permits it in answer
// to an attack.
TEST_CASE("why: what nothing permits needs no prohibition", "[explain]") {
  const std::string en = claim(told("actor", "AC-x433", "en", true), 1);
  CHECK_THAT(en, ContainsSubstring("    No clause has to forbid it: nothing permits it.\n"));
  CHECK(en.find("each is needed") == std::string::npos);
}

// Z is exhausted and E is an event: of the two sources of cost the one is asked of Z, the other of
// E. V is in the other hand.
TEST_CASE("why not: of several that make a set, the one that asks something of the thing",
          "[explain][corpus]") {
  const std::string en = told("lftcg", "LF-x114", "en");
  CHECK_THAT(claim(en, 6), ContainsSubstring("Z may not be chosen here, as Z is not ready."));
  CHECK_THAT(claim(en, 7), ContainsSubstring(" is none of "));
  CHECK_THAT(claim(en, 7), ContainsSubstring("7-2・手札"));
  CHECK_THAT(
      claim(en, 12),
      ContainsSubstring("V may not be chosen here, as V is in B's hand, and V is not among "));
}

// X has got the diagonals by a text; what is printed on it has them not.
TEST_CASE("why not: what is read as printed is said to be printed", "[explain]") {
  const std::string en = told("actor", "AC-x214", "en");
  CHECK_THAT(claim(en, 1), ContainsSubstring(" is not among the printed 行動範囲 of X."));
  CHECK_THAT(claim(told("actor", "AC-x214", "ja"), 1),
             ContainsSubstring("Xのカードに書かれた行動範囲に入らないので"));
}

TEST_CASE("explain: who declares, and where something is, in words", "[explain][corpus]") {
  CHECK_THAT(told("actor", "AC-044", "ja"), ContainsSubstring("Xが(2,3)にあり、Xが行動済みである"));
  CHECK_THAT(told("actor", "AC-044", "en"), ContainsSubstring("X is at (2,3), and X is 行動済み"));
  CHECK_THAT(told("precious", "PM-020", "ja"),
             ContainsSubstring("- 引き直しの機会ではだれも宣言しない\n      - "
                               "引き直しの機会でAだけが1度宣言する\n"));
  CHECK_THAT(told("precious", "PM-020", "en"),
             ContainsSubstring("- in the choice of a redraw A declares something first, then B\n"));
}

// 《数の力》 has 500 printed; the claim is about what comes of that.
TEST_CASE("explain: the situation gives what is printed and a claim reads", "[explain]") {
  CHECK_THAT(told("monster", "MO-x335", "ja"), ContainsSubstring("《数の力》(もとのパワー値500)"));
  CHECK_THAT(told("monster", "MO-x335", "en"),
             ContainsSubstring("《数の力》 (パワー値 500 as printed)"));
}

// X goes where both texts let it go.
TEST_CASE("explain: what may be declared under either text does not hang on which is followed",
          "[explain]") {
  CHECK(told("precious", "PM-x116", "ja").find("どちらに従うか") == std::string::npos);
  CHECK_THAT(claim(told("precious", "PM-x116", "ja"), 1), ContainsSubstring("両立せず"));
}

// 《気合》 gives 2, the end of the turn takes them away again. Whatever 《気合》 said, X would have
// 3 then: it is told, and is not needed.
TEST_CASE("why: what decides it in the play comes first, and what it follows from after it",
          "[explain]") {
  const std::string en = claim(told("actor", "AC-x239", "en", true), 4);
  const size_t why = en.find("\n    Why:\n      《気合》  "),
               set = en.find(
                   "\n      Were any of these otherwise, it need not come to this (with what words "
                   "mean, this is enough): ");
  REQUIRE(why != std::string::npos);
  REQUIRE(set != std::string::npos);
  CHECK(set > why);
  CHECK(en.find("\n      ターン終了時.2  ") < set);
  CHECK(en.substr(set).find("ターン終了時.2") != std::string::npos);
  CHECK(en.substr(set).find("《気合》") == std::string::npos);
}

// One action a turn: X has its own left, so that does not forbid it. The same clause gives X the
// right in the play, so it is a reason; the answer names it, and it is not told again.
TEST_CASE("why: what forbids others of the kind is told once where it is a reason too",
          "[explain]") {
  const std::string all = claim(told("actor", "AC-x239", "en", true), 1), words = "行動権.1: “";
  const size_t first = all.find(words);
  REQUIRE(first != std::string::npos);
  CHECK(all.find(words, first + 1) == std::string::npos);
  CHECK(all.find("\n      行動権.1  ") == std::string::npos);
  CHECK(all.find("what could have stopped it") == std::string::npos);
  // what is no reason is told only where all of it is asked for
  CHECK(claim(told("gash", "GA-069", "en"), 5).find("what could have stopped it") ==
        std::string::npos);
}

// The clause stands in Why not with its words; they are not told again.
TEST_CASE("why: of what may not be declared the clauses are told once", "[explain]") {
  const std::string en = claim(told("gash", "GA-x618", "en", true), 2);
  const size_t first = en.find("アクション②.宣言.2: ");
  REQUIRE(first != std::string::npos);
  CHECK(en.find("アクション②.宣言.2  ") == std::string::npos);
  CHECK_THAT(en, ContainsSubstring("\n    Were any of these otherwise, it might be allowed "));
}

// The card says that it does not turn to stone, and it does not.
TEST_CASE("explain: what the text of a card takes out is told, and is a reason", "[explain]") {
  const std::string en = claim(told("gash", "GA-x728", "en"), 2);
  CHECK_THAT(en, ContainsSubstring("By the text of 《不動の像》, what 石版状態.1 says is not "
                                   "carried out (《不動の像》, 石版状態.1)."));
  CHECK(en.find("\n      Because of 《不動の像》: ") != std::string::npos);
}

// K lies there or it does not; in either case X may have 70.
TEST_CASE("explain: an outcome says of each truth value which it is, beside other values",
          "[explain]") {
  const std::string ja = claim(told("precious", "PM-x106", "ja"), 1);
  CHECK_THAT(ja, ContainsSubstring("- KがBのポイント置き場にある、XのAPが70\n"));
  CHECK_THAT(ja, ContainsSubstring("- KがBのポイント置き場にない、XのAPが70\n"));
}
