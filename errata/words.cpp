#include "errata/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/json/make.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/filled.h"
#include "model/phrases/normal.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {

using base::Json;
using model::phrases::Against;
using model::phrases::CardRead;
using model::phrases::CardsRead;

namespace {

constexpr size_t kNamed = 8;  // cards in a line

std::string names_of(const std::vector<std::string>& cards, base::Lang lang) {
  std::string out;
  if (cards.empty()) return "–";
  for (size_t i = 0; i < cards.size() && i < kNamed; ++i)
    out += (i == 0 ? "" : lang == base::Lang::Ja ? "、" : ", ") + cards[i];
  if (cards.size() > kNamed)
    out += (lang == base::Lang::Ja ? " ほか " : " and ") + std::to_string(cards.size() - kNamed) +
           (lang == base::Lang::Ja ? "" : " more");
  return out;
}
std::string names_in_both(const std::vector<std::string>& cards) {
  return base::in_both(names_of(cards, base::Lang::En), names_of(cards, base::Lang::Ja));
}

/// What a card is read as: one text for each meaning of it, in order; empty: it is not read whole.
std::set<std::string> read_as(const CardRead* c, const model::phrases::Declared& names) {
  std::set<std::string> out;
  if (c == nullptr) return out;
  for (const model::phrases::Meaning& m : c->reading.meanings)
    out.insert(model::phrases::normal(m.provisions,
                                      c->reading.text.print(0, c->reading.text.size()), names));
  return out;
}

bool contradicts(Against a) { return a == Against::Differs || a == Against::Ambiguous; }

}  // namespace

BookFiles book_before(const model::Game& before, base::SourceMap& sources) {
  base::DiagnosticLog quiet;
  BookFiles out{model::phrases::book_files(before, sources, quiet)};
  if (quiet.has_errors()) return {{}, true};
  out.unread = !out.files.empty() && !model::phrases::make_book(before, out.files, quiet);
  return out;
}

bool book_fails(const BookFiles& book, const model::Game& after, const Changes& changes) {
  if (book.unread || book.files.empty()) return book.unread;
  base::DiagnosticLog quiet;
  return std::ranges::any_of(changes.list,
                             [](const Change& c) {
                               return c.kind == Kind::Card && c.words && c.how != How::Removed;
                             }) &&
         !model::phrases::make_book(after, book.files, quiet);
}

std::optional<CardsRead> read_changed(const BookFiles& from, const model::Game& after,
                                      base::SourceMap& sources, const Changes& changes) {
  model::phrases::Asked asked;
  asked.near = false;
  for (const Change& c : changes.list)
    if (c.kind == Kind::Card && c.how != How::Removed &&
        (c.words || c.rules || c.how == How::Added))
      asked.cards.push_back(c.id);
  if (asked.cards.empty() || from.files.empty()) return std::nullopt;
  base::DiagnosticLog quiet;
  const auto book = model::phrases::make_book(after, from.files, quiet);
  if (!book) return std::nullopt;
  return model::phrases::read_cards(*book, after, sources, asked);
}

CardsRead read_before(const BookFiles& from, const model::Game& before, base::SourceMap& sources,
                      const CardsRead& read) {
  model::phrases::Asked asked;
  asked.near = false;
  for (const CardRead& c : read.cards)
    if (c.against == Against::Differs && card_in(before, c.name) != nullptr)
      asked.cards.push_back(c.name);
  if (asked.cards.empty() || from.files.empty()) return {};
  base::DiagnosticLog quiet;
  const auto book = model::phrases::make_book(before, from.files, quiet);
  return book ? model::phrases::read_cards(*book, before, sources, asked) : CardsRead{};
}

