// What a policy, its waivers and a baseline make of findings.
#include "findings/policy.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/json/read.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
using findings::Baseline;
using findings::Effect;
using findings::Finding;
using findings::Judged;
using findings::Policy;

const std::set<std::string> kAll = {"HG", "HC", "HA", "HR"};

Finding deleted(const std::string& id) {
  return findings::make(findings::Code::Deleted, {id}, {id, "game"});
}
Finding contradicted(const std::string& id) {
  Finding f = deleted(id);
  f.code = "HC1001";
  return f;
}
Finding undecided(const std::string& id) {
  Finding f = findings::make(findings::Code::Undecided, {id, "why"}, {id, "game"});
  f.unsure = true;
  return f;
}
Judged judge(std::vector<Finding> list, const Policy& policy = {},
             const Baseline* baseline = nullptr, const std::string& today = "2026-06-01") {
  return findings::judge(std::move(list), policy, baseline, today, kAll);
}
Baseline baseline_of(const std::vector<Finding>& list) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto json = base::read_json(sources, sources.add("b", findings::write_baseline(list)), log);
  REQUIRE(json);
  const Baseline b = findings::read_baseline(*json, log);
  REQUIRE(!log.has_errors());
  return b;
}
findings::Waiver waiver(const std::string& subject, const std::string& until = "2026-06-01") {
  return {"HG1103", "", subject, "reason", "owner", until, {}};
}

}  // namespace

TEST_CASE("policy: without one, errors fail and what is undecided is told apart", "[policy]") {
  CHECK(judge({deleted("a")}).fails);
  CHECK_FALSE(judge({undecided("a")}).fails);
  CHECK(judge({undecided("a")}).unsure);
  Finding broken = deleted("x");
  broken.code = "HR4001";
  const Judged j = judge({broken, undecided("b"), deleted("c")});
  CHECK(j.broken);
  CHECK(j.list[0].code == "HR4001");  // worst first
  CHECK(j.list[1].code == "HG1103");
}

TEST_CASE(
    "policy: a code counts more than a glob, a longer glob more than a shorter one, fail more than "
    "allow",
    "[policy]") {
  Policy p;
  p.allow = {"HG*"};
  CHECK_FALSE(judge({deleted("a")}, p).fails);
  CHECK(judge({deleted("a")}, p).allowed == 1);
  CHECK(judge({deleted("a")}, p).list.empty());
  p.fail = {"HG11*"};
  CHECK(judge({deleted("a")}, p).fails);
  p.warn = {"HG1103"};
  CHECK_FALSE(judge({deleted("a")}, p).fails);
  CHECK(judge({deleted("a")}, p).list[0].effect == Effect::Told);
  Policy even;
  even.allow = {"HG1*"};
  even.fail = {"HG?*"};
  CHECK(judge({deleted("a")}, even).fails);
  Policy nothing;
  nothing.allow = {"*"};
  Finding broken = deleted("x");
  broken.code = "HR4001";
  CHECK(judge({broken}, nothing).broken);  // a broken file is no matter of policy
}

TEST_CASE("policy: a waiver counts up to its last day, for its code and its subject", "[policy]") {
  Policy p;
  p.waivers = {waiver("a")};
  CHECK_FALSE(judge({deleted("a")}, p).fails);
  CHECK(judge({deleted("a")}, p).waived == 1);
  CHECK(judge({deleted("b")}, p).fails);
  const Judged late = judge({deleted("a")}, p, nullptr, "2026-06-02");
  CHECK(late.fails);
  CHECK(std::count_if(late.list.begin(), late.list.end(),
                      [](const Finding& f) { return f.code == "HP1001"; }) == 1);
  const Judged idle = judge({}, p);
  REQUIRE(idle.list.size() == 1);
  CHECK(idle.list[0].code == "HP1002");
  CHECK_FALSE(idle.fails);
  p.fail = {"HP1002"};
  CHECK(judge({}, p).fails);
  CHECK(findings::judge({}, p, nullptr, "2026-06-01", {"HA"})
            .list.empty());  // a run that could not have found it
  // by fingerprint: of two alike only the one
  std::vector<Finding> two = {deleted("a"), deleted("a")};
  findings::fingerprint(two);
  CHECK(two[0].fingerprint != two[1].fingerprint);
  Policy one;
  one.waivers = {{"HG1103", two[1].fingerprint, "", "reason", "owner", "2026-06-01", {}}};
  const Judged j = judge(two, one);
  CHECK(j.waived == 1);
  CHECK(j.fails);
}

