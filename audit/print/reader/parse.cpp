// From lines to parts: which marks are labels, what is a title, what belongs together.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "audit/print/reader/book.h"
#include "audit/print/reader/labels.h"
#include "base/text/fnv.h"
#include "base/text/unicode.h"

namespace hanrei::audit::reader {
namespace {

constexpr size_t kTitle = 26;       ///< the longest title, in characters
constexpr size_t kTitleLatin = 48;  ///< the same of Latin letters
constexpr const char* kPlayer = "player";
constexpr size_t kHeadword = 18;  ///< before a colon

/// How far up a part stands; the numbers of sections by their depth, lists where they come.
enum Rank : int {
  kChapter = 0,
  kNumber = 5,
  kBare = 14,
  kSigned = 15,
  kEntry = 30,
  kLabel = 40,
  kList = 50,
  kLeaf = 1000
};

struct Line {
  uint32_t number = 0;
  size_t indent = 0;
  Chars raw, text;  // without the spaces around; both alike long
  Label label;
  size_t cells = 0;  // of a table
  size_t depth = 0;  // of a title of Markdown, `##`
};

/// The cells of a row: `1 / 3`, `札 | 2`, or parted by wide gaps.
size_t cells_of(View t) {
  size_t cells = 1, digits = 0;
  for (size_t i = 0; i < t.size(); ++i) {
    digits += is_figure(t[i]) ? 1 : 0;
    const bool bar = t[i] == U'|' || t[i] == U'\t';
    const bool slash =
        t[i] == U'/' && i > 0 && i + 1 < t.size() && is_space(t[i - 1]) && is_space(t[i + 1]);
    const bool gap = i + 2 < t.size() && t[i] == U' ' && t[i + 1] == U' ' && t[i + 2] != U' ';
    if (bar || slash || gap) ++cells;
    if (ends_sentence(t[i]) && t[i] != U'.') return 1;
  }
  (void)digits;
  return t.size() <= 60 ? cells : 1;
}

class Parser {
 public:
  Parser(std::string name, std::string_view text, const Limits& limits) : limits_(limits) {
    book_.name = std::move(name);
    book_.digest = base::digest(text);
    split(text);
    learn_labels();
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
      if (u.says.empty()) {  // a mark alone
        Sentence s;
        s.at = s.end = u.at;
        s.digest = base::digest("");
        u.says.push_back(std::move(s));
      }
    take_apart();
    return std::move(book_);
  }

 private:
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
    uint32_t n = 0, first_left = 0;
    for (size_t i = 0; i < text.size();) {
      size_t e = text.find('\n', i);
      if (e == text.npos) e = text.size();
      const std::string_view one = text.substr(i, e - i);
      i = e + 1;
      ++n;
      if (first_left > 0) continue;
      if (lines_.size() >= limits_.lines) {
        first_left = n;
      } else if (one.find('\0') != one.npos || !base::valid_utf8(one)) {
        skip(n, Skipped::Why::BadBytes);
      } else if (one.size() > limits_.line * 4 || base::count_chars(one) > limits_.line) {
        skip(n, Skipped::Why::TooLong);
      } else {
        add_line(n, one);
      }
    }
    book_.lines = n;
    if (first_left > 0) too_many(first_left);
  }
  void add_line(uint32_t n, std::string_view one) {
    Line l;
    l.number = n;
    l.raw = decode(one);
    const View inner = trimmed(l.raw);
    l.indent = inner.empty() ? 0 : static_cast<size_t>(inner.data() - l.raw.data());
    l.raw = Chars(inner);
    marks(l);
    l.text = narrow(l.raw);
    l.label = label_of(l.text);
    l.cells = cells_of(l.text);
    width_ = std::max(width_, l.text.size());
    if (!l.raw.empty()) book_.digests.push_back({n, base::digest(one)});
    lines_.push_back(std::move(l));
  }

