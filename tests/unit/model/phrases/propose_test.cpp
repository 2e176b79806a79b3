// The phrase that a book lacks for a card.

#include "model/phrases/propose.h"

#include "model/phrases/solve.h"
#include "tests/catch.h"
#include "tests/unit/model/phrases/booklet.h"

using namespace hanrei;
using test::Booklet;
namespace phrases = model::phrases;

namespace {

const std::string kBook =
    R"j({"format": 1, "lexical": [{"sort": "number", "match": "digits"}], "islands": ["card"],
  "phrases": [
  {"sort": "ship", "text": "my ship", "is": {"v": "mine"}},
  {"sort": "act", "text": "hit {o:ship} for {n:number}", "is": [{"do": "$o.v.hull -= $n"}]},
  {"sort": "card", "text": "{a:act}.", "is": [{"effect": "", "steps": "$a"}]}]})j";

/// The phrases that are proposed for a card of these words and abilities, in one line each.
std::vector<std::string> proposed(const std::string& words, const std::string& abilities) {
  Booklet b(kBook);
  REQUIRE(b.book);
  const base::Json card = b.json(R"j({"card": "c", "text": [{"spans": {"s1": ")j" + words +
                                 R"j("}}], "provisions": )j" + abilities + "}");
  std::vector<base::Json> files;
  files.push_back(*base::read_json(b.sources, b.sources.add("again.json", kBook), b.log));
  std::vector<std::string> out;
  for (const auto& p : phrases::propose(*b.book, files, *b.game, card).list)
    out.push_back(Booklet::line(p.phrase));
  return out;
}

}  // namespace

TEST_CASE("propose: numbers and what is read become slots", "[phrases]") {
  const auto list =
      proposed("mend my ship by 3.", R"j([{"effect": "", "steps": [{"do": "mine.hull += 3"}]}])j");
  REQUIRE(!list.empty());
  CHECK(list[0] ==
        R"j({"sort":"act","text":"mend {a:ship} by {b:number}","is":[{"do":"$a.v.hull += $b"}]})j");
}

TEST_CASE("propose: the fewest words that are not read", "[phrases]") {
  const auto list = proposed("hit your ship for 3.",
                             R"j([{"effect": "", "steps": [{"do": "yours.hull -= 3"}]}])j");
  REQUIRE(!list.empty());
  CHECK(list[0] == R"j({"sort":"ship","text":"your ship","is":{"v":"yours"}})j");
}

TEST_CASE("propose: nothing where the card is read, or its words are all unread", "[phrases]") {
  CHECK(proposed("hit my ship for 3.", R"j([{"effect": "", "steps": [{"do": "mine.hull -= 3"}]}])j")
            .empty());
  CHECK(proposed("sing", R"j([{"norm": "forbid"}])j").empty());
}

TEST_CASE("propose: an unknown is solved up to bound names", "[phrases]") {
  Booklet b(kBook);
  const auto solved = phrases::solve(
      b.json(R"j([{"choose": "t", "one": "s in ships: unknown_part_0(s)"}, {"do": "t.x += 1"}])j"),
      b.json(R"j([{"choose": "q", "one": "r in ships: r.red"}, {"do": "q.x += 1"}])j"));
  REQUIRE(solved);
  CHECK(solved->at(phrases::unknown(0)).string == "$it.red");
  CHECK_FALSE(phrases::solve(b.json(R"j(["unknown_part_0 + 1"])j"), b.json(R"j(["a + 2"])j")));
}
