// English: parts of a sentence between commas and small words, the verb of each, its nouns.
#include <algorithm>

#include "audit/print/reader/grammar.h"

namespace hanrei::audit::reader {
namespace {

bool one_of(const std::string& w, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), w) != list.end();
}

/// Verbs that rules are written in and that are hardly ever nouns.
bool common_verb(const std::string& stem) {
  static const std::set<std::string> verbs = [] {
    std::set<std::string> out;
    std::string word;
    for (const char c : std::string_view("put take draw discard return reveal shuffle gain lose "
                                         "pay get give choose use win keep begin happen show "
                                         "go come make remove add spend buy sell receive flip skip "
                                         "swap destroy eat make choose become leave enter ")) {
      if (c != ' ') {
        word += c;
        continue;
      }
      out.insert(stem_of(word));
      word.clear();
    }
    return out;
  }();
  return verbs.contains(stem);
}

class English {
 public:
  English(Sentence& s, const Learned& learned) : s_(s), w_(s.words), learned_(learned) {}

  void run() {
    for (size_t b = 0; b < w_.size();) {
      const size_t e = part(b);
      act(b, e);
      b = e;
    }
    if (!s_.acts.empty() && s_.main() == nullptr) s_.acts.back().role = Role::Main;
    phrases();
    counts();
  }

 private:
  static constexpr auto kNone = static_cast<size_t>(-1);

  bool is(size_t i, std::initializer_list<std::string_view> list) const {
    return i < w_.size() && one_of(w_[i].lemma, list);
  }
  bool opens(size_t i) const {
    return is(i, {"if", "when", "whenever", "while", "until", "unless", "before", "after", "that",
                  "which", "who", "whose", "where", "because", "so", "but", "then", "what"});
  }
  bool article(size_t i) const {
    return is(i,
              {"a", "an", "the", "this", "that", "each", "every", "any", "of", "its", "their"}) ||
           w_[i].pos == Pos::Number;
  }
  bool finite_at(size_t i) const { return verb_at(i) && (i == 0 || !article(i - 1)); }
  /// Where the part that begins at b ends.
  size_t part(size_t b) const {
    size_t e = b + 1;
    const bool relative = is(b, {"that", "which", "who", "whose"});
    size_t finite = 0;  // a relative clause has one verb, what follows is said of its noun
    for (; e < w_.size(); ++e) {
      const Pos p = w_[e].pos;
      if (relative && finite_at(e) && !finite_at(e - 1) && ++finite > 1) return e;
      if (p == Pos::Stop || (p == Pos::Comma && !listing(e)) || w_[e].text == ":") return e + 1;
      if (opens(e) && !is(e - 1, {"even"})) return e;
      if (is(e, {"even"}) && is(e + 1, {"if", "when", "though"})) return e;
      if (is(e, {"and", "or"}) && verb_at(e + 1)) return e;
    }
    return e;
  }
  /// A comma between members: rum, silk, and tea.
  bool listing(size_t comma) const {
    const auto noun = [&](size_t i) { return i < w_.size() && w_[i].pos == Pos::Noun; };
    return noun(comma - 1) && !opens(comma + 1) &&
           ((is(comma + 1, {"and", "or"}) && noun(comma + 2) && !verb_at(comma + 2)) ||
            (noun(comma + 1) && comma + 2 < w_.size() && w_[comma + 2].pos == Pos::Comma));
  }
  bool verb_at(size_t i) const {
    return i < w_.size() &&
           (w_[i].pos == Pos::Modal || is(i, {"is", "are", "has", "have", "does", "do"}) ||
            (w_[i].pos == Pos::Noun && is_verb(i)));
  }

  bool is_verb(size_t i) const {
    return learned_.verbs.contains(w_[i].stem) ||
           (common_verb(w_[i].stem) && !w_[i].lemma.ends_with("ed"));
  }

