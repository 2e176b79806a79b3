// What is told of a play: `say`.
#include "model/passes/says.h"

#include <algorithm>

#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/translation.h"

namespace hanrei::model {

/// Words with expressions in braces. Each expression has its own place.
static Words words(Translation& tr, const Json& text, Scope& scope) {
  Words out;
  const TextAt all = text_at(text);
  const auto bad = [&] {
    tr.log.add(base::Code::ExprSyntax, all.span,
               {"`" + text.string + "`", base::in_both("words with expressions in `{` and `}`",
                                                       "式を `{` と `}` で囲んだ文")});
  };
  std::string_view rest = all.text;
  for (;;) {
    const size_t open = rest.find('{');
    if (open == std::string_view::npos) break;
    const size_t close = rest.find('}', open);
    if (close == std::string_view::npos) {
      bad();
      return out;
    }
    TextAt inside = all;
    inside.text = rest.substr(open + 1, close - open - 1);
    if (all.exact) {
      inside.span.begin =
          all.span.begin + static_cast<uint32_t>(inside.text.data() - all.text.data());
      inside.span.end = inside.span.begin + static_cast<uint32_t>(inside.text.size());
    }
    const ExprId value = compile(tr, parse_expression(inside, tr.log), scope);
    out.parts.emplace_back(std::string(rest.substr(0, open)), value);
    rest.remove_prefix(close + 1);
  }
  if (rest.find('}') != std::string_view::npos) bad();
  out.end = rest;
  return out;
}

SayId say(Translation& tr, const Json& form, Scope& scope, const Type* by) {
  const Json* json = form.find("say");
  if (json == nullptr) return kNone;
  Say out;
  const auto both = [&](const Json& j) {
    const Json *en = j.find("en"), *ja = j.find("ja");
    return en == nullptr || ja == nullptr ? std::pair<Words, Words>()
                                          : std::pair(words(tr, *en, scope), words(tr, *ja, scope));
  };
  if (json->is(Json::Kind::Bool)) {
    out.silent = true;
  } else if (!json->members.empty() && json->members.front().value.is(Json::Kind::String)) {
    std::tie(out.words[0], out.words[1]) = both(*json);
  } else {
    for (const base::Member& m : json->members) {
      std::optional<int64_t> value;
      if (by != nullptr && by->kind == TypeKind::Bool && (m.key == "true" || m.key == "false"))
        value = m.key == "true";
      if (by != nullptr && by->kind == TypeKind::Enum) value = tr.member(EnumId(by->id), m.key);
      if (by != nullptr && by->kind == TypeKind::Ref && m.key == "none") value = kNobody;
      if (by != nullptr && by->kind == TypeKind::Int && !m.key.empty() &&
          std::ranges::all_of(m.key, [](char c) { return c >= '0' && c <= '9'; }))
        value = std::stoll(m.key.substr(0, 18));
      if (value)
        out.by_value[*value] = both(m.value);
      else
        tr.log.add(base::Code::UnknownName, m.key_span,
                   {m.key, by == nullptr ? base::in_both("; one sentence is expected here",
                                                         "。ここには文を 1 つ書きます")
                                         : ""});
    }
  }
  return tr.p.says.push_back(std::move(out));
}

/// What types, sorts, attributes, zones, signals and exchanges say.
void say_schema(Translation& tr, const Json& f) {
  if (f.find("say") == nullptr) return;
  Scope scope;
  const std::string name = f.members.front().value.string;
  if (leads(f, "type")) {
    const auto it = tr.names.enums.find(name);
    if (it == tr.names.enums.end()) return;
    const Type members = enum_type(it->second);
    tr.p.enums[it->second].say = say(tr, f, scope, &members);
  } else if (leads(f, "sort")) {
    const auto it = tr.names.sorts.find(name);
    if (it == tr.names.sorts.end()) return;
    const Type exists = bool_type();
    scope.temp("it", ref_type(it->second));
    scope.temp("n", int_type());
    tr.p.sorts[it->second].say = say(tr, f, scope, &exists);
  } else if (leads(f, "attr")) {
    for (const AttrId i : tr.p.attrs.ids()) {
      const AttrDef a = tr.p.attrs[i];
      if (a.span != f.span) continue;
      scope.temp(a.sort == kNone ? "·" : "it",
                 a.sort == kNone ? int_type() : ref_type(a.sort, a.sort == kCardSort));
      scope.temp("old", a.type);
      scope.temp("new", a.type);
      const SayId told = say(tr, f, scope, &a.type);
      tr.p.attrs[i].say = told;
    }
  } else if (leads(f, "zone")) {
    const auto it = tr.names.zones.find(name);
    if (it == tr.names.zones.end()) return;
    const ZoneOwner of = tr.p.zones[it->second].of;
    if (of != ZoneOwner::Game)
      scope.temp("owner", of == ZoneOwner::Player ? ref_type(kPlayerSort) : ref_type(kCardSort));
    tr.p.zones[it->second].say = say(tr, f, scope);
  } else if (leads(f, "signal")) {
    const auto it = tr.names.signals.find(name);
    if (it == tr.names.signals.end()) return;
    const std::vector<Local> args = tr.p.signals[it->second].args;
    for (size_t i = 0; i < args.size(); ++i)
      scope.local(args[i].name, static_cast<Id>(i), args[i].type);
    tr.p.signals[it->second].say = say(tr, f, scope);
  } else if (leads(f, "exchange")) {
    const auto it = tr.names.exchanges.find(name);
    if (it == tr.names.exchanges.end()) return;
    scope.temp("me", ref_type(kPlayerSort));
    tr.p.exchanges[it->second].say = say(tr, f, scope);
  }
}

}  // namespace hanrei::model
