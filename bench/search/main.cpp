// The bench of the rulings database: builds it, and asks it and its peers the same questions in one
// process.
//
//     hanrei_search_bench LIBRARY FOLDER     LIBRARY as bench/rulings.py writes it; FOLDER for the
//     databases, made anew
//
// Times are CPU seconds of this process. Fails when the program finds fewer than the scan, or a
// target of the README is missed that hangs on no clock.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <sstream>

#include "base/text/fold.h"
#include "peer.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::bench {

double cpu_seconds() {
  rusage use{};
  getrusage(RUSAGE_SELF, &use);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

std::uintmax_t bytes_in(const std::filesystem::path& folder) {
  std::uintmax_t sum = 0;
  for (const auto& f : std::filesystem::recursive_directory_iterator(folder))
    if (f.is_regular_file()) sum += f.file_size();
  return sum;
}

namespace {

namespace fs = std::filesystem;
namespace store = rulings::store;
using rulings::search::phrase_of;
using rulings::search::Query;

/// How many questions of each sort.
constexpr int kOfEach = 100;

store::Library library_in(const fs::path& root) {
  store::Library out;
  out.root = root.string();
  for (const auto& g : fs::directory_iterator(root)) {
    if (!fs::is_regular_file(g.path() / "game.json")) continue;
    store::GameSources s{g.path().filename().string(), g.path().string(), {}};
    for (const auto& f : fs::recursive_directory_iterator(g.path() / "rulings"))
      if (f.path().extension() == ".xml") s.rulings.push_back(f.path().string());
    std::sort(s.rulings.begin(), s.rulings.end());
    out.games.push_back(std::move(s));
  }
  std::sort(out.games.begin(), out.games.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

/// Hanrei as the others are asked, and by date. Its answer is the whole of what `hanrei search`
/// shows.
class Ours : public Peer {
 public:
  Ours(const store::Library& library, const std::string& file) {
    store::Report report;
    auto made = store::up_to_date(file, library, report);
    if (!made) throw std::runtime_error(made.error().message);
    store_ = std::move(*made);
  }
  std::vector<Text> texts() {
    std::vector<Text> out;
    store::Statement s(
        store_->database(),
        "SELECT id, title_ja || char(10) || title_en, question_ja || char(10) || question_en, "
        "answer_ja || char(10) || answer_en, cards FROM ruling ORDER BY id");
    while (s.step()) {
      number_[s.integer(0)] = out.size();
      out.push_back({s.text(1), s.text(2), s.text(3), s.text(4)});
    }
    return out;
  }
  std::vector<std::string> names() {
    std::vector<std::string> out;
    store::Statement s(store_->database(), "SELECT name FROM card ORDER BY id");
    while (s.step()) out.push_back(s.text(0));
    return out;
  }
  std::optional<Answer> ask(const std::vector<std::string>& words, std::size_t limit) override {
    return ask(words, limit, false);
  }
  Answer ask(const std::vector<std::string>& words, std::size_t limit, bool newest) {
    Query q;
    for (const std::string& w : words) q.words.push_back({{phrase_of(w, false)}, {w}, false});
    store::Options o;
    o.limit = limit;
    o.newest = newest;
    const auto found = store_->search(q, o);
    if (!found) throw std::runtime_error(found.error().message);
    Answer out{found->total.value_or(0), {}};
    for (const store::Hit& h : found->hits) out.best.push_back(number_[h.key]);
    return out;
  }

 private:
  std::unique_ptr<store::Store> store_;
  std::map<std::int64_t, std::size_t> number_;
};

struct Times {
  std::vector<double> ms;
  double at(double share) const {
    std::vector<double> sorted = ms;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty()
               ? NAN
               : sorted[std::min(
                     sorted.size() - 1,
                     static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
  }
  std::string text() const {
    return ms.empty() ? "cannot" : fmt::format("{:.2f} / {:.2f}", at(0.5), at(0.99));
  }
};

/// A piece of a text of exactly n characters, all of them kana, kanji or the like; empty when there
/// is none where it looks.
std::string piece(const std::string& text, std::size_t n, std::mt19937& random) {
  std::vector<base::FoldedChar> chars;
  base::fold_chars(text, chars);
  if (chars.size() < n) return "";
  const std::size_t from = random() % (chars.size() - n + 1);
  for (std::size_t i = from; i < from + n; ++i)
    if (chars[i].kind != base::CharClass::Gram || chars[i].c < 0x3000) return "";
  return text.substr(chars[from].begin, chars[from + n - 1].end - chars[from].begin);
}

struct Contestant {
  std::string name;
  std::unique_ptr<Peer> peer;
  Times times, all;  ///< of this row, of all rows
  std::size_t asked = 0, fewer = 0, more = 0;
};

double mrr(Peer& peer, const std::string& known, const std::vector<Text>& texts,
           std::size_t& count) {
  std::ifstream file(known);
  double sum = 0;
  count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    std::istringstream row(line);
    std::string card, mechanic;
    std::getline(row, card, '\t');
    std::getline(row, mechanic, '\t');
    // Another ruling about the same card and the same thing serves as well.
    const std::string title = "《" + card + "》と" + mechanic + "\n";
    const auto found = peer.ask({card, mechanic}, 10);
    for (std::size_t i = 0; found && i < found->best.size(); ++i)
      if (texts[found->best[i]].title == title) {
        sum += 1.0 / static_cast<double>(i + 1);
        break;
      }
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

int run(const fs::path& root, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  const store::Library library = library_in(root);
  double start = cpu_seconds();
  const std::string file = (folder / "hanrei.db").string();
  auto made = std::make_unique<Ours>(library, file);
  made->built = cpu_seconds() - start;
  made->bytes = fs::file_size(file);
  Ours& ours = *made;
  const std::vector<Text> texts = ours.texts();
  if (texts.empty()) {
    std::cerr << root << " has no rulings\n";
    return 70;
  }
  start = cpu_seconds();
  store::Report report;
  if (!store::up_to_date(file, library, report)) return 70;
  std::cout << fmt::format("{} rulings; that nothing changed was seen in {:.2f} s\n", texts.size(),
                           cpu_seconds() - start);

  std::vector<Contestant> all;
  all.push_back({"hanrei", std::move(made), {}, {}});
  using Maker = std::unique_ptr<Peer> (*)(const std::vector<Text>&, const fs::path&);
  const Maker scanner = [](const std::vector<Text>& t, const fs::path&) { return scan(t); };
  std::cout << "\n| | index, CPU s | MB |\n|---|---|---|\n";
  for (const auto& [name, make] : std::vector<std::pair<std::string, Maker>>{
           {"scan", scanner}, {"groonga", groonga}, {"trigram", trigram}, {"xapian", xapian}}) {
    const fs::path own = folder / name;
    fs::create_directories(own);
    start = cpu_seconds();
    auto peer = make(texts, own);
    if (peer != nullptr) {
      peer->built = cpu_seconds() - start;
      peer->bytes = bytes_in(own);
    }
    all.push_back({name, std::move(peer), {}, {}});
  }
  for (const Contestant& c : all)
    std::cout << (c.peer == nullptr
                      ? fmt::format("| {} | not built in: its library was missing | |\n", c.name)
                      : fmt::format(
                            "| {} | {:.1f} | {} |\n", c.name, c.peer->built,
                            c.peer->bytes == 0
                                ? "in memory"
                                : fmt::format("{:.0f}", static_cast<double>(c.peer->bytes) / 1e6)));

  std::mt19937 random(26);
  const std::vector<std::string> names = ours.names();
  const auto some_piece = [&](std::size_t n) {
    std::string p;
    while (p.empty()) p = piece(texts[random() % texts.size()].question, n, random);
    return p;
  };
  Times newest_of_all;
  std::cout << "\nCPU milliseconds, p50 / p99, the best 20 and how many there are:\n\n| query | "
               "hits | hanrei, newest |";
  for (const Contestant& c : all) std::cout << " " << c.name << " |";
  std::cout << " hanrei : groonga, p50 / p99 | : scan, p50 / p99 "
               "|\n|---|---|---|---|---|---|---|---|---|---|\n";
  const auto ratio = [](const Times& a, const Times& b) {
    return b.ms.empty()
               ? "-"
               : fmt::format("{:.2f} / {:.2f}", a.at(0.5) / b.at(0.5), a.at(0.99) / b.at(0.99));
  };
  const auto row = [&](const std::string& label, const std::string& hits, const Times& newest,
                       auto times) {
    std::cout << fmt::format("| {} | {} | {} |", label, hits, newest.text());
    for (const Contestant& c : all)
      std::cout << " " << (c.peer == nullptr ? "missing" : times(c).text()) << " |";
    std::cout << fmt::format(" {} | {} |\n", ratio(times(all[0]), times(all[2])),
                             ratio(times(all[0]), times(all[1])))
              << std::flush;
  };
  for (const auto& [label, n] : std::vector<std::pair<std::string, int>>{{"1 character", 1},
                                                                         {"2", 2},
                                                                         {"3", 3},
                                                                         {"4", 4},
                                                                         {"5", 5},
                                                                         {"6", 6},
                                                                         {"two words", -1},
                                                                         {"name of a card", -2}}) {
    std::vector<std::size_t> hits;
    Times newest;
    for (Contestant& c : all) c.times = {};
    for (int i = 0; i < kOfEach; ++i) {
      std::vector<std::string> words;
      if (n > 0)
        words = {some_piece(static_cast<std::size_t>(n))};
      else if (n == -1)
        words = {some_piece(3), some_piece(2)};
      else
        words = {names[random() % names.size()]};
      start = cpu_seconds();
      (void)ours.ask(words, 20, true);
      newest.ms.push_back((cpu_seconds() - start) * 1000);
      newest_of_all.ms.push_back(newest.ms.back());
      std::map<std::string, std::size_t> counted;
      for (Contestant& c : all) {
        if (c.peer == nullptr) continue;
        start = cpu_seconds();
        const auto answer = c.peer->ask(words, 20);
        const double ms = (cpu_seconds() - start) * 1000;
        if (!answer) continue;
        c.times.ms.push_back(ms);
        c.all.ms.push_back(ms);
        counted[c.name] = answer->hits;
      }
      hits.push_back(counted.at("scan"));
      for (Contestant& c : all)
        if (counted.contains(c.name)) {
          ++c.asked;
          c.fewer += counted[c.name] < counted.at("scan") ? 1 : 0;
          c.more += counted[c.name] > counted.at("scan") ? 1 : 0;
        }
    }
    std::sort(hits.begin(), hits.end());
    row(label, std::to_string(hits[hits.size() / 2]), newest,
        [](const Contestant& c) { return c.times; });
  }
  row("all of them", "", newest_of_all, [](const Contestant& c) { return c.all; });

  std::cout << "\n| | queries | found fewer than the scan | more | known items, MRR@10 "
               "|\n|---|---|---|---|---|\n";
  double ours_mrr = 0;
  for (Contestant& c : all) {
    if (c.peer == nullptr) continue;
    std::size_t known = 0;
    const double got =
        c.name == "scan" ? 0 : mrr(*c.peer, (root / "known.tsv").string(), texts, known);
    if (c.name == "hanrei") ours_mrr = got;
    std::cout << fmt::format(
        "| {} | {} | {} | {} | {} |\n", c.name, c.asked, c.fewer, c.more,
        known == 0 ? "does not rank" : fmt::format("{:.3f} of {}", got, known));
  }
  bool good = true;
  const auto target = [&](bool met, const std::string& what) {
    good = good && met;
    std::cout << fmt::format("- {}: {}\n", what, met ? "met" : "MISSED");
  };
  std::cout << "\n";
  target(all[0].fewer == 0, "nothing that the scan finds is missing");
  target(ours_mrr > 0.97, "MRR@10 above 0.97");
  target(all[0].peer->bytes < 250'000'000, "below 250 MB");
  return good ? 0 : 1;
}

}  // namespace
}  // namespace hanrei::bench

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "hanrei_search_bench LIBRARY FOLDER\n";
    return 2;
  }
  try {
    return hanrei::bench::run(argv[1], argv[2]);
  } catch (const std::exception& e) {
    std::cerr << e.what() << "\n";
    return 70;
  }
}
