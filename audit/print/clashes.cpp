// Two passages at odds about one act: may and may not, two numbers, two places, two counts.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

enum class Force { Done, May, Need, Barred, Needless };
Force force_of(const Act& a) {
  if (a.must) return a.negated ? Force::Barred : Force::Need;
  if (a.may && a.negated) return Force::Needless;
  if (a.negated) return Force::Barred;
  return a.may || a.can ? Force::May : Force::Done;
}
bool at_odds(Force a, Force b) {
  if (a > b) std::swap(a, b);
  return (b == Force::Barred && a != Force::Barred) || (b == Force::Needless && a == Force::Need);
}

/// What is said of one act in a sentence.
struct Claim {
  const Said* in;
  const Act* act;
  Force force;
  Words what;  ///< the words of the sentence but for the act
  Words only;  ///< those of a condition or a restriction
};

class Clashes {
 public:
  explicit Clashes(Look& look) : look_(look) {
    for (const Said& s : look.said)
      if (s.rule() && !s.s->words.empty())
        for (const Act& a : s.s->acts) claim(s, a);
  }

  void polarity() {
    for (const auto& [stem, list] : claims_)
      for (size_t i = 0; i < list.size(); ++i)
        for (size_t k = 0; k < list.size(); ++k)
          if (i != k && list[i].force == Force::Barred && at_odds(list[i].force, list[k].force))
            barred(list[i], list[k]);
  }

 private:
  void claim(const Said& s, const Act& a) {
    if (a.state || a.stem.empty() || reader::is_light(a.stem) ||
        (a.role != Role::Main && a.role != Role::Then))
      return;
    Claim c{&s, &a, force_of(a), {}, {}};
    // until when something is barred is no part of what is barred
    Words until;
    if (a.negated) {
      for (const Act& b : s.s->acts)
        if (b.role == Role::Before || b.role == Role::Until) until.merge(s.s->stems(b.from, b.end));
      for (const Phrase& p : s.s->phrases)
        if (p.as == Case::Until) until.insert(p.stems.begin(), p.stems.end());
    }
    for (const std::string& w : s.stems)
      if (w != a.stem && !until.contains(w)) c.what.insert(w);
    if (s.answer)
      for (const std::string& w : s.asked)
        if (w != a.stem && !reader::is_light(w) && !means(w, Sense::Common)) c.what.insert(w);
    for (size_t k = 0; k < s.s->acts.size(); ++k) {
      const Act& b = s.s->acts[k];
      const bool who = std::any_of(s.s->phrases.begin(), s.s->phrases.end(), [&](const Phrase& p) {
        return p.act == static_cast<int>(k) && (p.as == Case::Topic || p.as == Case::Subject);
      });
      if (b.role == Role::If || b.role == Role::While || b.role == Role::Until || who)
        c.only.merge(s.s->stems(b.whole, b.end));
    }
    claims_[a.stem].push_back(std::move(c));
  }

  /// Does it hold whatever the case: even if, any, both?
  static bool strong(const Said& s) {
    for (const Act& a : s.s->acts)
      if (a.role == Role::Even) return true;
    for (const Phrase& p : s.s->phrases)
      if (p.also && p.as != Case::Topic) return true;
    return std::any_of(s.s->words.begin(), s.s->words.end(), [](const Word& w) {
      return means(w.lemma, Sense::Everyone) || w.text == "どちらも" || w.text == "どちら";
    });
  }
  /// 休んでいる獣は, 休んでいる獣も
  static bool one_case(const Sentence& yes, const Phrase& a, const Sentence& no, const Phrase& b) {
    return a.act >= 0 && b.act >= 0 &&
           yes.acts[static_cast<size_t>(a.act)].stem == no.acts[static_cast<size_t>(b.act)].stem;
  }
  /// …には…できない, and …にも…できる.
  static bool too(const Sentence& yes, const Sentence& no) {
    for (const Phrase& a : yes.phrases)
      for (const Phrase& b : no.phrases)
        if (a.also && a.text == b.text &&
            (a.as == Case::Topic ? b.as == Case::Topic && !b.also && one_case(yes, a, no, b)
                                 : b.contrast || b.as == Case::Topic))
          return true;
    return false;
  }
  /// The words of the nearest heading that the sentence does not have itself.
  Words setting(const Said& s) const {
    Words out;
    for (const std::string& w : s.around)
      if (!s.stems.contains(w) && !means(w, Sense::Plain)) out.insert(w);
    return out;
  }

  void barred(const Claim& no, const Claim& yes) {
    const Sentence& n = *no.in->s;
    if (no.in == yes.in || yes.in->exception || !n.closes || no.act->role != Role::Main) return;
    const auto in_yes = [&](const std::string& w) {
      return yes.what.contains(w) || yes.in->around.contains(w) || w == yes.act->stem;
    };
    const bool despite = too(*yes.in->s, n);
    size_t shared = 0;
    for (const std::string& w : no.what) shared += yes.what.contains(w) ? 1 : 0;
    // but for the act, the same words
    const bool same = shared > 0 && no.what == yes.what && look_.sentences_with(no.act->stem) <= 8;
    if ((shared < 2 && !same) || look_.covered(no.what, in_yes) < 0.7) return;
    // it is granted on a condition that the other does not speak of
    for (const std::string& w : yes.only)
      if (!despite && !no.what.contains(w) && !no.in->around.contains(w) && w != no.act->stem)
        return;
    // it is barred for what is not so, or for what the other does not speak of
    for (const Act& a : n.acts)
      if (&a != no.act && a.negated) return;
    for (size_t p = 0; p < n.phrases.size(); ++p) {
      const Phrase& x = n.phrases[p];
      if (!x.contrast && !(x.as == Case::Topic && !x.also)) continue;
      // 種がある畑には, and the other speaks of any field
      const bool any = x.act < 0 || !x.contrast || strong(*yes.in) ||
                       std::any_of(yes.in->s->phrases.begin(), yes.in->s->phrases.end(),
                                   [&](const Phrase& y) { return y.text == x.text && y.act >= 0; });
      if (!any) return;
      for (const std::string& w : chain_stems(n, p))
        if (!in_yes(w) && !means(w, Sense::Person) && !reader::is_light(w)) return;
    }
    // what is brought somewhere else
    if (yes.force == Force::Done && means(yes.act->stem, Sense::Move))
      for (const Phrase& p : yes.in->s->phrases)
        if (p.as == Case::To && !p.contrast && !means(p.stems.back(), Sense::When) &&
            !no.what.contains(p.stems.back()) && !no.in->around.contains(p.stems.back()))
          return;
    const bool together = yes.in->unit == no.in->unit || yes.in->of->up == no.in->of->up;
    if (together && !yes.only.empty()) return;
    if (!strong(*yes.in) && !despite && !same && !yes.in->answer && !no.in->answer && !together &&
        look_.covered(setting(*no.in), in_yes) < 0.5 && !setting(*no.in).empty())
      return;
    if (!told_.emplace(no.in->unit, yes.in->unit).second) return;
    look_.add(Code::GrantedAndBarred,
              {look_.place(*no.in, no.act->word), look_.place(*yes.in, yes.act->word)},
              {shown(n, no.act->word, no.act->end)});
  }

  Look& look_;
  std::set<std::pair<size_t, size_t>> told_;
  std::map<std::string, std::vector<Claim>> claims_;
};

}  // namespace

void look_at_clashes(Look& look) {
  Clashes all(look);
  all.polarity();
}

}  // namespace hanrei::audit::print
