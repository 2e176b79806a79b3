#include "model/phrases/circles.h"

#include <utility>
#include <vector>

namespace hanrei::model::phrases {

void check_circles(const Book& book, base::DiagnosticLog& log) {
  const size_t n = book.sorts.size();
  std::vector<std::vector<std::pair<size_t, int>>> to(n);
  for (const Rule& r : book.rules) {
    const Element* only = nullptr;
    int count = 0;
    for (const Element& e : r.elements)
      if (e.kind != Element::Kind::Boundary) {
        ++count;
        only = &e;
      }
    if (count == 1 && only->kind == Element::Kind::Slot)
      to[static_cast<size_t>(r.sort)].emplace_back(static_cast<size_t>(only->sort), r.phrase);
  }
  std::vector<char> state(n, 0);  // 1: on the way, 2: done
  for (size_t root = 0; root < n; ++root) {
    if (state[root] != 0) continue;
    std::vector<std::pair<size_t, size_t>> way = {{root, 0}};
    state[root] = 1;
    while (!way.empty()) {
      auto& [at, next] = way.back();
      if (next == to[at].size()) {
        state[at] = 2;
        way.pop_back();
        continue;
      }
      const auto [target, phrase] = to[at][next++];
      if (state[target] == 1)
        log.add(base::Code::PhraseCircle, book.phrases[static_cast<size_t>(phrase)].span,
                {book.sorts[target]});
      if (state[target] != 0) continue;
      state[target] = 1;
      way.emplace_back(target, 0);
    }
  }
}

}  // namespace hanrei::model::phrases
