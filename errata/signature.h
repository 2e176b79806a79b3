// Signatures: somebody has read what stands there now, and answers for it. In JSON
// `"read": {"digest", "by", "on"}`, in a ruling `<read digest="" by="" on=""/>`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "errata/print.h"
#include "rulings/rulings.h"

namespace hanrei::errata {

struct Signature {
  std::string by, on;
};

/// The signature of an object that names this digest, with a name (a letter or digit at least) and
/// a day; one of a card's
/// reading may stand in each of its options.
std::optional<Signature> signature(const base::Json& at, std::string_view digest);
std::optional<Signature> signature(const rulings::Document& ruling, std::string_view digest);

/// Whoever signed the first ability of a card all of whose abilities somebody has signed.
std::optional<Signature> signature_of_all(const base::Json& card);

/// What a signature has to name, each with the name of its card, clause or reading. Of an ability:
/// its form and name, and the words that it formalises: it serves no other one that has these, too.
std::string ability_digest(const base::Json& card, const base::Json& provision);
/// Of a wording: the words that no ability names, and which of them are marked as flavour.
std::string wording_digest(const base::Json& card);
/// Of a clause: its words, and its terms.
std::string clause_digest(const base::Json& clause);
/// Of a reading of game.json: which option counts, what there is, and what is said of it.
std::string reading_digest(const base::Json& reading);
/// Of game.json: every key that says how the game is played.
std::string game_digest(const base::Json& game);
/// Of a policy or a baseline: all of it but signatures.
std::string file_digest(const base::Json& file);

/// A signature `"read": {"digest", "by", "on"}` that names something else than what stands there
/// now, or that stands in a provision of the rulebook instead of its clause.
struct StaleSignature {
  std::string of;  ///< card, clause or reading; a provision of the rulebook, where no signature
                   ///< counts
  std::string ability;  ///< of a card; empty: it is of the wording
  std::string digest;   ///< what it would have to name; empty: it stands in the wrong place
  base::Span place;
  bool card = false;
};
std::vector<StaleSignature> stale_signatures(const model::Game& game);

}  // namespace hanrei::errata
