#include "workspace/gate.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "base/contains.h"
#include "base/stop.h"
#include "base/text/filled.h"
#include "errata/changes.h"
#include "errata/examine.h"
#include "errata/former.h"
#include "errata/renames.h"
#include "errata/unsigned.h"
#include "errata/words.h"
#include "findings/of.h"
#include "reports/errata.h"
#include "rulings/law/law.h"
#include "rulings/records/records.h"
#include "workspace/changed.h"
#include "workspace/compiled.h"
#include "workspace/former.h"
#include "workspace/ratchet.h"
#include "workspace/revision.h"
#include "workspace/side.h"
#include "workspace/states.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {
namespace {

namespace fs = std::filesystem;
using findings::Finding;

class Gate {
 public:
  /// `was`: by which the change is judged.
  Gate(const CheckOptions& options, const Revision& base, const Former& was,
       const std::string& today, const Io& io)
      : options_(options), base_(base), was_(was), today_(base::day_of(today)), io_(io) {
    run_.command = "gate";
  }

  /// One game; `before` or `after` may have no game.
  void game(Side before, Side after) {
    const std::string& id = after.game ? after.id : before.id;
    if (!after.game) return gone(before);
    ++games_;
    hides_ = hides_ || base_.hides(after.folder);
    after.state.game = &*after.game;
    before.state.game = before.game ? &*before.game : nullptr;
    // What stands in a file that cannot be read has neither come nor gone.
    const bool whole = after.whole && (!before.game || before.whole);
    if (!whole)
      run_.not_examined.push_back(
          {id + ": what changed in its cards and rules, since files of it cannot be read",
           id + ": 読めないファイルがあるため、カードとルールの変更"});
    errata::BookFiles book =
        before.game ? errata::book_before(*before.game, sources_) : errata::BookFiles{};
    const errata::Renames renames =
        whole && before.game ? called_as_now(before, after, book, sources_) : errata::Renames{};
    if (before.game && !before.whole)
      not_compared(id, base::in_both("a file of cards or rules", "カードかルールのファイル"));
    if (before.game && !before.state.whole)
      not_compared(id, base::in_both("a file of rulings", "裁定のファイル"));
    if (before.game && !after.state.whole)
      run_.not_examined.push_back(
          {id + ": which rulings were deleted, since files of rulings cannot be read",
           id + ": 読めない裁定ファイルがあるため、どの裁定が削除されたか"});
    errata::Changes changes =
        before.game && whole ? errata::changes(*before.game, *after.game) : errata::Changes{};
    const bool differs = before.sound && after.sound && !changes.list.empty();
    const auto words =
        differs ? errata::read_changed(book, *after.game, sources_, changes) : std::nullopt;
    if (words) errata::prove(changes, *words);
    if (after.sound && whole && before.sound && errata::book_fails(book, *after.game, changes))
      not_compared(id, book.unread ? base::in_both("the phrasebook", "句集")
                                   : base::in_both("a phrasebook for the rules as they are now",
                                                   "いまの規則に合う句集"));
    compared_ += changes.compared;
    changed_ += changes.list.size();
    for (reports::Run::Changed& c : changed_of(changes, before.state.game, *after.game))
      run_.changed.push_back(std::move(c));
    add_titles(after.state.rulings, run_.titles);
    const bool same = before.game && whole && changes.list.empty() && same_rulings(before, after);
    if (before.game && !before.sound)
      run_.not_examined.push_back(
          {id + ": the base does not load, so all that is found counts as new",
           id + ": 変更前が読み込めないため、見つかったものはすべて新しいとみなします"});
    std::vector<Finding> found;
    const errata::Declared declared =
        errata::read_revisions(before.state.game, *after.game, changes, sources_, found);
    for (Finding& f : errata::judge_changes(changes, *after.game, declared, sources_))
      found.push_back(std::move(f));
    if (before.game)
      for (Finding& f :
           errata::judge_rulings(before.state, after.state, changes, declared, sources_))
        found.push_back(std::move(f));
    if (before.game && whole) {
      for (Finding& f : errata::judge_unsigned(*before.game, *after.game, changes, sources_))
        found.push_back(std::move(f));
      for (Finding& f :
           errata::judge_former(*before.game, *after.game, changes, declared, sources_))
        found.push_back(std::move(f));
    }
    if (before.game && after.sound)
      for (Finding& f : errata::judge_phrases(book, *after.game, sources_, after.log))
        found.push_back(std::move(f));
    for (Finding& f : errata::judge_proven(changes, sources_)) found.push_back(std::move(f));
    for (Finding& f : errata::judge_renamed(renames, *after.game, sources_))
      found.push_back(std::move(f));
    try {
      if (!same) engines(before, after, changes, declared, found, id);
      if (differs) differences(before, after, changes, book, words, declared, found, id);
    } catch (const base::Stopped&) {
      const findings::Both why = in_both_words(ended_by(io_.ending()));
      run_.not_examined.push_back(
          {id + ": what was left: " + why[0], id + ": 残りの検査: " + why[1]});
    }
    if (before.game && !before.sound && after.sound)
      for (Finding& f : errata::judge_uncompared(
               changes, base::in_both("the base does not load", "変更前が読み込めない"), sources_))
        found.push_back(std::move(f));
    if (!differs) {
      run_.examined.push_back({id, "unchanged"});
      whole_ = false;
    }
    for (Finding& f : findings::findings_of(after.log, sources_)) found.push_back(std::move(f));
    leave_undecided(found);
    know(findings::findings_of(before.log, sources_), id);
    add(std::move(found), id);
    errors_ = errors_ || after.log.has_errors();
  }

