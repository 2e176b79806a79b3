// What is wrong with a phrasebook is told when it is loaded, with its place.

#include "model/phrases/pattern.h"
#include "tests/catch.h"
#include "tests/unit/model/phrases/booklet.h"

using namespace hanrei;
using model::phrases::parse_pattern;
using test::Booklet;
using Lines = std::vector<std::string>;

namespace {

/// A pattern's ways, with slots as <x:sort> and boundaries as |.
Lines ways(const std::string& text, const std::string& form = "") {
  const model::phrases::Inflections endings = {{"go", {{"", {"go"}}, {"ed", {"went", "did go"}}}}};
  Lines out;
  for (const auto& way : parse_pattern(text, endings, form, 64).ways) {
    std::string line;
    for (const auto& p : way)
      line += p.boundary ? "|" : p.slot.empty() ? p.words : "<" + p.slot + ":" + p.sort + ">";
    out.push_back(line);
  }
  return out;
}

Lines wrong(const std::string& phrases, const std::string& more = "") {
  return Booklet(Booklet::of(phrases, more)).wrong();
}

/// The code of the only thing that is wrong.
std::string code(const std::string& phrases, const std::string& more = "") {
  const Lines all = wrong(phrases, more);
  std::string out;
  for (const std::string& w : all) out += (out.empty() ? "" : " ") + w.substr(0, 6);
  return out;
}

}  // namespace

TEST_CASE("phrases: patterns", "[phrases]") {
  CHECK(ways("plain words") == Lines{"plain words"});
  CHECK(ways("{x:a sort} on {y:b}") == Lines{"<x:a sort> on <y:b>"});
  CHECK(ways("a{b|c}d{e|f}") == Lines{"abde", "abdf", "acde", "acdf"});
  CHECK(ways("a{?b}c") == Lines{"abc", "ac"});
  CHECK(ways("a{?b|c}") == Lines{"ab", "ac", "a"});
  CHECK(ways("a{{x:s}|b{?c}}") == Lines{"a<x:s>", "abc", "ab"});
  CHECK(ways("a{/}b") == Lines{"a|b"});
  CHECK(ways("we {go}") == Lines{"we go"});
  CHECK(ways("we {go}", "ed") == Lines{"we went", "we did go"});
  CHECK(ways("we {go}", "ing").empty());
}

TEST_CASE("phrases: a pattern that breaks off says where", "[phrases]") {
  const auto at = [](const std::string& text) {
    const auto p = parse_pattern(text, {}, "", 64);
    CHECK(p.ways.empty());
    return p.error ? static_cast<int>(p.error->at) : -1;
  };
  CHECK(at("ab{c") == 4);
  CHECK(at("ab}c") == 2);
  CHECK(at("a{b}") == 3);   // neither a slot nor an ending
  CHECK(at("a{x:}") == 4);  // no sort
  CHECK(at("a{?}") == 3);   // nothing to leave out
  CHECK(at(std::string(40, '{')) >= 0);
  CHECK(parse_pattern("{a|b}{a|b}{a|b}{a|b}{a|b}{a|b}{a|b}", {}, "", 64).too_many);
}

