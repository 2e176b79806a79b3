// Where a place is in JSON that may be half typed. What is JSON is read by base/json.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hanrei::lsp {

struct JsonAt {
  /// An object or an array around the place.
  struct Around {
    bool object = false;
    std::string key;  ///< under which it stands, or under which the array stands that it is in
    std::vector<std::string> keys;  ///< of an object, also behind the place
  };
  std::vector<Around> around;      ///< outermost first
  bool is_key = false;             ///< it is the key of a member, or where one may come
  bool quoted = false;             ///< within quotes
  std::string key;                 ///< of a value: under which it stands, as in Around
  std::size_t begin = 0, end = 0;  ///< of what is within the quotes
};

JsonAt json_at(std::string_view text, std::size_t offset);

}  // namespace hanrei::lsp
