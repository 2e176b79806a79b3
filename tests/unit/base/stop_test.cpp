#include "base/stop.h"

#include <atomic>
#include <stdexcept>
#include <vector>

#include "base/parallel.h"
#include "tests/catch.h"

using namespace hanrei;

TEST_CASE("stop: work that is broken off leaves the rest undone", "[base]") {
  const std::atomic<int> never{0};
  std::atomic<int> signal{0};
  CHECK_FALSE(base::stop_asked());
  base::heed_stop();
  std::vector<int> done(100, 0);
  {
    const base::Heeding heeding(&signal);
    base::in_parallel(done.size(), 3, [&](std::size_t i) {
      if (i == 20) signal = 2;
      base::heed_stop();
      done[i] = 1;
    });
    CHECK(base::stop_asked());
    CHECK_THROWS_AS(base::heed_stop(), base::Stopped);
    {
      const base::Heeding inner(&never);
      base::heed_stop();
    }
    CHECK_THROWS_AS(base::heed_stop(), base::Stopped);
  }
  base::heed_stop();
  CHECK(done[20] == 0);
  CHECK(done[99] == 0);
  // a fault is no end
  CHECK_THROWS_AS(base::in_parallel(3, 2, [](std::size_t) { throw std::runtime_error("x"); }),
                  std::runtime_error);
}
