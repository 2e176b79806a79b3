// The examples of a book against its rules: thresholds, tables, sums.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

bool japanese(const Sentence& t) { return reader::has_japanese(reader::decode(t.text)); }

/// Something happens where one number is at least another: 力が耐久以上なら倒れる.
struct Threshold {
  const Said* in;
  std::string number, bound;  ///< the last word of each
  std::string act;
  bool sum = false;  ///< of several numbers
};

/// What one comes to in another, by a table or for each.
struct Rate {
  const Said* in;
  Words from, to;             ///< the words of the two columns
  std::map<int, int> values;  ///< by a table
  int each = 0;               ///< for each
};

class Examples {
 public:
  explicit Examples(Look& look) : look_(look) {
    for (const Said& s : look.said)
      if (!s.example && !s.question) {
        threshold(s);
        rate(s);
      }
    tables();
  }

  void check() {
    for (size_t i = 0; i < look_.said.size();) {
      if (!look_.said[i].example || look_.said[i].s->title) {
        ++i;
        continue;
      }
      std::vector<const Said*> one;
      for (size_t k = i; k < look_.said.size() && look_.said[k].example &&
                         look_.said[k].unit == look_.said[i].unit;
           ++k)
        one.push_back(&look_.said[k]);
      for (const Threshold& t : thresholds_) kept(one, t);
      // by the rule before it that it may be about; right by any is right
      const Rate* nearest = nullptr;
      bool right = false;
      for (const Rate& r : rates_) {
        const auto [from, to, at] = numbers(one, r);
        if (at == nullptr) continue;
        right = right || comes_to(r, from) == to;
        if (r.in->unit < one[0]->unit || nearest == nullptr) nearest = &r;
      }
      if (nearest != nullptr && !right) rated(one, *nearest);
      for (const Said* s : one) sums(*s);
      balance(one);
      i += one.size();
    }
  }

 private:
  // -------------------------------------------------------------- rules

  void threshold(const Said& s) {
    const Sentence& t = *s.s;
    for (size_t i = 1; i < t.words.size(); ++i) {
      const bool ja = t.words[i].text == "以上" && t.words[i - 1].pos != Pos::Counter &&
                      t.words[i - 1].pos != Pos::Number;
      const bool en =
          t.words[i].lemma == "least" && t.words[i - 1].lemma == "at" && i + 1 < t.words.size();
      if (!ja && !en) continue;
      const Phrase* number = nullptr;
      const Phrase* bound = nullptr;
      for (const Phrase& p : t.phrases) {
        if (ja && p.last == i) bound = &p;
        if (en && p.first > i && p.first <= i + 2) bound = bound == nullptr ? &p : bound;
        if (p.last < i && (ja ? p.as == Case::Subject || p.as == Case::Topic : true)) number = &p;
      }
      if (bound == nullptr || number == nullptr || bound == number) continue;
      Threshold x{&s, number->stems.back(), bound->stems.back(), "", false};
      if (means(x.number, Sense::Total) && number->of >= 0)
        x.number = t.phrases[static_cast<size_t>(number->of)].stems.back();
      for (size_t k = 0; k < t.words.size(); ++k)
        x.sum =
            x.sum || means(t.words[k].lemma, Sense::Total) ||
            (t.words[k].lemma == "add" && k + 1 < t.words.size() && t.words[k + 1].lemma == "up");
      for (const Act& a : t.acts)
        if ((a.role == Role::Main || a.role == Role::Then) && !a.state && x.act.empty() &&
            (en || a.word > i))
          x.act = a.stem;
      if (!x.act.empty()) thresholds_.push_back(std::move(x));
    }
  }
  /// 1枚につき2点
  void rate(const Said& s) {
    const Sentence& t = *s.s;
    if (t.counts.size() == 1 && t.counts[0].bound == Bound::Exactly && !t.counts[0].nth &&
        t.counts[0].of >= 0)
      return each_scores(s, t.counts[0]);
    if (t.counts.size() != 2 || !t.counts[0].each || t.counts[0].value != 1 || t.counts[1].each ||
        t.counts[1].bound != Bound::Exactly)
      return;
    Rate r{&s, s.stems, {}, {}, t.counts[1].value};
    r.from = t.counts[0].of >= 0
                 ? Words(t.phrases[static_cast<size_t>(t.counts[0].of)].stems.begin(),
                         t.phrases[static_cast<size_t>(t.counts[0].of)].stems.end())
                 : Words();
    if (!t.counts[1].unit.empty()) r.to.insert(t.counts[1].unit);
    if (!r.from.empty() && !t.counts[0].unit.empty()) r.from.insert(t.counts[0].unit);
    if (!r.from.empty() && !r.to.empty()) rates_.push_back(std::move(r));
  }
  /// For each card, score three points.
  void each_scores(const Said& s, const Count& c) {
    const Sentence& t = *s.s;
    for (size_t i = 0; i + 1 < t.words.size(); ++i) {
      if (t.words[i].lemma != "each" && t.words[i].lemma != "every") continue;
      if (i == 0 || t.words[i - 1].lemma != "for" || means(t.words[i + 1].stem, Sense::Person))
        continue;
      const Phrase& to = t.phrases[static_cast<size_t>(c.of)];
      if (to.stems.back() == t.words[i + 1].stem) return;
      rates_.push_back(
          {&s, {t.words[i + 1].stem}, {to.stems.begin(), to.stems.end()}, {}, c.value});
      return;
    }
  }
  /// Rows of two numbers below a row of two names.
  void tables() {
    const auto& units = look_.book.units;
    for (size_t u = 0; u < units.size(); ++u) {
      if (units[u].kind != Kind::Row || (u > 0 && units[u - 1].kind == Kind::Row)) continue;
      const auto head = columns(units[u].says[0]);
      if (head.size() != 2 || head[0].empty() || head[1].empty()) continue;
      Rate r{nullptr, head[0], head[1], {}, 0};
      for (size_t k = u + 1; k < units.size() && units[k].kind == Kind::Row; ++k)
        if (const auto& c = units[k].says[0].counts; c.size() >= 2)
          r.values[c[0].value] = c[1].value;
        else
          number_pair(units[k].says[0], r);
      for (const Said& s : look_.said)
        if (s.unit == u) r.in = &s;
      if (r.in != nullptr && r.values.size() >= 2) rates_.push_back(std::move(r));
    }
  }
  static void number_pair(const Sentence& t, Rate& r) {
    std::vector<int> n;
    for (const Word& w : t.words)
      if (w.pos == Pos::Number) n.push_back(reader::number_of(reader::decode(w.lemma)));
    if (n.size() == 2) r.values[n[0]] = n[1];
  }
  static std::vector<Words> columns(const Sentence& t) {
    std::vector<Words> out(1);
    for (const Word& w : t.words) {
      if (w.pos == Pos::Middle || w.text == "|")
        out.emplace_back();
      else if (reader::is_noun(w.pos))
        out.back().insert(w.stem);
    }
    return out;
  }

