// The games of a command: found, loaded one after the other, and what was wrong with them told.
//
//     Games games(options.paths, io);
//     for (const GameFiles& files : games.list())
//       if (const auto loaded = games.load_sound(files)) …   // loaded->game, loaded->session
//     return games.conclude(options.style, examined, code);
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "reports/reports.h"
#include "workspace/io.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {

/// A game as it was read, and a session on it. The game may be changed before the session is asked.
struct LoadedGame {
  LoadedGame(model::Game read, const base::SourceMap& sources,
             std::map<std::string, std::string> assumed, size_t errors)
      : game(std::move(read)), session(game, sources, std::move(assumed)), errors_before(errors) {}
  LoadedGame(const LoadedGame&) = delete;
  LoadedGame& operator=(const LoadedGame&) = delete;

  /// Logs what compiling it complains of. Was nothing wrong, in reading it neither?
  bool compiles(base::DiagnosticLog& log);
  const model::Program& program() { return *session.compiled({})->program; }

  model::Game game;
  checker::Session session;
  size_t errors_before;               ///< in the log when it was loaded
  std::vector<std::string> left_out;  ///< cards with mistakes, without which it is a sound game
};

/// Nothing: the game cannot be read, and the log says why. `assumed`: readings that count instead
/// of the defaults.
std::unique_ptr<LoadedGame> load_game(base::SourceMap& sources, const std::string& folder,
                                      base::DiagnosticLog& log,
                                      std::map<std::string, std::string> assumed = {});

/// Compiles a game. Where nothing but cards has mistakes, it becomes the game without those cards,
/// and that is said. False: something else is wrong. What is wrong lands in the log.
bool make_sound(std::unique_ptr<LoadedGame>& loaded, const base::SourceMap& sources,
                const std::map<std::string, std::string>& assumed, base::DiagnosticLog& log,
                const Io& io);

/// Does the document name a card that was left out?
bool names_left_out(const LoadedGame& loaded, const rulings::Document& document);

class Games {
 public:
  /// Finds them; says on standard error which paths are none.
  Games(const std::vector<std::string>& paths, const Io& io);

  const std::vector<GameFiles>& list() const { return work_.games; }
  /// A path is none, a file was refused, or somebody said so.
  bool wrong() const { return wrong_; }
  void is_wrong() { wrong_ = true; }
  /// True when an end was asked for; says that the game is not examined.
  bool leaves(const GameFiles& files) const;
  /// Tells what was refused of the game, and loads it.
  std::unique_ptr<LoadedGame> load(const GameFiles& files);
  /// The same; nothing where it does not compile either.
  std::unique_ptr<LoadedGame> load_sound(const GameFiles& files);
  /// Writes the diagnostics.
  void tell_log(const reports::Style& style);
  /// The exit code, once all were examined: wrong input, nothing examined, or else `code`; with the
  /// diagnostics, and a word where nothing was examined.
  int conclude(const reports::Style& style, bool examined, int code);

  base::SourceMap sources;
  base::DiagnosticLog log;

 private:
  const Io& io_;
  Workspace work_;
  bool wrong_;
};

}  // namespace hanrei::workspace
