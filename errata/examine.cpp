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

Report examine(const model::Game& before, const model::Game& after, const base::SourceMap& sources, const std::vector<Document>& corpus, const Asked& asked) {
  Report out;
  const Changes all = changes(before, after);
  out.compared = all.compared;
  Session old_session(before, sources), new_session(after, sources);
  if (old_session.compiled({})->code == nullptr) { out.problem = "before"; return out; }
  if (new_session.compiled({})->code == nullptr) { out.problem = "after"; return out; }
  Item rulebook;
  Subject rules;
  std::vector<std::string> cards;
  for (const Change& c : all.list) {
    if (c.kind != Kind::Card) {
      if (!c.may_matter()) continue;
      rulebook.changes.push_back(c);
      if (c.old_place) rules.places[0].push_back(c.old_place);
      if (c.new_place) rules.places[1].push_back(c.new_place);
      continue;
    }
    Item item;
    item.changes.push_back(c);
    if (c.how != How::Changed) item.outcome = Outcome::OneSided;
    else if (!c.may_matter()) item.outcome = c.standing == Standing::NotExamined ? Outcome::NotExamined : Outcome::WordsOnly;
    else {
      cards.push_back(c.id);
      item.unread = c.standing == Standing::NotExamined;
      const model::Game alone = with_card(before, after, c.id);
      Session session(alone, sources);
      item.together = session.compiled({})->code == nullptr;
      item.answer = differ(old_session, item.together ? new_session : session, corpus, {c.id, {std::vector{c.old_place}, std::vector{c.new_place}}}, asked);
      if (item.answer.verdict == Verdict::Interrupted) item.outcome = Outcome::Interrupted;
    }
    out.interrupted = out.interrupted || item.outcome == Outcome::Interrupted;
    out.items.push_back(std::move(item));
  }
  if (!rulebook.changes.empty()) {
    model::Game alone = after;
    alone.cards = before.cards;
    Session session(alone, sources);
    rulebook.together = session.compiled({})->code == nullptr;
    rulebook.answer = differ(old_session, rulebook.together ? new_session : session, corpus, rules, asked);
    if (rulebook.answer.verdict == Verdict::Interrupted) rulebook.outcome = Outcome::Interrupted;
    out.interrupted = out.interrupted || rulebook.outcome == Outcome::Interrupted;
    out.items.push_back(std::move(rulebook));
  }
  ask_rulings(old_session, new_session, corpus, cards, !rules.places[0].empty() || !rules.places[1].empty(), asked, out);
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
    const bool open = i.outcome == Outcome::NotExamined || i.outcome == Outcome::Interrupted || (i.outcome == Outcome::Compared && (i.unread || i.answer.verdict == Verdict::Untouched));
    worst = std::min(worst, i.outcome == Outcome::Compared && i.answer.verdict == Verdict::Functional ? Conclusion::Functional : open ? Conclusion::NotExamined : Conclusion::Equivalent);
  }
  return worst;
}

}  // namespace hanrei::errata
