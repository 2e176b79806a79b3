// Any bytes as a printed rulebook.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/entries.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hanrei::fuzz::text({reinterpret_cast<const char*>(data), size});
  return 0;
}
