// Numbers: two limits of one thing, what is out of reach, what there is too little of, sums.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

/// At most so many of something.
struct Limit {
  const Said* in;
  Words what;
  std::string unit;
  int most;
  uint32_t word;
  Words in_it;  ///< of a place: what there is so many of
};

class Limits {
 public:
  explicit Limits(Look& look) : look_(look) {
    for (const Said& s : look.said)
      if (!s.example && !s.variant && !s.question) collect(s);
  }

  void differ() {
    std::set<std::pair<const Said*, const Said*>> told;
    for (size_t i = 0; i < limits_.size(); ++i)
      for (size_t k = i + 1; k < limits_.size(); ++k) {
        const Limit &a = limits_[i], &b = limits_[k];
        const bool asked = b.in->answer && std::includes(b.what.begin(), b.what.end(),
                                                         a.what.begin(), a.what.end());
        const bool other = a.in_it != b.in_it && !a.in_it.empty() && !b.in_it.empty();
        if (a.in == b.in || a.most == b.most || (a.what != b.what && !asked) || other ||
            a.unit != b.unit || !told.emplace(a.in, b.in).second)
          continue;
        look_.add(Code::TwoLimits, {look_.place(*b.in, b.word), look_.place(*a.in, a.word)},
                  {name(a), std::to_string(b.most) + b.unit, std::to_string(a.most) + a.unit});
      }
  }

  /// There are three, and all four.
  void how_many() {
    for (size_t i = 0; i < all_.size(); ++i)
      for (size_t k = i + 1; k < all_.size(); ++k) {
        const Limit &a = all_[i], &b = all_[k];
        if (a.in->unit == b.in->unit || a.unit != b.unit || a.most == b.most || a.unit.empty())
          continue;
        if (!std::includes(a.what.begin(), a.what.end(), b.what.begin(), b.what.end()) &&
            !std::includes(b.what.begin(), b.what.end(), a.what.begin(), a.what.end()))
          continue;
        look_.add(Code::BoundBroken, {look_.place(*b.in, b.word), look_.place(*a.in, a.word)},
                  {name(a), std::to_string(b.most) + b.unit, std::to_string(a.most) + a.unit});
      }
  }

  void out_of_reach() {
    for (const Said& s : look_.said) {
      if (!s.rule()) continue;
      for (const Count& c : s.s->counts) {
        const Act* said = part_of(*s.s, c);
        const bool case_of = said != nullptr && !said->negated &&
                             (said->role == Role::Which || said->role == Role::If);
        if ((c.bound != Bound::AtLeast && c.bound != Bound::Above &&
             !(c.bound == Bound::Exactly && case_of)) ||
            c.each || c.nth)
          continue;
        if (said != nullptr && said->negated) continue;
        const int least = c.value + (c.bound == Bound::Above ? 1 : 0);
        for (const Limit& l : limits_)
          if (l.in != &s && least > l.most && asks(s, c, l)) {
            look_.add(Code::OutOfReach, {look_.place(s, c.word), look_.place(*l.in, l.word)},
                      {std::to_string(least) + c.unit, name(l), std::to_string(l.most) + l.unit});
            break;
          }
      }
    }
  }

 private:
  static const Act* part_of(const Sentence& t, const Count& c) {
    for (const Act& a : t.acts)
      if (a.from <= c.word && c.word < a.end) return &a;
    return nullptr;
  }
  static Words without(Words what, std::initializer_list<Sense> senses) {
    for (const Sense s : senses)
      std::erase_if(what, [&](const std::string& w) { return means(w, s); });
    return what;
  }
  std::string name(const Limit& l) const {
    std::string out;
    for (const std::string& w : l.what) out += (out.empty() ? "" : " ") + look_.printed(w);
    return out;
  }
  static Words of(const Sentence& s, int phrase) {
    return phrase < 0 ? Words()
                      : without(chain_stems(s, static_cast<size_t>(phrase)),
                                {Sense::Limit, Sense::Person, Sense::Amount});
  }
  static bool says(const Sentence& s, Sense sense) {
    return std::any_of(s.words.begin(), s.words.end(), [&](const Word& w) {
      return means(w.lemma, sense) || means(w.stem, sense);
    });
  }
  /// The words of the headword that a part begins with: `手札の上限：…`.
  static Words head(const Said& s) {
    Words out;
    if (s.of->kind == Kind::Heading && s.of->says.size() > 1) return out;
    for (const std::string& t : s.of->titles)
      for (const Word& w : reader::words_of(reader::narrow(reader::decode(t))))
        if (reader::is_noun(w.pos)) out.insert(w.stem);
    return out;
  }

