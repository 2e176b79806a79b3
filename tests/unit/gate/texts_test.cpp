// Cards whose words are their abilities, in the gate: former wordings, and what nobody has to sign.

#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

/// The game with a phrasebook.
struct Booked : Repo {
  Booked() {
    put("games/tako/phrases/book.json", slurp(at_root("tests/data/twelve/phrases/book.json")));
    base = commit("a phrasebook");
  }
  /// One more card with these wordings.
  void add(const std::string& text) const {
    edit(cards(), "\"cards\": [",
         R"("cards": [{"card": "札", "種類": "技", "invented": true, "text": )" + text +
             R"(, "provisions": "text"},)");
  }
  Gated with(const std::string& text) const {
    return after(*this, [&] { add(text); });
  }
};

const std::string kOnce = R"([{"from": "2024-01-01", "spans": {"s1": "You gain 1 point."}},
                               {"from": "2025-01-01", "spans": {"s1": "You gain 2 points."}}])",
                  kUnread = R"([{"from": "2024-01-01", "spans": {"s1": "You grin 1 point."}},
                                 {"from": "2025-01-01", "spans": {"s1": "You gain 2 points."}}])",
                  kNow = R"([{"spans": {"s1": "You grin 1 point."}}])";

}  // namespace

TEST_CASE("gate: a wording that is not read leaves the card undecided, a former one too",
          "[gate][texts]") {
  const Booked repo;
  const Gated former = repo.with(kUnread);
  INFO(former.ran.out << former.ran.err);
  CHECK(former.ran.code == 3);
  CHECK(former.counting.count("HR3110") == 1);
  const Gated now = repo.with(kNow);
  CHECK(now.ran.code == 3);
  CHECK(now.counting.count("HR3110") == 1);
  // nobody could sign them away
  CHECK(now.all.count("HG1005") == 0);
}

TEST_CASE("gate: what the base has not read is known", "[gate][texts]") {
  Booked repo;
  repo.add(kNow);
  repo.base = repo.commit("a card");
  const Gated other =
      after(repo, [&] { repo.edit("rulings/TK-5.xml", "</ruling>", "<!-- --></ruling>"); });
  INFO(other.ran.out << other.ran.err);
  CHECK(other.ran.code == 0);
  CHECK(other.known.count("HR3110") == 1);
}

TEST_CASE("gate: every wording is compared with its own ability", "[gate][texts]") {
  const Booked repo;
  const Gated two = repo.with(kOnce);
  INFO(two.ran.out << two.ran.err);
  CHECK(two.all.count("HA4007") == 0);
  CHECK(two.counting.empty());
  const Ran read = test::run({"read", "札", repo / "games/tako"});
  INFO(read.out << read.err);
  CHECK(read.code == 0);
  CHECK(read.out.find("HT1003") == std::string::npos);
}

TEST_CASE("check: wordings stand in the order of their days", "[texts]") {
  for (const std::string second : {"2024-01-01", "2023-06-01"}) {
    const Booked repo;
    repo.add(R"([{"from": "2024-01-01", "spans": {"s1": "You gain 1 point."}},
                 {"from": ")" +
             second + R"(", "spans": {"s1": "You gain 2 points."}}])");
    const Ran ran = test::run({"check", repo / "games"});
    INFO(ran.out << ran.err);
    CHECK(ran.code == 2);
    CHECK((ran.out + ran.err).find("a day after 2024-01-01") != std::string::npos);
  }
}

// A misspelt phrase has a meaning, too, and nobody knows which.
TEST_CASE("gate: what a phrase names and nothing has decides nothing", "[gate][texts]") {
  const auto blown = [](const std::string& other) {
    Booked repo;
    repo.edit("phrases/book.json", "{\"sort\": \"acts\", \"text\": \"{a:act}\"",
              R"({"sort": "act", "text": "the wind blows", "is": [{"do": "me.点 += 1"}]},
{"sort": "act", "text": "the wind blows", "is": [)" +
                  other + "]},\n{\"sort\": \"acts\", \"text\": \"{a:act}\"");
    repo.base = repo.commit("a phrase");
    const Gated g = repo.with(R"([{"spans": {"s1": "The wind blows."}}])");
    const Ran read = test::run({"read", "札", repo / "games/tako"});
    UNSCOPED_INFO(g.ran.out << g.ran.err << read.out << read.err);
    return std::pair{g, read};
  };
  const auto [misspelt, read] = blown(R"j({"call": "風読(me)"})j");
  CHECK(misspelt.ran.code == 3);
  CHECK(misspelt.counting.count("HR3112") == 1);
  CHECK(misspelt.ran.out.find("風読") != std::string::npos);
  CHECK(read.code == 3);
  CHECK(read.out.find("a phrase names what is not there") != std::string::npos);
  for (const std::string other : {R"j({"do": "me.点数 += 1"})j", R"j({"doo": "me.点 += 2"})j"})
    CHECK(blown(other).first.ran.code == 3);
  // what does not go together is no meaning, as before
  const auto [unfit, other] = blown(R"j({"do": "me.点 += me"})j");
  CHECK(unfit.ran.code == 0);
  CHECK(other.code == 0);
}

// Nine pronouns of two kites each: 64 meanings are looked at, six compared.
TEST_CASE("read: very many meanings come to an end", "[texts]") {
  const Booked repo;
  std::string text =
      "One of your kites gains 1 line, then one of your opponent's kites gains 1 line";
  for (int i = 0; i < 9; ++i) text += ", then it loses 1 line";
  repo.add(R"([{"spans": {"s1": ")" + text + R"(."}}])");
  const Ran read = test::run({"read", "札", repo / "games/tako", "--in-play"});
  INFO(read.out << read.err);
  CHECK(read.code == 1);
  CHECK(read.out.find("HT1006") != std::string::npos);
}
