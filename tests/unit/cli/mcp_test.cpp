// hanrei mcp: what an assistant may ask, over the program's standard input and output.

#include <sys/wait.h>

#include <cstdlib>
#include <sstream>

#include "base/json/write.h"
#include "tests/unit/lsp/client.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

struct Session {
  int code = 0;
  std::vector<base::Json> answers;
};

/// The answers to lines, in order.
Session session(const Scene& scene, const std::vector<std::string>& lines) {
  const Scratch scratch;
  std::string in;
  for (const std::string& line : lines) in += line + "\n";
  put(scratch / "in", in);
  const std::string command = "HOME='" + scene.root().string() + "' XDG_CACHE_HOME='" +
                              scene.root().string() + "/cache' '" HANREI_BIN "' mcp '" +
                              scene.game().string() + "' < '" + scratch / "in" + "' > '" +
                              scratch / "out" + "' 2> '" + scratch / "err" + "'";
  Session out;
  out.code = WEXITSTATUS(std::system(command.c_str()));
  std::istringstream stream(slurp(scratch / "out"));
  for (std::string line; std::getline(stream, line);) out.answers.push_back(parsed(line));
  return out;
}

std::string call(const std::string& tool, const std::string& arguments) {
  return R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": ")" + tool +
         R"(", "arguments": )" + arguments + "}}";
}

std::string text_in(const base::Json& answer) {
  const base::Json* content = lsp::at(answer, {"result", "content"});
  REQUIRE(content != nullptr);
  return content->items.at(0).find("text")->string;
}

}  // namespace

TEST_CASE("mcp: the tools are the commands that only read", "[mcp]") {
  const Scene scene;
  const Session s = session(
      scene,
      {R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05"}})",
       R"({"jsonrpc": "2.0", "method": "notifications/initialized"})",
       R"({"jsonrpc": "2.0", "id": 2, "method": "tools/list"})",
       R"({"jsonrpc": "2.0", "id": "p", "method": "ping"})"});
  CHECK(s.code == 0);
  REQUIRE(s.answers.size() == 3);
  CHECK(lsp::at(s.answers[0], {"result", "protocolVersion"})->string == "2024-11-05");
  std::vector<std::string> names;
  for (const base::Json& tool : lsp::at(s.answers[1], {"result", "tools"})->items) {
    names.push_back(tool.find("name")->string);
    CHECK(lsp::at(tool, {"inputSchema", "type"})->string == "object");
  }
  const base::Json& limit = *lsp::at(lsp::at(s.answers[1], {"result", "tools"})->items.at(0),
                                     {"inputSchema", "properties", "limit"});
  CHECK(limit.find("type")->string == "integer");
  CHECK(limit.find("minimum")->integer == 1);
  CHECK(limit.find("maximum")->integer == 1000);
  CHECK(names == std::vector<std::string>{"search", "show", "ask", "explain", "check"});
  CHECK(s.answers[2].find("id")->string == "p");
}

TEST_CASE("mcp: a tool answers what its command prints", "[mcp]") {
  const Scene scene;
  const Session s = session(
      scene,
      {call("check", R"({"id": "HB-001"})"), call("explain", R"({"id": "HB-001"})"),
       call("show", R"({"name": "1-1"})"), call("search", R"({"query": "barge", "limit": 5})"),
       call("ask",
            R"({"file": )" + base::quote_json((scene.rulings() / "HB-001.xml").string()) + "}")});
  REQUIRE(s.answers.size() == 5);
  CHECK_THAT(text_in(s.answers[0]), ContainsSubstring("confirmed    HB-001"));
  CHECK_THAT(text_in(s.answers[1]), ContainsSubstring("HB-001"));
  CHECK_THAT(text_in(s.answers[2]), ContainsSubstring("A ship without draught sinks."));
  CHECK_THAT(text_in(s.answers[3]), ContainsSubstring("HB-001"));
  CHECK_THAT(text_in(s.answers[4]), ContainsSubstring("HB-001"));
  for (const base::Json& a : s.answers) CHECK(!lsp::at(a, {"result", "isError"})->boolean);
  CHECK(text_in(s.answers[0]) ==
        run({"check", scene.game().string(), "--id", "HB-001", "--no-cache"}).out);
}

TEST_CASE("mcp: what is asked wrongly", "[mcp]") {
  const Scene scene;
  const Session s = session(
      scene, {"{", "", "[]", R"({"id": 3, "method": "tools/delete"})", call("gate", "{}"),
              call("explain", "{}"), call("explain", R"({"id": "HB-001", "also": 1})"),
              call("ask", R"({"file": "/etc/passwd"})"), call("show", R"({"name": "/"})"),
              call("search", R"({"query": "--help"})"), call("check", R"({"id": "NONE"})"),
              call("search", R"({"query": "x", "limit": 2.5})"),
              call("search", R"({"query": "x", "limit": 0})"), call("show", R"({"name": "1-99"})"),
              call("ask", R"({"file": )" + base::quote_json(scene.game().string()) + "}")});
  CHECK(s.code == 0);
  REQUIRE(s.answers.size() == 14);  // an empty line asks nothing
  const auto why = [&](std::size_t i) {
    const base::Json* said = lsp::at(s.answers[i], {"error", "message"});
    return said == nullptr ? "" : said->string;
  };
  CHECK_THAT(why(0), ContainsSubstring("no JSON"));
  CHECK(!why(1).empty());
  CHECK_THAT(why(2), ContainsSubstring("no method `tools/delete`"));
  CHECK_THAT(why(3), ContainsSubstring("no tool `gate`"));
  // Wrong arguments are told to the assistant, who may ask better, not to the program that runs it.
  const auto told = [&](std::size_t i) {
    CHECK(lsp::at(s.answers[i], {"result", "isError"})->boolean);
    return text_in(s.answers[i]);
  };
  CHECK_THAT(told(4), ContainsSubstring("argument `id`"));
  CHECK_THAT(told(5), ContainsSubstring("no argument `also`"));
  CHECK_THAT(told(6), ContainsSubstring("no file of the games"));
  CHECK_THAT(told(7), ContainsSubstring("a path, not a name"));
  CHECK(text_in(s.answers[8]).find("Usage") == std::string::npos);  // a question, not an option
  CHECK(!lsp::at(s.answers[8], {"result", "isError"})->boolean);
  // Where nothing has the name, nothing was answered.
  CHECK_THAT(told(9), ContainsSubstring("no ruling or deck has such an id"));
  CHECK_THAT(told(10), ContainsSubstring("`limit` is no whole number"));
  CHECK_THAT(told(11), ContainsSubstring("no number from 1 to 1000"));
  CHECK_THAT(told(12), ContainsSubstring("no card, clause or ruling is called `1-99`"));
  CHECK_THAT(told(13), ContainsSubstring("no file of the games"));  // a folder
}

TEST_CASE("mcp: the version of the protocol is the one asked for, or the newest known", "[mcp]") {
  const Scene scene;
  const auto version = [&](const std::string& asked) {
    const Session s = session(
        scene,
        {R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": ")" +
         asked + R"("}})"});
    return lsp::at(s.answers.at(0), {"result", "protocolVersion"})->string;
  };
  CHECK(version("2025-03-26") == "2025-03-26");
  CHECK(version("2025-06-18") == "2025-06-18");
  CHECK(version("2025-11-25") == "2025-11-25");
  CHECK(version("2099-01-01") == "2025-11-25");
}

TEST_CASE("mcp: a path that is no game", "[mcp]") {
  CHECK(run({"mcp", "nowhere"}).code == cli::kWrongInput);
}
