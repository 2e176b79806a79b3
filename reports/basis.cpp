#include <algorithm>

#include <fmt/format.h>

#include "reports/reports.h"

namespace hanrei::reports {

using base::Lang;

void write_basis(std::ostream& out, const model::Program& p, const rulings::Ruling& ruling, const checker::Basis& basis, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const auto says = [&](const rulings::Ground& g) -> std::string {
    if (g.clause != model::kNone) {
      const model::Clause& c = p.clauses[static_cast<size_t>(g.clause)];
      return ja || c.en.empty() ? (c.ja.empty() ? c.title : c.ja) : c.en;
    }
    for (const auto& [span, words] : p.cards[static_cast<size_t>(g.card)].text) if (span == g.span) return (ja ? "「" : "\"") + words + (ja ? "」" : "\"");
    return "";
  };
  const auto name = [&](const rulings::Ground& g) -> std::string {
    if (g.clause != model::kNone) return p.clauses[static_cast<size_t>(g.clause)].id;
    return "《" + p.cards[static_cast<size_t>(g.card)].name + "》";
  };
  if (basis.sets.empty()) {
    if (basis.asked && !basis.stopped.empty()) out << fmt::format(fmt::runtime(ja ? "    根拠は調べられない: {}\n" : "    What this rests on was not worked out: {}\n"), shown(basis.stopped));
    return;
  }
  // others only where each is known to be minimal
  const size_t shown_sets = basis.minimal ? std::min<size_t>(basis.sets.size(), 3) : 1;
  for (size_t i = 0; i < shown_sets; ++i) {
    const checker::MinimalSet& set = basis.sets[i];
    if (set.grounds.empty()) { out << (ja ? "    条項が何を定めていても、そうなる。\n" : "    It is so whatever the clauses say.\n"); continue; }
    std::vector<rulings::Ground> brings = set.bringing(), rest;
    for (size_t k = 0; k < set.grounds.size(); ++k) if (!set.brings[k]) rest.push_back(set.grounds[k]);
    if (brings.empty()) brings.swap(rest);   // it only must not be otherwise
    // sentences of cards first, then what the ruling cites
    std::stable_sort(brings.begin(), brings.end(), [&](const rulings::Ground& a, const rulings::Ground& b) {
      const auto rank = [&](const rulings::Ground& g) { return g.card != model::kNone ? 0 : std::find(ruling.cites.begin(), ruling.cites.end(), g.clause) != ruling.cites.end() ? 1 : 2; };
      return rank(a) < rank(b);
    });
    const auto list = [&] { for (const rulings::Ground& g : brings) out << fmt::format("      {}  {}\n", shown(name(g), 100), shown(says(g), 300)); };
    if (i == 0) out << (ja ? "    なぜか:\n" : "    Why:\n");
    else out << (ja ? "    次からも、それだけで従う:\n" : "    It follows from these alone as well:\n");
    list();
    if (!rest.empty()) {
      std::string names;
      for (const rulings::Ground& g : rest) names += (names.empty() ? "" : ja ? "、" : ", ") + shown(name(g), 100);
      out << (ja ? "      また、これを妨げるものはない: " : "      and nothing gets in its way: ") << names << "\n";
    }
    if (i > 0) continue;
    if (basis.minimal) out << (ja ? "      この結論は、以上の条項から従い、ほかの条項が何を定めていても変わらない。以上のどれを欠いても出ない。\n" : "      It follows from these, whatever all other clauses say, and without any one of them it need not be so.\n");
    else out << fmt::format(fmt::runtime(ja ? "      この結論は、以上の条項から従い、ほかの条項が何を定めていても変わらない。どれも欠かせないかどうかは決められなかった ({})。\n" : "      It follows from these, whatever all other clauses say; whether each of them is needed was not decided ({}).\n"), shown(basis.stopped));
  }
  if (shown_sets < basis.sets.size() && basis.minimal) out << fmt::format(fmt::runtime(ja ? "      ほかに{}通り。\n" : "      and {} more.\n"), basis.sets.size() - shown_sets);
  if (!basis.all && basis.minimal) out << fmt::format(fmt::runtime(ja ? "      ほかの根拠もありうる ({})。\n" : "      There may be other grounds ({}).\n"), shown(basis.stopped));
}

void write_citations(std::ostream& out, const model::Program& p, const rulings::Ruling& ruling, const std::vector<checker::Basis>& bases, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const auto covers = [&](model::Id general, model::Id clause) {
    const std::string &a = p.clauses[static_cast<size_t>(general)].id, &b = p.clauses[static_cast<size_t>(clause)].id;
    return b.starts_with(a) && (b.size() == a.size() || std::string_view("-.[(・").find(b[a.size()]) != std::string_view::npos || b.compare(a.size(), 3, "・") == 0);
  };
  std::vector<model::Id> brings, member, met;
  bool whole = !bases.empty();
  for (const checker::Basis& b : bases) {
    whole = whole && b.all && b.minimal;
    for (const rulings::Ground& g : b.met) if (g.clause != model::kNone) met.push_back(g.clause);
    for (const checker::MinimalSet& s : b.sets) for (size_t i = 0; i < s.grounds.size(); ++i) if (s.grounds[i].clause != model::kNone) member.push_back(s.grounds[i].clause);
    if (b.sets.size() == 1 && b.all && b.minimal) for (const rulings::Ground& g : b.sets[0].bringing()) if (g.clause != model::kNone) brings.push_back(g.clause);
  }
  const auto names = [&](const std::vector<model::Id>& list) {
    std::string all;
    for (model::Id c : list) all += (all.empty() ? "" : ja ? "、" : ", ") + shown(p.clauses[static_cast<size_t>(c)].id, 100);
    return all;
  };
  std::sort(brings.begin(), brings.end());
  brings.erase(std::unique(brings.begin(), brings.end()), brings.end());
  std::erase_if(brings, [&](model::Id c) { return std::any_of(ruling.cites.begin(), ruling.cites.end(), [&](model::Id cited) { return covers(cited, c); }); });
  if (!brings.empty()) out << (ja ? "  引用されていないが必要な条項: " : "  needed but not cited: ") << names(brings) << "\n";
  if (!whole) return;
  std::vector<model::Id> idle;
  for (model::Id cited : ruling.cites) {
    const auto touches = [&](model::Id c) { return covers(cited, c); };
    if (std::any_of(met.begin(), met.end(), touches) && std::none_of(member.begin(), member.end(), touches)) idle.push_back(cited);
  }
  if (!idle.empty()) out << (ja ? "  引用されているが、結論には要らない条項: " : "  cited but not needed: ") << names(idle) << "\n";
}

}  // namespace hanrei::reports
