// hanrei audit: what clashes, and the smallest sets of clauses and card sentences that cannot all
// stand.
#include <algorithm>
#include <optional>
#include <set>

#include "audit/cards/model.h"
#include "audit/clashes/readings.h"
#include "cli/check.h"
#include "findings/of.h"
#include "reports/audit_model.h"
#include "reports/audit_readings.h"
#include "reports/meanings.h"
#include "reports/places.h"
#include "workspace/compiled.h"
#include "workspace/facts.h"
#include "workspace/games.h"
#include "workspace/kept_findings.h"
#include "workspace/selection.h"
#include "workspace/words.h"

namespace hanrei::cli {
namespace {

struct Part {
  checker::collisions::Report report;
  std::vector<audit::clashes::UnderReading> under;
  std::optional<reports::TextAudit> text;
  std::optional<audit::rules::Findings> model;
  WordsAudit words;
  reports::Unfinished unfinished;
};

/// What `work` comes to; nothing where an end was asked for before it was done, which is said.
template <class Work>
auto to_its_end(const char* en, const char* ja, const Io& io, reports::Unfinished& unfinished,
                const Work& work) -> std::optional<decltype(work())> {
  try {
    if (!io.stopped())
      if (auto out = work(); !io.stopped()) return out;
  } catch (const base::Stopped&) {
  }
  unfinished.left.push_back({{en, ja}});
  return std::nullopt;
}

/// What clashes, under the default readings and the others.
void clashes(const LoadedGame& loaded, const base::SourceMap& sources,
             const std::vector<rulings::Document>& documents, const CheckOptions& options,
             const Io& io, Part& part) {
  audit::clashes::Asked asked;
  asked.limits = options.checker.limits;
  asked.jobs = threads(options);
  part.report = audit::clashes::examine(loaded.game, sources, documents, asked);
  const checker::collisions::Receipt& receipt = part.report.receipt;
  std::vector<reports::Unfinished::Left>& left = part.unfinished.left;
  if (!receipt.unreached.empty()) left.push_back(reports::left_by_name(receipt.unreached));
  if (receipt.broken_off)
    left.push_back(
        {{"what was met in the other rulings: not all of it was judged, nor every "
          "situation made from it, so that there may be clashes which are not told",
          "ほかの裁定で出会ったものの判定の一部と、それをもとに作る状況の一部（示していない衝突があ"
          "りうる）"}});
  if (auto under = to_its_end("the other readings", "ほかの解釈", io, part.unfinished, [&] {
        return audit::clashes::examine_readings(loaded.game, sources, documents, asked,
                                                part.report);
      }))
    part.under = std::move(*under);
}

/// What was examined, and what was not, for the reports that are written from findings.
void add_scope(reports::Run& run, const checker::collisions::Report& report) {
  const auto& c = report.receipt;
  const std::string& game = report.program->game;
  const auto n = [](size_t k) { return std::to_string(k); };
  if (!c.broken_off) run.examined.push_back({"audit", game});
  run.scope[0] += (run.scope[0].empty() ? "" : "; ") + game + ": " + n(c.situations) +
                  " situations, " + n(c.made) + " made from them, " + n(c.states) + " states, " +
                  n(c.declarations) + " declarations";
  run.scope[1] += (run.scope[1].empty() ? "" : "、") + game + ": 状況 " + n(c.situations) +
                  "、置き換えた状況 " + n(c.made) + "、状態 " + n(c.states) + "、宣言 " +
                  n(c.declarations);
  for (const auto& cut : c.cut)
    run.not_examined.push_back({cut.ruling + ": " + base::text(cut.why, base::Lang::En),
                                cut.ruling + ": " + base::text(cut.why, base::Lang::Ja)});
  for (const std::string& path : c.left_out) run.not_examined.push_back({path, path});
  const std::string cards = n(c.cards.size()), norms = n(c.norms.size()),
                    amends = n(c.amends.size());
  if (c.cards.size() + c.norms.size() + c.amends.size() > 0)
    run.not_examined.push_back(
        {game + ": " + cards + " cards, " + norms + " permissions and prohibitions, " + amends +
             " amendments",
         game + ": カード " + cards + "、許可と禁止 " + norms + "、変更 " + amends});
}

/// What there is to say of words, beside what the model shows: for programs.
audit::rules::Findings with_words(const Part& part) {
  audit::rules::Findings out = *part.model;
  const model::Program& p = *part.report.program;
  const auto add = [&](base::Code code, const std::string& card, base::Span place,
                       std::vector<std::string> args) {
    audit::rules::Finding f;
    f.code = code;
    f.place = place;
    f.args = std::move(args);
    for (const auto id : p.cards.ids())
      if (p.cards[id].name == card) f.set.push_back({model::kNone, id, ""});
    std::vector<std::string> subjects = {card};
    if (code == base::Code::Unconfirmed) subjects.push_back(p.game);
    std::vector<findings::Finding> one = {findings::make(code, f.args, std::move(subjects))};
    findings::fingerprint(one);
    f.fingerprint = one[0].fingerprint;
    out.list.push_back(std::move(f));
  };
  for (const errata::Ambiguous& a : part.words.meanings)
    if (a.meant != errata::Meant::Alike)
      add(base::Code::TextAmbiguous, a.card, a.place,
          {"《" + a.card + "》", std::to_string(a.meanings.size())});
  for (const findings::Report::Compiled& c : part.words.compiled)
    add(base::Code::Unconfirmed, c.card, c.span,
        {c.card, std::to_string(c.loose), std::to_string(c.abilities)});
  return out;
}

/// Cards that are compiled from their words, and unconfirmed.
void write_unconfirmed(const WordsAudit& words, const base::SourceMap& sources,
                       const reports::Style& style, const Io& io) {
  const bool ja = style.lang == base::Lang::Ja;
  for (const findings::Report::Compiled& c : words.compiled)
    io.out << reports::place_text(c.span, sources) << (ja ? ": 注記 " : ": note ")
           << base::code_text(base::Code::Unconfirmed) << ": "
           << reports::shown(
                  base::message(base::Code::Unconfirmed,
                                {c.card, std::to_string(c.loose), std::to_string(c.abilities)},
                                style.lang),
                  400)
           << "\n";
}

void write_part(const Part& part, const base::SourceMap& sources, const reports::Style& style,
                const Io& io) {
  // what the rulebook says comes before what cards make of it
  if (part.model)
    reports::write_model_part(io.out, *part.report.program, *part.model, sources, style);
  if (part.text) reports::write_text_part(io.out, *part.text, sources, style);
  reports::write_meanings(io.out, part.words.meanings, sources, true, style);
  write_unconfirmed(part.words, sources, style, io);
  reports::write_audit_text(io.out, part.report, sources, style);
  reports::write_under_text(io.out, part.under, sources, style);
  reports::write_unfinished_text(io.out, part.unfinished, style);
  io.out << std::flush;
}

}  // namespace

int run_audit(const CheckOptions& options, const Io& io) {
  Games games(options.paths, io);
  base::SourceMap& sources = games.sources;
  base::DiagnosticLog& log = games.log;
  if (options.format == "json" && games.list().size() > 1) {
    io.say("--format json audits one game at a time",
           "--format json で検査できるゲームは一度に一つです");
    return kWrongInput;
  }
  std::vector<std::string> folders;
  for (const GameFiles& files : games.list()) folders.push_back(files.folder);
  const Standards standards(options.standards, folders, options.style, io);
  if (standards.wrong()) return kWrongInput;
  bool examined = false, fault = false;
  reports::Run run;
  run.command = "audit";
  std::vector<findings::Finding> findings;
  std::vector<Part> parts;
  Selection chosen(options.ids);
  std::vector<ExaminedGame> whole;
  for (const GameFiles& files : games.list()) {
    if (games.leaves(files)) {
      run.not_examined.push_back({files.folder, files.folder});
      continue;
    }
    const auto loaded = games.load_sound(files);
    if (loaded == nullptr) continue;
    const model::Game& game = loaded->game;
    std::vector<rulings::Document> documents = documents_of(sources, files, log);
    std::erase_if(documents, [&](const rulings::Document& d) { return !chosen.has(d.id); });
    Part part;
    clashes(*loaded, sources, documents, options, io, part);
    const checker::collisions::Report& report = part.report;
    // A selection of rulings is no selection of clauses: the print and the model are left out.
    if (options.ids.empty()) {
      part.text = audit_facts(sources, files.folder, *report.program, log);
      part.model = to_its_end("the rules themselves", "規則そのもの", io, part.unfinished, [&] {
        return audit::cards::examine_model(game, *report.program, sources, documents, report);
      });
      if (auto words = to_its_end("printed words", "印刷された文面", io, part.unfinished, [&] {
            return audit_words(game, sources, files, documents, options, io);
          }))
        part.words = std::move(*words);
      for (const errata::Ambiguous& a : part.words.meanings)
        if (auto f = reports::finding_of_meanings(a, sources)) findings.push_back(std::move(*f));
      findings::Report compiled;
      compiled.compiled = part.words.compiled;
      for (findings::Finding& f : findings::findings_of(compiled, sources))
        findings.push_back(std::move(f));
      run.not_examined.insert(run.not_examined.end(), part.words.not_examined.begin(),
                              part.words.not_examined.end());
    }
    part.unfinished.ending = io.ending();
    examined = examined || report.receipt.situations > 0 || part.text ||
               (part.model && part.model->procedures > 0);
    if (!report.receipt.left_out.empty()) games.is_wrong();
    std::vector<std::string> faults = report.faults;
    for (const auto& under : part.under)
      for (const std::string& f : under.report.faults)
        faults.push_back(under.reading + "=" + under.option + ": " + f);
    fault = fault || !faults.empty();
    for (const std::string& f : faults) io.refuse(kInternalError, f);
    for (findings::Finding& f : findings::findings_of(report, sources))
      findings.push_back(std::move(f));
    if (part.model)
      for (findings::Finding& f : findings::findings_of(*part.model, *report.program, sources))
        findings.push_back(std::move(f));
    if (part.text)
      for (findings::Finding& f : findings::findings_of(*part.text, sources))
        findings.push_back(std::move(f));
    add_scope(run, report);
    for (const auto& left : part.unfinished.left)
      run.not_examined.push_back(
          {files.folder + ": " + left.what[0], files.folder + ": " + left.what[1]});
    if (options.format == "json")
      parts.push_back(std::move(part));
    else if (!is_findings_format(options.format))
      write_part(part, sources, options.style, io);
    if (options.ids.empty() && is_whole(files))
      whole.push_back({files.folder, whole_digest(sources, game, documents)});
  }
  log.sort(sources);
  for (findings::Finding& f : findings::findings_of(log, sources)) findings.push_back(std::move(f));
  leave_undecided(findings);
  if (!games.wrong() && !log.has_errors() && !chosen.complete(io)) games.is_wrong();
  const int ending = io.ending();
  if (!fault && ending == 0) keep_findings(options, io, "audit", whole, findings);
  std::set<std::string> ran;
  if (options.ids.empty() && ending == 0) ran = {"HA", "HR"};
  standards.settle(run, std::move(findings), ran, fault, games.wrong() || log.has_errors(),
                   !examined);
  if (options.format == "json") {
    for (const Part& part : parts) {
      std::optional<audit::rules::Findings> model;
      if (part.model) model = with_words(part);
      reports::write_audit_json(io.out, part.report, sources, run.exit_code,
                                part.text ? &*part.text : nullptr, model ? &*model : nullptr,
                                part.under, part.unfinished);
    }
  } else if (is_findings_format(options.format)) {
    write_run(options.format, run, options.style, io);
    return run.exit_code;
  } else {
    reports::write_policy_text(io.out, run, options.style);
  }
  reports::write_diagnostics(io.err, sources, log, options.style);
  if (run.exit_code == kNothingExamined) io.say("nothing was examined", "何も検査していません");
  return run.exit_code;
}

}  // namespace hanrei::cli
