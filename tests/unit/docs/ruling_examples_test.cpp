// Every complete ruling in docs/writing-a-ruling.md, and in the page in Japanese, stands as the
// word behind its fence says.

#include <regex>
#include <set>
#include <string>

#include "checker/checker.h"
#include "tests/unit/docs/markdown.h"

namespace {

using namespace hanrei;

const char* const kPage = "docs/writing-a-ruling.md";
const char* const kJapanese = "docs/ja/writing-a-ruling.md";

std::vector<test::Block> examples(const std::string& page = kPage) {
  std::vector<test::Block> found;
  const std::string text = test::read_page(std::string(HANREI_ROOT) + "/" + page);
  for (test::Block& block : test::fenced_blocks(text)) {
    if (block.text.find("<ruling") != std::string::npos) found.push_back(std::move(block));
  }
  return found;
}

/// How a ruling stands: `confirmed`, ..., or `fail CODE CODE` with the errors of its file.
std::string stands(checker::Session& session, base::SourceMap& sources, const std::string& path) {
  base::DiagnosticLog log;
  checker::RulingResult result;
  std::string faults;
  if (const auto document = rulings::read_document(sources, path, log)) {
    result = session.check(*document, {}, log);
    for (const checker::ClaimResult& claim : result.claims) faults += claim.fault;
  }
  if (!faults.empty()) return "fault: " + faults;
  if (!log.has_errors()) return std::string(checker::standing_name(result.standing));
  std::set<std::string> codes;
  for (const base::Diagnostic& d : log.all()) {
    if (d.severity == base::Severity::Error) codes.insert(std::string(base::code_text(d.code)));
  }
  std::string text = "fail";
  for (const std::string& code : codes) text += " " + code;
  return text;
}

std::set<std::string> all_matches(const std::string& text, const std::string& pattern) {
  std::set<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) {
    found.insert((*it)[1]);
  }
  return found;
}

/// A ruling without its words for people, which are the ones that a translation may change.
std::string bare(const std::string& ruling) {
  static const std::regex told(R"(\s*<(title|question|answer|partial)\b[^>]*>[^<]*</\1>)");
  static const std::regex named(R"re( source="[^"]*"|(<case id=)"[^"]*")re");
  return std::regex_replace(std::regex_replace(ruling, told, ""), named, "$1");
}

/// Every ruling of the page stands as it says; how many there are.
int all_stand(const std::string& page) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto game = model::read_game(sources, std::string(HANREI_ROOT) + "/fixtures/lftcg", log);
  REQUIRE(game);
  checker::Session session(*game, sources);
  const test::Folder folder;
  std::set<std::string> ids;
  int count = 0;
  for (const test::Block& block : examples(page)) {
    INFO(page << ":" << block.line);
    CHECK(block.language == "xml");
    const std::string path = folder.put(std::to_string(block.line) + ".xml", block.text);
    CHECK(stands(session, sources, path) == block.marker);
    for (const std::string& id : all_matches(block.text, "<ruling [^>]*id=\"([^\"]*)\"")) {
      CHECK(ids.insert(id).second);
    }
    ++count;
  }
  for (const base::Diagnostic& d : log.all()) CHECK(d.severity != base::Severity::Error);
  return count;
}

}  // namespace

TEST_CASE("docs: every ruling of writing-a-ruling.md stands as it says", "[docs][corpus]") {
  CHECK(all_stand(kPage) >= 20);
}

TEST_CASE("docs: every ruling of the page in Japanese stands as it says", "[docs][corpus]") {
  CHECK(all_stand(kJapanese) >= 20);
}

TEST_CASE("docs: the page in Japanese has the rulings of the English one", "[docs]") {
  const std::vector<test::Block> english = examples(), japanese = examples(kJapanese);
  REQUIRE(japanese.size() == english.size());
  for (std::size_t i = 0; i < english.size(); ++i) {
    INFO(kJapanese << ":" << japanese[i].line);
    CHECK(japanese[i].marker == english[i].marker);
    CHECK(bare(japanese[i].text) == bare(english[i].text));
  }
  // The watch itself is awake.
  CHECK(bare("<r id=\"1\" source=\"a\">\n <title x=\"y\">b</title>\n <case id=\"c\"/>") ==
        "<r id=\"1\">\n <case id=/>");
  CHECK(bare("<claim>n = 1</claim>") != bare("<claim>n = 2</claim>"));
}

TEST_CASE("docs: every element, attribute and kind of claim has an example", "[docs]") {
  const std::string schema =
      std::regex_replace(test::read_page(std::string(HANREI_ROOT) + "/docs/schema/ruling.rnc"),
                         std::regex("#[^\n]*"), "");
  std::string shown, all;
  for (const test::Block& block : examples()) {
    all += block.text;
    if (block.marker.rfind("fail", 0) != 0) shown += block.text;
  }
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const auto elements = all_matches(schema, "element ([a-z]+)");
  CHECK(elements.size() > 20);
  for (const std::string& name : elements) {
    // a citation that fails shows <supersedes>: the ruling it names is nowhere
    if (name == "supersedes" || name == "narrows" || name == "distinguishes" || name == "follows" ||
        name == "was")
      CHECK(has(all, "<" + name));
    else if (!has(shown, "<" + name))
      FAIL_CHECK("no example has <" << name << ">");
  }
  for (const std::string& name : all_matches(schema, "attribute ([a-z]+) \\{")) {
    if (name == "issued" || name == "authority" || name == "ruling" || name == "known" ||
        name == "effective" || name == "until")
      continue;
    if (!has(shown, " " + name + "=\"")) FAIL_CHECK("no example has the attribute " << name);
  }
  for (const char* kind : {"necessary", "possible", "impossible", "outcomes", "greatest", "least",
                           "legal", "illegal", "chooser", "endless", "settles", "forceable",
                           "overrides", "yields", "contradicts", "idle", "undetermined"}) {
    CHECK(has(schema, std::string("\"") + kind + "\""));
    if (!has(shown, std::string("kind=\"") + kind + "\"")) FAIL_CHECK("no example of " << kind);
  }
}
