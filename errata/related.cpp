#include "errata/related.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "errata/compare.h"
#include "model/ir/forms.h"

namespace hanrei::errata {
namespace {

using model::Op;
using model::Program;

/// What texts read, write and bring about, by ids of the program.
struct Dealings {
  std::set<AttrId> reads, writes, steady;  ///< steady: by a continuous effect
  std::set<ProcId> calls;
  std::set<SignalId> signals;
  std::set<ZoneId> zones;                      ///< that something is moved to
  std::set<std::pair<EnumId, int64_t>> words;  ///< members of enumerations that stand there
  std::vector<const model::Event*> answers;
  std::set<SignalId> awaits;
  std::set<AttrId> edges;  ///< attributes that a condition of the form `becomes` reads
};

class Walk {
 public:
  Walk(const Program& p, Dealings& out) : p_(p), out_(out) {}

  void read(ExprId e, std::set<AttrId>& into) {
    if (e == kNone || !seen_.emplace(&into, e).second) return;
    const model::Expr& x = p_[e];
    if (x.op == Op::Attr || x.op == Op::GameAttr) into.insert(x.attr());
    if (x.op == Op::KindSet) read(p_.kinds[x.kind()].is, into);
    if (x.op == Op::Call) read(p_.derived[x.derived()].is, into);
    if (x.op == Op::Const && x.type.kind == model::TypeKind::Enum)
      out_.words.emplace(EnumId(x.type.id), x.value);
    model::each_operand(x, [&](ExprId k) { read(k, into); });
  }

  void call(ProcId procedure) {
    if (procedure == kNone || !out_.calls.insert(procedure).second) return;
    const model::Procedure& proc = p_.procedures[procedure];
    steps(proc.steps);
    for (const model::Stmt& s : proc.at_end) statement(s);
  }

 private:
  void steps(const std::vector<model::Step>& list) {
    for (const model::Step& s : list) {
      for (const model::Stmt& t : s.stmts) statement(t);
      if (s.kind == model::StepKind::Call) call(s.callee);
      out_.signals.insert(s.signals.begin(), s.signals.end());
      for (const model::Arm& a : s.arms) steps(a.steps);
    }
  }

  void statement(const model::Stmt& s) {
    if (s.kind == model::StmtKind::Modify) out_.writes.insert(AttrId(s.id));
    if (s.kind == model::StmtKind::Move || s.kind == model::StmtKind::MoveTop)
      out_.zones.insert(ZoneId(s.id));
    if (s.kind == model::StmtKind::Assign && s.target != kNone)
      if (const model::Expr& t = p_[s.target]; t.op == Op::Attr || t.op == Op::GameAttr)
        out_.writes.insert(t.attr());
  }

