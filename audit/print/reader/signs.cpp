// Turns of phrase: grammar of Japanese rules, with the words in it. No sentence is kept.
#include <algorithm>
#include <array>

#include "audit/print/reader/sign_reader.h"

namespace hanrei::audit::reader {
namespace {

using View = std::u32string_view;
using Is = Sign::Is;

constexpr std::string_view kNames[] = {
    "counts",     "happens",    "begins",    "moment",  "act",      "listed",   "chain",
    "deed",       "last",       "again",     "done-if", "if",       "range",    "sum",
    "sum-both",   "circular",   "doing",     "bound",   "at-least", "same",     "within",
    "limit",      "unscoped",   "ban",       "greater", "equal",    "less",     "not-done",
    "done",       "none-given", "given",     "symbol",  "whose",    "cannot",   "alias",
    "bare",       "outcome",    "edge",      "used",    "icon",     "of-two",   "freely",
    "barred",     "mark",       "fits",      "only",    "enters",   "turned",   "spelled",
    "unstopped",  "ordered",    "joined",    "grant",   "treated",  "form",     "per-turn",
    "mixed",      "capped",     "topped",    "reaches", "leaves",   "more",     "fewer",
    "even",       "polite",     "plain",     "stem",    "formula",  "pays",     "together",
    "whole",      "hidden",     "may",       "lost",    "from",     "suitable", "varies",
    "lapses",     "on-stop",    "this-case", "at-once", "attached", "departs",  "orders",
    "phase-ends", "often",      "unlinked",  "written", "counted",  "reserved", "back-to",
    "points",     "handled",    "glued",     "acts",    "facing",   "personal"};
static_assert(std::size(kNames) == static_cast<size_t>(Is::Personal) + 1);

constexpr size_t kPhrase = 28;  ///< the longest phrase, in characters
constexpr View kCounters = U"枚体個回度人つ";
constexpr View kPersons[] = {U"自分", U"相手",       U"互い",       U"両",       U"各",
                             U"片方", U"プレイヤー", U"プレーヤー", U"それぞれ", U"持ち主"};

class Signs : SignReader {
 public:
  Signs(View text, const Spot* at, const std::vector<Run>& nouns)
      : SignReader(text, at, nouns, 200) {}

  std::vector<Sign> read() {
    if (t_.empty()) return {};
    happenings();
    moments();
    deeds();
    conditions();
    chains();
    numbers();
    definitions();
    aliases();
    values();
    enumerations();
    symbols();
    outcomes();
    uses();
    turns();
    compared();
    leave();
    unstopped();
    if (has(U"混ぜ") || has(U"まぜ") || has(U"よく切") || has(U"を切り") || has(U"を切っ") ||
        has(U"を切る") || has(U"切り混"))
      add(Is::Mixed, "", "", 0);
    for (Sign& s : spellings(t_, at_)) out_.push_back(std::move(s));
    for (Sign& s : contrasts(t_, at_, nouns_)) out_.push_back(std::move(s));
    for (Sign& s : claims(t_, at_, nouns_)) out_.push_back(std::move(s));
    for (Sign& s : openings(t_, at_, nouns_)) out_.push_back(std::move(s));
    for (Sign& s : pointers(t_, at_, nouns_)) out_.push_back(std::move(s));
    return std::move(out_);
  }

 private:
  template <size_t N>
  bool any(const std::array<View, N>& words) const {
    return std::ranges::any_of(words, [&](View w) { return has(w); });
  }
  /// The noun that ends at e, also in brackets of quotation; its beginning, or e.
  size_t name_before(size_t e) const {
    if (e > 1 && (t_[e - 1] == U'」' || t_[e - 1] == U'』')) {
      const size_t b = t_.rfind(t_[e - 1] == U'」' ? U'「' : U'『', e - 1);
      return b == View::npos || e - b > 20 ? e : b;
    }
    for (const Run& r : nouns_)
      if (r.end == e) return r.begin;
    return e;
  }
  std::string noun_to(size_t e) const {
    size_t b = name_before(e);
    if (b < e && closing(t_[b]) != 0) {
      ++b;
      --e;
    }
    return cut(b, e);
  }
  /// 支払い方法: with the kana inside and what stands before it.
  std::string object_to(size_t e) const {
    size_t b = name_before(e);
    if (b > 1 && one_of(t_[b - 1], U"いりしきみち") && is_kanji(t_[b - 2])) {
      --b;
      while (b > 0 && is_kanji(t_[b - 1])) --b;
    }
    return cut(b, e);
  }
  bool in_window(size_t i) const {
    const size_t open = t_.rfind(U'《', i), close = t_.rfind(U'》', i);
    return open != View::npos && (close == View::npos || close < open);
  }
  size_t end_of_sentence() const { return t_.back() == U'。' ? t_.size() - 1 : t_.size(); }

