// Provisions: procedures, acts, effects, statics, triggers, limits, endings.
#include <algorithm>
#include <functional>
#include <set>

#include "model/passes/compiler.h"
#include "model/passes/json.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

Source Compiler::source(const Json& form, CardId card) {
  Source s;
  s.by = clauses(form.find("by"));
  s.card = card;
  if (card != kNone)
    if (const Json* spans = form.find("span"))
      for (const Json& name : spans->items) {
        bool known = false;
        for (const auto& [id, words] : p_.cards[card].text) known = known || id == name.string;
        if (!known) log_.add(Code::UnknownSpan, name.span, {name.string, p_.cards[card].name});
        s.spans.push_back(name.string);
      }
  return s;
}

/// `"for": {"c": "キャラ"}`: binds the name as the next temp and returns the set it ranges over.
ExprId Compiler::subject(const Json& form, Scope& scope, std::string* name) {
  const Json* f = form.find("for");
  if (f == nullptr) return kNone;
  if (f->members.size() != 1 || !f->members[0].value.is(Json::Kind::String)) {
    if (f->is(Json::Kind::Object) && f->members.size() != 1)
      log_.add(Code::WrongShape, f->span,
               {"for", std::to_string(f->members.size()) + " names", "one name and its set"});
    return kNone;
  }
  const base::Member& m = f->members[0];
  ExprId set;
  if (m.value.string == "player")
    set = op(Op::AllOf, set_type(ref_type(kPlayerSort)), m.value.span, kNone, kNone, kNone,
             kPlayerSort);
  else if (m.value.string == "card")
    set = op(Op::AllOf, set_type(ref_type(kCardSort, true)), m.value.span, kNone, kNone, kNone,
             kCardSort);
  else
    set = as_set(expression(m.value, scope), "`for`");
  scope.temp(m.key, broken(set) ? Type{} : elem_type(type(set)));
  if (name != nullptr) *name = m.key;
  return set;
}

void Compiler::provision(const Json& f, CardId card) {
  if (card != kNone &&
      std::ranges::none_of(card_forms(), [&](std::string_view k) { return leads(f, k); })) {
    log_.add(Code::WrongShape, f.members.front().key_span,
             {f.members.front().key, "a provision of a card", "a provision of the rulebook"});
    return;
  }
  if (leads(f, "procedure"))
    procedure(f);
  else if (leads(f, "act"))
    act(f);
  else if (leads(f, "effect"))
    effect(f, card);
  else if (leads(f, "norm"))
    norm(f, card);
  else if (leads(f, "static"))
    static_(f, card);
  else if (leads(f, "trigger"))
    trigger(f, card);
  else if (leads(f, "limit"))
    limit(f);
  else if (leads(f, "ending"))
    ending(f);
  else if (leads(f, "amend"))
    amend(f, card);
  else if (leads(f, "defeat"))
    defeat(f);
  else if (leads(f, "replace"))
    replace(f, card);
  else if (leads(f, "settle"))
    settle(f.members.front().value, f);
  else if (leads(f, "loop_rule"))
    loop_rule(f);
  else if (leads(f, "both"))
    p_.both = {clauses(f.find("by")), f.span};
  // The schema forms are done.
}

void Compiler::loop_rule(const Json& f) {
  LoopRule rule;
  rule.id = text_of(f, "loop_rule");
  rule.unasked = one_of(f, "of", {"automatic", "unasked"}) == "unasked";
  rule.draw = one_of(f, "then", {"once, then cut", "draw"}) == "draw";
  rule.by = clauses(f.find("by"));
  rule.span = f.span;
  if (!p_.loop_rules.empty())
    log_.add(Code::DuplicateName, f.find("loop_rule")->span, {"loop_rule", rule.id});
  p_.loop_rules.push_back(std::move(rule));
}

