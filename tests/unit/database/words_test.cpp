// Folding, cutting up, queries: what a search takes text for.

#include "rulings/search/words.h"

#include <random>
#include <string>
#include <vector>

#include "base/text/fold.h"
#include "base/text/unicode.h"
#include "rulings/records/records.h"
#include "rulings/search/query.h"
#include "rulings/search/question.h"
#include "rulings/search/terms.h"
#include "rulings/search/tokens.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
namespace search = rulings::search;

std::string folded(const std::string& text) {
  std::vector<base::FoldedChar> chars;
  base::fold_chars(text, chars);
  std::string out;
  for (const base::FoldedChar& c : chars) base::append_utf8(out, c.c);
  return out;
}

/// Folded all at once; middle dots are nothing.
std::string at_once(const std::string& text) {
  std::string out = base::fold(text);
  for (std::size_t at; (at = out.find("・")) != std::string::npos;) out.erase(at, 3);
  return out;
}

/// Tokens with spaces between; those at the place of the one before in parentheses.
std::string cut(const std::string& text) {
  std::string out;
  std::vector<base::FoldedChar> room;
  search::each_token(text, room, [&](const search::Token& t) {
    out += (out.empty() ? "" : " ") + (t.same_place ? "(" + t.text + ")" : t.text);
    return true;
  });
  return out;
}

/// The marked parts of a text, with | between.
std::string found(const std::string& text, const std::string& typed, bool whole = false) {
  std::string out;
  for (const search::Range& r : search::matches(text, {search::phrase_of(typed, whole)}))
    out += (out.empty() ? "" : "|") + text.substr(r.begin, r.end - r.begin);
  return out;
}

struct Parsed {
  std::optional<search::Query> query;
  std::vector<std::string> codes;
  std::vector<std::string> at;
};
Parsed parse(const std::string& typed) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const base::Span text = sources.add("query", typed);
  Parsed p{search::parse_query(sources, text, log), {}, {}};
  for (const base::Diagnostic& d : log.all()) {
    p.codes.emplace_back(base::code_text(d.code));
    p.at.emplace_back(sources.slice(d.span));
    CHECK_FALSE(base::message(d, base::Lang::Ja).empty());
  }
  return p;
}

}  // namespace

TEST_CASE("folding: character by character is the same as all at once", "[database]") {
  for (const char* text : {"ドロー", "どろー", "ﾄﾞﾛｰ", "ＡＰ１０", "か\u3099", "わ\u3099", "㍻",
                           "①", "ﾊﾟｯﾁ", "É", "E\u0301", "Straße", "ー〜ゝ", "《ﾄﾞﾗｺﾞﾝ》の瑠璃",
                           "★♥", "a\u0301\u0300b", "バトル・イン", "ﾊﾞﾄﾙ･ｲﾝ"})
    CHECK(folded(text) == at_once(text));
  for (const std::string& folder : test::shipped_games()) {
    const test::Corpus corpus(folder);
    for (const rulings::Document& d : corpus.documents) {
      const rulings::RulingRecord r = rulings::record_of(d);
      for (const auto* pair : {&r.title, &r.question, &r.answer})
        for (const std::string& text : *pair) CHECK(folded(text) == at_once(text));
    }
  }
}

TEST_CASE("folding: bytes of the original stay known", "[database]") {
  std::vector<base::FoldedChar> chars;
  const std::string text = "xﾄﾞﾛｰ";
  base::fold_chars(text, chars);
  REQUIRE(chars.size() == 4);
  CHECK(text.substr(chars[1].begin, chars[1].end - chars[1].begin) == "ﾄﾞ");
  CHECK(chars[1].c == U'ド');
  CHECK(chars[3].end == text.size());
  base::fold_chars(std::string("a\xff\xfe\xed\xa0\x80z"),
                   chars);  // bytes that are no UTF-8, a lone surrogate among them
  CHECK(chars.front().c == U'a');
  CHECK(chars.back().c == U'z');
  for (const base::FoldedChar& c : chars) CHECK(c.begin < c.end);
}

