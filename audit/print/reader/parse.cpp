#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "audit/print/reader/sentence.h"
#include "base/text/fnv.h"
#include "base/text/unicode.h"

namespace hanrei::audit::reader {
namespace {

using View = std::u32string_view;

constexpr size_t kTitle = 26;  ///< the longest title, in characters

/// How far up a mark stands; numbered sections stand by their depth (1...), bullets by their
/// indent.
enum Rank : int {
  kBare = 20,
  kSigned = 25,
  kEntry = 30,
  kLabel = 40,
  kPart = 42,
  kStep = 50,
  kItem = 60,
  kBullet = 70,
  kNote = 200,
  kText = 210
};

struct Mark {
  Kind kind = Kind::Text;
  int rank = kText;
  std::string number;
  int value = -1;
  size_t body = 0;  ///< where what follows it begins
};

bool figure(char32_t c) { return c >= U'0' && c <= U'9'; }
bool ends_sentence(View t) {
  return !t.empty() && View(U"。!?").find(narrow(t.back())) != View::npos;
}
bool all_nouns(View t) {
  return std::ranges::all_of(t, [](char32_t c) { return is_noun(c) || c == U'・' || c == U'/'; });
}
size_t skip_spaces(View t, size_t i) {
  while (i < t.size() && is_space(t[i])) ++i;
  return i;
}
int number_at(View t, size_t b, size_t e) {
  int v = 0;
  for (size_t i = b; i < e && i < b + 6; ++i) v = v * 10 + static_cast<int>(t[i] - U'0');
  return v;
}

/// Signs that stand before a title.
constexpr View kSigns = U"◇◆■□●§▼▽◎";

/// `1-2-3`, `1-2-3.`, `101.1.`: what a line begins with; one figure alone has depth 1.
struct Number {
  std::string text;
  std::vector<int> parts;
  int last = -1;
  size_t depth = 0, end = 0;
  bool dot = false;  ///< it ends in a dot
};
Number number_of(View t) {
  Number n;
  size_t k = 0;
  while (k < t.size() && figure(t[k]) && n.depth < 8) {
    const size_t b = k;
    while (k < t.size() && figure(t[k])) ++k;
    if (k - b > 3) return {};
    n.last = number_at(t, b, k);
    n.parts.push_back(n.last);
    ++n.depth;
    n.end = k;
    if (k + 1 < t.size() && (t[k] == U'-' || t[k] == U'.') && figure(t[k + 1]))
      ++k;
    else
      break;
  }
  n.text = encode(t.substr(0, n.end));
  n.dot = n.depth > 1 && n.end < t.size() && t[n.end] == U'.';
  if (n.dot) ++n.end;
  return n;
}

/// `第1章 title`: where the title begins; 0 when it is none.
size_t chapter(View t) {
  size_t k = 1;
  while (k < t.size() && k < 5 &&
         (figure(t[k]) || View(U"一二三四五六七八九十").find(t[k]) != View::npos))
    ++k;
  if (t[0] != U'第' || k == 1 || k >= t.size() || View(U"章部編").find(t[k]) == View::npos)
    return 0;
  return k + 1 == t.size()                                                   ? k + 1
         : is_space(t[k + 1]) && !ends_sentence(t) && t.size() <= kTitle + 8 ? skip_spaces(t, k + 1)
                                                                             : 0;
}

/// The mark at the start of a line (spaces removed, width narrowed).
Mark mark_of(View t, size_t indent, bool numbered) {
  Mark m;
  if (t.empty()) return m;
  const char32_t c = t[0];
  // ◇1-2 title: the sign only makes the number stand out
  if (kSigns.find(c) != View::npos && t.size() > 1) {
    const size_t b = skip_spaces(t, 1);
    Mark inner = figure(t[b < t.size() ? b : 0]) ? mark_of(t.substr(b), indent, numbered) : m;
    if (inner.kind == Kind::Heading) {
      inner.body += b;
      return inner;
    }
  }
  if (const size_t body = chapter(t); body > 0)
    return {Kind::Heading, 0, "", -1, body < t.size() ? body : 0};
  size_t e = 0;
  while (e < t.size() && figure(t[e])) ++e;
  if (e > 0 && e <= 3) {
    const Number n = number_of(t);
    const bool title = n.end < t.size() && (is_space(t[n.end]) || n.dot) &&
                       t.size() - n.end <= 60 && !ends_sentence(t) && t.find(U'。') == View::npos;
    if (title && (n.depth > 1 || (numbered && e <= 2 && !n.dot)))
      return {Kind::Heading, static_cast<int>(n.depth), n.text, n.last, skip_spaces(t, n.end)};
    if (n.depth == 1 && e < t.size() && (t[e] == U'.' || t[e] == U'、') &&
        !(e + 1 < t.size() && figure(t[e + 1])))
      return {Kind::Item, kItem, encode(t.substr(0, e + 1)), n.last, skip_spaces(t, e + 1)};
  }
  if (c == U'[' || c == U'(') {
    size_t k = 1;
    while (k < t.size() && figure(t[k])) ++k;
    if (k > 1 && k <= 3 && k < t.size() && t[k] == (c == U'[' ? U']' : U')') && k + 1 < t.size() &&
        View(U"もか〜~").find(t[k + 1]) == View::npos)
      return {Kind::Step, c == U'[' ? kStep : kItem + 2, encode(t.substr(0, k + 1)),
              number_at(t, 1, k), skip_spaces(t, k + 1)};
  }
  if (c >= 0x2460 && c <= 0x2473)
    return {Kind::Step, kStep, encode(t.substr(0, 1)), static_cast<int>(c - 0x2460) + 1,
            skip_spaces(t, 1)};
  if (View(U"•・●◦‣■◆*").find(c) != View::npos || (c == U'-' && t.size() > 1 && t[1] == U' '))
    return {Kind::Bullet, kBullet + static_cast<int>(std::min<size_t>(indent, 60)), "", -1,
            skip_spaces(t, 1)};
  if (c == U'○' && t.size() > 1 && t.size() <= kTitle && is_kanji(t[1]))
    return {Kind::Label, kLabel, "", -1, 1};
  if (c == U'※') return {Kind::Note, kNote, "", -1, skip_spaces(t, 1)};
  if (t.ends_with(U"---") && t.size() > 3 && t.size() <= kTitle)
    return {Kind::Part, kPart, "", -1, 0};
  if (t.starts_with(U"---") && t.size() > 3 && t.size() <= kTitle)
    return {Kind::Part, kPart, "", -1, 3};
  if (c == U'例') {
    size_t k = 1;
    while (k < t.size() && k < 4 && figure(t[k])) ++k;
    if (k == t.size() || t[k] == U':' || t[k] == U')')
      return {Kind::Example, kNote, "", -1, skip_spaces(t, std::min(k + 1, t.size()))};
  }
  if (t.starts_with(U"(補足)")) return {Kind::Note, kNote, "", -1, 4};
  return m;
}

/// 【A】【B】: the headwords, when the line is nothing else (a remark may follow after a space).
std::vector<Run> headwords(View t) {
  std::vector<Run> out;
  size_t i = 0;
  while (i < t.size() && t[i] == U'【') {
    const size_t e = t.find(U'】', i);
    if (e == t.npos || e == i + 1) return {};
    out.push_back({i + 1, e});
    i = skip_spaces(t, e + 1);
  }
  const bool remark = i > 0 && i < t.size() && is_space(t[i - 1]) && t.size() - i <= kTitle;
  return i == t.size() || remark ? out : std::vector<Run>();
}

struct Line {
  uint32_t number = 0;
  size_t indent = 0;
  Chars raw, text;
};  // without the spaces around; both alike long

class Parser {
 public:
  Parser(std::string name, std::string_view text, const Limits& limits) : limits_(limits) {
    book_.name = std::move(name);
    book_.digest = base::digest(text);
    split(text);
    int sections = 0;
    for (const Line& l : lines_) sections += mark_of(l.text, 0, false).kind == Kind::Heading;
    book_.numbered = sections >= 3;
  }

