// The schema: types, attributes, zones, boards, kinds, tables, derived values.
#include <algorithm>
#include <charconv>

#include "model/passes/compiler.h"
#include "model/passes/json.h"

namespace hanrei::model {

namespace {

constexpr size_t kMostMembers = 62;  // a set of them is one machine word

/// Two numbers after a word: `grid 5 5`.
std::vector<int> numbers(const std::string& text) {
  std::vector<int> out;
  for (size_t i = 0; i < text.size();) {
    int v = 0;
    const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), v);
    if (error == std::errc{} && v > 0) out.push_back(v);
    i = error == std::errc{} ? static_cast<size_t>(end - text.data()) : i + 1;
  }
  return out;
}

}  // namespace

// ---------------------------------------------------------------- types

std::optional<Type> Compiler::type_named(const std::string& name) const {
  const auto of = [&](std::string_view prefix) { return type_named(name.substr(prefix.size())); };
  if (name.starts_with("set of ")) {
    const auto inner = of("set of ");
    if (!inner || (inner->kind != TypeKind::Enum && inner->kind != TypeKind::Ref))
      return std::nullopt;
    return set_type(*inner);
  }
  if (name.starts_with("bag of ")) {
    const auto inner = of("bag of ");
    if (!inner || inner->kind != TypeKind::Enum) return std::nullopt;
    return bag_type(*inner);
  }
  if (name.starts_with("seq of ")) {
    const size_t at = name.rfind(" max ");
    const std::vector<int> most =
        at == std::string::npos ? std::vector<int>{} : numbers(name.substr(at));
    const auto inner = type_named(name.substr(7, at == std::string::npos ? at : at - 7));
    if (!inner || inner->kind == TypeKind::Set ||
        (at != std::string::npos && (most.size() != 1 || most[0] > 255)))
      return std::nullopt;
    return seq_type(*inner, most.empty() ? uint8_t{0} : static_cast<uint8_t>(most[0]));
  }
  if (name.ends_with("?")) return type_named(name.substr(0, name.size() - 1));
  if (name == "bool") return bool_type();
  if (name == "int" || name.starts_with("int ")) return int_type();
  if (name == "player") return ref_type(kPlayerSort);
  if (name == "card") return ref_type(kCardSort);
  if (name == "obj") return ref_type(kCardSort, true);
  if (name == "act") return ref_type(kActSort);
  if (name == "effect" || name == "ability") return ref_type(kEffectSort);
  if (name == "price") return Type{TypeKind::Price};
  if (const auto it = enums_.find(name); it != enums_.end()) return enum_type(it->second);
  if (const auto it = sorts_.find(name); it != sorts_.end()) return ref_type(it->second);
  if (kinds_.contains(name)) return ref_type(kCardSort, true);
  return std::nullopt;
}

std::string Compiler::show(const Type& t) const {
  const auto name = [&](const auto& table, auto id) {
    return table.has(id) ? table[id].name : std::string("?");
  };
  switch (t.kind) {
    case TypeKind::Error: return "unknown";
    case TypeKind::Bool: return "bool";
    case TypeKind::Int: return "int";
    case TypeKind::Enum: return name(p_.enums, EnumId(t.id));
    case TypeKind::Ref:
      return t.id == kCardSort ? (t.stay ? "obj" : "card") : name(p_.sorts, SortId(t.id));
    case TypeKind::Price: return "price";
    case TypeKind::Zone: return t.id == 1 ? "name of a zone" : "zone";
    case TypeKind::Set:
      return (t.many == Many::Set   ? "set of "
              : t.many == Many::Seq ? "seq of "
                                    : "bag of ") +
             show(elem_type(t));
  }
  return "";
}

bool Compiler::composite(const Type& t) const {
  if (t.kind == TypeKind::Set && t.many != Many::Set) return true;
  const TypeKind kind = t.kind == TypeKind::Set ? t.elem : t.kind;
  return kind == TypeKind::Ref && t.id >= 0 && p_.sorts[SortId(t.id)].record;
}

