// What a search found, for people and for programs.
#pragma once

#include <ostream>
#include <string>

#include "reports/reports.h"
#include "rulings/store/store.h"

namespace hanrei::reports {

void write_search(std::ostream& out, const rulings::store::Found& found, const rulings::store::Options& options, const Style& style);
/// What has a name: cards, clauses, rulings, whole. Says whether a derived ruling is among them.
bool write_things(std::ostream& out, const rulings::store::Things& things, const Style& style);
/// That derived rulings are not official.
void write_derived_note(std::ostream& out, const Style& style);
/// docs/schema/search.schema.json
void write_search_json(std::ostream& out, const std::string& query, const rulings::store::Found& found, const rulings::store::Options& options);

}  // namespace hanrei::reports
