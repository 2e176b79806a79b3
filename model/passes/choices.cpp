// Choices: who picks, from what.
#include "model/passes/choices.h"

#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/later.h"
#include "model/passes/schema.h"
#include "model/passes/statements.h"
#include "model/passes/steps.h"
#include "model/passes/translation.h"

namespace hanrei::model {

/// "NAME in SET" or "NAME in SET where …", with `: BODY` or without; Bad after a diagnostic.
Node ranging(Translation& tr, const Json& text, bool body) {
  return text.is(Json::Kind::String) ? parse_domain(text_at(text), tr.log, body) : Node{};
}

/// What a match gives: `left`, what found no partner; `image`, the partners; `onto(x)`, what went
/// to x.
static Type match_type(Translation& tr, const Type& from, const Type& into,
                       const std::string& name) {
  SortDef s;
  s.name = "match " + name;
  s.record = true;
  const SortId sort = tr.p.sorts.push_back(std::move(s));
  const auto field = [&](const char* field_name, const Type& t) {
    AttrDef a;
    a.name = field_name;
    a.sort = sort;
    a.type = t;
    tr.names.attrs[{sort, a.name}] = tr.p.attrs.push_back(a);
  };
  field("left", set_type(elem_type(from)));
  field("image", set_type(elem_type(into)));
  return ref_type(sort);
}

Choose choice(Translation& tr, const Json& json, Scope& scope, bool presented) {
  Choose c;
  c.span = json.span;
  c.name = text_of(json, "choose");
  if (presented) c.by = clauses(tr, json.find("by"));  // of a step, the step has them
  if (const Json* who = json.find("who");
      who != nullptr && who->string != "nobody" && who->string != "nature")
    c.who = expression(tr, *who, scope, ref_type(kPlayerSort));
  c.or_none = json.find("or") != nullptr && one_of(tr, json, "or", {"none"}) == "none";
  if (const Json* d = json.find("designates")) c.designates = d->boolean;
  if (const std::string seen = text_of(json, "seen", "all"); seen != "all") {
    constexpr std::string_view prefix = "secret until ";
    if (seen.starts_with(prefix)) c.secret = seen.substr(prefix.size());
    if (!tr.names.signals.contains(c.secret) && !tr.names.procs.contains(c.secret))
      tr.log.add(base::Code::WrongShape, json.find("seen")->span,
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
    if (const Node q = ranging(tr, *domain); q.kind == NodeKind::Quant) {
      c.set = as_set(tr, compile(tr, q.kids[0], scope), "candidates");
      const Type set = tr.type(c.set);
      const Type elem = tr.broken(c.set) ? Type{} : elem_type(set);
      if (!tr.broken(c.set))
        t = one != nullptr ? elem : some != nullptr ? set_type(elem) : seq_type(elem);
      c.elem = scope.temp(q.name, elem);
      if (q.kids[1].kind != NodeKind::Bad)
        c.where = want(tr, compile(tr, q.kids[1], scope, bool_type()), bool_type(), "`where`");
      if (const Json* where = json.find("where"))
        c.where = both(tr, c.where, expression(tr, *where, scope, bool_type()));
    }
    if (order != nullptr) c.wider = Wider::Order;
  } else if (match != nullptr) {
    c.domain = DomainKind::Some;
    c.wider = Wider::Match;
    c.set = as_set(tr, expression(tr, *match, scope), "what is assigned");
    const Json* into = json.find("into");
    if (into == nullptr) {
      tr.log.add(base::Code::MissingKey, json.span, {"into", "`match`"});
      return c;
    }
    c.into = as_set(tr, expression(tr, *into, scope), "`into`");
    const Json* as = json.find("as");
    if (as != nullptr && as->items.size() != 2)
      tr.log.add(base::Code::WrongShape, as->span,
                 {"as", std::to_string(as->items.size()) + " names", "two names"});
    const auto temp = [&](size_t i, ExprId set) {
      return scope.temp(
          as != nullptr && i < as->items.size() ? as->items[i].string : "·" + std::to_string(i),
          tr.broken(set) ? Type{} : elem_type(tr.type(set)));
    };
    c.elem = temp(0, c.set);
    c.onto = temp(1, c.into);
    if (const Json* fit = json.find("fit")) c.fit = expression(tr, *fit, scope, bool_type());
    const std::string total = text_of(json, "total", "no");
    if (total != "yes" && total != "no" && total != "as far as possible")
      tr.log.add(base::Code::WrongShape, json.find("total")->span,
                 {"total", "`" + total + "`", "yes, no or as far as possible"});
    c.total = total == "yes" ? Total::Yes : total == "no" ? Total::No : Total::AsFarAsPossible;
    t = tr.broken(c.set) || tr.broken(c.into)
            ? Type{}
            : match_type(tr, tr.type(c.set), tr.type(c.into), c.name);
  } else if (cases != nullptr) {
    // one of these names: members of an enumeration of their own
    Json name = *cases;
    name.kind = Json::Kind::String;
    name.string = (scope.proc != nullptr ? scope.proc->name + "・" : "") + c.name;
    const EnumId id = declare(tr, tr.p.enums, tr.names.enums, name, "choice");
    if (id != kNone) {
      for (const Json& m : cases->items) add_member(tr, id, m.string);
      t = enum_type(id);
      c.set = every_member(tr, id, cases->span);
      c.elem = scope.temp("·", t);
    }
  } else if (range != nullptr) {
    c.domain = DomainKind::Int;
    t = int_type();
    const size_t dots = range->string.find("..");
    if (dots == std::string::npos)
      tr.log.add(base::Code::WrongShape, range->span, {"int", "`" + range->string + "`", "lo..hi"});
    else {
      Json lo = *range, hi = *range;
      lo.string = range->string.substr(0, dots);
      hi.string = range->string.substr(dots + 2);
      c.set = expression(tr, lo, scope, int_type());
      c.where = expression(tr, hi, scope, int_type());
    }
  } else if (json.find("yesno") != nullptr) {
    c.domain = DomainKind::YesNo;
  } else {
    tr.log.add(base::Code::MissingKey, json.span, {"one", "`choose`"});
  }
  if (const Json* where = json.find("where");
      where != nullptr && one == nullptr && some == nullptr && order == nullptr && match == nullptr)
    tr.log.add(
        base::Code::WrongShape, where->span,
        {"where", "`" + where->string + "`",
         base::in_both("this only beside `one` or `some`", "`one` か `some` がある場合だけ")});
  scope.restore(names, temps);
  if (c.wider != Wider::No) {  // nothing to draw from: an engine that comes here stops
    c.set = unsupported(tr, json.span,
                        c.wider == Wider::Order
                            ? base::in_both("a choice of an order", "順番の選択")
                            : base::in_both("a choice of an assignment", "割り当ての選択"),
                        set_type(ref_type(kPlayerSort)), {c.set, c.where, c.into, c.fit});
    c.where = kNone;
  }
  c.var = local_named(scope, c.name, t);
  if (const Json* such = json.find("such")) c.such = expression(tr, *such, scope, bool_type());
  if (const Json* size = json.find("size")) c.size = expression(tr, *size, scope, int_type());
  c.at_least_one = presented && c.domain == DomainKind::Some && c.size == kNone;
  return c;
}

}  // namespace hanrei::model
