#include "workspace/words.h"

#include "model/phrases/report.h"
#include "reports/meanings.h"
#include "workspace/side.h"

namespace hanrei::workspace {
namespace {

void compare(const model::Game& game, base::SourceMap& sources, const GameFiles& files,
             const std::vector<rulings::Document>& documents, const JudgeOptions& options,
             WordsAudit& out) {
  base::DiagnosticLog quiet;
  const auto book = model::phrases::read_book(game, sources, quiet);
  if (!book) {
    if (quiet.has_errors())
      out.not_examined.push_back(
          {files.folder + ": the words of its cards, since its phrasebook has errors",
           files.folder + ": 句集に誤りがあるため、カードの文面"});
    return;
  }
  model::phrases::Asked pool;
  pool.near = false;
  errata::Asked asked;
  asked.jobs = threads(options);
  out.meanings = errata::compare_meanings(*book, game, sources,
                                          read_cards(*book, game, sources, pool), documents, asked);
  for (const errata::Ambiguous& a : out.meanings)
    if (const std::string why = reports::not_compared(a); !why.empty())
      out.not_examined.push_back(
          {"《" + a.card + "》: " + std::string(base::in_lang(why, base::Lang::En)),
           "《" + a.card + "》: " + std::string(base::in_lang(why, base::Lang::Ja))});
}

void confirm(const model::Game& game, const base::SourceMap& sources, const GameFiles& files,
             const std::vector<rulings::Document>& documents, const JudgeOptions& options,
             const Io& io, WordsAudit& out) {
  if (game.from_words.empty()) return;
  Side side;
  side.folder = files.folder;
  side.game = game;
  if (const base::Json* id = game.game.find("game")) side.id = id->string;
  side.sound = true;
  for (const rulings::Document& d : documents)
    if (!d.is_deck) side.state.rulings.push_back(d);
  out.compiled = question(side, {files.folder, true}, sources, nullptr, options, io).compiled;
  std::erase_if(out.compiled, [](const auto& c) { return c.loose == 0; });
}

}  // namespace

WordsAudit audit_words(const model::Game& game, base::SourceMap& sources, const GameFiles& files,
                       const std::vector<rulings::Document>& documents, const JudgeOptions& options,
                       const Io& io) {
  WordsAudit out;
  compare(game, sources, files, documents, options, out);
  if (is_whole(files)) confirm(game, sources, files, documents, options, io, out);
  return out;
}

}  // namespace hanrei::workspace
