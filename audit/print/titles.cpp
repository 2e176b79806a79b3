// Titles against the text below them: the opposite, another thing, nothing at all.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

class Titles {
 public:
  explicit Titles(Look& look) : look_(look) {
    for (const Said& s : look.said) by_unit_[s.unit].push_back(&s);
    terms();
  }

  void check() {
    const auto& units = look_.book.units;
    for (size_t u = 0; u < units.size(); ++u) {
      if (units[u].kind != Kind::Heading || units[u].titles.empty() || look_.history(u) ||
          look_.example(u))
        continue;
      const std::vector<const Said*> body = text_below(u);
      if (body.empty()) continue;
      const std::vector<Word> title =
          reader::words_of(reader::narrow(reader::decode(units[u].titles[0])));
      if (!opposite(u, title, body) && !banned(u, title, body) && !other(u, title, body))
        goes_on(u, title, body);
    }
    empty();
    announced();
    twice();
  }

 private:
  /// The sentences of a part and of what is below it but for parts with titles of their own.
  std::vector<const Said*> text_below(size_t u) const {
    std::vector<const Said*> out;
    const auto take = [&](size_t of) {
      if (const auto it = by_unit_.find(of); it != by_unit_.end())
        for (const Said* s : it->second)
          if (!(s->s->title && s->of->kind == Kind::Heading)) out.push_back(s);
    };
    take(u);
    for (const size_t b : look_.below(u)) {
      if (look_.book.units[b].kind == Kind::Heading && !look_.book.units[b].titles.empty())
        return {};
      take(b);
    }
    return out;
  }
  static bool in(const std::vector<const Said*>& body, const std::string& stem) {
    const reader::Chars first = reader::decode(stem).substr(0, 1);
    const bool kanji = reader::is_kanji(first[0]);
    return std::any_of(body.begin(), body.end(), [&](const Said* s) {
      return std::any_of(s->s->words.begin(), s->s->words.end(), [&](const Word& w) {
        return w.stem == stem ||
               (kanji && reader::decode(w.stem).find(first) != reader::Chars::npos);
      });
    });
  }

  /// 下限, and 3枚まで below it.
  bool opposite(size_t u, const std::vector<Word>& title, const std::vector<const Said*>& body) {
    for (const Word& w : title) {
      const std::vector<std::string> others = opposites(w.stem);
      if (others.empty() || in(body, w.stem)) continue;
      const auto says = [&](const std::string& o) {
        return std::any_of(title.begin(), title.end(), [&](const Word& x) { return x.stem == o; });
      };
      for (const Said* s : body) {
        const auto it = std::find_if(s->s->words.begin(), s->s->words.end(), [&](const Word& x) {
          return std::find(others.begin(), others.end(), x.stem) != others.end();
        });
        if (it == s->s->words.end() || says(it->stem) || same_side(body, w.stem)) continue;
        look_.add(Code::TitleOpposite,
                  {{u, 0, look_.book.units[u].at},
                   look_.place(*s, static_cast<size_t>(it - s->s->words.begin()))},
                  {w.text, it->text});
        return true;
      }
    }
    return false;
  }
  /// …の禁止, and it may be done.
  bool banned(size_t u, const std::vector<Word>& title, const std::vector<const Said*>& body) {
    const auto ban = std::find_if(title.begin(), title.end(),
                                  [](const Word& w) { return means(w.stem, Sense::Ban); });
    if (ban == title.end()) return false;
    const Said* granted = nullptr;
    const Act* act = nullptr;
    for (const Said* s : body)
      for (const Act& a : s->s->acts) {
        if (a.negated || means(a.stem, Sense::Ban)) return false;
        if (granted == nullptr && a.role == Role::Main && (a.can || a.may)) granted = s, act = &a;
      }
    if (granted == nullptr) return false;
    look_.add(Code::TitleOpposite,
              {{u, 0, look_.book.units[u].at}, look_.place(*granted, act->word)},
              {ban->text, shown(*granted->s, act->word, act->end)});
    return true;
  }
  /// The text has a word of the title's own side as well.
  static bool same_side(const std::vector<const Said*>& body, const std::string& stem) {
    for (const Said* s : body)
      for (const Word& w : s->s->words)
        if (const auto o = opposites(w.stem); !o.empty() && opposites(stem) == o) return true;
    return false;
  }

