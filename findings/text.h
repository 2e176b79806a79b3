// A finding as JSON, for another process to say.
#pragma once

#include "base/json/fields.h"
#include "findings/finding.h"

namespace hanrei::base {

template <>
struct Fields<Location> {
  static auto of(auto& l) {
    auto& [path, line, column, end_line, end_column, utf16_column, utf16_end_column, old, note] = l;
    return std::tie(path, line, column, end_line, end_column, utf16_column, utf16_end_column, old,
                    note);
  }
};

/// All that was found; not what a policy makes of it.
template <>
struct Fields<Finding> {
  static auto of(auto& f) {
    auto& [code, severity, message, hint, subjects, place, related, clauses, play, unsure,
           is_signed, fingerprint, effect, known, waived] = f;
    (void)is_signed, (void)effect, (void)known, (void)waived;  // a gate is one process
    return std::tie(code, severity, message, hint, subjects, place, related, clauses, play, unsure,
                    fingerprint);
  }
};

}  // namespace hanrei::base
