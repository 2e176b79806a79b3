#include "workspace/marks.h"

#include <algorithm>
#include <set>

#include "base/io/file.h"
#include "reports/citator.h"
#include "rulings/law/citator.h"

namespace hanrei::workspace {

std::vector<rulings::RulingRecord> with_others(const rulings::LawOfDay& law,
                                               const GameFiles& files) {
  std::vector<rulings::RulingRecord> out;
  std::set<std::string> names, have(files.rulings.begin(), files.rulings.end());
  for (const rulings::LawRuling& r : law.all()) {
    out.push_back(r.record);
    names.insert(r.record.id);
    for (const auto* list : {&r.record.follows, &r.record.narrows, &r.record.distinguishes})
      names.insert(list->begin(), list->end());
  }
  if (is_whole(files)) return out;
  const Workspace all = find({files.folder});
  for (const GameFiles& game : all.games)
    for (const std::string& path : game.rulings) {
      if (have.contains(path)) continue;
      auto text = base::read_file_within(path, game.folder);
      if (!text || std::ranges::none_of(names, [&](const std::string& name) {
            return text->find(name) != std::string::npos;
          }))
        continue;
      base::SourceMap aside;
      base::DiagnosticLog quiet;  // a run on the whole game tells
      if (const auto d = rulings::parse_document(aside, path, std::move(*text), quiet);
          d && !d->is_deck)
        out.push_back(rulings::record_of(*d));
    }
  return out;
}

void mark(findings::Report& report, size_t first, const rulings::GameRecords& game,
          const std::vector<rulings::RulingRecord>& all, const base::AsOf& as_of) {
  std::map<std::string, rulings::RulingRecord> records;
  for (const rulings::RulingRecord& r : all) records.emplace(r.id, r);
  std::map<std::string, rulings::Examined> found;
  for (size_t i = first; i < report.results.size(); ++i) {
    const findings::RulingEntry& e = report.results[i];
    if (const auto it = records.find(e.id); it != records.end())
      found[e.id] = reports::examined_of(e, !it->second.presumes.empty());
  }
  const rulings::Citator citator(game, all, as_of);
  for (size_t i = first; i < report.results.size(); ++i)
    if (const auto it = records.find(report.results[i].id); it != records.end())
      report.results[i].marks = citator.marks(it->second, found);
}

}  // namespace hanrei::workspace