  void keep(const Said& s, const Count& c, Words what, int most) {
    if (what.empty() || c.each || c.nth) return;
    limits_.push_back({&s, std::move(what), c.unit, most, c.word, {}});
  }

  void collect(const Said& s) {
    const Sentence& t = *s.s;
    const Words headed = head(s);
    const bool named = std::any_of(headed.begin(), headed.end(),
                                   [](const std::string& w) { return means(w, Sense::Limit); });
    for (const Count& c : t.counts) {
      if (c.bound == Bound::Exactly && !c.each && !c.nth && c.value > 1) exists(s, c, headed);
      if (c.bound == Bound::Exactly && (named || limit_before(t, c)) && !c.each) {
        Words what = named ? headed : of(t, c.of);
        keep(s, c, without(std::move(what), {Sense::Limit, Sense::Person, Sense::Amount}), c.value);
      } else if (c.bound == Bound::AtMost && c.word > 0 &&
                 means(t.words[c.word - 1].lemma, Sense::Limit)) {
        Words what = without(headed, {Sense::Amount});  // HP: 最大 10; 燃料は最大15枚まで
        if (what.empty() && first_topic(t) >= 0) what = of(t, first_topic(t));
        keep(s, c, std::move(what), c.value);
      } else if (c.bound == Bound::Above && barred_before(t, c)) {
        keep(s, c, of(t, c.of), c.value);  // nobody may hold more than ten
      } else if (c.bound == Bound::Above && kept_below(t, c)) {
        keep(s, c, of(t, c.of), c.value);  // 体温は10を超えない
      } else if (c.high > 0 && t.main() != nullptr && c.word < t.main()->end &&
                 first_topic(t) >= 0) {
        keep(s, c, of(t, first_topic(t)), c.high);  // 宣言は4から10まで
      } else if (c.bound == Bound::AtMost && takes_value(t, c)) {
        keep(s, c, of(t, first_topic(t)), c.value);  // 0以下の値をとる
      } else if (c.bound == Bound::AtMost && c.of >= 0 && container(t, c) >= 0) {
        const Phrase& room = t.phrases[static_cast<size_t>(container(t, c))];
        keep(s, c, {room.stems.begin(), room.stems.end()}, c.value);  // 段には6枚まで置ける
        if (c.of != container(t, c) && !limits_.empty() && limits_.back().in == &s)
          limits_.back().in_it = thing(t, c);
      } else if (c.bound == Bound::AtMost && holds(t, c) >= 0) {
        const Phrase& who = t.phrases[static_cast<size_t>(holds(t, c))];
        if (means(who.stems.back(), Sense::Person)) {
          keep(s, c, of(t, c.of), c.value);  // a player keeps up to eight cards
        } else {
          keep(s, c, {who.stems.begin(), who.stems.end()},
               c.value);  // a row holds at most four cards
          if (!limits_.empty() && limits_.back().in == &s) limits_.back().in_it = thing(t, c);
        }
      } else if (c.bound == Bound::Above && says(t, Sense::Move)) {
        keep(s, c, of(t, c.of), c.value);  // 7枚より多い場合、捨てる
      } else if (c.bound == Bound::AtMost && s.exception == false && topic(t, c) >= 0) {
        keep(s, c, of(t, topic(t, c)), c.value);  // 手札は7枚まで持てる
        for (const Phrase& p : t.phrases)         // 作物は倉庫に12個までしまえる
          if (p.as == Case::To && p.last + 1 == c.word && !means(p.stems.back(), Sense::When)) {
            keep(s, c, {p.stems.begin(), p.stems.end()}, c.value);
            if (!limits_.empty() && limits_.back().in == &s)
              limits_.back().in_it = of(t, topic(t, c));
          }
      } else if (c.bound == Bound::AtMost && so_many(t, c) >= 0) {
        keep(s, c, placed(t, so_many(t, c)), c.value);  // 空に置ける星は8個まで
      } else if (c.bound == Bound::AtMost &&
                 (how_many_asked(s) || (s.answer && asks_limit(s.asked)))) {
        keep(s, c, without(s.asked, {Sense::Limit, Sense::Person, Sense::Amount}),
             c.value);  // 上限は? 7枚まで
      } else if (down_to(t, c)) {
        keep(s, c, of(t, subject(t, c)), c.value);
      } else if (c.of >= 0 &&
                 means(t.phrases[static_cast<size_t>(c.of)].stems.back(), Sense::Room)) {
        keep(s, c, holder(s), c.value);  // a hold has five spaces
      }
    }
  }
  static bool how_many_asked(const Said& s) {
    return s.answer && !s.asked.empty() && s.s->counts.size() == 1 && s.s->phrases.size() <= 1;
  }
  static bool asks_limit(const Words& asked) {
    return std::any_of(asked.begin(), asked.end(),
                       [](const std::string& w) { return means(w, Sense::Limit); });
  }
  /// What is counted, whatever is said of it.
  static Words thing(const Sentence& t, const Count& c) {
    if (c.of < 0) return {};
    const Phrase& p = t.phrases[static_cast<size_t>(c.of)];
    return {p.stems.begin(), p.stems.end()};
  }
  /// 棚は3段ある, 4段すべて, all four.
  void exists(const Said& s, const Count& c, const Words& headed) {
    const Sentence& t = *s.s;
    const Act* main = t.main();
    const size_t after = c.word + (c.unit.empty() ? 1 : 2);
    const bool all = (after < t.words.size() && means(t.words[after].text, Sense::Everyone)) ||
                     (c.word > 0 && t.words[c.word - 1].lemma == "all");
    const bool there = main != nullptr && main->word >= c.word && main->word <= after &&
                       t.words[main->word].lemma == "ある" && t.acts.size() == 1;
    Words what = c.of >= 0 ? chain_stems(t, static_cast<size_t>(c.of)) : headed;
    if (c.of < 0 && first_topic(t) >= 0) what = chain_stems(t, static_cast<size_t>(first_topic(t)));
    what = without(std::move(what), {Sense::Amount, Sense::Person, Sense::Common});
    if ((all || there) && !what.empty())
      all_.push_back({&s, std::move(what), c.unit, c.value, c.word, {}});
  }
  /// Who or what has at most so many, in English: its phrase.
  static int holds(const Sentence& t, const Count& c) {
    const Act* main = t.main();
    if (main == nullptr || main->negated ||
        !(means(main->stem, Sense::Hold) || main->stem == reader::stem_of("hold")) ||
        c.word < main->word)
      return -1;
    for (size_t p = 0; p < t.phrases.size(); ++p)
      if (t.phrases[p].as == Case::Subject && t.phrases[p].last <= main->word)
        return static_cast<int>(p);
    return -1;
  }
  static bool kept_below(const Sentence& t, const Count& c) {
    return std::any_of(t.acts.begin(), t.acts.end(), [&](const Act& a) {
      return a.word > c.word && a.word <= c.word + 3 && a.negated && a.role == Role::Main;
    });
  }
  static bool barred_before(const Sentence& t, const Count& c) {
    const Act* main = t.main();
    return main != nullptr && main->negated &&
           (main->can || main->may || means(main->stem, Sense::Hold)) && main->word < c.word &&
           !reader::has_japanese(reader::decode(t.text));
  }
  /// 星は8個まで(です): what there are so many of.
  static int so_many(const Sentence& t, const Count& c) {
    const Act* main = t.main();
    if (main != nullptr && !(main->state && main->word > c.word)) return -1;
    for (size_t p = 0; p < t.phrases.size(); ++p)
      if (t.phrases[p].as == Case::Topic && !t.phrases[p].also && t.phrases[p].last + 1 == c.word &&
          !means(t.phrases[p].stems.back(), Sense::Person))
        return static_cast<int>(p);
    return -1;
  }
  /// The words of a phrase, and of the place that it is put into: 空に置ける星.
  static Words placed(const Sentence& t, int phrase) {
    const Phrase& x = t.phrases[static_cast<size_t>(phrase)];
    Words out(x.stems.begin(), x.stems.end());
    if (x.act < 0) return of(t, phrase);
    const Act& which = t.acts[static_cast<size_t>(x.act)];
    for (const Phrase& p : t.phrases)
      if (p.as == Case::To && p.first >= which.from && p.first < which.end)
        out.insert(p.stems.begin(), p.stems.end());
    return out;
  }
  static bool takes_value(const Sentence& t, const Count& c) {
    const Act* main = t.main();
    return main != nullptr && !main->negated && !main->can && first_topic(t) >= 0 &&
           c.word + 4 < t.words.size() && t.words[c.word + 3].text == "値" && main->word > c.word;
  }
  static int first_topic(const Sentence& t) {
    for (size_t p = 0; p < t.phrases.size(); ++p)
      if (t.phrases[p].as == Case::Topic && !t.phrases[p].also &&
          !means(t.phrases[p].stems.back(), Sense::Person))
        return static_cast<int>(p);
    return -1;
  }
  /// What has room: 段には, in a hold.
  static int container(const Sentence& t, const Count& c) {
    const Act* main = t.main();
    if (main == nullptr || !(main->can || main->may) || c.word < main->from) return -1;
    for (size_t p = 0; p < t.phrases.size(); ++p)
      if (t.phrases[p].as == Case::To && t.phrases[p].contrast && t.phrases[p].last <= c.word)
        return static_cast<int>(p);
    return -1;
  }
  static bool limit_before(const Sentence& t, const Count& c) {
    if (c.of < 0) return false;
    const Words chain = chain_stems(t, static_cast<size_t>(c.of));
    return std::any_of(chain.begin(), chain.end(),
                       [](const std::string& w) { return means(w, Sense::Limit); });
  }
  static int topic(const Sentence& t, const Count& c) {
    const Act* main = t.main();
    if (main == nullptr || !(main->can || main->may) || c.word < main->from) return -1;
    for (size_t p = 0; p < t.phrases.size(); ++p)
      if (t.phrases[p].as == Case::Topic && !t.phrases[p].also && t.phrases[p].last <= c.word)
        return static_cast<int>(p);
    return -1;
  }
  static int subject(const Sentence& t, const Count& c) {
    for (size_t p = 0; p < t.phrases.size(); ++p)
      if (t.phrases[p].last <= c.word &&
          (t.phrases[p].as == Case::Subject || t.phrases[p].as == Case::Topic ||
           t.phrases[p].as == Case::Object) &&
          !means(t.phrases[p].stems.back(), Sense::Person))
        return static_cast<int>(p);
    return c.of;
  }
  /// 7枚になるまで捨てる, 7枚以下になるように; discard down to seven.
  static bool down_to(const Sentence& t, const Count& c) {
    for (const Act& a : t.acts)
      if (a.word > c.word && a.word <= c.word + 5 && t.words[a.word].lemma == "なる" &&
          (a.role == Role::Until || a.role == Role::Aside) && says(t, Sense::Move))
        return true;
    return c.word >= 2 && t.words[c.word - 1].lemma == "to" && t.words[c.word - 2].lemma == "down";
  }
  /// What has the room: the noun of the sentence, or of the one before it that `it` stands for.
  Words holder(const Said& s) const {
    for (size_t k = s.sentence + 1; k-- > 0;) {
      const Sentence& t = s.of->says[k];
      for (size_t p = 0; p < t.phrases.size(); ++p)
        if ((t.phrases[p].as == Case::Subject || t.phrases[p].as == Case::Topic) &&
            !means(t.phrases[p].stems.back(), Sense::Person))
          return Words(t.phrases[p].stems.begin(), t.phrases[p].stems.end());
    }
    return {};
  }

