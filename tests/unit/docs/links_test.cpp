// Every relative link of the pages leads to a file that is there, and to a heading of it where it
// names one. docs/index.md names every page of docs/ once.

#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/unit/docs/markdown.h"

namespace {

namespace fs = std::filesystem;
using namespace hanrei;

const fs::path kRoot = HANREI_ROOT;

/// The lines of a page outside of fenced blocks.
std::vector<std::string> prose(const std::string& page) {
  std::vector<std::string> out;
  bool inside = false;
  std::istringstream stream(page);
  for (std::string line; std::getline(stream, line);) {
    const bool fence = line.rfind("```", 0) == 0;
    if (fence) inside = !inside;
    if (!fence && !inside) out.push_back(line);
  }
  return out;
}

/// The anchor that GitHub gives a heading: letters in lower case, digits, `-`, `_`, what is not
/// ASCII, and `-` for a blank.
std::string anchor(const std::string& heading) {
  std::string out;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == ' ') out += '-';
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || byte >= 0x80)
      out += c;
  }
  return out;
}

/// The text of a heading, with what a link in it shows.
std::string without_links(std::string text) {
  for (size_t at = 0; (at = text.find("](")) != std::string::npos;) {
    text.erase(at, text.find(')', at) + 1 - at);
  }
  return text;
}

std::set<std::string> anchors(const std::string& page) {
  std::set<std::string> out;
  std::map<std::string, int> seen;
  for (const std::string& line : prose(page)) {
    for (size_t at = 0; (at = line.find("<a id=\"", at)) != std::string::npos; ++at) {
      const size_t begin = at + 7;
      out.insert(line.substr(begin, line.find('"', begin) - begin));
    }
    const size_t level = line.find_first_not_of('#');
    if (level == 0 || level == std::string::npos || line[level] != ' ') continue;
    const std::string name = anchor(without_links(line.substr(level + 1)));
    const int times = seen[name]++;
    out.insert(times == 0 ? name : name + "-" + std::to_string(times));
  }
  return out;
}

/// What stands between `](` and `)`, but for other sites.
std::vector<std::string> links(const std::string& page) {
  std::vector<std::string> out;
  for (const std::string& line : prose(page)) {
    for (size_t at = 0; (at = line.find("](", at)) != std::string::npos; ++at) {
      const std::string link = line.substr(at + 2, line.find(')', at) - at - 2);
      if (link.find("://") == std::string::npos) out.push_back(link);
    }
  }
  return out;
}

/// What is wrong with a link of a page; empty when nothing is.
std::string broken(const fs::path& page, const std::string& link) {
  const size_t hash = link.find('#');
  const std::string file = link.substr(0, hash);
  const fs::path target = file.empty() ? page : page.parent_path() / file;
  if (!fs::exists(target)) return "no such file";
  if (hash == std::string::npos) return "";
  return anchors(test::read_page(target.string())).count(link.substr(hash + 1)) ? ""
                                                                                : "no such heading";
}

/// Every Markdown file of README, docs/ and their like; relative to the root.
std::vector<fs::path> pages() {
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot)) {
    if (entry.path().extension() == ".md") out.push_back(entry.path());
  }
  for (const char* folder : {"bench", "docs", "fixtures"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() == ".md") out.push_back(entry.path());
    }
  }
  return out;
}

}  // namespace

TEST_CASE("links: every relative link of the pages resolves", "[docs]") {
  int seen = 0;
  for (const fs::path& page : pages()) {
    for (const std::string& link : links(test::read_page(page.string()))) {
      INFO(fs::relative(page, kRoot).generic_string() << ": " << link);
      CHECK(broken(page, link) == "");
      ++seen;
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("links: the index names every page of docs/ once", "[docs]") {
  std::map<std::string, int> named;
  for (const std::string& link : links(test::read_page((kRoot / "docs" / "index.md").string())))
    ++named[link];
  for (const fs::directory_entry& entry : fs::directory_iterator(kRoot / "docs")) {
    const std::string page = entry.path().filename().string();
    if (entry.path().extension() != ".md" || page == "index.md") continue;
    INFO(page);
    CHECK(named[page] == 1);
  }
}

TEST_CASE("links: the watch itself is awake", "[docs]") {
  CHECK(anchor("2. Cards, objects and `stays`") == "2-cards-objects-and-stays");
  CHECK(without_links("of [a page](page.md#here) and more") == "of [a page and more");
  const std::set<std::string> found = anchors("# A\n## A\n<a id=\"b\"></a>\n```\n# c\n```\n");
  CHECK(found == std::set<std::string>{"a", "a-1", "b"});
  CHECK(links("[a](b.md#c) [d](https://e)\n```\n[f](g)\n```\n") ==
        std::vector<std::string>{"b.md#c"});
  const test::Folder folder;
  const fs::path page = folder.put("page.md", "# Here\n");
  CHECK(broken(page, "#here") == "");
  CHECK(broken(page, "page.md#here") == "");
  CHECK(broken(page, "#there") == "no such heading");
  CHECK(broken(page, "other.md") == "no such file");
}
