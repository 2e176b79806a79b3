// What bending a model shows: per clause how much of it the rulings notice, and what tells the rest
// apart.
#pragma once

#include <ostream>

#include "audit/coverage/coverage.h"
#include "reports/reports.h"

namespace hanrei::reports {

/// The text, piece by piece as it becomes known, since looking for situations may take long: map(),
/// survivor() for each in order, total().
class MutateText {
 public:
  /// `tries`: most situations that are tried for a mutant; 0: none is looked for.
  MutateText(std::ostream& out, const audit::coverage::Report& report, size_t tries,
             const base::SourceMap& sources, const Style& style);
  void map();
  void survivor(const audit::coverage::Tried& survivor);
  void total();

 private:
  std::ostream& out_;
  const audit::coverage::Report& report_;
  const size_t tries_;
  const base::SourceMap& sources_;
  const Style& style_;
  const bool ja_;
  size_t element_, told_ = 0;  ///< whose mutants are being told; situations that were shown
};

/// `tries` as above.
void write_mutate_json(std::ostream& out, const audit::coverage::Report& report, size_t tries,
                       const base::SourceMap& sources, int exit_code);

}  // namespace hanrei::reports
