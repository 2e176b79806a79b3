// Provisions: procedures, acts, effects, norms, statics, triggers, limits, endings, amendments; and cards.
#include <algorithm>

#include "model/passes/compiler.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

namespace {
std::string text_of(const Json& form, std::string_view key, std::string fallback = "") {
  const Json* j = form.find(key);
  return j != nullptr && j->is(Json::Kind::String) ? j->string : fallback;
}
bool leads(const Json& f, std::string_view key) { return !f.members.empty() && f.members.front().key == key; }
}  // namespace

Source Compiler::source(const Json& form, Id card) {
  Source s;
  s.by = clauses(form.find("by"));
  s.card = card;
  if (const Json* h = form.find("hedged")) s.hedged = h->boolean;
  if (card != kNone) if (const Json* spans = form.find("span")) for (const Json& name : spans->items) {
    bool known = false;
    for (const auto& [id, words] : p_.cards[static_cast<size_t>(card)].text) known = known || id == name.string;
    if (!known) log_.add(Code::UnknownSpan, name.span, {name.string, p_.cards[static_cast<size_t>(card)].name});
    s.spans.push_back(name.string);
  }
  return s;
}

/// `"for": {"c": "キャラ"}`: binds the name as the next temp and returns the set it ranges over.
ExprId Compiler::subject(const Json& form, Scope& scope, std::string* name) {
  const Json* f = form.find("for");
  if (f == nullptr) return kNone;
  if (f->members.size() != 1 || !f->members[0].value.is(Json::Kind::String)) {
    if (f->is(Json::Kind::Object) && f->members.size() != 1) log_.add(Code::WrongShape, f->span, {"for", std::to_string(f->members.size()) + " names", "one name and its set"});
    return kNone;
  }
  const base::Member& m = f->members[0];
  ExprId set = kNone;
  if (m.value.string == "player") set = op(Op::AllOf, set_type(ref_type(kPlayerSort)), m.value.span, kNone, kNone, kNone, kPlayerSort);
  else if (m.value.string == "card") set = op(Op::AllOf, set_type(ref_type(kCardSort, true)), m.value.span, kNone, kNone, kNone, kCardSort);
  else set = as_set(expression(m.value, scope), "`for`");
  scope.temp(m.key, broken(set) ? Type{} : elem_type(type(set)));
  if (name != nullptr) *name = m.key;
  return set;
}

void Compiler::provision(const Json& f, Id card) {
  if (card != kNone && std::none_of(card_forms().begin(), card_forms().end(), [&](std::string_view k) { return leads(f, k); })) {
    log_.add(Code::WrongShape, f.members.front().key_span, {f.members.front().key, "a provision of a card", "a provision of the rulebook"});
    return;
  }
  if (leads(f, "procedure")) procedure(f);
  else if (leads(f, "act")) act(f);
  else if (leads(f, "effect")) effect(f, card);
  else if (leads(f, "norm")) norm(f, card);
  else if (leads(f, "static")) static_(f, card);
  else if (leads(f, "trigger")) trigger(f, card);
  else if (leads(f, "limit")) limit(f);
  else if (leads(f, "ending")) ending(f);
  else if (leads(f, "amend")) amend(f, card);
  else if (leads(f, "defeat")) defeat(f);
  // The schema forms are done. `replace`, `settle` and `loop_rule` are read and not carried out yet; two endings at once are always a draw.
}

void Compiler::procedure(const Json& f) {
  const auto it = procs_.find(text_of(f, "procedure"));
  if (it == procs_.end() || proc_forms_[text_of(f, "procedure")] != &f) return;
  Procedure& proc = p_.procedures[static_cast<size_t>(it->second)];
  Scope scope;
  scope.proc = &proc;
  for (size_t i = 0; i < proc.locals.size(); ++i) scope.local(proc.locals[i].name, static_cast<Id>(i), proc.locals[i].type);
  proc.by = clauses(f.find("by"));
  if (const Json* c = f.find("if")) proc.cond = expression(*c, scope, bool_type());
  // Locals that are first written by a choice are declared as it is met; all others by `:=`.
  if (const Json* list = f.find("steps")) proc.steps = steps(*list, scope);
  if (const Json* span = f.find("span")) guard(*span, scope);
  if (const Json* a = f.find("aborts")) if (const Json* then = a->find("then")) for (const Json& n : then->items) if (const Id k = known_label(n, scope); k != kNone) proc.abort_then.push_back(k);
  proc.did.resize(proc.step_names.size(), kNone);
}

