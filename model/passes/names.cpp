// Names first: everything a file declares, then the expressions of the schema.
#include <algorithm>
#include <charconv>

#include "model/passes/compiler.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

namespace {

std::string text_of(const Json& form, std::string_view key, std::string fallback = "") {
  const Json* j = form.find(key);
  return j != nullptr && j->is(Json::Kind::String) ? j->string : fallback;
}

void collect_labels(const Json& list, std::map<std::string, int>& labels, std::vector<std::string>& names, base::DiagnosticLog& log, const std::string& proc) {
  const auto add = [&](const Json& n) {
    const std::string text = n.is(Json::Kind::Int) ? std::to_string(n.integer) : n.string;
    if (labels.contains(text)) { log.add(Code::DuplicateLabel, n.span, {text, proc}); return; }
    labels[text] = static_cast<int>(names.size());
    names.push_back(text);
  };
  for (const Json& step : list.items) {
    if (const Json* n = step.find("n")) add(*n);
    for (std::string_view key : {"steps", "loop", "else"}) if (const Json* inner = step.find(key); inner != nullptr && inner->is(Json::Kind::Array)) collect_labels(*inner, labels, names, log, proc);
    if (const Json* branch = step.find("branch")) for (const Json& arm : branch->items) {
      for (std::string_view key : {"steps", "else"}) if (const Json* inner = arm.find(key); inner != nullptr && inner->is(Json::Kind::Array)) collect_labels(*inner, labels, names, log, proc);
    }
    if (const Json* again = step.find("again"); again != nullptr && again->find("n") != nullptr) add(*again->find("n"));
  }
}

}  // namespace

Json apply_readings(const Json& json, const std::vector<ReadingDef>& readings, const std::map<std::string, std::string>& chosen, base::DiagnosticLog& log) {
  if (const Json* r = json.find("reading"); r != nullptr && r->is(Json::Kind::String)) {
    const auto it = chosen.find(r->string);
    const Json* value = it == chosen.end() ? nullptr : json.find(it->second);
    const bool declared = std::any_of(readings.begin(), readings.end(), [&](const ReadingDef& d) { return d.name == r->string; });
    if (!declared) log.add(Code::UnknownReading, r->span, {r->string, json.members.size() > 1 ? json.members[1].key : "?"});
    for (const base::Member& m : json.members) {
      if (m.key == "reading") continue;
      if (value == nullptr) value = &m.value;  // reported below; any alternative will do to go on with
      bool known = !declared;
      for (const ReadingDef& d : readings) known = known || (d.name == r->string && std::find(d.options.begin(), d.options.end(), m.key) != d.options.end());
      if (!known) log.add(Code::UnknownReading, m.key_span, {r->string, m.key});
    }
    for (const ReadingDef& d : readings) for (const std::string& option : d.options) {
      if (d.name == r->string && json.find(option) == nullptr) log.add(Code::MissingKey, json.span, {option, "reading `" + d.name + "`"});
    }
    return value == nullptr ? json : apply_readings(*value, readings, chosen, log);
  }
  Json out = json;
  for (Json& item : out.items) item = apply_readings(item, readings, chosen, log);
  for (base::Member& m : out.members) m.value = apply_readings(m.value, readings, chosen, log);
  return out;
}

template <class Table>
Id Compiler::declare(Table& table, std::map<std::string, Id>& names, const Json& name, std::string_view what) {
  if (!name.is(Json::Kind::String)) return kNone;
  if (const auto it = names.find(name.string); it != names.end()) {
    log_.add(Code::DuplicateName, name.span, {std::string(what), name.string});
    if (table[static_cast<size_t>(it->second)].span) log_.last().notes.emplace_back(table[static_cast<size_t>(it->second)].span, base::in_both("the first one is here", "最初のものはここです"));
    return kNone;
  }
  table.emplace_back();
  table.back().name = name.string;
  table.back().span = name.span;
  names[name.string] = static_cast<Id>(table.size()) - 1;
  return static_cast<Id>(table.size()) - 1;
}

Id Compiler::frame(std::string name, Span span) {
  p_.procedures.emplace_back();
  p_.procedures.back().name = std::move(name);
  p_.procedures.back().span = span;
  return static_cast<Id>(p_.procedures.size()) - 1;
}

