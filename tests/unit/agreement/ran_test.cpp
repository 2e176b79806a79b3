// What claims ask about how far play came: a call whose `if` is false was none.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

TEST_CASE("ran: a call whose `if` is false was not carried out", "[agreement]") {
  const test::Scratch scratch;
  const std::string game = scratch / "game";
  REQUIRE(test::run({"init", "g", game}).code == 0);
  test::edit(game + "/rulebook/2-turn.json", R"("args": {"p": "player"}, "by": ["2-1"])",
             R"("args": {"p": "player"}, "if": "size(山札(p)) > 0", "by": ["2-1"])");
  for (const auto& [deck, claim] : std::vector<std::pair<std::string, std::string>>{
           {"0", "not ran(引く) and not ran(引く, 2)"}, {"1", "ran(引く) and ran(引く, 2)"}}) {
    INFO(claim);
    test::put(game + "/rulings/r.xml",
              "<ruling format=\"1\" id=\"r\" game=\"g\" status=\"derived\" "
              "source=\"rulebook\"><situation turn=\"A\" at=\"ターン\">"
              "<player id=\"A\"><zone name=\"山札\"><cards n=\"" +
                  deck +
                  "\"/></zone></player><frame of=\"ターン\" me=\"A\"/></situation>"
                  "<claim kind=\"necessary\">" +
                  claim + "</claim></ruling>\n");
    const test::Ran ran = test::run({"check", game, "--id", "r"});
    INFO(ran.out << ran.err);
    CHECK(ran.code == 0);
  }
}
