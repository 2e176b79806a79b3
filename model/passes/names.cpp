// Names first: everything a file declares.
#include "model/passes/names.h"

#include <algorithm>
#include <functional>

#include "base/contains.h"
#include "model/passes/amendments.h"
#include "model/passes/cards.h"
#include "model/passes/json.h"
#include "model/passes/later.h"
#include "model/passes/passes.h"
#include "model/passes/provisions.h"
#include "model/passes/regimes.h"
#include "model/passes/schema.h"
#include "model/passes/steps.h"
#include "model/passes/translation.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

static void rebuild_names(Translation& tr);  ///< name tables from a program
static void collect_cards(Translation& tr, const Json& card);

namespace {

void collect_labels(const Json& list, std::map<std::string, int>& labels,
                    std::vector<std::string>& names, base::DiagnosticLog& log,
                    const std::string& proc) {
  const auto add = [&](const Json& n) {
    const std::string text = label_text(n);
    if (labels.contains(text)) {
      log.add(base::Code::DuplicateLabel, n.span, {text, proc});
      return;
    }
    labels[text] = static_cast<int>(names.size());
    names.push_back(text);
  };
  for (const Json& step : list.items) {
    if (const Json* n = step.find("n")) add(*n);
    for (std::string_view key : {"steps", "loop", "else"})
      if (const Json* inner = step.find(key); inner != nullptr && inner->is(Json::Kind::Array))
        collect_labels(*inner, labels, names, log, proc);
    if (const Json* branch = step.find("branch"))
      for (const Json& arm : branch->items) {
        for (std::string_view key : {"steps", "else"})
          if (const Json* inner = arm.find(key); inner != nullptr && inner->is(Json::Kind::Array))
            collect_labels(*inner, labels, names, log, proc);
      }
    if (const Json* again = step.find("again"); again != nullptr && again->find("n") != nullptr)
      add(*again->find("n"));
  }
}

}  // namespace

void stated_values(Translation& tr, const Json& json) {
  if (stated_value(json) != nullptr) clauses(tr, json.find("by"));
  for (const Json& item : json.items) stated_values(tr, item);
  for (const base::Member& m : json.members) stated_values(tr, m.value);
}

Json apply_readings(const Json& json, const std::vector<ReadingDef>& readings,
                    const std::map<std::string, std::string>& chosen, base::DiagnosticLog& log) {
  if (const Json* r = json.find("reading"); r != nullptr && r->is(Json::Kind::String)) {
    const auto it = chosen.find(r->string);
    const Json* value = it == chosen.end() ? nullptr : json.find(it->second);
    const bool declared =
        std::ranges::any_of(readings, [&](const ReadingDef& d) { return d.name == r->string; });
    if (!declared)
      log.add(base::Code::UnknownReading, r->span,
              {r->string, json.members.size() > 1 ? json.members[1].key : "?"});
    for (const base::Member& m : json.members) {
      if (m.key == "reading") continue;
      if (value == nullptr)
        value = &m.value;  // reported below; any alternative will do to go on with
      bool known = !declared;
      for (const ReadingDef& d : readings)
        known = known || (d.name == r->string && base::contains(d.options, m.key));
      if (!known) log.add(base::Code::UnknownReading, m.key_span, {r->string, m.key});
    }
    for (const ReadingDef& d : readings)
      for (const std::string& option : d.options) {
        if (d.name == r->string && json.find(option) == nullptr)
          log.add(base::Code::MissingKey, json.span, {option, "reading `" + d.name + "`"});
      }
    return value == nullptr ? json : apply_readings(*value, readings, chosen, log);
  }
  if (const Json* value = stated_value(json)) return apply_readings(*value, readings, chosen, log);
  Json out = json;
  for (Json& item : out.items) item = apply_readings(item, readings, chosen, log);
  for (base::Member& m : out.members) m.value = apply_readings(m.value, readings, chosen, log);
  return out;
}

ProcId frame(Translation& tr, std::string name, Span span) {
  const ProcId id = tr.p.procedures.push_back({});
  tr.p.procedures.back().name = std::move(name);
  tr.p.procedures.back().span = span;
  return id;
}

