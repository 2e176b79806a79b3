#include "errata/changes.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "base/text/fnv.h"
#include "base/text/replace.h"
#include "errata/precedence.h"
#include "errata/substance.h"
#include "model/passes/dated.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {
namespace {

using base::Json;

// ---------------------------------------------------------------- pairs

/// Something that has a name and a content; the index is its position in the list it came from.
struct Listed {
  std::string id, body;
};
struct Pair {
  size_t before = Ability::kNone, after = Ability::kNone;
};

/// Pairs what belongs together: equal things first, then things of one name in their order, the
/// rest alone.
std::vector<Pair> pair_up(const std::vector<Listed>& before, const std::vector<Listed>& after) {
  std::vector<Pair> out;
  std::vector<char> used(before.size(), 0), done(after.size(), 0);
  const auto match = [&](const auto& key) {
    std::multimap<std::string, size_t> left;
    for (size_t i = 0; i < before.size(); ++i)
      if (used[i] == 0) left.emplace(key(before[i]), i);
    for (size_t k = 0; k < after.size(); ++k) {
      const auto it = done[k] != 0 ? left.end() : left.find(key(after[k]));
      if (it == left.end()) continue;
      used[it->second] = done[k] = 1;
      out.push_back({it->second, k});
      left.erase(it);
    }
  };
  match([](const Listed& i) { return i.id + "\n" + i.body; });
  match([](const Listed& i) { return i.id; });
  for (size_t i = 0; i < before.size(); ++i)
    if (used[i] == 0) out.push_back({i, Ability::kNone});
  for (size_t k = 0; k < after.size(); ++k)
    if (done[k] == 0) out.push_back({Ability::kNone, k});
  return out;
}

/// Among what is left alone: what is gone and what came and have one content that nothing else has,
/// are one thing renamed. `of` gives the content of the thing at a place of either list; none where
/// it is empty.
template <class Content>
void find_renamed(std::vector<Pair>& pairs, const Content& of) {
  std::map<std::string, std::pair<std::vector<size_t>, std::vector<size_t>>> by_body;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const Pair& p = pairs[i];
    if (p.before != Ability::kNone && p.after != Ability::kNone) continue;
    const bool went = p.after == Ability::kNone;
    const std::string body = of(!went, went ? p.before : p.after);
    if (!body.empty()) (went ? by_body[body].first : by_body[body].second).push_back(i);
  }
  std::vector<size_t> gone;
  for (const auto& [body, ends] : by_body) {
    if (ends.first.size() != 1 || ends.second.size() != 1) continue;
    pairs[ends.first[0]].after = pairs[ends.second[0]].after;
    gone.push_back(ends.second[0]);
  }
  std::sort(gone.rbegin(), gone.rend());
  for (size_t i : gone) pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(i));
}

// ---------------------------------------------------------------- cards

std::string attributes_of(const Json& card) {
  Json bare = card;
  std::erase_if(bare.members, [](const base::Member& m) { return !is_printed_beside(m.key); });
  std::string out;
  plain(bare, "", {}, out);
  return out;
}

/// The wording of a card, whatever its name; empty: it has none.
std::string plain_wording(const Json& card) {
  const std::string name = text_of(card.find("card"));
  std::string words = words_of(card);
  if (words.empty()) return "";
  if (!name.empty()) base::replace_all(words, name, "\x01");
  return base::digest(words);
}

/// The abilities of a card, whatever its name; empty: it has none.
std::string abilities_of(const Json& card) {
  std::string rules;
  for (const Json& p : provisions_of(card)) rules += rules_of(p, text_of(card.find("card"))) + "\n";
  return rules;
}

/// All of a card but its name. A card that says nothing is like any other such card.
std::string body_of(const Json& card) {
  const std::string words = plain_wording(card), rules = abilities_of(card);
  return words.empty() && rules.empty() ? "" : attributes_of(card) + "\n" + words + "\n" + rules;
}

Standing worse(Standing a, Standing b) { return std::max(a, b); }

/// Words as they are compared: without white space, or only what of them is more than dress.
using Taken = std::string (*)(const std::string&);
std::string as_printed(const std::string& words) { return base::digest(words); }

/// Has an ability that `other` has not words that `other` has not?
bool words_too(const Json& card, const Json& provision, const Json& other, Taken taken) {
  std::set<std::string> names, there = {taken("")};
  named_spans(provision, names);
  for (const auto& [name, words] : spans_of(other)) there.insert(taken(words));
  return std::ranges::any_of(spans_of(card), [&](const auto& span) {
    return names.contains(span.first) && !there.contains(taken(span.second));
  });
}

