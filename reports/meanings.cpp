#include "reports/meanings.h"

#include <fmt/format.h>

#include "base/text/filled.h"
#include "reports/errata.h"
#include "reports/places.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using errata::Ambiguous;
using errata::Meant;
using errata::OneMeaning;

std::string wording_of(const OneMeaning& m) {
  std::string out;
  for (const auto& [span, words] : m.wording) out += (out.empty() ? "" : " ") + words;
  return out;
}

std::string number(size_t meaning) { return std::to_string(meaning + 1); }

/// What the comparison came to, in both languages.
std::string outcome_of(const Ambiguous& a) {
  if (a.meant == Meant::Alike)
    return base::in_both("within the scope all of them end alike",
                         "調べた範囲ではどれも結果は同じ");
  if (a.meant == Meant::Unknown)
    return base::in_both("whether they end alike is not known", "結果が同じかどうかは分からない");
  const Ambiguous::Pair* p = a.apart();
  if (p == nullptr) return base::in_both("they end otherwise", "結果が分かれる");
  const errata::Difference& d = *p->item.answer.smallest;
  return base::filled("meanings {0} and {1} end otherwise (cards: {2}; from {3})",
                      "意味 {0} と意味 {1} で結果が分かれる（カード {2} 枚、{3} から）",
                      {number(p->first), number(p->second), std::to_string(d.cards), d.scene.from});
}

/// Which meaning the abilities of the card have.
std::string hand_of(const Ambiguous& a) {
  if (!a.abilities) return "";
  for (size_t i = 0; i < a.meanings.size(); ++i)
    if (a.meanings[i].written)
      return base::filled("its abilities say meaning {0}", "能力の記述は意味 {0} をとっている",
                          {number(i)});
  return base::in_both("its abilities are written as none of them",
                       "能力の記述は、どの意味のとおりにも書かれていない");
}

/// A meaning: its wording, and what is to be said of it.
std::string meaning_of(const Ambiguous& a, size_t i) {
  const OneMeaning& m = a.meanings[i];
  const std::string wording = wording_of(m);
  std::string out = wording.empty() ? base::in_both("no wording of the house has this meaning only",
                                                    "この意味だけをもつ書き方は句集にない")
                                    : base::filled("“{0}”", "「{0}」", {wording});
  if (m.as)
    out = base::filled("{0}; ends as meaning {1}", "{0}（結果は意味 {1} と同じ）",
                       {out, number(*m.as)});
  else if (i >= a.compared)
    out = base::filled("{0}; not compared", "{0}（比べていない）", {out});
  return out;
}

constexpr const char* kFirst[] = {"in one meaning:", "一方の意味なら:"};
constexpr const char* kSecond[] = {"in the other:", "他方の意味なら:"};

/// The plays of the two that end otherwise.
void tell_plays(const Ambiguous& a, findings::Finding& f) {
  const Ambiguous::Pair* p = a.apart();
  if (p == nullptr) return;
  const errata::Difference& d = *p->item.answer.smallest;
  for (const size_t lang : {0u, 1u}) {
    std::vector<std::string>& play = f.play[lang];
    for (const size_t v : {0u, 1u}) {
      play.emplace_back(v == 0 ? kFirst[lang] : kSecond[lang]);
      const std::string words = wording_of(a.meanings[v == 0 ? p->first : p->second]);
      if (!words.empty()) play.push_back(lang == 0 ? "“" + words + "”" : "「" + words + "」");
      play.insert(play.end(), d.told[lang][v].begin(), d.told[lang][v].end());
      if (static_cast<int>(v) != d.compared.side && !d.barred[lang].empty())
        play.push_back(
            (lang == 1 ? "ここでは次の選択ができない: " : "Here this cannot be chosen: ") +
            d.barred[lang]);
      for (const std::string& l : d.compared.end[v]) play.push_back("= " + l);
    }
  }
}

}  // namespace

std::optional<findings::Finding> finding_of_meanings(const Ambiguous& a,
                                                     const base::SourceMap& sources) {
  if (a.meant == Meant::Alike) return std::nullopt;
  findings::Finding f = findings::make(findings::Code::TextAmbiguous,
                                       {"《" + a.card + "》", std::to_string(a.meanings.size())},
                                       {a.card}, findings::locate(sources, a.place));
  const std::string outcome = outcome_of(a), hand = hand_of(a);
  for (const Lang lang : {Lang::En, Lang::Ja}) {
    const bool ja = lang == Lang::Ja;
    std::string& m = f.message[static_cast<size_t>(lang)];
    m += (ja ? "。" : ": ") + std::string(base::in_lang(outcome, lang));
    if (!hand.empty()) m += (ja ? "。" : "; ") + std::string(base::in_lang(hand, lang));
  }
  tell_plays(a, f);
  return f;
}

std::string not_compared(const Ambiguous& a) {
  if (a.compared < a.meanings.size())
    return base::filled("of its {0} meanings {1} were compared", "意味 {0} のうち {1} だけを比べた",
                        {std::to_string(a.meanings.size()), std::to_string(a.compared)});
  if (a.meant != Meant::Unknown) return "";
  for (const Ambiguous::Pair& p : a.pairs)
    if (!p.item.changes.empty())
      if (const std::string why = not_known(p.item); !why.empty()) return why;
  return base::in_both("not all of its meanings were looked at", "意味をすべては調べていない");
}

void write_meanings(std::ostream& out, const std::vector<Ambiguous>& list,
                    const base::SourceMap& sources, bool plays, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  for (const Ambiguous& a : list) {
    const auto said = [&](const std::string& both) {
      return shown(base::in_lang(both, style.lang), 1000);
    };
    const std::string n = std::to_string(a.meanings.size());
    out << place_text(a.place, sources) << ": ";
    if (a.meant != Meant::Alike)
      out << (ja ? "警告 " : "warning ") << base::code_text(base::Code::TextAmbiguous) << ": ";
    out << said(base::message(base::Code::TextAmbiguous, {"《" + a.card + "》", n}, style.lang))
        << "\n    " << said(outcome_of(a)) << "\n";
    for (size_t i = 0; i < a.meanings.size(); ++i)
      out << "    " << (ja ? "意味 " : "meaning ") << i + 1 << ": " << said(meaning_of(a, i))
          << "\n";
    if (const std::string hand = hand_of(a); !hand.empty()) out << "    " << said(hand) << "\n";
    if (const std::string left = not_compared(a); !left.empty())
      out << "    " << (ja ? "調べていないもの: " : "not examined: ") << said(left) << "\n";
    if (!plays) continue;
    findings::Finding f;
    tell_plays(a, f);
    for (const std::string& line : f.play[static_cast<size_t>(style.lang)]) {
      const bool side = line == kFirst[ja] || line == kSecond[ja];
      out << (side ? "    " : "      ") << shown(line, 400) << "\n";
    }
  }
}

}  // namespace hanrei::reports
