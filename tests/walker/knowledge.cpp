// What a player has seen, and what that player can bring about with it.

#include <algorithm>
#include <map>

#include "tests/walker/play.h"

namespace hanrei::walker {

namespace {
std::string text(const Value& v) {
  std::string out = std::to_string(v.n);
  for (int64_t k : v.s) out += "," + std::to_string(k);
  return out;
}
}  // namespace

/// May the observer look at the card now?
bool Play::looks_at(int64_t card) {
  const auto& [zone, side] = s_.place.at(card);
  const model::ZoneDef& z = p_.zones[ZoneId(zone)];
  if (declared(card)) return true;  // what an act presents is open
  if (z.seen_by != kNone) {
    Env env = apart({{0, {card, {}}}, {1, {observer, {}}}});
    return truth(p_.derived[DerivedId(z.seen_by)].is, env);
  }
  if (z.sees == "owner")
    return (z.of == model::ZoneOwner::Player ? side : s_.stored.at({1, card}).n) == observer;
  return z.sees == "all";
}

/// What the observer can see now, as text.
std::string Play::view() {
  std::string out;
  std::map<std::pair<Id, int64_t>, int64_t> hidden = s_.lots;
  std::set<int64_t> open;
  for (const auto& [card, where] : s_.place) {
    if (looks_at(card))
      open.insert(card);
    else
      ++hidden[where];
  }
  for (int64_t card : open)
    out += "|" + std::to_string(card) + "@" + std::to_string(s_.place.at(card).first) + "/" +
           std::to_string(s_.place.at(card).second);
  for (const auto& [where, n] : hidden) {
    const model::ZoneDef& z = p_.zones[ZoneId(where.first)];
    if (n > 0 && z.size != "nobody" && (z.size != "owner" || where.second == observer))
      out += "|#" + std::to_string(where.first) + "/" + std::to_string(where.second) + "=" +
             std::to_string(n);
  }
  for (const auto& [key, v] : s_.stored) {
    const model::AttrDef& a = p_.attrs[AttrId(key.first)];
    const bool card = a.sort == model::kCardSort;
    if (card && a.sees != "all" && !open.contains(key.second)) continue;
    if (a.sees == "nobody" ||
        (a.sees == "owner" && (card ? s_.stored.at({1, key.second}).n : key.second) != observer))
      continue;
    if (a.sort > model::kEffectSort && !s_.tokens.at(a.sort).contains(key.second)) continue;
    out += "|" + std::to_string(key.first) + "." + std::to_string(key.second) + "=" + text(v);
  }
  for (const Modifier& m : s_.modifiers) {
    if (m.statik < 0 && open.contains(m.target))
      out += "|~" + std::to_string(m.attr) + "." + std::to_string(m.target) + "." +
             std::to_string(static_cast<int>(m.op)) + "=" + text(m.amount);
  }
  return out;
}

void Play::observe() {
  if (observer < 0) return;
  std::string now = view();
  if (now == last_view_) return;
  history_ += "\n" + now;
  last_view_ = std::move(now);
}

/// Something happens that everybody notices.
void Play::notice(const std::string& event) {
  if (observer >= 0) history_ += "\n" + event;
}

/// Somebody has chosen; the others learn of it now, or when the signal or procedure comes.
void Play::chose(int64_t who, const std::string& what, const std::string& until) {
  if (observer < 0) return;
  const std::string event = std::to_string(who) + " chose " + what;
  if (until.empty() || who == observer)
    history_ += "\n" + event;
  else
    secrets_.emplace_back(until, event);
}

void Play::reveal(const std::string& moment) {
  if (observer < 0) return;
  for (const auto& [until, event] : secrets_) {
    if (until == moment) history_ += "\n" + event;
  }
  std::erase_if(secrets_, [&](const auto& s) { return s.first == moment; });
}

namespace {

struct Recorded {
  std::vector<Point> points;
  bool good = false;
};

/// Is there a choice for each thing the player may know such that every play is good?
bool strategy(const std::vector<Recorded>& plays, std::map<std::string, size_t>& plan,
              size_t& tries) {
  if (++tries > 2'000'000) throw Unknown{"too many strategies"};
  const Point* next = nullptr;
  for (const Recorded& play : plays) {
    bool whole = true;
    for (const Point& p : play.points) {
      if (p.known.empty()) continue;  // everybody else may do anything
      const auto planned = plan.find(p.known);
      if (planned != plan.end() && planned->second == p.taken) continue;
      whole = false;
      if (planned == plan.end() && next == nullptr) next = &p;
      break;
    }
    if (whole && !play.good) return false;
  }
  if (next == nullptr) return true;
  const Point open = *next;
  for (size_t k = 0; k < open.ways; ++k) {
    plan[open.known] = k;
    if (strategy(plays, plan, tries)) return true;
  }
  plan.erase(open.known);
  return false;
}

}  // namespace

Forced forceable(const model::Program& program, const rulings::Case& question, size_t most_plays,
                 const rulings::Claim& claim) {
  Forced out;
  try {
    Play play(program, question);
    play.observer = claim.player;
    std::vector<Recorded> plays;
    std::vector<std::pair<size_t, size_t>> choices;
    do {
      if (plays.size() == most_plays)
        throw Unknown{"more than " + std::to_string(most_plays) + " plays"};
      const std::string result = play.run(choices);
      if (result == "bounded") throw Unknown{"a bound"};
      if (play.played()) {
        const bool ends = result != "endless" && result != "stuck";
        plays.push_back({play.points, ends && play.watch(claim.expr, result) != 0});
      }
      while (!choices.empty() && choices.back().first + 1 == choices.back().second)
        choices.pop_back();
      if (!choices.empty()) ++choices.back().first;
    } while (!choices.empty());
    if (plays.empty()) throw Unknown{"nothing was played"};
    std::map<std::string, size_t> plan;
    size_t tries = 0;
    out.forced = strategy(plays, plan, tries);
    out.complete = true;
  } catch (const Unknown& unknown) {
    out.stopped = unknown.what;
  }
  return out;
}

}  // namespace hanrei::walker