void compile_game(Translation& tr, const Json& game) {
  check_file(game, "game.json", tr.log);
  const auto listed = [&](const Json& in, std::string_view key, std::string_view what,
                          const std::function<void(const Json&)>& each) {
    const Json* list = in.find(key);
    if (list == nullptr || !list->is(Json::Kind::Array)) return;
    for (const Json& j : list->items) {
      if (!j.is(Json::Kind::Object)) continue;  // told of the list
      check_file(j, what, tr.log);
      each(j);
    }
  };
  const auto in_languages = [&](const Json* texts, std::string_view what) {
    if (texts == nullptr) return;
    for (const base::Member& m : texts->members)
      if (m.key != "ja" && m.key != "en")
        tr.log.add(base::Code::UnknownKey, m.key_span, {m.key, std::string(what), "`ja`, `en`"});
  };
  in_languages(game.find("title"), "`title`");
  listed(game, "readings", "reading", [&](const Json& r) {
    in_languages(r.find("title"), "`title`");
    if (const Json* options = r.find("options"))
      for (const base::Member& m : options->members) in_languages(&m.value, "`options`");
  });
  listed(game, "authorities", "authority",
         [&](const Json& a) { listed(a, "terms", "term of office", [](const Json&) {}); });
  tr.p.game = text_of(game, "game");
  if (const Json* t = game.find("title")) {
    tr.p.title_ja = text_of(*t, "ja");
    tr.p.title_en = text_of(*t, "en");
  }
  if (const Json* pl = game.find("players"))
    for (const Json& name : pl->items) tr.p.players.push_back(name.string);
  if (const Json* pl = game.find("players"); pl != nullptr && tr.p.players.size() != 2)
    tr.log.add(base::Code::WrongShape, pl->span,
               {"players",
                base::in_both("a list of " + std::to_string(tr.p.players.size()),
                              std::to_string(tr.p.players.size()) + " 個のリスト"),
                base::in_both("the names of two", "2 人の名前")});
  if (const Json* d = game.find("depth")) tr.p.depth = number(tr, *d, "depth", 1, 200);
  tr.p.enums.push_back({"カード名", {}, {}});
  tr.p.enums.push_back({"結果", {"none"}, {}});
  for (const std::string& name : tr.p.players)
    tr.p.enums[kResults].members.push_back("win(" + name + ")");
  tr.p.enums[kResults].members.push_back("draw");
  for (std::string_view s : {"player", "card", "act", "effect"})
    tr.p.sorts.push_back({std::string(s), 0, kNone, {}});
  const auto builtin = [&](const char* name, SortId sort, Type t, Nature nature) {
    AttrDef a;
    a.name = name;
    a.sort = sort;
    a.type = t;
    a.nature = nature;
    tr.p.attrs.push_back(a);
  };
  builtin("name", kCardSort, enum_type(kCardNames), Nature::Printed);
  builtin("owner", kCardSort, ref_type(kPlayerSort), Nature::Stored);
  builtin("user", kCardSort, ref_type(kPlayerSort), Nature::Stored);
  builtin("host", kCardSort, ref_type(kCardSort), Nature::Stored);
  if (tr.p.players.size() != 2) return;
  rebuild_names(tr);
}

