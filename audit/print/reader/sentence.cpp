#include "audit/print/reader/sentence.h"

#include <algorithm>

#include "base/contains.h"
#include "base/text/fnv.h"

namespace hanrei::audit::reader {
namespace {

using View = std::u32string_view;

bool figure(char32_t c) { return c >= U'0' && c <= U'9'; }

/// Does one of the words stand at `i`? Its length, or 0.
template <class List>
size_t one_of(View t, size_t i, const List& words) {
  for (const View w : words)
    if (t.substr(i, w.size()) == w) return w.size();
  return 0;
}

constexpr View kChoice[] = {
    U"を選ぶ",   U"を選び",       U"を選んで", U"から選",     U"を選択する",   U"を選択し",
    U"体選択",   U"枚選択",       U"つ選択",   U"を指定する", U"を指定し",     U"を決める",
    U"を決め、", U"を決定する",   U"を決定し", U"選択して",   U"を決めてしま", U"時に決めて",
    U"(任意)",   U"任意のカード", U"任意に",   U"任意で"};
constexpr View kNoChoice[] = {U"を選択した", U"を指定した", U"を決定した", U"を選択していな",
                              U"を選択しな"};  // tells of a choice made before
constexpr View kPersons[] = {U"プレイヤー", U"プレーヤー", U"自分",   U"相手",   U"互い", U"両者",
                             U"双方",       U"持ち主",     U"使用者", U"所有者", U"勝者", U"敗者",
                             U"片方",       U"あなた",     U"攻撃側", U"防御側"};
constexpr View kMarks[] = {U"(仮)", U"(未定)", U"(暫定)", U"(調整中)"};
constexpr View kHedges[] = {U"例外も存在", U"例外が存在", U"例外はあり", U"例外があり",
                            U"例外もあり", U"例外もある", U"例外がある", U"原則として",
                            U"原則",       U"基本的に",   U"通常、",     U"通常は",
                            U"は通常",     U"主に",       U"ほぼ全て"};
constexpr View kAnnounce[] = {U"以下の", U"次の", U"下記の", U"以下に", U"次に示す", U"下の"};

class Reader {
 public:
  Reader(const Print& p, size_t b, size_t e, const std::vector<std::string>& title)
      : raw_(View(p.text).substr(b, e - b)),
        at_(p.at.data() + b),
        text_(narrow(raw_)),
        titles_(title) {}

  Sentence read() {
    s_.at = at_[0];
    s_.end = {at_[text_.size() - 1].line, at_[text_.size() - 1].column + 1};
    digests();
    references();
    brackets();
    words();
    short_words();
    kana_words();
    definitions();
    names();
    choices();
    lists();
    enumerations();
    chain();
    s_.signs = signs(text_, at_);
    return std::move(s_);
  }

 private:
  std::string cut(size_t b, size_t e) const { return encode(View(text_).substr(b, e - b)); }
  std::string printed(size_t b, size_t e) const { return encode(raw_.substr(b, e - b)); }
  View rest(size_t i) const { return View(text_).substr(std::min(i, text_.size())); }

  void digests() {
    s_.digest = base::digest(encode(raw_));
    std::string shape = encode(text_);
    for (const std::string& word : titles_) {
      if (word.size() < 2) continue;
      for (size_t i = 0; (i = shape.find(word, i)) != shape.npos;)
        shape.replace(i, word.size(), "#"), ++i;
    }
    if (shape != encode(text_)) s_.shape = base::digest(shape);
  }

  /// `[3]` or `3` at i: the number, and where it ends.
  size_t step_number(size_t i, std::string& number) const {
    const bool square = i < text_.size() && text_[i] == U'[';
    size_t e = i + (square ? 1 : 0);
    const size_t b = e;
    while (e < text_.size() && e - b < 4 && figure(text_[e])) ++e;
    if (e == b || (square && (e >= text_.size() || text_[e] != U']'))) return 0;
    number = cut(b, e);
    return e + (square ? 1 : 0);
  }

  void references() {
    for (size_t i = 0; i < text_.size(); ++i) {
      if (rest(i).starts_with(U"手順")) {
        std::string number;
        if (const size_t e = step_number(i + 2, number)) {
          step(i, e, number);
          i = e - 1;
        }
        continue;
      }
      if (figure(text_[i]) && (i == 0 || !(figure(text_[i - 1]) || text_[i - 1] == U'-'))) {
        if (const size_t e = section(i)) i = e - 1;
        continue;
      }
    }
    see();
  }

  /// `手順[3]で提示した`, `手順[4]〜手順[28]`.
  void step(size_t begin, size_t end, const std::string& number) {
    Reference r;
    r.to = Reference::To::Step;
    r.number = number;
    r.at = at_[begin];
    r.text = printed(begin, end);
    if (end < text_.size() && text_[end] == U'で') {
      // only particles between, so that what follows is what was done in that step
      size_t i = end + 1;
      Run verb;
      while (i < text_.size()) {
        if (is_noun(text_[i])) {
          verb.begin = i;
          while (i < text_.size() && is_noun(text_[i])) ++i;
          verb.end = i;
          continue;
        }
        if (one_of(View(text_), i, done_)) break;
        if (View(U"のをがとはに・《》").find(text_[i]) == View::npos) {
          verb = {};
          break;
        }
        ++i;
      }
      if (verb.end > verb.begin && i < text_.size()) {
        r.did = cut(verb.begin, verb.end);
        referred_.push_back(verb);
      }
    }
    s_.refs.push_back(std::move(r));
  }

