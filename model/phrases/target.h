// Provisions that are to be printed, and what of them a phrase may have made. Internal to
// model/phrases/.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"

namespace hanrei::model::phrases {

/// A phrase puts values into each other as they are: so what one makes of a part stands in the
/// whole, text for text. `fits` says no only where that cannot be.
class Target {
 public:
  /// `card`: its printed attributes, which phrases may compare with; nullptr: none is known.
  Target(const base::Json& provisions, const base::Json* card);

  /// May a phrase have this value?
  bool fits(const base::Json& value) const;
  /// Do these stand next to each other in a list?
  bool fits_list(const std::vector<base::Json>& items) const;
  /// Does the template stand in the whole, as far as it is known without its slots?
  bool fits_template(const base::Json& t) const;

  /// What a slot of characters may be.
  const std::set<int64_t>& numbers() const { return numbers_; }
  const std::set<std::string>& names() const { return names_; }
  /// What the provisions bind: what `$!t` of a phrase may have become.
  const std::set<std::string>& bound() const { return bound_; }

 private:
  void collect(const base::Json& j, bool printed);
  void words_in(std::string_view text);
  bool contains(std::string_view text) const;
  bool within(const base::Json& value, const base::Json& there) const;
  bool in_list(const std::vector<base::Json>& items, const std::vector<base::Json>& there) const;

  std::string all_;  // every string, line by line
  std::vector<const base::Json*> lists_, objects_;
  std::set<int64_t> numbers_;
  std::set<std::string> names_, bound_;
};

}  // namespace hanrei::model::phrases
