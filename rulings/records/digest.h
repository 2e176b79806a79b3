// What the files say, as digests: the same as long as no byte of them changes, wherever they lie.
#pragma once

#include <string>

#include "base/date.h"
#include "model/model.h"
#include "rulings/rulings.h"

namespace hanrei::rulings {

/// Of game.json and all files of the rulebook and the cards.
std::string digest_of(const base::SourceMap& sources, const model::Game& game);
/// Of the file of a ruling.
std::string digest_of(const base::SourceMap& sources, const Document& document);
/// Of both, and the days whose law is meant: what a verdict on the ruling rests on as far as files
/// go.
std::string digest_of_both(const std::string& game, const std::string& ruling,
                           const base::AsOf& as_of);
/// `@` with the days; nothing when none was asked for.
std::string days_text(const base::AsOf& as_of);

}  // namespace hanrei::rulings
