// Signatures: somebody has read what stands there now, and answers for it. In JSON
// `"read": {"digest", "by", "on"}`, in a ruling `<read digest="" by="" on=""/>`.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "errata/print.h"
#include "rulings/rulings.h"

namespace hanrei::errata {

/// By one or several: all of their names, and all days.
struct Signature {
  std::string by, on;
  /// The people, each by a name without spacing, width and case, by which two are one.
  std::set<std::string> people = {};
};

/// The signatures of an object that name this digest, each with a name (a letter or digit at least)
/// and a day; those of a card's reading may stand in each of its options, and who did not sign all
/// of them has not signed it.
std::optional<Signature> signature(const base::Json& at, std::string_view digest);
std::optional<Signature> signature(const rulings::Document& ruling, std::string_view digest);

/// Whoever signed every ability of a card; where no one did and each is signed, who signed the
/// first, as nobody of the people.
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

/// A signature of an object, or of its list of them: each of `"read"`.
std::vector<const base::Json*> signatures_in(const base::Json& at);

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
