// Cards: what is printed on them, and the provisions of their text.
#include "model/passes/cards.h"

#include <algorithm>

#include "base/contains.h"
#include "base/date.h"
#include "base/text/filled.h"
#include "model/passes/provisions.h"
#include "model/passes/translation.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

PriceId price(Translation& tr, const Json& j) {
  Price p;
  const auto one = [&](const std::string& key, std::vector<int64_t>& out) {
    const Json* list = j.find(key);
    if (list == nullptr) return;
    const auto typed = tr.price_fields.find(key);
    for (const Json& item : list->items) {
      const auto [first, last] = tr.names.members.equal_range(item.string);
      const auto value = typed != tr.price_fields.end()
                             ? tr.member(EnumId(typed->second.id), item.string)
                         : first == last ? std::nullopt
                                         : std::optional<int64_t>(first->second.second);
      if (!value) {
        tr.log.add(base::Code::UnknownName, item.span, {item.string, ""});
        continue;
      }
      out.push_back(*value);
      p.text += key == "icons" ? "[" + item.string + "]" : item.string;
    }
  };
  if (!j.is(Json::Kind::Object)) {
    tr.log.add(base::Code::WrongShape, j.span,
               {"price", std::string(base::kind_name(j.kind)), "an object with icons and labels"});
    return kNone;
  }
  one("icons", p.icons);
  one("labels", p.labels);
  for (const PriceId i : tr.p.prices.ids())
    if (tr.p.prices[i] == p) return i;
  return tr.p.prices.push_back(std::move(p));
}

static int64_t printed_value(Translation& tr, const Json& v, const AttrDef& a,
                             const std::string& key) {
  const auto wrong = [&](const std::string& expected) {
    tr.log.add(base::Code::WrongShape, v.span,
               {key, std::string(base::kind_name(v.kind)), expected});
    return int64_t{0};
  };
  switch (a.type.kind) {
    case TypeKind::Int: return v.is(Json::Kind::Int) ? v.integer : wrong("an integer");
    case TypeKind::Bool: return v.is(Json::Kind::Bool) ? v.boolean : wrong("true or false");
    case TypeKind::Price: return price(tr, v);
    case TypeKind::Enum: {
      if (!v.is(Json::Kind::String)) return wrong("a member of " + tr.show(a.type));
      const auto m = tr.member(EnumId(a.type.id), v.string);
      if (!m) {
        tr.log.add(base::Code::UnknownName, v.span,
                   {v.string, ", expected a member of " + tr.show(a.type)});
        return 0;
      }
      return *m;
    }
    case TypeKind::Set: {
      if (!v.is(Json::Kind::Array)) return wrong("a list of members");
      int64_t mask = 0;
      std::vector<int64_t> names;
      for (const Json& item : v.items) {
        const auto m = tr.member(EnumId(a.type.id), item.string);
        if (!m)
          tr.log.add(base::Code::UnknownName, item.span,
                     {item.string, ", expected a member of " + tr.show(elem_type(a.type))});
        else if (a.type.id == kCardNames)
          names.push_back(*m);
        else
          mask |= int64_t{1} << *m;
      }
      if (a.type.id != kCardNames) return mask;
      tr.p.name_sets.push_back(std::move(names));
      return static_cast<int64_t>(tr.p.name_sets.size()) - 1;
    }
    case TypeKind::Error: return 0;  // told where the attribute is declared
    case TypeKind::Ref:
    case TypeKind::Zone: break;
  }
  return wrong("a printed value");
}

/// Each wording of a card begins after the one before it.
void in_order(Translation& tr, const Json& wordings) {
  const Json* before = nullptr;
  for (const Json& w : wordings.items) {
    const Json* from = w.find("from");
    if (from == nullptr) continue;
    const auto day = base::day_of(from->string);
    if (before != nullptr && day && base::day_of(before->string) >= day)
      tr.log.add(base::Code::WrongShape, from->span,
                 {"from", "`" + from->string + "`",
                  base::filled("a day after {0}, on which the wording before it begins",
                               "前の文面が始まる {0} より後の日付", {before->string})});
    if (day) before = from;
  }
}

void card(Translation& tr, const Json& json) {
  const Json* name = json.find("card");
  if (name == nullptr || !tr.names.cards.contains(name->string)) return;
  const CardId id = tr.names.cards.at(name->string);
  if (tr.p.cards[id].span != name->span) return;  // a second card of the same name
  CardDef& c = tr.p.cards[id];
  static constexpr std::string_view reserved[] = {"card",     "game",    "text", "provisions",
                                                  "invented", "generic", "note"};
  if (const Json* inv = json.find("invented")) c.invented = inv->boolean;
  if (const Json* g = json.find("generic")) c.generic = g->boolean;
  c.from_words = tr.from_words.contains(c.name);
  c.printed.emplace_back(tr.attr_of(kCardSort, "name"), *tr.member(kCardNames, c.name));
  if (const Json* text = json.find("text")) in_order(tr, *text);
  std::vector<std::string> flavour;
  const Json* spans = nullptr;
  if (const Json* wording = last_wording(json)) {
    spans = wording->find("spans");
    if (spans != nullptr)
      for (const base::Member& m : spans->members) {
        c.text.emplace_back(m.key, m.value.string);
        c.text_places.push_back(m.value.span);
      }
    if (const Json* fl = wording->find("flavour"))
      for (const Json& n : fl->items) {
        flavour.push_back(n.string);
        if (spans == nullptr || spans->find(n.string) == nullptr)
          tr.log.add(base::Code::UnknownSpan, n.span, {n.string, c.name});
      }
  }
  for (const base::Member& m : json.members) {
    if (base::contains(reserved, m.key)) continue;
    const AttrId a = tr.attr_of(kCardSort, m.key);
    if (a == kNone || tr.p.attrs[a].nature != Nature::Printed) {
      tr.log.add(base::Code::UnknownMember, m.key_span, {m.key, "card (printed)"});
      continue;
    }
    const int64_t v = printed_value(tr, m.value, tr.p.attrs[a], m.key);
    tr.p.cards[id].printed.emplace_back(a, v);
  }
  std::vector<std::string> used = flavour;
  if (const Json* list = json.find("provisions"))
    for (const Json& f : list->items) {
      if (!f.is(Json::Kind::Object)) {
        tr.log.add(base::Code::WrongShape, f.span,
                   {"provision", std::string(base::kind_name(f.kind)), "an object"});
        continue;
      }
      if (check_form(f, tr.log) == nullptr) continue;
      provision(tr, f, id);
      if (const Json* named = f.find("span"))
        for (const Json& s : named->items) used.push_back(s.string);
    }
  // Words that are the abilities and are not read were told already.
  for (const auto& [span, words] : tr.p.cards[id].text) {
    if (!tr.p.cards[id].from_words && !base::contains(used, span))
      tr.log.add(base::Code::SpanUnused, spans->find_member(span)->key_span, {span, name->string});
  }
}

}  // namespace hanrei::model
