// Files and folders that are there for a while only. Their names say whose they are, so that what a
// killed process left is found and removed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace hanrei::base {

/// A name that nothing else of this process has: `.hanrei-PID-N.tmp`.
std::string temporary_name();

/// Makes something in a folder under a temporary name that nothing has: a process that is gone may
/// have had our number. `path` is what was tried last. What `make` returns, which is -1 where it
/// could not be made (`errno`).
int under_new_name(const std::string& folder, std::string& path,
                   const std::function<int(const char*)>& make);

/// Keeps sweep() of other processes from an open file or folder, for as long as it is open.
void keep_from_sweep(int descriptor);

/// Removes from a folder what processes that are gone have left there under such names: what is
/// ours, and what nobody keeps. A folder is looked through once.
void sweep(const std::string& folder);

/// A folder in the system's folder for such things, for this user only; gone with this value.
class TemporaryFolder {
 public:
  /// Null when none can be made.
  static std::shared_ptr<TemporaryFolder> make();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  TemporaryFolder(std::string path, int kept) : path_(std::move(path)), kept_(kept) {}
  std::string path_;
  int kept_;
};

}  // namespace hanrei::base
