#include "workspace/verdicts.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/build_id.h"
#include "base/text/filled.h"
#include "base/text/sha256.h"
#include "checker/symbolic/version.h"
#include "reports/kept.h"
#include "rulings/records/digest.h"
#include "workspace/library.h"

namespace hanrei::workspace {
namespace fs = std::filesystem;
namespace store = rulings::store;

std::string program_id() {
  static const std::string id = [] {
    const std::string build = base::build_id();
    if (build.empty()) return std::string();
    base::Sha256 h;
    for (const std::string& part :
         {std::string(HANREI_VERSION), build, checker::symbolic::solver_version()})
      h.add_piece(part);
    return h.hex();
  }();
  return id;
}

KeptVerdicts::KeptVerdicts(const JudgeOptions& options, const base::AsOf& as_of, const Io& io,
                           const std::string& folder)
    : options_(options), io_(io), as_of_(as_of), program_(program_id()) {
  if (program_.empty() || !options.readings.empty()) return;
  if (options.cache == JudgeOptions::Cache::Off) return;
  std::error_code ec;
  fs::path real = fs::canonical(folder, ec);
  if (ec) return;
  folder_ = real.filename().string();
  file_ =
      options.database.empty() ? default_database(real.parent_path().string()) : options.database;
  if (file_.empty()) return;
  auto opened = store::Verdicts::open(file_);
  if (opened)
    store_ = std::move(*opened);
  else
    say(opened.error().message);
}

void KeptVerdicts::say(const std::string& message) {
  io_.refuse(file_,
             base::filled("verdicts are not kept ({0})", "判定を保存できません ({0})", {message}));
}

std::string KeptVerdicts::key(const VerdictOn& what) const {
  const auto& [states, steps, solver_units, terms, ways] = options_.checker.limits;
  base::Sha256 h;
  for (const std::string& part :
       {program_, what.part, what.ruling, std::to_string(static_cast<int>(options_.checker.engine)),
        std::to_string(states), std::to_string(steps), std::to_string(solver_units),
        std::to_string(terms), std::to_string(ways)})
    h.add_piece(part);
  h.add_piece(rulings::days_text(as_of_));
  h.add_piece(options_.checker.readings ? "readings" + std::to_string(options_.checker.pairs) : "");
  return h.hex();
}

std::optional<reports::RulingEntry> KeptVerdicts::find(const VerdictOn& what) {
  if (!on()) return std::nullopt;
  const auto kept = store_->verdict(key(what));
  if (!kept || !*kept || (*kept)->record.empty()) return std::nullopt;
  auto entry = reports::kept_entry((*kept)->record, options_.style);
  if (entry) entry->touches = (*kept)->touches;
  return entry;
}

std::vector<std::string> KeptVerdicts::looked(const std::string& ruling) {
  if (!on()) return {};
  auto lists = store_->looked(folder_, ruling);
  return lists ? std::move(*lists) : std::vector<std::string>();
}

void KeptVerdicts::add(const VerdictOn& what, const reports::RulingEntry& entry,
                       const rulings::Examined& examined, bool quiet) {
  if (!on() || entry.fault) return;
  std::string record = quiet ? reports::kept_text(entry, options_.style) : "";
  // What does not read back as it was is not kept.
  if (const auto back = reports::kept_entry(record, options_.style);
      !back || reports::kept_text(*back, options_.style) != record)
    record.clear();
  found_.push_back({key(what),
                    folder_,
                    entry.id,
                    rulings::digest_of_both(what.game, what.ruling, as_of_),
                    program_,
                    std::string(checker::standing_name(entry.standing)),
                    reports::evidence_of(entry),
                    entry.touches,
                    examined.alone,
                    {examined.why[0], examined.why[1]},
                    std::move(record),
                    what.looked});
}

void KeptVerdicts::write() {
  if (!on() || found_.empty()) return;
  if (const auto written = store_->put(found_); !written.ok()) say(written.error().message);
}

}  // namespace hanrei::workspace
