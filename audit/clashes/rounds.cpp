#include "audit/clashes/rounds.h"

#include <algorithm>
#include <map>

#include "base/contains.h"
#include "base/stop.h"
#include "checker/collisions/conflicts.h"
#include "checker/collisions/dropped.h"
#include "checker/question/situation.h"
#include "checker/replay/replay.h"
#include "model/passes/reads.h"

namespace hanrei::audit::clashes {
namespace {

using base::in_both;
using model::OpCode;
using model::Program;
using S = State<int64_t>;
constexpr size_t kMostSteps = 4'000, kMostWays = 64, kMostTries = 12;

/// The trigger that an instruction is about to run, and of which card; none.
TriggerInstance about_to_run(const Machine<Concrete>& m, const S& s, const model::Code& code,
                             const model::Instr& ins) {
  if (ins.code != OpCode::RunTrigger && ins.code != OpCode::RunEdge) return {};
  const World& w = m.evaluator().world();
  const int64_t item = s.cells[s.frame().base + ins.slot];
  const std::vector<TriggerInstance>& list =
      ins.code == OpCode::RunEdge ? w.edges : w.heard[SignalId(code.id)];
  return item >= 0 && static_cast<size_t>(item) < list.size() ? list[item] : TriggerInstance{};
}

/// All that is not where play stands: cells without those of the frames, modifiers, declared acts.
struct Standing {
  std::vector<int64_t> cells;
  bool operator==(const Standing&) const = default;
};
Standing standing(const World& w, const S& s) {
  Standing out;
  out.cells.assign(s.cells.begin(), s.cells.begin() + w.ghost_cell);
  out.cells.insert(out.cells.end(), s.acts.begin(), s.acts.end());
  out.cells.insert(out.cells.end(), s.amounts.begin(), s.amounts.end());
  for (const Effect& e : s.control.effects)
    for (int v : {int{e.statik}, int{e.attr}, int{e.target}, int{e.op}, int{e.layer}, int{e.until}})
      out.cells.push_back(v);
  for (const Slot& slot : s.control.slots)
    for (int v : {int{slot.act}, int{slot.effect}, int{slot.seat}, int{slot.parent},
                  int{slot.answered}, int{slot.negated}})
      out.cells.push_back(v);
  return out;
}

std::string told(const Question& q, const S& s) {
  const World& w = *q.world;
  const Program& p = *q.program;
  std::string out;
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
  for (int k = 0; k < w.cards; ++k) {
    const int64_t z = s.cells[w.zone_cell + k];
    if (z < 0) continue;
    std::string of;
    for (const AttrId a : p.attrs.ids(4)) {
      const model::AttrDef& d = p.attrs[a];
      if (d.sort != model::kCardSort || d.nature != model::Nature::Stored || w.attr_cell[a] < 0)
        continue;
      if (const int64_t v = s.cells[w.attr_cell[a] + k];
          v != 0 && d.type.kind != model::TypeKind::Set && d.type.kind != model::TypeKind::Ref)
        of += " " + d.name + "=" + w.show(d.type, v);
    }
    add(w.card_ids[k] + ": " + w.show_zone(z) + of);
  }
  return out;
}

/// Begun: a trigger that runs, with how many frames below it, and with everything as it was.
struct Running {
  TriggerInstance what;
  size_t frames = 0, moves = 0;
  Standing at;
};
struct Way {
  S state;
  std::vector<Move> moves;
  std::vector<Running> running;
};

}  // namespace

std::vector<std::set<TriggerId>> candidates(const Program& p, const model::Lowered& l) {
  std::map<TriggerId, std::pair<std::set<SignalId>, model::Footprint>>
      does;  // of a trigger: what it announces, what it writes
  for (const TriggerId t : p.triggers.ids()) {
    const model::Trigger& trigger = p.triggers[t];
    if (trigger.source.card == kNone || trigger.proc == kNone) continue;
    auto& [announced, wrote] = does[t];
    std::set<CodeId> seen;
    std::vector<CodeId> todo = {trigger.proc};
    while (!todo.empty()) {
      const CodeId c = todo.back();
      todo.pop_back();
      if (!seen.insert(c).second) continue;
      for (const auto& ins : l.codes[c].ins) {
        if (ins.code == OpCode::Call) todo.push_back(CodeId(ins.id));
        if (ins.code == OpCode::Window)
          announced.insert(l.raises[SignalId(ins.id)].begin(), l.raises[SignalId(ins.id)].end());
        if (ins.code == OpCode::Settle) wrote |= l.settle[ins.index];
      }
    }
  }
  const auto sets_off = [&](TriggerId a, TriggerId b) {
    const model::Trigger& t = p.triggers[b];
    return t.edge ? (does[a].second & l.edge_reads[b]).any()
                  : t.signal != kNone && does[a].first.contains(t.signal);
  };
  std::vector<std::set<TriggerId>> out;
  for (const auto& [a, what] : does) {
    if (sets_off(a, a)) out.push_back({a});
    for (auto b = does.upper_bound(a); b != does.end(); ++b) {
      if (p.triggers[a].source.card != p.triggers[b->first].source.card && sets_off(a, b->first) &&
          sets_off(b->first, a))
        out.push_back({a, b->first});
    }
  }
  return out;
}

namespace {

class Cuts : public Observer {
 public:
  void before(const S&, const model::Code&, const model::Instr&) override {}
  void after(const S&) override {}
  void cut(const S&, const model::LoopRule&) override { seen = true; }
  bool seen = false;
};

/// Follows plays from the situation on, first to where one of the triggers runs, then every way
/// there is.
class Search {
 public:
  Search(const Question& q, const std::vector<int64_t>& lets, const std::set<TriggerId>& triggers)
      : q_(q), p_(*q.program), triggers_(triggers), m_(player(*q.world, q, domain_, &cuts_)) {
    open_.push_back({m_.initial(lets), {}, {}});
  }

