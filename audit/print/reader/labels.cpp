#include "audit/print/reader/labels.h"

#include <algorithm>

namespace hanrei::audit::reader {
namespace {

constexpr View kBullets = U"・•●○◎◯◆◇■□▲△▼▽★☆◦‣▶►§*-#>+";
constexpr View kAfterNumber = U".、):：,）";
constexpr View kKanji = U"〇一二三四五六七八九十百";
constexpr View kKana = U"アイウエオカキクケコサシスセソタチツテトナニヌネノ";
constexpr View kChapters = U"章節款条項";

size_t skip_spaces(View t, size_t i) {
  while (i < t.size() && is_space(t[i])) ++i;
  return i;
}

/// A number at i in figures, kanji, one letter or one kana; its end, its value and what stands for
/// it in a scheme.
struct Numeral {
  size_t end;
  int value = -1;
  char as = 0;
};
Numeral numeral(View t, size_t i) {
  size_t e = i;
  while (e < t.size() && is_figure(t[e])) ++e;
  if (e > i) return {e, e - i <= 4 ? number_of(t.substr(i, e - i)) : -1, '1'};
  while (e < t.size() && kKanji.find(t[e]) != View::npos) ++e;
  if (e > i && e - i <= 3) return {e, number_of(t.substr(i, e - i)), 'k'};
  if (i >= t.size()) return {i};
  const auto alone = [&] { return i + 1 >= t.size() || !is_word(t[i + 1]); };
  if (const size_t k = kKana.find(t[i]); k != View::npos && alone())
    return {i + 1, static_cast<int>(k) + 1, 'n'};
  if (is_letter(t[i]) && alone()) {
    const char32_t base = t[i] >= U'a' ? U'a' : U'A';
    return {i + 1, static_cast<int>(t[i] - base) + 1, base == U'a' ? 'a' : 'A'};
  }
  return {i};
}

/// 第2条, 第3章
bool chapter(View t, Label& out) {
  if (t.empty() || t[0] != U'第') return false;
  const Numeral n = numeral(t, 1);
  if (n.value < 0 || n.end >= t.size() || (n.as != '1' && n.as != 'k')) return false;
  const size_t of = kChapters.find(t[n.end]);
  if (of == View::npos) return false;
  size_t e = n.end + 1;
  out.parts = {n.value};
  if (e + 1 < t.size() && t[e] == U'の')  // 第2条の3
    if (const Numeral m = numeral(t, e + 1); m.value >= 0) {
      out.parts.push_back(m.value);
      e = m.end;
    }
  // a rule that begins with the number of another is no label: 第2条の規定は…
  if (e < t.size() && is_word(t[e])) return false;
  out.chapter = static_cast<int>(of);
  out.number = encode(t.substr(0, e));
  out.scheme = "第1" + encode(t.substr(n.end, 1));
  out.end = skip_spaces(t, e);
  out.sure = true;
  return true;
}

/// (1), [1], (a), ①
bool enclosed(View t, Label& out) {
  if (t.empty()) return false;
  if (t[0] >= 0x2460 && t[0] <= 0x2473) {
    out.parts = {static_cast<int>(t[0] - 0x2460) + 1};
    out.number = encode(t.substr(0, 1));
    out.scheme = "①";
    out.end = skip_spaces(t, 1);
    return out.sure = true;
  }
  if (t[0] != U'(' && t[0] != U'[') return false;
  const Numeral n = numeral(t, 1);
  if (n.value < 0 || n.end >= t.size() || t[n.end] != closing(t[0])) return false;
  const size_t next = n.end + 1;
  if (next >= t.size() || View(U"もか~-").find(t[next]) != View::npos) return false;
  out.parts = {n.value};
  out.number = encode(t.substr(0, next));
  out.scheme = encode(t.substr(0, 1)) + n.as;
  out.end = skip_spaces(t, next);
  out.sure = n.as == '1';
  return true;
}

/// 1-2-3, 101.1a, 3., a), ア
bool open_number(View t, Label& out) {
  Numeral n = numeral(t, 0);
  if (n.value < 0) return false;
  size_t e = n.end;
  out.parts = {n.value};
  out.scheme = n.as;
  while (n.as == '1' && e + 1 < t.size() && (t[e] == U'-' || t[e] == U'.') &&
         out.parts.size() < 8) {
    const Numeral m = numeral(t, e + 1);
    if (m.value < 0 || m.as != '1') break;
    out.scheme += encode(t.substr(e, 1)) + "1";
    out.parts.push_back(m.value);
    e = m.end;
  }
  if (n.as == '1' && e < t.size() && is_letter(t[e]) && (e + 1 >= t.size() || !is_word(t[e + 1]))) {
    out.parts.push_back(static_cast<int>(t[e] - (t[e] >= U'a' ? U'a' : U'A')) + 1);
    out.scheme += "a";
    ++e;
  }
  out.number = encode(t.substr(0, e));
  const bool dotted = e < t.size() && kAfterNumber.find(t[e]) != View::npos;
  if (dotted) out.scheme += encode(t.substr(e++, 1));
  const size_t body = skip_spaces(t, e);
  if (!dotted && body == e && body < t.size()) return false;
  if (body < t.size() && (t[body] == U'/' || t[body] == U'|')) return false;  // a row of a table
  out.end = body;
  if (out.parts.size() == 1 && dotted) out.number += encode(t.substr(e - 1, 1));
  out.sure = out.parts.size() > 1;
  return true;
}

/// 例1:, Example:
bool example(View t, Label& out) {
  size_t k = t.starts_with(U"例")                                     ? 1
             : t.starts_with(U"Example") || t.starts_with(U"EXAMPLE") ? 7
                                                                      : 0;
  if (k == 0) return false;
  const size_t word = k;
  while (k < t.size() && (is_figure(t[k]) || is_space(t[k]))) ++k;
  const bool mark = k < t.size() && (t[k] == U':' || t[k] == U')' || t[k] == U'.' || t[k] == U'、');
  if (!mark && k < t.size() && (k == word || !is_space(t[k - 1]))) return false;
  out.end = skip_spaces(t, std::min(k + (mark ? 1 : 0), t.size()));
  return true;
}

/// Q., A1:, 問
bool turn(View t, Label& out) {
  if (t.size() < 3 || View(U"QA問答").find(t[0]) == View::npos) return false;
  size_t k = 1;
  while (k < t.size() && is_figure(t[k])) ++k;
  const bool latin = t[0] == U'Q' || t[0] == U'A';  // A ship: an article
  if (View(latin && k == 1 ? U".:、" : U".:、 ").find(t[k < t.size() ? k : 0]) == View::npos)
    return false;
  if (k > 1) out.parts = {number_of(t.substr(1, k - 1))};
  out.scheme = encode(t.substr(0, 1));
  out.number = encode(t.substr(0, k));
  out.end = skip_spaces(t, k + 1);
  return true;
}

}  // namespace

Label label_of(View t) {
  Label out;
  if (t.empty()) return out;
  if (example(t, out)) {
    out.is = Label::Is::Example;
    return out;
  }
  if (t[0] == U'※' || t.starts_with(U"注:") || t.starts_with(U"(補足)") ||
      t.starts_with(U"Note:")) {
    out.is = Label::Is::Note;
    out.end = skip_spaces(t, t[0] == U'※' ? 1 : t[0] == U'注' ? 2 : t[0] == U'(' ? 4 : 5);
    return out;
  }
  if (turn(t, out)) {
    out.is = Label::Is::Turn;
    return out;
  }
  if (chapter(t, out) || enclosed(t, out) || open_number(t, out)) {
    out.is = Label::Is::Number;
    return out;
  }
  out = {};
  if (kBullets.find(t[0]) == View::npos || t.size() < 2) return out;
  const bool spaced = is_space(t[1]);
  if ((t[0] < 0x80 || (is_figure(t[1]) && View(U"★☆◇◆").find(t[0]) != View::npos)) && !spaced)
    return out;
  if (t[1] == t[0]) return out;
  out.is = Label::Is::Bullet;
  out.sign = t[0];
  out.end = skip_spaces(t, 1);
  // ◇1-2 title: the sign only makes the number stand out
  Label inner = label_of(t.substr(out.end));
  if (inner.is == Label::Is::Number && inner.parts.size() > 1) {
    inner.end += out.end;
    return inner;
  }
  return out;
}

}  // namespace hanrei::audit::reader
