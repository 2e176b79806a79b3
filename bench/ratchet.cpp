// hanrei_ratchet: the work that known questions take, held down. Counts, never time; see
// bench/README.md.
//
//     hanrei_ratchet FILE [--only TEXT]                 fails when a count is beyond its figure in
//     FILE hanrei_ratchet FILE [--only TEXT] --write [--why TEXT]
//                                                       writes the figures of now; a higher one
//                                                       only with a reason
//     hanrei_ratchet FILE --awake                       plants slowdowns, each of which has to be
//     found
//
// A row is what is asked: `explicit GAME RULING [CLAIM]`, `symbolic GAME RULING [CLAIM]`, `check
// GAME` or `explain GAME RULING`, of the games in the folder `corpus` beside FILE; without a ruling
// or a claim all of them.
// --only: the rows that begin like that. Leaves with 0, with 1 when a figure does not fit, with 77
// when all that was examined fits but something was not examined, and with 2 when something cannot
// be read.
#include <fmt/format.h>
#include <z3.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/io/file.h"
#include "checker/checker.h"
#include "checker/explain/explain.h"
#include "checker/explicit_state/explore.h"
#include "checker/semantics/work.h"
#include "checker/symbolic/engine.h"
#include "checker/symbolic/version.h"
#include "checker/verdict/bases.h"
#include "model/model.h"
#include "reports/explain.h"

namespace {

using namespace hanrei;

// ---------------------------------------------------------------- what is counted

enum Count : size_t {
  kDecided,
  kStates,
  kEdges,
  kSteps,
  kTerms,
  kQueries,
  kUnits,
  kContexts,
  kCounts
};
constexpr std::array<const char*, kCounts> kNames{"decided", "states",  "edges", "steps",
                                                  "terms",   "queries", "units", "contexts"};
using Figures = std::array<uint64_t, kCounts>;

/// What Z3 did in this thread.
struct Solved {
  uint64_t queries = 0, units = 0, contexts = 0;
};
constinit thread_local Solved solved;

/// What is made slow on purpose.
enum class Plant { None, NoSimultaneous, NoLiveness, NoSharing };
Plant planted = Plant::None;

}  // namespace

// The program is linked so that these stand between the engines and what they call (see
// CMakeLists.txt). NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
Z3_context __real_Z3_mk_context_rc(Z3_config c);
Z3_lbool __real_Z3_solver_check(Z3_context c, Z3_solver s);
Z3_lbool __real_Z3_optimize_check(Z3_context c, Z3_optimize o, unsigned n,
                                  const Z3_ast assumptions[]);
bool __real__ZNK6hanrei7checker14explicit_state12Simultaneous6beginsERKNS0_5StateIlEE(
    const void* self, const void* state);
void __real__ZN6hanrei7checker14explicit_state8Liveness6forgetERNS0_5StateIlEE(void* self,
                                                                               void* state);
void __real__ZN6hanrei7checker8symbolic6Solver5shareEv(void* self);

/// The units that the context has used, as the solver's statistics have them.
static uint64_t units_of(Z3_context c, Z3_stats all) {
  Z3_stats_inc_ref(c, all);
  uint64_t out = 0;
  for (unsigned i = 0; i < Z3_stats_size(c, all); ++i) {
    if (Z3_stats_is_uint(c, all, i) &&
        std::string_view(Z3_stats_get_key(c, all, i)) == "rlimit count")
      out = Z3_stats_get_uint_value(c, all, i);
  }
  Z3_stats_dec_ref(c, all);
  return out;
}
static void add_units(uint64_t before, uint64_t after) {
  solved.units += after > before ? after - before : 0;
}

