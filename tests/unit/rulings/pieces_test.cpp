#include "rulings/resolve/pieces.h"

#include <algorithm>

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

TEST_CASE("ruling: words that are a name together are one", "[ruling]") {
  const auto names = [](const std::string& text) {
    const Texts there{"fox", "red", "red fox", "old red fox"};
    return rulings::names(text, [&](const std::string& name) {
      return std::ranges::find(there, name) != there.end();
    });
  };
  CHECK(names("red fox") == Texts{"red fox"});
  CHECK(names("fox red") == Texts{"fox", "red"});
  CHECK(names("red old red fox  fox") == Texts{"red", "old red fox", "fox"});
  CHECK(names("red, fox") == Texts{"red", "fox"});
  CHECK(names("`red` fox") == Texts{"red", "fox"});
  CHECK(names("`red fox` old") == Texts{"red fox", "old"});
  CHECK(names("grey fox") == Texts{"grey", "fox"});
  CHECK(names("").empty());
}

TEST_CASE("ruling: a piece has its own place", "[ruling]") {
  const auto pieces = rulings::split("`a, b`, c", {1, 10, 19});
  REQUIRE(pieces.size() == 2);
  CHECK(pieces[1].span == base::Span{1, 18, 19});
}
