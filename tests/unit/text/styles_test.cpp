// Clean texts in ordinary styles: what they say in other forms than the five rulebooks is read, and
// nothing false is told.

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

/// The titles and numbers of a text, one after another.
std::string heads(const std::string& text) {
  std::string out;
  for (const auto& u : audit::reader::parse("x", text).units) {
    if (u.kind != audit::reader::Kind::Heading) continue;
    out += u.number + "|" + (u.titles.empty() ? "" : u.titles[0]) + "; ";
  }
  return out;
}

/// What the text says the meaning of.
std::string terms(const std::string& text) {
  std::string out;
  for (const auto& u : audit::reader::parse("x", text).units)
    for (const auto& s : u.says)
      for (const auto& d : s.defines) out += d.text + "; ";
  return out;
}

}  // namespace

TEST_CASE("styles: an article has its text behind its number", "[text]") {
  const std::string text =
      "第1章 総則\n1-1 決着\n1-1-1 灯りが0になったプレイヤーは敗北する。\n1-1-2 "
      "星がないプレイヤーは敗北する。\n第2章 場所\n2-1 場所の種類\n"
      "2-1-1 夜空 星を置く場所である。\n2-1-2 手箱 星を持つ場所である。\n3-1 星\n星は3個である。\n";
  CHECK(heads(text) ==
        "|総則; 1-1|決着; 1-1-1|; 1-1-2|; |場所; 2-1|場所の種類; 2-1-1|夜空; 2-1-2|手箱; 3-1|星; ");
  CHECK_FALSE(finds(text, "HA2002"));
  // a whole sentence is never a reference to a title; what is quoted still is one
  CHECK_FALSE(finds("1 星\n1-1 星の数\n星は5個です。\n1-2 星の色\n星は青です。\n9-9-9 夜は暗い。\n",
                    "HA2002"));
  CHECK(finds("1 星\n1-1 星の数\n「9-9 夜」に従います。\n1-2 星の色\n星は青です。\n", "HA2002"));
}

TEST_CASE("styles: numbers with dots, and signs before numbers and titles", "[text]") {
  CHECK(heads("1-1. 星\n星です。\n1-2. 月\n月です。\n1-2-1. 月の数\n1個です。\n") ==
        "1-1|星; 1-2|月; 1-2-1|月の数; ");
  CHECK(heads("101.1. 星\n星です。\n101.2. 月\n月です。\n") == "101.1|星; 101.2|月; ");
  CHECK(heads("◇1-1 星\n星です。\n◇1-2 月\n月です。\n") == "1-1|星; 1-2|月; ");
  CHECK(heads("星の遊び\n\n用語\n■夜空\n星を並べる場所です。\n■手箱\n星を持つ場所です。\n") ==
        "|星の遊び; |用語; |夜空; |手箱; ");
  CHECK(heads("用語\n\n■ 星\n■ 月\n■ 日\n") == "|用語; ");  // a list
  CHECK_FALSE(finds("◇星を置く。\n◇の星を取る。\n\n◇星を置く。\n\n◇2の星を取る。\n", "HA2020"));
}

TEST_CASE("styles: no title has a full stop in it", "[text]") {
  CHECK(heads("星\n\n一度だけ光ります。(くわしくはこちら)\n  • 星は5個です。\n") == "|星; ");
}

TEST_CASE("styles: one sentence names several things", "[text]") {
  CHECK(terms("遊ぶプレイヤー自身を『自分』、対戦する人を『相手』と呼びます。") == "自分; 相手; ");
  CHECK(terms("重ねたものを「星山」、使ったものを「捨て山」と呼びます。") == "星山; 捨て山; ");
  CHECK(terms("左端を「入口」、右端を「奥」とします。") == "入口; 奥; ");
  CHECK(terms("近い列を、そのプレイヤーの『陣』とします。") == "陣; ");
  CHECK(terms("用意したプレイヤーをその札の『星主』、置いたプレイヤーを『使い手』と呼ぶ。") ==
        "星主; 使い手; ");
  CHECK(terms("手番を行うプレイヤーを昼番プレイヤー、もう一方を夜番プレイヤーと呼ぶ。") ==
        "昼番プレイヤー; 夜番プレイヤー; ");
  CHECK(terms("手番プレイヤーを攻める側、もう一人を守る側といいます。") == "攻める側; 守る側; ");
  CHECK(terms("星を1個取り、夜空を「1」とします。").empty());
  CHECK(terms("星を引き、月を置くと言われます。").empty());
}

TEST_CASE("styles: a short term is used where it stands between particles", "[text]") {
  const std::string defined = "1 場所\n1-1 沖\n『沖』とは、船を置く所です。\n1-2 船\n";
  CHECK(finds(defined + "船は沈みます。\n1-3 港\n港です。\n", "HA2021"));
  CHECK(finds(defined + "沖合の船は沈みます。\n1-3 港\n港です。\n", "HA2021"));
  CHECK_FALSE(finds(defined + "自分の沖に船を置きます。\n1-3 港\n港です。\n", "HA2021"));
  CHECK_FALSE(
      finds("1 番\n1-1 控え\n重ねたものを「控え」といいます。\n1-2 "
            "引く\n控えから1枚引きます。\n1-3 終わり\n終わります。\n",
            "HA2021"));
  CHECK_FALSE(
      finds("1 番\n1-1 側\n星を持つプレイヤーを守る側といいます。\n1-2 "
            "引く\n守る側は1枚引きます。\n1-3 終わり\n終わります。\n",
            "HA2021"));
}

