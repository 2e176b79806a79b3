// What a phrasebook makes of words: all meanings, or what is not read.

#include <algorithm>

#include "tests/catch.h"
#include "tests/unit/model/phrases/booklet.h"

using namespace hanrei;
using model::phrases::Bounded;
using test::Booklet;
using Lines = std::vector<std::string>;

namespace {

const std::string kShips = R"j(
  {"sort": "ships", "text": "ship", "is": {"set": "ships"}},
  {"sort": "ships", "text": "red {s:ships}", "is": {"$narrow": "$s", "where": "$it.red"}},
  {"sort": "ships", "text": "wet or old {s:ships}", "is": {"$narrow": "$s", "where": "$it.wet or $it.old"}},
  {"sort": "ship", "text": "one {s:ships}", "is": {"v": "$!t"}, "introduces": {"ship": "$!t"},
   "lift": {"present": [{"$one": "$s", "choose": "$!t"}]}},
  {"sort": "ship", "text": "it", "refers": "ship", "is": {"v": "$ref"}},
  {"sort": "ship", "text": "the last", "refers": "ship", "take": "nearest", "is": {"v": "$ref"}},
  {"sort": "act", "text": "hit {o:ship} for {n:number}", "is": [{"do": "$o.v.hull -= $n"}]},
  {"sort": "acts", "text": "{a:act}", "is": "$a"},
  {"sort": "acts", "text": "{a:act}, {b:acts}", "is": ["$*a", "$*b"]},
  {"sort": "card", "text": "{a:acts}.", "is": [{"effect": "", "present": ["$^present"], "steps": "$a"}]})j";

}  // namespace

TEST_CASE("phrases: sets, targets and what is lifted", "[phrases]") {
  const Booklet b(Booklet::of(kShips));
  REQUIRE(b.book);
  CHECK(b.meanings("hit one red ship for 2.") ==
        Lines{R"j([{"effect":"","present":[{"choose":"t","one":"x in ships","where":"x.red"}],)j"
              R"j("steps":[{"do":"t.hull -= 2"}]}])j"});
  // A condition with `or` keeps to itself.
  CHECK(b.meanings("hit one red wet or old ship for 2.")[0].find(
            R"j("where":"(x.wet or x.old) and x.red")j") != std::string::npos);
}

TEST_CASE("phrases: what was spoken of", "[phrases]") {
  const Booklet b(Booklet::of(kShips));
  REQUIRE(b.book);
  CHECK(b.meanings("hit it for 1.").empty());  // of nothing yet
  CHECK(b.meanings("hit one ship for 1, hit it for 2.").size() == 1);
  const Lines two = b.meanings("hit one ship for 1, hit one red ship for 2, hit it for 3.");
  REQUIRE(two.size() == 2);
  CHECK(two[0].find("t.hull -= 3") != std::string::npos);
  CHECK(two[1].find("u.hull -= 3") != std::string::npos);
  CHECK(b.meanings("hit one ship for 1, hit one red ship for 2, hit the last for 3.") ==
        Lines{two[1]});
}

TEST_CASE("phrases: a name of the text's own is no name that it has already", "[phrases]") {
  const Booklet b(
      Booklet::of(R"j({"sort": "card", "text": "a", "is": [{"do": "$!t := t + u"}]})j"));
  REQUIRE(b.book);
  CHECK(b.meanings("a") == Lines{R"j([{"do":"v := t + u"}])j"});
}

