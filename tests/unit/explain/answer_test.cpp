// The answer to a claim in a sentence, and what decides it: one small invented game, and values
// made by hand where play does not come to them.

#include "checker/explain/answer.h"

#include <algorithm>
#include <string>

#include "checker/explain/explain.h"
#include "checker/verdict/bases.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using checker::explain::ShortAnswer;
using test::ContainsSubstring;

namespace {

const char* kGame =
    R"({"format": 1, "game": "gate", "title": {"en": "Gate", "ja": "門"}, "players": ["A", "B"], "readings": [
{"reading": "R", "title": {"en": "how loud a bell is", "ja": "鐘の大きさ"}, "default": "A", "options": {"A": {"en": "one", "ja": "1"}, "B": {"en": "two", "ja": "2"}, "C": {"en": "two as well", "ja": "やはり2"}}}]})";

// The old are let through by 3; nobody rings twice, by 4; the one whose turn it is gives, by 5.
const char* kRules = R"json({"format": 1, "clauses": [
{"clause": "1", "kind": "rule", "title": "番", "ja": "交互に動く。", "en": "They move in turn."},
{"clause": "2", "kind": "rule", "title": "門", "ja": "門をたたくと気が1増える。", "en": "To knock adds one to the mood."},
{"clause": "3", "kind": "permission", "title": "年寄り", "ja": "年寄りは疲れていてもたたける。", "en": "The old may knock though tired."},
{"clause": "4", "kind": "prohibition", "title": "鐘", "ja": "疲れた者は鐘を鳴らせない。", "en": "The tired do not ring."},
{"clause": "5", "kind": "rule", "title": "贈り物", "ja": "手番の者が、贈る相手を選ぶ。", "en": "Whose turn it is chooses who gets the gift."},
{"clause": "6", "kind": "definition", "title": "気", "ja": "気とは機嫌である。", "en": "A mood is a humour."},
{"clause": "7", "kind": "rule", "title": "夕暮れ", "ja": "鐘の後、日が暮れる。", "en": "After the bell it gets dark."}
], "provisions": [
{"attr": "mood", "of": "player", "type": "int", "nature": "stored", "default": "3", "by": ["6"]},
{"attr": "tired", "of": "player", "type": "bool", "nature": "stored", "default": "false"},
{"attr": "aged", "of": "player", "type": "bool", "nature": "stored", "default": "false"},
{"attr": "dark", "of": "game", "type": "bool", "nature": "stored", "default": "false", "by": ["6"]},
{"attr": "turn", "of": "game", "type": "player", "nature": "stored"},
{"derived": "opp", "args": {"p": "player"}, "is": "the q in player: q != p"},
{"derived": "spared", "args": {"p": "player"}, "is": "p.aged", "by": ["3"]},
{"exchange": "walk", "seats": ["turn", "opp(turn)"], "next": "other", "hold": "1", "resolve": "at once", "close": "silent", "by": ["1"]},
{"act": "knock", "by": ["2"], "say": {"ja": "{me}が門をたたく。", "en": "{me} knocks."}, "process": [{"n": 1, "do": "me.mood += 1", "by": ["2"]}]},
{"act": "ring", "by": ["2"], "say": {"ja": "{me}が鐘を鳴らす。", "en": "{me} rings."}, "process": [{"n": 1, "do": "me.mood += 1", "by": ["2"]}]},
{"norm": "permit", "event": "act knock", "in": "walk", "if": "not me.tired or spared(me)", "by": ["2"]},
{"norm": "permit", "event": "act ring", "in": "walk", "by": ["2"]},
{"norm": "forbid", "event": "act ring", "if": "me.tired", "by": ["4"]},
{"procedure": "evening", "args": {"me": "player"}, "steps": [{"n": 1, "offer": "walk"}]},
{"procedure": "dusk", "args": {"me": "player"}, "steps": [{"n": 1, "do": "dark := true", "by": ["7"]}, {"n": 2, "do": "me.mood += 1", "by": ["2"]}, {"n": 3, "offer": "walk"}]},
{"procedure": "gift", "args": {"me": "player"}, "steps": [{"n": 1, "choose": "to", "who": "me", "one": "q in player", "by": ["5"]}, {"n": 2, "do": "to.mood += 2", "by": ["5"]}]},
{"procedure": "bell", "args": {"me": "player"}, "steps": [{"n": 1, "do": "me.mood += 1", "by": ["2"]}, {"n": 2, "if": {"reading": "R", "A": "false", "B": "true", "C": "true"}, "do": "me.mood += 1"}]}
]})json";

