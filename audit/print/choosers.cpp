// Who chooses, and in which order: nobody named, or two.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

bool person(const Phrase& p) { return means(p.stems.back(), Sense::Person); }

bool counted(const Sentence& t, const Act& a) {
  return std::any_of(t.counts.begin(), t.counts.end(),
                     [&](const Count& c) { return c.word >= a.from && c.word < a.word; });
}

/// 人から1枚が奪われる: so many of what somebody or some place has.
bool one_of_several(const Sentence& t, const Act& a) {
  // 船が1隻失われる
  if (means(a.stem, Sense::Minus) && !a.past)
    for (const Count& c : t.counts)
      if (c.word >= a.from && c.word + 2 == a.word && !c.unit.empty() &&
          c.bound == Bound::Exactly && !c.each && c.of >= 0 &&
          t.phrases[static_cast<size_t>(c.of)].as == Case::Subject)
        return true;
  const auto from = [&](const Phrase& p) {
    return p.first >= a.from && p.first < a.word &&
           (p.as == Case::From || p.text == "うち" || p.text == "中");
  };
  return std::any_of(t.counts.begin(), t.counts.end(),
                     [&](const Count& c) {
                       const size_t after = c.word + 2;  // 1枚が
                       return c.word >= a.from && c.word < a.word && !c.unit.empty() &&
                              after < t.words.size() &&
                              (t.words[after].text == "が" || after == a.word) &&
                              c.bound == Bound::Exactly;
                     }) &&
         std::any_of(t.phrases.begin(), t.phrases.end(), from);
}

/// その中の1人が…する: which of them?
const Count* one_of_them(const Sentence& t) {
  for (const Count& c : t.counts) {
    const bool person =
        c.value == 1 && c.unit == "人" && c.word >= 2 && c.word + 2 < t.words.size();
    if (person && t.words[c.word - 1].text == "の" &&
        (t.words[c.word - 2].text == "中" || t.words[c.word - 2].text == "うち") &&
        t.words[c.word + 2].text == "が")
      return &c;
  }
  return nullptr;
}

/// One is chosen, one of them is lost; and nobody is named who does it.
void nobody(Look& look) {
  for (const Said& s : look.said) {
    if (!s.rule()) continue;
    const Sentence& t = *s.s;
    const Act* main = t.main();
    const Count* one = one_of_them(t);
    if (one != nullptr && main != nullptr && !main->passive && !main->state && !main->can &&
        !main->may && !means(main->stem, Sense::Choose))
      look.add(Code::PrintNoChooser, {look.place(s, one->word)},
               {shown(t, one->word - 2, main->end)});
    for (const Act& a : t.acts) {
      if (!a.passive || a.past || a.role == Role::Which || a.role == Role::Thing ||
          a.role == Role::Even)
        continue;
      bool one_of = a.stem != "" && one_of_several(t, a), named = a.ongoing;
      for (size_t i = a.from; i < a.word; ++i) {
        const std::string& w = t.words[i].lemma;
        one_of = one_of || (t.words[i].text == "one" && i + 1 < t.words.size() &&
                            t.words[i + 1].lemma == "of");
        named = named || means(w, Sense::Chance);
      }
      for (size_t i = a.word; i < a.end && i < t.words.size(); ++i)
        named = named || t.words[i].lemma == "by" || means(t.words[i].lemma, Sense::Chance);
      for (const Phrase& p : t.phrases)
        named = named || (p.first >= a.from && p.first < a.word && p.as == Case::By &&
                          (person(p) || p.stems.back() == "効果"));
      if (named ||
          !(one_of || means(a.stem, Sense::Pick) ||
            (means(a.stem, Sense::Choose) && counted(t, a))) ||
          a.role == Role::If)
        continue;
      look.add(Code::PrintNoChooser, {look.place(s, a.word)}, {shown(t, a.from, a.end)});
    }
  }
}

