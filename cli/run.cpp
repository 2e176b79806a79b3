#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include "base/check.h"
#include "cli/audit_text.h"
#include "cli/check.h"
#include "cli/errata.h"
#include "cli/library.h"
#include "cli/precedents.h"
#include "cli/mutate.h"
#include "cli/workspace.h"

namespace hanrei::cli {
namespace {

/// A number from 1 to `most`: the library would wrap -1 around and cut what is too large.
CLI::Validator at_least_one(std::uint64_t most) {
  const auto problem = [most](const std::string& text) -> std::string {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    const bool fits = error == std::errc{} && end == text.data() + text.size() && n >= 1 && n <= most;
    return fits ? "" : "`" + text + "` is no number from 1 to " + std::to_string(most);
  };
  return CLI::Validator(problem, "NUMBER");
}

}  // namespace

int run(const std::vector<std::string>& args, const Io& io) {
  CheckOptions options;
  std::string lang = "en", color = "auto", engine = "both";
  bool count = false, names = false, check_only = false;
  std::vector<std::string> paths, readings;
  std::string new_game, new_folder;

  CLI::App app("Hanrei (判例): checks rulings of card games against their rules, over every timing order", "hanrei");
  app.require_subcommand(1);
  app.set_version_flag("--version", HANREI_VERSION);
  app.add_option("--lang", lang, "language of messages")->check(CLI::IsMember({"en", "ja"}))->envname("HANREI_LANG");
  app.add_option("--color", color, "colour")->check(CLI::IsMember({"auto", "always", "never"}));

  SearchOptions search_options;
  const auto common = [&](CLI::App* c) {
    c->fallthrough();
    c->add_option("PATH", paths, "game folders, folders of them, or ruling files")->required();
    c->add_option("--id", options.ids, "only rulings whose id matches (a glob; may be given several times)");
    c->add_option("--max-states", options.checker.limits.states, "most states an exploration may store")->check(at_least_one(std::numeric_limits<std::int32_t>::max()));
    c->add_option("--max-units", options.checker.limits.solver_units, "most Z3 resource units a query may use")->check(at_least_one(std::numeric_limits<std::uint32_t>::max()));
  };
  AsOfText as_of;
  const auto dated = [&](CLI::App* c) {
    c->add_option("--as-of", as_of.valid, "a day of play: the texts, rules and rulings in force on it");
    c->add_option("--known", as_of.known, "only what was known on that day; without --as-of also the day of play");
  };
  const auto judged = [&](CLI::App* c) {
    c->add_option("--format", options.format, "text, json, sarif, junit, github or markdown")->check(CLI::IsMember({"text", "json", "sarif", "junit", "github", "markdown"}));
    c->add_option("--policy", options.standards.policy, "what fails and what is waived; hanrei.policy.json beside the game folders when not given");
    c->add_option("--baseline", options.standards.baseline, "only what is not in this file fails");
    c->add_option("--write-baseline", options.standards.write_baseline, "write what is found now into this file");
    c->add_option("--today", options.standards.today, "the day by which waivers expire, YYYY-MM-DD; the system's when not given");
  };
  CLI::App* check = app.add_subcommand("check", "question every ruling and say how it stands");
  common(check);
  judged(check);
  check->add_option("--engine", engine, "both, fast, explicit or symbolic")->check(CLI::IsMember({"both", "fast", "explicit", "symbolic"}));
  check->add_option("--jobs,-j", options.jobs, "threads (16 at most are used)")->check(at_least_one(10'000));
  check->add_option("--reading", readings, "NAME=OPTION: let this option of a reading count instead of the default, and say what that changes");
  bool no_cache = false, verify_cache = false;
  check->add_option("--db", options.database, "the database where verdicts are kept; one for each library when not given");
  check->add_flag("--verify-cache", verify_cache, "examine everything, and compare it with the verdicts that were kept");
  check->add_flag("--no-cache", no_cache, "neither use verdicts that were kept nor keep any")->excludes("--verify-cache");
  dated(check);
  check->add_flag("--timings", options.timings, "how long loading, exploring and the whole took: on stderr, and in JSON");
  check->add_flag("--verbose,-v", options.style.verbose, "every claim, also those that are confirmed");
  CLI::App* explain = app.add_subcommand("explain", "the timing order that confirms or refutes each claim");
  common(explain);
  explain->add_flag("--why", options.why, "list all that each verdict rests on, and work it out however long it takes");
  explain->add_option("--width", options.style.width, "columns of the output: two plays stand side by side from 80 on")->check(at_least_one(1'000));
  CLI::App* explore = app.add_subcommand("explore", "every reachable outcome with one shortest timing order");
  common(explore);
  explore->add_flag("--count", count, "how many timing orders lead to each outcome");
  std::string regime;
  explore->add_option("--regime", regime, "NAME.FIELD=VALUE of an order or an exchange: the smallest situation that tells it from the game as it is");
  CLI::App* ask = app.add_subcommand("ask", "what can happen in a situation without a claim");
  common(ask);
  CLI::App* show = app.add_subcommand("show", "a card, a clause or a ruling by its name; or a game: its title, readings, numbers");
  show->fallthrough();
  show->add_option("WHAT", paths, "names, and the game folders to look in; or only game folders")->required();
  show->add_option("--db", search_options.database.file, "the database to look names up in; without a path it is used as it is");
  show->add_option("--format", search_options.format, "of what has a name: text or json")->check(CLI::IsMember({"text", "json"}));
  dated(show);
  show->add_flag("--names", names, "zones, windows, attributes, declarations and steps that a ruling may name");
  CoverageOptions coverage_options;
  CLI::App* coverage = app.add_subcommand("coverage", "per clause: what carries it, which rulings touch it, and whether they would notice if it were bent");
  coverage->fallthrough();
  coverage->add_option("PATH", paths, "game folders, or folders of them")->required();
  coverage->add_option("--clause", coverage_options.clauses, "bend only what states these clauses (a glob; may be given several times)");
  coverage->add_flag("--touched", coverage_options.touched_only, "bend nothing: only what is touched (quick)");
  coverage->add_option("--format", options.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  coverage->add_option("--jobs,-j", options.jobs, "threads (16 at most are used)")->check(at_least_one(10'000));
  coverage->add_flag("--verbose,-v", options.style.verbose, "every clause, with its elements, rulings and unnoticed mutants");
  MutateOptions mutate_options;
  CLI::App* mutate = app.add_subcommand("mutate", "bend each clause: how much of it the rulings notice, and a situation that tells the rest apart");
  mutate->fallthrough();
  mutate->add_option("PATH", paths, "game folders, or folders of them")->required();
  mutate->add_option("--clause", mutate_options.clauses, "bend only what states these clauses (a glob; may be given several times)");
  mutate->add_option("--tries", mutate_options.tries, "most situations to try for a mutant that no ruling notices; 0: none")->check(CLI::Range(std::size_t{0}, std::size_t{10'000}));
  mutate->add_option("--format", options.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  mutate->add_option("--width", options.style.width, "columns of the output")->check(at_least_one(1'000));
  mutate->add_option("--jobs,-j", options.jobs, "threads (16 at most are used)")->check(at_least_one(10'000));
  std::vector<std::string> adopted;
  CLI::App* readings_of = app.add_subcommand("readings", "per reading: which questions it decides, what the rulings in force fix, and what is open");
  readings_of->fallthrough();
  readings_of->add_option("PATH", paths, "game folders, or folders of them")->required();
  readings_of->add_option("--adopt", adopted, "NAME=OPTION: which rulings have to be overturned if this option is adopted");
  readings_of->add_option("--format", options.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  readings_of->add_option("--max-states", options.checker.limits.states, "most states an exploration may store")->check(at_least_one(std::numeric_limits<std::int32_t>::max()));
  readings_of->add_option("--max-units", options.checker.limits.solver_units, "most Z3 resource units a query may use")->check(at_least_one(std::numeric_limits<std::uint32_t>::max()));
  readings_of->add_option("--jobs,-j", options.jobs, "threads (16 at most are used)")->check(at_least_one(10'000));
  readings_of->add_flag("--verbose,-v", options.style.verbose, "every question that differs");
  CLI::App* audit = app.add_subcommand("audit", "what clashes: permissions, prohibitions and amendments that cannot all stand, and what decides");
  common(audit);
  judged(audit);
  audit->add_option("--jobs,-j", options.jobs, "threads (16 at most are used)")->check(at_least_one(10'000));
  audit->add_flag("--verbose,-v", options.style.verbose, "every place that a finding is about");
  std::string printed;
  audit->get_option("PATH")->required(false);
  audit->add_option("--text", printed, "a printed rulebook as plain text, instead of a game: what its print shows by itself");
  CLI::App* facts = app.add_subcommand("facts", "read a printed rulebook, and write the facts of it (numbers, terms, references; no sentences) into a game folder");
  std::string facts_text, facts_game;
  facts->add_option("TEXT", facts_text, "the rulebook as plain text")->required();
  facts->add_option("GAME", facts_game, "the game folder; its facts.json is written, corrections made by hand are kept")->required();
  facts->fallthrough();
  std::string base_revision;
  CLI::App* gate = app.add_subcommand("gate", "may what changed since a revision be merged? Words and rules, rulings, clashes, declared revisions");
  gate->fallthrough();
  gate->add_option("PATH", paths, "the folder with the game folders, or one of them; this one when not given");
  gate->add_option("--base", base_revision, "the git revision that the change was made from, or its branch")->required();
  judged(gate);
  gate->add_flag("--no-cache", no_cache, "neither use verdicts that were kept nor keep any");
  gate->add_option("--max-states", options.checker.limits.states, "most states an exploration may store")->check(at_least_one(std::numeric_limits<std::int32_t>::max()));
  gate->add_option("--max-units", options.checker.limits.solver_units, "most Z3 resource units a query may use")->check(at_least_one(std::numeric_limits<std::uint32_t>::max()));
  gate->add_option("--jobs,-j", options.jobs, "threads (16 at most are used)")->check(at_least_one(10'000));
  CLI::App* search = app.add_subcommand("search", "find rulings by words, cards, clauses, status, date");
  search->fallthrough();
  search->add_option("QUERY", search_options.query, "words, \"exact words\", -without, one OR other, and filters such as card:NAME (docs/searching.md)")->required();
  search->add_option("PATH", paths, "game folders, or a folder of them; the game above or those here when not given");
  search->add_option("--db", search_options.database.file, "the database; without PATH it is searched as it is");
  dated(search);
  search->add_flag("--newest", search_options.search.newest, "by date, the latest first, instead of the best first");
  search->add_option("--limit", search_options.search.limit, "most rulings to show")->check(at_least_one(1'000));
  search->add_option("--skip", search_options.search.offset, "leave out the first ones")->check(CLI::Range(0, 1'000'000));
  search->add_flag("--facets", search_options.search.facets, "how many there are by game, status, verdict, citator, year, clause, window and card");
  search->add_option("--format", search_options.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  search->add_flag("--verbose,-v", options.style.verbose, "cards and clauses of each ruling, too");
  PrecedentsOptions precedents_options;
  CLI::App* precedents = app.add_subcommand("precedents", "the rulings that decide a situation, or that are like a ruling, the likest first");
  precedents->fallthrough();
  precedents->add_option("RULING|FILE", precedents_options.what, "the id of a ruling, or the XML file of a situation")->required();
  precedents->add_option("--game", precedents_options.game, "the game folder; the one above when not given");
  precedents->add_option("--db", precedents_options.database, "the database");
  precedents->add_option("--limit", precedents_options.limit, "most rulings to show")->check(at_least_one(1'000));
  precedents->add_option("--format", options.format, "text or json")->check(CLI::IsMember({"text", "json"}));
  CLI::App* db = app.add_subcommand("db", "the rulings database");
  db->require_subcommand(1);
  db->fallthrough();
  CLI::App* db_build = db->add_subcommand("build", "bring the database up to date with the files, and check it for damage");
  db_build->fallthrough();
  db_build->add_option("PATH", paths, "game folders, or a folder of them; the game above or those here when not given");
  db_build->add_option("--db", search_options.database.file, "its file");
  std::string records_format = "jsonl", list_file, list_game, list_mapping;
  CLI::App* exported = app.add_subcommand("export", "the records of a game: clauses, cards, rulings");
  exported->fallthrough();
  exported->add_option("PATH", paths, "the game folder; the game above when not given");
  exported->add_option("--db", search_options.database.file, "the database; without PATH it is used as it is");
  exported->add_option("--format", records_format, "jsonl or csv")->check(CLI::IsMember({"jsonl", "csv"}));
  CLI::App* imported = app.add_subcommand("import", "records, or lists of cards, or of questions and answers, into a game folder");
  imported->fallthrough();
  imported->add_option("FILE", list_file, "JSON Lines, CSV, or with --map also JSON")->required();
  imported->add_option("GAME", list_game, "the game folder")->required();
  imported->add_option("--map", list_mapping, "what the columns of a list mean (docs/exchange.md)");
  DiffOptions diff_options;
  ErrataOptions errata_options;
  WhatIfOptions whatif_options;
  const auto about_a_change = [&](CLI::App* c, size_t& scenes) {
    c->fallthrough();
    c->add_option("--format", options.format, "text or json")->check(CLI::IsMember({"text", "json"}));
    c->add_option("--jobs,-j", options.jobs, "threads (16 at most are used)")->check(at_least_one(10'000));
    c->add_option("--max-situations", scenes, "most situations of one kind, five times as many of those made from the rulings")->check(at_least_one(std::numeric_limits<std::int32_t>::max()));
  };
  CLI::App* diff = app.add_subcommand("diff", "two versions of a game: which changes make a difference in play, shown by the smallest situation that ends otherwise");
  about_a_change(diff, diff_options.scenes);
  diff->add_option("PATH", paths, "two game folders, OLD and NEW; with --base one, or none for the one here");
  diff->add_option("--base", diff_options.base, "a git revision of the game folder instead of OLD");
  CLI::App* errata = app.add_subcommand("errata", "a card with a proposed wording: does it make a difference in play?");
  about_a_change(errata, errata_options.scenes);
  errata->add_option("CARD", errata_options.card, "its name")->required();
  errata->add_option("PATH", paths, "the game folder; the one here when not given");
  errata->add_option("--text", errata_options.text, "the proposed wording, as one span `s1`");
  errata->add_option("--abilities", errata_options.abilities, "a JSON file: the provisions of the card, or an object with the keys of the card that change");
  CLI::App* whatif = app.add_subcommand("whatif", "one change of the rulebook that is only supposed: which rulings would turn, and the smallest situation that tells");
  about_a_change(whatif, whatif_options.scenes);
  whatif->add_option("PATH", paths, "the game folder; the one here when not given");
  whatif->add_option("--drop", whatif_options.drop, "a clause that is left out");
  whatif->add_option("--reading", whatif_options.reading, "NAME=OPTION of a reading instead of the default");
  whatif->add_option("--regime", whatif_options.regime, "NAME.FIELD=VALUE of an order or an exchange");
  std::string since, log_format = "text";
  CLI::App* log = app.add_subcommand("log", "rulings, texts and revisions that were added, changed or superseded, or moved to another status, since a day");
  log->fallthrough();
  log->add_option("PATH", paths, "game folders, or a folder of them; the game above or those here when not given");
  log->add_option("--since", since, "the first day, YYYY-MM-DD or less")->required();
  log->add_option("--db", search_options.database.file, "the database; without PATH it is used as it is");
  log->add_option("--format", log_format, "text or json")->check(CLI::IsMember({"text", "json"}));
  CLI::App* init = app.add_subcommand("init", "write the skeleton of a new game: a turn, an act, a card and a ruling");
  init->add_option("NAME", new_game, "id of the game: letters, digits, - and _")->required();
  CLI::Option* where = init->add_option("DIR", new_folder, "its folder, which must not be there yet; NAME when not given");
  init->fallthrough();
  CLI::App* format = app.add_subcommand("fmt", "write JSON files in their canonical form");
  format->add_option("PATH", paths, "JSON files or folders")->required();
  format->add_flag("--check", check_only, "change nothing; 1 if a file would change");
  format->fallthrough();
  // An option takes one value each time it is given; what follows is a path.
  for (CLI::App* c : app.get_subcommands(nullptr)) {
    for (CLI::Option* o : c->get_options()) if (!o->get_positional()) o->allow_extra_args(false);
  }

  try {
    std::vector<std::string> reversed(args.rbegin(), args.rend());
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> subs = app.get_subcommands();
    const std::vector<CLI::App*> below = subs.empty() ? subs : subs.front()->get_subcommands();
    io.out << (subs.empty() ? app.help() : below.empty() ? subs.front()->help() : below.front()->help());
    return kOk;
  } catch (const CLI::CallForVersion&) {
    io.out << "hanrei " << HANREI_VERSION << "\n";
    return kOk;
  } catch (const CLI::ParseError& e) {
    const bool no_command = app.get_subcommands().empty() && !app.remaining().empty();
    io.err << "hanrei: " << (no_command ? "there is no command `" + reports::shown(app.remaining().front(), 100) + "`" : reports::shown(e.what())) << "\nhanrei: see `hanrei --help`\n";
    return kWrongInput;
  }
  const bool adopting = readings_of->parsed();
  for (const std::string& r : adopting ? adopted : readings) {
    const size_t at = r.find('=');
    const bool fits = at != std::string::npos && at > 0 && at + 1 < r.size();
    if (!fits || options.readings.contains(r.substr(0, at))) {
      io.err << "hanrei: " << (adopting ? "--adopt " : "--reading ") << reports::shown(r, 100) << (fits ? ": this reading is given twice" : ": expected NAME=OPTION") << "\nhanrei: see `hanrei " << (adopting ? "readings" : "check") << " --help`\n";
      return kWrongInput;
    }
    options.readings[r.substr(0, at)] = r.substr(at + 1);
  }
  if (audit->parsed() && printed.empty() == paths.empty()) {
    io.err << "hanrei: audit: expected " << (printed.empty() ? "PATH or --text FILE" : "either PATH or --text FILE, not both") << "\nhanrei: see `hanrei audit --help`\n";
    return kWrongInput;
  }
  const StandardsOptions& held = options.standards;
  if (!printed.empty() && (is_findings_format(options.format) || !(held.policy + held.baseline + held.write_baseline + held.today).empty())) {
    io.err << "hanrei: audit: --text goes with --format text or json, and without a policy or a baseline\nhanrei: see `hanrei audit --help`\n";
    return kWrongInput;
  }
  options.paths = paths;
  options.as_of = search_options.database.as_of = as_of;
  options.cache = no_cache ? CheckOptions::Cache::Off : verify_cache ? CheckOptions::Cache::Verify : CheckOptions::Cache::Use;
  options.style.lang = lang == "ja" ? base::Lang::Ja : base::Lang::En;
  options.style.color = color == "always" || (color == "auto" && io.out_is_terminal && std::getenv("NO_COLOR") == nullptr);
  options.checker.engine = engine == "fast" ? checker::EngineChoice::Fast : engine == "explicit" ? checker::EngineChoice::Explicit : engine == "symbolic" ? checker::EngineChoice::Symbolic : checker::EngineChoice::Both;
  if (const char* plant = std::getenv("HANREI_PLANT")) {
    // faults planted by the tests of the tests: engine:fault
    const std::string p = plant;
    checker::Faults& f = p.starts_with("symbolic") ? options.checker.symbolic_faults : options.checker.explicit_faults;
    f.skip_window = p.ends_with("skip_window");
    f.drop_order = p.ends_with("drop_order");
    f.drop_pass = p.ends_with("drop_pass");
    f.merge_values = p.ends_with("merge_values");
  }
  int code = kWrongInput;
  try {
    if (*check) code = run_check(options, io);
    else if (*explain) code = run_explain(options, io);
    else if (*explore && !regime.empty()) code = run_regime(options, regime, io);
    else if (*explore) code = run_explore(options, count, io);
    else if (*ask) code = run_explore(options, false, io);
    else if (*show) {
      // What is no path is a name. Where no game is at hand to look it up in, it was meant for a path.
      std::vector<std::string> wanted_names;
      std::erase_if(options.paths, [&](const std::string& what) {
        std::error_code ec;
        const bool is_path = what.empty() || std::filesystem::exists(what, ec);
        if (!is_path) wanted_names.push_back(what);
        return !is_path;
      });
      search_options.database.paths = options.paths;
      const bool somewhere = !options.paths.empty() || !search_options.database.file.empty() || !find({"."}).games.empty();
      if (!wanted_names.empty() && somewhere) code = run_look_up(search_options.database, wanted_names, search_options.format, options.style, io);
      else if (search_options.format != "text") io.err << "hanrei: show: --format json is for the name of a card, a clause or a ruling\nhanrei: see `hanrei show --help`\n";
      else { options.paths = paths; code = run_show(options, names, io); }
    }
    else if (*coverage) code = run_coverage(options, coverage_options, io);
    else if (*mutate) code = run_mutate(options, mutate_options, io);
    else if (*readings_of) code = run_readings(options, {options.readings.begin(), options.readings.end()}, io);
    else if (*audit && !printed.empty()) code = run_text_audit(printed, options, io);
    else if (*audit) code = run_audit(options, io);
    else if (*diff) code = run_diff(options, diff_options, io);
    else if (*errata) code = run_errata(options, errata_options, io);
    else if (*whatif) code = run_whatif(options, whatif_options, io);
    else if (*gate) code = run_gate(options, base_revision, io);
    else if (*facts) code = run_facts(facts_text, facts_game, options, io);
    else if (*search) {
      search_options.database.paths = paths;
      search_options.style = options.style;
      code = run_search(search_options, io);
    } else if (*precedents) {
      code = run_precedents(precedents_options, options, io);
    } else if (*db_build) {
      search_options.database.paths = paths;
      code = run_db_build(search_options.database, options.style, io);
    } else if (*exported) {
      search_options.database.paths = paths;
      code = run_export(search_options.database, records_format, options.style, io);
    } else if (*log) {
      search_options.database.paths = paths;
      code = run_log(search_options.database, since, log_format, options.style, io);
    } else if (*imported) {
      code = run_import(list_file, list_game, list_mapping, options.style, io);
    } else if (*init) code = run_init(new_game, where->count() > 0 ? new_folder : new_game, options.style.lang, io);
    else if (*format) code = run_fmt(paths, check_only, io);
  } catch (const std::exception& e) {
    io.err << "hanrei: internal error: " << reports::shown(e.what()) << "\n";
    code = kOurFault;
  } catch (...) {
    io.err << "hanrei: internal error: an exception that nobody caught\n";
    code = kOurFault;
  }
  return io.stopped() ? 128 + *io.signal : code;
}

}  // namespace hanrei::cli