  /// `「15-2 title」`, `15-2参照`.
  size_t section(size_t i) {
    size_t e = i;
    int dashes = 0;
    const bool quoted = i > 0 && (text_[i - 1] == U'「' || text_[i - 1] == U'『');
    const auto parts = [&](char32_t c) { return c == U'-' || (quoted && c == U'.'); };
    while (e < text_.size() && (figure(text_[e]) || (parts(text_[e]) && e + 1 < text_.size() &&
                                                     figure(text_[e + 1])))) {
      dashes += parts(text_[e]);
      ++e;
    }
    if (dashes == 0 || e - i > 20) return e;
    Reference r;
    r.to = Reference::To::Section;
    r.number = cut(i, e);
    r.at = at_[i];
    size_t t = e;
    while (t < text_.size() && (is_space(text_[t]) || (quoted && t == e && text_[t] == U'.'))) ++t;
    if (quoted) {
      size_t close = t;
      while (close < text_.size() && text_[close] != U'」' && text_[close] != U'』') ++close;
      if (close < text_.size()) {
        r.title = printed(t, close);
        e = close;
      }
    } else if (i == 0 && t < text_.size() && t > e && text_.size() - t <= 60 &&
               text_.find(U'。') == text_.npos) {
      r.title = printed(t, text_.size());
      e = text_.size();
    } else if (!rest(t).starts_with(U"参照") && !rest(t).starts_with(U"を参照") &&
               !rest(t).starts_with(U"に") && !rest(t).starts_with(U"の")) {
      return e;  // a score, a date
    }
    r.text = printed(i, e);
    s_.refs.push_back(std::move(r));
    return e;
  }

  /// `X参照`, `こちら`.
  void see() {
    for (size_t i = 0; i < text_.size(); ++i) {
      if (rest(i).starts_with(U"こちら")) {
        s_.refs.push_back({Reference::To::Link, printed(i, i + 3), "", "", "", at_[i]});
        continue;
      }
      if (!rest(i).starts_with(U"参照") || rest(i).starts_with(U"参照する") ||
          rest(i).starts_with(U"参照し、"))
        continue;
      size_t e = i;
      if (e > 0 && text_[e - 1] == U'を') --e;
      while (e > 0 && is_space(text_[e - 1])) --e;
      size_t b = e;
      if (b > 0 && is_closing(text_[b - 1])) {
        const char32_t open = text_[b - 1] == U'」'   ? U'「'
                              : text_[b - 1] == U'』' ? U'『'
                              : text_[b - 1] == U'》' ? U'《'
                                                      : U'(';
        while (b > 0 && text_[b - 1] != open) --b;
        if (b > 0) --b;
      } else {
        while (b > 0 && is_noun(text_[b - 1])) --b;
      }
      if (b == e) continue;
      const bool known = std::ranges::any_of(s_.refs, [&](const Reference& r) {
        return r.to == Reference::To::Section && r.at >= at_[b] && r.at <= at_[e - 1];
      });
      if (known) continue;
      // 公式ページのルール説明参照: another document
      static constexpr View outside[] = {U"公式",   U"ホームページ", U"公式ページ",  U"公式サイト",
                                         U"サイト", U"冊子",         U"ウェブページ"};
      size_t of = b;
      while (of > 0 && is_space(text_[of - 1])) --of;
      if (of > 1 && text_[of - 1] == U'の' && std::ranges::any_of(outside, [&](View w) {
            return View(text_).substr(0, of - 1).ends_with(w);
          }))
        continue;
      size_t tb = b, te = e;
      if (closing(text_[b]) != 0) {
        ++tb;
        --te;
      }
      s_.refs.push_back({Reference::To::Title, printed(b, e), "", printed(tb, te), "", at_[b]});
    }
  }

  void quote(size_t b, size_t e) {
    s_.quoted.push_back({printed(b, e), at_[b]});
    for (size_t i = b + 1; i < e; ++i) quoted_[i] = true;
  }
  void brackets() {
    quoted_.assign(text_.size(), false);
    std::vector<size_t> open;
    for (size_t i = 0; i < text_.size(); ++i) {
      const char32_t c = text_[i];
      const bool opens = closing(c) != 0, closes = is_closing(c);
      if (!opens && !closes) continue;
      // `1)` and the like number a line; a face is none of our business
      if (c == U')' && open.empty() && i < 3 && i > 0) continue;
      s_.brackets.push_back({encode(View(&text_[i], 1)), at_[i]});
      if (opens) {
        open.push_back(i);
        continue;
      }
      if (open.empty() || closing(text_[open.back()]) != c) continue;
      const size_t b = open.back();
      open.pop_back();
      if (c != U')' && c != U']' && i - b <= 24) quote(b, i + 1);
    }
    for (size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] != U'<') continue;
      size_t e = i + 1;
      while (e < text_.size() && is_noun(text_[e])) ++e;
      if (e > i + 1 && e < text_.size() && text_[e] == U'>') quote(i, e + 1);
    }
  }

  void words() {
    for (const Run& r : nouns(text_)) {
      if (r.end - r.begin < 2) continue;
      // お札: not 札
      const bool polite = r.begin > 0 && text_[r.begin - 1] == U'お' &&
                          (r.begin == 1 || !is_hiragana(text_[r.begin - 2]) ||
                           View(U"をはがのにとでも").find(text_[r.begin - 2]) != View::npos) &&
                          text_[r.begin] == U'札';
      const std::string word = cut(r.begin - (polite ? 1 : 0), r.end);
      s_.words.push_back({word, at_[r.begin]});
      if (r.end < text_.size() && text_[r.end] == U'は') s_.topics.push_back(word);
      if (one_of(View(text_), r.end, put_) != 0) s_.zones.push_back(word);
      const bool referred = std::ranges::any_of(
          referred_, [&](const Run& v) { return v.begin < r.end && r.begin < v.end; });
      if (referred || one_of(View(text_), r.end, cannot_) != 0) s_.negated.push_back(word);
    }
  }