  /// The sentence asks for so many of what is limited, or in what has only so much room.
  static bool asks(const Said& s, const Count& c, const Limit& l) {
    const Sentence& t = *s.s;
    const bool exactly = c.bound == Bound::Exactly;
    for (const Count& d : t.counts)  // 4枚以上なら3枚になるように: it is put right
      if (&d != &c && d.value == l.most && d.unit == c.unit) return false;
    if (l.unit != c.unit && (exactly || (!l.unit.empty() && !c.unit.empty()))) return false;
    if (!l.in_it.empty() && thing(t, c) != l.in_it) return false;
    if (c.of >= 0 && l.in_it.empty() && chain_stems(t, static_cast<size_t>(c.of)) == l.what &&
        !exactly)
      return true;
    const Act* said = part_of(t, c);
    // 13を宣言する
    if (said != nullptr && l.what.size() == 1 && l.what.contains(said->stem) &&
        said->word > c.word && said->word <= c.word + 3)
      return true;
    for (const Phrase& p : t.phrases) {
      const bool here = said == nullptr || (p.first >= said->from && p.first < said->end) ||
                        p.as == Case::Subject;
      if (here && (p.as == Case::To || (p.as == Case::Subject && !exactly)) &&
          Words(p.stems.begin(), p.stems.end()) == l.what)
        return true;
    }
    return false;
  }

