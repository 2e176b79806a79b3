// Whole records, read back. Within rulings/store/ only.
#pragma once

#include "rulings/records/records.h"
#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {

CardRecord read_card(Database& db, std::int64_t key);
RulingRecord read_ruling(Database& db, std::int64_t key);
/// In the order of the rulebook.
std::vector<ClauseRecord> read_clauses(Database& db, std::int64_t game);
/// Group rulings and look-alikes of the card with this key, beside the rulings that the view has
/// already.
void add_alike(Database& db, std::int64_t game, std::int64_t key, const Options& options,
               CardView& view);
/// 15-5-1 and 15-5[2] are below 15-5; 15-50 is not, nor is 15-5 itself.
bool is_below(const std::string& clause, const std::string& top);

}  // namespace hanrei::rulings::store
