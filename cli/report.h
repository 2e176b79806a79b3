// hanrei report: pages for people who look.
#pragma once

#include <string>

#include "workspace/desk.h"

namespace hanrei::cli {

struct ReportOptions {
  workspace::DeskOptions desk;
  std::string folder;  ///< where the pages go; it must not be there yet
};
int run_report(const ReportOptions& options, const workspace::CheckOptions& check,
               const workspace::Io& io);

}  // namespace hanrei::cli
