#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/text/unicode.h"
#include "base/text/wrap.h"
#include "reports/explain_parts.h"

namespace hanrei::reports::explained {

using base::Lang;

std::string with_clauses(const model::Program& p, const std::string& sentence,
                         const std::vector<ClauseId>& clauses, const Style& style,
                         const std::vector<std::string>& cards) {
  std::string text = shown(sentence), by;
  for (size_t i = 0; i < cards.size(); ++i)
    if (std::find(cards.begin(), cards.begin() + static_cast<std::ptrdiff_t>(i), cards[i]) ==
        cards.begin() + static_cast<std::ptrdiff_t>(i))
      by += (by.empty() ? "" : ", ") + std::string("《") + shown(cards[i], 100) + "》";
  for (ClauseId c : clauses) by += (by.empty() ? "" : ", ") + shown(p.clauses[c].id, 100);
  if (by.empty()) return text;
  const std::string_view stop = style.lang == Lang::Ja ? "。" : ".";
  const bool stops = text.ends_with(stop);
  if (stops) text.resize(text.size() - stop.size());
  by = " (" + by + ")";
  return text + (style.color ? "\x1b[2m" + by + "\x1b[0m" : by) + std::string(stops ? stop : "");
}

std::string with_clauses(const model::Program& p, const Sentence& s, const Style& style) {
  return with_clauses(p, s.text, s.by, style, s.cards);
}

namespace {

/// So many lines from the first on were told before: of which claim. A few are told again.
std::pair<size_t, size_t> told_before(const Plays& before, const std::vector<std::string>& lines) {
  constexpr size_t kWorthIt = 4;
  std::pair<size_t, size_t> best{0, 0};
  for (const auto& [claim, play] : before) {
    size_t same = 0;
    while (same < std::min(play.size(), lines.size()) && play[same] == lines[same]) ++same;
    if (same >= kWorthIt && same > best.first) best = {same, claim};
  }
  return best;
}

/// The sentences of a play, numbered; how it begins is told once.
void write_sentences(std::ostream& out, std::vector<std::string> lines, size_t number,
                     Plays& before, bool ja) {
  const auto [same, claim] = told_before(before, lines);
  if (same > 0)
    out << (ja ? fmt::format("      1〜{}. {})と同じ。\n", same, claim)
               : fmt::format("      1–{}. As in {}).\n", same, claim));
  for (size_t n = same; n < lines.size(); ++n)
    out << fmt::format("    {:>3}. {}\n", n + 1, lines[n]);
  before.emplace_back(number, std::move(lines));
}

std::vector<std::string> lines_of(const model::Program& p, const std::vector<Sentence>& sentences,
                                  const Style& style) {
  std::vector<std::string> out;
  for (const Sentence& s : sentences) out.push_back(with_clauses(p, s, style));
  return out;
}

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  for (const std::string_view line : base::wrap(text, width)) lines.emplace_back(line);
  return lines;
}

}  // namespace

std::string values_text(const std::vector<std::string>& quantities,
                        const std::vector<int64_t>& values, bool ja) {
  std::string out;
  for (size_t i = 0; i < values.size() && i < quantities.size(); ++i)
    out += (out.empty() ? ""
            : ja        ? "、"
                        : ", ") +
           shown(quantities[i], 100) + " = " + std::to_string(values[i]);
  return out;
}

void write_told(std::ostream& out, const model::Program& p, const Play& play,
                const std::vector<std::string>& quantities, bool legality, size_t number,
                Plays& before, const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  if (const std::string values = values_text(quantities, play.lets, ja); !values.empty())
    out << "      " << (ja ? "値: " : "with ") << values << "\n";
  write_sentences(out, lines_of(p, play.told.sentences, style), number, before, ja);
  if (play.told.sentences.empty() && !legality)
    out << "      " << (ja ? "(何も起こらない)\n" : "(nothing happens)\n");
  // a witness about who chooses ends where the choice is
  if (!play.told.ok && !play.more_choices)
    out << "      " << (ja ? "再現できません: " : "cannot be replayed: ")
        << shown(base::text(play.told.problem, style.lang)) << "\n";
}