TEST_CASE("phrases: what is wrong with a book", "[phrases]") {
  const std::string good = R"j({"sort": "card", "text": "a {n:number}", "is": ["$n"]})j";
  CHECK(wrong(good).empty());
  CHECK(code(R"j({"sort": "card", "text": "a", "is": [], "says": "b"})j") == "HR3002");
  CHECK(code(R"j({"text": "a", "is": []})j") == "HR3003");
  CHECK(code(good + R"j(, {"sort": "x", "text": "a"})j") == "HR3003");
  CHECK(code(good + R"j(, {"sort": 3, "text": "a", "is": 1})j") == "HR3004");
  CHECK(code(good + ", 7") == "HR3004");
  CHECK(code(good + R"j(, {"sort": "x", "text": "a{", "is": 1})j") == "HR3101");
  CHECK(code(R"j({"sort": "card", "text": "a {n:number}", "is": []})j") == "HR3102");
  CHECK(code(R"j({"sort": "card", "text": "a {n:number}", "empty": ["n"], "is": []})j") == "");
  CHECK(code(R"j({"sort": "card", "text": "a{? b}", "is": []})j") == "HR3103");
  CHECK(code(R"j({"sort": "card", "text": "a{? b}", "empty": [" b"], "is": []})j") == "");
  CHECK(code(R"j({"sort": "card", "text": "a", "empty": ["b"], "is": []})j") == "HR3007");
  CHECK(code(R"j({"sort": "card", "text": "a", "is": ["$n"]})j") == "HR3104");
  // A slot that not every way has.
  CHECK(code(R"j({"sort": "card", "text": "a{?{n:number}}", "empty": ["n"], "is": ["$n"]})j") ==
        "HR3104");
  CHECK(code(R"j({"sort": "card", "text": "{x:thing}", "is": "$x"})j") == "HR3105");
  CHECK(code(R"j({"sort": "text", "text": "a", "is": 1})j") == "HR3105 HR3105");
  CHECK(code(good + R"j(, {"sort": "x", "text": "", "is": 1})j") == "HR3106");
  CHECK(code(good + R"j(, {"sort": "x", "text": "{? }", "empty": [" "], "is": 1})j",
             R"j("text": {"fold": ["no space"]},)j") == "HR3106 HR3106");
  CHECK(code(good + R"j(, {"sort": "x", "text": "{y:x}", "is": "$y"})j") == "HR3107");
  CHECK(code(good + R"j(, {"sort": "x", "text": "{y:y}", "is": "$y"},
                         {"sort": "y", "text": "{x:x}", "is": "$x"})j") == "HR3107");
  CHECK(code(R"j({"sort": "card", "text": "a", "is": {"$sum": 1}})j") == "HR3108");
  CHECK(code(R"j({"sort": "card", "text": "a", "is": [], "lift": {"up": ["b"]}})j") == "HR3109");
  CHECK(code(R"j({"sort": "card", "text": "a", "is": [], "refers": "b", "take": "first"})j") ==
        "HR3007");
  CHECK(code(good + R"j(, {"sort": "x", "from": "moons"})j") == "HR3007");
  CHECK(code(good + R"j(, {"sort": "x", "from": "type weather"})j") == "HR3105");
  CHECK(code(good, R"j("text": {"fold": ["no vowels"]},)j") == "HR3007");
  CHECK(code(good, R"j("language": 5,)j") == "HR3004");
  std::string many = "a";
  for (int i = 0; i < 10; ++i) many += "{b|c}";
  CHECK(code(R"j({"sort": "card", "text": ")j" + many + R"j(", "is": []})j") == "HR2003");
  CHECK(code(R"j({"sort": "card", "text": "{n:number}{n:number}", "is": ["$n"]})j") == "HR3005");
}

// A condition that nothing meets is a phrase that is never used.
TEST_CASE("phrases: a condition that nothing can meet", "[phrases]") {
  const auto only = [](const std::string& condition, const std::string& env = "") {
    return wrong(R"j({"sort": "card", "text": "a", "is": []},
{"sort": "card", "text": "b", "is": [], "only": )j" +
                     condition + "}",
                 env);
  };
  const std::string env = R"j("env": {"mode": "effect", "who": "opp($me)"},)j";
  CHECK(only(R"j({"mode": "effect", "card.cost": 3, "card.colours": ["red", "$w"]})j", env) ==
        Lines{"HR3104@2:49"});
  CHECK(only(R"j({"who": "me"})j", env).empty());  // what is put in is not known
  CHECK(only(R"j({"card.colours": ["red", "blue"]})j").empty());
  CHECK(only(R"j({"mode": "effect"})j") == Lines{"HR3007@2:50"});
  CHECK(only(R"j({"mode": ["effect", "efect"]})j", env) == Lines{"HR3007@2:69"});
  CHECK(only(R"j({"card.colour": "red"})j") == Lines{"HR3007@2:50"});
  CHECK(only(R"j({"card.colours": ["rad", 3]})j") == Lines{"HR3007@2:67", "HR3007@2:74"});
}

TEST_CASE("phrases: mistakes are told where they are", "[phrases]") {
  const Booklet b(
      "{\"format\": 1, \"phrases\": [\n"
      " {\"sort\": \"card\",\n"
      "  \"text\": [\"a\", \"b{?c}\"], \"is\": []}]}");
  CHECK(b.wrong() == Lines{"HR3103@3:17"});
}

TEST_CASE("phrases: no book at all", "[phrases]") {
  for (const char* text : {"[]", "3", "{}", "{\"format\": 1}", "{\"format\": 1, \"phrases\": 4}",
                           "{\"format\": 1, \"lexical\": [{\"sort\": \"card\"}]}",
                           "{\"format\": 1, \"inflect\": {\"a\": 3, \"b\": {\"c\": 4}}}"}) {
    INFO(text);
    const Booklet b(text);
    CHECK_FALSE(b.book);
    CHECK(b.log.has_errors());
  }
}