bool speaks_of_order(const Sentence& t) {
  return std::any_of(t.words.begin(), t.words.end(), [](const Word& w) {
    for (const Sense sense : {Sense::Together, Sense::Order, Sense::First, Sense::Last})
      if (means(w.lemma, sense) || means(w.text, sense) || means(w.stem, sense)) return true;
    return false;
  });
}

/// Both players may do it, or choose in it; and nothing says who is first.
void both(Look& look) {
  std::vector<Place> places;
  std::string first;
  for (const Said& s : look.said) {
    if (!s.rule() && !(s.s->title && s.of->kind == Kind::Step)) continue;
    const Sentence& t = *s.s;
    const Phrase* who = nullptr;
    for (size_t p = 0; p < t.phrases.size(); ++p) {
      const Phrase& x = t.phrases[p];
      const bool of = x.of >= 0 && means(t.phrases[static_cast<size_t>(x.of)].text, Sense::Several);
      const bool two = means(x.stems[0], Sense::Several) && (x.stems.size() == 1 || person(x));
      if ((x.as == Case::Subject || x.as == Case::Topic) && !x.also &&
          person(x) == (of || x.stems.size() > 1) && (of || two))
        who = &x;
    }
    if (who == nullptr) continue;
    const Act* act = nullptr;
    for (const Act& a : t.acts)
      if (a.word > who->first && !a.negated && !a.state && act == nullptr &&
          (a.role == Role::Main || (a.role == Role::Which && a.end + 1 >= t.words.size())))
        act = &a;
    if (act == nullptr) continue;
    // the part that it is in, and what is set out below it
    if (means(act->stem, Sense::Carry) || s.of->kind != Kind::Step) continue;
    bool choice = act->can || act->may || means(act->stem, Sense::Choose),
         ordered = speaks_of_order(t);
    for (const size_t u : look.below(s.unit))
      for (const Sentence& below : look.book.units[u].says) {
        ordered = ordered || speaks_of_order(below);
        for (const Act& a : below.acts) choice = choice || a.may || (a.can && !a.negated);
      }
    for (const Sentence& beside : s.of->says) ordered = ordered || speaks_of_order(beside);
    if (!choice || ordered) continue;
    places.push_back(look.place(s, who->first));
    if (places.size() == 1) first = shown(t, act->word, act->end);
  }
  if (!places.empty()) look.add(Code::NoOrder, std::move(places), {first});
}

/// Who is first, who last, or who settles the order, where several are concerned.
struct Rule {
  const Said* in = nullptr;
  std::string first, last;
  Words about;
};

class Orders {
 public:
  explicit Orders(Look& look) : look_(look) {
    for (size_t i = 0; i < look.said.size();) {
      size_t e = i + 1;
      while (e < look.said.size() && look.said[e].unit == look.said[i].unit) ++e;
      part(i, e);
      i = e;
    }
  }

  void differ() {
    for (size_t i = 0; i < rules_.size(); ++i)
      for (size_t k = i + 1; k < rules_.size(); ++k) {
        const Rule &a = rules_[i], &b = rules_[k];
        const bool last =
            (!a.first.empty() && a.first == b.last) || (!b.first.empty() && b.first == a.last);
        const bool other = !a.first.empty() && !b.first.empty() && a.first != b.first;
        if ((last || other) && related(a, b))
          look_.add(Code::TwoChoosers, {look_.place(*b.in), look_.place(*a.in)},
                    {look_.printed(b.first.empty() ? b.last : b.first),
                     look_.printed(a.first.empty() ? a.last : a.first)});
      }
  }

 private:
  static std::string whole(const Sentence& t, size_t phrase) {
    const Phrase& p = t.phrases[phrase];
    const std::string of = p.of >= 0 && reader::has_japanese(reader::decode(p.text))
                               ? t.phrases[static_cast<size_t>(p.of)].text + "の"
                               : "";
    return of + p.text;
  }
  static bool has(const Sentence& t, Sense sense, size_t from, size_t to) {
    for (size_t i = from; i < std::min(to, t.words.size()); ++i)
      if (means(t.words[i].lemma, sense) || means(t.words[i].text, sense)) return true;
    return false;
  }

