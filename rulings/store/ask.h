// What questions to a database have in common. Within rulings/store/ only.
#pragma once

#include <optional>

#include "rulings/search/question.h"
#include "rulings/store/index.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {

template <class T, class F>
base::Result<T> Store::ask(F&& question) {
  damaged_ = false;
  try {
    const Transaction same_state(*db_, false);
    return question();
  } catch (const Trouble& t) {
    damaged_ = t.damaged;
    return base::Error{t.message};
  }
}

/// What a list shows of each ruling, in the order of the keys, and where the phrases are in it.
std::vector<Hit> hits(Database& db, const std::vector<std::int64_t>& keys,
                      const std::vector<search::Phrase>& phrases, const Options& o);

/// Finds what was meant by a word that nothing has: words of the lists, names of cards, terms of
/// the rules, and for words in letters those of the index.
class Near {
 public:
  Near(Database& db, const Options& o, const search::Lexicon& words, Index& index)
      : db_(db), options_(o), words_(words), index_(index) {}
  /// Those that are nearest, within a slip or two.
  std::vector<std::string> to(const std::string& typed);
  void tell(const search::Unit& unit, std::vector<Suggestion>& meant);

 private:
  struct Word {
    std::string text, kind;
    std::u32string key;
  };
  const std::vector<Word>& all();

  Database& db_;
  const Options& options_;
  const search::Lexicon& words_;
  Index& index_;
  std::optional<std::vector<Word>> all_;
};
/// Names that are near the words of a query, of cards those that are near what a filter asks for.
void suggest(Database& db, const search::Query& q, const Options& o, std::vector<Suggestion>& out);
/// Names of cards and terms that are near a name that nothing has.
std::vector<Suggestion> suggestions(Database& db, const std::string& typed, const Options& o);
/// The status of the ruling `alias` as of the day asked about: `status_as_of` as SQL.
std::string status_column(const std::string& alias, const Options& o);
/// A column of the verdict that this program found last on the ruling `alias`, its files being as
/// they are; NULL: none.
std::string verdict_column(const char* column, const char* alias, const Options& o);
/// The names in a list of what the ruling `alias` touches, by the same verdict, as a table with a
/// column `value`.
std::string each_touched(const char* list, const char* alias, const Options& o);
/// ` AND column IN (…)` with a `?` for each game that is asked about; empty for all.
std::string in_games(const char* column, const Options& o);
std::vector<std::string> lines_of(const std::string& text);

}  // namespace hanrei::rulings::store
