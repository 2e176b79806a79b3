#include "errata/substance.h"

#include <algorithm>

#include "base/json/write.h"
#include "base/text/replace.h"
#include "model/syntax/expression.h"
#include "model/syntax/forms.h"

namespace hanrei::errata {

using base::Json;

std::string bare_text(const std::string& text) {
  const auto parsed = [&](const auto& parse, const auto& print) -> std::string {
    base::DiagnosticLog log;
    const model::Node node = parse({text, {}, false}, log);
    return log.has_errors() || node.kind == model::NodeKind::Bad ? "" : print(node);
  };
  std::string out = parsed(model::parse_statement, model::print_statement);
  if (out.empty()) out = parsed(model::parse_expression, model::print);
  if (out.empty())
    out = parsed([](const model::TextAt& t,
                    base::DiagnosticLog& log) { return model::parse_domain(t, log); },
                 model::print);
  return out.empty() ? text : out;
}

namespace {

/// Is the order of the members part of the meaning, as that of arguments is?
bool ordered(std::string_view key) {
  const model::Key* k = model::find_key(key);
  if (k == nullptr || key == "locals" || key == "attrs" || key == "views") return false;
  return k->shape == model::Shape::Map || k->shape == model::Shape::Members ||
         k->shape == model::Shape::NamesOrMap || k->shape == model::Shape::NameOrMap;
}

/// Writes a provision and all its parts as any other would that says the same.
void notate(Json& json) {
  for (base::Member& m : json.members) {
    notate(m.value);
    if (m.key == "by" &&
        std::ranges::all_of(m.value.items, [](const Json& j) { return j.is(Json::Kind::String); }))
      std::ranges::sort(m.value.items, {}, &Json::string);
  }
  for (Json& item : json.items) notate(item);
  std::erase_if(json.items, [](const Json& step) {  // a remark
    return step.members.size() == 1 && step.members[0].key == "note";
  });
  if (json.is(Json::Kind::String)) json.string = bare_text(json.string);
}

/// Takes out of a provision and all its parts what numbers them and what they cite.
void strip(Json& json) {
  if (const Json* value = model::stated_value(json)) {
    Json bare = *value;
    json = std::move(bare);
  }
  std::erase_if(json.members, [](const base::Member& m) {
    return (m.key == "by" && m.value.is(Json::Kind::Array)) || m.key == "n";
  });
  for (base::Member& m : json.members) strip(m.value);
  for (Json& item : json.items) strip(item);
}

/// Takes the name away by which nobody but its own form is meant.
void unname(Json& provision) {
  const model::Form* form = provision.is(Json::Kind::Object) ? model::form_of(provision) : nullptr;
  std::erase_if(provision.members, [](const base::Member& m) { return m.key == "id"; });
  if (form == nullptr || form->shape != model::Shape::Name || form->name == "norm" ||
      form->name == "amend" || form->name == "both")
    return;  // there it says something
  for (base::Member& m : provision.members)
    if (m.key == form->name) m.value.string.clear();
}

}  // namespace

void plain(const Json& j, std::string_view key, std::string_view self, std::string& out) {
  switch (j.kind) {
    case Json::Kind::Object: {
      std::vector<const base::Member*> members;
      for (const base::Member& m : j.members)
        if (!model::is_saying(m.key) && m.key != "note" && m.key != "read" && m.key != "$schema")
          members.push_back(&m);
      if (!ordered(key))
        std::ranges::stable_sort(members,
                                 [](const auto* a, const auto* b) { return a->key < b->key; });
      out += '{';
      for (const base::Member* m : members) {
        out += base::quote_json(m->key) + ":";
        plain(m->value, m->key, self, out);
        out += ',';
      }
      out += '}';
      return;
    }
    case Json::Kind::Array:
      out += '[';
      for (const Json& item : j.items) {
        plain(item, key, self, out);
        out += ',';
      }
      out += ']';
      return;
    case Json::Kind::String: {
      std::string s = j.string;
      if (!self.empty()) base::replace_all(s, self, "\x01");
      out += base::quote_json(s);
      return;
    }
    case Json::Kind::Int: out += std::to_string(j.integer); return;
    case Json::Kind::Real: out += std::to_string(j.real); return;
    case Json::Kind::Bool: out += j.boolean ? "true" : "false"; return;
    case Json::Kind::Null: out += "null"; return;
  }
}

std::string rules_of(const Json& provision, std::string_view self) {
  Json bare = provision;
  const auto unspan = [](Json& p) {
    std::erase_if(p.members, [](const base::Member& m) {
      return m.key == "span" && m.value.is(Json::Kind::Array);
    });
  };
  unspan(bare);
  for (base::Member& option : bare.members)
    if (option.value.is(Json::Kind::Object)) unspan(option.value);  // of a reading
  std::string out;
  plain(bare, "", self, out);
  return out;
}

std::string notation_of(const Json& provision, std::string_view self) {
  Json bare = provision;
  notate(bare);
  return rules_of(bare, self);
}

std::string substance_of(const Json& provision, std::string_view self) {
  Json bare = provision;
  unname(bare);
  if (bare.find("reading") != nullptr)
    for (base::Member& option : bare.members) unname(option.value);
  strip(bare);
  return notation_of(bare, self);
}

namespace {

/// What differs between two versions of a part, and which clauses say it.
class Differing {
 public:
  using Clauses = std::set<std::string>;
  std::vector<Clauses> cited;