void rebuild_names(Translation& tr) {
  const auto index = [](const auto& table, auto& names) {
    names.clear();
    for (const auto i : table.ids()) names[table[i].name] = i;
  };
  index(tr.p.enums, tr.names.enums);
  tr.names.sorts.clear();
  for (const SortId i : tr.p.sorts.ids())
    if (i != kCardSort && i != kEffectSort && i != kActSort) tr.names.sorts[tr.p.sorts[i].name] = i;
  index(tr.p.zones, tr.names.zones);
  index(tr.p.kinds, tr.names.kinds);
  index(tr.p.derived, tr.names.derived);
  index(tr.p.tables, tr.names.tables);
  index(tr.p.exchanges, tr.names.exchanges);
  index(tr.p.orders, tr.names.orders);
  index(tr.p.cards, tr.names.cards);
  tr.names.labels.clear();
  tr.names.acts.clear();
  tr.names.procs.clear();
  tr.names.limits.clear();
  tr.names.clauses.clear();
  tr.names.signals.clear();
  tr.names.durations.clear();
  tr.names.attrs.clear();
  tr.names.members.clear();
  for (const SignalId i : tr.p.signals.ids()) {
    tr.names.signals[tr.p.signals[i].name] = i;
    for (const std::string& aka : tr.p.signals[i].aka) tr.names.signals[aka] = i;
  }
  for (const DurationId i : tr.p.durations.ids()) tr.names.durations[tr.p.durations[i]] = i;
  for (const ProcId i : tr.p.procedures.ids()) {
    tr.names.procs.try_emplace(tr.p.procedures[i].name, i);
    auto& labels = tr.names.labels[&tr.p.procedures[i]];
    for (size_t k = 0; k < tr.p.procedures[i].step_names.size(); ++k)
      labels[tr.p.procedures[i].step_names[k]] = static_cast<int>(k);
  }
  for (const ActId i : tr.p.acts.ids()) {
    tr.names.acts[tr.p.acts[i].name] = i;
    tr.names.procs[tr.p.acts[i].name] = tr.p.acts[i].process;
  }
  for (const LimitId i : tr.p.limits.ids()) tr.names.limits[tr.p.limits[i].id] = i;
  for (const ClauseId i : tr.p.clauses.ids()) tr.names.clauses[tr.p.clauses[i].id] = i;
  for (const AttrId i : tr.p.attrs.ids())
    tr.names.attrs[{tr.p.attrs[i].sort, tr.p.attrs[i].name}] = i;
  for (const EnumId i : tr.p.enums.ids())
    for (size_t k = 0; k < tr.p.enums[i].members.size(); ++k)
      tr.names.members.emplace(tr.p.enums[i].members[k], std::pair{i, static_cast<int64_t>(k)});
  for (const DerivedId i : tr.p.derived.ids()) tr.names.derived_state[i] = 2;
  for (size_t i = 0; i < tr.p.act_attrs.size(); ++i)
    tr.names.act_attrs[tr.p.sorts[tr.p.act_attrs[i].sort].name + "." + tr.p.act_attrs[i].name] =
        static_cast<Id>(i);
}

const std::map<std::string, int>& Translation::labels_of(const Procedure* proc) const {
  static const std::map<std::string, int> none;
  const auto it = names.labels.find(proc);
  return it == names.labels.end() ? none : it->second;
}

void step_labels(Translation& tr, const Json& list, Procedure& proc) {
  collect_labels(list, tr.names.labels[&proc], proc.step_names, tr.log, proc.name);
}

std::vector<Local> parameters(Translation& tr, const Json* args) {
  std::vector<Local> out;
  if (args == nullptr) return out;
  for (const base::Member& m : args->members) {
    Local l;
    l.name = m.key;
    const auto t = m.value.is(Json::Kind::String) ? tr.type_named(m.value.string) : std::nullopt;
    if (!t)
      tr.log.add(base::Code::UnknownType, m.value.span, {m.value.string});
    else
      l.type = *t;
    if (composite(tr, l.type))
      tr.log.add(base::Code::UnsupportedForm, m.value.span, {"`" + m.value.string + "`"});
    out.push_back(l);
  }
  return out;
}

