// Every ruling that ships, asked of both engines: they agree wherever both decide, and the claims
// hold. Then the test of this test: a fault planted in one engine only must show as a disagreement.

#include <iostream>

#include "tests/catch.h"
#include "tests/support/faults.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using checker::Standing;
using checker::Verdict;

namespace {

bool decided(const checker::EngineAnswer& a) {
  return a.asked && (a.answer.vacuous || a.answer.verdict != Verdict::Unknown);
}

std::string words(const base::Reason& reason) { return base::text(reason, base::Lang::En); }

std::string name_of(const checker::RulingResult& r, const checker::ClaimResult& c) {
  return r.ruling.id + (c.case_id.empty() ? "" : " (" + c.case_id + ")") + ": " +
         (c.claim->text.empty() ? c.claim->what : c.claim->text);
}

/// The first ruling that shows a disagreement of the engines.
const rulings::Document* first_caught(const test::Corpus& corpus) {
  for (const rulings::Document& d : corpus.documents) {
    checker::Session session(*corpus.game, corpus.sources);
    base::DiagnosticLog log;
    if (session.check(d, {}, log).fault) return &d;
  }
  return nullptr;
}

/// Plants one fault in one engine and expects it to be caught, by the checker and by the command.
void expect_caught(test::Faulty engine, const checker::Faults& faults) {
  const test::Corpus corpus(test::at_root("fixtures/lftcg"));
  std::string path;
  {
    const test::Planted planted(engine, faults);
    const rulings::Document* caught = first_caught(corpus);
    REQUIRE(caught != nullptr);
    path = caught->path;
    CAPTURE(path);
    const test::Ran ran = test::run({"check", path, "--no-cache", "--format", "json"});
    CHECK(ran.code == 70);
    CHECK(ran.out.find("\"fault\"") != std::string::npos);
  }
  CHECK(test::run({"check", path, "--no-cache"}).code != 70);
}

}  // namespace

TEST_CASE("agreement: every ruling of every game", "[agreement][slow]") {
  size_t concrete = 0, concrete_by_both = 0, claims = 0;
  std::string alone, faults, not_confirmed;
  for (const std::string& folder : test::shipped_games()) {
    const test::Corpus corpus(folder);
    REQUIRE(corpus.game.has_value());
    REQUIRE_FALSE(corpus.log.has_errors());
    REQUIRE_FALSE(corpus.documents.empty());
    for (const checker::RulingResult& r : test::check_all(corpus, corpus.documents)) {
      if (r.claims.empty()) not_confirmed += r.ruling.path + ": has errors\n";
      for (const checker::ClaimResult& c : r.claims) {
        ++claims;
        if (c.disagree || !c.fault.empty()) faults += name_of(r, c) + ": " + c.fault + "\n";
        const bool stated = c.standing == Standing::Open || !r.ruling.partial.empty();
        if (c.standing != Standing::Confirmed && !stated) {
          not_confirmed += name_of(r, c) + ": " + std::string(checker::standing_name(c.standing)) +
                           " (" + words(c.shown.reason) + words(c.shown.detail) + ")\n";
        }
        bool quantities = false;
        for (const auto& q : r.questions) {
          if (q->which->id == c.case_id) quantities = !q->which->situation.lets.empty();
        }
        const bool both = decided(c.explicit_state) && decided(c.symbolic);
        // strategies and collisions of texts are the explicit engine's alone
        using rulings::ClaimKind;
        const ClaimKind kind = c.claim->kind;
        const bool one_engine = kind == ClaimKind::Forceable || rulings::about_texts(kind) ||
                                kind == ClaimKind::Undetermined;
        if (!quantities && !one_engine) {
          ++concrete;
          if (both) ++concrete_by_both;
        }
        if (!both) {
          const bool counted = decided(c.explicit_state);
          alone += "  " + name_of(r, c) + "\n    " +
                   (counted ? "only explicit_state; symbolic: " + words(c.symbolic.answer.reason)
                    : decided(c.symbolic)
                        ? "only symbolic; explicit_state: " + words(c.explicit_state.answer.reason)
                        : "neither: " + words(c.explicit_state.answer.reason)) +
                   "\n";
        }
      }
    }
  }
  std::cout << "claims: " << claims << ", of these with concrete numbers " << concrete
            << ", decided by both engines " << concrete_by_both << "\nnot decided by both:\n"
            << alone;
  CHECK(faults == "");
  CHECK(not_confirmed == "");
  CHECK(concrete >= 200);
  CHECK(concrete_by_both * 100 >= concrete * 95);
}

TEST_CASE("agreement: windows skipped by explicit_state are noticed",
          "[agreement][planted][corpus]") {
  expect_caught(test::Faulty::ExplicitState, {.skip_window = true});
}
TEST_CASE("agreement: windows skipped by symbolic are noticed", "[agreement][planted][corpus]") {
  expect_caught(test::Faulty::Symbolic, {.skip_window = true});
}
TEST_CASE("agreement: orders dropped by explicit_state are noticed",
          "[agreement][planted][corpus]") {
  expect_caught(test::Faulty::ExplicitState, {.drop_order = true});
}
TEST_CASE("agreement: orders dropped by symbolic are noticed", "[agreement][planted][slow]") {
  expect_caught(test::Faulty::Symbolic, {.drop_order = true});
}
TEST_CASE("agreement: passes dropped by explicit_state are noticed",
          "[agreement][planted][corpus]") {
  expect_caught(test::Faulty::ExplicitState, {.drop_pass = true});
}
TEST_CASE("agreement: passes dropped by symbolic are noticed", "[agreement][planted][corpus]") {
  expect_caught(test::Faulty::Symbolic, {.drop_pass = true});
}
