// `--id`: one value each time it is given; an id that is not there is told.

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

const std::string kGame = test::at_root("tests/data/harbour");

}  // namespace

TEST_CASE("an option takes one value, what follows is a path", "[cli]") {
  const test::Ran before = test::run({"check", "--id", "HB-001", kGame});
  CHECK(before.code == 0);
  CHECK(before.out == test::run({"check", kGame, "--id", "HB-001"}).out);
  const test::Ran two = test::run({"check", kGame, "--id", "HB-001", "HB-002"});
  CHECK(two.code == 2);
  CHECK(two.err.find("HB-002: no such file or folder; a ruling is named by --id HB-002") !=
        std::string::npos);
}

TEST_CASE(
    "an id that no ruling has is wrong input beside one that some have, and nothing examined alone",
    "[cli][corpus]") {
  for (const char* command : {"check", "audit", "explain", "explore"}) {
    INFO(command);
    const test::Ran mixed = test::run({command, kGame, "--id", "HB-001", "--id", "NONE-1"});
    CHECK(mixed.code == 2);
    CHECK(mixed.err.find("--id NONE-1: no ruling or deck has such an id") != std::string::npos);
    CHECK(mixed.err.find("HB-001") == std::string::npos);
    const test::Ran alone = test::run({command, kGame, "--id", "NONE-*"});
    CHECK(alone.code == 4);
    CHECK(alone.err.find("--id NONE-*: no ruling or deck has such an id") != std::string::npos);
    CHECK(test::run({command, kGame, "--id", "HB-00*"}).code != 2);
  }
  CHECK(test::run({"check", kGame, "--id", "NONE-1", "--lang", "ja"})
            .err.find("該当する裁定もデッキもありません") != std::string::npos);
}
