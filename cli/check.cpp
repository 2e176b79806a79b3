// hanrei check: load games and their rulings, question them, report what was found.
#include "cli/check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "base/text/glob.h"
#include "cli/workspace.h"

namespace hanrei::cli {

namespace {

int exit_code(const reports::Report& report, bool wrong_input) {
  int code = kOk;
  bool fault = false, bad = false, unsure = false;
  for (const reports::RulingEntry& r : report.results) {
    fault = fault || r.fault;
    bad = bad || r.standing == checker::Standing::Contradicted || r.standing == checker::Standing::Vacuous;
    unsure = unsure || r.standing == checker::Standing::Undecided || r.standing == checker::Standing::Open;
  }
  for (const checker::DeckResult& d : report.decks) { bad = bad || !d.breaches.empty(); unsure = unsure || !d.unsupported.empty(); }
  if (unsure) code = kUndecided;
  if (bad) code = kFindings;
  if (report.results.empty() && report.decks.empty()) code = kNothingExamined;
  if (wrong_input) code = kWrongInput;
  if (fault) code = kOurFault;
  return code;
}

/// Each deck is judged by the limits of construction.
void check_decks(checker::Session& session, std::vector<rulings::Document>& decks, base::DiagnosticLog& log, reports::Report& report) {
  std::stable_sort(decks.begin(), decks.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  for (size_t i = 0; i < decks.size(); ++i) {
    if (i > 0 && decks[i].id == decks[i - 1].id) log.add(base::Code::XmlDuplicateId, decks[i].root.span, {"deck", decks[i].id});
    const size_t errors = log.error_count();
    checker::DeckResult r = session.check_deck(decks[i], log);
    if (log.error_count() > errors) report.skipped.push_back(decks[i].path);
    else report.decks.push_back(std::move(r));
  }
}

}  // namespace

bool wanted(const CheckOptions& options, const std::string& id) {
  return options.ids.empty() || std::any_of(options.ids.begin(), options.ids.end(), [&](const std::string& glob) { return base::glob_match(glob, id); });
}

void tell(const Io& io, const std::vector<std::string>& problems) {
  for (const std::string& p : problems) io.err << "hanrei: " << reports::shown(p) << "\n";
}

int run_check(const CheckOptions& options, const Io& io) {
  const auto start = std::chrono::steady_clock::now();
  const auto since = [](auto from) { return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count(); };
  base::SourceMap sources;
  base::DiagnosticLog log;
  reports::Report report;
  report.options = options.checker;
  bool wrong_input = false;

  const Workspace work = find(options.paths);
  const auto problems = [&](const std::vector<std::string>& list) {
    tell(io, list);
    report.problems.insert(report.problems.end(), list.begin(), list.end());
    wrong_input = wrong_input || !list.empty();
  };
  problems(work.problems);
  for (const GameFiles& files : work.games) {
    problems(files.refused);
    // Text to typed values. Whatever is wrong in a file lands in `log`, with its place. A game that cannot be
    // read stops its rulings; a ruling that cannot be read stops nothing else.
    const size_t errors = log.error_count();
    const auto loading = std::chrono::steady_clock::now();
    const auto game = model::read_game(sources, files.folder, log);
    if (!game) { report.skipped.push_back(files.folder); continue; }
    checker::Session session(*game, sources);
    const auto usual = session.compiled({});
    const model::Program& shown = *usual->program;
    log.append(usual->log);
    report.games.push_back({shown.game, files.folder, {shown.title_en, shown.title_ja}, shown.clauses.size(), shown.cards.size()});
    if (log.error_count() > errors) { report.skipped.push_back(files.folder); continue; }
    std::vector<rulings::Document> documents;
    std::vector<rulings::Document> decks;
    for (const auto* paths : {&files.rulings, &files.decks}) for (const std::string& path : *paths) {
      if (io.stopped()) { ++report.left; continue; }
      auto doc = rulings::read_document(sources, path, log);
      if (!doc) { report.skipped.push_back(path); continue; }
      if (wanted(options, doc->id)) (doc->is_deck ? decks : documents).push_back(std::move(*doc));
    }
    check_decks(session, decks, log, report);
    std::stable_sort(documents.begin(), documents.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    for (size_t i = 1; i < documents.size(); ++i) if (documents[i].id == documents[i - 1].id) log.add(base::Code::XmlDuplicateId, documents[i].root.span, {"ruling", documents[i].id});

    report.timings.loading += since(loading);

    // Each ruling is questioned by itself, with a log of its own; the order of the results does not
    // depend on who finished first.
    std::vector<reports::RulingEntry> results(documents.size());
    std::vector<checker::RulingResult::Seconds> seconds(documents.size());
    std::vector<base::DiagnosticLog> logs(documents.size());
    std::vector<std::string> faults(documents.size());
    std::vector<char> done(documents.size(), 0);
    std::atomic<size_t> next{0};
    const auto work_on = [&] {
      for (size_t i = next++; i < documents.size() && !io.stopped(); i = next++) {
        try {
          const checker::RulingResult result = session.check(documents[i], options.checker, logs[i]);
          seconds[i] = result.seconds;
          results[i] = reports::entry_of(result, options.style);
        } catch (const std::exception& e) {
          faults[i] = e.what();
        } catch (...) {
          faults[i] = "an exception that nobody caught";
        }
        done[i] = 1;
      }
    };
    const int jobs = std::clamp(options.jobs > 0 ? options.jobs : static_cast<int>(std::thread::hardware_concurrency()), 1, 16);
    std::vector<std::jthread> threads;
    for (int k = 1; k < jobs && static_cast<size_t>(k) < documents.size(); ++k) threads.emplace_back(work_on);
    work_on();
    threads.clear();
    for (size_t i = 0; i < documents.size(); ++i) {
      log.append(logs[i]);
      report.timings.loading += seconds[i].loading;
      report.timings.explicit_state += seconds[i].explicit_state;
      report.timings.symbolic += seconds[i].symbolic;
      report.timings.exploring += seconds[i].exploring;
      if (!faults[i].empty()) {
        io.err << "hanrei: internal error in " << reports::shown(documents[i].path) << ": " << reports::shown(faults[i]) << "\n";
        results[i] = {};
        results[i].id = documents[i].id;
        results[i].game = documents[i].game;
        results[i].fault = true;
      }
      if (done[i] == 0) ++report.left;
      else if (faults[i].empty() && logs[i].has_errors()) report.skipped.push_back(documents[i].path);
      else report.results.push_back(std::move(results[i]));
    }
  }
  log.sort(sources);
  wrong_input = wrong_input || log.has_errors();
  if (io.stopped()) report.interrupted = *io.signal;
  report.exit_code = report.interrupted != 0 ? 128 + report.interrupted : exit_code(report, wrong_input);
  report.timings.asked = options.timings;
  report.timings.whole = since(start);
  if (options.format == "json") {
    reports::write_json(io.out, report, sources, log);
  } else {
    reports::write_diagnostics(io.err, sources, log, options.style);
    reports::write_text(io.out, report, options.style);
    if (report.results.empty() && report.decks.empty() && !wrong_input) io.err << (options.style.lang == base::Lang::Ja ? "hanrei: 何も検査していません\n" : "hanrei: nothing was examined\n");
  }
  if (options.timings) reports::write_timings(io.err, report, options.style);
  return report.exit_code;
}

}  // namespace hanrei::cli
