// explain: words of a rule, why a declaration is not legal, and two plays that part, on one small
// invented game.

#include <algorithm>
#include <string>

#include "base/text/unicode.h"
#include "cli/cli.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::ContainsSubstring;

namespace {

const char* kGame =
    R"({"format": 1, "game": "kiln", "title": {"en": "Kiln", "ja": "窯"}, "players": ["A", "B"]})";

const char* kRules = R"json({"format": 1, "clauses": [
{"clause": "1", "kind": "rule", "title": "焼く", "ja": "自分の番に、待っている器を焼く。", "en": "On one's turn one fires a waiting pot."},
{"clause": "2", "kind": "rule", "title": "夜", "ja": "夜は焼かない。", "en": "Nothing is fired at night."},
{"clause": "3", "kind": "rule", "title": "棚", "ja": "棚に置けるのは2つまで。", "en": "Two pots at most stand on the shelf."},
{"clause": "4", "kind": "rule", "title": "勝ち", "ja": "3点で勝つ。", "en": "Three points win."}
], "provisions": [
{"type": "state", "values": ["raw", "fired"], "say": {"raw": {"ja": "生", "en": "raw"}, "fired": {"ja": "焼き上がり", "en": "fired"}}},
{"zone": "hand", "of": "player", "order": "none", "sees": "owner", "realm": "hand", "say": {"ja": "{owner}の手", "en": "the hand of {owner}"}},
{"zone": "shelf", "of": "player", "order": "none", "sees": "all", "realm": "shelf"},
{"attr": "kind", "of": "card", "type": "state", "nature": "printed"},
{"attr": "state", "of": "card", "type": "state", "nature": "stored", "default": "raw", "say": {"ja": "{it}は{old}から{new}に変わる。", "en": "{it} goes from {old} to {new}."}},
{"attr": "proud", "of": "card", "type": "bool", "nature": "stored", "default": "false", "say": {"true": {"ja": "{it}が褒められる。", "en": "{it} is praised."}}},
{"attr": "points", "of": "player", "type": "int", "nature": "stored", "default": "0"},
{"attr": "count", "of": "player", "type": "int", "nature": "stored", "default": "0", "say": false},
{"attr": "turn", "of": "game", "type": "player", "nature": "stored"},
{"attr": "night", "of": "game", "type": "bool", "nature": "stored", "default": "false"},
{"derived": "opp", "args": {"p": "player"}, "is": "the q in player: q != p"},
{"active": "self in shelf"},
{"exchange": "work", "seats": ["turn"], "next": "same", "hold": "1", "resolve": "at once", "close": "silent", "quota": {"paint": 1}, "by": ["1"], "say": {"ja": "{me}は休む。", "en": "{me} rests."}},
{"exchange": "duty", "seats": ["turn"], "next": "same", "pass": "if unable", "hold": "1", "resolve": "at once", "close": "silent", "bound": 4, "by": ["1"]},
{"exchange": "feast", "seats": ["turn"], "next": "same", "hold": "1", "resolve": "at once", "close": "silent"},
{"limit": "shelf", "for": {"p": "player"}, "holds": "(count x in shelf: x.user = p) <= 2", "repair": {"who": "p", "one": "x in shelf", "where": "x.user = p", "do": "move(x, hand(p))"}, "by": ["3"]},
{"ending": "points", "for": {"p": "player"}, "when": "p.points >= 3", "winner": "p", "by": ["4"], "say": {"ja": "{p}は{p.points}点になった。", "en": "{p} has {p.points} points."}},
{"act": "fire", "present": [{"choose": "c", "one": "x in hand(me)", "where": "x.state = raw"}], "by": ["1"], "say": {"ja": "{me}が{c}を焼く。", "en": "{me} fires {c}."},
 "process": [{"n": 1, "do": ["move(c, shelf(me))", "me.count += 1"]}, {"n": 2, "do": "card(c).state := fired", "by": ["1"]}, {"n": 3, "do": "card(c).proud := true"}, {"n": 4, "do": "card(c).proud := false"}]},
{"act": "paint", "present": [{"choose": "n", "int": "1..3"}], "process": [{"n": 1, "do": "me.points += n", "say": {"ja": "{me}は絵付けで{n}点を得る。", "en": "{me} paints for {n}."}}]},
{"act": "ring", "present": [{"choose": "c", "one": "x in shelf(me)"}, {"effect": "c", "named": true}], "process": [{"n": 1, "call": "effect()"}]},
{"norm": "permit", "event": "act fire", "in": "work", "if": "me = turn and me.points < 2", "by": ["1"]},
{"norm": "permit", "event": "act paint", "in": ["work", "duty"], "by": ["1"]},
{"norm": "permit", "event": "act ring", "in": "work", "by": ["1"]},
{"norm": "forbid", "event": "act fire", "if": "night", "by": ["2"]},
{"norm": "forbid", "event": "act fire(c)", "if": "would(move(c, shelf(me)): breaks(shelf))", "by": ["3"]},
{"procedure": "morning", "args": {"me": "player"}, "steps": [{"n": 1, "offer": "work"}]},
{"procedure": "noon", "args": {"me": "player"}, "steps": [{"n": 1, "offer": "duty"}]},
{"procedure": "draw lots", "args": {"me": "player"}, "steps": [
  {"n": 1, "choose": "win", "who": "me", "yesno": true, "say": {"true": {"ja": "{me}は勝ちに行く。", "en": "{me} goes for it."}, "false": {"ja": "{me}は控える。", "en": "{me} holds back."}}},
  {"n": 2, "if": "win", "do": "me.points += 3"}]}
]})json";

