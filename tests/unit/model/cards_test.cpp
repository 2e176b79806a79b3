// Cards: printed values are of their types, prices are icons.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;

namespace {

size_t faults(const std::string& fields) {
  return test::Translated("", R"({"card": "gnat", )" + fields + "}").log.all().size();
}

}  // namespace

TEST_CASE("cards: printed values", "[model]") {
  CHECK(faults(R"("role": "spirit", "glow": 2, "colours": ["red"])") == 0);
  CHECK(faults(R"("role": "red")") == 1);
  CHECK(faults(R"("role": "spirit", "glow": "two")") == 1);
  CHECK(faults(R"("role": "spirit", "colours": ["red", "green"])") == 1);
  CHECK(faults(R"("role": "spirit", "shine": 2)") == 1);
}
