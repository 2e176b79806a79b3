// The formats that other programs read: valid by their schemas, harmless whatever the text of cards
// and rulings is, within the limits of those who read them.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "base/json/read.h"
#include "reports/findings.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/repository.h"

#if __has_include( \
    <valijson/validator.hpp>) && __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_HAVE_VALIJSON 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#endif

namespace {

using namespace hanrei;
using findings::Effect;
using findings::Finding;
using reports::Run;

const std::vector<std::string> kHostile = {
    "::error::taken over",
    "\n::set-output name=x::y",
    "##[command]rm",
    "%0A::error::x",
    "</testcase><testcase name=\"x\">",
    "]]><script>alert(1)</script>",
    "<!-- --><img src=x onerror=alert(1)>",
    "@everyone #1 GH-1 https://example.invalid www.example.invalid",
    "[a](javascript:x) ![i](x) `code` ``` ~~~",
    "| a | b |\n|---|---|",
    "# heading\n- list\n> quote",
    "=cmd|'/C calc'!A0",
    std::string("nul\0 byte", 9),
    "\x1b[31mred\x1b[0m",
    "\xE2\x80\xAE"
    "evil",
    "\xff\xfe",
    "\xEF\xBF\xBE",
    "{0} {1} [x](y)",
    "a,b:c\r\nd",
    "",
    "\xF0\x9F\x80\x84 \xE9\x9B\xA8"};

Finding finding(const std::string& text, size_t n = 0, Effect effect = Effect::Fails) {
  Finding f = findings::make(findings::Code::Contradicted, {text, base::in_both(text, text)},
                             {text, "game"});
  f.effect = effect;
  f.place = {"rulings/" + text + ".xml", 3, 5, 3, 9, 7, 11, false, {}};
  f.related.push_back({"cards/" + text + ".json", 1, 1, 2, 1, 1, 1, false, {text, text}});
  f.related.push_back({"abc:" + text, 1, 1, 2, 1, 1, 1, true, {"old", "old"}});
  f.play[0] = f.play[1] = {text, text};
  f.fingerprint = "0123456789abcdef-" + std::to_string(n + 1);
  return f;
}

Run hostile() {
  Run run;
  run.command = "check";
  run.exit_code = 1;
  run.baseline = true;
  size_t n = 0;
  for (const std::string& text : kHostile) {
    run.judged.list.push_back(finding(text, n++));
    run.judged.list.push_back(finding(text, n++, Effect::Unsure));
    run.judged.list.push_back(finding(text, n++));
    run.judged.list.back().waived = text.empty() ? "why" : text;
    run.judged.list.push_back(finding(text, n++));
    run.judged.list.back().known = true;
    run.examined.push_back({"game", text});
    run.not_examined.push_back({text, text});
    run.changed.push_back({{text, text}, {text, text}, {text, text}});
    run.titles[text] = {text, text};
    run.judged.waived += 1;
    run.judged.known += 1;
  }
  run.scope = {kHostile[0] + kHostile[6], kHostile[1]};
  return run;
}

std::string written(void (*write)(std::ostream&, const Run&, const reports::Style&), const Run& run,
                    base::Lang lang = base::Lang::En) {
  std::ostringstream out;
  reports::Style style;
  style.lang = lang;
  write(out, run, style);
  return out.str();
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

Run of(size_t n, Effect effect = Effect::Fails) {
  Run run;
  run.command = "audit";
  run.exit_code = 1;
  for (size_t i = 0; i < n; ++i)
    run.judged.list.push_back(finding("R" + std::to_string(i), i, effect));
  return run;
}

}  // namespace

TEST_CASE("reports: every format is harmless, in both languages", "[reports][hostile]") {
  const Run run = hostile();
  for (const base::Lang lang : {base::Lang::En, base::Lang::Ja}) {
    for (const auto write : {reports::write_sarif, reports::write_junit, reports::write_github,
                             reports::write_markdown, reports::write_findings_text}) {
      const std::string out = written(write, run, lang);
      for (const char* raw : {"\x1b", "\xE2\x80\xAE", "\xff"})
        CHECK(out.find(raw) == std::string::npos);
      CHECK(out.find('\0') == std::string::npos);
      CHECK(out.find('\r') == std::string::npos);
    }
  }
  const std::string junit = written(reports::write_junit, run);
  CHECK(junit.find("<script") == std::string::npos);
  CHECK(junit.find("<img") == std::string::npos);
  for (const std::string& line : lines(written(reports::write_github, run))) {
    const bool ours = line.starts_with("::error file=") || line.starts_with("::warning file=") ||
                      line.starts_with("::notice title=hanrei check::");
    INFO(line);
    CHECK(ours);
  }
  for (const auto write : {reports::write_sarif, reports::write_junit, reports::write_markdown,
                           reports::write_findings_text}) {
    for (const std::string& line : lines(written(write, run))) {
      const size_t first = line.find_first_not_of(" \t");
      INFO(line);
      CHECK((first == std::string::npos || line.compare(first, 2, "::") != 0));
      CHECK(line.find("##[") == std::string::npos);
    }
  }
}

TEST_CASE("reports: Markdown holds no mention, link, table or heading of others",
          "[reports][hostile]") {
  const std::string out = written(reports::write_markdown, hostile());
  for (const std::string& line : lines(out)) {
    INFO(line);
    const bool ours = line.empty() || line.starts_with("<!-- hanrei check -->") ||
                      line.starts_with("## hanrei") || line.starts_with("### fails: HC1001 (") ||
                      line.starts_with("### What changed") || line.starts_with("- ") ||
                      line.starts_with("  - ");
    if (line.starts_with("|")) {  // a row: what others wrote adds no cell to it
      size_t cells = 0;
      for (size_t i = 0; i < line.size(); ++i)
        cells += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
      CHECK(cells == 5);
      continue;
    }
    if (!ours)
      CHECK(
          (line[0] != '#' && line[0] != '>' && line[0] != '|' && line[0] != '-' && line[0] != '<'));
    std::string bare;  // what stands outside of code
    size_t at = 0;
    while (at < line.size()) {
      if (line[at] == '`' && (at == 0 || line[at - 1] != '\\')) {
        size_t fence = 0;
        while (at + fence < line.size() && line[at + fence] == '`') ++fence;
        const size_t end = line.find(std::string(fence, '`'), at + fence);
        REQUIRE(end != std::string::npos);
        at = end + fence;
      } else if (line[at] == '\\')
        at += 2;  // the character itself
      else
        bare += line[at++];
    }
    for (const char* odd : {"@everyone", "#1 ", "://", "www.example", "](", "<img", "| a", "GH-1"})
      CHECK(bare.find(odd) == std::string::npos);
  }
}

TEST_CASE("reports: what matters most comes first and the rest is counted", "[reports]") {
  Run many = of(25);
  for (Finding& f : of(30, Effect::Unsure).judged.list) many.judged.list.push_back(f);
  const std::string github = written(reports::write_github, many);
  const auto count = [&](const std::string& start) {
    size_t n = 0;
    for (const std::string& l : lines(github)) n += l.starts_with(start) ? 1 : 0;
    return n;
  };
  CHECK(count("::error ") == reports::kMostAnnotations);
  CHECK(count("::warning ") == reports::kMostAnnotations);
  CHECK(github.find("R0") < github.find("R9"));
  CHECK(github.find("15 more errors and 20 more warnings") != std::string::npos);

  const std::string markdown = written(reports::write_markdown, of(20'000));
  CHECK(markdown.size() <= reports::kMostMarkdown);
  CHECK(markdown.find("and 19990 more") != std::string::npos);
  Run wide = of(0);  // as many causes as there are, with long texts
  for (const base::Code c : base::all_codes())
    for (int i = 0; i < 12; ++i) {
      Finding f = finding(std::string(2000, '*'), static_cast<size_t>(i));
      f.code = base::code_text(c);
      wide.judged.list.push_back(f);
    }
  const std::string full = written(reports::write_markdown, wide);
  CHECK(full.size() <= reports::kMostMarkdown);
  CHECK(full.find("more findings do not fit here") != std::string::npos);

  const std::string sarif = written(reports::write_sarif, of(6'000));
  size_t results = 0;
  for (size_t at = sarif.find("\"ruleId\""); at != std::string::npos;
       at = sarif.find("\"ruleId\"", at + 1))
    ++results;
  CHECK(results == reports::kMostResults);
  CHECK(sarif.find("1000 more findings are left out") != std::string::npos);
}

TEST_CASE("reports: Markdown has two plays beside each other and says things once", "[reports]") {
  Run run;
  run.command = "gate";
  run.exit_code = 1;
  run.changed = {{{"《X》", "《X》"}, {"words, rules", "文言、規則"}, {"Gain 1.", "Gain 2."}}};
  run.titles["TK-1"] = {"Cut twice", "二度の切り込み"};
  Finding f = findings::make(findings::Code::Differs, {"《X》", "2", "TK-6"}, {"X"});
  f.play[0] = {"before:", "A plays e.", "= A wins", "after:", "A plays f."};
  f.play[1] = {"変更前:", "Aがe", "変更後:", "Aがf", "= B"};
  run.judged.list = {finding("TK-1", 0), finding("TK-1", 1), f};
  run.judged.list[0].play[0].clear();
  run.judged.list[1].play[0].clear();
  const std::string out = written(reports::write_markdown, run);
  INFO(out);
  for (const char* part :
       {"| 《X》 | words, rules | Gain 1. | Gain 2. |\n", "**Cut twice**: ", " (×2)\n",
        "  | before | after |\n  |---|---|\n  | A plays e. | A plays f. |\n  | \\= A wins |  |\n",
        "### fails: HC1001 (2)\n", "### told: HG1307 (1)\n"})
    CHECK(out.find(part) != std::string::npos);
  CHECK(out.find("more\n") == std::string::npos);
  const std::string ja = written(reports::write_markdown, run, base::Lang::Ja);
  CHECK(ja.find("  | 変更前 | 変更後 |\n  |---|---|\n  | Aがe | Aがf |\n") != std::string::npos);
}

TEST_CASE("reports: nothing examined is no green report", "[reports]") {
  Run nothing;
  nothing.command = "check";
  nothing.exit_code = 4;
  CHECK(written(reports::write_junit, nothing).find("tests=\"1\" failures=\"0\" errors=\"1\"") !=
        std::string::npos);
  CHECK(written(reports::write_markdown, nothing).find("nothing was examined") !=
        std::string::npos);
  CHECK(written(reports::write_github, nothing).find("nothing was examined") != std::string::npos);
  CHECK(written(reports::write_sarif, nothing).find("\"executionSuccessful\": false") !=
        std::string::npos);
}

TEST_CASE("reports: JUnit tells what passes from what does not", "[reports]") {
  Run run;
  run.command = "check";
  run.examined = {{"game", "good"}, {"game", "bad"}, {"game", "open"}, {"game", "known"}};
  run.judged.list = {finding("bad", 0), finding("open", 1, Effect::Unsure), finding("known", 2)};
  run.judged.list[2].known = true;
  const std::string out = written(reports::write_junit, run);
  CHECK(out.find("tests=\"4\" failures=\"1\" errors=\"1\" skipped=\"1\"") != std::string::npos);
  CHECK(out.find("<testcase name=\"good\" classname=\"game\"/>") != std::string::npos);
  CHECK(out.find("<testcase name=\"bad\" classname=\"game\">\n      <failure ") !=
        std::string::npos);
  CHECK(out.find("<testcase name=\"open\" classname=\"game\">\n      <error ") !=
        std::string::npos);
  CHECK(out.find("<testcase name=\"known\" classname=\"game\">\n      <skipped ") !=
        std::string::npos);
}

TEST_CASE("reports: columns of a place in characters and in UTF-16", "[reports]") {
  base::SourceMap sources;
  const base::Span file = sources.add("x.json",
                                      "first\n雨\xF0\x9F\x80\x84"
                                      "abc\ndef");
  const findings::Location l =
      findings::locate(sources, {file.file, 13, 18});  // abc, the line break, d
  CHECK(l.line == 2);
  CHECK(l.column == 3);
  CHECK(l.utf16_column == 4);
  CHECK(l.end_line == 3);
  CHECK(l.end_column == 2);
  CHECK(l.utf16_end_column == 2);
  CHECK(findings::locate(sources, {}).line == 0);
}

TEST_CASE("reports: JUnit is valid by its schema", "[reports][docs]") {
  if (std::system("command -v xmllint > /dev/null") != 0) {
    std::cout << "SKIPPED: xmllint is not installed\n";
    return;
  }
  test::Scratch scratch;
  const auto valid = [&](const std::string& text) {
    test::put(scratch / "junit.xml", text);
    return std::system(("xmllint --noout --relaxng '" + test::at_root("docs/schema/junit.rng") +
                        "' '" + (scratch / "junit.xml") + "' 2> /dev/null")
                           .c_str()) == 0;
  };
  CHECK(valid(written(reports::write_junit, hostile())));
  CHECK(valid(written(reports::write_junit, hostile(), base::Lang::Ja)));
  CHECK(valid(written(reports::write_junit, Run{})));
  for (const char* command : {"check", "audit"})
    CHECK(valid(test::run({command, test::at_root("docs/tako"), "--format", "junit"}).out));
  CHECK_FALSE(valid("<testsuites name=\"x\" tests=\"1\" failures=\"0\" errors=\"0\"/>"));
}

TEST_CASE("reports: every code has a text and a hint in both languages", "[reports]") {
  for (const base::Code c : base::all_codes())
    CHECK(!findings::rule_of(base::code_text(c)).text[1].empty());
  for (const char* code :
       {"HC1001", "HG1001", "HG1501", "HP1002", "HA1001", "HA2001", "HA3001", "HA4001"}) {
    const findings::Rule r = findings::rule_of(code);
    for (const auto& both : {r.text, r.hint}) {
      CHECK(!both[0].empty());
      CHECK(!both[1].empty());
      CHECK(both[0] != both[1]);
    }
    CHECK(r.text[0].find('?') == std::string::npos);
  }
  CHECK(findings::rule_of("HG9999").text[0].empty());
}

#ifdef HANREI_HAVE_VALIJSON
namespace {

struct Schema {
  valijson::Schema schema;
  explicit Schema(const std::string& path) {
    const nlohmann::json text = nlohmann::json::parse(test::slurp(test::at_root(path)));
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  }
  std::string problems(const nlohmann::json& json) const {
    valijson::ValidationResults results;
    std::string out;
    if (valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(json),
                                       &results))
      return out;
    for (valijson::ValidationResults::Error e; results.popError(e);) {
      for (const std::string& c : e.context) out += c;
      out += ": " + e.description + "\n";
    }
    return out.empty() ? "invalid" : out;
  }
};

}  // namespace

TEST_CASE("reports: SARIF is valid by its schema", "[reports][docs]") {
  const Schema schema("tests/data/schemas/sarif-2.1.0.json");
  const auto sarif = [](const std::string& text) { return nlohmann::json::parse(text); };
  CHECK(schema.problems(sarif(written(reports::write_sarif, hostile()))) == "");
  CHECK(schema.problems(sarif(written(reports::write_sarif, hostile(), base::Lang::Ja))) == "");
  CHECK(schema.problems(sarif(written(reports::write_sarif, Run{}))) == "");
  for (const char* command : {"check", "audit"}) {
    nlohmann::json log = sarif(test::run({command, test::at_root("docs/tako"),
                                          test::at_root("tests/data/weir"), "--format", "sarif"})
                                   .out);
    CHECK(schema.problems(log) == "");
    log["version"] = "2.0.0";
    CHECK(schema.problems(log) != "");
  }
  nlohmann::json log = sarif(written(reports::write_sarif, hostile()));
  const nlohmann::json result = log["runs"][0]["results"][0];
  CHECK(result["locations"][0]["physicalLocation"]["region"] ==
        nlohmann::json({{"startLine", 3}, {"startColumn", 7}, {"endLine", 3}, {"endColumn", 11}}));
  CHECK(result["codeFlows"][0]["threadFlows"][0]["locations"].size() == 2);
  CHECK(result["relatedLocations"].size() == 1);  // places of the base are not there to be shown
  CHECK(result["baselineState"] == "new");
  CHECK(result["suppressions"].empty());
  CHECK(log["runs"][0]["results"][2]["suppressions"].size() == 1);
  CHECK(log["runs"][0]["results"][3]["baselineState"] == "unchanged");
  log["runs"][0]["results"][0].erase("message");
  CHECK(schema.problems(log) != "");
}

TEST_CASE("reports: the gate's JSON is valid by its schema", "[reports][gate][docs]") {
  const Schema schema("docs/schema/gate.schema.json");
  const test::Repository repo;
  test::copy_folder(test::at_root("docs/tako"), repo / "tako");
  const std::string base = repo.commit("base");
  test::edit(repo / "tako/rulings/TK-1.xml", "A.点 = 1", "A.点 = 2");
  test::edit(repo / "tako/rulings/TK-3.xml", "true, 3, true", "true, 4, true");
  std::filesystem::remove(repo / "tako/rulings/TK-5.xml");
  const test::Ran ran = test::run({"gate", "--base", base, repo / "tako", "--format", "json"});
  CHECK(ran.code == 1);
  nlohmann::json json = nlohmann::json::parse(ran.out);
  CHECK(json["findings"].size() >= 5);
  CHECK(schema.problems(json) == "");
  json["findings"][0]["effect"] = "maybe";
  CHECK(schema.problems(json) != "");
  for (const char* format : {"sarif", "junit", "github", "markdown", "text"}) {
    const test::Ran other = test::run({"gate", "--base", base, repo / "tako", "--format", format});
    CHECK(other.code == 1);
    CHECK(other.out.find("TK-5") != std::string::npos);
    CHECK(other.out.find("/tree/") == std::string::npos);
    if (std::string(format) == "sarif")
      CHECK(Schema("tests/data/schemas/sarif-2.1.0.json")
                .problems(nlohmann::json::parse(other.out)) == "");
  }
}

TEST_CASE("reports: policies are what their schema says", "[policy][docs]") {
  const Schema schema("docs/schema/policy.schema.json");
  base::SourceMap sources;
  const auto accepted = [&](const std::string& text) {
    base::DiagnosticLog log;
    const auto json = base::read_json(sources, sources.add("policy", text), log);
    REQUIRE(json);
    (void)findings::read_policy(*json, sources, log);
    return !log.has_errors();
  };
  const std::string waiver =
      R"("code": "HA1003", "reason": "r", "owner": "o", "until": "2026-12-31")";
  const std::pair<std::string, bool> cases[] = {
      {R"({"format": 1})", true},
      {R"({"format": 1, "fail": ["HA1003", "HG*"], "warn": [], "allow": ["HC1004"]})", true},
      {R"({"format": 1, "waivers": [{"subject": "x", )" + waiver + "}]}", true},
      {R"({"format": 1, "waivers": [{"fingerprint": "x", )" + waiver + "}]}", true},
      {R"({"format": 1, "waivers": [{)" + waiver + "}]}", false},
      {R"({"format": 1, "waivers": [{"subject": "x", "fingerprint": "y", )" + waiver + "}]}",
       false},
      {R"({})", false},
      {R"({"format": 2})", false},
      {R"({"format": 1, "fail": "HA1003"})", false},
      {R"({"format": 1, "fail": [1]})", false},
      {R"({"format": 1, "waivers": [{"subject": "x", "code": "HA1003"}]})", false},
      {R"({"format": 1, "fial": []})", false}};
  for (const auto& [text, good] : cases) {
    INFO(text);
    CHECK(accepted(text) == good);
    CHECK(schema.problems(nlohmann::json::parse(text)).empty() == good);
  }
  CHECK_FALSE(accepted(
      R"({"format": 1, "fail": ["HA9999"]})"));  // beyond a schema: no such code, no such day
  CHECK_FALSE(accepted(
      R"({"format": 1, "waivers": [{"subject": "x", "code": "HA1003", "reason": "r", "owner": "o", "until": "2026-02-30"}]})"));
  CHECK_FALSE(accepted(
      R"({"format": 1, "waivers": [{"subject": "x", "code": "HR3002", "reason": "r", "owner": "o", "until": "2026-02-03"}]})"));
}
#endif
