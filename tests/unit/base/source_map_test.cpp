#include "base/text/source_map.h"

#include <string>

#include "base/check.h"
#include "tests/catch.h"

using namespace hanrei::base;

TEST_CASE("source map: lines and columns count characters", "[base]") {
  SourceMap sources;
  const Span file = sources.add("a.json", "山札\n手x札\r\nend");
  CHECK(file == Span{1, 0, 19});
  CHECK(sources.path(1) == "a.json");
  CHECK(sources.place({1, 0, 0}) == Place{"a.json", 1, 1});
  CHECK(sources.place({1, 3, 6}) == Place{"a.json", 1, 2});
  CHECK(sources.end_place({1, 3, 6}) == Place{"a.json", 1, 3});
  CHECK(sources.place({1, 11, 14}) == Place{"a.json", 2, 3});
  CHECK(sources.place({1, 19, 19}) == Place{"a.json", 3, 4});
  CHECK(sources.line_text({1, 11, 14}) == "手x札");
  CHECK(sources.line_text({1, 17, 17}) == "end");
  CHECK(sources.slice({1, 11, 14}) == "札");
}

TEST_CASE("source map: no place", "[base]") {
  const SourceMap sources;
  CHECK_FALSE(Span{});
  CHECK(sources.place({}) == Place{});
  CHECK(sources.text(0).empty());
  CHECK(sources.path(0).empty());
  CHECK(sources.line_text({}).empty());
  CHECK(sources.slice({}).empty());
  CHECK_THROWS_AS(sources.text(1), InternalError);
}

TEST_CASE("source map: a byte order mark is no character", "[base]") {
  SourceMap sources;
  const Span file = sources.add("bom", "\xEF\xBB\xBFxy\nz");
  CHECK(file == Span{1, 3, 7});
  CHECK(sources.place(file) == Place{"bom", 1, 1});
  CHECK(sources.place({1, 4, 5}) == Place{"bom", 1, 2});
  CHECK(sources.place({1, 0, 0}) == Place{"bom", 1, 1});
  CHECK(sources.line_text(file) == "xy");
  CHECK(sources.place({1, 6, 7}) == Place{"bom", 2, 1});
}

TEST_CASE("source map: spans beyond the end do no harm", "[base]") {
  SourceMap sources;
  sources.add("a", "ab");
  CHECK(sources.place({1, 90, 99}) == Place{"a", 1, 3});
  CHECK(sources.slice({1, 90, 99}).empty());
  CHECK(sources.slice({1, 1, 99}) == "b");
  CHECK(sources.line_text({1, 90, 99}) == "ab");
  const Span empty = sources.add("empty", "");
  CHECK(sources.place(empty) == Place{"empty", 1, 1});
}

TEST_CASE("source map: views stay valid while files are added", "[base]") {
  SourceMap sources;
  sources.add("first", "text");
  const std::string_view text = sources.text(1);
  for (int i = 0; i < 1000; ++i) sources.add("more", "x");
  CHECK(text.data() == sources.text(1).data());
}

TEST_CASE("source map: places in one very long line are quick", "[base]") {
  SourceMap sources;
  std::string text;
  for (int i = 0; i < 300000; ++i) text += "札";
  sources.add("long", text);
  for (std::uint32_t i = 0; i < 100000; ++i) {
    if (sources.place({1, i * 9, i * 9}).column != i * 3 + 1) FAIL("column of character " << i * 3);
  }
}
