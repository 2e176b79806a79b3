#include "checker/question/outcome.h"

#include <algorithm>

#include "model/passes/reads.h"

namespace hanrei::checker {

Outcomes::Outcomes(const Question& question)
    : q_(question),
      machine_(*question.world, domain_),
      in_play_(model::in_play(*question.program)) {
  first_ = values(machine_.initial({}));
}

bool Outcomes::observable(const model::AttrDef& a) const {
  const model::Type& t = a.type;
  const bool told = a.say == kNone || !q_.program->says[a.say].silent;
  const bool of_acts = (t.kind == model::TypeKind::Ref || t.elem == model::TypeKind::Ref) &&
                       (t.id == model::kActSort || t.id == model::kEffectSort);
  return told && a.sees != "nobody" && !of_acts;
}

bool Outcomes::counts(const State<int64_t>& state, const model::AttrDef& a, int card) const {
  const int64_t z = state.cells[q_.world->zone_cell + card];
  return z >= 0 && (a.life != model::Life::Stay || in_play_.contains(ZoneId(z / 2)));
}

void Outcomes::attribute(const State<int64_t>& state, AttrId attr, Values& out) const {
  const model::Program& p = *q_.program;
  const World& w = *q_.world;
  const model::AttrDef& a = p.attrs[attr];
  const auto value = [&](int k) { return w.show(a.type, state.cells[w.attr_cell[attr] + k]); };
  if (a.sort == kNone) {
    out.emplace_back(a.name, value(0));
  } else if (a.sort == model::kPlayerSort) {
    for (int k : {0, 1}) out.emplace_back(p.players[k] + "." + a.name, value(k));
  } else if (a.sort == model::kCardSort && attr >= 4 && a.type.kind != model::TypeKind::Int) {
    for (int k = 0; k < w.cards; ++k)  // numbers stand beside the card
      out.emplace_back(w.card_ids[k] + "." + a.name, counts(state, a, k) ? value(k) : "");
  }
}

void Outcomes::tokens(const State<int64_t>& state, const TokenSort& sort, Values& out) const {
  const World& w = *q_.world;
  std::vector<std::string> all;  // which number a token has is nothing of it
  for (int k = 0; k < sort.pool; ++k) {
    if (state.cells[sort.alive + k] == 0) continue;
    std::string one;
    for (const AttrId a : q_.program->attrs.ids()) {
      const model::AttrDef& def = q_.program->attrs[a];
      if (def.sort != sort.sort || !observable(def)) continue;
      one += (one.empty() ? "" : " ") + def.name + " " +
             w.show(def.type, state.cells[w.attr_cell[a] + k]);
    }
    all.push_back("(" + one + ")");
  }
  std::sort(all.begin(), all.end());
  std::string text = std::to_string(all.size());
  for (const std::string& one : all) text += " " + one;
  out.emplace_back(q_.program->sorts[sort.sort].name, std::move(text));
}

Outcomes::Values Outcomes::values(const State<int64_t>& state) const {
  const model::Program& p = *q_.program;
  const World& w = *q_.world;
  Values out;
  for (const AttrId a : p.attrs.ids())
    if (w.attr_cell[a] >= 0 && observable(p.attrs[a])) attribute(state, a, out);
  for (const ZoneId z : p.zones.ids())
    for (int player = 0; player < 2 && w.lot_cell[z] >= 0; ++player)
      out.emplace_back(w.show_zone(static_cast<int64_t>(z) * 2 + player),
                       std::to_string(state.cells[w.lot_cell[z] + player]));
  for (const TokenSort& t : w.tokens) tokens(state, t, out);
  return out;
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
      if (!observable(d) || !counts(state, d, k)) continue;
      const int64_t v = state.cells[w.attr_cell[a] + k];
      if (v != 0) card += " " + d.name + " " + std::to_string(v);
    }
    out.cards.push_back(std::move(card));
  }
  const Values now = values(state);
  for (size_t i = 0; i < now.size(); ++i) {
    if (now[i] == first_[i]) continue;
    std::string text = now[i].first + " = " + now[i].second;
    if (std::find(out.looked_at.begin(), out.looked_at.end(), text) == out.looked_at.end())
      out.changed.push_back(std::move(text));
  }
  return out;
}

std::string Outcomes::key(const State<int64_t>& state) const {
  const Parts p = parts(state);
  std::string out = std::to_string(static_cast<int>(state.control.end)) + " " +
                    std::to_string(state.control.result);
  for (const auto* list : {&p.looked_at, &p.cards, &p.changed})
    for (const std::string& s : *list) out += "; " + s;
  return out;
}

bool played_out(const Question& q, const State<int64_t>& s) {
  size_t at = s.control.script;
  while (at < q.which->play.size() && q.which->play[at].kind == rulings::PlayKind::Free) ++at;
  return s.control.end == End::Over && at >= q.which->play.size();
}

}  // namespace hanrei::checker