  /// Game folders that nobody looks at.
  void not_gated(const std::vector<std::string>& folders, const std::string& path) {
    for (const std::string& folder : folders) {
      const std::string shown = (fs::path(path) / folder).lexically_normal().generic_string();
      add({findings::make(findings::Code::NotGated, {shown}, {folder},
                          {shown + "/game.json", 1, 1, 1, 1, 1, 1, false, {}})},
          folder);
    }
  }

  /// Another game of this work tree has the same name.
  void same_game(const Side& side, const Side& other) {
    const base::Json* id = side.game->game.find("game");
    add({findings::make(
            findings::Code::SameGame, {side.id, side.folder, other.folder},
            {side.id, fs::path(side.folder).filename().string()},
            findings::locate(sources_, id == nullptr ? side.game->game.span : id->span))},
        side.id);
  }

  /// A game of which nothing can be compared, since its game.json says nothing.
  void unreadable(const Side& now) {
    add(findings::findings_of(now.log, sources_), now.folder);
    not_read(base::about(now.folder, base::in_both("it cannot be read", "読めません")));
  }

  /// Something that was asked for and cannot be read, and why: every report says so.
  void not_read(const std::string& what) {
    run_.not_examined.push_back({std::string(base::in_lang(what, base::Lang::En)),
                                 std::string(base::in_lang(what, base::Lang::Ja))});
  }

  /// What the base has of it cannot be read.
  void not_compared(const std::string& of, const std::string& what) {
    Finding f = findings::make(findings::Code::BaseUnread, {of, what},
                               {of, std::string(base::in_lang(what, base::Lang::En))});
    f.unsure = true;
    findings_.push_back(std::move(f));
  }

  /// The revision that was asked for went on since the work tree left it.
  void went_on(const std::string& name, size_t commits) {
    Finding f = findings::make(findings::Code::Diverged, {name, std::to_string(commits)}, {name});
    f.unsure = true;
    findings_.push_back(std::move(f));
  }

  /// What is found of the policy.
  void policy(std::vector<Finding> found) {
    for (Finding& f : found) findings_.push_back(std::move(f));
  }

