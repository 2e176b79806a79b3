// explain: passes that nothing tells, words of what is seen, printed and paid, brackets, and what
// is told once. One small invented game.

#include <algorithm>
#include <string>

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::ContainsSubstring;

namespace {

const char* kGame =
    R"({"format": 1, "game": "inn", "title": {"en": "Inn", "ja": "宿"}, "players": ["A", "B"], "readings": [
{"reading": "R", "title": {"en": "how loud a song is", "ja": "歌の大きさ"}, "default": "A", "options": {"A": {"en": "one", "ja": "1"}, "B": {"en": "two", "ja": "2"}}}]})";

// Who has said something lets the other speak; a song is answered by nobody.
const char* kRules = R"json({"format": 1, "clauses": [
{"clause": "1", "kind": "rule", "title": "話", "ja": "交互に話す。", "en": "They speak in turn."},
{"clause": "2", "kind": "rule", "title": "札", "ja": "札を見せて歌う。", "en": "One sings with a card."},
{"clause": "3", "kind": "rule", "title": "二度", "ja": "同じ調べは二度歌えない。", "en": "No tune is sung twice."}
], "provisions": [
{"type": "tune", "values": ["high", "low"]},
{"zone": "hand", "of": "player", "order": "none", "sees": "owner", "realm": "hand"},
{"zone": "table", "of": "player", "order": "none", "sees": "all", "realm": "table"},
{"attr": "tunes", "of": "card", "type": "set of tune", "nature": "printed"},
{"attr": "mood", "of": "player", "type": "int", "nature": "stored", "default": "3"},
{"attr": "sung", "of": "player", "type": "set of tune", "nature": "stored", "default": "{}", "say": false},
{"attr": "turn", "of": "game", "type": "player", "nature": "stored"},
{"derived": "opp", "args": {"p": "player"}, "is": "the q in player: q != p"},
{"derived": "tuned", "args": {"c": "obj", "e": "effect"}, "is": "not says(e, hush) and overlap(c.tunes, c.user.sung)"},
{"active": "self in table"},
{"exchange": "talk", "seats": ["turn", "opp(turn)"], "next": "other", "hold": "1", "resolve": "at once", "close": "silent", "by": ["1"], "say": {"ja": "{me}は黙る。", "en": "{me} is silent."}},
{"act": "speak", "present": [{"choose": "n", "int": "1..3"}], "by": ["1"], "say": {"ja": "{me}が話す({n})。", "en": "{me} speaks ({n})."}, "process": [{"n": 1, "do": "me.mood += n"}]},
{"act": "sing", "present": [{"choose": "c", "one": "x in hand(me)"}, {"effect": "c"}], "by": ["2"], "say": {"ja": "{me}が{c}で歌う。", "en": "{me} sings with {c}."},
 "process": [{"n": 1, "do": "me.sung |= c.tunes"}, {"n": 2, "call": "effect()"}]},
{"norm": "permit", "event": "act speak", "in": "talk", "by": ["1"]},
{"norm": "permit", "event": "act sing", "in": "talk", "by": ["2"]},
{"norm": "forbid", "event": "act sing(c, e)", "if": "icons(e.price) > me.mood", "by": ["2"]},
{"norm": "forbid", "event": "act sing(c, e)", "if": "not says(e, again) and overlap(c.tunes, me.sung)", "by": ["3"]},
{"norm": "forbid", "event": "act speak", "if": "me.mood > 90", "by": ["1"]},
{"procedure": "evening", "args": {"me": "player"}, "steps": [{"n": 1, "offer": "talk"}]},
{"procedure": "bill", "args": {"p": "player", "n": "int", "c": "obj"}, "steps": [{"n": 1, "do": "p.mood -= n"}]},
{"procedure": "noise", "steps": [{"n": 1, "if": {"reading": "R", "A": "true", "B": "false"}, "do": "turn.mood += 1"}]}
]})json";

const char* kCards = R"({"format": 1, "cards": [
{"card": "lute", "tunes": ["high"], "text": [{"spans": {"s": "A merry song."}}], "provisions": [{"effect": "", "price": {"icons": ["high", "high"], "labels": []}, "steps": [{"do": "me.mood += 1"}], "span": ["s"]}]}
]})";

