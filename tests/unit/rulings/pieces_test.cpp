#include "rulings/resolve/pieces.h"

#include "tests/catch.h"

using namespace hanrei;
using Texts = std::vector<std::string>;

namespace {

Texts split(const std::string& text) {
  Texts out;
  for (const rulings::Piece& p : rulings::split(text, {})) out.push_back(p.text);
  return out;
}

}  // namespace

TEST_CASE("ruling: a comma within a name does not separate", "[ruling]") {
  CHECK(split("a, f(b, c), {d, e}") == Texts{"a", "f(b, c)", "{d, e}"});
  CHECK(split("`a, b`, c") == Texts{"`a, b`", "c"});
  CHECK(split("《a, b》.age, c") == Texts{"《a, b》.age", "c"});
  CHECK(split("x = `(`, c") == Texts{"x = `(`", "c"});
  CHECK(split("《`》, c") == Texts{"《`》", "c"});
  CHECK(split("`a, b") == Texts{"`a, b"});

  CHECK(rulings::words("a b,c") == Texts{"a", "b", "c"});
  CHECK(rulings::words("`a, b` c") == Texts{"a, b", "c"});
  CHECK(rulings::words("`a, b") == Texts{"a, b"});
  CHECK(rulings::words(" , ") == Texts{});
}

TEST_CASE("ruling: a piece has its own place", "[ruling]") {
  const auto pieces = rulings::split("`a, b`, c", {1, 10, 19});
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[1].span == base::Span{1, 18, 19});
}
