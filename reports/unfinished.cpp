#include "reports/unfinished.h"

#include <algorithm>

#include "base/json/array.h"
#include "base/text/diagnostic.h"
#include "reports/places.h"
#include "reports/reports.h"

namespace hanrei::reports {

std::string ended_by(int ending) {
  return ending == findings::kSpent ? base::in_both("the budget is spent", "予算を使い切りました")
                                    : base::in_both("interrupted", "中断しました");
}

void write_ending(base::JsonWriter& w, int ending) {
  if (ending == findings::kSpent)
    w.member("budget", true);
  else
    w.member("signal", ending);
}

void write_unfinished_text(std::ostream& out, const Unfinished& unfinished, const Style& style) {
  if (unfinished.ending == 0) return;
  const bool ja = style.lang == base::Lang::Ja;
  const bool spent = unfinished.ending == findings::kSpent;
  out << "\n"
      << base::in_lang(ended_by(unfinished.ending), style.lang)
      << (spent ? (ja ? "（`--budget` を増やせば先まで進みます）"
                      : " (a higher `--budget` comes further)")
                : "")
      << (ja ? "。調べていないもの:\n" : "; not examined:\n");
  for (const Unfinished::Left& one : unfinished.left)
    out << "  " << shown(one.what[ja ? 1 : 0], 1000) << "\n";
}

void write_unfinished_json(base::JsonWriter& w, const Unfinished& unfinished) {
  if (unfinished.ending == 0) return;
  w.key("interrupted");
  w.begin_object();
  write_ending(w, unfinished.ending);
  base::write_objects(w, "not_examined", unfinished.left, [&](const Unfinished::Left& one) {
    w.member("en", one.what[0]);
    w.member("ja", one.what[1]);
    if (!one.rulings.empty()) w.member("rulings", one.rulings);
  });
  w.end_object();
}

Unfinished::Left left_by_name(const std::vector<std::string>& rulings) {
  constexpr size_t kMost = 12;
  std::string names;
  for (size_t i = 0; i < std::min(kMost, rulings.size()); ++i)
    names += (i > 0 ? ", " : " ") + rulings[i];
  if (rulings.size() > kMost) names += ", …";
  const std::string n = std::to_string(rulings.size());
  return {{n + " rulings:" + names, "裁定 " + n + " 件:" + names}, rulings};
}

}  // namespace hanrei::reports
