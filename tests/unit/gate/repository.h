// A git repository of a test's own.
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace hanrei::test {

class Repository {
 public:
  Repository() {
    git({"init", "-q", "-b", "main", scratch_ / "repo"}, false);
    git({"config", "user.name", "test"});
    git({"config", "user.email", "test@example.invalid"});
    git({"config", "commit.gpgsign", "false"});
  }
  std::string operator/(const std::string& name) const { return scratch_ / ("repo/" + name); }
  void put(const std::string& name, const std::string& text) const {
    test::put(*this / name, text);
  }
  /// Runs git, which has to succeed; what it wrote, without the last line break.
  std::string git(const std::vector<std::string>& arguments, bool inside = true) const {
    std::string line = "GIT_CONFIG_NOSYSTEM=1 git";
    if (inside) line += " -C '" + (scratch_ / "repo") + "'";
    for (const std::string& a : arguments) {
      REQUIRE(a.find('\'') == std::string::npos);
      line += " '" + a + "'";
    }
    std::FILE* pipe = ::popen((line + " 2>&1").c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::string out;
    std::array<char, 4096> block{};
    for (size_t n; (n = std::fread(block.data(), 1, block.size(), pipe)) > 0;)
      out.append(block.data(), n);
    const int status = ::pclose(pipe);
    INFO(line << "\n" << out);
    REQUIRE(status == 0);
    while (!out.empty() && out.back() == '\n') out.pop_back();
    return out;
  }
  /// Commits all there is; the commit.
  std::string commit(const std::string& message) const {
    git({"add", "-A"});
    git({"commit", "-q", "--allow-empty", "-m", message});
    return git({"rev-parse", "HEAD"});
  }

 private:
  Scratch scratch_;
};

}  // namespace hanrei::test