  std::optional<Round> run(const std::vector<Move>& first) {
    size_t given = 0;
    for (size_t n = 0; n < kMostSteps && !open_.empty(); ++n) {
      if (open_.back().state.control.end != End::Running) {
        open_.pop_back();
        continue;
      }
      const Status status = step();
      if (found) return found;
      if (status == Status::Continue) continue;
      const Way here = std::move(open_.back());
      open_.pop_back();
      if (status != Status::Choice) continue;
      const auto is = [&](auto&& what) { return std::ranges::find_if(alts_, what); };
      auto only = alts_.end();
      if (given < first.size()) {
        only = is([&](const Alt<int64_t>& a) { return a.move == first[given]; });
        if (only == alts_.end()) return std::nullopt;
        ++given;
      } else {
        only = is([](const Alt<int64_t>& a) { return a.move.kind == MoveKind::Pass; });
      }
      if (only != alts_.end()) {
        follow(here, *only);
        continue;
      }
      if (open_.size() + alts_.size() > kMostWays) return std::nullopt;
      for (auto a = alts_.rbegin(); a != alts_.rend(); ++a)
        follow(here, *a);  // the first of them is followed first
    }
    return std::nullopt;
  }

 private:
  Status step() {
    Way& way = open_.back();
    S& s = way.state;
    std::erase_if(way.running,
                  [&](const Running& r) { return s.control.stack.size() <= r.frames; });
    const model::Code& code = q_.code->codes[CodeId(s.frame().code)];
    next_ = about_to_run(m_, s, code, code.ins[s.frame().pc]);
    frames_ = s.control.stack.size();
    if (next_.provision == kNone) return m_.step(s, alts_);
    now_ = standing(*q_.world, s);
    const auto again = std::ranges::find_if(way.running, [&](const Running& r) {
      return r.what.provision == next_.provision && r.what.card == next_.card && r.at == now_;
    });
    cuts_.seen = false;
    const S before = again == way.running.end() ? S{} : s;
    const Status status = m_.step(s, alts_);
    const bool pushed = status == Status::Continue && s.control.end == End::Running &&
                        s.control.stack.size() > frames_;
    if (again != way.running.end() && (status == Status::Choice || s.control.end == End::Endless ||
                                       cuts_.seen || (pushed && way.moves.size() > again->moves)))
      repeats(way, static_cast<size_t>(again - way.running.begin()), before);
    if (pushed) way.running.push_back({next_, frames_, way.moves.size(), now_});
    return status;
  }

  void repeats(const Way& way, size_t from, const S& s) {
    Round out;
    for (size_t r = from; r < way.running.size(); ++r) {
      const TriggerId t = way.running[r].what.provision;
      if (!base::contains(out.triggers, t)) out.triggers.push_back(t);
    }
    if (!std::ranges::all_of(triggers_,
                             [&](TriggerId t) { return base::contains(out.triggers, t); }))
      return;
    for (TriggerId t : out.triggers)
      if (p_.triggers[t].may != kNone) out.declined = t;
    for (size_t i = way.running[from].moves; i < way.moves.size(); ++i)
      out.chosen = out.chosen || way.moves[i].kind != MoveKind::May;
    out.cut = cuts_.seen;
    out.play = way.moves;
    out.state = told(q_, s);
    found = std::move(out);
  }

  void follow(const Way& here, const Alt<int64_t>& a) {
    open_.push_back(here);
    Way& way = open_.back();
    m_.take(way.state, a);
    way.moves.push_back(a.move);
    if (next_.provision != kNone && way.state.control.end == End::Running &&
        way.state.control.stack.size() > frames_)
      way.running.push_back({next_, frames_, here.moves.size(), now_});
  }

