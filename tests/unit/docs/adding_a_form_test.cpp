// docs/adding-a-form.md: the places that it names are there, and the places that no compiler names
// are held here.

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "model/syntax/forms.h"
#include "tests/catch.h"
#include "tests/unit/docs/markdown.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

std::string at_root(const std::string& path) { return std::string(HANREI_ROOT) + "/" + path; }

using Row = std::vector<std::string>;

/// What a cell shows as code: the text between its backticks.
std::string code_in(std::string cell) {
  const size_t first = cell.find_first_not_of(' ');
  if (first == cell.npos) return "";
  cell = cell.substr(first, cell.find_last_not_of(' ') + 1 - first);
  const std::string fence = cell.starts_with("``") ? "``" : "`";
  const size_t begin = cell.find(fence), end = cell.find(fence, begin + fence.size());
  if (begin == cell.npos || end == cell.npos) return "";
  std::string out = cell.substr(begin + fence.size(), end - begin - fence.size());
  if (fence.size() == 2 && out.ends_with(' ')) out.pop_back();
  return std::regex_replace(out, std::regex(R"(\\\|)"), "|");
}

/// The tables of the page whose head begins with `file`, by the second column of the head.
std::map<std::string, std::vector<Row>> tables() {
  std::map<std::string, std::vector<Row>> out;
  std::istringstream page(test::read_page(at_root("docs/adding-a-form.md")));
  std::string of;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("|")) {
      of.clear();
      continue;
    }
    Row row;
    std::string cell;
    for (size_t i = 1; i < line.size(); ++i) {
      if (line[i] == '|' && line[i - 1] != '\\') {
        row.push_back(cell);
        cell.clear();
      } else {
        cell += line[i];
      }
    }
    if (line.starts_with("| file |"))
      of = row.at(1);
    else if (!of.empty() && !line.starts_with("|-"))
      out[of].push_back(row);
  }
  return out;
}

/// The sources below some folders, by path.
std::map<std::string, std::string> sources(std::initializer_list<const char*> folders) {
  std::map<std::string, std::string> out;
  for (const char* folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(at_root(folder)))
      if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
        out.emplace(fs::relative(entry.path(), at_root(".")).generic_string(),
                    test::read_page(entry.path().string()));
  return out;
}

/// In how many switches over forms does a `default:` stand? Which switch it belongs to is said by
/// how far it is indented.
int defaults_over_forms(const std::string& text) {
  static const std::regex form(
      R"(case (model::|rulings::)?(Op|OpCode|StmtKind|StepKind|ClaimKind|On)::)");
  int found = 0;
  struct Open {
    size_t indent;
    bool over_forms = false;
  };
  std::vector<Open> open;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const size_t indent = line.find_first_not_of(' ');
    if (indent == line.npos || line[indent] == '#') continue;
    while (!open.empty() && indent <= open.back().indent) open.pop_back();
    if (line.compare(indent, 8, "switch (") == 0) open.push_back({indent});
    if (open.empty()) continue;
    if (std::regex_search(line, form)) open.back().over_forms = true;
    if (line.compare(indent, 8, "default:") == 0 && open.back().over_forms) ++found;
  }
  return found;
}

}  // namespace

TEST_CASE("adding a form: the places that the page names are there", "[docs]") {
  std::string tests;
  for (const auto& [path, text] : sources({"tests"})) tests += text;
  size_t rows = 0;
  auto all = tables();
  for (const Row& row : all[" symbol "]) {
    const std::string path = code_in(row.at(0)), symbol = code_in(row.at(1));
    INFO(path << ": " << symbol);
    REQUIRE(fs::exists(at_root(path)));
    CHECK_FALSE(symbol.empty());
    CHECK(test::read_page(at_root(path)).find(symbol) != std::string::npos);
    if (row.at(3).starts_with(" test "))
      CHECK(tests.find("TEST_CASE(\"" + code_in(row.at(3)) + "\"") != std::string::npos);
    ++rows;
  }
  CHECK(rows > 25);
}

TEST_CASE("adding a form: no switch leaves a kind out", "[docs]") {
  std::map<std::string, int> said, found;
  auto all = tables();
  for (const Row& row : all[" how many "]) said[code_in(row.at(0))] = std::stoi(row.at(1));
  for (const auto& [path, text] : sources({"base", "model", "rulings", "checker", "audit",
                                           "findings", "errata", "reports", "workspace", "cli"}))
    if (const int n = defaults_over_forms(text); n > 0) found[path] = n;
  CHECK(found == said);
}

TEST_CASE("adding a form: a default in a switch over forms is seen", "[docs]") {
  CHECK(defaults_over_forms(
            "  switch (x.op) {\n    case Op::If: f();\n    default: break;\n  }\n") == 1);
  CHECK(defaults_over_forms(
            "  switch (t.kind) {\n    case TypeKind::Int: f();\n    default: break;\n  }\n") == 0);
  CHECK(
      defaults_over_forms("  switch (s.kind) {\n    case model::StepKind::Do:\n      switch (n) {\n"
                          "        case 1: f();\n        default: break;\n      }\n  }\n") == 0);
}

// A step that stands in the table of forms and that nothing compiles would do nothing.
TEST_CASE("adding a form: each step of the language is compiled", "[docs]") {
  const std::string compiler = test::read_page(at_root("model/passes/steps.cpp"));
  for (const model::Form& form : model::step_forms()) {
    INFO(form.name);
    CHECK(compiler.find("json.find(\"" + std::string(form.name) + "\")") != std::string::npos);
  }
}
