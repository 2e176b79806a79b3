#include "reports/audit_model.h"

#include <fmt/format.h>

#include "base/json/array.h"
#include "checker/collisions/finding.h"
#include "reports/places.h"

namespace hanrei::reports {
namespace {

using audit::rules::Finding;
using audit::rules::Findings;
using audit::rules::Ground;
using base::JsonWriter;
using base::Lang;

}  // namespace

void write_model_part(std::ostream& out, const model::Program& p, const Findings& found,
                      const base::SourceMap& sources, const Style& style) {
  static constexpr std::string_view ja_severity[] = {"注記", "質問", "警告", "エラー"};
  const bool ja = style.lang == Lang::Ja;
  size_t by_severity[4] = {};
  for (const Finding& f : found.list) {
    const auto s = static_cast<size_t>(base::code_severity(f.code));
    ++by_severity[s];
    out << place_text(f.place, sources) << ": "
        << (ja ? ja_severity[s] : base::severity_name(base::code_severity(f.code))) << " "
        << code_text(f.code) << ": " << shown(message(f, style.lang)) << "\n";
    if (!f.set.empty()) {
      out << (ja ? "    条項 " : "    about ");
      for (size_t i = 0; i < f.set.size(); ++i) {
        if (i >= 12 && !style.verbose) {
          out << ", …";
          break;
        }
        out << (i > 0 ? ", " : "") << shown(checker::collisions::ground_text(p, f.set[i]), 80);
      }
      out << "\n";
    }
    if (style.verbose)
      for (const base::Span& r : f.related)
        out << "    " << (ja ? "関連 " : "see ") << place_text(r, sources) << "\n";
  }
  if (found.more > 0)
    out << (ja ? fmt::format("ほかに {} 件（種類ごとに{}件まで示します）\n", found.more,
                             Findings::kEach)
               : fmt::format("and {} more (at most {} of a kind are shown)\n", found.more,
                             Findings::kEach));
  if (!found.list.empty()) out << "\n";
  if (ja)
    out << fmt::format(
        "{}（モデル）: エラー {}、警告 {}、質問 {}\n  範囲: 手順 {}、段階 {}、選択 {}、タイミング "
        "{}、記録する属性 {}、条件 {}、注記だけの段階 {}、モデル化していない条項 {}\n",
        shown(p.game, 60), by_severity[3], by_severity[2], by_severity[1], found.procedures,
        found.steps, found.choices, found.moments, found.attributes, found.conditions, found.notes,
        found.unmodelled);
  else
    out << fmt::format(
        "{} (model): {} errors, {} warnings, {} questions\n  scope: {} procedures, {} steps, {} "
        "choices, {} moments, {} stored attributes, {} conditions; {} steps are only remarks, {} "
        "clauses are not modelled\n",
        shown(p.game, 60), by_severity[3], by_severity[2], by_severity[1], found.procedures,
        found.steps, found.choices, found.moments, found.attributes, found.conditions, found.notes,
        found.unmodelled);
  if (found.left_out > 0)
    out << (ja ? fmt::format("  調べなかった条件 {}（上限 {}）\n", found.left_out, Findings::kMost)
               : fmt::format("  conditions not asked of: {} (at most {} questions)\n",
                             found.left_out, Findings::kMost));
}

void write_model_findings(JsonWriter& w, const model::Program& p, const Findings& found,
                          const base::SourceMap& sources) {
  for (const Finding& f : found.list) {
    w.begin_object();
    w.member("code", code_text(f.code));
    w.member("severity", base::severity_name(base::code_severity(f.code)));
    w.member("fingerprint", f.fingerprint);
    w.key("message");
    w.begin_object();
    w.member("en", message(f, Lang::En));
    w.member("ja", message(f, Lang::Ja));
    w.end_object();
    write_place(w, f.place, sources);
    w.member("basis", "modelled");
    w.member("times", static_cast<int64_t>(1 + f.related.size()));
    base::write_objects(w, "set", f.set, [&](const Ground& g) {
      if (g.card != kNone) {
        w.member("card", p.cards[g.card].name);
        w.member("span", g.span);
      } else
        w.member("clause", checker::collisions::ground_text(p, g));
      write_place(w, checker::collisions::ground_place(p, g), sources);
    });
    base::write_objects(w, "related", f.related, [&](const base::Span& r) {
      w.member("role", "model");
      write_place(w, r, sources);
    });
    w.end_object();
  }
}

void write_model_scope(JsonWriter& w, const Findings& f) {
  w.key("model");
  w.begin_object();
  for (const auto& [key, n] :
       {std::pair("procedures", f.procedures), std::pair("steps", f.steps),
        std::pair("choices", f.choices), std::pair("moments", f.moments),
        std::pair("attributes", f.attributes), std::pair("conditions", f.conditions),
        std::pair("notes", f.notes), std::pair("unmodelled", f.unmodelled),
        std::pair("left_out", f.left_out), std::pair("more", f.more)})
    w.member(key, static_cast<int64_t>(n));
  w.end_object();
}

}  // namespace hanrei::reports
