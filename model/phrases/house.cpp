#include "model/phrases/house.h"

namespace hanrei::model::phrases {

using base::Json;

Printed in_house(const Book& book, const Game& game, base::SourceMap& sources,
                 const Declared& names, const Json& provisions, const std::string& printed,
                 const Json* card, bool nameless) {
  const Json* of = nameless ? nullptr : card;
  const auto says = [&](const Json& j) { return normal(j, printed, names); };
  const std::string wanted = says(provisions);
  return print(book, provisions, of, says, [&](const Wording& w) {
    ReadText again = read(book, w.words, of, false);
    if (again.meanings.size() > 1) keep_what_loads(game, sources, {{card, &again}});
    return again.meanings.size() == 1 && again.bounded == Bounded::No &&
           says(again.meanings[0].provisions) == wanted;
  });
}

}  // namespace hanrei::model::phrases
