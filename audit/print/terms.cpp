// Words of the game: had and never told of, used and not defined, defined twice, spelled otherwise.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

/// Where the meaning of a term is told, and in which words.
struct Meaning {
  const Said* in;
  Words words;
  bool headword;  ///< by a title, not in a sentence
};

class Terms {
 public:
  explicit Terms(Look& look) : look_(look) {
    for (const Unit& u : look.book.units)
      for (const std::string& t : u.titles)
        if (u.kind == Kind::Heading || u.kind == Kind::Entry || reader::decode(t).size() <= 12)
          titles_.insert(folded(t));
    for (const Said& s : look.said) {
      std::string all;
      for (const Word& w : s.s->words)
        all += w.pos == Pos::Open || w.pos == Pos::Close      ? ""
               : reader::has_japanese(reader::decode(w.text)) ? w.text
                                                              : " " + w.stem;
      texts_.push_back(all + " ");
      for (const Phrase& p : s.s->phrases) uses_[p.text].push_back({&s, &p});
      if (!s.example && !s.question) meanings(s);
    }
    for (const auto& [text, list] : uses_)
      if (list[0].second->stems.size() > 1 && !list[0].second->quoted)
        families_[list[0].second->stems.back()].insert(text);
  }

  /// Told in two places, in other words.
  void two_meanings() {
    for (const auto& [term, list] : meanings_) two_meanings(term, list);
  }

  /// Used, and neither told nor titled: one of a family, somebody, a right, or what is quoted.
  void undefined() {
    for (const auto& [text, list] : uses_) {
      const auto& [s, p] = list[0];
      const bool hangs = means(p->stems.back(), Sense::Right);
      if ((titled(text) && !hangs) || told(text) || s->example || s->variant || p->act >= 0)
        continue;
      const size_t many = list.size();
      const std::string& head = p->stems.back();
      const auto family = families_.find(head);
      // 宣言型アクション beside 通常型アクション and 割込み型アクション, which are told
      size_t kin = 0;
      if (family != families_.end())
        for (const std::string& other : family->second)
          kin += other != text && (told(other) || titled_alone(other)) ? 1 : 0;
      const bool word = !p->quoted && reader::is_word(reader::decode(text)[0]) &&
                        !means(p->stems[0], Sense::Common);
      if (means(head, Sense::When)) continue;
      const bool member =
          word && many <= 2 && p->stems.size() > 1 && kin >= 2 && !made_of_known(*p);
      const bool persons = std::all_of(p->stems.begin(), p->stems.end(), [](const std::string& w) {
        return means(w, Sense::Person);
      });
      const bool right =
          !p->quoted && p->stems.size() > 1 && !persons &&
          ((means(head, Sense::Person) && many == 2) || (means(head, Sense::Right) && many >= 2));
      if (text.starts_with("非") && uses_.contains(text.substr(std::string("非").size()))) continue;
      const bool mark = p->quoted && p->stems.size() == 1 && used_as_name(*s->s, *p);
      if (member || right || mark)
        look_.add(Code::Undefined, {look_.place(*s, p->first)},
                  {shown(*s->s, p->first, p->last), std::to_string(many)});
    }
  }

  /// Two defined words of which one begins the other, and compounds that change between them.
  void two_names() {
    for (const auto& [a, ma] : meanings_)
      for (const auto& [b, mb] : meanings_) {
        if (a == b || !b.starts_with(a) || a.size() < 6) continue;
        for (const auto& [text, list] : uses_) {
          if (!text.ends_with(a) || text == a || list[0].second->quoted) continue;
          const std::string other = text.substr(0, text.size() - a.size()) + b;
          const auto it = uses_.find(other);
          if (it == uses_.end() || !told(other)) continue;
          look_.add(Code::TwoNames,
                    {look_.place(*list[0].first, list[0].second->first),
                     look_.place(*it->second[0].first, it->second[0].second->first)},
                    {text, other});
        }
      }
  }

  /// Somebody gets, has or spends it; nothing else in the book speaks of it.
  void never_named() {
    for (const auto& [text, list] : uses_) {
      const auto& [s, p] = list[0];
      if (!s->rule() || elsewhere(text, s->unit) || titled(text)) continue;
      const Act* act = handled(*s->s, *p);
      if (act == nullptr) continue;
      const bool counted =
          std::any_of(s->s->counts.begin(), s->s->counts.end(), [&](const Count& c) {
            return c.of >= 0 && &s->s->phrases[static_cast<size_t>(c.of)] == p;
          });
      const bool had = means(act->stem, Sense::Hold);
      const bool while_had =
          act->role == Role::While || act->role == Role::If || (had && act->role == Role::Which);
      const bool alone = p->stems.size() > 1 && look_.sentences_with(p->stems[0]) == 1;
      const bool gets_one =
          p->first > 0 &&
          (s->s->words[p->first - 1].lemma == "a" || s->s->words[p->first - 1].lemma == "an") &&
          (alone || look_.sentences_with(p->stems.back()) == 1);
      if (!counted && !while_had && !gets_one) continue;
      if (p->stems.size() > 1 && !(alone && (gets_one || (had && while_had))) &&
          look_.sentences_with(p->stems.back()) > 1)
        continue;
      if (means(p->stems.back(), Sense::Common) || means(p->stems.back(), Sense::Person) ||
          means(p->stems.back(), Sense::Room) ||
          (means(p->stems.back(), Sense::Piece) && p->stems.size() == 1))
        continue;
      look_.add(Code::NeverNamed, {look_.place(*s, p->first)}, {shown(*s->s, p->first, p->last)});
    }
  }

