// One deed told twice: by somebody else, to another place, so many more, at another time.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

struct Deed {
  const Said* in;
  const Act* act;
  std::string stem;  ///< of the act, or of the noun that is carried out
  Words object;      ///< with what is tied to it and says which
  Words condition;   ///< of the parts that say if and when
  Words setting;     ///< in which phase: では, には; else the headword and the title
  std::string actor, to, when;
  Words also;  ///< other words of its own part
};

bool person(const Phrase& p) { return means(p.stems.back(), Sense::Person); }

class Deeds {
 public:
  explicit Deeds(Look& look) : look_(look) {
    for (const Said& s : look.said)
      if (s.rule() && !s.exception)
        for (const Act& a : s.s->acts) deed(s, a);
  }

  void compare() {
    for (const auto& [stem, list] : deeds_)
      for (size_t i = 0; i < list.size(); ++i)
        for (size_t k = i + 1; k < list.size(); ++k) pair(list[i], list[k]);
    // what is brought somewhere may be told with two verbs
    for (size_t i = 0; i < moves_.size(); ++i)
      for (size_t k = i + 1; k < moves_.size(); ++k)
        if (moves_[i].stem != moves_[k].stem && which(moves_[i]) && which(moves_[k]) &&
            moves_[i].object == moves_[k].object)
          place(moves_[i], moves_[k]);
  }

