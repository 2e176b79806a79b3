#include "rulings/records/digest.h"

#include "base/json/write.h"
#include "base/text/sha256.h"
#include "rulings/records/compiled.h"

namespace hanrei::rulings {

std::string digest_of(const base::SourceMap& sources, const model::Game& game) {
  base::Sha256 h;
  h.add_piece(sources.text(game.game.span.file));
  for (const auto* files : {&game.rulebook, &game.cards}) {
    h.add_piece(std::to_string(files->size()));
    for (const base::Json& file : *files) h.add_piece(sources.text(file.span.file));
  }
  // What words are read as hangs on the phrasebook too.
  for (const base::Json* card : cards_from_words(game))
    h.add_piece(base::canonical(*card->find("provisions")));
  return h.hex();
}

std::string digest_of(const base::SourceMap& sources, const Document& document) {
  return base::sha256(sources.text(document.root.span.file));
}

std::string digest_of_both(const std::string& game, const std::string& ruling,
                           const base::AsOf& as_of) {
  return game + ":" + ruling + days_text(as_of);
}

std::string days_text(const base::AsOf& as_of) {
  const auto day = [](const std::optional<std::int64_t>& d) {
    return d ? std::to_string(*d) : std::string("-");
  };
  return as_of.any() ? "@" + day(as_of.valid) + "," + day(as_of.known) : "";
}

}  // namespace hanrei::rulings