  std::optional<Round> found;
  const Question& q_;
  const Program& p_;
  const std::set<TriggerId>& triggers_;
  Concrete domain_;
  Cuts cuts_;
  Machine<Concrete> m_;
  std::vector<Alt<int64_t>> alts_;
  std::vector<Way> open_;
  TriggerInstance next_;  ///< what the instruction carried out last was about to run
  size_t frames_ = 0;
  Standing now_;
};

class Rounds {
 public:
  Rounds(std::shared_ptr<const Stage> stage, const Asked& asked, Report& out)
      : stage_(std::move(stage)),
        p_(*stage_->program),
        asked_(asked),
        out_(out),
        zones_(model::in_play(p_)) {
    asked_.limits.states = std::min(asked_.limits.states, asked_.made_states);
    for (size_t b = 0; b < stage_->bases().size(); ++b) order_.push_back(b);
    std::ranges::stable_sort(order_, [&](size_t a, size_t b) {
      return stage_->bases()[a].states < stage_->bases()[b].states;
    });
  }

  void all(const std::vector<std::set<TriggerId>>& list) {
    if (order_.empty()) return;
    const model::Lowered& l = *stage_->question({0, {}}).code;
    for (const auto& code : l.codes)
      for (const auto& ins : code.ins)
        if (ins.code == OpCode::Window && ins.ordinal >= 0)
          for (SignalId s : l.raises[SignalId(ins.id)])
            windows_[s].insert({ProcId(code.id), ins.ordinal});
    out_.receipt.rounds = list.size();
    for (const std::set<TriggerId>& triggers : list) {
      base::heed_stop();
      if (out_.receipt.rounds_played >= kMostCandidates) return;
      if (tried(triggers)) ++out_.receipt.rounds_played;
    }
  }

 private:
  static constexpr size_t kMostCandidates = 500;

  bool tried(const std::set<TriggerId>& triggers) {
    const std::vector<Put> situations = made_for(triggers);
    for (const Put& m : situations) {
      const auto lets = sample_values(m.which->situation.lets)[0];
      if (const auto round = round_of(*m.question, lets, triggers, asked_.limits)) {
        add(*round, m, lets, triggers);
        break;
      }
    }
    return !situations.empty();
  }

  /// Does the situation come to what one of them waits for?
  bool comes_to(size_t base, const std::set<TriggerId>& triggers) const {
    return std::ranges::any_of(triggers, [&](TriggerId t) {
      const model::Trigger& trigger = p_.triggers[t];
      if (trigger.edge) return true;
      const auto at = windows_.find(trigger.signal);
      const auto& steps = stage_->bases()[base].reached.steps;
      return at != windows_.end() && std::ranges::any_of(at->second, [&](const auto& step) {
               return steps.contains(step);
             });
    });
  }

  std::vector<Put> made_for(const std::set<TriggerId>& triggers) const {
    std::vector<CardId> cards;
    for (TriggerId t : triggers)
      if (const CardId c = p_.triggers[t].source.card; !base::contains(cards, c))
        cards.push_back(c);
    std::vector<Put> out;
    const auto add = [&](std::optional<Put> m) {
      if (m) out.push_back(std::move(*m));
    };
    for (size_t b : order_) {
      if (out.size() >= kMostTries) break;
      if (!comes_to(b, triggers)) continue;
      const Question& q = stage_->question({b, {}});
      std::vector<std::vector<int>> places(cards.size());  // by card: where it lies, or might
      for (size_t c = 0; c < cards.size(); ++c) {
        for (size_t k = 0; k < q.which->situation.cards.size(); ++k) {
          const auto& there = q.which->situation.cards[k];
          if (there.zone == kNone || !zones_.contains(there.zone)) continue;
          if (there.def == cards[c]) {
            places[c] = {static_cast<int>(k)};
            break;
          }
          if (same_sort(p_, there.def, cards[c]) && replaceable(p_, *q.which, static_cast<int>(k)))
            places[c].push_back(static_cast<int>(k));
        }
      }
      size_t here = 0;
      for (int one : places[0]) {
        if (cards.size() == 1) {
          if (here++ < 2) add(put(*stage_, b, cards, {one}));
          continue;
        }
        for (int two : places[1])
          if (one != two && here++ < 4) add(put(*stage_, b, cards, {one, two}));
      }
    }
    return out;
  }

  std::string name_of(TriggerId trigger) const {
    const model::Source& s = p_.triggers[trigger].source;
    if (s.card == kNone) return "`" + p_.triggers[trigger].id + "`";
    std::string out = "《" + p_.cards[s.card].name + "》";
    for (const std::string& span : s.spans) out += span;
    return out;
  }

