// A run with a budget ends in the same place every time, and names what it left.

#include <string>
#include <vector>

#include "base/text/replace.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

Ran check(std::vector<std::string> more) {
  std::vector<std::string> args = {"check", at_root("docs/tako"), "--no-cache"};
  args.insert(args.end(), more.begin(), more.end());
  return test::run(args);
}

size_t examined(const Ran& ran) { return json_of(ran).find("rulings")->items.size(); }

}  // namespace

TEST_CASE("budget: the same rulings are examined, whatever the machine", "[cli][budget]") {
  const Ran all = check({"--format", "json"});
  REQUIRE(all.code == 0);
  size_t before = 0, between = 0;
  for (const std::string units : {"1", "200", "2000", "20000", "200000", "1000000000"}) {
    const Ran one = check({"--format", "json", "--budget", units, "--jobs", "1"}),
              many = check({"--format", "json", "--budget", units, "--jobs", "8"});
    INFO(units << one.out << one.err);
    CHECK(one.out == many.out);
    CHECK(one.code == many.code);
    const size_t n = examined(one);
    CHECK(n >= before);
    before = n;
    if (n < examined(all)) {
      CHECK(one.code == (n == 0 ? 4 : 3));
      CHECK(json_of(one).find("interrupted")->find("budget")->boolean);
      between += n > 0 ? 1 : 0;
    } else {
      CHECK(one.code == 0);
      CHECK(one.out == all.out);
    }
  }
  CHECK(between > 0);
  CHECK(before == examined(all));
}

TEST_CASE("budget: what is left is named, in both languages", "[cli][budget]") {
  const Ran en = check({"--budget", "2000"}), ja = check({"--budget", "2000", "--lang", "ja"});
  INFO(en.out << ja.out);
  CHECK(en.out.find("  the budget is spent: of ") != std::string::npos);
  CHECK(ja.out.find("  予算を使い切りました: 裁定 ") != std::string::npos);
  CHECK(en.out.find("interrupted") == std::string::npos);
  for (const std::string wrong : {"0", "-1", "x", "1.5"})
    CHECK(check({"--budget", wrong}).code == 2);
}

TEST_CASE("budget: no change passes that was not looked at", "[cli][budget][gate]") {
  const Repo repo;
  const auto change = [&] { repo.edit(repo.cards(), kRules, "糸を切る(t, 1)"); };
  const Gated whole = after(repo, change), cut = after(repo, change, {"--budget", "500"}),
              again = after(repo, change, {"--budget", "500", "--jobs", "8"}),
              enough = after(repo, change, {"--budget", "1000000000000"});
  INFO(cut.ran.out << cut.ran.err);
  CHECK(whole.ran.code == 1);
  CHECK(cut.ran.code != 0);
  CHECK(cut.ran.out == again.ran.out);
  CHECK(cut.ran.out.find("the budget is spent") != std::string::npos);
  CHECK(enough.counting == whole.counting);
  // not even one that is harmless
  const auto words = [&] {
    repo.edit("rulings/TK-5.xml", "status=\"derived\"", "status=\"pending\"");
  };
  CHECK(after(repo, words, {"--budget", "1"}).ran.code != 0);
}

// What the base has already is no finding of the change, however far the run came.
TEST_CASE("budget: a change without fault is green or undecided", "[cli][budget][gate]") {
  const Repo repo;
  const auto change = [&] {
    std::string text = slurp(repo.at("rulings/TK-5.xml"));
    base::replace_all(text, "TK-5", "TK-50");
    test::put(repo.at("rulings/TK-50.xml"), text);
  };
  CHECK(after(repo, change).ran.code == 0);
  for (const std::string units :
       {"1", "500", "2000", "5000", "8000", "11000", "20000", "1000000"}) {
    const Gated g = after(repo, change, {"--budget", units, "--no-cache"});
    INFO(units << g.ran.out << g.ran.err);
    CHECK((g.ran.code == 0 || g.ran.code == 3));
  }
}

TEST_CASE("budget: every report says that it is not whole", "[cli][budget]") {
  for (const std::string form : {"json", "sarif", "junit", "github", "markdown"}) {
    const Ran ran = check({"--format", form, "--budget", "2000"});
    INFO(form << ran.out);
    CHECK(ran.code == 3);
    CHECK(ran.out.find(form == "json" ? "\"budget\": true" : "the budget is spent") !=
          std::string::npos);
  }
}

TEST_CASE("budget: what was compared is told, and the rest is not called equivalent",
          "[cli][budget]") {
  for (const std::string units : {"1", "100", "3000", "50000"}) {
    const Ran ran = test::run(
        {"whatif", "--drop", "3-1", at_root("docs/tako"), "--budget", units, "--format", "json"});
    INFO(units << ran.out << ran.err);
    CHECK((ran.code == 1 || ran.code == 3));
    CHECK(json_of(ran).find("exit")->integer == ran.code);
  }
}
