// The plays of a difference, told.
#pragma once

#include "errata/differ.h"

namespace hanrei::errata {

/// Fills in its sentences.
void tell_plays(Difference& difference);

}  // namespace hanrei::errata
