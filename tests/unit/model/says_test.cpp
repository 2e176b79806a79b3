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