TEST_CASE("phrases: environments, and what is printed", "[phrases]") {
  Booklet b(Booklet::of(
      R"j({"sort": "who", "text": "you", "is": "$me"},
         {"sort": "who", "text": "they", "is": "$opp"},
         {"sort": "act", "text": "{q:who} win", "is": "wins($q)"},
         {"sort": "card", "text": "now {a:act}", "is": ["$a"]},
         {"sort": "card", "text": "later {a:act}", "env": {"me": "self.user", "opp": "opp($me)"}, "is": ["$a"]},
         {"sort": "card", "text": "mine", "only": {"card.kind": ["tool", "toy"]}, "is": ["a tool"]},
         {"sort": "card", "text": "costs {n:number}", "only": {"card.cost": "$n"}, "is": []},
         {"sort": "card", "text": "is {w:colour}", "only": {"card.colours": "$w"}, "is": ["${card.card}"]},
         {"sort": "colour", "from": "type colour"})j",
      R"j("env": {"me": "me", "opp": "opp(me)"},)j"));
  REQUIRE(b.book);
  CHECK(b.meanings("now they win") == Lines{R"j(["wins(opp(me))"])j"});
  CHECK(b.meanings("later you win") == Lines{R"j(["wins(self.user)"])j"});
  // The names of a phrase are worked out with those around it.
  CHECK(b.meanings("later they win") == Lines{R"j(["wins(opp(me))"])j"});
  const base::Json toy =
      b.json(R"j({"card": "top", "kind": "toy", "cost": 3, "colours": ["red"]})j");
  const base::Json ship = b.json(R"j({"card": "tug", "kind": "ship"})j");
  CHECK(b.meanings("mine", &toy).size() == 1);
  CHECK(b.meanings("mine", &ship).empty());
  CHECK(b.meanings("mine").size() == 1);  // nothing is known of the card
  CHECK(b.meanings("costs 3", &toy).size() == 1);
  CHECK(b.meanings("costs 4", &toy).empty());
  CHECK(b.meanings("is red", &toy) == Lines{R"j(["top"])j"});
  CHECK(b.meanings("is blue", &toy).empty());
}

TEST_CASE("phrases: operators", "[phrases]") {
  const auto is = [](const std::string& value) {
    const Booklet b(Booklet::of(
        R"j({"sort": "set", "text": "set", "is": {"set": "ships", "where": ["$it.red"]}},
           {"sort": "none", "text": "set", "is": {"set": "*"}},
           {"sort": "steps", "text": "set", "is": [{"do": "a"}, {"do": "b"}]},
           {"sort": "card", "text": "{n:number} {s:set} {z:none} {p:steps}", "empty": ["n", "s", "z", "p"], "is": )j" +
        value + "}"));
    REQUIRE(b.book);
    const Lines all = b.meanings("2 set set set");
    return all.empty() ? "" : all[0];
  };
  CHECK(is(R"j(["$s"])j") == R"j([{"set":"ships","where":["$it.red"]}])j");
  CHECK(is(R"j(["size($s)"])j") == R"j(["size((set x in ships: x.red))"])j");
  CHECK(is(R"j(["size($z)"])j") == "");  // a set of anything is none
  CHECK(is(R"j(["$n.v"])j") == "");      // a number has no parts
  CHECK(is(R"j(["$p"])j") == R"j([[{"do":"a"},{"do":"b"}]])j");
  CHECK(is(R"j(["a $p"])j") == "");  // no expression
  CHECK(is(R"j(["$*p"])j") == R"j([{"do":"a"},{"do":"b"}])j");
  CHECK(is(R"j([{"$one": "$s", "choose": "t", "who": "me", "as": "k", "or": "none"}])j") ==
        R"j([{"choose":"t","who":"me","one":"k in ships","where":"k.red","or":"none"}])j");
  CHECK(is(R"j([{"$some": "$s", "choose": "t"}])j") ==
        R"j([{"choose":"t","some":"x in ships","where":"x.red"}])j");
  CHECK(is(R"j([{"$one": "$z", "choose": "t"}])j") == "");
  CHECK(
      is(R"j({"$each": "$s", "steps": "$p"})j") ==
      R"j([{"each":"x in ships where x.red","mode":"in order","steps":[{"do":"a"},{"do":"b"}]}])j");
  CHECK(is(R"j({"$each": ["$s"], "mode": "joint", "steps": [{"do": "a"}]})j") ==
        R"j([{"each":"x in ships where x.red","mode":"joint","do":"a"}])j");
  CHECK(
      is(R"j({"$each": ["$s", {"set": "boats"}], "steps": [{"do": "a"}]})j") ==
      R"j([{"each":"x in ships where x.red","mode":"in order","do":"a"},{"each":"x in boats","mode":"in order","do":"a"}])j");
  CHECK(is(R"j({"$each": [], "steps": "$p"})j") == R"j([{"do":"a"},{"do":"b"}])j");
  CHECK(
      is(R"j([{"$for": "$s", "static": "s", "modify": "x.size", "add": "$n", "if": "a or b"}])j") ==
      R"j([{"static":"s","modify":"x.size","add":"2","if":"x.red and (a or b)","for":{"x":"ships"}}])j");
  CHECK(is(R"j([{"$count": "$s"}, {"$any": "$s"}, {"$any": {"set": "a"}}])j") ==
        R"j(["(count x in ships: x.red)","(any x in ships: x.red)","(any x in a: true)"])j");
  CHECK(is(R"j([{"$member": "$s", "is": "c"}, {"$member": "$z", "is": "c"}])j") ==
        R"j(["c.red and c in ships","true"])j");
  CHECK(is(R"j({"$guard": "a or b", "steps": [{"do": "c", "if": "d"}]})j") ==
        R"j([{"do":"c","if":"(a or b) and d"}])j");
  CHECK(is(R"j({"$guard": "a", "steps": "$p", "else": ["e"]})j") ==
        R"j([{"branch":[{"if":"a","steps":[{"do":"a"},{"do":"b"}],"else":["e"]}]}])j");
  CHECK(is(R"j([{"$rep": [{"do": "a"}], "times": "$n"}, "z"])j") ==
        R"j([{"do":"a"},{"do":"a"},"z"])j");
  CHECK(is(R"j([{"icons": {"$icons": "$n", "icon": "G"}}])j") == R"j([{"icons":["G","G"]}])j");
  // Conditions are anded, never lost; the form's name comes first.
  CHECK(is(R"j([{"$merge": {"if": "a or b", "in": "c"}, "norm": "permit", "if": "d"}])j") ==
        R"j([{"norm":"permit","if":"(a or b) and d","in":"c"}])j");
  CHECK(is(R"j([{"$merge": "a"}])j") == "");
}

