// Who is let in: docs/serve.md says why.
#pragma once

#include <string>

#include "server/request.h"

namespace hanrei::server {

struct Allowed {
  std::string address;  ///< that is listened on
  std::string secret;   ///< that a proxy has to send; empty: none
};

/// The header in which a proxy sends the secret.
inline constexpr const char* kSecretHeader = "x-hanrei-secret";

/// Refuses with a response; status 0: the request is let in. A name of a host that is no address of
/// this machine is refused, since somebody else's page may have given it to this machine (DNS
/// rebinding), and what changes something when another site's page asks for it.
Response at_the_door(const Request& request, const Allowed& allowed);

/// Is the host of an address as in `Host` an IP address, or `localhost`?
bool names_an_address(const std::string& host);

}  // namespace hanrei::server
