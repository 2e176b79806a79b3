#include "model/phrases/apply.h"

#include "base/json/make.h"

namespace hanrei::model::phrases {

using base::Json;

Application::Application(const Given& given) : given_(given) {
  for (const auto& [key, text] : *given.environment)
    names_[key] = base::text_json(text, given.words);
  with_.words = given.words;
  with_.fresh = given.fresh;
  with_.value = [this](std::string_view name) -> const Json* {
    if (const auto it = names_.find(name); it != names_.end()) return &it->second;
    if (name == "card.card") return given_.card_name;
    return given_.card != nullptr && name.starts_with("card.") ? given_.card->find(name.substr(5))
                                                               : nullptr;
  };
  with_.taken = [this](std::string_view kind) {
    taken_.emplace(kind);
    std::vector<Json> items;
    for (const Lift& l : *given_.lifts)
      if (l.kind == kind) items.push_back(l.item);
    return items;
  };
}

void Application::refer(const std::string& name) {
  names_["ref"] = base::text_json(name, given_.words);
}

std::optional<Json> Application::value(const Rule& rule, const Json& is) const {
  if (rule.value.is(Json::Kind::Null)) return filled(is, with_);
  Json out = rule.value;
  out.span = with_.words;
  return out;
}

std::optional<std::vector<Lift>> Application::lifted(const std::vector<Lift>& templates) const {
  std::vector<Lift> out;
  for (const Lift& l : templates) {
    auto item = filled(l.item, with_);
    if (!item) return std::nullopt;
    out.push_back({l.kind, std::move(*item)});
  }
  return out;
}

std::optional<Application::Introduced> Application::introduced(
    const std::vector<std::pair<std::string, Json>>& templates) const {
  Introduced out;
  for (const auto& [sort, text] : templates) {
    auto name = filled(text, with_);
    if (!name || !name->is(Json::Kind::String)) return std::nullopt;
    out.emplace_back(sort, name->string);
  }
  return out;
}

std::vector<Lift> Application::left() const {
  std::vector<Lift> out;
  for (const Lift& l : *given_.lifts)
    if (!taken_.contains(l.kind)) out.push_back(l);
  return out;
}

}  // namespace hanrei::model::phrases
