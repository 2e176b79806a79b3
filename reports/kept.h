// What the report says of a ruling as one line of text, so that it can be said again without asking
// the engines.
#pragma once

#include <optional>
#include <string>

#include "base/json/write.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// Empty when it cannot be said again: a fault of ours, or one that was asked under assumed
/// readings.
std::string kept_text(const RulingEntry& entry, const Style& style);
/// The entry that gave this text; nothing when it is no such text, or when a play in it looks
/// otherwise in this style.
std::optional<RulingEntry> kept_entry(const std::string& text, const Style& style);
/// How plays are laid out in this style: where it is the same, so are they.
std::string look(const Style& style);
/// Do both say the same? What it took to find out does not count.
bool same_finding(const RulingEntry& a, const RulingEntry& b, const Style& style);

/// `"as_of": {"valid": …, "known": …}`; nothing when no day was asked for.
void write_as_of(base::JsonWriter& w, const base::AsOf& as_of);

std::string_view evidence_name(checker::Evidence e);
/// The kinds of evidence of its claims, each once, with spaces between.
std::string evidence_of(const RulingEntry& entry);

}  // namespace hanrei::reports
