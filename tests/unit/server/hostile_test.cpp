// hanrei serve against those who mean it ill: pages of other sites, requests that are none, clients
// that are slow, go away, or send too much.

#include <filesystem>

#include "server/door.h"
#include "tests/unit/server/served.h"

using namespace hanrei;
using namespace hanrei::test;
using nlohmann::json;

TEST_CASE("serve: only who means this machine is let in", "[serve]") {
  const auto let_in = [](const std::string& method, const std::string& host,
                         std::map<std::string, std::string> header,
                         const std::string& secret = "") {
    server::Request r{method, "/", {}, std::move(header), {}};
    r.header["host"] = host;
    return server::at_the_door(r, {"127.0.0.1", secret}).status == 0;
  };
  for (const char* host :
       {"127.0.0.1:8470", "localhost:8470", "localhost", "[::1]:8470", "10.0.0.7"})
    CHECK(let_in("GET", host, {}));
  // a name of somebody else's that was made to mean this machine
  for (const char* host : {"evil.example:8470", "127.0.0.1.evil.example", "localhost.evil.example",
                           "", "[::1", "2130706433"})
    CHECK_FALSE(let_in("GET", host, {}));
  // the page of another site
  CHECK(let_in("POST", "localhost:1", {{"origin", "http://localhost:1"}}));
  CHECK(let_in("POST", "localhost:1", {}));
  CHECK_FALSE(let_in("POST", "localhost:1", {{"origin", "http://localhost:2"}}));
  CHECK_FALSE(let_in("POST", "localhost:1", {{"origin", "null"}}));
  CHECK_FALSE(let_in("POST", "localhost:1", {{"origin", "https://evil.example"}}));
  CHECK_FALSE(let_in("DELETE", "localhost:1", {{"sec-fetch-site", "cross-site"}}));
  CHECK(let_in("GET", "localhost:1", {{"sec-fetch-site", "cross-site"}}));  // a link
  // behind a proxy, which has the secret
  const std::string secret = "correct-horse-battery";
  CHECK(let_in("GET", "desk.example", {{"x-hanrei-secret", secret}}, secret));
  for (const std::string& wrong : {std::string(), secret + "x", secret.substr(1), secret + secret})
    CHECK_FALSE(let_in("GET", "localhost", {{"x-hanrei-secret", wrong}}, secret));
}