Id Compiler::known_label(const Json& n, Scope& scope) {
  const Id k = label(n, scope);
  if (k == kNone) log_.add(Code::UnknownStep, n.span, {n.is(Json::Kind::Int) ? std::to_string(n.integer) : n.string, scope.proc->name});
  return k;
}

/// `span` of a procedure or an act; its keys were checked with the form.
void Compiler::guard(const Json& span, Scope& scope) {
  const Json* from = span.find("from");
  const Json* to = span.find("to");
  const Json* cond = span.find("if");
  if (from == nullptr || to == nullptr || cond == nullptr) return;
  Guard g;
  g.from = known_label(*from, scope);
  g.to = known_label(*to, scope);
  g.cond = expression(*cond, scope, bool_type());
  if (const Json* then = span.find("then")) for (const Json& n : then->items) if (const Id k = known_label(n, scope); k != kNone) g.then.push_back(k);
  g.by = clauses(span.find("by"));
  scope.proc->guards.push_back(std::move(g));
}

void Compiler::act(const Json& f) {
  const auto it = acts_.find(text_of(f, "act"));
  if (it == acts_.end() || p_.acts[static_cast<size_t>(it->second)].span != f.find("act")->span) return;
  ActDef a = p_.acts[static_cast<size_t>(it->second)];
  a.source = source(f, kNone);
  Procedure& process = p_.procedures[static_cast<size_t>(a.process)];
  Procedure& declare = p_.procedures[static_cast<size_t>(a.declare)];
  process.by = declare.by = a.source.by;
  process.locals.push_back({"me", ref_type(kPlayerSort), false});
  Scope scope;
  scope.proc = &process;
  scope.act = true;
  scope.local("me", 0, ref_type(kPlayerSort));
  if (const Json* list = f.find("present")) for (const Json& p : list->items) {
    if (const Json* e = p.find("effect")) {
      const Binding* of = scope.find(e->string);
      if (of == nullptr) { log_.add(Code::UnknownName, e->span, {e->string, ""}); continue; }
      a.effect_of = of->slot;
      if (const Json* named = p.find("named")) a.effect_named = named->boolean;
      a.effect_local = new_local(scope, "e", ref_type(kEffectSort));
      scope.local("e", a.effect_local, ref_type(kEffectSort));
      for (int i = 0; i < kEffectArgs; ++i) new_local(scope, "e" + std::to_string(i), ref_type(kCardSort, true));
      continue;
    }
    a.present.push_back(choice(p, scope, true));
  }
  if (const Json* t = f.find("takes_answer")) a.takes_answer = t->boolean;
  process.params = static_cast<int>(process.locals.size());
  // Both parts share one frame: the declaration is compiled first, the processing goes on with its locals.
  Procedure* parts[2] = {&declare, &process};
  declare.locals = process.locals;
  declare.params = process.params;
  const Json* lists[2] = {f.find("declare"), f.find("process")};
  for (int i = 0; i < 2; ++i) {
    scope.proc = parts[i];
    if (i == 1) process.locals = declare.locals;
    if (lists[i] != nullptr && lists[i]->is(Json::Kind::Array)) parts[i]->steps = steps(*lists[i], scope);
    parts[i]->did.resize(parts[i]->step_names.size(), kNone);
  }
  if (const Json* needs = f.find("needs")) for (const base::Member& m : needs->members) a.needs.emplace_back(m.key, expression(m.value, scope, bool_type()));
  if (const Json* span = f.find("span")) guard(*span, scope);
  process.did.resize(process.step_names.size(), kNone);
  declare.locals = process.locals;
  p_.acts[static_cast<size_t>(it->second)] = std::move(a);
}

