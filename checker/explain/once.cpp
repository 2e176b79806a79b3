#include "checker/explain/once.h"

#include <algorithm>
#include <utility>

#include "base/contains.h"
#include "checker/explain/changes.h"
#include "checker/explain/moves.h"

namespace hanrei::checker::explain {

using Kind = Sentence::Kind;

std::vector<Sentence> once(std::vector<Sentence> all, const Lots& lots, const Speaker& say,
                           const S& state) {
  std::vector<Sentence> out;
  for (size_t i = 0; i < all.size(); ++i) {
    Sentence& s = all[i];
    if (s.kind == Kind::Moment) {
      if (i + 1 >= all.size() || all[i + 1].kind == Kind::Moment) continue;
      Sentence& next = all[i + 1];
      next.text = after_moment(s.text, next.text, say.ja());
      for (ClauseId c : s.by)
        if (!base::contains(next.by, c)) next.by.push_back(c);
      continue;
    }
    size_t times = 1;
    const auto lot = lots.find(i);
    std::array<int64_t, 3> sum = lot == lots.end() ? std::array<int64_t, 3>{} : lot->second;
    const auto alike = [&](size_t k) {
      if (all[k].kind != Kind::Event || all[k].by != s.by || all[k].cards != s.cards) return false;
      const auto other = lots.find(k);
      if (lot == lots.end() || other == lots.end()) return all[k].text == s.text;
      if (other->second[1] != sum[1] || other->second[2] != sum[2]) return false;
      sum[0] += other->second[0];
      return true;
    };
    while (s.kind == Kind::Event && i + times < all.size() && alike(i + times)) ++times;
    if (times > 1) s.board = std::move(all[i + times - 1].board);
    if (times > 1 && sum[0] > 0) {
      s.text = lot_words(say, state, sum);
      i += times - 1;
    } else if (times > 1) {
      const std::string_view stop = say.ja() ? "。" : ".";
      const bool stops = s.text.ends_with(stop);
      s.text =
          s.text.substr(0, s.text.size() - (stops ? stop.size() : 0)) +
          say.in("(" + std::to_string(times) + "回)", " (" + std::to_string(times) + " times)") +
          std::string(stops ? stop : "");
      i += times - 1;
    }
    out.push_back(std::move(s));
  }
  return out;
}

void join_at_once(std::vector<Sentence>& all, const std::vector<size_t>& begins, const Lots& lots,
                  bool ja) {
  const size_t first = begins.front(), end = all.size();
  if (!std::ranges::is_sorted(begins) || begins.back() != end) return;
  for (size_t i = 1; i < begins.size(); ++i)
    if (begins[i] - begins[i - 1] > 1) return;
  if (end - first < 2 || end - first > kMostAtOnce) return;
  Sentence& one = all[first];
  std::vector<std::string> texts;
  for (size_t i = first; i < end; ++i) {
    const Sentence& s = all[i];
    if (s.kind != Kind::Event || s.depth != one.depth || s.by != one.by || s.cards != one.cards ||
        !s.amended.empty() || lots.contains(i))
      return;
    texts.push_back(s.text);
  }
  one.text = at_once(std::move(texts), ja);
  one.board = std::move(all.back().board);
  all.resize(first + 1);
}

}  // namespace hanrei::checker::explain
