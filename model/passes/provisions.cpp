// Provisions: procedures, acts, effects, statics, triggers, limits, endings.
#include "model/passes/provisions.h"

#include <algorithm>
#include <functional>
#include <set>

#include "base/json/make.h"
#include "model/passes/amendments.h"
#include "model/passes/cards.h"
#include "model/passes/choices.h"
#include "model/passes/events.h"
#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/later.h"
#include "model/passes/names.h"
#include "model/passes/says.h"
#include "model/passes/statements.h"
#include "model/passes/steps.h"
#include "model/passes/translation.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

static void loop_rule(Translation& tr, const Json& form);
static void settle(Translation& tr, const Json& how, const Json& form);
static void procedure(Translation& tr, const Json& form);
static void act(Translation& tr, const Json& form);
static void act_turns(Translation& tr, const Json& form, ActDef& act, Scope& scope);
static void effect(Translation& tr, const Json& form, CardId card);
static void static_(Translation& tr, const Json& form, CardId card);
static void trigger(Translation& tr, const Json& form, CardId card);
static void limit(Translation& tr, const Json& form);
static void ending(Translation& tr, const Json& form);
static void event_ending(Translation& tr, const Json& form, const Json& on, const Ending& like);
static Id known_label(Translation& tr, const Json& n, Scope& scope);
static void guard(Translation& tr, const Json& span, Scope& scope);

Source source(Translation& tr, const Json& form, CardId card) {
  Source s;
  s.by = clauses(tr, form.find("by"));
  s.card = card;
  if (card != kNone)
    if (const Json* spans = form.find("span"))
      for (const Json& name : spans->items) {
        bool known = false;
        for (const auto& [id, words] : tr.p.cards[card].text) known = known || id == name.string;
        if (!known)
          tr.log.add(base::Code::UnknownSpan, name.span, {name.string, tr.p.cards[card].name});
        s.spans.push_back(name.string);
      }
  return s;
}

/// `"for": {"c": "キャラ"}`: binds the name as the next temp and returns the set it ranges over.
ExprId subject(Translation& tr, const Json& form, Scope& scope, std::string* name) {
  const Json* f = form.find("for");
  if (f == nullptr) return kNone;
  if (f->members.size() != 1 || !f->members[0].value.is(Json::Kind::String)) {
    if (f->is(Json::Kind::Object) && f->members.size() != 1)
      tr.log.add(base::Code::WrongShape, f->span,
                 {"for", std::to_string(f->members.size()) + " names", "one name and its set"});
    return kNone;
  }
  const base::Member& m = f->members[0];
  ExprId set;
  if (m.value.string == "player")
    set = op(tr, Op::AllOf, set_type(ref_type(kPlayerSort)), m.value.span, kNone, kNone, kNone,
             kPlayerSort);
  else if (m.value.string == "card")
    set = op(tr, Op::AllOf, set_type(ref_type(kCardSort, true)), m.value.span, kNone, kNone, kNone,
             kCardSort);
  else
    set = as_set(tr, expression(tr, m.value, scope), "`for`");
  scope.temp(m.key, tr.broken(set) ? Type{} : elem_type(tr.type(set)));
  if (name != nullptr) *name = m.key;
  return set;
}

void provision(Translation& tr, const Json& f, CardId card) {
  if (card != kNone &&
      std::ranges::none_of(card_forms(), [&](std::string_view k) { return leads(f, k); })) {
    tr.log.add(base::Code::WrongShape, f.members.front().key_span,
               {f.members.front().key, "a provision of a card", "a provision of the rulebook"});
    return;
  }
  if (leads(f, "procedure"))
    procedure(tr, f);
  else if (leads(f, "act"))
    act(tr, f);
  else if (leads(f, "effect"))
    effect(tr, f, card);
  else if (leads(f, "norm"))
    norm(tr, f, card);
  else if (leads(f, "static"))
    static_(tr, f, card);
  else if (leads(f, "trigger"))
    trigger(tr, f, card);
  else if (leads(f, "limit"))
    limit(tr, f);
  else if (leads(f, "ending"))
    ending(tr, f);
  else if (leads(f, "amend"))
    amend(tr, f, card);
  else if (leads(f, "defeat"))
    defeat(tr, f);
  else if (leads(f, "replace"))
    replace(tr, f, card);
  else if (leads(f, "settle"))
    settle(tr, f.members.front().value, f);
  else if (leads(f, "loop_rule"))
    loop_rule(tr, f);
  else if (leads(f, "both"))
    tr.p.both = {clauses(tr, f.find("by")), f.span};
  // The schema forms are done.
}

