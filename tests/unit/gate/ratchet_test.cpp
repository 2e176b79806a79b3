// Figures that may not fall: held by gate, check and coverage, and written by them. What is
// expected was written down before they were run on it.
#include "findings/ratchet.h"

#include <filesystem>

#include "base/json/read.h"
#include "base/text/replace.h"
#include "findings/policy.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kPolicy = "games/hanrei.policy.json";

std::string held(const std::string& figures) {
  return R"({"format": 1, "ratchet": {"tako": {)" + figures + "}}}";
}
std::string figure(const std::string& key, int count, int of) {
  return "\"" + key + "\": {\"count\": " + std::to_string(count) +
         ", \"of\": " + std::to_string(of) + "}";
}

struct Holding : Repo {
  explicit Holding(const std::string& policy) {
    put(kPolicy, policy);
    base = commit("a policy");
  }
};

/// The game in a folder of its own, with a policy beside it.
struct Games {
  Scratch folder;
  explicit Games(const std::string& policy) {
    copy_folder(at_root("docs/tako"), folder / "games/tako");
    test::put(folder / kPolicy, policy);
  }
  Ran run(std::vector<std::string> args) const {
    args.push_back(folder / "games");
    return test::run(args);
  }
  std::string policy() const { return slurp(folder / kPolicy); }
};

findings::Policy read(const std::string& text, bool good = true) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto json = base::read_json(sources, sources.add("p", text), log);
  REQUIRE(json);
  findings::Policy p = findings::read_policy(*json, sources, log);
  INFO(text);
  CHECK(log.has_errors() != good);
  return p;
}

}  // namespace

TEST_CASE("gate: clauses that rulings came across are not lost", "[gate][ratchet]") {
  const Holding repo(held(figure("covered", 13, 13) + ", " + figure("pinned", 13, 13)));
  const Gated gone = after(repo, [&] { fs::remove(repo.at("rulings/TK-5.xml")); });
  INFO(gone.ran.out << gone.ran.err);
  CHECK(gone.ran.code == 1);
  CHECK(gone.counting == Codes{"HG1103", "HP1003"});
  CHECK(gone.ran.out.find("fell from 13 of 13 to 12 of 13: lost: 5\"") != std::string::npos);
  // what is too dear for every run is named, and fails nothing
  CHECK(gone.all.count("HP1005") == 1);
  CHECK(gone.ran.out.find("whether these fell was not examined: the number of clauses that are "
                          "pinned") != std::string::npos);
  // neither a waiver nor leave takes it away
  const Holding waived(
      R"({"format": 1, "ratchet": {"tako": {"covered": {"count": 13, "of": 13}}}, "waivers": [
{"code": "HG1103", "subject": "TK-5", "reason": "r", "owner": "M", "until": "2027-01-01"},
{"code": "HP1003", "subject": "tako", "reason": "r", "owner": "M", "until": "2027-01-01"}]})");
  CHECK(after(waived, [&] { fs::remove(waived.at("rulings/TK-5.xml")); }).counting ==
        Codes{"HP1003"});
}

TEST_CASE("gate: a figure that rose is told, and one that is not written asks nothing",
          "[gate][ratchet]") {
  const Holding low(held(figure("covered", 3, 13)));
  const auto change = [](const Repo& repo) {
    return after(repo, [&] {
      repo.edit("rulings/TK-5.xml", "status=\"derived\"",
                "status=\"formal\" issued=\"2026-01-01\" authority=\"M\"");
    });
  };
  const Gated rose = change(low);
  INFO(rose.ran.out << rose.ran.err);
  CHECK(rose.counting.count("HP1003") == 0);
  CHECK(rose.all.count("HP1004") == 1);
  CHECK(rose.ran.out.find("rose from 3 of 13 to 13 of 13") != std::string::npos);
  for (const std::string& policy : {held(""), std::string(R"({"format": 1, "ratchet": {}})")}) {
    const Holding none(policy);
    const Gated g = after(none, [&] { fs::remove(none.at("rulings/TK-5.xml")); });
    INFO(g.ran.out);
    CHECK(g.all.count("HP1003") + g.all.count("HP1004") + g.all.count("HP1005") == 0);
  }
}

