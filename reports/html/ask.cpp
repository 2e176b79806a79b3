#include "reports/html/ask.h"

#include <algorithm>
#include <cmath>

#include "base/json/array.h"
#include "base/text/replace.h"
#include "base/text/wrap.h"
#include "rulings/search/fields.h"
#include "rulings/search/terms.h"

namespace hanrei::reports::html {
namespace {

using base::JsonWriter;
using base::Lang;
using namespace rulings::search;  // the weights of fields

/// The texts of a part of a document, and how much one place in them says, in thousandths.
struct Field {
  Scanned is;
  int says = 0;
};
Field field(const FieldWeight& weight, const std::vector<std::string_view>& texts) {
  Field out;
  std::size_t length = 0;
  std::vector<base::FoldedChar> chars;
  for (const std::string_view text : texts) {
    base::fold_chars(text, chars);
    length += chars.size();
    const Scanned scan = for_scan(text);
    for (const auto& [to, more] :
         {std::pair{&out.is.text, &scan.text}, {&out.is.across, &scan.across}}) {
      if (!to->empty() && !more->empty()) *to += ' ';
      *to += *more;
    }
  }
  out.says = static_cast<int>(std::lround(1000 * says_once(weight, length)));
  return out;
}

std::vector<std::string_view> views(const std::vector<std::string>& list) {
  return {list.begin(), list.end()};
}

std::string called(const Place& place, const std::string& clause) {
  const auto at = place.clause.find(clause);
  return at == place.clause.end() || at->second->title.empty() ? clause
                                                               : clause + " " + at->second->title;
}

}  // namespace

Scanned for_scan(std::string_view text) {
  std::vector<base::FoldedChar> chars;
  base::fold_chars(text, chars);
  Scanned out;
  const auto space = [&] {
    if (!out.text.ends_with(' ')) out.text += ' ';
  };
  for (std::size_t i = 0; i < chars.size();) {
    if (chars[i].kind == base::CharClass::Separator) {
      space();
      ++i;
    } else if (chars[i].kind == base::CharClass::Word) {
      std::string one;
      for (; i < chars.size() && chars[i].kind == base::CharClass::Word; ++i)
        base::append_utf8(one, chars[i].c);
      space();
      out.text += stem(one);
      out.text += ' ';
    } else {
      base::append_utf8(out.text, chars[i++].c);
    }
  }
  each_term(chars, [&](const Term& t) {
    if (t.kind == TermKind::Bridge) out.across += (out.across.empty() ? "" : " ") + t.text;
  });
  return out;
}

std::string for_script(std::string_view json) {
  std::string out(json);
  base::replace_all(out, "<", "\\u003c");
  return out;
}

std::string everyday_script() {
  JsonWriter w(JsonWriter::Style::Compact);
  const rulings::search::WordList& words = rulings::search::everyday_words();
  w.begin_object();
  base::write_values(w, "synonyms", words.synonyms);
  w.member("stopwords", words.stopwords);
  w.end_object();
  return "hanrei.words(" + for_script(w.str()) + ");\n";
}

std::string game_script(const Place& place) {
  const Game& game = place.game;
  std::vector<Field> fields;
  std::vector<std::pair<std::string, std::string>> standings;
  std::map<std::string, std::size_t> clause_number;
  std::vector<const rulings::ClauseRecord*> clauses;
  for (const rulings::ClauseRecord* c : clauses_in_order(game))
    if (c->kind != "meta") clauses.push_back(c);
  for (std::size_t i = 0; i < clauses.size(); ++i) clause_number[clauses[i]->id] = i;

  JsonWriter w(JsonWriter::Style::Compact);
  w.begin_object();
  w.member("folder", place.folder);
  w.key("title");
  w.begin_array();
  for (const std::string& t : game.records.title) w.value(t);
  w.end_array();
  w.key("rulings");
  w.begin_array();
  for (const Ruling& one : game.rulings) {
    const rulings::RulingRecord& r = one.record;
    if (place.ruling.at(r.id) != &one) continue;
    fields.push_back(field(kTitle, {r.title[1], r.title[0]}));
    fields.push_back(field(kQuestion, {r.question[1], r.question[0]}));
    fields.push_back(field(kAnswer, {r.answer[1], r.answer[0], r.partial}));
    fields.push_back(field(kCards, views(r.cards)));
    const std::pair stands{standing(r, Lang::En), standing(r, Lang::Ja)};
    const auto at = std::ranges::find(standings, stands);
    const std::size_t number = static_cast<std::size_t>(at - standings.begin());
    if (at == standings.end()) standings.push_back(stands);
    constexpr int kColumns = 100;  // of first sentences
    constexpr std::size_t kNamed = 3;
    std::string named;
    for (std::size_t i = 0; i < r.cites.size() && i < kNamed; ++i)
      named += (i == 0 ? "" : " / ") + called(place, r.cites[i]);
    if (r.cites.size() > kNamed) named += " …";
    w.begin_array();
    w.value(place.rulings.at(r.id));
    w.value(r.id);
    for (const auto* texts : {&r.title, &r.question}) {
      w.value((*texts)[0]);
      w.value((*texts)[1]);
    }
    for (const std::string& answer : r.answer) w.value(base::first_sentences(answer, kColumns));
    w.value(named);
    w.value(static_cast<std::uint64_t>(number));
    w.value(out_of_force(r) ? 1 : 0);
    w.begin_array();
    for (const std::string& c : r.cites)
      if (const auto k = clause_number.find(c); k != clause_number.end())
        w.value(static_cast<std::uint64_t>(k->second));
    w.end_array();
    w.end_array();
  }
  w.end_array();
  for (const rulings::ClauseRecord* c : clauses) {
    fields.push_back(field(kClauseTitle, {c->title}));
    fields.push_back(field(kClauseText, {c->text[1], c->text[0]}));
  }
  w.member("clauses", static_cast<std::uint64_t>(clauses.size()));
  w.key("standings");
  w.begin_array();
  for (const auto& [en, ja] : standings) w.value(std::vector{en, ja});
  w.end_array();
  w.key("says");
  w.begin_array();
  for (const Field& f : fields) w.value(f.says);
  w.end_array();
  w.key("texts");
  w.begin_array();
  for (const Field& f : fields) {
    w.value(f.is.text);
    w.value(f.is.across);
  }
  w.end_array();
  base::write_values(w, "synonyms", game.words.synonyms);
  w.member("stopwords", game.words.stopwords);
  w.key("cards");
  w.begin_array();
  for (const auto& [name, record] : place.card) w.value(name);
  w.end_array();
  w.end_object();
  return "hanrei.game(" + for_script(w.str()) + ");\n";
}

}  // namespace hanrei::reports::html
