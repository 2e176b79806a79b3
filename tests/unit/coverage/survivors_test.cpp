// What no ruling notices: a situation that is shown does tell the mutant apart, and one that
// rulings notice is not looked for.

#include "audit/coverage/survivors.h"

#include <algorithm>
#include <atomic>
#include <set>

#include "base/stop.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;
using namespace hanrei::audit::coverage;

struct Toll {
  test::Corpus corpus;
  Report report;
  explicit Toll(const std::string& folder) : corpus(folder) {
    REQUIRE(corpus.game);
    Asked asked;
    asked.jobs = 2;
    report = measure(*corpus.game, corpus.sources, corpus.documents, asked);
  }
  /// Those that survived, once a situation was looked for.
  std::vector<Tried> look(size_t tries) const {
    Search search;
    search.tries = tries;
    search.jobs = 2;
    return look(search);
  }
  std::vector<Tried> look(const Search& search) const {
    Report found = report;
    tell_apart(*corpus.game, corpus.sources, corpus.documents, found, search);
    std::erase_if(found.tried, [](const Tried& t) { return t.fate != Tried::Fate::Survived; });
    return found.tried;
  }
};

}  // namespace

TEST_CASE("survivors: what is shown tells the mutant apart", "[mutate]") {
  const Toll toll(test::at_root("tests/golden/commands/fail_coverage"));
  const test::Scratch folder;
  size_t apart = 0;
  for (const Tried& tried : toll.look(60)) {
    INFO(tried.what);
    if (!tried.apart) continue;
    ++apart;
    // as it is shown
    base::SourceMap sources;
    base::DiagnosticLog log;
    test::put(folder / "shown.xml", tried.apart->xml);
    const auto shown = rulings::read_document(sources, folder / "shown.xml", log);
    REQUIRE(shown);
    // asked once more, with the mutant found by its words
    model::Game bent = *toll.corpus.game;
    for (const Mutant& m :
         mutants_of(*toll.corpus.game, *toll.report.program, toll.report.elements, tried.element))
      if (m.what == tried.what && m.op == tried.op) m.apply(bent);
    checker::Session here(*toll.corpus.game, toll.corpus.sources), there(bent, toll.corpus.sources);
    CHECK(audit::readings::compare(here, there, {*shown}, {}).differing.size() == 1);
    CHECK(tried.apart->here.outcomes != tried.apart->there.outcomes);
    CHECK(tried.tries >= 1);
  }
  // the toll is paid above five coins: a situation with four coins at the beginning shows it
  CHECK(apart >= 4);
  for (const Tried& t : toll.look(0)) CHECK((t.tries == 0 && !t.apart));
}

TEST_CASE("survivors: each is handed over in its order, and a stop leaves the first of them",
          "[mutate]") {
  const Toll toll(test::at_root("tests/golden/commands/fail_coverage"));
  for (const size_t tries : {size_t{0}, size_t{20}}) {
    for (const size_t most : {SIZE_MAX, size_t{3}}) {
      std::vector<std::string> handed, all;
      Search search;
      search.tries = tries;
      search.jobs = 2;
      std::atomic<int> end{0};
      const base::Heeding heeding(&end);
      search.found = [&](const Tried& t) {
        handed.push_back(t.what);
        if (handed.size() >= most) end = 2;
      };
      for (const Tried& t : toll.look(search)) all.push_back(t.what);
      REQUIRE(handed.size() <= all.size());
      CHECK(std::equal(handed.begin(), handed.end(), all.begin()));
      if (most == SIZE_MAX)
        CHECK(handed.size() == all.size());
      else
        CHECK(handed.size() >= std::min(most, all.size()));
    }
  }
}

TEST_CASE("survivors: the same on one thread or two", "[mutate]") {
  const std::string game = test::at_root("tests/golden/commands/fail_coverage");
  for (const char* format : {"text", "json"}) {
    const auto one = test::run({"mutate", "-j", "1", "--format", format, game}),
               two = test::run({"mutate", "-j", "2", "--format", format, game});
    CHECK(one.out == two.out);
    CHECK(one.code == 0);
  }
}

TEST_CASE("mutate: nothing to bend is told", "[mutate]") {
  const std::string game = test::at_root("tests/golden/commands/fail_coverage");
  CHECK(test::run({"mutate", "--clause", "no such clause", game}).code == 4);
  CHECK(test::run({"mutate", game + "/nowhere"}).code == 2);
  CHECK(test::run({"mutate", "--tries", "-1", game}).code == 2);
}

TEST_CASE("mutate: a line of dots is no wider than it was asked for", "[mutate]") {
  const auto ran = test::run({"mutate", "--tries", "0", "--width", "30",
                              test::at_root("tests/golden/commands/fail_coverage")});
  REQUIRE(ran.code == 0);
  size_t dots = 0;
  const std::string map = ran.out.substr(0, ran.out.find("\n\n"));
  for (size_t at = 0; (at = map.find("\xe2\x80\xa2", at)) != std::string::npos; ++at) ++dots;
  CHECK(dots >= 3);
}
