// hanrei rename: every file that names a card or a clause, or none.
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

struct Tako {
  test::Scratch scratch;
  std::string game = scratch / "tako";
  Tako() { test::copy_folder(test::at_root("docs/tako"), game); }
  std::string text(const std::string& file) const { return test::slurp(game + "/" + file); }
  std::string all() const {
    std::string out;
    for (const char* file :
         {"game.json", "cards/cards.json", "rulebook/1-table.json", "rulebook/2-turn.json",
          "rulebook/3-answer.json", "rulebook/4-end.json", "rulebook/5-kites.json",
          "rulebook/6-wind.json", "rulings/TK-1.xml", "rulings/TK-4.xml"})
      out += text(file);
    return out;
  }
  test::Ran rename(const std::string& kind, const std::string& from, const std::string& to,
                   const std::vector<std::string>& more = {}) const {
    std::vector<std::string> args = {"rename", kind, from, to, game};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  }
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("rename: a clause in every citation, and no other byte", "[cli][rename]") {
  const Tako tako;
  const std::string before = tako.all();
  const test::Ran r = tako.rename("clause", "5-1", "5-落下");
  INFO(r.out << r.err);
  CHECK(r.code == 0);
  CHECK(tako.all() == replaced(before, "\"5-1\"", "\"5-落下\""));
  CHECK(r.out.find("rulebook/5-kites.json: 4\n") != std::string::npos);
  CHECK(test::run({"check", tako.game, "--no-cache"}).code == 0);
}

TEST_CASE("rename: a card where rules, rulings and words name it", "[cli][rename]") {
  const Tako tako;
  const std::string before = tako.all();
  CHECK(tako.rename("card", "命綱凧", "綱つき凧").code == 0);
  std::string expected = before;
  for (const char* around : {"\"", "《"})
    expected = replaced(expected, std::string(around) + "命綱凧", std::string(around) + "綱つき凧");
  CHECK(tako.all() == expected);
  CHECK(tako.text("rulings/TK-4.xml").find("<title xml:lang=\"ja\">絡んだ命綱凧と奴凧</title>") !=
        std::string::npos);  // words without brackets stay
  CHECK(test::run({"check", tako.game, "--no-cache"}).code == 0);
}

TEST_CASE("rename: refuses what cannot be, says how to mend it and changes nothing",
          "[cli][rename]") {
  const Tako tako;
  const std::string before = tako.all();
  const auto refused = [&](const std::vector<std::string>& what, const std::string& why) {
    const test::Ran r = tako.rename(what[0], what[1], what[2]);
    INFO(r.err);
    CHECK(r.code == 2);
    CHECK(r.out.empty());
    CHECK(r.err.find(why) != std::string::npos);
  };
  refused({"clause", "5-11", "9"}, "there is no clause 5-11; is clause 5-1 meant?");
  refused({"card", "何か", "別の何か"}, "there is no 《何か》");
  refused({"clause", "5-1", "5-2"}, "clause 5-2 is there already; choose another name");
  refused({"card", "奴凧", "先取り"}, "《先取り》 is there already");
  refused({"card", "奴凧", "落ちる"}, "`落ちる` stands for something else already");
  refused({"card", "奴凧", ""}, "the new name must be one line");
  refused({"card", "奴凧", "《凧》"}, "the new name must be one line");
  test::edit(tako.game + "/cards/cards.json", "\"card\": \"奴凧\"", "\"card\" \"奴凧\"");
  refused({"clause", "5-1", "5-9"}, "mend it first");
  test::edit(tako.game + "/cards/cards.json", "\"card\" \"奴凧\"", "\"card\": \"奴凧\"");
  CHECK(tako.all() == before);
  const test::Ran check = tako.rename("clause", "5-1", "5-9", {"--check"});
  CHECK(check.code == 1);
  CHECK(check.out.find("places in") != std::string::npos);
  CHECK(tako.all() == before);
}
