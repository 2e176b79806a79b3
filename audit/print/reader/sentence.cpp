#include "audit/print/reader/sentence.h"

#include <algorithm>

#include "audit/print/reader/grammar.h"

namespace hanrei::audit::reader {

Spot Sentence::spot(size_t character) const {
  Spot out = at;
  uint32_t from = 0;
  for (const auto& [begin, where] : lines)
    if (begin <= character) {
      out = where;
      from = begin;
    }
  out.column += static_cast<uint32_t>(character) - from;
  return out;
}

Spot Sentence::spot_of_word(size_t word) const {
  return word < words.size() ? spot(words[word].begin) : at;
}

std::set<std::string> Sentence::stems(size_t from, size_t to) const {
  std::set<std::string> out;
  for (size_t i = from; i < std::min(to, words.size()); ++i) {
    const Word& w = words[i];
    if (is_noun(w.pos) || w.pos == Pos::Time || w.pos == Pos::Verb || w.pos == Pos::Adjective)
      if (!is_light(w)) out.insert(w.stem);
  }
  return out;
}

std::set<std::string> Sentence::stems() const { return stems(0, words.size()); }

const Act* Sentence::main() const {
  const auto it =
      std::find_if(acts.rbegin(), acts.rend(), [](const Act& a) { return a.role == Role::Main; });
  return it == acts.rend() ? nullptr : &*it;
}

bool Sentence::has(std::string_view word) const {
  return std::any_of(words.begin(), words.end(),
                     [&](const Word& w) { return w.lemma == word || w.text == word; });
}

bool is_light(const Word& w) { return is_light(w.lemma) || is_light(w.stem); }

bool is_light(const std::string& word) {
  static const std::set<std::string> light = {"する", "ある",   "なる", "いる", "できる",
                                              "行う", "行なう", "行",   "ない", "よい",
                                              "無",   "be",     "hav",  "have", "do"};
  return light.contains(word);
}

void learn(const Sentence& s, Learned& learned) {
  const auto english = [](const Word& w) { return w.pos == Pos::Noun && w.text[0] < 'z' + 1; };
  for (size_t i = 0; i < s.words.size(); ++i) {
    const Word& w = s.words[i];
    if (w.pos == Pos::Verb) learned.lemmas.insert(w.lemma);
    const auto dot = [&](size_t k) { return k < s.words.size() && s.words[k].pos == Pos::Middle; };
    if (dot(i) && i > 0 && i + 1 < s.words.size() && !dot(i - 2) && !dot(i + 2) && !dot(i - 3) &&
        !dot(i + 3))
      ++learned.pairs[s.words[i - 1].text + s.words[i + 1].text];
    if (i == 0 || !english(w)) continue;
    const Word& before = s.words[i - 1];
    if (before.pos == Pos::Modal || before.lemma == "to" || before.lemma == "then")
      learned.verbs.insert(w.stem);
    if (before.lemma != "a" && before.lemma != "the" && before.lemma != "an" &&
        before.lemma != "each")
      continue;
    size_t e = i;
    while (e + 1 < s.words.size() && english(s.words[e + 1])) ++e;
    if (!s.words[e].lemma.ends_with('s')) learned.nouns.insert(s.words[e].stem);
  }
}

void analyse(Sentence& s, const Learned& learned) {
  const bool japanese = std::any_of(s.words.begin(), s.words.end(),
                                    [](const Word& w) { return has_japanese(decode(w.text)); });
  if (japanese)
    analyse_japanese(s, learned);
  else
    analyse_english(s, learned);
}

}  // namespace hanrei::audit::reader