struct Inn {
  test::Scratch scratch;
  Inn() {
    test::put(scratch / "game.json", kGame);
    test::put(scratch / "rulebook/rules.json", kRules);
    test::put(scratch / "cards/cards.json", kCards);
  }
  std::string explain(const std::string& inside, const std::string& lang = "en") const {
    test::put(scratch / "rulings/I.xml", R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="I" game="inn" status="derived" source="rulebook"><title xml:lang="en">I</title><question xml:lang="en">Of X and Y?</question><question xml:lang="ja">XとYは。</question>)" +
                                             inside + "</ruling>");
    const test::Ran ran = test::run({"--lang", lang, "explain", scratch / "", "--width", "240"});
    INFO(ran.err);
    CHECK(ran.err == "");
    return ran.out;
  }
};

std::string begins(const std::string& a = "", const std::string& b = "") {
  return R"(<situation turn="A" at="evening"><player id="A")" + a + R"(</player><player id="B")" +
         b + R"(</player><frame of="evening" me="A"/></situation>)";
}
const std::string kX = R"(><zone name="hand"><card id="X" is="lute"/></zone>)",
                  kY = R"(><zone name="hand"><card id="Y" is="lute"/></zone>)", kNone = ">";
const std::string kSpeakA = R"(<do by="A" act="speak" n="1"/>)",
                  kSpeakB = R"(<do by="B" act="speak" n="1"/>)";

}  // namespace

// A, (B silent), A: without the silence it would be B's turn. A, B: nothing is left out.
TEST_CASE(
    "explain: a pass is told where the same player acts again, and where it makes it somebody's "
    "turn",
    "[explain]") {
  const Inn inn;
  const std::string again =
      "<play>" + kSpeakA + kSpeakA + R"(</play><claim kind="necessary">A.mood = 5</claim>)";
  CHECK_THAT(inn.explain(begins(kNone, kNone) + again),
             ContainsSubstring("1. A speaks (1) (1).\n      2. A's mood goes from 3 to 4 (1).\n    "
                               "  3. B is silent.\n      4. A speaks (1) (1).\n"));
  CHECK_THAT(inn.explain(begins(kNone, kNone) + again, "ja"),
             ContainsSubstring("      3. Bは黙る。\n"));
  const std::string both = inn.explain(begins(kNone, kNone) + "<play>" + kSpeakA + kSpeakB +
                                       R"(</play><claim kind="necessary">A.mood = 4</claim>)");
  CHECK(both.find("silent") == std::string::npos);
  // the first declaration is B's; the moment that is asked about is B's, and A's after A's own
  CHECK_THAT(inn.explain(begins(kNone, kNone) + "<play>" + kSpeakB +
                         R"(</play><claim kind="necessary">B.mood = 4</claim>)"),
             ContainsSubstring("1. A is silent.\n      2. B speaks (1) (1).\n"));
  CHECK_THAT(inn.explain(begins(kNone, kNone) + R"(<claim kind="legal">)" + kSpeakB + "</claim>"),
             ContainsSubstring("      After these steps:\n      1. A is silent.\n"));
  CHECK_THAT(inn.explain(begins(kNone, kNone) + "<play>" + kSpeakA +
                         R"(</play><claim kind="legal">)" + kSpeakA + "</claim>"),
             ContainsSubstring("3. B is silent.\n"));
  CHECK(inn.explain(begins(kNone, kNone) + "<play>" + kSpeakA + R"(</play><claim kind="legal">)" +
                    kSpeakB + "</claim>")
            .find("silent") == std::string::npos);
}

