#include "audit/clashes/readings.h"

#include <algorithm>
#include <set>

#include "base/parallel.h"
#include "checker/question/slice.h"

namespace hanrei::audit::clashes {

std::vector<UnderReading> examine_readings(const model::Game& game, const base::SourceMap& sources,
                                           const std::vector<rulings::Document>& documents,
                                           const Asked& asked, const Report& usual) {
  Session session(game, sources);
  std::map<std::string, std::string> defaults;
  for (const model::ReadingDef& r : game.readings) defaults[r.name] = r.fallback;
  // by document and reading: may it make a difference there?
  std::vector<std::vector<char>> matters(documents.size(),
                                         std::vector<char>(game.readings.size(), 0));
  base::in_parallel(documents.size(), asked.jobs, [&](size_t d) {
    base::DiagnosticLog quiet;
    const RulingResult prepared = session.prepare(
        documents[d], quiet, false,
        documents[d].presumes.empty() ? std::map<std::string, std::string>{} : defaults);
    for (const auto& q : prepared.questions) {
      if (q == nullptr || q->which->deck || q->world == nullptr) continue;
      const slice::Within within = slice::within(*q);
      for (size_t r = 0; r < game.readings.size(); ++r)
        if (slice::matters(within, game.readings[r])) matters[d][r] = 1;
    }
  });
  std::set<std::string> known;
  for (const Finding& f : usual.findings) known.insert(f.fingerprint);
  std::vector<UnderReading> out;
  if (base::stop_asked()) return out;
  Asked cheap = asked;
  cheap.made = 0;
  for (size_t r = 0; r < game.readings.size(); ++r) {
    const model::ReadingDef& reading = game.readings[r];
    std::vector<size_t> all;
    for (size_t d = 0; d < documents.size(); ++d)
      if (matters[d][r] != 0) all.push_back(d);
    const size_t n = std::min(all.size(), kMostRulings);
    std::vector<rulings::Document> some;
    for (size_t i = 0; i < n; ++i) some.push_back(documents[all[i * all.size() / n]]);
    for (const std::string& option : reading.options) {
      if (option == reading.fallback) continue;
      UnderReading under{reading.name, option, {}, all.size() - n, true};
      under.report.program = usual.program;
      cheap.readings = {{reading.name, option}};
      under.compiles = session.compiled(cheap.readings)->code != nullptr;
      if (under.compiles && !some.empty()) under.report = examine(game, sources, some, cheap);
      if (base::stop_asked()) return out;
      // what is said of every use needs every situation, those made from others, too
      std::erase_if(under.report.findings, [&](const Finding& f) {
        return known.contains(f.fingerprint) || of_every_use(f);
      });
      out.push_back(std::move(under));
    }
  }
  return out;
}

}  // namespace hanrei::audit::clashes
