// Expressions: names resolved, types checked.
#include <algorithm>

#include "model/passes/compiler.h"

namespace hanrei::model {

static constexpr int kMaxLevels = 1000;

std::string Compiler::show(const Type& t) const {
  const auto at = [&](const auto& table, Id id) { return id >= 0 && static_cast<size_t>(id) < table.size() ? table[static_cast<size_t>(id)].name : std::string("?"); };
  switch (t.kind) {
    case TypeKind::Error: return "unknown";
    case TypeKind::Bool: return "bool";
    case TypeKind::Int: return "int";
    case TypeKind::Enum: return at(p_.enums, t.id);
    case TypeKind::Ref: return t.id == kCardSort ? (t.stay ? "obj" : "card") : at(p_.sorts, t.id);
    case TypeKind::Price: return "price";
    case TypeKind::Zone: return "zone";
    case TypeKind::Set: return "set of " + show(elem_type(t));
  }
  return "";
}

std::optional<Type> Compiler::type_named(const std::string& name) const {
  if (name.starts_with("set of ")) {
    const auto inner = type_named(name.substr(7));
    if (!inner || (inner->kind != TypeKind::Enum && inner->kind != TypeKind::Ref)) return std::nullopt;
    return set_type(*inner);
  }
  if (name.ends_with("?")) return type_named(name.substr(0, name.size() - 1));
  if (name == "bool") return bool_type();
  if (name == "int" || name.starts_with("int ")) return int_type();
  if (name == "player") return ref_type(kPlayerSort);
  if (name == "card") return ref_type(kCardSort);
  if (name == "obj") return ref_type(kCardSort, true);
  if (name == "act") return ref_type(kActSort);
  if (name == "effect") return ref_type(kEffectSort);
  if (name == "price") return Type{TypeKind::Price};
  if (const auto it = enums_.find(name); it != enums_.end()) return enum_type(it->second);
  if (const auto it = sorts_.find(name); it != sorts_.end()) return ref_type(it->second);
  if (kinds_.contains(name)) return ref_type(kCardSort, true);
  return std::nullopt;
}

std::optional<int64_t> Compiler::member(Id enumeration, const std::string& name) const {
  for (auto [it, end] = members_.equal_range(name); it != end; ++it) if (it->second.first == enumeration) return it->second.second;
  return std::nullopt;
}

Id Compiler::attr_of(Id sort, const std::string& name) const {
  const auto it = attrs_.find({sort, name});
  return it == attrs_.end() ? kNone : it->second;
}

std::string Compiler::nearby(const std::string& name) const {
  // A name that shares its first character or all but one byte: enough to catch a slip.
  const auto close = [&](const std::string& other) {
    if (other == name || other.empty()) return false;
    return other.find(name) != std::string::npos || name.find(other) != std::string::npos;
  };
  for (const auto* table : {&zones_, &kinds_, &derived_, &signals_, &procs_}) {
    for (const auto& [other, id] : *table) if (close(other)) return " (`" + other + "`?)";
  }
  return "";
}

void Compiler::mismatch(ExprId e, std::string_view what, const std::string& expected) {
  if (!broken(e)) log_.add(Code::TypeMismatch, p_[e].span, {std::string(what), show(type(e)), expected});
}

ExprId Compiler::want(ExprId e, const Type& t, std::string_view what) {
  const Type& have = type(e);
  if (have.kind == TypeKind::Error || t.kind == TypeKind::Error) return e;
  if (have.kind == t.kind && have.id == t.id && have.elem == t.elem) return e;
  mismatch(e, what, show(t));
  return bad(p_[e].span);
}

ExprId Compiler::as_set(ExprId e, std::string_view what) {
  if (broken(e)) return e;
  if (type(e).kind != TypeKind::Set) { mismatch(e, what, "a set"); return bad(p_[e].span); }
  return e;
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
  if (++levels_ > kMaxLevels) { log_.add(Code::ExprTooDeep, n.span, {std::to_string(kMaxLevels)}); return bad(n.span); }
  switch (n.kind) {
    case NodeKind::Bad: return bad(n.span);
    case NodeKind::Number: return constant(n.number, int_type(), n.span);
    case NodeKind::True: return constant(1, bool_type(), n.span);
    case NodeKind::False: return constant(0, bool_type(), n.span);
    case NodeKind::NoneLit:
      if (expect.kind == TypeKind::Enum) if (const auto v = member(expect.id, "none")) return constant(*v, expect, n.span);
      return constant(kNobody, expect.kind == TypeKind::Ref ? expect : Type{}, n.span);
    case NodeKind::Name: return name(n, scope, expect);
    case NodeKind::Member: return member_of(n, scope, expect);
    case NodeKind::Call: return call(n, scope, expect);
    case NodeKind::Unary: {
      if (n.text == "not") return op(Op::Not, bool_type(), n.span, want(compile(n.kids[0], scope, bool_type()), bool_type(), "operand of `not`"));
      return op(Op::Neg, int_type(), n.span, want(compile(n.kids[0], scope, int_type()), int_type(), "operand of `-`"));
    }
    case NodeKind::Binary: return binary(n, scope, expect);
    case NodeKind::If: {
      const ExprId c = want(compile(n.kids[0], scope, bool_type()), bool_type(), "condition");
      const bool second_first = bare_member(n.kids[1], scope) || n.kids[1].kind == NodeKind::NoneLit;
      ExprId a = kNone, b = kNone;
      if (second_first && expect.kind == TypeKind::Error) { b = compile(n.kids[2], scope, expect); a = compile(n.kids[1], scope, type(b)); }
      else { a = compile(n.kids[1], scope, expect); b = compile(n.kids[2], scope, expect.kind == TypeKind::Error ? type(a) : expect); }
      if (!broken(a)) b = want(b, type(a), "`else` part");
      return op(Op::If, broken(a) ? type(b) : type(a), n.span, c, a, b);
    }
    case NodeKind::Quant: return quantifier(n, scope);
    case NodeKind::SetLit: return set_literal(n, scope, expect);
    case NodeKind::Would: return would(n, scope);
    case NodeKind::View:
    case NodeKind::Index:
      log_.add(Code::UnsupportedForm, n.span, {"`" + print(n) + "`"});
      return bad(n.span);
    case NodeKind::Assign: log_.add(Code::ExprSyntax, n.span, {"an assignment", "a value"}); return bad(n.span);
  }
  return bad(n.span);
}

bool Compiler::bare_member(const Node& n, const Scope& scope) const {
  if (n.kind == NodeKind::SetLit) return n.kids.empty() || bare_member(n.kids[0], scope);
  if (n.kind != NodeKind::Name || scope.find(n.text) != nullptr || derived_.contains(n.text) || attr_of(kNone, n.text) != kNone) return false;
  return members_.contains(n.text);
}

ExprId Compiler::name(const Node& n, Scope& scope, const Type& expect) {
  const std::string& s = n.text;
  if (const Binding* b = scope.find(s)) {
    if (b->where == Binding::Where::Alias) return b->alias;
    return op(b->where == Binding::Where::Local ? Op::Local : Op::Temp, b->type, n.span, kNone, kNone, kNone, b->slot);
  }
  if (const Id a = attr_of(kNone, s); a != kNone) return op(Op::GameAttr, p_.attrs[static_cast<size_t>(a)].type, n.span, kNone, kNone, kNone, a);
  if (expect.kind == TypeKind::Enum) if (const auto v = member(expect.id, s)) return constant(*v, expect, n.span);
  if (const auto it = derived_.find(s); it != derived_.end()) {
    compile_derived(it->second);
    const DerivedDef& d = p_.derived[static_cast<size_t>(it->second)];
    if (!d.args.empty()) { log_.add(Code::WrongArguments, n.span, {s, std::to_string(d.args.size()), "0"}); return bad(n.span); }
    return op(Op::Call, d.type, n.span, kNone, kNone, kNone, it->second);
  }
  if (const auto it = kinds_.find(s); it != kinds_.end()) return op(Op::KindSet, set_type(ref_type(kCardSort, true)), n.span, kNone, kNone, kNone, it->second);
  if (const auto it = zones_.find(s); it != zones_.end()) return op(Op::ZoneSet, set_type(ref_type(kCardSort, true)), n.span, kNone, kNone, kNone, it->second);
  if (const auto it = sorts_.find(s); it != sorts_.end()) return op(Op::AllOf, set_type(ref_type(it->second)), n.span, kNone, kNone, kNone, it->second);
  if (s == "outer") return op(Op::Outer, ref_type(kActSort), n.span);
  if (s == "it") return op(Op::ThisAct, ref_type(kActSort), n.span);
  if (s == "fits" && scope.act) return op(Op::Fits, bool_type(), n.span);
  if (s == "result" && scope.ruling) return op(Op::Result, enum_type(kResults), n.span);
  if (scope.ruling) {
    for (size_t i = 0; i < p_.players.size(); ++i) if (p_.players[i] == s) return constant(static_cast<int64_t>(i), ref_type(kPlayerSort), n.span);
  }
  const auto [first, last] = members_.equal_range(s);
  if (first != last) {
    if (std::next(first) == last) return constant(first->second.second, enum_type(first->second.first), n.span);
    log_.add(Code::TypeMismatch, n.span, {"`" + s + "`", "a member of several enumerations", "a place that tells which"});
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
    Id id = kNone;
    for (const SignalDef& s : p_.signals) for (const Local& a : s.args) if (a.name == n.text && t.kind == TypeKind::Error) t = a.type;
    for (size_t i = 0; i < p_.strings.size(); ++i) if (p_.strings[i] == n.text) id = static_cast<Id>(i);
    if (id == kNone) { p_.strings.push_back(n.text); id = static_cast<Id>(p_.strings.size()) - 1; }
    if (t.kind == TypeKind::Error) { log_.add(Code::UnknownMember, n.span, {n.text, "the arguments of any signal"}); return bad(n.span); }
    return op(Op::EvArg, t, n.span, kNone, kNone, kNone, id);
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
  if (tt.kind != TypeKind::Ref) { mismatch(t, "what stands before `." + attr_name + "`", "a player, a card or a token"); return bad(n.span); }
  if (tt.id == kEffectSort && attr_name == "price") return op(Op::EffectOf, Type{TypeKind::Price}, n.span, t);
  if (tt.id == kEffectSort && attr_name == "used") return op(Op::Uses, int_type(), n.span, t);
  const Id a = attr_of(tt.id, attr_name);
  if (a == kNone) { log_.add(Code::UnknownMember, n.span, {attr_name, show(tt)}); return bad(n.span); }
  return op(Op::Attr, p_.attrs[static_cast<size_t>(a)].type, n.span, t, kNone, kNone, a, static_cast<int64_t>(reading));
}

ExprId Compiler::binary(const Node& n, Scope& scope, const Type& expect) {
  const std::string& o = n.text;
  if (o == "or" || o == "and") {
    const ExprId a = want(compile(n.kids[0], scope, bool_type()), bool_type(), "operand of `" + o + "`");
    const ExprId b = want(compile(n.kids[1], scope, bool_type()), bool_type(), "operand of `" + o + "`");
    return op(o == "or" ? Op::Or : Op::And, bool_type(), n.span, a, b);
  }
  if (o == "+" || o == "-" || o == "*" || o == "/" || o == "%") {
    const ExprId a = want(compile(n.kids[0], scope, int_type()), int_type(), "operand of `" + o + "`");
    const ExprId b = want(compile(n.kids[1], scope, int_type()), int_type(), "operand of `" + o + "`");
    const Op code = o == "+" ? Op::Add : o == "-" ? Op::Sub : o == "*" ? Op::Mul : o == "/" ? Op::Div : Op::Mod;
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
    ExprId a = kNone, b = kNone;
    if (bare_member(n.kids[0], scope)) {
      b = as_set(compile(n.kids[1], scope), "right side of `in`");
      a = compile(n.kids[0], scope, elem_type(type(b)));
    } else {
      a = compile(n.kids[0], scope);
      b = as_set(compile(n.kids[1], scope, broken(a) ? Type{} : set_type(type(a))), "right side of `in`");
    }
    if (!broken(a) && !broken(b)) a = want(a, elem_type(type(b)), "left side of `in`");
    return op(Op::In, bool_type(), n.span, a, b);
  }
  const bool right_first = bare_member(n.kids[0], scope) || n.kids[0].kind == NodeKind::NoneLit;
  ExprId a = kNone, b = kNone;
  if (right_first) { b = compile(n.kids[1], scope); a = compile(n.kids[0], scope, type(b)); }
  else { a = compile(n.kids[0], scope); b = compile(n.kids[1], scope, type(a)); }
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

ExprId Compiler::set_literal(const Node& n, Scope& scope, const Type& expect) {
  Type elem = expect.kind == TypeKind::Set ? elem_type(expect) : Type{};
  Expr e{Op::SetOf, Type{}, kNone, 0, kNone, kNone, kNone, {}, n.span};
  for (const Node& kid : n.kids) {
    ExprId k = compile(kid, scope, elem);
    if (elem.kind != TypeKind::Error) k = want(k, elem, "element");
    else if (!broken(k)) elem = type(k);
    e.args.push_back(k);
  }
  if (elem.kind == TypeKind::Error) {
    if (n.kids.empty()) log_.add(Code::TypeMismatch, n.span, {"`{}`", "a set of unknown elements", "a place that tells which"});
    return bad(n.span);
  }
  if (elem.kind != TypeKind::Enum && elem.kind != TypeKind::Ref) { mismatch(e.args[0], "element", "a member or an entity"); return bad(n.span); }
  e.type = set_type(elem);
  return add(std::move(e));
}

ExprId Compiler::quantifier(const Node& n, Scope& scope) {
  const ExprId set = as_set(compile(n.kids[0], scope), "what `" + n.text + "` ranges over");
  const auto names = scope.names.size();
  const int temps = scope.temps;
  const Id slot = scope.temp(n.name, broken(set) ? Type{} : elem_type(type(set)));
  static const std::map<std::string, QuantKind> kinds = {{"all", QuantKind::All}, {"any", QuantKind::Any}, {"count", QuantKind::Count}, {"sum", QuantKind::Sum},
      {"min", QuantKind::Min}, {"max", QuantKind::Max}, {"set", QuantKind::SetQ}, {"the", QuantKind::The}, {"union", QuantKind::UnionQ}};
  const QuantKind kind = kinds.at(n.text);
  const bool boolean = kind == QuantKind::All || kind == QuantKind::Any;
  const bool value = kind == QuantKind::Sum || kind == QuantKind::Min || kind == QuantKind::Max;
  ExprId where = kNone, body = kNone;
  if (n.kids[1].kind != NodeKind::Bad) where = want(compile(n.kids[1], scope, bool_type()), bool_type(), "`where`");
  if (n.kids[2].kind != NodeKind::Bad) {
    const Type t = boolean || kind == QuantKind::Count || kind == QuantKind::SetQ || kind == QuantKind::The ? bool_type() : value ? int_type() : Type{};
    body = compile(n.kids[2], scope, t);
    if (t.kind != TypeKind::Error) body = want(body, t, "body");
  }
  const Type elem = broken(set) ? Type{} : elem_type(type(set));
  scope.names.resize(names);
  scope.temps = temps;
  if ((value || kind == QuantKind::UnionQ) && body == kNone) { log_.add(Code::ExprSyntax, n.span, {"`" + n.text + "` without a body", "`: ` and a value"}); return bad(n.span); }
  Type t = bool_type();
  if (kind == QuantKind::Count || value) t = int_type();
  if (kind == QuantKind::SetQ) t = broken(set) ? Type{} : type(set);
  if (kind == QuantKind::The) t = elem;
  if (kind == QuantKind::UnionQ) t = type(body);
  // count, set and the: `:` and `where` say the same
  if (kind == QuantKind::Count || kind == QuantKind::SetQ || kind == QuantKind::The) {
    if (body != kNone) where = where == kNone ? body : op(Op::And, bool_type(), n.span, where, body);
    body = kNone;
  }
  return op(Op::Quant, t, n.span, set, where, body, slot, static_cast<int64_t>(kind));
}

ExprId Compiler::would(const Node& n, Scope& scope) {
  std::vector<Stmt> stmts;
  for (size_t i = 0; i + 1 < n.kids.size(); ++i) {
    const Node& kid = n.kids[i];
    if (kid.kind == NodeKind::Call && kid.kids[0].kind == NodeKind::Name && procs_.contains(kid.kids[0].text)) inline_call(procs_.at(kid.kids[0].text), kid, scope, stmts);
    else if (auto s = statement(kid, scope)) stmts.push_back(std::move(*s));
  }
  const ExprId body = compile(n.kids.back(), scope);
  p_.woulds.push_back(std::move(stmts));
  return op(Op::Would, type(body), n.span, body, kNone, kNone, static_cast<Id>(p_.woulds.size()) - 1);
}

Id Compiler::step_ordinal(const Node& n, const Procedure& proc, const std::map<std::string, int>& labels) {
  const std::string text = n.kind == NodeKind::Name ? n.text : print(n);
  const auto it = labels.find(text);
  if (it == labels.end()) { log_.add(Code::UnknownStep, n.span, {text, proc.name}); return kNone; }
  return it->second;
}

ExprId Compiler::call(const Node& n, Scope& scope, const Type&) {
  if (n.kids[0].kind != NodeKind::Name) { log_.add(Code::ExprSyntax, n.span, {"a call of `" + print(n.kids[0]) + "`", "a name before the parenthesis"}); return bad(n.span); }
  const std::string& f = n.kids[0].text;
  if (const auto it = zones_.find(f); it != zones_.end()) {
    if (n.kids.size() != 2) { log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)}); return bad(n.span); }
    const ZoneDef& z = p_.zones[static_cast<size_t>(it->second)];
    const Type owner = z.of == ZoneOwner::Card ? ref_type(kCardSort) : ref_type(kPlayerSort);
    const ExprId o = want(compile(n.kids[1], scope, owner), owner, "owner of `" + f + "`");
    return op(Op::ZoneSet, set_type(ref_type(kCardSort, true)), n.span, o, kNone, kNone, it->second);
  }
  if (const auto it = derived_.find(f); it != derived_.end()) {
    compile_derived(it->second);
    const size_t arity = p_.derived[static_cast<size_t>(it->second)].args.size();
    if (arity + 1 != n.kids.size()) { log_.add(Code::WrongArguments, n.span, {f, std::to_string(arity), std::to_string(n.kids.size() - 1)}); return bad(n.span); }
    Expr e{Op::Call, p_.derived[static_cast<size_t>(it->second)].type, it->second, 0, kNone, kNone, kNone, {}, n.span};
    for (size_t i = 0; i < arity; ++i) {
      const Type t = p_.derived[static_cast<size_t>(it->second)].args[i].type;
      e.args.push_back(want(compile(n.kids[i + 1], scope, t), t, "argument of `" + f + "`"));
    }
    return add(std::move(e));
  }
  if (const auto it = tables_.find(f); it != tables_.end()) {
    const TableDef& t = p_.tables[static_cast<size_t>(it->second)];
    if (t.args.size() + 1 != n.kids.size()) { log_.add(Code::WrongArguments, n.span, {f, std::to_string(t.args.size()), std::to_string(n.kids.size() - 1)}); return bad(n.span); }
    Expr e{Op::Table, bool_type(), it->second, 0, kNone, kNone, kNone, {}, n.span};
    for (size_t i = 0; i < t.args.size(); ++i) { const Type a = t.args[i]; e.args.push_back(want(compile(n.kids[i + 1], scope, a), a, "argument of `" + f + "`")); }
    return add(std::move(e));
  }
  bool known = false;
  const ExprId e = builtin(f, n, scope, known);
  if (known) return e;
  log_.add(Code::UnknownName, n.kids[0].span, {f, nearby(f)});
  return bad(n.span);
}

