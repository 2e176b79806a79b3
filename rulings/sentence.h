// What a clause says, and what is printed on a card, by its spans.
#pragma once

#include <string>

#include "model/ir/program.h"

namespace hanrei::rulings {

/// What a clause says in our own words; in Japanese where there are no English ones.
inline const std::string& words_of(const model::Clause& clause, bool ja) {
  return ja || clause.en.empty() ? clause.ja : clause.en;
}

/// A span, without what parts it from the next one. Empty: the card has no such span.
std::string span_of(const model::CardDef& card, const std::string& span);
/// The sentence that the span is a part of, whole: a condition before an arrow says nothing without
/// what comes of it.
std::string sentence_of(const model::CardDef& card, const std::string& span);

/// Of a text that is to stand in double quotes: its own become single ones.
std::string inner_quotes(std::string text);

}  // namespace hanrei::rulings