  Book run() {
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (book_.units.size() >= limits_.units || sentences_ >= limits_.sentences) {
        too_many(lines_[i].number);
        break;
      }
      line(i);
    }
    flush();
    for (Unit& u : book_.units)
      if (u.says.empty()) {
        Sentence s;
        s.at = s.end = u.at;
        s.digest = base::digest("");
        u.says.push_back(std::move(s));
      }  // a mark alone
    keep_kana();
    keep_short();
    drop_titled_times();
    return std::move(book_);
  }

 private:
  /// Of the kana before kanji only what is a noun of the text when it is written in katakana:
  /// ごみ箱 beside ゴミ箱.
  void keep_kana() {
    std::set<std::string> nouns;
    const auto begin_of = [](const std::string& w) {
      const Chars t = decode(w);
      return t.size() > 2 ? base::fold(encode(View(t).substr(0, 3))) : std::string();
    };
    for (const Unit& u : book_.units)
      for (const Sentence& s : u.says)
        for (const Mention& w : s.words) {
          const Chars t = decode(w.text);
          if (t.size() > 2 && is_katakana(t[0]) && is_katakana(t[1]) && is_kanji(t[2]))
            nouns.insert(begin_of(w.text));
        }
    for (Unit& u : book_.units)
      for (Sentence& s : u.says)
        std::erase_if(s.kana, [&](const Mention& k) { return !nouns.contains(begin_of(k.text)); });
  }

