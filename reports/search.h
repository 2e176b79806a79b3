// What a search found, for people and for programs.
#pragma once

#include <ostream>
#include <string>

#include "reports/reports.h"
#include "rulings/store/store.h"

namespace hanrei::reports {

void write_search(std::ostream& out, const rulings::store::Found& found, const rulings::store::Options& options, const Style& style);
/// docs/schema/search.schema.json
void write_search_json(std::ostream& out, const std::string& query, const rulings::store::Found& found, const rulings::store::Options& options);

}  // namespace hanrei::reports