void Compiler::settle(const Json& how, const Json& f) {
  Settle s;
  s.by = clauses(f.find("by"));
  s.span = f.span;
  one_of(how, "statics", {"equilibrium"});
  one_of(how, "none", {"stuck"});
  if (const Json* max = how.find("max")) s.max = number(*max, "max", 1, 12);
  if (const Json* several = how.find("several");
      several != nullptr && several->string != "nobody") {
    Scope scope;
    s.several = expression(*several, scope, ref_type(kPlayerSort));
  }
  p_.settle = std::move(s);
}

void Compiler::procedure(const Json& f) {
  const auto it = procs_.find(text_of(f, "procedure"));
  if (it == procs_.end() || proc_forms_[text_of(f, "procedure")] != &f) return;
  Procedure& proc = p_.procedures[it->second];
  Scope scope;
  scope.proc = &proc;
  for (size_t i = 0; i < proc.locals.size(); ++i)
    scope.local(proc.locals[i].name, static_cast<Id>(i), proc.locals[i].type);
  proc.by = clauses(f.find("by"));
  if (const Json* c = f.find("if")) proc.cond = expression(*c, scope, bool_type());
  // Locals that are first written by a choice are declared as it is met; all others by `:=`.
  proc.say = say(f, scope);
  if (const Json* list = f.find("steps")) proc.steps = steps(*list, scope);
  if (const Json* span = f.find("span")) guard(*span, scope);
  if (const Json* a = f.find("aborts"))
    if (const Json* then = a->find("then"))
      for (const Json& n : then->items)
        if (const Id k = known_label(n, scope); k != kNone) proc.abort_then.push_back(k);
  proc.did.resize(proc.step_names.size(), kNone);
}

Id Compiler::known_label(const Json& n, Scope& scope) {
  const Id k = label(n, scope);
  if (k == kNone)
    log_.add(Code::UnknownStep, n.span,
             {n.is(Json::Kind::Int) ? std::to_string(n.integer) : n.string, scope.proc->name});
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
  if (const Json* then = span.find("then"))
    for (const Json& n : then->items)
      if (const Id k = known_label(n, scope); k != kNone) g.then.push_back(k);
  g.by = clauses(span.find("by"));
  scope.proc->guards.push_back(std::move(g));
}

void Compiler::act(const Json& f) {
  const auto it = acts_.find(text_of(f, "act"));
  if (it == acts_.end() || p_.acts[it->second].span != f.find("act")->span) return;
  ActDef a = p_.acts[it->second];
  a.source = source(f, kNone);
  Procedure& process = p_.procedures[a.process];
  Procedure& declare = p_.procedures[a.declare];
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
          log_.add(Code::UnknownName, e->span, {e->string, ""});
          continue;
        }
        a.effect_of = of->slot;
        if (const Json* named = p.find("named")) a.effect_named = named->boolean;
        a.effect_local = new_local(scope, "e", ref_type(kEffectSort));
        scope.local("e", a.effect_local, ref_type(kEffectSort));
        for (int i = 0; i < kEffectArgs; ++i)
          new_local(scope, "e" + std::to_string(i), ref_type(kCardSort, true));
        continue;
      }
      a.present.push_back(choice(p, scope, true));
    }
  if (const Json* t = f.find("takes_answer")) a.takes_answer = t->boolean;
  process.params = static_cast<int>(process.locals.size());
  a.say = say(f, scope);
  for (const Local& l : parameters(f.find("locals"))) local_named(scope, l.name, l.type);
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
      parts[i]->steps = steps(*lists[i], scope);
    parts[i]->did.resize(parts[i]->step_names.size(), kNone);
  }
  if (const Json* needs = f.find("needs"))
    for (const base::Member& m : needs->members)
      a.needs.emplace_back(m.key, expression(m.value, scope, bool_type()));
  if (const Json* span = f.find("span")) guard(*span, scope);
  act_turns(f, a, scope);
  process.did.resize(process.step_names.size(), kNone);
  declare.locals = process.locals;
  p_.acts[it->second] = std::move(a);
}

