// The C++ library (api/hanrei.h): what it says is what the commands say, and never more.
#include <sstream>

#include "api/hanrei.h"
#include "cli/cli.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

const std::string kGame = test::at_root("fixtures/lftcg");

std::string ruling(const std::string& id) { return kGame + "/rulings/" + id + ".xml"; }

/// The text of a ruling, with its claims replaced.
std::string claiming(const std::string& id, const std::string& claims) {
  const std::string text = test::slurp(ruling(id));
  return text.substr(0, text.find("  <claim ")) + claims + "\n</ruling>\n";
}

bool has_error(const std::vector<Message>& messages) {
  for (const Message& m : messages)
    if (m.severity == Severity::Error && !m.text.empty()) return true;
  return false;
}

}  // namespace

TEST_CASE("api: a ruling is checked, asked and explained", "[api]") {
  Game game(kGame);
  REQUIRE(game.sound());
  const Checked r = game.check({ruling("LF-041"), {}});
  CHECK(r.id == "LF-041");
  CHECK(r.title == "An interrupt breaks the draw");
  CHECK(r.standing == Standing::Confirmed);
  CHECK_FALSE(has_error(r.messages));
  REQUIRE(r.claims.size() == 2);
  CHECK(r.claims[0].evidence == Evidence::Witnessed);
  CHECK(r.claims[0].witness.size() == 2);
  CHECK((r.claims[0].by_states && r.claims[0].by_solver));
  CHECK(r.claims[1].evidence == Evidence::Exhaustive);

  const Asked asked = game.ask({ruling("LF-041"), {}});
  REQUIRE(asked.cases.size() == 1);
  CHECK(asked.cases[0].complete);
  CHECK(asked.cases[0].reason.empty());
  size_t wins = 0;
  for (const auto& o : asked.cases[0].outcomes) wins += o.text.starts_with("result win(A)") ? 1 : 0;
  CHECK(wins == 1);

  CHECK(game.explain({ruling("LF-041"), {}}).text.find("A wins the game") != std::string::npos);
}

TEST_CASE("api: a text in memory, in Japanese", "[api]") {
  Options options;
  options.language = Language::Japanese;
  Game game(kGame, options);
  const Checked r = game.check({"memory", test::slurp(ruling("LF-041"))});
  CHECK(r.standing == Standing::Confirmed);
  CHECK(r.title == "割り込みで引き分けを避ける");
  const Checked broken = game.check({"memory", "<ruling"});
  CHECK(broken.standing == Standing::NotExamined);
  REQUIRE(has_error(broken.messages));
  CHECK(broken.messages[0].path == "memory");
  CHECK(broken.messages[0].line == 1);
}

TEST_CASE("api: what is not confirmed is not called so", "[api]") {
  Game game(kGame);
  const Checked wrong = game.check(
      {"memory", claiming("LF-041", R"(<claim kind="impossible">result = win(A)</claim>)")});
  CHECK(wrong.standing == Standing::Contradicted);
  REQUIRE(wrong.claims.size() == 1);
  CHECK_FALSE(wrong.claims[0].witness.empty());

  // `forceable` is asked of one engine only, and here of a state at most.
  Options options;
  options.states = 1;
  const std::string other = test::at_root("fixtures/precious");
  const Checked limited = Game(other, options).check({other + "/rulings/PM-006.xml", {}});
  CHECK(limited.standing == Standing::Undecided);
  size_t undecided = 0;
  for (const Claim& c : limited.claims) {
    if (c.standing != Standing::Undecided) continue;
    ++undecided;
    CHECK_FALSE(c.reason.empty());
    CHECK_FALSE((c.by_states || c.by_solver));
  }
  CHECK(undecided == 2);
  Game small(kGame, options);
  const Asked asked = small.ask({ruling("LF-041"), {}});
  REQUIRE(asked.cases.size() == 1);
  CHECK_FALSE(asked.cases[0].complete);
  CHECK_FALSE(asked.cases[0].reason.empty());
}

TEST_CASE("api: what cannot be examined says why", "[api]") {
  const test::Scratch s;
  Game none(s / "nothing");
  CHECK_FALSE(none.sound());
  CHECK(has_error(none.messages()));
  const Checked r = none.check({ruling("LF-041"), {}});
  CHECK(r.standing == Standing::NotExamined);
  CHECK(has_error(r.messages));

  Game game(kGame);
  CHECK(has_error(game.check({s / "no.xml", {}}).messages));
  CHECK(game.explain({s / "no.xml", {}}).text.empty());
  CHECK(game.ask({s / "no.xml", {}}).cases.empty());
  const Checked name = game.check(
      {"memory", claiming("LF-041", R"(<claim kind="possible">nobody = win(A)</claim>)")});
  CHECK(name.standing == Standing::NotExamined);
  CHECK(name.claims.empty());
  CHECK(has_error(name.messages));

  Options options;
  options.readings = {{"D-30", "no such option"}};
  Game unknown(kGame, options);
  CHECK_FALSE(unknown.sound());
  CHECK(has_error(unknown.messages()));
  CHECK(unknown.check({ruling("LF-041"), {}}).standing == Standing::NotExamined);
}

TEST_CASE("api: a deck is no ruling", "[api]") {
  Game game(kGame);
  const Checked r = game.check({"memory", R"(<deck format="1" id="D" game="lftcg"></deck>)"});
  CHECK(r.standing == Standing::NotExamined);
  CHECK(has_error(r.messages));
}

TEST_CASE("api: standings are named as reports name them", "[api]") {
  CHECK(name(Standing::Confirmed) == "confirmed");
  CHECK(name(Standing::NotExamined) == "not examined");
  std::ostringstream out, err;
  REQUIRE(cli::run({"--version"}, {out, err}) == 0);
  CHECK(out.str() == "hanrei " + std::string(version()) + "\n");
}
