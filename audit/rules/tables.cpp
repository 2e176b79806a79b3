// Relations between the members of an enumeration: circles, and pairs of which nothing is said.
#include <algorithm>
#include <map>
#include <set>

#include "audit/rules/look.h"

namespace hanrei::audit::rules {
namespace {

using Pairs = std::set<std::pair<int64_t, int64_t>>;

/// A shortest circle through `from`; empty when there is none.
std::vector<int64_t> circle(const Pairs& pairs, int64_t from) {
  std::map<int64_t, int64_t> before;
  std::vector<int64_t> todo = {from};
  for (size_t i = 0; i < todo.size(); ++i) {
    for (const auto& [a, b] : pairs) {
      if (a != todo[i]) continue;
      if (b == from) {
        std::vector<int64_t> out = {todo[i]};
        while (out.back() != from) out.push_back(before.at(out.back()));
        std::reverse(out.begin(), out.end());
        return out;
      }
      if (before.try_emplace(b, todo[i]).second) todo.push_back(b);
    }
  }
  return {};
}

}  // namespace

void look_at_tables(Look& look) {
  const Program& p = look.p;
  std::map<EnumId, std::vector<TableId>> of_enum;
  for (const TableId i : p.tables.ids()) {
    const auto& t = p.tables[i];
    if (t.args.size() != 2 || !(t.args[0] == t.args[1]) || t.args[0].kind != model::TypeKind::Enum)
      continue;
    of_enum[EnumId(t.args[0].id)].push_back(i);
  }
  for (const auto& [id, tables] : of_enum) {
    const auto& members = p.enums[id].members;
    const auto name = [&](int64_t m) { return members[m]; };
    Pairs all;
    std::set<int64_t> named;
    std::vector<Ground> set;
    std::string together;
    std::vector<Span> places;
    for (const TableId i : tables) {
      Pairs pairs;
      for (const auto& row : p.tables[i].rows)
        if (row.size() == 2) {
          pairs.emplace(row[0], row[1]);
          named.insert(row.begin(), row.end());
        }
      all.insert(pairs.begin(), pairs.end());
      const std::vector<ClauseId> by = look.files.stated(p.tables[i].span);
      const Site site{p.tables[i].name, by, kNone, {}, kNone, p.tables[i].span};
      add(set, grounds(site));
      together += (together.empty() ? "" : "・") + p.tables[i].name;
      places.push_back(p.tables[i].span);
      for (int64_t m : named) {
        const auto round = circle(pairs, m);
        if (round.size() < 3) continue;
        if (by.size() == 1) break;  // one clause that states it all means the circle
        std::string told;
        for (int64_t k : round) told += name(k) + " → ";
        look.add(
            about(Code::Circle, site, p.tables[i].span, {p.tables[i].name, told + name(round[0])}));
        break;
      }
    }
    std::string missing;
    size_t n = 0;
    for (int64_t a : named)
      for (int64_t b : named)
        if (a < b && !all.contains({a, b}) && !all.contains({b, a})) {
          missing += (n++ > 0 ? "、" : "") + name(a) + "/" + name(b);
        }
    if (n == 0 || n * 2 > named.size() * (named.size() - 1) / 2)
      continue;  // a relation that hardly compares anything is no ranking
    Finding f = about(Code::NotCompared, {together, {}, kNone, {}, kNone, places[0]}, places[0],
                      {together, missing});
    f.set = set;
    f.related.assign(places.begin() + 1, places.end());
    look.add(std::move(f));
  }
}

}  // namespace hanrei::audit::rules
