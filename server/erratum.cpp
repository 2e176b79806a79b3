// The page of an erratum: one card with other words, examined for one request within limits.
#include "workspace/erratum.h"

#include <algorithm>

#include "base/stop.h"
#include "base/text/filled.h"
#include "findings/entry.h"
#include "reports/reports.h"
#include "rulings/xml/edit.h"
#include "server/desk.h"
#include "workspace/workspace.h"

namespace hanrei::server {
namespace {

using base::Lang;
namespace html = reports::html;

// What is looked at for a request; `hanrei errata` looks at more.
constexpr std::size_t kMostScenes = 40, kMostStates = 60'000, kMostRulings = 24, kMostDrawn = 12;

/// The ruling that takes the place of one that turns: its question and its situation; the answer is
/// for somebody to give, and its claims are those that hold no more.
std::string superseding(const rulings::Document& of) {
  rulings::Document out = of;
  for (rulings::Element::Attribute& a : out.root.attributes) {
    if (a.name == "id") a.value += ".1";
    if (a.name == "status") a.value = "pending";
  }
  auto& parts = out.root.children;
  std::erase_if(parts, [](const rulings::Element& e) { return e.name == "supersedes"; });
  for (rulings::Element& e : parts)
    if (e.name == "answer") e.text = "…";
  rulings::Element supersedes;
  supersedes.name = "supersedes";
  supersedes.attributes.push_back({"ruling", of.id, {}, {}});
  const auto at = std::ranges::find_if(parts, [](const rulings::Element& e) {
    return e.name != "title" && e.name != "question" && e.name != "answer" && e.name != "cites";
  });
  parts.insert(at, std::move(supersedes));
  return rulings::draft_xml(out);
}

}  // namespace

Response Desk::erratum(const Request& request) {
  const html::Face face = face_of(request);
  html::Erratum page;
  page.game = request.in_query("game");
  page.card = request.in_query("card");
  page.text = request.in_query("text");
  std::erase(page.text, '\r');
  int status = 200;
  workspace::Erratum found;
  try {
    const auto game = library_.games().find(page.game);
    if (game == library_.games().end())
      throw Refusal{404, base::filled("there is no game `{0}`", "`{0}` というゲームはありません",
                                      {reports::shown(page.game, 100)})};
    if (!page.text.empty()) {
      if (request.in_header("sec-fetch-site") == "cross-site")
        throw Refusal{403, base::in_both("asked by the page of another site",
                                         "別のサイトのページからの要求です")};
      const auto turn = library_.turn();
      if (turn == nullptr)
        throw Refusal{503,
                      base::in_both("other rulings are being examined; ask again",
                                    "ほかの裁定を検査しています。あとでもう一度お試しください")};
      Refusal why;
      const auto room = read_room(game->second, why);
      if (room == nullptr) throw why;
      base::DiagnosticLog log;
      std::vector<rulings::Document> corpus;
      const workspace::Workspace work = workspace::find({game->second});
      if (!work.games.empty())
        corpus = workspace::documents_of(room->sources, work.games.front(), log);
      errata::Asked asked;
      asked.scenes = kMostScenes;
      asked.states = kMostStates;
      auto examined = workspace::examine_words(room->loaded->game, room->sources, corpus, page.card,
                                               page.text, kMostRulings, asked);
      base::heed_stop();
      if (!examined) throw Refusal{422, examined.error().message};
      found = std::move(*examined);
      both_of(page.read, workspace::said_of(found.words));
      page.provisions = found.provisions;
      page.naming = found.naming;
      if (found.report.broken)
        throw Refusal{422, base::in_both("with these words the game does not compile",
                                         "この文面ではゲームが読み込めません")};
      page.report = &found.report;
      for (const errata::Flip& f : found.report.flips) {
        html::Erratum::Turn& t = page.turns.emplace_back();
        t.id = f.id;
        for (const Lang lang : {Lang::En, Lang::Ja}) {
          t.before[static_cast<std::size_t>(lang)] = findings::standing_text(f.before, lang);
          t.after[static_cast<std::size_t>(lang)] = findings::standing_text(f.after, lang);
        }
        const auto of = std::ranges::find(corpus, f.id, &rulings::Document::id);
        if (of != corpus.end() && page.turns.size() <= kMostDrawn) t.draft = superseding(*of);
      }
    }
  } catch (const Refusal& refusal) {
    both_of(page.refused, refusal.said);
    status = refusal.status;
  }
  const auto text = site_.erratum(page, face);
  if (!text)
    return {
        404, "text/plain; charset=utf-8",
        std::string(base::in_lang(page.refused[static_cast<std::size_t>(face.lang)], face.lang)) +
            "\n"};
  return {status, "text/html; charset=utf-8", *text};
}

}  // namespace hanrei::server
