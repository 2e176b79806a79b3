#include "workspace/verdicts.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/build_id.h"
#include "base/contains.h"
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
                           const std::string& folder, const std::string& game)
    : options_(options), io_(io), as_of_(as_of), program_(program_id()) {
  if (program_.empty() || !options.readings.empty()) return;
  if (options.cache == JudgeOptions::Cache::Off) return;
  if (!options.shared.empty()) shared_.emplace(options.shared, program_, game);
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

/// Plays are kept as they are laid out.
std::string KeptVerdicts::shared_key(const std::string& key) const {
  base::Sha256 h;
  h.add_piece(key);
  h.add_piece(reports::look(options_.style));
  return h.hex();
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

std::optional<KeptVerdicts::Found> KeptVerdicts::find(const VerdictOn& what) {
  const auto said_again = [&](const std::string& record, const std::string& touches, bool shared) {
    std::optional<Found> out;
    if (auto entry = reports::kept_entry(record, options_.style)) {
      entry->touches = touches;
      out = {std::move(*entry), shared};
    }
    return out;
  };
  const std::string of = key(what);
  if (store_ != nullptr)
    if (const auto kept = store_->verdict(of); kept && *kept)
      if (auto found = said_again((*kept)->record, (*kept)->touches, false)) return found;
  if (shared_)
    if (const auto kept = shared_->find(shared_key(of)))
      return said_again(kept->record, kept->touches, true);
  return std::nullopt;
}

std::vector<std::string> KeptVerdicts::looked(const std::string& ruling, const std::string& file) {
  std::vector<std::string> out;
  if (store_ != nullptr)
    if (auto lists = store_->looked(folder_, ruling)) out = std::move(*lists);
  if (shared_)
    for (std::string& one : shared_->looked(file))
      if (!base::contains(out, one)) out.push_back(std::move(one));
  return out;
}

void KeptVerdicts::add(const VerdictOn& what, const reports::RulingEntry& entry,
                       const rulings::Examined& examined, bool quiet) {
  if (!on() || entry.fault) return;
  std::string record = quiet ? reports::kept_text(entry, options_.style) : "";
  // What does not read back as it was is not kept.
  if (const auto back = reports::kept_entry(record, options_.style);
      !back || reports::kept_text(*back, options_.style) != record)
    record.clear();
  const std::string of = key(what);
  if (shared_ && !record.empty())
    to_share_.push_back({shared_key(of), what.ruling, what.looked, entry.touches, record});
  found_.push_back({of,
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
  if (store_ != nullptr && !found_.empty())
    if (const auto written = store_->put(found_); !written.ok()) say(written.error().message);
  if (!shared_) return;
  if (const auto written = shared_->add(to_share_); !written.ok())
    io_.refuse(shared_->folder(),
               base::filled("verdicts are not shared ({0})", "判定を共有できません ({0})",
                            {written.error().message}));
}

}  // namespace hanrei::workspace
