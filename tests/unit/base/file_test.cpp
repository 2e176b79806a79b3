#include "base/io/file.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "base/text/diagnostic.h"
#include "tests/catch.h"

using namespace hanrei::base;
namespace fs = std::filesystem;

namespace {

/// A folder of this test's own, gone at its end.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "hanrei-test-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string path() const { return path_.string(); }
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(path_), fs::directory_iterator()));
  }

 private:
  fs::path path_;
};

void put(const std::string& path, const std::string& text = "x") {
  fs::create_directories(fs::path(path).parent_path());
  REQUIRE(write_file_atomic(path, text).ok());
}

}  // namespace

TEST_CASE("file: what was written is read", "[base][io]") {
  const Scratch folder;
  const std::string text("bytes \0 \xFF \r\n 札", 17);
  put(folder / "札 1.txt", text);
  CHECK(*read_file(folder / "札 1.txt") == text);
  put(folder / "札 1.txt", "");
  CHECK(*read_file(folder / "札 1.txt") == "");
  CHECK(folder.entries() == 1);
}

TEST_CASE("file: what cannot be read says why", "[base][io]") {
  const Scratch folder;
  CHECK(in_lang(read_file(folder / "none").error().message, Lang::En) ==
        "No such file or directory");
  CHECK(in_lang(read_file(folder.path()).error().message, Lang::En) == "it is a folder");
  CHECK(in_lang(read_file("/dev/zero").error().message, Lang::En) == "it is not a regular file");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(in_lang(read_file(folder / "pipe").error().message, Lang::En) ==
        "it is not a regular file");
  put(folder / "large", std::string(1001, 'x'));
  CHECK(in_lang(read_file(folder / "large", 1000).error().message, Lang::En) ==
        "it is larger than 1000 bytes");
  CHECK(read_file(folder / "large", 1001).ok());
  CHECK(read_file("/proc/self/status").ok());  // a size of 0, and yet there is text
  CHECK_FALSE(read_file("/proc/self/status", 10).ok());
}

TEST_CASE("file: a failed write changes nothing", "[base][io]") {
  const Scratch folder;
  put(folder / "a", "old");
  CHECK_FALSE(write_file_atomic(folder / "none/a", "new").ok());
  CHECK_FALSE(write_file_atomic(folder.path(), "new").ok());
  CHECK_FALSE(write_file_atomic(folder / "a/b", "new").ok());
  CHECK_FALSE(write_file_atomic("/dev/null", "new").ok());
  CHECK_FALSE(write_file_atomic("", "new").ok());
  fs::create_symlink("nowhere", folder / "dangling");
  CHECK_FALSE(write_file_atomic(folder / "dangling", "new").ok());

  // A disk which is full after 1000 bytes.
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit before {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  struct rlimit small = before;
  small.rlim_cur = 1000;
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const Result<void> result = write_file_atomic(folder / "a", std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(result.error().message == "File too large");

  CHECK(*read_file(folder / "a") == "old");
  CHECK(folder.entries() == 2);
}

TEST_CASE("file: a new folder is written whole or not at all", "[base][io]") {
  const Scratch folder;
  const std::vector<FileText> files = {{"a", "1"}, {"札/b", "2"}, {"札/c", std::string(3000, 'x')}};
  REQUIRE(write_new_folder(folder / "new/", files).ok());
  CHECK(*read_file(folder / "new/札/b") == "2");
  CHECK(list_files(folder / "new", "").size() == 3);
  CHECK(folder.entries() == 1);

  // what is there stays as it is, an empty folder and a link that leads nowhere too
  CHECK(in_lang(write_new_folder(folder / "new", {{"a", "3"}}).error().message, Lang::En) ==
        "it is there already");
  fs::create_directory(folder / "empty");
  fs::create_symlink("nowhere", folder / "dangling");
  put(folder / "file");
  for (const char* name : {"empty", "dangling", "file"})
    CHECK_FALSE(write_new_folder(folder / name, files).ok());
  CHECK_FALSE(write_new_folder(folder / "none/new", files).ok());
  CHECK_FALSE(write_new_folder("", files).ok());
  CHECK_FALSE(write_new_folder("/", files).ok());
  CHECK(*read_file(folder / "new/a") == "1");

  // A disk which is full after 1000 bytes: the last file does not fit.
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit before {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  struct rlimit small = before;
  small.rlim_cur = 1000;
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
  const Result<void> result = write_new_folder(folder / "large", files);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  CHECK(result.error().message == "File too large");
  CHECK(folder.entries() == 4);
}

TEST_CASE("file: permissions and links survive a write", "[base][io]") {
  const Scratch folder;
  put(folder / "real/a", "old");
  REQUIRE(::chmod((folder / "real/a").c_str(), 0640) == 0);
  fs::create_symlink("real/a", folder / "link");
  REQUIRE(write_file_atomic(folder / "link", "new").ok());
  CHECK(*read_file(folder / "real/a") == "new");
  CHECK(fs::is_symlink(folder / "link"));
  CHECK((fs::status(folder / "real/a").permissions() & fs::perms::mask) == fs::perms(0640));
}

TEST_CASE("file: listings are sorted bytewise and stay within the folder", "[base][io]") {
  const Scratch outside;
  put(outside / "secret.xml");
  const Scratch folder;
  for (const char* name : {"b.xml", "B.xml", "a/z.xml", "a.xml", "札.xml", "c.txt", ".hidden.xml",
                           ".git/x.xml", "a/b/c.xml"}) {
    put(folder / name);
  }
  fs::create_symlink(outside.path(), folder / "out");
  fs::create_symlink(outside / "secret.xml", folder / "stolen.xml");
  fs::create_symlink("nowhere", folder / "dangling.xml");
  fs::create_symlink("..", folder / "a/up");
  fs::create_symlink("loop", folder / "loop");
  fs::create_symlink("b.xml", folder / "alias.xml");
  fs::create_directory(folder / "folder.xml");

  std::vector<RefusedPath> refused;
  std::vector<std::string> names;
  for (const std::string& path : list_files(folder.path(), ".xml", &refused)) {
    names.push_back(path.substr(folder.path().size() + 1));
  }
  CHECK(names == std::vector<std::string>{"B.xml", "a.xml", "a/b/c.xml", "a/z.xml", "alias.xml",
                                          "b.xml", "札.xml"});
  std::vector<std::string> left_out;
  for (const RefusedPath& path : refused) {
    left_out.push_back(path.path.substr(folder.path().size() + 1));
  }
  CHECK(left_out == std::vector<std::string>{"dangling.xml", "loop", "out", "stolen.xml"});
}

TEST_CASE("file: a listing of what is no folder", "[base][io]") {
  const Scratch folder;
  put(folder / "a.xml");
  std::vector<RefusedPath> refused;
  CHECK(list_files(folder / "none", ".xml", &refused).empty());
  CHECK(list_files(folder / "a.xml", ".xml", &refused).empty());
  CHECK(refused.size() == 2);
  CHECK(list_files(folder / "none", "").empty());
  CHECK(list_files(folder.path() + "/", "") == std::vector<std::string>{folder / "a.xml"});
}