/// The spans of both versions that something stands for, such as an ability.
using Both = std::array<std::set<std::string>, 2>;

/// Do the words differ that the two stand for? Spans may be cut otherwise, or the file may have
/// them in another order.
bool words_differ(const Json& before, const Json& after, const Both& spans, Taken taken) {
  return taken(words_of(before, &spans[0])) != taken(words_of(after, &spans[1]));
}

/// How the words of two that stand on one card come one after the other: `aba`. What both stand
/// for says nothing.
std::string in_turns(const Json& card, const std::set<std::string>& a,
                     const std::set<std::string>& b) {
  std::string out;
  for (const auto& [name, words] : spans_of(card)) {
    const bool of_a = a.contains(name);
    if (of_a == b.contains(name) || as_printed(words) == as_printed("")) continue;
    if (const char of = of_a ? 'a' : 'b'; !out.ends_with(of)) out += of;
  }
  return out;
}

/// Which of those that have the words that they had come in another order than they did.
std::vector<bool> moved(const Json& before, const Json& after, const std::vector<Both>& all) {
  std::vector<bool> out(all.size(), false), same;
  for (const Both& one : all) same.push_back(!words_differ(before, after, one, as_printed));
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t k = i + 1; k < all.size(); ++k)
      if (same[i] && same[k] &&
          in_turns(before, all[i][0], all[k][0]) != in_turns(after, all[i][1], all[k][1]))
        out[i] = out[k] = true;
  return out;
}

void compare_abilities(const Json& before, const Json& after, const Targets& targets,
                       Change& change) {
  const auto self = [](const Json& card) { return text_of(card.find("card")); };
  const auto items = [&](const Json& card) {
    std::vector<Listed> out;
    for (const Json& p : provisions_of(card)) out.push_back({id_of(p), rules_of(p, self(card))});
    return out;
  };
  const auto substance = [&](bool now, size_t at) {
    const Json& card = now ? after : before;
    return substance_of(provisions_of(card)[at], self(card));
  };
  const std::vector<Listed> old_items = items(before), new_items = items(after);
  std::vector<Pair> pairs = pair_up(old_items, new_items);
  find_renamed(pairs, substance);
  // Of statics of one card that came into being together, the first works first.
  const auto overtaken = [&](const Pair& one) {
    const auto modifies = [&](const Pair& p) {
      return p.before == Ability::kNone || p.after == Ability::kNone
                 ? ""
                 : text_of(provisions_of(after)[p.after].find("modify"));
    };
    return !modifies(one).empty() && std::ranges::any_of(pairs, [&](const Pair& other) {
      return modifies(other) == modifies(one) &&
             (other.before < one.before) != (other.after < one.after);
    });
  };
  // Of each pair; the last are the words that no ability states and no mark calls flavour.
  std::vector<Both> stated(pairs.size() + 1);
  for (size_t i = 0; i < pairs.size(); ++i)
    if (pairs[i].before != Ability::kNone && pairs[i].after != Ability::kNone) {
      named_spans(provisions_of(before)[pairs[i].before], stated[i][0]);
      named_spans(provisions_of(after)[pairs[i].after], stated[i][1]);
    }
  for (const size_t v : {0u, 1u})
    for (const Unstated& u : unstated(v == 0 ? before : after))
      if (!u.flavour) stated.back()[v].insert(u.span);
  const std::vector<bool> elsewhere = moved(before, after, stated);
  for (size_t i = 0; i < pairs.size(); ++i) {
    const Pair& pair = pairs[i];
    Ability a;
    a.before = pair.before;
    a.after = pair.after;
    const bool was = pair.before != Ability::kNone, is = pair.after != Ability::kNone,
               both = was && is;
    const Json* old_rules = was ? &provisions_of(before)[pair.before] : nullptr;
    const Json* new_rules = is ? &provisions_of(after)[pair.after] : nullptr;
    a.id = is ? new_items[pair.after].id : old_items[pair.before].id;
    if (was) a.old_place = old_rules->span;
    if (is) a.new_place = new_rules->span;
    std::set<std::string> spans;
    named_spans(is ? *new_rules : *old_rules, spans);
    a.spans.assign(spans.begin(), spans.end());
    if (is) {
      a.digest = ability_digest(after, *new_rules);
      a.signature = signature(*new_rules, a.digest);
      // The digest is of the words alone: who signed them where they stood has not read them here.
      if (elsewhere[i] && signature(*old_rules, a.digest)) a.signature.reset();
    }
    const auto reworded = [&](Taken taken) {
      return both ? elsewhere[i] || words_differ(before, after, stated[i], taken)
                  : change.words && (is ? words_too(after, *new_rules, before, taken)
                                        : words_too(before, *old_rules, after, taken));
    };
    const bool words = reworded(as_printed), covers = words && reworded(letters_of);
    const bool aims = both && (targets.differ(*old_rules, *new_rules) || overtaken(pair));
    a.rules = !both || aims || a.id != old_items[pair.before].id ||
              (old_items[pair.before].body != new_items[pair.after].body &&
               notation_of(*old_rules, self(before)) != notation_of(*new_rules, self(after)));
    if (!words && !a.rules) continue;
    const bool restated =
        !both || aims || (a.rules && substance(false, pair.before) != substance(true, pair.after));
    a.standing = !words        ? Standing::RulesOnly
                 : restated    ? (covers ? Standing::Restated : Standing::RulesOnly)
                 : a.signature ? Standing::Reread
                               : Standing::NotExamined;
    change.rules = change.rules || a.rules;
    change.standing = worse(change.standing, a.standing);
    change.abilities.push_back(std::move(a));
  }
  std::ranges::stable_sort(change.abilities, [](const Ability& a, const Ability& b) {
    return std::pair(a.after, a.before) < std::pair(b.after, b.before);
  });
}

