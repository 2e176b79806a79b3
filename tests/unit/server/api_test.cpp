// /api/v1: each path of docs/schema/openapi.json is asked for, and what comes is as it says.

#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "tests/unit/server/served.h"

#if __has_include( \
    <valijson/validator.hpp>) && __has_include(<valijson/adapters/nlohmann_json_adapter.hpp>)
#define HANREI_VALIJSON
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#endif

using namespace hanrei;
using namespace hanrei::test;
using nlohmann::json;

namespace {

const std::string kApi = "/api/v1";

/// A desk whose answers are held against the description that it serves.
class Described {
 public:
  explicit Described(const std::string& game) : desk(game) {
    openapi = desk.get(kApi + "/openapi.json").json();
    REQUIRE(openapi["openapi"] == "3.1.0");
  }

  json get(const std::string& path, const std::string& of, int status = 200) {
    return held("get", of, status, desk.get(kApi + path));
  }
  json post(const std::string& path, const json& body, const std::string& of, int status = 200) {
    return held("post", of, status, desk.post(kApi + path, body.dump()));
  }
  json end(const std::string& path, const std::string& of, int status = 200) {
    return held("delete", of, status, desk.post(kApi + path, "", "", "DELETE"));
  }
  /// Operations that were asked for, with the statuses that came.
  std::set<std::string> seen;

  json held(const std::string& method, const std::string& of, int status, const Answer& answer) {
    INFO(method << " " << of << ": " << answer.status << " " << answer.body.substr(0, 600));
    REQUIRE(answer.status == status);
    REQUIRE(answer.header("Content-Type") == "application/json; charset=utf-8");
    REQUIRE(openapi["paths"].contains(of));
    const json& responses = openapi["paths"][of][method]["responses"];
    REQUIRE(responses.contains(std::to_string(status)));
    json schema = responses[std::to_string(status)]["content"]["application/json"]["schema"];
    const json out = answer.json();
    CHECK(why_not(schema, out) == "");
    seen.insert(method + " " + of);
    return out;
  }

  Served desk;
  json openapi;

 private:
  /// Why a value is not as a schema says; empty: it is.
  std::string why_not(json schema, const json& value) {
#ifdef HANREI_VALIJSON
    if (schema.contains("anyOf")) {
      std::string all;
      for (const json& one : schema["anyOf"]) {
        const std::string why = why_not(one, value);
        if (why.empty()) return "";
        all += why + "\n";
      }
      return all;
    }
    if (const std::string ref = schema.value("$ref", ""); ref.starts_with("schema/"))
      schema = desk.get(kApi + "/" + ref).json();
    else
      schema["components"] = openapi["components"];
    valijson::Schema parsed;
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), parsed);
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(parsed, valijson::adapters::NlohmannJsonAdapter(value), &results))
      return "";
    std::string out = "not as the schema says";
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
      out += "\n";
      for (const std::string& at : error.context) out += at;
      out += ": " + error.description;
    }
    return out;
#else
    static_cast<void>(value);
    return "";
#endif
  }
};

std::string text_of(const std::string& ruling) {
  return slurp(at_root("docs/tako/rulings/" + ruling + ".xml"));
}

}  // namespace