  void happenings() {
    for (const View w : {View(U"したと見な"), View(U"したとみな"), View(U"したものと見な"),
                         View(U"したものとみな")})
      each(w, [&](size_t b, size_t) {
        if (name_before(b) < b) add(Is::Counts, noun_to(b), "", b);
      });
    const size_t e = end_of_sentence();
    for (const View w : {View(U"の発生"), View(U"が発生する"), View(U"が発生します")})
      if (t_.substr(0, e).ends_with(w) && name_before(e - w.size()) < e - w.size())
        add(Is::Happens, noun_to(e - w.size()), "", e - w.size());
    const bool goes = t_.substr(0, e).ends_with(U"行われます") ||
                      t_.substr(0, e).ends_with(U"行います") ||
                      t_.substr(0, e).ends_with(U"行う") || t_.substr(0, e).ends_with(U"行われる");
    if (goes)
      each(U"が発生し", [&](size_t b, size_t f) {
        if (name_before(b) < b && (one_of(t_[std::min(f, t_.size() - 1)], U"たて")))
          add(Is::Begins, noun_to(b), "", b);
      });
  }

  /// Noun, particle, verb, before a noun of time: 札を使用する場合.
  void moments() {
    for (const View w : {View(U"場合"), View(U"とき"), View(U"たび")})
      each(w, [&](size_t b, size_t e) {
        if (in_window(b) || b == 0 || !one_of(t_[b - 1], U"るたうくすつぬぶむぐだ")) return;
        size_t p = b - 1;
        while (p > 0 && b - p < 12 && !one_of(t_[p], U"を、。")) --p;
        if (t_[p] != U'を') return;
        const size_t n = name_before(p);
        if (n < p && e - n <= kPhrase) add(Is::Moment, cut(n, e), cut(n, p), n);
      });
    each(U"アクション", [&](size_t b, size_t) {
      if (b < 3 || !one_of(t_[b - 1], U"るうくすつぬぶむぐ") || in_window(b)) return;
      size_t p = b - 1;
      while (p > 0 && b - p < 12 && !one_of(t_[p], U"を、。")) --p;
      if (t_[p] != U'を') return;
      const size_t n = name_before(p);
      if (n < p) add(Is::Act, cut(n, b), cut(n, p), n);
    });
    if (t_.size() <= 20 && one_of(t_.back(), U"るうくすつぬぶむぐ")) {
      const size_t p = t_.find(U'を');
      if (p != View::npos && p > 1 && name_before(p) == 0 && t_.find(U'を', p + 1) == View::npos &&
          !has(U"、"))
        add(Is::Listed, cut(0, t_.size()), cut(0, p), 0);
    }
  }

  void deeds() {
    for (const View v :
         {View(U"指定"), View(U"宣言"), View(U"決定"), View(U"算出"), View(U"選択")}) {
      each(v, [&](size_t b, size_t e) {
        const bool doing = b > 0 && t_[b - 1] == U'を' &&
                           (rest(e).starts_with(U"する") || rest(e).starts_with(U"し、") ||
                            rest(e).starts_with(U"します"));
        const bool noun = b > 0 && t_[b - 1] == U'の' && (e == end_of_sentence());
        if ((doing || noun) && name_before(b - 1) < b - 1)
          add(Is::Deed, object_to(b - 1), encode(v), b);
      });
    }
    const size_t e = end_of_sentence();
    for (const View w : {View(U"する"), View(U"します")})
      if (t_.substr(0, e).ends_with(w)) {
        const size_t v = e - w.size();
        size_t b = v;
        while (b > 0 && is_kanji(t_[b - 1])) --b;
        if (b < v && b > 0 && t_[b - 1] == U'を') add(Is::Last, cut(b, v), "", b);
      }
    each(U"できな", [&](size_t b, size_t) {
      size_t v = b;
      if (v > 0 && t_[v - 1] == U'が') --v;
      size_t k = v;
      while (k > 0 && is_kanji(t_[k - 1])) --k;
      if (k < v && !rest(b).starts_with(U"できなかった")) add(Is::Cannot, cut(k, v), "", k);
    });
    if (t_[0] == U'再') {
      size_t k = 1;
      while (k < t_.size() && is_kanji(t_[k])) ++k;
      if (k > 1 && (rest(k).starts_with(U"でき") || rest(k).starts_with(U"し") ||
                    rest(k).starts_with(U"され")))
        add(Is::Again, cut(1, k), "", 0);
    }
  }

