// hanrei phrases propose: the phrase that the phrasebook lacks for a card.
#include <algorithm>

#include "base/io/file.h"
#include "base/json/make.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/filled.h"
#include "cli/read.h"
#include "model/phrases/propose.h"
#include "reports/read.h"
#include "workspace/versions.h"

namespace hanrei::cli {
namespace {

namespace phrases = model::phrases;
using base::Json;
using phrases::Against;
using phrases::CardRead;
using reports::shown;

constexpr size_t kNamed = 20;  // cards in a line

/// What a phrase makes of the pool.
struct Effect {
  std::vector<std::string> same, otherwise, alone, ambiguous;
};

Effect effect_of(const phrases::CardsRead& before, const phrases::CardsRead& after) {
  Effect out;
  for (size_t i = 0; i < after.cards.size(); ++i) {  // the same cards
    const CardRead& c = after.cards[i];
    const size_t n = before.cards[i].reading.meanings.size();
    if (c.reading.meanings.size() > 1 && c.reading.meanings.size() > n)
      out.ambiguous.push_back(c.name);
    else if (c.reading.whole() && n == 0)
      (c.against == Against::Differs ? out.otherwise
       : c.against == Against::Same  ? out.same
                                     : out.alone)
          .push_back(c.name);
  }
  return out;
}

class Proposing {
 public:
  Proposing(Versions& run, const model::Game& game, const phrases::Book& book,
            const std::vector<Json>& files, const Io& io)
      : run_(run), game_(game), book_(book), files_(files), io_(io) {
    before_ = phrases::read_cards(book, game, run.sources, {});
  }

  /// False: nothing was proposed.
  bool write(const std::string& name, const Json& card, phrases::Proposals& found) {
    found = phrases::propose(book_, files_, game_, card);
    const bool ja = run_.ja;
    if (found.list.empty()) {
      const auto there =
          std::ranges::find_if(before_.cards, [&](const CardRead& c) { return c.name == name; });
      const bool whole = there != before_.cards.end() && there->reading.whole();
      io_.out << shown(name, 100) << "  "
              << (whole ? (ja ? "すべて読める。欠けている句はない"
                              : "read whole: no phrase is lacking")
                  : ja  ? "提案できる句がない（調べた箇所 "
                        : "no phrase is proposed (places that were tried: ")
              << (whole ? "" : std::to_string(found.holes) + (ja ? "）" : ")")) << "\n";
      bounded(found);
      return whole;
    }
    for (size_t i = 0; i < found.list.size(); ++i) {
      base::DiagnosticLog quiet;
      const auto book =
          phrases::make_book(game_, phrases::with_phrase(files_, found.list[i].phrase), quiet);
      if (!book) continue;
      const Effect e = effect_of(before_, phrases::read_cards(*book, game_, run_.sources, {}));
      io_.out << (i > 0 ? "\n" : "") << shown(name, 100) << "  " << (ja ? "提案 " : "proposal ")
              << i + 1 << "\n";
      reports::write_provisions(io_.out, base::list_json({found.list[i].phrase}));
      cards(ja ? "これで読め、能力の記述と同じ" : "read with it, as their abilities", e.same);
      cards(ja ? "これで読めるが、能力の記述と異なる" : "read with it, as something else",
            e.otherwise);
      if (!e.alone.empty())
        cards(ja ? "これで読めるが、比べる能力の記述がない" : "read with it, and not compared",
              e.alone);
      cards(ja ? "意味が増える" : "with more meanings than before", e.ambiguous);
    }
    bounded(found);
    return true;
  }

 private:
  void bounded(const phrases::Proposals& found) {
    if (found.bounded)
      io_.out << (run_.ja ? "すべての箇所は調べていません\n" : "not all places were tried\n");
  }
  void cards(const char* what, const std::vector<std::string>& names) {
    std::vector<std::string> some;
    for (size_t i = 0; i < names.size() && i < kNamed; ++i) some.push_back(shown(names[i], 60));
    io_.out << "  " << what << ": " << names.size();
    if (!names.empty()) io_.out << "  " << reports::joined(some, run_.ja);
    if (names.size() > kNamed) io_.out << " …";
    io_.out << "\n";
  }

