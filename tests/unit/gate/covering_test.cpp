// What covers a change of rules, and what does not: rules that cite nothing, words that only change
// their dress, game.json, notation. What is expected was written down before the gate was run.
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kCards = "cards/cards.json";

}  // namespace

TEST_CASE("gate: a rule that cites no clause is covered by nothing", "[gate][covering]") {
  const Repo repo;
  const std::string end = repo.rules("\"ending\""), first = "\"provisions\": [";
  const Gated act = edited(
      repo, {{end, first,
              first + R"({"act": "降ろす", "slots": {"k": "card"}, "for": {"p": "player"}}, )"
                      R"({"norm": "permit", "event": "act 降ろす", "if": "false"}, )"}});
  CHECK(act.ran.code != 0);
  // only a name, which nothing says
  CHECK(edited(repo, {{end, first, first + R"({"act": "見る"}, )"}}).counting.count("HG1002") == 0);
}

TEST_CASE("gate: words in another dress cover no rule", "[gate][covering]") {
  const Repo repo;
  const std::string more = R"("do": "me.点 += 1")", most = R"("do": "me.点 += 9")";
  // points, brackets, width, blanks; alone they are to be read again
  for (const char* words : {"1点を得る", "１点を得る。", "「1点」を得る。"}) {
    INFO(words);
    const Edit dress{kCards, "\"s1\": \"1点を得る。\"", "\"s1\": \"" + std::string(words) + "\""};
    CHECK(edited(repo, {dress, {kCards, more, most}}).counting.count("HG1002") == 1);
  }
  CHECK(edited(repo, {{kCards, "\"s1\": \"1点を得る。\"", "\"s1\": \"9点を得る。\""},
                      {kCards, more, most}})
            .counting.count("HG1002") == 0);
  // of a clause its title, too
  const std::string end = repo.rules("has 3 points");
  CHECK(edited(repo,
               {{end, "has 3 points wins.", "HAS 3 points wins"}, {end, "p.点 >= 3", "p.点 >= 5"}})
            .counting.count("HG1002") == 1);
}

TEST_CASE("gate: game.json has no words", "[gate][covering]") {
  const Repo repo;
  const std::string seats = R"("players": ["A", "B"])", turned = R"("players": ["B", "A"])";
  const Gated g = edited(repo, {{"game.json", seats, turned}});
  CHECK(g.counting.count("HG1015") == 1);
  const std::string told = test::run({"gate", "--base", repo.base, repo / "games"}).out;
  const size_t at = told.find("\"digest\": \"");
  REQUIRE(at != std::string::npos);
  const Gated by = edited(repo, {{"game.json", seats,
                                  turned + R"(, "read": {"digest": ")" + told.substr(at + 11, 16) +
                                      R"(", "by": "M", "on": "2026-05-31"})"}});
  CHECK(by.counting.count("HG1015") == 0);
  CHECK(by.all.count("HG1007") == 1);
}

TEST_CASE("gate: another notation is no change", "[gate][covering]") {
  const Repo repo;
  const std::string more = R"J({"do": "me.点 += 1"})J";
  for (const char* same : {R"J({"do": "me.点  +=  1"})J", R"J({"do": "me.点 += (1)"})J",
                           R"J({"note": "one"}, {"do": "me.点 += 1"})J"}) {
    INFO(same);
    const Gated g = edited(repo, {{kCards, more, same}});
    CHECK(g.ran.code == 0);
    CHECK(g.counting.empty());
  }
}

TEST_CASE("gate: what is printed on a card beside its words is told", "[gate][covering]") {
  const Repo repo;
  const Gated g =
      edited(repo, {{kCards, "{\"card\": \"奴凧\",", "{\"card\": \"奴凧\", \"色\": \"赤\","}});
  CHECK(g.all.count("HG1014") + g.counting.size() >= 1);
}

TEST_CASE("gate: a game folder that is a link out of PATH", "[gate][covering]") {
  const Repo repo;
  const Gated g = after(repo, [&] {
    fs::create_directories(repo / "store");
    fs::rename(repo / "games/tako", repo / "store/tako");
    fs::create_directory_symlink("../store/tako", repo / "games/tako");
  });
  CHECK(g.ran.code == 2);
}
