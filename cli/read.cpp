// hanrei read: printed words, read into provisions.
#include "cli/read.h"

#include "reports/read.h"
#include "workspace/versions.h"

namespace hanrei::cli {
namespace {

namespace phrases = model::phrases;
using reports::shown;

int code_of(const phrases::CardsRead& report) {
  using phrases::Against;
  bool any = false, unread = false, found = !report.same_words.empty();
  for (const phrases::CardRead& c : report.cards) {
    any = any || c.against != Against::NoWords;
    unread = unread || c.against == Against::Unread || c.reading.bounded != phrases::Bounded::No;
    found = found || c.against == Against::Differs || c.against == Against::Ambiguous;
  }
  return !any ? kNothingExamined : found ? kFindings : unread ? kUndecided : kOk;
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
  const phrases::CardsRead report =
      phrases::read_cards(*book, *game, run.sources, {read.cards, read.text});
  if (!report.unknown.empty())
    return run.refuse("no card " + shown(report.unknown[0], 200) + " in " +
                          shown(files->folder, 400) + " (`hanrei show GAME --names` lists them)",
                      shown(files->folder, 400) + " に " + shown(report.unknown[0], 200) +
                          " というカードはありません (`hanrei show GAME --names` で一覧)");
  const int code = run.refused ? kWrongInput : code_of(report);
  if (options.format == "json")
    reports::write_read_json(io.out, *book, report, run.sources, code);
  else
    reports::write_read_text(io.out, *book, report, run.sources, options.style);
  if (code == kNothingExamined) io.say("nothing was examined", "何も検査していません");
  return code;
}

}  // namespace hanrei::cli