void Compiler::types(const std::vector<const Json*>& forms) {
  for (const Json* f : forms) {
    const Json& name = f->members.front().value;
    if (leads(*f, "type")) {
      const EnumId id = declare(p_.enums, enums_, name, "type");
      const Json* values = f->find("values");
      if (id == kNone || values == nullptr) continue;
      for (const Json& m : values->items) add_member(id, m.string);
      for (const base::Member& m : values->members) {
        add_member(id, m.key);
        std::vector<int64_t> row;
        for (const Json& n : m.value.items) row.push_back(n.integer);
        EnumDef& e = p_.enums[id];
        if (!e.data.empty() && e.data.front().size() != row.size())
          log_.add(Code::WrongArguments, m.value.span,
                   {m.key, std::to_string(e.data.front().size()), std::to_string(row.size())});
        if (!e.data.empty()) row.resize(e.data.front().size());
        e.data.push_back(std::move(row));
      }
      const size_t n = p_.enums[id].members.size();
      if (n > kMostMembers)
        log_.add(
            Code::WrongShape, values->span,
            {"values", std::to_string(n) + " members", "at most " + std::to_string(kMostMembers)});
    } else if (leads(*f, "sort") || leads(*f, "record")) {
      if (name.string == "price") continue;  // tells the types of what a price has
      const Id id = declare(p_.sorts, sorts_, name, f->members.front().key);
      if (id == kNone) continue;
      p_.sorts.back().record = leads(*f, "record");
      if (const Json* pool = f->find("pool")) p_.sorts.back().pool = number(*pool, "pool", 0, 16);
    } else if (leads(*f, "kind")) {
      declare(p_.kinds, kinds_, name, "kind");
    }
  }
  board(forms);
  for (const Json* f : forms) {
    if (leads(*f, "sort") || leads(*f, "record")) {
      const Json* fields = f->find(leads(*f, "sort") ? "attrs" : "fields");
      const std::string& name = f->members.front().value.string;
      const auto it = sorts_.find(name);
      if (fields == nullptr || (it == sorts_.end() && name != "price")) continue;
      for (const base::Member& m : fields->members) {
        AttrDef a;
        a.name = m.key;
        a.sort = name == "price" ? kNone : it->second;
        a.span = m.value.span;
        const auto t = type_named(m.value.string);
        if (!t)
          log_.add(Code::UnknownType, m.value.span, {m.value.string});
        else
          a.type = *t;
        if (name == "price") {
          price_fields_[m.key] = a.type;
          continue;
        }
        attrs_[{a.sort, a.name}] = p_.attrs.push_back(a);
      }
      if (const Json* life = f->find("life")) lives_.push_back({kNone, it->second, life, nullptr});
    } else if (leads(*f, "attr")) {
      attribute(*f);
    }
  }
}

void Compiler::add_member(EnumId enumeration, const std::string& member) {
  EnumDef& e = p_.enums[enumeration];
  members_.emplace(member, std::pair{enumeration, static_cast<int64_t>(e.members.size())});
  e.members.push_back(member);
}