Z3_context __wrap_Z3_mk_context_rc(Z3_config c) {
  ++solved.contexts;
  return __real_Z3_mk_context_rc(c);
}
Z3_lbool __wrap_Z3_solver_check(Z3_context c, Z3_solver s) {
  ++solved.queries;
  const uint64_t before = units_of(c, Z3_solver_get_statistics(c, s));
  const Z3_lbool out = __real_Z3_solver_check(c, s);
  add_units(before, units_of(c, Z3_solver_get_statistics(c, s)));
  return out;
}
Z3_lbool __wrap_Z3_optimize_check(Z3_context c, Z3_optimize o, unsigned n,
                                  const Z3_ast assumptions[]) {
  ++solved.queries;
  const uint64_t before = units_of(c, Z3_optimize_get_statistics(c, o));
  const Z3_lbool out = __real_Z3_optimize_check(c, o, n, assumptions);
  add_units(before, units_of(c, Z3_optimize_get_statistics(c, o)));
  return out;
}
bool __wrap__ZNK6hanrei7checker14explicit_state12Simultaneous6beginsERKNS0_5StateIlEE(
    const void* self, const void* state) {
  return planted != Plant::NoSimultaneous &&
         __real__ZNK6hanrei7checker14explicit_state12Simultaneous6beginsERKNS0_5StateIlEE(self,
                                                                                          state);
}
void __wrap__ZN6hanrei7checker14explicit_state8Liveness6forgetERNS0_5StateIlEE(void* self,
                                                                               void* state) {
  if (planted != Plant::NoLiveness)
    __real__ZN6hanrei7checker14explicit_state8Liveness6forgetERNS0_5StateIlEE(self, state);
}
void __wrap__ZN6hanrei7checker8symbolic6Solver5shareEv(void* self) {
  if (planted != Plant::NoSharing) __real__ZN6hanrei7checker8symbolic6Solver5shareEv(self);
}
}  // extern "C"
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace {

struct Unreadable {
  std::string what;
};

// ---------------------------------------------------------------- the figures

struct Row {
  std::string asked;
  std::optional<Figures> figures;
  std::string why;  ///< why a figure was raised
};

/// The rows with their figures, and the solver that the figures are of.
struct Table {
  std::string head, solver;  ///< head: lines that say what the file is
  std::vector<Row> rows;
};

/// Tells a line that somebody has written by hand: figures are raised by --write, which asks why.
std::string seal(const std::string& line) {
  uint64_t h = 0xCBF29CE484222325ULL;
  for (const char c : line) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return fmt::format("{:08x}", (h ^ h >> 32) & 0xFFFFFFFF);
}

/// What the seal of a row is of.
std::string line_of(const Row& r) {
  std::string out = r.asked;
  if (r.figures)
    for (const uint64_t f : *r.figures) out += "\t" + std::to_string(f);
  return out;
}

constexpr std::string_view kSolver = "# solver: ";

Table read_table(const std::string& path) {
  const auto text = base::read_file(path);
  if (!text) throw Unreadable{path + " cannot be read"};
  Table out;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kSolver)) {
      out.solver = line.substr(kSolver.size());
      continue;
    }
    if (line.empty() || line.starts_with('#')) {
      out.head += line + "\n";
      continue;
    }
    std::vector<std::string> parts;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) parts.push_back(field);
    Row row{parts[0], {}, {}};
    if (parts.size() > 1) {
      if (parts.size() < 2 + kCounts) throw Unreadable{path + ": this row is cut off: " + parts[0]};
      row.figures.emplace();
      for (size_t i = 0; i < kCounts; ++i)
        (*row.figures)[i] = std::strtoull(parts[1 + i].c_str(), nullptr, 10);
      if (parts.size() > 2 + kCounts) row.why = parts[2 + kCounts];
      if (parts[1 + kCounts] != seal(line_of(row) + "\t" + row.why))
        throw Unreadable{path +
                         ": this row was changed by hand; --write writes figures, and --why says "
                         "why one is raised: " +
                         row.asked};
    }
    out.rows.push_back(std::move(row));
  }
  return out;
}

void write_table(const Table& t, const std::string& path) {
  std::ofstream out(path);
  out << t.head << kSolver << t.solver << "\n";
  for (const Row& r : t.rows) {
    out << line_of(r);
    if (r.figures) out << "\t" << seal(line_of(r) + "\t" + r.why);
    out << (r.why.empty() ? "" : "\t" + r.why) << "\n";
  }
  if (!out.flush()) throw Unreadable{path + " cannot be written"};
}

/// Of what is decided fewer is worse, of work more.
bool grown(size_t count, uint64_t figure, uint64_t now) {
  return count == kDecided ? now < figure : now * 100 > figure * 105;
}
bool fallen(size_t count, uint64_t figure, uint64_t now) {
  return count == kDecided ? now > figure : now * 100 < figure * 90;
}

// ---------------------------------------------------------------- what is asked

void refuse(const base::DiagnosticLog& log, const base::SourceMap& sources) {
  if (!log.has_errors()) return;
  for (const base::Diagnostic& d : log.all()) {
    const base::Place p = sources.place(d.span);
    fmt::print(stderr, "{}:{}:{}: {}: {}\n", p.path, p.line, p.column, base::code_text(d.code),
               base::message(d, base::Lang::En));
  }
  throw Unreadable{"the corpus has errors"};
}

/// A game of the corpus with its rulings, or one of them.
struct Corpus {
  base::SourceMap sources;
  base::DiagnosticLog log;
  std::optional<model::Game> game;
  std::vector<rulings::Document> documents;

