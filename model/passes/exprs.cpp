// Expressions: names resolved, types checked.
#include "model/passes/exprs.h"

#include <algorithm>

#include "base/text/nearest.h"
#include "model/passes/builtins.h"
#include "model/passes/later.h"
#include "model/passes/schema.h"
#include "model/passes/statements.h"
#include "model/passes/translation.h"

namespace hanrei::model {

static ExprId name(Translation& tr, const Node& node, Scope& scope, const Type& expect);
static ExprId member_of(Translation& tr, const Node& node, Scope& scope, const Type& expect);
static ExprId act_member(Translation& tr, const Node& node, ExprId act);
static ExprId view(Translation& tr, const Node& node, Scope& scope);
static ExprId index(Translation& tr, const Node& node, Scope& scope);
static ExprId call(Translation& tr, const Node& node, Scope& scope, const Type& expect);
static ExprId binary(Translation& tr, const Node& node, Scope& scope, const Type& expect);
static ExprId quantifier(Translation& tr, const Node& node, Scope& scope);
static ExprId zone_among(Translation& tr, const Node& node, Scope& scope);
static ExprId would(Translation& tr, const Node& node, Scope& scope);
static std::optional<Stmt> payment(Translation& tr, const Node& node, Scope& scope);
static ExprId set_literal(Translation& tr, const Node& node, Scope& scope, const Type& expect);
static bool bare_member(const Translation& tr, const Node& node, const Scope& scope);

static constexpr int kMaxLevels = 500;

std::optional<int64_t> Translation::member(EnumId enumeration, const std::string& name) const {
  if (const auto own = own_cards.find(name); own != own_cards.end() && enumeration == kCardNames)
    return own->second;
  for (auto [it, end] = names.members.equal_range(name); it != end; ++it)
    if (it->second.first == enumeration) return it->second.second;
  return std::nullopt;
}

AttrId Translation::attr_of(SortId sort, const std::string& name) const {
  const auto it = names.attrs.find({sort, name});
  return it == names.attrs.end() ? kNone : it->second;
}

/// Can a play of this game be won, lost or drawn?
static bool has_result(Translation& tr) {
  bool any = !tr.p.endings.empty() || !tr.p.event_endings.empty();
  each_stmts(tr, [&](std::vector<Stmt>& list) {
    for (const Stmt& st : list) any = any || st.kind == StmtKind::Finish;
  });
  return any;
}

std::string nearby(const Translation& tr, const std::string& name) {
  std::vector<std::string_view> names;
  const auto add = [&](const auto&... tables) {
    ((std::for_each(tables.begin(), tables.end(),
                    [&](const auto& t) { names.push_back(t.first); })),
     ...);
  };
  add(tr.names.zones, tr.names.kinds, tr.names.derived, tr.names.signals, tr.names.procs);
  for (const AttrDef& a : tr.p.attrs) names.push_back(a.name);
  for (const auto& [other, id] : tr.names.members) names.push_back(other);
  return base::or_nearest(name, names);
}

void mismatch(Translation& tr, ExprId e, std::string_view what, const std::string& expected) {
  if (!tr.broken(e))
    tr.log.add(base::Code::TypeMismatch, tr.p[e].span,
               {std::string(what), tr.show(tr.type(e)), expected});
}

ExprId want(Translation& tr, ExprId e, const Type& t, std::string_view what) {
  const Type& have = tr.type(e);
  if (have.kind == TypeKind::Error || t.kind == TypeKind::Error) return e;
  if (have.kind == t.kind && have.id == t.id && have.elem == t.elem && have.many == t.many)
    return e;
  mismatch(tr, e, what, tr.show(t));
  return bad(tr, tr.p[e].span);
}

ExprId as_set(Translation& tr, ExprId e, std::string_view what) {
  if (tr.broken(e)) return e;
  if (tr.type(e).kind != TypeKind::Set) {
    mismatch(tr, e, what, "a set");
    return bad(tr, tr.p[e].span);
  }
  return e;
}

/// No engine holds a sequence, a bag or a record: what has such a value stops where it is asked
/// for.
ExprId add(Translation& tr, Expr e) {
  if (composite(tr, e.type) && e.op != Op::Unsupported) {
    for (ExprId k : {e.a, e.b, e.c})
      if (k != kNone) e.args.push_back(k);
    e.op = Op::Unsupported;
    e.id = string_id(tr, "a value of type " + tr.show(e.type));
    e.a = e.b = e.c = kNone;
  }
  return tr.p.exprs.push_back(std::move(e));
}

ExprId both(Translation& tr, ExprId a, ExprId b) {
  return a == kNone ? b : b == kNone ? a : op(tr, Op::And, bool_type(), tr.p[b].span, a, b);
}

Id string_id(Translation& tr, const std::string& text) {
  for (size_t i = 0; i < tr.p.strings.size(); ++i)
    if (tr.p.strings[i] == text) return static_cast<Id>(i);
  tr.p.strings.push_back(text);
  return static_cast<Id>(tr.p.strings.size()) - 1;
}

ExprId expression(Translation& tr, const Json& text, Scope& scope, const Type& expect) {
  const Node node = parse(tr, text, false);
  ExprId e = compile(tr, node, scope, expect);
  if (expect.kind != TypeKind::Error) e = want(tr, e, expect, "this");
  return e;
}

ExprId compile(Translation& tr, const Node& n, Scope& scope, const Type& expect) {
  struct Level {
    int& levels;
    ~Level() { --levels; }
  } level{tr.levels};
  if (++tr.levels > kMaxLevels) {
    tr.log.add(base::Code::ExprTooDeep, n.span, {std::to_string(kMaxLevels)});
    return bad(tr, n.span);
  }
  switch (n.kind) {
    case NodeKind::Bad: return bad(tr, n.span);
    case NodeKind::Number: return constant(tr, n.number, int_type(), n.span);
    case NodeKind::True: return constant(tr, 1, bool_type(), n.span);
    case NodeKind::False: return constant(tr, 0, bool_type(), n.span);
    case NodeKind::NoneLit:
      if (expect.kind == TypeKind::Enum)
        if (const auto v = tr.member(EnumId(expect.id), "none"))
          return constant(tr, *v, expect, n.span);
      return constant(tr, kNobody, expect.kind == TypeKind::Ref ? expect : Type{}, n.span);
    case NodeKind::Name: return name(tr, n, scope, expect);
    case NodeKind::Member: return member_of(tr, n, scope, expect);
    case NodeKind::Call: return call(tr, n, scope, expect);
    case NodeKind::Unary: {
      if (n.text == "not")
        return op(
            tr, Op::Not, bool_type(), n.span,
            want(tr, compile(tr, n.kids[0], scope, bool_type()), bool_type(), "operand of `not`"));
      return op(tr, Op::Neg, int_type(), n.span,
                want(tr, compile(tr, n.kids[0], scope, int_type()), int_type(), "operand of `-`"));
    }
    case NodeKind::Binary: return binary(tr, n, scope, expect);
    case NodeKind::If: {
      const ExprId c =
          want(tr, compile(tr, n.kids[0], scope, bool_type()), bool_type(), "condition");
      const bool second_first =
          bare_member(tr, n.kids[1], scope) || n.kids[1].kind == NodeKind::NoneLit;
      ExprId a, b;
      if (second_first && expect.kind == TypeKind::Error) {
        b = compile(tr, n.kids[2], scope, expect);
        a = compile(tr, n.kids[1], scope, tr.type(b));
      } else {
        a = compile(tr, n.kids[1], scope, expect);
        b = compile(tr, n.kids[2], scope, expect.kind == TypeKind::Error ? tr.type(a) : expect);
      }
      if (!tr.broken(a)) b = want(tr, b, tr.type(a), "`else` part");
      return op(tr, Op::If, tr.broken(a) ? tr.type(b) : tr.type(a), n.span, c, a, b);
    }
    case NodeKind::Quant: return quantifier(tr, n, scope);
    case NodeKind::SetLit: return set_literal(tr, n, scope, expect);
    case NodeKind::Would: return would(tr, n, scope);
    case NodeKind::View: return view(tr, n, scope);
    case NodeKind::Index: return index(tr, n, scope);
    case NodeKind::Assign:
      tr.log.add(base::Code::ExprSyntax, n.span,
                 {base::in_both("an assignment", "代入"), base::in_both("a value", "値")});
      return bad(tr, n.span);
  }
  return bad(tr, n.span);
}

bool bare_member(const Translation& tr, const Node& n, const Scope& scope) {
  if (n.kind == NodeKind::SetLit) return n.kids.empty() || bare_member(tr, n.kids[0], scope);
  if (n.kind != NodeKind::Name || scope.find(n.text) != nullptr ||
      tr.names.derived.contains(n.text) || tr.attr_of(kNone, n.text) != kNone)
    return false;
  return tr.is_member(n.text);
}

ExprId name(Translation& tr, const Node& n, Scope& scope, const Type& expect) {
  const std::string& s = n.text;
  if (const Binding* b = scope.find(s)) {
    if (b->where == Binding::Where::Alias) return b->alias;
    return op(tr, b->where == Binding::Where::Local ? Op::Local : Op::Temp, b->type, n.span, kNone,
              kNone, kNone, b->slot);
  }
  if (const AttrId a = tr.attr_of(kNone, s); a != kNone)
    return op(tr, Op::GameAttr, tr.p.attrs[a].type, n.span, kNone, kNone, kNone, a);
  if (expect.kind == TypeKind::Enum)
    if (const auto v = tr.member(EnumId(expect.id), s)) return constant(tr, *v, expect, n.span);
  if (expect == zone_name_type())
    if (const auto z = tr.names.zones.find(s); z != tr.names.zones.end())
      return constant(tr, z->second, expect, n.span);
  if (const auto it = tr.names.derived.find(s); it != tr.names.derived.end()) {
    compile_derived(tr, it->second);
    const DerivedDef& d = tr.p.derived[it->second];
    if (!d.args.empty()) {
      tr.log.add(base::Code::WrongArguments, n.span, {s, std::to_string(d.args.size()), "0"});
      return bad(tr, n.span);
    }
    return op(tr, Op::Call, d.type, n.span, kNone, kNone, kNone, it->second);
  }
  if (const auto it = tr.names.kinds.find(s); it != tr.names.kinds.end())
    return op(tr, Op::KindSet, set_type(ref_type(kCardSort, true)), n.span, kNone, kNone, kNone,
              it->second);
  if (const auto it = tr.names.zones.find(s); it != tr.names.zones.end())
    return op(tr, Op::ZoneSet, set_type(ref_type(kCardSort, true)), n.span, kNone, kNone, kNone,
              it->second);
  if (const auto it = tr.names.sorts.find(s); it != tr.names.sorts.end())
    return op(tr, Op::AllOf, set_type(ref_type(it->second)), n.span, kNone, kNone, kNone,
              it->second);
  if (const auto it = tr.names.enums.find(s);
      it != tr.names.enums.end() && it->second > kResults && !tr.is_member(s))
    return every_member(tr, it->second, n.span);
  if (s == "outer") return op(tr, Op::Outer, ref_type(kActSort), n.span);
  if (s == "act")
    return later(tr, n.span,
                 base::in_both("the set of declared acts", "宣言されたアクションの集合"),
                 set_type(ref_type(kActSort)));
  if (s == "source" && scope.proc != nullptr)
    return op(tr, Op::Source, ref_type(kCardSort, true), n.span, kNone, kNone, kNone, kNone, 0);
  if (s == "causer" && scope.proc != nullptr)
    return op(tr, Op::Source, ref_type(kPlayerSort), n.span, kNone, kNone, kNone, kNone, 1);
  if (s == "it") return op(tr, Op::ThisAct, ref_type(kActSort), n.span);
  if ((s == "fits" || s == "kept") && scope.act)
    return op(tr, Op::Fits, bool_type(), n.span, kNone, kNone, kNone, kNone, s == "kept" ? 1 : 0);
  if (s == "result" && scope.ruling && has_result(tr))
    return op(tr, Op::Result, enum_type(kResults), n.span);
  if (scope.ruling) {
    for (size_t i = 0; i < tr.p.players.size(); ++i)
      if (tr.p.players[i] == s)
        return constant(tr, static_cast<int64_t>(i), ref_type(kPlayerSort), n.span);
  }
  const auto [first, last] = tr.names.members.equal_range(s);
  const auto own = tr.own_cards.find(s);
  if (own != tr.own_cards.end() && first == last)
    return constant(tr, own->second, enum_type(kCardNames), n.span);
  if (first != last) {
    if (std::next(first) == last && own == tr.own_cards.end())
      return constant(tr, first->second.second, enum_type(first->second.first), n.span);
    tr.log.add(base::Code::TypeMismatch, n.span,
               {"`" + s + "`", "a member of several enumerations", "a place that tells which"});
    return bad(tr, n.span);
  }
  tr.log.add(base::Code::UnknownName, n.span, {s, nearby(tr, s)});
  return bad(tr, n.span);
}

ExprId member_of(Translation& tr, const Node& n, Scope& scope, const Type&) {
  const Node& left = n.kids[0];
  // ev.c: an argument of the moment that is being announced.
  if (left.kind == NodeKind::Name && left.text == "ev" && scope.find("ev") == nullptr) {
    Type t{};
    for (const SignalDef& s : tr.p.signals)
      for (const Local& a : s.args)
        if (a.name == n.text && t.kind == TypeKind::Error) t = a.type;
    if (t.kind == TypeKind::Error) {
      tr.log.add(base::Code::UnknownMember, n.span, {n.text, "the arguments of any signal"});
      return bad(tr, n.span);
    }
    return op(tr, Op::EvArg, t, n.span, kNone, kNone, kNone, string_id(tr, n.text));
  }
  Reading reading = Reading::Now;
  const Node* target = &left;
  std::string attr_name = n.text;
  if ((n.text == "printed" || n.text == "base") && left.kind == NodeKind::Member) {
    reading = n.text == "printed" ? Reading::Printed : Reading::Base;
    attr_name = left.text;
    target = &left.kids[0];
  }
  const ExprId t = compile(tr, *target, scope);
  if (tr.broken(t)) return t;
  const Type tt = tr.type(t);
  if (tt.kind == TypeKind::Enum && tt.id == tr.p.square && (attr_name == "x" || attr_name == "y"))
    return coordinate(tr, t, attr_name == "x", n.span);
  if (tt.kind == TypeKind::Zone && attr_name == "user")
    return op(tr, Op::Mod, ref_type(kPlayerSort), n.span, t, constant(tr, 2, int_type(), n.span));
  if (tt.kind == TypeKind::Zone && attr_name == "zone")
    return op(tr, Op::Div, zone_name_type(), n.span, t, constant(tr, 2, int_type(), n.span));
  if (tt.kind == TypeKind::Price) {
    const auto field = tr.price_fields.find(attr_name);
    if (field == tr.price_fields.end()) {
      tr.log.add(base::Code::UnknownMember, n.span, {attr_name, "price"});
      return bad(tr, n.span);
    }
    return later(tr, n.span, "`" + print(n) + "`", field->second, {t});
  }
  if (tt.kind != TypeKind::Ref) {
    mismatch(tr, t, "what stands before `." + attr_name + "`", "a player, a card or a token");
    return bad(tr, n.span);
  }
  if (tt.id == kActSort || tt.id == kEffectSort)
    if (const ExprId e = act_member(tr, n, t); e != kNone) return e;
  const AttrId a = tr.attr_of(SortId(tt.id), attr_name);
  if (a == kNone) {
    tr.log.add(base::Code::UnknownMember, n.span, {attr_name, tr.show(tt)});
    return bad(tr, n.span);
  }
  const AttrDef& def = tr.p.attrs[a];
  if (def.type == set_type(ref_type(kEffectSort)) && def.nature == Nature::Printed)
    return later(tr, n.span, "`" + print(n) + "`", def.type, {t});
  const ExprId e =
      op(tr, Op::Attr, def.type, n.span, t, kNone, kNone, a, static_cast<int64_t>(reading));
  if (!tr.p.attrs[a].remember || !tt.stay) return e;
  return op(tr, Op::If, tr.type(e), n.span, op(tr, Op::Present, bool_type(), n.span, t), e,
            unsupported(tr, n.span,
                        base::in_both("`" + print(n) + "` after the stay",
                                      "場を離れた後の `" + print(n) + "`"),
                        tr.type(e), {t}));
}

/// What an act or an effect tells of itself.
ExprId act_member(Translation& tr, const Node& n, ExprId act) {
  const bool effect = tr.type(act).id == kEffectSort;
  if (effect && n.text == "price") return op(tr, Op::EffectOf, Type{TypeKind::Price}, n.span, act);
  if (effect && n.text == "used") return op(tr, Op::Uses, int_type(), n.span, act);
  if (n.text == "me" && !effect)
    return later(tr, n.span, "`" + print(n) + "`", ref_type(kPlayerSort), {act});
  if (n.text == "source")
    return later(tr, n.span, "`" + print(n) + "`", ref_type(kCardSort, true), {act});
  if (const auto it =
          tr.names.act_attrs.find(tr.p.sorts[SortId(tr.type(act).id)].name + "." + n.text);
      it != tr.names.act_attrs.end()) {
    const Type t = tr.p.act_attrs[it->second].type;
    return unsupported(tr, n.span, "`" + print(n) + "`", t, {act});
  }
  return kNone;
}

/// Of an attribute that is remembered after the stay: as long as the stay lasts.
ExprId present_value(const Translation& tr, ExprId e) {
  const Expr& x = tr.p[e];
  return x.op == Op::If && tr.p[x.a].op == Op::Present && tr.p[x.b].op == Op::Attr &&
                 tr.p[x.c].op == Op::Unsupported
             ? x.b
             : e;
}

/// x.attr@view: the present value as that view reads it.
ExprId view(Translation& tr, const Node& n, Scope& scope) {
  const ExprId value = compile(tr, n.kids[0], scope);
  if (tr.broken(value)) return value;
  const Expr e = tr.p[present_value(tr, value)];
  Id view = kNone;
  if (e.op == Op::Attr || e.op == Op::GameAttr) {
    const AttrDef& a = tr.p.attrs[e.attr()];
    const auto it = tr.names.derived.find((a.sort == kNone ? "" : tr.p.sorts[a.sort].name + ".") +
                                          a.name + "@" + n.text);
    if (it != tr.names.derived.end()) view = it->second;
  }
  if (view == kNone) {
    tr.log.add(base::Code::UnknownMember, n.span, {"@" + n.text, "`" + print(n.kids[0]) + "`"});
    return bad(tr, n.span);
  }
  Expr out{Op::Call, e.type, view, 0, kNone, kNone, kNone, {value}, n.span};
  return add(tr, std::move(out));
}

/// xs[i]: the i-th of a sequence, from 1; b[x]: how often x is in a bag.
ExprId index(Translation& tr, const Node& n, Scope& scope) {
  const ExprId from = compile(tr, n.kids[0], scope);
  if (tr.broken(from)) return from;
  const Type t = tr.type(from);
  if (t.kind != TypeKind::Set || t.many == Many::Set) {
    mismatch(tr, from, "what stands before `[`", "a sequence or a bag");
    return bad(tr, n.span);
  }
  const Type at = t.many == Many::Seq ? int_type() : elem_type(t);
  const ExprId i = want(tr, compile(tr, n.kids[1], scope, at), at, "index");
  return later(tr, n.span, "`" + print(n) + "`", t.many == Many::Seq ? elem_type(t) : int_type(),
               {from, i});
}

ExprId binary(Translation& tr, const Node& n, Scope& scope, const Type& expect) {
  const std::string& o = n.text;
  if (o == "or" || o == "and") {
    const ExprId a =
        want(tr, compile(tr, n.kids[0], scope, bool_type()), bool_type(), "operand of `" + o + "`");
    const ExprId b =
        want(tr, compile(tr, n.kids[1], scope, bool_type()), bool_type(), "operand of `" + o + "`");
    return op(tr, o == "or" ? Op::Or : Op::And, bool_type(), n.span, a, b);
  }
  if (o == "+" || o == "-" || o == "*" || o == "/" || o == "%") {
    const ExprId a =
        want(tr, compile(tr, n.kids[0], scope, int_type()), int_type(), "operand of `" + o + "`");
    const ExprId b =
        want(tr, compile(tr, n.kids[1], scope, int_type()), int_type(), "operand of `" + o + "`");
    const Op code = o == "+"   ? Op::Add
                    : o == "-" ? Op::Sub
                    : o == "*" ? Op::Mul
                    : o == "/" ? Op::Div
                               : Op::Mod;
    return op(tr, code, int_type(), n.span, a, b);
  }
  if (o == "|" || o == "\\" || o == "&") {
    ExprId a = as_set(tr, compile(tr, n.kids[0], scope, expect), "operand of `" + o + "`");
    ExprId b = as_set(tr, compile(tr, n.kids[1], scope, tr.type(a)), "operand of `" + o + "`");
    b = want(tr, b, tr.type(a), "right operand");
    return op(tr, o == "|" ? Op::Union : o == "&" ? Op::Inter : Op::Diff, tr.type(a), n.span, a, b);
  }
  if (o == "in") {
    // `x in {a, b}` and `x in ゾーン`
    ExprId a, b;
    if (const ExprId among = zone_among(tr, n, scope); among != kNone) return among;
    if (bare_member(tr, n.kids[0], scope)) {
      b = as_set(tr, compile(tr, n.kids[1], scope), "right side of `in`");
      a = compile(tr, n.kids[0], scope, elem_type(tr.type(b)));
    } else {
      a = compile(tr, n.kids[0], scope);
      b = as_set(tr, compile(tr, n.kids[1], scope, tr.broken(a) ? Type{} : set_type(tr.type(a))),
                 "right side of `in`");
    }
    if (!tr.broken(a) && !tr.broken(b)) a = want(tr, a, elem_type(tr.type(b)), "left side of `in`");
    return op(tr, Op::In, bool_type(), n.span, a, b);
  }
  const bool right_first = bare_member(tr, n.kids[0], scope) || n.kids[0].kind == NodeKind::NoneLit;
  ExprId a, b;
  if (right_first) {
    b = compile(tr, n.kids[1], scope);
    a = compile(tr, n.kids[0], scope, tr.type(b));
  } else {
    a = compile(tr, n.kids[0], scope);
    b = compile(tr, n.kids[1], scope, tr.type(a));
  }
  if (o == "subset") {
    a = as_set(tr, a, "left side of `subset`");
    b = want(tr, as_set(tr, b, "right side of `subset`"), tr.type(a), "right side of `subset`");
    return op(tr, Op::Subset, bool_type(), n.span, a, b);
  }
  if (o == "=" || o == "!=") {
    const bool none = n.kids[0].kind == NodeKind::NoneLit || n.kids[1].kind == NodeKind::NoneLit;
    if (!none && !tr.broken(a)) b = want(tr, b, tr.type(a), "right side of `" + o + "`");
    return op(tr, o == "=" ? Op::Eq : Op::Ne, bool_type(), n.span, a, b);
  }
  a = want(tr, a, int_type(), "left side of `" + o + "`");
  b = want(tr, b, int_type(), "right side of `" + o + "`");
  if (o == "<") return op(tr, Op::Lt, bool_type(), n.span, a, b);
  if (o == "<=") return op(tr, Op::Le, bool_type(), n.span, a, b);
  if (o == ">") return op(tr, Op::Lt, bool_type(), n.span, b, a);
  return op(tr, Op::Le, bool_type(), n.span, b, a);
}

/// `z.zone in {…}`: one of the zones of these names.
ExprId zone_among(Translation& tr, const Node& n, Scope& scope) {
  if (n.kids[0].kind != NodeKind::Member || n.kids[0].text != "zone" ||
      n.kids[1].kind != NodeKind::SetLit)
    return kNone;
  const ExprId zone = compile(tr, n.kids[0], scope);
  if (tr.type(zone) != zone_name_type()) return kNone;
  ExprId any = constant(tr, 0, bool_type(), n.span);
  for (const Node& kid : n.kids[1].kids) {
    const ExprId one =
        want(tr, compile(tr, kid, scope, zone_name_type()), zone_name_type(), "element");
    any = op(tr, Op::Or, bool_type(), n.span, any, op(tr, Op::Eq, bool_type(), n.span, zone, one));
  }
  return any;
}

/// All members of an enumeration; of the squares, those on the board.
ExprId every_member(Translation& tr, EnumId enumeration, Span span) {
  const Type t = set_type(enum_type(enumeration));
  const ExprId all = op(tr, Op::AllOf, t, span);
  if (enumeration != tr.p.square) return all;
  Expr off{Op::SetOf, t,     kNone, 0,
           kNone,     kNone, kNone, {constant(tr, 0, enum_type(enumeration), span)},
           span};
  const ExprId none = add(tr, std::move(off));
  return op(tr, Op::Diff, t, span, all, none);
}

ExprId set_literal(Translation& tr, const Node& n, Scope& scope, const Type& expect) {
  Type elem = expect.kind == TypeKind::Set ? elem_type(expect) : Type{};
  Expr e{Op::SetOf, Type{}, kNone, 0, kNone, kNone, kNone, {}, n.span};
  for (const Node& kid : n.kids) {
    ExprId k = compile(tr, kid, scope, elem);
    if (elem.kind != TypeKind::Error)
      k = want(tr, k, elem, "element");
    else if (!tr.broken(k))
      elem = tr.type(k);
    e.args.push_back(k);
  }
  if (elem.kind == TypeKind::Error) {
    if (n.kids.empty())
      tr.log.add(base::Code::TypeMismatch, n.span,
                 {"`{}`", "a set of unknown elements", "a place that tells which"});
    return bad(tr, n.span);
  }
  if (expect.kind == TypeKind::Set && expect.many != Many::Set)
    return later(tr, n.span, "`" + print(n) + "`", expect, e.args);
  if (elem.kind != TypeKind::Enum && elem.kind != TypeKind::Ref) {
    mismatch(tr, e.args[0], "element", "a member or an entity");
    return bad(tr, n.span);
  }
  e.type = set_type(elem);
  return add(tr, std::move(e));
}

ExprId quantifier(Translation& tr, const Node& n, Scope& scope) {
  const ExprId set = as_set(tr, compile(tr, n.kids[0], scope), "what `" + n.text + "` ranges over");
  const auto names = scope.names.size();
  const int temps = scope.temps;
  const Id slot = scope.temp(n.name, tr.broken(set) ? Type{} : elem_type(tr.type(set)));
  static const std::map<std::string, QuantKind> kinds = {
      {"all", QuantKind::All},  {"any", QuantKind::Any}, {"count", QuantKind::Count},
      {"sum", QuantKind::Sum},  {"min", QuantKind::Min}, {"max", QuantKind::Max},
      {"set", QuantKind::SetQ}, {"the", QuantKind::The}, {"union", QuantKind::UnionQ}};
  const QuantKind kind = kinds.at(n.text);
  const bool boolean = kind == QuantKind::All || kind == QuantKind::Any;
  const bool value = kind == QuantKind::Sum || kind == QuantKind::Min || kind == QuantKind::Max;
  ExprId where, body;
  if (n.kids[1].kind != NodeKind::Bad)
    where = want(tr, compile(tr, n.kids[1], scope, bool_type()), bool_type(), "`where`");
  if (n.kids[2].kind != NodeKind::Bad) {
    const Type t =
        boolean || kind == QuantKind::Count || kind == QuantKind::SetQ || kind == QuantKind::The
            ? bool_type()
        : value ? int_type()
                : Type{};
    body = compile(tr, n.kids[2], scope, t);
    if (t.kind != TypeKind::Error) body = want(tr, body, t, "body");
  }
  const Type elem = tr.broken(set) ? Type{} : elem_type(tr.type(set));
  scope.names.resize(names);
  scope.temps = temps;
  if ((value || kind == QuantKind::UnionQ) && body == kNone) {
    tr.log.add(base::Code::ExprSyntax, n.span,
               {base::in_both("`" + n.text + "` without a body", "本体のない `" + n.text + "`"),
                base::in_both("`: ` and a value", "`: ` と値")});
    return bad(tr, n.span);
  }
  Type t = bool_type();
  if (kind == QuantKind::Count || value) t = int_type();
  if (kind == QuantKind::SetQ) t = tr.broken(set) ? Type{} : set_type(elem);
  if (kind == QuantKind::The) t = elem;
  if (kind == QuantKind::UnionQ) t = tr.type(body);
  // count, set and the: `:` and `where` say the same
  if (kind == QuantKind::Count || kind == QuantKind::SetQ || kind == QuantKind::The) {
    if (body != kNone)
      where = where == kNone ? body : op(tr, Op::And, bool_type(), n.span, where, body);
    body = kNone;
  }
  return op(tr, Op::Quant, t, n.span, set, where, body, slot, static_cast<int64_t>(kind));
}

ExprId would(Translation& tr, const Node& n, Scope& scope) {
  std::vector<Stmt> stmts;
  for (size_t i = 0; i + 1 < n.kids.size(); ++i) {
    const Node& kid = n.kids[i];
    if (kid.kind == NodeKind::Call && kid.kids[0].kind == NodeKind::Name &&
        tr.names.procs.contains(kid.kids[0].text))
      inline_call(tr, tr.names.procs.at(kid.kids[0].text), kid, scope, stmts);
    else if (auto s = payment(tr, kid, scope))
      stmts.push_back(std::move(*s));
    else if (auto t = statement(tr, kid, scope))
      stmts.push_back(std::move(*t));
  }
  const ExprId body = compile(tr, n.kids.back(), scope);
  tr.p.woulds.push_back(std::move(stmts));
  return op(tr, Op::Would, tr.type(body), n.span, body, kNone, kNone,
            static_cast<Id>(tr.p.woulds.size()) - 1);
}

/// In `would`: a price stands for paying it.
std::optional<Stmt> payment(Translation& tr, const Node& n, Scope& scope) {
  if (n.kind != NodeKind::Member || n.text != "price") return std::nullopt;
  const ExprId price = compile(tr, n, scope);
  if (tr.type(price).kind != TypeKind::Price) return std::nullopt;
  return stopping(
      tr, later(tr, n.span,
                base::in_both("`" + print(n) + "` paid", "支払いとしての `" + print(n) + "`"),
                bool_type(), {price}));
}

Id step_ordinal(Translation& tr, const Node& n, const Procedure& proc,
                const std::map<std::string, int>& labels) {
  const std::string text = n.kind == NodeKind::Name ? n.text : print(n);
  const auto it = labels.find(text);
  if (it == labels.end()) {
    tr.log.add(base::Code::UnknownStep, n.span, {text, proc.name});
    return kNone;
  }
  return it->second;
}

ExprId argument(Translation& tr, const Node& call, size_t i, const Type& t, Scope& scope) {
  return want(tr, compile(tr, call.kids[i + 1], scope, t), t,
              "argument of `" + call.kids[0].text + "`");
}

ExprId call(Translation& tr, const Node& n, Scope& scope, const Type&) {
  if (n.kids[0].kind == NodeKind::Member) return call_member(tr, n, scope);
  if (n.kids[0].kind != NodeKind::Name) {
    tr.log.add(base::Code::ExprSyntax, n.span,
               {base::in_both("a call of `" + print(n.kids[0]) + "`",
                              "`" + print(n.kids[0]) + "` の呼び出し"),
                base::in_both("a name before the parenthesis", "括弧の前の名前")});
    return bad(tr, n.span);
  }
  const std::string& f = n.kids[0].text;
  if (const auto it = tr.names.zones.find(f); it != tr.names.zones.end()) {
    if (n.kids.size() != 2) {
      tr.log.add(base::Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return bad(tr, n.span);
    }
    const ZoneDef& z = tr.p.zones[it->second];
    const Type owner = z.of == ZoneOwner::Card ? ref_type(kCardSort) : ref_type(kPlayerSort);
    const ExprId o = want(tr, compile(tr, n.kids[1], scope, owner), owner, "owner of `" + f + "`");
    return op(tr, Op::ZoneSet, set_type(ref_type(kCardSort, true)), n.span, o, kNone, kNone,
              it->second);
  }
  if (const auto it = tr.names.derived.find(f); it != tr.names.derived.end()) {
    compile_derived(tr, it->second);
    const size_t arity = tr.p.derived[it->second].args.size();
    if (arity + 1 != n.kids.size()) {
      tr.log.add(base::Code::WrongArguments, n.span,
                 {f, std::to_string(arity), std::to_string(n.kids.size() - 1)});
      return bad(tr, n.span);
    }
    Expr e{Op::Call, tr.p.derived[it->second].type, it->second, 0, kNone, kNone, kNone, {}, n.span};
    for (size_t i = 0; i < arity; ++i) {
      const Type t = tr.p.derived[it->second].args[i].type;
      e.args.push_back(argument(tr, n, i, t, scope));
    }
    return add(tr, std::move(e));
  }
  if (const auto it = tr.names.tables.find(f); it != tr.names.tables.end()) {
    const TableDef& t = tr.p.tables[it->second];
    if (t.args.size() + 1 != n.kids.size()) {
      tr.log.add(base::Code::WrongArguments, n.span,
                 {f, std::to_string(t.args.size()), std::to_string(n.kids.size() - 1)});
      return bad(tr, n.span);
    }
    Expr e{Op::Table, bool_type(), it->second, 0, kNone, kNone, kNone, {}, n.span};
    for (size_t i = 0; i < t.args.size(); ++i) {
      const Type a = t.args[i];
      e.args.push_back(argument(tr, n, i, a, scope));
    }
    return add(tr, std::move(e));
  }
  bool known = false;
  const ExprId e = builtin(tr, f, n, scope, known);
  if (known) return e;
  tr.log.add(base::Code::UnknownName, n.kids[0].span, {f, nearby(tr, f)});
  return bad(tr, n.span);
}

}  // namespace hanrei::model
