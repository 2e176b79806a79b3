#include "model/phrases/read.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "base/check.h"
#include "base/contains.h"
#include "base/text/unicode.h"
#include "model/phrases/chart.h"
#include "model/phrases/evaluate.h"
#include "model/phrases/normal.h"
#include "model/phrases/template.h"
#include "model/syntax/forms.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;

/// What is in no phrase that stands alone: the cover with the fewest such characters, of those the
/// one with the fewest pieces.
std::vector<bool> uncovered(const Book& book, const Folded& text, const Chart& chart) {
  struct Best {
    size_t unread = std::numeric_limits<size_t>::max(), pieces = 0, from = 0;
    bool read = false;
  };
  const size_t n = text.size();
  std::vector<Best> best(n + 1);
  best[0] = {};
  best[0].unread = 0;
  const auto offer = [&](size_t to, const Best& b) {
    if (std::tie(b.unread, b.pieces) < std::tie(best[to].unread, best[to].pieces)) best[to] = b;
  };
  for (size_t i = 0; i < n; ++i) {
    offer(i + 1, {best[i].unread + 1, best[i].pieces, i, false});
    for (const int sort : book.islands)
      if (const Chart::Ends* ends = chart.ends(sort, i))
        for (const auto& [end, rules] : *ends)
          offer(end, {best[i].unread, best[i].pieces + 1, i, true});
  }
  std::vector<bool> out(n, false);
  for (size_t at = n; at > 0; at = best[at].from)
    if (!best[at].read) out[at - 1] = true;
  return out;
}

size_t distance(std::u32string_view a, std::u32string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t corner = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, corner + (a[i - 1] != b[j - 1] ? 1 : 0)});
      corner = above;
    }
  }
  return row.back();
}

/// The print of a range, with a new line where a span begins within it.
std::string lines(const Folded& text, size_t begin, size_t end) {
  std::string out;
  for (size_t i = begin; i < end;) {
    size_t last = i + 1;
    while (last < end && !text.boundary[last]) ++last;
    if (i > 0 && text.boundary[i]) out += "\n";
    out += text.print(i, last);
    i = last;
  }
  return out;
}

constexpr size_t kGuesses = 48;   // parses in search of a slip
constexpr size_t kProposals = 2;  // texts proposed

/// The text with one expected wording instead of what is nearly it, where that is read whole.
std::vector<std::string> mended(const Book& book, const Folded& text, const Chart& chart,
                                const Json* card) {
  struct Guess {
    size_t cost, at, length;
    std::u32string words;
    auto key() const { return std::tuple(cost, ~at, length, words); }
  };
  std::vector<Guess> guesses;
  for (const auto& [at, expected] : chart.words)
    for (const std::u32string& w : expected) {
      if (at + std::max<size_t>(6, w.size()) < chart.furthest || w.size() < 2) continue;
      const size_t most = std::max<size_t>(w.size() < 4 ? 1 : 2, w.size() / 3);
      for (size_t length = w.size() > 3 ? w.size() - 3 : 1;
           length <= w.size() + 3 && at + length <= text.size(); ++length) {
        const size_t d = distance(std::u32string_view(text.chars).substr(at, length), w);
        if (d > 0 && d <= most) guesses.push_back({100 * d / w.size(), at, length, w});
      }
    }
  std::ranges::sort(guesses, [](const Guess& a, const Guess& b) { return a.key() < b.key(); });
  std::vector<std::string> out;
  std::set<std::u32string> tried;
  for (const Guess& g : guesses) {
    if (tried.size() >= kGuesses || out.size() >= kProposals) break;
    const std::string candidate = lines(text, 0, g.at) +
                                  (g.at > 0 && text.boundary[g.at] ? "\n" : "") + utf8(g.words) +
                                  lines(text, g.at + g.length, text.size());
    const Words words = words_of_text(candidate);
    if (!tried.insert(fold(words, book.folding).chars).second) continue;
    if (read(book, words, card, false).whole()) out.push_back(candidate);
  }
  return out;
}

/// The conditions that were waived for a meaning, with their places; `by`: which phrase named what
/// stands in the environment.
void collect(const Book& book, const Used& node, std::map<std::string, int> by,
             std::vector<Unmet>& out) {
  const int phrase = node.rule < 0 ? -1 : book.rules[static_cast<size_t>(node.rule)].phrase;
  for (Unmet u : node.unmet) {
    u.phrase = phrase;
    u.begin = node.begin;
    u.end = node.end;
    if (const auto it = by.find(u.name); it != by.end()) u.by = it->second;
    out.push_back(std::move(u));
  }
  if (phrase >= 0)
    for (const auto& [name, text] : book.phrases[static_cast<size_t>(phrase)].env)
      by[name] = phrase;
  for (const auto& kid : node.kids) collect(book, *kid, by, out);
}

