// The figures of a game that a policy may hold (findings/ratchet.h), read off what a run examined
// anyway.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "audit/coverage/coverage.h"
#include "findings/entry.h"
#include "findings/ratchet.h"
#include "workspace/standards.h"

namespace hanrei::workspace {

/// Modelled clauses that the plays of rulings in force come across; `rulings` and `documents` are
/// all of the game's.
findings::Measured covered(const model::Game& game, std::span<const findings::RulingEntry> rulings,
                           const std::vector<rulings::Document>& documents,
                           const base::AsOf& as_of);

/// What the policy holds of games that are not there (HP1006), where all below the policy was
/// looked at. `games`: the ids of those that are there.
std::vector<findings::Finding> held_of_none(const Standards& standards,
                                            const std::vector<std::string>& paths,
                                            const std::set<std::string>& games);

/// What is held to the figures that are written of a game, and what of these was not examined.
struct Held {
  std::vector<findings::Finding> findings;
  std::vector<findings::Both> left_out;
};
/// `before`: the same of the base, asked for only where it fell; empty: there is none.
Held held_to(const std::string& game, const findings::Figures& written,
             const findings::Measured& is, const std::function<findings::Measured()>& before = {});

/// What bending the whole model shows: clauses that are pinned, mutants that are noticed.
std::vector<findings::Measured> bent(const audit::coverage::Report& report);

}  // namespace hanrei::workspace
