// The frame of the protocol: messages that are none, the end, and a session with the program.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>
#include <sstream>

#include "lsp/serve.h"
#include "tests/unit/lsp/client.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

/// Gives its bytes a few at a time.
class Bytes : public lsp::Input {
 public:
  explicit Bytes(std::string bytes, std::size_t at_once = 7)
      : bytes_(std::move(bytes)), at_once_(at_once) {}
  bool ready() override { return true; }
  std::size_t read(char* to, std::size_t most) override {
    const std::size_t n = std::min({most, at_once_, bytes_.size() - at_});
    bytes_.copy(to, n, at_);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0, at_once_;
};

std::string framed(const std::string& body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

struct Session {
  int code;
  std::string out;
};
Session session(const std::string& bytes) {
  Bytes input(bytes);
  std::ostringstream out;
  const int code = lsp::serve(input, out, base::Lang::En);
  return {code, out.str()};
}

const std::string kStart =
    framed(R"({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})");
const std::string kShutdown = framed(R"({"jsonrpc": "2.0", "id": "end", "method": "shutdown"})");
const std::string kExit = framed(R"({"jsonrpc": "2.0", "method": "exit"})");

}  // namespace

TEST_CASE("lsp: how a session ends", "[lsp]") {
  CHECK(session(kStart + kShutdown + kExit).code == 0);
  CHECK(session(kStart + kExit).code == 1);
  CHECK(session(kExit).code == 1);
  CHECK(session("").code == 1);
  CHECK(session(kStart + kShutdown).code == 0);
  CHECK_THAT(session(kStart + kShutdown + kExit).out,
             ContainsSubstring(R"({"jsonrpc":"2.0","id":"end","result":null})"));
}

TEST_CASE("lsp: messages that are none are answered with what is wrong", "[lsp]") {
  const auto said = [](const std::string& bytes) { return session(kStart + bytes + kExit).out; };
  CHECK_THAT(said(framed("{")), ContainsSubstring("-32700"));
  CHECK_THAT(said(framed("[]")), ContainsSubstring("-32600"));
  CHECK_THAT(said(framed(R"({"id": {}, "method": "x"})")), ContainsSubstring("-32600"));
  CHECK_THAT(said(framed(R"({"id": 5, "method": "no/such"})")),
             ContainsSubstring("there is no method `no/such`"));
  CHECK_THAT(said(framed(R"({"id": 5, "method": "textDocument/hover"})")),
             ContainsSubstring("the request lacks `uri`"));
  CHECK_THAT(said(framed(R"({"id": 5, "method": "initialize"})")), ContainsSubstring("before"));
  CHECK_THAT(said("nonsense\r\n\r\n"), ContainsSubstring("Content-Length"));
  CHECK_THAT(session(framed(R"({"id": 5, "method": "textDocument/hover"})") + kExit).out,
             ContainsSubstring("-32002"));
  // what follows is read again
  CHECK(session(kStart + "nonsense\r\n\r\n" + kShutdown + kExit).code == 0);
  CHECK(session(kStart + "Content-Length: x\r\n\r\n" + kShutdown + kExit).code == 0);
  CHECK(session(kStart + "Content-Length: 99999999999999999999\r\n\r\n" + kShutdown + kExit).code ==
        0);
  CHECK(session(kStart + std::string(20'000, 'a') + "\r\n\r\n" + kShutdown + kExit).code == 0);
}

TEST_CASE("lsp: a request that is cancelled is answered as such", "[lsp]") {
  const std::string hover = framed(R"({"id": 7, "method": "textDocument/hover", "params": {}})");
  const std::string cancel = framed(R"({"method": "$/cancelRequest", "params": {"id": 7}})");
  CHECK_THAT(session(kStart + hover + cancel + kShutdown + kExit).out,
             ContainsSubstring(R"("id":7,"error":{"code":-32800)"));
}

TEST_CASE("lsp: random bytes and messages cut off do no harm", "[lsp]") {
  const Scene scene;
  const std::string ruling = (scene.rulings() / "HB-001.xml").string();
  const std::string open =
      framed(R"({"method": "textDocument/didOpen", "params": {"textDocument": {"uri": ")" +
             lsp::uri_of(ruling) + R"(", "text": )" + base::quote_json(slurp(ruling)) + "}}}");
  const auto ask = [&](const std::string& method, int line, int character) {
    return framed(R"({"id": 1, "method": "textDocument/)" + method +
                  R"(", "params": {"newName": "n", "textDocument": {"uri": ")" +
                  lsp::uri_of(ruling) + R"("}, "position": {"line": )" + std::to_string(line) +
                  R"(, "character": )" + std::to_string(character) + "}}}");
  };
  std::mt19937 random(7);  // NOLINT: the same each time
  const std::string whole = kStart + open + ask("hover", 8, 18) + kShutdown + kExit;
  for (int i = 0; i < 200; ++i) {
    std::string bytes = whole.substr(0, random() % whole.size());
    for (int k = 0; k < 5 && !bytes.empty(); ++k)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    const int code = session(bytes).code;
    CHECK((code == 0 || code == 1));
  }
  // every request, anywhere in a text that is cut off
  const std::string text = slurp(ruling);
  std::string many = kStart + open;
  for (int i = 0; i < 60; ++i) {
    many += framed(R"({"method": "textDocument/didChange", "params": {"textDocument": {"uri": ")" +
                   lsp::uri_of(ruling) + R"("}, "contentChanges": [{"text": )" +
                   base::quote_json(text.substr(0, random() % text.size())) + "}]}}");
    for (const char* method : {"completion", "hover", "definition", "references", "prepareRename",
                               "rename", "documentSymbol"})
      many += ask(method, static_cast<int>(random() % 30), static_cast<int>(random() % 120));
  }
  CHECK(session(many + kShutdown + kExit).code == 0);
}

TEST_CASE("lsp: a session with the program over pipes", "[lsp]") {
  const Scene scene;
  const Scratch scratch;
  const std::string ruling = (scene.rulings() / "HB-001.xml").string();
  std::string text = slurp(ruling);
  const std::string cite = "clause=\"1-1\"";
  text.replace(text.find(cite), cite.size(), "clause=\"1-9\"");
  put(scratch / "in",
      kStart +
          framed(R"({"method": "textDocument/didOpen", "params": {"textDocument": {"uri": ")" +
                 lsp::uri_of(ruling) + R"(", "text": )" + base::quote_json(text) + "}}}") +
          framed(
              R"({"id": 2, "method": "textDocument/hover", "params": {"textDocument": {"uri": ")" +
              lsp::uri_of(ruling) + R"("}, "position": {"line": 11, "character": 150}}})") +
          kShutdown + kExit);
  const auto ran = [&](const std::string& words, const std::string& in) {
    return std::system(("'" HANREI_BIN "' " + words + " lsp < '" + in + "' > '" + scratch / "out" +
                        "' 2> '" + scratch / "err" + "'")
                           .c_str());
  };
  CHECK(ran("--lang ja", scratch / "in") == 0);
  const std::string out = slurp(scratch / "out");
  CHECK_THAT(out, ContainsSubstring("textDocument/publishDiagnostics"));
  CHECK_THAT(out, ContainsSubstring("HR3006"));
  CHECK_THAT(out, ContainsSubstring("1-9"));
  CHECK(out.find("confirmed") == std::string::npos);
  CHECK(slurp(scratch / "err").empty());
  put(scratch / "bad", kStart + kExit);
  CHECK(WEXITSTATUS(ran("", scratch / "bad")) == 1);
}
