// hanrei serve: a situation is built by forms and by /api/v1/edit, asked, and saved as a file that
// the terminal says the same of; and what hostile forms come to.

#include <filesystem>
#include <regex>

#include "server/form.h"
#include "tests/unit/server/served.h"

using namespace hanrei;
using namespace hanrei::test;
using nlohmann::json;

namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

/// Somebody at the board: follows what a form leads to.
class Judge {
 public:
  explicit Judge(const std::string& begin) : desk(at_root("docs/tako")) {
    const Answer answer = desk.get("/board?game=tako" + begin);
    REQUIRE(answer.status == 303);
    at = "/" + answer.header("Location");
  }

  Answer send_body(const std::string& body, const std::string& headers = "") const {
    return desk.post(at, body, "Content-Type: application/x-www-form-urlencoded\r\n" + headers);
  }
  Answer send(const Fields& fields, const std::string& headers = "") const {
    std::string body;
    for (const auto& [name, value] : fields)
      body += (body.empty() ? "" : "&") + in_address(name) + "=" + in_address(value);
    return send_body(body, headers);
  }
  void edit(const Fields& fields) {
    const Answer answer = send(fields);
    INFO(answer.body.substr(0, 2000));
    REQUIRE(answer.status == 303);
    at = "/" + answer.header("Location");
  }
  Answer page(const std::string& more = "") const { return desk.get(at + more); }
  Answer file() const { return desk.get(std::regex_replace(at, std::regex("board"), "board.xml")); }
  /// What `hanrei check` says of the file in a copy of the game.
  auto checked() const {
    const Scratch room;
    copy_folder(at_root("docs/tako"), room / "tako");
    put(room / "tako/rulings/mine.xml", file().body);
    return run({"check", room / "tako", "--id", "DESK-1", "--no-cache"});
  }

  Served desk;
  std::string at;
};

/// A kite of B's, and a cut of A's that is played on it.
void lay_out(Judge& judge) {
  judge.edit({{"edit", "add"}, {"card", "奴凧"}, {"place", "B/空"}, {"id", "K"}});
  judge.edit({{"edit", "add"}, {"card", "切り込み"}, {"place", "A/手札"}, {"id", "e"}});
  judge.edit({{"edit", "set"}, {"frame", "ターン"}, {"name", "me"}, {"value", "A"}});
  judge.edit({{"edit", "set"}, {"name", "turn"}, {"value", "A"}});
  judge.edit({{"edit", "do"}, {"by", "A"}, {"act", "使う"}, {"things", "c=e t=K"}});
}

}  // namespace

TEST_CASE("board: built from nothing, asked, and saved with the same verdict", "[serve]") {
  Judge judge("");
  CHECK(judge.page().body.find("class=\"missing\"") != std::string::npos);
  CHECK(judge.page().body.find("show=ask") == std::string::npos);
  lay_out(judge);
  CHECK(judge.page().body.find("class=\"missing\"") == std::string::npos);
  CHECK(judge.page("&show=ask").body.find("class=\"outcomes\"") != std::string::npos);
  judge.edit({{"edit", "claim"}, {"kind", "necessary"}, {"ends", "K"}, {"place", "B/空"}});
  judge.edit({{"edit", "claim"}, {"kind", "necessary"}, {"text", "K.糸 = 1"}});
  CHECK(judge.page("&show=check").body.find("confirmed") != std::string::npos);
  const auto said = judge.checked();
  INFO(said.out << said.err);
  CHECK(said.code == 0);
  judge.edit({{"edit", "unclaim"}, {"n", "1"}});
  judge.edit({{"edit", "claim"}, {"kind", "necessary"}, {"text", "K.糸 = 2"}});
  CHECK(judge.page("&show=check").body.find("contradicted") != std::string::npos);
  CHECK(judge.checked().code == 1);
  judge.edit(
      {{"edit", "claim"}, {"kind", "illegal"}, {"who", "B"}, {"act", "返す"}, {"things", "c=e"}});
  const Answer file = judge.file();
  CHECK(file.header("Content-Disposition") == "attachment; filename=\"DESK-1.xml\"");
  CHECK(file.header("Content-Type") == "application/xml; charset=utf-8");
  // rulings that are like it
  CHECK(judge.page("&show=like").body.find("tako/r-TK-1.html") != std::string::npos);
  // opened again, it is the same
  Judge other("");
  other.edit({{"edit", "open"}, {"xml", file.body}});
  CHECK(other.file().body == file.body);
  // the play is stepped through: what is legal is made, what is not is answered
  const std::string step = std::regex_replace(judge.at, std::regex("board"), "step") + "&open=1";
  const Answer begin = judge.desk.get(step);
  REQUIRE(begin.status == 200);
  CHECK(begin.body.find("href=\"" + std::regex_replace(judge.at.substr(1), std::regex("&"),
                                                       "&amp;")) != std::string::npos);
  const Answer stopped =
      judge.desk.get(step + "&by=B&act=" + in_address("返す") + "&things=" + in_address("c=e"));
  CHECK(stopped.status == 200);
  CHECK(stopped.body.find("It is A who is asked now, not B.") != std::string::npos);
  const Answer made =
      judge.desk.get(step + "&by=A&act=" + in_address("使う") + "&things=" + in_address("c=e t=K"));
  CHECK(made.status == 200);
  CHECK(made.body.find("class=\"stops\"") == std::string::npos);
  CHECK(made.body.find("one step back") != std::string::npos);
}

