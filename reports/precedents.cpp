#include "reports/precedents.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/json/array.h"
#include "base/text/unicode.h"
#include "base/text/wrap.h"
#include "reports/kept.h"
#include "reports/search.h"
#include "rulings/search/query.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using rulings::Point;
using rulings::Trait;

void write_title(base::JsonWriter& w, const std::string (&title)[2]) {
  w.key("title");
  w.begin_object();
  for (const auto& [lang, text] : {std::pair{"ja", &title[1]}, std::pair{"en", &title[0]}})
    if (!text->empty()) w.member(lang, *text);
  w.end_object();
}

constexpr std::size_t kMostNamed = 4;     // of one trait, in a line for people
constexpr std::size_t kMostDeciding = 3;  // clauses that are said with their titles

std::string_view trait_name(Trait t) {
  switch (t) {
    case Trait::Clause: return "clause";
    case Trait::Card: return "card";
    case Trait::Ability: return "ability";
    case Trait::Value: return "value";
    case Trait::Window: return "window";
    case Trait::Procedure: return "procedure";
    case Trait::Regime: return "regime";
  }
  return "";
}

std::string_view trait_text(Trait t, bool ja) {
  switch (t) {
    case Trait::Clause: return ja ? "条項" : "clauses";
    case Trait::Card: return ja ? "カード" : "cards";
    case Trait::Ability: return ja ? "能力の型" : "ability forms";
    case Trait::Value: return ja ? "値" : "values";
    case Trait::Window: return ja ? "タイミング" : "windows";
    case Trait::Procedure: return ja ? "手順" : "procedures";
    case Trait::Regime: return ja ? "処理順" : "regimes";
  }
  return "";
}

std::string point_text(const Point& p, bool ja) {
  const auto quoted = [&](const std::string& name) {
    return p.trait == Trait::Ability || p.trait == Trait::Card ? "《" + shown(name, 60) + "》"
                                                               : shown(name, 60);
  };
  if (p.here.empty()) return quoted(p.there);
  if (p.there.empty() || p.there == p.here) return quoted(p.here);
  return quoted(p.here) + (ja ? "と" : " as ") + quoted(p.there);
}

/// The weightiest of each trait, in one line.
std::string line_of(const std::vector<Point>& points, bool ja) {
  std::string out;
  for (int t = 0; t < rulings::kTraits; ++t) {
    std::string names;
    std::size_t n = 0, of = 0;
    std::set<std::string> said;  // a card may have several abilities
    for (const Point& p : points) {
      if (p.trait != static_cast<Trait>(t)) continue;
      const std::string name = point_text(p, ja);
      if (!said.insert(name).second || ++of > kMostNamed) continue;
      names += (n++ > 0 ? (ja ? "、" : ", ") : "") + name;
    }
    if (n == 0) continue;
    if (of > n) names += fmt::format(fmt::runtime(ja ? " ほか{}" : " and {} more"), of - n);
    out += (out.empty() ? ""
            : ja        ? "; "
                        : "; ") +
           std::string(trait_text(static_cast<Trait>(t), ja)) + " " + names;
  }
  return out;
}

/// Clauses that decide, with their titles, the weightiest first.
std::string deciding_of(const std::vector<Point>& points,
                        const std::map<std::string, std::string>& titles, bool ja) {
  std::string out;
  std::size_t n = 0;
  for (const Point& p : points) {
    if (!p.decides || n++ >= kMostDeciding) continue;
    const std::string& id = p.here.empty() ? p.there : p.here;
    const auto title = titles.find(id);
    out += (out.empty() ? ""
            : ja        ? "、"
                        : ", ") +
           shown(id, 60) +
           (title == titles.end() || title->second.empty() ? "" : " " + shown(title->second, 100));
  }
  if (n > kMostDeciding)
    out += fmt::format(fmt::runtime(ja ? " ほか{}" : " and {} more"), n - kMostDeciding);
  return out;
}

/// What tells two situations apart: what decides, and the kinds of cards and values.
std::vector<Point> telling(const std::vector<Point>& points, bool deciding) {
  std::vector<Point> out;
  for (const Point& p : points)
    if (p.decides ? deciding
                  : p.trait == Trait::Card || p.trait == Trait::Ability || p.trait == Trait::Value)
      out.push_back(p);
  return out;
}

