// What changed between two states of a game: cards with their words and abilities, clauses,
// readings, regimes and all other provisions, by names that stay when files are edited, split or
// moved.
//
//     model::Game before = *model::read_game(sources, old_folder, log);
//     model::Game after = *model::read_game(sources, new_folder, log);   // the same SourceMap:
//     places name both files for (const errata::Change& c : errata::changes(before, after).list) …
//
// Only what is written is compared; whether a change makes any difference in play is another
// question. Neither game has to compile. docs/gate.md says what counts as words and what as rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "errata/signature.h"
#include "model/model.h"

namespace hanrei::errata {

using base::Span;

enum class Kind : uint8_t {
  Game,  ///< a key of game.json: `depth`, `turn` …
  Reading,
  Clause,
  Provision,  ///< of the rulebook: schema forms, procedures, norms … and regimes (`is_regime`)
  Card,
};
enum class How : uint8_t {
  Added,
  Removed,
  Renamed,
  Changed
};  ///< Renamed: it may have changed as well

/// How rules stand to the words that they formalise. Words are compared without white space; rules
/// without the order of keys and without what only tells a play (`say`, `note`).
enum class Standing : uint8_t {
  Same,      ///< neither changed
  NoRules,   ///< words changed that no rules formalise: flavour, a definition, what is not modelled
  Restated,  ///< both changed, or came or went together
  Proven,    ///< the words changed, and as a phrasebook reads them they say what the rules say
  Reread,    ///< the words changed and the rules did not; `read` signs that they were read against
             ///< the new words
  NotExamined,  ///< the words changed, and the rules did not or only in names, citations and how
                ///< they are written; nobody signed
  RulesOnly,    ///< the rules changed and the words did not
};

/// An ability of a card: one of its provisions.
struct Ability {
  static constexpr size_t kNone = -1;
  std::string id;  ///< form and name: `trigger 命綱`, `norm permit act 攻撃(self)`
  size_t before = kNone,
         after = kNone;  ///< positions among the provisions of the card; kNone: not there
  Span old_place, new_place;
  std::vector<std::string> spans;  ///< that it formalises now (before, if it is gone)
  Standing standing = Standing::Same;
  bool rules = false;  ///< it changed, be it only in a name, a citation, or how it is written
  std::string digest;  ///< of its words now: what a signature has to name
  std::optional<Signature> signature;  ///< that names it
};

struct Change {
  Kind kind = Kind::Card;
  How how = How::Changed;
  std::string form;  ///< of a provision: `procedure`, `exchange`, `order`, `attr` …
  std::string id;    ///< name of the card, number of the clause …; of what is gone: what it was
  std::string was;   ///< only when renamed
  Span old_place, new_place;  ///< none where it is not there
  bool words = false;  ///< the print: of a card its last wording, of a clause title, ja and en
  bool rules =
      false;  ///< of a card its abilities; all of a provision, a reading, a key of game.json
  bool attributes = false;  ///< printed attributes of a card; other keys of a clause
  Standing standing =
      Standing::Same;  ///< the worst of its abilities; of a clause: of all provisions that state it
  std::vector<Ability> abilities;    ///< of a card: those that are not Same
  std::vector<std::string> clauses;  ///< that a provision states, now or before; of a clause itself
  std::vector<std::string> cited;    ///< that a provision stated before; of a new one, states now
  std::vector<std::set<std::string>> parts;  ///< of a provision that was there before: each part of
                                             ///< it that says something else, by what it cites
  bool covers = false;  ///< of a clause: more of its words changed than its title and their dress
  bool substance =
      false;  ///< of a provision: more of its rules changed than names, citations and brackets
  std::string digest;  ///< of a clause, a reading or game.json as it is now: what a signature has
                       ///< to name
  std::optional<Signature> signature;  ///< that names it
  /// Of a clause or a reading that was there before: on what terms it counted and counts. Of a
  /// card: what is printed on it beside its words. Of a key of game.json: what it says.
  std::array<std::string, 2> terms;
  std::array<std::string, 2> frame;  ///< of a clause: its kind and what it rests on, likewise

  /// Can it make a difference to play? Words alone cannot.
  bool may_matter() const;
  /// An exchange, an order or the rule of settling.
  bool is_regime() const;
};

struct Changes {
  std::vector<Change> list;  ///< by kind, form and id
  size_t compared = 0;       ///< cards, clauses, readings, provisions and keys of both games
};

/// A card by its name; null: there is none.
const base::Json* card_in(const model::Game& game, const std::string& name);
base::Json* card_in(model::Game& game, const std::string& name);
/// The card under another name, wherever it names itself.
base::Json renamed_card(const base::Json& card, const std::string& name);

Changes changes(const model::Game& before, const model::Game& after);

/// `card`, `カード`; a provision by its form.
std::string_view kind_text(const Change& change, base::Lang lang);
std::string_view how_text(How how, base::Lang lang);
/// `same`, `no-rules`, `restated`, `reread`, `not-examined`, `rules-only`: as reports write it.
std::string_view standing_text(Standing standing);

}  // namespace hanrei::errata