// ---------------------------------------------------------------- lists of both games

using List = std::vector<const Json*>;

/// Pairs two lists and says of each pair whether it came, went or was renamed; `differ` fills in
/// the rest, and says whether there is any difference. `alike`: less than the body, by which what
/// was renamed and changed at once is known again.
template <class Id, class Body, class Differ>
void compare(Changes& out, Kind kind, const List& before, const List& after, bool rename,
             const Id& id_of, const Body& body, const Differ& differ,
             const std::vector<std::string (*)(const Json&)>& alike = {}) {
  const auto items = [&](const List& list) {
    std::vector<Listed> made;
    for (const Json* j : list) made.push_back({id_of(*j), body(*j)});
    return made;
  };
  const std::vector<Listed> old_items = items(before), new_items = items(after);
  out.compared += before.size() + after.size();
  std::vector<Pair> pairs = pair_up(old_items, new_items);
  if (rename)
    find_renamed(pairs,
                 [&](bool now, size_t at) { return (now ? new_items : old_items)[at].body; });
  for (const auto& part : alike)
    find_renamed(pairs, [&](bool now, size_t at) { return part(*(now ? after : before)[at]); });
  for (const Pair& p : pairs) {
    const Json* was = p.before == Ability::kNone ? nullptr : before[p.before];
    const Json* is = p.after == Ability::kNone ? nullptr : after[p.after];
    Change c;
    c.kind = kind;
    c.id = is != nullptr ? new_items[p.after].id : old_items[p.before].id;
    c.how = was == nullptr                                    ? How::Added
            : is == nullptr                                   ? How::Removed
            : new_items[p.after].id != old_items[p.before].id ? How::Renamed
                                                              : How::Changed;
    if (c.how == How::Renamed) c.was = old_items[p.before].id;
    if (was != nullptr) c.old_place = was->span;
    if (is != nullptr) c.new_place = is->span;
    if (differ(was, is, c) || c.how != How::Changed) out.list.push_back(std::move(c));
  }
}

void answer_for(Change& c, const Json& now, std::string digest) {
  c.digest = std::move(digest);
  c.signature = signature(now, c.digest);
}

