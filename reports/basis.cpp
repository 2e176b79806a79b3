#include <algorithm>

#include <fmt/format.h>

#include "reports/reasons.h"
#include "reports/reports.h"

namespace hanrei::reports {

using base::Lang;

namespace {

constexpr size_t kMostTold = 6, kMostNamed = 12;

/// Each name once: the sentences of a card go by its name.
std::string listed(const std::vector<std::string>& all, size_t most, bool ja) {
  std::vector<std::string> names;
  for (const std::string& name : all) if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  std::string out;
  for (size_t i = 0; i < names.size() && i < most; ++i) out += (i == 0 ? "" : ja ? "、" : ", ") + names[i];
  if (names.size() > most) out += fmt::format(fmt::runtime(ja ? "、ほか{}" : " and {} more"), names.size() - most);
  return out;
}

}  // namespace

void write_basis(std::ostream& out, const model::Program& p, const rulings::Ruling& ruling, const checker::Basis& basis, bool whole, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const auto says = [&](const rulings::Ground& g) -> std::string {
    if (g.clause != model::kNone) {
      const model::Clause& c = p.clauses[static_cast<size_t>(g.clause)];
      return ja || c.en.empty() ? (c.ja.empty() ? c.title : c.ja) : c.en;
    }
    for (const auto& [span, words] : p.cards[static_cast<size_t>(g.card)].text) if (span == g.span) return (ja ? "「" : "\"") + words + (ja ? "」" : "\"");
    return "";
  };
  const auto name = [&](const rulings::Ground& g) { return shown(g.clause != model::kNone ? p.clauses[static_cast<size_t>(g.clause)].id : "《" + p.cards[static_cast<size_t>(g.card)].name + "》", 100); };
  const std::string reason = !whole || basis.stopped.empty() ? "" : (ja ? "（" : " (") + shown(reason_text(basis.stopped, style.lang)) + (ja ? "）" : ")");
  const size_t most_told = whole ? SIZE_MAX : kMostTold, most_named = whole ? SIZE_MAX : kMostNamed;
  if (!basis.asked) {
    out << (ja ? "    この種の主張については、根拠の条項を示さない。\n" : "    No clauses are named for this kind of claim.\n");
    return;
  }
  if (basis.sets.empty()) {
    if (!basis.stopped.empty()) out << (ja ? "    根拠は決められなかった" : "    What this rests on was not decided") << reason << (ja ? "。\n" : ".\n");
    return;
  }
  // others only where each is known to be minimal
  const size_t shown_sets = basis.minimal ? std::min<size_t>(basis.sets.size(), 3) : 1;
  for (size_t i = 0; i < shown_sets; ++i) {
    const checker::MinimalSet& set = basis.sets[i];
    if (set.grounds.empty()) { out << (ja ? "    条項が何を定めていても、そうなる。\n" : "    It is so whatever the clauses say.\n"); continue; }
    std::vector<rulings::Ground> brings;
    std::vector<std::string> rest, unsure;
    if (const size_t n = static_cast<size_t>(std::count(set.needed.begin(), set.needed.end(), false)); n > most_named && n == set.grounds.size()) {   // no explanation
      out << fmt::format(fmt::runtime(ja ? "    根拠は絞り込めなかった。条項と文面{}のうちのどれかによる{}。\n" : "    What this rests on was not narrowed down: it is some of {} clauses and sentences{}.\n"), n, reason);
      continue;
    }
    for (size_t k = 0; k < set.grounds.size(); ++k) {
      if (!set.needed.empty() && !set.needed[k]) unsure.push_back(name(set.grounds[k]));
      else if (set.brings[k]) brings.push_back(set.grounds[k]);
      else rest.push_back(name(set.grounds[k]));
    }
    if (brings.empty() && unsure.empty()) { brings = set.grounds; rest.clear(); }   // it only must not be otherwise
    // sentences of cards first, then what the ruling cites
    std::stable_sort(brings.begin(), brings.end(), [&](const rulings::Ground& a, const rulings::Ground& b) {
      const auto rank = [&](const rulings::Ground& g) { return g.card != model::kNone ? 0 : std::find(ruling.cites.begin(), ruling.cites.end(), g.clause) != ruling.cites.end() ? 1 : 2; };
      return rank(a) < rank(b);
    });
    if (i == 0) out << (ja ? "    なぜか:\n" : "    Why:\n");
    else out << (ja ? "    次からも、それだけで従う:\n" : "    It follows from these alone as well:\n");
    std::vector<std::string> more;
    for (size_t k = 0; k < brings.size(); ++k) {
      if (k < most_told) out << fmt::format("      {}  {}\n", name(brings[k]), shown(says(brings[k]), 300));
      else more.push_back(name(brings[k]));
    }
    if (!more.empty()) out << (ja ? "      および " : "      and ") << listed(more, most_named, ja) << "\n";
    if (!rest.empty()) out << (brings.empty() ? (ja ? "      欠かせないもの: " : "      needed: ") : ja ? "      また、これを妨げるものはない: " : "      and nothing gets in its way: ") << listed(rest, most_named, ja) << "\n";
    if (i > 0) continue;
    if (basis.minimal) {
      out << (ja ? "      この結論は、以上と言葉の意味から従い、ほかの条項が何を定めていても変わらない。以上のどれを欠いても出ない。\n" : "      It follows from these and from what words mean, whatever else the clauses say, and without any one of them it need not be so.\n");
    } else if (brings.empty() && rest.empty()) {
      out << fmt::format(fmt::runtime(ja ? "      根拠として十分なのは {}。どれが欠かせないかは決められなかった{}。\n" : "      These suffice: {}; which of them are needed was not decided{}.\n"), listed(unsure, most_named, ja), reason);
    } else if (unsure.size() > most_named) {
      out << fmt::format(fmt::runtime(ja ? "      以上のどれを欠いてもこの結論は出ない。ほかの{}のどれが要るかは決められなかった{}。\n" : "      Without any one of these it need not be so. Which of {} others are needed beside them was not decided{}.\n"), unsure.size(), reason);
    } else {
      out << fmt::format(fmt::runtime(ja ? "      以上のどれを欠いてもこの結論は出ない。ほかに要りうるもの: {}。それぞれが欠かせないかどうかは決められなかった{}。\n" : "      Without any one of these it need not be so. Beside them it may take {}: whether each of those is needed was not decided{}.\n"), listed(unsure, most_named, ja), reason);
    }
  }
  if (shown_sets < basis.sets.size() && basis.minimal) out << fmt::format(fmt::runtime(ja ? "      ほかに{}通り。\n" : "      and {} more.\n"), basis.sets.size() - shown_sets);
  if (!basis.all && basis.minimal) out << (ja ? "      ほかの根拠もありうる" : "      There may be other grounds") << reason << (ja ? "。\n" : ".\n");
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