void Compiler::game(const Json& game) {
  check_file(game, "game.json", log_);
  if (const Json* readings = game.find("readings")) for (const Json& r : readings->items) check_file(r, "reading", log_);
  p_.game = text_of(game, "game");
  if (const Json* t = game.find("title")) { p_.title_ja = text_of(*t, "ja"); p_.title_en = text_of(*t, "en"); }
  if (const Json* pl = game.find("players")) for (const Json& name : pl->items) p_.players.push_back(name.string);
  if (const Json* pl = game.find("players"); pl != nullptr && p_.players.size() != 2) log_.add(Code::WrongShape, pl->span, {"players", base::in_both("a list of " + std::to_string(p_.players.size()), std::to_string(p_.players.size()) + " 個のリスト"), base::in_both("the names of two", "2 人の名前")});
  if (const Json* d = game.find("depth")) p_.depth = static_cast<int>(std::clamp<int64_t>(d->integer, 1, 200));
  p_.enums.push_back({"カード名", {}, {}});
  p_.enums.push_back({"結果", {"none"}, {}});
  for (const std::string& name : p_.players) p_.enums[kResults].members.push_back("win(" + name + ")");
  p_.enums[kResults].members.push_back("draw");
  for (std::string_view s : {"player", "card", "act", "effect"}) p_.sorts.push_back({std::string(s), 0, kNone, {}});
  const auto builtin = [&](const char* name, Id sort, Type t, Nature nature) {
    AttrDef a;
    a.name = name; a.sort = sort; a.type = t; a.nature = nature;
    p_.attrs.push_back(a);
  };
  builtin("name", kCardSort, enum_type(kCardNames), Nature::Printed);
  builtin("owner", kCardSort, ref_type(kPlayerSort), Nature::Stored);
  builtin("user", kCardSort, ref_type(kPlayerSort), Nature::Stored);
  builtin("host", kCardSort, ref_type(kCardSort), Nature::Stored);
  if (p_.players.size() != 2) return;
  rebuild_names();
}

void Compiler::rebuild_names() {
  const auto index = [](const auto& table, std::map<std::string, Id>& names) {
    names.clear();
    for (size_t i = 0; i < table.size(); ++i) names[table[i].name] = static_cast<Id>(i);
  };
  index(p_.enums, enums_);
  sorts_.clear();
  for (size_t i = 0; i < p_.sorts.size(); ++i) if (i != kCardSort && i != kEffectSort && i != kActSort) sorts_[p_.sorts[i].name] = static_cast<Id>(i);
  index(p_.zones, zones_);
  index(p_.kinds, kinds_);
  index(p_.derived, derived_);
  index(p_.tables, tables_);
  index(p_.exchanges, exchanges_);
  index(p_.orders, orders_);
  index(p_.cards, cards_);
  acts_.clear(); procs_.clear(); limits_.clear(); clauses_.clear(); signals_.clear(); durations_.clear(); attrs_.clear(); members_.clear();
  for (size_t i = 0; i < p_.signals.size(); ++i) { signals_[p_.signals[i].name] = static_cast<Id>(i); for (const std::string& aka : p_.signals[i].aka) signals_[aka] = static_cast<Id>(i); }
  for (size_t i = 0; i < p_.durations.size(); ++i) durations_[p_.durations[i]] = static_cast<Id>(i);
  for (size_t i = 0; i < p_.procedures.size(); ++i) {
    procs_.try_emplace(p_.procedures[i].name, static_cast<Id>(i));
    auto& labels = labels_[&p_.procedures[i]];
    for (size_t k = 0; k < p_.procedures[i].step_names.size(); ++k) labels[p_.procedures[i].step_names[k]] = static_cast<int>(k);
  }
  for (size_t i = 0; i < p_.acts.size(); ++i) { acts_[p_.acts[i].name] = static_cast<Id>(i); procs_[p_.acts[i].name] = p_.acts[i].process; }
  for (size_t i = 0; i < p_.limits.size(); ++i) limits_[p_.limits[i].id] = static_cast<Id>(i);
  for (size_t i = 0; i < p_.clauses.size(); ++i) clauses_[p_.clauses[i].id] = static_cast<Id>(i);
  for (size_t i = 0; i < p_.attrs.size(); ++i) attrs_[{p_.attrs[i].sort, p_.attrs[i].name}] = static_cast<Id>(i);
  for (size_t i = 0; i < p_.enums.size(); ++i) for (size_t k = 0; k < p_.enums[i].members.size(); ++k) members_.emplace(p_.enums[i].members[k], std::pair{static_cast<Id>(i), static_cast<int64_t>(k)});
  for (size_t i = 0; i < p_.derived.size(); ++i) derived_state_[static_cast<Id>(i)] = 2;
}

