// hanrei explain, explore, ask, show, fmt.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/glob.h"
#include "base/text/unicode.h"
#include "checker/verdict/bases.h"
#include "cli/check.h"
#include "cli/outcomes.h"
#include "reports/explain.h"
#include "workspace/workspace.h"

namespace hanrei::cli {
namespace {

using reports::shown;

/// Loads the games and selected rulings and hands each to `use`. Returns an exit code for bad
/// input, or kOk.
template <class F>
int each_ruling(const CheckOptions& options, const Io& io, F&& use) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const Workspace work = find(options.paths);
  tell(io, work.problems);
  if (!work.problems.empty()) return kWrongInput;
  size_t examined = 0;
  bool refused = false;
  Selection chosen(options.ids);
  for (const GameFiles& files : work.games) {
    tell(io, files.refused);
    refused = refused || !files.refused.empty();
    const auto game = model::read_game(sources, files.folder, log);
    if (!game) continue;
    checker::Session session(*game, sources);
    for (const std::string& path : files.rulings) {
      const auto doc = rulings::read_document(sources, path, log);
      if (!doc || doc->is_deck) continue;
      if (!chosen.has(doc->id)) continue;
      if (io.stopped()) break;
      const size_t errors = log.error_count();
      use(session, *doc, sources, log);
      if (log.error_count() == errors) ++examined;
    }
  }
  log.sort(sources);
  if (log.has_errors()) {
    reports::write_diagnostics(io.err, sources, log, options.style);
    return kWrongInput;
  }
  if (refused || (!io.stopped() && !chosen.complete(io))) return kWrongInput;
  if (io.stopped())
    io.say("interrupted", "中断しました");
  else if (examined == 0)
    io.say("nothing was examined", "何も検査していません");
  return examined == 0 ? kNothingExamined : kOk;
}

/// Two plays of a claim `undetermined`, under the first two options of its reading that come to
/// different ends.
checker::explain::Parting apart_under_readings(checker::Session& session,
                                               const rulings::Document& doc,
                                               const checker::RulingResult& r,
                                               const checker::ClaimResult& c,
                                               const CheckOptions& options) {
  const auto is = [&](const checker::RulingResult& other) {
    std::pair<const checker::Question*, const rulings::Claim*> out{nullptr, nullptr};
    for (const auto& q : other.questions)
      for (const rulings::Claim& claim : q->which->claims)
        if (claim.span == c.claim->span) out = {q.get(), &claim};
    return out;
  };
  for (const model::ReadingDef& d : r.program->readings) {
    if (d.name != c.claim->what) continue;
    std::vector<checker::RulingResult> prepared;
    for (const std::string& option : d.options) {
      base::DiagnosticLog quiet;
      prepared.push_back(session.prepare(doc, quiet, true, {{d.name, option}}));
    }
    for (size_t i = 0; i < prepared.size(); ++i)
      for (size_t k = i + 1; k < prepared.size(); ++k) {
        const auto [a, of_a] = is(prepared[i]);
        const auto [b, of_b] = is(prepared[k]);
        if (a == nullptr || b == nullptr) continue;
        const std::string names[2] = {d.options[i], d.options[k]};
        if (auto apart = checker::explain::under_readings(
                *a, *b, *of_a, *of_b, names, options.checker.limits, options.style.lang, &r.ruling);
            apart.found)
          return apart;
      }
  }
  return {};
}

}  // namespace

