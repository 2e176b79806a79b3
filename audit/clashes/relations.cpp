#include "audit/clashes/relations.h"

#include <algorithm>
#include <set>

namespace hanrei::audit::clashes {

using base::Json;

namespace {

/// The readings whose options stand within a relation, or are one.
void readings_in(const Json& json, bool within, std::set<std::string>& out) {
  const Json* reading = json.is(Json::Kind::Object) ? json.find("reading") : nullptr;
  within = within || (json.is(Json::Kind::Object) && json.find("defeat") != nullptr);
  if (reading != nullptr && reading->is(Json::Kind::String)) {
    const bool is_one = std::ranges::any_of(json.members, [](const base::Member& m) {
      return m.value.is(Json::Kind::Object) && m.value.find("defeat") != nullptr;
    });
    if (within || is_one) out.insert(reading->string);
  }
  for (const base::Member& m : json.members) readings_in(m.value, within, out);
  for (const Json& item : json.items) readings_in(item, within, out);
}

bool same(const model::Defeat& a, const model::Defeat& b) {
  return a.id == b.id && a.winner == b.winner && a.loser == b.loser &&
         a.stronger.id == b.stronger.id && a.weaker.id == b.weaker.id &&
         a.weaker.hedged == b.weaker.hedged;
}

}  // namespace

std::vector<Otherwise> relations_otherwise(const model::Game& game, const base::SourceMap& sources,
                                           const model::Program& usual) {
  std::set<std::string> readings;
  for (const Json& file : game.rulebook) readings_in(file, false, readings);
  std::vector<Otherwise> out;
  if (readings.empty()) return out;
  Session session(game, sources);
  for (const model::ReadingDef& r : game.readings)
    for (const std::string& option : r.options) {
      if (!readings.contains(r.name) || option == r.fallback) continue;
      const auto compiled = session.compiled({{r.name, option}});
      if (compiled->code == nullptr || compiled->program == nullptr) continue;
      for (const model::Defeat& d : compiled->program->defeats) {
        if (std::ranges::none_of(usual.defeats,
                                 [&](const model::Defeat& known) { return same(d, known); }))
          out.push_back({r.name, option, d});
      }
    }
  return out;
}

}  // namespace hanrei::audit::clashes
