// One history of a repository, commit after commit, each of one kind of change: the gate is asked
// about each commit against the one before it. What it has to say was written down here before it
// was run; docs/gate.md lists the kinds.
#include <filesystem>
#include <fstream>
#include <functional>

#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

/// `counts`: the codes that count for the exit code; `has`: codes that have to be among all.
struct Commit {
  const char* kind;
  std::function<void()> change;
  int exit;
  Codes counts;
  Codes has = {};
};

}  // namespace

TEST_CASE("gate: a history with a commit of every kind", "[gate][history][corpus]") {
  const Repo repo;
  const std::string gone = test::slurp(repo.at("rulings/TK-5.xml")),
                    kWordsOne = "相手の凧1つの糸を1減らす。", kRulesOne = "糸を切る(t, 1)";
  const auto card = [&](const std::string& name, const std::string& provisions,
                        const std::string& words = "この凧は落ちない。") {
    return R"({"card": ")" + name +
           R"(", "種類": "凧", "長さ": 3, "invented": true, "text": [{"spans": {"s1": ")" + words +
           R"("}}], "provisions": [)" + provisions + "]}";
  };
  const auto more = [&](const std::string& cards) {
    repo.put("games/tako/cards/90-more.json", "{\"format\": 1, \"cards\": [" + cards + "]}");
  };
  const std::string steady =
      R"J({"amend": "落ちる[2]", "if": "c = self", "void": true, "span": ["s1"]})J";
  const auto both = [&](const std::string& words_from, const std::string& words_to,
                        const std::string& rules_from, const std::string& rules_to) {
    repo.edit(repo.cards(), words_from, words_to);
    repo.edit(repo.cards(), rules_from, rules_to);
  };
  const auto rename = [&](const std::string& from, const std::string& to) {
    for (const auto& entry : fs::recursive_directory_iterator(repo.at(""))) {
      if (!entry.is_regular_file()) continue;
      std::string text = test::slurp(entry.path().string());
      for (size_t at = text.find(from); at != std::string::npos;
           at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
      test::put(entry.path().string(), text);
    }
  };
  std::string revisions;
  const auto revise = [&](const std::string& version, const std::string& kind,
                          const std::string& extra = "") {
    revisions += std::string(revisions.empty() ? "" : ", ") + R"({"version": ")" + version +
                 R"(", "date": "2026-05-01", "kind": ")" + kind + "\"" + extra + "}";
    repo.revise(revisions);
  };
  const std::string three = R"(, "reverses": ["TK-1", "TK-2", "TK-3"])";

  const std::vector<Commit> commits = {
      {"a file beside the game", [&] { repo.put("notes.txt", "one"); }, 0, {}},
      {"white space in words",
       [&] { repo.edit(repo.cards(), kWords, " 相手の凧1つの 糸を2減らす。"); },
       0,
       {}},
      {"white space taken back",
       [&] { repo.edit(repo.cards(), " 相手の凧1つの 糸を2減らす。", kWords); },
       0,
       {}},
      {"text without its ability",
       [&] { repo.edit(repo.cards(), kWords, "相手の凧1つの糸を2つ減らす。"); },
       1,
       {"HG1001"}},
      {"the text taken back",
       [&] { repo.edit(repo.cards(), "糸を2つ減らす。", "糸を2減らす。"); },
       1,
       {"HG1001"}},
      {"an ability without its text, that makes no difference",
       [&] { repo.edit(repo.cards(), kRules, "糸を切る(t, 2 + 0)"); },
       1,
       {"HG1002"}},
      {"taken back", [&] { repo.edit(repo.cards(), "糸を切る(t, 2 + 0)", kRules); }, 1, {"HG1002"}},
      {"precedents reversed, and nothing supersedes them",
       [&] { both(kWords, kWordsOne, kRules, kRulesOne); },
       1,
       {"HG1101", "HG1101", "HG1101"},
       {"HG1307"}},
      {"taken back: they hold again",
       [&] { both(kWordsOne, kWords, kRulesOne, kRules); },
       0,
       {},
       {"HG1307"}},
      {"revisions begin", [&] { revise("1.0.0", "wording"); }, 0, {}},
      {"rules changed, and no revision declares it",
       [&] { both(kWords, "相手の凧1つの糸を2だけ減らす。", kRules, "糸を切る(t, 1 + 1)"); },
       1,
       {"HG1001", "HG1302"},
       {"HG1308"}},
      {"a functional change declared as wording only",
       [&] {
         both("相手の凧1つの糸を2だけ減らす。", kWordsOne, "糸を切る(t, 1 + 1)", kRulesOne);
         revise("1.0.1", "wording");
       },
       1,
       {"HG1101", "HG1101", "HG1101", "HG1301", "HG1306"}},
      {"taken back, with a revision",
       [&] {
         both(kWordsOne, kWords, kRulesOne, kRules);
         revise("1.1.0", "clarifying");
       },
       0,
       {},
       {"HG1307"}},
      {"a reversal that is declared, with its version",
       [&] {
         both(kWords, kWordsOne, kRules, kRulesOne);
         revise("2.0.0", "reversing", three);
       },
       0,
       {},
       {"HG1101", "HG1307"}},
      {"clarifying with a minor version",
       [&] {
         both(kWordsOne, kWords, kRulesOne, kRules);
         revise("2.1.0", "clarifying");
       },
       0,
       {}},
      {"extending with a patch",
       [&] {
         repo.put("games/tako/cards/90-more.json",
                  R"({"format": 1, "cards": [{"card": "大取り", "種類": "技", "invented": true,
 "text": [{"spans": {"s1": "2点を得る。"}}],
 "provisions": [{"effect": "", "steps": [{"do": "me.点 += 2"}], "span": ["s1"]}]}]})");
         revise("2.1.1", "extending");
       },
       1,
       {"HG1303"}},
      {"restricting with a minor version",
       [&] {
         fs::remove(repo.at("cards/90-more.json"));
         revise("2.2.0", "restricting");
       },
       0,
       {}},
      {"modelling with a patch: the words stay",
       [&] {
         repo.edit(repo.cards(), kRules, "糸を切る(t, 0 + 2)");
         revise("2.2.1", "modelling", R"(, "corrects": ["切り込み"])");
       },
       0,
       {}},
      {"reversing with a minor version",
       [&] {
         both(kWords, kWordsOne, "糸を切る(t, 0 + 2)", kRulesOne);
         revise("2.3.0", "reversing", three);
       },
       1,
       {"HG1303"}},
      {"reversing with a major version",
       [&] {
         both(kWordsOne, kWords, kRulesOne, kRules);
         revise("3.0.0", "reversing");
       },
       0,
       {}},
      {"history altered",
       [&] {
         revisions.replace(revisions.find("2026-05-01"), 10, "2026-04-30");
         repo.revise(revisions);
       },
       1,
       {"HG1305"}},
      {"a precedent deleted", [&] { fs::remove(repo.at("rulings/TK-5.xml")); }, 1, {"HG1103"}},
      {"and put back", [&] { test::put(repo.at("rulings/TK-5.xml"), gone); }, 0, {}},
      {"a precedent that asks something else",
       [&] { repo.edit("rulings/TK-1.xml", "K in 捨て札(B) and A.点 = 1", "A.点 = 1"); },
       1,
       {"HG1102"}},
      {"a new card that clashes with a rule",
       [&] {
         more(card("不落", steady));
         revise("3.1.0", "extending");
       },
       1,
       {"HA1003"}},
      {"it goes",
       [&] {
         fs::remove(repo.at("cards/90-more.json"));
         revise("3.2.0", "restricting");
       },
       0,
       {}},
      {"a card renamed, and what names it not",
       [&] { repo.edit(repo.cards(), "\"card\": \"見切り\"", "\"card\": \"見極め\""); },
       2,
       {},
       {"HG1201", "HR4005"}},
      {"renamed back, without a revision",
       [&] { repo.edit(repo.cards(), "\"card\": \"見極め\"", "\"card\": \"見切り\""); },
       1,
       {"HG1302"}},
      {"renamed wherever it is named",
       [&] {
         rename("見切り", "見極め");
         revise("3.2.1", "modelling", R"(, "corrects": ["見極め"])");
       },
       0,
       {}},
      {"a citation that no longer resolves",
       [&] { repo.edit(repo.rules("\"5-1\""), "\"clause\": \"5-1\"", "\"clause\": \"5-9\""); },
       2,
       {},
       {"HG1201"}},
      // Of a base with errors nothing is known, so that what the audit finds counts as new.
      {"the clause is back, from a base with errors",
       [&] { repo.edit(repo.rules("\"5-9\""), "\"clause\": \"5-9\"", "\"clause\": \"5-1\""); },
       1,
       {"HA1013"}},
      {"a policy",
       [&] { repo.put("games/hanrei.policy.json", R"({"format": 1, "allow": ["HG1102"]})"); },
       1,
       {"HG1502"},
       {"HG1501"}},
      {"the game gone",
       [&] {
         fs::remove_all(repo / "games/tako");
         repo.put("games/README", "nothing");
       },
       1,
       {"HG1401"}},
  };
  REQUIRE(commits.size() >= 30);
  for (const Commit& c : commits) {
    const std::string before = repo.git({"rev-parse", "HEAD"});
    c.change();
    repo.commit(c.kind);
    const Gated g(repo, before);
    INFO(c.kind << "\n" << g.ran.out << g.ran.err);
    CHECK(g.ran.code == c.exit);
    if (c.exit != 2) CHECK(g.counting == c.counts);
    for (const std::string& code : c.has) CHECK(g.all.count(code) > 0);
    if (c.kind == std::string("the clause is back, from a base with errors"))
      CHECK(g.ran.out.find("the base does not load, so all that is found counts as new") !=
            std::string::npos);
    CHECK_FALSE((g.ran.code == 0 && g.scope().find(": 0 games") != std::string::npos));
  }
}