  void look(const Json& was, const Json& is, const Clauses& around) {
    if (text(was) == text(is)) return;
    const Clauses by = own(was, around);
    if (was.is(Json::Kind::Object) && is.is(Json::Kind::Object))
      members(was, is, by);
    else if (was.is(Json::Kind::Array) && is.is(Json::Kind::Array))
      items(was.items, is.items, by);
    else
      cited.push_back(by);
  }

 private:
  static std::string text(const Json& part) {
    Json bare = part;
    strip(bare);
    return notation_of(bare);
  }
  static Clauses own(const Json& part, const Clauses& around) {
    const Json* by = part.find("by");
    if (by == nullptr || !by->is(Json::Kind::Array)) return around;
    Clauses out;
    for (const Json& clause : by->items) out.insert(clause.string);
    return out;
  }

  void members(const Json& was, const Json& is, const Clauses& by) {
    std::set<std::string> keys;
    for (const Json* part : {&was, &is})
      for (const base::Member& m : part->members)
        if (m.key != "by" && m.key != "n" && m.key != "note" && !model::is_saying(m.key))
          keys.insert(m.key);
    for (const std::string& key : keys) {
      const Json *a = was.find(key), *b = is.find(key);
      if (a != nullptr && b != nullptr)
        look(*a, *b, by);
      else
        cited.push_back(a != nullptr ? own(*a, by) : by);
    }
  }

  /// What is equal is set aside, then what has one number; the rest went or came. A new part
  /// changes what it was put into.
  void items(const std::vector<Json>& was, const std::vector<Json>& is, const Clauses& by) {
    std::vector<const Json*> left, right;
    for (const Json& item : is) right.push_back(&item);
    const size_t before = cited.size();
    const auto take = [&](const auto& like) -> const Json* {
      const auto it = std::ranges::find_if(right, like);
      if (it == right.end()) return nullptr;
      const Json* found = *it;
      right.erase(it);
      return found;
    };
    for (const Json& item : was)
      if (take([&](const Json* other) { return text(*other) == text(item); }) == nullptr)
        left.push_back(&item);
    for (const Json* item : left) {
      const Json* n = item->find("n");
      const Json* other = n == nullptr ? nullptr : take([&](const Json* j) {
        return j->find("n") != nullptr && base::canonical(*j->find("n")) == base::canonical(*n);
      });
      if (other != nullptr)
        look(*item, *other, by);
      else
        cited.push_back(own(*item, by));
    }
    for (size_t i = 0; i < right.size(); ++i) cited.push_back(by);  // whatever they cite themselves
    if (cited.size() == before) cited.push_back(by);                // another order
  }
};

}  // namespace

std::vector<std::set<std::string>> cited_where_changed(const Json& before, const Json& after) {
  Differing out;
  out.look(before, after, {});
  return std::move(out.cited);
}

void clauses_of(const Json& j, std::set<std::string>& out) {
  for (const base::Member& m : j.members) {
    if (m.key == "by") {
      for (const Json& item : m.value.items) {
        if (item.is(Json::Kind::String)) out.insert(item.string);
        for (const Json& deeper : item.items)
          if (deeper.is(Json::Kind::String)) out.insert(deeper.string);
      }
    } else
      clauses_of(m.value, out);
  }
  for (const Json& item : j.items) clauses_of(item, out);
}

}  // namespace hanrei::errata
