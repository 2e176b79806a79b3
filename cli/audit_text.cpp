// hanrei audit --text, hanrei facts: a printed rulebook, without any model of its rules.
#include "cli/audit_text.h"

#include <filesystem>
#include <set>

#include "base/io/file.h"
#include "base/text/encoding.h"
#include "base/text/filled.h"
#include "workspace/facts.h"
#include "workspace/games.h"

namespace hanrei::cli {
namespace {

namespace fs = std::filesystem;
using reports::shown;

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

/// The text of a rulebook. Nothing, and it was said why, where it cannot be read or looks like
/// another encoding than UTF-8.
std::optional<std::string> text_of(const std::string& path, const Io& io) {
  base::Result<std::string> text = base::read_file(path);
  if (!text) {
    io.refuse(path, text.error().message);
    return std::nullopt;
  }
  if (const auto encoding = base::other_encoding(*text)) {
    io.refuse(
        path,
        base::filled(
            "it is not UTF-8, and looks like {0}; convert it: `iconv -f {1} -t UTF-8 OLD > NEW`",
            "UTF-8 ではなく、{0} と思われます。変換してください: `iconv -f {1} -t UTF-8 旧ファイル "
            "> 新ファイル`",
            {std::string(encoding->name), std::string(encoding->iconv)}));
    return std::nullopt;
  }
  return std::move(*text);
}

bool anything(const audit::reader::Book& book) { return !book.units.empty(); }

}  // namespace

int run_text_audit(const std::string& path, const CheckOptions& options, const Io& io) {
  const std::optional<std::string> text = text_of(path, io);
  if (!text) return kWrongInput;
  reports::TextAudit audit;
  audit.path = path;
  audit.book = audit::reader::parse(name_of(path), *text);
  audit.findings = audit::print::examine(audit.book);
  bool errors = false;
  for (const auto& f : audit.findings.list)
    errors = errors || base::code_severity(f.code) == base::Severity::Error;
  const int code = !anything(audit.book) ? kNothingExamined
                   : errors              ? kFindings
                   : !audit.book.skipped.empty() || audit.findings.left_out > 0 ||
                           !audit.findings.not_examined.empty()
                       ? kUndecided
                       : kOk;
  if (options.format == "json")
    reports::write_text_audit_json(io.out, audit, code);
  else
    reports::write_text_audit_text(io.out, audit, options.style);
  if (code == kNothingExamined) io.say("nothing was examined", "何も検査していません");
  return code;
}

int run_facts(const std::string& path, const std::string& folder, const CheckOptions& options,
              const Io& io) {
  const bool ja = options.style.lang == base::Lang::Ja;
  const std::optional<std::string> text = text_of(path, io);
  if (!text) return kWrongInput;
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto stop = [&] {
    log.sort(sources);
    reports::write_diagnostics(io.err, sources, log, options.style);
    return kWrongInput;
  };
  const auto loaded = load_game(sources, folder, log);
  if (loaded == nullptr || !loaded->compiles(log)) return stop();
  const model::Program& program = loaded->program();

  audit::print::Facts facts;
  const std::string to = folder + "/" + kFacts;
  std::error_code ec;
  if (fs::exists(fs::symlink_status(to, ec))) {  // what was corrected by hand stays
    auto before = base::stays_within(to, folder) ? read_facts(sources, to, log) : std::nullopt;
    if (!before) {
      if (!log.has_errors())
        log.add(base::Code::CannotReadFile, sources.add(to, ""), {to, base::leads_out().message});
      return stop();
    }
    facts.corrections = std::move(before->corrections);
  }
  facts.book = audit::reader::parse(name_of(path), *text);
  for (const auto& s : facts.book.skipped)
    io.err << "hanrei: " << shown(path) << (ja ? ": 読まなかった行: " : ": not parsed: lines ")
           << s.first << "–" << s.last << "\n";
  if (!anything(facts.book)) {
    io.say("nothing was examined", "何も検査していません");
    return kNothingExamined;
  }
  facts.findings = audit::print::examine(facts.book);
  std::vector<audit::reader::ClauseText> clauses;
  for (const model::Clause& c : program.clauses)
    clauses.push_back({c.id, c.id + "\n" + c.title + "\n" + c.ja});
  const size_t told = assign_clauses(facts.book, clauses, facts.corrections);
  for (const auto& c : facts.corrections)
    if (!c.used)
      io.err << "hanrei: " << shown(to)
             << (ja ? ": 当てはまらない訂正: " : ": a correction that fits nothing: ")
             << shown(c.digest, 40) << " → " << shown(c.clause, 60) << "\n";
  if (const auto written = base::write_file_atomic(to, write_facts(facts)); !written) {
    io.refuse(to, written.error().message);
    return kWrongInput;
  }
  size_t sentences = 0;
  std::set<std::string> with;
  for (const auto& u : facts.book.units)
    for (const auto& s : u.says) {
      ++sentences;
      with.insert(s.clauses.begin(), s.clauses.end());
    }
  if (ja)
    io.out << shown(to) << ": 文 " << sentences << "（条項のあるもの " << told << "）、条項 "
           << with.size() << "/" << clauses.size() << "、手による訂正 " << facts.corrections.size()
           << "\n";
  else
    io.out << shown(to) << ": " << sentences << " sentences, " << told << " of them with a clause; "
           << with.size() << " of " << clauses.size() << " clauses; " << facts.corrections.size()
           << " corrections by hand\n";
  for (const auto& c : clauses)
    if (!with.contains(c.id))
      io.out << (ja ? "  原文のない条項: " : "  no sentence for clause ") << shown(c.id, 60)
             << "\n";
  return facts.book.skipped.empty() ? kOk : kUndecided;
}

}  // namespace hanrei::cli
