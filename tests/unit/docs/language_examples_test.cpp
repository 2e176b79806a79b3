// docs/language.md: its examples load, or fail as they say, beside the little game of
// tests/docs/mini; and it speaks of every form and every key that the loader knows.

#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "cli/cli.h"
#include "model/ir/code.h"
#include "model/model.h"
#include "model/syntax/forms.h"
#include "tests/catch.h"
#include "tests/unit/docs/markdown.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

const std::string kPage = std::string(HANREI_ROOT) + "/docs/language.md";
const std::string kMini = std::string(HANREI_ROOT) + "/tests/docs/mini";

/// ```json KIND [fail CODE | warn CODE]
struct Example {
  std::string kind, code;
  bool fails = false;
  std::string text;
  int line = 0;
};

std::vector<Example> examples(const std::string& page) {
  std::vector<Example> found;
  for (const test::Block& block : test::fenced_blocks(page)) {
    if (block.language != "json") continue;
    Example e;
    std::string verb;
    std::istringstream(block.marker) >> e.kind >> verb >> e.code;
    e.fails = verb == "fail";
    INFO("docs/language.md:" << block.line);
    CHECK((verb.empty() || verb == "fail" || verb == "warn"));
    e.text = block.text;
    e.line = block.line;
    found.push_back(std::move(e));
  }
  return found;
}

/// One thing, or a list of them, as the inside of a list.
std::string listed(const std::string& text) {
  const auto first = text.find_first_not_of(" \n");
  const auto last = text.find_last_not_of(" \n");
  return text[first] == '[' ? text.substr(first + 1, last - first - 1) : text;
}

const std::string kArgs =
    R"("args": {"me": "player", "c": "obj", "d": "obj", "n": "int", "s": "set of obj"})";

std::string rulebook(const std::string& provisions) {
  return R"({"format": 1, "provisions": [)" + provisions + "]}";
}

/// The expressions of an example and the types it gives them.
std::vector<std::pair<std::string, std::string>> expressions(const Example& example) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::vector<std::pair<std::string, std::string>> found;
  if (const auto json = base::read_json(sources, sources.add("example", example.text), log)) {
    for (const base::Member& m : json->members) found.emplace_back(m.key, m.value.string);
  }
  return found;
}

/// A copy of the mini game with the example in it.
std::string assemble(const test::Folder& folder, const Example& example) {
  for (const char* name : {"rulebook/mini.json", "cards/mini.json"}) {
    folder.put(name, test::read_page(kMini + "/" + name));
  }
  const std::string game = folder.put("game.json", test::read_page(kMini + "/game.json"));
  const std::string extra = "rulebook/zz-example.json";
  if (example.kind == "game-file")
    folder.put("game.json", example.text);
  else if (example.kind == "rulebook-file")
    folder.put(extra, example.text);
  else if (example.kind == "card-file")
    folder.put("cards/zz-example.json", example.text);
  else if (example.kind == "provision")
    folder.put(extra, rulebook(listed(example.text)));
  else if (example.kind == "card")
    folder.put("cards/zz-example.json",
               R"({"format": 1, "cards": [)" + listed(example.text) + "]}");
  else if (example.kind == "step")
    folder.put(extra, rulebook(R"({"procedure": "example", )" + kArgs + R"(, "steps": [)" +
                               listed(example.text) + "]}"));
  else if (example.kind == "statements")
    folder.put(extra, rulebook(R"({"procedure": "example", )" + kArgs + R"(, "steps": [{"do": )" +
                               example.text + "}]}"));
  else if (example.kind == "expressions") {
    std::string provisions;
    for (const auto& [text, type] : expressions(example)) {
      provisions += (provisions.empty() ? "" : ",\n") + std::string(R"({"derived": )") +
                    base::quote_json("example " + text) + ", " + kArgs + R"(, "is": )" +
                    base::quote_json(text) + "}";
    }
    folder.put(extra, rulebook(provisions));
  } else {
    FAIL("an example of unknown kind: " << example.kind);
  }
  return fs::path(game).parent_path().string();
}

std::string type_text(const model::Program& p, const model::Type& t) {
  using model::TypeKind;
  if (t.kind == TypeKind::Set) return "set of " + type_text(p, model::elem_type(t));
  if (t.kind == TypeKind::Bool) return "bool";
  if (t.kind == TypeKind::Int) return "int";
  if (t.kind == TypeKind::Enum) return p.enums[model::EnumId(t.id)].name;
  if (t.kind == TypeKind::Ref && t.stay) return "obj";
  if (t.kind == TypeKind::Ref) return p.sorts[model::SortId(t.id)].name;
  return "?";
}

std::string told(const base::SourceMap& sources, const base::DiagnosticLog& log) {
  std::string all;
  for (const base::Diagnostic& d : log.all()) {
    const base::Place place = sources.place(d.span);
    all += std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
           std::string(base::code_text(d.code)) + " " + base::message(d, base::Lang::En) + "\n";
  }
  return all;
}

