// Two cards that say different things of one step: nothing decides which counts, so nothing is
// concluded.

#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;

namespace {

constexpr int kConfirmed = 0, kUndecided = 3;

/// Lantern, where newts come from the hand as clause 5 says, and two cards amend that; whether both
/// are on the field.
test::Ran asked(const std::string& one, const std::string& other, bool both,
                const std::string& claim) {
  const test::Scratch scratch;
  const std::string game = scratch / "game";
  test::copy_folder(test::at_root("tests/docs/mini"), game);
  test::put(
      game + "/rulebook/come.json",
      R"~({"format": 1, "clauses": [{"clause": "6", "kind": "step", "title": "来る", "ja": "手札の霊は場に出る。", "en": "Spirits come from the hand."}], "provisions": [
{"procedure": "come", "args": {"me": "player"}, "by": ["6"], "steps": [{"n": 1, "do": "night := night"}, {"n": 2, "do": "move(the x in hand(me), field(me), pose: tired, heat: 1)", "by": ["6"]}]}]})~"
      "\n");
  const auto card = [](const char* name, const std::string& says) {
    return R"({"card": ")" + std::string(name) +
           R"(", "role": "spirit", "glow": 3, "invented": true, "text": [{"from": "2024-01-01", "spans": {"s1": "Otherwise."}}], "provisions": [{"amend": "6", )" +
           says + R"(, "span": ["s1"]}]})";
  };
  test::put(game + "/cards/come.json", R"({"format": 1, "cards": [)" + card("herald", one) + ", " +
                                           card("porter", other) + "]}\n");
  test::put(game + "/rulings/r.xml",
            "<ruling format=\"1\" id=\"r\" game=\"lantern\" status=\"derived\" "
            "source=\"example\"><situation turn=\"A\" at=\"come\"><player id=\"A\"><zone "
            "name=\"hand\"><card id=\"n\" is=\"newt\"/></zone>"
            "<zone name=\"field\"><card id=\"h\" is=\"herald\"/>" +
                std::string(both ? "<card id=\"p\" is=\"porter\"/>" : "") +
                "</zone></player><frame of=\"come\" me=\"A\"/></situation><play/>"
                "<claim kind=\"necessary\">" +
                claim + "</claim></ruling>\n");
  return test::run({"check", game, "--id", "r"});
}

constexpr const char* kReady = R"("with": {"pose": "ready"})";
constexpr const char* kTired = R"("with": {"pose": "tired"})";
constexpr const char* kAway = R"("with": {"zone": "discard"})";
constexpr const char* kStay = R"("void": true)";

}  // namespace

TEST_CASE("amendments: what two cards say differently of one step is undecided", "[agreement]") {
  struct Asked {
    const char *one, *other, *claim;
    bool both;
    int code;
  };
  const Asked a = GENERATE(
      Asked{kReady, kTired, "n.pose = ready", false, kConfirmed},
      Asked{kReady, kReady, "n.pose = ready", true, kConfirmed},
      Asked{kReady, kTired, "n.pose = ready", true, kUndecided},
      Asked{kReady, kTired, "n.pose = tired", true, kUndecided},
      Asked{kTired, kReady, "n.pose = tired", true, kUndecided},
      // of different things they may both speak
      Asked{kReady, R"("with": {"heat": "2"})", "n.pose = ready and n.heat = 2", true, kConfirmed},
      Asked{kReady, kAway, "n in discard(A)", true, kConfirmed},
      Asked{kStay, kAway, "n in hand(A)", false, kConfirmed},
      Asked{kStay, kStay, "n in hand(A)", true, kConfirmed},
      Asked{kStay, kAway, "n in hand(A)", true, kUndecided},
      Asked{kAway, kStay, "n in hand(A)", true, kUndecided},
      Asked{kAway, R"("with": {"zone": "deck"})", "n in discard(A)", true, kUndecided},
      // what the step has nothing of is not passed over either
      Asked{R"("with": {"glow": "2"})", kReady, "n.pose = ready", true, kUndecided},
      // where one of them does not apply
      Asked{kReady, R"("if": "night", "with": {"pose": "tired"})", "n.pose = ready", true,
            kConfirmed});
  const test::Ran ran = asked(a.one, a.other, a.both, a.claim);
  INFO(a.one << " / " << a.other << (a.both ? " (both): " : ": ") << a.claim << "\n"
             << ran.out << ran.err);
  CHECK(ran.code == a.code);
  if (a.code == kUndecided)
    CHECK(
        (ran.out.find("two texts that say different things of the step `6`") != std::string::npos ||
         ran.out.find("does not give") != std::string::npos));
}