TEST_CASE(
    "tokens: pairs within runs, whole words, the last character at the place of the last pair",
    "[database]") {
  CHECK(cut("ドロー") == "ドロ ロー (ー)");
  CHECK(cut("墓") == "墓");
  CHECK(cut("甲、乙丙") == "甲 乙丙 (丙)");
  CHECK(cut("甲・乙丙") == "甲乙 乙丙 (丙)");
  CHECK(cut("AP+10する") == "ap +1 10 0ス スル (ル)");
  CHECK(cut("、。「」 ") == "");
  CHECK(cut("★") == "★");
  CHECK(cut("15-5-1[7]") == "15 (5) 5 1 7");
}

TEST_CASE("matches: every spelling, every substring, and nothing beside them", "[database]") {
  for (const char* typed : {"ドラゴン", "どらごん", "ﾄﾞﾗｺﾞﾝ", "ラゴ", "ン"})
    CHECK(found("赤いﾄﾞﾗｺﾞﾝが", typed) != "");
  CHECK(found("赤いﾄﾞﾗｺﾞﾝが", "どらごん") == "ﾄﾞﾗｺﾞﾝ");
  CHECK(found("赤いﾄﾞﾗｺﾞﾝが", "ゴ") == "ｺﾞ");
  CHECK(found("９．１７", "9.17") == "９．１７");
  CHECK(found("甲、乙丙", "甲乙") == "");
  CHECK(found("亜甲、乙丙", "甲、乙") == "甲、乙");
  CHECK(found("甲乙", "甲、乙") == "");
  CHECK(found("甲・乙丙", "甲乙") == "甲・乙");
  CHECK(found("亜甲・乙丙", "甲・乙") == "甲・乙");
  CHECK(found("甲乙", "甲・乙") == "甲乙");
  CHECK(found("ﾊﾞﾄﾙ･ｲﾝの確認", "ばとるいん") == "ﾊﾞﾄﾙ･ｲﾝ");
  CHECK(found("The drawing draws a draw", "draw") == "draw|draw|draw");
  CHECK(found("The drawing draws a draw", "draw", true) == "draw");
  CHECK(found("two abilities", "ability") == "abilit");
  CHECK(found("withdraw", "draw") == "");
  CHECK(found("墓地、墓", "墓") == "墓|墓");
  CHECK(found("ドドド", "ドド") == "ドドド");
}

TEST_CASE("edit distance: changes, and neighbours that changed places", "[database]") {
  const auto distance = [](const char32_t* a, const char32_t* b, int most = 9) {
    return search::edit_distance(a, b, most);
  };
  CHECK(distance(U"追い打ち", U"追い打ち") == 0);
  CHECK(distance(U"追い討ち", U"追い打ち") == 1);
  CHECK(distance(U"追打いち", U"追い打ち") == 1);
  CHECK(distance(U"追打ち", U"追い打ち") == 1);
  CHECK(distance(U"", U"甲乙") == 2);
  CHECK(distance(U"甲乙丙丁戊", U"己庚辛壬癸", 2) == 3);
}

TEST_CASE("queries: words, phrases, alternatives, filters", "[database]") {
  const auto q = parse(
                     "ダウン　\"exact words\" -火花 甲 OR 乙 card:追い打ち status:formal,暫定 "
                     "date:2004..2006-05 -clause:15-5")
                     .query;
  REQUIRE(q);
  REQUIRE(q->words.size() == 4);
  CHECK(q->words[1].typed == std::vector<std::string>{"exact words"});
  CHECK(q->words[1].exact);
  CHECK_FALSE(q->words[0].exact);
  CHECK(q->words[2].excluded);
  CHECK(q->words[3].typed == std::vector<std::string>{"甲", "乙"});
  REQUIRE(q->filters.size() == 4);
  CHECK(q->filters[1].any == std::vector<std::string>{"formal", "provisional"});
  CHECK(q->filters[2].first == rulings::day_of("2004-01-01"));
  CHECK(q->filters[2].last == rulings::day_of("2006-05-31"));
  CHECK(q->filters[3].excluded);
  CHECK(parse("カード：追い打ち 状態:撤回").query->filters.size() == 2);
  CHECK(parse("").query);
}

