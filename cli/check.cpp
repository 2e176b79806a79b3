// hanrei check: load games and their rulings, question them, report what was found.
#include "cli/check.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <thread>

#include "base/io/file.h"
#include "base/text/filled.h"
#include "base/text/glob.h"
#include "model/dated.h"
#include "reports/citator.h"
#include "rulings/law/citator.h"
#include "rulings/law/groups.h"
#include "rulings/law/law.h"
#include "workspace/judge.h"
#include "workspace/kept_findings.h"
#include "workspace/workspace.h"

namespace hanrei::cli {

namespace {

/// What can be said of the rulings and decks of a game that has errors itself: whether they can be
/// read, and whether they cite clauses that there are.
void read_only(const GameFiles& files, const model::Program& program, base::SourceMap& sources,
               base::DiagnosticLog& log) {
  std::set<std::string> clauses;
  for (const model::Clause& c : program.clauses) clauses.insert(c.id);
  const std::function<void(const rulings::Element&)> citations = [&](const rulings::Element& e) {
    for (const rulings::Element::Attribute& a : e.attributes) {
      const bool cites = (e.name == "cites" && a.name == "clause") ||
                         (e.name == "claim" &&
                          (a.name == "clause" || (a.name == "by" && e.get("kind") == "illegal")));
      if (cites && !clauses.contains(a.value))
        log.add(base::Code::UnknownClause, a.span, {a.value});
    }
    for (const rulings::Element& child : e.children) citations(child);
  };
  for (const auto* paths : {&files.rulings, &files.decks})
    for (const std::string& path : *paths) {
      if (const auto doc = rulings::read_document(sources, path, log)) citations(doc->root);
    }
}

/// Readings and options that no game on the command line has, with those that there are.
std::vector<std::string> unknown_readings(const CheckOptions& options, const Workspace& work) {
  std::vector<std::string> out;
  std::map<std::string, std::vector<std::string>> known;
  for (const GameFiles& files : work.games) {
    base::SourceMap sources;
    base::DiagnosticLog quiet;
    const auto game = model::read_game(sources, files.folder, quiet);
    if (!game) return {};  // the run itself says why
    for (const model::ReadingDef& r : game->readings)
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
    else if (std::find(it->second.begin(), it->second.end(), option) == it->second.end())
      out.push_back(
          base::filled("reading `{0}` has no option `{1}`; it has: {2}",
                       "解釈 `{0}` に選択肢 `{1}` はありません。あるのは: {2}",
                       {name, option, joined(it->second, [](const auto& o) { return o; })}));
  }
  return out;
}

/// Each deck is judged by the limits of construction.
void check_decks(checker::Session& session, std::vector<rulings::Document>& decks,
                 base::DiagnosticLog& log, reports::Report& report) {
  std::stable_sort(decks.begin(), decks.end(),
                   [](const auto& a, const auto& b) { return a.id < b.id; });
  tell_repeated(decks, log);
  for (size_t i = 0; i < decks.size(); ++i) {
    const size_t errors = log.error_count();
    checker::DeckResult r = session.check_deck(decks[i], log);
    if (log.error_count() > errors)
      report.skipped.push_back(decks[i].path);
    else
      report.decks.push_back(std::move(r));
  }
}

/// The rulings of a game on the day whose law is meant.
class Precedents {
 public:
  /// `now`: what the game has today; `game`: then.
  Precedents(const std::vector<rulings::Document>& documents, const model::Game& game,
             const rulings::GameRecords& now, const base::AsOf& as_of)
      : as_of_(as_of) {
    for (const rulings::Document& d : documents)
      if (!d.is_deck) all_.push_back({rulings::record_of(d), &d.root});
    if (!as_of.any()) return;
    const rulings::GameRecords then = rulings::records_of(game);
    for (const auto& c : now.clauses) gone_.insert("clause " + c.id);
    for (const auto& c : now.cards) gone_.insert("card " + c.name);
    for (const auto& c : then.clauses) gone_.erase("clause " + c.id);
    for (const auto& c : then.cards) gone_.erase("card " + c.name);
    for (const rulings::LawRuling& r : all_)
      if (const std::string why = missing(r.record); !why.empty()) left_out_[r.record.id] = why;
  }