struct Gate {
  test::Scratch scratch;
  Gate() {
    test::put(scratch / "game.json", kGame);
    test::put(scratch / "rulebook/rules.json", kRules);
  }
  /// The answers to the claims of a ruling that cites some clauses.
  std::vector<ShortAnswer> operator()(const std::string& inside, base::Lang lang = base::Lang::En,
                                      const std::string& cites = "") {
    test::put(scratch / "rulings/I.xml",
              R"(<?xml version="1.0" encoding="UTF-8"?>
<ruling format="1" id="I" game="gate" status="derived" source="rulebook"><title xml:lang="en">I</title><question xml:lang="en">?</question>)" +
                  cites + inside + "</ruling>");
    test::Corpus corpus(scratch / "");
    base::DiagnosticLog log;
    REQUIRE(corpus.game.has_value());
    checker::Session session(*corpus.game, corpus.sources);
    const checker::Options options;
    const checker::RulingResult r = session.check(corpus["I"], options, log);
    REQUIRE(!log.has_errors());
    const auto bases = checker::bases_of(r, SIZE_MAX);
    const auto all = checker::explain::explain(
        r, {options.limits, corpus.sources, lang, &bases, &session, &corpus["I"]});
    std::vector<ShortAnswer> out;
    for (const auto& c : all.claims) out.push_back(c.answer);
    return out;
  }
};

std::string at(const std::string& procedure, const std::string& a = "") {
  return R"(<situation turn="A" at=")" + procedure + R"("><player id="A")" + a +
         R"(/><player id="B"/><frame of=")" + procedure + R"(" me="A"/></situation>)";
}
std::string cites(const std::string& clause) { return "<cites clause=\"" + clause + "\"/>"; }
const std::string kKnock = R"(<do by="A" act="knock"/>)", kRing = R"(<do by="A" act="ring"/>)";

std::vector<std::string> names(const ShortAnswer& a) {
  std::vector<std::string> out;
  for (const auto& b : a.because) out.push_back(b.name);
  return out;
}

}  // namespace

TEST_CASE("answer: what always comes of a play, and by which clause", "[explain]") {
  Gate gate;
  const std::string play = "<play>" + kKnock + "</play>";
  const auto en = gate(at("evening") + play +
                       R"(<claim kind="necessary">A.mood = 4</claim>)"
                       R"(<claim kind="impossible">A.mood = 3</claim>)"
                       R"(<claim kind="necessary">A.mood = 5</claim>)");
  CHECK(en[0].says == "A's mood is 4.");
  CHECK(en[0].exact == "Played as the ruling says, whatever else happens, A's mood is 4.");
  CHECK(names(en[0]) == std::vector<std::string>{"2"});
  CHECK(en[0].because[0].words == "To knock adds one to the mood.");
  CHECK(en[0].because[0].lets.empty());
  CHECK(en[1].says == "A's mood is not 3.");
  CHECK(en[2].says == "Not as claimed: It need not be that A's mood is 5.");
  const auto ja =
      gate(at("evening") + play + R"(<claim kind="necessary">A.mood = 4</claim>)", base::Lang::Ja);
  CHECK(ja[0].says == "Aのmoodが4である。");
}

// Only the old knock when tired. The verdict takes it for granted that A knocks, and so does its
// minimal set; were A not let, there would be no such play.
TEST_CASE("answer: a cited clause by which something is declared decides it", "[explain]") {
  Gate gate;
  const std::string play =
                        "<play>" + kKnock + R"(</play><claim kind="necessary">A.mood = 4</claim>)",
                    tired = R"( tired="true" aged="true")";
  const ShortAnswer old = gate(at("evening", tired) + play, base::Lang::En, cites("3"))[0];
  CHECK(names(old) == std::vector<std::string>{"3"});
  CHECK(old.because[0].lets == "A may knock");
  // who is not tired needs no leave; and it is asked of what is cited alone
  CHECK(names(gate(at("evening") + play, base::Lang::En, cites("3"))[0]) ==
        std::vector<std::string>{"2"});
  CHECK(names(gate(at("evening", tired) + play)[0]) == std::vector<std::string>{"2"});
}