  Corpus(const std::string& folder, const std::string& ruling) {
    game = model::read_game(sources, folder, log);
    if (!game) throw Unreadable{folder + " cannot be read"};
    for (const std::string& path :
         base::list_files(ruling.empty() ? folder + "/rulings" : folder, ".xml")) {
      if (!ruling.empty() && !path.ends_with("/" + ruling + ".xml")) continue;
      auto document = rulings::read_document(sources, path, log);
      if (document) documents.push_back(std::move(*document));
    }
    refuse(log, sources);
    if (documents.empty()) throw Unreadable{folder + " has no ruling " + ruling};
  }
};

uint64_t decided(const checker::RulingResult& r) {
  using checker::Standing;
  return static_cast<uint64_t>(
      std::count_if(r.claims.begin(), r.claims.end(), [](const checker::ClaimResult& c) {
        return c.standing != Standing::Undecided && c.standing != Standing::NotExamined;
      }));
}

/// Every claim by an engine of its own.
template <class Engine>
uint64_t by_engine(Corpus& corpus, int which) {
  checker::Limits limits;
  limits.states = 200'000'000;
  limits.steps = 100'000'000'000;
  uint64_t out = 0;
  checker::Session session(*corpus.game, corpus.sources);
  for (const rulings::Document& document : corpus.documents) {
    const checker::RulingResult prepared = session.prepare(document, corpus.log);
    refuse(corpus.log, corpus.sources);
    int number = -1;
    for (const auto& q : prepared.questions) {
      for (const rulings::Claim& claim : q->which->claims) {
        if (++number != which && which >= 0) continue;
        Engine engine(*q, limits);
        out += engine.answer(claim).verdict != checker::Verdict::Unknown ? 1 : 0;
      }
    }
  }
  return out;
}

/// As `hanrei check` does, or `hanrei explain`.
uint64_t by_session(Corpus& corpus, bool explain) {
  const checker::Options options;
  uint64_t out = 0;
  checker::Session session(*corpus.game, corpus.sources);
  for (const rulings::Document& document : corpus.documents) {
    const checker::RulingResult r = session.check(document, options, corpus.log);
    refuse(corpus.log, corpus.sources);
    out += decided(r);
    if (!explain) continue;
    std::ostringstream text;
    const auto bases = checker::bases_of(r, checker::kStepsOfRuling);
    const auto told =
        checker::explain::explain(r, {options.limits, corpus.sources, base::Lang::En, &bases});
    reports::write_explanation(text, r, told, bases, false, {});
  }
  return out;
}

/// In a thread of its own, where nothing has been asked before.
Figures measure(const std::string& corpora, const Row& row) {
  Figures out{};
  std::optional<Unreadable> trouble;
  std::thread([&] {
    try {
      std::istringstream words(row.asked);
      std::string how, game, ruling;
      int claim = -1;
      words >> how >> game >> ruling;
      if (!(words >> claim)) claim = -1;
      Corpus corpus(corpora + "/" + game, ruling);
      if (how == "explicit")
        out[kDecided] = by_engine<checker::explicit_state::Engine>(corpus, claim);
      else if (how == "symbolic")
        out[kDecided] = by_engine<checker::symbolic::Engine>(corpus, claim);
      else if (how == "check" || how == "explain")
        out[kDecided] = by_session(corpus, how == "explain");
      else
        throw Unreadable{"no row begins with " + how};
      const checker::Work& w = checker::work_done;
      out = {out[kDecided], w.states,       w.edges,      w.steps,
             w.terms,       solved.queries, solved.units, solved.contexts};
    } catch (const Unreadable& u) {
      trouble = u;
    }
  }).join();
  if (trouble) throw *trouble;
  return out;
}

// ---------------------------------------------------------------- the three commands

struct Options {
  std::string file, only, why;
  bool write = false, awake = false;
};

std::string corpora(const Options& o) {
  const size_t slash = o.file.rfind('/');
  return (slash == std::string::npos ? "." : o.file.substr(0, slash)) + "/corpus";
}

