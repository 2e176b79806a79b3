// SQLite's own `trigram` tokenizer over texts that were folded as ours are.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <stdexcept>

#include "base/text/fold.h"
#include "base/text/unicode.h"
#include "peer.h"

namespace hanrei::bench {
namespace {

class Trigram : public Peer {
 public:
  Trigram(const std::vector<Text>& texts, const std::string& file) {
    if (sqlite3_open(file.c_str(), &db_) != SQLITE_OK)
      throw std::runtime_error("trigram: " + file + " cannot be opened");
    run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE t USING "
        "fts5(title, question, answer, cards, tokenize = 'trigram'); BEGIN");
    sqlite3_stmt* insert = nullptr;
    sqlite3_prepare_v2(db_,
                       "INSERT INTO t(rowid, title, question, answer, cards) VALUES(?, ?, ?, ?, ?)",
                       -1, &insert, nullptr);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      sqlite3_bind_int64(insert, 1, static_cast<sqlite3_int64>(i));
      int column = 2;
      for (const std::string* s :
           {&texts[i].title, &texts[i].question, &texts[i].answer, &texts[i].cards}) {
        const std::string folded = base::fold(*s);
        sqlite3_bind_text(insert, column++, folded.data(), static_cast<int>(folded.size()),
                          SQLITE_TRANSIENT);
      }
      if (sqlite3_step(insert) != SQLITE_DONE)
        throw std::runtime_error(std::string("trigram: ") + sqlite3_errmsg(db_));
      sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    run("COMMIT");
    const std::string sql =
        fmt::format("SELECT rowid, bm25(t, {}, {}, {}, {}) FROM t WHERE t MATCH ?", kTitle,
                    kQuestion, kAnswer, kCards);
    sqlite3_prepare_v2(db_, sql.c_str(), -1, &ask_, nullptr);
  }
  ~Trigram() override {
    sqlite3_finalize(ask_);
    sqlite3_close(db_);
  }

  std::optional<Answer> ask(const std::vector<std::string>& words, std::size_t limit) override {
    std::string match;
    for (const std::string& w : words) {
      const std::string folded = base::fold(w);
      if (base::count_chars(folded) < 3) return std::nullopt;
      match += match.empty() ? "\"" : " AND \"";
      for (const char c : folded) match += c == '"' ? std::string("\"\"") : std::string(1, c);
      match += '"';
    }
    sqlite3_bind_text(ask_, 1, match.data(), static_cast<int>(match.size()), SQLITE_TRANSIENT);
    std::vector<std::pair<double, std::size_t>> all;
    while (sqlite3_step(ask_) == SQLITE_ROW)
      all.emplace_back(sqlite3_column_double(ask_, 1),
                       static_cast<std::size_t>(sqlite3_column_int64(ask_, 0)));
    sqlite3_reset(ask_);
    Answer out{all.size(), {}};
    limit = std::min(limit, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(limit), all.end());
    for (std::size_t i = 0; i < limit; ++i) out.best.push_back(all[i].second);
    return out;
  }

 private:
  void run(const char* sql) {
    if (sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
      throw std::runtime_error(std::string("trigram: ") + sqlite3_errmsg(db_));
  }
  sqlite3* db_ = nullptr;
  sqlite3_stmt* ask_ = nullptr;
};

}  // namespace

std::unique_ptr<Peer> trigram(const std::vector<Text>& texts, const std::filesystem::path& folder) {
  return std::make_unique<Trigram>(texts, (folder / "trigram.db").string());
}

}  // namespace hanrei::bench
