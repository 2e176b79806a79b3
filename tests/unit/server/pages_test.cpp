// hanrei serve: its pages are those of `report --html`, made when they are asked for; the question
// is answered by the search of the terminal; plays are stepped through without scripts.

#include <filesystem>
#include <regex>

#include "tests/unit/server/served.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

/// But for what it may load, and the link to the other language, which in a folder its style
/// follows.
std::string without_policy(const std::string& page) {
  return std::regex_replace(
      page,
      std::regex("<meta http-equiv=\"Content-Security-Policy\" content=\"[^\"]*\">|"
                 "<a class=\"button face\".*|<body( id=\"other\")?>|(<span "
                 "[^>]*>[^<]*</span>)*</a></header>"),
      "");
}

/// The addresses that a page links to with this class, as they stand in it.
std::vector<std::string> buttons(const std::string& page) {
  std::vector<std::string> out;
  static const std::regex link("<a class=\"button\" href=\"([^\"]*)\">");
  for (auto at = std::sregex_iterator(page.begin(), page.end(), link); at != std::sregex_iterator();
       ++at)
    out.push_back(std::regex_replace((*at)[1].str(), std::regex("&amp;"), "&"));
  return out;
}

}  // namespace

TEST_CASE("serve: pages are those of the folder", "[serve]") {
  const std::string tako = at_root("docs/tako");
  const Served desk(tako);
  const Scratch room;
  REQUIRE(run({"report", tako, "--html", room / "desk", "--db", room / "db"}).code == 0);
  std::size_t same = 0, otherwise = 0;
  for (const auto& f : std::filesystem::recursive_directory_iterator(room / "desk")) {
    if (!f.is_regular_file()) continue;
    const std::string path =
        "/" + std::filesystem::relative(f.path(), room / "desk").generic_string();
    INFO(path);
    const Answer answer = desk.get(path);
    REQUIRE(answer.status == 200);
    if (without_policy(answer.body) == without_policy(slurp(f.path().string())))
      ++same;
    else
      ++otherwise;
  }
  // the ask box, the game, the rulings, the committee and the cards have more: a search that
  // answers, steps, a board, and other words for a card
  CHECK(otherwise == 1 + 1 + 7 + 1 + 5);
  CHECK(same > 20);
  CHECK(desk.get("/").body == desk.get("/index.html").body);
  CHECK(desk.get("/tako/").body == desk.get("/tako/index.html").body);
  CHECK(desk.get("/tako/r-NONE.html").status == 404);
  CHECK(desk.get("/desk.css").header("Content-Type") == "text/css; charset=utf-8");
  CHECK(desk.get("/live.js").header("Content-Type") == "text/javascript; charset=utf-8");
  const std::string policy = desk.get("/").header("Content-Security-Policy");
  CHECK(policy.find("default-src 'none'; script-src 'self'") != std::string::npos);
  CHECK(policy.find("frame-ancestors 'none'") != std::string::npos);
}

TEST_CASE("serve: a question is answered as on the terminal", "[serve]") {
  const std::string tako = at_root("docs/tako");
  const Served desk(tako);
  const std::string question = "凧に切り込みを使うと";
  const Answer page = desk.get("/index.html?q=" + in_address(question));
  REQUIRE(page.status == 200);
  const nlohmann::json terminal = nlohmann::json::parse(
      run({"search", question, tako, "--db", desk.room / "db", "--format", "json"}).out);
  std::size_t last = page.body.find("id=\"hits\"");
  REQUIRE(last != std::string::npos);
  std::size_t hits = 0;
  for (const auto& r : terminal["rulings"]) {
    const std::size_t at = page.body.find("tako/r-" + r["id"].get<std::string>() + ".html", last);
    INFO(r["id"]);
    REQUIRE(at != std::string::npos);
    last = at;
    ++hits;
  }
  CHECK(hits > 1);
  const Answer api = desk.get("/api/v1/search?q=" + in_address(question));
  CHECK(api.json()["rulings"] == terminal["rulings"]);

  const Answer none = desk.get("/index.html?q=" + in_address("\"閉じない"));
  CHECK(none.status == 400);
  CHECK(none.body.find("id=\"found\"") != std::string::npos);
}