  /// `## title`, `> quotation`, and lines that are drawn.
  static void marks(Line& l) {
    size_t n = 0;
    while (n < l.raw.size() && n < 6 && l.raw[n] == U'#') ++n;
    const bool title = n > 0 && n + 1 < l.raw.size() && is_space(l.raw[n]);
    if (title) l.depth = n;
    const bool quotation = n == 0 && l.raw.size() > 2 && l.raw[0] == U'>' && is_space(l.raw[1]);
    for (size_t cut = title ? n + 1 : quotation ? 2 : 0; cut > 0; --cut, ++l.indent)
      l.raw.erase(0, 1);
    while (l.depth > 0 && l.raw.size() > 1 && (l.raw.back() == U'#' || is_space(l.raw.back())))
      l.raw.pop_back();
    if (l.raw.size() > 2 && std::all_of(l.raw.begin(), l.raw.end(), [](char32_t c) {
          return View(U"-=_*ー―─━＝〜~").find(c) != View::npos;
        }))
      l.raw.clear();
  }

  // -------------------------------------------------------------- labels

  /// A shape that is no label for certain counts as one where its numbers follow one another.
  void learn_labels() {
    std::map<std::string, std::vector<int>> seen;
    for (const Line& l : lines_)
      if (l.label.is == Label::Is::Number) {
        seen[l.label.scheme].push_back(l.label.parts.back());
        if (l.label.parts.size() > 1) {
          ++composite_;
        }
      }
    // the second paragraph of an article has a number, the first has none
    size_t articles = 0;
    for (const Line& l : lines_) articles += l.label.chapter == 3 ? 1 : 0;
    for (const auto& [scheme, values] : seen) {
      size_t follow =
          articles > 2 ? static_cast<size_t>(std::count(values.begin(), values.end(), 2)) : 0;
      for (size_t i = 1; i < values.size(); ++i) follow += values[i] == values[i - 1] + 1 ? 1 : 0;
      if (follow > 0 && follow * 3 >= values.size()) counted_.insert(scheme);
    }
    // a number alone is a chapter where the sections that follow begin with it
    std::map<std::string, std::pair<size_t, size_t>> chapters;
    const Line* before = nullptr;
    for (const Line& l : lines_) {
      if (!is_label(l.label) || l.label.is != Label::Is::Number) continue;
      const bool open =
          before != nullptr && View(U"([①").find(decode(before->label.scheme)[0]) == View::npos;
      if (open && before->label.parts.size() == 1 && before->label.chapter < 0) {
        auto& [all, hits] = chapters[before->label.scheme];
        ++all;
        hits += l.label.parts.size() > 1 && l.label.parts[0] == before->label.parts[0] ? 1 : 0;
      }
      before = &l;
    }
    for (const auto& [scheme, count] : chapters)
      if (count.second > 0 && count.second * 3 >= count.first) chapters_.insert(scheme);
    // a sign of short lines, each before something else: it marks titles
    std::map<char32_t, std::pair<size_t, size_t>> signs;
    for (size_t i = 0; i < lines_.size(); ++i) {
      if (lines_[i].label.is != Label::Is::Bullet) continue;
      auto& [all, titles] = signs[lines_[i].label.sign];
      ++all;
      const size_t next = following(i);
      titles += title_like(i, lines_[i].label.end) && next < lines_.size() &&
                lines_[next].label.sign != lines_[i].label.sign &&
                lines_[next].indent <= lines_[i].indent + 2;
    }
    for (const auto& [sign, count] : signs)
      if (count.first >= 2 && count.second * 10 >= count.first * 8) titles_.insert(sign);
  }
  bool is_label(const Label& l) const {
    if (l.is != Label::Is::Number) return l.is != Label::Is::None;
    return l.sure || counted_.contains(l.scheme);
  }
  bool numbered() const { return composite_ >= 3; }

  // -------------------------------------------------------------- titles

