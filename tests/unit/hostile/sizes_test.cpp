// Too long, too deep, too many, too large: told, and soon.

#include <string>

#include "tests/unit/hostile/scene.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

std::string times(size_t n, const std::string& text) {
  std::string out;
  out.reserve(n * text.size());
  for (size_t i = 0; i < n; ++i) out += text;
  return out;
}

std::string derived(const std::string& expression) {
  return R"({"derived": "evil", "is": ")" + expression + "\"}";
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("hostile: deep nesting", "[hostile]") {
  const Scene scene;
  const std::string good = Scene::read(scene.rulings() / "HB-001.xml");
  SECTION("JSON") {
    for (const auto& [open, close] : {std::pair<std::string, std::string>{"[", "]"},
                                      {"{\"a\":", "}"},
                                      {"[[{\"a\":[", "]}]]"}}) {
      scene.add_provisions(times(10'000, open) + "1" + times(10'000, close));
      blames(scene.check(), "HR1003", "more.json");
      scene.add_provisions(times(10'000, open));
      CHECK(scene.check().code == cli::kWrongInput);
    }
  }
  SECTION("XML") {
    for (const std::string name : {"card", "ruling", "x"}) {
      scene.ruling(
          "<ruling format=\"1\" id=\"x\" game=\"harbour\" status=\"derived\" "
          "source=\"x\"><situation at=\"day[1]\"><player id=\"A\"><zone name=\"hand\">" +
          times(10'000, "<" + name + " id=\"a\" is=\"barge\">") + times(10'000, "</" + name + ">") +
          "</zone></player></situation></ruling>");
      blames(scene.check(), name == "card" ? "HR4008" : "HR4002", "HB-001.xml");
      scene.ruling(times(10'000, "<" + name + ">"));
      CHECK(scene.check().code == cli::kWrongInput);
    }
  }
  SECTION("expressions") {
    const size_t n = 10'000;
    for (const std::string& e :
         {times(n, "(") + "1" + times(n, ")"), times(n, "(") + "1", times(n, "not ") + "true",
          times(n, "-") + "1", "1" + times(n, " + 1"), "1" + times(n, " * 1"),
          "true" + times(n, " and true"), "a" + times(n, ".a"), "a" + times(n, "[1]"),
          times(n, "a(") + "1" + times(n, ")"), times(n, "{") + times(n, "}"),
          times(n, "if true then ") + "1", "1" + times(n, " else 1"),
          times(n, "if true then 1 else ") + "1", times(n, "all x in ships: ") + "true",
          times(n, "would(night := ") + "true", times(n, "all x in ") + "ships"}) {
      INFO(e.substr(0, 40));
      scene.add_provisions(derived(e));
      const Ran ran = scene.check();
      CHECK(ran.code == cli::kWrongInput);
      CHECK_THAT(ran.err, ContainsSubstring("more.json:1:"));
      CHECK(ran.err.size() < 10'000);
      fs::remove(scene.game() / "rulebook" / "more.json");
      scene.ruling(with(good, "b in seabed<", e + "<"));
      const Ran claim = scene.check();
      CHECK(claim.code == cli::kWrongInput);
      CHECK_THAT(claim.err, ContainsSubstring("HB-001.xml:"));
      scene.ruling(good);
    }
    // what people write is not deep
    scene.add_provisions(derived(times(60, "(") + "1" + times(60, ")") + times(200, " + 1")));
    CHECK(scene.check().code == cli::kOk);
  }
  SECTION("steps") {
    scene.add_provisions(R"({"procedure": "p", "steps": [)" + times(500, R"({"loop": [)") +
                         times(500, "]}") + "]}");
    blames(scene.check(), "HR1003", "more.json");
  }
  SECTION("derived values, each by way of the next") {
    std::string list;
    for (int i = 0; i < 3'000; ++i)
      list += R"({"derived": "d)" + std::to_string(i) + R"(", "is": "d)" + std::to_string(i + 1) +
              R"( + 1"}, )";
    scene.add_provisions(list + R"({"derived": "d3000", "is": "1"})");
    blames(scene.check(), "HR2002", "more.json");
  }
  SECTION("kinds, each by way of the next") {
    std::string list;
    for (int i = 0; i < 3'000; ++i)
      list += R"({"kind": "k)" + std::to_string(i) + R"(", "of": "obj", "is": "self in k)" +
              std::to_string(i + 1) + R"("}, )";
    scene.add_provisions(list + R"({"kind": "k3000", "of": "obj", "is": "true"})");
    blames(scene.check(), "HR2002", "more.json");
  }
}

TEST_CASE("hostile: values that double", "[hostile]") {
  const Scene scene;
  SECTION("derived") {
    std::string list;
    for (int i = 0; i < 60; ++i)
      list += R"({"derived": "d)" + std::to_string(i) + R"(", "is": "d)" + std::to_string(i + 1) +
              " + d" + std::to_string(i + 1) + R"("}, )";
    scene.add_provisions(
        list + R"({"derived": "d60", "is": "1"}, {"kind": "k", "of": "obj", "is": "d0 > 0"})");
    CHECK(scene.check().code == cli::kOk);  // nothing asks for it
  }
  SECTION("joint statements") {
    std::string list;
    for (int i = 0; i < 8; ++i) {
      const std::string call = R"({"do": "p)" + std::to_string(i + 1) + "()\"}";
      list += R"({"procedure": "p)" + std::to_string(i) + R"(", "steps": [)" +
              times(20, call + ", ") + call + "]}, ";
    }
    scene.add_provisions(
        list +
        R"j({"procedure": "p8", "steps": [{"do": "night := true"}]}, {"procedure": "q", "steps": [{"do": "p0()", "together": true}]})j");
    CHECK(scene.check().code == cli::kWrongInput);
  }
  SECTION("arguments of joint statements") {
    std::string list;
    for (int i = 0; i < 7; ++i)
      list += R"({"procedure": "p)" + std::to_string(i) +
              R"(", "args": {"x": "int"}, "steps": [{"do": "p)" + std::to_string(i + 1) + "(x" +
              times(100, " + x") + ")\"}]}, ";
    scene.add_provisions(
        list +
        R"j({"procedure": "p7", "args": {"x": "int"}, "steps": [{"do": "turn.light := x"}]}, {"procedure": "q", "steps": [{"do": "p0(1)", "together": true}]})j");
    CHECK(scene.check().code != cli::kOurFault);
  }
}

