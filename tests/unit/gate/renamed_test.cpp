// Names that change, and what goes without anybody who misses it.
#include <filesystem>

#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

void rename_all(const Repo& repo, const std::string& from, const std::string& to) {
  for (const auto& entry : fs::recursive_directory_iterator(repo.at(""))) {
    if (!entry.is_regular_file()) continue;
    std::string text = test::slurp(entry.path().string());
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
    test::put(entry.path().string(), text);
  }
}

}  // namespace

TEST_CASE("gate: a card that is renamed and changed at once is still compared", "[gate][renamed]") {
  const Repo repo;
  const auto renamed = [&] { rename_all(repo, "切り込み", "斬り込み"); };
  const Gated name = after(repo, renamed);
  CHECK(name.ran.code == 0);
  CHECK(name.all == Codes{"HG1016"});  // told
  // its rules change under the new name, its words do not
  const Gated rules = after(repo, [&] {
    renamed();
    repo.edit("cards/cards.json", kRules, "糸を切る(t, 1)");
  });
  INFO(rules.ran.out);
  CHECK(rules.ran.code == 1);
  CHECK(rules.counting.count("HG1002") == 1);
  CHECK(rules.all.count("HG1307") == 1);
  CHECK(rules.all.count("HG1101") == 3);  // TK-1, TK-2, TK-3 ask what they asked before
  const Gated words = after(repo, [&] {
    renamed();
    repo.edit("cards/cards.json", kWords, "相手の凧1つの糸を3減らす。");
  });
  CHECK(words.counting == Codes{"HG1001"});
  const Gated both = after(repo, [&] {
    renamed();
    repo.edit(
        "cards/cards.json", "\"技\", \"invented\": true,\n \"text\": [{\"spans\": {\"s1\": \"相手",
        "\"技\", \"返し\": true, \"invented\": true,\n \"text\": [{\"spans\": {\"s1\": \"相手");
  });
  CHECK(both.all.count("HG1307") + both.all.count("HG1308") ==
        1);  // only what is printed changed: still one card
}

TEST_CASE("gate: a reading that only has another name", "[gate][renamed]") {
  const Repo repo;
  const auto renamed = [&] { rename_all(repo, "T-1", "T-9"); };
  const Gated name = after(repo, renamed);
  INFO(name.ran.out << name.ran.err);
  CHECK(name.ran.code == 0);
  CHECK(name.counting.empty());
  // what asks for it may ask for something else now
  const Gated rules = after(repo, [&] {
    renamed();
    repo.edit("rulebook/4-end.json", "\"B\": \"false\"", "\"B\": \"true\"");
  });
  CHECK(rules.counting.count("HG1002") == 1);
}

TEST_CASE("gate: a card, a clause or a deck that nobody misses is told when it goes",
          "[gate][renamed]") {
  Repo repo;
  repo.put(
      "games/tako/cards/90-more.json",
      R"({"format": 1, "cards": [{"card": "板凧", "種類": "凧", "長さ": 2, "invented": true}]})");
  repo.base = repo.commit("one card more");
  const Gated card = after(repo, [&] { fs::remove(repo.at("cards/90-more.json")); });
  INFO(card.ran.out);
  CHECK(card.ran.code == 1);
  CHECK(card.all == Codes{"HG1203"});
  CHECK(card.ran.out.find("《板凧》 was removed") != std::string::npos);
  // a first revision declares it
  const Gated declared = after(repo, [&] {
    fs::remove(repo.at("cards/90-more.json"));
    repo.revise(R"({"version": "1.0.0", "date": "2026-05-01", "kind": "restricting"})");
  });
  CHECK(declared.ran.code == 0);
  CHECK(declared.all == Codes{"HG1202"});
  // one that a ruling names is an error, and not told twice
  const Gated named = after(
      repo, [&] { repo.edit("cards/cards.json", "\"card\": \"見切り\"", "\"card\": \"見極め\""); });
  CHECK(named.all.count("HG1201") > 0);
  CHECK(named.all.count("HG1202") == 0);
}

