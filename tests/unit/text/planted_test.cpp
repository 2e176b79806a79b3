// docs/audit-text.md: each kind of finding has a section with a text that shows it, and what the
// text becomes when it is mended.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "audit/print/print.h"
#include "audit/print/reader/words.h"
#include "tests/catch.h"
#include "tests/support/codes.h"
#include "tests/unit/docs/markdown.h"

namespace {

using namespace hanrei;

std::set<std::string> codes(const std::string& text) {
  std::set<std::string> out;
  for (const auto& f : audit::print::examine(audit::reader::parse("x", text)).list) {
    out.insert(std::string(base::code_text(f.code)));
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
      CHECK(audit::print::message(f, lang).find("{") == std::string::npos);
  }
  return out;
}

const std::vector<std::string_view> kCodes = test::codes_of({"HA2"});

}  // namespace

TEST_CASE("text: what is planted appears, and vanishes when it is mended", "[text][docs]") {
  if (!audit::reader::has_analyser()) {
    WARN("not tested: there is no analyser of Japanese here");
    return;
  }
  std::map<std::string, int> planted, mended;
  for (const test::Block& block :
       test::fenced_blocks(test::read_page(std::string(HANREI_ROOT) + "/docs/audit-text.md"))) {
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
  for (const base::Code c : base::all_codes()) {
    if (base::code_severity(c) == base::Severity::Error && base::code_text(c).starts_with("HA2"))
      errors.insert(std::string(base::code_text(c)));
  }
  CHECK(errors == std::set<std::string>{"HA2001", "HA2002"});
}

TEST_CASE("text: a fingerprint knows no lines", "[text]") {
  const std::string text = "1-1 星\n「1-9 空」を参照。\n1-2 月\n月です。\n1-3 日\n日です。\n";
  const auto before = audit::print::examine(audit::reader::parse("a", text)).list;
  const auto after = audit::print::examine(audit::reader::parse("b", "\n\n" + text)).list;
  REQUIRE(before.size() == 1);
  REQUIRE(after.size() == 1);
  CHECK(before[0].fingerprint == after[0].fingerprint);
}