  reports::Run finish(const Standards& standards, bool wrong_input) {
    findings_.insert(findings_.end(), was_.changed.begin(), was_.changed.end());
    findings::ask_signers(findings_, was_.policy);
    findings::fingerprint(known_);
    const auto n = [](size_t k) { return std::to_string(k); };
    const bool nothing = base_.is_head() && base_.clean() && !hides_,
               dirty = !nothing && (base_.dirty() || hides_);
    const std::string since = base_.name() + " (" + base_.commit().substr(0, 12) + ")";
    run_.scope[0] = "since " + since + ": " + n(games_) + " games, " + n(compared_) +
                    " cards, clauses and provisions compared, " + n(changed_) + " changed; " +
                    n(checked_) + " rulings and decks questioned, " + n(again_) +
                    " of them in the base as well" +
                    (dirty ? "; with changes that no commit has" : "");
    run_.scope[1] = since + " から: ゲーム " + n(games_) + "、比べたカード・条項・規定 " +
                    n(compared_) + "、変わったもの " + n(changed_) + "、検査した裁定とデッキ " +
                    n(checked_) + "（うち変更前にも " + n(again_) + "）" +
                    (dirty ? "、未コミットの変更を含む" : "");
    if (nothing) {
      run_.examined.clear();
      run_.scope[0] +=
          "; HEAD is that commit, and nothing is uncommitted: there was nothing to compare";
      run_.scope[1] +=
          "。HEAD がそのコミットで、未コミットの変更もないため、比べるものがありません";
    }
    std::set<std::string> ran;
    if (!wrong_input && !errors_ && !io_.stopped())
      ran = whole_ ? std::set<std::string>{"HG", "HC", "HR", "HA"} : std::set<std::string>{"HG"};
    const bool no_game = games_ == 0 && findings_.empty();
    const Base base{was_, known_};
    if (ran.contains("HC") && standards.keeps_figures())
      wrong_input = !standards.write_ratchet(figures_);
    standards.settle(run_, std::move(findings_), ran, fault_, wrong_input || errors_,
                     no_game || nothing, &base);
    return std::move(run_);
  }

  base::SourceMap& sources() { return sources_; }

 private:
  void gone(const Side& before) {
    const std::string n = std::to_string(before.state.rulings.size());
    Finding f = findings::make(findings::Code::GameRemoved, {before.id, n}, {before.id});
    f.related.push_back(findings::locate(sources_, before.game->game.span));
    add({std::move(f)}, before.id);
    const auto written = was_.policy.ratchet.find(before.id);
    if (written == was_.policy.ratchet.end()) return;
    for (const auto& [measure, figure] : written->second)
      add(findings::hold(before.id, written->second, {measure, {}, {}}), before.id);
  }

  /// What is found of a card; told as signed where somebody signed every ability of it.
  static Finding answered(Finding f, const model::Game& game) {
    const base::Json* card = errata::card_in(game, f.subjects[0]);
    const auto by = card == nullptr ? std::nullopt : errata::signature_of_all(*card);
    const bool tried = f.code != base::code_text(findings::Code::NotTried);
    return by ? errata::signed_by(tried ? findings::Code::WordsDiffer : findings::Code::NotTried,
                                  *by, "《" + f.subjects[0] + "》",
                                  base::in_both(f.message[0], f.message[1]), f.subjects, f.place)
              : f;
  }

