// Standard input of a command that serves another program.
#pragma once

#include "lsp/wire.h"
#include "workspace/io.h"

namespace hanrei::cli {

/// Ends where the input does, or when a signal asks for an end.
class StandardInput : public lsp::Input {
 public:
  explicit StandardInput(const workspace::Io& io) : io_(io) {}
  bool ready() override;
  std::size_t read(char* to, std::size_t most) override;

 private:
  const workspace::Io& io_;
  bool ended_ = false;
};

}  // namespace hanrei::cli
