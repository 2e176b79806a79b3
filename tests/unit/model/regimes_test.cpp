// Menus: the acts of an exchange are permitted in it.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;

namespace {

size_t permits(const test::Translated& t, const std::string& id) {
  size_t n = 0;
  for (const model::Norm& norm : t.p.norms) n += norm.id == id && norm.menus.size() == 1 ? 1 : 0;
  return n;
}

}  // namespace

TEST_CASE("menus: an act, and every act with a tag", "[model]") {
  const test::Translated t(
      R"({"exchange": "vigil", "seats": ["turn"], "menu": ["sleep", "card"], "by": ["4"]})");
  REQUIRE(t.log.all().empty());
  CHECK(permits(t, "sleep") == 1);
  CHECK(permits(t, "card") == 1);
}

TEST_CASE("menus: of another exchange, what is permitted there", "[model]") {
  const test::Translated t(
      R"({"exchange": "vigil", "seats": ["turn"], "menu": ["chance"], "by": ["4"]})");
  REQUIRE(t.log.all().empty());
  size_t both = 0;
  for (const model::Norm& norm : t.p.norms) both += norm.menus.size() == 2 ? 1 : 0;
  CHECK(both == 2);  // `act cast` and `act sleep`
}