  bool blank(size_t i) const { return i >= lines_.size() || lines_[i].text.empty(); }
  size_t following(size_t i) const {
    for (++i; i < lines_.size() && lines_[i].text.empty();) ++i;
    return i;
  }
  static bool ended(View t) {
    while (!t.empty() && (is_closing(t.back()))) t.remove_suffix(1);
    return !t.empty() && ends_sentence(t.back());
  }
  /// Short, and no sentence.
  bool title_like(size_t i, size_t from) const {
    View t = View(lines_[i].text).substr(std::min(from, lines_[i].text.size()));
    if (from > 0 && t.ends_with(U':')) t.remove_suffix(1);
    if (t.empty() || t.find(U'。') != View::npos) return false;
    // what ends in a particle or in です goes on or is a sentence
    if (View(U"はがをへも").find(t.back()) != View::npos || t.ends_with(U"です") ||
        t.ends_with(U"ます"))
      return false;
    const bool latin = !has_japanese(t);
    if (t.size() > (latin ? kTitleLatin : kTitle) || View(U".!,、:;").find(t.back()) != View::npos)
      return false;
    return is_word(t[0]) || closing(t[0]) != 0;
  }
  /// A title without a mark: set off by blanks, or between a whole sentence and a paragraph.
  bool bare_title(size_t i) const {
    const View t = lines_[i].text;
    if (!title_like(i, 0) || !is_word(t[0]) || lines_[i].cells > 1) return false;
    if (!has_japanese(t) && !(t[0] >= U'A' && t[0] <= U'Z')) return false;
    const size_t next = following(i);
    if (next >= lines_.size()) return false;
    const bool set_off = i == 0 || blank(i - 1);
    const bool head = lines_[next].text[0] == U'【';
    if (numbered())
      return (set_off || ended(lines_[i - 1].text)) &&
             (head ||
              (set_off && (is_label(lines_[next].label) || headword(lines_[next].text, 0) > 0)));
    if (!set_off && !ended(lines_[i - 1].text) && !is_label(lines_[i - 1].label)) return false;
    if (blank(i + 1)) return set_off;
    const bool list = is_label(lines_[i + 1].label);
    if (!has_japanese(t)) return set_off && !ended(t);
    return (set_off && list) || lines_[i].indent == 0
               ? list || ended(lines_[i + 1].text) || lines_[i + 1].text.size() > kTitle ||
                     (set_off && t.size() <= kHeadword)
               : false;
  }

  /// The end of `headword:` at the start of a line; 0 where there is none.
  static size_t headword(View t, size_t from) {
    const size_t most = has_japanese(t) ? kHeadword : kTitleLatin / 2;
    for (size_t i = from; i < t.size() && i <= from + most; ++i) {
      if (t[i] == U':' || (t[i] == U'=' && i > from) ||
          (t[i] == U'…' && i > from &&
           (is_space(t[i - 1]) || (i + 1 < t.size() && t[i + 1] == U'…')))) {
        if (i == from || i + 1 >= t.size()) return 0;
        if (t[i + 1] == U'/' || (is_figure(t[i - 1]) && is_figure(t[i + 1]))) return 0;
        if (!has_japanese(t) && !(t[from] >= U'A' && t[from] <= U'Z')) return 0;
        return i;
      }
      if (ends_sentence(t[i]) || t[i] == U'、' || t[i] == U',' || t[i] == U'「') return 0;
    }
    return 0;
  }

  /// 【A】【B】: the headwords, when the line is nothing else (a remark may follow after a space).
  static std::vector<std::pair<size_t, size_t>> headwords(View t) {
    std::vector<std::pair<size_t, size_t>> out;
    size_t i = 0;
    while (i < t.size() && t[i] == U'【') {
      const size_t e = t.find(U'】', i);
      if (e == t.npos || e == i + 1) return {};
      out.push_back({i + 1, e});
      for (i = e + 1; i < t.size() && is_space(t[i]);) ++i;
    }
    const bool remark = i > 0 && i < t.size() && is_space(t[i - 1]) && t.size() - i <= kTitle;
    return i == t.size() || remark ? out : std::vector<std::pair<size_t, size_t>>();
  }

