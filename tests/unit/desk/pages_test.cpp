// The judge's desk as a folder of pages: what comes from a file stays text, the same input gives
// the same bytes, and what is not known is said.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "reports/html/ask.h"
#include "reports/html/html.h"
#include "reports/html/report.h"
#include "reports/html/site.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
namespace html = reports::html;

std::map<std::string, std::string> files_in(const std::string& folder) {
  std::map<std::string, std::string> out;
  for (const auto& f : std::filesystem::recursive_directory_iterator(folder))
    if (f.is_regular_file())
      out[std::filesystem::relative(f.path(), folder).string()] = test::slurp(f.path().string());
  return out;
}

/// A bundle in which every text of a ruling, a card, a clause, a reading and a play is this one.
html::Bundle full_of(const std::string& text) {
  html::Game g;
  g.folder = text;
  g.records.id = text;
  for (std::string& t : g.records.title) t = text;
  g.records.clauses.push_back({text, "rule", text, {text, text}, "modelled", "", text});
  g.records.clauses.push_back({text, "rule", text, {text + "2", text}, "modelled", text, ""});
  rulings::CardRecord card;
  card.name = text;
  card.wordings = {{text, text, {{text, text}}}, {text, "", {{text, text}}}};
  card.attributes = {{text, text}};
  g.records.cards = {card};
  g.alike[text] = {{text, {text, text, text, text}}};
  g.readings = {{text, {text, text}, text, true, {{text, {text, text}}}}};
  g.players = {text, text};
  g.words = {{{text, text}}, {text}};
  html::Ruling one;
  rulings::RulingRecord& r = one.record;
  for (std::string* s : {&r.id, &r.game, &r.status, &r.source, &r.issued, &r.authority, &r.known,
                         &r.effective, &r.partial, &r.verdict, &r.evidence})
    *s = text;
  for (auto* both : {&r.title, &r.question, &r.answer}) (*both)[0] = (*both)[1] = text;
  r.cites = r.supersedes = r.cards = r.narrows = r.follows = r.distinguishes = {text};
  r.was = {{text, text, text}};
  r.presumes = {{text, text}, {text + "2", text}};
  r.groups = {{text, text}};
  r.cases = {{text, text, {{text, text}}}};
  r.marks = {{text, text, text}};
  one.near = {{text, {text, text}}};
  html::Ruling::Plays plays;
  for (auto& list : plays.in) {
    reports::Told& t = list.emplace_back();
    t.in_case = t.setting = t.verdict = t.parts = t.declaration = text;
    t.list = t.why_not = {text};
    t.start = {{text, text}};
    t.steps = {{reports::Step::Kind::Choice, 0, text, {text}, {text}, {{text, text}}},
               {reports::Step::Kind::Event, -1, text, {text}, {text}, {}}};
    t.branches = {{text, t.steps}, {text, {}}};
  }
  one.plays = plays;
  g.rulings = {one};
  return {{g}, text, text, base::Lang::Ja};
}

/// The elements and names of attributes of a page, in their order, without any text of it; and how
/// many characters it has that begin or end something.
std::string bones(const std::string& page) {
  std::string out;
  static const std::regex element("<(/?[a-zA-Z!][^\\s>]*)((?:\\s+[a-zA-Z-]+=\"[^\"]*\")*)\\s*>"),
      attribute("([a-zA-Z-]+)=\"[^\"]*\"");
  for (auto at = std::sregex_iterator(page.begin(), page.end(), element);
       at != std::sregex_iterator(); ++at) {
    out += "<" + (*at)[1].str();
    const std::string rest = (*at)[2];
    for (auto a = std::sregex_iterator(rest.begin(), rest.end(), attribute);
         a != std::sregex_iterator(); ++a)
      out += " " + (*a)[1].str();
    out += ">\n";
  }
  for (const char c : {'<', '>', '"', '\''})
    out += c + std::to_string(std::count(page.begin(), page.end(), c)) + "\n";
  return out;
}

}  // namespace

TEST_CASE("text is escaped in one place", "[desk]") {
  CHECK(html::escaped("a < b & \"c\" 'd' > e") ==
        "a &lt; b &amp; &quot;c&quot; &#39;d&#39; &gt; e");
  CHECK(html::escaped("行1\n行2") == "行1\n行2");
  CHECK(html::escaped(": 5") == ": 5");
  CHECK(html::escaped("\x1b[31m") == "\\u{1b}[31m");
  CHECK(html::escaped("a\xE2\x80\xAE"
                      "b") == "a\\u{202e}b");
  CHECK(html::escaped("\xff") == "\\x{ff}");
  html::Html h;
  h.open("p", {{"title", "\" onclick=\"x"}}).text("</p><script>").close();
  CHECK(h.take() == "<p title=\"&quot; onclick=&quot;x\">&lt;/p&gt;&lt;script&gt;</p>\n");
}