void Compiler::step_labels(const Json& list, Procedure& proc) {
  collect_labels(list, labels_[&proc], proc.step_names, log_, proc.name);
}

void Compiler::collect(const Json& form) {
  const auto params = [&](const Json* args, std::vector<Local>& out) {
    if (args == nullptr) return;
    for (const base::Member& m : args->members) {
      Local l;
      l.name = m.key;
      const auto t = m.value.is(Json::Kind::String) ? type_named(m.value.string) : std::nullopt;
      if (!t) log_.add(Code::UnknownType, m.value.span, {m.value.string});
      else l.type = *t;
      out.push_back(l);
    }
  };
  const auto steps_of = [&](Id proc, const Json* list) {
    if (list == nullptr || !list->is(Json::Kind::Array)) return;
    Procedure& pr = p_.procedures[static_cast<size_t>(proc)];
    collect_labels(*list, labels_[&pr], pr.step_names, log_, pr.name);
  };
  if (const Json* j = form.find("derived"); j != nullptr && &form.members.front().value == j) {
    const Id id = declare(p_.derived, derived_, *j, "derived");
    if (id != kNone) { derived_forms_[id] = &form; derived_state_[id] = 0; params(form.find("args"), p_.derived.back().args); p_.derived.back().by = clauses(form.find("by")); }
  } else if (const Json* pr = form.find("procedure")) {
    if (procs_.contains(pr->string)) { log_.add(Code::DuplicateName, pr->span, {"procedure", pr->string}); return; }
    const Id id = frame(pr->string, form.span);
    procs_[pr->string] = id;
    proc_forms_[pr->string] = &form;
    Procedure& proc = p_.procedures[static_cast<size_t>(id)];
    params(form.find("args"), proc.locals);
    proc.params = static_cast<int>(proc.locals.size());
    if (const Json* open = form.find("open")) for (const Json& name : open->items) for (Local& l : proc.locals) if (l.name == name.string) l.open = true;
    steps_of(id, form.find("steps"));
  } else if (const Json* a = form.find("act"); a != nullptr && &form.members.front().value == a) {
    const Id id = declare(p_.acts, acts_, *a, "act");
    if (id == kNone) return;
    ActDef& act = p_.acts.back();
    act.declare = frame(a->string + "・宣言", form.span);
    act.process = frame(a->string, form.span);
    procs_[a->string] = act.process;
    steps_of(act.declare, form.find("declare"));
    steps_of(act.process, form.find("process"));
    if (const Json* tags = form.find("tags")) for (const Json& t : tags->items) act.tags.push_back(t.string);
  } else if (const Json* l = form.find("limit")) {
    const std::string id = l->string;
    if (limits_.contains(id)) { log_.add(Code::DuplicateName, l->span, {"limit", id}); return; }
    p_.limits.emplace_back();
    p_.limits.back().id = id;
    limits_[id] = static_cast<Id>(p_.limits.size()) - 1;
  } else if (const Json* s = form.find("signal")) {
    const Id id = declare(p_.signals, signals_, *s, "signal");
    if (id == kNone) return;
    params(form.find("args"), p_.signals.back().args);
    if (const Json* aka = form.find("aka")) for (const Json& name : aka->items) { p_.signals.back().aka.push_back(name.string); signals_[name.string] = id; }
  } else if (const Json* k = form.find("kind")) {
    declare(p_.kinds, kinds_, *k, "kind");
  } else if (const Json* z = form.find("zone")) {
    declare(p_.zones, zones_, *z, "zone");
  } else if (const Json* e = form.find("exchange"); e != nullptr && &form.members.front().value == e) {
    declare(p_.exchanges, exchanges_, *e, "exchange");
  } else if (const Json* o = form.find("order"); o != nullptr && &form.members.front().value == o) {
    declare(p_.orders, orders_, *o, "order");
  } else if (const Json* t = form.find("table")) {
    declare(p_.tables, tables_, *t, "table");
  } else if (const Json* d = form.find("duration")) {
    if (durations_.contains(d->string)) { log_.add(Code::DuplicateName, d->span, {"duration", d->string}); return; }
    durations_[d->string] = static_cast<Id>(p_.durations.size());
    p_.durations.push_back(d->string);
  }
}

