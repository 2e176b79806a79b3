// How well rulings fit what somebody asks: BM25 over the units of the question, and a part of how
// well the clauses fit that a ruling cites. Nothing of a question has to be found, and the more of
// it is, the better. docs/searching.md has the formula. Within rulings/store/ only.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "rulings/search/question.h"
#include "rulings/store/index.h"

namespace hanrei::rulings::store {

struct Ranked {
  std::uint32_t document = 0;
  double score = 0;
  double share = 0;  ///< of what is asked, by weight, what the ruling has: 0 to 1
};

/// Words that were meant where nothing has the word that was typed.
using Meant = std::function<std::vector<std::string>(const std::string& typed)>;

class Ranking {
 public:
  /// `searched`: by document, whether it counts; of rulings and clauses.
  Ranking(Index& index, const std::vector<bool>& searched);

  /// All rulings that have anything of it, in the order of documents.
  std::vector<Ranked> rank(std::vector<search::Unit>& units, const Meant& meant);
  /// As they were typed: what no ruling has, under no name.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  const Postings& postings(const std::string& term, bool open);
  Postings with_all(const std::vector<std::string>& terms);
  /// Adds to the score of each document; returns what a ruling gets for having the unit at all.
  void add(const Postings& list, double weight, double rarity_ruling, double rarity_clause);
  double rarity(const Postings& list, bool clause, const Postings* also = nullptr,
                double part = 0) const;
  void word(const search::Unit& unit);
  void piece(const search::Unit& unit);
  bool found(const search::Unit& unit);
  void cover(const Postings& list, double weight);

  Index& index_;
  const std::vector<bool>& searched_;
  std::size_t rulings_ = 0, clauses_ = 0;
  std::map<std::pair<std::string, bool>, Postings> known_;
  std::vector<double> score_, share_;
  double asked_ = 0;
  std::vector<std::string> missing_;
};

}  // namespace hanrei::rulings::store
