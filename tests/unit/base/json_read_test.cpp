#include <string>

#include "base/json/read.h"
#include "base/json/write.h"
#include "tests/catch.h"

using namespace hanrei::base;

namespace {

/// One reading and everything it says, as `line:column HRnnnn message` lines.
struct Reading {
  SourceMap sources;
  DiagnosticLog log;
  Span file;
  std::optional<Json> json;

  explicit Reading(std::string text) : file(sources.add("t.json", std::move(text))) {
    json = read_json(sources, file, log);
  }
  std::string said() {
    log.sort(sources);
    std::string all;
    for (const Diagnostic& d : log.all()) {
      const Place place = sources.place(d.span);
      all += std::to_string(place.line) + ":" + std::to_string(place.column) + " " +
             std::string(code_text(d.code)) + " " + message(d, Lang::En) + "\n";
    }
    return all;
  }
};

std::string said(const std::string& text) { return Reading(text).said(); }

void check_slices(const SourceMap& sources, const Json& json, std::string& all) {
  all += std::string(sources.slice(json.span)) + "|";
  for (const Json& item : json.items) check_slices(sources, item, all);
  for (const Member& member : json.members) {
    all += std::string(sources.slice(member.key_span)) + "|";
    check_slices(sources, member.value, all);
  }
}

}  // namespace

TEST_CASE("json: every value and key knows its bytes", "[base][json]") {
  Reading r("\xEF\xBB\xBF{ \"山\" : [1 ,-2.5e3,true,null , \"a\\\"\\u3042\"] ,\"b\":{\"c\":0}}\n");
  REQUIRE(r.json);
  CHECK(r.said() == "");
  std::string slices;
  check_slices(r.sources, *r.json->find("山"), slices);
  CHECK(slices == "[1 ,-2.5e3,true,null , \"a\\\"\\u3042\"]|1|-2.5e3|true|null|\"a\\\"\\u3042\"|");
  slices.clear();
  check_slices(r.sources, *r.json->find("b"), slices);
  CHECK(slices == "{\"c\":0}|\"c\"|0|");
  CHECK(r.sources.slice(r.json->find_member("山")->key_span) == "\"山\"");
  CHECK(r.sources.slice(r.json->span).back() == '}');

  const Json& list = *r.json->find("山");
  CHECK(list.items[0].integer == 1);
  CHECK(list.items[1].real == -2500.0);
  CHECK(list.items[2].boolean);
  CHECK(list.items[3].is(Json::Kind::Null));
  CHECK(list.items[4].string == "a\"あ");
  CHECK(r.json->find("nothing") == nullptr);
  CHECK(list.find("b") == nullptr);
}

TEST_CASE("json: numbers at the edges", "[base][json]") {
  for (const char* text :
       {"0", " 7", "-1 ", "12345", "9223372036854775807", "-9223372036854775808"}) {
    Reading r(text);
    REQUIRE(r.json);
    CHECK(r.json->is(Json::Kind::Int));
    CHECK(r.json->integer == std::stoll(text));
    CHECK(std::to_string(r.json->integer) == r.sources.slice(r.json->span));
  }
  Reading real("1.0");
  CHECK((real.json && real.json->is(Json::Kind::Real) && real.json->real == 1.0));

  Reading big(
      "[9223372036854775808, 18446744073709551616, -9223372036854775809, 1e999, -1e400, 3]");
  CHECK(big.said() ==
        "1:2 HR1006 number `9223372036854775808` is out of range\n"
        "1:23 HR1006 number `18446744073709551616` is out of range\n"
        "1:45 HR1006 number `-9223372036854775809` is out of range\n"
        "1:67 HR1006 number `1e999` is out of range\n"
        "1:74 HR1006 number `-1e400` is out of range\n");
  REQUIRE(big.json);
  CHECK(big.json->items.back().integer == 3);

  CHECK(said(std::string(400, '9')) ==
        "1:1 HR1006 number `999999999999999999999999` is out of range\n");
}

