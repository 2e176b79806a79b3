// An editor for tests: opens files, types, asks, and keeps what it is told.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json/read.h"
#include "base/json/write.h"
#include "lsp/server.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/hostile/scene.h"

namespace hanrei::test {

inline base::Json parsed(const std::string& text) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  auto json = base::read_json(sources, sources.add("", text), log);
  REQUIRE(json);
  return std::move(*json);
}

class Client {
 public:
  explicit Client(base::Lang lang = base::Lang::En)
      : server(lang, [this](const std::string& body) { take(parsed(body)); }) {}

  /// With the handshake done.
  static std::string params(const std::string& members) { return "{" + members + "}"; }
  void start() {
    ask("initialize", R"({"capabilities": {}})");
    notify("initialized", "{}");
  }
  /// The answer to a request; its `result`, or its `error` in `failed`.
  base::Json ask(const std::string& method, const std::string& params) {
    answer.reset();
    failed.reset();
    server.take(R"({"jsonrpc": "2.0", "id": )" + std::to_string(++id_) + R"(, "method": ")" +
                method + R"(", "params": )" + params + "}");
    REQUIRE((answer.has_value() || failed.has_value()));
    return answer.value_or(base::Json{});
  }
  void notify(const std::string& method, const std::string& params) {
    server.take(R"({"jsonrpc": "2.0", "method": ")" + method + R"(", "params": )" + params + "}");
  }
  void open(const std::string& path, const std::string& text) {
    notify("textDocument/didOpen",
           R"({"textDocument": {"uri": )" + base::quote_json(lsp::uri_of(path)) +
               R"(, "languageId": "x", "version": 1, "text": )" + base::quote_json(text) + "}}");
    texts[path] = text;
  }
  void open(const std::string& path) { open(path, slurp(path)); }
  /// The whole text is another.
  void type(const std::string& path, const std::string& text) {
    notify("textDocument/didChange",
           R"({"textDocument": {"uri": )" + base::quote_json(lsp::uri_of(path)) +
               R"(, "version": 2}, "contentChanges": [{"text": )" + base::quote_json(text) + "}]}");
    texts[path] = text;
  }
  void settle() {
    while (server.work()) {
    }
  }
  /// Parameters for the place in an open file where `mark` begins, and so many bytes behind it.
  std::string place(const std::string& path, const std::string& mark, std::size_t behind = 0,
                    const std::string& more = "") {
    const std::size_t at = texts.at(path).find(mark);
    REQUIRE(at != std::string::npos);
    const lsp::Position p = lsp::Text(texts.at(path)).position(at + behind);
    return R"({"textDocument": {"uri": )" + base::quote_json(lsp::uri_of(path)) +
           R"(}, "position": {"line": )" + std::to_string(p.line) + R"(, "character": )" +
           std::to_string(p.character) + "}" + more + "}";
  }
  /// `HR3204 12:5` of each diagnostic of a file, lines and columns from 0.
  std::vector<std::string> told(const std::string& path) const {
    std::vector<std::string> out;
    const auto it = diagnostics.find(lsp::uri_of(path));
    if (it == diagnostics.end()) return out;
    for (const base::Json& d : it->second.items) {
      const base::Json* start = d.find("range")->find("start");
      out.push_back(d.find("code")->string + " " + std::to_string(start->find("line")->integer) +
                    ":" + std::to_string(start->find("character")->integer));
    }
    return out;
  }
  /// The labels that completion offers.
  std::vector<std::string> offered(const std::string& path, const std::string& mark,
                                   std::size_t behind) {
    std::vector<std::string> out;
    const base::Json got = ask("textDocument/completion", place(path, mark, behind));
    if (const base::Json* items = got.find("items"))
      for (const base::Json& item : items->items) out.push_back(item.find("label")->string);
    return out;
  }

  lsp::Server server;
  std::optional<base::Json> answer, failed;
  std::map<std::string, base::Json> diagnostics;  ///< by URI
  std::map<std::string, std::string> texts;
  int published = 0;

 private:
  void take(const base::Json& message) {
    if (const base::Json* result = message.find("result")) answer = *result;
    if (const base::Json* error = message.find("error")) failed = *error;
    const base::Json* method = message.find("method");
    if (method == nullptr || method->string != "textDocument/publishDiagnostics") return;
    const base::Json& params = *message.find("params");
    diagnostics[params.find("uri")->string] = *params.find("diagnostics");
    ++published;
  }

  int id_ = 0;
};

/// Applies the edits of a rename to the files on the disk.
inline void apply(const base::Json& edit) {
  for (const base::Member& file : edit.find("changes")->members) {
    const std::string path = lsp::path_of(file.key);
    lsp::Text text(slurp(path));
    std::vector<base::Json> edits = file.value.items;
    std::ranges::reverse(edits);  // they come in the order of the file
    for (const base::Json& e : edits)
      text.replace(lsp::range_at(*e.find("range")), e.find("newText")->string);
    put(path, text.str());
  }
}

}  // namespace hanrei::test
