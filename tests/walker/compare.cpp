#include "tests/walker/compare.h"

#include <algorithm>

namespace hanrei::walker {

using checker::explicit_state::Space;

namespace {
size_t at(int64_t i) { return static_cast<size_t>(i); }
}  // namespace

std::set<Result> results_of(const checker::Question& q, const Space& space,
                            const std::vector<model::ExprId>& watch) {
  std::set<Result> out;
  const model::Program& p = *q.program;
  const checker::World& w = *q.world;
  checker::Concrete domain;
  checker::Machine<checker::Concrete> machine(w, domain);
  machine.initial(space.lets);
  for (int t : space.terminals) {
    const checker::explicit_state::S s = space.state(t);
    size_t script = s.control.script;
    while (script < q.which->play.size() && q.which->play[script].kind == rulings::PlayKind::Free)
      ++script;
    if (script < q.which->play.size()) continue;
    Result r;
    if (s.control.end == checker::End::Bounded || s.control.end == checker::End::Endless) {
      r.facts = {{"result", s.control.end == checker::End::Bounded ? "bounded" : "endless"}};
      out.insert(std::move(r));
      continue;
    }
    r.facts["result"] = s.control.end == checker::End::Stuck
                            ? "stuck"
                            : p.enums[model::kResults].members[s.control.result];
    const auto cell = [&](int i) { return s.cells[at(i)]; };
    for (int k = 0; k < w.cards; ++k) {
      const int64_t z = cell(w.zone_cell + k);
      const model::ZoneDef& zone = p.zones[model::ZoneId(z / 2)];
      std::string text = zone.name;
      if (zone.of == model::ZoneOwner::Player) text += " " + p.players[at(z % 2)];
      if (zone.of == model::ZoneOwner::Card)
        text += " " + w.card_ids[at(cell(w.attr_cell[model::kHostAttr] + k))];
      r.facts[w.card_ids[at(k)]] = text;
    }
    for (size_t z = 0; z < p.zones.size(); ++z) {
      for (int player = 0; player < 2 && w.lot_cell[model::ZoneId(z)] >= 0; ++player) {
        const int64_t n = cell(w.lot_cell[model::ZoneId(z)] + player);
        if (n != 0)
          r.facts[p.zones[model::ZoneId(z)].name + " " + p.players[at(player)]] = std::to_string(n);
      }
    }
    for (size_t a = 0; a < p.attrs.size(); ++a) {
      const model::AttrDef& def = p.attrs[model::AttrId(a)];
      const model::TypeKind kind = def.type.kind;
      if (w.attr_cell[model::AttrId(a)] < 0 || def.sort > model::kCardSort) continue;
      if (kind != model::TypeKind::Int && kind != model::TypeKind::Enum &&
          kind != model::TypeKind::Bool)
        continue;
      const int n = def.sort == model::kNone ? 1 : w.universe(model::ref_type(def.sort));
      for (int k = 0; k < n; ++k) {
        const std::string who = def.sort == model::kNone         ? "game"
                                : def.sort == model::kPlayerSort ? p.players[at(k)]
                                                                 : w.card_ids[at(k)];
        r.facts[who + "." + def.name] = w.show(def.type, cell(w.attr_cell[model::AttrId(a)] + k));
      }
    }
    for (model::ExprId e : watch) r.watched.push_back(machine.eval(s, e));
    out.insert(std::move(r));
  }
  return out;
}

size_t plays_in(const Space& space, size_t most) {
  if (!space.complete || space.endless || space.nodes.empty()) return most;
  // nodes are stored before their successors are found, but not in an order of time: count by
  // visiting
  std::vector<int> incoming(space.nodes.size(), 0), ready = {0};
  for (int to : space.edges) ++incoming[at(to)];
  std::vector<size_t> ways(space.nodes.size(), 0);
  ways[0] = 1;
  size_t plays = 0;
  while (!ready.empty()) {
    const size_t n = at(ready.back());
    ready.pop_back();
    if (space.nodes[n].terminal) plays = std::min(most, plays + ways[n]);
    if (n >= space.expanded()) continue;
    for (size_t e = space.first_edge[n]; e < space.first_edge[n + 1]; ++e) {
      const size_t to = at(space.edges[e]);
      ways[to] = std::min(most, ways[to] + ways[n]);
      if (--incoming[to] == 0) ready.push_back(space.edges[e]);
    }
  }
  return plays;
}

std::string difference(const std::set<Result>& walked, const std::set<Result>& counted) {
  std::string out;
  const auto tell = [&](const char* who, const std::set<Result>& a, const std::set<Result>& b) {
    for (const Result& r : a) {
      if (b.contains(r)) continue;
      // against the result of the other side that differs least
      const Result* near = nullptr;
      size_t least = SIZE_MAX;
      std::string text;
      for (const Result& o : b) {
        size_t n = 0;
        for (const auto& [name, value] : r.facts)
          n += !o.facts.contains(name) || o.facts.at(name) != value;
        if (n < least) {
          least = n;
          near = &o;
        }
      }
      for (const auto& [name, value] : r.facts) {
        const bool same =
            near != nullptr && near->facts.contains(name) && near->facts.at(name) == value;
        if (!same)
          text +=
              " " + name + "=" + value +
              (near != nullptr && near->facts.contains(name) ? " (not " + near->facts.at(name) + ")"
                                                             : "");
      }
      if (text.empty()) {
        text = " the same facts, but values";
        for (int64_t v : r.watched) text += " " + std::to_string(v);
      }
      out += std::string("only ") + who + ":" + text + "\n";
    }
  };
  tell("walked", walked, counted);
  tell("explicit_state", counted, walked);
  return out;
}

std::vector<model::ExprId> expressions_of(const rulings::Claim& c) {
  using rulings::ClaimKind;
  switch (c.kind) {
    case ClaimKind::Necessary:
    case ClaimKind::Possible:
    case ClaimKind::Impossible: return {c.expr};
    case ClaimKind::Greatest:
    case ClaimKind::Least: return {c.expr, c.is};
    case ClaimKind::Settles: return {c.is};
    case ClaimKind::Outcomes: {
      std::vector<model::ExprId> out = c.of;
      for (const rulings::Outcome& o : c.outcomes)
        out.insert(out.end(), o.values.begin(), o.values.end());
      return out;
    }
    default: return {};
  }
}

int verdict(const rulings::Claim& c, const Walk& walk, size_t first) {
  using rulings::ClaimKind;
  const std::set<Result>& results = walk.results;
  if (c.kind == ClaimKind::Chooser) {
    bool found = false, fine = true;
    for (const auto& [name, who] : walk.choosers) {
      if (name != c.what) continue;
      found = true;
      fine = fine && who == (c.nobody ? -1 : c.player);
    }
    return found && fine;
  }
  if (c.kind == ClaimKind::Settles) {
    if (results.empty() || first >= results.begin()->watched.size() || c.iff != model::kNone)
      return -1;
    return results.begin()->watched[first] == walk.settled;
  }
  bool all = true, any = false;
  for (const Result& r : results) {
    if (first >= r.watched.size()) return -1;  // cut off by a bound, or nothing watched
    const int64_t v = r.watched[first];
    all = all && v != 0;
    any = any || v != 0;
  }
  if (c.iff != model::kNone || results.empty()) return -1;
  switch (c.kind) {
    case ClaimKind::Necessary: return all;
    case ClaimKind::Possible: return any;
    case ClaimKind::Impossible: return !any;
    case ClaimKind::Greatest:
    case ClaimKind::Least: {
      bool met = false, passed = false;
      for (const Result& r : results) {
        const int64_t v = r.watched[first], is = r.watched[first + 1];
        met = met || v == is;
        passed = passed || (c.kind == ClaimKind::Greatest ? v > is : v < is);
      }
      return met && !passed;
    }
    case ClaimKind::Outcomes: {
      const size_t n = c.of.size();
      for (const rulings::Outcome& o : c.outcomes) {
        if (o.cond != model::kNone) return -1;
      }
      std::vector<bool> reached(c.outcomes.size(), false);
      for (const Result& r : results) {
        bool expected = false;
        for (size_t i = 0; i < c.outcomes.size(); ++i) {
          bool same = true;
          for (size_t k = 0; k < n; ++k)
            same = same && r.watched[first + k] == r.watched[first + n + i * n + k];
          expected = expected || same;
          reached[i] = reached[i] || same;
        }
        if (!expected) return 0;
      }
      return std::find(reached.begin(), reached.end(), false) == reached.end();
    }
    default: return -1;
  }
}

void compare(checker::Session& session, const rulings::Document& document, const Comparing& how,
             Compared& out) {
  base::DiagnosticLog log;
  const checker::RulingResult r = session.prepare(document, log, how.claims);
  if (log.has_errors()) {
    if (how.all_known)
      out.differences +=
          document.id + ": " + base::message(log.all().front(), base::Lang::En) + "\n";
    return;
  }
  for (const auto& q : r.questions) {
    const std::string name = document.id + (q->which->id.empty() ? "" : " (" + q->which->id + ")");
    if (!q->which->situation.lets.empty() || q->which->deck) continue;
    if (q->world == nullptr) {
      if (how.all_known) out.differences += name + ": no world\n";
      continue;
    }
    checker::Limits limits;
    if (!how.all_known) {
      limits.states = 2 * how.most_nodes;
      limits.steps = 100'000;
    }
    const auto space = checker::explicit_state::explore(*q, {}, limits);
    if (!space.complete || space.endless || space.nodes.size() > how.most_nodes ||
        plays_in(space, how.most_plays) >= how.most_plays) {
      out.left_out += "  " + name + ": " + std::to_string(space.nodes.size()) + " nodes\n";
      continue;
    }
    std::vector<model::ExprId> watch;
    std::vector<size_t> first;
    for (const rulings::Claim& c : q->which->claims) {
      first.push_back(watch.size());
      for (model::ExprId e : walker::expressions_of(c)) watch.push_back(e);
    }
    const Walk w = walk(*q->program, *q->which, how.most_plays, watch);
    if (!w.complete) {
      (how.all_known ? out.differences : out.left_out) += "  " + name + ": " + w.stopped + "\n";
      continue;
    }
    ++out.walked;
    out.plays += w.plays;
    std::set<Result> counted = results_of(*q, space, watch);
    // What no ruling plays may come to a bound in the space before it comes round, where the walker
    // sees that it has no end.
    const Result endless{{{"result", "endless"}}, {}}, bounded{{{"result", "bounded"}}, {}};
    if (!how.all_known && w.results.contains(endless) && counted.contains(bounded)) {
      counted.insert(endless);
      if (!w.results.contains(bounded)) counted.erase(bounded);
    }
    const std::string d = difference(w.results, counted);
    if (!d.empty()) out.differences += name + ":\n" + d;
    if (!how.claims) continue;
    checker::explicit_state::Engine engine(*q, limits);
    for (size_t i = 0; i < q->which->claims.size(); ++i) {
      int says = verdict(q->which->claims[i], w, first[i]);
      const rulings::Claim& claim = q->which->claims[i];
      if (claim.kind == rulings::ClaimKind::Legal || claim.kind == rulings::ClaimKind::Illegal) {
        const Asked asked = ask(*q->program, *q->which, how.most_plays, claim);
        if (asked.complete && asked.asked)
          says = claim.kind == rulings::ClaimKind::Legal ? asked.always : !asked.ever;
        // nothing can be declared wherever the player's turn comes
        if (const checker::Answer a = engine.answer(claim); asked.complete && !asked.asked) {
          if (a.unable)  // but to pass is all that is left
            says = (claim.kind == rulings::ClaimKind::Legal) ==
                   (claim.act.kind == rulings::PlayKind::Pass);
          if (!a.unable && a.verdict != checker::Verdict::Unknown)
            out.differences += name + ": nobody is asked, and " + claim.text + " is decided\n";
        }
      }
      if (claim.kind == rulings::ClaimKind::Forceable) {
        const Forced forced = forceable(*q->program, *q->which, how.most_plays, claim);
        if (forced.complete) says = forced.forced != claim.nobody;
        if (forced.complete)
          ++out.forced;
        else
          out.left_out += "  " + name + ": " + claim.text + ": " + forced.stopped + "\n";
      }
      const checker::Answer a = engine.answer(q->which->claims[i]);
      if (says < 0 || a.verdict == checker::Verdict::Unknown) continue;
      ++out.claims;
      // what would be legal without a clause is not asked of the walker
      const bool holds = a.verdict == checker::Verdict::Holds ||
                         a.detail.code == base::ReasonCode::IllegalAlsoWithout;
      if ((says == 1) != holds)
        out.differences += name + ": another verdict of " + q->which->claims[i].text + "\n";
    }
  }
}

}  // namespace hanrei::walker
