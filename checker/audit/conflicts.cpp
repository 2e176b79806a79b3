#include "checker/audit/conflicts.h"

#include <algorithm>

#include "checker/replay/replay.h"

namespace hanrei::checker::audit {

using base::in_both;
using model::Norm;
using model::Source;

namespace {

std::string_view kind_of(const Source& s) { return s.card != kNone ? "card" : "clause"; }

template <class T>
bool within(const std::vector<T>& all, const T& one) { return std::find(all.begin(), all.end(), one) != all.end(); }

/// A source in a message: `《夜の客》 (s1)`, `clauses 宣言.1, 戦闘①`.
std::string named(const model::Program& p, const std::vector<Ground>& grounds) {
  if (grounds.empty()) return in_both("a rule without a clause", "条項のない決まり");
  std::string list, ja_list;
  for (const Ground& g : grounds) {
    const std::string part = g.card != kNone ? g.span : ground_text(p, g);
    list += (list.empty() ? "" : ", ") + part;
    ja_list += (ja_list.empty() ? "" : "、") + part;
  }
  if (grounds[0].card == kNone) return in_both((grounds.size() > 1 ? "clauses " : "clause ") + list, "条項 " + ja_list + " ");
  const std::string card = "《" + p.cards[static_cast<size_t>(grounds[0].card)].name + "》";
  return list.empty() ? in_both(card, card) : in_both(card + " (" + list + ")", card + "（" + ja_list + "）");
}

std::vector<Ground> united(std::vector<Ground> a, const std::vector<Ground>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  return a;
}

bool holds_all(const std::vector<Ground>& set, const std::vector<Ground>& wanted) { return std::all_of(wanted.begin(), wanted.end(), [&](const Ground& g) { return within(set, g); }); }

}  // namespace

Decided decided(const model::Program& p, const Source& one, const Source& other, Id clause) {
  for (size_t d = 0; d < p.defeats.size(); ++d) if (model::decides(p, p.defeats[d], kind_of(one), kind_of(other), clause)) return {static_cast<Id>(d), true};
  for (size_t d = 0; d < p.defeats.size(); ++d) if (model::decides(p, p.defeats[d], kind_of(other), kind_of(one), clause)) return {static_cast<Id>(d), false};
  return {};
}

std::vector<Ground> grounds_of(const model::Defeat& d, Id clause, const std::vector<Id>& by) {
  std::vector<Ground> cited;
  for (Id c : d.source.by) if (within(by, c)) cited.push_back({c, kNone, ""});
  if (!cited.empty()) return cited;
  if (within(d.source.by, clause)) return {{clause, kNone, ""}};
  return grounds_of(d.source);
}

bool always_barred(const model::Program& p, Id permit, Id forbid, Formulas& f) {
  const Norm& may = p.norms[static_cast<size_t>(permit)];
  const Norm& bars = p.norms[static_cast<size_t>(forbid)];
  // wherever the permission counts, so does the prohibition
  if (!bars.menus.empty() && (may.menus.empty() || !std::all_of(may.menus.begin(), may.menus.end(), [&](Id m) { return within(bars.menus, m); }))) return false;
  if (bars.act != kNone ? bars.act != may.act : !bars.tag.empty() && bars.tag != may.tag && (may.act == kNone || !within(p.acts[static_cast<size_t>(may.act)].tags, bars.tag))) return false;
  if (bars.source.card != kNone && bars.source.card != may.source.card) return false;
  if (bars.source.card != kNone && (bars.on_self != may.on_self)) return false;
  Formulas::Binding of_permit, of_forbid;
  const model::ActDef* act = may.act == kNone ? nullptr : &p.acts[static_cast<size_t>(may.act)];
  const auto bind = [&](Formulas::Binding& b, const Norm& n) {
    b.temps[0] = "self";
    b.temps[1] = "me";
    if (act != nullptr && n.act != kNone) for (Id i = 0; i < 6; ++i) b.temps[2 + i] = may.on_self == i ? "self" : "thing " + std::to_string(i);
  };
  bind(of_permit, may);
  bind(of_forbid, bars);
  if (bars.source.card == kNone) of_forbid.temps[0] = "no card";
  std::vector<Term> given = {f.condition(may.cond, of_permit)};
  if (may.source.card != kNone) given.push_back(f.printed("self", p.cards[static_cast<size_t>(may.source.card)]));
  if (act != nullptr) {
    Formulas::Binding locals;
    locals.locals[0] = "me";
    for (size_t i = 0; i < act->present.size(); ++i) locals.locals[act->present[i].var] = may.on_self == static_cast<int>(i) ? "self" : "thing " + std::to_string(i);
    for (size_t i = 0; i < act->present.size(); ++i) {
      const model::Choose& ch = act->present[i];
      if (ch.domain != model::DomainKind::One || ch.or_none) continue;
      const std::string thing = locals.locals[ch.var];
      given.push_back(f.member(thing, ch.set, locals));
      Formulas::Binding here = locals;
      here.temps[ch.elem] = thing;
      given.push_back(f.condition(ch.where, here));
    }
  }
  const Term bar = f.condition(bars.cond, of_forbid);
  const Term legal = f.atom("legal");
  const Term yes = legal, no = f.t.or_(f.t.not_(bar), f.t.not_(legal));
  std::vector<Term> both = given, only_permit = given, only_forbid = given;
  both.insert(both.end(), {yes, no});
  only_permit.push_back(yes);
  only_forbid.push_back(no);
  return f.unsatisfiable(both) && f.satisfiable(only_permit) && f.satisfiable(only_forbid);
}

void Conflicts::declarations() {
  for (const auto& [which, pair] : met_.pairs) collision(which.first, which.second, pair);
}

void Conflicts::collision(Id permit, Id forbid, const Meetings::Pair& pair) {
  const Norm& may = p_.norms[static_cast<size_t>(permit)];
  const Norm& bars = p_.norms[static_cast<size_t>(forbid)];
  const Found found = [&](const Machine<Concrete>& m, const State<int64_t>& s, const model::Code& code, const model::Instr& ins) {
    const int64_t seat = asked_at(m, s, code, ins, p_);
    if (seat < 0) return false;
    bool here = false;
    const auto has = [](const std::vector<const Instance*>& list, Id norm) { return std::any_of(list.begin(), list.end(), [&](const Instance* i) { return i->provision == norm; }); };
    m.consider(s, static_cast<int>(seat), [&](const Machine<Concrete>::Considered& c) { here = here || (has(c.permits, permit) && has(c.forbids, forbid)); });
    return here;
  };
  const auto report = [&](Code code, Id defeat, Id clause, Basis basis) {
    Finding f = begin(code, may.source, bars.source, defeat, clause);
    f.related.push_back({Role::Permission, may.span});
    f.related.push_back({Role::Prohibition, bars.span});
    f.collision.permit = permit;
    f.collision.forbid = forbid;
    f.basis = basis;
    f.times = pair.times;
    witness(f, pair.first, found);
    add(std::move(f));
  };
  // a sentence that names the clause
  Id named = kNone;
  for (Id c : may.over) if (named == kNone && within(bars.source.by, c)) named = c;
  if (named != kNone) {
    const Decided d = decided(p_, may.source, bars.source, named);
    return report(d.defeat == kNone ? Code::Contradicts : d.wins ? Code::Overrides : Code::Yields, d.defeat, named, Basis::Witnessed);
  }
  const Meetings::Permit& use = met_.permits.at(permit);
  if (use.free > 0 || pair.times < use.times) return;
  Formulas formulas(p_);
  const bool proved = always_barred(p_, permit, forbid, formulas);
  out_.receipt.queries += formulas.queries();
  const Id clause = bars.source.by.empty() ? kNone : bars.source.by[0];
  const Decided d = decided(p_, may.source, bars.source, clause);
  if (!proved) return report(Code::Barred, kNone, clause, Basis::Examined);
  if (d.defeat == kNone) return report(Code::Contradicts, kNone, clause, Basis::Proved);
  report(d.wins ? Code::Unnamed : Code::Yields, d.defeat, clause, Basis::Proved);
}

void Conflicts::prohibitions() {
  for (const auto& [which, step] : met_.stood) {
    const Norm& bars = p_.norms[static_cast<size_t>(which.first)];
    Finding f = decided_between(bars.source, Source{{which.second}, kNone, {}}, which.second);
    f.related.push_back({Role::Prohibition, bars.span});
    f.collision.forbid = which.first;
    f.times = step.times;
    const Id clause = which.second;
    witness(f, step.first, [&, clause](const Machine<Concrete>& m, const State<int64_t>& s, const model::Code&, const model::Instr& ins) { return stands_against(m, s, ins, m.evaluator().world(), bars.source.card, clause); });
    add(std::move(f));
  }
}

void Conflicts::amendments() {
  const std::vector<ExprId> applies = amended(p_);
  const auto at_step = [&](const model::Amend& a, const model::Code& code, const model::Instr& ins) { return ins.begins && code.kind == model::CodeKind::Procedure && code.id == a.proc && ins.ordinal == a.ordinal; };
  for (const auto& [which, step] : met_.amends) {
    const model::Amend& a = p_.amends[static_cast<size_t>(which)];
    Source other;
    for (size_t c = 0; c < p_.clauses.size(); ++c) if (p_.clauses[c].id == a.target) other.by = {static_cast<Id>(c)};
    if (other.by.empty()) continue;
    Finding f = decided_between(a.source, other, other.by[0]);
    f.related.push_back({Role::Amendment, a.span});
    f.collision.amend = which;
    f.times = step.times;
    const ExprId on = applies[static_cast<size_t>(which)];
    witness(f, step.first, [&, on](const Machine<Concrete>& m, const State<int64_t>& s, const model::Code& code, const model::Instr& ins) { return at_step(a, code, ins) && m.here(s, on) != 0; });
    add(std::move(f));
  }
  for (const auto& [which, step] : met_.both) {
    const model::Amend& a = p_.amends[static_cast<size_t>(which.first)];
    const model::Amend& b = p_.amends[static_cast<size_t>(which.second)];
    const Decided d = decided(p_, a.source, b.source, kNone);
    if (d.defeat != kNone) continue;
    Finding f = begin(Code::Contradicts, a.source, b.source, kNone, kNone);
    f.related.push_back({Role::Amendment, a.span});
    f.related.push_back({Role::Amendment, b.span});
    f.collision.amend = which.first;
    f.basis = Basis::Witnessed;
    f.times = step.times;
    const ExprId one = applies[static_cast<size_t>(which.first)], two = applies[static_cast<size_t>(which.second)];
    witness(f, step.first, [&, one, two](const Machine<Concrete>& m, const State<int64_t>& s, const model::Code& code, const model::Instr& ins) { return at_step(a, code, ins) && m.here(s, one) != 0 && m.here(s, two) != 0; });
    add(std::move(f));
  }
}

Finding Conflicts::decided_between(const Source& one, const Source& other, Id clause) {
  const Decided d = decided(p_, one, other, clause);
  Finding f = begin(d.defeat == kNone ? Code::Contradicts : d.wins ? Code::Overrides : Code::Yields, one, other, d.defeat, clause);
  f.basis = Basis::Witnessed;
  return f;
}

Finding Conflicts::begin(Code code, const Source& one, const Source& other, Id defeat, Id clause) {
  Finding f;
  f.code = code;
  const std::vector<Ground> first = grounds_of(one), second = grounds_of(other);
  f.set = united(first, second);
  f.args = {named(p_, first), named(p_, second)};
  if (defeat != kNone) {
    const model::Defeat& d = p_.defeats[static_cast<size_t>(defeat)];
    const std::vector<Ground> rests = grounds_of(d, clause, (one.card != kNone ? one : other).by);
    f.set = united(f.set, rests);
    std::string list;
    for (const Ground& g : rests) list += (list.empty() ? "" : ", ") + ground_text(p_, g);
    f.args.push_back(in_both("`" + d.id + "` (" + list + ")", "「" + d.id + "」（" + list + "）"));
    f.collision.defeat = defeat;
  }
  const auto role = [](const Source& s) { return s.card != kNone ? Role::Sentence : Role::Clause; };
  f.place = first.empty() ? Span{} : ground_place(p_, first[0]);
  for (size_t i = 1; i < first.size(); ++i) f.related.push_back({role(one), ground_place(p_, first[i])});
  for (const Ground& g : second) f.related.push_back({role(other), ground_place(p_, g)});
  if (defeat != kNone) f.related.push_back({Role::Relation, p_.defeats[static_cast<size_t>(defeat)].span});
  return f;
}

void Conflicts::witness(Finding& f, const Spot& spot, const Found& found) {
  const Place at = find_(spot);
  f.met.ruling = at.ruling->id;
  f.met.case_id = at.question->which->id;
  f.met.lets = at.lets;
  const auto moves = first_play(*at.question, at.lets, limits_, found);
  if (!moves) return;
  if (!replay_to(*at.question, at.lets, *moves, found)) {
    out_.fault = true;
    out_.faults.push_back(std::string(code_text(f.code)) + ": its play cannot be played again (" + at.ruling->id + ")");
    return;
  }
  f.met.replayed = true;
  for (const Move& m : *moves) for (const base::Lang lang : {base::Lang::En, base::Lang::Ja}) f.met.play[static_cast<size_t>(lang)].push_back(replay::describe(*at.question, m, lang));
}

void Conflicts::add(Finding f) {
  const auto can = [&](const std::vector<Ground>& members) { return stands(p_, f, members); };
  const auto sets = minimal_sets(f.set, can);
  if (sets.size() != 1 || sets[0] != f.set) {
    out_.fault = true;
    out_.faults.push_back(std::string(code_text(f.code)) + ": its set is not minimal");
    return;
  }
  // one finding for each set and code, however many provisions state it
  for (Finding& known : out_.findings) if (known.code == f.code && known.set == f.set) { known.times += f.times; return; }
  out_.findings.push_back(std::move(f));
}

bool stands(const model::Program& p, const Finding& f, const std::vector<Ground>& members) {
  const Collision& c = f.collision;
  const auto counts = [&](const std::vector<Ground>& all) { return holds_all(members, all); };
  if (c.permit != kNone && c.forbid != kNone) {
    const Norm& may = p.norms[static_cast<size_t>(c.permit)];
    const Norm& bars = p.norms[static_cast<size_t>(c.forbid)];
    Id clause = kNone;
    for (Id k : may.over) if (clause == kNone && within(bars.source.by, k)) clause = k;
    if (clause == kNone && !bars.source.by.empty()) clause = bars.source.by[0];
    const bool relation = c.defeat == kNone || counts(grounds_of(p.defeats[static_cast<size_t>(c.defeat)], clause, may.source.card != kNone ? may.source.by : bars.source.by));
    return !(counts(grounds_of(may.source)) && counts(grounds_of(bars.source)) && relation);
  }
  return !counts(f.set);
}

}  // namespace hanrei::checker::audit
