// The rulings of one game judged. As long as nothing changes in the part of the game that a ruling
// can come to (rulings/records/part.h), what was found before is said again; so a changed card
// costs the rulings that can come to it, and no others.
#pragma once

#include <string>
#include <vector>

#include "rulings/rulings.h"
#include "workspace/io.h"
#include "workspace/options.h"

namespace hanrei::workspace {

struct Judged {
  reports::RulingEntry entry;
  base::DiagnosticLog log;  ///< what there is to say of the ruling; with errors there is no entry
  std::string fault;        ///< of ours; then there is none either
  checker::RulingResult::Seconds seconds;
  bool done = false;       ///< else it was interrupted before its turn
  bool kept = false;       ///< found in an earlier run
  bool elsewhere = false;  ///< of another shard
};

/// Where verdicts are kept: in the library of a game folder. Those of another state of its files
/// are found there, and not written.
struct Shelf {
  std::string folder;
  bool write = true;
};

/// In the order of the documents. The game must compile. `options.readings` are assumed, and each
/// entry says what they change.
std::vector<Judged> judge(const model::Game& game, const base::SourceMap& sources,
                          const std::vector<const rulings::Document*>& documents,
                          const Shelf& shelf, const base::AsOf& as_of, const JudgeOptions& options,
                          const Io& io);

/// Enters what was judged, with what there is to say of it and what it took. A fault of ours is
/// told, and its ruling entered as one.
void enter(std::vector<Judged> judged, const std::vector<const rulings::Document*>& documents,
           findings::Report& report, base::DiagnosticLog& log, const Io& io);

}  // namespace hanrei::workspace