TEST_CASE("gate: a figure is lowered by who signs it, and before it is needed", "[gate][ratchet]") {
  Holding repo(held(figure("covered", 13, 13)));
  const auto drop = [&] { fs::remove(repo.at("rulings/TK-5.xml")); };
  const std::string lower = held(figure("covered", 12, 13));
  const Gated both = after(repo, [&] {
    drop();
    repo.put(kPolicy, lower);
  });
  const std::string digest = digest_asked(repo);
  INFO(both.ran.out << both.ran.err);
  CHECK(both.counting == Codes{"HG1103", "HG1502", "HP1003"});
  CHECK(both.ran.out.find("`covered` 13 of 13 → 12 of 13") != std::string::npos);
  CHECK(after(repo, [&] { repo.put(kPolicy, R"({"format": 1})"); }).counting == Codes{"HG1502"});
  CHECK(after(repo, [&] { repo.put(kPolicy, held(figure("covered", 14, 14))); }).counting.empty());
  const std::string signed_so = lower.substr(0, lower.size() - 1) + R"(, "read": {"digest": ")" +
                                digest + R"(", "by": "M", "on": "2026-05-01"}})";
  CHECK(after(repo, [&] { repo.put(kPolicy, signed_so); }).ran.code == 0);
  repo.base = repo.commit("lower");
  repo.base = repo.git({"rev-parse", "HEAD"});
  CHECK(after(repo, drop).counting == Codes{"HG1103"});
}

// `covered` the gate measures itself. Whether a change needs a lower `mutation` it cannot tell.
TEST_CASE("gate: what it does not measure is lowered by a change that leaves the game alone",
          "[gate][ratchet]") {
  const auto policy = [](int mutation, const std::string& more = "") {
    return R"({"format": 1, "allow": ["HG1103"], "ratchet": {"tako": {)" +
           figure("mutation", mutation, 84) + "}}" + more + "}";
  };
  const Holding repo(policy(76));
  after(repo, [&] { repo.put(kPolicy, policy(60)); });
  const std::string signed_so = policy(60, R"(, "read": {"digest": ")" + digest_asked(repo) +
                                               R"(", "by": "M", "on": "2026-05-01"})");
  CHECK(after(repo, [&] { repo.put(kPolicy, signed_so); }).ran.code == 0);
  const Gated both = after(repo, [&] {
    fs::remove(repo.at("rulings/TK-5.xml"));
    repo.put(kPolicy, signed_so);
  });
  INFO(both.ran.out << both.ran.err);
  CHECK(both.counting == Codes{"HG1503"});
  // what is raised, and what is lowered of another game, is nobody's concern
  CHECK(after(repo, [&] {
          fs::remove(repo.at("rulings/TK-5.xml"));
          repo.put(kPolicy, policy(77));
        }).counting.empty());
}

TEST_CASE("gate: a policy of the base that cannot be read forgets nothing quietly",
          "[gate][ratchet][policy]") {
  const Holding repo(R"({"format": 1, "signers": 2,})");
  const Gated mended = after(repo, [&] { repo.put(kPolicy, R"({"format": 1})"); });
  INFO(mended.ran.out << mended.ran.err);
  CHECK(mended.ran.code == 3);
  CHECK(mended.counting == Codes{"HG1406"});
  // nor one of another version, and none that is taken away
  const Holding newer(R"({"format": 1, "later": 2})");
  CHECK(after(newer, [&] { fs::remove(newer / kPolicy); }).counting == Codes{"HG1406"});
}