void loop_rule(Translation& tr, const Json& f) {
  LoopRule rule;
  rule.id = text_of(f, "loop_rule");
  rule.unasked = one_of(tr, f, "of", {"automatic", "unasked"}) == "unasked";
  rule.draw = one_of(tr, f, "then", {"once, then cut", "draw"}) == "draw";
  rule.by = clauses(tr, f.find("by"));
  rule.span = f.span;
  if (!tr.p.loop_rules.empty())
    tr.log.add(base::Code::DuplicateName, f.find("loop_rule")->span, {"loop_rule", rule.id});
  tr.p.loop_rules.push_back(std::move(rule));
}

void settle(Translation& tr, const Json& how, const Json& f) {
  Settle s;
  s.by = clauses(tr, f.find("by"));
  s.span = f.span;
  one_of(tr, how, "statics", {"equilibrium"});
  one_of(tr, how, "none", {"stuck"});
  if (const Json* max = how.find("max")) s.max = number(tr, *max, "max", 1, 12);
  if (const Json* several = how.find("several");
      several != nullptr && several->string != "nobody") {
    Scope scope;
    s.several = expression(tr, *several, scope, ref_type(kPlayerSort));
  }
  tr.p.settle = std::move(s);
}

void procedure(Translation& tr, const Json& f) {
  const auto it = tr.names.procs.find(text_of(f, "procedure"));
  if (it == tr.names.procs.end() || tr.proc_forms[text_of(f, "procedure")] != &f) return;
  Procedure& proc = tr.p.procedures[it->second];
  Scope scope;
  scope.proc = &proc;
  for (size_t i = 0; i < proc.locals.size(); ++i)
    scope.local(proc.locals[i].name, static_cast<Id>(i), proc.locals[i].type);
  proc.by = clauses(tr, f.find("by"));
  if (const Json* c = f.find("if")) proc.cond = expression(tr, *c, scope, bool_type());
  // Locals that are first written by a choice are declared as it is met; all others by `:=`.
  proc.say = say(tr, f, scope);
  proc.told = told(tr, f, {});
  if (const Json* list = f.find("steps")) proc.steps = steps(tr, *list, scope);
  if (const Json* span = f.find("span")) guard(tr, *span, scope);
  if (const Json* a = f.find("aborts"))
    if (const Json* then = a->find("then"))
      for (const Json& n : then->items)
        if (const Id k = known_label(tr, n, scope); k != kNone) proc.abort_then.push_back(k);
  proc.did.resize(proc.step_names.size(), kNone);
}

Id known_label(Translation& tr, const Json& n, Scope& scope) {
  const Id k = label(tr, n, scope);
  if (k == kNone)
    tr.log.add(base::Code::UnknownStep, n.span,
               {n.is(Json::Kind::Int) ? std::to_string(n.integer) : n.string, scope.proc->name});
  return k;
}

/// `span` of a procedure or an act; its keys were checked with the form.
void guard(Translation& tr, const Json& span, Scope& scope) {
  const Json* from = span.find("from");
  const Json* to = span.find("to");
  const Json* cond = span.find("if");
  if (from == nullptr || to == nullptr || cond == nullptr) return;
  Guard g;
  g.from = known_label(tr, *from, scope);
  g.to = known_label(tr, *to, scope);
  g.cond = expression(tr, *cond, scope, bool_type());
  if (const Json* then = span.find("then"))
    for (const Json& n : then->items)
      if (const Id k = known_label(tr, n, scope); k != kNone) g.then.push_back(k);
  g.by = clauses(tr, span.find("by"));
  scope.proc->guards.push_back(std::move(g));
}

