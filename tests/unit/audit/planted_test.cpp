// Contradictions planted into copies of the five games are found, minimal, at the right places;
// what is only rephrased is not.

#include "tests/unit/audit/planted.h"

#include <algorithm>
#include <map>

namespace {

using namespace hanrei;
using namespace hanrei::checker;
using namespace hanrei::test;

/// The members in the order of a report: clauses as they stand in the files, then cards.
const char* const kSentences = R"({"s1": "何をしてもよい。", "s2": "何もしない。"})";

}  // namespace

TEST_CASE("planted: a fresh sentence against a fresh clause that it names", "[audit][corpus]") {
  for (const Game& game : kGames) {
    INFO(game.name);
    const Planted copy(game);
    copy.rules(clause("植.1"), forbid(game, "植.1"));
    copy.cards(card(game, R"({"s1": "何をしてもよい。"})", permit(game, ", \"over\": [\"植.1\"]")));
    const Audited a(copy.folder);
    const audit::clashes::Finding* f = game.cards_win ? a.find("HA1001", "21 《植えた札》s1 植.1")
                                                      : a.find("HA1003", "《植えた札》s1 植.1");
    REQUIRE(f != nullptr);
    a.minimal(*f);
    CHECK(f->met.replayed);
    const std::string place = a.place(*f);
    CHECK(place.starts_with("99-plant.json:2:"));
    CHECK(a.corpus.sources.slice(f->place) == "\"何をしてもよい。\"");
    // the clause bars for good what the rulebook, or a card, permits
    CHECK(a.count("HA1003", "植.1") + a.count("HA1004", "植.1") >= 1);
  }
}

TEST_CASE("planted: a hedged clause gives way", "[audit][corpus]") {
  for (const Game& game : kGames) {
    if (game.cards_win) continue;
    INFO(game.name);
    for (const bool hedged : {true, false}) {
      const Planted copy(game);
      copy.rules(
          clause("植.1", hedged ? ", \"hedged\": true" : ""),
          forbid(game, "植.1") +
              R"(, {"defeat": "植", "winner": {"source": "card"}, "loser": {"hedged": true}, "by": ["植.1"]})");
      copy.cards(
          card(game, R"({"s1": "何をしてもよい。"})", permit(game, ", \"over\": [\"植.1\"]")));
      const Audited a(copy.folder);
      CHECK(a.count("HA1001", "《植えた札》s1") == (hedged ? 1 : 0));
      CHECK(a.count("HA1003", "《植えた札》s1") == (hedged ? 0 : 1));
    }
  }
}

TEST_CASE("planted: a clause that cards do not change", "[audit][corpus]") {
  for (const Game& game : kGames) {
    INFO(game.name);
    const Planted copy(game);
    copy.rules(clause("植.1") + ",\n" + clause("植.2"), forbid(game, "植.1") + R"(,
{"defeat": "植えた決まり", "winner": {"id": "植.1"}, "loser": {"source": "card"}, "by": ["植.2"]})");
    copy.cards(card(game, R"({"s1": "何をしてもよい。"})", permit(game, ", \"over\": [\"植.1\"]")));
    const Audited a(copy.folder);
    // where cards win in general the game says both, and the general relation is asked first
    const audit::clashes::Finding* f = game.cards_win
                                           ? a.find("HA1001", "21 《植えた札》s1 植.1")
                                           : a.find("HA1002", "《植えた札》s1 植.1 植.2");
    REQUIRE(f != nullptr);
    a.minimal(*f);
  }
}

TEST_CASE("planted: a sentence that names nothing", "[audit][corpus]") {
  for (const Game& game : kGames) {
    INFO(game.name);
    const Planted copy(game);
    copy.rules(clause("植.1"), forbid(game, "植.1"));
    copy.cards(card(game, R"({"s1": "何をしてもよい。"})", permit(game, "")));
    const Audited a(copy.folder);
    const audit::clashes::Finding* f =
        a.find(game.cards_win ? "HA1004" : "HA1003", "《植えた札》s1 植.1");
    REQUIRE(f != nullptr);
    CHECK(f->basis == audit::clashes::Basis::Proved);
    a.minimal(*f);
  }
}

