// Holds the drawing of the modules in docs/architecture.md: each may use itself and what stands
// before it, and the folders inside a module stand in no circle. Each outside library has one home.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/unit/docs/markdown.h"

namespace {

namespace fs = std::filesystem;

/// `base < model < …`, as the block marked `modules` of docs/architecture.md draws it.
std::map<std::string, int> drawn() {
  std::map<std::string, int> rank;
  const std::string page = std::string(HANREI_ROOT) + "/docs/architecture.md";
  for (const auto& block : hanrei::test::fenced_blocks(hanrei::test::read_page(page))) {
    if (block.marker != "modules") continue;
    std::istringstream words(block.text);
    for (std::string word; words >> word;) {
      if (word != "<") rank.emplace(word, static_cast<int>(rank.size()));
    }
  }
  return rank;
}
const std::map<std::string, int> kRank = drawn();

struct Home {
  std::string header;  // how an include of the library begins
  std::string folder;  // the only folder which may have it
};
const std::vector<Home> kHomes = {{"nlohmann/", "base/json/"},      {"unicode/", "base/text/"},
                                  {"pugixml", "rulings/xml/"},      {"sqlite3", "rulings/store/"},
                                  {"z3", "checker/symbolic/"},      {"CLI/", "cli/"},
                                  {"mecab", "audit/print/reader/"}, {"httplib", "server/"}};

/// What writers may know of the modules that work: their results, as plain values.
const std::set<std::string> kWritten = {
    "audit/clashes/clashes.h",       "audit/clashes/readings.h",
    "audit/coverage/coverage.h",     "audit/coverage/survivors.h",
    "audit/print/print.h",           "audit/readings/points.h",
    "audit/rules/rules.h",           "checker/checker.h",
    "checker/collisions/finding.h",  "checker/collisions/report.h",
    "checker/explain/explanation.h", "checker/explain/stepping.h",
    "checker/verdict/basis.h",       "checker/verdict/can_come.h"};

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
  if (from == "reports" && (to == "checker" || to == "audit") && !kWritten.contains(header)) {
    return "writers call no engine";
  }
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

/// A folder of a module, or the front header of the module (`checker/checker.h`), which may include
/// any of them and is for those outside.
std::string room_of(const std::string& file) {
  const auto first = file.find('/');
  const std::string module = file.substr(0, first);
  if (file == module + "/" + module + ".h") return file;
  const auto second = file.find('/', first + 1);
  return second == std::string::npos ? module : file.substr(0, second);
}

using Rooms = std::map<std::string, std::map<std::string, std::string>>;  // from, to, an include

/// A circle of rooms, with an include for each of its doors; empty when there is none.
std::string circle(const Rooms& rooms) {
  std::set<std::string> done;
  std::vector<std::string> way;
  std::string found;
  const std::function<void(const std::string&)> enter = [&](const std::string& room) {
    const auto seen = std::find(way.begin(), way.end(), room);
    if (seen != way.end()) {
      for (auto at = seen; at != way.end() && found.size() < 2000; ++at) {
        const std::string& next = at + 1 == way.end() ? room : *(at + 1);
        found += *at + " -> " + next + ": " + rooms.at(*at).at(next) + "\n";
      }
      return;
    }
    if (!done.insert(room).second || !rooms.count(room)) return;
    way.push_back(room);
    for (const auto& [next, include] : rooms.at(room)) {
      if (found.empty()) enter(next);
    }
    way.pop_back();
  };
  for (const auto& [room, doors] : rooms) {
    if (found.empty()) enter(room);
  }
  return found;
}

}  // namespace

TEST_CASE("layering: every include follows the drawing", "[layering]") {
  REQUIRE(kRank.size() == 13);
  int files = 0;
  std::string objections;
  Rooms rooms;
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
        if (header.rfind(module + "/", 0) != 0 || room_of(file) == room_of(header)) continue;
        rooms[room_of(file)].emplace(room_of(header), file + " includes " + header);
      }
    }
  }
  CHECK(files > 10);
  CHECK(objections == "");
  CHECK(circle(rooms) == "");
}

TEST_CASE("layering: the watch itself is awake", "[layering]") {
  CHECK(included("#include <z3++.h>") == "z3++.h");
  CHECK(included("  # include \"base/base.h\"  // why") == "base/base.h");
  CHECK(included("int include = 1;") == "");
  CHECK(objection("model/ir/expr.h", "base/base.h") == "");
  CHECK(objection("model/ir/expr.h", "model/model.h") == "");
  CHECK(objection("base/check.h", "string") == "");
  CHECK(objection("base/check.h", "model/model.h") != "");
  CHECK(objection("audit/print/print.cpp", "errata/gate.h") != "");
  CHECK(objection("workspace/judge.cpp", "cli/cli.h") != "");
  CHECK(objection("reports/explain.cpp", "checker/explain/explanation.h") == "");
  CHECK(objection("reports/explain.cpp", "checker/explain/tell.h") != "");
  CHECK(objection("reports/entry.cpp", "checker/replay/replay.h") != "");
  CHECK(objection("reports/errata.cpp", "audit/readings/smaller.h") != "");
  CHECK(room_of("checker/checker.h") == "checker/checker.h");
  CHECK(room_of("audit/print/reader/words.h") == "audit/print");
  CHECK(room_of("base/check.h") == "base");
  CHECK(circle({{"a", {{"b", "x"}}}, {"b", {{"c", "y"}}}}) == "");
  CHECK(circle({{"a", {{"b", "x"}}}, {"b", {{"a", "y"}}}}) == "a -> b: x\nb -> a: y\n");
  CHECK(objection("checker/explain/core.cpp", "z3++.h") != "");
  CHECK(objection("checker/symbolic/z3_solver.cpp", "z3++.h") == "");
  CHECK(objection("checker/symbolic/explore.cpp", "checker/explicit_state/frontier.h") != "");
  CHECK(objection("checker/explicit_state/search.cpp", "checker/symbolic/solver.h") != "");
  CHECK(objection("rulings/store/store.cpp", "sqlite3.h") == "");
  CHECK(objection("model/syntax/parse.cpp", "nlohmann/json.hpp") != "");
  CHECK(objection("base/io/file.cpp", "unicode/uchar.h") != "");
  CHECK(objection("cli/options.cpp", "CLI/CLI.hpp") == "");
}
