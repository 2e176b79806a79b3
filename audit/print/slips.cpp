// Slips of writing: what does not go together in Japanese, brackets, a name with a letter wrong.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

using reader::Form;

bool one_of(const std::string& w, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), w) != list.end();
}

class Slips {
 public:
  explicit Slips(Look& look) : look_(look) {
    for (const Said& s : look.said) {
      const Sentence& t = *s.s;
      for (const Act& a : t.acts)
        for (const Phrase& p : t.phrases)
          if (p.first < a.word && p.last + 1 == a.word &&
              (p.as == Case::Object || p.as == Case::To || p.as == Case::Subject)) {
            objects_[p.stems.back()] += p.as == Case::Object ? 1 : 0;
            subjects_[p.stems.back()] += p.as == Case::Subject ? 1 : 0;
            tied_[p.stems.back() + "|" + a.stem].insert(p.as);
            takes_[t.words[a.word].lemma][p.as] +=
                means(p.stems.back(), Sense::Person) || a.passive || a.can ? 0 : 1;
          }
      for (const Word& w : t.words) {
        ++words_[w.lemma];
        if (w.pos == Pos::Verb) verbs_.insert(w.stem);
        if (w.pos == Pos::Verb && reader::is_light(w)) light_.emplace(w.sound, w.lemma);
        if (w.text == "中" && &w != t.words.data()) during_.insert((&w - 1)->lemma);
      }
      for (const Phrase& p : t.phrases) {
        ++phrases_[p.text];
        if (p.as == Case::To || p.as == Case::Object) ++handled_[p.text];
      }
    }
  }

  void check() {
    for (const Said& s : look_.said) {
      const Sentence& t = *s.s;
      if (!reader::has_japanese(reader::decode(t.text))) continue;
      for (size_t i = 0; i < t.words.size(); ++i)
        if (const size_t n = slip(t, i); n > 0) {
          look_.add(Code::Misprint, {look_.place(s, i)},
                    {shown(t, i > 0 ? i - 1 : 0, i + n),
                     base::in_both("something is missing or misprinted here",
                                   "このあたりに脱字か誤植があるようです")});
          i += n;
        }
    }
    near_misses();
    for (const Said& s : look_.said) run_together(s), half_a_pair(s);
    for (size_t u = 0; u < look_.book.units.size(); ++u)
      if (!look_.history(u)) brackets(u);
  }

