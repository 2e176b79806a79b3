// What somebody types into a search: a question in any words, "exact words", -excluded,
// alternatives OR alternatives, and filters such as card:追い打ち. docs/searching.md is the
// reference.
//
//     base::Span text = sources.add("query", typed);
//     std::optional<Query> q = parse_query(sources, text, log);   // nothing: the log says where
//     and why
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text/diagnostic.h"
#include "rulings/search/tokens.h"

namespace hanrei::rulings::search {

/// A part of what is asked, or several of which each will do. Exact ones have to be found as they
/// are, excluded ones must not be; of all others rulings have more or less.
struct Word {
  std::vector<Phrase> any;
  std::vector<std::string> typed;  ///< the same as they were typed
  bool excluded = false;
  bool exact = false;
};

enum class FilterKind {
  Game,
  Card,
  Clause,
  Status,
  Verdict,
  Evidence,
  Authority,
  Id,
  At,
  Reading,
  Date,
  Situation,
  Citator,
  Window
};
struct Filter {
  FilterKind kind = FilterKind::Game;
  std::vector<std::string>
      any;  ///< one of them has to fit; statuses and verdicts by their English names
  std::optional<std::int64_t> first, last;  ///< Date: days since 1970-01-01, both included
  bool excluded = false;
};

struct Query {
  std::vector<Word> words;
  std::vector<Filter> filters;
};

/// Longer queries are refused, and so are those with more parts.
inline constexpr std::size_t kMostCharacters = 2000;
inline constexpr std::size_t kMostParts = 200;

std::optional<Query> parse_query(const base::SourceMap& sources, base::Span text,
                                 base::DiagnosticLog& log);

/// The statuses a ruling can have and the standings a check can give it, by language; `not
/// examined` is the last one.
const std::vector<std::string>& statuses(base::Lang lang);
const std::vector<std::string>& verdicts(base::Lang lang);
/// The kinds of evidence that a claim of a ruling can have.
const std::vector<std::string>& evidences(base::Lang lang);
/// What the citator can say of a ruling, what matters most first.
const std::vector<std::string>& marks(base::Lang lang);
/// A status, verdict or mark in a language; one that is not known as it is.
std::string status_text(const std::string& status, base::Lang lang);
std::string verdict_text(const std::string& verdict, base::Lang lang);
std::string mark_text(const std::string& mark, base::Lang lang);

}  // namespace hanrei::rulings::search