  void conditions() {
    static constexpr std::array<View, 9> ifs = {U"場合",     U"とき",     U"れば",
                                                U"なら",     U"限り",     U"任意",
                                                U"てもよい", U"かどうか", U"ことができ"};
    if (any(ifs)) add(Is::If, "", "", 0);
    each(U"手順[", [&](size_t b, size_t e) {
      size_t k = e;
      while (k < t_.size() && figure(t_[k])) ++k;
      if (k == e || k - e > 3 || !rest(k).starts_with(U"]で")) return;
      const size_t stop = std::min(t_.find(U'、', k), t_.size());
      if (t_.substr(k, stop - k).ends_with(U"した場合")) add(Is::DoneIf, cut(e, k), "", b);
    });
    each(U"手順[", [&](size_t b, size_t e) {
      size_t k = e;
      while (k < t_.size() && figure(t_[k])) ++k;
      if (!(k + 1 < t_.size() && t_[k] == U']' && one_of(t_[k + 1], U"〜~～-"))) return;
      size_t m = k + 2;
      if (rest(m).starts_with(U"手順")) m += 2;
      if (m >= t_.size() || t_[m] != U'[') return;
      size_t n = m + 1;
      while (n < t_.size() && figure(t_[n])) ++n;
      if (n > m + 1 && n - m < 5 && k - e < 4) add(Is::Range, cut(e, k), cut(m + 1, n), b);
    });
    each(U"を行わなかった場合", [&](size_t b, size_t) {
      if (name_before(b) < b) add(Is::NotDone, noun_to(b), "", b);
    });
    for (const View w : {View(U"を行った場合"), View(U"を行ったとき"), View(U"を行えば")})
      each(w, [&](size_t b, size_t) {
        if (name_before(b) < b) add(Is::Done, noun_to(b), "", b);
      });
    static constexpr std::array<View, 4> greater = {U"が高ければ", U"が大きければ", U"を上回れば",
                                                    U"が高い場合"},
                                         equal = {U"が同じ場合", U"が同じ数値", U"同値", U"が等し"};
    static constexpr std::array<View, 8> less = {U"が低",     U"が小さ",     U"下回",
                                                 U"上回らな", U"でない場合", U"高い方",
                                                 U"大きい方", U"そうでな"};
    if (any(greater)) add(Is::Greater, "", "", 0);
    if (any(equal)) add(Is::Equal, "", "", 0);
    if (any(less)) add(Is::Less, "", "", 0);
    ban();
  }

  void ban() {
    static constexpr std::array<View, 4> after = {U"たあと", U"た後", U"たとしても", U"ても、"},
                                         cannot = {U"できません", U"できない", U"せません",
                                                   U"れません"},
                                         span = {U"ターン", U"中は", U"まで", U"まえ"};
    for (const View w : {View(U"新たに"), View(U"再び")}) {
      const size_t i = t_.find(w);
      if (i != View::npos && any(after) && any(cannot) && !any(span))
        add(Is::Ban, encode(w), "", i);
    }
  }