  /// What only play can tell: rulings on the new rules, those that do not hold also on the old
  /// ones; clashes on both.
  void engines(Side& before, Side& after, const errata::Changes& changes,
               const errata::Declared& declared, std::vector<Finding>& found,
               const std::string& id) {
    const findings::Report now =
        question(after, {after.folder, true}, sources_, nullptr, options_, io_);
    checked_ += now.results.size() + now.decks.size();
    for (const findings::RulingEntry& r : now.results) {
      run_.examined.push_back({r.game, r.id});
      fault_ = fault_ || r.fault;
    }
    for (const checker::DeckResult& d : now.decks)
      run_.examined.push_back({d.list.game, d.list.id});
    for (const std::string& path : now.skipped) run_.not_examined.push_back({path, path});
    if (now.left > 0) run_.not_examined.push_back(left_rulings(now.left, io_.ending()));
    if (!after.sound)
      run_.not_examined.push_back({id + ": its rulings, since the game has errors",
                                   id + ": ゲームに誤りがあるため、その裁定"});
    std::set<std::string> doubtful;
    for (const findings::RulingEntry& r : now.results)
      if (r.standing != checker::Standing::Confirmed) doubtful.insert(r.id);
    for (const errata::Revision& r : declared.added)
      doubtful.insert(r.reverses.begin(), r.reverses.end());
    const findings::Report was =
        before.game ? question(before, {after.folder, false}, sources_, &doubtful, options_, io_)
                    : findings::Report{};
    again_ += was.results.size();
    // Where not all of the base was asked, what it has already would be told as new.
    if (before.game) base::heed_stop();
    reversals(before, after, changes, now, was, declared, found);
    if (after.sound && now.left == 0 && now.skipped.empty()) hold(before, after, now, found);
    know(findings::findings_of(was, sources_), id);
    SideAudit here = audit_side(after, wanted(before, changes), sources_, options_),
              there = before.game ? audit_side(before, {}, sources_, options_) : SideAudit{};
    if (before.game) base::heed_stop();
    for (Finding& f : here.findings)
      found.push_back(f.code == base::code_text(findings::Code::NotTried)
                          ? answered(std::move(f), *after.game)
                          : std::move(f));
    for (findings::Both& each : here.left_out) run_.not_examined.push_back(std::move(each));
    fault_ = fault_ || here.fault || there.fault;
    know(std::move(there.findings), id);
  }

  /// What may not fall, as far as the rulings show it; what was lost, by asking all of the base's.
  void hold(Side& before, const Side& after, const findings::Report& now,
            std::vector<Finding>& found) {
    const findings::Measured is =
        covered(*after.game, now.results, after.state.rulings, {today_, today_});
    figures_[after.id][is.measure] = is.figure;
    const auto written = was_.policy.ratchet.find(after.id);
    if (written == was_.policy.ratchet.end()) return;
    const auto had = [&] {
      const Shelf shelf{after.folder, false};
      return covered(*before.game,
                     question(before, shelf, sources_, nullptr, options_, io_).results,
                     before.state.rulings, {today_, today_});
    };
    for (const findings::Lowered& low : was_.lowered)
      if (low.game == after.id && low.measure != is.measure)
        found.push_back(findings::make(
            findings::Code::LoweredAlong, {after.id, findings::measure_text(low.measure)},
            {after.id, std::string(findings::measure_key(low.measure))}));
    Held held = held_to(after.id, written->second, is,
                        before.game ? had : std::function<findings::Measured()>{});
    for (Finding& f : held.findings) found.push_back(std::move(f));
    for (findings::Both& each : held.left_out) run_.not_examined.push_back(std::move(each));
  }

