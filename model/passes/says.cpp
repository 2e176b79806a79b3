// What is told of a play: `say`; and how conditions are put into words: `told`.
#include "model/passes/says.h"

#include <algorithm>

#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/translation.h"

namespace hanrei::model {

/// Words with expressions in braces; or a list of such, each under its condition, and the last one
/// for what is left. Each expression has its own place.
static Words words(Translation& tr, const Json& text, Scope& scope) {
  Words out;
  if (text.is(Json::Kind::Array)) {
    for (size_t i = text.items.size(); i-- > 0;) {
      const Json& item = text.items[i];
      const Json *when = item.find("if"), *then = item.find("then");
      Words now = words(tr, then == nullptr ? item : *then, scope);
      if (when != nullptr) {
        now.when = expression(tr, *when, scope, bool_type());
        if (i + 1 < text.items.size()) now.otherwise.push_back(std::move(out));
      }
      out = std::move(now);
    }
    return out;
  }
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

/// The value of a type that a key of `say` or `told` means.
static std::optional<int64_t> value_named(const Translation& tr, const std::string& key,
                                          const Type* type) {
  if (type == nullptr) return std::nullopt;
  switch (type->kind) {
    case TypeKind::Bool:
      if (key == "true" || key == "false") return key == "true";
      return std::nullopt;
    case TypeKind::Enum: return tr.member(EnumId(type->id), key);
    case TypeKind::Ref: return key == "none" ? std::optional<int64_t>(kNobody) : std::nullopt;
    case TypeKind::Int:
      if (!key.empty() && std::ranges::all_of(key, [](char c) { return c >= '0' && c <= '9'; }))
        return std::stoll(key.substr(0, 18));
      return std::nullopt;
    case TypeKind::Set:
    case TypeKind::Price:
    case TypeKind::Zone:
    case TypeKind::Error: return std::nullopt;
  }
  return std::nullopt;
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
  } else if (!json->members.empty() && !json->members.front().value.is(Json::Kind::Object)) {
    std::tie(out.words[0], out.words[1]) = both(*json);
  } else {
    for (const base::Member& m : json->members)
      if (const auto value = value_named(tr, m.key, by))
        out.by_value[*value] = both(m.value);
      else
        tr.log.add(base::Code::UnknownName, m.key_span,
                   {m.key, by == nullptr ? base::in_both("; one sentence is expected here",
                                                         "。ここには文を 1 つ書きます")
                                         : ""});
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

SayId told(Translation& tr, const Json& form, const std::vector<std::pair<std::string, Type>>& args,
           const Type* by) {
  const Json* json = form.find("told");
  if (json == nullptr) return kNone;
  Scope scope;
  for (const auto& [name, type] : args) scope.temp(name, type);
  const auto clause = [&](const Json& text) {
    Words out = words(tr, text, scope);
    for (const auto& [unused, e] : out.parts)
      if (tr.p[e].op != Op::Temp && !tr.broken(e))
        tr.log.add(base::Code::ExprSyntax, tr.p[e].span,
                   {base::in_both("an expression", "式"),
                    base::in_both("the name of an argument", "引数の名前")});
    for (const std::string_view stop : {".", "。"})
      if (text.string.ends_with(stop))
        tr.log.add(base::Code::ExprSyntax, text.span,
                   {"`" + text.string + "`", base::in_both("words without a full stop at the end",
                                                           "終わりに句点のない言葉")});
    return out;
  };
  Say out;
  for (const base::Member& m : json->members)
    if (m.key == "en" || m.key == "ja")
      out.words[m.key == "ja"] = clause(m.value);
    else if (const auto value = value_named(tr, m.key, by))
      out.by_value[*value] = {clause(*m.value.find("en")), clause(*m.value.find("ja"))};
    else
      tr.log.add(base::Code::UnknownName, m.key_span, {m.key, ""});
  return tr.p.says.push_back(std::move(out));
}

/// How conditions speak of sorts, attributes, kinds, derived values, tables and exchanges.
void told_schema(Translation& tr, const Json& f) {
  if (f.find("told") == nullptr) return;
  const std::string name = f.members.front().value.string;
  const Type yes_or_no = bool_type();
  if (leads(f, "sort")) {
    if (const auto it = tr.names.sorts.find(name); it != tr.names.sorts.end())
      tr.p.sorts[it->second].told = told(tr, f, {});
  } else if (leads(f, "attr")) {
    for (const AttrId i : tr.p.attrs.ids()) {
      const AttrDef a = tr.p.attrs[i];
      if (a.span != f.span) continue;
      std::vector<std::pair<std::string, Type>> args;
      if (a.sort != kNone) args.emplace_back("it", ref_type(a.sort, a.sort == kCardSort));
      const SayId id = told(tr, f, args, &a.type);
      tr.p.attrs[i].told = id;
    }
  } else if (leads(f, "zone")) {
    const auto it = tr.names.zones.find(name);
    if (it == tr.names.zones.end()) return;
    const SayId id = told(tr, f, {{"n", int_type()}});
    ZoneDef& zone = tr.p.zones[it->second];
    zone.told = id;
    if (zone.order != ZoneOrder::Slots)
      tr.log.add(base::Code::WrongShape, f.find("told")->span,
                 {"told", base::in_both("a zone without places", "場所のない領域"),
                  base::in_both("a zone with `slots`", "`slots` のある領域")});
  } else if (leads(f, "kind")) {
    if (const auto it = tr.names.kinds.find(name); it != tr.names.kinds.end()) {
      const SayId id = told(tr, f, {{"it", ref_type(kCardSort, true)}}, &yes_or_no);
      tr.p.kinds[it->second].told = id;
    }
  } else if (leads(f, "derived")) {
    const auto it = tr.names.derived.find(name);
    if (it == tr.names.derived.end()) return;
    const DerivedDef d = tr.p.derived[it->second];
    std::vector<std::pair<std::string, Type>> args;
    for (const Local& a : d.args) args.emplace_back(a.name, a.type);
    const SayId id = told(tr, f, args, &d.type);
    tr.p.derived[it->second].told = id;
  } else if (leads(f, "table")) {
    const auto it = tr.names.tables.find(name);
    if (it == tr.names.tables.end()) return;
    std::vector<std::pair<std::string, Type>> args;
    for (const Type& t : tr.p.tables[it->second].args)
      args.emplace_back(std::string(1, static_cast<char>('a' + args.size())), t);
    const SayId id = told(tr, f, args, &yes_or_no);
    tr.p.tables[it->second].told = id;
  } else if (leads(f, "exchange")) {
    if (const auto it = tr.names.exchanges.find(name); it != tr.names.exchanges.end())
      tr.p.exchanges[it->second].told = told(tr, f, {});
  }
}

}  // namespace hanrei::model