TEST_CASE("gate: a hundred waivers and a baseline of a thousand", "[gate][history]") {
  Repo repo;
  std::string waivers, entries;
  for (int i = 0; i < 100; ++i)
    waivers += std::string(i == 0 ? "" : ", ") + R"({"code": "HG1103", "subject": "TK-)" +
               std::to_string(i == 99 ? 5 : 1000 + i) +
               R"(", "reason": "because", "owner": "M", "until": "2026-12-31"})";
  repo.put("games/hanrei.policy.json",
           std::string(R"({"format": 1, "waivers": [)") + waivers + "]}");
  repo.base = repo.commit("a hundred waivers");
  const Gated waived = after(repo, [&] { fs::remove(repo.at("rulings/TK-5.xml")); });
  INFO(waived.ran.out);
  CHECK(waived.ran.code == 0);
  CHECK(waived.all.count("HG1103") == 1);   // waived
  CHECK(waived.all.count("HP1002") == 99);  // and these waive nothing
  CHECK(waived.counting.empty());

  for (int i = 0; i < 1000; ++i)
    entries += std::string(i == 0 ? "" : ", ") + R"({"fingerprint": ")" + std::string(12, 'a') +
               std::to_string(1000 + i) + R"(", "code": "HG1103", "subject": "TK-)" +
               std::to_string(i) + "\"}";
  fs::remove(repo / "games/hanrei.policy.json");
  repo.put("baseline.json", std::string(R"({"format": 1, "findings": [)") + entries + "]}");
  repo.base = repo.commit("a baseline of a thousand");
  repo.edit(repo.cards(), kWords, "相手の凧1つの糸を2つ減らす。");
  const Gated gone(repo, "", {"--baseline", repo / "baseline.json"});
  INFO(gone.ran.out << gone.ran.err);
  CHECK(gone.ran.code == 1);  // what is new fails all the same
  CHECK(gone.counting == Codes{"HG1001"});
}

