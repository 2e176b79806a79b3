// Clashes under readings that are not the default: found only there, apart from the rest, and
// minimal like all others.

#include "audit/clashes/readings.h"

#include "tests/unit/audit/planted.h"

namespace {

using namespace hanrei;
using namespace hanrei::checker;
using namespace hanrei::test;

/// The ferry of the goldens, with a reading of the clause about loads.
struct Ferry {
  Scratch scratch;
  std::string folder = scratch / "ferry";
  Ferry() {
    copy_folder(at_root("tests/golden/commands/fail_audit"), folder);
    edit(folder + "/game.json", R"("players": ["A", "B"])", R"("players": ["A", "B"], "readings": [
{"reading": "F-1", "default": "A", "options": {"A": {"en": "by night only"}, "B": {"en": "always"}}},
{"reading": "F-2", "default": "A", "options": {"A": {"en": "nothing"}, "B": {"en": "nothing either"}}}])");
    edit(folder + "/rulebook/rules.json",
         R"({"norm": "forbid", "event": "act cross", "if": "night", "by": ["3"]})",
         R"x({"norm": "forbid", "event": "act cross", "if": "night", "by": ["3"]},
{"norm": "forbid", "event": "act cross(c)", "if": {"reading": "F-1", "A": "false", "B": "c.tired or not c.loaded"}, "by": ["8"]},
{"procedure": "never", "args": {"p": "player"}, "steps": [{"n": 1, "do": {"reading": "F-2", "A": "night := true", "B": "night := false"}}]})x");
    edit(folder + "/cards/travellers.json", R"("if": "night", "span": ["s1"]})",
         R"("if": "night", "over": ["8"], "span": ["s1"]})");
  }
};

}  // namespace

TEST_CASE("readings: a clash that only another option has", "[audit]") {
  const Ferry ferry;
  const Audited usual(ferry.folder);
  CHECK(usual.find("HA1003", "8 《bat》s1") == nullptr);
  audit::clashes::Asked asked;
  asked.jobs = 2;
  const auto under = audit::clashes::examine_readings(*usual.corpus.game, usual.corpus.sources,
                                                      usual.corpus.documents, asked, usual.report);
  REQUIRE(under.size() == 2);
  CHECK(under[0].reading == "F-1");
  CHECK(under[0].option == "B");
  CHECK(under[0].compiles);
  CHECK(under[0].report.receipt.made == 0);
  CHECK(under[0].report.receipt.situations > 0);
  CHECK(under[0].report.faults.empty());
  bool found = false;
  for (const audit::clashes::Finding& f : under[0].report.findings) {
    for (const audit::clashes::Finding& known : usual.report.findings)
      CHECK(known.fingerprint != f.fingerprint);
    found = found || (base::code_text(f.code) == "HA1003" &&
                      usual.set_of(f) == "8 《bat》s1");  // clauses and cards are numbered alike
    usual.minimal(f);
  }
  CHECK(found);
  // nothing calls that procedure: the reading matters to no situation, and that is said
  CHECK(under[1].reading == "F-2");
  CHECK(under[1].report.receipt.situations == 0);
  CHECK(under[1].report.findings.empty());
}

TEST_CASE("readings: what other options bring is told apart, and is not counted", "[audit]") {
  const Ferry ferry;
  const Ran text = run({"audit", ferry.folder}), ja = run({"--lang", "ja", "audit", ferry.folder}),
            json = run({"audit", "--format", "json", ferry.folder});
  const size_t only = text.out.find("only under F-1=B:\n");
  REQUIRE(only != std::string::npos);
  CHECK(text.out.find("《bat》 (s1) and clause 8 contradict each other", only) !=
        std::string::npos);
  CHECK(text.out.find("《bat》 (s1) and clause 8 contradict each other") > only);
  CHECK(text.out.find("options that matter to no situation (1): F-2=B") != std::string::npos);
  CHECK(ja.out.find("F-1=B のときだけ:") != std::string::npos);
  const base::Json parsed = json_of(json);
  const base::Json* readings = parsed.find("readings");
  REQUIRE(readings != nullptr);
  REQUIRE(readings->items.size() == 2);
  CHECK_FALSE(readings->items[0].find("findings")->items.empty());
  for (const base::Json& f : parsed.find("findings")->items)
    CHECK(f.find("message")->find("en")->string.find("《bat》 (s1) and clause 8 ") ==
          std::string::npos);
}
