// Japanese: nouns with their particles, verbs with all that hangs on them, numbers.
#include <algorithm>

#include "audit/print/reader/grammar.h"

namespace hanrei::audit::reader {
namespace {

bool one_of(const std::string& w, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), w) != list.end();
}

class Japanese {
 public:
  Japanese(Sentence& s, const Learned& learned) : s_(s), w_(s.words), learned_(learned) {}

  void run() {
    for (size_t i = 0; i < w_.size();) {
      const size_t before = i;
      if (w_[i].pos == Pos::Open && quotation(w_[i].text)) i = quoted(i);
      if (i == before) i = number(i);
      if (i == before) i = act(i);
      if (i == before) i = phrase(i);
      if (i == before) ++i;
    }
    roles();
    link();
  }

 private:
  static bool quotation(const std::string& mark) { return one_of(mark, {"「", "『", "《", "【"}); }
  const Word& word(size_t i) const {
    static const Word none;
    return i < w_.size() ? w_[i] : none;
  }
  bool is(size_t i, std::initializer_list<std::string_view> list) const {
    return i < w_.size() && one_of(w_[i].lemma, list);
  }
  bool text_is(size_t i, std::initializer_list<std::string_view> list) const {
    return i < w_.size() && one_of(w_[i].text, list);
  }

  /// 「…」 of a few words, as one noun.
  size_t quoted(size_t i) {
    size_t e = i + 1;
    while (e < w_.size() && (w_[e].pos != Pos::Close || w_[e].text == ")") &&
           (w_[e].pos != Pos::Open || w_[e].text == "(") && w_[e].pos != Pos::Stop)
      ++e;
    if (e >= w_.size() || w_[e].pos != Pos::Close || e == i + 1) return i;
    for (size_t k = i + 1; k < e; ++k)
      if (w_[k].text == "→") return i;  // a list
    Phrase p = made(i + 1, e);
    p.quoted = true;
    size_t end = e + 1;
    // 「捨てる」効果, 「星」カード: one noun
    while (end < w_.size() && is_noun(w_[end].pos) && !verbal(end)) {
      p.text += w_[end].lemma;
      p.stems.push_back(w_[end].stem);
      ++end;
    }
    return particle(std::move(p), end);
  }

  Phrase made(size_t b, size_t e) const {
    Phrase p;
    p.first = static_cast<uint32_t>(b);
    p.last = static_cast<uint32_t>(e);
    for (size_t i = b; i < e; ++i) {
      p.text += is_letter(decode(w_[i].text)[0]) ? w_[i].lemma : w_[i].text;
      if (w_[i].pos != Pos::Other && w_[i].pos != Pos::Middle) p.stems.push_back(w_[i].stem);
    }
    if (p.stems.empty()) p.stems.push_back(p.text);
    return p;
  }

  /// A noun that something is done with: 使用する, 使用できる.
  bool verbal(size_t i) const {
    return i < w_.size() && (is_noun(w_[i].pos)) &&
           is(i + 1, {"する", "できる", "なさる", "いたす", "致す"}) &&
           word(i + 1).pos != Pos::Noun;
  }
  bool nounish(size_t i) const {
    if (i >= w_.size()) return false;
    const Pos p = w_[i].pos;
    if (p == Pos::Prefix) return i + 1 < w_.size() && nounish(i + 1) && w_[i].text != "各";
    if (p == Pos::Suffix && i > 0 && w_[i - 1].pos == Pos::Number) return false;
    return is_noun(p) || p == Pos::Pronoun || p == Pos::Time;
  }
  /// 捨て of 捨て札.
  bool beginning(size_t i) const {
    return i + 1 < w_.size() && w_[i].pos == Pos::Verb && w_[i].form == Form::Linking &&
           (is_noun(w_[i + 1].pos) || (beginning(i + 1))) && w_[i].end == w_[i + 1].begin &&
           !is_light(w_[i]) && !verbal(i + 1);
  }

