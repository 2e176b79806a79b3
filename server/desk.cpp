#include "server/desk.h"

#include <charconv>

#include "base/text/diagnostic.h"
#include "base/text/filled.h"
#include "reports/reports.h"

namespace hanrei::server {
namespace {

using base::Lang;
namespace html = reports::html;

Response page(std::string text, int status = 200) {
  return {status, "text/html; charset=utf-8", std::move(text)};
}

Response plain(const Refusal& why, Lang lang) {
  return {why.status, "text/plain; charset=utf-8",
          std::string(base::in_lang(why.said, lang)) + "\n"};
}

/// `0.2.1`; nothing where it is no such list.
std::optional<std::vector<std::size_t>> numbers(const std::string& text) {
  std::vector<std::size_t> out;
  for (const char* at = text.data(); at < text.data() + text.size();) {
    const char* const last = text.data() + text.size();
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(at, last, n);
    if (error != std::errc() || (end != last && *end != '.') || end + 1 == last)
      return std::nullopt;
    out.push_back(n);
    at = end == last ? end : end + 1;
  }
  return out;
}

const char* type_of(const std::string& path) {
  return path.ends_with(".js")    ? "text/javascript; charset=utf-8"
         : path.ends_with(".css") ? "text/css; charset=utf-8"
                                  : "text/html; charset=utf-8";
}

}  // namespace

void both_of(std::string (&to)[2], std::string_view said) {
  for (const Lang lang : {Lang::En, Lang::Ja})
    to[static_cast<std::size_t>(lang)] = base::in_lang(said, lang);
}

Desk::Desk(const html::Bundle& bundle, Library& library)
    : bundle_(bundle), site_(bundle), library_(library), api_(library, bundle.face) {}

Response Desk::answer(const Request& request) {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  Response out =
      request.path.starts_with(kApi)                                        ? api_.answer(request)
      : request.path == "/board" || (reads && request.path == "/board.xml") ? board(request)
      : !reads ? plain({405, base::in_both("GET, HEAD", "GET, HEAD")}, face_of(request).lang)
      : request.path == "/step"    ? stepped(request)
      : request.path == "/erratum" ? erratum(request)
      : (request.path == "/" || request.path == "/index.html") && !request.in_query("q").empty()
          ? asked(request)
          : file(request);
  for (const auto& [name, value] :
       {std::pair{"Content-Security-Policy",
                  std::string(html::kServedPolicy) + "; frame-ancestors 'none'"},
        {"X-Content-Type-Options", std::string("nosniff")},
        {"Referrer-Policy", std::string("no-referrer")},
        {"Cross-Origin-Resource-Policy", std::string("same-origin")},
        {"Cross-Origin-Opener-Policy", std::string("same-origin")},
        {"Cache-Control", std::string("no-store")}})
    out.header.emplace_back(name, value);
  return out;
}

/// The language that is asked for, and the rest of the address.
html::Face Desk::face_of(const Request& request) const {
  html::Face out{bundle_.face, ""};
  for (const auto& [name, value] : request.query) {
    if (name != "lang")
      out.query +=
          (out.query.empty() ? "" : "&") + html::in_address(name) + "=" + html::in_address(value);
    else if (value == "ja" || value == "en")
      out.lang = value == "ja" ? Lang::Ja : Lang::En;
  }
  return out;
}

Response Desk::asked(const Request& request) {
  constexpr std::size_t kHits = 20;
  html::Asked out;
  out.question = request.in_query("q");
  out.folder = request.in_query("game");
  if (out.folder == "*") out.folder.clear();
  const html::Face face = face_of(request);
  rulings::store::Options options;
  options.lang = face.lang;
  options.limit = kHits;
  const auto found = library_.search(out.question, out.folder, options);
  if (!found) {
    for (const Lang lang : {Lang::En, Lang::Ja})
      out.problem[static_cast<std::size_t>(lang)] = base::in_lang(found.error().message, lang);
    return page(site_.asked(out, face), 400);
  }
  for (const rulings::store::Hit& hit : found->hits) out.hits.push_back({hit.folder, hit.id});
  out.total = found->total;
  out.nearest = found->nearest;
  out.missing = found->missing;
  return page(site_.asked(out, face));
}

/// The ruling or the text that is stepped through, and where; what is not there is thrown.
Response Desk::stepped(const Request& request) {
  const html::Face face = face_of(request);
  html::Stepping out;
  out.game = request.in_query("game");
  out.ruling = request.in_query("ruling");
  out.text_id = request.in_query("text");
  out.in_case = request.in_query("case");
  out.open = request.in_query("open") == "1";
  try {
    Refusal why{404, base::in_both("there is no such ruling", "その裁定はありません")};
    Subject subject{out.game, "", ""};
    if (out.text_id.empty())
      subject.path = library_.path_of(out.game, out.ruling).value_or("");
    else
      subject.text = draft_kept(request, out.game);
    if (subject.path.empty() && subject.text.empty()) throw why;
    const std::string at = request.in_query("at");
    const auto taken = numbers(at);
    if (!taken)
      throw Refusal{400,
                    base::filled("`at`: seen `{0}`, expected the numbers of the ways taken, as "
                                 "`0.2.1`",
                                 "`at`: `{0}` ではなく、選んだ手の番号を `0.2.1` のように指定し"
                                 "てください",
                                 {reports::shown(at, 60)})};
    if (taken->size() > kMostTaken)
      throw Refusal{400, base::filled("`at`: {0} ways, and a play has {1} at most",
                                      "`at`: 手が {0} あります。一つの進行では {1} までです",
                                      {std::to_string(taken->size()), std::to_string(kMostTaken)})};
    const auto situation = library_.situations().get(subject, why);
    if (situation == nullptr) throw why;
    out.cases = situation->cases();
    if (out.in_case.empty() && !out.cases.empty()) out.in_case = out.cases.front().first;
    out.taken = *taken;
    if (out.ruling.empty()) out.ruling_id = situation->ruling().id;
    if (!request.in_query("act").empty())
      if (const auto way = declared(request, *situation, out)) out.taken.push_back(*way);
    for (const Lang lang : {Lang::En, Lang::Ja}) {
      const auto l = static_cast<std::size_t>(lang);
      out.title[l] = situation->ruling().title[l];
      const auto stand = situation->stand(out.in_case, out.open, out.taken, lang);
      if (!stand) throw Refusal{404, base::in_both("there is no such step", "その手はありません")};
      out.now[l] = reports::stepped_of(situation->program(), *stand, lang);
    }
    const model::Program& program = situation->program();
    out.players = {program.players[0], program.players[1]};
    for (const model::ActDef& act : program.acts) {
      std::string presents = act.name;
      for (const model::Choose& c : act.present) presents += " " + c.name;
      out.acts.emplace_back(act.name, presents);
    }
    const auto text = site_.stepped(out, face);
    return text ? page(*text) : plain(why, face.lang);
  } catch (const Refusal& refusal) {
    return plain(refusal, face.lang);
  }
}

/// What is said of a declaration in somebody's own words. The way that makes it, where there is
/// one.
std::optional<std::size_t> Desk::declared(const Request& request, const Situation& situation,
                                          html::Stepping& out) const {
  for (const char* key : {"by", "act", "things"}) out.declared[key] = request.in_query(key);
  const auto text =
      rulings::declaration_xml(out.declared["by"], out.declared["act"], out.declared["things"]);
  if (!text) {
    for (const Lang lang : {Lang::En, Lang::Ja})
      out.answer[static_cast<std::size_t>(lang)] = base::in_lang(text.error().message, lang);
    return std::nullopt;
  }
  for (const Lang lang : {Lang::En, Lang::Ja}) {
    const auto l = static_cast<std::size_t>(lang);
    base::DiagnosticLog log;
    const auto why = situation.why_not(out.in_case, out.open, out.taken, *text, lang, log);
    if (!why) {
      out.answer[l] = base::in_lang(errors_of(log, situation.sources(), false), lang);
      if (out.answer[l].empty())
        throw Refusal{404, base::in_both("there is no such step", "その手はありません")};
      continue;
    }
    const auto now = situation.stand(out.in_case, out.open, out.taken, lang);
    if (why->legal && now && out.taken.size() < kMostTaken)
      for (std::size_t i = 0; i < now->ways.size(); ++i)
        if (now->ways[i].text == why->declaration) {
          out.answer[0].clear();
          out.declared.clear();
          return i;
        }
    out.answer[l] = why->declaration + "\n" + std::string(base::in_lang(said_of(*why), lang));
    for (const auto* list : {&why->obstacles, &why->besides})
      for (const checker::explain::Obstacle& o : *list) {
        html::Stepping::Stop& stop = out.stops[l].emplace_back();
        stop.text = o.text + (o.here.empty() ? "" : " (" + o.here + ")");
        for (const model::ClauseId c : o.by)
          stop.clauses.push_back(situation.program().clauses[c].id);
      }
  }
  return std::nullopt;
}

Response Desk::file(const Request& request) const {
  const std::string& path = request.path;
  const html::Face face = face_of(request);
  const std::string wanted = path == "/"           ? "index.html"
                             : path.ends_with('/') ? path.substr(1) + "index.html"
                                                   : path.substr(1);
  auto text = site_.file(wanted, face);
  if (!text)
    return plain({404, base::in_both("there is no such page", "そのページはありません")},
                 face.lang);
  return {200, type_of(wanted), std::move(*text)};
}

}  // namespace hanrei::server