TEST_CASE("api: every path answers as it is described", "[serve]") {
  Described api(at_root("docs/tako"));
  CHECK(api.get("/games", "/games")["games"] == json({"tako"}));
  api.get("/openapi.json", "/openapi.json");
  api.get("/schema/report.schema.json", "/schema/{name}");
  api.get("/schema/none", "/schema/{name}", 404);
  CHECK(!api.get("/search?q=" + in_address("切り込み") + "&limit=2", "/search")["rulings"].empty());
  api.get("/search?limit=x", "/search", 400);
  CHECK(api.get("/rulings/TK-1?game=tako", "/rulings/{id}")["rulings"][0]["id"] == "TK-1");
  api.get("/rulings/NONE", "/rulings/{id}", 404);
  CHECK(!api.get("/clauses/3-1", "/clauses/{id}")["clauses"].empty());
  api.get("/clauses/99", "/clauses/{id}", 404);
  CHECK(!api.get("/cards/" + in_address("奴凧"), "/cards/{name}")["cards"].empty());
  api.get("/cards/" + in_address("ない"), "/cards/{name}", 404);

  const json ruling = {{"game", "tako"}, {"ruling", "TK-3"}};
  CHECK(api.post("/check", ruling, "/check")["rulings"][0]["standing"] == "confirmed");
  // B may answer, or not: the claims of the ruling name the same two
  CHECK(api.post("/ask", ruling, "/ask")["cases"][0]["outcomes"].size() == 2);
  const json explained = api.post("/explain?lang=ja", ruling, "/explain");
  CHECK(explained["standing"] == "confirmed");
  CHECK(explained["claims"].size() == 2);
  CHECK(explained["claims"][0]["branches"].size() == 2);
  CHECK(!explained["claims"][1]["why_not"].empty());

  json to_edit = ruling;
  to_edit["edits"] = {{{"edit", "remove"}, {"card", "a"}}};
  CHECK(api.post("/edit", to_edit, "/edit")["ready"] == false);  // the claims are about it

  const json begun = api.post("/sessions", ruling, "/sessions", 201);
  const std::string at = "/sessions/" + begun["session"].get<std::string>(),
                    of = "/sessions/{session}";
  CHECK(api.get(at, of) == begun);
  CHECK(!api.post(at + "/take", {{"alternative", 0}}, of + "/take").empty());
  CHECK(api.post(at + "/back", json::object(), of + "/back") == begun);
  api.end(at, of);
  api.get(at, of, 404);

  std::set<std::string> all;
  for (const auto& [path, methods] : api.openapi["paths"].items())
    for (const auto& [method, is] : methods.items()) all.insert(method + " " + path);
  CHECK(api.seen == all);
}

TEST_CASE("api: a text is examined as a ruling of the game is", "[serve]") {
  Described api(at_root("docs/tako"));
  const auto sent = [](const std::string& text) { return json{{"game", "tako"}, {"text", text}}; };
  std::string text = text_of("TK-1");
  json checked = api.post("/check", sent(text), "/check");
  CHECK(checked["rulings"][0]["standing"] == "confirmed");
  CHECK(checked["exit"] == 0);
  // the kite falls at 0 line: with A's points claimed as 2 the claim is wrong
  text.replace(text.find("A.点 = 1"), std::string("A.点 = 1").size(), "A.点 = 2");
  checked = api.post("/check", sent(text), "/check");
  CHECK(checked["rulings"][0]["standing"] == "contradicted");
  CHECK(checked["exit"] == 1);
  checked = api.post("/check", sent(text_of("TK-1") + "<"), "/check", 422);
  CHECK(checked.contains("error"));
  std::string unknown = text_of("TK-1");
  unknown.replace(unknown.find("is=\"奴凧\""), std::string("is=\"奴凧\"").size(), "is=\"鳶凧\"");
  checked = api.post("/check", sent(unknown), "/check", 422);
  CHECK(checked["exit"] == 2);
  CHECK(checked["rulings"].empty());
  CHECK(!checked["diagnostics"].empty());
  api.post("/ask", sent(unknown), "/ask", 422);
  api.post("/sessions", sent(unknown), "/sessions", 422);
  CHECK(api.post("/sessions", sent(text_of("TK-4")), "/sessions", 201)["ruling"] == "TK-4");

  api.post("/check", {{"game", "none"}, {"ruling", "TK-1"}}, "/check", 404);
  api.post("/check", {{"game", "tako"}, {"ruling", "NONE"}}, "/check", 404);
  api.post("/check", {{"game", "tako"}}, "/check", 400);
  api.post("/check", {{"game", "tako"}, {"ruling", "TK-1"}, {"path", "/etc/passwd"}}, "/check",
           400);
  api.post("/check?lang=fr", {{"game", "tako"}, {"ruling", "TK-1"}}, "/check", 400);
  api.held("post", "/check", 400, api.desk.post(kApi + "/check", "{"));
  api.held("post", "/check", 415, api.desk.post(kApi + "/check", "{}", ""));
}