TEST_CASE("serve: what is no request is refused, and nothing is served that is no page",
          "[serve]") {
  const Served desk(at_root("docs/tako"));
  const auto with = [&](const std::string& line, const std::string& headers = "") {
    return desk.raw(line + "\r\nHost: " + desk.host() + "\r\n" + headers + "\r\n").status;
  };
  CHECK(with("GET / HTTP/1.1") == 200);
  CHECK(with("HEAD / HTTP/1.1") == 200);
  CHECK(desk.raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").status == 421);
  CHECK(desk.raw("GET / HTTP/1.1\r\n\r\n").status == 421);
  for (const char* line : {"", "GET", "GET /", "GET / HTTP/9.9", "\x01\x02\x03", "FROB / HTTP/1.1",
                           "get / HTTP/1.1"}) {
    INFO(line);
    CHECK(with(line) != 200);
  }
  for (const char* method : {"PUT", "PATCH", "OPTIONS", "TRACE", "CONNECT"})
    CHECK(with(std::string(method) + " / HTTP/1.1") >= 400);
  for (const char* path :
       {"/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd", "/tako/../../game.json", "/tako/game.json", "/tako/%00", "/%zz", "/\\..\\",
        "/tako/rulings/TK-1.xml", "/api/v1/schema/..%2fmodel.schema.json",
        "/api/v1/schema/%2fetc%2fpasswd", "/api/v2/games", "/api/v1", "/api/v1/"}) {
    const Answer answer = desk.get(path);
    INFO(path);
    CHECK(answer.status >= 400);
    CHECK(answer.body.find("root:") == std::string::npos);
  }
  CHECK(desk.get("/" + std::string(7000, 'a')).status == 414);
  CHECK(with("GET / HTTP/1.1", "X: " + std::string(100'000, 'a') + "\r\n") != 200);
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "X" + std::to_string(i) + ": y\r\n";
  CHECK(with("GET / HTTP/1.1", many) != 200);
  // what a proxy in between may read otherwise than we do
  CHECK(with("GET / HTTP/1.1", "Host: evil.example\r\n") == 400);
  CHECK(with("POST /api/v1/check HTTP/1.1",
             "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n") == 400);
  CHECK(with("GET / HTTP/1.1", "Range: bytes=0-1,0-1,0-1,0-1,0-1,0-1,0-1\r\n") == 416);
  CHECK(desk.get("/index.html?q=" + in_address(std::string(2100, 'a'))).status == 400);
  // bodies
  const std::string large(600 << 10, ' ');
  CHECK(desk.post("/api/v1/check", large).status == 413);
  CHECK(desk.post("/api/v1/check", "{}", "Content-Encoding: gzip\r\n").status == 415);
  CHECK(desk.post("/api/v1/check", "{}", "Content-Type: multipart/form-data; boundary=x\r\n")
            .status == 415);
  std::string chunks = "POST /api/v1/check HTTP/1.1\r\nHost: " + desk.host() +
                       "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 40; ++i) chunks += "8000\r\n" + std::string(0x8000, ' ') + "\r\n";
  CHECK(desk.raw(chunks + "0\r\n\r\n").status != 200);
  CHECK(desk.post("/api/v1/check", std::string(100'000, '[')).status == 400);
  CHECK(desk.post("/api/v1/check", json{{"game", "../tako"}, {"ruling", "TK-1"}}.dump()).status ==
        404);
  // an element of 20,000 attributes takes no longer than its text is long
  std::string attributes = "<ruling";
  for (int i = 0; i < 20'000; ++i) attributes += " a" + std::to_string(i) + "=\"1\"";
  const Answer read =
      desk.post("/api/v1/check", json{{"game", "tako"}, {"text", attributes + "/>"}}.dump());
  CHECK(read.status == 422);
  // every refusal says what a browser may make of it
  for (const Answer& refused : {desk.get("/nothing"), desk.get("/" + std::string(7000, 'a')),
                                desk.raw("PUT / HTTP/1.1\r\nHost: " + desk.host() + "\r\n\r\n"),
                                desk.raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")}) {
    INFO(refused.status << "\n" << refused.head);
    CHECK(refused.status >= 400);
    CHECK(refused.header("X-Content-Type-Options") == "nosniff");
    CHECK(refused.header("Content-Security-Policy") != "");
  }
  // entities, and a text that would be read from elsewhere
  CHECK(desk.post("/api/v1/check",
                  json{{"game", "tako"},
                       {"text",
                        "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><ruling "
                        "id=\"&x;\"/>"}}
                      .dump())
            .status == 422);
  CHECK(desk.get("/").status == 200);
}

TEST_CASE("serve: what is asked stays text", "[serve]") {
  const Served desk(at_root("docs/tako"));
  const std::string evil = "\"><script src=//x>alert(1)</script><x-evil a='b";
  for (const std::string& path :
       {"/index.html?q=" + in_address(evil), "/index.html?q=x&game=" + in_address(evil),
        "/step?game=tako&ruling=" + in_address(evil),
        "/step?game=tako&ruling=TK-3&case=" + in_address(evil),
        "/step?game=tako&ruling=TK-3&at=" + in_address(evil), "/" + in_address(evil),
        "/api/v1/rulings/" + in_address(evil), "/api/v1/" + in_address(evil)}) {
    const Answer answer = desk.get(path);
    INFO(path << "\n" << answer.body);
    const bool markup = answer.header("Content-Type").starts_with("text/html");
    CHECK((!markup || answer.body.find("<script src=//x") == std::string::npos));
    CHECK((!markup || answer.body.find("<x-evil") == std::string::npos));
    CHECK(answer.header("X-Content-Type-Options") == "nosniff");
  }
}

TEST_CASE("serve: with a secret nobody asks without it", "[serve]") {
  const Scratch room;
  put(room / "secret", "correct-horse-battery\n");
  const Served desk(at_root("docs/tako"), {"--secret-file", room / "secret"});
  CHECK(desk.get("/").status == 403);
  CHECK(desk.get("/", "X-Hanrei-Secret: wrong\r\n").status == 403);
  CHECK(desk.get("/", "X-Hanrei-Secret: correct-horse-battery\r\n").status == 200);
}

TEST_CASE("serve: slow clients keep nobody out for long, and it ends at once", "[serve]") {
  Served desk(at_root("docs/tako"));
  // fewer than there are threads: others are answered meanwhile
  std::vector<int> slow;
  for (int i = 0; i < 50; ++i) {
    slow.push_back(desk.open_socket());
    Served::send_all(slow.back(), "GET / HTTP/1.1\r\nHost: ");
  }
  const auto begun = std::chrono::steady_clock::now();
  CHECK(desk.get("/").status == 200);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
  // more than there are: whoever comes waits until the first are hung up on, or is not let in
  for (int i = 0; i < 400; ++i) {
    slow.push_back(desk.open_socket());
    Served::send_all(slow.back(), "G");
  }
  CHECK(desk.end(SIGTERM) < 1000);
  CHECK(desk.code == 128 + SIGTERM);
  for (const int s : slow) close(s);
}

TEST_CASE("serve: who sends too slowly is hung up on", "[serve][slow]") {
  const Served desk(at_root("docs/tako"));
  const int s = desk.open_socket();
  const auto begun = std::chrono::steady_clock::now();
  const auto since = [&] { return std::chrono::steady_clock::now() - begun; };
  bool open = true;
  while (open && since() < std::chrono::seconds(60)) {  // a byte a second, for ever
    open = send(s, "x", 1, MSG_NOSIGNAL) == 1;
    pollfd one{s, POLLRDHUP, 0};
    open = open && poll(&one, 1, 1000) == 0;
  }
  CHECK(since() < std::chrono::seconds(30));
  close(s);
}

TEST_CASE("serve: work ends when nobody waits for it", "[serve][corpus]") {
  // a ruling that takes long: two of them are all that is examined at once
  const Served desk(at_root("fixtures/lftcg"));
  std::string text = slurp(at_root("fixtures/lftcg/rulings/LF-041.xml"));
  const std::string all = "<play><free by=\"A\" acts=\"イベントカードを使う\"/></play>";
  REQUIRE(text.find(all) != std::string::npos);
  const std::string body = json{{"game", "lftcg"}, {"text", text}}.dump();
  for (int i = 0; i < 6; ++i) {
    const int s = desk.open_socket();
    Served::send_all(s, "POST /api/v1/explain HTTP/1.1\r\nHost: " + desk.host() +
                            "\r\nContent-Type: application/json\r\nContent-Length: " +
                            std::to_string(body.size()) + "\r\n\r\n" + body);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    close(s);
  }
  Answer last;
  for (int i = 0; i < 200 && last.status != 200; ++i) {
    last = desk.post("/api/v1/ask", body);
    if (last.status != 200) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  CHECK(last.status == 200);
}

TEST_CASE("serve: memory stays bounded whatever is sent", "[serve][slow]") {
  const Served desk(at_root("docs/tako"));
  std::string text = slurp(at_root("docs/tako/rulings/TK-4.xml"));
  const auto send_many = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      std::string one = text;
      one.insert(one.find("<cites"),
                 "<!-- " + std::string(200'000, 'x') + std::to_string(i) + " -->");
      const Answer answer =
          desk.post("/api/v1/sessions", json{{"game", "tako"}, {"text", one}}.dump());
      INFO(answer.body.substr(0, 300));
      REQUIRE(answer.status == 201);
    }
  };
  send_many(0, 100);
  const long once = desk.most_memory();
  send_many(100, 400);
  const long after = desk.most_memory();
  INFO(once << " kB, then " << after << " kB");
  CHECK(after < once + 60'000);
}

TEST_CASE("serve: nothing of the games is written", "[serve]") {
  const Scratch room;
  copy_folder(at_root("docs/tako"), room / "tako");
  for (auto& f : std::filesystem::recursive_directory_iterator(room / "tako"))
    std::filesystem::last_write_time(
        f.path(), std::filesystem::file_time_type::clock::now() - std::chrono::hours(48));
  std::map<std::string, std::filesystem::file_time_type> before, after;
  const auto look = [&](auto& to) {
    for (auto& f : std::filesystem::recursive_directory_iterator(room / "tako"))
      to[f.path().string()] = f.last_write_time();
  };
  look(before);
  {
    const Served desk(room / "tako");
    const std::string body = json{{"game", "tako"}, {"ruling", "TK-3"}}.dump();
    CHECK(desk.post("/api/v1/check", body).status == 200);
    CHECK(desk.post("/api/v1/sessions", body).status == 201);
    CHECK(desk.get("/step?game=tako&ruling=TK-3&at=0").status == 200);
  }
  look(after);
  CHECK(before == after);
}
