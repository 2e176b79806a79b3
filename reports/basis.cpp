#include <fmt/format.h>

#include "reports/reports.h"

namespace hanrei::reports {

using base::Lang;

void write_basis(std::ostream& out, const model::Program& p, const checker::Basis& basis, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const auto says = [&](const rulings::Ground& g) -> std::string {
    if (g.clause != model::kNone) {
      const model::Clause& c = p.clauses[static_cast<size_t>(g.clause)];
      return ja || c.en.empty() ? (c.ja.empty() ? c.title : c.ja) : c.en;
    }
    for (const auto& [span, words] : p.cards[static_cast<size_t>(g.card)].text) if (span == g.span) return words;
    return "";
  };
  if (basis.sets.empty()) {
    if (!basis.stopped.empty()) out << fmt::format(fmt::runtime(ja ? "    根拠は調べていません: {}\n" : "    what it rests on was not examined: {}\n"), shown(basis.stopped));
    return;
  }
  for (size_t i = 0; i < basis.sets.size(); ++i) {
    const auto& set = basis.sets[i];
    if (set.empty()) { out << (ja ? "    どの条項が何を定めていても、そうなる。\n" : "    It is so whatever any clause says.\n"); continue; }
    const char* head = i > 0 ? (ja ? "    次の条項だけからも従う:\n" : "    It follows from these alone as well:\n")
                     : ja ? "    この結論は、次の条項がそろえば従う。ほかの条項が何を定めていても変わらない。\n" : "    It follows from these, whatever all other clauses say:\n";
    out << head;
    for (const rulings::Ground& g : set) out << fmt::format("      {}  {}\n", shown(rulings::ground_text(p, g), 100), shown(says(g), 400));
    if (i == 0 && basis.minimal) out << (ja ? "    どれを欠いても、この結論は出ない。\n" : "    Without any one of them it need not be so.\n");
    if (i == 0 && !basis.minimal) out << (ja ? "    どれも欠かせないかどうかは分からなかった" : "    Whether each of them is needed was not decided") << fmt::format(" ({})\n", shown(basis.stopped));
  }
  if (!basis.all && basis.minimal) out << fmt::format(fmt::runtime(ja ? "    ほかの根拠がありうる: {}\n" : "    There may be other grounds: {}\n"), shown(basis.stopped));
}

}  // namespace hanrei::reports