  /// Of the short words only what the text says the meaning of: 「水」 is a word then, and one
  /// kanji of a verb is none.
  void keep_short() {
    std::set<std::string> terms;
    for (const Unit& u : book_.units)
      for (const Sentence& s : u.says)
        for (const Mention& d : s.defines) terms.insert(d.text);
    for (Unit& u : book_.units)
      for (Sentence& s : u.says) {
        std::erase_if(
            s.words, [&](const Mention& w) { return is_short(w.text) && !terms.contains(w.text); });
        std::ranges::stable_sort(s.words,
                                 [](const Mention& a, const Mention& b) { return a.at < b.at; });
      }
  }
  static bool is_short(const std::string& word) {
    const Chars t = decode(word);
    const bool verb = std::ranges::any_of(
        t, [](char32_t c) { return View(U"るうくすつぬぶむぐた").find(c) != View::npos; });
    return t.size() < 2 || (t.size() == 2 && is_hiragana(t[1])) || verb;
  }

  /// 初めの時, where that is a title: no spelling of とき.
  void drop_titled_times() {
    std::set<std::string> titles;
    for (const Unit& u : book_.units)
      for (const std::string& t : u.titles)
        if (t.ends_with("の時") || t.ends_with("のとき")) titles.insert(t);
    if (titles.empty()) return;
    for (Unit& u : book_.units)
      for (Sentence& s : u.says) {
        std::string without = s.text;
        for (const std::string& t : titles)
          for (size_t i = 0; (i = without.find(t, i)) != without.npos;)
            without.replace(i, t.size(), "。");
        if (without.size() == s.text.size()) continue;
        const Chars rest = narrow(decode(without));
        const std::vector<Spot> at(rest.size(), s.at);
        const std::vector<Sign> left =
            rest.empty() ? std::vector<Sign>() : spellings(rest, at.data());
        std::erase_if(s.signs, [&](const Sign& sign) {
          return sign.is == Sign::Is::Spelled && std::ranges::none_of(left, [&](const Sign& l) {
                   return l.text == sign.text && l.of == sign.of;
                 });
        });
      }
  }

  void too_many(uint32_t from) {
    book_.skipped.push_back({from, book_.lines, Skipped::Why::TooMany});
  }
  void skip(uint32_t n, Skipped::Why why) {
    if (!book_.skipped.empty() && book_.skipped.back().why == why &&
        book_.skipped.back().last + 1 == n)
      book_.skipped.back().last = n;
    else
      book_.skipped.push_back({n, n, why});
  }

  void split(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    uint32_t n = 0;
    bool full = false;
    uint32_t first_left = 0;
    for (size_t i = 0; i < text.size();) {
      size_t e = text.find('\n', i);
      if (e == text.npos) e = text.size();
      const std::string_view one = text.substr(i, e - i);
      i = e + 1;
      ++n;
      if (full) continue;
      if (lines_.size() >= limits_.lines) {
        full = true;
        first_left = n;
        continue;
      }
      if (one.find('\0') != one.npos || !base::valid_utf8(one)) {
        skip(n, Skipped::Why::BadBytes);
        continue;
      }
      if (one.size() > limits_.line * 4 || base::count_chars(one) > limits_.line) {
        skip(n, Skipped::Why::TooLong);
        continue;
      }
      Line l{n, 0, decode(one), {}};
      size_t b = 0, end = l.raw.size();
      while (b < end && is_space(l.raw[b])) ++b;
      while (end > b && is_space(l.raw[end - 1])) --end;
      l.indent = b;
      l.raw = l.raw.substr(b, end - b);
      l.text = narrow(l.raw);
      if (!l.raw.empty()) book_.digests.push_back({n, base::digest(one)});
      lines_.push_back(std::move(l));
    }
    book_.lines = n;
    if (full) too_many(first_left);
  }

