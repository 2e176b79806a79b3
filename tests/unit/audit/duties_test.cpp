// Two duties of which only one can be fulfilled: in an invented game, and planted into copies of
// the five games.

#include "tests/unit/audit/planted.h"

namespace {

using namespace hanrei;
using namespace hanrei::checker;
using namespace hanrei::test;

/// A game of kites that are raised and hauled in, until nobody does anything. `more`: provisions;
/// `cards`: of two kites, one of each; `situation`: where its ruling begins.
struct Kites {
  Scratch scratch;
  std::string folder = scratch / "kites";
  Kites(const std::string& more, const std::string& lark, const std::string& swift,
        const char* close = R"("close": "silent")", const char* situation = R"(at="day[1]")",
        const char* frames = R"(<frame of="day" me="A"/>)") {
    put(folder + "/game.json",
        R"({"format": 1, "game": "kites", "title": {"en": "Kites", "ja": "凧"}, "players": ["A", "B"]})");
    put(folder + "/rulebook/rules.json",
        std::string(R"({"format": 1, "clauses": [
{"clause": "1", "kind": "rule", "status": "modelled", "title": "場", "ja": "凧を空に置く。", "en": "Kites are in the sky."},
{"clause": "2", "kind": "rule", "status": "modelled", "title": "機会", "ja": "凧を揚げ、引ける。", "en": "Kites may be raised and hauled."},
{"clause": "3", "kind": "rule", "status": "modelled", "title": "一度", "ja": "揚げた日は引けない。", "en": "No hauling on a day of raising."},
{"clause": "4", "kind": "rule", "status": "modelled", "title": "一日", "ja": "引いた日は揚げられない。", "en": "No raising on a day of hauling."},
{"clause": "5", "kind": "rule", "status": "modelled", "title": "風", "ja": "風の日は引けない。", "en": "No hauling when the wind blows."}
], "provisions": [
{"zone": "sky", "of": "player", "order": "none", "sees": "all", "realm": "sky", "by": ["1"]},
{"attr": "raised", "of": "game", "type": "bool", "nature": "stored", "default": "false", "by": ["1"]},
{"attr": "hauled", "of": "game", "type": "bool", "nature": "stored", "default": "false", "by": ["1"]},
{"exchange": "chance", "seats": ["me"], )") +
            close + R"(, "resolve": "at once", "hold": "1", "next": "same", "by": ["2"]},
{"act": "raise", "process": [{"n": 1, "do": "raised := true"}], "by": ["2"]},
{"act": "haul", "process": [{"n": 1, "do": "hauled := true"}], "by": ["2"]},
{"norm": "permit", "event": "act raise", "in": "chance", "if": "not raised", "by": ["2"]},
{"norm": "permit", "event": "act haul", "in": "chance", "if": "not hauled", "by": ["2"]},
)" + more + R"({"procedure": "day", "args": {"me": "player"}, "steps": [{"n": 1, "offer": "chance", "by": ["2"]}, {"n": 2, "do": "raised := raised"}]}
]}
)");
    const auto kite = [](const char* name, const std::string& norm) {
      return std::string("{\"card\": \"") + name +
             R"(", "invented": true, "text": [{"from": "2024-01-01", "spans": {"s1": "Must."}}], "provisions": [)" +
             norm + "]}";
    };
    put(folder + "/cards/kites.json", "{\"format\": 1, \"cards\": [\n" + kite("lark", lark) +
                                          ",\n" + kite("swift", swift) + "\n]}\n");
    put(folder + "/rulings/K-1.xml",
        std::string(R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="K-1" game="kites" status="derived" source="example">
  <title xml:lang="en">A day</title>
  <cites clause="2"/>
  <situation )") +
            situation +
            R"(><player id="A"><zone name="sky"><card id="l" is="lark"/><card id="s" is="swift"/></zone></player>)" +
            frames + R"(</situation>
  <play><free by="A" acts="raise haul"/></play>
  <claim kind="possible">raised or hauled</claim>
</ruling>
)");
  }
};

std::string must(const char* act, const char* more = "") {
  return std::string(R"({"norm": "oblige", "event": "act )") + act + "\"" + more +
         R"(, "span": ["s1"]})";
}
std::string never(const char* act, const char* when, const char* by) {
  return std::string(R"({"norm": "forbid", "event": "act )") + act + R"(", "if": ")" + when +
         R"(", "by": [")" + by + "\"]},\n";
}
/// Whoever has hauled cannot raise.
const std::string kNoRaising = never("raise", "hauled", "4");

}  // namespace

