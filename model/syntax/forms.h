// The forms of the rules language as one table: which keys a form has and what shape each key takes.
// The loader checks files against it and the JSON Schema is printed from it, so the two cannot differ.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "base/text/diagnostic.h"

namespace hanrei::model {

/// What a key's value may look like.
enum class Shape {
  Name, Text, Number, Bool, Expr, Stmts, Steps, Step, Clauses, Names, Map, Forms, Present, Any
};

struct Key { std::string_view name; Shape shape; std::string_view doc; };
struct Form {
  std::string_view name;                    ///< the key that names the form
  Shape shape;                              ///< of that key
  std::vector<std::string_view> keys;       ///< `!` marks a key that must be there
  std::string_view doc;
};

std::span<const Form> schema_forms();     ///< type, sort, attr, zone, kind, derived ...
std::span<const Form> provision_forms();  ///< procedure, trigger, act, norm ...
std::span<const Form> step_forms();       ///< do, call, choose ...
const Key* find_key(std::string_view name);
/// Keys that every provision, or every step, may carry.
std::span<const std::string_view> common_keys();
std::span<const std::string_view> common_step_keys();

/// The form an object takes, or nullptr after a diagnostic. Checks keys and shapes, also of nested steps.
const Form* check_form(const base::Json& object, base::DiagnosticLog& log);
const Form* check_step(const base::Json& object, base::DiagnosticLog& log);
/// Checks the keys of any other object against a list.
void check_keys(const base::Json& object, std::string_view what, std::span<const std::string_view> keys, base::DiagnosticLog& log);

}  // namespace hanrei::model