void Compiler::effect(const Json& f, Id card) {
  EffectDef e;
  e.name = text_of(f, "effect");
  e.card = card;
  e.span = f.span;
  e.source = source(f, card);
  if (card == kNone) { log_.add(Code::WrongShape, f.members.front().key_span, {"effect", "a provision of the rulebook", "a provision of a card"}); return; }
  for (const std::string& name : e.source.spans) for (const auto& [id, words] : p_.cards[static_cast<size_t>(card)].text) if (id == name) e.words += words;
  const std::string title = p_.cards[static_cast<size_t>(card)].name + (e.name.empty() ? "" : "・" + e.name);
  e.proc = frame(title, f.span);
  Procedure& proc = p_.procedures[static_cast<size_t>(e.proc)];
  if (const Json* list = f.find("steps")) step_labels(*list, proc);
  Scope scope;
  scope.proc = &proc;
  scope.card = card;
  proc.locals = {{"self", ref_type(kCardSort, true), false}, {"me", ref_type(kPlayerSort), false}};
  scope.local("self", 0, ref_type(kCardSort, true));
  scope.local("me", 1, ref_type(kPlayerSort));
  if (const Json* list = f.find("present")) for (const Json& p : list->items) {
    e.present.push_back(choice(p, scope, true));
    if (e.present.back().domain != DomainKind::One) log_.add(Code::UnsupportedForm, p.span, {"a presented set of an effect"});
  }
  if (e.present.size() > static_cast<size_t>(kEffectArgs)) log_.add(Code::UnsupportedForm, f.span, {"an effect with more than " + std::to_string(kEffectArgs) + " presented things"});
  proc.params = static_cast<int>(proc.locals.size());
  if (const Json* list = f.find("steps")) proc.steps = steps(*list, scope);
  proc.did.resize(proc.step_names.size(), kNone);
  if (const Json* pr = f.find("price")) {
    e.priced = true;
    if (pr->is(Json::Kind::Object)) e.price = price(*pr);
    if (pr->find("do") != nullptr || pr->find("if") != nullptr) {
      e.pay_proc = frame(title + "・使用代償", pr->span);
      Procedure& pay = p_.procedures[static_cast<size_t>(e.pay_proc)];
      pay.locals = {{"self", ref_type(kCardSort, true), false}, {"me", ref_type(kPlayerSort), false}};
      pay.params = 2;
      Scope ps;
      ps.proc = &pay;
      ps.card = card;
      ps.local("self", 0, ref_type(kCardSort, true));
      ps.local("me", 1, ref_type(kPlayerSort));
      Step like; like.span = pr->span; like.by = e.source.by;
      if (const Json* c = pr->find("if")) {
        Step stop = like;
        stop.kind = StepKind::Abort;
        const ExprId ok = expression(*c, ps, bool_type());
        stop.cond = op(Op::Not, bool_type(), c->span, ok);
        pay.steps.push_back(std::move(stop));
      }
      if (const Json* d = pr->find("do")) statements(*d, ps, false, pay.steps, like);
    }
  }
  if (const Json* uses = f.find("uses")) {
    if (uses->is(Json::Kind::Int)) e.uses = static_cast<int>(uses->integer);
    else if (const Json* m = uses->find("max")) e.uses = static_cast<int>(m->integer);
  }
  p_.effects.push_back(std::move(e));
  p_.cards[static_cast<size_t>(card)].effects.push_back(static_cast<Id>(p_.effects.size()) - 1);
}

