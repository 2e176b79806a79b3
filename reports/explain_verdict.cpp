#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "reports/explain_parts.h"
#include "rulings/sentence.h"

namespace hanrei::reports::explained {

using base::Lang;
using checker::ClaimResult;
using checker::Standing;
using checker::Verdict;
using checker::explain::ClaimExplained;
using rulings::ClaimKind;

std::string open_clash(const checker::RulingResult& r, const ClaimResult& c,
                       const ClaimExplained& e, const checker::Basis& basis, bool ja) {
  if (!e.has_situation || rulings::about_texts(c.claim->kind)) return "";
  const model::Program& p = *r.program;
  const auto met = [&](const std::string& card, ClauseId clause) {
    return std::ranges::any_of(basis.met, [&](const rulings::Ground& g) {
      return g.card != kNone ? p.cards[g.card].name == card : g.clause == clause;
    });
  };
  const auto presented = [&](const std::string& card) { return base::contains(e.about, card); };
  for (size_t i = 0; i < r.claims.size(); ++i) {
    const rulings::Claim& other = *r.claims[i].claim;
    if (r.claims[i].case_id != c.case_id || other.kind != ClaimKind::Contradicts ||
        r.claims[i].shown.verdict != Verdict::Holds)
      continue;
    if (!met(other.what, kNone) || !met(other.against, other.against.empty() ? other.by : kNone))
      continue;
    if (about_legality(c.claim->kind) && !presented(other.what) && !presented(other.against))
      continue;
    // a prohibition that nothing sets aside counts: what may be declared all the same may be under
    // either text, where neither is a duty
    const bool duty = std::ranges::any_of(p.norms, [&](const model::Norm& n) {
      const std::string name = n.source.card == kNone ? "" : p.cards[n.source.card].name;
      const bool states = !name.empty()
                              ? name == other.what || name == other.against
                              : other.by != kNone && base::contains(n.source.by, other.by);
      return states && n.mode == model::NormMode::Oblige;
    });
    if (about_legality(c.claim->kind) && !duty &&
        (c.claim->kind == ClaimKind::Legal) == (c.shown.verdict == Verdict::Holds))
      continue;
    const auto [first, second] = rulings::texts_of(other, p, ja);
    return ja ? fmt::format(
                    "({}と{}のどちらが優先するかは定まっていない({})"
                    "。これは、どちらに従うかによりうる。)",
                    first, second, i + 1)
              : fmt::format(
                    "(Nothing decides between {} and {}, see {}); this may hang on which of them "
                    "is followed.)",
                    first, second, i + 1);
  }
  return "";
}

std::string claim_sentence(const ClaimResult& c, const ClaimExplained& e, bool exact, Lang lang) {
  const std::string text = shown(c.claim->text.empty() ? c.claim->what : c.claim->text);
  std::string out = shown(exact ? e.answer.exact : e.answer.says, 4000);
  if (!e.answer.words)  // as the ruling has it
    out += fmt::format("  [{}{}{}]", claim_kind_text(c.claim->kind, lang), text.empty() ? "" : " ",
                       text);
  return out;
}

std::vector<std::string> reason_lines(const checker::explain::ShortAnswer& answer, Lang lang) {
  const bool ja = lang == Lang::Ja;
  std::vector<std::string> out;
  const auto stops = [&] {
    for (const std::string& each : answer.stops) out.push_back(shown(each));
  };
  if (!answer.forbidden) stops();
  for (const checker::explain::Because& b : answer.because) {
    const std::string name = shown(b.name, 100), words = shown(b.words, 600),
                      lets = shown(b.lets, 300);
    if (ja)
      out.push_back(name + "「" + words + "」" +
                    (b.forbids      ? "により、禁じられている。"
                     : b.within     ? "には反しない。"
                     : lets.empty() ? "による。"
                                    : "により、" + lets + "。"));
    else
      out.push_back((b.forbids      ? "It is forbidden by " + name
                     : b.within     ? "It is not against " + name
                     : lets.empty() ? "Because of " + name
                                    : "By " + name + ", " + lets) +
                    ": “" + rulings::inner_quotes(words) +
                    (words.ends_with('.') || words.ends_with("。") ? "”" : "”."));
  }
  if (answer.forbidden) stops();
  if (!answer.unknown.empty()) out.push_back(shown(answer.unknown));
  return out;
}

}  // namespace hanrei::reports::explained
