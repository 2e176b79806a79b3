#include "workspace/kept_findings.h"

#include <algorithm>
#include <filesystem>

#include "base/text/filled.h"
#include "rulings/records/digest.h"
#include "rulings/store/findings.h"
#include "workspace/library.h"
#include "workspace/verdicts.h"

namespace hanrei::workspace {
namespace fs = std::filesystem;
namespace store = rulings::store;

namespace {

/// The worst first.
int severity_rank(const std::string& s) {
  return s == "error" ? 0 : s == "warning" ? 1 : s == "question" ? 2 : 3;
}

}  // namespace

std::string whole_digest(const base::SourceMap& sources, const model::Game& game,
                         const std::vector<rulings::Document>& documents) {
  std::vector<std::string> rulings;
  for (const rulings::Document& d : documents)
    if (!d.is_deck) rulings.push_back(rulings::digest_of(sources, d));
  return store::digest_of_all(rulings::digest_of(sources, game), std::move(rulings));
}

void keep_findings(const JudgeOptions& options, const Io& io, const std::string& command,
                   const std::vector<ExaminedGame>& games,
                   const std::vector<findings::Finding>& findings) {
  if (program_id().empty() || options.cache == JudgeOptions::Cache::Off) return;
  for (const ExaminedGame& g : games) {
    std::error_code ec;
    const fs::path real = fs::canonical(g.folder, ec);
    if (ec) continue;
    const std::string root = real.parent_path().string() + "/",
                      file = options.database.empty()
                                 ? default_database(real.parent_path().string())
                                 : options.database;
    if (file.empty()) continue;
    std::vector<store::KeptFinding> list;
    for (const findings::Finding& f : findings) {
      const std::string path =
          f.place.path.empty() ? "" : fs::weakly_canonical(f.place.path, ec).string();
      if (!path.starts_with(real.string() + "/")) continue;
      list.push_back({f.code,
                      std::string(base::severity_name(f.severity)),
                      {f.message[0], f.message[1]},
                      path.substr(root.size()),
                      f.place.line,
                      f.place.column,
                      f.subjects,
                      f.clauses});
    }
    std::ranges::stable_sort(list, [](const auto& a, const auto& b) {
      return std::pair(severity_rank(a.severity), a.code) <
             std::pair(severity_rank(b.severity), b.code);
    });
    if (const auto kept = store::keep_findings(file, real.filename().string(), command, g.digest,
                                               program_id(), list);
        !kept.ok()) {
      io.refuse(file, base::filled("findings are not kept ({0})", "指摘を保存できません ({0})",
                                   {kept.error().message}));
    }
  }
}

}  // namespace hanrei::workspace
