#include "model/phrases/report.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "base/contains.h"
#include "base/json/make.h"
#include "base/json/write.h"
#include "model/passes/dated.h"
#include "model/passes/json.h"
#include "model/phrases/house.h"
#include "model/phrases/normal.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;

void each_card(const Game& game, const std::function<void(const Json&)>& use) {
  for (const Json& file : game.cards)
    if (const Json* list = file.find("cards"))
      for (const Json& card : list->items)
        if (card.is(Json::Kind::Object)) use(card);
}

Against compared(const CardRead& c, const Declared& names) {
  if (c.reading.bounded == Bounded::Length) return Against::Unread;
  if (c.reading.text.size() == 0) return Against::NoWords;
  if (!c.reading.whole()) return Against::Unread;
  if (c.reading.meanings.size() > 1) return Against::Ambiguous;
  if (c.reading.bounded != Bounded::No) return Against::Unread;
  if (!c.abilities || c.abilities->items.empty()) return Against::Alone;
  const std::string printed = c.reading.text.print(0, c.reading.text.size());
  return normal(*c.abilities, printed, names) ==
                 normal(c.reading.meanings[0].provisions, printed, names)
             ? Against::Same
             : Against::Differs;
}

/// A sentence without its numbers.
std::string pattern_of(std::u32string_view words) {
  while (words.starts_with(' ')) words.remove_prefix(1);
  std::u32string out;
  for (const char32_t c : words) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit)
      out.push_back(c);
    else if (out.empty() || out.back() != '#')
      out.push_back('#');
  }
  return utf8(out);
}

void uses(const Book& book, const Used& node, std::set<int>& out) {
  if (node.rule >= 0) out.insert(book.rules[static_cast<size_t>(node.rule)].phrase);
  for (const auto& kid : node.kids) uses(book, *kid, out);
}

void count(const Book& book, CardsRead& r) {
  std::map<std::string, Lacking> lacking;
  r.used.assign(book.phrases.size(), 0);
  for (const CardRead& c : r.cards) {
    if (c.against == Against::NoWords) continue;
    Tally& t = r.tally;
    ++t.cards;
    t.whole += c.reading.whole() ? 1 : 0;
    t.bounded += c.reading.bounded != Bounded::No ? 1 : 0;
    t.ambiguous += c.against == Against::Ambiguous ? 1 : 0;
    t.same += c.against == Against::Same ? 1 : 0;
    t.differs += c.against == Against::Differs ? 1 : 0;
    t.compiled += c.compiled ? 1 : 0;
    t.alone += c.against == Against::Alone && !c.compiled ? 1 : 0;
    t.printed += c.house >= House::Printed ? 1 : 0;
    t.house += c.house == House::Same ? 1 : 0;
    t.deviates += c.house == House::Deviates ? 1 : 0;
    t.unread_print += c.house == House::Unread ? 1 : 0;
    const size_t n = c.reading.text.size();
    t.characters += n;
    t.characters_read +=
        c.reading.whole() ? n : static_cast<size_t>(std::ranges::count(c.reading.unread, false));
    std::set<std::string> missing;
    for (const Sentence& s : sentences(book, c.reading)) {
      ++t.sentences;
      t.sentences_read += s.read ? 1 : 0;
      if (!s.read)
        missing.insert(
            pattern_of(std::u32string_view(c.reading.text.chars).substr(s.begin, s.end - s.begin)));
    }
    for (const std::string& m : missing) {
      Lacking& l = lacking[m];
      l.words = m;
      ++l.cards;
      if (missing.size() == 1) l.only.push_back(c.name);
    }
    if (missing.empty() && !c.reading.whole()) r.unjoined.push_back(c.name);
    std::set<int> phrases;
    for (const Meaning& m : c.reading.meanings) uses(book, *m.how, phrases);
    for (const int p : phrases) ++r.used[static_cast<size_t>(p)];
  }
  for (auto& [words, l] : lacking) r.backlog.push_back(std::move(l));
  std::ranges::stable_sort(r.backlog, [](const Lacking& a, const Lacking& b) {
    return std::pair(a.only.size(), a.cards) > std::pair(b.only.size(), b.cards);
  });
}

/// Cards whose words or abilities agree, and not the other.
void group(CardsRead& r, const Game& game, const Declared& declared) {
  std::map<std::string, const CardRead*> by_name;
  for (const CardRead& c : r.cards) by_name[c.name] = &c;
  std::map<std::string, std::map<std::string, Group>> words, abilities;
  each_card(game, [&](const Json& card) {
    const auto it = by_name.find(text_of(card, "card"));
    if (it == by_name.end()) return;
    const CardRead& c = *it->second;
    if (c.against == Against::NoWords || !c.abilities) return;
    const std::string text = utf8(c.reading.text.chars);
    const std::string hand =
        normal(*c.abilities, c.reading.text.print(0, c.reading.text.size()), declared);
    // Only cards of one kind are compared: the words may rest on what is printed besides. Numbers
    // do not make a kind.
    std::string kind, all;
    for (const base::Member& m : card.members) {
      const bool word = m.value.is(Json::Kind::String);
      if (m.key == "card" || m.key == "note" || m.key == "text" || m.key == "provisions") continue;
      if (word) kind += m.key + "=" + m.value.string + "\n";
      if (word || m.value.is(Json::Kind::Bool) || m.value.is(Json::Kind::Array))
        all += m.key + "=" + base::canonical(m.value);
    }
    words[kind + "\n" + text][hand].push_back(c.name);
    if (!c.abilities->items.empty()) abilities[all + "\n" + hand][text].push_back(c.name);
  });
  const auto several = [](const auto& groups, std::vector<Group>& out) {
    for (const auto& [key, by] : groups) {
      if (by.size() < 2) continue;
      Group all;
      for (const auto& [other, names] : by) all.insert(all.end(), names.begin(), names.end());
      out.push_back(std::move(all));
    }
    std::ranges::sort(out);
  };
  several(words, r.same_words);
  several(abilities, r.same_ability);
}