void act(Translation& tr, const Json& f) {
  const auto it = tr.names.acts.find(text_of(f, "act"));
  if (it == tr.names.acts.end() || tr.p.acts[it->second].span != f.find("act")->span) return;
  ActDef a = tr.p.acts[it->second];
  a.source = source(tr, f, kNone);
  Procedure& process = tr.p.procedures[a.process];
  Procedure& declare = tr.p.procedures[a.declare];
  process.by = declare.by = a.source.by;
  process.locals.push_back({"me", ref_type(kPlayerSort), false});
  Scope scope;
  scope.proc = &process;
  scope.act = true;
  scope.local("me", 0, ref_type(kPlayerSort));
  if (const Json* list = f.find("present"))
    for (const Json& p : list->items) {
      if (const Json* e = p.find("effect")) {
        const Binding* of = scope.find(e->string);
        if (of == nullptr) {
          tr.log.add(base::Code::UnknownName, e->span, {e->string, ""});
          continue;
        }
        a.effect_of = of->slot;
        a.effect_span = p.span;
        if (const Json* named = p.find("named")) a.effect_named = named->boolean;
        a.effect_local = new_local(scope, "e", ref_type(kEffectSort));
        scope.local("e", a.effect_local, ref_type(kEffectSort));
        continue;
      }
      a.present.push_back(choice(tr, p, scope, true));
    }
  if (const Json* t = f.find("takes_answer")) a.takes_answer = t->boolean;
  process.params = static_cast<int>(process.locals.size());
  a.say = say(tr, f, scope);
  a.told = told(tr, f, {});
  for (const Local& l : parameters(tr, f.find("locals"))) local_named(scope, l.name, l.type);
  // Both parts share one frame: the declaration is compiled first, the processing goes on with its
  // locals.
  Procedure* parts[2] = {&declare, &process};
  declare.locals = process.locals;
  declare.params = process.params;
  const Json* lists[2] = {f.find("declare"), f.find("process")};
  for (int i = 0; i < 2; ++i) {
    scope.proc = parts[i];
    if (i == 1) process.locals = declare.locals;
    if (lists[i] != nullptr && lists[i]->is(Json::Kind::Array))
      parts[i]->steps = steps(tr, *lists[i], scope);
    parts[i]->did.resize(parts[i]->step_names.size(), kNone);
  }
  if (const Json* needs = f.find("needs"))
    for (const base::Member& m : needs->members)
      a.needs.emplace_back(m.key, expression(tr, m.value, scope, bool_type()));
  if (const Json* span = f.find("span")) guard(tr, *span, scope);
  act_turns(tr, f, a, scope);
  process.did.resize(process.step_names.size(), kNone);
  declare.locals = process.locals;
  tr.p.acts[it->second] = std::move(a);
}

/// Who may declare an act, and who is asked next.
void act_turns(Translation& tr, const Json& f, ActDef& a, Scope& scope) {
  Event declared;
  declared.id = tr.names.acts.at(a.name);
  const auto gate = [&](const Json& at, const std::string& what) {
    declared.span = at.span;
    tr.gates.push_back({declared, a.source, nullptr, what});
  };
  if (const Json* then = f.find("then"); then != nullptr && then->is(Json::Kind::String))
    a.then = expression(tr, *then, scope, ref_type(kPlayerSort));
  if (const Json* after = f.find("after")) {
    a.then_after = expression(tr, *after, scope, ref_type(kPlayerSort));
    if (a.then != kNone)
      tr.log.add(base::Code::WrongShape, f.find_member("after")->key_span,
                 {"after", "together with `then`", "one of the two"});
  }
  if (const Json* c = f.find("if")) {
    expression(tr, *c, scope, bool_type());
    gate(*c, "the condition of an act");
  }
  const Json* who = f.find("who");
  if (who == nullptr) return;
  a.who = expression(tr, *who, scope, ref_type(kPlayerSort));
  Norm n;  // nobody else may
  n.mode = NormMode::Forbid;
  n.act = ActId(declared.id);
  n.source = a.source;
  n.span = who->span;
  Scope norm_scope;
  norm_scope.temp("self", ref_type(kCardSort, true));
  const Id me = norm_scope.temp("me", ref_type(kPlayerSort));
  const ExprId player = expression(tr, *who, norm_scope, ref_type(kPlayerSort));
  n.cond = op(tr, Op::Ne, bool_type(), who->span,
              op(tr, Op::Temp, ref_type(kPlayerSort), who->span, kNone, kNone, kNone, me), player);
  tr.p.norms.push_back(std::move(n));
}

/// What the texts of all cards present has places in every act that takes over an effect, each of
/// one type. Those of one effect stand in different places.
static void places(Translation& tr, EffectDef& e) {
  std::vector<bool> taken(tr.p.presented.size(), false);
  for (const Choose& c : e.present) {
    const Type& t = tr.p.procedures[e.proc].locals[c.var].type;
    size_t at = 0;
    while (at < tr.p.presented.size() && (taken[at] || !(tr.p.presented[at] == t))) ++at;
    if (at == tr.p.presented.size()) {
      tr.p.presented.push_back(t);
      taken.push_back(false);
    }
    taken[at] = true;
    e.places.push_back(static_cast<Id>(at));
  }
}

/// When all texts are read: the places themselves, which no text can name.
void presented_locals(Translation& tr) {
  for (const ActId i : tr.p.acts.ids()) {
    ActDef& a = tr.p.acts[i];
    if (a.effect_local == kNone) continue;
    std::vector<Local>& locals = tr.p.procedures[a.process].locals;
    a.things = static_cast<Id>(locals.size());
    for (size_t k = 0; k < tr.p.presented.size(); ++k)
      locals.push_back({"·" + std::to_string(k), tr.p.presented[k], false});
    tr.p.procedures[a.declare].locals = locals;
  }
}

