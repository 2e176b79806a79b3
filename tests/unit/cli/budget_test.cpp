// A run with a budget ends in the same place every time, and names what it left.

#include <algorithm>
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

namespace {

/// A command on the toy game, with a budget and without, as JSON. Nothing where it is as without.
struct Partial {
  explicit Partial(std::vector<std::string> args) : args_(std::move(args)) {
    args_.insert(args_.end(), {at_root("docs/tako"), "--format", "json"});
    whole = test::run(args_);
  }
  Ran with(const std::string& units, const std::string& jobs = "1") const {
    std::vector<std::string> args = args_;
    args.insert(args.end(), {"--budget", units, "--jobs", jobs});
    return test::run(args);
  }
  Ran whole;

 private:
  std::vector<std::string> args_;
};

const std::vector<std::string> kUnits = {"1",    "300",   "900",   "1700",  "2500",
                                         "4000", "10000", "40000", "150000"};

bool told(const base::Json& report) { return report.find("interrupted") != nullptr; }

}  // namespace

TEST_CASE("budget: what is left of audit, coverage, mutate and readings is named, and not green",
          "[cli][budget]") {
  const std::vector<std::vector<std::string>> commands = {
      {"audit"}, {"coverage"}, {"mutate", "--tries", "2"}, {"readings"}};
  for (const std::vector<std::string>& command : commands) {
    const Partial p(command);
    size_t cut = 0;
    for (const std::string& units : kUnits) {
      const Ran one = p.with(units), many = p.with(units, "8");
      INFO(command[0] << " " << units << one.out << one.err);
      CHECK(one.out == many.out);
      CHECK(one.code == many.code);
      const base::Json report = json_of(one);
      CHECK(report.find("exit")->integer == one.code);
      if (!told(report)) {
        CHECK(one.out == p.whole.out);
        CHECK(one.code == p.whole.code);
        continue;
      }
      ++cut;
      CHECK(one.code != 0);
      CHECK(report.find("interrupted")->find("budget")->boolean);
      CHECK(!report.find("interrupted")->find("not_examined")->items.empty());
    }
    INFO(command[0]);
    CHECK(cut >= 2);
    CHECK(cut < kUnits.size());
  }
}

TEST_CASE("budget: a part of a coverage says nothing that the whole does not", "[cli][budget]") {
  const Partial p({"coverage"});
  const base::Json whole = json_of(p.whole);
  size_t bent = 0;
  for (const std::string& units : kUnits) {
    const base::Json part = json_of(p.with(units));
    INFO(units);
    const auto& clauses = part.find("clauses")->items;
    REQUIRE(clauses.size() == whole.find("clauses")->items.size());
    for (size_t c = 0; c < clauses.size(); ++c) {
      const base::Json &is = clauses[c], &all = whole.find("clauses")->items[c];
      INFO(is.find("clause")->string);
      const auto& touched = all.find("rulings")->items;
      for (const base::Json& id : is.find("rulings")->items)
        CHECK(std::ranges::any_of(touched, [&](const auto& t) { return t.string == id.string; }));
      if (is.find("open") != nullptr) CHECK(is.find("rulings")->items.empty());
      if (!is.find("accounted")->boolean && is.find("open") == nullptr)
        CHECK(!all.find("accounted")->boolean);
      if (const base::Json* pinned = is.find("pinned"))
        CHECK(pinned->boolean == all.find("pinned")->boolean);
    }
    const auto& elements = part.find("elements")->items;
    for (size_t e = 0; e < elements.size(); ++e) {
      const auto& mutants = elements[e].find("mutants")->items;
      const auto& of_all = whole.find("elements")->items[e].find("mutants")->items;
      REQUIRE(mutants.size() == of_all.size());
      for (size_t m = 0; m < mutants.size(); ++m) {
        const std::string& fate = mutants[m].find("fate")->string;
        CHECK((fate == "not tried" || fate == of_all[m].find("fate")->string));
        bent += told(part) && fate != "not tried" ? 1 : 0;
      }
    }
  }
  CHECK(bent > 0);  // some budget ends in the middle of it
}

TEST_CASE("budget: a part of an audit finds nothing that the whole does not", "[cli][budget]") {
  const Partial p({"audit"});
  const base::Json whole = json_of(p.whole);
  size_t found = 0;
  for (const std::string& units : kUnits) {
    const base::Json part = json_of(p.with(units));
    for (const base::Json& f : part.find("findings")->items) {
      const auto& all = whole.find("findings")->items;
      CHECK(std::ranges::any_of(all, [&](const base::Json& one) {
        return one.find("fingerprint")->string == f.find("fingerprint")->string;
      }));
      ++found;
    }
  }
  CHECK(found > 0);
}

TEST_CASE("budget: no figure of a part is written or held", "[cli][budget]") {
  const Repo repo;
  const std::string policy = repo / "hanrei.policy.json";
  const std::string before =
      R"({"format": 1, "ratchet": {"tako": {"mutation": {"count": 76, "of": 84}}}})";
  test::put(policy, before);
  const Ran part = test::run({"coverage", repo.at("."), "--budget", "2500"}),
            wrote = test::run({"coverage", repo.at("."), "--budget", "2500", "--write-ratchet"});
  INFO(part.out << part.err << wrote.err);
  CHECK(part.code == 3);
  CHECK(part.out.find("HP1003") == std::string::npos);
  CHECK(slurp(policy) == before);
}

// A formal ruling fixes the reading; before it is asked, nobody knows.
TEST_CASE("budget: half of the rulings fix no reading, and rule nothing out", "[cli][budget]") {
  const Scratch folder;
  const std::string game = folder / "tako", ruling = game + "/rulings/TK-6.xml";
  copy_folder(at_root("docs/tako"), game);
  test::edit(ruling, "status=\"derived\"",
             "status=\"formal\" issued=\"2026-01-01\" authority=\"M\"");
  test::edit(ruling, "  <presume reading=\"T-1\" is=\"A\"/>\n", "");
  const auto asked = [&](std::vector<std::string> more) {
    std::vector<std::string> args = {"readings", game, "--format", "json"};
    args.insert(args.end(), more.begin(), more.end());
    return test::run(args);
  };
  const base::Json all = json_of(asked({}));
  const base::Json& whole = all.find("readings")->items.at(0);
  REQUIRE(whole.find("state")->string == "fixed");
  size_t cut = 0;
  for (const std::vector<std::string>& part : {std::vector<std::string>{"--budget", "100"},
                                               {"--budget", "400"},
                                               {"--budget", "800"},
                                               {"--budget", "1200"},
                                               {"--budget", "2000"},
                                               {"--id", "TK-1"},
                                               {"--id", "TK-2"}}) {
    const Ran ran = asked(part);
    INFO(part[1] << ran.out << ran.err);
    CHECK(ran.code != 0);
    const base::Json report = json_of(ran);
    if (report.find("interrupted") == nullptr && report.find("not_asked_for") == nullptr) continue;
    ++cut;
    const base::Json& is = report.find("readings")->items.at(0);
    CHECK((is.find("state")->string == "undecided" || is.find("state")->string == "fixed"));
    for (size_t o = 0; o < 2; ++o) {
      const std::string& consistent = is.find("options")->items[o].find("consistent")->string;
      CHECK((consistent == "unknown" ||
             consistent == whole.find("options")->items[o].find("consistent")->string));
    }
  }
  CHECK(cut >= 4);
}