ExprId Compiler::builtin(const std::string& f, const Node& n, Scope& scope, bool& known) {
  known = true;
  const auto arity = [&](size_t k) {
    if (n.kids.size() == k + 1) return true;
    log_.add(Code::WrongArguments, n.span, {f, std::to_string(k), std::to_string(n.kids.size() - 1)});
    return false;
  };
  const auto arg = [&](size_t i, const Type& t) { return want(compile(n.kids[i + 1], scope, t), t, "argument of `" + f + "`"); };
  if (f == "present") { if (!arity(1)) return bad(n.span); return op(Op::Present, bool_type(), n.span, arg(0, ref_type(kCardSort))); }
  if (f == "card") { if (!arity(1)) return bad(n.span); return op(Op::CardOf, ref_type(kCardSort), n.span, arg(0, ref_type(kCardSort))); }
  if (f == "size") { if (!arity(1)) return bad(n.span); return op(Op::Size, int_type(), n.span, as_set(compile(n.kids[1], scope), "argument of `size`")); }
  if (f == "icons") { if (!arity(1)) return bad(n.span); return op(Op::Icons, int_type(), n.span, arg(0, Type{TypeKind::Price})); }
  if (f == "min" || f == "max") { if (!arity(2)) return bad(n.span); return op(f == "min" ? Op::Min2 : Op::Max2, int_type(), n.span, arg(0, int_type()), arg(1, int_type())); }
  if (f == "overlap") {
    if (!arity(2)) return bad(n.span);
    const ExprId a = as_set(compile(n.kids[1], scope), "argument of `overlap`");
    const ExprId b = want(as_set(compile(n.kids[2], scope, type(a)), "argument of `overlap`"), type(a), "argument of `overlap`");
    return op(Op::Not, bool_type(), n.span, op(Op::Eq, bool_type(), n.span, op(Op::Size, int_type(), n.span, op(Op::Inter, type(a), n.span, a, b)), constant(0, int_type(), n.span)));
  }
  if (f == "did") {
    if (!arity(1) || scope.proc == nullptr) return bad(n.span);
    const Id ordinal = step_ordinal(n.kids[1], *scope.proc, labels_[scope.proc]);
    if (ordinal == kNone) return bad(n.span);
    auto& did = scope.proc->did;
    did.resize(std::max(did.size(), scope.proc->step_names.size()), kNone);
    Id& slot = did[static_cast<size_t>(ordinal)];
    if (slot == kNone) slot = new_local(scope, "did " + scope.proc->step_names[static_cast<size_t>(ordinal)], bool_type());
    return op(Op::Local, bool_type(), n.span, kNone, kNone, kNone, slot);
  }
  if (f == "in" || f == "ran") {
    if (n.kids.size() < 2) { arity(1); return bad(n.span); }
    const auto it = procs_.find(n.kids[1].kind == NodeKind::Name ? n.kids[1].text : print(n.kids[1]));
    if (it == procs_.end()) { log_.add(Code::UnknownName, n.kids[1].span, {print(n.kids[1]), nearby(print(n.kids[1]))}); return bad(n.span); }
    const Procedure& proc = p_.procedures[static_cast<size_t>(it->second)];
    int from = -1, to = -1;
    if (n.kids.size() > 2) {
      // Steps may be named before the procedure is compiled: labels are collected first.
      from = to = step_ordinal(n.kids[2], proc, labels_[&proc]);
      if (n.kids.size() > 3) to = step_ordinal(n.kids[3], proc, labels_[&proc]);
      if (from < 0 || to < 0) return bad(n.span);
    }
    if (f == "ran") return op(Op::Ran, bool_type(), n.span, kNone, kNone, kNone, it->second, from);
    p_.ranges.push_back({it->second, {from, to}});
    return op(Op::Running, bool_type(), n.span, kNone, kNone, kNone, static_cast<Id>(p_.ranges.size()) - 1);
  }
  if (f == "raised") {
    if (!arity(1)) return bad(n.span);
    const auto it = signals_.find(n.kids[1].text);
    if (it == signals_.end()) { log_.add(Code::UnknownName, n.kids[1].span, {n.kids[1].text, nearby(n.kids[1].text)}); return bad(n.span); }
    return op(Op::Raised, int_type(), n.span, kNone, kNone, kNone, it->second);
  }
  if (f == "breaks") {
    if (!arity(1)) return bad(n.span);
    const auto it = limits_.find(n.kids[1].text);
    if (it == limits_.end()) { log_.add(Code::UnknownName, n.kids[1].span, {n.kids[1].text, nearby(n.kids[1].text)}); return bad(n.span); }
    return op(Op::Breaks, bool_type(), n.span, kNone, kNone, kNone, it->second);
  }
  if (f == "pays") {
    // pays(tokens, price, kinds attribute, labels attribute, witnessed labels)
    if (!arity(5)) return bad(n.span);
    const ExprId tokens = as_set(compile(n.kids[1], scope), "tokens");
    if (broken(tokens)) return tokens;
    const Id sort = type(tokens).id;
    const Id kinds = attr_of(sort, n.kids[3].text), labels = attr_of(sort, n.kids[4].text);
    if (kinds == kNone || labels == kNone) { log_.add(Code::UnknownMember, n.span, {kinds == kNone ? n.kids[3].text : n.kids[4].text, show(ref_type(sort))}); return bad(n.span); }
    const ExprId price = arg(1, Type{TypeKind::Price});
    const ExprId witness = arg(4, p_.attrs[static_cast<size_t>(labels)].type);
    Expr e{Op::Pays, bool_type(), kinds, labels, tokens, price, witness, {}, n.span};
    return add(std::move(e));
  }
  if (f == "says") {
    if (!arity(2)) return bad(n.span);
    p_.strings.push_back(n.kids[2].text);
    const auto at = static_cast<int64_t>(p_.strings.size()) - 1;
    return op(Op::Says, bool_type(), n.span, arg(0, ref_type(kEffectSort)), kNone, kNone, kNone, at);
  }
  if (f == "win" && scope.ruling) {
    if (!arity(1)) return bad(n.span);
    const ExprId pl = arg(0, ref_type(kPlayerSort));
    return op(Op::Add, enum_type(kResults), n.span, pl, constant(kResultWinFirst, enum_type(kResults), n.span));
  }
  known = false;
  return kNone;
}

}  // namespace hanrei::model
