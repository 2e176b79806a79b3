#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/json/array.h"
#include "reports/audit_model.h"
#include "reports/audit_readings.h"
#include "reports/audit_text.h"
#include "reports/places.h"
#include "reports/reports.h"
#include "reports/unfinished.h"

namespace hanrei::reports {
namespace {

using base::JsonWriter;
using base::Lang;
using checker::collisions::Finding;
using checker::collisions::Ground;

std::string_view severity_text(base::Severity s, Lang lang) {
  static constexpr std::string_view ja[] = {"注記", "質問", "警告", "エラー"};
  return lang == Lang::Ja ? ja[static_cast<size_t>(s)] : base::severity_name(s);
}

/// The words of a member, short enough for one line.
std::string words_of(const model::Program& p, const Ground& g, Lang lang) {
  if (g.card != kNone) {
    for (const auto& [span, words] : p.cards[g.card].text)
      if (span == g.span) return shown(words, 60);
    return "";
  }
  if (g.clause == kNone) return "";
  const model::Clause& c = p.clauses[g.clause];
  return shown(lang == Lang::Ja || c.en.empty() ? c.ja : c.en, 60);
}

/// Is it about a card that was invented to show something?
bool invented(const model::Program& p, const Finding& f) {
  return std::ranges::any_of(
      f.set, [&](const Ground& g) { return g.card != kNone && p.cards[g.card].invented; });
}

/// Situations that were not seen to their end, by the reason: each reason once, with its rulings.
void write_cut(std::ostream& out, const std::vector<checker::collisions::Receipt::Cut>& cut,
               Lang lang) {
  const bool ja = lang == Lang::Ja;
  if (cut.empty()) return;
  std::vector<std::pair<base::Reason, std::vector<std::string>>> reasons;
  for (const auto& k : cut) {
    auto it = std::ranges::find_if(reasons, [&](const auto& r) { return r.first == k.why; });
    if (it == reasons.end()) it = reasons.insert(reasons.end(), {k.why, {}});
    if (!k.ruling.empty() && !base::contains(it->second, k.ruling)) it->second.push_back(k.ruling);
  }
  out << "  " << (ja ? "打ち切った状況" : "situations cut short") << " (" << cut.size() << "):\n";
  for (const auto& [why, rulings] : reasons) {
    out << "    " << shown(base::text(why, lang), 200);
    for (size_t i = 0; i < rulings.size() && i < 12; ++i)
      out << (i == 0 ? ": " : ja ? "、" : ", ") << shown(rulings[i], 60);
    out << (rulings.size() > 12 ? (ja ? "、…\n" : ", …\n") : "\n");
  }
}

}  // namespace

void write_clash(std::ostream& out, const model::Program& p, const Finding& f,
                 const base::SourceMap& sources, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  out << place_text(f.place, sources) << ": "
      << severity_text(base::code_severity(f.code), style.lang) << " " << code_text(f.code) << ": "
      << shown(message(f, style.lang)) << "\n";
  const bool settled = base::code_severity(f.code) == base::Severity::Note;
  out << "    "
      << (settled ? (ja ? "根拠の組" : "rests on")
                  : (ja ? "ともに成り立たない組" : "these cannot all stand"))
      << (ja ? "（" : " (") << checker::collisions::basis_text(f.basis, style.lang)
      << (ja ? "）:\n" : "):\n");
  for (const Ground& g : f.set)
    out << "      " << shown(checker::collisions::ground_text(p, g), 80) << "  "
        << words_of(p, g, style.lang) << "  "
        << place_text(checker::collisions::ground_place(p, g), sources) << "\n";
  if (style.verbose)
    for (const auto& related : f.related)
      out << "    " << checker::collisions::role_text(related.role, style.lang) << "  "
          << place_text(related.span, sources) << "\n";
  if (f.met.ruling.empty()) return;
  out << (ja ? "    例: " : "    met in ") << shown(f.met.ruling, 60)
      << (f.met.case_id.empty() ? "" : " " + shown(f.met.case_id, 60));
  if (!f.met.card.empty()) {
    const std::string both =
        f.met.other.empty() ? "" : (ja ? "》と《" : "》 and 《") + shown(f.met.other, 60);
    out << (ja ? "（《" : " (with 《") << shown(f.met.card, 60) << both
        << (ja ? "》を置いた状況）" : "》 put in)");
  }
  const auto& play = f.met.play[static_cast<size_t>(style.lang)];
  for (const std::string& m : play)
    out << (&m == &play[0] ? (ja ? "、" : ": ") : "; ") << shown(m, 100);
  out << "\n";
}

void write_audit_text(std::ostream& out, const checker::collisions::Report& r,
                      const base::SourceMap& sources, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const model::Program& p = *r.program;
  size_t by_severity[4] = {};
  for (const Finding& f : r.findings) {
    ++by_severity[static_cast<size_t>(base::code_severity(f.code))];
    if (!invented(p, f)) write_clash(out, p, f, sources, style);
  }
  bool headed = false;
  for (const Finding& f : r.findings) {
    if (!invented(p, f)) continue;
    if (!headed) out << (ja ? "架空のカードについて:\n" : "about invented cards:\n");
    headed = true;
    write_clash(out, p, f, sources, style);
  }
  const auto& c = r.receipt;
  std::vector<std::string> cards, norms, amends, duties;
  for (CardId k : c.cards) cards.push_back(p.cards[k].name);
  for (NormId k : c.norms) norms.push_back(place_text(p.norms[k].span, sources));
  for (AmendId k : c.amends) amends.push_back(place_text(p.amends[k].span, sources));
  for (const model::EventNorm& n : p.event_norms)
    if (n.mode == model::NormMode::Oblige) duties.push_back(place_text(n.span, sources));
  if (!r.findings.empty()) out << "\n";
  out << shown(p.game, 60) << ": ";
  if (ja)
    out << fmt::format(
        "エラー {}、警告 {}、質問 {}、注記 {}\n  範囲: 裁定 {}、状況 {}、カードを置き換えた状況 "
        "{}、状態 {}、宣言の機会 {}、宣言 {}、ソルバへの問い {}\n",
        by_severity[3], by_severity[2], by_severity[1], by_severity[0], c.rulings, c.situations,
        c.made, c.states, c.moments, c.declarations, c.queries);
  else
    out << fmt::format(
        "{} errors, {} warnings, {} questions, {} notes\n  scope: {} rulings, {} situations, {} "
        "made from them, {} states, {} moments at which somebody is asked, {} declarations; {} "
        "solver calls\n",
        by_severity[3], by_severity[2], by_severity[1], by_severity[0], c.rulings, c.situations,
        c.made, c.states, c.moments, c.declarations, c.queries);
  if (c.rounds > 0) {
    if (ja)
      out << fmt::format("  互いを誘発しうる能力の組 {}、うち処理したもの {}\n", c.rounds,
                         c.rounds_played);
    else
      out << fmt::format(
          "  abilities that may set each other off: {}, of which a situation was played: {}\n",
          c.rounds, c.rounds_played);
  }
  const auto form = [&](const char* en, const char* j,
                        const checker::collisions::Receipt::Form& f) {
    out << "  " << (ja ? j : en);
    if (ja)
      out << fmt::format("条項に優先 {}、退く {}、定めなし {}\n", f.wins.size(), f.loses.size(),
                         f.undecided.size());
    else
      out << fmt::format("wins over {} clauses, gives way to {}, undecided against {}\n",
                         f.wins.size(), f.loses.size(), f.undecided.size());
  };
  if (!c.broken_off)
    form("any card that permits what a clause forbids: ",
         "禁じられていることを許すカードの文一般: ", c.permission);
  if (!c.broken_off)
    form("any card that says otherwise than a step: ", "段階と異なることを定めるカードの文一般: ",
         c.amendment);
  if (c.duties > 0)
    out << (ja ? fmt::format("  同時に課される義務の組 {}（両立するか不明 {}）\n", c.duties,
                             c.duties_open)
               : fmt::format("  pairs of duties owed at once: {} ({} of which it is not known "
                             "whether both can be fulfilled)\n",
                             c.duties, c.duties_open));
  write_cut(out, c.cut, style.lang);
  write_list(out, ja ? "読めなかった裁定" : "rulings that could not be read", c.left_out);
  write_list(out, ja ? "調べていないカード" : "cards not examined", cards);
  write_list(out, ja ? "調べていない許可と禁止" : "permissions and prohibitions not examined",
             norms);
  write_list(out, ja ? "調べていない書き換え" : "amendments not examined", amends);
  write_list(out,
             ja ? "調べていない義務（宣言のほかを命じるもの）"
                : "duties other than to declare something, not examined",
             duties);
}

void write_clash_json(JsonWriter& w, const model::Program& p, const Finding& f,
                      const base::SourceMap& sources) {
  const auto count = [&](const char* key, size_t n) { w.member(key, static_cast<int64_t>(n)); };
  const auto place = [&](base::Span span) { write_place(w, span, sources); };
  const auto both = [&](const char* key, const std::string& en, const std::string& ja) {
    w.key(key);
    w.begin_object();
    w.member("en", en);
    w.member("ja", ja);
    w.end_object();
  };
  w.begin_object();
  w.member("code", base::code_text(f.code));
  w.member("severity", base::severity_name(base::code_severity(f.code)));
  w.member("fingerprint", f.fingerprint);
  both("message", message(f, Lang::En), message(f, Lang::Ja));
  place(f.place);
  w.member("basis", checker::collisions::basis_text(f.basis, Lang::En));
  count("times", f.times);
  base::write_objects(w, "set", f.set, [&](const Ground& g) {
    if (g.card != kNone) {
      w.member("card", p.cards[g.card].name);
      w.member("span", g.span);
    } else
      w.member("clause", checker::collisions::ground_text(p, g));
    place(checker::collisions::ground_place(p, g));
  });
  base::write_objects(w, "related", f.related, [&](const checker::collisions::Related& related) {
    w.member("role", checker::collisions::role_text(related.role, Lang::En));
    place(related.span);
  });
  if (!f.met.ruling.empty()) {
    w.key("met");
    w.begin_object();
    w.member("ruling", f.met.ruling);
    if (!f.met.case_id.empty()) w.member("case", f.met.case_id);
    if (!f.met.card.empty()) w.member("card", f.met.card);
    if (!f.met.other.empty()) w.member("other", f.met.other);
    w.member("replayed", f.met.replayed);
    w.member("play", f.met.play[0]);
    w.end_object();
  }
  w.end_object();
}

void write_audit_json(std::ostream& out, const checker::collisions::Report& r,
                      const base::SourceMap& sources, int exit_code, const TextAudit* text,
                      const audit::rules::Findings* model,
                      const std::vector<audit::clashes::UnderReading>& under,
                      const Unfinished& unfinished) {
  const model::Program& p = *r.program;
  JsonWriter w;
  const auto count = [&](const char* key, size_t n) { w.member(key, static_cast<int64_t>(n)); };
  const auto place = [&](base::Span span) { write_place(w, span, sources); };
  const auto places = [&](const char* key, const auto& ids, const auto& table) {
    w.key(key);
    w.begin_array();
    for (const auto id : ids) {
      w.begin_object();
      place(table[id].span);
      w.end_object();
    }
    w.end_array();
  };
  w.begin_object();
  w.member("format", 1);
  w.member("tool", "hanrei");
  w.member("game", p.game);
  w.key("findings");
  w.begin_array();
  for (const Finding& f : r.findings) {
    write_clash_json(w, p, f, sources);
  }
  if (model != nullptr) write_model_findings(w, p, *model, sources);
  if (text != nullptr) write_text_findings(w, *text, sources);
  w.end_array();
  const checker::collisions::Receipt& c = r.receipt;
  w.key("scope");
  w.begin_object();
  count("rulings", c.rulings);
  count("situations", c.situations);
  count("made", c.made);
  count("states", c.states);
  count("moments", c.moments);
  count("declarations", c.declarations);
  count("solver_calls", c.queries);
  count("rounds", c.rounds);
  count("rounds_played", c.rounds_played);
  count("duties", c.duties);
  count("duties_open", c.duties_open);
  w.key("cut");
  w.begin_array();
  for (const auto& cut : c.cut) {
    w.begin_object();
    w.member("ruling", cut.ruling);
    w.member("why", base::text(cut.why, Lang::En));
    w.end_object();
  }
  w.end_array();
  w.member("left_out", c.left_out);
  if (model != nullptr) write_model_scope(w, *model);
  w.end_object();
  w.key("not_examined");
  w.begin_object();
  w.key("cards");
  w.begin_array();
  for (CardId id : c.cards) w.value(p.cards[id].name);
  w.end_array();
  places("norms", c.norms, p.norms);
  places("amendments", c.amends, p.amends);
  std::vector<EventNormId> duties;
  for (const EventNormId n : p.event_norms.ids())
    if (p.event_norms[n].mode == model::NormMode::Oblige) duties.push_back(n);
  places("duties", duties, p.event_norms);
  w.end_object();
  write_under_json(w, under, sources);
  write_unfinished_json(w, unfinished);
  w.member("exit", exit_code);
  w.end_object();
  out << w.str();
}

}  // namespace hanrei::reports