  bool blank(size_t i) const { return i >= lines_.size() || lines_[i].text.empty(); }

  /// A title without a mark: a short line that does not end a sentence and is set off.
  bool bare_title(size_t i) const {
    const View t = lines_[i].text;
    if (t.size() > kTitle || ends_sentence(t) || t.find(U'。') != View::npos || t.back() == U'、' ||
        t.back() == U':' || !(is_noun(t[0]) || is_hiragana(t[0])))
      return false;
    if (i > 0 && !blank(i - 1)) {
      const Line& before = lines_[i - 1];
      const bool marked = mark_of(before.text, before.indent, book_.numbered).kind != Kind::Text;
      if (!ends_sentence(before.text) && !(marked && !book_.numbered)) return false;
    }
    const bool entry = !blank(i + 1) && !headwords(lines_[i + 1].text).empty();
    if (book_.numbered) return entry;
    if (i + 1 >= lines_.size()) return false;
    const bool list = !blank(i + 1) &&
                      (mark_of(lines_[i + 1].text, lines_[i + 1].indent, false).kind != Kind::Text);
    const bool alone = (i == 0 || blank(i - 1)) && (blank(i + 1) || list);
    return alone || t.back() == U'→' || (list && lines_[i].indent == 0) ||
           (all_nouns(t) && t.size() <= 16 && lines_[i].indent == 0 && !blank(i + 1));
  }

  /// ■ and a short line: a title, when what follows is no such line, and is set off by no blank.
  bool signed_title(size_t i, const Mark& m) const {
    const View t = lines_[i].text;
    if ((m.kind != Kind::Bullet && m.kind != Kind::Text) || kSigns.find(t[0]) == View::npos ||
        t.size() < 2 || t.size() > kTitle || ends_sentence(t) || t.find(U'。') != View::npos ||
        blank(i + 1))
      return false;
    const View next = lines_[i + 1].text;
    return next[0] != t[0] && lines_[i + 1].indent >= lines_[i].indent &&
           (i == 0 || blank(i - 1) || ends_sentence(lines_[i - 1].text) ||
            (is_noun(lines_[i - 1].text.back()) && lines_[i - 1].text[0] != t[0])) &&
           (ends_sentence(next) || next.size() > kTitle);
  }

  /// A number of the text's own scheme before a whole sentence: the next of a list, or the first
  /// below what came last.
  bool article_next(const Number& n, View t) const {
    if (n.depth < 2 || n.end >= t.size() || !(is_space(t[n.end]) || n.dot) ||
        skip_spaces(t, n.end) >= t.size() || closing(t[skip_spaces(t, n.end)]) == U')')
      return false;
    const std::vector<int>& last = last_number_;
    if (last.empty()) return n.last <= 1;
    if (n.parts.size() > last.size())
      return n.parts.size() == last.size() + 1 && n.last <= 1 &&
             std::equal(last.begin(), last.end(), n.parts.begin());
    const size_t at = n.parts.size() - 1;
    if (std::equal(n.parts.begin(), n.parts.begin() + static_cast<std::ptrdiff_t>(at),
                   last.begin()))
      return n.parts[at] > last[at] || (n.dot && n.parts == last);  // a number that is there twice
    // the first of the next chapter, where chapters have no numbers of this kind
    return n.last <= 1 && at == 1 && n.parts[0] == last[0] + 1;
  }

