#include "model/phrases/fold.h"

#include <algorithm>

#include "base/text/fold.h"
#include "base/text/width.h"

namespace hanrei::model::phrases {
namespace {

bool is_space(char32_t c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xA0 || c == 0x3000;
}

/// Signs that print uses one for the other.
char32_t sign(char32_t c) {
  if (c >= 0x2010 && c <= 0x2013) return '-';
  if (c == 0x2212) return '-';
  return c == 0x301C || c == 0xFF5E ? U'~' : c;
}

/// The characters of a text; `last_space`: the one before is a space, or there is none.
template <class Use>
void each_folded(std::string_view text, const Folding& how, bool& last_space, Use&& use) {
  for (base::PrintedChar c : base::fold_width(text)) {
    if (is_space(c.c)) {
      if (how.no_space || (how.one_space && last_space)) continue;
      if (how.one_space) c.c = ' ';
      last_space = true;
    } else {
      last_space = false;
      c.c = sign(c.c);
      if (how.lower_case) c.c = base::lower_case(c.c);
    }
    use(c);
  }
}

}  // namespace

Folded fold(Words words, const Folding& how) {
  Folded out;
  out.words = std::move(words);
  bool last_space = true;
  std::vector<size_t> begins;
  for (uint32_t part = 0; part < out.words.size(); ++part) {
    // Spans of a text with spaces are apart as words are.
    if (how.one_space && !last_space) {
      const auto at = static_cast<uint32_t>(out.words[part - 1].second.size());
      out.chars.push_back(' ');
      out.from.push_back({part - 1, at, at});
      last_space = true;
    }
    begins.push_back(out.chars.size());
    each_folded(out.words[part].second, how, last_space, [&](const base::PrintedChar& c) {
      out.chars.push_back(c.c);
      out.from.push_back({part, c.begin, c.end});
    });
  }
  if (how.one_space && !out.chars.empty() && out.chars.back() == ' ') {
    out.chars.pop_back();
    out.from.pop_back();
  }
  out.boundary.assign(out.chars.size() + 1, false);
  for (const size_t b : begins) out.boundary[std::min(b, out.chars.size())] = true;
  out.boundary[out.chars.size()] = true;
  return out;
}

std::u32string fold_words(std::string_view text, const Folding& how) {
  std::u32string out;
  bool last_space = false;
  each_folded(text, how, last_space, [&](const base::PrintedChar& c) { out.push_back(c.c); });
  return out;
}

std::string Folded::print(size_t begin, size_t end) const {
  std::string out;
  for (size_t i = begin; i < end;) {
    size_t last = i;
    while (last + 1 < end && from[last + 1].part == from[i].part) ++last;
    out += words[from[i].part].second.substr(from[i].begin, from[last].end - from[i].begin);
    i = last + 1;
  }
  return out;
}

std::string utf8(std::u32string_view text) {
  std::string out;
  for (const char32_t c : text) base::append_utf8(out, c);
  return out;
}

}  // namespace hanrei::model::phrases