static void collect(Translation& tr, const Json& form) {
  const auto steps_of = [&](ProcId proc, const Json* list) {
    if (list != nullptr && list->is(Json::Kind::Array))
      step_labels(tr, *list, tr.p.procedures[proc]);
  };
  for (const std::string& id : {form.members.front().value.string, text_of(form, "id")})
    if (!id.empty()) tr.ids.insert(id);
  const auto named = [&](std::string_view key) {
    return leads(form, key) ? &form.members.front().value : nullptr;
  };
  if (const Json* j = named("derived")) {
    const DerivedId id = declare(tr, tr.p.derived, tr.names.derived, *j, "derived");
    if (id == kNone) return;
    tr.derived_forms[id] = &form;
    tr.names.derived_state[id] = 0;
    tr.p.derived.back().args = parameters(tr, form.find("args"));
    tr.p.derived.back().by = clauses(tr, form.find("by"));
  } else if (const Json* pr = named("procedure")) {
    if (tr.names.procs.contains(pr->string)) {
      tr.log.add(base::Code::DuplicateName, pr->span, {"procedure", pr->string});
      return;
    }
    const ProcId id = frame(tr, pr->string, form.span);
    tr.names.procs[pr->string] = id;
    tr.proc_forms[pr->string] = &form;
    Procedure& proc = tr.p.procedures[id];
    proc.locals = parameters(tr, form.find("args"));
    proc.params = static_cast<int>(proc.locals.size());
    for (Local& l : parameters(tr, form.find("locals"))) proc.locals.push_back(std::move(l));
    if (const Json* open = form.find("open"))
      for (const Json& name : open->items)
        for (Local& l : proc.locals)
          if (l.name == name.string) l.open = true;
    steps_of(id, form.find("steps"));
  } else if (const Json* a = named("act")) {
    const ActId id = declare(tr, tr.p.acts, tr.names.acts, *a, "act");
    if (id == kNone) return;
    ActDef& act = tr.p.acts.back();
    act.declare = frame(tr, a->string + "・宣言", form.span);
    act.process = frame(tr, a->string, form.span);
    tr.names.procs[a->string] = act.process;
    steps_of(act.declare, form.find("declare"));
    steps_of(act.process, form.find("process"));
    if (const Json* tags = form.find("tags"))
      for (const Json& t : tags->items) act.tags.push_back(t.string);
  } else if (const Json* l = named("limit")) {
    const std::string id = l->string;
    if (tr.names.limits.contains(id)) {
      tr.log.add(base::Code::DuplicateName, l->span, {"limit", id});
      return;
    }
    tr.names.limits[id] = tr.p.limits.push_back({});
    tr.p.limits.back().id = id;
    if (const Json* by = form.find("by"))
      for (const Json& clause : by->items)
        tr.limits_by[clause.string].push_back(tr.names.limits[id]);
  } else if (const Json* s = named("signal")) {
    const SignalId id = declare(tr, tr.p.signals, tr.names.signals, *s, "signal");
    if (id == kNone) return;
    tr.p.signals.back().args = parameters(tr, form.find("args"));
    if (const Json* aka = form.find("aka"))
      for (const Json& name : aka->items) {
        tr.p.signals.back().aka.push_back(name.string);
        tr.names.signals[name.string] = id;
      }
  } else if (const Json* z = named("zone")) {
    const std::string of = text_of(form, "of");
    if (declare(tr, tr.p.zones, tr.names.zones, *z, "zone") != kNone)
      tr.p.zones.back().of = of == "player" ? ZoneOwner::Player
                             : of == "game" ? ZoneOwner::Game
                                            : ZoneOwner::Card;
  } else if (const Json* e = named("exchange")) {
    declare(tr, tr.p.exchanges, tr.names.exchanges, *e, "exchange");
  } else if (const Json* o = named("order")) {
    declare(tr, tr.p.orders, tr.names.orders, *o, "order");
  } else if (const Json* t = named("table")) {
    declare(tr, tr.p.tables, tr.names.tables, *t, "table");
  } else if (const Json* d = named("duration")) {
    if (tr.names.durations.contains(d->string)) {
      tr.log.add(base::Code::DuplicateName, d->span, {"duration", d->string});
      return;
    }
    tr.names.durations[d->string] = tr.p.durations.push_back(d->string);
  }
}

