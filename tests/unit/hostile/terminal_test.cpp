// Whatever text a game or a ruling holds, what is printed does no harm on a terminal or in a CI
// log.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tests/unit/hostile/scene.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {

// Escape sequences, C1, bidirectional overrides, unseen characters, commands of CI runners, new
// lines, markup, and what only looks like our own output.
const std::string kBeyondXml = "\x1B[31mred\x1B]0;title\x07\b\r\x7F";
const std::string kEvil =
    "::error file=a,line=1::x\n::set-output name=a::b\n  "
    "::warning::y\n\u3000::debug::z\n##[error]w ##vso[task.complete]v\n"
    "\u009B31m\u0085\u202Egnp.\u202C\u2066\u2069\u200B\u200D\uFEFF\u00AD\U000E0041\u2028\u2029"
    "<script>alert(1)</script> @everyone [a](javascript:b) =1+1 `code`\t%s {} {0} confirmed    "
    "HB-999";

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\n')
      out += "&#10;";
    else if (c == '\t')
      out += "&#9;";
    else
      out += c;
  }
  return out;
}

/// Every name and every text that can be evil is; names that expressions use stay plain.
void make_evil(const Scene& scene) {
  const std::string e = kEvil + kBeyondXml;
  const auto q = [&](const std::string& before) { return base::quote_json(before + e); };
  scene.edit("game.json", R"("ja": "港", "en": "Harbour")",
             fmt::format(R"("ja": {}, "en": {})", q(""), q("")));
  scene.edit("game.json", R"("title": {"ja": "嵐の順", "en": "order of a storm"})",
             fmt::format(R"("title": {{"ja": {0}, "en": {0}}})", q("")));
  scene.edit("game.json", R"("ja": "同時", "en": "at once")",
             fmt::format(R"("ja": {0}, "en": {0})", q("")));
  scene.edit(
      "rulebook/harbour.json", R"({"clause": "5", )",
      fmt::format(
          R"({{"clause": {}, "kind": "rule", "title": {}, "ja": {}, "en": {}}}, {{"clause": "5", )",
          q(""), q("t"), q("j"), q("e")));
  // The clause under whose name a play is told.
  scene.edit("rulebook/harbour.json", R"({"procedure": "storm", "args": {"n": "int"}, "by": ["3"])",
             fmt::format(R"({{"procedure": "storm", "args": {{"n": "int"}}, "by": [{}])", q("")));
  scene.add_provisions(fmt::format(
      R"j({{"type": {0}, "values": [{1}, {2}]}}, {{"zone": {3}, "of": "player", "order": "none", "sees": "all", "realm": {3}}},
         {{"attr": {4}, "of": "card", "type": "int", "nature": "stored"}}, {{"kind": {5}, "of": "obj", "is": "true"}},
         {{"derived": {6}, "args": {{{7}: "player"}}, "is": "1"}}, {{"duration": {8}}}, {{"signal": {9}, "aka": [{10}]}},
         {{"procedure": {11}, "args": {{{12}: "obj"}}, "steps": [{{"n": {13}, "do": "night := true"}}]}},
         {{"exchange": {14}, "seats": ["turn"]}}, {{"act": {15}, "present": [{{"choose": {16}, "one": "x in hand(me)"}}], "process": []}},
         {{"sort": {17}, "pool": 1, "attrs": {{{18}: "int"}}}})j",
      q("t"), q("a"), q("b"), q("z"), q("at"), q("k"), q("d"), q("ar"), q("du"), q("s"), q("aka"),
      q("p"), q("pa"), q("n"), q("x"), q("ac"), q("c"), q("so"), q("sa")));
  // A card that takes part, under a name that XML can write.
  scene.edit("cards/harbour.json", R"({"card": "barge", )",
             fmt::format(R"({{"card": {}, )", base::quote_json(kEvil)));
  scene.edit("cards/harbour.json", R"({"trigger": "salvage", )",
             fmt::format(R"({{"trigger": {}, )", q("")));
  const std::string x = xml(kEvil);
  scene.ruling(
      fmt::format(R"(<ruling format="1" id="{0}" game="harbour" status="derived" source="{0}">
  <title xml:lang="en">{0}</title><title xml:lang="ja">{0}</title><question xml:lang="en">{0}</question><question xml:lang="ja">{0}</question>
  <answer xml:lang="en">{0}</answer><answer xml:lang="ja">{0}</answer><partial>{0}</partial><supersedes ruling="{0}"/>
  <case id="{0}"><let name="{0}n" type="int" min="1" max="2"/><situation turn="A" at="day[1]">
    <player id="A"><zone name="hand"><card id="s" is="shot" name="{0}"/></zone></player>
    <player id="B"><zone name="quay"><card id="{0}" is="{0}" tow="none"/><card id="t" is="tug" tow="none"/></zone></player></situation>
    <play><do by="A" act="order" c="s"/></play>
    <claim kind="necessary" for="every">result = draw</claim><claim kind="chooser" of="{0}">A</claim>
    <claim kind="outcomes" for="every" of="wind"><o>blue</o></claim></case>
  <case id=":"><situation turn="A" at="day[1]/storm[1]"><player id="B"><zone name="quay"><card id="{0}" is="{0}" draught="1" tow="none"/><card id="t" is="tug" tow="none"/></zone></player><frame of="storm" n="1"/></situation>
    <claim kind="necessary">result = draw</claim></case>
</ruling>)",
                  x));
}

}  // namespace

