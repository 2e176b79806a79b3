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

/// A citation covers what stands below it.
bool covers(const model::Program& p, model::Id general, model::Id clause) {
  const std::string &a = p.clauses[static_cast<size_t>(general)].id, &b = p.clauses[static_cast<size_t>(clause)].id;
  return b.starts_with(a) && (b.size() == a.size() || std::string_view("-.[(・").find(b[a.size()]) != std::string_view::npos || b.compare(a.size(), 3, "・") == 0);
}

}  // namespace

void write_basis(std::ostream& out, const model::Program& p, const rulings::Ruling& ruling, const checker::Basis& basis, const Rests& rests, bool whole, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const auto says = [&](const rulings::Ground& g) -> std::string {
    if (g.clause != model::kNone) {
      const model::Clause& c = p.clauses[static_cast<size_t>(g.clause)];
      return ja || c.en.empty() ? (c.ja.empty() ? c.title : c.ja) : c.en;
    }
    for (const auto& [span, words] : p.cards[static_cast<size_t>(g.card)].text) if (span == g.span) {
      // what parts it from the next sentence is no part of it
      const size_t end = words.find_last_not_of(" /\n"), begin = words.find_first_not_of(" /\n");
      return (ja ? "「" : "\"") + (end == std::string::npos ? words : words.substr(begin, end + 1 - begin)) + (ja ? "」" : "\"");
    }
    return "";
  };
  const auto name = [&](const rulings::Ground& g) { return shown(g.clause != model::kNone ? p.clauses[static_cast<size_t>(g.clause)].id : "《" + p.cards[static_cast<size_t>(g.card)].name + "》", 100); };
  const std::string reason = !whole || basis.stopped.empty() ? "" : (ja ? "（" : " (") + shown(reason_text(basis.stopped, style.lang)) + (ja ? "）" : ")");
  const size_t most_told = whole ? SIZE_MAX : kMostTold, most_named = whole ? SIZE_MAX : kMostNamed;
  if (!basis.asked) return;
  if (basis.sets.empty()) {
    if (!basis.stopped.empty()) out << (ja ? "    根拠は決められなかった" : "    What this rests on was not decided") << reason << (ja ? "。\n" : ".\n");
    return;
  }
  // What is nearest to the answer first: sentences of cards, what the ruling cites, who chooses; then as play comes to it.
  const auto place = [](const std::vector<model::Id>& in, model::Id c) { return static_cast<size_t>(std::find(in.begin(), in.end(), c) - in.begin()); };
  const auto rank = [&](const rulings::Ground& g) -> size_t {
    if (g.card != model::kNone) return 0;
    if (std::any_of(ruling.cites.begin(), ruling.cites.end(), [&](model::Id cited) { return covers(p, cited, g.clause); })) return 1;
    if (place(rests.decides, g.clause) < rests.decides.size()) return 2;
    return 3 + place(rests.told, g.clause);
  };
  // others only where each is known to be minimal, and where something else brings it about
  std::vector<const checker::MinimalSet*> sets;
  for (const checker::MinimalSet& set : basis.sets) {
    if (!sets.empty() && !basis.minimal) break;
    if (std::none_of(sets.begin(), sets.end(), [&](const checker::MinimalSet* s) { return s->bringing() == set.bringing(); })) sets.push_back(&set);
  }
  const size_t shown_sets = std::min<size_t>(sets.size(), 3);
  for (size_t i = 0; i < shown_sets; ++i) {
    const checker::MinimalSet& set = *sets[i];
    if (set.grounds.empty()) { out << (ja ? "    これには、どの条項も要らない。そうならないようにするものがない。\n" : "    No clause is needed for this: there is nothing that could make it otherwise.\n"); continue; }
    std::vector<rulings::Ground> brings, quiet;
    std::vector<std::string> unsure;
    if (const size_t n = static_cast<size_t>(std::count(set.needed.begin(), set.needed.end(), false)); n > most_named && n == set.grounds.size()) {   // no explanation
      out << fmt::format(fmt::runtime(ja ? "    根拠は絞り込めなかった。条項と文面{}のうちのどれかによる{}。\n" : "    What this rests on was not narrowed down: it is some of {} clauses and sentences{}.\n"), n, reason);
      continue;
    }
    for (size_t k = 0; k < set.grounds.size(); ++k) {
      if (!set.needed.empty() && !set.needed[k]) unsure.push_back(name(set.grounds[k]));
      else (set.brings[k] ? brings : quiet).push_back(set.grounds[k]);
    }
    if (brings.empty()) brings.swap(quiet);   // it only must not be otherwise
    std::stable_sort(brings.begin(), brings.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    if (i > 0) out << (ja ? "    次からも、それだけで従う:\n" : "    It follows from these alone as well:\n");
    else if (basis.minimal) out << (ja ? "    なぜか(どれも欠かせず、言葉の意味と合わせてこれで足りる):\n" : "    Why (each is needed, and with what words mean they are enough):\n");
    else if (brings.empty()) out << (ja ? "    なぜか:\n" : "    Why:\n");
    else out << (ja ? "    なぜか(どれも欠かせない):\n" : "    Why (each is needed):\n");
    const size_t near = static_cast<size_t>(std::count_if(brings.begin(), brings.end(), [&](const auto& g) { return rank(g) < 3; }));
    const size_t told = std::min(most_told, whole || near == 0 ? brings.size() : near);
    std::vector<std::string> more, rest;
    for (size_t k = 0; k < brings.size(); ++k) {
      if (k < told) out << fmt::format("      {}  {}\n", name(brings[k]), shown(says(brings[k]), 300));
      else more.push_back(name(brings[k]));
    }
    // a card of which another sentence was told goes by its words
    for (const rulings::Ground& g : quiet) {
      const bool again = g.card != model::kNone && std::any_of(brings.begin(), brings.end(), [&](const auto& b) { return b.card == g.card; });
      rest.push_back(name(g) + (again ? shown(says(g), 300) : ""));
    }
    if (!more.empty()) out << (ja ? "      ここまで進むのに: " : "      and, for it to come to this: ") << listed(more, most_named, ja) << "\n";
    if (!rest.empty()) out << (ja ? "      これを妨げるものはない: " : "      and nothing gets in its way: ") << listed(rest, most_named, ja) << "\n";
    if (i > 0 || basis.minimal) continue;
    if (brings.empty()) {
      out << fmt::format(fmt::runtime(ja ? "      根拠として十分なのは {}。どれが欠かせないかは決められなかった{}。\n" : "      These suffice: {}; which of them are needed was not decided{}.\n"), listed(unsure, most_named, ja), reason);
    } else if (unsure.size() > most_named) {
      out << fmt::format(fmt::runtime(ja ? "      ほかの{}のうちどれが要るかは決められなかった{}。\n" : "      Which of {} others are needed, too, was not decided{}.\n"), unsure.size(), reason);
    } else {
      out << fmt::format(fmt::runtime(ja ? "      {}も要るかもしれないが、決められなかった{}。\n" : "      {} may be needed, too; that was not decided{}.\n"), listed(unsure, most_named, ja), reason);
    }
  }
  if (shown_sets < sets.size()) out << fmt::format(fmt::runtime(ja ? "      ほかに{}通り。\n" : "      and {} more.\n"), sets.size() - shown_sets);
  if (!basis.all && basis.minimal) out << (ja ? "      ほかの根拠もありうる" : "      There may be other grounds") << reason << (ja ? "。\n" : ".\n");
}

void write_citations(std::ostream& out, const model::Program& p, const rulings::Ruling& ruling, const std::vector<checker::Basis>& bases, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
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
  std::erase_if(brings, [&](model::Id c) { return std::any_of(ruling.cites.begin(), ruling.cites.end(), [&](model::Id cited) { return covers(p, cited, c); }); });
  if (!brings.empty()) out << (ja ? "  引用されていないが必要な条項: " : "  needed but not cited: ") << names(brings) << "\n";
  if (!whole) return;
  std::vector<model::Id> idle;
  for (model::Id cited : ruling.cites) {
    const auto touches = [&](model::Id c) { return covers(p, cited, c); };
    if (std::any_of(met.begin(), met.end(), touches) && std::none_of(member.begin(), member.end(), touches)) idle.push_back(cited);
  }
  if (!idle.empty()) out << (ja ? "  引用されているが、結論には要らない条項: " : "  cited but not needed: ") << names(idle) << "\n";
}

}  // namespace hanrei::reports
