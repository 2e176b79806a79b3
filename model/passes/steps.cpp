// Steps.
#include "model/passes/steps.h"

#include <algorithm>

#include "model/passes/choices.h"
#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/later.h"
#include "model/passes/names.h"
#include "model/passes/regimes.h"
#include "model/passes/says.h"
#include "model/passes/statements.h"
#include "model/passes/translation.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

static void step(Translation& tr, const Json& json, Scope& scope, std::vector<Step>& out);

/// Steps whose sentence speaks of what they have brought about.
static constexpr std::string_view kToldLater[] = {"each", "choose", "do"};

/// The word under a key; the first of `words` when there is none, or none of them.
std::string_view one_of(Translation& tr, const Json& form, std::string_view key,
                        std::initializer_list<std::string_view> words) {
  const Json* j = form.find(key);
  std::string all;
  for (std::string_view w : words) {
    if (j != nullptr && j->is(Json::Kind::String) && j->string == w) return w;
    all += (all.empty() ? "" : w == *(words.end() - 1) ? " or " : ", ") + std::string(w);
  }
  if (j != nullptr && j->is(Json::Kind::String))
    tr.log.add(base::Code::WrongShape, j->span, {std::string(key), "`" + j->string + "`", all});
  return *words.begin();
}

std::vector<ClauseId> clauses(Translation& tr, const Json* by) {
  std::vector<ClauseId> out;
  if (by == nullptr) return out;
  const auto one = [&](const Json& j) {
    if (!j.is(Json::Kind::String)) return;
    if (const auto it = tr.names.clauses.find(j.string); it != tr.names.clauses.end())
      out.push_back(it->second);
    else
      tr.log.add(base::Code::UnknownClause, j.span, {j.string});
  };
  for (const Json& item : by->items) {
    if (item.is(Json::Kind::Array))
      for (const Json& inner : item.items) one(inner);
    else
      one(item);
  }
  return out;
}

Id label(Translation& tr, const Json& n, Scope& scope) {
  const auto& labels = tr.labels_of(scope.proc);
  const auto it = labels.find(label_text(n));
  return it == labels.end() ? kNone : it->second;
}

bool call_step(Translation& tr, const Node& n, Step& step, Scope& scope) {
  if (n.kind == NodeKind::Bad) return false;
  if (n.kind != NodeKind::Call || n.kids[0].kind != NodeKind::Name) {
    tr.log.add(base::Code::ExprSyntax, n.span,
               {"`" + print(n) + "`", base::in_both("a procedure call", "手順の呼び出し")});
    return false;
  }
  const std::string& f = n.kids[0].text;
  step.kind = StepKind::Call;
  if (scope.act && n.kids.size() == 1 && (f == "effect" || f == "other_price")) {
    step.effect = true;
    step.pays = f != "effect";
    return true;
  }
  if (f == "effect" && n.kids.size() > 1) {  // the effect of a card, for what it would present
    std::vector<ExprId> args;
    for (size_t i = 1; i < n.kids.size(); ++i)
      args.push_back(want(tr, compile(tr, n.kids[i], scope, ref_type(kCardSort)),
                          ref_type(kCardSort), "argument of `effect`"));
    step.kind = StepKind::Note;
    step.cond =
        both(tr, step.cond,
             later(tr, n.span, base::in_both("the effect of another card", "ほかのカードの効果"),
                   bool_type(), args));
    return true;
  }
  const auto it = tr.names.procs.find(f);
  if (it == tr.names.procs.end()) {
    tr.log.add(base::Code::UnknownName, n.kids[0].span, {f, nearby(tr, f)});
    return false;
  }
  step.callee = it->second;
  const Procedure& callee = tr.p.procedures[it->second];
  if (static_cast<size_t>(callee.params) + 1 != n.kids.size()) {
    tr.log.add(base::Code::WrongArguments, n.span,
               {f, std::to_string(callee.params), std::to_string(n.kids.size() - 1)});
    return false;
  }
  for (int i = 0; i < callee.params; ++i) {
    const Type t = callee.locals[i].type;
    step.args.push_back(argument(tr, n, i, t, scope));
  }
  return true;
}