void compile_files(Translation& tr, const std::vector<const Json*>& rulebook,
                   const std::vector<const Json*>& cards) {
  std::vector<const Json*> forms, card_forms;
  for (const Json* file : rulebook) {
    check_file(*file, "rulebook file", tr.log);
    if (const Json* list = file->find("clauses"))
      for (const Json& c : list->items) {
        check_file(c, "clause", tr.log);
        const Json* id = c.find("clause");
        if (id == nullptr || !id->is(Json::Kind::String)) continue;
        if (tr.names.clauses.contains(id->string)) {
          tr.log.add(base::Code::DuplicateName, id->span, {"clause", id->string});
          continue;
        }
        tr.names.clauses[id->string] = tr.p.clauses.next_id();
        const std::string_view status =
            c.find("status") == nullptr
                ? ""
                : one_of(tr, c, "status",
                         {"modelled", "definition", "informative", "not modelled"});
        const auto known = status.empty()            ? ClauseStatus::None
                           : status == "modelled"    ? ClauseStatus::Modelled
                           : status == "definition"  ? ClauseStatus::Definition
                           : status == "informative" ? ClauseStatus::Informative
                                                     : ClauseStatus::NotModelled;
        tr.p.clauses.push_back({id->string, text_of(c, "kind"), text_of(c, "title"),
                                text_of(c, "ja"), text_of(c, "en"), known, text_of(c, "why"),
                                c.find("hedged") != nullptr && c.find("hedged")->boolean, c.span});
        if (known == ClauseStatus::NotModelled && tr.p.clauses.back().why.empty())
          tr.log.add(base::Code::MissingKey, c.span, {"clause", "why"});
      }
    if (const Json* list = file->find("provisions"))
      for (const Json& f : list->items) {
        if (!f.is(Json::Kind::Object)) {
          tr.log.add(base::Code::WrongShape, f.span,
                     {"provision", std::string(base::kind_name(f.kind)), "an object"});
          continue;
        }
        if (check_form(f, tr.log) != nullptr) forms.push_back(&f);
      }
  }
  for (const Json* file : cards) {
    check_file(*file, "card file", tr.log);
    if (const Json* list = file->find("cards"))
      for (const Json& c : list->items) card_forms.push_back(&c);
  }
  // What has a type comes before what is typed, and every name before every body.
  for (const Json* c : card_forms) collect_cards(tr, *c);
  types(tr, forms);
  for (const Json* f : forms) collect(tr, *f);
  for (const Json* f : forms) tr.forms.push_back({f, nullptr});
  schema_bodies(tr);
  const auto is_frame = [](const Json& f) { return leads(f, "procedure") || leads(f, "act"); };
  for (const Json* f : forms)
    if (is_frame(*f)) provision(tr, *f, kNone);
  for (const Json* f : forms)
    if (!is_frame(*f)) provision(tr, *f, kNone);
  for (const Json* c : card_forms) card(tr, *c);
  presented_locals(tr);
  menus(tr);
  lives(tr);
  gates(tr);
  apply_amendments(tr);
  check_cycles(tr.p, tr.log);
  check_room(tr.p, tr.log);
  check_construction(tr.p, tr.log);
  check_open_arguments(tr.p, tr.log);
  if (!tr.log.has_errors()) check_never(tr.p, tr.log);
  tell_events(tr.p);
  if (!tr.log.has_errors()) check_bounds(tr.p, 0, tr.log);  // a circle has no depth
}

int64_t card_name(Translation& tr, const std::string& name) {
  if (const auto known = tr.member(kCardNames, name)) return *known;
  std::vector<std::string>& members = tr.p.enums[kCardNames].members;
  members.push_back(name);
  return tr.own_cards[name] = static_cast<int64_t>(members.size()) - 1;
}

int number(Translation& tr, const Json& json, std::string_view key, int least, int most) {
  if (json.integer < least || json.integer > most)
    tr.log.add(base::Code::WrongShape, json.span,
               {std::string(key), std::to_string(json.integer),
                std::to_string(least) + ".." + std::to_string(most)});
  return static_cast<int>(std::clamp<int64_t>(json.integer, least, most));
}

void collect_cards(Translation& tr, const Json& card) {
  check_file(card, "card", tr.log, true);
  if (const Json* texts = card.find("text"))
    for (const Json& t : texts->items) check_file(t, "wording", tr.log);
  const Json* name = card.find("card");
  if (name == nullptr || !name->is(Json::Kind::String)) return;
  const Id id = declare(tr, tr.p.cards, tr.names.cards, *name, "card");
  if (id == kNone) return;
  tr.names.members.emplace(
      name->string,
      std::pair{kCardNames, static_cast<int64_t>(tr.p.enums[kCardNames].members.size())});
  tr.p.enums[kCardNames].members.push_back(name->string);
}

void keep_names(Translation& tr) {
  rebuild_names(tr);
  tr.p.names = tr.shared;
}

}  // namespace hanrei::model