const char* kCards = R"({"format": 1, "cards": [
{"card": "pot", "generic": true, "kind": "raw"},
{"card": "lid", "kind": "raw", "text": [{"spans": {"s": "Nothing is fired while it stands."}}], "provisions": [{"norm": "forbid", "event": "act fire", "span": ["s"]}]},
{"card": "bell", "kind": "raw", "text": [{"spans": {"s": "Once: a point."}}], "provisions": [{"effect": "chime", "uses": 1, "steps": [{"do": "me.points += 1"}], "span": ["s"]}]}
]})";

struct Kiln {
  test::Scratch scratch;
  Kiln() {
    test::put(scratch / "game.json", kGame);
    test::put(scratch / "rulebook/rules.json", kRules);
    test::put(scratch / "cards/cards.json", kCards);
  }
  /// What explain says of one ruling: situation, play and claims as given.
  std::string explain(const std::string& inside, const std::string& lang = "en",
                      std::vector<std::string> more = {}) const {
    test::put(scratch / "rulings/K.xml", R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="K" game="kiln" status="derived" source="rulebook"><title xml:lang="en">K</title><question xml:lang="en">Is X fired?</question><question xml:lang="ja">Xは焼けますか。</question>)" +
                                             inside + "</ruling>");
    std::vector<std::string> args = {"--lang", lang, "explain", scratch / ""};
    args.insert(args.end(), more.begin(), more.end());
    const test::Ran ran = test::run(args);
    INFO(ran.err);
    CHECK(ran.err == "");
    return ran.out;
  }
};

std::string at(const std::string& procedure, const std::string& a, const std::string& game = "") {
  return R"(<situation turn="A" )" + game + R"( at=")" + procedure + R"("><player id="A">)" + a +
         R"(</player><player id="B"/><frame of=")" + procedure + R"(" me="A"/></situation>)";
}
const std::string kX = R"(<zone name="hand"><card id="X" is="pot"/></zone>)";

const std::string kAlone = "Nothing else stops it.\n";

}  // namespace