TEST_CASE("phrases: an expression within another keeps to itself", "[phrases]") {
  const Booklet b(Booklet::of(
      R"j({"sort": "sum", "text": "sum", "is": "a + b"}, {"sort": "sum", "text": "one", "is": "a"},
         {"sort": "card", "text": "twice {s:sum}", "is": ["2 * $s", "f($s, 1)", "$s"]})j"));
  REQUIRE(b.book);
  CHECK(b.meanings("twice sum") == Lines{R"j(["2 * (a + b)","f(a + b, 1)","a + b"])j"});
  CHECK(b.meanings("twice one") == Lines{R"j(["2 * a","f(a, 1)","a"])j"});
}

TEST_CASE("phrases: words that the game declares", "[phrases]") {
  const Booklet b(Booklet::of(
      R"j({"sort": "moment", "from": "signals", "with": ["obj"]},
         {"sort": "moment of a player", "from": "signals", "with": ["player"], "without": ["obj"]},
         {"sort": "zone", "from": "zones"},
         {"sort": "card", "text": "when it {m:moment}", "is": [{"on": {"$args": "$m"}}]},
         {"sort": "card", "text": "when one {m:moment of a player}", "is": [{"on": {"$args": "$m"}}]},
         {"sort": "card", "text": "in {z:zone}", "is": ["$z(me)"]})j"));
  REQUIRE(b.book);
  CHECK(b.meanings("when it sinks") == Lines{R"j([{"on":"sinks(c)"}])j"});
  CHECK(b.meanings("when it draws").empty());
  CHECK(b.meanings("when one draws") == Lines{R"j([{"on":"draws(p, n)"}])j"});
  CHECK(b.meanings("in quay") == Lines{R"j(["quay(me)"])j"});
}

TEST_CASE("phrases: names and numbers by their characters", "[phrases]") {
  const Booklet b(
      R"j({"format": 1, "lexical": [{"sort": "name", "match": "text", "without": ">", "most": 6},
            {"sort": "number", "match": "digits"}, {"sort": "change", "match": "signed"}],
          "phrases": [
            {"sort": "card", "text": "<{n:name}>", "is": ["a = $n", "$n"]},
            {"sort": "card", "text": "{n:name}{/}does it", "is": [{"effect": "$n"}]},
            {"sort": "card", "text": "{a:change}by{b:number}", "is": ["$a + $b"]}]})j");
  REQUIRE(b.book);
  CHECK(b.meanings("<tug>") == Lines{R"j(["a = tug","tug"])j"});
  // In an expression a name that is no word is quoted.
  CHECK(b.meanings("<a-b c>") == Lines{R"j(["a = 《a-b c》","a-b c"])j"});
  CHECK(b.meanings("<sevenly>").empty());
  CHECK(b.meanings("-3by12") == Lines{R"j(["-3 + 12"])j"});
  CHECK(b.meanings("3by12").empty());
  // All lengths of a name are tried, and the end of a span cuts.
  const auto cut = [&](const std::string& one, const std::string& two) {
    return model::phrases::read(*b.book, {{"s1", one}, {"s2", two}}, nullptr, false);
  };
  REQUIRE(cut("save", "does it").meanings.size() == 1);
  CHECK(Booklet::line(cut("save", "does it").meanings[0].provisions) == R"j([{"effect":"save"}])j");
  CHECK(cut("save does", "it").meanings.empty());
  // A number does not go on in the next span.
  CHECK(cut("-3by1", "2").meanings.empty());
  CHECK(cut("-3by", "12").meanings.size() == 1);
}

