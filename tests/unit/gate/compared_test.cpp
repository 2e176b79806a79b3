// What a change is compared with, and what excuses a ruling that falls: found by somebody who tried
// to get by.
#include <filesystem>

#include "tests/catch.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

/// A ruling that takes the place of others.
std::string instead(const std::string& id, const std::string& head, const std::string& of,
                    const std::string& claim = "turn = A") {
  return "<ruling format=\"1\" id=\"" + id + "\" game=\"tako\" source=\"M\" authority=\"M\" " +
         head + R"(><title xml:lang="en">Z</title><supersedes ruling=")" + of +
         R"("/><situation turn="A" at="ターン[2]"><player id="A"/><player id="B"/>)" +
         R"(<frame of="ターン" me="A"/></situation><claim kind="possible">)" + claim +
         "</claim></ruling>";
}

}  // namespace

TEST_CASE("gate: who takes the place of a ruling counts today, with no less authority",
          "[gate][corpus]") {
  Repo repo;
  const auto falls = [&](const std::string& head) {
    const Gated g = after(repo, [&] {
      repo.edit(repo.cards(), kWords, "相手の凧1つの糸を1減らす。");
      repo.edit(repo.cards(), kRules, "糸を切る(t, 1)");
      test::put(repo.at("rulings/Z.xml"), instead("Z", head, "TK-1"));
    });
    INFO(head << "\n" << g.ran.out << g.ran.err);
    CHECK(g.all.contains("HG1101"));
    return g.counting.count("HG1101");
  };
  const size_t any = falls(R"(status="pending" issued="2026-02-01")");
  CHECK(any > 0);
  CHECK(falls(R"(status="withdrawn" issued="2026-02-01")") == any);
  CHECK(falls(R"(status="derived")") == any);
  CHECK(falls(R"(status="formal" issued="2026-02-01" effective="2999-01-01")") == any);
  CHECK(falls(R"(status="formal" issued="2026-02-01")") == any - 1);
}

TEST_CASE("gate: what does not fit among the rulings is wrong input here as in check",
          "[gate][corpus]") {
  Repo repo;
  const std::string formal = R"(status="formal" issued="2026-02-01")";
  const auto gated = [&](const std::string& head, const std::string& of) {
    return after(repo, [&] { test::put(repo.at("rulings/Z.xml"), instead("Z", head, of)); });
  };
  CHECK(gated(formal, "Z").all.contains("HR4303"));  // itself
  CHECK(gated(formal, "Y").all.contains("HR4303"));  // nobody
  CHECK(gated(R"(status="formal" issued="2026-02-30")", "TK-1").ran.code == 2);
}

TEST_CASE("gate: rulings that take each other's place take nobody's", "[gate][corpus]") {
  Repo repo;
  const std::string formal = R"(status="formal" issued="2026-02-01")";
  const auto wrong = [&](const std::string& of_y, const std::string& of_z) {
    const Gated g = after(repo, [&] {
      test::put(repo.at("rulings/Y.xml"), instead("Y", formal, of_y, "A.点 = 77"));
      test::put(repo.at("rulings/Z.xml"), instead("Z", formal, of_z, "A.点 = 77"));
    });
    INFO(of_y << " " << of_z << "\n" << g.ran.out << g.ran.err);
    return g.counting.count("HC1001");
  };
  CHECK(wrong("Z", "Y") == 2);
  CHECK(wrong("Y", "TK-1") == 2);
  CHECK(wrong("Z", "TK-1") == 1);  // Z stands for both, and is wrong itself
}

TEST_CASE("gate: what cannot be read in the base is not compared", "[gate][corpus]") {
  Repo repo;
  const std::string first = repo.base;
  const auto mended = [&](const std::string& file, const std::string& from, const std::string& to) {
    repo.git({"reset", "-q", "--hard", first});
    repo.edit(file, from, to);
    repo.base = repo.commit("broken");
    const Gated g = after(repo, [&] {
      repo.edit(file, to, from);
      test::edit(repo.at(repo.cards()), kWords, "相手の凧1つの糸を 2減らす。");
    });
    INFO(file << "\n" << g.ran.out << g.ran.err);
    CHECK((g.ran.code == 3 ||
           g.ran.code == 1));  // where the base does not load, all else counts as new
    CHECK(g.counting.contains("HG1406"));
  };
  mended("game.json", "\"format\": 1", "\"format\": x");
  mended(repo.rules("\"provisions\": ["), "\"provisions\": [", "\"provisions\": [[[");
  mended("rulings/TK-1.xml", "<claim", "<claim claim");
}

TEST_CASE("gate: a name that may mean two commits is none", "[gate]") {
  Repo repo;
  repo.commit("two");
  repo.git({"tag", "fork"});
  CHECK(Gated(repo, "fork").ran.code == 4);
  repo.git({"branch", "fork", repo.base});
  const Gated g(repo, "fork");
  CHECK(g.ran.code == 2);
  CHECK(g.ran.err.find("refs/heads/fork") != std::string::npos);
}

TEST_CASE("gate: files that git says nothing of are told", "[gate][corpus]") {
  Repo repo;
  const auto hidden = [&](const std::function<void()>& change) {
    const Gated g = after(repo, change);
    INFO(g.ran.out << g.ran.err);
    return g.scope().find("no commit has") != std::string::npos;
  };
  CHECK_FALSE(hidden([] {}));
  CHECK(hidden([&] {
    repo.git({"rm", "-q", "--cached", "games/tako/rulings/TK-5.xml"});
    repo.put(".gitignore", "TK-5.xml\n");
  }));
  CHECK(hidden([&] {
    repo.git({"update-index", "--assume-unchanged", "games/tako/rulings/TK-5.xml"});
  }));
}

TEST_CASE("gate: a policy by a link from outside is still that of the base", "[gate][corpus]") {
  Repo repo;
  const test::Scratch outside;
  repo.put("ci/policy.json", R"({"format": 1})");
  repo.base = repo.commit("policy");
  std::filesystem::create_symlink(repo / "ci/policy.json", outside / "policy.json");
  const Gated g = after(repo,
                        [&] {
                          repo.put("ci/policy.json", R"({"format": 1, "allow": ["HG*"]})");
                          fs::remove(repo.at("rulings/TK-5.xml"));
                        },
                        {"--policy", outside / "policy.json"});
  INFO(g.ran.out << g.ran.err);
  CHECK(g.ran.code == 1);
}

TEST_CASE("gate: an unrelated card excuses no derived ruling", "[gate][corpus]") {
  Repo repo;
  const auto rewrite = [&] {
    repo.edit("rulings/TK-4.xml", "B.点 = 2 or D in 空(A) or K.糸 = 1",
              "K.糸 = 1 or B.点 = 2 or D in 空(A)");
    repo.edit("rulings/TK-4.xml", "The player on turn decides.", "Nobody decides.");
  };
  const Gated alone = after(repo, rewrite);
  INFO(alone.ran.out << alone.ran.err);
  CHECK(alone.ran.code == 1);
  const Gated beside = after(repo, [&] {
    rewrite();
    repo.put(
        "games/tako/cards/90-more.json",
        R"({"format": 1, "cards": [{"card": "よそ者", "種類": "凧", "長さ": 3, "invented": true}]})");
  });
  INFO(beside.ran.out << beside.ran.err);
  CHECK(beside.ran.code == 1);
  CHECK(beside.counting.contains("HG1105"));
}
