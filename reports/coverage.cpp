#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/json/array.h"
#include "reports/places.h"
#include "reports/reports.h"
#include "reports/unfinished.h"

namespace hanrei::reports {
namespace {

using audit::coverage::ClauseCoverage;
using audit::coverage::Pin;
using audit::coverage::Tried;
using base::JsonWriter;
using base::Lang;
using model::ClauseStatus;

std::string_view status_text(ClauseStatus s, Lang lang) {
  static constexpr std::string_view en[] = {"no status", "modelled", "definition", "informative",
                                            "not modelled"};
  static constexpr std::string_view ja[] = {"状態なし", "モデル化", "定義", "説明のみ",
                                            "モデル化せず"};
  return (lang == Lang::Ja ? ja : en)[static_cast<size_t>(s)];
}
struct Totals {
  size_t by_status[5] = {}, accounted = 0, touched = 0, pinned = 0, loose = 0;
};
Totals totals_of(const audit::coverage::Report& r) {
  Totals t;
  for (const ClauseCoverage& c : r.clauses) {
    ++t.by_status[static_cast<size_t>(c.clause->status)];
    if (audit::coverage::accounted(c)) ++t.accounted;
    if (c.clause->status == ClauseStatus::Modelled && !c.touched_by.empty()) ++t.touched;
    if (c.pin == Pin::Pinned) ++t.pinned;
    if (c.pin == Pin::Loose) ++t.loose;
  }
  return t;
}

/// What keeps a clause from being accounted for or pinned; empty: nothing.
std::string lacks(const ClauseCoverage& c, bool ja) {
  if (c.clause->status == ClauseStatus::None)
    return ja ? "status がありません" : "it has no status";
  const bool carried =
      c.clause->status == ClauseStatus::Modelled || c.clause->status == ClauseStatus::Definition;
  if (carried && c.elements.empty())
    return ja ? "この条項を引く要素がありません" : "no element cites it";
  if (c.clause->status == ClauseStatus::Modelled && c.touched_by.empty() && !c.open)
    return ja ? "どの裁定でも働きません" : "no ruling touches it";
  if (c.pin != Pin::Loose) return "";
  if (!c.droppable)
    return ja ? "要素を外してみることができません" : "none of its elements can be left out";
  if (c.dropped == Tried::Fate::Unloadable)
    return ja ? "外すとモデルが読めなくなります" : "left out, the model does not load";
  if (c.dropped == Tried::Fate::Survived)
    return ja ? "外しても、どの裁定も変わりません" : "left out, no ruling changes";
  return ja ? fmt::format("変えてみた{}通りのうち、裁定が気づくのは{}通りだけです", c.bent,
                          c.noticed)
            : fmt::format("bent in {} ways, rulings notice {}", c.bent, c.noticed);
}

}  // namespace

std::vector<Unfinished::Left> left_of(const audit::coverage::Report& report) {
  std::vector<Unfinished::Left> out;
  if (!report.unreached.empty()) out.push_back(left_by_name(report.unreached));
  const auto count = [&](auto which, const char* en, const char* ja) {
    const auto n = std::to_string(std::ranges::count_if(report.tried, which));
    if (n != "0") out.push_back({{n + en, ja + n + " 件"}});
  };
  count([](const Tried& t) { return t.fate == Tried::Fate::NotTried; }, " mutants", "変異 ");
  count([](const Tried& t) { return t.cut; }, " searches for a situation that tells a mutant apart",
        "変異を見分ける状況の探索 ");
  return out;
}

void write_coverage_text(std::ostream& out, const audit::coverage::Report& r,
                         const base::SourceMap& sources, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  const Totals t = totals_of(r);
  for (const ClauseCoverage& c : r.clauses) {
    const std::string why = lacks(c, ja);
    if (why.empty() && !style.verbose) continue;
    std::string line =
        fmt::format("{}  {}", shown(c.clause->id, 60), status_text(c.clause->status, style.lang));
    if (c.pin == Pin::Pinned)
      line += ja ? fmt::format("  固定 (外すと {} が変わる、ほか {}/{})", shown(c.dropped_by, 60),
                               c.noticed, c.bent)
                 : fmt::format("  pinned (left out: {}; others {} of {})", shown(c.dropped_by, 60),
                               c.noticed, c.bent);
    if (!why.empty()) line += "  " + why;
    out << line << "\n";
    if (style.verbose && !c.touched_by.empty()) {
      out << (ja ? "    裁定 " : "    rulings ") << c.touched_by.size() << ":";
      for (size_t i = 0; i < c.touched_by.size() && i < 8; ++i)
        out << " " << shown(c.touched_by[i], 60);
      out << (c.touched_by.size() > 8 ? " …\n" : "\n");
    }
    if (!why.empty() && !c.clause->why.empty()) out << "    " << shown(c.clause->why) << "\n";
    for (size_t e : c.elements)
      out << "    " << shown(r.elements[e].name, 200) << "  "
          << place_text(r.elements[e].span, sources)
          << (r.touching[e] == 0 && r.unreached.empty()
                  ? (ja ? "  どの裁定でも働かない" : "  no ruling touches it")
                  : "")
          << "\n";
    if (c.pin != Pin::Loose && !style.verbose) continue;
    for (const Tried& m : r.tried) {
      if (m.fate != Tried::Fate::Survived || !base::contains(c.elements, m.element)) continue;
      out << (ja ? "      気づかれない " : "      unnoticed ")
          << audit::coverage::operator_name(m.op) << ": " << shown(m.what, 300) << "\n";
    }
  }
  const auto listed = [&](const char* en, const char* j, size_t n) {
    out << "\n" << (ja ? j : en) << ": " << n << "\n";
  };
  if (style.verbose) {
    size_t wide = 0, shared = 0;
    for (const auto& e : r.elements) wide += e.by.size() > 4 ? 1 : 0;
    for (const ClauseCoverage& c : r.clauses) shared += c.elements.size() > 1 ? 1 : 0;
    listed("elements that cite more than four clauses", "五つ以上の条項を引く要素", wide);
    for (const auto& e : r.elements)
      if (e.by.size() > 4)
        out << "  " << shown(e.name, 200) << "  " << place_text(e.span, sources) << "  "
            << e.by.size() << "\n";
    listed("clauses carried by more than one element", "複数の要素が担う条項", shared);
    for (const ClauseCoverage& c : r.clauses)
      if (c.elements.size() > 1)
        out << "  " << shown(c.clause->id, 60) << "  " << c.elements.size() << "\n";
  }
  const size_t modelled = t.by_status[1];
  std::string statuses;
  for (size_t i = 0; i < 5; ++i)
    if (t.by_status[i] > 0)
      statuses +=
          fmt::format("{}{} {}",
                      statuses.empty() ? ""
                      : ja             ? "、"
                                       : ", ",
                      status_text(static_cast<ClauseStatus>(i), style.lang), t.by_status[i]);
  out << "\n" << shown(r.program->game, 60) << ": ";
  if (ja) {
    out << fmt::format(
        "条項 {}、説明のついたもの {}\n  {}\n  裁定 {}、モデル化した条項のうち裁定で働くもの "
        "{}/{}\n",
        r.clauses.size(), t.accounted, statuses, r.rulings, t.touched, modelled);
    if (r.pins) out << fmt::format("  固定された条項 {}/{}\n", t.pinned, t.pinned + t.loose);
  } else {
    out << fmt::format(
        "{} of {} clauses accounted for\n  {}\n  rulings {}; touched {} of {} modelled clauses\n",
        t.accounted, r.clauses.size(), statuses, r.rulings, t.touched, modelled);
    if (r.pins) out << fmt::format("  pinned {} of {}\n", t.pinned, t.pinned + t.loose);
  }
  if (!r.compiled.empty()) {
    const auto met = std::ranges::count_if(
        r.compiled, [](const auto& c) { return c.abilities > 0 && c.met == c.abilities; });
    out << fmt::format(
        fmt::runtime(
            ja ? "  文面から能力を作ったカード {} 枚、うち裁定がすべての能力に及ぶもの {}\n"
               : "  cards compiled from their words {}; all abilities touched of {}\n"),
        r.compiled.size(), met);
    for (const auto& c : r.compiled)
      if (c.met < c.abilities)
        out << fmt::format(fmt::runtime(ja ? "    {}: 未確認、裁定の及ぶ能力 {}/{}\n"
                                           : "    {}: unconfirmed, touched {} of {} abilities\n"),
                           shown(c.card, 60), c.met, c.abilities);
  }
  if (!r.left_out.empty()) {
    out << (ja ? "  読めなかった裁定:" : "  rulings that could not be read:");
    for (const std::string& id : r.left_out) out << " " << shown(id, 60);
    out << "\n";
  }
}

void write_coverage_json(std::ostream& out, const audit::coverage::Report& r,
                         const base::SourceMap& sources,
                         const std::vector<findings::Finding>& ratchet,
                         const Unfinished& unfinished, int exit_code) {
  const Totals t = totals_of(r);
  JsonWriter w;
  const auto count = [&](const char* key, size_t n) { w.member(key, static_cast<int64_t>(n)); };
  w.begin_object();
  w.member("format", 1);
  w.member("tool", "hanrei");
  w.member("game", r.program->game);
  w.key("totals");
  w.begin_object();
  count("clauses", r.clauses.size());
  count("accounted", t.accounted);
  for (size_t i = 0; i < 5; ++i)
    count(std::string(status_text(static_cast<ClauseStatus>(i), Lang::En)).c_str(), t.by_status[i]);
  count("touched", t.touched);
  if (r.pins) {
    count("pinned", t.pinned);
    count("loose", t.loose);
  }
  count("rulings", r.rulings);
  w.end_object();
  if (!r.compiled.empty())
    base::write_objects(w, "compiled", r.compiled, [&](const rulings::CompiledCard& c) {
      w.member("card", c.card);
      count("abilities", c.abilities);
      count("touched", c.met);
    });
  base::write_objects(w, "clauses", r.clauses, [&](const ClauseCoverage& c) {
    w.member("clause", c.clause->id);
    w.member("kind", c.clause->kind);
    w.member("status", status_text(c.clause->status, Lang::En));
    if (!c.clause->why.empty()) w.member("why", c.clause->why);
    w.member("accounted", audit::coverage::accounted(c));
    w.key("elements");
    w.begin_array();
    for (size_t e : c.elements) w.value(static_cast<int64_t>(e));
    w.end_array();
    w.member("rulings", c.touched_by);
    if (c.open) w.member("open", true);
    if (c.pin != Pin::NotAsked) {
      w.member("pinned", c.pin == Pin::Pinned);
      w.member("dropped", c.droppable ? fate_name(c.dropped) : "not possible");
      if (!c.dropped_by.empty()) w.member("dropped_by", c.dropped_by);
      count("bent", c.bent);
      count("noticed", c.noticed);
    }
  });
  w.key("elements");
  w.begin_array();
  for (size_t i = 0; i < r.elements.size(); ++i) {
    const auto& e = r.elements[i];
    const base::Place p = sources.place(e.span);
    w.begin_object();
    w.member("element", e.name);
    w.member("form", e.form);
    w.member("path", p.path);
    w.member("line", static_cast<int64_t>(p.line));
    w.member("column", static_cast<int64_t>(p.column));
    count("clauses", e.by.size());
    count("rulings", r.touching[i]);
    w.key("mutants");
    w.begin_array();
    for (const Tried& m : r.tried) {
      if (m.element != i) continue;
      w.begin_object();
      w.member("operator", audit::coverage::operator_name(m.op));
      w.member("what", m.what);
      w.member("fate", fate_name(m.fate));
      if (!m.ruling.empty()) w.member("ruling", m.ruling);
      w.end_object();
    }
    w.end_array();
    w.end_object();
  }
  w.end_array();
  if (!ratchet.empty())
    base::write_objects(w, "ratchet", ratchet, [&](const findings::Finding& f) {
      w.member("code", f.code);
      w.member("en", f.message[0]);
      w.member("ja", f.message[1]);
    });
  w.member("left_out", r.left_out);
  write_unfinished_json(w, unfinished);
  w.member("exit", exit_code);
  w.end_object();
  out << w.str();
}

}  // namespace hanrei::reports
