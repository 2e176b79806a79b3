#include "lsp/rpc.h"

#include <algorithm>
#include <limits>

#include "base/json/read.h"
#include "base/text/filled.h"

namespace hanrei::lsp {
namespace {

using base::Json;

[[noreturn]] void lacking(std::string_view what) {
  throw Failure{kInvalidParams, base::filled("the request lacks {0}", "要求に {0} がありません",
                                             {"`" + std::string(what) + "`"})};
}

std::string whole(const std::function<void(base::JsonWriter&)>& members) {
  base::JsonWriter w(base::JsonWriter::Style::Compact);
  w.begin_object();
  w.member("jsonrpc", "2.0");
  members(w);
  w.end_object();
  return w.str();
}

void write_id(base::JsonWriter& w, const std::optional<Json>& id) {
  w.key("id");
  if (id)
    w.value(*id);
  else
    w.null();
}

}  // namespace

Request read_request(const std::string& body) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  auto json = base::read_json(sources, sources.add("", body), log);
  if (!json)
    throw Failure{
        kParseError,
        base::filled("the message is no JSON: {0}", "メッセージが JSON ではありません: {0}",
                     {log.all().empty() ? "" : base::message(log.all().front())})};
  Request out;
  if (const Json* id = json->find("id"); id != nullptr && !id->is(Json::Kind::Null)) {
    if (!id->is(Json::Kind::Int) && !id->is(Json::Kind::String))
      throw Failure{kInvalidRequest, base::in_both("the `id` is neither a number nor a string",
                                                   "`id` が数でも文字列でもありません")};
    out.id = *id;
  }
  const Json* method = json->find("method");
  if (method != nullptr && method->is(Json::Kind::String)) out.method = method->string;
  const bool reply = json->find("result") != nullptr || json->find("error") != nullptr;
  if (out.method.empty() && !reply)
    throw Failure{kInvalidRequest, base::in_both("the message has no `method`",
                                                 "メッセージに `method` がありません")};
  if (const Json* params = json->find("params")) out.params = *params;
  return out;
}

std::string answer(const Json& id, const std::function<void(base::JsonWriter&)>& result) {
  return whole([&](base::JsonWriter& w) {
    write_id(w, id);
    w.key("result");
    result(w);
  });
}

std::string failure(const std::optional<Json>& id, const Failure& why, base::Lang lang) {
  return whole([&](base::JsonWriter& w) {
    write_id(w, id);
    w.key("error");
    w.begin_object();
    w.member("code", why.code);
    w.member("message", std::string(base::in_lang(why.said, lang)));
    w.end_object();
  });
}

std::string notification(std::string_view method,
                         const std::function<void(base::JsonWriter&)>& params) {
  return whole([&](base::JsonWriter& w) {
    w.member("method", method);
    w.key("params");
    params(w);
  });
}

Failure no_method(const std::string& method) {
  return {kMethodNotFound, base::filled("there is no method {0}", "{0} というメソッドはありません",
                                        {"`" + method + "`"})};
}

void write_server_info(base::JsonWriter& w) {
  w.key("serverInfo");
  w.begin_object();
  w.member("name", "hanrei");
  w.member("version", HANREI_VERSION);
  w.end_object();
}

const Json* at(const Json& json, std::initializer_list<std::string_view> keys) {
  const Json* out = &json;
  for (const std::string_view key : keys)
    if (out = out->find(key); out == nullptr) return nullptr;
  return out;
}

std::string text_at(const Json& json, std::initializer_list<std::string_view> keys) {
  const Json* found = at(json, keys);
  if (found == nullptr || !found->is(Json::Kind::String)) lacking(*(keys.end() - 1));
  return found->string;
}

Position position_at(const Json& json) {
  const auto number = [&](std::string_view key) {
    const Json* n = json.find(key);
    if (n == nullptr || !n->is(Json::Kind::Int) || n->integer < 0) lacking(key);
    return static_cast<std::uint32_t>(
        std::min<std::int64_t>(n->integer, std::numeric_limits<std::uint32_t>::max()));
  };
  return {number("line"), number("character")};
}

Range range_at(const Json& json) {
  const Json *start = json.find("start"), *end = json.find("end");
  if (start == nullptr) lacking("start");
  if (end == nullptr) lacking("end");
  return {position_at(*start), position_at(*end)};
}

void write(base::JsonWriter& w, const Position& at) {
  w.begin_object();
  w.member("line", at.line);
  w.member("character", at.character);
  w.end_object();
}

void write(base::JsonWriter& w, const Range& range) {
  w.begin_object();
  w.key("start");
  write(w, range.start);
  w.key("end");
  write(w, range.end);
  w.end_object();
}

}  // namespace hanrei::lsp
