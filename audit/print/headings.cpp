// Titles and what stands below them: another act, no title at all, parts marked in two ways;
// brackets of titles elsewhere.
#include <algorithm>

#include "audit/print/look.h"
#include "audit/print/reader/words.h"
#include "audit/print/vocabulary.h"

namespace hanrei::audit::print {
namespace {

using audit::reader::Sign;
using Is = Sign::Is;

class Headings {
 public:
  Headings(const Book& book, Found& found) : book_(book), found_(found), v_(book) {
    for (size_t u = 0; u < book.units.size(); ++u)
      if (book.units[u].up >= 0) children_[book.units[u].up].push_back(u);
  }

  void run() {
    for (size_t u = 0; u < book_.units.size(); ++u) {
      another_act(u);
      untitled(u);
    }
    marked_otherwise();
    headword_brackets();
  }

 private:
  void add(Code code, std::vector<Place> places, std::vector<std::string> args) {
    found_.push_back({code, std::move(places), std::move(args), ""});
  }
  const std::vector<size_t>& children(size_t u) const {
    static const std::vector<size_t> none;
    const auto it = children_.find(u);
    return it == children_.end() ? none : it->second;
  }
  bool titled(size_t u) const {
    return !book_.units[u].titles.empty() &&
           (book_.units[u].says.size() > 1 || !children(u).empty());
  }

  /// The title says 効果の解決, and what stands below it 効果を終了させる.
  void another_act(size_t u) {
    const Unit& unit = book_.units[u];
    if (unit.titles.size() != 1 || unit.says.empty() || !unit.says[0].title) return;
    for (const size_t k : below(book_, u))
      if (k != u && book_.units[k].kind == Kind::Heading) return;  // of a chapter
    const size_t of = unit.titles[0].rfind("の");
    if (of == std::string::npos) return;
    const std::string act = unit.titles[0].substr(of + 3);
    const audit::reader::Chars kanji = audit::reader::decode(act);
    static const std::set<std::string> wide = {"運用", "関係", "仕様", "定義", "種類",
                                               "手順", "方法", "制限", "処理", "説明",
                                               "概要", "判定", "注意"};
    if (wide.contains(act) || kanji.size() != 2 ||
        !std::ranges::all_of(kanji, audit::reader::is_kanji))
      return;
    const std::vector<Mention>& words = unit.says[0].words;
    if (words.size() < 2 || words.back().text != act) return;
    const std::string& object = words[words.size() - 2].text;
    Place other;
    std::string does;
    for (const size_t k : below(book_, u))
      for (size_t s = 0; s < book_.units[k].says.size(); ++s) {
        const Sentence& said = book_.units[k].says[s];
        if (k == u && s == 0) continue;
        for (const Mention& w : said.words)
          if (w.text.find(act) != w.text.npos) return;
        for (const Sign& g : said.signs)
          if (does.empty() && g.is == Is::Acts && g.text == object) {
            does = g.of;
            other = {k, s, said.at};
          }
      }
    if (!does.empty()) add(Code::OtherAct, {{u, 0, unit.at}, other}, {act, object, does});
  }

