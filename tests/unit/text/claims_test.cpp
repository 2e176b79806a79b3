// What rules claim of one thing in two places, and lists as wholes; facts keep the turns of phrase.

#include <chrono>
#include <string>

#include "audit/print/print.h"
#include "audit/print/reader/reader.h"
#include "tests/catch.h"
#include "tests/unit/text/signs_of.h"

namespace {

using namespace hanrei;
using test::codes;
using test::has;

bool finds(const std::string& text, const std::string& code) {
  return codes(text).find(code) != std::string::npos;
}

}  // namespace

TEST_CASE("claims: a limit is a number of something, for an act", "[text]") {
  CHECK(has("手札の上限は7枚です。", "capped 手札の上限|7枚"));
  CHECK(has("手札の上限枚数は7枚です。", "capped 手札の上限|7枚"));
  CHECK(has("札は1回に2枚まで使えます。", "capped 札・1回に使|2枚"));
  CHECK(has("札は何度でも使えます。", "capped 札・何度使|何度でも"));
  CHECK(has("1ターンに1度だけ札を使えます。", "capped 札・何度使|1度"));
  CHECK_FALSE(has("ただし、手札の上限は8枚です。", "capped"));
  CHECK_FALSE(has("1つの効果は1ターンに1回だけ使えます。", "capped"));  // each of them
  CHECK(finds("【札】\n札は1回に2枚まで使えます。\n札は1回に3枚まで使えます。\n", "HA2087"));
  CHECK_FALSE(finds("【札】\n札は1回に2枚まで使えます。\n札は1回に3枚まで置けます。\n", "HA2087"));
  CHECK_FALSE(
      finds("【札】\n札は1回に2枚まで使えます。\nただし、札は1回に3枚まで使えます。\n", "HA2087"));
}

TEST_CASE("claims: what is asked for lies in the range, or one above it where it is counted",
          "[text]") {
  CHECK(has("手間は0から5までの値をとる。", "topped 手間|5;"));
  CHECK(has("部屋の列は10部屋までです。", "topped 部屋の列|10+;"));
  CHECK(finds("【手間】\n手間は0から5までの値をとる。\n手間が6以上の札は使えない。\n", "HA2060"));
  CHECK_FALSE(
      finds("【手間】\n手間は0から5までの値をとる。\n手間が5以上の札は使えない。\n", "HA2060"));
  CHECK_FALSE(
      finds("【列】\n部屋の列は10部屋までです。\n部屋の列が11部屋以上になったら、捨てます。\n",
            "HA2060"));
  CHECK(finds("【列】\n部屋の列は10部屋までです。\n部屋の列が12部屋以上になったら、捨てます。\n",
              "HA2060"));
}

TEST_CASE("claims: a way out of a state", "[text]") {
  CHECK(has("星は次の夜に石化状態でなくなります。", "leaves 石化状態|;"));
  CHECK(has("石化状態の星を眠り状態にします。", "leaves 石化状態|;"));
  CHECK(has("石化状態の星は使えません。", "leaves 石化状態|bar"));
  CHECK_FALSE(has("石化状態でない星を縦向きにする。", "leaves"));
  CHECK(has("負けた星は眠り状態になります。", "enters 眠り状態|"));  // kana inside
}

TEST_CASE("claims: greater, less, and neither", "[text]") {
  const std::string two = "【勝負】\n力が大きい場合、星を置く。\n力が小さい場合、星を取る。\n";
  CHECK(finds(two, "HA2061"));
  CHECK_FALSE(finds(two + "力が同じ場合、何も起こらない。\n", "HA2061"));
}

TEST_CASE("claims: misprints of a kind", "[text]") {
  CHECK(finds("【点】\n相手に点をあたえます。星も点をあたえます。月は点をあえます。\n", "HA2050"));
  CHECK_FALSE(
      finds("【点】\n相手に点をあたえます。星も点をあたえます。月は点をあたえます。\n", "HA2050"));
  for (const std::string odd :
       {"星を置くため条件があります。", "捨て札に鳴ったりします。",
        "星が、場の(空いた所)に出ます。", "力が含む札を使います。", "効果は引き継ぎされません。",
        "「星」アイコン「月」アイコンを使います。",
        "この段階で、置けない場合はこの時点で終わります。"}) {
    INFO(odd);
    CHECK(finds("【点】\n" + odd + "\n", "HA2050"));
  }
  for (const std::string fine :
       {"星を置くための条件があります。", "捨て札になったりします。",
        "場に(空いた所があれば)出ます。", "力を含む札を使います。", "効果は引き継がれません。",
        "「星」アイコンと「月」アイコンを使います。"}) {
    INFO(fine);
    CHECK_FALSE(finds("【点】\n" + fine + "\n", "HA2050"));
  }
}

TEST_CASE("claims: a definition by what it is, and articles under numbers with dots", "[text]") {
  const std::string book =
      "101. 札\n101.1. "
      "青空札は、青い空を表す札である。青空札を場に置く。青空札を場から取る。青空札を山に戻す。\n10"
      "1.2. 札は5枚ある。\n102. 手順\n102.1. 札を置く。\n";
  CHECK_FALSE(finds(book, "HA2020"));
  CHECK(
      finds("101. 札\n101.1. 青空札を場に置く。青空札を場から取る。青空札を山に戻す。\n101.2. "
            "札は5枚ある。\n102. 手順\n102.1. 札を置く。\n",
            "HA2020"));
  CHECK(finds(book + "102.1. 札を取る。\n", "HA2011"));             // the number twice
  CHECK(finds(book + "102.2. 「103.5. 星」に従う。\n", "HA2002"));  // an article that is not there
  CHECK_FALSE(finds(book + "102.2. 「102. 手順」に従う。\n", "HA2002"));
}

TEST_CASE("claims: sections about one thing that say it twice", "[text]") {
  const std::string twice =
      "星札\n\n  • "
      "星札は、夜番に広場の中央へ裏向きで水晶を置くことができます。\n\n星札のルール\n\n";
  CHECK(finds(
      twice +
          "  • "
          "手元の星札は、相手の夜番に、広場の中央へ、裏向きで水晶と金貨と一緒に並べられます。\n",
      "HA2074"));
  CHECK_FALSE(
      finds(twice + "  • 手元の星札は、朝番に役場の入口へ届けることができます。\n", "HA2074"));
}

TEST_CASE("claims: no text makes them stumble", "[text]") {
  for (const std::string text : {"の上限は",
                                 "上限の7",
                                 "は2枚まで",
                                 "札は2枚まで",
                                 "1度だけ",
                                 "何度でも",
                                 "何度でも使",
                                 "から5まで",
                                 "は5まで",
                                 "が5以上",
                                 "状態",
                                 "状態の",
                                 "の状態でなくな",
                                 "が大きい場合",
                                 "ます。",
                                 "点をあます",
                                 "=+",
                                 "=力+",
                                 "とは、とはこと",
                                 "とは、ことをいう。",
                                 "枚引",
                                 "を5枚引手札",
                                 "の(",
                                 "の()に",
                                 "」アイコン「",
                                 "この段階でこの時点で",
                                 "」と記載以降",
                                 "101.",
                                 "101.1.",
                                 "101.1. 101.1.",
                                 "(任意)",
                                 "5 5個",
                                 "・"}) {
    INFO(text);
    CHECK(audit::print::examine(audit::reader::parse("x", text)).left_out == 0);
    CHECK(audit::print::examine(audit::reader::parse("x", "【あ】\n" + text + "\n" + text + "。\n"))
              .left_out == 0);
  }
}