/// Why a precedent applies, and where it parts.
void write_likeness(std::ostream& out, const rulings::store::Precedent& p,
                    const rulings::store::PrecedentList& list, int column, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const std::string indent(static_cast<std::size_t>(column), ' ');
  const auto line = [&](const std::string& label, const std::string& text) {
    if (text.empty()) return;
    const std::string hang(static_cast<std::size_t>(base::display_width(label)), ' ');
    bool first = true;
    for (const std::string_view part :
         base::wrap(text, std::max(20, style.width - column - base::display_width(label)))) {
      out << indent << (first ? label : hang) << part << "\n";
      first = false;
    }
  };
  const std::string both = deciding_of(p.likeness.shared, list.titles, ja);
  if (!both.empty())
    line(ja ? "当てはまる: " : "applies: ", (ja ? "どちらも決め手は " : "both turn on ") + both);
  else
    line(ja ? "似ているだけ: " : "looks alike: ",
         ja ? "決め手の条項は共通しない" : "no clause decides in both");
  std::vector<Point> besides = p.likeness.shared;
  std::erase_if(besides, [](const Point& x) { return x.decides; });
  line(ja ? "ほかに一致: " : "same: ", line_of(besides, ja));
  std::string parts;
  for (const auto& [points, head] :
       {std::pair{&p.likeness.here, ja ? "こちらのみ " : "only here "},
        std::pair{&p.likeness.there, ja ? "先例のみ " : "only there "}}) {
    std::string one = deciding_of(*points, list.titles, ja);
    const std::string others = line_of(telling(*points, false), ja);
    if (!others.empty()) one += (one.empty() ? "" : "; ") + others;
    if (!one.empty()) parts += (parts.empty() ? "" : ja ? "。" : ". ") + (head + one);
  }
  line(ja ? "分かれる: " : "parts: ", parts);
  line("", fmt::format(fmt::runtime(ja ? "近さ {}%{}" : "likeness {}%{}"),
                       static_cast<int>(std::lround(p.likeness.score * 100)),
                       p.examined ? ""
                       : ja       ? " (未検査、引用条項とカードのみ)"
                                  : " (not examined: citations and cards only)"));
}

void write_points(base::JsonWriter& w, std::string_view name, const std::vector<Point>& points) {
  base::write_objects(w, name, points, [&](const Point& p) {
    w.member("trait", trait_name(p.trait));
    w.member("name", p.here.empty() ? p.there : p.here);
    if (!p.here.empty() && !p.there.empty() && p.there != p.here) w.member("there", p.there);
    if (p.decides) w.member("decides", true);
  });
}

void outcome_lines(std::ostream& out, const std::vector<std::string>& outcomes, const char* margin,
                   bool ja) {
  for (std::size_t i = 0; i < outcomes.size() && i < kMostNamed; ++i)
    out << margin << "- " << shown(outcomes[i], 600) << "\n";
  if (outcomes.size() > kMostNamed)
    out << fmt::format(fmt::runtime(ja ? "{}ほか {} 通り (`hanrei ask` が示します)\n"
                                       : "{}and {} more (`hanrei ask` shows them)\n"),
                       margin, outcomes.size() - kMostNamed);
}

}  // namespace

