#include "workspace/citations.h"

#include <functional>
#include <set>

namespace hanrei::workspace {

bool cites_clause(const rulings::Element& e, const rulings::Element::Attribute& a) {
  return (e.name == "cites" && a.name == "clause") ||
         (e.name == "claim" &&
          (a.name == "clause" || (a.name == "by" && e.get("kind") == "illegal")));
}

void check_citations(const rulings::Document& document, const model::Program& program,
                     base::DiagnosticLog& log) {
  std::set<std::string> clauses;
  for (const model::Clause& c : program.clauses) clauses.insert(c.id);
  const std::function<void(const rulings::Element&)> look = [&](const rulings::Element& e) {
    for (const rulings::Element::Attribute& a : e.attributes)
      if (cites_clause(e, a) && !clauses.contains(a.value))
        log.add(base::Code::UnknownClause, a.span, {a.value});
    for (const rulings::Element& child : e.children) look(child);
  };
  look(document.root);
}

}  // namespace hanrei::workspace
