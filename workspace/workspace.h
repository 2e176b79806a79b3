// What PATH means: a game folder, a folder of them, or ruling files (their game is found upward).
#pragma once

#include <string>
#include <vector>

#include "base/text/diagnostic.h"
#include "rulings/rulings.h"

namespace hanrei::workspace {

/// What a policy is called, beside or above the game folders.
inline constexpr const char* kPolicyFile = "hanrei.policy.json";

struct GameFiles {
  std::string folder;
  std::vector<std::string> rulings;  ///< paths, sorted
  std::vector<std::string> decks;    ///< of what lies in decks/, sorted
  std::vector<std::string> refused;
};

struct Workspace {
  std::vector<GameFiles> games;
  std::vector<std::string>
      problems;  ///< paths that are none of the three, and folders that cannot be looked into
  std::size_t without_game = 0;  ///< of the problems: folders that can be read, and have no game
};

/// The nearest game folder that holds a path, as a path from here; empty when there is none.
std::string game_above(const std::string& path);

/// The rulings of a game that can be read, by id; those of one id in the order of their paths. What
/// is wrong with the others is logged.
std::vector<rulings::Document> documents_of(base::SourceMap& sources, const GameFiles& files,
                                            base::DiagnosticLog& log);

/// Tells which rulings, and which decks, have the id of one before them, and where that one is;
/// `sorted` by id.
void tell_repeated(const std::vector<rulings::Document>& sorted, base::DiagnosticLog& log);

Workspace find(const std::vector<std::string>& paths);
/// Of its games.
std::vector<std::string> folders_of(const Workspace& work);

/// What find() does not look at below a folder. Names that begin with a dot are passed over, links
/// not followed.
struct Deeper {
  std::vector<std::string> games;       ///< game folders below a folder of it, or within one of its
                                        ///< games: paths below it, sorted
  std::vector<std::string> unreadable;  ///< folders that cannot be looked into, and why
};
Deeper deeper_in(const std::string& folder);
/// Are these all rulings of the game?
bool is_whole(const GameFiles& files);

}  // namespace hanrei::workspace
