// A text that is about a number is examined only where the number is reached; what the differ
// brings together for that.
#include <algorithm>
#include <filesystem>

#include "errata/related.h"
#include "errata/watch.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

struct Told {
  int code = 0;
  std::string verdict;
  std::int64_t thresholds = 0;
  std::vector<std::string> unreached;
  std::string situation;
};

/// `errata shot` of the small game: it leaks `n`, or one more where the condition holds.
Told errata_of(const std::string& condition, const std::string& old_condition = "") {
  const test::Scratch scratch;
  const auto abilities = [&](const std::string& c) {
    return R"J([{"effect": "", "present": [{"choose": "t", "one": "s in ships", "designates": true}], "steps": [{"if": ")J" +
           c + R"J(", "call": "leak(t, 3)", "else": [{"call": "leak(t, 2)"}]}], "span": ["s1"]}])J";
  };
  std::string game = test::at_root("tests/data/harbour");
  if (!old_condition.empty()) {
    std::filesystem::copy(game, scratch / "harbour", std::filesystem::copy_options::recursive);
    game = scratch / "harbour";
    std::string cards = test::slurp(game + "/cards/harbour.json");
    const std::string was =
        R"J([{"effect": "", "present": [{"choose": "t", "one": "s in ships", "designates": true}], "steps": [{"call": "leak(t, 2)"}], "span": ["s1"]}])J";
    REQUIRE(cards.find(was) != std::string::npos);
    cards.replace(cards.find(was), was.size(), abilities(old_condition));
    test::put(game + "/cards/harbour.json", cards);
  }
  test::put(scratch / "abilities.json", abilities(condition));
  const test::Ran r = test::run({"errata", "shot", game, "--abilities", scratch / "abilities.json",
                                 "--format", "json", "--max-situations", "60"});
  INFO(r.out << r.err);
  const base::Json json = test::json_of(r);
  const base::Json& change = json.find("changes")->items.at(0);
  Told out{r.code,
           change.find("verdict")->string,
           change.find("scope")->find("thresholds")->integer,
           {},
           ""};
  for (const base::Json& t : change.find("scope")->find("unreached")->items)
    out.unreached.push_back(t.find("comparison")->string);
  if (const base::Json* smallest = change.find("smallest"))
    out.situation = smallest->find("situation")->string;
  return out;
}

}  // namespace

TEST_CASE("errata: a number that no situation reaches is not examined, and never equivalent",
          "[errata][reach][corpus]") {
  const Told t = errata_of("(count s in ships) >= 41", "(count s in ships) >= 40");
  CHECK(t.code == 3);
  CHECK(t.verdict == "not-examined");
  CHECK(t.thresholds == 2);
  CHECK(t.unreached ==
        std::vector<std::string>{"(count s in ships) >= 41", "(count s in ships) >= 40"});
}

TEST_CASE("errata: as many cards as the text asks for are put where it looks", "[errata][reach]") {
  const Told t = errata_of("(count s in ships) >= 7", "(count s in ships) >= 6");
  CHECK(t.code == 1);
  CHECK(t.verdict == "functional");
  size_t cards = 0;
  for (size_t at = t.situation.find("<card "); at != std::string::npos;
       at = t.situation.find("<card ", at + 1))
    ++cards;
  CHECK(cards == 7);  // six ships, and itself
}

TEST_CASE("errata: what can only come out one way is no threshold", "[errata][reach][corpus]") {
  const Told t =
      errata_of("(count s in ships) >= 0 and (count s in ships) < 0", "(count s in ships) < 0");
  CHECK(t.verdict == "equivalent");
  CHECK(t.thresholds == 0);
}

TEST_CASE("errata: two conditions on two values are both met before anything is called equivalent",
          "[errata][reach][corpus]") {
  const Told t =
      errata_of("other(me).light >= 9 and me.light >= 9", "me.light >= 9 and other(me).light >= 9");
  CHECK(t.code == 0);
  CHECK(t.verdict == "equivalent");
  CHECK(t.thresholds == 2);
  CHECK(t.unreached.empty());
}

TEST_CASE("errata: cards that change what a text reads, or answer what it does, come first",
          "[errata][reach]") {
  const auto names = [](const std::string& game, const std::string& card) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    const auto read = model::read_game(sources, test::at_root("fixtures/" + game), log);
    REQUIRE(read);
    checker::Session session(*read, sources);
    const auto compiled = session.compiled({});
    REQUIRE(compiled->program);
    const model::Program& p = *compiled->program;
    std::vector<std::string> out;
    for (size_t k = 0; k < p.cards.size(); ++k)
      if (p.cards[model::CardId(k)].name == card)
        for (const errata::Related& r : errata::related(p, errata::texts_of(p, model::CardId(k))))
          out.push_back(p.cards[model::CardId(r.card)].name);
    return out;
  };
  // It looks at how strong an actor is; what has nothing to do with that is not among them.
  const std::vector<std::string> actor = names("actor", "勝鬨");
  const auto place = [](const std::vector<std::string>& all, const std::string& name) {
    return static_cast<size_t>(std::find(all.begin(), all.end(), name) - all.begin());
  };
  CHECK(place(actor, "旗持ち") < actor.size());
  CHECK(place(actor, "先駆け") == actor.size());
  // 包帯 answers the healing that the rulebook's procedure announces.
  const std::vector<std::string> lftcg = names("lftcg", "薬");
  CHECK(place(lftcg, "包帯") < 12);
}
