// Turns of phrase of a sentence, and what is no such turn; the facts keep them.

#include <string>

#include "audit/print/print.h"
#include "audit/print/reader/facts.h"
#include "audit/print/reader/reader.h"
#include "base/json/read.h"
#include "base/text/source_map.h"
#include "tests/catch.h"
#include "tests/unit/text/signs_of.h"

namespace {

using namespace hanrei;
using audit::reader::read_facts;
using audit::reader::Sign;
using audit::reader::write_facts;
using test::has;

}  // namespace

TEST_CASE("signs: what a turn of phrase is, and what is none", "[text]") {
  CHECK(has("見せた札は使用したと見なされる。", "counts 使用|"));
  CHECK_FALSE(has("見せた札を使用した。", "counts"));
  CHECK(has("手順[3]で得点を増加した場合、引く。", "done-if 3|"));
  CHECK_FALSE(has("手順[3]で提示できなかった場合、引く。", "done-if"));
  CHECK(has("手順[4]〜手順[28]の間です。", "range 4|28"));
  CHECK(has("気力は0以下の値をとります。", "bound 気力|<=0"));
  CHECK_FALSE(has("気力は0以下の値をとることがあります。", "bound"));
  CHECK(has("自分の山、自分の手札、場を見る。", "whose 場|自分の"));
  CHECK_FALSE(has("自分の山、手札、場を見る。", "whose"));
  CHECK(has("同じ札は1枚までしか置けない。", "unscoped 1枚まで|"));
  CHECK_FALSE(has("同じ札は自分の場に1枚までしか置けない。", "unscoped"));
  CHECK(has("光る効果を『光る効果』と呼ぶ。", "circular 光る効果|"));
  CHECK_FALSE(has("星の効果を『光る効果』と呼ぶ。", "circular"));
  CHECK(has("得点 → 星の数を+1", "sum |"));
  CHECK(has("得点を+1 → 星の数を+1", "sum-both |"));
}

TEST_CASE("signs: no text makes them stumble", "[text]") {
  for (const std::string text : {"を",
                                 "再",
                                 "手順[",
                                 "手順[99999]で、",
                                 "』と呼",
                                 "を『』と呼ぶ",
                                 "→",
                                 "+1→+1",
                                 "何枚",
                                 "(ア",
                                 "」になり、",
                                 "の",
                                 "のの",
                                 "は1枚まで",
                                 "[W",
                                 "W]",
                                 "とは、できます。",
                                 "側も",
                                 "?」",
                                 "場に",
                                 "を行わなかった場合",
                                 "と同じ値の",
                                 "以上の",
                                 "が記載されている場合"}) {
    const auto book = audit::reader::parse("x", text + "\n");
    CHECK(audit::print::examine(book).left_out == 0);
  }
}

TEST_CASE("signs: the facts keep them, and refuse what they do not know", "[text]") {
  audit::reader::Facts facts;
  facts.book =
      audit::reader::parse("x", "札は3枚までです。\n手順[3]で得点を増加した場合、引く。\n");
  const std::string json = write_facts(facts);
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto value = base::read_json(sources, sources.add("facts.json", json), log);
  REQUIRE(value);
  const auto again = read_facts(*value, log);
  REQUIRE(again);
  const auto units = [](const std::string& text) {
    return text.substr(0, text.find("\"digests\""));
  };
  CHECK(units(write_facts(*again)) == units(json));
  CHECK(json.find("\"limit 札 3枚\"") != std::string::npos);
  std::string broken = json;
  broken.replace(broken.find("limit 札"), 5, "limes");
  const auto other = base::read_json(sources, sources.add("broken.json", broken), log);
  REQUIRE(other);
  CHECK_FALSE(read_facts(*other, log));
}

namespace {

/// The messages of a code, in Japanese; empty when there is none.
std::string told(const std::string& text, std::string_view code) {
  std::string out;
  for (const auto& f : audit::print::examine(audit::reader::parse("x", text)).list)
    if (base::code_text(f.code) == code) out += audit::print::message(f, base::Lang::Ja) + "\n";
  return out;
}
bool names(const std::string& text, const std::string& a, const std::string& b) {
  return told(text, "HA2023").find("「" + a + "」と「" + b + "」") != std::string::npos;
}

const std::string kRest = "1-2 月\n月です。\n1-3 日\n日です。\n";

}  // namespace

TEST_CASE("moments: the passive past before the active, and not after it", "[text]") {
  CHECK(told("1-1 勝負\n[1] 《勝負を挑まれたとき》\n[2] 《勝負を挑むとき》\n" + kRest, "HA2037")
            .find("挑まれたとき") != std::string::npos);
  CHECK(told("1-1 勝負\n[1] 《勝負を挑むとき》\n[2] 《勝負を挑まれたとき》\n" + kRest, "HA2037")
            .empty());
  CHECK(told("1-1 勝負\n[1] 《勝負を挑むとき》《星を選ぶとき》\n[2] "
             "《勝負を挑んだとき》《月を選んだとき》\n" +
                 kRest,
             "HA2035")
            .find("月を選んだとき") != std::string::npos);
  CHECK(told("1-1 勝負\n[1] 《勝負を挑むとき》《月を選ぶとき》\n[2] "
             "《勝負を挑んだとき》《月を選んだとき》\n" +
                 kRest,
             "HA2035")
            .empty());
}

TEST_CASE("names: by how they are used", "[text]") {
  CHECK(names(
      "星を使うアクションと、星札を装備させるアクションです。\n\n次の文です。\n星札を装備する\n",
      "星札を装備させる", "星札を装備する"));
  CHECK(names("星色は[W]です。\n\nWは白です。\n\n次のWは2個です。\n", "[W]", "W"));
  CHECK(names("【回復】\n回復数を加える。\n回復値が0のとき。\n", "回復数", "回復値"));
  CHECK(names("今の星本の頁を見る。\n\n星本の今の頁を見る。\n", "今の星本の頁", "星本の今の頁"));
  CHECK(names("普通の星を置く。\n\n通常の星を置く。\n", "普通の星", "通常の星"));
  CHECK_FALSE(names("普通の星を置く。\n\n通常の月を置く。\n", "普通の星", "通常の月"));
}

TEST_CASE("phrases: a bound by another value", "[text]") {
  CHECK(told("1-1 光\n光度は光度上限以上の値はとりません。\n1-2 "
             "星\n置くと、光度上限と同じ値の光度を持ちます。\n1-3 日\n日です。\n",
             "HA2060")
            .find("光度上限") != std::string::npos);
}

TEST_CASE("misprints: a question that asks nothing", "[text]") {
  CHECK_FALSE(told("「星を置いたとき?」の効果です。\n", "HA2050").empty());
  CHECK(told("「星を置いてよいですか?」と聞きます。\n", "HA2050").empty());
}

TEST_CASE("history: what was changed is no rule", "[text]") {
  const std::string rules =
      "1-1 光\n「1-2 月」を参照。\n" + kRest + "○更新記録\n2007/04/25\n「1-2 星」を参照。\n";
  CHECK(told(rules, "HA2006").empty());
}
