// What `did` says of a step with several parts, and whose an attached card is at the start.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

/// Lantern with one more procedure, `tidy(me)`, and a ruling that starts there.
test::Ran tidied(const std::string& steps, const std::string& situation, const std::string& claim) {
  const test::Scratch scratch;
  const std::string game = scratch / "game";
  test::copy_folder(test::at_root("tests/docs/mini"), game);
  test::put(
      game + "/rulebook/tidy.json",
      R"({"format": 1, "provisions": [{"procedure": "tidy", "args": {"me": "player"}, "by": ["1"], "steps": [)" +
          steps + "]}]}\n");
  test::put(game + "/rulings/r.xml",
            "<ruling format=\"1\" id=\"r\" game=\"lantern\" status=\"derived\" "
            "source=\"example\"><situation turn=\"A\" at=\"tidy\" " +
                situation + "<frame of=\"tidy\" me=\"A\"/></situation><claim kind=\"necessary\">" +
                claim + "</claim></ruling>\n");
  return test::run({"check", game, "--id", "r"});
}

const std::string kMoth =
    "<player id=\"A\"><zone name=\"field\"><card id=\"m\" is=\"moth\"/></zone></player>";

}  // namespace

TEST_CASE("did: a step of several parts that its `if` passes over was not carried out",
          "[agreement]") {
  const std::string part = GENERATE(
      R"~("choose": "x", "who": "me", "one": "k in field(me)", "do": "x.pose := tired")~",  // a
                                                                                            // choice
                                                                                            // and
                                                                                            // what
                                                                                            // follows
                                                                                            // it
      R"("do": ["m := 1", "m := 2"])",  // several statements
      R"("do": "m := 1")");
  const std::string steps = R"({"n": 1, "if": "night", )" + part +
                            R"~(}, {"n": 2, "if": "did(1)", "do": "me.wax := 9"})~";
  for (const auto& [night, wax] :
       std::vector<std::pair<std::string, std::string>>{{"false", "3"}, {"true", "9"}}) {
    const test::Ran ran = tidied(steps, "night=\"" + night + "\">" + kMoth, "A.wax = " + wax);
    INFO(part << " " << night << "\n" << ran.out << ran.err);
    CHECK(ran.code == 0);
  }
}

TEST_CASE("did: a step with `else` is carried out either way", "[agreement]") {
  const std::string steps =
      R"~({"n": 1, "if": "night", "do": "m := 1", "else": "m := 2"}, {"n": 2, "if": "did(1)", "do": "me.wax := 9"})~";
  for (const std::string night : {"false", "true"}) {
    const test::Ran ran = tidied(steps, "night=\"" + night + "\">" + kMoth, "A.wax = 9");
    INFO(night << "\n" << ran.out << ran.err);
    CHECK(ran.code == 0);
  }
}

TEST_CASE("situation: an attached card is used by its owner, unless the situation says otherwise",
          "[agreement]") {
  const auto& [wick, claim] = GENERATE(
      std::pair<std::string, std::string>{"in=\"pouch\"/>", "w.owner = A and w.user = A"},
      std::pair<std::string, std::string>{"in=\"pouch\" owner=\"B\"/>",
                                          "w.owner = B and w.user = B"},
      std::pair<std::string, std::string>{"in=\"pouch\"><set attr=\"owner\" value=\"B\"/></card>",
                                          "w.owner = B and w.user = B"},
      std::pair<std::string, std::string>{"in=\"pouch\" owner=\"B\" user=\"A\"/>",
                                          "w.owner = B and w.user = A"});
  const test::Ran ran = tidied(R"({"n": 1, "do": "me.wax := 9"})",
                               "><player id=\"A\"><zone name=\"field\"><card id=\"m\" "
                               "is=\"moth\"><card id=\"w\" is=\"wick\" " +
                                   wick + "</card></zone></player>",
                               claim + " and w.host = m and m.user = A");
  INFO(wick << "\n" << ran.out << ran.err);
  CHECK(ran.code == 0);
}

TEST_CASE("situation: in a player's zone a card is that player's to use, whoever owns it",
          "[agreement]") {
  const test::Ran ran = tidied(R"({"n": 1, "do": "me.wax := 9"})",
                               "><player id=\"A\"><zone name=\"field\"><card id=\"m\" is=\"moth\" "
                               "owner=\"B\"/></zone></player>",
                               "m.owner = B and m.user = A");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
}
