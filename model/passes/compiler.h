// The compiler of the rules language: JSON forms -> typed program. Internal to model/passes/.
//
// Order: names first (so that everything may refer to everything), then the schema's expressions,
// then procedures and provisions, then cards. A broken type swallows the errors above it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/text/diagnostic.h"
#include "model/ir/program.h"
#include "model/syntax/expression.h"

namespace hanrei::model {

using base::Code;
using base::Json;

struct Binding {
  enum class Where : uint8_t { Local, Temp, Alias } where = Where::Temp;
  Id slot = kNone;
  Type type;
  ExprId alias = kNone;
};

/// What names mean at a place.
struct Scope {
  Procedure* proc = nullptr;  ///< frame that statements may give new locals to
  std::vector<std::pair<std::string, Binding>> names;
  int temps = 0;
  Id card = kNone;
  bool act = false;           ///< `fits`, `effect()` and `price` mean something
  bool ruling = false;        ///< claims: players by name, `result`, ghosts
  const std::map<std::string, int>* labels = nullptr;

  void local(std::string name, Id slot, Type t) { names.push_back({std::move(name), {Binding::Where::Local, slot, t, kNone}}); }
  Id temp(std::string name, Type t) { names.push_back({std::move(name), {Binding::Where::Temp, temps, t, kNone}}); return temps++; }
  void alias(std::string name, ExprId e, Type t) { names.push_back({std::move(name), {Binding::Where::Alias, kNone, t, e}}); }
  const Binding* find(const std::string& name) const {
    for (auto it = names.rbegin(); it != names.rend(); ++it) if (it->first == name) return &it->second;
    return nullptr;
  }
};

class Compiler {
 public:
  Compiler(Program& program, const base::SourceMap& sources, base::DiagnosticLog& log) : p_(program), sources_(sources), log_(log) {}

  void game(const Json& game);
  /// Every file of rulebook/ and cards/, readings already applied.
  void files(const std::vector<const Json*>& rulebook, const std::vector<const Json*>& cards);

  // Used again for claims and situations.
  ExprId expression(const Json& text, Scope& scope, const Type& expect = {});
  ExprId compile(const Node& node, Scope& scope, const Type& expect = {});
  std::optional<Type> type_named(const std::string& name) const;
  std::optional<int64_t> member(Id enumeration, const std::string& name) const;
  void rebuild_names();  ///< name tables from a finished program
  /// Complains about what the engines cannot hold, and about expressions from `first_expr` on.
  void check_bounds(size_t first_expr);
  /// A card's own name that only a ruling knows.
  int64_t card_name(const std::string& name);

  // Look-ups for situations and plays.
  Id find_card(const std::string& name) const { const auto it = cards_.find(name); return it == cards_.end() ? kNone : it->second; }
  Id find_zone(const std::string& name) const { const auto it = zones_.find(name); return it == zones_.end() ? kNone : it->second; }
  Id find_proc(const std::string& name) const { const auto it = procs_.find(name); return it == procs_.end() ? kNone : it->second; }
  Id find_act(const std::string& name) const { const auto it = acts_.find(name); return it == acts_.end() ? kNone : it->second; }
  Id find_sort(const std::string& name) const { const auto it = sorts_.find(name); return it == sorts_.end() ? kNone : it->second; }
  Id find_clause(const std::string& name) const { const auto it = clauses_.find(name); return it == clauses_.end() ? kNone : it->second; }
  Id find_signal(const std::string& name) const { const auto it = signals_.find(name); return it == signals_.end() ? kNone : it->second; }
  Id find_exchange(const std::string& name) const { const auto it = exchanges_.find(name); return it == exchanges_.end() ? kNone : it->second; }
  Id attr_of(Id sort, const std::string& name) const;
  std::string show(const Type& t) const;

 private:
  // names.cpp
  void collect(const Json& form);
  void collect_cards(const Json& card);
  template <class Table> Id declare(Table& table, std::map<std::string, Id>& names, const Json& name, std::string_view what);
  void schema_bodies();
  void attribute(const Json& form);
  void zone(const Json& form);
  void table(const Json& form);
  void signal(const Json& form);
  void exchange(const Json& form);
  void order(const Json& form);
  void compile_derived(Id id);
  void check_cycles();
  void check_limits();

