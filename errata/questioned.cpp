#include "errata/questioned.h"

#include "checker/question/situation.h"

namespace hanrei::errata {

using checker::Question;
using checker::RulingResult;
using checker::Session;
using rulings::Document;

std::shared_ptr<Question> question_of(Session& session, const Document& document,
                                      RulingResult& kept, const Watched* watched) {
  base::DiagnosticLog log;
  if (watched == nullptr) {
    kept = session.prepare(document, log, false);
  } else {
    auto own = std::make_shared<model::Program>(*watched->program());
    kept = {};
    kept.ruling = rulings::resolve(document, *own, session.sources(), log, false);
    kept.program = own;
    kept.code = session.compiled({})->code;
    if (log.has_errors() || kept.ruling.cases.size() != 1) return nullptr;
    kept.questions.push_back(std::make_shared<Question>(
        checker::make_question(*kept.program, *kept.code, kept.ruling.cases[0])));
    checker::examine(*kept.questions[0], log);
  }
  if (log.has_errors() || kept.questions.size() != 1 || kept.questions[0] == nullptr ||
      kept.questions[0]->world == nullptr)
    return nullptr;
  return kept.questions[0];
}

std::unique_ptr<Opened> Opened::of(Session& session, const Document& document) {
  auto out = std::make_unique<Opened>();
  out->compiled = session.compiled({});
  out->program = *out->compiled->program;
  base::DiagnosticLog log;
  out->ruling = rulings::resolve(document, out->program, session.sources(), log, false);
  if (log.has_errors() || out->ruling.cases.size() != 1) return nullptr;
  out->question = checker::make_question(out->program, *out->compiled->code, out->ruling.cases[0]);
  return out->question.world == nullptr ? nullptr : std::move(out);
}

}  // namespace hanrei::errata
