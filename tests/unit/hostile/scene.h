// A game folder of its own for one test, commands run in it, and what must never come out of them.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/base.h"
#include "cli/cli.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

namespace hanrei::test {

namespace fs = std::filesystem;

/// A copy of tests/data/harbour with one ruling, which a test may spoil; gone at its end.
class Scene {
 public:
  Scene() {
    copy_folder(at_root("tests/data/harbour"), game().string());
    for (const char* other : {"HB-002.xml", "HB-003.xml"}) fs::remove(rulings() / other);
  }

  fs::path root() const { return game().parent_path(); }
  fs::path game() const { return scratch_ / "game"; }
  fs::path rulings() const { return game() / "rulings"; }

  /// Writes a file as it is, in a folder that is there.
  static void write(const fs::path& path, std::string_view text) {
    std::ofstream stream(path, std::ios::binary);
    stream << text;
    stream.flush();
    REQUIRE(stream.good());
  }
  static std::string read(const fs::path& path) { return slurp(path.string()); }
  /// Replaces the one place where `from` stands in a file of the game.
  void edit(const std::string& file, const std::string& from, const std::string& to) const {
    test::edit((game() / file).string(), from, to);
  }
  /// More provisions for the rulebook.
  void add_provisions(const std::string& list) const {
    write(game() / "rulebook" / "more.json", R"({"format": 1, "provisions": [)" + list + "]}");
  }
  /// Its one ruling.
  void ruling(std::string_view text) const { write(rulings() / "HB-001.xml", text); }

  Ran check(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"check", game().string(), "--engine", "explicit", "--jobs", "1"});
    return run(more);
  }

 private:
  Scratch scratch_;
};

/// What in `text` could do harm on a terminal or in the log of a CI runner; empty when nothing
/// could.
inline std::string harm_in(std::string_view text) {
  if (!base::valid_utf8(text)) return "invalid UTF-8";
  const auto near = [&](size_t at) { return std::string(text.substr(at < 40 ? 0 : at - 40, 80)); };
  static constexpr std::string_view unseen[] = {
      "\u00AD", "\u061C", "\u200B", "\u200C", "\u200D",     "\u200E",     "\u200F", "\u2028",
      "\u2029", "\u202A", "\u202B", "\u202C", "\u202D",     "\u202E",     "\u2060", "\u2066",
      "\u2067", "\u2068", "\u2069", "\uFEFF", "\U000E0001", "\U000E0041", "##[",    "##vso["};
  for (std::string_view c : unseen)
    if (const size_t at = text.find(c); at != std::string_view::npos)
      return "unseen or a command: " + near(at);
  bool begins = true;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n') {
      begins = true;
      continue;
    }
    if (byte < 0x20 || byte == 0x7F) return "control character: " + near(i);
    if (byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0) return "C1: " + near(i);
    if (begins && text.substr(i, 2) == "::") return "workflow command: " + near(i);
    begins = begins && (byte == ' ' || text.substr(i, 3) == "\u3000" || byte >= 0x80);
  }
  return "";
}

/// The input is to blame, and the place is told.
inline void blames(const Ran& ran, const std::string& code, const std::string& file) {
  INFO(ran.err.substr(0, 2000));
  CHECK(ran.code == cli::kWrongInput);
  CHECK_THAT(ran.err, ContainsSubstring("[" + code + "]"));
  CHECK_THAT(ran.err, ContainsSubstring(file + ":"));
  CHECK(harm_in(ran.err) == "");
  CHECK(harm_in(ran.out) == "");
}

}  // namespace hanrei::test
