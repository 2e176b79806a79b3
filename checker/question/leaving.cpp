#include "checker/question/leaving.h"

namespace hanrei::checker {

namespace {

/// The places from which an end is reached when `wins` decides for it at each place, and all others
/// against it.
template <class Wins>
std::vector<bool> reaching(const Crossings& c, const Wins& wins) {
  std::vector<std::vector<int>> before(c.next.size());
  std::vector<size_t> open(c.next.size());  // ways against it that do not lead there
  for (size_t n = 0; n < c.next.size(); ++n) {
    open[n] = c.next[n].size();
    for (int to : c.next[n]) before[to].push_back(static_cast<int>(n));
  }
  std::vector<bool> out = c.end;
  std::vector<int> todo;
  for (size_t n = 0; n < out.size(); ++n)
    if (out[n]) todo.push_back(static_cast<int>(n));
  while (!todo.empty()) {
    const int to = todo.back();
    todo.pop_back();
    for (int from : before[to]) {
      if (out[from] || (!wins(c.who[from]) && --open[from] > 0)) continue;
      out[from] = true;
      todo.push_back(from);
    }
  }
  return out;
}

}  // namespace

Leavers leavers(const Crossings& c, int from) {
  Leavers out;
  for (int player : {0, 1})
    if (reaching(c, [&](int who) { return who == player; })[from]) out.alone.insert(player);
  const std::vector<bool> any = reaching(c, [](int) { return true; });
  out.together = out.alone.empty() && any[from];
  // those who decide between an end and something else
  std::vector<bool> seen(c.next.size(), false);
  std::vector<int> todo = {from};
  seen[from] = true;
  while (!todo.empty()) {
    const int at = todo.back();
    todo.pop_back();
    if (any[at] && c.next[at].size() > 1) out.all.insert(c.who[at]);
    for (int to : c.next[at]) {
      if (seen[to]) continue;
      seen[to] = true;
      todo.push_back(to);
    }
  }
  return out;
}

Reason leavers_text(const Question& q, const Leavers& leavers) {
  std::vector<Reason> names;
  for (int who : leavers.together ? leavers.all : leavers.alone)
    names.push_back(who < 0 ? Reason(ReasonCode::Chance)
                            : Reason(ReasonCode::Plain, q.program->players[who]));
  const Reason all = base::joined(leavers.together ? ReasonCode::And : ReasonCode::Either, names);
  return leavers.together && names.size() > 1 ? Reason(ReasonCode::Together, all) : all;
}

}  // namespace hanrei::checker
