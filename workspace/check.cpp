#include "workspace/check.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <span>

#include "base/contains.h"
#include "base/stop.h"
#include "base/text/filled.h"
#include "findings/of.h"
#include "model/passes/dated.h"
#include "rulings/law/groups.h"
#include "rulings/law/law.h"
#include "rulings/law/of_day.h"
#include "workspace/citations.h"
#include "workspace/compiled.h"
#include "workspace/games.h"
#include "workspace/kept_findings.h"
#include "workspace/marks.h"
#include "workspace/ratchet.h"
#include "workspace/selection.h"
#include "workspace/side.h"

namespace hanrei::workspace {
namespace {

/// What can be said of the rulings and decks of a game that has errors itself: whether they can be
/// read, and whether they cite clauses that there are.
void read_only(const GameFiles& files, const model::Program& program, base::SourceMap& sources,
               base::DiagnosticLog& log) {
  for (const auto* paths : {&files.rulings, &files.decks})
    for (const std::string& path : *paths) {
      if (const auto doc = rulings::read_document(sources, path, log))
        check_citations(*doc, program, log);
    }
}

/// Readings and options that no game on the command line has, with those that there are.
std::vector<std::string> unknown_readings(const CheckOptions& options, const Workspace& work) {
  std::vector<std::string> out;
  std::map<std::string, std::vector<std::string>> known;
  for (const GameFiles& files : work.games) {
    base::SourceMap sources;
    base::DiagnosticLog quiet;
    const auto loaded = load_game(sources, files.folder, quiet);
    if (loaded == nullptr) return {};  // the run itself says why
    for (const model::ReadingDef& r : loaded->game.readings)
      for (const std::string& o : r.options) known[r.name].push_back(o);
  }
  const auto joined = [](const auto& list, const auto& name) {
    std::string text;
    for (const auto& item : list) text += (text.empty() ? "" : ", ") + name(item);
    return text;
  };
  for (const auto& [name, option] : options.readings) {
    const auto it = known.find(name);
    if (it == known.end())
      out.push_back(base::filled(
          "there is no reading `{0}`; there are: {1}",
          "`{0}` という解釈はありません。あるのは: {1}",
          {name, known.empty() ? base::in_both("none", "なし")
                               : joined(known, [](const auto& k) { return k.first; })}));
    else if (!base::contains(it->second, option))
      out.push_back(
          base::filled("reading `{0}` has no option `{1}`; it has: {2}",
                       "解釈 `{0}` に選択肢 `{1}` はありません。あるのは: {2}",
                       {name, option, joined(it->second, [](const auto& o) { return o; })}));
  }
  return out;
}

/// Each deck is judged by the limits of construction.
void check_decks(checker::Session& session, std::vector<rulings::Document>& decks,
                 base::DiagnosticLog& log, findings::Report& report) {
  std::ranges::stable_sort(decks, [](const auto& a, const auto& b) { return a.id < b.id; });
  tell_repeated(decks, log);
  for (size_t i = 0; i < decks.size(); ++i) {
    const size_t errors = log.error_count();
    try {
      checker::DeckResult r = session.check_deck(decks[i], log);
      if (log.error_count() > errors)
        report.skipped.push_back(decks[i].path);
      else
        report.decks.push_back(std::move(r));
    } catch (const base::Stopped&) {
      report.left += decks.size() - i;
      return;
    }
  }
}

/// What the run examined, for the reports that are written from findings.
reports::Run run_of(const findings::Report& report, const CheckOptions& options) {
  reports::Run run;
  run.command = "check";
  for (const findings::RulingEntry& r : report.results) run.examined.push_back({r.game, r.id});
  for (const checker::DeckResult& d : report.decks)
    run.examined.push_back({d.list.game, d.list.id});
  const std::vector<size_t> by = findings::tally(report);
  const auto n = [](size_t k) { return std::to_string(k); };
  run.scope[0] = n(report.results.size()) + " rulings, " + n(by[0]) + " of them confirmed; " +
                 n(report.decks.size()) + " decks";
  run.scope[1] = "裁定 " + n(report.results.size()) + "（うち確認 " + n(by[0]) + "）、デッキ " +
                 n(report.decks.size());
  for (const auto& list : {report.skipped, report.problems})
    for (const std::string& path : list) run.not_examined.push_back({path, path});
  if (report.left > 0) run.not_examined.push_back(left_rulings(report.left, report.interrupted));
  if (!options.ids.empty())
    run.not_examined.push_back({"rulings that --id leaves out", "--id で選ばなかった裁定"});
  return run;
}

using Clock = std::chrono::steady_clock;
double since(Clock::time_point from) {
  return std::chrono::duration<double>(Clock::now() - from).count();
}

/// A run of check, step by step.
class Check {
 public:
  Check(const CheckOptions& options, const Io& io, Checked& out)
      : options_(options),
        io_(io),
        out_(out),
        report_(out.report),
        work_(find(options.paths)),
        chosen_(options.ids) {
    report_.options = options.checker;
    report_.readings = options.readings;
    problems(work_.problems);
  }