  bool stands(const rulings::Document& d) const { return !left_out_.contains(d.id); }
  std::string status(const rulings::Document& d) const {
    for (const rulings::LawRuling& r : all_)
      if (r.record.id == d.id) return rulings::status_as_of(r.record, as_of_);
    return "";
  }
  const std::vector<rulings::LawRuling>& all() const { return all_; }

  void tell_left_out(Selection& chosen, const Io& io) const {
    for (const auto& [id, why] : left_out_)
      if (chosen.has(id))
        io.refuse(base::filled("{0} is left out", "{0} は検査しません", {id}), why);
  }

 private:
  std::string missing(const rulings::RulingRecord& r) const {
    const std::string status = rulings::status_as_of(r, as_of_);
    if (status == "unknown")
      return base::in_both("it was not known then, or has no date",
                           "その時点で知られていないか、日付がありません");
    if (status == "not yet")
      return base::in_both("it did not count yet", "その時点ではまだ効力がありません");
    for (const std::string& c : r.cites)
      if (gone_.contains("clause " + c))
        return base::in_both("clause " + c + " was not in force",
                             "条項 " + c + " がその時点で効力をもちません");
    for (const std::string& c : r.cards)
      if (gone_.contains("card " + c))
        return base::in_both("the card " + c + " was not there yet",
                             "カード " + c + " がその時点でありません");
    return "";
  }

  base::AsOf as_of_;
  std::vector<rulings::LawRuling> all_;
  std::set<std::string> gone_;
  std::map<std::string, std::string> left_out_;
};

/// All rulings of the game that have to do with those at hand: themselves, and those that name them
/// or are named by them.
std::vector<rulings::RulingRecord> with_others(const Precedents& law, const GameFiles& files) {
  std::vector<rulings::RulingRecord> out;
  std::set<std::string> names, have(files.rulings.begin(), files.rulings.end());
  for (const rulings::LawRuling& r : law.all()) {
    out.push_back(r.record);
    names.insert(r.record.id);
    for (const auto* list : {&r.record.follows, &r.record.narrows, &r.record.distinguishes})
      names.insert(list->begin(), list->end());
  }
  if (is_whole(files)) return out;
  const Workspace all = find({files.folder});
  for (const GameFiles& game : all.games)
    for (const std::string& path : game.rulings) {
      if (have.contains(path)) continue;
      auto text = base::read_file_within(path, game.folder);
      if (!text || std::none_of(names.begin(), names.end(), [&](const std::string& name) {
            return text->find(name) != std::string::npos;
          }))
        continue;
      base::SourceMap aside;
      base::DiagnosticLog quiet;  // a run on the whole game tells
      if (const auto d = rulings::parse_document(aside, path, std::move(*text), quiet);
          d && !d->is_deck)
        out.push_back(rulings::record_of(*d));
    }
  return out;
}

/// Says of each result from `first` on how it stands as a precedent. Of other rulings it counts
/// what this run found.
void mark(reports::Report& report, size_t first, const rulings::GameRecords& game,
          const std::vector<rulings::RulingRecord>& all, const base::AsOf& as_of) {
  std::map<std::string, rulings::RulingRecord> records;
  for (const rulings::RulingRecord& r : all) records.emplace(r.id, r);
  std::map<std::string, rulings::Examined> found;
  for (size_t i = first; i < report.results.size(); ++i) {
    const reports::RulingEntry& e = report.results[i];
    if (const auto it = records.find(e.id); it != records.end())
      found[e.id] = reports::examined_of(e, !it->second.presumes.empty());
  }
  const rulings::Citator citator(game, all, as_of);
  for (size_t i = first; i < report.results.size(); ++i)
    if (const auto it = records.find(report.results[i].id); it != records.end())
      report.results[i].marks = citator.marks(it->second, found);
}

/// What the run examined, for the reports that are written from findings.
reports::Run run_of(const reports::Report& report, const CheckOptions& options) {
  reports::Run run;
  run.command = "check";
  for (const reports::RulingEntry& r : report.results) run.examined.push_back({r.game, r.id});
  for (const checker::DeckResult& d : report.decks)
    run.examined.push_back({d.list.game, d.list.id});
  const std::vector<size_t> by = reports::tally(report);
  const auto n = [](size_t k) { return std::to_string(k); };
  run.scope[0] = n(report.results.size()) + " rulings, " + n(by[0]) + " of them confirmed; " +
                 n(report.decks.size()) + " decks";
  run.scope[1] = "裁定 " + n(report.results.size()) + "（うち確認 " + n(by[0]) + "）、デッキ " +
                 n(report.decks.size());
  for (const auto& list : {report.skipped, report.problems})
    for (const std::string& path : list) run.not_examined.push_back({path, path});
  if (report.left > 0)
    run.not_examined.push_back(
        {n(report.left) + " rulings: interrupted", "中断により裁定 " + n(report.left) + " 件"});
  if (!options.ids.empty())
    run.not_examined.push_back({"rulings that --id leaves out", "--id で選ばなかった裁定"});
  return run;
}

}  // namespace

int run_check(const CheckOptions& options, const Io& io) {
  const auto start = std::chrono::steady_clock::now();
  const auto since = [](auto from) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  };
  base::SourceMap sources;
  base::DiagnosticLog log;
  reports::Report report;
  report.options = options.checker;
  bool wrong_input = false;