/// Who may declare an act, and who is asked next.
void Compiler::act_turns(const Json& f, ActDef& a, Scope& scope) {
  Event declared;
  declared.id = acts_.at(a.name);
  const auto gate = [&](const Json& at, const std::string& what) {
    declared.span = at.span;
    gates_.push_back({declared, a.source, nullptr, what});
  };
  if (const Json* then = f.find("then"); then != nullptr && then->is(Json::Kind::String))
    a.then = expression(*then, scope, ref_type(kPlayerSort));
  if (const Json* after = f.find("after")) {
    a.then_after = expression(*after, scope, ref_type(kPlayerSort));
    if (a.then != kNone)
      log_.add(Code::WrongShape, f.find_member("after")->key_span,
               {"after", "together with `then`", "one of the two"});
  }
  if (const Json* c = f.find("if")) {
    expression(*c, scope, bool_type());
    gate(*c, "the condition of an act");
  }
  const Json* who = f.find("who");
  if (who == nullptr) return;
  a.who = expression(*who, scope, ref_type(kPlayerSort));
  Norm n;  // nobody else may
  n.mode = NormMode::Forbid;
  n.act = ActId(declared.id);
  n.source = a.source;
  n.span = who->span;
  Scope norm_scope;
  norm_scope.temp("self", ref_type(kCardSort, true));
  const Id me = norm_scope.temp("me", ref_type(kPlayerSort));
  const ExprId player = expression(*who, norm_scope, ref_type(kPlayerSort));
  n.cond = op(Op::Ne, bool_type(), who->span,
              op(Op::Temp, ref_type(kPlayerSort), who->span, kNone, kNone, kNone, me), player);
  p_.norms.push_back(std::move(n));
}

