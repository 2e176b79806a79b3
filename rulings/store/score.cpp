#include "rulings/store/score.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <string>

#include "rulings/store/fts5.h"

namespace hanrei::rulings::store {
namespace {

// Seven bits a byte, the lowest first; the highest bit says that another byte follows.
void put(std::string& out, std::uint64_t n) {
  for (; n >= 0x80; n >>= 7) out += static_cast<char>(n | 0x80);
  out += static_cast<char>(n);
}
std::optional<std::uint64_t> take(std::string_view& from) {
  std::uint64_t n = 0;
  for (int shift = 0; shift < 64 && !from.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(from.front());
    from.remove_prefix(1);
    n |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return n;
  }
  return std::nullopt;
}

/// The sum of the lengths in a row of FTS5's table of lengths: one number for each column, the
/// highest bits first.
std::uint64_t sum_of(std::string_view sizes) {
  std::uint64_t sum = 0, n = 0;
  for (const char c : sizes) {
    n = n << 7 | (static_cast<unsigned char>(c) & 0x7F);
    if (static_cast<unsigned char>(c) < 0x80) {
      sum += n;
      n = 0;
    }
  }
  return sum;
}

constexpr double kSaturation = 1.2, kOfLength = 0.75;  // k1 and b of BM25, as bm25() has them

}  // namespace

Lengths::Lengths(Database& db) {
  Statement s(db, "SELECT bytes FROM lengths");
  if (!s.step()) return;
  const std::string bytes = s.text(0);
  std::string_view rest = bytes;
  // Arithmetic without signs: a damaged file may say anything.
  for (std::uint64_t key = 0; !rest.empty();) {
    const auto step = take(rest), length = take(rest);
    if (!step || !length) break;
    keys_.push_back(static_cast<std::int64_t>(key += *step));
    lengths_.push_back(
        static_cast<std::int64_t>(std::min<std::uint64_t>(*length, std::uint64_t{1} << 40)));
  }
}

std::optional<std::int64_t> Lengths::of(std::int64_t key) {
  if (at_ > 0 && keys_[at_ - 1] >= key) at_ = 0;
  while (at_ < keys_.size() && keys_[at_] < key) ++at_;
  if (at_ == keys_.size() || keys_[at_] != key) return std::nullopt;
  return lengths_[at_];
}

void keep_lengths(Database& db) {
  std::string bytes;
  std::uint64_t before = 0;
  Statement s(db, "SELECT id, sz FROM words_docsize ORDER BY id");
  while (s.step()) {
    const auto key = static_cast<std::uint64_t>(s.integer(0));
    put(bytes, key - before);
    put(bytes, sum_of(s.text(1)));
    before = key;
  }
  db.run("DELETE FROM lengths");
  Statement keep(db, "INSERT INTO lengths VALUES(CAST(? AS BLOB))");
  keep.bind(bytes).done();
}

struct Scoring::Call {
  const Fts5ExtensionApi* api;
  Fts5Context* fts;
};

namespace {

[[noreturn]] void fail(int code) {
  throw Trouble{sqlite3_errstr(code), (code & 0xFF) == SQLITE_CORRUPT, false, false};
}
void check(int code) {
  if (code != SQLITE_OK) fail(code);
}

}  // namespace

double Scoring::score(const Call& call) {
  const auto* api = call.api;
  if (rarity_.empty()) {
    sqlite3_int64 rows = 0, tokens = 0;
    check(api->xRowCount(call.fts, &rows));
    check(api->xColumnTotalSize(call.fts, -1, &tokens));
    average_ = rows > 0 && tokens > 0 ? static_cast<double>(tokens) / static_cast<double>(rows) : 1;
    const int phrases = api->xPhraseCount(call.fts);
    for (int i = 0; i < phrases; ++i) {
      // With one phrase alone it is the same for all.
      sqlite3_int64 hits = 0;
      if (phrases > 1)
        check(api->xQueryPhrase(call.fts, i, &hits,
                                [](const Fts5ExtensionApi*, Fts5Context*, void* n) {
                                  ++*static_cast<sqlite3_int64*>(n);
                                  return SQLITE_OK;
                                }));
      const double rare = phrases > 1 ? std::log((static_cast<double>(rows - hits) + 0.5) /
                                                 (static_cast<double>(hits) + 0.5))
                                      : 1;
      rarity_.push_back(rare <= 0 ? 1e-6 : rare);
    }
    often_.resize(rarity_.size());
  }
  for (std::size_t i = 0; i < often_.size(); ++i) {
    often_[i] = 0;
    Fts5PhraseIter at;
    int column = 0, place = 0;
    check(api->xPhraseFirst(call.fts, static_cast<int>(i), &at, &column, &place));
    for (; column >= 0; api->xPhraseNext(call.fts, &at, &column, &place))
      if (static_cast<std::size_t>(column) < std::size(kWeights)) often_[i] += kWeights[column];
  }
  const std::int64_t key = api->xRowid(call.fts);
  if (++seen_ == kOneByOne) lengths_.emplace(db_);
  std::optional<std::int64_t> length = lengths_ ? lengths_->of(key) : std::nullopt;
  if (!length) {
    int tokens = 0;
    check(api->xColumnSize(call.fts, -1, &tokens));
    length = tokens;
  }
  const double shape =
      kSaturation * (1 - kOfLength + kOfLength * static_cast<double>(*length) / average_);
  double sum = 0;
  for (std::size_t i = 0; i < often_.size(); ++i)
    sum += rarity_[i] * (often_[i] * (kSaturation + 1) / (often_[i] + shape));
  return -sum;
}

int add_score(sqlite3* db) {
  fts5_api* api = nullptr;
  if (const int code = find_fts5(db, api); code != SQLITE_OK) return code;
  return api->xCreateFunction(
      api, "score", nullptr,
      [](const Fts5ExtensionApi* a, Fts5Context* fts, sqlite3_context* out, int count,
         sqlite3_value** values) {
        auto* scoring =
            count == 1 ? static_cast<Scoring*>(sqlite3_value_pointer(values[0], Scoring::kPointer))
                       : nullptr;
        if (scoring == nullptr)
          return sqlite3_result_error(out, "score() is for this program only", -1);
        try {
          sqlite3_result_double(out, scoring->score({a, fts}));
        } catch (const Trouble& t) {
          sqlite3_result_error(out, t.message.c_str(), -1);
          sqlite3_result_error_code(out, t.damaged ? SQLITE_CORRUPT : SQLITE_ERROR);
        } catch (...) {
          sqlite3_result_error_nomem(out);
        }
      },
      nullptr);
}

}  // namespace hanrei::rulings::store
