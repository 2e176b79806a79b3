#pragma once

#include "audit/print/reader/sentence.h"

namespace hanrei::audit::reader {

void analyse_japanese(Sentence& sentence, const Learned& learned);
void analyse_english(Sentence& sentence, const Learned& learned);

}  // namespace hanrei::audit::reader
