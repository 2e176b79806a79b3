#include "model/syntax/forms.h"

#include <array>

namespace hanrei::model {
namespace {

using base::Code;
using base::Json;

// One shape a key, wherever it stands: a key means one thing in the whole language.
constexpr Key kKeys[] = {
    {"by", Shape::Clauses, "clauses that this states"},
    {"if", Shape::Expr, "condition"},
    {"is", Shape::Expr, "defining expression"},
    {"of", Shape::Name, "owner: game, player, card, obj or a sort"},
    {"type", Shape::Name, "type"},
    {"values", Shape::Any, "members, or members with their data"},
    {"pool", Shape::Number, "most that exist at once"},
    {"attrs", Shape::Map, "attributes with their types"},
    {"life", Shape::Name, "card, stay, or the duration that ends it"},
    {"nature", Shape::Name, "printed, stored or derived"},
    {"default", Shape::Expr, "value at the start, or at arrival; `self` is the thing"},
    {"base", Shape::Expr, "where the fold of modifiers starts"},
    {"range", Shape::Name, "lo..hi, a rule of the game"},
    {"scope", Shape::Name, "lo..hi, a promise to the engines"},
    {"layers", Shape::Names, "layers in order"},
    {"views", Shape::Map, "named readings of the present value"},
    {"overlap", Shape::Name, "fold or displace"},
    {"remember", Shape::Bool, "the value at departure stays readable"},
    {"order", Shape::Name, "none, pile, slots n, grid w h; or an order"},
    {"sees", Shape::Expr, "all, owner, nobody, or an expression"},
    {"size", Shape::Expr, "who sees how many; or how many are chosen"},
    {"realm", Shape::Name, "a stay lasts as long as the realm is not left"},
    {"lot", Shape::Bool, "may hold cards nobody can tell apart, as a number"},
    {"host_leaves", Shape::Stmts, "what happens to attached things when the host's stay ends; `it` is the thing"},
    {"args", Shape::Any, "arguments with their types"},
    {"true", Shape::Any, "rows that hold"},
    {"also", Shape::Any, "further rows"},
    {"auto", Shape::Name, "order of the automatic part"},
    {"declare", Shape::Any, "exchange of a signal, or the steps of an act at its declaration"},
    {"covers", Shape::Names, "signals raised with this one"},
    {"aka", Shape::Names, "other names of the same moment"},
    {"raised", Shape::Expr, "primitive event that raises it"},
    {"court", Shape::Bool, "its automatic part is a court"},
    {"for", Shape::Any, "subject: name and set"},
    {"on", Shape::Expr, "signal(names) or becomes(condition) or ended(a)"},
    {"may", Shape::Expr, "player who may decline"},
    {"steps", Shape::Steps, "steps"},
    {"do", Shape::Stmts, "statements, each a commit"},
    {"call", Shape::Expr, "procedure call"},
    {"let", Shape::Any, "local that receives whether it was carried out"},
    {"open", Shape::Names, "arguments that triggers may write"},
    {"span", Shape::Any, "guarded steps; or spans of card text"},
    {"aborts", Shape::Any, "steps that run when the frame aborts"},
    {"takes_answer", Shape::Bool, "carries out the others' kept acts itself"},
    {"tags", Shape::Names, "tags for menus"},
    {"present", Shape::Present, "choices made at the declaration"},
    {"needs", Shape::Map, "named conditions tested by recheck"},
    {"price", Shape::Any, "printed price"},
    {"uses", Shape::Any, "most uses"},
    {"answer", Shape::Name, "exchange opened on each declaration"},
    {"then", Shape::Any, "seat asked next; or steps"},
    {"process", Shape::Any, "steps carried out later; or which kept acts to carry out"},
    {"who", Shape::Expr, "player"},
    {"event", Shape::Expr, "act NAME(names), designate(e, x), affect(e, x), event NAME(names)"},
    {"others", Shape::Name, "forbid: nothing else permits this one; or seats"},
    {"in", Shape::Any, "signals or exchanges where it counts"},
    {"over", Shape::Clauses, "clauses this contradicts"},
    {"level", Shape::Name, "level of a norm"},
    {"hedged", Shape::Bool, "the clause hedges itself"},
    {"holds", Shape::Expr, "what must hold"},
    {"when", Shape::Any, "always, or the condition"},
    {"repair", Shape::Any, "who picks, from what, and what happens"},
    {"bar", Shape::Names, "acts and events it bars"},
    {"loser", Shape::Any, "who loses; or the weaker source"},
    {"winner", Shape::Any, "who wins; or the stronger source"},
    {"judged", Shape::Name, "at once, or at judge"},
    {"hold", Shape::Any, "while it waits; or when declared things are carried out"},
    {"seats", Shape::Any, "players in asking order"},
    {"next", Shape::Name, "other, other if able, same"},
    {"pass", Shape::Name, "free, if unable"},
    {"resolve", Shape::Name, "at once, seats, first declared, last declared, later"},
    {"close", Shape::Name, "silent, one round, nobody able, or an expression"},
    {"menu", Shape::Names, "acts, tags or signals that may be declared"},
    {"quota", Shape::Any, "act -> most per seat"},
    {"bound", Shape::Number, "most rounds"},
    {"orderer", Shape::Expr, "player, or nobody"},
    {"commit", Shape::Name, "stepwise or whole"},
    {"groups", Shape::Names, "whose items come first"},
    {"arrivals", Shape::Name, "nest, after or join"},
    {"lapse", Shape::Name, "skip or try"},
    {"modify", Shape::Expr, "the attribute of the target"},
    {"add", Shape::Expr, ""}, {"mul", Shape::Expr, ""}, {"set", Shape::Expr, ""},
    {"floor", Shape::Expr, ""}, {"cap", Shape::Expr, ""}, {"with", Shape::Any, ""}, {"without", Shape::Expr, ""},
    {"rank", Shape::Name, "source or onset"},
    {"void", Shape::Bool, "the amended provision does not count"},
    {"id", Shape::Name, "name other provisions can point at"},
    {"loser_is", Shape::Any, "the weaker source"},
    {"until", Shape::Name, "duration"},
    {"choose", Shape::Any, "name of the choice"},
    {"one", Shape::Expr, "NAME in SET"}, {"some", Shape::Expr, "NAME in SET"}, {"match", Shape::Expr, ""},
    {"int", Shape::Name, "lo..hi"}, {"yesno", Shape::Bool, ""}, {"case", Shape::Names, ""},
    {"where", Shape::Expr, "of each candidate"}, {"such", Shape::Expr, "of the chosen set"},
    {"or", Shape::Name, "none: an empty domain gives none"},
    {"designates", Shape::Bool, "a choice that 対象 prohibitions forbid"},
    {"seen", Shape::Name, "all, or secret until SIGNAL"},
    {"into", Shape::Expr, ""}, {"as", Shape::Names, ""}, {"total", Shape::Name, ""}, {"fit", Shape::Expr, ""},
    {"together", Shape::Bool, "the statements are one commit"},
    {"else", Shape::Any, "statements or steps otherwise"},
    {"mode", Shape::Name, "joint, in order, sequence"},
    {"while", Shape::Expr, ""}, {"again", Shape::Any, "who decides to go round again"}, {"times", Shape::Expr, ""}, {"measure", Shape::Expr, ""},
    {"defer", Shape::Bool, "wait for the end of the court"},
    {"n", Shape::Any, "number or name of the step as printed"},
    {"note", Shape::Any, "a step without effect"},
    {"words", Shape::Names, "words of the printed text"},
};

constexpr std::array<std::string_view, 6> kCommon = {"by", "span", "id", "hedged", "level", "if"};
constexpr std::array<std::string_view, 5> kCommonStep = {"n", "by", "if", "else", "note"};

const std::vector<Form>& schema_table() {
  static const std::vector<Form> forms = {
      {"type", Shape::Name, {"values!"}, "an enumeration"},
      {"sort", Shape::Name, {"pool!", "attrs!", "life"}, "tokens of a pool"},
      {"attr", Shape::Name, {"of!", "type!", "nature!", "life", "default", "base", "range", "scope", "layers", "views", "overlap", "remember"}, "an attribute"},
      {"zone", Shape::Name, {"of!", "order!", "sees!", "size", "realm!", "lot", "host_leaves"}, "a zone"},
      {"kind", Shape::Name, {"of!", "is!", "active"}, "a named predicate usable as a type"},
      {"derived", Shape::Name, {"args", "is!"}, "a value as an expression"},
      {"table", Shape::Name, {"args!", "true!", "also"}, "a relation between members"},
      {"signal", Shape::Name, {"args", "auto", "declare", "covers", "aka", "raised", "for", "court"}, "a named moment"},
      {"duration", Shape::Name, {}, "how long modifiers last"},
      {"exchange", Shape::Name, {"seats!", "next", "pass", "hold", "resolve", "close", "menu", "quota", "answer", "bound"}, "who is asked"},
      {"active", Shape::Expr, {}, "when a card's provisions count"},
  };
  return forms;
}

const std::vector<Form>& provision_table() {
  static const std::vector<Form> forms = {
      {"static", Shape::Name, {"for", "modify!", "add", "mul", "set", "floor", "cap", "with", "without", "rank", "card"}, "a modifier while its source is in place"},
      {"procedure", Shape::Name, {"args", "open", "steps!", "span", "aborts", "act"}, "numbered steps"},
      {"trigger", Shape::Name, {"on!", "for", "may", "steps", "do", "call"}, "an automatic effect"},
      {"act", Shape::Name, {"tags", "present", "needs", "uses", "answer", "then", "declare", "process!", "takes_answer", "who", "price"}, "what a player may declare"},
      {"norm", Shape::Name, {"event!", "in", "others", "over"}, "permit, forbid or oblige"},
      {"replace", Shape::Name, {"event!", "may", "choose", "do"}, "another event instead"},
      {"limit", Shape::Name, {"for", "holds!", "when", "repair", "bar"}, "what must hold"},
      {"ending", Shape::Name, {"for", "when", "on", "loser", "winner", "judged", "hold"}, "who wins or loses"},
      {"both", Shape::Name, {}, "what it is when both meet an ending at one judgement"},
      {"amend", Shape::Name, {"with", "void", "card"}, "a provision reads differently"},
      {"defeat", Shape::Name, {"winner!", "loser!"}, "which source wins"},
      {"loop_rule", Shape::Name, {"of", "then"}, "what becomes of a repetition without end"},
      {"effect", Shape::Name, {"price", "present", "steps", "uses", "in"}, "what a used card or ability does"},
      {"order", Shape::Name, {"orderer!", "commit", "groups", "arrivals", "lapse"}, "who orders simultaneous things"},
      {"settle", Shape::Any, {}, "several or no consistent states"},
  };
  return forms;
}

const std::vector<Form>& step_table() {
  static const std::vector<Form> forms = {
      {"choose", Shape::Any, {"who!", "one", "some", "int", "yesno", "match", "case", "where", "such", "size", "or", "designates", "seen", "into", "as", "total", "fit", "do"}, "a choice"},
      {"window", Shape::Any, {}, "raise signals"},
      {"offer", Shape::Any, {"hold", "bound"}, "run an exchange"},
      {"process", Shape::Any, {"let"}, "carry out kept acts"},
      {"recheck", Shape::Any, {}, "test the act's needs"},
      {"simul", Shape::Any, {}, "simultaneous items"},
      {"each", Shape::Expr, {"mode", "order", "steps", "do", "call"}, "for every member"},
      {"loop", Shape::Any, {"while", "again", "times", "bound", "measure"}, "a block again"},
      {"branch", Shape::Any, {}, "cases"},
      {"judge", Shape::Any, {"defer"}, "judge endings or limits"},
      {"abort", Shape::Bool, {}, "end the frame as aborted"},
      {"stop", Shape::Bool, {}, "end the frame as done"},
      {"call", Shape::Expr, {"let"}, "run a procedure"},
      {"do", Shape::Stmts, {"together"}, "statements"},
      {"note", Shape::Any, {}, "a step without effect"},
  };
  return forms;
}

std::string_view shape_name(Shape s) {
  switch (s) {
    case Shape::Name: return "a string";
    case Shape::Text: return "a string";
    case Shape::Number: return "an integer";
    case Shape::Bool: return "true or false";
    case Shape::Expr: return "an expression string";
    case Shape::Stmts: return "a statement string or a list of them";
    case Shape::Steps: return "a list of steps";
    case Shape::Step: return "a step";
    case Shape::Clauses: return "a list of clause ids";
    case Shape::Names: return "a list of strings";
    case Shape::Map: return "an object of strings";
    case Shape::Forms: return "a list of provisions";
    case Shape::Present: return "a list of choices";
    case Shape::Any: return "a value";
  }
  return "";
}

bool strings(const Json& j) {
  if (!j.is(Json::Kind::Array)) return false;
  for (const Json& item : j.items) if (!item.is(Json::Kind::String)) return false;
  return true;
}

bool fits(const Json& j, Shape s) {
  switch (s) {
    case Shape::Name:
    case Shape::Text: return j.is(Json::Kind::String);
    case Shape::Number: return j.is(Json::Kind::Int);
    case Shape::Bool: return j.is(Json::Kind::Bool);
    case Shape::Expr: return j.is(Json::Kind::String);
    case Shape::Stmts: return j.is(Json::Kind::String) || strings(j);
    case Shape::Step: return j.is(Json::Kind::Object);
    case Shape::Steps:
    case Shape::Forms:
    case Shape::Present: {
      if (!j.is(Json::Kind::Array)) return false;
      for (const Json& item : j.items) if (!item.is(Json::Kind::Object)) return false;
      return true;
    }
    case Shape::Clauses: {
      if (strings(j)) return true;
      if (!j.is(Json::Kind::Array)) return false;
      for (const Json& item : j.items) if (!strings(item)) return false;
      return true;
    }
    case Shape::Names: return strings(j);
    case Shape::Map: {
      if (!j.is(Json::Kind::Object)) return false;
      for (const base::Member& m : j.members) if (!m.value.is(Json::Kind::String)) return false;
      return true;
    }
    case Shape::Any: return true;
  }
  return false;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "`" : ", `") + w + "`";
  return out;
}

std::string_view plain(std::string_view key) { return key.ends_with('!') ? key.substr(0, key.size() - 1) : key; }

void check_members(const Json& object, const Form& form, std::span<const std::string_view> common, base::DiagnosticLog& log) {
  std::vector<std::string> allowed{std::string(form.name)};
  for (std::string_view k : form.keys) allowed.emplace_back(plain(k));
  for (std::string_view k : common) allowed.emplace_back(k);
  for (const base::Member& m : object.members) {
    bool known = false;
    for (const std::string& k : allowed) known = known || k == m.key;
    if (!known) { log.add(Code::UnknownKey, m.key_span, {m.key, "`" + std::string(form.name) + "`", joined(allowed)}); continue; }
    const Shape shape = m.key == form.name ? form.shape : find_key(m.key) != nullptr ? find_key(m.key)->shape : Shape::Any;
    if (!fits(m.value, shape)) log.add(Code::WrongShape, m.value.span, {m.key, std::string(base::kind_name(m.value.kind)), std::string(shape_name(shape))});
    else if (shape == Shape::Steps) for (const Json& step : m.value.items) check_step(step, log);
  }
  for (std::string_view k : form.keys) {
    if (k.ends_with('!') && object.find(plain(k)) == nullptr) log.add(Code::MissingKey, object.span, {std::string(plain(k)), "`" + std::string(form.name) + "`"});
  }
}

const Form* find_form(const Json& object, std::span<const Form> forms) {
  for (const Form& f : forms) if (object.find(f.name) != nullptr) return &f;
  return nullptr;
}

std::string key_list(const Json& object) {
  std::vector<std::string> keys;
  for (const base::Member& m : object.members) keys.push_back(m.key);
  return keys.empty() ? "(none)" : joined(keys);
}

}  // namespace

