// Words that changed, and rules that only look as if they had gone along; rules that changed, and
// words that only look as if they had. What is expected was written down before the gate was run.
#include <filesystem>

#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kCards = "cards/cards.json", kEnd = "rulebook/4-end.json",
                  kTable = "rulebook/1-table.json", kFly = "rulebook/5-kites.json";

/// A game of the tests beside the one of the documentation.
void with_game(Repo& repo, const std::string& folder, const std::string& name) {
  copy_folder(at_root(folder), repo / ("games/" + name));
  repo.base = repo.commit("another game");
}

const std::string kHarbourCards = "../harbour/cards/harbour.json",
                  kHarbour = "../harbour/rulebook/harbour.json";

}  // namespace

TEST_CASE("gate: a restatement of an ability has not gone along with its words",
          "[gate][restated]") {
  const Repo repo;
  const Edit words{kCards, "\"s1\": \"1点を得る。\"", "\"s1\": \"相手は1点を失う。\""};
  const std::string effect = R"({"effect": "", "steps": [{"do": "me.点 += 1"}])";
  const std::string restated[] = {
      R"({"effect": "", "id": "v2", "steps": [{"do": "me.点 += 1"}])",
      R"J({"effect": "", "steps": [{"do": "me.点  +=  (1)"}])J",
      R"({"effect": "", "steps": [{"n": 1, "do": "me.点 += 1"}])",
      R"({"effect": "", "steps": [{"do": "me.点 += 1", "by": ["3"]}])",
      R"({"effect": "", "steps": [{"note": "v2"}, {"do": "me.点 += 1"}])",
      R"({"effect": "", "steps": [{"do": "me.点 += 1 + 0"}])",  // by the differ
  };
  for (const std::string& now : restated) {
    INFO(now);
    const Gated g = edited(repo, {words, {kCards, effect, now}});
    CHECK(g.ran.code == 1);
    CHECK(g.counting.count("HG1001") == 1);
  }
  // what makes a difference has, whoever finds that
  CHECK(edited(repo, {words, {kCards, effect, R"({"effect": "", "steps": [{"do": "me.点 += 2"}])"}})
            .counting.count("HG1001") == 0);
  // a trigger under another name, with other words
  CHECK(edited(repo, {{kCards, "{\"trigger\": \"命綱\"", "{\"trigger\": \"命の綱\""},
                      {kCards, "糸を1増やす", "糸を3減らす"}})
            .counting == Codes{"HG1001"});
  // the other name alone is told
  const Gated named =
      edited(repo, {{kCards, "{\"trigger\": \"命綱\"", "{\"trigger\": \"命の綱\""}});
  CHECK(named.counting.empty());
  CHECK(named.all.count("HG1016") == 1);
}

TEST_CASE("gate: a restatement of a provision has not gone along with its clause",
          "[gate][restated]") {
  const Repo repo;
  const Edit words{kEnd, "has 3 points", "has 5 points"};
  const std::string ending = "{\"ending\": \"勝ち\",", heads = "], \"provisions\": [";
  for (const Edit& other :
       {Edit{kEnd, ending, "{\"ending\": \"勝ち\", \"id\": \"win\","},
        Edit{kEnd, "\"by\": [\"4\"]", "\"by\": [[\"4\"]]"},
        Edit{kEnd, ending, "{\"ending\": \"勝者\","}, Edit{kEnd, "p.点 >= 3", "(p.点) >= (3)"},
        Edit{kEnd, "p.点 >= 3", "p.点 > 2"},  // by the differ
        Edit{kEnd, heads, heads + R"({"derived": "無用", "is": "5", "by": ["4"]},)"},
        Edit{"rulebook/6-wind.json", "\"judge\": \"endings\", \"by\": [\"4\"]",
             "\"judge\": \"endings\", \"by\": [[\"4\"]]"}}) {
    INFO(other.to);
    const Gated g = edited(repo, {words, other});
    CHECK(g.ran.code == 1);
    CHECK(g.counting.count("HG1001") == 1);
  }
  CHECK(edited(repo, {words, {kEnd, "p.点 >= 3", "p.点 >= 5"}}).counting.count("HG1001") == 0);
  // one that nobody uses hides what else changed from nobody, either
  const Gated both =
      edited(repo, {words,
                    {kEnd, heads, heads + R"({"derived": "無用", "is": "5", "by": ["4"]},)"},
                    {kFly, "opp(c.user).点 += 1", "opp(c.user).点 += 2"},
                    {kFly, "gets 1 point", "gets 2 points"}});
  CHECK(both.counting.count("HG1001") == 1);
  // a clause with another number and other words: to who cites it, the old one is gone
  const Gated renumbered = after(repo, [&] {
    const std::string file = repo.at("rulebook/2-turn.json");
    std::string text = slurp(file);
    for (size_t at = text.find("\"2-1\""); at != std::string::npos; at = text.find("\"2-1\"", at))
      text.replace(at, 5, "\"2-9\"");
    test::put(file, text);
    repo.edit("rulebook/2-turn.json", "Draw one card", "Draw two cards");
  });
  INFO(renumbered.ran.out);
  CHECK(renumbered.counting == Codes{"HG1001", "HG1203"});
}

