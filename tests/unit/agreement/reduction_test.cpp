// What the explicit engine leaves out changes nothing: with and without reductions the same ends
// are reached, and every way it names leads where it says.

#include <set>

#include "checker/explicit_state/explore.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using checker::explicit_state::Space;
using State = checker::State<int64_t>;

namespace {

/// How a play ended: everything but how often effects were used, which nothing reads any more.
using End = std::pair<std::pair<checker::End, int>, std::vector<int64_t>>;
End end_of(const checker::World& w, const State& s) {
  return {{s.control.end, s.control.result}, {s.cells.begin(), s.cells.begin() + w.uses_cell}};
}

std::set<End> ends(const checker::World& w, const Space& space) {
  std::set<End> out;
  for (int t : space.terminals) out.insert(end_of(w, space.state(t)));
  return out;
}

/// Plays the moves on a machine of its own.
End played(const checker::Question& q, const std::vector<checker::Move>& moves) {
  checker::Concrete domain;
  checker::Machine<checker::Concrete> m(*q.world, domain);
  m.until_depth = q.until_depth;
  m.until_idle = q.until_idle;
  std::vector<checker::Alt<int64_t>> alts;
  State s = m.initial({});
  size_t at = 0;
  for (;;) {
    const checker::Status status = m.step(s, alts);
    if (status == checker::Status::Done) break;
    if (status != checker::Status::Choice) continue;
    REQUIRE(at < moves.size());
    const checker::Alt<int64_t>* taken = nullptr;
    for (const auto& a : alts)
      if (a.move == moves[at]) taken = &a;
    REQUIRE(taken != nullptr);
    const checker::Alt<int64_t> copy = *taken;
    m.take(s, copy);
    ++at;
  }
  REQUIRE(at == moves.size());
  return end_of(*q.world, s);
}

}  // namespace

TEST_CASE("reduction: the same ends, and ways that lead there", "[agreement][corpus]") {
  std::vector<std::string> games = test::shipped_games();
  for (const char* game : {"bench/games/order", "bench/games/window"})
    games.push_back(test::at_root(game));
  size_t smaller = 0, ways = 0;
  for (const std::string& folder : games) {
    const test::Corpus corpus(folder);
    checker::Session session(*corpus.game, corpus.sources);
    for (const rulings::Document& d : corpus.documents) {
      base::DiagnosticLog log;
      const checker::RulingResult r = session.prepare(d, log);
      for (const auto& q : r.questions) {
        if (q->world == nullptr || !q->which->situation.lets.empty()) continue;
        INFO(d.id << " " << q->which->id);
        const Space all = checker::explicit_state::explore(*q, {}, {});
        const checker::explicit_state::Setup setup{.reduced = true, .forget_from = 0};
        const Space some = checker::explicit_state::explore(*q, {}, {}, setup);
        if (!all.complete && !all.limit)
          continue;  // a play that leaves out what the rules oblige somebody to do
        REQUIRE(all.complete);
        REQUIRE(some.complete);
        CHECK(some.nodes.size() <= all.nodes.size());
        smaller += some.nodes.size() < all.nodes.size() ? 1 : 0;
        CHECK(ends(*q->world, some) == ends(*q->world, all));
        for (size_t i = 0; i < some.terminals.size() && i < 20; ++i) {
          const int t = some.terminals[i];
          CHECK(played(*q, path(*q, some, t, setup)) == end_of(*q->world, some.state(t)));
          ++ways;
        }
      }
    }
  }
  CHECK(smaller >= 4);
  CHECK(ways >= 300);
}
