// The ask box of a page finds what `hanrei search` finds: its script is run on the everyday
// questions of tests/data/questions, and on the same bundle.

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using nlohmann::json;

namespace {

bool there_is_node() { return std::system("node --version > /dev/null 2>&1") == 0; }

/// The questions of a game, in their order.
std::vector<std::string> questions_of(const std::string& game) {
  std::istringstream rows(test::slurp(test::at_root("tests/data/questions/" + game + ".tsv")));
  std::vector<std::string> out;
  std::string row;
  std::getline(rows, row);
  while (std::getline(rows, row)) {
    const std::size_t begin = row.find('\t') + 1;
    out.push_back(row.substr(begin, row.find('\t', begin) - begin));
  }
  return out;
}

constexpr const char* kScript = R"JS(
const vm = require('vm'), fs = require('fs');
const [folder, game, questions, out] = process.argv.slice(2);
const page = vm.createContext({});
for (const file of ['ask.js', 'words.js', game + '/words.js'])
  vm.runInContext(fs.readFileSync(folder + '/' + file, 'utf8'), page, {filename: file});
const scan = vm.runInContext('hanrei', page).scan([game]);
fs.writeFileSync(out, JSON.stringify(JSON.parse(fs.readFileSync(questions, 'utf8')).map(q => {
  const r = scan.ask(q);
  return {hits: r.hits.slice(0, 3).map(h => h.ruling[1]), total: r.hits.length,
          nearest: r.nearest, missing: r.missing};
})));
)JS";

struct Desk {
  test::Scratch room;
  std::string game, db = room / "db";
  explicit Desk(std::string of) : game(std::move(of)) {
    const test::Ran ran = test::run(
        {"report", test::at_root("fixtures/" + game), "--html", room / "desk", "--db", db});
    INFO(ran.err);
    REQUIRE(ran.code == 0);
  }
  json in_page(const std::vector<std::string>& asked) const {
    test::put(room / "script.js", kScript);
    test::put(room / "questions.json", json(asked).dump());
    const std::string command = "node '" + room / "script.js" + "' '" + room / "desk" + "' " +
                                game + " '" + room / "questions.json" + "' '" + room / "out.json" +
                                "'";
    REQUIRE(std::system(command.c_str()) == 0);
    return json::parse(test::slurp(room / "out.json"));
  }
  json in_terminal(const std::string& asked) const {
    const test::Ran ran = test::run({"search", asked, test::at_root("fixtures/" + game), "--db", db,
                                     "--format", "json", "--limit", "3"});
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    return json::parse(ran.out);
  }
};

}  // namespace

TEST_CASE("the ask box finds what the search finds", "[desk][corpus]") {
  if (!there_is_node()) {
    WARN("SKIPPED: node is not installed");
    return;
  }
  std::size_t asked = 0, first = 0, three = 0;
  for (const std::string game : {"lftcg", "gash"}) {
    const Desk desk(game);
    const std::vector<std::string> questions = questions_of(game);
    REQUIRE(questions.size() >= 30);
    const json page = desk.in_page(questions);
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const json terminal = desk.in_terminal(questions[i]);
      std::vector<std::string> ids;
      for (const json& r : terminal["rulings"]) ids.push_back(r["id"]);
      const std::vector<std::string> hits = page[i]["hits"];
      ++asked;
      if (!hits.empty() && hits[0] == ids[0]) ++first;
      if (hits == ids) ++three;
      UNSCOPED_INFO(questions[i] << "  " << (hits == ids ? "same" : "otherwise"));
    }
  }
  INFO(asked << " asked, " << first << " with the same first, " << three << " with the same three");
  // A slip of the pen is mended by the search alone, and it keeps weights in sixteenths.
  CHECK(first * 100 >= asked * 95);
  CHECK(three * 100 >= asked * 90);
}

TEST_CASE("the ask box says what is in the way", "[desk][corpus]") {
  if (!there_is_node()) {
    WARN("SKIPPED: node is not installed");
    return;
  }
  const Desk desk("monster");
  const json page =
      desk.in_page({"ジェットコースター", "バトルに負けたモンスターはどこへ行く?",
                    "モンスター ジェットコースター", "バトル・ゾーン", "バトルゾーン"});
  // no ruling has the word, and its pairs do not fit either
  CHECK(page[0]["missing"] == json({"ジェットコースター"}));
  CHECK((page[0]["nearest"] == true || page[0]["total"] == 0));
  CHECK(page[1]["nearest"] == false);
  CHECK(page[1]["missing"].empty());
  CHECK(page[2]["missing"] == json({"ジェットコースター"}));
  CHECK(page[3]["hits"] == page[4]["hits"]);  // the way everybody writes it
}
