// What a rule leaves unsaid that others say, and how much of a sentence a finding quotes.

#include "tests/catch.h"
#include "tests/unit/text/signs_of.h"

namespace {

using namespace hanrei;

bool finds(const std::string& text, const std::string& code) {
  return test::codes(text).find(code) != std::string::npos;
}

std::string said(const std::string& text, const std::string& code) {
  for (const auto& f : audit::print::examine(audit::reader::parse("x", text)).list)
    if (base::code_text(f.code) == code) return audit::print::message(f, base::Lang::Ja);
  return "";
}

const std::string kBoth = "1-1 準備\nお互いのプレイヤーは、次の手順を行います。\n";
const std::string kEnd = "1-2 星の数\n星は5個までです。\n1-3 終わり\n星がなくなると終わります。\n";

}  // namespace

TEST_CASE("openings: what both choose out of sight is no matter of order, what may be declared is",
          "[text]") {
  for (const std::string hidden : {"見せないよう裏にして", "裏向きで", "伏せて", "裏のまま"}) {
    INFO(hidden);
    CHECK_FALSE(finds(kBoth + "[1] 札を山から選び、" + hidden + "置きます。\n" + kEnd, "HA2093"));
  }
  CHECK(finds(kBoth + "[1] 札を山から選び、場に置きます。\n" + kEnd, "HA2093"));
  CHECK(said(kBoth +
                 "[1] 札を山から選び、裏にして置きます。\n[2] 引き直しを宣言することができる。\n" +
                 kEnd,
             "HA2093")
            .find("宣言することができる") != std::string::npos);
}

TEST_CASE("openings: a quotation begins and ends with what it is about", "[text]") {
  CHECK(said("1-1 夜\n[1] 夜空から星札1枚を指定する。\n" + kEnd, "HA2040")
            .find("「星札1枚を指定する」") != std::string::npos);
  CHECK(
      said("1-1 夜\n[1] 夜空の星札を1枚選択します。\n" + kEnd, "HA2040").find("「星札を1枚選択") !=
      std::string::npos);
  const std::string list =
      said("【夜】\n夜には赤い星の配置・青い星の配置・白い星の配置・黒い星の配置などを行います。\n",
           "HA2048");
  CHECK(list.find("「…") != std::string::npos);
  CHECK(list.find("・黒い星の配置など」") != std::string::npos);
  CHECK(
      said("【夜】\n「星を置いたとき?」の効果です。\n", "HA2050").find("「「星を置いたとき?」の") !=
      std::string::npos);
  CHECK(said("【数】\n【力】AA\n力はAAです。\n速さはBBです。AAとBBを比べます。BBを足します。\n札に"
             "はAABBがあります。\n",
             "HA2050")
            .find("「AA」と「BB」") != std::string::npos);
}

TEST_CASE("openings: what becomes of the price is told of another procedure", "[text]") {
  const std::string pays =
      "1-1 星を置く\n『再提示』とは、もう一度見せることです。\n[1] 星の札を再提示する。\n[2] "
      "星の札の代価を支払う。\n[3] 星の札の再提示ができない場合、処理を中断する。\n1-2 石\n";
  CHECK(
      said(pays + "石は丸いです。\n1-3 終わり\n星がなくなると終わります。\n", "HA2091").find("(") ==
      std::string::npos);
  CHECK(said(pays + "石を払って中断した場合、払った石は元には戻らない。\n1-3 "
                    "終わり\n星がなくなると終わります。\n",
             "HA2091")
            .find("1-2") != std::string::npos);
}

TEST_CASE("openings: no more is asked than is open", "[text]") {
  CHECK_FALSE(
      finds("1-1 札の数\n数えた札を「得点」と呼びます。この場合、相手の札を指します。\n" + kEnd,
            "HA2112"));  // a name, no case
  CHECK_FALSE(
      finds("1-1 朝フェイズ\n星を置くことができます。\n1-2 "
            "段階\n各フェイズは、置かなければ終了します。\n",
            "HA2114"));
  CHECK_FALSE(
      finds("1-1 場\n自分の場と相手の場があります。\n1-2 星\n[1] 星を場に置く。\n1-3 月\n[1] "
            "月を見る。\n",
            "HA2101"));  // one place only
}

TEST_CASE("openings: no text makes them stumble", "[text]") {
  for (const std::string text :
       {"から", "から1", "適切な", "が変化する。", "この場合", "即座に", "装備していた",
        "フェイズ終了", "フェーズ", "---の終了", "手順[1]で", "中断する場合", "《をするとき》",
        "】など", "「」など・・", "?」", "1枚を指定する", "を指定する"}) {
    INFO(text);
    CHECK(audit::print::examine(audit::reader::parse("x", text)).left_out == 0);
    CHECK(audit::print::examine(
              audit::reader::parse("x", "1-1 あ\n[1] " + text + "\n" + text + "。\n"))
              .left_out == 0);
  }
}
