// Lists: of fewer members than announced, and without one that others have.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

struct List {
  const Said* in;  ///< where it stands, or where it is announced
  std::vector<std::string> members;
  Words about;  ///< what it is a list of: the words around the members
  Words heads;  ///< the nouns that its members are called by
  int announced = -1;
  std::map<std::string, const Said*>
      places;             ///< of sentences that begin alike: where each member stands
  std::string topic;      ///< what it is said to be of
  bool complete = false;  ///< it says of what all there is
  bool parallel = false;  ///< of sentences that begin alike
  uint32_t word = 0;
  bool has(const std::string& member) const {
    return std::find(members.begin(), members.end(), member) != members.end();
  }
};

constexpr size_t kName = 12;   ///< characters of a name; what is longer is no kind
constexpr size_t kShared = 2;  ///< so many members in common make two lists of one thing

class Lists {
 public:
  explicit Lists(Look& look) : look_(look) {
    for (const Said& s : look.said)
      if (!s.example) inline_lists(s);
    for (size_t u = 0; u < look.book.units.size(); ++u) items(u);
  }

  /// Sentences of one part that begin alike but for one noun: 隊長は…, 医師は…
  void parallel() {
    std::map<std::pair<int, std::string>, List> groups;
    for (const Said& s : look_.said) {
      if (!s.rule() || s.sentence != 0 || s.s->phrases.empty()) continue;
      const Phrase& p = s.s->phrases[0];
      if (p.first > 0 || p.quoted || means(p.stems.back(), Sense::Person) ||
          means(p.stems.back(), Sense::Piece))
        continue;
      // the noun, and what follows it: は; のタイルを
      std::string form;
      if (p.as == Case::Topic)
        form = "は";
      else if (p.as == Case::Of && s.s->phrases.size() > 1)
        form = "の" + s.s->phrases[1].text;
      else
        continue;
      const int up = s.of->kind == Kind::Heading && !s.of->number.empty()
                         ? s.of->up
                         : reader::section_of(look_.book, static_cast<int>(s.unit));
      List& l = groups[{up, form}];
      l.in = &s;
      l.parallel = true;
      l.places.try_emplace(p.text, &s);
      if (!l.has(p.text)) l.members.push_back(p.text);
      l.about.insert(s.around.begin(), s.around.end());
    }
    for (auto& [key, l] : groups)
      if (l.members.size() >= 3) all_.push_back(std::move(l));
  }

  void counted() {
    for (const List& l : all_)
      if (l.announced > 1 && l.members.size() > 1 &&
          l.announced != static_cast<int>(l.members.size()))
        look_.add(Code::ListCount, {look_.place(*l.in, l.word)},
                  {std::to_string(l.announced), std::to_string(l.members.size())});
  }

  /// All members of a list but one have a title of their own.
  void untitled() {
    std::set<std::string> titles;
    for (const Unit& u : look_.book.units)
      if (u.kind == Kind::Heading || u.kind == Kind::Step)
        for (const std::string& t : u.titles) titles.insert(folded(t, look_.japanese()));
    for (const List& l : all_) {
      std::vector<std::string> without;
      // a title may be the name without its last word
      const auto titled = [&](const std::string& m) {
        return titles.contains(m) || std::any_of(titles.begin(), titles.end(), [&](const auto& t) {
                 return t.size() > 3 && m.starts_with(t);
               });
      };
      bool names = true;
      for (const std::string& m : l.members) {
        names = names && reader::decode(m).size() <= kName;
        if (!titled(m)) without.push_back(m);
      }
      if (!names || (without.size() == 1 && means(without[0], Sense::Plain)) ||
          l.members.size() < 4 || without.size() != 1 || l.parallel)
        continue;
      look_.add(Code::KindWithoutSection, {look_.place(*l.in, l.word)},
                {without[0], std::to_string(l.members.size() - 1)});
      return;
    }
  }

  void lacking() {
    std::set<std::pair<const Said*, std::string>> told;
    std::set<std::pair<size_t, size_t>> pairs;
    for (const List& whole : all_)
      for (const List& other : all_) {
        if (&whole == &other || whole.in->unit == other.in->unit ||
            pairs.contains({other.in->unit, whole.in->unit}))
          continue;
        for (const std::string& m : missing(whole, other))
          if (told.emplace(whole.in, m).second) {
            const Place there = other.places.contains(m) ? look_.place(*other.places.at(m))
                                                         : look_.place(*other.in, other.word);
            look_.add(Code::PrintListLacks, {look_.place(*whole.in, whole.word), there},
                      {look_.printed(m)});
            pairs.emplace(whole.in->unit, other.in->unit);
          }
      }
    for (const List& l : all_)
      if (l.complete && l.announced > 1) strangers(l, told);
  }

