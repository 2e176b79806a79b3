#include "errata/examine.h"

#include <algorithm>

#include "base/json/write.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "base/sweep/portion.h"
#include "errata/alone.h"
#include "errata/fields.h"
#include "errata/words.h"
#include "rulings/xml/write.h"

namespace hanrei::errata {
namespace {

using base::Json;
using checker::Session;

const std::string& old_name(const Change& c) { return c.how == How::Renamed ? c.was : c.id; }

/// The game before with only this card as it is after, under the name that it had.
model::Game with_card(const model::Game& before, const model::Game& after, const Change& c) {
  model::Game out = before;
  *card_in(out, old_name(c)) = renamed_card(*card_in(after, c.id), old_name(c));
  return out;
}

/// What changed of a card: abilities, and what is printed on it.
std::vector<Part> parts_of(const Change& c, const Json& before, const Json& after) {
  std::vector<Part> out;
  for (const Ability& a : c.abilities)
    if (a.rules) out.push_back({a.id, {a.old_place, a.new_place}});
  Part print{"", {c.old_place, c.new_place}};
  const auto text = [](const Json* j) { return j == nullptr ? "" : base::canonical(*j); };
  for (const Json* card : {&before, &after})
    for (const base::Member& m : card->members) {
      if (!is_printed_beside(m.key) || text(before.find(m.key)) == text(after.find(m.key)))
        continue;
      if (print.printed.insert(m.key).second)
        print.name += (print.name.empty() ? "" : ", ") + m.key;
    }
  if (!print.printed.empty()) out.push_back(std::move(print));
  if (out.empty()) out.push_back({c.id, {c.old_place, c.new_place}});
  return out;
}

/// What changed in the rulebook. Clauses are there through the provisions that state them; a
/// reading where its options stand.
std::vector<Part> parts_of(const Change& c, const model::Game& before, const model::Game& after) {
  if (c.kind == Kind::Game) return {{c.id, {c.old_place, c.new_place}, {}, true}};
  if (c.kind == Kind::Provision) return {{c.id, {c.old_place, c.new_place}}};
  std::vector<Part> out;
  if (c.kind == Kind::Reading)
    for (size_t v = 0; v < 2; ++v)
      for (const model::ReadingDef& r : (v == 0 ? before : after).readings) {
        if (r.name == c.id)
          for (size_t k = 0; k < r.places.size(); ++k) {
            if (k >= out.size()) out.push_back({c.id});
            out[k].places[v] = r.places[k];
          }
      }
  return out;
}

bool names(const Document& d, const std::vector<std::string>& cards) {
  const std::string xml = rulings::as_xml(d);
  return std::ranges::any_of(
      cards, [&](const std::string& c) { return xml.find(c) != std::string::npos; });
}

/// Rulings that stand otherwise: of those that name one of the cards, or of all.
void ask_rulings(Session& before, Session& after, const std::vector<Document>& corpus,
                 const std::vector<std::string>& cards, bool every, const Asked& asked,
                 Report& out) {
  checker::Options options;
  options.engine = checker::EngineChoice::Fast;
  options.readings = false;
  std::vector<const Document*> ask;
  for (const Document& d : corpus) {
    if (d.is_deck) continue;
    ++out.rulings;
    if (every || names(d, cards)) ask.push_back(&d);
  }
  std::vector<std::optional<Flip>> found(ask.size());
  const auto item = [&](size_t i) { return "ruling " + ask[i]->path; };
  std::vector<size_t> todo;
  for (size_t i = 0; i < ask.size(); ++i) {
    Flip flip{ask[i]->id};
    if (base::to_do(asked.portion, item(i), std::tie(flip.before, flip.after)))
      todo.push_back(i);
    else
      found[i] = flip;
  }
  base::in_parallel(todo.size(), asked.jobs, [&](size_t k) {
    const size_t i = todo[k];
    base::DiagnosticLog quiet;
    const auto standing = [&](Session& s) { return s.check(*ask[i], options, quiet).standing; };
    found[i] = Flip{ask[i]->id, standing(before), standing(after)};
    if (asked.portion != nullptr)
      asked.portion->keep(item(i), base::fields_text(std::tie(found[i]->before, found[i]->after)));
  });
  for (const std::optional<Flip>& f : found) {
    if (!f) {
      out.interrupted = true;
      continue;
    }
    ++out.asked;
    if (f->before != f->after) out.flips.push_back(*f);
  }
}

/// Compares; what an asked-for end breaks off is interrupted.
template <class Compare>
void as_far_as_it_comes(Item& item, const Compare& compare) {
  try {
    compare();
  } catch (const base::Stopped&) {
    item.answer = {};
    item.answer.verdict = Verdict::Interrupted;
  }
  if (item.answer.verdict == Verdict::Interrupted) item.outcome = Outcome::Interrupted;
}

}  // namespace

std::vector<Item> compare_changes(Session& before, Session& after, const model::Game& old_game,
                                  const model::Game& new_game, const base::SourceMap& sources,
                                  const std::vector<Document>& corpus, const Changes& changes,
                                  const Asked& asked, size_t states) {
  std::vector<Item> out;
  Item rulebook;
  Subject rules;
  /// With just these changes, or with all where they do not compile alone.
  const auto compared = [&](Item item, const auto& game_alone, const Subject& subject) {
    const Change& first = item.changes[0];
    const std::string name = first.kind == Kind::Card ? "card " + first.id : "rulebook";
    const auto found = std::tie(item.outcome, item.together, item.answer);
    if (!base::to_do(asked.portion, name, found)) {
      out.push_back(std::move(item));
      return;
    }
    const model::Game alone = game_alone();
    Asked now = asked;
    now.states = std::min(asked.states, states);
    if (states == 0) {
      item.outcome = Outcome::LeftOut;
    } else {
      as_far_as_it_comes(item, [&] {
        Session session(alone, sources);
        item.together = session.compiled({})->code == nullptr;
        if (item.together && item.changes[0].how == How::Renamed)
          item.outcome = Outcome::OneSided;  // with all that changed it has another name
        else
          item.answer = differ(before, item.together ? after : session, corpus, subject, now);
      });
      states -= std::min(states, item.answer.scope.states);
    }
    if (asked.portion != nullptr) asked.portion->keep(name, base::fields_text(found));
    out.push_back(std::move(item));
  };
  for (const Change& c : changes.list) {
    if (c.kind != Kind::Card) {
      if (!c.may_matter()) continue;
      rulebook.changes.push_back(c);
      if (c.old_place) rules.places[0].push_back(c.old_place);
      if (c.new_place) rules.places[1].push_back(c.new_place);
      for (Part& part : parts_of(c, old_game, new_game)) {
        for (size_t v = 0; v < 2; ++v)
          if (c.kind == Kind::Reading && part.places[v]) rules.places[v].push_back(part.places[v]);
        rules.parts.push_back(std::move(part));
      }
      continue;
    }
    Item item;
    item.changes.push_back(c);
    item.unread = c.may_matter() && c.standing == Standing::NotExamined;
    const bool renamed = c.how == How::Renamed && (c.rules || c.attributes);  // and changed at once
    if (c.how != How::Changed && !renamed)
      item.outcome = Outcome::OneSided;
    else if (!c.may_matter())
      item.outcome =
          c.standing == Standing::NotExamined ? Outcome::NotExamined : Outcome::WordsOnly;
    if (item.outcome == Outcome::Compared)
      compared(std::move(item), [&] { return with_card(old_game, new_game, c); },
               {old_name(c),
                {std::vector{c.old_place}, std::vector{c.new_place}},
                parts_of(c, *card_in(old_game, old_name(c)), *card_in(new_game, c.id))});
    else
      out.push_back(std::move(item));
  }
  if (rulebook.changes.empty()) return out;
  compared(
      std::move(rulebook),
      [&] {
        model::Game alone = new_game;
        alone.cards = old_game.cards;
        return alone;
      },
      rules);
  return out;
}

std::vector<Item> compare_each(Session& after, const model::Game& old_game,
                               const model::Game& new_game, const base::SourceMap& sources,
                               const std::vector<Document>& corpus, const std::vector<Change>& of,
                               const Asked& asked, size_t states) {
  std::vector<Item> out;
  for (Alone& one : alone(of, old_game, new_game)) {
    Item item;
    item.changes.push_back(std::move(one.change));
    if (states == 0) {
      item.outcome = Outcome::LeftOut;
    } else {
      Asked now = asked;
      now.states = std::min(asked.states, states);
      as_far_as_it_comes(item, [&] {
        Session session(one.without, sources);
        item.together = session.compiled({})->code == nullptr;
        if (!item.together) item.answer = differ(session, after, corpus, one.subject, now);
      });
      states -= std::min(states, item.answer.scope.states);
    }
    out.push_back(std::move(item));
  }
  return out;
}

Report examine(const model::Game& before, const model::Game& after, base::SourceMap& sources,
               const std::vector<Document>& corpus, const Asked& asked) {
  Report out;
  Changes all = changes(before, after);
  out.compared = all.compared;
  Session old_session(before, sources), new_session(after, sources);
  if (old_session.compiled({})->code == nullptr) {
    out.broken = 0;
    return out;
  }
  if (new_session.compiled({})->code == nullptr) {
    out.broken = 1;
    return out;
  }
  if (const auto read = read_changed(book_before(before, sources), after, sources, all))
    prove(all, *read);
  out.items = compare_changes(old_session, new_session, before, after, sources, corpus, all, asked,
                              SIZE_MAX);
  std::vector<std::string> cards;
  bool rules = false;
  for (const Item& item : out.items) {
    out.interrupted = out.interrupted || item.outcome == Outcome::Interrupted;
    const Change& c = item.changes[0];
    if (c.kind == Kind::Card && c.how == How::Changed && c.may_matter()) cards.push_back(c.id);
    rules = rules || c.kind != Kind::Card;
  }
  ask_rulings(old_session, new_session, corpus, cards, rules, asked, out);
  return out;
}

Report suppose(Session& before, Session& after, const std::vector<Change>& changes,
               const std::vector<About>& about, const Subject& subject,
               const std::vector<Document>& corpus, const Asked& asked) {
  Report out;
  out.compared = 1;
  if (before.compiled({})->code == nullptr) {
    out.broken = 0;
    return out;
  }
  if (after.compiled({})->code == nullptr) {
    out.broken = 1;
    return out;
  }
  Item item;
  item.changes = changes;
  item.about = about;
  as_far_as_it_comes(item, [&] { item.answer = differ(before, after, corpus, subject, asked); });
  out.interrupted = item.outcome == Outcome::Interrupted;
  out.items.push_back(std::move(item));
  ask_rulings(before, after, corpus, {}, true, asked, out);
  return out;
}

Conclusion conclusion(const Report& r) {
  Conclusion worst = r.items.empty() ? Conclusion::Nothing : Conclusion::Equivalent;
  if (!r.flips.empty()) worst = Conclusion::Functional;
  for (const Item& i : r.items) {
    const bool open =
        i.outcome == Outcome::NotExamined || i.outcome == Outcome::Interrupted ||
        i.outcome == Outcome::LeftOut ||
        (i.outcome == Outcome::OneSided && i.changes.front().how == How::Removed) ||
        (i.outcome == Outcome::Compared && (i.unread || i.answer.verdict == Verdict::Untouched ||
                                            i.answer.verdict == Verdict::Unreached));
    worst =
        std::min(worst, i.outcome == Outcome::Compared && i.answer.verdict == Verdict::Functional
                            ? Conclusion::Functional
                        : open ? Conclusion::NotExamined
                               : Conclusion::Equivalent);
  }
  return worst;
}

}  // namespace hanrei::errata
