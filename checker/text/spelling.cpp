// One word spelled in two ways; sentences that lack their end; names that stand where moments stand.
#include <algorithm>

#include "checker/text/look.h"
#include "model/rulebook/words.h"

namespace hanrei::checker::text {
namespace {

using model::rulebook::Sign;

/// With kana, in figures, by another sign: 出す, 出し beside だす, だし.
bool second(const std::string& form) {
  static const std::set<std::string> kanji = {"ずつ", "〜"}, kana = {"割りこ", "1枚", "1体", "2枚", "2体", "~"};
  if (kanji.contains(form) || kana.contains(form)) return kana.contains(form);
  return model::rulebook::is_hiragana(model::rulebook::decode(form)[0]);
}

void two_spellings(const Book& book, Found& found) {
  std::map<std::string, std::map<std::string, std::vector<Place>>> words;   // by word and form
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    for (const Sign& sign : said.signs) if (sign.is == Sign::Is::Spelled) words[sign.of][sign.text].push_back({u, s, sign.at});
  });
  for (const auto& [word, forms] : words) {
    std::vector<Place> places[2];
    std::string name[2];
    size_t most[2] = {0, 0};
    for (const auto& [form, at] : forms) {
      const size_t side = second(form) ? 1 : 0;
      places[side].insert(places[side].end(), at.begin(), at.end());
      if (at.size() > most[side]) { most[side] = at.size(); name[side] = form; }
    }
    if (places[0].empty() || places[1].empty()) continue;
    const size_t rare = word == "ずつ" || places[1].size() <= places[0].size() ? 1 : 0;   // づつ is the wrong one, however often
    // だし beside 出す: in one form
    const model::rulebook::Chars kanji = model::rulebook::decode(name[0]), kana = model::rulebook::decode(name[1]);
    if (kanji.size() > 1 && kana.size() > 1 && model::rulebook::is_kanji(kanji[0]) && model::rulebook::is_hiragana(kanji.back()) && model::rulebook::is_hiragana(kana[0])) name[0] = model::rulebook::encode(kanji.substr(0, kanji.size() - 1) + kana.back());
    for (auto& list : places) std::sort(list.begin(), list.end());
    std::vector<Place> all = places[rare];
    all.push_back(places[1 - rare].front());
    found.push_back({Code::TwoSpellings, std::move(all), {name[rare], name[1 - rare]}, ""});
  }
}

void full_stops(const Book& book, Found& found) {
  size_t closed = 0;
  std::vector<std::pair<Place, std::string>> open;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (said.title || book.units[u].kind == Kind::Example) return;
    closed += said.closes ? 1 : 0;
    if (said.closes || s + 1 != book.units[u].says.size()) return;
    // a list that does without
    for (const size_t beside : {u - 1, u + 1}) if (beside < book.units.size() && book.units[beside].kind == book.units[u].kind && book.units[u].kind != Kind::Text && !book.units[beside].says.empty() && !book.units[beside].says.back().closes) return;
    for (const Sign& sign : said.signs) if (sign.is == Sign::Is::Unstopped) open.push_back({{u, s, sign.at}, sign.text});
  });
  if (open.size() * 20 > closed) return;   // the text does without
  for (const auto& [place, end] : open) found.push_back({Code::NoFullStop, {place}, {end, std::to_string(closed)}, ""});
}

bool ends(const std::string& name, std::initializer_list<std::string_view> with) {
  return std::any_of(with.begin(), with.end(), [&](std::string_view w) { return name.ends_with(std::string(w) + "》"); });
}
bool moment(const std::string& name) { return name.starts_with("《") && ends(name, {"とき", "時"}); }

/// 《…まで》 where what stands in 《》 in steps is a moment.
void forms(const Book& book, Found& found) {
  std::map<std::string, Place> moments, others;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (said.title || book.units[u].kind != Kind::Step) return;
    for (const Mention& q : said.quoted) {
      if (moment(q.text)) moments.try_emplace(q.text, Place{u, s, q.at});
      else if (q.text.starts_with("《") && ends(q.text, {"まで", "場合", "間", "中"})) others.try_emplace(q.text, Place{u, s, q.at});
    }
  });
  if (moments.size() < 10) return;
  for (const auto& [name, place] : others) found.push_back({Code::MomentForm, {place}, {name, std::to_string(moments.size())}, ""});
}

/// Two moments in one step, and no word of order in it or in what stands above: one question for a section.
void several(const Book& book, Found& found) {
  std::map<int, std::pair<std::vector<Place>, std::string>> of;
  std::set<int> ordered;
  for (size_t u = 0; u < book.units.size(); ++u) {
    const Unit& unit = book.units[u];
    const int section = model::rulebook::section_of(book, static_cast<int>(u));
    std::map<std::string, Place> here;
    bool order = false;
    for (size_t s = 0; s < unit.says.size(); ++s) {
      for (const Mention& q : unit.says[s].quoted) if (moment(q.text)) here.try_emplace(q.text, Place{u, s, q.at});
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
  for (auto& [section, what] : of) if (!ordered.contains(section)) found.push_back({Code::SeveralMoments, what.first, {what.second}, ""});
}

}  // namespace

void look_at_spelling(const Book& book, Found& found) {
  two_spellings(book, found);
  full_stops(book, found);
  forms(book, found);
  several(book, found);
}

}  // namespace hanrei::checker::text
