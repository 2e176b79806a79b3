// Claims for all values, about a game of nothing but numbers. What fails for hardly any value, or
// only where a number no longer fits a machine word, must never be confirmed.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using checker::Evidence;
using checker::Standing;
using checker::Verdict;

namespace {

constexpr const char* kGame =
    R"({"format": 1, "game": "ledger", "title": {"ja": "帳簿", "en": "Ledger"}, "languages": ["en", "ja"], "players": ["A", "B"]})";

constexpr const char* kRules = R"({"format": 1, "title": "numbers", "clauses": [
{"clause": "1", "kind": "rule", "title": "数", "ja": "数を記す。", "en": "Numbers are written down."}
], "provisions": [
{"attr": "x", "of": "player", "type": "int", "nature": "stored", "default": "0"},
{"attr": "y", "of": "player", "type": "int", "nature": "stored", "default": "0"},
{"attr": "sum", "of": "player", "type": "int", "nature": "stored", "default": "0"},
{"attr": "product", "of": "player", "type": "int", "nature": "stored", "default": "0"},
{"attr": "rich", "of": "player", "type": "bool", "nature": "stored", "default": "false"},
{"attr": "even", "of": "player", "type": "bool", "nature": "stored", "default": "false"},
{"procedure": "count", "args": {"me": "player"}, "by": ["1"], "steps": [
  {"n": 1, "if": "me.x > 1000000", "do": "me.rich := true"},
  {"n": 2, "if": "me.x = me.y", "do": "me.even := true"}]},
{"procedure": "add", "args": {"me": "player"}, "by": ["1"], "steps": [{"n": 1, "do": "me.sum := me.x + me.y"}]},
{"procedure": "multiply", "args": {"me": "player"}, "by": ["1"], "steps": [{"n": 1, "do": "me.product := me.x * me.y"}]},
{"procedure": "shift", "args": {"me": "player"}, "by": ["1"], "steps": [
  {"n": 1, "choose": "up", "who": "me", "yesno": true},
  {"n": 2, "if": "up", "do": "me.x += me.y", "else": "me.x -= me.y"},
  {"n": 3, "if": "me.x = 0 and me.y > 999", "do": "me.even := true"}]},
{"procedure": "spend", "args": {"me": "player"}, "by": ["1"], "steps": [
  {"n": 1, "if": "me.x > 3", "choose": "up", "who": "me", "yesno": true},
  {"n": 2, "if": "me.x > 3 and up", "do": "me.even := true"}]}
]})";

/// One ruling of the game of numbers. `lets` and `claim` are XML; `x` and `y` are expressions.
struct Asked {
  std::string at, x, y, lets, claim;
};

/// Asks it, and hands its one claim over.
template <class Look>
void ask(const Asked& a, const Look& look) {
  const test::Scratch scratch;
  test::put(scratch / "game.json", kGame);
  test::put(scratch / "rulebook/numbers.json", kRules);
  test::put(scratch / "cards/none.json", R"({"format": 1, "title": "none", "cards": []})");
  test::put(
      scratch / "rulings/N-1.xml",
      "<ruling format=\"1\" id=\"N-1\" game=\"ledger\" status=\"derived\" source=\"example\">\n"
      "<title xml:lang=\"en\">t</title><title xml:lang=\"ja\">t</title><question "
      "xml:lang=\"en\">q</question><question xml:lang=\"ja\">q</question>"
      "<answer xml:lang=\"en\">a</answer><answer xml:lang=\"ja\">a</answer><cites clause=\"1\"/>\n"
      "<situation at=\"" +
          a.at + "\">" + a.lets + "<player id=\"A\" x=\"" + a.x + "\" y=\"" + a.y +
          "\"/><player id=\"B\"/>"
          "<frame of=\"" +
          a.at + "\" me=\"A\"/></situation>\n" + a.claim + "\n</ruling>\n");
  const test::Corpus corpus((scratch / "").substr(0, (scratch / "").size() - 1));
  REQUIRE(corpus.game.has_value());
  REQUIRE(corpus.documents.size() == 1);
  checker::Session session(*corpus.game, corpus.sources);
  base::DiagnosticLog log;
  const checker::RulingResult r = session.check(corpus.documents[0], {}, log);
  for (const base::Diagnostic& d : log.all()) UNSCOPED_INFO(base::message(d, base::Lang::En));
  REQUIRE_FALSE(log.has_errors());
  REQUIRE(r.claims.size() == 1);
  const checker::ClaimResult& c = r.claims[0];
  UNSCOPED_INFO("explicit_state: " << static_cast<int>(c.explicit_state.answer.verdict) << " "
                                   << base::text(c.explicit_state.answer.reason, base::Lang::En));
  UNSCOPED_INFO("symbolic: " << static_cast<int>(c.symbolic.answer.verdict) << " "
                             << base::text(c.symbolic.answer.reason, base::Lang::En)
                             << " fault: " << c.fault);
  look(r, c);
}