void Compiler::norm(const Json& f, Id card) {
  Norm n;
  n.id = text_of(f, "id");
  n.span = f.span;
  n.source = source(f, card);
  const std::string mode = text_of(f, "norm");
  n.mode = mode == "permit" ? NormMode::Permit : mode == "forbid" ? NormMode::Forbid : NormMode::Oblige;
  if (mode != "permit" && mode != "forbid" && mode != "oblige") log_.add(Code::WrongShape, f.find("norm")->span, {"norm", "`" + mode + "`", "permit, forbid or oblige"});
  n.exclusive = text_of(f, "others") == "forbid";
  n.over = clauses(f.find("over"));
  Scope scope;
  scope.card = card;
  scope.temp("self", ref_type(kCardSort, true));
  scope.temp("me", ref_type(kPlayerSort));
  const Json* ev = f.find("event");
  if (ev == nullptr) return;
  std::string pattern = ev->string;
  const auto bind = [&](const Node& call, const std::vector<std::pair<std::string, Type>>& slots) {
    for (size_t i = 0; i < slots.size(); ++i) {
      const bool given = i + 1 < call.kids.size();
      const std::string name = given && call.kids[i + 1].kind == NodeKind::Name ? call.kids[i + 1].text : "·" + std::to_string(i);
      if (name == "self") { n.on_self = static_cast<int>(i); scope.temp("·self", slots[i].second); }
      else scope.temp(name, slots[i].second);
    }
    if (call.kids.size() > slots.size() + 1) log_.add(Code::WrongArguments, ev->span, {pattern, std::to_string(slots.size()), std::to_string(call.kids.size() - 1)});
  };
  base::Span at = ev->span;
  const bool exact = ev->span.end - ev->span.begin == ev->string.size() + 2;
  if (pattern.starts_with("act ")) {
    n.event = NormEvent::Act;
    const std::string rest = pattern.substr(4);
    if (rest != "*" && !rest.starts_with("#")) {
      if (exact) { at.begin += 5; at.end -= 1; }
      const Node call = parse_expression({rest, at, exact}, log_);
      const std::string name = call.kind == NodeKind::Call ? call.kids[0].text : call.text;
      const auto it = acts_.find(name);
      if (it == acts_.end()) { if (call.kind != NodeKind::Bad) log_.add(Code::UnknownName, call.kind == NodeKind::Call ? call.kids[0].span : call.span, {name, ""}); return; }
      n.act = it->second;
      const ActDef& a = p_.acts[static_cast<size_t>(n.act)];
      std::vector<std::pair<std::string, Type>> slots;
      for (const Choose& c : a.present) slots.emplace_back(c.name, p_.procedures[static_cast<size_t>(a.process)].locals[static_cast<size_t>(c.var)].type);
      if (a.effect_local != kNone) slots.emplace_back("e", ref_type(kEffectSort));
      Node none;
      bind(call.kind == NodeKind::Call ? call : none, slots);
    } else if (rest.starts_with("#")) {
      n.tag = rest.substr(1);
    }
  } else {
    if (exact) { at.begin += 1; at.end -= 1; }
    const Node call = parse_expression({pattern, at, exact}, log_);
    const std::string name = call.kind == NodeKind::Call ? call.kids[0].text : call.text;
    if (name == "designate" || name == "affect") {
      n.event = name == "designate" ? NormEvent::Designate : NormEvent::Affect;
      bind(call, {{"e", ref_type(kEffectSort)}, {"x", ref_type(kCardSort, true)}});
    } else {
      log_.add(Code::UnsupportedForm, ev->span, {"a norm about `" + pattern + "`"});
      return;
    }
  }
  if (const Json* in = f.find("in")) {
    const auto one = [&](const Json& j) {
      if (const auto s = signals_.find(j.string); s != signals_.end()) n.menus.push_back(s->second);
      else if (const auto e = exchanges_.find(j.string); e != exchanges_.end()) n.menus.push_back(-2 - e->second);
      else log_.add(Code::UnknownName, j.span, {j.string, ""});
    };
    if (in->is(Json::Kind::String)) one(*in);
    else for (const Json& j : in->items) one(j);
  }
  if (const Json* c = f.find("if")) n.cond = expression(*c, scope, bool_type());
  p_.norms.push_back(std::move(n));
  if (card != kNone) p_.cards[static_cast<size_t>(card)].norms.push_back(static_cast<Id>(p_.norms.size()) - 1);
}

void Compiler::static_(const Json& f, Id card) {
  Static s;
  s.id = text_of(f, "static");
  s.span = f.span;
  s.source = source(f, card);
  Scope scope;
  scope.card = card;
  scope.temp("self", ref_type(kCardSort, true));
  s.domain = subject(f, scope);
  s.for_all = s.domain != kNone;
  if (card == kNone && f.find("for") == nullptr) log_.add(Code::MissingKey, f.span, {"for", "a `static` of the rulebook"});
  const Json* m = f.find("modify");
  if (m == nullptr) return;
  const ExprId place = expression(*m, scope);
  if (broken(place)) return;
  const Expr pe = p_[place];
  if (pe.op != Op::Attr || !p_.attrs[static_cast<size_t>(pe.id)].modifiable) { log_.add(Code::NotAssignable, m->span, {m->string}); return; }
  if (p_.attrs[static_cast<size_t>(pe.id)].sort != kCardSort) log_.add(Code::UnsupportedForm, m->span, {"a modifier of `" + m->string + "`, which is no attribute of a card,"});
  s.attr = pe.id;
  s.target = pe.a;
  if (!s.for_all) scope.temp("·target", ref_type(kCardSort, true));
  static constexpr std::pair<std::string_view, ModOp> ops[] = {{"add", ModOp::Add}, {"mul", ModOp::Mul}, {"set", ModOp::Set}, {"floor", ModOp::Floor}, {"cap", ModOp::Cap}, {"with", ModOp::With}, {"without", ModOp::Without}};
  for (const auto& [key, o] : ops) if (const Json* amount = f.find(key)) { s.op = o; s.amount = expression(*amount, scope, pe.type); }
  if (s.amount == kNone) { log_.add(Code::MissingKey, f.span, {"add", "`static`"}); return; }
  if (const Json* c = f.find("if")) s.cond = expression(*c, scope, bool_type());
  p_.statics.push_back(std::move(s));
  if (card != kNone) p_.cards[static_cast<size_t>(card)].statics.push_back(static_cast<Id>(p_.statics.size()) - 1);
}

