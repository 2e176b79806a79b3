// Which elements of a ruling or a deck may stand in which, and which attributes they have.
#pragma once

#include <string_view>
#include <vector>

namespace hanrei::rulings {

struct ElementForm {
  std::string_view name;
  std::vector<std::string_view> children;
  std::vector<std::string_view> must;  ///< attributes that must be there
  std::vector<std::string_view> may;   ///< further ones; `*`: names that the game declares
};

/// The form of an element, or nullptr. Cards and zones of a deck, and a deck that is a file of its
/// own (`is_root`), have forms of their own.
const ElementForm* element_form(std::string_view name, bool in_deck, bool is_root);

}  // namespace hanrei::rulings
