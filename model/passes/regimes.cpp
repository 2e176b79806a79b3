// Who is asked and who orders: signals, exchanges, orders, menus.
#include "model/passes/regimes.h"

#include <algorithm>

#include "base/contains.h"
#include "model/passes/events.h"
#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/later.h"
#include "model/passes/names.h"
#include "model/passes/provisions.h"
#include "model/passes/statements.h"
#include "model/passes/steps.h"
#include "model/passes/translation.h"

namespace hanrei::model {

namespace {

template <class Value>
using Choices = std::vector<std::pair<std::string_view, Value>>;

/// A word of a closed list; false, and a diagnostic, for another word.
template <class Value>
bool pick(const Json& form, std::string_view key, const Choices<Value>& values, Value& field,
          base::DiagnosticLog& log) {
  const Json* j = form.find(key);
  if (j == nullptr || !j->is(Json::Kind::String)) return true;
  for (const auto& [name, value] : values)
    if (j->string == name) {
      field = value;
      return true;
    }
  std::string names;
  for (const auto& [name, value] : values) names += (names.empty() ? "" : ", ") + std::string(name);
  log.add(base::Code::WrongShape, j->span, {std::string(key), "`" + j->string + "`", names});
  return false;
}

/// Exchanges that the engines can run.
bool carried_out(const ExchangeDef& e) {
  if (e.resolve == Resolve::AtOnce) return e.hold == Hold::One;
  switch (e.resolve) {
    case Resolve::AtOnce:
    case Resolve::Later: return true;
    case Resolve::Seats: return e.hold == Hold::Round;
    case Resolve::FirstDeclared:
    case Resolve::LastDeclared: return false;
  }
  return false;
}
bool carried_out(const OrderDef& o) { return o.arrivals == Arrivals::Nest && o.groups.empty(); }

}  // namespace

// ---------------------------------------------------------------- orders

static OrderDef order_fields(Translation& tr, const Json& f, Scope& scope) {
  OrderDef o;
  o.span = f.span;
  o.by = clauses(tr, f.find("by"));
  if (const Json* who = f.find("orderer"); who != nullptr && who->string != "nobody")
    o.orderer = expression(tr, *who, scope, ref_type(kPlayerSort));
  pick(f, "commit", Choices<Commit>{{"stepwise", Commit::Stepwise}, {"whole", Commit::Whole}},
       o.commit, tr.log);
  pick(f, "arrivals",
       Choices<Arrivals>{
           {"nest", Arrivals::Nest}, {"after", Arrivals::After}, {"join", Arrivals::Join}},
       o.arrivals, tr.log);
  pick(f, "lapse", Choices<bool>{{"skip", true}, {"keep", false}}, o.skip_lapsed, tr.log);
  if (const Json* groups = f.find("groups"))
    for (const Json& g : groups->items)
      o.groups.push_back(expression(tr, g, scope, ref_type(kPlayerSort)));
  if (!o.groups.empty())
    tr.log.add(base::Code::UnsupportedForm, f.find("groups")->span, {"`groups`"});
  if (!carried_out(o))
    o.orderer = unsupported(
        tr, f.span,
        base::in_both("this way of ordering simultaneous things", "同時に起こることのこの並べ方"),
        ref_type(kPlayerSort), {o.orderer});
  return o;
}

void order(Translation& tr, const Json& f) {
  const auto it = tr.names.orders.find(text_of(f, "order"));
  if (it == tr.names.orders.end()) return;
  Scope scope;
  if (f.find("args") != nullptr) {  // made where it is used, for the arguments given there
    tr.order_forms[it->second] = &f;
    for (const Local& l : parameters(tr, f.find("args"))) scope.local(l.name, 0, l.type);
  }
  OrderDef o = order_fields(tr, f, scope);
  o.name = f.members.front().value.string;
  tr.p.orders[it->second] = std::move(o);
  if (tr.p.edge_order == kNone && f.find("args") == nullptr) tr.p.edge_order = it->second;
}

/// The order that a signal or a step names: by its name, by its name and arguments, or written
/// there.
OrderId order_at(Translation& tr, const Json& use, Scope& scope, const std::string& owner) {
  const auto enter = [&](OrderDef o) {
    o.name = owner;
    return tr.p.orders.push_back(std::move(o));
  };
  if (use.is(Json::Kind::Object)) return enter(order_fields(tr, use, scope));
  if (const auto it = tr.names.orders.find(use.string); it != tr.names.orders.end()) {
    if (tr.order_forms.contains(it->second))
      tr.log.add(
          base::Code::WrongArguments, use.span,
          {use.string, std::to_string(tr.order_forms.at(it->second)->find("args")->members.size()),
           "0"});
    return it->second;
  }
  const Node n = use.string.ends_with(")") ? parse(tr, use, false) : Node{};
  const auto it =
      n.kind == NodeKind::Call ? tr.names.orders.find(n.kids[0].text) : tr.names.orders.end();
  if (it == tr.names.orders.end() || !tr.order_forms.contains(it->second)) {
    tr.log.add(base::Code::UnknownName, use.span, {use.string, nearby(tr, use.string)});
    return kNone;
  }
  const Json& form = *tr.order_forms.at(it->second);
  Scope inner;
  const Json& args = *form.find("args");
  if (args.members.size() + 1 != n.kids.size()) {
    tr.log.add(
        base::Code::WrongArguments, use.span,
        {n.kids[0].text, std::to_string(args.members.size()), std::to_string(n.kids.size() - 1)});
    return kNone;
  }
  for (size_t i = 0; i < args.members.size(); ++i) {
    const Type t = tr.type_named(args.members[i].value.string).value_or(Type{});
    inner.alias(args.members[i].key, argument(tr, n, i, t, scope), t);
  }
  OrderDef o = order_fields(tr, form, inner);
  return enter(std::move(o));
}

// ---------------------------------------------------------------- exchanges

static ExchangeDef exchange_fields(Translation& tr, const Json& f) {
  ExchangeDef e;
  e.span = f.span;
  e.by = clauses(tr, f.find("by"));
  Scope scope;
  scope.local("me", 0, ref_type(kPlayerSort));
  const Json* seats = f.find("seats");
  if (seats != nullptr)
    for (const Json& s : seats->items)
      e.seats.push_back(expression(tr, s, scope, ref_type(kPlayerSort)));
  if (seats != nullptr && (e.seats.empty() || e.seats.size() > 2))
    tr.log.add(base::Code::WrongShape, seats->span,
               {"seats",
                base::in_both("a list of " + std::to_string(e.seats.size()),
                              std::to_string(e.seats.size()) + " 個のリスト"),
                base::in_both("one or two players", "1 人か 2 人のプレイヤー")});
  pick(f, "next", Choices<Next>{{"other", Next::Other}, {"same", Next::Same}}, e.next, tr.log);
  pick(f, "pass", Choices<Pass>{{"free", Pass::Free}, {"if unable", Pass::IfUnable}}, e.pass,
       tr.log);
  pick(f, "resolve",
       Choices<Resolve>{{"at once", Resolve::AtOnce},
                        {"seats", Resolve::Seats},
                        {"first declared", Resolve::FirstDeclared},
                        {"last declared", Resolve::LastDeclared},
                        {"later", Resolve::Later}},
       e.resolve, tr.log);
  if (e.resolve == Resolve::AtOnce || e.resolve == Resolve::Later) e.hold = Hold::One;
  pick(f, "hold", Choices<Hold>{{"1", Hold::One}, {"round", Hold::Round}, {"all", Hold::All}},
       e.hold, tr.log);
  const Json* close = f.find("close");
  if (close != nullptr && close->string != "silent" && close->string != "one round") {
    e.close = Close::Until;
    e.until = op(tr, Op::Not, bool_type(), close->span, expression(tr, *close, scope, bool_type()));
  } else {
    pick(f, "close", Choices<Close>{{"silent", Close::Silent}, {"one round", Close::OneRound}},
         e.close, tr.log);
  }
  if (const Json* m = f.find("menu"))
    for (const Json& name : m->items) {
      const auto tagged = [&] {
        for (const ActDef& a : tr.p.acts)
          if (base::contains(a.tags, name.string)) return true;
        return false;
      };
      if (!tr.names.acts.contains(name.string) && !tr.names.signals.contains(name.string) &&
          !tr.names.exchanges.contains(name.string) && !tagged())
        tr.log.add(base::Code::UnknownName, name.span, {name.string, nearby(tr, name.string)});
      e.menu.push_back(name.string);
    }
  if (e.resolve == Resolve::AtOnce) e.bound = 64;
  if (const Json* b = f.find("bound")) e.bound = number(tr, *b, "bound", 1, 250);
  if (const Json* q = f.find("quota"))
    for (const base::Member& m : q->members) {
      const auto a = tr.names.acts.find(m.key);
      if (a == tr.names.acts.end())
        tr.log.add(base::Code::UnknownName, m.key_span, {m.key, ""});
      else
        e.quota[a->second] = number(tr, m.value, m.key, 0, kMostUses);
    }
  if (const Json* a = f.find("answer")) {
    const auto x = tr.names.exchanges.find(a->string);
    if (x == tr.names.exchanges.end())
      tr.log.add(base::Code::UnknownName, a->span, {a->string, ""});
    else
      e.answer = x->second;
  }
  const auto needs_at_once = [&](bool said, std::string_view key) {
    if (said && e.resolve != Resolve::AtOnce)
      tr.log.add(
          base::Code::WrongShape, f.find(key)->span,
          {std::string(key),
           "`" + (f.find(key)->is(Json::Kind::String) ? f.find(key)->string : std::string("…")) +
               "`",
           base::in_both("this only where `resolve` is `at once`",
                         "`resolve` が `at once` の場合だけ")});
  };
  needs_at_once(e.answer != kNone, "answer");
  needs_at_once(e.pass == Pass::IfUnable, "pass");
  needs_at_once(e.close == Close::Until, "close");
  if (carried_out(e)) return e;
  if (e.resolve == Resolve::Seats && e.hold == Hold::One)
    tr.log.add(base::Code::UnsupportedForm, f.find("hold")->span,
               {base::in_both("`hold: 1` with two seats", "二つの席での `hold: 1`")});
  for (ExprId& seat : e.seats)
    seat = unsupported(
        tr, f.span,
        base::in_both("this way of asking players in turn", "プレイヤーに順に尋ねるこの方法"),
        ref_type(kPlayerSort), {seat});
  return e;
}

void exchange(Translation& tr, const Json& f) {
  const auto it = tr.names.exchanges.find(text_of(f, "exchange"));
  if (it == tr.names.exchanges.end()) return;
  ExchangeDef e = exchange_fields(tr, f);
  e.name = f.members.front().value.string;
  tr.p.exchanges[it->second] = std::move(e);
}

/// The exchange that a step offers: by its name, or written there.
ExchangeId exchange_at(Translation& tr, const Json& use, const std::string& owner) {
  if (use.is(Json::Kind::Object)) {
    ExchangeDef e = exchange_fields(tr, use);
    e.name = owner;
    return tr.p.exchanges.push_back(std::move(e));
  }
  const auto it = tr.names.exchanges.find(use.string);
  if (it == tr.names.exchanges.end()) {
    tr.log.add(base::Code::UnknownName, use.span, {use.string, nearby(tr, use.string)});
    return kNone;
  }
  return it->second;
}

/// A menu permits: the acts it names, the acts with a tag it names, and what is permitted at a
/// signal or in another exchange it names.
void menus(Translation& tr) {
  const auto place = [&](const std::string& entry) -> Id {
    if (const auto s = tr.names.signals.find(entry); s != tr.names.signals.end()) return s->second;
    if (const auto e = tr.names.exchanges.find(entry); e != tr.names.exchanges.end())
      return menu_of(e->second);
    return kNone;
  };
  for (bool places : {false, true})
    for (const ExchangeId i : tr.p.exchanges.ids())
      for (const std::string& entry : tr.p.exchanges[i].menu) {
        const Id here = menu_of(i), there = place(entry);
        if ((there != kNone) != places) continue;
        if (places) {
          for (Norm& n : tr.p.norms)
            if (base::contains(n.menus, there)) n.menus.push_back(here);
          continue;
        }
        Norm n;
        n.id = entry;
        n.span = tr.p.exchanges[i].span;
        n.source.by = tr.p.exchanges[i].by;
        n.menus = {here};
        if (const auto a = tr.names.acts.find(entry); a != tr.names.acts.end())
          n.act = a->second;
        else
          n.tag = entry;
        tr.p.norms.push_back(std::move(n));
      }
}

// ---------------------------------------------------------------- signals

void signal(Translation& tr, const Json& f) {
  const auto it = tr.names.signals.find(text_of(f, "signal"));
  if (it == tr.names.signals.end()) return;
  SignalDef s = tr.p.signals[it->second];
  s.by = clauses(tr, f.find("by"));
  if (const Json* c = f.find("court")) s.court = c->boolean;
  Scope scope;
  if (const Json* a = f.find("auto")) s.order = order_at(tr, *a, scope, s.name);
  if (const Json* d = f.find("declare"); d != nullptr && d->is(Json::Kind::String))
    s.exchange = exchange_at(tr, *d, s.name);
  if (const Json* c = f.find("covers"))
    for (const Json& name : c->items) {
      const auto k = tr.names.signals.find(name.string);
      if (k == tr.names.signals.end())
        tr.log.add(base::Code::UnknownName, name.span, {name.string, ""});
      else
        s.covers.push_back(k->second);
    }
  if (const Json* r = f.find("raised"))
    if (auto e = event(tr, *r)) {
      for (size_t i = 0; i < s.args.size(); ++i) {
        const auto at = std::ranges::find(e->names, s.args[i].name);
        if (at == e->names.end())
          tr.log.add(base::Code::UnknownName, r->span, {s.args[i].name, ""});
      }
      Source from;
      from.by = s.by;
      tr.gates.push_back({*e, from, nullptr, "the signal `" + s.name + "` that an event raises"});
      s.raised.push_back(std::move(*e));
    }
  s.among = subject(tr, f, scope);
  if (s.among != kNone) {
    OrderDef o;
    if (s.order != kNone) o = tr.p.orders[s.order];
    o.name = s.name;
    o.orderer = unsupported(
        tr, f.span,
        base::in_both("a signal for members of a set", "集合の各要素についてのタイミング"),
        ref_type(kPlayerSort), {o.orderer});
    s.order = tr.p.orders.push_back(std::move(o));
  }
  tr.p.signals[it->second] = std::move(s);
}

}  // namespace hanrei::model
