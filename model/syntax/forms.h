// The forms of the rules language as one table: which keys a form has and what shape each key
// takes. The loader checks files against it and the JSON Schema is printed from it, so the two
// cannot differ.
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
  Name,
  Text,
  Number,
  Bool,
  Expr,
  Stmts,
  Steps,
  Step,
  Clauses,
  Names,
  Map,
  Forms,
  Present,
  Any,
  Label,
  NameOrNames,
  NamesOrMap,
  NameOrMap,
  Members,
  Rows,
  Counts,
  NameOrSteps,
  StmtsOrSteps,
  Arms,
  Part,
  PartOrParts,
  NameOrPart,
  NamesOrPart,
  NumberOrPart,
  Labels,
  Items,
  Options,
  Said,
  Told
};

struct Key {
  std::string_view name;
  Shape shape;
  std::string_view doc;
};
/// An object inside a form, under a key of its own: `repair`, `simul`, one of `branch` …
struct Part {
  std::string_view name;
  std::vector<std::string_view> keys;  ///< `!` marks a key that must be there
  std::string_view doc;
};
/// A key that is read and not carried out yet: with any value, with those listed (`a|b`), or with
/// all others
/// (`!a|b`). No form: wherever the key may stand.
struct Idle {
  std::string_view form, key, values;
};
/// A key of a file of a game folder, or of a thing listed in one.
struct FileKey {
  std::string_view of, key;
  Shape shape;
  bool must;
  std::string_view doc;
};
struct Form {
  std::string_view name;               ///< the key that names the form
  Shape shape;                         ///< of that key
  std::vector<std::string_view> keys;  ///< `!` marks a key that must be there
  std::string_view doc;
};

std::span<const Form> schema_forms();     ///< type, sort, attr, zone, kind, derived ...
std::span<const Form> provision_forms();  ///< procedure, trigger, act, norm ...
std::span<const Form> step_forms();       ///< do, call, choose ...
std::span<const FileKey> file_keys();     ///< of game.json, of a rulebook file, of a clause …
std::span<const Part> parts();
std::span<const Idle> idle_keys();
const Key* find_key(std::string_view name);
/// Is under this key only how something is told? It changes nothing of what is done.
bool is_saying(std::string_view key);
std::string_view plain(std::string_view key);  ///< without the `!`
bool is_must(std::string_view key);
const Part* find_part(std::string_view name);
/// What the value of a key in a part may look like.
Shape shape_in(std::string_view part, std::string_view key);
/// The part that an object under this key is; nullptr for other objects.
const Part* part_under(std::string_view key);
/// The forms that a card may have among its provisions.
std::span<const std::string_view> card_forms();
/// Is the key of this form read without any effect?
bool is_idle(std::string_view form, std::string_view key);
/// Keys that every provision, or every step, may carry.
std::span<const std::string_view> common_keys();
std::span<const std::string_view> common_step_keys();

/// The value of `{"is": VALUE, "by": [CLAUSE, …]}`, which may stand for VALUE anywhere; nullptr for
/// anything else.
const base::Json* stated_value(const base::Json& json);

/// The last wording of a card, as its file has it; nullptr when it has none.
const base::Json* last_wording(const base::Json& card);
/// The form of a provision: its first key, or else the one key that no other form present lists as
/// its own.
const Form* form_of(const base::Json& object);
/// The form an object takes, or nullptr after a diagnostic. Checks keys and shapes, also of nested
/// steps.
const Form* check_form(const base::Json& object, base::DiagnosticLog& log);
const Form* check_step(const base::Json& object, base::DiagnosticLog& log);
/// Checks what `file_keys()` says of `what`. A card has attributes of its own besides: `open`.
void check_file(const base::Json& object, std::string_view what, base::DiagnosticLog& log,
                bool open = false);

}  // namespace hanrei::model
