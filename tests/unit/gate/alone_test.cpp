// What of a change vouches for what: each ability for itself, each step for the clause that it
// cites, a revision for what its kind says. What is expected was written down first.
#include <utility>

#include "tests/catch.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kCards = "cards/cards.json", kTurn = "rulebook/2-turn.json";

/// A kite with two abilities that wait for the same moment.
void with_gift(Repo& repo) {
  const std::string
      line = R"J("do": "x.糸 += 1"}], "span": ["s1"]})J",
      gift = R"J({"trigger": "置き土産", "on": "落ちるとき(self)", "steps": [{"do": "me.点 += 1"}],
   "span": ["s2"]})J";
  repo.edit(kCards, R"J(糸を1増やす。"})J",
            R"J(糸を1増やす。", "s2": "落ちるとき、1点を得る。"})J");
  repo.edit(kCards, line, line + ", " + gift);
  repo.base = repo.commit("a kite with two abilities");
}

}  // namespace

TEST_CASE("gate: an ability that goes along vouches for none beside it", "[gate][restated]") {
  Repo repo;
  with_gift(repo);
  const Edit line_words{kCards, "糸を1増やす", "糸を3増やす"},
      line{kCards, "x.糸 += 1", "x.糸 += 3"},
      gift_words{kCards, "とき、1点を得る", "とき、2点を得る"};
  const std::string before = R"J("do": "me.点 += 1"}],
   "span")J";
  const auto gift = [&](const std::string& now) {
    return Edit{kCards, before, R"J("do": ")J" + now + R"J("}],
   "span")J"};
  };
  const auto found = [&](const Edit& other) {
    const Gated g = edited(repo, {line_words, line, gift_words, other});
    return std::pair(g.counting.count("HG1001"), g.counting.count("HG1407"));
  };
  using Counts = std::pair<size_t, size_t>;
  CHECK(found(gift("me.点 += 2")) == Counts(0, 0));      // both go along
  CHECK(found(gift("me.点 += 1 + 0")) == Counts(1, 0));  // the other only looks so
  CHECK(found(gift(
            R"J(me.点 += 1"}, {"each": "x in 空の凧 where x.長さ < -5", "do": "x.糸 += 1)J")) ==
        Counts(0, 1));
  // one alone is compared with its card
  CHECK(edited(repo, {gift_words, gift("me.点 += 1 + 0")}).counting.count("HG1001") == 1);
}

TEST_CASE("gate: a clause that goes along vouches for none beside it", "[gate][restated]") {
  const Repo repo;
  const std::string end = "rulebook/4-end.json", fly = "rulebook/5-kites.json";
  const Edit points_words{end, "has 3 points", "has 5 points"},
      falls_words{fly, "gets 1 point", "gets 2 points"};
  const auto found = [&](const std::string& points, const std::string& falls) {
    const Gated g = edited(repo, {points_words,
                                  falls_words,
                                  {end, "p.点 >= 3", points},
                                  {fly, "opp(c.user).点 += 1", falls}});
    return std::pair(g.counting.count("HG1001"), g.counting.count("HG1407"));
  };
  using Counts = std::pair<size_t, size_t>;
  CHECK(found("p.点 >= 5", "opp(c.user).点 += 2") == Counts(0, 0));
  CHECK(found("p.点 > 2", "opp(c.user).点 += 2") == Counts(1, 0));
  CHECK(found("p.点 >= 5", "opp(c.user).点 += 1 + 0") == Counts(1, 0));
}