int run_explain(const CheckOptions& options, const Io& io) {
  int worst = kOk;
  const int code = each_ruling(
      options, io,
      [&](checker::Session& session, const rulings::Document& doc, const base::SourceMap& sources,
          base::DiagnosticLog& log) {
        const checker::RulingResult r = session.check(doc, options.checker, log);
        if (r.claims.empty()) return;
        const std::vector<checker::Basis> bases =
            checker::bases_of(r, options.why ? SIZE_MAX : checker::kStepsOfRuling);
        const auto under = [&](const checker::ClaimResult& c) {
          return apart_under_readings(session, doc, r, c, options);
        };
        reports::write_explanation(io.out, r, bases, options.why, options.checker.limits, sources,
                                   options.style, under);
        for (const checker::ClaimResult& c : r.claims) {
          if (!c.fault.empty()) worst = kOurFault;
          if (c.standing == checker::Standing::Contradicted ||
              c.standing == checker::Standing::Vacuous)
            worst = worst == kOurFault ? worst : kFindings;
          if (c.standing == checker::Standing::Undecided || c.standing == checker::Standing::Open)
            worst = worst == kOk ? kUndecided : worst;
        }
      });
  return code != kOk ? code : worst;
}

namespace {

/// One line for an outcome, how many timing orders lead there, and a shortest play.
void write_outcome(std::ostream& out, const std::string& text, const CanCome::Way& way,
                   const std::string& margin, bool ja) {
  out << margin << "- " << shown(text, 4000) << "\n";
  if (!way.orders.empty())
    out << margin << (ja ? "  処理順序: " : "  timing orders: ") << way.orders << "\n";
  for (const std::string& move : way.moves) out << margin << "    " << shown(move) << "\n";
}

/// What comes otherwise under an option of a reading: what is there only, and what is not.
void write_otherwise(std::ostream& out, const Otherwise& other, const CanCome& first,
                     base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  const model::ReadingDef& r = *other.reading;
  const std::string option = shown(r.options[other.option], 60),
                    why = shown((ja ? r.why_ja : r.why_en)[other.option]);
  out << (ja ? "  解釈 " + shown(r.name, 60) + " = " + option + " (" + why + ") なら\n"
             : "  under reading " + shown(r.name, 60) + " = " + option + " (" + why + ")\n");
  if (!other.can.possible) {
    out << "    " << base::text(base::ReasonCode::NoSuchSituation, lang) << "\n";
    return;
  }
  if (!other.can.not_said.empty()) {
    out << "    " << shown(base::text(other.can.not_said, lang)) << "\n";
    return;
  }
  if (other.can.endless && !first.endless)
    out << (ja ? "    終わらない処理順序もある\n" : "    also plays without end\n");
  if (!other.can.endless && first.endless)
    out << (ja ? "    終わらない処理順序はない\n" : "    no play without end\n");
  for (const auto& [text, way] : other.can.outcomes)
    if (!first.outcomes.contains(text)) write_outcome(out, text, way, "    ", ja);
  for (const auto& [text, way] : first.outcomes)
    if (!other.can.outcomes.contains(text))
      out << (ja ? "    ならない: " : "    not reached: ") << shown(text, 4000) << "\n";
}

}  // namespace

int run_explore(const CheckOptions& options, bool count, const Io& io) {
  const bool ja = options.style.lang == base::Lang::Ja;
  int worst = kOk;
  const int code = each_ruling(
      options, io,
      [&](checker::Session& session, const rulings::Document& doc, const base::SourceMap&,
          base::DiagnosticLog& log) {
        const checker::RulingResult r = session.prepare(doc, log, false);
        for (size_t i = 0; i < r.questions.size(); ++i) {
          const checker::Question& q = *r.questions[i];
          const std::string title =
              shown(r.ruling.title[ja].empty() ? r.ruling.title[!ja] : r.ruling.title[ja], 200);
          io.out << shown(r.ruling.id, 60)
                 << (q.which->id.empty() ? "" : " (" + shown(q.which->id, 60) + ")")
                 << (title.empty() ? "" : "  " + title) << "\n";
          const CanCome can = can_come(q, options, count);
          const size_t n = can.outcomes.size();
          if (!can.not_said.empty()) {
            io.out << "  " << shown(base::text(can.not_said, options.style.lang)) << "\n";
            worst = std::max(worst, static_cast<int>(kUndecided));
          }
          if (can.not_said.empty() || n > 0) {
            if (q.which->deck)
              io.out << (n > 0 ? "" : ja ? "  適法なデッキ\n" : "  a legal deck\n");
            else if (ja)
              io.out << "  結果 " << n << " 通り"
                     << (can.endless ? "、および終わらない処理順序" : "") << "\n";
            else
              io.out << "  " << n << (n == 1 ? " outcome" : " outcomes")
                     << (can.endless ? ", and plays without end" : "") << "\n";
          }
          for (const auto& [text, way] : can.outcomes) write_outcome(io.out, text, way, "  ", ja);
          for (const Otherwise& other : otherwise(session, doc, r, i, can, options, count)) {
            write_otherwise(io.out, other, can, options.style.lang);
            if (!other.can.not_said.empty()) worst = std::max(worst, static_cast<int>(kUndecided));
          }
        }
      });
  return code != kOk ? code : worst;
}

