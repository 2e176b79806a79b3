// Names first: everything a file declares.
#include <algorithm>
#include <functional>

#include "base/contains.h"
#include "model/passes/compiler.h"
#include "model/passes/json.h"
#include "model/passes/passes.h"
#include "model/syntax/forms.h"

namespace hanrei::model {

namespace {

void collect_labels(const Json& list, std::map<std::string, int>& labels,
                    std::vector<std::string>& names, base::DiagnosticLog& log,
                    const std::string& proc) {
  const auto add = [&](const Json& n) {
    const std::string text = label_text(n);
    if (labels.contains(text)) {
      log.add(Code::DuplicateLabel, n.span, {text, proc});
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

void Compiler::stated_values(const Json& json) {
  if (stated_value(json) != nullptr) clauses(json.find("by"));
  for (const Json& item : json.items) stated_values(item);
  for (const base::Member& m : json.members) stated_values(m.value);
}

Json apply_readings(const Json& json, const std::vector<ReadingDef>& readings,
                    const std::map<std::string, std::string>& chosen, base::DiagnosticLog& log) {
  if (const Json* r = json.find("reading"); r != nullptr && r->is(Json::Kind::String)) {
    const auto it = chosen.find(r->string);
    const Json* value = it == chosen.end() ? nullptr : json.find(it->second);
    const bool declared =
        std::ranges::any_of(readings, [&](const ReadingDef& d) { return d.name == r->string; });
    if (!declared)
      log.add(Code::UnknownReading, r->span,
              {r->string, json.members.size() > 1 ? json.members[1].key : "?"});
    for (const base::Member& m : json.members) {
      if (m.key == "reading") continue;
      if (value == nullptr)
        value = &m.value;  // reported below; any alternative will do to go on with
      bool known = !declared;
      for (const ReadingDef& d : readings)
        known = known || (d.name == r->string && base::contains(d.options, m.key));
      if (!known) log.add(Code::UnknownReading, m.key_span, {r->string, m.key});
    }
    for (const ReadingDef& d : readings)
      for (const std::string& option : d.options) {
        if (d.name == r->string && json.find(option) == nullptr)
          log.add(Code::MissingKey, json.span, {option, "reading `" + d.name + "`"});
      }
    return value == nullptr ? json : apply_readings(*value, readings, chosen, log);
  }
  if (const Json* value = stated_value(json)) return apply_readings(*value, readings, chosen, log);
  Json out = json;
  for (Json& item : out.items) item = apply_readings(item, readings, chosen, log);
  for (base::Member& m : out.members) m.value = apply_readings(m.value, readings, chosen, log);
  return out;
}

ProcId Compiler::frame(std::string name, Span span) {
  const ProcId id = p_.procedures.push_back({});
  p_.procedures.back().name = std::move(name);
  p_.procedures.back().span = span;
  return id;
}

void Compiler::game(const Json& game) {
  check_file(game, "game.json", log_);
  const auto listed = [&](const Json& in, std::string_view key, std::string_view what,
                          const std::function<void(const Json&)>& each) {
    const Json* list = in.find(key);
    if (list == nullptr || !list->is(Json::Kind::Array)) return;
    for (const Json& j : list->items) {
      if (!j.is(Json::Kind::Object)) continue;  // told of the list
      check_file(j, what, log_);
      each(j);
    }
  };
  const auto in_languages = [&](const Json* texts, std::string_view what) {
    if (texts == nullptr) return;
    for (const base::Member& m : texts->members)
      if (m.key != "ja" && m.key != "en")
        log_.add(Code::UnknownKey, m.key_span, {m.key, std::string(what), "`ja`, `en`"});
  };
  in_languages(game.find("title"), "`title`");
  listed(game, "readings", "reading", [&](const Json& r) {
    in_languages(r.find("title"), "`title`");
    if (const Json* options = r.find("options"))
      for (const base::Member& m : options->members) in_languages(&m.value, "`options`");
  });
  listed(game, "authorities", "authority",
         [&](const Json& a) { listed(a, "terms", "term of office", [](const Json&) {}); });
  p_.game = text_of(game, "game");
  if (const Json* t = game.find("title")) {
    p_.title_ja = text_of(*t, "ja");
    p_.title_en = text_of(*t, "en");
  }
  if (const Json* pl = game.find("players"))
    for (const Json& name : pl->items) p_.players.push_back(name.string);
  if (const Json* pl = game.find("players"); pl != nullptr && p_.players.size() != 2)
    log_.add(Code::WrongShape, pl->span,
             {"players",
              base::in_both("a list of " + std::to_string(p_.players.size()),
                            std::to_string(p_.players.size()) + " 個のリスト"),
              base::in_both("the names of two", "2 人の名前")});
  if (const Json* d = game.find("depth")) p_.depth = number(*d, "depth", 1, 200);
  p_.enums.push_back({"カード名", {}, {}});
  p_.enums.push_back({"結果", {"none"}, {}});
  for (const std::string& name : p_.players)
    p_.enums[kResults].members.push_back("win(" + name + ")");
  p_.enums[kResults].members.push_back("draw");
  for (std::string_view s : {"player", "card", "act", "effect"})
    p_.sorts.push_back({std::string(s), 0, kNone, {}});
  const auto builtin = [&](const char* name, SortId sort, Type t, Nature nature) {
    AttrDef a;
    a.name = name;
    a.sort = sort;
    a.type = t;
    a.nature = nature;
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
  const auto index = [](const auto& table, auto& names) {
    names.clear();
    for (const auto i : table.ids()) names[table[i].name] = i;
  };
  index(p_.enums, enums_);
  sorts_.clear();
  for (const SortId i : p_.sorts.ids())
    if (i != kCardSort && i != kEffectSort && i != kActSort) sorts_[p_.sorts[i].name] = i;
  index(p_.zones, zones_);
  index(p_.kinds, kinds_);
  index(p_.derived, derived_);
  index(p_.tables, tables_);
  index(p_.exchanges, exchanges_);
  index(p_.orders, orders_);
  index(p_.cards, cards_);
  labels_.clear();
  acts_.clear();
  procs_.clear();
  limits_.clear();
  clauses_.clear();
  signals_.clear();
  durations_.clear();
  attrs_.clear();
  members_.clear();
  for (const SignalId i : p_.signals.ids()) {
    signals_[p_.signals[i].name] = i;
    for (const std::string& aka : p_.signals[i].aka) signals_[aka] = i;
  }
  for (const DurationId i : p_.durations.ids()) durations_[p_.durations[i]] = i;
  for (const ProcId i : p_.procedures.ids()) {
    procs_.try_emplace(p_.procedures[i].name, i);
    auto& labels = labels_[&p_.procedures[i]];
    for (size_t k = 0; k < p_.procedures[i].step_names.size(); ++k)
      labels[p_.procedures[i].step_names[k]] = static_cast<int>(k);
  }
  for (const ActId i : p_.acts.ids()) {
    acts_[p_.acts[i].name] = i;
    procs_[p_.acts[i].name] = p_.acts[i].process;
  }
  for (const LimitId i : p_.limits.ids()) limits_[p_.limits[i].id] = i;
  for (const ClauseId i : p_.clauses.ids()) clauses_[p_.clauses[i].id] = i;
  for (const AttrId i : p_.attrs.ids()) attrs_[{p_.attrs[i].sort, p_.attrs[i].name}] = i;
  for (const EnumId i : p_.enums.ids())
    for (size_t k = 0; k < p_.enums[i].members.size(); ++k)
      members_.emplace(p_.enums[i].members[k], std::pair{i, static_cast<int64_t>(k)});
  for (const DerivedId i : p_.derived.ids()) derived_state_[i] = 2;
  for (size_t i = 0; i < p_.act_attrs.size(); ++i)
    act_attrs_[p_.sorts[p_.act_attrs[i].sort].name + "." + p_.act_attrs[i].name] =
        static_cast<Id>(i);
}

const std::map<std::string, int>& Compiler::labels_of(const Procedure* proc) const {
  static const std::map<std::string, int> none;
  const auto it = labels_.find(proc);
  return it == labels_.end() ? none : it->second;
}

void Compiler::step_labels(const Json& list, Procedure& proc) {
  collect_labels(list, labels_[&proc], proc.step_names, log_, proc.name);
}

std::vector<Local> Compiler::parameters(const Json* args) {
  std::vector<Local> out;
  if (args == nullptr) return out;
  for (const base::Member& m : args->members) {
    Local l;
    l.name = m.key;
    const auto t = m.value.is(Json::Kind::String) ? type_named(m.value.string) : std::nullopt;
    if (!t)
      log_.add(Code::UnknownType, m.value.span, {m.value.string});
    else
      l.type = *t;
    if (composite(l.type))
      log_.add(Code::UnsupportedForm, m.value.span, {"`" + m.value.string + "`"});
    out.push_back(l);
  }
  return out;
}

void Compiler::collect(const Json& form) {
  const auto steps_of = [&](ProcId proc, const Json* list) {
    if (list != nullptr && list->is(Json::Kind::Array)) step_labels(*list, p_.procedures[proc]);
  };
  for (const std::string& id : {form.members.front().value.string, text_of(form, "id")})
    if (!id.empty()) ids_.insert(id);
  const auto named = [&](std::string_view key) {
    return leads(form, key) ? &form.members.front().value : nullptr;
  };
  if (const Json* j = named("derived")) {
    const DerivedId id = declare(p_.derived, derived_, *j, "derived");
    if (id == kNone) return;
    derived_forms_[id] = &form;
    derived_state_[id] = 0;
    p_.derived.back().args = parameters(form.find("args"));
    p_.derived.back().by = clauses(form.find("by"));
  } else if (const Json* pr = named("procedure")) {
    if (procs_.contains(pr->string)) {
      log_.add(Code::DuplicateName, pr->span, {"procedure", pr->string});
      return;
    }
    const ProcId id = frame(pr->string, form.span);
    procs_[pr->string] = id;
    proc_forms_[pr->string] = &form;
    Procedure& proc = p_.procedures[id];
    proc.locals = parameters(form.find("args"));
    proc.params = static_cast<int>(proc.locals.size());
    for (Local& l : parameters(form.find("locals"))) proc.locals.push_back(std::move(l));
    if (const Json* open = form.find("open"))
      for (const Json& name : open->items)
        for (Local& l : proc.locals)
          if (l.name == name.string) l.open = true;
    steps_of(id, form.find("steps"));
  } else if (const Json* a = named("act")) {
    const ActId id = declare(p_.acts, acts_, *a, "act");
    if (id == kNone) return;
    ActDef& act = p_.acts.back();
    act.declare = frame(a->string + "・宣言", form.span);
    act.process = frame(a->string, form.span);
    procs_[a->string] = act.process;
    steps_of(act.declare, form.find("declare"));
    steps_of(act.process, form.find("process"));
    if (const Json* tags = form.find("tags"))
      for (const Json& t : tags->items) act.tags.push_back(t.string);
  } else if (const Json* l = named("limit")) {
    const std::string id = l->string;
    if (limits_.contains(id)) {
      log_.add(Code::DuplicateName, l->span, {"limit", id});
      return;
    }
    limits_[id] = p_.limits.push_back({});
    p_.limits.back().id = id;
    if (const Json* by = form.find("by"))
      for (const Json& clause : by->items) limits_by_[clause.string].push_back(limits_[id]);
  } else if (const Json* s = named("signal")) {
    const SignalId id = declare(p_.signals, signals_, *s, "signal");
    if (id == kNone) return;
    p_.signals.back().args = parameters(form.find("args"));
    if (const Json* aka = form.find("aka"))
      for (const Json& name : aka->items) {
        p_.signals.back().aka.push_back(name.string);
        signals_[name.string] = id;
      }
  } else if (const Json* z = named("zone")) {
    const std::string of = text_of(form, "of");
    if (declare(p_.zones, zones_, *z, "zone") != kNone)
      p_.zones.back().of = of == "player" ? ZoneOwner::Player
                           : of == "game" ? ZoneOwner::Game
                                          : ZoneOwner::Card;
  } else if (const Json* e = named("exchange")) {
    declare(p_.exchanges, exchanges_, *e, "exchange");
  } else if (const Json* o = named("order")) {
    declare(p_.orders, orders_, *o, "order");
  } else if (const Json* t = named("table")) {
    declare(p_.tables, tables_, *t, "table");
  } else if (const Json* d = named("duration")) {
    if (durations_.contains(d->string)) {
      log_.add(Code::DuplicateName, d->span, {"duration", d->string});
      return;
    }
    durations_[d->string] = p_.durations.push_back(d->string);
  }
}

void Compiler::files(const std::vector<const Json*>& rulebook,
                     const std::vector<const Json*>& cards) {
  std::vector<const Json*> forms, card_forms;
  for (const Json* file : rulebook) {
    check_file(*file, "rulebook file", log_);
    if (const Json* list = file->find("clauses"))
      for (const Json& c : list->items) {
        check_file(c, "clause", log_);
        const Json* id = c.find("clause");
        if (id == nullptr || !id->is(Json::Kind::String)) continue;
        if (clauses_.contains(id->string)) {
          log_.add(Code::DuplicateName, id->span, {"clause", id->string});
          continue;
        }
        clauses_[id->string] = p_.clauses.next_id();
        const std::string_view status =
            c.find("status") == nullptr
                ? ""
                : one_of(c, "status", {"modelled", "definition", "informative", "not modelled"});
        const auto known = status.empty()            ? ClauseStatus::None
                           : status == "modelled"    ? ClauseStatus::Modelled
                           : status == "definition"  ? ClauseStatus::Definition
                           : status == "informative" ? ClauseStatus::Informative
                                                     : ClauseStatus::NotModelled;
        p_.clauses.push_back({id->string, text_of(c, "kind"), text_of(c, "title"), text_of(c, "ja"),
                              text_of(c, "en"), known, text_of(c, "why"),
                              c.find("hedged") != nullptr && c.find("hedged")->boolean, c.span});
        if (known == ClauseStatus::NotModelled && p_.clauses.back().why.empty())
          log_.add(Code::MissingKey, c.span, {"clause", "why"});
      }
    if (const Json* list = file->find("provisions"))
      for (const Json& f : list->items) {
        if (!f.is(Json::Kind::Object)) {
          log_.add(Code::WrongShape, f.span,
                   {"provision", std::string(base::kind_name(f.kind)), "an object"});
          continue;
        }
        if (check_form(f, log_) != nullptr) forms.push_back(&f);
      }
  }
  for (const Json* file : cards) {
    check_file(*file, "card file", log_);
    if (const Json* list = file->find("cards"))
      for (const Json& c : list->items) card_forms.push_back(&c);
  }
  // What has a type comes before what is typed, and every name before every body.
  for (const Json* c : card_forms) collect_cards(*c);
  types(forms);
  for (const Json* f : forms) collect(*f);
  for (const Json* f : forms) forms_.push_back({f, nullptr});
  schema_bodies();
  const auto is_frame = [](const Json& f) { return leads(f, "procedure") || leads(f, "act"); };
  for (const Json* f : forms)
    if (is_frame(*f)) provision(*f, kNone);
  for (const Json* f : forms)
    if (!is_frame(*f)) provision(*f, kNone);
  for (const Json* c : card_forms) card(*c);
  presented_locals();
  menus();
  lives();
  gates();
  apply_amendments();
  check_cycles(p_, log_);
  check_room(p_, log_);
  check_construction(p_, log_);
  check_open_arguments(p_, log_);
  if (!log_.has_errors()) check_never(p_, log_);
  tell_events(p_);
  if (!log_.has_errors()) check_bounds(p_, 0, log_);  // a circle has no depth
}

int64_t Compiler::card_name(const std::string& name) {
  if (const auto known = member(kCardNames, name)) return *known;
  std::vector<std::string>& members = p_.enums[kCardNames].members;
  members.push_back(name);
  return own_cards_[name] = static_cast<int64_t>(members.size()) - 1;
}

int Compiler::number(const Json& json, std::string_view key, int least, int most) {
  if (json.integer < least || json.integer > most)
    log_.add(Code::WrongShape, json.span,
             {std::string(key), std::to_string(json.integer),
              std::to_string(least) + ".." + std::to_string(most)});
  return static_cast<int>(std::clamp<int64_t>(json.integer, least, most));
}

void Compiler::collect_cards(const Json& card) {
  check_file(card, "card", log_, true);
  if (const Json* texts = card.find("text"))
    for (const Json& t : texts->items) check_file(t, "wording", log_);
  const Json* name = card.find("card");
  if (name == nullptr || !name->is(Json::Kind::String)) return;
  const Id id = declare(p_.cards, cards_, *name, "card");
  if (id == kNone) return;
  members_.emplace(
      name->string,
      std::pair{kCardNames, static_cast<int64_t>(p_.enums[kCardNames].members.size())});
  p_.enums[kCardNames].members.push_back(name->string);
}

}  // namespace hanrei::model
