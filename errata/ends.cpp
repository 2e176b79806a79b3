#include "errata/ends.h"

#include <map>

#include "model/passes/reads.h"

namespace hanrei::errata {

using namespace checker;
using model::TypeKind;

Ends::Ends(const Question& question, const std::vector<int64_t>& lets) : q_(question), machine_(*question.world, domain_), in_play_(model::in_play(*question.program)) { machine_.initial(lets); }

/// The attributes of one thing. Those that a stay gives mean nothing on cards that are not in play, and nothing is said of
/// what is false, none or 0.
void Ends::attributes(const State& s, Id sort, int entity, const std::string& of, bool in_play, std::vector<std::string>& out) const {
  const model::Program& p = *q_.program;
  const World& w = *q_.world;
  for (size_t a = 0; a < p.attrs.size(); ++a) {
    const model::AttrDef& d = p.attrs[a];
    if (d.sort != sort || d.type.kind == TypeKind::Zone || (d.life == model::Life::Stay && !in_play)) continue;
    const std::string name = (of.empty() ? "" : of + ".") + d.name;
    if (w.attr_cell[a] < 0) {
      if (!in_play || !d.modifiable || d.type.kind != TypeKind::Int) continue;
      try {
        out.push_back(name + " = " + std::to_string(machine_.evaluator().attr(s, static_cast<Id>(a), entity, model::Reading::Now, {-1, nullptr, nullptr})));
      } catch (const Unsupported& u) {
        out.push_back(name + " = (" + u.form + ")");
      }
      continue;
    }
    const int64_t v = s.cells[static_cast<size_t>(w.attr_cell[a] + entity)];
    const bool nothing = d.type.kind == TypeKind::Ref ? v == model::kNobody : d.type.kind != TypeKind::Enum && v == 0;
    if (!nothing) out.push_back(name + " = " + w.show(d.type, v));
  }
}

std::vector<std::string> Ends::lines(const State& s) const {
  const model::Program& p = *q_.program;
  const World& w = *q_.world;
  const Control& c = s.control;
  std::vector<std::string> out;
  // Where play cannot go on, or never ends, nothing has come of it yet.
  if (c.end == End::Stuck) return {"stuck"};
  if (c.end == End::Endless) return {"endless"};
  if (c.end == End::Bounded) out.push_back("bounded");
  if (c.end == End::Over && c.result != model::kResultNone) out.push_back("result = " + p.enums[model::kResults].members[c.result]);
  attributes(s, kNone, 0, "", true, out);
  for (int player = 0; player < 2; ++player) attributes(s, model::kPlayerSort, player, p.players[static_cast<size_t>(player)], true, out);
  for (size_t z = 0; z < p.zones.size(); ++z) for (int player = 0; player < 2; ++player) {
    if (w.lot_cell[z] < 0) continue;
    const int64_t n = s.cells[static_cast<size_t>(w.lot_cell[z] + player)];
    if (n != 0) out.push_back(w.show_zone(static_cast<int64_t>(z) * 2 + player) + " + " + std::to_string(n));
  }
  for (const TokenSort& t : w.tokens) for (int k = 0; k < t.pool; ++k) {
    if (s.cells[static_cast<size_t>(t.alive + k)] == 0) continue;
    const std::string of = p.sorts[static_cast<size_t>(t.sort)].name + " " + std::to_string(k + 1);
    out.push_back(of);
    attributes(s, t.sort, k, of, true, out);
  }
  for (int k = 0; k < w.cards; ++k) {
    const int64_t z = s.cells[static_cast<size_t>(w.zone_cell + k)];
    const std::string& of = w.card_ids[static_cast<size_t>(k)];
    out.push_back(of + (z < 0 ? " -" : " in " + w.show_zone(z)));
    attributes(s, model::kCardSort, k, of, z >= 0 && in_play_.contains(static_cast<Id>(z / 2)), out);
  }
  std::map<std::string, int64_t> sums;
  std::vector<std::string> standing;
  for (size_t i = 0; i < c.effects.size(); ++i) {
    const Effect& e = c.effects[i];
    if (e.statik >= 0 || e.target < 0) continue;
    const model::AttrDef& d = p.attrs[static_cast<size_t>(e.attr)];
    const int64_t amount = s.cells[static_cast<size_t>(w.amount_cell) + i];
    static constexpr const char* ops[] = {"+", "*", ":=", "at least", "at most", "with", "without"};
    const std::string until = e.until < 0 ? "" : " until " + p.durations[static_cast<size_t>(e.until)];
    const std::string what = w.card_ids[static_cast<size_t>(e.target)] + "." + d.name + " " + ops[e.op] + " ";
    if (static_cast<model::ModOp>(e.op) == model::ModOp::Add) sums[what + "|" + until] += amount;
    else standing.push_back(what + w.show(d.type, amount) + until);
  }
  for (const auto& [key, amount] : sums) if (amount != 0) { const size_t bar = key.rfind('|'); out.push_back(key.substr(0, bar) + std::to_string(amount) + key.substr(bar + 1)); }
  out.insert(out.end(), standing.begin(), standing.end());
  return out;
}

}  // namespace hanrei::errata