TEST_CASE("duties: excluded by a clause, which is of the set", "[audit]") {
  const Audited a(
      Kites(never("haul", "raised", "3") + kNoRaising, must("raise"), must("haul")).folder);
  // without 3 one raises, then hauls; without 4 the other way about
  const audit::clashes::Finding* f = a.find("HA1009", "3 4 《lark》s1 《swift》s1");
  REQUIRE(f != nullptr);
  a.minimal(*f);
  CHECK(f->met.replayed);
  CHECK(a.report.receipt.duties == 3);
  CHECK(a.report.receipt.duties_open == 0);
  CHECK(a.place(*f) == "kites.json:2:84");
}

TEST_CASE("duties: one can be fulfilled after the other", "[audit]") {
  // hauled first, both can be done: only one order is barred
  const Audited a(Kites(never("haul", "raised", "3"), must("raise"), must("haul")).folder);
  CHECK(a.count("HA1009", "《lark》s1") == 0);
  CHECK(a.report.receipt.duties == 3);
  CHECK(Audited(Kites("", must("raise"), must("haul")).folder).count("HA1009", "《lark》s1") == 0);
}

TEST_CASE("duties: one declaration fulfils both", "[audit]") {
  const Audited a(
      Kites(never("haul", "raised", "3") + kNoRaising, must("raise"), must("*")).folder);
  CHECK(a.count("HA1009", "《lark》s1") == 0);
  CHECK(
      Audited(Kites("", must("raise"), must("raise"), R"("close": "one round", "bound": 1)").folder)
          .count("HA1009", "《lark》s1") == 0);
}

TEST_CASE("duties: two prohibitions, each of which is enough, are two sets", "[audit]") {
  const Audited a(Kites(never("haul", "raised", "3") + never("haul", "raised", "5") + kNoRaising,
                        must("raise"), must("haul"))
                      .folder);
  for (const char* set : {"3 4 《lark》s1 《swift》s1", "4 5 《lark》s1 《swift》s1"}) {
    const audit::clashes::Finding* f = a.find("HA1009", set);
    REQUIRE(f != nullptr);
    a.minimal(*f);
  }
}

TEST_CASE("duties: nobody is asked again", "[audit]") {
  const Audited a(
      Kites("", must("raise"), must("haul"), R"("close": "one round", "bound": 1)").folder);
  const audit::clashes::Finding* f = a.find("HA1009", "《lark》s1 《swift》s1");
  REQUIRE(f != nullptr);
  a.minimal(*f);
}

TEST_CASE("duties: which of them comes first is said, and still only one can be done", "[audit]") {
  const Audited a(Kites(never("haul", "raised", "3") + kNoRaising, must("raise"),
                        must("haul", R"(, "others": "permit")"))
                      .folder);
  // the other has to wait; what bars raising after hauling never comes up
  const audit::clashes::Finding* f = a.find("HA1009", "3 《lark》s1 《swift》s1");
  REQUIRE(f != nullptr);
  a.minimal(*f);
}

TEST_CASE("duties: one that hedges itself demands nothing that can no longer be done", "[audit]") {
  const auto audited = [](const char* lark, const char* swift) {
    Kites k(never("haul", "raised", "3") + kNoRaising, must("raise"), must("haul"));
    edit(k.folder + "/cards/kites.json",
         R"("lark", "invented": true, "text": [{"from": "2024-01-01", "spans": {"s1": "Must."}}])",
         std::string(
             R"("lark", "invented": true, "text": [{"from": "2024-01-01", "spans": {"s1": ")") +
             lark + R"("}}])");
    edit(k.folder + "/cards/kites.json",
         R"("swift", "invented": true, "text": [{"from": "2024-01-01", "spans": {"s1": "Must."}}])",
         std::string(
             R"("swift", "invented": true, "text": [{"from": "2024-01-01", "spans": {"s1": ")") +
             swift + R"("}}])");
    return Audited(k.folder).count("HA1009", "《lark》s1");
  };
  CHECK(audited("Raise it.", "Haul it in.") > 0);
  // the one that does not hedge itself first, then nothing is demanded any more: whichever of the
  // two it is
  CHECK(audited("If you can, raise it.", "Haul it in.") == 0);
  CHECK(audited("揚げなければならない。", "引けるか、引くことができるなら引く。") == 0);
  CHECK(audited("Raise it if able.", "可能な限り引く。") == 0);
}

