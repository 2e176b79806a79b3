#include "errata/named.h"

#include <array>

#include "base/contains.h"
#include "errata/print.h"
#include "model/syntax/expression.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {
namespace {

using base::Json;
using base::Span;
using rulings::Document;
using rulings::Element;

/// All strings below a value, as mentions of one sort.
void each_string(Json& json, Mention mention, const Look& look) {
  if (json.is(Json::Kind::String)) look(json.string, json.span, mention);
  for (base::Member& m : json.members) each_string(m.value, mention, look);
  for (Json& item : json.items) each_string(item, mention, look);
}

bool is_prose(std::string_view key) {
  static constexpr std::string_view keys[] = {"ja", "en", "title", "why", "note"};
  return base::contains(keys, key);
}
bool is_beside(std::string_view key) {
  static constexpr std::string_view keys[] = {"since", "before", "read", "words", "$schema"};
  return base::contains(keys, key);
}

void each_clause(Json& clause, const Look& look) {
  for (base::Member& m : clause.members) {
    if (is_prose(m.key))
      each_string(m.value, Mention::Prose, look);
    else if (m.key == "clause" || m.key == "by" || m.key == "refers")
      each_string(m.value, Mention::Clause, look);
  }
}

void each_card(Json& card, const Look& look) {
  for (base::Member& m : card.members) {
    if (m.key == "card") {
      each_string(m.value, Mention::Formal, look);
    } else if (m.key == "text") {
      for (Json& wording : m.value.items)
        for (base::Member& part : wording.members)
          if (part.key == "spans")
            for (base::Member& span : part.value.members)
              each_string(span.value, Mention::Prose, look);
    } else if (m.key == "provisions") {
      for (Json& p : m.value.items) each_in_provision(p, look);
    } else if (is_printed_beside(m.key)) {
      look(m.key, m.key_span, Mention::Formal);
      each_in_provision(m.value, look);
    }
  }
}

void each_of_game(base::Member& m, const Look& look) {
  static constexpr std::string_view around[] = {"$schema",   "format",      "game", "title",
                                                "languages", "authorities", "read"};
  if (m.key == "readings") {
    for (Json& reading : m.value.items)
      for (base::Member& part : reading.members) {
        if (part.key == "by")
          each_string(part.value, Mention::Clause, look);
        else if (is_prose(part.key) || part.key == "options")
          each_string(part.value, Mention::Prose, look);
      }
  } else if (m.key == "revisions") {
    for (Json& revision : m.value.items)
      for (base::Member& part : revision.members) {
        if (part.key == "corrects")
          each_string(part.value, Mention::Clause, look);
        else if (is_prose(part.key))
          each_string(part.value, Mention::Prose, look);
      }
  } else if (!base::contains(around, m.key)) {
    each_in_provision(m.value, look);
  }
}

/// Is the attribute the number of a clause? docs/rulings.md: of what is cited, and of claims that
/// are about a clause; of one that a player can force the `by` is the player.
bool names_clause(const Element& e, const Element::Attribute& a) {
  return a.name == "clause" ||
         (e.name == "claim" && a.name == "by" && e.get("kind") != "forceable");
}

void each_element(Element& e, const Look& look) {
  static constexpr std::string_view prose[] = {"title", "question", "answer", "note", "partial"},
                                    beside[] = {"supersedes", "read", "follows",      "narrows",
                                                "presume",    "was",  "distinguishes"};
  if (base::contains(beside, e.name)) return;
  const bool words = base::contains(prose, e.name);
  // what the file and its cases are called is no name of the game
  const bool own =
      e.name == "ruling" || e.name == "case" || (e.name == "deck" && e.find("game") != nullptr);
  if (!own && !words)
    for (Element::Attribute& a : e.attributes) {
      const bool clause = names_clause(e, a);
      if (!clause) look(a.name, a.name_span, Mention::Formal);
      look(a.value, a.span, clause ? Mention::Clause : Mention::Formal);
    }
  if (!e.text.empty()) look(e.text, e.text_span, words ? Mention::Prose : Mention::Formal);
  for (Element& child : e.children) each_element(child, look);
}

/// Cards in brackets, as words name them.
void rename_in_brackets(std::string& text, const Names& cards) {
  static constexpr std::array<std::array<std::string_view, 2>, 3> brackets = {
      {{"《", "》"}, {"『", "』"}, {"「", "」"}}};
  for (const auto& [open, close] : brackets)
    for (size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
      at += open.size();
      const size_t end = text.find(close, at);
      if (end == std::string::npos) break;
      if (const auto now = cards.find(text.substr(at, end - at)); now != cards.end())
        text.replace(at, end - at, now->second);
    }
}

}  // namespace

