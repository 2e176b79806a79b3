#include "rulings/records/part.h"

#include <algorithm>

#include "base/json/write.h"
#include "base/text/sha256.h"

namespace hanrei::rulings {
namespace {

using base::Json;

/// The type whose members are the names of cards.
constexpr std::string_view kNames = "カード名";

/// How many bytes at `i` cannot be part of a word; 0 where one goes on. Whatever ends a name in an
/// expression or in a list ends a word here, and some characters more.
size_t gap(std::string_view s, size_t i) {
  const auto byte = [&](size_t k) {
    return static_cast<unsigned char>(i + k < s.size() ? s[i + k] : 0);
  };
  const unsigned char a = byte(0), b = byte(1), c = byte(2);
  if (a < 0x80)
    return (a >= '0' && a <= '9') || (a >= 'a' && a <= 'z') || (a >= 'A' && a <= 'Z') || a == '_'
               ? 0
               : 1;
  if (a == 0xC2 && b <= 0xA0) return 2;                 // controls, no-break space
  if (a == 0xE2 && (b == 0x80 || b == 0x81)) return 3;  // U+2000..U+207F
  if (a == 0xE3 && b == 0x80 && c <= 0x9F) return 3;    // U+3000..U+301F: spaces and brackets
  if (a == 0xE3 && b == 0x83 && c == 0xBB) return 3;    // the middle dot
  if (a == 0xEF && (b == 0xBC || (b == 0xBD && c <= 0xA5) || b == 0xBB))
    return 3;  // full-width forms, byte order mark
  return 0;
}

bool is_word(std::string_view s) {
  if (s.empty() || (s[0] >= '0' && s[0] <= '9')) return false;  // after a number a name begins
  for (size_t i = 0; i < s.size(); ++i)
    if (gap(s, i) > 0) return false;
  return true;
}

/// Members of what is chosen by name: expressions anywhere may name them.
template <class F>
void each_member(const Json& json, F&& use) {
  for (const Json& item : json.items) each_member(item, use);
  for (const base::Member& m : json.members) {
    if (m.key == "case")
      for (const Json& one : m.value.items)
        if (one.is(Json::Kind::String)) use(one.string);
    each_member(m.value, use);
  }
}

/// The names of a path such as `turn[2]/THING・置き換え[1]`, each also without what is made of it
/// behind the last middle dot.
std::vector<std::string> split_path(const std::string& path) {
  static constexpr std::string_view kDot = "・";
  std::vector<std::string> out;
  std::string name;
  for (const char c : path + "/") {
    if (c != '/') {
      name += c;
      continue;
    }
    name.erase(std::min(name.find('['), name.size()));
    out.push_back(name);
    if (const size_t dot = name.rfind(kDot); dot != std::string::npos)
      out.push_back(name.substr(0, dot));
    name.clear();
  }
  return out;
}

void each_presented(const Json& json, std::set<std::string>& out) {
  if (const Json* name = json.find("choose"); name != nullptr && name->is(Json::Kind::String))
    out.insert(name->string);
  for (const Json& item : json.items) each_presented(item, out);
  for (const base::Member& m : json.members) each_presented(m.value, out);
}

/// Has anything below the type whose members are the names of cards, or a set of them?
bool keeps_names(const Json& json) {
  if (json.is(Json::Kind::String))
    return json.string == kNames || json.string.ends_with(" " + std::string(kNames)) ||
           json.string.starts_with(std::string(kNames) + "?");
  return std::ranges::any_of(json.items, keeps_names) ||
         std::ranges::any_of(json.members, [](const base::Member& m) {
           return m.key != "clauses" && m.key != "text" && m.key != "args" && keeps_names(m.value);
         });
}

constexpr std::string_view kSays = "says", kOpen = "《", kClose = "》";

/// What an effect is asked to say, by `says(effect, PHRASE)`, wherever that stands in the text.
/// False when it cannot be told.
bool phrases_in(std::string_view text, std::set<std::string>& out) {
  for (std::size_t at = text.find(kSays); at != std::string_view::npos;
       at = text.find(kSays, at + 1)) {
    std::size_t i = text.find_first_not_of(" \t\r\n", at + kSays.size());
    if (i == std::string_view::npos || text[i] != '(') {
      if (i != std::string_view::npos && text[i] == '\\') return false;
      continue;
    }
    const std::size_t from = i + 1;
    std::size_t comma = 0, to = 0;
    for (int depth = 0; i < text.size() && to == 0; ++i) {
      if (text.substr(i).starts_with(kOpen))
        i = std::min(text.find(kClose, i), text.size() - 1);
      else if (text[i] == '`')
        i = std::min(text.find('`', i + 1), text.size() - 1);
      else if (text[i] == '(')
        ++depth;
      else if (text[i] == ')' && --depth == 0)
        to = i;
      else if (text[i] == ',' && depth == 1)
        comma = i;
      else if (text[i] == '\\' || text[i] == '"')
        return false;
    }
    if (to == 0 || comma < from) return false;
    std::string_view phrase = text.substr(comma + 1, to - comma - 1);
    while (phrase.starts_with(' ')) phrase.remove_prefix(1);
    while (phrase.ends_with(' ')) phrase.remove_suffix(1);
    if (phrase.starts_with(kOpen) && phrase.ends_with(kClose))
      phrase = phrase.substr(kOpen.size(), phrase.size() - kOpen.size() - kClose.size());
    else if (phrase.size() > 2 && phrase.front() == '`' && phrase.find('`', 1) == phrase.size() - 1)
      phrase = phrase.substr(1, phrase.size() - 2);
    else if (phrase.find_first_of("`\"'() ") != std::string_view::npos)
      return false;
    out.insert(std::string(phrase));
  }
  return true;
}

/// Does the document ask what an effect says, what a verdict rests on, or what contradicts what? A
/// demand may hedge itself by its words.
bool asks_words(const Element& e) {
  const auto asks = [](std::string_view text) {
    std::set<std::string> any;
    return !phrases_in(text, any) || !any.empty();
  };
  return e.name == "rests" || (e.name == "claim" && e.get("kind") == "contradicts") ||
         asks(e.text) ||
         std::ranges::any_of(e.attributes,
                             [&](const Element::Attribute& a) { return asks(a.value); }) ||
         std::ranges::any_of(e.children, [](const Element& c) { return asks_words(c); });
}

/// Does the document say what its verdict rests on?
bool rests(const Element& e) { return e.name == "rests" || std::ranges::any_of(e.children, rests); }

/// Which of the phrases the effects of a card say, one after the other.
std::string said(const Json& card, const std::set<std::string>& phrases) {
  const Json *texts = card.find("text"), *provisions = card.find("provisions");
  if (texts == nullptr || provisions == nullptr || texts->items.empty() || phrases.empty())
    return "";
  const Json* spans = texts->items.back().find("spans");
  std::string out;
  for (const Json& p : provisions->items) {
    if (p.find("effect") == nullptr) continue;
    std::string words;
    const Json* named = p.find("span");
    if (named != nullptr && spans != nullptr)
      for (const Json& name : named->items)
        for (const base::Member& m : spans->members)
          if (m.key == name.string) words += m.value.string;
    for (const std::string& phrase : phrases)
      out += words.find(phrase) == std::string::npos ? '0' : '1';
    out += '/';
  }
  return out;
}

/// What stands at a place of a file, but for some strings and numbers in it, which are given in
/// their order.
std::string without(base::Span place, const std::vector<const Json*>& values,
                    std::string_view file) {
  std::string out;
  std::size_t from = place.begin;
  for (const Json* s : values) {
    if (!(s->is(Json::Kind::String) || s->is(Json::Kind::Int)) || s->span.file != place.file ||
        s->span.begin < from || s->span.end > place.end)
      continue;
    out += file.substr(from, s->span.begin - from);
    from = s->span.end;
  }
  return out += file.substr(from, place.end - from);
}

/// Is it a number printed on a card? Its name and the like are no numbers.
bool is_number(const base::Member& m) { return m.value.is(Json::Kind::Int); }

/// The card as it stands in its file, but for the words and the numbers printed on it.
std::string without_print(const Json& card, std::string_view file) {
  std::vector<const Json*> out;
  for (const base::Member& of : card.members) {
    if (is_number(of)) out.push_back(&of.value);
    if (of.key == "text")
      for (const Json& wording : of.value.items) {
        if (const Json* spans = wording.find("spans"))
          for (const base::Member& m : spans->members) out.push_back(&m.value);
      }
  }
  return without(card.span, out, file);
}

/// A file of the rulebook, but for what people read in its clauses.
std::string without_clauses(const Json& file, std::string_view text) {
  std::vector<const Json*> words;
  if (const Json* list = file.find("clauses"))
    for (const Json& clause : list->items) {
      for (const base::Member& m : clause.members)
        if (m.key == "title" || m.key == "ja" || m.key == "en") words.push_back(&m.value);
    }
  return without({file.span.file, 0, static_cast<decltype(file.span.end)>(text.size())}, words,
                 text);
}

/// Attributes whose values may be names of cards, as far as the rules say.
void each_named(const Json& file, std::set<std::string>& out) {
  const Json* list = file.find("provisions");
  if (list != nullptr)
    for (const Json& p : list->items) {
      const Json *attr = p.find("attr"), *type = p.find("type");
      if (attr != nullptr && (type == nullptr || type->string.find(kNames) != std::string::npos))
        out.insert(attr->string);
    }
}

const std::vector<Json>& list(const Json& file) {
  static const std::vector<Json> none;
  const Json* cards = file.find("cards");
  return cards == nullptr ? none : cards->items;
}

}  // namespace

Parts::Parts(const base::SourceMap& sources, const model::Game& game)
    : sources_(sources), game_(game) {
  for (size_t f = 0; f < game.cards.size(); ++f)
    for (const Json& card : list(game.cards[f])) cards_.push_back({&card, f, {}});
  for (size_t k = 0; k < cards_.size(); ++k) {
    if (const Json* name = cards_[k].json->find("card")) declare(name->string, k);
    if (const Json* provisions = cards_[k].json->find("provisions"))
      for (const Json& p : provisions->items) {
        each_member(p, [&](const std::string& name) { declare(name, k); });
        each_presented(p, presented_);
        // A document may stand in the middle of a provision; effects it names with their card.
        const base::Member* form = p.members.empty() ? nullptr : &p.members[0];
        if (form != nullptr && form->key == "effect")
          effects_.insert(form->value.string);
        else if (form != nullptr)
          (form->key == "amend" ? amended_ : provisions_)[form->value.string].push_back(k);
        if (const Json* id = p.find("id")) provisions_[id->string].push_back(k);
      }
  }
  // Provisions of any card may ask.
  bool known = phrases_in(sources.text(game.game.span.file), phrases_);
  for (const auto* files : {&game.rulebook, &game.cards})
    for (const Json& file : *files)
      known = phrases_in(sources.text(file.span.file), phrases_) && known;
  for (const Card& card : cards_) known = phrases_in(as_read(*card.json), phrases_) && known;
  words_count_ = !known;
  std::set<std::string> named;
  for (const Json& file : game.rulebook) each_named(file, named);
  for (Card& card : cards_) {
    Found found(cards_.size(), false);
    // A printed word is a member of the attribute's type, and a card only where that type is the
    // names of cards.
    for (const base::Member& m : card.json->members) {
      const bool word = m.value.is(Json::Kind::String) ||
                        std::ranges::all_of(m.value.items,
                                            [](const Json& j) { return j.is(Json::Kind::String); });
      if (m.key == "text" || m.key == "note" ||
          (m.key != "provisions" && m.value.members.empty() && word && !named.contains(m.key)))
        continue;
      look(m.value, found);
    }
    for (size_t k = 0; k < found.size(); ++k)
      if (found[k]) card.names.push_back(k);
  }
  by_rules_.assign(cards_.size(), false);
  look(game.game, by_rules_);
  for (const Json& file : game.rulebook) look(file, by_rules_);

  base::Sha256 h, clauses;
  h.add_piece(sources.text(game.game.span.file));
  h.add_piece(std::to_string(game.rulebook.size()));
  for (const Json& file : game.rulebook) {
    h.add_piece(without_clauses(file, sources.text(file.span.file)));
    clauses.add_piece(sources.text(file.span.file));
  }
  for (const Json& file : game.cards) {
    Json rest = file;
    std::erase_if(rest.members, [](const base::Member& m) { return m.key == "cards"; });
    h.add_piece(base::canonical(rest));
  }
  rules_digest_ = h.hex();
  clauses_digest_ = clauses.hex();
  for (const auto* files : {&game.rulebook, &game.cards})
    for (const Json& file : *files) names_are_values_ = names_are_values_ || keeps_names(file);
}

void Parts::declare(const std::string& name, size_t card) {
  if (name.empty()) return;
  if (is_word(name))
    words_[name].push_back(card);
  else
    others_.emplace_back(name, card);
}

void Parts::look(std::string_view text, Found& found) const {
  const auto mark = [&](std::string_view word) {
    if (const auto it = words_.find(std::string(word)); it != words_.end())
      for (const size_t k : it->second) found[k] = true;
  };
  for (size_t i = 0; i < text.size();) {
    if (const size_t n = gap(text, i); n > 0) {
      i += n;
      continue;
    }
    const size_t from = i;
    while (i < text.size() && gap(text, i) == 0) ++i;
    std::string_view word = text.substr(from, i - from);
    while (!word.empty() && word[0] >= '0' && word[0] <= '9') word.remove_prefix(1);
    mark(word);
  }
  for (const auto& [name, k] : others_)
    if (!found[k] && text.find(name) != std::string_view::npos) found[k] = true;
}

void Parts::look(const Json& json, Found& found) const {
  if (json.is(Json::Kind::String)) look(json.string, found);
  for (const Json& item : json.items) look(item, found);
  const bool type =
      !json.members.empty() &&
      json.members[0].key == "type";  // its values are no cards, whatever they are called
  for (const base::Member& m : json.members) {
    if (type && m.key == "values") continue;
    // What people read, and what nothing in play goes by.
    if (m.key == "text" || m.key == "clauses" || m.key == "note" || m.key == "why" ||
        m.key == "title" || m.key == "readings" || m.key == "revisions")
      continue;
    look(m.key, found);
    look(m.value, found);
  }
}

void Parts::look(const Element& e, Found& found) const {
  if (e.name == "title" || e.name == "question" || e.name == "answer" || e.name == "note" ||
      e.name == "read")
    return;
  for (const Element::Attribute& a : e.attributes) {
    look(a.value, found);
    for (const std::string& name : split_path(a.value))
      if (const auto it = provisions_.find(name); it != provisions_.end())
        for (const size_t k : it->second) found[k] = true;
  }
  look(e.text, found);
  for (const Element& child : e.children) look(child, found);
}

Part Parts::of(const Document& document) const {
  Found found = by_rules_;
  look(document.root, found);
  // A clause that some card amends is named by whoever cites it; the card is meant where the
  // verdict rests on that clause.
  if (rests(document.root))
    for (const auto& [target, cards] : amended_)
      for (const size_t k : cards) found[k] = true;
  std::vector<size_t> todo;
  for (size_t k = 0; k < found.size(); ++k)
    if (found[k]) todo.push_back(k);
  while (!todo.empty()) {
    const size_t k = todo.back();
    todo.pop_back();
    for (const size_t n : cards_[k].names)
      if (!found[n]) {
        found[n] = true;
        todo.push_back(n);
      }
  }
  // A clause that is left open for a basis may take any name, if there are few.
  if (names_are_values_ && rests(document.root)) found.assign(cards_.size(), true);
  Part out;
  for (size_t k = 0; k < found.size(); ++k)
    if (found[k]) out.push_back(k);
  return out;
}

std::string Parts::as_read(const Json& card) const {
  const Json *name = card.find("card"), *provisions = card.find("provisions");
  return name != nullptr && provisions != nullptr && game_.from_words.contains(name->string)
             ? base::canonical(*provisions)
             : "";
}

std::string Parts::listed(const std::set<std::string>& attributes) {
  std::string out = "\n";
  for (const std::string& name : attributes) out += name + "\n";
  return out;
}

std::string Parts::numbers(const Document& document, std::string_view list) const {
  std::string out;
  for (const size_t k : of(document)) {
    const std::string_view file = sources_.text(cards_[k].json->span.file);
    const base::Json* card = cards_[k].json->find("card");
    const std::string name = card == nullptr ? "" : card->string;
    const auto named = [&](const std::string& line) {
      return list.find("\n" + line + "\n") != std::string_view::npos;
    };
    for (const base::Member& m : cards_[k].json->members) {
      if (is_number(m) && (named(m.key) || named(of_card(name, m.key))))
        out += m.key + "\t" +
               std::string(file.substr(m.value.span.begin, m.value.span.end - m.value.span.begin)) +
               "\n";
    }
    out += "\n";
  }
  return out;
}

std::string Parts::digest(const Document& document) const {
  base::Sha256 h;
  h.add_piece(rules_digest_);
  const Part part = of(document);
  const bool words = words_count_ || asks_words(document.root);
  if (words) h.add_piece(clauses_digest_);
  for (const size_t k : part) {
    const base::Span place = cards_[k].json->span;
    const std::string_view file = sources_.text(place.file);
    if (const std::string abilities = as_read(*cards_[k].json); !abilities.empty())
      h.add_piece(abilities);
    if (words) {
      h.add_piece(file.substr(place.begin, place.end - place.begin));
      continue;
    }
    h.add_piece(without_print(*cards_[k].json, file));
    h.add_piece(said(*cards_[k].json, phrases_));
  }
  std::set<std::string> presented;
  const auto played = [&](const auto& self, const Element& e) -> void {
    for (const Element::Attribute& a : e.attributes) {
      if (presented_.contains(a.name)) presented.insert(a.name);
      if (a.name == "effect" && effects_.contains(a.value)) presented.insert("effect " + a.value);
    }
    for (const Element& child : e.children) self(self, child);
  };
  played(played, document.root);
  for (const std::string& name : presented) h.add_piece(name);
  return h.hex();
}

}  // namespace hanrei::rulings
