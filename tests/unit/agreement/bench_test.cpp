// The small instances of the bench: what both engines answer, against what is known without them,
// and how much they do for it. Counts only; time is bench/run's.

#include <cstdlib>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "base/io/file.h"
#include "checker/explicit_state/explore.h"
#include "checker/symbolic/engine.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using checker::Verdict;

namespace {

struct Asked {
  Verdict by_explicit = Verdict::Unknown, by_symbolic = Verdict::Unknown;
  size_t states = 0, queries = 0;
};

/// Every claim of a game's rulings on engines of its own, by ruling.
std::map<std::string, std::vector<Asked>> asked(const std::string& game) {
  const test::Corpus corpus(test::at_root("bench/games/" + game));
  checker::Session session(*corpus.game, corpus.sources);
  std::map<std::string, std::vector<Asked>> out;
  for (const rulings::Document& document : corpus.documents) {
    base::DiagnosticLog log;
    const checker::RulingResult prepared = session.prepare(document, log);
    REQUIRE_FALSE(log.has_errors());
    const checker::Question& q = *prepared.questions.at(0);
    const checker::Limits limits;
    for (const rulings::Claim& claim : q.which->claims) {
      Asked a;
      checker::explicit_state::Engine tried(q, limits);
      a.by_explicit = tried.answer(claim).verdict;
      a.states = tried.counts().states;
      // The outcomes of eight effects are beyond Z3's units.
      if (game != "order" || claim.kind != rulings::ClaimKind::Outcomes) {
        checker::symbolic::Engine solved(q, limits);
        a.by_symbolic = solved.answer(claim).verdict;
        a.queries = solved.counts().queries;
      }
      out[document.id].push_back(a);
    }
  }
  return out;
}

/// One situation of the peers' corpus, and what an attack in it may leave of the spirit: every
/// order, one by one.
struct Attack {
  int attack = 0, defence = 0, spirit = 0, most = 0;
  bool necessary = false;
  std::vector<std::pair<std::string, int>> effects;

  std::set<int> ends() const {
    std::set<int> out;
    std::vector<bool> done(effects.size());
    const auto go = [&](const auto& self, int now, size_t left) -> void {
      if (left == 0) out.insert(spirit - std::max(0, now - defence));
      for (size_t i = 0; i < effects.size(); ++i) {
        if (done[i]) continue;
        const auto& [name, k] = effects[i];
        done[i] = true;
        self(self,
             name == "add"   ? now + k
             : name == "sub" ? std::max(0, now - k)
             : name == "set" ? k
             : name == "cap" ? std::min(now, k)
                             : 2 * now,
             left - 1);
        done[i] = false;
      }
    };
    go(go, attack, effects.size());
    return out;
  }
};

std::vector<Attack> attacks() {
  std::vector<Attack> out;
  std::istringstream in(test::slurp(test::at_root("bench/peers/f5/corpus1000.txt")));
  std::string word, name;
  while (in >> word) {
    if (word == "scenario") {
      out.emplace_back();
      in >> name;
      continue;
    }
    if (word == "end") continue;
    Attack& a = out.back();
    if (word == "attack")
      in >> a.attack;
    else if (word == "defence")
      in >> a.defence;
    else if (word == "spirit")
      in >> a.spirit;
    else if (word == "hand" || word == "deck")
      in >> name;
    else if (word == "effect") {
      int k = 0;
      in >> name >> word >> k;
      a.effects.emplace_back(word, k);
    } else if (word == "claim") {
      in >> word >> name >> a.most;
      a.necessary = word == "necessary";
    }
  }
  return out;
}

}  // namespace

TEST_CASE("bench: the generator writes what is committed", "[agreement][bench]") {
  const test::Scratch scratch;
  const std::string written = scratch / "games";
  if (std::system("python3 --version >/dev/null 2>&1") != 0) {
    WARN("SKIPPED: there is no python3");
    return;
  }
  REQUIRE(std::system(
              ("python3 '" + test::at_root("bench/generate.py") + "' --committed '" + written + "'")
                  .c_str()) == 0);
  for (const char* game : {"order", "window", "quantities", "corpus"}) {
    const std::string ours = test::at_root(std::string("bench/games/") + game + "/rulings"),
                      theirs = written + "/" + game + "/rulings";
    std::vector<std::string> names, others;
    for (const std::string& path : base::list_files(ours, ".xml"))
      names.push_back(path.substr(ours.size()));
    for (const std::string& path : base::list_files(theirs, ".xml"))
      others.push_back(path.substr(theirs.size()));
    CHECK(names == others);
    CHECK(names.size() >= 2);
    for (const std::string& name : names) {
      CAPTURE(name);
      CHECK(test::slurp(ours + name) == test::slurp(theirs + name));
    }
  }
}

