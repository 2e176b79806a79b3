// hanrei gate: may what changed since a revision be merged?
#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>

#include "base/io/file.h"
#include "base/text/filled.h"
#include "checker/audit/audit.h"
#include "cli/audit_text.h"
#include "cli/judge.h"
#include "cli/revision.h"
#include "cli/workspace.h"
#include "errata/changes.h"
#include "errata/examine.h"
#include "errata/gate.h"
#include "reports/citator.h"
#include "reports/errata.h"

namespace hanrei::cli {
namespace {

namespace fs = std::filesystem;
using errata::Finding;

/// One state of one game: its files as read, and whether it can be asked anything.
struct Side {
  std::string id, folder;                  ///< of the game
  std::optional<model::Game> game;
  errata::State state;
  base::DiagnosticLog log;                 ///< of game and rulings
  bool sound = false;                      ///< the game compiles
};

std::string id_of(const model::Game& game) {
  const base::Json* id = game.game.find("game");
  return id == nullptr ? "" : id->string;
}

Side read_side(base::SourceMap& sources, const GameFiles& files) {
  Side side;
  side.folder = files.folder;
  side.game = model::read_game(sources, files.folder, side.log);
  if (!side.game) return side;
  side.id = id_of(*side.game);
  if (!side.log.has_errors()) (void)model::compile(*side.game, {}, sources, side.log);
  side.sound = !side.log.has_errors();
  for (const auto* paths : {&files.rulings, &files.decks}) for (const std::string& path : *paths) {
    if (auto doc = rulings::read_document(sources, path, side.log)) side.state.rulings.push_back(std::move(*doc));
  }
  std::stable_sort(side.state.rulings.begin(), side.state.rulings.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  tell_repeated(side.state.rulings, side.log);
  return side;
}

/// The rulings that `wanted` lists and all decks, questioned. Verdicts are found, and with `keep` kept, where those of the
/// library of `folder` are.
reports::Report question(Side& side, const std::string& folder, bool keep, const base::SourceMap& sources, const std::set<std::string>* wanted, const CheckOptions& options, const Io& io) {
  reports::Report report;
  if (!side.sound) return report;
  checker::Session session(*side.game, sources);
  std::vector<const rulings::Document*> list;
  for (const rulings::Document& d : side.state.rulings) {
    if (wanted != nullptr && !wanted->contains(d.id)) continue;
    if (!d.is_deck) { list.push_back(&d); continue; }
    const size_t errors = side.log.error_count();
    checker::DeckResult r = session.check_deck(d, side.log);
    if (side.log.error_count() == errors) report.decks.push_back(std::move(r));
  }
  std::vector<Judged> judged = judge(*side.game, sources, list, {folder, keep}, {}, options, io);
  for (size_t i = 0; i < list.size(); ++i) {
    auto& [entry, said, fault, seconds, done, kept] = judged[i];
    side.log.append(said);
    if (!done) { ++report.left; continue; }
    if (said.has_errors()) { report.skipped.push_back(list[i]->path); continue; }
    if (!fault.empty()) {
      io.refuse(base::about(kInternalError, list[i]->path), fault);
      entry = {};
      entry.id = list[i]->id;
      entry.game = list[i]->game;
      entry.fault = true;
    }
    reports::place(entry, *list[i]);
    report.results.push_back(std::move(entry));
  }
  return report;
}

std::vector<Finding> audit(const Side& side, const base::SourceMap& sources, const CheckOptions& options, const Io& io, reports::Run* run, bool& fault) {
  if (!side.sound) return {};
  std::vector<rulings::Document> documents;
  for (const rulings::Document& d : side.state.rulings) if (!d.is_deck) documents.push_back(d);
  checker::audit::Asked asked;
  asked.limits.solver_units = options.checker.limits.solver_units;
  asked.jobs = threads(options);
  asked.stopped = [&io] { return io.stopped(); };
  const checker::audit::Report report = checker::audit::examine(*side.game, sources, documents, asked);
  fault = fault || !report.faults.empty();
  if (run != nullptr) {
    std::set<std::string> told;
    for (const auto& cut : report.receipt.cut) if (told.insert(cut.ruling + cut.why).second) run->not_examined.push_back({"audit, " + cut.ruling + ": " + cut.why, "監査、" + cut.ruling + ": " + cut.why});
  }
  std::vector<Finding> out = reports::findings_of(report, sources);
  for (Finding& f : reports::findings_of(model_part(*side.game, *report.program, sources, documents, report), *report.program, sources)) out.push_back(std::move(f));
  return out;
}

class Gate {
 public:
  /// `policy`: where one would be.
  Gate(const CheckOptions& options, const Revision& base, std::vector<std::string> policies, const Io& io) : options_(options), base_(base), policies_(std::move(policies)), io_(io) { run_.command = "gate"; }

  /// One game; `before` or `after` may have no game.
  void game(Side before, Side after) {
    const std::string& id = after.game ? after.id : before.id;
    if (!after.game) return gone(before);
    ++games_;
    after.state.game = &*after.game;
    before.state.game = before.game ? &*before.game : nullptr;
    const errata::Changes changes = before.game ? errata::changes(*before.game, *after.game) : errata::Changes{};
    compared_ += changes.compared;
    changed_ += changes.list.size();
    const bool same = before.game && changes.list.empty() && same_rulings(before, after);
    if (before.game && !before.sound) run_.not_examined.push_back({id + ": the base does not load, so all that is found counts as new", id + ": 変更前が読み込めないため、見つかったものはすべて新しいとみなします"});
    std::vector<Finding> found;
    const errata::Declared declared = errata::read_revisions(before.state.game, *after.game, sources_, found);
    for (Finding& f : errata::judge_changes(changes, *after.game, declared, sources_)) found.push_back(std::move(f));
    if (before.game) for (Finding& f : errata::judge_rulings(before.state, after.state, changes, declared, sources_)) found.push_back(std::move(f));
    if (!same) engines(before, after, changes, declared, found, id);
    if (before.sound && after.sound && !changes.list.empty()) differences(before, after, changes, declared, found, id);
    else { run_.examined.push_back({id, "unchanged"}); whole_ = false; }
    for (Finding& f : reports::findings_of(after.log, sources_)) found.push_back(std::move(f));
    know(reports::findings_of(before.log, sources_), id);
    add(std::move(found), id);
    errors_ = errors_ || after.log.has_errors();
  }

  /// A game of which nothing can be compared, since its game.json says nothing.
  void unreadable(const Side& now) {
    add(reports::findings_of(now.log, sources_), now.folder);
    not_read(base::about(now.folder, base::in_both("it cannot be read", "読めません")));
  }

  /// Something that was asked for and cannot be read, and why: every report says so.
  void not_read(const std::string& what) { run_.not_examined.push_back({std::string(base::in_lang(what, base::Lang::En)), std::string(base::in_lang(what, base::Lang::Ja))}); }

  reports::Run finish(const Standards& standards, bool wrong_input) {
    // One that is gone from a nearer place counted before.
    if (std::find(policies_.begin(), policies_.end(), standards.policy_path()) == policies_.end() && !standards.policy_path().empty()) judged_by(standards.policy_path());
    else for (const std::string& place : policies_) { judged_by(place); if (place == standards.policy_path()) break; }
    if (!options_.standards.baseline.empty()) judged_by(options_.standards.baseline);
    errata::fingerprint(known_);
    const auto n = [](size_t k) { return std::to_string(k); };
    const std::string since = base_.name() + " (" + base_.commit().substr(0, 12) + ")";
    run_.scope[0] = "since " + since + ": " + n(games_) + " games, " + n(compared_) + " cards, clauses and provisions compared, " + n(changed_) + " changed; " + n(checked_) + " rulings and decks questioned, " + n(again_) + " of them in the base as well" + (base_.dirty() ? "; with changes that no commit has" : "");
    run_.scope[1] = since + " から: ゲーム " + n(games_) + "、比べたカード・条項・規定 " + n(compared_) + "、変わったもの " + n(changed_) + "、検査した裁定とデッキ " + n(checked_) + "（うち変更前にも " + n(again_) + "）" + (base_.dirty() ? "、未コミットの変更を含む" : "");
    std::set<std::string> ran;
    if (!wrong_input && !errors_ && !io_.stopped()) ran = whole_ ? std::set<std::string>{"HG", "HC", "HR", "HA"} : std::set<std::string>{"HG"};
    standards.settle(run_, std::move(findings_), ran, fault_, wrong_input || errors_, games_ == 0 && findings_.empty(), &known_);
    if (io_.stopped()) run_.exit_code = 128 + *io_.signal;
    return std::move(run_);
  }

  base::SourceMap& sources() { return sources_; }

 private:
  void gone(const Side& before) {
    const std::string n = std::to_string(before.state.rulings.size());
    Finding f = errata::make(errata::Code::GameRemoved, {before.id, n}, {before.id});
    f.related.push_back(errata::locate(sources_, before.game->game.span));
    add({std::move(f)}, before.id);
  }

  /// Nothing was renamed.
  static bool same_rulings(const Side& a, const Side& b) {
    return a.state.rulings.size() == b.state.rulings.size() && std::equal(a.state.rulings.begin(), a.state.rulings.end(), b.state.rulings.begin(), [](const auto& x, const auto& y) { return x.id == y.id && x.is_deck == y.is_deck && x.root.get("status") == y.root.get("status") && errata::same_question(x, y, {}); });
  }

  /// What only play can tell: rulings on the new rules, those that do not hold also on the old ones; clashes on both.
  void engines(Side& before, Side& after, const errata::Changes& changes, const errata::Declared& declared, std::vector<Finding>& found, const std::string& id) {
    const reports::Report now = question(after, after.folder, true, sources_, nullptr, options_, io_);
    checked_ += now.results.size() + now.decks.size();
    for (const reports::RulingEntry& r : now.results) { run_.examined.push_back({r.game, r.id}); fault_ = fault_ || r.fault; }
    for (const checker::DeckResult& d : now.decks) run_.examined.push_back({d.list.game, d.list.id});
    for (const std::string& path : now.skipped) run_.not_examined.push_back({path, path});
    if (now.left > 0) run_.not_examined.push_back({std::to_string(now.left) + " rulings: interrupted", "中断により裁定 " + std::to_string(now.left) + " 件"});
    if (!after.sound) run_.not_examined.push_back({id + ": its rulings, since the game has errors", id + ": ゲームに誤りがあるため、その裁定"});
    std::set<std::string> doubtful;
    for (const reports::RulingEntry& r : now.results) if (r.standing != checker::Standing::Confirmed) doubtful.insert(r.id);
    for (const errata::Revision& r : declared.added) doubtful.insert(r.reverses.begin(), r.reverses.end());
    const reports::Report was = before.game ? question(before, after.folder, false, sources_, &doubtful, options_, io_) : reports::Report{};
    again_ += was.results.size();
    reversals(before, after, changes, now, was, declared, found);
    know(reports::findings_of(was, sources_), id);
    for (Finding& f : audit(after, sources_, options_, io_, &run_, fault_)) found.push_back(std::move(f));
    if (before.game) know(audit(before, sources_, options_, io_, nullptr, fault_), id);
  }

  /// Does what changed make a difference in play? Looked for with so few states that the gate stays quick.
  void differences(const Side& before, const Side& after, const errata::Changes& changes, const errata::Declared& declared, std::vector<Finding>& found, const std::string& id) {
    errata::Asked asked;
    asked.scenes = 100;
    asked.states = kStatesOfOne;
    asked.jobs = threads(options_);
    asked.stopped = [this] { return io_.stopped(); };
    std::vector<rulings::Document> corpus;
    for (const rulings::Document& d : before.state.rulings) if (!d.is_deck) corpus.push_back(d);
    checker::Session old_session(*before.game, sources_), new_session(*after.game, sources_);
    for (const errata::Item& item : errata::compare_changes(old_session, new_session, *before.game, *after.game, sources_, corpus, changes, asked, kStatesOfAll)) {
      if (auto f = reports::finding_of(item, declared.only_words(), sources_)) found.push_back(std::move(*f));
      if (const auto left = reports::not_compared(item)) run_.not_examined.push_back({id + ": " + (*left)[0], id + ": " + (*left)[1]});
    }
  }

  void reversals(const Side& before, const Side& after, const errata::Changes& changes, const reports::Report& now, const reports::Report& was, const errata::Declared& declared, std::vector<Finding>& found) {
    const auto standing = [](const reports::Report& report, const std::string& id) -> std::optional<checker::Standing> {
      for (const reports::RulingEntry& r : report.results) if (r.id == id) return r.standing;
      return std::nullopt;
    };
    const std::set<std::string> superseded = errata::superseded(after.state.rulings);
    const std::map<std::string, std::string> names = errata::renamed(changes);
    std::set<std::string> same;  // ask now what they asked before
    for (const rulings::Document& d : after.state.rulings) for (const rulings::Document& o : before.state.rulings) if (d.id == o.id && d.is_deck == o.is_deck && !d.is_deck && errata::same_question(o, d, names)) same.insert(d.id);
    std::set<std::string> reversed;
    for (const reports::RulingEntry& r : now.results) {
      if (r.standing != checker::Standing::Contradicted || !same.contains(r.id) || standing(was, r.id) != checker::Standing::Confirmed) continue;
      reversed.insert(r.id);
    }
    for (Finding& f : reports::findings_of(now, sources_)) {
      const std::string& id = f.subjects[0];
      const errata::Revision* by = declared.reverser(id);
      const bool expected = by != nullptr || superseded.contains(id);
      if (reversed.contains(id)) {
        Finding r = errata::make(errata::Code::Reversed, {id, base::in_both(std::string(reports::standing_text(checker::Standing::Confirmed, base::Lang::En)), std::string(reports::standing_text(checker::Standing::Confirmed, base::Lang::Ja))), base::in_both(f.message[0], f.message[1])}, f.subjects, f.place);
        for (const size_t lang : {0u, 1u}) r.play[lang] = std::move(f.play[lang]);
        f = std::move(r);
      }
      if (f.code == "HC1001" || f.code == "HG1101") {
        // What a declared revision or a later ruling takes back is no regression.
        if (expected) f.waived = by != nullptr ? "revision " + by->version : "superseded";
      }
      found.push_back(std::move(f));
    }
    for (const errata::Revision& r : declared.added) for (const std::string& id : r.reverses) {
      if (same.contains(id) && standing(now, id) == checker::Standing::Confirmed) found.push_back(errata::make(errata::Code::Unexpected, {id}, {id, after.id}, errata::locate(sources_, r.place)));
    }
  }

  /// A file by which the change is judged is another one now, or is gone or new.
  void judged_by(const std::string& path) {
    std::error_code ec;
    const fs::path top = fs::absolute(path, ec).lexically_normal();
    auto revision = Revision::of(top.parent_path().string(), base_.commit());
    if (!revision || !revision->lay_out(top.filename().string())) return;
    const auto old = base::read_file(revision->folder() + "/" + top.filename().string()), now = base::read_file(top.string());
    if (old && now && *old == *now) return;
    if (!old && !now) return;
    findings_.push_back(errata::make(errata::Code::PolicyChanged, {}, {top.filename().string()}, {path, 1, 1, 1, 1, 1, 1, false, {}}));
  }

  static void about(Finding& f, const std::string& game) { if (std::find(f.subjects.begin(), f.subjects.end(), game) == f.subjects.end()) f.subjects.push_back(game); }
  void know(std::vector<Finding> list, const std::string& game) { for (Finding& f : list) { about(f, game); known_.push_back(std::move(f)); } }

  /// Places of the base are told by what they are called in the repository.
  void add(std::vector<Finding> list, const std::string& game) {
    for (Finding& f : list) {
      f.place.path = base_.shown(f.place.path);
      for (errata::Location& l : f.related) l.path = base_.shown(l.path);
      about(f, game);
      findings_.push_back(std::move(f));
    }
  }

  static constexpr size_t kStatesOfOne = 20'000, kStatesOfAll = 100'000;  ///< for the differ: of one change, of all changes of a game

  const CheckOptions& options_;
  const Revision& base_;
  const std::vector<std::string> policies_;   ///< where one may lie, the nearest first
  const Io& io_;
  base::SourceMap sources_;
  reports::Run run_;
  std::vector<Finding> findings_, known_;
  size_t games_ = 0, compared_ = 0, changed_ = 0, checked_ = 0, again_ = 0;
  bool fault_ = false, errors_ = false, whole_ = true;  ///< whole: every game was questioned
};

}  // namespace

namespace {

/// Does the path lie within the folder, and not at it?
bool inside(const std::string& path, const std::string& folder) {
  std::error_code ec;
  const fs::path from = fs::weakly_canonical(folder, ec), rest = fs::weakly_canonical(path, ec).lexically_relative(from);
  return !rest.empty() && rest != "." && *rest.begin() != "..";
}

}  // namespace

int run_gate(const CheckOptions& options, const std::string& base, const Io& io) {
  std::string path = options.paths.empty() ? "." : options.paths[0];
  const auto refuse = [&](const std::string& why) { io.refuse("gate", why); return kWrongInput; };
  if (options.paths.size() > 1) return refuse(base::in_both("one PATH at a time", "PATH は1つだけ指定してください"));
  std::error_code ec;
  if (!fs::is_directory(path, ec)) return refuse(base::in_both("`" + path + "`: no such folder", "`" + path + "`: そのフォルダはありません"));
  Workspace after = find({path});
  // a folder within a game stands for the game: its base is the whole game, too
  if (after.games.size() == 1 && inside(path, after.games[0].folder)) {
    path = after.games[0].folder;
    after = find({path});
  }
  const auto named = Revision::of(path, base);
  if (!named) return refuse(named.error().message);
  auto fork = named->fork();
  if (!fork) return refuse(fork.error().message);
  if (const auto laid = fork->lay_out(); !laid) return refuse(laid.error().message);

  const Workspace before = fs::is_directory(fork->folder(), ec) ? find({fork->folder()}) : Workspace{};
  bool wrong = false;
  // A folder without any game is an error unless there was one: then its games are gone.
  if (before.games.empty()) { tell(io, after.problems); wrong = !after.problems.empty(); }
  std::vector<std::string> folders;
  for (const GameFiles& files : after.games) { folders.push_back(files.folder); tell(io, files.refused); wrong = wrong || !files.refused.empty(); }
  if (folders.empty()) folders.push_back(path + "/game");  // all games are gone
  const Standards standards(options.standards, folders, options.style, io);
  if (standards.wrong()) return kWrongInput;

  Gate gate(options, *fork, policy_places(folders[0]), io);
  for (const GameFiles& files : after.games) for (const std::string& why : files.refused) gate.not_read(why);
  std::vector<Side> old;
  for (const GameFiles& files : before.games) {
    Side side = read_side(gate.sources(), files);
    if (side.game) old.push_back(std::move(side));
  }
  for (const GameFiles& files : after.games) {
    Side now = read_side(gate.sources(), files);
    if (!now.game) {
      gate.unreadable(now);
      wrong = true;
      continue;
    }
    const auto was = std::find_if(old.begin(), old.end(), [&](const Side& s) { return s.id == now.id; });
    Side from;
    if (was != old.end()) { from = std::move(*was); old.erase(was); }
    gate.game(std::move(from), std::move(now));
  }
  // A game that cannot be read is not one that was removed.
  if (!wrong) for (Side& side : old) gate.game(std::move(side), {});
  const reports::Run run = gate.finish(standards, wrong);
  if (options.format == "json") reports::write_findings_json(io.out, run);
  else if (is_findings_format(options.format)) write_run(options.format, run, options.style, io);
  else {
    reports::write_findings_text(io.out, run, options.style);
    if (run.exit_code == kNothingExamined) io.say("nothing was examined", "何も検査していません");
  }
  return run.exit_code;
}

}  // namespace hanrei::cli
