#include "errata/reword.h"

#include "base/json/make.h"
#include "model/phrases/read.h"

namespace hanrei::errata {

using base::Json;

void put(Json& object, const std::string& key, Json value, base::Span span) {
  for (base::Member& m : object.members)
    if (m.key == key) {
      m.value = std::move(value);
      m.key_span = span;
      return;
    }
  object.members.push_back({key, span, std::move(value)});
}

void reword(Json& card, const std::string& text, bool kept, base::Span span) {
  Json spans, wording, list;
  spans.kind = wording.kind = Json::Kind::Object;
  list.kind = Json::Kind::Array;
  spans.span = wording.span = list.span = span;
  const Json* old = card.find("text");
  const Json* last = old != nullptr && old->is(Json::Kind::Array) && !old->items.empty()
                         ? old->items.back().find("spans")
                         : nullptr;
  if (kept && last != nullptr)
    for (const base::Member& m : last->members)
      spans.members.push_back(
          {m.key, span, base::text_json(spans.members.empty() ? text : "", span)});
  if (spans.members.empty())
    for (auto& [name, words] : model::phrases::words_of_text(text))
      spans.members.push_back({name, span, base::text_json(words, span)});
  if (old != nullptr && old->is(Json::Kind::Array)) {
    list.items = old->items;
    if (!list.items.empty()) {
      if (const Json* from = list.items.back().find("from"))
        wording.members.push_back({"from", span, *from});
      list.items.pop_back();
    }
  }
  wording.members.push_back({"spans", span, std::move(spans)});
  list.items.push_back(std::move(wording));
  put(card, "text", std::move(list), span);
}

}  // namespace hanrei::errata