  /// Does what changed make a difference in play? Looked for with so few states that the gate stays
  /// quick.
  void differences(const Side& before, const Side& after, const errata::Changes& changes,
                   const errata::BookFiles& book,
                   const std::optional<model::phrases::CardsRead>& words,
                   const errata::Declared& declared, std::vector<Finding>& found,
                   const std::string& id) {
    errata::Asked asked;
    asked.scenes = 100;
    asked.states = kStatesOfOne;
    asked.jobs = threads(options_);
    std::vector<rulings::Document> corpus;
    for (const rulings::Document& d : before.state.rulings)
      if (!d.is_deck) corpus.push_back(d);
    checker::Session old_session(*before.game, sources_), new_session(*after.game, sources_);
    for (const errata::Item& item :
         errata::compare_changes(old_session, new_session, *before.game, *after.game, sources_,
                                 corpus, changes, asked, kStatesOfAll)) {
      const errata::Change& first = item.changes.front();
      const std::string unknown = reports::not_known(item);
      const size_t were = found.size();
      if (!unknown.empty() || (item.outcome == errata::Outcome::Compared &&
                               item.answer.verdict == errata::Verdict::Equivalent))
        for (Finding& f : errata::judge_alike(
                 changes, first.kind == errata::Kind::Card ? first.id : "", unknown, sources_))
          found.push_back(std::move(f));
      if (unknown.empty() && item.answer.verdict == errata::Verdict::Functional)
        each_alone(before, after, new_session, corpus,
                   first.kind == errata::Kind::Card ? item.changes : changes.list, asked, found);
      if (found.size() == were)
        if (auto f = reports::finding_of_unknown(item, sources_)) found.push_back(std::move(*f));
      if (auto f = reports::finding_of(item, declared.only_words(), sources_))
        found.push_back(std::move(*f));
      if (const auto left = reports::not_compared(item))
        run_.not_examined.push_back({id + ": " + (*left)[0], id + ": " + (*left)[1]});
    }
    if (!words) return;
    const auto said = [&](checker::Session& session, const model::Game& game,
                          const model::phrases::CardsRead& read) {
      return errata::compare_words(session, game, sources_, read, corpus, asked, kStatesOfAll);
    };
    for (const errata::Item& item : said(new_session, *after.game, *words)) {
      if (auto f = reports::finding_of_words(item, sources_))
        found.push_back(answered(std::move(*f), *after.game));
      for (Finding& f : untold(item, *after.game))
        if (std::ranges::none_of(found, [&](const Finding& other) {
              return other.code == f.code && other.subjects == f.subjects &&
                     other.is_signed.answers == f.is_signed.answers;
            }))
          found.push_back(std::move(f));
      if (const auto left = reports::not_compared(item))
        run_.not_examined.push_back({id + ": its words against its abilities: " + (*left)[0],
                                     id + ": 文言と能力の比較: " + (*left)[1]});
    }
    for (const errata::Item& item :
         said(old_session, *before.game,
              errata::read_before(book, *before.game, sources_, *words))) {
      if (auto f = reports::finding_of_words(item, sources_)) know({std::move(*f)}, id);
      std::vector<Finding> there = untold(item, *before.game);
      std::erase_if(there, [](const Finding& f) { return !f.is_signed.answers.empty(); });
      know(std::move(there), id);
    }
  }

  /// What makes a difference does not vouch for what stands beside it.
  void each_alone(const Side& before, const Side& after, checker::Session& session,
                  const std::vector<rulings::Document>& corpus,
                  const std::vector<errata::Change>& of, const errata::Asked& asked,
                  std::vector<Finding>& found) {
    for (const errata::Item& item : errata::compare_each(
             session, *before.game, *after.game, sources_, corpus, of, asked, kStatesOfAll)) {
      const std::string unknown = item.together
                                      ? base::in_both("without it the rest does not compile",
                                                      "それだけを元に戻すと読み込めない")
                                      : reports::not_known(item);
      if (unknown.empty() && item.answer.verdict != errata::Verdict::Equivalent) continue;
      const errata::Change& change = item.changes.front();
      errata::Changes one;
      one.list = item.changes;
      for (Finding& f : errata::judge_alike(one, change.kind == errata::Kind::Card ? change.id : "",
                                            unknown, sources_))
        found.push_back(std::move(f));
    }
  }

  /// Of a card whose words are read otherwise than its abilities: what nobody knows of it.
  std::vector<Finding> untold(const errata::Item& item, const model::Game& game) const {
    const std::string why = reports::not_known(item);
    const base::Json* card = errata::card_in(game, item.changes.front().id);
    return why.empty() || card == nullptr ? std::vector<Finding>{}
                                          : errata::judge_untold(*card, why, sources_);
  }

