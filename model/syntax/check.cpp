// Objects of a file against the tables of forms.
#include <algorithm>

#include "base/contains.h"
#include "model/syntax/forms.h"

namespace hanrei::model {
namespace {

using base::Code;
using base::Json;

std::string shape_name(Shape s) {
  switch (s) {
    case Shape::Name: return base::in_both("a string", "文字列");
    case Shape::Text: return base::in_both("a string", "文字列");
    case Shape::Number: return base::in_both("an integer", "整数");
    case Shape::Bool: return base::in_both("true or false", "true か false");
    case Shape::Expr: return base::in_both("an expression string", "式の文字列");
    case Shape::Stmts:
      return base::in_both("a statement string or a list of them", "文の文字列かそのリスト");
    case Shape::Steps: return base::in_both("a list of steps", "段階のリスト");
    case Shape::Step: return base::in_both("a step", "段階");
    case Shape::Clauses: return base::in_both("a list of clause ids", "条項のリスト");
    case Shape::Names: return base::in_both("a list of strings", "文字列のリスト");
    case Shape::Map: return base::in_both("an object of strings", "文字列のオブジェクト");
    case Shape::Forms: return base::in_both("a list of provisions", "オブジェクトのリスト");
    case Shape::Present: return base::in_both("a list of choices", "選択のリスト");
    case Shape::Any: return base::in_both("a value", "値");
    case Shape::NameOrSteps:
      return base::in_both("a string or a list of steps", "文字列か段階のリスト");
    case Shape::StmtsOrSteps:
      return base::in_both("a statement string, a list of them, or a list of steps",
                           "文の文字列、そのリスト、または段階のリスト");
    case Shape::Arms: return base::in_both("a list of cases", "場合のリスト");
    case Shape::Label: return base::in_both("an integer or a string", "整数か文字列");
    case Shape::NameOrNames:
      return base::in_both("a string or a list of strings", "文字列かそのリスト");
    case Shape::NamesOrMap:
      return base::in_both("a list of strings or an object of strings",
                           "文字列のリストかオブジェクト");
    case Shape::Rows: return base::in_both("a list of lists of strings", "文字列のリストのリスト");
    case Shape::Counts: return base::in_both("an object of integers", "整数のオブジェクト");
    case Shape::Labels: return base::in_both("a list of names of steps", "段階の名前のリスト");
    case Shape::Items:
      return base::in_both("a list of statement strings or objects, or `NAME in SET: call`",
                           "文の文字列かオブジェクトのリスト、または `NAME in SET: call`");
    case Shape::Options:
      return base::in_both("an object of objects of strings", "文字列のオブジェクトのオブジェクト");
    case Shape::NamesOrPart:
      return base::in_both("a list of strings or an object", "文字列のリストかオブジェクト");
    case Shape::NumberOrPart: return base::in_both("an integer or an object", "整数かオブジェクト");
    case Shape::Part: return base::in_both("an object", "オブジェクト");
    case Shape::PartOrParts:
      return base::in_both("an object or a list of objects", "オブジェクトかそのリスト");
    case Shape::NameOrPart: return base::in_both("a string or an object", "文字列かオブジェクト");
    case Shape::NameOrMap:
      return base::in_both("a string or an object of strings", "文字列か文字列のオブジェクト");
    case Shape::Said:
      return base::in_both("a sentence in each language, an object of them, or false",
                           "言語ごとの文、そのオブジェクト、または false");
    case Shape::Told:
      return base::in_both("a name in each language, an object of clauses in each, or both in one",
                           "言語ごとの呼び名、言語ごとの節のオブジェクト、またはその両方");
    case Shape::Members:
      return base::in_both("a list of strings, or an object of strings or lists of integers",
                           "文字列のリスト、または文字列か整数リストのオブジェクト");
  }
  return "";
}

/// What a JSON value is, in both languages.
std::string kind_of(const Json& j) {
  switch (j.kind) {
    case Json::Kind::Null: return "null";
    case Json::Kind::Bool: return base::in_both("a boolean", "真偽値");
    case Json::Kind::Int: return base::in_both("an integer", "整数");
    case Json::Kind::Real: return base::in_both("a number", "数");
    case Json::Kind::String: return base::in_both("a string", "文字列");
    case Json::Kind::Array: return base::in_both("an array", "配列");
    case Json::Kind::Object: return base::in_both("an object", "オブジェクト");
  }
  return "";
}

bool list_of(const Json& j, Json::Kind kind) {
  if (!j.is(Json::Kind::Array)) return false;
  for (const Json& item : j.items)
    if (!item.is(kind)) return false;
  return true;
}
bool strings(const Json& j) { return list_of(j, Json::Kind::String); }
bool objects(const Json& j) { return list_of(j, Json::Kind::Object); }
bool rows(const Json& j) {
  return j.is(Json::Kind::Array) && std::ranges::all_of(j.items, strings);
}
bool map_of(const Json& j, Json::Kind kind) {
  if (!j.is(Json::Kind::Object)) return false;
  for (const base::Member& m : j.members)
    if (!m.value.is(kind)) return false;
  return true;
}

/// Words in both languages, and nothing else.
bool in_both_languages(const Json& j, bool (*words)(const Json&)) {
  const Json *ja = j.find("ja"), *en = j.find("en");
  return j.is(Json::Kind::Object) && j.members.size() == 2 && ja != nullptr && en != nullptr &&
         words(*ja) && words(*en);
}
bool sentence(const Json& j) {
  return in_both_languages(j, [](const Json& words) { return words.is(Json::Kind::String); });
}

/// Of a play: words, or a list of such under conditions, the last one without.
bool play_words(const Json& j) {
  if (j.is(Json::Kind::String)) return true;
  if (!j.is(Json::Kind::Array) || j.items.size() < 2 || !j.items.back().is(Json::Kind::String))
    return false;
  return std::all_of(j.items.begin(), j.items.end() - 1, [](const Json& arm) {
    return map_of(arm, Json::Kind::String) && arm.members.size() == 2 &&
           arm.find("if") != nullptr && arm.find("then") != nullptr;
  });
}
bool play_sentence(const Json& j) { return in_both_languages(j, play_words); }

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
    case Shape::Arms:
    case Shape::Present: return objects(j);
    case Shape::NameOrSteps: return j.is(Json::Kind::String) || objects(j);
    case Shape::StmtsOrSteps: return j.is(Json::Kind::String) || strings(j) || objects(j);
    case Shape::Part: return j.is(Json::Kind::Object);
    case Shape::PartOrParts: return j.is(Json::Kind::Object) || (objects(j) && !j.items.empty());
    case Shape::Label: return j.is(Json::Kind::Int) || j.is(Json::Kind::String);
    case Shape::NameOrNames: return j.is(Json::Kind::String) || strings(j);
    case Shape::NamesOrMap: return strings(j) || map_of(j, Json::Kind::String);
    case Shape::NameOrMap: return j.is(Json::Kind::String) || map_of(j, Json::Kind::String);
    case Shape::NameOrPart: return j.is(Json::Kind::String) || j.is(Json::Kind::Object);
    case Shape::Members:
      return strings(j) || map_of(j, Json::Kind::String) ||
             (map_of(j, Json::Kind::Array) &&
              std::ranges::all_of(j.members, [](const base::Member& m) {
                return list_of(m.value, Json::Kind::Int);
              }));
    case Shape::Rows: return rows(j);
    case Shape::Counts: return map_of(j, Json::Kind::Int);
    case Shape::Labels:
      return j.is(Json::Kind::Array) && std::ranges::all_of(j.items, [](const Json& item) {
               return fits(item, Shape::Label);
             });
    case Shape::Items:
      return j.is(Json::Kind::String) ||
             (j.is(Json::Kind::Array) && std::ranges::all_of(j.items, [](const Json& item) {
                return item.is(Json::Kind::String) || item.is(Json::Kind::Object);
              }));
    case Shape::Options:
      return j.is(Json::Kind::Object) && std::ranges::all_of(j.members, [](const base::Member& m) {
               return map_of(m.value, Json::Kind::String);
             });
    case Shape::Said:
      return (j.is(Json::Kind::Bool) && !j.boolean) || play_sentence(j) ||
             (j.is(Json::Kind::Object) && !j.members.empty() &&
              std::ranges::all_of(j.members,
                                  [](const base::Member& m) { return play_sentence(m.value); }));
    case Shape::Told:
      return j.is(Json::Kind::Object) && !j.members.empty() &&
             (j.find("ja") == nullptr) == (j.find("en") == nullptr) &&
             std::ranges::all_of(j.members, [](const base::Member& m) {
               return m.key == "ja" || m.key == "en" ? m.value.is(Json::Kind::String)
                                                     : sentence(m.value);
             });
    case Shape::NamesOrPart: return strings(j) || j.is(Json::Kind::Object);
    case Shape::NumberOrPart: return j.is(Json::Kind::Int) || j.is(Json::Kind::Object);
    case Shape::Clauses: return strings(j) || rows(j);
    case Shape::Names: return strings(j);
    case Shape::Map: return map_of(j, Json::Kind::String);
    case Shape::Any: return true;
  }
  return false;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "`" : ", `") + w + "`";
  return out;
}