TEST_CASE("board: a ruling's situation is changed, and the ruling is not", "[serve]") {
  Judge judge("&ruling=TK-3");
  CHECK(judge.file().body.find("id=\"TK-3.1\"") != std::string::npos);
  CHECK(judge.page("&show=check").body.find("confirmed") != std::string::npos);
  const std::string before = judge.at;
  judge.edit({{"edit", "set"}, {"card", "K"}, {"name", "糸"}, {"value", "2"}});
  CHECK(judge.page("&show=check").body.find("contradicted") != std::string::npos);
  // what was, is still there under its own address
  CHECK(judge.desk.get(before).body.find("糸 2") == std::string::npos);
  CHECK(judge.page().body.find("糸 2") != std::string::npos);
  CHECK(judge.desk.get("/board?game=tako&ruling=TK-3").header("Location") == before.substr(1));
  for (const char* none : {"/board?game=tako&ruling=NONE", "/board?game=none", "/board",
                           "/board?game=tako&ruling=TK-3&case=x", "/board?game=tako&text=0",
                           "/board?game=tako&text=..%2f..%2fetc", "/board.xml?game=tako&text=0",
                           "/step?game=tako&text=0"})
    CHECK(judge.desk.get(none).status >= 400);
}

TEST_CASE("board: a card is found by a part of its name", "[serve]") {
  Judge judge("");
  const Answer which = judge.send({{"edit", "add"}, {"card", "やっこ"}, {"place", "B/空"}});
  CHECK(which.status == 422);  // kana are not kanji
  const Answer part = judge.send({{"edit", "add"}, {"card", "奴"}, {"place", "B/空"}, {"id", "K"}});
  CHECK(part.status == 200);
  CHECK(part.body.find("name=\"card\" value=\"奴凧\"") != std::string::npos);
  CHECK(part.body.find("name=\"id\" value=\"K\"") != std::string::npos);
}

TEST_CASE("board: a refused edit says what the reader says, and changes nothing", "[serve]") {
  Judge judge("");
  lay_out(judge);
  const auto refused = [&](const Fields& fields, const std::string& why) {
    const Answer answer = judge.send(fields);
    INFO(answer.body.substr(0, 3000));
    CHECK(answer.status == 422);
    CHECK(answer.body.find("id=\"refused\"") != std::string::npos);
    CHECK(answer.body.find(why) != std::string::npos);
  };
  refused({{"edit", "add"}, {"card", "鳶凧"}, {"place", "B/空"}}, "no card `鳶凧`");
  refused({{"edit", "add"}, {"card", "奴凧"}, {"place", "B/海"}}, "no zone `海`");
  refused({{"edit", "add"}, {"card", "奴凧"}, {"place", "C/空"}}, "`C`");
  refused({{"edit", "add"}, {"card", "奴凧"}, {"place", "B/空"}, {"id", "K"}}, "appears twice");
  refused({{"edit", "set"}, {"card", "K"}, {"name", "糸"}, {"value", "鳶"}}, "unknown name `鳶`");
  refused({{"edit", "set"}, {"card", "none"}, {"name", "糸"}, {"value", "1"}}, "no card `none`");
  refused({{"edit", "claim"}, {"kind", "necessary"}, {"text", "K.糸 +"}}, "expected");
  refused({{"edit", "claim"}, {"kind", "no such"}, {"text", "true"}}, "no such");
  refused({{"edit", "frob"}}, "no edit `frob`");
  refused({}, "no edit");
  // what takes away may leave something missing, which is said; it is mended by what comes next
  judge.edit({{"edit", "remove"}, {"card", "e"}});
  CHECK(judge.page().body.find("class=\"missing\"") != std::string::npos);
  judge.edit({{"edit", "unplay"}, {"n", "0"}});
  CHECK(judge.page().body.find("class=\"missing\"") == std::string::npos);
}

