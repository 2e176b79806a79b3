#include "server/door.h"

#include <arpa/inet.h>

namespace hanrei::server {
namespace {

/// The host without its port; of an IPv6 address without its brackets.
std::string without_port(const std::string& host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    return end == std::string::npos ? host : host.substr(1, end - 1);
  }
  return host.substr(0, host.find(':'));
}

/// Takes as long whatever is right of it.
bool same(const std::string& given, const std::string& secret) {
  unsigned differs = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size() && !secret.empty(); ++i)
    differs |= static_cast<unsigned char>(given[i]) ^
               static_cast<unsigned char>(secret[i % secret.size()]);
  return differs == 0;
}

Response no(int status, const char* why) {
  return {status, "text/plain; charset=utf-8", std::string(why) + "\n"};
}

}  // namespace

bool names_an_address(const std::string& host) {
  const std::string name = without_port(host);
  unsigned char address[sizeof(in6_addr)];
  return name == "localhost" || inet_pton(AF_INET, name.c_str(), address) == 1 ||
         inet_pton(AF_INET6, name.c_str(), address) == 1;
}

Response at_the_door(const Request& request, const Allowed& allowed) {
  Response let_in;
  let_in.status = 0;
  const std::string host = request.in_header("host");
  if (!allowed.secret.empty()) {
    if (!same(request.in_header(kSecretHeader), allowed.secret)) return no(403, "no secret");
  } else if (!names_an_address(host) && without_port(host) != allowed.address) {
    return no(421, "this host is not served here");
  }
  if (request.method == "GET" || request.method == "HEAD") return let_in;
  const std::string site = request.in_header("sec-fetch-site"),
                    origin = request.in_header("origin");
  const std::size_t name = origin.find("://");
  if ((!site.empty() && site != "same-origin" && site != "none") ||
      (!origin.empty() && (name == std::string::npos || origin.substr(name + 3) != host)))
    return no(403, "asked by the page of another site");
  return let_in;
}

}  // namespace hanrei::server