 private:
  void two_meanings(const std::string& term, const std::vector<Meaning>& list) {
    for (size_t i = 0; i < list.size(); ++i)
      for (size_t k = i + 1; k < list.size(); ++k) {
        const Meaning &a = list[i], &b = list[k];
        if (a.in->unit == b.in->unit || (a.headword && b.headword)) continue;
        if (std::max(shared(a.words, b.words), shared(b.words, a.words)) >= 0.5) continue;
        return look_.add(Code::TwoMeanings, {look_.place(*b.in), look_.place(*a.in)}, {term, "2"});
      }
  }
  double shared(const Words& a, const Words& b) const {
    return look_.covered(a, [&](const std::string& w) { return b.contains(w); });
  }
  bool told(const std::string& text) const { return meanings_.contains(text); }
  bool titled_alone(const std::string& text) const {
    return titles_.contains(text + " ") || titles_.contains(text);
  }
  /// Each part of it is a word that stands alone elsewhere, but for the last.
  bool made_of_known(const Phrase& p) const {
    std::string text;
    for (size_t i = 0; i + 1 < p.stems.size(); ++i) text += p.stems[i];
    return titled(text) || told(text) || (uses_.contains(text) && uses_.at(text).size() > 2);
  }
  /// 「スタンバイ」していた
  static bool used_as_name(const Sentence& t, const Phrase& p) {
    return p.last + 1 < t.words.size() && t.words[p.last].pos == Pos::Close &&
           t.words[p.last + 1].lemma == "する";
  }

  void meanings(const Said& s) {
    const Sentence& t = *s.s;
    for (size_t p = 0; p < t.phrases.size(); ++p) {
      const Phrase& x = t.phrases[p];
      const size_t after =
          x.last +
          (x.quoted && x.last < t.words.size() && t.words[x.last].pos == Pos::Close ? 1 : 0);
      if (after + 1 >= t.words.size()) continue;
      const std::string &w = t.words[after].text, &next = t.words[after + 1].text;
      // …をXと呼ぶ; Xとは、…
      const bool called =
          w == "と" &&
          (means(t.words[after + 1].lemma, Sense::Call) ||
           (after + 2 < t.words.size() && means(t.words[after + 2].lemma, Sense::Call)));
      const bool is =
          x.first <= 2 && (w == "とは" || (w == "と" && next == "は") ||
                           (x.quoted && w == "は" && t.main() != nullptr && t.main()->state));
      const bool treated = x.quoted && w == "として" && t.words[after + 1].lemma == "扱う";
      if (called || is || treated) keep(x.text, s, p);
    }
    // a headword, with the sentence that says what it is
    const bool first = s.sentence == 0 || (s.sentence == 1 && s.of->says[0].title);
    const Unit* head = s.of;
    if (s.of->kind == Kind::Text && s.of->up >= 0 &&
        look_.book.units[static_cast<size_t>(s.of->up)].kind == Kind::Entry &&
        s.unit == static_cast<size_t>(s.of->up) + 1)
      head = &look_.book.units[static_cast<size_t>(s.of->up)];
    if (!first || s.s->title || head->kind != Kind::Entry) return;
    for (const std::string& title : head->titles) {
      Words words = s.stems;
      std::string term = folded(title);
      while (!term.empty() && term.back() == ' ') term.pop_back();
      if (words.size() >= 3) meanings_[term].push_back({&s, words, true});
    }
  }
  void keep(const std::string& term, const Said& s, size_t phrase) {
    Words words = s.stems;
    for (const std::string& w : s.s->phrases[phrase].stems) words.erase(w);
    std::erase_if(words, [](const std::string& w) {
      return means(w, Sense::Person) || means(w, Sense::Piece);
    });
    if (!words.empty()) meanings_[term].push_back({&s, words, false});
  }

  static std::string folded(const std::string& title) {
    std::string out;
    for (const Word& w : reader::words_of(reader::narrow(reader::decode(title))))
      out += w.pos == Pos::Open || w.pos == Pos::Close      ? ""
             : reader::has_japanese(reader::decode(w.text)) ? w.text
                                                            : " " + w.stem;
    return out + " ";
  }
  bool titled(const std::string& text) const {
    return std::any_of(titles_.begin(), titles_.end(),
                       [&](const std::string& t) { return t.find(text) != std::string::npos; });
  }
  bool elsewhere(const std::string& text, size_t unit) const {
    for (size_t i = 0; i < texts_.size(); ++i)
      if (look_.said[i].unit != unit && texts_[i].find(text) != std::string::npos) return true;
    return false;
  }
  static const Act* handled(const Sentence& t, const Phrase& p) {
    for (const Act& a : t.acts)
      if (a.from <= p.first && p.first < a.end && means(a.stem, Sense::Gain) && !a.state &&
          (p.as == Case::Object || (a.passive && p.as == Case::Subject)))
        return &a;
    return nullptr;
  }

  Look& look_;
  std::set<std::string> titles_;
  std::vector<std::string> texts_;  ///< of look.said
  std::map<std::string, std::vector<std::pair<const Said*, const Phrase*>>> uses_;
  std::map<std::string, std::vector<Meaning>> meanings_;
  std::map<std::string, std::set<std::string>> families_;  ///< by the last word
};

}  // namespace

void look_at_terms(Look& look) {
  Terms terms(look);
  terms.never_named();
  terms.two_meanings();
  terms.undefined();
  terms.two_names();
}

}  // namespace hanrei::audit::print