/// Every word is in a phrase, and no meaning comes of it: which conditions of phrases stand in the
/// way? Those of one name if that is enough, else all.
std::vector<Unmet> in_the_way(const Book& book, const Folded& text, const Chart& chart,
                              const Json* card) {
  std::set<std::string> names;
  for (const Phrase& p : book.phrases)
    for (const Only& o : p.only) names.insert(o.name);
  std::vector<std::set<std::string>> tries;
  for (const std::string& n : names) tries.push_back({n});
  tries.push_back(names);
  std::vector<Unmet> out;
  for (const auto& waived : tries) {
    if (!out.empty() && waived.size() > 1) break;
    std::optional<std::vector<Unmet>> fewest;
    for (const Value& v : evaluate(book, text, chart, card, waived).list) {
      std::vector<Unmet> these;
      collect(book, *v.how, {}, these);
      if (!fewest || these.size() < fewest->size()) fewest = std::move(these);
    }
    if (fewest) out.insert(out.end(), fewest->begin(), fewest->end());
  }
  return out;
}

void look_at_the_rest(const Book& book, const Chart& chart, const Json* card, bool near,
                      ReadText& out) {
  out.furthest = chart.furthest;
  if (const auto it = chart.words.find(chart.furthest); it != chart.words.end())
    for (const std::u32string& w : it->second) out.expected.push_back(utf8(w));
  if (const auto it = chart.sorts.find(chart.furthest); it != chart.sorts.end())
    for (const int s : it->second)
      out.expected.push_back("{" + book.sorts[static_cast<size_t>(s)] + "}");
  const Chart anywhere = make_chart(book, out.text, book.islands, true);
  if (anywhere.cut) {
    out.bounded = Bounded::Items;
    out.unread.assign(out.text.size(), true);
    return;
  }
  out.unread = uncovered(book, out.text, anywhere);
  if (!near) return;
  out.nearest = mended(book, out.text, chart, card);
  if (chart.furthest == out.text.size()) out.unmet = in_the_way(book, out.text, chart, card);
}

void set_places(Json& j, base::Span span) {
  j.span = span;
  for (Json& item : j.items) set_places(item, span);
  for (base::Member& m : j.members) {
    m.key_span = span;
    set_places(m.value, span);
  }
}

/// Does a text stand in it by itself, as a name does that is bound?
bool has_text(const Json& j, const std::string& text) {
  const auto has = [&](const Json& k) { return has_text(k, text); };
  return (j.is(Json::Kind::String) && j.string == text) || std::ranges::any_of(j.items, has) ||
         std::ranges::any_of(j.members, [&](const base::Member& m) { return has(m.value); });
}

/// Compiles meanings in the place of the abilities of their cards, many at once.
class Loads {
 public:
  Loads(const Game& game, base::SourceMap& sources, const std::vector<ReadCard>& cards)
      : game_(game),
        sources_(sources),
        cards_(cards),
        declared_(declared(game)),
        good_(cards.size()) {
    std::map<const Json*, std::pair<size_t, size_t>> places;
    for (size_t f = 0; f < game.cards.size(); ++f)
      if (const Json* list = game.cards[f].find("cards"))
        for (size_t k = 0; k < list->items.size(); ++k) places[&list->items[k]] = {f, k};
    for (size_t c = 0; c < cards.size(); ++c) {
      HANREI_CHECK(places.contains(cards[c].card), "a card of another game");
      places_.push_back(places.at(cards[c].card));
      good_[c].assign(cards[c].reading->meanings.size(), false);
    }
  }

  bool good(size_t card, size_t meaning) const { return good_[card][meaning]; }

