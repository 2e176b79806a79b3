// The question of a scene, for the differ.
#pragma once

#include <memory>

#include "checker/checker.h"
#include "errata/watch.h"
#include "rulings/rulings.h"

namespace hanrei::errata {

/// The only question of a scene, which `kept` keeps; nothing when it cannot be asked. With
/// `watched`: under that program of the session's game.
std::shared_ptr<checker::Question> question_of(checker::Session& session,
                                               const rulings::Document& document,
                                               checker::RulingResult& kept,
                                               const Watched* watched = nullptr);

/// The same with quantities, whatever the rules would have dealt with before for some of their
/// values.
struct Opened {
  std::shared_ptr<const checker::Session::Compiled> compiled;
  model::Program program;
  rulings::Ruling ruling;
  checker::Question question;

  /// Nothing when it cannot be asked.
  static std::unique_ptr<Opened> of(checker::Session& session, const rulings::Document& document);
};

}  // namespace hanrei::errata
