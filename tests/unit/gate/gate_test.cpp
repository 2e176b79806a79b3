// hanrei gate on a real git repository: one change at a time on top of a game that is sound, each
// with the findings and the exit code that somebody who reads it would expect. What is expected was
// written down before the gate was run on it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "findings/finding.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

TEST_CASE("gate: what changes nothing", "[gate]") {
  const Repo repo;
  const Gated nothing = after(repo, [] {});
  CHECK(nothing.ran.code == 0);
  CHECK(nothing.all.empty());
  CHECK(nothing.scope().find("0 changed; 0 rulings") != std::string::npos);

  const Gated space =
      after(repo, [&] { repo.edit(repo.cards(), kWords, " 相手の凧1つの 糸を2減らす。"); });
  CHECK(space.ran.code == 0);
  CHECK(space.all.empty());

  const Gated title =
      after(repo, [&] { repo.edit("rulings/TK-1.xml", "Cut twice", "Cut two times"); });
  CHECK(title.ran.code == 0);

  const Gated moved =
      after(repo, [&] { fs::rename(repo.at("rulings/TK-1.xml"), repo.at("rulings/moved.xml")); });
  CHECK(moved.ran.code == 0);
  CHECK(moved.all.empty());
}

TEST_CASE("gate: words and rules go together", "[gate][corpus]") {
  const Repo repo;
  const Gated words =
      after(repo, [&] { repo.edit(repo.cards(), kWords, "相手の凧1つの糸を2つ減らす。"); });
  CHECK(words.ran.code == 1);
  CHECK(words.counting == Codes{"HG1001"});

  const Gated rules = after(repo, [&] { repo.edit(repo.cards(), kRules, "糸を切る(t, 2 + 0)"); });
  CHECK(rules.ran.code == 1);
  CHECK(rules.counting == Codes{"HG1002"});

  const Gated clause = after(repo, [&] {
    repo.edit(repo.rules("Draw one card from the deck."), "Draw one card from the deck.",
              "Draw the top card of the deck.");
  });
  CHECK(clause.ran.code == 1);
  CHECK(clause.counting == Codes{"HG1001"});

  const Gated regime =
      after(repo, [&] { repo.edit(repo.rules("\"one round\""), "\"one round\"", "\"silent\""); });
  CHECK(regime.ran.code != 0);
  CHECK(regime.counting.count("HG1002") == 1);

  // signed: the digest stands in the text report
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.edit(repo.cards(), kWords, "相手の凧1つの糸を2つ減らす。");
  repo.commit("words");
  const std::string told = test::run({"gate", "--base", repo.base, repo / "games"}).out;
  const size_t at = told.find("\"digest\": \"");
  REQUIRE(at != std::string::npos);
  const std::string digest = told.substr(at + 11, 16);
  repo.edit(repo.cards(), kRules + "\"}], \"span\": [\"s1\"]",
            kRules + "\"}], \"span\": [\"s1\"], \"read\": {\"digest\": \"" + digest +
                "\", \"by\": \"M\", \"on\": \"2026-02-01\"}");
  repo.commit("signed");
  const Gated signed_off(repo);
  CHECK(signed_off.ran.code == 0);
  CHECK(signed_off.counting.empty());
  // … and the words change once more under the signature
  repo.edit(repo.cards(), "糸を2つ減らす。", "糸を2本減らす。");
  const Gated stale(repo);
  CHECK(stale.ran.code == 1);
  CHECK(stale.counting == Codes{"HG1001", "HG1003"});
  CHECK(stale.scope().find("changes that no commit has") != std::string::npos);
}