  /// Parts with a title each, and text before the first of them, or behind the examples of one.
  void untitled(size_t u) {
    const Unit& unit = book_.units[u];
    if (unit.kind != Kind::Heading) return;
    std::vector<size_t> parts;
    for (const size_t k : children(u))
      if (book_.units[k].kind == Kind::Bullet && titled(k)) parts.push_back(k);
    if (parts.size() < 3) return;
    std::vector<Place> first;
    const auto take = [&](size_t k, size_t from) {
      for (size_t s = from; s < book_.units[k].says.size(); ++s)
        if (!book_.units[k].says[s].title) first.push_back({k, s, book_.units[k].says[s].at});
    };
    take(u, 0);
    for (const size_t k : children(u))
      if (k < parts[0] && book_.units[k].kind == Kind::Text) take(k, 0);
    const bool announces = std::ranges::any_of(first, [&](const Place& p) {
      return !book_.units[p.unit].says[p.sentence].announces.empty();
    });
    if (first.size() > 1 && !announces) add(Code::NoHeading, first, {});
    // of one part: behind its examples, and not a word of it
    for (const size_t part : parts) {
      std::set<std::string> words;
      bool examples = false;
      for (const size_t k : below(book_, part))
        for (size_t s = 0; s < book_.units[k].says.size(); ++s) {
          const Sentence& said = book_.units[k].says[s];
          const bool example = book_.units[k].kind == Kind::Example;
          examples = examples || example;
          const auto shares = [&](const Mention& w) { return words.contains(w.text); };
          if (examples && !example && s == 0 && said.words.size() > 2 &&
              std::ranges::none_of(
                  said.words,
                  [&](const Mention& w) { return !v_.everyday(w.text) && shares(w); }) &&
              std::ranges::any_of(said.words,
                                  [&](const Mention& w) { return !v_.everyday(w.text); })) {
            add(Code::NoHeading, {{k, s, said.at}}, {});
            return;
          }
          for (const Mention& w : said.words) words.insert(w.text);
        }
    }
  }

  /// Sections whose titles begin alike, and the parts of one are numbered and of the other not.
  void marked_otherwise() {
    std::map<std::string, std::map<Kind, std::vector<size_t>>> by;
    for (size_t u = 0; u < book_.units.size(); ++u) {
      const Unit& unit = book_.units[u];
      if (unit.kind != Kind::Heading || unit.titles.empty()) continue;
      std::map<Kind, size_t> kinds;
      for (const size_t k : children(u))
        if (titled(k)) ++kinds[book_.units[k].kind];
      const audit::reader::Chars t = audit::reader::decode(unit.titles[0]);
      size_t e = 0;
      while (e < t.size() && audit::reader::is_katakana(t[e])) ++e;
      if (e < 3 || t.size() != e + 2 || kinds.size() != 1 || kinds.begin()->second < 2)
        continue;  // 朝番開始, 朝番終了
      by[audit::reader::encode(std::u32string_view(t).substr(0, e))][kinds.begin()->first]
          .push_back(u);
    }
    for (const auto& [front, kinds] : by) {
      const auto items = kinds.find(Kind::Item), bullets = kinds.find(Kind::Bullet);
      if (items == kinds.end() || bullets == kinds.end()) continue;
      for (const size_t u : bullets->second)
        add(Code::MarkedOtherwise,
            {{u, 0, book_.units[u].at}, {items->second[0], 0, book_.units[items->second[0]].at}},
            {book_.units[u].titles[0], book_.units[items->second[0]].titles[0]});
    }
  }

  /// 【】 around headwords, and around names that have none.
  void headword_brackets() {
    std::set<std::string> headwords;
    for (const Unit& unit : book_.units)
      if (unit.kind == Kind::Entry)
        for (const std::string& t : unit.titles) headwords.insert(plain(t));
    if (headwords.size() < 3) return;
    std::vector<Place> places;
    std::string names;
    std::set<std::string> told;
    each_sentence(book_, [&](size_t u, size_t s, const Sentence& said) {
      if (said.title) return;
      for (const Mention& q : said.quoted)
        if (q.text.starts_with("【") && std::ranges::none_of(headwords, [&](const std::string& h) {
              return h == plain(inside(q.text)) || h.starts_with(plain(inside(q.text)) + "の");
            })) {
          places.push_back({u, s, q.at});
          if (told.insert(q.text).second) names += q.text;
        }
    });
    if (!places.empty() && told.size() < 9)
      add(Code::HeadwordBracket, std::move(places), {std::to_string(headwords.size()), names});
  }

  const Book& book_;
  Found& found_;
  const Vocabulary v_;
  std::map<size_t, std::vector<size_t>> children_;
};

}  // namespace

void look_at_headings(const Book& book, Found& found) { Headings(book, found).run(); }

}  // namespace hanrei::audit::print