 private:
  // -------------------------------------------------------------- what is a list

  static bool parts(const Word& w) {
    return w.pos == Pos::Comma || w.pos == Pos::Middle || w.pos == Pos::And || w.lemma == "and" ||
           w.lemma == "or" || w.text == "と" || w.text == "か" || w.text == "または" ||
           w.text == "および" || w.text == "及び" || w.text == "→";
  }
  /// Nothing stands between two nouns but what parts members, and their numbers.
  static bool joined(const Sentence& s, const Phrase& a, const Phrase& b) {
    bool any = false, inside = false;
    for (size_t i = a.last; i < b.first; ++i) {
      const Word& w = s.words[i];
      if (w.pos == Pos::Open || w.pos == Pos::Close) inside = w.pos == Pos::Open;
      if (inside) continue;
      if (w.pos == Pos::Number || w.pos == Pos::Counter || w.pos == Pos::Open ||
          w.pos == Pos::Close)
        continue;
      if (!parts(w)) return false;
      any = true;
    }
    return any || (a.quoted && b.quoted && b.first <= a.last + 2);
  }

  void inline_lists(const Said& said) {
    // [B] Boost: the abbreviation is no member
    Sentence t = *said.s;
    std::erase_if(t.phrases, [&](const Phrase& p) {
      return !p.quoted && p.first > 0 && t.words[p.first - 1].pos == Pos::Open &&
             p.last < t.words.size() && t.words[p.last].pos == Pos::Close;
    });
    for (Count& c : t.counts) c.of = t.phrases.size() == said.s->phrases.size() ? c.of : -1;
    const Said& s = said;
    for (size_t p = 0; p < t.phrases.size();) {
      size_t e = p + 1;
      while (e < t.phrases.size() &&
             (joined(t, t.phrases[e - 1], t.phrases[e]) || inner_of(t, p, e)))
        ++e;
      const uint32_t first = t.phrases[p].first;
      if (e - p >= 3 &&
          (first == 0 || !parts(t.words[first - 1]) || t.words[first - 1].pos == Pos::Comma))
        add_inline(s, t, p, e);
      p = e;
    }
  }
  /// 急の術 within A・急の術・B: one member.
  static bool inner_of(const Sentence& t, size_t p, size_t e) {
    return e > p + 1 && e + 1 < t.phrases.size() && t.phrases[e - 1].as == Case::Of &&
           t.phrases[e].first == t.phrases[e - 1].last + 1 &&
           joined(t, t.phrases[e], t.phrases[e + 1]);
  }
  void add_inline(const Said& s, const Sentence& t, size_t p, size_t e) {
    List l;
    l.in = &s;
    l.word = t.phrases[p].first;
    for (size_t i = p; i < e; ++i) {
      const bool two = i + 1 < e && t.phrases[i].as == Case::Of;
      const std::string member =
          two ? t.phrases[i].text + "の" + t.phrases[i + 1].text : t.phrases[i].text;
      if (!l.has(member)) l.members.push_back(member);
      i += two ? 1 : 0;
    }
    l.about = s.stems;
    if (s.answer) l.about.insert(s.asked.begin(), s.asked.end());
    for (size_t i = p; i < e; ++i)
      for (const std::string& w : t.phrases[i].stems) l.about.erase(w);
    const uint32_t after = t.phrases[e - 1].last;
    for (const Count& c : t.counts) {
      // A・B・Cの3つ; four phases, in this order: …
      const bool behind = c.word > after && c.word <= after + 3 && t.words[c.word - 1].text == "の";
      const bool before = c.of >= 0 && t.counts.size() == 1 && c.word < l.word &&
                          c.bound == Bound::Exactly && !c.each && colon_between(t, c.word, l.word);
      if (!behind && !before) continue;
      l.announced = c.value;
      l.complete = true;
      l.heads.insert(c.unit);
      if (before) l.heads.insert(t.phrases[static_cast<size_t>(c.of)].text);
      for (size_t q = e; q < t.phrases.size() && behind; ++q)
        if (t.phrases[q].first <= c.word + 4 && t.phrases[q].first > c.word)
          l.heads.insert(t.phrases[q].text);
    }
    for (const Phrase& q : t.phrases)
      if (q.as == Case::Topic && q.first < l.word && l.complete) {
        l.topic = q.text;
        if (std::any_of(l.heads.begin(), l.heads.end(),
                        [](const std::string& h) { return means(h, Sense::Kind); }))
          l.heads.insert(q.text);
      }
    all_.push_back(std::move(l));
  }
  static bool colon_between(const Sentence& t, size_t from, size_t to) {
    for (size_t i = from; i < to; ++i)
      if (t.words[i].text == ":") return true;
    return false;
  }

