#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "base/check.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "tests/catch.h"

using namespace hanrei::base;

namespace {

Json parse(const std::string& text) {
  SourceMap sources;
  DiagnosticLog log;
  std::optional<Json> json = read_json(sources, sources.add("t", text), log);
  HANREI_CHECK(json && !log.has_errors(), text);
  return std::move(*json);
}

}  // namespace

TEST_CASE("json writer: pretty and compact", "[base][json]") {
  const auto write = [](JsonWriter::Style style) {
    JsonWriter w(style);
    w.begin_object();
    w.member("name", "デモ");
    w.member("n", 3);
    w.key("list");
    w.begin_array();
    w.value(true);
    w.value(1.5);
    w.null();
    w.end_array();
    w.key("empty");
    w.begin_object();
    w.end_object();
    w.end_object();
    return w.str();
  };
  CHECK(write(JsonWriter::Style::Compact) ==
        "{\"name\":\"デモ\",\"n\":3,\"list\":[true,1.5,null],\"empty\":{}}");
  CHECK(
      write(JsonWriter::Style::Pretty) ==
      "{\n  \"name\": \"デモ\",\n  \"n\": 3,\n  \"list\": [\n    true,\n    1.5,\n    null\n  ],\n"
      "  \"empty\": {}\n}\n");
}

TEST_CASE("json writer: numbers read back the same", "[base][json]") {
  const auto text = [](auto number) {
    JsonWriter w(JsonWriter::Style::Compact);
    w.value(number);
    return w.str();
  };
  CHECK(text(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(text(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(text(1.0) == "1.0");
  CHECK(text(-0.0) == "-0.0");
  CHECK(text(0.1) == "0.1");
  CHECK(text(std::nan("")) == "null");
  CHECK(text(std::numeric_limits<double>::infinity()) == "null");
  for (const double number : {1e300, 5e-324, 1.0 / 3, 1e22, 123456789.125}) {
    CHECK(parse(text(number)).real == number);
  }
}

TEST_CASE("json writer: escaping", "[base][json]") {
  CHECK(quote_json("a\"b\\c/\n\r\t\b\f") == "\"a\\\"b\\\\c/\\n\\r\\t\\b\\f\"");
  CHECK(quote_json(std::string_view("\0\x1B\x7F", 3)) == "\"\\u0000\\u001b\\u007f\"");
  CHECK(quote_json("\u0085\u009F\u00A0") == "\"\\u0085\\u009f\u00A0\"");
  CHECK(quote_json("\u2028\u2029") == "\"\\u2028\\u2029\"");
  CHECK(quote_json("山\u2027\u202A札😀") == "\"山\u2027\u202A札😀\"");
  CHECK(quote_json("a\xFF\xE5\xB1z") == "\"a\uFFFD\uFFFD\uFFFDz\"");
  for (const char* text : {"\u2028x\u0085", "\\u0041", "\"\"", "\x01\x1F\x7F", "ü€😀"}) {
    CHECK(parse(quote_json(text)).string == text);
  }
}

TEST_CASE("json writer: misuse is our own mistake", "[base][json]") {
  JsonWriter w;
  CHECK_THROWS_AS(w.end_array(), InternalError);
  w.begin_object();
  CHECK_THROWS_AS(w.value(1), InternalError);
  w.key("a");
  CHECK_THROWS_AS(w.key("b"), InternalError);
  CHECK_THROWS_AS(w.end_object(), InternalError);
  w.value(1);
  CHECK_THROWS_AS(w.end_array(), InternalError);
  w.end_object();
  CHECK_THROWS_AS(w.value(1), InternalError);
}

TEST_CASE("json canonical: short things stay on one line", "[base][json]") {
  CHECK(canonical(parse("{\"a\":1,\"b\":[\"x\"]}")) == "{\"a\": 1, \"b\": [\"x\"]}\n");
  CHECK(canonical(parse("[]")) == "[]\n");
  CHECK(canonical(parse("{ }")) == "{}\n");
  CHECK(canonical(parse("\"x\"")) == "\"x\"\n");
  CHECK(canonical(parse("[1e2, 1.0, -0.0, 9223372036854775807, null, false]")) ==
        "[100.0, 1.0, -0.0, 9223372036854775807, null, false]\n");
}

TEST_CASE("json canonical: 100 columns fit, 101 do not", "[base][json]") {
  const auto of_width = [](std::size_t width) {  // ["xxx...", 1]
    return "[\"" + std::string(width - 7, 'x') + "\", 1]";
  };
  CHECK(canonical(parse(of_width(100))) == of_width(100) + "\n");
  CHECK(canonical(parse(of_width(101))) == "[\n  \"" + std::string(94, 'x') + "\",\n  1\n]\n");

  std::string wide;
  for (int i = 0; i < 48; ++i) wide += "札";  // 96 columns and four more
  CHECK(canonical(parse("[\"" + wide + "\"]")) == "[\"" + wide + "\"]\n");
  CHECK(canonical(parse("[\"" + wide + "a\"]")) == "[\n  \"" + wide + "a\"\n]\n");
}

TEST_CASE("json canonical: key, indentation and comma count as well", "[base][json]") {
  const std::string list = "[\"" + std::string(88, 'x') + "\"]";  // 92 columns
  // Two of indentation, five of key: with a comma that makes 100.
  CHECK(canonical(parse("{\"a\":" + list + ",\"b\":1}")) ==
        "{\n  \"a\": " + list + ",\n  \"b\": 1\n}\n");
  // One more column breaks it open, but not where no comma follows.
  CHECK(canonical(parse("{\"ab\":" + list + ",\"b\":1}")) ==
        "{\n  \"ab\": [\n    \"" + std::string(88, 'x') + "\"\n  ],\n  \"b\": 1\n}\n");
  CHECK(canonical(parse("{\"b\":1,\"ab\":" + list + "}")) ==
        "{\n  \"b\": 1,\n  \"ab\": " + list + "\n}\n");
}

TEST_CASE("json canonical: writing again changes nothing", "[base][json]") {
  const std::string long_text(120, 'y');
  for (const std::string& text :
       {std::string("{\"z\": {\"a\": [1,2,{\"b\": []}]}, \"a\": 1.5e-7}"),
        "{\"k\": \"" + long_text + "\", \"m\": [[\"" + long_text + "\"], {}]}",
        std::string("[\"\\u2028\\u0000\\u200b\", \"裁定\"]"),
        std::string(64, '[') + std::string(64, ']')}) {
    const Json json = parse(text);
    const std::string once = canonical(json);
    CHECK(same_value(parse(once), json));
    CHECK(canonical(parse(once)) == once);
  }
}
