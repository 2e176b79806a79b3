// One shape for everything that a run finds: complaints about files, rulings that do not hold, what
// an audit or the gate finds. The policy (findings/policy.h) judges it, the writers of reports/
// print it.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "base/text/diagnostic.h"
#include "base/text/source_map.h"

namespace hanrei::base {

using Both = std::array<std::string, 2>;  ///< by base::Lang: English, Japanese

/// A range of a file. Lines and columns count from 1, `end_column` is that of the first character
/// after it; line 0: no place.
struct Location {
  std::string path;  ///< relative to the folder the program runs in, where it lies there
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0;  ///< columns in characters
  uint32_t utf16_column = 0,
           utf16_end_column = 0;  ///< the same in UTF-16 code units, as SARIF counts
  bool old = false;               ///< a place of the base revision, which is not there any more
  Both note;                      ///< what it has to do with the finding
};
Location locate(const SourceMap& sources, Span span);

/// What a finding does to the run, worst last.
enum class Effect : uint8_t {
  Allowed,  ///< the policy allows it: only counted
  Told,     ///< shown
  Unsure,   ///< neither right nor wrong: undecided, open
  Fails,
  Broken,  ///< an input that is wrong; no policy changes that
};

struct Finding {
  std::string code;  ///< `HG1001`
  Severity severity = Severity::Error;
  Both message, hint;
  std::vector<std::string>
      subjects;  ///< names that it is about: a ruling, cards, clauses; the first is the main one
  Location place;
  std::vector<Location> related;
  std::vector<std::string> clauses;
  std::vector<std::string> play[2];  ///< the choices of the play that shows it, in both languages
  bool unsure = false;               ///< neither right nor wrong
  /// Of what somebody signed: the code of what it would be otherwise, and what a finding says of it
  /// where more people have to sign (findings::ask_signers).
  struct Signed {
    std::string answers;            ///< empty: nobody signed anything
    std::vector<std::string> args;  ///< name, what, by whom, when
    std::set<std::string> people;   ///< who signed all of it, as base::name_key
  } is_signed;
  std::string
      fingerprint;  ///< of the code and the names of what it is about; never of places or words

  // As the policy and the baseline have it (findings/policy.h).
  Effect effect = Effect::Told;
  bool known = false;  ///< it was there before
  std::string waived;  ///< why it does not count; empty: it is not waived
  bool counts() const { return !known && waived.empty(); }
};

}  // namespace hanrei::base
