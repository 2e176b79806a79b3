// What can be said of a ruling or a deck whose game has errors itself.
#pragma once

#include "base/text/diagnostic.h"
#include "model/ir/program.h"
#include "rulings/rulings.h"

namespace hanrei::workspace {

/// Is the attribute the id of a clause that its element cites?
bool cites_clause(const rulings::Element& element, const rulings::Element::Attribute& attribute);

/// Complains of clauses that the document cites and the program has not.
void check_citations(const rulings::Document& document, const model::Program& program,
                     base::DiagnosticLog& log);

}  // namespace hanrei::workspace
