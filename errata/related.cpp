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

using model::Id;
using model::kNone;
using model::Op;
using model::Program;

/// What texts read, write and bring about, by ids of the program.
struct Dealings {
  std::set<Id> reads, writes, steady;  ///< attributes; steady: by a continuous effect
  std::set<Id> calls, signals, zones;  ///< procedures; moments; zones that something is moved to
  std::set<std::pair<Id, int64_t>> words;  ///< members of enumerations that stand there
  std::vector<const model::Event*> answers;
  std::set<Id> awaits;  ///< signals
  std::set<Id> edges;   ///< attributes that a condition of the form `becomes` reads
};

class Walk {
 public:
  Walk(const Program& p, Dealings& out) : p_(p), out_(out) {}

  void read(Id e, std::set<Id>& into) {
    if (e == kNone || !seen_.emplace(&into, e).second) return;
    const model::Expr& x = p_[e];
    if (x.op == Op::Attr || x.op == Op::GameAttr) into.insert(x.id);
    if (x.op == Op::KindSet) read(p_.kinds[x.id].is, into);
    if (x.op == Op::Call) read(p_.derived[x.id].is, into);
    if (x.op == Op::Const && x.type.kind == model::TypeKind::Enum)
      out_.words.emplace(x.type.id, x.value);
    model::each_operand(x, [&](Id k) { read(k, into); });
  }

  void call(Id procedure) {
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
    if (s.kind == model::StmtKind::Modify) out_.writes.insert(s.id);
    if (s.kind == model::StmtKind::Move || s.kind == model::StmtKind::MoveTop)
      out_.zones.insert(s.id);
    if (s.kind == model::StmtKind::Assign && s.target != kNone)
      if (const model::Expr& t = p_[s.target]; t.op == Op::Attr || t.op == Op::GameAttr)
        out_.writes.insert(t.id);
  }

  const Program& p_;
  Dealings& out_;
  std::set<std::pair<const std::set<Id>*, Id>> seen_;
};

/// Does it come about by what the texts do?
bool comes_of(const model::Event& e, const Dealings& d) {
  switch (e.kind) {
    case model::EventKind::Procedure:
    case model::EventKind::Step: return d.calls.contains(e.id);
    case model::EventKind::Write: return e.local == kNone && d.writes.contains(e.id);
    case model::EventKind::Move:
    case model::EventKind::Enter: return d.zones.contains(e.id);
    default: return false;
  }
}

Dealings dealings(const Program& p, const std::vector<base::Span>& places) {
  Dealings out;
  Walk walk(p, out);
  for (size_t e = 0; e < p.exprs.size(); ++e)
    if (within(p.exprs[e].span, places)) walk.read(static_cast<Id>(e), out.reads);
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
  for (size_t k = 0; k < p.procedures.size(); ++k)
    if (within(p.procedures[k].span, places)) walk.call(static_cast<Id>(k));
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
  for (size_t s = 0; s < p.signals.size(); ++s)
    if (std::any_of(p.signals[s].raised.begin(), p.signals[s].raised.end(),
                    [&](const model::Event& e) { return comes_of(e, out); }))
      out.signals.insert(static_cast<Id>(s));
  std::set<Id> covered;
  for (const Id s : out.signals)
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
  for (const Id a : d.writes)
    if (texts.reads.contains(a)) out.insert({d.steady.contains(a) ? 0 : 1, a, 0});
  for (const Id s : d.awaits)
    if (texts.signals.contains(s)) out.insert({2, s, 0});
  for (const model::Event* e : d.answers)
    if (comes_of(*e, texts)) out.insert({3, static_cast<int64_t>(e->kind), e->id});
  for (const Id a : d.edges)
    if (texts.writes.contains(a)) out.insert({4, a, 0});
  for (const Id a : d.reads)
    if (texts.writes.contains(a)) out.insert({5, a, 0});
  for (const auto& [a, value] : card.printed)
    if (texts.reads.contains(a) && texts.words.contains({p.attrs[a].type.id, value}))
      out.insert({6, a, value});
  return out;
}

}  // namespace

std::vector<base::Span> texts_of(const Program& p, Id card) {
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
  std::vector<std::pair<Id, std::set<Tie>>> of;
  std::map<Tie, size_t> times;
  for (size_t k = 0; k < p.cards.size(); ++k) {
    const model::CardDef& card = p.cards[k];
    const std::vector<base::Span> own = texts_of(p, static_cast<Id>(k));
    if (card.generic || within(card.span, places) ||
        std::any_of(own.begin(), own.end(), [&](base::Span s) { return within(s, places); }))
      continue;
    of.emplace_back(static_cast<Id>(k), ties(p, card, dealings(p, own), texts));
    for (const Tie& t : of.back().second) ++times[t];
  }
  std::vector<Related> out;
  for (const auto& [card, some] : of) {
    Related r{card, 0};
    for (const Tie& t : some) r.weight += 1.0 / static_cast<double>(times[t]);
    if (!some.empty()) out.push_back(r);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Related& a, const Related& b) { return a.weight > b.weight; });
  return out;
}

}  // namespace hanrei::errata