  // -------------------------------------------------------------- examples

  /// The number of a noun: 耐久2, 3の損傷, a run cost of 9.
  static std::optional<int> value(const Sentence& t, const std::string& of, size_t from,
                                  size_t to) {
    std::optional<int> out;
    for (size_t i = from; i < std::min(to, t.words.size()); ++i) {
      if (t.words[i].pos != Pos::Number) continue;
      const int v = reader::number_of(reader::decode(t.words[i].lemma));
      const auto word = [&](size_t k) { return k < t.words.size() && t.words[k].stem == of; };
      const bool before =
          (i > 0 && word(i - 1)) || (i > 1 &&
                                     (t.words[i - 1].lemma == "of" || t.words[i - 1].text == "が" ||
                                      t.words[i - 1].text == "は") &&
                                     word(i - 2));
      const bool after = i + 2 < t.words.size() && t.words[i + 1].text == "の" && word(i + 2);
      if (before || after || word(i + 1)) out = v;
    }
    return out;
  }

  void kept(const std::vector<const Said*>& example, const Threshold& rule) {
    for (size_t k = 0; k < example.size(); ++k) {
      const Sentence& t = *example[k]->s;
      for (const Act& a : acts(t, rule.act)) {
        const size_t from = japanese(t) ? start(t, a) : 0;
        std::optional<int> number = value(t, rule.number, from, a.end),
                           bound = bound_of(example, k, a, rule);
        if (rule.number == rule.bound) two_values(t, rule.number, a, number, bound);
        for (size_t b = k; b-- > 0 && !number && rule.sum;) number = listed(*example[b]->s);
        if (!number) number = damage(t, from, a);
        if (!number || !bound || (*number >= *bound) != a.negated) continue;
        look_.add(Code::ExampleDiffers, {look_.place(*example[k], a.word), look_.place(*rule.in)},
                  {base::in_both("`" + shown(t, a.word, a.end) + "` with " +
                                     std::to_string(*number) + " against " + std::to_string(*bound),
                                 std::to_string(*bound) + "に対して" + std::to_string(*number) +
                                     "で「" + shown(t, a.word, a.end) + "」")});
        return;
      }
    }
  }
  /// Where the act is done; in English also what somebody does something for: to run a card.
  static std::vector<Act> acts(const Sentence& t, const std::string& stem) {
    std::vector<Act> out;
    for (const Act& a : t.acts)
      if (a.stem == stem && a.role != Role::If) out.push_back(a);
    for (size_t i = 1; i < t.words.size() && out.empty(); ++i)
      if (t.words[i].stem == stem && t.words[i - 1].lemma == "to") {
        out.emplace_back();
        out.back().stem = stem;
        out.back().word = static_cast<uint32_t>(i);
        out.back().end = static_cast<uint32_t>(t.words.size());
      }
    return out;
  }
  /// Where the part begins that an act is said in, with what goes before in one breath.
  static size_t start(const Sentence& t, const Act& a) {
    size_t from = 0;
    for (const Phrase& p : t.phrases)
      if (p.as == Case::Topic && p.first < a.word) from = p.first;
    return from;
  }
  /// 3の損傷を受けて: the one number in the part, where the noun itself has none.
  static std::optional<int> damage(const Sentence& t, size_t from, const Act& a) {
    std::optional<int> out;
    size_t many = 0;
    for (const Count& c : t.counts)
      if (c.word >= from && c.word < a.word) out = c.value, ++many;
    return many == 1 ? out : std::nullopt;
  }
  /// 力4の獣が力5の獣を攻め: one value of two, of who does it and of what it is done to.
  static void two_values(const Sentence& t, const std::string& of, const Act& a,
                         std::optional<int>& number, std::optional<int>& bound) {
    std::vector<int> all;
    for (size_t i = 0; i < a.word; ++i)
      if (t.words[i].pos == Pos::Number)
        if (const auto v = value(t, of, i, i + 1)) all.push_back(*v);
    number = bound = std::nullopt;
    if (all.size() == 2) number = all[0], bound = all[1];
  }
  /// 4, 3, and 1: their sum.
  static std::optional<int> listed(const Sentence& t) {
    int sum = 0, many = 0;
    for (const Word& w : t.words)
      if (w.pos == Pos::Number) sum += reader::number_of(reader::decode(w.lemma)), ++many;
    return many >= 2 ? std::optional(sum) : std::nullopt;
  }
  /// The bound of what the act happens to: the one that was given to it, or the only one.
  static std::optional<int> bound_of(const std::vector<const Said*>& example, size_t k,
                                     const Act& a, const Threshold& rule) {
    std::vector<std::pair<size_t, std::pair<size_t, int>>> all;  // sentence, word, value
    for (size_t s = 0; s <= k; ++s)
      for (size_t i = 0; i < example[s]->s->words.size(); ++i)
        if (example[s]->s->words[i].pos == Pos::Number)
          if (const auto v = value(*example[s]->s, rule.bound, i, i + 1))
            all.push_back({s, {i, *v}});
    if (all.size() == 1) return all[0].second.second;
    const Sentence& t = *example[k]->s;
    // 防御した灯守: the number before 防御 further up
    const size_t from = start(t, a);
    for (const Phrase& p : t.phrases) {
      if (p.first < from || p.first >= a.word || p.act < 0) continue;
      const std::string& by = t.acts[static_cast<size_t>(p.act)].stem;
      std::optional<int> out;
      for (const auto& [s, at] : all)
        for (size_t i = at.first; i < example[s]->s->words.size() && i < at.first + 6; ++i)
          if (example[s]->s->words[i].stem == by) out = at.second;
      if (out) return out;
    }
    return std::nullopt;
  }

