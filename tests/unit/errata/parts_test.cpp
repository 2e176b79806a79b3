// Did what changed have a part in play? Where it had none, nothing may be called equivalent.
#include "base/json/read.h"
#include "errata/examine.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

/// `6 made, 4 examined, 2 in which it had a part`: the numbers behind each "examined".
size_t parts_in(const std::string& report) {
  size_t sum = 0;
  for (size_t at = report.find(" examined, "); at != std::string::npos;
       at = report.find(" examined, ", at + 1))
    sum += static_cast<size_t>(std::atoi(report.c_str() + at + 11));
  return sum;
}

/// The harbour with other rules in its schema or its acts, against the harbour.
test::Ran diff(const test::Scratch& scratch, const std::string& file,
               const std::vector<std::pair<std::string, std::string>>& edits) {
  test::copy_folder(test::at_root("tests/data/harbour"), scratch / "new");
  std::string text = test::slurp(scratch / ("new/" + file));
  for (const auto& [from, to] : edits) {
    INFO(file << ": " << from);
    REQUIRE(text.find(from) != std::string::npos);
    text.replace(text.find(from), from.size(), to);
  }
  test::put(scratch / ("new/" + file), text);
  return test::run({"diff", test::at_root("tests/data/harbour"), scratch / "new"});
}

}  // namespace

TEST_CASE("whatif: a reading in a row of a table has a part where the table is looked at",
          "[errata][parts][corpus]") {
  const test::Ran r =
      test::run({"whatif", test::at_root("fixtures/monster"), "--reading", "MOD-01=B"});
  INFO(r.out << r.err);
  CHECK(r.code == 1);
  CHECK(parts_in(r.out) > 0);
  CHECK(r.out.find("the second chain is transitive") != std::string::npos);  // what the option says
  CHECK(r.out.find("+ -") == std::string::npos);
}

TEST_CASE("whatif: a reading of what becomes of a repetition has a part where there is one",
          "[errata][parts][corpus]") {
  const test::Ran r =
      test::run({"whatif", test::at_root("fixtures/lftcg"), "--reading", "X-401=B"});
  INFO(r.out << r.err);
  CHECK(r.code == 1);
  CHECK(parts_in(r.out) > 0);
  CHECK(r.out.find("= endless") != std::string::npos);
  CHECK(r.out.find("手札上限 = 7") ==
        std::string::npos);  // of the end that the other version does not come to
}

TEST_CASE(
    "whatif: a reading of which procedure is called has a part, and its situation begins where a "
    "game may",
    "[errata][parts][corpus]") {
  const test::Ran r = test::run({"whatif", test::at_root("fixtures/gash"), "--reading", "G-1=B"});
  INFO(r.out << r.err);
  CHECK(r.code == 1);
  CHECK(parts_in(r.out) > 0);
  CHECK(r.out.find("at=\"フェイズ外でめくる\"") == std::string::npos);
}

TEST_CASE(
    "whatif: the reading that is the default is said to be it, and nothing is called equivalent",
    "[errata][parts]") {
  for (const char* lang : {"en", "ja"}) {
    const test::Ran r = test::run(
        {"whatif", test::at_root("fixtures/lftcg"), "--reading", "D-84=A", "--lang", lang});
    INFO(r.out << r.err);
    CHECK(r.code == 2);
    CHECK(r.out.empty());
    CHECK(r.err.find("D-84=B") != std::string::npos);
  }
}

// The effect is the old one; what came beside it never works, since the card is never in play.
TEST_CASE("errata: an ability beside another one that never has a part is not examined",
          "[errata][parts][corpus]") {
  const test::Scratch scratch;
  const std::string effect =
      R"J({"effect": "", "present": [{"choose": "t", "one": "s in ships", "designates": true}], "steps": [{"call": "leak(t, 2)"}], "span": ["s1"]})J";
  const std::string beside =
      R"J({"trigger": "never", "on": "sinks(x)", "if": "x = self", "do": "self.user.light -= 1", "span": ["s1"]})J";
  test::put(scratch / "abilities.json", "[" + effect + ", " + beside + "]");
  const test::Ran r = test::run({"errata", "shot", test::at_root("tests/data/harbour"),
                                 "--abilities", scratch / "abilities.json"});
  INFO(r.out << r.err);
  CHECK(r.code == 3);
  CHECK(r.out.find("in no situation did what changed have a part") != std::string::npos);
  CHECK(r.out.find("trigger never (") != std::string::npos);
  CHECK(r.out.find("equivalent") == std::string::npos);
}

TEST_CASE("diff: of two changed procedures the one that is never run is named",
          "[errata][parts][corpus]") {
  const test::Scratch scratch;
  const std::pair<std::string, std::string> same{"\"if\": \"n > 0 and present(c)\"",
                                                 "\"if\": \"present(c) and n > 0\""},
      unseen{"marks: {G}, flags: {red}, for: none", "marks: {R}, flags: {red}, for: none"};
  const test::Ran one = diff(scratch, "rulebook/harbour.json", {same});
  INFO(one.out << one.err);
  CHECK(one.code == 0);
  const test::Ran two = diff(scratch, "rulebook/harbour.json", {same, unseen});
  INFO(two.out << two.err);
  CHECK(two.code == 3);
  CHECK(two.out.find("some of what changed had a part in none") != std::string::npos);
  CHECK(two.out.find("procedure sound (" + (scratch / "new")) != std::string::npos);
  CHECK(two.out.find("procedure leak (" + (scratch / "new")) == std::string::npos);
}
