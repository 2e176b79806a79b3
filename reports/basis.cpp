#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "reports/cited.h"
#include "reports/reasons.h"
#include "reports/reports.h"

namespace hanrei::reports {

using base::Lang;

namespace {

constexpr size_t kMostTold = 6, kMostNamed = 12, kFew = 4;

/// What the members are called that do not bring a verdict about, by what it says.
std::string quiet_words(Rests::Of of, bool ja) {
  switch (of) {
    case Rests::Of::Legal: return ja ? "妨げうるが、ここでは妨げないもの" : "what could have stopped it, and does not";
    case Rests::Of::Illegal: return ja ? "できるようにしうるが、ここではしないもの" : "what could have made it possible, and does not";
    case Rests::Of::Plays: break;
  }
  return ja ? "結果を変えうるが、ここでは変えないもの" : "what could change it, but does not";
}

/// Of a verdict that nothing has to bring about: that it is so.
std::string unaided_words(Rests::Of of, bool ja) {
  switch (of) {
    case Rests::Of::Legal: return ja ? "これには、許す定めも要らない。" : "No clause has to permit it.";
    case Rests::Of::Illegal: return ja ? "許す定めがないので、禁じる条項がなくてもできない。" : "No clause has to forbid it: nothing permits it.";
    case Rests::Of::Plays: break;
  }
  return ja ? "これをもたらす条項は要らない。" : "No clause has to bring this about.";
}

/// Each name once: the sentences of a card go by its name.
std::string listed(const std::vector<std::string>& all, size_t most, bool ja) {
  std::vector<std::string> names;
  for (const std::string& name : all) if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  std::string out;
  for (size_t i = 0; i < names.size() && i < most; ++i) out += (i == 0 ? "" : ja ? "、" : ", ") + names[i];
  if (names.size() > most) out += fmt::format(fmt::runtime(ja ? "、ほか{}" : " and {} more"), names.size() - most);
  return out;
}

/// Clauses that only stand in rules of the model in which another stands too were never tried apart from it: each with the one that is told for it,
/// which is the first of `in_order` of such. What has a rule of its own is not among them.
std::map<model::Id, model::Id> together(const Rules& rules, const std::vector<model::Id>& in_order) {
  std::map<model::Id, model::Id> out;
  const auto has = [](const std::vector<model::Id>& rule, model::Id c) { return std::find(rule.begin(), rule.end(), c) != rule.end(); };
  const auto only_with = [&](model::Id c, model::Id lead) {
    bool any = false;
    for (const auto& rule : rules) {
      if (!has(rule, c)) continue;
      if (!has(rule, lead)) return false;
      any = true;
    }
    return any;
  };
  for (size_t k = 0; k < in_order.size(); ++k) for (size_t j = 0; j < k; ++j) {
    if (out.contains(in_order[j]) || !only_with(in_order[k], in_order[j])) continue;
    out.emplace(in_order[k], in_order[j]);
    break;
  }
  return out;
}

}  // namespace

void write_basis(std::ostream& out, const checker::RulingResult& r, const checker::Basis& basis, const Rests& rests, const Rules& rules, bool whole, const Style& style, ToldClauses& told_clauses) {
  const model::Program& p = *r.program;
  const rulings::Ruling& ruling = r.ruling;
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
  const auto has = [&](const std::vector<model::Id>& in, model::Id c) { return place(in, c) < in.size(); };
  // what was at work in the play; what may be declared is what the clauses of the act say, and the card that is used, and a step that is carried out acts
  const auto acts = [&](const rulings::Ground& g) {
    if (rests.of == Rests::Of::Plays) return g.clause == model::kNone ? rests.texts.contains(p.cards[static_cast<size_t>(g.card)].name) : has(rests.told, g.clause);
    if (g.clause == model::kNone) return rests.of == Rests::Of::Legal && has(rests.cards, g.card);
    if (rests.of == Rests::Of::Legal && std::any_of(rests.acts.begin(), rests.acts.end(), [&](model::Id act) { return has(p.acts[static_cast<size_t>(act)].source.by, g.clause); })) return true;
    return has(rests.told, g.clause) && std::none_of(p.norms.begin(), p.norms.end(), [&](const model::Norm& n) { return n.mode == model::NormMode::Forbid && has(n.source.by, g.clause); });
  };
  const auto by_rank = [&](std::vector<rulings::Ground>& list) { std::stable_sort(list.begin(), list.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); }); };
  const auto tell = [&](const rulings::Ground& g) {
    out << fmt::format("      {}  {}\n", name(g), shown(says(g), 300));
    if (g.clause == model::kNone) return;
    told_clauses.worded.insert(g.clause);
    for (const auto& [clause, card] : told_clauses.amended) if (clause == g.clause) out << (ja ? "          ここでは《" : "          here read as the text of 《") << shown(card, 100) << (ja ? "》の文面に従う\n" : "》 says\n");
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
    if (set.grounds.empty()) {
      if (rests.of != Rests::Of::Plays) out << "    " << unaided_words(rests.of, ja) << "\n";
      else out << (ja ? "    これには、どの条項も要らない。そうならないようにするものがない。\n" : "    No clause is needed for this: there is nothing that could make it otherwise.\n");
      continue;
    }
    std::vector<rulings::Ground> brings, quiet, unsure;
    if (const size_t n = static_cast<size_t>(std::count(set.needed.begin(), set.needed.end(), false)); n > most_named && n == set.grounds.size()) {   // no explanation
      out << fmt::format(fmt::runtime(ja ? "    根拠は絞り込めなかった。条項と文面{}のうちのどれかによる{}。\n" : "    What this rests on was not narrowed down: it is some of {} clauses and sentences{}.\n"), n, reason);
      continue;
    }
    for (size_t k = 0; k < set.grounds.size(); ++k) {
      if (!set.needed.empty() && !set.needed[k]) unsure.push_back(set.grounds[k]);
      else (!set.quiet.empty() && set.quiet[k] && !acts(set.grounds[k]) ? quiet : brings).push_back(set.grounds[k]);
    }
    const bool unaided = set.unaided && brings.empty() && unsure.empty() && !(rests.of == Rests::Of::Illegal && rests.permitted);
    if (brings.empty() && !unaided) brings.swap(quiet);   // which of them bring it about is not told
    by_rank(brings);
    by_rank(quiet);
    by_rank(unsure);
    const bool suffices = i > 0 || basis.minimal;
    if (unaided) out << "    " << unaided_words(rests.of, ja) << "\n";
    else if (i > 0) out << (ja ? "    次からも、それだけで従う:\n" : "    It follows from these alone as well:\n");
    else if (suffices) out << (ja ? "    なぜか(どれも欠かせず、言葉の意味と合わせてこれで足りる):\n" : "    Why (each is needed, and with what words mean they are enough):\n");
    else if (brings.empty()) out << fmt::format(fmt::runtime(ja ? "    なぜか(これで足りる。どれが欠かせないかは決められなかった{}):\n" : "    Why (these suffice; which of them are needed was not decided{}):\n"), reason);
    else out << fmt::format(fmt::runtime(ja ? "    なぜか(どれも欠かせない。ほかに何が要るかは決められなかった{}):\n" : "    Why (each is needed; what else is was not decided{}):\n"), reason);
    if (brings.empty()) brings.swap(unsure);
    std::vector<model::Id> clauses;
    for (const rulings::Ground& g : brings) if (g.clause != model::kNone) clauses.push_back(g.clause);
    const std::map<model::Id, model::Id> leads = together(rules, clauses);
    std::map<model::Id, std::vector<std::string>> with;
    for (const rulings::Ground& g : brings) if (const auto lead = leads.find(g.clause); g.clause != model::kNone && lead != leads.end()) with[lead->second].push_back(name(g));
    std::erase_if(brings, [&](const rulings::Ground& g) { return g.clause != model::kNone && leads.contains(g.clause); });
    const size_t near = static_cast<size_t>(std::count_if(brings.begin(), brings.end(), [&](const auto& g) { return rank(g) < 3; }));
    const size_t told = std::min(most_told, whole || near == 0 || brings.size() <= kFew ? brings.size() : near);
    std::vector<std::string> more, rest;
    for (size_t k = 0; k < brings.size(); ++k) {
      const auto others = brings[k].clause == model::kNone ? with.end() : with.find(brings[k].clause);
      if (k >= told) { more.push_back(name(brings[k]) + (others == with.end() ? "" : (ja ? "(あわせて" : " (with ") + listed(others->second, most_named, ja) + ")")); continue; }
      tell(brings[k]);
      if (others != with.end()) out << (ja ? "          あわせて: " : "          with it: ") << listed(others->second, most_named, ja) << "\n";
    }
    if (!more.empty()) out << (rests.told.empty() ? (ja ? "      ほかに要るもの: " : "      needed besides: ") : ja ? "      ここまで進むのに: " : "      and, for it to come to this: ") << listed(more, most_named, ja) << "\n";
    // apart and short: what is cited with its words, of the others the names
    size_t worded = 0;
    std::ostringstream words;
    for (const rulings::Ground& g : quiet) {
      const bool cited = g.clause != model::kNone && rank(g) < 3 && (whole || worded < kFew);
      if (!cited) { rest.push_back(name(g)); continue; }
      ++worded;
      told_clauses.worded.insert(g.clause);
      words << fmt::format("        {}  {}\n", name(g), shown(says(g), 300));
    }
    if (!quiet.empty()) {
      out << "      " << quiet_words(rests.of, ja) << (worded == 0 ? ": " + listed(rest, most_named, ja) : ":") << "\n" << words.str();
      if (worded > 0 && !rest.empty()) out << (ja ? "        ほかに: " : "        and: ") << listed(rest, most_named, ja) << "\n";
    }
    if (suffices || unsure.empty() || !whole) continue;
    std::vector<std::string> names;
    for (const rulings::Ground& g : unsure) names.push_back(name(g));
    out << fmt::format(fmt::runtime(ja ? "      要るかどうかを決められなかったもの: {}\n" : "      not decided whether needed: {}\n"), listed(names, most_named, ja));
  }
  if (shown_sets < sets.size()) out << fmt::format(fmt::runtime(ja ? "      ほかに{}通り。\n" : "      and {} more.\n"), sets.size() - shown_sets);
  if (!basis.all && basis.minimal) out << (ja ? "      ほかの根拠もありうる" : "      There may be other grounds") << reason << (ja ? "。\n" : ".\n");
}

}  // namespace hanrei::reports
