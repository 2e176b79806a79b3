// References and numbering: what is not there, what is another thing than it is said to be, what is
// missing or twice.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

using reader::Chars;
using reader::View;

/// A number in a sentence that means a part of the book.
struct Ref {
  enum class To : uint8_t { Section, Chapter, Article, Step };
  To to{};
  std::vector<int> parts;
  std::string text;   ///< as printed
  std::string title;  ///< that stands behind it, within brackets of quotation
  size_t begin = 0, end = 0;
};

size_t figures(View t, size_t i) {
  while (i < t.size() && reader::is_figure(t[i])) ++i;
  return i;
}

class References {
 public:
  explicit References(Look& look) : look_(look) {
    for (size_t u = 0; u < look.book.units.size(); ++u) {
      const Unit& unit = look.book.units[u];
      if (unit.parts.empty() || look.history(u)) continue;
      if (unit.kind == Kind::Heading) {
        (unit.number.starts_with("第") ? articles_[unit.scheme] : sections_)[unit.parts] = u;
        if (unit.parts.size() > 1)
          marks_.insert(unit.number[figures(reader::decode(unit.number), 0)]);
      } else if (unit.kind == Kind::Step) {
        steps_[{section(u), unit.scheme.substr(0, 1), unit.value()}] = u;
      }
    }
  }

  void check() {
    for (const Said& s : look_.said) {
      if (s.s->title && s.of->kind != Kind::Step && s.of->kind != Kind::Bullet) continue;
      for (const Ref& r : refs(s)) check(s, r);
      titles(s);
    }
  }

 private:
  int section(size_t u) const { return reader::section_of(look_.book, static_cast<int>(u)); }

  // -------------------------------------------------------------- what is a reference

  std::vector<Ref> refs(const Said& s) const {
    std::vector<Ref> out;
    const Chars t = reader::narrow(reader::decode(s.s->text));
    for (size_t i = 0; i < t.size();) {
      const size_t before = i;
      if (t[i] == U'第') i = article(t, i, out);
      if (i == before) i = step(t, i, out);
      if (i == before && reader::is_figure(t[i])) i = number(t, i, out);
      if (i == before) ++i;
    }
    return out;
  }
  static size_t article(View t, size_t i, std::vector<Ref>& out) {
    size_t e = i + 1;
    while (e < t.size() && e < i + 5 && reader::number_of(t.substr(e, 1)) >= 0 &&
           (reader::is_figure(t[e]) || reader::is_kanji(t[e])))
      ++e;
    const int n = e == i + 1 ? -1 : reader::number_of(t.substr(i + 1, e - i - 1));
    if (n < 0 || e >= t.size() || (t[e] != U'条' && t[e] != U'章')) return i;
    out.push_back({t[e] == U'条' ? Ref::To::Article : Ref::To::Chapter,
                   {n},
                   reader::encode(t.substr(i, e + 1 - i)),
                   "",
                   i,
                   e + 1});
    return e + 1;
  }
  /// 手順[3], step (2), with the brackets that the steps of this book have.
  size_t step(View t, size_t i, std::vector<Ref>& out) const {
    for (const View word : {View(U"手順"), View(U"ステップ"), View(U"step "), View(U"Step ")}) {
      if (t.substr(i, word.size()) != word) continue;
      size_t b = i + word.size();
      const bool open = b < t.size() && (t[b] == U'[' || t[b] == U'(');
      const size_t from = b + (open ? 1 : 0), e = figures(t, from);
      if (e == from || e - from > 3) return i;
      const size_t end = e + (open && e < t.size() ? 1 : 0);
      out.push_back({Ref::To::Step,
                     {reader::number_of(t.substr(from, e - from))},
                     reader::encode(t.substr(i, end - i)),
                     "",
                     i,
                     end});
      return end;
    }
    return i;
  }
  /// 2-9, 304.1a, where sections have such numbers.
  size_t number(View t, size_t i, std::vector<Ref>& out) const {
    Ref r{Ref::To::Section, {}, "", "", i, i};
    size_t e = i;
    for (;;) {
      const size_t end = figures(t, e);
      if (end == e || end - e > 4) break;
      r.parts.push_back(reader::number_of(t.substr(e, end - e)));
      r.end = e = end;
      if (e + 1 >= t.size() || !reader::is_figure(t[e + 1]) ||
          !marks_.contains(static_cast<char>(t[e])))
        break;
      ++e;
    }
    const size_t past = figures(t, i);
    const bool whole_word =
        i == 0 || !(reader::is_letter(t[i - 1]) ||
                    (t[i - 1] < 0x80 && marks_.contains(static_cast<char>(t[i - 1]))) ||
                    t[i - 1] == U'.' || t[i - 1] == U'/');
    if (!whole_word) return std::max(past, r.end);
    // 400-410: from one chapter to another
    if (r.parts.size() == 1 && r.end + 1 < t.size() && (t[r.end] == U'-' || t[r.end] == U'~') &&
        refers(t, i, figures(t, r.end + 1)) && sections_.contains(r.parts)) {
      const size_t last = figures(t, r.end + 1);
      if (last > r.end + 1 && last - r.end <= 5) {
        r.parts = {reader::number_of(t.substr(r.end + 1, last - r.end - 1))};
        r.text = reader::encode(t.substr(i, last - i));
        r.end = last;
        out.push_back(r);
        return last;
      }
    }
    if (r.parts.size() < 2) return past;
    if (r.end < t.size() && reader::is_letter(t[r.end]) &&
        (r.end + 1 >= t.size() || !reader::is_word(t[r.end + 1]))) {
      r.parts.push_back(static_cast<int>(t[r.end] - U'a') + 1);
      ++r.end;
    }
    r.text = reader::encode(t.substr(i, r.end - i));
    // 「1-2 星の数」
    size_t close = r.end;
    while (close < t.size() && !reader::is_closing(t[close]) && t[close] != U'。') ++close;
    if (i > 0 && reader::closing(t[i - 1]) != 0 && close < t.size() && reader::is_closing(t[close]))
      r.title = reader::encode(reader::trimmed(t.substr(r.end, close - r.end)));
    out.push_back(r);
    return r.end;
  }
  static bool refers(View t, size_t, size_t end) {
    const View rest = t.substr(std::min(end, t.size()), 6);
    return rest.find(U"参照") != View::npos || rest.find(U"を見") != View::npos;
  }