TEST_CASE("hostile: no writer passes on what does harm", "[hostile]") {
  const Scene scene;
  make_evil(scene);
  const std::string game = scene.game().string();
  for (const std::string lang : {"en", "ja"}) {
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"check"},
                                               {"check", "--verbose"},
                                               {"check", "--format", "json"},
                                               {"check", "--engine", "explicit"},
                                               {"check", "--engine", "symbolic", "--verbose"},
                                               {"check", "--max-states", "1"},
                                               {"explain"},
                                               {"explore"},
                                               {"explore", "--count"},
                                               {"ask"},
                                               {"show"},
                                               {"show", "--names"}}) {
      std::vector<std::string> args = command;
      args.insert(args.end(), {"--lang", lang, game});
      INFO(command.back() << " " << lang);
      const Ran ran = run(args);
      INFO(ran.err);
      CHECK((ran.code == cli::kFindings || ran.code == cli::kUndecided || ran.code == cli::kOk));
      CHECK(harm_in(ran.out) == "");
      CHECK(harm_in(ran.err) == "");
      CHECK(ran.out.size() > 20);
    }
  }
}

TEST_CASE("hostile: colour is the only escape sequence there is", "[hostile]") {
  const Scene scene;
  make_evil(scene);
  Ran ran = run({"check", "--color", "always", "--verbose", scene.game().string()});
  CHECK_THAT(ran.out, ContainsSubstring("\x1B[31m"));
  for (const std::string own :
       {"\x1B[31m", "\x1B[32m", "\x1B[33m", "\x1B[36m", "\x1B[2m", "\x1B[0m"}) {
    for (size_t at; (at = ran.out.find(own)) != std::string::npos;) ran.out.erase(at, own.size());
  }
  CHECK(harm_in(ran.out) == "");
}

TEST_CASE("hostile: JSON says the same, harmlessly", "[hostile]") {
  const Scene scene;
  make_evil(scene);
  const Ran ran = run({"check", "--format", "json", scene.game().string()});
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto json = base::read_json(sources, sources.add("out", ran.out), log);
  REQUIRE(json.has_value());
  CHECK_FALSE(log.has_errors());
  REQUIRE(json->find("rulings")->items.size() == 1);
  CHECK(json->find("rulings")->items[0].find("id")->string == kEvil);
  CHECK(json->find("games")->items[0].find("title")->string == kEvil + kBeyondXml);
}

