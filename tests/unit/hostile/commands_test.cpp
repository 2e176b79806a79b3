// The command line: what is wrong with it is said, and the exit code is one of ours.

#include <atomic>
#include <csignal>
#include <string>
#include <vector>

#include "tests/unit/hostile/scene.h"

using namespace hanrei;
using namespace hanrei::test;

namespace {
const std::vector<std::string> kCommands = {"check", "explain", "explore", "ask", "show", "fmt"};
}

TEST_CASE("commands: wrong usage", "[cli]") {
  const Scene scene;
  const std::string game = scene.game().string();
  for (const std::vector<std::string>& args : std::vector<std::vector<std::string>>{
           {},
           {""},
           {"nonsense"},
           {"check"},
           {"check", game, "--nonsense"},
           {"check", game, "--format", "yaml"},
           {"check", game, "--format"},
           {"check", game, "--engine", "quantum"},
           {"check", game, "--jobs", "many"},
           {"check", game, "--max-states", "-1"},
           {"check", game, "--max-states", "99999999999999999999999"},
           {"--lang", "de", "check", game},
           {"--color", "pink", "check", game},
           {"check", game, "--jobs", "0"},
           {"check", game, "--jobs", "-1"},
           {"check", game, "--max-states", "0"},
           {"check", game, "--max-units", "0"},
           {"check", game, "--max-units", "4294967296"},
           {"check", game, "--max-units", "-1"},
           {"check", game, "--jobs", "1e3"},
           {"check", game, "--jobs", ""},
           {"-"},
           {"fmt"},
           {"show"}}) {
    std::string line;
    for (const std::string& a : args) line += a + " ";
    INFO(line);
    const Ran ran = run(args);
    INFO(ran.out);
    CHECK(ran.code == cli::kWrongInput);
    CHECK(ran.out == "");
    CHECK_THAT(ran.err, ContainsSubstring("hanrei: "));
  }
}

TEST_CASE("commands: a command that there is not", "[cli]") {
  for (const std::vector<std::string>& args :
       std::vector<std::vector<std::string>>{{"chekc"}, {"chekc", "fixtures", "--id", "x"}}) {
    const Ran ran = run(args);
    CHECK(ran.code == cli::kWrongInput);
    CHECK_THAT(ran.err, ContainsSubstring("there is no command `chekc`"));
  }
}

TEST_CASE("commands: help", "[cli]") {
  const Ran all = run({"--help"});
  CHECK(all.code == cli::kOk);
  for (const std::string& command : kCommands) {
    CHECK_THAT(all.out, ContainsSubstring("\n  " + command + " "));
    const Ran ran = run({command, "--help"});
    INFO(command);
    CHECK(ran.code == cli::kOk);
    CHECK(ran.err == "");
    CHECK_THAT(ran.out, ContainsSubstring("PATH") || ContainsSubstring("WHAT"));
    CHECK_THAT(ran.out, ContainsSubstring("--help"));
    CHECK(run({command, "-h"}).out == ran.out);
  }
  CHECK_THAT(run({"check", "--help"}).out, ContainsSubstring("--timings"));
  CHECK_THAT(run({"explore", "--help"}).out, ContainsSubstring("--count"));
  CHECK_THAT(run({"show", "--help"}).out, ContainsSubstring("--names"));
  CHECK_THAT(run({"fmt", "--help"}).out, ContainsSubstring("--check"));
  CHECK(run({"--version"}).code == cli::kOk);
}

