// What is told of a play: `say`.
#include <algorithm>

#include "model/passes/compiler.h"
#include "model/passes/json.h"

namespace hanrei::model {

/// Words with expressions in braces. Each expression has its own place.
Words Compiler::words(const Json& text, Scope& scope) {
  Words out;
  const TextAt all = text_at(text);
  const auto bad = [&] {
    log_.add(Code::ExprSyntax, all.span,
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
    const ExprId value = compile(parse_expression(inside, log_), scope);
    out.parts.emplace_back(std::string(rest.substr(0, open)), value);
    rest.remove_prefix(close + 1);
  }
  if (rest.find('}') != std::string_view::npos) bad();
  out.end = rest;
  return out;
}

SayId Compiler::say(const Json& form, Scope& scope, const Type* by) {
  const Json* json = form.find("say");
  if (json == nullptr) return kNone;
  Say out;
  const auto both = [&](const Json& j) {
    const Json *en = j.find("en"), *ja = j.find("ja");
    return en == nullptr || ja == nullptr ? std::pair<Words, Words>()
                                          : std::pair(words(*en, scope), words(*ja, scope));
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
      if (by != nullptr && by->kind == TypeKind::Enum) value = member(EnumId(by->id), m.key);
      if (by != nullptr && by->kind == TypeKind::Ref && m.key == "none") value = kNobody;
      if (by != nullptr && by->kind == TypeKind::Int && !m.key.empty() &&
          std::ranges::all_of(m.key, [](char c) { return c >= '0' && c <= '9'; }))
        value = std::stoll(m.key.substr(0, 18));
      if (value)
        out.by_value[*value] = both(m.value);
      else
        log_.add(Code::UnknownName, m.key_span,
                 {m.key, by == nullptr ? base::in_both("; one sentence is expected here",
                                                       "。ここには文を 1 つ書きます")
                                       : ""});
    }
  }
  return p_.says.push_back(std::move(out));
}

/// What types, sorts, attributes, zones, signals and exchanges say.
void Compiler::say_schema(const Json& f) {
  if (f.find("say") == nullptr) return;
  Scope scope;
  const std::string name = f.members.front().value.string;
  if (leads(f, "type")) {
    const auto it = enums_.find(name);
    if (it == enums_.end()) return;
    const Type members = enum_type(it->second);
    p_.enums[it->second].say = say(f, scope, &members);
  } else if (leads(f, "sort")) {
    const auto it = sorts_.find(name);
    if (it == sorts_.end()) return;
    const Type exists = bool_type();
    scope.temp("it", ref_type(it->second));
    scope.temp("n", int_type());
    p_.sorts[it->second].say = say(f, scope, &exists);
  } else if (leads(f, "attr")) {
    for (const AttrId i : p_.attrs.ids()) {
      const AttrDef a = p_.attrs[i];
      if (a.span != f.span) continue;
      scope.temp(a.sort == kNone ? "·" : "it",
                 a.sort == kNone ? int_type() : ref_type(a.sort, a.sort == kCardSort));
      scope.temp("old", a.type);
      scope.temp("new", a.type);
      const SayId told = say(f, scope, &a.type);
      p_.attrs[i].say = told;
    }
  } else if (leads(f, "zone")) {
    const auto it = zones_.find(name);
    if (it == zones_.end()) return;
    const ZoneOwner of = p_.zones[it->second].of;
    if (of != ZoneOwner::Game)
      scope.temp("owner", of == ZoneOwner::Player ? ref_type(kPlayerSort) : ref_type(kCardSort));
    p_.zones[it->second].say = say(f, scope);
  } else if (leads(f, "signal")) {
    const auto it = signals_.find(name);
    if (it == signals_.end()) return;
    const std::vector<Local> args = p_.signals[it->second].args;
    for (size_t i = 0; i < args.size(); ++i)
      scope.local(args[i].name, static_cast<Id>(i), args[i].type);
    p_.signals[it->second].say = say(f, scope);
  } else if (leads(f, "exchange")) {
    const auto it = exchanges_.find(name);
    if (it == exchanges_.end()) return;
    scope.temp("me", ref_type(kPlayerSort));
    p_.exchanges[it->second].say = say(f, scope);
  }
}

}  // namespace hanrei::model
