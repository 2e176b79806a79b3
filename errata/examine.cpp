#include "errata/examine.h"

#include <algorithm>

#include "checker/smaller.h"

namespace hanrei::errata {
namespace {

using base::Json;
using checker::Session;

/// The card as one version of the game has it.
/// The game before with only this card as it is after.
model::Game with_card(const model::Game& before, const model::Game& after, const std::string& name) {
  model::Game out = before;
  *card_in(out, name) = *card_in(after, name);
  return out;
}

bool names(const Document& d, const std::vector<std::string>& cards) {
  const std::string xml = checker::as_xml(d);
  return std::any_of(cards.begin(), cards.end(), [&](const std::string& c) { return xml.find(c) != std::string::npos; });
}

/// Rulings that stand otherwise: of those that name one of the cards, or of all.
void ask_rulings(Session& before, Session& after, const std::vector<Document>& corpus, const std::vector<std::string>& cards, bool every, const Asked& asked, Report& out) {
  checker::Options options;
  options.engine = checker::EngineChoice::Fast;
  options.readings = false;
  for (const Document& d : corpus) {
    if (d.is_deck) continue;
    ++out.rulings;
    if (!every && !names(d, cards)) continue;
    if (asked.stopped && asked.stopped()) { out.interrupted = true; return; }
    base::DiagnosticLog quiet;
    Flip flip{d.id, before.check(d, options, quiet).standing, checker::Standing::NotExamined};
    flip.after = after.check(d, options, quiet).standing;
    ++out.asked;
    if (flip.before != flip.after) out.flips.push_back(flip);
  }
}

}  // namespace

std::vector<Item> compare_changes(Session& before, Session& after, const model::Game& old_game, const model::Game& new_game, const base::SourceMap& sources, const std::vector<Document>& corpus, const Changes& changes, const Asked& asked, size_t states) {
  std::vector<Item> out;
  Item rulebook;
  Subject rules;
  /// With just these changes, or with all where they do not compile alone.
  const auto compared = [&](Item item, const model::Game& alone, const Subject& subject) {
    Asked now = asked;
    now.states = std::min(asked.states, states);
    if (states == 0) {
      item.outcome = Outcome::LeftOut;
    } else {
      Session session(alone, sources);
      item.together = session.compiled({})->code == nullptr;
      item.answer = differ(before, item.together ? after : session, corpus, subject, now);
      if (item.answer.verdict == Verdict::Interrupted) item.outcome = Outcome::Interrupted;
      states -= std::min(states, item.answer.scope.states);
    }
    out.push_back(std::move(item));
  };
  for (const Change& c : changes.list) {
    if (c.kind != Kind::Card) {
      if (!c.may_matter()) continue;
      rulebook.changes.push_back(c);
      if (c.old_place) rules.places[0].push_back(c.old_place);
      if (c.new_place) rules.places[1].push_back(c.new_place);
      continue;
    }
    Item item;
    item.changes.push_back(c);
    item.unread = c.may_matter() && c.standing == Standing::NotExamined;
    if (c.how != How::Changed) item.outcome = Outcome::OneSided;
    else if (!c.may_matter()) item.outcome = c.standing == Standing::NotExamined ? Outcome::NotExamined : Outcome::WordsOnly;
    if (item.outcome == Outcome::Compared) compared(std::move(item), with_card(old_game, new_game, c.id), {c.id, {std::vector{c.old_place}, std::vector{c.new_place}}});
    else out.push_back(std::move(item));
  }
  if (rulebook.changes.empty()) return out;
  model::Game alone = new_game;
  alone.cards = old_game.cards;
  compared(std::move(rulebook), alone, rules);
  return out;
}

Report examine(const model::Game& before, const model::Game& after, const base::SourceMap& sources, const std::vector<Document>& corpus, const Asked& asked) {
  Report out;
  const Changes all = changes(before, after);
  out.compared = all.compared;
  Session old_session(before, sources), new_session(after, sources);
  if (old_session.compiled({})->code == nullptr) { out.problem = "before"; return out; }
  if (new_session.compiled({})->code == nullptr) { out.problem = "after"; return out; }
  out.items = compare_changes(old_session, new_session, before, after, sources, corpus, all, asked, SIZE_MAX);
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

Report suppose(Session& before, Session& after, const Change& change, const Subject& subject, const std::vector<Document>& corpus, const Asked& asked) {
  Report out;
  out.compared = 1;
  if (before.compiled({})->code == nullptr) { out.problem = "before"; return out; }
  if (after.compiled({})->code == nullptr) { out.problem = "after"; return out; }
  Item item;
  item.changes.push_back(change);
  item.answer = differ(before, after, corpus, subject, asked);
  if (item.answer.verdict == Verdict::Interrupted) item.outcome = Outcome::Interrupted;
  out.interrupted = item.outcome == Outcome::Interrupted;
  out.items.push_back(std::move(item));
  ask_rulings(before, after, corpus, {}, true, asked, out);
  return out;
}

Conclusion conclusion(const Report& r) {
  Conclusion worst = r.items.empty() ? Conclusion::Nothing : Conclusion::Equivalent;
  if (!r.flips.empty()) worst = Conclusion::Functional;
  for (const Item& i : r.items) {
    const bool open = i.outcome == Outcome::NotExamined || i.outcome == Outcome::Interrupted || i.outcome == Outcome::LeftOut || (i.outcome == Outcome::Compared && (i.unread || i.answer.verdict == Verdict::Untouched || i.answer.verdict == Verdict::Unreached));
    worst = std::min(worst, i.outcome == Outcome::Compared && i.answer.verdict == Verdict::Functional ? Conclusion::Functional : open ? Conclusion::NotExamined : Conclusion::Equivalent);
  }
  return worst;
}

}  // namespace hanrei::errata