static SignalId combined_signal(Translation& tr, const std::vector<SignalId>& signals, Span span) {
  if (signals.size() == 1) return signals[0];
  std::string name;
  for (const SignalId s : signals) name += (name.empty() ? "" : "・") + tr.p.signals[s].name;
  if (const auto it = tr.names.signals.find(name); it != tr.names.signals.end()) return it->second;
  SignalDef d = tr.p.signals[signals[0]];
  d.name = name;
  d.covers = signals;
  d.aka.clear();
  d.span = span;
  return tr.names.signals[name] = tr.p.signals.push_back(std::move(d));
}

static void window(Translation& tr, const Json& json, Step& step, Scope& scope) {
  step.kind = StepKind::Window;
  std::vector<const Json*> names;
  if (json.is(Json::Kind::String))
    names.push_back(&json);
  else
    for (const Json& j : json.items) names.push_back(&j);
  for (const Json* j : names) {
    if (!j->is(Json::Kind::String)) {
      tr.log.add(base::Code::WrongShape, j->span,
                 {"window", std::string(base::kind_name(j->kind)), "a signal"});
      continue;
    }
    const Node n = parse(tr, *j, false);
    const std::string f = n.kind == NodeKind::Call ? n.kids[0].text : n.text;
    const auto it = tr.names.signals.find(f);
    if (it == tr.names.signals.end()) {
      if (n.kind != NodeKind::Bad) tr.log.add(base::Code::UnknownName, j->span, {f, nearby(tr, f)});
      continue;
    }
    step.signals.push_back(it->second);
    const std::vector<Local> params = tr.p.signals[it->second].args;
    const size_t given = n.kind == NodeKind::Call ? n.kids.size() - 1 : 0;
    if (given != params.size()) {
      tr.log.add(base::Code::WrongArguments, j->span,
                 {f, std::to_string(params.size()), std::to_string(given)});
      continue;
    }
    if (step.signals.size() > 1) continue;
    for (size_t i = 0; i < params.size(); ++i)
      step.args.push_back(argument(tr, n, i, params[i].type, scope));
  }
  if (step.signals.size() > 1) step.signals = {combined_signal(tr, step.signals, json.span)};
  if (step.signals.empty()) step.kind = StepKind::Note;
}

std::vector<Step> steps(Translation& tr, const Json& list, Scope& scope) {
  std::vector<Step> out;
  for (const Json& s : list.items) step(tr, s, scope, out);
  out.shrink_to_fit();  // one program is kept for each choice of readings
  return out;
}

/// The block of a step that has one: `steps`, then `do`, then `call`.
static std::vector<Step> body(Translation& tr, const Json& json, Scope& scope, const Step& like) {
  std::vector<Step> out;
  if (const Json* list = json.find("steps")) out = steps(tr, *list, scope);
  if (const Json* d = json.find("do")) statements(tr, *d, scope, false, out, like);
  if (const Json* c = json.find("call")) {
    Step k = like;
    if (call_step(tr, parse(tr, *c, true), k, scope)) out.push_back(std::move(k));
  }
  return out;
}

