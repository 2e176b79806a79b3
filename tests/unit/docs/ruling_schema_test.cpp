// docs/schema/: the schema of rulings fits the rulings, that of reports fits the reports.

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "tests/unit/docs/markdown.h"

#if __has_include(<valijson/validator.hpp>) && \
    __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_HAVE_VALIJSON 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#endif

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

const std::string kRoot = HANREI_ROOT;
const std::string kSchema = kRoot + "/docs/schema/ruling.rng";

/// What xmllint objects to in these files; empty when all are valid.
std::string objections(const std::vector<std::string>& paths, const std::string& schema = kSchema) {
  std::string command = "xmllint --noout --relaxng " + test::quoted(schema);
  for (const std::string& path : paths) command += " " + test::quoted(path);
  const test::Ran ran = test::run_tool(command);
  return ran.status == 0 ? "" : ran.output;
}

std::vector<std::string> fixture_rulings() {
  std::vector<std::string> paths;
  for (const fs::directory_entry& game : fs::directory_iterator(kRoot + "/fixtures")) {
    if (!fs::is_directory(game.path() / "rulings")) continue;
    for (const auto& file : fs::recursive_directory_iterator(game.path() / "rulings")) {
      if (file.path().extension() == ".xml") paths.push_back(file.path().string());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Rulings of the small games that show how a game is made.
std::vector<std::string> shown_rulings() {
  std::vector<std::string> paths;
  for (const char* game : {"cli/skeleton", "docs/tako"}) {
    for (const auto& file : fs::directory_iterator(kRoot + "/" + game + "/rulings"))
      paths.push_back(file.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// A ruling with `body` in it, and with `attributes` on its claim.
std::string ruling(const std::string& body, const std::string& claim,
                   const std::string& status = "derived") {
  return "<ruling format=\"1\" id=\"x\" game=\"g\" status=\"" + status + "\" source=\"s\">\n" +
         body + claim + "</ruling>\n";
}
const std::string kSituation =
    "<situation at=\"p\" turn=\"A\"><player id=\"A\" ダウン数=\"1\"><zone name=\"フィールド\">"
    "<card id=\"X\" is=\"無名\" 気力=\"3\"/><cards n=\"2\"/></zone></player></situation>";
const std::string kClaim = "<claim kind=\"necessary\">true</claim>";

}  // namespace

TEST_CASE("schema: every ruling of the fixtures is valid", "[docs][schema]") {
  if (!test::have_tool("xmllint")) HANREI_SKIP("xmllint is not installed");
  const std::vector<std::string> paths = fixture_rulings();
  CHECK(paths.size() > 50);
  CHECK(objections(paths) == "");
  CHECK(objections(shown_rulings()) == "");
}

TEST_CASE("schema: every ruling of writing-a-ruling.md is valid", "[docs][schema]") {
  if (!test::have_tool("xmllint")) HANREI_SKIP("xmllint is not installed");
  const test::Folder folder;
  std::vector<std::string> paths;
  for (const auto& block :
       test::fenced_blocks(test::read_page(kRoot + "/docs/writing-a-ruling.md"))) {
    if (block.text.find("<ruling") == std::string::npos) continue;
    if (block.marker == "fail HR4003") continue;  // something required is missing on purpose
    paths.push_back(folder.put(std::to_string(block.line) + ".xml", block.text));
  }
  CHECK(paths.size() >= 20);
  CHECK(objections(paths) == "");
}

TEST_CASE("schema: decks", "[docs][schema]") {
  if (!test::have_tool("xmllint")) HANREI_SKIP("xmllint is not installed");
  const std::string schema = kRoot + "/docs/schema/deck.rng";
  std::vector<std::string> paths;
  for (const fs::directory_entry& game : fs::directory_iterator(kRoot + "/fixtures")) {
    if (!fs::is_directory(game.path() / "decks")) continue;
    for (const auto& file : fs::recursive_directory_iterator(game.path() / "decks"))
      paths.push_back(file.path().string());
  }
  const test::Folder folder;
  for (const auto& block : test::fenced_blocks(test::read_page(kRoot + "/docs/language.md"))) {
    if (block.language == "xml")
      paths.push_back(folder.put(std::to_string(block.line) + ".xml", block.text));
  }
  CHECK(paths.size() >= 2);
  CHECK(objections(paths, schema) == "");
  for (const char* wrong : {"<card n=\"1\"/>", "<card is=\"x\" n=\"0\"/>",
                            "<card is=\"x\" at=\"\"/>", "<cards n=\"3\"/>"}) {
    INFO(wrong);
    CHECK(
        objections({folder.put("wrong.xml", std::string("<deck format=\"1\" id=\"d\" game=\"g\">") +
                                                wrong + "</deck>")},
                   schema) != "");
  }
}

TEST_CASE("schema: what is no ruling is refused", "[docs][schema]") {
  if (!test::have_tool("xmllint")) HANREI_SKIP("xmllint is not installed");
  const test::Folder folder;
  CHECK(objections({folder.put("good.xml", ruling(kSituation, kClaim))}) == "");
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"no situation", ruling("", kClaim)},
      {"unknown element", ruling(kSituation + "<note/>", kClaim)},
      {"formal without authority", ruling(kSituation, kClaim, "formal")},
      {"unknown status", ruling(kSituation, kClaim, "official")},
      {"misspelt attribute", ruling(kSituation, "<claim kind=\"possible\" fro=\"some\">x</claim>")},
      {"unknown kind", ruling(kSituation, "<claim kind=\"likely\">x</claim>")},
      {"for whom", ruling(kSituation, "<claim kind=\"possible\" for=\"most\">x</claim>")},
      {"iff on outcomes",
       ruling(kSituation, "<claim kind=\"outcomes\" of=\"a\" iff=\"b\"><o>c</o></claim>")},
      {"outcomes of nothing", ruling(kSituation, "<claim kind=\"outcomes\" of=\"a\"/>")},
      {"greatest without a value", ruling(kSituation, "<claim kind=\"greatest\">x</claim>")},
      {"undetermined by what", ruling(kSituation, "<claim kind=\"undetermined\" of=\"a\"/>")},
      {"legal what", ruling(kSituation, "<claim kind=\"legal\"/>")},
      {"free without acts", ruling(kSituation + "<play><free by=\"A\"/></play>", kClaim)},
      {"let of another type", ruling("<let name=\"v\" type=\"bool\"/>" + kSituation, kClaim)},
      {"two situations", ruling(kSituation + kSituation, kClaim)},
      {"cases and a situation",
       ruling(kSituation + "<case id=\"a\">" + kSituation + kClaim + "</case>", kClaim)},
  };
  for (const auto& [what, text] : wrong) {
    INFO(what);
    CHECK(objections({folder.put("wrong.xml", text)}) != "");
  }
}

TEST_CASE("schema: ruling.xsd is one that a validator takes", "[docs][schema]") {
  if (!test::have_tool("xmllint")) HANREI_SKIP("xmllint is not installed");
  const test::Ran ran =
      test::run_tool("xmllint --noout --schema " + test::quoted(kRoot + "/docs/schema/ruling.xsd") +
                     " " + test::quoted(kRoot + "/fixtures/precious/rulings/PM-001.xml"));
  INFO(ran.output);
  CHECK(ran.status == 0);
}

TEST_CASE("schema: ruling.rng and ruling.xsd are made from ruling.rnc", "[docs][schema][corpus]") {
  if (!test::have_tool("trang")) HANREI_SKIP("trang is not installed");
  const test::Ran ran = test::run_tool(test::quoted(kRoot + "/docs/schema/make.sh") + " --check");
  INFO(ran.output);
  CHECK(ran.status == 0);
}

#ifdef HANREI_HAVE_VALIJSON
namespace {

/// What the schema of reports objects to; empty when the report is valid.
std::string objections_to(const nlohmann::json& report, const std::string& name = "report") {
  const nlohmann::json schema_text =
      nlohmann::json::parse(test::read_page(kRoot + "/docs/schema/" + name + ".schema.json"));
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(schema_text), schema);
  valijson::ValidationResults results;
  valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(report), &results);
  std::string text;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    for (const std::string& part : error.context) text += part;
    text += ": " + error.description + "\n";
  }
  return text;
}

nlohmann::json report_of(std::vector<std::string> more) {
  const std::vector<std::string> check = {"check", "--format", "json"};
  more.insert(more.begin(), check.begin(), check.end());
  std::ostringstream out, err;
  cli::run(more, {out, err});
  return nlohmann::json::parse(out.str(), nullptr, false);
}

}  // namespace
#endif

