// Lists of words that mean the same, and of words that say nothing: what a search knows of a
// language and of a game. `rulings/search/words/` has those of everyday language, which are part of
// the program; `words.json` of a game has its own. docs/searching.md describes the file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/diagnostic.h"

namespace hanrei::rulings::search {

struct WordList {
  std::vector<std::vector<std::string>> synonyms;  ///< each: words that stand for each other; one
                                                   ///< alone is known to be a word
  std::vector<std::string> stopwords;              ///< particles, endings, what any question has
};

/// Larger lists are refused.
inline constexpr std::size_t kMostSynonyms = 20'000;

/// Reads a list; nothing when the file has errors, which the log has then.
std::optional<WordList> read_words(const base::SourceMap& sources, base::Span file,
                                   base::DiagnosticLog& log);
/// The lists that are part of the program.
const WordList& everyday_words();

/// A word as terms of the index, all of which a text has that has the word.
struct Name {
  std::string text;  ///< as the list has it
  std::vector<std::string> terms;
};
/// Its pairs and words; of a single kanji itself.
Name name_of(const std::string& word);

/// Looks words up by how they are written, folded.
class Lexicon {
 public:
  void add(const WordList& list);

  struct Entry {
    std::vector<std::size_t> groups;
    bool stopword = false;
  };
  /// The key of a piece of text is made of its atoms (question.cpp); nothing: no list has it.
  const Entry* find(const std::string& key) const;
  const std::vector<Name>& group(std::size_t i) const { return groups_[i]; }
  /// Atoms of the longest word.
  std::size_t longest() const { return longest_; }
  /// For finding what was meant.
  const std::vector<std::vector<Name>>& groups() const { return groups_; }

 private:
  std::map<std::string, Entry> entries_;
  std::vector<std::vector<Name>> groups_;
  std::size_t longest_ = 0;
};

}  // namespace hanrei::rulings::search