  size_t phrase(size_t i) {
    if (!nounish(i) && !beginning(i)) return i;
    if (one_of(w_[i].text, {"場合", "時", "際", "以上", "以下", "以外", "未満", "以降"})) return i;
    size_t e = i;
    while (e < w_.size() && (nounish(e) || beginning(e) || inner_mark(e, i)) && !verbal(e)) {
      const bool alone = w_[e].pos == Pos::Pronoun ||
                         (w_[e].pos == Pos::Time && !one_of(w_[e].text, {"時", "中", "間"}));
      if (alone && e > i) break;
      ++e;
      if (alone) break;
      // the name of a value and its number: HP 3
      if (e < w_.size() && w_[e].pos == Pos::Number) break;
    }
    if (e == i) return i;
    return particle(made(i, e), e);
  }
  /// A mark inside of a name: ターン・プレイヤー.
  bool inner_mark(size_t e, size_t b) const {
    return e > b && w_[e].text == "・" && w_[e - 1].end == w_[e].begin && nounish(e + 1) &&
           w_[e].end == w_[e + 1].begin && pair(w_[e - 1].text + w_[e + 1].text);
  }

  bool pair(const std::string& both) const {
    const auto it = learned_.pairs.find(both);
    return it != learned_.pairs.end() && it->second > 1;
  }

  size_t particle(Phrase p, size_t e) {
    size_t i = e;
    while (is(i, {"だけ", "のみ", "しか", "ばかり"})) {
      p.only = true;
      ++i;
    }
    const Word& w = word(i);
    if (w.pos == Pos::Of || (w.pos == Pos::Case && w.text == "の"))
      p.as = Case::Of;
    else if (w.pos == Pos::And || w.pos == Pos::Middle || (w.pos == Pos::Comma && nounish(i + 1)) ||
             one_of(w.text, {"及び", "または", "又は", "もしくは", "か"}) ||
             (w.text == "と" && w.pos == Pos::Case && nounish(i + 1)))
      p.as = Case::And;
    else if (w.text == "は")
      p.as = Case::Topic;
    else if (w.text == "も")
      p.as = Case::Topic, p.also = true;
    else if (w.text == "が")
      p.as = Case::Subject;
    else if (w.text == "を")
      p.as = Case::Object;
    else if (one_of(w.text, {"に", "へ", "にて"}))
      p.as = Case::To;
    else if (w.text == "から")
      p.as = Case::From;
    else if ((w.text == "で" && w.pos == Pos::Case) ||
             one_of(w.text, {"によって", "により", "として"}))
      p.as = Case::By;
    else if (w.text == "まで")
      p.as = Case::Until;
    const Word& next = word(i + 1);
    if (p.as == Case::To || p.as == Case::From || p.as == Case::By || p.as == Case::Until) {
      if (next.text == "も" || w.text == "でも") p.also = true;
      p.contrast = next.text == "は" || w.text == "では";
      if (one_of(next.text, {"だけ", "のみ", "しか"})) p.only = true;
    }
    if (w.text == "でも" && p.as == Case::None) p.also = true;
    if (p.as == Case::Of && one_of(next.text, {"とき", "場合", "時", "際", "間"}))
      p.contrast = true;
    s_.phrases.push_back(std::move(p));
    return e;
  }

