#include "errata/alone.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/contains.h"
#include "base/json/make.h"

namespace hanrei::errata {
namespace {

using base::Json;

/// Puts what stood at a place before at the place where it stands now; takes it out where it is
/// new, and puts it back at the end where it is gone.
void put_back(std::vector<Json>& now, const std::vector<Json>& then, Span old_place,
              Span new_place) {
  const auto stands_at = [](Span place) {
    return [place](const Json& j) { return place && j.span == place; };
  };
  const auto was = std::ranges::find_if(then, stands_at(old_place));
  const auto is = std::ranges::find_if(now, stands_at(new_place));
  if (is == now.end()) {
    if (was != then.end() && !new_place) now.push_back(*was);
  } else if (was == then.end()) {
    now.erase(is);
  } else {
    Json old = *was;  // for the words that stand there now
    std::erase_if(old.members, [](const base::Member& m) { return m.key == "span"; });
    if (const Json* span = is->find("span")) base::set_member(old, "span", *span);
    *is = std::move(old);
  }
}

std::vector<Json>* provisions_in(Json& of) {
  for (base::Member& m : of.members)
    if (m.key == "provisions") return &m.value.items;
  return nullptr;
}

std::vector<Alone> abilities(const Change& card, const model::Game& before,
                             const model::Game& after) {
  std::vector<Alone> out;
  const auto rules =
      std::ranges::count_if(card.abilities, [](const Ability& a) { return a.rules; });
  if (card.how != How::Changed || rules + (card.attributes ? 1 : 0) < 2) return out;
  for (const Ability& a : card.abilities) {
    if (a.standing != Standing::Restated || !a.rules || !a.new_place) continue;
    Alone one{card, after, {}};
    one.change.abilities = {a};
    if (std::vector<Json>* now = provisions_in(*card_in(one.without, card.id)))
      put_back(*now, provisions_of(*card_in(before, card.id)), a.old_place, a.new_place);
    one.subject = {card.id,
                   {std::vector{card.new_place, a.old_place}, std::vector{card.new_place}},
                   {{a.id, {a.old_place, a.new_place}}}};
    out.push_back(std::move(one));
  }
  return out;
}

/// Does a changed provision say something else where it cites the clause?
bool states(const Change& provision, const Change& clause) {
  if (provision.kind != Kind::Provision || !provision.substance) return false;
  const auto names = [&](const auto& ids) {
    return base::contains(ids, clause.id) || base::contains(ids, clause.was);
  };
  return provision.how == How::Added ? names(provision.clauses)
                                     : std::ranges::any_of(provision.parts, names);
}

std::vector<Alone> clauses(const std::vector<Change>& changes, const model::Game& before,
                           const model::Game& after) {
  std::vector<Alone> out;
  std::vector<Json> then;
  for (const Json* p : listed(before.rulebook, "provisions")) then.push_back(*p);
  const auto rules = std::ranges::count_if(changes, [](const Change& c) {
    return c.kind != Kind::Clause && c.kind != Kind::Card && c.rules;
  });
  for (const Change& clause : changes) {
    if (clause.kind != Kind::Clause || clause.how == How::Added || clause.how == How::Removed ||
        !clause.words || clause.standing != Standing::Restated)
      continue;
    std::vector<const Change*> stating;
    for (const Change& c : changes)
      if (states(c, clause)) stating.push_back(&c);
    if (stating.empty() || std::cmp_equal(stating.size(), rules)) continue;
    Alone one{clause, after, {}};
    for (const Change* c : stating) {
      for (Json& file : one.without.rulebook)
        if (std::vector<Json>* now = provisions_in(file);
            now != nullptr && (!c->new_place || file.span.file == c->new_place.file)) {
          put_back(*now, then, c->old_place, c->new_place);
          break;
        }
      one.subject.parts.push_back({c->id, {c->old_place, c->new_place}});
      if (c->old_place) one.subject.places[0].push_back(c->old_place);
      if (c->new_place) one.subject.places[1].push_back(c->new_place);
    }
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

std::vector<Alone> alone(const std::vector<Change>& changes, const model::Game& before,
                         const model::Game& after) {
  if (changes.empty()) return {};
  return changes[0].kind == Kind::Card ? abilities(changes[0], before, after)
                                       : clauses(changes, before, after);
}

}  // namespace hanrei::errata
