// A language server for games and rulings: takes the messages of an editor, and answers.
//
//     Server server(lang, [&](const std::string& body) { send(out, body); });
//     server.take(body);          // a message
//     while (server.work()) {}    // what is left to do when no message waits
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "lsp/game.h"
#include "lsp/rpc.h"
#include "lsp/thing.h"

namespace hanrei::lsp {

class Server {
 public:
  using Send = std::function<void(const std::string& body)>;
  Server(base::Lang lang, Send send) : lang_(lang), send_(std::move(send)) {}
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// A message; never throws for what is wrong with it.
  void take(const std::string& body);
  /// A message that could not be read.
  void refuse();
  /// A piece of what is left to do. False: nothing is.
  bool work();
  /// Was `exit` said?
  bool ended() const { return ended_; }
  /// After the end: 0 where `shutdown` was asked for before, else 1.
  int exit_code() const { return shut_down_ ? 0 : 1; }

 private:
  /// A file that the editor has open.
  struct Open {
    Text text;
    std::string game;  ///< its folder; empty: of none
  };
  using Result = std::function<void(base::JsonWriter&)>;

  void notified(const Request& request);
  void watch();
  Result asked(const Request& request);
  void opened(const base::Json& params);
  void changed(const base::Json& params);
  void closed(const base::Json& params);
  void files_changed(const base::Json& params);
  Result initialized() const;
  Result complete(const base::Json& params);
  Result hovered(const base::Json& params);
  Result found(const base::Json& params, bool definition);
  Result prepared(const base::Json& params);
  Result renamed(const base::Json& params);
  Result symbols(const base::Json& params);

  /// The file that a request is about, the text of it, the place in it, and the game.
  struct Place {
    std::string path;
    const Text* text = nullptr;
    std::size_t offset = 0;
    Game* game = nullptr;
  };
  Place place(const base::Json& params);
  /// The name there; its game is brought up to date before.
  std::optional<Thing> thing(const Place& at);
  Game* game_of(const std::string& path);
  void publish(Game& game);
  void publish(const Game* game, const std::string& path);

  const base::Lang lang_;
  const Send send_;
  std::map<std::string, Open> open_;  ///< by path
  std::map<std::string, std::unique_ptr<Game>> games_;
  std::map<std::string, std::string> uris_;  ///< as the editor writes them, by path
  std::map<std::string, std::string> said_;  ///< what was published last, by path
  bool watches_ = false;                     ///< the editor can be asked to tell which files change
  bool initialized_ = false, shut_down_ = false, ended_ = false;
};

}  // namespace hanrei::lsp
