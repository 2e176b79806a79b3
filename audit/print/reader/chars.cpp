#include "audit/print/reader/chars.h"

#include <algorithm>

namespace hanrei::audit::reader {
namespace {

constexpr View kOpen = U"「『《【([〈〔“", kClose = U"」』》】)]〉〕”";
constexpr View kFigures = U"〇一二三四五六七八九";

}  // namespace

Chars decode(std::string_view s) {
  Chars out;
  for (size_t i = 0; i < s.size();) {
    const auto b = static_cast<unsigned char>(s[i]);
    const size_t n = b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
    char32_t c = n == 1 ? b : b & (0xFFu >> (n + 1));
    for (size_t k = 1; k < n && i + k < s.size(); ++k)
      c = (c << 6) | (static_cast<unsigned char>(s[i + k]) & 0x3F);
    out += c;
    i += n;
  }
  return out;
}

std::string encode(View chars) {
  std::string out;
  const auto rest = [&](char32_t c, int from) {
    for (int shift = from; shift >= 0; shift -= 6)
      out += static_cast<char>(0x80 | ((c >> shift) & 0x3F));
  };
  for (const char32_t c : chars) {
    if (c < 0x80)
      out += static_cast<char>(c);
    else if (c < 0x800)
      out += static_cast<char>(0xC0 | (c >> 6)), rest(c, 0);
    else if (c < 0x10000)
      out += static_cast<char>(0xE0 | (c >> 12)), rest(c, 6);
    else
      out += static_cast<char>(0xF0 | (c >> 18)), rest(c, 12);
  }
  return out;
}

bool is_kanji(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || c == U'々' || c == U'〆';
}
bool is_hiragana(char32_t c) { return c >= 0x3041 && c <= 0x309F; }
bool is_katakana(char32_t c) { return (c >= 0x30A1 && c <= 0x30FA) || c == U'ー'; }
bool is_figure(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_letter(char32_t c) { return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }
bool is_space(char32_t c) {
  return c == U' ' || c == U'\t' || c == U'\r' || c == 0x3000 || c == 0xA0 || c == 0xFEFF;
}
bool has_japanese(View text) { return std::any_of(text.begin(), text.end(), is_japanese); }

char32_t narrow(char32_t c) {
  if (c >= 0xFF01 && c <= 0xFF5E) return c - 0xFEE0;
  if (c == 0x2010 || c == 0x2011 || c == 0x2012 || c == 0x2013 || c == 0x2014 || c == 0x2212)
    return U'-';
  return c == 0x3000 || c == 0xA0 ? U' ' : c == 0x2019 ? U'\'' : c == 0x301C ? U'~' : c;
}

Chars narrow(View text) {
  Chars out(text);
  for (char32_t& c : out) c = narrow(c);
  return out;
}

View trimmed(View t) {
  while (!t.empty() && is_space(t.front())) t.remove_prefix(1);
  while (!t.empty() && is_space(t.back())) t.remove_suffix(1);
  return t;
}

char32_t closing(char32_t open) {
  const size_t i = kOpen.find(narrow(open));
  return i == View::npos ? 0 : kClose[i];
}

bool is_closing(char32_t c) { return kClose.find(narrow(c)) != View::npos; }

int number_of(View t) {
  if (t.empty() || t.size() > 6) return -1;
  int value = 0, unit = 0;
  for (const char32_t c : t) {
    const size_t kanji = kFigures.find(c);
    if (is_figure(c))
      unit = unit * 10 + static_cast<int>(c - U'0');
    else if (kanji != View::npos)
      unit = unit * 10 + static_cast<int>(kanji);
    else if (c == U'十' || c == U'百') {
      value += (unit == 0 ? 1 : unit) * (c == U'十' ? 10 : 100);
      unit = 0;
    } else
      return -1;
  }
  return value + unit;
}

}  // namespace hanrei::audit::reader
