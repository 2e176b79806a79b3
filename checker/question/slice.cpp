#include "checker/question/slice.h"

#include <algorithm>

#include "base/contains.h"
#include "checker/question/situation.h"
#include "model/syntax/forms.h"

namespace hanrei::checker::slice {

using base::Span;
using namespace model::ids;

Within within(const Question& q) {
  Within out{q.program, present(q), {}};
  std::vector<CodeId> roots;
  for (const rulings::FrameIn& f : q.which->situation.frames) roots.push_back(f.proc);
  out.runs = model::reachable(*q.program, *q.code, out.there, roots);
  return out;
}

namespace {

/// Forms whose parts leave marks whenever play comes to them. Limits, endings, statics and triggers
/// are only looked at when something was written that they read; an option may change what that is.
bool leaves_marks(std::string_view form) {
  static constexpr std::string_view forms[] = {"derived",  "norm", "act",   "effect", "procedure",
                                               "exchange", "kind", "table", "amend"};
  return base::contains(forms, form);
}

/// Calls `f` with each provision of the rulebook: its span, and whether its parts leave marks.
template <class F>
void provisions(const base::Json& json, F&& f) {
  if (const model::Form* form = json.is(base::Json::Kind::Object) && json.find("reading") == nullptr
                                    ? model::form_of(json)
                                    : nullptr;
      form != nullptr) {
    f(json.span, leaves_marks(form->name));
    return;
  }
  for (const base::Json& item : json.items) provisions(item, f);
  for (const base::Member& m : json.members) provisions(m.value, f);
}

}  // namespace

bool matters(const Within& w, const model::ReadingDef& reading) {
  const model::Program& p = *w.program;
  return std::ranges::any_of(reading.places, [&](Span place) {
    for (const CardId c : p.cards.ids())
      if (p.cards[c].span.holds(place)) return w.there.cards.contains(c);
    for (const ActId a : p.acts.ids())
      if (p.acts[a].span.holds(place))
        return w.there.acts.contains(a) || w.runs.contains(p.acts[a].process) ||
               w.runs.contains(p.acts[a].declare);
    for (const model::Norm& n : p.norms)
      if (n.span.holds(place))
        return n.act == kNone ? !w.there.acts.empty() : w.there.acts.contains(n.act);
    bool procedure = false, runs = false;
    for (const ProcId i : p.procedures.ids())
      if (p.procedures[i].span.holds(place)) {
        procedure = true;
        runs = runs || w.runs.contains(i);
      }
    return !procedure || runs;
  });
}

Places::Places(const model::Game& game, const model::Program& program, const model::Lowered& code) {
  for (const model::ReadingDef& r : game.readings) {
    std::vector<Place> places;
    for (Span place : r.places) {
      // The provision around it, or those that are only there under some option.
      Place here{place, true};
      bool some = false, all = true;
      for (const base::Json& file : game.rulebook)
        provisions(file, [&](Span span, bool marks) {
          if (span.holds(place))
            here = {span, !marks};
          else if (place.holds(span)) {
            some = true;
            all = all && marks;
          }
        });
      if (here.always && some) here.always = !all;
      for (const model::CardDef& card : program.cards)
        if (card.span.holds(place)) here = {card.span, false};
      // Of a procedure only the step.
      for (const model::Code& c : code.codes)
        for (const model::Instr& i : c.ins)
          if (!here.always && i.span.holds(place) && here.region.holds(i.span))
            here.region = i.span;
      places.push_back(here);
    }
    places_.push_back(std::move(places));
  }
}

void Places::add(const Question& q, const Trace& trace, const std::set<size_t>& among,
                 std::set<size_t>& out) const {
  const model::Program& p = *q.program;
  std::vector<std::pair<decltype(Span::file), uint32_t>> marks;
  const auto mark = [&](Span s) { marks.emplace_back(s.file, s.begin); };
  for (const ExprId i : p.exprs.ids()) {
    if (!trace.has(i)) continue;
    const model::Expr& e = p.exprs[i];
    mark(e.span);
    if (e.op == model::Op::Table) mark(p.tables[e.table()].span);
    if (e.op == model::Op::KindSet) mark(p.kinds[e.kind()].span);
  }
  for (const CodeId c : q.code->codes.ids())
    for (size_t i = 0; i < trace.ran[c].size(); ++i) {
      if (!trace.ran[c][i]) continue;
      const model::Code& code = q.code->codes[c];
      mark(code.ins[i].span);
      if (code.kind == model::CodeKind::Exchange) mark(p.exchanges[ExchangeId(code.id)].span);
    }
  const auto table = [&](const Trace::Marks& which, const auto& of) {
    for (const auto i : of.ids())
      if (which[i]) mark(of[i].span);
  };
  table(trace.norms, p.norms);
  table(trace.amends, p.amends);
  std::ranges::sort(marks);
  for (const size_t r : among) {
    if (out.contains(r)) continue;
    const bool counts = std::ranges::any_of(places_[r], [&](const Place& place) {
      if (place.always) return true;
      const auto at =
          std::ranges::lower_bound(marks, std::pair{place.region.file, place.region.begin});
      return at != marks.end() && at->first == place.region.file && at->second < place.region.end;
    });
    if (counts) out.insert(r);
  }
}

}  // namespace hanrei::checker::slice
