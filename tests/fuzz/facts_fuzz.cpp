// Any bytes as the facts of a game.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/entries.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hanrei::fuzz::facts({reinterpret_cast<const char*>(data), size});
  return 0;
}