void Compiler::trigger(const Json& f, Id card) {
  Trigger t;
  t.id = text_of(f, "trigger");
  t.span = f.span;
  t.source = source(f, card);
  t.proc = frame((card != kNone ? p_.cards[static_cast<size_t>(card)].name + "・" : "") + t.id, f.span);
  Procedure& proc = p_.procedures[static_cast<size_t>(t.proc)];
  proc.by = t.source.by;
  if (const Json* list = f.find("steps")) step_labels(*list, proc);
  Scope over;  // conditions, over temps
  over.card = card;
  std::string name = "self";
  if (card != kNone && f.find("for") != nullptr) log_.add(Code::UnsupportedForm, f.find_member("for")->key_span, {"`for` of a card's trigger"});
  if (card != kNone) over.temp("self", ref_type(kCardSort, true));
  else t.domain = subject(f, over, &name);
  if (card == kNone && t.domain == kNone) over.temp("·", ref_type(kCardSort, true));
  const Type subject_type = over.names[0].second.type;
  const ExprId self = op(Op::Temp, subject_type, f.span, kNone, kNone, kNone, 0);
  if (card != kNone) over.alias("me", op(Op::Attr, ref_type(kPlayerSort), f.span, self, kNone, kNone, attr_of(kCardSort, "user"), 0), ref_type(kPlayerSort));
  Scope scope;  // the effect, over a frame
  scope.proc = &proc;
  scope.card = card;
  proc.locals = {{name, subject_type, false}};
  proc.params = 1;
  scope.local(name, 0, subject_type);
  if (card != kNone) {
    const ExprId local = op(Op::Local, subject_type, f.span, kNone, kNone, kNone, 0);
    scope.alias("me", op(Op::Attr, ref_type(kPlayerSort), f.span, local, kNone, kNone, attr_of(kCardSort, "user"), 0), ref_type(kPlayerSort));
  }
  const Json* on = f.find("on");
  if (on == nullptr) return;
  const Node n = parse(*on, false);
  const std::string head = n.kind == NodeKind::Call ? n.kids[0].text : n.text;
  if (head == "becomes" && n.kids.size() == 2) {
    t.edge = true;
    t.becomes = want(compile(n.kids[1], over, bool_type()), bool_type(), "`becomes`");
  } else if (head == "ended" && n.kids.size() == 2) {
    t.on_act_end = true;
    proc.locals = {{n.kids[1].text, ref_type(kActSort), false}};
    scope.names.clear();
    scope.local(n.kids[1].text, 0, ref_type(kActSort));
  } else {
    const auto it = signals_.find(head);
    if (it == signals_.end()) { if (n.kind != NodeKind::Bad) log_.add(Code::UnknownName, n.kind == NodeKind::Call ? n.kids[0].span : n.span, {head, nearby(head)}); return; }
    t.signal = it->second;
    const std::vector<Local> args = p_.signals[static_cast<size_t>(it->second)].args;
    if (n.kind == NodeKind::Call && n.kids.size() > args.size() + 1) log_.add(Code::WrongArguments, n.span, {head, std::to_string(args.size()), std::to_string(n.kids.size() - 1)});
    for (size_t i = 0; n.kind == NodeKind::Call && i + 1 < n.kids.size() && i < args.size(); ++i) {
      Node ev;
      ev.kind = NodeKind::Member; ev.text = args[i].name; ev.span = n.kids[i + 1].span;
      Node left; left.kind = NodeKind::Name; left.text = "ev"; left.span = ev.span;
      ev.kids.push_back(left);
      const ExprId value = compile(ev, over);
      const std::string& bound = n.kids[i + 1].text;
      if (bound == "self" || bound == name) {
        const ExprId same = op(Op::Eq, bool_type(), ev.span, value, self);
        t.cond = t.cond == kNone ? same : op(Op::And, bool_type(), ev.span, t.cond, same);
      } else {
        over.alias(bound, value, args[i].type);
        scope.alias(bound, value, args[i].type);
      }
    }
  }
  if (const Json* c = f.find("if")) {
    const ExprId cond = expression(*c, over, bool_type());
    t.cond = t.cond == kNone ? cond : op(Op::And, bool_type(), c->span, t.cond, cond);
  }
  if (const Json* may = f.find("may")) t.may = expression(*may, over, ref_type(kPlayerSort));
  Step like; like.span = f.span; like.by = t.source.by;
  if (const Json* list = f.find("steps")) proc.steps = steps(*list, scope);
  if (const Json* d = f.find("do")) statements(*d, scope, false, proc.steps, like);
  if (const Json* c = f.find("call")) { Step s = like; if (call_step(parse(*c, true), s, scope)) proc.steps.push_back(std::move(s)); }
  proc.did.resize(proc.step_names.size(), kNone);
  p_.triggers.push_back(std::move(t));
  if (card != kNone) p_.cards[static_cast<size_t>(card)].triggers.push_back(static_cast<Id>(p_.triggers.size()) - 1);
}