  struct Numbers {
    int from, to;
    const Said* at;  ///< null: it has not both
  };
  static Numbers numbers(const std::vector<const Said*>& example, const Rate& r) {
    std::optional<int> from, to;
    const Said* at = nullptr;
    for (const Said* s : example)
      for (const Count& c : s->s->counts) {
        if (column(*s->s, c, r.to))
          to = c.value, at = s;
        else if (column(*s->s, c, r.from) && !to)
          from = std::max(from.value_or(0), c.value);
      }
    return {from.value_or(0), to.value_or(0), from && to ? at : nullptr};
  }
  static int comes_to(const Rate& r, int from) {
    return r.each > 0 ? r.each * from : r.values.contains(from) ? r.values.at(from) : -1;
  }
  void rated(const std::vector<const Said*>& example, const Rate& r) {
    const auto [from, to, at] = numbers(example, r);
    const int right = comes_to(r, from);
    if (right < 0) return;
    const std::string a = std::to_string(from), b = std::to_string(right), c = std::to_string(to);
    look_.add(Code::ExampleDiffers, {look_.place(*at), look_.place(*r.in)},
              {base::in_both(a + " come to " + b + ", not to " + c,
                             a + "なら" + b + "のはずが、" + c + "とあります")});
  }
  static bool column(const Sentence& t, const Count& c, const Words& names) {
    if (names.contains(c.unit)) return true;
    if (c.of < 0) return false;
    const auto& stems = t.phrases[static_cast<size_t>(c.of)].stems;
    return std::any_of(stems.begin(), stems.end(),
                       [&](const std::string& w) { return names.contains(w); });
  }

