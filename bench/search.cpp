// The bench of the rulings database: builds it, and asks it and its peers the same questions in one process.
//
//     hanrei_search_bench LIBRARY DB        LIBRARY as bench/rulings.py writes it
//
// Peers: a scan over folded texts in memory, and SQLite's own trigram index over folded texts. Groonga and Xapian are
// no part of it: their libraries are not among the packages of this project.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>

#include "base/text/unicode.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;
namespace store = rulings::store;
namespace search = rulings::search;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point from) { return std::chrono::duration<double>(Clock::now() - from).count(); }

store::Library library_in(const std::string& root) {
  store::Library out;
  out.root = root;
  for (const auto& g : fs::directory_iterator(root)) {
    if (!fs::is_regular_file(g.path() / "game.json")) continue;
    store::GameSources s{g.path().filename().string(), g.path().string(), {}};
    for (const auto& f : fs::recursive_directory_iterator(g.path() / "rulings")) if (f.path().extension() == ".xml") s.rulings.push_back(f.path().string());
    std::sort(s.rulings.begin(), s.rulings.end());
    out.games.push_back(std::move(s));
  }
  std::sort(out.games.begin(), out.games.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

search::Query query_of(const std::vector<std::string>& words) {
  search::Query q;
  for (const std::string& w : words) q.words.push_back({{search::phrase_of(w, false)}, {w}, false});
  return q;
}

struct Times {
  std::vector<double> ms;
  double at(double share) {
    std::sort(ms.begin(), ms.end());
    return ms.empty() ? 0 : ms[std::min(ms.size() - 1, static_cast<std::size_t>(share * static_cast<double>(ms.size())))];
  }
  std::string text() { const double half = at(0.5), worst = at(0.99); return fmt::format("{:.2f} / {:.2f}", half, worst); }
};

template <class F>
double timed(F&& f) {
  const auto start = Clock::now();
  f();
  return since(start) * 1000;
}

/// A piece of a text of exactly n characters, all of them kana, kanji or the like; empty when there is none where it looks.
std::string piece(const std::string& text, std::size_t n, std::mt19937& random) {
  std::vector<base::FoldedChar> chars;
  base::fold_chars(text, chars);
  if (chars.size() < n) return "";
  const std::size_t from = random() % (chars.size() - n + 1);
  for (std::size_t i = from; i < from + n; ++i) if (chars[i].kind != base::CharClass::Gram || chars[i].c < 0x3000) return "";
  return text.substr(chars[from].begin, chars[from + n - 1].end - chars[from].begin);
}

struct Peer {
  std::vector<std::string> folded;
  sqlite3* db = nullptr;

  explicit Peer(store::Database& from) {
    store::Statement s(from, "SELECT title_ja, title_en, question_ja, question_en, answer_ja, answer_en, cards FROM ruling ORDER BY id");
    const auto start = Clock::now();
    while (s.step()) {
      std::string all;
      for (int i = 0; i < 7; ++i) all += s.text(i) + "\n";
      folded.push_back(base::fold(all));
    }
    std::cout << fmt::format("scan: folding {:.1f} s\n", since(start));
    const auto index = Clock::now();
    const std::string file = (fs::temp_directory_path() / "hanrei-bench-trigram.db").string();
    fs::remove(file);
    sqlite3_open(file.c_str(), &db);
    sqlite3_exec(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'trigram'); BEGIN", nullptr, nullptr, nullptr);
    sqlite3_stmt* insert = nullptr;
    sqlite3_prepare_v2(db, "INSERT INTO t VALUES(?)", -1, &insert, nullptr);
    for (const std::string& f : folded) {
      sqlite3_bind_text(insert, 1, f.data(), static_cast<int>(f.size()), SQLITE_STATIC);
      sqlite3_step(insert);
      sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    sqlite3_exec(db, "COMMIT", nullptr, nullptr, nullptr);
    std::cout << fmt::format("trigram: index {:.1f} s, {} MB\n", since(index), fs::file_size(file) / 1'000'000);
  }
  ~Peer() { sqlite3_close(db); }

  std::size_t count(const std::vector<std::string>& words) const {
    std::size_t n = 0;
    for (const std::string& f : folded) n += std::all_of(words.begin(), words.end(), [&](const std::string& w) { return memmem(f.data(), f.size(), w.data(), w.size()) != nullptr; }) ? 1 : 0;
    return n;
  }
  void first(const std::vector<std::string>& words) const {
    std::size_t n = 0;
    for (const std::string& f : folded) {
      if (std::all_of(words.begin(), words.end(), [&](const std::string& w) { return memmem(f.data(), f.size(), w.data(), w.size()) != nullptr; }) && ++n == 20) return;
    }
  }
  void trigram(const std::vector<std::string>& words) const {
    std::string match;
    for (const std::string& w : words) match += (match.empty() ? "\"" : " AND \"") + w + "\"";
    sqlite3_stmt* s = nullptr;
    sqlite3_prepare_v2(db, "SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t) LIMIT 20", -1, &s, nullptr);
    sqlite3_bind_text(s, 1, match.data(), static_cast<int>(match.size()), SQLITE_STATIC);
    while (sqlite3_step(s) == SQLITE_ROW) {}
    sqlite3_finalize(s);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) { std::cerr << "hanrei_search_bench LIBRARY DB\n"; return 2; }
  const store::Library library = library_in(argv[1]);
  fs::remove(argv[2]);
  store::Report report;
  auto start = Clock::now();
  auto made = store::up_to_date(argv[2], library, report);
  if (!made) { std::cerr << made.error().message << "\n"; return 70; }
  const double build = since(start);
  const auto searched = (*made)->search({}, {});
  std::cout << fmt::format("ours: {} rulings, build {:.1f} s, {:.0f} MB\n", searched ? searched->searched : 0, build, static_cast<double>(fs::file_size(argv[2])) / 1e6);
  start = Clock::now();
  if (!store::up_to_date(argv[2], library, report)) return 70;
  std::cout << fmt::format("ours: nothing changed, seen in {:.1f} s\n", since(start));
  store::Store& ours = **made;
  const Peer peer(ours.database());

  std::vector<std::string> texts, names;
  store::Statement some(ours.database(), "SELECT question_ja FROM ruling WHERE id % 97 = 0 ORDER BY id");
  while (some.step()) texts.push_back(some.text(0));
  store::Statement cards(ours.database(), "SELECT name FROM card ORDER BY id");
  while (cards.step()) names.push_back(cards.text(0));
  std::mt19937 random(26);
  const auto some_piece = [&](std::size_t n) { std::string p; while (p.empty()) p = piece(texts[random() % texts.size()], n, random); return p; };

  std::cout << "\nmilliseconds, p50 / p99, the first 20 of all that fit:\n\n| query | hits | ours, best | ours, newest | scan, first 20 | scan, count | trigram, best | p99 best : scan count |\n|---|---|---|---|---|---|---|---|\n";
  std::size_t fewer = 0, asked = 0, more = 0;
  for (const auto& [label, n] : std::vector<std::pair<std::string, int>>{{"1 character", 1}, {"2", 2}, {"3", 3}, {"5", 5}, {"two words", -1}, {"name of a card", -2}}) {
    Times best, newest, first, all, trigram;
    std::vector<std::size_t> hits;
    for (int i = 0; i < 100; ++i) {
      std::vector<std::string> words;
      if (n > 0) words = {some_piece(static_cast<std::size_t>(n))};
      else if (n == -1) words = {some_piece(3), some_piece(2)};
      else words = {names[random() % names.size()]};
      std::vector<std::string> folded;
      for (const std::string& w : words) folded.push_back(base::fold(w));
      const search::Query q = query_of(words);
      store::Options o;
      base::Result<store::Found> found = base::Error{};
      best.ms.push_back(timed([&] { found = ours.search(q, o); }));
      if (!found) { std::cerr << found.error().message << "\n"; return 70; }
      o.newest = true;
      newest.ms.push_back(timed([&] { (void)ours.search(q, o); }));
      first.ms.push_back(timed([&] { peer.first(folded); }));
      std::size_t counted = 0;
      all.ms.push_back(timed([&] { counted = peer.count(folded); }));
      const bool can = std::all_of(folded.begin(), folded.end(), [](const std::string& w) { return base::count_chars(w) >= 3; });
      if (can) trigram.ms.push_back(timed([&] { peer.trigram(folded); }));
      hits.push_back(*found->total);
      fewer += *found->total < counted ? 1 : 0;
      more += *found->total > counted ? 1 : 0;
      ++asked;
    }
    std::sort(hits.begin(), hits.end());
    std::cout << fmt::format("| {} | {} | {} | {} | {} | {} | {} | {:.2f} |\n", label, hits[hits.size() / 2], best.text(), newest.text(), first.text(), all.text(), trigram.ms.empty() ? "cannot" : trigram.text(), best.at(0.99) / all.at(0.99));
  }
  std::cout << fmt::format("\nrecall: of {} queries {} found fewer than the scan, {} found more (what separates is not compared)\n", asked, fewer, more);

  std::ifstream known(std::string(argv[1]) + "/known.tsv");
  double sum = 0;
  std::size_t count = 0;
  for (std::string line; std::getline(known, line);) {
    std::istringstream row(line);
    std::string card, mechanic, id, game;
    std::getline(row, card, '\t');
    std::getline(row, mechanic, '\t');
    std::getline(row, id, '\t');
    std::getline(row, game, '\t');
    store::Options o;
    o.limit = 10;
    const auto found = ours.search(query_of({card, mechanic}), o);
    ++count;
    // Another ruling about the same card and the same thing would serve as well.
    const std::string title = "《" + card + "》と" + mechanic;
    for (std::size_t i = 0; found && i < found->hits.size(); ++i) if (found->hits[i].game == game && (found->hits[i].id == id || found->hits[i].title[1] == title)) { sum += 1.0 / static_cast<double>(i + 1); break; }
  }
  std::cout << fmt::format("known items: {} queries, MRR@10 {:.3f}\n", count, count == 0 ? 0 : sum / static_cast<double>(count));
  return fewer == 0 ? 0 : 1;
}
