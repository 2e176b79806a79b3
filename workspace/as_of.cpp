#include "workspace/as_of.h"

#include "reports/reports.h"

namespace hanrei::workspace {

std::optional<base::AsOf> read_as_of(const AsOfText& text, const Io& io) {
  base::AsOf out;
  for (const auto& [name, typed, to] : {std::tuple{"--as-of", &text.valid, &out.valid},
                                        std::tuple{"--known", &text.known, &out.known}}) {
    if (typed->empty()) continue;
    *to = base::day_of(*typed, true);
    if (*to) continue;
    io.refuse(std::string(name) + " " + *typed,
              base::in_both("expected a date such as 2004-05-31, 2004-05 or 2004",
                            "2004-05-31、2004-05、2004 のような日付が必要です"));
    return std::nullopt;
  }
  if (!out.valid && out.known) out.valid = out.known;
  return out;
}

}  // namespace hanrei::workspace
