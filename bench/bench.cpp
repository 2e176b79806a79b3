// hanrei_bench: how long the engines take over the situations of bench/games/ or of any other game.
//
//     hanrei_bench ask GAME RULING...        every claim by every engine, a line each; of a folder
//     all its rulings hanrei_bench load GAME TIMES           the loader, that many times over
//
// Times are CPU seconds of this process (user + system), never wall time. `load` is reading,
// compiling and preparing, `explore` the engine alone, `process` everything since the process
// started.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/io/file.h"
#include "base/json/read.h"
#include "checker/checker.h"
#include "checker/explicit_state/explore.h"
#include "checker/symbolic/engine.h"
#include "model/ir/code.h"
#include "model/model.h"
#include "rulings/rulings.h"

namespace {

using namespace hanrei;

double cpu() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}
/// The most memory so far, in KiB. Not what getrusage says: that counts the program we were started
/// from.
long rss() {
  long kib = 0;
  if (std::FILE* f = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, f) != nullptr)
      if (std::sscanf(line, "VmHWM: %ld", &kib) == 1) break;
    std::fclose(f);
  }
  return kib;
}

struct Options {
  std::string engine = "both";
  int claim = -1;      ///< only this one of each case
  int times = 1;       ///< explorations of each claim; the last is printed
  size_t most = 0;     ///< rulings; 0: all
  bool total = false;  ///< one line in all
  checker::Limits limits;
  std::vector<std::string> rest;
};

std::string_view verdict(const checker::Answer& a) {
  if (a.vacuous) return "vacuous";
  switch (a.verdict) {
    case checker::Verdict::Holds: return "holds";
    case checker::Verdict::Fails: return "fails";
    case checker::Verdict::Unknown: return "unknown";
  }
  return "";
}

/// What the claim says when it holds: how many outcomes there are, or what the claim is.
std::string claimed(const rulings::Claim& c) {
  if (c.kind == rulings::ClaimKind::Outcomes) return fmt::format("outcomes={}", c.outcomes.size());
  if (c.kind == rulings::ClaimKind::Possible) return "possible";
  if (c.kind == rulings::ClaimKind::Impossible) return "impossible";
  if (c.kind == rulings::ClaimKind::Necessary) return "necessary";
  return "claim";
}

bool report(const base::DiagnosticLog& log, const base::SourceMap& sources) {
  if (!log.has_errors()) return true;
  for (const base::Diagnostic& d : log.all()) {
    const base::Place p = sources.place(d.span);
    fmt::print(stderr, "{}:{}:{}: {}: {}\n", p.path, p.line, p.column, base::code_text(d.code),
               base::message(d, base::Lang::En));
  }
  return false;
}

int ask(const Options& o) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const double before = cpu();
  const auto game = model::read_game(sources, o.rest[0], log);
  if (!game) {
    report(log, sources);
    return 2;
  }
  checker::Session session(*game, sources);
  double shared = cpu() - before, load_total = shared, explore_total[2] = {0, 0};
  size_t states_total = 0, queries_total = 0, decided[2] = {0, 0}, asked[2] = {0, 0},
         holds[2] = {0, 0};
  std::vector<std::string> paths;
  for (size_t i = 1; i < o.rest.size(); ++i) {
    if (o.rest[i].ends_with(".xml")) {
      paths.push_back(o.rest[i]);
      continue;
    }
    const std::vector<std::string> found = base::list_files(o.rest[i], ".xml");
    paths.insert(paths.end(), found.begin(), found.end());
  }
  if (o.most > 0 && paths.size() > o.most) paths.resize(o.most);
  for (const std::string& path : paths) {
    const double start = cpu();
    const auto doc = rulings::read_document(sources, path, log);
    if (!doc) {
      report(log, sources);
      return 2;
    }
    const checker::RulingResult r = session.prepare(*doc, log);
    if (!report(log, sources)) return 2;
    const double load = cpu() - start;
    load_total += load;
    for (const auto& q : r.questions) {
      int number = -1;
      for (const rulings::Claim& claim : q->which->claims) {
        if (++number != o.claim && o.claim >= 0) continue;
        for (int e = 0; e < 2; ++e) {
          if (o.engine != "both" && o.engine != (e == 0 ? "explicit" : "symbolic")) continue;
          checker::Answer a;
          checker::Counts counts;
          double t = 0;
          for (int k = 0; k < o.times; ++k) {
            const double t0 = cpu();
            if (e == 0) {
              checker::explicit_state::Engine engine(*q, o.limits);
              a = engine.answer(claim);
              counts = engine.counts();
            } else {
              checker::symbolic::Engine engine(*q, o.limits);
              a = engine.answer(claim);
              counts = engine.counts();
            }
            t = cpu() - t0;
          }
          explore_total[e] += t;
          states_total += counts.states;
          queries_total += counts.queries;
          ++asked[e];
          holds[e] += a.verdict == checker::Verdict::Holds && !a.vacuous ? 1 : 0;
          decided[e] += a.verdict != checker::Verdict::Unknown ? 1 : 0;
          if (o.total) continue;
          fmt::print(
              "{} {} {} {} {} states={} edges={} queries={} terms={} load={:.6f} explore={:.6f} "
              "process={:.6f} rss={}{}\n",
              r.ruling.id, q->which->id.empty() ? "-" : q->which->id,
              e == 0 ? "explicit" : "symbolic", verdict(a), claimed(claim), counts.states,
              counts.edges, counts.queries, counts.terms, shared + load, t, cpu(), rss(),
              a.reason.empty() ? "" : " (" + base::text(a.reason, base::Lang::En) + ")");
          std::fflush(stdout);
        }
      }
    }
  }
  if (o.total) {
    const char* names[2] = {"explicit", "symbolic"};
    for (int e = 0; e < 2; ++e)
      if (asked[e] > 0)
        fmt::print(
            "total {} rulings={} decided={}/{} holds={} states={} queries={} load={:.6f} "
            "explore={:.6f} process={:.6f} rss={}\n",
            names[e], paths.size(), decided[e], asked[e], holds[e], e == 0 ? states_total : 0,
            queries_total, load_total, explore_total[e], cpu(), rss());
  }
  return 0;
}

