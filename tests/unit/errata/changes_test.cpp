// What changed between two states of a game: each kind of change, planted one at a time in a small
// game.
#include "errata/changes.h"

#include <algorithm>

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
using errata::Change;
using errata::How;
using errata::Kind;
using errata::Standing;

const std::string kGame =
    R"({"format": 1, "game": "bells", "title": {"ja": "鈴", "en": "bells"}, "players": ["A", "B"], "depth": 9,
 "readings": [{"reading": "R-1", "default": "A", "options": {"A": {"ja": "あ", "en": "a"}, "B": {"ja": "い", "en": "b"}}}]})";
const std::string kRules = R"J({"format": 1, "clauses": [
 {"clause": "1", "kind": "rule", "title": "鳴らす", "ja": "鈴を1つ鳴らす。", "en": "Ring one bell.", "status": "modelled"},
 {"clause": "2", "kind": "definition", "title": "鈴", "ja": "鳴るもの。", "en": "What rings.", "status": "definition"}],
 "provisions": [
 {"procedure": "ring", "args": {"p": "player", "c": "card"}, "by": ["1"], "steps": [{"n": 1, "do": "p.rung += 1", "say": {"ja": "鳴る", "en": "it rings"}}]},
 {"exchange": "turns", "seats": "all", "next": "other"},
 {"norm": "permit", "event": "act ring(self)", "by": ["1"]}]})J";
const std::string kCards = R"J({"format": 1, "cards": [
 {"card": "gong", "weight": 2, "text": [{"spans": {"s1": "Ring twice.", "s2": "It shines.", "s3": "Ah!"}, "flavour": ["s3"]}],
  "provisions": [{"effect": "", "steps": [{"do": "me.rung += 2"}], "span": ["s1"]}, {"static": "shine", "modify": "self.light", "add": "1", "span": ["s2"]}]},
 {"card": "chime", "weight": 1, "text": [{"spans": {"s1": "chime rings once."}}],
  "provisions": [{"effect": "", "steps": [{"do": "chime(me)"}], "span": ["s1"]}]}]})J";

std::string edited(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(from, at + 1) == std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Bells {
  std::string game = kGame, rules = kRules, cards = kCards;
};

struct Compared {
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::optional<model::Game> before, after;
  errata::Changes changes;

  explicit Compared(const Bells& now, const Bells& was = {}) {
    const auto load = [&](const Bells& b, const std::string& folder) {
      return model::parse_game(sources, folder,
                               {{folder + "/game.json", b.game},
                                {{folder + "/rulebook/1.json", b.rules}},
                                {{folder + "/cards/1.json", b.cards}},
                                {}},
                               log);
    };
    before = load(was, "old");
    after = load(now, "new");
    REQUIRE((before && after && !log.has_errors()));
    changes = errata::changes(*before, *after);
  }
  const Change& only() const {
    REQUIRE(changes.list.size() == 1);
    return changes.list[0];
  }
};

}  // namespace

TEST_CASE("changes: nothing changed, and something was compared", "[errata]") {
  const Compared same{Bells{}};
  CHECK(same.changes.list.empty());
  CHECK(same.changes.compared > 14);
}

TEST_CASE("changes: what only tells, white space and the order of keys are no change", "[errata]") {
  Bells b;
  b.rules = edited(b.rules, "it rings", "it sings");
  b.cards = edited(b.cards, "\"card\": \"gong\", \"weight\": 2,",
                   "\"weight\": 2, \"card\": \"gong\", \"note\": \"loud\",");
  b.cards = edited(b.cards, "Ring twice.", " Ring  twice. ");
  // cut otherwise: the parts come in the order of their names
  b.cards = edited(b.cards, "\"s2\": \"It shines.\", \"s3\": \"Ah!\"}, \"flavour\": [\"s3\"]",
                   "\"s2\": \"It \", \"s3\": \"shines.\", \"s4\": \"Ah!\"}, \"flavour\": [\"s4\"]");
  b.cards = edited(b.cards, "\"add\": \"1\", \"span\": [\"s2\"]",
                   "\"span\": [\"s2\", \"s3\"], \"add\": \"1\"");
  CHECK(Compared{b}.changes.list.empty());
}

TEST_CASE("changes: the order of arguments is a change", "[errata]") {
  Bells b;
  b.rules = edited(b.rules, R"({"p": "player", "c": "card"})", R"({"c": "card", "p": "player"})");
  const Compared c{b};
  CHECK(c.only().id == "procedure ring");
  CHECK(c.only().rules);
}

