// Findings in one shape, and the formats that other programs read: SARIF 2.1.0, JUnit XML, GitHub
// annotations, a Markdown summary. One writer per file; docs/reports.md says what each holds.
#pragma once

#include <array>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "findings/policy.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// A run of check, audit or gate, judged.
struct Run {
  std::string command;
  findings::Judged judged;
  struct Examined {
    std::string group, name;
  };
  std::vector<Examined>
      examined;          ///< rulings, decks, games: what passes when nothing is found about it
  findings::Both scope;  ///< what was examined, in a sentence
  std::vector<findings::Both> not_examined;
  std::string policy;         ///< path; empty: there is none
  bool baseline = false;      ///< was there one, or a base?
  std::string baseline_file;  ///< path; empty: none was given
  int exit_code = 0;
  findings::Both unfinished;  ///< why it ended before all was examined; empty: it did not
  bool said = false;          ///< what is wrong with the input was said as annotations

  /// What a change is made of.
  struct Changed {
    findings::Both name, how;          ///< `《切り込み》`; `words, rules`
    std::array<std::string, 2> words;  ///< what is printed, before and after, where it changed
  };
  std::vector<Changed> changed;                  ///< of a gate
  std::map<std::string, findings::Both> titles;  ///< of its rulings that have one, by id
};

/// Why a run ended before all was examined, and what was not, in a line.
std::string unfinished_line(const Run& run, base::Lang lang);

/// The two plays of a finding that shows what ends otherwise: what each side is called, then its
/// lines. False: the finding has one play or none.
struct Plays {
  std::array<std::string, 2> names;
  std::array<std::vector<std::string>, 2> lines;
};
bool two_plays(const findings::Finding& finding, base::Lang lang, Plays& out);

/// Most results of a SARIF run: more are not kept by those who read it.
inline constexpr size_t kMostResults = 5'000;
/// Bytes of a Markdown summary: it fits one comment.
inline constexpr size_t kMostMarkdown = 65'536;
/// Annotations of a kind that a step may make.
inline constexpr size_t kMostAnnotations = 10;

void write_sarif(std::ostream& out, const Run& run, const Style& style);
void write_junit(std::ostream& out, const Run& run, const Style& style);
void write_github(std::ostream& out, const Run& run, const Style& style);
/// One annotation of GitHub's: of a finding; of what keeps the gate from its work.
void write_annotation(std::ostream& out, const findings::Finding& finding, bool error,
                      base::Lang lang);
void write_annotation(std::ostream& out, std::string_view error);
void write_markdown(std::ostream& out, const Run& run, const Style& style);
/// What the policy and the baseline make of the findings, in a few lines; nothing when there is
/// neither.
void write_policy_text(std::ostream& out, const Run& run, const Style& style);
/// Every finding that counts, with its place and how to mend it, and what was examined.
void write_findings_text(std::ostream& out, const Run& run, const Style& style);
/// The same for programs: docs/schema/gate.schema.json.
void write_findings_json(std::ostream& out, const Run& run);

/// `path:line:column`, or the path alone, or nothing.
std::string place_text(const findings::Location& place);
std::string_view severity_text(base::Severity severity, base::Lang lang);

}  // namespace hanrei::reports
