// hanrei read: printed words, read into provisions.
#include "cli/read.h"

#include <set>

#include "errata/meanings.h"
#include "errata/words.h"
#include "reports/errata.h"
#include "reports/meanings.h"
#include "reports/read.h"
#include "workspace/versions.h"

namespace hanrei::cli {
namespace {

namespace phrases = model::phrases;
using reports::shown;

/// `alike`: cards of which all meanings end alike.
int code_of(const phrases::CardsRead& report, const std::set<std::string>& alike) {
  using phrases::Against;
  bool any = false, unread = false, found = !report.same_words.empty();
  for (const phrases::CardRead& c : report.cards) {
    any = any || c.against != Against::NoWords;
    unread = unread || c.against == Against::Unread || c.reading.bounded != phrases::Bounded::No;
    found = found || c.against == Against::Differs ||
            (c.against == Against::Ambiguous && !alike.contains(c.name)) ||
            c.house == phrases::House::Unread;
  }
  return !any ? kNothingExamined : found ? kFindings : unread ? kUndecided : kOk;
}

/// Those that differ, compared in play; what ends alike within the scope is told as such.
std::vector<errata::Item> compare_in_play(Versions& run, const model::Game& game,
                                          const std::vector<rulings::Document>& documents,
                                          phrases::CardsRead& report) {
  errata::Asked asked = run.asked(errata::Asked{}.scenes);
  checker::Session hand(game, run.sources);
  std::vector<errata::Item> items =
      errata::compare_words(hand, game, run.sources, report, documents, asked, SIZE_MAX);
  std::set<std::string> alike;
  for (const errata::Item& i : items)
    if (i.outcome == errata::Outcome::Compared && i.answer.verdict == errata::Verdict::Equivalent)
      alike.insert(i.changes.front().id);
  for (phrases::CardRead& c : report.cards)
    if (c.against == phrases::Against::Differs && alike.contains(c.name)) {
      c.against = phrases::Against::SameInPlay;
      --report.tally.differs;
      ++report.tally.same_in_play;
    }
  return items;
}

}  // namespace

int run_read(const CheckOptions& options, const ReadOptions& read, const Io& io) {
  Versions run(options, io);
  const auto files = run.one_game(options.paths);
  if (!files) return kWrongInput;
  const auto game = run.read(files->folder);
  if (!game) return run.complain();
  const auto book = phrases::read_book(*game, run.sources, run.log);
  if (!book) {
    if (run.log.has_errors()) return run.complain();
    io.say(shown(files->folder, 400) + " has no phrasebook (phrases/*.json)",
           shown(files->folder, 400) + " に句集 (phrases/*.json) がありません");
    return kNothingExamined;
  }
  phrases::Asked asked;
  asked.cards = read.cards;
  asked.text = read.text;
  asked.print = read.print;
  phrases::CardsRead report = phrases::read_cards(*book, *game, run.sources, asked);
  if (!report.unknown.empty())
    return run.refuse("no card " + shown(report.unknown[0], 200) + " in " +
                          shown(files->folder, 400) + " (`hanrei show GAME --names` lists them)",
                      shown(files->folder, 400) + " に " + shown(report.unknown[0], 200) +
                          " というカードはありません (`hanrei show GAME --names` で一覧)");
  std::vector<errata::Item> items;
  std::vector<errata::Ambiguous> several;
  std::set<std::string> alike;
  if (read.in_play) {
    base::DiagnosticLog quiet;
    const std::vector<rulings::Document> documents = documents_of(run.sources, *files, quiet);
    items = compare_in_play(run, *game, documents, report);
    several = errata::compare_meanings(*book, *game, run.sources, report, documents,
                                       run.asked(errata::Asked{}.scenes));
    for (const errata::Ambiguous& a : several)
      if (a.meant == errata::Meant::Alike) alike.insert(a.card);
  }
  const int code = run.refused ? kWrongInput : code_of(report, alike);
  if (options.format == "json")
    reports::write_read_json(io.out, *book, report, run.sources, code);
  else {
    reports::write_read_text(io.out, *book, report, run.sources, options.style);
    reports::write_items(io.out, items,
                         {run.ja ? "能力" : "the abilities", run.ja ? "文言" : "the words"},
                         options.style);
    reports::write_meanings(io.out, several, run.sources, false, options.style);
    for (errata::Ambiguous& a : several)
      for (errata::Ambiguous::Pair& p : a.pairs) {
        if (p.item.changes.empty()) continue;
        const auto name = [&](size_t i) {
          return (run.ja ? "意味 " : "meaning ") + std::to_string(i + 1);
        };
        std::vector<errata::Item> one;
        one.push_back(std::move(p.item));
        reports::write_items(io.out, one, {name(p.first), name(p.second)}, options.style);
      }
  }
  if (code == kNothingExamined) io.say("nothing was examined", "何も検査していません");
  return code;
}

}  // namespace hanrei::cli
