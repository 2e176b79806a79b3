// The judge's desk, served: the pages of `report --html` made when they are asked for, a search
// that answers, and plays that are stepped through.
#pragma once

#include "reports/html/report.h"
#include "server/api.h"
#include "server/drafts.h"
#include "server/library.h"
#include "server/request.h"

namespace hanrei::server {

/// What is said in both languages, by language.
void both_of(std::string (&to)[2], std::string_view said);

class Desk {
 public:
  /// Both have to live as long. The bundle is `served`.
  Desk(const reports::html::Bundle& bundle, Library& library);

  /// Answers any request that was let in.
  Response answer(const Request& request);

 private:
  reports::html::Face face_of(const Request& request) const;
  Response asked(const Request& request);
  Response stepped(const Request& request);
  std::optional<std::size_t> declared(const Request& request, const Situation& situation,
                                      reports::html::Stepping& out) const;
  Response file(const Request& request) const;

  Response erratum(const Request& request);
  Response board(const Request& request);
  rulings::Document draft_asked(const Request& request, const std::string& game,
                                const model::Program& program);
  std::string draft_kept(const Request& request, const std::string& game);
  Response to_board(const Request& request, const std::string& game, const std::string& text);
  std::optional<std::string> changed(const Request& request, const std::string& text,
                                     const model::Program& program, reports::html::Building& page);
  std::string laid_out(const Request& request, const std::string& text,
                       reports::html::Building& page);
  static Response saved(const std::string& text);

  const reports::html::Bundle& bundle_;
  reports::html::Site site_;
  Library& library_;
  Api api_;
  Drafts drafts_;
};

}  // namespace hanrei::server
