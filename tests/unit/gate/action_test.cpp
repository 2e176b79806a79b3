// The shell steps of action.yml, run as GitHub runs them, with a gate in place of ours that says
// what it was asked.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace {

using namespace hanrei;

/// What stands below `run: |`, up to what is indented less.
std::string steps() {
  std::istringstream file(test::slurp(test::at_root("action.yml")));
  std::string out;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    inside = inside && (line.empty() || line.starts_with("        "));
    if (inside) out += (line.size() > 8 ? line.substr(8) : "") + "\n";
    if (line == "      run: |") inside = true;
  }
  return out;
}

/// The gate ends with `code`; in the formats other than `github` says nothing when it could not
/// run.
struct Action {
  test::Scratch s;
  explicit Action(int code) {
    test::put(s / "hanrei", "#!/bin/sh\nprintf '%s|' \"$@\" >> \"" + (s / "asked") +
                                "\"; echo >> \"" + (s / "asked") + "\"\n[ " + std::to_string(code) +
                                " = 2 ] || echo said\nexit " + std::to_string(code) + "\n");
    std::filesystem::permissions(s / "hanrei", std::filesystem::perms::owner_all);
    test::put(s / "steps.sh", steps());
  }
  /// The exit code that the action's last step returns.
  int run(const std::string& base, const std::string& sarif,
          const std::string& more = "HANREI_POLICY= HANREI_BASELINE= ") const {
    const std::string env = "GITHUB_ACTION_PATH='" + test::at_root("") + "' GITHUB_STEP_SUMMARY='" +
                            (s / "summary") + "' GITHUB_OUTPUT='" + (s / "output") + "' HANREI='" +
                            (s / "hanrei") + "' HANREI_COMMENT='" + (s / "comment") +
                            "' HANREI_PATH=games HANREI_LANG=en " + more + "HANREI_BASE='" + base +
                            "' HANREI_SARIF='" + (sarif.empty() ? "" : s / sarif) + "' ";
    const int status = std::system((env + "bash --noprofile --norc -eo pipefail '" +
                                    (s / "steps.sh") + "' > '" + (s / "out") + "' 2>&1")
                                       .c_str());
    const std::string output = test::slurp(s / "output");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !output.starts_with("code=")) return -1;
    CHECK((output.find("\nsarif=" + s / sarif + "\n") != std::string::npos) ==
          (!sarif.empty() && has(sarif)));
    return std::atoi(output.c_str() + 5);
  }
  bool has(const std::string& file) const { return std::filesystem::exists(s / file); }
};

}  // namespace

TEST_CASE("gate: the action returns the gate's exit code and leaves what it was asked to",
          "[gate][action]") {
  for (const int code : {0, 1, 3}) {
    const Action a(code);
    CHECK(a.run("origin/main", "gate.sarif") == code);
    CHECK(test::slurp(a.s / "gate.sarif") == "said\n");
    CHECK(test::slurp(a.s / "summary") == "said\n");
    CHECK(test::slurp(a.s / "comment") == "said\n");
    CHECK(test::slurp(a.s / "out") == "said\n");
    CHECK(test::slurp(a.s / "asked") ==
          "gate|--base=origin/main|--format=github|--|games|\ngate|--base=origin/"
          "main|--format=markdown|--|games|\ngate|--base=origin/main|--format=sarif|--|games|\n");
  }
}

TEST_CASE("gate: where the gate cannot run the action leaves no empty SARIF", "[gate][action]") {
  const Action a(2);
  CHECK(a.run("nowhere", "gate.sarif") == 2);
  CHECK_FALSE(a.has("gate.sarif"));
  const Action none(0);
  CHECK(none.run("", "gate.sarif") == 2);  // no pull request: nothing to compare with
  CHECK_FALSE(none.has("asked"));
  CHECK(test::slurp(none.s / "out").starts_with("::error"));
}

TEST_CASE("gate: no input of the action becomes a command", "[gate][action]") {
  const Action a(0);
  CHECK(a.run("$(touch hacked); `touch hacked` && touch hacked", "") == 0);
  CHECK_FALSE(a.has("hacked"));
  CHECK_FALSE(std::filesystem::exists("hacked"));
  CHECK(test::slurp(a.s / "asked")
            .starts_with("gate|--base=$(touch hacked); `touch hacked` && touch hacked|"));
}

TEST_CASE("gate: the action passes a policy and a baseline on, whatever their names",
          "[gate][action]") {
  const Action a(0);
  CHECK(a.run("main", "", "HANREI_POLICY='a b.json' HANREI_BASELINE='-x; touch hacked' ") == 0);
  CHECK(test::slurp(a.s / "asked")
            .starts_with("gate|--base=main|--format=github|--policy=a b.json|--baseline=-x; touch "
                         "hacked|--|games|\n"));
  CHECK_FALSE(a.has("hacked"));
}
