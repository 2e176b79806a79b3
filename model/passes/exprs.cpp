// Expressions: names resolved, types checked.
#include <algorithm>

#include "base/text/nearest.h"
#include "model/passes/compiler.h"

namespace hanrei::model {

static constexpr int kMaxLevels = 1000;

std::optional<int64_t> Compiler::member(EnumId enumeration, const std::string& name) const {
  if (const auto own = own_cards_.find(name); own != own_cards_.end() && enumeration == kCardNames)
    return own->second;
  for (auto [it, end] = members_.equal_range(name); it != end; ++it)
    if (it->second.first == enumeration) return it->second.second;
  return std::nullopt;
}

AttrId Compiler::attr_of(SortId sort, const std::string& name) const {
  const auto it = attrs_.find({sort, name});
  return it == attrs_.end() ? kNone : it->second;
}

/// Can a play of this game be won, lost or drawn?
bool Compiler::has_result() {
  bool any = !p_.endings.empty() || !p_.event_endings.empty();
  each_stmts([&](std::vector<Stmt>& list) {
    for (const Stmt& st : list) any = any || st.kind == StmtKind::Finish;
  });
  return any;
}

std::string Compiler::nearby(const std::string& name) const {
  std::vector<std::string_view> names;
  const auto add = [&](const auto&... tables) {
    ((std::for_each(tables.begin(), tables.end(),
                    [&](const auto& t) { names.push_back(t.first); })),
     ...);
  };
  add(zones_, kinds_, derived_, signals_, procs_);
  for (const AttrDef& a : p_.attrs) names.push_back(a.name);
  for (const auto& [other, id] : members_) names.push_back(other);
  const std::string_view near = base::nearest(name, names);
  return near.empty() ? ""
                      : base::in_both(" (`" + std::string(near) + "`?)",
                                      "(`" + std::string(near) + "` ですか)");
}

void Compiler::mismatch(ExprId e, std::string_view what, const std::string& expected) {
  if (!broken(e))
    log_.add(Code::TypeMismatch, p_[e].span, {std::string(what), show(type(e)), expected});
}

ExprId Compiler::want(ExprId e, const Type& t, std::string_view what) {
  const Type& have = type(e);
  if (have.kind == TypeKind::Error || t.kind == TypeKind::Error) return e;
  if (have.kind == t.kind && have.id == t.id && have.elem == t.elem && have.many == t.many)
    return e;
  mismatch(e, what, show(t));
  return bad(p_[e].span);
}

ExprId Compiler::as_set(ExprId e, std::string_view what) {
  if (broken(e)) return e;
  if (type(e).kind != TypeKind::Set) {
    mismatch(e, what, "a set");
    return bad(p_[e].span);
  }
  return e;
}

/// No engine holds a sequence, a bag or a record: what has such a value stops where it is asked
/// for.
ExprId Compiler::add(Expr e) {
  if (composite(e.type) && e.op != Op::Unsupported) {
    for (ExprId k : {e.a, e.b, e.c})
      if (k != kNone) e.args.push_back(k);
    e.op = Op::Unsupported;
    e.id = string_id("a value of type " + show(e.type));
    e.a = e.b = e.c = kNone;
  }
  return p_.exprs.push_back(std::move(e));
}

ExprId Compiler::both(ExprId a, ExprId b) {
  return a == kNone ? b : b == kNone ? a : op(Op::And, bool_type(), p_[b].span, a, b);
}

Id Compiler::string_id(const std::string& text) {
  for (size_t i = 0; i < p_.strings.size(); ++i)
    if (p_.strings[i] == text) return static_cast<Id>(i);
  p_.strings.push_back(text);
  return static_cast<Id>(p_.strings.size()) - 1;
}

ExprId Compiler::expression(const Json& text, Scope& scope, const Type& expect) {
  const Node node = parse(text, false);
  ExprId e = compile(node, scope, expect);
  if (expect.kind != TypeKind::Error) e = want(e, expect, "this");
  return e;
}

ExprId Compiler::compile(const Node& n, Scope& scope, const Type& expect) {
  struct Level {
    int& levels;
    ~Level() { --levels; }
  } level{levels_};
  if (++levels_ > kMaxLevels) {
    log_.add(Code::ExprTooDeep, n.span, {std::to_string(kMaxLevels)});
    return bad(n.span);
  }
  switch (n.kind) {
    case NodeKind::Bad: return bad(n.span);
    case NodeKind::Number: return constant(n.number, int_type(), n.span);
    case NodeKind::True: return constant(1, bool_type(), n.span);
    case NodeKind::False: return constant(0, bool_type(), n.span);
    case NodeKind::NoneLit:
      if (expect.kind == TypeKind::Enum)
        if (const auto v = member(EnumId(expect.id), "none")) return constant(*v, expect, n.span);
      return constant(kNobody, expect.kind == TypeKind::Ref ? expect : Type{}, n.span);
    case NodeKind::Name: return name(n, scope, expect);
    case NodeKind::Member: return member_of(n, scope, expect);
    case NodeKind::Call: return call(n, scope, expect);
    case NodeKind::Unary: {
      if (n.text == "not")
        return op(Op::Not, bool_type(), n.span,
                  want(compile(n.kids[0], scope, bool_type()), bool_type(), "operand of `not`"));
      return op(Op::Neg, int_type(), n.span,
                want(compile(n.kids[0], scope, int_type()), int_type(), "operand of `-`"));
    }
    case NodeKind::Binary: return binary(n, scope, expect);
    case NodeKind::If: {
      const ExprId c = want(compile(n.kids[0], scope, bool_type()), bool_type(), "condition");
      const bool second_first =
          bare_member(n.kids[1], scope) || n.kids[1].kind == NodeKind::NoneLit;
      ExprId a, b;
      if (second_first && expect.kind == TypeKind::Error) {
        b = compile(n.kids[2], scope, expect);
        a = compile(n.kids[1], scope, type(b));
      } else {
        a = compile(n.kids[1], scope, expect);
        b = compile(n.kids[2], scope, expect.kind == TypeKind::Error ? type(a) : expect);
      }
      if (!broken(a)) b = want(b, type(a), "`else` part");
      return op(Op::If, broken(a) ? type(b) : type(a), n.span, c, a, b);
    }
    case NodeKind::Quant: return quantifier(n, scope);
    case NodeKind::SetLit: return set_literal(n, scope, expect);
    case NodeKind::Would: return would(n, scope);
    case NodeKind::View: return view(n, scope);
    case NodeKind::Index: return index(n, scope);
    case NodeKind::Assign:
      log_.add(Code::ExprSyntax, n.span,
               {base::in_both("an assignment", "代入"), base::in_both("a value", "値")});
      return bad(n.span);
  }
  return bad(n.span);
}

bool Compiler::bare_member(const Node& n, const Scope& scope) const {
  if (n.kind == NodeKind::SetLit) return n.kids.empty() || bare_member(n.kids[0], scope);
  if (n.kind != NodeKind::Name || scope.find(n.text) != nullptr || derived_.contains(n.text) ||
      attr_of(kNone, n.text) != kNone)
    return false;
  return is_member(n.text);
}

ExprId Compiler::name(const Node& n, Scope& scope, const Type& expect) {
  const std::string& s = n.text;
  if (const Binding* b = scope.find(s)) {
    if (b->where == Binding::Where::Alias) return b->alias;
    return op(b->where == Binding::Where::Local ? Op::Local : Op::Temp, b->type, n.span, kNone,
              kNone, kNone, b->slot);
  }
  if (const AttrId a = attr_of(kNone, s); a != kNone)
    return op(Op::GameAttr, p_.attrs[a].type, n.span, kNone, kNone, kNone, a);
  if (expect.kind == TypeKind::Enum)
    if (const auto v = member(EnumId(expect.id), s)) return constant(*v, expect, n.span);
  if (expect == zone_name_type())
    if (const auto z = zones_.find(s); z != zones_.end())
      return constant(z->second, expect, n.span);
  if (const auto it = derived_.find(s); it != derived_.end()) {
    compile_derived(it->second);
    const DerivedDef& d = p_.derived[it->second];
    if (!d.args.empty()) {
      log_.add(Code::WrongArguments, n.span, {s, std::to_string(d.args.size()), "0"});
      return bad(n.span);
    }
    return op(Op::Call, d.type, n.span, kNone, kNone, kNone, it->second);
  }
  if (const auto it = kinds_.find(s); it != kinds_.end())
    return op(Op::KindSet, set_type(ref_type(kCardSort, true)), n.span, kNone, kNone, kNone,
              it->second);
  if (const auto it = zones_.find(s); it != zones_.end())
    return op(Op::ZoneSet, set_type(ref_type(kCardSort, true)), n.span, kNone, kNone, kNone,
              it->second);
  if (const auto it = sorts_.find(s); it != sorts_.end())
    return op(Op::AllOf, set_type(ref_type(it->second)), n.span, kNone, kNone, kNone, it->second);
  if (const auto it = enums_.find(s); it != enums_.end() && it->second > kResults && !is_member(s))
    return every_member(it->second, n.span);
  if (s == "outer") return op(Op::Outer, ref_type(kActSort), n.span);
  if (s == "act")
    return later(n.span, base::in_both("the set of declared acts", "宣言されたアクションの集合"),
                 set_type(ref_type(kActSort)));
  if (s == "source" && scope.proc != nullptr)
    return op(Op::Source, ref_type(kCardSort, true), n.span, kNone, kNone, kNone, kNone, 0);
  if (s == "causer" && scope.proc != nullptr)
    return op(Op::Source, ref_type(kPlayerSort), n.span, kNone, kNone, kNone, kNone, 1);
  if (s == "it") return op(Op::ThisAct, ref_type(kActSort), n.span);
  if ((s == "fits" || s == "kept") && scope.act)
    return op(Op::Fits, bool_type(), n.span, kNone, kNone, kNone, kNone, s == "kept" ? 1 : 0);
  if (s == "result" && scope.ruling && has_result())
    return op(Op::Result, enum_type(kResults), n.span);
  if (scope.ruling) {
    for (size_t i = 0; i < p_.players.size(); ++i)
      if (p_.players[i] == s)
        return constant(static_cast<int64_t>(i), ref_type(kPlayerSort), n.span);
  }
  const auto [first, last] = members_.equal_range(s);
  const auto own = own_cards_.find(s);
  if (own != own_cards_.end() && first == last)
    return constant(own->second, enum_type(kCardNames), n.span);
  if (first != last) {
    if (std::next(first) == last && own == own_cards_.end())
      return constant(first->second.second, enum_type(first->second.first), n.span);
    log_.add(Code::TypeMismatch, n.span,
             {"`" + s + "`", "a member of several enumerations", "a place that tells which"});
    return bad(n.span);
  }
  log_.add(Code::UnknownName, n.span, {s, nearby(s)});
  return bad(n.span);
}

ExprId Compiler::member_of(const Node& n, Scope& scope, const Type&) {
  const Node& left = n.kids[0];
  // ev.c: an argument of the moment that is being announced.
  if (left.kind == NodeKind::Name && left.text == "ev" && scope.find("ev") == nullptr) {
    Type t{};
    for (const SignalDef& s : p_.signals)
      for (const Local& a : s.args)
        if (a.name == n.text && t.kind == TypeKind::Error) t = a.type;
    if (t.kind == TypeKind::Error) {
      log_.add(Code::UnknownMember, n.span, {n.text, "the arguments of any signal"});
      return bad(n.span);
    }
    return op(Op::EvArg, t, n.span, kNone, kNone, kNone, string_id(n.text));
  }
  Reading reading = Reading::Now;
  const Node* target = &left;
  std::string attr_name = n.text;
  if ((n.text == "printed" || n.text == "base") && left.kind == NodeKind::Member) {
    reading = n.text == "printed" ? Reading::Printed : Reading::Base;
    attr_name = left.text;
    target = &left.kids[0];
  }
  const ExprId t = compile(*target, scope);
  if (broken(t)) return t;
  const Type tt = type(t);
  if (tt.kind == TypeKind::Enum && tt.id == p_.square && (attr_name == "x" || attr_name == "y"))
    return coordinate(t, attr_name == "x", n.span);
  if (tt.kind == TypeKind::Zone && attr_name == "user")
    return op(Op::Mod, ref_type(kPlayerSort), n.span, t, constant(2, int_type(), n.span));
  if (tt.kind == TypeKind::Zone && attr_name == "zone")
    return op(Op::Div, zone_name_type(), n.span, t, constant(2, int_type(), n.span));
  if (tt.kind == TypeKind::Price) {
    const auto field = price_fields_.find(attr_name);
    if (field == price_fields_.end()) {
      log_.add(Code::UnknownMember, n.span, {attr_name, "price"});
      return bad(n.span);
    }
    return later(n.span, "`" + print(n) + "`", field->second, {t});
  }
  if (tt.kind != TypeKind::Ref) {
    mismatch(t, "what stands before `." + attr_name + "`", "a player, a card or a token");
    return bad(n.span);
  }
  if (tt.id == kActSort || tt.id == kEffectSort)
    if (const ExprId e = act_member(n, t); e != kNone) return e;
  const AttrId a = attr_of(SortId(tt.id), attr_name);
  if (a == kNone) {
    log_.add(Code::UnknownMember, n.span, {attr_name, show(tt)});
    return bad(n.span);
  }
  const AttrDef& def = p_.attrs[a];
  if (def.type == set_type(ref_type(kEffectSort)) && def.nature == Nature::Printed)
    return later(n.span, "`" + print(n) + "`", def.type, {t});
  const ExprId e =
      op(Op::Attr, def.type, n.span, t, kNone, kNone, a, static_cast<int64_t>(reading));
  if (!p_.attrs[a].remember || !tt.stay) return e;
  return op(Op::If, type(e), n.span, op(Op::Present, bool_type(), n.span, t), e,
            unsupported(n.span,
                        base::in_both("`" + print(n) + "` after the stay",
                                      "場を離れた後の `" + print(n) + "`"),
                        type(e), {t}));
}

/// What an act or an effect tells of itself.
ExprId Compiler::act_member(const Node& n, ExprId act) {
  const bool effect = type(act).id == kEffectSort;
  if (effect && n.text == "price") return op(Op::EffectOf, Type{TypeKind::Price}, n.span, act);
  if (effect && n.text == "used") return op(Op::Uses, int_type(), n.span, act);
  if (n.text == "me" && !effect)
    return later(n.span, "`" + print(n) + "`", ref_type(kPlayerSort), {act});
  if (n.text == "source")
    return later(n.span, "`" + print(n) + "`", ref_type(kCardSort, true), {act});
  if (const auto it = act_attrs_.find(p_.sorts[SortId(type(act).id)].name + "." + n.text);
      it != act_attrs_.end()) {
    const Type t = p_.act_attrs[it->second].type;
    return unsupported(n.span, "`" + print(n) + "`", t, {act});
  }
  return kNone;
}

/// Of an attribute that is remembered after the stay: as long as the stay lasts.
ExprId Compiler::present_value(ExprId e) const {
  const Expr& x = p_[e];
  return x.op == Op::If && p_[x.a].op == Op::Present && p_[x.b].op == Op::Attr &&
                 p_[x.c].op == Op::Unsupported
             ? x.b
             : e;
}

/// x.attr@view: the present value as that view reads it.
ExprId Compiler::view(const Node& n, Scope& scope) {
  const ExprId value = compile(n.kids[0], scope);
  if (broken(value)) return value;
  const Expr e = p_[present_value(value)];
  Id view = kNone;
  if (e.op == Op::Attr || e.op == Op::GameAttr) {
    const AttrDef& a = p_.attrs[e.attr()];
    const auto it =
        derived_.find((a.sort == kNone ? "" : p_.sorts[a.sort].name + ".") + a.name + "@" + n.text);
    if (it != derived_.end()) view = it->second;
  }
  if (view == kNone) {
    log_.add(Code::UnknownMember, n.span, {"@" + n.text, "`" + print(n.kids[0]) + "`"});
    return bad(n.span);
  }
  Expr out{Op::Call, e.type, view, 0, kNone, kNone, kNone, {value}, n.span};
  return add(std::move(out));
}

/// xs[i]: the i-th of a sequence, from 1; b[x]: how often x is in a bag.
ExprId Compiler::index(const Node& n, Scope& scope) {
  const ExprId from = compile(n.kids[0], scope);
  if (broken(from)) return from;
  const Type t = type(from);
  if (t.kind != TypeKind::Set || t.many == Many::Set) {
    mismatch(from, "what stands before `[`", "a sequence or a bag");
    return bad(n.span);
  }
  const Type at = t.many == Many::Seq ? int_type() : elem_type(t);
  const ExprId i = want(compile(n.kids[1], scope, at), at, "index");
  return later(n.span, "`" + print(n) + "`", t.many == Many::Seq ? elem_type(t) : int_type(),
               {from, i});
}

ExprId Compiler::binary(const Node& n, Scope& scope, const Type& expect) {
  const std::string& o = n.text;
  if (o == "or" || o == "and") {
    const ExprId a =
        want(compile(n.kids[0], scope, bool_type()), bool_type(), "operand of `" + o + "`");
    const ExprId b =
        want(compile(n.kids[1], scope, bool_type()), bool_type(), "operand of `" + o + "`");
    return op(o == "or" ? Op::Or : Op::And, bool_type(), n.span, a, b);
  }
  if (o == "+" || o == "-" || o == "*" || o == "/" || o == "%") {
    const ExprId a =
        want(compile(n.kids[0], scope, int_type()), int_type(), "operand of `" + o + "`");
    const ExprId b =
        want(compile(n.kids[1], scope, int_type()), int_type(), "operand of `" + o + "`");
    const Op code = o == "+"   ? Op::Add
                    : o == "-" ? Op::Sub
                    : o == "*" ? Op::Mul
                    : o == "/" ? Op::Div
                               : Op::Mod;
    return op(code, int_type(), n.span, a, b);
  }
  if (o == "|" || o == "\\" || o == "&") {
    ExprId a = as_set(compile(n.kids[0], scope, expect), "operand of `" + o + "`");
    ExprId b = as_set(compile(n.kids[1], scope, type(a)), "operand of `" + o + "`");
    b = want(b, type(a), "right operand");
    return op(o == "|" ? Op::Union : o == "&" ? Op::Inter : Op::Diff, type(a), n.span, a, b);
  }
  if (o == "in") {
    // `x in {a, b}` and `x in ゾーン`
    ExprId a, b;
    if (const ExprId among = zone_among(n, scope); among != kNone) return among;
    if (bare_member(n.kids[0], scope)) {
      b = as_set(compile(n.kids[1], scope), "right side of `in`");
      a = compile(n.kids[0], scope, elem_type(type(b)));
    } else {
      a = compile(n.kids[0], scope);
      b = as_set(compile(n.kids[1], scope, broken(a) ? Type{} : set_type(type(a))),
                 "right side of `in`");
    }
    if (!broken(a) && !broken(b)) a = want(a, elem_type(type(b)), "left side of `in`");
    return op(Op::In, bool_type(), n.span, a, b);
  }
  const bool right_first = bare_member(n.kids[0], scope) || n.kids[0].kind == NodeKind::NoneLit;
  ExprId a, b;
  if (right_first) {
    b = compile(n.kids[1], scope);
    a = compile(n.kids[0], scope, type(b));
  } else {
    a = compile(n.kids[0], scope);
    b = compile(n.kids[1], scope, type(a));
  }
  if (o == "subset") {
    a = as_set(a, "left side of `subset`");
    b = want(as_set(b, "right side of `subset`"), type(a), "right side of `subset`");
    return op(Op::Subset, bool_type(), n.span, a, b);
  }
  if (o == "=" || o == "!=") {
    const bool none = n.kids[0].kind == NodeKind::NoneLit || n.kids[1].kind == NodeKind::NoneLit;
    if (!none && !broken(a)) b = want(b, type(a), "right side of `" + o + "`");
    return op(o == "=" ? Op::Eq : Op::Ne, bool_type(), n.span, a, b);
  }
  a = want(a, int_type(), "left side of `" + o + "`");
  b = want(b, int_type(), "right side of `" + o + "`");
  if (o == "<") return op(Op::Lt, bool_type(), n.span, a, b);
  if (o == "<=") return op(Op::Le, bool_type(), n.span, a, b);
  if (o == ">") return op(Op::Lt, bool_type(), n.span, b, a);
  return op(Op::Le, bool_type(), n.span, b, a);
}

/// `z.zone in {…}`: one of the zones of these names.
ExprId Compiler::zone_among(const Node& n, Scope& scope) {
  if (n.kids[0].kind != NodeKind::Member || n.kids[0].text != "zone" ||
      n.kids[1].kind != NodeKind::SetLit)
    return kNone;
  const ExprId zone = compile(n.kids[0], scope);
  if (type(zone) != zone_name_type()) return kNone;
  ExprId any = constant(0, bool_type(), n.span);
  for (const Node& kid : n.kids[1].kids) {
    const ExprId one = want(compile(kid, scope, zone_name_type()), zone_name_type(), "element");
    any = op(Op::Or, bool_type(), n.span, any, op(Op::Eq, bool_type(), n.span, zone, one));
  }
  return any;
}

/// All members of an enumeration; of the squares, those on the board.
ExprId Compiler::every_member(EnumId enumeration, Span span) {
  const Type t = set_type(enum_type(enumeration));
  const ExprId all = op(Op::AllOf, t, span);
  if (enumeration != p_.square) return all;
  Expr off{Op::SetOf, t, kNone, 0, kNone, kNone, kNone, {constant(0, enum_type(enumeration), span)},
           span};
  const ExprId none = add(std::move(off));
  return op(Op::Diff, t, span, all, none);
}

ExprId Compiler::set_literal(const Node& n, Scope& scope, const Type& expect) {
  Type elem = expect.kind == TypeKind::Set ? elem_type(expect) : Type{};
  Expr e{Op::SetOf, Type{}, kNone, 0, kNone, kNone, kNone, {}, n.span};
  for (const Node& kid : n.kids) {
    ExprId k = compile(kid, scope, elem);
    if (elem.kind != TypeKind::Error)
      k = want(k, elem, "element");
    else if (!broken(k))
      elem = type(k);
    e.args.push_back(k);
  }
  if (elem.kind == TypeKind::Error) {
    if (n.kids.empty())
      log_.add(Code::TypeMismatch, n.span,
               {"`{}`", "a set of unknown elements", "a place that tells which"});
    return bad(n.span);
  }
  if (expect.kind == TypeKind::Set && expect.many != Many::Set)
    return later(n.span, "`" + print(n) + "`", expect, e.args);
  if (elem.kind != TypeKind::Enum && elem.kind != TypeKind::Ref) {
    mismatch(e.args[0], "element", "a member or an entity");
    return bad(n.span);
  }
  e.type = set_type(elem);
  return add(std::move(e));
}

ExprId Compiler::quantifier(const Node& n, Scope& scope) {
  const ExprId set = as_set(compile(n.kids[0], scope), "what `" + n.text + "` ranges over");
  const auto names = scope.names.size();
  const int temps = scope.temps;
  const Id slot = scope.temp(n.name, broken(set) ? Type{} : elem_type(type(set)));
  static const std::map<std::string, QuantKind> kinds = {
      {"all", QuantKind::All},  {"any", QuantKind::Any}, {"count", QuantKind::Count},
      {"sum", QuantKind::Sum},  {"min", QuantKind::Min}, {"max", QuantKind::Max},
      {"set", QuantKind::SetQ}, {"the", QuantKind::The}, {"union", QuantKind::UnionQ}};
  const QuantKind kind = kinds.at(n.text);
  const bool boolean = kind == QuantKind::All || kind == QuantKind::Any;
  const bool value = kind == QuantKind::Sum || kind == QuantKind::Min || kind == QuantKind::Max;
  ExprId where, body;
  if (n.kids[1].kind != NodeKind::Bad)
    where = want(compile(n.kids[1], scope, bool_type()), bool_type(), "`where`");
  if (n.kids[2].kind != NodeKind::Bad) {
    const Type t =
        boolean || kind == QuantKind::Count || kind == QuantKind::SetQ || kind == QuantKind::The
            ? bool_type()
        : value ? int_type()
                : Type{};
    body = compile(n.kids[2], scope, t);
    if (t.kind != TypeKind::Error) body = want(body, t, "body");
  }
  const Type elem = broken(set) ? Type{} : elem_type(type(set));
  scope.names.resize(names);
  scope.temps = temps;
  if ((value || kind == QuantKind::UnionQ) && body == kNone) {
    log_.add(Code::ExprSyntax, n.span,
             {base::in_both("`" + n.text + "` without a body", "本体のない `" + n.text + "`"),
              base::in_both("`: ` and a value", "`: ` と値")});
    return bad(n.span);
  }
  Type t = bool_type();
  if (kind == QuantKind::Count || value) t = int_type();
  if (kind == QuantKind::SetQ) t = broken(set) ? Type{} : set_type(elem);
  if (kind == QuantKind::The) t = elem;
  if (kind == QuantKind::UnionQ) t = type(body);
  // count, set and the: `:` and `where` say the same
  if (kind == QuantKind::Count || kind == QuantKind::SetQ || kind == QuantKind::The) {
    if (body != kNone)
      where = where == kNone ? body : op(Op::And, bool_type(), n.span, where, body);
    body = kNone;
  }
  return op(Op::Quant, t, n.span, set, where, body, slot, static_cast<int64_t>(kind));
}

ExprId Compiler::would(const Node& n, Scope& scope) {
  std::vector<Stmt> stmts;
  for (size_t i = 0; i + 1 < n.kids.size(); ++i) {
    const Node& kid = n.kids[i];
    if (kid.kind == NodeKind::Call && kid.kids[0].kind == NodeKind::Name &&
        procs_.contains(kid.kids[0].text))
      inline_call(procs_.at(kid.kids[0].text), kid, scope, stmts);
    else if (auto s = payment(kid, scope))
      stmts.push_back(std::move(*s));
    else if (auto t = statement(kid, scope))
      stmts.push_back(std::move(*t));
  }
  const ExprId body = compile(n.kids.back(), scope);
  p_.woulds.push_back(std::move(stmts));
  return op(Op::Would, type(body), n.span, body, kNone, kNone,
            static_cast<Id>(p_.woulds.size()) - 1);
}

/// In `would`: a price stands for paying it.
std::optional<Stmt> Compiler::payment(const Node& n, Scope& scope) {
  if (n.kind != NodeKind::Member || n.text != "price") return std::nullopt;
  const ExprId price = compile(n, scope);
  if (type(price).kind != TypeKind::Price) return std::nullopt;
  return stopping(
      later(n.span, base::in_both("`" + print(n) + "` paid", "支払いとしての `" + print(n) + "`"),
            bool_type(), {price}));
}

Id Compiler::step_ordinal(const Node& n, const Procedure& proc,
                          const std::map<std::string, int>& labels) {
  const std::string text = n.kind == NodeKind::Name ? n.text : print(n);
  const auto it = labels.find(text);
  if (it == labels.end()) {
    log_.add(Code::UnknownStep, n.span, {text, proc.name});
    return kNone;
  }
  return it->second;
}

ExprId Compiler::argument(const Node& call, size_t i, const Type& t, Scope& scope) {
  return want(compile(call.kids[i + 1], scope, t), t, "argument of `" + call.kids[0].text + "`");
}

ExprId Compiler::call(const Node& n, Scope& scope, const Type&) {
  if (n.kids[0].kind == NodeKind::Member) return call_member(n, scope);
  if (n.kids[0].kind != NodeKind::Name) {
    log_.add(Code::ExprSyntax, n.span,
             {base::in_both("a call of `" + print(n.kids[0]) + "`",
                            "`" + print(n.kids[0]) + "` の呼び出し"),
              base::in_both("a name before the parenthesis", "括弧の前の名前")});
    return bad(n.span);
  }
  const std::string& f = n.kids[0].text;
  if (const auto it = zones_.find(f); it != zones_.end()) {
    if (n.kids.size() != 2) {
      log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)});
      return bad(n.span);
    }
    const ZoneDef& z = p_.zones[it->second];
    const Type owner = z.of == ZoneOwner::Card ? ref_type(kCardSort) : ref_type(kPlayerSort);
    const ExprId o = want(compile(n.kids[1], scope, owner), owner, "owner of `" + f + "`");
    return op(Op::ZoneSet, set_type(ref_type(kCardSort, true)), n.span, o, kNone, kNone,
              it->second);
  }
  if (const auto it = derived_.find(f); it != derived_.end()) {
    compile_derived(it->second);
    const size_t arity = p_.derived[it->second].args.size();
    if (arity + 1 != n.kids.size()) {
      log_.add(Code::WrongArguments, n.span,
               {f, std::to_string(arity), std::to_string(n.kids.size() - 1)});
      return bad(n.span);
    }
    Expr e{Op::Call, p_.derived[it->second].type, it->second, 0, kNone, kNone, kNone, {}, n.span};
    for (size_t i = 0; i < arity; ++i) {
      const Type t = p_.derived[it->second].args[i].type;
      e.args.push_back(argument(n, i, t, scope));
    }
    return add(std::move(e));
  }
  if (const auto it = tables_.find(f); it != tables_.end()) {
    const TableDef& t = p_.tables[it->second];
    if (t.args.size() + 1 != n.kids.size()) {
      log_.add(Code::WrongArguments, n.span,
               {f, std::to_string(t.args.size()), std::to_string(n.kids.size() - 1)});
      return bad(n.span);
    }
    Expr e{Op::Table, bool_type(), it->second, 0, kNone, kNone, kNone, {}, n.span};
    for (size_t i = 0; i < t.args.size(); ++i) {
      const Type a = t.args[i];
      e.args.push_back(argument(n, i, a, scope));
    }
    return add(std::move(e));
  }
  bool known = false;
  const ExprId e = builtin(f, n, scope, known);
  if (known) return e;
  log_.add(Code::UnknownName, n.kids[0].span, {f, nearby(f)});
  return bad(n.span);
}

}  // namespace hanrei::model
