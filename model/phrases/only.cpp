#include "model/phrases/only.h"

#include <algorithm>
#include <map>

#include "base/json/make.h"

namespace hanrei::model::phrases {
namespace {

using base::Json;

bool of_card(std::string_view name) { return name.starts_with("card."); }

/// Is it this value, or has it this one among others?
bool matches(const Json& is, const Json& wanted, const Filling* with) {
  Json value = wanted;
  if (wanted.is(Json::Kind::String) && !references(wanted.string).empty()) {
    if (with == nullptr) return true;
    auto slot = filled(wanted, *with);
    if (!slot) return false;
    value = plain(std::move(*slot));
  }
  if (is.is(Json::Kind::Array))
    return std::ranges::any_of(is.items,
                               [&](const Json& has) { return base::same_value(value, has); });
  return base::same_value(value, is);
}

}  // namespace

std::optional<Json> told(const std::string& name, const Environment& env, const Json* card) {
  if (of_card(name)) {
    const Json* value = card == nullptr ? nullptr : card->find(std::string_view(name).substr(5));
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
  const auto it = std::ranges::find_if(env, [&](const auto& e) { return e.first == name; });
  return it == env.end() ? std::nullopt : std::optional(base::text_json(it->second));
}

bool met(const Only& only, const Environment& env, const Json* card, const Filling* with) {
  if (card == nullptr && of_card(only.name)) return true;
  const auto is = told(only.name, env, card);
  return is &&
         std::ranges::any_of(only.values, [&](const Json& v) { return matches(*is, v, with); });
}

Environment below(const Phrase& phrase, const Environment& env) {
  std::map<std::string, std::string> out(env.begin(), env.end());
  for (const auto& [name, text] : phrase.env) {
    std::string value;
    size_t at = 0;
    for (const Reference& r : references(text)) {
      value += text.substr(at, r.begin - at);
      at = r.end;
      const auto it = std::ranges::find_if(env, [&](const auto& e) { return e.first == r.name; });
      value += it != env.end() ? it->second : text.substr(r.begin, r.end - r.begin);
    }
    out[name] = value + text.substr(at);
  }
  return Environment(out.begin(), out.end());
}

}  // namespace hanrei::model::phrases
