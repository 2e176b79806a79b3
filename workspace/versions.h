// What diff, errata and whatif do before and after two versions of a game are compared.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "errata/examine.h"
#include "workspace/check.h"
#include "workspace/workspace.h"

namespace hanrei::workspace {

/// What one run needs from beginning to end.
struct Versions {
  Versions(const CheckOptions& o, const Io& i) : options(o), io(i) {}

  const CheckOptions& options;
  const Io& io;
  base::SourceMap sources;
  base::DiagnosticLog log;
  bool ja = options.style.lang == base::Lang::Ja;
  bool refused = false;  ///< a file of a game cannot be read

  /// Says why not; wrong input.
  int refuse(std::string_view en, std::string_view jp);
  /// Writes the diagnostics; wrong input.
  int complain();
  /// The only game of these paths; of none, that of the current folder.
  std::optional<GameFiles> one_game(const std::vector<std::string>& paths);
  /// Reads and compiles, so that mistakes are told once, with their places.
  std::optional<model::Game> read(const std::string& folder);
  /// The rulings of a game. What is wrong with them, with the names in them or with its decks is
  /// logged.
  std::vector<rulings::Document> rulings_of(const GameFiles& files, const model::Game& game);
  /// How much is looked at, and who is told how far it is.
  errata::Asked asked(size_t scenes);
  /// Writes what came of it; the exit code.
  int conclude(const errata::Report& report, const std::array<std::string, 2>& names);
};

}  // namespace hanrei::workspace
