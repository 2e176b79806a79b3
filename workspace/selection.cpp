#include "workspace/selection.h"

#include "base/text/glob.h"

namespace hanrei::workspace {

bool Selection::has(const std::string& id) {
  bool found = globs_.empty();
  for (size_t i = 0; i < globs_.size(); ++i) {
    if (!base::glob_match(globs_[i], id)) continue;
    met_[i] = 1;
    found = true;
  }
  return found;
}

bool Selection::complete(const Io& io) const {
  bool all = true, none = true;
  for (size_t i = 0; i < globs_.size(); ++i) {
    if (met_[i] != 0) {
      none = false;
      continue;
    }
    all = false;
    io.refuse("--id " + globs_[i], base::in_both("no ruling or deck has such an id",
                                                 "該当する裁定もデッキもありません"));
  }
  return all || none;
}

}  // namespace hanrei::workspace
