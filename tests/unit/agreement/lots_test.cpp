// What nobody has named is not passed over: choices and declarations where cards are only counted.
// And what a text may choose.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

constexpr int kConfirmed = 0, kContradicted = 1, kUndecided = 3;

/// Lantern with these provisions more, and a ruling that starts with the procedure `tidy(me)`, of
/// A.
test::Ran asked(const std::string& provisions, const std::string& situation,
                const std::string& play, const std::string& claim) {
  const test::Scratch scratch;
  const std::string game = scratch / "game";
  test::copy_folder(test::at_root("tests/docs/mini"), game);
  test::put(game + "/rulebook/tidy.json", R"({"format": 1, "provisions": [)" + provisions + "]}\n");
  test::put(game + "/rulings/r.xml",
            "<ruling format=\"1\" id=\"r\" game=\"lantern\" status=\"derived\" "
            "source=\"example\"><situation turn=\"A\" at=\"tidy\">" +
                situation + "<frame of=\"tidy\" me=\"A\"/></situation><play>" + play + "</play>" +
                claim + "</ruling>\n");
  return test::run({"check", game, "--id", "r"});
}

std::string tidy(const std::string& steps) {
  return R"({"procedure": "tidy", "args": {"me": "player"}, "by": ["1"], "steps": [)" + steps +
         "]}";
}
std::string hand(const std::string& cards) {
  return "<player id=\"A\"><zone name=\"hand\">" + cards + "</zone></player>";
}
std::string necessary(const std::string& what) {
  return "<claim kind=\"necessary\">" + what + "</claim>";
}

const std::string kTwo = "<cards n=\"2\"/>";
const std::string kSpark = "<card id=\"s\" is=\"spark\"/>";

}  // namespace

TEST_CASE("lots: a choice that a counted card may answer is undecided, and no other",
          "[agreement]") {
  struct Asked {
    std::string choice, cards;
    int code;
  };
  const Asked a = GENERATE(
      Asked{R"~("one": "k in hand(me)", "where": "k.role = charm", "or": "none")~", kTwo,
            kUndecided},
      Asked{R"~("one": "k in hand(me)", "where": "k.role = charm", "or": "none")~", "", kConfirmed},
      Asked{R"~("one": "k in hand(me)", "or": "none")~", kTwo, kUndecided},
      Asked{R"~("one": "k in hand(me)")~", kTwo, kUndecided},
      Asked{R"~("some": "k in hand(me)")~", kTwo, kUndecided},
      Asked{R"~("one": "k in hand(me) | deck(me)", "where": "k.glow > 0", "or": "none")~", kTwo,
            kUndecided},
      Asked{R"~("one": "k in hand", "where": "k.user = me", "or": "none")~", kTwo, kUndecided},
      // whose hand it is, where the card lies, and that it has no name of its own is known of a
      // counted card too
      Asked{R"~("one": "k in hand", "where": "k.user = opp(me)", "or": "none")~", kTwo, kConfirmed},
      Asked{R"~("one": "k in hand(opp(me))", "or": "none")~", kTwo, kConfirmed},
      Asked{R"~("one": "k in hand(me) \\ hand", "or": "none")~", kTwo, kConfirmed},
      Asked{
          R"~("one": "k in hand(me)", "where": "k in field(me) and k.role = charm", "or": "none")~",
          kTwo, kConfirmed},
      Asked{R"~("one": "k in hand(me)", "where": "not (k in hand) or declared(k)", "or": "none")~",
            kTwo, kConfirmed},
      Asked{R"~("one": "k in hand(me)", "where": "night", "or": "none")~", kTwo, kConfirmed},
      Asked{R"~("one": "k in spirits", "or": "none")~", kTwo, kConfirmed},
      // single cards only, on purpose
      Asked{R"~("one": "k in (set c in hand(me): true)", "or": "none")~", kTwo, kConfirmed});
  const test::Ran ran = asked(tidy(R"({"n": 1, "choose": "x", "who": "me", )" + a.choice +
                                   R"(}, {"n": 2, "do": "me.wax -= 1"})"),
                              hand(a.cards), "", necessary("A.wax = 2"));
  INFO(a.choice << " " << a.cards << "\n" << ran.out << ran.err);
  CHECK(ran.code == a.code);
  if (a.code == kUndecided)
    CHECK(ran.out.find("a choice among cards that are only counted") != std::string::npos);
}