TEST_CASE("json: a key twice is told at the second, with the first", "[base][json]") {
  Reading r("{\"a\": 1,\n \"a\": {\"x\": 1, \"x\": 2},\n \"b\": 3, \"\\u0061\": 4}");
  CHECK(r.said() ==
        "2:2 HR1002 key `a` appears twice in one object\n"
        "2:16 HR1002 key `x` appears twice in one object\n"
        "3:10 HR1002 key `a` appears twice in one object\n");
  REQUIRE(r.log.all()[0].notes.size() == 1);
  CHECK(r.sources.place(r.log.all()[0].notes[0].first) == Place{"t.json", 1, 2});
  CHECK(in_lang(r.log.all()[0].notes[0].second, Lang::En) == "the first one is here");
  REQUIRE(r.json);
  CHECK(r.json->members.size() == 2);
  CHECK(r.json->find("a")->integer == 1);
}

TEST_CASE("json: the same key in different objects is fine", "[base][json]") {
  CHECK(said(R"([{"a": 1}, {"a": {"a": 2}}])") == "");
}

TEST_CASE("json: nesting has a limit", "[base][json]") {
  const auto nested = [](int depth) {
    const auto n = static_cast<std::size_t>(depth);
    return std::string(n, '[') + std::string(n, ']');
  };
  CHECK(said(nested(64)) == "");
  Reading deep(nested(65));
  CHECK_FALSE(deep.json);
  CHECK(deep.said() == "1:65 HR1003 nested more than 64 levels deep\n");
  CHECK_FALSE(Reading(nested(200000)).json);
  CHECK_FALSE(Reading(std::string(200000, '[')).json);
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  CHECK_FALSE(Reading(objects).json);
}

TEST_CASE("json: syntax errors are located and worded", "[base][json]") {
  CHECK(said("") == "1:1 HR1001 found the end of the file, expected a value\n");
  CHECK(said(" \n ") == "2:2 HR1001 found the end of the file, expected a value\n");
  CHECK(said("{\"a\" 1}") == "1:6 HR1001 found `1`, expected `:`\n");
  CHECK(said("{\"a\": }") == "1:7 HR1001 found `}`, expected a value\n");
  CHECK(said("{\"a\": 1") == "1:8 HR1001 found the end of the file, expected `,` `}`\n");
  CHECK(said("[1, 2}") == "1:6 HR1001 found `}`, expected `,` `]`\n");
  CHECK(said("{a: 1}") == "1:2 HR1001 found `a`, expected a key in `\"`\n");
  CHECK(said("{'a': 1}") == "1:2 HR1001 found `'`, expected a key in `\"`\n");
  CHECK(said("[tru]") == "1:2 HR1001 found `tru`, expected a value\n");
  CHECK(said("[NaN]") == "1:2 HR1001 found `NaN`, expected a value\n");
  CHECK(said("[01]") == "1:3 HR1001 found `1`, expected `,` `]`\n");
  CHECK(said("[1-2]") == "1:3 HR1001 found `-2`, expected `,` `]`\n");
  CHECK(said("[1.]") == "1:2 HR1001 found `1.`, expected a number\n");
  CHECK(said("[+1]") == "1:2 HR1001 found `+1`, expected a number\n");
  CHECK(said("[-]") == "1:2 HR1001 found `-`, expected a number\n");
  CHECK(said("1 2") == "1:3 HR1001 found `2`, expected the end of the file\n");
  CHECK(said("{} x") == "1:4 HR1001 found `x`, expected the end of the file\n");
  CHECK(said("[１]") == "1:2 HR1001 found `１`, expected a value\n");
  CHECK(said(std::string("{}\0x", 4)) ==
        "1:3 HR1001 found `\\u{0}`, expected the end of the file\n");
  CHECK(said(std::string("[\0]", 3)) == "1:2 HR1001 found `\\u{0}`, expected a value\n");
  CHECK(said("\xEF\xBB\xBF\xEF\xBB\xBF 1").find("HR1001") != std::string::npos);
  CHECK(said("\x1B[31m") == "1:1 HR1001 found `\\u{1b}`, expected a value\n");
}

