// Small games about one thing each: what an effect presents, who is asked, where texts count, what
// comes round. Their rulings say what is right; those below are not confirmed, and should not be.

#include <map>

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

using checker::Standing;

/// What the claims of a ruling come to where they are not all confirmed, and how that is told.
struct Told {
  Standing standing;
  std::string how;
};

void check_game(const std::string& name, const std::map<std::string, Told>& others) {
  const test::Corpus corpus(test::at_root("tests/data/" + name));
  REQUIRE_FALSE(corpus.log.has_errors());
  for (const checker::RulingResult& r : test::check_all(corpus, corpus.documents)) {
    INFO(r.ruling.id);
    CHECK_FALSE(r.fault);
    const auto other = others.find(r.ruling.id);
    const Standing wanted = other == others.end() ? Standing::Confirmed : other->second.standing;
    for (const checker::ClaimResult& c : r.claims) {
      INFO(c.case_id << " " << c.claim->text);
      if (other == others.end()) {
        CHECK(checker::standing_name(c.standing) == checker::standing_name(wanted));
      } else {
        const checker::Answer& e = c.explicit_state.answer;
        const checker::Answer& s = c.symbolic.answer;
        CHECK(base::text(e.reason, base::Lang::En) == other->second.how);
        CHECK(base::text(s.reason, base::Lang::En) == other->second.how);  // both name it alike
      }
    }
    CHECK(checker::standing_name(r.standing) == checker::standing_name(wanted));
  }
}

std::string detail_of(const std::string& game, const std::string& id) {
  const test::Corpus corpus(test::at_root("tests/data/" + game));
  const auto all = test::check_all(corpus, {corpus[id]});
  return base::text(all.at(0).claims.at(0).shown.detail, base::Lang::En);
}

}  // namespace

TEST_CASE("presents: what an effect presents has its own sort", "[agreement]") {
  check_game("presents", {});
}

TEST_CASE("silent: a prohibition of a procedure counts where its card is in force", "[agreement]") {
  check_game("silent", {});
}

TEST_CASE("asked: who has nothing to declare is passed over", "[agreement]") {
  check_game("asked",
             {{"V-2", {Standing::Contradicted, ""}}, {"V-3", {Standing::Vacuous, "not asked"}}});
  // where there is never anything, that is said beside the verdict
  for (const char* id : {"V-1", "V-2", "V-3", "V-4"}) CHECK(detail_of("asked", id) == "not asked");
  CHECK(detail_of("asked", "N-1") == "");
}

TEST_CASE("rounds: what comes round is endless, and says who could leave it", "[agreement]") {
  check_game("rounds",
             {{"R-100",
               {Standing::Undecided,
                "a bound of the play was reached: 20 rounds of the loop at count to 100[1] (its "
                "`bound`)"}}});
  CHECK(
      detail_of("rounds", "R-forced") ==
      "a repetition that nobody may leave; each round leaves all as it was; the game says nothing "
      "of that (`loop_rule`)");
  CHECK(detail_of("rounds", "R-free") ==
        "a repetition that A may leave, and so says how often it is made; each round leaves all as "
        "it was");
  CHECK(detail_of("rounds", "R-both") ==
        "a repetition that B may leave, and so says how often it is made; each round leaves all as "
        "it was");
  CHECK(detail_of("rounds", "R-rich") ==
        "a repetition that A may leave, and so says how often it is made; each round: A.points +2");
  CHECK(
      detail_of("rounds", "R-table") ==
      "a repetition that A and B together may leave, and so says how often it is made; each round "
      "leaves all as it was");
  CHECK(detail_of("rounds", "R-count") == "a repetition that nobody may leave; each round: n +3");
}

TEST_CASE("bounds: no form has a small bound of its own, and every bound has a name",
          "[agreement]") {
  const auto bound = [](const std::string& which) {
    return Told{Standing::Undecided, "a bound of the play was reached" + which};
  };
  check_game(
      "bounds",
      {{"B-many", bound(": more than 4096 ways to choose at picking[1] (option `--max-ways`)")},
       {"B-numbers",
        {Standing::Undecided,
         "more than 4096 ways to present `n` for `name` (option `--max-ways`)"}},
       {"B-scope", bound(" at leaving[1]: the `scope` 0..9 of the attribute `small`")},
       {"B-depth",
        bound(" at deeper[1]: 100 procedures that run at once (`depth` in game.json)")}});
}

TEST_CASE("bounds: the option raises the bound", "[agreement]") {
  const std::string path = test::at_root("tests/data/bounds/rulings/B-numbers.xml");
  CHECK(test::run({"check", path}).code == 3);
  CHECK(test::run({"check", path, "--max-ways", "9000", "--engine", "explicit"}).code == 0);
}

TEST_CASE("chances: what nobody can play says nothing of what is legal behind it", "[agreement]") {
  const Told unplayable{Standing::Vacuous, "the play cannot be played"};
  std::map<std::string, Told> others = {{"C-now-not", {Standing::Contradicted, ""}}};
  for (const char* id : {"C-pass", "C-pass-legal", "C-do", "C-do-legal", "C-do-next", "C-do-now",
                         "C-twice", "C-twice-legal"})
    others.emplace(id, unplayable);
  check_game("chances", others);
}

TEST_CASE("stale: what pointed to something that is no more points to nothing", "[agreement]") {
  check_game("stale", {});
}

TEST_CASE("priced: a price names what the effect presents", "[agreement]") {
  check_game("priced", {});
}

TEST_CASE("coverage: that an effect is presented is touched where it is", "[agreement]") {
  const test::Ran ran = test::run({"coverage", test::at_root("tests/data/priced")});
  CHECK(ran.out.find("touched 4 of 4") != std::string::npos);
}

TEST_CASE("edges: an order with arguments is nobody's before it is called", "[agreement]") {
  check_game("edges", {});
}

TEST_CASE("names: sets of names that are printed, beyond the sixty-third", "[agreement]") {
  check_game("names", {});
}

TEST_CASE("readings: an option under which the rules do not load is wrong input", "[agreement]") {
  const test::Scratch s;
  const std::string game = s / "parted";
  test::copy_folder(test::at_root("tests/data/parted"), game);
  test::edit(game + "/rulebook/1.json", "\"B\": \"n += 2\"", "\"B\": \"m += 2\"");
  const test::Ran ran = test::run({"check", game, "--no-cache"});
  CHECK(ran.code == 2);
  CHECK(ran.err.find("HR3007") != std::string::npos);
  CHECK(ran.err.find("1.json:") != std::string::npos);
  CHECK(ran.out.find("vacuous  ") == std::string::npos);
}

TEST_CASE("stack: a stack with priority", "[agreement][corpus]") { check_game("stack", {}); }

TEST_CASE("chain: three speeds, resolved backwards", "[agreement][corpus]") {
  check_game("chain", {});
}

TEST_CASE("tome, fair: effects that real cards have", "[agreement][corpus]") {
  check_game("tome", {});
  check_game("fair", {});
}

TEST_CASE("undetermined: in one case, it says nothing of another", "[agreement]") {
  const test::Corpus corpus(test::at_root("tests/data/parted"));
  const auto all = test::check_all(corpus, corpus.documents);
  REQUIRE(all.at(0).claims.size() == 3);
  CHECK(checker::standing_name(all[0].claims[0].standing) == "confirmed");
  CHECK(checker::standing_name(all[0].claims[1].standing) == "confirmed");
  CHECK(checker::standing_name(all[0].claims[2].standing) == "open");
}