TEST_CASE("every word of a page is there in both languages", "[desk]") {
  for (int i = 0; i <= static_cast<int>(html::Word::ThePlayers); ++i) {
    const auto which = static_cast<html::Word>(i);
    INFO(html::word(which, base::Lang::En));
    CHECK(!html::word(which, base::Lang::En).empty());
    CHECK(!html::word(which, base::Lang::Ja).empty());
    CHECK(html::word(which, base::Lang::En) != html::word(which, base::Lang::Ja));
  }
}

TEST_CASE("names of files are harmless, and none comes twice", "[desk]") {
  html::Names names;
  CHECK(names.name("r-", "LF-041", ".html") == "r-LF-041.html");
  CHECK(names.name("r-", "lf-041", ".html") == "r-lf-041~1.html");
  std::set<std::string> all;
  for (const std::string id : {"../../etc/passwd", "..", "", "a/b", "a\\b", "con:", "ダウン", "a?b",
                               "a#b", "a.", "\"><script>"}) {
    const std::string name = names.name("c-", id, ".html");
    INFO(id << " is " << name);
    CHECK(name.find_first_not_of(
              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~-") ==
          std::string::npos);
    CHECK(name.find("..") == std::string::npos);
    CHECK(all.insert(name).second);
  }
  CHECK(names.name("c-", std::string(500, 'x'), ".html").size() < 60);
}

TEST_CASE("what the scan is given is folded as the search folds", "[desk]") {
  // kana are katakana, a middle dot is nothing, what separates is a space
  CHECK(html::for_scan("バトル・イン、ﾊﾞﾄﾙ").text == "バトルイン バトル");
  CHECK(html::for_scan("すてふだ").text == "ステフダ");
  // words in letters stand alone, without their endings
  CHECK(html::for_scan("Draws two cards!").text == " draw two card ");
  CHECK(html::for_scan("2枚のCard").text == "2枚ノ card ");
  // across okurigana
  CHECK(html::for_scan("捨て札と引き継ぎ").across == "捨札 札引 引継");
  CHECK(html::for_scan("手札").across.empty());
}

TEST_CASE("no text becomes markup or script", "[desk]") {
  const std::string hostile =
      "\"'><script src=//x>alert(1)</script><!-- <x-evil a=\"b\"> --> ]]> &amp; \xE2\x80\xA8 "
      "\xE2\x80\xA9"
      " </style></title></textarea> \\u003c ${x} `y` \x01 \xE2\x80\xAE \xff\n:: ::error::";
  const std::vector<base::FileText> bad = html::pages(full_of(hostile)),
                                    good = html::pages(full_of("harmless text."));
  REQUIRE(bad.size() == good.size());
  std::map<std::string, std::string> shape;  // what kind of page has which elements
  const auto kind = [](const std::string& path) {
    const std::size_t slash = path.find('/');
    if (slash == std::string::npos) return path;
    const std::string name = path.substr(slash + 1);
    return "/" + (name[1] == '-' ? name.substr(0, 2) : name);
  };
  for (const base::FileText& f : good) shape[kind(f.path)] = bones(f.text);
  for (const base::FileText& f : bad) {
    INFO(f.path);
    CHECK(f.path.find("..") == std::string::npos);
    CHECK(f.text.find("x-evil a=\"b") == std::string::npos);
    if (f.path.ends_with(".html")) {
      CHECK(bones(f.text) == shape.at(kind(f.path)));
      CHECK(f.text.find("\xE2\x80\xAE") == std::string::npos);
      CHECK(f.text.find('\x01') == std::string::npos);
    }
    if (f.path.ends_with("/words.js")) {
      CHECK(f.text.find('<') == std::string::npos);
      CHECK(f.text.find("\xE2\x80\xA8") == std::string::npos);
      CHECK(f.text.find("\xE2\x80\xA9") == std::string::npos);
      CHECK(std::count(f.text.begin(), f.text.end(), '\n') == 1);
    }
  }
}

TEST_CASE("a page may load its own style and scripts, and nothing else", "[desk]") {
  for (const base::FileText& f : html::pages(full_of("x"))) {
    INFO(f.path);
    if (f.path.ends_with(".html")) {
      CHECK(f.text.find("default-src &#39;none&#39;; script-src &#39;self&#39; file:;") !=
            std::string::npos);
      CHECK(f.text.find("http:") == std::string::npos);
      CHECK(f.text.find("https:") == std::string::npos);
      CHECK(f.text.find(" style=") == std::string::npos);
      CHECK(bones(f.text).find(" on") == std::string::npos);  // onclick and its like
    }
    if (f.path.ends_with(".js"))
      for (const char* never : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                                "eval(", "fetch(", "XMLHttpRequest", "new Function"})
        CHECK(f.text.find(never) == std::string::npos);
    if (f.path.ends_with(".css")) CHECK(f.text.find("url(") == std::string::npos);
  }
}