  // exprs.cpp
  ExprId add(Expr e) { p_.exprs.push_back(std::move(e)); return static_cast<ExprId>(p_.exprs.size()) - 1; }
  ExprId bad(Span span) { return add({Op::Const, Type{}, kNone, 0, kNone, kNone, kNone, {}, span}); }
  ExprId constant(int64_t value, Type t, Span span) { return add({Op::Const, t, kNone, value, kNone, kNone, kNone, {}, span}); }
  ExprId op(Op o, Type t, Span span, ExprId a = kNone, ExprId b = kNone, ExprId c = kNone, Id id = kNone, int64_t value = 0) {
    return add({o, t, id, value, a, b, c, {}, span});
  }
  ExprId name(const Node& node, Scope& scope, const Type& expect);
  ExprId member_of(const Node& node, Scope& scope, const Type& expect);
  ExprId call(const Node& node, Scope& scope, const Type& expect);
  ExprId builtin(const std::string& name, const Node& node, Scope& scope, bool& known);
  ExprId binary(const Node& node, Scope& scope, const Type& expect);
  ExprId quantifier(const Node& node, Scope& scope);
  ExprId would(const Node& node, Scope& scope);
  ExprId set_literal(const Node& node, Scope& scope, const Type& expect);
  ExprId want(ExprId e, const Type& t, std::string_view what);
  ExprId as_set(ExprId e, std::string_view what);
  bool bare_member(const Node& node, const Scope& scope) const;
  void mismatch(ExprId e, std::string_view what, const std::string& expected);
  Type type(ExprId e) const { return p_[e].type; }  // a copy: the table of expressions grows
  bool broken(ExprId e) const { return type(e).kind == TypeKind::Error; }
  std::string nearby(const std::string& name) const;
  Id step_ordinal(const Node& node, const Procedure& proc, const std::map<std::string, int>& labels);

  // steps.cpp
  Node parse(const Json& text, bool statement);
  void statements(const Json& text, Scope& scope, bool together, std::vector<Step>& out, const Step& like);
  std::optional<Stmt> statement(const Node& node, Scope& scope);
  void inline_call(Id proc, const Node& node, Scope& scope, std::vector<Stmt>& out);
  std::optional<Stmt> move(const Node& node, Scope& scope);
  std::vector<Step> steps(const Json& list, Scope& scope);
  void step(const Json& json, Scope& scope, std::vector<Step>& out);
  Choose choice(const Json& json, Scope& scope, bool present);
  void window(const Json& json, Step& step, Scope& scope);
  bool call_step(const Node& node, Step& step, Scope& scope);
  Id new_local(Scope& scope, const std::string& name, const Type& t);
  Id label(const Json& n, Scope& scope);
  std::vector<Id> clauses(const Json* by);
  std::string_view one_of(const Json& form, std::string_view key, std::initializer_list<std::string_view> words);
  Id combined_signal(const std::vector<Id>& signals, Span span);

  // provisions.cpp
  void provision(const Json& form, Id card);
  void procedure(const Json& form);
  void act(const Json& form);
  void effect(const Json& form, Id card);
  void norm(const Json& form, Id card);
  void static_(const Json& form, Id card);
  void trigger(const Json& form, Id card);
  void limit(const Json& form);
  void ending(const Json& form);
  void amend(const Json& form, Id card);
  void defeat(const Json& form);
  void card(const Json& json);
  int64_t printed_value(const Json& json, const AttrDef& attr, const std::string& key);
  Id price(const Json& json);
  Source source(const Json& form, Id card);
  ExprId subject(const Json& form, Scope& scope, std::string* name = nullptr);
  Id frame(std::string name, Span span);
  Id known_label(const Json& n, Scope& scope);
  void guard(const Json& span, Scope& scope);
  void apply_amendments();
  void step_labels(const Json& list, Procedure& proc);  ///< step names of a procedure made on the way

  Program& p_;
  const base::SourceMap& sources_;
  base::DiagnosticLog& log_;

  std::map<std::string, Id> enums_, sorts_, zones_, kinds_, derived_, tables_, signals_, durations_, exchanges_, orders_, procs_, acts_, limits_, clauses_, cards_, realms_;
  std::multimap<std::string, std::pair<Id, int64_t>> members_;
  std::map<std::pair<Id, std::string>, Id> attrs_;
  std::map<std::string, const Json*> proc_forms_;
  std::map<Id, const Json*> derived_forms_;
  std::map<Id, int> derived_state_;
  std::map<const Procedure*, std::map<std::string, int>> labels_;
  std::vector<std::pair<const Json*, const Json*>> forms_;
  std::set<std::string> ids_;
  int inline_depth_ = 0, inlined_ = 0;  ///< calls within each other; all of them
  int levels_ = 0;                      ///< of compile() within itself, also by way of derived values
};

/// Replaces every `{"reading": NAME, "A": …}` by the chosen alternative. Unknown readings and options, and
/// options without an alternative, are reported, whichever is chosen.
Json apply_readings(const Json& json, const std::vector<ReadingDef>& readings, const std::map<std::string, std::string>& chosen, base::DiagnosticLog& log);

}  // namespace hanrei::model
