// Statements and steps.
#include "model/passes/compiler.h"

namespace hanrei::model {

namespace {

/// The JSON string without escapes maps byte for byte onto the file.
TextAt text_at(const Json& text) {
  TextAt at{text.string, text.span, text.span.file != 0 && text.span.end - text.span.begin == text.string.size() + 2};
  if (at.exact) { at.span.begin += 1; at.span.end -= 1; }
  return at;
}

}  // namespace

Node Compiler::parse(const Json& text, bool statement) {
  if (!text.is(Json::Kind::String)) return {};  // reported with the shape of its form
  return statement ? parse_statement(text_at(text), log_) : parse_expression(text_at(text), log_);
}

/// The word under a key; the first of `words` when there is none, or none of them.
std::string_view Compiler::one_of(const Json& form, std::string_view key, std::initializer_list<std::string_view> words) {
  const Json* j = form.find(key);
  std::string all;
  for (std::string_view w : words) {
    if (j != nullptr && j->is(Json::Kind::String) && j->string == w) return w;
    all += (all.empty() ? "" : w == *(words.end() - 1) ? " or " : ", ") + std::string(w);
  }
  if (j != nullptr && j->is(Json::Kind::String)) log_.add(Code::WrongShape, j->span, {std::string(key), "`" + j->string + "`", all});
  return *words.begin();
}

std::vector<Id> Compiler::clauses(const Json* by) {
  std::vector<Id> out;
  if (by == nullptr) return out;
  const auto one = [&](const Json& j) {
    if (!j.is(Json::Kind::String)) return;
    if (const auto it = clauses_.find(j.string); it != clauses_.end()) out.push_back(it->second);
    else log_.add(Code::UnknownClause, j.span, {j.string});
  };
  for (const Json& item : by->items) {
    if (item.is(Json::Kind::Array)) for (const Json& inner : item.items) one(inner);
    else one(item);
  }
  return out;
}

Id Compiler::new_local(Scope& scope, const std::string& name, const Type& t) {
  scope.proc->locals.push_back({name, t, false});
  return static_cast<Id>(scope.proc->locals.size()) - 1;
}

Id Compiler::label(const Json& n, Scope& scope) {
  const std::string text = n.is(Json::Kind::Int) ? std::to_string(n.integer) : n.string;
  const auto& labels = labels_[scope.proc];
  const auto it = labels.find(text);
  return it == labels.end() ? kNone : it->second;
}

std::optional<Stmt> Compiler::move(const Node& n, Scope& scope) {
  Stmt s;
  s.span = n.span;
  if (n.kids.size() < 3) { log_.add(Code::WrongArguments, n.span, {"move", "2 or more", std::to_string(n.kids.size() - 1)}); return std::nullopt; }
  const Node& where = n.kids[2];
  const std::string zone_name = where.kind == NodeKind::Call ? where.kids[0].text : where.text;
  const auto z = zones_.find(zone_name);
  if (z == zones_.end()) { log_.add(Code::UnknownName, where.span, {zone_name, nearby(zone_name)}); return std::nullopt; }
  s.id = z->second;
  const ZoneDef& zone = p_.zones[static_cast<size_t>(z->second)];
  if (where.kind == NodeKind::Call && where.kids.size() == 2) {
    const Type t = zone.of == ZoneOwner::Card ? ref_type(kCardSort) : ref_type(kPlayerSort);
    s.owner = want(compile(where.kids[1], scope, t), t, "owner of the zone");
  } else if (zone.of != ZoneOwner::Game) {
    log_.add(Code::WrongArguments, where.span, {zone_name, "1", "0"});
    return std::nullopt;
  }
  const Node& what = n.kids[1];
  if (what.kind == NodeKind::Call && what.kids[0].text == "top" && what.kids.size() == 2 && what.kids[1].kind == NodeKind::Call) {
    const Node& pile = what.kids[1];
    const auto from = zones_.find(pile.kids[0].text);
    if (from == zones_.end()) { log_.add(Code::UnknownName, pile.span, {pile.kids[0].text, nearby(pile.kids[0].text)}); return std::nullopt; }
    s.kind = StmtKind::MoveTop;
    s.from = from->second;
    s.target = want(compile(pile.kids[1], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort), "owner of the pile");
    return s;
  }
  s.kind = StmtKind::Move;
  s.target = compile(what, scope, ref_type(kCardSort));
  if (!broken(s.target) && (type(s.target).kind != TypeKind::Ref || type(s.target).id != kCardSort)) { mismatch(s.target, "what moves", "a card"); return std::nullopt; }
  for (size_t i = 3; i < n.kids.size(); ++i) {
    const Id a = attr_of(kCardSort, n.labels[i]);
    if (a == kNone) { log_.add(Code::UnknownMember, n.kids[i].span, {n.labels[i], "card"}); continue; }
    const Type t = p_.attrs[static_cast<size_t>(a)].type;
    s.attrs.emplace_back(a, want(compile(n.kids[i], scope, t), t, "value of `" + n.labels[i] + "`"));
  }
  return s;
}

std::optional<Stmt> Compiler::statement(const Node& n, Scope& scope) {
  Stmt s;
  s.span = n.span;
  if (n.kind == NodeKind::Assign) {
    s.kind = StmtKind::Assign;
    const std::string& o = n.text;
    s.assign = o == ":=" ? AssignOp::Set : o == "+=" ? AssignOp::Add : o == "-=" ? AssignOp::Sub : o == "|=" ? AssignOp::With : AssignOp::Without;
    const Node& place = n.kids[0];
    const bool fresh = place.kind == NodeKind::Name && scope.find(place.text) == nullptr && attr_of(kNone, place.text) == kNone;
    if (fresh && scope.proc != nullptr && o == ":=") {
      s.value = compile(n.kids[1], scope);
      const Id slot = new_local(scope, place.text, type(s.value));
      scope.local(place.text, slot, type(s.value));
      s.target = op(Op::Local, type(s.value), place.span, kNone, kNone, kNone, slot);
      return s;
    }
    s.target = compile(place, scope);
    if (broken(s.target)) return std::nullopt;
    const Expr target = p_[s.target];
    const bool attr_ok = (target.op == Op::Attr || target.op == Op::GameAttr) && p_.attrs[static_cast<size_t>(target.id)].nature == Nature::Stored;
    if (target.op != Op::Local && target.op != Op::EvArg && !attr_ok) { log_.add(Code::NotAssignable, place.span, {print(place)}); return std::nullopt; }
    const Type t = s.assign == AssignOp::Add || s.assign == AssignOp::Sub ? int_type() : target.type;
    s.value = compile(n.kids[1], scope, t);
    if (n.kids[1].kind != NodeKind::NoneLit) s.value = want(s.value, t, "assigned value");
    return s;
  }
  if (n.kind != NodeKind::Call || n.kids[0].kind != NodeKind::Name) { if (n.kind != NodeKind::Bad) log_.add(Code::ExprSyntax, n.span, {"`" + print(n) + "`", "an assignment or a call"}); return std::nullopt; }
  const std::string& f = n.kids[0].text;
  if (f == "move") return move(n, scope);
  if (f == "modify") {
    // modify(x.attr, add: e, until: duration)
    s.kind = StmtKind::Modify;
    s.site = p_.modify_sites++;
    if (n.kids.size() < 3) { log_.add(Code::WrongArguments, n.span, {f, "2 or more", std::to_string(n.kids.size() - 1)}); return std::nullopt; }
    const ExprId place = compile(n.kids[1], scope);
    if (broken(place)) return std::nullopt;
    const Expr pe = p_[place];
    if (pe.op != Op::Attr || !p_.attrs[static_cast<size_t>(pe.id)].modifiable) { log_.add(Code::NotAssignable, n.kids[1].span, {print(n.kids[1])}); return std::nullopt; }
    if (p_.attrs[static_cast<size_t>(pe.id)].sort != kCardSort) log_.add(Code::UnsupportedForm, n.kids[1].span, {"a modifier of `" + print(n.kids[1]) + "`, which is no attribute of a card,"});
    s.target = pe.a;
    s.id = pe.id;
    for (size_t i = 2; i < n.kids.size(); ++i) {
      const std::string& l = n.labels[i];
      if (l == "until") {
        const auto d = durations_.find(n.kids[i].text);
        if (d == durations_.end()) log_.add(Code::UnknownName, n.kids[i].span, {n.kids[i].text, ""});
        else s.until = d->second;
        continue;
      }
      static const std::map<std::string, ModOp> ops = {{"add", ModOp::Add}, {"mul", ModOp::Mul}, {"set", ModOp::Set}, {"floor", ModOp::Floor}, {"cap", ModOp::Cap}, {"with", ModOp::With}, {"without", ModOp::Without}};
      const auto it = ops.find(l);
      if (it == ops.end()) { log_.add(Code::UnknownKey, n.kids[i].span, {l, "`modify`", "`add`, `mul`, `set`, `floor`, `cap`, `with`, `without`, `until`"}); continue; }
      s.mod = it->second;
      s.value = want(compile(n.kids[i], scope, pe.type), pe.type, "amount");
    }
    if (s.value == kNone) { log_.add(Code::MissingKey, n.span, {"add", "`modify`"}); return std::nullopt; }
    return s;
  }
  if (f == "expire") {
    s.kind = StmtKind::Expire;
    const auto d = n.kids.size() == 2 ? durations_.find(n.kids[1].text) : durations_.end();
    if (d == durations_.end()) { log_.add(Code::UnknownName, n.span, {n.kids.size() == 2 ? n.kids[1].text : f, ""}); return std::nullopt; }
    s.id = d->second;
    return s;
  }
  if (f == "spawn") {
    s.kind = StmtKind::Spawn;
    const auto it = n.kids.size() >= 2 ? sorts_.find(n.kids[1].text) : sorts_.end();
    if (it == sorts_.end()) { log_.add(Code::UnknownName, n.span, {n.kids.size() >= 2 ? n.kids[1].text : f, ""}); return std::nullopt; }
    s.id = it->second;
    for (size_t i = 2; i < n.kids.size(); ++i) {
      const Id a = attr_of(it->second, n.labels[i]);
      if (a == kNone) { log_.add(Code::UnknownMember, n.kids[i].span, {n.labels[i], n.kids[1].text}); continue; }
      const Type t = p_.attrs[static_cast<size_t>(a)].type;
      s.attrs.emplace_back(a, want(compile(n.kids[i], scope, t), t, "value of `" + n.labels[i] + "`"));
    }
    return s;
  }
  if (f == "vanish") {
    s.kind = StmtKind::Vanish;
    if (n.kids.size() != 2) { log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)}); return std::nullopt; }
    s.target = as_set(compile(n.kids[1], scope), "argument of `vanish`");
    return s;
  }
  if (f == "lose" || f == "win") {
    s.kind = StmtKind::Finish;
    s.win = f == "win";
    if (n.kids.size() != 2) { log_.add(Code::WrongArguments, n.span, {f, "1", std::to_string(n.kids.size() - 1)}); return std::nullopt; }
    s.value = want(compile(n.kids[1], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort), "player");
    return s;
  }
  if (f == "show" || f == "shuffle") { s.kind = StmtKind::Nothing; return s; }
  log_.add(Code::UnknownName, n.kids[0].span, {f, nearby(f)});
  return std::nullopt;
}

