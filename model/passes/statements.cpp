// Statements: assignments, moves, modifiers, and calls made of statements only.
#include <algorithm>

#include "model/passes/compiler.h"
#include "model/passes/json.h"

namespace hanrei::model {

namespace {

const std::map<std::string, ModOp> kModifiers = {
    {"add", ModOp::Add}, {"mul", ModOp::Mul},   {"set", ModOp::Set},        {"floor", ModOp::Floor},
    {"cap", ModOp::Cap}, {"with", ModOp::With}, {"without", ModOp::Without}};

/// The name a call statement starts with, or nothing.
std::string called(const Node& n) {
  return n.kind == NodeKind::Call && n.kids[0].kind == NodeKind::Name ? n.kids[0].text : "";
}

/// Whether one of these procedures is called. What is no statement calls none, not even one named
/// ``.
bool calls(const Names::ByName<ProcId>& procedures, const Node& n) {
  return n.kind == NodeKind::Call && procedures.contains(called(n));
}

}  // namespace

TextAt text_at(const Json& text) {
  TextAt at{text.string, text.span,
            text.span.file != 0 && text.span.end - text.span.begin == text.string.size() + 2};
  if (at.exact) {
    at.span.begin += 1;
    at.span.end -= 1;
  }
  return at;
}

Node Compiler::parse(const Json& text, bool statement) {
  if (!text.is(Json::Kind::String)) return {};  // reported with the shape of its form
  return statement ? parse_statement(text_at(text), log_) : parse_expression(text_at(text), log_);
}

Id Compiler::new_local(Scope& scope, const std::string& name, const Type& t) {
  scope.proc->locals.push_back({name, t, false});
  return static_cast<Id>(scope.proc->locals.size()) - 1;
}

Id Compiler::local_named(Scope& scope, const std::string& name, const Type& t) {
  if (const Binding* b = scope.find(name); b != nullptr && b->where == Binding::Where::Local)
    return b->slot;
  const Id slot = new_local(scope, name, t);
  scope.local(name, slot, t);
  return slot;
}

Stmt Compiler::stopping(ExprId e) {
  Stmt s;
  s.kind = StmtKind::Assign;
  s.target = s.value = e;
  s.span = p_[e].span;
  return s;
}

/// The statement, which does nothing unless the condition holds.
Stmt Compiler::guarded(Stmt s, ExprId cond) {
  if (cond == kNone) return s;
  const auto unless = [&](ExprId e, ExprId other) {
    return op(Op::If, type(e), s.span, cond, e, other);
  };
  const auto nothing = [&](ExprId e) { return unless(e, constant(kNobody, type(e), s.span)); };
  switch (s.kind) {
    case StmtKind::Move:
    case StmtKind::MoveTop:
    case StmtKind::Shuffle:
    case StmtKind::Negate:
    case StmtKind::Modify: s.target = nothing(s.target); return s;
    case StmtKind::Assign: {
      Expr target = p_[s.target];
      if (target.op == Op::Attr) {
        target.a = nothing(target.a);
        s.target = add(std::move(target));
        return s;
      }
      if (target.op != Op::Local && target.op != Op::GameAttr)
        return stopping(unless(s.value, constant(0, type(s.value), s.span)));
      if (s.assign == AssignOp::Set)
        s.value = unless(s.value, s.target);
      else if (s.assign == AssignOp::Add || s.assign == AssignOp::Sub)
        s.value = unless(s.value, constant(0, int_type(), s.span));
      else
        s.value = unless(s.value, op(Op::SetOf, type(s.value), s.span));
      return s;
    }
    case StmtKind::Nothing: return s;
    case StmtKind::Expire:
    case StmtKind::Spawn:
    case StmtKind::Vanish:
    case StmtKind::Finish: break;
  }
  const ExprId stop =
      later(s.span, base::in_both("this statement under a condition in a joint commit",
                                  "同時に行う文につけた条件"));
  return stopping(unless(stop, constant(1, bool_type(), s.span)));
}

// ---------------------------------------------------------------- assignments

std::optional<Stmt> Compiler::assignment(const Node& n, Scope& scope) {
  Stmt s;
  s.span = n.span;
  s.kind = StmtKind::Assign;
  const std::string& o = n.text;
  s.assign = o == ":="   ? AssignOp::Set
             : o == "+=" ? AssignOp::Add
             : o == "-=" ? AssignOp::Sub
             : o == "|=" ? AssignOp::With
                         : AssignOp::Without;
  const Node& place = n.kids[0];
  const bool fresh = place.kind == NodeKind::Name && scope.find(place.text) == nullptr &&
                     attr_of(kNone, place.text) == kNone;
  if (fresh && scope.proc != nullptr && (o == ":=" || o == "|=")) {  // a new set starts empty
    s.value = compile(n.kids[1], scope);
    const Id slot = new_local(scope, place.text, type(s.value));
    scope.local(place.text, slot, type(s.value));
    s.target = op(Op::Local, type(s.value), place.span, kNone, kNone, kNone, slot);
    return s;
  }
  s.target = compile(place, scope);
  if (broken(s.target)) return std::nullopt;
  s.target = present_value(s.target);
  const Expr target = p_[s.target];
  const bool attr_ok = (target.op == Op::Attr || target.op == Op::GameAttr) &&
                       p_.attrs[target.attr()].nature == Nature::Stored;
  if (target.op != Op::Local && target.op != Op::EvArg && target.op != Op::Unsupported &&
      !attr_ok) {
    log_.add(Code::NotAssignable, place.span, {print(place)});
    return std::nullopt;
  }
  const Type t = s.assign == AssignOp::Add || s.assign == AssignOp::Sub ? int_type() : target.type;
  s.value = compile(n.kids[1], scope, t);
  if (n.kids[1].kind != NodeKind::NoneLit) s.value = want(s.value, t, "assigned value");
  if (target.op == Op::Unsupported) return stopping(s.target);
  return s;
}

// ---------------------------------------------------------------- moves and modifiers

std::optional<Stmt> Compiler::move(const Node& n, Scope& scope) {
  Stmt s;
  s.span = n.span;
  if (n.kids.size() < 3) {
    log_.add(Code::WrongArguments, n.span,
             {"move", "2 or more", std::to_string(n.kids.size() - 1)});
    return std::nullopt;
  }
  // onto a pile: `top(pile(p))`, `bottom(pile(p))`
  const auto placed = [&](const Node& k, std::string_view word) {
    return k.kind == NodeKind::Call && k.kids[0].text == word && k.kids.size() == 2 &&
           k.kids[1].kind == NodeKind::Call && !zones_.contains(std::string(word));
  };
  if (placed(n.kids[2], "top")) s.place = PilePlace::Top;
  if (placed(n.kids[2], "bottom")) s.place = PilePlace::Bottom;
  const Node& where = s.place == PilePlace::Unsaid ? n.kids[2] : n.kids[2].kids[1];
  const std::string zone_name = where.kind == NodeKind::Call ? where.kids[0].text : where.text;
  const auto z = zones_.find(zone_name);
  if (z == zones_.end()) {
    log_.add(Code::UnknownName, where.span, {zone_name, nearby(zone_name)});
    return std::nullopt;
  }
  s.id = z->second;
  const ZoneDef& zone = p_.zones[z->second];
  if (s.place != PilePlace::Unsaid &&
      (zone.order != ZoneOrder::Pile || zone.of != ZoneOwner::Player))
    log_.add(Code::TypeMismatch, where.span,
             {"`" + zone_name + "`", "no pile", "a pile of a player"});
  if (where.kind == NodeKind::Call && where.kids.size() == 2) {
    const Type t = zone.of == ZoneOwner::Card ? ref_type(kCardSort) : ref_type(kPlayerSort);
    s.owner = want(compile(where.kids[1], scope, t), t, "owner of the zone");
  } else if (zone.of != ZoneOwner::Game) {
    log_.add(Code::WrongArguments, where.span, {zone_name, "1", "0"});
    return std::nullopt;
  }
  const Node& what = n.kids[1];
  if (what.kind == NodeKind::Call && what.kids[0].text == "top" && what.kids.size() == 2 &&
      what.kids[1].kind == NodeKind::Call) {
    const Node& pile = what.kids[1];
    const auto from = zones_.find(pile.kids[0].text);
    if (from == zones_.end()) {
      log_.add(Code::UnknownName, pile.span, {pile.kids[0].text, nearby(pile.kids[0].text)});
      return std::nullopt;
    }
    s.kind = StmtKind::MoveTop;
    s.from = from->second;
    s.target = want(compile(pile.kids[1], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort),
                    "owner of the pile");
    return s;
  }
  s.kind = StmtKind::Move;
  s.target = compile(what, scope, ref_type(kCardSort));
  const Type moved = type(s.target);
  const bool several =
      moved.kind == TypeKind::Set && moved.elem == TypeKind::Ref && moved.id == kCardSort;
  if (!broken(s.target) && !several && (moved.kind != TypeKind::Ref || moved.id != kCardSort)) {
    mismatch(s.target, "what moves", "a card");
    return std::nullopt;
  }
  ExprId parcel;
  for (size_t i = 3; i < n.kids.size(); ++i) {
    if (n.labels[i] == "with") {
      const Type t = sorts_.contains("parcel") ? set_type(ref_type(sorts_.at("parcel"))) : Type{};
      parcel = want(compile(n.kids[i], scope), t, "what comes with it");
      continue;
    }
    const AttrId a = attr_of(kCardSort, n.labels[i]);
    if (a == kNone) {
      log_.add(Code::UnknownMember, n.kids[i].span, {n.labels[i], "card"});
      continue;
    }
    const Type t = p_.attrs[a].type;
    s.attrs.emplace_back(a,
                         want(compile(n.kids[i], scope, t), t, "value of `" + n.labels[i] + "`"));
  }
  if (several)
    return stopping(later(n.span, base::in_both("a move of several cards", "複数のカードの移動"),
                          bool_type(), {s.target}));
  if (parcel != kNone)
    return stopping(unsupported(n.span,
                                base::in_both("a move with what hung on another card",
                                              "別のカードに付いていたものを伴う移動"),
                                bool_type(), {s.target, parcel}));
  return s;
}

/// How long a modifier lasts: a duration, `leaves(x)`, or several joined by `or`. False when no
/// engine keeps it.
bool Compiler::duration(const Node& n, const Node& target, Scope& scope, DurationId& until) {
  if (n.kind == NodeKind::Binary && n.text == "or") {
    DurationId ignored = kNone;
    duration(n.kids[0], target, scope, ignored);
    duration(n.kids[1], target, scope, ignored);
    return false;
  }
  if (n.kind == NodeKind::Call && n.kids[0].text == "leaves" && n.kids.size() == 2) {
    want(compile(n.kids[1], scope, ref_type(kCardSort)), ref_type(kCardSort),
         "argument of `leaves`");
    return print(n.kids[1]) == print(target);  // what is on a card ends with its stay anyway
  }
  if (const auto d = durations_.find(n.text); d != durations_.end()) {
    until = d->second;
    return true;
  }
  if (!signals_.contains(n.text)) log_.add(Code::UnknownName, n.span, {n.text, nearby(n.text)});
  return false;
}

/// An attribute that may be modified, and of what.
std::optional<Compiler::Place> Compiler::place(const Node& n, Scope& scope) {
  Place p;
  if (n.kind == NodeKind::Member) {
    p.target = compile(n.kids[0], scope);
    if (broken(p.target)) return std::nullopt;
    if (type(p.target).kind == TypeKind::Ref) p.attr = attr_of(SortId(type(p.target).id), n.text);
    if (p.attr == kNone) {
      log_.add(Code::UnknownMember, n.span, {n.text, show(type(p.target))});
      return std::nullopt;
    }
  }
  if (p.attr == kNone || !p_.attrs[p.attr].modifiable) {
    if (n.kind != NodeKind::Bad) log_.add(Code::NotAssignable, n.span, {print(n)});
    return std::nullopt;
  }
  return p;
}

std::optional<Stmt> Compiler::modify(const Node& n, Scope& scope) {
  // modify(x.attr, add: e, until: duration)
  Stmt s;
  s.span = n.span;
  s.kind = StmtKind::Modify;
  s.site = p_.modify_sites++;
  if (n.kids.size() < 3) {
    log_.add(Code::WrongArguments, n.span,
             {"modify", "2 or more", std::to_string(n.kids.size() - 1)});
    return std::nullopt;
  }
  const auto at = place(n.kids[1], scope);
  if (!at) return std::nullopt;
  s.target = at->target;
  s.id = at->attr;
  const AttrDef attr = p_.attrs[at->attr];
  if (attr.sort != kCardSort)
    log_.add(Code::UnsupportedForm, n.kids[1].span,
             {"a modifier of `" + print(n.kids[1]) + "`, which is no attribute of a card,"});
  bool kept = !attr.displace;
  s.layer = std::max(0, static_cast<int>(attr.layers.size()) - 1);
  for (size_t i = 2; i < n.kids.size(); ++i) {
    const std::string& l = n.labels[i];
    if (l == "until") {
      kept = duration(n.kids[i], n.kids[1].kids[0], scope, s.until) && kept;
      continue;
    }
    if (l == "while") {
      want(compile(n.kids[i], scope, bool_type()), bool_type(), "`while`");
      kept = false;
      continue;
    }
    if (l == "layer") {
      const auto it = std::ranges::find(attr.layers, n.kids[i].text);
      if (it == attr.layers.end())
        log_.add(Code::UnknownName, n.kids[i].span, {n.kids[i].text, ""});
      else
        s.layer = static_cast<int>(it - attr.layers.begin());
      continue;
    }
    const auto it = kModifiers.find(l);
    if (it == kModifiers.end()) {
      log_.add(
          Code::UnknownKey, n.kids[i].span,
          {l, "`modify`",
           "`add`, `mul`, `set`, `floor`, `cap`, `with`, `without`, `until`, `while`, `layer`"});
      continue;
    }
    s.mod = it->second;
    s.value = want(compile(n.kids[i], scope, attr.type), attr.type, "amount");
  }
  if (s.value == kNone) {
    log_.add(Code::MissingKey, n.span, {"add", "`modify`"});
    return std::nullopt;
  }
  if (!kept)
    s.value = later(n.span, base::in_both("a modifier of this kind", "この種の修正"), attr.type,
                    {s.value});
  return s;
}

// ---------------------------------------------------------------- the others

std::optional<Stmt> Compiler::statement(const Node& n, Scope& scope) {
  if (n.kind == NodeKind::Assign) return assignment(n, scope);
  const std::string f = called(n);
  if (f.empty()) {
    if (n.kind != NodeKind::Bad)
      log_.add(Code::ExprSyntax, n.span,
               {"`" + print(n) + "`", base::in_both("an assignment or a call", "代入か呼び出し")});
    return std::nullopt;
  }
  if (f == "move") return move(n, scope);
  if (f == "modify") return modify(n, scope);
  Stmt s;
  s.span = n.span;
  if (f == "expire") {
    s.kind = StmtKind::Expire;
    const auto d = n.kids.size() == 2 ? durations_.find(n.kids[1].text) : durations_.end();
    if (d == durations_.end()) {
      log_.add(Code::UnknownName, n.span, {n.kids.size() == 2 ? n.kids[1].text : f, ""});
      return std::nullopt;
    }
    s.id = d->second;
    return s;
  }
  if (f == "spawn") {
    s.kind = StmtKind::Spawn;
    const auto it = n.kids.size() >= 2 ? sorts_.find(n.kids[1].text) : sorts_.end();
    if (it == sorts_.end()) {
      log_.add(Code::UnknownName, n.span, {n.kids.size() >= 2 ? n.kids[1].text : f, ""});
      return std::nullopt;
    }
    s.id = it->second;
    for (size_t i = 2; i < n.kids.size(); ++i) {
      const AttrId a = attr_of(it->second, n.labels[i]);
      if (a == kNone) {
        log_.add(Code::UnknownMember, n.kids[i].span, {n.labels[i], n.kids[1].text});
        continue;
      }
      const Type t = p_.attrs[a].type;
      s.attrs.emplace_back(a,
                           want(compile(n.kids[i], scope, t), t, "value of `" + n.labels[i] + "`"));
    }
    return s;
  }
  if (f == "vanish") {
    s.kind = StmtKind::Vanish;
    if (n.kids.size() != 2) {
      log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    s.target = as_set(compile(n.kids[1], scope), "argument of `vanish`");
    if (p_[s.target].op == Op::Unsupported) return stopping(s.target);
    return s;
  }
  if (f == "lose" || f == "win") {
    s.kind = StmtKind::Finish;
    s.win = f == "win";
    if (n.kids.size() != 2) {
      log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    s.value =
        want(compile(n.kids[1], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort), "player");
    return s;
  }
  if (f == "shuffle") {
    if (n.kids.size() != 2) {
      log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    const ExprId pile = as_set(compile(n.kids[1], scope), "argument of `shuffle`");
    const Expr& e = p_[pile];
    // only a pile has an order to lose
    if (e.op != Op::ZoneSet || e.a == kNone || p_.zones[e.zone()].order != ZoneOrder::Pile ||
        p_.zones[e.zone()].of != ZoneOwner::Player)
      return s;
    s.kind = StmtKind::Shuffle;
    s.id = e.id;
    s.target = e.a;
    return s;
  }
  if (f ==
      "show") {  // show(x) to all, show(x, to: p) to one: what somebody knows changes, nothing else
    for (size_t i = 1; i < n.kids.size(); ++i) {
      if (n.labels[i] == "to")
        want(compile(n.kids[i], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort), "`to`");
      else
        compile(n.kids[i], scope);
    }
    return s;
  }
  if (f == "negate") {
    if (n.kids.size() != 2) {
      log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    s.kind = StmtKind::Negate;
    s.target = compile(n.kids[1], scope);
    if (!broken(s.target) && type(s.target) != ref_type(kActSort)) {
      mismatch(s.target, "argument of `negate`", "an act");
      return std::nullopt;
    }
    return s;
  }
  return unsupported_statement(n, scope);
}

/// cease(x), again(…): checked and not carried out.
std::optional<Stmt> Compiler::unsupported_statement(const Node& n, Scope& scope) {
  const std::string f = called(n);
  std::vector<ExprId> args;
  if (f == "cease") {
    if (n.kids.size() != 2) {
      log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    args.push_back(compile(n.kids[1], scope));
    const Type t = type(args[0]);
    if (!broken(args[0]) && (t.kind != TypeKind::Ref || (t.id != kActSort && t.id != kCardSort))) {
      mismatch(args[0], "argument of `" + f + "`", "an act or a card");
      return std::nullopt;
    }
  } else if (f == "again" && scope.replaced != nullptr) {  // the replaced event, with other parts
    for (size_t i = 1; i < n.kids.size(); ++i) {
      const auto& names = scope.replaced->names;
      const auto at = std::ranges::find(names, n.labels[i]);
      if (at == names.end()) {
        log_.add(Code::UnknownName, n.kids[i].span, {n.labels[i], ""});
        continue;
      }
      const Type t = scope.replaced->types[at - names.begin()];
      args.push_back(want(compile(n.kids[i], scope, t), t, "`" + n.labels[i] + "`"));
    }
  } else {
    log_.add(Code::UnknownName, n.kids[0].span, {f, nearby(f)});
    return std::nullopt;
  }
  return stopping(later(n.span, "`" + f + "`", bool_type(), args));
}

// ---------------------------------------------------------------- calls inside a commit

void Compiler::inline_call(ProcId proc, const Node& n, Scope& scope, std::vector<Stmt>& out) {
  const Procedure& callee = p_.procedures[proc];
  const Json* form = proc_forms_.contains(callee.name) ? proc_forms_.at(callee.name) : nullptr;
  const auto not_plain = [&] {
    log_.add(Code::TypeMismatch, n.span,
             {"`" + callee.name + "`", "a procedure with steps of its own",
              "a procedure made of statements only"});
  };
  if (form == nullptr || form->find("steps") == nullptr || inline_depth_ == 8) {
    not_plain();
    return;
  }
  if (++inlined_ > 10'000) {
    if (inlined_ == 10'001)
      log_.add(Code::TooMany, n.span,
               {base::in_both("procedures written out in joint statements",
                              "同時に行う文に展開された手順"),
                "10000"});
    return;
  }
  ++inline_depth_;
  if (static_cast<size_t>(callee.params) + 1 != n.kids.size()) {
    log_.add(Code::WrongArguments, n.span,
             {callee.name, std::to_string(callee.params), std::to_string(n.kids.size() - 1)});
    --inline_depth_;
    return;
  }
  Scope inner;
  inner.card = scope.card;
  inner.temps = scope.temps;
  for (int i = 0; i < callee.params; ++i) {
    const Local l = callee.locals[i];
    inner.alias(
        l.name,
        want(compile(n.kids[i + 1], scope, l.type), l.type, "argument of `" + callee.name + "`"),
        l.type);
  }
  const size_t first = out.size();
  ExprId cond;  // a call whose `if` is false is no event
  if (const Json* c = form->find("if")) cond = expression(*c, inner, bool_type());
  for (const Json& step : form->find("steps")->items) {
    const Json* body = step.find("do");
    const bool joint_each = step.find("each") != nullptr &&
                            text_of(step, "mode", "joint") == "joint" &&
                            step.find("choose") == nullptr;
    if (body == nullptr || step.find("if") != nullptr) {
      not_plain();
      break;
    }
    if (joint_each) {
      out.push_back(stopping(
          later(n.span, base::in_both("a call for every member of a set in a joint commit",
                                      "同時に行う処理の中での、集合の各要素についての呼び出し"))));
      continue;
    }
    if (step.find("each") != nullptr) {
      not_plain();
      break;
    }
    const auto one = [&](const Json& text) {
      const Node node = parse(text, true);
      if (calls(procs_, node))
        inline_call(procs_.at(called(node)), node, inner, out);
      else if (auto s = statement(node, inner))
        out.push_back(std::move(*s));
    };
    if (body->is(Json::Kind::String))
      one(*body);
    else
      for (const Json& text : body->items) one(text);
  }
  for (size_t i = first; i < out.size(); ++i) out[i] = guarded(std::move(out[i]), cond);
  --inline_depth_;
}

void Compiler::statements(const Json& text, Scope& scope, bool together, std::vector<Step>& out,
                          const Step& like) {
  Step current = like;
  current.kind = StepKind::Do;
  current.together = together;
  std::vector<Step> pieces;
  const auto flush = [&] {
    if (!current.stmts.empty()) {
      pieces.push_back(current);
      current.stmts.clear();
    }
  };
  const auto one = [&](const Json& t) {
    const Node node = parse(t, true);
    const std::string f = called(node);
    const bool effect = f == "effect" || (scope.act && f == "other_price");
    if (together && calls(procs_, node)) {
      inline_call(procs_.at(f), node, scope, current.stmts);
      return;
    }
    if (!together && (calls(procs_, node) || effect)) {
      flush();
      Step s = like;
      if (call_step(node, s, scope)) pieces.push_back(std::move(s));
      return;
    }
    if (auto s = statement(node, scope)) current.stmts.push_back(std::move(*s));
  };
  if (text.is(Json::Kind::String))
    one(text);
  else if (text.is(Json::Kind::Array))
    for (const Json& t : text.items) one(t);
  flush();
  // The printed name stays with the first piece only; the others belong to the same step.
  for (size_t i = 1; i < pieces.size(); ++i) {
    pieces[i].name.clear();
    pieces[i].ordinal = like.ordinal;
  }
  if (pieces.empty()) {
    Step s = like;
    s.kind = StepKind::Note;
    pieces.push_back(std::move(s));
  }
  for (Step& s : pieces) out.push_back(std::move(s));
}

}  // namespace hanrei::model
