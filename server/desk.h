// The judge's desk, served: the pages of `report --html` made when they are asked for, a search
// that answers, and plays that are stepped through.
#pragma once

#include "reports/html/report.h"
#include "server/api.h"
#include "server/library.h"
#include "server/request.h"

namespace hanrei::server {

class Desk {
 public:
  /// Both have to live as long. The bundle is `served`.
  Desk(const reports::html::Bundle& bundle, Library& library);

  /// Answers any request that was let in.
  Response answer(const Request& request);

 private:
  Response asked(const Request& request);
  Response stepped(const Request& request);
  Response file(const std::string& path) const;

  const reports::html::Bundle& bundle_;
  reports::html::Site site_;
  Library& library_;
  Api api_;
};

}  // namespace hanrei::server