TEST_CASE("gate: what no situation tells apart has not been seen to go along", "[gate][restated]") {
  const Repo repo;
  const Edit words{kCards, "\"s1\": \"1点を得る。\"", "\"s1\": \"3点を得る。\""};
  const std::string step = R"({"do": "me.点 += 1"})",
                    dead = step + R"(, {"if": "me.点 > 1000000", "do": "me.点 += 1"})";
  const std::string restated[] = {
      dead, R"({"if": "me.点 < 1000000", "do": "me.点 += 1"})",
      step + R"(, {"each": "x in 空の凧 where x.長さ < -5", "do": "x.糸 += 1"})"};
  for (const std::string& now : restated) {
    INFO(now);
    const Gated g = edited(repo, {words, {kCards, step, now}});
    CHECK(g.ran.code != 0);
    CHECK(g.counting.count("HG1001") + g.counting.count("HG1407") == 1);
  }
  const Gated g = edited(repo, {words, {kCards, step, dead}});
  CHECK(g.ran.code == 3);
  CHECK(g.counting == Codes{"HG1407"});
  CHECK(g.ran.out.find("me.点 > 1000000") != std::string::npos);  // what was not examined
  // without the words it is no question of words
  CHECK(edited(repo, {{kCards, step, dead}}).counting == Codes{"HG1002"});
  CHECK(edited(repo, {{kCards, step, dead}}).all.count("HG1309") == 1);
  // a signature names the words
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.edit(words.file, words.from, words.to);
  repo.edit(kCards, step, dead);
  const std::string told = test::run({"gate", "--base", repo.base, repo / "games"}).out;
  const size_t at = told.find("\"digest\": \"");
  REQUIRE(at != std::string::npos);
  const Gated by =
      edited(repo, {words,
                    {kCards, step + "], \"span\": [\"s1\"]",
                     dead + R"(], "span": ["s1"], "read": {"digest": ")" +
                         told.substr(at + 11, 16) + R"(", "by": "M", "on": "2026-05-31"})"}});
  CHECK(by.ran.code == 0);
  CHECK(by.all.count("HG1007") == 1);
  // of a clause
  const Gated clause = edited(repo, {{kEnd, "has 3 points", "has 5 points"},
                                     {kEnd, "3点を得た", "5点を得た"},
                                     {kEnd, "p.点 >= 3", "p.点 >= 3 or p.点 >= 1000000"}});
  CHECK(clause.ran.code == 3);
  CHECK(clause.counting == Codes{"HG1407"});
}

TEST_CASE("gate: the order of sentences is part of the words", "[gate][restated]") {
  Repo repo;
  with_game(repo, "tests/data/harbour", "harbour");
  // of one ability
  const std::string sloop = "{\"card\": \"sloop\"",
                    squall = R"J({"card": "squall", "sort of card": "order", "invented": true,
 "text": [{"from": "2024-01-01", "spans": {"s1": "If it is night, ", "s3": "a storm of 1 blows. ", "s5": "Draw 1."}}],
 "provisions": [{"effect": "", "steps": [{"if": "night", "call": "storm(1)"}], "span": ["s1", "s3", "s5"]}]},
)J";
  repo.edit(kHarbourCards, sloop, squall + sloop);
  fs::remove_all(repo / "games/harbour/phrases");  // nobody but who signs says what words mean
  repo.base = repo.commit("a squall");
  const Gated one = edited(repo, {{kHarbourCards, "\"s5\": \"Draw", "\"s2\": \"Draw"},
                                  {kHarbourCards, R"("s3", "s5"])", R"("s3", "s2"])"}});
  CHECK(one.counting == Codes{"HG1001"});
  // the file has them in another order: none
  CHECK(edited(repo, {{kHarbourCards, R"("s3": "a storm of 1 blows. ", "s5": "Draw 1.")",
                       R"("s5": "Draw 1.", "s3": "a storm of 1 blows. ")"}})
            .counting.empty());
  // of two abilities, each with the words that it had
  const Gated two =
      edited(repo, {{kHarbourCards, "\"s1\": \"Its host is larger by 1.\"",
                     "\"s7\": \"Its host is larger by 1.\""},
                    {kHarbourCards, R"("modify": "self.host.size", "add": "1", "span": ["s1"])",
                     R"("modify": "self.host.size", "add": "1", "span": ["s7"])"}});
  CHECK(two.counting == Codes{"HG1001", "HG1001"});
}