TEST_CASE("gate: precedents that fall", "[gate][corpus]") {
  const Repo repo;
  const auto weaker = [&] {  // 《切り込み》 takes 1: TK-1 and others fall
    repo.edit(repo.cards(), kWords, "相手の凧1つの糸を1減らす。");
    repo.edit(repo.cards(), kRules, "糸を切る(t, 1)");
  };
  const Gated silent = after(repo, weaker);
  CHECK(silent.ran.code == 1);
  CHECK(silent.counting == Codes{"HG1101", "HG1101", "HG1101"});  // TK-1, TK-2, TK-3
  CHECK(silent.ran.out.find("\"play\": [") != std::string::npos);
  CHECK(Gated(repo).ran.out == silent.ran.out);                      // with verdicts that were kept
  CHECK(Gated(repo, "", {"--no-cache"}).ran.out == silent.ran.out);  // and without

  const Gated declared = after(repo, [&] {
    weaker();
    repo.revise(
        R"({"version": "2.0.0", "date": "2026-05-01", "kind": "reversing", "reverses": ["TK-1", "TK-2", "TK-3"]})");
  });
  CHECK(declared.ran.code == 0);
  CHECK(declared.counting.empty());
  CHECK(declared.all.count("HG1101") == 3);

  const Gated forgot = after(repo, [&] {
    weaker();
    repo.revise(
        R"({"version": "2.0.0", "date": "2026-05-01", "kind": "reversing", "reverses": ["TK-1", "TK-2", "TK-5"]})");
  });
  CHECK(forgot.ran.code == 1);
  CHECK(forgot.counting == Codes{"HG1101", "HG1104"});  // TK-3 is not expected, TK-5 stands

  const Gated superseded = after(repo, [&] {
    weaker();
    for (const char* id : {"1", "2", "3"}) {
      std::string text = test::slurp(repo.at("rulings/TK-5.xml"));
      text.replace(text.find("id=\"TK-5\""), 9, "id=\"TK-9" + std::string(id) + "\"");
      if (*id == '1')  // which somebody issued
        text.replace(text.find("status=\"derived\""), 16,
                     "status=\"formal\" issued=\"2026-02-01\" authority=\"M\"");
      text.insert(text.find("<situation"),
                  "<supersedes ruling=\"TK-" + std::string(id) + "\"/>\n  ");
      repo.put("games/tako/rulings/TK-9" + std::string(id) + ".xml", text);
    }
  });
  CHECK(superseded.ran.code == 0);
  CHECK(superseded.counting.empty());

  const Gated attribute = after(repo, [&] {
    repo.edit(repo.cards(), "\"奴凧\", \"種類\": \"凧\", \"長さ\": 3",
              "\"奴凧\", \"種類\": \"凧\", \"長さ\": 5");
  });
  CHECK(attribute.ran.code == 1);
  CHECK(attribute.counting.count("HG1101") >= 1);
}

TEST_CASE("gate: rulings that go, are rewritten, or are wrong", "[gate]") {
  const Repo repo;
  const Gated deleted = after(repo, [&] { fs::remove(repo.at("rulings/TK-5.xml")); });
  CHECK(deleted.ran.code == 1);
  CHECK(deleted.counting == Codes{"HG1103"});

  const Gated rewritten = after(
      repo, [&] { repo.edit("rulings/TK-1.xml", "K in 捨て札(B) and A.点 = 1", "A.点 = 1"); });
  CHECK(rewritten.ran.code == 1);
  CHECK(rewritten.counting == Codes{"HG1102"});

  const Gated derived =
      after(repo, [&] { repo.edit("rulings/TK-2.xml", "v &lt;= 2", "v &lt; 3"); });
  CHECK(derived.ran.code == 0);
  CHECK(derived.all == Codes{"HG1102"});  // worked out from the rules: told, and no more

  const Gated withdrawn = after(
      repo, [&] { repo.edit("rulings/TK-1.xml", "status=\"formal\"", "status=\"withdrawn\""); });
  CHECK(withdrawn.counting == Codes{"HG1105"});

  const Gated wrong = after(repo, [&] {
    std::string text = test::slurp(repo.at("rulings/TK-1.xml"));
    text.replace(text.find("id=\"TK-1\""), 9, "id=\"TK-8\"");
    text.replace(text.find("A.点 = 1"), std::string("A.点 = 1").size(), "A.点 = 2");
    repo.put("games/tako/rulings/TK-8.xml", text);
  });
  CHECK(wrong.ran.code == 1);
  CHECK(wrong.counting == Codes{"HC1001"});

  const Gated broken = after(repo, [&] { repo.edit("rulings/TK-1.xml", "</ruling>", "</rulin>"); });
  CHECK(broken.ran.code == 2);
}

