// hanrei diff: two versions of a game.
#include "cli/errata.h"
#include "workspace/revision.h"
#include "workspace/versions.h"

namespace hanrei::cli {

int run_diff(const CheckOptions& options, const DiffOptions& diff, const Io& io) {
  Versions run(options, io);
  const bool revision = !diff.base.empty();
  const std::vector<std::string> paths =
      options.paths.empty() && revision ? std::vector<std::string>{"."} : options.paths;
  if (paths.size() != (revision ? 1U : 2U))
    return run.refuse(
        revision ? "diff --base REV takes one game folder"
                 : "diff takes two game folders, OLD and NEW, or --base REV and one",
        revision ? "diff --base REV にはゲームのフォルダを一つ指定します"
                 : "diff には旧と新のフォルダを、または --base REV と一つのフォルダを指定します");
  const auto now = run.one_game({paths.back()});
  if (!now) return kWrongInput;
  std::string folder = paths.front(), name = paths.front();
  std::optional<Revision> kept;
  if (revision) {
    auto at = Revision::of(now->folder, diff.base);
    const base::Result<void> laid = at ? at->lay_out() : base::Result<void>(at.error());
    if (!laid) {
      io.say(laid.error().message);
      return kWrongInput;
    }
    kept = std::move(*at);
    folder = kept->folder();
    name = kept->name();
  }
  const auto old = run.one_game({folder});
  if (!old) return kWrongInput;
  const auto before = run.read(old->folder), after = run.read(now->folder);
  if (!before || !after) return run.complain();
  const auto corpus = run.rulings_of(*old, *before);
  (void)run.rulings_of(*now,
                       *after);  // not asked about; what is wrong with them is told all the same
  return run.conclude(errata::examine(*before, *after, run.sources, corpus, run.asked(diff.scenes)),
                      {name, paths.back()});
}

}  // namespace hanrei::cli