  /// A, AのB, AのBのC: nouns (今 and 札 too) with の between them, and what follows.
  void chains() {
    for (size_t i = 0; i < t_.size();) {
      if (!is_noun(t_[i]) || figure(t_[i])) {
        ++i;
        continue;
      }
      size_t e = i, links = 0;
      while (true) {
        while (e < t_.size() && is_noun(t_[e])) ++e;
        if (e + 1 < t_.size() && t_[e] == U'の' && is_noun(t_[e + 1])) {
          ++e;
          ++links;
          continue;
        }
        break;
      }
      if (links > 0 && e - i <= kPhrase &&
          !(e < t_.size() && is_hiragana(t_[e]) && is_kanji(t_[e - 1]) &&
            one_of(t_[e], U"いきしちみりえけせてれうくすつるっ")))
        add(Is::Chain, cut(i, e), follow(e), i);
      if (links == 0 && (i == 0 || t_[i - 1] != U'の')) bare(i, e);
      if (links == 0 && e - i > 1 && e < t_.size() && one_of(t_[e], U"にへ") && e + 1 < t_.size() &&
          is_kanji(t_[e + 1]))
        add(Is::Chain, cut(i, e), follow(e), i);
      i = e;
    }
  }
  /// 場にあるとき: whose is not said.
  void bare(size_t i, size_t e) {
    if (!(rest(e).starts_with(U"にある") || rest(e).starts_with(U"にい") ||
          rest(e).starts_with(U"に存在")))
      return;
    const size_t stop = std::min(t_.find(U'、', e), t_.size());
    const View part = t_.substr(e, stop - e);
    if (part.ends_with(U"とき") || part.ends_with(U"場合")) add(Is::Bare, cut(i, e), "に", i);
  }
  std::string follow(size_t e) const {
    return e + 1 < t_.size() && is_hiragana(t_[e]) && is_kanji(t_[e + 1]) ? cut(e, e + 2) : "";
  }

  void numbers() {
    // 3枚まで, 1枚しか, 1体のみ
    static constexpr std::array<View, 14> scopes = {
        U"1ターンに", U"ターン中", U"につき", U"自分",       U"相手", U"各",   U"デッキに",
        U"それぞれ",  U"全体",     U"互い",   U"プレイヤー", U"合計", U"以上", U"そのターン"};
    for (size_t i = 0; i < t_.size(); ++i) {
      if (!figure(t_[i]) || (i > 0 && (figure(t_[i - 1]) || is_latin(t_[i - 1])))) continue;
      const size_t e = figures(i);
      if (e >= t_.size() || !one_of(t_[e], kCounters) || e - i > 3) continue;
      const View after = rest(e + 1);
      if (!(after.starts_with(U"まで") || after.starts_with(U"しか") || after.starts_with(U"のみ")))
        continue;
      const size_t topic = t_.substr(0, i).rfind(U'は');
      size_t n = topic == View::npos ? 0 : topic;
      std::string noun = n > 0 && name_before(n) < n ? noun_to(n) : "";
      const size_t object = t_.substr(0, i).rfind(U'を');
      if (noun.empty() && object != View::npos && name_before(object) < object) {
        n = object;
        noun = noun_to(object);
      }
      if (n > 0 && name_before(n) > 3 && t_.substr(0, name_before(n)).ends_with(U"同じ名前の"))
        noun = "同じ名前の" + noun;
      add(Is::Limit, noun.empty() ? "-" : noun, cut(i, e + 1), i);
      if (!any(scopes) && has(U"同じ") && has(U"しか") && !has(U"入れ") && !has(U"体に") &&
          !has(U"枚に"))
        add(Is::Unscoped, cut(i, std::min(e + 3, t_.size())), "", i);
    }
    each(U"何", [&](size_t b, size_t e) {
      if (e < t_.size() && one_of(t_[e], U"枚体") && (rest(e + 1).starts_with(U"でも")))
        add(Is::Limit, "-", cut(b, e + 1), b);
    });
  }

