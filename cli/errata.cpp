// hanrei errata: one card with a proposed wording.
#include "cli/errata.h"

#include "base/io/file.h"
#include "base/json/read.h"
#include "errata/reword.h"
#include "errata/words.h"
#include "reports/read.h"
#include "workspace/erratum.h"
#include "workspace/versions.h"

namespace hanrei::cli {

using base::Json;
using reports::shown;

namespace {

/// The abilities that a proposed wording is read as. Nothing: there is no phrasebook, or the words
/// are not read in one way, which is said.
std::optional<model::phrases::CardRead> read_wording(Versions& run, const model::Game& game,
                                                     const ErrataOptions& errata) {
  Reworded words = read_words(game, errata.card, errata.text, run.sources, run.log);
  const std::string name = shown(errata.card, 200);
  std::string said[2];
  for (const base::Lang lang : {base::Lang::En, base::Lang::Ja})
    said[static_cast<std::size_t>(lang)] =
        name + ": " + std::string(base::in_lang(said_of(words), lang));
  if (words.how == WordsRead::NotWhole) {
    said[0] +=
        " (`hanrei read " + name + " --text …` shows how far it is read; --abilities names others)";
    said[1] +=
        " (`hanrei read " + name + " --text …` でどこまで読めるか、--abilities で能力を指定)";
  } else if (words.how == WordsRead::Several) {
    said[0] += " (--abilities names others)";
    said[1] += " (--abilities で能力を指定)";
  }
  if (words.how != WordsRead::NoBook) run.io.say(said[0], said[1]);
  if (words.read) reports::write_provisions(run.io.err, words.read->reading.meanings[0].provisions);
  return std::move(words.read);
}

}  // namespace

int run_errata(const CheckOptions& options, const ErrataOptions& errata, const Io& io) {
  Versions run(options, io);
  const auto files = run.one_game(options.paths);
  if (!files) return kWrongInput;
  if (errata.text.empty() && errata.abilities.empty())
    return run.refuse("errata needs --text, --abilities or both",
                      "errata には --text か --abilities、または両方が要ります");
  const auto before = run.read(files->folder);
  if (!before) return run.complain();
  model::Game after = *before;
  Json* card = errata::card_in(after, errata.card);
  if (card == nullptr)
    return run.refuse("no card " + shown(errata.card, 200) + " in " + shown(files->folder, 400) +
                          " (`hanrei show GAME --names` lists them)",
                      shown(files->folder, 400) + " に " + shown(errata.card, 200) +
                          " というカードはありません (`hanrei show GAME --names` で一覧)");
  if (!errata.text.empty()) {
    const base::Span span = run.sources.add("--text", errata.text);
    const auto read = errata.abilities.empty() ? read_wording(run, *before, errata) : std::nullopt;
    if (run.log.has_errors()) return run.complain();
    errata::reword(*card, errata.text, errata.abilities.empty() && !read, span);
    if (read) errata::state_as_read(*card, *read, run.sources);
  }
  if (!errata.abilities.empty()) {
    const auto text = base::read_file(errata.abilities);
    if (!text) {
      io.refuse(errata.abilities, text.error().message);
      return kWrongInput;
    }
    const auto json =
        base::read_json(run.sources, run.sources.add(errata.abilities, *text), run.log);
    if (!json || run.log.has_errors()) return run.complain();
    if (json->is(Json::Kind::Array))
      errata::put(*card, "provisions", *json, json->span);
    else if (json->is(Json::Kind::Object))
      for (const base::Member& m : json->members) errata::put(*card, m.key, m.value, m.key_span);
    else
      return run.refuse(
          shown(errata.abilities, 400) +
              ": expected a list of provisions, or an object with the keys of a card that change",
          shown(errata.abilities, 400) +
              ": 能力 (provisions) の配列、または変わるキーをもつオブジェクトが要ります");
    // What is in question now stands in that file.
    card->span = json->span;
  }
  if (const Json* n = card->find("card"); n == nullptr || n->string != errata.card)
    return run.refuse("an erratum keeps the name of its card", "訂正でカード名は変えられません");
  base::DiagnosticLog log;
  (void)model::compile(after, {}, run.sources, log);
  if (log.has_errors()) {
    run.log = std::move(log);
    return run.complain();
  }
  return run.conclude(
      errata::examine(*before, after, run.sources, documents_of(run.sources, *files, run.log),
                      run.asked(errata.scenes)),
      {run.ja ? "現行" : "as it is", run.ja ? "訂正案" : "as proposed"});
}

}  // namespace hanrei::cli
