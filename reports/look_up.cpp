#include <fmt/format.h>

#include <algorithm>

#include "base/text/diagnostic.h"
#include "base/text/unicode.h"
#include "reports/citator.h"
#include "reports/search.h"
#include "rulings/search/query.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using rulings::store::Hit;

constexpr std::size_t kLong = 100'000;  // texts of a record are shown whole

std::string_view clause_status(std::string_view status, bool ja) {
  if (!ja) return status;
  return status == "modelled"       ? "モデル化"
         : status == "definition"   ? "定義"
         : status == "informative"  ? "説明のみ"
         : status == "not modelled" ? "モデル化せず"
                                    : status;
}

/// The store keeps the kind of a claim by its English name.
std::string_view claim_kind(std::string_view name, Lang lang) {
  for (int k = 0; k <= static_cast<int>(rulings::ClaimKind::Undetermined); ++k) {
    if (claim_kind_text(static_cast<rulings::ClaimKind>(k), Lang::En) == name)
      return claim_kind_text(static_cast<rulings::ClaimKind>(k), lang);
  }
  return name;
}

void list(std::ostream& out, const std::vector<Hit>& hits, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  out << fmt::format(fmt::runtime(ja ? "  裁定 {} 件\n" : "  rulings: {}\n"), hits.size());
  int width = 6;
  for (const Hit& h : hits) width = std::clamp(base::display_width(shown(h.id, 60)), width, 30);
  for (const Hit& h : hits)
    out << "    " << base::pad(shown(h.id, 60), width + 2)
        << shown(base::in_lang(h.title, style.lang), 200) << "  (" << standing_of(h, ja) << ")\n";
}

constexpr std::size_t kMostAlike = 5, kMostOfOne = 3;

/// Rulings for a class of cards, and of cards that look like this one. Says whether a derived
/// ruling is among them.
bool write_alike(std::ostream& out, const rulings::store::CardView& v, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  bool derived = false;
  const auto line = [&](const Hit& h, const std::string& more) {
    derived = derived || h.status == "derived";
    out << shown(h.id, 60) << "  " << shown(base::in_lang(h.title, style.lang), 200) << "  ("
        << standing_of(h, ja) << ")" << more << "\n";
  };
  if (!v.group_rulings.empty())
    out << fmt::format(fmt::runtime(ja ? "  総称裁定 {} 件\n" : "  group rulings: {}\n"),
                       v.group_rulings.size());
  for (const auto& [group, hit] : v.group_rulings) {
    out << "    ";
    const std::string what = shown(group.pattern, 400);
    line(hit, group.how == "text"
                  ? (ja ? "、「" + what + "」のカードについて" : ", for cards with “" + what + "”")
              : ja ? "、《" + what + "》と同じ型の能力について"
                   : ", for abilities like that of 《" + what + "》");
  }
  if (v.alike.empty()) return derived;
  out << fmt::format(fmt::runtime(ja ? "  似たカードの裁定: カード {} 種\n"
                                     : "  rulings of look-alikes: {} cards\n"),
                     v.alike.size());
  for (std::size_t i = 0; i < v.alike.size() && i < kMostAlike; ++i) {
    const auto& a = v.alike[i];
    out << "    《" << shown(a.card, 100) << "》 "
        << (a.same_ability && a.same_sentence
                ? (ja ? "同じ文、同じ型の能力"
                      : "the same sentence and an ability of the same form")
            : a.same_ability ? (ja ? "同じ型の能力" : "an ability of the same form")
            : ja             ? "同じ文 (数は別として)"
                             : "the same sentence, but for numbers");
    if (a.text.empty() && a.attributes.empty()) out << (ja ? "。違いなし" : "; nothing differs");
    if (!a.text.empty()) {
      std::string text;
      for (const std::string& s : a.text) text += s;
      out << (ja ? "。文面は「" + shown(text, 400) + "」" : "; there: " + shown(text, 400));
    }
    for (std::size_t k = 0; k < a.attributes.size() && k < kMostOfOne; ++k) {
      const auto& [name, here, there] = a.attributes[k];
      out << (ja ? "、" : "; ") << shown(name, 60) << " " << (here.empty() ? "–" : shown(here, 60))
          << " → " << (there.empty() ? "–" : shown(there, 60));
    }
    out << "\n";
    for (std::size_t k = 0; k < a.rulings.size() && k < kMostOfOne; ++k) {
      out << "      ";
      line(a.rulings[k], "");
    }
    if (a.rulings.size() > kMostOfOne)
      out << fmt::format(fmt::runtime(ja ? "      ほか {} 件\n" : "      and {} more\n"),
                         a.rulings.size() - kMostOfOne);
  }
  if (v.alike.size() > kMostAlike)
    out << fmt::format(fmt::runtime(ja ? "    ほかのカード {} 種\n" : "    and {} more cards\n"),
                       v.alike.size() - kMostAlike);
  return derived;
}

}  // namespace

