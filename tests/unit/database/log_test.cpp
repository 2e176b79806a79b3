// hanrei log: what became known since a day. Ferry's dates are told in as_of_test.cpp; the list
// below was made from them.

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/support/workbench.h"

#if __has_include( \
    <valijson/validator.hpp>) && __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_HAVE_VALIJSON 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#endif

namespace {
using namespace hanrei;
const std::string kFerry = test::at_root("tests/data/ferry");
}  // namespace

TEST_CASE("log: what became known since a day, in order", "[log]") {
  const test::Scratch s;
  const auto log = [&](const std::string& since) {
    return test::run({"log", kFerry, "--db", s / "a.db", "--since", since});
  };
  const test::Ran ran = log("2011-02-15");
  CHECK(ran.code == 0);
  CHECK(ran.out ==
        "2011-02-15  ruling FE-4: formal → withdrawn\n"
        "2011-03-01  revision 1.1.0: the rules changed (counts from 2011-04-01)\n"
        "2011-04-10  ruling FE-2: added (counts from 2011-04-01)\n"
        "2011-04-10  ruling FE-1: superseded by FE-2\n"
        "2011-05-01  ruling FE-5: added\n"
        "2011-06-15  ruling FE-5: provisional → formal\n"
        "2011-08-15  card いかだ: the text changed (counts from 2011-09-01)\n"
        "2011-08-20  ruling FE-3: added (counts from 2011-09-01)\n"
        "2011-08-20  ruling FE-2: superseded by FE-3\n"
        "rulings without a date, which are not in this: 1\n");
  CHECK(log("2011-02-16").out.find("FE-4") == std::string::npos);
  CHECK(log("2012").out == "rulings without a date, which are not in this: 1\n");
  CHECK(log("2012").code == 0);
  CHECK_THAT(log("2009").out, test::ContainsSubstring("2010-01-01  card いかだ: added\n") &&
                                  test::ContainsSubstring("2009-01-01  revision 1.0.0"));
  CHECK_THAT(
      test::run({"--lang", "ja", "log", kFerry, "--db", s / "a.db", "--since", "2011-08"}).out,
      test::ContainsSubstring("2011-08-15  カード いかだ: 文面の変更 (2011-09-01 から適用)"));
  CHECK(test::run({"log", kFerry, "--db", s / "a.db"}).code == 2);
  for (const char* day : {"", "soon", "2011-13", "2011-02-30"}) CHECK(log(day).code == 2);
}

TEST_CASE("log: nothing with a date is nothing to tell", "[log]") {
  const test::Scratch s;
  test::put(s / "g/game.json",
            R"({"format": 1, "game": "g", "title": {"en": "G"}, "players": ["A", "B"]})");
  const test::Ran ran = test::run({"log", s / "g", "--db", s / "a.db", "--since", "2000"});
  CHECK(ran.code == 4);
  CHECK_THAT(ran.err, test::ContainsSubstring("nothing here has a date"));
}

#ifdef HANREI_HAVE_VALIJSON
TEST_CASE("log: JSON is as its schema says", "[log]") {
  const test::Scratch s;
  const nlohmann::json json = nlohmann::json::parse(
      test::run({"log", kFerry, "--db", s / "a.db", "--since", "2009", "--format", "json"}).out);
  CHECK(json["events"].size() == 13);
  const nlohmann::json text =
      nlohmann::json::parse(test::slurp(test::at_root("docs/schema/log.schema.json")));
  valijson::Schema schema;
  valijson::SchemaParser parser;
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  valijson::Validator validator;
  CHECK(validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(json), nullptr));
  nlohmann::json wrong = json;
  wrong["events"][0]["kind"] = "gone";
  CHECK_FALSE(validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(wrong), nullptr));
}
#endif
