// Phrases that go round in a circle. Internal to model/phrases/.
#pragma once

#include "base/text/diagnostic.h"
#include "model/phrases/book.h"

namespace hanrei::model::phrases {

/// Tells of phrases that are each other with nothing added: there would be no end of readings.
void check_circles(const Book& book, base::DiagnosticLog& log);

}  // namespace hanrei::model::phrases