static void each(Translation& tr, const Json& json, Step& s, Scope& scope) {
  s.kind = StepKind::Each;
  const Json& set = *json.find("each");
  const Node q = ranging(tr, set);
  if (q.kind != NodeKind::Quant) {
    s.kind = StepKind::Note;
    return;
  }
  const size_t names = scope.names.size();
  s.set = as_set(tr, compile(tr, q.kids[0], scope), "members");
  const Type elem = tr.broken(s.set) ? Type{} : elem_type(tr.type(s.set));
  if (q.kids[1].kind != NodeKind::Bad && !tr.broken(s.set)) {
    const int temps = scope.temps;
    const Id slot = scope.temp(q.name, elem);
    const ExprId where =
        want(tr, compile(tr, q.kids[1], scope, bool_type()), bool_type(), "`where`");
    scope.restore(names, temps);
    s.set = op(tr, Op::Quant, set_type(elem), q.span, s.set, where, kNone, slot,
               static_cast<int64_t>(QuantKind::SetQ));
  }
  s.together = one_of(tr, json, "mode", {"joint", "in order", "sequence"}) == "joint";
  if (const Json* order = json.find("order")) {
    s.order =
        order_at(tr, *order, scope, scope.proc->name + (s.name.empty() ? "" : "[" + s.name + "]"));
    s.cond = both(
        tr, s.cond,
        unsupported(tr, order->span,
                    base::in_both("the members of a set in an order", "集合の要素を順番に扱うこと"),
                    bool_type()));
  }
  s.var = new_local(scope, q.name, elem);
  scope.local(q.name, s.var, elem);
  Step like;
  like.span = json.span;
  like.by = s.by;
  Arm arm;
  s.say = kNone;
  if (const Json* let = json.find("let"))
    for (const base::Member& m : let->members) {
      Step set_local = like;
      set_local.kind = StepKind::Do;
      Stmt st;
      st.kind = StmtKind::Assign;
      st.span = m.value.span;
      st.value = expression(tr, m.value, scope);
      const Type t = tr.type(st.value);
      st.target =
          op(tr, Op::Local, t, m.value.span, kNone, kNone, kNone, local_named(scope, m.key, t));
      set_local.stmts.push_back(std::move(st));
      arm.steps.push_back(std::move(set_local));
    }
  if (json.find("choose") != nullptr) {
    Step pick = like;
    pick.kind = StepKind::Choose;
    pick.choose = choice(tr, json, scope, false);
    arm.steps.push_back(std::move(pick));
  }
  const SayId told = say(tr, json, scope);  // of each member
  like.say = json.find("steps") == nullptr ? told : kNone;
  if (like.say == kNone && told != kNone) {
    Step tell = like;
    tell.say = told;
    arm.steps.push_back(std::move(tell));
  }
  for (Step& inner : body(tr, json, scope, like)) arm.steps.push_back(std::move(inner));
  s.arms.push_back(std::move(arm));
  scope.names.resize(names);
}

static void simul(Translation& tr, const Json& json, Step& s, Scope& scope) {
  s.kind = StepKind::Simul;
  const std::string here = scope.proc->name + (s.name.empty() ? "" : "[" + s.name + "]");
  if (const Json* order = json.find("order")) s.order = order_at(tr, *order, scope, here);
  s.judge_end = one_of(tr, json, "judge", {"each", "end"}) == "end";
  s.edges_end = one_of(tr, json, "edges", {"each", "end"}) == "end";
  s.together = one_of(tr, json, "mode", {"sequence", "joint"}) == "joint";
  const Json* items = json.find("items");
  if (items == nullptr) return;
  Step like;
  like.span = items->span;
  like.by = s.by;
  if (items->is(Json::Kind::String)) {
    // "NAME in SET: call": as many items as members
    const Node q = ranging(tr, *items, true);
    if (q.kind != NodeKind::Quant || q.kids[2].kind != NodeKind::Call) {
      if (q.kind == NodeKind::Quant)
        tr.log.add(base::Code::ExprSyntax, items->span,
                   {"`" + items->string + "`",
                    base::in_both("`NAME in SET: call`", "`NAME in SET: call` の形")});
      return;
    }
    const size_t names = scope.names.size();
    s.set = as_set(tr, compile(tr, q.kids[0], scope), "items");
    const Type elem = tr.broken(s.set) ? Type{} : elem_type(tr.type(s.set));
    s.var = new_local(scope, q.name, elem);
    scope.local(q.name, s.var, elem);
    Arm arm;
    arm.text = items->string;
    Step call = like;
    if (call_step(tr, q.kids[2], call, scope)) arm.steps.push_back(std::move(call));
    s.arms.push_back(std::move(arm));
    scope.names.resize(names);
    s.cond = both(tr, s.cond,
                  later(tr, items->span,
                        base::in_both("an item for every member of a set",
                                      "集合の各要素を項目とする同時処理")));
    return;
  }
  for (const Json& item : items->items) {
    Arm arm;
    like.span = item.span;
    const Json* text = &item;
    if (item.is(Json::Kind::Object)) {
      if (const Json* c = item.find("if")) arm.cond = expression(tr, *c, scope, bool_type());
      text = item.find("do");
    }
    if (text != nullptr && text->is(Json::Kind::String)) {
      arm.text = text->string;
      arm.say = say(tr, item, scope);
      statements(tr, *text, scope, s.together, arm.steps, like);
    }
    s.arms.push_back(std::move(arm));
  }
  if (!s.together) return;
  // Joint items are one commit: all is read, conditions too, before anything is written.
  s.kind = StepKind::Do;
  for (const Arm& arm : s.arms)
    for (const Step& piece : arm.steps)
      for (const Stmt& st : piece.stmts) s.stmts.push_back(guarded(tr, st, arm.cond));
  s.arms.clear();
}

