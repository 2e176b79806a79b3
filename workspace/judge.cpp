#include "workspace/judge.h"

#include <algorithm>
#include <functional>
#include <new>
#include <optional>
#include <set>
#include <thread>

#include "audit/readings/numbers.h"
#include "base/contains.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "base/sweep/portion.h"
#include "base/text/filled.h"
#include "base/text/sha256.h"
#include "checker/explain/rests_on.h"
#include "reports/citator.h"
#include "reports/kept.h"
#include "rulings/records/digest.h"
#include "rulings/records/part.h"
#include "workspace/entry.h"
#include "workspace/judged_text.h"
#include "workspace/verdicts.h"

namespace hanrei::workspace {
namespace {

/// How the ruling stands with the defaults. A situation that cannot be under the assumed options is
/// undecided there.
void compare(checker::Session& defaults, const rulings::Document& document,
             const JudgeOptions& options, base::DiagnosticLog& log, reports::RulingEntry& entry) {
  base::DiagnosticLog usual;
  const checker::RulingResult result = defaults.check(document, options.checker, usual);
  if (usual.has_errors()) return;
  reports::RulingEntry before = entry_of(result, options.style);
  reports::RulingEntry::Usual u;
  u.asked = true;
  u.standing = before.standing;
  for (const reports::ClaimEntry& c : before.claims) u.claims.push_back(c.standing);
  for (const auto& p : document.presumes)
    if (options.readings.contains(p.first)) u.own.push_back(p);
  if (log.has_errors()) {
    std::string why;
    for (const base::Diagnostic& d : log.all())
      if (d.severity == base::Severity::Error && why.empty()) why = base::message(d);
    entry = std::move(before);
    entry.standing = checker::Standing::Undecided;
    for (reports::ClaimEntry& c : entry.claims) {
      c.standing = checker::Standing::Undecided;
      c.has_witness = false;
      c.play.clear();
      c.readings.clear();
      c.explicit_state = {};
      c.explicit_state.asked = true;
      c.explicit_state.reason = {base::ReasonCode::CannotBeUnderReading, why};
      c.symbolic = {};
      c.evidence = checker::Evidence::None;
    }
    log = {};
  }
  entry.usual = std::move(u);
}

/// Does the ruling presume an option that is not the default?
bool presumes_other(const model::Game& game, const rulings::Document& document) {
  return std::ranges::any_of(document.presumes, [&](const auto& p) {
    return std::ranges::any_of(game.readings, [&](const model::ReadingDef& r) {
      return r.name == p.first && r.fallback != p.second;
    });
  });
}

/// Nothing in it hangs on which of several models a solver came upon, or on where it gave up: that
/// may be otherwise when the cards have other numbers.
bool is_firm(const reports::RulingEntry& entry) {
  return std::ranges::all_of(entry.claims, [](const reports::ClaimEntry& c) {
    const bool undecided = c.standing == checker::Standing::Undecided || c.explicit_state.limit ||
                           c.symbolic.limit || std::ranges::any_of(c.readings, [](const auto& r) {
                             return r.standing == checker::Standing::Undecided;
                           });
    const bool counted = c.explicit_state.asked &&
                         c.explicit_state.verdict != checker::Verdict::Unknown && c.values.empty();
    return !undecided && (counted || !c.has_witness);
  });
}

/// A list of what examining a ruling has to do with: of what its play can come to look at, what it
/// did look at. Each by itself is enough: with other numbers elsewhere every run is the same,
/// instruction by instruction.
std::string looked_at(const std::set<std::string>& attributes, const checker::Looked& looked) {
  if (looked.all) return rulings::Parts::listed(attributes);
  std::set<std::string> out;
  for (const auto& [card, attribute] : looked.printed)
    if (attributes.contains(attribute)) out.insert(rulings::Parts::of_card(card, attribute));
  return rulings::Parts::listed(out);
}

/// What is kept of the rulings of one game, and under which keys. A verdict is kept for the part of
/// the game that its ruling can come to, where nothing else can make it another one: it is firm,
/// and the game compiles without complaint under the defaults and under each option that rulings
/// are tried under. Otherwise it is kept for the whole of the game.
class Shelved {
 public:
  Shelved(KeptVerdicts& verdicts, const model::Game& game, const base::SourceMap& sources,
          checker::Session& session, const JudgeOptions& options)
      : verdicts_(verdicts),
        game_(game),
        sources_(sources),
        session_(session),
        options_(options),
        parts_(sources, game),
        whole_(rulings::digest_of(sources, game)) {
    const auto usual = session.compiled({});
    quiet_ = usual->code != nullptr && usual->log.all().empty();
    if (quiet_)
      for (const bool zone : usual->code->shuffled) facts_ += zone ? '1' : '0';
  }

