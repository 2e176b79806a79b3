#include "workspace/side.h"

#include <algorithm>

#include "audit/cards/model.h"
#include "audit/clashes/clashes.h"
#include "base/contains.h"
#include "base/io/file.h"
#include "errata/changes.h"
#include "errata/gate.h"
#include "findings/of.h"
#include "model/passes/unread.h"
#include "rulings/law/groups.h"
#include "rulings/law/of_day.h"
#include "workspace/compiled.h"
#include "workspace/marks.h"

namespace hanrei::workspace {

using findings::Finding;

namespace {

std::string id_of(const model::Game& game) {
  const base::Json* id = game.game.find("game");
  return id == nullptr ? "" : id->string;
}

/// Could all files of the game be read?
bool all_read(const model::Game& game) {
  size_t files = 0;
  std::vector<base::RefusedPath> refused;
  for (const char* sub : {"/rulebook", "/cards"})
    files += base::list_files(game.folder + sub, ".json", &refused).size();
  return refused.empty() && files == game.rulebook.size() + game.cards.size();
}

/// What of a card no situation of an audit came to.
void untried(const Wanted& wanted, const checker::collisions::Report& report,
             const base::SourceMap& sources, std::vector<Finding>& out) {
  const model::Program& p = *report.program;
  model::ids::CardId card = model::ids::kNone;
  for (const auto c : p.cards.ids())
    if (p.cards[c].name == wanted.card) card = c;
  if (card == model::ids::kNone || p.cards[card].generic) return;
  const auto add = [&](const std::string& what, base::Span place) {
    out.push_back(findings::make(findings::Code::NotTried, {"《" + wanted.card + "》", what},
                                 {wanted.card}, findings::locate(sources, place)));
    out.back().unsure = true;
  };
  if (model::unread(p.cards[card])) {
    add(base::in_both("its words are its abilities, and are not read in one way",
                      "文面がそのまま能力だが、一通りには読めない"),
        p.cards[card].span);
    return;
  }
  if (base::contains(report.receipt.cards, card)) {
    if (!p.cards[card].text.empty())
      add(base::in_both("it can be put into no situation of a ruling",
                        "入れられる裁定の状況がありません"),
          p.cards[card].span);
    return;
  }
  const auto meant = [&](base::Span place) {
    return wanted.whole || std::ranges::any_of(wanted.abilities, [&](base::Span ability) {
             return ability.holds(place);
           });
  };
  for (const auto n : report.receipt.norms)
    if (p.norms[n].source.card == card && meant(p.norms[n].span))
      add(base::in_both("what it permits or prohibits came up in no state",
                        "その許可や禁止が働く状況がありません"),
          p.norms[n].span);
  for (const auto a : report.receipt.amends)
    if (p.amends[a].source.card == card && meant(p.amends[a].span))
      add(base::in_both("the step that it amends came up in no state",
                        "それが改める手順に至る状況がありません"),
          p.amends[a].span);
}

}  // namespace

Side read_side(base::SourceMap& sources, const GameFiles& files) {
  Side side;
  side.folder = files.folder;
  side.game = model::read_game(sources, files.folder, side.log);
  if (!side.game) return side;
  side.id = id_of(*side.game);
  side.whole = all_read(*side.game);
  if (!side.log.has_errors()) (void)model::compile(*side.game, {}, sources, side.log);
  side.sound = !side.log.has_errors();
  side.state.whole = files.refused.empty();
  for (const auto* paths : {&files.rulings, &files.decks})
    for (const std::string& path : *paths) {
      if (auto doc = rulings::read_document(sources, path, side.log))
        side.state.rulings.push_back(std::move(*doc));
      else
        side.state.whole = false;
    }
  std::ranges::stable_sort(side.state.rulings,
                           [](const auto& a, const auto& b) { return a.id < b.id; });
  tell_repeated(side.state.rulings, side.log);
  return side;
}

errata::Renames called_as_now(Side& before, const Side& after, errata::BookFiles& book,
                              const base::SourceMap& sources) {
  errata::Renames renames = errata::renamed(before.state, after.state);
  if (renames.empty()) return renames;
  model::Game called = *before.game;
  errata::call_as_now(called, renames);
  base::DiagnosticLog log;
  if (before.sound) (void)model::compile(called, {}, sources, log);
  if (log.has_errors()) return {};  // then it is compared as it is
  before.game = std::move(called);
  errata::call_as_now(before.state.rulings, renames);
  errata::call_as_now(book.files, renames);
  return renames;
}

findings::Report question(Side& side, const Shelf& shelf, const base::SourceMap& sources,
                          const std::set<std::string>* wanted, const JudgeOptions& options,
                          const Io& io) {
  findings::Report report;
  if (!side.sound) return report;
  const rulings::GameRecords records = rulings::records_of(*side.game);
  const rulings::LawOfDay law(side.state.rulings, *side.game, records, {});
  rulings::check_law(side.game->game, law.all(), side.log);
  rulings::check_groups(records.cards, law.all(), side.log);
  checker::Session session(*side.game, sources);
  std::vector<const rulings::Document*> list;
  for (const rulings::Document& d : side.state.rulings) {
    if (wanted != nullptr && !wanted->contains(d.id)) continue;
    if (!d.is_deck) {
      list.push_back(&d);
      continue;
    }
    const size_t errors = side.log.error_count();
    checker::DeckResult r = session.check_deck(d, side.log);
    if (side.log.error_count() == errors) report.decks.push_back(std::move(r));
  }
  enter(judge(*side.game, sources, list, shelf, {}, options, io), list, report, side.log, io);
  if (wanted == nullptr && report.left == 0 && !side.game->from_words.empty()) {
    std::vector<rulings::RulingRecord> all;
    for (const rulings::LawRuling& r : law.all()) all.push_back(r.record);
    findings::Report marked = report;
    mark(marked, 0, records, all, {});
    enter_compiled(*side.game, side.id, 0, marked);
    report.compiled = std::move(marked.compiled);
  }
  return report;
}

findings::Both left_rulings(size_t count, int ending) {
  const std::string n = std::to_string(count);
  const findings::Both why = in_both_words(ended_by(ending));
  return {n + " rulings: " + why[0], "裁定 " + n + " 件: " + why[1]};
}

SideAudit audit_side(const Side& side, const std::vector<Wanted>& wanted,
                     const base::SourceMap& sources, const JudgeOptions& options) {
  SideAudit out;
  if (!side.sound) return out;
  std::vector<rulings::Document> documents;
  for (const rulings::Document& d : side.state.rulings)
    if (!d.is_deck) documents.push_back(d);
  audit::clashes::Asked asked;
  asked.limits.solver_units = options.checker.limits.solver_units;
  asked.jobs = threads(options);
  const checker::collisions::Report report =
      audit::clashes::examine(*side.game, sources, documents, asked);
  if (report.receipt.broken_off) throw base::Stopped{};  // half an audit makes no comparison
  out.fault = !report.faults.empty();
  std::set<std::string> told;
  for (const auto& cut : report.receipt.cut)
    if (told.insert(cut.ruling + base::text(cut.why, base::Lang::En)).second)
      out.left_out.push_back({"audit, " + cut.ruling + ": " + base::text(cut.why, base::Lang::En),
                              "監査、" + cut.ruling + ": " + base::text(cut.why, base::Lang::Ja)});
  out.findings = findings::findings_of(report, sources);
  for (Finding& f : findings::findings_of(
           audit::cards::examine_model(*side.game, *report.program, sources, documents, report),
           *report.program, sources))
    out.findings.push_back(std::move(f));
  for (const Wanted& one : wanted) untried(one, report, sources, out.findings);
  return out;
}

bool same_rulings(const Side& a, const Side& b) {
  return a.state.rulings.size() == b.state.rulings.size() &&
         std::equal(a.state.rulings.begin(), a.state.rulings.end(), b.state.rulings.begin(),
                    [](const auto& x, const auto& y) {
                      return x.id == y.id && x.is_deck == y.is_deck &&
                             x.root.get("status") == y.root.get("status") &&
                             errata::same_question(x, y, {});
                    });
}

std::vector<Wanted> wanted(const Side& before, const errata::Changes& changes) {
  std::vector<Wanted> out;
  if (!before.game) return out;
  for (const errata::Change& c : changes.list) {
    if (c.kind != errata::Kind::Card || c.how == errata::How::Removed) continue;
    Wanted one{c.id, c.how == errata::How::Added, {}};
    for (const errata::Ability& a : c.abilities)
      if (a.new_place && a.rules) one.abilities.push_back(a.new_place);
    if (one.whole || !one.abilities.empty()) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace hanrei::workspace
