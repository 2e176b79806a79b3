// What the gate asks the differ and the audit: does what changed make a difference in play, and
// does it leave an order open or a text that can never work?
#include <algorithm>

#include "tests/catch.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kFirst = R"({"version": "1.2.3", "date": "2026-01-01", "kind": "wording"})";

std::string next(const std::string& version, const std::string& kind) {
  return kFirst + R"(, {"version": ")" + version + R"(", "date": "2026-05-01", "kind": ")" + kind +
         "\"}";
}

/// The one finding of a code.
const base::Json& finding(const Gated& gated, const std::string& code) {
  for (const base::Json& f : gated.json.find("findings")->items)
    if (f.find("code")->string == code) return f;
  throw std::runtime_error("no " + code);
}

}  // namespace

TEST_CASE("gate: a change that is functional, and declared as wording only", "[gate]") {
  Repo repo;
  repo.revise(kFirst);
  repo.base = repo.commit("with revisions");
  const auto weaker = [&](const std::string& entries) {
    return after(repo, [&] {
      repo.edit(repo.cards(), kWords, "相手の凧1つの糸を1減らす。");
      repo.edit(repo.cards(), kRules, "糸を切る(t, 1)");
      repo.revise(entries);
    });
  };
  const Gated wording = weaker(next("1.2.4", "wording"));
  INFO(wording.ran.out << wording.ran.err);
  CHECK(wording.ran.code == 1);
  CHECK(wording.counting.count("HG1301") == 1);
  CHECK(wording.counting.count("HG1306") == 1);
  const base::Json& f = finding(wording, "HG1306");
  CHECK(f.find("about")->items[0].string == "切り込み");
  REQUIRE(f.find("play") != nullptr);
  CHECK(f.find("play")->items.front().string == "before:");  // both plays, side by side in a list
  CHECK(std::any_of(f.find("play")->items.begin(), f.find("play")->items.end(),
                    [](const base::Json& s) { return s.string == "after:"; }));

  // the same declared as what it may be: told, and no more
  const Gated restricting = weaker(next("1.3.0", "restricting"));
  CHECK(restricting.counting.count("HG1306") == 0);
  CHECK(restricting.counting.count("HG1307") == 0);
  CHECK(restricting.all.count("HG1307") == 1);

  // another way to state the same: its rules changed, and nothing ends otherwise
  const Gated same = after(repo, [&] {
    repo.edit(repo.cards(), kRules, "糸を切る(t, 1 + 1)");
    repo.revise(next("1.2.4", "wording"));
  });
  CHECK(same.counting == Codes{"HG1002", "HG1301"});
  CHECK(same.all.count("HG1308") == 1);
  CHECK(same.ran.out.find("\"not_examined\": []") ==
        std::string::npos);  // what lies beyond the limits is told

  // the rulebook, all that changed in it together
  const Gated rules = after(repo, [&] {
    repo.edit(repo.rules("opp(c.user).点 += 1"), "opp(c.user).点 += 1", "opp(c.user).点 += 2");
    repo.revise(next("1.2.4", "wording"));
  });
  CHECK(rules.counting.count("HG1306") == 1);
  CHECK(finding(rules, "HG1306").find("about")->items[0].string.find("落ちる") !=
        std::string::npos);

  // words alone change nothing in play, and nothing is asked
  const Gated words = after(repo, [&] {
    repo.edit(repo.cards(), kWords, "相手の凧1つの糸を2つ減らす。");
    repo.revise(next("1.2.4", "wording"));
  });
  CHECK(words.all == Codes{"HG1001"});
}

TEST_CASE("gate: an order that nobody is named for, and a text that can never work", "[gate]") {
  const Repo repo;
  const Gated order = after(repo, [&] {
    repo.edit(repo.rules("\"auto\": \"手番が決める\", "), "\"auto\": \"手番が決める\", ", "");
    repo.edit("cards/cards.json", "落ちるとき(self)",
              "落ちるとき");  // what waits for its own card only meets nothing
  });
  INFO(order.ran.out << order.ran.err);
  CHECK(order.all.count("HA3011") == 1);
  CHECK(order.ran.code == 1);

  const std::string dead =
      R"J({"card": "重い凧", "種類": "凧", "長さ": 1, "invented": true, "text": [{"spans": {"s1": "長さが3以上なら、揚げる代わりに引く。"}}],
   "provisions": [{"norm": "permit", "event": "act 揚げる(self)", "in": "行動の機会", "if": "self.長さ >= 3", "span": ["s1"]}]})J";
  const auto add = [&](const std::string& more) {
    repo.put("games/tako/cards/90-more.json", "{\"format\": 1, \"cards\": [" + dead + more + "]}");
  };
  const Gated text = after(repo, [&] { add(""); });
  INFO(text.ran.out << text.ran.err);
  CHECK(text.ran.code == 1);
  CHECK(text.counting.count("HA4001") == 1);
  // what the base had is known
  const std::string before = repo.git({"rev-parse", "HEAD"});
  add(R"(, {"card": "板凧", "種類": "凧", "長さ": 2, "invented": true})");
  repo.commit("another card");
  const Gated later(repo, before);
  CHECK(later.ran.code == 0);
  CHECK(later.known.count("HA4001") == 1);
}