TEST_CASE("gate: which words an ability stands for is compared", "[gate][restated]") {
  Repo repo;
  with_game(repo, "tests/data/harbour", "harbour");
  const std::string larger = R"("modify": "self.host.size", "add": "1", "span": ["s1"])",
                    norm = R"("if": "x = self.host", "span": ["s2"])";
  const auto with = [](std::string text, const std::string& span) {
    return text.replace(text.find("[\"s"), 6, span);
  };
  CHECK(edited(repo, {{kHarbourCards, larger, with(larger, R"(["s2"])")},
                      {kHarbourCards, norm, with(norm, R"(["s1"])")}})
            .counting == Codes{"HG1001", "HG1001"});
  CHECK(edited(repo, {{kHarbourCards, larger, with(larger, R"(["s1", "s2"])")}}).counting ==
        Codes{"HG1001"});
  // the same words under another name are the same words
  CHECK(edited(repo, {{kHarbourCards, "\"s1\": \"Its host is larger by 1.\"",
                       "\"s0\": \"Its host is larger by 1.\""},
                      {kHarbourCards, larger, with(larger, R"(["s0"])")}})
            .counting.empty());
  // words that nothing accounted for
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.edit(kHarbourCards, "\"s2\": \"No order may aim at its host.\"",
            "\"s2\": \"No order may aim at its host.\", \"s3\": \"It sinks at dawn.\"");
  repo.base = repo.commit("words that nothing states");
  CHECK(edited(repo, {{kHarbourCards, larger, with(larger, R"(["s1", "s3"])")}}).counting ==
        Codes{"HG1001"});
}

