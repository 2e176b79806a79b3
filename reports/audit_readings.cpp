#include "reports/audit_readings.h"

#include <fmt/format.h>

#include <set>

#include "base/json/array.h"
#include "reports/places.h"

namespace hanrei::reports {

using audit::clashes::UnderReading;
using base::JsonWriter;

void write_under_text(std::ostream& out, const std::vector<UnderReading>& under,
                      const base::SourceMap& sources, const Style& style) {
  if (under.empty()) return;
  const bool ja = style.lang == base::Lang::Ja;
  std::set<std::string> readings;
  std::vector<std::string> nowhere, unplayable, cut;
  size_t rulings = 0, situations = 0, states = 0, left_out = 0, found = 0;
  for (const UnderReading& u : under) {
    const std::string name = u.reading + "=" + u.option;
    readings.insert(u.reading);
    rulings += u.report.receipt.rulings;
    situations += u.report.receipt.situations;
    left_out += u.left_out;
    states += u.report.receipt.states;
    found += u.report.findings.size();
    if (!u.compiles)
      unplayable.push_back(name);
    else if (u.report.receipt.situations == 0)
      nowhere.push_back(name);
    if (const size_t n = u.report.receipt.cut.size() + u.report.receipt.left_out.size(); n > 0)
      cut.push_back(name + " (" + std::to_string(n) + ")");
    if (u.report.findings.empty()) continue;
    out << "\n"
        << (ja ? fmt::format("{} のときだけ:\n", shown(name, 60))
               : fmt::format("only under {}:\n", shown(name, 60)));
    for (const auto& f : u.report.findings) write_clash(out, *u.report.program, f, sources, style);
  }
  if (found > 0) out << "\n";
  if (ja)
    out << fmt::format(
        "  ほかの解釈: 解釈 {} の選択肢 {} "
        "を1つずつ、それが関わりうる裁定を選択肢ごとに{}件まで（のべ {}、状況 {}、状態 "
        "{}。調べていない裁定のべ {}。置き換えた状況なし）。既定の解釈にはない指摘 "
        "{}（終了コードには数えない）\n",
        readings.size(), under.size(), audit::clashes::kMostRulings, rulings, situations, states,
        left_out, found);
  else
    out << fmt::format(
        "  other readings: {} options of {} readings, each alone, in at most {} of the rulings "
        "that it can matter to ({} in all with {} situations, none made from them, {} states; {} "
        "not looked at); {} findings that the default readings do not have (not counted in the "
        "exit code)\n",
        under.size(), readings.size(), audit::clashes::kMostRulings, rulings, situations, states,
        left_out, found);
  write_list(out, ja ? "どの状況にも関わらない選択肢" : "options that matter to no situation",
             nowhere);
  write_list(out,
             ja ? "ゲームが成り立たない選択肢" : "options under which the game cannot be played",
             unplayable);
  write_list(out,
             ja ? "打ち切った、または読めなかった状況（選択肢ごと）"
                : "situations cut short or left out, by option",
             cut);
}

void write_under_json(JsonWriter& w, const std::vector<UnderReading>& under,
                      const base::SourceMap& sources) {
  base::write_objects(w, "readings", under, [&](const UnderReading& u) {
    w.member("reading", u.reading);
    w.member("option", u.option);
    w.member("playable", u.compiles);
    w.member("situations", static_cast<int64_t>(u.report.receipt.situations));
    w.member("states", static_cast<int64_t>(u.report.receipt.states));
    w.member("not_looked_at", static_cast<int64_t>(u.left_out));
    w.member("cut",
             static_cast<int64_t>(u.report.receipt.cut.size() + u.report.receipt.left_out.size()));
    w.key("findings");
    w.begin_array();
    for (const auto& f : u.report.findings) write_clash_json(w, *u.report.program, f, sources);
    w.end_array();
  });
}

}  // namespace hanrei::reports