  void act(size_t b, size_t e) {
    Act a;
    a.from = a.whole = static_cast<uint32_t>(b);
    a.end = static_cast<uint32_t>(e);
    a.role = role(b);
    size_t verb = kNone;
    for (size_t i = b; i < e && verb == kNone; ++i) {
      if (w_[i].pos != Pos::Modal &&
          !is(i, {"is", "are", "was", "were", "be", "been", "has", "have", "do", "does", "did"}))
        continue;
      const bool be = is(i, {"is", "are", "was", "were", "be", "been"});
      size_t k = i;
      for (; k < e && (w_[k].pos == Pos::Modal || w_[k].pos == Pos::Function); ++k) {
        const std::string& l = w_[k].lemma;
        if (w_[k].pos == Pos::Function &&
            !one_of(l, {"is", "are", "was", "were", "be", "been", "being", "has", "have", "had",
                        "do", "does", "did", "also", "only", "still"}))
          break;
        a.negated = a.negated || l.ends_with("n't") || one_of(l, {"not", "never", "cannot"});
        a.can = a.can || one_of(l, {"can", "could", "can't", "cannot"});
        a.may = a.may || l == "may";
        a.must = a.must || one_of(l, {"must", "shall", "mustn't"});
        a.passive = a.passive || one_of(l, {"is", "are", "was", "were", "be", "been"});
        if (l == "needn't") a.may = a.negated = true;
      }
      if (k < e && w_[k].pos == Pos::Noun) {
        verb = k;
        const std::string& l = w_[k].lemma;
        const bool participle =
            !l.ends_with("ing") && !l.ends_with("s") &&
            (l.ends_with("ed") || l.ends_with("en") || l.ends_with("wn") || is_verb(k));
        a.state = a.passive && !participle && !l.ends_with("ing");
        a.passive = a.passive && participle;
      } else {
        verb = i;
        a.state = true;
        a.passive = false;
        (void)be;
      }
    }
    if (verb == kNone) {
      bool after_article = false;
      for (size_t i = b; i < e && verb == kNone; ++i) {
        if (w_[i].pos == Pos::Noun && !after_article &&
            (is_verb(i) || first_word(i, b) || third_person(i)))
          verb = i;
        after_article = article(i);
      }
    }
    if (verb == kNone) return;
    for (size_t i = b; i < verb; ++i)
      if (is(i, {"no", "nobody", "neither", "none"})) a.negated = !a.negated;
    a.stem = w_[verb].stem;
    a.word = static_cast<uint32_t>(verb);
    s_.acts.push_back(std::move(a));
  }
  /// A card names one kind.
  bool third_person(size_t i) const {
    const bool counted = i + 1 < w_.size() && (w_[i + 1].pos == Pos::Number ||
                                               is(i + 1, {"a", "an", "the", "all", "any"}));
    if (i > 1 && w_[i].lemma.ends_with('s') && counted && w_[i - 1].pos == Pos::Noun &&
        is(i - 2, {"each", "every"}))
      return true;
    return i > 0 && w_[i].lemma.ends_with('s') && !w_[i].lemma.ends_with("ss") &&
           (w_[i - 1].pos == Pos::Noun || is(i - 1, {"it", "he", "she", "who", "which", "that"})) &&
           !learned_.nouns.contains(w_[i].stem) && i + 1 < w_.size() &&
           w_[i + 1].pos != Pos::Stop &&
           (w_[i + 1].pos != Pos::Noun || is(i + 1, {"first", "last"}) ||
            (i > 1 && is(i - 2, {"a", "an", "the", "each"})));
  }
  /// The first word of an order: Shuffle the deck.
  bool first_word(size_t i, size_t b) const {
    return i == b && (i == 0 || w_[i - 1].pos == Pos::Stop || w_[i - 1].text == ":") &&
           i + 1 < w_.size() && (w_[i + 1].pos == Pos::Function || w_[i + 1].pos == Pos::Number) &&
           !w_[i].lemma.ends_with("s") &&
           !is(i + 1, {"is", "are", "of", "has", "that", "which", "who", "in", "for"});
  }
  Role role(size_t b) const {
    if (is(b, {"even"})) return Role::Even;
    if (is(b, {"if", "when", "whenever", "unless"})) return Role::If;
    if (is(b, {"while"})) return Role::While;
    if (is(b, {"until"})) return Role::Until;
    if (is(b, {"before"})) return Role::Before;
    if (is(b, {"after"})) return Role::After;
    if (is(b, {"that", "which", "who", "whose", "where", "what"})) return Role::Which;
    if (is(b, {"because"})) return Role::Aside;
    return Role::Main;
  }

