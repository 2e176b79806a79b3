// Every name is there before anything that uses one is read.

#include "tests/catch.h"
#include "tests/unit/model/translated.h"

using namespace hanrei;
using base::Code;

TEST_CASE("names: what a later provision declares may be used", "[model]") {
  const test::Translated t(R"(
    {"derived": "brightest", "args": {"p": "player"}, "is": "p.soot + 1"},
    {"attr": "soot", "of": "player", "type": "int", "nature": "stored", "default": "0"})");
  CHECK(t.log.all().empty());
}

TEST_CASE("names: the second of two is told, with the place of the first", "[model]") {
  const test::Translated t(
      R"({"order": "dusk", "orderer": "turn"}, {"order": "dusk", "orderer": "turn"})");
  REQUIRE(t.told(Code::DuplicateName) == 1);
  CHECK(t.log.all().back().notes.size() == 1);
}

TEST_CASE("names: one that means nothing is told where it stands", "[model]") {
  const test::Translated t(R"({"derived": "d", "args": {}, "is": "the c in lamps: true"})");
  REQUIRE(t.told(Code::UnknownName) == 1);
  CHECK(t.log.all().size() == 1);
}

TEST_CASE("names: a number out of its range is told", "[model]") {
  const test::Translated t(R"({"exchange": "long", "seats": ["turn"], "bound": 100000})");
  CHECK(t.told(Code::WrongShape) == 1);
}
