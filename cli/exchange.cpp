// hanrei export, import: records of the database in and out.
#include "rulings/exchange/exchange.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/io/file.h"
#include "cli/check.h"
#include "cli/search.h"
#include "workspace/verdicts.h"
#include "workspace/workspace.h"

namespace hanrei::cli {
namespace fs = std::filesystem;
namespace exchange = rulings::exchange;
using reports::shown;

int run_export(const DatabaseOptions& options, const std::string& format, const Io& io) {
  Opened db = open_database(options, io);
  if (!db.store) return kWrongInput;
  rulings::store::Options of;
  of.games = db.games;
  of.program = program_id();
  const auto records = db.store->records(of);
  if (!records) {
    io.refuse(db.file, records.error().message);
    return kWrongInput;
  }
  if (records->size() != 1) {
    io.say("name the one game to export", "書き出すゲームを一つ指定してください");
    return kWrongInput;
  }
  io.out << (format == "csv" ? exchange::to_csv(records->front())
                             : exchange::to_json_lines(records->front()));
  return db.wrong_input ? kWrongInput : kOk;
}

int run_import(const std::string& file, const std::string& game, const std::string& mapping,
               const reports::Style& style, const Io& io) {
  const bool ja = style.lang == base::Lang::Ja;
  std::error_code ec;
  if (!fs::is_regular_file(fs::path(game) / "game.json", ec)) {
    io.refuse(game, base::in_both("no game folder (there is no game.json)",
                                  "ゲームフォルダではありません (game.json がありません)"));
    return kWrongInput;
  }
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto read = [&](const std::string& path) {
    base::Result<std::string> text = base::read_file(path, std::size_t{512} << 20);
    if (!text)
      log.add(base::Code::CannotReadFile, sources.add(path, ""), {path, text.error().message});
    return text ? sources.add(path, std::move(*text)) : base::Span{};
  };
  const base::Span list = read(file);
  const bool csv = fs::path(file).extension() == ".csv";
  exchange::Records records;
  if (!mapping.empty()) {
    const base::Span map = read(mapping);
    if (list && map) records = exchange::from_list(sources, list, csv, map, log);
  } else if (list) {
    records = csv ? exchange::from_csv(sources, list, log)
                  : exchange::from_json_lines(sources, list, log);
  }
  log.sort(sources);
  reports::write_diagnostics(io.err, sources, log, style);
  if (log.has_errors()) {
    io.say("nothing was imported", "何も取り込んでいません");
    return kWrongInput;
  }
  // The game's own id and title stay those of its game.json.
  records.game.id.clear();
  for (std::string& t : records.game.title) t.clear();
  if (records.rulings.empty() && records.game.cards.empty() && records.game.clauses.empty()) {
    io.say("there is nothing to import", "取り込むものがありません");
    return kNothingExamined;
  }
  const fs::path folder = fs::path(game) / "imported";
  fs::create_directories(folder, ec);
  const std::string to = (folder / fs::path(file).stem()).string() + ".jsonl";
  if (!base::stays_within(folder.string(), game)) {
    io.refuse(to, base::leads_out().message);
    return kWrongInput;
  }
  if (const auto written = base::write_file_atomic(to, exchange::to_json_lines(records));
      !written) {
    io.refuse(to, written.error().message);
    return kWrongInput;
  }
  std::size_t bare = 0, undated = 0;
  for (const rulings::RulingRecord& r : records.rulings) {
    bare += r.cases.empty() ? 1 : 0;
    undated += r.status != "derived" && r.issued.empty() ? 1 : 0;
  }
  if (ja)
    io.out << fmt::format("{}\n  条項 {}、カード {}、裁定 {} (状況なし {}、日付なし {})\n",
                          shown(to, 1000), records.game.clauses.size(), records.game.cards.size(),
                          records.rulings.size(), bare, undated);
  else
    io.out << fmt::format(
        "{}\n  {} clauses, {} cards, {} rulings ({} without a situation, {} without a date)\n",
        shown(to, 1000), records.game.clauses.size(), records.game.cards.size(),
        records.rulings.size(), bare, undated);
  return kOk;
}

}  // namespace hanrei::cli
