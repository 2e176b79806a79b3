// The templates of a phrasebook: JSON whose strings are expressions of the rules language with
// `$slot` in them, and a closed list of operators. Internal to model/phrases/.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"

namespace hanrei::model::phrases {

/// A reference within a string of a template.
struct Reference {
  enum class Kind : uint8_t {
    Value,   ///< `$x`, `$x.v`, `${card.kind}`
    Splice,  ///< `$*x`: the items of a list, in a list
    Taken,   ///< `$^kind`: what was lifted, in a list
    Fresh    ///< `$!t`: a name of its own
  } kind = Kind::Value;
  std::string_view name;
  size_t begin = 0, end = 0;  ///< bytes of the string
  std::string_view head() const { return name.substr(0, name.find('.')); }
};
std::vector<Reference> references(std::string_view text);
/// Every reference in a template, and every operator.
void each_reference(const base::Json& t, const std::function<void(const Reference&)>& use);
void each_operator(const base::Json& t, const std::function<void(const base::Member&)>& use);
const std::vector<std::string_view>& operators();

/// A range of folded characters, as a place of what a phrase made.
base::Span words_span(size_t begin, size_t end);

/// A name as it was printed. In an expression it is quoted where it needs to be.
base::Json printed_name(std::string text);
/// A value as the loader takes it: printed names as plain strings, numbers where expressions stand
/// as expressions.
base::Json plain(base::Json value, bool expression = false);

/// What a template is filled with. A value that does not fit makes `filled` nothing.
struct Filling {
  std::function<const base::Json*(std::string_view)> value;  ///< of a slot or the environment
  std::function<std::vector<base::Json>(std::string_view)> taken;
  std::string fresh;  ///< makes `$!t` of this phrase a name that no other phrase has
  base::Span words;
};
std::optional<base::Json> filled(const base::Json& t, const Filling& with);

/// A value in one line.
std::string compact(const base::Json& value);

/// Gives the fresh names of a finished value short ones, in their order.
base::Json with_short_names(base::Json value);

}  // namespace hanrei::model::phrases
