// Cards: what is printed on them, and the provisions of their text.
#include <algorithm>

#include "base/contains.h"
#include "model/passes/compiler.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

PriceId Compiler::price(const Json& j) {
  Price p;
  const auto one = [&](const std::string& key, std::vector<int64_t>& out) {
    const Json* list = j.find(key);
    if (list == nullptr) return;
    const auto typed = price_fields_.find(key);
    for (const Json& item : list->items) {
      const auto [first, last] = members_.equal_range(item.string);
      const auto value = typed != price_fields_.end()
                             ? member(EnumId(typed->second.id), item.string)
                         : first == last ? std::nullopt
                                         : std::optional<int64_t>(first->second.second);
      if (!value) {
        log_.add(Code::UnknownName, item.span, {item.string, ""});
        continue;
      }
      out.push_back(*value);
      p.text += key == "icons" ? "[" + item.string + "]" : item.string;
    }
  };
  if (!j.is(Json::Kind::Object)) {
    log_.add(Code::WrongShape, j.span,
             {"price", std::string(base::kind_name(j.kind)), "an object with icons and labels"});
    return kNone;
  }
  one("icons", p.icons);
  one("labels", p.labels);
  for (const PriceId i : p_.prices.ids())
    if (p_.prices[i] == p) return i;
  return p_.prices.push_back(std::move(p));
}

int64_t Compiler::printed_value(const Json& v, const AttrDef& a, const std::string& key) {
  const auto wrong = [&](const std::string& expected) {
    log_.add(Code::WrongShape, v.span, {key, std::string(base::kind_name(v.kind)), expected});
    return int64_t{0};
  };
  switch (a.type.kind) {
    case TypeKind::Int: return v.is(Json::Kind::Int) ? v.integer : wrong("an integer");
    case TypeKind::Bool: return v.is(Json::Kind::Bool) ? v.boolean : wrong("true or false");
    case TypeKind::Price: return price(v);
    case TypeKind::Enum: {
      if (!v.is(Json::Kind::String)) return wrong("a member of " + show(a.type));
      const auto m = member(EnumId(a.type.id), v.string);
      if (!m) {
        log_.add(Code::UnknownName, v.span, {v.string, ", expected a member of " + show(a.type)});
        return 0;
      }
      return *m;
    }
    case TypeKind::Set: {
      if (!v.is(Json::Kind::Array)) return wrong("a list of members");
      int64_t mask = 0;
      std::vector<int64_t> names;
      for (const Json& item : v.items) {
        const auto m = member(EnumId(a.type.id), item.string);
        if (!m)
          log_.add(Code::UnknownName, item.span,
                   {item.string, ", expected a member of " + show(elem_type(a.type))});
        else if (a.type.id == kCardNames)
          names.push_back(*m);
        else
          mask |= int64_t{1} << *m;
      }
      if (a.type.id != kCardNames) return mask;
      p_.name_sets.push_back(std::move(names));
      return static_cast<int64_t>(p_.name_sets.size()) - 1;
    }
    case TypeKind::Error: return 0;  // told where the attribute is declared
    case TypeKind::Ref:
    case TypeKind::Zone: break;
  }
  return wrong("a printed value");
}

void Compiler::card(const Json& json) {
  const Json* name = json.find("card");
  if (name == nullptr || !cards_.contains(name->string)) return;
  const CardId id = cards_.at(name->string);
  if (p_.cards[id].span != name->span) return;  // a second card of the same name
  CardDef& c = p_.cards[id];
  static constexpr std::string_view reserved[] = {"card",     "game",    "text", "provisions",
                                                  "invented", "generic", "note"};
  if (const Json* inv = json.find("invented")) c.invented = inv->boolean;
  if (const Json* g = json.find("generic")) c.generic = g->boolean;
  c.printed.emplace_back(attr_of(kCardSort, "name"), *member(kCardNames, c.name));
  std::vector<std::string> flavour;
  const Json* spans = nullptr;
  if (const Json* texts = json.find("text");
      texts != nullptr && texts->is(Json::Kind::Array) && !texts->items.empty()) {
    spans = texts->items.back().find("spans");
    if (spans != nullptr)
      for (const base::Member& m : spans->members) {
        c.text.emplace_back(m.key, m.value.string);
        c.text_places.push_back(m.value.span);
      }
    if (const Json* fl = texts->items.back().find("flavour"))
      for (const Json& n : fl->items) {
        flavour.push_back(n.string);
        if (spans == nullptr || spans->find(n.string) == nullptr)
          log_.add(Code::UnknownSpan, n.span, {n.string, c.name});
      }
  }
  for (const base::Member& m : json.members) {
    if (base::contains(reserved, m.key)) continue;
    const AttrId a = attr_of(kCardSort, m.key);
    if (a == kNone || p_.attrs[a].nature != Nature::Printed) {
      log_.add(Code::UnknownMember, m.key_span, {m.key, "card (printed)"});
      continue;
    }
    const int64_t v = printed_value(m.value, p_.attrs[a], m.key);
    p_.cards[id].printed.emplace_back(a, v);
  }
  std::vector<std::string> used = flavour;
  if (const Json* list = json.find("provisions"))
    for (const Json& f : list->items) {
      if (!f.is(Json::Kind::Object)) {
        log_.add(Code::WrongShape, f.span,
                 {"provision", std::string(base::kind_name(f.kind)), "an object"});
        continue;
      }
      if (check_form(f, log_) == nullptr) continue;
      provision(f, id);
      if (const Json* named = f.find("span"))
        for (const Json& s : named->items) used.push_back(s.string);
    }
  for (const auto& [span, words] : p_.cards[id].text) {
    if (!base::contains(used, span))
      log_.add(Code::SpanUnused, spans->find_member(span)->key_span, {span, name->string});
  }
}

}  // namespace hanrei::model
