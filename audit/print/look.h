// The parts of an examination, and what they share.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "audit/print/print.h"

namespace hanrei::audit::print {

using audit::reader::Book;
using audit::reader::Kind;
using audit::reader::Mention;
using audit::reader::Reference;
using audit::reader::Sentence;
using audit::reader::Spot;
using audit::reader::Unit;

using Found = std::vector<Finding>;

void look_at_references(const Book& book, Found& found);
void look_at_numbers(const Book& book, Found& found);
void look_at_terms(const Book& book, Found& found);
void look_at_names(const Book& book, Found& found);
void look_at_siblings(const Book& book, Found& found);
void look_at_sentences(const Book& book, Found& found);
void look_at_aliases(const Book& book, Found& found);
void look_at_parallels(const Book& book, Found& found);
void look_at_moments(const Book& book, Found& found);
void look_at_phrases(const Book& book, Found& found);
void look_at_rules(const Book& book, Found& found);
void look_at_spelling(const Book& book, Found& found);
void look_at_contrasts(const Book& book, Found& found);
void look_at_claims(const Book& book, Found& found);
void look_at_lists(const Book& book, Found& found);
void look_at_openings(const Book& book, Found& found);
void look_at_pointers(const Book& book, Found& found);
void look_at_headings(const Book& book, Found& found);
void look_at_zones(const Book& book, Found& found);

/// Titles compared: folded, without white space.
std::string plain(std::string_view title);
/// For every sentence, in order.
void each_sentence(const Book& book,
                   const std::function<void(size_t unit, size_t sentence, const Sentence&)>& f);
/// A sign, and where it stands.
struct At {
  Place place;
  const audit::reader::Sign* sign;
};
/// By kind, in order: the signs of the sentences that count.
std::map<audit::reader::Sign::Is, std::vector<At>> by_kind(
    const Book& book,
    const std::function<bool(const Unit& unit, const Sentence& sentence)>& counts);
/// It has such a sign.
bool has(const Sentence& said, audit::reader::Sign::Is is);
/// The steps of each section that has some, in order.
std::map<int, std::vector<size_t>> procedures(const Book& book);
/// The units that belong to `unit`, itself first, in order.
std::vector<size_t> below(const Book& book, size_t unit);
/// As an argument in both languages.
std::string told(const Book& book, size_t unit);

}  // namespace hanrei::audit::print
