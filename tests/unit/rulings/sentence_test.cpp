// The sentence that a span of a card's text is a part of.

#include "rulings/sentence.h"

#include "tests/catch.h"

using namespace hanrei;

TEST_CASE("sentence: a part is told with the whole that it is of", "[rulings][sentence]") {
  model::CardDef card;
  card.text = {{"s1", "［バトル］"}, {"s2", "使用を宣言する→"},    {"s3", "相手のMPを3減らす。 / "},
               {"s4", "火の車"},     {"s5", "(1ターンに1回まで)"}, {"s6", "ターン終了時、"},
               {"s7", "1枚引く。"},  {"s8", "Draw a card. "},      {"s9", "終わらない文"}};
  CHECK(rulings::sentence_of(card, "s1") == "［バトル］使用を宣言する→相手のMPを3減らす。");
  CHECK(rulings::sentence_of(card, "s3") == rulings::sentence_of(card, "s1"));
  CHECK(rulings::sentence_of(card, "s4") == "火の車(1ターンに1回まで)");
  CHECK(rulings::sentence_of(card, "s6") == "ターン終了時、1枚引く。");
  CHECK(rulings::sentence_of(card, "s8") == "Draw a card.");
  CHECK(rulings::sentence_of(card, "s9") == "終わらない文");
  CHECK(rulings::sentence_of(card, "s10").empty());
  CHECK(rulings::span_of(card, "s3") == "相手のMPを3減らす。");
}
