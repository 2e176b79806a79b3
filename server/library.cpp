#include "server/library.h"

#include "base/io/file.h"
#include "rulings/search/query.h"
#include "workspace/verdicts.h"

namespace hanrei::server {

namespace store = rulings::store;

Library::Library(std::unique_ptr<store::Store> opened, std::map<std::string, std::string> games,
                 checker::Options limits)
    : store_(std::move(opened)), games_(std::move(games)), limits_(limits), situations_(games_) {}

std::vector<std::string> Library::named(const std::string& game) const {
  std::vector<std::string> out;
  for (const auto& [name, folder] : games_)
    if (game.empty() || name == game) out.push_back(name);
  if (out.empty()) out.emplace_back("/");  // which no game is called: an empty list means all
  return out;
}

base::Result<store::Found> Library::search(const std::string& question, const std::string& game,
                                           store::Options options) {
  base::SourceMap sources;
  base::DiagnosticLog log;
  const base::Span text = sources.add("query", question);
  const auto query = rulings::search::parse_query(sources, text, log);
  if (!query) return base::Error{errors_of(log, sources)};
  options.games = named(game);
  options.program = workspace::program_id();
  const std::lock_guard lock(mutex_);
  return store_->search(*query, options);
}

base::Result<store::Things> Library::look_up(const std::string& kind, const std::string& name,
                                             const std::string& game, base::Lang lang) {
  store::Options options;
  options.games = named(game);
  options.program = workspace::program_id();
  options.lang = lang;
  const std::lock_guard lock(mutex_);
  return store_->look_up(kind + ":" + name, options);
}

base::Result<store::PrecedentList> Library::precedents(const store::Sought& sought,
                                                       const std::string& game,
                                                       store::Options options) {
  options.program = workspace::program_id();
  const std::lock_guard lock(mutex_);
  return store_->precedents(sought, game, options);
}

std::optional<std::string> Library::path_of(const std::string& game, const std::string& ruling) {
  const auto found = look_up("ruling", ruling, game, base::Lang::En);
  if (!found) return std::nullopt;
  for (const store::RulingView& v : found->rulings) {
    const std::string& path = v.head.path;  // below the folder in which the games lie
    if (v.ruling.id != ruling || v.head.folder != game || !path.starts_with(game + "/")) continue;
    const std::string& folder = games_.at(game);
    std::string out = folder + path.substr(game.size());
    if (out.ends_with(".xml") && base::stays_within(out, folder)) return out;
  }
  return std::nullopt;
}

std::unique_ptr<Library::Turn> Library::turn() {
  return free_.try_acquire() ? std::make_unique<Turn>(*this) : nullptr;
}

}  // namespace hanrei::server