/// Squares and slots: `at` is an attribute of every card, a square where there is a board, a number
/// where there are slots.
void Compiler::board(const std::vector<const Json*>& forms) {
  AttrDef at;
  at.name = "at";
  at.sort = kCardSort;
  at.life = Life::Stay;
  for (const Json* f : forms) {
    const std::string order = leads(*f, "zone") ? text_of(*f, "order") : "";
    const bool grid = order.starts_with("grid");
    if (!grid && !order.starts_with("slots")) continue;
    const auto wrong = [&](const std::string& expected) {
      log_.add(Code::WrongShape, f->find("order")->span, {"order", "`" + order + "`", expected});
    };
    const std::vector<int> size = numbers(order);
    if (size.size() != (grid ? 2 : 1)) {
      wrong(grid ? "grid w h" : "slots n");
      continue;
    }
    if (at.type.kind != TypeKind::Error && (at.type.kind == TypeKind::Enum) != grid) {
      wrong("slots or a board, not both in one game");
      continue;
    }
    if (!grid) {
      at.type = int_type();
      continue;
    }
    if (p_.square != kNone) {
      const EnumDef& e = p_.enums[p_.square];
      if (e.width != size[0] || e.height != size[1]) wrong("boards of one size in one game");
      continue;
    }
    if (size[0] > 61 || size[1] > 61 || size[0] * size[1] > 61) {
      wrong("at most 61 squares");
      continue;
    }
    Json name = *f->find("zone");
    name.string = "square";
    const EnumId id = declare(p_.enums, enums_, name, "type");
    if (id == kNone) continue;
    p_.square = id;
    p_.enums[id].width = size[0];
    p_.enums[id].height = size[1];
    add_member(id, "none");
    for (int y = 1; y <= size[1]; ++y)
      for (int x = 1; x <= size[0]; ++x)
        add_member(id, std::to_string(x) + "," + std::to_string(y));
    at.type = enum_type(id);
  }
  if (at.type.kind == TypeKind::Error) return;
  attrs_[{kCardSort, "at"}] = p_.attrs.push_back(std::move(at));
}

// ---------------------------------------------------------------- attributes

void Compiler::range(const std::string& text, Span span, std::string_view what, int64_t& lo,
                     int64_t& hi) {
  const size_t dots = text.find("..");
  const auto number = [&](size_t from, size_t to, int64_t& out) {
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, out);
    return error == std::errc{} && end == text.data() + to;
  };
  if (dots == std::string::npos || !number(0, dots, lo) || !number(dots + 2, text.size(), hi))
    log_.add(Code::WrongShape, span, {std::string(what), "`" + text + "`", "lo..hi"});
}

void Compiler::attribute(const Json& f) {
  AttrDef a;
  a.name = text_of(f, "attr");
  a.span = f.span;
  const std::string of = text_of(f, "of");
  if (of.empty()) return;
  if (of == "game")
    a.sort = kNone;
  else if (of == "player")
    a.sort = kPlayerSort;
  else if (of == "card" || of == "obj")
    a.sort = kCardSort;
  else if (of == "act")
    a.sort = kActSort;
  else if (of == "effect" || of == "ability")
    a.sort = kEffectSort;
  else if (const auto it = sorts_.find(of); it != sorts_.end())
    a.sort = it->second;
  else
    log_.add(
        Code::WrongShape, f.find("of")->span,
        {"of", "`" + of + "`",
         base::in_both("game, player, card or a sort", "game、player、card、または sort の名前")});
  if (attrs_.contains({a.sort, a.name})) {
    log_.add(Code::DuplicateName, f.span, {"attribute", a.name});
    return;
  }
  const Json* type_text = f.find("type");
  const auto t = type_named(text_of(f, "type"));
  if (!t) {
    if (type_text != nullptr) log_.add(Code::UnknownType, type_text->span, {type_text->string});
  } else
    a.type = *t;
  if (t && t->kind == TypeKind::Int && type_text->string != "int")
    range(type_text->string.substr(4), type_text->span, "type", a.range_lo, a.range_hi);
  if (composite(a.type))
    log_.add(Code::UnsupportedForm, type_text->span, {"`" + type_text->string + "`"});
  const std::string_view nature = one_of(f, "nature", {"printed", "stored", "derived"});
  a.nature = nature == "stored" ? Nature::Stored : Nature::Printed;
  a.modifiable = nature != "stored";
  const Json* life = f.find("life");
  if (life != nullptr && life->string == "stay") a.life = Life::Stay;
  a.by = clauses(f.find("by"));
  if (const Json* scope = f.find("scope"))
    range(scope->string, scope->span, "scope", a.scope_lo, a.scope_hi);
  if (const Json* r = f.find("range")) range(r->string, r->span, "range", a.range_lo, a.range_hi);
  if (const Json* layers = f.find("layers")) {
    for (const Json& l : layers->items) a.layers.push_back(l.string);
  }
  a.displace = text_of(f, "overlap") == "displace";
  if (f.find("sees") != nullptr) {
    a.sees = text_of(f, "sees");
    if (a.sees != "all" && a.sees != "owner" && a.sees != "nobody")
      log_.add(Code::WrongShape, f.find("sees")->span,
               {"sees", "`" + a.sees + "`", "all, owner or nobody"});
    if (a.sees == "owner" && a.sort != kPlayerSort && a.sort != kCardSort)
      log_.add(Code::WrongShape, f.find("sees")->span,
               {"sees", "`owner`", "all or nobody, of an attribute without an owner"});
  }
  if (const Json* r = f.find("remember")) a.remember = r->boolean;
  if (a.sort == kActSort || a.sort == kEffectSort) {
    log_.add(Code::UnsupportedForm, f.span,
             {base::in_both("an attribute of acts", "アクションの属性")});
    act_attrs_[p_.sorts[a.sort].name + "." + a.name] = static_cast<Id>(p_.act_attrs.size());
    p_.act_attrs.push_back(std::move(a));
    return;
  }
  const AttrId id = p_.attrs.next_id();
  if (life != nullptr && life->string != "stay" && life->string != "card")
    lives_.push_back({id, a.sort, life, f.find("default")});
  if (const Json* views = f.find("views"))
    for (const base::Member& m : views->members) {
      DerivedDef d;
      d.name = (a.sort == kNone ? "" : p_.sorts[a.sort].name + ".") + a.name + "@" + m.key;
      d.args = {{"self", a.type, false}};
      d.type = a.type;
      d.by = a.by;
      d.span = m.value.span;
      const std::string view = d.name;
      derived_state_[derived_[view] = p_.derived.push_back(std::move(d))] = 2;
    }
  attrs_[{a.sort, a.name}] = id;
  p_.attrs.push_back(std::move(a));
}

