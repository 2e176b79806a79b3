#include "model/phrases/compiled.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "base/json/make.h"
#include "base/text/filled.h"
#include "base/text/unicode.h"
#include "model/passes/json.h"
#include "model/phrases/read.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using base::Span;

bool wants(const Json& card) { return text_of(card, "provisions") == "text"; }

void each_card(Game& game, const std::function<void(Json&)>& use) {
  for (Json& file : game.cards)
    for (base::Member& m : file.members)
      if (m.key == "cards")
        for (Json& card : m.value.items) use(card);
}

/// Where a range of folded characters stands in the file of the card.
class Places {
 public:
  Places(const Folded& text, const Json& spans) : text_(text), spans_(spans) {}

  Span of(size_t begin, size_t end) const {
    if (begin >= text_.size() || end <= begin) return spans_.span;
    const Folded::Origin &first = text_.from[begin], &last = text_.from[end - 1];
    const Span from = within(first.part, first.begin, first.end),
               to = within(last.part, last.begin, last.end);
    const bool on = to.file == from.file && to.end >= from.begin;
    return on ? Span{from.file, from.begin, to.end} : from;
  }

  /// The spans in which the range stands.
  std::set<uint32_t> parts(size_t begin, size_t end) const {
    std::set<uint32_t> out;
    for (size_t i = begin; i < end && i < text_.size(); ++i) out.insert(text_.from[i].part);
    return out;
  }

 private:
  /// With escapes in it the whole string is the place.
  Span within(uint32_t part, uint32_t begin, uint32_t end) const {
    const Json* words = spans_.find(text_.words[part].first);
    const Span all = words == nullptr ? spans_.span : words->span;
    if (words == nullptr || all.end - all.begin != words->string.size() + 2) return all;
    return {all.file, all.begin + 1 + begin, all.begin + 1 + end};
  }

  const Folded& text_;
  const Json& spans_;
};

void put(Json& j, Span within, const std::function<Span(Span)>& place) {
  const Span there = place(j.span);
  j.span = within.holds(there) ? there : within;
  for (Json& item : j.items) put(item, j.span, place);
  for (base::Member& m : j.members) {
    m.key_span = j.span;
    put(m.value, j.span, place);
  }
}

/// The provisions with their places and the spans that they state. No two have one place: it is by
/// theirs that reports know them.
std::vector<Json> placed(const Json& provisions, const Folded& text, const Json& spans) {
  const Places places(text, spans);
  std::vector<Json> out = provisions.items;
  std::vector<std::set<uint32_t>> stated;
  std::set<uint32_t> left;
  for (uint32_t p = 0; p < text.words.size(); ++p) left.insert(p);
  std::vector<Span> taken;
  for (Json& p : out) {
    stated.push_back(places.parts(p.span.begin, p.span.end));
    for (const uint32_t part : stated.back()) left.erase(part);
    size_t begin = p.span.begin;
    const size_t end = p.span.end;
    Span whole = places.of(begin, end);
    const bool alone = std::ranges::none_of(taken, [&](Span t) {
      return t.file == whole.file && t.begin < whole.end && whole.begin < t.end;
    });
    while (std::ranges::find(taken, whole) != taken.end() && begin + 1 < end)
      whole = places.of(++begin, end);
    taken.push_back(whole);
    put(p, whole, [&](Span s) { return alone ? places.of(s.begin, s.end) : whole; });
    p.span = whole;
  }
  // What no provision has made hangs on the one before it.
  for (const uint32_t part : left) {
    size_t to = 0;
    for (size_t k = 0; k < stated.size(); ++k)
      if (!stated[k].empty() && *stated[k].begin() < part) to = k;
    if (!stated.empty()) stated[to].insert(part);
  }
  for (size_t k = 0; k < out.size(); ++k) {
    std::vector<Json> names;
    for (const uint32_t part : stated[k])
      names.push_back(base::text_json(text.words[part].first, out[k].span));
    if (out[k].find("span") == nullptr)
      base::set_member(out[k], "span", base::list_json(std::move(names), out[k].span));
  }
  return out;
}

/// A wording of a card, read.
struct OneWording {
  Json* card = nullptr;
  Json spans;
  std::string since, before;
  ReadText reading;
};

class Compiler {
 public:
  Compiler(Game& game, base::SourceMap& sources, base::DiagnosticLog& log)
      : game_(game), sources_(sources), log_(log) {}

  void run(const std::vector<Json>& files) {
    const size_t errors = log_.error_count();
    const auto book = files.empty() ? std::nullopt : make_book(game_, files, log_);
    each_card(game_, [&](Json& card) {
      if (!wants(card)) return;
      game_.from_words.insert(text_of(card, "card"));
      const Span place = card.find("provisions")->span;
      base::set_member(card, "provisions", base::list_json({}, place));
      if (book)
        read_all(*book, card, place);
      else if (log_.error_count() == errors)
        nothing(card, place, "the game has no phrasebook (`phrases/*.json`)",
                "ゲームに句集 (`phrases/*.json`) がありません");
    });
    tell_apart();
    for (OneWording& w : wordings_) take(w);
  }

