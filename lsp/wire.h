// Messages with a header, as the Language Server Protocol frames them: `Content-Length: 17`, an
// empty line, and so many bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace hanrei::lsp {

/// Where a client's bytes come from.
class Input {
 public:
  Input() = default;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  virtual ~Input() = default;
  /// Whether read() would not have to wait.
  virtual bool ready() = 0;
  /// Waits for bytes, and returns how many came: 0 at the end of the input, or when an end is asked
  /// for.
  virtual std::size_t read(char* to, std::size_t most) = 0;
};

/// Larger messages are passed over, and so are headers beyond this.
inline constexpr std::size_t kMostMessage = std::size_t{64} << 20, kMostHeader = 8192;

class Wire {
 public:
  explicit Wire(Input& input) : input_(input) {}

  struct Message {
    std::string body;
    bool refused = false;  ///< it was no message, or too large; what it was is passed over
  };
  /// The next message; waits for it. Nothing at the end of the input.
  std::optional<Message> next();
  /// Is there something to read without waiting?
  bool ready() { return !buffer_.empty() || input_.ready(); }

 private:
  bool more();
  std::optional<std::string> line();

  Input& input_;
  std::string buffer_;
  bool too_long_ = false;  ///< of the line read last
};

void send(std::ostream& out, std::string_view body);

}  // namespace hanrei::lsp
