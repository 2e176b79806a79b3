// What a ruling turns on, by name, so that rulings can be compared by it: what brought about in a
// play what the claims ask for, and by which clauses that play went.
#pragma once

#include "base/text/source_map.h"
#include "checker/verdict/session.h"

namespace hanrei::checker::explain {

/// Adds `decides` and `told` to what was touched. Of a claim the play is its witness, or else one
/// that shows it; of what may not be declared, what stops it. Of a case without claims it is a
/// shortest play to each of its ends, a few of them, and no clause of it decides more than another.
/// Bounded; unlike a basis (checker/verdict/basis.h) it is no proof that nothing else matters.
void add_rests(const RulingResult& result, const base::SourceMap& sources,
               rulings::Touches& touches);

}  // namespace hanrei::checker::explain
