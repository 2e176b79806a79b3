#include "server/examine.h"

#include <stdexcept>

#include "checker/explain/explain.h"

namespace hanrei::server {

Examination::Examination(Library& library, const Subject& subject)
    : library_(library), turn_(library.turn()) {
  if (turn_ == nullptr)
    throw Refusal{503, base::in_both("other rulings are being examined; ask again",
                                     "ほかの裁定を検査しています。あとでもう一度お試しください")};
  Refusal why;
  room_ = read_room(library.games().at(subject.game), why);
  if (room_ == nullptr) throw why;
  document_ = document_of(*room_, subject, log_, why);
  if (!document_) throw why;
}

void Examination::refuse_wrong() const {
  if (log_.has_errors()) throw Refusal{422, errors_of(log_, room_->sources)};
}

checker::RulingResult Examination::check() {
  return session().check(*document_, library_.limits(), log_);
}

checker::RulingResult Examination::prepare() {
  checker::RulingResult out = session().prepare(*document_, log_, false);
  refuse_wrong();
  return out;
}

std::vector<reports::Told> Examination::told(const checker::RulingResult& result, base::Lang lang) {
  refuse_wrong();
  if (result.fault) throw std::logic_error(result.ruling.id);
  return reports::told_of(
      result,
      checker::explain::explain(result, {library_.limits().limits, sources(), lang, nullptr,
                                         &session(), &*document_, true}),
      lang);
}

Examination::Outcomes Examination::outcomes(const checker::RulingResult& prepared,
                                            const checker::Question& question, base::Lang lang) {
  Outcomes out;
  out.can = checker::can_come(question, library_.limits().limits, lang, false);
  for (const auto& [text, way] : out.can.outcomes)
    out.all.push_back(
        {text, question.world == nullptr
                   ? std::vector<std::string>{}
                   : checker::explain::choices_of(question, prepared.ruling, way.moves, lang)});
  return out;
}

}  // namespace hanrei::server
