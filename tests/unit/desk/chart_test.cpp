// Plays as charts on a terminal, and what lies where after each step.

#include "reports/chart.h"

#include <sstream>

#include "base/text/unicode.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

}  // namespace

TEST_CASE("the sides of a box stand below each other, whatever is written in it", "[desk]") {
  std::size_t boxes = 0;
  for (const std::string width : {"40", "62", "100"})
    for (const std::string lang : {"ja", "en"}) {
      const test::Ran ran = test::run(
          {"explain", test::at_root("docs/tako"), "--chart", "--width", width, "--lang", lang});
      INFO(ran.err);
      REQUIRE(ran.code == 0);
      int columns = 0;  // of the box that is open
      for (const std::string& line : lines_of(ran.out)) {
        INFO(line);
        CHECK(base::display_width(line) <= std::stoi(width));
        if (line.find("┐") != std::string::npos) {
          columns = base::display_width(line);
          ++boxes;
        } else if (columns > 0) {
          CHECK(base::display_width(line) == columns);
        }
        if (line.find("┘") != std::string::npos) columns = 0;
      }
    }
  CHECK(boxes > 20);
}

TEST_CASE("beside a step stands what lies otherwise than before it, and nothing else", "[desk]") {
  reports::Told t;
  t.verdict = "so it is.";
  t.start = {{"hand", "x, y"}, {"deck", "3 cards"}};
  t.steps = {{reports::Step::Kind::Choice, 1, "B plays x.", {}, {"1-2"}, {{"hand", "y"}}},
             {reports::Step::Kind::Event, -1, "nothing moves.", {"kite"}, {}, {}},
             {reports::Step::Kind::End, -1, "it ends.", {}, {}, {{"hand", ""}}}};
  std::ostringstream out;
  reports::Style style;
  style.width = 40;
  reports::write_chart(out, "X-1", "a play", {"A", "B"}, {t}, style);
  CHECK(out.str() ==
        "X-1  a play\n"
        "\n"
        "  so it is.\n"
        "    │ at first\n"
        "    │     ▫ hand: x, y\n"
        "    │     ▫ deck: 3 cards\n"
        "  1 ├────────┌─ B ─────────────────────┐\n"
        "    │        │ B plays x.  (1-2)       │\n"
        "    │        └─────────────────────────┘\n"
        "    │     ▫ hand: y\n"
        "  2 ● nothing moves.  (《kite》)\n"
        "  3 ● it ends.\n"
        "    │     ▫ hand: –\n"
        "    ╵\n"
        "\n");
}

TEST_CASE("a card that goes to the hand is in the hand from then on", "[desk]") {
  // LF-010: M is returned to B's hand; step 2 uses up the event, step 3 moves M
  const test::Ran ran =
      test::run({"explain", test::at_root("fixtures/lftcg"), "--id", "LF-010", "--chart"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  const std::vector<std::string> lines = lines_of(ran.out);
  const auto at = [&](const std::string& part) {
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].find(part) != std::string::npos) return i;
    return lines.size();
  };
  const std::size_t moves = at("M goes from B's field to B's hand"), hand = at("B's hand: M"),
                    ends = at("A wins the game");
  CHECK(moves < hand);
  CHECK(hand < ends);
  CHECK(ends < lines.size());
}