// Whoever is silent before the song is carried out is silent to no purpose: what A says then
// interrupts its own song.
TEST_CASE("explain: no pass is told before what interrupts an act", "[explain]") {
  const Inn inn;
  test::edit(inn.scratch / "rulebook/rules.json", R"("close": "silent", "by": ["1"], "say")",
             R"("close": "silent", "by": ["1"], "answer": "hum", "say")");
  test::edit(
      inn.scratch / "rulebook/rules.json", R"({"act": "speak")",
      R"json({"exchange": "hum", "seats": ["opp(me)", "me"], "next": "other", "hold": "1", "resolve": "at once", "close": "silent", "say": {"ja": "{me}は黙って聞く。", "en": "{me} listens."}},
{"norm": "permit", "event": "act speak", "in": "hum", "by": ["1"]},
{"act": "speak")json");
  const std::string out =
      inn.explain(begins(kX, kNone) + R"(<play><do by="A" act="sing" c="X"/>)" + kSpeakA +
                  R"(</play><claim kind="necessary">A.mood = 5</claim>)");
  CHECK_THAT(out, ContainsSubstring(
                      "1. A sings with X (2).\n      2. B listens.\n      3. A speaks (1) (1).\n"));
  CHECK(out.find("silent") == std::string::npos);
}

TEST_CASE("explain: who sees what is told as that", "[explain]") {
  const Inn inn;
  const std::string inside =
      begins(kX, kY) + R"(<claim kind="necessary">not sees(B, X) and sees(A, X)</claim>)";
  CHECK_THAT(inn.explain(inside), ContainsSubstring("B does not see X, and A sees X."));
  CHECK_THAT(inn.explain(inside, "ja"), ContainsSubstring("BにはXが見えず、AにはXが見える。"));
  const std::string count =
      begins(kX, kY) + R"(<claim kind="necessary">sees(A, hand(A)) and sees(B, hand(A))</claim>)";
  CHECK_THAT(
      inn.explain(count),
      ContainsSubstring(
          "A sees how many cards are in A's hand, and B sees how many cards are in A's hand."));
  CHECK_THAT(inn.explain(count, "ja"),
             ContainsSubstring("AにはAのhandの枚数が見え、BにはAのhandの枚数が見える。"));
}

// `evening` is the third thing that `in` is asked of in this game's text, and no third procedure.
TEST_CASE("explain: the part of play that is under way is called by its own name", "[explain]") {
  const Inn inn;
  test::edit(inn.scratch / "rulebook/rules.json", R"("if": "me.mood > 90")",
             R"j("if": "in(noise) or in(noise) or in(evening)")j");
  const std::string speak = R"(<claim kind="illegal"><do by="A" act="speak" n="1"/></claim>)";
  CHECK_THAT(inn.explain(begins(kNone, kNone) + speak),
             ContainsSubstring("play is within “evening”"));
  CHECK_THAT(inn.explain(begins(kNone, kNone) + speak, "ja"),
             ContainsSubstring("「evening」の途中である"));
}

// The act is 2, which card may be taken is 3.
TEST_CASE("why not: what may not be chosen by the clause of the choice", "[explain]") {
  const Inn inn;
  test::edit(inn.scratch / "rulebook/rules.json",
             R"json({"choose": "c", "one": "x in hand(me)"})json",
             R"json({"choose": "c", "one": "x in hand(me)", "by": ["3"]})json");
  CHECK_THAT(inn.explain(begins(kX, kY) +
                         R"(<claim kind="illegal"><do by="A" act="sing" c="Y"/></claim>)"),
             ContainsSubstring("Because of 3: “No tune is sung twice.”\n"));
}

// Two icons and a mood of 1; the tune is in what was sung, and the text does not say that it may be
// sung again.
TEST_CASE("why not: costs, words of a text and what sets have in common", "[explain]") {
  const Inn inn;
  const std::string sing = R"(<claim kind="illegal"><do by="A" act="sing" c="X"/></claim>)";
  CHECK_THAT(inn.explain(begins(R"( mood="1")" + kX, kNone) + sing),
             ContainsSubstring("Here A's mood (1) is less than the cost of X (2)."));
  CHECK_THAT(inn.explain(begins(R"( mood="1")" + kX, kNone) + sing, "ja"),
             ContainsSubstring("ここでは、Aのmood(1)がXのコスト(2)より小さい。"));
  CHECK_THAT(
      inn.explain(begins(R"( sung="high")" + kX, kNone) + sing),
      ContainsSubstring("Here the text of X does not say “again”, and high is both among X's "
                        "tunes and among A's sung."));
  CHECK_THAT(inn.explain(begins(R"( sung="high")" + kX, kNone) + sing, "ja"),
             ContainsSubstring("Xの文面に「again」がなく、highがXのtunesにもAのsungにも入る。"));
}

// No card is named: there are two, or one.
TEST_CASE("why not: a claim that leaves a choice open is about every choice, where there is one",
          "[explain]") {
  const Inn inn;
  const std::string
      sing = R"(<claim kind="illegal"><do by="A" act="sing"/></claim>)",
      two =
          R"( mood="1"><zone name="hand"><card id="X" is="lute"/><card id="Z" is="lute"/></zone>)";
  CHECK_THAT(inn.explain(begins(two, kNone) + sing),
             ContainsSubstring("However one chooses: A may not sing with "));
  const std::string one = inn.explain(begins(R"( mood="1")" + kX, kNone) + sing);
  CHECK_THAT(one, ContainsSubstring("Here A's mood (1) is less than the cost of X (2)"));
  CHECK(one.find("However one chooses") == std::string::npos);
}

TEST_CASE("explain: a step that is carried out has words", "[explain]") {
  const Inn inn;
  const std::string ran =
      begins(kNone, kNone) +
      R"(<claim kind="necessary">ran(evening, 1) and not ran(noise, 1)</claim>)";
  CHECK_THAT(inn.explain(ran),
             ContainsSubstring(
                 "step 1 of “evening” is carried out, and step 1 of “noise” is not carried out."));
  CHECK_THAT(inn.explain(ran, "ja"),
             ContainsSubstring("「evening」の手順1が行われ、「noise」の手順1が行われない。"));
}

// The lute waits on the table while it is sung with, and goes back to the hand.
TEST_CASE("explain: a zone where cards only wait is passed over", "[explain]") {
  for (const bool told : {true, false}) {
    const Inn inn;
    test::edit(
        inn.scratch / "rulebook/rules.json",
        R"j({"n": 1, "do": "me.sung |= c.tunes"}, {"n": 2, "call": "effect()"})j",
        R"j({"n": 1, "do": "move(c, table(me))"}, {"n": 2, "do": "move(the x in table(me): true, hand(me))"})j");
    if (!told)
      test::edit(inn.scratch / "rulebook/rules.json", R"("realm": "table")",
                 R"("realm": "table", "say": false)");
    const std::string out = inn.explain(
        begins(kX, kNone) +
        R"j(<play><do by="A" act="sing" c="X"/></play><claim kind="necessary">X in hand(A)</claim>)j");
    CAPTURE(out);
    CHECK((out.find("X goes from A's hand to A's table") != std::string::npos) == told);
    CHECK((out.find("X goes from A's table to A's hand") != std::string::npos) == told);
    CHECK((out.find("X goes to A's hand") != std::string::npos) == !told);
  }
}

// Nobody on the table hears X.
TEST_CASE("why not: what is asked of each is told of what it is asked with", "[explain]") {
  const Inn inn;
  test::edit(
      inn.scratch / "rulebook/rules.json", R"json({"active": "self in table"})json",
      R"json({"derived": "hears", "args": {"c": "obj", "d": "obj"}, "is": "overlap(c.tunes, d.tunes) and c != d"},
{"norm": "forbid", "event": "act sing(c, e)", "if": "not (any t in table: hears(t, c))", "by": ["3"]},
{"active": "self in table"})json");
  const std::string sing =
      begins(kX, kNone) + R"(<claim kind="illegal"><do by="A" act="sing" c="X"/></claim>)";
  CHECK_THAT(inn.explain(sing), ContainsSubstring("there is none that is “hears” with X."));
  CHECK_THAT(inn.explain(sing, "ja"), ContainsSubstring("Xの「hears」であるものがない。"));
}

TEST_CASE("why not: the declaration is told where another is asked", "[explain]") {
  const Inn inn;
  const std::string now =
      R"(<claim kind="illegal" now="yes"><do by="B" act="sing" c="Y"/></claim>)";
  const std::string en = inn.explain(begins(kNone, kY) + now);
  CHECK_THAT(en, ContainsSubstring("B may not sing with Y (at once).\n"
                                   "      It is A who is asked now, not B.\n"));
  CHECK(en.find("[illegal") == std::string::npos);
  CHECK_THAT(inn.explain(begins(kNone, kY) + now, "ja"),
             ContainsSubstring("BはYで歌うことができない(その場で)。\n"));
}

// 7 - (5 - 2) is 4; 2 × (m + 1) is 8 for 3.
TEST_CASE("explain: what is less by a difference stands in brackets", "[explain]") {
  const Inn inn;
  const std::string lets =
      R"(<let name="m" type="int" min="3" max="3"/><let name="c" type="int" min="5" max="5"/>)";
  const auto says = [&](const std::string& is, const std::string& lang,
                        const std::string& expected) {
    const std::string out =
        inn.explain(lets + begins(R"( mood=")" + is + "\"" + kNone, kNone) +
                        R"(<claim kind="necessary" for="every">A.mood = )" + is + "</claim>",
                    lang);
    INFO(out);
    CHECK_THAT(out, ContainsSubstring(expected));
  };
  says("m - (c - 2)", "en", "A's mood equals m - (c - 2)");
  says("m - (c - 2)", "ja", "Aのmoodがm - (c - 2)に等しい");
  says("m - c - 2", "en", "A's mood equals m - c - 2");
  says("2 * (m + 1)", "en", "A's mood equals 2 × (m + 1)");
}