void Compiler::effect(const Json& f, CardId card) {
  EffectDef e;
  e.name = text_of(f, "effect");
  e.card = card;
  e.span = f.span;
  e.source = source(f, card);
  if (card == kNone) {
    log_.add(Code::WrongShape, f.members.front().key_span,
             {"effect", "a provision of the rulebook", "a provision of a card"});
    return;
  }
  for (const std::string& name : e.source.spans)
    for (const auto& [id, words] : p_.cards[card].text)
      if (id == name) e.words += words;
  const std::string title = p_.cards[card].name + (e.name.empty() ? "" : "・" + e.name);
  e.proc = frame(title, f.span);
  Procedure& proc = p_.procedures[e.proc];
  if (const Json* list = f.find("steps")) step_labels(*list, proc);
  Scope scope;
  scope.proc = &proc;
  scope.card = card;
  proc.locals = {{"self", ref_type(kCardSort, true), false}, {"me", ref_type(kPlayerSort), false}};
  scope.local("self", 0, ref_type(kCardSort, true));
  scope.local("me", 1, ref_type(kPlayerSort));
  if (const Json* list = f.find("present"))
    for (const Json& p : list->items) {
      e.present.push_back(choice(p, scope, true));
      if (e.present.back().domain != DomainKind::One)
        log_.add(Code::UnsupportedForm, p.span, {"a presented set of an effect"});
    }
  if (e.present.size() > static_cast<size_t>(kEffectArgs))
    log_.add(Code::UnsupportedForm, f.span,
             {"an effect with more than " + std::to_string(kEffectArgs) + " presented things"});
  proc.params = static_cast<int>(proc.locals.size());
  proc.say = say(f, scope);
  if (const Json* list = f.find("steps")) proc.steps = steps(*list, scope);
  proc.did.resize(proc.step_names.size(), kNone);
  if (const Json* pr = f.find("price")) {
    e.priced = true;
    if (pr->is(Json::Kind::Object)) e.price = price(*pr);
    if (pr->find("do") != nullptr || pr->find("if") != nullptr) {
      e.pay_proc = frame(title + "・使用代償", pr->span);
      Procedure& pay = p_.procedures[e.pay_proc];
      pay.locals = {{"self", ref_type(kCardSort, true), false},
                    {"me", ref_type(kPlayerSort), false}};
      pay.params = 2;
      Scope ps;
      ps.proc = &pay;
      ps.card = card;
      ps.local("self", 0, ref_type(kCardSort, true));
      ps.local("me", 1, ref_type(kPlayerSort));
      Step like;
      like.span = pr->span;
      like.by = e.source.by;
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
    if (uses->is(Json::Kind::Int))
      e.uses = number(*uses, "uses", 1, kMostUses);
    else if (const Json* m = uses->find("max"))
      e.uses = number(*m, "max", 1, kMostUses);
  }
  p_.cards[card].effects.push_back(p_.effects.push_back(std::move(e)));
}

void Compiler::static_(const Json& f, CardId card) {
  Static s;
  s.id = text_of(f, "static");
  s.span = f.span;
  s.source = source(f, card);
  Scope scope;
  scope.card = card;
  scope.temp("self", ref_type(kCardSort, true));
  s.domain = subject(f, scope);
  s.for_all = s.domain != kNone;
  if (card == kNone && f.find("for") == nullptr)
    log_.add(Code::MissingKey, f.span, {"for", "a `static` of the rulebook"});
  const Json* m = f.find("modify");
  if (m == nullptr) return;
  const auto at = place(parse(*m, false), scope);
  if (!at) return;
  s.attr = at->attr;
  s.target = at->target;
  const AttrDef attr = p_.attrs[s.attr];
  if (attr.sort != kCardSort)
    log_.add(Code::UnsupportedForm, m->span,
             {"a modifier of `" + m->string + "`, which is no attribute of a card,"});
  if (!s.for_all) scope.temp("·target", ref_type(kCardSort, true));
  static constexpr std::pair<std::string_view, ModOp> ops[] = {
      {"add", ModOp::Add},        {"mul", ModOp::Mul}, {"set", ModOp::Set},
      {"floor", ModOp::Floor},    {"cap", ModOp::Cap}, {"with", ModOp::With},
      {"without", ModOp::Without}};
  for (const auto& [key, o] : ops)
    if (const Json* amount = f.find(key)) {
      s.op = o;
      s.amount = expression(*amount, scope, attr.type);
    }
  if (s.amount == kNone) {
    log_.add(Code::MissingKey, f.span, {"add", "`static`"});
    return;
  }
  if (const Json* c = f.find("if")) s.cond = expression(*c, scope, bool_type());
  if (card != kNone) s.cond = both(s.cond, static_active_);
  s.layer = std::max(0, static_cast<int>(attr.layers.size()) - 1);
  if (const Json* layer = f.find("layer")) {
    const auto it = std::ranges::find(attr.layers, layer->string);
    if (it == attr.layers.end())
      log_.add(Code::UnknownName, layer->span, {layer->string, ""});
    else
      s.layer = static_cast<int>(it - attr.layers.begin());
  }
  if (attr.displace)
    s.amount = unsupported(
        f.span, base::in_both("a modifier of an attribute with layers", "層のある属性の修正"),
        attr.type, {s.amount});
  if (attr.type == set_type(ref_type(kEffectSort)))
    log_.add(Code::UnsupportedForm, f.span,
             {base::in_both("abilities given or taken by a text", "文面による能力の付与と喪失")});
  p_.statics.push_back(std::move(s));
  if (card != kNone) p_.cards[card].statics.push_back(p_.statics.last_id());
}

/// Is there a moment at which a trigger on this may be collected, and whose order lets nothing
/// lapse?
bool Compiler::keeps(const std::string& signal) const {
  const auto it = signals_.find(signal);
  if (it == signals_.end()) return false;
  std::set<SignalId> seen;
  const std::function<bool(SignalId)> raises = [&](SignalId s) {
    return s == it->second ||
           (seen.insert(s).second && std::ranges::any_of(p_.signals[s].covers, raises));
  };
  for (const SignalId s : p_.signals.ids()) {
    const OrderId order = p_.signals[s].order;
    seen.clear();
    if (order != kNone && !p_.orders[order].skip_lapsed && raises(s)) return true;
  }
  return false;
}

/// Whose the subject of a trigger is (a temp, or a local) and what it is attached to: as it was
/// when it arose. That goes for one expression, or for all that its frame has, from `first` on;
/// what is assigned to stays what it is.
void Compiler::as_it_arose(Op of, ExprId one, size_t first, const Procedure& proc) {
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
    const Expr& e = p_.exprs[i];
    if (e.op != Op::Attr || (e.attr() != kUserAttr && e.attr() != kHostAttr) || p_[e.a].op != of ||
        p_[e.a].id != 0 || assigned.contains(i))
      return;
    Expr instead;
    instead.op = of;
    instead.type = e.attr() == kUserAttr ? ref_type(kPlayerSort) : ref_type(kCardSort, true);
    instead.id = e.attr() == kUserAttr ? 1 : 2;
    instead.span = e.span;
    p_.exprs.replace(i, std::move(instead));
  };
  const std::function<void(ExprId)> within = [&](ExprId id) {
    if (id == kNone) return;
    fix(id);
    const Expr e = p_[id];
    each_operand(e, within);
  };
  if (one != kNone) {
    within(one);
    return;
  }
  visit(proc.steps);
  for (const auto& would : p_.woulds) note(would);
  for (const ExprId i : p_.exprs.ids(first)) fix(i);
}