  void add(const Round& round, const Put& m, const std::vector<int64_t>& lets,
           const std::set<TriggerId>& triggers) {
    Finding f;
    f.code = round.cut ? Code::CutOff : Code::ForEver;
    std::string names;
    for (TriggerId t : round.triggers) {
      const model::Source& source = p_.triggers[t].source;
      const auto of = grounds_of(source);
      f.set.insert(f.set.end(), of.begin(), of.end());
      if (!source.spans.empty() || source.card == kNone)
        names += (names.empty() ? "" : "・") + name_of(t);
      f.related.push_back(
          {source.card == kNone ? Role::Clause : Role::Sentence, p_.triggers[t].span});
    }
    if (round.cut)
      for (ClauseId c : p_.loop_rules.front().by) {
        f.relation.push_back({c, kNone, ""});
        f.set.push_back({c, kNone, ""});
      }
    for (auto* list : {&f.set, &f.relation}) {
      std::ranges::sort(*list);
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    f.place = p_.triggers[round.triggers.front()].span;
    const std::string rule = p_.loop_rules.empty() ? "" : p_.loop_rules.front().id;
    std::string how =
        round.declined != kNone
            ? in_both("it ends when " + name_of(round.declined) + " is declined",
                      name_of(round.declined) + "を使わないことにすれば終わります")
        : round.chosen ? in_both("nobody may decline, but something is chosen in it each time",
                                 "断ることはできませんが、毎回選ぶことがあります")
        : rule.empty() ? in_both("nobody may decline, and the game has no rule for loops",
                                 "断ることはできず、繰り返しについての定めもありません")
                       : in_both("nobody may decline, and `" + rule + "` does not reach it",
                                 "断ることはできず、「" + rule + "」も及びません");
    f.args = {names};
    if (round.cut)
      f.args.push_back(in_both("`" + rule + "`", "「" + rule + "」"));
    else
      f.args.push_back(how);
    f.args.push_back(round.state);
    f.basis = Basis::Witnessed;
    f.times = 1;
    stage_->name({m.scene, lets}, f.met);
    for (const CardId c : m.cards)
      f.met.card += (f.met.card.empty() ? "" : "》《") + p_.cards[c].name;
    f.met.replayed = true;
    for (const Move& move : round.play)
      for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
        f.met.play[static_cast<size_t>(lang)].push_back(replay::describe(*m.question, move, lang));
    f.stands = [stage = stage_, m, lets, triggers, limits = asked_.limits, set = f.set,
                relation = f.relation](const std::vector<Ground>& members) {
      const auto in = [&](const Ground& g) { return base::contains(members, g); };
      if (!std::ranges::all_of(relation, in)) return true;  // nothing cuts it off then
      std::vector<Ground> without;
      for (const Ground& g : set)
        if (!in(g)) without.push_back(g);
      if (without.empty()) return !round_of(*m.question, lets, triggers, limits);
      const Dropped rest(*m.question, without);
      return rest.question().world == nullptr || !round_of(rest.question(), lets, triggers, limits);
    };
    if (std::ranges::any_of(out_.findings, [&](const Finding& known) {
          return known.code == f.code && known.set == f.set;
        }))
      return;
    const auto sets = minimal_sets(f.set, f.stands);
    if (sets.size() != 1 || sets[0] != f.set) {
      out_.faults.push_back(std::string(code_text(f.code)) + ": its set is not minimal");
      return;
    }
    out_.findings.push_back(std::move(f));
  }

  std::shared_ptr<const Stage> stage_;
  const Program& p_;
  Asked asked_;
  Report& out_;
  std::set<ZoneId> zones_;     ///< where the texts of cards may count
  std::vector<size_t> order_;  ///< situations, the smallest first
  std::map<SignalId, std::set<std::pair<ProcId, int>>>
      windows_;  ///< by signal: the steps that announce it
};

}  // namespace

std::optional<Round> round_of(const Question& q, const std::vector<int64_t>& lets,
                              const std::set<TriggerId>& triggers, const Limits& limits) {
  const auto first = first_play(
      q, lets, limits,
      [&](const Machine<Concrete>& m, const S& s, const model::Code* code,
          const model::Instr* ins) {
        return code != nullptr && triggers.contains(about_to_run(m, s, *code, *ins).provision);
      });
  if (!first) return std::nullopt;
  try {
    return Search(q, lets, triggers).run(*first);
  } catch (const Unsupported&) {
    return std::nullopt;
  }
}

void look_for_rounds(const std::shared_ptr<const Stage>& stage,
                     const std::vector<std::set<TriggerId>>& list, const Asked& asked,
                     Report& out) {
  Rounds(stage, asked, out).all(list);
}

void look_for_rounds(const std::shared_ptr<const Stage>& stage, const Asked& asked, Report& out) {
  if (stage->bases().empty()) return;
  look_for_rounds(stage, candidates(*stage->program, *stage->question({0, {}}).code), asked, out);
}

}  // namespace hanrei::audit::clashes
