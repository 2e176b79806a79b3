#include "findings/text.h"

#include <algorithm>

namespace hanrei::findings {
namespace {

using base::Json;
using base::JsonWriter;

void write(JsonWriter& w, const Both& both) {
  w.begin_array();
  for (const std::string& text : both) w.value(text);
  w.end_array();
}

void write(JsonWriter& w, const Location& l) {
  w.begin_array();
  w.value(l.path);
  for (const std::uint32_t n :
       {l.line, l.column, l.end_line, l.end_column, l.utf16_column, l.utf16_end_column})
    w.value(n);
  write(w, l.note);
  w.end_array();
}

const Json& item(const Json& json, std::size_t i) {
  static const Json none;
  return i < json.items.size() ? json.items[i] : none;
}

Both both_of(const Json& json) { return {item(json, 0).string, item(json, 1).string}; }

Location location_of(const Json& json) {
  Location l;
  l.path = item(json, 0).string;
  std::size_t i = 0;
  for (std::uint32_t* n :
       {&l.line, &l.column, &l.end_line, &l.end_column, &l.utf16_column, &l.utf16_end_column})
    *n = static_cast<std::uint32_t>(item(json, ++i).integer);
  l.note = both_of(item(json, 7));
  return l;
}

std::vector<std::string> list_of(const Json& json) {
  std::vector<std::string> out;
  for (const Json& text : json.items) out.push_back(text.string);
  return out;
}

}  // namespace

void write_finding(JsonWriter& w, const Finding& f) {
  w.begin_array();
  w.value(f.code);
  w.value(static_cast<int>(f.severity));
  write(w, f.message);
  w.value(f.subjects);
  write(w, f.place);
  w.begin_array();
  for (const Location& l : f.related) write(w, l);
  w.end_array();
  w.value(f.clauses);
  w.value(f.play[0]);
  w.value(f.play[1]);
  w.value(f.unsure);
  w.value(f.fingerprint);
  w.end_array();
}

Finding read_finding(const Json& json) {
  Finding f;
  f.code = item(json, 0).string;
  f.severity = static_cast<base::Severity>(std::clamp<std::int64_t>(item(json, 1).integer, 0, 3));
  f.message = both_of(item(json, 2));
  f.hint = rule_of(f.code).hint;
  f.subjects = list_of(item(json, 3));
  f.place = location_of(item(json, 4));
  for (const Json& l : item(json, 5).items) f.related.push_back(location_of(l));
  f.clauses = list_of(item(json, 6));
  f.play[0] = list_of(item(json, 7));
  f.play[1] = list_of(item(json, 8));
  f.unsure = item(json, 9).boolean;
  f.fingerprint = item(json, 10).string;
  return f;
}

}  // namespace hanrei::findings
