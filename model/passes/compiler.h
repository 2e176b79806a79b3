// The compiler of the rules language: JSON forms -> typed program. Internal to model/passes/.
//
// Order: names first (so that everything may refer to everything), then the schema's expressions,
// then procedures and acts, then the other provisions, then cards. A broken type swallows the
// errors above it.
//
// What is understood and not carried out by any engine is compiled too. It becomes
// `Op::Unsupported`, or its form in the Program and a gate (later.cpp): a condition that stops the
// play where the form would matter.
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

using base::Code;
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

class Compiler {
 public:
  Compiler(Program& program, const base::SourceMap& sources, base::DiagnosticLog& log)
      : p_(program),
        sources_(sources),
        log_(log),
        names_(program.names != nullptr ? program.names : std::make_shared<Names>()) {}

  void game(const Json& game);
  /// Every file of rulebook/ and cards/, readings already applied.
  void files(const std::vector<const Json*>& rulebook, const std::vector<const Json*>& cards);
  /// Checks the clauses of values that state some of their own, as the files have them.
  void stated_values(const Json& json);

  // Used again for claims and situations.
  ExprId expression(const Json& text, Scope& scope, const Type& expect = {});
  ExprId compile(const Node& node, Scope& scope, const Type& expect = {});
  std::optional<Type> type_named(const std::string& name) const;
  std::optional<int64_t> member(EnumId enumeration, const std::string& name) const;
  void rebuild_names();  ///< name tables from a program
  void keep_names() {
    rebuild_names();
    p_.names = names_;
  }  ///< of a finished one
  bool is_member(const std::string& name) const {
    return own_cards_.contains(name) || members_.contains(name);
  }
  const std::map<std::string, int>& labels_of(const Procedure* proc) const;
  /// A card's own name that only a ruling knows.
  int64_t card_name(const std::string& name);

  // Look-ups for situations and plays.
  CardId find_card(const std::string& name) const { return find(cards_, name); }
  ZoneId find_zone(const std::string& name) const { return find(zones_, name); }
  ProcId find_proc(const std::string& name) const { return find(procs_, name); }
  ActId find_act(const std::string& name) const { return find(acts_, name); }
  SortId find_sort(const std::string& name) const { return find(sorts_, name); }
  ClauseId find_clause(const std::string& name) const { return find(clauses_, name); }
  SignalId find_signal(const std::string& name) const { return find(signals_, name); }
  ExchangeId find_exchange(const std::string& name) const { return find(exchanges_, name); }
  AttrId attr_of(SortId sort, const std::string& name) const;
  std::string show(const Type& t) const;

 private:
  // names.cpp
  void collect(const Json& form);
  void collect_cards(const Json& card);
  static constexpr int kMostUses = 1000;
  /// A number of the model; out of its range it is told.
  int number(const Json& json, std::string_view key, int least, int most);
  template <class I>
  static I find(const Names::ByName<I>& names, const std::string& name) {
    const auto it = names.find(name);
    return it == names.end() ? kNone : it->second;
  }
  template <class Defs, class I>
  I declare(Defs& table, Names::ByName<I>& names, const Json& name, std::string_view what);
  std::vector<Local> parameters(const Json* args);

  // schema.cpp
  void types(const std::vector<const Json*>& forms);
  void add_member(EnumId enumeration, const std::string& member);
  void board(const std::vector<const Json*>& forms);
  void attribute(const Json& form);
  void schema_bodies();
  void attribute_bodies(const Json& form);
  void kind(const Json& form);
  void zone(const Json& form);
  void table(const Json& form);
  void compile_derived(DerivedId id);
  bool composite(const Type& t)
      const;  ///< a sequence, a bag, a record, or a set of them: no engine holds one yet
  void range(const std::string& text, Span span, std::string_view what, int64_t& lo, int64_t& hi);

  // regimes.cpp
  void signal(const Json& form);
  void order(const Json& form);
  OrderDef order_fields(const Json& form, Scope& scope);
  OrderId order_at(const Json& use, Scope& scope, const std::string& owner);
  void exchange(const Json& form);
  ExchangeDef exchange_fields(const Json& form);
  ExchangeId exchange_at(const Json& use, const std::string& owner);
  void menus();