TEST_CASE("gate: a step goes along with the clause that it cites, and with no other one",
          "[gate][restated]") {
  const Repo repo;
  const Edit step{kTurn, "turn := opp(me)", "turn := me"},
      own{kTurn, "Hand the turn over to", "Keep the turn from"},
      other{kTurn, "Use any number of tricks", "Use up to two tricks"},
      whole{kTurn, "The player on turn draws, uses", "The player on turn uses"};
  const auto codes = [&](const std::vector<Edit>& edits) {
    const Gated g = edited(repo, edits);
    return std::pair(g.counting.count("HG1001"), g.counting.count("HG1002"));
  };
  using Counts = std::pair<size_t, size_t>;
  CHECK(codes({step, own}) == Counts(0, 0));
  CHECK(codes({step, other}) == Counts(1, 1));  // neither has to do with the other
  CHECK(codes({step, whole}) == Counts(1, 1));
  CHECK(codes({step}) == Counts(0, 1));
  // a step that cites nothing stands for the clause of its procedure
  const std::string draw = R"J("move(top(山札(p)), 手札(p))")J";
  CHECK(codes({{kTurn, "Draw one card", "Draw two cards"},
               {kTurn, "\"do\": " + draw, "\"do\": [" + draw + ", " + draw + "]"}}) ==
        Counts(0, 0));
}

TEST_CASE("gate: a revision that models names what it corrects, where the words stay",
          "[gate][restated]") {
  Repo repo;
  const std::string first = R"({"version": "1.0.0", "date": "2026-05-01", "kind": "wording"})",
                    models = R"(, {"version": "1.0.1", "date": "2026-05-02", "kind": "modelling",
  "corrects": ["大取り"]})",
                    extends =
                        R"(, {"version": "1.1.0", "date": "2026-05-02", "kind": "extending"})";
  repo.put("games/tako/cards/90-more.json",
           R"({"format": 1, "cards": [{"card": "大取り", "種類": "技", "invented": true,
 "text": [{"spans": {"s1": "1点を得る。"}}],
 "provisions": [{"effect": "", "steps": [{"do": "me.点 += 1"}], "span": ["s1"]}]}]})");
  repo.revise(first);
  repo.base = repo.commit("revisions begin");
  const auto counting = [&](const std::string& kinds, const std::vector<Edit>& edits) {
    return after(repo,
                 [&] {
                   for (const Edit& e : edits) repo.edit(e.file, e.from, e.to);
                   repo.revise(first + kinds);
                 })
        .counting;
  };
  const std::string card = "cards/90-more.json";
  const Edit words{card, "1点を得る。", "2点を得る。"}, rules{card, "me.点 += 1", "me.点 += 2"};
  CHECK(counting(models, {rules}).empty());
  CHECK(counting(models, {words, rules}) == Codes{"HG1304"});
  CHECK(counting(models + extends, {words, rules}).empty());
  // what another revision declares is not what this one corrects
  CHECK(counting(extends, {rules}) == Codes{"HG1002"});
}

TEST_CASE("gate: a revision that models declares what there was, by clauses that it rested on",
          "[gate][restated]") {
  Repo repo;
  const std::string first = R"({"version": "1.0.0", "date": "2026-05-01", "kind": "wording"})";
  repo.revise(first);
  repo.base = repo.commit("revisions begin");
  const auto counting = [&](const std::string& named, const std::vector<Edit>& edits) {
    return after(repo,
                 [&] {
                   for (const Edit& e : edits) repo.edit(e.file, e.from, e.to);
                   repo.revise(first +
                               R"(, {"version": "1.0.1", "date": "2026-05-02", "kind": "modelling",
  "corrects": [")" + named + "\"]}");
                 })
        .counting;
  };
  const auto declared = [&](const std::string& named, const std::vector<Edit>& edits) {
    const Codes codes = counting(named, edits);  // a precedent falls, whatever is declared
    CHECK(codes.contains("HG1002") == codes.contains("HG1302"));
    return !codes.contains("HG1002");
  };
  const std::string draw = R"J("move(top(山札(p)), 手札(p))")J";
  const Edit twice{kTurn, "\"do\": " + draw, "\"do\": [" + draw + ", " + draw + "]"};
  CHECK(declared("2-1", {twice}));
  CHECK_FALSE(declared("4-1", {twice}));             // another step of the procedure cites it
  CHECK_FALSE(declared("procedure 引く", {twice}));  // it has clauses: they are named
  // a citation that comes with the change
  const std::string head = R"J("args": {"p": "player"}, "by": [)J";
  CHECK_FALSE(declared("5-1", {twice, {kTurn, head + "\"2-1\"", head + "\"5-1\""}}));
  // what is new was never modelled wrongly
  const Codes made =
      after(repo, [&] {
        repo.put("games/tako/cards/90-more.json",
                 R"({"format": 1, "cards": [{"card": "大取り", "種類": "技", "invented": true,
 "text": [{"spans": {"s1": "1点を得る。"}}],
 "provisions": [{"effect": "", "steps": [{"do": "me.点 += 1"}], "span": ["s1"]}]}]})");
        repo.revise(first + R"(, {"version": "1.0.1", "date": "2026-05-02", "kind": "modelling",
  "corrects": ["大取り"]})");
      }).counting;
  CHECK(made == Codes{"HG1302", "HG1304"});
}