int ratchet(const Options& o) {
  const Table table = read_table(o.file);
  const std::string solver = checker::symbolic::solver_version();
  size_t examined = 0, red = 0, left = 0;
  for (const Row& row : table.rows) {
    if (!row.asked.starts_with(o.only)) continue;
    if (!row.figures) {
      fmt::print("{}: no figures yet\n", row.asked);
      ++red;
      continue;
    }
    if (solver != table.solver && (*row.figures)[kContexts] > 0) {
      ++left;
      continue;
    }
    const Figures now = measure(corpora(o), row);
    ++examined;
    for (size_t i = 0; i < kCounts; ++i) {
      const uint64_t figure = (*row.figures)[i];
      const bool worse = grown(i, figure, now[i]);
      if (!worse && !fallen(i, figure, now[i])) continue;
      ++red;
      fmt::print(
          "{}: {} {} -> {}: {}\n", row.asked, kNames[i], figure, now[i],
          worse ? i == kDecided ? "fewer claims are decided" : "more than 5 % beyond the figure"
                : "better; commit the new figure");
    }
    std::fflush(stdout);
  }
  if (left > 0)
    fmt::print("{} rows are not examined: their figures are of Z3 {}, this is {}\n", left,
               table.solver, solver);
  if (red > 0)
    fmt::print("new figures: hanrei_ratchet {} --write; what is worse also needs --why TEXT\n",
               o.file);
  fmt::print("{} rows examined, {} figures do not fit\n", examined, red);
  if (examined + left == 0) throw Unreadable{"no row begins with " + o.only};
  return red > 0 ? 1 : left > 0 ? 77 : 0;
}

int write(const Options& o) {
  Table table = read_table(o.file);
  const std::string solver = checker::symbolic::solver_version();
  if (solver != table.solver && !table.solver.empty() && !o.only.empty())
    throw Unreadable{"the figures are of Z3 " + table.solver + ", this is " + solver +
                     ": all rows are to be written"};
  table.solver = solver;
  size_t refused = 0;
  for (Row& row : table.rows) {
    if (!row.asked.starts_with(o.only)) continue;
    const Figures now = measure(corpora(o), row);
    if (!row.figures) {
      row.figures = now;
      fmt::print("{}: new\n", row.asked);
      continue;
    }
    for (size_t i = 0; i < kCounts; ++i) {
      uint64_t& figure = (*row.figures)[i];
      const bool worse = grown(i, figure, now[i]),
                 better = i == kDecided ? now[i] > figure : now[i] < figure;
      if (!worse && !better) continue;  // what grew a little stays held to the figure
      fmt::print("{}: {} {} -> {}{}\n", row.asked, kNames[i], figure, now[i],
                 worse && o.why.empty() ? ": not without --why TEXT" : "");
      if (worse && o.why.empty()) {
        ++refused;
        continue;
      }
      if (worse) row.why = o.why;
      figure = now[i];
    }
    std::fflush(stdout);
  }
  write_table(table, o.file);
  return refused > 0 ? 1 : 0;
}

/// Every plant, on the rows where it has to show.
int awake(const Options& o) {
  const Table table = read_table(o.file);
  struct Planted {
    Plant plant;
    const char* name;
    const char* row;
  };
  constexpr Planted plants[] = {
      {Plant::NoSimultaneous, "orders of simultaneous items one by one",
       "explicit order order-n8-dense"},
      {Plant::NoLiveness, "uses that no longer matter kept apart",
       "explicit window window-m6-d3-s1"},
      {Plant::NoSharing, "a solver's context for every question", "symbolic tiny"}};
  size_t asleep = 0;
  for (const Planted& p : plants) {
    const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                  [&](const Row& r) { return r.asked == p.row; });
    if (row == table.rows.end() || !row->figures)
      throw Unreadable{std::string("no figures for ") + p.row};
    planted = p.plant;
    const Figures now = measure(corpora(o), *row);
    planted = Plant::None;
    std::string found;
    for (size_t i = 0; i < kCounts; ++i)
      if (grown(i, (*row->figures)[i], now[i]))
        found += fmt::format(" {} {} -> {}", kNames[i], (*row->figures)[i], now[i]);
    fmt::print("{}: {}:{}\n", p.name, p.row, found.empty() ? " not found" : found);
    asleep += found.empty() ? 1 : 0;
  }
  return asleep > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options o;
  bool wrong = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view a = argv[i];
    if (a == "--write")
      o.write = true;
    else if (a == "--awake")
      o.awake = true;
    else if (a == "--only" && i + 1 < argc)
      o.only = argv[++i];
    else if (a == "--why" && i + 1 < argc)
      o.why = argv[++i];
    else if (o.file.empty() && !a.starts_with("--"))
      o.file = a;
    else
      wrong = true;
  }
  wrong = wrong || o.file.empty() || o.why.find_first_of("\t\n") != std::string::npos ||
          (!o.why.empty() && !o.write);
  if (wrong) {
    fmt::print(stderr,
               "usage: hanrei_ratchet FILE [--only TEXT] [--write [--why TEXT]]\n       "
               "hanrei_ratchet FILE --awake\n");
    return 64;
  }
  try {
    return o.awake ? awake(o) : o.write ? write(o) : ratchet(o);
  } catch (const Unreadable& u) {
    fmt::print(stderr, "hanrei_ratchet: {}\n", u.what);
    return 2;
  }
}
