// The functions that every game has.
#include "model/passes/builtins.h"

#include <algorithm>

#include "model/passes/exprs.h"
#include "model/passes/later.h"
#include "model/passes/schema.h"
#include "model/passes/statements.h"
#include "model/passes/translation.h"

namespace hanrei::model {

static ExprId unsupported_builtin(Translation& tr, const std::string& name, const Node& node,
                                  Scope& scope, bool& known);
static ExprId breaks(Translation& tr, const Node& node);
static ExprId pays(Translation& tr, const Node& node, Scope& scope);
static ExprId at_steps(Translation& tr, bool ran, ProcId procedure, const Node& node);
static ExprId sees(Translation& tr, ExprId viewer, ExprId what, const Node& node);
static ExprId neighbour(Translation& tr, ExprId square, ExprId direction, Span span);

ExprId builtin(Translation& tr, const std::string& f, const Node& n, Scope& scope, bool& known) {
  known = true;
  const auto arity = [&](size_t k) {
    if (n.kids.size() == k + 1) return true;
    tr.log.add(base::Code::WrongArguments, n.span,
               {f, std::to_string(k), std::to_string(n.kids.size() - 1)});
    return false;
  };
  const auto arg = [&](size_t i, const Type& t) { return argument(tr, n, i, t, scope); };
  /// What is named where a name is expected.
  const auto found = [&](const auto& table, const Node& name) {
    const std::string text = name.kind == NodeKind::Name ? name.text : print(name);
    const auto it = table.find(text);
    if (it == table.end()) tr.log.add(base::Code::UnknownName, name.span, {text, nearby(tr, text)});
    return it;
  };
  if (f == "present" || f == "declared") {
    if (!arity(1)) return bad(tr, n.span);
    return op(tr, f == "present" ? Op::Present : Op::Declared, bool_type(), n.span,
              arg(0, ref_type(kCardSort)));
  }
  if (f == "card") {
    if (!arity(1)) return bad(tr, n.span);
    return op(tr, Op::CardOf, ref_type(kCardSort), n.span, arg(0, ref_type(kCardSort)));
  }
  if (f == "size" || f == "count") {
    if (!arity(1)) return bad(tr, n.span);
    return op(tr, Op::Size, int_type(), n.span,
              as_set(tr, compile(tr, n.kids[1], scope), "argument of `" + f + "`"));
  }
  if (f == "icons") {
    if (!arity(1)) return bad(tr, n.span);
    return op(tr, Op::Icons, int_type(), n.span, arg(0, Type{TypeKind::Price}));
  }
  if (f == "min" || f == "max") {
    if (!arity(2)) return bad(tr, n.span);
    return op(tr, f == "min" ? Op::Min2 : Op::Max2, int_type(), n.span, arg(0, int_type()),
              arg(1, int_type()));
  }
  if (f == "overlap") {
    if (!arity(2)) return bad(tr, n.span);
    const ExprId a = as_set(tr, compile(tr, n.kids[1], scope), "argument of `overlap`");
    const ExprId b =
        want(tr, as_set(tr, compile(tr, n.kids[2], scope, tr.type(a)), "argument of `overlap`"),
             tr.type(a), "argument of `overlap`");
    return op(tr, Op::Not, bool_type(), n.span,
              op(tr, Op::Eq, bool_type(), n.span,
                 op(tr, Op::Size, int_type(), n.span, op(tr, Op::Inter, tr.type(a), n.span, a, b)),
                 constant(tr, 0, int_type(), n.span)));
  }
  if (f == "did") {
    if (!arity(1) || scope.proc == nullptr) return bad(tr, n.span);
    const Id ordinal = step_ordinal(tr, n.kids[1], *scope.proc, tr.labels_of(scope.proc));
    if (ordinal == kNone) return bad(tr, n.span);
    auto& did = scope.proc->did;
    did.resize(std::max(did.size(), scope.proc->step_names.size()), kNone);
    Id& slot = did[ordinal];
    if (slot == kNone)
      slot = new_local(scope, "did " + scope.proc->step_names[ordinal], bool_type());
    return op(tr, Op::Local, bool_type(), n.span, kNone, kNone, kNone, slot);
  }
  if (f == "in" || f == "ran") {
    if (n.kids.size() < 2) {
      arity(1);
      return bad(tr, n.span);
    }
    const auto it = found(tr.names.procs, n.kids[1]);
    return it == tr.names.procs.end() ? bad(tr, n.span) : at_steps(tr, f == "ran", it->second, n);
  }
  if (f == "negated" || f == "answered") {
    if (!arity(1)) return bad(tr, n.span);
    const ExprId x = compile(tr, n.kids[1], scope);
    if (!tr.broken(x) && tr.type(x) != ref_type(kActSort)) {
      mismatch(tr, x, "argument of `" + f + "`", "an act");
      return bad(tr, n.span);
    }
    return op(tr, f == "negated" ? Op::Negated : Op::Answered, bool_type(), n.span, x);
  }
  if (f == "acted") {
    if (!arity(1)) return bad(tr, n.span);
    const auto it = found(tr.names.exchanges, n.kids[1]);
    if (it == tr.names.exchanges.end()) return bad(tr, n.span);
    return op(tr, Op::Acted, int_type(), n.span, kNone, kNone, kNone, it->second);
  }
  if (f == "raised") {
    if (!arity(1)) return bad(tr, n.span);
    const auto it = found(tr.names.signals, n.kids[1]);
    if (it == tr.names.signals.end()) return bad(tr, n.span);
    return op(tr, Op::Raised, int_type(), n.span, kNone, kNone, kNone, it->second);
  }
  if (f == "breaks") return arity(1) ? breaks(tr, n) : bad(tr, n.span);
  if (f == "pays") return arity(5) ? pays(tr, n, scope) : bad(tr, n.span);
  if (f == "says") {
    if (!arity(2)) return bad(tr, n.span);
    return op(tr, Op::Says, bool_type(), n.span, arg(0, ref_type(kEffectSort)), kNone, kNone, kNone,
              string_id(tr, n.kids[2].text));
  }
  if (f == "win" && scope.ruling) {
    if (!arity(1)) return bad(tr, n.span);
    const ExprId pl = arg(0, ref_type(kPlayerSort));
    return op(tr, Op::Add, enum_type(kResults), n.span, pl,
              constant(tr, kResultWinFirst, enum_type(kResults), n.span));
  }
  if (f == "sees") {
    if (!arity(2)) return bad(tr, n.span);
    const ExprId viewer = arg(0, ref_type(kPlayerSort));
    const ExprId what = compile(tr, n.kids[2], scope);
    if (tr.broken(what) || tr.broken(viewer)) return bad(tr, n.span);
    const ExprId is = sees(tr, viewer, what, n);
    tr.p.sights[is] = {viewer, what};
    return is;
  }
  if (f == "step") {
    if (!arity(2)) return bad(tr, n.span);
    if (tr.p.square == kNone) {
      tr.log.add(base::Code::UnknownName, n.kids[0].span, {f, ""});
      return bad(tr, n.span);
    }
    const ExprId from = arg(0, enum_type(tr.p.square));
    const ExprId to = compile(tr, n.kids[2], scope);
    if (tr.broken(from) || tr.broken(to)) return bad(tr, n.span);
    const Type d = tr.type(to);
    const auto& data = d.kind == TypeKind::Enum ? tr.p.enums[EnumId(d.id)].data
                                                : std::vector<std::vector<int64_t>>{};
    if (data.empty() || data.front().size() != 2) {
      mismatch(tr, to, "direction", "a member of an enumeration with two numbers each");
      return bad(tr, n.span);
    }
    return neighbour(tr, from, to, n.span);
  }
  if (f == "top") {
    if (!arity(1)) return bad(tr, n.span);
    const ExprId pile = as_set(tr, compile(tr, n.kids[1], scope), "argument of `top`");
    if (tr.broken(pile)) return pile;
    const Expr e = tr.p[pile];
    if (e.op != Op::ZoneSet || e.a == kNone) {
      mismatch(tr, pile, "argument of `top`", "a zone with its owner");
      return bad(tr, n.span);
    }
    if (tr.p.zones[e.zone()].of != ZoneOwner::Player)
      return later(tr, n.span, "`" + print(n) + "`", ref_type(kCardSort, true), {pile});
    return op(tr, Op::TopOf, ref_type(kCardSort, true), n.span, e.a, kNone, kNone, e.id);
  }
  return unsupported_builtin(tr, f, n, scope, known);
}

/// `breaks` a limit by its name, or any of those that state a clause.
ExprId breaks(Translation& tr, const Node& n) {
  const auto breaks = [&](Id limit) {
    return op(tr, Op::Breaks, bool_type(), n.span, kNone, kNone, kNone, limit);
  };
  const std::string& name = n.kids[1].text;
  if (const auto it = tr.names.limits.find(name); it != tr.names.limits.end())
    return breaks(it->second);
  const auto stating = tr.limits_by.find(name);
  if (stating == tr.limits_by.end()) {
    tr.log.add(base::Code::UnknownName, n.kids[1].span, {name, nearby(tr, name)});
    return bad(tr, n.span);
  }
  ExprId any = constant(tr, 0, bool_type(), n.span);
  for (Id l : stating->second) any = op(tr, Op::Or, bool_type(), n.span, any, breaks(l));
  return any;
}

/// pays(tokens, price, kinds attribute, labels attribute, witnessed labels)
ExprId pays(Translation& tr, const Node& n, Scope& scope) {
  const ExprId tokens = as_set(tr, compile(tr, n.kids[1], scope), "tokens");
  if (tr.broken(tokens)) return tokens;
  const SortId sort(tr.type(tokens).id);
  const AttrId kinds = tr.attr_of(sort, n.kids[3].text), labels = tr.attr_of(sort, n.kids[4].text);
  if (kinds == kNone || labels == kNone) {
    tr.log.add(base::Code::UnknownMember, n.span,
               {kinds == kNone ? n.kids[3].text : n.kids[4].text, tr.show(ref_type(sort))});
    return bad(tr, n.span);
  }
  const ExprId price = argument(tr, n, 1, Type{TypeKind::Price}, scope);
  const ExprId witness = argument(tr, n, 4, tr.p.attrs[labels].type, scope);
  return add(tr, {Op::Pays, bool_type(), kinds, labels, tokens, price, witness, {}, n.span});
}

/// `in(procedure, from, to)` and `ran(procedure, step)`. A step of an act is one of its processing,
/// or else of its declaration.
ExprId at_steps(Translation& tr, bool ran, ProcId id, const Node& n) {
  if (const ActId act = tr.find_act(n.kids[1].text); act != kNone && n.kids.size() > 2) {
    const Node& first = n.kids[2];
    const std::string step = first.kind == NodeKind::Name ? first.text : print(first);
    const auto has = [&](ProcId part) {
      return tr.labels_of(&tr.p.procedures[part]).contains(step);
    };
    if (!has(id) && has(tr.p.acts[act].declare)) id = tr.p.acts[act].declare;
  }
  const Procedure& proc = tr.p.procedures[id];
  int from = -1, to = -1;
  if (n.kids.size() > 2) {
    // Steps may be named before the procedure is compiled: labels are collected first.
    from = to = step_ordinal(tr, n.kids[2], proc, tr.labels_of(&proc));
    if (n.kids.size() > 3) to = step_ordinal(tr, n.kids[3], proc, tr.labels_of(&proc));
    if (from < 0 || to < 0) return bad(tr, n.span);
  }
  if (ran) return op(tr, Op::Ran, bool_type(), n.span, kNone, kNone, kNone, id, from);
  tr.p.ranges.push_back({id, {from, to}});
  return op(tr, Op::Running, bool_type(), n.span, kNone, kNone, kNone,
            static_cast<Id>(tr.p.ranges.size()) - 1);
}

/// May the player look now: at a card, at how many cards a zone has, at the value of an attribute?
ExprId sees(Translation& tr, ExprId viewer, ExprId what, const Node& n) {
  const Expr x = tr.p[what];
  const auto yes = [&](bool v) { return constant(tr, v ? 1 : 0, bool_type(), n.span); };
  const auto is_viewer = [&](ExprId player) {
    return op(tr, Op::Eq, bool_type(), n.span, viewer, player);
  };
  const auto of_card = [&](ExprId card, const char* attr) {
    return op(tr, Op::Attr, ref_type(kPlayerSort), n.span, card, kNone, kNone,
              tr.attr_of(kCardSort, attr), static_cast<int64_t>(Reading::Now));
  };
  const auto at_card = [&](ExprId card) {
    ExprId any = op(tr, Op::Declared, bool_type(), n.span, card);
    for (const ZoneId z : tr.p.zones.ids()) {
      const ZoneDef& zone = tr.p.zones[z];
      if (zone.sees == "nobody") continue;
      ExprId there = op(
          tr, Op::In, bool_type(), n.span, card,
          op(tr, Op::ZoneSet, set_type(ref_type(kCardSort, true)), n.span, kNone, kNone, kNone, z));
      if (zone.sees == "owner")
        there = both(tr, there,
                     is_viewer(of_card(card, zone.of == ZoneOwner::Player ? "user" : "owner")));
      if (zone.seen_by != kNone) {
        Expr call{Op::Call, bool_type(), zone.seen_by,   0,     kNone,
                  kNone,    kNone,       {card, viewer}, n.span};
        there = both(tr, there, add(tr, std::move(call)));
      }
      any = op(tr, Op::Or, bool_type(), n.span, any, there);
    }
    return any;
  };
  if (x.type.kind == TypeKind::Ref && x.type.id == kCardSort) return at_card(what);
  if (x.op == Op::ZoneSet && x.a != kNone) {
    const ZoneDef& zone = tr.p.zones[x.zone()];
    if (zone.size == "owner")
      return is_viewer(zone.of == ZoneOwner::Player ? x.a : of_card(x.a, "owner"));
    return yes(zone.size != "nobody");
  }
  if (x.op == Op::Attr || x.op == Op::GameAttr) {
    const AttrDef& a = tr.p.attrs[x.attr()];
    if (a.sees == "nobody") return yes(false);
    if (a.sees == "owner") return is_viewer(a.sort == kPlayerSort ? x.a : of_card(x.a, "owner"));
    return a.sees.empty() && a.sort == kCardSort ? at_card(x.a) : yes(true);
  }
  mismatch(tr, what, "argument of `sees`",
           base::in_both("a card, a zone with its owner, or an attribute",
                         "カード、持ち主つきの領域、または属性"));
  return bad(tr, n.span);
}

/// Where a square lies, from 1; what is on no square has no place.
ExprId coordinate(Translation& tr, ExprId square, bool x, Span span) {
  const int64_t width = tr.p.enums[tr.p.square].width;
  const auto number = [&](int64_t v) { return constant(tr, v, int_type(), span); };
  const ExprId from_0 = op(tr, Op::Sub, int_type(), span, square, number(1));
  return op(tr, Op::Add, int_type(), span,
            op(tr, x ? Op::Mod : Op::Div, int_type(), span, from_0, number(width)), number(1));
}

/// The square one step on, or none beyond the edge.
ExprId neighbour(Translation& tr, ExprId square, ExprId direction, Span span) {
  const EnumDef board = tr.p.enums[tr.p.square];
  const std::vector<std::vector<int64_t>> data = tr.p.enums[EnumId(tr.type(direction).id)].data;
  const auto number = [&](int64_t v) { return constant(tr, v, int_type(), span); };
  const auto offset = [&](size_t axis) {
    ExprId e = number(data.back()[axis]);
    for (size_t k = data.size() - 1; k-- > 0;) {
      const ExprId here = op(tr, Op::Eq, bool_type(), span, direction,
                             constant(tr, static_cast<int64_t>(k), tr.type(direction), span));
      e = op(tr, Op::If, int_type(), span, here, number(data[k][axis]), e);
    }
    return e;
  };
  const ExprId x = op(tr, Op::Add, int_type(), span, coordinate(tr, square, true, span), offset(0));
  const ExprId y =
      op(tr, Op::Add, int_type(), span, coordinate(tr, square, false, span), offset(1));
  const auto within = [&](ExprId v, int most) {
    return both(tr, op(tr, Op::Le, bool_type(), span, number(1), v),
                op(tr, Op::Le, bool_type(), span, v, number(most)));
  };
  const ExprId row = op(tr, Op::Mul, int_type(), span,
                        op(tr, Op::Sub, int_type(), span, y, number(1)), number(board.width));
  const ExprId off = constant(tr, 0, enum_type(tr.p.square), span);
  const ExprId on_board = both(tr, both(tr, within(x, board.width), within(y, board.height)),
                               op(tr, Op::Ne, bool_type(), span, square, off));
  return op(tr, Op::If, enum_type(tr.p.square), span, on_board,
            op(tr, Op::Add, enum_type(tr.p.square), span, row, x), off);
}

/// z.of(p): the same zone of another player. m.onto(x): what a match assigned to x.
ExprId call_member(Translation& tr, const Node& n, Scope& scope) {
  const Node& callee = n.kids[0];
  const ExprId left = compile(tr, callee.kids[0], scope);
  if (tr.broken(left)) return left;
  const auto arity = [&] {
    if (n.kids.size() == 2) return true;
    tr.log.add(base::Code::WrongArguments, n.span,
               {callee.text, "1", std::to_string(n.kids.size() - 1)});
    return false;
  };
  const Type t = tr.type(left);
  if (t == zone_type() && callee.text == "of") {
    if (!arity()) return bad(tr, n.span);
    const ExprId p = want(tr, compile(tr, n.kids[1], scope, ref_type(kPlayerSort)),
                          ref_type(kPlayerSort), "argument of `of`");
    const ExprId two = constant(tr, 2, int_type(), n.span);
    return op(
        tr, Op::Add, zone_type(), n.span,
        op(tr, Op::Mul, int_type(), n.span, op(tr, Op::Div, int_type(), n.span, left, two), two),
        p);
  }
  const AttrId image = t.kind == TypeKind::Ref ? tr.attr_of(SortId(t.id), "image") : kNone,
               rest = t.kind == TypeKind::Ref ? tr.attr_of(SortId(t.id), "left") : kNone;
  if (composite(tr, t) && image != kNone && rest != kNone && callee.text == "onto") {
    if (!arity()) return bad(tr, n.span);
    const Type to = elem_type(tr.p.attrs[image].type), from = tr.p.attrs[rest].type;
    const ExprId x = want(tr, compile(tr, n.kids[1], scope, to), to, "argument of `onto`");
    return unsupported(tr, n.span, "`" + print(n) + "`", from, {left, x});
  }
  tr.log.add(base::Code::UnknownMember, n.span, {callee.text + "()", tr.show(t)});
  return bad(tr, n.span);
}

/// Built-ins that are checked and not carried out.
ExprId unsupported_builtin(Translation& tr, const std::string& f, const Node& n, Scope& scope,
                           bool& known) {
  const auto arity = [&](size_t least, size_t most) {
    if (n.kids.size() > least && n.kids.size() <= most + 1) return true;
    tr.log.add(base::Code::WrongArguments, n.span,
               {f, least == most ? std::to_string(least) : std::to_string(least) + " or more",
                std::to_string(n.kids.size() - 1)});
    return false;
  };
  const auto card = [&] { return argument(tr, n, 0, ref_type(kCardSort), scope); };
  const std::string what = "`" + print(n) + "`";
  if (f == "pack") {  // what hangs on a card, to be given to another: zones of cards by name,
                      // `attached` for all, `effects`
    if (!arity(1, 16)) return bad(tr, n.span);
    std::vector<ExprId> args{card()};
    for (size_t i = 2; i < n.kids.size(); ++i) {
      const std::string& label = n.labels[i];
      const auto z = tr.names.zones.find(label);
      const bool zone = z != tr.names.zones.end() && tr.p.zones[z->second].of == ZoneOwner::Card;
      if (!zone && label != "attached" && label != "effects")
        tr.log.add(base::Code::UnknownName, n.kids[i].span,
                   {label, ", expected `attached`, `effects` or a zone of cards"});
      args.push_back(want(tr, compile(tr, n.kids[i], scope, bool_type()), bool_type(),
                          "value of `" + label + "`"));
    }
    if (!tr.names.sorts.contains("parcel")) {
      SortDef parcel;
      parcel.name = "parcel";
      parcel.record = true;
      tr.names.sorts["parcel"] = tr.p.sorts.push_back(std::move(parcel));
    }
    return later(tr, n.span, what, set_type(ref_type(tr.names.sorts.at("parcel"))), args);
  }
  if (f == "snapshot") {  // a set as it was when the procedure began
    if (!arity(1, 1)) return bad(tr, n.span);
    const ExprId set = as_set(tr, compile(tr, n.kids[1], scope), "argument of `snapshot`");
    return later(tr, n.span, what, tr.type(set), {set});
  }
  if (f == "left_in") {  // did the stay of x end in this step?
    if (!arity(2, 2)) return bad(tr, n.span);
    if (scope.proc != nullptr) step_ordinal(tr, n.kids[2], *scope.proc, tr.labels_of(scope.proc));
    return later(tr, n.span, what, bool_type(), {card()});
  }
  if (f == "legal") {
    if (!arity(1, 1)) return bad(tr, n.span);
    const std::string& act =
        n.kids[1].kind == NodeKind::Call ? n.kids[1].kids[0].text : n.kids[1].text;
    if (!tr.names.acts.contains(act)) {
      tr.log.add(base::Code::UnknownName, n.kids[1].span, {act, nearby(tr, act)});
      return bad(tr, n.span);
    }
    return later(tr, n.span, what);
  }
  if (f == "knows") {
    if (!arity(2, 2)) return bad(tr, n.span);
    const ExprId p = want(tr, compile(tr, n.kids[1], scope, ref_type(kPlayerSort)),
                          ref_type(kPlayerSort), "argument of `knows`");
    return later(tr, n.span, what, bool_type(), {p, compile(tr, n.kids[2], scope)});
  }
  if (f == "acted" && scope.ruling) {  // who declared something in an exchange, in order
    if (!arity(1, 1)) return bad(tr, n.span);
    if (!tr.names.exchanges.contains(n.kids[1].text)) {
      tr.log.add(base::Code::UnknownName, n.kids[1].span,
                 {n.kids[1].text, nearby(tr, n.kids[1].text)});
      return bad(tr, n.span);
    }
    return later(tr, n.span, what, seq_type(ref_type(kPlayerSort)));
  }
  known = false;
  return kNone;
}

}  // namespace hanrei::model
