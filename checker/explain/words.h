// Conditions of the rules as words: what is written in a rules file as `枚数 > 3` reads "枚数 (4)
// is more than 3".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/explain/speak.h"

namespace hanrei::checker::explain {

/// Where a condition stands: the state, and what its names are worth there.
struct Where {
  const S& state;
  int frame = -1;
  const int64_t* locals = nullptr;
  std::array<int64_t, kTemps> temps = {};
  std::vector<std::string> local_names = {};  ///< of the frame; a number is told with its name
  std::vector<std::string> temp_names = {};
  bool values = true;  ///< numbers are told with what they are worth there
};

/// That the condition holds, or with `holds` false that it does not, as a clause without a full
/// stop: in Japanese one that とき and ので can follow. Numbers that are read of something are told
/// with what they are worth there. Nothing where a part of it has no words: forms such as `would`
/// or a payment.
std::optional<std::string> condition_words(const Question& question, const Speaker& speaker,
                                           const Where& where, ExprId condition, bool holds = true);

/// That a condition which does not hold fails: of several parts the first that fails and has words.
/// Nothing as above, and of what is asked of something that only the model has a name for.
std::optional<std::string> failing_words(const Question& question, const Speaker& speaker,
                                         const Where& where, ExprId condition);

/// What a measure is, such as "X's power" or "the number of cards in A's hand"; nothing as above.
std::optional<std::string> measure_words(const Question& question, const Speaker& speaker,
                                         const Where& where, ExprId measure);

/// That a value of the whole game is this: how it ends, who has declared something; nothing for
/// others.
std::optional<std::string> worth_words(const Question& question, const Speaker& speaker,
                                       const Where& where, ExprId value, int64_t is);

/// What a set is called, such as "the cards in A's hand"; nothing as above.
std::optional<std::string> set_words(const Question& question, const Speaker& speaker,
                                     const Where& where, ExprId set);

/// That something is a member of the set, or is not, as a clause.
std::optional<std::string> member_words(const Question& question, const Speaker& speaker,
                                        const Where& where, const std::string& what, ExprId set,
                                        bool holds);

}  // namespace hanrei::checker::explain
