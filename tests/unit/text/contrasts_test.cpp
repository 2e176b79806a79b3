// Turns of phrase that mean something only beside another: lists, leaves, forms of a sign.

#include <string>

#include "tests/catch.h"
#include "tests/unit/text/signs_of.h"

namespace {

using namespace hanrei;
using test::has;

bool found(const std::string& text, const std::string& code) {
  return test::codes(text).find(code + " ") != std::string::npos;
}

}  // namespace

TEST_CASE("contrasts: a list and what follows it", "[text]") {
  CHECK(has("赤星や青星の上に重ねて置くことはできない。", "joined 赤星・青星|の上に重ねて置く"));
  CHECK_FALSE(has("赤星の上に重ねて置くことはできない。", "joined"));
  CHECK_FALSE(has("赤星や青星の上。", "joined"));
  CHECK(
      found("赤星や青星の上に重ねて置くことはできない。\n\n赤星、青星、白星の上に重ねて置くことはで"
            "きない。\n",
            "HA2081"));
  // neither has all of the other
  CHECK_FALSE(
      found("赤星や黒星の上に重ねて置くことはできない。\n\n赤星、青星、白星の上に重ねて置くことはで"
            "きない。\n",
            "HA2081"));
}

TEST_CASE("contrasts: granted and barred", "[text]") {
  CHECK(has("手番プレイヤーが光る順番を決定できます。", "grant 手番プレイヤー・順|+"));
  CHECK(has("手番プレイヤーが光る順を指定することはできません。", "grant 手番プレイヤー・順|-"));
  CHECK_FALSE(has("ただし、手番プレイヤーが光る順を指定することはできません。", "grant"));
  CHECK_FALSE(has("順番を決定します。", "grant"));
  CHECK(has("同じ星名でも何枚でも置くことができます。", "grant 同じ星名|+"));
  CHECK(has("同じ星名の札を2枚以上置くことはできません。", "grant 同じ星名|-"));
  CHECK(has("必ず札を1枚引用する。", "grant 必ず引用|+"));
  CHECK(has("札を引用することができない。", "grant 必ず引用|-"));
  CHECK_FALSE(has("星がない場合、札を引用することができない。", "grant"));
  CHECK(found("必ず札を1枚引用する。\n\n札を引用することができない。\n", "HA2082"));
  CHECK_FALSE(found("必ず札を1枚引用する。\n\n札を確認することができない。\n", "HA2082"));
}

TEST_CASE("contrasts: forms", "[text]") {
  CHECK(found("「星空の確認」を行う。\n\n「星空」の確認を行う。\n", "HA2083"));
  CHECK_FALSE(found("「星空の確認」を行う。\n\n「月夜」の確認を行う。\n", "HA2083"));
  CHECK(has("星は光る(2011/06/02)。", "form 2011/06/02|date;"));
  CHECK(has("星は光る(11/06/02)。", "form 11/06/02|date.;"));
  CHECK_FALSE(has("星は光る(1/2)。", "form"));
  CHECK_FALSE(has("星は光る(2011/06/023)。", "form"));
}

TEST_CASE("contrasts: so many in a turn", "[text]") {
  CHECK(has("星の札は1ターンに1枚しか使えない。", "per-turn 札|1枚"));
  CHECK(has("同じ札は、1ターンに2枚まで使える。", "per-turn 同じ札|2枚"));
  CHECK_FALSE(has("自分の札は1ターンに1枚しか使えない。", "per-turn"));
  CHECK_FALSE(has("1枚の札は1ターンに1枚しか引けない。", "per-turn"));
  CHECK_FALSE(has("この札は1ターンに1枚しか引けない。", "per-turn"));
}

TEST_CASE("contrasts: told again", "[text]") {
  CHECK(
      found("1 星\n1-1 光\n光を変えることを『光修正』の効果として扱います。\n1-2 "
            "語\n星の光を変えることを『光修正』と呼びます。\n",
            "HA2022"));
  CHECK_FALSE(
      found("1 星\n1-1 光\n光を変えることを『光修正』の効果として扱います。\n1-2 "
            "語\n星の光を変えることを『光』と呼びます。\n",
            "HA2022"));
  CHECK(found("札を置く。例え2枚になったとしても、置けない。\n", "HA2050"));
  CHECK_FALSE(found("札を置く。例えば2枚になったとしても、置けない。\n", "HA2050"));
}