TEST_CASE("lots: from an empty pile nothing moves", "[agreement]") {
  const std::string draw = tidy(
      R"~({"n": 1, "do": "move(top(deck(me)), hand(me))"}, {"n": 2, "do": "move(top(deck(me)), hand(me))"})~");
  const auto drawn = [&](const std::string& deck, const std::string& claim) {
    return asked(draw, "<player id=\"A\"><zone name=\"deck\">" + deck + "</zone></player>", "",
                 necessary(claim));
  };
  for (const auto& [deck, hand] : {std::pair{"", "0"},
                                   {"<cards n=\"0\"/>", "0"},
                                   {"<cards n=\"1\"/>", "1"},
                                   {"<cards n=\"2\"/>", "2"},
                                   {"<cards n=\"3\"/>", "2"},
                                   {"<card id=\"s\" is=\"spark\"/>", "1"}}) {
    const test::Ran ran = drawn(
        deck, std::string("size(hand(A)) = ") + hand +
                  " and size(deck(A)) = " + (std::string(deck) == "<cards n=\"3\"/>" ? "1" : "0"));
    INFO(deck << "\n" << ran.out << ran.err);
    CHECK(ran.code == kConfirmed);
  }
}

TEST_CASE("lots: what the play names is chosen", "[agreement]") {
  const std::string steps = tidy(
      R"~({"n": 1, "choose": "x", "who": "me", "one": "k in hand(me)", "where": "k.role = charm", "or": "none", "do": "move(x, discard(me))"})~");
  CHECK(asked(steps, hand(kSpark + kTwo), "", necessary("s in discard(A)")).code == kUndecided);
  CHECK(asked(steps, hand(kSpark + kTwo), "<choose by=\"A\" what=\"x\" is=\"s\"/>",
              necessary("s in discard(A)"))
            .code == kConfirmed);
  CHECK(asked(steps, hand(kSpark), "", necessary("s in discard(A)")).code == kConfirmed);
}

TEST_CASE("lots: whether somebody could declare a counted card is not known", "[agreement]") {
  const std::string must =
      R"~({"exchange": "must", "seats": ["me"], "next": "same", "pass": "if unable", "hold": "1", "resolve": "at once", "close": "one round", "bound": 1},
    {"norm": "permit", "event": "act cast(c)", "in": "must", "if": "not night"}, {"norm": "forbid", "event": "act cast", "in": "must", "if": "me.wax > 5"},)~";
  const std::string offered =
      must + tidy(R"({"n": 1, "offer": "must"}, {"n": 2, "do": "me.wax -= 1"})");
  const auto with = [&](const std::string& attributes, const std::string& cards,
                        const std::string& claim) {
    return asked(offered,
                 "<player id=\"A\"" + attributes + "><zone name=\"hand\">" + cards +
                     "</zone></player><player id=\"B\"><zone name=\"field\"><card id=\"m\" "
                     "is=\"moth\"/></zone></player>",
                 "", claim);
  };
  CHECK(with("", kTwo, necessary("A.wax = 2")).code == kUndecided);
  CHECK(with("", "", necessary("A.wax = 2")).code == kConfirmed);
  CHECK(with(" wax=\"6\"", kTwo, necessary("A.wax = 5")).code ==
        kConfirmed);  // a prohibition stands against every card
  const std::string
      any = "<claim kind=\"illegal\" in=\"must\"><do by=\"A\" act=\"cast\"/></claim>",
      moth = "<claim kind=\"illegal\" in=\"must\"><do by=\"A\" act=\"cast\" c=\"h\"/></claim>";
  const std::string newt = "<card id=\"h\" is=\"newt\"/>";
  CHECK(with("", newt + kTwo, any).code == kUndecided);
  CHECK(with("", newt, any).code == kConfirmed);
  CHECK(with("", newt + kTwo, moth).code == kConfirmed);  // that card is none
}