void Compiler::attribute_bodies(const Json& f) {
  AttrId id = kNone;
  for (const AttrId i : p_.attrs.ids())
    if (p_.attrs[i].span == f.span) id = i;
  if (id == kNone) return;
  const AttrDef a = p_.attrs[id];
  const auto compiled = [&](std::string_view key) -> ExprId {
    const Json* e = f.find(key);
    if (e == nullptr) return kNone;
    Scope scope;
    if (a.sort != kNone) scope.temp("self", ref_type(a.sort, a.sort == kCardSort));
    if (key == "base" && a.sort == kCardSort) {  // `printed` names the card's own print
      const ExprId self = op(Op::Temp, ref_type(kCardSort, true), e->span, kNone, kNone, kNone, 0);
      scope.alias("printed",
                  op(Op::Attr, a.type, e->span, self, kNone, kNone, id,
                     static_cast<int64_t>(Reading::Printed)),
                  a.type);
    }
    return expression(*e, scope, a.type);
  };
  const ExprId base = compiled("base"), fallback = compiled("default");
  p_.attrs[id].base = base;
  p_.attrs[id].fallback = fallback;
  if (const Json* views = f.find("views"))
    for (const base::Member& m : views->members) {
      Scope scope;
      scope.temp("self", a.type);
      const DerivedId view =
          derived_.at((a.sort == kNone ? "" : p_.sorts[a.sort].name + ".") + a.name + "@" + m.key);
      const ExprId is = expression(m.value, scope, a.type);
      p_.derived[view].is = is;
    }
}