  Look& look_;
  std::vector<Limit> limits_, all_;
};

/// How many play, and what there is: does it suffice for all?
class Supply {
 public:
  explicit Supply(Look& look) : look_(look) {
    for (const Said& s : look.said) {
      if (s.example) continue;
      players(s);
      if (!s.variant) stock(s);
    }
  }

  void enough() {
    if (players_ < 2) return;
    for (const Said& s : look_.said) {
      if (!s.rule() && !s.s->title) continue;
      if (s.variant || s.example || !everyone(*s.s)) continue;
      for (size_t p = 0; p < s.s->phrases.size(); ++p) {
        const int each = taken(*s.s, p);
        const auto it = stock_.find(s.s->phrases[p].text);
        if (each <= 0 || it == stock_.end() || it->second.in == &s ||
            each * players_ <= it->second.many)
          continue;
        look_.add(Code::NotEnough,
                  {look_.place(s, s.s->phrases[p].first), look_.place(*it->second.in)},
                  {std::to_string(players_), std::to_string(each),
                   look_.printed(s.s->phrases[p].text), std::to_string(it->second.many)});
      }
    }
  }

  void sums() {
    for (const Said& s : look_.said)
      if (!s.example) sum(s);
  }

 private:
  struct Stock {
    int many;
    const Said* in;
  };

