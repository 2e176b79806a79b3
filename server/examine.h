// A ruling that is examined for one request: what its claims come to, and what can happen.
#pragma once

#include <memory>

#include "checker/verdict/can_come.h"
#include "reports/told.h"
#include "server/library.h"

namespace hanrei::server {

/// A game of its own, the document that is asked about, and leave to examine it. What is wrong is
/// thrown as a Refusal; what is wrong with the document may stand in the log.
class Examination {
 public:
  Examination(Library& library, const Subject& subject);

  checker::Session& session() { return room_->loaded->session; }
  const base::SourceMap& sources() const { return room_->sources; }
  const rulings::Document& document() const { return *document_; }
  base::DiagnosticLog& log() { return log_; }

  /// How the claims stand.
  checker::RulingResult check();
  /// The cases, without their claims. Throws what is wrong with them.
  checker::RulingResult prepare();
  /// Of a ruling that was checked, by claim. Throws what is wrong with it.
  std::vector<reports::Told> told(const checker::RulingResult& result, base::Lang lang);
  /// What can come of a case that was prepared.
  struct Outcomes {
    struct One {
      std::string text;
      std::vector<std::string> moves;
    };
    std::vector<One> all;
    checker::CanCome can;
  };
  Outcomes outcomes(const checker::RulingResult& prepared, const checker::Question& question,
                    base::Lang lang);

 private:
  void refuse_wrong() const;

  Library& library_;
  std::unique_ptr<Library::Turn> turn_;
  std::unique_ptr<Room> room_;
  std::optional<rulings::Document> document_;
  base::DiagnosticLog log_;
};

}  // namespace hanrei::server