  void definitions() {
    for (const View w : {View(U"』と呼"), View(U"』といい"), View(U"』という")})
      each(w, [&](size_t e, size_t) {
        const size_t b = t_.rfind(U'『', e);
        if (b == View::npos || b < 2 || t_[b - 1] != U'を') return;
        const View term = t_.substr(b + 1, e - b - 1), before = t_.substr(0, b - 1);
        const size_t start = std::min(
            before.rfind(U'、') == View::npos ? 0 : before.rfind(U'、') + 1, before.size());
        if (dense(before.substr(start)) == dense(term) && !term.empty())
          add(Is::Circular, encode(term), "", b);
      });
    const size_t e = end_of_sentence();
    for (const View w :
         {View(U"を行うことを指します"), View(U"を行うことです"), View(U"をすることです"),
          View(U"を行うことをいいます"), View(U"を行うことを言います")})
      if (t_.substr(0, e).ends_with(w)) {
        const size_t b = e - w.size();
        if (name_before(b) < b) add(Is::Doing, noun_to(b), "", b);
      }
    // 場に存在する…は『X』として扱われ
    each(U"』として", [&](size_t q, size_t) {
      const size_t b = t_.rfind(U'『', q);
      if (b == View::npos || b == 0 || t_[b - 1] != U'は') return;
      for (const View w : {View(U"に存在する"), View(U"にある"), View(U"に置かれた")}) {
        const size_t z = t_.substr(0, b).find(w);
        if (z != View::npos && name_before(z) == 0) add(Is::Within, cut(b + 1, q), noun_to(z), b);
      }
    });
  }
  /// Without する and particles: ドローする効果, ドロー効果.
  static std::string dense(View v) {
    std::string out = encode(v);
    for (const std::string_view w : {"する", "『", "』"})
      for (size_t i; (i = out.find(w)) != out.npos;) out.erase(i, w.size());
    return out;
  }

  /// Names given in passing.
  void aliases() {
    for (size_t i = 1; i < t_.size(); ++i) {
      if (t_[i] == U'(' && is_noun(t_[i - 1])) {
        size_t e = i + 1;
        bool katakana = false, all = true;
        while (e < t_.size() && t_[e] != U')') {
          katakana = katakana || is_katakana(t_[e]);
          all = all && (is_katakana(t_[e]) || is_latin(t_[e]));
          ++e;
        }
        if (e < t_.size() && all && katakana && !figure(t_[i + 1]) && e - i > 3 && e - i < 16)
          add(Is::Alias, cut(i + 1, e), "", i + 1);
      }
      if (t_[i] == U'」' &&
          (rest(i + 1).starts_with(U"になり、") || rest(i + 1).starts_with(U"となり、"))) {
        const size_t b = t_.rfind(U'「', i);
        if (b != View::npos && i - b < 16 && i - b > 3 &&
            std::all_of(t_.begin() + static_cast<std::ptrdiff_t>(b) + 1,
                        t_.begin() + static_cast<std::ptrdiff_t>(i),
                        [](char32_t c) { return is_noun(c) || c == U'・'; }))
          add(Is::Alias, cut(b + 1, i), "", b);
      }
    }
  }

  void values() {
    for (const View w : {View(U"以下の値をと"), View(U"以上の値はと"), View(U"以下の値はと"),
                         View(U"以上の値をと")})
      each(w, [&](size_t b, size_t e) {
        const size_t topic = t_.substr(0, b).rfind(U'は');
        if (topic == View::npos || name_before(topic) == topic ||
            rest(e).starts_with(U"ることがあ"))
          return;
        const bool never = rest(e).starts_with(U"りません") || rest(e).starts_with(U"らない");
        size_t f = b;
        while (f > 0 && is_noun(t_[f - 1])) --f;
        add(Is::Bound, noun_to(topic),
            std::string(never ? "!" : "") + (w[1] == U'下' ? "<=" : ">=") + cut(f, b), b);
      });
    each(U"以上", [&](size_t b, size_t e) {
      if (b == 0 || !figure(t_[b - 1])) return;
      size_t f = b;
      while (f > 0 && figure(t_[f - 1])) --f;
      if (f > 0 && t_[f - 1] == U'が' && name_before(f - 1) < f - 1)
        add(Is::AtLeast, noun_to(f - 1), cut(f, b), f);
      if (e + 1 < t_.size() && t_[e] == U'の')
        for (const Run& r : nouns_)
          if (r.begin == e + 1) add(Is::AtLeast, cut(r.begin, r.end), cut(f, b), f);
    });
    each(U"と同じ値の", [&](size_t b, size_t e) {
      for (const Run& r : nouns_)
        if (r.begin == e && name_before(b) < b) add(Is::Same, cut(r.begin, r.end), noun_to(b), b);
    });
    for (const View w : {View(U"の表記がない場合"), View(U"の記載がない場合"),
                         View(U"の表記がなければ"), View(U"が記載されていない場合")})
      each(w, [&](size_t b, size_t) {
        if (name_before(b) < b) add(Is::NoneGiven, noun_to(b), "", b);
      });
    each(U"が記載されている場合", [&](size_t b, size_t) {
      // 「A(…)」と「B」が
      for (size_t e = b; name_before(e) < e;) {
        std::string noun = noun_to(e);
        add(Is::Given, noun.substr(0, noun.find('(')), "", name_before(e));
        const size_t before = name_before(e);
        if (before < 2 || t_[before - 1] != U'と') break;
        e = before - 1;
      }
    });
    const size_t arrow = t_.find(U'→');
    if (arrow != View::npos && arrow > 1) {
      const auto sum = [](View v) {
        for (size_t i = 0; i + 1 < v.size(); ++i)
          if (one_of(v[i], U"+-−＋") && figure(v[i + 1])) return true;
        return false;
      };
      const bool left = sum(t_.substr(0, arrow)), right = sum(t_.substr(arrow));
      if (right) add(left ? Is::SumBoth : Is::Sum, "", "", arrow);
    }
  }