// Nothing hangs on it that it is dark. The ruling says that it matters, and the play comes to it.
TEST_CASE("answer: a cited clause that the play comes to is named", "[explain]") {
  Gate gate;
  const std::string mood = R"(<claim kind="necessary">A.mood = 4</claim>)",
                    may = R"(<claim kind="legal" now="yes"><do by="A" act="knock"/></claim>)";
  using Names = std::vector<std::string>;
  CHECK(names(gate(at("dusk") + mood)[0]) == Names{"2"});
  CHECK(names(gate(at("dusk") + mood, base::Lang::En, cites("7"))[0]) == Names{"7"});
  // what permits a declaration comes first
  CHECK(names(gate(at("dusk") + may, base::Lang::En, cites("7"))[0]) == Names{"2", "7"});
  // what says what words mean decides nothing, and what the play does not come to is not named
  CHECK(names(gate(at("dusk") + mood, base::Lang::En, cites("6"))[0]) == Names{"2"});
  CHECK(names(gate(at("evening") + "<play>" + kKnock + "</play>" + mood, base::Lang::En,
                   cites("7"))[0]) == Names{"2"});
}

// Who is not tired may ring: 4 says nothing against it, and is no reason for it.
TEST_CASE("answer: what only bounds a declaration is not broken by it", "[explain]") {
  Gate gate;
  const std::string may = R"(<claim kind="legal" now="yes"><do by="A" act="ring"/></claim>)";
  const ShortAnswer cited = gate(at("evening") + may, base::Lang::En, cites("4"))[0];
  CHECK(names(cited) == std::vector<std::string>{"2", "4"});
  CHECK(!cited.because[0].within);
  CHECK(cited.because[1].within);
  CHECK(names(gate(at("evening") + may)[0]) == std::vector<std::string>{"2"});
  // it forbids the tired to, and then it is the reason
  const ShortAnswer tired =
      gate(at("evening", R"( tired="true")") +
               R"(<claim kind="illegal" now="yes"><do by="A" act="ring"/></claim>)",
           base::Lang::En, cites("4"))[0];
  CHECK(names(tired) == std::vector<std::string>{"4"});
  CHECK(!tired.because[0].within);
}

TEST_CASE("answer: what may come is told with the choice on which it hangs", "[explain]") {
  Gate gate;
  const auto all =
      gate(at("gift") + R"(<claim kind="possible">A.mood = 5</claim>)"
                        R"(<claim kind="outcomes" of="A.mood"><o>5</o><o>3</o></claim>)"
                        R"(<claim kind="chooser" of="to">A</claim>)",
           base::Lang::En, cites("5"));
  CHECK(all[0].says == "It may be that A's mood is 5.");
  REQUIRE(all[0].each.size() == 2);
  CHECK_THAT(all[0].each[0], ContainsSubstring(" → it comes to this"));
  CHECK_THAT(all[0].each[1], ContainsSubstring(" → it does not come to this"));
  CHECK(all[0].each[0].find("A") < all[0].each[0].find("→"));
  CHECK(all[1].each == std::vector<std::string>{"A's mood is 5", "A's mood is 3"});
  CHECK_THAT(all[2].says, ContainsSubstring("A decides: "));
  CHECK(names(all[2]) == std::vector<std::string>{"5"});
}

TEST_CASE("answer: under each reading what comes, like ones together", "[explain]") {
  Gate gate;
  const std::string claim = R"(<claim kind="undetermined" reading="R" of="A.mood = 4"/>)";
  const auto en = gate(at("bell") + claim);
  CHECK(en[0].each ==
        std::vector<std::string>{"reading A: A's mood is 4", "reading B, C: A's mood is not 4"});
  const auto ja = gate(at("bell") + claim, base::Lang::Ja);
  CHECK(ja[0].each ==
        std::vector<std::string>{"解釈A: Aのmoodが4である", "解釈B、C: Aのmoodが4でない"});
}

