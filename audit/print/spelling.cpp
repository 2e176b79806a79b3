// One word spelled in two ways; sentences that lack their end; names that stand where moments
// stand.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::Sign;

/// With kana, in figures, by another sign: 出す, 出し beside だす, だし.
bool second(const std::string& form) {
  static const std::set<std::string> kanji = {"ずつ", "〜"},
                                     kana = {"割りこ", "1枚", "1体", "2枚", "2体", "~", "送りする"};
  if (kanji.contains(form) || kana.contains(form)) return kana.contains(form);
  return audit::reader::is_hiragana(audit::reader::decode(form)[0]);
}

void two_spellings(const Book& book, Found& found) {
  std::map<std::string, std::map<std::string, std::vector<Place>>> words;  // by word and form
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    for (const Sign& sign : said.signs)
      if (sign.is == Sign::Is::Spelled) words[sign.of][sign.text].push_back({u, s, sign.at});
  });
  for (const auto& [word, forms] : words) {
    std::vector<Place> places[2];
    std::string name[2];
    size_t most[2] = {0, 0};
    for (const auto& [form, at] : forms) {
      const size_t side = second(form) ? 1 : 0;
      places[side].insert(places[side].end(), at.begin(), at.end());
      if (at.size() > most[side]) {
        most[side] = at.size();
        name[side] = form;
      }
    }
    if (places[0].empty() || places[1].empty()) continue;
    const size_t rare = word == "ずつ" || places[1].size() <= places[0].size()
                            ? 1
                            : 0;  // づつ is the wrong one, however often
    // だし beside 出す: in one form
    const audit::reader::Chars kanji = audit::reader::decode(name[0]),
                               kana = audit::reader::decode(name[1]);
    if (kanji.size() > 1 && kana.size() > 1 && audit::reader::is_kanji(kanji[0]) &&
        audit::reader::is_hiragana(kanji.back()) && audit::reader::is_hiragana(kana[0]))
      name[0] = audit::reader::encode(kanji.substr(0, kanji.size() - 1) + kana.back());
    for (auto& list : places) std::ranges::sort(list);
    std::vector<Place> all = places[rare];
    all.push_back(places[1 - rare].front());
    found.push_back({Code::TwoSpellings, std::move(all), {name[rare], name[1 - rare]}, ""});
  }
}

/// Steps of a procedure of which three or more end in 。 with the same last words, and one that has
/// the words without it.
void stopped_steps(const Book& book, Found& found) {
  std::map<std::string, size_t> ends;
  // two nouns, and the sentence ends with the second
  const auto last = [](const Sentence& s) {
    if (s.words.size() < 2 || s.words.back().at.line != s.end.line) return std::string();
    const size_t end = s.words.back().at.column +
                       audit::reader::decode(s.words.back().text).size() + (s.closes ? 1 : 0);
    return end == s.end.column ? s.words[s.words.size() - 2].text + s.words.back().text
                               : std::string();
  };
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (book.units[u].kind == Kind::Step && s + 1 == book.units[u].says.size() && said.closes)
      ++ends[last(said)];
  });
  std::map<int, std::vector<Place>> open;
  std::map<int, std::pair<size_t, size_t>> with;  // by section: steps, and those without 。
  for (size_t u = 0; u < book.units.size(); ++u)
    if (book.units[u].kind == Kind::Step && !book.units[u].says.empty()) {
      auto& [all, without] = with[audit::reader::section_of(book, static_cast<int>(u))];
      ++all;
      without += !book.units[u].says.back().closes;
    }
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    const Unit& unit = book.units[u];
    if (const auto& [all, without] = with[audit::reader::section_of(book, static_cast<int>(u))];
        without * 2 > all)
      return;  // the list does without
    if (unit.kind != Kind::Step || said.title || s + 1 != unit.says.size() || said.closes ||
        last(said).empty() || ends[last(said)] < 3)
      return;
    open[audit::reader::section_of(book, static_cast<int>(u))].push_back(
        {u, s,
         said.end.column > 1 ? audit::reader::Spot{said.end.line, said.end.column - 1} : said.at});
  });
  for (auto& [section, places] : open) {
    const Sentence& said = book.units[places[0].unit].says[places[0].sentence];
    const std::string n = std::to_string(ends[last(said)]);
    found.push_back({Code::NoFullStop, places, {said.words.back().text, n}, ""});
  }
}

/// Of a list whose other items end in 。.
void stopped_items(const Book& book, Found& found) {
  std::map<std::tuple<int, Kind, int>, std::vector<size_t>> lists;
  for (size_t u = 0; u < book.units.size(); ++u)
    if (const Unit& unit = book.units[u];
        (unit.kind == Kind::Item || unit.kind == Kind::Bullet) && !unit.says.empty())
      lists[{unit.up, unit.kind, unit.rank}].push_back(u);
  size_t all = 0;
  each_sentence(book, [&](size_t, size_t, const Sentence& said) {
    all += said.closes && !said.title ? 1 : 0;
  });
  for (const auto& [list, units] : lists) {
    std::vector<Place> places;
    std::string end;
    size_t closed = 0;
    for (const size_t u : units) {
      const Sentence& said = book.units[u].says[0];
      if (!said.title && said.closes) {
        ++closed;
        continue;
      }
      for (const Sign& sign : said.signs)
        if (sign.is == Sign::Is::Unstopped && !sign.of.empty() && book.units[u].says.size() == 1) {
          places.push_back({u, 0, sign.at});
          if (end.empty()) end = sign.text;
        }
    }
    if (closed > 0 && !places.empty() && closed * 2 >= places.size())
      found.push_back({Code::NoFullStop, places, {end, std::to_string(all)}, ""});
  }
}

