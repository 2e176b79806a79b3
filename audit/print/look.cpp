#include "audit/print/look.h"

#include <algorithm>
#include <cmath>

namespace hanrei::audit::print {
namespace {

Words title_stems(const Unit& u) {
  Words out;
  for (const std::string& t : u.titles)
    for (const Word& w : reader::words_of(reader::narrow(reader::decode(t))))
      if (reader::is_noun(w.pos) || w.pos == Pos::Verb || w.pos == Pos::Time ||
          w.pos == Pos::Adjective)
        out.insert(w.stem);
  return out;
}

bool titled(const Unit& u, Sense sense) {
  for (const std::string& t : u.titles) {
    if (means(t, sense)) return true;
    for (const Word& w : reader::words_of(reader::narrow(reader::decode(t))))
      if (means(w.lemma, sense) || means(w.stem, sense)) return true;
  }
  return false;
}

bool asks(const Sentence& s) {
  const size_t n = s.words.size();
  return n > 1 && (s.words[n - 1].text == "?" ||
                   (s.words[n - 1].pos == Pos::Stop && s.words[n - 2].text == "か"));
}
/// 例えば、…
bool begins_example(const Sentence& s) {
  return s.words[0].lemma == "例えば" || s.words[0].text == "たとえば" ||
         s.text.starts_with("For example") || s.text.starts_with("For instance");
}
/// With adverbs: 同時に.
Words all_stems(const Sentence& s) {
  Words out = s.stems();
  for (const Word& w : s.words)
    if (w.pos == Pos::Adverb) out.insert(w.lemma);
  return out;
}

}  // namespace

Look::Look(const Book& b) : book(b) {
  const size_t n = book.units.size();
  history_.assign(n, 0);
  example_.assign(n, 0);
  variant_.assign(n, 0);
  std::vector<Words> titles(n);
  size_t japanese = 0;
  for (size_t u = 0; u < n; ++u) {
    const Unit& unit = book.units[u];
    titles[u] = title_stems(unit);
    const bool heads = unit.kind == Kind::Heading || unit.kind == Kind::Entry;
    history_[u] = heads && titled(unit, Sense::History);
    example_[u] =
        unit.kind == Kind::Example ||
        (unit.kind == Kind::Heading && (titles[u].contains("例") || titles[u].contains("exampl")));
    variant_[u] = heads && titled(unit, Sense::Optional);
    // what is set out below an example
    if (u > 0 && (unit.kind == Kind::Entry || unit.kind == Kind::Row) && unit.titles.size() < 2 &&
        book.units[u - 1].kind != Kind::Heading && example_[u - 1] &&
        unit.up == book.units[u - 1].up)
      example_[u] = 1;
    if (unit.up >= 0) {
      const size_t up = static_cast<size_t>(unit.up);
      history_[u] |= history_[up];
      example_[u] |= example_[up];
      variant_[u] |= variant_[up];
    }
  }
  for (size_t u = 0; u < n; ++u) {
    if (history_[u]) continue;
    const Unit& unit = book.units[u];
    Words around, asked;
    for (const size_t a : above(u)) {
      if (a == 0 && book.units[0].number.empty() && u != 0) break;  // the title of the book
      if (a != u || unit.kind != Kind::Heading) around.insert(titles[a].begin(), titles[a].end());
      // the question that an answer stands under
      if (a != u && book.units[a].kind == Kind::Step &&
          (book.units[a].parts.empty() || book.units[a].scheme == "Q" ||
           book.units[a].scheme == "問"))
        for (const Sentence& q : book.units[a].says) asked.merge(all_stems(q));
    }
    // a paragraph that is a question, and its answer
    if (u > 0 && unit.kind == Kind::Text && book.units[u - 1].up == unit.up &&
        book.units[u - 1].says.size() == 1 && asks(book.units[u - 1].says[0]))
      asked.merge(all_stems(book.units[u - 1].says[0]));
    if (unit.kind != Kind::Heading) asked.insert(titles[u].begin(), titles[u].end());
    around.insert(asked.begin(), asked.end());
    for (size_t k = 0; k < unit.says.size(); ++k) {
      Said one;
      one.unit = u;
      one.sentence = k;
      one.s = &unit.says[k];
      one.of = &unit;
      one.stems = one.s->stems();
      one.around = around;
      one.asked = asked;
      one.example = example_[u];
      one.variant = variant_[u];
      for (const Word& w : one.s->words) {
        one.exception = one.exception || means(w.lemma, Sense::Otherwise);
        one.variant = one.variant || w.lemma == "代わり" || w.lemma == "instead";
      }
      one.question = asks(*one.s);
      one.answer = !one.question && !one.s->title && answered(u);
      if (!one.s->words.empty() && begins_example(*one.s)) one.example = true;
      for (const std::string& stem : one.stems) ++in_[stem];
      for (const Phrase& p : one.s->phrases)
        printed_.try_emplace(p.text, shown(*one.s, p.first, p.last));
      for (const Word& w : one.s->words) printed_.try_emplace(w.stem, w.text);
      japanese += reader::has_japanese(reader::decode(one.s->text)) ? 1 : 0;
      said.push_back(std::move(one));
    }
  }
  japanese_ = japanese * 2 > said.size();
}

bool Look::answered(size_t unit) const {
  const Unit& u = book.units[unit];
  if (u.up >= 0) {
    const Unit& up = book.units[static_cast<size_t>(u.up)];
    if (up.kind == Kind::Step && !up.says.empty() && asks(up.says[0])) return true;
  }
  if (unit == 0 || u.kind != Kind::Text) return false;
  const Unit& before = book.units[unit - 1];
  return before.up == u.up && before.says.size() == 1 && asks(before.says[0]);
}

int Look::sentences_with(const std::string& stem) const {
  const auto it = in_.find(stem);
  return it == in_.end() ? 0 : it->second;
}

double Look::weight(const std::string& stem) const {
  return std::log((2.0 + static_cast<double>(said.size())) / (1.0 + sentences_with(stem)));
}

double Look::covered(const Words& what, const std::function<bool(const std::string&)>& in) const {
  double all = 0, part = 0;
  for (const std::string& w : what) {
    all += weight(w);
    if (in(w)) part += weight(w);
  }
  return all == 0 ? 0 : part / all;
}

void Look::add(Code code, std::vector<Place> places, std::vector<std::string> args) {
  Finding f;
  f.code = code;
  f.places = std::move(places);
  f.args = std::move(args);
  found.push_back(std::move(f));
}

Place Look::place(const Said& one, size_t word) const {
  Place p{one.unit, one.sentence, one.s->at};
  if (word != kWhole) p.at = one.s->spot_of_word(word);
  return p;
}

std::vector<size_t> Look::above(size_t unit) const {
  std::vector<size_t> out;
  for (int u = static_cast<int>(unit); u >= 0; u = book.units[static_cast<size_t>(u)].up)
    out.push_back(static_cast<size_t>(u));
  return out;
}

std::vector<size_t> Look::below(size_t unit) const {
  std::vector<size_t> out;
  std::set<int> inside = {static_cast<int>(unit)};
  for (size_t u = unit + 1; u < book.units.size() && inside.contains(book.units[u].up); ++u) {
    inside.insert(static_cast<int>(u));
    out.push_back(u);
  }
  return out;
}

std::string Look::printed(const std::string& stems) const {
  const auto it = printed_.find(stems);
  return it == printed_.end() ? stems : it->second;
}

std::string Look::where(size_t unit) const {
  const std::string name = reader::place_name(book, unit);
  return name.empty() ? base::in_both("the text", "本文") : name;
}

Words chain_stems(const Sentence& s, size_t phrase) {
  Words out;
  for (int p = static_cast<int>(phrase), steps = 0; p >= 0 && steps < 4; ++steps) {
    const Phrase& x = s.phrases[static_cast<size_t>(p)];
    if (steps > 0 && means(x.stems.back(), Sense::Person)) break;
    out.insert(x.stems.begin(), x.stems.end());
    if (x.first > 0 && s.words[x.first - 1].lemma == "同じ") out.insert("同じ");
    if (x.act >= 0) out.insert(s.acts[static_cast<size_t>(x.act)].stem);
    p = x.of == p ? -1 : x.of;
  }
  return out;
}

std::string shown(const Sentence& s, size_t from, size_t to) {
  const reader::Chars t = reader::narrow(reader::decode(s.text));
  if (from >= s.words.size() || to == 0 || from >= to) return "";
  const size_t b = s.words[from].begin, e = s.words[std::min(to, s.words.size()) - 1].end;
  // a few words, never a sentence
  return e - b <= kShown ? reader::encode(reader::View(t).substr(b, e - b))
                         : reader::encode(reader::View(t).substr(b, kShown)) + "…";
}

}  // namespace hanrei::audit::print
