// The rules language translated: JSON forms -> typed program. Internal to model/passes/.
//
// Each part of the language has a file with a header of its own, of functions of a Translation:
//   names       what is called what; the whole of a game in its order
//   schema      types, zones, tables, attributes, derived values
//   regimes     signals, orders, exchanges, menus of windows
//   provisions  procedures, acts, effects, statics, triggers, limits, endings
//   events      norms and replacements, and the events that they speak of
//   amendments  amendments and defeats, applied when every step is there
//   cards       cards and prices
//   steps, choices, statements, exprs, builtins, says: what the above are made of
//   later       what is understood and not carried out by any engine
//
// Order: names first (so that everything may refer to everything), then the schema's expressions,
// then procedures and acts, then the other provisions, then cards. A broken type swallows the
// errors above it. What is not carried out becomes `Op::Unsupported`, or its form in the Program
// and a gate (later.h): a condition that stops the play where the form would matter.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/text/diagnostic.h"
#include "model/ir/forms.h"
#include "model/syntax/expression.h"

namespace hanrei::model {

using base::Json;

struct Binding {
  enum class Where : uint8_t { Local, Temp, Alias } where = Where::Temp;
  Id slot = kNone;
  Type type;
  ExprId alias;
};

/// What names mean at a place.
struct Scope {
  Procedure* proc = nullptr;  ///< frame that statements may give new locals to
  std::vector<std::pair<std::string, Binding>> names;
  int temps = 0;
  CardId card;
  bool act = false;                 ///< `fits`, `effect()` and `price` mean something
  bool ruling = false;              ///< claims: players by name, `result`, ghosts
  const Event* replaced = nullptr;  ///< `again` means something
  const std::map<std::string, int>* labels = nullptr;

  void local(std::string name, Id slot, Type t) {
    names.push_back({std::move(name), {Binding::Where::Local, slot, t, kNone}});
  }
  Id temp(std::string name, Type t) {
    names.push_back({std::move(name), {Binding::Where::Temp, temps, t, kNone}});
    return temps++;
  }
  void alias(std::string name, ExprId e, Type t) {
    names.push_back({std::move(name), {Binding::Where::Alias, kNone, t, e}});
  }
  /// Forgets what was named since; for `where`, `fit` and their like.
  void restore(size_t count, int temp_count) {
    names.resize(count);
    temps = temp_count;
  }
  const Binding* find(const std::string& name) const {
    for (auto it = names.rbegin(); it != names.rend(); ++it)
      if (it->first == name) return &it->second;
    return nullptr;
  }
};

/// What is called what. Those of a finished program are shared by everybody who reads a ruling, and
/// nobody writes to them any more.
struct Names {
  template <class I>
  using ByName = std::map<std::string, I>;
  ByName<EnumId> enums;
  ByName<SortId> sorts;
  ByName<ZoneId> zones;
  ByName<KindId> kinds;
  ByName<DerivedId> derived;
  ByName<TableId> tables;
  ByName<SignalId> signals;
  ByName<DurationId> durations;
  ByName<ExchangeId> exchanges;
  ByName<OrderId> orders;
  ByName<ProcId> procs;
  ByName<ActId> acts;
  ByName<LimitId> limits;
  ByName<ClauseId> clauses;
  ByName<CardId> cards;
  ByName<RealmId> realms;
  std::multimap<std::string, std::pair<EnumId, int64_t>> members;
  std::map<std::pair<SortId, std::string>, AttrId> attrs;
  std::map<DerivedId, int> derived_state;
  std::map<const Procedure*, std::map<std::string, int>> labels;
  std::map<std::string, Id> act_attrs;  ///< "act.NAME", "effect.NAME"
};

constexpr int kMostUses = 1000;  ///< of what may be used a number of times

/// A form that waits for an engine, and the event that it speaks about.
struct Gate {
  Event event;
  Source source;
  const Json* cond = nullptr;
  std::string what;
  bool forbids = false;
  EventNormId norm = kNone;  ///< of the event norms
};

/// An attribute that has a life of its own: when it lapses, and what it is then.
struct LifeOf {
  AttrId attr;
  SortId sort;
  const Json* life;
  const Json* fallback;
};

/// A translation under way: the program so far, what names mean, and what waits for others. Used
/// again, over a finished program, for claims and situations.
struct Translation {
  Translation(Program& program, const base::SourceMap& files, base::DiagnosticLog& diagnostics)
      : p(program),
        sources(files),
        log(diagnostics),
        shared(program.names != nullptr ? program.names : std::make_shared<Names>()),
        names(*shared) {}