  /// 5枚, 2〜4人, 1ターンに1回.
  size_t number(size_t i) {
    if (word(i).pos != Pos::Number) return i;
    // 8-5, 4.1: a reference
    if (one_of(word(i + 1).text, {"-", "."}) && word(i + 2).pos == Pos::Number &&
        word(i + 3).pos != Pos::Counter) {
      size_t e = i + 1;
      while (one_of(word(e).text, {"-", "."}) && word(e + 1).pos == Pos::Number) e += 2;
      return e;
    }
    if (i > 0 && (one_of(w_[i - 1].text, {"手順", "ステップ"}) ||
                  (w_[i - 1].pos == Pos::Open && word(i + 1).pos == Pos::Close)))
      return i + 1;
    Count c;
    c.word = static_cast<uint32_t>(i);
    c.value = number_of(decode(w_[i].text));
    size_t e = i + 1;
    if (one_of(word(e).text, {"~", "から", "-"}) && word(e + 1).pos == Pos::Number) {
      c.high = number_of(decode(word(e + 1).text));
      e += 2;
    }
    if (word(e).pos == Pos::Counter ||
        (word(e).pos == Pos::Suffix && decode(word(e).text).size() == 1)) {
      c.unit = w_[e].text;
      ++e;
      if (one_of(word(e).text, {"から", "~"}) && word(e + 1).pos == Pos::Number &&
          word(e + 2).text == c.unit) {
        c.high = number_of(decode(word(e + 1).text));
        e += 2;
        if (word(e).text == c.unit) ++e;
      }
    } else if (is_noun(word(e).pos) && !verbal(e) && e < w_.size() &&
               !one_of(word(e).text, {"以上", "以下", "未満"})) {
      size_t k = e;  // 2 Energy, 1ターン: what is counted is the unit
      while (k < w_.size() && nounish(k) && !verbal(k) &&
             !one_of(word(k).text, {"以上", "以下", "未満"}))
        ++k;
      c.unit = made(e, k).text;
      e = k;
    }
    if (c.value < 0) return e;
    size_t k = e;
    if (one_of(word(k).text, {"目", "番目"})) c.nth = true, ++k;
    bound(c, k);
    if (i > 0 && one_of(w_[i - 1].text, {"各", "毎"})) c.each = true;
    if (i > 0 && one_of(w_[i - 1].text, {"最大"})) c.bound = Bound::AtMost;
    if (i > 0 && one_of(w_[i - 1].text, {"最低", "最小"})) c.bound = Bound::AtLeast;
    s_.counts.push_back(std::move(c));
    return e;
  }
  void bound(Count& c, size_t k) const {
    while (one_of(word(k).text, {"だけ", "の", "より", "を", "に", "も"}) && k < w_.size()) {
      const bool more = one_of(word(k).text, {"より", "を"});
      ++k;
      if (more && one_of(word(k).lemma, {"多い", "大きい", "超える", "こえる", "上回る", "高い"})) {
        c.bound = Bound::Above;
        return;
      }
      if (more && one_of(word(k).lemma, {"少ない", "小さい", "下回る", "低い"})) {
        c.bound = Bound::Below;
        return;
      }
      if (one_of(word(k).lemma, {"つく"})) c.each = true;
    }
    const std::string& t = word(k).text;
    if (t == "以上")
      c.bound = Bound::AtLeast;
    else if (one_of(t, {"以下", "まで", "以内", "しか", "までしか"}))
      c.bound = Bound::AtMost;
    else if (t == "未満")
      c.bound = Bound::Below;
    else if (one_of(t, {"につき", "ごと", "毎", "ずつ", "あたり", "当たり", "おき", "づつ"}))
      c.each = true;
  }

