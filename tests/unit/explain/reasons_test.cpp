// The reasons that engines give are there in Japanese: all that stand in their source.

#include "findings/reasons.h"

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

std::string ja(const std::string& reason) { return findings::reason_text(reason, base::Lang::Ja); }

/// The texts that reasons are made of in the source of the engines, with a number where something
/// is put in.
std::set<std::string> reasons_of_source() {
  const std::regex said(
      R"re((?:\.(?:reason|stopped|detail|why)\s*=|\bwhy_? =|Unsupported\{|\bnone\(|\bsilent\()(.*))re"),
      text(R"re("((?:[^"\\]|\\.)*)"( \+ std::to_string\([^"]*"((?:[^"\\]|\\.)*)")?)re");
  std::set<std::string> out;
  for (const char* folder : {"checker/basis", "checker/explicit_state", "checker/semantics",
                             "checker/symbolic", "errata"}) {
    for (const auto& file : std::filesystem::directory_iterator(test::at_root(folder))) {
      if (file.path().filename() == "policy.cpp") continue;  // its reasons are those of waivers
      std::istringstream source(test::slurp(file.path().string()));
      for (std::string line; std::getline(source, line);) {
        std::smatch m;
        if (!std::regex_search(line, m, said)) continue;
        const std::string rest = m[1].str().substr(0, m[1].str().find(';'));
        for (std::sregex_iterator i(rest.begin(), rest.end(), text), end; i != end; ++i) {
          const std::string whole = (*i)[1].str() + ((*i)[2].matched ? "7" + (*i)[3].str() : "");
          out.insert(whole.starts_with(" ") ? "7" + whole : whole);
        }
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("reasons: every reason of the engines has its Japanese", "[explain]") {
  const std::set<std::string> all = reasons_of_source();
  CHECK(all.size() > 50);  // else the search no longer finds them
  for (const std::string& reason : all) {
    if (reason.empty() || reason.starts_with("Z3: ")) continue;  // Z3's own words
    INFO(reason);
    CHECK(ja(reason) != reason);
    CHECK(findings::reason_text(reason, base::Lang::En) == reason);
  }
}

TEST_CASE("reasons: numbers and what follows stay", "[explain]") {
  CHECK(ja("more than 20000 states") == "状態数が20000を超えた");
  CHECK(ja("what it rests on: more than 30 tries") == "根拠: 試行が30回を超えた");
  CHECK(ja("more than  states") == "more than  states");
  CHECK(ja("more than 5 states of mind") == "more than 5 states of mind");
  CHECK(ja("Z3: out of memory") == "Z3: out of memory");
  CHECK(ja("").empty());
}
