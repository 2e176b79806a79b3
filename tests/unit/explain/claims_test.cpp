// Claims in words, verdicts that are not as claimed, and what makes an event happen.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::ContainsSubstring;

namespace {

/// A ruling of a game, told; with some text of its file replaced first.
std::string told(const std::string& game, const std::string& id, const std::string& lang,
                 const std::string& from = "", const std::string& to = "") {
  const test::Scratch scratch;
  const std::string folder = scratch / game, file = folder + "/rulings/" + id + ".xml";
  test::copy_folder(test::at_root("fixtures/" + game), folder);
  if (!from.empty()) test::edit(file, from, to);
  return test::run({"--lang", lang, "explain", file, "--width", "240"}).out;
}

}  // namespace

TEST_CASE("explain: what is claimed is told in words", "[explain][corpus]") {
  const std::string lf = told("lftcg", "LF-010", "en");
  CHECK_THAT(lf, ContainsSubstring("1) A wins, and M is in B's hand."));
  CHECK(lf.find("result = win(A)") == std::string::npos);
  CHECK_THAT(told("lftcg", "LF-010", "ja"), ContainsSubstring("1) Aが勝ち、MがBの手札にある。"));
}

TEST_CASE("explain: numbers that are claimed are told", "[explain]") {
  CHECK_THAT(told("gash", "GA-x141", "en"), ContainsSubstring("A's MP is m + 2 at most."));
  const std::string mo = told("monster", "MO-x008", "ja");
  CHECK_THAT(mo,
             ContainsSubstring("pがqに等しいか、p - qが300より大きいか、q - "
                               "pが300より大きいとき、常時効果の決まり方はちょうど1通りある。"));
  CHECK_THAT(mo, ContainsSubstring("とき、常時効果に、矛盾のない決まり方はない。"));
}

TEST_CASE("explain: what is not as claimed is said to be so", "[explain]") {
  const std::string other = told("monster", "MO-010", "en", "サポートへ\">B<", "サポートへ\">A<");
  CHECK_THAT(other, ContainsSubstring("Not as claimed: B chooses “サポートへ”."));
  const std::string clause = told("actor", "AC-012", "en", "by=\"戦闘①\"", "by=\"方向.1\"");
  CHECK_THAT(clause, ContainsSubstring("Not as claimed: This may not be declared, but not because "
                                       "of 方向.1: without it, it may not either."));
  CHECK(clause.find("This may be declared.", clause.find(" 1) ")) > clause.find(" 2) "));
  CHECK(told("monster", "MO-010", "en").find("Not as claimed") == std::string::npos);
}

// The bonus draw is 15-5-1[5], whatever the procedure of a draw states; Z is damaged by the text of
// 《追い打ち》.
TEST_CASE("explain: an event rests on the step, or the card, that makes it happen",
          "[explain][corpus]") {
  const std::string out = told("lftcg", "LF-041", "en");
  CHECK_THAT(out,
             ContainsSubstring("1 card goes from A's deck to A's hand (15-5-1[5], 用語:ドロー"));
  CHECK_THAT(out, ContainsSubstring("Z's 気力 goes from 3 to 0 (《追い打ち》, 15-4-2[6])"));
}

TEST_CASE("explain: a presumed reading is told", "[explain][corpus]") {
  CHECK_THAT(told("lftcg", "LF-041", "en"),
             ContainsSubstring("\n  taken for granted: reading D-31 A (who went down first, and "
                               "the batch judgement): "));
  CHECK_THAT(told("lftcg", "LF-041", "ja"),
             ContainsSubstring("\n  前提とする解釈 D-31 A(先にダウンした側とまとめての判定): "));
}