void write_parting(std::ostream& out, const model::Program& p, const Parting& parting,
                   const Style& style) {
  const bool ja = style.lang == Lang::Ja;
  Style plain = style;
  plain.color = false;
  size_t n = 0;
  for (; n < parting.common; ++n)
    out << fmt::format("    {:>3}. {}\n", n + 1,
                       with_clauses(p, parting.plays[0].sentences[n], style));
  std::string who = parting.who;
  if (parting.settled && parting.by.empty()) {
    const std::string_view stop = ja ? "。" : ".";
    if (who.ends_with(stop)) who.resize(who.size() - stop.size());
    who += (ja ? "(それを定める条項はない)" : " (no clause says so)") + std::string(stop);
  }
  out << "    ── "
      << with_clauses(p, who, parting.settled ? parting.by : std::vector<ClauseId>{}, style)
      << shown(parting.better) << "\n";
  const bool beside = style.width >= 80;
  const int width = beside ? (style.width - 4 - 3) / 2 : style.width - 4;
  std::vector<std::string> columns[2];
  for (int i : {0, 1}) {
    const std::string label = std::string("(") + (i == 0 ? (ja ? "ア" : "a") : (ja ? "イ" : "b")) +
                              ") " + shown(parting.ends[i], 300);
    for (std::string& line : wrapped(label, width)) columns[i].push_back(std::move(line));
    if (parting.common >= parting.plays[i].sentences.size())
      columns[i].push_back(ja ? "     (何も起こらない)" : "     (nothing happens)");
    for (size_t k = parting.common; k < parting.plays[i].sentences.size(); ++k) {
      bool first = true;
      for (const std::string& line :
           wrapped(with_clauses(p, parting.plays[i].sentences[k], plain), width - 5)) {
        columns[i].push_back((first ? fmt::format("{:>3}. ", k + 1) : std::string("     ")) + line);
        first = false;
      }
    }
  }
  if (!beside) {
    for (const auto& column : columns)
      for (const std::string& line : column) out << "    " << line << "\n";
    return;
  }
  for (size_t k = 0; k < std::max(columns[0].size(), columns[1].size()); ++k) {
    std::string line = "    " + base::pad(k < columns[0].size() ? columns[0][k] : "", width) +
                       " │ " + (k < columns[1].size() ? columns[1][k] : "");
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << "\n";
  }
}

void write_why_not(std::ostream& out, const model::Program& p, const rulings::Ruling& ruling,
                   const checker::explain::WhyNot& why, bool whole, bool told_first,
                   ToldClauses& clauses, const Style& style) {
  const bool ja = style.lang == Lang::Ja, rest = !whole && told_first;
  if (why.obstacles.empty() || (rest && (why.free || why.free_choice))) return;
  const size_t first = rest ? 1 : 0;
  if (first < why.obstacles.size())
    out << (rest ? (ja ? "      ほかにも妨げるもの\n" : "      What else stops it\n")
                 : (ja ? "      なぜできないか\n" : "      Why not\n"));
  std::vector<ClauseId> told;
  for (size_t i = first; i < why.obstacles.size(); ++i) {
    checker::explain::Obstacle o = why.obstacles[i];
    // of several clauses of one rule those that the ruling cites
    const auto cited = [&](ClauseId c) {
      return std::ranges::any_of(
          ruling.cites, [&](ClauseId other) { return covers(p, other, c) || covers(p, c, other); });
    };
    if (o.by.size() > 1 && std::ranges::any_of(o.by, cited))
      std::erase_if(o.by, [&](ClauseId c) { return !cited(c); });
    out << "        - " << with_clauses(p, o.text, o.by, style) << "\n";
    for (ClauseId c : o.by) {
      if (base::contains(told, c) || (rest && clauses.worded.contains(c))) continue;
      told.push_back(c);
      const model::Clause& clause = p.clauses[c];
      const std::string& words = ja ? clause.ja : clause.en;
      clauses.worded.insert(c);
      if (!words.empty())
        out << "            " << shown(clause.id, 100) << ": " << shown(words, 400) << "\n";
    }
  }
  for (size_t i = 0; i < why.besides.size() && i < 3; ++i)
    out << "        " << (ja ? "・これによっても許されない: " : "  nor otherwise: ")
        << with_clauses(p, why.besides[i].text, why.besides[i].by, style) << "\n";
  if (rest || !why.nearest) return;
  out << (ja ? "      ほかに妨げるものはない。\n" : "      Nothing else stops it.\n");
}

}  // namespace hanrei::reports::explained
