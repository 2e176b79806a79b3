// Every text of a game, of its rulings and of its phrasebook in which something is named, and what
// becomes of it under other names.
//
//     call_as_now(game, {.clauses = {{"5-1", "5-2"}}}, {});
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/model.h"
#include "rulings/rulings.h"

namespace hanrei::errata {

using Names = std::map<std::string, std::string>;  ///< old name -> new name

/// What is called otherwise.
struct Renames {
  Names declared;  ///< what a provision declares: procedures, kinds, attributes …
  Names cards;
  Names clauses;
  bool empty() const { return declared.empty() && cards.empty() && clauses.empty(); }
};

/// How something is named in a text.
enum class Mention : uint8_t {
  Formal,  ///< by names in an expression, a path or alone
  Clause,  ///< the text is the number of a clause, or names as above
  Prose,   ///< words for people, in which a card stands in brackets: 《切り込み》
  Told,    ///< a sentence that tells a play: names of no account
};

/// Is called with each such text, which it may change, and where it stands: of JSON with its
/// quotes, of XML without.
using Look = std::function<void(std::string&, base::Span, Mention)>;

void each_mention(model::Game& game, const Look& look);
void each_mention(rulings::Document& ruling, const Look& look);
/// A file of a game, by what its root lists.
void each_mention(base::Json& file, const Look& look);
/// A provision.
void each_in_provision(base::Json& provision, const Look& look);
/// A file of a phrasebook: what its phrases stand for, not how they are printed.
void each_in_book(base::Json& file, const Look& look);

/// The text under other names.
void rename(std::string& text, Mention mention, const Renames& renames);

/// The same under other names. Of words only cards in brackets change.
void call_as_now(model::Game& game, const Renames& renames);
void call_as_now(std::vector<rulings::Document>& rulings, const Renames& renames);
void call_as_now(std::vector<base::Json>& book, const Renames& renames);

/// All names that stand somewhere, and all clauses that are there or cited.
struct Mentioned {
  std::set<std::string> names, clauses;
  void add(model::Game game);
  void add(const std::vector<rulings::Document>& rulings);
};

}  // namespace hanrei::errata
