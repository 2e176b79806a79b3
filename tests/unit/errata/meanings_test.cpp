// Words with several meanings: twelve texts that are ambiguous and twelve that look as if they
// were. What was expected of each stands in tests/data/twelve/texts.tsv, written down before it was
// read.
#include "errata/meanings.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/json/read.h"
#include "reports/meanings.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

struct Expected {
  std::string what, text;
};

std::vector<Expected> texts() {
  std::vector<Expected> out;
  std::istringstream in(test::slurp(test::at_root("tests/data/twelve/texts.tsv")));
  for (std::string line; std::getline(in, line);)
    if (const size_t tab = line.find('\t'); !line.starts_with("#") && tab != std::string::npos)
      out.push_back({line.substr(0, tab), line.substr(tab + 1)});
  return out;
}

/// The game of the tutorial with a phrasebook.
struct Twelve {
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::optional<model::Game> game;
  std::optional<model::phrases::Book> book;
  std::vector<rulings::Document> corpus;

  Twelve() {
    game = model::read_game(sources, test::at_root("docs/tako"), log);
    REQUIRE(game);
    const std::string path = test::at_root("tests/data/twelve/phrases/book.json");
    auto json = base::read_json(sources, sources.add(path, test::slurp(path)), log);
    REQUIRE(json);
    book = model::phrases::make_book(*game, {*json}, log);
    REQUIRE(book);
    std::vector<std::string> files;
    for (const auto& f : std::filesystem::directory_iterator(game->folder + "/rulings"))
      files.push_back(f.path().string());
    files.push_back(test::at_root("tests/data/twelve/rulings/TW-1.xml"));
    std::sort(files.begin(), files.end());
    for (const std::string& f : files) {
      auto document = rulings::read_document(sources, f, log);
      REQUIRE(document);
      if (!document->is_deck) corpus.push_back(std::move(*document));
    }
  }

  std::vector<errata::Ambiguous> meanings(const std::string& card, const std::string& text) {
    model::phrases::Asked asked;
    asked.cards = {card};
    asked.text = text;
    asked.near = false;
    const auto read = model::phrases::read_cards(*book, *game, sources, asked);
    REQUIRE(read.cards.size() == 1);
    CHECK(read.cards[0].reading.whole());
    errata::Asked limits;
    limits.scenes = 200;
    return errata::compare_meanings(*book, *game, sources, read, corpus, limits);
  }
};

void examine(size_t part) {
  Twelve t;
  const std::vector<Expected> all = texts();
  REQUIRE(all.size() == 24);
  for (size_t i = part; i < all.size(); i += 4) {
    INFO(all[i].text);
    const std::vector<errata::Ambiguous> a = t.meanings("切り込み", all[i].text);
    if (all[i].what == "one") {
      CHECK(a.empty());
      continue;
    }
    REQUIRE(a.size() == 1);
    INFO(base::in_lang(reports::not_compared(a[0]), base::Lang::En));
    CHECK((all[i].what == "apart" ? errata::Meant::Apart : errata::Meant::Alike) == a[0].meant);
    CHECK((a[0].apart() != nullptr) == (all[i].what == "apart"));
    const auto finding = reports::finding_of_meanings(a[0], t.sources);
    CHECK(finding.has_value() == (all[i].what == "apart"));
    if (finding) CHECK(finding->play[0].size() >= 4);
  }
}

}  // namespace

TEST_CASE("twelve ambiguous texts and twelve that look so (1)", "[phrases][slow]") { examine(0); }
TEST_CASE("twelve ambiguous texts and twelve that look so (2)", "[phrases][slow]") { examine(1); }
TEST_CASE("twelve ambiguous texts and twelve that look so (3)", "[phrases][slow]") { examine(2); }
TEST_CASE("twelve ambiguous texts and twelve that look so (4)", "[phrases][slow]") { examine(3); }
