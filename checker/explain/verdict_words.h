// The verdict on a claim as a sentence.
#pragma once

#include <string>

#include "checker/explain/explanation.h"
#include "checker/verdict/session.h"

namespace hanrei::checker::explain {

inline bool about_plays(rulings::ClaimKind kind) {
  using enum rulings::ClaimKind;
  return kind == Necessary || kind == Possible || kind == Impossible;
}
inline bool about_deck(const rulings::Claim& claim) {
  return claim.text == "deck" || claim.text.starts_with("deck (");
}
inline bool about_legality(rulings::ClaimKind kind) {
  return kind == rulings::ClaimKind::Legal || kind == rulings::ClaimKind::Illegal;
}

/// What a claim says, ready to stand in a sentence: its condition, that it is not so, what it
/// measures, the value that is claimed, and the values of open quantities for which it is claimed.
/// Empty: there are no words.
struct Said {
  std::string condition, denied, measure, is, when;
  bool play = false, free = false;
};
Said said(const Claimed& says, base::Lang lang);

/// `exact`: with what it is true of, such as *whatever else happens*; else as one says it to
/// somebody who knows the question. It is never more than what is known.
std::string verdict_words(const ClaimResult& claim, const model::Program& program, bool exact,
                          const Said& says, const Assured& assured, bool japanese);

}  // namespace hanrei::checker::explain
