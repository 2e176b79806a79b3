// The planted rulebooks (tests/data/books): how much of what is wrong with them is found, and how
// much of what is found is wrong. The bounds hold what was reached; a finding that nobody has
// judged counts as wrong.
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "audit/print/print.h"
#include "audit/print/reader/words.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

constexpr size_t kFound = 52, kWrong = 10;  // of 90 planted; findings that are wrong

using Row = std::vector<std::string>;

std::vector<Row> rows(const std::string& path) {
  std::vector<Row> out;
  std::istringstream lines(test::slurp(path));
  for (std::string line; std::getline(lines, line);) {
    Row row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
    out.push_back(std::move(row));
  }
  if (!out.empty()) out.erase(out.begin());  // the names of the columns
  return out;
}

struct Score {
  size_t planted = 0, found = 0, findings = 0, wrong = 0;
};
Score score(const std::string& folder, const std::string& name) {
  std::map<std::string, std::string> label;
  for (const Row& r : rows(folder + "/labels/" + name + ".tsv")) label[r.at(1)] = r.at(3);
  Score out;
  out.planted = rows(folder + "/" + name + "/defects.tsv").size();
  std::set<std::string> told;
  const auto book = audit::reader::parse(name, test::slurp(folder + "/" + name + "/book.txt"));
  for (const auto& f : audit::print::examine(book).list) {
    ++out.findings;
    const auto it = label.find(f.fingerprint);
    const std::string is = it == label.end() ? "" : it->second;
    if (is.starts_with("planted ")) told.insert(is);
    if (is.empty() || is == "wrong") ++out.wrong;
    if (is.empty()) UNSCOPED_INFO(name << " " << f.fingerprint << ": nobody has judged it");
  }
  out.found = told.size();
  return out;
}

}  // namespace

TEST_CASE("books: most of what was planted is found, little of what is found is wrong", "[text]") {
  if (!audit::reader::has_analyser()) {
    WARN("not tested: there is no analyser of Japanese here");
    return;
  }
  const std::string folder = test::at_root("tests/data/books");
  Score all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!std::filesystem::exists(entry.path() / "book.txt")) continue;
    const Score one = score(folder, entry.path().filename().string());
    all.planted += one.planted;
    all.found += one.found;
    all.findings += one.findings;
    all.wrong += one.wrong;
  }
  CHECK(all.planted == 90);
  CHECK(all.found >= kFound);
  CHECK(all.wrong <= kWrong);
}
