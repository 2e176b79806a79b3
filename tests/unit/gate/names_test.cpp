// What is called otherwise wherever it is named, and what only looks so.
#include "tests/catch.h"
#include "tests/support/workbench.h"
#include "tests/unit/gate/tako.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

/// Replaces a text wherever something formal may have it: not in the words of clauses, cards,
/// questions and answers, which stand on lines of their own.
void call(const Repo& repo, const std::string& from, const std::string& to) {
  for (const auto& entry : fs::recursive_directory_iterator(repo.at(""))) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path().string(), text = slurp(path);
    std::string out;
    for (size_t at = 0; at < text.size();) {
      size_t end = text.find('\n', at);
      end = end == std::string::npos ? text.size() : end + 1;
      std::string line = text.substr(at, end - at);
      bool prose = false;
      for (const char* mark : {"{\"clause\"", "\"text\": [", "<title", "<question", "<answer"})
        prose = prose || line.find(mark) != std::string::npos;
      if (!prose)
        for (size_t k = line.find(from); k != std::string::npos; k = line.find(from, k + to.size()))
          line.replace(k, from.size(), to);
      out += line;
      at = end;
    }
    if (out != text) test::put(path, out);
  }
}

Gated called(const Repo& repo, const std::vector<std::array<std::string, 2>>& names,
             const std::vector<Edit>& edits = {}) {
  Gated g = after(repo, [&] {
    for (const auto& [from, to] : names) call(repo, from, to);
    for (const Edit& e : edits) repo.edit(e.file, e.from, e.to);
  });
  UNSCOPED_INFO(g.ran.out << g.ran.err);
  return g;
}

}  // namespace

TEST_CASE("gate: a name that is another one everywhere is told", "[gate][names]") {
  const Repo repo;
  const std::vector<std::vector<std::array<std::string, 2>>> all = {
      {{"糸を切る", "糸を減らす"}},                    // a procedure
      {{"opp(", "other("}, {"\"opp\"", "\"other\""}},  // a derived value
      {{"空の凧", "揚がった凧"}},                      // a kind
      {{"行動の機会", "手番の機会"}},                  // an exchange
      {{"糸切れ", "糸なし"}},                          // a trigger
      {{"命綱\"", "命の綱\""}},                        // one of a card
      {{"長さ", "丈"}},                                // a printed attribute
      {{"落ちるとき", "墜ちるとき"}},                  // a signal
      {{"手番が決める", "手番の人が決める"}},          // an order
      {{"揚げる", "飛ばす"}},                          // an act, which rulings name
  };
  for (const auto& names : all) {
    INFO(names[0][0]);
    const Gated g = called(repo, names);
    CHECK(g.ran.code == 0);
    CHECK(g.all == Codes{"HG1016"});
  }
  std::vector<std::array<std::string, 2>> at_once;
  for (const auto& names : all) at_once.insert(at_once.end(), names.begin(), names.end());
  const Gated g = called(repo, at_once);
  CHECK(g.ran.code == 0);
  CHECK(g.all.size() == all.size());
  CHECK(g.all.count("HG1016") == all.size());
}

TEST_CASE("gate: what changes with a name is found as ever", "[gate][names]") {
  const Repo repo;
  // the procedure does something else
  const Gated body = called(repo, {{"糸を切る", "糸を減らす"}},
                            {{"rulebook/5-kites.json", "\"c.糸 -= n\"", "\"c.糸 -= n + 1\""}});
  CHECK(body.ran.code == 1);
  CHECK(body.counting.count("HG1002") > 0);
  CHECK(body.all.count("HG1016") == 0);
  CHECK(body.all.count("HG1101") > 0);
  // whoever calls it calls it otherwise
  const Gated use = called(repo, {{"見せる", "明かす"}},
                           {{"rulebook/6-wind.json", "明かす(me, h, k)", "明かす(me, k, h)"}});
  CHECK(use.ran.code == 1);
  CHECK(use.counting == Codes{"HG1002"});
  // an answer that is changed in passing
  const Gated answer =
      called(repo, {{"糸を切る", "糸を減らす"}},
             {{"rulings/TK-1.xml", "gets 1 point.</answer>", "gets 2 points.</answer>"}});
  CHECK(answer.counting.count("HG1105") == 1);
}

TEST_CASE("gate: a name that takes the place of another one is no new name", "[gate][names]") {
  const Repo repo;
  // two that change places
  const Gated swapped =
      called(repo, {{"行動の機会", "〇〇"}, {"返しの機会", "行動の機会"}, {"〇〇", "返しの機会"}});
  CHECK(swapped.ran.code != 0);
  CHECK(swapped.all.count("HG1016") == 0);
  // a word of the language
  const Gated word = called(repo, {{"opp(", "top("}, {"\"opp\"", "\"top\""}});
  CHECK(word.ran.code != 0);
  CHECK(word.all.count("HG1016") == 0);
  // a name that stood for something in the base: a local of a step
  const Gated local = called(repo, {{"見せる", "k"}});
  CHECK(local.ran.code != 0);
  CHECK(local.all.count("HG1016") == 0);
  // not everywhere
  const Gated half = called(repo, {{"空の凧", "揚がった凧"}},
                            {{"rulebook/6-wind.json", "x in 揚がった凧", "x in 空(me)"}});
  CHECK(half.ran.code == 1);
  CHECK(half.counting.count("HG1002") == 1);
}

TEST_CASE("gate: a clause or a card that is called otherwise", "[gate][names]") {
  const Repo repo;
  const auto renamed = [&](const char* kind, const char* from, const char* to) {
    const Ran r = test::run({"rename", kind, from, to, repo.at("")});
    INFO(r.out << r.err);
    CHECK(r.code == 0);
  };
  const Gated clause = after(repo, [&] { renamed("clause", "5-1", "5-9"); });
  INFO(clause.ran.out);
  CHECK(clause.ran.code == 0);
  CHECK(clause.all == Codes{"HG1016"});
  const Gated card = after(repo, [&] { renamed("card", "命綱凧", "綱つき凧"); });
  INFO(card.ran.out);
  CHECK(card.ran.code == 0);
  CHECK(card.all == Codes{"HG1016"});
  // words that change with it
  const Gated words = after(repo, [&] {
    renamed("clause", "5-1", "5-9");
    repo.edit("rulebook/5-kites.json", "the other player gets 1 point", "nobody gets a point");
  });
  CHECK(words.ran.code == 1);
  CHECK(words.counting.count("HG1001") == 1);
  // a number in an answer is no name of a clause
  const Gated number = after(repo, [&] {
    renamed("clause", "4", "7");
    repo.edit("rulings/TK-1.xml", "糸3から4減る", "糸3から7減る");
  });
  CHECK(number.ran.code == 1);
  CHECK(number.counting == Codes{"HG1105"});
}