  /// A verb, a noun with する, an adjective, a noun with である; and what hangs on it.
  size_t act(size_t i) {
    Act a;
    a.word = static_cast<uint32_t>(i);
    size_t e = i + 1;
    if (verbal(i)) {
      a.stem = w_[i].stem;
    } else if (w_[i].pos == Pos::Verb && !beginning(i)) {
      a.stem = w_[i].stem;
      if (is_light(w_[i]) && w_[i].lemma == "できる") a.can = true;
      if (potential(w_[i].lemma)) a.can = true;
    } else if (w_[i].pos == Pos::Adjective) {
      a.stem = w_[i].stem;
      a.state = true;
      if (is(i, {"ない", "無い"})) a.negated = true;
    } else if (copula(i)) {
      a.stem = i > 0 ? w_[i - 1].stem : "";
      a.state = true;
    } else
      return i;
    std::string chain = " ";
    if (verbal(i)) chain += w_[i + 1].lemma + " ", e = i + 2;
    while (e < w_.size() && hangs(e, chain)) chain += w_[e++].lemma + " ";
    // ことができる, 必要がある, 可能
    for (size_t k = e;;) {
      if (is(k, {"こと"}) && text_is(k + 1, {"が", "は", "も"}))
        k += 2;
      else if (is(k, {"必要"}) && text_is(k + 1, {"が", "は", "も"})) {
        chain += "必要 ";
        k += 2;
      } else
        break;
      if (!is(k, {"できる", "可能", "ある", "ない", "出来る"})) break;
      chain += w_[k++].lemma + " ";
      while (k < w_.size() && hangs(k, chain)) chain += w_[k++].lemma + " ";
      e = k;
      break;
    }
    mood(a, chain);
    a.end = static_cast<uint32_t>(e);
    s_.acts.push_back(std::move(a));
    return e;
  }
  bool copula(size_t i) const {
    return w_[i].pos == Pos::Aux && is(i, {"だ", "です"}) && i > 0 &&
           (is_noun(w_[i - 1].pos) || w_[i - 1].pos == Pos::Counter ||
            w_[i - 1].pos == Pos::Close || w_[i - 1].pos == Pos::Bound ||
            w_[i - 1].pos == Pos::Time || w_[i - 1].pos == Pos::Number);
  }
  bool hangs(size_t e, const std::string& chain) const {
    const Pos p = w_[e].pos;
    if (p == Pos::Aux || p == Pos::VerbSuffix || p == Pos::VerbBound) return true;
    if (p == Pos::Joins) return one_of(w_[e].text, {"て", "で", "ば", "ても", "でも", "ては"});
    if (text_is(e, {"は", "も"}))
      return chain.ends_with(" て ") || chain.ends_with(" で ") || chain.ends_with(" ない て ");
    const bool modal =
        is(e, {"よい", "いい", "良い", "なる", "いける", "かまう", "構う", "できる"});
    return modal &&
           (chain.ends_with(" て も ") ||
            (chain.ends_with(" て ") && is(e, {"よい", "いい", "良い"})) ||
            chain.ends_with(" て は ") || chain.ends_with(" ば ") || chain.ends_with(" ても ") ||
            chain.ends_with(" で も ") || chain.ends_with(" で は "));
  }
  /// 使える, where the book has 使う as well.
  bool potential(const std::string& lemma) const {
    static constexpr View kE = U"えけげせてねべめれ", kU = U"うくぐすつぬぶむる";
    Chars c = decode(lemma);
    if (c.size() < 2 || c.back() != U'る') return false;
    c.pop_back();
    const size_t at = kE.find(c.back());
    if (at == View::npos) return false;
    c.back() = kU[at];
    return learned_.lemmas.contains(encode(c));
  }
  static void mood(Act& a, const std::string& chain) {
    const auto in = [&](std::string_view x) { return chain.find(x) != std::string::npos; };
    const bool no = in(" ない ") || in(" ぬ ") || in(" ん ") || in(" まい ");
    if (in(" れる ") || in(" られる ")) a.passive = true;
    if (in(" た ")) a.past = true;
    if (in(" て いる") || in(" で いる")) a.ongoing = true;
    if (in(" できる ") || in(" 可能 ")) a.can = true;
    const bool duty =
        in("ば なる") || in("ば いける") || in("て は なる") || in("て は いける") || in("必要");
    if (duty) {
      // しなければならない; してはならない; する必要がない
      const bool first = in(" ない ば") || in("ない て は") || in(" ぬ ば");
      a.must = true;
      a.negated = in("必要") ? no : !first;
      if (in("必要") && no) a.must = false, a.may = true;
      return;
    }
    if (in("て も よい") || in("て も いい") || in("て も 良い") || in("て も かまう") ||
        in("て も 構う") || in("て よい") || in("で も よい")) {
      a.may = true;
      a.negated = in(" ない て も") || in("なくて も");
      return;
    }
    a.negated = a.negated != no;
  }

