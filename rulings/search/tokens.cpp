#include "rulings/search/tokens.h"

#include <algorithm>

#include "rulings/search/terms.h"

namespace hanrei::rulings::search {

using base::CharClass;
using base::FoldedChar;

Phrase phrase_of(std::string_view text, bool whole) {
  Phrase out;
  std::vector<FoldedChar> room;
  base::fold_chars(text, room);
  for (std::size_t i = 0; i < room.size();) {
    if (room[i].kind == CharClass::Separator) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < room.size() && room[end].kind == room[i].kind) ++end;
    if (room[i].kind == CharClass::Word) {
      std::string word;
      for (std::size_t k = i; k < end; ++k) base::append_utf8(word, room[k].c);
      const bool last =
          std::all_of(room.begin() + static_cast<std::ptrdiff_t>(end), room.end(),
                      [](const FoldedChar& f) { return f.kind == CharClass::Separator; });
      out.open = !whole && last;
      out.tokens.push_back(out.open ? std::string(stem(word)) : std::move(word));
    } else {
      // A single character is the beginning of a pair wherever another one follows it. Inside the
      // phrase something separates it from what follows, so there it is the end of a run.
      for (std::size_t k = i; k < end; ++k) {
        if (k + 1 == end && end - i > 1) break;
        std::string pair;
        base::append_utf8(pair, room[k].c);
        if (k + 1 < end) base::append_utf8(pair, room[k + 1].c);
        out.tokens.push_back(std::move(pair));
      }
      out.open = end - i == 1;
    }
    i = end;
  }
  return out;
}

std::vector<Range> matches(std::string_view text, const std::vector<Phrase>& phrases) {
  struct Placed {
    std::string text;
    std::uint32_t begin, end, head;
  };
  std::vector<std::vector<Placed>> places;  // the tokens at each place
  std::vector<FoldedChar> room;
  std::vector<Range> out;
  each_token(text, room, [&](const Token& t) {
    if (!t.same_place || places.empty()) places.emplace_back();
    places.back().push_back({t.text, t.begin, t.end, t.begin});
    return true;
  });
  for (const Phrase& p : phrases) {
    if (p.tokens.empty()) continue;
    for (std::size_t at = 0; at + p.tokens.size() <= places.size(); ++at) {
      const Placed* first = nullptr;
      const Placed* last = nullptr;
      bool all = true;
      for (std::size_t k = 0; all && k < p.tokens.size(); ++k) {
        const bool open = p.open && k + 1 == p.tokens.size();
        const auto hit = std::ranges::find_if(places[at + k], [&](const Placed& t) {
          return open ? t.text.starts_with(p.tokens[k]) : t.text == p.tokens[k];
        });
        all = hit != places[at + k].end();
        if (all && k == 0) first = &*hit;
        if (all) last = &*hit;
      }
      if (!all) continue;
      // Of a pair that was found by its first character, only that character.
      std::uint32_t end = last->end;
      if (p.open && last->text != p.tokens.back()) {
        base::fold_chars(text.substr(last->begin, last->end - last->begin), room);
        std::size_t bytes = 0, k = 0;
        for (std::string so_far; k < room.size() && bytes < p.tokens.back().size(); ++k) {
          so_far.clear();
          base::append_utf8(so_far, room[k].c);
          bytes += so_far.size();
        }
        if (k > 0) end = last->begin + room[k - 1].end;
      }
      out.push_back({first->begin, end});
    }
  }
  std::ranges::sort(out, [](const Range& a, const Range& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::vector<Range> joined;
  for (const Range& r : out) {
    if (!joined.empty() && r.begin <= joined.back().end)
      joined.back().end = std::max(joined.back().end, r.end);
    else
      joined.push_back(r);
  }
  return joined;
}

int edit_distance(std::u32string_view a, std::u32string_view b, int most) {
  const int n = static_cast<int>(a.size()), m = static_cast<int>(b.size());
  if (std::abs(n - m) > most) return most + 1;
  std::vector<int> before, last(static_cast<std::size_t>(m) + 1),
      row(static_cast<std::size_t>(m) + 1);
  for (int j = 0; j <= m; ++j) last[j] = j;
  for (int i = 1; i <= n; ++i) {
    row[0] = i;
    int least = i;
    for (int j = 1; j <= m; ++j) {
      const auto x = static_cast<std::size_t>(i), y = static_cast<std::size_t>(j);
      row[y] =
          std::min({last[y] + 1, row[y - 1] + 1, last[y - 1] + (a[x - 1] == b[y - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[x - 1] == b[y - 2] && a[x - 2] == b[y - 1])
        row[y] = std::min(row[y], before[y - 2] + 1);
      least = std::min(least, row[y]);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return std::min(last[m], most + 1);
}

std::u32string name_key(std::string_view text) {
  std::vector<FoldedChar> room;
  base::fold_chars(text, room);
  std::u32string out;
  for (const FoldedChar& f : room)
    if (f.kind != CharClass::Separator) out += f.c;
  return out;
}

std::string name_key_utf8(std::string_view text) {
  std::string out;
  for (const char32_t c : name_key(text)) base::append_utf8(out, c);
  return out;
}

}  // namespace hanrei::rulings::search