void Compiler::files(const std::vector<const Json*>& rulebook, const std::vector<const Json*>& cards) {
  std::vector<const Json*> forms, card_forms;
  for (const Json* file : rulebook) {
    check_file(*file, "rulebook file", log_);
    if (const Json* list = file->find("clauses")) for (const Json& c : list->items) {
      check_file(c, "clause", log_);
      const Json* id = c.find("clause");
      if (id == nullptr || !id->is(Json::Kind::String)) continue;
      if (clauses_.contains(id->string)) { log_.add(Code::DuplicateName, id->span, {"clause", id->string}); continue; }
      clauses_[id->string] = static_cast<Id>(p_.clauses.size());
      p_.clauses.push_back({id->string, text_of(c, "kind"), text_of(c, "title"), text_of(c, "ja"), text_of(c, "en"), c.span});
    }
    if (const Json* list = file->find("provisions")) for (const Json& f : list->items) {
      if (!f.is(Json::Kind::Object)) { log_.add(Code::WrongShape, f.span, {"provision", std::string(base::kind_name(f.kind)), "an object"}); continue; }
      if (check_form(f, log_) != nullptr) forms.push_back(&f);
    }
  }
  for (const Json* file : cards) {
    check_file(*file, "card file", log_);
    if (const Json* list = file->find("cards")) for (const Json& c : list->items) card_forms.push_back(&c);
  }
  // Enumerations and sorts, then what has types, then everything with a name.
  for (const Json* c : card_forms) collect_cards(*c);
  for (const Json* f : forms) {
    if (const Json* t = f->find("type"); t != nullptr && &f->members.front().value == t) {
      const Id id = declare(p_.enums, enums_, *t, "type");
      if (id == kNone) continue;
      if (const Json* v = f->find("values")) {
        if (v->is(Json::Kind::Array)) for (const Json& m : v->items) { members_.emplace(m.string, std::pair{id, static_cast<int64_t>(p_.enums.back().members.size())}); p_.enums.back().members.push_back(m.string); }
        else for (const base::Member& m : v->members) { members_.emplace(m.key, std::pair{id, static_cast<int64_t>(p_.enums.back().members.size())}); p_.enums.back().members.push_back(m.key); }
        if (p_.enums.back().members.size() > 62) log_.add(Code::WrongShape, v->span, {"values", std::to_string(p_.enums.back().members.size()) + " members", "at most 62"});
      }
    } else if (const Json* s = f->find("sort")) {
      const Id id = declare(p_.sorts, sorts_, *s, "sort");
      if (id != kNone) if (const Json* pool = f->find("pool")) p_.sorts.back().pool = static_cast<int>(std::clamp<int64_t>(pool->integer, 0, 16));
    } else if (const Json* k = f->find("kind")) {
      declare(p_.kinds, kinds_, *k, "kind");
    }
  }
  for (const Json* f : forms) {
    if (const Json* s = f->find("sort")) {
      const auto it = sorts_.find(s->string);
      if (it == sorts_.end()) continue;
      if (const Json* attrs = f->find("attrs")) for (const base::Member& m : attrs->members) {
        AttrDef a;
        a.name = m.key; a.sort = it->second; a.span = m.value.span;
        const auto t = type_named(m.value.string);
        if (!t) log_.add(Code::UnknownType, m.value.span, {m.value.string});
        else a.type = *t;
        attrs_[{a.sort, a.name}] = static_cast<Id>(p_.attrs.size());
        p_.attrs.push_back(a);
      }
    } else if (f->find("attr") != nullptr && &f->members.front().value == f->find("attr")) {
      attribute(*f);
    }
  }
  for (const Json* f : forms) if (f->find("kind") == nullptr) collect(*f);
  for (const Json* f : forms) forms_.push_back({f, nullptr});
  schema_bodies();
  for (const Json* f : forms) provision(*f, kNone);
  for (const Json* c : card_forms) card(*c);
  apply_amendments();
  check_cycles();
  check_limits();
  if (!log_.has_errors()) check_bounds(0);  // a circle has no depth
}

int64_t Compiler::card_name(const std::string& name) {
  if (const auto known = member(kCardNames, name)) return *known;
  std::vector<std::string>& members = p_.enums[kCardNames].members;
  members.push_back(name);
  members_.emplace(name, std::pair{kCardNames, static_cast<int64_t>(members.size()) - 1});
  return static_cast<int64_t>(members.size()) - 1;
}