TEST_CASE("api: a situation is edited, and what comes of it asked", "[serve]") {
  Described api(at_root("docs/tako"));
  const auto edit = [&](json of, const json& edits, int status = 200) {
    of["game"] = of.value("game", "tako");
    of["edits"] = edits;
    return api.post("/edit", of, "/edit", status);
  };
  json now = edit(json::object(), {{{"edit", "at"}, {"at", "ターン[2]"}}});
  CHECK(now["ready"] == false);
  CHECK(now["missing"].get<std::string>().find("`me`") != std::string::npos);
  now =
      edit({{"text", now["text"]}},
           {{{"edit", "set"}, {"frame", "ターン"}, {"name", "me"}, {"value", "A"}},
            {{"edit", "set"}, {"name", "turn"}, {"value", "A"}},
            {{"edit", "add"}, {"card", "奴凧"}, {"player", "B"}, {"zone", "空"}, {"id", "K"}},
            {{"edit", "add"}, {"card", "切り込み"}, {"player", "A"}, {"zone", "手札"}, {"id", "e"}},
            {{"edit", "do"}, {"by", "A"}, {"act", "使う"}, {"things", "c=e t=K"}},
            {{"edit", "claim"}, {"kind", "necessary"}, {"text", "K.糸 = 1"}}});
  CHECK(now["ready"] == true);
  const json sent = {{"game", "tako"}, {"text", now["text"]}};
  CHECK(api.post("/check", sent, "/check")["rulings"][0]["standing"] == "confirmed");
  CHECK(api.post("/sessions", sent, "/sessions", 201)["ruling"] == "DESK-1");
  // all of them or none; what is wrong is said as the reader says it
  const json wrong = edit(
      {{"ruling", "TK-1"}},
      {{{"edit", "until"}}, {{"edit", "add"}, {"card", "鳶凧"}, {"player", "A"}, {"zone", "空"}}},
      422);
  CHECK(wrong["error"]["message"].get<std::string>().starts_with("no card `鳶凧`"));
  edit({{"ruling", "TK-1"}}, {{{"edit", "frob"}}}, 422);
  edit({{"ruling", "TK-1"}, {"case", "x"}}, json::array(), 422);
  edit({{"ruling", "TK-1"}}, {{{"edit", 1}}}, 400);
  edit({{"ruling", "TK-1"}}, "remove", 400);
  edit({{"ruling", "NONE"}}, json::array(), 404);
  edit({{"game", "none"}}, json::array(), 404);
  json many = json::array();
  for (int i = 0; i < 101; ++i) many.push_back({{"edit", "until"}});
  edit({{"ruling", "TK-1"}}, many, 400);
}