  /// Names that stand beside each other in a list.
  void terms() {
    for (const Said& s : look_.said) {
      const Sentence& t = *s.s;
      for (size_t p = 0; p + 1 < t.phrases.size(); ++p) {
        bool apart = t.phrases[p].last < t.phrases[p + 1].first;
        for (size_t i = t.phrases[p].last; i < t.phrases[p + 1].first; ++i) {
          const Word& w = t.words[i];
          apart = apart && (w.pos == Pos::Comma || w.pos == Pos::Middle || w.lemma == "or" ||
                            w.lemma == "and" || w.text == "と");
        }
        if (!apart) continue;
        beside_[t.phrases[p].text].insert(t.phrases[p + 1].text);
        beside_[t.phrases[p + 1].text].insert(t.phrases[p].text);
      }
    }
  }
  /// Swift cargo, and the text is about Heavy cards.
  bool other(size_t u, const std::vector<Word>& title, const std::vector<const Said*>& body) {
    for (const Word& w : title) {
      const auto it = beside_.find(w.stem);
      if (it == beside_.end() || in(body, w.stem) || means(w.stem, Sense::Plain)) continue;
      std::set<std::string> kin = it->second;
      for (const std::string& k : it->second)
        if (beside_.contains(k)) kin.insert(beside_.at(k).begin(), beside_.at(k).end());
      for (const Phrase& p : body[0]->s->phrases) {
        if (p.as != Case::Topic && p.as != Case::Subject) continue;
        for (const std::string& k : kin) {
          const bool named =
              std::any_of(title.begin(), title.end(), [&](const Word& x) { return x.stem == k; });
          if (k == w.stem || named || (p.text != k && p.stems[0] != k)) continue;
          look_.add(Code::TitleOther, {{u, 0, look_.book.units[u].at}, look_.place(*body[0])},
                    {look_.book.units[u].titles[0], look_.printed(k)});
          return true;
        }
      }
    }
    return false;
  }

  /// No word of the title, but much of what the part before is about.
  void goes_on(size_t u, const std::vector<Word>& title, const std::vector<const Said*>& body) {
    bool any = false;
    for (const Word& w : title) {
      if ((!reader::is_noun(w.pos) && w.pos != Pos::Verb) || means(w.stem, Sense::Piece) ||
          means(w.stem, Sense::Plain))
        continue;
      if (means(w.stem, Sense::When)) return;
      if (look_.sentences_with(w.stem) > 1 || in(body, w.stem)) return;
      any = true;
    }
    if (!any || look_.book.units[u].titles[0].find("質問") != std::string::npos) return;
    size_t before = u;  // the part on the same level before this one
    while (before > 0 && !(look_.book.units[--before].kind == Kind::Heading &&
                           look_.book.units[before].up == look_.book.units[u].up)) {
    }
    if (before == 0) return;
    Words there, here;
    for (const size_t b : look_.below(before))
      if (const auto it = by_unit_.find(b); it != by_unit_.end())
        for (const Said* s : it->second) there.insert(s->stems.begin(), s->stems.end());
    for (const Said* s : body) here.insert(s->stems.begin(), s->stems.end());
    if (here.size() < 4 || there.size() < 8 ||
        look_.covered(here, [&](const std::string& w) { return there.contains(w); }) < 0.4)
      return;
    look_.add(Code::TitleOther, {{u, 0, look_.book.units[u].at}, look_.place(*body[0])},
              {look_.book.units[u].titles[0], look_.book.units[before].titles.empty()
                                                  ? look_.where(before)
                                                  : look_.book.units[before].titles[0]});
  }

  // -------------------------------------------------------------- nothing below

