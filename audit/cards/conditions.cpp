// Conditions and choices of cards that can never be met. Everything but logic and arithmetic
// becomes a name; what is printed on the card itself, and on a card that may be chosen, is known.
#include <algorithm>

#include "audit/cards/look.h"
#include "checker/collisions/implies.h"

namespace hanrei::audit::cards {

using model::Choose;
using model::DomainKind;
using model::Expr;
using namespace model::ids;
using model::Op;
using model::TypeKind;

namespace {

/// Is there something to decide that no reading has decided already?
bool worth_asking(const Program& p, ExprId root) {
  bool fixed = false, asks = false;
  rules::each_expr(p, root, [&](ExprId, const Expr& e) {
    fixed = fixed || (e.op == Op::Const && e.type.kind == TypeKind::Bool);
    asks = asks || e.op == Op::Eq || e.op == Op::Ne || e.op == Op::Lt || e.op == Op::Le ||
           e.op == Op::And;
  });
  return asks && !fixed;
}

/// `self` is Local 0 in a frame, Temp 0 in a norm.
checker::collisions::Formulas::Binding of_self(bool frame) {
  checker::collisions::Formulas::Binding b;
  (frame ? b.locals : b.temps)[0] = "self";
  return b;
}

/// The program, in which only those attributes can be modified that something modifies.
Program as_it_is(const Look& look) {
  Program p = look.p;
  p.attrs.own();
  for (const AttrId a : p.attrs.ids())
    if (static_cast<size_t>(a) < model::kStackBit && !look.code.modified.test(a))
      p.attrs[a].modifiable = false;
  return p;
}

class Conditions {
 public:
  explicit Conditions(Look& look) : look_(look), p_(as_it_is(look)) {}

  void all() {
    for (const auto& n : p_.norms) condition(site(n.source, n.span), n.cond, false);
    for (const auto& s : p_.statics) condition(site(s.source, s.span), s.cond, false);
    for (const auto& t : p_.triggers) {
      condition(site(t.source, t.span), t.becomes, false);
      condition(site(t.source, t.span), t.cond, true);
    }
    for (const auto& e : p_.effects)
      for (const Choose& c : e.present) choice(site(e.source, e.span), c);
    rules::visit(p_, {.step =
                          [&](const Site& s, const model::Step& step) {
                            condition(s, step.cond, true);
                            if (step.kind == model::StepKind::Choose) choice(s, step.choose);
                          },
                      .stmt = {},
                      .choose = {},
                      .expr = {}});
  }

 private:
  static Site site(const model::Source& s, base::Span span) {
    return {"", s.by, s.card, s.spans, kNone, span};
  }

  void condition(const Site& s, ExprId cond, bool frame) {
    if (s.card == kNone || cond == kNone || p_[cond].type.kind != TypeKind::Bool ||
        !worth_asking(p_, cond))
      return;
    if (!spend()) return;
    checker::collisions::Formulas f(p_);
    if (f.unsatisfiable({f.printed("self", p_.cards[s.card]), f.condition(cond, of_self(frame))}))
      look_.out.push_back(
          blocked(about(Code::DeadCondition, s, p_[cond].span, {name_of(p_, s)}), cond));
  }

  /// With the clauses that say what the condition asks for: they stand in its way.
  Finding blocked(Finding f, ExprId cond) const {
    rules::each_expr_within(p_, cond, [&](ExprId, const Expr& e) {
      const std::vector<ClauseId>* by = e.op == Op::Attr || e.op == Op::GameAttr
                                            ? &p_.attrs[e.attr()].by
                                        : e.op == Op::KindSet ? &p_.kinds[e.kind()].by
                                        : e.op == Op::Call    ? &p_.derived[e.derived()].by
                                        : e.op == Op::ZoneSet ? &p_.zones[e.zone()].by
                                                              : nullptr;
      if (by != nullptr)
        for (ClauseId c : *by) rules::add(f.set, {{c, kNone, ""}});
    });
    return f;
  }

  /// May another question be asked of the solver?
  bool spend() {
    if (look_.queries >= rules::Findings::kMost) {
      ++look_.left_out;
      return false;
    }
    ++look_.queries;
    return true;
  }

  void choice(const Site& s, const Choose& c) {
    if (s.card == kNone || c.where == kNone || c.elem == kNone ||
        (c.domain != DomainKind::One && c.domain != DomainKind::Some) || c.set == kNone)
      return;
    if (c.domain == DomainKind::Some && !c.at_least_one && c.size == kNone)
      return;  // none is a choice as well
    const model::Type elem = model::elem_type(p_[c.set].type);
    if (elem.kind != TypeKind::Ref || elem.id != model::kCardSort || !worth_asking(p_, c.where))
      return;
    if (!spend()) return;
    bool enough = true;
    const auto asked = [&](const model::CardDef* one) {
      if (one != nullptr && !spend()) {
        enough = false;
        return false;
      }
      checker::collisions::Formulas f(p_);
      checker::collisions::Formulas::Binding b = of_self(true);
      b.temps[c.elem] = "it";
      std::vector<symbolic::Term> all = {f.printed("self", p_.cards[s.card]),
                                         f.condition(c.where, b)};
      if (one != nullptr) all.push_back(f.printed("it", *one));
      return f.unsatisfiable(all);
    };
    if (asked(nullptr)) {
      look_.out.push_back(
          blocked(about(Code::DeadChoice, s, c.span, {name_of(p_, s), c.name}), c.where));
      return;
    }
    // a generic card stands for any
    if (std::ranges::any_of(
            p_.cards, [&](const model::CardDef& card) { return card.generic || !asked(&card); }))
      return;
    if (enough)
      look_.out.push_back(
          blocked(about(Code::NoSuchCard, s, c.span, {name_of(p_, s), c.name}), c.where));
  }

  Look& look_;
  const Program p_;
};

}  // namespace

void look_at_conditions(Look& look) { Conditions(look).all(); }

}  // namespace hanrei::audit::cards
