// What former versions wrote still loads: games, policies, baselines, databases, codes.
// tests/data/former/VERSION holds them as that version wrote them.

#include <filesystem>
#include <set>
#include <sstream>

#include "tests/catch.h"
#include "tests/support/codes.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

std::vector<std::string> former_versions() {
  std::vector<std::string> out;
  for (const auto& e : std::filesystem::directory_iterator(test::at_root("tests/data/former")))
    out.push_back(e.path().string());
  REQUIRE_FALSE(out.empty());
  return out;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

// Of TK-1 to TK-7 and tako-001 nothing fails; TK-8 and TK-9 are wrong on purpose. The policy waives
// one, the baseline knows the other.
TEST_CASE("former: a game is checked as before, by its policy and its baseline", "[former]") {
  for (const std::string& version : former_versions()) {
    CAPTURE(version);
    const test::Scratch scratch;
    test::copy_folder(version, scratch / "v");
    const std::string game = scratch / "v/tako";
    const test::Ran plain = test::run({"check", game, "--no-cache"});
    CHECK(plain.err.empty());
    CHECK(plain.code == 1);
    CHECK(has(plain.out, "9 rulings = 7 confirmed, 2 contradicted,"));
    CHECK(has(plain.out, "waived: HC1001 TK-8"));
    const test::Ran known =
        test::run({"check", game, "--no-cache", "--baseline", scratch / "v/baseline.json"});
    CHECK(known.code == 0);
    CHECK(has(known.out, "known before, in the baseline: 1; gone from the baseline: 0"));
  }
}

// Everything in it comes from files.
TEST_CASE("former: a database is made anew", "[former]") {
  for (const std::string& version : former_versions()) {
    CAPTURE(version);
    const test::Scratch scratch;
    test::copy_folder(version, scratch / "v");
    const std::string file = scratch / "v/hanrei.db";
    const test::Ran before = test::run({"search", "切り込み", "--db", file});
    CHECK(before.code == 2);
    CHECK(has(before.err, "it was made by another version; `hanrei db build` makes it anew"));
    CHECK(test::run({"db", "build", scratch / "v/tako", "--db", file}).code == 0);
    CHECK(
        has(test::run({"search", "切り込み", "--db", file}).out, "tako · derived · not examined"));
    CHECK(test::run({"check", scratch / "v/tako", "--db", file}).code == 1);
    CHECK(
        has(test::run({"search", "切り込み", "--db", file}).out, "tako · derived · contradicted"));
  }
}

TEST_CASE("former: every code is given, or stands among the retired ones", "[former]") {
  const std::string retired = test::slurp(test::at_root("docs/retired-codes.md"));
  std::set<std::string_view> live;
  for (const std::string_view code : test::codes_of({"H"})) live.insert(code);
  for (const std::string& version : former_versions()) {
    std::istringstream codes(test::slurp(version + "/codes.txt"));
    size_t n = 0;
    for (std::string code; codes >> code; ++n) {
      CAPTURE(version, code);
      CHECK(live.contains(code) != has(retired, "| " + code + " |"));
    }
    CHECK(n > 300);
  }
}