  void phrases() {
    std::set<size_t> verbs;
    for (const Act& a : s_.acts)
      if (!a.state) verbs.insert(a.word);
    const Act* part = nullptr;
    for (size_t i = 0; i < w_.size();) {
      const bool noun = w_[i].pos == Pos::Noun && !verbs.contains(i);
      if (!noun) {
        ++i;
        continue;
      }
      Phrase p;
      size_t e = i;
      while (e < w_.size() && w_[e].pos == Pos::Noun && !verbs.contains(e)) {
        p.text += (p.text.empty() ? "" : " ") + w_[e].stem;
        p.stems.push_back(w_[e].stem);
        ++e;
      }
      p.first = static_cast<uint32_t>(i);
      p.last = static_cast<uint32_t>(e);
      for (const Act& a : s_.acts)
        if (a.from <= i && i < a.end) part = &a;
      size_t k = i;  // the small word before it
      while (k > 0 && (is(k - 1, {"a",     "an",   "the",   "each",  "every", "any",     "all",
                                  "both",  "its",  "their", "your",  "his",   "her",     "another",
                                  "other", "that", "this",  "least", "most",  "player's"}) ||
                       w_[k - 1].pos == Pos::Number))
        --k;
      const std::string before = k > 0 ? w_[k - 1].lemma : "";
      p.only = one_of(before, {"only"});
      p.as = one_of(before, {"in", "into", "to", "on", "onto", "at", "during"}) ? Case::To
             : before == "from"                                                 ? Case::From
             : before == "of"                                                   ? Case::Of
             : one_of(before, {"by", "with", "for", "without"})                 ? Case::By
             : part != nullptr && i < part->word                                ? Case::Subject
                                                                                : Case::Object;
      if (p.as == Case::Of && !s_.phrases.empty()) {
        s_.phrases.back().of = static_cast<int>(s_.phrases.size());
        p.as = Case::None;
      }
      s_.phrases.push_back(std::move(p));
      i = e;
    }
  }

  void counts() {
    for (size_t i = 0; i < w_.size(); ++i) {
      Count c;
      c.word = static_cast<uint32_t>(i);
      if (is(i, {"once", "twice"})) {
        c.value = is(i, {"once"}) ? 1 : 2;
        c.unit = "times";
      } else if (w_[i].pos == Pos::Number && w_[i].text != "one") {
        c.value = number_of(decode(w_[i].lemma));
      } else if (w_[i].text == "one" && i + 1 < w_.size() && w_[i + 1].pos == Pos::Noun) {
        c.value = 1;
      } else
        continue;
      if (c.value < 0) continue;
      size_t e = i + 1;
      if (is(e, {"to"}) && e + 1 < w_.size() && w_[e + 1].pos == Pos::Number) {
        c.high = number_of(decode(w_[e + 1].lemma));
        e += 2;
      }
      if (is(e, {"times"})) c.unit = "times";
      if (is(e, {"or"}) && is(e + 1, {"more"})) c.bound = Bound::AtLeast, e += 2;
      if (is(e, {"or"}) && is(e + 1, {"less", "fewer"})) c.bound = Bound::AtMost, e += 2;
      if (i >= 2 && is(i - 2, {"at"}))
        c.bound = is(i - 1, {"least"})  ? Bound::AtLeast
                  : is(i - 1, {"most"}) ? Bound::AtMost
                                        : c.bound;
      if (i >= 2 && is(i - 1, {"to"}) && is(i - 2, {"up"})) c.bound = Bound::AtMost;
      if (i >= 2 && is(i - 1, {"than"}))
        c.bound = is(i - 2, {"more"}) ? Bound::Above : Bound::Below;
      for (size_t k = i; k < std::min(i + 4, w_.size()); ++k) c.each = c.each || is(k, {"each"});
      for (size_t p = 0; p < s_.phrases.size(); ++p)
        if (s_.phrases[p].first == e || (s_.phrases[p].first == e + 1 && is(e, {"of", "a"})))
          c.of = static_cast<int>(p);
      s_.counts.push_back(std::move(c));
    }
  }

  Sentence& s_;
  const std::vector<Word>& w_;
  const Learned& learned_;
};

}  // namespace

void analyse_english(Sentence& s, const Learned& learned) { English(s, learned).run(); }

}  // namespace hanrei::audit::reader
