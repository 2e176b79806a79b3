// Abilities that change nothing, and abilities that set themselves off.
#include <set>

#include "audit/cards/look.h"
#include "model/passes/reads.h"

namespace hanrei::audit::cards {

using model::Expr;
using namespace model::ids;
using model::ModOp;
using model::Op;

namespace {

bool is(const Program& p, ExprId e, int64_t value) {
  return e != kNone && p[e].op == Op::Const && p[e].type.kind == model::TypeKind::Int &&
         p[e].value == value;
}

/// Why a modifier changes nothing; empty: it may.
std::string idle(const Program& p, ModOp op, ExprId amount) {
  if (op == ModOp::Add && is(p, amount, 0)) return base::in_both("0 is added", "0を足します");
  if (op == ModOp::Mul && is(p, amount, 1)) return base::in_both("it is taken once", "1を掛けます");
  return "";
}

void idle_ones(Look& look) {
  const Program& p = look.p;
  std::set<AttrId> read;
  rules::visit(p, {.step = {}, .stmt = {}, .choose = {}, .expr = [&](const Site&, ExprId root) {
                     rules::each_expr(p, root, [&](ExprId, const Expr& e) {
                       if (e.op == Op::Attr || e.op == Op::GameAttr) read.insert(e.attr());
                       if (e.op == Op::Pays) {
                         read.insert(e.attr());
                         read.insert(AttrId(e.value));
                       }
                     });
                   }});
  const auto tell = [&](const Site& site, base::Span place, AttrId attr, const std::string& why) {
    if (site.card == kNone) return;
    const bool unread = attr != kNone && !read.contains(attr);
    if (why.empty() && !unread) return;
    look.out.push_back(about(
        Code::NoDifference, site, place,
        {name_of(p, site),
         !why.empty() ? why
                      : base::in_both("nothing asks for `" + p.attrs[attr].name + "`",
                                      "「" + p.attrs[attr].name + "」を問うところがありません")}));
  };
  for (const auto& s : p.statics)
    tell({s.id, s.source.by, s.source.card, s.source.spans, kNone, s.span}, s.span, s.attr,
         idle(p, s.op, s.amount));
  rules::visit(p, {.step = {},
                   .stmt =
                       [&](const Site& site, const model::Stmt& st) {
                         if (st.kind == model::StmtKind::Modify)
                           tell(site, st.span, AttrId(st.id), idle(p, st.mod, st.value));
                       },
                   .choose = {},
                   .expr = {}});
}

/// The signals that a procedure announces by what it calls.
std::set<SignalId> announces(const Look& look, ProcId proc) {
  std::set<SignalId> out;
  std::set<CodeId> seen;
  std::vector<CodeId> todo = {proc};
  while (!todo.empty()) {
    const CodeId c = todo.back();
    todo.pop_back();
    if (!seen.insert(c).second) continue;
    for (const auto& ins : look.code.codes[c].ins) {
      if (ins.code == model::OpCode::Call) todo.push_back(CodeId(ins.id));
      if (ins.code == model::OpCode::Window)
        for (SignalId s : look.code.raises[SignalId(ins.id)]) out.insert(s);
    }
  }
  return out;
}

/// Is what the moment is about always the card itself? Then only an effect upon itself sets it off
/// again.
bool about_itself(const Program& p, const model::Trigger& t) {
  bool found = false;
  for (ExprId e : {t.cond, t.domain})
    if (e != kNone)
      rules::each_expr(p, e, [&](ExprId, const Expr& x) { found = found || x.op == Op::Eq; });
  return found;
}

void loops(Look& look) {
  const Program& p = look.p;
  for (const auto& t : p.triggers) {
    if (t.source.card == kNone || t.signal == kNone || t.proc == kNone || about_itself(p, t) ||
        !announces(look, t.proc).contains(t.signal))
      continue;
    std::string how = t.may != kNone
                          ? base::in_both("whoever may decline ends it", "断ることで終わります")
                          : base::in_both("nobody may decline", "断ることはできません");
    const auto rule = p.loop_rules.empty() ? std::string() : p.loop_rules.front().id;
    how = base::in_both(std::string(base::in_lang(how, base::Lang::En)) +
                            (rule.empty() ? ", and the game has no rule for loops"
                                          : ", and `" + rule + "` cuts a loop off"),
                        std::string(base::in_lang(how, base::Lang::Ja)) +
                            (rule.empty() ? "。繰り返しについての定めはありません"
                                          : "。「" + rule + "」が繰り返しを打ち切ります"));
    const Site site{t.id, t.source.by, t.source.card, t.source.spans, kNone, t.span};
    Finding f = about(Code::OwnLoop, site, t.span,
                      {name_of(p, site), "《" + p.signals[t.signal].name + "》", how});
    if (!p.loop_rules.empty())
      for (ClauseId c : p.loop_rules.front().by) rules::add(f.set, {{c, kNone, ""}});
    look.out.push_back(std::move(f));
  }
}

}  // namespace

void look_at_effects(Look& look) {
  idle_ones(look);
  loops(look);
}

}  // namespace hanrei::audit::cards