std::span<const Form> schema_forms() { return schema_table(); }
std::span<const Form> provision_forms() { return provision_table(); }
std::span<const Form> step_forms() { return step_table(); }
std::span<const std::string_view> common_keys() { return kCommon; }
std::span<const std::string_view> common_step_keys() { return kCommonStep; }

const Key* find_key(std::string_view name) {
  for (const Key& k : kKeys) if (k.name == name) return &k;
  return nullptr;
}

const Form* check_form(const Json& object, base::DiagnosticLog& log) {
  // The first member names the form; otherwise any key that names one.
  const Form* form = nullptr;
  if (!object.members.empty()) {
    for (const auto& table : {schema_forms(), provision_forms()}) {
      for (const Form& f : table) if (f.name == object.members.front().key) form = &f;
    }
  }
  if (form == nullptr) form = find_form(object, provision_forms());
  if (form == nullptr) form = find_form(object, schema_forms());
  if (form == nullptr) {
    std::vector<std::string> names;
    for (const auto& table : {schema_forms(), provision_forms()}) for (const Form& f : table) names.emplace_back(f.name);
    log.add(Code::UnknownForm, object.span, {key_list(object), joined(names)});
    return nullptr;
  }
  check_members(object, *form, kCommon, log);
  return form;
}

const Form* check_step(const Json& object, base::DiagnosticLog& log) {
  const Form* form = find_form(object, step_forms());
  if (form == nullptr) {
    std::vector<std::string> names;
    for (const Form& f : step_forms()) names.emplace_back(f.name);
    log.add(Code::UnknownForm, object.span, {key_list(object), joined(names)});
    return nullptr;
  }
  check_members(object, *form, kCommonStep, log);
  return form;
}

void check_keys(const Json& object, std::string_view what, std::span<const std::string_view> keys, base::DiagnosticLog& log) {
  if (!object.is(Json::Kind::Object)) { log.add(Code::WrongShape, object.span, {std::string(what), std::string(base::kind_name(object.kind)), "an object"}); return; }
  std::vector<std::string> names;
  for (std::string_view k : keys) names.emplace_back(plain(k));
  for (const base::Member& m : object.members) {
    bool known = false;
    for (const std::string& k : names) known = known || k == m.key;
    if (!known) log.add(Code::UnknownKey, m.key_span, {m.key, std::string(what), joined(names)});
  }
  for (std::string_view k : keys) {
    if (k.ends_with('!') && object.find(plain(k)) == nullptr) log.add(Code::MissingKey, object.span, {std::string(plain(k)), std::string(what)});
  }
}

}  // namespace hanrei::model