TEST_CASE("phrases: folded characters know where they were printed", "[phrases]") {
  const auto f =
      model::phrases::fold({{"s1", "［３ 点−１］"}, {"s2", "ﾊﾞﾝ!"}}, {true, false, false});
  CHECK(model::phrases::utf8(f.chars) == "[3点-1]バン!");
  CHECK(f.print(0, 3) == "［３ 点");
  CHECK(f.print(5, 7) == "］ﾊﾞ");
  CHECK(f.boundary ==
        std::vector<bool>{true, false, false, false, false, false, true, false, false, true});
  const auto at = model::phrases::at(f, 2, 8);
  REQUIRE(at.size() == 2);
  CHECK((at[0].span == "s1" && at[0].begin == 3 && at[0].end == 7));
  CHECK((at[1].span == "s2" && at[1].begin == 0 && at[1].end == 3));
}

// What only looks like a digit is none.
TEST_CASE("phrases: only the width is folded", "[phrases]") {
  const auto chars = [](const std::string& text) {
    return model::phrases::utf8(model::phrases::fold({{"s1", text}}, {}).chars);
  };
  CHECK(chars("３点") == "3点");
  CHECK(chars("ｶﾞ") == "ガ");
  CHECK(chars("か\u3099") == "が");
  for (const std::string as_it_is : {"3²点", "①", "㍻", "½", "…", "ﬁ"})
    CHECK(chars(as_it_is) == as_it_is);
  CHECK(chars("\xff"
              "3") ==
        "\uFFFD"
        "3");
}

TEST_CASE("phrases: in a language with spaces, words end where their letters end", "[phrases]") {
  const Booklet b(Booklet::of(R"j({"sort": "card", "text": ["tire it", "it tires"], "is": []})j",
                              R"j("text": {"fold": ["one space", "lower case"]},)j"));
  REQUIRE(b.book);
  CHECK(b.meanings("Tire  it ").size() == 1);
  CHECK(b.meanings("It tires").size() == 1);
  CHECK(b.meanings("tire its").empty());
  CHECK(b.meanings("tireit").empty());
}

TEST_CASE("phrases: what is not read, character by character", "[phrases]") {
  const Booklet b(Booklet::of(
      R"j({"sort": "act", "text": "draw {n:number}", "is": ["$n"]}, {"sort": "act", "text": "pass", "is": ["p"]},
         {"sort": "card", "text": "{a:act}.", "is": "$a"}, {"sort": "card", "text": "{a:act}.{b:card}", "is": ["$*a", "$*b"]})j",
      R"j("text": {"ends": ["."]},)j"));
  REQUIRE(b.book);
  const auto r = b.read("draw 2.burn 3.pass.");
  CHECK_FALSE(r.whole());
  std::string unread;
  for (size_t i = 0; i < r.unread.size(); ++i)
    if (r.unread[i]) unread += static_cast<char>(r.text.chars[i]);
  CHECK(unread == "burn 3.");
  CHECK(r.furthest == 7);
  CHECK(r.expected == Lines{"draw ", "pass"});
  const auto s = model::phrases::sentences(*b.book, r);
  REQUIRE(s.size() == 3);
  CHECK((s[0].read && !s[1].read && s[2].read));
  // One slip is mended, and only what is then read whole is proposed.
  CHECK(model::phrases::read(*b.book, {{"s1", "draw 2.drow 3."}}, nullptr, true).nearest ==
        Lines{"draw 2.draw 3."});
  CHECK(model::phrases::read(*b.book, {{"s1", "drow 2.drow 3."}}, nullptr, true).nearest.empty());
}