TEST_CASE("queries: mistakes are located, all of them", "[database]") {
  const auto wrong = [](const std::string& typed) {
    Parsed p = parse(typed);
    CHECK_FALSE(p.query);
    return p;
  };
  Parsed p = wrong("甲 crad:x status:old date:2005..2004 、");
  CHECK(p.codes == std::vector<std::string>{"HR4102", "HR4103", "HR4103"});
  CHECK(p.at == std::vector<std::string>{"crad", "old", "2005..2004"});
  CHECK(wrong("、").codes == std::vector<std::string>{"HR4101"});
  CHECK(wrong("\"、\" 甲").at == std::vector<std::string>{"\"、\""});
  CHECK(parse("負けますか ?").query->words.size() == 1);
  CHECK(wrong("甲 OR").at == std::vector<std::string>{"OR"});
  CHECK(wrong("OR 甲").codes == std::vector<std::string>{"HR4101"});
  CHECK(wrong("甲 OR card:乙").codes == std::vector<std::string>{"HR4101"});
  CHECK(wrong("甲 OR -乙").codes == std::vector<std::string>{"HR4101"});
  CHECK(wrong("\"甲").at == std::vector<std::string>{"\""});
  CHECK(wrong("card:").codes == std::vector<std::string>{"HR4103"});
  CHECK(wrong("date:2004-02-30").codes == std::vector<std::string>{"HR4103"});
  CHECK(wrong(std::string(1'000'000, 'x')).codes == std::vector<std::string>{"HR2003"});
  CHECK(wrong("\xff").codes == std::vector<std::string>{"HR4101"});
  std::string many;
  for (int i = 0; i < 201; ++i) many += "甲 ";
  CHECK(wrong(many).codes == std::vector<std::string>{"HR2003"});
}

TEST_CASE("dates: what they can mean", "[database]") {
  CHECK(rulings::day_of("1970-01-01") == 0);
  CHECK(rulings::day_of("2004") == rulings::day_of("2004-01-01"));
  CHECK(rulings::day_of("2004", true) == rulings::day_of("2004-12-31"));
  CHECK(rulings::day_of("2004-02", true) == rulings::day_of("2004-02-29"));
  for (const char* no : {"", "04", "2004-2-1", "2004-13", "2003-02-29", "2004-01-01x", "0000-01-01",
                         "20045", "２００４"})
    CHECK_FALSE(rulings::day_of(no));
}

namespace {

/// Terms with spaces between.
std::string terms(const std::string& text) {
  std::vector<base::FoldedChar> chars;
  base::fold_chars(text, chars);
  std::string out;
  search::each_term(chars,
                    [&](const search::Term& t) { out += (out.empty() ? "" : " ") + t.text; });
  return out;
}

/// The words of a question, each with its other names in parentheses, a piece that no list knows in
/// brackets.
std::string units(const std::string& text, const search::Lexicon& lexicon) {
  std::string out;
  for (const search::Unit& u : search::units_of(text, lexicon)) {
    if (u.typed.empty()) continue;
    out += out.empty() ? "" : " ";
    if (u.names.empty()) out += "[" + u.typed + "]";
    for (std::size_t i = 0; i < u.names.size(); ++i)
      out += (i == 0 ? "" : i == 1 ? "(" : ",") + u.names[i].text;
    if (u.names.size() > 1) out += ")";
  }
  return out;
}

/// The codes of what is wrong with a list of words.
std::string wrong_words(const std::string& json) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto list = search::read_words(sources, sources.add("words.json", json), log);
  std::string out;
  for (const base::Diagnostic& d : log.all())
    out += (out.empty() ? "" : " ") + std::string(base::code_text(d.code));
  CHECK(list.has_value() == out.empty());
  return out;
}

}  // namespace