TEST_CASE("gate: a new clause covers no rule that was there", "[gate][restated]") {
  const Repo repo;
  const Edit clause{
      kTable, "], \"provisions\": [",
      R"(,{"clause": "1-9", "kind": "definition", "status": "definition", "title": "天気", "ja": "凧は晴れた日に揚げる。", "en": "Kites are flown in fine weather."}
], "provisions": [)"};
  const std::string deck = R"("sees": "nobody", "realm": "山札", "lot": true, "by": ["1"])",
                    fly = R"J("process": [{"n": 1, "do": "move(c, 空(me))"}]})J";
  const auto seen = [](const std::string& by) {
    return R"("sees": "all", "realm": "山札", "lot": true, "by": )" + by;
  };
  for (
      const Edit& rule :
      {Edit{kTable, deck, seen(R"(["1", "1-9"])")}, Edit{kTable, deck, seen(R"(["1-9"])")},
       Edit{
           kFly, fly,
           R"J("process": [{"n": 1, "do": "move(c, 空(me))"}, {"n": 2, "do": "opp(me).点 += 1", "by": ["1-9"]}]})J"}}) {
    INFO(rule.to);
    const Gated g = edited(repo, {clause, rule});
    CHECK(g.ran.code == 1);
    CHECK(g.counting.count("HG1002") == 1);
  }
  // a new rule with its new clause
  const Edit calm{
      kTable, "{\"zone\": \"山札\"",
      R"({"attr": "風", "of": "game", "type": "int", "nature": "stored", "default": "0", "by": ["1-9"]},
{"zone": "山札")"};
  CHECK(edited(repo, {clause, calm}).counting.count("HG1002") == 0);
  // but none whose clause was there
  Edit old = calm;
  old.to.replace(old.to.find("1-9"), 3, "1-2");
  CHECK(edited(repo, {old}).counting.count("HG1002") == 1);
}

TEST_CASE("gate: a new card with an ability and no words", "[gate][restated]") {
  const Repo repo;
  const auto press = [&](const std::string& more) {
    return edited(repo, {{kCards, "{\"card\": \"奴凧\"",
                          R"({"card": "印刷機", "種類": "技", "invented": true, )" + more + R"(},
{"card": "奴凧")"}});
  };
  const Gated bare = press(R"("provisions": [{"effect": "", "steps": [{"do": "me.点 += 3"}]}])");
  CHECK(bare.ran.code == 1);
  CHECK(bare.counting.count("HG1002") == 1);
  CHECK(
      press(
          R"("text": [{"spans": {"s1": "3点を得る。"}}], "provisions": [{"effect": "", "steps": [{"do": "me.点 += 3"}], "span": ["s1"]}])")
          .counting.empty());
}

TEST_CASE("gate: the sort of a clause, and what it rests on, are rules", "[gate][restated]") {
  const Repo repo;
  const std::string head = "\"clause\": \"4-1\", \"kind\": \"rule\"";
  for (const std::string now : {"\"clause\": \"4-1\", \"kind\": \"example\"",
                                "\"clause\": \"4-1\", \"kind\": \"rule\", \"refers\": [\"6\"]",
                                "\"clause\": \"4-1\", \"kind\": \"rule\", \"by\": [\"6\"]"}) {
    const Gated g = edited(repo, {{kEnd, head, now}});
    CHECK(g.ran.code == 1);
    CHECK(g.counting == Codes{"HG1002"});
  }
  CHECK(
      after(repo, [&] {
        repo.edit(kEnd, head, "\"clause\": \"4-1\", \"kind\": \"example\"");
        repo.revise(
            R"({"version": "1.0.0", "date": "2026-05-01", "kind": "modelling", "corrects": ["4-1"]})");
      }).counting.count("HG1002") == 0);
}

TEST_CASE("gate: an amendment that is about another step changed", "[gate][restated]") {
  Repo repo;
  with_game(repo, "tests/data/harbour", "harbour");
  const std::string leak = R"({"procedure": "leak", "args")",
                    loads = R"({"clause": "2", "kind": "rule")";
  const auto bail = [&](const std::string& states) {
    return edited(
        repo,
        {{kHarbour, leak,
          R"J({"procedure": "bail", "args": {"c": "obj"}, "by": ["1-3"], "steps": [{"n": 1, "do": "move(c, seabed(c.owner), moored: false)", "by": [)J" +
              states + R"(]}]},
)" + leak},
         {kHarbour, loads,
          R"({"clause": "1-3", "kind": "step", "title": "汲み出し", "ja": "汲み出した船は海底に置く。", "en": "A ship that is bailed is put away."},
)" + loads}});
  };
  const auto about_tug = [](const Gated& g) {
    return g.ran.out.find("the ability `amend 1-2` of 《tug》 changed") != std::string::npos;
  };
  const Gated taken = bail(R"("1-2", "1-3")");
  CHECK(taken.ran.code == 1);
  CHECK(about_tug(taken));
  CHECK_FALSE(about_tug(bail(R"("1-3")")));
}

TEST_CASE("gate: what stands first is a rule where that counts", "[gate][restated]") {
  Repo repo;
  copy_folder(at_root("tests/data/harbour"), repo / "games/harbour");
  const auto limit = [&](const std::string& file, const std::string& n, const std::string& to) {
    repo.put(
        "games/harbour/rulebook/" + file,
        R"({"format": 1, "title": ")" + n + R"(", "clauses": [{"clause": ")" + n +
            R"(", "kind": "rule", "title": "喫水", "ja": "喫水17は)" + to +
            R"(。", "en": "A draught of 17 becomes )" + to + R"(."}], "provisions": [
{"limit": "lim )" +
            n +
            R"(", "for": {"c": "ships"}, "holds": "c.draught != 17", "repair": {"do": "c.draught := )" +
            to + R"("}, "by": [")" + n + "\"]}]}");
  };
  limit("a.json", "8", "2");
  limit("b.json", "9", "3");
  repo.edit(kHarbour, R"({"duration": "until dawn"},)",
            "{\"duration\": \"until dawn\"},\n{\"duration\": \"until noon\"},");
  repo.base = repo.commit("two limits");
  const auto moves = [&](const std::string& from, const std::string& to) {
    return after(repo, [&] {
      fs::rename(repo / ("games/harbour/rulebook/" + from),
                 repo / ("games/harbour/rulebook/" + to));
    });
  };
  const Gated turned = moves("a.json", "c.json");
  INFO(turned.ran.out);
  CHECK(turned.ran.code == 1);
  CHECK(turned.counting == Codes{"HG1002"});
  CHECK(turned.ran.out.find("order of limit") != std::string::npos);
  CHECK(moves("b.json", "c.json").ran.code == 0);
  const Gated first =
      edited(repo, {{kHarbour, "{\"duration\": \"until dawn\"},\n{\"duration\": \"until noon\"},",
                     "{\"duration\": \"until noon\"},\n{\"duration\": \"until dawn\"},"}});
  CHECK(first.ran.code == 1);
  CHECK(first.counting == Codes{"HG1002"});
  // and of a card: what a static adds, and the bound of another one
  const std::string
      add = R"({"static": "larger", "modify": "self.host.size", "add": "1", "span": ["s1"]},)",
      set = R"({"static": "fixed", "modify": "self.host.size", "floor": "0", "span": ["s1"]},)";
  repo.git({"reset", "-q", "--hard", repo.base});
  repo.edit(kHarbourCards, add, add + "\n  " + set);
  repo.base = repo.commit("two statics");
  const Gated statics = edited(repo, {{kHarbourCards, add + "\n  " + set, set + "\n  " + add}});
  CHECK(statics.ran.code == 1);
  CHECK(statics.counting.count("HG1002") > 0);
}
