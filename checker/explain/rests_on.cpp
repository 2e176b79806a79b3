#include "checker/explain/rests_on.h"

#include <algorithm>
#include <set>

#include "checker/explain/deciding.h"
#include "checker/explain/parting.h"
#include "checker/explain/tell.h"
#include "checker/explain/whynot.h"
#include "checker/explicit_state/explore.h"
#include "checker/question/outcome.h"

namespace hanrei::checker::explain {
namespace {

using rulings::ClaimKind;

/// Most that is done for one case only to have a play.
constexpr Limits kLimits{20'000, 200'000, 0, 0};
constexpr std::size_t kEnds = 8;

class Rests {
 public:
  Rests(const RulingResult& result, const base::SourceMap& sources, rulings::Touches& out)
      : r_(result), sources_(sources), out_(out) {}

  void run() {
    std::set<const Question*> asked;
    for (const ClaimResult& c : r_.claims)
      for (const auto& q : r_.questions)
        if (q->which->id == c.case_id && q->world != nullptr) {
          asked.insert(q.get());
          within([&] { claim(*q, c); });
        }
    for (const auto& q : r_.questions)
      if (!asked.contains(q.get()) && q->world != nullptr && q->which->claims.empty())
        within([&] { ends(*q); });
  }

 private:
  /// Forms that no play can carry out leave out what they would have said.
  template <class F>
  static void within(F&& work) {
    try {
      work();
    } catch (const Unsupported&) {
    }
  }

  void decides(const Question& q, const std::vector<rulings::Ground>& grounds) {
    for (const rulings::Ground& g : grounds)
      if (g.clause != model::kNone) out_.decides.push_back(rulings::ground_text(*q.program, g));
  }
  void decides(const Question& q, const std::vector<Obstacle>& obstacles) {
    for (const Obstacle& o : obstacles)
      for (const model::ClauseId c : o.by) out_.decides.push_back(q.program->clauses[c].id);
  }
  void told(const Question& q, const std::vector<int64_t>& lets, const std::vector<Move>& moves) {
    const Told play =
        tell(q, lets, {moves}, base::Lang::En, card_names(q, &r_.ruling, base::Lang::En), false);
    for (const Sentence& s : play.sentences) {
      for (const model::ClauseId c : s.by) out_.told.push_back(q.program->clauses[c].id);
    }
  }

  void claim(const Question& q, const ClaimResult& c) {
    const bool legality = c.claim->kind == ClaimKind::Legal || c.claim->kind == ClaimKind::Illegal;
    if (legality && (c.claim->kind == ClaimKind::Legal) != (c.shown.verdict == Verdict::Holds)) {
      const WhyNot why = why_not(q, c.shown, *c.claim, sources_, base::Lang::En,
                                 card_names(q, &r_.ruling, base::Lang::En));
      decides(q, why.obstacles);
      return;
    }
    std::vector<int64_t> lets = c.shown.lets;
    std::vector<Move> moves = c.shown.witness;
    if (!c.shown.has_witness) {
      const ForValue one =
          for_a_value(q, *c.claim, kLimits, sample_values(q.which->situation.lets));
      if (one.found) {
        lets = one.lets;
        moves = one.moves;
      } else if (!q.which->situation.lets.empty() || !some_play(q, moves)) {
        return;
      }
    }
    const Deciding found = deciding(q, lets, moves, *c.claim);
    decides(q, found.grounds);
    decides(q, found.spared);
    if (!legality) told(q, lets, moves);
  }

  bool some_play(const Question& q, std::vector<Move>& moves) const {
    const explicit_state::Setup setup{.reduced = true};
    const auto space = explicit_state::explore(q, {}, kLimits, setup);
    if (space.terminals.empty()) return false;
    moves = explicit_state::path(q, space, space.terminals.front(), setup);
    return true;
  }

  void ends(const Question& q) {
    if (!q.which->situation.lets.empty()) return;
    const explicit_state::Setup setup{.reduced = true};
    const auto space = explicit_state::explore(q, {}, kLimits, setup);
    const Outcomes outcomes(q);
    std::set<std::string> seen;
    for (const int t : space.terminals) {
      if (seen.size() >= kEnds || !seen.insert(outcomes.key(space.state(t))).second) continue;
      told(q, {}, explicit_state::path(q, space, t, setup));
    }
  }

  const RulingResult& r_;
  const base::SourceMap& sources_;
  rulings::Touches& out_;
};

}  // namespace

void add_rests(const RulingResult& result, const base::SourceMap& sources,
               rulings::Touches& touches) {
  Rests(result, sources, touches).run();
  touches.sort();
}

}  // namespace hanrei::checker::explain
