// A card with proposed words: how the phrasebook of its game reads them, and what they change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "errata/examine.h"
#include "model/phrases/report.h"
#include "rulings/rulings.h"

namespace hanrei::workspace {

/// Whole: in one way, and the card is taken to say that. Otherwise its abilities stay as they are.
enum class WordsRead : std::uint8_t { NoBook, NotWhole, Several, Whole };

struct Reworded {
  WordsRead how = WordsRead::NoBook;
  std::size_t meanings = 0;
  std::optional<model::phrases::CardRead> read;  ///< Whole
};

/// How the words are read. What is wrong with the phrasebook is logged.
Reworded read_words(const model::Game& game, const std::string& card, const std::string& text,
                    base::SourceMap& sources, base::DiagnosticLog& log);
/// That as a sentence, in both languages; empty: there is no phrasebook.
std::string said_of(const Reworded& words);

/// What comes of it.
struct Erratum {
  Reworded words;
  std::string provisions;  ///< that the words are read as, as JSON
  errata::Report report;
  std::size_t naming = 0;  ///< rulings that name the card, of which so many are asked at most
};

/// The card of the game with these words. An Error says in both languages why there is no such
/// card. Of the rulings that name it, the first `most` are asked, and count.
base::Result<Erratum> examine_words(const model::Game& game, base::SourceMap& sources,
                                    std::vector<rulings::Document> corpus, const std::string& card,
                                    const std::string& text, std::size_t most,
                                    const errata::Asked& asked);

}  // namespace hanrei::workspace