int run_show(const CheckOptions& options, bool names, const Io& io) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const Workspace work = find(options.paths);
  tell(io, work.problems);
  if (!work.problems.empty()) return kWrongInput;
  const bool ja = options.style.lang == base::Lang::Ja;
  for (const GameFiles& files : work.games) {
    const auto game = model::read_game(sources, files.folder, log);
    if (!game) continue;
    const model::Program p = model::compile(*game, {}, sources, log);
    io.out << fmt::format("{}  {}\n  {} clauses, {} cards, {} procedures, {} windows, {} rulings\n",
                          shown(p.game, 60), shown(ja ? p.title_ja : p.title_en, 200),
                          p.clauses.size(), p.cards.size(), p.procedures.size(), p.signals.size(),
                          files.rulings.size());
    for (const model::ReadingDef& r : p.readings) {
      io.out << fmt::format("  {} {} ({}", shown(r.name, 60),
                            shown(ja ? r.title_ja : r.title_en, 200), ja ? "既定 " : "default ")
             << shown(r.fallback, 60)
             << (r.presumed ? (ja ? "、ゲームが前提とする" : ", presumed by the game") : "")
             << ")\n";
      for (size_t i = 0; i < r.options.size(); ++i)
        io.out << "    " << shown(r.options[i], 60) << "  " << shown(ja ? r.why_ja[i] : r.why_en[i])
               << "\n";
    }
    if (!names) continue;
    const auto name = [](const std::string& text) { return shown(text, 200); };
    const auto head = [&](const char* en, const char* j) {
      io.out << "\n" << (ja ? j : en) << "\n";
    };
    const auto type_text = [&](const model::Type& t) -> std::string {
      using model::TypeKind;
      const auto base_name = [&](TypeKind k, model::Id id) -> std::string {
        if (k == TypeKind::Bool) return "bool";
        if (k == TypeKind::Int) return "int";
        if (k == TypeKind::Price) return "price";
        if (k == TypeKind::Enum) return name(p.enums[static_cast<size_t>(id)].name);
        if (k == TypeKind::Ref) return name(p.sorts[static_cast<size_t>(id)].name);
        return "?";
      };
      return t.kind == TypeKind::Set ? "set of " + base_name(t.elem, t.id)
                                     : base_name(t.kind, t.id);
    };
    head("kinds", "種類");
    for (const model::KindDef& k : p.kinds) io.out << "  " << name(k.name) << "\n";
    head("zones", "領域");
    for (const model::ZoneDef& z : p.zones)
      io.out << "  " << name(z.name) << (z.lot ? "  (cards n)" : "") << "\n";
    head("attributes", "属性");
    for (const model::AttrDef& a : p.attrs)
      io.out << fmt::format(
          "  {}.{}: {}{}\n",
          a.sort == model::kNone ? "game" : name(p.sorts[static_cast<size_t>(a.sort)].name),
          name(a.name), type_text(a.type), a.nature == model::Nature::Printed ? " (printed)" : "");
    head("enumerations", "列挙");
    for (size_t i = 1; i < p.enums.size(); ++i) {
      io.out << "  " << name(p.enums[i].name) << ":";
      for (const std::string& m : p.enums[i].members) io.out << " " << name(m);
      io.out << "\n";
    }
    head("declarations", "宣言");
    for (const model::ActDef& a : p.acts) {
      io.out << "  " << name(a.name);
      for (const model::Choose& c : a.present) io.out << " " << name(c.name);
      io.out << "\n";
    }
    head("exchanges (for `in` of legal and illegal)", "機会 (適法・違法の主張の in)");
    for (const model::ExchangeDef& e : p.exchanges) io.out << "  " << name(e.name) << "\n";
    head("windows", "タイミング");
    for (const model::SignalDef& s : p.signals) {
      io.out << "  " << name(s.name);
      for (const std::string& aka : s.aka) io.out << " = " << name(aka);
      io.out << "\n";
    }
    head("procedures and their steps", "手順と段階");
    for (const model::Procedure& pr : p.procedures) {
      if (pr.step_names.empty()) continue;
      io.out << "  " << name(pr.name) << ":";
      for (const std::string& n : pr.step_names) io.out << " " << name(n);
      io.out << "\n";
    }
    head("locals of a frame, choices", "枠の局所変数と選択");
    for (const model::Procedure& pr : p.procedures) {
      std::string list;
      for (const model::Local& l : pr.locals)
        if (!l.name.starts_with("did ")) list += " " + name(l.name);
      if (!list.empty() && !pr.step_names.empty())
        io.out << "  " << name(pr.name) << ":" << list << "\n";
    }
    head("effects and what they present", "効果と提示するもの");
    for (const model::EffectDef& e : p.effects) {
      io.out << "  " << name(p.cards[static_cast<size_t>(e.card)].name)
             << (e.name.empty() ? "" : "《" + name(e.name) + "》") << ":";
      for (const model::Choose& c : e.present) io.out << " " << name(c.name);
      io.out << "\n";
    }
    head("derived values for claims", "主張に使える式");
    for (const model::DerivedDef& d : p.derived) {
      if (d.name.starts_with("·")) continue;
      io.out << "  " << name(d.name);
      if (!d.args.empty()) {
        io.out << "(";
        for (size_t i = 0; i < d.args.size(); ++i)
          io.out << (i > 0 ? ", " : "") << name(d.args[i].name);
        io.out << ")";
      }
      io.out << ": " << type_text(d.type) << "\n";
    }
    head("cards", "カード");
    for (const model::CardDef& c : p.cards) io.out << "  " << name(c.name) << "\n";
  }
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, options.style);
  return log.has_errors() ? kWrongInput : kOk;
}

