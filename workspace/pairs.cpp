#include "workspace/pairs.h"

#include <algorithm>
#include <numeric>

#include "audit/clashes/pairs.h"
#include "base/parallel.h"
#include "base/sweep/portion.h"
#include "findings/of.h"
#include "findings/text.h"
#include "workspace/compiled.h"
#include "workspace/games.h"

namespace hanrei::base {

template <>
struct Fields<workspace::PairCounts> {
  static auto of(auto& c) {
    auto& [pairs, apart, nowhere, played, situations, states, cut] = c;
    return std::tie(pairs, apart, nowhere, played, situations, states, cut);
  }
};
template <>
struct Fields<workspace::PairedGame::Clash> {
  static auto of(auto& c) {
    auto& [one, other, finding] = c;
    return std::tie(one, other, finding);
  }
};

}  // namespace hanrei::base

namespace hanrei::workspace {
namespace {

using audit::clashes::Pair;
using audit::clashes::Pairs;
using model::ids::CardId;

/// What a card came to with itself and those after it.
struct Row {
  PairCounts counts;
  std::vector<std::string> faults;
  std::vector<PairedGame::Clash> clashes;
  bool done = false;

  /// What is written down, unless there was a fault.
  auto fields() { return std::tie(counts, clashes); }
};

Row examined(const Pairs& pairs, const base::SourceMap& sources, CardId one, const Io& io) {
  const model::Program& p = pairs.program();
  Row row;
  for (const CardId other : p.cards.ids()) {
    if (other < one) continue;
    if (io.stopped()) return row;
    Pairs::Result r = pairs.examine({one, other});
    PairCounts c{1,
                 r.fate == Pairs::Fate::Apart,
                 r.fate == Pairs::Fate::Nowhere,
                 r.fate == Pairs::Fate::Played,
                 r.situations,
                 r.states,
                 r.cut};
    row.counts.add(c);
    for (std::string& f : r.faults)
      row.faults.push_back(p.cards[one].name + ", " + p.cards[other].name + ": " + f);
    checker::collisions::Report report;
    report.program = pairs.shared_program();
    report.findings = std::move(r.findings);
    for (findings::Finding& f : findings::findings_of(report, sources))
      row.clashes.push_back({p.cards[one].name, p.cards[other].name, std::move(f)});
  }
  row.done = true;
  return row;
}

/// Among how many shards the cards are dealt whose pairs may meet: each of these shards goes
/// through the situations of all rulings, and together that is to be a tenth of the work at most. A
/// pair is played in 16 situations, more or less; going through a ruling costs as much as two of
/// them.
std::size_t groups_of(std::size_t pairs, std::size_t rulings) {
  return 1 + (16 * pairs + 2 * rulings) / (20 * std::max<std::size_t>(rulings, 1));
}

PairedGame pairs_of(LoadedGame& loaded, const GameFiles& files, base::SourceMap& sources,
                    base::DiagnosticLog& log, const CheckOptions& options, const Io& io) {
  const model::Program& p = loaded.program();
  PairedGame out{p.game, files.folder, p.cards.size(), {}, {}, {}};
  const std::vector<rulings::Document> documents = documents_of(sources, files, log);
  Pairs made(loaded.session);
  // Pairs that may meet, by their first card. When shards are merged, nothing is dealt.
  const bool merged = options.portion != nullptr && options.portion->merged();
  std::vector<std::size_t> meeting(p.cards.size(), merged ? 1 : 0);
  for (const CardId one : p.cards.ids()) {
    if (merged) break;
    for (const CardId other : p.cards.ids())
      if (one <= other)
        meeting[static_cast<std::size_t>(one)] += made.may_meet({one, other}) ? 1 : 0;
  }
  const std::size_t groups =
      groups_of(std::accumulate(meeting.begin(), meeting.end(), std::size_t{0}), documents.size());
  std::vector<Row> rows(p.cards.size());
  std::vector<std::size_t> todo;
  std::vector<std::string> items;
  bool go_through = false;
  for (const CardId card : p.cards.ids()) {
    const std::size_t i = items.size();
    items.push_back(files.folder + " " + p.cards[card].name);
    // Those for which the situations are gone through are dealt by their groups.
    const std::string by =
        meeting[i] == 0 ? items[i]
                        : files.folder + " " + std::to_string(base::place_of(items[i], groups));
    if (!base::to_do(options.portion, items[i], rows[i].fields(), by)) continue;
    todo.push_back(i);
    go_through = go_through || meeting[i] > 0;
  }
  if (go_through) {
    audit::clashes::Asked asked;
    asked.limits = options.checker.limits;
    asked.jobs = threads(options);
    made.go_through(loaded.game, sources, documents, asked);
  }
  base::in_parallel(todo.size(), threads(options), [&](std::size_t k) {
    rows[todo[k]] = examined(made, sources, CardId(static_cast<int>(todo[k])), io);
  });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Row& row = rows[i];
    if (in_part(options) && row.done)
      options.portion->keep(items[i], row.faults.empty() ? base::fields_text(row.fields()) : "");
    out.counts.add(row.counts);
    for (std::string& f : row.faults) out.faults.push_back(std::move(f));
    for (PairedGame::Clash& c : row.clashes) out.clashes.push_back(std::move(c));
  }
  return out;
}

/// What was examined, and what was not, for the reports that are written from findings.
void add_scope(reports::Run& run, const PairedGame& g, bool ended) {
  const auto n = [](std::size_t k) { return std::to_string(k); };
  const PairCounts& c = g.counts;
  if (!ended) run.examined.push_back({"pairs", g.game});
  run.scope[0] += (run.scope[0].empty() ? "" : "; ") + g.game + ": " + n(c.pairs) +
                  " pairs of cards; " + n(c.apart) + " say nothing about each other, " +
                  n(c.played) + " were played in " + n(c.situations) + " situations with " +
                  n(c.states) + " states";
  run.scope[1] += (run.scope[1].empty() ? "" : "、") + g.game + ": カードの組 " + n(c.pairs) +
                  "。互いに関わらない組 " + n(c.apart) + "、調べた組 " + n(c.played) + "（状況 " +
                  n(c.situations) + "、状態 " + n(c.states) + "）";
  if (const std::size_t all = g.cards * (g.cards + 1) / 2; ended && c.pairs < all)
    run.not_examined.push_back({g.game + ": " + n(all - c.pairs) + " pairs of cards",
                                g.game + ": カードの組 " + n(all - c.pairs)});
  if (c.nowhere > 0)
    run.not_examined.push_back(
        {g.game + ": " + n(c.nowhere) + " pairs of cards: no situation has a place for both",
         g.game + ": カードの組 " + n(c.nowhere) + ": 両方を置ける状況がない"});
  if (c.cut > 0)
    run.not_examined.push_back(
        {g.game + ": " + n(c.cut) + " pairs of cards: not to the end of each situation",
         g.game + ": カードの組 " + n(c.cut) + ": 状況の終わりまでは調べていない"});
}

}  // namespace

