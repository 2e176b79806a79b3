// Where no question settles a reading alone: the fewest that do together, compared with a search
// over all subsets.

#include <random>

#include "audit/readings/points.h"
#include "tests/catch.h"

namespace {

using namespace hanrei::checker;
using namespace hanrei::audit::readings;

/// Questions about one reading; `answers[q][o]`: which answer question q has under option o.
Survey survey_of(const std::vector<std::vector<size_t>>& answers, size_t options) {
  Survey s;
  Reading reading;
  reading.options = options;
  s.readings.push_back(reading);
  for (size_t q = 0; q < answers.size(); ++q) {
    Case c;
    c.ruling = "Q-" + std::to_string(q);
    c.slice = {0};
    c.base = {0};
    for (size_t id = 0; id < options; ++id) {
      Answered a;
      a.enumerated = true;
      a.endings.push_back({0, static_cast<int>(id), {}, {}, q});
      c.answers.push_back(a);
    }
    for (size_t o = 0; o < options; ++o) c.at[{static_cast<uint8_t>(o)}] = answers[q][o];
    s.questions.push_back(c);
  }
  return s;
}

/// Do these questions tell all options apart?
bool tell(const std::vector<std::vector<size_t>>& answers, size_t options, unsigned questions) {
  for (size_t a = 0; a < options; ++a)
    for (size_t b = 0; b < a; ++b) {
      bool apart = false;
      for (size_t q = 0; q < answers.size(); ++q)
        apart = apart || ((questions >> q & 1) != 0 && answers[q][a] != answers[q][b]);
      if (!apart) return false;
    }
  return true;
}

}  // namespace

TEST_CASE("readings: questions that settle a reading together are as few as can be", "[readings]") {
  std::mt19937 random(5);
  size_t alone = 0, several = 0, never = 0;
  for (int round = 0; round < 300; ++round) {
    const size_t options = 2 + random() % 4, n = 1 + random() % 6;
    std::vector<std::vector<size_t>> answers(n, std::vector<size_t>(options, 0));
    for (auto& each : answers)
      for (size_t& a : each) a = random() % std::min<size_t>(options, 2 + random() % 2);
    size_t least = 0;
    for (unsigned set = 1; set < 1U << n; ++set)
      if (tell(answers, options, set)) {
        const auto size = static_cast<size_t>(__builtin_popcount(set));
        if (least == 0 || size < least) least = size;
      }
    const Findings f = points(survey_of(answers, options), 1'000'000);
    const std::vector<size_t>& found = f.points.at(0).together;
    if (least < 2) {
      CHECK(found.empty());
      ++(least == 1 ? alone : never);
      continue;
    }
    ++several;
    REQUIRE(found.size() == least);
    unsigned set = 0;
    for (size_t row : found) set |= 1U << f.points[0].rows[row].question;
    CHECK(tell(answers, options, set));
  }
  CHECK(alone > 20);
  CHECK(several > 20);
  CHECK(never > 20);
}