  // -------------------------------------------------------------- what is wrong with it

  void check(const Said& s, const Ref& r) {
    const Place at{s.unit, s.sentence, s.s->spot(r.begin)};
    std::optional<size_t> target;
    if (r.to == Ref::To::Step) return step(s, r, at);
    if (r.to == Ref::To::Article) {
      const auto it = articles_.find("第1条");
      if (it == articles_.end()) return;
      if (it->second.contains(r.parts)) target = it->second.at(r.parts);
    } else if (r.to == Ref::To::Chapter) {
      const auto it = articles_.find("第1章");
      const auto& known = it == articles_.end() ? sections_ : it->second;
      if (known.empty()) return;
      if (known.contains(r.parts)) target = known.at(r.parts);
    } else if (sections_.contains(r.parts)) {
      target = sections_.at(r.parts);
    }
    if (!target) {
      look_.add(Code::NoSuchSection, {at}, {r.text});
      return;
    }
    const Unit& to = look_.book.units[*target];
    if (!r.title.empty() && !to.titles.empty() && plain(r.title) != plain(to.titles[0]))
      look_.add(Code::TitleDiffers, {at, {*target, 0, to.at}}, {r.text, r.title, to.titles[0]});
    if (r.title.empty() && *target != s.unit) spoken_of(s, r, at, *target);
  }

  static std::string plain(const std::string& title) {
    std::string out;
    for (const Word& w : reader::words_of(reader::narrow(reader::decode(title)))) out += w.text;
    return out;
  }

  /// What the sentence speaks of has to be spoken of there.
  void spoken_of(const Said& s, const Ref& r, const Place& at, size_t target) {
    Words there;
    std::vector<size_t> parts = look_.below(target);
    parts.push_back(target);
    for (const size_t up : look_.above(target))
      if (up != target) parts.push_back(up);
    for (const size_t u : parts)
      for (const Sentence& t : look_.book.units[u].says)
        if (u >= target || t.title) there.merge(t.stems());
    Words here;
    for (const std::string& w : s.stems)
      if (!means(w, Sense::Common) && !means(w, Sense::Piece) && !means(w, Sense::Person) &&
          !means(w, Sense::Carry))
        here.insert(w);
    here.insert(s.asked.begin(), s.asked.end());
    if (here.size() < 2 || there.empty()) return;
    for (const std::string& w : here)
      if (there.contains(w)) return;
    look_.add(Code::RefersElsewhere, {at, {target, 0, look_.book.units[target].at}},
              {r.text, look_.printed(before(s, r))});
  }

  /// The noun before the reference, or the first of the sentence.
  static std::string before(const Said& s, const Ref& r) {
    std::string out;
    for (const Phrase& p : s.s->phrases)
      if (out.empty() ||
          (s.s->words[p.first].begin < r.begin && p.stems[0] != "rul" && p.stems[0] != "section"))
        out = p.text;
    return out;
  }

