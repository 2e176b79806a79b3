// Which printed attributes a ruling may hang on, by where play of it can come to.
#pragma once

#include <set>
#include <string>

#include "audit/names.h"

namespace hanrei::audit::readings {

/// Names of attributes of cards that something may look at while the ruling is examined, under the
/// readings it presumes and under each option that it is tried under: what stands anywhere but in
/// procedures that cannot run, acts that nobody may declare with what is about them, triggers of
/// moments that cannot come, limits of decks where there is none, and cards that are not there; and
/// what that calls. All attributes, when it cannot be told.
std::set<std::string> attributes_read(Session& session, const model::Game& game,
                                      const rulings::Document& document);

}  // namespace hanrei::audit::readings