TEST_CASE("changes: words of a card, with and without their ability", "[errata]") {
  Bells b;
  b.cards = edited(b.cards, "Ring twice.", "Ring thrice.");
  const Compared stale{b};
  const Change& c = stale.only();
  CHECK(c.kind == Kind::Card);
  CHECK(c.id == "gong");
  CHECK((c.words && !c.rules && !c.attributes && !c.may_matter()));
  CHECK(c.standing == Standing::NotExamined);
  REQUIRE(c.abilities.size() == 1);  // the other ability formalises other words
  CHECK(c.abilities[0].id == "effect");
  CHECK(c.abilities[0].spans == std::vector<std::string>{"s1"});
  CHECK(stale.sources.path(c.abilities[0].new_place.file) == "new/cards/1.json");
  CHECK(stale.sources.path(c.abilities[0].old_place.file) == "old/cards/1.json");

  Bells read = b;
  read.cards = edited(read.cards, R"("span": ["s1"]}, {"static")",
                      R"("span": ["s1"], "read": {"digest": ")" + c.abilities[0].digest +
                          R"(", "by": "M", "on": "2026-01-02"}}, {"static")");
  CHECK(Compared{read}.only().abilities[0].standing == Standing::Reread);
  CHECK(errata::stale_signatures(*Compared{read}.after).empty());

  Bells later = read;  // signed for other words
  later.cards = edited(later.cards, "Ring thrice.", "Ring four times.");
  CHECK(Compared(later, read).only().abilities[0].standing == Standing::NotExamined);
  const auto signatures = errata::stale_signatures(*Compared{later}.after);
  REQUIRE(signatures.size() == 1);
  CHECK(signatures[0].of == "gong");
  CHECK(signatures[0].ability == "effect");
  CHECK(signatures[0].digest != c.abilities[0].digest);

  Bells restated = b;
  restated.cards = edited(restated.cards, "me.rung += 2", "me.rung += 3");
  const Compared done{restated};
  CHECK(done.only().abilities[0].standing == Standing::Restated);
  CHECK((done.only().words && done.only().rules && done.only().may_matter()));
}

TEST_CASE("changes: what is only restated", "[errata]") {
  const std::string effect =
      R"J({"effect": "", "steps": [{"do": "me.rung += 2"}], "span": ["s1"]})J";
  for (
      const std::string now :
      {R"J({"effect": "", "id": "e", "steps": [{"n": 7, "do": "me.rung+=(2)"}], "span": ["s1"]})J",
       R"J({"effect": "", "steps": [{"do": "me.rung += 2", "by": ["1"]}, {"note": "x"}], "span": ["s1"]})J"}) {
    Bells b;
    b.cards = edited(b.cards, effect, now);
    const Compared alone{b};
    REQUIRE(alone.only().abilities.size() == 1);
    CHECK(alone.only().abilities[0].standing == Standing::RulesOnly);
    b.cards = edited(b.cards, "Ring twice.", "Ring thrice.");
    const Compared both{b};
    REQUIRE(both.only().abilities.size() == 1);
    CHECK(both.only().abilities[0].standing == Standing::NotExamined);
    CHECK(both.only().abilities[0].rules);
  }
  // brackets that say something
  Bells b;
  b.cards = edited(b.cards, "me.rung += 2", "me.rung += 2 * me.rung + 1");
  Bells c = b;
  c.cards = edited(c.cards, "2 * me.rung + 1", "2 * (me.rung + 1)");
  c.cards = edited(c.cards, "Ring twice.", "Ring thrice.");
  CHECK(Compared(c, b).only().abilities[0].standing == Standing::Restated);
}

TEST_CASE("changes: an ability without its words", "[errata]") {
  Bells b;
  b.cards = edited(b.cards, "me.rung += 2", "me.rung += 3");
  const Compared c{b};
  CHECK((!c.only().words && c.only().rules));
  CHECK(c.only().standing == Standing::RulesOnly);

  b.cards = edited(b.cards, "It shines.", "It gleams.");  // of the other ability
  const Compared both{b};
  REQUIRE(both.only().abilities.size() == 2);
  CHECK(both.only().abilities[0].standing == Standing::RulesOnly);
  CHECK(both.only().abilities[1].standing == Standing::NotExamined);

  Bells gone;
  gone.cards =
      edited(gone.cards,
             R"(, {"static": "shine", "modify": "self.light", "add": "1", "span": ["s2"]})", "");
  CHECK(Compared{gone}.only().abilities[0].standing == Standing::RulesOnly);
  gone.cards = edited(gone.cards, R"("s2": "It shines.", )", "");
  CHECK(Compared{gone}.only().abilities[0].standing == Standing::Restated);
}

TEST_CASE("changes: flavour and attributes", "[errata]") {
  Bells b;
  b.cards = edited(b.cards, "Ah!", "Oh!");
  CHECK(Compared{b}.only().standing == Standing::NoRules);
  Bells heavy;
  heavy.cards = edited(heavy.cards, "\"weight\": 1", "\"weight\": 3");
  const Compared c{heavy};
  CHECK((c.only().attributes && !c.only().words && !c.only().rules && c.only().may_matter()));
}

