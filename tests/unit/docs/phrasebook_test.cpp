// docs/phrasebook.md shows a whole book: the one that the cards of the page are read with. Its
// transcripts are run by readme_test.cpp.

#include "base/json/read.h"
#include "model/phrases/template.h"
#include "tests/catch.h"
#include "tests/unit/docs/markdown.h"

using namespace hanrei;

namespace {
const std::string kRoot = HANREI_ROOT;
}  // namespace

TEST_CASE("phrasebook page: the book that it shows is the book there is", "[docs]") {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const std::string page = test::read_page(kRoot + "/docs/phrasebook.md");
  int shown = 0;
  for (const test::Block& block : test::fenced_blocks(page)) {
    if (block.language != "json" || block.marker != "harbour") continue;
    ++shown;
    const auto a = base::read_json(sources, sources.add("page", block.text), log);
    const auto b = base::read_json(
        sources,
        sources.add("file", test::read_page(kRoot + "/tests/data/harbour/phrases/en.json")), log);
    REQUIRE(a);
    REQUIRE(b);
    CHECK(base::same_value(*a, *b));
  }
  CHECK(shown == 1);
}

TEST_CASE("phrasebook page: it has every operator", "[docs]") {
  const std::string page = test::read_page(kRoot + "/docs/phrasebook.md");
  for (const std::string_view op : model::phrases::operators()) {
    INFO(op);
    CHECK(page.find(op) != std::string::npos);
  }
}