TEST_CASE("styles: a mark of latin letters is not the end of another", "[text]") {
  CHECK(finds(
      "1 番\n1-1 "
      "番\n進めるプレイヤーを『進行プレイヤー』(SP)と呼びます。\n進行プレイヤーは進みます。\n1-2 "
      "待ち\nNSPは待ちます。\n1-3 終わり\n終わります。\n",
      "HA2021"));
}

TEST_CASE("styles: whoever is called a player chooses", "[text]") {
  const std::string step = "1-2 終わり\n[1] 夜番は、星を1個から選んで置く。\n1-3 星\n星です。\n";
  CHECK(finds("1-1 番\n星です。\n" + step, "HA2040"));
  CHECK_FALSE(finds("1-1 番\n番を進めるプレイヤーを『夜番』と呼ぶ。\n" + step, "HA2040"));
  // a chance to declare something does not say who
  const std::string hidden =
      "1-1 霧\n[1] タイミングでの処理、宣言の機会。\n[2] 船を1隻選択して裏向きにする。\n[3] "
      "船を表向きに戻す。\n1-2 船\n船です。\n1-3 港\n港です。\n";
  CHECK(finds(hidden, "HA2040"));
}

TEST_CASE("styles: what comes next is no list", "[text]") {
  const auto announced = [](const std::string& text) {
    for (const auto& u : audit::reader::parse("x", text).units)
      for (const auto& s : u.says)
        if (!s.announces.empty()) return true;
    return false;
  };
  for (const char* text : {"星は次の自分の番の前に戻します。", "星は次の自分の初めの時に戻します。",
                           "次の時に進む。", "守り以下の場合は負ける。", "上下の4方向です。"}) {
    INFO(text);
    CHECK_FALSE(announced(text));
  }
  for (const char* text : {"次の通りです。", "次の3種類に分かれる。", "次の手順に従う。",
                           "番は次のように進む。", "それぞれ以下の行為を行う。"}) {
    INFO(text);
    CHECK(announced(text));
  }
}

TEST_CASE("styles: kinds are counted by the titles that follow", "[text]") {
  const auto text = [](const std::string& n) {
    return "札の種類\n\n札には次の" + n +
           "種類があります。\n\n星の札\n\n星です。\n\n月の札\n\n月です。\n\n日の札\n\n日です。\n\n"
           "遊び方\n\n遊びます。\n";
  };
  CHECK_FALSE(finds(text("3"), "HA2041"));
  CHECK(finds(text("4"), "HA2041"));
  // the next headword is not what was announced
  CHECK(
      finds("【星】\n夜に光るものです。星の数え方は次の通り。\n【月】\n夜に光るものです。\n【日】\n"
            "昼に光るものです。\n",
            "HA2041"));
}

TEST_CASE("styles: a step is not blamed for the form of a verb", "[text]") {
  const std::string text =
      "1-1 出す\n[1] プレイヤーは星を裏向きに出す。\n[2] 手順[1]で出した星を同時に表にする。\n1-2 "
      "星\n星です。\n1-3 月\n月です。\n";
  CHECK_FALSE(finds(text, "HA2005"));
}

TEST_CASE("styles: a time that is a title is no spelling", "[text]") {
  const std::string rule = "星を置くときに光ります。\n\n初めの時\n\n月は丸いです。\n";
  CHECK_FALSE(finds("遊び\n\n" + rule + "\n終わり\n\n初めの時に引きます。\n", "HA2077"));
  CHECK(finds("遊び\n\n" + rule + "\n終わり\n\n星を取る時に引きます。\n", "HA2077"));
}

TEST_CASE("styles: no text makes them stumble", "[text]") {
  for (const std::string text : {"第",
                                 "第1章",
                                 "第1章 ",
                                 "◇",
                                 "◇1",
                                 "◇1-1",
                                 "■",
                                 "■■",
                                 "1-",
                                 "1-1.",
                                 "1.1.1.1.1.1.1.1.1.1",
                                 "1-1 。",
                                 "を「」とします。",
                                 "「とします。",
                                 "、を、をと呼ぶ。",
                                 "を、と呼ぶ。",
                                 "と呼ぶ",
                                 "次の",
                                 "以下の",
                                 "下の",
                                 "控",
                                 "控え",
                                 "るる",
                                 "次の3種類"}) {
    CHECK(audit::print::examine(audit::reader::parse("x", text)).left_out == 0);
    CHECK(audit::print::examine(audit::reader::parse("x", "1-1 " + text + "\n1-2 あ\n1-3 い\n" +
                                                              text + "\n\n" + text + "。\n"))
              .left_out == 0);
  }
}
