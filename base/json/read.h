#pragma once

#include <cstddef>
#include <optional>

#include "base/json/value.h"
#include "base/text/diagnostic.h"
#include "base/text/source_map.h"

namespace hanrei::base {

/// Arrays and objects may be nested this deep.
inline constexpr int kMaxJsonDepth = 64;
/// Larger files are refused.
inline constexpr std::size_t kMaxJsonBytes = 16u << 20;

/// Reads the file of a span given by SourceMap::add. Strict JSON: no comments, no trailing commas.
/// Whatever is wrong lands in the log with its place, as much of it as one reading can find.
///
/// Returns nothing when the text is no JSON (HR1001, HR1003, HR1004, HR1005). After a duplicate key
/// (HR1002) or a number out of range (HR1006) there is still a value, good for finding more
/// mistakes: the first of two members counts, and the number is one near the limit.
std::optional<Json> read_json(const SourceMap& sources, Span file, DiagnosticLog& log);

}  // namespace hanrei::base
