#include "audit/print/reader/words.h"

#include <algorithm>

namespace hanrei::audit::reader {
namespace {

constexpr std::pair<char32_t, char32_t> kBrackets[] = {
    {U'「', U'」'}, {U'『', U'』'}, {U'《', U'》'}, {U'【', U'】'},
    {U'(', U')'},   {U'[', U']'},   {U'〈', U'〉'}, {U'〔', U'〕'}};

/// Kana between the parts of a compound: 割り込み型. Others (を, に, い of adjectives, じ of 同じ)
/// part words.
bool joins(std::u32string_view t, size_t i, size_t begin) {
  if (i == 0 || i + 1 >= t.size() || !is_kanji(t[i - 1]) ||
      !(is_kanji(t[i + 1]) || is_katakana(t[i + 1])))
    return false;
  if (t[i - 1] == U'全' || t[i - 1] == U'限' || t[i - 1] == U'初' || t[i - 1] == U'含')
    return false;  // 全て, 限り, 初め, 含め
  const bool alone = i < 2 || i - 1 == begin || is_hiragana(t[i - 2]);
  static constexpr std::u32string_view any = U"ちみき", single = U"りしけえれめせげて";
  return any.find(t[i]) != any.npos || (alone && single.find(t[i]) != single.npos);
}

bool figure(char32_t c) {
  const char32_t n = narrow(c);
  return n >= U'0' && n <= U'9';
}

/// A run without figures and what they count (7枚ドロー: ドロー), and without the stem of a verb at
/// its end (カード戻す: カード).
void parts(std::u32string_view t, Run run, std::vector<Run>& out) {
  static constexpr std::u32string_view counters = U"枚体回度点人個種本",
                                       particles = U"のをがはにへとでもやかなさしすせよ",
                                       ends = U"みりちけえきれめし";
  const auto add = [&](size_t b, size_t e) {
    const char32_t next = e < t.size() ? t[e] : U'。';
    if (e > b && e == run.end && is_kanji(t[e - 1]) && is_hiragana(next) &&
        particles.find(next) == particles.npos) {
      const char32_t after = e + 1 < t.size() ? t[e + 1] : U'。';
      const bool noun =
          ends.find(next) != ends.npos && e - b >= 2 &&
          ((!is_hiragana(after) && after != U'、' && after != U'。') ||
           std::u32string_view(U"のをがはにとでもへ").find(after) != std::u32string_view::npos);
      if (noun)
        ++e;
      else {
        --e;
        while (e > b && is_hiragana(t[e - 1])) --e;
      }
    }
    if (e > b) out.push_back({b, e});
  };
  size_t b = run.begin;
  for (size_t i = run.begin; i < run.end;) {
    if (!figure(t[i])) {
      ++i;
      continue;
    }
    if (i > run.begin && is_latin(t[i - 1])) {
      while (i < run.end && figure(t[i])) ++i;
      continue;
    }  // MJ12
    size_t e = i;
    while (e < run.end && figure(t[e])) ++e;
    add(b, i);
    // what is counted by; one that is not known (1隻選択) where an even number of kanji is left:
    // 1増加 has none, nor has 能力2使用後
    size_t k = e;
    while (k < run.end && is_kanji(t[k])) ++k;
    if (e < run.end && (counters.find(t[e]) != counters.npos || (b == i && (k - e) % 2 == 1))) ++e;
    i = b = e;
  }
  add(b, run.end);
}

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

std::string encode(std::u32string_view chars) {
  std::string out;
  for (const char32_t c : chars) {
    if (c < 0x80)
      out += static_cast<char>(c);
    else if (c < 0x800) {
      out += static_cast<char>(0xC0 | (c >> 6));
      out += static_cast<char>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      out += static_cast<char>(0xE0 | (c >> 12));
      out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
      out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      out += static_cast<char>(0xF0 | (c >> 18));
      out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
      out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
      out += static_cast<char>(0x80 | (c & 0x3F));
    }
  }
  return out;
}

bool is_kanji(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || c == U'々' || c == U'〆' ||
         c == U'★' || c == U'☆';
}
bool is_hiragana(char32_t c) { return c >= 0x3041 && c <= 0x309F; }
bool is_katakana(char32_t c) { return (c >= 0x30A1 && c <= 0x30FA) || c == U'ー'; }
bool is_latin(char32_t c) {
  const char32_t n = narrow(c);
  return (n >= U'0' && n <= U'9') || (n >= U'a' && n <= U'z') || (n >= U'A' && n <= U'Z');
}
bool is_space(char32_t c) {
  return c == U' ' || c == U'\t' || c == U'\r' || c == 0x3000 || c == 0xA0 || c == 0xFEFF;
}

char32_t narrow(char32_t c) { return c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c; }

Chars narrow(std::u32string_view text) {
  Chars out(text);
  for (char32_t& c : out) c = narrow(c);
  return out;
}

std::vector<Run> nouns(std::u32string_view t) {
  std::vector<Run> out;
  for (size_t i = 0; i < t.size();) {
    if (!is_noun(t[i])) {
      ++i;
      continue;
    }
    size_t end = i + 1;
    while (end < t.size() && (is_noun(t[end]) || (is_hiragana(t[end]) && joins(t, end, i)))) ++end;
    parts(t, {i, end}, out);
    i = end;
  }
  return out;
}

char32_t closing(char32_t open) {
  for (const auto& [o, c] : kBrackets)
    if (o == narrow(open)) return c;
  return 0;
}

bool is_closing(char32_t c) {
  return std::ranges::any_of(kBrackets, [&](const auto& b) { return b.second == narrow(c); });
}

}  // namespace hanrei::audit::reader