TEST_CASE("answer: what stops a declaration, and what is so there", "[explain]") {
  Gate gate;
  const std::string tired = R"( tired="true")";
  const ShortAnswer ring =
      gate(at("evening", tired) + R"(<claim kind="illegal">)" + kRing + "</claim>")[0];
  CHECK(ring.says == "A may not ring.");
  CHECK(ring.forbidden);
  CHECK(names(ring) == std::vector<std::string>{"4"});
  CHECK(ring.stops == std::vector<std::string>{"Here A is “tired”."});
  const ShortAnswer knock =
      gate(at("evening", tired) + R"(<claim kind="illegal">)" + kKnock + "</claim>")[0];
  CHECK_FALSE(knock.forbidden);
  REQUIRE(knock.stops.size() == 1);
  CHECK_THAT(knock.stops[0], ContainsSubstring("It is not permitted, as "));
  const ShortAnswer may = gate(at("evening") + R"(<claim kind="legal">)" + kRing + "</claim>")[0];
  CHECK(may.says == "A may ring.");
  CHECK(may.stops.empty());
  CHECK(names(may) == std::vector<std::string>{"2"});
}

TEST_CASE("answer: without a verdict it says so, and no reason", "[explain]") {
  Gate gate;
  const ShortAnswer vacuous = gate(at("evening", R"( tired="true")") + "<play>" + kRing +
                                   R"(</play><claim kind="necessary">A.mood = 4</claim>)")[0];
  CHECK_THAT(vacuous.says, ContainsSubstring("This situation cannot be played that way."));
  CHECK(vacuous.because.empty());
}

TEST_CASE("answer: what is not known is said", "[explain]") {
  checker::RulingResult r;
  r.program = std::make_shared<model::Program>();
  rulings::Claim claim;
  checker::ClaimResult c;
  c.claim = &claim;
  const auto answer = [&](const checker::Basis* basis, base::Lang lang = base::Lang::En) {
    return checker::explain::short_answer(r, c, nullptr, {}, basis, lang, {});
  };
  c.standing = checker::Standing::Undecided;
  c.explicit_state.asked = true;
  c.explicit_state.answer.reason = base::ReasonCode::PlayDoesNotEnd;
  CHECK(answer(nullptr).says == "It cannot be decided.");
  CHECK(answer(nullptr).unknown ==
        base::text(base::Reason(base::ReasonCode::PlayDoesNotEnd), base::Lang::En) + ".");
  c.standing = checker::Standing::Confirmed;
  c.shown.verdict = checker::Verdict::Holds;
  CHECK(answer(nullptr).unknown.empty());
  c.evidence = checker::Evidence::Bounded;
  CHECK(answer(nullptr).unknown == "Only plays up to some length were looked at.");
  CHECK(answer(nullptr, base::Lang::Ja).unknown == "ある長さまでのプレイしか調べていない。");
  c.evidence = checker::Evidence::Exhaustive;
  checker::Basis basis;
  basis.stopped = base::ReasonCode::PlayDoesNotEnd;
  CHECK(answer(&basis).unknown == "What decides it could not be narrowed down.");
}

// A clause that the ruling cites and whose other saying would change the outcome is a reason, not
// something that does not matter.
TEST_CASE("explain: a deciding clause is not told as one that does not matter",
          "[explain][corpus]") {
  for (const char* id : {"GA-087", "GA-x527", "GA-x637"}) {
    const std::string out =
        test::run({"explain", test::at_root("fixtures/gash"), "--id", id, "--width", "240"}).out;
    INFO(out);
    CHECK(out.find("could change") == std::string::npos);
    CHECK(out.find("not needed") == std::string::npos);
  }
  const std::string vs =
      test::run({"explain", test::at_root("fixtures/gash"), "--id", "GA-x637"}).out;
  CHECK_THAT(vs, ContainsSubstring("By VS魔物.カードのルール.2, "));
}