static void loop(Translation& tr, const Json& json, Step s, Scope& scope, std::vector<Step>& out) {
  s.kind = StepKind::Loop;
  const Json* times = json.find("times");
  ExprId rounds;
  if (times != nullptr) {  // counts down in a local of its own
    const ExprId n = expression(tr, *times, scope, int_type());
    rounds = op(tr, Op::Local, int_type(), times->span, kNone, kNone, kNone,
                new_local(scope, "·rounds", int_type()));
    Step init = s;
    init.kind = StepKind::Do;
    Stmt st;
    st.kind = StmtKind::Assign;
    st.target = rounds;
    st.value = n;
    st.span = times->span;
    init.stmts.push_back(std::move(st));
    out.push_back(std::move(init));
    s.again =
        op(tr, Op::Lt, bool_type(), times->span, constant(tr, 0, int_type(), times->span), rounds);
  }
  if (times == nullptr && json.find("while") == nullptr && json.find("again") == nullptr)
    tr.log.add(base::Code::MissingKey, json.span, {"while", "`loop`"});
  s.arms.push_back({kNone, steps(tr, *json.find("loop"), scope), {}});
  if (times != nullptr) {
    Step down;
    down.kind = StepKind::Do;
    down.span = times->span;
    Stmt st;
    st.kind = StmtKind::Assign;
    st.assign = AssignOp::Sub;
    st.target = rounds;
    st.value = constant(tr, 1, int_type(), times->span);
    st.span = times->span;
    down.stmts.push_back(std::move(st));
    s.arms[0].steps.push_back(std::move(down));
  }
  if (const Json* w = json.find("while"))
    s.again = both(tr, s.again, expression(tr, *w, scope, bool_type()));
  if (const Json* m = json.find("measure")) s.measure = expression(tr, *m, scope, int_type());
  if (const Json* a = json.find("again")) {
    if (const Json* who = a->find("who"))
      s.ask = expression(tr, *who, scope, ref_type(kPlayerSort));
    if (const Json* n = a->find("n")) {
      s.name = label_text(*n);
      s.ordinal = label(tr, *n, scope);
    }
    if (const Json* by = a->find("by")) s.by = clauses(tr, by);
  }
  if (const Json* b = json.find("bound")) s.bound = number(tr, *b, "bound", 1, 255);
  out.push_back(std::move(s));
}

/// What follows an `else`.
static std::vector<Step> otherwise(Translation& tr, const Json& json, const Step& step,
                                   Scope& scope) {
  std::vector<Step> rest;
  Step like;
  like.span = json.span;
  like.by = step.by;
  like.ordinal = step.ordinal;
  if (json.is(Json::Kind::String) ||
      (json.is(Json::Kind::Array) && !json.items.empty() && json.items[0].is(Json::Kind::String)))
    statements(tr, json, scope, false, rest, like);
  else if (json.is(Json::Kind::Array))
    rest = steps(tr, json, scope);
  return rest;
}