  const Workspace& work() const { return work_; }

  /// The day whose law is meant. False: it is none.
  bool dated() {
    const auto as_of = read_as_of(options_.as_of, io_);
    if (as_of) report_.as_of = *as_of;
    return as_of.has_value();
  }

  /// Are the readings that are to be assumed there? Then paths are not wrong either.
  bool readings_known() {
    if (options_.readings.empty()) return true;
    problems(unknown_readings(options_, work_));
    return !out_.wrong_input;
  }

  /// Text to typed values to verdicts. Whatever is wrong in a file lands in the log, with its
  /// place. A game that cannot be read stops its rulings; a ruling that cannot be read stops
  /// nothing else.
  void game(const GameFiles& files) {
    problems(files.refused);
    const auto loading = Clock::now();
    auto loaded = load_game(out_.sources, files.folder, out_.log, options_.readings);
    if (loaded == nullptr) {
      report_.skipped.push_back(files.folder);
      return;
    }
    const rulings::GameRecords now = rulings::records_of(loaded->game);
    if (report_.as_of.any()) model::keep_in_force(loaded->game, report_.as_of);
    bool sound = false;
    try {
      sound = make_sound(loaded, out_.sources, options_.readings, out_.log, io_);
    } catch (const base::Stopped&) {
      leave(files);
      return;
    }
    model::check_revisions(loaded->game.game, out_.log);
    enter(loaded->program(), files.folder);
    if (!sound) {
      report_.skipped.push_back(files.folder);
      read_only(files, loaded->program(), out_.sources, out_.log);
      return;
    }
    std::vector<rulings::Document> documents = this->documents(files);
    std::erase_if(documents, [&](const rulings::Document& d) {
      const bool out = names_left_out(*loaded, d);
      if (out && chosen_.has(d.id)) report_.skipped.push_back(d.path);
      return out;
    });
    const rulings::LawOfDay law(documents, loaded->game, now, report_.as_of);
    const std::vector<rulings::Document> rulings = choose(documents, law, loaded->session);
    report_.timings.loading += since(loading);
    const size_t first = report_.results.size();
    question(loaded->game, rulings, law, files.folder);
    if (in_part(options_)) return;
    if (options_.readings.empty())
      mark(report_, first, now, with_others(law, files), report_.as_of);
    const bool whole = loaded->left_out.empty() && options_.ids.empty() && is_whole(files);
    if (whole) enter_compiled(loaded->game, report_.games.back().id, first, report_);
    if (whole && !report_.as_of.any()) examine_whole(*loaded, documents, law, files.folder);
    if (whole && !report_.as_of.any() && options_.readings.empty())
      covered_.emplace(
          loaded->program().game,
          covered(loaded->game, std::span(report_.results).subspan(first), documents, {}));
  }

  /// An end was asked for before its turn.
  void leave(const GameFiles& files) { report_.left += files.rulings.size() + files.decks.size(); }

  /// What was found becomes findings; policy and baseline say which count.
  void settle(const Standards& standards) {
    out_.log.sort(out_.sources);
    bool& wrong = out_.wrong_input;
    wrong = wrong || out_.log.has_errors();
    if (!io_.stopped() && !wrong) wrong = !chosen_.complete(io_);
    report_.interrupted = io_.ending();
    out_.run = run_of(report_, options_);
    std::vector<findings::Finding> findings = findings::findings_of(out_.log, out_.sources);
    leave_undecided(findings);
    for (findings::Finding& f : findings::findings_of(report_, out_.sources))
      findings.push_back(std::move(f));
    const bool fault = std::ranges::any_of(report_.results, [](const auto& r) { return r.fault; });
    if (report_.interrupted == 0 && !fault) keep_findings(options_, io_, "check", whole_, findings);
    if (report_.interrupted == 0 && !fault && !wrong) {
      hold(standards, findings);
      std::map<std::string, findings::Figures> figures;
      for (const auto& [game, is] : covered_) figures[game][is.measure] = is.figure;
      if (standards.keeps_figures()) wrong = !standards.write_ratchet(figures);
    }
    std::set<std::string> ran;  // of a selection nothing can be said to be unused
    if (options_.ids.empty() && options_.readings.empty() && report_.interrupted == 0)
      ran = {"HC", "HR"};
    standards.settle(out_.run, std::move(findings), ran, fault, wrong,
                     report_.results.empty() && report_.decks.empty());
    report_.exit_code = out_.run.exit_code;
  }

 private:
  void problems(const std::vector<std::string>& list) {
    tell(io_, list);
    for (const std::string& p : list)
      report_.problems.emplace_back(base::in_lang(p, base::Lang::En));
    out_.wrong_input = out_.wrong_input || !list.empty();
  }