TEST_CASE("terms: pairs, kanji alone and across their kana, words without endings", "[database]") {
  CHECK(terms("捨札") == "捨札 捨 札");
  // across the kana, so that okurigana do not matter
  CHECK(terms("捨て札") == "捨テ 捨 捨札 テ札 札");
  CHECK(terms("ドロー") == "ドロ ロー ー");
  CHECK(terms("drawing cards") == "draw card");
  CHECK(search::stem("abilities") == search::stem("ability"));
  CHECK(search::stem("placed") == search::stem("place"));
  CHECK(search::stem("as") == "as");
}

TEST_CASE("questions: words that are known, what stands for them, and the rest", "[database]") {
  search::Lexicon lexicon;
  lexicon.add(
      {{{"山札", "デッキ"}, {"負", "敗北"}, {"使", "使用"}}, {"が", "は", "になったら", "う"}});
  CHECK(units("デッキが0枚になったら負け?", lexicon) == "デッキ(山札) [0枚] 負(敗北)");
  // the longest word that is known, and none within a run of katakana or between two kanji
  CHECK(units("使用", lexicon) == "使用(使)");
  CHECK(units("デッキブレイク", lexicon) == "[デッキブレイク]");
  CHECK(units("勝負", lexicon) == "[勝負]");
  // behind what counts stands another word
  CHECK(units("2枚使う", lexicon) == "[2枚] 使(使用)");
  CHECK(units("二枚使う", lexicon) == "[二枚] 使(使用)");
  // a few kana behind a known word are its ending, more of them are a word
  CHECK(units("負ける", lexicon) == "負(敗北)");
  CHECK(units("負なにぬねの", lexicon) == "負(敗北) [なにぬねの]");
  // spelling does not matter
  CHECK(units("ﾃﾞｯｷは", lexicon) == "ﾃﾞｯｷ(山札)");
  CHECK(units("は", lexicon) == "");
}

TEST_CASE("questions: the words of the program itself", "[database]") {
  search::Lexicon lexicon;
  lexicon.add(search::everyday_words());
  // `してい` is an ending here, and `かった` no victory
  CHECK(units("していいですか", lexicon) == "");
  CHECK(units("なかったら", lexicon) == "");
  const auto of = [&](const std::string& text) { return units(text, lexicon); };
  CHECK_THAT(of("タップ"), test::ContainsSubstring("消耗"));
  CHECK_THAT(of("graveyard"), test::ContainsSubstring("discard"));
  CHECK_THAT(of("all at once"), test::ContainsSubstring("simultaneous"));
}

TEST_CASE("words.json: what is wrong with a list is said", "[database]") {
  CHECK(wrong_words(R"({"format": 1, "synonyms": [["甲", "乙"]], "stopwords": ["が"]})") == "");
  CHECK(wrong_words(R"({"format": 1})") == "");
  CHECK(wrong_words("[]") == "HR3004");
  CHECK(wrong_words(R"({})") != "");
  CHECK(wrong_words(R"({"format": 2})") != "");
  CHECK(wrong_words(R"({"format": 1, "synonyms": [["甲"]]})") != "");
  CHECK(wrong_words(R"({"format": 1, "synonyms": [["甲", "、"]]})") != "");
  CHECK(wrong_words(R"({"format": 1, "synonyms": "甲"})") != "");
  CHECK(wrong_words(R"({"format": 1, "stopwords": [1]})") != "");
  CHECK(wrong_words(R"({"format": 1, "words": []})") != "");
  CHECK(wrong_words("{") != "");
}
