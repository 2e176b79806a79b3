// explain as JSON and as Markdown with charts: what programs and pages take.

#include <nlohmann/json.hpp>
#if __has_include( \
    <valijson/validator.hpp>) && __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_HAVE_VALIJSON
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#endif

#include <set>
#include <sstream>
#include <string>

#include "reports/mermaid.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using nlohmann::json;

namespace {

std::string explained(const std::vector<std::string>& more, int code = 0) {
  std::vector<std::string> args = {"explain"};
  args.insert(args.end(), more.begin(), more.end());
  const test::Ran ran = test::run(args);
  INFO(ran.err);
  CHECK(ran.code == code);
  return ran.out;
}

/// What a Mermaid flowchart of ours may have in a line: a node, an arrow, the head.
void check_chart(const std::string& chart) {
  std::istringstream in(chart);
  std::set<std::string> nodes;
  std::string line;
  std::getline(in, line);
  CHECK(line == "flowchart TD");
  std::getline(in, line);
  CHECK(line.starts_with("  accTitle: "));
  while (std::getline(in, line)) {
    INFO(line);
    std::istringstream words(line);
    std::string first, arrow, to;
    words >> first >> arrow;
    if (arrow.starts_with("-->")) {
      to = line.substr(line.rfind(' ') + 1);
      CHECK(nodes.contains(first));
      CHECK(nodes.contains(to));  // each is said before an arrow leads to it
      continue;
    }
    const std::string name = line.substr(2, line.find_first_of("([{", 2) - 2);
    CHECK(nodes.insert(name).second);
    // one quoted label, and nothing in it that ends it or is markup but the breaks of lines
    const size_t begin = line.find('"'), end = line.rfind('"');
    REQUIRE(begin < end);
    std::string label = line.substr(begin + 1, end - begin - 1);
    for (size_t at = label.find("<br/>"); at != std::string::npos; at = label.find("<br/>", at))
      label.erase(at, 5);
    CHECK(label.find_first_of("\"<>`&") == std::string::npos);
  }
  CHECK(nodes.size() > 1);
}

/// The charts in a page of Markdown; its fences are balanced.
std::vector<std::string> charts_in(const std::string& page) {
  std::vector<std::string> out;
  const std::string open = "```mermaid\n", close = "```\n";
  for (size_t at = page.find(open); at != std::string::npos; at = page.find(open, at)) {
    at += open.size();
    const size_t end = page.find(close, at);
    REQUIRE(end != std::string::npos);
    out.push_back(page.substr(at, end - at));
    at = end + close.size();
  }
  return out;
}

}  // namespace

TEST_CASE("explain: Markdown has a chart for each play", "[explain]") {
  for (const char* lang : {"en", "ja"}) {
    const std::string page =
        explained({test::at_root("docs/tako"), "--format", "markdown", "--lang", lang});
    const std::vector<std::string> charts = charts_in(page);
    CHECK(charts.size() >= 5);
    for (const std::string& chart : charts) check_chart(chart);
  }
  // two ways, each with its arrow
  const std::string parted =
      explained({test::at_root("fixtures/lftcg"), "--id", "LF-041", "--format", "markdown"});
  CHECK(parted.find("-->|\"(a) it comes to this\"|") != std::string::npos);
  CHECK(parted.find("-->|\"(b) it does not come to this\"|") != std::string::npos);
}

TEST_CASE("explain: words of a ruling are no markup of a chart or of its page",
          "[explain][hostile]") {
  reports::Told t;
  t.verdict = "A wins. <script>alert(1)</script> [x](http://x.invalid) @somebody";
  t.steps.push_back({reports::Step::Kind::Choice,
                     0,
                     "A plays \"]); s1 --> s2\n```\nend `x` #quot; %% <b>",
                     {"a\"b"},
                     {"1\"]"},
                     {{"hand", "\"]"}},
                     0});
  t.branches.push_back({"(a) \"| s9", {}});
  std::ostringstream out;
  reports::write_mermaid(out, "X-1", "a <b> ![i](j)", {t}, base::Lang::En);
  const std::string page = out.str();
  INFO(page);
  const std::vector<std::string> charts = charts_in(page);
  REQUIRE(charts.size() == 1);
  check_chart(charts[0]);
  CHECK(page.find("<script>") == std::string::npos);
  const std::string around = page.substr(0, page.find("```mermaid"));
  CHECK(around.find("](") == std::string::npos);
  CHECK(page.find("<b>") == std::string::npos);
}

TEST_CASE("explain: JSON tells what the text tells, ruling by ruling", "[explain]") {
  const json j = json::parse(explained({test::at_root("docs/tako"), "--format", "json"}));
  CHECK(j.at("format") == 1);
  std::set<std::string> ids;
  for (const json& r : j.at("rulings")) {
    CHECK(ids.insert(r.at("id")).second);
    CHECK_FALSE(r.at("claims").empty());
  }
  CHECK(ids.contains("TK-1"));
  const json one =
      json::parse(explained({test::at_root("docs/tako"), "--id", "TK-1", "--format", "json"}));
  REQUIRE(one.at("rulings").size() == 1);
  const json& claim = one["rulings"][0].at("claims").at(0);
  CHECK(claim.at("standing") == "confirmed");
  // The clause by which a kite falls decides it, and stands at the step where it does.
  CHECK(claim.at("because").at(0).get<std::string>().find("5-1") != std::string::npos);
  bool falls = false;
  for (const json& s : claim.at("steps"))
    falls = falls || (s.at("clauses") == json::array({"5-1"}) && !s.at("board").empty());
  CHECK(falls);
}

TEST_CASE("explain: what JSON and Markdown cannot tell is refused, and no ruling is no answer",
          "[explain]") {
  const std::string tako = test::at_root("docs/tako");
  for (const char* format : {"json", "markdown"})
    for (const char* more : {"--why", "--chart"}) {
      const test::Ran ran = test::run({"explain", tako, "--id", "TK-1", "--format", format, more});
      CHECK(ran.code == 2);
      CHECK(ran.out.empty());
      CHECK_FALSE(ran.err.empty());
    }
  const test::Ran none = test::run({"explain", tako, "--id", "NOPE", "--format", "json"});
  CHECK(none.code != 0);
  CHECK(json::parse(none.out).at("rulings").empty());
}

#ifdef HANREI_HAVE_VALIJSON
TEST_CASE("explain: JSON is as its schema says", "[explain][schema]") {
  const json text = json::parse(test::slurp(test::at_root("docs/schema/explain.schema.json")));
  valijson::Schema schema;
  valijson::SchemaParser parser;
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  valijson::Validator validator;
  const auto fits = [&](const json& j) {
    return validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(j), nullptr);
  };
  json j = json::parse(explained({test::at_root("docs/tako"), "--format", "json"}));
  CHECK(fits(j));
  for (const char* id :
       {"LF-041", "LF-010", "PM-039", "MO-004"})  // parted, plain, not legal, a reading
    CHECK(
        fits(json::parse(explained({test::at_root("fixtures"), "--id", id, "--format", "json"}))));
  j["rulings"][0]["claims"][0]["standing"] = "fine";
  CHECK_FALSE(fits(j));
}
#endif
