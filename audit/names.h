// An audit speaks the language of the checker: questions, answers, sessions.
#pragma once

#include "checker/checker.h"

namespace hanrei::audit {

using namespace checker;

}  // namespace hanrei::audit
