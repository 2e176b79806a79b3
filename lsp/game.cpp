#include "lsp/game.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/base.h"
#include "base/io/file.h"
#include "base/json/read.h"
#include "model/passes/dated.h"
#include "model/phrases/book.h"
#include "rulings/law/groups.h"
#include "workspace/citations.h"
#include "workspace/workspace.h"

namespace hanrei::lsp {
namespace fs = std::filesystem;
namespace {

/// Texts of rulings that were edited stay in the map of sources: beyond this it is made anew.
constexpr std::size_t kMostEdited = std::size_t{128} << 20;

}  // namespace

std::string game_folder(const std::string& path) {
  std::error_code none;
  for (fs::path up = path; up.has_relative_path(); up = up.parent_path())
    if (fs::is_regular_file(up / "game.json", none)) return up.string();
  return "";
}

Game::Game(std::string folder, base::Lang lang) : folder_(std::move(folder)), lang_(lang) {}

bool Game::is_game_file(const std::string& path) const {
  return path == folder_ + "/game.json" ||
         (path.ends_with(".json") &&
          (path.starts_with(folder_ + "/rulebook/") || path.starts_with(folder_ + "/cards/")));
}
bool Game::is_deck(const std::string& path) const { return path.starts_with(folder_ + "/decks/"); }
bool Game::holds(const std::string& path) const {
  return path.starts_with(folder_ + "/") &&
         (is_game_file(path) || path.ends_with(".xml") ||
          (path.starts_with(folder_ + "/phrases/") && path.ends_with(".json")));
}

void Game::edit(const std::string& path, std::optional<std::string> text) {
  if (text)
    unsaved_[path] = std::move(*text);
  else
    unsaved_.erase(path);
  changed(path);
  look_at_disk();
}

/// Of the files of the game, those of rulings apart: when each was changed.
std::vector<std::pair<std::string, std::int64_t>> Game::stamps() const {
  std::vector<std::pair<std::string, std::int64_t>> out;
  const auto add = [&](const std::string& path) {
    if (unsaved_.contains(path)) return;
    if (const auto stamp = base::stamp_of(path)) out.emplace_back(path, stamp->changed);
  };
  add(folder_ + "/game.json");
  for (const char* sub : {"rulebook", "cards"})
    for (const std::string& path : base::list_files(folder_ + "/" + sub, ".json")) add(path);
  return out;
}

/// Not every editor tells which files were changed by others.
void Game::look_at_disk() {
  if (!load_ && stamps() != seen_) load_ = true;
}

void Game::changed(const std::string& path) {
  if (is_game_file(path)) {
    load_ = true;
  } else if (path.ends_with(".xml")) {
    std::erase(edited_, path);
    edited_.push_back(path);
    law_ = true;
  } else {
    phrases_ = true;
  }
}

const model::Game& Game::game() const {
  return state_->whole ? *state_->whole : state_->loaded->game;
}

std::string Game::text(const std::string& path) const {
  if (const auto it = unsaved_.find(path); it != unsaved_.end()) return it->second;
  auto read = base::read_file(path);
  return read ? std::move(*read) : "";
}

Range Game::range(base::Span span) const {
  return Text(std::string(sources().text(span.file))).range(span.begin, span.end);
}

// ---------------------------------------------------------------- what there is to say

Game::Told Game::plain(const base::DiagnosticLog& log, const base::SourceMap& sources) const {
  Told out;
  std::map<std::uint32_t, Text> texts;
  const auto range = [&](base::Span span) {
    auto it = texts.find(span.file);
    if (it == texts.end())
      it = texts.emplace(span.file, Text(std::string(sources.text(span.file)))).first;
    return it->second.range(span.begin, span.end);
  };
  for (const base::Diagnostic& d : log.all()) {
    const std::string path =
        d.span ? std::string(sources.path(d.span.file)) : folder_ + "/game.json";
    Diagnostic one{range(d.span),
                   d.severity,
                   std::string(base::code_text(d.code)),
                   base::message(d, lang_),
                   {}};
    if (const std::string hint = base::hint(d, lang_); !hint.empty()) one.message += "\n" + hint;
    for (const auto& [span, note] : d.notes)
      if (span)
        one.related.push_back({std::string(sources.path(span.file)), range(span),
                               std::string(base::in_lang(note, lang_))});
    out[path].push_back(std::move(one));
  }
  return out;
}

void Game::tell(const std::string& part, Told told) {
  Told& before = told_[part];
  for (const auto& [path, list] : before)
    if (const auto it = told.find(path); it == told.end() || it->second != list)
      fresh_.insert(path);
  for (const auto& [path, list] : told)
    if (!before.contains(path)) fresh_.insert(path);
  before = std::move(told);
  if (before.empty()) told_.erase(part);
}

std::set<std::string> Game::take_told() { return std::exchange(fresh_, {}); }

std::vector<Diagnostic> Game::diagnostics(const std::string& path) const {
  std::vector<Diagnostic> out;
  for (const auto& [part, told] : told_)
    if (const auto it = told.find(path); it != told.end())
      for (const Diagnostic& d : it->second)
        if (std::ranges::find(out, d) == out.end()) out.push_back(d);
  std::ranges::stable_sort(out, [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.range.start, std::string_view(a.code)) <
           std::pair(b.range.start, std::string_view(b.code));
  });
  return out;
}

