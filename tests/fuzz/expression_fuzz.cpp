// Any bytes as an expression or a statement.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/entries.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static hanrei::fuzz::Harbour harbour(HANREI_ROOT "/tests/data/harbour");
  hanrei::fuzz::expression(harbour, {reinterpret_cast<const char*>(data), size});
  return 0;
}
