// The moments of a procedure: …するとき is before it, …したとき after.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

/// 《ダウンするとき》: the act and whether it is over.
struct Moment {
  const Said* in;
  const Phrase* phrase;
  std::string act;  ///< with what is before it but for forms: ダウン
  Words words;
  bool over = false;
};

class Moments {
 public:
  explicit Moments(Look& look) : look_(look) {
    for (const Said& s : look.said) {
      for (const Phrase& p : s.s->phrases)
        if (p.quoted) moment(s, p);
      if (s.of->kind == Kind::Step && !s.of->parts.empty()) happens(s);
    }
  }

  void check() {
    std::map<std::string, std::vector<Place>> late;
    std::map<std::string, std::string> named;
    for (const auto& [at, act] : done_)
      for (const Moment& m : moments_)
        if (!m.over && m.act == act && look_.book.units[m.in->unit].kind == Kind::Step &&
            same_list(*at, *m.in) && at->of->value() < m.in->of->value()) {
          for (const Place& p : {look_.place(*at), look_.place(*m.in, m.phrase->first)})
            if (auto& places = late[act];
                std::find(places.begin(), places.end(), p) == places.end())
              places.push_back(p);
          named.try_emplace(act, m.phrase->text);
        }
    for (auto& [act, places] : late)
      look_.add(Code::MomentLate, std::move(places), {act, named[act]});
    began();
  }

 private:
  int section(const Said& s) const {
    return reader::section_of(look_.book, static_cast<int>(s.unit));
  }
  bool same_list(const Said& a, const Said& b) const {
    return section(a) == section(b) && a.of->scheme == b.of->scheme;
  }

  void moment(const Said& s, const Phrase& p) {
    const Sentence& t = *s.s;
    const Word& last = t.words[p.last - 1];
    if (last.text != "とき" && last.text != "時") return;
    Moment m{&s, &p, "", {}, false};
    for (size_t i = p.first; i + 1 < p.last; ++i) {
      const Word& w = t.words[i];
      if (w.lemma == "た") m.over = true;
      if (reader::is_noun(w.pos) || w.pos == Pos::Verb) {
        if (!reader::is_light(w)) m.act = w.stem;
        m.words.insert(w.stem);
      }
    }
    if (!m.act.empty()) moments_.push_back(std::move(m));
  }
  /// A step in which something happens: ダウンの発生; …使用したと見なされる.
  void happens(const Said& s) {
    const Sentence& t = *s.s;
    for (const Act& a : t.acts)
      if ((a.past && a.role != Role::Which && a.role != Role::If && !a.negated) &&
          a.word + 3 < t.words.size() && t.text.find("見な") != std::string::npos)
        done_.push_back({&s, a.stem});
    if (t.phrases.size() == 2 && t.acts.empty() && t.phrases[1].text == "発生" &&
        t.phrases[0].as == Case::Of)
      done_.push_back({&s, t.phrases[0].stems.back()});
    // 《…されたとき》 before the moment of doing it
    for (const Moment& m : moments_)
      if (m.in == &s && m.over && std::any_of(t.words.begin(), t.words.end(), [](const Word& w) {
            return w.lemma == "れる" || w.lemma == "られる";
          }))
        done_.push_back({&s, m.act});
  }
  /// ダメージが発生した場合、…が行われます; and it happens in a step of it.
  void began() {
    std::set<int> told;
    for (const Said& s : look_.said) {
      if (s.of->kind == Kind::Step || s.s->acts.empty()) continue;
      for (const Act& a : s.s->acts) {
        const bool when = a.role == Role::If ||
                          (a.role == Role::Then && &a + 1 < s.s->acts.data() + s.s->acts.size() &&
                           (&a + 1)->role == Role::If);
        if (!when || a.stem != "発生") continue;
        for (const Phrase& p : s.s->phrases) {
          if (p.last + 1 != a.word || p.as != Case::Subject) continue;
          for (const Said& step : look_.said)
            if (step.of->kind == Kind::Step && section(step) == section(s) &&
                step.s->phrases.size() <= 2 && !step.s->phrases.empty() &&
                step.s->phrases[0].stems.back() == p.stems.back() &&
                step.s->text.find("発生") != std::string::npos &&
                step.s->text.find("とき") == std::string::npos && told.insert(section(s)).second)
              look_.add(Code::OwnBeginning, {look_.place(s, a.word), look_.place(step)},
                        {p.text, step.of->number});
        }
      }
    }
  }

  Look& look_;
  std::vector<Moment> moments_;
  std::vector<std::pair<const Said*, std::string>> done_;
};

}  // namespace

void look_at_moments(Look& look) { Moments(look).check(); }

}  // namespace hanrei::audit::print