// A has the lute in hand, B nothing; nobody declares anything.
TEST_CASE("explain: how many there are is told as one says it", "[explain]") {
  const Inn inn;
  const auto says = [&](const std::string& claim, const std::string& en, const std::string& ja) {
    const std::string inside =
        begins(kX, kNone) + "<claim kind=\"necessary\">" + claim + "</claim>";
    CHECK_THAT(inn.explain(inside), ContainsSubstring("If nobody declares anything, " + en + "."));
    CHECK_THAT(inn.explain(inside, "ja"),
               ContainsSubstring("だれも何も宣言しなければ、" + ja + "。"));
  };
  says("size(hand(A)) = 1", "there is 1 card in A's hand", "Aのhandが1枚である");
  says("size(hand(B)) = 0", "there is no card in B's hand", "Bのhandにカードが1枚もない");
  says("size(hand(B)) &lt; 1", "there is no card in B's hand", "Bのhandにカードが1枚もない");
  says("size(hand(A)) &gt; 0", "there is a card in A's hand", "Aのhandにカードがある");
  says("size(hand(A)) != 3", "there are not 3 cards in A's hand", "Aのhandが3枚でない");
  says("size(hand(A)) &lt;= 2", "there are at most 2 cards in A's hand", "Aのhandが2枚以下である");
  says("size(hand(A)) &lt; 2", "there are fewer than 2 cards in A's hand",
       "Aのhandが2枚より少ない");
  says("size(hand(B)) = 0 and A.mood = 3", "there is no card in B's hand, and A's mood is 3",
       "Bのhandにカードが1枚もなく、Aのmoodが3である");
}

