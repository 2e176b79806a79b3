#pragma once

#include <utility>
#include <variant>

namespace hanrei::base {

/// Several callables as one, for `match`.
template <class... Arms>
struct Overloaded : Arms... {
  using Arms::operator()...;
};
template <class... Arms>
Overloaded(Arms...) -> Overloaded<Arms...>;

/// Calls the arm which takes the alternative held by `variant`. Give one arm per alternative and no
/// `auto` arm: a new alternative then stops the build wherever it is not yet understood.
///
///     match(shape, [](const Circle& c) { ... }, [](const Square& s) { ... });
template <class Variant, class... Arms>
decltype(auto) match(Variant&& variant, Arms&&... arms) {
  return std::visit(Overloaded{std::forward<Arms>(arms)...}, std::forward<Variant>(variant));
}

}  // namespace hanrei::base