  // -------------------------------------------------------------- lines

  struct Open {
    size_t unit;
    int rank;
    std::string key;
    size_t indent;
  };

  void line(size_t i) {
    const Line& l = lines_[i];
    if (l.text.empty()) {
      flush();
      gap_ = true;
      return;
    }
    if (const auto heads = headwords(l.text); !heads.empty()) {
      open(Kind::Entry, kEntry, l, "");
      for (const auto& [b, e] : heads)
        unit().titles.push_back(encode(View(l.raw).substr(b, e - b)));
      append(l, 0);
      flush(true);
      return;
    }
    const Label& label = l.label;
    if (l.depth > 0 && label.is != Label::Is::Example) {
      const bool number = label.is == Label::Is::Number;
      title(Kind::Heading, kNumber + static_cast<int>(l.depth), l, number ? label.end : 0);
      if (number) set_number(book_.units[heading_], label);
      return;
    }
    if (is_label(label) && !(inside() && label.is != Label::Is::Number)) return labelled(i, label);
    if (l.text.ends_with(U"---") || (l.text.starts_with(U"---") && l.text.size() > 3))
      return part(l);
    if (in_parentheses(i)) {
      waiting_ = i;
      return;
    }
    const bool table = row(i);
    if (!table && bare_title(i)) {
      // a title right above another one is the title of a group
      const size_t next = following(i);
      const bool group = next < lines_.size() && !is_label(lines_[next].label) && bare_title(next);
      return title(Kind::Heading,
                   numbered() ? kNumber + 1
                   : group    ? kBare - 1
                              : static_cast<int>(kBare),
                   l, 0);
    }
    if (table) {
      open(Kind::Row, kLeaf, l, "");
      append(l, 0);
      flush();
      return;
    }
    if (const size_t e = headword(l.text, 0); e > 0 && !inside()) {
      open(Kind::Entry, kLeaf, l, "");
      unit().titles.push_back(encode(trimmed(View(l.raw).substr(0, e))));
      append(l, 0);
      if (ended(l.text)) flush();
      return;
    }
    text(i);
  }

  /// Two rows at least, of as many cells.
  bool row(size_t i) const {
    const auto like = [&](size_t k) {
      return k < lines_.size() && lines_[k].cells == lines_[i].cells;
    };
    return lines_[i].cells > 1 && (like(i + 1) || (i > 0 && like(i - 1)));
  }
  /// （親の決定）, above the article that it is the title of.
  bool in_parentheses(size_t i) const {
    const View t = lines_[i].text;
    return t.size() > 2 && t.size() <= kTitle && t[0] == U'(' && t.back() == U')' &&
           t.find(U'。') == View::npos && following(i) < lines_.size() &&
           lines_[following(i)].label.chapter == 3;
  }
  void part(const Line& l) {
    open(Kind::Note, kLeaf, l, "");
    append(l, 0);
    flush(true);
  }

  void title(Kind kind, int rank, const Line& l, size_t from, const std::string& key = "") {
    open(kind, rank, l, key);
    const View body = View(l.raw).substr(std::min(from, l.raw.size()));
    if (body.empty()) return;
    unit().titles.push_back(encode(body));
    append(l, from);
    flush(true);
  }

