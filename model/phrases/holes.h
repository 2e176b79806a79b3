// Where one phrase is lacking in a text that would be read with it. Internal to model/phrases/.
#pragma once

#include <vector>

#include "model/phrases/chart.h"

namespace hanrei::model::phrases {

/// With something of this sort there, all around it is read.
struct Hole {
  int sort = 0;
  size_t begin = 0, end = 0;
  Environment env;
};

/// Those of the text, the shortest first. `chart`: of all sorts, anywhere.
std::vector<Hole> holes_of(const Book& book, const Folded& text, const Chart& chart,
                           const base::Json& card);

}  // namespace hanrei::model::phrases
