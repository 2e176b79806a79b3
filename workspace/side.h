// One state of one game, for what compares two: read, and asked by the engines.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "errata/renames.h"
#include "errata/words.h"
#include "workspace/judge.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {

/// One state of one game: its files as read, and whether it can be asked anything.
struct Side {
  std::string id, folder;  ///< of the game
  std::optional<model::Game> game;
  errata::State state;
  base::DiagnosticLog log;  ///< of game and rulings
  bool sound = false;       ///< the game compiles
  bool whole = false;  ///< all of its files could be read; if not, what is not there may stand in
                       ///< one of the others
};

Side read_side(base::SourceMap& sources, const GameFiles& files);

/// Calls what was there before by the names that it has now (errata/renames.h): in the game, its
/// rulings and the phrasebook. Which names; both sides must have a game.
errata::Renames called_as_now(Side& before, const Side& after, errata::BookFiles& book,
                              const base::SourceMap& sources);

/// The rulings that `wanted` lists and all decks, questioned. Verdicts are found, and with `keep`
/// kept, where those of the library of `folder` are.
findings::Report question(Side& side, const Shelf& shelf, const base::SourceMap& sources,
                          const std::set<std::string>* wanted, const JudgeOptions& options,
                          const Io& io);

/// A card that an audit has to try: with all it says, or these provisions of it.
struct Wanted {
  std::string card;
  bool whole = true;
  std::vector<base::Span> abilities;
};

/// What an audit has to try of a change: abilities of cards that came or changed.
std::vector<Wanted> wanted(const Side& before, const errata::Changes& changes);

/// The same rulings, asking the same; nothing was renamed.
bool same_rulings(const Side& a, const Side& b);

/// What the clashes of a side, its model and its cards come to, and which of the wanted cards came
/// to nothing in any situation. `left_out` gets what was not seen to its end.
/// So many rulings that were not questioned, as the run ended (`Io::ending`).
findings::Both left_rulings(size_t count, int ending);

struct SideAudit {
  std::vector<findings::Finding> findings;
  std::vector<findings::Both> left_out;
  bool fault = false;  ///< of ours
};
SideAudit audit_side(const Side& side, const std::vector<Wanted>& wanted,
                     const base::SourceMap& sources, const JudgeOptions& options);

}  // namespace hanrei::workspace