TEST_CASE("serve: a play is stepped through by links alone", "[serve]") {
  const Served desk(at_root("docs/tako"));
  const Answer ruling = desk.get("/tako/r-TK-3.html");
  REQUIRE(ruling.status == 200);
  REQUIRE(!buttons(ruling.body).empty());
  CHECK(buttons(ruling.body)[0] == "../step?game=tako&ruling=TK-3");
  // A uses 《切り込み》 by the ruling; whether B answers is B's choice
  const Answer begin = desk.get("/step?game=tako&ruling=TK-3");
  REQUIRE(begin.status == 200);
  CHECK(begin.body.find("<b>B</b> decides") != std::string::npos);
  const std::vector<std::string> ways = buttons(begin.body);
  // in Japanese and in English the same two, then the way to leave all open
  REQUIRE(ways.size() == 5);
  CHECK(ways[0] == ways[2]);
  CHECK(ways[1] == ways[3]);
  CHECK(ways[0] != ways[1]);
  std::set<std::string> boards;
  for (const std::string& way : {ways[0], ways[1]}) {
    const Answer after = desk.get("/" + way);
    REQUIRE(after.status == 200);
    CHECK(after.body.find("is over here") != std::string::npos);
    const std::size_t board = after.body.find("<table");
    boards.insert(after.body.substr(board, after.body.find("</table>", board) - board));
    // back from there is where it began
    const std::vector<std::string> around = buttons(after.body);
    CHECK(std::ranges::find(around, "step?game=tako&ruling=TK-3") != around.end());
    // the choice on the way can be made otherwise
    CHECK(after.body.find("choose otherwise here") != std::string::npos);
  }
  CHECK(boards.size() == 2);  // answered or not, that is another board
  // with everything open A need not use it
  const Answer open = desk.get("/step?game=tako&ruling=TK-3&open=1");
  CHECK(open.body.find("<b>A</b> decides") != std::string::npos);
  for (const char* none :
       {"/step?game=tako&ruling=TK-3&at=7", "/step?game=tako&ruling=TK-3&at=0.0.0",
        "/step?game=tako&ruling=TK-3&case=x", "/step?game=tako&ruling=NONE",
        "/step?game=none&ruling=TK-3", "/step"})
    CHECK(desk.get(none).status == 404);
  for (const char* none : {"x", "0.", "-1", "0,1"}) {
    const Answer said = desk.get(std::string("/step?game=tako&ruling=TK-3&at=") + none);
    CHECK(said.status == 400);
    CHECK(said.body.find("`at`: seen `" + std::string(none) + "`") != std::string::npos);
  }
}

TEST_CASE("serve: each page in the other language, by links alone", "[serve]") {
  const Served desk(at_root("docs/tako"));
  const auto face = [](const std::string& page) {
    const std::size_t at = page.find("data-face=\"");
    return at == std::string::npos ? "" : page.substr(at + 11, 2);
  };
  for (const std::string path : {"/", "/tako/index.html", "/tako/r-TK-3.html", "/tako/c-3.html",
                                 "/index.html?q=x", "/step?game=tako&ruling=TK-3&at=0"}) {
    INFO(path);
    const std::string
        usual = desk.get(path).body,
        other = desk.get(path + (path.find('?') == std::string::npos ? "?" : "&") + "lang=ja").body;
    CHECK(face(usual) == "en");
    CHECK(face(other) == "ja");
    // a link leads from one to the other, and keeps what was asked
    const std::size_t query = path.find('?');
    const std::string asked =
        query == std::string::npos
            ? ""
            : std::regex_replace(path.substr(query + 1), std::regex("&"), "&amp;") + "&amp;";
    const auto has = [&](const std::string& page, const std::string& lang) {
      // names in an address come in their order
      const std::size_t at = page.find("hreflang=\"" + lang + "\"");
      return at != std::string::npos && page.find("lang=" + lang + "\">", at) != std::string::npos;
    };
    CHECK(has(usual, "ja"));
    CHECK(has(other, "en"));
    if (!asked.empty() && asked.starts_with("q"))
      CHECK(usual.find("href=\"?" + asked + "lang=ja\"") != std::string::npos);
    // the language is kept by every link, and asked for by none where it is the usual one
    std::size_t links = 0;
    static const std::regex link("<a [^>]*href=\"([^\"#]*)\"");
    for (auto at = std::sregex_iterator(other.begin(), other.end(), link);
         at != std::sregex_iterator(); ++at, ++links)
      CHECK((*at)[1].str().find("lang=") != std::string::npos);
    CHECK(links > 1);
    const auto langs = [](const std::string& page) {
      std::size_t n = 0;
      for (std::size_t at = 0; (at = page.find("lang=ja\"", at)) != std::string::npos; ++at) ++n;
      return n;
    };
    CHECK(langs(usual) == 1);
  }
  // a form keeps it, and what it makes
  CHECK(desk.get("/?lang=ja").body.find("name=\"lang\" value=\"ja\"") != std::string::npos);
  CHECK(desk.get("/board?game=tako&lang=ja").header("Location").ends_with("&lang=ja"));
  CHECK(desk.get("/tako/none.html?lang=ja").body.find("そのページはありません") == 0);
  CHECK(face(desk.get("/?lang=fr").body) == "en");
}

TEST_CASE("serve: the longest question that a page takes has an address", "[serve]") {
  const Served desk(at_root("docs/tako"));
  std::string most;
  for (int i = 0; i < 800; ++i) most += "凧";
  CHECK(desk.get("/").body.find("maxlength=\"800\"") != std::string::npos);
  CHECK(desk.get("/index.html?game=*&lang=ja&q=" + in_address(most)).status == 200);
  const Answer more = desk.get("/index.html?q=" + in_address(most + most));
  CHECK(more.status == 414);
  CHECK(more.body.find("800 characters") != std::string::npos);
}

TEST_CASE("serve: what is wrong with how it is started", "[serve]") {
  const Scratch room;
  const std::string tako = at_root("docs/tako"), db = room / "db";
  put(room / "short", "secret\n");
  CHECK(run({"serve", tako, "--db", db, "--secret-file", room / "short"}).code == 2);
  CHECK(run({"serve", tako, "--db", db, "--secret-file", room / "none"}).code == 2);
  CHECK(run({"serve", room / "none", "--db", db}).code == 2);
  CHECK(run({"serve", tako, "--db", db, "--port", "70000"}).code == 2);
  CHECK(run({"serve", tako, "--db", db, "--listen", "203.0.113.1"}).code == 2);
  const Ran twice = run({"serve", tako, "--db", db, "--port", "1", "--port", "2"});
  CHECK(twice.code == 2);
  CHECK(twice.err.find("--port is given more than once") != std::string::npos);
}