  /// 3+4=8; 3点と4点で合計8点; 5枚から2枚を捨てて残り4枚
  void sums(const Said& s) {
    const Sentence& t = *s.s;
    for (size_t i = 0; i + 4 < t.words.size(); ++i) {
      const auto number = [&](size_t k) {
        return t.words[k].pos == Pos::Number ? reader::number_of(reader::decode(t.words[k].lemma))
                                             : -1;
      };
      size_t k = i;
      int result = number(k);
      if (result < 0 || (i > 0 && op(t.words[i - 1]) != 0)) continue;
      bool any = false;
      for (++k; k + 1 < t.words.size(); ++k) {
        while (k < t.words.size() &&
               (t.words[k].pos == Pos::Counter || t.words[k].pos == Pos::Suffix))
          ++k;
        if (k + 1 >= t.words.size()) break;
        const char o = op(t.words[k]);
        const int next = number(k + 1);
        if (o == 0 || next < 0) break;
        if (o == '=') {
          if (any && result != next) differs(s, result, next);
          break;
        }
        result = o == '+' ? result + next : o == '-' ? result - next : result * next;
        any = true;
        ++k;
      }
    }
    // 5枚を2回、合わせて10枚
    for (size_t k = 2; k < t.counts.size(); ++k) {
      const Count &a = t.counts[k - 2], &b = t.counts[k - 1], &c = t.counts[k];
      const auto times = [](const Count& x) {
        return x.unit == "回" || x.unit == "倍" || x.unit == "times";
      };
      if (!total_before(t, c) || !times(b) || times(a) || a.unit != c.unit) continue;
      if (a.value * b.value != c.value) differs(s, a.value * b.value, c.value);
      return;
    }
    int sum = 0, many = 0;
    for (const Count& c : t.counts) {
      const bool total = total_before(t, c);
      if (total && many >= 2 && sum != c.value && same_unit(t, c)) differs(s, sum, c.value);
      if (!total) sum += c.value, ++many;
    }
  }
  /// 9枚持っていた。2枚得て1枚払い、残りは10枚になった: what there was, what came and went, what is
  /// left.
  void balance(const std::vector<const Said*>& example) {
    std::optional<int> have;
    std::string unit;
    size_t moves = 0;
    for (const Said* s : example)
      for (const Count& c : s->s->counts) {
        const Act* act = nullptr;
        for (const Act& a : s->s->acts)
          if (a.from <= c.word && c.word < a.end) act = &a;
        if (act == nullptr || (have && c.unit != unit)) continue;
        if (!have && means(act->stem, Sense::Hold)) {
          have = c.value;
          unit = c.unit;
        } else if (have && means(act->stem, Sense::Plus)) {
          *have += c.value, ++moves;
        } else if (have && means(act->stem, Sense::Minus)) {
          *have -= c.value, ++moves;
        } else if (have && moves > 0 &&
                   (s->s->has("残り") || s->s->has("なる") || s->s->has("left"))) {
          if (*have != c.value) differs(*s, *have, c.value);
          return;
        }
      }
  }
  /// 合計9, 合わせて9, a total of 9
  static bool total_before(const Sentence& t, const Count& c) {
    for (size_t i = c.word > 3 ? c.word - 3 : 0; i < c.word; ++i)
      if (means(t.words[i].lemma, Sense::Total) && t.words[i].pos != Pos::Number) return true;
    return false;
  }
  static bool same_unit(const Sentence& t, const Count& total) {
    return std::all_of(t.counts.begin(), t.counts.end(), [&](const Count& c) {
      return c.word >= total.word || c.unit == total.unit;
    });
  }
  static char op(const Word& w) {
    return w.text == "+" || w.text == "＋"                   ? '+'
           : w.text == "×" || w.text == "x" || w.text == "*" ? '*'
           : w.text == "-" || w.text == "−"                  ? '-'
           : w.text == "=" || w.text == "＝"                 ? '='
                                                             : '\0';
  }
  void differs(const Said& s, int right, int told) {
    look_.add(Code::ExampleDiffers, {look_.place(s)},
              {base::in_both(
                  "it comes to " + std::to_string(right) + ", not to " + std::to_string(told),
                  std::to_string(right) + "になるはずが、" + std::to_string(told) + "とあります")});
  }

  Look& look_;
  std::vector<Threshold> thresholds_;
  std::vector<Rate> rates_;
};

}  // namespace

void look_at_examples(Look& look) { Examples(look).check(); }

}  // namespace hanrei::audit::print
