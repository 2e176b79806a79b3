// The patterns of a phrasebook: `{x:sort}` a slot, `{a|b}` alternatives, `{?a}` an optional part,
// `{ending}` an inflected ending, `{/}` a boundary of spans; all else are words. Internal to
// model/phrases/.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::model::phrases {

/// An ending: its wordings by form.
using Inflection = std::map<std::string, std::vector<std::string>>;
using Inflections = std::map<std::string, Inflection>;

/// A pattern with its alternatives settled: `slot` and `sort`, or words, or a boundary.
struct Piece {
  std::string words, slot, sort;
  bool boundary = false;
  bool operator==(const Piece&) const = default;
};

/// What is wrong with a pattern: where (a byte of it), and what was expected there.
struct PatternError {
  size_t at = 0;
  std::string expected_en, expected_ja;
};

struct Pattern {
  std::vector<std::vector<Piece>> ways;  ///< in the order of the alternatives
  std::vector<Piece> house;              ///< of these the first, with nothing that may be left out
  std::set<std::string> optional;        ///< the parts that may be left out, as written
  std::set<std::string> endings;         ///< the inflections that it names
  std::optional<PatternError> error;
  bool too_many = false;  ///< more ways than `most`; those beyond are left out
};

/// The pattern in one form of its inflections; no ways where one of them lacks it.
Pattern parse_pattern(std::string_view text, const Inflections& inflections,
                      const std::string& form, size_t most);

}  // namespace hanrei::model::phrases