  const Workspace work = find(options.paths);
  const auto problems = [&](const std::vector<std::string>& list) {
    tell(io, list);
    for (const std::string& p : list)
      report.problems.emplace_back(base::in_lang(p, base::Lang::En));
    wrong_input = wrong_input || !list.empty();
  };
  problems(work.problems);
  const auto as_of = read_as_of(options.as_of, io);
  if (!as_of) return report.exit_code = kWrongInput;
  report.as_of = *as_of;
  std::vector<std::string> folders;
  for (const GameFiles& files : work.games) folders.push_back(files.folder);
  const Standards standards(options.standards, folders, options.style, io);
  if (standards.wrong()) return kWrongInput;
  report.readings = options.readings;
  if (!options.readings.empty()) {
    problems(unknown_readings(options, work));
    if (wrong_input) return report.exit_code = kWrongInput;
  }
  Selection chosen(options.ids);
  std::vector<ExaminedGame> whole;
  for (const GameFiles& files : work.games) {
    problems(files.refused);
    // Text to typed values. Whatever is wrong in a file lands in `log`, with its place. A game that
    // cannot be read stops its rulings; a ruling that cannot be read stops nothing else.
    const size_t errors = log.error_count();
    const auto loading = std::chrono::steady_clock::now();
    auto game = model::read_game(sources, files.folder, log);
    if (!game) {
      report.skipped.push_back(files.folder);
      continue;
    }
    const rulings::GameRecords now = rulings::records_of(*game);
    if (as_of->any()) model::keep_in_force(*game, *as_of);
    checker::Session session(*game, sources, options.readings);
    const auto usual = session.compiled({});
    const model::Program& shown = *usual->program;
    log.append(usual->log);
    report.games.push_back({shown.game,
                            files.folder,
                            {shown.title_en, shown.title_ja},
                            shown.clauses.size(),
                            shown.cards.size()});
    if (log.error_count() > errors) {
      report.skipped.push_back(files.folder);
      read_only(files, shown, sources, log);
      continue;
    }
    std::vector<rulings::Document> documents;
    std::vector<rulings::Document> decks, read;
    for (const auto* paths : {&files.rulings, &files.decks})
      for (const std::string& path : *paths) {
        if (io.stopped()) {
          ++report.left;
          continue;
        }
        auto doc = rulings::read_document(sources, path, log);
        if (!doc) {
          report.skipped.push_back(path);
          continue;
        }
        read.push_back(std::move(*doc));
      }
    const Precedents law(read, *game, now, *as_of);
    law.tell_left_out(chosen, io);
    for (rulings::Document& doc : read)
      if (chosen.has(doc.id) && (doc.is_deck || law.stands(doc)))
        (doc.is_deck ? decks : documents).push_back(doc);
    check_decks(session, decks, log, report);
    std::stable_sort(documents.begin(), documents.end(),
                     [](const auto& a, const auto& b) { return a.id < b.id; });
    tell_repeated(documents, log);

    report.timings.loading += since(loading);

    // Each ruling is questioned by itself, with a log of its own; the order of the results does not
    // depend on who finished first.
    std::vector<const rulings::Document*> asked;
    for (const rulings::Document& d : documents) asked.push_back(&d);
    std::vector<Judged> judged = judge(*game, sources, asked, {files.folder}, *as_of, options, io);
    const size_t first = report.results.size();
    for (size_t i = 0; i < documents.size(); ++i) {
      auto& [entry, said, fault, seconds, done, kept] = judged[i];
      log.append(said);
      if (kept)
        ++report.timings.kept;
      else {
        report.timings.states += entry.counts.states;
        report.timings.queries += entry.counts.queries;
      }
      report.timings.loading += seconds.loading;
      report.timings.explicit_state += seconds.explicit_state;
      report.timings.symbolic += seconds.symbolic;
      report.timings.exploring += seconds.exploring;
      if (!fault.empty()) {
        io.refuse(base::about(kInternalError, documents[i].path), fault);
        entry = {};
        entry.id = documents[i].id;
        entry.game = documents[i].game;
        entry.fault = true;
      }
      if (!done)
        ++report.left;
      else if (fault.empty() && said.has_errors())
        report.skipped.push_back(documents[i].path);
      else {
        if (as_of->any()) entry.status = law.status(documents[i]);
        reports::place(entry, documents[i]);
        report.results.push_back(std::move(entry));
      }
    }
    if (options.readings.empty()) mark(report, first, now, with_others(law, files), *as_of);
    if (options.ids.empty() && !as_of->any() && is_whole(files)) {
      rulings::check_law(game->game, law.all(), log);
      rulings::check_groups(rulings::records_of(*game).cards, law.all(), log);
      if (options.readings.empty())
        whole.push_back({files.folder, whole_digest(sources, *game, read)});
    }
  }
  log.sort(sources);
  wrong_input = wrong_input || log.has_errors();
  if (!io.stopped() && !wrong_input) wrong_input = !chosen.complete(io);
  if (io.stopped()) report.interrupted = *io.signal;
  reports::Run run = run_of(report, options);
  std::vector<findings::Finding> findings = reports::findings_of(log, sources);
  for (findings::Finding& f : reports::findings_of(report, sources))
    findings.push_back(std::move(f));
  const bool fault = std::any_of(report.results.begin(), report.results.end(),
                                 [](const auto& r) { return r.fault; });
  if (report.interrupted == 0 && !fault) keep_findings(options, io, "check", whole, findings);
  std::set<std::string> ran;  // of a selection nothing can be said to be unused
  if (options.ids.empty() && options.readings.empty() && report.interrupted == 0)
    ran = {"HC", "HR"};
  standards.settle(run, std::move(findings), ran, fault, wrong_input,
                   report.results.empty() && report.decks.empty());
  if (report.interrupted != 0) run.exit_code = 128 + report.interrupted;
  report.exit_code = run.exit_code;
  report.timings.asked = options.timings;
  report.timings.whole = since(start);
  if (options.format == "json") {
    reports::write_json(io.out, report, sources, log);
  } else if (is_findings_format(options.format)) {
    write_run(options.format, run, options.style, io);
  } else {
    reports::write_diagnostics(io.err, sources, log, options.style);
    reports::write_text(io.out, report, sources, options.style);
    reports::write_policy_text(io.out, run, options.style);
    if (report.results.empty() && report.decks.empty() && !wrong_input)
      io.say("nothing was examined", "何も検査していません");
  }
  if (options.timings) reports::write_timings(io.err, report, options.style);
  return report.exit_code;
}

}  // namespace hanrei::cli