/// What a card says in the words of the house: as its words are read, or else as its abilities are
/// written.
class InHouse {
 public:
  InHouse(const Book& book, const Game& game, base::SourceMap& sources, const Declared& names)
      : book_(book), game_(game), sources_(sources), names_(names) {}

  void write(CardRead& c, const Json* card, bool nameless) {
    const ReadText& r = c.reading;
    const bool one = r.meanings.size() == 1 && r.bounded == Bounded::No;
    const Json* provisions = one           ? &r.meanings[0].provisions
                             : c.abilities ? &*c.abilities
                                           : nullptr;
    if (provisions == nullptr || provisions->items.empty()) return;
    const Printed p = in_house(book_, game_, sources_, names_, *provisions,
                               r.text.print(0, r.text.size()), card, nameless);
    c.house = House::Unsaid;
    if (p.bounded) c.house = House::Bounded;
    if (!p.refused.empty()) {
      c.house = House::Unread;
      c.wording = p.refused.front().words;
    }
    if (!p.house) return;
    c.wording = p.house->words;
    c.house = !one                                                     ? House::Printed
              : same_phrases(book_, *p.house->how, *r.meanings[0].how) ? House::Same
                                                                       : House::Deviates;
  }

 private:
  const Book& book_;
  const Game& game_;
  base::SourceMap& sources_;
  const Declared& names_;
};

Json card_without_name() {
  Json card, file;
  card.kind = file.kind = Json::Kind::Object;
  base::set_member(card, "card", base::text_json("?"));
  Json format;
  format.kind = Json::Kind::Int;
  format.integer = 1;
  base::set_member(file, "format", std::move(format));
  base::set_member(file, "cards", base::list_json({std::move(card)}));
  return file;
}

}  // namespace

CardsRead read_cards(const Book& book, const Game& game, base::SourceMap& sources,
                     const Asked& asked) {
  CardsRead out;
  out.game = text_of(game.game, "game");
  out.language = book.language;
  out.print = asked.print;
  out.pool = asked.cards.empty() && !asked.text;
  std::vector<const Json*> cards;
  std::set<std::string> names;
  each_card(game, [&](const Json& card) {
    const Json* name = card.find("card");
    if (name == nullptr || !name->is(Json::Kind::String)) return;
    if ((out.pool || base::contains(asked.cards, name->string)) &&
        names.insert(name->string).second)
      cards.push_back(&card);
  });
  for (const std::string& name : asked.cards)
    if (!names.contains(name)) out.unknown.push_back(name);
  Game with_text;
  const bool nameless = asked.text && asked.cards.empty();
  if (nameless) {
    with_text = game;
    with_text.cards.push_back(card_without_name());
    cards.push_back(&with_text.cards.back().find("cards")->items[0]);
  }
  out.cards.resize(cards.size());
  std::vector<ReadCard> all;
  for (size_t i = 0; i < cards.size(); ++i) {
    CardRead& c = out.cards[i];
    c.name = nameless ? "" : text_of(*cards[i], "card");
    c.place = cards[i]->span;
    Words words = asked.text ? words_of_text(*asked.text) : words_of(*cards[i]);
    if (const Json* list = cards[i]->find("provisions"); list != nullptr && !asked.text)
      c.abilities = in_force(*list, {}, {}, nullptr);
    c.compiled = !asked.text && game.from_words.contains(c.name);
    c.reading =
        read(book, std::move(words), nameless ? nullptr : cards[i], asked.near && !out.pool);
    if (c.reading.text.size() > 0 && c.reading.whole()) all.push_back({cards[i], &c.reading});
  }
  keep_what_loads(nameless ? with_text : game, sources, all);
  const Declared declared_names = declared(game);
  for (CardRead& c : out.cards) {
    c.against = compared(c, declared_names);
    // What is read again as it was compiled stands beside nothing.
    if (c.compiled && c.against == Against::Same) c.against = Against::Alone;
  }
  if (asked.print) {
    InHouse house(book, nameless ? with_text : game, sources, declared_names);
    for (size_t i = 0; i < cards.size(); ++i)
      if (!out.pool || out.cards[i].reading.whole()) house.write(out.cards[i], cards[i], nameless);
  }
  count(book, out);
  if (out.pool) group(out, game, declared_names);
  return out;
}

}  // namespace hanrei::model::phrases
