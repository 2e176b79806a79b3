// SHA-256 (FIPS 180-4): a name for a text that no other text has.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace hanrei::base {

/// Takes a text in pieces.
///
///     Sha256 h;
///     h.add("one piece"); h.add("another");
///     std::string name = h.hex();        // 64 digits, of all that was added so far
class Sha256 {
 public:
  void add(std::string_view text);
  /// The length of the piece goes in as well, so that `ab`, `c` is not `a`, `bc`.
  void add_piece(std::string_view text);
  std::string hex() const;

 private:
  void block(const unsigned char* data);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> waiting_ = {};
  std::uint64_t bytes_ = 0;
};

inline std::string sha256(std::string_view text) {
  Sha256 h;
  h.add(text);
  return h.hex();
}

}  // namespace hanrei::base