TEST_CASE("explain: a condition that has to be so where another is reads as one", "[explain]") {
  const Inn inn;
  const auto says = [&](const std::string& kind, const std::string& claim, const std::string& en,
                        const std::string& ja) {
    const std::string inside =
        begins(kX, kNone) + "<claim kind=\"" + kind + "\">" + claim + "</claim>";
    CHECK_THAT(inn.explain(inside), ContainsSubstring(en + ".\n"));
    CHECK_THAT(inn.explain(inside, "ja"), ContainsSubstring(ja + "。\n"));
  };
  const std::string en = "if A's mood is 3, B's mood is 3",
                    ja = "Aのmoodが3であるなら、Bのmoodが3である";
  says("necessary", "not (A.mood = 3) or B.mood = 3", en, ja);
  says("impossible", "A.mood = 3 and B.mood != 3", en, ja);
  // within another it would be misread
  says("necessary", "A.mood = 3 and (not (A.mood = 4) or B.mood = 3)",
       "A's mood is 3, and A's mood is not 4 or B's mood is 3",
       "Aのmoodが3である、かつ、Aのmoodが4でないか、Bのmoodが3である");
}

// A text that makes the bill one more, and one that takes 3 off it: nothing is left to pay.
TEST_CASE("explain: a number that a text changes is told, and what is stopped by it", "[explain]") {
  const Inn inn;
  test::edit(
      inn.scratch / "rulebook/rules.json",
      R"json({"procedure": "bill", "args": {"p": "player", "n": "int", "c": "obj"}, "steps": [)json",
      R"json({"order": "any", "orderer": "turn", "commit": "stepwise", "arrivals": "nest", "lapse": "skip"},
{"signal": "due", "args": {"n": "int"}, "auto": "any"},
{"procedure": "bill", "args": {"p": "player", "n": "int", "c": "obj"}, "open": ["n"], "steps": [{"n": "a", "window": "due(n)"}, {"n": "b", "if": "n <= 0", "stop": true, "by": ["2"]}, )json");
  test::edit(inn.scratch / "cards/cards.json", "\n]}", R"json(,
{"card": "purse", "tunes": ["low"], "text": [{"spans": {"s": "Bills are 3 less."}}], "provisions": [{"trigger": "rebate", "on": "due(n)", "do": "ev.n -= 3", "span": ["s"]}]}
]})json");
  const std::string bill =
      R"(<situation turn="A" at="bill"><player id="A"><zone name="table"><card id="X" is="purse"/></zone></player><player id="B"/><frame of="bill" p="B" n="2" c="X"/></situation><claim kind="necessary">B.mood = 3</claim>)";
  CHECK_THAT(inn.explain(bill),
             ContainsSubstring("The number of “bill” goes from 2 to -1 (《purse》).\n"));
  CHECK_THAT(inn.explain(bill),
             ContainsSubstring("As that number (-1) is at most 0, “bill” ends here (2).\n"));
  CHECK_THAT(inn.explain(bill, "ja"),
             ContainsSubstring("「bill」の数が2から-1になる (《purse》)。\n"));
  CHECK_THAT(inn.explain(bill, "ja"),
             ContainsSubstring("その数(-1)が0以下であるので、「bill」はここで終わる (2)。\n"));
}

