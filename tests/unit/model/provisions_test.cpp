// Provisions: whose they are, what states them, and where what they present is kept.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;

TEST_CASE("provisions: what an effect presents has its place", "[model]") {
  const test::Translated t("");
  REQUIRE(t.log.all().empty());
  const model::CardDef& spark = t.p.cards[t.named(t.p.names->cards, "spark")];
  REQUIRE(spark.effects.size() == 1);
  const model::EffectDef& effect = t.p.effects[spark.effects[0]];
  REQUIRE(effect.present.size() == 1);
  REQUIRE(effect.places.size() == 1);
  CHECK(effect.places[0] != model::kNone);
}

TEST_CASE("provisions: two effects of one card with one name are told", "[model]") {
  const test::Translated t("", R"({"card": "twin", "role": "charm", "provisions": [
    {"effect": "", "steps": [{"do": "night := true"}]},
    {"effect": "", "steps": [{"do": "night := false"}]}]})");
  CHECK_FALSE(t.log.all().empty());
}

TEST_CASE("provisions: an ending says who loses", "[model]") {
  const test::Translated t(
      R"({"ending": "dark", "for": {"p": "player"}, "when": "night", "loser": "night"})");
  CHECK(t.log.all().size() == 1);
}
