// Help and what is wrong with a command line, in both languages.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
using test::run;

namespace {

bool is_ascii(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return true;
}

/// Names of the commands, as help lists them under its last heading.
std::vector<std::string> commands(const std::string& help, const std::string& heading) {
  std::vector<std::string> out;
  const size_t at = help.find("\n" + heading + ":\n");
  REQUIRE(at != std::string::npos);
  std::istringstream lines(help.substr(at + heading.size() + 3));
  for (std::string line; std::getline(lines, line) && line.starts_with("  ");)
    out.push_back(line.substr(2, line.find(' ', 2) - 2));
  return out;
}

}  // namespace

TEST_CASE(
    "language: help in Japanese leaves no sentence in English, and names the same commands and "
    "options",
    "[cli]") {
  const std::string ja = run({"--lang", "ja", "--help"}).out;
  const std::vector<std::string> names = commands(ja, "コマンド");
  CHECK(names.size() > 20);
  std::vector<std::string> sorted = names, english = commands(run({"--help"}).out, "Subcommands");
  std::sort(sorted.begin(), sorted.end());
  std::sort(english.begin(), english.end());
  CHECK(sorted == english);
  std::vector<std::vector<std::string>> all{{}, {"db", "build"}};
  for (const std::string& name : names) all.push_back({name});
  for (std::vector<std::string> args : all) {
    args.push_back("--help");
    std::vector<std::string> with_lang{"--lang", "ja"};
    with_lang.insert(with_lang.end(), args.begin(), args.end());
    const std::string text = run(with_lang).out, plain = run(args).out;
    INFO(text);
    CHECK(is_ascii(plain.substr(plain.find('\n'))));
    // A sentence stands on a line of its own, or from the column of descriptions on.
    std::istringstream lines(text), same(plain);
    for (std::string line; std::getline(lines, line);) {
      const bool entry = line.starts_with("  ") && line.size() > 30 && line[29] == ' ';
      if (entry)
        CHECK(!is_ascii(line.substr(30)));
      else if (!line.empty() && line[0] != ' ')
        CHECK(!is_ascii(line));
    }
    const auto options = [](const std::string& help) {
      std::vector<std::string> out;
      std::istringstream in(help);
      for (std::string option; std::getline(in, option);)
        if (option.starts_with("  -")) out.push_back(option.substr(2, option.find(' ', 2) - 2));
      return out;
    };
    CHECK(options(text) == options(plain));
  }
}

TEST_CASE("language: what is wrong with a command line is told in the language that was asked for",
          "[cli]") {
  const std::vector<std::vector<std::string>> wrong = {
      {},
      {"chekc"},
      {"check"},
      {"check", "x", "--nonsense"},
      {"check", "x", "--format", "yaml"},
      {"check", "x", "--id"},
      {"check", "x", "--jobs", "0"},
      {"check", "x", "--no-cache", "--verify-cache"},
      {"check", "x", "--reading", "A"},
      {"check", "x", "--reading", "A=B", "--reading", "A=C"},
      {"check", "nowhere"},
      {"check", ""},
      {"check", test::at_root("README.md")},
      {"show", "nowhere"},
      {"fmt", "nowhere"},
      {"explain", "/"},
      {"check", "/dev/null"},
      {"audit"},
      {"audit", "x", "--text", "y"},
      {"audit", "--text", "nowhere"},
      {"audit", "--text", "y", "--format", "sarif"},
      {"db"},
      {"search", "x", "--db", "nowhere"},
      {"search", "x", "nowhere"},
      {"export", "nowhere"},
      {"import", "nowhere", "nowhere"},
      {"errata", "x", "nowhere", "--text", "y"},
      {"diff", "a"},
      {"whatif"},
      {"log", "nowhere", "--since", "yesterday"},
      {"init", "a b"},
      {"rename", "card", "x", "y", "nowhere"},
      {"rename", "word", "x", "y"},
      {"readings", "nowhere", "--adopt", "x"},
      {"coverage", "nowhere"},
      {"mutate", "nowhere"},
      {"facts", "nowhere", "nowhere"}};
  for (const std::vector<std::string>& args : wrong) {
    std::string line;
    for (const std::string& a : args) line += a + " ";
    INFO(line);
    std::vector<std::string> with_lang{"--lang", "ja"};
    with_lang.insert(with_lang.end(), args.begin(), args.end());
    const test::Ran en = run(args), ja = run(with_lang);
    INFO(en.err + ja.err);
    CHECK(en.code == cli::kWrongInput);
    CHECK(ja.code == cli::kWrongInput);
    CHECK(is_ascii(en.err));
    std::istringstream lines(ja.err);
    size_t told = 0;
    for (std::string said; std::getline(lines, said); ++told) CHECK(!is_ascii(said));
    CHECK(told > 0);
  }
}