TEST_CASE("planted: two sentences about one step", "[audit][corpus]") {
  for (const Game& game : kGames) {
    if (*game.with == 0) continue;
    INFO(game.name);
    const Planted copy(game);
    copy.rules("", "");
    const std::string target = std::string("{\"amend\": \"") + game.step + "\", ";
    copy.cards(card(game, kSentences,
                    target + "\"void\": true, \"span\": [\"s1\"]},\n  " + target +
                        "\"with\": " + game.with + ", \"span\": [\"s2\"]}"));
    const Audited a(copy.folder);
    const audit::clashes::Finding* f = a.find("HA1003", "《植えた札》s1 《植えた札》s2");
    REQUIRE(f != nullptr);
    a.minimal(*f);
    CHECK(a.count(game.cards_win ? "HA1001" : "HA1003", "《植えた札》s1") +
              a.count("HA1001", "《植えた札》s1") >=
          2);
  }
}

TEST_CASE("planted: two limits that exclude each other", "[audit][corpus]") {
  for (const Game& game : kGames) {
    INFO(game.name);
    const Planted copy(game);
    const std::string domain = std::string(R"(", "for": {"c": ")") + game.trash + R"("}, )";
    copy.rules(
        clause("植.1") + ",\n" + clause("植.2"),
        R"({"attr": "植数", "of": "card", "type": "int", "nature": "stored", "life": "stay", "default": "0"},
{"limit": "植一)" +
            domain + R"("holds": "c.植数 >= 1", "repair": {"do": "c.植数 := 1"}, "by": ["植.1"]},
{"limit": "植二)" +
            domain + R"("holds": "c.植数 <= 0", "repair": {"do": "c.植数 := 0"}, "by": ["植.2"]})");
    const Audited a(copy.folder);
    const audit::clashes::Finding* f = a.find("HA1010", "植.1 植.2");
    REQUIRE(f != nullptr);
    a.minimal(*f);
    CHECK(a.place(*f).starts_with("99-plant.json:2:"));
    CHECK((a.find("HA1011", "植.1 植.2") != nullptr || a.count("HA1012", "植.1") == 1));
  }
}

TEST_CASE("planted: a permission that is taken back at once", "[audit][corpus]") {
  // where cards lie in most situations
  const std::map<std::string, const char*> there = {{"lftcg", "フィールド"},
                                                    {"precious", "メインエリア"},
                                                    {"actor", "通常マス"},
                                                    {"monster", "バトルゾーン"},
                                                    {"gash", "場"}};
  for (const Game& game : kGames) {
    INFO(game.name);
    const auto audited = [&](const char* holds) {
      const Planted copy(game);
      const std::string zone = there.at(game.name);
      copy.rules(
          clause("植.1") + ",\n" + clause("植.2"),
          R"({"attr": "植数", "of": "card", "type": "int", "nature": "stored", "life": "stay", "default": "0"},
{"act": "植える", "present": [{"choose": "c", "one": "x in )" +
              zone + R"("}], "process": [{"n": 1, "do": "c.植数 := 1"}], "by": ["植.1"]},
{"limit": "植二", "for": {"c": ")" +
              zone + R"("}, "holds": ")" + holds +
              R"(", "repair": {"do": "c.植数 := 0"}, "by": ["植.2"]})");
      copy.cards(card(game, R"({"s1": "植えることができる。"})",
                      std::string(R"x({"norm": "permit", "event": "act 植える(self)", "in": ")x") +
                          game.moment + R"(", "span": ["s1"]})"));
      return Audited(copy.folder);
    };
    const Audited a = audited("c.植数 <= 0");
    const audit::clashes::Finding* f = a.find("HA1007", "《植えた札》s1 植.2");
    REQUIRE(f != nullptr);
    a.minimal(*f);
    CHECK(f->met.replayed);
    CHECK(a.corpus.sources.slice(f->place) == "\"植えることができる。\"");
    // it stays when the limit allows it
    CHECK(audited("c.植数 <= 1").count("HA1007", "《植えた札》s1") == 0);
  }
}

TEST_CASE("planted: a duty that a clause forbids", "[audit][corpus]") {
  for (const Game& game : kGames) {
    INFO(game.name);
    const auto audited = [&](const char* over, bool barred) {
      const Planted copy(game);
      if (barred) copy.rules(clause("植.1"), forbid(game, "植.1"));
      copy.cards(card(game, R"({"s1": "しなければならない。"})",
                      std::string("{\"norm\": \"oblige\", \"event\": \"act ") + game.act +
                          "\", \"in\": \"" + game.moment + "\"" + over + ", \"span\": [\"s1\"]}"));
      return Audited(copy.folder);
    };
    // only a relation that says so lets it win, and only over the clause that it names
    const Audited unnamed = audited("", true);
    const audit::clashes::Finding* f =
        unnamed.find(game.cards_win ? "HA1004" : "HA1003", "《植えた札》s1 植.1");
    if (f == nullptr)
      f = unnamed.find(game.cards_win ? "HA1004" : "HA1003",
                       game.cards_win ? "21 《植えた札》s1 植.1" : "");
    REQUIRE(f != nullptr);
    unnamed.minimal(*f);
    CHECK(f->met.replayed);
    CHECK(unnamed.corpus.sources.slice(f->place) == "\"しなければならない。\"");
    const Audited named = audited(R"(, "over": ["植.1"])", true);
    CHECK(named.count(game.cards_win ? "HA1001" : "HA1003", "《植えた札》s1") == 1);
    const Audited mended = audited("", false);
    for (const char* code : {"HA1001", "HA1003", "HA1004", "HA1008"})
      CHECK(mended.count(code, "《植えた札》s1") == 0);
  }
}

TEST_CASE("planted: what one card permits another forbids", "[audit][corpus]") {
  for (const Game& game : kGames) {
    INFO(game.name);
    const auto audited = [&](const char* bars) {
      const Planted copy(game);
      copy.rules(
          clause("植.1"),
          R"({"attr": "植えた", "of": "game", "type": "bool", "nature": "stored", "default": "false"},
{"act": "植える", "process": [{"n": 1, "do": "植えた := true"}], "by": ["植.1"]})");
      std::string other = card(game, R"({"s1": "だれも植えられない。"})", bars);
      other.replace(other.find("植えた札"), std::string("植えた札").size(), "植えない札");
      copy.cards(card(game, R"({"s1": "植えることができる。"})",
                      std::string(R"({"norm": "permit", "event": "act 植える", "in": ")") +
                          game.moment + R"(", "span": ["s1"]})") +
                 ",\n" + other);
      copy.deal(game, {"植えた札", "植えない札"});
      return Audited(copy.folder);
    };
    const Audited clash = audited(R"({"norm": "forbid", "event": "act 植える", "span": ["s1"]})");
    // where the newer effect counts under another reading, it hangs on that
    const char* const code = std::string_view(game.name) == "lftcg" ? "HA1015" : "HA1006";
    const audit::clashes::Finding* f = clash.find(code, "《植えた札》s1 《植えない札》s1");
    REQUIRE(f != nullptr);
    CHECK(f->basis == audit::clashes::Basis::Proved);
    CHECK(f->met.replayed);
    CHECK(clash.corpus.sources.slice(f->place) == "\"植えることができる。\"");
    clash.minimal(*f);
    // not when it is forbidden at times only
    CHECK(audited(R"({"norm": "forbid", "event": "act 植える", "if": "植えた", "span": ["s1"]})")
              .count(code, "《植えた札》s1") == 0);
  }
}

