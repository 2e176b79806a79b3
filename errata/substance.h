// What a provision says, as a text: all that is written of it, or only what can matter.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"

namespace hanrei::errata {

/// A value as a text that is the same for values that mean the same. `self` stands for the name of
/// the thing itself, so that a card which names itself stays equal when it is renamed.
void plain(const base::Json& json, std::string_view key, std::string_view self, std::string& out);

/// The rules of a provision: all of it but the names of the spans that it formalises.
std::string rules_of(const base::Json& provision, std::string_view self = {});

/// The same as it would be written with the fewest blanks and brackets, without remarks, and with
/// citations in one order: rules that are equal here are one rule.
std::string notation_of(const base::Json& provision, std::string_view self = {});

/// Its rules without what only names or numbers them (its own name, `id`, `n`) or cites (`by`), and
/// without blanks and brackets that an expression could do without. Two that are equal here say the
/// same; what is not equal may.
std::string substance_of(const base::Json& provision, std::string_view self = {});

/// An expression, statement or domain with the fewest blanks and brackets; any other text as it is.
std::string bare_text(const std::string& text);

/// Where two versions of a provision say something else: of each part that differs the clauses that
/// it cites itself, or those of what it stands in. Nothing where all parts say the same.
std::vector<std::set<std::string>> cited_where_changed(const base::Json& before,
                                                       const base::Json& after);

/// Every clause that a provision, or a part of one, states.
void clauses_of(const base::Json& json, std::set<std::string>& out);

}  // namespace hanrei::errata
