#include "rulings/store/index.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/text/fnv.h"
#include "rulings/search/terms.h"

namespace hanrei::rulings::store {
namespace {

// Numbers: seven bits a byte, the lowest first; the highest bit says that another byte follows.
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

/// What a term says of a document, in sixteenths in one byte.
constexpr double kSteps = 16;
/// A batch is written when it has so many postings, to bound its memory.
constexpr std::size_t kMostPostings = 6'000'000;
constexpr std::int64_t kMostBatches = 40;

std::uint64_t row_sum(std::string_view term, std::string_view bytes) {
  return base::fnv1a(term) * 31 + base::fnv1a(bytes);
}

}  // namespace

IndexWriter::IndexWriter(Database& db)
    : db_(db),
      number_(db, "SELECT id FROM citable WHERE game = ? AND clause = ?"),
      add_number_(db, "INSERT INTO citable(game, clause) VALUES(?, ?)"),
      gone_(db, "INSERT OR IGNORE INTO gone VALUES(?)") {
  batch_ = db.number("SELECT coalesce(max(id), 0) FROM batch") + 1;
  first_ = next_ = db.number("SELECT coalesce(max(first + count), 0) FROM batch");
}

std::int64_t IndexWriter::clause_number(std::int64_t game, const std::string& clause) {
  if (number_.bind(game, clause); number_.step()) {
    const std::int64_t out = number_.integer(0);
    number_.reset();
    return out;
  }
  add_number_.bind(game, clause).done();
  return db_.number("SELECT last_insert_rowid()");
}

void IndexWriter::gone(std::int64_t document) { gone_.bind(document).done(); }

std::int64_t IndexWriter::ruling(std::int64_t key, std::int64_t game,
                                 const std::vector<FieldText>& fields,
                                 const std::vector<std::int64_t>& cites) {
  const std::int64_t out = add(fields);
  put(documents_, static_cast<std::uint64_t>(game) << 1);
  put(documents_, static_cast<std::uint64_t>(key));
  put(documents_, cites.size());
  for (const std::int64_t c : cites) put(documents_, static_cast<std::uint64_t>(c));
  if (postings_ > kMostPostings) flush();
  return out;
}

std::int64_t IndexWriter::clause(std::int64_t number, std::int64_t game,
                                 const std::vector<FieldText>& fields) {
  const std::int64_t out = add(fields);
  put(documents_, static_cast<std::uint64_t>(game) << 1 | 1);
  put(documents_, static_cast<std::uint64_t>(number));
  return out;
}

std::int64_t IndexWriter::add(const std::vector<FieldText>& fields) {
  in_document_.clear();
  for (const FieldText& f : fields) {
    in_field_.clear();
    std::size_t length = 0;
    for (const std::string_view text : f.texts) {
      base::fold_chars(text, room_);
      length += room_.size();
      search::each_term(room_, [&](const search::Term& t) {
        const auto [at, fresh] = terms_.try_emplace(t.text);
        Row& row = at->second;
        if (fresh) row.last = first_ - 1;
        if (row.often++ == 0) in_field_.push_back(&row);
      });
    }
    const double once = search::says_once(f.field, length);
    for (Row* row : in_field_) {
      if (row->says == 0) in_document_.push_back(row);
      row->says += once * row->often;
      row->often = 0;
    }
  }
  for (Row* row : in_document_) {
    put(row->bytes, static_cast<std::uint64_t>(next_ - row->last));
    row->bytes += static_cast<char>(
        static_cast<unsigned char>(std::clamp(std::lround(row->says * kSteps), 1L, 255L)));
    row->last = next_;
    row->says = 0;
    ++postings_;
  }
  return next_++;
}

void IndexWriter::flush() {
  if (next_ == first_) return;
  std::uint64_t sum = base::fnv1a(documents_);
  std::vector<const std::pair<const std::string, Row>*> sorted;
  for (const auto& term : terms_) sorted.push_back(&term);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->first < b->first; });
  Statement in(db_, "INSERT INTO posting VALUES(?, ?, CAST(? AS BLOB))");
  for (const auto* term : sorted) {
    in.bind(term->first, batch_, term->second.bytes).done();
    sum ^= row_sum(term->first, term->second.bytes);
  }
  Statement(db_, "INSERT INTO batch VALUES(?, ?, ?, CAST(? AS BLOB), ?)")
      .bind(batch_, first_, next_ - first_, documents_, static_cast<std::int64_t>(sum))
      .done();
  ++batch_;
  first_ = next_;
  postings_ = 0;
  documents_.clear();
  terms_.clear();
}

