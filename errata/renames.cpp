#include "errata/renames.h"

#include <algorithm>
#include <set>

#include "errata/print.h"
#include "errata/substance.h"
#include "model/syntax/expression.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {
namespace {

using base::Json;
using base::Span;
using Words = std::set<std::string>;

/// A word of the language itself, which may mean something else where a name stands.
bool is_language(const std::string& word) {
  static const Words words = [] {
    Words out = {"ability", "act",     "acted",       "again", "answered", "bool",  "breaks",
                 "card",    "cards",   "cease",       "count", "declared", "did",   "effect",
                 "endings", "expire",  "game",        "host",  "icons",    "int",   "knows",
                 "left_in", "legal",   "lose",        "max",   "min",      "move",  "name",
                 "negate",  "negated", "obj",         "outer", "overlap",  "owner", "pack",
                 "pays",    "player",  "players",     "price", "raised",   "ran",   "says",
                 "sees",    "self",    "shuffle",     "size",  "snapshot", "spawn", "step",
                 "text",    "top",     "other_price", "user",  "vanish",   "win",   "source",
                 "me",      "present", "modify"};
    for (const auto& forms : {model::schema_forms(), model::provision_forms(), model::step_forms()})
      for (const model::Form& f : forms) out.emplace(f.name);
    for (const model::Part& p : model::parts()) out.emplace(p.name);
    return out;
  }();
  return words.contains(word) || model::find_key(word) != nullptr || !model::is_plain_name(word);
}

/// A provision that declares a name.
struct Declaration {
  std::string form, name;
  const Json* provision = nullptr;
};

std::vector<Declaration> declared(const model::Game& game) {
  std::vector<Declaration> out;
  const auto add = [&](const Json& p) {
    const model::Form* form = p.is(Json::Kind::Object) ? model::form_of(p) : nullptr;
    if (form == nullptr || form->shape != model::Shape::Name || form->name == "norm" ||
        form->name == "amend" || form->name == "both")
      return;
    if (const std::string name = text_of(p.find(form->name)); !name.empty())
      out.push_back({std::string(form->name), name, &p});
  };
  for (const Json* p : listed(game.rulebook, "provisions")) add(*p);
  for (const Json* card : listed(game.cards, "cards"))
    for (const Json& p : provisions_of(*card)) add(p);
  return out;
}

/// What a declaration says, whatever it and the others in question are called.
using Said = std::string (*)(const Json&, std::string_view);
std::string said(const Declaration& d, const Renames& calls, Said how) {
  Json p = *d.provision;
  each_in_provision(
      p, [&](std::string& text, Span, Mention mention) { rename(text, mention, calls); });
  return d.form + " " + how(p, {});
}

/// Pairs names that went with names that came, by what declares them.
class Pairing {
 public:
  Pairing(std::vector<Declaration> went, std::vector<Declaration> came)
      : went_(std::move(went)), came_(std::move(came)) {}

  /// What is alone in what it says goes first; of several that say the same, the first. A wrong
  /// guess only shows as a difference.
  Names all() {
    while (pair(notation_of, false) || pair(substance_of, false) || pair(notation_of, true)) {
    }
    return names_;
  }

 private:
  bool pair(Said how, bool first) {
    static constexpr const char* kSome = "〆";
    Renames calls, called;
    calls.declared = names_;
    for (const Declaration& d : went_) calls.declared.emplace(d.name, kSome);
    for (const Declaration& d : came_)
      if (!taken_.contains(d.name)) called.declared.emplace(d.name, kSome);
    std::map<std::string, std::pair<std::vector<std::string>, std::vector<std::string>>> by_text;
    for (const Declaration& d : went_)
      if (!names_.contains(d.name)) by_text[said(d, calls, how)].first.push_back(d.name);
    for (const Declaration& d : came_)
      if (!taken_.contains(d.name)) by_text[said(d, called, how)].second.push_back(d.name);
    const size_t before = names_.size();
    for (const auto& [text, ends] : by_text) {
      const auto& [old, now] = ends;
      if (old.empty() || old.size() != now.size() || (old.size() > 1 && !first)) continue;
      if (names_.contains(old[0]) || taken_.contains(now[0])) continue;
      names_.emplace(old[0], now[0]);
      taken_.insert(now[0]);
      if (first) break;
    }
    return names_.size() > before;
  }

