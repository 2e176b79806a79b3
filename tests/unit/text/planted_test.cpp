// docs/audit-text.md: each kind of finding has a section with a text that shows it, and what the text
// becomes when it is mended.

#include <map>
#include <set>
#include <string>

#include "checker/text/text.h"
#include "model/rulebook/rulebook.h"
#include "tests/catch.h"
#include "tests/unit/docs/markdown.h"

namespace {

using namespace hanrei;

std::set<std::string> codes(const std::string& text) {
  std::set<std::string> out;
  for (const auto& f : checker::text::examine(model::rulebook::parse("x", text)).list) {
    out.insert(std::string(checker::text::code_text(f.code)));
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja}) CHECK(checker::text::message(f, lang).find("{") == std::string::npos);
  }
  return out;
}

constexpr std::string_view kCodes[] = {
#define FINDING(name, code, severity, en, ja) code,
#include "checker/text/finding.def"
#undef FINDING
};

}  // namespace

TEST_CASE("text: what is planted appears, and vanishes when it is mended", "[text][docs]") {
  std::map<std::string, int> planted, mended;
  for (const test::Block& block : test::fenced_blocks(test::read_page(std::string(HANREI_ROOT) + "/docs/audit-text.md"))) {
    if (block.language != "text") continue;
    const std::string code = block.marker.substr(0, 6);
    const bool whole = block.marker == code;
    INFO("docs/audit-text.md:" << block.line << " " << code);
    CHECK((whole || block.marker == code + " mended"));
    const std::set<std::string> found = codes(block.text);
    CHECK(found == (whole ? std::set<std::string>{code} : std::set<std::string>{}));
    ++(whole ? planted : mended)[code];
  }
  for (const std::string_view code : kCodes) {
    INFO(code);
    CHECK(planted[std::string(code)] >= 1);
    CHECK(mended[std::string(code)] >= 1);
  }
  CHECK(planted.size() == std::size(kCodes));
}

TEST_CASE("text: an error is only what is proved", "[text]") {
  std::set<std::string> errors;
#define FINDING(name, code, severity, en, ja) \
  if (base::Severity::severity == base::Severity::Error) errors.insert(code);
#include "checker/text/finding.def"
#undef FINDING
  CHECK(errors == std::set<std::string>{"HA2001", "HA2002"});
}

TEST_CASE("text: a fingerprint knows no lines", "[text]") {
  const std::string text = "1-1 星\n「1-9 空」を参照。\n1-2 月\n月です。\n1-3 日\n日です。\n";
  const auto before = checker::text::examine(model::rulebook::parse("a", text)).list;
  const auto after = checker::text::examine(model::rulebook::parse("b", "\n\n" + text)).list;
  REQUIRE(before.size() == 1);
  REQUIRE(after.size() == 1);
  CHECK(before[0].fingerprint == after[0].fingerprint);
}
