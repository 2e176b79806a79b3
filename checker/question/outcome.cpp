#include "checker/question/outcome.h"

#include "model/passes/reads.h"

namespace hanrei::checker {

Outcomes::Outcomes(const Question& question)
    : q_(question),
      machine_(*question.world, domain_),
      in_play_(model::in_play(*question.program)) {
  machine_.initial({});
}

Outcomes::Parts Outcomes::parts(const State<int64_t>& state) const {
  const model::Program& p = *q_.program;
  const World& w = *q_.world;
  Parts out;
  const auto value = [&](ExprId e) {
    try {
      return w.show(p[e].type, machine_.eval(state, e));
    } catch (const Unsupported& u) {
      return "(" + base::text(u.form, base::Lang::En) + ")";
    }
  };
  for (const rulings::Claim& c : q_.which->claims)
    for (size_t i = 0; i < c.of.size(); ++i)
      out.looked_at.push_back(c.of_text[i] + " = " + value(c.of[i]));
  for (int k = 0; k < w.cards; ++k) {
    const int64_t z = state.cells[w.zone_cell + k];
    std::string card = w.card_ids[k] + " ";
    if (z < 0) {
      out.cards.push_back(card + "-");
      continue;
    }
    card += w.show_zone(z);
    for (const AttrId a : p.attrs.ids(4)) {
      const model::AttrDef& d = p.attrs[a];
      if (d.sort != model::kCardSort || w.attr_cell[a] < 0 || d.type.kind != model::TypeKind::Int)
        continue;
      if (d.life == model::Life::Stay && !in_play_.contains(ZoneId(z / 2))) continue;
      const int64_t v = state.cells[w.attr_cell[a] + k];
      if (v != 0) card += " " + d.name + " " + std::to_string(v);
    }
    out.cards.push_back(std::move(card));
  }
  return out;
}

std::string Outcomes::key(const State<int64_t>& state) const {
  const Parts p = parts(state);
  std::string out = std::to_string(static_cast<int>(state.control.end)) + " " +
                    std::to_string(state.control.result);
  for (const auto* list : {&p.looked_at, &p.cards})
    for (const std::string& s : *list) out += "; " + s;
  return out;
}

bool played_out(const Question& q, const State<int64_t>& s) {
  size_t at = s.control.script;
  while (at < q.which->play.size() && q.which->play[at].kind == rulings::PlayKind::Free) ++at;
  return s.control.end == End::Over && at >= q.which->play.size();
}

}  // namespace hanrei::checker
