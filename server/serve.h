// hanrei serve: the judge's desk as a server on this machine. docs/serve.md is for those who use
// it.
#pragma once

#include <string>

#include "workspace/desk.h"

namespace hanrei::server {

struct ServeOptions {
  workspace::DeskOptions desk;
  std::string address = "127.0.0.1";  ///< to listen on
  int port = 8470;                    ///< 0: one that is free
  std::string secret_file;            ///< with what a proxy has to send; empty: nothing
};

/// Serves until a signal asks for an end; 0 then. Says on `io.out` where.
int serve(const ServeOptions& options, const workspace::CheckOptions& check,
          const workspace::Io& io);

}  // namespace hanrei::server
