#include "cli/as_of.h"

#include "reports/reports.h"

namespace hanrei::cli {

std::optional<base::AsOf> read_as_of(const AsOfText& text, base::Lang lang, const Io& io) {
  const bool ja = lang == base::Lang::Ja;
  base::AsOf out;
  for (const auto& [name, typed, to] : {std::tuple{"--as-of", &text.valid, &out.valid}, std::tuple{"--known", &text.known, &out.known}}) {
    if (typed->empty()) continue;
    *to = base::day_of(*typed, true);
    if (*to) continue;
    io.err << "hanrei: " << name << " " << reports::shown(*typed, 100) << (ja ? ": 2004-05-31、2004-05、2004 のような日付が必要です\n" : ": expected a date such as 2004-05-31, 2004-05 or 2004\n");
    return std::nullopt;
  }
  if (!out.valid && out.known) out.valid = out.known;
  return out;
}

}  // namespace hanrei::cli