int run_fmt(const std::vector<std::string>& paths, bool check_only, const Io& io) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  bool wrong = false, changed = false;
  for (const std::string& p : paths) {
    std::error_code ec;
    if (fs::is_directory(p, ec)) {
      std::vector<base::RefusedPath> refused;
      for (std::string& f : base::list_files(p, ".json", &refused)) files.push_back(std::move(f));
      for (const base::RefusedPath& out : refused) {
        io.refuse(out.path, out.reason);
        wrong = true;
      }
    } else
      files.push_back(p);
  }
  base::SourceMap sources;
  base::DiagnosticLog log;
  for (const std::string& path : files) {
    const auto text = base::read_file(path);
    if (!text) {
      io.refuse(path, text.error().message);
      wrong = true;
      continue;
    }
    const size_t errors = log.error_count();
    const auto json = base::read_json(sources, sources.add(path, *text), log);
    if (!json || log.error_count() > errors) {
      wrong = true;
      continue;
    }
    const std::string form = base::canonical(*json);
    if (form == *text) continue;
    changed = true;
    io.out << shown(path) << "\n";
    if (check_only) continue;
    if (const auto done = base::write_file_atomic(path, form); !done) {
      io.refuse(path, done.error().message);
      wrong = true;
    }
  }
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, {});
  if (wrong) return kWrongInput;
  if (files.empty()) return kNothingExamined;
  return check_only && changed ? kFindings : kOk;
}

}  // namespace hanrei::cli