TEST_CASE("explain: a situation tells with what something begins that is no part of the turn",
          "[explain]") {
  const Inn inn;
  const std::string bill =
      R"(<situation turn="A" at="bill"><player id="A")" + kX +
      R"(</player><player id="B"/><frame of="bill" p="B" n="2" c="X"/></situation><claim kind="necessary">B.mood = 1</claim>)";
  CHECK_THAT(inn.explain(bill),
             ContainsSubstring("Situation: it is A's turn, as “bill” (2, X) begins; A's hand: X "
                               "(《lute》); A: mood 3; B: mood 3.\n"));
  CHECK_THAT(inn.explain(bill, "ja"),
             ContainsSubstring("状況: Aの手番、「bill」(2、X)に入ったところ。"));
  CHECK_THAT(inn.explain(begins(kNone, kNone) + R"(<claim kind="legal">)" + kSpeakA + "</claim>"),
             ContainsSubstring("Situation: it is A's turn, in evening.\n"));
}

TEST_CASE("explain: a presumed reading has its title", "[explain]") {
  const Inn inn;
  const std::string inside =
      R"(<presume reading="R" is="A"/><situation turn="A" at="noise"><player id="A"/><player id="B"/><frame of="noise"/></situation><claim kind="necessary">A.mood = 4</claim>)";
  CHECK_THAT(inn.explain(inside),
             ContainsSubstring("\n  taken for granted: reading R A (how loud a song is): one\n"));
  CHECK_THAT(inn.explain(inside, "ja"),
             ContainsSubstring("\n  前提とする解釈 R A(歌の大きさ): 1\n"));
}