  /// `looked`: a list of attributes as `Parts::listed` makes it; empty: the verdict is on the whole
  /// of the game.
  struct Found {
    reports::RulingEntry entry;
    std::string looked;
    bool shared = false;
  };
  std::optional<Found> find(const rulings::Document& document) {
    if (auto kept = verdicts_.find(on(document, "")))
      return Found{std::move(kept->entry), "", kept->shared};
    if (!by_part(document)) return std::nullopt;
    for (const std::string& looked :
         verdicts_.looked(document.id, rulings::digest_of(sources_, document))) {
      if (looked.empty()) continue;
      if (auto kept = verdicts_.find(on(document, looked)); kept && compiles())
        return Found{std::move(kept->entry), looked, kept->shared};
    }
    return std::nullopt;
  }

  /// A number that comes out otherwise for each ruling and each state of the game.
  std::string lot(const rulings::Document& document) const {
    base::Sha256 h;
    h.add_piece(whole_);
    h.add_piece(document.path);
    return h.hex();
  }

  /// `looked`: what its examination may have looked at.
  void add(const rulings::Document& document, const reports::RulingEntry& entry,
           const std::string& looked, bool quiet) {
    const bool some =
        !options_.ids.empty();  // the other options are not compiled for a ruling or two
    const bool only_part = !looked.empty() && quiet && is_firm(entry) && by_part(document) &&
                           (compiled_ || !some) && compiles();
    verdicts_.add(on(document, only_part ? looked : ""), entry,
                  reports::examined_of(entry, !document.presumes.empty()), quiet);
  }

 private:
  VerdictOn on(const rulings::Document& document, const std::string& looked) const {
    return {looked.empty() ? whole_ : part(document) + looked + parts_.numbers(document, looked),
            whole_, rulings::digest_of(sources_, document), looked};
  }
  bool by_part(const rulings::Document& document) const {
    return quiet_ && !presumes_other(game_, document);
  }
  std::string part(const rulings::Document& document) const {
    return parts_.digest(document) + facts_;
  }

  bool compiles() {
    if (compiled_) return *compiled_;
    std::vector<std::pair<std::string, std::string>> tried;
    for (const model::ReadingDef& r : game_.readings)
      for (const std::string& o : r.options)
        if (!r.presumed && o != r.fallback) tried.emplace_back(r.name, o);
    std::vector<char> good(tried.size(), 0);
    base::in_parallel(tried.size(), threads(options_), [&](size_t i) {
      base::heed_stop();  // then it is none: what was examined is kept for the whole of the game
      good[i] = session_.compiled({tried[i]})->code != nullptr ? 1 : 0;
    });
    compiled_ = !base::contains(good, 0);
    return *compiled_;
  }

  KeptVerdicts& verdicts_;
  const model::Game& game_;
  const base::SourceMap& sources_;
  checker::Session& session_;
  const JudgeOptions& options_;
  const rulings::Parts parts_;
  const std::string whole_;
  bool quiet_ = false;
  std::string facts_;  ///< of the whole game, and no text of it: which piles are ever shuffled
  std::optional<bool> compiled_;
};

/// What is shared is believed after a sample: of the verdicts that this run would take from there
/// one in 32, and one at least, is examined again. Which they are hangs on the state of the game.
std::set<size_t> sampled(const std::vector<std::optional<Shelved::Found>>& kept,
                         const std::function<std::string(size_t)>& lot) {
  std::set<size_t> out;
  std::pair<std::string, size_t> least;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (!kept[i] || !kept[i]->shared) continue;
    std::string drawn = lot(i);
    if (drawn.starts_with('0') && drawn[1] < '8') out.insert(i);
    if (least.first.empty() || drawn < least.first) least = {std::move(drawn), i};
  }
  if (!least.first.empty()) out.insert(least.second);
  return out;
}

const std::string kNotAsKept =
    base::in_both("examined again, it comes out otherwise than the verdict that was kept",
                  "検査し直すと、保存された判定と違います");

/// Does what was examined say the same as what was kept? What its plays came across is worked out
/// where it is kept again.
bool same(const Shelved::Found& kept, const reports::RulingEntry& now, bool touches,
          const reports::Style& style) {
  return reports::same_finding(kept.entry, now, style) &&
         (!touches || kept.entry.touches == now.touches);
}

/// What is another shard's is left to it, and what one found is said again.
void settle(base::Portion& portion, const rulings::Document& document,
            const base::SourceMap& sources, const JudgeOptions& options, Judged& out) {
  const std::string* found = portion.result(document.path);
  if (found == nullptr || !read_judged(*found, sources, options.style, out))
    out.elsewhere = !portion.mine(document.path);
}

}  // namespace

bool in_part(const JudgeOptions& options) {
  return options.portion != nullptr && !options.portion->merged();
}

int threads(const JudgeOptions& options) {
  return std::clamp(
      options.jobs > 0 ? options.jobs : static_cast<int>(std::thread::hardware_concurrency()), 1,
      16);
}