TEST_CASE("policy: a hundred waivers, of which some have expired and some are idle", "[policy]") {
  Policy p;
  std::vector<Finding> list;
  for (int i = 0; i < 100; ++i) {
    p.waivers.push_back(waiver("r" + std::to_string(i), i % 10 == 0 ? "2026-05-31" : "2027-01-01"));
    if (i % 4 != 0) list.push_back(deleted("r" + std::to_string(i)));
  }
  const Judged j = judge(list, p);
  const auto count = [&](const std::string& code) {
    return std::count_if(j.list.begin(), j.list.end(),
                         [&](const Finding& f) { return f.code == code; });
  };
  CHECK(count("HP1001") == 10);
  CHECK(count("HP1002") == 20);  // 25 have nothing to waive, 5 of them have expired
  CHECK(j.waived == 70);         // 75 findings, 5 of them with a waiver that has expired
  CHECK(j.fails);
}

TEST_CASE("policy: a baseline of a thousand findings", "[policy]") {
  std::vector<Finding> list;
  for (int i = 0; i < 1000; ++i)
    list.push_back(i % 3 == 0 ? undecided("r" + std::to_string(i))
                              : contradicted("r" + std::to_string(i)));
  const Judged first = judge(list);
  const Baseline b = baseline_of(first.list);
  CHECK(b.entries.size() == 1000);
  const Judged again = judge(list, {}, &b);
  CHECK_FALSE(again.fails);
  CHECK_FALSE(again.unsure);
  CHECK(again.known == 1000);
  std::vector<Finding> fewer(list.begin() + 10, list.end());
  fewer.push_back(contradicted("new"));
  const Judged next = judge(fewer, {}, &b);
  CHECK(next.fails);
  CHECK(next.gone == 10);
  CHECK(next.list[0].subjects[0] == "new");  // what is new comes first
  std::reverse(list.begin(), list.end());    // the order in which they are found does not matter
  CHECK(findings::write_baseline(judge(list).list) == findings::write_baseline(first.list));
}

TEST_CASE("policy: a baseline keeps nothing that is waived or broken", "[policy]") {
  Policy p;
  p.waivers = {waiver("a")};
  p.waivers[0].code = "HC1001";
  Finding broken = deleted("x");
  broken.code = "HR4001";
  const Judged j = judge({contradicted("a"), contradicted("b"), broken}, p);
  const Baseline b = baseline_of(j.list);
  REQUIRE(b.entries.size() == 1);
  CHECK(b.entries[0].subject == "b");
  CHECK(baseline_of({}).entries.empty());
  CHECK(baseline_of(judge({deleted("c")}).list).entries.empty());  // nor a change
}

TEST_CASE("policy: days of the calendar", "[policy]") {
  for (const char* good : {"2026-01-01", "2024-02-29", "2000-02-29", "2026-12-31"})
    CHECK(findings::is_date(good));
  for (const char* bad : {"", "2026-1-1", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10",
                          "2026-04-31", "2026/01/01", "2026-01-0x", "0000-01-01", "2026-01-011"}) {
    INFO(bad);
    CHECK_FALSE(findings::is_date(bad));
  }
}

TEST_CASE("policy: check and audit go by it, too", "[policy]") {
  test::Scratch scratch;
  test::copy_folder(test::at_root("docs/tako"), scratch / "games/tako");
  test::edit(scratch / "games/tako/rulings/TK-1.xml", "A.点 = 1", "A.点 = 2");
  const auto check = [&](std::vector<std::string> more = {}) {
    std::vector<std::string> args = {"check", scratch / "games", "--today", "2026-06-01"};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  };
  CHECK(check().code == 1);
  test::put(
      scratch / "games/hanrei.policy.json",
      R"({"format": 1, "waivers": [{"code": "HC1001", "subject": "TK-1", "reason": "being mended", "owner": "M", "until": "2026-06-01"}]})");
  const test::Ran waived = check();
  CHECK(waived.code == 0);
  CHECK(waived.out.find("waived: HC1001 TK-1: being mended (M, 2026-06-01)") != std::string::npos);
  CHECK(check({"--today", "2026-06-02"}).code == 2);  // given twice
  CHECK(test::run({"check", scratch / "games", "--today", "2026-06-02"}).code == 1);
  CHECK(test::run({"check", scratch / "games", "--today", "June"}).code == 2);
  CHECK(test::run({"check", scratch / "games", "--today", "2026-06-01", "--id", "TK-2"})
            .out.find("HP1002") == std::string::npos);  // a selection says nothing of the rest
  CHECK(test::run({"audit", scratch / "games", "--today", "2026-06-02"}).out.find("HP100") ==
        std::string::npos);
  std::filesystem::remove(scratch / "games/hanrei.policy.json");
  const std::string file = scratch / "baseline.json";
  CHECK(check({"--write-baseline", file}).code == 1);
  CHECK(check({"--baseline", file}).code == 0);
  CHECK(check({"--baseline", scratch / "none.json"}).code == 2);
  CHECK(check({"--write-baseline", scratch / "no/such/folder/b.json"}).code == 2);
  test::edit(scratch / "games/tako/rulings/TK-3.xml", "true, 3, true", "true, 4, true");
  CHECK(check({"--baseline", file}).code == 1);
}