TEST_CASE("json: mistakes inside strings", "[base][json]") {
  CHECK(said("[\"abc") == "1:6 HR1001 found the end of the file, expected `\"`\n");
  CHECK(said("[\"abc\n\"]") == "1:6 HR1001 found the end of the line, expected `\"`\n");
  CHECK(said("[\"a\tb\"]") == "1:4 HR1001 found `\\t`, expected `\\u0009`\n");
  CHECK(said("[\"a\\qb\"]") == "1:4 HR1001 found `\\q`, expected a valid escape\n");
  CHECK(said("[\"\\u12\"]") == "1:3 HR1001 found `\\u12`, expected a valid escape\n");
  CHECK(said("[\"\\u-123\"]").find("HR1001") != std::string::npos);
  CHECK(said("[\"\\ud800\"]").find("1:3 HR1001") == 0);
  CHECK(said("[\"\\udc00\"]").find("1:3 HR1001") == 0);
  CHECK(said("[\"\\ud83d\\ude00\"]") == "");
  CHECK(said("[\"\\") == "1:3 HR1001 found `\\`, expected a valid escape\n");
  CHECK(said("{\"a\\x\": 1}") == "1:4 HR1001 found `\\x`, expected a valid escape\n");
  CHECK(said("[\"a\\qb\", \"c\td\", \"\\u0000\"]") ==
        "1:4 HR1001 found `\\q`, expected a valid escape\n"
        "1:12 HR1001 found `\\t`, expected `\\u0009`\n");
}

TEST_CASE("json: one run tells the mistakes after the first", "[base][json]") {
  Reading r(
      "{\n"
      "  // a comment\n"
      "  \"a\": [1, 2,],\n"
      "  \"b\": 1\n"
      "  \"a\": 99999999999999999999,\n"
      "  \"c\": [1 2], /* another */\n"
      "  \"d\": tru\n"
      "}");
  CHECK_FALSE(r.json);
  CHECK(r.said() ==
        "2:3 HR1001 found `//`, expected a key in `\"`\n"
        "3:14 HR1001 found `]`, expected a value\n"
        "5:3 HR1001 found `\"a\"`, expected `,` `}`\n"
        "5:3 HR1002 key `a` appears twice in one object\n"
        "5:8 HR1006 number `99999999999999999999` is out of range\n"
        "6:11 HR1001 found `2`, expected `,` `]`\n"
        "6:15 HR1001 found `/*`, expected a key in `\"`\n"
        "7:8 HR1001 found `tru`, expected a value\n");
}

TEST_CASE("json: an unfinished comment ends the reading", "[base][json]") {
  CHECK(said("[1, /* x").find("HR1001") != std::string::npos);
  CHECK(said("1 // x") == "1:3 HR1001 found `//`, expected the end of the file\n");
}

TEST_CASE("json: invalid UTF-8 is told once a line", "[base][json]") {
  Reading r("[\"\xFF\xFE\",\n\"ok\", \"\xE5\xB1\",\n\"a\", \"b\",]");
  CHECK_FALSE(r.json);
  CHECK(r.said() ==
        "1:3 HR1004 found byte 0xff, expected valid UTF-8\n"
        "2:8 HR1004 found byte 0xe5, expected valid UTF-8\n"
        "3:10 HR1001 found `]`, expected a value\n");
  CHECK(said("\xFF").find("HR1004") != std::string::npos);
  CHECK(said("{\"\xC0\x80\": 1}").find("HR1004") != std::string::npos);
}

TEST_CASE("json: a file too large is refused at once", "[base][json]") {
  Reading r(std::string(kMaxJsonBytes + 1, ' '));
  CHECK_FALSE(r.json);
  CHECK(r.said() == "1:1 HR1005 the file has 16777217 bytes, expected at most 16777216\n");
}

TEST_CASE("json: many members and many mistakes stay quick", "[base][json]") {
  std::string wide = "{";
  for (int i = 0; i < 100000; ++i) wide += "\"k" + std::to_string(i % 60000) + "\": 1,";
  wide += "\"end\": 1}";
  Reading r(wide);
  CHECK(r.log.error_count() == 40000);
  REQUIRE(r.json);
  CHECK(r.json->members.size() == 60001);
  r.log.sort(r.sources);

  std::string commas = "[";
  for (int i = 0; i < 10000; ++i) commas += "[1,],";
  Reading many(commas + "1]");
  CHECK_FALSE(many.json);
  CHECK(many.log.error_count() < 100);
}

TEST_CASE("json: equal values wherever they stand", "[base][json]") {
  const auto json = [](const char* text) { return *Reading(text).json; };
  CHECK(same_value(json(R"({"a": [1, "x", null]})"), json(R"( {"a":[1,"x",null]})")));
  CHECK_FALSE(same_value(json("[1]"), json("[1.0]")));
  CHECK_FALSE(same_value(json("[1]"), json("[1, 1]")));
  CHECK_FALSE(same_value(json(R"({"a": 1, "b": 2})"), json(R"({"b": 2, "a": 1})")));
  CHECK(kind_name(Json::Kind::Int) == "integer");
}