  Versions& run_;
  const model::Game& game_;
  const phrases::Book& book_;
  const std::vector<Json>& files_;
  const Io& io_;
  phrases::CardsRead before_;
};

/// Puts the phrase behind the last one of its sort, in the file that has it. All else stays as it
/// is. Empty: done; else what stood in the way.
std::string add_to_book(const std::vector<Json>& files, const Json& phrase,
                        base::SourceMap& sources, std::string& path) {
  const std::string& sort = phrase.find("sort")->string;
  const Json* after = nullptr;
  for (const Json& file : files)
    if (const Json* list = file.find("phrases"))
      for (const Json& p : list->items)
        if (const Json* s = p.find("sort"); s != nullptr && s->string == sort) after = &p;
  if (after == nullptr)
    return base::in_both("no phrase is of its sort", "同じ種別の句がありません");
  path = std::string(sources.path(after->span.file));
  const std::string text(sources.text(after->span.file));
  if (const auto now = base::read_file(path); !now || *now != text)
    return base::in_both("the file has changed", "ファイルが変わっています");
  std::string added = text.substr(0, after->span.end) + ",\n" + base::canonical(phrase) +
                      text.substr(after->span.end);
  base::SourceMap own;
  base::DiagnosticLog log;
  const auto was = base::read_json(own, own.add(path, text), log),
             is = base::read_json(own, own.add(path, added), log);
  if (!was || !is) return base::in_both("it would be no JSON", "JSON でなくなります");
  if (base::canonical(*was) == text) added = base::canonical(*is);
  const auto done = base::write_file_atomic(path, added);
  return done ? "" : done.error().message;
}

}  // namespace

int run_propose(const CheckOptions& options, const std::string& card, bool write, const Io& io) {
  Versions run(options, io);
  const auto files = run.one_game(options.paths);
  if (!files) return kWrongInput;
  const auto game = run.read(files->folder);
  if (!game) return run.complain();
  const std::vector<Json> book_files = phrases::book_files(*game, run.sources, run.log);
  const auto book = book_files.empty() || run.log.has_errors()
                        ? std::nullopt
                        : phrases::make_book(*game, book_files, run.log);
  if (!book) {
    if (run.log.has_errors()) return run.complain();
    io.say(shown(files->folder, 400) + " has no phrasebook (phrases/*.json)",
           shown(files->folder, 400) + " に句集 (phrases/*.json) がありません");
    return kNothingExamined;
  }
  const Json* found = nullptr;
  for (const Json& file : game->cards)
    if (const Json* list = file.find("cards"))
      for (const Json& c : list->items)
        if (const Json* name = c.find("card"); name != nullptr && name->string == card) found = &c;
  if (found == nullptr)
    return run.refuse("no card " + shown(card, 200) + " in " + shown(files->folder, 400) +
                          " (`hanrei show GAME --names` lists them)",
                      shown(files->folder, 400) + " に " + shown(card, 200) +
                          " というカードはありません (`hanrei show GAME --names` で一覧)");
  phrases::Proposals proposals;
  const bool any = Proposing(run, *game, *book, book_files, io).write(card, *found, proposals);
  if (!any) return kUndecided;
  if (!write || proposals.list.empty()) return kOk;
  std::string path;
  if (const std::string why = add_to_book(book_files, proposals.list[0].phrase, run.sources, path);
      !why.empty()) {
    io.refuse(path, why);
    return kWrongInput;
  }
  io.out << (run.ja ? "提案 1 を書き込みました: " : "proposal 1 was written to ")
         << shown(path, 400) << "\n";
  return kOk;
}

}  // namespace hanrei::cli
