// The walker against the explicit engine, on every ruling whose plays can be walked one by one.

#include <iostream>

#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/walker/compare.h"

using namespace hanrei;

namespace {
constexpr size_t kMostNodes = 300, kMostPlays = 20'000;
}

TEST_CASE("walker: the same results as explicit_state for every small ruling", "[walker]") {
  size_t walked = 0, claims = 0, plays = 0;
  std::string differences, left_out;
  std::vector<std::string> games = test::shipped_games();
  games.push_back(test::at_root("docs/tako"));
  for (const std::string& folder : games) {
    const test::Corpus corpus(folder);
    checker::Session session(*corpus.game, corpus.sources);
    for (const rulings::Document& d : corpus.documents) {
      base::DiagnosticLog log;
      const checker::RulingResult r = session.prepare(d, log);
      REQUIRE_FALSE(log.has_errors());
      for (const auto& q : r.questions) {
        const std::string name = d.id + (q->which->id.empty() ? "" : " (" + q->which->id + ")");
        if (!q->which->situation.lets.empty() || q->which->deck) continue;
        REQUIRE(q->world != nullptr);
        const auto space = checker::explicit_state::explore(*q, {}, {});
        if (!space.complete || space.endless || space.nodes.size() > kMostNodes || walker::plays_in(space, kMostPlays) >= kMostPlays) {
          left_out += "  " + name + ": " + std::to_string(space.nodes.size()) + " nodes\n";
          continue;
        }
        std::vector<model::ExprId> watch;
        std::vector<size_t> first;
        for (const rulings::Claim& c : q->which->claims) {
          first.push_back(watch.size());
          for (model::ExprId e : walker::expressions_of(c)) watch.push_back(e);
        }
        const walker::Walk w = walker::walk(*q->program, *q->which, kMostPlays, watch);
        if (!w.complete) {
          differences += name + ": " + w.stopped + "\n";
          continue;
        }
        ++walked;
        plays += w.plays;
        const std::string d2 = walker::difference(w.results, walker::results_of(*q, space, watch));
        if (!d2.empty()) differences += name + ":\n" + d2;
        const checker::Limits limits;  // the engine refers to them
        checker::explicit_state::Engine engine(*q, limits);
        for (size_t i = 0; i < q->which->claims.size(); ++i) {
          const int says = walker::verdict(q->which->claims[i], w.results, first[i]);
          const checker::Answer a = engine.answer(q->which->claims[i]);
          if (says < 0 || a.verdict == checker::Verdict::Unknown) continue;
          ++claims;
          if ((says == 1) != (a.verdict == checker::Verdict::Holds)) differences += name + ": another verdict of " + q->which->claims[i].text + "\n";
        }
      }
    }
  }
  std::cout << "situations walked: " << walked << ", plays: " << plays << ", verdicts compared: " << claims << "\nleft out:\n" << left_out;
  CHECK(differences == "");
  CHECK(walked >= 130);
}
