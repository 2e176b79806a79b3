// How many phrases of a book would `phrases propose` have given back? Each n-th phrase that a card
// uses is left out; of the cards that are then unread the first is shown to it.
//
//     build/default/bench/hanrei_propose EVERY GAME…
#include "model/phrases/propose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>

#include "base/json/write.h"

using namespace hanrei;
using namespace hanrei::model::phrases;
using base::Json;

namespace {

void uses(const Book& book, const Used& node, std::set<int>& out) {
  if (node.rule >= 0) out.insert(book.rules[static_cast<size_t>(node.rule)].phrase);
  for (const auto& kid : node.kids) uses(book, *kid, out);
}

std::vector<Json> without(std::vector<Json> files, base::Span phrase) {
  for (Json& file : files)
    for (base::Member& m : file.members)
      if (m.key == "phrases")
        std::erase_if(m.value.items, [&](const Json& p) { return p.span == phrase; });
  return files;
}

const Json* card_in(const model::Game& game, const std::string& name) {
  for (const Json& file : game.cards)
    if (const Json* list = file.find("cards"))
      for (const Json& c : list->items)
        if (const Json* n = c.find("card"); n != nullptr && n->string == name) return &c;
  return nullptr;
}

size_t same_in(const CardsRead& r) {
  return static_cast<size_t>(
      std::ranges::count_if(r.cards, [](const CardRead& c) { return c.against == Against::Same; }));
}

void measure(const std::string& folder, size_t every, bool verbose) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto game = model::read_game(sources, folder, log);
  if (!game) return;
  const std::vector<Json> files = book_files(*game, sources, log);
  const auto book = make_book(*game, files, log);
  if (!book) return;
  const CardsRead all = read_cards(*book, *game, sources, {});
  std::vector<std::vector<std::string>> users(book->phrases.size());
  for (const CardRead& c : all.cards) {
    std::set<int> used;
    if (c.against == Against::Same) uses(*book, *c.reading.meanings[0].how, used);
    for (const int p : used) users[static_cast<size_t>(p)].push_back(c.name);
  }
  size_t used = 0, asked = 0, unneeded = 0, lone = 0, any = 0, some = 0, whole = 0;
  for (size_t p = 0; p < book->phrases.size(); ++p) {
    if (users[p].empty() || used++ % every != 0) continue;
    const std::vector<Json> rest = without(files, book->phrases[p].span);
    base::DiagnosticLog quiet;
    const auto lacking = make_book(*game, rest, quiet);
    if (!lacking) {
      ++lone;
      continue;
    }
    Asked those;
    those.cards = users[p];
    those.near = false;
    const CardsRead left = read_cards(*lacking, *game, sources, those);
    const auto first = std::ranges::find_if(
        left.cards, [](const CardRead& c) { return c.against == Against::Unread; });
    if (first == left.cards.end()) {
      ++unneeded;
      continue;
    }
    ++asked;
    const Proposals found = propose(*lacking, rest, *game, *card_in(*game, first->name));
    size_t best = 0;
    for (const Proposal& q : found.list) {
      const auto again = make_book(*game, with_phrase(rest, q.phrase), quiet);
      if (again) best = std::max(best, same_in(read_cards(*again, *game, sources, those)));
    }
    any += found.list.empty() ? 0 : 1;
    some += best > 0 ? 1 : 0;
    whole += best == users[p].size() ? 1 : 0;
    if (!verbose) continue;
    std::cout << (best == users[p].size() ? "whole "
                  : best > 0              ? "some  "
                                          : "none  ")
              << book->phrases[p].sort << "  " << book->phrases[p].wording << "  (" << best << "/"
              << users[p].size() << "; " << found.holes << (found.bounded ? "+" : "") << ")\n";
    for (const Proposal& q : found.list) std::cout << "      " << base::canonical(q.phrase);
    std::cout << std::flush;
  }
  std::cout << fmt::format(
      "{}: phrases that a card uses {}, left out {}; the only one of its sort {}, not needed {}, "
      "asked {}: something proposed {}, reads all cards {}, some {}\n",
      folder, used, (used + every - 1) / every, lone, unneeded, asked, any, whole, some - whole);
}

}  // namespace

int main(int argc, char** argv) {
  const size_t every = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (every == 0 || argc < 3) {
    std::cerr << "usage: hanrei_propose EVERY GAME...\n";
    return 2;
  }
  for (int i = 2; i < argc; ++i) measure(argv[i], every, std::getenv("HANREI_VERBOSE") != nullptr);
  return 0;
}
