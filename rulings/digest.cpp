#include "rulings/digest.h"

#include "base/text/sha256.h"

namespace hanrei::rulings {

std::string digest_of(const base::SourceMap& sources, const model::Game& game) {
  base::Sha256 h;
  h.add_piece(sources.text(game.game.span.file));
  for (const auto* files : {&game.rulebook, &game.cards}) {
    h.add_piece(std::to_string(files->size()));
    for (const base::Json& file : *files) h.add_piece(sources.text(file.span.file));
  }
  return h.hex();
}

std::string digest_of(const base::SourceMap& sources, const Document& document) { return base::sha256(sources.text(document.root.span.file)); }

std::string digest_of_both(const std::string& game, const std::string& ruling) { return game + ":" + ruling; }

}  // namespace hanrei::rulings