/// What the machine has room for.
void Compiler::check_limits() {
  constexpr size_t attrs = 250;  // as many as a footprint tells apart
  constexpr Id temps = kMaxTemps;  // names one evaluation holds at a time
  if (p_.attrs.size() > attrs) log_.add(Code::WrongShape, p_.attrs[attrs].span, {"attributes", std::to_string(p_.attrs.size()), "at most " + std::to_string(attrs)});
  for (const Expr& e : p_.exprs) if ((e.op == Op::Temp || e.op == Op::Quant) && e.id >= temps) { log_.add(Code::ExprTooDeep, e.span, {std::to_string(temps)}); break; }
}

void Compiler::collect_cards(const Json& card) {
  check_file(card, "card", log_, true);
  if (const Json* texts = card.find("text")) for (const Json& t : texts->items) check_file(t, "wording", log_);
  const Json* name = card.find("card");
  if (name == nullptr || !name->is(Json::Kind::String)) return;
  const Id id = declare(p_.cards, cards_, *name, "card");
  if (id == kNone) return;
  members_.emplace(name->string, std::pair{kCardNames, static_cast<int64_t>(p_.enums[kCardNames].members.size())});
  p_.enums[kCardNames].members.push_back(name->string);
}

void Compiler::attribute(const Json& f) {
  AttrDef a;
  a.name = text_of(f, "attr");
  a.span = f.span;
  const std::string of = text_of(f, "of");
  if (of.empty()) return;
  if (of == "game") a.sort = kNone;
  else if (of == "player") a.sort = kPlayerSort;
  else if (of == "card" || of == "obj") a.sort = kCardSort;
  else if (const auto it = sorts_.find(of); it != sorts_.end()) a.sort = it->second;
  else log_.add(Code::WrongShape, f.find("of")->span, {"of", "`" + of + "`", base::in_both("game, player, card or a sort", "game、player、card、または sort の名前")});
  if (attrs_.contains({a.sort, a.name})) { log_.add(Code::DuplicateName, f.span, {"attribute", a.name}); return; }
  const auto t = type_named(text_of(f, "type"));
  if (!t) { if (const Json* tj = f.find("type")) log_.add(Code::UnknownType, tj->span, {tj->string}); }
  else a.type = *t;
  const std::string_view nature = one_of(f, "nature", {"printed", "stored", "derived"});
  a.nature = nature == "stored" ? Nature::Stored : Nature::Printed;
  a.modifiable = nature != "stored";
  a.life = one_of(f, "life", {"card", "stay"}) == "stay" ? Life::Stay : Life::Card;
  a.by = clauses(f.find("by"));
  if (const std::string scope = text_of(f, "scope"); !scope.empty()) {
    const size_t dots = scope.find("..");
    if (dots == std::string::npos || std::from_chars(scope.data(), scope.data() + dots, a.scope_lo).ec != std::errc{} || std::from_chars(scope.data() + dots + 2, scope.data() + scope.size(), a.scope_hi).ec != std::errc{})
      log_.add(Code::WrongShape, f.find("scope")->span, {"scope", "`" + scope + "`", "lo..hi"});
  }
  attrs_[{a.sort, a.name}] = static_cast<Id>(p_.attrs.size());
  p_.attrs.push_back(std::move(a));
}