TEST_CASE("gate: names that are taken away", "[gate]") {
  const Repo repo;
  const auto rename = [&](bool rulings) {
    for (const auto& entry : fs::recursive_directory_iterator(repo.at(""))) {
      const std::string path = entry.path().string();
      if (!entry.is_regular_file() || (!rulings && path.find("/rulings/") != std::string::npos))
        continue;
      std::string text = test::slurp(path);
      const std::string from = "見切り", to = "見極め";
      for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
        text.replace(at, from.size(), to);
      test::put(path, text);
    }
  };
  const Gated whole = after(repo, [&] { rename(true); });
  CHECK(whole.ran.code == 0);
  CHECK(whole.counting.empty());
  const Gated half = after(repo, [&] { rename(false); });
  CHECK(half.ran.code == 2);
  CHECK(half.counting.count("HG1201") >= 1);
  CHECK(half.counting.count("HR4005") >= 1);

  const Gated clause = after(repo, [&] {
    for (const auto& entry : fs::recursive_directory_iterator(repo.at("rulebook"))) {
      std::string text = test::slurp(entry.path().string());
      for (const std::string from : {"\"5-1\""})
        for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
          text.replace(at, from.size(), "\"5-9\"");
      test::put(entry.path().string(), text);
    }
  });
  CHECK(clause.ran.code == 2);
  CHECK(clause.counting.count("HG1201") == 2);  // TK-1 and TK-2 cite it
  CHECK(clause.counting.count("HR3006") == 2);
}

TEST_CASE("gate: declared revisions", "[gate][corpus]") {
  const Repo repo;
  const auto harmless = [&] { repo.edit(repo.cards(), kRules, "糸を切る(t, 2 + 0)"); };
  const std::string first = R"({"version": "1.2.3", "date": "2026-01-01", "kind": "wording"})";
  const auto next = [](const std::string& version, const std::string& kind,
                       const std::string& more = "") {
    return R"({"version": ")" + version + R"(", "date": "2026-05-01", "kind": ")" + kind + "\"" +
           more + "}";
  };
  repo.revise(first);
  const Repo& r = repo;
  const_cast<Repo&>(r).base = repo.commit("with revisions");
  const auto with = [&](const std::string& entries, bool change = true) {
    return after(repo, [&] {
      if (change) harmless();
      repo.revise(entries);
    });
  };
  CHECK(after(repo, harmless).counting == Codes{"HG1002", "HG1302"});
  const auto models = [&](const std::string& what) {
    return next("1.2.4", "modelling", ", \"corrects\": [" + what + "]");
  };
  CHECK(with(first + ", " + models("\"切り込み\"")).ran.code == 0);
  // it declares what it names, and nothing else
  CHECK(with(first + ", " + models("\"見切り\"")).counting == Codes{"HG1002", "HG1302"});
  CHECK(with(first + ", " + models("\"見切り\"") + ", " + next("1.3.0", "extending")).counting ==
        Codes{"HG1002"});
  CHECK(with(first + ", " + next("1.2.4", "modelling"), false).counting == Codes{"HG1304"});
  CHECK(with(first + ", " + models("1"), false).counting.count("HG1304") == 1);
  CHECK(with(first + ", " + next("1.3.0", "extending", ", \"corrects\": [\"切り込み\"]"), false)
            .counting == Codes{"HG1304"});
  CHECK(with(first + ", " + next("1.2.4", "wording")).counting == Codes{"HG1002", "HG1301"});
  CHECK(with(first + ", " + next("1.2.4", "extending")).counting == Codes{"HG1002", "HG1303"});
  CHECK(with(first + ", " + next("1.3.0", "extending")).counting == Codes{"HG1002"});
  CHECK(with(first + ", " + next("1.9.0", "reversing"), false).counting == Codes{"HG1303"});
  CHECK(with(first + ", " + next("2.0.0", "reversing"), false).ran.code == 0);
  CHECK(with(first + ", " + next("1.2.3", "wording"), false).counting.count("HG1304") == 1);
  CHECK(with(first + ", " + next("1.2", "wording"), false).counting.count("HG1304") == 1);
  CHECK(with(first + ", " + next("1.2.4", "cosmetic"), false).counting == Codes{"HG1304"});
  CHECK(with(first + ", " + next("1.3.0", "clarifying", ", \"reverses\": [\"TK-1\"]"), false)
            .counting.count("HG1304") == 1);
  CHECK(
      with(first + ", " + next("1.2.4", "wording", ", \"reverse\": [\"TK-1\"]"), false).counting ==
      Codes{"HG1304"});
  CHECK(
      with(first + ", " + next("2.0.0", "reversing", ", \"reverses\": \"TK-1\""), false).counting ==
      Codes{"HG1304"});
  CHECK(with(first + ", 7, [], {}", false).counting.count("HG1304") >= 3);
  CHECK(with(next("1.2.4", "wording"), false).counting == Codes{"HG1305"});
  CHECK(
      with(R"({"version": "1.2.3", "date": "2026-01-01", "kind": "reversing"})", false).counting ==
      Codes{"HG1305"});
  // the least change of a declared wording: words, signed or not
  const Gated wording = after(repo, [&] {
    repo.edit(repo.cards(), kWords, "相手の凧1つの糸を2つ減らす。");
    repo.revise(first + ", " + next("1.2.4", "wording"));
  });
  CHECK(wording.counting == Codes{"HG1001"});
}