  std::optional<size_t> step_of(int section, const Ref& r, int value) const {
    const size_t open = r.text.find_first_of("[(");
    for (const auto& [key, u] : steps_)
      if (std::get<0>(key) == section && std::get<2>(key) == value &&
          (open == std::string::npos || std::get<1>(key) == r.text.substr(open, 1)))
        return u;
    return std::nullopt;
  }
  void step(const Said& s, const Ref& r, const Place& at) {
    const int value = r.parts[0];
    std::optional<size_t> target;
    int of = section(s.unit);
    // steps of the section that is spoken of: the nearest one upward that has any
    for (; of >= 0; --of)
      if ((target = step_of(of, r, value)) || step_of(of, r, 1)) break;
    if (!target) {
      const size_t where = static_cast<size_t>(std::max(of, 0));
      look_.add(Code::NoSuchStep, {at, {where, 0, look_.book.units[where].at}},
                {r.text, look_.where(where)});
      return;
    }
    if (*target == s.unit) return look_.add(Code::OwnStep, {at}, {r.text});
    const Chars t = reader::narrow(reader::decode(s.s->text));
    if (r.end >= t.size() || t[r.end] != U'で') return;
    // 手順[2]で提示した: what was done there
    for (const Act& a : s.s->acts) {
      const Word& verb = s.s->words[a.word];
      if (verb.begin < r.end || verb.begin > r.end + 30) continue;
      std::string did = a.stem;
      if (a.word > 0 && s.s->words[a.word - 1].pos == Pos::Prefix)
        did = s.s->words[a.word - 1].text + did;
      if (reader::is_light(a.stem)) {  // 提示ができない
        did.clear();
        for (const Phrase& p : s.s->phrases)
          if (p.last < a.word && p.last + 2 >= a.word && p.as == Case::Subject) did = p.text;
      }
      if (!did.empty() && (a.past || a.can || a.role == Role::If || a.role == Role::After))
        did_there(s, r, at, *target, did);
      return;
    }
  }
  /// The step does it: not, it speaks of what was done or cannot be done.
  bool does(size_t u, const std::string& did) const {
    for (const Sentence& t : look_.book.units[u].says) {
      for (const Act& a : t.acts) {
        const std::string whole =
            (a.word > 0 && t.words[a.word - 1].pos == Pos::Prefix ? t.words[a.word - 1].text : "") +
            a.stem;
        // 選択したカード, without a word of where: it is chosen here
        const bool here =
            a.role == Role::Which && a.past && t.text.find("手順") == std::string::npos;
        if (whole == did && !a.negated && (here || (a.role != Role::Which && a.role != Role::If)))
          return true;
      }
      for (const Phrase& p : t.phrases)
        if (p.text.ends_with(did) && t.text.find("ない") == std::string::npos && p.act < 0)
          return true;
    }
    return false;
  }
  void did_there(const Said& s, const Ref& r, const Place& at, size_t target,
                 const std::string& did) {
    if (does(target, did)) return;
    std::string others;
    std::vector<Place> places = {at, {target, 0, look_.book.units[target].at}};
    for (const auto& [key, u] : steps_)
      if (std::get<0>(key) == section(target) && u != s.unit && u < s.unit && does(u, did)) {
        others += (others.empty() ? "" : ", ") + look_.book.units[u].number;
        places.push_back({u, 0, look_.book.units[u].at});
      }
    look_.add(Code::NotBound, std::move(places),
              {r.text, did,
               others.empty() ? base::in_both("no step before has", "前のどの手順にもありません")
                              : base::in_both(others + " has", others + "にあります")});
  }