  /// `105. title`, and `105.1.` follows: a chapter, where articles have its number.
  bool chapter_of_articles(size_t i, const Mark& m) const {
    if (m.kind != Kind::Item || m.value < 0 || !m.number.ends_with('.') ||
        lines_[i].text.size() > kTitle + 6 || ends_sentence(lines_[i].text))
      return false;
    size_t k = i + 1;
    while (k < lines_.size() && lines_[k].text.empty()) ++k;
    if (k >= lines_.size()) return false;
    const Number next = number_of(lines_[k].text);
    return next.depth == 2 && next.dot && next.parts[0] == m.value && next.last <= 1;
  }

  /// What stands behind the number of an article: its title up to a blank, and the text; or the
  /// text alone.
  void article_text(const Line& l, size_t from) {
    const View t = l.text;
    size_t e = from;
    while (e < t.size() && !is_space(t[e]) && e - from <= kTitle &&
           View(U"。、,!?").find(t[e]) == View::npos)
      ++e;
    if (e < t.size() && is_space(t[e]) && e > from + 1 && skip_spaces(t, e) < t.size()) {
      unit().titles.push_back(encode(View(l.raw).substr(from, e - from)));
      append(l, from, e);
      flush(true);
      from = skip_spaces(t, e);
    }
    append(l, from);
  }

  void line(size_t i) {
    const Line& l = lines_[i];
    if (l.text.empty()) {
      flush();
      gap_ = true;
      return;
    }
    const std::vector<Run> heads = headwords(l.text);
    if (!heads.empty()) {
      open({Kind::Entry, kEntry, "", -1, 0}, l);
      for (const Run& r : heads)
        unit().titles.push_back(encode(View(l.raw).substr(r.begin, r.end - r.begin)));
      title_sentence(l, 0);
      return;
    }
    Mark m = mark_of(l.text, l.indent, book_.numbered);
    if (m.kind == Kind::Heading && !m.number.empty() && listed_again(m))
      m = {Kind::Bullet, kBullet, "", -1, 0};
    if (m.kind == Kind::Note && m.body < l.text.size() && l.text.size() <= 16 &&
        all_nouns(View(l.text).substr(m.body)) && !book_.numbered)
      m = {Kind::Heading, kBare, "", -1, m.body};
    if (chapter_of_articles(i, m))
      m = {Kind::Heading, 1, m.number.substr(0, m.number.size() - 1), m.value, m.body};
    Number article;
    if (m.kind == Kind::Text) {
      article = number_of(l.text);
      if (article_next(article, l.text))
        m = {Kind::Heading, static_cast<int>(article.depth), article.text, article.last,
             skip_spaces(l.text, article.end)};
    }
    if (signed_title(i, m)) m = {Kind::Heading, kSigned, "", -1, skip_spaces(l.text, 1)};
    if (m.kind == Kind::Heading && !m.number.empty())
      last_number_ = number_of(decode(m.number)).parts;
    if (m.kind == Kind::Text && bare_title(i))
      m = {Kind::Heading, book_.numbered ? 1 : static_cast<int>(kBare), "", -1, 0};
    if (m.kind != Kind::Text) {
      open(m, l);
      const View body = View(l.text).substr(m.body);
      const bool short_body =
          !body.empty() && body.size() <= (m.kind == Kind::Heading ? 60 : kTitle) &&
          !ends_sentence(body) && body.back() != U'、' && body.find(U'。') == View::npos;
      if (m.kind == Kind::Heading && !m.number.empty() && m.number == article.text) {
        article_text(l, m.body);
        return;
      }
      const bool titled = m.kind == Kind::Heading || m.kind == Kind::Label ||
                          m.kind == Kind::Part ||
                          ((m.kind == Kind::Item || m.kind == Kind::Bullet) && short_body) ||
                          (m.kind == Kind::Step && m.number[0] != '[' && short_body);
      if (titled && !body.empty()) {
        size_t e = l.raw.size();
        if (m.kind == Kind::Part)
          while (e > m.body && l.raw[e - 1] == U'-') --e;
        unit().titles.push_back(encode(View(l.raw).substr(m.body, e - m.body)));
        title_sentence(l, m.body);
        return;
      }
      append(l, m.body);
      return;
    }
    // an example is over where a line stands further left
    const bool after_example = !book_.numbered && current_ >= 0 && unit().kind == Kind::Example &&
                               l.indent + 1 < unit().at.column &&
                               (print_.text.empty() || ends_sentence(print_.text));
    if (current_ < 0 || gap_ || after_example) open({Kind::Text, kText, "", -1, 0}, l);
    // a bullet, and a line that ends in a noun, are not carried on by a line that begins anew
    const Kind k = unit().kind;
    const bool list = k == Kind::Bullet || k == Kind::Item;
    if (!print_.text.empty() && !inside_brackets() &&
        ((list && book_.numbered &&
          View(U"、(「『・").find(narrow(print_.text.back())) == View::npos) ||
         is_noun(print_.text.back()) || (!book_.numbered && narrow(print_.text.back()) == U')')))
      flush();
    const bool headword = l.text.front() == U'『' && l.text.find(U'』') == l.text.size() - 1;
    if (headword) flush();
    append(l, 0);
    if (headword) flush();
  }