  // exprs.cpp
  ExprId add(Expr e);
  ExprId bad(Span span) {
    return add({Op::Const, Type{}, kNone, 0, kNone, kNone, kNone, {}, span});
  }
  ExprId constant(int64_t value, Type t, Span span) {
    return add({Op::Const, t, kNone, value, kNone, kNone, kNone, {}, span});
  }
  ExprId op(Op o, Type t, Span span, ExprId a = kNone, ExprId b = kNone, ExprId c = kNone,
            Id id = kNone, int64_t value = 0) {
    return add({o, t, id, value, a, b, c, {}, span});
  }
  ExprId both(ExprId a, ExprId b);  ///< a and b; either may be none
  ExprId name(const Node& node, Scope& scope, const Type& expect);
  ExprId member_of(const Node& node, Scope& scope, const Type& expect);
  ExprId act_member(const Node& node, ExprId act);
  ExprId present_value(ExprId e) const;
  ExprId view(const Node& node, Scope& scope);
  ExprId index(const Node& node, Scope& scope);
  ExprId call(const Node& node, Scope& scope, const Type& expect);
  ExprId call_member(const Node& node, Scope& scope);
  ExprId binary(const Node& node, Scope& scope, const Type& expect);
  ExprId quantifier(const Node& node, Scope& scope);
  ExprId zone_among(const Node& node, Scope& scope);
  ExprId every_member(EnumId enumeration, Span span);
  ExprId would(const Node& node, Scope& scope);
  std::optional<Stmt> payment(const Node& node, Scope& scope);
  ExprId set_literal(const Node& node, Scope& scope, const Type& expect);
  ExprId want(ExprId e, const Type& t, std::string_view what);
  ExprId as_set(ExprId e, std::string_view what);
  bool bare_member(const Node& node, const Scope& scope) const;
  void mismatch(ExprId e, std::string_view what, const std::string& expected);
  Type type(ExprId e) const { return p_[e].type; }  ///< a copy: the table grows
  bool broken(ExprId e) const { return type(e).kind == TypeKind::Error; }
  std::string nearby(const std::string& name) const;
  bool has_result();
  Id step_ordinal(const Node& node, const Procedure& proc,
                  const std::map<std::string, int>& labels);
  Id string_id(const std::string& text);
  struct Place {
    ExprId target;
    AttrId attr;
  };
  std::optional<Place> place(const Node& node,
                             Scope& scope);  ///< an attribute that may be modified

  // builtins.cpp
  ExprId builtin(const std::string& name, const Node& node, Scope& scope, bool& known);
  ExprId unsupported_builtin(const std::string& name, const Node& node, Scope& scope, bool& known);
  /// An argument of a call, from 0 on, which is to be of the type.
  ExprId argument(const Node& call, size_t i, const Type& type, Scope& scope);
  ExprId breaks(const Node& node);
  ExprId pays(const Node& node, Scope& scope);
  ExprId at_steps(bool ran, ProcId procedure, const Node& node);
  ExprId sees(ExprId viewer, ExprId what, const Node& node);
  ExprId coordinate(ExprId square, bool x, Span span);
  ExprId neighbour(ExprId square, ExprId direction, Span span);

  // statements.cpp
  Node parse(const Json& text, bool statement);
  void statements(const Json& text, Scope& scope, bool together, std::vector<Step>& out,
                  const Step& like);
  std::optional<Stmt> statement(const Node& node, Scope& scope);
  std::optional<Stmt> assignment(const Node& node, Scope& scope);
  std::optional<Stmt> modify(const Node& node, Scope& scope);
  std::optional<Stmt> move(const Node& node, Scope& scope);
  std::optional<Stmt> unsupported_statement(const Node& node, Scope& scope);
  bool duration(const Node& node, const Node& target, Scope& scope, DurationId& until);
  void inline_call(ProcId proc, const Node& node, Scope& scope, std::vector<Stmt>& out);
  Stmt stopping(ExprId e);            ///< a statement that stops where `e` does
  Stmt guarded(Stmt s, ExprId cond);  ///< does nothing unless `cond`
  Id new_local(Scope& scope, const std::string& name, const Type& t);
  Id local_named(Scope& scope, const std::string& name,
                 const Type& t);  ///< the local of this name, or a new one

