#include "workspace/judged_text.h"

#include <algorithm>

#include "base/json/read.h"
#include "base/json/write.h"
#include "reports/kept.h"

namespace hanrei::workspace {
namespace {

using base::Json;
using base::JsonWriter;

/// Words in both languages as two texts.
void write_words(JsonWriter& w, const std::string& words) {
  w.begin_array();
  w.value(base::in_lang(words, base::Lang::En));
  if (base::in_lang(words, base::Lang::En) != words) w.value(base::in_lang(words, base::Lang::Ja));
  w.end_array();
}

std::string words_of(const Json& json) {
  if (json.items.empty()) return "";
  return json.items.size() == 1 ? json.items[0].string
                                : base::in_both(json.items[0].string, json.items[1].string);
}

void write_span(JsonWriter& w, const base::SourceMap& sources, base::Span span) {
  w.begin_array();
  w.value(sources.path(span.file));
  w.value(span.begin);
  w.value(span.end);
  w.end_array();
}

void write_diagnostic(JsonWriter& w, const base::SourceMap& sources, const base::Diagnostic& d) {
  w.begin_array();
  w.value(base::code_text(d.code));
  write_span(w, sources, d.span);
  w.begin_array();
  for (const std::string& a : d.args) write_words(w, a);
  w.end_array();
  w.begin_array();
  for (const auto& [span, text] : d.notes) {
    w.begin_array();
    write_span(w, sources, span);
    write_words(w, text);
    w.end_array();
  }
  w.end_array();
  w.end_array();
}

/// Reads what the functions above write.
class Reader {
 public:
  explicit Reader(const base::SourceMap& sources) : sources_(sources) {}
  bool good() const { return good_; }

  void diagnostic(const Json& json, base::DiagnosticLog& log) {
    if (!shaped(json, 4)) return;
    const auto& codes = base::all_codes();
    const auto code = std::ranges::find_if(
        codes, [&](base::Code c) { return base::code_text(c) == json.items[0].string; });
    if (code == codes.end()) {
      good_ = false;
      return;
    }
    std::vector<std::string> args;
    for (const Json& a : json.items[2].items) args.push_back(words_of(a));
    log.add(*code, span(json.items[1]), std::move(args));
    for (const Json& note : json.items[3].items)
      if (shaped(note, 2))
        log.last().notes.emplace_back(span(note.items[0]), words_of(note.items[1]));
  }

 private:
  bool shaped(const Json& json, std::size_t size) {
    good_ = good_ && json.items.size() == size;
    return good_;
  }
  base::Span span(const Json& json) {
    if (!shaped(json, 3) || json.items[0].string.empty()) return {};
    for (std::uint32_t file = 1; !sources_.path(file).empty(); ++file)
      if (sources_.path(file) == json.items[0].string)
        return {file, static_cast<std::uint32_t>(json.items[1].integer),
                static_cast<std::uint32_t>(json.items[2].integer)};
    good_ = false;
    return {};
  }

  const base::SourceMap& sources_;
  bool good_ = true;
};

}  // namespace

std::string judged_text(const Judged& judged, const base::SourceMap& sources,
                        const reports::Style& style) {
  if (!judged.done || !judged.fault.empty()) return "";
  // With errors there is no entry: an empty one stands for it.
  const bool entered = !judged.log.has_errors();
  const std::string entry = entered ? reports::kept_text(judged.entry, style) : "null";
  if (entry.empty()) return "";
  JsonWriter w(JsonWriter::Style::Compact);
  w.begin_array();
  for (const base::Diagnostic& d : judged.log.all()) write_diagnostic(w, sources, d);
  w.end_array();
  return "[" + entry + "," + w.str() + "]";
}

bool read_judged(const std::string& text, const base::SourceMap& sources,
                 const reports::Style& style, Judged& out) {
  base::SourceMap own;
  base::DiagnosticLog bad;
  const auto json = base::read_json(own, own.add("shard", text), bad);
  if (!json || bad.has_errors() || json->items.size() != 2) return false;
  Judged read;
  Reader reader(sources);
  for (const Json& d : json->items[1].items) reader.diagnostic(d, read.log);
  if (!reader.good()) return false;
  if (!json->items[0].is(Json::Kind::Null)) {
    auto entry = reports::kept_entry(std::string(own.slice(json->items[0].span)), style);
    if (!entry) return false;
    read.entry = std::move(*entry);
  } else if (!read.log.has_errors()) {
    return false;
  }
  read.done = true;
  out = std::move(read);
  return true;
}

}  // namespace hanrei::workspace