void Compiler::schema_bodies() {
  for (const auto& [f, unused] : forms_) clauses(f->find("by"));
  for (const auto& [f, unused] : forms_) if (f->find("derived") != nullptr && &f->members.front().value == f->find("derived")) if (const auto it = derived_.find(text_of(*f, "derived")); it != derived_.end()) compile_derived(it->second);
  for (const auto& [f, unused] : forms_) {
    if (const Json* k = f->find("kind")) {
      const auto it = kinds_.find(k->string);
      if (it == kinds_.end()) continue;
      Scope scope;
      scope.temp("self", ref_type(kCardSort, true));
      if (const Json* is = f->find("is")) p_.kinds[static_cast<size_t>(it->second)].is = expression(*is, scope, bool_type());
      p_.kinds[static_cast<size_t>(it->second)].by = clauses(f->find("by"));
    } else if (f->find("attr") != nullptr && &f->members.front().value == f->find("attr")) {
      for (AttrDef& a : p_.attrs) {
        if (a.span != f->span) continue;
        for (std::string_view key : {"base", "default"}) {
          const Json* e = f->find(key);
          if (e == nullptr) continue;
          Scope scope;
          if (a.sort != kNone) scope.temp("self", ref_type(a.sort, a.sort == kCardSort));
          if (key == "base" && a.sort == kCardSort && attr_of(kCardSort, a.name) != kNone) {
            // `printed` names the card's own print
            const Id id = attr_of(kCardSort, a.name);
            const Type t = a.type;
            const ExprId self = op(Op::Temp, ref_type(kCardSort, true), e->span, kNone, kNone, kNone, 0);
            scope.alias("printed", op(Op::Attr, t, e->span, self, kNone, kNone, id, static_cast<int64_t>(Reading::Printed)), t);
          }
          const Type t = a.type;
          const ExprId x = expression(*e, scope, t);
          (key == "base" ? a.base : a.fallback) = x;
        }
      }
    } else if (f->find("zone") != nullptr) {
      zone(*f);
    } else if (f->find("table") != nullptr) {
      table(*f);
    } else if (f->find("order") != nullptr && &f->members.front().value == f->find("order")) {
      order(*f);
    } else if (const Json* act = f->find("active"); act != nullptr && &f->members.front().value == act) {
      Scope scope;
      scope.temp("self", ref_type(kCardSort, true));
      p_.active = expression(*act, scope, bool_type());
    }
  }
  for (const auto& [f, unused] : forms_) if (f->find("exchange") != nullptr && &f->members.front().value == f->find("exchange")) exchange(*f);
  for (const auto& [f, unused] : forms_) if (f->find("signal") != nullptr) signal(*f);
}

void Compiler::zone(const Json& f) {
  const auto it = zones_.find(text_of(f, "zone"));
  if (it == zones_.end()) return;
  ZoneDef& z = p_.zones[static_cast<size_t>(it->second)];
  const std::string of = text_of(f, "of");
  z.of = of == "player" ? ZoneOwner::Player : of == "game" ? ZoneOwner::Game : ZoneOwner::Card;
  if (z.of == ZoneOwner::Card && of != "card" && of != "obj" && !of.empty()) log_.add(Code::WrongShape, f.find("of")->span, {"of", "`" + of + "`", "player, card or game"});
  const std::string order = text_of(f, "order", "none");
  z.order = order == "pile" ? ZoneOrder::Pile : order.starts_with("slots") ? ZoneOrder::Slots : order.starts_with("grid") ? ZoneOrder::Grid : ZoneOrder::None;
  if (z.order == ZoneOrder::None && order != "none") log_.add(Code::WrongShape, f.find("order")->span, {"order", "`" + order + "`", "none, pile, slots n or grid w h"});
  z.sees = text_of(f, "sees");
  const std::string realm = text_of(f, "realm");
  if (!realms_.contains(realm)) { realms_[realm] = static_cast<Id>(p_.realms.size()); p_.realms.push_back(realm); }
  z.realm = realms_[realm];
  if (const Json* lot = f.find("lot")) z.lot = lot->boolean;
  z.by = clauses(f.find("by"));
  if (const Json* h = f.find("host_leaves")) {
    Scope scope;
    scope.temp("it", ref_type(kCardSort, true));
    std::vector<Step> pieces;
    Step like; like.span = h->span;
    statements(*h, scope, true, pieces, like);
    for (Step& s : pieces) for (Stmt& st : s.stmts) p_.zones[static_cast<size_t>(it->second)].host_leaves.push_back(std::move(st));
  }
}

void Compiler::table(const Json& f) {
  const auto it = tables_.find(text_of(f, "table"));
  if (it == tables_.end()) return;
  TableDef& t = p_.tables[static_cast<size_t>(it->second)];
  if (const Json* args = f.find("args")) for (const Json& a : args->items) {
    const auto ty = type_named(a.string);
    if (!ty || ty->kind != TypeKind::Enum) { log_.add(Code::UnknownType, a.span, {a.string}); return; }
    t.args.push_back(*ty);
  }
  for (std::string_view key : {"true", "also"}) {
    const Json* rows = f.find(key);
    if (rows == nullptr) continue;
    for (const Json& row : rows->items) {
      std::vector<int64_t> values;
      for (size_t i = 0; i < row.items.size() && i < t.args.size(); ++i) {
        const auto v = member(t.args[i].id, row.items[i].string);
        if (!v) { log_.add(Code::UnknownName, row.items[i].span, {row.items[i].string, ""}); continue; }
        values.push_back(*v);
      }
      if (values.size() == t.args.size()) t.rows.push_back(std::move(values));
      else log_.add(Code::WrongArguments, row.span, {t.name, std::to_string(t.args.size()), std::to_string(row.items.size())});
    }
  }
}