TEST_CASE("changes: cards that come, go and are renamed", "[errata]") {
  Bells b;
  b.cards = edited(b.cards, "\"card\": \"chime\"", "\"card\": \"carillon\"");  // which names itself
  b.cards = edited(b.cards, "chime(me)", "carillon(me)");
  b.cards = edited(b.cards, "chime rings once.", "carillon rings once.");
  const Compared renamed{b};
  CHECK(renamed.only().how == How::Renamed);
  CHECK(renamed.only().id == "carillon");
  CHECK(renamed.only().was == "chime");

  Bells more;
  more.cards = edited(more.cards, "\"cards\": [", R"("cards": [{"card": "plain"},)");
  CHECK(Compared{more}.only().how == How::Added);
  CHECK(Compared(Bells{}, more).only().how == How::Removed);
  Bells other = more;  // cards that say nothing are not taken for each other
  other.cards = edited(other.cards, "\"plain\"", "\"bare\"");
  CHECK(Compared(other, more).changes.list.size() == 2);
}

TEST_CASE("changes: clauses and the provisions that state them", "[errata]") {
  Bells b;
  b.rules = edited(b.rules, "Ring one bell.", "Ring two bells.");
  const Compared words{b};
  CHECK(words.only().kind == Kind::Clause);
  CHECK(words.only().standing == Standing::NotExamined);

  Bells read = b;
  read.rules = edited(read.rules, R"("en": "Ring two bells.",)",
                      R"("en": "Ring two bells.", "read": {"digest": ")" + words.only().digest +
                          R"(", "by": "M", "on": "2026-01-02"},)");
  CHECK(Compared{read}.only().standing == Standing::Reread);

  Bells misplaced;
  misplaced.rules =
      edited(misplaced.rules, "\"next\": \"other\"",
             R"("next": "other", "read": {"digest": "0", "by": "M", "on": "2026-01-02"})");
  const Compared m{misplaced};
  CHECK(m.changes.list.empty());
  REQUIRE(errata::stale_signatures(*m.after).size() == 1);
  CHECK(errata::stale_signatures(*m.after)[0].of == "exchange turns");

  b.rules = edited(b.rules, "p.rung += 1", "p.rung += 2");
  const Compared both{b};
  REQUIRE(both.changes.list.size() == 2);
  for (const Change& c : both.changes.list) CHECK(c.standing == Standing::Restated);

  Bells rules;
  rules.rules = edited(rules.rules, "p.rung += 1", "p.rung += 2");
  const Compared only{rules};
  CHECK(only.only().form == "procedure");
  CHECK(only.only().standing == Standing::RulesOnly);
  CHECK(only.only().clauses == std::vector<std::string>{"1"});

  Bells definition;
  definition.rules = edited(definition.rules, "What rings.", "What sounds.");
  CHECK(Compared{definition}.only().standing == Standing::NoRules);
  Bells number;
  number.rules = edited(number.rules, "\"clause\": \"2\"", "\"clause\": \"2-1\"");
  CHECK(Compared{number}.only().was == "2");
}

TEST_CASE("changes: regimes, readings and game.json", "[errata]") {
  Bells b;
  b.rules = edited(b.rules, "\"next\": \"other\"", "\"next\": \"same\"");
  const Compared regime{b};
  CHECK(regime.only().is_regime());
  CHECK(regime.only().id == "exchange turns");

  Bells reading;
  reading.game = edited(reading.game, "\"default\": \"A\"", "\"default\": \"B\"");
  const Compared r{reading};
  CHECK(r.only().kind == Kind::Reading);
  CHECK(r.only().may_matter());
  reading = {};
  reading.game = edited(reading.game, "\"en\": \"b\"", "\"en\": \"bee\"");
  const Compared why{reading};
  CHECK((why.only().words && !why.only().may_matter()));

  Bells depth;
  depth.game = edited(depth.game, "\"depth\": 9", "\"depth\": 10");
  const Compared d{depth};
  CHECK(d.only().kind == Kind::Game);
  CHECK(d.only().id == "depth");
}

TEST_CASE("changes: the games of the project against themselves", "[errata]") {
  for (const std::string& folder : test::shipped_games()) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    const auto a = model::read_game(sources, folder, log),
               b = model::read_game(sources, folder, log);
    REQUIRE((a && b));
    const errata::Changes same = errata::changes(*a, *b);
    CHECK(same.list.empty());
    CHECK(same.compared > 100);
    CHECK(errata::stale_signatures(*a).empty());
  }
}