void effect(Translation& tr, const Json& f, CardId card) {
  EffectDef e;
  e.name = text_of(f, "effect");
  e.card = card;
  e.span = f.span;
  e.source = source(tr, f, card);
  if (card == kNone) {
    tr.log.add(base::Code::WrongShape, f.members.front().key_span,
               {"effect", "a provision of the rulebook", "a provision of a card"});
    return;
  }
  for (const EffectId other : tr.p.cards[card].effects)
    if (tr.p.effects[other].name == e.name) {
      tr.log.add(base::Code::DuplicateName, f.find("effect")->span, {"effect", e.name});
      tr.log.last().notes.emplace_back(
          tr.p.effects[other].span, base::in_both("the first one is here", "最初のものはここです"));
    }
  for (const std::string& name : e.source.spans)
    for (const auto& [id, words] : tr.p.cards[card].text)
      if (id == name) e.words += words;
  const std::string title = tr.p.cards[card].name + (e.name.empty() ? "" : "・" + e.name);
  e.proc = frame(tr, title, f.span);
  Procedure& proc = tr.p.procedures[e.proc];
  if (const Json* list = f.find("steps")) step_labels(tr, *list, proc);
  Scope scope;
  scope.proc = &proc;
  scope.card = card;
  proc.locals = {{"self", ref_type(kCardSort, true), false}, {"me", ref_type(kPlayerSort), false}};
  scope.local("self", 0, ref_type(kCardSort, true));
  scope.local("me", 1, ref_type(kPlayerSort));
  if (const Json* list = f.find("present"))
    for (const Json& p : list->items) {
      e.present.push_back(choice(tr, p, scope, true));
      if (e.present.back().domain == DomainKind::Some)
        tr.log.add(base::Code::UnsupportedForm, p.span, {"a presented set of an effect"});
    }
  places(tr, e);
  proc.params = static_cast<int>(proc.locals.size());
  proc.say = say(tr, f, scope);
  if (const Json* list = f.find("steps")) proc.steps = steps(tr, *list, scope);
  proc.did.resize(proc.step_names.size(), kNone);
  if (const Json* pr = f.find("price")) {
    e.priced = true;
    if (pr->is(Json::Kind::Object)) e.price = price(tr, *pr);
    if (pr->find("do") != nullptr || pr->find("if") != nullptr) {
      e.pay_proc = frame(tr, title + "・使用代償", pr->span);
      Procedure& pay = tr.p.procedures[e.pay_proc];
      pay.params = proc.params;
      pay.locals.assign(proc.locals.begin(), proc.locals.begin() + proc.params);
      Scope ps;
      ps.proc = &pay;
      ps.card = card;
      for (Id i = 0; i < pay.params; ++i) ps.local(pay.locals[i].name, i, pay.locals[i].type);
      Step like;
      like.span = pr->span;
      like.by = e.source.by;
      if (const Json* c = pr->find("if")) {
        Step stop = like;
        stop.kind = StepKind::Abort;
        const ExprId ok = expression(tr, *c, ps, bool_type());
        stop.cond = op(tr, Op::Not, bool_type(), c->span, ok);
        pay.steps.push_back(std::move(stop));
      }
      if (const Json* d = pr->find("do")) statements(tr, *d, ps, false, pay.steps, like);
    }
  }
  if (const Json* uses = f.find("uses")) {
    if (uses->is(Json::Kind::Int))
      e.uses = number(tr, *uses, "uses", 1, kMostUses);
    else if (const Json* m = uses->find("max"))
      e.uses = number(tr, *m, "max", 1, kMostUses);
  }
  tr.p.cards[card].effects.push_back(tr.p.effects.push_back(std::move(e)));
}