TEST_CASE("bench: order and window reach what the prototype computed", "[agreement][bench][slow]") {
  for (const char* game : {"order", "window"}) {
    const auto all = asked(game);
    CHECK(all.size() == 2);
    for (const auto& [id, claims] : all) {
      CAPTURE(id);
      for (const Asked& a : claims) {
        CHECK(a.by_explicit == Verdict::Holds);
        if (a.queries > 0) CHECK(a.by_symbolic == Verdict::Holds);
      }
    }
    if (std::string(game) != "order") continue;
    // Different are 840 and 2080 rows of (what is done, what is gone, the numbers), as the
    // prototype counted them; to them come where it begins, and each way it ends.
    CHECK(all.at("order-n8-mixed")[0].states <= 840 + 1 + 16);
    CHECK(all.at("order-n8-dense")[0].states <= 2080 + 1 + 46);
  }
}

TEST_CASE(
    "bench: that things lapse with their card is no reason to go through the orders one by one",
    "[agreement][bench]") {
  const test::Corpus corpus(test::at_root("bench/corpus/order"));
  checker::Session session(*corpus.game, corpus.sources);
  // One by one they are as many states for eight effects, but each is worked out again for every
  // way to it; for twelve they are 2,077,686.
  for (const auto& [id, states, steps] : {std::tuple("order-n8-dense", 2'127, 7'000),
                                          std::tuple("order-n12-dense", 71'857, 20'000)}) {
    CAPTURE(id);
    base::DiagnosticLog log;
    const checker::RulingResult prepared = session.prepare(corpus[id], log);
    REQUIRE_FALSE(log.has_errors());
    const checker::Question& q = *prepared.questions.at(0);
    const uint64_t before = checker::work_done.steps;
    checker::explicit_state::Engine engine(q, {});
    CHECK(engine.answer(q.which->claims.at(0)).verdict == Verdict::Holds);
    CHECK(engine.counts().states == static_cast<size_t>(states));
    CHECK(checker::work_done.steps - before <= static_cast<uint64_t>(steps));
  }
}

TEST_CASE("bench: the corpus as every order tried one by one", "[agreement][bench]") {
  const std::vector<Attack> known = attacks();
  REQUIRE(known.size() == 1000);
  size_t yes = 0;
  for (const Attack& a : known) {
    const std::set<int> ends = a.ends();
    yes += a.necessary ? *ends.rbegin() <= a.most : *ends.begin() <= a.most;
  }
  CHECK(yes == 605);
  size_t queries = 0, k = 0;
  for (const auto& [id, claims] : asked("corpus")) {
    CAPTURE(id);
    REQUIRE(id == "corpus-0000" + std::to_string(k));
    const Attack& a = known[k++];
    const std::set<int> ends = a.ends();
    const Verdict wanted =
        (a.necessary ? *ends.rbegin() : *ends.begin()) <= a.most ? Verdict::Holds : Verdict::Fails;
    REQUIRE(claims.size() == 1);
    CHECK(claims[0].by_explicit == wanted);
    CHECK(claims[0].by_symbolic == wanted);
    // Of four effects, the parts that are done leave at most as many numbers as they have orders:
    // 1, 4, 12, 24 and 24, and as many ends.
    CHECK(claims[0].states <= 1 + 65 + 24);
    queries += claims[0].queries;
  }
  CHECK(k == 8);
  CHECK(queries <= k);  // what does not fold to a truth value, or holds on a sample, is one query
}

TEST_CASE("bench: quantities are proved, and with few questions", "[agreement][bench][corpus]") {
  const auto all = asked("quantities");
  CHECK(all.size() == 7);
  for (const auto& [id, claims] : all) {
    CAPTURE(id);
    const bool bounded = id.ends_with("-to3");
    CHECK(claims.size() == (id.find("battle") != std::string::npos ? 2 : 1));
    for (const Asked& a : claims) {
      // +1 in one text shows only beyond 3
      CHECK(a.by_symbolic == (id == "quantities-n8-erratum-to3" ? Verdict::Fails : Verdict::Holds));
      CHECK(a.by_explicit == (bounded ? a.by_symbolic : Verdict::Unknown));
      // One for the claim, and for what may become of two edges twice: not one for each modifier.
      CHECK(a.queries <= 10);
    }
  }
  CHECK(all.at("quantities-n16-rewording")[0].queries <=
        all.at("quantities-n8-rewording")[0].queries + 1);
}