TEST_CASE("gate: a revision that models names every clause that a part rests on",
          "[gate][restated]") {
  Repo repo;
  const std::string first = R"({"version": "1.0.0", "date": "2026-05-01", "kind": "wording"})",
                    kites = "rulebook/5-kites.json";
  repo.revise(first);
  repo.edit(kites, R"("orderer": "turn", "by": ["5-2"])",
            R"("orderer": "turn", "by": ["5-2", "5-1"])");
  repo.put(
      "games/tako/cards/90-more.json",
      R"({"format": 1, "cards": [{"card": "大凧", "種類": "凧", "長さ": 4, "invented": true}]})");
  repo.base = repo.commit("two citations");
  const auto counting = [&](const std::string& more, const Edit& edit) {
    const Gated g = after(repo, [&] {
      repo.edit(edit.file, edit.from, edit.to);
      repo.revise(first + R"(, {"version": "1.0.1", "date": "2026-05-02", "kind": "modelling",
  "corrects": [)" +
                  more + "}");
    });
    UNSCOPED_INFO(more << "\n" << g.ran.out << g.ran.err);
    return g.counting;
  };
  const Edit order{kites, R"("orderer": "turn")", R"_("orderer": "opp(turn)")_"};
  CHECK(counting(R"("5-1"])", order).contains("HG1002"));
  CHECK(counting(R"("5-2"])", order).contains("HG1302"));
  CHECK_FALSE(counting(R"("5-2", "5-1"])", order).contains("HG1002"));
  // what is corrected in its place counts from no day before
  for (const char* day : {"effective", "known"})
    CHECK(counting(R"("5-2", "5-1"], ")" + std::string(day) + R"(": "2026-05-01")", order)
              .contains("HG1304"));
  CHECK_FALSE(counting(R"("5-2", "5-1"], "effective": "2026-05-03")", order).contains("HG1304"));
  // nor is what is printed a model of anything
  const Codes print = counting(R"("大凧"])", {"cards/90-more.json", "\"長さ\": 4", "\"長さ\": 5"});
  CHECK(print.contains("HG1302"));
}

TEST_CASE("gate: a signature of an ability is of what it does, too", "[gate][restated]") {
  Repo repo;
  const Edit words{kCards, "糸を2減らす。", "糸を2つ減らす。"};
  repo.edit(words.file, words.from, words.to);
  const std::string told = test::run({"gate", "--base", repo.base, repo / "games"}).out;
  const size_t at = told.find("\"digest\": \"");
  REQUIRE(at != std::string::npos);
  const std::string digest = told.substr(at + 11, 16);
  repo.edit(words.file, words.to, words.from);
  const auto with = [&](const std::string& ability) {
    return edited(repo, {words,
                         {kCards, kRules + "\"}], \"span\": [\"s1\"]",
                          ability + "\"}], \"span\": [\"s1\"], \"read\": {\"digest\": \"" + digest +
                              "\", \"by\": \"M\", \"on\": \"2026-05-01\"}"}})
        .counting;
  };
  CHECK(with(kRules).empty());
  CHECK(with("糸を切る(t, if 1 > 2 then 3 else 2)").count("HG1003") == 1);
}
