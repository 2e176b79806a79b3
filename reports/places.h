// Places and names as the reports about games write them.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "base/json/write.h"
#include "base/text/source_map.h"

namespace hanrei::reports {

/// `path:line:column`.
std::string place_text(base::Span span, const base::SourceMap& sources);
/// The members `path`, `line`, `column`, `end_line` and `end_column`.
void write_place(base::JsonWriter& w, base::Span span, const base::SourceMap& sources);
/// A line with how many there are and the first twelve, each as shown() up to 60 characters; no
/// line when there are none.
void write_list(std::ostream& out, const std::string& head, const std::vector<std::string>& items);

}  // namespace hanrei::reports
