#pragma once

#include "rulings/store/sqlite.h"
#include "rulings/store/store.h"

namespace hanrei::rulings::store {

/// Is there anything in the library that the database does not have as it is now? If not, `report`
/// says what there is.
bool is_stale(Database& db, const Library& library, Report& report);
/// Reads what changed, in one transaction.
void build(Database& db, const Library& library, Report& report);

/// Undated rulings have keys below this; those of dated ones grow with the day.
inline constexpr std::int64_t kUndated = std::int64_t{1} << 38;
inline constexpr int kDayShift = 20;
/// The day that a key is of; the same number for all undated ones.
inline std::int64_t day_key(std::int64_t key) { return key < kUndated ? 0 : key >> kDayShift; }

}  // namespace hanrei::rulings::store