TEST_CASE("gate: a game that goes takes its figures with it", "[gate][ratchet]") {
  const Holding repo(
      R"({"format": 1, "allow": ["HG1401"], "ratchet": {"tako": {"covered": {"count": 13, "of": 13}}}})");
  const Gated renamed = after(repo, [&] {
    for (const auto& file : fs::recursive_directory_iterator(repo / "games/tako")) {
      if (!file.is_regular_file()) continue;
      std::string text = slurp(file.path().string());
      base::replace_all(text, "\"game\": \"tako\"", "\"game\": \"ika\"");
      base::replace_all(text, "game=\"tako\"", "game=\"ika\"");
      test::put(file.path().string(), text);
    }
  });
  INFO(renamed.ran.out << renamed.ran.err);
  CHECK(renamed.counting.count("HP1003") == 1);
  CHECK(renamed.all.count("HP1006") == 1);
  CHECK(renamed.ran.out.find("fell from 13 of 13 to 0 of 0") != std::string::npos);
}

TEST_CASE("check: clauses that no ruling in force comes across are lost", "[ratchet]") {
  const Games games(held(figure("covered", 13, 13)));
  CHECK(games.run({"check"}).code == 0);
  const std::string ruling = games.folder / "games/tako/rulings/TK-5.xml", was = slurp(ruling);
  test::edit(ruling, "status=\"derived\"",
             "status=\"withdrawn\" issued=\"2026-01-01\" authority=\"formal\"");
  const Ran fell = games.run({"check"});
  INFO(fell.out << fell.err);
  CHECK(fell.code == 1);
  CHECK(fell.out.find("fell from 13 of 13 to 12 of 13: lacking: 5\n") != std::string::npos);
  // and those of coverage
  const Ran all = games.run({"coverage", "--touched"});
  INFO(all.out << all.err);
  CHECK(all.code == 1);
  test::put(ruling, was);
  CHECK(games.run({"coverage", "--touched"}).code == 0);
}

TEST_CASE("check: figures of a game that is not there are told", "[ratchet]") {
  const Games games(R"({"format": 1, "ratchet": {"taco": {"covered": {"count": 13, "of": 13}}}})");
  const Ran told = games.run({"check"});
  INFO(told.out << told.err);
  CHECK(told.code == 0);
  CHECK(told.out.find("HP1006: `ratchet` names taco") != std::string::npos);
  // where not all of it was looked at, it may lie elsewhere
  const Ran part = test::run({"check", games.folder / "games/tako"});
  CHECK(part.out.find("HP1006") == std::string::npos);
}

TEST_CASE("check: holds the clauses that rulings come across, and writes them", "[ratchet]") {
  const Games games("{\n  \"format\": 1,\n  \"ratchet\": {},\n  \"fail\": [\"HA1005\"]\n}\n");
  const std::string file = games.folder / "known.json";
  const Ran first = games.run({"check", "--write-baseline", file});
  INFO(first.out << first.err);
  CHECK(first.code == 0);
  CHECK(
      games.policy() ==
      "{\n  \"format\": 1,\n  \"ratchet\": {\n    \"tako\": {\"covered\": {\"count\": 13, \"of\": "
      "13}}\n  },\n  \"fail\": [\"HA1005\"]\n}\n");
  CHECK(games.run({"check"}).code == 0);
  fs::remove(games.folder / "games/tako/rulings/TK-5.xml");
  const Ran fell = games.run({"check"});
  INFO(fell.out << fell.err);
  CHECK(fell.code == 1);
  CHECK(
      fell.out.find("HP1003: tako: the number of clauses that rulings come across fell from 13 of "
                    "13 to 12 of 13: lacking: 5\n") != std::string::npos);
  CHECK(games.run({"check", "--lang", "ja"}).out.find("13 中 13 から 13 中 12 に下がりました") !=
        std::string::npos);
  CHECK(games.run({"check", "--id", "TK-1"}).code == 0);  // a selection shows nothing of it
  // written anew it is what there is; a policy without `ratchet` is left alone
  (void)games.run({"check", "--write-baseline", file});
  CHECK(games.run({"check"}).code == 0);
  const std::string plain = "{\"format\": 1}";
  test::put(games.folder / kPolicy, plain);
  CHECK(games.run({"check", "--write-baseline", file}).code == 0);
  CHECK(games.policy() == plain);
}

