// What a situation is compared with rulings by.
#pragma once

#include "checker/checker.h"
#include "rulings/store/store.h"

namespace hanrei::workspace {

/// Of a ruling that was checked, or, where it claims nothing, prepared. Its touches become those
/// that precedents are found by.
rulings::store::Sought sought_by(checker::Session& session, const rulings::Document& document,
                                 checker::RulingResult& result);
/// Does a case of it claim anything?
bool claims_something(const checker::RulingResult& result);

}  // namespace hanrei::workspace