  /// 自分のA、自分のB、C
  void enumerations() {
    struct Part {
      std::string owner, noun;
      size_t at;
    };
    std::vector<Part> run;
    const auto end = [&] {
      for (const View who : {View(U"自分の"), View(U"相手の")}) {
        const std::string w = encode(who);
        const auto owned = std::ranges::count_if(run, [&](const Part& p) { return p.owner == w; });
        if (run.size() >= 3 && owned + 1 == static_cast<std::ptrdiff_t>(run.size()))
          for (const Part& p : run)
            if (p.owner.empty()) add(Is::Whose, p.noun, w, p.at);
      }
      run.clear();
    };
    for (size_t i = 0; i < t_.size();) {
      std::string owner;
      size_t k = i;
      if (rest(i).starts_with(U"自分の") || rest(i).starts_with(U"相手の")) {
        owner = cut(i, i + 3);
        k = i + 3;
      }
      size_t e = k;
      while (e < t_.size() && is_noun(t_[e])) ++e;
      if (e == k) {
        end();
        ++i;
        continue;
      }
      run.push_back({owner, cut(k, e), i});
      if (e < t_.size() && one_of(t_[e], U"、・")) {
        i = e + 1;
        continue;
      }
      end();
      i = e;
    }
    end();
  }

  /// [W], and W alone: one letter, or the same letter again (WW).
  void symbols() {
    for (size_t i = 0; i < t_.size(); ++i) {
      if (t_[i] < U'A' || t_[i] > U'Z' || (i > 0 && is_latin(t_[i - 1]))) continue;
      size_t e = i + 1;
      while (e < t_.size() && t_[e] == t_[i]) ++e;
      if (e < t_.size() && is_latin(t_[e])) continue;
      const bool bracket = i > 0 && t_[i - 1] == U'[' && e < t_.size() && t_[e] == U']';
      if (bracket || e - i <= 2) add(Is::Symbol, cut(i, i + 1), bracket ? "[" : "", i);
    }
  }

  bool persons() const {
    return std::ranges::any_of(kPersons, [&](View w) { return has(w); }) || has(U"者");
  }

  /// …した場合敗北する。 0以下の場合0として
  void outcomes() {
    const View whole = t_.substr(0, end_of_sentence());
    static constexpr std::array<View, 12> ends = {
        U"敗北する",       U"敗北します", U"敗北となる",     U"敗北となります",
        U"敗北です",       U"負けになる", U"負けになります", U"負けとなる",
        U"負けとなります", U"勝利する",   U"勝利します",     U"勝利となります"};
    for (const View w : ends)
      if (whole.ends_with(w) && !persons())
        add(Is::Outcome, encode(w), "", whole.size() - w.size());
    each(U"以下", [&](size_t b, size_t e) {
      size_t k = b > 0 && one_of(t_[b - 1], kCounters) ? b - 1 : b;  // 0枚以下
      const size_t last = k;
      while (k > 0 && figure(t_[k - 1])) --k;
      const View number = t_.substr(k, last - k);
      if (number.empty() || number.size() > 3 || (k > 0 && one_of(t_[k - 1], U"-−+"))) return;
      for (size_t i = e; (i = t_.find(number, i)) != View::npos; ++i)
        if (!figure(t_[i - 1]) && rest(i + number.size() + (b - last)).starts_with(U"として")) {
          add(Is::Edge, cut(k, e), encode(number), k);
          return;
        }
    });
  }

