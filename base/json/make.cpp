#include "base/json/make.h"

namespace hanrei::base {

Json text_json(std::string text, Span span) {
  Json j;
  j.kind = Json::Kind::String;
  j.string = std::move(text);
  j.span = span;
  return j;
}

Json list_json(std::vector<Json> items, Span span) {
  Json j;
  j.kind = Json::Kind::Array;
  j.items = std::move(items);
  j.span = span;
  return j;
}

void set_member(Json& object, std::string_view key, Json value) {
  for (Member& m : object.members)
    if (m.key == key) {
      m.value = std::move(value);
      return;
    }
  const Span span = value.span;
  object.members.push_back({std::string(key), span, std::move(value)});
}

}  // namespace hanrei::base