TEST_CASE("commands: paths", "[cli]") {
  const Scene scene;
  const std::string game = scene.game().string();
  const Ran plain = scene.check();
  CHECK(plain.code == cli::kOk);
  CHECK(run({"check", game + "/", "--engine", "explicit", "--jobs", "1"}).out == plain.out);
  CHECK(run({"check", game + "///", "--engine", "explicit", "--jobs", "1"}).out == plain.out);
  CHECK(scene.check({game}).out == plain.out);
  CHECK(scene.check({game + "/"}).out == plain.out);
  CHECK(scene.check({game + "/rulings/HB-001.xml"}).out == plain.out);
  CHECK(run({"check", scene.root().string(), "--engine", "explicit", "--jobs", "1"}).out ==
        plain.out);
  CHECK(run({"check", game + "/rulings", "--engine", "explicit", "--jobs", "1"}).code == cli::kOk);
  CHECK(run({"check", game + "/rulings/HB-001.xml", "--engine", "explicit"}).code == cli::kOk);

  for (const std::string& command : kCommands) {
    INFO(command);
    const Ran missing = run({command, game + "/nowhere"});
    CHECK(missing.code == cli::kWrongInput);
    CHECK_THAT(missing.err, ContainsSubstring("nowhere"));
  }
  CHECK(run({"check", game, game + "/nowhere"}).code == cli::kWrongInput);
  CHECK(run({"check", game, "explain", game}).code == cli::kWrongInput);
  CHECK_THAT(run({"check", ""}).err, ContainsSubstring("a path is empty"));
  for (const char* other : {"/game.json", "/cards/harbour.json"}) {
    const Ran no_ruling = run({"check", game + other});
    CHECK(no_ruling.code == cli::kWrongInput);
    CHECK_THAT(no_ruling.err, ContainsSubstring("it is no ruling"));
  }
  fs::create_directory(scene.root() / "empty");
  CHECK(run({"check", (scene.root() / "empty").string()}).code == cli::kWrongInput);
}

TEST_CASE("commands: nothing examined", "[cli]") {
  const Scene scene;
  for (const std::string command : {"check", "explain", "explore", "ask"}) {
    INFO(command);
    const Ran ran = run({command, scene.game().string(), "--id", "NONE-*"});
    CHECK(ran.code == cli::kNothingExamined);
    CHECK_THAT(ran.err, ContainsSubstring("nothing was examined"));
  }
  fs::remove(scene.rulings() / "HB-001.xml");
  CHECK(scene.check().code == cli::kNothingExamined);
  fs::remove(scene.rulings());
  CHECK(scene.check().code == cli::kNothingExamined);
  Scene::write(scene.rulings(), "no folder");
  const Ran ran = scene.check();
  CHECK(ran.code == cli::kWrongInput);
  CHECK_THAT(ran.err, ContainsSubstring("rulings: it is not a folder"));
}

TEST_CASE("commands: globs", "[cli]") {
  const Scene scene;
  const auto code = [&](const std::string& glob) { return scene.check({"--id", glob}).code; };
  for (const std::string glob : {"HB-001", "HB-*", "*", "*1", "HB?001", "**", "*B*0*1", "HB-001*"})
    CHECK(code(glob) == cli::kOk);
  for (const std::string glob : {"HB", "B-001", "?", "HB-001?", "*2", "hb-001", "HB-01*"})
    CHECK(code(glob) == cli::kNothingExamined);
}

TEST_CASE("commands: a signal", "[cli]") {
  const Scene scene;
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::atomic<int> stop{signal};
    const Ran ran = run({"check", scene.game().string()}, &stop);
    CHECK(ran.code == 128 + signal);
    CHECK_THAT(ran.out, ContainsSubstring("interrupted: of 1 rulings 0 were examined"));
    const Ran json = run({"check", scene.game().string(), "--format", "json"}, &stop);
    CHECK(json.code == 128 + signal);
    CHECK_THAT(json.out, ContainsSubstring("\"left\": 1"));
    CHECK_THAT(json.out, ContainsSubstring("\"exit\": " + std::to_string(128 + signal)));
    CHECK(run({"explain", scene.game().string()}, &stop).code == 128 + signal);
    CHECK(run({"explore", scene.game().string()}, &stop).code == 128 + signal);
  }
  const std::atomic<int> none{0};
  CHECK(run({"check", scene.game().string()}, &none).code == cli::kOk);
}
