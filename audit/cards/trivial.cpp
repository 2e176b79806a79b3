#include "audit/cards/trivial.h"

#include <functional>
#include <optional>
#include <set>

#include "checker/collisions/implies.h"
#include "model/ir/forms.h"
#include "model/passes/reads.h"

namespace hanrei::audit::cards {

using model::Expr;
using namespace model::ids;
using model::Op;

namespace {

/// What an expression looks at: stored attributes, and whether where things are; nothing when it
/// looks at more than that.
struct Looked {
  model::Footprint at;
  bool anything = false, quantity = false;
};

class Look {
 public:
  explicit Look(const Question& q) : p_(*q.program), l_(*q.code) {}
  std::optional<Looked> of(ExprId e) {
    visit(e);
    return open_ ? std::nullopt : std::optional(out_);
  }

 private:
  void visit(ExprId id) {
    if (id == kNone || open_) return;
    const Expr& e = p_[id];
    switch (e.op) {
      case Op::Attr:
      case Op::GameAttr: {
        const model::AttrDef& a = p_.attrs[e.attr()];
        out_.anything = true;
        // who uses a card, and where it stands, hangs on its zone
        if (a.sort == model::kCardSort && e.id < 4)
          out_.at.set(model::kZoneBit);
        else if (a.nature != model::Nature::Stored ||
                 static_cast<size_t>(e.id) >= model::kStackBit || l_.modified.test(e.id))
          open_ = true;
        else
          out_.at.set(e.id);
        break;
      }
      case Op::ZoneSet:
      case Op::CountOf:
      case Op::TopOf:
      case Op::Present:
      case Op::CardOf:
        out_.anything = true;
        out_.at.set(model::kZoneBit);
        break;
      case Op::Let: out_.quantity = true; break;
      case Op::AllOf:
        if (e.type.elem == model::TypeKind::Ref && e.type.id != model::kPlayerSort)
          open_ = true;  // tokens come and go
        break;
#define OPERATOR(name, operands) case Op::name:
#include "model/ir/ops.def"
      case Op::Const:
      case Op::Local:
      case Op::Temp:
      case Op::Table:
      case Op::Size:
      case Op::Quant: break;
      case Op::Call:
        if (seen_.insert({0, e.id}).second) visit(p_.derived[e.derived()].is);
        break;
      case Op::KindSet:
        out_.anything = true;
        out_.at.set(model::kZoneBit);
        if (seen_.insert({1, e.id}).second) visit(p_.kinds[e.kind()].is);
        break;
      case Op::EvArg:
      case Op::Running:
      case Op::Breaks:
      case Op::Pays:
      case Op::Icons:
      case Op::Would:
      case Op::Raised:
      case Op::Ran:
      case Op::Result:
      case Op::Says:
      case Op::Negated:
      case Op::Answered:
      case Op::Acted:
      case Op::Declared:
      case Op::Source:
      case Op::Outer:
      case Op::ThisAct:
      case Op::Fits:
      case Op::EffectOf:
      case Op::Amended:
      case Op::Uses:
      case Op::Unsupported: open_ = true; break;
    }
    model::each_operand(e, [&](ExprId k) { visit(k); });
  }

  const model::Program& p_;
  const model::Lowered& l_;
  Looked out_;
  bool open_ = false;
  std::set<std::pair<int, Id>> seen_;
};

/// What anything that may run in the situation may write.
model::Footprint written(const Question& q) {
  const model::Lowered& l = *q.code;
  std::vector<CodeId> roots = {l.book};
  for (const rulings::FrameIn& f : q.which->situation.frames) roots.push_back(f.proc);
  model::Present there;
  there.all = true;
  model::Footprint out;
  for (CodeId c : model::reachable(*q.program, l, there, roots)) {
    for (const auto& ins : l.codes[c].ins)
      if (ins.code == model::OpCode::Settle) out |= l.settle[ins.index];
  }
  return out;
}

}  // namespace

std::string trivial(const Question& q, const rulings::Claim& claim) {
  using rulings::ClaimKind;
  const bool never = claim.kind == ClaimKind::Impossible;
  if (claim.kind != ClaimKind::Necessary && claim.kind != ClaimKind::Possible && !never) return "";
  if (claim.expr == kNone || claim.iff != kNone || q.world == nullptr) return "";
  {
    checker::collisions::Formulas f(*q.program);
    const symbolic::Term holds = f.condition(claim.expr, {});
    if (f.unsatisfiable({never ? holds : f.t.not_(holds)}))
      return never ? base::in_both("no state whatever is like that", "そのような状態はありえません")
                   : base::in_both("every state whatever is like that",
                                   "どのような状態でも成り立ちます");
  }
  const auto looked = Look(q).of(claim.expr);
  if (!looked) return "";
  // what is asked of the schema alone, such as who sees a zone, is for the rules to say
  if (!looked->anything)
    return looked->quantity ? base::in_both("it speaks of the open quantities alone",
                                            "未定の数量についてしか述べていません")
                            : "";
  if ((looked->at & written(q)).none())
    return base::in_both("nothing in the situation can change what it speaks of",
                         "述べていることを変えるものが状況にありません");
  return "";
}

std::vector<rules::Finding> trivial_claims(Session& session,
                                           const std::vector<rulings::Document>& documents) {
  std::vector<rules::Finding> out;
  for (const rulings::Document& d : documents) {
    if (d.is_deck) continue;
    base::DiagnosticLog quiet;  // what is wrong with a ruling is told by whoever questions it
    const RulingResult r = session.prepare(d, quiet);
    if (quiet.has_errors()) continue;
    for (const auto& q : r.questions)
      for (const rulings::Claim& claim : q->which->claims) {
        const std::string why = trivial(*q, claim);
        if (why.empty()) continue;
        rules::Finding f;
        f.code = rules::Code::TrivialClaim;
        f.place = claim.span;
        f.args = {d.id, claim.text, why};
        for (ClauseId c : r.ruling.cites) f.set.push_back({c, kNone, ""});
        out.push_back(std::move(f));
      }
  }
  return out;
}

}  // namespace hanrei::audit::cards