 private:
  void deed(const Said& s, const Act& a) {
    const Sentence& t = *s.s;
    const int term = defined(t, a);
    if (a.state || a.negated ||
        (a.role != Role::Main && a.role != Role::Then && a.role != Role::Aside && term < 0))
      return;
    Deed d{&s, &a, a.stem, {}, {}, {}, "", "", "", {}};
    for (size_t p = 0; p < t.phrases.size(); ++p) phrase(t, p, a, d);
    if (term >= 0)
      d.object = Words(t.phrases[static_cast<size_t>(term)].stems.begin(),
                       t.phrases[static_cast<size_t>(term)].stems.end());
    for (const Act& b : t.acts) {
      if (b.role == Role::If || b.role == Role::Even || b.role == Role::While)
        d.condition.merge(t.stems(b.whole, b.end));
      if ((b.role == Role::Before || b.role == Role::After) && b.word < a.word)
        d.when = (b.role == Role::Before ? "<" : ">") + b.stem;
    }
    place_of(s, d);
    if (s.answer && d.object.empty()) {  // of what was asked
      for (const std::string& w : s.asked)
        if (w != a.stem && !reader::is_light(w) && !means(w, Sense::Common) &&
            !means(w, Sense::Person))
          d.object.insert(w);
    }
    // 捨て札にする, 手札になる: it comes there
    if ((t.words[a.word].lemma == "する" || t.words[a.word].lemma == "なる") && !d.to.empty() &&
        !d.object.empty() && a.role == Role::Main) {
      moves_.push_back(d);
      return;
    }
    // it goes there of its own
    if (d.object.empty() && means(a.stem, Sense::Move))
      for (size_t p = 0; p < t.phrases.size(); ++p)
        if (t.phrases[p].as == Case::Subject && t.phrases[p].first >= a.from &&
            t.phrases[p].first < a.word && !person(t.phrases[p]))
          d.object = chain_stems(t, p);
    if (means(a.stem, Sense::Carry) && d.object.size() == 1)
      d.stem = *d.object.begin(), d.object.clear();
    if (reader::is_light(d.stem) || d.stem.empty()) return;
    if (means(a.stem, Sense::Move)) moves_.push_back(d);
    deeds_[d.stem].push_back(std::move(d));
  }
  /// Xとは、…に置く札をいう: X, of which that is said; -1 where it is not.
  static int defined(const Sentence& t, const Act& a) {
    if (a.role != Role::Which || t.phrases.empty() || t.phrases[0].last >= t.words.size() ||
        t.acts.empty())
      return -1;
    const std::string& after = t.words[t.phrases[0].last].text;
    if (after != "とは" && after != "は") return -1;
    const Act& last = t.acts.back();
    for (size_t p = 1; p < t.phrases.size(); ++p)
      if (t.phrases[p].act >= 0 && &t.acts[static_cast<size_t>(t.phrases[p].act)] == &a &&
          t.phrases[p].last + 2 >= last.word &&
          (last.state || means(t.words[last.word].lemma, Sense::Call)))
        return 0;
    return -1;
  }
  static void place_of(const Said& s, Deed& d) {
    if (d.setting.empty()) d.setting = s.around;
    std::erase_if(d.setting, [](const std::string& w) {
      return means(w, Sense::Common) || means(w, Sense::Plain) || means(w, Sense::Piece) ||
             means(w, Sense::When);
    });
  }
  void phrase(const Sentence& t, size_t p, const Act& a, Deed& d) const {
    const Phrase& x = t.phrases[p];
    const bool inside = x.first >= a.from && x.first < a.end && x.first != a.word;
    const bool topic = x.as == Case::Topic && x.first < a.word;
    if (!inside && !topic) return;
    if (x.contrast ||
        (inside && (x.as == Case::To || x.as == Case::By) && means(x.stems.back(), Sense::When) &&
         !(means(a.stem, Sense::Move) && beside(t, x)))) {
      d.setting.merge(chain_stems(t, p));
      if (x.text == "前" || x.text == "後" || x.text == "直前" || x.text == "直後")
        if (x.of >= 0)
          d.when = (x.text.ends_with("前") ? "<" : ">") +
                   t.phrases[static_cast<size_t>(x.of)].stems.back();
      return;
    }
    if (person(x) && (x.as == Case::Subject || (topic && !x.also))) d.actor = whole(t, p);
    if (person(x)) return;
    if (x.as == Case::Object || topic || (a.passive && x.as == Case::Subject)) {
      if (d.object.empty() || x.as == Case::Object) d.object = chain_stems(t, p);
    } else if (x.as == Case::To && inside && !x.text.ends_with("向き")) {
      const bool side = means(x.stems.back(), Sense::Side);
      if (!side || x.of >= 0)
        d.to = side ? t.phrases[static_cast<size_t>(x.of)].text + "の" + x.text : x.text;
    } else if (inside && x.as != Case::Of) {
      d.also.insert(x.stems.begin(), x.stems.end());
    }
  }
  /// 自分の前, not 攻撃の前.
  static bool beside(const Sentence& t, const Phrase& x) {
    if (!means(x.stems.back(), Sense::Side) || x.of < 0) return false;
    const Phrase& of = t.phrases[static_cast<size_t>(x.of)];
    return person(of) || t.words[of.last - 1].pos == Pos::Noun;
  }
  /// With what stands before it: 手番の人, 最も若い人.
  static std::string whole(const Sentence& t, size_t p) {
    const Phrase& x = t.phrases[p];
    if (!reader::has_japanese(reader::decode(x.text))) return x.text;
    std::string out = x.of >= 0 ? t.phrases[static_cast<size_t>(x.of)].text + "の" : "";
    if (x.act >= 0)
      out +=
          shown(t, t.acts[static_cast<size_t>(x.act)].word, t.acts[static_cast<size_t>(x.act)].end);
    return out + x.text;
  }
  static bool which(const Deed& d) {
    const Sentence& t = *d.in->s;
    return std::any_of(t.phrases.begin(), t.phrases.end(), [&](const Phrase& p) {
      return (p.act >= 0 || !reader::has_japanese(reader::decode(p.text))) &&
             p.stems.size() + (p.act >= 0 ? 1 : 0) > 1 && d.object.contains(p.stems.back());
    });
  }

  double both(const Words& a, const Words& b) const {
    if (a.empty() && b.empty()) return 1;
    return std::min(look_.covered(a, [&](const std::string& w) { return b.contains(w); }),
                    look_.covered(b, [&](const std::string& w) { return a.contains(w); }));
  }
  bool meets(const Words& a, const Words& b) const {
    return std::any_of(a.begin(), a.end(), [&](const std::string& w) { return b.contains(w); });
  }

