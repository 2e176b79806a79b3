#include "checker/explain/parting.h"

#include <algorithm>

#include "checker/explicit_state/explore.h"

namespace hanrei::checker::explain {
namespace {

using rulings::ClaimKind;

/// How good a result is for a player: won, open or drawn, lost.
int rank(int result, int player) {
  if (result == model::kResultNone || result == model::kResultDraw) return 1;
  return result - model::kResultWinFirst == player ? 2 : 0;
}

/// Who chooses where the plays part, and for whom the one or the other is better.
std::string chooser(const Question& q, const Parting& p, bool ja) {
  const int who = p.plays[0].sentences[p.common].who;
  if (who < 0) return ja ? "ここで分かれる。どちらになるかを誰が決めるかの定めはない。" : "Here they part. No rule says who decides which way it goes.";
  const std::string& name = q.program->players[static_cast<size_t>(who)];
  std::string out = ja ? "ここで分かれる。選ぶのは" + name + "である。" : "Here they part. " + name + " chooses.";
  int good[2];
  for (int i : {0, 1}) good[i] = rank(p.plays[i].end.control.result, who);
  if (good[0] == good[1]) return out;
  const std::string better = good[0] > good[1] ? (ja ? "ア" : "a") : (ja ? "イ" : "b");
  return out + (ja ? name + "にとってよいのは(" + better + ")である。" : " For " + name + " (" + better + ") is better.");
}

}  // namespace

Parting parting(const Question& q, const Answer& answer, const rulings::Claim& claim, const Limits& limits, base::Lang lang, const std::vector<std::string>& cards) {
  Parting out;
  const bool ja = lang == base::Lang::Ja;
  const bool holds = answer.verdict == Verdict::Holds;
  const bool outcomes = claim.kind == ClaimKind::Outcomes;
  if (q.world == nullptr || !answer.has_witness) return out;
  if (!outcomes && !(claim.kind == ClaimKind::Possible && holds) && !((claim.kind == ClaimKind::Necessary || claim.kind == ClaimKind::Impossible) && !holds)) return out;
  const explicit_state::Setup setup{.reduced = true};
  const explicit_state::Space space = explicit_state::explore(q, answer.lets, limits, setup);
  Concrete domain;
  Machine<Concrete> m(*q.world, domain);
  m.initial(answer.lets);
  const Speaker say(q, m, lang, cards);
  int nodes[2] = {-1, -1};
  std::vector<int64_t> first;
  try {
    for (int t : space.terminals) {
      const S state = space.state(t);
      size_t at = state.control.script;
      while (at < q.which->play.size() && q.which->play[at].kind == rulings::PlayKind::Free) ++at;
      if (state.control.end != End::Over || at < q.which->play.size()) continue;
      std::vector<int64_t> value;
      if (outcomes) for (ExprId e : claim.of) value.push_back(m.eval(state, e));
      else value.push_back(m.eval(state, claim.expr) != 0);
      const int side = nodes[0] < 0 ? 0 : value != first ? 1 : -1;
      if (side < 0) continue;
      if (side == 0) first = value;
      nodes[side] = t;
      for (size_t i = 0; outcomes && i < value.size(); ++i) out.ends[side] += (i > 0 ? (ja ? "、" : ", ") : "") + claim.of_text[i] + " = " + say.value(state, (*q.program)[claim.of[i]].type, value[i]);
      if (!outcomes) out.ends[side] = value[0] != 0 ? (ja ? "そうなる" : "it comes to this") : (ja ? "そうはならない" : "it does not come to this");
      if (side == 1) break;
    }
    if (nodes[1] < 0) return out;
    if (!outcomes && first[0] == 0) { std::swap(nodes[0], nodes[1]); std::swap(out.ends[0], out.ends[1]); }
    std::vector<Move> moves[2];
    for (int i : {0, 1}) {
      moves[i] = explicit_state::path(q, space, nodes[i], setup);
      out.plays[i] = tell(q, answer.lets, moves[i], nullptr, lang, cards);
      if (!out.plays[i].ok) return out;
    }
    int part = 0;
    while (static_cast<size_t>(part) < std::min(moves[0].size(), moves[1].size()) && moves[0][static_cast<size_t>(part)] == moves[1][static_cast<size_t>(part)]) ++part;
    const auto &a = out.plays[0].sentences, &b = out.plays[1].sentences;
    while (out.common < std::min(a.size(), b.size()) && a[out.common].move != part && b[out.common].move != part && a[out.common].text == b[out.common].text) ++out.common;
    out.found = out.common < a.size() && out.common < b.size() && a[out.common].move == part && b[out.common].move == part;
    if (out.found) out.who = chooser(q, out, ja);
  } catch (const Unsupported&) {
    out.found = false;
  }
  return out;
}

}  // namespace hanrei::checker::explain