  void labelled(size_t i, const Label& label) {
    const Line& l = lines_[i];
    const bool short_text = title_like(i, label.end);
    switch (label.is) {
      case Label::Is::Number: return number(i, label, short_text);
      case Label::Is::Note:
        if (short_text && l.text.size() <= kHeadword && !blank(i + 1) && !numbered() &&
            lines_[i + 1].label.is != Label::Is::Note && !lines_[i + 1].text.empty() &&
            !ended(l.text) && has_kanji_or_kana_only(View(l.text).substr(label.end)))
          return title(Kind::Heading, kSigned, l, label.end);
        open(Kind::Note, kLeaf, l, "");
        break;
      case Label::Is::Example:
        open(Kind::Example, kLeaf, l, "");
        whole_example_ = ended(l.text);
        break;
      case Label::Is::Turn:
        open(Kind::Step, kEntry + (label.scheme == "Q" || label.scheme == "問" ? 1 : 2), l,
             label.scheme);
        if (!label.parts.empty()) set_number(unit(), label);
        unit().scheme = label.scheme;
        break;
      default: {
        const bool sign_title = titles_.contains(label.sign) && short_text && !blank(i + 1);
        if (sign_title) return title(Kind::Heading, numbered() ? kLabel : kSigned, l, label.end);
        open(Kind::Bullet,
             list_rank(encode(View(&label.sign, 1)) + std::to_string(l.indent), l.indent), l,
             encode(View(&label.sign, 1)) + std::to_string(l.indent));
        break;
      }
    }
    headed(i, label, short_text);
  }
  static bool has_kanji_or_kana_only(View t) {
    return std::all_of(t.begin(), t.end(),
                       [](char32_t c) { return is_kanji(c) || is_katakana(c) || is_letter(c); });
  }
  /// The text of a list item; its headword or short text is its title.
  void headed(size_t i, const Label& label, bool short_text) {
    const Line& l = lines_[i];
    const size_t colon = headword(l.text, label.end);
    if (colon > 0)
      unit().titles.push_back(encode(trimmed(View(l.raw).substr(label.end, colon - label.end))));
    else if (short_text && unit().kind != Kind::Note && unit().kind != Kind::Example)
      unit().titles.push_back(encode(View(l.raw).substr(label.end)));
    append(l, label.end);
    if (colon == 0 && short_text && unit().kind != Kind::Note) flush(true);
  }

  void number(size_t i, const Label& label, bool short_text) {
    const Line& l = lines_[i];
    const bool section = label.parts.size() > 1 || (chapters_.contains(label.scheme) && numbered());
    if (label.chapter >= 0 || (section && !(listed_again(label)))) {
      const int rank = label.chapter >= 0 ? kChapter + label.chapter
                                          : kNumber + static_cast<int>(label.parts.size());
      const bool whole_title = short_text || label.end >= l.text.size();
      if (whole_title) {
        title(Kind::Heading, rank, l, label.end);
      } else {
        open(Kind::Heading, rank, l, "");
        article(l, label.end);
      }
      if (waiting_) {
        const Line& above = lines_[*waiting_];
        book_.units[heading_].titles.push_back(
            encode(View(above.raw).substr(1, above.raw.size() - 2)));
        waiting_.reset();
      }
      set_number(book_.units[heading_], label);
      return;
    }
    if (section) {  // a list of sections, not the section
      open(Kind::Bullet, kList + static_cast<int>(stack_.size()), l, "listed");
      append(l, 0);
      flush(true);
      return;
    }
    open(Kind::Step, list_rank(label.scheme, l.indent), l, label.scheme);
    set_number(unit(), label);
    headed(i, label, short_text);
  }
  static void set_number(Unit& u, const Label& label) {
    u.number = label.number;
    u.scheme = label.scheme;
    u.parts = label.parts;
  }
  /// Behind the number of an article: `(title) text`, `title  text`, or the text alone.
  void article(const Line& l, size_t from) {
    const View t = l.text;
    size_t e = from;
    if (t[from] == U'(') {
      e = t.find(U')', from);
      if (e != View::npos && e - from <= kTitle && e + 1 < t.size()) {
        unit().titles.push_back(encode(View(l.raw).substr(from + 1, e - from - 1)));
        from = e + 1;
        while (from < t.size() && is_space(t[from])) ++from;
      }
    } else if (has_japanese(t)) {
      while (e < t.size() && !is_space(t[e]) && e - from <= kTitle &&
             View(U"。、,!?").find(t[e]) == View::npos)
        ++e;
      if (e < t.size() && is_space(t[e]) && e > from + 1) {
        unit().titles.push_back(encode(View(l.raw).substr(from, e - from)));
        append(l, from, e);
        flush(true);
        while (e < t.size() && is_space(t[e])) ++e;
        from = e;
      }
    }
    append(l, from);
  }
  /// A section number that lies behind, below a label: a list of sections.
  bool listed_again(const Label& label) {
    const bool below =
        std::any_of(stack_.begin(), stack_.end(), [](const Open& o) { return o.rank == kLabel; });
    if (below && label.parts < last_) return true;
    last_ = std::max(last_, label.parts);
    return false;
  }