  void reversals(const Side& before, const Side& after, const errata::Changes& changes,
                 const findings::Report& now, const findings::Report& was,
                 const errata::Declared& declared, std::vector<Finding>& found) {
    const auto standing = [](const findings::Report& report,
                             const std::string& id) -> std::optional<checker::Standing> {
      for (const findings::RulingEntry& r : report.results)
        if (r.id == id) return r.standing;
      return std::nullopt;
    };
    std::vector<rulings::RulingRecord> records;
    for (const rulings::Document& d : after.state.rulings)
      if (!d.is_deck) records.push_back(rulings::record_of(d));
    const std::set<std::string> superseded = rulings::superseded(records, {today_, today_});
    const std::map<std::string, std::string> names = errata::renamed(changes);
    std::set<std::string> same;  // ask now what they asked before
    for (const rulings::Document& d : after.state.rulings)
      for (const rulings::Document& o : before.state.rulings)
        if (d.id == o.id && d.is_deck == o.is_deck && !d.is_deck &&
            errata::same_question(o, d, names))
          same.insert(d.id);
    std::set<std::string> reversed;
    for (const findings::RulingEntry& r : now.results) {
      if (r.standing != checker::Standing::Contradicted || !same.contains(r.id) ||
          standing(was, r.id) != checker::Standing::Confirmed)
        continue;
      reversed.insert(r.id);
    }
    for (Finding& f : findings::findings_of(now, sources_)) {
      const std::string& id = f.subjects[0];
      const errata::Revision* by = declared.reverser(id);
      const bool expected = by != nullptr || superseded.contains(id);
      if (reversed.contains(id)) {
        Finding r = findings::make(
            findings::Code::Reversed,
            {id,
             base::in_both(
                 std::string(reports::standing_text(checker::Standing::Confirmed, base::Lang::En)),
                 std::string(reports::standing_text(checker::Standing::Confirmed, base::Lang::Ja))),
             base::in_both(f.message[0], f.message[1])},
            f.subjects, f.place);
        for (const size_t lang : {0u, 1u}) r.play[lang] = std::move(f.play[lang]);
        f = std::move(r);
      }
      if (f.code == "HC1001" || f.code == "HG1101") {
        // What a declared revision or a later ruling takes back is no regression.
        if (expected)
          f.waived = by != nullptr ? base::filled("revision {0}", "改訂 {0}", {by->version})
                                   : base::in_both("superseded", "差し替え済み");
      }
      found.push_back(std::move(f));
    }
    for (const errata::Revision& r : declared.added)
      for (const std::string& id : r.reverses) {
        if (same.contains(id) && standing(now, id) == checker::Standing::Confirmed)
          found.push_back(findings::make(findings::Code::Unexpected, {id}, {id, after.id},
                                         findings::locate(sources_, r.place)));
      }
  }

  static void about(Finding& f, const std::string& game) {
    if (!base::contains(f.subjects, game)) f.subjects.push_back(game);
  }
  void know(std::vector<Finding> list, const std::string& game) {
    for (Finding& f : list) {
      about(f, game);
      known_.push_back(std::move(f));
    }
  }

  /// Places of the base are told by what they are called in the repository.
  void add(std::vector<Finding> list, const std::string& game) {
    for (Finding& f : list) {
      f.place.path = base_.shown(f.place.path);
      for (findings::Location& l : f.related) l.path = base_.shown(l.path);
      about(f, game);
      findings_.push_back(std::move(f));
    }
  }

  static constexpr size_t kStatesOfOne = 20'000,
                          kStatesOfAll =
                              100'000;  ///< for the differ: of one change, of all changes of a game

