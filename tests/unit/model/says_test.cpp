// What forms say: every name in braces means something there.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;

namespace {

size_t faults(const std::string& say) {
  const test::Translated t(R"({"procedure": "p", "args": {"c": "obj"}, "steps": [
    {"do": "c.heat -= 1", "say": )" +
                           say + "}]}");
  return t.log.all().size();
}

}  // namespace

TEST_CASE("says: names in braces are those of the frame", "[model]") {
  CHECK(faults(R"({"en": "{c} cools.", "ja": "{c}が冷める。"})") == 0);
  CHECK(faults(R"({"en": "{d} cools.", "ja": "{c}が冷める。"})") == 1);
}

TEST_CASE("says: words under conditions", "[model]") {
  const auto of = [](const std::string& en) {
    return faults(R"({"en": )" + en + R"(, "ja": "{c}が冷める。"})");
  };
  CHECK(of(R"([{"if": "c.heat = 1", "then": "{c} goes cold."}, "{c} cools."])") == 0);
  CHECK(of(R"([{"if": "c.heat", "then": "{c} goes cold."}, "{c} cools."])") == 1);
  CHECK(of(R"([{"if": "c.heat = 1", "then": "{d} goes cold."}, "{c} cools."])") == 1);
  CHECK(of(R"([{"if": "d.heat = 1", "then": "{c} goes cold."}, "{c} cools."])") == 1);
  // the last one is for what is left
  CHECK(of(R"([{"if": "c.heat = 1", "then": "{c} goes cold."}])") == 1);
  CHECK(of(R"(["{c} cools."])") == 1);
  CHECK(of(R"([{"if": "c.heat = 1"}, "{c} cools."])") == 1);
}