  /// A section number that was there before, or one that lies behind under a label: a list of
  /// sections, not the section.
  bool listed_again(const Mark& m) {
    const bool labelled = label_ >= 0;
    std::vector<int> key;
    for (size_t i = 0, v = 0; i <= m.number.size(); ++i) {
      if (i == m.number.size() || m.number[i] == '-' || m.number[i] == '.') {
        key.push_back(static_cast<int>(v));
        v = 0;
      } else
        v = v * 10 + static_cast<size_t>(m.number[i] - '0');
    }
    if (labelled && key < last_section_) return true;
    last_section_ = std::max(last_section_, key);
    return false;
  }

  Unit& unit() { return book_.units[current_]; }

  void open(const Mark& m, const Line& l) {
    flush();
    while (!stack_.empty() && book_.units[stack_.back()].rank >= m.rank) stack_.pop_back();
    Unit u;
    u.kind = m.kind;
    u.rank = m.rank;
    u.number = m.number;
    u.value = m.value;
    u.up = stack_.empty() ? -1 : stack_.back();
    u.at = {l.number, static_cast<uint32_t>(l.indent + 1)};
    current_ = static_cast<int>(book_.units.size());
    book_.units.push_back(std::move(u));
    if (m.kind != Kind::Text && m.kind != Kind::Note && m.kind != Kind::Example)
      stack_.push_back(current_);
    label_ = -1;
    for (const int s : stack_)
      if (book_.units[s].kind == Kind::Label) label_ = s;
    gap_ = false;
  }

  bool inside_brackets() const {
    int depth = 0;
    for (const char32_t c : print_.text) depth += closing(c) != 0 ? 1 : is_closing(c) ? -1 : 0;
    return depth > 0;
  }

  void append(const Line& l, size_t from, size_t to = std::string::npos) {
    for (size_t i = from; i < std::min(to, l.raw.size()); ++i)
      print_.add(l.raw[i], {l.number, static_cast<uint32_t>(l.indent + i + 1)});
  }
  void title_sentence(const Line& l, size_t from) {
    append(l, from);
    flush(true);
  }

  /// The nearest unit upward that has a title of its own, a step or an item included.
  int titled(int u) const {
    for (; u >= 0; u = book_.units[u].up) {
      const Unit& unit = book_.units[u];
      const bool kind = unit.kind == Kind::Heading || unit.kind == Kind::Entry ||
                        (unit.kind == Kind::Step && !book_.numbered);
      if (kind && !unit.titles.empty()) return u;
    }
    return -1;
  }

  /// The title before a title without a mark, when nothing stands between them: W獣, and then
  /// 場への出し方.
  int group(int section) {
    if (section < 0 || book_.units[section].rank != kBare) return -1;
    int before = section - 1;
    while (before >= 0 && book_.units[before].kind == Kind::Note) --before;
    if (before >= 0 && book_.units[before].kind == Kind::Heading) return groups_[section] = before;
    if (groups_.contains(section)) return groups_[section];
    int last = section - 1;
    while (last >= 0 && book_.units[last].kind != Kind::Heading) --last;
    return groups_[section] = last >= 0 && groups_.contains(last) ? groups_[last] : -1;
  }

