#include "model/syntax/schema.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "base/contains.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "model/syntax/forms.h"

namespace hanrei::model {
namespace {

/// The definition of a shape; every shape may also be a choice of readings.
std::string_view shape_id(Shape s) {
  switch (s) {
    case Shape::Name:
    case Shape::Text: return "text";
    case Shape::Number: return "number";
    case Shape::Bool: return "flag";
    case Shape::Expr: return "expression";
    case Shape::Stmts: return "statements";
    case Shape::Steps: return "steps";
    case Shape::Step: return "step";
    case Shape::Clauses: return "clauses";
    case Shape::Names: return "names";
    case Shape::Map: return "map";
    case Shape::Forms: return "objects";
    case Shape::Present: return "presented";
    case Shape::Any: return "anything";
    case Shape::Label: return "label";
    case Shape::NameOrNames: return "nameOrNames";
    case Shape::NamesOrMap: return "namesOrMap";
    case Shape::NameOrMap: return "nameOrMap";
    case Shape::Members: return "members";
    case Shape::Rows: return "rows";
    case Shape::Counts: return "counts";
    case Shape::NameOrSteps: return "textOrSteps";
    case Shape::StmtsOrSteps: return "statementsOrSteps";
    case Shape::Arms: return "arms";
    case Shape::PartOrParts: return "objectOrObjects";
    case Shape::Part:
    case Shape::NameOrPart:
    case Shape::NamesOrPart:
    case Shape::NumberOrPart: return "object";
    case Shape::Labels: return "labels";
    case Shape::Items: return "items";
    case Shape::Options: return "options";
    case Shape::Said: return "said";
    case Shape::Told: return "told";
  }
  return "anything";
}

/// As a part of a URI.
std::string dashed(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

/// Writes one schema; definitions are written when something has referred to them.
class Printer {
 public:
  std::string run(std::string_view what, std::string_view title) {
    choices_ = what != "game.json";
    w_.begin_object();
    w_.member("$schema", "http://json-schema.org/draft-07/schema#");
    w_.member("title", title);
    w_.member("description",
              "Printed from the tables that `hanrei` checks files with; see docs/language.md.");
    file(what);
    w_.key("definitions");
    w_.begin_object();
    while (!waiting_.empty()) {
      const std::string name = *waiting_.begin();
      waiting_.erase(waiting_.begin());
      w_.key(dashed(name));
      definition(name);
    }
    w_.end_object();
    w_.end_object();
    // in the form that `hanrei fmt` gives to files
    base::SourceMap sources;
    base::DiagnosticLog log;
    const std::optional<base::Json> json =
        base::read_json(sources, sources.add("schema", w_.str()), log);
    HANREI_CHECK(json && !log.has_errors());
    return base::canonical(*json);
  }

 private:
  void ref(const std::string& name) {
    if (named_.insert(name).second) waiting_.insert(name);
    w_.member("$ref", "#/definitions/" + dashed(name));
  }
  void ref_object(const std::string& name) {
    w_.begin_object();
    ref(name);
    w_.end_object();
  }
  void type(const char* name) {
    w_.begin_object();
    w_.member("type", name);
    w_.end_object();
  }
  void list_of(const std::string& name) {
    w_.member("type", "array");
    w_.key("items");
    ref_object(name);
  }
  template <class... Write>
  void any_of(Write&&... write) {
    w_.key("anyOf");
    w_.begin_array();
    (write(), ...);
    w_.end_array();
  }
  void list_object(const std::string& name) {
    w_.begin_object();
    list_of(name);
    w_.end_object();
  }
  void list_of_any(std::initializer_list<const char*> names, bool texts) {
    w_.begin_object();
    w_.member("type", "array");
    w_.key("items");
    w_.begin_object();
    any_of(
        [&] {
          if (texts) type("string");
        },
        [&] {
          for (const char* name : names) ref_object(name);
        });
    w_.end_object();
    w_.end_object();
  }
  /// `play`: words that may hang on conditions.
  void in_each_language(bool play = false) {
    w_.key("properties");
    w_.begin_object();
    for (const char* lang : {"ja", "en"}) {
      w_.key(lang);
      if (play)
        play_words();
      else
        type("string");
    }
    w_.end_object();
  }
  /// Words of a play: a text, or texts under conditions and one for what is left.
  void play_words() {
    w_.begin_object();
    any_of([&] { type("string"); },
           [&] {
             w_.begin_object();
             w_.member("type", "array");
             w_.member("minItems", 2);
             w_.key("items");
             w_.begin_object();
             any_of([&] { type("string"); }, [&] { arm_of_words(); });
             w_.end_object();
             w_.end_object();
           });
    w_.end_object();
  }
  void arm_of_words() {
    w_.begin_object();
    w_.member("type", "object");
    w_.key("properties");
    w_.begin_object();
    for (const char* key : {"if", "then"}) {
      w_.key(key);
      type("string");
    }
    w_.end_object();
    w_.key("required");
    w_.begin_array();
    for (const char* key : {"if", "then"}) w_.value(key);
    w_.end_array();
    w_.member("additionalProperties", false);
    w_.end_object();
  }

  /// Words in both languages; `play`: those may hang on conditions.
  void sentence(bool play = false) {
    w_.begin_object();
    w_.member("type", "object");
    in_each_language(play);
    w_.key("required");
    w_.begin_array();
    for (const char* lang : {"ja", "en"}) w_.value(lang);
    w_.end_array();
    w_.member("additionalProperties", false);
    w_.end_object();
  }
  void map_object(const char* of) {
    w_.begin_object();
    w_.member("type", "object");
    w_.key("additionalProperties");
    ref_object(of);
    w_.end_object();
  }

  /// The keys of a file, or of something listed in one, into the object that is open.
  void file(std::string_view what) {
    w_.member("type", "object");
    w_.key("properties");
    w_.begin_object();
    for (const FileKey& k : file_keys()) {
      if (k.of != what) continue;
      w_.key(k.key);
      w_.begin_object();
      w_.member("description",
                std::string(k.doc) + (is_idle(what, k.key) ? " (not carried out yet)" : ""));
      if (k.key == "clauses" && what == "rulebook file")
        list_of("clause");
      else if (k.key == "provisions" && what == "card")
        any_of([&] { list_object("card provision"); },
               [&] {
                 w_.begin_object();
                 w_.member("const", "text");
                 w_.end_object();
               });
      else if (k.key == "provisions")
        list_of("provision");
      else if (k.key == "cards")
        list_of("card");
      else if (k.key == "text" && what == "card")
        list_of("wording");
      else if (k.key == "readings")
        list_of("declared reading");
      else if (k.key == "revisions")
        list_of("revision");
      else if (k.key == "authorities")
        list_of("authority");
      else if (k.key == "terms")
        list_of("term of office");
      else if (k.key == "format")
        w_.member("const", 1);
      else
        ref(std::string(shape_id(k.shape)));
      w_.end_object();
    }
    w_.end_object();
    w_.key("required");
    w_.begin_array();
    for (const FileKey& k : file_keys())
      if (k.of == what && k.must) w_.value(k.key);
    w_.end_array();
    if (what == "card") {
      w_.key("additionalProperties");
      w_.begin_object();
      w_.member("description", "a printed attribute");
      w_.end_object();
    } else {
      w_.member("additionalProperties", false);
    }
  }

  /// One key of a form or a part.
  void property(std::string_view owner, std::string_view key, Shape shape, std::string_view doc) {
    w_.key(key);
    w_.begin_object();
    std::string text(doc);
    for (const Idle& i : idle_keys()) {
      if ((i.form != owner && !i.form.empty()) || i.key != key) continue;
      if (i.values.empty())
        text += " (not carried out yet)";
      else
        text += std::string(" (not carried out yet: ") +
                (i.values.starts_with('!') ? "all but " + std::string(i.values.substr(1))
                                           : std::string(i.values)) +
                ")";
    }
    if (!text.empty()) w_.member("description", text);
    w_.key("allOf");
    w_.begin_array();
    w_.begin_object();
    const bool object = shape == Shape::Part || shape == Shape::NameOrPart ||
                        shape == Shape::NamesOrPart || shape == Shape::NumberOrPart ||
                        shape == Shape::PartOrParts;
    const Part* part = object ? part_under(key) : nullptr;
    if (part == nullptr) {
      ref(std::string(shape_id(shape)));
    } else {
      any_of([&] { ref_object(std::string(part->name)); },
             [&] {
               if (shape == Shape::NameOrPart)
                 ref_object("text");
               else if (shape == Shape::NumberOrPart)
                 type("integer");
               else if (shape == Shape::NamesOrPart)
                 ref_object("names");
               else
                 ref_object("choice of " + std::string(part->name));
             },
             [&] {
               if (shape == Shape::PartOrParts) list_object(std::string(part->name));
             });
    }
    w_.end_object();
    w_.end_array();
    w_.end_object();
  }

  void closed(std::string_view owner, std::string_view doc,
              const std::vector<std::string_view>& keys, const Form* form) {
    w_.begin_object();
    w_.member("description", doc);
    w_.member("type", "object");
    w_.key("properties");
    w_.begin_object();
    for (std::string_view k : keys) {
      const std::string_view name = plain(k);
      const Key* key = find_key(name);
      const bool own = form != nullptr && name == form->name;
      const Shape shape = own               ? form->shape
                          : form == nullptr ? shape_in(owner, name)
                          : key != nullptr  ? key->shape
                                            : Shape::Any;
      property(owner, name, shape, key != nullptr && !own ? key->doc : "");
    }
    w_.end_object();
    w_.key("required");
    w_.begin_array();
    for (std::string_view k : keys)
      if (is_must(k) || (form != nullptr && k == form->name)) w_.value(plain(k));
    w_.end_array();
    w_.member("additionalProperties", false);
    w_.end_object();
  }

  void form(const Form& f, std::span<const std::string_view> common) {
    std::vector<std::string_view> keys{f.name};
    for (const auto& list : {std::span<const std::string_view>(f.keys), common}) {
      for (std::string_view k : list) {
        const auto same = [&](std::string_view other) { return plain(other) == plain(k); };
        if (std::ranges::none_of(keys, same)) keys.push_back(k);
      }
    }
    closed(f.name, f.doc, keys, &f);
  }

  /// Which form an object takes: a form that another one lists among its keys is asked for later.
  void dispatch(std::vector<const Form*> forms, std::span<const std::string_view> common,
                const std::string& prefix, const std::string& self) {
    std::vector<const Form*> order;
    while (!forms.empty()) {
      const auto owned = [&](const Form* f) {
        if (base::contains(common, f->name)) return forms.size() > 1;
        return std::ranges::any_of(forms, [&](const Form* other) {
          return other != f && std::ranges::any_of(other->keys, [&](std::string_view k) {
                   return plain(k) == f->name;
                 });
        });
      };
      auto next = std::ranges::find_if(forms, [&](const Form* f) { return !owned(f); });
      if (next == forms.end()) next = forms.begin();
      order.push_back(*next);
      forms.erase(next);
    }
    const auto when = [&](std::string_view key, const std::string& then) {
      w_.key("if");
      w_.begin_object();
      w_.key("required");
      w_.begin_array();
      w_.value(key);
      w_.end_array();
      w_.end_object();
      w_.key("then");
      ref_object(then);
      w_.key("else");
      w_.begin_object();
    };
    w_.begin_object();
    w_.member("type", "object");
    when("reading", "choice of " + self);
    for (const Form* f : order) when(f->name, prefix + std::string(f->name));
    // No form: editors offer the names, validators object.
    w_.key("properties");
    w_.begin_object();
    for (const Form* f : order) {
      w_.key(f->name);
      w_.begin_object();
      w_.member("description", f->doc);
      w_.end_object();
    }
    w_.end_object();
    any_of([&] {
      for (const Form* f : order) {
        w_.begin_object();
        w_.key("required");
        w_.begin_array();
        w_.value(f->name);
        w_.end_array();
        w_.end_object();
      }
    });
    for (size_t i = 0; i < order.size() + 1; ++i) w_.end_object();
    w_.end_object();
  }

  static std::vector<const Form*> all(std::initializer_list<std::span<const Form>> tables) {
    std::vector<const Form*> out;
    for (const auto& table : tables)
      for (const Form& f : table) out.push_back(&f);
    return out;
  }

  /// `{"reading": NAME, OPTION: …}`
  void choice(const std::string& of) {
    w_.begin_object();
    w_.member("type", "object");
    w_.key("properties");
    w_.begin_object();
    w_.key("reading");
    w_.begin_object();
    w_.member("description", "a reading of game.json; the other keys are its options");
    w_.member("type", "string");
    w_.end_object();
    w_.end_object();
    w_.key("required");
    w_.begin_array();
    w_.value("reading");
    w_.end_array();
    w_.key("additionalProperties");
    ref_object(of);
    w_.end_object();
  }

  /// `{"is": VALUE, "by": [CLAUSE, …]}`
  void stated(const std::string& value) {
    w_.begin_object();
    w_.member("type", "object");
    w_.member("description", "a value with clauses of its own");
    w_.key("properties");
    w_.begin_object();
    w_.key("is");
    ref_object(value);
    w_.key("by");
    ref_object("clauses");
    w_.end_object();
    w_.key("required");
    w_.begin_array();
    w_.value("is");
    w_.value("by");
    w_.end_array();
    w_.member("additionalProperties", false);
    w_.end_object();
  }

  void definition(const std::string& name) {
    if (name.starts_with("choice of ")) return choice(name.substr(10));
    if (name.starts_with("stated ")) return stated(name.substr(7));
    if (name == "provision")
      return dispatch(all({provision_forms(), schema_forms()}), common_keys(), "form ", name);
    if (name == "card provision") {
      std::vector<const Form*> forms = all({provision_forms()});
      std::erase_if(forms, [](const Form* f) { return !base::contains(card_forms(), f->name); });
      return dispatch(std::move(forms), common_keys(), "form ", name);
    }
    if (name == "step") return dispatch(all({step_forms()}), common_step_keys(), "step ", name);
    if (name.starts_with("form ")) {
      for (const Form* f : all({provision_forms(), schema_forms()}))
        if (f->name == name.substr(5)) return form(*f, common_keys());
    }
    if (name.starts_with("step ")) {
      for (const Form& f : step_forms())
        if (f.name == name.substr(5)) return form(f, common_step_keys());
    }
    for (const Part& p : parts())
      if (p.name == name) return closed(p.name, p.doc, p.keys, nullptr);
    for (std::string_view what : {"clause", "card", "wording", "declared reading", "revision",
                                  "authority", "term of office"}) {
      if (name != what) continue;
      w_.begin_object();
      file(what == "declared reading" ? "reading" : what);
      w_.end_object();
      return;
    }
    shape(name);
  }

  /// A shape, or a choice of readings of it.
  void shape(const std::string& name) {
    w_.begin_object();
    if (name == "anything") {
      w_.end_object();
      return;
    }
    const auto itself = [&] {
      if (name == "text" || name == "expression")
        type("string");
      else if (name == "number")
        type("integer");
      else if (name == "flag")
        type("boolean");
      else if (name == "object")
        type("object");
      else if (name == "names")
        list_object("text");
      else if (name == "steps")
        list_object("step");
      else if (name == "objects") {
        w_.begin_object();
        w_.member("type", "array");
        w_.key("items");
        type("object");
        w_.end_object();
      } else if (name == "objectOrObjects") {
        type("object");
        w_.begin_object();
        w_.member("type", "array");
        w_.member("minItems", 1);
        w_.key("items");
        type("object");
        w_.end_object();
      } else if (name == "map")
        map_object("text");
      else if (name == "counts")
        map_object("number");
      else if (name == "options") {
        w_.begin_object();
        w_.member("type", "object");
        w_.key("additionalProperties");
        map_object("text");
        w_.end_object();
      } else if (name == "said") {
        w_.begin_object();
        w_.member("const", false);
        w_.end_object();
        sentence(true);
        w_.begin_object();
        w_.member("type", "object");
        w_.member("minProperties", 1);
        w_.key("additionalProperties");
        sentence(true);
        w_.end_object();
      } else if (name == "told") {
        w_.begin_object();
        w_.member("type", "object");
        w_.member("minProperties", 1);
        in_each_language();
        w_.key("additionalProperties");
        sentence();
        w_.end_object();
      } else if (name == "labels")
        list_object("label");
      else if (name == "rows")
        list_object("names");
      else if (name == "arms")
        list_of_any({"arm", "choice of arm"}, false);
      else if (name == "label") {
        type("integer");
        type("string");
      } else if (name == "statements" || name == "nameOrNames") {
        type("string");
        ref_object("names");
      } else if (name == "namesOrMap") {
        ref_object("names");
        map_object("text");
      } else if (name == "nameOrMap") {
        type("string");
        map_object("text");
      } else if (name == "members") {
        ref_object("names");
        map_object("text");
        w_.begin_object();
        w_.member("type", "object");
        w_.key("additionalProperties");
        list_object("number");
        w_.end_object();
      } else if (name == "clauses") {
        ref_object("names");
        ref_object("rows");
      } else if (name == "textOrSteps") {
        type("string");
        ref_object("steps");
      } else if (name == "statementsOrSteps") {
        type("string");
        ref_object("names");
        ref_object("steps");
      } else if (name == "presented")
        list_of_any({"present", "presented effect", "choice of present"}, false);
      else if (name == "items") {
        type("string");
        list_of_any({"item", "choice of item"}, true);
      }
    };
    any_of(
        itself,
        [&] {
          if (choices_) ref_object("choice of " + name);
        },
        [&] {
          if (choices_ && name != "clauses") ref_object("stated " + name);
        });
    w_.end_object();
  }

  base::JsonWriter w_{base::JsonWriter::Style::Compact};
  bool choices_ = true;  ///< any value may be a choice of readings
  std::set<std::string> waiting_, named_;
};

}  // namespace

std::string game_schema() { return Printer().run("game.json", "Hanrei: game.json"); }
std::string model_schema() { return Printer().run("rulebook file", "Hanrei: a file of rulebook/"); }
std::string cards_schema() { return Printer().run("card file", "Hanrei: a file of cards/"); }

}  // namespace hanrei::model
