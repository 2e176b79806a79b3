// What another sentence answers is not asked, and findings are told so that they can be understood
// where they stand.

#include <string>

#include "audit/print/print.h"
#include "audit/print/reader/reader.h"
#include "tests/catch.h"
#include "tests/unit/text/signs_of.h"

namespace {

using namespace hanrei;
using test::codes;

bool finds(const std::string& text, const std::string& code) {
  return codes(text).find(code) != std::string::npos;
}

/// The messages of a kind, in Japanese.
std::string said(const std::string& text, const std::string& code) {
  std::string out;
  for (const auto& f : audit::print::examine(audit::reader::parse("x", text)).list)
    if (base::code_text(f.code) == code) out += audit::print::message(f, base::Lang::Ja) + "\n";
  return out;
}

}  // namespace

TEST_CASE("wording: an exception that says so is no contradiction", "[text]") {
  const std::string ban = "1-1 星\n同じ星を2枚以上置くことはできません。\n1-2 月\n";
  CHECK(finds(ban + "同じ星を何枚でも置くことができます。\n1-3 日\n日です。\n", "HA2082"));
  CHECK_FALSE(
      finds(ban + "同じ星であっても何枚でも置くことができます。\n1-3 日\n日です。\n", "HA2082"));
}

TEST_CASE("wording: a ban of a list of restrictions is an exception", "[text]") {
  const auto text = [](const std::string& head) {
    return "1-1 初め\n先に遊ぶ人には次の" + head +
           "があります。\n・星をドローすることができない\n・星を置くことができない\n1-2 "
           "番\n必ず星をドローする。\n1-3 月\n月です。\n";
  };
  CHECK(finds(text("行い"), "HA2082"));
  CHECK_FALSE(finds(text("制限"), "HA2082"));
}

TEST_CASE("wording: for whom a limit is may be said elsewhere", "[text]") {
  const std::string limit =
      "星の遊び\n\n  • 星カードは1ターンに1枚しか使えません。\n\n星の使い方\n\n";
  CHECK(finds(limit + "  • 星カードは夜に使います。\n", "HA2084"));
  CHECK_FALSE(
      finds(limit + "  • 星カードは、1ターンに1枚のみ使えます(自分が1枚まで、相手が1枚まで)。\n",
            "HA2084"));
}

TEST_CASE("wording: an order told in pieces is told", "[text]") {
  const std::string text =
      "星フェイズ\n\n月フェイズに移る前に、星を置く番です。\n\n月フェイズ\n\n月を置く番です。\n\n日"
      "フェイズ\n\n";
  CHECK(finds(text + "日を置く番です。\n", "HA2073"));
  CHECK_FALSE(finds(text + "月フェイズが終了し、始まります。\n", "HA2073"));
}

TEST_CASE("wording: a hedge with its exception in another rule", "[text]") {
  const std::string text =
      "星の場所\n\n  • 廃星場\n    • 主に消えた星を置く場所。\n\n遊び方\n\n  • "
      "古い月を廃星場に置く。\n";
  CHECK(finds(text + "  • 古い日を空に置く。\n", "HA2046"));
  CHECK_FALSE(finds(text + "  • 古い日を廃星場に置く。\n", "HA2046"));
}

TEST_CASE("wording: the footer of a web page is no rule", "[text]") {
  const std::string text =
      "星の遊び\n\n  • 星の効果は置いたときに適用されます。\n  • "
      "月の効果は取ったときに適応されます。\n  • 日の効果を適応します。\n\n";
  const auto at_end = [](const std::string& t) {
    const auto book = audit::reader::parse("x", t);
    for (const auto& f : audit::print::examine(book).list)
      for (const auto& p : f.places)
        if (book.units[p.unit].at.line > 8) return true;
    return false;
  };
  CHECK(at_end(text + "規約\n\n利用規約が適用されます。\n"));
  CHECK_FALSE(at_end(
      text +
      "タグ:\n\n+ タグ編集\n  • タグ:\n\n利用規約が適用されます。\n\n最終更新:2024年01月01日\n"));
}

TEST_CASE("wording: a quotation begins and ends with a word", "[text]") {
  CHECK(said("1-1 星\nフィールド出現した星は光る。\n", "HA2050") ==
        "「フィールド出現した」: このあたりに脱字か誤植があるようです\n");
  CHECK(said("1-1 星\n例え1番だけであっても、星を置けます。\n", "HA2050")
            .find("「たとえ」のことでしょうか") != std::string::npos);
  CHECK(said("1-1 星\n星を置くとは、好きな星を空に選択できます。\n", "HA2050")
            .find("「とは」を受ける言葉がありません") != std::string::npos);
  CHECK(said("1-1 星\n赤い星を決め、空に置く。\n", "HA2040") ==
        "「星を決め」とありますが、だれが選ぶのか書かれていません\n");
  CHECK(said("1-1 星\n夜空から星2枚選択する。\n", "HA2040").find("「星2枚選択」") !=
        std::string::npos);
}

TEST_CASE("wording: no brackets around brackets", "[text]") {
  CHECK(said("1-1 星\n星を「明星」に置く。\n1-2 月\n月です。\n1-3 日\n日です。\n", "HA2020")
            .find("「明星」は用語") == 0);
}

TEST_CASE("wording: two spellings in one form, the wrong one first", "[text]") {
  CHECK(said("1-1 星\n星を1個づつ取る。\n1-2 月\n月を1個づつ取る。\n1-3 日\n日を1個ずつ取る。\n",
             "HA2077")
            .find("「づつ」と「ずつ」") == 0);
  CHECK(said("1-1 星\n星をだし、月を取る。\n1-2 月\n月を出す。日を出す。\n", "HA2077")
            .find("「だし」と「出し」") == 0);
}

TEST_CASE("wording: a circle of two is meant by nobody", "[text]") {
  const auto order = [](const std::string& chain) {
    return "強さ\n\n  • " + chain + "の順に強い。\n";
  };
  CHECK(said(order("鳥<魚<鳥"), "HA2045") == "鳥<魚<鳥は順序として循環しています\n");
  CHECK(said(order("鳥<獣<虫<鳥の順に強く、鳥<魚<鳥"), "HA2045") ==
        "鳥<魚<鳥は順序として循環しています\n");
  CHECK(said(order("鳥<獣<虫<鳥"), "HA2045").empty());
  CHECK(said(order("鳥<魚"), "HA2045").empty());
}

TEST_CASE("wording: one headword with two texts", "[text]") {
  CHECK(said("【合図】\n星を見せることです。\n【月】\n夜に光るものです。\n【合図】\n番の終わりを告"
             "げることです。\n",
             "HA2012") == "題名【合図】の条項が二つあります\n");
  CHECK(said("【合図】\n星を見せることです。\n【月】\n夜に光るものです。\n【合図】\n星を見せること"
             "です。\n",
             "HA2012")
            .empty());
  CHECK(said("【合図】\n【月】\n夜に光るものです。\n【合図】\n番の終わりを告げることです。\n",
             "HA2012")
            .empty());
}

TEST_CASE("wording: another document is no lost title", "[text]") {
  CHECK(finds("星の遊び\n\n詳しくは星の説明参照。\n\n遊び方\n\n  • 星を置く。\n", "HA2007"));
  CHECK_FALSE(finds("星の遊び\n\n詳しくは公式ページの 説明 を参照。\n\n遊び方\n\n  • 星を置く。\n",
                    "HA2007"));
}
