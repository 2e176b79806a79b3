#include <fmt/format.h>

#include "reports/reports.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using checker::audit::Finding;
using checker::audit::Ground;

std::string place_text(base::Span span, const base::SourceMap& sources) {
  const base::Place p = sources.place(span);
  return fmt::format("{}:{}:{}", shown(p.path), p.line, p.column);
}

std::string_view severity_text(base::Severity s, Lang lang) {
  static constexpr std::string_view ja[] = {"注記", "質問", "警告", "エラー"};
  return lang == Lang::Ja ? ja[static_cast<size_t>(s)] : base::severity_name(s);
}

/// The words of a member, short enough for one line.
std::string words_of(const model::Program& p, const Ground& g, Lang lang) {
  if (g.card != model::kNone) {
    for (const auto& [span, words] : p.cards[static_cast<size_t>(g.card)].text) if (span == g.span) return shown(words, 60);
    return "";
  }
  if (g.clause == model::kNone) return "";
  const model::Clause& c = p.clauses[static_cast<size_t>(g.clause)];
  return shown(lang == Lang::Ja || c.en.empty() ? c.ja : c.en, 60);
}

void list(std::ostream& out, const std::string& head, const std::vector<std::string>& items) {
  if (items.empty()) return;
  out << "  " << head << " (" << items.size() << "):";
  for (size_t i = 0; i < items.size() && i < 12; ++i) out << (i > 0 ? ", " : " ") << shown(items[i], 60);
  out << (items.size() > 12 ? ", …\n" : "\n");
}

}  // namespace

void write_audit_text(std::ostream& out, const checker::audit::Report& r, const base::SourceMap& sources, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const model::Program& p = *r.program;
  size_t by_severity[4] = {};
  for (const Finding& f : r.findings) {
    ++by_severity[static_cast<size_t>(severity(f.code))];
    out << place_text(f.place, sources) << ": " << severity_text(severity(f.code), style.lang) << " " << code_text(f.code) << ": " << shown(message(f, style.lang)) << "\n";
    const bool settled = severity(f.code) == base::Severity::Note;
    out << "    " << (settled ? (ja ? "根拠の組" : "rests on") : (ja ? "ともに成り立たない組" : "these cannot all stand")) << (ja ? "（" : " (") << checker::audit::basis_text(f.basis, style.lang) << (ja ? "）:\n" : "):\n");
    for (const Ground& g : f.set) out << "      " << shown(checker::audit::ground_text(p, g), 80) << "  " << words_of(p, g, style.lang) << "  " << place_text(checker::audit::ground_place(p, g), sources) << "\n";
    if (style.verbose) for (const auto& related : f.related) out << "    " << checker::audit::role_text(related.role, style.lang) << "  " << place_text(related.span, sources) << "\n";
    if (f.met.ruling.empty()) continue;
    out << (ja ? "    例: " : "    met in ") << shown(f.met.ruling, 60) << (f.met.case_id.empty() ? "" : " " + shown(f.met.case_id, 60));
    const auto& play = f.met.play[static_cast<size_t>(style.lang)];
    for (const std::string& m : play) out << (&m == &play[0] ? (ja ? "、" : ": ") : "; ") << shown(m, 100);
    out << "\n";
  }
  const auto& c = r.receipt;
  std::vector<std::string> cards, norms, amends, cut;
  for (model::Id k : c.cards) cards.push_back(p.cards[static_cast<size_t>(k)].name);
  for (model::Id k : c.norms) norms.push_back(place_text(p.norms[static_cast<size_t>(k)].span, sources));
  for (model::Id k : c.amends) amends.push_back(place_text(p.amends[static_cast<size_t>(k)].span, sources));
  for (const auto& k : c.cut) cut.push_back(k.ruling + " (" + k.why + ")");
  if (!r.findings.empty()) out << "\n";
  out << shown(p.game, 60) << ": ";
  if (ja) out << fmt::format("エラー {}、警告 {}、質問 {}、注記 {}\n  範囲: 裁定 {}、局面 {}、状態 {}、宣言の機会 {}、宣言 {}、ソルバへの問い {}\n", by_severity[3], by_severity[2], by_severity[1], by_severity[0], c.rulings, c.situations, c.states, c.moments, c.declarations, c.queries);
  else out << fmt::format("{} errors, {} warnings, {} questions, {} notes\n  scope: {} rulings, {} situations, {} states, {} moments at which somebody is asked, {} declarations; {} solver calls\n", by_severity[3], by_severity[2], by_severity[1], by_severity[0], c.rulings, c.situations, c.states, c.moments, c.declarations, c.queries);
  list(out, ja ? "打ち切った局面" : "situations cut short", cut);
  list(out, ja ? "読めなかった裁定" : "rulings that could not be read", c.left_out);
  list(out, ja ? "調べていないカード" : "cards not examined", cards);
  list(out, ja ? "調べていない許可と禁止" : "permissions and prohibitions not examined", norms);
  list(out, ja ? "調べていない変更" : "amendments not examined", amends);
}

}  // namespace hanrei::reports