TEST_CASE("gate: the policy is the nearest one up to the top of the work tree", "[gate][history]") {
  Repo repo;
  test::put(repo / "../hanrei.policy.json",
            R"({"format": 1, "fail": ["HG*"]})");  // outside: not read
  const auto drop = [&] { fs::remove(repo.at("rulings/TK-5.xml")); };
  CHECK(after(repo, [] {}).ran.code == 0);
  repo.put("hanrei.policy.json", R"({"format": 1, "allow": ["HG1103"]})");
  repo.base = repo.commit("at the top");
  CHECK(after(repo, drop).ran.code == 0);
  // A change of it is told, and so is one that comes between, which counts then.
  CHECK(after(repo, [&] {
          repo.put("hanrei.policy.json", R"({"format": 1, "allow": ["HG11*"]})");
        }).all.count("HG1501") == 1);
  const Gated nearer = after(repo, [&] {
    drop();
    repo.put("games/hanrei.policy.json", R"({"format": 1})");
  });
  CHECK(nearer.ran.code == 0);  // the one of the base allows it
  CHECK(nearer.all.count("HG1501") == 1);
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.put("games/hanrei.policy.json", R"({"format": 1, "fail": ["HG1103"]})");
  repo.base = repo.commit("nearer");
  const Gated gone = after(repo, [&] {
    drop();
    fs::remove(repo / "games/hanrei.policy.json");
  });
  CHECK(gone.counting == Codes{"HG1103", "HG1502"});  // the one at the top allows it
  CHECK(gone.all.count("HG1501") == 1);
}

TEST_CASE("gate: a game that is all of a repository has its policy beside game.json",
          "[gate][history]") {
  const test::Repository repo;
  test::copy_folder(test::at_root("tests/docs/mini"), repo / "");
  test::put(repo / "hanrei.policy.json", R"({"format": 1, "allow": ["HG1001"]})");
  repo.commit("a game and its policy");
  test::put(repo / "hanrei.policy.json", R"({"format": 1})");
  const test::Ran ran = test::run({"gate", "--base", "HEAD", repo / ""});
  CHECK(ran.code == 0);
  CHECK(ran.out.find("HG1501") != std::string::npos);
}
