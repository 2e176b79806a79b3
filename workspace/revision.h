// Revisions of a git work tree. Needs nothing but `git`; no shell is ever asked, no revision name
// ever taken for an option, and nothing of the repository is changed.
//
//     base::Result<Revision> base = Revision::of("cards/", "origin/main");   // the commit
//     base::Result<Revision> fork = base->fork();                            // where the work tree
//     left it base::Result<void> laid = fork->lay_out();                             // its JSON
//     and XML files, in a folder of their own find({fork->folder()}) …
//
// The message of an Error is in both languages (base::in_lang).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/io/temporary.h"
#include "base/result.h"

namespace hanrei::workspace {

class Revision {
 public:
  /// Files of a revision that are laid out, and their bytes together: more is an Error.
  static constexpr size_t kMostFiles = 200'000;
  static constexpr size_t kMostBytes = 512u << 20;

  /// The commit that `name` means in the work tree that holds `path`, a folder. An Error when there
  /// is no git, no work tree or no such commit, or when the name is empty, longer than 1,000 bytes,
  /// has a control character or begins with `-`.
  static base::Result<Revision> of(const std::string& path, const std::string& name);

  /// The best common ancestor of this revision and HEAD: what the work tree was made from. An Error
  /// when there is none, as in a clone that is too shallow.
  base::Result<Revision> fork() const;

  /// Lays its JSON and XML files below `path` out in a temporary folder, which goes away with the
  /// last copy of this value; of them only that file of the folder, if one is named.
  base::Result<void> lay_out(const std::string& only = "");

  /// `path` in the temporary folder, once laid out. It is not there if the revision had no such
  /// folder.
  const std::string& folder() const { return folder_; }
  /// Submodules below `path`, once laid out, as paths below it: what they hold is not of this
  /// revision.
  const std::vector<std::string>& submodules() const { return submodules_; }
  /// As it was asked for; of a fork the first twelve digits of the commit.
  const std::string& name() const { return name_; }
  /// All digits.
  const std::string& commit() const { return commit_; }
  /// Is it the commit that HEAD names?
  bool is_head() const;
  /// How many of its commits HEAD has not; none: it is an ancestor of HEAD, or HEAD itself.
  size_t beside_head() const;
  /// `path` below the top of the work tree, empty or ending in `/`.
  const std::string& prefix() const { return prefix_; }
  /// A file of the temporary folder by what it is called in the repository: `REV:path`. Others as
  /// they are.
  std::string shown(const std::string& file) const;
  /// Are there changes below `path` that no commit has, untracked files included?
  bool dirty() const;
  /// Is the work tree as HEAD has it: every tracked file anywhere, and no other JSON or XML file
  /// below `path`?
  bool clean() const;
  /// Are there JSON or XML files in the folder that `git status` says nothing of: ignored ones, or
  /// tracked ones at which git was told not to look?
  bool hides(const std::string& folder) const;

 private:
  /// Does `git status` list anything of these?
  bool has_status(const std::vector<std::string>& of) const;
  std::string path_, name_, commit_, prefix_, folder_;
  std::vector<std::string> submodules_;
  std::shared_ptr<base::TemporaryFolder> scratch_;
};

}  // namespace hanrei::workspace
