// What a project makes of findings: a policy (`hanrei.policy.json`) with waivers, and a baseline of
// what was there before. One mechanism for check, audit and gate; docs/gate.md explains it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json/value.h"
#include "findings/finding.h"
#include "findings/ratchet.h"

namespace hanrei::findings {

/// A finding that somebody answers for until a day.
struct Waiver {
  std::string code, fingerprint, subject;  ///< the code, and one of the other two
  std::string reason, owner, until;        ///< YYYY-MM-DD, the last day on which it counts
  Location place;
};

struct Policy {
  std::string path;  ///< empty: there is none
  std::vector<std::string> fail, warn,
      allow;  ///< codes, or globs of codes; a code by itself counts more than a glob
  std::vector<Waiver> waivers;
  /// How many different people have to sign what a signature answers for: codes, or globs of codes.
  /// Not said of one: 1.
  std::vector<std::pair<std::string, size_t>> signers;
  /// Whose signatures count, as they are written, by base::name_key; empty: everybody's.
  std::map<std::string, std::string> people;
  bool ratchets = false;                   ///< it has `ratchet`, with figures or without
  std::map<std::string, Figures> ratchet;  ///< by game
};

/// Is it a day of the calendar, YYYY-MM-DD?
bool is_date(std::string_view text);

/// Reads a policy. Whatever is wrong lands in the log; a policy is only meaningful when the log has
/// no errors.
Policy read_policy(const base::Json& json, const base::SourceMap& sources,
                   base::DiagnosticLog& log);

/// Fingerprints of findings that were there before.
struct Baseline {
  struct Entry {
    std::string fingerprint, code, subject;
    bool of_base = false;
  };  ///< of_base: it is no entry of a file, but what the base has
  std::vector<Entry> entries;
};
Baseline read_baseline(const base::Json& json, base::DiagnosticLog& log);
/// The baseline of these findings: all but those that are Broken, allowed, waived or about the
/// policy itself, sorted.
std::string write_baseline(const std::vector<Finding>& findings);

/// How many different people have to sign what would otherwise be a finding of this code.
size_t signers_for(const Policy& policy, std::string_view code);
/// What fewer people signed than the policy asks for becomes a finding (HG1017).
void ask_signers(std::vector<Finding>& findings, const Policy& policy);

/// What a policy lets pass, or a baseline holds to be known, that the one before does not: each in
/// both languages. Empty: nothing.
std::vector<std::string> looser(const Policy& before, const Policy& now);
std::vector<std::string> looser(const Baseline& before, const Baseline& now);

/// What was judged, and how.
struct Judged {
  std::vector<Finding> list;  ///< what matters most first
  size_t allowed = 0, known = 0, waived = 0;
  size_t gone = 0;  ///< entries of the baseline's file that are no more
  bool fails = false, unsure = false, broken = false;  ///< of those that count
};

/// Judges findings by a policy on a day. `ran`: the families of codes (`HC`, `HA` …) that the
/// command could have found, whole; only waivers of those can be unused. Findings about the policy
/// itself are added: about `now`, which may be another one than that which judges.
Judged judge(std::vector<Finding> findings, const Policy& policy, const Baseline* baseline,
             std::string_view today, const std::set<std::string>& ran, const Policy* now = nullptr);

}  // namespace hanrei::findings