void write_precedents(std::ostream& out, const Compared& what,
                      const rulings::store::PrecedentList& list, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const std::string& title = base::in_lang(what.title, style.lang);
  out << (what.situation ? (ja ? "状況 " : "situation ")
          : ja           ? "裁定 "
                         : "ruling ")
      << shown(what.id, 60) << (title.empty() ? "" : "  " + shown(title, 200)) << "  ("
      << shown(what.game, 60) << ")\n";
  for (const auto& c : what.claims)
    out << (ja ? "  モデルの答え: " : "  the model says: ") << shown(c.standing, 60) << "  "
        << shown(c.kind, 60) << (c.text.empty() ? "" : ": " + shown(c.text, 400)) << "\n";
  if (!what.outcomes.empty()) {
    out << fmt::format(
        fmt::runtime(ja ? "  モデルの答え: 結果 {} 通り\n" : "  the model says: outcomes: {}\n"),
        what.outcomes.size());
    outcome_lines(out, what.outcomes, "    ", ja);
  }
  for (const Compared::Otherwise& o : what.otherwise) {
    out << (ja ? "  解釈 " : "  under reading ") << shown(o.reading, 60) << " = "
        << shown(o.option, 60) << (ja ? " なら: " : ": ")
        << (o.not_said.empty()
                ? fmt::format(fmt::runtime(ja ? "結果 {} 通り" : "outcomes: {}"), o.outcomes.size())
                : shown(base::text(o.not_said, style.lang), 400))
        << "\n";
    if (o.not_said.empty()) outcome_lines(out, o.outcomes, "    ", ja);
  }
  if (what.not_played)
    out << (ja ? "  裁定のプレイは、そのとおりには行えません。答えはそれを除いたものです\n"
               : "  the play cannot be carried out as it is written; the answer is without it\n");
  if (!what.not_said.empty())
    out << (ja ? "  モデルの答え: なし (" : "  the model says nothing: ")
        << shown(base::text(what.not_said, style.lang), 400) << (ja ? ")\n" : "\n");
  if (!what.situation && !what.examined)
    out << (ja ? "  未検査のため、引用条項とカードだけで比べます\n"
               : "  not examined: only what it cites and its cards are compared\n");
  out << fmt::format(fmt::runtime(ja ? "  比べた裁定 {} 件、うち検査済み {} 件\n"
                                     : "  compared with {} rulings, {} of them examined\n"),
                     list.compared, list.examined);
  if (list.compared > 0 && list.examined == 0)
    out << (ja ? "  検査済みの裁定がなく、引用条項とカードだけで比べています。先に `hanrei check` "
                 "を実行してください\n"
               : "  none is examined, so that only citations and cards are compared; run `hanrei "
                 "check` first\n");
  bool derived = false;
  std::vector<rulings::store::Hit> heads;
  for (const auto& p : list.best) {
    heads.push_back(p.head);
    heads.back().id = fmt::format("{:>2}. {}", heads.size(), p.head.id);
  }
  const int column = column_of(heads, style);
  for (std::size_t i = 0; i < heads.size(); ++i) {
    derived = derived || heads[i].status == "derived";
    out << "\n";
    write_hit(out, heads[i], column, false, style);
    write_likeness(out, list.best[i], list, column, style);
  }
  if (list.best.empty())
    out << (ja ? "\n共通点のある裁定はありません\n"
               : "\nno ruling has anything in common with it\n");
  if (derived) {
    out << "\n";
    write_derived_note(out, style);
  }
}

void write_precedents_json(std::ostream& out, const Compared& what,
                           const rulings::store::PrecedentList& list, const base::AsOf& as_of) {
  base::JsonWriter w;
  w.begin_object();
  w.member("format", 1);
  write_as_of(w, as_of);
  w.key("about");
  w.begin_object();
  w.member("kind", what.situation ? "situation" : "ruling");
  w.member("id", what.id);
  w.member("game", what.game);
  write_title(w, what.title);
  if (!what.path.empty()) w.member("path", what.path);
  w.member("examined", what.examined);
  if (!what.verdict.empty()) w.member("verdict", what.verdict);
  base::write_objects(w, "claims", what.claims, [&](const auto& c) {
    w.member("kind", c.kind);
    w.member("text", c.text);
    w.member("standing", c.standing);
  });
  w.member("outcomes", what.outcomes);
  if (what.not_played) w.member("not_played", true);
  if (!what.not_said.empty()) w.member("not_said", base::text(what.not_said, Lang::En));
  if (!what.otherwise.empty())
    base::write_objects(w, "otherwise", what.otherwise, [&](const auto& o) {
      w.member("reading", o.reading);
      w.member("option", o.option);
      w.member("outcomes", o.outcomes);
      if (!o.not_said.empty()) w.member("not_said", base::text(o.not_said, Lang::En));
    });
  w.end_object();
  w.member("compared", static_cast<std::uint64_t>(list.compared));
  w.member("examined", static_cast<std::uint64_t>(list.examined));
  base::write_objects(w, "precedents", list.best, [&](const auto& p) {
    w.member("id", p.head.id);
    write_title(w, p.head.title);
    for (const auto& [field, texts] :
         {std::pair{"question", &p.head.question}, std::pair{"answer", &p.head.answer}}) {
      w.key(field);
      w.begin_object();
      for (const auto& [lang, text] :
           {std::pair{"ja", &(*texts)[1]}, std::pair{"en", &(*texts)[0]}})
        if (!text->empty()) w.member(lang, *text);
      w.end_object();
    }
    w.member("status", p.head.status);
    w.member("verdict", p.head.verdict);
    w.member("superseded_by", p.head.superseded_by);
    w.member("examined", p.examined);
    w.member("applies", std::any_of(p.likeness.shared.begin(), p.likeness.shared.end(),
                                    [](const Point& x) { return x.decides; }));
    w.member("likeness", std::round(p.likeness.score * 1000) / 1000);
    write_points(w, "same", p.likeness.shared);
    write_points(w, "only_here", p.likeness.here);
    write_points(w, "only_there", p.likeness.there);
  });
  w.end_object();
  out << w.str();
}

}  // namespace hanrei::reports