 private:
  void nothing(const Json& card, Span place, const std::string& en, const std::string& ja) {
    log_.add(base::Code::WordsNothing, place, {text_of(card, "card"), base::in_both(en, ja)});
  }

  void read_all(const Book& book, Json& card, Span place) {
    const Json* texts = card.find("text");
    const size_t n = texts == nullptr ? 0 : texts->items.size();
    for (size_t i = 0; i < n; ++i) {
      OneWording w;
      w.card = &card;
      Json then = card;  // with this wording
      for (base::Member& m : then.members)
        if (m.key == "text") m.value.items.resize(i + 1);
      if (const Json* spans = texts->items[i].find("spans")) w.spans = *spans;
      if (i > 0) w.since = text_of(texts->items[i], "from");
      if (i + 1 < n) w.before = text_of(texts->items[i + 1], "from");
      w.reading = read(book, words_of(then), &card, false);
      if (w.reading.bounded != Bounded::Length && w.reading.text.size() == 0)
        nothing(card, place, "it has no words that could be read", "読むべき文面がありません");
      else
        wordings_.push_back(std::move(w));
    }
    if (n == 0) nothing(card, place, "it has no text", "文面がありません");
  }

  /// Of several meanings those that load.
  void tell_apart() {
    std::vector<ReadCard> several;
    for (OneWording& w : wordings_)
      if (w.reading.meanings.size() > 1) several.push_back({w.card, &w.reading});
    if (several.empty()) return;
    base::DiagnosticLog quiet;
    (void)compile(game_, {}, sources_, quiet);
    if (!quiet.has_errors()) keep_what_loads(game_, sources_, several);
  }

  /// The first complaint about a meaning that is none.
  static std::string lacking(const ReadText& r, size_t lang) {
    for (const Meaning& m : r.refused)
      if (!m.complaints.empty())
        return std::string(base::in_lang(m.complaints[0], static_cast<base::Lang>(lang)));
    return "";
  }

  void take(OneWording& w) {
    const ReadText& r = w.reading;
    const Span place = w.card->find("provisions")->span;
    if (r.bounded == Bounded::Name)
      nothing(*w.card, place,
              "one of their meanings names what is not there (`hanrei read` shows it): " +
                  lacking(r, 0),
              "その意味の一つが、ないものの名を挙げています (`hanrei read` が示します): " +
                  lacking(r, 1));
    else if (r.bounded != Bounded::No)
      nothing(*w.card, place, "not all of their meanings could be looked at",
              "そのすべての意味は調べきれません");
    else if (r.meanings.size() > 1)
      log_.add(base::Code::WordsAmbiguous, w.spans.span,
               {text_of(*w.card, "card"), std::to_string(r.meanings.size())});
    else if (r.whole() && r.meanings[0].provisions.items.empty())
      nothing(*w.card, w.spans.span, "they say nothing that is an ability",
              "能力になることを述べていません");
    else if (r.whole())
      enter(w);
    else if (r.furthest < r.text.size())
      log_.add(base::Code::WordsUnread, Places(r.text, w.spans).of(r.furthest, r.text.size()),
               {text_of(*w.card, "card"), base::clip(r.text.print(r.furthest, r.text.size()), 24)});
    else if (r.ends_early)
      nothing(*w.card, w.spans.span, "they end where more was to come (`hanrei read` shows what)",
              "途中で終わっています (`hanrei read` が、来るはずのものを示します)");
    else
      nothing(*w.card, w.spans.span, "every word is in a phrase, but no meaning comes of it",
              "語はすべて句に入りますが、意味になりません");
  }

  void enter(const OneWording& w) {
    Json list = *w.card->find("provisions");
    for (Json& p : placed(w.reading.meanings[0].provisions, w.reading.text, w.spans)) {
      const Span at = p.span;
      if (!w.since.empty()) base::set_member(p, "since", base::text_json(w.since, at));
      if (!w.before.empty()) base::set_member(p, "before", base::text_json(w.before, at));
      list.items.push_back(std::move(p));
    }
    base::set_member(*w.card, "provisions", std::move(list));
  }

  Game& game_;
  base::SourceMap& sources_;
  base::DiagnosticLog& log_;
  std::vector<OneWording> wordings_;
};

}  // namespace

bool has_words_to_compile(const Game& game) {
  return std::ranges::any_of(game.cards, [](const Json& file) {
    const Json* cards = file.find("cards");
    return cards != nullptr && std::ranges::any_of(cards->items, wants);
  });
}

void compile_words(Game& game, const std::vector<Json>& files, base::SourceMap& sources,
                   base::DiagnosticLog& log) {
  Compiler(game, sources, log).run(files);
}

}  // namespace hanrei::model::phrases