TEST_CASE("phrases: what a part was made from", "[phrases]") {
  const Booklet b(Booklet::of(kShips));
  const auto r = b.read("hit one red ship for 2.");
  REQUIRE(r.meanings.size() == 1);
  const base::Json& effect = r.meanings[0].provisions.items[0];
  const auto words = [&](const base::Json& j) { return r.text.print(j.span.begin, j.span.end); };
  CHECK(words(effect) == "hit one red ship for 2.");
  CHECK(words(effect.find("steps")->items[0]) == "hit one red ship for 2");
  CHECK(words(effect.find("present")->items[0]) == "one red ship");
  CHECK(words(*effect.find("present")->items[0].find("where")) == "red ship");
}

TEST_CASE("phrases: what was lifted and nobody took is no meaning", "[phrases]") {
  const Booklet b(
      Booklet::of(kShips + R"j(, {"sort": "card", "text": "just {a:act}.", "is": "$a"})j"));
  REQUIRE(b.book);
  const auto r = b.read("just hit one ship for 2.");
  CHECK_FALSE(r.whole());
  // Every word is in a phrase all the same.
  CHECK(r.furthest == r.text.size());
  CHECK(std::count(r.unread.begin(), r.unread.end(), true) == 0);
}

TEST_CASE("phrases: odd texts", "[phrases]") {
  const Booklet b(Booklet::of(kShips));
  CHECK_FALSE(b.read("").whole());
  CHECK(b.read("").bounded == Bounded::No);
  const auto bad = b.read("hit \xff\xfe one \xe3\x81 ship");
  CHECK_FALSE(bad.whole());
  CHECK(bad.furthest == 4);
  CHECK(b.read(std::string(4096, 'x')).bounded == Bounded::No);
  CHECK(b.read(std::string(5000, 'x')).bounded == Bounded::Length);
  CHECK_FALSE(model::phrases::read(*b.book, {}, nullptr, true).whole());
}

TEST_CASE("phrases: left recursion, and more meanings than are looked at", "[phrases]") {
  const Booklet b(Booklet::of(
      R"j({"sort": "e", "text": "a", "is": "a"}, {"sort": "e", "text": "{x:e}-{y:e}", "is": "f($x, $y)"},
         {"sort": "card", "text": "{x:e}", "is": ["$x"]})j"));
  REQUIRE(b.book);
  CHECK(b.meanings("a").size() == 1);
  CHECK(b.meanings("a-a-a").size() == 2);  // the numbers of Catalan
  CHECK(b.meanings("a-a-a-a").size() == 5);
  CHECK(b.meanings("a-a-a-a-a").size() == 14);
  CHECK(b.read("a-a-a-a-a").bounded == Bounded::No);
  std::string text = "a";
  for (int i = 0; i < 12; ++i) text += "-a";
  const auto r = b.read(text);
  CHECK(r.bounded == Bounded::Values);
  CHECK(r.meanings.size() <= 64);
  for (int i = 0; i < 900; ++i) text += "-a";
  CHECK(b.read(text).bounded != Bounded::No);
}

TEST_CASE("phrases: a long row of phrases is cut, and says so", "[phrases]") {
  const Booklet b(Booklet::of(
      R"j({"sort": "s", "text": "a", "is": ["a"]}, {"sort": "s", "text": "a{y:s}", "is": ["a", "$*y"]},
         {"sort": "card", "text": "{x:s}", "is": "$x"})j"));
  REQUIRE(b.book);
  CHECK(b.read(std::string(200, 'a')).whole());
  CHECK(b.read(std::string(1000, 'a')).bounded == Bounded::Depth);
  CHECK(b.read(std::string(4000, 'a')).bounded == Bounded::Items);
}