void compare_cards(Changes& out, const model::Game& before, const model::Game& after) {
  const Targets targets(before, after, out);
  compare(
      out, Kind::Card, listed(before.cards, "cards"), listed(after.cards, "cards"), true,
      [](const Json& j) { return text_of(j.find("card")); }, body_of,
      [&targets](const Json* was, const Json* is, Change& c) {
        static const Json nothing;
        Json as_named;  // its name is no part of what its words say
        if (c.how == How::Renamed) {
          as_named = renamed_card(*was, c.id);
          was = &as_named;
        }
        c.words = as_printed(was == nullptr ? "" : words_of(*was)) !=
                  as_printed(is == nullptr ? "" : words_of(*is));
        c.attributes = was == nullptr || is == nullptr || attributes_of(*was) != attributes_of(*is);
        if (c.attributes && was != nullptr && is != nullptr)
          c.terms = {attribute_lines(*was), attribute_lines(*is)};
        compare_abilities(was == nullptr ? nothing : *was, is == nullptr ? nothing : *is, targets,
                          c);
        if (was == nullptr)  // they came with the card, but for those that have no words
          std::erase_if(c.abilities,
                        [](const Ability& a) { return a.standing != Standing::RulesOnly; });
        if (is == nullptr) c.abilities.clear();
        if (c.standing == Standing::Same && c.words) c.standing = Standing::NoRules;
        return c.words || c.rules || c.attributes || !c.abilities.empty();
      },
      {plain_wording, abilities_of});
}

void compare_provisions(Changes& out, const model::Game& before, const model::Game& after) {
  compare(
      out, Kind::Provision, listed(before.rulebook, "provisions"),
      listed(after.rulebook, "provisions"), true, id_of,
      [](const Json& j) {  // without its name, so that it can be found renamed; only procedures,
                           // orders … have one to lose
        return rules_of(j, name_of(j).second);
      },
      [](const Json* was, const Json* is, Change& c) {
        c.form = name_of(is != nullptr ? *is : *was).first;
        std::set<std::string> clauses;
        clauses_of(was != nullptr ? *was : *is, clauses);
        c.cited.assign(clauses.begin(), clauses.end());
        if (is != nullptr) clauses_of(*is, clauses);
        c.clauses.assign(clauses.begin(), clauses.end());
        c.rules = was == nullptr || is == nullptr ||
                  (rules_of(*was) != rules_of(*is) && notation_of(*was) != notation_of(*is));
        c.substance =
            c.rules && (was == nullptr || is == nullptr || substance_of(*was) != substance_of(*is));
        if (c.substance && was != nullptr && is != nullptr)
          c.parts = cited_where_changed(*was, *is);
        const std::set<std::string> all(c.cited.begin(), c.cited.end());
        for (std::set<std::string>& part : c.parts)  // the provision as a whole cites for it
          if (part.empty()) part = all;
        if (c.parts.empty()) c.parts = {all};
        return c.rules;
      },
      {[](const Json& j) { return substance_of(j); }});
}

/// Does a provision do nothing but declare a name, which nothing else in the game says?
bool idle(const Change& c, const model::Game& game) {
  const Json* self = nullptr;
  for (const Json* p : listed(game.rulebook, "provisions"))
    if (p->span.file == c.new_place.file && p->span.begin == c.new_place.begin) self = p;
  if (c.how != How::Added || self == nullptr) return false;
  const bool declares = c.form == "procedure" || c.form == "act" ||
                        std::ranges::any_of(model::schema_forms(), [&](const model::Form& f) {
                          return f.name == c.form && f.shape == model::Shape::Name;
                        });
  const std::string name = text_of(self->find(c.form));
  const auto says = [&](const Json* p) {
    return p != self && rules_of(*p).find(name) != std::string::npos;
  };
  const auto rules = listed(game.rulebook, "provisions");
  return declares && !name.empty() && std::ranges::none_of(rules, says) &&
         std::ranges::none_of(listed(game.cards, "cards"), [&](const Json* card) {
           return std::ranges::any_of(provisions_of(*card),
                                      [&](const Json& p) { return says(&p); });
         });
}