  /// See "X", see the section "X".
  void see(const Said& s) {
    const std::string& t = s.s->text;
    for (const char* word : {"See ", "see "})
      for (size_t at = t.find(word); at != std::string::npos; at = t.find(word, at + 1)) {
        const size_t open = t.find('"', at),
                     close = open == std::string::npos ? open : t.find('"', open + 1);
        if (close == std::string::npos || open > at + 24) continue;
        const std::string name = t.substr(open + 1, close - open - 1);
        if (!known(plain(name)))
          look_.add(Code::NoSuchTitle, {{s.unit, s.sentence, s.s->spot(open + 1)}}, {name});
      }
  }
  /// X参照, see X: something has to have this title.
  void titles(const Said& s) {
    const Sentence& t = *s.s;
    see(s);
    for (size_t p = 0; p < t.phrases.size(); ++p) {
      Phrase x = t.phrases[p];
      // 「上級」の章を参照
      const bool part = x.quoted && x.as == Case::Of && p + 2 < t.phrases.size() + 1 &&
                        p + 1 < t.phrases.size() &&
                        (t.phrases[p + 1].text == "章" || t.phrases[p + 1].text == "項" ||
                         t.phrases[p + 1].text == "節" || t.phrases[p + 1].text == "欄") &&
                        t.text.find("参照") != std::string::npos;
      const bool inner = x.stems.size() > 1 && x.stems.back() == "参照" && x.as != Case::Of;
      bool follows = false;
      for (const Act& a : t.acts)
        follows = follows || (a.stem == "参照" && a.role == Role::Main && a.word >= x.last &&
                              a.word <= x.last + (x.quoted ? 2 : 1) && x.as == Case::Object);
      // くわしくはXを参照。
      const size_t after = x.last + (x.quoted ? 1 : 0);
      follows =
          follows || (x.as == Case::Object && after + 2 < t.words.size() &&
                      t.words[after + 1].text == "参照" && t.words[after + 2].pos == Pos::Stop);
      if (!inner && !follows && !part) continue;
      std::string name = x.text;
      if (inner) name = name.substr(0, name.size() - std::string("参照").size());
      if (x.last > 0 && t.words[x.first].pos == Pos::Pronoun) continue;
      const bool number = reader::is_figure(reader::decode(name)[0]) &&
                          name.find_first_of("-.") != std::string::npos;  // 1-2: see above
      if (number || means(name, Sense::Lost) || known(name) ||
          reader::number_of(reader::decode(name)) >= 0)
        continue;
      if (!x.quoted && !inner && x.stems.size() < 2 && x.of >= 0) continue;
      look_.add(Code::NoSuchTitle, {look_.place(s, x.first)}, {name});
    }
  }
  bool known(const std::string& name) const {
    for (const Unit& u : look_.book.units)
      for (const std::string& title : u.titles) {
        const std::string one = plain(title);
        if (one.find(name) != std::string::npos ||
            (one.size() > 3 && name.find(one) != std::string::npos))
          return true;
      }
    return false;
  }

  Look& look_;
  std::map<std::vector<int>, size_t> sections_;
  std::map<std::string, std::map<std::vector<int>, size_t>> articles_;
  std::map<std::tuple<int, std::string, int>, size_t> steps_;  ///< section, mark, value
  std::set<char> marks_;
};

/// The numbers of one list, in order.
class Numbers {
 public:
  explicit Numbers(Look& look) : look_(look) {}

  void check() {
    std::map<std::string, std::vector<size_t>> lists;
    for (size_t u = 0; u < look_.book.units.size(); ++u) {
      const Unit& unit = look_.book.units[u];
      if (unit.parts.empty() || look_.history(u) ||
          (unit.kind != Kind::Heading && unit.kind != Kind::Step))
        continue;
      std::string key = unit.scheme + "|";
      if (unit.kind == Kind::Step || (unit.number.starts_with("第") && unit.scheme != "第1条"))
        key += std::to_string(unit.up);
      for (size_t i = 0; i + 1 < unit.parts.size(); ++i) key += std::to_string(unit.parts[i]) + ",";
      lists[key].push_back(u);
    }
    for (const auto& [key, list] : lists)
      for (size_t i = 1; i < list.size(); ++i) follow(list, i);
  }

 private:
  void follow(const std::vector<size_t>& list, size_t i) {
    const Unit &a = look_.book.units[list[i - 1]], &b = look_.book.units[list[i]];
    const int last = a.value(), next = b.value();
    if (next == last + 1 || next == 1 || (next == 0 && last != 0)) {
      if (next == 1 && last == 1 && a.kind == b.kind)
        add(Code::NumberRepeated, list[i], list[i - 1], {b.number});
      return;
    }
    const bool seen = std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i),
                                  [&](size_t u) { return look_.book.units[u].value() == next; });
    if (seen) return add(Code::NumberRepeated, list[i], list[i - 1], {b.number});
    if (next < last) return;
    // the first of the next hundred
    if (next % 100 == 0 || (next % 10 == 0 && last >= 100)) return;
    if (after_repeat(list, i)) return;
    add(Code::NumberGap, list[i], list[i - 1], {a.number, b.number});
  }
  /// 9-3, 9-3, 9-5: told once, where the number is twice.
  bool after_repeat(const std::vector<size_t>& list, size_t i) const {
    return i >= 2 &&
           look_.book.units[list[i - 1]].value() == look_.book.units[list[i - 2]].value() &&
           look_.book.units[list[i]].value() == look_.book.units[list[i - 1]].value() + 2;
  }
  void add(Code code, size_t here, size_t before, std::vector<std::string> args) {
    look_.add(code,
              {{here, 0, look_.book.units[here].at}, {before, 0, look_.book.units[before].at}},
              std::move(args));
  }
  Look& look_;
};

}  // namespace

void look_at_references(Look& look) {
  References(look).check();
  Numbers(look).check();
}

}  // namespace hanrei::audit::print
