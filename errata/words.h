// The printed words of cards against their abilities, as a phrasebook reads them: what they prove,
// and where the two end otherwise in play.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "errata/examine.h"
#include "findings/finding.h"
#include "model/phrases/report.h"

namespace hanrei::errata {

/// The files of a phrasebook (model::phrases::book_files).
struct BookFiles {
  std::vector<base::Json> files;  ///< none: there is no book, or its files cannot be read
  bool unread = false;            ///< there is one, and it cannot be read
};
/// Of the version before: who changes words does not change with them how they are read.
BookFiles book_before(const model::Game& before, base::SourceMap& sources);

/// Can the words of what changed not be read, though the version before has a phrasebook? It cannot
/// be read itself, or not with the rules as they are now while words changed.
bool book_fails(const BookFiles& book, const model::Game& after, const Changes& changes);

/// The cards of `after` that came or changed in words or abilities, read with the phrasebook of the
/// version before. Nothing: there was none, or `after` cannot be read with it. `after` must
/// compile.
std::optional<model::phrases::CardsRead> read_changed(const BookFiles& book,
                                                      const model::Game& after,
                                                      base::SourceMap& sources,
                                                      const Changes& changes);
/// Of these the ones that say something else than their abilities, as they were in `before`, which
/// must compile: what differed already is nothing new.
model::phrases::CardsRead read_before(const BookFiles& book, const model::Game& before,
                                      base::SourceMap& sources,
                                      const model::phrases::CardsRead& read);

/// Abilities of which the words of their card, all of them and read in one way, say the same: that
/// nobody signed them does not matter (Standing::Proven).
void prove(Changes& changes, const model::phrases::CardsRead& read);

/// The card with the abilities that its words are read as; they must have one meaning.
void state_as_read(base::Json& card, const model::phrases::CardRead& read,
                   base::SourceMap& sources);
/// The game with the abilities of these cards as their words are read; each must have one meaning.
model::Game as_read(const model::Game& game, const std::vector<const model::phrases::CardRead*>& of,
                    base::SourceMap& sources);

/// Cards whose words are read as something else than their abilities, compared in play: *before* is
/// what the abilities say, *after* what the words do. `hand`: of `game`. `states`: of all together.
std::vector<Item> compare_words(checker::Session& hand, const model::Game& game,
                                base::SourceMap& sources, const model::phrases::CardsRead& read,
                                const std::vector<Document>& corpus, const Asked& asked,
                                size_t states);

/// Which cards are proven (HG1011).
std::vector<findings::Finding> judge_proven(const Changes& changes, const base::SourceMap& sources);

/// What a changed phrasebook reads otherwise, of all cards as they are now (HG1013). `after` must
/// compile. What is wrong with the book is logged.
std::vector<findings::Finding> judge_phrases(const BookFiles& before, const model::Game& after,
                                             base::SourceMap& sources, base::DiagnosticLog& log);

}  // namespace hanrei::errata
