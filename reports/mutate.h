// What bending a model shows: per clause how much of it the rulings notice, and what tells the rest
// apart.
#pragma once

#include <ostream>
#include <set>

#include "audit/coverage/coverage.h"
#include "reports/reports.h"
#include "reports/unfinished.h"

namespace hanrei::reports {

/// The text, piece by piece as it becomes known, since looking for situations may take long: map(),
/// survivor() for each in order, rest(), total().
class MutateText {
 public:
  /// `tries`: most situations that are tried for a mutant; 0: none is looked for.
  MutateText(std::ostream& out, const audit::coverage::Report& report, size_t tries,
             const base::SourceMap& sources, const Style& style);
  void map();
  void survivor(const audit::coverage::Tried& survivor);
  /// The survivors that were not told: those before which the search came to an end.
  void rest();
  void total();

 private:
  std::ostream& out_;
  const audit::coverage::Report& report_;
  const size_t tries_;
  const base::SourceMap& sources_;
  const Style& style_;
  const bool ja_;
  size_t element_, shown_ = 0;  ///< whose mutants are being told; situations that were shown
  std::set<const audit::coverage::Tried*> told_;
};

/// `tries` as above.
void write_mutate_json(std::ostream& out, const audit::coverage::Report& report, size_t tries,
                       const base::SourceMap& sources, const Unfinished& unfinished, int exit_code);

}  // namespace hanrei::reports