TEST_CASE("planted: endings that nothing decides", "[audit][corpus]") {
  for (const Game& game : kGames) {
    INFO(game.name);
    const Planted copy(game);
    const auto ending = [&](const char* name, const char* whose, const char* by) {
      return std::string("{\"ending\": \"") + name +
             "\", \"for\": {\"p\": \"player\"}, \"when\": \"any c in " + game.trash + ": c.owner " +
             whose + " p\", \"loser\": \"p\", \"judged\": \"at once\", \"by\": [\"" + by + "\"]}";
    };
    copy.rules(clause("植.1") + ",\n" + clause("植.2"),
               ending("植一", "=", "植.1") + ",\n" + ending("植二", "!=", "植.2"));
    {
      const Audited a(copy.folder);
      CHECK(a.count("HA1013", "植.1") == (game.draws ? 0 : 1));
    }
    if (!game.draws) continue;
    // without the clause that says what two endings come to
    const std::map<std::string, std::pair<const char*, const char*>> both = {
        {"lftcg", {"/rulebook/09-endings.json", "{\"both\": \"draw\", \"by\": [\"9\"]}"}},
        {"precious",
         {"/rulebook/50-endings.json", "{\"both\": \"draw\", \"by\": [\"勝利条件.4\"]}"}},
        {"monster",
         {"/rulebook/03-play.json", "{\"both\": \"draw\", \"by\": [\"基本ルール.2\"]}"}}};
    const auto& [file, text] = both.at(game.name);
    test::edit(copy.folder + file, text, "{\"duration\": \"植えた期間\"}");
    const Audited a(copy.folder);
    const audit::clashes::Finding* f = a.find("HA1013", "植.1 植.2");
    REQUIRE(f != nullptr);
    a.minimal(*f);
    CHECK(f->met.replayed);
  }
}