  /// What may not fall, as far as this run shows it.
  void hold(const Standards& standards, std::vector<findings::Finding>& out) const {
    std::set<std::string> games;
    for (const findings::Report::Game& g : report_.games) games.insert(g.id);
    if (report_.skipped.empty())
      for (findings::Finding& f : held_of_none(standards, options_.paths, games))
        out.push_back(std::move(f));
    for (const auto& [game, is] : covered_) {
      const auto written = standards.policy().ratchet.find(game);
      if (written == standards.policy().ratchet.end()) continue;
      Held held = held_to(game, written->second, is);
      for (findings::Finding& f : held.findings) out.push_back(std::move(f));
      for (findings::Both& each : held.left_out) out_.run.not_examined.push_back(std::move(each));
    }
  }

  void enter(const model::Program& program, const std::string& folder) {
    report_.games.push_back({program.game,
                             folder,
                             {program.title_en, program.title_ja},
                             program.clauses.size(),
                             program.cards.size()});
  }

  /// Rulings and decks, as far as they can be read.
  std::vector<rulings::Document> documents(const GameFiles& files) {
    std::vector<rulings::Document> out;
    for (const auto* paths : {&files.rulings, &files.decks})
      for (const std::string& path : *paths) {
        if (io_.stopped()) {
          ++report_.left;
          continue;
        }
        auto doc = rulings::read_document(out_.sources, path, out_.log);
        if (doc)
          out.push_back(std::move(*doc));
        else
          report_.skipped.push_back(path);
      }
    return out;
  }

  /// The rulings that are asked for and stand on that day, by id. The decks are judged at once.
  std::vector<rulings::Document> choose(const std::vector<rulings::Document>& read,
                                        const rulings::LawOfDay& law, checker::Session& session) {
    for (const auto& [id, why] : law.left_out())
      if (chosen_.has(id))
        io_.refuse(base::filled("{0} is left out", "{0} は検査しません", {id}), why);
    std::vector<rulings::Document> rulings, decks;
    for (const rulings::Document& doc : read)
      if (chosen_.has(doc.id) && (doc.is_deck || law.stands(doc)))
        (doc.is_deck ? decks : rulings).push_back(doc);
    if (!in_part(options_)) check_decks(session, decks, out_.log, report_);
    std::ranges::stable_sort(rulings, [](const auto& a, const auto& b) { return a.id < b.id; });
    tell_repeated(rulings, out_.log);
    return rulings;
  }

  /// Each ruling is questioned by itself, with a log of its own; the order of the results does not
  /// depend on who finished first.
  void question(const model::Game& game, const std::vector<rulings::Document>& rulings,
                const rulings::LawOfDay& law, const std::string& folder) {
    std::vector<const rulings::Document*> asked;
    for (const rulings::Document& d : rulings) asked.push_back(&d);
    const size_t first = report_.results.size();
    try {
      workspace::enter(judge(game, out_.sources, asked, {folder}, report_.as_of, options_, io_),
                       asked, report_, out_.log, io_);
    } catch (const base::Stopped&) {  // before any was questioned
      report_.left += asked.size();
    }
    if (!report_.as_of.any()) return;
    for (size_t i = first; i < report_.results.size(); ++i)
      for (const rulings::Document& d : rulings)
        if (d.id == report_.results[i].id) report_.results[i].status = law.status(d);
  }

  /// What can be said where all rulings of a game are there.
  void examine_whole(const LoadedGame& loaded, const std::vector<rulings::Document>& read,
                     const rulings::LawOfDay& law, const std::string& folder) {
    rulings::check_law(loaded.game.game, law.all(), out_.log);
    rulings::check_groups(rulings::records_of(loaded.game).cards, law.all(), out_.log);
    if (options_.readings.empty())
      whole_.push_back({folder, whole_digest(out_.sources, loaded.game, read)});
  }

  const CheckOptions& options_;
  const Io& io_;
  Checked& out_;
  findings::Report& report_;
  const Workspace work_;
  Selection chosen_;
  std::vector<ExaminedGame> whole_;                    ///< games that were examined whole
  std::map<std::string, findings::Measured> covered_;  ///< of these, by game
};

}  // namespace

Checked check(const CheckOptions& options, const Io& io) {
  const auto start = Clock::now();
  Checked out;
  Check run(options, io, out);
  if (!run.dated()) return out;
  const std::vector<std::string> folders = folders_of(run.work());
  const Standards standards(options.standards, folders, options.style, io);
  if (standards.wrong() || !run.readings_known()) return out;
  out.begun = true;
  for (const GameFiles& files : run.work().games) io.stopped() ? run.leave(files) : run.game(files);
  if (in_part(options)) {  // what is found is said where all of it is there
    out.log.sort(out.sources);
    out.wrong_input = out.wrong_input || out.log.has_errors();
    return out;
  }
  run.settle(standards);
  out.report.timings.asked = options.timings;
  out.report.timings.whole = since(start);
  return out;
}

}  // namespace hanrei::workspace