void full_stops(const Book& book, Found& found) {
  stopped_steps(book, found);
  stopped_items(book, found);
  size_t closed = 0;
  std::vector<std::pair<Place, std::string>> open;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (said.title || book.units[u].kind == Kind::Example) return;
    closed += said.closes ? 1 : 0;
    if (said.closes || s + 1 != book.units[u].says.size()) return;
    // a list that does without
    for (const size_t beside : {u - 1, u + 1})
      if (beside < book.units.size() && book.units[beside].kind == book.units[u].kind &&
          book.units[u].kind != Kind::Text && !book.units[beside].says.empty() &&
          !book.units[beside].says.back().closes)
        return;
    for (const Sign& sign : said.signs)
      if (sign.is == Sign::Is::Unstopped && sign.of.empty())
        open.push_back({{u, s, sign.at}, sign.text});
  });
  if (open.size() * 20 > closed) return;  // the text does without
  for (const auto& [place, end] : open)
    found.push_back({Code::NoFullStop, {place}, {end, std::to_string(closed)}, ""});
}

bool ends(const std::string& name, std::initializer_list<std::string_view> with) {
  return std::ranges::any_of(
      with, [&](std::string_view w) { return name.ends_with(std::string(w) + "》"); });
}
bool moment(const std::string& name) {
  return name.starts_with("《") && ends(name, {"とき", "時"});
}

/// A step, or what is listed below one.
bool in_step(const Book& book, size_t unit) {
  for (int u = static_cast<int>(unit); u >= 0; u = book.units[u].up) {
    const Kind k = book.units[u].kind;
    if (k == Kind::Step) return true;
    if (k == Kind::Heading || k == Kind::Entry) return false;
  }
  return false;
}

/// 《朝開始時》, where the phase is called 朝フェイズ and the moments of the others have the whole
/// name.
void phase_moments(const Book& book, Found& found) {
  std::map<std::string, std::vector<Place>> moments;  // by what begins or ends
  std::set<std::string> titles;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (said.title)
      for (const std::string& t : book.units[u].titles) titles.insert(t);
    for (const Mention& q : said.quoted)
      for (const std::string tail : {"開始時》", "終了時》"})
        if (q.text.starts_with("《") && q.text.ends_with(tail) && q.text.size() > tail.size() + 3)
          moments[q.text.substr(3, q.text.size() - tail.size() - 3)].push_back({u, s, q.at});
  });
  for (const std::string tail : {"フェイズ", "フェーズ", "ステップ", "の段階", "段階"}) {
    size_t whole = 0;
    for (const auto& [name, places] : moments)
      whole += titles.contains(name) && name.ends_with(tail);
    if (whole < 2) continue;
    for (const auto& [name, places] : moments)
      if (!titles.contains(name) && titles.contains(name + tail))
        found.push_back({Code::TwoNames, places, {name, name + tail}, ""});
  }
}

/// 《…まで》 where what stands in 《》 in steps is a moment.
void forms(const Book& book, Found& found) {
  std::map<std::string, Place> moments, others;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (said.title || !in_step(book, u)) return;
    for (const Mention& q : said.quoted) {
      if (moment(q.text))
        moments.try_emplace(q.text, Place{u, s, q.at});
      else if (q.text.starts_with("《") && ends(q.text, {"まで", "場合", "間", "中"}))
        others.try_emplace(q.text, Place{u, s, q.at});
    }
  });
  if (moments.size() < 10) return;
  for (const auto& [name, place] : others)
    found.push_back({Code::MomentForm, {place}, {name, std::to_string(moments.size())}, ""});
  // 『使用したとき』: the name of a moment, in other brackets
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (said.title || book.units[u].kind == Kind::Example) return;
    for (const Mention& q : said.quoted)
      if (q.text.starts_with("『") &&
          (q.text.ends_with("たとき』") || q.text.ends_with("るとき』")) &&
          q.text.find("○") == q.text.npos && q.text.find("〜") == q.text.npos)
        found.push_back({Code::TwoForms,
                         {{u, s, q.at}, moments.begin()->second},
                         {q.text, "1", "《…とき》", std::to_string(moments.size())},
                         ""});
  });
  phase_moments(book, found);
}