  /// One act on one kind of thing, by its verb; この札, 赤い札 and 札 are one kind.
  void uses() {
    static constexpr std::array<View, 5> verbs = {U"使用", U"プレイ", U"発動", U"実行", U"適用"};
    static constexpr std::array<View, 6> kinds = {U"カード", U"テキスト",   U"効果",
                                                  U"能力",   U"アクション", U"スキル"};
    for (size_t i = 1; i + 1 < t_.size(); ++i) {
      if (!one_of(t_[i], U"をの")) continue;
      const View after = rest(i + 1);
      std::string verb;
      for (const View v : verbs)
        if (after.starts_with(v) && (after.size() == v.size() || !is_noun(after[v.size()])))
          verb = encode(v);
      if (t_[i] == U'を' && after.size() > 1 && after[0] == U'使' &&
          one_of(after[1], U"いうえっわ"))
        verb = "使用";
      if (verb.empty() || name_before(i) == i) continue;
      const View noun = t_.substr(name_before(i), i - name_before(i));
      for (const View k : kinds)
        if (noun.ends_with(k)) {
          add(Is::Used, encode(k), verb, i + 1);
          break;
        }
    }
    if (t_[0] == U'「') {
      const size_t e = t_.find(U'」');
      if (e != View::npos && e > 1 && e < 12 && rest(e + 1).starts_with(U"このアイコン"))
        add(Is::Icon, cut(1, e), "", 0);
    }
    each(U"対応", [&](size_t b, size_t e) {
      for (const View w : {View(U"する"), View(U"している"), View(U"した")})
        if (rest(e).starts_with(w) && e + w.size() < t_.size() &&
            (is_noun(t_[e + w.size()]) || t_[e + w.size()] == U'、'))
          add(Is::Fits, "対応する", "", b);
    });
    for (size_t i = 0; i + 1 < t_.size(); ++i)
      if (one_of(t_[i], U"★☆◆◇♠♥♦♣▲△") && !(i == 0 && !one_of(t_[i], U"★☆")))
        if (figure(t_[i + 1]) || one_of(t_[i + 1], U"のはがを"))
          add(Is::Mark, cut(i, i + 1), "", i);
  }

  void turns() {
    static constexpr std::array<View, 3> down = {U"裏", U"ウラ", U"うら"},
                                         up = {U"表", U"オモテ", U"おもて"};
    const auto look = [&](const auto& words, const char* to) {
      for (const View w : words)
        each(w, [&](size_t b, size_t e) {
          if (rest(e).starts_with(U"向き"))
            e += 2;
          else if (to == std::string_view("down"))
            return;
          if (rest(e).starts_with(U"に") && e + 1 < t_.size() &&
              (one_of(t_[e + 1], U"すし返戻") || rest(e + 1).starts_with(U"なる")))
            add(Is::Turned, cut(b, e), to, b);
          if (to == std::string_view("up") && rest(e).starts_with(U"で") &&
              (has(U"出すことができ") || has(U"出せる")))
            add(Is::Turned, cut(b, e), to, b);
        });
    };
    each(U"状態", [&](size_t b, size_t e) {
      size_t k = std::min(b, name_before(e));
      if (rest(e).starts_with(U"」")) ++e;
      if (k == b || !rest(e).starts_with(U"に")) return;
      for (const View w :
           {View(U"なる"), View(U"なり"), View(U"する"), View(U"し、"), View(U"します"),
            View(U"できる"), View(U"変わ"), View(U"もど"), View(U"戻")})
        if (rest(e + 1).starts_with(w)) add(Is::Enters, cut(k, b + 2), "", k);
    });
    look(up, "up");
    if (!has(U"状態")) look(down, "down");
    for (size_t i = 0; i < t_.size(); ++i) {
      const size_t e = figures(i);
      if (e == i || (i > 0 && figure(t_[i - 1])) || e + 1 >= t_.size() ||
          !one_of(t_[e], kCounters) || t_[e + 1] != U'の')
        continue;
      for (const Run& r : nouns_)
        if (r.begin == e + 2 && rest(r.end).starts_with(U"のみ"))
          add(Is::Only, cut(r.begin, r.end), cut(i, e + 1), i);
    }
  }

