// What the changes between two versions of a game come to: each card alone, all that changed in the
// rulebook together, and the rulings that stand otherwise.
//
//     Report r = examine(before, after, sources, corpus, asked);
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "errata/changes.h"
#include "errata/differ.h"

namespace hanrei::errata {

/// Compared: `answer` says what was found. NotExamined: the words changed, the rules did not, and
/// nobody signed that they were read against the new words. WordsOnly: somebody did, or no rules
/// hang on them. OneSided: it came or went, so that there is nothing to compare it with.
/// Interrupted: somebody asked to stop. LeftOut: all states were used up by those before.
enum class Outcome : uint8_t { Compared, NotExamined, WordsOnly, OneSided, Interrupted, LeftOut };

/// A line that says what a change is about, in English and Japanese.
using About = std::array<std::string, 2>;

struct Item {
  std::vector<Change> changes;  ///< one card, or what changed in the rulebook
  std::vector<About> about;     ///< of something supposed: in words
  Outcome outcome = Outcome::Compared;
  Answer answer;
  bool unread = false;    ///< Compared, but some of its words changed without their rules, unsigned
  bool together = false;  ///< alone it does not compile: it was compared with all other changes
};

/// A ruling that stands otherwise.
struct Flip {
  std::string id;
  checker::Standing before = checker::Standing::NotExamined, after = checker::Standing::NotExamined;
};

struct Report {
  std::vector<Item> items;        ///< cards by name, then the rulebook
  std::vector<Flip> flips;        ///< in the order of the documents
  size_t compared = 0;            ///< cards, clauses, provisions, readings of both versions
  size_t asked = 0, rulings = 0;  ///< rulings asked under both versions, of how many
  bool interrupted = false;
  std::optional<int> broken;  ///< the version (0 before, 1 after) that does not compile
};

/// Both games were read into `sources`; `corpus` holds the rulings of the version before. Rulings
/// are asked again when they name a changed card, all of them when the rulebook changed. Words that
/// the phrasebook proves (errata/words.h) need no signature. The items of a sweep: each card that
/// is compared, the rulebook, and each ruling that is asked.
Report examine(const model::Game& before, const model::Game& after, base::SourceMap& sources,
               const std::vector<Document>& corpus, const Asked& asked);

/// The changes alone, without the rulings; `states`: of all of them together. Both sessions must
/// compile.
std::vector<Item> compare_changes(checker::Session& before, checker::Session& after,
                                  const model::Game& old_game, const model::Game& new_game,
                                  const base::SourceMap& sources,
                                  const std::vector<Document>& corpus, const Changes& changes,
                                  const Asked& asked, size_t states);

/// Of what ends otherwise, a card or a rulebook in which more than one thing changed: each ability
/// that was restated, or what states each clause, alone, all else being as it is now (`of`: the
/// change of a card, or all of the rulebook). What differs without it does not vouch for it.
/// `together`: the rest does not compile with it as it was. `after` must compile.
std::vector<Item> compare_each(checker::Session& after, const model::Game& old_game,
                               const model::Game& new_game, const base::SourceMap& sources,
                               const std::vector<Document>& corpus, const std::vector<Change>& of,
                               const Asked& asked, size_t states);

/// `examine` for supposed changes of the rulebook, given as what they are called, what they are
/// about, where they stand, and both versions.
Report suppose(checker::Session& before, checker::Session& after,
               const std::vector<Change>& changes, const std::vector<About>& about,
               const Subject& subject, const std::vector<Document>& corpus, const Asked& asked);

/// What the report comes to, the worst first: something is functional or a ruling flips; something
/// was not examined or not touched; all is equivalent within the scope; nothing changed.
enum class Conclusion : uint8_t { Functional, NotExamined, Equivalent, Nothing };
Conclusion conclusion(const Report& report);

}  // namespace hanrei::errata
