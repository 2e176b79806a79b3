#include "rulings/search/question.h"

#include <algorithm>

namespace hanrei::rulings::search {
namespace {

using base::CharClass;
using base::FoldedChar;

enum class Part : std::uint8_t { Word, Stopword, Plain };
struct Stretch {
  Part part = Part::Plain;
  std::size_t first = 0, last = 0;  ///< atoms, the last one excluded
};

bool is_katakana(char32_t c) { return c >= 0x30A1 && c <= 0x30FE; }

/// Cuts a question into what lists know and what they do not, so that what is known is as long as
/// it can be.
class Cutter {
 public:
  Cutter(const std::vector<FoldedChar>& chars, const std::vector<Atom>& atoms,
         const Lexicon& lexicon)
      : chars_(chars), atoms_(atoms), lexicon_(lexicon) {}

  std::vector<Stretch> cut() const {
    struct Best {
      double worth = 0;
      Stretch next;
    };
    const std::size_t n = atoms_.size();
    std::vector<Best> best(n + 1);
    for (std::size_t i = n; i-- > 0;) {
      best[i] = {best[i + 1].worth, {Part::Plain, i, i + 1}};
      for (std::size_t end = i + 1; end <= n && end - i <= lexicon_.longest(); ++end) {
        if (end > i + 1 && atoms_[end - 1].apart &&
            !(atoms_[end - 1].letters && atoms_[end - 2].letters))
          break;
        const Lexicon::Entry* known = lexicon_.find(key_of(atoms_, i, end));
        if (known == nullptr) continue;
        const auto length = static_cast<double>(end - i);
        const auto take = [&](Part part, double worth) {
          if (best[end].worth + worth > best[i].worth)
            best[i] = {best[end].worth + worth, {part, i, end}};
        };
        if (!known->groups.empty() && stands(i, end)) take(Part::Word, length * length + 0.1);
        if (known->stopword && may_stop(i, end)) take(Part::Stopword, length * length);
      }
    }
    std::vector<Stretch> out;
    for (std::size_t i = 0; i < n; i = best[i].next.last) out.push_back(best[i].next);
    return out;
  }

 private:
  char32_t at(std::size_t atom) const { return chars_[atoms_[atom].first].c; }
  /// One of a run of katakana, as it was written.
  bool katakana(std::size_t atom) const {
    return !atoms_[atom].letters && !atoms_[atom].hiragana && is_katakana(at(atom));
  }
  bool digit(std::size_t atom) const { return at(atom) >= '0' && at(atom) <= '9'; }
  /// 枚 in 2枚 and 二枚: what stands behind it is another word.
  bool counts(std::size_t atom) const {
    constexpr std::u32string_view kNumerals = U"一二三四五六七八九十";
    return together(atom) && is_kanji(at(atom)) &&
           (digit(atom - 1) || kNumerals.find(at(atom - 1)) != kNumerals.npos);
  }
  bool together(std::size_t atom) const {  // with the one before
    return atom > 0 && atom < atoms_.size() && !atoms_[atom].apart;
  }
  bool same(std::size_t atom, auto&& what) const {
    return together(atom) && what(atom) && what(atom - 1);
  }
  /// A word that begins or ends within a run of katakana or a number is no word, nor is one kanji
  /// of several.
  bool stands(std::size_t first, std::size_t end) const {
    for (const std::size_t edge : {first, end}) {
      if (same(edge, [&](std::size_t i) { return katakana(i); }) ||
          same(edge, [&](std::size_t i) { return digit(i); }))
        return false;
      if (end == first + 1 && same(edge, [&](std::size_t i) { return is_kanji(at(i)); }) &&
          !counts(edge - 1))
        return false;
    }
    return atoms_[first].letters || end > first + 1 || is_kanji(at(first));
  }
  bool may_stop(std::size_t first, std::size_t end) const {
    for (std::size_t i = first; i < end; ++i)
      if (katakana(i)) return false;
    return end > first + 1 || atoms_[first].letters || atoms_[first].hiragana || stands(first, end);
  }

