// hanrei_grounds [--steps N] [--claims] FOLDER...: for every claim of every ruling, whether its
// minimal sets were found, and what that cost.
//
// One line a game and reason, then the ten rulings that took longest. --steps: instructions for one
// ruling, as `explain` has them; 0: no limit.

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "checker/checker.h"
#include "checker/verdict/bases.h"
#include "workspace/workspace.h"

using namespace hanrei;

namespace {

double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }  // of the processor

std::string how(const checker::Basis& b) {
  if (!b.asked) return "no sets for this kind";
  const std::string stopped = base::text(b.stopped, base::Lang::En);
  if (b.sets.empty()) return "none: " + stopped;
  if (!b.minimal) return "not all shown needed: " + stopped;
  return b.all ? "minimal, all" : "minimal, perhaps others: " + stopped;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> folders;
  size_t per_ruling = checker::kStepsOfRuling;
  bool each = false;
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    if (a == "--steps" && i + 1 < argc)
      per_ruling = std::stoull(argv[++i]);
    else if (a == "--claims")
      each = true;
    else
      folders.push_back(a);
  }
  if (per_ruling == 0) per_ruling = SIZE_MAX;
  struct Row {
    double check, why;
    std::string id;
  };
  std::vector<Row> slow;
  for (const std::string& folder : folders) {
    const workspace::Workspace work = workspace::find({folder});
    for (const workspace::GameFiles& files : work.games) {
      base::SourceMap sources;
      base::DiagnosticLog log;
      const auto game = model::read_game(sources, files.folder, log);
      if (!game) continue;
      checker::Session session(*game, sources);
      std::map<std::string, size_t> counts;
      size_t claims = 0, runs = 0, steps = 0, queries = 0;
      double total = 0;
      for (const std::string& path : files.rulings) {
        const auto doc = rulings::read_document(sources, path, log);
        if (!doc) continue;
        base::DiagnosticLog quiet;
        const double start = now();
        const checker::RulingResult r = session.check(*doc, {}, quiet);
        const double checked = now();
        const std::vector<checker::Basis> bases = checker::bases_of(r, per_ruling);
        for (size_t i = 0; i < r.claims.size(); ++i) {
          const checker::ClaimResult& c = r.claims[i];
          const checker::Basis& b = bases[i];
          ++claims;
          ++counts[how(b)];
          runs += b.runs;
          steps += b.steps;
          queries += b.queries;
          if (each) {
            size_t most = 0;
            for (const auto& s : b.sets) most = std::max(most, s.grounds.size());
            std::cout << fmt::format(
                "{}\t{}\t{}\t{} met\t{} sets\t{} largest\t{} runs\t{} steps\t{} queries\n", doc->id,
                c.claim->text, how(b), b.met.size(), b.sets.size(), most, b.runs, b.steps,
                b.queries);
          }
        }
        slow.push_back({checked - start, now() - checked, doc->id});
        total += now() - checked;
      }
      if (claims == 0) {
        std::cerr << files.folder << ": no claim was looked at\n";
        return 1;
      }
      std::cout << fmt::format(
          "{}: {} rulings, {} claims, {:.1f} s, {} runs, {} steps, {} queries\n", files.folder,
          files.rulings.size(), claims, total, runs, steps, queries);
      for (const auto& [reason, n] : counts)
        std::cout << fmt::format("  {:5}  {}\n", n, reason) << std::flush;
    }
  }
  std::sort(slow.begin(), slow.end(),
            [](const Row& a, const Row& b) { return a.check + a.why > b.check + b.why; });
  std::cout << "longest: seconds of check, of sets\n";
  for (size_t i = 0; i < slow.size() && i < 10; ++i)
    std::cout << fmt::format("  {}  {:.2f}  {:.2f}\n", slow[i].id, slow[i].check, slow[i].why);
  return 0;
}
