// --as-of and --known: the law of which day.
#pragma once

#include <optional>
#include <string>

#include "base/date.h"
#include "base/text/diagnostic.h"
#include "workspace/io.h"

namespace hanrei::workspace {

/// As typed. `--known` alone asks for the law of that day as it was known then.
struct AsOfText {
  std::string valid, known;
  bool any() const { return !valid.empty() || !known.empty(); }
};

/// Nothing: one of them is no date, and that was said.
std::optional<base::AsOf> read_as_of(const AsOfText& text, const Io& io);
}  // namespace hanrei::workspace