  /// Which of these cards load with their meaning of this number?
  void attempt(std::vector<size_t> waiting, size_t number) {
    while (!waiting.empty()) {
      base::DiagnosticLog log;
      std::map<uint32_t, size_t> files;
      compile_with(waiting, number, files, log);
      if (!log.has_errors()) {
        for (const size_t c : waiting) good_[c][number] = true;
        return;
      }
      // What fails hides what else does: again without it, until nothing fails.
      std::set<size_t> failed;
      for (const base::Diagnostic& d : log.all()) {
        const auto it = files.find(d.span.file);
        if (d.severity != base::Severity::Error || it == files.end()) continue;
        failed.insert(it->second);
        complain(it->second, number, d);
      }
      if (failed.empty()) return divide(waiting, number, log);
      std::erase_if(waiting, [&](size_t c) { return failed.contains(c); });
    }
  }

 private:
  /// It is told elsewhere than in the cards: which of them is it?
  void divide(const std::vector<size_t>& waiting, size_t number, const base::DiagnosticLog& log) {
    if (waiting.size() == 1) {
      for (const base::Diagnostic& d : log.all())
        if (d.severity == base::Severity::Error) complain(waiting[0], number, d);
      return;
    }
    const auto half = waiting.begin() + static_cast<std::ptrdiff_t>(waiting.size() / 2);
    attempt({waiting.begin(), half}, number);
    attempt({half, waiting.end()}, number);
  }

  void complain(size_t card, size_t number, const base::Diagnostic& d) {
    ReadText& text = *cards_[card].reading;
    text.meanings[number].complaints.push_back(base::message(d));
    if (text.bounded == Bounded::No && is_slip(d, text.meanings[number].provisions))
      text.bounded = Bounded::Name;
  }

  /// Does it complain of what nothing has, and not of what does not go together?
  bool is_slip(const base::Diagnostic& d, const Json& provisions) const {
    using base::Code;
    if (d.code == Code::UnknownForm || d.code == Code::UnknownType ||
        d.code == Code::UnknownReading)
      return true;
    if ((d.code != Code::UnknownName && d.code != Code::UnknownMember) || d.args.empty())
      return false;
    // What the meaning binds, and not where it is used, does not go together; nor does what there
    // is, but not of that.
    return !has_text(provisions, d.args[0]) &&
           (d.code == Code::UnknownName || !has_member(d.args[0]));
  }

  /// Does anything that the rulebook declares, or any game, have such a member?
  bool has_member(const std::string& name) const {
    static constexpr std::string_view of_any_game[] = {"owner", "user", "zone", "name", "at"};
    return declared_.contains(name) || base::contains(of_any_game, name);
  }

  void compile_with(const std::vector<size_t>& waiting, size_t number,
                    std::map<uint32_t, size_t>& files, base::DiagnosticLog& log) {
    Game tried = game_;
    for (const size_t c : waiting) {
      const auto [f, k] = places_[c];
      const ReadText& text = *cards_[c].reading;
      const base::Span words = sources_.add("", text.text.print(0, text.text.size()) + " ");
      Json provisions = text.meanings[number].provisions;
      set_places(provisions, words);
      files[words.file] = c;
      for (base::Member& m : tried.cards[f].members) {
        if (m.key != "cards") continue;
        std::vector<base::Member>& members = m.value.items[k].members;
        std::erase_if(members, [](const base::Member& x) { return x.key == "provisions"; });
        members.push_back({"provisions", words, std::move(provisions)});
        break;
      }
    }
    (void)compile(tried, {}, sources_, log);
  }

  const Game& game_;
  base::SourceMap& sources_;
  const std::vector<ReadCard>& cards_;
  const Declared declared_;
  std::vector<std::pair<size_t, size_t>> places_;  ///< of each card: its file, its number there
  std::vector<std::vector<bool>> good_;
};

/// Is a span stated by what stands in an object: an ability, or one of its readings?
bool states(const Json& in, const std::string& span) {
  if (const Json* named = in.find("span"); named != nullptr)
    if (std::ranges::any_of(named->items, [&](const Json& s) { return s.string == span; }))
      return true;
  return in.find("reading") != nullptr &&
         std::ranges::any_of(in.members,
                             [&](const base::Member& m) { return states(m.value, span); });
}

}  // namespace

Words words_of(const Json& card) {
  Words out;
  const Json* last = last_wording(card);
  const Json* spans = last == nullptr ? nullptr : last->find("spans");
  if (spans == nullptr) return out;
  const Json *flavour = last->find("flavour"), *stating = card.find("provisions");
  for (const base::Member& m : spans->members) {
    const bool idle =
        flavour != nullptr &&
        std::ranges::any_of(flavour->items, [&](const Json& f) { return f.string == m.key; }) &&
        (stating == nullptr ||
         std::ranges::none_of(stating->items, [&](const Json& p) { return states(p, m.key); }));
    if (!idle && m.value.is(Json::Kind::String)) out.emplace_back(m.key, m.value.string);
  }
  // By their names, s2 before s10: the order of keys says nothing.
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) {
    return std::pair(a.first.size(), a.first) < std::pair(b.first.size(), b.first);
  });
  return out;
}