/// Two moments in one step, and no word of order in it or in what stands above: one question for a
/// section.
void several(const Book& book, Found& found) {
  std::map<int, std::pair<std::vector<Place>, std::string>> of;
  std::set<int> ordered;
  for (size_t u = 0; u < book.units.size(); ++u) {
    const Unit& unit = book.units[u];
    const int section = audit::reader::section_of(book, static_cast<int>(u));
    std::map<std::string, Place> here;
    bool order = false;
    for (size_t s = 0; s < unit.says.size(); ++s) {
      for (const Mention& q : unit.says[s].quoted)
        if (moment(q.text)) here.try_emplace(q.text, Place{u, s, q.at});
      for (const Sign& sign : unit.says[s].signs) order = order || sign.is == Sign::Is::Ordered;
    }
    if (order && unit.kind != Kind::Step) ordered.insert(section);
    if (unit.kind != Kind::Step || order || here.size() < 2) continue;
    auto& [places, names] = of[section];
    std::string list;
    for (const auto& [name, place] : here) list += name;
    names += (names.empty() ? "" : ", ") + unit.number + " " + list;
    Place first = here.begin()->second;
    for (const auto& [name, place] : here) first = std::min(first, place);
    places.push_back(first);
  }
  for (auto& [section, what] : of)
    if (!ordered.contains(section))
      found.push_back({Code::PrintSeveralMoments, what.first, {what.second}, ""});
}

/// APDP, where the text has AP and DP: something between them is lost.
void run_together(const Book& book, Found& found) {
  std::map<std::string, std::vector<Place>> signs;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    for (const Mention& w : said.words)
      if (std::ranges::all_of(w.text, [](unsigned char c) { return c >= 'A' && c <= 'Z'; }))
        signs[w.text].push_back({u, s, w.at});
  });
  for (const auto& [sign, places] : signs)
    for (size_t k = 2; k + 1 < sign.size() && places.size() == 1; ++k) {
      const auto one = signs.find(sign.substr(0, k)), other = signs.find(sign.substr(k));
      if (one == signs.end() || other == signs.end() || one == other || one->second.size() < 2 ||
          other->second.size() < 2)
        continue;
      found.push_back({Code::Misprint,
                       {places[0], one->second[0], other->second[0]},
                       {sign, base::in_both("elsewhere `" + one->first + "` and `" + other->first +
                                                "`: is a word between them lost?",
                                            "ほかでは「" + one->first + "」と「" + other->first +
                                                "」です。間の言葉が抜けているのでしょうか")},
                       ""});
      break;
    }
}

/// Steps of one form, 《…》のタイミングでの処理、およびアクション宣言の機会, and one that lacks a
/// word or two of it.
void form_of_steps(const Book& book, Found& found) {
  struct At {
    Place place;
    std::vector<std::string> words;
  };
  std::map<std::vector<std::string>, std::vector<Place>> forms;
  std::vector<At> all;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (said.title || book.units[u].kind != Kind::Step) return;
    std::string moments;
    for (const Mention& q : said.quoted)
      if (q.text.starts_with("《")) moments += q.text;
    if (moments.empty()) return;
    At a{{u, s, said.at}, {}};
    for (const Mention& w : said.words)
      if (moments.find(w.text) == moments.npos) a.words.push_back(w.text);
    forms[a.words].push_back(a.place);
    all.push_back(std::move(a));
  });
  const auto usual = std::ranges::max_element(
      forms, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (usual == forms.end() || usual->second.size() < 8 || usual->second.size() * 2 < all.size())
    return;
  for (const At& a : all) {
    if (a.words.empty() || a.words.size() >= usual->first.size() ||
        a.words.size() + 2 < usual->first.size())
      continue;
    std::vector<std::string> missing;
    size_t k = 0;
    for (const std::string& w : usual->first) {
      if (k < a.words.size() && a.words[k] == w)
        ++k;
      else
        missing.push_back(w);
    }
    if (k < a.words.size()) continue;
    std::string list;
    for (const std::string& m : missing) list += (list.empty() ? "" : "・") + m;
    found.push_back({Code::StepForm,
                     {a.place, usual->second[0]},
                     {list, std::to_string(usual->second.size())},
                     ""});
  }
}

/// A pile to draw from that nothing shuffles.
void never_shuffled(const Book& book, Found& found) {
  std::map<std::string, std::vector<Place>> piles;
  bool shuffled = false;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    for (const Mention& w : said.words) {
      if (w.text == "山札" || w.text == "デッキ") piles[w.text].push_back({u, s, w.at});
      shuffled = shuffled || w.text.find("シャッフル") != w.text.npos ||
                 w.text.find("無作為") != w.text.npos || w.text.find("ランダム") != w.text.npos;
    }
    for (const Sign& g : said.signs) shuffled = shuffled || g.is == Sign::Is::Mixed;
  });
  for (const auto& [pile, places] : piles)
    if (!shuffled && places.size() > 3) {
      found.push_back({Code::PrintNeverShuffled, {places[0]}, {pile}, ""});
      return;
    }
}

}  // namespace

void look_at_spelling(const Book& book, Found& found) {
  two_spellings(book, found);
  full_stops(book, found);
  forms(book, found);
  several(book, found);
  run_together(book, found);
  form_of_steps(book, found);
  never_shuffled(book, found);
}

}  // namespace hanrei::audit::print
