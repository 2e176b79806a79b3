// The passes over a program whose forms are all compiled. Each is a function of the program and of
// nothing else; names.cpp runs them in the order in which they stand here.
#pragma once

#include "base/text/diagnostic.h"
#include "model/ir/program.h"

namespace hanrei::model {

/// Before: every expression is there. After: each static has in `reads` the attributes that its
/// condition, its target and its amount may hang on.
void static_reads(Program& p);

/// Tells of kinds, bases of attributes and limits that hang on themselves. Without an error they
/// end: whoever follows them needs no mark.
void check_cycles(const Program& p, base::DiagnosticLog& log);

/// Tells what the machine has no room for: attributes, and names within one expression.
void check_room(const Program& p, base::DiagnosticLog& log);

/// Before: no circles; with errors in the log it does nothing. Tells of limits on decks that ask
/// what no deck tells.
void check_construction(const Program& p, base::DiagnosticLog& log);

/// Tells of triggers that write an argument of their moment which nobody who announces it has
/// `open`: nothing would come of it.
void check_open_arguments(const Program& p, base::DiagnosticLog& log);

/// Before: no circles. Tells of provisions of cards that can never work, where that is plain.
void check_never(const Program& p, base::DiagnosticLog& log);

/// After: `says_event` of each trigger is whether its steps, or what they call, may ask for the
/// moment at which it works.
void tell_events(Program& p);

/// Before: no circles. Tells what is too large for the engines; of the expressions, those from
/// `first_expr` on.
void check_bounds(const Program& p, size_t first_expr, base::DiagnosticLog& log);

}  // namespace hanrei::model
