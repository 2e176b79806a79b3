// What a verdict rests on: all minimal sets, and only those.

#include "checker/verdict/basis.h"

#include <algorithm>
#include <set>

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using checker::symbolic::Sat;

namespace {

using Sets = std::set<std::vector<size_t>>;

std::vector<size_t> members(unsigned bits, size_t n) {
  std::vector<size_t> out;
  for (size_t i = 0; i < n; ++i)
    if (bits >> i & 1) out.push_back(i);
  return out;
}

/// Does the set hold all of one of these?
bool covers(unsigned set, const std::vector<unsigned>& some) {
  return std::any_of(some.begin(), some.end(), [&](unsigned one) { return (set & one) == one; });
}

}  // namespace

TEST_CASE("basis: all minimal sets are found, against brute force", "[basis]") {
  uint32_t seed = 12345;
  const auto random = [&] {
    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
  };
  size_t several = 0;
  for (int round = 0; round < 60; ++round) {
    const size_t n = 1 + random() % 7;
    std::vector<unsigned> enough;
    for (unsigned k = 0; k < 1 + random() % 4; ++k) enough.push_back(random() % (1U << n));
    Sets wanted;
    for (unsigned s = 0; s < 1U << n; ++s) {
      bool minimal = covers(s, enough);
      for (size_t i = 0; i < n && minimal; ++i)
        if (s >> i & 1) minimal = !covers(s & ~(1U << i), enough);
      if (minimal) wanted.insert(members(s, n));
    }
    const auto fails = [&](const std::vector<size_t>& set) {
      unsigned bits = 0;
      for (size_t i : set) bits |= 1U << i;
      return covers(bits, enough) ? Sat::No : Sat::Yes;
    };
    const checker::symbolic::MinimalSets found = checker::symbolic::minimal_sets(n, 100, fails);
    CHECK(found.all);
    CHECK(found.sets.size() == wanted.size());
    CHECK(Sets(found.sets.begin(), found.sets.end()) == wanted);
    several += wanted.size() > 1 ? 1 : 0;
  }
  CHECK(several > 10);
}

TEST_CASE("basis: what cannot be decided is never called all", "[basis]") {
  const auto unsure = [](const std::vector<size_t>& set) {
    return set.size() == 3 ? Sat::No : Sat::Unknown;
  };
  const checker::symbolic::MinimalSets found = checker::symbolic::minimal_sets(3, 100, unsure);
  REQUIRE(found.sets.size() == 1);
  CHECK(found.sets[0].size() == 3);
  CHECK_FALSE(found.all);
  CHECK_FALSE(checker::symbolic::minimal_sets(4, 1, [](const std::vector<size_t>& set) {
                return set.empty() ? Sat::Yes : Sat::No;
              }).all);
}

TEST_CASE("basis: a set that leaves a ground out, or has one too many, is contradicted",
          "[basis][corpus]") {
  const test::Scratch scratch;
  test::copy_folder(test::at_root("fixtures/monster"), scratch / "monster");
  const std::string path = scratch / "monster/rulings/MO-010.xml", claim = "X in 戦力外ゾーン(A)";
  const auto rests = [&](const std::string& grounds) {
    test::copy_folder(test::at_root("fixtures/monster"), scratch / "monster");
    test::edit(path, claim, claim + grounds);
    return test::run({"check", path, "--engine", "both"});
  };
  CHECK(rests(R"(<rests clause="流れ.バトル終了時.2"/>)").code == 0);
  const test::Ran other = rests(R"(<rests clause="流れ.バトル終了時.1"/>)");
  CHECK(other.code == 1);
  CHECK_THAT(other.out, test::ContainsSubstring("it rests on 流れ.バトル終了時.2"));
  CHECK(
      rests(R"(<rests clause="流れ.バトル終了時.2"/><rests clause="流れ.バトル終了時.1"/>)").code ==
      1);
  const test::Ran unknown = rests(R"(<rests clause="99"/>)");
  CHECK(unknown.code == 2);
  CHECK(rests(R"(<rests card="無名"/>)").code == 2);
}

TEST_CASE("basis: no member of a set that is shown can be dropped", "[basis][corpus]") {
  size_t sets = 0, dropped = 0, games = 0;
  for (const std::string& folder : test::shipped_games()) {
    const test::Corpus corpus(folder);
    checker::Session session(*corpus.game, corpus.sources);
    const size_t before = sets;
    for (size_t d = 0; d < corpus.documents.size(); d += 41) {
      base::DiagnosticLog log;
      checker::Options options;
      options.readings = false;
      const checker::RulingResult r = session.check(corpus.documents[d], options, log);
      for (const checker::ClaimResult& c : r.claims) {
        if (rulings::about_texts(c.claim->kind)) continue;  // the audit's, tried in its own tests
        for (const auto& q : r.questions) {
          if (q->which->id != c.case_id) continue;
          checker::BasisLimits limits;
          limits.steps = 10'000;
          const checker::Basis basis = checker::basis_of(*q, c, limits);
          for (const checker::MinimalSet& set : basis.sets) {
            INFO(corpus.documents[d].id << " " << c.claim->text);
            ++sets;
            CHECK(checker::can_fail(*q, c, set.grounds) == Sat::No);
            for (size_t i = 0; i < set.grounds.size(); ++i) {
              if (!set.needed[i]) continue;
              // with all others that were met it fails, so it does with the others of the set; or
              // it does with those
              std::vector<rulings::Ground> others = basis.met, fewer = set.grounds;
              std::erase(others, set.grounds[i]);
              std::erase(fewer, set.grounds[i]);
              ++dropped;
              CHECK((checker::can_fail(*q, c, others) == Sat::Yes ||
                     checker::can_fail(*q, c, fewer) == Sat::Yes));
            }
          }
        }
      }
    }
    games += sets > before ? 1 : 0;
  }
  CHECK(games == 5);
  CHECK(sets >= 20);
  CHECK(dropped >= sets);
}

TEST_CASE("basis: the same bytes each time", "[basis]") {
  const auto explain = [] {
    return test::run({"explain", test::at_root("fixtures/monster"), "--id", "MO-00*", "--why"});
  };
  const test::Ran first = explain();
  CHECK_THAT(first.out, test::ContainsSubstring(
                            "Why (each is needed, and with what words mean they are enough):"));
  CHECK(explain().out == first.out);
}
