// What a search found, for people and for programs.
#pragma once

#include <ostream>
#include <string>

#include "reports/reports.h"
#include "rulings/store/store.h"

namespace hanrei::reports {

/// How a ruling stands, in one line.
std::string standing_of(const rulings::store::Hit& hit, bool ja);
/// A ruling in a list: its answer, its question, its clauses and how it stands. `column`: where the
/// text begins, behind the id; `whole`: all of its texts.
void write_hit(std::ostream& out, const rulings::store::Hit& hit, int column, bool whole,
               const Style& style);
int column_of(const std::vector<rulings::store::Hit>& hits, const Style& style);
void write_search(std::ostream& out, const rulings::store::Found& found,
                  const rulings::store::Options& options, const Style& style);
/// What has a name: cards, clauses, rulings, whole. Says whether a derived ruling is among them.
bool write_things(std::ostream& out, const rulings::store::Things& things, const Style& style);
/// The same for programs: docs/schema/show.schema.json. `unknown`: names that nothing has.
void write_things_json(std::ostream& out, const rulings::store::Things& things,
                       const std::vector<std::string>& unknown, const base::AsOf& as_of);
/// What was found about something, or that nobody looked; commands in a line.
void write_kept_findings(std::ostream& out, const std::vector<rulings::store::RunFindings>& runs,
                         const Style& style);
/// That derived rulings are not official.
void write_derived_note(std::ostream& out, const Style& style);
/// docs/schema/search.schema.json
void write_search_json(std::ostream& out, const std::string& query,
                       const rulings::store::Found& found, const rulings::store::Options& options);

}  // namespace hanrei::reports
