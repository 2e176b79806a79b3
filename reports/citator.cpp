#include "reports/citator.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "rulings/search/query.h"

namespace hanrei::reports {
namespace {

using base::Lang;
using checker::Standing;
using rulings::Mark;
using rulings::Marked;

constexpr std::size_t kNamed = 3;  // claims in a sentence; the others are counted

bool is_told(const Marked& m, const RulingEntry& entry, const Style& style) {
  if (m.mark == Mark::Redundant)
    return style.verbose || entry.status == "formal" || entry.status == "provisional";
  return m.mark == Mark::Superseded || m.mark == Mark::Withdrawn || m.mark == Mark::PremiseLost;
}

}  // namespace

rulings::Examined examined_of(const RulingEntry& entry, bool presumes) {
  rulings::Examined out{std::string(checker::standing_name(entry.standing)), false, {}};
  if (entry.fault) {
    out.standing = "not examined";
    return out;
  }
  out.alone = entry.standing == Standing::Confirmed && !presumes &&
              std::ranges::all_of(entry.claims, [](const ClaimEntry& c) {
                return c.standing == Standing::Confirmed && c.readings.empty();
              });
  std::set<std::string> readings;
  std::vector<const ClaimEntry*> worst;
  for (const ClaimEntry& c : entry.claims) {
    if (c.standing == entry.standing) worst.push_back(&c);
    if (c.standing == Standing::Open)
      for (const checker::UnderReading& u : c.readings)
        for (const auto& [reading, option] : u.options) readings.insert(reading);
  }
  for (const Lang lang : {Lang::En, Lang::Ja}) {
    const bool ja = lang == Lang::Ja;
    std::string& why = out.why[static_cast<size_t>(lang)];
    std::string list;
    for (std::size_t i = 0; i < worst.size() && i < kNamed; ++i) {
      const std::string because =
          entry.standing == Standing::Undecided ? reason_of(*worst[i], lang) : "";
      list += (i > 0 ? (ja ? "、" : "; ") : "") + claim_words(*worst[i], lang) +
              (because.empty() ? "" : " (" + because + ")");
    }
    if (worst.size() > kNamed)
      list +=
          fmt::format(fmt::runtime(ja ? "、ほか {} 件" : "; and {} more"), worst.size() - kNamed);
    std::string names;
    for (const std::string& r : readings) names += (names.empty() ? "" : ja ? "、" : ", ") + r;
    switch (entry.standing) {
      case Standing::Confirmed: why = ja ? "どの主張も成り立ちます" : "every claim holds"; break;
      case Standing::Contradicted:
        why = (ja ? "成り立たない主張: " : "what does not hold: ") + list;
        break;
      case Standing::Vacuous:
        why = (ja ? "語るプレイのない主張: " : "no play is what is claimed: ") + list;
        break;
      case Standing::Undecided:
        why = (ja ? "決まらない主張: " : "what was not decided: ") + list;
        break;
      case Standing::Open:
        why = ja ? "解釈 " + names + " によります" : "it depends on the reading " + names;
        break;
      case Standing::NotExamined: break;
    }
  }
  return out;
}

std::string mark_text(Mark mark, Lang lang) {
  return rulings::search::mark_text(std::string(rulings::mark_name(mark)), lang);
}

std::string marked_text(const Marked& m, Lang lang) {
  const std::string& why = m.why[static_cast<size_t>(lang)];
  return mark_text(m.mark, lang) + (why.empty() ? "" : ": " + shown(why, 2000));
}

void write_marks(std::ostream& out, const RulingEntry& entry, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  for (const Marked& m : entry.marks)
    if (is_told(m, entry, style)) out << "    " << marked_text(m, style.lang) << "\n";
  if (entry.standing != Standing::Confirmed && rulings::out_of_force(entry.marks))
    out << (ja ? "    効力がないため、この結果は終了コードに影響しません\n"
               : "    it is not in force, so that what was found of it does not fail this run\n");
}

void write_marks_tally(std::ostream& out, const std::vector<RulingEntry>& entries,
                       const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  std::size_t n[rulings::kMarks] = {};
  for (const RulingEntry& e : entries) {
    std::set<Mark> once;
    for (const Marked& m : e.marks)
      if (is_told(m, e, style) && once.insert(m.mark).second) ++n[static_cast<size_t>(m.mark)];
  }
  std::string line;
  for (std::size_t i = 0; i < rulings::kMarks; ++i)
    if (n[i] > 0)
      line += (line.empty() ? ""
               : ja         ? "、"
                            : ", ") +
              (ja ? mark_text(static_cast<Mark>(i), style.lang) + " " + std::to_string(n[i])
                  : std::to_string(n[i]) + " " + mark_text(static_cast<Mark>(i), style.lang));
  if (!line.empty()) out << (ja ? "  現況: " : "  citator: ") << line << "\n";
}

void write_marks(base::JsonWriter& w, const std::vector<Marked>& marks) {
  w.begin_array();
  for (const Marked& m : marks) {
    w.begin_object();
    w.member("mark", rulings::mark_name(m.mark));
    if (!m.why[0].empty()) {
      w.key("why");
      w.begin_object();
      w.member("ja", m.why[1]);
      w.member("en", m.why[0]);
      w.end_object();
    }
    w.end_object();
  }
  w.end_array();
}

}  // namespace hanrei::reports