// ---------------------------------------------------------------- the work

bool Game::work() {
  if (load_) {
    load();
    return true;
  }
  if (next_ != nullptr) {
    take_over();
    return true;
  }
  if (state_ == nullptr) return false;
  if (!edited_.empty()) {
    const std::string path = std::move(edited_.front());
    edited_.pop_front();
    Paper& paper = state_->papers[path];
    paper = {};
    read(path, paper);
    examine(path, paper);
    if (!unsaved_.contains(path) && !base::stamp_of(path)) state_->papers.erase(path);
    return true;
  }
  if (phrases_) {
    read_phrases();
    return true;
  }
  if (!unread_.empty()) {
    const std::string path = std::move(unread_.front());
    unread_.pop_front();
    if (Paper& paper = state_->papers[path]; !paper.read) read(path, paper);
    return true;
  }
  if (law_) {
    judge_law();
    return true;
  }
  if (unexamined_.empty()) return false;
  const std::string path = std::move(unexamined_.front());
  unexamined_.pop_front();
  if (const auto it = state_->papers.find(path); it != state_->papers.end() && !it->second.examined)
    examine(path, it->second);
  return true;
}

void Game::catch_up() {
  look_at_disk();
  while ((load_ || next_ != nullptr || !edited_.empty()) && work()) {
  }
}
void Game::read_all() {
  while ((load_ || next_ != nullptr || !edited_.empty() || !unread_.empty()) && work()) {
  }
}

/// Reads and compiles it, and says what is wrong.
void Game::load() {
  load_ = false;
  next_.reset();
  seen_ = stamps();
  auto next = std::make_unique<State>();
  base::DiagnosticLog log;
  auto game = model::read_game(next->sources, folder_, unsaved_, log);
  // What a file that is no JSON would say is missing everywhere: only that file is told.
  stale_ = !game || log.has_errors();
  if (stale_) {
    tell("game", plain(log, next->sources));
    return;
  }
  next->loaded = std::make_unique<workspace::LoadedGame>(std::move(*game), next->sources,
                                                         std::map<std::string, std::string>{}, 0);
  next->sound = next->loaded->compiles(log);
  model::check_revisions(next->loaded->game.game, log);
  tell("game", plain(log, next->sources));
  next_ = std::move(next);
}

