// Any bytes as a ruling, read and resolved.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/entries.h"
#include "tests/fuzz/mutate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const hanrei::fuzz::Harbour harbour(HANREI_ROOT "/tests/data/harbour");
  hanrei::fuzz::ruling(harbour, {reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return hanrei::fuzz::mutate(data, size, most, seed);
}