/// How provisions and the clauses that they state stand to each other, once all that changed is
/// known.
void judge_clauses(Changes& out, const model::Game& after) {
  std::set<std::string> changed, stated, reworded, moved;
  std::set<std::string> changed_now;  // with what the changed ones state only now
  for (const Change& c : out.list) {
    if (c.kind == Kind::Provision && c.substance && !idle(c, after)) {
      for (const auto& part : c.parts) changed.insert(part.begin(), part.end());
      changed_now.insert(c.clauses.begin(), c.clauses.end());
    }
    if (c.kind != Kind::Clause) continue;
    if (c.covers) reworded.insert({c.id, c.was});
    if (c.how != How::Changed) moved.insert({c.id, c.was});
  }
  for (const Json* p : listed(after.rulebook, "provisions")) clauses_of(*p, stated);
  for (Change& c : out.list) {
    if (c.kind == Kind::Provision) {
      const auto among = [](const std::set<std::string>& set) {
        return [&set](const std::string& id) { return set.contains(id); };
      };
      const auto goes_along = [&](const std::set<std::string>& part) {
        return std::ranges::any_of(part, among(reworded));
      };
      const bool words = std::ranges::all_of(c.parts, goes_along) ||
                         (!c.substance && (std::ranges::any_of(c.clauses, among(moved)) ||
                                           std::ranges::any_of(c.clauses, among(reworded))));
      // What cites no clause has no words to go along with.
      const bool nothing = c.clauses.empty() && (!c.substance || idle(c, after));
      c.standing = nothing ? Standing::Same : words ? Standing::Restated : Standing::RulesOnly;
    } else if (c.kind == Kind::Clause && c.words) {
      const bool along = c.covers && (changed.contains(c.id) || changed.contains(c.was) ||
                                      (c.how == How::Added && changed_now.contains(c.id)));
      c.standing = along                    ? Standing::Restated
                   : !stated.contains(c.id) ? Standing::NoRules
                   : c.signature            ? Standing::Reread
                                            : Standing::NotExamined;
    } else if (c.kind == Kind::Clause) {
      for (const Change& other : out.list)
        if (other.kind == Kind::Clause && other.how == How::Renamed)
          base::replace_all(c.frame[0], "\"" + other.was + "\"", "\"" + other.id + "\"");
      if (c.frame[0] != c.frame[1]) c.standing = Standing::RulesOnly;
    }
  }
}

void compare_clauses(Changes& out, const model::Game& before, const model::Game& after) {
  const auto others = [](const Json& j) {
    Json bare = j;
    std::erase_if(bare.members, [](const base::Member& m) {
      return m.key == "clause" || m.key == "title" || m.key == "ja" || m.key == "en" ||
             m.key == "why";
    });
    std::string text;
    plain(bare, "", {}, text);
    return text;
  };
  const auto letters = [](const Json& j) {
    return letters_of(text_of(j.find("ja"))) + "\n" + letters_of(text_of(j.find("en")));
  };
  compare(
      out, Kind::Clause, listed(before.rulebook, "clauses"), listed(after.rulebook, "clauses"),
      true, [](const Json& j) { return text_of(j.find("clause")); }, clause_words,
      [&](const Json* was, const Json* is, Change& c) {
        c.words = was == nullptr || is == nullptr ||
                  base::digest(clause_words(*was)) != base::digest(clause_words(*is));
        c.attributes = was == nullptr || is == nullptr || others(*was) != others(*is);
        c.covers = c.words && (was == nullptr || is == nullptr || letters(*was) != letters(*is));
        c.clauses = {c.id};
        if (is != nullptr) answer_for(c, *is, clause_digest(*is));
        if (was != nullptr && is != nullptr) {
          c.terms = {clause_terms(*was), clause_terms(*is)};
          c.frame = {clause_frame(*was), clause_frame(*is)};
        }
        return c.words || c.attributes;
      });
}

void compare_rest(Changes& out, const model::Game& before, const model::Game& after) {
  // Titles and reasons are words; the options and which of them counts are rules.
  const auto body = [](const Json& j) {
    std::string text;
    plain(j, "", {}, text);
    return text;
  };
  compare(
      out, Kind::Reading, readings_of(before), readings_of(after), true,
      [](const Json& j) { return text_of(j.find("reading")); },
      [&](const Json& j) {
        Json bare = j;
        std::erase_if(bare.members, [](const base::Member& m) { return m.key == "reading"; });
        return body(bare);
      },
      [&](const Json* was, const Json* is, Change& c) {
        c.rules = was == nullptr || is == nullptr || reading_terms(*was) != reading_terms(*is);
        c.words = was == nullptr || is == nullptr ||
                  base::digest(reading_words(*was)) != base::digest(reading_words(*is));
        if (is != nullptr) answer_for(c, *is, reading_digest(*is));
        if (was != nullptr && is != nullptr)
          c.terms = {reading_terms(*was) + "\n" + reading_words(*was),
                     reading_terms(*is) + "\n" + reading_words(*is)};
        return c.rules || c.words;
      });
  std::map<std::string, std::pair<const base::Member*, const base::Member*>> keys;
  for (const base::Member& m : before.game.members) keys[m.key].first = &m;
  for (const base::Member& m : after.game.members) keys[m.key].second = &m;
  for (const auto& [key, both] : keys) {
    if (key == "$schema" || key == "readings" || key == "read") continue;
    ++out.compared;
    const auto& [was, is] = both;
    if (was != nullptr && is != nullptr && body(was->value) == body(is->value)) continue;
    Change c;
    c.kind = Kind::Game;
    c.id = key;
    c.how = was == nullptr ? How::Added : is == nullptr ? How::Removed : How::Changed;
    if (was != nullptr) c.old_place = was->value.span;
    if (is != nullptr) c.new_place = is->value.span;
    c.words = !is_game_rule(key);
    c.rules = !c.words;
    if (c.rules) {
      answer_for(c, after.game, game_digest(after.game));
      c.terms = {was == nullptr ? "" : key + "=" + one_line(was->value),
                 is == nullptr ? "" : key + "=" + one_line(is->value)};
    }
    out.list.push_back(std::move(c));
  }
}

