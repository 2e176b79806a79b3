// hanrei search: what is found, in which order, and how it is told.

#include <algorithm>
#include <random>
#include <set>

#include "base/text/unicode.h"
#include "rulings/records/records.h"
#include "tests/catch.h"
#include "tests/unit/database/scene.h"

#if __has_include(<valijson/validator.hpp>) && \
    __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_HAVE_VALIJSON 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#endif

namespace {

using namespace hanrei;
namespace search = rulings::search;
using Ids = std::vector<std::string>;

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

// ---------------------------------------------------------------- the oracle: a scan that shares
// nothing with the index

bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || c == U'é'; }
/// What is never compared, of all that occurs in the fixtures: spaces and punctuation.
bool separates(char32_t c) {
  if (c < 0x80)
    return std::string_view(" \t\n\r!\"#%&'()*,-./:;?@[\\]_{}").find(static_cast<char>(c)) !=
               std::string_view::npos ||
           c < 0x20;
  return c == U'、' || c == U'。' || (c >= 0x3008 && c <= 0x3011) || c == U'〜' || c == U'–' ||
         c == U'—' || c == U'…' || c == U'“' || c == U'”' || c == U'‘' || c == U'’' ||
         c == 0x3000 || c == U'′' || c == 0xA0 || c == U'‐' || c == U'※' ||
         (c >= 0x3014 && c <= 0x301F);
}

/// Folded, without middle dots; runs of letters and runs of other characters with one space
/// between.
std::string plain(const std::string& text) {
  std::string f = base::fold(text);
  for (std::size_t at; (at = f.find("・")) != std::string::npos;) f.erase(at, 3);
  std::string out;
  int before = 0;
  for (std::size_t i = 0; i < f.size();) {
    std::size_t n = 1;
    while (i + n < f.size() && (static_cast<unsigned char>(f[i + n]) & 0xC0) == 0x80) ++n;
    char32_t c = static_cast<unsigned char>(f[i]);
    if (n == 2) c = (c & 0x1F) << 6 | (static_cast<unsigned char>(f[i + 1]) & 0x3F);
    if (n == 3)
      c = (c & 0x0F) << 12 | (static_cast<unsigned char>(f[i + 1]) & 0x3F) << 6 |
          (static_cast<unsigned char>(f[i + 2]) & 0x3F);
    const int kind = separates(c) ? 0 : is_letter(c) ? 1 : 2;
    if (kind != 0 && !out.empty() && kind != before) out += ' ';
    if (kind != 0)
      out += f.substr(i, n);
    else if (!out.empty() && before != 0 && out.back() != ' ')
      out += ' ';
    before = kind == 0 && !out.empty() && out.back() == ' ' ? 0 : kind;
    i += n;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  std::string once;  // two separators in a row are one
  for (const char c : out)
    if (c != ' ' || (!once.empty() && once.back() != ' ')) once += c;
  return once;
}

bool scan(const std::string& plain_text, const std::string& plain_query) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  for (std::size_t at = plain_text.find(plain_query); at != std::string::npos;
       at = plain_text.find(plain_query, at + 1)) {
    const std::size_t end = at + plain_query.size();
    if ((!letter(plain_query.front()) || at == 0 || plain_text[at - 1] == ' ') &&
        (!letter(plain_query.back()) || end == plain_text.size() || plain_text[end] == ' '))
      return true;
  }
  return false;
}

/// Of two runs of which one ends with the character that the other begins with, that character
/// once: ナルガ ガロン as ナルガロン.
std::string run_together(const std::string& plain_text) {
  std::string out;
  std::size_t last = 0;  // where the last character begins
  for (std::size_t i = 0; i < plain_text.size();) {
    std::size_t n = 1;
    while (i + n < plain_text.size() &&
           (static_cast<unsigned char>(plain_text[i + n]) & 0xC0) == 0x80)
      ++n;
    const std::size_t length = out.size() - last;
    if (plain_text[i] == ' ' && length > 0 &&
        plain_text.compare(i + 1, length, out, last, length) == 0) {
      i += 1 + length;
      continue;
    }
    last = out.size();
    out += plain_text.substr(i, n);
    i += n;
  }
  return out;
}

