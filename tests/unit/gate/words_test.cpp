// Words of cards that a phrasebook reads, against their abilities. What is expected was written
// down before the gate was run.
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

const std::string kCards = "../harbour/cards/harbour.json", kBook = "../harbour/phrases/en.json";
const std::string kShot = "\"s1\": \"One ship leaks 2.\"", kLeak = "\"call\": \"leak(t, 2)\"";

/// The game with a phrasebook, beside the one of the documentation.
struct Harbour : Repo {
  Harbour() {
    copy_folder(at_root("tests/data/harbour"), *this / "games/harbour");
    base = commit("a game with a phrasebook");
  }
  Gated edited(const std::vector<Edit>& edits) const { return test::edited(*this, edits); }
};

}  // namespace

TEST_CASE("gate: words that are read as the abilities say need nobody to sign", "[gate][words]") {
  const Harbour repo;
  // other words for the same, and the same in both
  Gated g = repo.edited({{kCards, kShot, "\"s1\": \"ONE  ship leaks 2.\""}});
  CHECK(g.ran.code == 0);
  CHECK(g.all.count("HG1011") == 1);
  g = repo.edited({{kCards, kShot, "\"s1\": \"One ship leaks 3.\""},
                   {kCards, kLeak, "\"call\": \"leak(t, 3)\""}});
  CHECK(g.counting.count("HG1001") == 0);
  CHECK(g.counting.count("HG1012") == 0);
  CHECK(g.all.count("HG1011") == 1);
  // what is not read is proven by nobody
  g = repo.edited({{kCards, kShot, "\"s1\": \"Some ship leaks 2.\""}});
  CHECK(g.ran.code == 1);
  CHECK(g.counting.count("HG1001") == 1);
  CHECK(g.all.count("HG1011") == 0);
}

TEST_CASE("gate: words that are read as something else than the abilities say", "[gate][words]") {
  const Harbour repo;
  // both changed, and not alike
  const std::vector<Edit> apart = {{kCards, kShot, "\"s1\": \"One ship leaks 3.\""},
                                   {kCards, kLeak, "\"call\": \"leak(t, 1)\""}};
  Gated g = repo.edited(apart);
  CHECK(g.ran.code == 1);
  CHECK(g.counting.count("HG1012") == 1);
  CHECK(g.ran.out.find("as the words are read:") != std::string::npos);
  // the words alone
  g = repo.edited({apart[0]});
  CHECK(g.counting.count("HG1001") == 1);
  CHECK(g.counting.count("HG1012") == 1);
  // a card that came
  g = repo.edited({{kCards, "{\"card\": \"shot\"",
                    R"J({"card": "ball", "sort of card": "order", "invented": true,
 "text": [{"spans": {"s1": "One ship leaks 3."}}],
 "provisions": [{"effect": "", "present": [{"choose": "t", "one": "s in ships", "designates": true}], "steps": [{"call": "leak(t, 1)"}], "span": ["s1"]}]},
{"card": "shot")J"}});
  CHECK(g.counting.count("HG1012") == 1);
}

TEST_CASE("gate: who changes words does not change with them how they are read", "[gate][words]") {
  const Harbour repo;
  const Gated g = repo.edited({{kCards, kShot, "\"s1\": \"One ship leaks 3.\""},
                               {kBook, "leak($o.v, $n)", "leak($o.v, $n - 1)"}});
  CHECK(g.counting.count("HG1012") == 1);
  CHECK(g.all.count("HG1013") == 1);
  CHECK(g.ran.out.find("1 (shot)") != std::string::npos);  // rocket is not read whole
}

TEST_CASE("gate: somebody signs for a card that is read otherwise", "[gate][words]") {
  const Harbour repo;
  const std::string words = "\"s1\": \"One ship leaks 3.\"",
                    span = "leak(t, 2)\"}], \"span\": [\"s1\"]";
  repo.edit(kCards, kShot, words);
  const std::string told = test::run({"gate", "--base", repo.base, repo / "games"}).out;
  const size_t at = told.find("\"digest\": \"");
  REQUIRE(at != std::string::npos);
  const std::string is = told.substr(at + 11, 16);
  const Gated signed_ = repo.edited(
      {{kCards, kShot, words},
       {kCards, span,
        span + R"(, "read": {"digest": ")" + is + R"(", "by": "M", "on": "2026-05-31"})"}});
  CHECK(signed_.ran.code == 0);
  CHECK(signed_.all.count("HG1007") == 2);  // of the words, and of what they are read as
}

TEST_CASE("gate: what an ability states is read, however it is marked", "[gate][words]") {
  const Harbour repo;
  const Gated g = repo.edited({{kCards, R"("flavour": ["s2"])", R"("flavour": ["s1", "s2"])"},
                               {kCards, kShot, "\"s1\": \"One ship leaks 3.\""},
                               {kCards, kLeak, "\"call\": \"leak(t, 4)\""}});
  CHECK(g.ran.code == 1);
  CHECK(g.counting.count("HG1012") == 1);
}

TEST_CASE("gate: a phrasebook of the base that cannot be read", "[gate][words]") {
  Harbour repo;
  const std::string book = slurp(repo.at(kBook));
  test::put(repo.at(kBook), "{");
  repo.base = repo.commit("a book that is none");
  const auto mended = [&](bool with_words) {
    return after(repo, [&] {
      test::put(repo.at(kBook), book);
      if (!with_words) return;
      repo.edit(kCards, kShot, "\"s1\": \"One ship leaks 3.\"");
      repo.edit(kCards, kLeak, "\"call\": \"leak(t, 4)\"");
    });
  };
  for (const bool with_words : {false, true}) {
    const Gated g = mended(with_words);
    INFO(g.ran.out << g.ran.err);
    CHECK(g.ran.code == 3);
    CHECK(g.counting == Codes{"HG1406"});
  }
}