TEST_CASE("lots: what may be left out is not left out where a counted card may be presented",
          "[agreement]") {
  const std::string act =
      R"~({"act": "hush", "present": [{"choose": "h", "one": "x in hand(me)", "where": "x.role = charm", "or": "none"}], "process": [{"n": 1, "do": "me.wax -= 1"}]},
    {"norm": "permit", "event": "act hush", "in": "chance"},)~" +
      tidy(R"({"n": 1, "offer": "chance"})");
  const std::string hush = "<do by=\"A\" act=\"hush\"/>";
  const std::string moth =
      "<player id=\"B\"><zone name=\"field\"><card id=\"m\" is=\"moth\"/></zone></player>";
  CHECK(asked(act, hand("") + moth, hush, necessary("A.wax = 2")).code == kConfirmed);
  CHECK(asked(act, hand(kTwo) + moth, hush, necessary("A.wax = 2")).code == kUndecided);
}

TEST_CASE("choose: a text does not choose what it may not designate", "[agreement]") {
  // in an effect and in a trigger; the rulebook's own steps are nobody's text
  const std::string bar =
      R"~({"norm": "forbid", "event": "designate(e, x)", "if": "x.pose = tired"},)~";
  const auto chosen = [&](const std::string& designates) {
    return R"~({"n": 1, "choose": "t", "who": "me", "one": "k in spirits", "or": "none")~" +
           designates + R"(, "do": "t.heat -= 1"})";
  };
  const std::string spirits =
      "<player id=\"A\"><zone name=\"field\"><card id=\"m\" is=\"moth\" pose=\"tired\"/><card "
      "id=\"n\" is=\"newt\"/></zone></player>";
  const std::string named = ", \"designates\": true";
  const std::string both =
                        "<claim kind=\"outcomes\" of=\"m.heat = m.glow, n.heat = n.glow\"><o>true, "
                        "false</o><o>false, true</o></claim>",
                    one = necessary("m.heat = m.glow and n.heat = n.glow - 1");
  CHECK(asked(bar + tidy(chosen(named)), spirits, "", both).code == kConfirmed);
  const auto by_card = [&](const std::string& provision, const std::string& claim) {
    const test::Scratch scratch;
    const std::string game = scratch / "game";
    test::copy_folder(test::at_root("tests/docs/mini"), game);
    test::put(game + "/rulebook/tidy.json",
              R"({"format": 1, "provisions": [)" + bar +
                  tidy(R"({"n": 1, "window": "evening"}, {"n": 2, "offer": "chance"})") + "]}\n");
    test::put(
        game + "/cards/more.json",
        R"({"format": 1, "cards": [{"card": "draught", "role": "charm", "invented": true, "text": [{"from": "2024-01-01", "spans": {"s1": "It cools a spirit."}}], "provisions": [)" +
            provision + "]}]}\n");
    test::put(game + "/rulings/r.xml",
              std::string(
                  "<ruling format=\"1\" id=\"r\" game=\"lantern\" status=\"derived\" "
                  "source=\"example\"><situation turn=\"A\" at=\"tidy\"><player id=\"A\"><zone "
                  "name=\"hand\"><card id=\"d\" is=\"draught\"/></zone><zone name=\"field\"><card "
                  "id=\"m\" is=\"moth\" pose=\"tired\"/><card id=\"n\" is=\"newt\"/><card id=\"f\" "
                  "is=\"draught\"/></zone></player><frame of=\"tidy\" me=\"A\"/></situation>") +
                  (provision.find("effect") != std::string::npos
                       ? "<play><do by=\"A\" act=\"cast\" c=\"d\"/></play>"
                       : "") +
                  claim + "</ruling>\n");
    return test::run({"check", game, "--id", "r"});
  };
  for (const bool trigger : {false, true}) {
    const auto text = [&](const std::string& designates) {
      return (trigger ? R"({"trigger": "cooling", "on": "evening", "steps": [)"
                      : R"({"effect": "", "steps": [)") +
             chosen(designates) + R"~(], "span": ["s1"]})~";
    };
    const test::Ran barred = by_card(text(named), one), open = by_card(text(""), both);
    INFO(trigger << "\n" << barred.out << barred.err << open.out << open.err);
    CHECK(barred.code == kConfirmed);
    CHECK(open.code == kConfirmed);
    CHECK(by_card(text(named), both).code == kContradicted);
  }
}