TEST_CASE("api: a play is stepped through, branched, and said why not", "[serve]") {
  Described api(at_root("docs/tako"));
  const std::string of = "/sessions/{session}";
  const json begun = api.post("/sessions", {{"game", "tako"}, {"ruling", "TK-3"}, {"open", true}},
                              "/sessions", 201);
  const std::string at = "/sessions/" + begun["session"].get<std::string>();
  CHECK(begun["who"] == "A");
  CHECK(begun["asked_to_declare"] == true);
  CHECK(begun["over"] == false);
  const auto zone = [](const json& stand, const std::string& card) -> std::string {
    for (const json& z : stand["zones"])
      for (const json& c : z["cards"])
        if (c["id"] == card) return z["name"];
    return "";
  };
  CHECK(zone(begun, "e") == "A's 手札");
  CHECK(zone(begun, "K") == "B's 空");
  // 《見切り》 answers what another player has used: nothing was
  const json stopped = api.post(
      at + "/take", {{"declaration", "<do by=\"A\" act=\"使う\" c=\"m\"/>"}}, of + "/take", 409);
  CHECK(stopped["legal"] == false);
  REQUIRE(!stopped["stops"].empty());
  CHECK(stopped["stops"][0]["clauses"] == json({"3-1"}));
  CHECK(api.get(at, of) == begun);  // nothing was taken
  const json other = api.post(
      at + "/take", {{"declaration", "<do by=\"B\" act=\"返す\" c=\"a\"/>"}}, of + "/take", 409);
  CHECK(other["stops"][0]["text"] == "It is A who is asked now, not B.");
  // what is legal is taken
  const json used = api.post(
      at + "/take", {{"declaration", "<do by=\"A\" act=\"使う\" c=\"e\" t=\"K\"/>"}}, of + "/take");
  CHECK(used["who"] == "B");
  CHECK(used["taken"].size() == 1);
  CHECK(!used["steps"].empty());
  // to answer or not: two branches from the same place, that end on other boards
  REQUIRE(used["alternatives"].size() == 2);
  std::set<std::string> where;
  for (const int k : {0, 1}) {
    json then = api.post(at + "/take", {{"alternative", k}}, of + "/take");
    where.insert(zone(then, "a"));
    CHECK(api.post(at + "/back", {{"steps", 1}}, of + "/back") == used);
  }
  CHECK(where == std::set<std::string>{"B's 手札", "B's 捨て札"});
  api.post(at + "/take", {{"alternative", 2}}, of + "/take", 409);
  api.post(at + "/take", {{"declaration", "<do by=\"A\" act=\"飛ぶ\"/>"}}, of + "/take", 422);
  api.post(at + "/take", {{"declaration", "</claim>"}}, of + "/take", 422);
  api.post(at + "/take", json::object(), of + "/take", 400);
  CHECK(api.post(at + "/back", {{"steps", 99}}, of + "/back") == begun);
}

// Whoever is told that a step was taken finds it taken.
TEST_CASE("api: several who step through one play at once lose no step", "[serve]") {
  const Served desk(at_root("docs/tako"));
  const std::string body = json{{"game", "tako"}, {"ruling", "TK-3"}, {"open", true}}.dump();
  for (int round = 0; round < 5; ++round) {
    const std::string at =
        "/api/v1/sessions/" +
        json::parse(desk.post("/api/v1/sessions", body).body)["session"].get<std::string>();
    std::atomic<std::size_t> taken{0};
    std::vector<std::thread> all;
    for (int i = 0; i < 8; ++i)
      all.emplace_back([&] {
        if (desk.post(at + "/take", R"({"alternative": 0})").status == 200) ++taken;
      });
    for (std::thread& one : all) one.join();
    CHECK(taken >= 1);
    CHECK(json::parse(desk.get(at).body)["taken"].size() == taken);
  }
}

TEST_CASE("api: a game that is not there is said to be none", "[serve]") {
  const Served desk(at_root("docs/tako"));
  for (const char* path : {"/api/v1/search?q=a&game=nogame", "/api/v1/rulings/TK-1?game=../tako"}) {
    const Answer answer = desk.get(path);
    CHECK(answer.status == 404);
    CHECK(answer.body.find("there is no game") != std::string::npos);
  }
  CHECK(desk.post("/api/v1/check", "{}").status == 400);
}

TEST_CASE("api: the same questions get the same bytes, and the oldest sessions are dropped",
          "[serve]") {
  const std::string tako = at_root("docs/tako");
  const Served one(tako), two(tako);
  const std::string body = json{{"game", "tako"}, {"ruling", "TK-4"}}.dump();
  for (const char* path : {"/api/v1/check", "/api/v1/ask", "/api/v1/explain", "/api/v1/sessions"}) {
    const Answer a = one.post(path, body), b = two.post(path, body);
    INFO(path);
    CHECK(a.status < 300);
    CHECK(a.head == b.head);
    CHECK(a.body == b.body);
  }
  for (int i = 0; i < 64; ++i) CHECK(one.post("/api/v1/sessions", body).status == 201);
  CHECK(one.get("/api/v1/sessions/1").status == 404);
  CHECK(one.get("/api/v1/sessions/2").status == 200);
  CHECK(one.get("/api/v1/sessions/65").status == 200);
}