  const std::vector<FoldedChar>& chars_;
  const std::vector<Atom>& atoms_;
  const Lexicon& lexicon_;
};

void add_names(const Lexicon& lexicon, const Lexicon::Entry* known, Unit& unit) {
  if (known == nullptr) return;
  for (const std::size_t g : known->groups)
    for (const Name& name : lexicon.group(g))
      if (std::none_of(unit.names.begin(), unit.names.end(),
                       [&](const Name& n) { return n.terms == name.terms; }))
        unit.names.push_back(name);
}

/// What a term that no list knows as a part of a word says, standing between those two stretches;
/// 0: nothing.
double says_between(const Term& t, const std::vector<FoldedChar>& chars, Part first, Part last,
                    bool same) {
  if (t.kind == TermKind::Bridge || (same && first == Part::Plain)) return says(t.kind);
  if (same || t.kind == TermKind::Single) return 0;
  // A kanji keeps the ending that a particle seems to begin.
  if (first == Part::Plain && last == Part::Stopword)
    return is_kanji(chars[t.first].c) ? says(t.kind) : 0;
  if (first == Part::Stopword || last == Part::Stopword || t.kind != TermKind::Pair) return 0;
  return first == Part::Word || last == Part::Word ? says(t.kind) / 2 : says(t.kind);
}

}  // namespace

std::vector<Atom> atoms_of(const std::vector<FoldedChar>& chars) {
  std::vector<Atom> out;
  bool apart = true;
  for (std::size_t i = 0, end; i < chars.size(); i = end) {
    end = i + 1;
    if (chars[i].kind == CharClass::Separator) {
      apart = true;
      continue;
    }
    Atom a;
    a.letters = chars[i].kind == CharClass::Word;
    while (a.letters && end < chars.size() && chars[end].kind == CharClass::Word) ++end;
    for (std::size_t k = i; k < end; ++k) base::append_utf8(a.key, chars[k].c);
    if (a.letters) a.key = stem(a.key);
    a.first = i;
    a.last = end - 1;
    a.hiragana = chars[i].hiragana;
    a.apart = apart;
    apart = false;
    out.push_back(std::move(a));
  }
  return out;
}

std::string key_of(const std::vector<Atom>& atoms, std::size_t first, std::size_t last) {
  std::string out;
  for (std::size_t i = first; i < last; ++i)
    out += (i > first && (atoms[i].letters || atoms[i - 1].letters) ? " " : "") + atoms[i].key;
  return out;
}

std::vector<Unit> units_of(std::string_view text, const Lexicon& lexicon) {
  std::vector<FoldedChar> chars;
  base::fold_chars(text, chars);
  const std::vector<Atom> atoms = atoms_of(chars);
  std::vector<Stretch> stretches = Cutter(chars, atoms, lexicon).cut();
  // A few hiragana that no list knows are the ending of the kanji before them, and a single one of
  // the ending before it.
  constexpr std::size_t kMostOfAnEnding = 3;
  const auto kana = [&](const Stretch& s) {
    return s.part == Part::Plain && atoms[s.first].hiragana && !atoms[s.first].apart;
  };
  for (std::size_t s = 1, end; s < stretches.size(); s = end) {
    for (end = s; end < stretches.size() && kana(stretches[end]);) ++end;
    const Stretch& before = stretches[s - 1];
    const bool kanji = is_kanji(chars[atoms[before.last - 1].last].c);
    const std::size_t most = before.part == Part::Stopword        ? 1
                             : before.part == Part::Word && kanji ? kMostOfAnEnding
                                                                  : 0;
    if (end - s <= most)
      for (std::size_t i = s; i < end; ++i) stretches[i].part = Part::Stopword;
    end = std::max(end, s + 1);
  }
  // What no list knows is one piece as long as nothing separates it.
  std::vector<Stretch> joined;
  for (const Stretch& s : stretches) {
    const bool goes_on = !joined.empty() && joined.back().part == Part::Plain &&
                         s.part == Part::Plain && !atoms[s.first].apart &&
                         !atoms[s.first].letters && !atoms[joined.back().last - 1].letters;
    if (goes_on)
      joined.back().last = s.last;
    else
      joined.push_back(s);
  }
  const auto slice = [&](std::size_t first, std::size_t last) {  // characters, both included
    return std::string(text.substr(chars[first].begin, chars[last].end - chars[first].begin));
  };
  std::vector<std::size_t> of(chars.size(), 0);  // the stretch a character is of
  std::vector<Unit> out;
  std::vector<std::size_t> piece(joined.size(), 0);  // its unit, and one
  for (std::size_t s = 0; s < joined.size(); ++s) {
    const Stretch& t = joined[s];
    for (std::size_t c = atoms[t.first].first; c <= atoms[t.last - 1].last; ++c) of[c] = s;
    if (t.part == Part::Stopword) continue;
    Unit unit{slice(atoms[t.first].first, atoms[t.last - 1].last), {}, {}, {}};
    if (t.part == Part::Word || atoms[t.first].letters) {
      unit.names.push_back(name_of(unit.typed));
      add_names(lexicon, lexicon.find(key_of(atoms, t.first, t.last)), unit);
    } else {
      piece[s] = out.size() + 1;
    }
    out.push_back(std::move(unit));
  }
  Unit between;
  each_term(chars, [&](const Term& t) {
    if (t.kind == TermKind::Word) return;
    const std::size_t a = of[t.first], b = of[t.last];
    const bool alone = piece[a] > 0 && joined[a].last == joined[a].first + 1 && a == b;
    const bool kanji = is_kanji(chars[t.first].c);
    if (t.kind == TermKind::Last || (t.kind == TermKind::Single && alone && !kanji)) {
      // a kana, a digit or a sign alone: what begins with it
      if (alone) out[piece[a] - 1].clues.push_back({t.text, says(TermKind::Single), true, true});
      return;
    }
    const double n = says_between(t, chars, joined[a].part, joined[b].part, a == b);
    if (n <= 0) return;
    const bool part = t.kind != TermKind::Bridge && (t.kind != TermKind::Single || alone);
    (a == b && piece[a] > 0 ? out[piece[a] - 1] : between)
        .clues.push_back({t.text, n, part, false});
  });
  std::erase_if(out, [](const Unit& u) { return u.names.empty() && u.clues.empty(); });
  if (!between.clues.empty()) out.push_back(std::move(between));
  return out;
}

Unit unit_of(const std::vector<std::string>& typed, const Lexicon& lexicon) {
  Unit out;
  for (const std::string& word : typed) {
    out.typed += (out.typed.empty() ? "" : " OR ") + word;
    std::vector<FoldedChar> chars;
    base::fold_chars(word, chars);
    const std::vector<Atom> atoms = atoms_of(chars);
    out.names.push_back(name_of(word));
    add_names(lexicon, lexicon.find(key_of(atoms, 0, atoms.size())), out);
  }
  return out;
}

}  // namespace hanrei::rulings::search
