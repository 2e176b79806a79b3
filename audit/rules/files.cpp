#include <algorithm>

#include "audit/rules/look.h"
#include "checker/question/elements.h"

namespace hanrei::audit::rules {

using base::Json;

Files::Files(const model::Game& game, const Program& p) {
  for (const auto* files : {&game.rulebook, &game.cards})
    for (const Json& file : *files) read(file);
  for (const Json& file : game.rulebook) rulebook_.insert(file.span.file);
  std::map<std::string, ClauseId> clauses;
  for (const ClauseId i : p.clauses.ids()) clauses.emplace(p.clauses[i].id, i);
  for (const checker::elements::Element& e : checker::elements::elements_of(game)) {
    Form f{e.span, {}};
    for (const std::string& name : e.by)
      if (const auto it = clauses.find(name); it != clauses.end()) f.by.push_back(it->second);
    forms_.push_back(std::move(f));
  }
  if (const Json* readings = game.game.find("readings"))
    for (const Json& r : readings->items) {
      const Json *name = r.find("reading"), *by = r.find("by");
      if (name == nullptr || by == nullptr) continue;
      for (const Json& c : by->items)
        if (const auto it = clauses.find(c.string); it != clauses.end())
          about_[name->string].push_back(it->second);
    }
}

void Files::read(const Json& json) {
  if (json.is(Json::Kind::String)) calls(json.string);
  if (json.is(Json::Kind::Object)) {
    const Json *choice = json.find("choose"), *who = json.find("who");
    if (choice != nullptr && who != nullptr && who->is(Json::Kind::String) &&
        who->string == "nature")
      chance_.insert({json.span.file, json.span.begin});
  }
  if (const Json* name = json.find("exchange"), *answer = json.find("answer");
      json.is(Json::Kind::Object) && name != nullptr && answer != nullptr &&
      answer->is(Json::Kind::Object) && answer->find("by") != nullptr)
    cited_answers_.insert(name->string);
  for (const char* form : {"exchange", "order", "ending"}) {
    const Json* named =
        json.is(Json::Kind::Object) && json.find("by") != nullptr ? json.find(form) : nullptr;
    if (named == nullptr || !named->is(Json::Kind::String)) continue;
    Properties& out = properties_[{form, named->string}];
    for (const base::Member& m : json.members) {
      const auto cites = [&](const Json& v) {
        const Json* by =
            v.is(Json::Kind::Object) && v.find("is") != nullptr ? v.find("by") : nullptr;
        if (by != nullptr)
          for (const Json& clause : by->items) out.cited[m.key].insert(clause.string);
      };
      cites(m.value);
      for (const Json& item : m.value.items) cites(item);
      if (!out.cited.contains(m.key) && m.value.is(Json::Kind::String)) out.bare.insert(m.key);
    }
  }
  for (const base::Member& m : json.members) read(m.value);
  for (const Json& item : json.items) read(item);
}

const std::vector<ClauseId>& Files::about(const std::string& reading) const {
  static const std::vector<ClauseId> none;
  const auto it = about_.find(reading);
  return it == about_.end() ? none : it->second;
}

const Files::Properties& Files::properties(const std::string& form, const std::string& name) const {
  static const Properties none;
  const auto it = properties_.find({form, name});
  return it == properties_.end() ? none : it->second;
}

bool Files::cited_for(const std::string& form, const std::string& property,
                      const std::string& clause) const {
  return std::ranges::any_of(properties_, [&](const auto& entry) {
    const auto it = entry.second.cited.find(property);
    return entry.first.first == form && it != entry.second.cited.end() &&
           it->second.contains(clause);
  });
}

/// The names before a bracket: `NAME(`, or between back quotes.
void Files::calls(const std::string& text) {
  static constexpr std::string_view ends = " \t\n()[]{},.:;=<>+-*/|\\&!?\"`";
  for (size_t at = text.find('('); at != std::string::npos; at = text.find('(', at + 1)) {
    if (at == 0) continue;
    const bool quoted = text[at - 1] == '`';
    const size_t end = quoted ? at - 1 : at;
    const size_t before = end == 0 ? std::string::npos
                          : quoted ? text.rfind('`', end - 1)
                                   : text.find_last_of(ends, end - 1);
    const size_t begin = before == std::string::npos ? 0 : before + 1;
    if (begin < end) called_.insert(text.substr(begin, end - begin));
  }
}

std::vector<ClauseId> Files::stated(Span place) const {
  const Form* best = nullptr;
  for (const Form& f : forms_) {
    if (f.span.file != place.file || f.span.begin > place.begin || place.end > f.span.end) continue;
    if (best == nullptr || f.span.end - f.span.begin < best->span.end - best->span.begin) best = &f;
  }
  return best == nullptr ? std::vector<ClauseId>{} : best->by;
}

}  // namespace hanrei::audit::rules
