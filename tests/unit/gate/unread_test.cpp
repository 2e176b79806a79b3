// What the gate cannot read, or does not look at, is never passed over: it is told, and no policy
// can allow what cannot be read.
#include <filesystem>
#include <functional>

#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

/// A second game beside the first, and a policy that allows that games go.
struct TwoGames : Repo {
  TwoGames() {
    copy_folder(at_root("tests/docs/mini"), *this / "games/mini");
    put("games/hanrei.policy.json", R"({"format": 1, "allow": ["HG1401"]})");
    base = commit("two games");
  }
};

/// The bytes of a text in Shift_JIS: each カード as it is written there, what else is not ASCII as
/// 、.
std::string in_shift_jis(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      out += text[i++];
      continue;
    }
    out += "\x81\x41";
    i += lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  }
  return out;
}

bool says(const Gated& g, const std::string& text) {
  return g.ran.out.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("gate: a game folder that cannot be looked into is no game that was removed",
          "[gate][unread]") {
  const TwoGames repo;
  const auto gone = after(repo, [&] { fs::remove_all(repo / "games/mini"); });
  CHECK(gone.ran.code == 0);  // the policy allows that
  const std::pair<const char*, std::function<void()>> kinds[] = {
      {"a link that leads nowhere",
       [&] {
         fs::remove_all(repo / "games/mini");
         fs::create_symlink("nowhere", repo / "games/mini");
       }},
      {"a link to itself",
       [&] {
         fs::remove_all(repo / "games/mini");
         fs::create_symlink("mini", repo / "games/mini");
       }},
      {"game.json a link that leads nowhere",
       [&] {
         fs::remove(repo / "games/mini/game.json");
         fs::create_symlink("nowhere", repo / "games/mini/game.json");
       }},
      {"game.json a folder",
       [&] {
         fs::remove(repo / "games/mini/game.json");
         fs::create_directory(repo / "games/mini/game.json");
         repo.put("games/mini/game.json/x", "");
       }},
      {"game.json in capitals",
       [&] { fs::rename(repo / "games/mini/game.json", repo / "games/mini/Game.JSON"); }},
  };
  for (const auto& [kind, change] : kinds) {
    INFO(kind);
    const Gated g = after(repo, change);
    INFO(g.ran.out << g.ran.err);
    CHECK(g.ran.code == 2);
    CHECK(says(g, "games/mini"));  // named in the report
    CHECK(g.all.count("HG1401") == 0);
    CHECK(test::run({"check", repo / "games"}).code == 2);
  }
}

TEST_CASE("gate: endings in capitals are not passed over", "[gate][unread]") {
  const Repo repo;
  for (const char* file : {"rulings/TK-5.xml", "cards/cards.json", "rulebook/1-table.json"}) {
    INFO(file);
    const std::string loud = std::string(file).substr(0, std::string(file).rfind('.')) +
                             (std::string(file).ends_with(".xml") ? ".XML" : ".Json");
    const Gated g = after(repo, [&] { fs::rename(repo.at(file), repo.at(loud)); });
    INFO(g.ran.out << g.ran.err);
    CHECK(g.ran.code == 2);
    CHECK(says(g, fs::path(loud).filename().string()));
    CHECK(g.all.count("HG1103") + g.all.count("HG1201") ==
          0);  // they are there, under another name
    const test::Ran check = test::run({"check", repo / "games"});
    CHECK(check.code == 2);
    CHECK(check.err.find("rename it") != std::string::npos);
  }
}

TEST_CASE("gate: game folders that lie deeper are named", "[gate][unread]") {
  const Repo repo;
  const Gated deep =
      after(repo, [&] { copy_folder(at_root("tests/docs/mini"), repo / "games/more/mini"); });
  CHECK(deep.ran.code == 1);
  CHECK(deep.counting == Codes{"HG1402"});
  CHECK(says(deep, "games/more/mini"));
  const Gated within =
      after(repo, [&] { copy_folder(at_root("tests/docs/mini"), repo / "games/tako/mini"); });
  CHECK(within.counting == Codes{"HG1402"});
  // moved out of sight: gone, and named
  const Gated moved = after(repo, [&] {
    fs::create_directories(repo / "games/old");
    fs::rename(repo / "games/tako", repo / "games/old/tako");
  });
  CHECK(moved.counting == Codes{"HG1401", "HG1402"});
  // it may be meant
  Repo knows;
  knows.put("games/hanrei.policy.json", R"({"format": 1, "allow": ["HG1402"]})");
  knows.base = knows.commit("a policy");
  const Gated allowed =
      after(knows, [&] { copy_folder(at_root("tests/docs/mini"), knows / "games/more/mini"); });
  CHECK(allowed.ran.code == 0);
  const Gated hidden =
      after(repo, [&] { copy_folder(at_root("tests/docs/mini"), repo / "games/.cache/mini"); });
  CHECK(hidden.ran.code == 0);
}

TEST_CASE("gate: two folders with one game", "[gate][unread]") {
  const Repo repo;
  const auto copied = [&](const char* name) {
    return after(repo, [&, name] {
      copy_folder(repo / "games/tako", repo / (std::string("games/") + name));  // as it was
      fs::remove(repo.at("rulings/TK-5.xml"));
    });
  };
  for (const char* name : {"a", "z"}) {  // before and behind it
    INFO(name);
    const Gated g = copied(name);
    CHECK(g.ran.code == 1);
    CHECK(g.counting.count("HG1403") == 1);
    CHECK(g.counting.count("HG1103") == 1);  // compared with what was in its own folder
  }
  const Gated renamed = after(repo, [&] {
    fs::rename(repo / "games/tako", repo / "games/kite");
    fs::remove(repo / "games/kite/rulings/TK-5.xml");
  });
  CHECK(renamed.counting == Codes{"HG1103"});  // the folder has another name, the game has not
}

TEST_CASE("gate: a repository within the repository is not compared with nothing",
          "[gate][unread]") {
  const Repo repo;
  const Gated nested = after(repo, [&] {
    repo.put("games/.gitignore", "mini");
    copy_folder(at_root("tests/docs/mini"), repo / "games/mini");
    fs::create_directory(repo / "games/mini/.git");
  });
  CHECK(nested.ran.code == 2);
  CHECK(says(nested, "submodule"));
  fs::remove_all(repo / "games/mini");
}

TEST_CASE("gate: a game behind a link is not compared with nothing", "[gate][unread]") {
  Repo repo;
  fs::create_directory(repo / "real");
  fs::rename(repo / "games/tako", repo / "real/tako");
  fs::create_directory_symlink("../real/tako", repo / "games/tako");
  repo.base = repo.commit("behind a link");
  fs::remove(repo / "real/tako/rulings/TK-5.xml");
  const Gated g(repo);
  INFO(g.ran.out << g.ran.err);
  CHECK(g.ran.code == 2);
  CHECK(says(g, "games/tako"));
}

TEST_CASE("gate: what stands in a broken file was not removed", "[gate][unread]") {
  const Repo repo;
  const Gated cards = after(
      repo, [&] { repo.edit("cards/cards.json", "{\"card\": \"見切り\"", "{\"card \"見切り\""); });
  INFO(cards.ran.out);
  CHECK(cards.ran.code == 2);
  CHECK(cards.counting.count("HR1001") == 1);
  for (const char* code : {"HG1201", "HG1202", "HG1302", "HR4005"})
    CHECK(cards.all.count(code) == 0);
  CHECK(says(cards, "files of it cannot be read"));
  const Gated ruling = after(repo, [&] { repo.edit("rulings/TK-5.xml", "</ruling>", ""); });
  CHECK(ruling.ran.code == 2);
  CHECK(ruling.all.count("HG1103") == 0);
  CHECK(says(ruling, "files of rulings cannot be read"));
}

TEST_CASE("gate: a file in another encoding is one error, with the way out", "[gate][unread]") {
  const Repo repo;
  const Gated cards = after(repo, [&] {
    test::put(repo.at("cards/cards.json"), in_shift_jis(slurp(repo.at("cards/cards.json"))));
  });
  INFO(cards.ran.out);
  CHECK(cards.ran.code == 2);
  CHECK(cards.counting == Codes{"HR1004"});
  CHECK(says(cards, "iconv -f CP932 -t UTF-8"));
  const Gated ruling = after(repo, [&] {
    test::put(repo.at("rulings/TK-5.xml"), in_shift_jis(slurp(repo.at("rulings/TK-5.xml"))));
  });
  CHECK(ruling.counting == Codes{"HR1004"});
  CHECK(says(ruling, "iconv -f CP932 -t UTF-8"));
}

TEST_CASE("audit --text, facts: a rulebook in another encoding is wrong input", "[gate][unread]") {
  const test::Scratch s;
  test::put(s / "book.txt", std::string("\xFF\xFE\x2C\x7B\x31\x00", 6));
  for (const std::vector<std::string>& line :
       {std::vector<std::string>{"audit", "--text", s / "book.txt"},
        {"facts", s / "book.txt", at_root("tests/docs/mini")}}) {
    const test::Ran ran = test::run(line);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err.find("iconv -f UTF-16 -t UTF-8") != std::string::npos);
  }
}