void static_(Translation& tr, const Json& f, CardId card) {
  Static s;
  s.id = text_of(f, "static");
  s.span = f.span;
  s.source = source(tr, f, card);
  Scope scope;
  scope.card = card;
  scope.temp("self", ref_type(kCardSort, true));
  s.domain = subject(tr, f, scope);
  s.for_all = s.domain != kNone;
  if (card == kNone && f.find("for") == nullptr)
    tr.log.add(base::Code::MissingKey, f.span, {"for", "a `static` of the rulebook"});
  const Json* m = f.find("modify");
  if (m == nullptr) return;
  const auto at = place(tr, parse(tr, *m, false), scope);
  if (!at) return;
  s.attr = at->attr;
  s.target = at->target;
  const AttrDef attr = tr.p.attrs[s.attr];
  if (attr.sort != kCardSort)
    tr.log.add(base::Code::UnsupportedForm, m->span,
               {"a modifier of `" + m->string + "`, which is no attribute of a card,"});
  if (!s.for_all) scope.temp("·target", ref_type(kCardSort, true));
  static constexpr std::pair<std::string_view, ModOp> ops[] = {
      {"add", ModOp::Add},        {"mul", ModOp::Mul}, {"set", ModOp::Set},
      {"floor", ModOp::Floor},    {"cap", ModOp::Cap}, {"with", ModOp::With},
      {"without", ModOp::Without}};
  for (const auto& [key, o] : ops)
    if (const Json* amount = f.find(key)) {
      s.op = o;
      s.amount = expression(tr, *amount, scope, attr.type);
    }
  if (s.amount == kNone) {
    tr.log.add(base::Code::MissingKey, f.span, {"add", "`static`"});
    return;
  }
  if (const Json* c = f.find("if")) s.cond = expression(tr, *c, scope, bool_type());
  if (card != kNone) s.cond = both(tr, s.cond, tr.static_active);
  s.layer = std::max(0, static_cast<int>(attr.layers.size()) - 1);
  if (const Json* layer = f.find("layer")) {
    const auto it = std::ranges::find(attr.layers, layer->string);
    if (it == attr.layers.end())
      tr.log.add(base::Code::UnknownName, layer->span, {layer->string, ""});
    else
      s.layer = static_cast<int>(it - attr.layers.begin());
  }
  if (attr.displace)
    s.amount = unsupported(
        tr, f.span, base::in_both("a modifier of an attribute with layers", "層のある属性の修正"),
        attr.type, {s.amount});
  if (attr.type == set_type(ref_type(kEffectSort)))
    tr.log.add(base::Code::UnsupportedForm, f.span,
               {base::in_both("abilities given or taken by a text", "文面による能力の付与と喪失")});
  tr.p.statics.push_back(std::move(s));
  if (card != kNone) tr.p.cards[card].statics.push_back(tr.p.statics.last_id());
}

/// Is there a moment at which a trigger on this may be collected, and whose order lets nothing
/// lapse?
static bool keeps(const Translation& tr, const std::string& signal) {
  const auto it = tr.names.signals.find(signal);
  if (it == tr.names.signals.end()) return false;
  std::set<SignalId> seen;
  const std::function<bool(SignalId)> raises = [&](SignalId s) {
    return s == it->second ||
           (seen.insert(s).second && std::ranges::any_of(tr.p.signals[s].covers, raises));
  };
  for (const SignalId s : tr.p.signals.ids()) {
    const OrderId order = tr.p.signals[s].order;
    seen.clear();
    if (order != kNone && !tr.p.orders[order].skip_lapsed && raises(s)) return true;
  }
  return false;
}

/// Whose the subject of a trigger is (a temp, or a local) and what it is attached to: as it was
/// when it arose. That goes for one expression, or for all that its frame has, from `first` on;
/// what is assigned to stays what it is.
static void as_it_arose(Translation& tr, Op of, ExprId one, size_t first, const Procedure& proc) {
  std::set<ExprId> assigned;
  const auto note = [&](const std::vector<Stmt>& list) {
    for (const Stmt& st : list)
      if (st.kind == StmtKind::Assign) assigned.insert(st.target);
  };
  const std::function<void(const std::vector<Step>&)> visit = [&](const std::vector<Step>& list) {
    for (const Step& s : list) {
      note(s.stmts);
      for (const Arm& arm : s.arms) visit(arm.steps);
    }
  };
  const auto fix = [&](ExprId i) {
    const Expr& e = tr.p.exprs[i];
    if (e.op != Op::Attr || (e.attr() != kUserAttr && e.attr() != kHostAttr) ||
        tr.p[e.a].op != of || tr.p[e.a].id != 0 || assigned.contains(i))
      return;
    Expr instead;
    instead.op = of;
    instead.type = e.attr() == kUserAttr ? ref_type(kPlayerSort) : ref_type(kCardSort, true);
    instead.id = e.attr() == kUserAttr ? 1 : 2;
    instead.span = e.span;
    tr.p.exprs.replace(i, std::move(instead));
  };
  const std::function<void(ExprId)> within = [&](ExprId id) {
    if (id == kNone) return;
    fix(id);
    const Expr e = tr.p[id];
    each_operand(e, within);
  };
  if (one != kNone) {
    within(one);
    return;
  }
  visit(proc.steps);
  for (const auto& would : tr.p.woulds) note(would);
  for (const ExprId i : tr.p.exprs.ids(first)) fix(i);
}

