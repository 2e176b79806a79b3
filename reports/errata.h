// What a change comes to, for people and for programs.
#pragma once

#include <optional>
#include <ostream>

#include "errata/examine.h"
#include "findings/finding.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// Per change: whether it makes a difference, within which scope; the smallest situation that ends
/// otherwise with both plays; which rulings flip. `names`: what the two versions are called.
void write_errata_text(std::ostream& out, const errata::Report& report,
                       const std::array<std::string, 2>& names, const Style& style);
/// The same as JSON, format 1 (docs/schema/errata.schema.json).
void write_errata_json(std::ostream& out, const errata::Report& report,
                       const std::array<std::string, 2>& names, const base::SourceMap& sources,
                       int exit_code);

/// An item in words: what came of it, what was looked at, and whom the difference favours.
struct ItemTold {
  std::string verdict, gains;
  std::vector<std::string> scope;
};
ItemTold told_of(const errata::Item& item, base::Lang lang);

/// The items alone.
void write_items(std::ostream& out, const std::vector<errata::Item>& items,
                 const std::array<std::string, 2>& versions, const Style& style);

/// What the differ says of a change, as a finding: that it makes a difference, with both plays, or
/// that none was found. Nothing where nothing can be said. `wording`: it was declared to change
/// nothing but words.
std::optional<findings::Finding> finding_of(const errata::Item& item, bool wording,
                                            const base::SourceMap& sources);
/// Of a card whose words are read otherwise than its abilities (errata::compare_words): that this
/// makes a difference, with both plays. Nothing where none was found.
std::optional<findings::Finding> finding_of_words(const errata::Item& item,
                                                  const base::SourceMap& sources);
/// Why nobody knows whether a change makes a difference, in both languages; empty: it is known, or
/// was not asked.
std::string not_known(const errata::Item& item);
/// The same as a finding, for a change on which nothing else rests.
std::optional<findings::Finding> finding_of_unknown(const errata::Item& item,
                                                    const base::SourceMap& sources);
/// What was not examined of a change that was to be compared.
std::optional<findings::Both> not_compared(const errata::Item& item);

}  // namespace hanrei::reports