 private:
  /// How many words from the i-th on do not go together; 0 when they do.
  size_t slip(const Sentence& t, size_t i) const {
    static const Word none;
    const auto at = [&](size_t k) -> const Word& { return k < t.words.size() ? t.words[k] : none; };
    const Word &a = at(i), &b = at(i + 1), &c = at(i + 2);
    const bool touch = a.end == b.begin;
    const bool verb = a.pos == Pos::Verb || a.pos == Pos::VerbBound || a.pos == Pos::VerbSuffix ||
                      a.pos == Pos::Aux;
    // をを, を」を
    const Word& next = b.pos == Pos::Close ? c : b;
    if (a.pos == Pos::Case && next.pos == Pos::Case && one_of(a.text, {"を", "が"}) &&
        one_of(next.text, {"を", "が", "に", "で"}))
      return b.pos == Pos::Close ? 3 : 2;
    if (verb && a.form == Form::Base && a.pos != Pos::Aux && touch &&
        ((b.pos == Pos::Joins && b.text == "て") || (b.pos == Pos::Aux && b.text == "た")))
      return 2;  // 受けるて
    if ((a.pos == Pos::Noun || a.pos == Pos::VerbNoun) && touch && b.pos == Pos::Aux &&
        b.lemma == "ます")
      return 2;  // 存在ます
    if ((a.pos == Pos::Verb || a.pos == Pos::VerbSuffix) && a.form == Form::Linking &&
        b.text == "。" && i + 2 >= t.words.size() && verbs_.contains(a.stem) &&
        reader::is_hiragana(reader::decode(a.text).back()))
      return 2;  // でき。
    if (one_of(a.text, {"を", "が"}) && a.pos == Pos::Case && b.pos == Pos::Suffix &&
        b.end == b.begin + 1 && (c.pos == Pos::Bound || c.pos == Pos::Stop))
      return 2;  // を使こと
    if ((a.pos == Pos::Of || a.text == "の") && (b.pos == Pos::Verb) &&
        one_of(b.lemma, {"する", "なる"}))
      return 2;  // 横向きのする
    if (verb && a.form == Form::Base && b.pos == Pos::Of && touch &&
        (reader::is_noun(c.pos) || c.pos == Pos::Prefix))
      return 2;                                                    // いるの数値
    if (a.pos == Pos::Adnominal && b.pos == Pos::Comma) return 2;  // 同じ、
    if (a.pos == Pos::Bound && one_of(a.text, {"ため"}) && touch && reader::is_noun(b.pos))
      return 2;  // ため条件
    if (i == 0 && a.pos == Pos::Comma) return 1;
    if ((a.pos == Pos::Stop || a.pos == Pos::Comma) &&
        (b.pos == Pos::Stop || b.pos == Pos::Comma) && a.text != "?" && a.text != "!" &&
        a.text != "." && b.text != ".")
      return 2;
    if (a.pos == Pos::Bound && b.text == "?" && c.pos == Pos::Close) return 2;  // とき?」
    if (a.pos == Pos::Of && b.text == "(") return 2;  // 場の(置き場)に
    if (a.pos == Pos::Noun && touch && reader::is_hiragana(reader::decode(a.text).back()) &&
        b.lemma == "する" && verbs_.contains(a.stem) && b.form == Form::Irrealis)
      return 2;  // 引き継ぎされる
    if (a.text == "は" && a.pos == Pos::Topic && one_of(b.text, {"で", "て"}) && c.lemma == "いる")
      return 3;  // 選択はでいます
    if (sounds_like_another(t, i)) return 1;
    return lost_particle(t, i);
  }
  /// 捨て札に鳴る: a verb that stands once and sounds like one that every text has.
  bool sounds_like_another(const Sentence& t, size_t i) const {
    const Word& w = t.words[i];
    if (w.pos != Pos::Verb || w.sound.empty() || reader::decode(w.lemma).size() != 2 ||
        words_.at(w.lemma) > 1 || !reader::is_kanji(reader::decode(w.lemma)[0]))
      return false;
    const auto it = light_.find(w.sound);
    return it != light_.end() && same_frame(t, i, it->second);
  }
  /// カード戻す, where カードを戻す stands elsewhere; 効果が含む, where 効果を含む does.
  size_t lost_particle(const Sentence& t, size_t i) const {
    if (i + 1 >= t.words.size()) return 0;
    const Word &a = t.words[i], &b = t.words[i + 1];
    const bool noun = a.pos == Pos::Noun || a.pos == Pos::VerbNoun;
    const bool verbal =
        i + 2 < t.words.size() && b.pos == Pos::VerbNoun && t.words[i + 2].lemma == "する";
    const bool verb =
        b.pos == Pos::Verb && !reader::is_light(b) &&
        !(i + 2 < t.words.size() && reader::is_noun(t.words[i + 2].pos) && b.form == Form::Linking);
    if (noun && a.end == b.begin && (verb || verbal) &&
        (tied_.contains(a.stem + "|" + b.stem) ||
         (verb && objects_.contains(a.stem) && objects_.at(a.stem) >= 3)))
      return 2;
    // フィールド出現する: what things are put into elsewhere, before an act that stands alone
    // otherwise
    if (noun && verbal && a.end == b.begin && (i == 0 || !reader::is_noun(t.words[i - 1].pos)) &&
        handled_.contains(a.text) && handled_.at(a.text) >= 8 && words_.at(b.lemma) <= 3)
      return 2;
    if (i + 2 < t.words.size() && noun && b.text == "が" && t.words[i + 2].pos == Pos::Verb &&
        t.words[i + 2].form == Form::Base) {
      const auto it = takes_.find(t.words[i + 2].lemma);
      if (it != takes_.end() && it->second.count(Case::Object) &&
          it->second.at(Case::Object) >= 3 && it->second.count(Case::Subject) &&
          it->second.at(Case::Subject) == 1 && subjects_.count(a.stem) > 0 &&
          subjects_.at(a.stem) == 1 && !means(a.stem, Sense::Person))
        return 3;
    }
    return 0;
  }

  /// パートナー捨て札になる: two nouns that stand alone everywhere else, and what becomes so is
  /// lost.
  void run_together(const Said& s) {
    const Sentence& t = *s.s;
    for (const Phrase& p : t.phrases) {
      if (p.as != Case::To || p.stems.size() < 2 || phrases_.at(p.text) > 1 || p.quoted ||
          p.last + 1 >= t.words.size() || t.words[p.last + 1].lemma != "なる")
        continue;
      bool subject = false;
      for (const Phrase& q : t.phrases) {
        const bool here = std::any_of(t.acts.begin(), t.acts.end(), [&](const Act& a) {
          return a.from <= q.first && q.last <= p.first && p.first < a.end && a.from <= p.first;
        });
        subject = subject || (here && (q.as == Case::Subject || q.as == Case::Topic));
      }
      if (subject) continue;
      for (size_t cut = p.first + 1; cut < p.last; ++cut) {
        std::string one, two;
        for (size_t i = p.first; i < cut; ++i) one += t.words[i].text;
        for (size_t i = cut; i < p.last; ++i) two += t.words[i].text;
        const auto often = [&](const std::string& w) {
          return phrases_.contains(w) && phrases_.at(w) >= 5;
        };
        if (!often(one) || !often(two)) continue;
        look_.add(
            Code::Misprint, {look_.place(s, p.first)},
            {shown(t, p.first, p.last + 2), base::in_both("something is missing or misprinted here",
                                                          "このあたりに脱字か誤植があるようです")});
        break;
      }
    }
  }
  /// 攻撃側も防御も: the second has lost what the first ends in.
  void half_a_pair(const Said& s) {
    const Sentence& t = *s.s;
    for (size_t k = 0; k + 1 < t.phrases.size(); ++k) {
      const Phrase &a = t.phrases[k], &b = t.phrases[k + 1];
      if (a.as != Case::Topic || !a.also || b.as != Case::Topic || !b.also ||
          b.first != a.last + 1 || a.stems.size() != 2 || b.stems.size() != 1)
        continue;
      const std::string whole = b.text + t.words[a.last - 1].text;
      if (phrases_.contains(whole) && phrases_.at(whole) >= 2)
        look_.add(Code::Misprint, {look_.place(s, b.first)},
                  {b.text, base::in_both("is `" + whole + "` meant?",
                                         "「" + whole + "」のことでしょうか")});
    }
  }

