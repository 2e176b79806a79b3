#include "workspace/judged_text.h"

#include <algorithm>

#include "base/json/fields.h"
#include "reports/kept.h"

namespace hanrei::workspace {
namespace {

/// A place as another process finds it.
struct Where {
  std::string path;
  std::uint32_t begin = 0, end = 0;
};
struct Said {
  std::string code;
  Where where;
  std::vector<std::string> arguments;
  std::vector<std::pair<Where, std::string>> notes;
};

}  // namespace
}  // namespace hanrei::workspace

namespace hanrei::base {

template <>
struct Fields<workspace::Where> {
  static auto of(auto& w) { return std::tie(w.path, w.begin, w.end); }
};
template <>
struct Fields<workspace::Said> {
  static auto of(auto& s) { return std::tie(s.code, s.where, s.arguments, s.notes); }
};

}  // namespace hanrei::base

namespace hanrei::workspace {
namespace {

Where where_is(const base::SourceMap& sources, base::Span span) {
  return {std::string(sources.path(span.file)), span.begin, span.end};
}

/// False: there is no such file.
bool span_again(const base::SourceMap& sources, const Where& where, base::Span& out) {
  if (where.path.empty()) return true;
  for (std::uint32_t file = 1; !sources.path(file).empty(); ++file)
    if (sources.path(file) == where.path) {
      out = {file, where.begin, where.end};
      return true;
    }
  return false;
}

bool say_again(const base::SourceMap& sources, const Said& said, base::DiagnosticLog& log) {
  const auto& codes = base::all_codes();
  const auto code = std::ranges::find(codes, said.code, base::code_text);
  base::Span span;
  if (code == codes.end() || !span_again(sources, said.where, span)) return false;
  log.add(*code, span, said.arguments);
  for (const auto& [place, text] : said.notes) {
    base::Span at;
    if (!span_again(sources, place, at)) return false;
    log.last().notes.emplace_back(at, text);
  }
  return true;
}

}  // namespace

std::string judged_text(const Judged& judged, const base::SourceMap& sources,
                        const reports::Style& style) {
  if (!judged.done || !judged.fault.empty()) return "";
  std::pair<std::string, std::vector<Said>> out;
  // With errors there is no entry.
  if (!judged.log.has_errors()) {
    out.first = reports::kept_text(judged.entry, style);
    if (out.first.empty()) return "";
  }
  for (const base::Diagnostic& d : judged.log.all()) {
    Said said{std::string(base::code_text(d.code)), where_is(sources, d.span), d.args, {}};
    for (const auto& [span, text] : d.notes) said.notes.emplace_back(where_is(sources, span), text);
    out.second.push_back(std::move(said));
  }
  return base::fields_text(out);
}

bool read_judged(const std::string& text, const base::SourceMap& sources,
                 const reports::Style& style, Judged& out) {
  std::pair<std::string, std::vector<Said>> read;
  if (!base::read_fields(text, read)) return false;
  Judged judged;
  for (const Said& said : read.second)
    if (!say_again(sources, said, judged.log)) return false;
  if (judged.log.has_errors() != read.first.empty()) return false;
  if (!read.first.empty()) {
    auto entry = reports::kept_entry(read.first, style);
    if (!entry) return false;
    judged.entry = std::move(*entry);
  }
  judged.done = true;
  out = std::move(judged);
  return true;
}

}  // namespace hanrei::workspace
