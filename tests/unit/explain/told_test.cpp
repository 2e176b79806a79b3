// told: what conditions call things, in claims, reasons, changes and settings. One invented game,
// whose names are chosen so that none of them may be read out.

#include <string>

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::ContainsSubstring;

namespace {

const char* kGame =
    R"({"format": 1, "game": "dusk", "title": {"en": "Dusk", "ja": "夕暮れ"}, "players": ["A", "B"]})";

const char* kRules = R"json({"format": 1, "clauses": [
{"clause": "1", "kind": "rule", "title": "灯", "ja": "ろうそくに火をつける。", "en": "One lights a candle."}
], "provisions": [
{"zone": "hand", "of": "player", "order": "none", "sees": "all", "realm": "hand"},
{"type": "hue", "values": ["red", "blue"]},
{"attr": "X_LIT", "of": "card", "type": "bool", "nature": "stored", "default": "false",
 "told": {"true": {"ja": "{it}が灯っている", "en": "{it} is lit"}, "false": {"ja": "{it}が灯っていない", "en": "{it} is not lit"}}},
{"attr": "X_HEAT", "of": "card", "type": "int", "nature": "stored", "default": "0", "told": {"ja": "{it}の熱", "en": "the heat of {it}"}},
{"attr": "X_HUE", "of": "card", "type": "hue", "nature": "stored", "default": "blue",
 "told": {"ja": "{it}の色", "en": "{it}'s colour", "blue": {"ja": "{it}が青い", "en": "{it} is blue"}}},
{"attr": "X_NIGHT", "of": "game", "type": "bool", "nature": "stored", "default": "false",
 "told": {"true": {"ja": "夜である", "en": "it is night"}, "false": {"ja": "夜でない", "en": "it is not night"}}},
{"kind": "X_WARM", "of": "card", "is": "self.X_HEAT > 1",
 "told": {"ja": "温かいろうそく", "en": "warm candles", "true": {"ja": "{it}が温かい", "en": "{it} is warm"}, "false": {"ja": "{it}が温かくない", "en": "{it} is not warm"}}},
{"derived": "X_BESIDE", "args": {"x": "card", "y": "card"}, "is": "x.X_HEAT = y.X_HEAT",
 "told": {"true": {"ja": "{x}が{y}の隣にある", "en": "{x} is beside {y}"}, "false": {"ja": "{x}が{y}の隣にない", "en": "{x} is not beside {y}"}}},
{"derived": "X_SUM", "args": {"p": "player"}, "is": "sum c in hand(p): c.X_HEAT", "told": {"ja": "{p}の明るさ", "en": "{p}'s brightness"}},
{"attr": "turn", "of": "game", "type": "player", "nature": "stored"},
{"derived": "opp", "args": {"p": "player"}, "is": "the q in player: q != p"},
{"exchange": "X_TALK", "seats": ["turn", "opp(turn)"], "next": "other", "hold": "1", "resolve": "at once", "close": "silent", "by": ["1"], "told": {"ja": "語らい", "en": "the talk"}},
{"act": "X_LIGHT", "present": [{"choose": "c", "one": "x in hand(me)"}], "by": ["1"], "told": {"ja": "点火", "en": "a lighting"},
 "process": [{"n": 1, "do": ["c.X_LIT := true", "X_NIGHT := true"]}, {"n": 2, "do": "c.X_HEAT += 2"}]},
{"norm": "permit", "event": "act X_LIGHT(c)", "in": "X_TALK", "if": "not c.X_LIT", "by": ["1"]},
{"procedure": "X_EVENING", "steps": [{"n": 1, "offer": "X_TALK"}], "told": {"ja": "宵", "en": "the evening"}}
]})json";

const char* kCards = R"({"format": 1, "cards": [{"card": "wick", "text": [{"spans": {}}]}]})";

