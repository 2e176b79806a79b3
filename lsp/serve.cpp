#include "lsp/serve.h"

#include <deque>
#include <optional>
#include <set>
#include <string>

#include "base/stop.h"
#include "lsp/server.h"

namespace hanrei::lsp {
namespace {

/// A number and a text are two ids, even if they look alike.
std::string id_text(const base::Json& id) {
  return id.is(base::Json::Kind::String) ? "\"" + id.string : std::to_string(id.integer);
}

std::optional<Request> request_in(const std::string& body) {
  try {
    return read_request(body);
  } catch (const Failure&) {
    return std::nullopt;
  }
}

/// Messages that came and wait for their turn. All that are there are taken in before one is
/// answered: of many changes to a text only the last state is examined.
class Waiting {
 public:
  Waiting(Input& input, Server& server) : wire_(input), server_(server) {}

  bool empty() const { return bodies_.empty(); }
  bool more() { return !over_ && wire_.ready(); }

  /// Waits for a message. False: there are no more.
  bool take_in() {
    auto message = wire_.next();
    over_ = !message;
    if (over_) return false;
    if (message->refused)
      server_.refuse();
    else if (!cancels(message->body))
      bodies_.push_back(std::move(message->body));
    return true;
  }

  std::string next() {
    std::string out = std::move(bodies_.front());
    bodies_.pop_front();
    return out;
  }

  /// Does nobody want the answer any more?
  std::optional<base::Json> given_up(const std::string& body) {
    if (cancelled_.empty()) return std::nullopt;
    const auto request = request_in(body);
    if (!request || !request->id || cancelled_.erase(id_text(*request->id)) == 0)
      return std::nullopt;
    return request->id;
  }

 private:
  bool cancels(const std::string& body) {
    if (body.find("$/cancelRequest") == std::string::npos) return false;
    const auto request = request_in(body);
    if (!request || request->method != "$/cancelRequest") return false;
    const base::Json* id = request->params.find("id");
    for (const std::string& waits : bodies_)
      if (const auto other = request_in(waits);
          id != nullptr && other && other->id && id_text(*other->id) == id_text(*id))
        cancelled_.insert(id_text(*id));
    return true;
  }

  Wire wire_;
  Server& server_;
  bool over_ = false;
  std::deque<std::string> bodies_;
  std::set<std::string> cancelled_;
};

}  // namespace

int serve(Input& input, std::ostream& out, base::Lang lang) {
  Server server(lang, [&](const std::string& body) { send(out, body); });
  Waiting waiting(input, server);
  while (!server.ended() && out.good()) {
    base::heed_stop();
    if (waiting.empty() && !waiting.more() && server.work()) continue;
    if ((waiting.empty() || waiting.more()) && !waiting.take_in() && waiting.empty()) break;
    if (waiting.empty() || waiting.more()) continue;
    const std::string body = waiting.next();
    if (const auto id = waiting.given_up(body))
      send(out, failure(*id, {kCancelled, base::in_both("cancelled", "取り消されました")}, lang));
    else
      server.take(body);
  }
  return server.exit_code();
}

}  // namespace hanrei::lsp
