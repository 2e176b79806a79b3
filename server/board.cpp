// The page on which a situation is built: what a form says becomes an edit, and the page of what
// came of it is looked up under its own address.
#include <algorithm>

#include "base/text/filled.h"
#include "base/text/unicode.h"
#include "findings/entry.h"
#include "server/desk.h"
#include "server/drafts.h"
#include "server/examine.h"
#include "server/form.h"
#include "workspace/profile.h"

namespace hanrei::server {
namespace {

using base::Lang;
namespace html = reports::html;

constexpr std::size_t kMostOffered = 20, kMostLike = 5, kMostShared = 4;

/// Where most of the rulings of the game begin.
std::string usual_place(const html::Bundle& bundle, const std::string& game,
                        const model::Program& program) {
  std::map<std::string, std::size_t> all;
  for (const html::Game& g : bundle.games)
    for (const html::Ruling& r : g.rulings)
      if (g.folder == game)
        for (const rulings::CaseRecord& c : r.record.cases)
          if (!c.at.empty()) ++all[c.at];
  if (const auto most = std::ranges::max_element(all, {}, [](const auto& p) { return p.second; });
      most != all.end())
    return most->first;
  for (const model::Procedure& p : program.procedures)
    if (!p.step_names.empty()) return p.name;
  return "";
}

/// Cards of the game in whose name the text is, whatever its width and its kana.
std::vector<std::string> named_like(const model::Program& program, const std::string& text) {
  const std::string wanted = base::fold(text);
  std::vector<std::string> out;
  for (const model::CardDef& c : program.cards)
    if (out.size() < kMostOffered && base::fold(c.name).find(wanted) != std::string::npos)
      out.push_back(c.name);
  return out;
}

/// What a form says, as an edit: `place` is a player and a zone, `ends` a card that is claimed to
/// be in it; what was left empty was not said.
rulings::Edit edit_of(std::map<std::string, std::string> fields) {
  if (const auto at = fields.find("place"); at != fields.end()) {
    const std::string place = at->second;
    const std::size_t slash = place.find('/');
    const std::string player = place.substr(0, slash),
                      zone = slash == std::string::npos ? "" : place.substr(slash + 1);
    if (const auto ends = fields.find("ends"); ends != fields.end()) {
      fields["text"] = ends->second + " in " + zone + "(" + player + ")";
      fields.erase("ends");
    } else {
      fields["player"] = player;
      fields["zone"] = zone;
    }
    fields.erase("place");
  }
  std::erase_if(fields, [](const auto& f) { return f.second.empty(); });
  return fields;
}

}  // namespace

/// The subject of a request: a ruling, a text that is kept, or an empty situation.
rulings::Document Desk::draft_asked(const Request& request, const std::string& game,
                                    const model::Program& program) {
  const std::string ruling = request.in_query("ruling");
  if (ruling.empty())
    return rulings::empty_draft(program.game, usual_place(bundle_, game, program));
  const auto path = library_.path_of(game, ruling);
  if (!path) throw Refusal{404, base::in_both("there is no such ruling", "その裁定はありません")};
  return draft_for({game, *path, ""}, request.in_query("case"));
}

std::string Desk::draft_kept(const Request& request, const std::string& game) {
  const auto text = drafts_.text(game, request.in_query("text"));
  if (!text)
    throw Refusal{404, base::in_both("this situation is not kept any more: open its file on the "
                                     "page of a new one",
                                     "この状況はもう保たれていません。新しい状況のページで、その"
                                     "ファイルを開いてください")};
  return *text;
}

Response Desk::to_board(const Request& request, const std::string& game, const std::string& text) {
  const Lang lang = face_of(request).lang;
  Response out{303, "text/plain; charset=utf-8", ""};
  out.header.emplace_back("Location", "board?game=" + html::in_address(game) +
                                          "&text=" + drafts_.keep(game, text) +
                                          (lang == bundle_.face ? ""
                                           : lang == Lang::Ja   ? "&lang=ja"
                                                                : "&lang=en"));
  return out;
}

Response Desk::board(const Request& request) {
  const std::string game = request.in_query("game");
  try {
    Refusal why;
    const auto program = library_.situations().program(game, why);
    if (program == nullptr) throw why;
    if (request.in_query("text").empty()) {
      // which takes the place of another one that is kept
      if (request.in_header("sec-fetch-site") == "cross-site")
        throw Refusal{403, base::in_both("asked by the page of another site",
                                         "別のサイトのページからの要求です")};
      return to_board(request, game, rulings::draft_xml(draft_asked(request, game, *program)));
    }
    const std::string text = draft_kept(request, game);
    if (request.path == "/board.xml") return saved(text);
    html::Building page;
    page.game = game;
    page.text_id = request.in_query("text");
    page.xml = text;
    page.program = program.get();
    int status = 200;
    if (request.method == "POST") {
      try {
        if (const auto made = changed(request, text, *program, page))
          return to_board(request, game, *made);
      } catch (const Refusal& refusal) {
        if (refusal.status != 422) throw;
        both_of(page.refused, refusal.said);
        status = 422;
      }
    }
    return {status, "text/html; charset=utf-8", laid_out(request, text, page)};
  } catch (const Refusal& refusal) {
    return {refusal.status, "text/plain; charset=utf-8",
            std::string(base::in_lang(refusal.said, face_of(request).lang)) + "\n"};
  }
}

/// The text after what a form says. Nothing: it has to be asked which card is meant.
std::optional<std::string> Desk::changed(const Request& request, const std::string& text,
                                         const model::Program& program, html::Building& page) {
  if (!request.in_header("content-type").starts_with("application/x-www-form-urlencoded"))
    throw Refusal{415, base::in_both("expected a form", "フォームが必要です")};
  const auto fields = form_fields(request.body);
  if (!fields) throw Refusal{400, base::in_both("this is no form", "フォームではありません")};
  const auto field = [&](const std::string& name) {
    const auto at = fields->find(name);
    return at == fields->end() ? "" : at->second;
  };
  if (field("edit") == "open")  // another one; what is wrong with its situation is said on its page
    return edited(library_.situations(), page.game, draft_for({page.game, "", field("xml")}, ""),
                  {});
  if (field("edit") == "add") {
    const bool named = std::ranges::any_of(
        program.cards, [&](const model::CardDef& c) { return c.name == field("card"); });
    if (!named) page.offered = named_like(program, field("card"));
    if (!page.offered.empty()) {
      page.offered_for = *fields;
      return std::nullopt;
    }
  }
  return edited(library_.situations(), page.game, draft_for({page.game, "", text}, ""),
                {edit_of(*fields)});
}

std::string Desk::laid_out(const Request& request, const std::string& text, html::Building& page) {
  const rulings::Document draft = draft_for({page.game, "", text}, "");
  page.document = &draft;
  for (const model::CardDef& c : page.program->cards) page.cards.push_back(c.name);
  Refusal why;
  const bool ready = library_.situations().get({page.game, "", text}, why) != nullptr;
  if (!ready) both_of(page.missing, why.said);
  page.shown = ready ? request.in_query("show") : "";
  const Subject subject{page.game, "", text};
  if (page.shown == "check") {
    Examination in(library_, subject);
    const checker::RulingResult result = in.check();
    for (const Lang lang : {Lang::En, Lang::Ja}) {
      const auto l = static_cast<std::size_t>(lang);
      if (!page.told.plays) page.told.plays.emplace();
      page.told.plays->in[l] = in.told(result, lang);
      page.standing[l] = findings::standing_text(result.standing, lang);
    }
  } else if (page.shown == "ask") {
    Examination in(library_, subject);
    const checker::RulingResult prepared = in.prepare();
    for (const Lang lang : {Lang::En, Lang::Ja}) {
      html::Building::Outcomes& to = page.outcomes[static_cast<std::size_t>(lang)];
      for (const auto& question : prepared.questions) {
        const Examination::Outcomes can = in.outcomes(prepared, *question, lang);
        for (const auto& one : can.all) to.all.push_back({one.text, one.moves});
        to.note = base::text(can.can.not_said, lang);
        if (can.can.unplayed)
          to.note += base::in_lang(base::filled("Item {0} of the play cannot be played.",
                                                "進行の {0} 番目は行えません。",
                                                {std::to_string(*can.can.unplayed + 1)}),
                                   lang);
      }
    }
  } else if (page.shown == "like") {
    Examination in(library_, subject);
    checker::RulingResult result = in.prepare();
    if (workspace::claims_something(result)) result = in.check();
    rulings::store::Options options;
    options.limit = kMostLike;
    const auto found = library_.precedents(
        workspace::sought_by(in.session(), in.document(), result), page.game, options);
    if (!found) throw Refusal{503, found.error().message};
    for (const rulings::store::Precedent& p : found->best) {
      html::Near& near = page.like.emplace_back();
      near.id = p.head.id;
      for (const rulings::Point& point : p.likeness.shared)
        if (near.shared.size() < kMostShared) near.shared.push_back(point.here);
    }
  }
  auto out = site_.building(page, face_of(request));
  if (!out) throw Refusal{404, base::in_both("there is no such game", "そのゲームはありません")};
  return std::move(*out);
}

/// The file, to be kept by whoever asks.
Response Desk::saved(const std::string& text) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto document = rulings::parse_document(sources, "text.xml", text, log);
  std::string name;
  for (const char c : document ? document->id : "")
    name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '-' || c == '_' || (c == '.' && !name.empty())
                ? c
                : '_';
  Response out{200, "application/xml; charset=utf-8", text};
  out.header.emplace_back("Content-Disposition", "attachment; filename=\"" + name + ".xml\"");
  return out;
}

}  // namespace hanrei::server
