#include "audit/rules/calling.h"

#include <algorithm>
#include <functional>

namespace hanrei::audit::rules {

namespace {

/// A word for people: no abbreviation of the model's, such as `c` or `first`.
bool word(const std::string& name) {
  return name.size() >= 6 &&
         std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

Said quoted(const std::string& name) { return {"`" + name + "`", "「" + name + "」"}; }

/// Where a thing is taken from.
Said of_set(const Program& p, ExprId set) {
  const Expr& e = p[set];
  const std::string name = e.op == Op::ZoneSet   ? p.zones[e.zone()].name
                           : e.op == Op::KindSet ? p.kinds[e.kind()].name
                           : e.op == Op::Call && p.derived[e.derived()].type.kind == TypeKind::Set
                               ? p.derived[e.derived()].name
                               : "";
  if (!name.empty()) {
    const Said n = quoted(name);
    return e.op == Op::ZoneSet ? Said{"the card of " + n.en, n.ja + "のカード"}
                               : Said{"one of " + n.en, n.ja + "の一つ"};
  }
  if (e.type.elem == TypeKind::Enum) {
    const Said n = quoted(p.enums[EnumId(e.type.id)].name);
    return {"one of " + n.en, n.ja + "の一つ"};
  }
  if (e.type.elem == TypeKind::Ref && e.type.id == model::kPlayerSort)
    return {"which player it is", "どちらのプレイヤーか"};
  return {"the card", "カード"};
}

}  // namespace

void Said::list(const Said& more) {
  if (ja.find(more.ja) != std::string::npos) return;
  en += (en.empty() ? "" : ", ") + more.en;
  ja += (ja.empty() ? "" : "、") + more.ja;
}

Said called(const Program& p, const Choose& c) {
  if (c.domain == DomainKind::YesNo) return {"whether it is done", "行うかどうか"};
  if (word(c.name)) return quoted(c.name);
  if (c.domain == DomainKind::Int) return {"the number", "数"};
  return c.set == kNone ? Said{"the card", "カード"} : of_set(p, c.set);
}

Said called(const Program& p, ProcId proc, Id local) {
  const Procedure& in = p.procedures[proc];
  const auto& l = in.locals[local];
  if (word(l.name)) return quoted(l.name);
  const Choose* by = nullptr;
  const std::function<void(const std::vector<Step>&)> look_in =
      [&](const std::vector<Step>& steps) {
        for (const Step& s : steps) {
          if (s.kind == StepKind::Choose && s.choose.var == local && by == nullptr) by = &s.choose;
          for (const auto& arm : s.arms) look_in(arm.steps);
        }
      };
  look_in(in.steps);
  for (const auto& a : p.acts)
    if (a.declare == proc || a.process == proc)
      for (const Choose& c : a.present)
        if (c.var == local && by == nullptr) by = &c;
  if (by == nullptr || by->set == kNone)
    return l.type == model::ref_type(model::kPlayerSort)
               ? Said{"the player concerned", "当のプレイヤー"}
               : Said{"the card concerned", "当のカード"};
  const Expr& set = p[by->set];
  const Said what = set.op == Op::KindSet   ? quoted(p.kinds[set.kind()].name)
                    : set.op == Op::ZoneSet ? of_set(p, by->set)
                                            : Said{"card", "カード"};
  return {(set.op == Op::ZoneSet ? "" : "the ") + what.en + " that was chosen", "選んだ" + what.ja};
}

Said player(const Program& p, ExprId id) {
  const Expr& e = p[id];
  if (e.op == Op::GameAttr && p.attrs[e.attr()].name == "turn")
    return {"the player whose turn it is", "手番のプレイヤー"};
  if (e.op == Op::GameAttr) return quoted(p.attrs[e.attr()].name);
  if (e.op == Op::Call && e.args.empty()) return quoted(p.derived[e.derived()].name);
  if (e.op == Op::Call && e.args.size() == 1 && p[e.args[0]].type == e.type)
    return {"the other player", "その相手"};
  return {"a player", "あるプレイヤー"};
}

}  // namespace hanrei::audit::rules
