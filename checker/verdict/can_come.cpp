#include "checker/verdict/can_come.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/explicit_state/explore.h"
#include "checker/question/outcome.h"
#include "checker/question/slice.h"
#include "checker/replay/replay.h"

namespace hanrei::checker {
namespace {

/// A number of any size, for counting timing orders.
struct BigCount {
  std::vector<uint32_t> digits;  // base 10^9, least first
  void add(const BigCount& other) {
    uint64_t carry = 0;
    for (size_t i = 0; i < std::max(digits.size(), other.digits.size()) || carry != 0; ++i) {
      if (i >= digits.size()) digits.push_back(0);
      const uint64_t sum = carry + digits[i] + (i < other.digits.size() ? other.digits[i] : 0);
      digits[i] = static_cast<uint32_t>(sum % 1'000'000'000);
      carry = sum / 1'000'000'000;
    }
  }
  std::string text() const {
    if (digits.empty()) return "0";
    std::string out = std::to_string(digits.back());
    for (size_t i = digits.size() - 1; i-- > 0;) out += fmt::format("{:09}", digits[i]);
    return out;
  }
};

/// How a play ended, as one line: its result, what the claims look at, where the cards are.
std::string outcome_text(const Question& q, const Outcomes& outcomes, const State<int64_t>& state,
                         bool ja) {
  std::string out;
  if (state.control.end == End::Bounded)
    out = ja ? "上限に達した" : "bounded";
  else if (state.control.end == End::Endless)
    out = ja ? "終わりがない" : "endless";
  else if (state.control.end == End::Stuck)
    out = ja ? "行き詰まり" : "stuck";
  else
    out = (ja ? "勝敗 " : "result ") +
          result_text(*q.program, state.control.result, ja ? base::Lang::Ja : base::Lang::En);
  const Outcomes::Parts parts = outcomes.parts(state);
  for (const std::string& p : parts.looked_at) out += (ja ? "、" : ", ") + p;
  for (const std::string& p : parts.cards) out += "; " + p;
  return out;
}

/// How many timing orders lead to each node.
std::vector<BigCount> orders(const explicit_state::Space& space) {
  std::vector<BigCount> ways(space.nodes.size());
  std::vector<int> incoming(space.nodes.size(), 0), ready;
  for (int to : space.edges) ++incoming[to];
  if (!ways.empty()) ways[0].digits = {1};
  for (size_t i = 0; i < incoming.size(); ++i)
    if (incoming[i] == 0) ready.push_back(static_cast<int>(i));
  while (!ready.empty()) {
    const size_t n = ready.back();
    ready.pop_back();
    for (size_t e = space.first_edge[n]; e < space.first_edge[n + 1]; ++e) {
      const size_t to = space.edges[e];
      ways[to].add(ways[n]);
      if (--incoming[to] == 0) ready.push_back(space.edges[e]);
    }
  }
  return ways;
}

bool same(const CanCome& a, const CanCome& b) {
  return a.endless == b.endless && a.possible == b.possible && a.not_said == b.not_said &&
         std::equal(a.outcomes.begin(), a.outcomes.end(), b.outcomes.begin(), b.outcomes.end(),
                    [](const auto& x, const auto& y) { return x.first == y.first; });
}

}  // namespace

CanCome can_come(const Question& q, const Limits& limits, base::Lang lang, bool count) {
  const bool ja = lang == base::Lang::Ja;
  CanCome out;
  if (q.which->deck) {
    out.played = true;
    try {
      for (const Breach& b : breaches(*q.program, *q.which->deck))
        out.outcomes.try_emplace(describe(b, lang));
    } catch (const Unsupported& u) {
      out.not_said = u.form;
    }
    return out;
  }
  if (q.world == nullptr)
    out.not_said = q.unsupported;
  else if (!q.which->situation.lets.empty())
    out.not_said = base::ReasonCode::QuantitiesToPlay;
  if (!out.not_said.empty()) return out;
  const explicit_state::Setup setup{.reduced = !count};
  const auto space = explicit_state::explore(q, {}, limits, setup);
  out.endless = space.endless;
  if (!space.complete) out.not_said = space.stopped;
  const bool counted = count && space.complete && !space.endless;
  const std::vector<BigCount> ways = counted ? orders(space) : std::vector<BigCount>();
  struct Found {
    int node;
    BigCount orders;
  };
  std::map<std::string, Found> found;
  const Outcomes as_shown(q);
  for (int t : space.terminals) {
    out.played = out.played || played_out(q, space.state(t));
    Found& f = found.try_emplace(outcome_text(q, as_shown, space.state(t), ja), t, BigCount{})
                   .first->second;
    if (counted) f.orders.add(ways[t]);
  }
  for (const auto& [text, f] : found) {
    CanCome::Way& way = out.outcomes[text];
    for (const Move& move : explicit_state::path(q, space, f.node, setup))
      way.moves.push_back(replay::describe(q, move, lang));
    if (count)
      way.orders = counted ? f.orders.text() + (ja ? " 通り" : "")
                   : space.endless
                       ? (ja ? "数えられません (終わりがない)" : "not counted (endless)")
                   : ja ? "数えられません (上限)"
                        : "not counted (limit)";
  }
  return out;
}

std::vector<Otherwise> otherwise(Session& session, const rulings::Document& document,
                                 const RulingResult& prepared, std::size_t which,
                                 const CanCome& first, const Limits& limits, base::Lang lang,
                                 bool count) {
  std::vector<Otherwise> out;
  const Question& q = *prepared.questions[which];
  if (!first.not_said.empty()) return out;
  const bool deck = q.which->deck.has_value();
  const auto within = deck ? slice::Within{} : slice::within(q);
  for (const model::ReadingDef& r : prepared.program->readings) {
    const bool presumed = r.presumed || std::ranges::any_of(document.presumes, [&](const auto& p) {
                            return p.first == r.name;
                          });
    if (presumed || (!deck && !slice::matters(within, r))) continue;
    for (std::size_t i = 0; i < r.options.size(); ++i) {
      if (r.options[i] == r.fallback) continue;
      base::DiagnosticLog quiet;
      const RulingResult other = session.prepare(document, quiet, false, {{r.name, r.options[i]}});
      CanCome can;
      if (which < other.questions.size() && other.questions[which] != nullptr)
        can = can_come(*other.questions[which], limits, lang, count);
      else
        can.possible = false;
      if (!same(first, can)) out.push_back({&r, i, std::move(can)});
    }
  }
  return out;
}

std::string result_text(const model::Program& p, int result, base::Lang lang) {
  const auto& members = p.enums[model::kResults].members;
  if (lang == base::Lang::En) return members[result];
  if (result == model::kResultNone) return "なし";
  if (result == model::kResultDraw) return "引き分け";
  return p.players[result - model::kResultWinFirst] + "の勝ち";
}

}  // namespace hanrei::checker
