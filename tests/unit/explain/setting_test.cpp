// explain: where a case begins, what somebody can be sure of, and verdicts that have to do with
// texts that clash.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::ContainsSubstring;

namespace {

std::string explained(const std::string& ruling, const std::string& lang, bool why = false) {
  std::vector<std::string> args = {"--lang",  lang, "explain", test::at_root("fixtures/" + ruling),
                                   "--width", "240"};
  if (why) args.emplace_back("--why");
  const test::Ran ran = test::run(args);
  INFO(ran.err);
  CHECK(ran.err.empty());
  return ran.out;
}

std::string claim(const std::string& all, int number) {
  const size_t from = all.find("\n  " + std::to_string(number) + ") ");
  REQUIRE(from != std::string::npos);
  return all.substr(from, all.find("\n  " + std::to_string(number + 1) + ") ") - from);
}

}  // namespace

// 500 and 900, both face down: the file of the ruling. Each case has its line, and the same line is
// not told twice.
TEST_CASE("explain: where a case begins is told once, with what the ruling gives", "[explain]") {
  const std::string out = explained("monster/rulings/MO-x008.xml", "en");
  CHECK_THAT(out, ContainsSubstring("A's バトルゾーン: 《負けん気》(X) (パワー値 500, face down); "
                                    "B's バトルゾーン: 《負けん気》(Y) (パワー値 900, face down)"));
  CHECK_THAT(out, ContainsSubstring("《負けん気》(X) (パワー値 p)"));
  const std::string line = "\n  Situation of case “Any values p and q”: ";
  const size_t first = out.find(line);
  REQUIRE(first != std::string::npos);
  CHECK(out.find(line, first + 1) == std::string::npos);
  CHECK(out.find("\n  1) ") > first);
  CHECK_THAT(
      explained("lftcg/rulings/LF-055.xml", "ja"),
      ContainsSubstring("\n  場合「終了フェイズ」の状況: Aの手番、終了フェイズ。Aの手札: N、e。"));
}

// A answers 《霧隠れ》 with its 《打ち消し》; where B has one, too, B answers that.
TEST_CASE("explain: what somebody can be sure of is shown by a play", "[explain]") {
  const std::string out = explained("actor/rulings/AC-x220.xml", "en");
  const std::string can = claim(out, 1), cannot = claim(out, 3);
  CHECK_THAT(can,
             ContainsSubstring("A can make sure that Y is in B's discards, whatever others do."));
  CHECK_THAT(
      can, ContainsSubstring("A uses 《打ち消し》 (<カウンター>) in answer (choosing 《霧隠れ》)"));
  CHECK_THAT(can, ContainsSubstring("Y goes from the board (B's) to B's discards"));
  CHECK_THAT(cannot, ContainsSubstring("A cannot make sure that Y is in B's discards"
                                       ": it hangs on what others do."));
  CHECK_THAT(cannot, ContainsSubstring("B uses 《打ち消し》(v) (<カウンター>) in answer "
                                       "(choosing 《打ち消し》(u))"));
  CHECK_THAT(claim(out, 4), ContainsSubstring("(the same play as for 3))"));
}

// What lies face down is not seen; who saw it could choose the monster that is favoured.
TEST_CASE("explain: what somebody would have to know is told from what others do",
          "[explain][corpus]") {
  CHECK_THAT(claim(explained("monster/rulings/MO-x016.xml", "ja"), 1),
             ContainsSubstring("決めるときに見えていないものを知っていれば、できる。"));
  CHECK_THAT(claim(explained("precious/rulings/PM-001.xml", "en"), 5),
             ContainsSubstring(": it hangs on chance."));
}

// Nothing says which of 《煽り屋》 and 《傍観者》 wins; that B does not block hangs on it.
TEST_CASE("explain: a verdict that has to do with two texts that clash says so",
          "[explain][corpus]") {
  const std::string out = explained("precious/rulings/PM-x131.xml", "en");
  CHECK_THAT(claim(out, 2),
             ContainsSubstring("(Nothing decides between 《煽り屋》 and 《傍観者》, see 1); this "
                               "may hang on which of them is followed.)"));
  CHECK(claim(out, 3).find("Nothing decides") == std::string::npos);
  // it is W that attacks, and not 《流星》
  CHECK(claim(explained("actor/rulings/AC-x248.xml", "en"), 5).find("Nothing decides") ==
        std::string::npos);
}

TEST_CASE("explain: a declaration that only a card permits names the card", "[explain][corpus]") {
  const std::string out = explained("lftcg/rulings/LF-x213.xml", "en");
  CHECK_THAT(claim(out, 3),
             ContainsSubstring("A puts the character X into the trash (《生け贄の祭壇》, "));
  CHECK_THAT(claim(out, 4),
             ContainsSubstring(
                 "The text of 《生け贄の祭壇》 does not permit it, as B is not the turn player."));
  CHECK_THAT(claim(out, 6), ContainsSubstring("A calls the character X (15-10-1"));
}