void check_part(const Json& object, std::string_view name, base::DiagnosticLog& log);

/// Objects within the value of a key: steps, cases, presented choices, parts.
void check_inside(const Json& value, std::string_view key, Shape shape, base::DiagnosticLog& log) {
  if (shape == Shape::Steps ||
      ((shape == Shape::NameOrSteps || shape == Shape::StmtsOrSteps) && objects(value)))
    for (const Json& step : value.items) check_step(step, log);
  if (shape == Shape::Arms)
    for (const Json& arm : value.items) check_part(arm, "arm", log);
  if (shape == Shape::Present)
    for (const Json& item : value.items)
      check_part(item, item.find("effect") != nullptr ? "presented effect" : "present", log);
  if (shape == Shape::Items)
    for (const Json& item : value.items)
      if (item.is(Json::Kind::Object)) check_part(item, "item", log);
  if (const Part* part = part_under(key); part != nullptr) {
    if (value.is(Json::Kind::Object)) check_part(value, part->name, log);
    if (shape == Shape::PartOrParts)
      for (const Json& item : value.items) check_part(item, part->name, log);
  }
}

void warn_idle(std::string_view form, const base::Member& m, base::DiagnosticLog& log) {
  for (const Idle& idle : idle_keys()) {
    if ((idle.form != form && !idle.form.empty()) || idle.key != m.key) continue;
    const bool all_but = idle.values.starts_with('!');
    bool listed = idle.values.empty();
    for (std::string_view rest = idle.values.substr(all_but ? 1 : 0); !rest.empty();) {
      const size_t end = std::min(rest.find('|'), rest.size());
      listed = listed ||
               (m.value.is(Json::Kind::String) && m.value.string.starts_with(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (listed == all_but) continue;
    if (idle.values.empty())
      log.add(Code::UnsupportedForm, m.key_span, {"`" + m.key + "`"});
    else
      log.add(Code::UnsupportedForm, m.value.span, {"`" + m.key + ": " + m.value.string + "`"});
  }
}

void check_keys(const Json& object, std::string_view what, std::span<const std::string_view> keys,
                std::span<const std::string_view> common, base::DiagnosticLog& log) {
  std::vector<std::string> allowed;
  for (const auto& list : {keys, common})
    for (std::string_view k : list) allowed.emplace_back(plain(k));
  for (const base::Member& m : object.members) {
    if (!base::contains(allowed, m.key))
      log.add(Code::UnknownKey, m.key_span, {m.key, std::string(what), joined(allowed)});
  }
  for (std::string_view k : keys)
    if (is_must(k) && object.find(plain(k)) == nullptr)
      log.add(Code::MissingKey, object.span, {std::string(plain(k)), std::string(what)});
}

void check_part(const Json& object, std::string_view name, base::DiagnosticLog& log) {
  check_keys(object, "`" + std::string(name) + "`", find_part(name)->keys, {}, log);
  for (const base::Member& m : object.members) {
    const Shape shape = shape_in(name, m.key);
    if (!fits(m.value, shape))
      log.add(Code::WrongShape, m.value.span, {m.key, kind_of(m.value), shape_name(shape)});
    else
      check_inside(m.value, m.key, shape, log);
    warn_idle(name, m, log);
  }
}

void check_members(const Json& object, const Form& form, std::span<const std::string_view> common,
                   base::DiagnosticLog& log) {
  std::vector<std::string_view> keys{form.name};
  keys.insert(keys.end(), form.keys.begin(), form.keys.end());
  check_keys(object, "`" + std::string(form.name) + "`", keys, common, log);
  for (const base::Member& m : object.members) {
    const Key* key = find_key(m.key);
    const Shape shape = m.key == form.name ? form.shape : key != nullptr ? key->shape : Shape::Any;
    if (!fits(m.value, shape))
      log.add(Code::WrongShape, m.value.span, {m.key, kind_of(m.value), shape_name(shape)});
    else
      check_inside(m.value, m.key, shape, log);
    warn_idle(form.name, m, log);
  }
}

const Form* find_form(const Json& object, std::span<const Form> forms) {
  for (const Form& f : forms)
    if (object.find(f.name) != nullptr) return &f;
  return nullptr;
}

/// The first key that is not one of these: most likely the misspelt name of the form.
base::Span odd_key(const Json& object, std::span<const std::string_view> common) {
  for (const base::Member& m : object.members)
    if (!base::contains(common, m.key)) return m.key_span;
  return object.span;
}

std::string key_list(const Json& object) {
  std::vector<std::string> keys;
  for (const base::Member& m : object.members) keys.push_back(m.key);
  return keys.empty() ? "(none)" : joined(keys);
}

}  // namespace

const Form* check_form(const Json& object, base::DiagnosticLog& log) {
  const Form* form = form_of(object);
  if (form == nullptr) {
    std::vector<std::string> names;
    for (const auto& table : {schema_forms(), provision_forms()})
      for (const Form& f : table) names.emplace_back(f.name);
    log.add(Code::UnknownForm, odd_key(object, common_keys()),
            {key_list(object), joined(names), base::in_both("provision", "規定")});
    return nullptr;
  }
  check_members(object, *form, common_keys(), log);
  return form;
}

const Form* check_step(const Json& object, base::DiagnosticLog& log) {
  const Form* form = find_form(object, step_forms());
  if (form == nullptr) {
    std::vector<std::string> names;
    for (const Form& f : step_forms()) names.emplace_back(f.name);
    log.add(Code::UnknownForm, odd_key(object, common_step_keys()),
            {key_list(object), joined(names), base::in_both("step", "段階")});
    return nullptr;
  }
  check_members(object, *form, common_step_keys(), log);
  return form;
}

void check_file(const Json& object, std::string_view what, base::DiagnosticLog& log, bool open) {
  if (!object.is(Json::Kind::Object)) {
    log.add(Code::WrongShape, object.span,
            {std::string(what), kind_of(object), shape_name(Shape::Part)});
    return;
  }
  std::vector<std::string> names;
  for (const FileKey& k : file_keys())
    if (k.of == what) names.emplace_back(k.key);
  for (const base::Member& m : object.members) {
    const FileKey* key = nullptr;
    for (const FileKey& k : file_keys())
      if (k.of == what && k.key == m.key) key = &k;
    if (key == nullptr && !open)
      log.add(Code::UnknownKey, m.key_span, {m.key, std::string(what), joined(names)});
    if (key != nullptr && !fits(m.value, key->shape))
      log.add(Code::WrongShape, m.value.span, {m.key, kind_of(m.value), shape_name(key->shape)});
    else if (key != nullptr && (key->shape == Shape::Part || key->shape == Shape::PartOrParts))
      check_inside(m.value, m.key, key->shape, log);
    if (key != nullptr) warn_idle(what, m, log);
  }
  for (const FileKey& k : file_keys())
    if (k.of == what && k.must && object.find(k.key) == nullptr)
      log.add(Code::MissingKey, object.span, {std::string(k.key), std::string(what)});
}

}  // namespace hanrei::model
