// Provisions that say the same have one normal form, and others have another.

#include "model/phrases/normal.h"

#include "tests/catch.h"
#include "tests/unit/model/phrases/booklet.h"

using namespace hanrei;

namespace {

std::string normal(const std::string& provisions, const std::string& printed = "") {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto json = base::read_json(sources, sources.add("p.json", "[" + provisions + "]"), log);
  REQUIRE(json);
  return model::phrases::normal(*json, printed, {"log"});
}

std::string effect(const std::string& steps) {
  return normal(R"j({"effect": "", "steps": [)j" + steps + "]}");
}

}  // namespace

TEST_CASE("normal form: what is written otherwise and says the same", "[phrases]") {
  const auto same = [](const std::string& a, const std::string& b) {
    CHECK(normal(a) == normal(b));
  };
  // Names of what is chosen, keys and their order, one step or a list.
  same(
      R"j({"effect": "", "present": [{"choose": "t", "one": "x in ships", "where": "x.red"}], "steps": [{"do": "t.hull -= 1"}]})j",
      R"j({"effect": "", "do": "k.hull -= 1", "present": [{"choose": "k", "where": "s.red", "one": "s in ships"}], "span": ["s1"]})j");
  same(R"j({"trigger": "a", "on": "sinks(c)", "if": "c = self", "call": "f(self.user)"})j",
       R"j({"trigger": "b", "on": "sinks(self)", "steps": [{"call": "f(me)"}], "by": ["1"]})j");
  same(
      R"j({"static": "a", "for": {"x": "ships"}, "modify": "x.size", "add": "1", "if": "x.red and x.user = self.user"})j",
      R"j({"static": "b", "for": {"c": "ships"}, "modify": "c.size", "add": "1", "if": "self.user = c.user and c.red", "rank": "source"})j");
  same(R"j({"norm": "forbid", "event": "act a(x)", "in": ["p", "q"], "if": "x.user = opp(me)"})j",
       R"j({"norm": "forbid", "event": "act a(c)", "in": ["q", "p"], "if": "me != c.user"})j");
  CHECK(effect(R"j({"do": ["a += 1", "b += 1"]})j") ==
        effect(R"j({"do": "a += 1"}, {"do": "b += 1"})j"));
  CHECK(effect(R"j({"if": "a > b", "do": "c += 2 * x"})j") ==
        effect(R"j({"if": "not b >= a", "do": "c += x * 2"})j"));
  CHECK(effect(R"j({"call": "f(any x in s where x.a: x.b)"})j") ==
        effect(R"j({"call": "f(any y in s: y.b and y.a)"})j"));
  CHECK(effect(R"j({"do": "k := 1"}, {"do": "k -= 1"})j") ==
        effect(R"j({"do": "n := 1"}, {"do": "n -= 1"})j"));
  CHECK(effect(R"j({"note": "nothing"})j") == effect(""));
}

TEST_CASE("normal form: what says something else", "[phrases]") {
  const auto other = [](const std::string& a, const std::string& b) {
    CHECK(normal(a) != normal(b));
  };
  CHECK(effect(R"j({"do": "a += 1"}, {"do": "b += 1"})j") !=
        effect(R"j({"do": "b += 1"}, {"do": "a += 1"})j"));
  CHECK(effect(R"j({"do": "log := 1"})j") != effect(R"j({"do": "k := 1"})j"));  // no local
  CHECK(effect(R"j({"if": "a", "do": "b += 1"})j") != effect(R"j({"do": "b += 1"})j"));
  CHECK(effect(R"j({"if": "a = opp(b)", "do": "c += 1"})j") !=
        effect(R"j({"if": "a != b", "do": "c += 1"})j"));  // a may be nobody
  other(R"j({"norm": "permit", "event": "act a", "over": ["1"]})j",
        R"j({"norm": "permit", "event": "act a"})j");
  other(R"j({"norm": "permit", "event": "act a"})j", R"j({"norm": "forbid", "event": "act a"})j");
  other(R"j({"effect": "", "uses": 1, "do": "a += 1"})j",
        R"j({"effect": "", "uses": 2, "do": "a += 1"})j");
  other(
      R"j({"effect": "", "present": [{"choose": "t", "one": "x in s"}, {"choose": "u", "one": "x in s"}], "do": "f(t, u)"})j",
      R"j({"effect": "", "present": [{"choose": "t", "one": "x in s"}, {"choose": "u", "one": "x in s"}], "do": "f(u, t)"})j");
  other(
      R"j({"effect": "", "present": [{"choose": "t", "one": "x in s", "designates": true}], "do": "f(t)"})j",
      R"j({"effect": "", "present": [{"choose": "t", "one": "x in s"}], "do": "f(t)"})j");
  other(R"j({"trigger": "a", "on": "sinks(c)", "call": "f(c)"})j",
        R"j({"trigger": "a", "on": "sinks(self)", "call": "f(self)"})j");
  other(R"j({"static": "a", "modify": "x.size", "add": "1", "layer": "late"})j",
        R"j({"static": "a", "modify": "x.size", "add": "1"})j");
  other(R"j({"static": "a", "modify": "x.size", "add": {"reading": "R", "A": "1", "B": "2"}})j",
        R"j({"static": "a", "modify": "x.size", "add": {"reading": "R", "A": "1", "B": "3"}})j");
}

TEST_CASE("normal form: the name of an effect counts where it is printed", "[phrases]") {
  const std::string a = R"j({"effect": "volley", "do": "a += 1"})j",
                    b = R"j({"effect": "barrage", "do": "a += 1"})j";
  CHECK(normal(a) == normal(b));
  CHECK(normal(a, "volley: gain 1") != normal(b, "volley: gain 1"));
}