TEST_CASE("two runs write the same bytes, and a folder that is there is left alone", "[desk]") {
  const test::Scratch room;
  const std::string tako = test::at_root("docs/tako"), db = room / "db";
  const auto report = [&](const std::string& to) {
    return test::run({"report", tako, "--html", room / to, "--db", db, "--lang", "ja"});
  };
  const test::Ran one = report("one"), two = report("two");
  INFO(one.err);
  REQUIRE(one.code == 0);
  REQUIRE(two.code == 0);
  CHECK(files_in(room / "one") == files_in(room / "two"));
  CHECK(report("one").code == 2);
  CHECK(files_in(room / "one") == files_in(room / "two"));
  CHECK(test::run({"report", tako, "--html", room / "three", "--db", db, "--date", "soon"}).code ==
        2);
  CHECK(test::run({"report", tako, "--html", room / "three", "--db", db, "--id", "TK-1"}).code ==
        2);
  CHECK(test::run({"report", room / "none", "--html", room / "three", "--db", db}).code == 2);
  CHECK(test::run({"report", tako, "--html", room / "three", "--db", db, "--plays", "--id", "NO-1"})
            .code != 0);
  CHECK(!std::filesystem::exists(room / "three"));
}

TEST_CASE("plays are on the pages of the rulings they were asked for", "[desk]") {
  const test::Scratch room;
  const test::Ran ran = test::run({"report", test::at_root("docs/tako"), "--html", room / "desk",
                                   "--db", room / "db", "--plays", "--id", "TK-1"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  const std::string with = test::slurp(room / "desk/tako/r-TK-1.html"),
                    without = test::slurp(room / "desk/tako/r-TK-2.html");
  // 《切り込み》 costs 2 each: 3, 1, -1, and it falls
  CHECK(with.find("《奴凧》&#39;s 糸 goes from 1 to -1.") != std::string::npos);
  CHECK(with.find("<dt>B&#39;s 捨て札</dt>\n<dd>《奴凧》</dd>") != std::string::npos);
  CHECK(with.find("《奴凧》の糸が1から-1になる。") != std::string::npos);
  CHECK(with.find("--plays") == std::string::npos);
  CHECK(without.find("--plays") != std::string::npos);
  CHECK(without.find("class=\"chart\"") == std::string::npos);
}

TEST_CASE("a page says what was not examined, and what was", "[desk]") {
  const test::Scratch room;
  const std::string tako = test::at_root("docs/tako"), db = room / "db";
  const auto page = [&](const std::string& to) {
    const test::Ran ran = test::run({"report", tako, "--html", room / to, "--db", db});
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    return test::slurp(room / (to + "/tako/r-TK-1.html"));
  };
  const std::string before = page("before");
  CHECK(before.find(">not examined</span>") != std::string::npos);
  CHECK(before.find("badge good") == std::string::npos);
  REQUIRE(test::run({"check", tako, "--id", "TK-1", "--db", db}).code == 0);
  const std::string after = page("after");
  CHECK(after.find("badge good\">confirmed</span>") != std::string::npos);
  CHECK(after.find(">not examined</span>") == std::string::npos);
  CHECK(test::slurp(room / "after/tako/r-TK-2.html").find(">not examined</span>") !=
        std::string::npos);
}

TEST_CASE("pages of a small game are as they were approved", "[desk]") {
  const test::Scratch room;
  const test::Ran ran = test::run({"report", test::at_root("docs/tako"), "--html", room / "desk",
                                   "--db", room / "db", "--date", "2005-04-01"});
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  for (const std::string name : {"r-TK-1.html", "c-3-1.html", "index.html"}) {
    const std::string made =
        std::regex_replace(test::slurp(room / ("desk/tako/" + name)),
                           std::regex("<code>[0-9a-f]{16}</code>"), "<code>DIGEST</code>");
    const std::string approved = test::at_root("tests/data/desk/" + name);
    if (std::getenv("HANREI_ACCEPT") != nullptr) test::put(approved, made);
    INFO(name);
    CHECK(made == test::slurp(approved));
  }
}
