// Why something was not decided, or what was come upon instead: data that is compared by its code
// and told in both languages.
//
//     Reason r = {ReasonCode::TooManyStates, limits.states};
//     if (r.code == ReasonCode::TooManyStates) text(r, Lang::En);  // more than 20000 states
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/text/diagnostic.h"

namespace hanrei::base {

/// The codes of base/reasons.def, in its order; None: there is no reason.
enum class ReasonCode : std::uint16_t {
  None,
#define REASON(name, en, ja) name,
#include "base/reasons.def"
#undef REASON
};

struct Reason {
  struct Argument;
  ReasonCode code = ReasonCode::None;
  std::vector<Argument> arguments;

  Reason();
  Reason(ReasonCode c);  // NOLINT: most reasons are nothing but their code
  template <class... A>
  Reason(ReasonCode c, A&&... given);

  bool empty() const { return code == ReasonCode::None; }
  /// The reason that the i-th argument is.
  const Reason& inner(std::size_t i) const;
  friend bool operator==(const Reason& a, const Reason& b);
};

/// A number, a name as it is, words in both languages (`in_both`), or a reason of its own.
struct Reason::Argument {
  std::variant<std::int64_t, std::string, Reason> value;

  Argument() = default;
  template <std::integral T>
  Argument(T number) : value(static_cast<std::int64_t>(number)) {}
  Argument(std::string name) : value(std::move(name)) {}
  Argument(std::string_view name) : value(std::string(name)) {}
  Argument(const char* name) : value(std::string(name)) {}
  Argument(Reason reason) : value(std::move(reason)) {}
  friend bool operator==(const Argument&, const Argument&) = default;
};

inline Reason::Reason() = default;
inline Reason::Reason(ReasonCode c) : code(c) {}
template <class... A>
Reason::Reason(ReasonCode c, A&&... given) : code(c) {
  arguments.reserve(sizeof...(given));
  (arguments.emplace_back(std::forward<A>(given)), ...);
}
inline const Reason& Reason::inner(std::size_t i) const {
  return std::get<Reason>(arguments[i].value);
}
inline bool operator==(const Reason& a, const Reason& b) {
  return a.code == b.code && a.arguments == b.arguments;
}

/// Those of a list as one, two at a time with the words of `two` between: however many there are,
/// no reason is deep. None for none.
Reason joined(ReasonCode two, const std::vector<Reason>& list);
/// A reason in words; "" for none.
std::string text(const Reason& reason, Lang lang);
/// The words of a code with `{0}` … for what is put in. The code must be one of those there are.
std::string_view wording(ReasonCode code, Lang lang);
/// Every code there is but None, in the order of base/reasons.def.
const std::vector<ReasonCode>& all_reasons();

/// By their English words: the order of a report.
struct ByWords {
  bool operator()(const Reason& a, const Reason& b) const {
    return text(a, Lang::En) < text(b, Lang::En);
  }
};

}  // namespace hanrei::base