void Compiler::signal(const Json& f) {
  const auto it = signals_.find(text_of(f, "signal"));
  if (it == signals_.end()) return;
  SignalDef& s = p_.signals[static_cast<size_t>(it->second)];
  s.by = clauses(f.find("by"));
  if (const Json* c = f.find("court")) s.court = c->boolean;
  if (const Json* a = f.find("auto"); a != nullptr && a->is(Json::Kind::String)) {
    const auto o = orders_.find(a->string);
    if (o == orders_.end()) log_.add(Code::UnknownName, a->span, {a->string, ""});
    else s.order = o->second;
  }
  if (const Json* d = f.find("declare"); d != nullptr && d->is(Json::Kind::String)) {
    const auto e = exchanges_.find(d->string);
    if (e == exchanges_.end()) log_.add(Code::UnknownName, d->span, {d->string, ""});
    else s.exchange = e->second;
  }
  if (const Json* c = f.find("covers")) for (const Json& name : c->items) {
    const auto k = signals_.find(name.string);
    if (k == signals_.end()) log_.add(Code::UnknownName, name.span, {name.string, ""});
    else s.covers.push_back(k->second);
  }
}

void Compiler::order(const Json& f) {
  const auto it = orders_.find(text_of(f, "order"));
  if (it == orders_.end()) return;
  Scope scope;
  const std::string who = text_of(f, "orderer");
  ExprId orderer = kNone;
  if (const Json* j = f.find("orderer"); j != nullptr && who != "nobody") orderer = expression(*j, scope, ref_type(kPlayerSort));
  OrderDef& o = p_.orders[static_cast<size_t>(it->second)];
  o.orderer = orderer;
  o.commit = one_of(f, "commit", {"stepwise", "whole"}) == "whole" ? Commit::Whole : Commit::Stepwise;
  o.skip_lapsed = one_of(f, "lapse", {"skip", "try"}) == "skip";
  o.by = clauses(f.find("by"));
}

void Compiler::exchange(const Json& f) {
  const auto it = exchanges_.find(text_of(f, "exchange"));
  if (it == exchanges_.end()) return;
  ExchangeDef e = p_.exchanges[static_cast<size_t>(it->second)];
  if (const Json* seats = f.find("seats")) for (const Json& s : seats->items) {
    Procedure dummy;
    Scope scope;
    scope.local("me", 0, ref_type(kPlayerSort));
    e.seats.push_back(expression(s, scope, ref_type(kPlayerSort)));
  }
  if (const Json* seats = f.find("seats"); seats != nullptr && (e.seats.empty() || e.seats.size() > 2)) log_.add(Code::WrongShape, seats->span, {"seats", base::in_both("a list of " + std::to_string(e.seats.size()), std::to_string(e.seats.size()) + " 個のリスト"), base::in_both("one or two players", "1 人か 2 人のプレイヤー")});
  const auto pick = [&](std::string_view key, const auto& values, auto& field) {
    const Json* j = f.find(key);
    if (j == nullptr) return;
    for (const auto& [name, value] : values) if (j->string == name) { field = value; return; }
    std::string names;
    for (const auto& [name, value] : values) names += (names.empty() ? "" : ", ") + std::string(name);
    log_.add(Code::WrongShape, j->span, {std::string(key), "`" + j->string + "`", names});
  };
  pick("next", std::vector<std::pair<std::string_view, Next>>{{"other", Next::Other}, {"other if able", Next::OtherIfAble}, {"same", Next::Same}}, e.next);
  pick("pass", std::vector<std::pair<std::string_view, Pass>>{{"free", Pass::Free}, {"if unable", Pass::IfUnable}}, e.pass);
  pick("hold", std::vector<std::pair<std::string_view, Hold>>{{"1", Hold::One}, {"round", Hold::Round}, {"all", Hold::All}}, e.hold);
  pick("resolve", std::vector<std::pair<std::string_view, Resolve>>{{"at once", Resolve::AtOnce}, {"seats", Resolve::Seats}, {"first declared", Resolve::FirstDeclared}, {"last declared", Resolve::LastDeclared}, {"later", Resolve::Later}}, e.resolve);
  pick("close", std::vector<std::pair<std::string_view, Close>>{{"silent", Close::Silent}, {"one round", Close::OneRound}, {"nobody able", Close::NobodyAble}}, e.close);
  if (e.hold == Hold::One && e.seats.size() == 2) log_.add(Code::UnsupportedForm, f.find("hold")->span, {"`hold: 1` with two seats"});
  if (const Json* m = f.find("menu")) for (const Json& name : m->items) e.menu.push_back(name.string);
  if (const Json* b = f.find("bound")) e.bound = static_cast<int>(std::clamp<int64_t>(b->integer, 1, 64));
  if (const Json* q = f.find("quota")) for (const base::Member& m : q->members) {
    const auto a = acts_.find(m.key);
    if (a == acts_.end()) log_.add(Code::UnknownName, m.key_span, {m.key, ""});
    else e.quota[a->second] = static_cast<int>(m.value.integer);
  }
  if (const Json* a = f.find("answer")) {
    const auto x = exchanges_.find(a->string);
    if (x == exchanges_.end()) log_.add(Code::UnknownName, a->span, {a->string, ""});
    else e.answer = x->second;
  }
  e.by = clauses(f.find("by"));
  p_.exchanges[static_cast<size_t>(it->second)] = std::move(e);
}