void prove(Changes& changes, const CardsRead& read) {
  std::set<std::string> same;
  for (const CardRead& c : read.cards)
    // Of words that compile themselves nobody has to sign that they were read; where the book of
    // before reads them, it has to read the same. Of those that are not read nothing is proven.
    if (c.against == Against::Same ||
        (c.compiled && c.abilities && !c.abilities->items.empty() &&
         (c.against == Against::Alone || c.against == Against::Unread)))
      same.insert(c.name);
  for (Change& c : changes.list) {
    if (c.kind != Kind::Card || !same.contains(c.id)) continue;
    c.standing = c.words ? Standing::NoRules : Standing::Same;
    for (Ability& a : c.abilities) {
      if (a.standing == Standing::NotExamined || a.standing == Standing::Restated)
        a.standing = Standing::Proven;
      c.standing = std::max(c.standing, a.standing);
    }
  }
}

void state_as_read(Json& card, const CardRead& read, base::SourceMap& sources) {
  base::DiagnosticLog quiet;
  const std::string text = base::canonical(read.reading.meanings[0].provisions);
  if (auto json = base::read_json(sources, sources.add("《" + read.name + "》", text), quiet))
    base::set_member(card, "provisions", std::move(*json));
}

model::Game as_read(const model::Game& game, const std::vector<const CardRead*>& of,
                    base::SourceMap& sources) {
  model::Game out = game;
  for (const CardRead* c : of)
    if (Json* card = card_in(out, c->name)) state_as_read(*card, *c, sources);
  return out;
}

std::vector<Item> compare_words(checker::Session& hand, const model::Game& game,
                                base::SourceMap& sources, const CardsRead& read,
                                const std::vector<Document>& corpus, const Asked& asked,
                                size_t states) {
  std::vector<const CardRead*> differing;
  for (const CardRead& c : read.cards)
    if (c.against == Against::Differs) differing.push_back(&c);
  if (differing.empty()) return {};
  const model::Game words = as_read(game, differing, sources);
  checker::Session session(words, sources);
  return compare_changes(hand, session, game, words, sources, corpus, changes(game, words), asked,
                         states);
}

std::vector<findings::Finding> judge_proven(const Changes& changes,
                                            const base::SourceMap& sources) {
  std::vector<findings::Finding> out;
  for (const Change& c : changes.list)
    if (std::ranges::any_of(c.abilities,
                            [](const Ability& a) { return a.standing == Standing::Proven; }))
      out.push_back(findings::make(findings::Code::Proven, {"《" + c.id + "》"}, {c.id},
                                   findings::locate(sources, c.new_place)));
  return out;
}

std::vector<findings::Finding> judge_phrases(const BookFiles& was, const model::Game& after,
                                             base::SourceMap& sources, base::DiagnosticLog& log) {
  const auto text = [](const std::vector<Json>& files) {
    std::string out;
    for (const Json& file : files) out += sorted_text(file) + "\n";
    return out;
  };
  const std::vector<Json> is = model::phrases::book_files(after, sources, log);
  if (text(was.files) == text(is)) return {};
  base::DiagnosticLog quiet;
  const auto pool = [&](const std::vector<Json>& files, base::DiagnosticLog& to) {
    const auto book = files.empty() ? std::nullopt : model::phrases::make_book(after, files, to);
    return book ? model::phrases::read_cards(*book, after, sources, {}) : CardsRead{};
  };
  const model::phrases::Declared names = model::phrases::declared(after);
  const CardsRead old = pool(was.files, quiet), now = pool(is, log);
  std::map<std::string, std::array<const CardRead*, 2>> cards;
  for (const CardRead& c : old.cards) cards[c.name][0] = &c;
  for (const CardRead& c : now.cards) cards[c.name][1] = &c;
  std::vector<std::string> otherwise, unlike;
  for (const auto& [name, read] : cards) {
    if (read_as(read[0], names) == read_as(read[1], names)) continue;
    otherwise.push_back(name);
    if (read[1] != nullptr && contradicts(read[1]->against)) unlike.push_back(name);
  }
  return {findings::make(findings::Code::Phrases,
                         {std::to_string(otherwise.size()), names_in_both(otherwise),
                          std::to_string(unlike.size()), names_in_both(unlike)},
                         {"phrases"}, findings::locate(sources, after.game.span))};
}

}  // namespace hanrei::errata
