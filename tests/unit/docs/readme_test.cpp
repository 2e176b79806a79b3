// What README.md and the pages of docs/ show of a terminal is what the program prints.
//
// A block that begins with ```console is a transcript: a line `$ ./hanrei ARGS` and what is printed
// then, both streams. A line `…` stands for any lines; behind it, any text up to the end. With the
// marker `counts` every number may be another one. `$ echo $?` is answered by the exit code of the
// last command. Other commands are not run here; that they exist is checked.

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "tests/unit/docs/markdown.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

const std::string kRoot = HANREI_ROOT;

/// The paths of a page are those of the top of the project.
class AtTheTop {
 public:
  AtTheTop() : before_(fs::current_path()) { fs::current_path(kRoot); }
  ~AtTheTop() { fs::current_path(before_); }
  AtTheTop(const AtTheTop&) = delete;
  AtTheTop& operator=(const AtTheTop&) = delete;

 private:
  fs::path before_;
};

std::vector<std::string> words(const std::string& command) {
  std::vector<std::string> out;
  std::string word;
  bool quote = false, any = false;
  for (const char c : command + " ") {
    if (c == '\'') {
      quote = !quote;
      any = true;
    } else if (c == ' ' && !quote) {
      if (any || !word.empty()) out.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
    }
  }
  return out;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

/// Every number as N, and the space that lines columns up as one.
std::string without_counts(const std::string& line) {
  std::string out;
  for (const char c : line) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !out.empty() && out.back() == 'N') continue;
    out += digit ? 'N' : c;
  }
  return out;
}

/// Where the shown lines from `s` on fit the printed ones from `p` on.
bool fits(const std::vector<std::string>& shown, size_t s, const std::vector<std::string>& printed,
          size_t p) {
  if (s == shown.size()) return p == printed.size();
  if (shown[s] == "…") {
    for (size_t skip = p; skip <= printed.size(); ++skip) {
      if (fits(shown, s + 1, printed, skip)) return true;
    }
    return false;
  }
  return p < printed.size() && shown[s] == printed[p] && fits(shown, s + 1, printed, p + 1);
}

struct Command {
  std::string text;
  std::vector<std::string> shown;
  int line = 0;
};

std::vector<Command> commands(const test::Block& block) {
  std::vector<Command> out;
  int line = block.line;
  for (const std::string& text : lines(block.text)) {
    ++line;
    if (text.rfind("$ ", 0) == 0)
      out.push_back({text.substr(2), {}, line});
    else if (!out.empty())
      out.back().shown.push_back(text);
  }
  return out;
}

/// Runs what a page shows; says how many commands that were.
int run_page(const std::string& page) {
  int runs = 0;
  for (const test::Block& block : test::fenced_blocks(test::read_page(kRoot + "/" + page))) {
    if (block.language != "console") continue;
    int last = 0;
    for (Command& command : commands(block)) {
      INFO(page << ":" << command.line << ": " << command.text);
      std::vector<std::string> args = words(command.text);
      REQUIRE(!args.empty());
      std::vector<std::string> printed;
      if (command.text == "echo $?") {
        printed = {std::to_string(last)};
      } else if (args[0] != "./hanrei") {
        REQUIRE(args[0].rfind("./", 0) == 0);
        CHECK(fs::exists(kRoot + "/" + args[0]));
        continue;
      } else {
        args.erase(args.begin());
        std::ostringstream both;
        last = cli::run(args, {both, both});
        printed = lines(both.str());
        ++runs;
      }
      if (block.marker == "counts") {
        for (auto* list : {&printed, &command.shown}) {
          for (std::string& line : *list) line = without_counts(line);
        }
      } else {
        CHECK(block.marker == "");
      }
      if (fits(command.shown, 0, printed, 0)) continue;
      std::string text;
      for (const std::string& line : printed) text += line + "\n";
      FAIL_CHECK("the page shows something else; the program prints:\n" << text);
    }
  }
  return runs;
}

}  // namespace

TEST_CASE("readme: what it shows is what is printed", "[docs]") {
  const AtTheTop here;
  CHECK(run_page("README.md") >= 2);
  CHECK(lines(test::read_page("README.md")).size() < 150);
}

TEST_CASE("docs: what the pages show is what is printed", "[docs]") {
  const AtTheTop here;
  int runs = 0;
  for (const auto& page : fs::directory_iterator("docs")) {
    if (page.path().extension() == ".md") runs += run_page(page.path().generic_string());
  }
  CHECK(runs >= 5);
}

TEST_CASE("docs: the pages that README and docs/ link to exist", "[docs]") {
  const AtTheTop here;
  std::vector<fs::path> pages = {"README.md"};
  for (const auto& page : fs::directory_iterator("docs")) {
    if (page.path().extension() == ".md") pages.push_back(page.path());
  }
  for (const fs::path& page : pages) {
    const std::string text = test::read_page(page.string());
    for (size_t at = 0; (at = text.find("](", at)) != std::string::npos; ++at) {
      const std::string link = text.substr(at + 2, text.find_first_of(")#", at + 2) - at - 2);
      if (link.empty() || link.find("://") != std::string::npos) continue;
      INFO(page.string() << ": " << link);
      CHECK(fs::exists(page.parent_path() / link));
    }
  }
}

TEST_CASE("glossary: the standings are those of the receipt, in both languages", "[docs]") {
  const AtTheTop here;
  const auto receipt = [](const char* lang) {
    std::ostringstream out, err;
    cli::run({"--lang", lang, "check", "fixtures", "--id", "NONE"}, {out, err});
    return out.str();
  };
  const std::string en = receipt("en"), ja = receipt("ja"),
                    page = test::read_page("docs/glossary.md");
  for (const auto& [japanese, english] :
       std::vector<std::pair<std::string, std::string>>{{"確認", "confirmed"},
                                                        {"矛盾", "contradicted"},
                                                        {"解釈次第", "open"},
                                                        {"決定不能", "undecided"},
                                                        {"空虚", "vacuous"},
                                                        {"未検査", "not examined"},
                                                        {"検査記録", "receipt"},
                                                        {"裁定", "ruling"},
                                                        {"主張", "claim"}}) {
    INFO(english);
    CHECK(en.find(english) != std::string::npos);
    CHECK(ja.find(japanese) != std::string::npos);
    CHECK(page.find("| " + japanese + " | " + english + " |") != std::string::npos);
  }
}
