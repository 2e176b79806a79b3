// The phrases run backwards: the words in which a book writes provisions.

#include "model/phrases/back.h"

#include "tests/catch.h"
#include "tests/unit/model/phrases/booklet.h"

using namespace hanrei;
using test::Booklet;

namespace {

const std::string kShips = R"j(
  {"sort": "ships", "text": ["ship", "vessel"], "is": {"set": "ships"}},
  {"sort": "ships", "text": "red {s:ships}", "is": {"$narrow": "$s", "where": "$it.red"}},
  {"sort": "ship", "text": "one {s:ships}", "is": {"v": "$!t"}, "introduces": {"ship": "$!t"},
   "lift": {"present": [{"$one": "$s", "choose": "$!t"}]}},
  {"sort": "ship", "text": "it", "refers": "ship", "is": {"v": "$ref"}},
  {"sort": "ship", "text": "the last", "refers": "ship", "take": "nearest", "is": {"v": "$ref"}},
  {"sort": "act", "text": "{?now }{hit|strike} {o:ship} for {n:number}", "empty": ["now "],
   "is": [{"do": "$o.v.hull -= $n"}]},
  {"sort": "acts", "text": "{a:act}", "is": "$a"},
  {"sort": "acts", "text": "{a:act}, {b:acts}", "is": ["$*a", "$*b"]},
  {"sort": "card", "text": "{a:acts}.", "is": [{"effect": "", "present": ["$^present"], "steps": "$a"}]})j";

const std::string kDeal =
    R"j(, {"sort": "act", "text": "deal {n:number} to {o:ship}", "is": [{"do": "$o.v.hull -= $n"}]})j";

/// What the book prints for a list of provisions; a wording counts where it is read as that again.
model::phrases::Printed printed(const Booklet& b, const base::Json& provisions) {
  const auto says = [](const base::Json& j) { return Booklet::line(j); };
  return print(*b.book, provisions, nullptr, says, [&](const model::phrases::Wording& w) {
    const auto again = model::phrases::read(*b.book, w.words, nullptr, false);
    return again.meanings.size() == 1 &&
           Booklet::line(again.meanings[0].provisions) == Booklet::line(provisions);
  });
}

std::string house(const Booklet& b, const std::string& text, size_t meaning = 0) {
  const auto p = printed(b, b.read(text).meanings.at(meaning).provisions);
  return p.house ? p.house->words.at(0).second : "";
}

}  // namespace

TEST_CASE("phrases backwards: the shortest, in the first wording of each", "[phrases]") {
  const Booklet b(Booklet::of(kShips + kDeal));
  REQUIRE(b.book);
  CHECK(house(b, "now strike one red vessel for 2.") == "hit one red ship for 2.");
  CHECK(house(b, "deal 2 to one ship, hit one red red ship for 12.") ==
        "hit one ship for 2, hit one red red ship for 12.");
}

TEST_CASE("phrases backwards: a word that could mean two things is not taken", "[phrases]") {
  const Booklet b(Booklet::of(kShips));
  REQUIRE(b.book);
  const std::string text = "hit one ship for 1, hit one red ship for 2, hit it for 3.";
  REQUIRE(b.read(text).meanings.size() == 2);
  CHECK(house(b, text, 1) == "hit one ship for 1, hit one red ship for 2, hit the last for 3.");
  CHECK(house(b, text, 0) == "");  // the book has no words for this alone
  CHECK(house(b, "hit one ship for 1, hit it for 3.") == "hit one ship for 1, hit it for 3.");
}

TEST_CASE("phrases backwards: the same phrases, whichever wordings", "[phrases]") {
  const Booklet b(Booklet::of(kShips + kDeal));
  REQUIRE(b.book);
  const auto same = [&](const std::string& text) {
    const auto r = b.read(text);
    const auto p = printed(b, r.meanings.at(0).provisions);
    return same_phrases(*b.book, *p.house->how, *r.meanings[0].how);
  };
  CHECK(same("now strike one vessel for 2."));
  CHECK_FALSE(same("deal 2 to one ship."));
}

TEST_CASE("phrases backwards: what no phrase says is not printed", "[phrases]") {
  Booklet b(Booklet::of(kShips));
  REQUIRE(b.book);
  const auto p = printed(b, b.json(R"j([{"effect": "", "steps": [{"call": "sink(me)"}]}])j"));
  CHECK_FALSE(p.house);
  CHECK(p.refused.empty());
  CHECK_FALSE(p.bounded);
}

TEST_CASE("phrases backwards: words that are read otherwise are a mistake of the book",
          "[phrases]") {
  Booklet b(Booklet::of(R"j({"sort": "card", "text": "a", "is": ["x"]},
                           {"sort": "card", "text": "a", "is": ["y"]})j"));
  REQUIRE(b.book);
  const auto p = printed(b, b.json(R"j(["x"])j"));
  CHECK_FALSE(p.house);
  REQUIRE(p.refused.size() == 1);
  CHECK(p.refused[0].words.at(0).second == "a");
}

TEST_CASE("phrases backwards: spans, and no name that is nowhere said", "[phrases]") {
  Booklet b(
      R"j({"format": 1, "islands": ["card"],
          "lexical": [{"sort": "number", "match": "digits"}, {"sort": "title", "match": "text"}],
          "phrases": [
            {"sort": "card", "text": "{n:title}:{a:act}", "empty": ["n"], "is": "$a"},
            {"sort": "card", "text": "named {n:title}{/}{a:act}", "is": [{"effect": "$n", "steps": "$a"}]},
            {"sort": "act", "text": "draw {n:number}", "is": [{"call": "draw(me, $n)"}]}]})j");
  REQUIRE(b.book);
  CHECK_FALSE(printed(b, b.json(R"j([{"call": "draw(me, 2)"}])j")).house);
  const auto p =
      printed(b, b.json(R"j([{"effect": "Volley", "steps": [{"call": "draw(me, 2)"}]}])j"));
  REQUIRE(p.house);
  CHECK(p.house->words == model::phrases::Words{{"s1", "named Volley"}, {"s2", "draw 2"}});
}