  void players(const Said& s) {
    for (const Count& c : s.s->counts) {
      const bool people =
          c.unit.starts_with("人") ||
          (c.of >= 0 && means(s.s->phrases[static_cast<size_t>(c.of)].stems.back(), Sense::Person));
      if (people && c.high > 0 && c.high < 20) players_ = std::max(players_, c.high);
    }
  }
  static bool everyone(const Sentence& t) {
    for (size_t i = 0; i + 1 < t.words.size(); ++i) {
      const std::string& l = t.words[i].lemma;
      if ((l == "各" || l == "each" || l == "every") && means(t.words[i + 1].stem, Sense::Person))
        return true;
      if (means(l, Sense::Apiece)) return true;
    }
    // 1人に1枚ずつ
    for (const Count& c : t.counts)
      if (c.unit == "人" && c.value == 1 && c.high < 0 && c.word + 2 < t.words.size() &&
          (t.words[c.word + 2].text == "に" || c.each))
        return true;
    return false;
  }
  /// Things of the box: counted under such a title, or where the box is spoken of.
  void stock(const Said& s) {
    bool box = false;
    for (const std::string& w : s.around) box = box || means(w, Sense::Box);
    for (const std::string& w : s.stems) box = box || means(w, Sense::Box);
    for (const Said& before : look_.said) {  // The box contains:
      if (before.unit >= s.unit || box) break;
      if (before.of->up != s.of->up || before.of->kind != Kind::Text) continue;
      for (const std::string& w : before.stems) box = box || means(w, Sense::Box);
    }
    if (!box || everyone(*s.s)) return;
    for (const size_t a : look_.above(s.unit))
      for (const Sentence& t : look_.book.units[a].says)
        if (&t != s.s && a != s.unit && everyone(t)) return;
    for (const Count& c : s.s->counts)
      if (c.of >= 0 && !c.each && c.high < 0)
        stock_.try_emplace(s.s->phrases[static_cast<size_t>(c.of)].text, Stock{c.value, &s});
  }
  /// How many of a thing somebody takes; 1 after `a`.
  static int taken(const Sentence& t, size_t phrase) {
    // 札を混ぜ、1人に1枚ずつ配る
    const Phrase& p = t.phrases[phrase];
    if (p.as == Case::Object || p.as == Case::Topic)
      for (const Count& c : t.counts)
        if (c.each && c.unit != "人" && p.last < c.word &&
            (c.of < 0 || means(t.phrases[static_cast<size_t>(c.of)].stems.back(), Sense::Person)))
          return c.value;
    for (const Count& c : t.counts)
      if (c.of == static_cast<int>(phrase) && c.bound == Bound::Exactly && !c.nth) return c.value;
    const uint32_t first = t.phrases[phrase].first;
    return first > 0 && (t.words[first - 1].lemma == "a" || t.words[first - 1].lemma == "an") ? 1
                                                                                              : 0;
  }