  /// A word that stands once and is another one but for a letter.
  void near_misses() {
    std::vector<std::pair<reader::Chars, std::string>> known;
    for (const auto& [w, n] : words_)
      if (n >= 3 && reader::decode(w).size() >= 4) known.push_back({reader::decode(w), w});
    std::set<std::string> told;
    for (const Said& s : look_.said)
      for (size_t i = 0; i < s.s->words.size(); ++i) {
        const Word& w = s.s->words[i];
        const reader::Chars c = reader::decode(w.lemma);
        const bool kana = c.size() >= 5 && std::all_of(c.begin(), c.end(), reader::is_katakana);
        const bool verb = w.pos == Pos::Verb && c.size() >= 3 &&
                          std::all_of(c.begin(), c.end(), reader::is_hiragana);
        const bool two = w.pos == Pos::VerbNoun && c.size() == 2 && words_.at(w.lemma) <= 3 &&
                         ((i >= 2 && s.s->words[i - 1].text == "を") ||
                          (i + 1 < s.s->words.size() && s.s->words[i + 1].text == "中"));
        if (two && !told.contains(w.lemma)) {
          for (const auto& [other, n] : words_) {
            const reader::Chars o = reader::decode(other);
            if (n >= 3 && o.size() == 2 && o != c && o[0] == c[0] &&
                (same_frame(*s.s, i, other) ||
                 (during_.contains(w.lemma) && during_.contains(other)))) {
              look_.add(Code::Misprint, {look_.place(s, i)},
                        {w.text, base::in_both("is `" + other + "` meant?",
                                               "「" + other + "」のことでしょうか")});
              told.insert(w.lemma);
              break;
            }
          }
        }
        if ((!kana && !verb) || words_.at(w.lemma) > 2 || told.contains(w.lemma)) continue;
        for (const auto& [k, text] : known)
          if (one_letter(c, k) && (kana || same_frame(*s.s, i, text))) {
            look_.add(Code::Misprint, {look_.place(s, i)},
                      {w.text, base::in_both("is `" + text + "` meant?",
                                             "「" + text + "」のことでしょうか")});
            told.insert(w.lemma);
            break;
          }
      }
  }
  static bool one_letter(const reader::Chars& a, const reader::Chars& b) {
    if (a == b || a.size() + 1 < b.size() || b.size() + 1 < a.size()) return false;
    size_t p = 0, e = 0;
    while (p < std::min(a.size(), b.size()) && a[p] == b[p]) ++p;
    while (e < std::min(a.size(), b.size()) - p && a[a.size() - 1 - e] == b[b.size() - 1 - e]) ++e;
    return std::max(a.size(), b.size()) - p - e == 1 && p > 0;
  }
  /// ダメージをあえる: elsewhere ダメージをあたえる.
  bool same_frame(const Sentence& t, size_t i, const std::string& verb) const {
    return i >= 2 && t.words[i - 1].pos == Pos::Case &&
           tied_.contains(t.words[i - 2].stem + "|" + reader::stem_of(verb));
  }

  void brackets(size_t u) {
    std::vector<std::pair<Place, char32_t>> open;
    const auto& says = look_.book.units[u].says;
    for (size_t k = 0; k < says.size(); ++k) {
      const reader::Chars t = reader::decode(says[k].text);
      for (size_t i = 0; i < t.size(); ++i) {
        const Place here{u, k, says[k].spot(i)};
        const bool number = i > 0 && i <= 3 && reader::narrow(t[i]) == U')' && open.empty();
        if (const char32_t close = reader::closing(t[i])) {
          open.push_back({here, close});
        } else if (reader::is_closing(t[i])) {
          if (!open.empty() && open.back().second == reader::narrow(t[i]))
            open.pop_back();
          else if (!number) {
            look_.add(Code::Brackets, {here}, {reader::encode(reader::View(&t[i], 1))});
            return;
          }
        }
      }
    }
    if (!open.empty())
      look_.add(Code::Brackets, {open[0].first},
                {reader::encode(reader::View(&open[0].second, 1))});
  }

  Look& look_;
  std::map<std::string, std::set<Case>> tied_;
  std::map<std::string, std::map<Case, int>> takes_;
  std::map<std::string, int> words_, objects_, subjects_, phrases_, handled_;
  std::set<std::string> verbs_, during_;
  std::map<std::string, std::string> light_;  ///< by its sound
};

}  // namespace

void look_at_slips(Look& look) { Slips(look).check(); }

}  // namespace hanrei::audit::print