  /// Short words, with kana in them or behind: 水, 控え, 守る側. Those that are no terms of the
  /// text go again (parse.cpp).
  void short_words() {
    std::vector<Mention> out;
    const std::vector<Run> runs = nouns(text_);
    for (size_t i = 0; i < text_.size(); ++i) {
      if (!is_kanji(text_[i]) || (i > 0 && (is_noun(text_[i - 1]))) ||
          std::ranges::any_of(runs, [&](const Run& r) { return r.begin < i && i < r.end; }))
        continue;
      size_t k = i + 1;
      const auto ends = [&](size_t e) {
        return e >= text_.size() || !(is_noun(text_[e]) || is_hiragana(text_[e])) ||
               one_of(View(text_), e, particle_) != 0;
      };
      if (ends(k)) {
        out.push_back({cut(i, k), at_[i]});
        continue;
      }
      while (k < text_.size() && k - i < 3 && is_hiragana(text_[k])) ++k;
      if (k > i + 1 && ends(i + 2) &&
          View(U"いえきしちみりれけせめべ").find(text_[i + 1]) != View::npos)
        out.push_back({cut(i, i + 2), at_[i]});
      for (size_t v = i + 1; v < k; ++v)
        if (View(U"るうくすつぬぶむぐた").find(text_[v]) != View::npos) {
          size_t e = v + 1;
          while (e < text_.size() && is_noun(text_[e]) && e - v < 6) ++e;
          if (e > v + 1 && ends(e)) out.push_back({cut(i, e), at_[i]});
        }
    }
    for (Mention& m : out)
      if (!base::contains(s_.words, m)) s_.words.push_back(std::move(m));
  }

  /// ごみ箱: kana before kanji, wherever it may begin; whether it is the kana of a term is for
  /// others to see.
  void kana_words() {
    for (size_t i = 2; i < text_.size(); ++i) {
      if (!is_kanji(text_[i]) || !is_hiragana(text_[i - 1]) || !is_hiragana(text_[i - 2])) continue;
      size_t e = i;
      while (e < text_.size() && e - i < 4 && is_kanji(text_[e])) ++e;
      size_t b = i - 2;
      s_.kana.push_back({cut(b, e), at_[b]});
    }
  }