static void branch(Translation& tr, const Json& arms, Step& s, Scope& scope) {
  s.kind = StepKind::Branch;
  for (const Json& arm : arms.items) {
    Arm a;
    if (const Json* c = arm.find("if")) a.cond = expression(tr, *c, scope, bool_type());
    Step like;
    like.span = arm.span;
    like.by = s.by;
    const Json* e = arm.find("else");
    a.steps = body(tr, arm, scope, like);
    if (e == nullptr || a.cond != kNone) s.arms.push_back(std::move(a));
    if (e != nullptr) s.arms.push_back({kNone, otherwise(tr, *e, s, scope), {}});
  }
}

static bool offer(Translation& tr, const Json& json, const Json& what, Step& s, Scope& scope) {
  s.kind = StepKind::Offer;
  s.exchange = exchange_at(tr, what, scope.proc->name + (s.name.empty() ? "" : "[" + s.name + "]"));
  if (s.exchange == kNone) return false;
  if (const Json* hold = json.find("hold"); hold != nullptr && hold->string != "inner") {
    const Type acts = set_type(ref_type(kActSort));
    scope.alias(
        hold->string,
        unsupported(tr, hold->span,
                    base::in_both("what was declared in an exchange", "機会で宣言されたもの"),
                    acts),
        acts);
  }
  return true;
}

static void process(Translation& tr, const Json& json, const Json& what, Step& s, Scope& scope) {
  s.kind = StepKind::Process;
  s.others = what.string == "others";
  if (const Binding* held = scope.find(what.string);
      held != nullptr && held->type == set_type(ref_type(kActSort)))
    s.cond =
        both(tr, s.cond,
             unsupported(tr, what.span,
                         base::in_both("what was declared in an exchange", "機会で宣言されたもの"),
                         bool_type()));
  else if (what.is(Json::Kind::String) && what.string != "others" && what.string != "inner")
    tr.log.add(base::Code::UnknownName, what.span,
               {what.string, ", expected `inner`, `others` or what an `offer` holds"});
  if (const Json* let = json.find("let")) s.result = local_named(scope, let->string, bool_type());
}

