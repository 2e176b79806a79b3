#include "server/desk.h"

#include <charconv>

#include "base/text/diagnostic.h"

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

Desk::Desk(const html::Bundle& bundle, Library& library)
    : bundle_(bundle), site_(bundle), library_(library), api_(library, bundle.face) {}

Response Desk::answer(const Request& request) {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  Response out =
      request.path.starts_with(kApi) ? api_.answer(request)
      : !reads ? plain({405, base::in_both("GET, HEAD", "GET, HEAD")}, bundle_.face)
      : request.path == "/step" ? stepped(request)
      : (request.path == "/" || request.path == "/index.html") && !request.in_query("q").empty()
          ? asked(request)
          : file(request.path);
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

Response Desk::asked(const Request& request) {
  constexpr std::size_t kHits = 20;
  html::Asked out;
  out.question = request.in_query("q");
  out.folder = request.in_query("game");
  if (out.folder == "*") out.folder.clear();
  rulings::store::Options options;
  options.lang = bundle_.face;
  options.limit = kHits;
  const auto found = library_.search(out.question, out.folder, options);
  if (!found) {
    for (const Lang lang : {Lang::En, Lang::Ja})
      out.problem[static_cast<std::size_t>(lang)] = base::in_lang(found.error().message, lang);
    return page(site_.asked(out), 400);
  }
  for (const rulings::store::Hit& hit : found->hits) out.hits.push_back({hit.folder, hit.id});
  out.total = found->total;
  out.nearest = found->nearest;
  out.missing = found->missing;
  return page(site_.asked(out));
}

Response Desk::stepped(const Request& request) {
  html::Stepping out;
  out.game = request.in_query("game");
  out.ruling = request.in_query("ruling");
  out.in_case = request.in_query("case");
  out.open = request.in_query("open") == "1";
  Refusal why{404, base::in_both("there is no such ruling", "その裁定はありません")};
  const auto path = library_.path_of(out.game, out.ruling);
  const auto taken = numbers(request.in_query("at"));
  if (!path || !taken || taken->size() > kMostTaken) return plain(why, bundle_.face);
  const auto situation = library_.situations().get({out.game, *path, ""}, why);
  if (situation == nullptr) return plain(why, bundle_.face);
  out.cases = situation->cases();
  if (request.in_query("case").empty() && !out.cases.empty()) out.in_case = out.cases.front().first;
  out.taken = *taken;
  for (const Lang lang : {Lang::En, Lang::Ja}) {
    const auto l = static_cast<std::size_t>(lang);
    out.title[l] = situation->ruling().title[l];
    const auto stand = situation->stand(out.in_case, out.open, out.taken, lang);
    if (!stand)
      return plain({404, base::in_both("there is no such step", "その手はありません")},
                   bundle_.face);
    out.now[l] = reports::stepped_of(situation->program(), *stand, lang);
  }
  const auto text = site_.stepped(out);
  return text ? page(*text) : plain(why, bundle_.face);
}

Response Desk::file(const std::string& path) const {
  const std::string wanted = path == "/"           ? "index.html"
                             : path.ends_with('/') ? path.substr(1) + "index.html"
                                                   : path.substr(1);
  auto text = site_.file(wanted);
  if (!text)
    return plain({404, base::in_both("there is no such page", "そのページはありません")},
                 bundle_.face);
  return {200, type_of(wanted), std::move(*text)};
}

}  // namespace hanrei::server
