// One shape for everything that a run finds: complaints about files, rulings that do not hold, what an audit or the gate
// finds. The policy (errata/policy.h) judges it, the writers of reports/ print it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/diagnostic.h"
#include "base/text/source_map.h"

namespace hanrei::errata {

using Both = std::array<std::string, 2>;  ///< by base::Lang: English, Japanese

/// The findings of finding.def, in its order. Those of other tables only have their text.
enum class Code : uint8_t {
#define FINDING(name, code, severity, en, ja, hint_en, hint_ja) name,
#include "errata/finding.def"
#undef FINDING
};

/// A range of a file. Lines and columns count from 1, `end_column` is that of the first character after it; line 0: no place.
struct Location {
  std::string path;                    ///< relative to the folder the program runs in, where it lies there
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0;  ///< columns in characters
  uint32_t utf16_column = 0, utf16_end_column = 0;              ///< the same in UTF-16 code units, as SARIF counts
  bool old = false;                    ///< a place of the base revision, which is not there any more
  Both note;                           ///< what it has to do with the finding
};
Location locate(const base::SourceMap& sources, base::Span span);

/// What a finding does to the run, worst last.
enum class Effect : uint8_t {
  Allowed,  ///< the policy allows it: only counted
  Told,     ///< shown
  Unsure,   ///< neither right nor wrong: undecided, open
  Fails,
  Broken,   ///< an input that is wrong; no policy changes that
};

struct Finding {
  std::string code;                    ///< `HG1001`
  base::Severity severity = base::Severity::Error;
  Both message, hint;
  std::vector<std::string> subjects;   ///< names that it is about: a ruling, cards, clauses; the first is the main one
  Location place;
  std::vector<Location> related;
  std::vector<std::string> clauses;
  std::vector<std::string> play[2];    ///< the choices of the play that shows it, in both languages
  bool unsure = false;                 ///< neither right nor wrong
  std::string fingerprint;             ///< of the code and the names of what it is about; never of places or words

  // As the policy and the baseline have it (errata/policy.h).
  Effect effect = Effect::Told;
  bool known = false;                  ///< it was there before
  std::string waived;                  ///< why it does not count; empty: it is not waived
  bool counts() const { return !known && waived.empty(); }
};

Finding make(Code code, std::vector<std::string> args, std::vector<std::string> subjects, Location place = {});
std::string_view code_text(Code code);
/// Gives those without one a fingerprint: the digest of code and subjects, and which of its like it is.
void fingerprint(std::vector<Finding>& findings);

/// What a code stands for, in one sentence, and how to mend it; of every table there is. Empty for what is no code.
struct Rule { Both text, hint; base::Severity severity = base::Severity::Error; };
Rule rule_of(std::string_view code);

}  // namespace hanrei::errata