  /// The same deed in the same case, as far as the words tell.
  void pair(const Deed& a, const Deed& b) {
    // 申し立てを行う: the noun is the act
    const bool named = a.object.contains(a.stem) && b.object.contains(b.stem);
    if (a.in == b.in || (a.object.empty() != b.object.empty())) return;
    if ((a.object != b.object && !(named && (a.object.size() == 1 || b.object.size() == 1))) ||
        both(a.condition, b.condition) < 0.8)
      return;
    const bool special = a.object.size() > 1 || a.condition.size() > 2;
    const bool there = meets(a.setting, b.setting);
    if (!special && !there && !((a.object.empty() || named) && look_.sentences_with(a.stem) <= 6))
      return;
    if (acted_otherwise(a, b)) return told(Code::OtherActor, a, b, a.actor, b.actor);
    if (!a.when.empty() && !b.when.empty() && a.when != b.when)
      return told(Code::PrintOtherTime, a, b, a.when.substr(1), b.when.substr(1));
    if (special && !a.to.empty() && !b.to.empty() && (a.in->unit != b.in->unit)) place(a, b);
    if (there) number(a, b);
  }
  bool acted_otherwise(const Deed& a, const Deed& b) const {
    if (a.actor.empty() || b.actor.empty() || a.to != b.to || !other_person(a.actor, b.actor))
      return false;
    if (a.act->role != Role::Main || b.act->role != Role::Main || a.object.size() < 2) return false;
    const int one = reader::section_of(look_.book, static_cast<int>(a.in->unit)),
              two = reader::section_of(look_.book, static_cast<int>(b.in->unit));
    return one != two && both(a.also, b.also) >= 0.8 && a.condition.empty() == b.condition.empty();
  }
  static bool other_person(const std::string& a, const std::string& b) {
    return a.find(b) == std::string::npos && b.find(a) == std::string::npos;
  }
  void place(const Deed& a, const Deed& b) {
    if (a.to.empty() || b.to.empty() || a.to == b.to || a.in == b.in ||
        both(a.condition, b.condition) < 0.8)
      return;
    if (within(a.setting, a.to) || within(b.setting, b.to) ||
        (!a.also.empty() && !b.also.empty() && both(a.also, b.also) < 0.5))
      return;
    const auto goes = [](const Deed& d, const std::string& to) {
      return std::any_of(d.in->s->phrases.begin(), d.in->s->phrases.end(),
                         [&](const Phrase& p) { return p.text == to; });
    };
    if (!goes(a, b.to) && !goes(b, a.to)) told(Code::PrintOtherPlace, a, b, a.to, b.to);
  }
  static bool within(const Words& setting, const std::string& to) {
    return std::any_of(setting.begin(), setting.end(),
                       [&](const std::string& w) { return to.find(w) != std::string::npos; });
  }
  void number(const Deed& a, const Deed& b) {
    const auto counts = [](const Deed& d) {
      std::vector<const Count*> out;
      for (const Count& c : d.in->s->counts)
        if (c.word >= d.act->from && c.word < d.act->end && !c.nth && c.high < 0) out.push_back(&c);
      return out;
    };
    const auto x = counts(a), y = counts(b);
    if (x.size() != 1 || y.size() != 1 || x[0]->unit != y[0]->unit || x[0]->value == y[0]->value ||
        x[0]->each != y[0]->each || x[0]->bound != y[0]->bound)
      return;
    if (!a.to.empty() && !b.to.empty() && a.to != b.to) return;
    if (both(a.also, b.also) < 0.5 && !(a.also.empty() || b.also.empty())) return;
    told(Code::BoundBroken, a, b, std::to_string(x[0]->value) + x[0]->unit,
         std::to_string(y[0]->value) + y[0]->unit);
  }
  void told(Code code, const Deed& a, const Deed& b, const std::string& one,
            const std::string& two) {
    const Sentence& t = *b.in->s;
    const std::string what = shown(t, b.act->word, b.act->end);
    if (code == Code::PrintOtherPlace)
      look_.add(code, {look_.place(*b.in, b.act->word), look_.place(*a.in, a.act->word)},
                {look_.printed(two), look_.printed(one)});
    else
      look_.add(code, {look_.place(*b.in, b.act->word), look_.place(*a.in, a.act->word)},
                {what, look_.printed(two), look_.printed(one)});
  }

  Look& look_;
  std::map<std::string, std::vector<Deed>> deeds_;
  std::vector<Deed> moves_;
};

}  // namespace

void look_at_deeds(Look& look) { Deeds(look).compare(); }

}  // namespace hanrei::audit::print
