// The small things: HANREI_CHECK, Result.

#include <memory>
#include <string>

#include "base/base.h"
#include "tests/catch.h"

using namespace hanrei::base;

TEST_CASE("check: says where and what", "[base]") {
  HANREI_CHECK(1 + 1 == 2);
  try {
    HANREI_CHECK(1 + 1 == 3, std::string("arithmetic"));
    FAIL("went on");
  } catch (const InternalError& error) {
    CHECK_THAT(error.what(), hanrei::test::ContainsSubstring("tests/unit/base/ground_test.cpp:"));
    CHECK_THAT(error.what(),
               hanrei::test::ContainsSubstring("`1 + 1 == 3` does not hold: arithmetic"));
  }
}

TEST_CASE("result: a value or the error", "[base]") {
  const auto half = [](int n) -> Result<int> {
    if (n % 2 != 0) return Error{"odd"};
    return n / 2;
  };
  CHECK(*half(4) == 2);
  CHECK_FALSE(half(3));
  CHECK(half(3).error() == Error{"odd"});
  CHECK_THROWS_AS(half(3).value(), InternalError);
  CHECK_THROWS_AS(half(4).error(), InternalError);

  Result<std::unique_ptr<int>> owner = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = *std::move(owner);
  CHECK(*taken == 7);

  CHECK(Result<void>().ok());
  CHECK(Result<void>(Error{"no"}).error().message == "no");
}
