// How often something may be done: once a turn or once a round, for each card or for all together.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

struct Tally {
  const Said* in;
  Words about;         ///< all words of the part and of what it answers
  std::string period;  ///< turn, round, game
  std::string key;     ///< what it is counted for: a card, a player
  bool together = false, unlimited = false, counted = false;
  uint32_t word = 0;
  std::string shown;
};

bool times(const Count& c) { return c.unit == "回" || c.unit == "度" || c.unit == "times"; }

/// The noun after `once a`, `once per`, `once in each`.
size_t after_times(const Sentence& t, size_t i) {
  for (++i; i < t.words.size(); ++i) {
    const std::string& l = t.words[i].lemma;
    if (l != "a" && l != "per" && l != "each" && l != "every" && l != "in" && l != "during" &&
        l != "the" && l != "for")
      break;
  }
  return i < t.words.size() && reader::is_noun(t.words[i].pos) ? i : t.words.size();
}

class Tallies {
 public:
  explicit Tallies(Look& look) : look_(look) {
    for (const Said& s : look.said)
      if (!s.example && !s.variant && !s.question && s.sentence == 0) part(s);
  }

  void differ() {
    for (size_t i = 0; i < all_.size(); ++i)
      for (size_t k = i + 1; k < all_.size(); ++k) compare(all_[i], all_[k]);
  }

 private:
  /// All sentences of a part make one tally.
  void part(const Said& first) {
    Tally t;
    t.in = nullptr;
    t.about = first.asked;
    for (size_t k = 0; k < look_.said.size() - static_cast<size_t>(&first - look_.said.data());
         ++k) {
      const Said& s = *(&first + k);
      if (s.unit != first.unit) break;
      t.about.insert(s.stems.begin(), s.stems.end());
      read(s, t);
    }
    if (t.in != nullptr && (!t.period.empty() || !t.key.empty() || t.together || t.unlimited))
      all_.push_back(std::move(t));
  }

  static void read(const Said& s, Tally& t) {
    const Sentence& x = *s.s;
    if (any_number(x)) {
      t.unlimited = true;
      if (t.in == nullptr) t.in = &s, t.word = 0;
    }
    for (const Count& c : x.counts) {
      if (times(c)) {
        t.counted = true;
        if (t.in == nullptr) t.in = &s, t.word = c.word;
        const size_t after = after_times(x, c.word);
        if (after < x.words.size()) t.period = x.words[after].stem;
        for (const Phrase& p : x.phrases)  // 手番に1回
          if (p.as == Case::To && p.last + 1 == c.word && !means(p.stems.back(), Sense::Person))
            t.period = p.stems.back();
        for (size_t i = 0; i < c.word; ++i)
          if (x.words[i].lemma == "合わせる" || means(x.words[i].lemma, Sense::Total))
            t.together = true;
      } else if (c.value == 1 && !c.unit.empty() && c.word + 2 < x.words.size() &&
                 x.words[c.word + 2].text == "に" && !piece(c.unit)) {
        t.period = c.unit;  // 1ターンに
      } else if (capped(x, c) && in_period(x, c, t.period)) {
        if (t.in == nullptr) t.in = &s, t.word = c.word;
      } else if (c.each && c.of >= 0) {
        if (!piece(c.unit) && !c.unit.empty() && t.period.empty())
          t.period = c.unit;  // 1トリックごとに
        else
          t.key = x.phrases[static_cast<size_t>(c.of)].stems.back();
      } else if (c.each && !c.unit.empty() && !piece(c.unit) && t.period.empty()) {
        t.period = c.unit;
      }
    }
    until(s, t);
  }
  /// 何回でも, any number of times
  static bool any_number(const Sentence& x) {
    for (const char* sign : {"何回でも", "何度でも", "any number of times"})
      if (x.text.find(sign) != std::string::npos) return true;
    return false;
  }
  /// 1枚まで, 1枚だけ, 1枚しか
  static bool capped(const Sentence& x, const Count& c) {
    if (c.bound == Bound::AtMost) return true;
    const size_t after = c.word + 2;
    return c.bound == Bound::Exactly && !c.unit.empty() && after < x.words.size() &&
           (x.words[after].text == "だけ" || x.words[after].text == "のみ" ||
            x.words[after].text == "しか");
  }
  /// 手番に1枚まで, 1ターンに1枚まで
  static bool in_period(const Sentence& x, const Count& c, std::string& period) {
    if (!period.empty() && c.word > 0 && x.words[c.word - 1].text == "に") return true;
    for (const Phrase& p : x.phrases)
      if (p.as == Case::To && p.last + 1 == c.word && means(p.stems.back(), Sense::When)) {
        period = p.stems.back();
        return true;
      }
    return false;
  }
  /// Persons and things are no times.
  static bool piece(const std::string& unit) {
    return means(unit, Sense::Person) || unit == "枚" || unit == "個" || unit == "体" ||
           unit == "本";
  }
  /// 一巡するまで次の…はできない
  static void until(const Said& s, Tally& t) {
    const Act* main = s.s->main();
    if (main == nullptr || !main->negated || !t.period.empty()) return;
    for (const Act& a : s.s->acts)
      if (a.role == Role::Until && a.word < main->word) {
        if (t.in == nullptr) t.in = &s, t.word = a.word;
        t.period = a.stem;
      }
  }

  void compare(const Tally& a, const Tally& b) {
    if (a.in->unit == b.in->unit) return;
    size_t shared = 0;
    bool rare = false;
    for (const std::string& w : a.about) {
      if (!b.about.contains(w) || means(w, Sense::When) || means(w, Sense::Person) ||
          means(w, Sense::Piece) || means(w, Sense::Common) || w == a.period || w == b.period)
        continue;
      ++shared;
      rare = rare || look_.sentences_with(w) <= 8;
    }
    if (!rare || shared == 0) return;
    const bool period = !a.period.empty() && !b.period.empty() && a.period != b.period;
    const bool key = !a.key.empty() && !b.key.empty() && a.key != b.key;
    const bool joint = (a.together && !b.key.empty()) || (b.together && !a.key.empty());
    const bool free =
        (a.unlimited && !b.unlimited && b.counted) || (b.unlimited && !a.unlimited && a.counted);
    if (!period && !key && !joint && !free) return;
    std::string about;
    for (const std::string& w : a.about)
      if (b.about.contains(w) && look_.sentences_with(w) <= 8 && !means(w, Sense::Common) &&
          w != a.period && w != b.period)
        about = w;
    look_.add(Code::CountKey, {look_.place(*b.in, b.word), look_.place(*a.in, a.word)},
              {look_.printed(about), told(b), told(a)});
  }
  std::string told(const Tally& t) const {
    std::string out = t.period.empty() ? "" : look_.printed(t.period);
    if (!t.key.empty()) out += (out.empty() ? "" : " / ") + look_.printed(t.key);
    if (t.unlimited) return base::in_both("any number of times", "何回でも");
    return t.together ? base::in_both(out + " altogether", out + "・合わせて") : out;
  }

  Look& look_;
  std::vector<Tally> all_;
};

}  // namespace

void look_at_tallies(Look& look) { Tallies(look).differ(); }

}  // namespace hanrei::audit::print
