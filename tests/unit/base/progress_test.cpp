// How far long work is: told by what has the parts, not by parts of parts.

#include "base/progress.h"

#include <sstream>

#include "base/parallel.h"
#include "cli/cli.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

struct Told : base::Watcher {
  std::atomic<size_t> most{0}, times{0}, all{0}, ends{0};
  void at(size_t done, size_t of) override {
    ++times;
    all = of;
    for (size_t now = most; now < done && !most.compare_exchange_weak(now, done);) {
    }
  }
  void end() override { ++ends; }
  void aside(const std::function<void()>& write) override { write(); }
};

}  // namespace

TEST_CASE("progress: each part once, on one thread or two", "[base]") {
  for (int jobs : {1, 2}) {
    Told told;
    const base::Watching watching(&told);
    base::in_parallel(20, jobs, [](size_t) {});
    CHECK(told.times == 20);
    CHECK(told.most == 20);
    CHECK(told.all == 20);
    CHECK(told.ends == 1);
  }
}

TEST_CASE("progress: parts of parts are silent, those of a single part are not", "[base]") {
  Told told;
  const base::Watching watching(&told);
  base::in_parallel(3, 2, [](size_t) { base::in_parallel(50, 2, [](size_t) {}); });
  CHECK(told.times == 3);
  base::in_parallel(1, 2, [](size_t) { base::in_parallel(50, 1, [](size_t) {}); });
  CHECK(told.all == 50);
  CHECK(told.times == 53);
}

TEST_CASE("progress: work that is broken off ends", "[base]") {
  Told told;
  const base::Watching watching(&told);
  CHECK_THROWS(base::in_parallel(4, 1, [](size_t i) {
    if (i == 2) throw std::runtime_error("no");
  }));
  CHECK(told.ends == 1);
}

TEST_CASE("progress: on a terminal alone, and nothing of it stays", "[base]") {
  for (const bool terminal : {false, true}) {
    std::ostringstream out, err;
    const int code = cli::run({"check", "--no-cache", "-j1", test::at_root("docs/tako")},
                              {out, err, false, terminal, nullptr});
    CHECK(code == 0);
    const std::string said = err.str();
    CHECK((said.find("hanrei check: 1/") != std::string::npos) == terminal);
    CHECK(out.str().find('\r') == std::string::npos);
    if (!terminal)
      CHECK(said.empty());
    else
      CHECK(said.ends_with("\r\x1b[K"));
  }
}
