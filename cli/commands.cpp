#include "cli/commands.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>

#include "base/contains.h"
#include "base/stop.h"
#include "cli/audit_text.h"
#include "cli/pairs.h"
#include "workspace/workspace.h"

namespace hanrei::cli {

Commands::Commands(const Io& io)
    : io_(io),
      app_(word("Hanrei (判例): checks rulings of card games against their rules, over every "
                "timing order",
                "Hanrei（判例）: "
                "カードゲームの裁定を、起こりうるすべての処理順序についてルールと照合します"),
           "hanrei") {
  if (io_.lang == base::Lang::Ja) {
    for (const auto& [label, ja] : {std::pair{"Usage", "使い方"},
                                    {"OPTIONS", "オプション"},
                                    {"SUBCOMMAND", "コマンド"},
                                    {"SUBCOMMANDS", "コマンド"},
                                    {"Positionals", "引数"},
                                    {"Env", "環境変数"},
                                    {"Excludes", "併用不可"}})
      app_.get_formatter()->label(label, ja);
    app_.option_defaults()->group("オプション");
  }
  helped(&app_);
  app_.require_subcommand(1);
  app_.set_version_flag("--version", HANREI_VERSION, word("print the version", "版を表示する"));
  app_.add_option("--lang", lang_, word("language of messages", "メッセージの言語"))
      ->check(one_of({"en", "ja"}))
      ->envname("HANREI_LANG");
  app_.add_option("--color", color_, word("colour", "色"))
      ->check(one_of({"auto", "always", "never"}));
  name_checks();
  name_audits();
  name_searches();
  name_changes();
  name_writers();
  name_servers();
  name_sweeps();
  // An option takes one value each time it is given; what follows is a path.
  const std::function<void(CLI::App*)> one_value = [&](CLI::App* c) {
    for (Option o : c->get_options())
      if (!o->get_positional()) o->allow_extra_args(false);
    for (CLI::App* below : c->get_subcommands(nullptr)) one_value(below);
  };
  for (CLI::App* c : app_.get_subcommands(nullptr)) one_value(c);
}

void Commands::helped(CLI::App* c) {
  c->set_help_flag("-h,--help", word("print this help", "この説明を表示する"));
}

CLI::App* Commands::command(const char* name, const char* en, const char* ja,
                            std::function<int()> run) {
  CLI::App* c = app_.add_subcommand(name, word(en, ja));
  c->fallthrough();
  helped(c);
  if (io_.lang == base::Lang::Ja) c->group("コマンド");
  commands_.push_back({c, std::move(run)});
  return c;
}

CLI::Validator Commands::one_of(std::vector<std::string> values) const {
  std::string all;
  for (const std::string& v : values) all += (all.empty() ? "" : ",") + v;
  const bool ja = io_.lang == base::Lang::Ja;
  return CLI::Validator(
      [values = std::move(values), all, ja](const std::string& text) -> std::string {
        if (base::contains(values, text)) return "";
        return "`" + text + "` " + (ja ? "は次のどれでもありません: " : "is none of ") + all;
      },
      "{" + all + "}");
}

/// The library would wrap -1 around and cut what is too large.
CLI::Validator Commands::number(std::uint64_t least, std::uint64_t most) const {
  const bool ja = io_.lang == base::Lang::Ja;
  return CLI::Validator(
      [least, most, ja](const std::string& text) -> std::string {
        std::uint64_t n = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        if (error == std::errc{} && end == text.data() + text.size() && n >= least && n <= most)
          return "";
        const std::string low = std::to_string(least), high = std::to_string(most);
        return ja ? "`" + text + "` は " + low + " から " + high + " までの数ではありません"
                  : "`" + text + "` is no number from " + low + " to " + high;
      },
      "NUMBER");
}

Commands::Option Commands::paths(CLI::App* c, const char* en, const char* ja) {
  return c->add_option("PATH", paths_, word(en, ja));
}

void Commands::ids(CLI::App* c) {
  option(c, "--id", check_.ids,
         "only rulings whose id matches (a glob; may be given several times)",
         "ID が合う裁定だけ（* などを使える。何度でも指定できる）");
}

void Commands::limits(CLI::App* c) {
  option(c, "--max-states", check_.checker.limits.states, "most states an exploration may store",
         "一つの探索で覚える状態の上限")
      ->check(number(1, std::numeric_limits<std::int32_t>::max()));
  option(c, "--max-ways", check_.checker.limits.ways, "most ways to make one choice",
         "一つの選択の仕方の上限")
      ->check(number(1, 1 << 20));
  option(c, "--max-units", check_.checker.limits.solver_units,
         "most Z3 resource units a query may use", "Z3 への一つの問い合わせに使える資源単位の上限")
      ->check(number(1, std::numeric_limits<std::uint32_t>::max()));
}

void Commands::budget(CLI::App* c) {
  option(c, "--budget", budget_,
         "most units of work: steps of plays, and Z3 resource units; on one thread, and what is "
         "left is named",
         "仕事量の上限（プレイの段階と Z3 の資源単位の数）。一つのスレッドで働き、残りを示す")
      ->check(number(1, std::numeric_limits<std::int64_t>::max()));
}

void Commands::jobs(CLI::App* c) {
  option(c, "--jobs,-j", check_.jobs, "threads (16 at most are used)",
         "スレッドの数（使うのは 16 まで）")
      ->check(number(1, 10'000));
}

void Commands::judged(CLI::App* c) {
  option(c, "--engine", engine_, "which engines answer", "答えるエンジン")
      ->check(one_of({"both", "fast", "explicit", "symbolic"}));
  option(c, "--max-pairs", check_.checker.pairs,
         "most pairs of readings to try together for a ruling",
         "一つの裁定について組み合わせて試す解釈の対の上限")
      ->check(number(0, 1 << 20));
}

void Commands::format(CLI::App* c, std::string& value) {
  option(c, "--format", value, "form of the output", "出力の形式")->check(one_of({"text", "json"}));
}

void Commands::findings_format(CLI::App* c) {
  option(c, "--format", check_.format, "form of the output", "出力の形式")
      ->check(one_of({"text", "json", "sarif", "junit", "github", "markdown"}));
  StandardsOptions& s = check_.standards;
  option(
      c, "--policy", s.policy,
      "what fails and what is waived; the nearest hanrei.policy.json above the game folders when "
      "not given",
      "何を不合格とし何を免除するか。なければゲームフォルダの上にある最も近い hanrei.policy.json");
  option(c, "--baseline", s.baseline, "only what is not in this file fails",
         "このファイルにない指摘だけを不合格とする");
  option(c, "--write-baseline", s.write_baseline, "write what is found now into this file",
         "今回の指摘をこのファイルに書き出す");
  option(c, "--today", s.today,
         "the day by which waivers expire, YYYY-MM-DD; the system's when not given",
         "免除の期限を数える日（YYYY-MM-DD）。なければ今日");
}

void Commands::dated(CLI::App* c) {
  option(c, "--as-of", as_of_.valid, "a day of play: the texts, rules and rulings in force on it",
         "プレイの日。その日に効力のある文面・ルール・裁定による");
  option(c, "--known", as_of_.known,
         "only what was known on that day; without --as-of also the day of play",
         "その日までに知られていたことだけによる。--as-of がなければプレイの日でもある");
}

void Commands::database(CLI::App* c, std::string& file) {
  option(c, "--db", file,
         "the database; one for each library when not given, and without PATH it is used as it is",
         "データベース。なければゲームの棚ごとに一つ。PATH がなければ、更新せずに使う");
}

void Commands::shared(CLI::App* c) {
  option(c, "--cache", check_.shared,
         "DIR: a folder of verdicts that machines share; a sample of what is taken from it is "
         "examined again",
         "DIR: 複数の機械で共有する判定のフォルダ。そこから使う判定の一部は検査し直す")
      ->excludes("--no-cache")
      ->check([ja = io_.lang == base::Lang::Ja](const std::string& given) -> std::string {
        if (!given.empty()) return "";
        return ja ? "フォルダの名前が空です" : "the name of the folder is empty";
      });
}

void Commands::situations(CLI::App* c, std::size_t& most) {
  option(c, "--max-situations", most,
         "most situations of one kind, five times as many of those made from the rulings",
         "一つの種類について調べる状況の上限（裁定から作るものはその5倍）")
      ->check(number(1, std::numeric_limits<std::int32_t>::max()));
}

void Commands::situated(CLI::App* c) {
  paths(c, "game folders, folders of them, or ruling files within a game folder",
        "ゲームフォルダ、それらを収めたフォルダ、またはゲームフォルダ内の裁定ファイル")
      ->required();
  ids(c);
  limits(c);
}

void Commands::games(CLI::App* c) {
  paths(c, "game folders, or a folder of them; the game above or those here when not given",
        "ゲームフォルダ、またはそれらを収めたフォルダ。なければここを含むゲームか、ここにあるもの");
}

void Commands::columns(CLI::App* c) {
  option(c, "--width", columns_, "columns of the output; those of the terminal when not given",
         "出力の桁数。なければ端末の桁数")
      ->check(number(1, 1'000));
}

reports::Style Commands::in_columns() const {
  reports::Style out = check_.style;
  if (columns_) {
    out.width = *columns_;
    return out;
  }
  const char* said = std::getenv("COLUMNS");
  const std::string_view digits = said != nullptr ? said : "";
  int width = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), width);
  if (read.ec == std::errc{} && width > 0 && width <= 1'000) {
    out.width = width;
  } else if (winsize size{}; io_.out_is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
                             size.ws_col > 0) {
    out.width = size.ws_col;
  }
  return out;
}

int Commands::wrong(const std::string& command, const std::string& en,
                    const std::string& ja) const {
  io_.say(en, ja);
  io_.say("see `hanrei " + command + " --help`", "`hanrei " + command + " --help` を見てください");
  return kWrongInput;
}

bool Commands::read_readings(const std::vector<std::string>& given, const char* option,
                             const char* command) {
  for (const std::string& r : given) {
    const size_t at = r.find('=');
    const bool fits = at != std::string::npos && at > 0 && at + 1 < r.size();
    const std::string named = std::string(option) + " " + reports::shown(r, 100);
    if (!fits) {
      wrong(command, named + ": expected NAME=OPTION",
            named + ": NAME=OPTION の形で指定してください");
      return false;
    }
    if (!check_.readings.emplace(r.substr(0, at), r.substr(at + 1)).second) {
      wrong(command, named + ": this reading is given twice",
            named + ": 同じ解釈が二度指定されています");
      return false;
    }
  }
  return true;
}

int Commands::run_audit_command() {
  if (printed_.empty() && paths_.empty())
    return wrong("audit", "audit: expected PATH or --text FILE",
                 "audit: PATH か --text FILE が必要です");
  if (pairs_ && (!printed_.empty() || !check_.ids.empty()))
    return wrong("audit", "audit: --pairs goes neither with --text nor with --id",
                 "audit: --pairs は --text とも --id とも併用できません");
  if (pairs_) return run_pairs(check_, io_);
  if (printed_.empty()) return run_audit(check_, io_);
  if (!paths_.empty())
    return wrong("audit", "audit: expected either PATH or --text FILE, not both",
                 "audit: PATH と --text FILE は一方だけです");
  const StandardsOptions& held = check_.standards;
  if (is_findings_format(check_.format) ||
      !(held.policy + held.baseline + held.write_baseline + held.today).empty())
    return wrong(
        "audit",
        "audit: --text goes with --format text or json, and without a policy or a baseline",
        "audit: --text と使えるのは --format text と json です。方針と基準は使えません");
  return run_text_audit(printed_, check_, io_);
}

int Commands::run_search_command() {
  search_.style = in_columns();
  // Without a query the first path stands in its place.
  if (!precedents_.what.empty()) {
    std::error_code ec;
    if (std::filesystem::is_directory(search_.query, ec)) {
      paths_.insert(paths_.begin(), search_.query);
      search_.query.clear();
    }
    if (paths_.size() > 1)
      return wrong("search", "search: --situation goes with one game folder",
                   "search: --situation のゲームフォルダは一つです");
    if (!paths_.empty()) precedents_.game = paths_.front();
    precedents_.query = search_.query;
    precedents_.database = search_.database.file;
    precedents_.limit = search_.search.limit;
    check_.format = search_.format;
    check_.style = search_.style;
    return run_precedents(precedents_, check_, io_);
  }
  if (query_->count() == 0)
    return wrong("search", "search: expected QUERY, or --situation FILE",
                 "search: QUERY か --situation FILE が必要です");
  search_.database.paths = paths_;
  return run_search(search_, io_);
}

int Commands::run_show_command() {
  // What is no path is a name. Where no game is at hand to look it up in, it was meant for a path.
  std::vector<std::string> names, folders;
  for (const std::string& what : paths_) {
    std::error_code ec;
    (what.empty() || std::filesystem::exists(what, ec) ? folders : names).push_back(what);
  }
  search_.database.paths = folders;
  const bool somewhere =
      !folders.empty() || !search_.database.file.empty() || !find({"."}).games.empty();
  if (!names.empty() && somewhere)
    return run_look_up(search_.database, names, search_.format, check_.style, io_);
  if (search_.format != "text")
    return wrong("show", "show: --format json is for the name of a card, a clause or a ruling",
                 "show: --format json はカード・条項・裁定の名前に使います");
  return run_show(check_, names_, io_);
}

int Commands::run_phrases_command() {
  check_.paths.clear();
  std::vector<std::string> cards;
  for (const std::string& what : paths_) {
    std::error_code ec;
    (std::filesystem::is_directory(what, ec) ? check_.paths : cards).push_back(what);
  }
  if (cards.size() != 1)
    return wrong("phrases", "phrases propose: expected the name of a card",
                 "phrases propose: カードの名前が一つ必要です");
  return run_propose(check_, cards[0], write_phrase_, io_);
}

int Commands::run_read_command() {
  // What is no path is a card.
  check_.paths.clear();
  for (const std::string& what : paths_) {
    std::error_code ec;
    (std::filesystem::is_directory(what, ec) ? check_.paths : read_.cards).push_back(what);
  }
  const bool one = !read_.cards.empty() || read_.text;
  if (one == pool_ || (read_.text && read_.cards.size() > 1))
    return wrong("read", "read: expected the name of a card, --text, or --pool",
                 "read: カードの名前か --text、または --pool が必要です");
  return run_read(check_, read_, io_);
}

int Commands::run() {
  if (!read_readings(readings_, "--reading", "check") ||
      !read_readings(adopted_, "--adopt", "readings"))
    return kWrongInput;
  check_.paths = paths_;
  check_.as_of = search_.database.as_of = precedents_.as_of = as_of_;
  check_.cache = no_cache_       ? CheckOptions::Cache::Off
                 : verify_cache_ ? CheckOptions::Cache::Verify
                                 : CheckOptions::Cache::Use;
  check_.style.lang = io_.lang;
  check_.style.color = color_ == "always" || (color_ == "auto" && io_.out_is_terminal &&
                                              std::getenv("NO_COLOR") == nullptr);
  using checker::EngineChoice;
  check_.checker.engine = engine_ == "fast"       ? EngineChoice::Fast
                          : engine_ == "explicit" ? EngineChoice::Explicit
                          : engine_ == "symbolic" ? EngineChoice::Symbolic
                                                  : EngineChoice::Both;
  const auto asked =
      std::ranges::find_if(commands_, [](const Command& c) { return c.app->parsed(); });
  std::optional<base::Budget> budget;
  if (budget_ > 0) budget.emplace(budget_);
  const base::Budgeted budgeted(budget ? &*budget : nullptr);
  int code = kUndecided;
  try {
    code = asked->run();
  } catch (const base::Stopped&) {
    if (io_.ending() != findings::kSpent) throw;
    io_.say(ended_by(findings::kSpent));
  }
  return code == kOk && io_.ending() == findings::kSpent ? static_cast<int>(kUndecided) : code;
}

std::string told(const CLI::ParseError& error, const CLI::App& app, base::Lang lang) {
  const bool ja = lang == base::Lang::Ja;
  const std::string said = error.what(), kind = error.get_name();
  const auto ends = [&](const std::string& end) {
    return said.ends_with(end) ? said.substr(0, said.size() - end.size()) : "";
  };
  if (const std::vector<std::string> rest = app.remaining();
      !rest.empty() && app.get_subcommands().empty()) {
    const std::string what = "`" + reports::shown(rest.front(), 100) + "`";
    return ja ? what + " というコマンドはありません" : "there is no command " + what;
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) !=
      nullptr) {  // its name is that of the command
    const std::string what = "`" + reports::shown(said.substr(said.rfind(": ") + 2), 100) + "`";
    return ja ? what + " はここでは使えません" : what + " is not expected here";
  }
  if (kind == "RequiredError") {
    if (const std::string option = ends(" is required"); option.starts_with("A ") || option.empty())
      return ja ? "コマンドが必要です" : "a command is required";
    else
      return ja ? option + " が必要です" : said;
  }
  if (kind == "ArgumentMismatch") {
    const std::string option = said.substr(0, said.find(':'));
    if (said.find(": At Most ") != std::string::npos)
      return ja ? option + " は一度だけ指定できます" : option + " is given more than once";
    return ja ? option + " には値が必要です" : option + " needs a value";
  }
  if (kind == "ExcludesError" && said.find(" excludes ") != std::string::npos) {
    const size_t at = said.find(" excludes ");
    const std::string one = said.substr(0, at), other = said.substr(at + 10);
    return ja ? one + " と " + other + " は一緒に使えません" : one + " does not go with " + other;
  }
  return reports::shown(said);
}

}  // namespace hanrei::cli