  /// 計30枚 beside its parts; 60 of which 15 each of four.
  void sum(const Said& s) {
    const Sentence& t = *s.s;
    int total = -1, parts = 0, many = 0;
    std::string unit;
    for (const Count& c : t.counts)
      if (c.word > 0 && means(t.words[c.word - 1].lemma, Sense::Total))
        total = c.value, unit = c.unit;
    if (total >= 0) {
      for (const Count& c : t.counts)
        if (c.unit == unit && !c.each && c.bound == Bound::Exactly &&
            !(c.word > 0 && means(t.words[c.word - 1].lemma, Sense::Total)))
          parts += c.value, ++many;
      if (many >= 2 && parts != total)
        look_.add(Code::SumDiffers, {look_.place(s)},
                  {std::to_string(parts), std::to_string(total)});
      return;
    }
    if (t.counts.size() < 2) return;
    if (in_brackets(s)) return;
    const Count &whole = t.counts[0], &each = t.counts.back();
    if (!each.each || whole.each || whole.unit != each.unit || whole.value <= each.value) return;
    int kinds = t.counts.size() == 3 ? t.counts[1].value : 0;
    if (t.counts.size() == 2)
      for (const Phrase& p : t.phrases) kinds += p.first > whole.word + 1 ? 1 : 0;
    if (kinds > 1 && kinds * each.value != whole.value)
      look_.add(Code::SumDiffers, {look_.place(s)},
                {std::to_string(kinds * each.value), std::to_string(whole.value)});
  }

  /// 24枚(A8枚、B8枚、C8枚)
  bool in_brackets(const Said& s) {
    const Sentence& t = *s.s;
    const Count& whole = t.counts[0];
    size_t i = whole.word + (whole.unit.empty() ? 1 : 2);
    if (t.counts.size() < 3 || i >= t.words.size() || t.words[i].pos != Pos::Open || whole.each)
      return false;
    int parts = 0;
    size_t many = 0;
    for (const Count& c : t.counts) {
      if (&c == &whole) continue;
      bool inside = true;
      for (size_t k = i + 1; k < c.word; ++k) inside = inside && t.words[k].pos != Pos::Close;
      if (!inside) continue;
      if (c.each || c.unit != whole.unit || c.bound != Bound::Exactly) return false;
      parts += c.value;
      ++many;
    }
    if (many < 2) return false;
    if (parts != whole.value)
      look_.add(Code::SumDiffers, {look_.place(s)},
                {std::to_string(parts), std::to_string(whole.value)});
    return true;
  }

  Look& look_;
  int players_ = 0;
  std::map<std::string, Stock> stock_;
};

}  // namespace

void look_at_limits(Look& look) {
  Limits limits(look);
  limits.differ();
  limits.how_many();
  limits.out_of_reach();
  Supply supply(look);
  supply.enough();
  supply.sums();
}

}  // namespace hanrei::audit::print
