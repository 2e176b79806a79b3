// The index of terms: in which rulings and clauses each term is, and how much it says of them. What
// is added goes into a batch of its own, and what is gone is only marked; when there is too much of
// either, the index is made anew. Within rulings/store/ only.
//
// A *document* is a ruling or a clause. Its number is its place among all that were ever added.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text/fold.h"
#include "rulings/search/fields.h"
#include "rulings/store/sqlite.h"

namespace hanrei::rulings::store {

/// A text of a document.
struct FieldText {
  search::FieldWeight field;
  std::vector<std::string_view> texts;
};

/// Writes one batch. What it was given is there after `finish`.
class IndexWriter {
 public:
  explicit IndexWriter(Database& db);
  /// `of`: the key of a ruling, or the number of a clause (clause_number); `cites`: numbers of
  /// clauses. Returns the number of the document.
  std::int64_t ruling(std::int64_t key, std::int64_t game, const std::vector<FieldText>& fields,
                      const std::vector<std::int64_t>& cites);
  std::int64_t clause(std::int64_t number, std::int64_t game, const std::vector<FieldText>& fields);
  void gone(std::int64_t document);
  /// What a clause is called in the index, whatever it reads.
  std::int64_t clause_number(std::int64_t game, const std::string& clause);
  void finish();
  /// There are so many batches or gone documents that the index is better made anew.
  bool worn();

 private:
  std::int64_t add(const std::vector<FieldText>& fields);
  void flush();

  Database& db_;
  std::int64_t batch_ = 0, next_ = 0, first_ = 0;
  std::size_t postings_ = 0;
  std::string documents_;
  struct Row {
    std::string bytes;      ///< the postings so far
    std::int64_t last = 0;  ///< the last document of them
    double says = 0;        ///< of the document that is being added
    int often = 0;          ///< in the field that is being read
  };
  std::unordered_map<std::string, Row> terms_;
  std::vector<Row*> in_document_, in_field_;
  std::vector<base::FoldedChar> room_;
  Statement number_, add_number_, gone_;
};

/// A term in a document.
struct Posting {
  std::uint32_t document = 0;
  float says = 0;
};
using Postings = std::vector<Posting>;

/// The index as it is now, read once for a question.
class Index {
 public:
  explicit Index(Database& db);
  struct Document {
    std::int64_t of = 0;  ///< key of the ruling, number of the clause
    std::int32_t game = 0;
    bool clause = false, gone = false;
    std::uint32_t cites_begin = 0, cites_end = 0;
  };
  const std::vector<Document>& documents() const { return documents_; }
  /// Numbers of the clauses that a ruling cites.
  std::span<const std::uint32_t> cites(const Document& d) const {
    return std::span(cites_).subspan(d.cites_begin, d.cites_end - d.cites_begin);
  }
  /// In the order of documents, those that are gone left out. `open`: of all terms that begin so.
  Postings postings(const std::string& term, bool open = false);
  /// Terms that are words in letters.
  std::vector<std::string> words_in_letters();

 private:
  void read(std::string_view bytes, Postings& out) const;

  std::vector<Document> documents_;
  std::vector<std::uint32_t> cites_;
  Statement one_, range_, letters_;
};

/// Does every batch hold what was written?
bool index_is_whole(Database& db);

}  // namespace hanrei::rulings::store