bool write_things(std::ostream& out, const rulings::store::Things& things, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  bool derived = false;
  const auto note = [&](const std::vector<Hit>& hits) {
    for (const Hit& h : hits) derived = derived || h.status == "derived";
  };
  for (const auto& v : things.cards) {
    const rulings::CardRecord& c = v.card;
    out << fmt::format("{} {}  ({}{})\n", ja ? "カード" : "card", shown(c.name, 200),
                       shown(v.game, 60),
                       !c.imported ? (c.invented ? (ja ? "、架空" : ", invented") : "")
                       : ja        ? "、取り込んだもの"
                                   : ", imported");
    for (const auto& [name, value] : c.attributes)
      if (name == "provisions")
        out << "  "
            << (ja ? "文面がそのまま能力（確認されたかどうかは `hanrei check` が示します）"
                   : "compiled from its words (`hanrei check` says whether rulings confirm it)")
            << "\n";
      else
        out << "  " << shown(name, 100) << ": " << shown(value, 1000) << "\n";
    for (std::size_t i = 0; i < c.wordings.size(); ++i) {
      out << "  "
          << fmt::format(fmt::runtime(ja ? "文面 ({} から{})" : "text (from {}{})"),
                         c.wordings[i].from.empty() ? "?" : shown(c.wordings[i].from, 40),
                         i + 1 == c.wordings.size()
                             ? ""
                             : fmt::format(fmt::runtime(ja ? "、{} まで" : ", until {}"),
                                           shown(c.wordings[i + 1].from, 40)))
          << "\n";
      for (const auto& [span, text] : c.wordings[i].spans)
        out << "    " << shown(span, 60) << "  " << shown(text, kLong) << "\n";
    }
    if (!c.abilities.empty())
      out << "  " << (ja ? "形式化: " : "formalised: ") << shown(joined(c.abilities, ja), 2000)
          << "\n";
    else if (!c.wordings.empty())
      out << (ja ? "  形式化されていません\n" : "  not formalised\n");
    list(out, v.rulings, style);
    write_kept_findings(out, v.findings, style);
    note(v.rulings);
    derived = write_alike(out, v, style) || derived;
  }
  for (const auto& v : things.clauses) {
    out << fmt::format("{} {}  {}  ({})\n", ja ? "条項" : "clause", shown(v.clause.id, 60),
                       shown(v.clause.title, 200), shown(v.game, 60))
        << "  " << shown(base::in_lang(v.clause.text, style.lang), kLong) << "\n";
    for (const rulings::ClauseRecord& w : v.wordings) {
      if (w.since == v.clause.since && w.before == v.clause.before) continue;
      out << fmt::format(fmt::runtime(ja ? "  改訂 {} まで: {}\n" : "  until revision {}: {}\n"),
                         shown(w.before, 60), shown(base::in_lang(w.text, style.lang), kLong));
    }
    if (!v.clause.status.empty())
      out << "  " << (ja ? "扱い: " : "status: ") << shown(clause_status(v.clause.status, ja), 60)
          << "\n";
    for (const rulings::ClauseRecord& b : v.below)
      out << "    " << shown(b.id, 60) << "  " << shown(b.title, 200) << "\n";
    list(out, v.rulings, style);
    write_kept_findings(out, v.findings, style);
    note(v.rulings);
  }
  for (const auto& v : things.rulings) {
    const rulings::RulingRecord& r = v.ruling;
    derived = derived || r.status == "derived";
    out << fmt::format("{} {}  {}  ({})\n  {}\n", ja ? "裁定" : "ruling", shown(r.id, 60),
                       shown(base::in_lang(r.title, style.lang), 1000), shown(r.game, 60),
                       standing_of(v.head, ja));
    for (const rulings::Marked& m : v.marks)
      out << "  " << (ja ? "現況 " : "citator ") << marked_text(m, style.lang) << "\n";
    if (!r.source.empty())
      out << "  " << (ja ? "出典: " : "source: ") << shown(r.source, 1000) << "\n";
    if (const std::string q = base::in_lang(r.question, style.lang); !q.empty())
      out << "  " << (ja ? "問: " : "question: ") << shown(q, kLong) << "\n";
    if (const std::string a = base::in_lang(r.answer, style.lang); !a.empty())
      out << "  " << (ja ? "答: " : "answer: ") << shown(a, kLong) << "\n";
    if (!r.partial.empty())
      out << "  " << (ja ? "一部のみ: " : "partial: ") << shown(r.partial, kLong) << "\n";
    if (!r.cards.empty())
      out << "  " << (ja ? "カード: " : "cards: ") << shown(joined(r.cards, ja), 2000) << "\n";
    for (const auto& [clause, title] : v.cited)
      out << "  " << (ja ? "条項 " : "clause ") << shown(clause, 60)
          << (title.empty() ? "" : "  " + shown(title, 200)) << "\n";
    using Ids = std::vector<std::string>;
    struct How {
      std::string_view name, en, ja, by_en, by_ja;
      const Ids& ids;
    };
    for (const How& h :
         {How{"supersedes", "supersedes", "差し替えたもの", "", "", r.supersedes},
          How{"narrows", "narrows", "狭めたもの", "narrowed by", "狭めた裁定", r.narrows},
          How{"distinguishes", "distinguishes", "区別したもの", "distinguished by", "区別した裁定",
              r.distinguishes},
          How{"follows", "follows", "従ったもの", "followed by", "従った裁定", r.follows}}) {
      if (!h.ids.empty())
        out << "  " << (ja ? h.ja : h.en) << ": " << shown(joined(h.ids, ja), 1000) << "\n";
      Ids by;
      for (const auto& [how, id] : v.named_by)
        if (how == h.name && !h.by_en.empty()) by.push_back(id);
      if (!by.empty())
        out << "  " << (ja ? h.by_ja : h.by_en) << ": " << shown(joined(by, ja), 1000) << "\n";
    }
    if (!r.effective.empty())
      out << "  " << (ja ? "適用: " : "effective: ") << shown(r.effective, 40) << "\n";
    if (!r.known.empty()) out << "  " << (ja ? "公表: " : "known: ") << shown(r.known, 40) << "\n";
    for (const rulings::GroupRecord& g : r.groups) {
      const std::string what = shown(g.pattern, 400);
      out << "  "
          << (g.how == "text"
                  ? (ja ? "総称: 「" + what + "」のカード" : "for cards with “" + what + "”")
              : ja ? "総称: 《" + what + "》と同じ型の能力"
                   : "for abilities like that of 《" + what + "》")
          << "\n";
    }
    for (const rulings::WasRecord& w : r.was) {
      const std::string status = shown(rulings::search::status_text(w.status, style.lang), 60),
                        until = shown(w.until, 40);
      out << "  " << (ja ? until + " まで" + status : "was " + status + " until " + until)
          << (w.known.empty() ? ""
              : ja            ? " (" + shown(w.known, 40) + " 公表)"
                              : " (known " + shown(w.known, 40) + ")")
          << "\n";
    }
    for (const auto& [reading, option] : r.presumes)
      out << "  " << (ja ? "前提とする解釈 " : "presumes ") << shown(reading, 60) << " = "
          << shown(option, 60) << "\n";
    for (const auto& c : r.cases) {
      if (!c.id.empty() || !c.at.empty())
        out << "  " << (ja ? "状況" : "situation") << (c.id.empty() ? "" : " " + shown(c.id, 60))
            << (c.at.empty() ? "" : ": " + shown(c.at, 400)) << "\n";
      for (const auto& claim : c.claims)
        out << "    " << (ja ? "主張 " : "claim ") << shown(claim_kind(claim.kind, style.lang), 40)
            << (claim.text.empty() ? "" : ": " + shown(claim.text, 2000)) << "\n";
    }
    write_kept_findings(out, v.findings, style);
  }
  return derived;
}

}  // namespace hanrei::reports
