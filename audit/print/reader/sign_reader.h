// What every reader of turns of phrase has: the text, its nouns, and the signs found in it.
#pragma once

#include <algorithm>

#include "audit/print/reader/sentence.h"
#include "base/contains.h"

namespace hanrei::audit::reader {

class SignReader {
 protected:
  using View = std::u32string_view;
  using Is = Sign::Is;

  /// At most `most` signs are kept.
  SignReader(View text, const Spot* at, const std::vector<Run>& nouns, size_t most)
      : t_(text), at_(at), nouns_(nouns), most_(most) {}

  static bool figure(char32_t c) { return c >= U'0' && c <= U'9'; }
  static bool one_of(char32_t c, View set) { return set.find(c) != View::npos; }

  View rest(size_t i) const { return t_.substr(std::min(i, t_.size())); }
  bool has(View w) const { return t_.find(w) != View::npos; }
  std::string cut(size_t b, size_t e) const { return encode(t_.substr(b, e - b)); }
  size_t figures(size_t i) const {
    while (i < t_.size() && figure(t_[i])) ++i;
    return i;
  }
  template <class F>
  void each(View w, F&& f) const {
    for (size_t i = 0; (i = t_.find(w, i)) != View::npos; i += w.size()) f(i, i + w.size());
  }

  /// The noun that ends at e, or one kanji alone; its beginning, or e.
  size_t noun_before(size_t e) const {
    for (const Run& r : nouns_)
      if (r.end == e) return r.begin;
    return e > 0 && is_kanji(t_[e - 1]) && (e == 1 || !is_noun(t_[e - 2])) ? e - 1 : e;
  }

  /// Kept once. One with a blank in it is not: facts part them by a blank.
  void add(Is is, std::string text, std::string of, size_t at) {
    if (text.find(' ') != text.npos || of.find(' ') != of.npos || out_.size() >= most_) return;
    const Sign s{is, std::move(text), std::move(of), at_[std::min(at, t_.size() - 1)]};
    if (!base::contains(out_, s)) out_.push_back(s);
  }

  const View t_;
  const Spot* at_;
  const std::vector<Run>& nouns_;
  std::vector<Sign> out_;

 private:
  const size_t most_;
};

}  // namespace hanrei::audit::reader