/// Reads and compiles a game many times over: bytes and provisions a second, beside what a plain
/// JSON parser needs for the same bytes.
int load(const Options& o) {
  const int copies = o.rest.size() > 1 ? std::max(1, std::atoi(o.rest[1].c_str())) : 100;
  std::vector<std::string> texts;
  size_t bytes = 0;
  for (const std::string& path : base::list_files(o.rest[0], ".json")) {
    auto text = base::read_file(path);
    if (!text) continue;
    bytes += text->size();
    texts.push_back(std::move(*text));
  }
  size_t provisions = 0, plain_values = 0;
  double plain = 0, json = 0, read = 0, compile = 0, lower = 0;
  for (int k = 0; k < copies; ++k) {
    base::SourceMap sources;
    base::DiagnosticLog log;
    const double start = cpu();
    for (const std::string& text : texts) plain_values += nlohmann::json::parse(text).size();
    const double t0 = cpu();
    for (const std::string& text : texts)
      if (!base::read_json(sources, sources.add("", text), log)) return 2;
    const double t1 = cpu();
    const auto game = model::read_game(sources, o.rest[0], log);
    if (!game) return 2;
    const double t2 = cpu();
    const model::Program program = model::compile(*game, {}, sources, log);
    const double t3 = cpu();
    const model::Lowered code = model::lower(program);
    const double t4 = cpu();
    if (!report(log, sources) || code.codes.empty()) return 2;
    const auto count = [&](const base::Json& holder) {
      if (const base::Json* list = holder.find("provisions")) provisions += list->items.size();
    };
    for (const base::Json& file : game->rulebook) count(file);
    for (const base::Json& file : game->cards)
      if (const base::Json* list = file.find("cards"))
        for (const base::Json& card : list->items) count(card);
    plain += t0 - start;
    json += t1 - t0;
    read += t2 - t1;
    compile += t3 - t2;
    lower += t4 - t3;
  }
  if (plain_values == 0) return 2;
  const double n = copies, all = read + compile + lower,
               megabytes = static_cast<double>(bytes) * n / 1e6;
  fmt::print(
      "load bytes={} provisions={} copies={} plain_ms={:.3f} json_ms={:.3f} read_ms={:.3f} "
      "compile_ms={:.3f} lower_ms={:.3f} provisions_s={:.0f} MB_s={:.2f} plain_MB_s={:.2f} "
      "rss={}\n",
      bytes, provisions / static_cast<size_t>(copies), copies, plain / n * 1e3, json / n * 1e3,
      read / n * 1e3, compile / n * 1e3, lower / n * 1e3, static_cast<double>(provisions) / all,
      megabytes / all, megabytes / plain, rss());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  o.limits.states = 200'000'000;
  o.limits.steps = 100'000'000'000;
  std::string command;
  for (int i = 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    const auto value = [&](std::string_view name) {
      return a.starts_with(name) ? a.substr(name.size()).data() : nullptr;
    };
    if (const char* v = value("--engine="))
      o.engine = v;
    else if (const char* c = value("--claim="))
      o.claim = std::atoi(c);
    else if (const char* t = value("--times="))
      o.times = std::max(1, std::atoi(t));
    else if (const char* s = value("--states="))
      o.limits.states = std::strtoull(s, nullptr, 10);
    else if (const char* u = value("--units="))
      o.limits.solver_units = static_cast<unsigned>(std::strtoul(u, nullptr, 10));
    else if (const char* n = value("--most="))
      o.most = std::strtoull(n, nullptr, 10);
    else if (a == "--total")
      o.total = true;
    else if (command.empty())
      command = a;
    else
      o.rest.emplace_back(a);
  }
  if (command == "ask" && o.rest.size() >= 2) return ask(o);
  if (command == "load" && !o.rest.empty()) return load(o);
  fmt::print(
      stderr,
      "usage: hanrei_bench ask [--engine=explicit|symbolic] [--claim=N] [--times=N] [--most=N] "
      "[--total] [--states=N] [--units=N] GAME RULING...\n       hanrei_bench load GAME [TIMES]\n");
  return 64;
}
