// A game that is being edited: its files with the editor's texts laid over them, what they define,
// and what there is to say of them. The work is done piece by piece, so that a message never waits
// for long.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lsp/names.h"
#include "lsp/text.h"
#include "model/unsaved.h"
#include "rulings/law/law.h"
#include "workspace/games.h"

namespace hanrei::lsp {

/// What there is to say of a place, as an editor shows it.
struct Diagnostic {
  Range range;
  base::Severity severity{};
  std::string code, message;
  struct Related {
    std::string path;
    Range range;
    std::string message;
    friend bool operator==(const Related&, const Related&) = default;
  };
  std::vector<Related> related;
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// A ruling or a deck.
struct Paper {
  std::optional<rulings::Document> document;
  rulings::RulingRecord record;
  base::DiagnosticLog log;  ///< of reading it
  bool read = false, examined = false;
};

class Game {
 public:
  /// `folder` has a game.json.
  Game(std::string folder, base::Lang lang);
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  const std::string& folder() const { return folder_; }
  /// Is the path one of a file that the game is made of?
  bool holds(const std::string& path) const;
  /// The editor has this text of the file; nothing: the file on the disk counts.
  void edit(const std::string& path, std::optional<std::string> text);
  /// A file on the disk is not what it was.
  void changed(const std::string& path);

  /// Does a piece of what is left to do, the nearest to the editor first. False: nothing is left.
  bool work();
  /// Does what is left before names, places and open files are as they are now.
  void catch_up();
  /// Reads every ruling, too.
  void read_all();
  /// The paths of which there is something else to say than when this was asked last.
  std::set<std::string> take_told();
  std::vector<Diagnostic> diagnostics(const std::string& path) const;

  /// What the game was when its files could last be read; nothing: never.
  bool loaded() const { return state_ != nullptr; }
  /// Is what it defines as the files have it now? False: a file is no JSON.
  bool current() const { return !stale_; }
  const base::SourceMap& sources() const { return state_->sources; }
  const model::Game& game() const;
  const model::Program& program() const { return state_->loaded->program(); }
  const Names& names() const { return *state_->names; }
  const std::map<std::string, Paper>& papers() const { return state_->papers; }
  /// The text of a file: the editor's, or as it was read.
  std::string text(const std::string& path) const;
  /// Where a span is.
  std::string path(base::Span span) const { return std::string(sources().path(span.file)); }
  Range range(base::Span span) const;

 private:
  struct State {
    base::SourceMap sources;
    std::unique_ptr<workspace::LoadedGame> loaded;
    std::optional<model::Game> whole;  ///< where cards were left out: with them
    std::unique_ptr<Names> names;
    bool sound = false;
    std::map<std::string, Paper> papers;
    std::size_t bytes = 0;  ///< of texts of rulings that were read since
  };
  using Told = std::map<std::string, std::vector<Diagnostic>>;  ///< by path

  std::vector<std::pair<std::string, std::int64_t>> stamps() const;
  void look_at_disk();
  void load();
  void take_over();
  void list_papers();
  void read(const std::string& path, Paper& paper);
  void examine(const std::string& path, Paper& paper);
  void judge_law();
  void read_phrases();
  bool is_game_file(const std::string& path) const;
  bool is_deck(const std::string& path) const;
  Told plain(const base::DiagnosticLog& log, const base::SourceMap& sources) const;
  /// `part`: what was said of it before is said no more.
  void tell(const std::string& part, Told told);

  const std::string folder_;
  const base::Lang lang_;
  model::Unsaved unsaved_;
  std::vector<std::pair<std::string, std::int64_t>> seen_;  ///< stamps() when it was loaded
  std::unique_ptr<State> state_, next_;  ///< what is asked; and what takes its place
  bool load_ = true, stale_ = false, law_ = false, phrases_ = true;
  std::deque<std::string> edited_;  ///< rulings that the editor has open and that changed
  std::deque<std::string> unread_, unexamined_;
  std::map<std::string, Told>
      told_;  ///< by part: `game`, `law`, `phrases`, or the path of a ruling
  std::set<std::string> fresh_;
};

/// The nearest folder above a file, or the folder itself, that has a game.json; empty: none. Links
/// stay as they are.
std::string game_folder(const std::string& path);

}  // namespace hanrei::lsp
