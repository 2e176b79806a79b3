#include "model/phrases/conditions.h"

#include <map>
#include <set>
#include <string_view>

#include "base/text/nearest.h"
#include "model/passes/json.h"
#include "model/phrases/operators.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using Kind = Json::Kind;

/// What may be told under a name; `open`: anything else, too.
struct May {
  std::set<std::string> known;
  bool open = false;
};
using MayBe = std::map<std::string, May>;

/// What the file and the phrases give to an environment.
MayBe environments(const Book& book) {
  MayBe out;
  const auto add = [&](const Environment& env) {
    for (const auto& [name, value] : env) {
      out[name].known.insert(value);
      if (!references(value).empty()) out[name].open = true;
    }
  };
  add(book.env);
  for (const Phrase& p : book.phrases) add(p.env);
  return out;
}

std::string member_type(std::string type) {
  if (type.starts_with("set of ")) type.erase(0, 7);
  return type;
}

/// What may be printed on cards: the attributes that the rules declare, with the members of their
/// type, and whatever a card has.
MayBe on_cards(const Game& game) {
  std::map<std::string, std::set<std::string>> members;
  MayBe out;
  const auto each_form = [&](const auto& use) {
    for (const Json& file : game.rulebook)
      if (const Json* forms = file.find("provisions"))
        for (const Json& f : forms->items) use(f);
  };
  each_form([&](const Json& f) {
    const Json* values = f.find("values");
    if (f.find("type") == nullptr || f.find("attr") != nullptr || values == nullptr) return;
    std::set<std::string>& all = members[text_of(f, "type")];
    for (const Json& v : values->items) all.insert(v.string);
    for (const base::Member& m : values->members) all.insert(m.key);
  });
  each_form([&](const Json& f) {
    if (f.find("attr") == nullptr) return;
    May& values = out["card." + text_of(f, "attr")];
    const auto type = members.find(member_type(text_of(f, "type")));
    if (type == members.end())
      values.open = true;
    else
      values.known.insert(type->second.begin(), type->second.end());
  });
  for (const Json& file : game.cards)
    if (const Json* cards = file.find("cards"))
      for (const Json& card : cards->items)
        for (const base::Member& m : card.members)
          if (!out.contains("card." + m.key)) out["card." + m.key].open = true;
  return out;
}

}  // namespace

void check_conditions(const Book& book, const Game& game, base::DiagnosticLog& log) {
  MayBe names = environments(book);
  names.merge(on_cards(game));
  std::vector<std::string_view> known_names;
  for (const auto& [name, values] : names) known_names.push_back(name);
  for (const Phrase& p : book.phrases)
    for (const Only& o : p.only) {
      const auto is = names.find(o.name);
      if (is == names.end()) {
        log.add(base::Code::UnknownName, o.span, {o.name, base::or_nearest(o.name, known_names)});
        continue;
      }
      if (is->second.open) continue;
      const std::set<std::string>& known = is->second.known;
      for (const Json& v : o.values)
        if (!v.is(Kind::String) || (references(v.string).empty() && !known.contains(v.string)))
          log.add(base::Code::UnknownName, v.span,
                  {expression_of(v).value_or(std::string(base::kind_name(v.kind))),
                   base::or_nearest(v.string, {known.begin(), known.end()})});
    }
}

}  // namespace hanrei::model::phrases