  /// What the part of the sentence is that an act ends; 攻撃を行う is the act 攻撃.
  void roles() {
    uint32_t from = 0, whole = 0;
    for (size_t k = 0; k < s_.acts.size(); ++k) {
      Act& a = s_.acts[k];
      a.from = from;
      a.whole = whole;
      from = a.end;
      a.role = role(a);
      if (a.role != Role::Which && a.role != Role::Thing) whole = a.end;
      for (size_t i = a.from; i < a.word; ++i)
        if (w_[i].text == "しか" && a.negated) a.negated = false;
      if (!one_of(w_[a.word].lemma, {"行う", "行なう", "おこなう"})) continue;
      const Phrase* done = nullptr;
      for (const Phrase& p : s_.phrases)
        if (p.last <= a.word &&
            (p.as == Case::Object
                 ? p.first >= a.from
                 : p.as == Case::Topic && (done == nullptr || done->as != Case::Object)))
          done = &p;
      if (done != nullptr) a.stem = done->stems.back();
    }
    if (!s_.acts.empty() && s_.main() == nullptr && s_.acts.back().end + 1 >= w_.size())
      s_.acts.back().role = Role::Main;
  }
  Role role(const Act& a) const {
    size_t e = a.end;
    const Word& last = w_[e - 1];
    if (e >= 2 && text_is(e - 1, {"も"}) && text_is(e - 2, {"て", "で"})) return Role::Even;
    if (one_of(last.text, {"ても", "でも", "たって"})) return Role::Even;
    if (one_of(last.text, {"ば", "たら", "だら", "なら", "ならば"})) return Role::If;
    if (one_of(last.text, {"て", "で"}) && text_is(e, {"から"})) return Role::After;
    while (text_is(e, {"」", ")", "』"})) ++e;
    const Word& w = word(e);
    if (w.text == "と" && w.pos == Pos::Joins) return Role::If;
    if (one_of(w.text, {"場合", "とき", "時", "際", "たび", "度", "かぎり", "限り"}))
      return text_is(e + 1, {"を"}) && is(e + 2, {"除く"}) ? Role::Aside
             : (text_is(e + 1, {"でも", "も"}) ||
                (text_is(e + 1, {"で", "に"}) && text_is(e + 2, {"も"})))
                 ? Role::Even
                 : Role::If;
    if (w.text == "前") return Role::Before;
    if (one_of(w.text, {"後", "あと", "のち", "以降", "直後"})) return Role::After;
    if (w.text == "まで") return Role::Until;
    if (one_of(w.text, {"間", "中", "あいだ"})) return Role::While;
    if (one_of(w.text, {"ため", "よう", "ほか", "に"})) return Role::Aside;
    if (w.text == "こと")
      return text_is(e + 1, {"。"}) || e + 1 >= w_.size() ? Role::Main : Role::Thing;
    if (one_of(w.text, {"もの", "の"})) return Role::Thing;
    if (one_of(w.text, {"か", "かどうか"})) return Role::Whether;
    if (one_of(w.text, {"ので", "のに", "し"})) return Role::Aside;
    if (w.pos == Pos::Comma || one_of(last.text, {"て", "で"}) ||
        one_of(w.text, {"が", "けれど", "ながら", "つつ"}))
      return Role::Then;
    if (e >= w_.size() || w.pos == Pos::Stop || w.pos == Pos::Open || w.pos == Pos::Close)
      return Role::Main;
    if (nounish(e) || w.pos == Pos::Bound || w.pos == Pos::Adnominal || beginning(e) ||
        w.pos == Pos::Number)
      return last.form == Form::Linking && last.pos != Pos::Aux ? Role::Then : Role::Which;
    return Role::Then;
  }

  /// Which noun an act says which, which nouns の ties, what is counted.
  void link() {
    for (size_t p = 0; p < s_.phrases.size(); ++p) {
      Phrase& here = s_.phrases[p];
      for (size_t k = 0; k < s_.acts.size(); ++k)
        if (s_.acts[k].role == Role::Which && s_.acts[k].end == here.first - (here.quoted ? 1 : 0))
          here.act = static_cast<int>(k);
      if (p > 0 && s_.phrases[p - 1].as == Case::Of) here.of = static_cast<int>(p) - 1;
    }
    for (Count& c : s_.counts) {
      int best = -1;
      for (size_t p = 0; p < s_.phrases.size(); ++p) {
        const Phrase& x = s_.phrases[p];
        if (x.last <= c.word) {
          // the noun before it in the same part of the sentence: カードを1枚, 灯守1体
          bool cut = false;
          for (const Act& a : s_.acts) cut = cut || (a.word >= x.last && a.end <= c.word);
          if (!cut && x.as != Case::And) best = static_cast<int>(p);
        } else if (x.first <= c.word + 3 && text_between(c.word, x.first)) {
          best = static_cast<int>(p);  // 1枚のカード
          break;
        }
      }
      c.of = best;
    }
  }
  bool text_between(size_t word, size_t first) const {
    for (size_t i = word + 1; i < first; ++i)
      if (w_[i].text == "の") return i + 1 >= first;
    return false;
  }

  Sentence& s_;
  const std::vector<Word>& w_;
  const Learned& learned_;
};

}  // namespace

void analyse_japanese(Sentence& s, const Learned& learned) { Japanese(s, learned).run(); }

}  // namespace hanrei::audit::reader
