// `check --timings`: what took how long, in text and in JSON, and nothing of it otherwise.

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

const std::string kGame = test::at_root("tests/data/harbour");

}  // namespace

TEST_CASE("timings: three columns and the share of each engine", "[cli]") {
  const test::Ran ran = test::run({"check", kGame, "--id", "HB-001", "--timings"});
  for (const char* word :
       {"loading and analysis", "exploration", "whole process", "explicit", "Z3"}) {
    CHECK(ran.err.find(word) != std::string::npos);
  }
  CHECK(ran.err.find("slowest rulings\n") != std::string::npos);
  CHECK(ran.err.find("HB-001") != std::string::npos);
  CHECK(ran.out == test::run({"check", kGame, "--id", "HB-001"}).out);
}

TEST_CASE("timings: JSON has them when asked", "[cli]") {
  const base::Json plain =
      test::json_of(test::run({"check", kGame, "--id", "HB-001", "--format", "json"}));
  CHECK(plain.find("timings") == nullptr);
  const base::Json timed =
      test::json_of(test::run({"check", kGame, "--id", "HB-001", "--format", "json", "--timings"}));
  const base::Json* timings = timed.find("timings");
  REQUIRE(timings != nullptr);
  for (const char* key :
       {"loading_us", "exploration_us", "explicit_state_us", "symbolic_us", "whole_process_us"}) {
    REQUIRE(timings->find(key) != nullptr);
    CHECK(timings->find(key)->integer >= 0);
  }
  REQUIRE(timings->find("slowest") != nullptr);
  REQUIRE(timings->find("slowest")->items.size() == 1);
  CHECK(timings->find("slowest")->items[0].find("id")->string == "HB-001");
  CHECK(timings->find("whole_process_us")->integer >= timings->find("loading_us")->integer);
}