void Compiler::schema_bodies() {
  for (const auto& [f, unused] : forms_) clauses(f->find("by"));
  // What a zone says of who may look, as a value that others may ask for.
  for (const auto& [f, unused] : forms_) {
    const auto it = leads(*f, "zone") ? zones_.find(text_of(*f, "zone")) : zones_.end();
    if (it == zones_.end() || p_.zones[it->second].seen_by != kNone) continue;
    const std::string sees = text_of(*f, "sees");
    if (sees.empty() || sees == "all" || sees == "owner" || sees == "nobody") continue;
    DerivedDef d;
    d.name = "·sees " + it->first;
    d.args = {{"self", ref_type(kCardSort, true), false}, {"viewer", ref_type(kPlayerSort), false}};
    d.type = bool_type();
    d.is = constant(0, bool_type(), f->span);
    d.span = f->span;
    p_.zones[it->second].seen_by = p_.derived.push_back(std::move(d));
  }
  for (const auto& [f, unused] : forms_)
    if (leads(*f, "table")) table(*f);
  for (const auto& [f, unused] : forms_)
    if (leads(*f, "derived"))
      if (const auto it = derived_.find(text_of(*f, "derived")); it != derived_.end())
        compile_derived(it->second);
  for (const auto& [f, unused] : forms_) {
    if (leads(*f, "kind"))
      kind(*f);
    else if (leads(*f, "attr"))
      attribute_bodies(*f);
    else if (leads(*f, "zone"))
      zone(*f);
    else if (leads(*f, "order"))
      order(*f);
    else if (leads(*f, "active")) {
      Scope scope;
      scope.temp("self", ref_type(kCardSort, true));
      p_.active = both(p_.active, expression(f->members.front().value, scope, bool_type()));
    }
  }
  for (const auto& [f, unused] : forms_)
    if (leads(*f, "exchange")) exchange(*f);
  for (const auto& [f, unused] : forms_)
    if (leads(*f, "signal")) signal(*f);
  for (const auto& [f, unused] : forms_) say_schema(*f);
}

/// A kind, and when the provisions (or the statics) of such a card count.
void Compiler::kind(const Json& f) {
  const auto it = kinds_.find(text_of(f, "kind"));
  if (it == kinds_.end()) return;
  const auto about_self = [&](const Json& text) {
    Scope scope;
    scope.temp("self", ref_type(kCardSort, true));
    return expression(text, scope, bool_type());
  };
  ExprId is;
  if (const Json* j = f.find("is")) is = about_self(*j);
  p_.kinds[it->second].is = is;
  p_.kinds[it->second].by = clauses(f.find("by"));
  const Json* active = f.find("active");
  if (active == nullptr || is == kNone) return;
  const Json* condition = active->is(Json::Kind::String) ? active : active->find("static");
  if (condition == nullptr || !condition->is(Json::Kind::String)) return;
  const ExprId counts = op(Op::Implies, bool_type(), condition->span, is, about_self(*condition));
  ExprId& all = active->is(Json::Kind::String) ? p_.active : static_active_;
  all = both(all, counts);
}

// ---------------------------------------------------------------- zones, tables, derived values