void trigger(Translation& tr, const Json& f, CardId card) {
  Trigger t;
  t.id = text_of(f, "trigger");
  t.span = f.span;
  t.source = source(tr, f, card);
  t.proc = frame(tr, (card != kNone ? tr.p.cards[card].name + "・" : "") + t.id, f.span);
  Procedure& proc = tr.p.procedures[t.proc];
  proc.by = t.source.by;
  if (const Json* list = f.find("steps")) step_labels(tr, *list, proc);
  Scope over;  // conditions, over temps
  over.card = card;
  std::string name = "self";
  if (card != kNone && f.find("for") != nullptr)
    tr.log.add(base::Code::UnsupportedForm, f.find_member("for")->key_span,
               {"`for` of a card's trigger"});
  if (card != kNone)
    over.temp("self", ref_type(kCardSort, true));
  else
    t.domain = subject(tr, f, over, &name);
  if (card == kNone && t.domain == kNone) over.temp("·", ref_type(kCardSort, true));
  const Type subject_type = over.names[0].second.type;
  const ExprId self = op(tr, Op::Temp, subject_type, f.span, kNone, kNone, kNone, 0);
  if (card != kNone)
    over.alias("me",
               op(tr, Op::Attr, ref_type(kPlayerSort), f.span, self, kNone, kNone,
                  tr.attr_of(kCardSort, "user"), 0),
               ref_type(kPlayerSort));
  Scope scope;  // the effect, over a frame
  scope.proc = &proc;
  scope.card = card;
  proc.locals = {{name, subject_type, false}};
  proc.params = 1;
  scope.local(name, 0, subject_type);
  const Json* on = f.find("on");
  const Node n = on != nullptr ? parse(tr, *on, false) : Node{};
  const std::string head = n.kind == NodeKind::Call ? n.kids[0].text : n.text;
  const bool kept = subject_type.kind == TypeKind::Ref && subject_type.id == kCardSort &&
                    on != nullptr && keeps(tr, head);
  Scope asked = over;
  if (kept) {
    over.temps = asked.temps = kKeptArgs;
    proc.locals.push_back({"·user", ref_type(kPlayerSort), false});
    proc.locals.push_back({"·host", ref_type(kCardSort, true), false});
    proc.params = kKeptArgs;
    if (card != kNone)
      scope.alias("me", op(tr, Op::Local, ref_type(kPlayerSort), f.span, kNone, kNone, kNone, 1),
                  ref_type(kPlayerSort));
    if (card != kNone)
      asked.alias("me", op(tr, Op::Temp, ref_type(kPlayerSort), f.span, kNone, kNone, kNone, 1),
                  ref_type(kPlayerSort));
  } else if (card != kNone) {
    const ExprId local = op(tr, Op::Local, subject_type, f.span, kNone, kNone, kNone, 0);
    scope.alias("me",
                op(tr, Op::Attr, ref_type(kPlayerSort), f.span, local, kNone, kNone,
                   tr.attr_of(kCardSort, "user"), 0),
                ref_type(kPlayerSort));
  }
  if (on == nullptr) return;
  if (head == "becomes" && n.kids.size() == 2) {
    t.edge = true;
    t.becomes = want(tr, compile(tr, n.kids[1], over, bool_type()), bool_type(), "`becomes`");
  } else if (head == "ended" && n.kids.size() == 2) {
    t.on_act_end = true;
    proc.locals = {{n.kids[1].text, ref_type(kActSort), false}};
    scope.names.clear();
    scope.local(n.kids[1].text, 0, ref_type(kActSort));
  } else {
    const auto it = tr.names.signals.find(head);
    if (it == tr.names.signals.end()) {
      const auto e = n.kind == NodeKind::Bad ? std::nullopt : event(tr, *on);
      if (!e) return;
      tr.log.add(base::Code::UnsupportedForm, on->span,
                 {base::in_both("a trigger on `" + on->string + "`",
                                "`" + on->string + "` を契機とする誘発")});
      for (size_t i = 0; i < e->names.size(); ++i) {
        if (e->names[i] == "self" || e->names[i] == name) continue;
        over.temp(e->names[i], e->types[i]);
        local_named(scope, e->names[i], e->types[i]);
      }
      tr.gates.push_back({*e, t.source, nullptr, "a trigger on `" + on->string + "`"});
      t.on.push_back(*e);
    } else {
      t.signal = it->second;
      const std::vector<Local> args = tr.p.signals[it->second].args;
      if (n.kind == NodeKind::Call && n.kids.size() > args.size() + 1)
        tr.log.add(base::Code::WrongArguments, n.span,
                   {head, std::to_string(args.size()), std::to_string(n.kids.size() - 1)});
      for (size_t i = 0; n.kind == NodeKind::Call && i + 1 < n.kids.size() && i < args.size();
           ++i) {
        Node ev;
        ev.kind = NodeKind::Member;
        ev.text = args[i].name;
        ev.span = n.kids[i + 1].span;
        Node left;
        left.kind = NodeKind::Name;
        left.text = "ev";
        left.span = ev.span;
        ev.kids.push_back(left);
        const ExprId value = compile(tr, ev, over);
        const std::string& bound = n.kids[i + 1].text;
        if (bound == "self" || bound == name) {
          const Type have = tr.type(self), argument = tr.type(value);
          if (have.kind != TypeKind::Error && argument.kind != TypeKind::Error &&
              (have.kind != argument.kind || have.id != argument.id)) {
            tr.log.add(base::Code::TypeMismatch, n.kids[i + 1].span,
                       {"`" + bound + "`", tr.show(have), tr.show(argument)});
            continue;
          }
          const ExprId same = op(tr, Op::Eq, bool_type(), ev.span, value, self);
          t.cond = t.cond == kNone ? same : op(tr, Op::And, bool_type(), ev.span, t.cond, same);
        } else {
          for (Scope* of : {&over, &asked, &scope}) of->alias(bound, value, args[i].type);
        }
      }
    }
  }
  if (const Json* c = f.find("if"); c != nullptr && t.on_act_end) {
    proc.cond = expression(tr, *c, scope, bool_type());
  } else if (c != nullptr) {
    const ExprId cond = expression(tr, *c, over, bool_type());
    t.cond = t.cond == kNone ? cond : op(tr, Op::And, bool_type(), c->span, t.cond, cond);
  }
  if (const Json* may = f.find("may")) {
    t.may = expression(tr, *may, kept ? asked : over, ref_type(kPlayerSort));
    if (kept) as_it_arose(tr, Op::Temp, t.may, 0, proc);
  }
  const size_t first = tr.p.exprs.size();
  t.say = say(tr, f, t.on_act_end ? scope : over);
  Step like;
  like.span = f.span;
  like.by = t.source.by;
  if (const Json* list = f.find("steps")) proc.steps = steps(tr, *list, scope);
  if (const Json* d = f.find("do")) statements(tr, *d, scope, false, proc.steps, like);
  if (const Json* c = f.find("call")) {
    Step s = like;
    if (call_step(tr, parse(tr, *c, true), s, scope)) proc.steps.push_back(std::move(s));
  }
  proc.did.resize(proc.step_names.size(), kNone);
  if (kept) as_it_arose(tr, Op::Local, kNone, first, proc);
  tr.p.triggers.push_back(std::move(t));
  if (card != kNone) tr.p.cards[card].triggers.push_back(tr.p.triggers.last_id());
}

