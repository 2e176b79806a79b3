// What a rule leaves open: for whom, whose, how long, which, and lists that do not end.
#include <algorithm>

#include "audit/print/look.h"

namespace hanrei::audit::print {
namespace {

bool person(const Phrase& p) { return means(p.stems.back(), Sense::Person); }

bool has_person(const Sentence& t) {
  return std::any_of(t.phrases.begin(), t.phrases.end(), person);
}

/// 同じ札は場に1枚までしか…ない: for each player, or for all; in a turn, or always?
void limit_of_whom(Look& look, const Said& s) {
  const Sentence& t = *s.s;
  const Act* main = t.main();
  if (main == nullptr || has_person(t) || !s.s->has("しか")) return;
  for (const Count& c : t.counts) {
    if ((c.unit != "枚" && c.unit != "体" && c.unit != "個") || c.bound != Bound::AtMost) continue;
    const bool of_time = std::any_of(t.counts.begin(), t.counts.end(), [&](const Count& d) {
      return &d != &c && means(d.unit, Sense::When);
    });
    // in the part that it stands in nobody is named either
    bool named = false;
    for (const std::string& w : s.around) named = named || w == "自分" || w == "相手";
    if (!named && t.has("同じ"))
      look.add(Code::LimitScope, {look.place(s, c.word)},
               {shown(t, c.word, c.word + 3),
                of_time ? base::in_both("for each player, or for both together?",
                                        "プレイヤーごとでしょうか、両方合わせてでしょうか")
                        : base::in_both("for whom, and for how long?",
                                        "だれについて、いつまででしょうか")});
  }
}

/// 場 among lines that say 自分の場.
void whose(Look& look) {
  std::map<std::pair<int, std::string>, std::pair<std::vector<Place>, std::vector<Place>>> seen;
  for (const Said& s : look.said) {
    if (!s.rule()) continue;
    for (size_t p = 0; p < s.s->phrases.size(); ++p) {
      const Phrase& x = s.s->phrases[p];
      if (x.as != Case::To || x.stems.size() != 1 || x.quoted || means(x.text, Sense::Side) ||
          means(x.text, Sense::When))
        continue;
      const bool own = x.of >= 0 && person(s.s->phrases[static_cast<size_t>(x.of)]);
      const bool free = x.of < 0 && x.act < 0 && s.s->acts.size() > 0;
      const bool two = std::any_of(s.s->phrases.begin(), s.s->phrases.end(),
                                   [&](const Phrase& q) { return q.text == "両方"; });
      auto& [with, bare] = seen[{s.of->up, x.text}];
      if (own) with.push_back(look.place(s, x.first));
      if (free && two) bare.push_back(look.place(s, x.first));
    }
  }
  for (auto& [key, found] : seen)
    if (found.first.size() >= 2 && !found.second.empty()) {
      std::vector<Place> places = {found.second[0]};
      places.insert(places.end(), found.first.begin(), found.first.end());
      look.add(Code::LimitScope, std::move(places),
               {key.second, base::in_both("whose? Beside it the owner is named",
                                          "だれのものでしょうか。並びでは持ち主が書かれています")});
    }
}

/// 新たに…することはできません: until when?
void how_long(Look& look, const Said& s) {
  const Sentence& t = *s.s;
  const Act* main = t.main();
  if (main == nullptr || !main->negated || !main->can || !t.has("新た")) return;
  const bool even = std::any_of(t.acts.begin(), t.acts.end(),
                                [](const Act& a) { return a.role == Role::Even; }) ||
                    t.text.find("としても") != std::string::npos;
  const bool time = std::any_of(t.phrases.begin(), t.phrases.end(), [](const Phrase& p) {
    return p.as == Case::Until || means(p.stems.back(), Sense::When);
  });
  if (even && !time)
    look.add(Code::LimitScope, {look.place(s, main->word)},
             {shown(t, main->word, main->end), base::in_both("until when?", "いつまででしょうか")});
}

/// Somebody is to choose one of several, or to settle roles, and nothing says who or how.
void who(Look& look, const Said& s, std::set<std::string>& told) {
  const Sentence& t = *s.s;
  for (const Act& a : t.acts) {
    if (a.passive || a.negated || a.can || a.may ||
        (a.role != Role::Main && a.role != Role::Then) || !means(a.stem, Sense::Choose) ||
        has_person(t))
      continue;
    const Phrase* object = nullptr;
    bool way = false;
    for (const Phrase& p : t.phrases) {
      if (p.as == Case::Object && p.first >= a.from && p.first < a.word) object = &p;
      way = way || p.as == Case::By;
    }
    const bool of_several = t.text.find("中から") != std::string::npos ||
                            (object != nullptr && object->of >= 0 &&
                             t.phrases[static_cast<size_t>(object->of)].text == "任意");
    const bool roles = t.words[a.word].lemma == "決める" && !way && object != nullptr &&
                       object->first > 0 && t.words[object->first - 1].pos == Pos::Comma;
    if (object == nullptr || !(of_several || roles) || !told.insert(object->text).second) continue;
    look.add(Code::PrintNoChooser, {look.place(s, object->first)},
             {shown(t, object->first, a.end)});
  }
}

/// (仮); …など in a list of acts; 例外はある.
void left_open(Look& look, const Said& s) {
  const Sentence& t = *s.s;
  for (size_t i = 0; i + 1 < t.words.size(); ++i) {
    if (t.words[i].text == "仮" && t.words[i + 1].pos == Pos::Close && i > 0 &&
        t.words[i - 1].pos == Pos::Open)
      look.add(Code::Unsettled, {look.place(s, i)}, {"(仮)"});
    const bool exceptions = t.words[i].lemma == "例外" && i + 2 < t.words.size() &&
                            t.words[i + 2].lemma == "ある" && t.words[i + 1].text == "は";
    const bool and_more =
        t.words[i].text == "など" && t.words[i + 1].pos == Pos::Close && !s.s->title;
    bool list = false;
    for (size_t k = i > 25 ? i - 25 : 0; k < i; ++k) list = list || t.words[k].pos == Pos::Middle;
    if (exceptions || (and_more && list))
      look.add(Code::OpenList, {look.place(s, i)},
               {shown(t, i > 3 ? i - 3 : 0, i + 2),
                exceptions ? base::in_both("what the exceptions are is not said",
                                           "何が例外なのか書かれていません")
                           : base::in_both("the list is left open",
                                           "ほかに何があるのか書かれていません")});
  }
}

bool shares(const Said& a, const Said& b) {
  size_t n = 0;
  for (const std::string& w : a.stems) n += b.stems.contains(w) && !means(w, Sense::Common) ? 1 : 0;
  return n >= 3;
}

/// XのAがYのBを上回るとき、そのカード: which of the two?
void which_of_two(Look& look, const Said& s) {
  const Sentence& t = *s.s;
  for (const Act& a : t.acts) {
    if (a.role != Role::If || t.words[a.word].lemma.find("上回") == std::string::npos) continue;
    for (const Phrase& p : t.phrases)
      if (p.first >= a.end && p.first > 0 && t.words[p.first - 1].lemma == "その" &&
          means(p.text, Sense::Piece))
        look.add(Code::WhichOfTwo, {look.place(s, p.first - 1)}, {"その" + p.text});
  }
}

/// A comparison of which two outcomes are told, and not the third.
void third_outcome(Look& look) {
  const Said* of[3] = {};
  for (const Said& s : look.said) {
    if (s.example) continue;
    for (size_t i = 0; i < s.s->words.size(); ++i) {
      const std::string& w = s.s->words[i].lemma;
      const bool condition = std::any_of(s.s->acts.begin(), s.s->acts.end(), [&](const Act& a) {
        return a.role == Role::If && a.word == i;
      });
      const bool noun = i + 1 < s.s->words.size() &&
                        (s.s->words[i + 1].text == "場合" || s.s->words[i + 1].text == "数値");
      const int which =
          (w == "高い" || w == "大きい" || w == "上回る" || w == "higher") && condition ? 0
          : (w == "低い" || w == "小さい" || w == "下回る" || w == "lower")             ? 1
          : w == "同じ" && noun                                                         ? 2
                                                                                        : -1;
      if (which >= 0 && of[which] == nullptr) of[which] = &s;
    }
  }
  if (of[0] != nullptr && of[2] != nullptr && of[1] == nullptr && shares(*of[0], *of[2]))
    look.add(Code::NoOutcome, {look.place(*of[0]), look.place(*of[2])},
             {base::in_both("less", "小さい場合")});
}

/// Cards are drawn from a pile, and nothing has it shuffled.
void never_shuffled(Look& look) {
  const Said* drawn = nullptr;
  std::string pile;
  for (const Said& s : look.said)
    for (const Act& a : s.s->acts) {
      if (means(a.stem, Sense::Mix)) return;
      if (!means(a.stem, Sense::Draw) || drawn != nullptr) continue;
      for (const Phrase& p : s.s->phrases)
        if (p.as == Case::From && p.first >= a.from && p.first < a.word)
          drawn = &s,
          pile = means(p.text, Sense::Side) && p.of >= 0 ? s.s->phrases[0].text : p.text;
    }
  for (const Word& w : drawn == nullptr ? std::vector<Word>() : drawn->s->words)
    if (means(w.stem, Sense::Mix)) return;
  if (drawn != nullptr) look.add(Code::PrintNeverShuffled, {look.place(*drawn)}, {pile});
}

}  // namespace

void look_at_openings(Look& look) {
  std::set<std::string> told;
  for (const Said& s : look.said) {
    if (s.example || s.question) continue;
    left_open(look, s);
    if (!s.rule()) continue;
    limit_of_whom(look, s);
    how_long(look, s);
    who(look, s, told);
    which_of_two(look, s);
  }
  whose(look);
  third_outcome(look);
  never_shuffled(look);
}

}  // namespace hanrei::audit::print
