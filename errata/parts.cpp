#include "errata/parts.h"

#include <algorithm>
#include <cstdint>

#include "base/contains.h"

namespace hanrei::errata {
namespace {

using base::Span;
using checker::Trace;
using model::CodeKind;
using model::Op;
using model::Program;

bool holds(Span outer, Span inner) {
  return outer && inner && outer.file == inner.file && outer.begin <= inner.begin &&
         outer.end >= inner.end;
}

/// Every table whose entries leave marks of their own, with the marks.
template <class F>
void each_marked(const Program& p, F&& f) {
  f(&Trace::norms, p.norms);
  f(&Trace::statics, p.statics);
  f(&Trace::amends, p.amends);
  f(&Trace::limits, p.limits);
  f(&Trace::endings, p.endings);
  f(&Trace::defeats, p.defeats);
  f(&Trace::orders, p.orders);
  f(&Trace::loops, p.loop_rules);
}

/// Every table of definitions that expressions use, with the operations that do.
template <class F>
void each_defined(const Program& p, F&& f) {
  f(p.tables, std::initializer_list<Op>{Op::Table});
  f(p.kinds, std::initializer_list<Op>{Op::KindSet});
  f(p.derived, std::initializer_list<Op>{Op::Call});
  f(p.attrs, std::initializer_list<Op>{Op::Attr, Op::GameAttr});
  f(p.zones, std::initializer_list<Op>{Op::ZoneSet, Op::TopOf, Op::CountOf});
}

}  // namespace

bool within(Span place, const std::vector<Span>& places) {
  return place && std::ranges::any_of(places, [&](const Span& p) { return holds(p, place); });
}

Parts::Parts(const Program& program, const model::Lowered& code, const Subject& subject,
             size_t version)
    : p_(program), code_(code) {
  for (const Part& part : subject.parts) {
    Tells& out = parts_.emplace_back();
    out.everywhere = part.everywhere;
    if (const Span place = part.places[version]) inside(part, place, !subject.card.empty(), out);
    for (const AttrId a : p_.attrs.ids())
      if (part.printed.contains(p_.attrs[a].name)) uses(p_, Op::Attr, a, out);
  }
}

void Parts::uses(const Program& p, Op op, Id id, Tells& out) const {
  for (const ExprId e : p.exprs.ids())
    if (p.exprs[e].op == op && p.exprs[e].id == id) out.marks.emplace_back(&Trace::exprs, e);
}

void Parts::runs(ProcId procedure, Tells& out) const {
  if (procedure < 0) return;
  for (const CodeId c : code_.codes.ids())
    if (code_.codes[c].kind == CodeKind::Procedure && code_.codes[c].id == procedure)
      out.codes.push_back(c);
}

void Parts::inside(const Part& part, Span place, bool of_card, Tells& out) const {
  each_marked(p_, [&](Trace::Marks Trace::*which, const auto& table) {
    for (const auto i : table.ids())
      if (holds(place, table[i].span)) out.marks.emplace_back(which, i);
  });
  for (const CodeId c : code_.codes.ids()) {
    const model::Code& code = code_.codes[c];
    if (code.kind == CodeKind::Exchange && holds(place, p_.exchanges[ExchangeId(code.id)].span))
      out.codes.push_back(c);
    for (size_t i = 0; i < code.ins.size(); ++i)
      if (holds(place, code.ins[i].span)) out.ran.emplace_back(c, i);
  }
  // What a card asks before it does anything is no part of it yet.
  if (!of_card || !out.any())
    for (const ExprId e : p_.exprs.ids())
      if (holds(place, p_.exprs[e].span)) out.marks.emplace_back(&Trace::exprs, e);
  if (!of_card)
    each_defined(p_, [&](const auto& table, std::initializer_list<Op> ops) {
      for (const auto i : table.ids())
        if (holds(place, table[i].span))
          for (const Op op : ops) uses(p_, op, i, out);
    });
  if (!out.any() && part.printed.empty()) around(place, out);
}

void Parts::around(Span place, Tells& out) const {
  uint32_t least = UINT32_MAX;
  /// Calls `add` when this is as small as the smallest so far around the place; what is larger is
  /// forgotten.
  const auto consider = [&](Span span, const auto& add) {
    if (!holds(span, place)) return;
    const uint32_t size = span.end - span.begin;
    if (size > least) return;
    if (size < least) {
      out = {{}, {}, {}, out.everywhere};
      least = size;
    }
    add();
  };
  each_marked(p_, [&](Trace::Marks Trace::*which, const auto& table) {
    for (const auto i : table.ids())
      consider(table[i].span, [&] { out.marks.emplace_back(which, i); });
  });
  each_defined(p_, [&](const auto& table, std::initializer_list<Op> ops) {
    for (const auto i : table.ids())
      consider(table[i].span, [&] {
        for (const Op op : ops) uses(p_, op, i, out);
      });
  });
  for (const CodeId c : code_.codes.ids()) {
    const model::Code& code = code_.codes[c];
    if (code.kind == CodeKind::Exchange)
      consider(p_.exchanges[ExchangeId(code.id)].span, [&] { out.codes.push_back(c); });
    for (size_t i = 0; i < code.ins.size(); ++i)
      consider(code.ins[i].span, [&] { out.ran.emplace_back(c, i); });
  }
  for (const model::ActDef& a : p_.acts)
    consider(a.span, [&] {
      runs(a.declare, out);
      runs(a.process, out);
    });
  for (const model::EffectDef& e : p_.effects)
    consider(e.span, [&] {
      runs(e.proc, out);
      runs(e.pay_proc, out);
    });
  for (const model::Trigger& t : p_.triggers) consider(t.span, [&] { runs(t.proc, out); });
  for (const model::Replace& r : p_.replaces) consider(r.span, [&] { runs(r.proc, out); });
  for (const ProcId k : p_.procedures.ids()) consider(p_.procedures[k].span, [&] { runs(k, out); });
}

void Parts::note(const Trace& trace, std::vector<char>& had) const {
  had.resize(parts_.size());
  const auto any = [](const Marks& marks) { return base::contains(marks, true); };
  for (size_t k = 0; k < parts_.size(); ++k) {
    const Tells& t = parts_[k];
    if (had[k] != 0) continue;
    had[k] = (t.everywhere && std::ranges::any_of(trace.ran, any)) ||
             std::ranges::any_of(t.marks,
                                 [&](const auto& m) {
                                   const Marks& marks = trace.*m.first;
                                   return static_cast<size_t>(m.second) < marks.size() &&
                                          marks[m.second];
                                 }) ||
             std::ranges::any_of(t.ran,
                                 [&](const auto& at) { return trace.ran[at.first][at.second]; }) ||
             std::ranges::any_of(t.codes, [&](CodeId c) { return any(trace.ran[c]); });
  }
}

}  // namespace hanrei::errata
