#include "checker/explain/board.h"

#include <algorithm>
#include <map>

#include "model/ir/forms.h"

namespace hanrei::checker::explain {

Board board_of(const Question& q, const Speaker& say, const S& s) {
  const World& w = *q.world;
  const model::Program& p = *q.program;
  std::map<std::pair<int64_t, int64_t>, std::pair<std::vector<std::string>, int64_t>> zones;
  for (int k = 0; k < w.cards; ++k) {
    const int64_t zone = s.cells[w.zone_cell + k];
    if (zone < 0) continue;
    const bool hosted = p.zones[ZoneId(zone / 2)].of == model::ZoneOwner::Card;
    const int64_t host = hosted ? s.cells[w.attr_cell[model::kHostAttr] + k] : -1;
    zones[{zone, host}].first.push_back(say.card(k));
  }
  for (const ZoneId z : p.zones.ids())
    for (int player = 0; w.lot_cell[z] >= 0 && player < 2; ++player)
      if (const int64_t n = s.cells[w.lot_cell[z] + player]; n != 0)
        zones[{static_cast<int64_t>(z) * 2 + player, -1}].second = n;
  Board out;
  for (const auto& [zone, holds] : zones) {
    std::string what;
    const auto add = [&](const std::string& one) {
      what += (what.empty() ? "" : say.in("、", ", ")) + one;
    };
    for (const std::string& card : holds.first) add(card);
    if (const std::string n = std::to_string(holds.second); holds.second != 0)
      add(say.in(n + "枚", n == "1" ? "1 card" : n + " cards"));
    out.emplace_back(say.zone(s, zone.first, zone.second), what);
  }
  for (int player = 0; player < 2; ++player) {
    std::string what;
    for (const AttrId i : p.attrs.ids(4)) {
      const model::AttrDef& d = p.attrs[i];
      if (d.sort != model::kPlayerSort || d.type.kind != model::TypeKind::Int ||
          d.nature != model::Nature::Stored || w.attr_cell[i] < 0 || say.silent(d.say))
        continue;
      if (const int64_t n = s.cells[w.attr_cell[i] + player]; n != 0)
        what += (what.empty() ? "" : say.in("、", ", ")) + d.name + " " + std::to_string(n);
    }
    if (!what.empty()) out.emplace_back(say.player(player), what);
  }
  return out;
}

Board otherwise(const Board& before, const Board& after) {
  Board out;
  const auto at = [](const Board& board, const std::string& zone) {
    return std::ranges::find_if(board, [&](const auto& z) { return z.first == zone; });
  };
  for (const auto& [zone, holds] : before)
    if (at(after, zone) == after.end()) out.emplace_back(zone, "");
  for (const auto& [zone, holds] : after)
    if (const auto was = at(before, zone); was == before.end() || was->second != holds)
      out.emplace_back(zone, holds);
  return out;
}

}  // namespace hanrei::checker::explain
