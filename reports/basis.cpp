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
    if (!basis.stopped.empty()) out << fmt::format(fmt::runtime(ja ? "    根拠は調べられない: {}\n" : "    What this rests on was not worked out: {}\n"), shown(basis.stopped));
    return;
  }
  for (size_t i = 0; i < basis.sets.size(); ++i) {
    const checker::MinimalSet& set = basis.sets[i];
    if (set.grounds.empty()) { out << (ja ? "    条項が何を定めていても、そうなる。\n" : "    It is so whatever the clauses say.\n"); continue; }
    std::vector<rulings::Ground> brings = set.bringing(), rest;
    for (size_t k = 0; k < set.grounds.size(); ++k) if (!set.brings[k]) rest.push_back(set.grounds[k]);
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
      if (brings.empty()) out << (ja ? "      これを妨げるものはない: " : "      Nothing gets in its way: ") << names << "\n";
      else out << (ja ? "      また、これを妨げるものはない: " : "      and nothing gets in its way: ") << names << "\n";
    }
    if (i > 0) continue;
    if (basis.minimal) out << (ja ? "      この結論は、以上の条項から従い、ほかの条項が何を定めていても変わらない。以上のどれを欠いても出ない。\n" : "      It follows from these, whatever all other clauses say, and without any one of them it need not be so.\n");
    else out << fmt::format(fmt::runtime(ja ? "      この結論は、以上の条項から従い、ほかの条項が何を定めていても変わらない。どれも欠かせないかどうかは決められなかった ({})。\n" : "      It follows from these, whatever all other clauses say; whether each of them is needed was not decided ({}).\n"), shown(basis.stopped));
  }
  if (!basis.all && basis.minimal) out << fmt::format(fmt::runtime(ja ? "      ほかの根拠もありうる ({})。\n" : "      There may be other grounds ({}).\n"), shown(basis.stopped));
}

}  // namespace hanrei::reports