  void define(size_t b, size_t e) {
    while (b < e && (is_space(text_[b]) || closing(text_[b]) != 0)) ++b;
    while (e > b && (is_space(text_[e - 1]) || is_closing(text_[e - 1]))) --e;
    if (e <= b || e - b > 30) return;
    const Mention m{cut(b, e), at_[b]};
    if (std::ranges::none_of(s_.defines, [&](const Mention& d) { return d.text == m.text; }))
      s_.defines.push_back(m);
  }
  void gloss(size_t b, size_t e) {
    if (e - b <= 24) s_.glossed.push_back(cut(b, e));
  }
  /// Where the quotation or noun begins that ends at `e`.
  size_t term_before(size_t e) const {
    if (e == 0) return e;
    const char32_t last = text_[e - 1];
    if (last == U'」' || last == U'』' || last == U'】' || last == U'》') {
      const char32_t open = last == U'」'   ? U'「'
                            : last == U'』' ? U'『'
                            : last == U'】' ? U'【'
                                            : U'《';
      size_t b = e - 1;
      while (b > 0 && text_[b] != open) --b;
      return text_[b] == open ? b : e;
    }
    for (const Run& r : nouns(text_))
      if (r.end == e) {
        size_t b = r.begin;
        while (b > 1 && text_[b - 1] == U'・' && is_noun(text_[b - 2])) {
          --b;
          while (b > 0 && is_noun(text_[b - 1])) --b;
        }
        return b;
      }
    return e;
  }
  /// Behind を, with the verb in it: 守る側. Where it begins that ends at `e`, or e.
  size_t object_before(size_t e) const {
    size_t b = e;
    while (b > 0 && e - b <= 12 &&
           (is_noun(text_[b - 1]) ||
            (is_hiragana(text_[b - 1]) &&
             View(U"をはがにへとでものやか").find(text_[b - 1]) == View::npos)))
      --b;
    const bool verb = std::any_of(text_.begin() + static_cast<std::ptrdiff_t>(b),
                                  text_.begin() + static_cast<std::ptrdiff_t>(e), is_hiragana);
    return b > 0 && text_[b - 1] == U'を' && b < e && verb && is_noun(text_[b]) &&
                   is_noun(text_[e - 1])
               ? b
               : e;
  }
  /// …をA、…をBと呼ぶ: what is named at `e` has others named before it.
  void named_together(size_t e) {
    for (size_t i = 1; i < e; ++i) {
      if (text_[i] != U'、') continue;
      size_t b = term_before(i);
      if (b < i && closing(text_[b]) == 0)
        if (const size_t wo = object_before(i); wo < b) b = wo;
      if (b == 0 || b >= i || i - b > 14) continue;
      // そのカードの『所有者』、: the object stands further ahead
      const size_t clause = text_.rfind(U'、', b - 1);
      const bool quoted = closing(text_[b]) != 0 && text_[b - 1] == U'の' &&
                          text_.find(U'を', clause == text_.npos ? 0 : clause) < b;
      if (text_[b - 1] != U'を' && !quoted) continue;
      define(b, i);
      person(b, i);
    }
  }
  /// …プレイヤーを先手番, もう一方の人を客: who is called so is named where the word stands.
  void person(size_t b, size_t e) {
    static constexpr View who[] = {U"プレイヤーを", U"プレーヤーを", U"人を", U"もう一方を"};
    if (std::ranges::none_of(who, [&](View w) { return View(text_).substr(0, b).ends_with(w); }))
      return;
    if (closing(text_[b]) != 0) {
      ++b;
      --e;
    }
    called_.push_back(cut(b, e));
  }
  /// Names in quotation marks and the like; not what is quoted from elsewhere, nor what an example
  /// is about.
  void names() {
    const size_t example = std::min(text_.find(U"例)"), text_.find(U"例:"));
    for (const Mention& q : s_.quoted) {
      const Chars shown = narrow(decode(q.text));
      const size_t b = static_cast<size_t>(std::find(at_, at_ + text_.size(), q.at) - at_),
                   e = b + shown.size();
      if (shown[0] == U'《' || shown.size() > 12 || b > example) continue;
      if (b == 0 ? (one_of(View(text_), e, kind_) == 0 && !rest(e).starts_with(U"の")) ||
                       shown[0] != U'「'
                 : is_latin(text_[b - 1]) || is_closing(text_[b - 1]))
        continue;
      if (!std::all_of(shown.begin() + 1, shown.end() - 1,
                       [](char32_t c) { return is_noun(c) || c == U'・'; }))
        continue;
      static constexpr View said[] = {U"と書", U"と記",     U"と表記", U"など", U"「",
                                      U"や「", U"という表", U"と指定", U"を選"};
      if ((shown[0] != U'「' && shown[0] != U'『') || one_of(View(text_), e, said) == 0)
        s_.named.push_back({q.text + (shown[0] == U'「' && (rest(e).starts_with(U"アイコン") ||
                                                            rest(e).starts_with(U"このアイコン"))
                                          ? "アイコン"
                                          : ""),
                            q.at});
    }
  }
  void definitions() {
    static constexpr View named[] = {U"と呼び",     U"と呼ぶ",   U"と呼ば",   U"という。",
                                     U"といいます", U"と言い",   U"と言う。", U"とい、",
                                     U"を指します", U"のことで", U"の事で",   U"と略し"};
    for (size_t i = 1; i < text_.size(); ++i) {
      if (rest(i).starts_with(U"とは、") ||
          (rest(i).starts_with(U"とは") && i + 2 < text_.size() &&
           !rest(i).starts_with(U"とはで") && !rest(i).starts_with(U"とは別") &&
           !rest(i).starts_with(U"とは異") && text_[i - 1] != U'こ')) {
        size_t b = term_before(i);
        const bool quoted = b < i && closing(text_[b]) != 0;
        while (!quoted && b > 1 && b < i && text_[b - 1] == U'の' && term_before(b - 1) < b - 1)
          b = term_before(b - 1);
        const bool lead =
            b == 0 || text_[b - 1] == U'、' || is_space(text_[b - 1]) || text_[b - 1] == U'※';
        if (b < i && (lead || quoted)) define(b, i);
      } else if (one_of(View(text_), i, named) != 0 && text_[i] == U'と') {
        named_together(i);
        // one thing named, or several: 『A』、『B』
        size_t e = i;
        while (true) {
          size_t b = term_before(e);
          if (b == e) break;
          if (const size_t wo = object_before(e); wo < b) b = wo;
          define(b, e);
          person(b, e);
          if (b < 2 || text_[b - 1] != U'、' || !is_closing(text_[b - 2]) || closing(text_[b]) == 0)
            break;
          e = b - 1;
        }
      }
    }
    // …を「入口」、…を「奥」とします
    for (const View w : {View(U"」とし"), View(U"』とし"), View(U"」とする"), View(U"』とする")}) {
      const size_t q = text_.find(w);
      const size_t b = q == text_.npos ? 0 : term_before(q + 1);
      if (b == 0 || b > q ||
          (text_[b - 1] != U'を' && (text_[b - 1] != U'の' || text_.find(U'を') > b)) ||
          figure(text_[b + 1]) ||
          !(rest(q + 1).starts_with(U"とします。") || rest(q + 1).starts_with(U"とする。")))
        continue;
      named_together(q + 1);
      define(b, q + 1);
      person(b, q + 1);
    }
    // 『X』は as the subject of a whole sentence, 『X』 alone; X:…, X=…
    if (closing(text_[0]) != 0 && text_[0] != U'(' && text_[0] != U'[') {
      size_t e = 1;
      while (e < text_.size() && text_[e] != closing(text_[0])) ++e;
      if (text_[0] == U'『' &&
          (e + 1 == text_.size() || (e + 1 < text_.size() && text_[e + 1] == U'は')))
        define(0, e + 1);
      else if (e + 1 < text_.size() && one_of(View(text_), e + 1, kind_) == 0 &&
               text_[e + 1] != U'の')
        gloss(1, e);
    }
    const size_t colon = text_.find(U':');
    if (colon != text_.npos && colon > 0 && colon <= 16 && !figure(text_[colon - 1])) {
      size_t e = colon;
      while (e > 0 && is_space(text_[e - 1])) --e;
      if (e <= 4 || term_before(e) == 0) {
        gloss(0, e);
        if (text_.size() - colon <= 12) gloss(colon + 1, text_.size());
      }
    }
    for (size_t i = 1; i < text_.size(); ++i)
      if (text_[i] == U'=') {
        size_t e = i;
        while (e > 0 && is_space(text_[e - 1])) --e;
        if (const size_t b = term_before(e); b < e) gloss(b, e);
      }
    for (const Mention& q : s_.quoted) {
      const size_t e = static_cast<size_t>(std::find(at_, at_ + text_.size(), q.at) - at_) +
                       decode(q.text).size();
      if (rest(e).starts_with(U"になり") || rest(e).starts_with(U"となり") ||
          (text_.ends_with(U"になります。") && rest(e).starts_with(U"、『")))
        gloss(e - decode(q.text).size() + 1, e - 1);
    }
    for (const View w :
         {View(U"になる。"), View(U"となる。"), View(U"になります。"), View(U"となります。"),
          View(U"になり、"), View(U"が発生する。"), View(U"が発生します。")}) {
      const size_t i = text_.find(w);
      if (i == text_.npos) continue;
      if (const size_t b = term_before(i); b < i) s_.becomes.push_back(cut(b, i));
    }
    // 幽霊コマ 3個: what belongs to the game; 道具札は、…使う札である: what kind of thing it is
    const std::vector<Run> runs = nouns(text_);
    if (!runs.empty() && runs[0].begin == 0) {
      const size_t e = runs[0].end;
      size_t k = e;
      while (k < text_.size() && is_space(text_[k])) ++k;
      size_t f = k;
      while (f < text_.size() && figure(text_[f])) ++f;
      if (k > e && f > k && f + 1 == text_.size() && is_kanji(text_[f])) gloss(0, e);
      const Run& last = runs.back();
      const View ends = rest(last.end), head = View(text_).substr(0, e),
                 kind = View(text_).substr(last.begin, last.end - last.begin);
      const bool is = ends == U"である。" || ends == U"です。" || ends == U"をいう。" ||
                      ends == U"をいいます。";
      if (e < text_.size() && text_[e] == U'は' && is && kind.size() < e && head.ends_with(kind))
        gloss(0, e);
      for (const View w : {View(U"札である。"), View(U"札です。"), View(U"カードです。"),
                           View(U"カードである。"), View(U"コマです。"), View(U"コマである。")})
        if (e < text_.size() && text_[e] == U'は' && text_.ends_with(w) &&
            head.ends_with(w.substr(0, w.find(U'で'))))
          gloss(0, e);
    }
    // A(B): another way to call it
    for (size_t i = 1; i < text_.size(); ++i)
      if (text_[i] == U'(') {
        size_t e = i + 1;
        while (e < text_.size() && e - i < 16 && (is_noun(text_[e]) || is_hiragana(text_[e]))) ++e;
        const bool whole = e < text_.size() && text_[e] == U')' && e - i >= 3;
        if (!whole && text_.find(U')', i) == text_.npos) continue;
        if (const size_t b = term_before(i); b < i && (whole || text_.find(U')', i) > i + 6)) {
          gloss(b, i);
          if (b > 1 && text_[b - 1] == U'の')
            if (const size_t bb = term_before(b - 1); bb < b - 1) gloss(bb, b - 1);
        }
        if (whole) gloss(i + 1, e);
        // 『アクティブプレイヤー』(AP)と呼ぶ: a sign to be used instead
        const bool sign = whole && e - i <= 6 &&
                          std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                      text_.begin() + static_cast<std::ptrdiff_t>(e), is_latin);
        if (sign && (rest(e + 1).starts_with(U"と呼") || rest(e + 1).starts_with(U"と略")))
          define(i + 1, e);
      }
    // いずれかの状態を取る, 構成される: what is listed in 『』 is told apart here
    const bool told = text_.find(U"いずれか") != text_.npos || text_.find(U"構成") != text_.npos ||
                      text_.find(U"2種類") != text_.npos || text_.find(U"3種類") != text_.npos;
    if (told)
      for (const Mention& q : s_.quoted)
        if (q.text.starts_with("『")) {
          const std::string inner = q.text.substr(3, q.text.size() - 6);
          s_.glossed.push_back(inner);
        }
  }

  /// No end within a word: out to where another kind of character begins.
  void whole_words(size_t& b, size_t& e) const {
    const auto kind = [](char32_t c) {
      return is_kanji(c) ? 1 : is_katakana(c) ? 2 : is_hiragana(c) ? 3 : is_latin(c) ? 4 : 5;
    };
    const auto same = [&](size_t i) {
      return kind(text_[i - 1]) == kind(text_[i]) && kind(text_[i]) != 5;
    };
    for (size_t n = 0; b > 0 && n < 10 && same(b); ++n) --b;
    for (size_t n = 0; e > 0 && e < text_.size() && n < 10 && same(e); ++n) ++e;
  }
  /// を選ぶ with what is chosen, 枚選択 with its number, and no comma at the end.
  void whole_choice(size_t& b, size_t& e) const {
    if (e > b && text_[e - 1] == U'、') --e;
    if (text_[b] == U'を' || text_[b] == U'か') {
      b = std::min(b, term_before(b));
      if (b > 1 && text_[b] == U'を' && is_noun(text_[b - 1])) {
        --b;
        while (b > 0 && figure(text_[b - 1])) --b;
        b = std::min(b, term_before(b));
      }  // 札1枚を
    }
    while (b > 0 && (figure(text_[b - 1]) || (figure(text_[b]) && is_noun(text_[b - 1])))) --b;
    if (b > 0 && (text_[b] == U'選' || figure(text_[b])) && text_[b - 1] == U'を')
      b = std::min(b - 1, term_before(b - 1));
    whole_words(b, e);
  }
  /// No bracket without its partner: out to the partner where it is near, else in behind it.
  void whole_brackets(size_t& b, size_t& e, size_t at) const {
    constexpr size_t kNear = 16;
    for (size_t i = b; i < e; ++i) {
      if (is_closing(text_[i])) {
        size_t k = i;
        while (k > 0 && i - k < kNear && closing(text_[k]) != text_[i]) --k;
        if (closing(text_[k]) == text_[i]) {
          b = std::min(b, k);
          continue;
        }
        if (i < at)
          b = i + 1;
        else
          e = i;
      } else if (closing(text_[i]) != 0) {
        size_t k = i;
        while (k + 1 < text_.size() && k - i < kNear && text_[k] != closing(text_[i])) ++k;
        if (text_[k] == closing(text_[i])) {
          e = std::max(e, k + 1);
          i = k;
          continue;
        }
        if (i >= at && i > b)
          e = i;
        else if (i < at)
          b = i + 1;
      }
    }
  }
  bool quoted_at(size_t i) const { return quoted_[i]; }
  static bool is_japanese(char32_t c) { return is_kanji(c) || is_katakana(c) || is_hiragana(c); }
  /// What no sentence of Japanese has: a noun before ます, a stem before こと, a particle twice,
  /// 同じ without its noun.
  void odd() {
    static constexpr View never[] = {
        U"をを",   U"のの",     U"にに",           U"るて",      U"いるの実", U"のすることで",
        U"はでい", U"できの",   U"と同じ、または", U"「」",      U"()",       U"、。",
        U"、、",   U"してます", U"してなけれ",     U"いてなけれ"};
    const auto add = [&](size_t b, size_t e) {
      const size_t at = b;
      b = b > 3 ? b - 3 : 0;
      e = std::min(e + 2, text_.size());
      whole_words(b, e);
      whole_brackets(b, e, at);
      s_.misprints.push_back({printed(b, e), at_[at]});
    };
    if (!text_.empty() && text_[0] == U'、') add(0, 1);
    for (size_t i = 0; i < text_.size(); ++i) {
      // 「…たとき?」
      if (i > 1 && text_[i] == U'?' && i + 1 < text_.size() && text_[i + 1] == U'」' &&
          is_hiragana(text_[i - 1]) && View(U"かのよね").find(text_[i - 1]) == View::npos)
        add(i, i + 1);
      if (quoted_at(i)) continue;
      if (const size_t n = one_of(View(text_), i, never)) {
        add(i, i + n);
        continue;
      }
      if (i > 1 && rest(i).starts_with(U"ます") && is_kanji(text_[i - 1]) &&
          is_kanji(text_[i - 2]) && text_[i - 1] != U'来')
        add(i, i + 2);
      if (i > 0 && rest(i).starts_with(U"こと") &&
          View(U"使出置引選払戻捨送").find(text_[i - 1]) != View::npos)
        add(i, i + 2);
      if (i + 3 == text_.size() && rest(i) == View(U"でき。")) add(i, i + 3);
      // アタッカーorディフェンダー: a small word of another language
      if (i > 0 && text_[i] >= U'a' && text_[i] <= U'z' && is_japanese(text_[i - 1])) {
        size_t e = i;
        while (e < text_.size() && text_[e] >= U'a' && text_[e] <= U'z') ++e;
        if (e - i > 1 && e - i < 5 && e < text_.size() && is_japanese(text_[e])) add(i, e);
      }
      // 、 バトル, 賢さ :賢: a blank that nothing asks for
      if (i > 0 && i + 1 < text_.size() && is_space(text_[i]) &&
          ((text_[i - 1] == U'、' && is_japanese(text_[i + 1])) ||
           (is_japanese(text_[i - 1]) && text_[i + 1] == U':')))
        add(i, i + 1);
      // 例え…ても: to compare, where たとえ is meant
      if (rest(i).starts_with(U"例え") && i + 2 < text_.size() &&
          View(U"ばるてたらよなます").find(text_[i + 2]) == View::npos &&
          (text_.find(U"としても", i) != text_.npos || text_.find(U"ても、", i) != text_.npos))
        add(i, i + 2);
      // 行うため条件: no の
      if (i > 0 && rest(i).starts_with(U"ため") && i + 2 < text_.size() &&
          (is_kanji(text_[i + 2]) || is_katakana(text_[i + 2])) &&
          View(U"るうくすつぬぶむぐた").find(text_[i - 1]) != View::npos)
        add(i, i + 2);
      // 力が含む, 引き継ぎされ, 「…」と記載以降: a particle or a verb that does not fit
      if (i > 0 && text_[i] == U'が' && is_noun(text_[i - 1]) && text_[i - 1] != U'ー')
        for (const View w : {View(U"含む"), View(U"割り当てます"), View(U"割り当てる")})
          if (rest(i + 1).starts_with(w)) add(i, i + 1 + w.size());
      for (const View w : {View(U"継ぎされ"), View(U"除きされ"), View(U"置きされ"),
                           View(U"戻しされ"), View(U"の中によって")})
        if (rest(i).starts_with(w)) add(i, i + w.size());
      if (rest(i).starts_with(U"」と") && i + 5 < text_.size() && is_kanji(text_[i + 2]) &&
          is_kanji(text_[i + 3]) && rest(i + 4).starts_with(U"以降"))
        add(i + 1, i + 6);
      // 捨て札に鳴ったり: なる by another kanji
      if (rest(i).starts_with(U"に鳴った") || rest(i).starts_with(U"に鳴りま") ||
          rest(i).starts_with(U"に鳴ります"))
        add(i + 1, i + 3);
      // 場の(置き場)に: nothing before the bracket
      if (rest(i).starts_with(U"の(")) {
        const size_t e = text_.find(U')', i);
        if (e != text_.npos && e - i < 10 && e + 1 < text_.size() &&
            View(U"にをへで").find(text_[e + 1]) != View::npos)
          add(i, i + 2);
      }
      // 「A」アイコン「B」アイコン: nothing between
      if (i > 1 && text_[i] == U'「' && is_noun(text_[i - 1])) {
        size_t b = i;
        while (b > 0 && is_noun(text_[b - 1])) --b;
        const size_t e = text_.find(U'」', i);
        if (b > 0 && text_[b - 1] == U'」' && e != text_.npos &&
            rest(e + 1).starts_with(View(text_).substr(b, i - b)))
          add(i, i + 1);
      }
      // この段階で…この時点で
      if (rest(i).starts_with(U"この時点で") &&
          View(text_).substr(0, i).find(U"この段階で") != View::npos)
        add(i, i + 5);
      // カード戻した: no particle
      if (i > 1 && is_katakana(text_[i - 1]) && is_katakana(text_[i - 2]) && i + 1 < text_.size() &&
          View(U"戻置引捨出").find(text_[i]) != View::npos &&
          View(U"しすいくてたっ").find(text_[i + 1]) != View::npos)
        add(i, i + 2);
      // フィールド出現した: no に
      if (i > 1 && is_katakana(text_[i - 1]) && is_katakana(text_[i - 2]))
        for (const View w : {View(U"出現した"), View(U"出現する"), View(U"配置された"),
                             View(U"配置した"), View(U"登場した"), View(U"登場する")})
          if (rest(i).starts_with(w)) add(i, i + 2);
      // 攻撃側も防御も
      if (i > 1 && rest(i).starts_with(U"側も"))
        for (const Run& r : nouns(text_))
          if (r.begin == i + 2 && rest(r.end).starts_with(U"も") && text_[r.end - 1] != U'側' &&
              r.end - r.begin == 2)
            add(r.begin, r.end);
    }
    // とは、…できます: no noun that says what it is
    if (const size_t is = text_.find(U"とは、"); is != text_.npos && text_.ends_with(U"できます。"))
      add(is, is + 2);
  }
  /// Lots decide, nobody chooses.
  bool chance() const {
    return text_.find(U"コイントス") != text_.npos || text_.find(U"じゃんけん") != text_.npos ||
           text_.find(U"ジャンケン") != text_.npos || text_.find(U"サイコロ") != text_.npos ||
           text_.find(U"くじ") != text_.npos;
  }

  void choices() {
    for (size_t i = 0; i < text_.size(); ++i) {
      if (one_of(View(text_), i, kNoChoice) != 0) continue;
      const size_t n = one_of(View(text_), i, kChoice);
      if (n == 0 || quoted_at(i) || chance()) continue;
      if (text_[i] == U'(' && text_.find(U"または") == text_.npos &&
          text_.find(U"もしくは") == text_.npos)
        continue;  // what may be done; with an alternative somebody chooses
      const View after = rest(i + n);
      const bool told = (text_[i + n - 1] == U'ぶ' || text_[i + n - 1] == U'る') &&
                        !after.empty() && after[0] != U'。' && after[0] != U'、' &&
                        after[0] != U')';  // 選ぶ効果, 選ぶとき
      const bool condition = after.find(U"場合") != after.npos ||
                             after.find(U"とき") != after.npos ||
                             after.find(U"できません") != after.npos;
      size_t b = i, e = i + n;
      whole_choice(b, e);
      if (!told && !condition) s_.choice.push_back({printed(b, e), at_[b]});
    }
    odd();
    for (const View p : kPersons)
      if (text_.find(p) != text_.npos) s_.persons.push_back(encode(p));
    for (const std::string& p : called_)
      if (!base::contains(s_.persons, p)) s_.persons.push_back(p);
  }

  /// A・B・Cなど
  void open_list(size_t i, size_t n) {
    size_t b = i, dots = 0;
    while (b > 0 && i - b < 40 && text_[b - 1] != U'。' && text_[b - 1] != U'、' &&
           closing(text_[b - 1]) != U')') {
      --b;
      dots += text_[b] == U'・';
    }
    const size_t kShown = 24;  // characters: whole members, from the end
    size_t k = b;
    while (i + n - k > kShown && k < i) {
      const size_t dot = text_.find(U'・', k);
      if (dot == text_.npos || dot >= i) break;
      k = dot + 1;
    }
    if (dots >= 2) s_.marks.push_back({(k > b ? "…" : "") + printed(k, i + n), at_[i]});
  }
  /// 次の自分の番の前に, 次の時まで: the one that comes next, not what is listed below.
  bool upcoming(size_t b, size_t e) const {
    const View what = View(text_).substr(b, e - b), after = rest(e);
    for (const View w : {View(U"自分"), View(U"相手")})
      if (what.starts_with(w)) return true;
    if (what == U"時" || what == U"とき" || what.find(U"まで") != View::npos) return true;
    static constexpr View shown[] = {U"に分", U"に従", U"に示", U"に挙",   U"に記",
                                     U"に書", U"に述", U"に定", U"に当て", U"に該当"};
    const bool moment =
        !what.empty() &&
        (what.size() > 1 || View(U"夜朝昼晩日番").find(what.back()) != View::npos) &&
        View(U"番前後間時め夜朝昼晩日").find(what.back()) != View::npos && what != U"順番";
    return moment && (after.starts_with(U"に") || after.starts_with(U"は")) &&
           one_of(View(text_), e, shown) == 0;
  }
  void lists() {
    for (size_t i = 0; i < text_.size(); ++i) {
      size_t n = one_of(View(text_), i, kMarks);
      if (n == 0) {
        n = one_of(View(text_), i, kHedges);
        if (n > 0 && text_[i + n - 1] == U'、') --n;
        if (n > 0 && text_[i] == U'主' && text_.find(U"ための", i) != text_.npos) n = 0;
      }
      if (n > 0) {
        s_.marks.push_back({printed(i, i + n), at_[i]});
        i += n - 1;
        continue;
      }
      if (rest(i).starts_with(U"など") || (text_[i] == U'等' && i > 0 && !is_kanji(text_[i - 1])))
        open_list(i, text_[i] == U'等' ? 1 : 2);
      n = one_of(View(text_), i, kAnnounce);
      if (n == 0 || (i > 0 && figure(text_[i - 1])) || rest(i + n).starts_with(U"ターン") ||
          rest(i + n).starts_with(U"プレ") || rest(i + n).starts_with(U"番"))
        continue;
      // 守り以下の: compared with what stands before
      if (i > 0 &&
          (text_[i] == U'下'
               ? is_noun(text_[i - 1])
               : text_[i] == U'以' && (is_noun(text_[i - 1]) ||
                                       (i > 1 && is_kanji(text_[i - 2]) &&
                                        View(U"りきみちいえ").find(text_[i - 1]) != View::npos))))
        continue;
      size_t e = i + n;
      while (e < text_.size() && e - i < 24 && View(U"、。はがをに").find(text_[e]) == View::npos)
        ++e;
      if (text_[i] == U'次' && upcoming(i + n, e)) continue;
      s_.announces.push_back({printed(i, e), at_[i]});
    }
    // 全部で6種類, 6つの種類
    for (size_t i = 0; i < text_.size(); ++i) {
      if (!figure(text_[i]) || (i > 0 && figure(text_[i - 1]))) continue;
      size_t e = i;
      while (e < text_.size() && figure(text_[e])) ++e;
      if (e - i > 2 || !(rest(e).starts_with(U"種類") || rest(e).starts_with(U"つの"))) continue;
      s_.announces.push_back({printed(i, std::min(e + 4, text_.size())), at_[i]});
    }
  }

  /// Nouns with this mark between them, three or more: A・B・C.
  template <class F>
  void joined(char32_t mark, F&& use) {
    for (size_t i = 0; i < text_.size();) {
      std::vector<std::string> parts;
      size_t k = i;
      while (k < text_.size() && is_noun(text_[k])) {
        size_t e = k;
        while (e < text_.size() && is_noun(text_[e])) ++e;
        parts.push_back(cut(k, e));
        k = e;
        if (e + 1 >= text_.size() || text_[e] != mark) break;
        k = e + 1;
      }
      if (parts.size() > 2) use(std::move(parts));
      i = std::max(k, i + 1);
    }
  }

  void enumerations() {
    joined(U'・', [&](std::vector<std::string> parts) { s_.lists.push_back(std::move(parts)); });
    s_.closes = text_.back() == U'。';
    for (const View w : {View(U"ただし"), View(U"を除"), View(U"以外"), View(U"ない限り"),
                         View(U"例外"), View(U"除く"), View(U"一部の"), View(U"ことがあ")})
      s_.excepted = s_.excepted || text_.find(w) != text_.npos;
  }

  /// a<b<a: no circle that anybody means.
  static bool two_round(const std::vector<std::string>& parts) {
    return parts.size() == 3 && parts[0] == parts[2];
  }
  void chain() {
    joined(U'<', [&](std::vector<std::string> parts) {
      if (two_round(s_.chain)) return;
      if (two_round(parts) || parts.size() > s_.chain.size()) s_.chain = std::move(parts);
    });
  }

  const View raw_;
  const Spot* at_;
  const Chars text_;
  const std::vector<std::string>& titles_;
  std::vector<Run> referred_;
  std::vector<std::string> called_;  ///< words for a player, said here
  std::vector<bool> quoted_;         ///< by character: within a quotation, behind its first bracket
  Sentence s_;
  static constexpr View done_[] = {U"した", U"され", U"でき", U"ができ"};
  static constexpr View kind_[] = {
      U"アイコン", U"このアイコン", U"状態",  U"能力",
      U"効果",     U"カード",       U"タイプ"};  // 「攻」アイコン: a name, and what kind of thing
                                                 // has it
  static constexpr View put_[] = {
      U"に置",   U"へ置",     U"に送",   U"へ送",   U"に加え",     U"に戻",     U"へ戻",
      U"に出",   U"へ出",     U"に移",   U"へ移",   U"からカード", U"の一番上", U"の上から",
      U"の上に", U"における", U"にする", U"にして", U"にし、",     U"にします"};
  static constexpr View particle_[] = {U"の",   U"を",   U"が",   U"は",   U"に",
                                       U"へ",   U"と",   U"で",   U"も",   U"や",
                                       U"から", U"まで", U"より", U"だけ", U"である"};
  static constexpr View cannot_[] = {U"ができな", U"できな", U"ができて", U"されな", U"しな"};
};

}  // namespace

Sentence facts(const Print& print, size_t begin, size_t end,
               const std::vector<std::string>& title) {
  return Reader(print, begin, end, title).read();
}

}  // namespace hanrei::audit::reader
