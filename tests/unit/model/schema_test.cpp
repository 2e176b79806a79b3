// Types and values: what is asked for is compiled first, whatever the order of the file.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;
using base::Code;
using model::Op;

TEST_CASE("schema: derived values may need each other in any order", "[model]") {
  const test::Translated t(R"(
    {"derived": "three", "args": {}, "is": "two() + 1"},
    {"derived": "two", "args": {}, "is": "one() + 1"},
    {"derived": "one", "args": {}, "is": "1"})");
  CHECK(t.log.all().empty());
  for (const char* name : {"one", "two", "three"})
    CHECK(t.p.derived[t.named(t.p.names->derived, name)].type.kind == model::TypeKind::Int);
}

TEST_CASE("schema: one that needs itself is told", "[model]") {
  const test::Translated t(R"(
    {"derived": "hen", "args": {}, "is": "egg() + 1"},
    {"derived": "egg", "args": {}, "is": "hen() + 1"})");
  CHECK_FALSE(t.log.all().empty());
}

TEST_CASE("schema: a default is of the type of its attribute", "[model]") {
  const test::Translated t(
      R"({"attr": "soot", "of": "player", "type": "int", "nature": "stored", "default": "red"})");
  CHECK(t.log.all().size() == 1);
}