Words words_of_text(std::string_view text) {
  Words out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string line(text.substr(0, end));
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) out.emplace_back("s" + std::to_string(out.size() + 1), std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (out.empty()) out.emplace_back("s1", "");
  return out;
}

ReadText read(const Book& book, Words words, const Json* card, bool near) {
  ReadText out;
  size_t chars = 0;
  for (const auto& [span, text] : words) chars += base::count_chars(text);
  if (chars <= kMostChars) out.text = fold(std::move(words), book.folding);
  if (chars > kMostChars || out.text.size() > kMostChars) {
    out.bounded = Bounded::Length;
    out.unread.assign(out.text.size(), true);
    return out;
  }
  const Chart chart = make_chart(book, out.text, {book.start}, false);
  if (chart.cut) {
    out.bounded = Bounded::Items;
    out.unread.assign(out.text.size(), true);
    return out;
  }
  const Chart::Ends* ends = chart.ends(book.start, 0);
  const bool complete = ends != nullptr && ends->contains(out.text.size());
  if (complete) {
    Values values = evaluate(book, out.text, chart, card);
    out.bounded = values.bounded;
    for (Value& v : values.list) out.meanings.push_back({std::move(v.json), std::move(v.how), {}});
  }
  out.ends_early = !complete && chart.furthest == out.text.size();
  if (out.meanings.empty()) look_at_the_rest(book, chart, card, near, out);
  return out;
}

std::vector<At> at(const Folded& text, size_t begin, size_t end) {
  std::vector<At> out;
  end = std::min(end, text.size());
  for (size_t i = begin; i < end;) {
    const uint32_t part = text.from[i].part;
    size_t last = i;
    while (last + 1 < end && text.from[last + 1].part == part) ++last;
    const std::string& words = text.words[part].second;
    out.push_back({text.words[part].first, base::count_chars(words.substr(0, text.from[i].begin)),
                   base::count_chars(words.substr(0, text.from[last].end))});
    i = last + 1;
  }
  return out;
}

void keep_what_loads(const Game& game, base::SourceMap& sources,
                     const std::vector<ReadCard>& cards) {
  Loads loads(game, sources, cards);
  size_t most = 0;
  for (const ReadCard& c : cards) most = std::max(most, c.reading->meanings.size());
  for (size_t round = 0; round < most; ++round) {
    std::vector<size_t> waiting;
    for (size_t c = 0; c < cards.size(); ++c)
      if (round < cards[c].reading->meanings.size()) waiting.push_back(c);
    loads.attempt(std::move(waiting), round);
  }
  const Declared names = declared(game);
  for (size_t c = 0; c < cards.size(); ++c) {
    ReadText& r = *cards[c].reading;
    std::vector<Meaning> kept;
    std::set<std::string> seen;
    const std::string printed = r.text.print(0, r.text.size());
    for (size_t m = 0; m < r.meanings.size(); ++m) {
      if (!loads.good(c, m))
        r.refused.push_back(std::move(r.meanings[m]));
      else if (seen.insert(normal(r.meanings[m].provisions, printed, names)).second)
        kept.push_back(std::move(r.meanings[m]));
    }
    r.meanings = std::move(kept);
    if (!r.meanings.empty() || !r.unread.empty()) continue;
    r.unread.assign(r.text.size(), false);
    r.furthest = r.text.size();
  }
}

std::vector<Sentence> sentences(const Book& book, const ReadText& reading) {
  std::vector<Sentence> out;
  const size_t n = reading.text.size();
  for (size_t begin = 0; begin < n;) {
    size_t end = begin;
    while (end < n && book.ends.find(reading.text.chars[end]) == std::u32string::npos) ++end;
    while (end < n && book.ends.find(reading.text.chars[end]) != std::u32string::npos) ++end;
    bool read = true;
    for (size_t i = begin; i < end && !reading.whole(); ++i)
      read = read && i < reading.unread.size() && !reading.unread[i];
    out.push_back({begin, end, read});
    begin = end;
  }
  return out;
}

}  // namespace hanrei::model::phrases
