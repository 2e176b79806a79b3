// Cards whose words are their abilities.

#include "model/phrases/compiled.h"

#include "base/json/write.h"
#include "model/passes/unread.h"
#include "tests/catch.h"
#include "tests/unit/model/phrases/booklet.h"

using namespace hanrei;
using test::Booklet;

namespace {

const std::string kPhrases = R"j({"format": 1, "lexical": [{"sort": "number", "match": "digits"}],
 "text": {"ends": ["."]}, "islands": ["provision"], "phrases": [
 {"sort": "provision", "text": "Draw {n:number}.", "is": [{"effect": "", "steps": [{"do": "me.hand += $n"}]}]},
 {"sort": "provision", "text": "Be glad.", "is": [{"effect": "glad", "steps": [{"do": "me.hand += 1"}]}, {"effect": "merry", "steps": [{"do": "me.hand += 2"}]}]},
 {"sort": "provision", "text": "Sigh.", "is": []},
 {"sort": "provisions", "text": "{p:provision}", "is": "$p"},
 {"sort": "provisions", "text": "{p:provision}{q:provisions}", "is": ["$*p", "$*q"]},
 {"sort": "card", "text": "{p:provisions}", "is": "$p"}]})j";

/// A game with one card of these wordings, each `"from", "words"`.
struct Words {
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::optional<model::Game> game;

  explicit Words(const std::string& text, const std::string& phrases = kPhrases) {
    std::vector<model::GameText> book;
    if (!phrases.empty()) book.push_back({"book.json", phrases});
    game = model::parse_game(
        sources, "game",
        {{"game.json", R"j({"format": 1, "game": "g", "title": {}, "players": ["A", "B"]})j"},
         {{"rules.json", R"j({"format": 1, "provisions": [
            {"attr": "hand", "of": "player", "type": "int"}]})j"}},
         {{"cards.json", R"j({"format": 1, "cards": [{"card": "c", "text": )j" + text +
                             R"j(, "provisions": "text"}]})j"}},
         book},
        log);
  }
  const base::Json& card() const { return game->cards[0].find("cards")->items[0]; }
  const std::vector<base::Json>& provisions() const { return card().find("provisions")->items; }
  std::string at(base::Span s) const {
    return std::string(sources.text(s.file).substr(s.begin, s.end - s.begin));
  }
  std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const base::Diagnostic& d : log.all()) out.emplace_back(base::code_text(d.code));
    return out;
  }
};

}  // namespace

TEST_CASE("compiled: the words of a card are its abilities, with their places", "[phrases]") {
  const Words w(R"j([{"spans": {"s1": "Draw 2.", "s2": "Draw 3."}}])j");
  CHECK(w.codes().empty());
  CHECK(w.game->from_words.contains("c"));
  REQUIRE(w.provisions().size() == 2);
  CHECK(w.at(w.provisions()[0].span) == "Draw 2.");
  CHECK(w.at(w.provisions()[1].span) == "Draw 3.");
  CHECK(w.provisions()[1].find("span")->items.at(0).string == "s2");
  CHECK(w.provisions()[1].find("steps")->items.at(0).find("do")->string == "me.hand += 3");
}

TEST_CASE("compiled: two abilities of one sentence have two places", "[phrases]") {
  const Words w(R"j([{"spans": {"s1": "Be glad."}}])j");
  REQUIRE(w.provisions().size() == 2);
  CHECK(w.provisions()[0].span != w.provisions()[1].span);
  CHECK(w.at(w.provisions()[0].span) == "Be glad.");
}

TEST_CASE("compiled: every wording from its day on", "[phrases]") {
  const Words w(R"j([{"from": "2020-01-01", "spans": {"s1": "Draw 2."}},
                     {"from": "2021-01-01", "spans": {"s1": "Draw 3."}}])j");
  CHECK(w.codes().empty());
  REQUIRE(w.provisions().size() == 2);
  CHECK(w.provisions()[0].find("before")->string == "2021-01-01");
  CHECK(w.provisions()[0].find("since") == nullptr);
  CHECK(w.provisions()[1].find("since")->string == "2021-01-01");
}

TEST_CASE("compiled: what is not read in one way is told at its place", "[phrases]") {
  const Words unread(R"j([{"spans": {"s1": "Draw 2. Sing."}}])j");
  CHECK(unread.codes() == std::vector<std::string>{"HR3110"});
  CHECK(unread.at(unread.log.all()[0].span) == " Sing.");
  CHECK(unread.provisions().empty());
  CHECK_FALSE(unread.log.has_errors());
  CHECK(Words(R"j([{"spans": {"s1": "Draw 2."}}])j", "").codes() ==
        std::vector<std::string>{"HR3112"});
  CHECK(Words("[]").codes() == std::vector<std::string>{"HR3112"});
  CHECK(Words(R"j([{"spans": {"s1": "Draw 2."}, "flavour": ["s1"]}])j").codes() ==
        std::vector<std::string>{"HR3112"});
  CHECK(Words(R"j([{"spans": {"s1": "Sigh."}}])j").codes() == std::vector<std::string>{"HR3112"});
  std::string twice = kPhrases;
  const std::string draw = R"j({"sort": "provision", "text": "Draw {n:number}.")j";
  twice.insert(twice.find(draw), R"j({"sort": "provision", "text": "Draw {n:number}.",
    "is": [{"effect": "", "steps": [{"do": "me.hand -= $n"}]}]},)j");
  CHECK(Words(R"j([{"spans": {"s1": "Draw 2."}}])j", twice).codes() ==
        std::vector<std::string>{"HR3111"});
}

TEST_CASE("compiled: words that end too early say so", "[phrases]") {
  const Words w(R"j([{"spans": {"s1": "Draw 2"}}])j");
  CHECK(w.codes() == std::vector<std::string>{"HR3112"});
  CHECK(base::message(w.log.all()[0]).find("they end where more was to come") != std::string::npos);
}

TEST_CASE("compiled: a card that is not read is told once, and leaves the rest as it is",
          "[phrases]") {
  Words w(R"j([{"spans": {"s1": "Draw 2. Sing."}}])j");
  base::DiagnosticLog log;
  const model::Program unread = model::compile(*w.game, {}, w.sources, log);
  for (const base::Diagnostic& d : log.all())
    CHECK(base::code_text(d.code) != "HR3019");  // beside HR3110
  REQUIRE(unread.cards.size() == 1);
  CHECK(model::unread(unread.cards[model::ids::CardId(0)]));
  Words good(R"j([{"spans": {"s1": "Draw 2."}}])j");
  const model::Program read = model::compile(*good.game, {}, good.sources, log);
  CHECK_FALSE(model::unread(read.cards[model::ids::CardId(0)]));
}