TEST_CASE("gate: clashes that a change brings in", "[gate]") {
  const Repo repo;
  const std::string card =
      R"J({"card": "不落", "種類": "凧", "長さ": 3, "invented": true, "text": [{"spans": {"s1": "この凧は落ちない。"}}],
   "provisions": [{"amend": "落ちる[2]", "if": "c = self", "void": true, "span": ["s1"]}]})J";
  const auto add = [&](const std::string& more) {
    repo.put("games/tako/cards/90-more.json", "{\"format\": 1, \"cards\": [" + card + more + "]}");
  };
  const Gated clash = after(repo, [&] { add(""); });
  INFO(clash.ran.out << clash.ran.err);
  CHECK(clash.ran.code == 1);
  CHECK(clash.counting == Codes{"HA1003"});
  // what clashed before is no fault of the change
  const std::string before = repo.git({"rev-parse", "HEAD"});
  repo.edit("rulings/TK-5.xml", "Flying a kite", "Flying the kite");
  add(R"(, {"card": "板凧", "種類": "凧", "長さ": 2, "invented": true})");
  repo.commit("another card");
  const Gated later(repo, before);
  CHECK(later.ran.code == 0);
  CHECK(later.known.count("HA1003") == 1);
}

TEST_CASE("gate: games that come and go, and nothing at all", "[gate]") {
  const Repo repo;
  const Gated more = after(
      repo, [&] { test::copy_folder(test::at_root("tests/docs/mini"), repo / "games/mini"); });
  CHECK(more.ran.code == 0);
  const Gated gone = after(repo, [&] {
    fs::remove_all(repo / "games/tako");
    fs::create_directories(repo / "games");
    repo.put("games/README", "nothing");
  });
  CHECK(gone.ran.code == 1);
  CHECK(gone.counting == Codes{"HG1401"});

  repo.git({"reset", "-q", "--hard", repo.base});
  fs::create_directories(repo / "empty");
  const test::Ran nothing = test::run({"gate", "--base", "HEAD", repo / "empty"});
  CHECK(nothing.code == 2);
  CHECK(nothing.err.find("no game.json") != std::string::npos);
  CHECK(test::run({"gate", "--base", "HEAD", repo / "nowhere"}).code == 2);
}

TEST_CASE("gate: a folder within a game stands for the game", "[gate]") {
  const Repo repo;
  fs::remove(repo.at("rulings/TK-5.xml"));
  for (const char* path : {"games", "games/tako", "games/tako/cards", "games/tako/rulebook"}) {
    INFO(path);
    const test::Ran ran = test::run({"gate", "--base", "HEAD", repo / path});
    CHECK(ran.code == 1);
    CHECK(ran.out.find("HG1103") != std::string::npos);
  }
}

TEST_CASE("gate: a game that cannot be read is in every report", "[gate]") {
  const Repo repo;
  repo.put("games/tako/game.json", "{{");
  for (const char* format : {"text", "json", "sarif", "junit", "github", "markdown"}) {
    INFO(format);
    const test::Ran ran = test::run({"gate", "--base", "HEAD", "--format", format, repo / "games"});
    CHECK(ran.code == 2);
    CHECK(ran.out.find("game.json") != std::string::npos);
  }
  CHECK(test::run({"gate", "--base", "HEAD", "--format", "junit", repo / "games"})
            .out.find("errors=\"0\"") == std::string::npos);
  CHECK(test::run({"gate", "--base", "HEAD", "--format", "github", repo / "games"})
            .out.starts_with("::error "));
}