  void text(size_t i) {
    const Line& l = lines_[i];
    const bool latin = !has_japanese(l.text);
    const bool open_sentence = current_ >= 0 && !gap_ && !print_.empty() && !ended(narrow(print_));
    const Kind k = current_ < 0 ? Kind::Text : unit().kind;
    const bool item = k == Kind::Step || k == Kind::Bullet || k == Kind::Note || k == Kind::Example;
    bool goes_on = !gap_ && current_ >= 0 && (open_sentence || item || latin) && k != Kind::Row;
    // an example is over where a line stands further left, or no further in and it was one sentence
    const bool in = l.indent + 1 > unit_column();
    if (k == Kind::Example && !latin && !open_sentence && !in &&
        (whole_example_ || l.indent + 1 < unit_column()))
      goes_on = false;
    if (!latin && k == Kind::Bullet && !open_sentence && l.indent + 1 < unit().at.column)
      goes_on = false;
    // what ends in a noun is not carried on by what begins anew
    if (goes_on && open_sentence && !inside() && !latin) {
      const char32_t last = narrow(print_.back());
      const bool noun = is_kanji(last) || is_katakana(last) || is_letter(last) || is_figure(last) ||
                        (last == U')' && !numbered());
      if (noun ||
          (k == Kind::Bullet && numbered() && View(U"、(「『・").find(last) == View::npos)) {
        flush();
        goes_on = item;
      }
    }
    // the items before it had no text of their own: what follows the last one is not its
    if (!latin && (k == Kind::Bullet || k == Kind::Step) && !open_sentence &&
        unit().says.size() == 1 && unit().says[0].title && sibling_alone_)
      goes_on = false;
    if (goes_on && latin && k == Kind::Heading && !has_text()) goes_on = false;
    if (!goes_on) open(Kind::Text, kLeaf, l, "");
    append(l, 0, std::string::npos, latin && goes_on);
    if (l.text.front() == U'『' && l.text.find(U'』') == l.text.size() - 1) flush();
  }
  uint32_t unit_column() const {
    return current_ < 0 ? 0 : book_.units[static_cast<size_t>(current_)].at.column;
  }
  bool has_text() const { return !print_.empty(); }

  Unit& unit() { return book_.units[static_cast<size_t>(current_)]; }

  /// The place of a list in what is open: again on the level where its like stands, else below all.
  int list_rank(const std::string& key, size_t indent) {
    for (size_t k = stack_.size(); k-- > 0 && stack_[k].rank >= kList;)
      if (stack_[k].key == key) return stack_[k].rank;
    while (!stack_.empty() && stack_.back().rank >= kList && stack_.back().indent > indent)
      stack_.pop_back();
    if (!stack_.empty() && stack_.back().rank >= kList && stack_.back().indent == indent &&
        !stack_.back().key.empty() && false)
      return stack_.back().rank;
    return stack_.empty() || stack_.back().rank < kList ? kList : stack_.back().rank + 1;
  }

