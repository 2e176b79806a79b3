#include "errata/looked.h"

#include <functional>
#include <map>
#include <utility>

#include "errata/parts.h"
#include "model/ir/forms.h"

namespace hanrei::errata {
namespace {

void add_knob(const model::Program& p, AttrId attr,
              const std::map<EnumId, std::set<std::string>>& words, const Looked& looked,
              std::map<std::pair<SortId, std::string>, Knob>& knobs) {
  const model::AttrDef& d = p.attrs[attr];
  if (d.sort != kNone && d.sort != model::kPlayerSort && d.sort != model::kCardSort) return;
  if (!d.span) return;  // whose a card is goes with where it is
  Knob& knob = knobs[{d.sort, d.name}];
  knob.attr = d.name;
  knob.sort = d.sort;
  knob.values.clear();
  if (d.type.kind == model::TypeKind::Bool) knob.values = {"true", "false"};
  const bool set = d.type.kind == model::TypeKind::Set;
  if ((d.type.kind == model::TypeKind::Enum || (set && d.type.elem == model::TypeKind::Enum)) &&
      d.type.id != model::kCardNames) {
    // Of many, those that stand there and one other.
    const std::vector<std::string>& members = p.enums[EnumId(d.type.id)].members;
    const auto named = words.find(EnumId(d.type.id));
    bool other = false;
    for (const std::string& m : members) {
      const bool there = named != words.end() && named->second.contains(m);
      if (members.size() <= 8 || there || !std::exchange(other, true)) knob.values.push_back(m);
    }
    if (set) knob.values.emplace_back();
  }
  const bool of_player =
      d.type.id == model::kPlayerSort &&
      (d.type.kind == model::TypeKind::Ref || (set && d.type.elem == model::TypeKind::Ref));
  if (of_player) knob.values = p.players;
  if (of_player && (set || d.fallback == kNone)) knob.values.push_back(set ? "" : "none");
  if (d.type.kind == model::TypeKind::Int)
    for (int64_t n : looked.numbers)
      if (n >= 0 || looked.negative) knob.values.push_back(std::to_string(n));
}

}  // namespace

Looked looked_at(const std::array<const model::Program*, 2>& programs,
                 const std::array<std::vector<base::Span>, 2>& places) {
  Looked out;
  std::map<std::pair<SortId, std::string>, Knob> knobs;
  std::map<EnumId, std::set<std::string>> words;  // of large enumerations, those that stand there
  for (const bool second : {false, true})
    for (size_t v = 0; v < 2; ++v) {
      const model::Program& p = *programs[v];
      std::set<ExprId> seen;
      const std::function<void(ExprId)> walk = [&](ExprId e) {
        if (e == kNone || !seen.insert(e).second) return;
        const model::Expr& x = p[e];
        const bool number = x.op == model::Op::Const && x.type.kind == model::TypeKind::Int;
        const bool below =
            (number && x.value < 0) || (x.op == model::Op::Neg && p[x.a].op == model::Op::Const);
        if (below) out.negative = true;
        if (number)
          for (int64_t d : {-1, 0, 1}) out.numbers.insert(x.value + d);
        if (number && out.negative)
          for (int64_t d : {-1, 0, 1}) out.numbers.insert(d - x.value);
        if (x.op == model::Op::Const && x.type.kind == model::TypeKind::Enum &&
            x.type.id != model::kCardNames && x.value >= 0 &&
            static_cast<size_t>(x.value) < p.enums[EnumId(x.type.id)].members.size())
          words[EnumId(x.type.id)].insert(p.enums[EnumId(x.type.id)].members[x.value]);
        if (second && (x.op == model::Op::Attr || x.op == model::Op::GameAttr))
          add_knob(p, x.attr(), words, out, knobs);
        if (x.op == model::Op::ZoneSet) out.zones.insert(p.zones[x.zone()].name);
        if (x.op == model::Op::KindSet) walk(p.kinds[x.kind()].is);
        if (x.op == model::Op::Call) walk(p.derived[x.derived()].is);
        model::each_operand(x, walk);
      };
      for (const ExprId e : p.exprs.ids())
        if (within(p.exprs[e].span, places[v])) walk(e);
    }
  for (auto& [key, one] : knobs) out.knobs.push_back(std::move(one));
  return out;
}

}  // namespace hanrei::errata