std::string let(const std::string& name, const std::string& min = "", const std::string& max = "") {
  return "<let name=\"" + name + "\" type=\"int\"" + (min.empty() ? "" : " min=\"" + min + "\"") +
         (max.empty() ? "" : " max=\"" + max + "\"") + "/>";
}
std::string claim(const std::string& text, const std::string& more = " for=\"every\"",
                  const std::string& kind = "necessary") {
  return "<claim kind=\"" + kind + "\"" + more + ">" + text + "</claim>";
}

const std::string kTop = "4611686018427387904";  // 2^62: twice that leaves 64 bits

}  // namespace

TEST_CASE("proof: what fails only above a million is found", "[agreement][proof]") {
  ask({"count", "v", "0 - 1", let("v", "0"), claim("not A.rich")},
      [](const auto& r, const auto& c) {
        CHECK(c.standing == Standing::Contradicted);
        REQUIRE(c.shown.lets.size() == 1);
        CHECK(c.shown.lets[0] > 1'000'000);
        CHECK(test::witness_problem(r, c) == "");
      });
  ask({"count", "v", "0 - 1", let("v", "0", "1000000"), claim("not A.rich")},
      [](const auto&, const auto& c) {
        CHECK(c.standing == Standing::Confirmed);
        CHECK(c.evidence == Evidence::Proved);
      });
  ask({"count", "v", "0 - 1", let("v", "0", "1000001"), claim("not A.rich")},
      [](const auto& r, const auto& c) {
        CHECK(c.standing == Standing::Contradicted);
        CHECK(c.shown.lets == std::vector<int64_t>{1'000'001});
        CHECK(test::witness_problem(r, c) == "");
      });
  ask({"count", "v", "0 - 1", let("v", "0"),
       claim("A.rich", " for=\"every\" iff=\"v &gt; 1000000\"")},
      [](const auto&, const auto& c) { CHECK(c.standing == Standing::Confirmed); });
  ask({"count", "v", "0 - 1", let("v", "0"),
       claim("A.rich", " for=\"every\" iff=\"v &gt;= 1000000\"")},
      [](const auto&, const auto& c) {
        CHECK(c.standing == Standing::Contradicted);
        CHECK(c.shown.lets == std::vector<int64_t>{1'000'000});
      });
}

TEST_CASE("proof: what fails only where two quantities are equal is found", "[agreement][proof]") {
  ask({"count", "v", "w", let("v") + let("w"), claim("not A.even")},
      [](const auto& r, const auto& c) {
        CHECK(c.standing == Standing::Contradicted);
        REQUIRE(c.shown.lets.size() == 2);
        CHECK(c.shown.lets[0] == c.shown.lets[1]);
        CHECK(test::witness_problem(r, c) == "");
      });
  ask({"count", "v", "w", let("v") + let("w"), claim("not (A.even and A.rich)")},
      [](const auto& r, const auto& c) {
        CHECK(c.standing == Standing::Contradicted);
        REQUIRE(c.shown.lets.size() == 2);
        CHECK(c.shown.lets[0] == c.shown.lets[1]);
        CHECK(c.shown.lets[0] > 1'000'000);
        CHECK(test::witness_problem(r, c) == "");
      });
  ask({"count", "v", "w + 12345", let("v", "0") + let("w", "1000000000"),
       claim("A.even or A.x != A.y or not A.rich")},
      [](const auto&, const auto& c) {
        CHECK(c.standing == Standing::Confirmed);
        CHECK(c.evidence == Evidence::Proved);
      });
  // in one of two plays only, and for hardly any pair of values
  ask({"shift", "v", "w", let("v", "0") + let("w", "0"), claim("not A.even")},
      [](const auto& r, const auto& c) {
        CHECK(c.standing == Standing::Contradicted);
        REQUIRE(c.shown.lets.size() == 2);
        CHECK(c.shown.lets[0] == c.shown.lets[1]);
        CHECK(c.shown.lets[0] > 999);
        CHECK(test::witness_problem(r, c) == "");
      });
  ask({"shift", "v", "w", let("v", "0") + let("w", "0"),
       claim("A.even", " for=\"every\"", "possible")},
      [](const auto&, const auto& c) { CHECK(c.standing == Standing::Contradicted); });
}

