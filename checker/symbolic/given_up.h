// Repairs of limits that are given up while something of them is left open.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "checker/question/question.h"

namespace hanrei::checker::symbolic {

/// Bookkeeping that is about to look for broken limits, or is carrying a repair out above `frame`.
inline bool scans_limits(const Question& q, const Control& c, size_t frame) {
  const model::Code& code = q.code->codes[CodeId(c.stack[frame].code)];
  return code.kind == model::CodeKind::Book &&
         code.ins[c.stack[frame].pc].code == model::OpCode::LimitScan;
}

/// Of the limits that bookkeeping repairs, the first few have a bit: the frame of bookkeeping,
/// which keeps no acts, remembers there which were given up, as numbers below that of *none kept*.
constexpr size_t kBits = 7;
inline std::optional<std::pair<size_t, int>> bit_of(const Question& q, int repair) {
  size_t n = 0;
  for (const model::Limit& l : q.program->limits) {
    if (!l.always || l.repair == kNone) continue;
    if (l.repair == repair)
      return n < 2 * kBits ? std::optional(std::pair(n / kBits, 1 << (n % kBits))) : std::nullopt;
    ++n;
  }
  return std::nullopt;
}

/// An instruction of what runs is left out. If that is a repair, its limit stays broken until this
/// bookkeeping is over: it would be repaired again and again.
inline void give_up(const Question& q, Control& c) {
  for (size_t f = c.stack.size() - 1; f-- > 0;) {
    if (q.code->codes[CodeId(c.stack[f].code)].kind != model::CodeKind::Book) continue;
    const auto bit = scans_limits(q, c, f) ? bit_of(q, c.stack[f + 1].code) : std::nullopt;
    if (bit)
      c.stack[f].kept[bit->first] =
          static_cast<int8_t>(-1 - ((-1 - c.stack[f].kept[bit->first]) | bit->second));
    return;
  }
}

inline bool given_up(const Question& q, const Control& c, int repair) {
  const auto bit = bit_of(q, repair);
  return bit && std::ranges::any_of(c.stack, [&](const Frame& f) {
           return q.code->codes[CodeId(f.code)].kind == model::CodeKind::Book &&
                  ((-1 - f.kept[bit->first]) & bit->second) != 0;
         });
}

}  // namespace hanrei::checker::symbolic