/// What asks for a reading asks for it by the name that it has now.
void call_readings(const std::map<std::string, std::string>& names, Json& in) {
  for (base::Member& m : in.members) {
    const auto now = m.key == "reading" ? names.find(text_of(&m.value)) : names.end();
    if (now != names.end())
      m.value.string = now->second;
    else
      call_readings(names, m.value);
  }
  for (Json& item : in.items) call_readings(names, item);
}

}  // namespace

bool Change::may_matter() const {
  return rules || attributes || (kind == Kind::Card && how != How::Changed);
}
bool Change::is_regime() const {
  return kind == Kind::Provision && (form == "exchange" || form == "order" || form == "settle");
}

const Json* card_in(const model::Game& game, const std::string& name) {
  for (const Json* card : listed(game.cards, "cards"))
    if (const Json* n = card->find("card"); n != nullptr && n->string == name) return card;
  return nullptr;
}
Json renamed_card(const Json& card, const std::string& name) {
  const std::string old = text_of(card.find("card"));
  const std::function<void(Json&)> rename = [&](Json& j) {
    if (j.is(Json::Kind::String) && !old.empty()) base::replace_all(j.string, old, name);
    for (Json& item : j.items) rename(item);
    for (base::Member& m : j.members) rename(m.value);
  };
  Json out = card;
  rename(out);
  return out;
}
Json* card_in(model::Game& game, const std::string& name) {
  return const_cast<Json*>(card_in(std::as_const(game), name));
}

Changes changes(const model::Game& old_game, const model::Game& new_game) {
  // What revisions have replaced is compared as it stands last; that a date of it changed is not
  // seen here.
  model::Game before = old_game, after = new_game;
  for (model::Game* g : {&before, &after}) model::keep_in_force(*g, {});
  Changes out;
  compare_rest(out, before, after);
  std::map<std::string, std::string> readings;
  for (const Change& c : out.list)
    if (c.kind == Kind::Reading && c.how == How::Renamed) readings.emplace(c.was, c.id);
  if (!readings.empty())
    for (auto* files : {&before.rulebook, &before.cards})
      for (Json& file : *files) call_readings(readings, file);
  compare_clauses(out, before, after);
  compare_provisions(out, before, after);
  compare_cards(out, before, after);
  judge_clauses(out, after);
  compare_order(out, before, after);
  std::ranges::stable_sort(out.list, [](const Change& a, const Change& b) {
    return std::tie(a.kind, a.form, a.id) < std::tie(b.kind, b.form, b.id);
  });
  return out;
}

std::string_view kind_text(const Change& change, base::Lang lang) {
  static constexpr std::string_view en[] = {"game.json", "reading", "clause", "", "card"},
                                    ja[] = {"game.json", "解釈", "条項", "", "カード"};
  if (change.kind == Kind::Provision) return change.form;
  return (lang == base::Lang::Ja ? ja : en)[static_cast<size_t>(change.kind)];
}

std::string_view how_text(How how, base::Lang lang) {
  static constexpr std::string_view en[] = {"added", "removed", "renamed", "changed"},
                                    ja[] = {"追加", "削除", "改名", "変更"};
  return (lang == base::Lang::Ja ? ja : en)[static_cast<size_t>(how)];
}

std::string_view standing_text(Standing standing) {
  static constexpr std::string_view text[] = {"same",   "no-rules",     "restated",  "proven",
                                              "reread", "not-examined", "rules-only"};
  return text[static_cast<size_t>(standing)];
}

}  // namespace hanrei::errata
