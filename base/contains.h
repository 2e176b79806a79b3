#pragma once

#include <algorithm>
#include <iterator>

namespace hanrei::base {

/// Is it in the list? Sets and maps know that themselves.
template <class List, class T>
constexpr bool contains(const List& list, const T& one) {
  return std::find(std::begin(list), std::end(list), one) != std::end(list);
}

}  // namespace hanrei::base
