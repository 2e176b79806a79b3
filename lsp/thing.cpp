#include "lsp/thing.h"

#include <algorithm>
#include <filesystem>

#include "base/contains.h"
#include "base/io/file.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/filled.h"
#include "base/text/unicode.h"
#include "lsp/json_at.h"
#include "lsp/rpc.h"
#include "lsp/xml_at.h"

namespace hanrei::lsp {
namespace {

/// The name of an expression that the place is in or behind.
std::optional<Thing> token_at(std::string_view text, std::size_t begin, std::size_t end,
                              std::size_t offset, Role role) {
  for (const Token& t : tokens_of(text.substr(begin, end - begin)))
    if (offset >= begin + t.begin && offset <= begin + t.end)
      return Thing{role, std::string(t.name), begin + t.begin, begin + t.end};
  return std::nullopt;
}

std::optional<Thing> in_xml(std::string_view text, std::size_t offset) {
  const XmlAt at = xml_at(text, offset);
  if (at.open.empty()) return std::nullopt;
  const XmlAt::Open& element = at.open.back();
  if (at.where == XmlAt::Where::Content) {
    const Role role = role_of_text(element.name);
    if (role == Role::None) return std::nullopt;
    return token_at(text, at.begin, at.end, offset, role);
  }
  const auto other = [&](std::string_view name) { return element.get(name); };
  if (at.where == XmlAt::Where::Attribute && at.end > at.begin) {
    const std::string name(text.substr(at.begin, at.end - at.begin));
    if (slot_of_attribute(element.name, name, other).role != Role::Value) return std::nullopt;
    return Thing{Role::Attribute, name, at.begin, at.end};
  }
  if (at.where != XmlAt::Where::Value) return std::nullopt;
  const Role role = slot_of_attribute(element.name, at.attribute, other).role;
  if (role == Role::None || role == Role::Word) return std::nullopt;
  if (holds_names(role, at.attribute)) return token_at(text, at.begin, at.end, offset, role);
  return Thing{role, unescape_xml(text.substr(at.begin, at.end - at.begin)), at.begin, at.end};
}

std::optional<Thing> in_json(std::string_view text, std::size_t offset) {
  const JsonAt at = json_at(text, offset);
  if (!at.quoted || at.end == at.begin) return std::nullopt;
  const std::string name(text.substr(at.begin, at.end - at.begin));
  if (at.is_key) return Thing{Role::Expression, name, at.begin, at.end};
  if (at.key == "card") return Thing{Role::Card, name, at.begin, at.end};
  if (at.key == "reading") return Thing{Role::Reading, name, at.begin, at.end};
  if (at.key == "reverses") return Thing{Role::Ruling, name, at.begin, at.end};
  const Role role = at.key == "clause" ? Role::Clause : role_under(at.key);
  if (role == Role::None) return std::nullopt;
  if (role == Role::Clause || names_form(at.key)) return Thing{role, name, at.begin, at.end};
  return token_at(text, at.begin, at.end, offset, role);
}

/// Of which kinds the definitions are that a role means; none: of any but clauses.
std::string_view kind_of(Role role) {
  switch (role) {
    case Role::Clause: return "clause";
    case Role::Card: return "card";
    case Role::Reading: return "reading";
    case Role::Player: return "player";
    case Role::Zone: return "zone";
    case Role::Sort: return "sort";
    case Role::Attribute: return "attr";
    case Role::Choice: return "choose";
    default: return "";
  }
}

/// Do two roles name the same sort of thing?
bool same_world(Role a, Role b) {
  const auto own = [](Role r) {
    return r == Role::Clause || r == Role::Ruling || r == Role::Reading ? r : Role::Expression;
  };
  return own(a) == own(b);
}

std::string line_of(const Game& game, const Spot& spot) {
  return std::filesystem::path(spot.path).lexically_relative(game.folder()).string() + ":" +
         std::to_string(spot.range.start.line + 1);
}

[[noreturn]] void refuse(std::string_view en, std::string_view ja,
                         const std::vector<std::string>& args = {}) {
  throw Failure{kRequestFailed, base::filled(en, ja, args)};
}

}  // namespace

std::optional<Thing> thing_at(const std::string& path, std::string_view text, std::size_t offset) {
  return path.ends_with(".xml") ? in_xml(text, offset) : in_json(text, offset);
}

std::vector<const Definition*> definitions_of(const Game& game, const Thing& thing) {
  if (thing.role == Role::Ruling || !game.loaded()) return {};
  const std::string_view kind = kind_of(thing.role);
  std::vector<const Definition*> out =
      kind.empty() ? game.names().of(thing.name) : game.names().of(kind, thing.name);
  // an act is called as a frame, too; a zone of a board may be an attribute
  if (out.empty() && thing.role != Role::Clause && thing.role != Role::Reading)
    out = game.names().of(thing.name);
  if (thing.role != Role::Clause)
    std::erase_if(out, [](const Definition* d) { return d->kind == "clause"; });
  return out;
}

std::vector<Spot> defined_at(const Game& game, const Thing& thing) {
  std::vector<Spot> out;
  if (!game.loaded()) return out;
  if (thing.role == Role::Ruling) {
    for (const auto& [path, paper] : game.papers())
      if (paper.document && !paper.document->is_deck && paper.document->id == thing.name)
        if (const auto* id = paper.document->root.find("id"))
          out.push_back({path, game.range(id->span)});
    return out;
  }
  for (const Definition* d : definitions_of(game, thing))
    out.push_back({game.path(d->named), game.range(d->named)});
  return out;
}

std::vector<Written> written_at(const Game& game, const Thing& thing) {
  std::vector<Written> out;
  if (!game.loaded()) return out;
  std::map<std::uint32_t, Text> texts;
  bool xml = false;
  const auto use = [&](const Use& u) {
    if (u.name != thing.name || !same_world(u.role, thing.role)) return;
    auto it = texts.find(u.span.file);
    if (it == texts.end())
      it = texts.emplace(u.span.file, Text(std::string(game.sources().text(u.span.file)))).first;
    out.push_back({{game.path(u.span), it->second.range(u.span.begin, u.span.end)}, u, xml});
  };
  const model::Game& g = game.game();
  each_use(g.game, game.sources(), use);
  for (const auto* files : {&g.rulebook, &g.cards})
    for (const base::Json& file : *files) each_use(file, game.sources(), use);
  xml = true;
  for (const auto& [path, paper] : game.papers())
    if (paper.document) each_use(paper.document->root, game.sources(), use);
  return out;
}

std::vector<Spot> named_at(const Game& game, const Thing& thing) {
  std::vector<Spot> out;
  for (const Written& w : written_at(game, thing))
    if (!base::contains(out, w.spot)) out.push_back(w.spot);
  return out;
}

// ---------------------------------------------------------------- another name

void may_be_renamed(const Game& game, const std::optional<Thing>& thing) {
  if (!thing) refuse("there is no name here", "ここに名前はありません");
  if (!game.loaded() || !game.current())
    refuse("a file of the game cannot be read; mend it first",
           "ゲームのファイルに読めないものがあります。先に直してください");
  if (thing->role == Role::Ruling) {
    if (defined_at(game, *thing).size() != 1)
      refuse("no ruling, or several, have the id {0}", "ID {0} の裁定がないか、複数あります",
             {"`" + thing->name + "`"});
    return;
  }
  const std::vector<const Definition*> defs = definitions_of(game, *thing);
  if (defs.empty())
    refuse("nothing in the game defines {0}", "{0} はゲームに定義されていません",
           {"`" + thing->name + "`"});
  if (thing->role == Role::Clause) return;
  for (const Definition* d : defs)
    if (d->kind != "card")
      refuse(
          "{0} is a {1}; only clauses, cards and rulings can be renamed, since the names of "
          "the rules stand in expressions that are not told apart from locals",
          "{0} は{1}です。改名できるのは条項・カード・裁定だけです（ルールの名前は式の中の局所的"
          "な名前と区別されません）",
          {"`" + thing->name + "`", kind_text(d->kind)});
}

namespace {

/// Files beside those that are read: they name clauses and rulings, too, and are not edited.
void not_named_beside(const Game& game, const Thing& thing) {
  const std::string quoted = base::quote_json(thing.name);
  std::vector<std::string> files;
  if (thing.role == Role::Clause || thing.role == Role::Card) {
    files = base::list_files(game.folder() + "/phrases", ".json");
    files.push_back(game.folder() + "/words.json");
  }
  for (std::string& path : base::list_files(game.folder() + "/imported", ".jsonl"))
    files.push_back(std::move(path));
  std::error_code none;
  for (std::filesystem::path up = game.folder(); up.has_relative_path(); up = up.parent_path())
    if (const auto policy = up / "hanrei.policy.json"; std::filesystem::exists(policy, none)) {
      files.push_back(policy.string());
      break;
    }
  for (const std::string& path : files)
    if (const auto text = base::read_file(path); text && text->find(quoted) != std::string::npos)
      refuse("{0} names it, which is not edited along", "{0} にもあり、そこは書き換えません",
             {path});
}

/// facts.json says of each sentence of the print which clause it is.
void rename_in_facts(const Game& game, const Thing& thing, const std::string& to,
                     std::vector<Edit>& out) {
  const std::string path = game.folder() + "/facts.json";
  if (!base::stamp_of(path)) return;
  base::SourceMap sources;
  base::DiagnosticLog log;
  auto text = base::read_file(path);
  const auto json =
      text ? base::read_json(sources, sources.add(path, std::move(*text)), log) : std::nullopt;
  if (!json) refuse("{0} cannot be read", "{0} が読めません", {path});
  const Text lines{std::string(sources.text(json->span.file))};
  const std::function<void(const base::Json&, std::string_view)> look = [&](const base::Json& j,
                                                                            std::string_view key) {
    if (key == "clause" && j.is(base::Json::Kind::String) && j.string == thing.name)
      out.push_back({{path, lines.range(j.span.begin + 1, j.span.end - 1)}, to});
    for (const base::Json& item : j.items) look(item, key);
    for (const base::Member& m : j.members) look(m.value, m.key);
  };
  look(*json, "");
}

}  // namespace

std::vector<Edit> renamed(const Game& game, const Thing& thing, const std::string& to) {
  may_be_renamed(game, thing);
  if (!base::has_letter(to) || !base::valid_utf8(to) ||
      to.find_first_of("\n\r\t\"\\") != std::string::npos || to != base::safe_terminal(to))
    refuse("this is no name: {0}", "名前になりません: {0}", {"`" + base::safe_terminal(to) + "`"});
  Thing other = thing;
  other.name = to;
  const bool ruling = thing.role == Role::Ruling, clause = thing.role == Role::Clause;
  if (to != thing.name &&
      (ruling || clause ? !defined_at(game, other).empty() : !named_at(game, other).empty()))
    refuse("{0} is there already", "{0} はすでにあります", {"`" + to + "`"});
  for (const auto& [path, paper] : game.papers())
    if (!paper.document)
      refuse("{0} cannot be read; mend it first", "{0} が読めません。先に直してください",
             {std::filesystem::path(path).lexically_relative(game.folder()).string()});
  not_named_beside(game, thing);
  std::vector<Edit> out;
  for (const Written& w : written_at(game, thing)) {
    const bool cites = w.use.role == thing.role || (!ruling && !clause && w.use.role == Role::Card);
    if (!w.use.whole || !cites || w.use.is_key)
      refuse("the name also stands in an expression or a value: {0}",
             "名前が式または値の中にもあります: {0}", {line_of(game, w.spot)});
    out.push_back({w.spot, w.xml ? escape_xml(to) : to});
  }
  if (!ruling && !clause) {  // printed words of other cards may name it
    for (const auto* files : {&game.game().rulebook, &game.game().cards})
      for (const base::Json& file : *files)
        if (game.sources().slice(file.span).find("《" + thing.name + "》") !=
            std::string_view::npos)
          refuse("printed words name it: {0}", "印刷された文面に名前があります: {0}",
                 {std::filesystem::path(game.path(file.span))
                      .lexically_relative(game.folder())
                      .string()});
  }
  if (clause) rename_in_facts(game, thing, to, out);
  return out;
}

}  // namespace hanrei::lsp