  // choices.cpp
  Choose choice(const Json& json, Scope& scope, bool present);
  Type match_type(const Type& from, const Type& into, const std::string& name);
  Node ranging(const Json& text,
               bool body = false);  ///< "NAME in SET where …", with `: BODY` or without

  // steps.cpp
  std::vector<Step> steps(const Json& list, Scope& scope);
  void step(const Json& json, Scope& scope, std::vector<Step>& out);
  std::vector<Step> body(const Json& json, Scope& scope, const Step& like);
  void each(const Json& json, Step& step, Scope& scope);
  void simul(const Json& json, Step& step, Scope& scope);
  void loop(const Json& json, Step step, Scope& scope, std::vector<Step>& out);
  void branch(const Json& arms, Step& step, Scope& scope);
  bool offer(const Json& json, const Json& what, Step& step, Scope& scope);
  void process(const Json& json, const Json& what, Step& step, Scope& scope);
  /// What follows an `else`.
  std::vector<Step> otherwise(const Json& json, const Step& step, Scope& scope);
  void window(const Json& json, Step& step, Scope& scope);
  bool call_step(const Node& node, Step& step, Scope& scope);
  Id label(const Json& n, Scope& scope);
  std::vector<ClauseId> clauses(const Json* by);
  std::string_view one_of(const Json& form, std::string_view key,
                          std::initializer_list<std::string_view> words);
  SignalId combined_signal(const std::vector<SignalId>& signals, Span span);
  void step_labels(const Json& list,
                   Procedure& proc);  ///< step names of a procedure made on the way

  // provisions.cpp
  void provision(const Json& form, CardId card);
  void loop_rule(const Json& form);
  void settle(const Json& how, const Json& form);
  void procedure(const Json& form);
  void act(const Json& form);
  void act_turns(const Json& form, ActDef& act, Scope& scope);
  void effect(const Json& form, CardId card);
  void places(EffectDef& effect);
  void presented_locals();
  void static_(const Json& form, CardId card);
  bool keeps(const std::string& signal) const;
  void as_it_arose(Op of, ExprId one, size_t first, const Procedure& proc);
  void trigger(const Json& form, CardId card);
  void limit(const Json& form);
  void ending(const Json& form);
  void event_ending(const Json& form, const Json& on, const Ending& like);
  Source source(const Json& form, CardId card);
  ExprId subject(const Json& form, Scope& scope, std::string* name = nullptr);
  ProcId frame(std::string name, Span span);
  Scope frame_scope(Procedure& proc);  ///< the names of a compiled frame
  Id known_label(const Json& n, Scope& scope);
  void guard(const Json& span, Scope& scope);

  // cards.cpp
  void card(const Json& json);
  int64_t printed_value(const Json& json, const AttrDef& attr, const std::string& key);
  PriceId price(const Json& json);

  // events.cpp
  std::optional<Event> event(const Json& text);
  std::optional<Event> event(const std::string& text, Span span, bool exact);
  std::optional<Event> step_event(Event event, const Node& node, const std::string& text,
                                  Span where);
  std::optional<Event> write_event(Event event, const Node* what, const std::string& text,
                                   Span where);
  /// Says that the name means nothing.
  std::nullopt_t no_event(const std::string& name, Span where);
  void bind(Event& event, const Node& call);
  void norm(const Json& form, CardId card);
  void event_norm(const Json& form, const Norm& norm, const Event& event);
  Scope event_scope(const Event& event, Procedure& frame, CardId card);
  void replace(const Json& form, CardId card);

  // amendments.cpp
  void amend(const Json& form, CardId card);
  bool amended_step(const Json& target, Amend& amend);
  bool speaks_of(ExprId e, Id local) const;
  bool of_members(const Amend& a, const Step& s) const;
  ExprId applies(AmendId amend);
  ExprId nothing_decides(const Amend& a, const Type& t);
  ExprId alone(const std::vector<AmendId>& before, const Amend& a, AttrId attr, ExprId value);
  void apart(AmendId one, AmendId other);
  void halt(const Amend& a, ExprId where, ExprId stop);
  void missing(const Amend& a, ExprId where, const std::string& what);
  void apply_amendments();
  void defeat(const Json& form);

  // says.cpp
  /// What a form says of a play; none when it says nothing. With `by` it may say it for each value
  /// of that type.
  SayId say(const Json& form, Scope& scope, const Type* by = nullptr);
  Words words(const Json& text, Scope& scope);
  void say_schema(const Json& form);

