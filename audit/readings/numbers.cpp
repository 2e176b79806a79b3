#include "audit/readings/numbers.h"

#include <algorithm>
#include <vector>

#include "checker/question/slice.h"
#include "model/ir/forms.h"

namespace hanrei::audit::readings {
namespace {

using base::Span;
using namespace model::ids;
using model::Op;
using model::Program;

/// The provisions that no play of the question comes to.
std::vector<Span> silent(const Question& q, const slice::Within& w) {
  const Program& p = *w.program;
  const auto runs = [&](ProcId proc) { return proc != kNone && w.runs.contains(proc); };
  std::vector<char> of_other(p.procedures.size(), 0);  // whose provision says more than what runs
  const auto set = [&](ProcId proc) {
    if (proc != kNone) of_other[proc] = 1;
  };
  for (const model::ActDef& a : p.acts) {
    set(a.process);
    set(a.declare);
  }
  for (const model::EffectDef& e : p.effects) {
    set(e.proc);
    set(e.pay_proc);
  }
  for (const model::Trigger& t : p.triggers) set(t.proc);
  for (const model::Replace& r : p.replaces) set(r.proc);
  for (const model::Limit& l : p.limits) set(l.repair);
  std::vector<Span> out;
  for (const ProcId i : p.procedures.ids())
    if (of_other[i] == 0 && !runs(i)) out.push_back(p.procedures[i].span);
  for (const ActId a : p.acts.ids())
    if (!w.there.acts.contains(a) && !runs(p.acts[a].process) && !runs(p.acts[a].declare))
      out.push_back(p.acts[a].span);
  for (const model::Norm& n : p.norms)
    if (n.event == model::NormEvent::Act &&
        (n.act == kNone ? w.there.acts.empty() : !w.there.acts.contains(n.act)))
      out.push_back(n.span);
  for (const model::Trigger& t : p.triggers)
    if (!t.edge && !t.on_act_end && !runs(t.proc)) out.push_back(t.span);
  for (const model::EffectDef& e : p.effects)
    if (w.there.acts.empty() && !runs(e.proc) && !runs(e.pay_proc)) out.push_back(e.span);
  for (const model::Limit& l : p.limits)
    if (l.construction && !q.which->deck) out.push_back(l.span);
  for (const CardId c : p.cards.ids())
    if (!w.there.cards.contains(c)) out.push_back(p.cards[c].span);
  return out;
}

/// The attributes of cards that expressions read, each expression walked once.
class Walk {
 public:
  explicit Walk(const Program& p) : p_(p), seen_(p.exprs.size(), 0), defines_(p.exprs.size(), 0) {
    const auto own = [&](ExprId e, const auto& self) -> void {
      if (e == kNone || defines_[e] != 0) return;
      defines_[e] = 1;
      model::each_operand(p_[e], [&](ExprId k) { self(k, self); });
    };
    for (const model::DerivedDef& d : p.derived) own(d.is, own);
    for (const model::KindDef& k : p.kinds) own(k.is, own);
    for (const model::AttrDef& a : p.attrs) own(a.base, own);
  }

  /// Does it stand in a definition? That is looked at only when something asks for what is defined.
  bool defines(size_t e) const { return defines_[e] != 0; }

  void read(ExprId e) {
    if (e == kNone || seen_[e] != 0) return;
    seen_[e] = 1;
    const model::Expr& x = p_[e];
    if (x.op == Op::Attr || x.op == Op::GameAttr) {
      const model::AttrDef& a = p_.attrs[x.attr()];
      if (a.sort == model::kCardSort) names.insert(a.name);
      read(a.base);
    }
    if (x.op == Op::KindSet) read(p_.kinds[x.kind()].is);
    if (x.op == Op::Call) read(p_.derived[x.derived()].is);
    model::each_operand(x, [&](ExprId k) { read(k); });
  }

  std::set<std::string> names;

 private:
  const Program& p_;
  std::vector<char> seen_, defines_;
};

void add(const Question& q, const slice::Within& w, std::set<std::string>& out) {
  const std::vector<Span> silent = readings::silent(q, w);
  const Program& p = *q.program;
  Walk walk(p);
  for (const ExprId e : p.exprs.ids()) {
    const Span at = p.exprs[e].span;
    const bool out_of_reach =
        std::ranges::any_of(silent, [&](Span s) { return s.holds(at) && s.end > s.begin; });
    if (!out_of_reach && !walk.defines(e)) walk.read(e);
  }
  out.merge(walk.names);
}

}  // namespace

std::set<std::string> attributes_read(Session& session, const model::Game& game,
                                      const rulings::Document& document) {
  std::set<std::string> out, all;
  for (const model::AttrDef& a : session.compiled({})->program->attrs) all.insert(a.name);
  base::DiagnosticLog quiet;
  const RulingResult usual = session.prepare(document, quiet);
  if (quiet.has_errors() || usual.questions.empty()) return all;
  std::vector<slice::Within> slices;  // of the questions
  for (const auto& q : usual.questions) add(*q, slices.emplace_back(slice::within(*q)), out);
  for (const model::ReadingDef& reading : game.readings) {
    const auto undetermined = [&](const std::shared_ptr<Question>& q) {
      return std::ranges::any_of(q->which->claims, [&](const rulings::Claim& c) {
        return c.kind == rulings::ClaimKind::Undetermined && c.what == reading.name;
      });
    };
    if (std::ranges::none_of(usual.questions, undetermined) &&
        std::ranges::none_of(slices,
                             [&](const slice::Within& w) { return slice::matters(w, reading); }))
      continue;
    for (const std::string& option : reading.options) {
      if (option == reading.fallback) continue;
      base::DiagnosticLog other;
      const RulingResult under = session.prepare(document, other, true, {{reading.name, option}});
      if (under.questions.empty()) return all;
      for (const auto& q : under.questions) {
        if (q == nullptr) return all;  // whatever forbids that
        add(*q, slice::within(*q), out);
      }
    }
  }
  return out;
}

}  // namespace hanrei::audit::readings
