// What goes on for ever.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

bool unlimited(const Sentence& t) {
  for (size_t i = 0; i < t.words.size(); ++i) {
    const std::string& w = t.words[i].lemma;
    const bool no = i + 2 < t.words.size() &&
                    (t.words[i + 2].lemma == "ない" || t.words[i + 1].lemma == "ない");
    if ((w == "限り" || w == "制限") && no) return true;
    if (w == "any" && i + 3 < t.words.size() && t.words[i + 1].lemma == "number" &&
        t.words[i + 3].lemma == "times")
      return true;
  }
  return t.text.find("何度でも") != std::string::npos ||
         t.text.find("何回でも") != std::string::npos;
}

bool bounded(const Sentence& t) {
  for (const Act& a : t.acts)
    if (a.role == Role::Until || a.role == Role::While) return true;
  for (const Count& c : t.counts)
    if (c.unit == "回" || c.unit == "度" || c.unit == "times") return true;
  for (const Phrase& p : t.phrases)
    if (p.as == Case::Until) return true;
  return false;
}

/// The top of something, as where to or where from; in English where from is also the top card.
bool top_of(const Sentence& t, const Act& a, Case as) {
  // 山の上のカードを表にする
  for (size_t p = 0; p + 1 < t.phrases.size() && as == Case::From; ++p)
    if (t.phrases[p].first >= a.from && t.phrases[p].first < a.end && t.phrases[p].as == Case::Of &&
        means(t.phrases[p].stems.back(), Sense::Top) &&
        t.phrases[p + 1].of == static_cast<int>(p) &&
        (t.phrases[p + 1].as == Case::Object || t.phrases[p + 1].as == Case::Subject))
      return true;
  for (const Phrase& p : t.phrases)
    if ((p.first >= a.from && p.first < a.end &&
         std::any_of(p.stems.begin(), p.stems.end(),
                     [](const std::string& w) { return means(w, Sense::Top); })) ||
        (p.first >= a.from && p.first < a.end && p.text.ends_with("の上")))
      if (p.as == as || (as == Case::From && p.as == Case::Object && p.stems.size() > 1))
        return true;
  return false;
}

/// Put on top of the pile, and taken from its top again.
void on_top_again(Look& look, const Said& s) {
  const Sentence& t = *s.s;
  const Act* put = nullptr;
  for (const Act& a : t.acts) {
    if (a.negated || (a.role != Role::Main && a.role != Role::Then)) continue;
    if (put != nullptr && top_of(t, a, Case::From) && !bounded(t)) {
      look.add(Code::WithoutEnd, {look.place(s, a.word)}, {shown(t, put->from, a.end)});
      return;
    }
    if (means(a.stem, Sense::Move) && top_of(t, a, Case::To)) put = &a;
    if (means(a.stem, Sense::Mix)) put = nullptr;
  }
}

/// When played, one comes back; it can be played again, and there is no limit.
void comes_back(Look& look, size_t b, size_t e) {
  const Said* free = nullptr;
  Words triggers;
  for (size_t i = b; i < e; ++i) {
    const Sentence& t = *look.said[i].s;
    for (const Act& a : t.acts)
      if (a.role == Role::If && !a.state) triggers.insert(a.stem);
    if (unlimited(t) && look.said[i].rule())
      for (const Act& a : t.acts)
        if (triggers.contains(a.stem) && (a.can || a.may) && a.role != Role::If)
          free = &look.said[i];
  }
  if (free != nullptr)
    look.add(Code::WithoutEnd, {look.place(*free), look.place(look.said[b])},
             {shown(*free->s, 0, free->s->words.size())});
}

/// …を繰り返す, and no word of an end.
void repeats(Look& look, const Said& s) {
  const Sentence& t = *s.s;
  for (const Act& a : t.acts)
    if (means(a.stem, Sense::Again) && a.role == Role::Main && !a.negated && !a.passive &&
        !bounded(t)) {
      const bool condition = std::any_of(t.acts.begin(), t.acts.end(),
                                         [](const Act& x) { return x.role == Role::If; });
      if (!condition)
        look.add(Code::WithoutEnd, {look.place(s, a.word)}, {shown(t, a.from, a.end)});
    }
}

}  // namespace

void look_at_ends(Look& look) {
  for (size_t i = 0; i < look.said.size(); ++i) {
    const Said& s = look.said[i];
    if (!s.rule()) continue;
    on_top_again(look, s);
    repeats(look, s);
  }
  for (size_t i = 0; i < look.said.size();) {
    size_t e = i + 1;
    while (e < look.said.size() && look.said[e].unit == look.said[i].unit) ++e;
    comes_back(look, i, e);
    i = e;
  }
}

}  // namespace hanrei::audit::print
