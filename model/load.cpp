#include <algorithm>

#include "base/contains.h"
#include "base/io/file.h"
#include "base/json/read.h"
#include "base/text/filled.h"
#include "model/model.h"
#include "model/passes/dated.h"
#include "model/passes/names.h"
#include "model/phrases/compiled.h"
#include "model/syntax/forms.h"
#include "model/unsaved.h"

namespace hanrei::model {
namespace {

constexpr int64_t kFormat = 1;

std::optional<base::Json> parse(base::SourceMap& sources, std::string path, std::string text,
                                base::DiagnosticLog& log) {
  auto json = base::read_json(sources, sources.add(std::move(path), std::move(text)), log);
  if (!json) return std::nullopt;
  if (const base::Json* format = json->find("format");
      format != nullptr && format->integer > kFormat) {
    log.add(base::Code::NewerFormat, format->span,
            {std::to_string(format->integer), std::to_string(kFormat)});
    return std::nullopt;
  }
  return json;
}

std::optional<base::Json> read(base::SourceMap& sources, const std::string& folder,
                               const std::string& path, const Unsaved& unsaved,
                               base::DiagnosticLog& log) {
  if (const auto it = unsaved.find(path); it != unsaved.end())
    return parse(sources, path, it->second, log);
  base::Result<std::string> text = base::read_file_within(path, folder);
  if (!text) {
    log.add(base::Code::CannotReadFile, sources.add(path, ""), {path, text.error().message});
    return std::nullopt;
  }
  return parse(sources, path, std::move(*text), log);
}

/// Where the alternatives of readings stand, by the names of those.
using Places = std::map<std::string, std::vector<base::Span>>;
void add_places(const base::Json& json, Places& out) {
  if (const base::Json* r = json.find("reading"); r != nullptr && r->is(base::Json::Kind::String))
    out[r->string].push_back(json.span);
  for (const base::Json& item : json.items) add_places(item, out);
  for (const base::Member& m : json.members) add_places(m.value, out);
}

void read_readings(Game& g, base::DiagnosticLog& log) {
  const base::Json* readings = g.game.find("readings");
  if (readings == nullptr) return;
  Places places;
  for (const base::Json& file : g.rulebook) add_places(file, places);
  for (const base::Json& file : g.cards) add_places(file, places);
  for (const base::Json& r : readings->items) {
    ReadingDef d;
    d.span = r.span;
    const auto text = [](const base::Json* j) {
      return j != nullptr && j->is(base::Json::Kind::String) ? j->string : std::string();
    };
    d.name = text(r.find("reading"));
    d.fallback = text(r.find("default"));
    if (const base::Json* t = r.find("title")) {
      d.title_ja = text(t->find("ja"));
      d.title_en = text(t->find("en"));
    }
    if (const base::Json* o = r.find("options"))
      for (const base::Member& m : o->members) {
        d.options.push_back(m.key);
        d.why_ja.push_back(text(m.value.find("ja")));
        d.why_en.push_back(text(m.value.find("en")));
      }
    if (const base::Json* j = r.find("presumed")) d.presumed = j->boolean;
    d.places = places[d.name];
    for (const ReadingDef& other : g.readings)
      if (other.name == d.name) log.add(base::Code::DuplicateName, r.span, {"reading", d.name});
    const base::Json* fallback = r.find("default");
    if (fallback != nullptr && !base::contains(d.options, d.fallback))
      log.add(base::Code::UnknownReading, fallback->span, {d.name, d.fallback});
    g.readings.push_back(std::move(d));
  }
}

/// A reading may say which clauses it is about: they are there.
void clauses_of_readings(const base::Json& game, const Program& p, base::DiagnosticLog& log) {
  const base::Json* readings = game.find("readings");
  if (readings == nullptr) return;
  for (const base::Json& r : readings->items) {
    const base::Json* by = r.find("by");
    if (by == nullptr) continue;
    for (const base::Json& c : by->items) {
      const bool there =
          std::ranges::any_of(p.clauses, [&](const Clause& k) { return k.id == c.string; });
      if (c.is(base::Json::Kind::String) && !there)
        log.add(base::Code::UnknownClause, c.span, {c.string});
    }
  }
}

/// Puts the key that names the form of each provision first, wherever the file has it.
void lead_with_forms(base::Json& json) {
  for (base::Member& m : json.members) {
    if (m.key == "cards")
      for (base::Json& card : m.value.items) lead_with_forms(card);
    if (m.key != "provisions") continue;
    for (base::Json& p : m.value.items) {
      const Form* form = form_of(p);
      const auto at = form == nullptr ? p.members.end()
                                      : std::ranges::find_if(p.members, [&](const base::Member& k) {
                                          return k.key == form->name;
                                        });
      if (at != p.members.end()) std::rotate(p.members.begin(), at, at + 1);
    }
  }
}

/// The abilities of cards that have none but their words.
void compile_words(Game& g, const std::vector<base::Json>& book, base::SourceMap& sources,
                   base::DiagnosticLog& log) {
  phrases::compile_words(g, book, sources, log);
  for (base::Json& file : g.cards) lead_with_forms(file);
}

/// Is there a value that depends on a reading, or has clauses of its own?
bool has_choices(const base::Json& json) {
  if (json.is(base::Json::Kind::Object) &&
      (json.find("reading") != nullptr || stated_value(json) != nullptr))
    return true;
  return std::ranges::any_of(json.items, has_choices) ||
         std::ranges::any_of(json.members,
                             [](const base::Member& m) { return has_choices(m.value); });
}

void lead_with_forms(Game& g) {
  for (std::vector<base::Json>* files : {&g.rulebook, &g.cards})
    for (base::Json& file : *files) lead_with_forms(file);
}

}  // namespace

std::vector<std::string> game_files(const std::string& folder, const std::string& sub,
                                    const Unsaved& unsaved,
                                    std::vector<base::RefusedPath>* refused) {
  const std::string root = folder + "/" + sub;
  std::vector<std::string> out = base::list_files(root, ".json", refused);
  for (const auto& [path, text] : unsaved)
    if (path.starts_with(root + "/") && path.ends_with(".json") && !base::contains(out, path))
      out.insert(std::ranges::upper_bound(out, path), path);
  return out;
}

std::optional<Game> read_game(base::SourceMap& sources, const std::string& folder,
                              base::DiagnosticLog& log) {
  return read_game(sources, folder, {}, log);
}

std::optional<Game> read_game(base::SourceMap& sources, const std::string& folder,
                              const Unsaved& unsaved, base::DiagnosticLog& log) {
  Game g;
  g.folder = folder;
  auto game = read(sources, folder, folder + "/game.json", unsaved, log);
  if (!game) return std::nullopt;
  g.game = std::move(*game);
  for (const auto& [sub, list] :
       {std::pair{"rulebook", &g.rulebook}, std::pair{"cards", &g.cards}}) {
    const std::string root = folder + "/" + sub;
    if (!base::stays_within(root, folder)) {
      log.add(base::Code::BadGameFolder, g.game.span,
              {base::about("`" + root + "`", base::leads_out().message)});
      continue;
    }
    std::vector<base::RefusedPath> refused;
    for (const std::string& path : game_files(folder, sub, unsaved, &refused)) {
      if (auto json = read(sources, folder, path, unsaved, log)) list->push_back(std::move(*json));
    }
    for (const base::RefusedPath& r : refused)
      log.add(base::Code::BadGameFolder, sources.add(r.path, ""),
              {base::about("`" + r.path + "`", r.reason)});
  }
  read_readings(g, log);
  lead_with_forms(g);
  if (phrases::has_words_to_compile(g)) {
    std::vector<base::Json> book;
    if (base::stays_within(folder + "/phrases", folder))
      for (const std::string& path : game_files(folder, "phrases", unsaved))
        if (auto json = read(sources, folder, path, unsaved, log)) book.push_back(std::move(*json));
    compile_words(g, book, sources, log);
  }
  return g;
}

std::optional<Game> parse_game(base::SourceMap& sources, std::string folder, GameTexts texts,
                               base::DiagnosticLog& log) {
  Game g;
  g.folder = std::move(folder);
  auto game = parse(sources, std::move(texts.game.path), std::move(texts.game.text), log);
  if (!game) return std::nullopt;
  g.game = std::move(*game);
  for (const auto& [from, list] :
       {std::pair{&texts.rulebook, &g.rulebook}, std::pair{&texts.cards, &g.cards}}) {
    for (GameText& t : *from)
      if (auto json = parse(sources, std::move(t.path), std::move(t.text), log))
        list->push_back(std::move(*json));
  }
  read_readings(g, log);
  lead_with_forms(g);
  if (phrases::has_words_to_compile(g)) {
    std::vector<base::Json> book;
    for (GameText& t : texts.phrases)
      if (auto json = parse(sources, std::move(t.path), std::move(t.text), log))
        book.push_back(std::move(*json));
    compile_words(g, book, sources, log);
  }
  return g;
}

Program compile(const Game& game, const std::map<std::string, std::string>& chosen,
                const base::SourceMap& sources, base::DiagnosticLog& log) {
  Program program;
  program.readings = game.readings;
  for (const ReadingDef& r : game.readings) {
    const auto it = chosen.find(r.name);
    program.chosen[r.name] = it == chosen.end() ? r.fallback : it->second;
  }
  std::vector<base::Json> resolved;
  resolved.reserve(game.rulebook.size() + game.cards.size());
  std::vector<const base::Json*> rulebook, cards;
  // A file without a choice is taken as it is.
  const auto file = [&](const base::Json& j) -> const base::Json* {
    if (!has_choices(j)) return &j;
    resolved.push_back(apply_readings(j, game.readings, program.chosen, log));
    lead_with_forms(resolved.back());
    return &resolved.back();
  };
  // Of what is dated the last state counts.
  const std::vector<Revision> changes = revisions(game.game, &log);
  std::vector<base::Json> dated;
  dated.reserve(game.rulebook.size() + game.cards.size());
  std::vector<const base::Json*> all;
  for (const auto* files : {&game.rulebook, &game.cards})
    for (const base::Json& j : *files) {
      if (is_dated(j)) dated.push_back(in_force(j, changes, {}, &log));
      all.push_back(is_dated(j) ? &dated.back() : &j);
    }
  for (size_t i = 0; i < all.size(); ++i)
    (i < game.rulebook.size() ? rulebook : cards).push_back(file(*all[i]));
  Translation tr(program, sources, log);
  tr.from_words = game.from_words;
  compile_game(tr, game.game);
  if (program.players.size() == 2) {
    compile_files(tr, rulebook, cards);
    for (const base::Json* j : all) stated_values(tr, *j);
    clauses_of_readings(game.game, program, log);
    Translation finished(program, sources, log);
    keep_names(finished);
  }
  program.exprs.share();
  using base::Code;
  log.fold({Code::UnknownName, Code::UnknownMember, Code::UnknownType, Code::UnknownClause,
            Code::UnknownStep, Code::UnknownReading});
  return program;
}

}  // namespace hanrei::model
