// Any bytes as the files of a game folder.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/entries.h"
#include "tests/fuzz/mutate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hanrei::fuzz::model({reinterpret_cast<const char*>(data), size});
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return hanrei::fuzz::mutate(data, size, most, seed);
}