void run(const Example& example) {
  const test::Folder folder;
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto game = model::read_game(sources, assemble(folder, example), log);
  REQUIRE(game);
  const model::Program program = model::compile(*game, {}, sources, log);
  INFO("docs/language.md:" << example.line << "\n" << told(sources, log));
  CHECK(log.has_errors() == example.fails);
  CHECK(log.all().empty() == example.code.empty());
  for (const base::Diagnostic& d : log.all()) CHECK(base::code_text(d.code) == example.code);
  if (log.has_errors()) return;
  CHECK_NOTHROW(model::lower(program));
  if (example.kind != "expressions" || !example.code.empty()) return;
  for (const auto& [text, type] : expressions(example)) {
    for (const model::DerivedDef& d : program.derived) {
      if (d.name == "example " + text)
        CHECK(text + ": " + type_text(program, d.type) == text + ": " + type);
    }
  }
}

/// The part of the page below the heading ### `name`, up to the next heading.
std::string section(const std::string& page, const std::string& name) {
  const auto begin = page.find("\n### `" + name + "`\n");
  if (begin == std::string::npos) return "";
  const auto end = page.find("\n##", begin + 1);
  return page.substr(begin, end == std::string::npos ? end : end - begin);
}

/// What the page does not say of these keys.
std::string unsaid(const std::string& page, std::string_view name,
                   const std::vector<std::string_view>& keys) {
  const std::string text = section(page, std::string(name));
  if (text.empty()) return "no section `" + std::string(name) + "`\n";
  std::string missing;
  for (std::string_view key : keys) {
    if (text.find("`" + std::string(model::plain(key)) + "`") == std::string::npos) {
      missing += "`" + std::string(name) + "` does not speak of `" + std::string(key) + "`\n";
    }
  }
  return missing;
}

std::string idle_row(const model::Idle& idle) {
  std::string values = idle.values.empty() ? "any" : "";
  std::string_view rest = idle.values;
  if (rest.starts_with('!')) {
    values = "all but ";
    rest.remove_prefix(1);
  }
  for (bool first = true; !rest.empty(); first = false) {
    const auto end = std::min(rest.find('|'), rest.size());
    values += (first ? "`" : ", `") + std::string(rest.substr(0, end)) + "`";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const std::string form = idle.form.empty() ? "all" : "`" + std::string(idle.form) + "`";
  return "| " + form + " | `" + std::string(idle.key) + "` | " + values + " |\n";
}

}  // namespace

TEST_CASE("docs: the deck of language.md is judged as the page says", "[docs]") {
  const std::string page = test::read_page(kPage);
  Example limits;
  std::string deck, printed;
  for (const test::Block& block : test::fenced_blocks(page)) {
    if (block.language == "json" && block.marker == "provision" &&
        block.text.find("three of a name") != std::string::npos) {
      limits.kind = "provision";  // of one zone: the album would want `<zone>`
      limits.text = block.text.substr(0, block.text.find(" {\"zone\"")) + "]";
      limits.text.erase(limits.text.rfind(','), 1);
    }
    if (block.language == "xml") deck = block.text;
    if (block.text.find("three of a name (1)") != std::string::npos) printed = block.text;
  }
  REQUIRE(!deck.empty());
  const test::Folder folder;
  const std::string game = assemble(folder, limits);
  folder.put("decks/moths.xml", deck);
  std::ostringstream out, err;
  CHECK(cli::run({"check", game}, {out, err}) == cli::kFindings);
  INFO(out.str() << err.str());
  CHECK(out.str().find(printed) != std::string::npos);
}

TEST_CASE("docs: every example of language.md loads, or fails as it says", "[docs]") {
  const std::vector<Example> all = examples(test::read_page(kPage));
  CHECK(all.size() >= 25);
  for (const Example& example : all) run(example);
}

TEST_CASE("docs: language.md speaks of every form and every key", "[docs]") {
  const std::string page = test::read_page(kPage);
  std::string missing;
  for (const auto& table : {model::schema_forms(), model::provision_forms(), model::step_forms()}) {
    for (const model::Form& form : table) missing += unsaid(page, form.name, form.keys);
  }
  for (const model::Part& part : model::parts()) missing += unsaid(page, part.name, part.keys);
  for (const model::FileKey& key : model::file_keys()) missing += unsaid(page, key.of, {key.key});
  for (const auto& keys : {model::common_keys(), model::common_step_keys()}) {
    for (std::string_view key : keys) {
      CHECK(page.find("| `" + std::string(key) + "`") != std::string::npos);
    }
  }
  CHECK(missing == "");
}

TEST_CASE("docs: language.md lists what is not carried out yet", "[docs]") {
  const std::string page = test::read_page(kPage);
  const std::string head = "| form | key | values |\n|---|---|---|\n";
  const auto begin = page.find(head);
  REQUIRE(begin != std::string::npos);
  const auto end = page.find("\n\n", begin);
  std::string table;
  for (const model::Idle& idle : model::idle_keys()) table += idle_row(idle);
  CHECK(page.substr(begin + head.size(), end + 1 - begin - head.size()) == table);
}
