#include "reports/html/report.h"

#include "reports/html/ask.h"
#include "reports/html/pages.h"

namespace hanrei::reports::html {

/// The files below assets/, embedded.
const std::vector<base::FileText>& assets();

Site::Site(const Bundle& bundle) : bundle_(bundle) {
  places_.reserve(bundle.games.size());
  Names folders;
  for (const Game& g : bundle.games) places_.emplace_back(g, folders.name("", g.folder, ""));
  const auto add = [&](std::string path, std::function<std::string(const View&)> make) {
    at_.emplace(path, files_.size());
    files_.emplace_back(std::move(path), std::move(make));
  };
  for (const base::FileText& f : assets())
    if (bundle.served || f.path != "live.js") add(f.path, [&f](const View&) { return f.text; });
  add("index.html", [this](const View& v) { return ask_page(v, places_, nullptr); });
  add("words.js", [](const View&) { return everyday_script(); });
  for (const Place& p : places_) {
    const auto page = [&](const std::string& name, std::function<std::string(const View&)> make) {
      add(p.folder + "/" + name, std::move(make));
    };
    page("index.html", [&p](const View& v) { return game_page(v, p); });
    page("committee.html", [&p](const View& v) { return committee_page(v, p); });
    page("words.js", [&p](const View&) { return game_script(p); });
    for (const auto& [id, file] : p.clauses)
      page(file, [&p, &id = id](const View& v) { return clause_page(v, p, id); });
    for (const auto& [name, file] : p.cards)
      page(file, [&p, &name = name](const View& v) { return card_page(v, p, name); });
    for (const auto& [id, file] : p.rulings)
      page(file, [&p, &id = id](const View& v) { return ruling_page(v, p, *p.ruling.at(id)); });
  }
}

Site::~Site() = default;

std::vector<std::string> Site::paths() const {
  std::vector<std::string> out;
  for (const auto& [path, make] : files_) out.push_back(path);
  return out;
}

std::optional<std::string> Site::file(std::string_view path) const {
  return file(path, {bundle_.face, ""});
}

std::optional<std::string> Site::file(std::string_view path, const Face& face) const {
  const auto at = at_.find(path);
  if (at == at_.end()) return std::nullopt;
  return files_[at->second].second({bundle_, face});
}

std::string Site::asked(const Asked& asked, const Face& face) const {
  return ask_page({bundle_, face}, places_, &asked);
}

std::optional<std::string> Site::stepped(const Stepping& stepping, const Face& face) const {
  for (const Place& p : places_)
    if (p.game.folder == stepping.game) return step_page({bundle_, face}, p, stepping);
  return std::nullopt;
}

std::optional<std::string> Site::building(const Building& building, const Face& face) const {
  for (const Place& p : places_)
    if (p.game.folder == building.game) return board_page({bundle_, face}, p, building);
  return std::nullopt;
}

std::optional<std::string> Site::erratum(const Erratum& erratum, const Face& face) const {
  for (const Place& p : places_)
    if (p.game.folder == erratum.game) return erratum_page({bundle_, face}, p, erratum);
  return std::nullopt;
}

std::vector<base::FileText> pages(const Bundle& bundle) {
  const Site site(bundle);
  std::vector<base::FileText> out;
  for (std::string& path : site.paths()) {
    std::string text = *site.file(path);
    out.push_back({std::move(path), std::move(text)});
  }
  return out;
}

}  // namespace hanrei::reports::html
