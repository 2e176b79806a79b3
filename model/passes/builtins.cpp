// The functions that every game has.
#include <algorithm>

#include "model/passes/compiler.h"

namespace hanrei::model {

ExprId Compiler::builtin(const std::string& f, const Node& n, Scope& scope, bool& known) {
  known = true;
  const auto arity = [&](size_t k) {
    if (n.kids.size() == k + 1) return true;
    log_.add(Code::WrongArguments, n.span,
             {f, std::to_string(k), std::to_string(n.kids.size() - 1)});
    return false;
  };
  const auto arg = [&](size_t i, const Type& t) { return argument(n, i, t, scope); };
  /// What is named where a name is expected.
  const auto found = [&](const auto& table, const Node& name) {
    const std::string text = name.kind == NodeKind::Name ? name.text : print(name);
    const auto it = table.find(text);
    if (it == table.end()) log_.add(Code::UnknownName, name.span, {text, nearby(text)});
    return it;
  };
  if (f == "present" || f == "declared") {
    if (!arity(1)) return bad(n.span);
    return op(f == "present" ? Op::Present : Op::Declared, bool_type(), n.span,
              arg(0, ref_type(kCardSort)));
  }
  if (f == "card") {
    if (!arity(1)) return bad(n.span);
    return op(Op::CardOf, ref_type(kCardSort), n.span, arg(0, ref_type(kCardSort)));
  }
  if (f == "size" || f == "count") {
    if (!arity(1)) return bad(n.span);
    return op(Op::Size, int_type(), n.span,
              as_set(compile(n.kids[1], scope), "argument of `" + f + "`"));
  }
  if (f == "icons") {
    if (!arity(1)) return bad(n.span);
    return op(Op::Icons, int_type(), n.span, arg(0, Type{TypeKind::Price}));
  }
  if (f == "min" || f == "max") {
    if (!arity(2)) return bad(n.span);
    return op(f == "min" ? Op::Min2 : Op::Max2, int_type(), n.span, arg(0, int_type()),
              arg(1, int_type()));
  }
  if (f == "overlap") {
    if (!arity(2)) return bad(n.span);
    const ExprId a = as_set(compile(n.kids[1], scope), "argument of `overlap`");
    const ExprId b = want(as_set(compile(n.kids[2], scope, type(a)), "argument of `overlap`"),
                          type(a), "argument of `overlap`");
    return op(Op::Not, bool_type(), n.span,
              op(Op::Eq, bool_type(), n.span,
                 op(Op::Size, int_type(), n.span, op(Op::Inter, type(a), n.span, a, b)),
                 constant(0, int_type(), n.span)));
  }
  if (f == "did") {
    if (!arity(1) || scope.proc == nullptr) return bad(n.span);
    const Id ordinal = step_ordinal(n.kids[1], *scope.proc, labels_of(scope.proc));
    if (ordinal == kNone) return bad(n.span);
    auto& did = scope.proc->did;
    did.resize(std::max(did.size(), scope.proc->step_names.size()), kNone);
    Id& slot = did[ordinal];
    if (slot == kNone)
      slot = new_local(scope, "did " + scope.proc->step_names[ordinal], bool_type());
    return op(Op::Local, bool_type(), n.span, kNone, kNone, kNone, slot);
  }
  if (f == "in" || f == "ran") {
    if (n.kids.size() < 2) {
      arity(1);
      return bad(n.span);
    }
    const auto it = found(procs_, n.kids[1]);
    return it == procs_.end() ? bad(n.span) : at_steps(f == "ran", it->second, n);
  }
  if (f == "negated" || f == "answered") {
    if (!arity(1)) return bad(n.span);
    const ExprId x = compile(n.kids[1], scope);
    if (!broken(x) && type(x) != ref_type(kActSort)) {
      mismatch(x, "argument of `" + f + "`", "an act");
      return bad(n.span);
    }
    return op(f == "negated" ? Op::Negated : Op::Answered, bool_type(), n.span, x);
  }
  if (f == "acted") {
    if (!arity(1)) return bad(n.span);
    const auto it = found(exchanges_, n.kids[1]);
    if (it == exchanges_.end()) return bad(n.span);
    return op(Op::Acted, int_type(), n.span, kNone, kNone, kNone, it->second);
  }
  if (f == "raised") {
    if (!arity(1)) return bad(n.span);
    const auto it = found(signals_, n.kids[1]);
    if (it == signals_.end()) return bad(n.span);
    return op(Op::Raised, int_type(), n.span, kNone, kNone, kNone, it->second);
  }
  if (f == "breaks") return arity(1) ? breaks(n) : bad(n.span);
  if (f == "pays") return arity(5) ? pays(n, scope) : bad(n.span);
  if (f == "says") {
    if (!arity(2)) return bad(n.span);
    return op(Op::Says, bool_type(), n.span, arg(0, ref_type(kEffectSort)), kNone, kNone, kNone,
              string_id(n.kids[2].text));
  }
  if (f == "win" && scope.ruling) {
    if (!arity(1)) return bad(n.span);
    const ExprId pl = arg(0, ref_type(kPlayerSort));
    return op(Op::Add, enum_type(kResults), n.span, pl,
              constant(kResultWinFirst, enum_type(kResults), n.span));
  }
  if (f == "sees") {
    if (!arity(2)) return bad(n.span);
    const ExprId viewer = arg(0, ref_type(kPlayerSort));
    const ExprId what = compile(n.kids[2], scope);
    if (broken(what) || broken(viewer)) return bad(n.span);
    const ExprId is = sees(viewer, what, n);
    p_.sights[is] = {viewer, what};
    return is;
  }
  if (f == "step") {
    if (!arity(2)) return bad(n.span);
    if (p_.square == kNone) {
      log_.add(Code::UnknownName, n.kids[0].span, {f, ""});
      return bad(n.span);
    }
    const ExprId from = arg(0, enum_type(p_.square));
    const ExprId to = compile(n.kids[2], scope);
    if (broken(from) || broken(to)) return bad(n.span);
    const Type d = type(to);
    const auto& data = d.kind == TypeKind::Enum ? p_.enums[EnumId(d.id)].data
                                                : std::vector<std::vector<int64_t>>{};
    if (data.empty() || data.front().size() != 2) {
      mismatch(to, "direction", "a member of an enumeration with two numbers each");
      return bad(n.span);
    }
    return neighbour(from, to, n.span);
  }
  if (f == "top") {
    if (!arity(1)) return bad(n.span);
    const ExprId pile = as_set(compile(n.kids[1], scope), "argument of `top`");
    if (broken(pile)) return pile;
    const Expr e = p_[pile];
    if (e.op != Op::ZoneSet || e.a == kNone) {
      mismatch(pile, "argument of `top`", "a zone with its owner");
      return bad(n.span);
    }
    if (p_.zones[e.zone()].of != ZoneOwner::Player)
      return later(n.span, "`" + print(n) + "`", ref_type(kCardSort, true), {pile});
    return op(Op::TopOf, ref_type(kCardSort, true), n.span, e.a, kNone, kNone, e.id);
  }
  return unsupported_builtin(f, n, scope, known);
}

/// `breaks` a limit by its name, or any of those that state a clause.
ExprId Compiler::breaks(const Node& n) {
  const auto breaks = [&](Id limit) {
    return op(Op::Breaks, bool_type(), n.span, kNone, kNone, kNone, limit);
  };
  const std::string& name = n.kids[1].text;
  if (const auto it = limits_.find(name); it != limits_.end()) return breaks(it->second);
  const auto stating = limits_by_.find(name);
  if (stating == limits_by_.end()) {
    log_.add(Code::UnknownName, n.kids[1].span, {name, nearby(name)});
    return bad(n.span);
  }
  ExprId any = constant(0, bool_type(), n.span);
  for (Id l : stating->second) any = op(Op::Or, bool_type(), n.span, any, breaks(l));
  return any;
}

/// pays(tokens, price, kinds attribute, labels attribute, witnessed labels)
ExprId Compiler::pays(const Node& n, Scope& scope) {
  const ExprId tokens = as_set(compile(n.kids[1], scope), "tokens");
  if (broken(tokens)) return tokens;
  const SortId sort(type(tokens).id);
  const AttrId kinds = attr_of(sort, n.kids[3].text), labels = attr_of(sort, n.kids[4].text);
  if (kinds == kNone || labels == kNone) {
    log_.add(Code::UnknownMember, n.span,
             {kinds == kNone ? n.kids[3].text : n.kids[4].text, show(ref_type(sort))});
    return bad(n.span);
  }
  const ExprId price = argument(n, 1, Type{TypeKind::Price}, scope);
  const ExprId witness = argument(n, 4, p_.attrs[labels].type, scope);
  return add({Op::Pays, bool_type(), kinds, labels, tokens, price, witness, {}, n.span});
}

/// `in(procedure, from, to)` and `ran(procedure, step)`.
ExprId Compiler::at_steps(bool ran, ProcId id, const Node& n) {
  const Procedure& proc = p_.procedures[id];
  int from = -1, to = -1;
  if (n.kids.size() > 2) {
    // Steps may be named before the procedure is compiled: labels are collected first.
    from = to = step_ordinal(n.kids[2], proc, labels_of(&proc));
    if (n.kids.size() > 3) to = step_ordinal(n.kids[3], proc, labels_of(&proc));
    if (from < 0 || to < 0) return bad(n.span);
  }
  if (ran) return op(Op::Ran, bool_type(), n.span, kNone, kNone, kNone, id, from);
  p_.ranges.push_back({id, {from, to}});
  return op(Op::Running, bool_type(), n.span, kNone, kNone, kNone,
            static_cast<Id>(p_.ranges.size()) - 1);
}

/// May the player look now: at a card, at how many cards a zone has, at the value of an attribute?
ExprId Compiler::sees(ExprId viewer, ExprId what, const Node& n) {
  const Expr x = p_[what];
  const auto yes = [&](bool v) { return constant(v ? 1 : 0, bool_type(), n.span); };
  const auto is_viewer = [&](ExprId player) {
    return op(Op::Eq, bool_type(), n.span, viewer, player);
  };
  const auto of_card = [&](ExprId card, const char* attr) {
    return op(Op::Attr, ref_type(kPlayerSort), n.span, card, kNone, kNone, attr_of(kCardSort, attr),
              static_cast<int64_t>(Reading::Now));
  };
  const auto at_card = [&](ExprId card) {
    ExprId any = op(Op::Declared, bool_type(), n.span, card);
    for (const ZoneId z : p_.zones.ids()) {
      const ZoneDef& zone = p_.zones[z];
      if (zone.sees == "nobody") continue;
      ExprId there =
          op(Op::In, bool_type(), n.span, card,
             op(Op::ZoneSet, set_type(ref_type(kCardSort, true)), n.span, kNone, kNone, kNone, z));
      if (zone.sees == "owner")
        there =
            both(there, is_viewer(of_card(card, zone.of == ZoneOwner::Player ? "user" : "owner")));
      if (zone.seen_by != kNone) {
        Expr call{Op::Call, bool_type(), zone.seen_by,   0,     kNone,
                  kNone,    kNone,       {card, viewer}, n.span};
        there = both(there, add(std::move(call)));
      }
      any = op(Op::Or, bool_type(), n.span, any, there);
    }
    return any;
  };
  if (x.type.kind == TypeKind::Ref && x.type.id == kCardSort) return at_card(what);
  if (x.op == Op::ZoneSet && x.a != kNone) {
    const ZoneDef& zone = p_.zones[x.zone()];
    if (zone.size == "owner")
      return is_viewer(zone.of == ZoneOwner::Player ? x.a : of_card(x.a, "owner"));
    return yes(zone.size != "nobody");
  }
  if (x.op == Op::Attr || x.op == Op::GameAttr) {
    const AttrDef& a = p_.attrs[x.attr()];
    if (a.sees == "nobody") return yes(false);
    if (a.sees == "owner") return is_viewer(a.sort == kPlayerSort ? x.a : of_card(x.a, "owner"));
    return a.sees.empty() && a.sort == kCardSort ? at_card(x.a) : yes(true);
  }
  mismatch(what, "argument of `sees`",
           base::in_both("a card, a zone with its owner, or an attribute",
                         "カード、持ち主つきの領域、または属性"));
  return bad(n.span);
}

/// Where a square lies, from 1; what is on no square has no place.
ExprId Compiler::coordinate(ExprId square, bool x, Span span) {
  const int64_t width = p_.enums[p_.square].width;
  const auto number = [&](int64_t v) { return constant(v, int_type(), span); };
  const ExprId from_0 = op(Op::Sub, int_type(), span, square, number(1));
  return op(Op::Add, int_type(), span,
            op(x ? Op::Mod : Op::Div, int_type(), span, from_0, number(width)), number(1));
}

/// The square one step on, or none beyond the edge.
ExprId Compiler::neighbour(ExprId square, ExprId direction, Span span) {
  const EnumDef board = p_.enums[p_.square];
  const std::vector<std::vector<int64_t>> data = p_.enums[EnumId(type(direction).id)].data;
  const auto number = [&](int64_t v) { return constant(v, int_type(), span); };
  const auto offset = [&](size_t axis) {
    ExprId e = number(data.back()[axis]);
    for (size_t k = data.size() - 1; k-- > 0;) {
      const ExprId here = op(Op::Eq, bool_type(), span, direction,
                             constant(static_cast<int64_t>(k), type(direction), span));
      e = op(Op::If, int_type(), span, here, number(data[k][axis]), e);
    }
    return e;
  };
  const ExprId x = op(Op::Add, int_type(), span, coordinate(square, true, span), offset(0));
  const ExprId y = op(Op::Add, int_type(), span, coordinate(square, false, span), offset(1));
  const auto within = [&](ExprId v, int most) {
    return both(op(Op::Le, bool_type(), span, number(1), v),
                op(Op::Le, bool_type(), span, v, number(most)));
  };
  const ExprId row = op(Op::Mul, int_type(), span, op(Op::Sub, int_type(), span, y, number(1)),
                        number(board.width));
  const ExprId off = constant(0, enum_type(p_.square), span);
  const ExprId on_board = both(both(within(x, board.width), within(y, board.height)),
                               op(Op::Ne, bool_type(), span, square, off));
  return op(Op::If, enum_type(p_.square), span, on_board,
            op(Op::Add, enum_type(p_.square), span, row, x), off);
}

/// z.of(p): the same zone of another player. m.onto(x): what a match assigned to x.
ExprId Compiler::call_member(const Node& n, Scope& scope) {
  const Node& callee = n.kids[0];
  const ExprId left = compile(callee.kids[0], scope);
  if (broken(left)) return left;
  const auto arity = [&] {
    if (n.kids.size() == 2) return true;
    log_.add(Code::WrongArguments, n.span, {callee.text, "1", std::to_string(n.kids.size() - 1)});
    return false;
  };
  const Type t = type(left);
  if (t == zone_type() && callee.text == "of") {
    if (!arity()) return bad(n.span);
    const ExprId p = want(compile(n.kids[1], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort),
                          "argument of `of`");
    const ExprId two = constant(2, int_type(), n.span);
    return op(Op::Add, zone_type(), n.span,
              op(Op::Mul, int_type(), n.span, op(Op::Div, int_type(), n.span, left, two), two), p);
  }
  const AttrId image = t.kind == TypeKind::Ref ? attr_of(SortId(t.id), "image") : kNone,
               rest = t.kind == TypeKind::Ref ? attr_of(SortId(t.id), "left") : kNone;
  if (composite(t) && image != kNone && rest != kNone && callee.text == "onto") {
    if (!arity()) return bad(n.span);
    const Type to = elem_type(p_.attrs[image].type), from = p_.attrs[rest].type;
    const ExprId x = want(compile(n.kids[1], scope, to), to, "argument of `onto`");
    return unsupported(n.span, "`" + print(n) + "`", from, {left, x});
  }
  log_.add(Code::UnknownMember, n.span, {callee.text + "()", show(t)});
  return bad(n.span);
}

/// Built-ins that are checked and not carried out.
ExprId Compiler::unsupported_builtin(const std::string& f, const Node& n, Scope& scope,
                                     bool& known) {
  const auto arity = [&](size_t least, size_t most) {
    if (n.kids.size() > least && n.kids.size() <= most + 1) return true;
    log_.add(Code::WrongArguments, n.span,
             {f, least == most ? std::to_string(least) : std::to_string(least) + " or more",
              std::to_string(n.kids.size() - 1)});
    return false;
  };
  const auto card = [&] { return argument(n, 0, ref_type(kCardSort), scope); };
  const std::string what = "`" + print(n) + "`";
  if (f == "pack") {  // what hangs on a card, to be given to another: zones of cards by name,
                      // `attached` for all, `effects`
    if (!arity(1, 16)) return bad(n.span);
    std::vector<ExprId> args{card()};
    for (size_t i = 2; i < n.kids.size(); ++i) {
      const std::string& label = n.labels[i];
      const auto z = zones_.find(label);
      const bool zone = z != zones_.end() && p_.zones[z->second].of == ZoneOwner::Card;
      if (!zone && label != "attached" && label != "effects")
        log_.add(Code::UnknownName, n.kids[i].span,
                 {label, ", expected `attached`, `effects` or a zone of cards"});
      args.push_back(
          want(compile(n.kids[i], scope, bool_type()), bool_type(), "value of `" + label + "`"));
    }
    if (!sorts_.contains("parcel")) {
      SortDef parcel;
      parcel.name = "parcel";
      parcel.record = true;
      sorts_["parcel"] = p_.sorts.push_back(std::move(parcel));
    }
    return later(n.span, what, set_type(ref_type(sorts_.at("parcel"))), args);
  }
  if (f == "snapshot") {  // a set as it was when the procedure began
    if (!arity(1, 1)) return bad(n.span);
    const ExprId set = as_set(compile(n.kids[1], scope), "argument of `snapshot`");
    return later(n.span, what, type(set), {set});
  }
  if (f == "left_in") {  // did the stay of x end in this step?
    if (!arity(2, 2)) return bad(n.span);
    if (scope.proc != nullptr) step_ordinal(n.kids[2], *scope.proc, labels_of(scope.proc));
    return later(n.span, what, bool_type(), {card()});
  }
  if (f == "legal") {
    if (!arity(1, 1)) return bad(n.span);
    const std::string& act =
        n.kids[1].kind == NodeKind::Call ? n.kids[1].kids[0].text : n.kids[1].text;
    if (!acts_.contains(act)) {
      log_.add(Code::UnknownName, n.kids[1].span, {act, nearby(act)});
      return bad(n.span);
    }
    return later(n.span, what);
  }
  if (f == "knows") {
    if (!arity(2, 2)) return bad(n.span);
    const ExprId p = want(compile(n.kids[1], scope, ref_type(kPlayerSort)), ref_type(kPlayerSort),
                          "argument of `knows`");
    return later(n.span, what, bool_type(), {p, compile(n.kids[2], scope)});
  }
  if (f == "acted" && scope.ruling) {  // who declared something in an exchange, in order
    if (!arity(1, 1)) return bad(n.span);
    if (!exchanges_.contains(n.kids[1].text)) {
      log_.add(Code::UnknownName, n.kids[1].span, {n.kids[1].text, nearby(n.kids[1].text)});
      return bad(n.span);
    }
    return later(n.span, what, seq_type(ref_type(kPlayerSort)));
  }
  known = false;
  return kNone;
}

}  // namespace hanrei::model