/// The game that was loaded is the one that is asked: without the cards that have mistakes.
void Game::take_over() {
  state_ = std::move(next_);
  if (!state_->sound) {
    std::ostringstream quiet;
    base::DiagnosticLog told_already;
    state_->whole = state_->loaded->game;
    state_->sound = workspace::make_sound(state_->loaded, state_->sources, {}, told_already,
                                          workspace::Io{quiet, quiet});
    if (state_->loaded->left_out.empty()) state_->whole.reset();
  }
  state_->names = std::make_unique<Names>(game());
  list_papers();
  law_ = phrases_ = true;
}

/// All rulings and decks are read and examined again, those first that the editor has open.
void Game::list_papers() {
  edited_.clear();
  unread_.clear();
  std::set<std::string> all;
  const workspace::Workspace found = workspace::find({folder_});
  for (const workspace::GameFiles& g : found.games) {
    all.insert(g.rulings.begin(), g.rulings.end());
    all.insert(g.decks.begin(), g.decks.end());
  }
  for (const auto& [path, text] : unsaved_) {
    if (!path.ends_with(".xml")) continue;
    all.erase(path);
    edited_.push_back(path);
  }
  unread_.assign(all.begin(), all.end());
  unexamined_ = unread_;
}

void Game::read(const std::string& path, Paper& paper) {
  paper.read = true;
  std::string content;
  if (const auto it = unsaved_.find(path); it != unsaved_.end()) {
    content = it->second;
  } else {
    auto text = base::read_file(path);
    if (!text) return;  // it is gone
    content = std::move(*text);
  }
  state_->bytes += content.size();
  if (state_->bytes > kMostEdited) load_ = true;
  paper.document = rulings::parse_document(state_->sources, path, std::move(content), paper.log);
  if (paper.document && !paper.document->is_deck)
    paper.record = rulings::record_of(*paper.document);
}

/// Names, types and the situation; nothing is explored.
void Game::examine(const std::string& path, Paper& paper) {
  if (!paper.read) read(path, paper);
  paper.examined = true;
  base::DiagnosticLog log = paper.log;
  if (paper.document) {
    const rulings::Document& doc = *paper.document;
    if (!state_->sound) {
      workspace::check_citations(doc, program(), log);
    } else if (!workspace::names_left_out(*state_->loaded, doc)) {
      if (doc.is_deck)
        (void)state_->loaded->session.check_deck(doc, log);
      else
        (void)state_->loaded->session.prepare(doc, log);
    }
  }
  tell(path, plain(log, state_->sources));
}

/// What can only be said where all rulings are there.
void Game::judge_law() {
  law_ = false;
  base::DiagnosticLog log;
  std::vector<rulings::LawRuling> all;
  std::map<std::pair<bool, std::string>, std::vector<const rulings::Document*>> by_id;
  for (const auto& [path, paper] : state_->papers) {
    if (!paper.document) continue;
    by_id[{paper.document->is_deck, paper.document->id}].push_back(&*paper.document);
    if (!paper.document->is_deck) all.push_back({paper.record, &paper.document->root});
  }
  for (const auto& [id, same] : by_id) {
    if (same.size() < 2) continue;
    std::vector<rulings::Document> copies;
    for (const rulings::Document* d : same) copies.push_back(*d);
    workspace::tell_repeated(copies, log);
  }
  if (state_->sound && state_->loaded->left_out.empty()) {
    rulings::check_law(game().game, all, log);
    rulings::check_groups(rulings::records_of(game()).cards, all, log);
  }
  tell("law", plain(log, state_->sources));
}

void Game::read_phrases() {
  phrases_ = false;
  base::DiagnosticLog log;
  std::vector<base::Json> files;
  for (const std::string& path : model::game_files(folder_, "phrases", unsaved_))
    if (auto json = base::read_json(state_->sources, state_->sources.add(path, text(path)), log))
      files.push_back(std::move(*json));
  if (!files.empty() && !log.has_errors()) (void)model::phrases::make_book(game(), files, log);
  tell("phrases", plain(log, state_->sources));
}

}  // namespace hanrei::lsp