  void part(size_t b, size_t e) {
    Rule r;
    bool several = false;
    for (size_t i = b; i < e; ++i) {
      const Said& s = look_.said[i];
      if (!s.rule()) continue;
      const Sentence& t = *s.s;
      const bool many = std::any_of(t.counts.begin(), t.counts.end(), [](const Count& c) {
        return c.bound == Bound::AtLeast && c.value == 2;
      });
      bool here = many || has(t, Sense::Together, 0, t.words.size()) ||
                  has(t, Sense::Several, 0, t.words.size());
      for (const std::string& w : s.asked) here = here || means(w, Sense::Together);
      several = several || here;
      if (!several) continue;
      if (here && r.in == nullptr) {
        r.in = &s;
        Words words = s.stems;
        words.insert(s.asked.begin(), s.asked.end());
        for (const std::string& w : words)
          if (!means(w, Sense::Person) && !means(w, Sense::Common) && !means(w, Sense::Order))
            r.about.insert(w);
        for (const Word& w : t.words)
          if (means(w.lemma, Sense::Anything)) r.about.insert(w.lemma);
      }
      for (size_t p = 0; p < t.phrases.size(); ++p) read(t, p, r);
    }
    if (r.in != nullptr && (!r.first.empty() || !r.last.empty())) rules_.push_back(std::move(r));
  }
  void read(const Sentence& t, size_t p, Rule& r) {
    const Phrase& x = t.phrases[p];
    const Phrase* who = person(x) ? &x : nullptr;
    if (who == nullptr) return;
    const std::string name = whole(t, p);
    // the act that it belongs to
    const Act* act = nullptr;
    for (const Act& a : t.acts)
      if (a.from <= x.first && x.first < a.end) act = &a;
    // 親が扱う順番を決める
    if (act != nullptr && (act->role == Role::Which || act->role == Role::Whether) &&
        x.as == Case::Subject && act + 1 < t.acts.data() + t.acts.size())
      ++act;
    if (act == nullptr || act->role == Role::If || act->role == Role::Which) return;
    const bool settles =
        means(act->stem, Sense::Choose) &&
        (has(t, Sense::Order, act->from, act->word) || has(t, Sense::First, x.last, act->word));
    const bool after = act->role == Role::After && x.as == Case::Of;
    const bool leads = (x.act < 0 || t.acts[static_cast<size_t>(x.act)].state) &&
                       (has(t, Sense::First, x.last, std::min<size_t>(act->end, x.last + 4)) ||
                        (x.first >= 2 && t.words[x.first - 2].lemma == "with") ||
                        (x.first >= 3 && t.words[x.first - 3].lemma == "with" &&
                         t.words[x.first - 2].lemma == "the") ||
                        x.as == Case::From);
    const bool trails = has(t, Sense::Last, x.last, std::min<size_t>(act->end, x.last + 3));
    if (trails && r.last.empty())
      r.last = name;
    else if ((settles || after || leads) && r.first.empty())
      r.first = name;
  }
  bool related(const Rule& a, const Rule& b) const {
    if (a.in->unit == b.in->unit) return false;
    size_t shared = 0;
    for (const std::string& w : a.about) shared += b.about.contains(w) ? 1 : 0;
    return shared >= 2 || general(a) || general(b);
  }
  static bool general(const Rule& r) {
    return std::any_of(r.about.begin(), r.about.end(),
                       [](const std::string& w) { return means(w, Sense::Anything); });
  }

  Look& look_;
  std::vector<Rule> rules_;
};

}  // namespace

void look_at_choosers(Look& look) {
  nobody(look);
  both(look);
  Orders(look).differ();
}

}  // namespace hanrei::audit::print
