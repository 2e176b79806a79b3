// Holds the drawing of the modules: each may use itself and what stands before it. Each outside
// library has one home.

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/catch.h"

namespace {

namespace fs = std::filesystem;

// base < model < rulings < checker < precedent, errata < reports < cli, server
const std::map<std::string, int> kRank = {{"base", 0},    {"model", 1},  {"rulings", 2},
                                          {"checker", 3}, {"errata", 4}, {"precedent", 4},
                                          {"reports", 5}, {"cli", 6},    {"server", 6}};

struct Home {
  std::string header;  // how an include of the library begins
  std::string folder;  // the only folder which may have it
};
const std::vector<Home> kHomes = {{"nlohmann/", "base/json/"}, {"unicode/", "base/text/"},
                                  {"pugixml", "rulings/xml/"}, {"sqlite3", "rulings/store/"},
                                  {"z3", "checker/symbolic/"}, {"CLI/", "cli/"}};

bool starts_with(const std::string& text, const std::string& start) {
  return text.rfind(start, 0) == 0;
}

/// Why `file` may not include `header`; empty when it may.
std::string objection(const std::string& file, const std::string& header) {
  for (const Home& home : kHomes) {
    if (starts_with(header, home.folder)) continue;  // our own header, as in rulings/xml/
    if (starts_with(header, home.header) && !starts_with(file, home.folder)) {
      return home.header + " belongs to " + home.folder;
    }
  }
  for (const auto& [one, other] : {std::array{"checker/symbolic/", "checker/explicit_state/"},
                                   std::array{"checker/explicit_state/", "checker/symbolic/"}}) {
    if (starts_with(file, one) && starts_with(header, other)) return "the engines are independent";
  }
  const auto from = file.substr(0, file.find('/'));
  const auto to = header.substr(0, header.find('/'));
  if (to == header || !kRank.count(to) || to == from) return "";
  return kRank.at(to) < kRank.at(from) ? "" : to + " does not stand before " + from;
}

/// What stands between the quotes or brackets of an include line; empty for other lines.
std::string included(const std::string& line) {
  const auto hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') return "";
  const auto word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string::npos || line.compare(word, 7, "include") != 0) return "";
  const auto open = line.find_first_of("<\"", word);
  const auto close = line.find_first_of(">\"", open + 1);
  return open == std::string::npos || close == std::string::npos
             ? ""
             : line.substr(open + 1, close - open - 1);
}

}  // namespace

TEST_CASE("layering: every include follows the drawing", "[layering]") {
  int files = 0;
  std::string objections;
  for (const auto& [module, rank] : kRank) {
    const fs::path folder = fs::path(HANREI_ROOT) / module;
    if (!fs::exists(folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp" && extension != ".def") continue;
      const std::string file = fs::relative(entry.path(), HANREI_ROOT).generic_string();
      std::ifstream stream(entry.path());
      ++files;
      for (std::string line; std::getline(stream, line);) {
        const std::string header = included(line);
        const std::string why = header.empty() ? "" : objection(file, header);
        if (!why.empty()) objections += file + " includes " + header + ": " + why + "\n";
      }
    }
  }
  CHECK(files > 10);
  CHECK(objections == "");
}

TEST_CASE("layering: the watch itself is awake", "[layering]") {
  CHECK(included("#include <z3++.h>") == "z3++.h");
  CHECK(included("  # include \"base/base.h\"  // why") == "base/base.h");
  CHECK(included("int include = 1;") == "");
  CHECK(objection("model/ir/expr.h", "base/base.h") == "");
  CHECK(objection("model/ir/expr.h", "model/model.h") == "");
  CHECK(objection("base/check.h", "string") == "");
  CHECK(objection("base/check.h", "model/model.h") != "");
  CHECK(objection("errata/gate.cpp", "precedent/precedent.h") != "");
  CHECK(objection("cli/main.cpp", "server/server.h") != "");
  CHECK(objection("checker/explain/core.cpp", "z3++.h") != "");
  CHECK(objection("checker/symbolic/z3_solver.cpp", "z3++.h") == "");
  CHECK(objection("checker/symbolic/explore.cpp", "checker/explicit_state/frontier.h") != "");
  CHECK(objection("checker/explicit_state/search.cpp", "checker/symbolic/solver.h") != "");
  CHECK(objection("rulings/store/store.cpp", "sqlite3.h") == "");
  CHECK(objection("model/syntax/parse.cpp", "nlohmann/json.hpp") != "");
  CHECK(objection("base/io/file.cpp", "unicode/uchar.h") != "");
  CHECK(objection("cli/options.cpp", "CLI/CLI.hpp") == "");
}
