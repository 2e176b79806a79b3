// How well the words of a query fit a ruling: BM25, as SQLite's own bm25() has it. That one looks
// up the length of every ruling it finds, half to two thirds of the time of a frequent word; here
// all lengths are read at once. The scores, and so the order, are the same
// (tests/unit/database/score_test.cpp). Within rulings/store/ only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rulings/store/sqlite.h"

namespace hanrei::rulings::store {

/// How much a word counts in title_ja, title_en, question_ja, question_en, answer_ja, answer_en,
/// partial, cards.
inline constexpr double kWeights[] = {8, 8, 2, 2, 2, 2, 1, 6};

/// Lengths of texts in tokens, by the key of their ruling.
class Lengths {
 public:
  /// As they were kept; what is damaged in them is left out.
  explicit Lengths(Database& db);
  /// Nothing: it was not kept. Fast where keys grow from call to call.
  std::optional<std::int64_t> of(std::int64_t key);

 private:
  std::vector<std::int64_t> keys_, lengths_;
  std::size_t at_ = 0;
};
/// Keeps the lengths that the index of words has now. Once for each change of it, in the same
/// transaction.
void keep_lengths(Database& db);

/// One run of a statement that selects `score(words, ?)` with this object as the value
/// (Scoring::kPointer): the better a ruling fits, the smaller. The statement may not outlive it.
class Scoring {
 public:
  static constexpr const char* kPointer = "hanrei-scoring";
  /// So many rulings have their lengths looked up one by one, before all lengths are read.
  static constexpr int kOneByOne = 2000;
  explicit Scoring(Database& db) : db_(db) {}

  struct Call;
  double score(const Call& call);

 private:
  Database& db_;
  std::vector<double> rarity_;  ///< of each phrase; empty before the first ruling
  std::vector<double> often_;   ///< room for how often the ruling has each
  double average_ = 1;
  int seen_ = 0;
  std::optional<Lengths> lengths_;
};

/// Makes score() known to the full text index of a database. Returns a code of SQLite.
int add_score(sqlite3* db);

}  // namespace hanrei::rulings::store