void Compiler::limit(const Json& f) {
  const auto it = limits_.find(text_of(f, "limit"));
  if (it == limits_.end()) return;
  Limit l = p_.limits[static_cast<size_t>(it->second)];
  l.span = f.span;
  l.source = source(f, kNone);
  Scope scope;
  std::string name;
  l.domain = subject(f, scope, &name);
  if (const Json* h = f.find("holds")) l.holds = expression(*h, scope, bool_type());
  l.always = text_of(f, "when", "always") == "always";
  if (const Json* r = f.find("repair")) {
    l.repair = frame(l.id + "・是正", r->span);
    Procedure& proc = p_.procedures[static_cast<size_t>(l.repair)];
    proc.by = l.source.by;
    proc.params = 1;
    const Type t = scope.names.empty() ? Type{} : scope.names[0].second.type;
    proc.locals = {{name, t, false}};
    Scope rs;
    rs.proc = &proc;
    rs.local(name, 0, t);
    Step like; like.span = r->span; like.by = l.source.by;
    if (r->find("one") != nullptr) {
      Json choose = *r;
      base::Member m;
      m.key = "choose";
      m.value.kind = Json::Kind::String;
      m.value.string = r->find("one")->string.substr(0, r->find("one")->string.find(' '));
      choose.members.push_back(m);
      Step s = like;
      s.kind = StepKind::Choose;
      s.choose = choice(choose, rs, false);
      proc.steps.push_back(std::move(s));
    }
    if (const Json* d = r->find("do")) statements(*d, rs, false, proc.steps, like);
  }
  p_.limits[static_cast<size_t>(it->second)] = std::move(l);
}

void Compiler::ending(const Json& f) {
  Ending e;
  e.id = text_of(f, "ending");
  e.span = f.span;
  e.source = source(f, kNone);
  Scope scope;
  std::string name;
  e.domain = subject(f, scope, &name);
  if (const Json* w = f.find("when"); w != nullptr) e.when = expression(*w, scope, bool_type());
  if (const Json* h = f.find("hold"); h != nullptr) e.hold = expression(*h, scope, bool_type());
  const Json* party = f.find("winner") != nullptr ? f.find("winner") : f.find("loser");
  e.wins = f.find("winner") != nullptr;
  if (party == nullptr) log_.add(Code::MissingKey, f.span, {"loser", "`ending`"});
  else if (party->string != name) log_.add(Code::WrongShape, party->span, {e.wins ? "winner" : "loser", "`" + party->string + "`", name.empty() ? "a player that `for` names" : "`" + name + "`, the name in `for`"});
  const std::string judged = text_of(f, "judged", "at once");
  if (judged != "at once" && judged != "at judge") log_.add(Code::WrongShape, f.find("judged")->span, {"judged", "`" + judged + "`", "at once or at judge"});
  e.at_once = judged == "at once";
  if (e.when == kNone) { if (f.find("on") == nullptr) log_.add(Code::MissingKey, f.span, {"when", "`ending`"}); return; }
  p_.endings.push_back(std::move(e));
}