  /// Two are compared, and only one is gone on with.
  void compared() {
    static constexpr std::array<View, 6> compares = {U"を上回",   U"を下回", U"より大き",
                                                     U"より小さ", U"より高", U"より低"};
    size_t from = View::npos;
    for (const View w : compares) from = std::min(from, t_.find(w));
    const size_t ga = from == View::npos ? from : t_.substr(0, from).rfind(U'が');
    const bool both =
        from != View::npos && t_.substr(0, from).find(U"を比べ") != View::npos;  // AとBを比べ、Aが…
    if (ga == View::npos || (!both && (t_.substr(0, ga).find(U'の') == View::npos ||
                                       t_.substr(ga, from - ga).find(U'の') == View::npos)))
      return;
    const size_t that = t_.find(U"その", from);
    for (const Run& r : nouns_)
      if (that != View::npos && r.begin == that + 2) {
        const View noun = t_.substr(r.begin, r.end - r.begin);
        if ((noun.size() > 1 || noun == U"札") && t_.substr(0, that).find(noun) == View::npos &&
            noun != U"場合" && noun != U"時点" && noun != U"結果" && noun != U"ターン")
          add(Is::OfTwo, encode(noun), "", that);
      }
  }

  /// What may be done as often as one likes, and what may not be done.
  void leave() {
    static constexpr std::array<View, 5> often = {U"何度も", U"何度でも", U"何回でも", U"いつでも",
                                                  U"何回も"};
    const auto deed = [&](size_t e) -> std::string {
      for (const View w : {View(U"を行う"), View(U"する")})
        if (t_.substr(0, e).ends_with(w) && name_before(e - w.size()) < e - w.size())
          return noun_to(e - w.size());
      return name_before(e) < e ? noun_to(e) : "";
    };
    for (const View w : {View(U"ことができる"), View(U"ことができます")})
      each(w, [&](size_t b, size_t) {
        if (any(often))
          if (const std::string d = deed(b); !d.empty()) add(Is::Freely, d, "", b);
      });
    if (t_.starts_with(U"ただし") || has(U"しか")) return;
    for (const View w : {View(U"はできない"), View(U"はできません"), View(U"ことはできない"),
                         View(U"ことはできません")})
      each(w, [&](size_t b, size_t) {
        if (const std::string d = deed(b); !d.empty() && d != "こと") add(Is::Barred, d, "", b);
      });
  }

  void unstopped() {
    for (const View w : {View(U"順"), View(U"先に"), View(U"同時")})
      each(w, [&](size_t b, size_t) {
        if (b == 0 || t_[b - 1] != U'手') add(Is::Ordered, encode(w), "", b);
      });
    if (has(U"次の") || has(U"以下")) return;
    // …します(…): behind a bracket
    if (t_.size() > 10 && t_.back() == U')') {
      const size_t open = t_.rfind(U'(');
      for (const View w : {View(U"ます"), View(U"ません"), View(U"です")})
        if (open != View::npos && t_.substr(0, open).ends_with(w) && t_.find(U'(') == open)
          add(Is::Unstopped, encode(w) + "(…)", "", t_.size() - 1);
    }
    for (const View w : {View(U"ます"), View(U"ません"), View(U"です")})
      if (t_.size() >= 10 && t_.ends_with(w))
        add(Is::Unstopped, encode(w), "", t_.size() - w.size());
    // …を決める, 1枚もない
    if (t_.size() >= 12 &&
        (t_.ends_with(U"する") || t_.ends_with(U"できる") || t_.ends_with(U"ない") ||
         t_.ends_with(U"なる") || t_.ends_with(U"れる")))
      add(Is::Unstopped, cut(t_.size() - 2, t_.size()), "-", t_.size() - 2);
  }
};

}  // namespace

std::string_view sign_name(Sign::Is is) { return kNames[static_cast<size_t>(is)]; }

std::vector<Sign> signs(View text, const Spot* at) {
  const std::vector<Run> found = nouns(text);
  return Signs(text, at, found).read();
}

}  // namespace hanrei::audit::reader
