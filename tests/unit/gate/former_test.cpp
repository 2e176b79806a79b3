// What counted on former days: it is added to, and not altered.
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kFerryCards = "../ferry/cards/cards.json",
                  kFerryRules = "../ferry/rulebook/rules.json",
                  kLockCards = "../lock/cards/cards.json",
                  kLockRules = "../lock/rulebook/rules.json";

struct DatedRepo : Repo {
  DatedRepo() {
    for (const std::string game : {"ferry", "lock"})
      copy_folder(at_root("tests/data/" + game), *this / ("games/" + game));
    base = commit("games with dates");
  }
};

}  // namespace

TEST_CASE("gate: what counted on former days does not change in silence", "[gate][former]") {
  const DatedRepo repo;
  struct Case {
    std::string what, file, from, to;
  };
  for (const Case& c : std::vector<Case>{
           {"the words of a former wording", kFerryCards, "自分を引く力が1増える。",
            "自分を引く力が9減る。"},
           {"when a wording became known", kFerryCards, "\"known\": \"2011-08-15\"",
            "\"known\": \"2021-08-15\""},
           {"from when the last wording counts", kLockCards, "\"from\": \"2012-05-01\"",
            "\"from\": \"2042-05-01\""},
           {"a former wording is gone", kLockCards,
            R"({"from": "2009-01-01", "spans": {"s1": "大きな舟。"}},)", ""},
           {"the former text of a clause", kFerryRules, "舟は引く力だけ客を乗せる。", "舟は沈む。"},
           {"from when a step counts", kFerryRules, "\"do\": \"c.客 += 1\", \"since\": \"1.1.0\"",
            "\"do\": \"c.客 += 1\", \"since\": \"1.0.0\""},
           {"a step that counts from the beginning", kFerryRules,
            "\"do\": \"c.客 += 1\", \"since\": \"1.1.0\"", "\"do\": \"c.客 += 1\""},
           {"until when an ability counted", kLockCards,
            "\"add\": \"1\", \"span\": [\"s1\"], \"before\": \"2.0.0\"",
            "\"add\": \"1\", \"span\": [\"s1\"], \"before\": \"1.0.0\""},
           {"a former ability", kLockCards, "\"add\": \"1\"", "\"add\": \"7\""}}) {
    INFO(c.what);
    const Gated g = after(repo, [&] { repo.edit(c.file, c.from, c.to); });
    INFO(g.ran.out << g.ran.err);
    CHECK(g.ran.code != 0);
    CHECK(g.counting.count("HG1010") == 1);
  }
  // a revision that declares it
  const auto declared = [&](const std::string& named) {
    return after(repo, [&] {
      repo.edit(kFerryCards, "自分を引く力が1増える。", "引く力が1増える。");
      repo.edit("../ferry/game.json", "\"kind\": \"extending\"}",
                R"("kind": "extending"},
    {"version": "1.1.1", "date": "2026-05-01", "kind": "modelling", "corrects": [")" +
                    named + R"("]})");
    });
  };
  CHECK(declared("いかだ").counting.empty());
  CHECK(declared("帆").counting.count("HG1010") == 1);
}

TEST_CASE("gate: new wordings and new revisions add to what counted", "[gate][former]") {
  const DatedRepo repo;
  const Gated wording = after(repo, [&] {
    repo.edit(
        kLockCards,
        R"({"from": "2012-05-01", "known": "2012-04-01", "spans": {"s1": "とても大きな舟。"}}])",
        R"({"from": "2012-05-01", "known": "2012-04-01", "spans": {"s1": "とても大きな舟。"}},
  {"from": "2026-05-01", "spans": {"s1": "小さな舟。"}}])");
  });
  INFO(wording.ran.out << wording.ran.err);
  CHECK(wording.counting.count("HG1010") == 0);
  const auto revised = [&](const std::string& old_add) {
    return after(repo, [&] {
      repo.edit("../ferry/game.json", "\"kind\": \"extending\"}",
                R"("kind": "extending"},
    {"version": "1.2.0", "date": "2026-05-01", "kind": "extending"})");
      repo.edit(kFerryRules, R"("do": "c.客 += 1", "since": "1.1.0"})",
                R"("do": "c.客 += )" + old_add +
                    R"(", "since": "1.1.0", "before": "1.2.0"},
  {"n": 3, "each": "c in 舟", "mode": "in order", "do": "c.客 += 2", "since": "1.2.0"})");
    });
  };
  const Gated right = revised("1");
  INFO(right.ran.out << right.ran.err);
  CHECK(right.counting.count("HG1010") == 0);
  CHECK(revised("4").counting.count("HG1010") == 1);  // what ends is not what there was
}

TEST_CASE("gate: a new revision adds nothing to former days", "[gate][former]") {
  const DatedRepo repo;
  const auto revised = [&](const std::string& days, bool counts = true) {
    Gated g = after(repo, [&] {
      repo.edit("../ferry/game.json", "\"kind\": \"extending\"}",
                R"("kind": "extending"},
    {"version": "1.2.0", )" +
                    days + R"(, "kind": "restricting"})");
      if (!counts) return;
      repo.edit(
          kFerryRules, "{\"clause\": \"2\"",
          R"({"clause": "9", "kind": "rule", "title": "定員", "ja": "舟に乗る客は五十人まで。",
 "en": "A boat holds fifty.", "status": "modelled", "since": "1.2.0"},
{"clause": "2")");
      repo.edit(
          kFerryRules, "{\"procedure\": \"朝\"",
          R"({"limit": "定員", "for": {"c": "舟"}, "holds": "c.客 <= 50", "repair": {"do": "c.客 := 50"}, "by": ["9"], "since": "1.2.0"},
{"procedure": "朝")");
    });
    UNSCOPED_INFO(days << "\n" << g.ran.out << g.ran.err);
    return g;
  };
  const std::string day = R"("date": "2026-05-01")";
  CHECK(revised(day).counting.empty());
  CHECK(revised(day + R"(, "effective": "2026-06-01", "known": "2026-04-01")").counting.empty());
  CHECK(revised(R"("date": "2010-05-01")").counting == Codes{"HG1304"});
  CHECK(revised(day + R"(, "effective": "2009-02-01")").counting == Codes{"HG1010"});
  CHECK(revised(day + R"(, "effective": "2009-02-01", "known": "2009-02-01")").counting ==
        Codes{"HG1010"});
  // where nothing counts with it, no day is another
  CHECK(revised(day + R"(, "effective": "2009-02-01")", false).counting.count("HG1010") == 0);
}
