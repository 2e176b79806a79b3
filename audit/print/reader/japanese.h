#pragma once

#include "audit/print/reader/words.h"

namespace hanrei::audit::reader {

/// The words of Japanese as the dictionary has them; none without an analyser.
std::vector<Word> japanese(View text);

}  // namespace hanrei::audit::reader
