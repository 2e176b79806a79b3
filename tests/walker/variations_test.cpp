// Random variations of the shipped rulings, through both engines, and where they are small through
// the walker. HANREI_VARIATIONS=20000: so many a game, instead of a few; HANREI_SEED=7: others.

#include "tests/walker/variations.h"

#include <cstdlib>
#include <iostream>
#include <map>

#include "rulings/xml/write.h"
#include "tests/catch.h"
#include "tests/support/faults.h"
#include "tests/support/workbench.h"
#include "tests/walker/compare.h"

using namespace hanrei;
using checker::Verdict;

namespace {

size_t from_environment(const char* name, size_t otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : std::stoul(value);
}

struct Receipt {
  size_t made = 0, no_ruling = 0, claims = 0, both = 0, vacuous = 0;
  std::map<std::string, size_t> explicit_only, z3_only, neither;  ///< why the others did not
  walker::Compared walked;
  std::string differences;
};

/// Without its numbers and names.
std::string reason_of(const checker::Answer& a) {
  const std::string text = base::text(a.reason, base::Lang::En);
  return text.substr(0, text.find_first_of("`:0123456789")) + (a.limit ? "(limit)" : "");
}

void count(const checker::ClaimResult& c, Receipt& out) {
  const auto decided = [](const checker::EngineAnswer& a) {
    return a.asked && (a.answer.vacuous || a.answer.verdict != Verdict::Unknown);
  };
  ++out.claims;
  const bool by_states = decided(c.explicit_state), by_z3 = decided(c.symbolic);
  const checker::Answer &e = c.explicit_state.answer, &z = c.symbolic.answer;
  if (by_states && by_z3)
    ++out.both;
  else if (by_states)
    ++out.explicit_only[c.symbolic.asked ? reason_of(z) : "not asked"];
  else if (by_z3)
    ++out.z3_only[c.explicit_state.asked ? reason_of(e) : "not asked"];
  else
    ++out.neither[reason_of(e) + ", " + reason_of(z)];
  if ((by_states && e.vacuous) || (by_z3 && z.vacuous)) ++out.vacuous;
}

void show(const char* what, const std::map<std::string, size_t>& reasons) {
  for (const auto& [reason, n] : reasons)
    std::cout << "  " << what << ": " << reason << ": " << n << "\n";
}

/// Of one game.
void vary(const std::string& folder, size_t many, unsigned seed, Receipt& all) {
  // what takes longer says so
  checker::Options options;
  options.readings = false;
  options.limits.states = 3000;
  options.limits.steps = 100'000;
  options.limits.solver_units = 4'000'000;
  options.limits.terms = 200'000;
  const walker::Comparing small{.all_known = false, .most_nodes = 100, .most_plays = 500};
  const test::Corpus corpus(folder);
  checker::Session session(*corpus.game, corpus.sources);
  walker::Variations variations(*session.compiled({})->program, corpus.documents, seed);
  for (size_t i = 0; i < many; ++i) {
    const rulings::Document document = variations.next();
    ++all.made;
    base::DiagnosticLog log;
    std::string faults;
    try {
      const checker::RulingResult r = session.check(document, options, log);
      if (log.has_errors()) {
        ++all.no_ruling;
        continue;
      }
      for (const checker::ClaimResult& c : r.claims) {
        count(c, all);
        if (c.disagree || !c.fault.empty()) faults += "  " + c.claim->text + ": " + c.fault + "\n";
      }
      walker::Compared here;
      walker::compare(session, document, small, here);
      all.walked.walked += here.walked;
      all.walked.claims += here.claims;
      faults += here.differences;
    } catch (const std::exception& thrown) {
      faults += std::string("  thrown: ") + thrown.what() + "\n";
    }
    if (!faults.empty())
      all.differences += document.game + ", variation " + std::to_string(i) + ":\n" + faults +
                         rulings::as_xml(document) + "\n";
  }
}

}  // namespace

TEST_CASE("variations: both engines and the walker say the same of rulings nobody wrote",
          "[walker]") {
  Receipt all;
  for (const std::string& folder : test::shipped_games())
    vary(folder, from_environment("HANREI_VARIATIONS", 60),
         static_cast<unsigned>(from_environment("HANREI_SEED", 1)), all);
  std::cout << "variations: " << all.made << ", no ruling: " << all.no_ruling
            << "; claims: " << all.claims << ", decided by both engines: " << all.both
            << ", vacuous: " << all.vacuous << "; situations walked: " << all.walked.walked
            << ", verdicts compared: " << all.walked.claims << "\n";
  show("Z3 undecided", all.explicit_only);
  show("explicit undecided", all.z3_only);
  show("neither", all.neither);
  CHECK(all.differences == "");
  CHECK(all.claims > all.made / 10);
}

TEST_CASE("variations: a fault of one engine shows", "[walker][planted]") {
  const test::Planted planted(test::Faulty::Symbolic, {.skip_window = true});
  Receipt all;
  vary(test::at_root("fixtures/lftcg"), 60, 1, all);
  CHECK(all.differences != "");
}
