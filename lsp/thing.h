// What is named at a place of a file, and where else it is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lsp/game.h"

namespace hanrei::lsp {

/// A name in the text as the editor has it, which need not be well-formed.
struct Thing {
  Role role = Role::None;
  std::string name;
  std::size_t begin = 0, end = 0;  ///< bytes of the text
};
std::optional<Thing> thing_at(const std::string& path, std::string_view text, std::size_t offset);

/// A place in a file of the game.
struct Spot {
  std::string path;
  Range range;
  friend bool operator==(const Spot&, const Spot&) = default;
};

std::vector<const Definition*> definitions_of(const Game& game, const Thing& thing);
/// Where it is defined.
std::vector<Spot> defined_at(const Game& game, const Thing& thing);
/// Where it is named: clauses, rulings and readings where they are cited; everything else wherever
/// its name is written in a value or an expression. Definitions are among them.
std::vector<Spot> named_at(const Game& game, const Thing& thing);

/// What a place that names the thing is, and how it is written there.
struct Written {
  Spot spot;
  Use use;
  bool xml = false;
};
std::vector<Written> written_at(const Game& game, const Thing& thing);

struct Edit {
  Spot spot;
  std::string text;
};
/// Gives a clause, a card or a ruling another id. Throws a Failure that says why it cannot be done
/// safely. `text` of thing_at says what the range of a rename is.
std::vector<Edit> renamed(const Game& game, const Thing& thing, const std::string& to);
/// Throws likewise; for a place before anything is typed.
void may_be_renamed(const Game& game, const std::optional<Thing>& thing);

}  // namespace hanrei::lsp