  const CheckOptions& options_;
  const Revision& base_;
  const Former& was_;
  const std::optional<std::int64_t> today_;
  const Io& io_;
  base::SourceMap sources_;
  reports::Run run_;
  std::vector<Finding> findings_, known_;
  std::map<std::string, findings::Figures> figures_;  ///< by game
  size_t games_ = 0, compared_ = 0, changed_ = 0, checked_ = 0, again_ = 0;
  bool fault_ = false, errors_ = false, whole_ = true;  ///< whole: every game was questioned
  bool hides_ = false;  ///< git says nothing of some file that was looked at
};

/// Says of what the gate does not look at that it does not.
void not_looked_at(Gate& gate, const States& states, const Revision& fork) {
  for (const std::string& why : states.unread) gate.not_read(why);
  for (const std::string& folder : fork.submodules())
    gate.not_read(base::about((fs::path(states.path) / folder).lexically_normal().generic_string(),
                              base::in_both("a submodule; the gate is run within it",
                                            "サブモジュールです。gate はその中で実行します")));
  std::set<std::string> unlooked(states.deeper.games.begin(), states.deeper.games.end());
  unlooked.insert(states.deeper_before.games.begin(), states.deeper_before.games.end());
  gate.not_gated({unlooked.begin(), unlooked.end()}, states.path);
}

/// The games that there were and can be read.
std::vector<Side> sides_before(Gate& gate, const States& states, const Revision& fork) {
  std::vector<Side> out;
  for (const GameFiles& files : states.before.games) {
    Side side = read_side(gate.sources(), files);
    if (side.game)
      out.push_back(std::move(side));
    else
      gate.not_compared(fork.shown(files.folder + "/game.json"),
                        base::in_both("the game", "ゲーム"));
  }
  return out;
}

/// The games that there are and can be read, each told when another has its name. `wrong`: set
/// where one cannot be read.
std::vector<Side> sides_after(Gate& gate, const States& states, bool& wrong) {
  std::vector<Side> out;
  for (const GameFiles& files : states.after.games) {
    out.push_back(read_side(gate.sources(), files));
    if (out.back().game) continue;
    gate.unreadable(out.back());
    wrong = true;
    out.pop_back();
  }
  for (size_t i = 0; i < out.size(); ++i) {
    const auto twin = std::ranges::find_if(out, [&](const Side& s) { return s.id == out[i].id; });
    if (twin != out.begin() + static_cast<std::ptrdiff_t>(i)) gate.same_game(out[i], *twin);
  }
  return out;
}

/// Where the branch began, laid out.
base::Result<Revision> laid_out(const Revision& named) {
  auto fork = named.fork();
  if (!fork) return fork.error();
  if (const auto laid = fork->lay_out(); !laid) return laid.error();
  return fork;
}

}  // namespace

std::optional<reports::Run> gate(const CheckOptions& options, const std::string& base,
                                 const Io& io) {
  std::string path = options.paths.empty() ? "." : options.paths[0];
  const auto refuse = [&](const std::string& why) {
    base::heed_stop();  // a git that was broken off says nothing true
    io.refuse("gate", why);
    return std::nullopt;
  };
  if (options.paths.size() > 1)
    return refuse(base::in_both("one PATH at a time", "PATH は1つだけ指定してください"));
  std::error_code ec;
  if (!fs::is_directory(path, ec))
    return refuse(base::in_both("`" + path + "`: no such folder",
                                "`" + path + "`: そのフォルダはありません"));
  Workspace after = find({path});
  // a folder within a game stands for the game: its base is the whole game, too
  if (after.games.size() == 1 && inside(path, after.games[0].folder)) {
    path = after.games[0].folder;
    after = find({path});
  }
  const base::Result<Revision> named = Revision::of(path, base);
  if (!named) return refuse(named.error().message);
  const base::Result<Revision> fork = laid_out(*named);
  if (!fork) return refuse(fork.error().message);
  const States states = states_of(path, std::move(after), *fork);
  tell(io, states.unread);
  bool wrong = !states.unread.empty();
  std::vector<std::string> folders = folders_of(states.after);
  if (folders.empty()) folders.push_back(path + "/game");  // all games are gone
  const Standards standards(options.standards, folders, options.style, io);
  if (standards.wrong()) return std::nullopt;

  const Former was = former(*fork, policy_places(folders[0]), standards, options.standards);
  Gate gate(options, *fork, was, standards.today(), io);
  not_looked_at(gate, states, *fork);
  if (const size_t commits = named->beside_head(); commits > 0)
    gate.went_on(named->name(), commits);
  std::vector<Side> old = sides_before(gate, states, *fork);
  std::vector<Side> now = sides_after(gate, states, wrong);
  std::vector<Side> from = paired(now, old, states, *fork);
  if (!wrong) {
    std::set<std::string> games;
    for (const Side& side : now) games.insert(side.id);
    gate.policy(held_of_none(standards, {path}, games));
  }
  for (size_t i = 0; i < now.size(); ++i) gate.game(std::move(from[i]), std::move(now[i]));
  // A game that cannot be read is not one that was removed.
  if (!wrong)
    for (Side& side : old) gate.game(std::move(side), {});
  reports::Run run = gate.finish(standards, wrong);
  run.said = io.annotations != nullptr && !states.unread.empty();
  return run;
}

}  // namespace hanrei::workspace
