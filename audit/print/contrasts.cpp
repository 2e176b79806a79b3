// Two places of a text beside each other: lists of which one is shorter, what is granted and
// barred, one sign in two forms.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/vocabulary.h"
#include "base/contains.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::Sign;
using Is = Sign::Is;

constexpr size_t kCompared =
    40;  ///< lists with the same words after them that are compared with each other
using Signs = std::vector<At>;

Signs all(const Book& book, Is is) {
  Signs out;
  each_sentence(book, [&](size_t u, size_t s, const Sentence& said) {
    if (book.units[u].kind == Kind::Example && is != Is::Form) return;
    for (const Sign& sign : said.signs)
      if (sign.is == is) out.push_back({{u, s, sign.at}, &sign});
  });
  return out;
}

std::set<std::string> members(const std::string& list) {
  std::set<std::string> out;
  for (size_t b = 0, e; b <= list.size(); b = e + std::string("・").size()) {
    e = std::min(list.find("・", b), list.size());
    out.insert(list.substr(b, e - b));
  }
  return out;
}

/// All of a list stand in another, and it has more.
void shorter_lists(const Book& book, Found& found) {
  std::map<std::string, Signs> by;
  for (const At& a : all(book, Is::Joined))
    if (auto& same = by[a.sign->of]; same.size() < kCompared) same.push_back(a);
  for (const auto& [after, same] : by)
    for (const At& a : same)
      for (const At& b : same) {
        const std::set<std::string> less = members(a.sign->text), more = members(b.sign->text);
        if (less.size() >= more.size() ||
            !std::includes(more.begin(), more.end(), less.begin(), less.end()))
          continue;
        std::string missing;
        for (const std::string& m : more)
          if (!less.contains(m)) missing += (missing.empty() ? "" : "・") + m;
        found.push_back(
            {Code::ListShorter, {a.place, b.place}, {a.sign->text, b.sign->text, missing}, ""});
        break;
      }
}

/// As one would say it: プレイヤー・順 is that the player settles the order.
std::string act(const std::string& what) {
  const size_t dot = what.rfind("・順");
  if (dot == what.npos) return what;
  return base::in_both(what.substr(0, dot) + ": settling the order",
                       what.substr(0, dot) + "が順を決めること");
}

/// 1ターン目には次の制限があります, and below it the ban: an exception for that case.
bool restricted(const Book& book, size_t unit) {
  for (int up = book.units[unit].up; up >= 0; up = book.units[up].up) {
    for (const Sentence& said : book.units[up].says)
      for (const Mention& a : said.announces)
        if (a.text.find("制限") != a.text.npos || a.text.find("例外") != a.text.npos ||
            a.text.find("特例") != a.text.npos)
          return true;
    if (book.units[up].kind == Kind::Heading) break;
  }
  return false;
}

/// Barred here, and told to be done or allowed in another sentence.
void granted(const Book& book, Found& found) {
  const Signs grants = all(book, Is::Grant);
  for (const At& a : grants) {
    if (a.sign->of != "-" || restricted(book, a.place.unit)) continue;
    std::vector<Place> places = {a.place};
    for (const At& b : grants)
      if (b.sign->of == "+" && b.sign->text == a.sign->text) places.push_back(b.place);
    if (places.size() > 1)
      found.push_back({Code::GrantedAndBarred, std::move(places), {act(a.sign->text)}, ""});
  }
}

/// The form with a dot after what it is stands on the other side.
void forms(const Book& book, Found& found) {
  std::map<std::string, Signs> by[2];
  for (const At& a : all(book, Is::Form)) {
    const bool other = a.sign->of.ends_with('.');
    by[other ? 1 : 0][other ? a.sign->of.substr(0, a.sign->of.size() - 1) : a.sign->of].push_back(
        a);
  }
  for (const auto& [what, here] : by[0]) {
    const auto there = by[1].find(what);
    if (there == by[1].end()) continue;
    const Signs& rare = there->second.size() <= here.size() ? there->second : here;
    const Signs& usual = &rare == &here ? there->second : here;
    std::vector<Place> places;
    for (const At& a : rare) places.push_back(a.place);
    places.push_back(usual[0].place);
    found.push_back({Code::TwoForms,
                     std::move(places),
                     {rare[0].sign->text, std::to_string(rare.size()), usual[0].sign->text,
                      std::to_string(usual.size())},
                     ""});
  }
}

/// Not where another sentence with the same limit names players: 1枚のみ(自分が1枚まで…).
void per_turn(const Book& book, Found& found) {
  const Signs limits = all(book, Is::Limit);
  const auto told = [&](const At& a) {
    return std::ranges::any_of(limits, [&](const At& l) {
      return l.place.unit != a.place.unit && l.sign->text == a.sign->text &&
             l.sign->of == a.sign->of &&
             !book.units[l.place.unit].says[l.place.sentence].persons.empty();
    });
  };
  for (const At& a : all(book, Is::PerTurn))
    if (!told(a)) found.push_back({Code::PerTurnOfWhom, {a.place}, {a.sign->text, a.sign->of}, ""});
}

/// Under a headword that says what it is: …を「星」と呼びます. And …を『光度』の効果として扱います
/// beside a definition.
void told_again(const Book& book, Found& found) {
  const Vocabulary v(book);
  for (const At& a : all(book, Is::Treated)) {
    const auto told = v.told().find(plain(a.sign->text));
    if (told == v.told().end() || told->second[0].unit == a.place.unit) continue;
    found.push_back({Code::TwoMeanings, {a.place, told->second[0]}, {a.sign->text, "2"}, ""});
  }
  for (const At& a : all(book, Is::Doing)) {
    const int section = audit::reader::section_of(book, static_cast<int>(a.place.unit));
    if (section < 0) continue;
    const auto& titles = book.units[section].titles;
    const auto told = v.told().find(plain(a.sign->text));
    if (told == v.told().end() || !base::contains(titles, a.sign->text)) continue;
    for (const Place& p : told->second)
      if (p.unit != a.place.unit &&
          audit::reader::section_of(book, static_cast<int>(p.unit)) == section) {
        found.push_back({Code::TwoMeanings, {p, a.place}, {a.sign->text, "2"}, ""});
        break;
      }
  }
}

}  // namespace

void look_at_contrasts(const Book& book, Found& found) {
  shorter_lists(book, found);
  granted(book, found);
  forms(book, found);
  per_turn(book, found);
  told_again(book, found);
}

}  // namespace hanrei::audit::print
