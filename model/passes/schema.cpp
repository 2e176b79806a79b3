// The schema: types, attributes, zones, boards, kinds, tables, derived values.
#include "model/passes/schema.h"

#include <algorithm>
#include <charconv>

#include "model/passes/exprs.h"
#include "model/passes/json.h"
#include "model/passes/names.h"
#include "model/passes/regimes.h"
#include "model/passes/says.h"
#include "model/passes/statements.h"
#include "model/passes/steps.h"
#include "model/passes/translation.h"

namespace hanrei::model {

static void board(Translation& tr, const std::vector<const Json*>& forms);
static void attribute(Translation& tr, const Json& form);
static void kind(Translation& tr, const Json& form);
static void zone(Translation& tr, const Json& form);
static void table(Translation& tr, const Json& form);

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

std::optional<Type> Translation::type_named(const std::string& name) const {
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
  if (const auto it = names.enums.find(name); it != names.enums.end()) return enum_type(it->second);
  if (const auto it = names.sorts.find(name); it != names.sorts.end()) return ref_type(it->second);
  if (names.kinds.contains(name)) return ref_type(kCardSort, true);
  return std::nullopt;
}

std::string Translation::show(const Type& t) const {
  const auto name = [&](const auto& table, auto id) {
    return table.has(id) ? table[id].name : std::string("?");
  };
  switch (t.kind) {
    case TypeKind::Error: return "unknown";
    case TypeKind::Bool: return "bool";
    case TypeKind::Int: return "int";
    case TypeKind::Enum: return name(p.enums, EnumId(t.id));
    case TypeKind::Ref:
      return t.id == kCardSort ? (t.stay ? "obj" : "card") : name(p.sorts, SortId(t.id));
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

bool composite(const Translation& tr, const Type& t) {
  if (t.kind == TypeKind::Set && t.many != Many::Set) return true;
  const TypeKind kind = t.kind == TypeKind::Set ? t.elem : t.kind;
  return kind == TypeKind::Ref && t.id >= 0 && tr.p.sorts[SortId(t.id)].record;
}

void types(Translation& tr, const std::vector<const Json*>& forms) {
  for (const Json* f : forms) {
    const Json& name = f->members.front().value;
    if (leads(*f, "type")) {
      const EnumId id = declare(tr, tr.p.enums, tr.names.enums, name, "type");
      const Json* values = f->find("values");
      if (id == kNone || values == nullptr) continue;
      for (const Json& m : values->items) add_member(tr, id, m.string);
      for (const base::Member& m : values->members) {
        add_member(tr, id, m.key);
        std::vector<int64_t> row;
        for (const Json& n : m.value.items) row.push_back(n.integer);
        EnumDef& e = tr.p.enums[id];
        if (!e.data.empty() && e.data.front().size() != row.size())
          tr.log.add(base::Code::WrongArguments, m.value.span,
                     {m.key, std::to_string(e.data.front().size()), std::to_string(row.size())});
        if (!e.data.empty()) row.resize(e.data.front().size());
        e.data.push_back(std::move(row));
      }
      const size_t n = tr.p.enums[id].members.size();
      if (n > kMostMembers)
        tr.log.add(
            base::Code::WrongShape, values->span,
            {"values", std::to_string(n) + " members", "at most " + std::to_string(kMostMembers)});
    } else if (leads(*f, "sort") || leads(*f, "record")) {
      if (name.string == "price") continue;  // tells the types of what a price has
      const Id id = declare(tr, tr.p.sorts, tr.names.sorts, name, f->members.front().key);
      if (id == kNone) continue;
      tr.p.sorts.back().record = leads(*f, "record");
      if (const Json* pool = f->find("pool"))
        tr.p.sorts.back().pool = number(tr, *pool, "pool", 0, 60);
    } else if (leads(*f, "kind")) {
      declare(tr, tr.p.kinds, tr.names.kinds, name, "kind");
    }
  }
  board(tr, forms);
  for (const Json* f : forms) {
    if (leads(*f, "sort") || leads(*f, "record")) {
      const Json* fields = f->find(leads(*f, "sort") ? "attrs" : "fields");
      const std::string& name = f->members.front().value.string;
      const auto it = tr.names.sorts.find(name);
      if (fields == nullptr || (it == tr.names.sorts.end() && name != "price")) continue;
      for (const base::Member& m : fields->members) {
        AttrDef a;
        a.name = m.key;
        a.sort = name == "price" ? kNone : it->second;
        a.span = m.value.span;
        const auto t = tr.type_named(m.value.string);
        if (!t)
          tr.log.add(base::Code::UnknownType, m.value.span, {m.value.string});
        else
          a.type = *t;
        if (name == "price") {
          tr.price_fields[m.key] = a.type;
          continue;
        }
        tr.names.attrs[{a.sort, a.name}] = tr.p.attrs.push_back(a);
      }
      if (const Json* life = f->find("life"))
        tr.lives.push_back({kNone, it->second, life, nullptr});
    } else if (leads(*f, "attr")) {
      attribute(tr, *f);
    }
  }
}

void add_member(Translation& tr, EnumId enumeration, const std::string& member) {
  EnumDef& e = tr.p.enums[enumeration];
  tr.names.members.emplace(member, std::pair{enumeration, static_cast<int64_t>(e.members.size())});
  e.members.push_back(member);
}

/// Squares and slots: `at` is an attribute of every card, a square where there is a board, a number
/// where there are slots.
void board(Translation& tr, const std::vector<const Json*>& forms) {
  AttrDef at;
  at.name = "at";
  at.sort = kCardSort;
  at.life = Life::Stay;
  for (const Json* f : forms) {
    const std::string order = leads(*f, "zone") ? text_of(*f, "order") : "";
    const bool grid = order.starts_with("grid");
    if (!grid && !order.starts_with("slots")) continue;
    const auto wrong = [&](const std::string& expected) {
      tr.log.add(base::Code::WrongShape, f->find("order")->span,
                 {"order", "`" + order + "`", expected});
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
    if (tr.p.square != kNone) {
      const EnumDef& e = tr.p.enums[tr.p.square];
      if (e.width != size[0] || e.height != size[1]) wrong("boards of one size in one game");
      continue;
    }
    if (size[0] > 61 || size[1] > 61 || size[0] * size[1] > 61) {
      wrong("at most 61 squares");
      continue;
    }
    Json name = *f->find("zone");
    name.string = "square";
    const EnumId id = declare(tr, tr.p.enums, tr.names.enums, name, "type");
    if (id == kNone) continue;
    tr.p.square = id;
    tr.p.enums[id].width = size[0];
    tr.p.enums[id].height = size[1];
    add_member(tr, id, "none");
    for (int y = 1; y <= size[1]; ++y)
      for (int x = 1; x <= size[0]; ++x)
        add_member(tr, id, std::to_string(x) + "," + std::to_string(y));
    at.type = enum_type(id);
  }
  if (at.type.kind == TypeKind::Error) return;
  tr.names.attrs[{kCardSort, "at"}] = tr.p.attrs.push_back(std::move(at));
}

// ---------------------------------------------------------------- attributes

static void range(Translation& tr, const std::string& text, Span span, std::string_view what,
                  int64_t& lo, int64_t& hi) {
  const size_t dots = text.find("..");
  const auto number = [&](size_t from, size_t to, int64_t& out) {
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, out);
    return error == std::errc{} && end == text.data() + to;
  };
  if (dots == std::string::npos || !number(0, dots, lo) || !number(dots + 2, text.size(), hi))
    tr.log.add(base::Code::WrongShape, span, {std::string(what), "`" + text + "`", "lo..hi"});
}

void attribute(Translation& tr, const Json& f) {
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
  else if (const auto it = tr.names.sorts.find(of); it != tr.names.sorts.end())
    a.sort = it->second;
  else
    tr.log.add(
        base::Code::WrongShape, f.find("of")->span,
        {"of", "`" + of + "`",
         base::in_both("game, player, card or a sort", "game、player、card、または sort の名前")});
  if (tr.names.attrs.contains({a.sort, a.name})) {
    tr.log.add(base::Code::DuplicateName, f.span, {"attribute", a.name});
    return;
  }
  const Json* type_text = f.find("type");
  const auto t = tr.type_named(text_of(f, "type"));
  if (!t) {
    if (type_text != nullptr)
      tr.log.add(base::Code::UnknownType, type_text->span, {type_text->string});
  } else
    a.type = *t;
  if (t && t->kind == TypeKind::Int && type_text->string != "int")
    range(tr, type_text->string.substr(4), type_text->span, "type", a.range_lo, a.range_hi);
  if (composite(tr, a.type))
    tr.log.add(base::Code::UnsupportedForm, type_text->span, {"`" + type_text->string + "`"});
  const std::string_view nature = one_of(tr, f, "nature", {"printed", "stored", "derived"});
  a.nature = nature == "stored" ? Nature::Stored : Nature::Printed;
  a.modifiable = nature != "stored";
  const Json* life = f.find("life");
  if (life != nullptr && life->string == "stay") a.life = Life::Stay;
  a.by = clauses(tr, f.find("by"));
  if (const Json* scope = f.find("scope"))
    range(tr, scope->string, scope->span, "scope", a.scope_lo, a.scope_hi);
  if (const Json* r = f.find("range"))
    range(tr, r->string, r->span, "range", a.range_lo, a.range_hi);
  if (const Json* layers = f.find("layers")) {
    for (const Json& l : layers->items) a.layers.push_back(l.string);
  }
  a.displace = text_of(f, "overlap") == "displace";
  if (f.find("sees") != nullptr) {
    a.sees = text_of(f, "sees");
    if (a.sees != "all" && a.sees != "owner" && a.sees != "nobody")
      tr.log.add(base::Code::WrongShape, f.find("sees")->span,
                 {"sees", "`" + a.sees + "`", "all, owner or nobody"});
    if (a.sees == "owner" && a.sort != kPlayerSort && a.sort != kCardSort)
      tr.log.add(base::Code::WrongShape, f.find("sees")->span,
                 {"sees", "`owner`", "all or nobody, of an attribute without an owner"});
  }
  if (const Json* r = f.find("remember")) a.remember = r->boolean;
  if (a.sort == kActSort || a.sort == kEffectSort) {
    tr.log.add(base::Code::UnsupportedForm, f.span,
               {base::in_both("an attribute of acts", "アクションの属性")});
    tr.names.act_attrs[tr.p.sorts[a.sort].name + "." + a.name] =
        static_cast<Id>(tr.p.act_attrs.size());
    tr.p.act_attrs.push_back(std::move(a));
    return;
  }
  const AttrId id = tr.p.attrs.next_id();
  if (life != nullptr && life->string != "stay" && life->string != "card")
    tr.lives.push_back({id, a.sort, life, f.find("default")});
  if (const Json* views = f.find("views"))
    for (const base::Member& m : views->members) {
      DerivedDef d;
      d.name = (a.sort == kNone ? "" : tr.p.sorts[a.sort].name + ".") + a.name + "@" + m.key;
      d.args = {{"self", a.type, false}};
      d.type = a.type;
      d.by = a.by;
      d.span = m.value.span;
      const std::string view = d.name;
      tr.names.derived_state[tr.names.derived[view] = tr.p.derived.push_back(std::move(d))] = 2;
    }
  tr.names.attrs[{a.sort, a.name}] = id;
  tr.p.attrs.push_back(std::move(a));
}

static void attribute_bodies(Translation& tr, const Json& f) {
  AttrId id = kNone;
  for (const AttrId i : tr.p.attrs.ids())
    if (tr.p.attrs[i].span == f.span) id = i;
  if (id == kNone) return;
  const AttrDef a = tr.p.attrs[id];
  const auto compiled = [&](std::string_view key) -> ExprId {
    const Json* e = f.find(key);
    if (e == nullptr) return kNone;
    Scope scope;
    if (a.sort != kNone) scope.temp("self", ref_type(a.sort, a.sort == kCardSort));
    if (key == "base" && a.sort == kCardSort) {  // `printed` names the card's own print
      const ExprId self =
          op(tr, Op::Temp, ref_type(kCardSort, true), e->span, kNone, kNone, kNone, 0);
      scope.alias("printed",
                  op(tr, Op::Attr, a.type, e->span, self, kNone, kNone, id,
                     static_cast<int64_t>(Reading::Printed)),
                  a.type);
    }
    return expression(tr, *e, scope, a.type);
  };
  const ExprId base = compiled("base"), fallback = compiled("default");
  tr.p.attrs[id].base = base;
  tr.p.attrs[id].fallback = fallback;
  if (const Json* views = f.find("views"))
    for (const base::Member& m : views->members) {
      Scope scope;
      scope.temp("self", a.type);
      const DerivedId view = tr.names.derived.at(
          (a.sort == kNone ? "" : tr.p.sorts[a.sort].name + ".") + a.name + "@" + m.key);
      const ExprId is = expression(tr, m.value, scope, a.type);
      tr.p.derived[view].is = is;
    }
}

void schema_bodies(Translation& tr) {
  for (const auto& [f, unused] : tr.forms) clauses(tr, f->find("by"));
  // What a zone says of who may look, as a value that others may ask for.
  for (const auto& [f, unused] : tr.forms) {
    const auto it =
        leads(*f, "zone") ? tr.names.zones.find(text_of(*f, "zone")) : tr.names.zones.end();
    if (it == tr.names.zones.end() || tr.p.zones[it->second].seen_by != kNone) continue;
    const std::string sees = text_of(*f, "sees");
    if (sees.empty() || sees == "all" || sees == "owner" || sees == "nobody") continue;
    DerivedDef d;
    d.name = "·sees " + it->first;
    d.args = {{"self", ref_type(kCardSort, true), false}, {"viewer", ref_type(kPlayerSort), false}};
    d.type = bool_type();
    d.is = constant(tr, 0, bool_type(), f->span);
    d.span = f->span;
    tr.p.zones[it->second].seen_by = tr.p.derived.push_back(std::move(d));
  }
  for (const auto& [f, unused] : tr.forms)
    if (leads(*f, "table")) table(tr, *f);
  for (const auto& [f, unused] : tr.forms)
    if (leads(*f, "derived"))
      if (const auto it = tr.names.derived.find(text_of(*f, "derived"));
          it != tr.names.derived.end())
        compile_derived(tr, it->second);
  for (const auto& [f, unused] : tr.forms) {
    if (leads(*f, "kind"))
      kind(tr, *f);
    else if (leads(*f, "attr"))
      attribute_bodies(tr, *f);
    else if (leads(*f, "zone"))
      zone(tr, *f);
    else if (leads(*f, "order"))
      order(tr, *f);
    else if (leads(*f, "active")) {
      Scope scope;
      scope.temp("self", ref_type(kCardSort, true));
      tr.p.active =
          both(tr, tr.p.active, expression(tr, f->members.front().value, scope, bool_type()));
    }
  }
  for (const auto& [f, unused] : tr.forms)
    if (leads(*f, "exchange")) exchange(tr, *f);
  for (const auto& [f, unused] : tr.forms)
    if (leads(*f, "signal")) signal(tr, *f);
  for (const auto& [f, unused] : tr.forms) {
    say_schema(tr, *f);
    told_schema(tr, *f);
  }
}

/// A kind, and when the provisions (or the statics) of such a card count.
void kind(Translation& tr, const Json& f) {
  const auto it = tr.names.kinds.find(text_of(f, "kind"));
  if (it == tr.names.kinds.end()) return;
  const auto about_self = [&](const Json& text) {
    Scope scope;
    scope.temp("self", ref_type(kCardSort, true));
    return expression(tr, text, scope, bool_type());
  };
  ExprId is;
  if (const Json* j = f.find("is")) is = about_self(*j);
  tr.p.kinds[it->second].is = is;
  tr.p.kinds[it->second].by = clauses(tr, f.find("by"));
  const Json* active = f.find("active");
  if (active == nullptr || is == kNone) return;
  const Json* condition = active->is(Json::Kind::String) ? active : active->find("static");
  if (condition == nullptr || !condition->is(Json::Kind::String)) return;
  const ExprId counts =
      op(tr, Op::Implies, bool_type(), condition->span, is, about_self(*condition));
  ExprId& all = active->is(Json::Kind::String) ? tr.p.active : tr.static_active;
  all = both(tr, all, counts);
}

// ---------------------------------------------------------------- zones, tables, derived values

void zone(Translation& tr, const Json& f) {
  const auto it = tr.names.zones.find(text_of(f, "zone"));
  if (it == tr.names.zones.end()) return;
  ZoneDef& z = tr.p.zones[it->second];
  const std::string of = text_of(f, "of");
  if (z.of == ZoneOwner::Card && of != "card" && of != "obj" && !of.empty())
    tr.log.add(base::Code::WrongShape, f.find("of")->span,
               {"of", "`" + of + "`", "player, card or game"});
  const std::string order = text_of(f, "order", "none");
  z.order = order == "pile"              ? ZoneOrder::Pile
            : order.starts_with("slots") ? ZoneOrder::Slots
            : order.starts_with("grid")  ? ZoneOrder::Grid
                                         : ZoneOrder::None;
  if (z.order == ZoneOrder::None && order != "none")
    tr.log.add(base::Code::WrongShape, f.find("order")->span,
               {"order", "`" + order + "`", "none, pile, slots n or grid w h"});
  const std::vector<int> size = numbers(order);
  if (!size.empty()) z.width = size[0];
  if (size.size() > 1) z.height = size[1];
  z.sees = text_of(f, "sees");
  z.size = text_of(f, "size", "all");
  if (z.size != "all" && z.size != "owner" && z.size != "nobody")
    tr.log.add(base::Code::WrongShape, f.find("size")->span,
               {"size", "`" + z.size + "`", "all, owner or nobody"});
  if (z.seen_by != kNone) {
    DerivedDef& d = tr.p.derived[z.seen_by];
    Scope scope;
    scope.temp("self", ref_type(kCardSort, true));
    scope.temp("viewer", ref_type(kPlayerSort));
    const ExprId e = expression(tr, *f.find("sees"), scope, bool_type());
    d.is = e;
    z.sees.clear();
  }
  const std::string realm = text_of(f, "realm");
  if (!tr.names.realms.contains(realm)) {
    tr.names.realms[realm] = tr.p.realms.push_back(realm);
  }
  z.realm = tr.names.realms[realm];
  if (const Json* stay = f.find("stay")) {
    z.stay_by_realm = one_of(tr, f, "stay", {"card", "realm"}) == "realm";
    if (z.of != ZoneOwner::Card)
      tr.log.add(base::Code::WrongShape, stay->span,
                 {"stay", "a zone of `" + of + "`", "a zone of `card`"});
  }
  if (const Json* lot = f.find("lot")) z.lot = lot->boolean;
  if (const Json* built = f.find("built")) {
    z.built = built->boolean;
    if (z.built && z.of != ZoneOwner::Player)
      tr.log.add(base::Code::WrongShape, built->span,
                 {"built", "a zone of `" + of + "`", "a zone of `player`"});
  }
  z.by = clauses(tr, f.find("by"));
  if (const Json* h = f.find("host_leaves")) {
    Scope scope;
    scope.temp("it", ref_type(kCardSort, true));
    std::vector<Step> pieces;
    Step like;
    like.span = h->span;
    statements(tr, *h, scope, true, pieces, like);
    for (Step& s : pieces)
      for (Stmt& st : s.stmts) tr.p.zones[it->second].host_leaves.push_back(std::move(st));
  }
}

void table(Translation& tr, const Json& f) {
  const auto it = tr.names.tables.find(text_of(f, "table"));
  if (it == tr.names.tables.end()) return;
  TableDef& t = tr.p.tables[it->second];
  if (const Json* args = f.find("args"))
    for (const Json& a : args->items) {
      const auto ty = tr.type_named(a.string);
      if (!ty || ty->kind != TypeKind::Enum) {
        tr.log.add(base::Code::UnknownType, a.span, {a.string});
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
        const auto v = tr.member(EnumId(t.args[i].id), row.items[i].string);
        if (!v) {
          tr.log.add(base::Code::UnknownName, row.items[i].span, {row.items[i].string, ""});
          continue;
        }
        values.push_back(*v);
      }
      if (values.size() == t.args.size())
        t.rows.push_back(std::move(values));
      else
        tr.log.add(base::Code::WrongArguments, row.span,
                   {t.name, std::to_string(t.args.size()), std::to_string(row.items.size())});
    }
  }
}

void compile_derived(Translation& tr, DerivedId id) {
  if (tr.names.derived_state[id] == 2) return;
  const Json* form = tr.derived_forms.contains(id) ? tr.derived_forms.at(id) : nullptr;
  if (form == nullptr) return;
  if (tr.names.derived_state[id] == 1) {
    tr.log.add(base::Code::DerivedCycle, tr.p.derived[id].span, {tr.p.derived[id].name});
    tr.names.derived_state[id] = 2;
    return;
  }
  tr.names.derived_state[id] = 1;
  Scope scope;
  for (const Local& a : std::vector<Local>(tr.p.derived[id].args)) scope.temp(a.name, a.type);
  const Json* is = form->find("is");
  const ExprId e = is != nullptr ? expression(tr, *is, scope) : bad(tr, form->span);
  tr.p.derived[id].is = e;
  tr.p.derived[id].type = tr.type(e);
  tr.names.derived_state[id] = 2;
}

}  // namespace hanrei::model
