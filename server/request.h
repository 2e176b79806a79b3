// What a browser or a program asks, and what it is answered: plain values.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hanrei::server {

struct Request {
  std::string method, path;                   ///< the path decoded, with its `/`
  std::map<std::string, std::string> query;   ///< decoded; the first value of each
  std::map<std::string, std::string> header;  ///< names in lower case; the first value of each
  std::string body;

  /// Empty where it is not there.
  std::string in_query(const std::string& name) const {
    const auto at = query.find(name);
    return at == query.end() ? "" : at->second;
  }
  std::string in_header(const std::string& name) const {
    const auto at = header.find(name);
    return at == header.end() ? "" : at->second;
  }
};

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8", body;
  std::vector<std::pair<std::string, std::string>> header = {};
};

/// Answers a request; on any thread. `base::stop_signal` of the thread is set once nobody waits for
/// the answer any more, or an end is asked for: then it may throw `base::Stopped`.
using Handler = std::function<Response(const Request&)>;
/// Looks at a request before its body is read; a response refuses it. Status 0: it does not.
using Door = std::function<Response(const Request&)>;

}  // namespace hanrei::server