void Compiler::trigger(const Json& f, CardId card) {
  Trigger t;
  t.id = text_of(f, "trigger");
  t.span = f.span;
  t.source = source(f, card);
  t.proc = frame((card != kNone ? p_.cards[card].name + "・" : "") + t.id, f.span);
  Procedure& proc = p_.procedures[t.proc];
  proc.by = t.source.by;
  if (const Json* list = f.find("steps")) step_labels(*list, proc);
  Scope over;  // conditions, over temps
  over.card = card;
  std::string name = "self";
  if (card != kNone && f.find("for") != nullptr)
    log_.add(Code::UnsupportedForm, f.find_member("for")->key_span, {"`for` of a card's trigger"});
  if (card != kNone)
    over.temp("self", ref_type(kCardSort, true));
  else
    t.domain = subject(f, over, &name);
  if (card == kNone && t.domain == kNone) over.temp("·", ref_type(kCardSort, true));
  const Type subject_type = over.names[0].second.type;
  const ExprId self = op(Op::Temp, subject_type, f.span, kNone, kNone, kNone, 0);
  if (card != kNone)
    over.alias("me",
               op(Op::Attr, ref_type(kPlayerSort), f.span, self, kNone, kNone,
                  attr_of(kCardSort, "user"), 0),
               ref_type(kPlayerSort));
  Scope scope;  // the effect, over a frame
  scope.proc = &proc;
  scope.card = card;
  proc.locals = {{name, subject_type, false}};
  proc.params = 1;
  scope.local(name, 0, subject_type);
  const Json* on = f.find("on");
  const Node n = on != nullptr ? parse(*on, false) : Node{};
  const std::string head = n.kind == NodeKind::Call ? n.kids[0].text : n.text;
  const bool kept = subject_type.kind == TypeKind::Ref && subject_type.id == kCardSort &&
                    on != nullptr && keeps(head);
  Scope asked = over;
  if (kept) {
    over.temps = asked.temps = kKeptArgs;
    proc.locals.push_back({"·user", ref_type(kPlayerSort), false});
    proc.locals.push_back({"·host", ref_type(kCardSort, true), false});
    proc.params = kKeptArgs;
    if (card != kNone)
      scope.alias("me", op(Op::Local, ref_type(kPlayerSort), f.span, kNone, kNone, kNone, 1),
                  ref_type(kPlayerSort));
    if (card != kNone)
      asked.alias("me", op(Op::Temp, ref_type(kPlayerSort), f.span, kNone, kNone, kNone, 1),
                  ref_type(kPlayerSort));
  } else if (card != kNone) {
    const ExprId local = op(Op::Local, subject_type, f.span, kNone, kNone, kNone, 0);
    scope.alias("me",
                op(Op::Attr, ref_type(kPlayerSort), f.span, local, kNone, kNone,
                   attr_of(kCardSort, "user"), 0),
                ref_type(kPlayerSort));
  }
  if (on == nullptr) return;
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
    if (it == signals_.end()) {
      const auto e = n.kind == NodeKind::Bad ? std::nullopt : event(*on);
      if (!e) return;
      log_.add(Code::UnsupportedForm, on->span,
               {base::in_both("a trigger on `" + on->string + "`",
                              "`" + on->string + "` を契機とする誘発")});
      for (size_t i = 0; i < e->names.size(); ++i) {
        if (e->names[i] == "self" || e->names[i] == name) continue;
        over.temp(e->names[i], e->types[i]);
        local_named(scope, e->names[i], e->types[i]);
      }
      gates_.push_back({*e, t.source, nullptr, "a trigger on `" + on->string + "`"});
      t.on.push_back(*e);
    } else {
      t.signal = it->second;
      const std::vector<Local> args = p_.signals[it->second].args;
      if (n.kind == NodeKind::Call && n.kids.size() > args.size() + 1)
        log_.add(Code::WrongArguments, n.span,
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
        const ExprId value = compile(ev, over);
        const std::string& bound = n.kids[i + 1].text;
        if (bound == "self" || bound == name) {
          const Type have = type(self), argument = type(value);
          if (have.kind != TypeKind::Error && argument.kind != TypeKind::Error &&
              (have.kind != argument.kind || have.id != argument.id)) {
            log_.add(Code::TypeMismatch, n.kids[i + 1].span,
                     {"`" + bound + "`", show(have), show(argument)});
            continue;
          }
          const ExprId same = op(Op::Eq, bool_type(), ev.span, value, self);
          t.cond = t.cond == kNone ? same : op(Op::And, bool_type(), ev.span, t.cond, same);
        } else {
          for (Scope* of : {&over, &asked, &scope}) of->alias(bound, value, args[i].type);
        }
      }
    }
  }
  if (const Json* c = f.find("if"); c != nullptr && t.on_act_end) {
    proc.cond = expression(*c, scope, bool_type());
  } else if (c != nullptr) {
    const ExprId cond = expression(*c, over, bool_type());
    t.cond = t.cond == kNone ? cond : op(Op::And, bool_type(), c->span, t.cond, cond);
  }
  if (const Json* may = f.find("may")) {
    t.may = expression(*may, kept ? asked : over, ref_type(kPlayerSort));
    if (kept) as_it_arose(Op::Temp, t.may, 0, proc);
  }
  const size_t first = p_.exprs.size();
  t.say = say(f, t.on_act_end ? scope : over);
  Step like;
  like.span = f.span;
  like.by = t.source.by;
  if (const Json* list = f.find("steps")) proc.steps = steps(*list, scope);
  if (const Json* d = f.find("do")) statements(*d, scope, false, proc.steps, like);
  if (const Json* c = f.find("call")) {
    Step s = like;
    if (call_step(parse(*c, true), s, scope)) proc.steps.push_back(std::move(s));
  }
  proc.did.resize(proc.step_names.size(), kNone);
  if (kept) as_it_arose(Op::Local, kNone, first, proc);
  p_.triggers.push_back(std::move(t));
  if (card != kNone) p_.cards[card].triggers.push_back(p_.triggers.last_id());
}

