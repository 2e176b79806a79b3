#include "workspace/facts.h"

#include <filesystem>
#include <set>

#include "base/io/file.h"
#include "base/json/read.h"

namespace hanrei::workspace {

namespace fs = std::filesystem;

std::optional<audit::print::Facts> read_facts(base::SourceMap& sources, const std::string& path,
                                              base::DiagnosticLog& log) {
  base::Result<std::string> text = base::read_file(path);
  if (!text) {
    log.add(base::Code::CannotReadFile, sources.add(path, ""), {path, text.error().message});
    return std::nullopt;
  }
  const auto json = base::read_json(sources, sources.add(path, std::move(*text)), log);
  return json ? audit::print::read_facts(*json, log) : std::nullopt;
}

std::optional<findings::TextAudit> audit_facts(base::SourceMap& sources, const std::string& folder,
                                               const model::Program& program,
                                               base::DiagnosticLog& log) {
  const std::string path = folder + "/" + kFacts;
  std::error_code ec;
  if (!fs::exists(fs::symlink_status(path, ec))) return std::nullopt;
  if (!base::stays_within(path, folder)) {
    log.add(base::Code::CannotReadFile, sources.add(path, ""), {path, base::leads_out().message});
    return std::nullopt;
  }
  auto facts = read_facts(sources, path, log);
  if (!facts) return std::nullopt;
  findings::TextAudit audit;
  audit.path = path;
  audit.book = std::move(facts->book);
  std::set<std::string> told;
  for (const auto& u : audit.book.units)
    for (const auto& s : u.says) told.insert(s.clauses.begin(), s.clauses.end());
  for (const model::Clause& c : program.clauses) {
    audit.clauses.emplace(c.id, c.span);
    if (!told.contains(c.id)) audit.untold.emplace(c.id, c.title + "\n" + c.ja);
  }
  audit.findings = std::move(facts->findings);
  return audit;
}

}  // namespace hanrei::workspace