struct Dusk {
  test::Scratch scratch;
  Dusk() {
    test::put(scratch / "game.json", kGame);
    test::put(scratch / "rulebook/rules.json", kRules);
    test::put(scratch / "cards/cards.json", kCards);
  }
  std::string explain(const std::string& claim, const std::string& lang) const {
    test::put(scratch / "rulings/D.xml", R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="D" game="dusk" status="derived" source="rulebook"><title xml:lang="en">D</title><question xml:lang="en">Of X and Y?</question><question xml:lang="ja">XとYは。</question>
<situation turn="A" at="X_EVENING"><player id="A"><zone name="hand"><card id="X" is="wick"/><card id="Y" is="wick"/></zone></player></situation>
<play><do by="A" act="X_LIGHT" c="X"/></play>)" +
                                             claim + "</ruling>");
    const test::Ran ran = test::run({"--lang", lang, "explain", scratch / "", "--width", "240"});
    INFO(ran.err);
    CHECK(ran.err == "");
    CHECK(ran.out.find("“X_") == std::string::npos);
    CHECK(ran.out.find("「X_") == std::string::npos);
    return ran.out;
  }
  std::string holds(const std::string& condition, const std::string& lang) const {
    return explain(R"(<claim kind="necessary">)" + condition + "</claim>", lang);
  }
};

}  // namespace

TEST_CASE("told: clauses of what is so and what is not", "[explain]") {
  const Dusk dusk;
  const std::string lit =
      "X.X_LIT and not Y.X_LIT and X_NIGHT and X in X_WARM and not (Y in X_WARM)";
  CHECK_THAT(
      dusk.holds(lit, "en"),
      ContainsSubstring("X is lit, and Y is not lit, and it is night, and X is warm, and Y is "
                        "not warm"));
  const std::string ja = dusk.holds(lit, "ja");
  CHECK_THAT(ja,
             ContainsSubstring("Xが灯っていて、Yが灯っておらず、夜で、Xが温かく、Yが温かくない"));
  CHECK_THAT(dusk.holds("not X_BESIDE(X, Y)", "en"), ContainsSubstring("X is not beside Y"));
  CHECK_THAT(dusk.holds("not X_BESIDE(X, Y)", "ja"), ContainsSubstring("XがYの隣にない"));
}

TEST_CASE("told: nouns, and values with a clause of their own", "[explain]") {
  const Dusk dusk;
  const std::string heat = "X.X_HEAT = 2 and X_SUM(A) = 2 and X.X_HUE != red";
  CHECK_THAT(dusk.holds(heat, "en"),
             ContainsSubstring("The heat of X is 2, and A's brightness is 2"));
  CHECK_THAT(dusk.holds(heat, "ja"), ContainsSubstring("Xの熱が2で、Aの明るさが2で"));
  CHECK_THAT(dusk.explain(R"(<claim kind="necessary">X.X_HUE = blue</claim>)", "en"),
             ContainsSubstring("X is blue"));
}

// The subject of a clause goes without saying where it is what is spoken of.
TEST_CASE("told: within a quantifier the clause has no subject", "[explain]") {
  const Dusk dusk;
  const std::string some = "(any c in hand(A): c.X_LIT)";
  CHECK_THAT(dusk.holds(some, "en"),
             ContainsSubstring("Among the cards in A's hand there is one that is lit"));
  CHECK_THAT(dusk.holds(some, "ja"), ContainsSubstring("Aのhandに、灯っているものがある"));
}

TEST_CASE("told: the play, where it is asked, and what is declared", "[explain]") {
  const Dusk dusk;
  const std::string en = dusk.explain(
      R"(<claim kind="illegal" in="X_TALK"><do by="A" act="X_LIGHT" c="X"/></claim>)", "en");
  CHECK_THAT(en, ContainsSubstring("A may not declare a lighting"));
  CHECK_THAT(en, ContainsSubstring("Now X is lit (1)."));
  CHECK_THAT(en, ContainsSubstring("Now it is night (1)."));
  CHECK_THAT(en, ContainsSubstring("The heat of X goes from 0 to 2"));
  const std::string ja = dusk.explain(
      R"(<claim kind="illegal" in="X_TALK"><do by="A" act="X_LIGHT" c="X"/></claim>)", "ja");
  CHECK_THAT(ja, ContainsSubstring("Aは点火を宣言できない"));
  CHECK_THAT(ja, ContainsSubstring("Xが灯っている状態になる"));
  CHECK_THAT(ja, ContainsSubstring("夜になる"));
}

// A placeholder is an argument, and words end without a full stop: both are told at their places.
TEST_CASE("told: what may not stand there is told", "[explain]") {
  const Dusk dusk;
  test::edit(dusk.scratch / "rulebook/rules.json", "{it} is warm", "{it.X_HEAT} is warm.");
  const test::Ran ran = test::run({"check", dusk.scratch / ""});
  CHECK_THAT(ran.err, ContainsSubstring("the name of an argument"));
  CHECK_THAT(ran.err, ContainsSubstring("words without a full stop at the end"));
}
