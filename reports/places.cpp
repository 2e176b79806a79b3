#include "reports/places.h"

#include <fmt/format.h>

#include "reports/reports.h"

namespace hanrei::reports {

std::string place_text(base::Span span, const base::SourceMap& sources) {
  const base::Place p = sources.place(span);
  return fmt::format("{}:{}:{}", shown(p.path), p.line, p.column);
}

void write_place(base::JsonWriter& w, base::Span span, const base::SourceMap& sources) {
  const base::Place from = sources.place(span), to = sources.end_place(span);
  w.member("path", from.path);
  w.member("line", static_cast<int64_t>(from.line));
  w.member("column", static_cast<int64_t>(from.column));
  w.member("end_line", static_cast<int64_t>(to.line));
  w.member("end_column", static_cast<int64_t>(to.column));
}

void write_list(std::ostream& out, const std::string& head, const std::vector<std::string>& items) {
  if (items.empty()) return;
  out << "  " << head << " (" << items.size() << "):";
  for (size_t i = 0; i < items.size() && i < 12; ++i)
    out << (i > 0 ? ", " : " ") << shown(items[i], 60);
  out << (items.size() > 12 ? ", …\n" : "\n");
}

}  // namespace hanrei::reports