void Compiler::amend(const Json& f, Id card) {
  Amend a;
  a.target = text_of(f, "amend");
  a.span = f.span;
  a.source = source(f, card);
  if (card == kNone) log_.add(Code::UnsupportedForm, f.members.front().key_span, {"`amend` of the rulebook"});
  if (const Json* v = f.find("void")) a.voids = v->boolean;
  // A step is named by the clause it states.
  const auto cl = clauses_.find(a.target);
  if (cl == clauses_.end()) { log_.add(Code::UnknownClause, f.find("amend")->span, {a.target}); return; }
  Scope scope;
  scope.card = card;
  scope.temp("self", ref_type(kCardSort, true));
  for (size_t i = 0; i < p_.procedures.size() && a.proc == kNone; ++i) {
    const std::function<void(const std::vector<Step>&)> search = [&](const std::vector<Step>& list) {
      for (const Step& s : list) {
        if (std::find(s.by.begin(), s.by.end(), cl->second) != s.by.end() && a.proc == kNone) { a.proc = static_cast<Id>(i); a.ordinal = s.ordinal; }
        for (const Arm& arm : s.arms) search(arm.steps);
      }
    };
    search(p_.procedures[i].steps);
  }
  if (a.proc == kNone) { log_.add(Code::UnknownStep, f.find("amend")->span, {a.target, p_.game}); return; }
  const Procedure& proc = p_.procedures[static_cast<size_t>(a.proc)];
  for (size_t i = 0; i < proc.locals.size(); ++i) scope.local(proc.locals[i].name, static_cast<Id>(i), proc.locals[i].type);
  scope.names.push_back({"self", {Binding::Where::Temp, 0, ref_type(kCardSort, true), kNone}});
  if (const Json* c = f.find("if")) a.cond = expression(*c, scope, bool_type());
  if (const Json* w = f.find("with")) for (const base::Member& m : w->members) {
    const Id attr = attr_of(kCardSort, m.key);
    if (attr == kNone) { log_.add(Code::UnknownMember, m.key_span, {m.key, "card"}); continue; }
    const Type t = p_.attrs[static_cast<size_t>(attr)].type;
    a.with.emplace_back(attr, expression(m.value, scope, t));
  }
  p_.amends.push_back(std::move(a));
  if (card != kNone) p_.cards[static_cast<size_t>(card)].amends.push_back(static_cast<Id>(p_.amends.size()) - 1);
}

/// An amended field reads: if the amendment applies here, its value, otherwise the original.
void Compiler::apply_amendments() {
  for (size_t i = 0; i < p_.amends.size(); ++i) {
    const Amend a = p_.amends[i];
    if (a.proc == kNone) continue;
    const std::function<void(std::vector<Step>&)> apply = [&](std::vector<Step>& list) {
      for (Step& s : list) {
        if (s.ordinal == a.ordinal) {
          if (a.voids) {
            const ExprId off = op(Op::Not, bool_type(), a.span, op(Op::Amended, bool_type(), a.span, kNone, kNone, kNone, static_cast<Id>(i)));
            s.cond = s.cond == kNone ? off : op(Op::And, bool_type(), a.span, s.cond, off);
          }
          for (Stmt& st : s.stmts) for (auto& [attr, value] : st.attrs) for (const auto& [which, with] : a.with) {
            if (attr == which) value = op(Op::If, type(value), a.span, op(Op::Amended, bool_type(), a.span, kNone, kNone, kNone, static_cast<Id>(i)), with, value);
          }
        }
        for (Arm& arm : s.arms) apply(arm.steps);
      }
    };
    apply(p_.procedures[static_cast<size_t>(a.proc)].steps);
  }
}

void Compiler::defeat(const Json& f) {
  Defeat d;
  d.id = text_of(f, "defeat");
  d.span = f.span;
  d.source = source(f, kNone);
  const auto side = [&](std::string_view key) {
    const Json* j = f.find(key);
    return j == nullptr ? std::string() : text_of(*j, "source", text_of(*j, "id", text_of(*j, "text")));
  };
  d.winner = side("winner");
  d.loser = side("loser");
  for (std::string_view key : {"winner", "loser"}) {
    const Json* j = f.find(key);
    if (j != nullptr && text_of(*j, "source") != "card" && text_of(*j, "source") != "clause") log_.add(Code::UnsupportedForm, j->span, {"a side of `defeat` that is neither `card` nor `clause`"});
  }
  p_.defeats.push_back(std::move(d));
}

Id Compiler::price(const Json& j) {
  Price p;
  const auto one = [&](std::string_view key, std::string_view type_name, std::vector<int64_t>& out) {
    const Json* list = j.find(key);
    if (list == nullptr) return;
    (void)type_name;
    for (const Json& item : list->items) {
      const auto [first, last] = members_.equal_range(item.string);
      if (first == last) { log_.add(Code::UnknownName, item.span, {item.string, ""}); continue; }
      out.push_back(first->second.second);
      p.text += key == "icons" ? "[" + item.string + "]" : item.string;
    }
  };
  if (!j.is(Json::Kind::Object)) { log_.add(Code::WrongShape, j.span, {"price", std::string(base::kind_name(j.kind)), "an object with icons and labels"}); return kNone; }
  one("icons", "", p.icons);
  one("labels", "", p.labels);
  for (size_t i = 0; i < p_.prices.size(); ++i) if (p_.prices[i] == p) return static_cast<Id>(i);
  p_.prices.push_back(std::move(p));
  return static_cast<Id>(p_.prices.size()) - 1;
}

