#include "checker/collisions/conflicts.h"

#include <algorithm>

#include "base/contains.h"
#include "checker/collisions/dropped.h"
#include "checker/collisions/duties.h"
#include "checker/collisions/hedge.h"
#include "checker/collisions/undone.h"
#include "checker/replay/replay.h"

namespace hanrei::checker::collisions {

using base::in_both;
using model::Norm;
using model::Source;

namespace {

std::string_view kind_of(const Source& s) { return s.card != kNone ? "card" : "clause"; }

/// A source in a message: `《夜の客》 (s1)`, `clauses 宣言.1, 戦闘①`.
std::string named(const model::Program& p, const std::vector<Ground>& grounds) {
  if (grounds.empty()) return in_both("a rule without a clause", "条項のない決まり");
  std::string list, ja_list;
  for (const Ground& g : grounds) {
    const std::string part = g.card != kNone ? g.span : ground_text(p, g);
    list += (list.empty() ? "" : ", ") + part;
    ja_list += (ja_list.empty() ? "" : "、") + part;
  }
  if (grounds[0].card == kNone)
    return in_both((grounds.size() > 1 ? "clauses " : "clause ") + list, "条項 " + ja_list + " ");
  const std::string card = "《" + p.cards[grounds[0].card].name + "》";
  return list.empty() ? in_both(card, card)
                      : in_both(card + " (" + list + ")", card + "（" + ja_list + "）");
}

std::vector<Ground> united(std::vector<Ground> a, const std::vector<Ground>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a);
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

bool all_in(const std::vector<Ground>& set, const std::vector<Ground>& wanted) {
  return std::ranges::all_of(wanted, [&](const Ground& g) { return base::contains(set, g); });
}

}  // namespace

Decided decided(const model::Program& p, const Source& one, const Source& other, ClauseId clause) {
  for (const DefeatId d : p.defeats.ids())
    if (model::decides(p, p.defeats[d], kind_of(one), kind_of(other), clause)) return {d, true};
  for (const DefeatId d : p.defeats.ids())
    if (model::decides(p, p.defeats[d], kind_of(other), kind_of(one), clause)) return {d, false};
  return {};
}

std::vector<Ground> grounds_of(const model::Defeat& d, ClauseId clause,
                               const std::vector<ClauseId>& by) {
  std::vector<Ground> cited;
  for (ClauseId c : d.source.by)
    if (base::contains(by, c)) cited.push_back({c, kNone, ""});
  if (!cited.empty()) return cited;
  return base::contains(d.source.by, clause) ? std::vector<Ground>{{clause, kNone, ""}}
                                             : grounds_of(d.source);
}

namespace {

/// That of the question which is played; a question without some of its grounds has one of its own.
const model::Program& program_of(const Machine<Concrete>& m) {
  return *m.evaluator().world().program;
}

bool has(const std::vector<const NormInstance*>& list, NormId norm) {
  return std::ranges::any_of(list, [&](const NormInstance* i) { return i->provision == norm; });
}

/// Does the one count wherever the other does: its moments, its act, its card?
bool reaches(const model::Program& p, const Norm& may, const Norm& bars) {
  if (!bars.menus.empty() && (may.menus.empty() || !std::ranges::all_of(may.menus, [&](Id m) {
                                return base::contains(bars.menus, m);
                              })))
    return false;
  if (bars.act != kNone ? bars.act != may.act
                        : !bars.tag.empty() && bars.tag != may.tag &&
                              (may.act == kNone || !base::contains(p.acts[may.act].tags, bars.tag)))
    return false;
  if (bars.source.card == kNone) return true;
  return bars.source.card == may.source.card ? bars.on_self == may.on_self : bars.on_self < 0;
}

std::optional<bool> stand(Formulas& f, std::vector<Term> given, const std::vector<Term>& claimed) {
  given.insert(given.end(), claimed.begin(), claimed.end());
  if (f.unsatisfiable(given)) return false;
  if (f.satisfiable(given)) return true;
  return std::nullopt;
}

}  // namespace

std::optional<bool> both_stand(const model::Program& p, NormId permit, bool permits, NormId forbid,
                               bool forbids, size_t& queries) {
  const Norm& may = p.norms[permit];
  const Norm& bars = p.norms[forbid];
  if (!reaches(p, may, bars)) return std::nullopt;
  Formulas f(p);
  const model::ActDef* act = may.act == kNone ? nullptr : &p.acts[may.act];
  const bool one_card = bars.source.card == may.source.card;
  const auto thing = [&](Id i) {
    return may.on_self == i ? std::string("self") : "thing " + std::to_string(i);
  };
  const auto bind = [&](const Norm& n, const std::string& self) {
    Formulas::Binding b;
    b.temps[0] = self;
    b.temps[1] = "me";
    if (act != nullptr && n.act != kNone)
      for (Id i = 0; i <= static_cast<Id>(act->present.size()); ++i) b.temps[2 + i] = thing(i);
    return b;
  };
  std::vector<Term> given = {f.condition(may.cond, bind(may, "self"))};
  if (may.source.card != kNone) given.push_back(f.printed("self", p.cards[may.source.card]));
  if (bars.source.card != kNone && !one_card)
    given.push_back(f.printed("other", p.cards[bars.source.card]));
  if (act != nullptr) {
    Formulas::Binding locals;
    locals.locals[0] = "me";
    for (size_t i = 0; i < act->present.size(); ++i)
      locals.locals[act->present[i].var] = thing(static_cast<Id>(i));
    for (size_t i = 0; i < act->present.size(); ++i) {
      const model::Choose& ch = act->present[i];
      if (ch.domain != model::DomainKind::One || ch.or_none) continue;
      given.push_back(f.member(thing(static_cast<Id>(i)), ch.set, locals));
      Formulas::Binding here = locals;
      here.temps[ch.elem] = thing(static_cast<Id>(i));
      given.push_back(f.condition(ch.where, here));
    }
  }
  const Term legal = f.atom("legal"),
             bar = f.condition(bars.cond, bind(bars, one_card ? "self" : "other"));
  std::vector<Term> claimed;
  if (permits) claimed.push_back(legal);
  if (forbids) claimed.push_back(f.t.or_(f.t.not_(bar), f.t.not_(legal)));
  const auto answer = stand(f, std::move(given), claimed);
  queries += f.queries();
  return answer;
}

std::optional<bool> both_hold(const model::Program& p, LimitId one, bool first, LimitId other,
                              bool second, size_t& queries) {
  Formulas f(p);
  Formulas::Binding b;
  b.temps[0] = "it";
  std::vector<Term> given, claimed;
  for (const auto& [which, counts] : {std::pair{one, first}, std::pair{other, second}}) {
    const model::Limit& l = p.limits[which];
    if (l.domain != kNone) given.push_back(f.member("it", l.domain, b));
    if (counts) claimed.push_back(f.condition(l.holds, b));
  }
  const auto answer = stand(f, std::move(given), claimed);
  queries += f.queries();
  return answer;
}

void Conflicts::all() {
  declarations();
  prohibitions();
  halts();
  amendments();
  duties();
  limits();
  endings();
  idle();
}

void Conflicts::of_cards() {
  declarations();
  amendments();
  duties();
}

void Conflicts::declarations() {
  for (const auto& [which, pair] : met_.pairs) collision(which.first, which.second, pair);
}

void Conflicts::collision(NormId permit, NormId forbid, const Meetings::Pair& pair) {
  const Norm& may = p_.norms[permit];
  const Norm& bars = p_.norms[forbid];
  const Found found = [permit, forbid](const Machine<Concrete>& m, const State<int64_t>& s,
                                       const model::Code* code, const model::Instr* ins) {
    const int64_t seat =
        code == nullptr ? model::kNobody : asked_at(m, s, *code, *ins, program_of(m));
    if (seat < 0) return false;
    bool here = false;
    m.consider(s, static_cast<int>(seat), [&](const Machine<Concrete>::Considered& c) {
      here = here || ((has(c.permits, permit) || has(c.duties, permit)) && has(c.forbids, forbid));
    });
    return here;
  };
  const bool demands = may.mode == model::NormMode::Oblige;
  const auto report = [&](Code code, DefeatId defeat, ClauseId clause, bool proved) {
    if (demands && (code == Code::TwoCards || code == Code::Barred)) code = Code::Duty;
    Finding f = begin(code, may.source, bars.source, defeat, clause);
    f.related.push_back({demands ? Role::Duty : Role::Permission, may.span});
    f.related.push_back({Role::Prohibition, bars.span});
    f.basis = proved ? Basis::Proved : code == Code::Barred ? Basis::Examined : Basis::Witnessed;
    f.times = pair.times;
    witness(f, pair.first, found);
    if (proved)
      f.stands = [scenes = scenes_, permit, forbid, one = grounds_of(may.source),
                  other = grounds_of(bars.source)](const std::vector<Ground>& members) {
        size_t queries = 0;
        return both_stand(*scenes->program, permit, all_in(members, one), forbid,
                          all_in(members, other), queries)
            .value_or(true);
      };
    add(std::move(f));
  };
  ClauseId named = kNone;  // by the sentence that permits
  for (ClauseId c : may.over)
    if (named == kNone && base::contains(bars.source.by, c)) named = c;
  if (named != kNone) {
    const Decided d = decided(p_, may.source, bars.source, named);
    return report(d.defeat == kNone ? Code::Contradicts
                  : d.wins          ? Code::Overrides
                                    : Code::Yields,
                  d.defeat, named, false);
  }
  if (demands && hedges(p_, may.source)) return;  // it demands nothing that is forbidden
  const bool two_cards =
      may.source.card != kNone && bars.source.card != kNone && may.source.card != bars.source.card;
  const Meetings::Permit& use = met_.permits.at(permit);
  const bool always =
      two_cards ? pair.alone == pair.times : use.free == 0 && pair.times == use.times;
  if (!always || bars.span == may.span) return;
  size_t& queries = out_.receipt.queries;
  const bool proved = both_stand(p_, permit, true, forbid, true, queries) == false &&
                      both_stand(p_, permit, true, forbid, false, queries) == true;
  const ClauseId clause = bars.source.by.empty() ? kNone : bars.source.by[0];
  const Decided d = decided(p_, may.source, bars.source, clause);
  if (two_cards) {
    if ((proved || demands) && d.defeat == kNone) report(Code::TwoCards, kNone, kNone, proved);
    return;
  }
  if (!proved) {
    if (may.source.card != kNone && bars.source.card == kNone)
      report(Code::Barred, kNone, clause, false);
    return;
  }
  if (d.defeat == kNone) return report(Code::Contradicts, kNone, clause, true);
  if (d.wins) return report(Code::Unnamed, d.defeat, clause, true);
  report(Code::Yields, d.defeat, clause, false);
}

void Conflicts::prohibitions() {
  for (const auto& [which, step] : met_.stood) {
    const Norm& bars = p_.norms[which.first];
    Finding f = decided_between(bars.source, Source{{which.second}, kNone, {}}, which.second);
    f.related.push_back({Role::Prohibition, bars.span});
    f.times = step.times;
    witness(f, step.first,
            [norm = which.first, clause = which.second](const Machine<Concrete>& m,
                                                        const State<int64_t>& s, const model::Code*,
                                                        const model::Instr* ins) {
              const model::Program& p = program_of(m);
              const Norm& n = p.norms[norm];
              const bool dropped =
                  n.cond != kNone && p[n.cond].op == model::Op::Const && p[n.cond].value == 0;
              return ins != nullptr && !dropped &&
                     stands_against(m, s, *ins, m.evaluator().world(), n.source.card, clause);
            });
    add(std::move(f));
  }
}

void Conflicts::halts() {
  const std::vector<ExprId> applies = amended(p_);
  for (const auto& [which, step] : met_.halted) {
    const model::EventNorm& bars = p_.event_norms[which.first];
    Finding f = decided_between(bars.source, Source{{which.second}, kNone, {}}, which.second);
    f.related.push_back({Role::Prohibition, bars.span});
    f.times = step.times;
    witness(f, step.first,
            [norm = which.first, clause = which.second, on = applies[bars.amend]](
                const Machine<Concrete>& m, const State<int64_t>& s, const model::Code* code,
                const model::Instr*) {
              return code != nullptr &&
                     halted_by(m, s, *code, program_of(m).event_norms[norm], on, clause);
            });
    add(std::move(f));
  }
}

void Conflicts::amendments() {
  const std::vector<ExprId> applies = amended(p_);
  for (const auto& [which, step] : met_.amends) {
    const model::Amend& a = p_.amends[which];
    for (ClauseId clause : model::amended_clauses(p_, a)) {  // each of them says otherwise
      Finding f = decided_between(a.source, Source{{clause}, kNone, {}}, clause);
      f.related.push_back({Role::Amendment, a.span});
      f.times = step.times;
      witness(f, step.first,
              [which = which, clause, on = applies[which]](
                  const Machine<Concrete>& m, const State<int64_t>& s, const model::Code* code,
                  const model::Instr* ins) {
                if (code == nullptr || !amends_here(m, s, *code, *ins, which, on)) return false;
                return base::contains(ins->by, clause) ||
                       base::contains(program_of(m).procedures[ProcId(code->id)].by, clause);
              });
      add(std::move(f));
    }
  }
  for (const auto& [which, step] : met_.both) {
    const model::Amend& a = p_.amends[which.first];
    const model::Amend& b = p_.amends[which.second];
    const bool newer =
        a.source.card != kNone && b.source.card != kNone && a.source.card != b.source.card &&
        std::ranges::any_of(p_.defeats, [](const model::Defeat& d) { return d.winner == "newer"; });
    if (newer || decided(p_, a.source, b.source, kNone).defeat != kNone) continue;
    Finding f = begin(Code::Contradicts, a.source, b.source, kNone, kNone);
    f.related.push_back({Role::Amendment, a.span});
    f.related.push_back({Role::Amendment, b.span});
    f.basis = Basis::Witnessed;
    f.times = step.times;
    const ExprId one = applies[which.first], two = applies[which.second];
    witness(f, step.first,
            [which = which, one, two](const Machine<Concrete>& m, const State<int64_t>& s,
                                      const model::Code* code, const model::Instr* ins) {
              const model::Amend& amended_at = program_of(m).amends[which.first];
              return code != nullptr && code->kind == model::CodeKind::Procedure &&
                     code->id == amended_at.proc && ins->ordinal == amended_at.ordinal &&
                     differ_here(m, s, *ins, which.first, which.second) && m.here(s, one) != 0 &&
                     m.here(s, two) != 0;
            });
    add(std::move(f));
  }
}

void Conflicts::duties() {
  constexpr size_t kMostBarring = 8, kMostSets = 16;
  for (const auto& [which, met] : met_.duties) {
    if (met.exclusive == 0) continue;
    const Norm* one = &p_.norms[which.first];
    const Norm* other = &p_.norms[which.second];
    const Source& stated =
        one->source.card == kNone ? one->source : other->source;  // by the clause among the two
    const ClauseId clause = stated.card != kNone || stated.by.empty() ? kNone : stated.by[0];
    const Decided d = one == other ? Decided{} : decided(p_, one->source, other->source, clause);
    if (d.defeat != kNone && !d.wins) std::swap(one, other);
    const auto barring = std::make_shared<std::set<NormId>>();  // when it was looked at last
    const Found found = [scenes = scenes_, spot = met.first, which = which, barring](
                            const Machine<Concrete>& m, const State<int64_t>& s,
                            const model::Code* code, const model::Instr* ins) {
      const int64_t seat =
          code == nullptr ? model::kNobody : asked_at(m, s, *code, *ins, program_of(m));
      if (seat < 0) return false;
      for (const Owed& two : owed_at(m.evaluator().world(), scenes->question(spot), spot.lets, s,
                                     *ins, static_cast<int>(seat), &which)) {
        if (two.fate != Fate::Exclusive) continue;
        *barring = two.barring;
        return true;
      }
      return false;
    };
    Finding f = begin(d.defeat == kNone ? Code::Duties : Code::DutiesLeft, one->source,
                      other->source, d.defeat, clause);
    f.related.push_back({Role::Duty, one->span});
    if (one != other)
      f.related.push_back({Role::Duty, other->span});
    else
      f.args[1] = in_both("another copy of that card", "同じカードのもう1枚");
    f.basis = Basis::Witnessed;
    f.times = met.exclusive;
    witness(f, met.first, found);
    // what then stands in the way may be what excludes them: every smallest set, in which the
    // others bar nothing
    std::vector<Ground> members = f.set;
    std::vector<NormId> stands_in_way(barring->begin(), barring->end());
    for (NormId norm : stands_in_way) {
      const std::vector<Ground> more = united(members, grounds_of(p_.norms[norm].source));
      if (more.size() <= f.set.size() + kMostBarring) members = more;
    }
    f.set = members;
    witness(f, met.first, found);
    const auto sets = minimal_sets(members, f.stands);
    for (size_t i = 0; i < sets.size() && i < kMostSets; ++i) {
      Finding each = f;
      each.set = sets[i];
      for (NormId norm : stands_in_way)
        if (all_in(each.set, grounds_of(p_.norms[norm].source)))
          each.related.push_back({Role::Prohibition, p_.norms[norm].span});
      add(std::move(each));
    }
  }
}

void Conflicts::limits() {
  for (const auto& [round, step] : met_.rounds) {
    // what is left broken when a round was cut off is no round of its own
    if (std::ranges::any_of(met_.rounds, [&, &round = round](const auto& other) {
          return other.first.size() > round.size() &&
                 std::includes(other.first.begin(), other.first.end(), round.begin(), round.end());
        }))
      continue;
    const model::Limit& a = p_.limits[*round.begin()];
    const model::Limit& b = p_.limits[*round.rbegin()];
    const bool cut = !p_.loop_rules.empty();
    Finding f =
        begin(cut ? Code::LimitsCut : Code::LimitsForEver, a.source, b.source, kNone, kNone);
    for (LimitId l : round) {
      f.set = united(f.set, grounds_of(p_.limits[l].source));
      f.related.push_back({Role::Limit, p_.limits[l].span});
    }
    if (cut) {
      for (ClauseId c : p_.loop_rules.front().by) f.relation.push_back({c, kNone, ""});
      std::ranges::sort(f.relation);
      f.set = united(f.set, f.relation);
      f.args.push_back("`" + p_.loop_rules.front().id + "`");
    }
    f.basis = Basis::Witnessed;
    f.times = step.times;
    std::vector<ProcId> repairs;
    for (LimitId l : round) repairs.push_back(p_.limits[l].repair);
    // the last repair of the round begins inside all the others
    witness(f, step.first,
            [repairs](const Machine<Concrete>& m, const State<int64_t>& s, const model::Code* code,
                      const model::Instr*) {
              const std::vector<Frame>& stack = s.control.stack;
              const auto runs = [&](ProcId repair) {
                return std::ranges::any_of(stack, [&](const Frame& each) {
                  const model::Code& c = m.evaluator().world().code->codes[CodeId(each.code)];
                  return c.kind == model::CodeKind::Procedure && c.id == repair;
                });
              };
              return code != nullptr && code->kind == model::CodeKind::Procedure &&
                     stack.back().pc == 0 && base::contains(repairs, ProcId(code->id)) &&
                     std::ranges::all_of(repairs, runs);
            });
    add(std::move(f));
  }
  for (const LimitId i : p_.limits.ids())
    for (const LimitId k : p_.limits.ids(i + 1)) {
      const model::Limit& a = p_.limits[i];
      const model::Limit& b = p_.limits[k];
      if (!a.always || !b.always || a.domain == kNone || b.domain == kNone ||
          p_[a.domain].type != p_[b.domain].type)
        continue;
      size_t& queries = out_.receipt.queries;
      if (both_hold(p_, i, true, k, true, queries) != false ||
          both_hold(p_, i, true, k, false, queries) != true ||
          both_hold(p_, i, false, k, true, queries) != true)
        continue;
      const Found both = [&p = p_, &a, &b](const Machine<Concrete>& m, const State<int64_t>& s,
                                           const model::Code*, const model::Instr*) {
        const auto in = [&](const model::Limit& l, int64_t it) {
          std::array<int64_t, kTemps> t;
          t[0] = it;
          return m.evaluator().member(s, l.domain, it, {s.top(), nullptr, t.data()}) != 0;
        };
        for (int it = 0; it < m.evaluator().world().universe(model::elem_type(p[a.domain].type));
             ++it)
          if (in(a, it) && in(b, it)) return true;
        return false;
      };
      for (size_t scene = 0; scene < scenes_->size(); ++scene) {
        const Spot spot{scene,
                        sample_values(scenes_->question({scene, {}}).which->situation.lets)[0]};
        if (!first_play(scenes_->question(spot), spot.lets, limits_, both)) continue;
        Finding f = begin(Code::Limits, a.source, b.source, kNone, kNone);
        f.related.push_back({Role::Limit, a.span});
        f.related.push_back({Role::Limit, b.span});
        f.basis = Basis::Proved;
        f.times = 1;
        witness(f, spot, both);
        f.stands = [scenes = scenes_, i, k, x = grounds_of(a.source),
                    y = grounds_of(b.source)](const std::vector<Ground>& members) {
          size_t n = 0;
          return both_hold(*scenes->program, i, all_in(members, x), k, all_in(members, y), n)
              .value_or(true);
        };
        add(std::move(f));
        break;
      }
    }
}

void Conflicts::endings() {
  if (p_.both.span) return;  // the game says what it comes to
  for (const auto& [which, step] : met_.ends) {
    const model::Ending& a = p_.endings[which.first];
    const model::Ending& b = p_.endings[which.second];
    Finding f = begin(Code::Endings, a.source, b.source, kNone, kNone);
    f.related.push_back({Role::Ending, a.span});
    f.related.push_back({Role::Ending, b.span});
    f.basis = Basis::Witnessed;
    f.times = step.times;
    witness(f, step.first,
            [which = which](const Machine<Concrete>& m, const State<int64_t>& s,
                            const model::Code* code, const model::Instr*) {
              if (code != nullptr || s.control.end != End::Over ||
                  s.control.result != model::kResultDraw)
                return false;
              const auto met = endings_met(m, s, program_of(m));
              for (const auto& [e, loser] : met)
                for (const auto& [o, other] : met)
                  if (e == which.first && o == which.second && loser != other) return true;
              return false;
            });
    add(std::move(f));
  }
}

void Conflicts::idle() {
  for (const auto& [which, step] : met_.undone) {
    const auto& [permit, by] = which;
    if (met_.granted.at(permit) != step.times) continue;
    const Norm& may = p_.norms[permit];
    const Source& other =
        by.limit != kNone ? p_.limits[by.limit].source : p_.triggers[by.trigger].source;
    Finding f = begin(Code::Idle, may.source, other, kNone, kNone);
    f.related.push_back({Role::Permission, may.span});
    if (by.limit != kNone) f.related.push_back({Role::Limit, p_.limits[by.limit].span});
    f.basis = Basis::Witnessed;
    f.times = step.times;
    const Found undone = [scenes = scenes_, spot = step.first, permit = permit, by = by](
                             const Machine<Concrete>& m, const State<int64_t>& s,
                             const model::Code* code, const model::Instr* ins) {
      const int64_t seat =
          code == nullptr ? model::kNobody : asked_at(m, s, *code, *ins, program_of(m));
      if (seat < 0) return false;
      bool here = false;
      m.consider(s, static_cast<int>(seat), [&](const Machine<Concrete>::Considered& c) {
        if (here || !c.legal || !has(c.permits, permit)) return;
        const Granted g = grant(m.evaluator().world(), scenes->question(spot), spot.lets, s, c);
        here = g.carried && g.by == by;
      });
      return here;
    };
    witness(f, step.first, undone);
    // another sentence of the card may be what the clause takes it back for
    std::vector<Ground> more;
    for (const auto& [span, words] : p_.cards[may.source.card].text) {
      const Ground g{kNone, may.source.card, span};
      if (base::contains(f.set, g)) continue;
      f.set.push_back(g);
      std::ranges::sort(f.set);
      witness(f, step.first, undone);
      std::vector<Ground> fewer = f.set;
      std::erase(fewer, g);
      const bool needed = f.stands(fewer);
      f.set = std::move(fewer);
      if (needed) more.push_back(g);
    }
    f.set = united(f.set, more);
    witness(f, step.first, undone);
    add(std::move(f));
  }
}

Finding Conflicts::decided_between(const Source& one, const Source& other, ClauseId clause) {
  const Decided d = decided(p_, one, other, clause);
  Finding f = begin(d.defeat == kNone ? Code::Contradicts
                    : d.wins          ? Code::Overrides
                                      : Code::Yields,
                    one, other, d.defeat, clause);
  f.basis = Basis::Witnessed;
  return f;
}

Finding Conflicts::begin(Code code, const Source& one, const Source& other, DefeatId defeat,
                         ClauseId clause) {
  Finding f;
  const bool open = defeat == kNone && (code == Code::Contradicts || code == Code::TwoCards);
  std::string decisive, ja_decisive;  // the readings that would decide
  for (const Otherwise& o : otherwise_) {
    if (!open || (o.defeat.winner == "newer" && one.card == other.card) ||
        !decides_either(p_, o.defeat, kind_of(one), kind_of(other), clause))
      continue;
    std::string by;
    for (const Ground& g : grounds_of(o.defeat, clause, (one.card != kNone ? one : other).by))
      by += (by.empty() ? "" : ", ") + ground_text(p_, g);
    decisive += (decisive.empty() ? "" : "; ") +
                ("`" + o.reading + "` = " + o.option + ": `" + o.defeat.id + "` (" + by + ")");
    ja_decisive +=
        (ja_decisive.empty() ? "" : "、") +
        ("「" + o.reading + "」を" + o.option + "とする「" + o.defeat.id + "」（" + by + "）");
  }
  f.code = decisive.empty() ? code : Code::HangsOnReading;
  const std::vector<Ground> first = grounds_of(one), second = grounds_of(other);
  f.set = united(first, second);
  f.args = {named(p_, first), named(p_, second)};
  if (!decisive.empty()) f.args.push_back(in_both(decisive, ja_decisive));
  if (defeat != kNone) {
    const model::Defeat& d = p_.defeats[defeat];
    const std::vector<Ground> rests = grounds_of(d, clause, (one.card != kNone ? one : other).by);
    std::string list;
    for (const Ground& g : rests) list += (list.empty() ? "" : ", ") + ground_text(p_, g);
    f.args.push_back(in_both("`" + d.id + "` (" + list + ")", "「" + d.id + "」（" + list + "）"));
    if (base::code_severity(code) == base::Severity::Note) {
      f.set = united(f.set, rests);
      f.relation = rests;
    }  // what is decided rests on it as well
  }
  const auto role = [](const Source& s) { return s.card != kNone ? Role::Sentence : Role::Clause; };
  f.place = first.empty() ? Span{} : ground_place(p_, first[0]);
  for (size_t i = 1; i < first.size(); ++i)
    f.related.push_back({role(one), ground_place(p_, first[i])});
  for (const Ground& g : second) f.related.push_back({role(other), ground_place(p_, g)});
  if (defeat != kNone) f.related.push_back({Role::Relation, p_.defeats[defeat].span});
  return f;
}

void Conflicts::witness(Finding& f, const Spot& spot, const Found& found) {
  scenes_->name(spot, f.met);
  const Question& q = scenes_->question(spot);
  const auto moves = first_play(q, spot.lets, limits_, found);
  if (!moves || !replay_to(q, spot.lets, *moves, found)) {
    if (moves)
      out_.faults.push_back(std::string(code_text(f.code)) + ": its play cannot be played again (" +
                            f.met.ruling + ")");
    else
      f.basis = Basis::Examined;  // seen, but not by a play that begins where the situation does
    f.stands = [set = f.set](const std::vector<Ground>& members) { return !all_in(members, set); };
    return;
  }
  f.met.replayed = true;
  for (auto& told : f.met.play) told.clear();
  for (const Move& m : *moves)
    for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
      f.met.play[static_cast<size_t>(lang)].push_back(replay::describe(q, m, lang));
  f.stands = [scenes = scenes_, spot, moves = *moves, found, set = f.set,
              relation = f.relation](const std::vector<Ground>& members) {
    std::vector<Ground> without;
    for (const Ground& g : set)
      if (!base::contains(members, g)) without.push_back(g);
    if (!all_in(members, relation)) return true;  // nothing decides then
    if (without.empty()) return !replay_to(scenes->question(spot), spot.lets, moves, found);
    const Dropped rest(scenes->question(spot), without);
    return rest.question().world == nullptr || !replay_to(rest.question(), spot.lets, moves, found);
  };
}

void Conflicts::add(Finding f) {
  // one finding for each set and code, however many provisions state it
  for (Finding& known : out_.findings)
    if (known.code == f.code && known.set == f.set) {
      known.times += f.times;
      return;
    }
  const auto sets = minimal_sets(f.set, f.stands);
  if (sets.size() != 1 || sets[0] != f.set) {
    out_.faults.push_back(std::string(code_text(f.code)) + ": its set is not minimal");
    return;
  }
  out_.findings.push_back(std::move(f));
}

}  // namespace hanrei::checker::collisions