void Compiler::inline_call(Id proc, const Node& n, Scope& scope, std::vector<Stmt>& out) {
  const Procedure& callee = p_.procedures[static_cast<size_t>(proc)];
  const Json* form = proc_forms_.contains(callee.name) ? proc_forms_.at(callee.name) : nullptr;
  const auto not_plain = [&] { log_.add(Code::TypeMismatch, n.span, {"`" + callee.name + "`", "a procedure with steps of its own", "a procedure made of statements only"}); };
  if (form == nullptr || form->find("steps") == nullptr || inline_depth_ == 8) { not_plain(); return; }
  if (++inlined_ > 10'000) {
    if (inlined_ == 10'001) log_.add(Code::TooMany, n.span, {base::in_both("procedures written out in joint statements", "同時に行う文に展開された手順"), "10000"});
    return;
  }
  ++inline_depth_;
  if (static_cast<size_t>(callee.params) + 1 != n.kids.size()) { log_.add(Code::WrongArguments, n.span, {callee.name, std::to_string(callee.params), std::to_string(n.kids.size() - 1)}); --inline_depth_; return; }
  Scope inner;
  inner.card = scope.card;
  inner.temps = scope.temps;
  for (int i = 0; i < callee.params; ++i) {
    const Local& l = callee.locals[static_cast<size_t>(i)];
    inner.alias(l.name, want(compile(n.kids[static_cast<size_t>(i) + 1], scope, l.type), l.type, "argument of `" + callee.name + "`"), l.type);
  }
  for (const Json& step : form->find("steps")->items) {
    const Json* body = step.find("do");
    if (body == nullptr || step.find("if") != nullptr) { not_plain(); break; }
    const auto one = [&](const Json& text) {
      const Node node = parse(text, true);
      if (node.kind == NodeKind::Call && node.kids[0].kind == NodeKind::Name && procs_.contains(node.kids[0].text)) inline_call(procs_.at(node.kids[0].text), node, inner, out);
      else if (auto s = statement(node, inner)) out.push_back(std::move(*s));
    };
    if (body->is(Json::Kind::String)) one(*body);
    else for (const Json& text : body->items) one(text);
  }
  --inline_depth_;
}

bool Compiler::call_step(const Node& n, Step& step, Scope& scope) {
  if (n.kind == NodeKind::Bad) return false;
  if (n.kind != NodeKind::Call || n.kids[0].kind != NodeKind::Name) { log_.add(Code::ExprSyntax, n.span, {"`" + print(n) + "`", "a procedure call"}); return false; }
  const std::string& f = n.kids[0].text;
  step.kind = StepKind::Call;
  if (scope.act && (f == "effect" || f == "other_price")) {
    step.effect = true;
    step.callee = f == "effect" ? 0 : 1;
    return true;
  }
  const auto it = procs_.find(f);
  if (it == procs_.end()) { log_.add(Code::UnknownName, n.kids[0].span, {f, nearby(f)}); return false; }
  step.callee = it->second;
  const Procedure& callee = p_.procedures[static_cast<size_t>(it->second)];
  if (static_cast<size_t>(callee.params) + 1 != n.kids.size()) { log_.add(Code::WrongArguments, n.span, {f, std::to_string(callee.params), std::to_string(n.kids.size() - 1)}); return false; }
  for (int i = 0; i < callee.params; ++i) {
    const Type t = callee.locals[static_cast<size_t>(i)].type;
    step.args.push_back(want(compile(n.kids[static_cast<size_t>(i) + 1], scope, t), t, "argument of `" + f + "`"));
  }
  return true;
}

void Compiler::statements(const Json& text, Scope& scope, bool together, std::vector<Step>& out, const Step& like) {
  Step current = like;
  current.kind = StepKind::Do;
  current.together = together;
  std::vector<Step> pieces;
  const auto flush = [&] { if (!current.stmts.empty()) { pieces.push_back(current); current.stmts.clear(); } };
  const auto one = [&](const Json& t) {
    const Node node = parse(t, true);
    const bool calls = node.kind == NodeKind::Call && node.kids[0].kind == NodeKind::Name && (procs_.contains(node.kids[0].text) || (scope.act && (node.kids[0].text == "effect" || node.kids[0].text == "other_price")));
    if (calls && together) { inline_call(procs_.at(node.kids[0].text), node, scope, current.stmts); return; }
    if (calls) {
      flush();
      Step s = like;
      if (call_step(node, s, scope)) pieces.push_back(std::move(s));
      return;
    }
    if (auto s = statement(node, scope)) current.stmts.push_back(std::move(*s));
  };
  if (text.is(Json::Kind::String)) one(text);
  else if (text.is(Json::Kind::Array)) for (const Json& t : text.items) one(t);
  flush();
  // The printed name stays with the first piece only; the others belong to the same step.
  for (size_t i = 1; i < pieces.size(); ++i) { pieces[i].name.clear(); pieces[i].ordinal = like.ordinal; }
  if (pieces.empty()) { Step s = like; s.kind = StepKind::Note; pieces.push_back(std::move(s)); }
  for (Step& s : pieces) out.push_back(std::move(s));
}

Choose Compiler::choice(const Json& json, Scope& scope, bool presented) {
  Choose c;
  c.span = json.span;
  const Json* name = json.find("choose");
  c.name = name != nullptr && name->is(Json::Kind::String) ? name->string : "";
  if (const Json* who = json.find("who"); who != nullptr && who->string != "nobody" && who->string != "nature") c.who = expression(*who, scope, ref_type(kPlayerSort));
  c.or_none = json.find("or") != nullptr && one_of(json, "or", {"none"}) == "none";
  if (const Json* d = json.find("designates")) c.designates = d->boolean;
  const Json* one = json.find("one");
  const Json* some = json.find("some");
  const size_t names = scope.names.size();
  const int temps = scope.temps;
  Type t = bool_type();
  if (const Json* domain = one != nullptr ? one : some) {
    c.domain = one != nullptr ? DomainKind::One : DomainKind::Some;
    const Node q = domain->is(Json::Kind::String) ? parse_domain(text_at(*domain), log_) : Node{};
    if (q.kind == NodeKind::Quant) {
      c.set = as_set(compile(q.kids[0], scope), "candidates");
      if (!broken(c.set)) t = one != nullptr ? elem_type(type(c.set)) : type(c.set);
      c.elem = scope.temp(q.name, broken(c.set) ? Type{} : elem_type(type(c.set)));
      if (q.kids[1].kind != NodeKind::Bad) c.where = want(compile(q.kids[1], scope, bool_type()), bool_type(), "`where`");
      if (const Json* where = json.find("where")) {
        const ExprId w = expression(*where, scope, bool_type());
        c.where = c.where == kNone ? w : op(Op::And, bool_type(), where->span, c.where, w);
      }
    }
  } else if (const Json* range = json.find("int")) {
    c.domain = DomainKind::Int;
    t = int_type();
    const size_t dots = range->string.find("..");
    if (dots == std::string::npos) log_.add(Code::WrongShape, range->span, {"int", "`" + range->string + "`", "lo..hi"});
    else {
      Json lo = *range, hi = *range;
      lo.string = range->string.substr(0, dots);
      hi.string = range->string.substr(dots + 2);
      c.set = expression(lo, scope, int_type());
      c.where = expression(hi, scope, int_type());
    }
  } else if (json.find("yesno") != nullptr) {
    c.domain = DomainKind::YesNo;
  } else {
    log_.add(json.find("match") != nullptr || json.find("case") != nullptr ? Code::UnsupportedForm : Code::MissingKey, json.span,
             json.find("match") != nullptr || json.find("case") != nullptr ? std::vector<std::string>{"this choice"} : std::vector<std::string>{"one", "`choose`"});
  }
  scope.names.resize(names);
  scope.temps = temps;
  const Binding* have = scope.find(c.name);
  if (have != nullptr && have->where == Binding::Where::Local) c.var = have->slot;
  else { c.var = new_local(scope, c.name, t); scope.local(c.name, c.var, t); }
  if (const Json* such = json.find("such")) c.such = expression(*such, scope, bool_type());
  if (const Json* size = json.find("size")) c.size = expression(*size, scope, int_type());
  c.at_least_one = presented && c.domain == DomainKind::Some && c.size == kNone;
  return c;
}

Id Compiler::combined_signal(const std::vector<Id>& signals, Span span) {
  if (signals.size() == 1) return signals[0];
  std::string name;
  for (Id s : signals) name += (name.empty() ? "" : "・") + p_.signals[static_cast<size_t>(s)].name;
  if (const auto it = signals_.find(name); it != signals_.end()) return it->second;
  SignalDef d = p_.signals[static_cast<size_t>(signals[0])];
  d.name = name;
  d.covers = signals;
  d.aka.clear();
  d.span = span;
  p_.signals.push_back(std::move(d));
  const Id id = static_cast<Id>(p_.signals.size()) - 1;
  signals_[name] = id;
  return id;
}

void Compiler::window(const Json& json, Step& step, Scope& scope) {
  step.kind = StepKind::Window;
  std::vector<const Json*> names;
  if (json.is(Json::Kind::String)) names.push_back(&json);
  else for (const Json& j : json.items) names.push_back(&j);
  for (const Json* j : names) {
    if (!j->is(Json::Kind::String)) { log_.add(Code::WrongShape, j->span, {"window", std::string(base::kind_name(j->kind)), "a signal"}); continue; }
    const Node n = parse(*j, false);
    const std::string f = n.kind == NodeKind::Call ? n.kids[0].text : n.text;
    const auto it = signals_.find(f);
    if (it == signals_.end()) { if (n.kind != NodeKind::Bad) log_.add(Code::UnknownName, j->span, {f, nearby(f)}); continue; }
    step.signals.push_back(it->second);
    const std::vector<Local> params = p_.signals[static_cast<size_t>(it->second)].args;
    const size_t given = n.kind == NodeKind::Call ? n.kids.size() - 1 : 0;
    if (given != params.size()) { log_.add(Code::WrongArguments, j->span, {f, std::to_string(params.size()), std::to_string(given)}); continue; }
    if (step.signals.size() > 1) continue;
    for (size_t i = 0; i < params.size(); ++i) step.args.push_back(want(compile(n.kids[i + 1], scope, params[i].type), params[i].type, "argument of `" + f + "`"));
  }
  if (step.signals.size() > 1) step.signals = {combined_signal(step.signals, json.span)};
  if (step.signals.empty()) step.kind = StepKind::Note;
}

std::vector<Step> Compiler::steps(const Json& list, Scope& scope) {
  std::vector<Step> out;
  for (const Json& s : list.items) step(s, scope, out);
  return out;
}

void Compiler::step(const Json& json, Scope& scope, std::vector<Step>& out) {
  Step s;
  s.span = json.span;
  s.by = clauses(json.find("by"));
  if (const Json* n = json.find("n")) {
    s.name = n->is(Json::Kind::Int) ? std::to_string(n->integer) : n->string;
    s.ordinal = label(*n, scope);
  }
  if (const Json* c = json.find("if")) s.cond = expression(*c, scope, bool_type());
  const Json* other = json.find("else");
  const auto rest_of = [&](const Json& j) {
    std::vector<Step> rest;
    Step like;
    like.span = j.span; like.by = s.by; like.ordinal = s.ordinal;
    if (j.is(Json::Kind::String) || (j.is(Json::Kind::Array) && !j.items.empty() && j.items[0].is(Json::Kind::String))) statements(j, scope, false, rest, like);
    else if (j.is(Json::Kind::Array)) rest = steps(j, scope);
    return rest;
  };
  const auto wrap_else = [&](std::vector<Step> body) {
    // {"if": φ, …, "else": …} is a branch
    const bool simple = other == nullptr && (body.size() == 1 || s.cond == kNone);
    if (simple) { for (Step& b : body) out.push_back(std::move(b)); return; }
    Step branch = s;
    branch.kind = StepKind::Branch;
    branch.cond = kNone;
    for (Step& b : body) { b.cond = kNone; b.name.clear(); }
    branch.arms.push_back({s.cond, std::move(body), {}});
    if (other == nullptr) { out.push_back(std::move(branch)); return; }
    branch.arms.push_back({kNone, rest_of(*other), {}});
    out.push_back(std::move(branch));
  };
  const auto body_of = [&](const Json& j) {
    std::vector<Step> body;
    if (const Json* list = j.find("steps")) body = steps(*list, scope);
    Step like; like.span = j.span; like.by = s.by;
    if (const Json* d = j.find("do")) statements(*d, scope, false, body, like);
    if (const Json* c = j.find("call")) { Step k = like; const Node node = parse(*c, true); if (call_step(node, k, scope)) body.push_back(std::move(k)); }
    return body;
  };

  if (json.find("choose") != nullptr) {
    s.kind = StepKind::Choose;
    s.choose = choice(json, scope, false);
    std::vector<Step> body{s};
    if (const Json* d = json.find("do")) { Step like; like.span = json.span; like.by = s.by; like.ordinal = s.ordinal; like.cond = s.cond; statements(*d, scope, false, body, like); }
    wrap_else(std::move(body));
    return;
  }
  if (const Json* w = json.find("window")) { window(*w, s, scope); wrap_else({s}); return; }
  if (const Json* o = json.find("offer")) {
    s.kind = StepKind::Offer;
    const auto it = o->is(Json::Kind::String) ? exchanges_.find(o->string) : exchanges_.end();
    if (it == exchanges_.end()) { log_.add(Code::UnknownName, o->span, {o->string, ""}); return; }
    s.callee = it->second;
    wrap_else({s});
    return;
  }
  if (json.find("process") != nullptr) {
    s.kind = StepKind::Process;
    s.others = one_of(json, "process", {"inner", "others"}) == "others";
    if (const Json* let = json.find("let")) { s.result = new_local(scope, let->string, bool_type()); scope.local(let->string, s.result, bool_type()); }
    wrap_else({s});
    return;
  }
  if (json.find("recheck") != nullptr) {
    s.kind = StepKind::Recheck;
    s.arms.push_back({kNone, other != nullptr ? rest_of(*other) : std::vector<Step>{}, {}});
    out.push_back(std::move(s));
    return;
  }
  if (const Json* simul = json.find("simul")) {
    s.kind = StepKind::Simul;
    if (const Json* order = simul->find("order")) {
      const auto it = orders_.find(order->string);
      if (it == orders_.end()) log_.add(Code::UnknownName, order->span, {order->string, ""});
      else s.order = it->second;
    }
    s.judge_end = one_of(*simul, "judge", {"each", "end"}) == "end";
    s.edges_end = one_of(*simul, "edges", {"each", "end"}) == "end";
    const bool joint = one_of(*simul, "mode", {"sequence", "joint"}) == "joint";
    if (const Json* items = simul->find("items")) {
      for (const Json& item : items->items) {
        Arm arm;
        Step like; like.span = item.span; like.by = s.by;
        const Json* text = &item;
        if (item.is(Json::Kind::Object)) { if (const Json* c = item.find("if")) arm.cond = expression(*c, scope, bool_type()); text = item.find("do"); }
        if (text != nullptr && text->is(Json::Kind::String)) { arm.text = text->string; statements(*text, scope, joint, arm.steps, like); }
        s.arms.push_back(std::move(arm));
      }
    }
    s.together = joint;
    wrap_else({s});
    return;
  }
  if (const Json* each = json.find("each")) {
    s.kind = StepKind::Each;
    const Node q = each->is(Json::Kind::String) ? parse_domain(text_at(*each), log_) : Node{};
    if (q.kind != NodeKind::Quant) return;
    s.set = as_set(compile(q.kids[0], scope), "members");
    if (q.kids[1].kind != NodeKind::Bad && !broken(s.set)) {
      const size_t names = scope.names.size(); const int temps = scope.temps;
      const Id slot = scope.temp(q.name, elem_type(type(s.set)));
      const ExprId where = want(compile(q.kids[1], scope, bool_type()), bool_type(), "`where`");
      scope.names.resize(names); scope.temps = temps;
      s.set = op(Op::Quant, type(s.set), q.span, s.set, where, kNone, slot, static_cast<int64_t>(QuantKind::SetQ));
    }
    s.together = one_of(json, "mode", {"joint", "in order", "sequence"}) == "joint";
    const size_t names = scope.names.size();
    const Type t = broken(s.set) ? Type{} : elem_type(type(s.set));
    s.var = new_local(scope, q.name, t);
    scope.local(q.name, s.var, t);
    s.arms.push_back({kNone, body_of(json), {}});
    scope.names.resize(names);
    wrap_else({s});
    return;
  }
  if (const Json* loop = json.find("loop")) {
    s.kind = StepKind::Loop;
    if (json.find("while") == nullptr && json.find("again") == nullptr && json.find("times") == nullptr) log_.add(Code::MissingKey, json.span, {"while", "`loop`"});
    s.arms.push_back({kNone, steps(*loop, scope), {}});
    if (const Json* w = json.find("while")) s.again = expression(*w, scope, bool_type());
    if (const Json* a = json.find("again")) {
      if (const Json* who = a->find("who")) s.ask = expression(*who, scope, ref_type(kPlayerSort));
      if (const Json* n = a->find("n")) { s.name = n->is(Json::Kind::Int) ? std::to_string(n->integer) : n->string; s.ordinal = label(*n, scope); }
      if (const Json* by = a->find("by")) s.by = clauses(by);
    }
    if (const Json* b = json.find("bound")) s.bound = static_cast<int>(b->integer);
    out.push_back(std::move(s));
    return;
  }
  if (const Json* branch = json.find("branch")) {
    s.kind = StepKind::Branch;
    for (const Json& arm : branch->items) {
      Arm a;
      if (const Json* c = arm.find("if")) a.cond = expression(*c, scope, bool_type());
      const Json* e = arm.find("else");
      a.steps = body_of(arm);
      if (e == nullptr || a.cond != kNone) s.arms.push_back(std::move(a));
      if (e != nullptr) s.arms.push_back({kNone, rest_of(*e), {}});
    }
    out.push_back(std::move(s));
    return;
  }
  if (json.find("judge") != nullptr) {
    s.kind = StepKind::Judge;
    if (const Json* d = json.find("defer")) s.defer = d->boolean;
    wrap_else({s});
    return;
  }
  if (json.find("abort") != nullptr) { s.kind = StepKind::Abort; wrap_else({s}); return; }
  if (json.find("stop") != nullptr) { s.kind = StepKind::Stop; wrap_else({s}); return; }
  if (const Json* c = json.find("call")) {
    const Node n = parse(*c, true);
    if (!call_step(n, s, scope)) return;
    if (const Json* let = json.find("let"); let != nullptr && let->is(Json::Kind::String)) {
      if (const Binding* b = scope.find(let->string); b != nullptr && b->where == Binding::Where::Local) s.result = b->slot;
      else { s.result = new_local(scope, let->string, bool_type()); scope.local(let->string, s.result, bool_type()); }
    }
    wrap_else({s});
    return;
  }
  if (const Json* d = json.find("do")) {
    const Json* t = json.find("together");
    std::vector<Step> body;
    statements(*d, scope, t != nullptr && t->boolean, body, s);
    wrap_else(std::move(body));
    return;
  }
  s.kind = StepKind::Note;
  wrap_else({s});
}

}  // namespace hanrei::model