int64_t Compiler::printed_value(const Json& v, const AttrDef& a, const std::string& key) {
  const auto wrong = [&](const std::string& expected) { log_.add(Code::WrongShape, v.span, {key, std::string(base::kind_name(v.kind)), expected}); return int64_t{0}; };
  switch (a.type.kind) {
    case TypeKind::Int: return v.is(Json::Kind::Int) ? v.integer : wrong("an integer");
    case TypeKind::Bool: return v.is(Json::Kind::Bool) ? v.boolean : wrong("true or false");
    case TypeKind::Price: return price(v);
    case TypeKind::Enum: {
      if (!v.is(Json::Kind::String)) return wrong("a member of " + show(a.type));
      const auto m = member(a.type.id, v.string);
      if (!m) { log_.add(Code::UnknownName, v.span, {v.string, ", expected a member of " + show(a.type)}); return 0; }
      return *m;
    }
    case TypeKind::Set: {
      if (!v.is(Json::Kind::Array)) return wrong("a list of members");
      int64_t mask = 0;
      for (const Json& item : v.items) {
        const auto m = member(a.type.id, item.string);
        if (!m) log_.add(Code::UnknownName, item.span, {item.string, ", expected a member of " + show(elem_type(a.type))});
        else mask |= int64_t{1} << *m;
      }
      return mask;
    }
    case TypeKind::Error:
    case TypeKind::Ref:
    case TypeKind::Zone: break;
  }
  return wrong("a printed value");
}

void Compiler::card(const Json& json) {
  const Json* name = json.find("card");
  if (name == nullptr || !cards_.contains(name->string)) return;
  const Id id = cards_.at(name->string);
  if (p_.cards[static_cast<size_t>(id)].span != name->span) return;  // a second card of the same name
  CardDef& c = p_.cards[static_cast<size_t>(id)];
  static constexpr std::string_view reserved[] = {"card", "game", "text", "provisions", "invented", "generic", "note"};
  if (const Json* inv = json.find("invented")) c.invented = inv->boolean;
  if (const Json* g = json.find("generic")) c.generic = g->boolean;
  c.printed.emplace_back(attr_of(kCardSort, "name"), *member(kCardNames, c.name));
  std::vector<std::string> flavour;
  const Json* spans = nullptr;
  if (const Json* texts = json.find("text"); texts != nullptr && texts->is(Json::Kind::Array) && !texts->items.empty()) {
    spans = texts->items.back().find("spans");
    if (spans != nullptr) for (const base::Member& m : spans->members) c.text.emplace_back(m.key, m.value.string);
    if (const Json* fl = texts->items.back().find("flavour")) for (const Json& n : fl->items) {
      flavour.push_back(n.string);
      if (spans == nullptr || spans->find(n.string) == nullptr) log_.add(Code::UnknownSpan, n.span, {n.string, c.name});
    }
  }
  for (const base::Member& m : json.members) {
    if (std::find(std::begin(reserved), std::end(reserved), m.key) != std::end(reserved)) continue;
    const Id a = attr_of(kCardSort, m.key);
    if (a == kNone || p_.attrs[static_cast<size_t>(a)].nature != Nature::Printed) { log_.add(Code::UnknownMember, m.key_span, {m.key, "card (printed)"}); continue; }
    const int64_t v = printed_value(m.value, p_.attrs[static_cast<size_t>(a)], m.key);
    p_.cards[static_cast<size_t>(id)].printed.emplace_back(a, v);
  }
  std::vector<std::string> used = flavour;
  if (const Json* list = json.find("provisions")) for (const Json& f : list->items) {
    if (!f.is(Json::Kind::Object)) { log_.add(Code::WrongShape, f.span, {"provision", std::string(base::kind_name(f.kind)), "an object"}); continue; }
    if (check_form(f, log_) == nullptr) continue;
    provision(f, id);
    if (const Json* named = f.find("span")) for (const Json& s : named->items) used.push_back(s.string);
  }
  for (const auto& [span, words] : p_.cards[static_cast<size_t>(id)].text) {
    if (std::find(used.begin(), used.end(), span) == used.end()) log_.add(Code::SpanUnused, spans->find_member(span)->key_span, {span, name->string});
  }
}

}  // namespace hanrei::model