  const Program& p_;
  Dealings& out_;
  std::set<std::pair<const std::set<AttrId>*, ExprId>> seen_;
};

/// Does it come about by what the texts do?
bool comes_of(const model::Event& e, const Dealings& d) {
  switch (e.kind) {
    case model::EventKind::Procedure:
    case model::EventKind::Step: return d.calls.contains(ProcId(e.id));
    case model::EventKind::Write: return e.local == kNone && d.writes.contains(AttrId(e.id));
    case model::EventKind::Move:
    case model::EventKind::Enter: return d.zones.contains(ZoneId(e.id));
    default: return false;
  }
}

Dealings dealings(const Program& p, const std::vector<base::Span>& places) {
  Dealings out;
  Walk walk(p, out);
  for (const ExprId e : p.exprs.ids())
    if (within(p.exprs[e].span, places)) walk.read(e, out.reads);
  for (const model::EffectDef& e : p.effects)
    if (within(e.span, places)) {
      walk.call(e.proc);
      walk.call(e.pay_proc);
    }
  for (const model::Replace& r : p.replaces)
    if (within(r.span, places)) {
      walk.call(r.proc);
      out.answers.push_back(&r.event);
    }
  for (const model::Limit& l : p.limits)
    if (within(l.span, places)) walk.call(l.repair);
  for (const ProcId k : p.procedures.ids())
    if (within(p.procedures[k].span, places)) walk.call(k);
  for (const model::EventNorm& n : p.event_norms)
    if (within(n.span, places)) out.answers.push_back(&n.event);
  for (const model::Static& s : p.statics)
    if (within(s.span, places)) {
      out.writes.insert(s.attr);
      out.steady.insert(s.attr);
    }
  for (const model::Trigger& t : p.triggers) {
    if (!within(t.span, places)) continue;
    walk.call(t.proc);
    if (t.signal != kNone) out.awaits.insert(t.signal);
    for (const model::Event& e : t.on) out.answers.push_back(&e);
    walk.read(t.becomes, out.edges);
  }
  for (const SignalId s : p.signals.ids())
    if (std::ranges::any_of(p.signals[s].raised,
                            [&](const model::Event& e) { return comes_of(e, out); }))
      out.signals.insert(s);
  std::set<SignalId> covered;
  for (const SignalId s : out.signals)
    covered.insert(p.signals[s].covers.begin(), p.signals[s].covers.end());
  out.signals.merge(covered);
  return out;
}

/// How a card and the texts have to do with each other: what kind of tie, by what, and which member
/// of it.
using Tie = std::tuple<int, int64_t, int64_t>;

std::set<Tie> ties(const Program& p, const model::CardDef& card, const Dealings& d,
                   const Dealings& texts) {
  std::set<Tie> out;
  for (const AttrId a : d.writes)
    if (texts.reads.contains(a)) out.insert({d.steady.contains(a) ? 0 : 1, a, 0});
  for (const SignalId s : d.awaits)
    if (texts.signals.contains(s)) out.insert({2, s, 0});
  for (const model::Event* e : d.answers)
    if (comes_of(*e, texts)) out.insert({3, static_cast<int64_t>(e->kind), e->id});
  for (const AttrId a : d.edges)
    if (texts.writes.contains(a)) out.insert({4, a, 0});
  for (const AttrId a : d.reads)
    if (texts.writes.contains(a)) out.insert({5, a, 0});
  for (const auto& [a, value] : card.printed)
    if (texts.reads.contains(a) && texts.words.contains({EnumId(p.attrs[a].type.id), value}))
      out.insert({6, a, value});
  return out;
}

}  // namespace

std::vector<base::Span> texts_of(const Program& p, CardId card) {
  std::vector<base::Span> out;
  const auto add = [&](const auto& table) {
    for (const auto& one : table)
      if (one.source.card == card) out.push_back(one.span);
  };
  add(p.effects), add(p.norms), add(p.statics), add(p.triggers), add(p.amends), add(p.event_norms),
      add(p.replaces);
  return out;
}

std::vector<Related> related(const Program& p, const std::vector<base::Span>& places) {
  const Dealings texts = dealings(p, places);
  std::vector<std::pair<CardId, std::set<Tie>>> of;
  std::map<Tie, size_t> times;
  for (const CardId k : p.cards.ids()) {
    const model::CardDef& card = p.cards[k];
    const std::vector<base::Span> own = texts_of(p, k);
    if (card.generic || within(card.span, places) ||
        std::ranges::any_of(own, [&](base::Span s) { return within(s, places); }))
      continue;
    of.emplace_back(k, ties(p, card, dealings(p, own), texts));
    for (const Tie& t : of.back().second) ++times[t];
  }
  std::vector<Related> out;
  for (const auto& [card, some] : of) {
    Related r{card, 0};
    for (const Tie& t : some) r.weight += 1.0 / static_cast<double>(times[t]);
    if (!some.empty()) out.push_back(r);
  }
  std::ranges::stable_sort(out,
                           [](const Related& a, const Related& b) { return a.weight > b.weight; });
  return out;
}

}  // namespace hanrei::errata
