// Choices: who picks, from what.
#include "model/passes/compiler.h"
#include "model/passes/json.h"

namespace hanrei::model {

/// "NAME in SET" or "NAME in SET where …", with `: BODY` or without; Bad after a diagnostic.
Node Compiler::ranging(const Json& text, bool body) {
  return text.is(Json::Kind::String) ? parse_domain(text_at(text), log_, body) : Node{};
}

/// What a match gives: `left`, what found no partner; `image`, the partners; `onto(x)`, what went
/// to x.
Type Compiler::match_type(const Type& from, const Type& into, const std::string& name) {
  SortDef s;
  s.name = "match " + name;
  s.record = true;
  const SortId sort = p_.sorts.push_back(std::move(s));
  const auto field = [&](const char* field_name, const Type& t) {
    AttrDef a;
    a.name = field_name;
    a.sort = sort;
    a.type = t;
    attrs_[{sort, a.name}] = p_.attrs.push_back(a);
  };
  field("left", set_type(elem_type(from)));
  field("image", set_type(elem_type(into)));
  return ref_type(sort);
}

Choose Compiler::choice(const Json& json, Scope& scope, bool presented) {
  Choose c;
  c.span = json.span;
  c.name = text_of(json, "choose");
  if (presented) c.by = clauses(json.find("by"));  // of a step, the step has them
  if (const Json* who = json.find("who");
      who != nullptr && who->string != "nobody" && who->string != "nature")
    c.who = expression(*who, scope, ref_type(kPlayerSort));
  c.or_none = json.find("or") != nullptr && one_of(json, "or", {"none"}) == "none";
  if (const Json* d = json.find("designates")) c.designates = d->boolean;
  if (const std::string seen = text_of(json, "seen", "all"); seen != "all") {
    constexpr std::string_view prefix = "secret until ";
    if (seen.starts_with(prefix)) c.secret = seen.substr(prefix.size());
    if (!signals_.contains(c.secret) && !procs_.contains(c.secret))
      log_.add(Code::WrongShape, json.find("seen")->span,
               {"seen", "`" + seen + "`", "all, or secret until a signal or a procedure"});
  }
  const size_t names = scope.names.size();
  const int temps = scope.temps;
  Type t = bool_type();
  const Json *one = json.find("one"), *some = json.find("some"),
             *order = json.find("each") == nullptr && one == nullptr && some == nullptr
                          ? json.find("order")
                          : nullptr;
  const Json *match = json.find("match"), *cases = json.find("case"), *range = json.find("int");
  if (const Json* domain = one != nullptr ? one : some != nullptr ? some : order) {
    c.domain = one != nullptr ? DomainKind::One : DomainKind::Some;
    if (const Node q = ranging(*domain); q.kind == NodeKind::Quant) {
      c.set = as_set(compile(q.kids[0], scope), "candidates");
      const Type set = type(c.set);
      const Type elem = broken(c.set) ? Type{} : elem_type(set);
      if (!broken(c.set))
        t = one != nullptr ? elem : some != nullptr ? set_type(elem) : seq_type(elem);
      c.elem = scope.temp(q.name, elem);
      if (q.kids[1].kind != NodeKind::Bad)
        c.where = want(compile(q.kids[1], scope, bool_type()), bool_type(), "`where`");
      if (const Json* where = json.find("where"))
        c.where = both(c.where, expression(*where, scope, bool_type()));
    }
    if (order != nullptr) c.wider = Wider::Order;
  } else if (match != nullptr) {
    c.domain = DomainKind::Some;
    c.wider = Wider::Match;
    c.set = as_set(expression(*match, scope), "what is assigned");
    const Json* into = json.find("into");
    if (into == nullptr) {
      log_.add(Code::MissingKey, json.span, {"into", "`match`"});
      return c;
    }
    c.into = as_set(expression(*into, scope), "`into`");
    const Json* as = json.find("as");
    if (as != nullptr && as->items.size() != 2)
      log_.add(Code::WrongShape, as->span,
               {"as", std::to_string(as->items.size()) + " names", "two names"});
    const auto temp = [&](size_t i, ExprId set) {
      return scope.temp(
          as != nullptr && i < as->items.size() ? as->items[i].string : "·" + std::to_string(i),
          broken(set) ? Type{} : elem_type(type(set)));
    };
    c.elem = temp(0, c.set);
    c.onto = temp(1, c.into);
    if (const Json* fit = json.find("fit")) c.fit = expression(*fit, scope, bool_type());
    const std::string total = text_of(json, "total", "no");
    if (total != "yes" && total != "no" && total != "as far as possible")
      log_.add(Code::WrongShape, json.find("total")->span,
               {"total", "`" + total + "`", "yes, no or as far as possible"});
    c.total = total == "yes" ? Total::Yes : total == "no" ? Total::No : Total::AsFarAsPossible;
    t = broken(c.set) || broken(c.into) ? Type{} : match_type(type(c.set), type(c.into), c.name);
  } else if (cases != nullptr) {
    // one of these names: members of an enumeration of their own
    Json name = *cases;
    name.kind = Json::Kind::String;
    name.string = (scope.proc != nullptr ? scope.proc->name + "・" : "") + c.name;
    const EnumId id = declare(p_.enums, enums_, name, "choice");
    if (id != kNone) {
      for (const Json& m : cases->items) add_member(id, m.string);
      t = enum_type(id);
      c.set = every_member(id, cases->span);
      c.elem = scope.temp("·", t);
    }
  } else if (range != nullptr) {
    c.domain = DomainKind::Int;
    t = int_type();
    const size_t dots = range->string.find("..");
    if (dots == std::string::npos)
      log_.add(Code::WrongShape, range->span, {"int", "`" + range->string + "`", "lo..hi"});
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
    log_.add(Code::MissingKey, json.span, {"one", "`choose`"});
  }
  if (const Json* where = json.find("where");
      where != nullptr && one == nullptr && some == nullptr && order == nullptr && match == nullptr)
    log_.add(Code::WrongShape, where->span,
             {"where", "`" + where->string + "`",
              base::in_both("this only beside `one` or `some`", "`one` か `some` がある場合だけ")});
  scope.restore(names, temps);
  if (c.wider != Wider::No) {  // nothing to draw from: an engine that comes here stops
    c.set = unsupported(json.span,
                        c.wider == Wider::Order
                            ? base::in_both("a choice of an order", "順番の選択")
                            : base::in_both("a choice of an assignment", "割り当ての選択"),
                        set_type(ref_type(kPlayerSort)), {c.set, c.where, c.into, c.fit});
    c.where = kNone;
  }
  c.var = local_named(scope, c.name, t);
  if (const Json* such = json.find("such")) c.such = expression(*such, scope, bool_type());
  if (const Json* size = json.find("size")) c.size = expression(*size, scope, int_type());
  c.at_least_one = presented && c.domain == DomainKind::Some && c.size == kNone;
  return c;
}

}  // namespace hanrei::model
