// What the values of a ruling's XML and of a game's JSON name.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::lsp {

enum class Role {
  None,  ///< words for people, numbers, ids of its own
  Clause,
  Card,
  Ruling,
  Reading,
  Option,  ///< of the reading beside it
  Player,
  Zone,
  Path,  ///< procedures with their steps
  Procedure,
  Act,
  Sort,
  Attribute,
  Value,  ///< of the attribute of this name
  Choice,
  Exchange,
  Thing,       ///< cards of the situation
  Expression,  ///< any name
  Word         ///< one of those that the form has
};

struct Slot {
  Role role = Role::None;
  std::vector<std::string_view> words;
};

/// What an attribute of an element names; `other` gives the value of its neighbours.
Slot slot_of_attribute(std::string_view element, std::string_view attribute,
                       const std::function<std::string(std::string_view)>& other);
/// Is the value of the attribute an expression or a list, with names in it?
bool holds_names(Role role, std::string_view attribute);
/// What the text in an element names.
Role role_of_text(std::string_view element);

/// What the string values under a key of a game's JSON name: clauses, any names, or nothing.
Role role_under(std::string_view key);

/// Is the value under the key the name of a form?
bool names_form(std::string_view key);

/// A name within an expression, without the brackets it stands in.
struct Token {
  std::size_t begin = 0, end = 0;
  std::string_view name;
};
std::vector<Token> tokens_of(std::string_view expression);

}  // namespace hanrei::lsp
