// Any bytes: reading does not crash, spans lie within the text, the canonical form reads back as
// the same value and is canonical.

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/base.h"

namespace {

using namespace hanrei::base;

void check_spans(const SourceMap& sources, const Json& json, Span outer) {
  HANREI_CHECK(json.span.begin < json.span.end);
  HANREI_CHECK(outer.begin <= json.span.begin && json.span.end <= outer.end);
  for (const Json& item : json.items) check_spans(sources, item, json.span);
  for (const Member& member : json.members) {
    HANREI_CHECK(sources.slice(member.key_span).front() == '"');
    HANREI_CHECK(sources.slice(member.key_span).back() == '"');
    check_spans(sources, member.value, json.span);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  SourceMap sources;
  DiagnosticLog log;
  const Span file = sources.add("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  const std::optional<Json> json = read_json(sources, file, log);
  HANREI_CHECK(json || log.has_errors());
  for (const Diagnostic& problem : log.all()) {
    HANREI_CHECK(problem.span.end <= file.end);
    HANREI_CHECK(valid_utf8(message(problem, Lang::Ja)));
    safe_terminal(sources.line_text(problem.span));
    HANREI_CHECK(sources.place(problem.span).column > 0);
  }
  if (!json || log.has_errors()) return 0;

  check_spans(sources, *json, file);
  const std::string once = canonical(*json);
  const Span again = sources.add("again", once);
  const std::optional<Json> reread = read_json(sources, again, log);
  HANREI_CHECK(reread && same_value(*json, *reread));
  HANREI_CHECK(canonical(*reread) == once);
  return 0;
}