  Program& p;
  const base::SourceMap& sources;
  base::DiagnosticLog& log;
  std::shared_ptr<Names> shared;  ///< with the program, once that is finished
  Names& names;
  std::map<std::string, int64_t> own_cards;  ///< names of cards that only the ruling knows
  std::set<std::string> from_words;          ///< names of cards whose words are their abilities

  // What waits until others are there.
  std::map<std::string, const Json*> proc_forms;
  std::map<DerivedId, const Json*> derived_forms;
  std::vector<std::pair<const Json*, const Json*>> forms;
  std::vector<Gate> gates;
  std::vector<LifeOf> lives;
  std::map<OrderId, const Json*> order_forms;             ///< orders with arguments
  std::map<std::string, std::vector<LimitId>> limits_by;  ///< clause -> limits that state it
  std::map<std::string, Type> price_fields;               ///< what a price has, with its type
  ExprId static_active;  ///< when statics of cards count; Temp 0 is the card
  std::set<std::string> ids;
  int inline_depth = 0, inlined = 0;  ///< calls within each other; all of them
  int levels = 0;                     ///< of compile() within itself, also by way of derived values

  // Look-ups; of a name that means nothing, none.
  std::optional<Type> type_named(const std::string& name) const;
  std::optional<int64_t> member(EnumId enumeration, const std::string& name) const;
  bool is_member(const std::string& name) const {
    return own_cards.contains(name) || names.members.contains(name);
  }
  const std::map<std::string, int>& labels_of(const Procedure* proc) const;
  CardId find_card(const std::string& name) const { return find(names.cards, name); }
  ZoneId find_zone(const std::string& name) const { return find(names.zones, name); }
  ProcId find_proc(const std::string& name) const { return find(names.procs, name); }
  ActId find_act(const std::string& name) const { return find(names.acts, name); }
  SortId find_sort(const std::string& name) const { return find(names.sorts, name); }
  ClauseId find_clause(const std::string& name) const { return find(names.clauses, name); }
  SignalId find_signal(const std::string& name) const { return find(names.signals, name); }
  ExchangeId find_exchange(const std::string& name) const { return find(names.exchanges, name); }
  AttrId attr_of(SortId sort, const std::string& name) const;
  template <class I>
  static I find(const Names::ByName<I>& table, const std::string& name) {
    const auto it = table.find(name);
    return it == table.end() ? kNone : it->second;
  }

  /// A type as the rules language writes it.
  std::string show(const Type& t) const;
  Type type(ExprId e) const { return p[e].type; }  ///< a copy: the table grows
  bool broken(ExprId e) const { return type(e).kind == TypeKind::Error; }
};

/// Enters a name into a table; none, and a diagnostic, when it is taken.
template <class Defs, class I>
I declare(Translation& tr, Defs& table, Names::ByName<I>& names, const Json& name,
          std::string_view what) {
  if (!name.is(Json::Kind::String)) return kNone;
  const auto [it, first] = names.try_emplace(name.string);
  if (!first) {
    tr.log.add(base::Code::DuplicateName, name.span, {std::string(what), name.string});
    if (table[it->second].span)
      tr.log.last().notes.emplace_back(
          table[it->second].span, base::in_both("the first one is here", "最初のものはここです"));
    return kNone;
  }
  it->second = table.push_back({});
  table.back().name = name.string;
  table.back().span = name.span;
  return it->second;
}

/// The JSON string without escapes maps byte for byte onto the file.
TextAt text_at(const Json& text);

/// Replaces every `{"reading": NAME, "A": …}` by the chosen alternative. Unknown readings and
/// options, and options without an alternative, are reported, whichever is chosen.
Json apply_readings(const Json& json, const std::vector<ReadingDef>& readings,
                    const std::map<std::string, std::string>& chosen, base::DiagnosticLog& log);

}  // namespace hanrei::model
