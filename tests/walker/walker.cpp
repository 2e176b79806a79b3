#include "tests/walker/walker.h"

#include "tests/walker/play.h"

namespace hanrei::walker {

namespace {
size_t at(int64_t i) { return static_cast<size_t>(i); }
}  // namespace

Facts Play::facts(const std::string& result) const {
  Facts out = {{"result", result}};
  if (result == "bounded" || result == "endless") return out;
  const auto& cards = q_.situation.cards;
  for (const auto& [card, where] : s_.place) {
    const model::ZoneDef& zone = p_.zones[ZoneId(where.first)];
    std::string text = zone.name;
    if (zone.of == model::ZoneOwner::Player) text += " " + p_.players[at(where.second)];
    if (zone.of == model::ZoneOwner::Card) text += " " + cards[at(s_.stored.at({3, card}).n)].id;
    out[cards[at(card)].id] = text;
  }
  for (const auto& [key, n] : s_.lots) {
    if (n != 0)
      out[p_.zones[ZoneId(key.first)].name + " " + p_.players[at(key.second)]] = std::to_string(n);
  }
  for (const auto& [key, v] : s_.stored) {
    const model::AttrDef& a = p_.attrs[AttrId(key.first)];
    std::string who = "game";
    if (a.sort == model::kPlayerSort)
      who = p_.players[at(key.second)];
    else if (a.sort == model::kCardSort)
      who = cards[at(key.second)].id;
    else if (a.sort != kNone)
      continue;
    std::string value;
    const bool member = a.type.kind == model::TypeKind::Enum && v.n >= 0 &&
                        at(v.n) < p_.enums[EnumId(a.type.id)].members.size();  // or none was chosen
    if (a.type.kind == model::TypeKind::Enum)
      value = member ? p_.enums[EnumId(a.type.id)].members[at(v.n)] : "?";
    else if (a.type.kind == model::TypeKind::Bool)
      value = v.n != 0 ? "true" : "false";
    else if (a.type.kind == model::TypeKind::Int)
      value = std::to_string(v.n);
    else
      continue;
    out[who + "." + a.name] = value;
  }
  return out;
}

Walk walk(const model::Program& program, const rulings::Case& question, size_t most_plays,
          const std::vector<model::ExprId>& watch) {
  Walk out;
  try {
    Play play(program, question);
    std::vector<std::pair<size_t, size_t>> choices;  // what is taken, of how many
    for (;;) {
      if (out.plays == most_plays) {
        out.stopped = "more than " + std::to_string(most_plays) + " plays";
        return out;
      }
      const std::string result = play.run(choices);
      ++out.plays;
      if (result == "impossible") {
      } else if (!play.played()) {
        ++out.unplayed;
      } else {
        Result r;
        r.facts = play.facts(result);
        if (result != "bounded" && result != "endless") {
          for (model::ExprId e : watch) r.watched.push_back(play.watch(e, result));
        }
        out.results.insert(std::move(r));
      }
      // the next list: the last choice that has another alternative takes it
      while (!choices.empty() && choices.back().first + 1 == choices.back().second)
        choices.pop_back();
      if (choices.empty()) break;
      ++choices.back().first;
    }
    out.complete = true;
    out.choosers = play.choosers;
    out.settled = play.settled;
  } catch (const Unknown& unknown) {
    out.stopped = unknown.what;
  }
  return out;
}

Asked ask(const model::Program& program, const rulings::Case& question, size_t most_plays,
          const rulings::Claim& claim) {
  Asked out;
  try {
    Play play(program, question);
    play.probe = &claim;
    std::vector<std::pair<size_t, size_t>> choices;
    for (size_t plays = 0;; ++plays) {
      if (plays == most_plays) {
        out.stopped = "more than " + std::to_string(most_plays) + " plays";
        return out;
      }
      const std::string result = play.run(choices);
      if (result == "legal" || result == "illegal") {
        out.asked = true;
        out.always = out.always && result == "legal";
        out.ever = out.ever || result == "legal";
      }
      while (!choices.empty() && choices.back().first + 1 == choices.back().second)
        choices.pop_back();
      if (choices.empty()) break;
      ++choices.back().first;
    }
    out.complete = true;
  } catch (const Unknown& unknown) {
    out.stopped = unknown.what;
  }
  return out;
}

}  // namespace hanrei::walker
