// Event patterns, and what is said about them: norms and replacements.
#include "model/passes/events.h"

#include <algorithm>

#include "base/contains.h"
#include "base/json/make.h"
#include "model/passes/choices.h"
#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/names.h"
#include "model/passes/provisions.h"
#include "model/passes/statements.h"
#include "model/passes/steps.h"
#include "model/passes/translation.h"

namespace hanrei::model {

static void event_norm(Translation& tr, const Json& form, const Norm& norm, const Event& event);

std::optional<Event> event(Translation& tr, const Json& text) {
  const bool exact =
      text.span.file != 0 && text.span.end - text.span.begin == text.string.size() + 2;
  base::Span at = text.span;
  if (exact) {
    at.begin += 1;
    at.end -= 1;
  }
  return event(tr, text.string, at, exact);
}

/// The parts of an event take the names of the pattern, in order; what is not named stays without
/// one.
static void bind(Translation& tr, Event& e, const Node& call) {
  const size_t given = call.kind == NodeKind::Call ? call.kids.size() - 1 : 0;
  if (given > e.types.size())
    tr.log.add(base::Code::WrongArguments, e.span,
               {print(call), std::to_string(e.types.size()), std::to_string(given)});
  for (size_t i = 0; i < e.types.size(); ++i) {
    const bool named = i < given && call.kids[i + 1].kind == NodeKind::Name;
    e.names.push_back(named ? call.kids[i + 1].text : "·" + std::to_string(i));
  }
}

/// Says that the name means nothing.
static std::nullopt_t no_event(Translation& tr, const std::string& name, Span where) {
  tr.log.add(base::Code::UnknownName, where, {name, nearby(tr, name)});
  return std::nullopt;
}

/// NAME.STEP or NAME[STEP].
static std::optional<Event> step_event(Translation& tr, Event e, const Node& n,
                                       const std::string& text, Span where) {
  const bool member = n.kind == NodeKind::Member || n.kind == NodeKind::Index;
  const auto it = member ? tr.names.procs.find(n.kids[0].text) : tr.names.procs.end();
  if (it == tr.names.procs.end()) return no_event(tr, member ? n.kids[0].text : text, where);
  e.kind = EventKind::Step;
  e.id = it->second;
  const Procedure& proc = tr.p.procedures[ProcId(e.id)];
  const std::string step = n.kind == NodeKind::Member         ? n.text
                           : n.kids[1].kind == NodeKind::Name ? n.kids[1].text
                                                              : print(n.kids[1]);
  const auto& labels = tr.labels_of(&proc);
  if (!labels.contains(step)) {
    tr.log.add(base::Code::UnknownStep, e.span, {step, proc.name});
    return std::nullopt;
  }
  e.ordinal = labels.at(step);
  return e;
}

/// write(x.attr) or write(procedure.local): the last name is the value to be written.
static std::optional<Event> write_event(Translation& tr, Event e, const Node* what,
                                        const std::string& text, Span where) {
  e.kind = EventKind::Write;
  if (what == nullptr || (what->kind != NodeKind::Member && what->kind != NodeKind::Name))
    return no_event(tr, text, where);
  if (what->kind == NodeKind::Name) {
    e.id = tr.attr_of(kNone, what->text);
    if (e.id == kNone) return no_event(tr, what->text, where);
  } else if (const auto it = tr.names.procs.find(what->kids[0].text); it != tr.names.procs.end()) {
    e.id = it->second;
    const Procedure& proc = tr.p.procedures[ProcId(e.id)];
    for (size_t i = 0; i < proc.locals.size(); ++i)
      if (proc.locals[i].name == what->text) e.local = static_cast<Id>(i);
    if (e.local == kNone) return no_event(tr, what->text, where);
    e.types = {proc.locals[e.local].type};
    e.names = {what->text};
    return e;
  } else {
    const SortId sort = tr.attr_of(kCardSort, what->text) != kNone ? kCardSort : kPlayerSort;
    e.id = tr.attr_of(sort, what->text);
    if (e.id == kNone) return no_event(tr, what->text, where);
    e.types.push_back(sort == kCardSort ? ref_type(kCardSort, true) : ref_type(kPlayerSort));
    e.names.push_back(what->kids[0].text);
  }
  e.types.push_back(tr.p.attrs[AttrId(e.id)].type);
  e.names.push_back(what->text);
  return e;
}

std::optional<Event> event(Translation& tr, const std::string& text, Span span, bool exact) {
  Event e;
  e.span = span;
  Span where = span;  // of the name, once there is one
  const auto unknown = [&](const std::string& name) { return no_event(tr, name, where); };
  std::string prefix;
  for (std::string_view p : {"act ", "event ", "step "})
    if (text.starts_with(p)) prefix = p;
  const std::string rest = text.substr(prefix.size());
  if (prefix == "act " && (rest == "*" || rest.starts_with("#"))) {
    e.kind = EventKind::Tag;
    e.tag = rest == "*" ? "" : rest.substr(1);
    return e;
  }
  base::Span at = span;
  if (exact) at.begin += static_cast<uint32_t>(prefix.size());
  const Node n = parse_expression({rest, at, exact}, tr.log);
  if (n.kind == NodeKind::Bad) return std::nullopt;
  if (n.kind == NodeKind::Call || n.kind == NodeKind::Name)
    where = n.kind == NodeKind::Call ? n.kids[0].span : n.span;
  if (prefix == "step ") return step_event(tr, e, n, rest, where);
  const std::string name = n.kind == NodeKind::Call ? n.kids[0].text : n.text;
  const Type card = ref_type(kCardSort, true);
  const auto part = [&](size_t i) {
    return n.kind == NodeKind::Call && i < n.kids.size() ? &n.kids[i] : nullptr;
  };
  if (prefix.empty()) {
    if (name == "designate" || name == "affect") {
      e.kind = name == "designate" ? EventKind::Designate : EventKind::Affect;
      e.types = {ref_type(kEffectSort), card};
      if (name == "affect") {
        e.types.push_back(zone_type());
        e.types.push_back(card);
      }
      bind(tr, e, n);
      return e;
    }
    if (name == "move" || name == "moved") {
      e.kind = EventKind::Move;
      e.types = {card, zone_type()};
      bind(tr, e, n);
      return e;
    }
    if (name == "entered" || name == "left") {
      const Node* zone = part(2);
      const auto z = zone != nullptr ? tr.names.zones.find(zone->text) : tr.names.zones.end();
      if (z == tr.names.zones.end()) return unknown(zone != nullptr ? zone->text : rest);
      e.kind = name == "entered" ? EventKind::Enter : EventKind::Leave;
      e.id = z->second;
      e.types = {card};
      Node first = n;
      first.kids.resize(2);
      bind(tr, e, first);
      return e;
    }
    if (name == "declared" || name == "answered" || name == "ended") {
      e.kind = name == "declared"   ? EventKind::Declare
               : name == "answered" ? EventKind::Answer
                                    : EventKind::End;
      e.types = {ref_type(kActSort)};
      bind(tr, e, n);
      return e;
    }
    if (name == "failed" ||
        name == "called") {  // failed(P(names)): a call of P that came to nothing
      const Node* call = part(1);
      const auto it =
          call != nullptr
              ? tr.names.procs.find(call->kind == NodeKind::Call ? call->kids[0].text : call->text)
              : tr.names.procs.end();
      if (it == tr.names.procs.end()) return unknown(call != nullptr ? print(*call) : rest);
      e.kind = name == "failed" ? EventKind::Fail : EventKind::Procedure;
      e.id = it->second;
      const Procedure& proc = tr.p.procedures[ProcId(e.id)];
      for (int i = 0; i < proc.params; ++i) e.types.push_back(proc.locals[i].type);
      bind(tr, e, *call);
      return e;
    }
    if (name == "write") return write_event(tr, e, part(1), rest, where);
  }
  if (const auto it = tr.names.acts.find(name); it != tr.names.acts.end() && prefix != "event ") {
    e.kind = EventKind::Act;
    e.id = it->second;
    const ActDef& a = tr.p.acts[ActId(e.id)];
    for (const Choose& c : a.present)
      e.types.push_back(tr.p.procedures[a.process].locals[c.var].type);
    if (a.effect_local != kNone) e.types.push_back(ref_type(kEffectSort));
    bind(tr, e, n);
    return e;
  }
  if (prefix == "act ") return unknown(name);
  if (const auto it = tr.names.procs.find(name); it != tr.names.procs.end()) {
    e.kind = EventKind::Procedure;
    e.id = it->second;
    const Procedure& proc = tr.p.procedures[ProcId(e.id)];
    for (int i = 0; i < proc.params; ++i) e.types.push_back(proc.locals[i].type);
    bind(tr, e, n);
    return e;
  }
  for (const ActDef& a : tr.p.acts)
    if (base::contains(a.tags, name)) {
      e.kind = EventKind::Tag;
      e.tag = name;
      return e;
    }
  return unknown(name);
}

void norm(Translation& tr, const Json& f, CardId card) {
  Norm n;
  n.id = text_of(f, "id");
  n.span = f.span;
  n.source = source(tr, f, card);
  const std::string mode = text_of(f, "norm");
  n.mode = mode == "permit"   ? NormMode::Permit
           : mode == "forbid" ? NormMode::Forbid
                              : NormMode::Oblige;
  if (mode != "permit" && mode != "forbid" && mode != "oblige")
    tr.log.add(base::Code::WrongShape, f.find("norm")->span,
               {"norm", "`" + mode + "`", "permit, forbid or oblige"});
  n.exclusive = n.mode == NormMode::Oblige ? text_of(f, "others") != "permit"
                                           : text_of(f, "others") == "forbid";
  n.over = clauses(tr, f.find("over"));
  const Json* pattern = f.find("event");
  if (pattern == nullptr) return;
  const auto e = event(tr, *pattern);
  if (!e) return;
  const bool declaration = e->kind == EventKind::Act || e->kind == EventKind::Tag;
  const bool touch = e->kind == EventKind::Designate || e->kind == EventKind::Affect;
  if (!declaration && (!touch || n.mode == NormMode::Oblige)) {
    event_norm(tr, f, n, *e);
    return;
  }
  if (touch && n.mode == NormMode::Permit)
    tr.log.add(
        base::Code::NeverWorks, f.find("norm")->span,
        {base::in_both("nothing asks for a permission to designate or to affect; only what is "
                       "forbidden counts",
                       "指定や影響の許可を問うものはありません。効力をもつのは禁止だけです")});
  n.event = declaration                       ? NormEvent::Act
            : e->kind == EventKind::Designate ? NormEvent::Designate
                                              : NormEvent::Affect;
  n.tag = e->tag;
  if (e->kind == EventKind::Act) n.act = ActId(e->id);
  Scope scope;
  scope.card = card;
  scope.temp("self", ref_type(kCardSort, true));
  scope.temp("me", ref_type(kPlayerSort));
  for (size_t i = 0; i < e->names.size(); ++i) {
    const bool self = e->names[i] == "self";
    if (self) n.on_self = static_cast<int>(i);
    scope.temp(self ? "·self" : e->names[i], e->types[i]);
  }
  if (const Json* in = f.find("in")) {
    const auto one = [&](const Json& j) {
      if (const auto s = tr.names.signals.find(j.string); s != tr.names.signals.end())
        n.menus.push_back(s->second);
      else if (const auto x = tr.names.exchanges.find(j.string); x != tr.names.exchanges.end())
        n.menus.push_back(menu_of(x->second));
      else
        tr.log.add(base::Code::UnknownName, j.span, {j.string, ""});
    };
    if (in->is(Json::Kind::String))
      one(*in);
    else
      for (const Json& j : in->items) one(j);
  }
  if (const Json* c = f.find("if")) n.cond = expression(tr, *c, scope, bool_type());
  tr.p.norms.push_back(std::move(n));
  if (card != kNone) tr.p.cards[card].norms.push_back(tr.p.norms.last_id());
}

/// The names an event gives, over a frame whose first locals are its parts.
static Scope event_scope(Translation& tr, const Event& e, Procedure& frame, CardId card) {
  Scope scope;
  scope.proc = &frame;
  scope.card = card;
  if (card != kNone) {
    frame.locals.push_back({"self", ref_type(kCardSort, true), false});
  }
  for (size_t i = 0; i < e.names.size(); ++i)
    frame.locals.push_back({e.names[i], e.types[i], false});
  if (e.kind == EventKind::Step)
    for (const Local& l : tr.p.procedures[ProcId(e.id)].locals) frame.locals.push_back(l);
  frame.params = static_cast<int>(frame.locals.size());
  for (size_t i = 0; i < frame.locals.size(); ++i)
    scope.local(frame.locals[i].name, static_cast<Id>(i), frame.locals[i].type);
  return scope;
}

/// A norm about something else than a declaration: a procedure, a step, a write, a move; a duty to
/// designate or to affect.
void event_norm(Translation& tr, const Json& f, const Norm& norm, const Event& e) {
  const bool barred = norm.mode == NormMode::Forbid && e.kind == EventKind::Procedure;
  if (norm.mode != NormMode::Oblige && !barred)
    tr.log.add(base::Code::UnsupportedForm, e.span,
               {base::in_both("a norm about `" + f.find("event")->string + "`",
                              "`" + f.find("event")->string + "` についての規範")});
  tr.gates.push_back({e, norm.source, f.find("if"),
                      "a norm about `" + f.find("event")->string + "`", barred,
                      tr.p.event_norms.next_id()});
  tr.p.event_norms.push_back({norm.id, norm.mode, e, norm.source, norm.span, norm.over});
}

void replace(Translation& tr, const Json& f, CardId card) {
  const Json* pattern = f.find("event");
  const auto e = pattern == nullptr ? std::nullopt : event(tr, *pattern);
  if (!e) return;
  Replace r;
  r.id = text_of(f, "replace");
  r.event = *e;
  r.span = f.span;
  r.source = source(tr, f, card);
  r.proc = frame(tr, r.id + "・置き換え", f.span);
  Procedure& proc = tr.p.procedures[r.proc];
  proc.by = r.source.by;
  Scope scope = event_scope(tr, *e, proc, card);
  scope.replaced = &r.event;
  if (const Json* c = f.find("if")) proc.cond = expression(tr, *c, scope, bool_type());
  if (const Json* may = f.find("may")) r.may = expression(tr, *may, scope, ref_type(kPlayerSort));
  Step like;
  like.span = f.span;
  like.by = r.source.by;
  if (const Json* choose = f.find("choose"))
    for (const base::Member& m : choose->members) {
      Json one = m.value;  // {"y": "m in SET where …"}, picked by whoever may
      one.kind = Json::Kind::Object;
      one.members.clear();
      one.members.push_back({"choose", m.key_span, base::text_json(m.key)});
      if (const Json* may = f.find("may")) one.members.push_back({"who", may->span, *may});
      one.members.push_back({"one", m.key_span, m.value});
      Step s = like;
      s.kind = StepKind::Choose;
      s.choose = choice(tr, one, scope, false);
      proc.steps.push_back(std::move(s));
    }
  if (const Json* d = f.find("do")) statements(tr, *d, scope, false, proc.steps, like);
  tr.gates.push_back({*e, r.source, f.find("if"), "the replacement `" + r.id + "`"});
  tr.p.replaces.push_back(std::move(r));
}

}  // namespace hanrei::model
