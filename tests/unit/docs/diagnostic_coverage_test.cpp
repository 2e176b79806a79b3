// Every diagnostic has a golden case that shows it, and every case shows the diagnostic it is named
// after.

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "base/json/read.h"
#include "model/model.h"
#include "tests/catch.h"
#include "tests/support/codes.h"
#include "tests/unit/docs/markdown.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

const fs::path kGolden = fs::path(HANREI_ROOT) / "tests" / "golden";

/// What no file of a checkout can provoke; the last test case does.
const std::map<std::string, std::string> kExceptions = {
    {"HR1005", "takes a file of more than 16 MiB"},
    {"HR1007", "takes a file that cannot be read"},
};

std::set<std::string> codes_in(const std::string& transcript) {
  std::set<std::string> codes;
  for (std::size_t at = 0; (at = transcript.find("[HR", at)) != std::string::npos; ++at) {
    if (at + 7 < transcript.size() && transcript[at + 7] == ']') {
      codes.insert(transcript.substr(at + 1, 6));
    }
  }
  return codes;
}

/// Case -> the codes it shows.
std::map<std::string, std::set<std::string>> cases() {
  std::map<std::string, std::set<std::string>> found;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kGolden)) {
    if (entry.path().filename() != "expected.txt") continue;
    found[entry.path().parent_path().filename().string()] =
        codes_in(test::read_page(entry.path().string()));
  }
  return found;
}

/// The codes that loading a game folder gives.
std::set<std::string> loading(const std::string& folder) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  model::read_game(sources, folder, log);
  std::set<std::string> codes;
  for (const base::Diagnostic& d : log.all()) codes.insert(std::string(base::code_text(d.code)));
  return codes;
}

}  // namespace

TEST_CASE("diagnostics: every code has a golden case", "[docs]") {
  std::set<std::string> shown;
  for (const auto& [name, codes] : cases()) shown.insert(codes.begin(), codes.end());
  for (const std::string_view code : test::codes_of({"HR"})) {
    const std::string text(code);
    INFO(text);
    CHECK(shown.count(text) + kExceptions.count(text) == 1);
  }
}

TEST_CASE("diagnostics: every golden case shows the code in its name", "[docs]") {
  int named = 0;
  for (const auto& [name, codes] : cases()) {
    const auto at = name.rfind("fail_", 0) == 0 ? 5u : 0u;
    const std::string code = name.substr(at, 6);
    if (code.rfind("HR", 0) != 0 || code == "HR4000") continue;  // HR4000: nothing is wrong
    INFO(name);
    CHECK(codes.count(code) == 1);
    ++named;
  }
  CHECK(named >= 45);
}

TEST_CASE("diagnostics: the exceptions are provoked here", "[docs]") {
  const test::Folder folder;
  const std::string large =
      folder.put("large/game.json", std::string(base::kMaxJsonBytes + 1, ' '));
  CHECK(loading(fs::path(large).parent_path().string()).count("HR1005") == 1);
  const std::string inside = folder.put("odd/game.json/file", "");
  CHECK(loading(fs::path(inside).parent_path().parent_path().string()).count("HR1007") == 1);
}
