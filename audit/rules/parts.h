// Small helpers for those that look at steps and at the clauses they cite.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "audit/rules/calling.h"
#include "audit/rules/look.h"
#include "audit/rules/words.h"
#include "base/contains.h"
#include "model/ir/forms.h"

namespace hanrei::audit::rules {

inline std::vector<Ground> of(const std::vector<ClauseId>& by) {
  return grounds({"", by, kNone, {}, kNone, {}});
}

using model::each_step;

/// Has any clause any of the words, in its Japanese? Its English may name somebody whom the
/// Japanese leaves out.
inline bool says_ja(const Program& p, const std::vector<ClauseId>& by, const Words& words) {
  return std::ranges::any_of(by, [&](ClauseId c) {
    const model::Clause& clause = p.clauses[c];
    const std::string& text = clause.ja.empty() ? clause.en : clause.ja;
    return std::ranges::any_of(
        words, [&](std::string_view w) { return text.find(w) != std::string::npos; });
  });
}

inline void join(std::vector<ClauseId>& to, const std::vector<ClauseId>& more) {
  for (ClauseId c : more)
    if (!base::contains(to, c)) to.push_back(c);
}

inline std::string listed(const Program& p, const std::vector<ClauseId>& by, size_t most = 4) {
  std::string out;
  for (size_t i = 0; i < by.size() && i < most; ++i)
    out += (i == 0 ? "" : ", ") + p.clauses[by[i]].id;
  return by.size() > most ? out + " …" : out;
}

/// The part of a clause's identifier that says in which section it stands; itself where nothing
/// does.
inline std::string section(const std::string& id) {
  const size_t end = id.find_last_of(".・[-");
  return end == std::string::npos ? id : id.substr(0, end);
}

inline Said named(const std::string& name) { return {"`" + name + "`", "「" + name + "」"}; }

/// The acts of the rulebook that a norm is about.
inline std::vector<ActId> acts_of(const Program& p, const model::Norm& n) {
  std::vector<ActId> out;
  for (const ActId a : p.acts.ids()) {
    const auto& act = p.acts[a];
    if (act.source.card != kNone || n.event != model::NormEvent::Act) continue;
    if (n.act == a || (n.act == kNone && !n.tag.empty() && base::contains(act.tags, n.tag)))
      out.push_back(a);
  }
  return out;
}

}  // namespace hanrei::audit::rules