void IndexWriter::finish() { flush(); }

bool IndexWriter::worn() {
  return db_.number("SELECT count(*) FROM batch") > kMostBatches ||
         db_.number(
             "SELECT count(*) * 4 > (SELECT coalesce(sum(count), 0) FROM batch) FROM gone") != 0;
}

Index::Index(Database& db)
    : one_(db,
           "SELECT p.bytes, b.first FROM posting p JOIN batch b ON b.id = p.batch WHERE p.term = ? "
           "ORDER BY p.batch"),
      range_(
          db,
          "SELECT p.bytes, b.first FROM posting p JOIN batch b ON b.id = p.batch WHERE p.term >= "
          "? AND p.term < ?"),
      letters_(db,
               "SELECT DISTINCT term FROM posting WHERE term >= 'a' AND term < '{' ORDER BY 1") {
  Statement s(db, "SELECT first, count, documents FROM batch ORDER BY id");
  while (s.step()) {
    const std::string bytes = s.text(2);
    std::string_view rest = bytes;
    // A damaged file may say anything: what cannot be read is gone.
    for (std::int64_t n = 0; n < s.integer(1) && documents_.size() < (1U << 30); ++n) {
      Document d;
      const auto game = take(rest), of = take(rest);
      d.gone = !game || !of;
      d.of = static_cast<std::int64_t>(of.value_or(0));
      d.game = static_cast<std::int32_t>(game.value_or(0) >> 1);
      d.clause = (game.value_or(0) & 1) != 0;
      d.cites_begin = static_cast<std::uint32_t>(cites_.size());
      if (!d.gone && !d.clause)
        for (std::uint64_t k = take(rest).value_or(0); k > 0 && !rest.empty(); --k)
          cites_.push_back(static_cast<std::uint32_t>(take(rest).value_or(0)));
      d.cites_end = static_cast<std::uint32_t>(cites_.size());
      documents_.push_back(d);
      if (d.gone && rest.empty()) break;
    }
  }
  Statement gone(db, "SELECT document FROM gone");
  while (gone.step())
    if (const std::int64_t d = gone.integer(0);
        d >= 0 && d < static_cast<std::int64_t>(documents_.size()))
      documents_[static_cast<std::size_t>(d)].gone = true;
}

Postings Index::postings(const std::string& term, bool open) {
  Postings out;
  Statement& s = open ? range_ : one_;
  std::string end = term;
  if (open) {
    end += "\U0010FFFF";
    s.bind(term, end);
  } else {
    s.bind(term);
  }
  while (s.step()) {
    const std::string bytes = s.text(0);
    std::string_view rest = bytes;
    std::int64_t at = s.integer(1) - 1;
    while (!rest.empty()) {
      const auto step = take(rest);
      if (!step || rest.empty()) break;
      at += static_cast<std::int64_t>(*step);
      const auto much = static_cast<unsigned char>(rest.front());
      rest.remove_prefix(1);
      if (at < 0 || at >= static_cast<std::int64_t>(documents_.size())) break;
      if (!documents_[static_cast<std::size_t>(at)].gone)
        out.push_back({static_cast<std::uint32_t>(at), static_cast<float>(much / kSteps)});
    }
  }
  s.reset();
  if (open) {  // several terms: of each document the one that says most
    std::sort(out.begin(), out.end(), [](const Posting& a, const Posting& b) {
      return a.document != b.document ? a.document < b.document : a.says > b.says;
    });
    out.erase(
        std::unique(out.begin(), out.end(),
                    [](const Posting& a, const Posting& b) { return a.document == b.document; }),
        out.end());
  }
  return out;
}

std::vector<std::string> Index::words_in_letters() {
  std::vector<std::string> out;
  letters_.reset();
  while (letters_.step()) out.push_back(letters_.text(0));
  return out;
}

bool index_is_whole(Database& db) {
  Statement batches(db, "SELECT id, sum, documents FROM batch ORDER BY id");
  std::map<std::int64_t, std::uint64_t> sums;
  while (batches.step())
    sums[batches.integer(0)] =
        static_cast<std::uint64_t>(batches.integer(1)) ^ base::fnv1a(batches.text(2));
  Statement rows(db, "SELECT batch, term, bytes FROM posting");
  while (rows.step()) {
    const auto at = sums.find(rows.integer(0));
    if (at == sums.end()) return false;
    at->second ^= row_sum(rows.text(1), rows.text(2));
  }
  return std::all_of(sums.begin(), sums.end(), [](const auto& s) { return s.second == 0; });
}

}  // namespace hanrei::rulings::store
