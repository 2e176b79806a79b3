// Which clause a sentence is told as: bullets that are clauses of their own, sentences that stand
// more than once.
#include "audit/print/reader/clauses.h"

#include <string>
#include <vector>

#include "tests/catch.h"

using namespace hanrei;
using audit::reader::ClauseText;
using audit::reader::Correction;

namespace {

/// What each sentence in this line is told as.
std::vector<std::vector<std::string>> told(const audit::reader::Book& book, uint32_t line) {
  std::vector<std::vector<std::string>> out;
  for (const auto& u : book.units)
    for (const auto& s : u.says)
      if (s.at.line == line) out.push_back(s.clauses);
  return out;
}

std::string digest_at(const audit::reader::Book& book, uint32_t line) {
  for (const auto& u : book.units)
    for (const auto& s : u.says)
      if (s.at.line == line) return s.digest;
  return "";
}

using One = std::vector<std::vector<std::string>>;

}  // namespace

TEST_CASE("facts: the bullets of a section are the clauses that are named for them", "[text]") {
  auto book = audit::reader::parse("x",
                                   "1 夜\n"
                                   "1-1 夜にすること\n"
                                   "夜には次のことをする。\n"
                                   "・星札を置く\n"
                                   "・星札を戻す\n"
                                   "・星札を数える\n"
                                   "1-2 朝\n"
                                   "朝には何もしない。\n");
  const std::vector<ClauseText> clauses = {
      {"1", "1\n夜\n夜の章。"},
      {"1-1", "1-1\n夜にすること\n夜に星札を置き、戻し、数える。星札を扱う。"},
      {"1-1・置く", "1-1・置く\n星札を置く\n星札は夜に出せる。"},
      {"1-1・戻す", "1-1・戻す\n星札を戻す\n星札は夜にしまえる。"},
      {"1-1・数える", "1-1・数える\n星札を数える\n枚数を調べる。"},
      {"1-2", "1-2\n朝\n朝は休む。"}};
  std::vector<Correction> none;
  assign_clauses(book, clauses, none);
  CHECK(told(book, 3) == One{{"1-1"}});
  CHECK(told(book, 4) == One{{"1-1・置く"}});
  CHECK(told(book, 5) == One{{"1-1・戻す"}});
  CHECK(told(book, 6) == One{{"1-1・数える"}});
  CHECK(told(book, 8) == One{{"1-2"}});
}

TEST_CASE(
    "facts: a sentence that stands twice is corrected in the order of its corrections, one can "
    "have several clauses",
    "[text]") {
  const std::string text =
      "【星】\n"
      "場に1枚だけ置けます。\n"
      "【月】\n"
      "場に1枚だけ置けます。\n"
      "【空】\n"
      "空には星と月があります。\n";
  const std::vector<ClauseText> clauses = {{"星.1", "星.1\n星\n星の枚数。"},
                                           {"月.1", "月.1\n月\n月の枚数。"},
                                           {"空.1", "空.1\n空\n星がある。"},
                                           {"空.2", "空.2\n空\n月がある。"}};
  auto book = audit::reader::parse("x", text);
  const std::string twice = digest_at(book, 2), sky = digest_at(book, 6);
  REQUIRE(twice == digest_at(book, 4));
  std::vector<Correction> hand = {{twice, "星.1", "the first", false},
                                  {twice, "月.1", "the second", false},
                                  {sky, "空.1", "both", false},
                                  {sky, "空.2", "both", false}};
  assign_clauses(book, clauses, hand);
  CHECK(told(book, 2) == One{{"星.1"}});
  CHECK(told(book, 4) == One{{"月.1"}});
  CHECK(told(book, 6) == One{{"空.1", "空.2"}});
  for (const Correction& c : hand) CHECK(c.used);

  // one correction for both places, and one for a clause that the game does not have
  std::vector<Correction> other = {{twice, "月.1", "wherever it stands", false},
                                   {sky, "海.1", "no clause", false}};
  assign_clauses(book, clauses, other);
  CHECK(told(book, 2) == One{{"月.1"}});
  CHECK(told(book, 4) == One{{"月.1"}});
  CHECK(other[0].used);
  CHECK_FALSE(other[1].used);
  CHECK_FALSE(told(book, 6) == One{{"海.1"}});
}
