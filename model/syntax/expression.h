// The expression strings of the rules language: text -> tree, with the place of every node.
//
//   expr  = "if" expr "then" expr "else" expr | quant | or
//   quant = ("all"|"any"|"count"|"sum"|"min"|"max"|"set"|"union"|"the") name "in" or ["where" or]
//   [":" expr] stmt  = post (":="|"+="|"-="|"|="|"\=") expr | post
//
// The whole grammar is in docs/language.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/diagnostic.h"

namespace hanrei::model {

enum class NodeKind : uint8_t {
  Bad,
  Number,
  Name,
  True,
  False,
  NoneLit,
  Call,    ///< kids[0] callee (Name or Member), kids[1..] arguments; `labels` beside them
  Member,  ///< kids[0] . text
  View,    ///< kids[0] @ text
  Index,   ///< kids[0] [ kids[1] ]
  Unary,   ///< text: not -
  Binary,  ///< text: the operator
  If,
  Quant,  ///< text: the quantifier, name: variable; kids: set, where (or Bad), body (or Bad)
  SetLit,
  Would,   ///< kids: statements..., last the expression
  Assign,  ///< statement: text the operator; kids: place, value
};

struct Node {
  NodeKind kind = NodeKind::Bad;
  std::string text;
  std::string name;
  int64_t number = 0;
  std::vector<Node> kids;
  std::vector<std::string> labels;
  base::Span span;
  int height = 1;  ///< levels of nodes from here down
};

/// Where an expression string stands. `exact` is false when the JSON string holds escapes, so that
/// only the whole string can be pointed at.
struct TextAt {
  std::string_view text;
  base::Span span;
  bool exact = true;
};

/// Never throws; a Bad node when the text is no expression, so that one mistake gives one message.
Node parse_expression(const TextAt& text, base::DiagnosticLog& log);
/// One statement: an assignment, or a call.
Node parse_statement(const TextAt& text, base::DiagnosticLog& log);
/// `x in SET where φ`, as a quantifier: kids are the set, φ (or Bad) and, asked for, what follows
/// `:` (or Bad).
Node parse_domain(const TextAt& text, base::DiagnosticLog& log, bool body = false);

/// The tree as text, with the fewest parentheses.
std::string print(const Node& node);
/// The same for a statement, or for the place that one begins with: what is no postfix form stands
/// in parentheses.
std::string print_statement(const Node& node);

/// Can `text` stand as a name without 《 》?
bool is_plain_name(std::string_view text);

/// Every name that stands in a text, be it an expression or a path, by where it begins and ends;
/// of a quoted one what stands between the quotes. What is no name is passed over.
std::vector<std::pair<size_t, size_t>> names_in(std::string_view text);

}  // namespace hanrei::model