  /// The items below one part that are all called something.
  void items(size_t up) {
    std::vector<size_t> below;
    for (size_t u = up + 1; u < look_.book.units.size() && u < up + 400; ++u) {
      const Unit& unit = look_.book.units[u];
      if (unit.up < static_cast<int>(up)) break;
      if (unit.up == static_cast<int>(up) && (unit.kind == Kind::Bullet || unit.kind == Kind::Step))
        below.push_back(u);
    }
    if (below.size() < 2 || look_.history(up) || look_.example(up)) return;
    List l;
    l.in = announcer(below[0]);
    if (l.in == nullptr) return;
    for (const size_t u : below) {
      const Unit& unit = look_.book.units[u];
      if (unit.titles.empty()) return announced(l, below.size());
      l.members.push_back(folded(unit.titles[0], look_.japanese()));
    }
    l.about = l.in->stems;
    l.about.insert(l.in->around.begin(), l.in->around.end());
    announced(l, below.size());
    for (const Phrase& q : l.in->s->phrases)
      if (q.as == Case::Topic)
        l.heads.insert(q.text), l.complete = l.complete || following(*l.in->s);
    all_.push_back(std::move(l));
  }
  /// 次の3種類: is it so many?
  void announced(List& l, size_t many) {
    if (!following(*l.in->s)) return;
    for (const Count& c : l.in->s->counts) {
      if (l.announced > 0) break;
      const bool kind =
          means(c.unit, Sense::Kind) ||
          (c.of >= 0 &&
           means(l.in->s->phrases[static_cast<size_t>(c.of)].stems.back(), Sense::Kind));
      if (!kind || c.each || c.bound != Bound::Exactly || c.nth) continue;
      l.announced = c.value;
      l.complete = true;
      if (c.of >= 0) l.heads.insert(l.in->s->phrases[static_cast<size_t>(c.of)].stems.back());
      if (l.members.size() != many) l.members.resize(many);  // some have no name
    }
    if (l.members.size() == many && l.announced > 0 && l.members.back().empty()) {
      if (l.announced != static_cast<int>(many))
        look_.add(Code::ListCount, {look_.place(*l.in)},
                  {std::to_string(l.announced), std::to_string(many)});
    }
  }
  static bool following(const Sentence& s) {
    return std::any_of(s.words.begin(), s.words.end(), [](const Word& w) {
      return w.text == "次" || w.text == "以下" || w.text == "下記" || w.lemma == "following" ||
             w.lemma == "these";
    });
  }
  /// The last sentence before the first item, in the part that it belongs to.
  const Said* announcer(size_t first) const {
    const int up = look_.book.units[first].up;
    const Said* out = nullptr;
    for (const Said& s : look_.said) {
      if (s.unit >= first) break;
      if (static_cast<int>(s.unit) == up || s.of->up == up) out = &s;
    }
    // 次の3種類。 and a remark behind it
    if (out != nullptr && !following(*out->s) && out->sentence > 0 && following(*(out - 1)->s))
      return out - 1;
    return out;
  }
  static std::string folded(const std::string& title, bool japanese) {
    std::string out;
    const bool english = !reader::has_japanese(reader::decode(title)) && !japanese;
    for (const Word& w : reader::words_of(reader::narrow(reader::decode(title)))) {
      if (!out.empty() && (w.pos == Pos::Open || w.text == ":")) break;
      if (w.pos == Pos::Open || w.pos == Pos::Close) continue;
      const bool latin = reader::is_letter(reader::decode(w.text)[0]);
      // as the texts of phrases are: with blanks in English, without in Japanese
      out += !latin ? w.text : english ? (out.empty() ? "" : " ") + w.stem : w.lemma;
    }
    return out;
  }

  // -------------------------------------------------------------- what is missing