void PairCounts::add(const PairCounts& more) {
  pairs += more.pairs, apart += more.apart, nowhere += more.nowhere, played += more.played;
  situations += more.situations, states += more.states, cut += more.cut;
}

Paired pairs(const CheckOptions& options, const Io& io) {
  Paired out;
  Games games(options.paths, io);
  std::vector<std::string> folders;
  for (const GameFiles& files : games.list()) folders.push_back(files.folder);
  const Standards standards(options.standards, folders, options.style, io);
  if (standards.wrong()) return out;
  out.begun = true;
  out.run.command = "audit";
  std::vector<findings::Finding> list;
  bool fault = false, examined = false;
  for (const GameFiles& files : games.list()) {
    if (games.leaves(files)) {
      out.run.not_examined.push_back({files.folder, files.folder});
      continue;
    }
    const auto loaded = games.load_sound(files);
    if (loaded == nullptr) continue;
    PairedGame g = pairs_of(*loaded, files, games.sources, games.log, options, io);
    for (const std::string& f : g.faults) io.refuse(kInternalError, f);
    fault = fault || !g.faults.empty();
    examined = examined || g.counts.pairs > 0;
    for (const PairedGame::Clash& c : g.clashes) list.push_back(c.finding);
    add_scope(out.run, g, io.stopped());
    out.games.push_back(std::move(g));
  }
  games.log.sort(games.sources);
  if (!in_part(options))
    for (findings::Finding& f : findings::findings_of(games.log, games.sources))
      list.push_back(std::move(f));
  leave_undecided(list);
  standards.settle(out.run, std::move(list), {}, fault, games.wrong() || games.log.has_errors(),
                   !examined);
  out.sources = std::move(games.sources);
  out.log = std::move(games.log);
  return out;
}

}  // namespace hanrei::workspace