void Compiler::limit(const Json& f) {
  const auto it = limits_.find(text_of(f, "limit"));
  if (it == limits_.end()) return;
  Limit l = p_.limits[it->second];
  l.span = f.span;
  l.source = source(f, kNone);
  Scope scope;
  std::string name;
  l.domain = subject(f, scope, &name);
  if (const Json* h = f.find("holds")) l.holds = expression(*h, scope, bool_type());
  l.always = text_of(f, "when", "always") == "always";
  l.construction = text_of(f, "when", "always") == "construction";
  l.say = say(f, scope);
  for (std::string_view key : {"repair", "bar"})
    if (const base::Member* m = f.find_member(key); m != nullptr && l.construction)
      log_.add(Code::WrongShape, m->key_span,
               {std::string(key), base::in_both("of a limit of construction", "構築の制限のもの"),
                base::in_both("none: a deck is judged, not mended",
                              "なし(デッキは判定するだけで、是正しません)")});
  if (const Json* r = f.find("repair")) {
    l.repair = frame(l.id + "・是正", r->span);
    Procedure& proc = p_.procedures[l.repair];
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
  if (const Json* bar = f.find("bar"))
    for (const Json& b : bar->items)
      if (auto e = event(b)) {
        gates_.push_back(
            {*e, l.source, nullptr, "`" + b.string + "`, barred by the limit `" + l.id + "`"});
        l.bar.push_back(std::move(*e));
      }
  if (f.find("repair") == nullptr && l.always) {
    // Nothing mends a breach: an engine that comes to one stops.
    if (l.bar.empty())
      log_.add(Code::UnsupportedForm, f.span,
               {base::in_both("a limit that nothing mends", "是正の定めのない制限")});
    l.repair = frame(l.id + "・是正", f.span);
    Procedure& proc = p_.procedures[l.repair];
    proc.by = l.source.by;
    proc.params = 1;
    proc.locals = {{name.empty() ? "·" : name,
                    scope.names.empty() ? int_type() : scope.names[0].second.type, false}};
    Step stop;
    stop.span = f.span;
    stop.by = l.source.by;
    stop.cond = unsupported(
        f.span, base::in_both("a breach of the limit `" + l.id + "`", "制限 `" + l.id + "` の違反"),
        bool_type());
    proc.steps.push_back(std::move(stop));
  }
  p_.limits[it->second] = std::move(l);
}

void Compiler::ending(const Json& f) {
  Ending e;
  e.id = text_of(f, "ending");
  e.span = f.span;
  e.source = source(f, kNone);
  if (const Json* on = f.find("on"); on != nullptr && f.find("when") == nullptr) {
    event_ending(f, *on, e);
    return;
  }
  Scope scope;
  std::string name;
  e.domain = subject(f, scope, &name);
  if (const Json* w = f.find("when"); w != nullptr) e.when = expression(*w, scope, bool_type());
  if (const Json* h = f.find("hold"); h != nullptr) e.hold = expression(*h, scope, bool_type());
  const Json* party = f.find("winner") != nullptr ? f.find("winner") : f.find("loser");
  e.wins = f.find("winner") != nullptr;
  e.say = say(f, scope);
  if (party == nullptr)
    log_.add(Code::MissingKey, f.span, {"loser", "`ending`"});
  else if (party->string != name)
    log_.add(Code::WrongShape, party->span,
             {e.wins ? "winner" : "loser", "`" + party->string + "`",
              name.empty() ? "a player that `for` names" : "`" + name + "`, the name in `for`"});
  const std::string judged = text_of(f, "judged", "at once");
  if (judged != "at once" && judged != "at judge")
    log_.add(Code::WrongShape, f.find("judged")->span,
             {"judged", "`" + judged + "`", "at once or at judge"});
  e.at_once = judged == "at once";
  if (e.when == kNone) {
    log_.add(Code::MissingKey, f.span, {"when", "`ending`"});
    return;
  }
  p_.endings.push_back(std::move(e));
}

/// An ending that something that happens brings, such as `failed(draw(p))`.
void Compiler::event_ending(const Json& f, const Json& on, const Ending& like) {
  const auto e = event(on);
  if (!e) return;
  EventEnding out{like.id, *e, "", f.find("winner") != nullptr, like.source, f.span};
  const Json* party = f.find(out.wins ? "winner" : "loser");
  if (party == nullptr) {
    log_.add(Code::MissingKey, f.span, {"loser", "`ending`"});
    return;
  }
  out.party = party->string;
  const auto part = std::ranges::find(e->names, out.party);
  const bool player =
      part != e->names.end() && e->types[part - e->names.begin()] == ref_type(kPlayerSort);
  if (!player)
    log_.add(Code::UnknownName, party->span, {out.party, ", expected a player that `on` names"});
  gates_.push_back({*e, like.source, nullptr, "the ending `" + like.id + "`"});
  p_.event_endings.push_back(std::move(out));
}

}  // namespace hanrei::model