TEST_CASE("explain: what has words of its own is told in them, the rest in general ones",
          "[explain]") {
  const Kiln kiln;
  const std::string inside =
      at("morning", kX) +
      R"(<play><do by="A" act="fire" c="X"/><pass by="A"/></play><claim kind="necessary">X in shelf(A)</claim>)";
  const std::string en = kiln.explain(inside);
  INFO(en);
  CHECK_THAT(
      en, ContainsSubstring(
              "1. A fires X (1).\n      2. X goes from the hand of A to A's shelf (1).\n      3. X "
              "goes from raw to fired (1).\n      4. X is praised (1).\n      5. A rests.\n"));
  const std::string ja = kiln.explain(inside, "ja");
  INFO(ja);
  CHECK_THAT(
      ja,
      ContainsSubstring(
          "1. AがXを焼く (1)。\n      2. XがAの手からAのshelfに移る (1)。\n      3. "
          "Xは生から焼き上がりに変わる (1)。\n      4. Xが褒められる (1)。\n      5. Aは休む。\n"));
  CHECK(ja.find("count") == std::string::npos);
}

TEST_CASE("explain: a step with words is told once, and an ending says how it was met",
          "[explain]") {
  const Kiln kiln;
  const std::string en = kiln.explain(
      at("morning", kX) +
      R"(<play><do by="A" act="paint" n="3"/></play><claim kind="necessary">result = win(A)</claim>)");
  INFO(en);
  CHECK_THAT(en, ContainsSubstring("1. A declares “paint” (3).\n      2. A paints for 3.\n      3. "
                                   "A has 3 points (4).\n      4. A wins the game.\n"));
}

TEST_CASE("explain: a name that means nothing in a `say` is an error at its place", "[explain]") {
  const Kiln kiln;
  test::edit(kiln.scratch / "rulebook/rules.json", "{me} fires {c}.", "{me} fires {jar}.");
  const std::string text = test::slurp(kiln.scratch / "rulebook/rules.json");
  const size_t place = text.find("{jar}") + 1, line = text.rfind('\n', place) + 1;
  const std::string told =
      ":" +
      std::to_string(
          std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n') + 1) +
      ":" +
      std::to_string(base::count_chars(std::string_view(text).substr(line, place - line)) + 1) +
      ": ";
  const test::Ran ran = test::run({"show", kiln.scratch / ""});
  CHECK(ran.code == cli::kWrongInput);
  CHECK_THAT(ran.err, ContainsSubstring("[HR3007]"));
  CHECK_THAT(ran.err, ContainsSubstring(told));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"{jar}", "{c"}, {"\"true\": {\"ja\": \"{me}は勝", "\"maybe\": {\"ja\": \"{me}は勝"}}) {
    const Kiln other;
    test::edit(other.scratch / "rulebook/rules.json", from == "{jar}" ? "{me} fires {c}." : from,
               from == "{jar}" ? "{me} fires {c." : to);
    CHECK(test::run({"show", other.scratch / ""}).code == cli::kWrongInput);
  }
}

