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
  const auto add = [&](std::string path, std::function<std::string()> make) {
    at_.emplace(path, files_.size());
    files_.emplace_back(std::move(path), std::move(make));
  };
  for (const base::FileText& f : assets())
    if (bundle.served || f.path != "live.js") add(f.path, [&f] { return f.text; });
  add("index.html", [this] { return ask_page(bundle_, places_, nullptr); });
  add("words.js", everyday_script);
  for (const Place& p : places_) {
    const auto page = [&](const std::string& name, std::function<std::string()> make) {
      add(p.folder + "/" + name, std::move(make));
    };
    page("index.html", [this, &p] { return game_page(bundle_, p); });
    page("words.js", [&p] { return game_script(p); });
    for (const auto& [id, file] : p.clauses)
      page(file, [this, &p, &id = id] { return clause_page(bundle_, p, id); });
    for (const auto& [name, file] : p.cards)
      page(file, [this, &p, &name = name] { return card_page(bundle_, p, name); });
    for (const auto& [id, file] : p.rulings)
      page(file, [this, &p, &id = id] { return ruling_page(bundle_, p, *p.ruling.at(id)); });
  }
}

Site::~Site() = default;

std::vector<std::string> Site::paths() const {
  std::vector<std::string> out;
  for (const auto& [path, make] : files_) out.push_back(path);
  return out;
}

std::optional<std::string> Site::file(std::string_view path) const {
  const auto at = at_.find(path);
  if (at == at_.end()) return std::nullopt;
  return files_[at->second].second();
}

std::string Site::asked(const Asked& asked) const { return ask_page(bundle_, places_, &asked); }

std::optional<std::string> Site::stepped(const Stepping& stepping) const {
  for (const Place& p : places_)
    if (p.game.folder == stepping.game) return step_page(bundle_, p, stepping);
  return std::nullopt;
}

std::optional<std::string> Site::building(const Building& building) const {
  for (const Place& p : places_)
    if (p.game.folder == building.game) return board_page(bundle_, p, building);
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