TEST_CASE("schema: reports are valid", "[docs][schema][corpus]") {
#ifdef HANREI_HAVE_VALIJSON
  const std::string game = kRoot + "/fixtures/lftcg";
  const auto check = [](const std::vector<std::string>& args) {
    return objections_to(report_of(args));
  };
  CHECK(check({game, "--id", "LF-041", "--id", "LF-042"}) == "");
  CHECK(check({game, "--id", "LF-041", "--engine", "fast"}) == "");
  CHECK(check({game, "--id", "LF-100", "--max-states", "1"}) == "");  // partial, limits
  CHECK(check({game, "--id", "NONE"}) == "");
  CHECK(check({kRoot + "/tests/golden/commands/fail_decks"}) == "");
  CHECK(check({game, "--id", "LF-x41?", "--reading", "X-401=B"}) == "");

  // the schema itself is awake
  nlohmann::json wrong = report_of({game, "--id", "LF-041"});
  wrong["exit"] = 9;
  CHECK(objections_to(wrong) != "");
  wrong["exit"] = 0;
  CHECK(objections_to(wrong) == "");
  wrong["rulings"][0]["claims"][0]["standing"] = "fine";
  CHECK(objections_to(wrong) != "");

  // contradicted, vacuous, and files with errors
  const test::Folder folder;
  fs::path copy(folder.put("game.json", test::read_page(game + "/game.json")));
  copy = copy.parent_path();
  for (const char* part : {"rulebook", "cards"}) fs::copy(game + "/" + part, copy / part);
  for (const auto& block :
       test::fenced_blocks(test::read_page(kRoot + "/docs/writing-a-ruling.md"))) {
    if (block.text.find("<ruling") == std::string::npos || block.marker == "confirmed") continue;
    folder.put("rulings/" + std::to_string(block.line) + ".xml", block.text);
  }
  CHECK(check({copy.string()}) == "");
  for (const auto& file : fs::directory_iterator(copy / "rulings")) {
    CHECK(check({file.path().string()}) == "");
  }
#else
  HANREI_SKIP("valijson is not installed");
#endif
}

TEST_CASE("schema: audits are valid", "[docs][schema][corpus]") {
#ifdef HANREI_HAVE_VALIJSON
  const auto audit = [](const std::string& game) {
    std::ostringstream out, err;
    cli::run({"audit", "--format", "json", game}, {out, err});
    return nlohmann::json::parse(out.str(), nullptr, false);
  };
  nlohmann::json report = audit(kRoot + "/tests/golden/commands/fail_audit");
  CHECK(objections_to(report, "audit") == "");
  CHECK(objections_to(audit(kRoot + "/fixtures/gash"), "audit") == "");
  report["findings"][0]["severity"] = "bad";
  CHECK(objections_to(report, "audit") != "");
#else
  HANREI_SKIP("valijson is not installed");
#endif
}
