#include "errata/meanings.h"

#include <map>
#include <memory>

#include "base/json/make.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/stop.h"
#include "model/phrases/house.h"

namespace hanrei::errata {
namespace {

using base::Json;
using model::phrases::Against;
using model::phrases::CardRead;

/// The game in which the words of the card have this meaning only.
model::Game with_meaning(const model::Game& game, const CardRead& c, size_t meaning,
                         base::SourceMap& sources) {
  model::Game out = game;
  base::DiagnosticLog quiet;
  const std::string text = base::canonical(c.reading.meanings[meaning].provisions);
  if (auto json = base::read_json(sources, sources.add("《" + c.name + "》", text), quiet))
    base::set_member(*card_in(out, c.name), "provisions", std::move(*json));
  return out;
}

/// How the second stands to the first.
Meant meant_of(const Item& item) {
  if (item.outcome != Outcome::Compared) return Meant::Unknown;
  if (item.answer.verdict == Verdict::Functional) return Meant::Apart;
  return item.answer.verdict == Verdict::Equivalent ? Meant::Alike : Meant::Unknown;
}

class Comparison {
 public:
  Comparison(const CardRead& card, const model::Game& game, base::SourceMap& sources,
             const std::vector<Document>& corpus, const Asked& asked)
      : card_(card), game_(game), sources_(sources), corpus_(corpus), asked_(asked) {}

  void run(Ambiguous& out) {
    const size_t all = card_.reading.meanings.size();
    out.compared = std::min(all, kMostMeanings);
    bool unknown = out.compared < all || card_.reading.bounded != model::phrases::Bounded::No;
    std::vector<size_t> kinds = {0};
    for (size_t i = 1; i < out.compared; ++i) {
      bool alone = true;
      for (const size_t k : kinds) {
        Ambiguous::Pair pair{k, i, {}};
        const Meant meant = judge(k, i, pair.item);
        out.pairs.push_back(std::move(pair));
        if (meant == Meant::Apart) out.meant = Meant::Apart;
        unknown = unknown || meant == Meant::Unknown;
        if (meant != Meant::Alike) continue;
        out.meanings[i].as = k;
        alone = false;
        break;
      }
      if (alone) kinds.push_back(i);
    }
    if (out.meant != Meant::Apart) out.meant = unknown ? Meant::Unknown : Meant::Alike;
  }

 private:
  Meant judge(size_t a, size_t b, Item& out) {
    Taken &first = taken(a), &second = taken(b);
    if (first.session.compiled({})->code == nullptr ||
        second.session.compiled({})->code == nullptr) {
      out.outcome = Outcome::LeftOut;
      return Meant::Unknown;
    }
    std::vector<Item> items =
        compare_changes(first.session, second.session, first.game, second.game, sources_, corpus_,
                        changes(first.game, second.game), asked_, SIZE_MAX);
    // Nothing that could matter differs.
    if (items.empty()) return Meant::Alike;
    out = std::move(items.front());
    return meant_of(out);
  }

  /// The game with one meaning: read and compiled once.
  struct Taken {
    model::Game game;
    checker::Session session;
    Taken(model::Game with, const base::SourceMap& sources)
        : game(std::move(with)), session(game, sources) {}
  };
  Taken& taken(size_t meaning) {
    std::unique_ptr<Taken>& at = taken_[meaning];
    if (at == nullptr)
      at = std::make_unique<Taken>(with_meaning(game_, card_, meaning, sources_), sources_);
    return *at;
  }

  const CardRead& card_;
  const model::Game& game_;
  base::SourceMap& sources_;
  const std::vector<Document>& corpus_;
  const Asked& asked_;
  std::map<size_t, std::unique_ptr<Taken>> taken_;
};

}  // namespace

const Ambiguous::Pair* Ambiguous::apart() const {
  const Pair* out = nullptr;
  for (const Pair& p : pairs)
    if (meant_of(p.item) == Meant::Apart && p.item.answer.smallest &&
        (out == nullptr || p.item.answer.smallest->cards < out->item.answer.smallest->cards))
      out = &p;
  return out;
}

std::vector<Ambiguous> compare_meanings(const model::phrases::Book& book, const model::Game& game,
                                        base::SourceMap& sources,
                                        const model::phrases::CardsRead& read,
                                        const std::vector<Document>& corpus, const Asked& asked) {
  std::vector<Ambiguous> out;
  const model::phrases::Declared names = model::phrases::declared(game);
  for (const CardRead& c : read.cards) {
    const Json* card = card_in(game, c.name);
    if (c.against != Against::Ambiguous || card == nullptr) continue;
    Ambiguous a;
    a.card = c.name;
    a.place = c.place;
    const std::string printed = c.reading.text.print(0, c.reading.text.size());
    a.abilities = !c.compiled && c.abilities && !c.abilities->items.empty();
    const std::string by_hand =
        a.abilities ? model::phrases::normal(*c.abilities, printed, names) : "";
    for (const model::phrases::Meaning& m : c.reading.meanings) {
      OneMeaning& one = a.meanings.emplace_back();
      one.written = a.abilities && model::phrases::normal(m.provisions, printed, names) == by_hand;
      if (a.meanings.size() > kMostMeanings || base::stop_asked()) continue;
      const auto house =
          model::phrases::in_house(book, game, sources, names, m.provisions, printed, card, false);
      if (house.house) one.wording = house.house->words;
    }
    Comparison(c, game, sources, corpus, asked).run(a);
    out.push_back(std::move(a));
  }
  return out;
}

}  // namespace hanrei::errata