  void open(Kind kind, int rank, const Line& l, const std::string& key) {
    flush();
    const bool leaf = rank == kLeaf;
    while (!leaf && !stack_.empty() && stack_.back().rank >= rank) stack_.pop_back();
    Unit u;
    u.kind = kind;
    size_t up = stack_.size();
    // a paragraph stands below the title, a remark and an example below what is next to them
    if (leaf && (kind == Kind::Text || kind == Kind::Row))
      while (up > 0 && stack_[up - 1].rank >= kList) --up;
    u.up = up == 0 ? -1 : static_cast<int>(stack_[up - 1].unit);
    u.at = {l.number, static_cast<uint32_t>(l.indent + 1)};
    sibling_alone_ = current_ >= 0 && book_.units.back().up == u.up &&
                     book_.units.back().kind == kind && book_.units.back().says.size() == 1;
    current_ = static_cast<int>(book_.units.size());
    book_.units.push_back(std::move(u));
    if (!leaf) stack_.push_back({static_cast<size_t>(current_), rank, key, l.indent});
    if (kind == Kind::Heading) heading_ = static_cast<size_t>(current_);
    gap_ = false;
  }

  // -------------------------------------------------------------- sentences

  bool inside() const {
    int depth = 0;
    for (const char32_t c : print_) depth += closing(c) != 0 ? 1 : is_closing(c) ? -1 : 0;
    return depth > 0 && print_.size() < limits_.line;
  }
  void append(const Line& l, size_t from, size_t to = std::string::npos, bool space = false) {
    if (from >= l.raw.size()) return;
    if (space && !print_.empty()) print_ += U' ';
    starts_.push_back({static_cast<uint32_t>(print_.size()),
                       {l.number, static_cast<uint32_t>(l.indent + from + 1)}});
    print_ += View(l.raw).substr(from, to == std::string::npos ? to : to - from);
  }
  Spot spot(size_t character) const {
    Spot out;
    for (const auto& [begin, where] : starts_)
      if (begin <= character)
        out = {where.line, where.column + static_cast<uint32_t>(character - begin)};
    return out;
  }

  /// Cuts what has come together into sentences: at 。 outside of brackets, at a dot before a
  /// blank.
  void flush(bool title = false) {
    if (print_.empty()) return;
    const Chars t = narrow(print_);
    const bool latin = !has_japanese(t);
    size_t begin = 0;
    int depth = 0;
    for (size_t i = 0; i < t.size(); ++i) {
      if (closing(t[i]) != 0)
        ++depth;
      else if (is_closing(t[i]))
        depth = std::max(0, depth - 1);
      const bool line_end = i + 1 < t.size() && spot(i + 1).line != spot(i).line;
      const bool stop = latin
                            ? ends_sentence(t[i]) && i + 1 < t.size() && is_space(t[i + 1])
                            : t[i] == U'。' && (depth == 0 || (line_end && !is_closing(t[i + 1])));
      if (!stop && i + 1 < t.size()) continue;
      if (stop) depth = 0;
      while (begin < i && is_space(t[begin])) ++begin;
      sentence(begin, i + 1, title);
      begin = i + 1;
    }
    print_.clear();
    starts_.clear();
  }
  void sentence(size_t b, size_t e, bool title) {
    Sentence s;
    s.title = title;
    s.text = encode(View(print_).substr(b, e - b));
    s.digest = base::digest(s.text);
    s.at = spot(b);
    s.end = spot(e - 1);
    ++s.end.column;
    s.closes = ends_sentence(narrow(print_[e - 1]));
    for (const auto& [from, where] : starts_)
      if (from > b && from < e) s.lines.push_back({from - static_cast<uint32_t>(b), where});
    unit().says.push_back(std::move(s));
    ++sentences_;
  }