void Compiler::compile_derived(Id id) {
  if (derived_state_[id] == 2) return;
  const Json* form = derived_forms_.contains(id) ? derived_forms_.at(id) : nullptr;
  if (form == nullptr) return;
  if (derived_state_[id] == 1) { log_.add(Code::DerivedCycle, p_.derived[static_cast<size_t>(id)].span, {p_.derived[static_cast<size_t>(id)].name}); derived_state_[id] = 2; return; }
  derived_state_[id] = 1;
  Scope scope;
  for (const Local& a : std::vector<Local>(p_.derived[static_cast<size_t>(id)].args)) scope.temp(a.name, a.type);
  const Json* is = form->find("is");
  const ExprId e = is != nullptr ? expression(*is, scope) : bad(form->span);
  p_.derived[static_cast<size_t>(id)].is = e;
  p_.derived[static_cast<size_t>(id)].type = type(e);
  derived_state_[id] = 2;
}

/// Kinds, bases and limits may refer to derived values and to each other, but not in a circle.
void Compiler::check_cycles() {
  std::map<std::pair<int, Id>, int> state;
  std::function<bool(ExprId)> walk;
  const std::function<bool(int, Id)> visit = [&](int what, Id id) {
    int& s = state[{what, id}];
    if (s == 2) return true;
    if (s == 1) return false;
    s = 1;
    const auto at = static_cast<size_t>(id);
    const bool fine = what == 0 ? walk(p_.kinds[at].is) : what == 1 ? walk(p_.attrs[at].base) : what == 2 ? walk(p_.limits[at].domain) && walk(p_.limits[at].holds) : walk(p_.derived[at].is);
    state[{what, id}] = 2;
    return fine;
  };
  int level = 0;
  walk = [&](ExprId e) -> bool {
    if (e == kNone || level > 1000) return true;  // what is deeper is told by check_bounds
    struct Level { int& n; ~Level() { --n; } } within{++level};
    const Expr& x = p_[e];
    if (x.op == Op::KindSet && !visit(0, x.id)) return false;
    if (x.op == Op::Attr && static_cast<Reading>(x.value) != Reading::Printed && !visit(1, x.id)) return false;
    if (x.op == Op::Breaks && !visit(2, x.id)) return false;
    if (x.op == Op::Call && !visit(3, x.id)) return false;
    for (ExprId k : {x.a, x.b, x.c}) if (!walk(k)) return false;
    for (ExprId k : x.args) if (!walk(k)) return false;
    return true;
  };
  for (size_t i = 0; i < p_.kinds.size(); ++i) if (!visit(0, static_cast<Id>(i))) log_.add(Code::DerivedCycle, p_.kinds[i].span, {p_.kinds[i].name});
  for (size_t i = 0; i < p_.attrs.size(); ++i) if (!visit(1, static_cast<Id>(i))) log_.add(Code::DerivedCycle, p_.attrs[i].span, {p_.attrs[i].name});
  for (size_t i = 0; i < p_.limits.size(); ++i) if (!visit(2, static_cast<Id>(i))) log_.add(Code::DerivedCycle, p_.limits[i].span, {p_.limits[i].id});
}

}  // namespace hanrei::model