  // later.cpp
  ExprId unsupported(Span span, const std::string& what, const Type& t,
                     std::vector<ExprId> args = {});
  ExprId later(Span span, const std::string& what, const Type& t = bool_type(),
               std::vector<ExprId> args = {});
  /// A form that waits for an engine, and the event that it speaks about.
  struct Gate {
    Event event;
    Source source;
    const Json* cond = nullptr;
    std::string what;
    bool forbids = false;
    EventNormId norm = kNone;
  };  ///< norm: of the event norms
  void gate(const Gate& g);
  void gate_act(ActId act, const std::string& tag, const Gate& g, NormEvent about);
  void gate_stmt(const Gate& g, Stmt& stmt);
  ExprId gate_condition(const Gate& g, Scope& scope);
  ExprId gate_test(const Gate& g, Scope& scope);
  void gates();
  void gate_abilities();
  void lives();
  void each_stmts(const std::function<void(std::vector<Stmt>&)>& f);

  Program& p_;
  const base::SourceMap& sources_;
  base::DiagnosticLog& log_;

  std::shared_ptr<Names> names_;
  Names::ByName<EnumId>& enums_ = names_->enums;
  Names::ByName<SortId>& sorts_ = names_->sorts;
  Names::ByName<ZoneId>& zones_ = names_->zones;
  Names::ByName<KindId>& kinds_ = names_->kinds;
  Names::ByName<DerivedId>& derived_ = names_->derived;
  Names::ByName<TableId>& tables_ = names_->tables;
  Names::ByName<SignalId>& signals_ = names_->signals;
  Names::ByName<DurationId>& durations_ = names_->durations;
  Names::ByName<ExchangeId>& exchanges_ = names_->exchanges;
  Names::ByName<OrderId>& orders_ = names_->orders;
  Names::ByName<ProcId>& procs_ = names_->procs;
  Names::ByName<ActId>& acts_ = names_->acts;
  Names::ByName<LimitId>& limits_ = names_->limits;
  Names::ByName<ClauseId>& clauses_ = names_->clauses;
  Names::ByName<CardId>& cards_ = names_->cards;
  Names::ByName<RealmId>& realms_ = names_->realms;
  std::multimap<std::string, std::pair<EnumId, int64_t>>& members_ = names_->members;
  std::map<std::pair<SortId, std::string>, AttrId>& attrs_ = names_->attrs;
  std::map<DerivedId, int>& derived_state_ = names_->derived_state;
  std::map<const Procedure*, std::map<std::string, int>>& labels_ = names_->labels;
  std::map<std::string, Id>& act_attrs_ = names_->act_attrs;
  std::map<std::string, int64_t> own_cards_;  ///< names of cards that only the ruling knows
  std::map<std::string, const Json*> proc_forms_;
  std::map<DerivedId, const Json*> derived_forms_;
  std::vector<std::pair<const Json*, const Json*>> forms_;
  std::vector<Gate> gates_;  ///< applied when everything is compiled
  struct LifeOf {
    AttrId attr;
    SortId sort;
    const Json* life;
    const Json* fallback;
  };
  std::vector<LifeOf> lives_;
  std::map<OrderId, const Json*> order_forms_;             ///< orders with arguments
  std::map<std::string, std::vector<LimitId>> limits_by_;  ///< clause -> limits that state it
  std::map<std::string, Type> price_fields_;               ///< what a price has, with its type
  ExprId static_active_;  ///< when statics of cards count; Temp 0 is the card
  std::set<std::string> ids_;
  int inline_depth_ = 0, inlined_ = 0;  ///< calls within each other; all of them
  int levels_ = 0;  ///< of compile() within itself, also by way of derived values
};

/// Enters a name into a table; none, and a diagnostic, when it is taken.
template <class Defs, class I>
I Compiler::declare(Defs& table, Names::ByName<I>& names, const Json& name, std::string_view what) {
  if (!name.is(Json::Kind::String)) return kNone;
  const auto [it, first] = names.try_emplace(name.string);
  if (!first) {
    log_.add(Code::DuplicateName, name.span, {std::string(what), name.string});
    if (table[it->second].span)
      log_.last().notes.emplace_back(
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