  /// The words of all sentences, and then what is said in them.
  void take_apart() {
    Learned learned;
    for (Unit& u : book_.units)
      for (Sentence& s : u.says) {
        const Chars t = narrow(decode(s.text));
        s.words = words_of(t);
        if (s.words.empty() && has_japanese(t)) book_.words = false;
        learn(s, learned);
      }
    const std::string people = players();
    for (Unit& u : book_.units)
      for (Sentence& s : u.says) {
        for (Word& w : s.words)
          if (!people.empty() && w.stem == people) w.stem = kPlayer;
        analyse(s, learned);
      }
  }
  /// What the players are called: two to five captains, 2〜4人の商人.
  std::string players() const {
    constexpr size_t kFirst = 40;  // sentences at the beginning that are looked at
    size_t seen = 0;
    for (const Unit& u : book_.units)
      for (const Sentence& s : u.says) {
        if (++seen > kFirst) return "";
        const auto& w = s.words;
        for (size_t i = 0; i + 3 < w.size(); ++i) {
          const bool range =
              w[i].pos == Pos::Number && w[i + 2].pos == Pos::Number &&
              (w[i + 1].lemma == "to" || w[i + 1].text == "-" || w[i + 1].text == "~");
          if (!range) continue;
          const bool latin = w[i + 3].text[0] > 0 && w[i + 3].pos == Pos::Noun;
          if (latin) return w[i + 3].stem == stem_of(kPlayer) ? "" : w[i + 3].stem;
          if (i + 5 < w.size() && w[i + 3].text == "人" && w[i + 4].text == "の" &&
              w[i + 5].pos == Pos::Noun)
            return w[i + 5].stem;
        }
      }
    return "";
  }

  const Limits limits_;
  Book book_;
  std::vector<Line> lines_;
  size_t width_ = 0, composite_ = 0;
  std::set<std::string> counted_, chapters_;
  std::set<char32_t> titles_;
  std::vector<Open> stack_;
  std::vector<int> last_;
  std::optional<size_t> waiting_;
  int current_ = -1;
  size_t heading_ = 0, sentences_ = 0;
  bool gap_ = true, whole_example_ = false, sibling_alone_ = false;
  Chars print_;
  std::vector<std::pair<uint32_t, Spot>> starts_;
};

}  // namespace

std::string_view kind_name(Kind kind) {
  static constexpr std::string_view names[] = {"heading", "entry",   "step", "bullet",
                                               "note",    "example", "row",  "text"};
  return names[static_cast<size_t>(kind)];
}

int section_of(const Book& book, int unit) {
  for (int u = unit; u >= 0; u = book.units[static_cast<size_t>(u)].up) {
    const Kind k = book.units[static_cast<size_t>(u)].kind;
    if (k == Kind::Heading || k == Kind::Entry) return u;
  }
  return -1;
}

std::string place_name(const Book& book, size_t unit) {
  int s = section_of(book, static_cast<int>(unit));
  // a title without a number below a numbered section: that is what people say
  for (int up = s; up >= 0; up = book.units[static_cast<size_t>(up)].up) {
    const Unit& section = book.units[static_cast<size_t>(up)];
    if (section.kind == Kind::Entry) break;
    if (section.kind != Kind::Heading || section.number.find_first_of("-.") == std::string::npos)
      continue;
    s = up;
    break;
  }
  std::string out;
  if (s >= 0) {
    const Unit& section = book.units[static_cast<size_t>(s)];
    if (!section.number.empty())
      out = section.number;
    else if (!section.titles.empty())
      out = section.kind == Kind::Entry ? "【" + section.titles[0] + "】" : section.titles[0];
  }
  for (int k = static_cast<int>(unit); k >= 0 && k != s;
       k = book.units[static_cast<size_t>(k)].up) {
    const Unit& at = book.units[static_cast<size_t>(k)];
    if (at.kind != Kind::Step || at.parts.empty()) continue;
    std::string number = at.number;
    if (number.ends_with('.') || number.ends_with("、"))
      number = "." + number.substr(0, number.size() - (number.ends_with('.') ? 1 : 3));
    return out + (number[0] == '[' || number[0] == '.' || out.empty() ? "" : " ") + number;
  }
  return out;
}

Book parse(std::string name, std::string_view text, const Limits& limits) {
  return Parser(std::move(name), text, limits).run();
}

}  // namespace hanrei::audit::reader
