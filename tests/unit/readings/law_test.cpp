// What follows from a table of precedents, against all sets and all choices of options tried one by
// one.

#include <algorithm>
#include <random>
#include <set>

#include "audit/readings/table.h"
#include "tests/catch.h"

namespace {

using namespace hanrei::audit::readings;
using Set = std::vector<size_t>;

struct Table {
  std::vector<Reading> readings;
  std::vector<Precedent> precedents;
};

Table random_table(std::mt19937& random, bool unknown) {
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  Table t;
  for (size_t r = 0, n = 2 + below(3); r < n; ++r)
    t.readings.push_back({"R" + std::to_string(r), 2 + below(2)});
  for (size_t p = 0, n = 1 + below(6); p < n; ++p) {
    Precedent one{"P" + std::to_string(p), below(2) == 0, {}};
    for (size_t c = 0, cases = 1 + below(2); c < cases; ++c) {
      Agrees a;
      for (size_t r = 0; r < t.readings.size(); ++r)
        if (below(2) == 0) a.slice.push_back(r);
      std::vector<Vector> all = {{}};
      for (size_t r : a.slice) {
        std::vector<Vector> more;
        for (const Vector& v : all)
          for (uint8_t o = 0; o < t.readings[r].options; ++o) {
            more.push_back(v);
            more.back().push_back(o);
          }
        all = std::move(more);
      }
      for (const Vector& v : all) {
        const size_t kind = below(unknown ? 6 : 5);
        if (kind == 5) {
          if (below(2) == 0) a.with[v] = Says::Unknown;
          continue;
        }  // or not in the table at all
        a.with[v] = kind < 2 ? Says::Yes : Says::No;
      }
      one.cases.push_back(std::move(a));
    }
    t.precedents.push_back(std::move(one));
  }
  return t;
}

bool agrees(const Precedent& p, const Vector& choice, bool lenient) {
  return std::all_of(p.cases.begin(), p.cases.end(), [&](const Agrees& a) {
    Vector v;
    for (size_t r : a.slice) v.push_back(choice[r]);
    const auto it = a.with.find(v);
    const Says says = it == a.with.end() ? Says::Unknown : it->second;
    return says == Says::Yes || (lenient && says == Says::Unknown);
  });
}

/// Is there a choice of options with which these agree?
bool some(const Table& t, const Set& set, const Conditions& conditions, bool lenient) {
  Vector choice(t.readings.size(), 0);
  while (true) {
    const bool meets = std::all_of(conditions.begin(), conditions.end(), [&](const Condition& c) {
      return (choice[c.reading] == c.option) == c.is;
    });
    if (meets && std::all_of(set.begin(), set.end(),
                             [&](size_t p) { return agrees(t.precedents[p], choice, lenient); }))
      return true;
    size_t r = 0;
    while (r < choice.size() && ++choice[r] == t.readings[r].options) choice[r++] = 0;
    if (r == choice.size()) return false;
  }
}

Set of_mask(unsigned mask) {
  Set s;
  for (size_t p = 0; mask >> p != 0; ++p)
    if ((mask >> p & 1U) != 0) s.push_back(p);
  return s;
}

/// The minimal ones among the sets of which `holds` is true.
template <class F>
std::vector<Set> minimal(size_t n, F&& holds) {
  std::vector<Set> out;
  for (unsigned mask = 0; mask < 1U << n; ++mask) {
    if (!holds(mask)) continue;
    bool least = true;
    for (unsigned sub = mask; sub != 0 && least;) {
      sub = (sub - 1) & mask;
      if (holds(sub)) least = false;
    }
    if (least) out.push_back(of_mask(mask));
  }
  return out;
}

}  // namespace

TEST_CASE(
    "readings: consistency, minimal conflicts and least sets to overturn are those of brute force",
    "[readings][corpus]") {
  std::mt19937 random(20210401);
  size_t with_conflict = 0, overturning = 0, several = 0;
  for (int round = 0; round < 150; ++round) {
    const Table t = random_table(random, round % 2 == 1);
    INFO("round " << round);
    const size_t n = t.precedents.size();
    Set all = of_mask((1U << n) - 1);
    Law law(t.readings, t.precedents, 10'000'000);
    for (size_t r = 0; r < t.readings.size(); ++r)
      for (uint8_t o = 0; o < t.readings[r].options; ++o) {
        const Conditions has = {{r, o}};
        const Says expected = some(t, all, has, false)  ? Says::Yes
                              : some(t, all, has, true) ? Says::Unknown
                                                        : Says::No;
        CHECK((law.consistent(all, has) == expected));
      }
    const Conditions adopt = {{0, static_cast<uint8_t>(random() % t.readings[0].options)}};
    const Conditions without = {{1, 0, false}};
    for (const Conditions& conditions : {Conditions{}, adopt, without}) {
      std::vector<Set> clashes =
          minimal(n, [&](unsigned mask) { return !some(t, of_mask(mask), conditions, true); });
      std::sort(clashes.begin(), clashes.end(), [](const Set& a, const Set& b) {
        return std::pair(a.size(), a) < std::pair(b.size(), b);
      });
      const Sets found = law.clashes(all, conditions, 100);
      CHECK(found.all);
      CHECK((found.sets == clashes));
      with_conflict += clashes.empty() ? 0 : 1;
    }
    std::vector<Set> overturned = minimal(
        n, [&](unsigned mask) { return some(t, of_mask(~mask & ((1U << n) - 1)), adopt, true); });
    const auto weight = [&](const Set& s) {
      size_t formal = 0;
      for (size_t p : s) formal += t.precedents[p].formal ? 1 : 0;
      return std::tuple(formal, s.size() - formal, s);
    };
    std::sort(overturned.begin(), overturned.end(),
              [&](const Set& a, const Set& b) { return weight(a) < weight(b); });
    const Sets found = law.overturned(adopt, 100);
    CHECK(found.all);
    CHECK((found.sets == overturned));
    overturning += overturned.front().empty() ? 0 : 1;
    several += overturned.size() > 1 ? 1 : 0;
    // A limit keeps the least ones.
    const Sets first = law.overturned(adopt, 1);
    CHECK(first.all == (overturned.size() == 1));
    CHECK((first.sets == std::vector<Set>{overturned.front()}));
  }
  // the tables show what they are for
  CHECK(with_conflict > 100);
  CHECK(overturning > 50);
  CHECK(several > 30);
}
