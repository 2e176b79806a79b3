// Giving up takes a bounded number of steps, and is told as what it is.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

/// Two leaders that can each pay for their own ability, over and over: many branches, each of them
/// possible.
constexpr const char* kMany = R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="LIMIT-1" game="lftcg" status="derived" source="test">
  <title xml:lang="en">Many branches</title>
  <situation turn="A" at="メインフェイズ[2]">
    <player id="A"><zone name="デッキ"><cards n="20"/></zone><zone name="フィールド"><card id="L" is="旗手" リーダー="true" 気力="10"/><card id="M" is="無名" リーダー="true" 気力="10"/></zone></player>
    <player id="B"><zone name="フィールド"><card id="N" is="無名" リーダー="true" 気力="10"/></zone></player>
  </situation>
  <play><free by="A" acts="特殊能力を使う コストを発生させる"/></play>
  <claim kind="possible">raised(特殊能力を使用したとき) = 1 and L.状態 = 消耗 and size(コスト) = 0</claim>
</ruling>
)";

}  // namespace

TEST_CASE("limits: a run of many hard branches ends within its budget", "[agreement][corpus]") {
  const test::Scratch scratch;
  test::copy_folder(test::at_root("fixtures/lftcg"), scratch / "lftcg");
  const std::string path = scratch / "lftcg/rulings/LIMIT-1.xml";
  test::put(path, kMany);
  const std::vector<std::string> args = {"check",    path,          "--engine",
                                         "symbolic", "--max-units", "1000000"};
  const test::Ran first = test::run(args);
  CHECK(first.code == 3);
  CHECK_THAT(first.out, test::ContainsSubstring("undecided    LIMIT-1"));
  CHECK_THAT(first.out, test::ContainsSubstring("Z3: telling possible branches from impossible "
                                                "ones took more than 1000000 resource units"));
  CHECK(test::run(args).out == first.out);
}
