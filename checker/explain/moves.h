// Sentences about single moves: what is declared, picked, ordered or declined.
#pragma once

#include "checker/explain/speak.h"
#include "checker/replay/replay.h"

namespace hanrei::checker::explain {

/// The act that stands in this slot, as a sentence about its declaration. `choices`: with what the
/// effect that is used has chosen.
std::string declaration_sentence(const Question& question, const Speaker& speaker, const S& state,
                                 int slot, bool choices = true);

/// A choice as a sentence: what is declared, picked, ordered or declined. `before`: the state at
/// which somebody is asked, `after`: once it is done.
std::string choice_sentence(const Question& question, const Speaker& speaker, const S& before,
                            const Move& move, const S& after);

/// What was picked, as a sentence.
std::string picked_sentence(const Question& question, const Speaker& speaker, const S& before,
                            const Move& move, const S& after);

/// What a trigger does, as a thing to be named.
std::string trigger_words(const Question& question, const Speaker& speaker, const S& state,
                          const TriggerInstance& instance);

/// Words before a sentence: "when X has gone down, A …".
std::string after_moment(const std::string& moment, std::string text, bool japanese);

}  // namespace hanrei::checker::explain