TEST_CASE("proof: sums beyond 64 bits are never confirmed", "[agreement][proof]") {
  const auto careful = [](const auto& r, const auto& c) {
    CHECK_FALSE(r.fault);
    CHECK((c.standing == Standing::Contradicted || c.standing == Standing::Undecided));
    CHECK(c.explicit_state.answer.verdict != Verdict::Holds);
    CHECK(c.symbolic.answer.verdict != Verdict::Holds);
  };
  // true of a sum that wraps around, false of numbers
  ask({"add", kTop, kTop, "", claim("A.sum &lt; 0", "")}, careful);
  ask({"add", kTop, kTop, "", claim("A.sum &lt;= 9223372036854775807", "")}, careful);
  ask({"add", "v", "w", let("v", kTop) + let("w", kTop), claim("A.sum &lt; 0")}, careful);
  ask({"add", "v", "v", let("v", kTop, "4611686018427387910"), claim("A.sum &lt; 0")}, careful);
  ask({"add", "v", "w", let("v", "0", kTop) + let("w", "0", kTop),
       claim("A.sum &lt; 9223372036854775807")},
      careful);
  ask({"add", "v", "w", let("v", "0") + let("w", "0"), claim("A.sum &lt;= 9223372036854775807")},
      careful);
  ask({"add", "0 - v", "0 - w", let("v", "0") + let("w", "0"),
       claim("A.sum &gt; 0 - 9223372036854775807")},
      careful);
  ask({"multiply", "v", "v", let("v", "4294967296", "4294967300"), claim("A.product &lt; 1000")},
      careful);
  ask({"multiply", "3037000500", "3037000500", "", claim("A.product &lt; 0", "")}, careful);
  ask({"add", "v", "w", let("v", kTop) + let("w", kTop),
       claim("A.sum &lt; 0", " for=\"some\"", "possible")},
      careful);
}

TEST_CASE("proof: large numbers that fit are right", "[agreement][proof]") {
  ask({"add", "4611686018427387903", kTop, "", claim("A.sum = 9223372036854775807", "")},
      [](const auto&, const auto& c) {
        CHECK(c.standing == Standing::Confirmed);
        CHECK(c.explicit_state.answer.verdict == Verdict::Holds);
        CHECK(c.symbolic.answer.verdict == Verdict::Holds);
      });
  ask({"add", "v", "w", let("v", "0", "4611686018427387903") + let("w", "0", kTop),
       claim("A.sum &gt;= 0 and A.sum &lt;= 9223372036854775807")},
      [](const auto& r, const auto& c) {
        CHECK_FALSE(r.fault);
        CHECK(c.standing == Standing::Confirmed);
      });
}

TEST_CASE("proof: values for which the play cannot be played count neither for nor against",
          "[agreement][proof]") {
  // up to 3 nobody is asked
  const std::string play = "<play><choose by=\"A\" what=\"up\" is=\"yes\"/></play>";
  for (const std::string& lets : {let("v", "0", "9"), let("v", "0")}) {
    const auto is = [&](const std::string& claim, Standing standing) {
      ask({"spend", "v", "0", lets, play + claim}, [&](const auto& r, const auto& c) {
        INFO(claim);
        CHECK_FALSE(r.fault);
        CHECK(c.standing == standing);
      });
    };
    is(claim("A.even", " for=\"every\"", "possible"), Standing::Confirmed);
    is(claim("A.even"), Standing::Confirmed);
    is(claim("A.even", " for=\"every\" iff=\"v &gt; 3\""), Standing::Confirmed);
    is(claim("A.even", " for=\"every\" iff=\"v &gt; 4\""), Standing::Contradicted);
    is(claim("A.rich", " for=\"some\""), Standing::Contradicted);
    is(claim("A.x &lt; 4", " for=\"some\""), Standing::Contradicted);
    is("<claim kind=\"greatest\" for=\"every\" is=\"v\">A.x</claim>", Standing::Confirmed);
    is("<claim kind=\"outcomes\" for=\"every\" of=\"A.even\"><o>true</o></claim>",
       Standing::Confirmed);
  }
  ask({"spend", "v", "0", let("v", "0", "3"), play + claim("A.even")},
      [](const auto&, const auto& c) { CHECK(c.standing == Standing::Vacuous); });
}
