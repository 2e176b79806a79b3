// hanrei rename: a card or a clause under another name, wherever its game names it.
#include "workspace/rename.h"

#include "cli/check.h"

namespace hanrei::cli {

int run_rename(const RenameAsked& asked, const std::vector<std::string>& paths, bool check_only,
               const Io& io) {
  const std::string path = paths.empty() ? "." : paths[0], above = game_above(path);
  const Workspace work = find({above.empty() ? path : above});
  for (const std::string& problem : work.problems) io.say(problem);
  if (paths.size() > 1 || work.games.size() != 1) {
    io.refuse("rename",
              base::in_both("expected one game folder", "ゲームフォルダを一つ指定してください"));
    return kWrongInput;
  }
  const auto files = renamed_files(work.games[0], asked, io);
  if (!files) return kWrongInput;
  if (!check_only)
    if (const auto done = write_all(*files); !done) {
      io.say(done.error().message);
      io.say("nothing was renamed", "何も改名していません");
      return kWrongInput;
    }
  size_t places = 0;
  const bool ja = io.lang == base::Lang::Ja;
  for (const Rewritten& f : *files) {
    places += f.places;
    io.out << reports::shown(f.path) << ": " << f.places << "\n";
  }
  const std::string n = std::to_string(places), m = std::to_string(files->size());
  io.out << (ja ? m + " ファイルの " + n + " 箇所" : n + " places in " + m + " files") << "\n";
  return check_only ? kFindings : kOk;
}

}  // namespace hanrei::cli
