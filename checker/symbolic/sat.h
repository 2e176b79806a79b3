#pragma once

#include <cstdint>

namespace hanrei::checker::symbolic {

enum class Sat : uint8_t { Yes, No, Unknown };

}  // namespace hanrei::checker::symbolic
