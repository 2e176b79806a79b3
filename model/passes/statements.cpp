// Statements: assignments, moves, modifiers, and calls made of statements only.
#include "model/passes/statements.h"

#include <algorithm>

#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/later.h"
#include "model/passes/steps.h"
#include "model/passes/translation.h"

namespace hanrei::model {

static std::optional<Stmt> unsupported_statement(Translation& tr, const Node& node, Scope& scope);

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

Node parse(Translation& tr, const Json& text, bool statement) {
  if (!text.is(Json::Kind::String)) return {};  // reported with the shape of its form
  return statement ? parse_statement(text_at(text), tr.log)
                   : parse_expression(text_at(text), tr.log);
}

Id new_local(Scope& scope, const std::string& name, const Type& t) {
  scope.proc->locals.push_back({name, t, false});
  return static_cast<Id>(scope.proc->locals.size()) - 1;
}

Id local_named(Scope& scope, const std::string& name, const Type& t) {
  if (const Binding* b = scope.find(name); b != nullptr && b->where == Binding::Where::Local)
    return b->slot;
  const Id slot = new_local(scope, name, t);
  scope.local(name, slot, t);
  return slot;
}

Stmt stopping(Translation& tr, ExprId e) {
  Stmt s;
  s.kind = StmtKind::Assign;
  s.target = s.value = e;
  s.span = tr.p[e].span;
  return s;
}

/// The statement, which does nothing unless the condition holds.
Stmt guarded(Translation& tr, Stmt s, ExprId cond) {
  if (cond == kNone) return s;
  const auto unless = [&](ExprId e, ExprId other) {
    return op(tr, Op::If, tr.type(e), s.span, cond, e, other);
  };
  const auto nothing = [&](ExprId e) {
    return unless(e, constant(tr, kNobody, tr.type(e), s.span));
  };
  switch (s.kind) {
    case StmtKind::Move:
    case StmtKind::MoveTop:
    case StmtKind::Shuffle:
    case StmtKind::Negate:
    case StmtKind::Modify: s.target = nothing(s.target); return s;
    case StmtKind::Assign: {
      Expr target = tr.p[s.target];
      if (target.op == Op::Attr) {
        target.a = nothing(target.a);
        s.target = add(tr, std::move(target));
        return s;
      }
      if (target.op != Op::Local && target.op != Op::GameAttr)
        return stopping(tr, unless(s.value, constant(tr, 0, tr.type(s.value), s.span)));
      if (s.assign == AssignOp::Set)
        s.value = unless(s.value, s.target);
      else if (s.assign == AssignOp::Add || s.assign == AssignOp::Sub)
        s.value = unless(s.value, constant(tr, 0, int_type(), s.span));
      else
        s.value = unless(s.value, op(tr, Op::SetOf, tr.type(s.value), s.span));
      return s;
    }
    case StmtKind::Nothing: return s;
    case StmtKind::Expire:
    case StmtKind::Spawn:
    case StmtKind::Vanish:
    case StmtKind::Finish: break;
  }
  const ExprId stop = later(tr, s.span,
                            base::in_both("this statement under a condition in a joint commit",
                                          "同時に行う文につけた条件"));
  return stopping(tr, unless(stop, constant(tr, 1, bool_type(), s.span)));
}

// ---------------------------------------------------------------- assignments

static std::optional<Stmt> assignment(Translation& tr, const Node& n, Scope& scope) {
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
                     tr.attr_of(kNone, place.text) == kNone;
  if (fresh && scope.proc != nullptr && (o == ":=" || o == "|=")) {  // a new set starts empty
    s.value = compile(tr, n.kids[1], scope);
    const Id slot = new_local(scope, place.text, tr.type(s.value));
    scope.local(place.text, slot, tr.type(s.value));
    s.target = op(tr, Op::Local, tr.type(s.value), place.span, kNone, kNone, kNone, slot);
    return s;
  }
  s.target = compile(tr, place, scope);
  if (tr.broken(s.target)) return std::nullopt;
  s.target = present_value(tr, s.target);
  const Expr target = tr.p[s.target];
  const bool attr_ok = (target.op == Op::Attr || target.op == Op::GameAttr) &&
                       tr.p.attrs[target.attr()].nature == Nature::Stored;
  if (target.op != Op::Local && target.op != Op::EvArg && target.op != Op::Unsupported &&
      !attr_ok) {
    tr.log.add(base::Code::NotAssignable, place.span, {print(place)});
    return std::nullopt;
  }
  const bool counts = s.assign == AssignOp::Add || s.assign == AssignOp::Sub;
  if (counts && tr.broken(want(tr, s.target, int_type(), "what is counted up or down")))
    return std::nullopt;
  const Type t = counts ? int_type() : target.type;
  s.value = compile(tr, n.kids[1], scope, t);
  if (n.kids[1].kind != NodeKind::NoneLit) s.value = want(tr, s.value, t, "assigned value");
  if (target.op == Op::Unsupported) return stopping(tr, s.target);
  return s;
}

// ---------------------------------------------------------------- moves and modifiers

static std::optional<Stmt> move(Translation& tr, const Node& n, Scope& scope) {
  Stmt s;
  s.span = n.span;
  if (n.kids.size() < 3) {
    tr.log.add(base::Code::WrongArguments, n.span,
               {"move", "2 or more", std::to_string(n.kids.size() - 1)});
    return std::nullopt;
  }
  // onto a pile: `top(pile(p))`, `bottom(pile(p))`
  const auto placed = [&](const Node& k, std::string_view word) {
    return k.kind == NodeKind::Call && k.kids[0].text == word && k.kids.size() == 2 &&
           k.kids[1].kind == NodeKind::Call && !tr.names.zones.contains(std::string(word));
  };
  if (placed(n.kids[2], "top")) s.place = PilePlace::Top;
  if (placed(n.kids[2], "bottom")) s.place = PilePlace::Bottom;
  const Node& where = s.place == PilePlace::Unsaid ? n.kids[2] : n.kids[2].kids[1];
  const std::string zone_name = where.kind == NodeKind::Call ? where.kids[0].text : where.text;
  const auto z = tr.names.zones.find(zone_name);
  if (z == tr.names.zones.end()) {
    tr.log.add(base::Code::UnknownName, where.span, {zone_name, nearby(tr, zone_name)});
    return std::nullopt;
  }
  s.id = z->second;
  const ZoneDef& zone = tr.p.zones[z->second];
  if (s.place != PilePlace::Unsaid &&
      (zone.order != ZoneOrder::Pile || zone.of != ZoneOwner::Player))
    tr.log.add(base::Code::TypeMismatch, where.span,
               {"`" + zone_name + "`", "no pile", "a pile of a player"});
  if (where.kind == NodeKind::Call && where.kids.size() == 2) {
    const Type t = zone.of == ZoneOwner::Card ? ref_type(kCardSort) : ref_type(kPlayerSort);
    s.owner = want(tr, compile(tr, where.kids[1], scope, t), t, "owner of the zone");
  } else if (zone.of != ZoneOwner::Game) {
    tr.log.add(base::Code::WrongArguments, where.span, {zone_name, "1", "0"});
    return std::nullopt;
  }
  const Node& what = n.kids[1];
  if (what.kind == NodeKind::Call && what.kids[0].text == "top" && what.kids.size() == 2 &&
      what.kids[1].kind == NodeKind::Call) {
    const Node& pile = what.kids[1];
    const auto from = tr.names.zones.find(pile.kids[0].text);
    if (from == tr.names.zones.end()) {
      tr.log.add(base::Code::UnknownName, pile.span,
                 {pile.kids[0].text, nearby(tr, pile.kids[0].text)});
      return std::nullopt;
    }
    s.kind = StmtKind::MoveTop;
    s.from = from->second;
    s.target = want(tr, compile(tr, pile.kids[1], scope, ref_type(kPlayerSort)),
                    ref_type(kPlayerSort), "owner of the pile");
    return s;
  }
  s.kind = StmtKind::Move;
  s.target = compile(tr, what, scope, ref_type(kCardSort));
  const Type moved = tr.type(s.target);
  const bool several =
      moved.kind == TypeKind::Set && moved.elem == TypeKind::Ref && moved.id == kCardSort;
  if (!tr.broken(s.target) && !several && (moved.kind != TypeKind::Ref || moved.id != kCardSort)) {
    mismatch(tr, s.target, "what moves", "a card");
    return std::nullopt;
  }
  ExprId parcel;
  for (size_t i = 3; i < n.kids.size(); ++i) {
    if (n.labels[i] == "with") {
      const Type t = tr.names.sorts.contains("parcel")
                         ? set_type(ref_type(tr.names.sorts.at("parcel")))
                         : Type{};
      parcel = want(tr, compile(tr, n.kids[i], scope), t, "what comes with it");
      continue;
    }
    const AttrId a = tr.attr_of(kCardSort, n.labels[i]);
    if (a == kNone) {
      tr.log.add(base::Code::UnknownMember, n.kids[i].span, {n.labels[i], "card"});
      continue;
    }
    const Type t = tr.p.attrs[a].type;
    s.attrs.emplace_back(
        a, want(tr, compile(tr, n.kids[i], scope, t), t, "value of `" + n.labels[i] + "`"));
  }
  if (several)
    return stopping(
        tr, later(tr, n.span, base::in_both("a move of several cards", "複数のカードの移動"),
                  bool_type(), {s.target}));
  if (parcel != kNone)
    return stopping(tr, unsupported(tr, n.span,
                                    base::in_both("a move with what hung on another card",
                                                  "別のカードに付いていたものを伴う移動"),
                                    bool_type(), {s.target, parcel}));
  return s;
}

/// How long a modifier lasts: a duration, `leaves(x)`, or several joined by `or`. False when no
/// engine keeps it.
static bool duration(Translation& tr, const Node& n, const Node& target, Scope& scope,
                     DurationId& until) {
  if (n.kind == NodeKind::Binary && n.text == "or") {
    DurationId ignored = kNone;
    duration(tr, n.kids[0], target, scope, ignored);
    duration(tr, n.kids[1], target, scope, ignored);
    return false;
  }
  if (n.kind == NodeKind::Call && n.kids[0].text == "leaves" && n.kids.size() == 2) {
    want(tr, compile(tr, n.kids[1], scope, ref_type(kCardSort)), ref_type(kCardSort),
         "argument of `leaves`");
    return print(n.kids[1]) == print(target);  // what is on a card ends with its stay anyway
  }
  if (const auto d = tr.names.durations.find(n.text); d != tr.names.durations.end()) {
    until = d->second;
    return true;
  }
  if (!tr.names.signals.contains(n.text))
    tr.log.add(base::Code::UnknownName, n.span, {n.text, nearby(tr, n.text)});
  return false;
}

/// An attribute that may be modified, and of what.
std::optional<Place> place(Translation& tr, const Node& n, Scope& scope) {
  Place p;
  if (n.kind == NodeKind::Member) {
    p.target = compile(tr, n.kids[0], scope);
    if (tr.broken(p.target)) return std::nullopt;
    if (tr.type(p.target).kind == TypeKind::Ref)
      p.attr = tr.attr_of(SortId(tr.type(p.target).id), n.text);
    if (p.attr == kNone) {
      tr.log.add(base::Code::UnknownMember, n.span, {n.text, tr.show(tr.type(p.target))});
      return std::nullopt;
    }
  }
  if (p.attr == kNone || !tr.p.attrs[p.attr].modifiable) {
    if (n.kind != NodeKind::Bad) tr.log.add(base::Code::NotAssignable, n.span, {print(n)});
    return std::nullopt;
  }
  return p;
}

static std::optional<Stmt> modify(Translation& tr, const Node& n, Scope& scope) {
  // modify(x.attr, add: e, until: duration)
  Stmt s;
  s.span = n.span;
  s.kind = StmtKind::Modify;
  s.site = tr.p.modify_sites++;
  if (n.kids.size() < 3) {
    tr.log.add(base::Code::WrongArguments, n.span,
               {"modify", "2 or more", std::to_string(n.kids.size() - 1)});
    return std::nullopt;
  }
  const auto at = place(tr, n.kids[1], scope);
  if (!at) return std::nullopt;
  s.target = at->target;
  s.id = at->attr;
  const AttrDef attr = tr.p.attrs[at->attr];
  if (attr.sort != kCardSort)
    tr.log.add(base::Code::UnsupportedForm, n.kids[1].span,
               {"a modifier of `" + print(n.kids[1]) + "`, which is no attribute of a card,"});
  bool kept = !attr.displace;
  s.layer = std::max(0, static_cast<int>(attr.layers.size()) - 1);
  for (size_t i = 2; i < n.kids.size(); ++i) {
    const std::string& l = n.labels[i];
    if (l == "until") {
      kept = duration(tr, n.kids[i], n.kids[1].kids[0], scope, s.until) && kept;
      continue;
    }
    if (l == "while") {
      want(tr, compile(tr, n.kids[i], scope, bool_type()), bool_type(), "`while`");
      kept = false;
      continue;
    }
    if (l == "layer") {
      const auto it = std::ranges::find(attr.layers, n.kids[i].text);
      if (it == attr.layers.end())
        tr.log.add(base::Code::UnknownName, n.kids[i].span, {n.kids[i].text, ""});
      else
        s.layer = static_cast<int>(it - attr.layers.begin());
      continue;
    }
    const auto it = kModifiers.find(l);
    if (it == kModifiers.end()) {
      tr.log.add(
          base::Code::UnknownKey, n.kids[i].span,
          {l, "`modify`",
           "`add`, `mul`, `set`, `floor`, `cap`, `with`, `without`, `until`, `while`, `layer`"});
      continue;
    }
    s.mod = it->second;
    s.value = want(tr, compile(tr, n.kids[i], scope, attr.type), attr.type, "amount");
  }
  if (s.value == kNone) {
    tr.log.add(base::Code::MissingKey, n.span, {"add", "`modify`"});
    return std::nullopt;
  }
  if (!kept)
    s.value = later(tr, n.span, base::in_both("a modifier of this kind", "この種の修正"), attr.type,
                    {s.value});
  return s;
}

// ---------------------------------------------------------------- the others

std::optional<Stmt> statement(Translation& tr, const Node& n, Scope& scope) {
  if (n.kind == NodeKind::Assign) return assignment(tr, n, scope);
  const std::string f = called(n);
  if (f.empty()) {
    if (n.kind != NodeKind::Bad)
      tr.log.add(
          base::Code::ExprSyntax, n.span,
          {"`" + print(n) + "`", base::in_both("an assignment or a call", "代入か呼び出し")});
    return std::nullopt;
  }
  if (f == "move") return move(tr, n, scope);
  if (f == "modify") return modify(tr, n, scope);
  Stmt s;
  s.span = n.span;
  if (f == "expire") {
    s.kind = StmtKind::Expire;
    const auto d =
        n.kids.size() == 2 ? tr.names.durations.find(n.kids[1].text) : tr.names.durations.end();
    if (d == tr.names.durations.end()) {
      tr.log.add(base::Code::UnknownName, n.span, {n.kids.size() == 2 ? n.kids[1].text : f, ""});
      return std::nullopt;
    }
    s.id = d->second;
    return s;
  }
  if (f == "spawn") {
    s.kind = StmtKind::Spawn;
    const auto it = n.kids.size() >= 2 ? tr.names.sorts.find(n.kids[1].text) : tr.names.sorts.end();
    if (it == tr.names.sorts.end()) {
      tr.log.add(base::Code::UnknownName, n.span, {n.kids.size() >= 2 ? n.kids[1].text : f, ""});
      return std::nullopt;
    }
    s.id = it->second;
    for (size_t i = 2; i < n.kids.size(); ++i) {
      const AttrId a = tr.attr_of(it->second, n.labels[i]);
      if (a == kNone) {
        tr.log.add(base::Code::UnknownMember, n.kids[i].span, {n.labels[i], n.kids[1].text});
        continue;
      }
      const Type t = tr.p.attrs[a].type;
      s.attrs.emplace_back(
          a, want(tr, compile(tr, n.kids[i], scope, t), t, "value of `" + n.labels[i] + "`"));
    }
    return s;
  }
  if (f == "vanish") {
    s.kind = StmtKind::Vanish;
    if (n.kids.size() != 2) {
      tr.log.add(base::Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    s.target = as_set(tr, compile(tr, n.kids[1], scope), "argument of `vanish`");
    if (tr.p[s.target].op == Op::Unsupported) return stopping(tr, s.target);
    return s;
  }
  if (f == "lose" || f == "win") {
    s.kind = StmtKind::Finish;
    s.win = f == "win";
    if (n.kids.size() != 2) {
      tr.log.add(base::Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    s.value = want(tr, compile(tr, n.kids[1], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort),
                   "player");
    return s;
  }
  if (f == "shuffle") {
    if (n.kids.size() != 2) {
      tr.log.add(base::Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    const ExprId pile = as_set(tr, compile(tr, n.kids[1], scope), "argument of `shuffle`");
    const Expr& e = tr.p[pile];
    // only a pile has an order to lose
    if (e.op != Op::ZoneSet || e.a == kNone || tr.p.zones[e.zone()].order != ZoneOrder::Pile ||
        tr.p.zones[e.zone()].of != ZoneOwner::Player)
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
        want(tr, compile(tr, n.kids[i], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort),
             "`to`");
      else
        compile(tr, n.kids[i], scope);
    }
    return s;
  }
  if (f == "negate") {
    if (n.kids.size() != 2) {
      tr.log.add(base::Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    s.kind = StmtKind::Negate;
    s.target = compile(tr, n.kids[1], scope);
    if (!tr.broken(s.target) && tr.type(s.target) != ref_type(kActSort)) {
      mismatch(tr, s.target, "argument of `negate`", "an act");
      return std::nullopt;
    }
    return s;
  }
  return unsupported_statement(tr, n, scope);
}

/// cease(x), again(…): checked and not carried out.
std::optional<Stmt> unsupported_statement(Translation& tr, const Node& n, Scope& scope) {
  const std::string f = called(n);
  std::vector<ExprId> args;
  if (f == "cease") {
    if (n.kids.size() != 2) {
      tr.log.add(base::Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return std::nullopt;
    }
    args.push_back(compile(tr, n.kids[1], scope));
    const Type t = tr.type(args[0]);
    if (!tr.broken(args[0]) &&
        (t.kind != TypeKind::Ref || (t.id != kActSort && t.id != kCardSort))) {
      mismatch(tr, args[0], "argument of `" + f + "`", "an act or a card");
      return std::nullopt;
    }
  } else if (f == "again" && scope.replaced != nullptr) {  // the replaced event, with other parts
    for (size_t i = 1; i < n.kids.size(); ++i) {
      const auto& names = scope.replaced->names;
      const auto at = std::ranges::find(names, n.labels[i]);
      if (at == names.end()) {
        tr.log.add(base::Code::UnknownName, n.kids[i].span, {n.labels[i], ""});
        continue;
      }
      const Type t = scope.replaced->types[at - names.begin()];
      args.push_back(want(tr, compile(tr, n.kids[i], scope, t), t, "`" + n.labels[i] + "`"));
    }
  } else {
    tr.log.add(base::Code::UnknownName, n.kids[0].span, {f, nearby(tr, f)});
    return std::nullopt;
  }
  return stopping(tr, later(tr, n.span, "`" + f + "`", bool_type(), args));
}

// ---------------------------------------------------------------- calls inside a commit

void inline_call(Translation& tr, ProcId proc, const Node& n, Scope& scope,
                 std::vector<Stmt>& out) {
  const Procedure& callee = tr.p.procedures[proc];
  const Json* form = tr.proc_forms.contains(callee.name) ? tr.proc_forms.at(callee.name) : nullptr;
  const auto not_plain = [&] {
    tr.log.add(base::Code::TypeMismatch, n.span,
               {"`" + callee.name + "`", "a procedure with steps of its own",
                "a procedure made of statements only"});
  };
  if (form == nullptr || form->find("steps") == nullptr || tr.inline_depth == 8) {
    not_plain();
    return;
  }
  if (++tr.inlined > 10'000) {
    if (tr.inlined == 10'001)
      tr.log.add(base::Code::TooMany, n.span,
                 {base::in_both("procedures written out in joint statements",
                                "同時に行う文に展開された手順"),
                  "10000"});
    return;
  }
  ++tr.inline_depth;
  if (static_cast<size_t>(callee.params) + 1 != n.kids.size()) {
    tr.log.add(base::Code::WrongArguments, n.span,
               {callee.name, std::to_string(callee.params), std::to_string(n.kids.size() - 1)});
    --tr.inline_depth;
    return;
  }
  Scope inner;
  inner.card = scope.card;
  inner.temps = scope.temps;
  for (int i = 0; i < callee.params; ++i) {
    const Local l = callee.locals[i];
    inner.alias(l.name,
                want(tr, compile(tr, n.kids[i + 1], scope, l.type), l.type,
                     "argument of `" + callee.name + "`"),
                l.type);
  }
  const size_t first = out.size();
  ExprId cond;  // a call whose `if` is false is no event
  if (const Json* c = form->find("if")) cond = expression(tr, *c, inner, bool_type());
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
          tr, later(tr, n.span,
                    base::in_both("a call for every member of a set in a joint commit",
                                  "同時に行う処理の中での、集合の各要素についての呼び出し"))));
      continue;
    }
    if (step.find("each") != nullptr) {
      not_plain();
      break;
    }
    const auto one = [&](const Json& text) {
      const Node node = parse(tr, text, true);
      if (calls(tr.names.procs, node))
        inline_call(tr, tr.names.procs.at(called(node)), node, inner, out);
      else if (auto s = statement(tr, node, inner))
        out.push_back(std::move(*s));
    };
    if (body->is(Json::Kind::String))
      one(*body);
    else
      for (const Json& text : body->items) one(text);
  }
  for (size_t i = first; i < out.size(); ++i) out[i] = guarded(tr, std::move(out[i]), cond);
  --tr.inline_depth;
}

void statements(Translation& tr, const Json& text, Scope& scope, bool together,
                std::vector<Step>& out, const Step& like) {
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
    const Node node = parse(tr, t, true);
    const std::string f = called(node);
    const bool effect = f == "effect" || (scope.act && f == "other_price");
    if (together && calls(tr.names.procs, node)) {
      inline_call(tr, tr.names.procs.at(f), node, scope, current.stmts);
      return;
    }
    if (!together && (calls(tr.names.procs, node) || effect)) {
      flush();
      Step s = like;
      if (call_step(tr, node, s, scope)) pieces.push_back(std::move(s));
      return;
    }
    if (auto s = statement(tr, node, scope)) current.stmts.push_back(std::move(*s));
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