TEST_CASE("explain: why a declaration is not legal, each reason", "[explain]") {
  const Kiln kiln;
  const std::string fire = R"(<do by="A" act="fire" c="X"/></claim>)";
  const auto why = [&](const std::string& inside, const std::string& expected,
                       bool nearest = true) {
    const std::string out = kiln.explain(inside, "en", {"--why"});
    INFO(out);
    CHECK_THAT(out, ContainsSubstring(expected));
    CHECK((out.find(kAlone) != std::string::npos) == nearest);
  };
  // never asked; somebody else is
  why(at("morning", kX) + R"(<claim kind="illegal" in="feast">)" + fire,
      "Nobody is asked there, so there is nothing to be declared.", false);
  why(at("morning", kX) +
          R"(<claim kind="illegal" now="yes"><do by="B" act="fire" c="X"/></claim>)",
      "- It is A who is asked now, not B (1).", false);
  // nothing permits it there
  why(at("noon", kX) + R"(<claim kind="illegal" in="duty">)" + fire,
      "- Nothing permits it in “duty” (it is permitted in “work”).");
  // one part of what permits it fails, and only that one is told
  const std::string rich = R"(<situation turn="A" at="morning"><player id="A" points="2">)" + kX +
                           R"(</player><player id="B"/><frame of="morning" me="A"/></situation>)";
  why(rich + R"(<claim kind="illegal">)" + fire,
      "- It is not permitted, as A's points (2) is at least 2 (1).\n            1: On "
      "one's turn one fires a waiting pot.\n");
  // the thing is no candidate: not among them, or a condition fails
  why(at("morning", R"(<zone name="shelf"><card id="X" is="pot"/></zone>)") +
          R"(<claim kind="illegal">)" + fire,
      "- X may not be chosen here, as X is not in the hand of A (1).");
  why(at("morning", R"(<zone name="hand"><card id="X" is="pot" state="fired"/></zone>)") +
          R"(<claim kind="illegal">)" + fire,
      "- X may not be chosen here, as X is not raw (1).");
  why(at("morning", kX) + R"(<claim kind="illegal"><do by="A" act="paint" n="4"/></claim>)",
      "- “n” is a number from 1 to 3, so it cannot be 4.", false);
  // a clause or a card forbids it; it would break a limit
  why(at("morning", kX, R"(night="true")") + R"(<claim kind="illegal">)" + fire,
      "- It is forbidden, as it is “night” (2).\n            2: Nothing is fired at night.\n");
  why(at("morning", kX + R"(<zone name="shelf"><card id="L" is="lid"/></zone>)") +
          R"(<claim kind="illegal">)" + fire,
      "- The text of 《lid》 forbids it.");
  const std::string full =
      R"(<zone name="shelf"><card id="P" is="pot"/><card id="Q" is="pot"/></zone>)";
  why(at("morning", kX + full) + R"(<claim kind="illegal">)" + fire,
      "- Then the limit “shelf” is exceeded, and that is forbidden (3).");
  // used up, quota, no passing
  const std::string bell = R"(<zone name="shelf"><card id="W" is="bell"/></zone>)";
  why(at("morning", bell) +
          R"(<play><do by="A" act="ring" c="W" effect="chime"/></play><claim kind="illegal"><do by="A" act="ring" c="W" effect="chime"/></claim>)",
      "- 《chime》 can be used once only, and has been.");
  why(at("morning", kX) +
          R"(<play><do by="A" act="paint" n="1"/></play><claim kind="illegal"><do by="A" act="paint" n="1"/></claim>)",
      "- “paint” may be declared once in this exchange, and has been (1).");
  why(at("noon", kX) + R"(<claim kind="illegal" in="duty"><pass by="A"/></claim>)",
      "- Here nobody may pass who has something to declare (1).", false);
}

// A prohibition for one exchange says which, and an exchange that it closes is none in which the
// act is permitted.
TEST_CASE("explain: where a prohibition holds is told, and what it closes is not named as open",
          "[explain]") {
  const Kiln kiln;
  test::edit(kiln.scratch / "rulebook/rules.json",
             R"({"norm": "forbid", "event": "act fire", "if": "night", "by": ["2"]},)",
             R"({"norm": "forbid", "event": "act fire", "if": "night", "by": ["2"]},
{"norm": "forbid", "event": "act paint", "in": "duty", "if": "night", "by": ["2"]},
{"procedure": "evening", "args": {"me": "player"}, "steps": [{"n": 1, "offer": "feast"}]},)");
  const std::string paint = R"(<do by="A" act="paint" n="1"/></claim>)";
  const auto says = [&](const std::string& procedure, const std::string& window, bool night,
                        const std::string& lang, const std::string& expected) {
    const std::string out =
        kiln.explain(at(procedure, kX, night ? R"(night="true")" : "") +
                         R"(<claim kind="illegal" in=")" + window + R"(">)" + paint,
                     lang, {"--why"});
    INFO(out);
    CHECK_THAT(out, ContainsSubstring(expected));
  };
  says("noon", "duty", true, "en", "- It is forbidden in “duty”, as it is “night” (2).");
  says("noon", "duty", true, "ja", "- 「duty」では、「night」であるので、禁じられている (2)。");
  says("evening", "feast", false, "en",
       "- Nothing permits it in “feast” (it is permitted in “work” and “duty”).");
  says("evening", "feast", true, "en",
       "- Nothing permits it in “feast” (it is permitted in “work”).");
}