  static size_t common(const List& a, const List& b) {
    return static_cast<size_t>(
        std::count_if(a.members.begin(), a.members.end(), [&](const auto& m) { return b.has(m); }));
  }
  /// Members of the other that this list should have.
  std::vector<std::string> missing(const List& whole, const List& other) const {
    std::vector<std::string> out;
    const size_t shared = common(whole, other);
    if (shared < kShared) return out;
    for (const std::string& m : other.members)
      if (!whole.has(m) && !m.empty() && m != whole.topic) out.push_back(m);
    const size_t lost = whole.members.size() - shared;
    if (out.size() != 1) return {};
    if (whole.parallel) return {};
    if (other.parallel)
      return shared >= kShared && lost <= 1 && named_together(whole, other)
                 ? out
                 : std::vector<std::string>();
    // one list of all, another with one more; or two lists that differ in one
    if (whole.complete && akin(out[0], whole) && shared + 1 >= other.members.size()) return out;
    if (shared >= 3 && lost <= 1 && !other_topic(*whole.in->s, *other.in->s) &&
        one_thing(whole, other) && whole.members.size() <= other.members.size())
      return out;
    return {};
  }
  /// Each is said of something else.
  static bool other_topic(const Sentence& a, const Sentence& b) {
    const auto topic = [](const Sentence& s) {
      for (const Phrase& p : s.phrases)
        if (p.as == Case::Topic) return p.text;
      return std::string();
    };
    return !topic(a).empty() && !topic(b).empty() && topic(a) != topic(b);
  }
  /// It ends like a member: 除外置き場 beside 油置き場.
  static bool akin(const std::string& m, const List& l) {
    const reader::Chars a = reader::decode(m);
    return std::any_of(l.members.begin(), l.members.end(), [&](const std::string& x) {
      const reader::Chars b = reader::decode(x);
      size_t same = 0;
      while (same < std::min(a.size(), b.size()) &&
             a[a.size() - 1 - same] == b[b.size() - 1 - same])
        ++same;
      return same >= 2;
    });
  }
  /// The list is told under the same title, or the title is what is told to be the list.
  static bool named_together(const List& a, const List& b) {
    return std::any_of(b.about.begin(), b.about.end(), [&](const std::string& w) {
      return (a.about.contains(w) || a.in->around.contains(w)) && !means(w, Sense::Common) &&
             !means(w, Sense::Plain) && !means(w, Sense::Piece);
    });
  }
  /// They are said to be lists of the same.
  bool one_thing(const List& a, const List& b) const {
    return std::any_of(a.about.begin(), a.about.end(),
                       [&](const std::string& w) {
                         return b.about.contains(w) && !means(w, Sense::Piece) &&
                                !means(w, Sense::Common) && !means(w, Sense::Person) &&
                                !means(w, Sense::Plain);
                       }) ||
           a.members.size() == b.members.size();
  }

  /// 延焼フェイズ, where all phases were told: a noun with the head of the list and another name.
  void strangers(const List& l, std::set<std::pair<const Said*, std::string>>& told) {
    std::map<std::string, std::vector<const Said*>> seen;
    for (const Said& s : look_.said) {
      if (s.example) continue;
      for (const Phrase& p : s.s->phrases)
        for (const std::string& head : l.heads) {
          if (head.size() < 3 || p.stems.size() < 2 || !p.text.ends_with(head) || p.text == head)
            continue;
          std::string name = p.text.substr(0, p.text.size() - head.size());
          if (name.ends_with(' ')) name.pop_back();
          if (name.empty() || l.has(name) || l.has(p.text) || p.quoted) continue;
          seen[name].push_back(&s);
        }
    }
    for (const auto& [name, places] : seen) {
      // once is enough where all members are called so
      const bool all =
          !l.members.empty() &&
          std::all_of(l.members.begin(), l.members.end(), [&](const std::string& m) {
            return std::any_of(l.heads.begin(), l.heads.end(), [&](const std::string& h) {
              return m.size() > h.size() && m.ends_with(h);
            });
          });
      if ((places.size() < 2 && !all) || means(name, Sense::Together) || related(name, l) ||
          !proper(name, l))
        continue;
      if (told.emplace(l.in, name).second)
        look_.add(Code::PrintListLacks, {look_.place(*l.in, l.word), look_.place(*places[0])},
                  {look_.printed(name)});
    }
  }
  /// A sentence tells what it is among the members.
  bool related(const std::string& name, const List& l) const {
    for (const Said& s : look_.said) {
      bool has = false, member = false;
      for (const Phrase& p : s.s->phrases) {
        has = has || p.text.starts_with(name);
        member = member || l.has(p.text);
      }
      if (has && member) return true;
    }
    return false;
  }
  /// Written as members are: not a word of another kind.
  bool proper(const std::string& name, const List&) const {
    return !means(reader::stem_of(name), Sense::Common) && !means(name, Sense::Person);
  }

  Look& look_;
  std::vector<List> all_;
};

}  // namespace

void look_at_lists(Look& look) {
  Lists lists(look);
  lists.parallel();
  lists.counted();
  lists.lacking();
  lists.untitled();
}

}  // namespace hanrei::audit::print
