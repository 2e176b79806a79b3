// Turns of phrase that leave open who, which or how far, and what is none; facts keep them.

#include <string>

#include "audit/print/print.h"
#include "audit/print/reader/reader.h"
#include "tests/catch.h"
#include "tests/unit/text/signs_of.h"

namespace {

using namespace hanrei;
using test::codes;
using test::has;

}  // namespace

TEST_CASE("rules: who wins or loses is somebody", "[text]") {
  CHECK(has("山札が無くなった場合、敗北する。", "outcome 敗北する|"));
  CHECK_FALSE(has("山札が無くなったプレイヤーは敗北する。", "outcome"));
  CHECK_FALSE(has("敗北した星を置く。", "outcome"));
}

TEST_CASE("rules: a bound taken as itself", "[text]") {
  CHECK(has("0以下になった場合、0として扱う。", "edge 0以下|0"));
  CHECK_FALSE(has("0以下になった場合、1として扱う。", "edge"));
  CHECK_FALSE(has("0以下になった場合、10として扱う。", "edge"));
}

TEST_CASE("rules: one act, by its verb", "[text]") {
  CHECK(has("星のカードをプレイする。", "used カード|プレイ"));
  CHECK(has("星のカードを使って引く。", "used カード|使用"));
  CHECK_FALSE(has("カードの使用権を持つ。", "used"));
}

TEST_CASE("rules: a noun of two that were compared", "[text]") {
  CHECK(has("赤い星の値が青い星の値を上回るとき、そのカードを裏返す。", "of-two カード|"));
  CHECK_FALSE(has("赤い星の値が青い星の値を上回るとき、その星を裏返す。", "of-two"));
  CHECK_FALSE(has("値が3を上回るとき、そのカードを裏返す。", "of-two"));
}

TEST_CASE("rules: free, barred, turned, entered", "[text]") {
  CHECK(has("何度でも点灯を行うことができる。", "freely 点灯|"));
  CHECK_FALSE(has("1度だけ点灯を行うことができる。", "freely"));
  CHECK(has("出たターンは点灯はできない。", "barred 点灯|"));
  CHECK_FALSE(has("ただし、出たターンは点灯はできない。", "barred"));
  CHECK(has("札を裏向きにする。", "turned 裏向き|down"));
  CHECK_FALSE(has("凍結状態の札は裏向きにする。", "turned"));
  CHECK(has("札を表にします。", "turned 表|up"));
  CHECK(has("星は凍結状態になります。", "enters 凍結状態|"));
  CHECK_FALSE(has("凍結状態になった星を数える。", "enters"));
  CHECK(has("「凍結状態にする」効果は続く。", "enters"));  // an effect does it
  CHECK(has("2つの星座のみで遊ぶ。", "only 星座|2つ"));
}

TEST_CASE("rules: two numbers of the only ones", "[text]") {
  const std::string one = "【遊び方】\n2つの星座のみで遊ばなければならない。\n";
  CHECK(codes(one).find("HA2060") == std::string::npos);
  CHECK(codes(one + "1つの星座のみで遊ばなければならない。\n").find("HA2060") != std::string::npos);
}

TEST_CASE("rules: one icon with two effects", "[text]") {
  const std::string both =
      "術の札\n\n  • 「星」このアイコンがあれば、夜に使えます。\n\n行事の札\n\n  • "
      "「星」このアイコンがあれば、";
  CHECK(codes(both + "昼に使えます。\n").find("HA2022") != std::string::npos);
  CHECK(codes(both + "夜に使えます。\n").find("HA2022") == std::string::npos);
}

TEST_CASE("rules: no text makes them stumble", "[text]") {
  for (const std::string text : {"以下0として",
                                 "0以下0として",
                                 "を使",
                                 "の使用",
                                 "「」このアイコン",
                                 "が上回る",
                                 "のがのを上回るその",
                                 "ことができる",
                                 "何度でもことができる",
                                 "はできない",
                                 "裏に",
                                 "裏向きに",
                                 "状態に",
                                 "」状態に",
                                 "1つの",
                                 "1つののみ",
                                 "★",
                                 "★の",
                                 "対応",
                                 "対応する",
                                 "《》",
                                 "(・・)",
                                 "【(・・・)】"}) {
    CHECK(audit::print::examine(audit::reader::parse("x", text)).left_out == 0);
    CHECK(audit::print::examine(audit::reader::parse("x", "【あ】\n" + text + "\n" + text + "。\n"))
              .left_out == 0);
  }
}
