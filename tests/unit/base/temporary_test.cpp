// What processes that were killed left behind.
#include "base/io/temporary.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/io/file.h"
#include "tests/catch.h"
#include "tests/support/workbench.h"

using namespace hanrei;
namespace fs = std::filesystem;

namespace {

/// The number of a process that is over.
pid_t gone() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

std::string name_of(pid_t process, const std::string& number = "0") {
  return ".hanrei-" + std::to_string(process) + "-" + number + ".tmp";
}

}  // namespace

TEST_CASE("file: what a killed process left is removed, and nothing else", "[base][io]") {
  const test::Scratch folder;
  const std::string dead = std::to_string(gone());
  test::put(folder / name_of(std::stoi(dead)), "a file");
  test::put(folder / name_of(std::stoi(dead), "1") + "/tree/game.json", "{}");
  const std::string kept = folder / name_of(std::stoi(dead), "2");
  test::put(kept, "somebody keeps it");
  const int held = ::open(kept.c_str(), O_RDONLY | O_CLOEXEC);
  base::keep_from_sweep(held);
  const std::vector<std::string> others = {name_of(::getpid()),
                                           name_of(::getppid()),
                                           ".hanrei-" + dead + ".tmp",
                                           "hanrei-" + dead + "-0.tmp",
                                           ".hanrei-" + dead + "-0.tmp.xml",
                                           ".hanrei-x-0.tmp",
                                           "game.json"};
  for (const std::string& name : others) test::put(folder / name, "not left by anybody");
  // it is done by whoever writes something there
  REQUIRE(base::write_file_atomic(folder / "new", "text").ok());
  CHECK_FALSE(fs::exists(folder / name_of(std::stoi(dead))));
  CHECK_FALSE(fs::exists(folder / name_of(std::stoi(dead), "1")));
  CHECK(fs::exists(kept));
  for (const std::string& name : others) {
    INFO(name);
    CHECK(fs::exists(folder / name));
  }
  ::close(held);
}

TEST_CASE("file: a temporary folder is gone with its value", "[base][io]") {
  const auto folder = base::TemporaryFolder::make();
  REQUIRE(folder != nullptr);
  const std::string path = folder->path();
  test::put(path + "/a/b", "text");
  const auto other = base::TemporaryFolder::make();
  CHECK(other->path() != path);
  auto mine = folder;
  mine.reset();
  CHECK(fs::exists(path));
  const_cast<std::shared_ptr<base::TemporaryFolder>&>(folder).reset();
  CHECK_FALSE(fs::exists(path));
}
