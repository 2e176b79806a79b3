#include "workspace/erratum.h"

#include <sstream>

#include "base/text/filled.h"
#include "errata/reword.h"
#include "errata/words.h"
#include "reports/read.h"
#include "reports/reports.h"
#include "rulings/xml/write.h"

namespace hanrei::workspace {

namespace phrases = model::phrases;

Reworded read_words(const model::Game& game, const std::string& card, const std::string& text,
                    base::SourceMap& sources, base::DiagnosticLog& log) {
  Reworded out;
  const auto book = phrases::read_book(game, sources, log);
  if (!book) return out;
  phrases::Asked asked;
  asked.cards = {card};
  asked.text = text;
  asked.near = false;
  phrases::CardsRead read = phrases::read_cards(*book, game, sources, asked);
  const phrases::ReadText& words = read.cards.at(0).reading;
  out.meanings = words.meanings.size();
  out.how = !words.whole() || words.bounded != phrases::Bounded::No ? WordsRead::NotWhole
            : out.meanings > 1                                      ? WordsRead::Several
                                                                    : WordsRead::Whole;
  if (out.how == WordsRead::Whole) out.read = std::move(read.cards[0]);
  return out;
}

std::string said_of(const Reworded& words) {
  switch (words.how) {
    case WordsRead::NoBook: break;
    case WordsRead::NotWhole:
      return base::in_both(
          "the phrasebook does not read the text whole; its abilities stay as they are",
          "句集はこの文面をすべては読めないため、能力はいまのままとします");
    case WordsRead::Several:
      return base::filled("the text has {0} meanings; its abilities stay as they are",
                          "この文面には意味が {0} 通りあるため、能力はいまのままとします",
                          {std::to_string(words.meanings)});
    case WordsRead::Whole: return base::in_both("the text is read as", "この文面の読み");
  }
  return "";
}

base::Result<Erratum> examine_words(const model::Game& game, base::SourceMap& sources,
                                    std::vector<rulings::Document> corpus, const std::string& card,
                                    const std::string& text, std::size_t most,
                                    const errata::Asked& asked) {
  Erratum out;
  model::Game after = game;
  base::Json* const changed = errata::card_in(after, card);
  if (changed == nullptr)
    return base::Error{base::filled("there is no card 《{0}》", "《{0}》というカードはありません",
                                    {reports::shown(card, 100)})};
  base::DiagnosticLog log;
  const base::Span span = sources.add("text", text);
  out.words = read_words(game, card, text, sources, log);
  errata::reword(*changed, text, !out.words.read, span);
  if (out.words.read) {
    std::ostringstream provisions;
    reports::write_provisions(provisions, out.words.read->reading.meanings[0].provisions);
    out.provisions = std::move(provisions).str();
    errata::state_as_read(*changed, *out.words.read, sources);
  }
  std::erase_if(corpus, [&](const rulings::Document& d) {
    return !d.is_deck && rulings::as_xml(d).find(card) != std::string::npos && ++out.naming > most;
  });
  out.report = errata::examine(game, after, sources, corpus, asked);
  return out;
}

}  // namespace hanrei::workspace