void Compiler::zone(const Json& f) {
  const auto it = zones_.find(text_of(f, "zone"));
  if (it == zones_.end()) return;
  ZoneDef& z = p_.zones[it->second];
  const std::string of = text_of(f, "of");
  if (z.of == ZoneOwner::Card && of != "card" && of != "obj" && !of.empty())
    log_.add(Code::WrongShape, f.find("of")->span, {"of", "`" + of + "`", "player, card or game"});
  const std::string order = text_of(f, "order", "none");
  z.order = order == "pile"              ? ZoneOrder::Pile
            : order.starts_with("slots") ? ZoneOrder::Slots
            : order.starts_with("grid")  ? ZoneOrder::Grid
                                         : ZoneOrder::None;
  if (z.order == ZoneOrder::None && order != "none")
    log_.add(Code::WrongShape, f.find("order")->span,
             {"order", "`" + order + "`", "none, pile, slots n or grid w h"});
  const std::vector<int> size = numbers(order);
  if (!size.empty()) z.width = size[0];
  if (size.size() > 1) z.height = size[1];
  z.sees = text_of(f, "sees");
  z.size = text_of(f, "size", "all");
  if (z.size != "all" && z.size != "owner" && z.size != "nobody")
    log_.add(Code::WrongShape, f.find("size")->span,
             {"size", "`" + z.size + "`", "all, owner or nobody"});
  if (z.seen_by != kNone) {
    DerivedDef& d = p_.derived[z.seen_by];
    Scope scope;
    scope.temp("self", ref_type(kCardSort, true));
    scope.temp("viewer", ref_type(kPlayerSort));
    const ExprId e = expression(*f.find("sees"), scope, bool_type());
    d.is = e;
    z.sees.clear();
  }
  const std::string realm = text_of(f, "realm");
  if (!realms_.contains(realm)) {
    realms_[realm] = p_.realms.push_back(realm);
  }
  z.realm = realms_[realm];
  if (const Json* stay = f.find("stay")) {
    z.stay_by_realm = one_of(f, "stay", {"card", "realm"}) == "realm";
    if (z.of != ZoneOwner::Card)
      log_.add(Code::WrongShape, stay->span,
               {"stay", "a zone of `" + of + "`", "a zone of `card`"});
  }
  if (const Json* lot = f.find("lot")) z.lot = lot->boolean;
  if (const Json* built = f.find("built")) {
    z.built = built->boolean;
    if (z.built && z.of != ZoneOwner::Player)
      log_.add(Code::WrongShape, built->span,
               {"built", "a zone of `" + of + "`", "a zone of `player`"});
  }
  z.by = clauses(f.find("by"));
  if (const Json* h = f.find("host_leaves")) {
    Scope scope;
    scope.temp("it", ref_type(kCardSort, true));
    std::vector<Step> pieces;
    Step like;
    like.span = h->span;
    statements(*h, scope, true, pieces, like);
    for (Step& s : pieces)
      for (Stmt& st : s.stmts) p_.zones[it->second].host_leaves.push_back(std::move(st));
  }
}

void Compiler::table(const Json& f) {
  const auto it = tables_.find(text_of(f, "table"));
  if (it == tables_.end()) return;
  TableDef& t = p_.tables[it->second];
  if (const Json* args = f.find("args"))
    for (const Json& a : args->items) {
      const auto ty = type_named(a.string);
      if (!ty || ty->kind != TypeKind::Enum) {
        log_.add(Code::UnknownType, a.span, {a.string});
        return;
      }
      t.args.push_back(*ty);
    }
  for (std::string_view key : {"true", "also"}) {
    const Json* rows = f.find(key);
    if (rows == nullptr) continue;
    for (const Json& row : rows->items) {
      std::vector<int64_t> values;
      for (size_t i = 0; i < row.items.size() && i < t.args.size(); ++i) {
        const auto v = member(EnumId(t.args[i].id), row.items[i].string);
        if (!v) {
          log_.add(Code::UnknownName, row.items[i].span, {row.items[i].string, ""});
          continue;
        }
        values.push_back(*v);
      }
      if (values.size() == t.args.size())
        t.rows.push_back(std::move(values));
      else
        log_.add(Code::WrongArguments, row.span,
                 {t.name, std::to_string(t.args.size()), std::to_string(row.items.size())});
    }
  }
}

void Compiler::compile_derived(DerivedId id) {
  if (derived_state_[id] == 2) return;
  const Json* form = derived_forms_.contains(id) ? derived_forms_.at(id) : nullptr;
  if (form == nullptr) return;
  if (derived_state_[id] == 1) {
    log_.add(Code::DerivedCycle, p_.derived[id].span, {p_.derived[id].name});
    derived_state_[id] = 2;
    return;
  }
  derived_state_[id] = 1;
  Scope scope;
  for (const Local& a : std::vector<Local>(p_.derived[id].args)) scope.temp(a.name, a.type);
  const Json* is = form->find("is");
  const ExprId e = is != nullptr ? expression(*is, scope) : bad(form->span);
  p_.derived[id].is = e;
  p_.derived[id].type = type(e);
  derived_state_[id] = 2;
}

}  // namespace hanrei::model
