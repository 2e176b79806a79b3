#include "model/phrases/declared.h"

#include <functional>
#include <string_view>

#include "base/contains.h"
#include "base/json/make.h"
#include "model/phrases/template.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;
using Kind = Json::Kind;

void each_named(const Json& file, std::string_view list, std::string_view key,
                const std::function<void(const Json&, const Json&)>& use) {
  const Json* all = file.find(list);
  if (all == nullptr) return;
  for (const Json& form : all->items)
    if (const Json* n = form.find(key); n != nullptr && n->is(Kind::String)) use(form, *n);
}
/// A moment with the names of what it tells; nothing where it has not the types asked for.
std::optional<Json> signal(const Json& form, const Json& name, const std::vector<std::string>& with,
                           const std::vector<std::string>& without) {
  Json args;
  args.kind = Kind::Array;
  std::vector<std::string> types;
  if (const Json* declared = form.find("args")) {
    for (const base::Member& m : declared->members) {
      args.items.push_back(base::text_json(m.key));
      types.push_back(m.value.string);
    }
  }
  for (const std::string& t : with)
    if (!base::contains(types, t)) return std::nullopt;
  for (const std::string& t : without)
    if (base::contains(types, t)) return std::nullopt;
  Json out;
  out.kind = Kind::Object;
  out.members.push_back({"in", {}, printed_name(name.string)});
  out.members.push_back({"args", {}, std::move(args)});
  return out;
}

}  // namespace

std::optional<std::vector<std::pair<std::string, Json>>> declared_words(
    const Game& game, const std::string& what, const std::vector<std::string>& with,
    const std::vector<std::string>& without) {
  std::vector<std::pair<std::string, Json>> out;
  const auto name = [&](const std::string& word) { out.emplace_back(word, printed_name(word)); };
  const auto declared = [&](std::string_view key,
                            const std::function<void(const Json&, const Json&)>& use) {
    for (const Json& file : game.rulebook) each_named(file, "provisions", key, use);
  };
  if (what == "cards") {
    for (const Json& file : game.cards)
      each_named(file, "cards", "card", [&](const Json&, const Json& n) { name(n.string); });
  } else if (what == "signals") {
    declared("signal", [&](const Json& form, const Json& n) {
      if (auto value = signal(form, n, with, without)) out.emplace_back(n.string, *value);
    });
  } else if (what == "zones") {
    declared("zone", [&](const Json&, const Json& n) { name(n.string); });
  } else if (what.starts_with("type ")) {
    declared("type", [&](const Json& form, const Json& n) {
      const Json* values = form.find("values");
      if (n.string != what.substr(5) || values == nullptr) return;
      for (const Json& v : values->items)
        if (v.is(Kind::String)) name(v.string);
      for (const base::Member& m : values->members) name(m.key);
    });
  } else {
    return std::nullopt;
  }
  return out;
}

}  // namespace hanrei::model::phrases