TEST_CASE("explain: sets that were told are not told again, and words that are cited are",
          "[explain]") {
  const std::string out = explained("monster/rulings/MO-004.xml", "en");
  CHECK(claim(out, 2).find("    Why:\n") == std::string::npos);
  CHECK_THAT(out, ContainsSubstring("\n  by 属性.3  "));
}

// The limit of six is nowhere but in what two cards make of seven.
TEST_CASE("explain: a continuous effect that shapes a number is among what decides it",
          "[explain]") {
  const std::string out = explained("lftcg/rulings/LF-x619.xml", "ja");
  CHECK_THAT(claim(out, 1),
             ContainsSubstring("《大きな鞄》「自分の手札の上限枚数を+2する。」による。"));
  CHECK_THAT(claim(out, 1), ContainsSubstring("《狭い部屋》  「"));
}

TEST_CASE("explain: a text that permits only elsewhere, and what its words mean, come first",
          "[explain]") {
  const std::string out = explained("lftcg/rulings/LF-x041.xml", "ja");
  CHECK_THAT(out, ContainsSubstring("場合「a」と同じで、「バトルを行う[22]」から。"));
  CHECK_THAT(claim(out, 2), ContainsSubstring("《横槍》「バトル中に使用できる。」による。"));
  CHECK(claim(out, 2).find("20-4[20]「") == std::string::npos);
  CHECK_THAT(claim(out, 3),
             ContainsSubstring("《横槍》「バトル中に使用できる。」による。\n      20-5「"));
}

// Who shuffles last is what the ruling asks.
TEST_CASE("explain: a play before a declaration is told as one, and options in words",
          "[explain]") {
  const std::string out = explained("precious/rulings/PM-055.xml", "ja");
  CHECK_THAT(claim(out, 1), ContainsSubstring("AがAのデッキを切る"));
  CHECK_THAT(claim(out, 1), ContainsSubstring("BがAのデッキを切る"));
  CHECK_THAT(claim(out, 8), ContainsSubstring("      次のように進んだ後のことである。\n"));
  CHECK_THAT(claim(out, 8), ContainsSubstring("これによっても許されない: "));
  const std::string open = explained("actor/rulings/AC-x005.xml", "en");
  CHECK_THAT(claim(open, 1), ContainsSubstring("- reading A: it may not be declared ("));
}

// A's MP is m + 2 at most: nothing is paid for a recovery.
TEST_CASE("explain: of every value one is shown", "[explain]") {
  const std::string out = claim(explained("gash/rulings/GA-x141.xml", "en"), 3);
  CHECK_THAT(out, ContainsSubstring("For one value, for example:\n      with m = "));
}

// LF-x748 b: who is exhausted already cannot pay by being exhausted, so the ability is broken off;
// c: 《足払い》 comes too late. GA-111: after 《夜警》 there are 2 MP, and 《両替商》 asks for 3.
// GA-x119: a nullified defence counts 0, and an attack of 4000 does not beat 4200.
TEST_CASE("explain: what does not come about is told, with the reason where it has words",
          "[explain][corpus]") {
  const std::string price = explained("lftcg/rulings/LF-x748.xml", "en", true);
  CHECK_THAT(claim(price, 2),
             ContainsSubstring("2. A cannot pay the price, so 《身を粉に》's ability 《身を粉に》 "
                               "is not carried out (15-13-1[10])."));
  CHECK_THAT(claim(price, 3),
             ContainsSubstring("B's use of an event card is broken off here (16-1[10], 11-4)."));
  CHECK(claim(price, 1).find("broken off") == std::string::npos);
  CHECK_THAT(claim(explained("gash/rulings/GA-111.xml", "ja"), 1),
             ContainsSubstring("MP(2)が3より小さいので、《両替商》の文面の続きは行われない"));
  const std::string battle = explained("gash/rulings/GA-x119.xml", "en");
  CHECK_THAT(
      claim(battle, 1),
      ContainsSubstring("The total magic power is 4000 for the attack and 0 for the defence"));
  CHECK_THAT(claim(battle, 5), ContainsSubstring("The attack has been nullified, so it fails ("));
}

// 8-3-1 stands in no rule of the model without 8-3. 《早起き》 enters in standby, whatever
// 15-10-1[13] says; X of the other case does not.
TEST_CASE(
    "explain: what stands in a rule with another clause is told beside it, and what a card makes "
    "of a clause with it",
    "[explain][corpus]") {
  CHECK_THAT(claim(explained("lftcg/rulings/LF-x748.xml", "en", true), 1),
             ContainsSubstring("8-3 (with 8-3-1)"));
  const std::string ready = explained("lftcg/rulings/LF-x592.xml", "en", true);
  CHECK_THAT(claim(ready, 1), ContainsSubstring(" is read here as the text of 《早起き》 says\n"));
  CHECK(claim(ready, 2).find("here read as") == std::string::npos);
  // the words of a step are not those of a text that amends it
  CHECK(claim(ready, 1).find("《早起き》 enters A's field exhausted") == std::string::npos);
  CHECK_THAT(claim(ready, 2), ContainsSubstring("X enters A's field exhausted"));
  CHECK_THAT(claim(ready, 2), ContainsSubstring("X may not be chosen here, as X is not ready."));
}