TEST_CASE("gate: revisions that are none, shallow clones, merges", "[gate]") {
  const Repo repo;
  for (const char* base : {"nowhere", "", "-x", "--all", "--upload-pack=sh", "HEAD..HEAD"}) {
    INFO(base);
    const test::Ran ran = test::run({"gate", std::string("--base=") + base, repo / "games"});
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err.find("hanrei: ") == 0);
  }
  const test::Ran ja = test::run({"--lang", "ja", "gate", "--base", "nowhere", repo / "games"});
  CHECK(ja.err.find("そのコミットはありません") != std::string::npos);
  CHECK(test::run({"gate", repo / "games"}).code == 2);  // no base at all

  repo.put("notes.txt", "one");
  repo.commit("second");
  test::Scratch scratch;
  repo.git({"clone", "-q", "--depth", "1", "file://" + (repo / ""), scratch / "shallow"});
  const test::Ran shallow = test::run({"gate", "--base", "HEAD~1", scratch / "shallow/games"});
  CHECK(shallow.code == 2);
  CHECK(shallow.err.find("shallow") != std::string::npos);

  // The base went on meanwhile: what it changed is not the change's doing. HEAD is a merge.
  repo.git({"checkout", "-q", "-b", "work"});
  repo.edit(repo.cards(), kWords, "相手の凧1つの糸を2つ減らす。");
  repo.commit("words");
  repo.git({"checkout", "-q", "main"});
  fs::remove(repo.at("rulings/TK-5.xml"));
  repo.commit("main deletes a ruling");
  repo.git({"checkout", "-q", "work"});
  CHECK(Gated(repo, "main").counting == Codes{"HG1001", "HG1405"});
  repo.git({"merge", "-q", "--no-edit", "main"});
  CHECK(Gated(repo, "main").counting == Codes{"HG1001"});
  CHECK(Gated(repo, repo.base).counting == Codes{"HG1001", "HG1103"});
}

TEST_CASE("gate: policy, waivers, baseline", "[gate][corpus]") {
  Repo repo;
  const auto policy = [&](const std::string& text) { repo.put("games/hanrei.policy.json", text); };
  const auto drop = [&] { fs::remove(repo.at("rulings/TK-5.xml")); };
  policy(R"({"format": 1, "allow": ["HG1103"]})");
  repo.base = repo.commit("policy");
  CHECK(after(repo, drop).ran.code == 0);
  // A change of it counts from the next one on (judges_test.cpp), and nothing hides that it
  // changed.
  const Gated both = after(repo, [&] {
    drop();
    policy(R"({"format": 1, "allow": ["HG11*"]})");
  });
  CHECK(both.counting == Codes{"HG1502"});
  CHECK(both.all == Codes{"HA3007", "HG1501",
                          "HG1502"});  // no play comes any more to what only this ruling played
  CHECK(after(repo, [&] { fs::remove(repo / "games/hanrei.policy.json"); }).all == Codes{"HG1501"});
  CHECK(after(repo, [&] { policy(R"({"format": 1, "allow": ["HG1501", "H*"]})"); }).all ==
        Codes{"HG1501", "HG1502"});
  CHECK(after(repo, [&] { policy(R"({"format": 1, "fail": ["HG1501"]})"); }).ran.code == 0);

  const auto waiver = [](const std::string& subject, const std::string& until) {
    return R"({"format": 1, "waivers": [{"code": "HG1103", "subject": ")" + subject +
           R"(", "reason": "a typo of ours", "owner": "M", "until": ")" + until + "\"}]}";
  };
  policy(waiver("TK-5", kDay));
  repo.base = repo.commit("waiver");
  const Gated valid = after(repo, drop);
  CHECK(valid.ran.code == 0);
  CHECK(valid.all == Codes{"HA3007", "HG1103"});
  const Gated unused = after(repo, [&] { repo.put("notes", "x"); });
  CHECK(unused.ran.code == 0);
  CHECK(unused.all == Codes{"HP1002"});
  policy(waiver("TK-5", "2026-05-31"));
  repo.base = repo.commit("expired");
  const Gated expired = after(repo, drop);
  CHECK(expired.ran.code == 1);
  CHECK(expired.counting == Codes{"HG1103", "HP1001"});

  for (const char* bad :
       {"{", "[]", R"({"format": 2})", R"({"format": 1, "allow": ["HG9999"]})",
        R"({"format": 1, "alow": []})", R"({"format": 1, "waivers": [{"code": "HG1103"}]})",
        R"({"format": 1, "fail": ["HG1103"], "warn": ["HG1103"]})"}) {
    INFO(bad);
    const Gated g = after(repo, [&] { policy(bad); });
    CHECK(g.ran.code == 2);
    CHECK(g.ran.out.empty());
  }
  repo.git({"reset", "-q", "--hard", repo.base});
  fs::remove(repo / "games/hanrei.policy.json");
  drop();
  const std::string file = repo / "baseline.json";
  CHECK(Gated(repo, "", {"--write-baseline", file}).ran.code == 1);
  const Gated again(repo, "", {"--baseline", file});
  CHECK(again.counting.count("HG1502") == 1);  // the baseline is new
  CHECK(again.all.count("HG1501") == 2);       // and the policy is gone
  CHECK(Gated(repo, "", {"--baseline", repo / "no-such-file"}).ran.code == 2);
}
