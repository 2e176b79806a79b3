// hanrei fmt: JSON in its one form.
#include <filesystem>

#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "cli/check.h"

namespace hanrei::cli {

using reports::shown;

int run_fmt(const std::vector<std::string>& paths, bool check_only, const Io& io) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  bool wrong = false, changed = false;
  for (const std::string& p : paths) {
    std::error_code ec;
    if (fs::is_directory(p, ec)) {
      std::vector<base::RefusedPath> refused;
      for (std::string& f : base::list_files(p, ".json", &refused)) files.push_back(std::move(f));
      for (const base::RefusedPath& out : refused) {
        io.refuse(out.path, out.reason);
        wrong = true;
      }
    } else
      files.push_back(p);
  }
  base::SourceMap sources;
  base::DiagnosticLog log;
  for (const std::string& path : files) {
    const auto text = base::read_file(path);
    if (!text) {
      io.refuse(path, text.error().message);
      wrong = true;
      continue;
    }
    const size_t errors = log.error_count();
    const auto json = base::read_json(sources, sources.add(path, *text), log);
    if (!json || log.error_count() > errors) {
      wrong = true;
      continue;
    }
    const std::string form = base::canonical(*json);
    if (form == *text) continue;
    changed = true;
    io.out << shown(path) << "\n";
    if (check_only) continue;
    if (const auto done = base::write_file_atomic(path, form); !done) {
      io.refuse(path, done.error().message);
      wrong = true;
    }
  }
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, {});
  if (wrong) return kWrongInput;
  if (files.empty()) return kNothingExamined;
  return check_only && changed ? kFindings : kOk;
}

}  // namespace hanrei::cli