  std::vector<Declaration> went_, came_;
  Names names_;
  Words taken_;
};

/// Names of things of one kind, such as cards.
Words ids_of(const std::vector<Json>& files, const char* list, const char* key) {
  Words out;
  for (const Json* j : listed(files, list)) out.insert(text_of(j->find(key)));
  return out;
}
Words without(const Words& all, const Words& those) {
  Words out;
  std::ranges::set_difference(all, those, std::inserter(out, out.end()));
  return out;
}

}  // namespace

Renames renamed(const State& before, const State& after) {
  const model::Game &was = *before.game, &is = *after.game;
  std::vector<Declaration> went = declared(was), came = declared(is);
  Words had, has;
  for (const Declaration& d : went) had.insert(d.name);
  for (const Declaration& d : came) has.insert(d.name);
  // Nothing went or nothing came: nobody has to look at all the rest.
  const auto moved = [](const Words& old, const Words& now) {
    return !without(old, now).empty() && !without(now, old).empty();
  };
  const bool things =
      moved(ids_of(was.cards, "cards", "card"), ids_of(is.cards, "cards", "card")) ||
      moved(ids_of(was.rulebook, "clauses", "clause"), ids_of(is.rulebook, "clauses", "clause"));
  Renames out;
  if (!things && !moved(had, has)) return out;
  Mentioned old, now;
  old.add(was);
  old.add(before.rulings);
  now.add(is);
  now.add(after.rulings);
  const auto anew = [](const std::string& from, const std::string& to, const Words& earlier,
                       const Words& later) {
    return !later.contains(from) && !earlier.contains(to);
  };
  if (things)
    for (const Change& c : changes(was, is).list) {
      if (c.how != How::Renamed) continue;
      if (c.kind == Kind::Card && anew(c.was, c.id, old.names, now.names))
        out.cards.emplace(c.was, c.id);
      if (c.kind == Kind::Clause && anew(c.was, c.id, old.clauses, now.clauses))
        out.clauses.emplace(c.was, c.id);
    }
  std::erase_if(went, [&](const Declaration& d) {
    return now.names.contains(d.name) || is_language(d.name) || out.cards.contains(d.name);
  });
  std::erase_if(came, [&](const Declaration& d) {
    return old.names.contains(d.name) || is_language(d.name) ||
           std::ranges::any_of(out.cards, [&](const auto& card) { return card.second == d.name; });
  });
  // What a renamed card declares is compared under the new name of the card.
  if (!went.empty() && !came.empty())
    out.declared = Pairing(std::move(went), std::move(came)).all();
  return out;
}

std::vector<findings::Finding> judge_renamed(const Renames& renames, const model::Game& after,
                                             const base::SourceMap& sources) {
  std::vector<findings::Finding> out;
  const auto tell = [&](const std::string& was, const std::string& is, const std::string& id,
                        Span place) {
    out.push_back(
        findings::make(findings::Code::Renamed, {was, is}, {id}, findings::locate(sources, place)));
  };
  const std::vector<Declaration> now = declared(after);
  for (const auto& [was, is] : renames.declared)
    tell(was, is, is, std::ranges::find(now, is, &Declaration::name)->provision->span);
  for (const auto& [was, is] : renames.cards)
    tell("《" + was + "》", "《" + is + "》", is, card_in(after, is)->span);
  const std::vector<const Json*> clauses = listed(after.rulebook, "clauses");
  for (const auto& renamed : renames.clauses) {
    const std::string &was = renamed.first, &is = renamed.second;
    tell(base::in_both("clause " + was, "条項" + was), base::in_both("clause " + is, "条項" + is),
         is, (*std::ranges::find_if(clauses, [&](const Json* c) {
               return text_of(c->find("clause")) == is;
             }))->span);
  }
  return out;
}

}  // namespace hanrei::errata
