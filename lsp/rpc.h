// JSON-RPC 2.0: what a client's message says, and answers to it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/json/value.h"
#include "base/json/write.h"
#include "base/text/diagnostic.h"
#include "lsp/text.h"

namespace hanrei::lsp {

enum RpcError : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternal = -32603,
  kNotInitialized = -32002,
  kRequestFailed = -32803,
  kCancelled = -32800
};

/// What went wrong with a request, in words in both languages (`base::in_both`).
struct Failure {
  int code = kRequestFailed;
  std::string said;
};

struct Request {
  std::optional<base::Json> id;  ///< none: a notification
  std::string method;
  base::Json params;
};

/// Throws a Failure for what is no message.
Request read_request(const std::string& body);

/// `{"jsonrpc": "2.0", "id": …, "result": …}`; `result` writes one value.
std::string answer(const base::Json& id, const std::function<void(base::JsonWriter&)>& result);
std::string failure(const std::optional<base::Json>& id, const Failure& why, base::Lang lang);
std::string notification(std::string_view method,
                         const std::function<void(base::JsonWriter&)>& params);

/// What a server does not do.
Failure no_method(const std::string& method);
/// `serverInfo` of an answer to `initialize`.
void write_server_info(base::JsonWriter& w);

// The parts of a message.
const base::Json* at(const base::Json& json, std::initializer_list<std::string_view> keys);
/// Throws a Failure where it is not there, or is none.
std::string text_at(const base::Json& json, std::initializer_list<std::string_view> keys);
Position position_at(const base::Json& json);
Range range_at(const base::Json& json);
void write(base::JsonWriter& w, const Position& at);
void write(base::JsonWriter& w, const Range& range);

}  // namespace hanrei::lsp