void each_in_provision(Json& json, const Look& look) {
  if (json.is(Json::Kind::String)) look(json.string, json.span, Mention::Formal);
  for (base::Member& m : json.members) {
    const bool list = m.value.is(Json::Kind::Array);
    if (model::is_saying(m.key)) {
      each_string(m.value, Mention::Told, look);
    } else if (list && (m.key == "by" || m.key == "over" || m.key == "refers")) {
      each_string(m.value, Mention::Clause, look);
    } else if (m.key == "amend" && m.value.is(Json::Kind::String)) {
      each_string(m.value, Mention::Clause, look);
    } else if (m.key == "winner" || m.key == "loser") {
      for (base::Member& part : m.value.members)
        each_string(part.value, part.key == "id" ? Mention::Clause : Mention::Formal, look);
    } else if (is_prose(m.key)) {
      each_string(m.value, Mention::Prose, look);
    } else if (!is_beside(m.key) && !(list && m.key == "span")) {
      look(m.key, m.key_span, Mention::Formal);
      each_in_provision(m.value, look);
    }
  }
  for (Json& item : json.items) each_in_provision(item, look);
}

void each_mention(Json& file, const Look& look) {
  for (base::Member& m : file.members) {
    if (m.key == "clauses")
      for (Json& clause : m.value.items) each_clause(clause, look);
    if (m.key == "provisions")
      for (Json& p : m.value.items) each_in_provision(p, look);
    if (m.key == "cards")
      for (Json& card : m.value.items) each_card(card, look);
  }
}

void each_mention(model::Game& game, const Look& look) {
  for (base::Member& m : game.game.members) each_of_game(m, look);
  for (auto* files : {&game.rulebook, &game.cards})
    for (Json& file : *files) each_mention(file, look);
}

void each_mention(Document& ruling, const Look& look) { each_element(ruling.root, look); }

void each_in_book(Json& file, const Look& look) {
  for (base::Member& m : file.members)
    if (m.key == "phrases")
      for (Json& phrase : m.value.items)
        for (base::Member& part : phrase.members)
          if (part.key != "sort" && part.key != "text" && part.key != "note")
            each_in_provision(part.value, look);
}

void rename(std::string& text, Mention mention, const Renames& renames) {
  if (mention == Mention::Prose) return rename_in_brackets(text, renames.cards);
  if (mention == Mention::Clause)
    if (const auto now = renames.clauses.find(text); now != renames.clauses.end()) {
      text = now->second;
      return;
    }
  const auto called = [&](const std::string& name) -> const std::string* {
    for (const Names* names : {&renames.declared, &renames.cards})
      if (const auto now = names->find(name); now != names->end()) return &now->second;
    return nullptr;
  };
  if (const std::string* now = called(text)) {
    text = *now;
    return;
  }
  const auto places = model::names_in(text);
  for (size_t i = places.size(); i-- > 0;) {
    const auto [begin, end] = places[i];
    const std::string* now = called(text.substr(begin, end - begin));
    if (now == nullptr) continue;
    const bool quoted = begin > 0 && !model::is_plain_name(text.substr(begin - 1, 1)) &&
                        (text.compare(begin - 1, 1, "`") == 0 ||
                         (begin >= 3 && text.compare(begin - 3, 3, "《") == 0));
    text.replace(begin, end - begin,
                 quoted || model::is_plain_name(*now) ? *now : "《" + *now + "》");
  }
}

void call_as_now(model::Game& game, const Renames& renames) {
  if (renames.empty()) return;
  each_mention(game, [&](std::string& text, Span, Mention how) { rename(text, how, renames); });
}

void call_as_now(std::vector<Document>& rulings, const Renames& renames) {
  if (renames.empty()) return;
  for (Document& d : rulings)
    each_mention(d, [&](std::string& text, Span, Mention how) { rename(text, how, renames); });
}

void call_as_now(std::vector<Json>& book, const Renames& renames) {
  if (renames.empty()) return;
  for (Json& file : book)
    each_in_book(file, [&](std::string& text, Span, Mention how) { rename(text, how, renames); });
}

namespace {

Look into(Mentioned& all) {
  return [&all](const std::string& text, Span, Mention how) {
    if (how == Mention::Clause) all.clauses.insert(text);
    if (how != Mention::Formal && how != Mention::Clause) return;
    all.names.insert(text);
    for (const auto& [begin, end] : model::names_in(text))
      all.names.insert(text.substr(begin, end - begin));
  };
}

}  // namespace

void Mentioned::add(model::Game game) { each_mention(game, into(*this)); }
void Mentioned::add(const std::vector<Document>& rulings) {
  for (Document d : rulings) each_mention(d, into(*this));
}

}  // namespace hanrei::errata