TEST_CASE("coverage: holds pins and mutants, and writes them", "[ratchet]") {
  const Games games(
      "{\"format\": 1, \"ratchet\": {\"tako\": {\"covered\": {\"count\": 1, \"of\": 2}}}}");
  const Ran first = games.run({"coverage", "--write-ratchet"});
  INFO(first.out << first.err);
  CHECK(first.code == 0);
  findings::Figures figures = read(games.policy()).ratchet.at("tako");
  CHECK(figures.at(findings::Measure::Covered) == findings::Figure{1, 2});
  CHECK(figures.at(findings::Measure::Pinned) == findings::Figure{13, 13});
  const findings::Figure mutants = figures.at(findings::Measure::Mutation);
  CHECK(mutants.count > 0);
  CHECK(games.run({"coverage"}).code == 0);
  fs::remove(games.folder / "games/tako/rulings/tako-001.xml");
  const Ran fell = games.run({"coverage", "--format", "json"});
  INFO(fell.out << fell.err);
  CHECK(fell.code == 1);
  CHECK(fell.out.find("the number of clauses that are pinned fell from 13 of 13") !=
        std::string::npos);
  CHECK(fell.out.find("the number of mutants that rulings notice fell from") != std::string::npos);
  CHECK(games.run({"coverage", "--touched", "--write-ratchet"}).code == 2);
  fs::remove(games.folder / kPolicy);
  CHECK(games.run({"coverage", "--write-ratchet"}).code == 2);
}

TEST_CASE("policy: a ratchet is read, written, and compared", "[policy][ratchet]") {
  using findings::Figure;
  CHECK(findings::fell({2, 3}, {3, 5}));
  CHECK_FALSE(findings::fell({2, 3}, {4, 6}));
  CHECK_FALSE(findings::rose({2, 3}, {4, 6}));
  CHECK(findings::rose({2, 3}, {3, 4}));
  CHECK_FALSE(findings::fell({0, 0}, {0, 4}));
  CHECK(findings::fell({2, 3}, {0, 0}));  // nothing is left that might have it
  CHECK_FALSE(findings::fell({0, 3}, {0, 0}));
  for (const char* bad :
       {"[]", "3", R"({"g": 3})", R"({"g": {"covers": {"count": 1, "of": 2}}})",
        R"({"g": {"covered": {"count": 3, "of": 2}}})", R"({"g": {"covered": {"count": 1}}})",
        R"({"g": {"covered": {"count": -1, "of": 2}}})",
        R"({"g": {"covered": {"count": 1, "of": 2.5}}})", R"({"g": {"covered": "1/2"}})"})
    read(std::string("{\"format\": 1, \"ratchet\": ") + bad + "}", false);
  CHECK_FALSE(read(R"({"format": 1})").ratchets);
  CHECK(read(R"({"format": 1, "ratchet": {}})").ratchets);
  const std::map<std::string, findings::Figures> figures = {
      {"b", {{findings::Measure::Pinned, {1, 2}}}}, {"a", {{findings::Measure::Covered, {3, 4}}}}};
  for (const std::string& text :
       {std::string("{\"format\": 1}"), std::string("{\"format\": 1, \"ratchet\": {}}"),
        std::string(
            "{\"ratchet\": {\"b\": {\"mutation\": {\"count\": 5, \"of\": 6}}}, \"format\": 1}")}) {
    const std::string is = findings::with_figures(text, figures);
    INFO(is);
    const findings::Policy p = read(is);
    CHECK(p.ratchet.at("a").at(findings::Measure::Covered) == Figure{3, 4});
    CHECK(p.ratchet.at("b").at(findings::Measure::Pinned) == Figure{1, 2});
    CHECK(p.ratchet.at("b").size() == (text.find("mutation") == std::string::npos ? 1u : 2u));
    CHECK(findings::with_figures(is, figures) == is);
  }
}
