#include "lsp/server.h"

#include <algorithm>

#include "base/base.h"
#include "base/text/filled.h"
#include "lsp/complete.h"
#include "lsp/hover.h"

namespace hanrei::lsp {

using base::Json;
using base::JsonWriter;

namespace {

int severity_number(base::Severity s) {
  switch (s) {
    case base::Severity::Error: return 1;
    case base::Severity::Warning: return 2;
    case base::Severity::Question: return 3;
    case base::Severity::Note: break;
  }
  return 4;
}

void null(JsonWriter& w) { w.null(); }

}  // namespace

void Server::refuse() {
  send_(failure(
      std::nullopt,
      {kParseError,
       base::in_both("no message: `Content-Length: N`, an empty line and N bytes are "
                     "expected, 64 MiB at most",
                     "メッセージではありません。`Content-Length: N`、空行、N バイト（64 MiB "
                     "まで）が必要です")},
      lang_));
}

void Server::take(const std::string& body) {
  std::optional<Json> id;
  try {
    const Request request = read_request(body);
    id = request.id;
    if (request.method.empty()) return;  // an answer; we ask nothing
    if (!id) {
      notified(request);
      return;
    }
    send_(answer(*id, asked(request)));
  } catch (const Failure& why) {
    // what is wrong with a notification nobody waits for
    if (id || why.code == kParseError || why.code == kInvalidRequest)
      send_(failure(id, why, lang_));
  }
}

void Server::notified(const Request& r) {
  if (r.method == "exit") ended_ = true;
  if (!initialized_ || shut_down_) return;
  if (r.method == "initialized" && watches_) watch();
  if (r.method == "textDocument/didOpen") opened(r.params);
  if (r.method == "textDocument/didChange") changed(r.params);
  if (r.method == "textDocument/didClose") closed(r.params);
  if (r.method == "workspace/didChangeWatchedFiles") files_changed(r.params);
}

/// Asks the editor to tell which files change. Its answer is of no interest.
void Server::watch() {
  JsonWriter w(JsonWriter::Style::Compact);
  w.begin_object();
  w.member("jsonrpc", "2.0");
  w.member("id", "watch");
  w.member("method", "client/registerCapability");
  w.key("params");
  w.begin_object();
  w.key("registrations");
  w.begin_array();
  w.begin_object();
  w.member("id", "files");
  w.member("method", "workspace/didChangeWatchedFiles");
  w.key("registerOptions");
  w.begin_object();
  w.key("watchers");
  w.begin_array();
  for (const char* files : {"**/*.json", "**/*.xml"}) {
    w.begin_object();
    w.member("globPattern", files);
    w.end_object();
  }
  w.end_array();
  w.end_object();
  w.end_object();
  w.end_array();
  w.end_object();
  w.end_object();
  send_(w.str());
}

Server::Result Server::asked(const Request& r) {
  if (shut_down_)
    throw Failure{kInvalidRequest, base::in_both("the server was shut down", "終了処理済みです")};
  if (r.method == "initialize") {
    if (initialized_)
      throw Failure{kInvalidRequest, base::in_both("`initialize` was asked for before",
                                                   "`initialize` はすでに済んでいます")};
    initialized_ = true;
    const Json* watches =
        at(r.params, {"capabilities", "workspace", "didChangeWatchedFiles", "dynamicRegistration"});
    watches_ = watches != nullptr && watches->boolean;
    return initialized();
  }
  if (!initialized_)
    throw Failure{kNotInitialized,
                  base::in_both("`initialize` comes first", "先に `initialize` が必要です")};
  if (r.method == "shutdown") {
    shut_down_ = true;
    return null;
  }
  if (r.method == "textDocument/completion") return complete(r.params);
  if (r.method == "textDocument/hover") return hovered(r.params);
  if (r.method == "textDocument/definition") return found(r.params, true);
  if (r.method == "textDocument/references") return found(r.params, false);
  if (r.method == "textDocument/prepareRename") return prepared(r.params);
  if (r.method == "textDocument/rename") return renamed(r.params);
  if (r.method == "textDocument/documentSymbol") return symbols(r.params);
  throw no_method(r.method);
}

Server::Result Server::initialized() const {
  return [](JsonWriter& w) {
    w.begin_object();
    w.key("capabilities");
    w.begin_object();
    w.member("positionEncoding", "utf-16");
    w.key("textDocumentSync");
    w.begin_object();
    w.member("openClose", true);
    w.member("change", 2);  // only what changed
    w.end_object();
    w.key("completionProvider");
    w.begin_object();
    w.member("triggerCharacters", std::vector<std::string>{"<", "\"", " ", "《", "[", "."});
    w.end_object();
    for (const char* can :
         {"hoverProvider", "definitionProvider", "referencesProvider", "documentSymbolProvider"})
      w.member(can, true);
    w.key("renameProvider");
    w.begin_object();
    w.member("prepareProvider", true);
    w.end_object();
    w.end_object();
    write_server_info(w);
    w.end_object();
  };
}

// ---------------------------------------------------------------- texts

void Server::opened(const Json& params) {
  const std::string uri = text_at(params, {"textDocument", "uri"}), path = path_of(uri);
  if (path.empty()) return;
  uris_[path] = uri;
  Open& open = open_[path];
  open = {Text(text_at(params, {"textDocument", "text"})), game_folder(path)};
  Game* game = game_of(path);
  if (game == nullptr || !game->holds(path)) open.game.clear();
  if (open.game.empty()) return;
  game->edit(path, open.text.str());
}

void Server::changed(const Json& params) {
  const auto it = open_.find(path_of(text_at(params, {"textDocument", "uri"})));
  const Json* changes = params.find("contentChanges");
  if (it == open_.end() || changes == nullptr) return;
  Open& open = it->second;
  for (const Json& c : changes->items) {
    const std::string text = text_at(c, {"text"});
    if (const Json* range = c.find("range"))
      open.text.replace(range_at(*range), text);
    else
      open.text = Text(text);
  }
  if (!open.game.empty()) games_.at(open.game)->edit(it->first, open.text.str());
}

void Server::closed(const Json& params) {
  const auto it = open_.find(path_of(text_at(params, {"textDocument", "uri"})));
  if (it == open_.end()) return;
  if (!it->second.game.empty()) games_.at(it->second.game)->edit(it->first, std::nullopt);
  open_.erase(it);
}

void Server::files_changed(const Json& params) {
  const Json* changes = params.find("changes");
  if (changes == nullptr) return;
  for (const Json& c : changes->items) {
    const std::string path = path_of(text_at(c, {"uri"}));
    if (path.empty() || open_.contains(path)) continue;
    for (const auto& [folder, game] : games_)
      if (game->holds(path)) game->changed(path);
  }
}

Game* Server::game_of(const std::string& path) {
  const auto open = open_.find(path);
  const std::string folder = open != open_.end() ? open->second.game : game_folder(path);
  if (folder.empty()) return nullptr;
  std::unique_ptr<Game>& game = games_[folder];
  if (game == nullptr) game = std::make_unique<Game>(folder, lang_);
  return game.get();
}

// ---------------------------------------------------------------- diagnostics

bool Server::work() {
  if (!initialized_ || shut_down_) return false;
  for (const auto& [folder, game] : games_) {
    if (!game->work()) continue;
    publish(*game);
    return true;
  }
  return false;
}

void Server::publish(Game& game) {
  for (const std::string& path : game.take_told()) publish(&game, path);
}

void Server::publish(const Game* game, const std::string& path) {
  const auto known = uris_.find(path);
  const std::string uri = known != uris_.end() ? known->second : uri_of(path);
  const std::vector<Diagnostic> list =
      game == nullptr ? std::vector<Diagnostic>{} : game->diagnostics(path);
  const std::string body = notification("textDocument/publishDiagnostics", [&](JsonWriter& w) {
    w.begin_object();
    w.member("uri", uri);
    w.key("diagnostics");
    w.begin_array();
    for (const Diagnostic& d : list) {
      w.begin_object();
      w.key("range");
      write(w, d.range);
      w.member("severity", severity_number(d.severity));
      w.member("code", d.code);
      w.member("source", "hanrei");
      w.member("message", d.message);
      if (!d.related.empty()) {
        w.key("relatedInformation");
        w.begin_array();
        for (const Diagnostic::Related& r : d.related) {
          w.begin_object();
          w.key("location");
          w.begin_object();
          w.member("uri", uri_of(r.path));
          w.key("range");
          write(w, r.range);
          w.end_object();
          w.member("message", r.message);
          w.end_object();
        }
        w.end_array();
      }
      w.end_object();
    }
    w.end_array();
    w.end_object();
  });
  std::string& said = said_[path];
  if (said == body) return;
  said = body;
  send_(body);
}

// ---------------------------------------------------------------- questions

Server::Place Server::place(const Json& params) {
  Place out;
  out.path = path_of(text_at(params, {"textDocument", "uri"}));
  const auto open = open_.find(out.path);
  if (open == open_.end())
    throw Failure{kInvalidParams, base::filled("{0} is not open", "{0} は開かれていません",
                                               {"`" + out.path + "`"})};
  if (open->second.game.empty()) return out;
  out.text = &open->second.text;
  out.game = game_of(out.path);
  if (const Json* position = params.find("position"))
    out.offset = out.text->offset(position_at(*position));
  return out;
}

std::optional<Thing> Server::thing(const Place& at) {
  if (at.game == nullptr) return std::nullopt;
  at.game->catch_up();
  publish(*at.game);
  return thing_at(at.path, at.text->str(), at.offset);
}

Server::Result Server::complete(const Json& params) {
  const Place at = place(params);
  if (at.game == nullptr) return null;
  if (!at.game->loaded()) at.game->catch_up();
  auto list = std::make_shared<std::vector<Completion>>(
      lsp::complete(*at.game, at.path, at.text->str(), at.offset, lang_));
  return [list, text = at.text](JsonWriter& w) {
    w.begin_object();
    w.member("isIncomplete", false);
    w.key("items");
    w.begin_array();
    for (const Completion& c : *list) {
      w.begin_object();
      w.member("label", c.label);
      w.member("kind", c.kind);
      if (!c.detail.empty()) w.member("detail", c.detail);
      w.key("textEdit");
      w.begin_object();
      w.key("range");
      write(w, text->range(c.begin, c.end));
      w.member("newText", c.insert);
      w.end_object();
      w.end_object();
    }
    w.end_array();
    w.end_object();
  };
}

Server::Result Server::hovered(const Json& params) {
  const Place at = place(params);
  const auto name = thing(at);
  const std::string words = name ? hover(*at.game, *name, lang_) : "";
  if (words.empty()) return null;
  const Range range = at.text->range(name->begin, name->end);
  return [words, range](JsonWriter& w) {
    w.begin_object();
    w.key("contents");
    w.begin_object();
    w.member("kind", "markdown");
    w.member("value", words);
    w.end_object();
    w.key("range");
    write(w, range);
    w.end_object();
  };
}

Server::Result Server::found(const Json& params, bool definition) {
  const Place at = place(params);
  const auto name = thing(at);
  std::vector<Spot> spots;
  if (name) {
    at.game->read_all();
    publish(*at.game);
    spots = definition ? defined_at(*at.game, *name) : named_at(*at.game, *name);
    const Json* own = lsp::at(params, {"context", "includeDeclaration"});
    if (!definition && own != nullptr && own->is(Json::Kind::Bool) && !own->boolean) {
      const std::vector<Spot> defined = defined_at(*at.game, *name);
      std::erase_if(spots, [&](const Spot& s) {
        return std::ranges::any_of(defined, [&](const Spot& d) {
          return d.path == s.path && d.range.start <= s.range.start && s.range.end <= d.range.end;
        });
      });
    }
  }
  return [spots](JsonWriter& w) {
    w.begin_array();
    for (const Spot& s : spots) {
      w.begin_object();
      w.member("uri", uri_of(s.path));
      w.key("range");
      write(w, s.range);
      w.end_object();
    }
    w.end_array();
  };
}

Server::Result Server::prepared(const Json& params) {
  const Place at = place(params);
  const auto name = thing(at);
  if (at.game == nullptr) return null;
  at.game->read_all();
  publish(*at.game);
  may_be_renamed(*at.game, name);
  const Range range = at.text->range(name->begin, name->end);
  return [range, said = name->name](JsonWriter& w) {
    w.begin_object();
    w.key("range");
    write(w, range);
    w.member("placeholder", said);
    w.end_object();
  };
}

Server::Result Server::renamed(const Json& params) {
  const Place at = place(params);
  const std::string to = text_at(params, {"newName"});
  const auto name = thing(at);
  if (at.game == nullptr) return null;
  at.game->read_all();
  publish(*at.game);
  may_be_renamed(*at.game, name);
  std::map<std::string, std::vector<Edit>> by_path;
  for (Edit& e : lsp::renamed(*at.game, *name, to)) by_path[e.spot.path].push_back(std::move(e));
  return [this, by_path](JsonWriter& w) {
    w.begin_object();
    w.key("changes");
    w.begin_object();
    for (const auto& [path, edits] : by_path) {
      const auto known = uris_.find(path);
      w.key(known != uris_.end() ? known->second : uri_of(path));
      w.begin_array();
      for (const Edit& e : edits) {
        w.begin_object();
        w.key("range");
        write(w, e.spot.range);
        w.member("newText", e.text);
        w.end_object();
      }
      w.end_array();
    }
    w.end_object();
    w.end_object();
  };
}

/// What a file of the game defines, in its order.
Server::Result Server::symbols(const Json& params) {
  const Place at = place(params);
  struct Symbol {
    std::string name, kind;
    Range range;
  };
  std::vector<Symbol> list;
  if (at.game != nullptr) {
    at.game->catch_up();
    publish(*at.game);
    if (at.game->loaded() && at.game->current())
      for (const Definition& d : at.game->names().all())
        if (at.game->path(d.named) == at.path && d.kind != "member")
          list.push_back({d.name, d.kind, at.game->range(d.named)});
  }
  return [list, path = at.path, this](JsonWriter& w) {
    w.begin_array();
    for (const Symbol& s : list) {
      w.begin_object();
      w.member("name", s.name);
      w.member("kind", s.kind == "card" ? 5 : s.kind == "clause" ? 15 : 13);
      w.member("containerName", std::string(base::in_lang(kind_text(s.kind), lang_)));
      w.key("location");
      w.begin_object();
      w.member("uri", uri_of(path));
      w.key("range");
      write(w, s.range);
      w.end_object();
      w.end_object();
    }
    w.end_array();
  };
}

}  // namespace hanrei::lsp
