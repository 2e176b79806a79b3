// Rulings for a class of cards, and cards that look alike: by the form of an ability, or by the
// words of a sentence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rulings/law/law.h"

namespace hanrei::rulings {

/// A sentence as it is compared: folded, every number `#`.
std::string sentence_key(std::string_view text);
/// Does a sentence fit a pattern? `*` stands for any words, `#` for a number; the spelling does not
/// matter.
bool fits_pattern(std::string_view pattern, std::string_view sentence);

/// The forms of what a card does; of a card that only permits or forbids something, those of its
/// norms.
std::vector<std::string> forms_of(const CardRecord& card);
/// The sentences of its last wording.
std::vector<std::string> sentences_of(const CardRecord& card);

/// Is the card one of those that the group is for? `of_card`: the card that the group names, for
/// `ability`.
bool in_group(const GroupRecord& group, const CardRecord& card, const CardRecord* of_card);

/// Groups that no card belongs to (HR4005).
void check_groups(const std::vector<CardRecord>& cards, const std::vector<LawRuling>& all,
                  base::DiagnosticLog& log);

}  // namespace hanrei::rulings
