// The commands of hanrei: the name of each, its options, its help in both languages, and what it
// does.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/check.h"
#include "cli/errata.h"
#include "cli/mutate.h"
#include "cli/precedents.h"
#include "cli/read.h"
#include "cli/report.h"
#include "cli/search.h"
#include "cli/sweep.h"
#include "server/serve.h"
#include "workspace/rename.h"

namespace hanrei::cli {

/// The commands, and what the command line says to the one that was asked for.
class Commands {
 public:
  /// Help and messages are in `io.lang`.
  explicit Commands(const Io& io);
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;

  CLI::App& app() { return app_; }
  /// After the command line was parsed: runs the command that was asked for. Exit code.
  int run();

 private:
  using Option = CLI::Option*;
  struct Command {
    CLI::App* app;
    std::function<int()> run;
  };

  void name_checks();
  void name_audits();
  void name_searches();
  void name_changes();
  void name_writers();
  void name_servers();
  void name_sweeps();

  void name_check();
  void name_explain();
  void name_explore();
  void name_ask();
  void name_audit();
  void name_facts();
  void name_coverage();
  void name_mutate();
  void name_readings();
  void name_read();
  void name_phrases();
  void name_show();
  void name_search();
  void name_precedents();
  void name_log();
  void name_db();
  void name_export();
  void name_import();
  void name_gate();
  void name_diff();
  void name_errata();
  void name_whatif();
  void name_report();
  void name_init();
  void name_fmt();
  void name_rename();
  void name_lsp();
  void name_mcp();
  void name_serve();
  void name_sweep();
  void name_merge();

  void helped(CLI::App* c);
  CLI::App* command(const char* name, const char* en, const char* ja, std::function<int()> run);
  template <class T>
  Option option(CLI::App* c, const char* name, T& value, const char* en, const char* ja) {
    return c->add_option(name, value, word(en, ja));
  }
  void flag(CLI::App* c, const char* name, bool& value, const char* en, const char* ja) {
    c->add_flag(name, value, word(en, ja));
  }
  const char* word(const char* en, const char* ja) const {
    return io_.lang == base::Lang::Ja ? ja : en;
  }
  CLI::Validator one_of(std::vector<std::string> values) const;
  CLI::Validator number(std::uint64_t least, std::uint64_t most) const;

  // What several commands have.
  Option paths(CLI::App* c, const char* en, const char* ja);
  void ids(CLI::App* c);
  void limits(CLI::App* c);
  void jobs(CLI::App* c);
  void budget(CLI::App* c);
  void format(CLI::App* c, std::string& value);
  void findings_format(CLI::App* c);
  void dated(CLI::App* c);
  void database(CLI::App* c, std::string& file);
  void shared(CLI::App* c);
  void bent(CLI::App* mutate);
  void situations(CLI::App* c, std::size_t& most);
  void situated(CLI::App* c);
  void games(CLI::App* c);
  void columns(CLI::App* c);
  void judged(CLI::App* c);
  CLI::App* swept(CLI::App* sweep, const char* kind, const char* en, const char* ja);
  /// How text looks that is broken at the end of a line: as wide as asked, as `COLUMNS` says, or as
  /// the terminal is.
  reports::Style in_columns() const;

  bool read_readings(const std::vector<std::string>& given, const char* option,
                     const char* command);
  int wrong(const std::string& command, const std::string& en, const std::string& ja) const;
  int run_audit_command();
  int run_show_command();
  int run_read_command();
  int run_phrases_command();
  int run_search_command();

  Io io_;
  CLI::App app_;
  std::vector<Command> commands_;

  CheckOptions check_;
  SearchOptions search_;
  PrecedentsOptions precedents_;
  CoverageOptions coverage_;
  MutateOptions mutate_;
  DiffOptions diff_;
  ErrataOptions errata_;
  ReadOptions read_;
  bool write_phrase_ = false;
  WhatIfOptions whatif_;
  ReportOptions report_;
  server::ServeOptions serve_;
  SweepOptions sweep_;
  RenameAsked rename_;
  AsOfText as_of_;
  std::string lang_ = "en", color_ = "auto", engine_ = "both";
  std::vector<std::string> paths_, readings_, adopted_, only_readings_;
  std::string regime_, base_, since_, printed_, facts_text_, facts_game_,
      records_ = "jsonl", list_file_, list_game_, list_mapping_, new_game_, renamed_ = "card";
  std::optional<std::string> new_folder_;
  std::optional<int> columns_;
  Option query_ = nullptr;
  bool pairs_ = false, count_ = false, names_ = false, check_only_ = false, check_too_ = false,
       pool_ = false, no_cache_ = false, verify_cache_ = false;
  std::uint64_t budget_ = 0;  ///< 0: none
};

/// What is wrong with a command line, in a language, in a sentence.
std::string told(const CLI::ParseError& error, const CLI::App& app, base::Lang lang);

}  // namespace hanrei::cli
