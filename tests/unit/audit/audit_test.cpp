// The audit of whole games: what is planted is found, and nothing else changes.

#include <algorithm>
#include <set>

#include "audit/clashes/clashes.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
using namespace hanrei::checker;

audit::clashes::Report audit_of(const test::Corpus& corpus) {
  audit::clashes::Asked asked;
  asked.jobs = 2;
  return audit::clashes::examine(*corpus.game, corpus.sources, corpus.documents, asked);
}

std::string name_of(const audit::clashes::Report& r, const audit::clashes::Finding& f) {
  std::string out(base::code_text(f.code));
  for (const audit::clashes::Ground& g : f.set)
    out += " " + audit::clashes::ground_text(*r.program, g);
  return out;
}

}  // namespace

TEST_CASE("audit: every set of every game is minimal, and nothing is our own fault",
          "[audit][corpus]") {
  for (const std::string& folder : test::shipped_games()) {
    INFO(folder);
    const test::Corpus corpus(folder);
    const audit::clashes::Report r = audit_of(corpus);
    CHECK(r.faults.empty());
    std::set<std::string> prints;
    for (const audit::clashes::Finding& f : r.findings) {
      INFO(name_of(r, f));
      CHECK(prints.insert(f.fingerprint).second);
      CHECK_FALSE(f.stands(f.set));
      for (size_t i = 0; i < f.set.size(); ++i) {
        std::vector<audit::clashes::Ground> fewer = f.set;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(f.stands(fewer));
      }
    }
  }
}

TEST_CASE("audit: minimal sets of members", "[audit]") {
  std::vector<audit::clashes::Ground> members;
  for (int i = 0; i < 4; ++i) members.push_back({model::ClauseId(i), model::kNone, ""});
  // 0 with 1, and 2 alone with 3, cannot stand
  const auto stands = [](const std::vector<audit::clashes::Ground>& set) {
    const auto has = [&](model::Id c) {
      return std::any_of(set.begin(), set.end(),
                         [&](const audit::clashes::Ground& g) { return g.clause == c; });
    };
    return !(has(0) && has(1)) && !(has(2) && has(3));
  };
  const auto sets = audit::clashes::minimal_sets(members, stands);
  REQUIRE(sets.size() == 2);
  CHECK(sets[0] == std::vector<audit::clashes::Ground>{members[0], members[1]});
  CHECK(sets[1] == std::vector<audit::clashes::Ground>{members[2], members[3]});
  CHECK(audit::clashes::minimal_sets(members, [](const auto&) { return true; }).empty());
}
