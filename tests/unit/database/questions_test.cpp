// Does a search answer what people ask? tests/data/questions has what they ask, and which rulings
// answer.

#include "rulings/records/records.h"
#include "tests/unit/database/figures.h"

namespace {

using namespace hanrei;

std::vector<std::string> found_by(const std::string& query, const std::string& folder,
                                  const std::string& db) {
  const test::Ran ran =
      test::run({"search", query, folder, "--db", db, "--format", "json", "--limit", "10"});
  INFO(query << ran.err);
  REQUIRE(ran.code == 0);
  std::vector<std::string> out;
  const base::Json json = test::json_of(ran);
  for (const base::Json& r : json.find("rulings")->items) out.push_back(r.find("id")->string);
  return out;
}

/// What is found of the questions of a table, by halves: those that answer outright, and those of
/// which the answer can be read with one step.
void ask_all(const std::string& table, const std::string& game, const std::string& name,
             std::map<std::string, test::Figures>& figures) {
  const test::Scratch scratch;
  const auto rows = test::rows_of(test::kQuestions + "/" + table);
  CHECK(rows.size() >= 20);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    REQUIRE(rows[i].size() == 5);
    const std::vector<std::string> found =
        found_by(rows[i][1], test::at_root("fixtures/" + game), scratch / "q.db");
    std::set<std::string> wanted = test::ids_in(rows[i][2]);
    const std::string half = name.empty() ? game + " " + test::half_of(i) : name + " " + game;
    if (!wanted.contains("none")) figures[half + " best"].add(found, wanted);
    wanted.merge(test::ids_in(rows[i][3]));
    figures[half + " answered"].add(found, wanted);
  }
}

}  // namespace

TEST_CASE("questions: sentences find the rulings that answer them", "[database][corpus]") {
  std::map<std::string, test::Figures> figures;
  for (const std::string game : {"lftcg", "gash"}) ask_all(game + ".tsv", game, "", figures);
  CHECK(figures.size() == 8);
  for (const auto& [name, f] : figures) test::hold(name, f);
}

TEST_CASE("questions: sentences that nobody developed the search on", "[database][corpus]") {
  std::map<std::string, test::Figures> figures;
  for (const std::string& folder : test::shipped_games()) {
    const std::string game = folder.substr(folder.rfind('/') + 1);
    ask_all("second/" + game + ".tsv", game, "second", figures);
  }
  CHECK(figures.size() == 10);
  for (const auto& [name, f] : figures) test::hold(name, f);
}

TEST_CASE("questions: known items, looked for by the words of their titles", "[database][corpus]") {
  const test::Scratch scratch;
  test::Figures figures;
  constexpr std::size_t kEvery = 20;
  for (const std::string& folder : test::shipped_games()) {
    const test::Corpus corpus(folder);
    for (std::size_t i = 0; i < corpus.documents.size(); i += kEvery) {
      const rulings::RulingRecord r = rulings::record_of(corpus.documents[i]);
      for (const std::string& title : r.title)
        // what would be read as a filter or an exclusion is no title to look for
        if (!title.empty() && title.find_first_of("\":-") == std::string::npos &&
            title.find("：") == std::string::npos)
          figures.add(found_by(title, test::at_root("fixtures"), scratch / "q.db"), {r.id});
    }
  }
  test::hold("titles", figures);
}