std::vector<Judged> judge(const model::Game& game, const base::SourceMap& sources,
                          const std::vector<const rulings::Document*>& documents,
                          const Shelf& shelf, const base::AsOf& as_of, const JudgeOptions& options,
                          const Io& io) {
  std::vector<Judged> out(documents.size());
  checker::Session session(game, sources, options.readings), defaults(game, sources);
  const base::Json* id = game.game.find("game");
  KeptVerdicts verdicts(options, as_of, io, shelf.folder, id == nullptr ? "" : id->string);
  std::optional<Shelved> shelved;
  if (verdicts.on()) shelved.emplace(verdicts, game, sources, session, options);
  std::vector<std::optional<Shelved::Found>> kept(documents.size());
  std::vector<std::string> looked(documents.size());
  for (size_t i = 0; shelved && i < documents.size(); ++i) {
    kept[i] = shelved->find(*documents[i]);
  }
  const std::set<size_t> sample =
      sampled(kept, [&](size_t i) { return shelved->lot(*documents[i]); });
  for (size_t i = 0; i < documents.size(); ++i) {
    if (!kept[i] || options.cache != JudgeOptions::Cache::Use || sample.contains(i)) continue;
    out[i].entry = kept[i]->entry;
    looked[i] = kept[i]->looked;
    out[i].kept = out[i].done = true;
  }

  for (size_t i = 0; options.portion != nullptr && i < documents.size(); ++i)
    settle(*options.portion, *documents[i], sources, options, out[i]);
  const auto examine = [&](size_t i) {
    Judged& one = out[i];
    if (one.done || one.elsewhere || io.stopped()) return;
    one.done = true;
    try {
      const checker::RulingResult result = session.check(*documents[i], options.checker, one.log);
      one.seconds = result.seconds;
      one.entry = entry_of(result, options.style);
      rulings::Touches touches = result.touches;
      if (shelved && shelf.write) checker::explain::add_rests(result, session.sources(), touches);
      one.entry.touches = rulings::touches_text(touches);
      if (!options.readings.empty()) compare(defaults, *documents[i], options, one.log, one.entry);
      if (!shelved || !shelf.write || one.log.has_errors()) return;
      looked[i] =
          looked_at(audit::readings::attributes_read(session, game, *documents[i]), result.looked);
    } catch (const base::Stopped&) {
      one = {};  // it counts as not examined
    } catch (const std::bad_alloc&) {
      one.fault = kNoMemory;
      if (options.portion != nullptr) options.portion->out_of_memory();
    } catch (const std::exception& e) {
      one.fault = e.what();
    } catch (...) {
      one.fault = "an exception that nobody caught";
    }
  };
  base::in_parallel(documents.size(), threads(options), examine);
  const auto otherwise = [&](size_t i) {
    return kept[i] && out[i].done && !out[i].kept && out[i].fault.empty() &&
           !out[i].log.has_errors() && !same(*kept[i], out[i].entry, shelf.write, options.style);
  };
  // Of what is shared one lies: nothing of it is believed, nor kept.
  bool lies = false;
  for (size_t i = 0; i < out.size(); ++i)
    lies = lies || (kept[i] && kept[i]->shared && otherwise(i));
  if (lies) {
    for (size_t i = 0; i < out.size(); ++i) {
      if (!kept[i] || !kept[i]->shared || !out[i].kept) continue;
      out[i] = {};
      kept[i].reset();
    }
    base::in_parallel(documents.size(), threads(options), examine);
  }

  const bool believed = std::ranges::all_of(sample, [&](size_t i) { return out[i].done; });
  for (size_t i = 0; shelved && i < out.size(); ++i) {
    Judged& one = out[i];
    if (!one.done || !one.fault.empty() || one.log.has_errors()) continue;
    if (otherwise(i))
      one.fault = kept[i]->shared ? base::filled(
                                        "examined again, it comes out otherwise than the "
                                        "verdict that `{0}` has: remove that folder",
                                        "検査し直すと、`{0}` "
                                        "にある判定と違います。そのフォルダを消してください",
                                        {options.shared})
                                  : kNotAsKept;
    else if (shelf.write && (believed || !one.kept || !kept[i]->shared))
      shelved->add(*documents[i], one.entry, looked[i], one.log.all().empty());
  }
  for (size_t i = 0; in_part(options) && i < out.size(); ++i)
    if (out[i].done)
      options.portion->keep(documents[i]->path, judged_text(out[i], sources, options.style));
  try {
    if (shelf.write) verdicts.write();
  } catch (const base::Stopped&) {  // what was found is told all the same
  }
  return out;
}

void enter(std::vector<Judged> judged, const std::vector<const rulings::Document*>& documents,
           findings::Report& report, base::DiagnosticLog& log, const Io& io) {
  for (size_t i = 0; i < documents.size(); ++i) {
    auto& [entry, said, fault, seconds, done, kept, elsewhere] = judged[i];
    if (elsewhere) continue;
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
      io.refuse(base::about(kInternalError, documents[i]->path), fault);
      entry = {};
      entry.id = documents[i]->id;
      entry.game = documents[i]->game;
      entry.fault = true;
    }
    if (!done)
      ++report.left;
    else if (fault.empty() && said.has_errors())
      report.skipped.push_back(documents[i]->path);
    else {
      findings::place(entry, *documents[i]);
      report.results.push_back(std::move(entry));
    }
  }
}

}  // namespace hanrei::workspace