  /// The words of the titles that a unit stands under.
  const std::vector<std::string>& title_words(int u) {
    const int section = titled(u);
    if (section == words_of_) return title_words_;
    words_of_ = section;
    title_words_.clear();
    for (const int of : {section, group(section)}) {
      if (of < 0) continue;
      for (const std::string& t : book_.units[of].titles) {
        const Chars chars = narrow(decode(t));
        for (const Run& r : nouns(chars))
          if (r.end - r.begin >= 2)
            title_words_.push_back(encode(View(chars).substr(r.begin, r.end - r.begin)));
        // 幽霊を追いはらう: the verb at its end
        const size_t verb = chars.find_last_of(U"をがにで") == Chars::npos
                                ? 0
                                : chars.find_last_of(U"をがにで") + 1;
        if (of == section && chars.size() - verb > 1 && chars.size() - verb < 7 &&
            is_kanji(chars[verb]) && is_hiragana(chars.back()) &&
            View(U"るうくすつぬぶむぐ").find(chars.back()) != View::npos)
          title_words_.push_back(encode(View(chars).substr(verb)));
      }
    }
    std::ranges::sort(title_words_, [](const auto& a, const auto& b) {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    });
    return title_words_;
  }

  /// Cuts what has come together into sentences: at 。 outside of brackets.
  void flush(bool title = false) {
    if (print_.text.empty()) return;
    const std::vector<std::string>& words = title_words(current_);
    size_t begin = 0;
    int depth = 0;
    const View t = print_.text;
    for (size_t i = 0; i < t.size(); ++i) {
      const char32_t c = narrow(t[i]);
      if (closing(c) != 0)
        ++depth;
      else if (is_closing(c))
        depth = std::max(0, depth - 1);
      const bool ends = c == U'。' && (depth == 0 || (i + 1 < t.size() &&
                                                      print_.at[i + 1].line != print_.at[i].line &&
                                                      !is_closing(t[i + 1])));
      if (!ends && i + 1 < t.size()) continue;
      if (ends) depth = 0;
      while (begin < i && is_space(t[begin])) ++begin;
      Sentence s = facts(print_, begin, i + 1, words);
      s.title = title;
      s.text = encode(t.substr(begin, i + 1 - begin));
      unit().says.push_back(std::move(s));
      ++sentences_;
      begin = i + 1;
    }
    print_ = {};
  }

  const Limits limits_;
  Book book_;
  std::vector<Line> lines_;
  std::vector<int> stack_;
  std::vector<int> last_section_, last_number_;
  int current_ = -1, label_ = -1, words_of_ = -2;
  std::vector<std::string> title_words_;
  std::map<int, int> groups_;
  size_t sentences_ = 0;
  bool gap_ = true;
  Print print_;
};

}  // namespace

std::string_view kind_name(Kind kind) {
  static constexpr std::string_view names[] = {"heading", "entry",  "label", "part",    "step",
                                               "item",    "bullet", "note",  "example", "text"};
  return names[static_cast<size_t>(kind)];
}

int section_of(const Book& book, int unit) {
  for (int u = unit; u >= 0; u = book.units[u].up) {
    const Kind k = book.units[u].kind;
    if (k == Kind::Heading || k == Kind::Entry) return u;
  }
  return -1;
}

std::string place_name(const Book& book, size_t unit) {
  const Unit& u = book.units[unit];
  const int s = section_of(book, static_cast<int>(unit));
  std::string out;
  if (s >= 0) {
    const Unit& section = book.units[s];
    if (!section.number.empty() && section.number[0] != '[' && section.rank < kBare)
      out = section.number;
    else if (!section.titles.empty())
      out = section.kind == Kind::Entry ? "【" + section.titles[0] + "】" : section.titles[0];
  }
  for (int k = static_cast<int>(unit); k >= 0 && k != s; k = book.units[k].up) {
    const Unit& at = book.units[k];
    if (at.kind != Kind::Step && at.kind != Kind::Item) continue;
    if (at.kind == Kind::Step && !at.titles.empty() && at.number[0] != '[')
      return at.number + at.titles[0];  // a title of its own, under whatever came before
    std::string number = at.number;
    if (at.kind == Kind::Item && number.ends_with('.'))
      number = "." + number.substr(0, number.size() - 1);
    return out + (number[0] == '[' || number[0] == '.' || out.empty() ? "" : " ") + number;
  }
  if (u.kind == Kind::Label && !u.titles.empty()) return out + "○" + u.titles[0];
  return out;
}

Book parse(std::string name, std::string_view text, const Limits& limits) {
  return Parser(std::move(name), text, limits).run();
}

}  // namespace hanrei::audit::reader
