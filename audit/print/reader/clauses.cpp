// Which clause of a game states which sentence of the text.
#include "audit/print/reader/clauses.h"

#include <algorithm>
#include <map>
#include <set>

#include "audit/print/reader/chars.h"
#include "base/text/unicode.h"

namespace hanrei::audit::reader {
namespace {

using Grams = std::vector<uint64_t>;  // sorted

/// Pairs of neighbouring characters, folded, without white space and marks.
Grams grams(std::string_view text) {
  Grams out;
  char32_t last = 0;
  for (const char32_t c : decode(base::fold(text))) {
    if (!is_word(c)) {
      last = 0;
      continue;
    }
    if (last != 0) out.push_back((static_cast<uint64_t>(last) << 32) | c);
    last = c;
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

struct Line {
  size_t unit, sentence;
  Grams grams;
  std::string name;
  double own;
};  // own: how sure it is that the clause of this name is meant

/// Is it a clause for a part of what the number names: 5-1・手札枚数 of 5-1, but not 5-1-2?
bool part_of(const std::string& name, const std::string& id) {
  if (id.size() <= name.size() || !id.starts_with(name)) return false;
  const char next = id[name.size()];
  return next != '-' && next != '[' && !(next >= '0' && next <= '9');
}

/// Rare pairs count for more.
double common(const Grams& a, const Grams& b, const std::map<uint64_t, double>& weight) {
  double both = 0, in_a = 0, in_b = 0;
  const auto of = [&](uint64_t g) {
    const auto it = weight.find(g);
    return it == weight.end() ? 1.0 : it->second;
  };
  size_t i = 0, j = 0;
  for (const uint64_t g : a) in_a += of(g);
  for (const uint64_t g : b) in_b += of(g);
  while (i < a.size() && j < b.size()) {
    if (a[i] == b[j]) {
      both += of(a[i]);
      ++i;
      ++j;
    } else if (a[i] < b[j])
      ++i;
    else
      ++j;
  }
  return in_a + in_b == 0 ? 0 : 2 * both / (in_a + in_b);
}

/// The title of the clause stands in the sentence, or all of the sentence in the clause.
bool named(const Sentence& said, const ClauseText& clause) {
  const size_t title = clause.words.find('\n') + 1, end = clause.words.find('\n', title);
  if (title == 0 || end == std::string::npos) return false;
  const std::string_view words(clause.words), own = words.substr(title, end - title);
  return said.title && ((own.size() > 6 && said.text.find(own) != std::string::npos) ||
                        (said.text.size() > 6 && words.find(said.text) != std::string_view::npos));
}

/// Of each line, the corrections that name a clause of the game. Where a sentence stands as often
/// as it has corrections, the first is for the first, and so on; else each is for all of them.
std::vector<std::vector<Correction*>> by_hand(const Book& book, const std::vector<Line>& lines,
                                              const std::map<std::string, size_t>& ids,
                                              std::vector<Correction>& corrections) {
  std::map<std::string, std::vector<Correction*>> given;
  std::map<std::string, std::vector<size_t>> stands;
  for (Correction& c : corrections) {
    c.used = false;
    if (ids.contains(c.clause)) given[c.digest].push_back(&c);
  }
  for (size_t i = 0; i < lines.size(); ++i)
    stands[book.units[lines[i].unit].says[lines[i].sentence].digest].push_back(i);
  std::vector<std::vector<Correction*>> out(lines.size());
  for (auto& [digest, of] : given) {
    const std::vector<size_t>& at = stands[digest];
    for (size_t k = 0; k < at.size(); ++k) {
      if (at.size() > 1 && at.size() == of.size())
        out[at[k]] = {of[k]};
      else
        out[at[k]] = of;
    }
    for (Correction* c : of) c->used = !at.empty();
  }
  return out;
}

}  // namespace

size_t assign_clauses(Book& book, const std::vector<ClauseText>& clauses,
                      std::vector<Correction>& corrections) {
  std::vector<Line> lines;
  std::map<std::string, size_t> ids;
  for (size_t c = 0; c < clauses.size(); ++c) ids.emplace(clauses[c].id, c);
  for (size_t u = 0; u < book.units.size(); ++u)
    for (size_t s = 0; s < book.units[u].says.size(); ++s) {
      const Sentence& said = book.units[u].says[s];
      std::string words = said.text;
      // (仮), behind a sentence: a remark on that
      if (s > 0 && words.size() < 30 && (words.starts_with("(") || words.starts_with("（")))
        words += "\n" + book.units[u].says[s - 1].text;
      const int section = section_of(book, static_cast<int>(u));
      for (int k = static_cast<int>(u); k >= 0 && k != section;
           k = book.units[static_cast<size_t>(k)].up)
        for (const std::string& t : book.units[static_cast<size_t>(k)].titles)
          if (words.size() < 600) words += "\n" + t;
      if (section >= 0 && !said.title)
        for (const std::string& t : book.units[static_cast<size_t>(section)].titles)
          words += "\n" + t;
      std::string name = place_name(book, u);
      if (!ids.contains(name) && section >= 0)
        name = book.units[static_cast<size_t>(section)].number;
      const Unit& unit = book.units[u];
      const bool plain = said.closes && (unit.kind == Kind::Heading || unit.kind == Kind::Step);
      // a bullet and an example are often a clause of their own: 5-1・手札枚数, 5-1例
      const bool may_be_part = unit.kind == Kind::Bullet || unit.kind == Kind::Example;
      lines.push_back({u, s, grams(words), name,
                       may_be_part  ? 0.7
                       : said.title ? 2.0
                       : plain      ? 1.4
                                    : 1.0});
    }
  const size_t n = lines.size(), m = clauses.size();
  if (n == 0 || m == 0 || n > 20'000 || n * m > 20'000'000) return 0;
  std::vector<Grams> texts;
  std::map<uint64_t, double> weight;
  for (const ClauseText& c : clauses) {
    texts.push_back(grams(c.words));
    for (const uint64_t g : texts.back()) weight[g] += 1;
  }
  for (auto& [g, w] : weight) w = 1.0 / (0.5 + w);

  const std::vector<std::vector<Correction*>> fixed = by_hand(book, lines, ids, corrections);

  // best[i][c]: the first i sentences told, the last one by clause c; a clause may have several, or
  // none
  std::vector<float> score(n * m), best(n * m);
  std::vector<uint32_t> from(n * m);
  for (size_t i = 0; i < n; ++i) {
    const Sentence& said = book.units[lines[i].unit].says[lines[i].sentence];
    const std::string& name = lines[i].name;
    const auto own = ids.find(name);
    for (size_t c = 0; c < m; ++c) {
      double s = common(lines[i].grams, texts[c], weight);
      if (own != ids.end())
        s += own->second == c               ? lines[i].own
             : part_of(name, clauses[c].id) ? (named(said, clauses[c]) ? 1.3 : 1)
                                            : -1;
      if (!fixed[i].empty() && fixed[i][0]->clause == clauses[c].id) s += 100;
      score[i * m + c] = static_cast<float>(s);
    }
  }
  for (size_t i = 0; i < n; ++i) {
    uint32_t top = 0;
    for (size_t c = 0; c < m; ++c) {
      float before = 0;
      if (i > 0) {
        if (best[(i - 1) * m + c] > best[(i - 1) * m + top]) top = static_cast<uint32_t>(c);
        before = best[(i - 1) * m + top];
      }
      best[i * m + c] = before + score[i * m + c];
      from[i * m + c] = top;
    }
  }
  size_t c = static_cast<size_t>(
      std::max_element(best.end() - static_cast<std::ptrdiff_t>(m), best.end()) -
      (best.end() - static_cast<std::ptrdiff_t>(m)));
  std::vector<size_t> of(n, m);
  for (size_t i = n; i-- > 0;) {
    if (score[i * m + c] > 0.02F) of[i] = c;
    c = from[i * m + c];
  }
  // A clause that was passed over is stated by one of the two sentences it lies between, if by any.
  std::set<size_t> with(of.begin(), of.end());
  for (const auto& given : fixed)
    for (const Correction* by : given) with.insert(ids.at(by->clause));
  std::vector<std::vector<size_t>> more(n);
  for (size_t i = 0, last = 0; i < n; ++i) {
    if (of[i] == m) continue;
    for (size_t k = of[last] == m ? 0 : of[last]; k < of[i]; ++k) {
      if (with.contains(k)) continue;
      const size_t at = score[last * m + k] > score[i * m + k] ? last : i;
      if (score[at * m + k] > 0.08F) more[at].push_back(k);
    }
    last = i;
  }
  size_t told = 0;
  for (size_t i = 0; i < n; ++i) {
    Sentence& said = book.units[lines[i].unit].says[lines[i].sentence];
    said.clauses.clear();
    if (of[i] < m) said.clauses.push_back(clauses[of[i]].id);
    for (const size_t k : more[i]) said.clauses.push_back(clauses[k].id);
    if (!fixed[i].empty()) said.clauses.clear();
    for (const Correction* told_by : fixed[i]) said.clauses.push_back(told_by->clause);
    // what no clause has words for goes with the sentence before it: (see there)
    if (said.clauses.empty() && !said.title && lines[i].sentence > 0)
      if (const auto& before = book.units[lines[i].unit].says[lines[i].sentence - 1].clauses;
          !before.empty())
        said.clauses = {before[0]};
    told += !said.clauses.empty();
  }
  return told;
}

}  // namespace hanrei::audit::reader
