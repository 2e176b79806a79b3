// What norms speak of.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;
using base::Code;

namespace {

test::Translated norm(const std::string& event) {
  return test::Translated(R"({"norm": "forbid", "event": ")" + event + R"(", "by": ["4-1"]})");
}

}  // namespace

TEST_CASE("events: an act, a tag, and a name that means nothing", "[model]") {
  CHECK(norm("act cast").log.all().empty());
  CHECK(norm("card").log.all().empty());
  CHECK(norm("act dance").told(Code::UnknownName) == 1);
  CHECK(norm("dance").log.all().size() == 1);
}

TEST_CASE("events: arguments are those of the act", "[model]") {
  CHECK(norm("act sleep(c)").log.all().size() == 1);
}
