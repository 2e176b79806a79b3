// Where a case begins, in one line: whose turn it is, which cards lie where, and what the ruling
// says they are worth.
#pragma once

#include "checker/explain/speak.h"

namespace hanrei::checker::explain {

/// The situation of a question as sentences; what the file leaves out, and bookkeeping, is not
/// told. Empty where there is nothing to tell. `ruling` may be null.
std::string setting_words(const Question& question, const rulings::Ruling* ruling, base::Lang lang);

}  // namespace hanrei::checker::explain