TEST_CASE("hostile: complaints quote what they complain about harmlessly", "[hostile]") {
  const std::string e = kEvil + kBeyondXml;
  const auto q = base::quote_json(e);
  SECTION("in JSON") {
    const Scene scene;
    scene.add_provisions("{" + q + ": 1}, {\"zone\": " + q + ", \"of\": " + q + ", \"order\": " +
                         q + "}, {\"derived\": \"x\", \"is\": " + q + "}, " + kEvil);
    for (const std::string lang : {"en", "ja"})
      blames(run({"check", scene.game().string(), "--lang", lang}), "HR1001", "more.json");
    scene.add_provisions("{" + q + ": 1}, {\"zone\": " + q + ", \"of\": " + q +
                         ", \"order\": " + q + "}, {\"derived\": \"x\", \"is\": " + q + "}");
    for (const std::string lang : {"en", "ja"})
      blames(run({"check", scene.game().string(), "--lang", lang}), "HR3001", "more.json");
    for (const char* command : {"explain", "explore", "show"})
      blames(run({command, scene.game().string()}), "HR3001", "more.json");
    const Ran json = run({"check", scene.game().string(), "--format", "json"});
    CHECK(json.code == cli::kWrongInput);
    CHECK(harm_in(json.out) == "");
  }
  SECTION("in XML") {
    const Scene scene;
    const std::string x = xml(kEvil);
    scene.ruling(fmt::format(R"(<ruling format="1" id="{0}" game="{0}" status="{0}" source="">
<cites clause="{0}"/><presume reading="{0}" is="{0}"/>
<situation at="{0}"><player id="{0}"/></situation><claim kind="{0}" for="{0}">{0}</claim><claim kind="necessary">{0}</claim></ruling>)",
                             x));
    for (const std::string lang : {"en", "ja"})
      blames(run({"check", scene.game().string(), "--lang", lang}), "HR4004", "HB-001.xml");
    scene.ruling("<ruling " + kEvil + ">");
    blames(scene.check(), "HR4001", "HB-001.xml");
    scene.ruling("<" + kEvil + "/>");
    blames(scene.check(), "HR4001", "HB-001.xml");
    scene.ruling("<札\u202E 札\u202E=\"\u202E\"/>");
    blames(scene.check(), "HR4002", "HB-001.xml");
    scene.ruling("<ruling>" + kBeyondXml + "</ruling>");
    blames(scene.check(), "HR4001", "HB-001.xml");
  }
  SECTION("in names of files") {
    const Scene scene;
    const std::string name = std::string("::error::\x1B[31m\u202E\n\xFF") + ".xml";
    Scene::write(scene.rulings() / name, "<x/>");
    fs::create_symlink("/etc", scene.rulings() / ("link" + name));
    const Ran ran = scene.check();
    CHECK(ran.code == cli::kWrongInput);
    CHECK(harm_in(ran.out) == "");
    CHECK(harm_in(ran.err) == "");
    CHECK(harm_in(run({"check", "--format", "json", scene.game().string()}).out) == "");
    for (const char* command : {"check", "explain", "explore", "ask", "show", "fmt"}) {
      const Ran missing = run({command, (scene.root() / name).string()});
      CHECK(missing.code == cli::kWrongInput);
      CHECK(harm_in(missing.err) == "");
    }
    Scene::write(scene.root() / "::notice::\x1B.json", "{\"a\" :1}");
    const Ran formatted = run({"fmt", (scene.root() / "::notice::\x1B.json").string()});
    CHECK(formatted.code == cli::kOk);
    CHECK(harm_in(formatted.out) == "");
  }
  SECTION("in the command line") {
    for (const std::vector<std::string>& args :
         std::vector<std::vector<std::string>>{{e},
                                               {"check", "--" + e},
                                               {"check", ".", "--format", e},
                                               {"check", ".", "--max-states", e},
                                               {"--lang", e}}) {
      const Ran ran = run(args);
      CHECK(ran.code == cli::kWrongInput);
      CHECK(harm_in(ran.err) == "");
    }
  }
}
