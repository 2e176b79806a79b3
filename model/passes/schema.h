// Types, zones, tables, kinds, attributes and derived values.
#pragma once

#include "model/passes/translation.h"

namespace hanrei::model {

/// Before: cards have their names. After: every type has its name and its members.
void types(Translation& tr, const std::vector<const Json*>& forms);
void add_member(Translation& tr, EnumId enumeration, const std::string& member);
/// Before: every name of the rulebook is collected. After: zones, tables, kinds and attributes have
/// their expressions, and derived values those that were asked for.
void schema_bodies(Translation& tr);
void compile_derived(Translation& tr, DerivedId id);
/// A sequence, a bag, a record, or a set of them: no engine holds one yet.
bool composite(const Translation& tr, const Type& t);

}  // namespace hanrei::model