TEST_CASE("duties: to whom it is forbidden anyhow owes nothing", "[audit]") {
  const Audited a(Kites(never("haul", "true", "5"), must("raise"), must("haul")).folder);
  CHECK(a.count("HA1009", "《lark》s1") == 0);
  CHECK(a.report.receipt.duties == 1);
}

TEST_CASE("planted: two duties of which only one can be fulfilled", "[audit][slow]") {
  for (const Game& game : kGames) {
    INFO(game.name);
    const auto audited = [&](bool excluded, bool by_clause) {
      const Planted copy(game);
      const auto act = [](const char* name, const char* does) {
        return std::string("{\"act\": \"") + name + "\", \"process\": [{\"n\": 1, \"do\": \"me." +
               does + " := true\"}], \"by\": [\"植.1\"]},\n";
      };
      const auto norm = [&](const char* mode, const char* name, const char* when, const char* by) {
        return std::string("{\"norm\": \"") + mode + "\", \"event\": \"act " + name +
               "\", \"in\": \"" + game.moment + "\", \"if\": \"" + when + "\", \"by\": [\"" + by +
               "\"]}";
      };
      std::string rules =
          R"({"attr": "植えた", "of": "player", "type": "bool", "nature": "stored", "default": "false"},
{"attr": "枯れた", "of": "player", "type": "bool", "nature": "stored", "default": "false"},
)" + act("植える", "植えた") +
          act("枯らす", "枯れた") + norm("permit", "植える", "not me.植えた", "植.1") + ",\n" +
          norm("permit", "枯らす", "not me.枯れた", "植.1");
      if (excluded)
        rules += ",\n" + norm("forbid", "植える", "me.枯れた", "植.2") + ",\n" +
                 norm("forbid", "枯らす", "me.植えた", "植.2");
      if (by_clause) rules += ",\n" + norm("oblige", "枯らす", "true", "植.3");
      copy.rules(clause("植.1") + ",\n" + clause("植.2") + ",\n" + clause("植.3"), rules);
      const auto duty = [](const char* name, const char* span) {
        return std::string("{\"norm\": \"oblige\", \"event\": \"act ") + name +
               "\", \"span\": [\"" + span + "\"]}";
      };
      copy.cards(card(
          game, R"({"s1": "植えなければならない。", "s2": "枯らさなければならない。"})",
          duty("植える", "s1") + ",\n  " +
              (by_clause
                   ? std::string(
                         R"({"norm": "forbid", "event": "act 植える", "if": "false", "span": ["s2"]})")
                   : duty("枯らす", "s2"))));
      // the situations that are made there go on to a choice that cannot be examined, or end too
      // early: whether both can be done stays open the situations that are made there end too
      // early, or at a choice that cannot be examined: whether both can be done stays open
      if (std::string(game.name) == "monster" || std::string(game.name) == "lftcg")
        copy.deal(game, {"植えた札"});
      return Audited(copy.folder);
    };
    // Whoever does not approach is asked no more, and a page of the book is turned once in some
    // situations, several times in others; elsewhere he is asked again, and it is the clause that
    // excludes them.
    const bool once = std::string(game.name) == "precious",
               at_times = std::string(game.name) == "gash";
    const auto found = [&](const Audited& a, const char* code, const std::string& alone,
                           const std::string& by_the_clause) {
      const audit::clashes::Finding* f = a.find(code, once ? alone : by_the_clause);
      return f == nullptr && at_times ? a.find(code, alone) : f;
    };
    const Audited two = audited(true, false);
    const audit::clashes::Finding* f =
        found(two, "HA1009", "《植えた札》s1 《植えた札》s2", "《植えた札》s1 《植えた札》s2 植.2");
    REQUIRE(f != nullptr);
    two.minimal(*f);
    CHECK(two.place(*f).starts_with("99-plant.json:2:"));
    CHECK(two.corpus.sources.slice(f->place) == "\"植えなければならない。\"");
    if (!once && !at_times) CHECK(audited(false, false).count("HA1009", "《植えた札》s1") == 0);
    // a relation that lets cards win over clauses is not carried out between duties, and is told
    const Audited clause_too = audited(true, true);
    const audit::clashes::Finding* g = found(clause_too, game.cards_win ? "HA1014" : "HA1009",
                                             "《植えた札》s1 植.3", "《植えた札》s1 植.2 植.3");
    REQUIRE(g != nullptr);
    clause_too.minimal(*g);
  }
}
