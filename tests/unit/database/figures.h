// How much of what people ask is found: tests/data/questions/figures.tsv has what was found, and
// that may only grow.
#pragma once

#include <fmt/format.h>

#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace hanrei::test {

inline const std::string kQuestions = at_root("tests/data/questions");

/// The rows of a table, without the names of its columns.
inline std::vector<std::vector<std::string>> rows_of(const std::string& path) {
  std::vector<std::vector<std::string>> out;
  std::istringstream file(slurp(path));
  for (std::string line; std::getline(file, line);) {
    out.emplace_back(1);
    for (const char c : line)
      if (c == '\t')
        out.back().emplace_back();
      else
        out.back().back() += c;
  }
  REQUIRE(out.size() > 1);
  out.erase(out.begin());
  return out;
}
inline std::set<std::string> ids_in(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// How far down the first wanted one is, of all that were asked.
struct Figures {
  int asked = 0, first = 0, three = 0;
  double reciprocal = 0;  ///< sum of 1 / rank, of the first ten
  void add(const std::vector<std::string>& found, const std::set<std::string>& wanted) {
    ++asked;
    for (std::size_t i = 0; i < found.size() && i < 10; ++i)
      if (wanted.contains(found[i])) {
        first += i == 0 ? 1 : 0;
        three += i < 3 ? 1 : 0;
        reciprocal += 1.0 / static_cast<double>(i + 1);
        return;
      }
  }
  double mrr() const { return asked == 0 ? 0 : reciprocal / asked; }
};

/// Red where fewer are found than were.
inline void hold(const std::string& what, const Figures& now) {
  const std::string line =
      fmt::format("{}\t{}\t{}\t{}\t{:.3f}", what, now.asked, now.first, now.three, now.mrr());
  INFO("now: " << line);
  for (const std::vector<std::string>& was : rows_of(kQuestions + "/figures.tsv")) {
    if (was.at(0) != what) continue;
    REQUIRE(was.size() == 5);
    CHECK(now.asked == std::stoi(was[1]));
    CHECK(now.first >= std::stoi(was[2]));
    CHECK(now.three >= std::stoi(was[3]));
    CHECK(now.mrr() >= std::stod(was[4]) - 0.0005);
    return;
  }
  FAIL("figures.tsv has no such row");
}

/// The search was developed on the odd rows of each table; the even ones were measured at the end.
inline const char* half_of(std::size_t row) { return row % 2 == 0 ? "odd" : "even"; }

}  // namespace hanrei::test
