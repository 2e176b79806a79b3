// An end that is asked for is heeded in the middle of what takes long.

#include "base/stop.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

#include "checker/symbolic/solver.h"
#include "tests/unit/hostile/scene.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

using checker::symbolic::Solver;
using checker::symbolic::Term;
using checker::symbolic::Terms;

std::atomic<int> heard{0};

/// A query that would take Z3 very long: two factors of a large number.
std::vector<Term> hard(Terms& terms) {
  const Term x = terms.int_var(), y = terms.int_var();
  return {terms.lt(terms.num(1), x), terms.lt(x, y),
          terms.eq(terms.mul(x, y), terms.num(1'000'000'007LL * 998'244'353LL))};
}

/// Sends SIGINT to this process while `work` is busy, and says whether that ended it.
template <class F>
bool ended_by_signal(const F& work) {
  heard = 0;
  const auto before = std::signal(SIGINT, [](int signal) { heard = signal; });
  std::atomic<bool> done{false};
  bool stopped = false;
  {
    const std::jthread sender([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      if (!done) std::raise(SIGINT);
    });
    const base::Heeding heeding(&heard);
    try {
      work();
    } catch (const base::Stopped&) {
      stopped = true;
    }
    done = true;
  }
  std::signal(SIGINT, before);
  return stopped && heard == SIGINT;
}

}  // namespace

TEST_CASE("stop: a query of the solver is broken off", "[hostile][process]") {
  constexpr unsigned kUnits = 4'000'000'000;
  CHECK(ended_by_signal([] {
    Terms terms;
    const std::vector<Term> conditions = hard(terms);
    Solver solver(terms, kUnits);
    solver.check(conditions, nullptr);
  }));
  CHECK(ended_by_signal([] {
    Terms terms;
    const std::vector<Term> conditions = hard(terms);
    Solver solver(terms, kUnits);
    int64_t cost = 0;
    solver.lightest(conditions, {{terms.lt(terms.num(3), terms.int_var()), 1}}, cost);
  }));
}

TEST_CASE("stop: the ruling that is being questioned counts as not examined", "[hostile]") {
  const Scene scene;
  for (const char* command :
       {"check", "explain", "explore", "ask", "coverage", "mutate", "readings", "audit"}) {
    INFO(command);
    const std::atomic<int> signal{SIGTERM};
    const Ran ran = run({command, scene.game().string()}, &signal);
    CHECK(ran.code == 128 + SIGTERM);
    if (std::string(command) == "check")
      CHECK_THAT(ran.out, ContainsSubstring("interrupted: of 1 rulings 0 were examined"));
    else
      CHECK_THAT(ran.err, ContainsSubstring("interrupted"));
  }
}

TEST_CASE("memory: too little of it ends with a sentence", "[hostile][process]") {
#if defined(__SANITIZE_ADDRESS__)
  SUCCEED("the sanitizer takes more address space than any limit leaves");
#else
  // one that takes the solver, on two threads
  const std::string ruling = at_root("tests/data/chain/rulings/CH-16.xml");
  const Scratch scratch;
  int tried = 0;
  for (int megabytes = 60; megabytes <= 140; megabytes += 4) {
    const auto within = [&](const std::string& command) {
      const std::string shell = "ulimit -v " + std::to_string(megabytes * 1024) + "; exec " +
                                HANREI_BIN + " " + command + " >/dev/null 2>" + (scratch / "err");
      return std::system(("/bin/sh -c '" + shell + "'").c_str());
    };
    // not even the libraries find room to begin: nothing of ours has run
    if (within("--version") != 0) continue;
    const int status = within("check " + ruling + " --no-cache --jobs 2");
    const std::string err = slurp(scratch / "err");
    INFO(megabytes << " MB: " << status << " " << err);
    REQUIRE(WIFEXITED(status));
    const int code = WEXITSTATUS(status);
    ++tried;
    CHECK((code == cli::kOk || code == cli::kOurFault));
    if (code == cli::kOurFault) CHECK_THAT(err, ContainsSubstring("memory ran out"));
  }
  CHECK(tried > 5);
#endif
}
