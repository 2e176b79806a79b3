#include "workspace/ratchet.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include "base/contains.h"
#include "errata/print.h"
#include "rulings/law/law.h"
#include "rulings/records/touches.h"

namespace hanrei::workspace {
namespace fs = std::filesystem;

using findings::Measure;
using findings::Measured;

Measured covered(const model::Game& game, std::span<const findings::RulingEntry> rulings,
                 const std::vector<rulings::Document>& documents, const base::AsOf& as_of) {
  const std::set<std::string> out_of_force = rulings::out_of_force(documents, as_of);
  std::set<std::string> met;
  for (const findings::RulingEntry& r : rulings)
    if (!out_of_force.contains(r.id))
      for (std::string& clause : rulings::touches_of(r.touches).clauses)
        met.insert(std::move(clause));
  Measured out{Measure::Covered, {}, {}};
  for (const base::Json* c : errata::listed(game.rulebook, "clauses")) {
    if (errata::text_of(c->find("status")) != "modelled") continue;
    ++out.figure.of;
    const std::string id = errata::text_of(c->find("clause"));
    if (met.contains(id))
      ++out.figure.count;
    else
      out.lacking.push_back(id);
  }
  return out;
}

std::vector<findings::Finding> held_of_none(const Standards& standards,
                                            const std::vector<std::string>& paths,
                                            const std::set<std::string>& games) {
  std::error_code ec;
  const auto whole = [&](const std::string& path) { return fs::weakly_canonical(path, ec); };
  const std::string& policy = standards.policy_path();
  const fs::path of = whole(policy).parent_path();
  const bool all = !policy.empty() && std::ranges::any_of(paths, [&](const std::string& path) {
    const fs::path within = of.lexically_relative(whole(path));
    return !within.empty() && *within.begin() != "..";
  });
  std::vector<findings::Finding> out;
  if (!all) return out;
  for (const auto& [game, figures] : standards.policy().ratchet)
    if (!games.contains(game))
      out.push_back(findings::make(findings::Code::NoSuchGame, {game}, {game},
                                   {policy, 1, 1, 1, 1, 1, 1, false, {}}));
  return out;
}

Held held_to(const std::string& game, const findings::Figures& written, const Measured& is,
             const std::function<Measured()>& before) {
  std::vector<std::string> lost;
  const auto figure = written.find(is.measure);
  if (before && figure != written.end() && findings::fell(figure->second, is.figure)) {
    const Measured had = before();
    for (const std::string& one : is.lacking)
      if (!base::contains(had.lacking, one)) lost.push_back(one);
  }
  Held out{findings::hold(game, written, is, lost), {}};
  for (findings::Finding& f : findings::not_held(game, written, {is.measure})) {
    out.left_out.push_back(f.message);
    out.findings.push_back(std::move(f));
  }
  return out;
}

std::vector<Measured> bent(const audit::coverage::Report& report) {
  using audit::coverage::Pin;
  using audit::coverage::Tried;
  Measured pinned{Measure::Pinned, {}, {}}, mutation{Measure::Mutation, {}, {}};
  for (const auto& c : report.clauses) {
    if (c.pin == Pin::NotAsked) continue;
    ++pinned.figure.of;
    if (c.pin == Pin::Pinned)
      ++pinned.figure.count;
    else
      pinned.lacking.push_back(c.clause->id);
  }
  std::set<std::string> told;
  for (const Tried& t : report.tried) {
    if (t.fate == Tried::Fate::Unloadable || t.fate == Tried::Fate::NotTried) continue;
    ++mutation.figure.of;
    if (t.fate == Tried::Fate::Noticed)
      ++mutation.figure.count;
    else if (told.insert(report.elements[t.element].name).second)
      mutation.lacking.push_back(report.elements[t.element].name);
  }
  return {pinned, mutation};
}

}  // namespace hanrei::workspace