TEST_CASE("explain: an answer is told as one, with what it answers", "[explain]") {
  const Kiln kiln;
  test::edit(kiln.scratch / "rulebook/rules.json", R"("quota": {"paint": 1}, "by": ["1"])",
             R"("quota": {"paint": 1}, "answer": "reply", "by": ["1"])");
  test::edit(
      kiln.scratch / "rulebook/rules.json", R"({"norm": "permit", "event": "act ring",)",
      R"json({"exchange": "reply", "seats": ["opp(me)"], "next": "same", "hold": "1", "resolve": "at once", "close": "silent"},
{"act": "hum", "process": [{"n": 1, "do": "me.points += 1"}]},
{"norm": "permit", "event": "act hum", "in": "reply"},
{"norm": "permit", "event": "act ring",)json");
  const std::string inside =
      at("morning", kX) +
      R"(<play><do by="A" act="fire" c="X"/></play><claim kind="illegal"><do by="B" act="paint" n="1"/></claim>)";
  CHECK_THAT(kiln.explain(inside, "en", {"--why"}),
             ContainsSubstring("- Nothing permits it in “reply” (an answer to A's "
                               "“fire”); it is permitted in “work” and “duty”."));
  CHECK_THAT(kiln.explain(inside, "ja", {"--why"}),
             ContainsSubstring("- "
                               "「reply」(Aの「fire」への応答)にこの宣言を許す定めはない("
                               "許されるのは「work」、「duty」)。"));
}

TEST_CASE("explain: several things may stop a declaration, and all of them are told", "[explain]") {
  const Kiln kiln;
  const std::string out = kiln.explain(
      at("morning", R"(<zone name="hand"><card id="X" is="pot" state="fired"/></zone>)",
         R"(night="true")") +
          R"(<claim kind="illegal"><do by="A" act="fire" c="X"/></claim>)",
      "en", {"--why"});
  INFO(out);
  CHECK_THAT(out, ContainsSubstring("as X is not raw (1)."));
  CHECK_THAT(out, ContainsSubstring("as it is “night” (2)."));
  CHECK_THAT(out, ContainsSubstring("Nothing else stops it."));
}

TEST_CASE("explain: two plays stand beside each other from where they part", "[explain]") {
  const Kiln kiln;
  const std::string inside =
      at("draw lots", "") + R"(<claim kind="outcomes" of="A.points"><o>0</o><o>3</o></claim>)";
  const std::string wide = kiln.explain(inside);
  INFO(wide);
  CHECK_THAT(wide, ContainsSubstring("── Here they part. A chooses (no clause says so). For A (a) "
                                     "is better.\n    (a) A's points is 3"));
  CHECK_THAT(wide, ContainsSubstring("1. A goes for it."));
  CHECK_THAT(wide, ContainsSubstring("│   1. A holds back.\n"));
  const std::string narrow = kiln.explain(inside, "ja", {"--width", "60"});
  INFO(narrow);
  CHECK(narrow.find("│") == std::string::npos);
  CHECK_THAT(narrow,
             ContainsSubstring(
                 "── "
                 "ここで分かれる。選ぶのはAである(それを定める条項はない)。Aにとってよいのは(ア)"
                 "である。\n    (ア) Aのpointsが3\n      1. Aは勝ちに行く。\n"));
  CHECK_THAT(narrow, ContainsSubstring("    (イ) Aのpointsが0\n      1. Aは控える。\n"));
}