TEST_CASE("hostile: huge numbers", "[hostile]") {
  const Scene scene;
  const std::string good = Scene::read(scene.rulings() / "HB-001.xml");
  const std::string huge = times(5'000, "9");
  scene.add_provisions(R"({"sort": "s", "pool": )" + huge + R"(, "attrs": {}})");
  blames(scene.check(), "HR1006", "more.json");
  scene.add_provisions(R"({"sort": "s", "pool": 1e)" + huge + R"(, "attrs": {}})");
  CHECK(scene.check().code == cli::kWrongInput);
  scene.add_provisions(R"({"sort": "s", "pool": 1e99, "attrs": {}})");
  CHECK(scene.check().code == cli::kWrongInput);
  for (const std::string n : {"-1", "61", "4294967297"}) {
    scene.add_provisions(R"({"sort": "s", "pool": )" + n + R"(, "attrs": {}})");
    blames(scene.check(), "HR3004", "more.json");
  }
  for (const std::string n : {"-1", "0", "256", "4294967296"}) {
    scene.add_provisions(
        R"({"procedure": "p", "steps": [{"loop": [{"do": "night := true"}], "while": "not night", "bound": )" +
        n + "}]}");
    blames(scene.check(), "HR3004", "more.json");
  }
  scene.add_provisions("");
  for (const std::string n : {"0", "201", "-4294967295"}) {
    const std::string depth = Scene::read(scene.game() / "game.json");
    scene.edit("game.json", "\"depth\": 16", "\"depth\": " + n);
    blames(scene.check(), "HR3004", "game.json");
    Scene::write(scene.game() / "game.json", depth);
  }
  scene.add_provisions(derived(huge));
  blames(scene.check(), "HR1006", "more.json");
  fs::remove(scene.game() / "rulebook" / "more.json");
  for (const std::string& n : {huge, std::string("1e3"), std::string("0x10"), std::string(" 1"),
                               std::string("+1"), std::string("")}) {
    scene.ruling(
        with(good, "<situation", "<let name=\"n\" type=\"int\" min=\"" + n + "\"/><situation"));
    blames(scene.check(), "HR4004", "HB-001.xml");
  }
  for (const std::string n : {"9223372036854775807", "-9223372036854775807"}) {
    for (const std::string& claim :
         {"b.draught * " + n + " &lt; 0", "b.draught + " + n + " = 1", "1 / 0 = " + n,
          "A.light - " + n + " > " + n, n + " % 0 = 0"}) {
      INFO(claim);
      scene.ruling(with(good, "b in seabed<", claim + "<"));
      for (const std::string engine : {"explicit", "symbolic"}) {
        const Ran ran = run({"check", scene.game().string(), "--engine", engine});
        CHECK((ran.code == cli::kOk || ran.code == cli::kFindings || ran.code == cli::kUndecided));
      }
    }
  }
}

TEST_CASE("hostile: quantities without bounds are no fault", "[hostile]") {
  const Scene scene;
  std::string text = Scene::read(scene.rulings() / "HB-001.xml");
  text = with(text, "<situation turn=\"A\"",
              "<let name=\"n\" type=\"int\"/><where>n &gt; 0</where><situation turn=\"A\"");
  text = with(text, "light=\"2\"", "light=\"n\"");
  text = with(text, "<claim kind=\"impossible\">result = win(A)</claim>", "");
  text = with(
      text,
      "<claim kind=\"outcomes\" of=\"B.light, b in seabed\"><o>1, true</o><o>2, true</o></claim>",
      "");
  text = with(text, "<claim kind=\"necessary\">", "<claim kind=\"KIND\" for=\"OVER\">");
  const std::string most = "9223372036854775807";
  for (const std::string& claim : {"B.light + " + most + " &gt; 0", "B.light * 2 &gt; " + most,
                                   "B.light &gt; " + most + " - 1", "n + " + most + " = " + most,
                                   std::string("n * 9000000000000000000 = 27")}) {
    for (const auto& [kind, over] : {std::pair{"necessary", "every"},
                                     {"possible", "some"},
                                     {"possible", "every"},
                                     {"impossible", "some"}}) {
      INFO(kind << " for " << over << ": " << claim);
      scene.ruling(with(with(with(text, "KIND", kind), "OVER", over), "b in seabed<", claim + "<"));
      const Ran ran = run({"check", scene.game().string()});
      INFO(ran.out << ran.err);
      CHECK((ran.code == cli::kOk || ran.code == cli::kFindings || ran.code == cli::kUndecided));
    }
  }
}

TEST_CASE("hostile: long strings", "[hostile]") {
  const Scene scene;
  const std::string long_text = times(1 << 20, "x");
  std::string text = Scene::read(scene.rulings() / "HB-001.xml");
  for (const std::string from : {"Two shots at a barge", "HB-001", "艀は沈みますか。"})
    text = with(text, from, long_text);
  scene.ruling(text);
  scene.edit("game.json", "\"en\": \"Harbour\"", "\"en\": \"" + long_text + "\"");
  for (const char* command : {"check", "explain", "explore", "show"}) {
    const Ran ran = run({command, scene.game().string()});
    CHECK(ran.code == cli::kOk);
    CHECK(ran.out.size() < 50'000);
  }
  CHECK(run({"check", "--id", times(1'000, "*x") + "y", scene.game().string()}).code ==
        cli::kNothingExamined);
  CHECK(run({"check", "--id", long_text, scene.game().string()}).code == cli::kOk);
  scene.add_provisions("{\"" + long_text + "\": 1}, {\"derived\": \"d\", \"is\": \"" + long_text +
                       "\"}, {\"derived\": \"e\", \"is\": \"1 " + long_text + "\"}");
  const Ran ran = scene.check();
  blames(ran, "HR2001", "more.json");
  CHECK(ran.err.size() < 50'000);
}

TEST_CASE("hostile: many of everything", "[hostile][corpus]") {
  const Scene scene;
  const std::string good = Scene::read(scene.rulings() / "HB-001.xml");
  SECTION("mistakes") {
    scene.add_provisions(times(20'000, "{},") + "{}");
    const Ran ran = scene.check();
    blames(ran, "HR3001", "more.json");
    CHECK_THAT(ran.err, ContainsSubstring("more\n"));
  }
  SECTION("attributes of one element") {
    std::string many;
    for (int i = 0; i < 100'000; ++i) many += " a" + std::to_string(i) + "=\"\"";
    scene.ruling("<ruling" + many + "/>");
    CHECK(scene.check().code == cli::kWrongInput);
  }
  SECTION("cards") {
    std::string many;
    for (int i = 0; i < 5'000; ++i) many += "<card id=\"c" + std::to_string(i) + "\" is=\"hulk\"/>";
    scene.ruling(
        with(good, "<card id=\"b\" is=\"barge\"/>", "<card id=\"b\" is=\"barge\"/>" + many));
    CHECK(scene.check().code == cli::kUndecided);
  }
  SECTION("cases") {
    std::string many;
    for (int i = 0; i < 20'000; ++i) many += "<case id=\"" + std::to_string(i) + "\"/>";
    scene.ruling("<ruling format=\"1\" id=\"x\" game=\"harbour\" status=\"derived\" source=\"x\">" +
                 many + "</ruling>");
    blames(scene.check(), "HR4003", "HB-001.xml");
  }
  SECTION("items of the play") {
    scene.ruling(with(good, "<play>", "<play>" + times(300, "<pass by=\"A\"/>")));
    blames(scene.check(), "HR2003", "HB-001.xml");
  }
  SECTION("frames") {
    scene.ruling(with(good, "at=\"day[1]\"", "at=\"day[1]" + times(20, "/anchor[1]") + "\""));
    CHECK(scene.check().code == cli::kWrongInput);
  }
  SECTION("names bound in a claim") {
    scene.ruling(with(good, "b in seabed<", times(40, "all x in ships: ") + "true<"));
    blames(scene.check(), "HR2003", "HB-001.xml");
  }
  SECTION("attributes") {
    std::string list;
    for (int i = 0; i < 300; ++i)
      list += R"({"attr": "a)" + std::to_string(i) +
              R"(", "of": "game", "type": "int", "nature": "stored"}, )";
    scene.add_provisions(list + R"({"duration": "d"})");
    CHECK(scene.check().code == cli::kWrongInput);
  }
  SECTION("steps") {
    scene.add_provisions(R"({"procedure": "p", "steps": [)" +
                         times(10'000, R"({"do": "night := true"}, )") +
                         R"({"do": "night := true"}]})");
    blames(scene.check(), "HR2003", "more.json");
  }
  SECTION("arguments") {
    std::string args, values;
    for (int i = 0; i < 40; ++i) {
      args += "\"a" + std::to_string(i) + "\": \"int\", ";
      values += "1, ";
    }
    scene.add_provisions(R"({"derived": "d", "args": {)" + args +
                         R"j("z": "int"}, "is": "1"}, {"derived": "e", "is": "d()j" + values +
                         R"j(1)"})j");
    blames(scene.check(), "HR2003", "more.json");
  }
  SECTION("members") {
    std::string members;
    for (int i = 0; i < 100; ++i) members += "\"m" + std::to_string(i) + "\", ";
    scene.add_provisions(R"({"type": "t", "values": [)" + members + "\"z\"]}");
    CHECK(scene.check().code == cli::kWrongInput);
  }
  SECTION("sets of card names") {
    std::string cards;
    for (int i = 0; i < 100; ++i)
      cards += R"({"card": "c)" + std::to_string(i) + R"(", "size": 1}, )";
    scene.edit("cards/harbour.json", R"({"card": "sloop")", cards + R"({"card": "sloop")");
    scene.add_provisions(
        R"({"derived": "tested", "args": {"c": "card"}, "is": "c.name in {sloop, c99}"})");
    CHECK(scene.check().code == cli::kOk);
    scene.add_provisions(R"j({"derived": "built", "is": "size({sloop, c99})"})j");
    CHECK(scene.check().code == cli::kOk);
  }
}