struct Texts {
  std::string id;
  std::vector<std::string> raw, fields;
};
std::vector<Texts> all_texts() {
  std::vector<Texts> out;
  for (const std::string& folder : test::shipped_games()) {
    const test::Corpus corpus(folder);
    for (const rulings::Document& d : corpus.documents) {
      const rulings::RulingRecord r = rulings::record_of(d);
      Texts t{r.game + "/" + r.id, {}, {}};
      for (const auto* pair : {&r.title, &r.question, &r.answer})
        for (const std::string& text : *pair) t.raw.push_back(text);
      t.raw.push_back(r.partial);
      std::string cards;
      for (const std::string& c : r.cards) cards += c + "\n";
      t.raw.push_back(cards);
      for (const std::string& text : t.raw) t.fields.push_back(plain(text));
      out.push_back(std::move(t));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("search: finds what a scan finds, for pieces of one to six characters",
          "[database][slow]") {
  const std::vector<Texts> texts = all_texts();
  REQUIRE(texts.size() > 900);
  test::Scratch scratch;
  const std::string db = scratch / "x.db", games = test::at_root("fixtures");
  REQUIRE(test::run({"db", "build", games, "--db", db}).code == 0);
  auto opened = rulings::store::open(db);
  REQUIRE(opened);
  std::mt19937 random(20261122);
  int asked = 0, several = 0, extra = 0;
  while (asked < 1000) {
    const Texts& t = texts[random() % texts.size()];
    const std::string& field = t.raw[random() % t.raw.size()];
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i <= field.size(); ++i)
      if (i == field.size() || (static_cast<unsigned char>(field[i]) & 0xC0) != 0x80)
        begins.push_back(i);
    if (begins.size() < 2) continue;
    const std::size_t from = random() % (begins.size() - 1),
                      to = std::min(from + 1 + random() % 6, begins.size() - 1);
    const std::string typed = field.substr(begins[from], begins[to] - begins[from]),
                      query = plain(typed);
    if (query.empty()) continue;
    ++asked;
    std::set<std::string> expected, seen;
    for (const Texts& d : texts)
      if (std::any_of(d.fields.begin(), d.fields.end(),
                      [&](const std::string& f) { return scan(f, query); }))
        expected.insert(d.id);
    rulings::search::Query q;
    q.words.push_back({{rulings::search::phrase_of(typed, true)}, {typed}, false, true});
    rulings::store::Options options;
    options.limit = texts.size();
    for (const bool newest : {false, true}) {
      options.newest = newest;
      const auto found = (*opened)->search(q, options);
      REQUIRE(found);
      seen.clear();
      if (found->nearest) continue;
      for (const auto& h : found->hits) {
        seen.insert(h.game + "/" + h.id);
        // no mark only where the word is in the name of a card
        if (h.places.empty()) {
          std::string cards;
          for (const std::string& c : h.cards) cards += c + "\n";
          CHECK_FALSE(search::matches(cards, q.words[0].any).empty());
        }
      }
      INFO(typed << " as " << query);
      // Nothing is missed. Where the query or the text has something between two runs, a hit too
      // many may be among them: the pairs of 選手 put 手 at the place that comes after the one
      // before, and なるが、ガロン holds the pairs of るガロン in a row.
      CHECK(std::includes(seen.begin(), seen.end(), expected.begin(), expected.end()));
      if (query.find(' ') == std::string::npos) {
        std::set<std::string> possible = expected;
        if (seen.size() > expected.size())
          for (const Texts& d : texts)
            if (std::any_of(d.fields.begin(), d.fields.end(),
                            [&](const std::string& f) { return scan(run_together(f), query); }))
              possible.insert(d.id);
        CHECK(std::includes(possible.begin(), possible.end(), seen.begin(), seen.end()));
      }
      extra += seen.size() > expected.size() ? 1 : 0;
    }
    // Asked for as words it is found, too, with others beside it.
    q.words.front() = {{search::phrase_of(typed, false)}, {typed}, false, false};
    const auto loosely = (*opened)->search(q, options);
    REQUIRE(loosely);
    std::set<std::string> fit;
    for (const auto& h : loosely->hits)
      if (!loosely->nearest) fit.insert(h.game + "/" + h.id);
    INFO(typed << " as words");
    CHECK(std::includes(fit.begin(), fit.end(), expected.begin(), expected.end()));
    several += expected.size() > 1 ? 1 : 0;
  }
  CHECK(several > 300);
  CHECK(extra < 20);
}

TEST_CASE("search: filters combine with words", "[database]") {
  test::Shelf s;
  s.game("one");
  s.game("two");
  const std::string play =
      R"(<situation at="バトルを行う[26]/ダウン"><player id="A"><zone name="場"><card id="c" is="追い打ち"><card id="d" is="火花"/></card></zone></player></situation><claim kind="possible">true</claim>)";
  s.ruling("one", {"R-1", "ダウンの処理", "ダウンしますか。", "はい。", "formal", "2004-05-01",
                   R"(<cites clause="15-5-1[7]"/>)" + play});
  s.ruling("one", {"R-2", "ダウンと火花", "いつですか。", "いま。", "withdrawn", "2005-02-01",
                   R"(<cites clause="15-50"/><presume reading="D-1" is="A"/>)" + play});
  s.ruling("one", {"R-3", "別のこと", "ダウンはしません。", "いいえ。", "provisional", "2006",
                   R"(<cites clause="15-5"/>)"});
  s.ruling("two",
           {"R-1", "導出", "ダウン。", "はい。", "derived", "", R"(<cites clause="15-5・注"/>)"});

  CHECK(sorted(s.ids("だうん")) == Ids{"R-1", "R-1", "R-2", "R-3"});
  CHECK(s.ids("ダウン game:one status:formal") == Ids{"R-1"});
  CHECK(sorted(s.ids("ダウン status:正式,撤回")) == Ids{"R-1", "R-2"});
  CHECK(sorted(s.ids("ダウン -status:撤回")) == Ids{"R-1", "R-1", "R-3"});
  CHECK(sorted(s.ids("clause:15-5")) == Ids{"R-1", "R-1", "R-3"});
  CHECK(sorted(s.ids("card:追い打ち card:ひばな")) == Ids{});
  CHECK(sorted(s.ids("card:追い打ち card:火花")) == Ids{"R-1", "R-2"});
  CHECK(s.ids("card:追い打ち -処理") == Ids{"R-2"});
  CHECK(s.ids("処理 OR いま -clause:15-5") == Ids{"R-2"});
  CHECK(sorted(s.ids("at:ダウン")) == Ids{"R-1", "R-2"});
  CHECK(sorted(s.ids("at:バトルを行う")) == Ids{"R-1", "R-2"});
  CHECK(s.ids("at:バトル") == Ids{});
  CHECK(s.ids("reading:D-1") == Ids{"R-2"});
  CHECK(s.ids("id:R-*", {"--newest"}) == Ids{"R-3", "R-2", "R-1", "R-1"});
  CHECK(s.ids("date:2004-05..2005") == Ids{"R-2", "R-1"});
  CHECK(s.ids("date:2006-12-31") == Ids{});
  CHECK(s.ids("date:2006") == Ids{"R-3"});
  CHECK(sorted(s.ids("situation:なし")) == Ids{"R-1", "R-3"});
  CHECK(sorted(s.ids("verdict:未検査")) == Ids{"R-1", "R-1", "R-2", "R-3"});
  CHECK(s.ids("verdict:confirmed") == Ids{});
  CHECK(sorted(s.ids("authority:審判")) == Ids{"R-1", "R-2", "R-3"});
  CHECK(s.ids("authority:%") == Ids{});
  // one game only
  const test::Ran one =
      test::run({"search", "ダウン", s.root + "/two", "--db", s.db(), "--format", "json"});
  CHECK(test::json_of(one).find("searched")->integer == 1);
  CHECK(test::json_of(one).find("total")->integer == 1);
}

TEST_CASE("search: an id that is typed is found first, a clause by what cites it", "[database]") {
  test::Shelf s;
  s.game("one");
  // others say more of it than the ruling itself
  s.ruling("one", {"LF-2", "LF-x041 LF-x041", "LF-x041", "LF-x041 15-5", "formal", "2004", ""});
  s.ruling("one", {"LF-x041", "別のこと", "いつですか。", "いま。", "formal", "2005",
                   R"(<cites clause="15-5"/>)"});
  for (const char* typed : {"LF-x041", "lf-x041", "LF-X041"})
    CHECK(s.ids(typed) == Ids{"LF-x041", "LF-2"});
  CHECK(s.ids("15-5") == Ids{"LF-x041", "LF-2"});
}

TEST_CASE("search: a word in the title comes first, equals by game and id, newest by date",
          "[database]") {
  test::Shelf s;
  s.game("g");
  s.ruling("g", {"B-2", "題", "火花はどうですか。そのほかのことも長々と書いてあります。", "はい。",
                 "formal", "2004-01-01", ""});
  s.ruling("g", {"A-1", "火花", "どうですか。そのほかのことも長々と書いてあります。", "はい。",
                 "formal", "2003-01-01", ""});
  s.ruling("g", {"B-1", "題", "火花はどうですか。そのほかのことも長々と書いてあります。", "はい。",
                 "formal", "2004-01-01", ""});
  CHECK(s.ids("火花") == Ids{"A-1", "B-1", "B-2"});
  CHECK(s.ids("火花", {"--newest"}) == Ids{"B-1", "B-2", "A-1"});
  const auto page = [&](const char* limit, const char* skip) {
    return test::run({"search", "火花", s.root, "--db", s.db(), "--newest", "--limit", limit,
                      "--skip", skip})
        .out;
  };
  CHECK_THAT(page("1", "1"), test::ContainsSubstring("B-2") && !test::ContainsSubstring("A-1") &&
                                 test::ContainsSubstring("2–2 of 3 rulings"));
  CHECK_THAT(page("3", "2"),
             test::ContainsSubstring("A-1") && test::ContainsSubstring("3–3 of 3 rulings"));
}

TEST_CASE("search: the newest with one character are those at the top of the whole list",
          "[database]") {
  test::Shelf s;
  s.game("g");
  for (int i = 0; i < 400; ++i)
    s.ruling("g", {fmt::format("R-{:03}", i), i % 3 == 0 ? "凧が揚がる" : "別の題",
                   i == 7 ? "稀な字" : "問", i % 5 == 0 ? "風、凧" : "答", "formal",
                   fmt::format("20{:02}-01-{:02}", i / 20, 1 + i % 7), ""});
  REQUIRE(test::run({"db", "build", s.root, "--db", s.db()}).code == 0);
  auto opened = rulings::store::open(s.db());
  REQUIRE(opened);
  const auto ids = [&](const char* typed, std::size_t limit, std::size_t offset) {
    search::Query q;
    q.words.push_back({{search::phrase_of(typed, false)}, {typed}, false});
    rulings::store::Options o;
    o.newest = true;
    o.limit = limit;
    o.offset = offset;
    Ids out;
    const auto found = (*opened)->search(q, o);
    REQUIRE(found);
    for (const auto& h : found->hits) out.push_back(h.id);
    return out;
  };
  for (const char* typed : {"凧", "が", "字", "風", "題", "無"}) {
    const Ids all = ids(typed, 1000, 0);  // too long a page for looking through
    for (const std::size_t limit : {1, 7, 20, 60})
      for (const std::size_t offset : {0, 3, 20}) {
        const Ids part(
            all.begin() + static_cast<std::ptrdiff_t>(std::min(offset, all.size())),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(offset + limit, all.size())));
        INFO(typed << " " << limit << " " << offset);
        CHECK(ids(typed, limit, offset) == part);
      }
  }
}

TEST_CASE("search: marks stand on the original spelling, in characters", "[database]") {
  test::Shelf s;
  s.game("g");
  s.ruling("g", {"R", "赤いﾄﾞﾗｺﾞﾝの話", "問", "答", "derived", "", ""});
  const base::Json json = test::json_of(s.search("どらごん"));
  const base::Json& place = json.find("rulings")->items.at(0).find("found")->items.at(0);
  CHECK(place.find("field")->string == "title");
  CHECK(place.find("at")->items.at(0).items.at(0).integer == 2);
  CHECK(place.find("at")->items.at(0).items.at(1).integer == 8);
  const test::Ran text =
      test::run({"--color", "always", "search", "どらごん", s.root, "--db", s.db()});
  CHECK_THAT(text.out, test::ContainsSubstring("赤い\x1b[1;33mﾄﾞﾗｺﾞﾝ\x1b[0mの話"));
}

TEST_CASE("search: did you mean", "[database]") {
  test::Shelf s;
  s.game("g");
  s.ruling("g", {"R", "題", "問", "答", "derived", "", ""});
  const auto meant = [&](const std::string& query) {
    std::string out;
    const base::Json json = test::json_of(s.search(query));
    for (const base::Json& m : json.find("meant")->items)
      out += (out.empty() ? "" : ",") + m.find("meant")->string;
    return out;
  };
  CHECK(meant("追い討ち") == "追い打ち");
  CHECK(meant("追打いち") == "追い打ち");
  CHECK(meant("どらごんの楯") == "ﾄﾞﾗｺﾞﾝの盾");
  CHECK(meant("追い打ち") == "");
  CHECK(meant("card:ドラゴン") == "ﾄﾞﾗｺﾞﾝの盾");
  CHECK(meant("まったく別の語") == "");
}

TEST_CASE("search: nothing to search is no success, and broken files are told", "[database]") {
  test::Shelf s;
  s.game("g");
  CHECK(s.search("火花").code == 4);
  s.ruling("g", {"R", "火花", "問", "答", "derived", "", ""});
  CHECK(s.search("火花").code == 0);
  CHECK(s.search("何もない語").code == 0);
  test::put(s.root + "/g/rulings/broken.xml", "<ruling");
  const test::Ran ran = s.search("火花");
  CHECK(ran.code == 2);
  CHECK(test::json_of(ran).find("total")->integer == 1);
  CHECK_THAT(ran.err, test::ContainsSubstring("a file cannot be read and is not in the database"));
  CHECK(s.search("火花").code == 2);  // and again, when nothing has changed
  const test::Ran build = test::run({"db", "build", s.root, "--db", s.db()});
  CHECK(build.code == 2);
  CHECK_THAT(build.err, test::ContainsSubstring("broken.xml:1:"));
}

TEST_CASE("search: a thousand hostile queries", "[database]") {
  test::Shelf s;
  s.game("g");
  for (int i = 0; i < 20; ++i)
    s.ruling("g", {"R-" + std::to_string(i), "火花と \" ' ; DROP", "NEAR(甲 乙) AND title: *",
                   "答え{}^+-", "formal", "2004-01-01", ""});
  REQUIRE(test::run({"db", "build", s.root, "--db", s.db()}).code == 0);
  auto opened = rulings::store::open(s.db());
  REQUIRE(opened);
  const std::string before = test::slurp(s.db());
  const std::vector<std::string> parts = {"\"",
                                          "'",
                                          ";",
                                          "--",
                                          "/*",
                                          "*",
                                          "(",
                                          ")",
                                          "{",
                                          "}",
                                          "^",
                                          "+",
                                          "-",
                                          ":",
                                          "NEAR",
                                          "AND",
                                          "OR",
                                          "NOT",
                                          "title:",
                                          "words MATCH",
                                          "DROP TABLE ruling",
                                          "' OR 1=1 --",
                                          "\\",
                                          "%",
                                          "_",
                                          "?",
                                          "[",
                                          "]",
                                          "甲",
                                          "火花",
                                          "a",
                                          "\xed\xa0\x80",
                                          "\xff",
                                          "\xf4\x90\x80\x80",
                                          std::string(1, '\0'),
                                          "\u202e",
                                          "\u3000",
                                          "\n",
                                          "\t",
                                          " ",
                                          "card:",
                                          "clause:",
                                          "id:",
                                          "id:[",
                                          "date:",
                                          "date:..",
                                          "status:",
                                          "game:",
                                          "citator:",
                                          "citator:redundant",
                                          "-現況:未検査",
                                          "citator:\"premise lost\"",
                                          "|",
                                          "“",
                                          "＂",
                                          "：",
                                          "a\u0301",
                                          "\u0301",
                                          "🀄",
                                          "1",
                                          "０",
                                          "\x1b[31m",
                                          "rank",
                                          "rowid",
                                          "bm25(words)",
                                          ","};
  std::mt19937 random(7);
  int good = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string query;
    for (std::size_t n = 1 + random() % 8; n > 0; --n) {
      query += parts[random() % parts.size()];
      if (random() % 2 == 0) query += ' ';
    }
    if (i % 250 == 249) query = std::string(1 << 20, "\"甲a "[random() % 4]) + query;
    base::SourceMap sources;
    base::DiagnosticLog log;
    const base::Span text = sources.add("query", query);
    const auto q = rulings::search::parse_query(sources, text, log);
    CHECK(q.has_value() != log.has_errors());
    if (!q) continue;
    ++good;
    rulings::store::Options options;
    options.facets = true;
    options.newest = i % 2 == 0;
    const auto found = (*opened)->search(*q, options);
    INFO(query);
    REQUIRE(found);
    CHECK(found->searched == 20);
  }
  CHECK(good > 150);
  CHECK(test::slurp(s.db()) == before);
  for (const char* query : {"\"", "x\x1b[31m", "card:'", "\xff\xfe", "title:x"}) {
    const test::Ran ran = s.search(query);
    CHECK((ran.code == 0 || ran.code == 2));
    CHECK(ran.err.find('\x1b') == std::string::npos);
    CHECK(ran.out.find('\x1b') == std::string::npos);
  }
}

#ifdef HANREI_HAVE_VALIJSON
TEST_CASE("search: what is printed as JSON fits its schema", "[database][schema]") {
  const nlohmann::json text =
      nlohmann::json::parse(test::slurp(test::at_root("docs/schema/search.schema.json")));
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  const auto valid = [&](const nlohmann::json& report) {
    return valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(report),
                                          nullptr);
  };
  for (const char* query : {"凧 OR 風", "おい風", "", "ダウン"})
    for (const char* games : {"tests/data/ledger", "fixtures"}) {
      nlohmann::json report =
          nlohmann::json::parse(test::run({"search", query, test::at_root(games), "--format",
                                           "json", "--facets", "--limit", "50"})
                                    .out);
      CHECK(valid(report));
      report["found"] = 1;
      CHECK_FALSE(valid(report));
    }
}
#endif
