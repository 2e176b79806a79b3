#include "workspace/games.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "base/text/filled.h"

namespace hanrei::workspace {
namespace {

using base::Json;

/// The lists of cards of a game.
void each_list(model::Game& game, const std::function<void(std::vector<Json>&)>& use) {
  for (Json& file : game.cards)
    for (base::Member& m : file.members)
      if (m.key == "cards") use(m.value.items);
}

/// Takes the cards out in which errors lie, and says their names. Nothing where an error lies
/// elsewhere.
std::optional<std::vector<std::string>> take_out_faulty(model::Game& game,
                                                        const base::DiagnosticLog& log) {
  if (log.left_out() > 0) return std::nullopt;
  std::set<std::pair<std::uint32_t, std::uint32_t>> faulty;  // where cards begin
  for (const base::Diagnostic& d : log.all()) {
    if (d.severity != base::Severity::Error) continue;
    bool found = false;
    each_list(game, [&](const std::vector<Json>& cards) {
      for (const Json& card : cards)
        if (card.span.holds(d.span)) {
          faulty.insert({card.span.file, card.span.begin});
          found = true;
        }
    });
    if (!found) return std::nullopt;
  }
  std::vector<std::string> names;
  each_list(game, [&](std::vector<Json>& cards) {
    std::erase_if(cards, [&](const Json& card) {
      const bool out = faulty.contains({card.span.file, card.span.begin});
      const Json* name = card.find("card");
      if (out && name != nullptr) names.push_back(name->string);
      return out;
    });
  });
  return names;
}

/// Nothing where something else has a mistake.
std::unique_ptr<LoadedGame> without_faulty_cards(
    LoadedGame& loaded, const base::SourceMap& sources,
    const std::map<std::string, std::string>& assumed) {
  model::Game rest = loaded.game;
  std::vector<std::string> left_out;
  const base::DiagnosticLog* log = &loaded.session.compiled({})->log;
  std::unique_ptr<LoadedGame> out;
  // what is wrong in a card may be that it names one of those
  while (log->has_errors()) {
    const auto names = take_out_faulty(rest, *log);
    if (!names || names->empty()) return nullptr;
    left_out.insert(left_out.end(), names->begin(), names->end());
    out = std::make_unique<LoadedGame>(rest, sources, assumed, 0);
    log = &out->session.compiled({})->log;
  }
  if (out != nullptr) out->left_out = std::move(left_out);
  return out;
}

}  // namespace

bool make_sound(std::unique_ptr<LoadedGame>& loaded, const base::SourceMap& sources,
                const std::map<std::string, std::string>& assumed, base::DiagnosticLog& log,
                const Io& io) {
  constexpr size_t kShown = 8;
  const bool read = log.error_count() == loaded->errors_before;
  if (loaded->compiles(log)) return true;
  auto rest = read ? without_faulty_cards(*loaded, sources, assumed) : nullptr;
  if (rest == nullptr) return false;
  loaded = std::move(rest);
  const std::vector<std::string>& cards = loaded->left_out;
  std::string names;
  for (size_t i = 0; i < std::min(cards.size(), kShown); ++i) names += "《" + cards[i] + "》";
  if (cards.size() > kShown) names += " …";
  io.say(reports::shown(base::in_lang(
      base::filled("cards with mistakes are left out, and what names them is not examined: {0} {1}",
                   "誤りのあるカードを除き、それらを名指すものは検査しません: {0} 枚 {1}",
                   {std::to_string(cards.size()), names}),
      io.lang)));
  return true;
}

bool names_left_out(const LoadedGame& loaded, const rulings::Document& document) {
  const auto named = [&](const std::string& text) {
    return std::ranges::any_of(loaded.left_out, [&](const std::string& card) {
      return text.find(card) != std::string::npos;
    });
  };
  const std::function<bool(const rulings::Element&)> names = [&](const rulings::Element& e) {
    return named(e.text) || std::ranges::any_of(e.children, names) ||
           std::ranges::any_of(e.attributes, [&](const auto& a) { return named(a.value); });
  };
  return !loaded.left_out.empty() && names(document.root);
}

bool LoadedGame::compiles(base::DiagnosticLog& log) {
  log.append(session.compiled({})->log);
  return log.error_count() == errors_before;
}

std::unique_ptr<LoadedGame> load_game(base::SourceMap& sources, const std::string& folder,
                                      base::DiagnosticLog& log,
                                      std::map<std::string, std::string> assumed) {
  const size_t errors = log.error_count();
  auto game = model::read_game(sources, folder, log);
  if (!game) return nullptr;
  return std::make_unique<LoadedGame>(std::move(*game), sources, std::move(assumed), errors);
}

Games::Games(const std::vector<std::string>& paths, const Io& io)
    : io_(io), work_(find(paths)), wrong_(!work_.problems.empty()) {
  tell(io, work_.problems);
}

bool Games::leaves(const GameFiles& files) const {
  if (!io_.stopped()) return false;
  io_.refuse(files.folder,
             base::filled("not examined: {0}", "未検査: {0}", {ended_by(io_.ending())}));
  return true;
}

std::unique_ptr<LoadedGame> Games::load(const GameFiles& files) {
  tell(io_, files.refused);
  wrong_ = wrong_ || !files.refused.empty();
  return load_game(sources, files.folder, log);
}

std::unique_ptr<LoadedGame> Games::load_sound(const GameFiles& files) {
  auto loaded = load(files);
  return loaded != nullptr && loaded->compiles(log) ? std::move(loaded) : nullptr;
}

void Games::tell_log(const reports::Style& style) {
  log.sort(sources);
  reports::write_diagnostics(io_.err, sources, log, style);
}

int Games::conclude(const reports::Style& style, bool examined, int code) {
  tell_log(style);
  if (wrong_ || log.has_errors()) return kWrongInput;
  if (examined) return code;
  io_.say("nothing was examined", "何も検査していません");
  return kNothingExamined;
}

}  // namespace hanrei::workspace