void limit(Translation& tr, const Json& f) {
  const auto it = tr.names.limits.find(text_of(f, "limit"));
  if (it == tr.names.limits.end()) return;
  Limit l = tr.p.limits[it->second];
  l.span = f.span;
  l.source = source(tr, f, kNone);
  Scope scope;
  std::string name;
  l.domain = subject(tr, f, scope, &name);
  if (const Json* h = f.find("holds")) l.holds = expression(tr, *h, scope, bool_type());
  l.always = text_of(f, "when", "always") == "always";
  l.construction = text_of(f, "when", "always") == "construction";
  l.say = say(tr, f, scope);
  const Type kept = bool_type();
  l.told = told(tr, f, {}, &kept);
  for (std::string_view key : {"repair", "bar"})
    if (const base::Member* m = f.find_member(key); m != nullptr && l.construction)
      tr.log.add(base::Code::WrongShape, m->key_span,
                 {std::string(key), base::in_both("of a limit of construction", "構築の制限のもの"),
                  base::in_both("none: a deck is judged, not mended",
                                "なし(デッキは判定するだけで、是正しません)")});
  if (const Json* r = f.find("repair")) {
    l.repair = frame(tr, l.id + "・是正", r->span);
    Procedure& proc = tr.p.procedures[l.repair];
    proc.by = l.source.by;
    proc.params = 1;
    const Type t = scope.names.empty() ? Type{} : scope.names[0].second.type;
    proc.locals = {{name, t, false}};
    Scope rs;
    rs.proc = &proc;
    rs.local(name, 0, t);
    Step like;
    like.span = r->span;
    like.by = l.source.by;
    if (r->find("one") != nullptr) {
      Json choose = *r;
      const std::string& one = r->find("one")->string;
      choose.members.push_back({"choose", {}, base::text_json(one.substr(0, one.find(' ')))});
      Step s = like;
      s.kind = StepKind::Choose;
      s.choose = choice(tr, choose, rs, false);
      proc.steps.push_back(std::move(s));
    }
    if (const Json* d = r->find("do")) statements(tr, *d, rs, false, proc.steps, like);
  }
  if (const Json* bar = f.find("bar"))
    for (const Json& b : bar->items)
      if (auto e = event(tr, b)) {
        tr.gates.push_back(
            {*e, l.source, nullptr, "`" + b.string + "`, barred by the limit `" + l.id + "`"});
        l.bar.push_back(std::move(*e));
      }
  if (f.find("repair") == nullptr && l.always) {
    // Nothing mends a breach: an engine that comes to one stops.
    if (l.bar.empty())
      tr.log.add(base::Code::UnsupportedForm, f.span,
                 {base::in_both("a limit that nothing mends", "是正の定めのない制限")});
    l.repair = frame(tr, l.id + "・是正", f.span);
    Procedure& proc = tr.p.procedures[l.repair];
    proc.by = l.source.by;
    proc.params = 1;
    proc.locals = {{name.empty() ? "·" : name,
                    scope.names.empty() ? int_type() : scope.names[0].second.type, false}};
    Step stop;
    stop.span = f.span;
    stop.by = l.source.by;
    stop.cond = unsupported(
        tr, f.span,
        base::in_both("a breach of the limit `" + l.id + "`", "制限 `" + l.id + "` の違反"),
        bool_type());
    proc.steps.push_back(std::move(stop));
  }
  tr.p.limits[it->second] = std::move(l);
}

