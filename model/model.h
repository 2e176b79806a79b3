// The rules language: a game folder as a typed program.
//
//     base::SourceMap sources;
//     base::DiagnosticLog log;
//     std::optional<model::Game> game = model::read_game(sources, "fixtures/example", log);
//     if (game) { model::Program program = model::compile(*game, {}, sources, log); … }
//
// `read_game` reads the files, `compile` turns them into one Program for one choice of readings
// (the defaults of game.json where `chosen` says nothing). Whatever is wrong in a file lands in
// `log`, with its place; a program is only meaningful when the log has no errors.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/text/diagnostic.h"
#include "model/ir/program.h"

namespace hanrei::model {

/// The files of a game folder as JSON values.
struct Game {
  std::string folder;
  base::Json game;
  std::vector<base::Json> rulebook, cards;
  base::Table<size_t, ReadingDef> readings;
  std::set<std::string> from_words;  ///< cards whose abilities are their words as compiled
};

/// Reads game.json, rulebook/*.json and cards/*.json of a folder. Nothing when game.json cannot be
/// read. What cards with `"provisions": "text"` do is read from their words (model/phrases).
std::optional<Game> read_game(base::SourceMap& sources, const std::string& folder,
                              base::DiagnosticLog& log);

/// The same from texts in memory; a path is what diagnostics call its text.
struct GameText {
  std::string path, text;
};
struct GameTexts {
  GameText game;
  std::vector<GameText> rulebook, cards, phrases;
};
std::optional<Game> parse_game(base::SourceMap& sources, std::string folder, GameTexts texts,
                               base::DiagnosticLog& log);

/// Compiles a game under one vector of readings.
Program compile(const Game& game, const std::map<std::string, std::string>& chosen,
                const base::SourceMap& sources, base::DiagnosticLog& log);

}  // namespace hanrei::model