TEST_CASE("board: hostile forms", "[serve]") {
  Judge judge("");
  lay_out(judge);
  // no text becomes markup
  const std::string evil = "\"><script>alert(1)</script><!--";
  for (const Fields& fields : {Fields{{"edit", "add"}, {"card", evil}, {"place", "B/空"}},
                               {{"edit", evil}},
                               {{"edit", "claim"}, {"kind", "necessary"}, {"text", evil}},
                               {{"edit", "set"}, {"card", "K"}, {"name", evil}, {"value", evil}},
                               {{"edit", "open"}, {"xml", evil}},
                               {{"edit", "do"}, {"by", evil}, {"act", evil}, {"things", evil}}}) {
    const Answer answer = judge.send(fields);
    INFO(answer.body.substr(0, 500));
    CHECK(answer.status == 422);
    CHECK(answer.body.find("<script>alert") == std::string::npos);
    CHECK(answer.body.find("alert") != std::string::npos);
  }
  judge.edit({{"edit", "name"}, {"id", "../\"\r\nX: y"}, {"en", evil}});
  CHECK(judge.page().body.find("<script>alert") == std::string::npos);
  CHECK(judge.file().header("Content-Disposition").find_first_of("/\r\n") == std::string::npos);
  CHECK(judge.file().header("X").empty());
  const std::string step = std::regex_replace(judge.at, std::regex("board"), "step") + "&open=1";
  const Answer declared = judge.desk.get(step + "&by=A&act=" + in_address(evil));
  CHECK(declared.status == 200);
  CHECK(declared.body.find("<script>alert") == std::string::npos);
  // files are not read: no entity, no path
  const Answer entity = judge.send(
      {{"edit", "open"},
       {"xml", "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><ruling>&x;</ruling>"}});
  CHECK(entity.status == 422);
  CHECK(entity.body.find("root:") == std::string::npos);
  // other sites, other kinds of bodies
  CHECK(judge.send({{"edit", "until"}}, "Origin: http://evil.example\r\n").status == 403);
  CHECK(judge.send({{"edit", "until"}}, "Sec-Fetch-Site: cross-site\r\n").status == 403);
  CHECK(judge.desk.get("/board?game=tako", "Sec-Fetch-Site: cross-site\r\n").status == 403);
  CHECK(judge.desk.post(judge.at, "{}").status == 415);
  CHECK(judge.send_body("edit=%zz").status == 400);
  CHECK(judge.send_body("edit=%ff").status == 400);
  // too much
  CHECK(judge.send_body("edit=open&xml=" + std::string(600 << 10, 'x')).status == 413);
  CHECK(judge.send_body("edit=name&id=x&en=" + std::string(300 << 10, 'x')).status == 422);
  CHECK(server::form_fields("a=1&a=2&b=%E7%B3%B8+x&c").value() ==
        std::map<std::string, std::string>{{"a", "1"}, {"b", "糸 x"}, {"c", ""}});
  for (const std::string& none :
       {std::string("a=%"), std::string("a=%1"), std::string("a=%00"), std::string("a=\xc0\xaf")})
    CHECK_FALSE(server::form_fields(none));
  std::string many;
  for (int i = 0; i < 100; ++i) many += "a" + std::to_string(i) + "=&";
  CHECK_FALSE(server::form_fields(many));
  // it still answers
  CHECK(judge.page().status == 200);
}

TEST_CASE("board: the oldest situations are dropped, and memory stays bounded", "[serve][slow]") {
  Judge judge("");
  const std::string first = judge.at;
  const auto send_many = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      const Answer answer =
          judge.send_body("edit=name&id=x&en=" + std::to_string(i) + std::string(200'000, 'x'));
      REQUIRE(answer.status == 303);
      judge.at = "/" + answer.header("Location");
    }
  };
  send_many(0, 150);
  CHECK(judge.desk.get(first).status == 404);
  const long once = judge.desk.most_memory();
  send_many(150, 400);
  const long after = judge.desk.most_memory();
  INFO(once << " kB, then " << after << " kB");
  CHECK(after < once + 60'000);
}