// Both cases begin with the same four events; the second goes on. Three events are told again.
TEST_CASE("explain: how plays begin is told once", "[explain]") {
  const Inn inn;
  const auto of = [](const std::string& id, const std::string& play, const std::string& claim) {
    return "<case id=\"" + id + "\">" + begins(kNone, kNone) + "<play>" + play + "</play>" + claim +
           "</case>";
  };
  const std::string two =
      of("p", kSpeakA + kSpeakB, R"(<claim kind="necessary">A.mood = 4</claim>)") +
      of("q", kSpeakA + kSpeakB + kSpeakA, R"(<claim kind="necessary">A.mood = 5</claim>)");
  CHECK_THAT(inn.explain(two),
             ContainsSubstring("For example:\n      1–4. As in 1).\n      5. A speaks (1) (1).\n"));
  CHECK_THAT(inn.explain(two, "ja"),
             ContainsSubstring("      1〜4. 1)と同じ。\n      5. Aが話す(1) (1)。\n"));
  const std::string one =
      of("p", kSpeakA, R"(<claim kind="necessary">A.mood = 4</claim>)") +
      of("q", kSpeakA + kSpeakB, R"(<claim kind="necessary">A.mood = 4</claim>)");
  CHECK(inn.explain(one).find("As in 1)") == std::string::npos);
}

TEST_CASE("explain: what the ruling leaves open is no play, and nothing is no example",
          "[explain]") {
  const Inn inn;
  const std::string open =
      begins(kX, kNone) +
      R"(<play><free by="A" acts="sing"/></play><claim kind="impossible">A.mood &lt; 3</claim>)";
  const std::string en = inn.explain(open);
  CHECK_THAT(en, ContainsSubstring("1) If nothing is declared but what the ruling names, "
                                   "A's mood is at least 3."));
  CHECK_THAT(
      inn.explain(open, "ja"),
      ContainsSubstring("1) 宣言されるのが裁定の挙げるものだけなら、Aのmoodが3以上である。"));
  const std::string none =
      inn.explain(begins(kNone, kNone) + R"(<claim kind="impossible">A.mood &lt; 3</claim>)");
  CHECK_THAT(none, ContainsSubstring("1) If nobody declares anything, A's mood is at least 3.\n"));
  CHECK(none.find("nothing happens") == std::string::npos);
}

// Two and two thirds of a sum would be read in three ways.
TEST_CASE("explain: a formula of more than two things stands with its signs", "[explain]") {
  const Inn inn;
  const std::string sum = begins(kNone, kNone) +
                          R"(<claim kind="necessary">A.mood = 3 + 2 * (B.mood - 3)</claim>)",
                    two = begins(kNone, kNone) +
                          R"(<claim kind="necessary">A.mood &lt; B.mood + 1</claim>)";
  CHECK_THAT(inn.explain(sum), ContainsSubstring("3 + 2 × (B's mood - 3)"));
  CHECK_THAT(inn.explain(sum, "ja"), ContainsSubstring("3 + 2 × (Bのmood - 3)"));
  CHECK_THAT(inn.explain(two, "ja"), ContainsSubstring("Bのmoodに1を足した数"));
}

// The lute asks for a cheer, and a cheer for a mood of ten.
TEST_CASE("explain: what a text asks for and is not done is told, with what it asks for",
          "[explain]") {
  const Inn inn;
  test::edit(
      inn.scratch / "rulebook/rules.json", R"({"procedure": "noise")",
      R"({"procedure": "cheer", "args": {"p": "player"}, "if": "p.mood > 9", "by": ["3"], "steps": [{"n": 1, "do": "p.mood += 1"}]},
{"procedure": "noise")");
  test::edit(inn.scratch / "cards/cards.json", R"({"do": "me.mood += 1"})",
             R"j({"call": "cheer(me)"})j");
  const std::string sung =
      R"(<play><do by="A" act="sing" c="X"/></play><claim kind="necessary">A.mood = 3</claim>)";
  const std::string out = inn.explain(begins(kX, kNone) + sung);
  CHECK_THAT(out, ContainsSubstring(
                      "As A's mood (3) is at most 9, “cheer” is not carried out (《lute》, 3)."));
  CHECK_THAT(out, ContainsSubstring("\n      3  No tune is sung twice.\n"));  // and it is a reason
  CHECK(
      inn.explain(
             begins(R"( mood="10")" + kX, kNone) +
             R"(<play><do by="A" act="sing" c="X"/></play><claim kind="necessary">A.mood = 11</claim>)")
          .find("is not carried out") == std::string::npos);
}