void step(Translation& tr, const Json& json, Scope& scope, std::vector<Step>& out) {
  Step s;
  s.span = json.span;
  s.by = clauses(tr, json.find("by"));
  if (const Json* n = json.find("n")) {
    s.name = label_text(*n);
    s.ordinal = label(tr, *n, scope);
  }
  if (const Json* c = json.find("if")) s.cond = expression(tr, *c, scope, bool_type());
  const Json* other = json.find("else");
  const auto wrap_else = [&](std::vector<Step> body) {
    // {"if": φ, …, "else": …} is a branch
    const bool simple = other == nullptr && (body.size() == 1 || s.cond == kNone);
    if (simple) {
      for (Step& b : body) out.push_back(std::move(b));
      return;
    }
    Step branch = s;
    branch.kind = StepKind::Branch;
    branch.say = kNone;
    branch.cond = kNone;
    for (Step& b : body) {
      if (b.cond == s.cond) b.cond = kNone;
      b.name.clear();
    }
    branch.arms.push_back({s.cond, std::move(body), {}});
    if (other == nullptr) {
      out.push_back(std::move(branch));
      return;
    }
    branch.arms.push_back({kNone, otherwise(tr, *other, s, scope), {}});
    out.push_back(std::move(branch));
  };
  /// A step that an engine must not reach: its own condition is tested first.
  const auto stop_at = [&](Step& at, ExprId stop) { at.cond = both(tr, at.cond, stop); };

  const bool told_later =
      std::ranges::any_of(kToldLater, [&](std::string_view k) { return json.find(k) != nullptr; });
  if (!told_later) s.say = say(tr, json, scope);
  if (json.find("each") != nullptr) {
    each(tr, json, s, scope);
    wrap_else({s});
    return;
  }
  if (json.find("choose") != nullptr) {
    s.kind = StepKind::Choose;
    s.choose = choice(tr, json, scope, false);
    const Type chosen = s.choose.var == kNone ? Type{} : scope.proc->locals[s.choose.var].type;
    s.say = say(tr, json, scope, &chosen);
    std::vector<Step> body{s};
    if (const Json* d = json.find("do")) {
      Step like;
      like.span = json.span;
      like.by = s.by;
      like.ordinal = s.ordinal;
      like.cond = s.cond;
      statements(tr, *d, scope, false, body, like);
    }
    wrap_else(std::move(body));
    return;
  }
  if (const Json* w = json.find("window")) {
    window(tr, *w, s, scope);
    wrap_else({s});
    return;
  }
  if (const Json* o = json.find("offer")) {
    if (offer(tr, json, *o, s, scope)) wrap_else({s});
    return;
  }
  if (const Json* what = json.find("process")) {
    process(tr, json, *what, s, scope);
    wrap_else({s});
    return;
  }
  if (json.find("recheck") != nullptr) {
    s.kind = StepKind::Recheck;
    s.arms.push_back(
        {kNone, other != nullptr ? otherwise(tr, *other, s, scope) : std::vector<Step>{}, {}});
    out.push_back(std::move(s));
    return;
  }
  if (const Json* items = json.find("simul")) {
    simul(tr, *items, s, scope);
    wrap_else({s});
    return;
  }
  if (json.find("loop") != nullptr) {
    loop(tr, json, std::move(s), scope, out);
    return;
  }
  if (const Json* arms = json.find("branch")) {
    branch(tr, *arms, s, scope);
    out.push_back(std::move(s));
    return;
  }
  if (const Json* judge = json.find("judge")) {
    s.kind = StepKind::Judge;
    if (const Json* d = json.find("defer")) s.defer = d->boolean;
    if (judge->string != "endings") {
      if (!tr.names.limits.contains(judge->string))
        tr.log.add(base::Code::UnknownName, judge->span, {judge->string, ""});
      stop_at(s, unsupported(tr, judge->span,
                             base::in_both("a limit judged at a step", "段階での制限の判定"),
                             bool_type()));
    }
    wrap_else({s});
    return;
  }
  if (json.find("abort") != nullptr || json.find("stop") != nullptr) {
    std::vector<Step> body;
    if (const Json* d = json.find("do")) {
      Step like = s;
      like.name.clear();
      statements(tr, *d, scope, false, body, like);
    }
    s.kind = json.find("abort") != nullptr ? StepKind::Abort : StepKind::Stop;
    body.push_back(s);
    wrap_else(std::move(body));
    return;
  }
  if (const Json* c = json.find("call")) {
    const Node n = parse(tr, *c, true);
    if (!call_step(tr, n, s, scope)) return;
    if (const Json* let = json.find("let"); let != nullptr && let->is(Json::Kind::String))
      s.result = local_named(scope, let->string, bool_type());
    wrap_else({s});
    return;
  }
  if (const Json* d = json.find("do")) {
    const Json* t = json.find("together");
    std::vector<Step> body;
    statements(tr, *d, scope, t != nullptr && t->boolean, body, s);
    const SayId told = say(tr, json, scope);
    for (Step& b : body) b.say = told;
    wrap_else(std::move(body));
    return;
  }
  s.kind = StepKind::Note;
  // A form of the table that nothing above compiles. What is no form has been complained of.
  const bool form = json.find("note") == nullptr &&
                    std::ranges::any_of(
                        step_forms(), [&](const Form& f) { return json.find(f.name) != nullptr; });
  if (form) stop_at(s, later(tr, json.span, base::in_both("a step of this form", "この形の段階")));
  wrap_else({s});
}

}  // namespace hanrei::model
