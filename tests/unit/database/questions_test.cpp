// Does a search answer what people ask? tests/data/questions has what they ask, and which rulings
// answer; figures.tsv there has how many are found, which may only grow.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "rulings/records/records.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

const std::string kQuestions = test::at_root("tests/data/questions");

std::vector<std::vector<std::string>> rows_of(const std::string& path) {
  std::vector<std::vector<std::string>> out;
  std::istringstream file(test::slurp(path));
  for (std::string line; std::getline(file, line);) {
    out.emplace_back(1);
    for (const char c : line)
      if (c == '\t')
        out.back().emplace_back();
      else
        out.back().back() += c;
  }
  REQUIRE(out.size() > 1);
  out.erase(out.begin());  // the names of the columns
  return out;
}
std::set<std::string> words(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// How far down the first wanted one is, of all that were asked.
struct Figures {
  int asked = 0, first = 0, three = 0;
  double reciprocal = 0;  ///< sum of 1 / rank, of the first ten
  void add(const std::vector<std::string>& found, const std::set<std::string>& wanted) {
    ++asked;
    for (std::size_t i = 0; i < found.size() && i < 10; ++i)
      if (wanted.contains(found[i])) {
        first += i == 0 ? 1 : 0;
        three += i < 3 ? 1 : 0;
        reciprocal += 1.0 / static_cast<double>(i + 1);
        return;
      }
  }
  double mrr() const { return asked == 0 ? 0 : reciprocal / asked; }
};

/// The committed figures by what they are of: questions, first, first three, MRR.
std::map<std::string, std::vector<std::string>> committed() {
  std::map<std::string, std::vector<std::string>> out;
  for (std::vector<std::string>& row : rows_of(kQuestions + "/figures.tsv"))
    out[row.at(0)] = std::move(row);
  return out;
}

/// Red where fewer are found than were.
void hold(const std::string& what, const Figures& now) {
  const auto all = committed();
  REQUIRE(all.contains(what));
  const std::vector<std::string>& was = all.at(what);
  REQUIRE(was.size() == 5);
  const std::string line = fmt::format("{}\t{}\t{}\t{}\t{:.3f}", what, now.asked, now.first,
                                       now.three, now.mrr());
  INFO(line);
  WARN(line);
  CHECK(now.asked == std::stoi(was[1]));
  CHECK(now.first >= std::stoi(was[2]));
  CHECK(now.three >= std::stoi(was[3]));
  CHECK(now.mrr() >= std::stod(was[4]) - 0.0005);
}

std::vector<std::string> ids_of(const test::Ran& ran, const char* list) {
  std::vector<std::string> out;
  if (ran.code != 0) return out;
  const base::Json json = test::json_of(ran);
  for (const base::Json& r : json.find(list)->items) out.push_back(r.find("id")->string);
  return out;
}

}  // namespace

TEST_CASE("questions: sentences find the rulings that answer them", "[database][corpus]") {
  for (const std::string game : {"lftcg", "gash"}) {
    const test::Scratch scratch;
    Figures best, any;
    for (const std::vector<std::string>& row : rows_of(kQuestions + "/" + game + ".tsv")) {
      REQUIRE(row.size() == 5);
      const test::Ran ran =
          test::run({"search", row[1], test::at_root("fixtures/" + game), "--db", scratch / "q.db",
                     "--format", "json", "--limit", "10"});
      INFO(row[0] << ": " << row[1]);
      CHECK(ran.code == 0);
      const std::vector<std::string> found = ids_of(ran, "rulings");
      std::set<std::string> wanted = words(row[2]);
      best.add(found, wanted);
      wanted.merge(words(row[3]));
      any.add(found, wanted);
    }
    hold(game, best);
    hold(game + " with also", any);
  }
}

TEST_CASE("questions: known items, looked for by the words of their titles",
          "[database][corpus]") {
  const test::Scratch scratch;
  Figures figures;
  for (const std::string& folder : test::shipped_games()) {
    const test::Corpus corpus(folder);
    for (std::size_t i = 0; i < corpus.documents.size(); i += 20) {
      const rulings::RulingRecord r = rulings::record_of(corpus.documents[i]);
      for (const std::string& title : r.title) {
        if (title.empty() || title.find_first_of("\":：-") != std::string::npos) continue;
        figures.add(ids_of(test::run({"search", title, test::at_root("fixtures"), "--db",
                                      scratch / "q.db", "--format", "json", "--limit", "10"}),
                           "rulings"),
                    {r.id});
      }
    }
  }
  hold("titles", figures);
}