TEST_CASE("diff: rulings of the new side that are wrong are told", "[gate][renamed]") {
  const test::Scratch s;
  for (const char* side : {"old", "new"}) test::copy_folder(test::at_root("docs/tako"), s / side);
  const auto diff = [&] { return test::run({"diff", s / "old", s / "new"}); };
  CHECK(diff().code == 0);  // nothing changed
  const std::string file = s / "new/rulings/TK-5.xml", good = test::slurp(file);
  test::put(file, good.substr(0, good.size() - 12));
  const test::Ran broken = diff();
  CHECK(broken.code == 2);
  CHECK(broken.err.find("TK-5.xml") != std::string::npos);
  test::put(file, good);
  test::edit(file, "is=\"先取り\"", "is=\"後取り\"");
  const test::Ran unknown = diff();
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("後取り") != std::string::npos);
  test::put(file, good);
  fs::rename(file, s / "new/rulings/TK-5.XML");
  CHECK(diff().code == 2);
}

TEST_CASE("gate: what somebody issued does not change in silence", "[gate][renamed]") {
  const Repo repo;
  const std::pair<const char*, std::pair<const char*, const char*>> kinds[] = {
      {"status", {"status=\"formal\"", "status=\"withdrawn\""}},
      {"authority", {"authority=\"M\"", "authority=\"N\""}},
      {"answer", {"gets 1 point", "gets 2 points"}},
      {"question", {"used on it twice", "used on it once"}},
      {"citations", {"<cites clause=\"5-1\"/>", "<cites clause=\"5\"/>"}},
  };
  for (const auto& [what, edit] : kinds) {
    INFO(what);
    const Gated g = after(repo, [&, from = edit.first, to = edit.second] {
      repo.edit("rulings/TK-1.xml", from, to);
    });
    INFO(g.ran.out);
    CHECK(g.ran.code == 1);
    CHECK(g.all == Codes{"HG1105"});
    CHECK(g.ran.out.find(std::string("its ") + what) != std::string::npos);
  }
  const test::Ran ja = [&] {
    (void)after(
        repo, [&] { repo.edit("rulings/TK-1.xml", "status=\"formal\"", "status=\"withdrawn\""); });
    return test::run({"--lang", "ja", "gate", "--base", repo.base, repo / "games"});
  }();
  CHECK(ja.out.find("裁定TK-1の区分（正式 → 撤回）が変わりました") != std::string::npos);
  // a derived ruling follows the rules, and its words follow it
  CHECK(after(repo, [&] {
          repo.edit("rulings/TK-5.xml", "Flying a kite", "Flying the kite");
        }).all.empty());
}

TEST_CASE("gate: says that there was nothing to compare where HEAD is the base",
          "[gate][renamed]") {
  const Repo repo;
  CHECK(Gated(repo).scope().find("there was nothing to compare") != std::string::npos);
  repo.put("games/notes.json", "{}");
  CHECK(Gated(repo).scope().find("there was nothing to compare") == std::string::npos);
  repo.commit("notes");
  CHECK(Gated(repo).scope().find("there was nothing to compare") == std::string::npos);
}

TEST_CASE("gate: a policy that fails its own change cannot be changed by the change that it judges",
          "[gate][renamed]") {
  Repo repo;
  const auto policy = [&](const std::string& where, const std::string& text) {
    repo.put(where + "hanrei.policy.json", text);
  };
  policy("games/", R"({"format": 1, "fail": ["HG1501"]})");
  repo.base = repo.commit("policy");
  const auto drop = [&] { fs::remove(repo.at("rulings/TK-5.xml")); };
  for (const char* text : {R"({"format": 1, "allow": ["*"]})",
                           R"({"format": 1, "warn": ["HG1501"], "allow": ["HG1103"]})",
                           R"({"format": 1, "allow": ["HG1103"]})"}) {
    INFO(text);
    const Gated g = after(repo, [&] {
      drop();
      policy("games/", text);
    });
    CHECK(g.ran.code == 1);
    CHECK(g.counting == Codes{"HG1103", "HG1501", "HG1502"});
  }
  CHECK(after(repo, [&] { fs::remove(repo / "games/hanrei.policy.json"); }).counting ==
        Codes{"HG1501", "HG1502"});
  // a nearer one that comes: the one further up counted before
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.git({"mv", "games/hanrei.policy.json", "hanrei.policy.json"});
  repo.base = repo.commit("at the top");
  CHECK(after(repo, [&] {
          drop();
          policy("games/", R"({"format": 1, "allow": ["*"]})");
        }).counting == Codes{"HG1103", "HG1501", "HG1502"});
}
