#include "checker/explain/without_effect.h"

#include <set>

namespace hanrei::checker::explain {
namespace {

using model::StmtKind;

/// The card that a statement does something to; none where it is about something else, or about
/// what nobody is told of.
ExprId card_of(const model::Program& p, const model::Stmt& st) {
  ExprId thing;
  if (st.kind == StmtKind::Move || st.kind == StmtKind::Modify) thing = st.target;
  if (st.kind == StmtKind::Assign && p[st.target].op == model::Op::Attr) {
    const SayId say = p.attrs[p[st.target].attr()].say;
    if (say == kNone || !p.says[say].silent) thing = p[st.target].a;
  }
  const bool is_card = thing != kNone && p[thing].type.kind == model::TypeKind::Ref &&
                       p[thing].type.id == model::kCardSort;
  return is_card ? thing : ExprId();
}

}  // namespace

std::vector<std::string> without_effect(const Machine<Concrete>& machine, const Speaker& speaker,
                                        const model::Program& program, const S& before,
                                        const model::Instr& instruction) {
  std::vector<std::string> out;
  std::set<int64_t> told;
  for (const model::Stmt& st : instruction.stmts) {
    const ExprId thing = card_of(program, st);
    if (thing == kNone) continue;
    int64_t is = speaker.number(speaker.top(before), thing);
    // what is no longer in its stay may be moved where the statement speaks of the card itself
    if (st.kind == StmtKind::Move && !program[thing].type.stay) is = model::card_of(is);
    if (is == model::kNobody || !told.insert(is).second) continue;
    const std::string card = speaker.card(model::card_of(is));
    if (is < model::kNobody)
      out.push_back(speaker.in(card + "はもうそこにないので、何も行われない。",
                               card + " has left since, so nothing is done to it."));
    else if (!machine.reaches(before, st, static_cast<int>(is)))
      out.push_back(speaker.in(card + "には影響を及ぼせないので、何も行われない。",
                               card + " may not be affected, so nothing is done to it."));
  }
  return out;
}

}  // namespace hanrei::checker::explain