  bool bare(size_t u) const {
    const Unit& unit = look_.book.units[u];
    return unit.kind == Kind::Heading && unit.number.empty() &&
           (u + 1 >= look_.book.units.size() || look_.book.units[u + 1].kind == Kind::Heading) &&
           unit.says.size() == 1;
  }
  void empty() {
    for (size_t u = 1; u + 2 < look_.book.units.size(); ++u)
      if (bare(u) && bare(u + 1) && !look_.history(u) &&
          look_.book.units[u + 2].kind == Kind::Heading && !look_.book.units[u].titles.empty() &&
          !look_.book.units[u + 2].titles.empty() &&
          look_.book.units[u].up == look_.book.units[u + 1].up)
        look_.add(Code::EmptySection, {{u, 0, look_.book.units[u].at}},
                  {look_.book.units[u].titles[0], look_.book.units[u + 2].titles[0]});
  }
  /// 次の通り。, and the next title follows.
  void announced() {
    for (size_t k = 0; k < look_.said.size(); ++k) {
      const Said& s = look_.said[k];
      if (s.s->title || s.example || !s.s->closes) continue;
      const Act* main = s.s->main();
      size_t next = 0;
      for (size_t i = 0; i < s.s->words.size(); ++i)
        if (s.s->words[i].text == "次" || s.s->words[i].text == "以下" ||
            s.s->words[i].lemma == "following")
          next = i + 1;
      if (next == 0 || (main != nullptr && main->word > next + 8) || !announces(*s.s, next))
        continue;
      const size_t after = s.unit + 1;
      if (s.sentence + 1 != s.of->says.size() || after >= look_.book.units.size()) continue;
      const Unit& following = look_.book.units[after];
      if (following.kind != Kind::Heading || !following.number.empty()) continue;
      // one title below is no list
      size_t below = 0;
      const int section = reader::section_of(look_.book, static_cast<int>(s.unit));
      for (const Unit& u : look_.book.units)
        below += u.kind == Kind::Heading && u.up == section && section >= 0 ? 1 : 0;
      if (following.up != section || below < 2)
        look_.add(Code::NothingFollows, {look_.place(s, next - 1)},
                  {shown(*s.s, next - 1, s.s->words.size() - 1),
                   base::in_both("nothing follows, or one thing only",
                                 "続きがないか、一つしかありません")});
    }
  }
  /// 次の通り, 次の3種類, 以下の手順: something is to follow; not 次のターン.
  static bool announces(const Sentence& t, size_t next) {
    for (size_t i = next; i < std::min(next + 4, t.words.size()); ++i) {
      if (means(t.words[i].lemma, Sense::Kind) || means(t.words[i].text, Sense::Plain) ||
          t.words[i].text == "通り" || t.words[i].text == "ように")
        return i + 4 >= t.words.size() || t.words[i].text == "通り" || t.main() == nullptr ||
               t.main()->word <= i + 4;
    }
    return next < t.words.size() && t.words[next - 1].lemma == "following";
  }
  /// Two parts of one title below one part.
  void twice() {
    std::map<std::pair<int, std::string>, size_t> seen;
    for (size_t u = 0; u < look_.book.units.size(); ++u) {
      const Unit& unit = look_.book.units[u];
      if (unit.kind != Kind::Heading || unit.titles.empty() || unit.number.empty() || unit.up < 0 ||
          look_.history(u))
        continue;
      const auto [it, fresh] = seen.try_emplace({unit.up, unit.titles[0]}, u);
      if (!fresh)
        look_.add(Code::SameTitle,
                  {{u, 0, unit.at}, {it->second, 0, look_.book.units[it->second].at}},
                  {unit.titles[0]});
    }
  }

  Look& look_;
  std::map<size_t, std::vector<const Said*>> by_unit_;
  std::map<std::string, std::set<std::string>> beside_;
};

}  // namespace

void look_at_titles(Look& look) { Titles(look).check(); }

}  // namespace hanrei::audit::print