void ending(Translation& tr, const Json& f) {
  Ending e;
  e.id = text_of(f, "ending");
  e.span = f.span;
  e.source = source(tr, f, kNone);
  if (const Json* on = f.find("on"); on != nullptr && f.find("when") == nullptr) {
    event_ending(tr, f, *on, e);
    return;
  }
  Scope scope;
  std::string name;
  e.domain = subject(tr, f, scope, &name);
  if (const Json* w = f.find("when"); w != nullptr) e.when = expression(tr, *w, scope, bool_type());
  if (const Json* h = f.find("hold"); h != nullptr) e.hold = expression(tr, *h, scope, bool_type());
  const Json* party = f.find("winner") != nullptr ? f.find("winner") : f.find("loser");
  e.wins = f.find("winner") != nullptr;
  e.say = say(tr, f, scope);
  if (party == nullptr)
    tr.log.add(base::Code::MissingKey, f.span, {"loser", "`ending`"});
  else if (party->string != name)
    tr.log.add(base::Code::WrongShape, party->span,
               {e.wins ? "winner" : "loser", "`" + party->string + "`",
                name.empty() ? "a player that `for` names" : "`" + name + "`, the name in `for`"});
  const std::string judged = text_of(f, "judged", "at once");
  if (judged != "at once" && judged != "at judge")
    tr.log.add(base::Code::WrongShape, f.find("judged")->span,
               {"judged", "`" + judged + "`", "at once or at judge"});
  e.at_once = judged == "at once";
  if (e.when == kNone) {
    tr.log.add(base::Code::MissingKey, f.span, {"when", "`ending`"});
    return;
  }
  tr.p.endings.push_back(std::move(e));
}

/// An ending that something that happens brings, such as `failed(draw(p))`.
void event_ending(Translation& tr, const Json& f, const Json& on, const Ending& like) {
  const auto e = event(tr, on);
  if (!e) return;
  EventEnding out{like.id, *e, "", f.find("winner") != nullptr, like.source, f.span};
  const Json* party = f.find(out.wins ? "winner" : "loser");
  if (party == nullptr) {
    tr.log.add(base::Code::MissingKey, f.span, {"loser", "`ending`"});
    return;
  }
  out.party = party->string;
  const auto part = std::ranges::find(e->names, out.party);
  const bool player =
      part != e->names.end() && e->types[part - e->names.begin()] == ref_type(kPlayerSort);
  if (!player)
    tr.log.add(base::Code::UnknownName, party->span,
               {out.party, ", expected a player that `on` names"});
  tr.gates.push_back({*e, like.source, nullptr, "the ending `" + like.id + "`"});
  tr.p.event_endings.push_back(std::move(out));
}

}  // namespace hanrei::model
