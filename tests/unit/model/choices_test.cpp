// What a player chooses from has a type, and so has what is chosen.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;

namespace {

size_t faults(const std::string& choice, const std::string& then) {
  const test::Translated t(R"({"procedure": "p", "args": {"me": "player"}, "steps": [{)" + choice +
                           R"(}, {"do": ")" + then + R"("}]})");
  return t.log.all().size();
}

}  // namespace

TEST_CASE("choices: what is chosen is one of the set", "[model]") {
  const std::string one = R"("choose": "t", "who": "me", "one": "s in spirits where s.heat > 0")";
  CHECK(faults(one, "t.heat -= 1") == 0);
  CHECK(faults(one, "t.wax -= 1") == 1);
}

TEST_CASE("choices: from what is no set, and by whom is no player", "[model]") {
  CHECK(faults(R"("choose": "t", "who": "me", "one": "s in 3")", "night := true") == 1);
  CHECK(faults(R"("choose": "t", "who": "night", "one": "s in spirits")", "night := true") == 1);
}
