// What the plays of a ruling came across: clauses that had a part in them, windows, procedures, the
// records that say who orders and who is asked (regimes), and abilities of cards. `check` finds it
// out and keeps it beside the verdict.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"

namespace hanrei::rulings {

/// Names, sorted, each once. All empty: nothing was examined.
struct Touches {
  std::vector<std::string> clauses, windows, procedures, regimes;
  std::vector<std::string> abilities;  ///< the form, a space, and the card that has it
  std::vector<std::string> values;     ///< what the situation gives of enumerations: `属性 = 光`
  /// Of the clauses: those that brought about what the claims ask for, or that stopped it; those by
  /// which the plays went that show it.
  std::vector<std::string> decides, told;

  bool empty() const {
    return clauses.empty() && windows.empty() && procedures.empty() && regimes.empty() &&
           abilities.empty() && values.empty();
  }
  void sort();
  bool operator==(const Touches&) const = default;
};

/// One line of JSON; empty when nothing was examined.
std::string touches_text(const Touches& touches);
/// What gave this text; empty when it is no such text.
Touches touches_of(const std::string& text);

/// The form of an ability, 16 digits: its provision without its name, its places in the text, its
/// clauses and its numbers. Cards with the same form do the same, perhaps with other numbers.
std::string ability_form(const base::Json& provision);
/// An ability of a card, as it is named in `abilities`; and the card of one that is named so.
std::string ability_name(const base::Json& provision, const std::string& card);
std::string_view card_of_ability(std::string_view ability);

}  // namespace hanrei::rulings