TEST_CASE("audit: what is only rephrased changes nothing but its words", "[audit][corpus]") {
  const Planted copy(kGames[2]);
  const auto names = [](const Audited& a) {
    std::vector<std::string> out;
    for (const audit::clashes::Finding& f : a.report.findings)
      out.push_back(f.fingerprint + " " + std::to_string(f.times) + " " + a.set_of(f) + " " +
                    audit::clashes::message(f, base::Lang::Ja));
    return out;
  };
  const auto before = names(Audited(copy.folder));
  std::string text = test::slurp(copy.folder + "/rulebook/clauses.json");
  const std::string from = "\"ja\": \"", to = "\"ja\": \"要するに、";
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  test::put(copy.folder + "/rulebook/clauses.json", text);
  CHECK(names(Audited(copy.folder)) == before);
  CHECK(before.size() > 5);
}

TEST_CASE("audit: the same report, byte for byte, on one thread or two", "[audit][corpus]") {
  const std::string game = test::at_root("fixtures/monster");
  const test::Ran one = test::run({"audit", "--format", "json", "-j", "1", game}),
                  two = test::run({"audit", "--format", "json", "-j", "2", game});
  CHECK(one.out == two.out);
  CHECK(one.code == two.code);
  CHECK(one.out.size() > 1000);
}

TEST_CASE("audit: a long text and six thousand cards stay within the limits", "[audit][slow]") {
  const test::Scratch scratch;
  const std::string folder = scratch / "ferry";
  test::copy_folder(test::at_root("tests/golden/commands/fail_audit"), folder);
  std::string words = "長い。", cards;
  while (words.size() < 100'000) words += words;
  for (int i = 0; i < 6'000; ++i) {
    cards += std::string(i > 0 ? ",\n" : "") + "{\"card\": \"c" + std::to_string(i) +
             "\", \"loaded\": false, \"invented\": true, \"text\": [{\"from\": \"2024-01-01\", "
             "\"spans\": {\"s1\": \"" +
             (i == 0 ? words : "夜も渡れる。") +
             "\"}}], \"provisions\": [{\"norm\": \"permit\", \"event\": \"act cross(self)\", "
             "\"in\": \"chance\", \"over\": [\"3\"], \"span\": [\"s1\"]}]}";
  }
  test::put(folder + "/cards/many.json", "{\"format\": 1, \"cards\": [\n" + cards + "\n]}\n");
  const test::Ran ran = test::run({"audit", folder});
  CHECK(ran.code == 1);
  CHECK(ran.out.find("more than 5000 situations made from others") != std::string::npos);
  CHECK(ran.out.find("cards not examined (") != std::string::npos);
  for (size_t at = 0, end = 0; (end = ran.out.find('\n', at)) != std::string::npos; at = end + 1)
    if (end - at > 5'000) FAIL("a line of " << end - at << " bytes");
}
