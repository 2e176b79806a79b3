#include "audit/coverage/mutation.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "base/contains.h"
#include "base/json/make.h"
#include "model/syntax/forms.h"

namespace hanrei::audit::coverage {
namespace {

using base::Json;

Json* at(model::Game& game, const Element& e) {
  Json* j = &game.rulebook[e.file];
  for (size_t i : e.path) j = j->is(Json::Kind::Object) ? &j->members[i].value : &j->items[i];
  return j;
}
const Json& at(const model::Game& game, const Element& e) {
  return *at(const_cast<model::Game&>(game), e);
}

/// What the element stands in: the list of steps or provisions, or the step that it is a part of.
Json& around(model::Game& game, const Element& e) {
  Element outer = e;
  outer.path.pop_back();
  return *at(game, outer);
}
const Json& around(const model::Game& game, const Element& e) {
  return around(const_cast<model::Game&>(game), e);
}

void erase(model::Game& game, const Element& e) {
  Json& list = around(game, e);
  const auto at = static_cast<std::ptrdiff_t>(e.path.back());
  if (list.is(Json::Kind::Object))
    list.members.erase(list.members.begin() + at);
  else
    list.items.erase(list.items.begin() + at);
}

void put(Json& object, std::string_view key, std::string value) {
  base::set_member(object, key, base::text_json(std::move(value), object.span));
}
void take_away(Json& object, std::string_view key) {
  std::erase_if(object.members, [&](const base::Member& m) { return m.key == key; });
}

/// The name that a text like `NAME(x, y)` begins with.
std::string head(const std::string& s) { return s.substr(0, s.find('(')); }

/// use(text) for the value, or for each alternative of a reading.
template <class F>
void each_text(Json& value, F&& use) {
  if (value.is(Json::Kind::String)) {
    use(value);
    return;
  }
  if (value.is(Json::Kind::Object) && value.find("reading") != nullptr)
    for (base::Member& m : value.members)
      if (m.key != "reading") each_text(m.value, use);
}

/// A step that is passed over. What it declares is still there.
void pass_over(Json& step) {
  take_away(step, "else");
  put(step, "if", "false");
}

void each_object(Json& j, const std::function<void(Json&)>& use) {
  if (j.is(Json::Kind::Object)) use(j);
  for (Json& item : j.items) each_object(item, use);
  for (base::Member& m : j.members) each_object(m.value, use);
}
void each_rule(model::Game& game, const std::function<void(Json&)>& use) {
  for (std::vector<Json>* files : {&game.rulebook, &game.cards})
    for (Json& file : *files) each_object(file, use);
}

/// The moment is not announced anywhere.
void close_windows(model::Game& game, const std::string& signal) {
  each_rule(game, [&](Json& step) {
    auto* m = const_cast<Json*>(step.find("window"));
    if (m == nullptr) return;
    if (m->is(Json::Kind::String)) {
      if (head(m->string) == signal) pass_over(step);
      return;
    }
    if (!m->is(Json::Kind::Array)) return;
    const auto named = [&](const Json& item) {
      return item.is(Json::Kind::String) && head(item.string) == signal;
    };
    if (std::ranges::all_of(m->items, named))
      pass_over(step);
    else
      std::erase_if(m->items, named);
  });
}

bool assigns(const std::string& statement, const std::string& name) {
  for (const char* op : {" := ", " += ", " -= ", " |= ", " \\= "}) {
    const size_t end = statement.find(op);
    if (end == std::string::npos) continue;
    const std::string target = statement.substr(0, end);
    return target == name || target.ends_with("." + name);
  }
  return false;
}

/// Nothing writes the attribute.
void forget_attribute(model::Game& game, const std::string& name) {
  each_rule(game, [&](Json& step) {
    auto* stmts = const_cast<Json*>(step.find("do"));
    const auto moved_with = [&](std::string& s) {
      const size_t from = s.find(", " + name + ": ");
      if (from == std::string::npos) return;
      const size_t end = s.find_first_of(",)", from + 2);
      if (end != std::string::npos) s.erase(from, end - from);
    };
    if (stmts != nullptr && stmts->is(Json::Kind::String)) {
      if (assigns(stmts->string, name))
        pass_over(step);
      else
        moved_with(stmts->string);
    }
    if (stmts != nullptr && stmts->is(Json::Kind::Array)) {
      const auto assigned = [&](const Json& s) { return assigns(s.string, name); };
      if (std::ranges::all_of(stmts->items, assigned)) {
        pass_over(step);  // from here on the statements are elsewhere
        return;
      }
      std::erase_if(stmts->items, assigned);
      for (Json& s : stmts->items) moved_with(s.string);
    }
  });
}

/// The plainest value of a type, as an expression.
std::string blank(const model::Program& p, const model::Type& t) {
  switch (t.kind) {
    case model::TypeKind::Bool: return "false";
    case model::TypeKind::Int: return "0";
    case model::TypeKind::Set: {
      const bool cards = t.elem == model::TypeKind::Ref && t.id == model::kCardSort;
      const std::string& all = cards                             ? p.zones[ZoneId(0)].name
                               : t.elem == model::TypeKind::Enum ? p.enums[EnumId(t.id)].name
                                                                 : p.sorts[SortId(t.id)].name;
      return "set dropped in `" + all + "` where false";
    }
    case model::TypeKind::Enum: return p.enums[EnumId(t.id)].members.front();
    default: return "none";
  }
}

/// What leaves the element out; nothing where that cannot be said.
std::function<void(model::Game&)> drop(const model::Game& game, const model::Program& p,
                                       const Element& e) {
  const Json& json = at(game, e);
  const auto edit = [&e](auto&& change) {
    return [&e, change](model::Game& g) { change(*at(g, e)); };
  };
  const auto named = [&] {
    const Json* name = json.find(e.form);
    return name != nullptr ? name->string : std::string();
  };
  const auto set = [&](const char* key, std::string value) {
    return edit([key, value](Json& j) { put(j, key, value); });
  };
  if (e.kind == ElementKind::Step)
    return e.form == "note" ? std::function<void(model::Game&)>() : edit(pass_over);
  if (e.kind == ElementKind::Part) {
    if (e.form == "span") return set("if", "false");
    if (e.form == "again") {  // nobody is asked: one round
      return [&e](model::Game& g) {
        Json& step = around(g, e);
        Json one;
        one.kind = Json::Kind::Int;
        one.integer = 1;
        one.span = step.span;
        base::set_member(step, "bound", one);
      };
    }
    static constexpr std::pair<std::string_view, const char*> plainer[] = {
        {"hold", "1"},       {"resolve", "at once"}, {"next", "same"},
        {"close", "silent"}, {"commit", "stepwise"}, {"pass", "free"}};
    for (const auto& [key, word] : plainer)
      if (e.form == key && model::stated_value(json) != nullptr) return set("is", word);
    if ((e.form == "seats" || e.form == "then" || e.form == "answer") &&
        model::stated_value(json) != nullptr)
      return [&e](model::Game& g) { erase(g, e); };
    if (e.form == "present")
      return json.find("where") == nullptr ? std::function<void(model::Game&)>()
                                           : edit([](Json& j) { take_away(j, "where"); });
    return {};
  }
  const std::string name = named();
  if (e.form == "norm" || e.form == "static" || e.form == "amend" || e.form == "replace" ||
      e.form == "procedure" || e.form == "trigger")
    return set("if", "false");
  if (e.form == "limit") return set("holds", "true");
  if (e.form == "ending")
    return json.find("when") != nullptr ? set("when", "false")
                                        : std::function<void(model::Game&)>();
  if (e.form == "kind") return set("is", "false");
  if (e.form == "active") return set("active", "true");
  if (e.form == "order") return set("orderer", "nobody");
  if (e.form == "table")
    return edit([](Json& j) {
      const_cast<Json*>(j.find("true"))->items.clear();
      take_away(j, "also");
    });
  if (e.form == "signal") return [name](model::Game& g) { close_windows(g, name); };
  if (e.form == "act") {
    return edit([](Json& j) {
      for (const char* key : {"declare", "process"})
        if (auto* steps = const_cast<Json*>(j.find(key)); steps != nullptr)
          for (Json& s : steps->items) pass_over(s);
    });
  }
  if (e.form == "exchange") {
    return [name](model::Game& g) {
      each_rule(g, [&](Json& j) {
        if (const Json* offer = j.find("offer"); offer != nullptr && offer->string == name)
          pass_over(j);
        if (const Json* declare = j.find("declare"); declare != nullptr && declare->string == name)
          take_away(j, "declare");
      });
    };
  }
  if (e.form == "duration") {
    return [name](model::Game& g) {
      each_rule(g, [&](Json& j) {
        const auto ends = [&](const Json& s) { return s.string == "expire(" + name + ")"; };
        auto* stmts = const_cast<Json*>(j.find("do"));
        if (stmts == nullptr) return;
        if (ends(*stmts))
          pass_over(j);
        else
          std::erase_if(stmts->items, ends);
      });
    };
  }
  if (e.form == "attr") {
    for (const model::AttrDef& a : p.attrs)
      if (a.name == name && a.nature == model::Nature::Printed)
        return set("base", blank(p, a.type));
    return [name](model::Game& g) { forget_attribute(g, name); };
  }
  if (e.form == "derived") {
    for (const model::DerivedDef& d : p.derived)
      if (d.name == name) return set("is", blank(p, d.type));
  }
  if (e.form == "both" || e.form == "defeat" || e.form == "loop_rule")
    return [&e](model::Game& g) { erase(g, e); };
  return {};
}

constexpr std::string_view kGuards[] = {"if", "where", "such", "holds", "when", "hold", "while"};
constexpr std::string_view kChoosers[] = {"who", "orderer", "may"};
constexpr std::string_view kExpressions[] = {
    "is",  "if",   "where",  "such",  "size", "holds",  "when",    "hold",  "while", "times",
    "do",  "call", "window", "one",   "some", "base",   "default", "on",    "items", "else",
    "add", "set",  "mul",    "floor", "cap",  "modify", "each",    "simul", "int"};
constexpr std::string_view kCounts[] = {"quota", "max", "uses"};

bool letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The words and numbers of an expression: name, or number, and where it stands. Quoted names are
/// passed over.
struct Word {
  size_t from, to;
  bool number;
};
std::vector<Word> words(const std::string& s) {
  std::vector<Word> out;
  for (size_t i = 0; i < s.size();) {
    if (s[i] == '`' || s[i] == '"') {
      const size_t end = s.find(s[i], i + 1);
      i = end == std::string::npos ? s.size() : end + 1;
      continue;
    }
    if (s.compare(i, 3, "《") == 0) {
      const size_t end = s.find("》", i);
      i = end == std::string::npos ? s.size() : end + 3;
      continue;
    }
    const size_t from = i;
    const bool number = std::isdigit(static_cast<unsigned char>(s[i])) != 0;
    if (!number && !letter(s[i])) {
      ++i;
      continue;
    }
    while (i < s.size() && (std::isdigit(static_cast<unsigned char>(s[i])) != 0 ||
                            (!number && letter(s[i]) && s.compare(i, 3, "《") != 0)))
      ++i;
    out.push_back({from, i, number});
  }
  return out;
}

std::string other_player(const std::string& who) {
  return "(the other_player in player: other_player != (" + who + "))";
}

/// The strings and numbers of an element that are its own: not those of an element inside it.
class Own {
 public:
  /// use(way, key, value); the way begins at the element.
  using Use = std::function<void(const Path&, const std::string&, const Json&)>;
  static void each(const Json& element, const Use& use) {
    Path way;
    below(element, "", way, use, true);
  }

 private:
  static void below(const Json& j, const std::string& key, Path& way, const Use& use, bool top) {
    if (!top && j.is(Json::Kind::Object) && j.find("by") != nullptr) return;
    if (j.is(Json::Kind::String) || j.is(Json::Kind::Int)) use(way, key, j);
    for (size_t i = 0; i < j.items.size(); ++i) {
      way.push_back(i);
      below(j.items[i], key, way, use, false);
      way.pop_back();
    }
    const bool reading = j.find("reading") != nullptr;
    for (size_t i = 0; i < j.members.size(); ++i) {
      const base::Member& m = j.members[i];
      if (m.key == "by" || m.key == "n" || m.key == "reading") continue;
      way.push_back(i);
      below(m.value, reading || key == "quota" ? key : m.key, way, use, false);
      way.pop_back();
    }
  }
};

bool same(const std::vector<Json>& a, const std::vector<Json>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), base::same_value);
}

Json& follow(Json& j, const Path& way) {
  Json* at = &j;
  for (size_t i : way) at = at->is(Json::Kind::Object) ? &at->members[i].value : &at->items[i];
  return *at;
}

}  // namespace

std::string_view operator_name(Operator op) {
  static constexpr std::string_view names[] = {"drop",    "swap",   "negate", "widen", "number",
                                               "chooser", "player", "close",  "regime"};
  return names[static_cast<size_t>(op)];
}

std::vector<Mutant> mutants_of(const model::Game& game, const model::Program& program,
                               const std::vector<Element>& elements, size_t element) {
  const Element& e = elements[element];
  const Json& json = at(game, e);
  std::vector<Mutant> out;
  const auto add = [&](Operator op, std::string what, std::function<void(model::Game&)> apply) {
    if (apply) out.push_back({op, element, std::move(what), std::move(apply)});
  };
  if (const auto leave_out = drop(game, program, e)) {
    // what others have to mention may be mentioned nowhere
    static constexpr std::string_view mentioned[] = {"attr", "signal", "exchange", "duration"};
    const auto changes = [&] {
      model::Game bent = game;
      leave_out(bent);
      return !same(bent.rulebook, game.rulebook) || !same(bent.cards, game.cards);
    };
    if (!base::contains(mentioned, e.form) || changes()) add(Operator::Drop, e.name, leave_out);
  }
  if (e.kind == ElementKind::Step && e.form != "note") {
    const size_t here = e.path.back();
    const std::vector<Json>& steps = around(game, e).items;
    const auto moves = [&](size_t i) {
      const Json& s = steps[i];
      return std::ranges::any_of(model::step_forms(), [&](const model::Form& f) {
        return f.name != "note" && s.find(f.name) != nullptr;
      });
    };
    const std::optional<size_t> next = here + 1 < steps.size() && moves(here + 1)
                                           ? std::optional(here + 1)
                                       : here > 0 && moves(here - 1) ? std::optional(here - 1)
                                                                     : std::nullopt;
    if (next)
      add(Operator::Swap, e.name + (*next > here ? " after" : " before") + " its neighbour",
          [&e, here, next](model::Game& g) {
            std::vector<Json>& list = around(g, e).items;
            std::swap(list[here], list[*next]);
          });
  }
  const auto replace = [&](Operator op, const Path& way, const Json& old, std::string by) {
    std::string what = old.string + " → " + by;
    add(op, std::move(what), [&e, way, by](model::Game& g) { follow(*at(g, e), way).string = by; });
  };
  Own::each(json, [&](const Path& way, const std::string& key, const Json& value) {
    if (value.is(Json::Kind::Int)) {
      if (base::contains(kCounts, key))
        add(Operator::Number,
            key + " " + std::to_string(value.integer) + " → " + std::to_string(value.integer + 1),
            [&e, way](model::Game& g) { ++follow(*at(g, e), way).integer; });
      return;
    }
    const std::string& s = value.string;
    if (base::contains(kGuards, key) && s != "true" && s != "false" && s != "always") {
      replace(Operator::Negate, way, value, "not (" + s + ")");
      if (key != "holds" && key != "when")
        replace(Operator::Widen, way, value, key == "hold" ? "false" : "true");
    }
    if ((base::contains(kChoosers, key) || e.form == "seats") && s != "nobody")
      replace(Operator::Chooser, way, value, other_player(s));
    static constexpr std::pair<std::string_view, std::pair<std::string_view, std::string_view>>
        turns[] = {{"commit", {"whole", "stepwise"}},
                   {"next", {"other", "same"}},
                   {"pass", {"free", "if unable"}},
                   {"close", {"silent", "one round"}}};
    const std::string_view field = key == "is" ? std::string_view(e.form) : std::string_view(key);
    for (const auto& [name, ways] : turns) {
      if (field != name || (e.form != name && e.form != "order" && e.form != "exchange")) continue;
      // who is asked next, and who may pass, is said for acts that are carried out at once
      const Json& form = e.form == name ? around(game, e) : json;
      const Json* how = form.find("resolve");
      if ((name == "next" || name == "pass") &&
          (how == nullptr ||
           (how->string != "at once" && (model::stated_value(*how) == nullptr ||
                                         model::stated_value(*how)->string != "at once"))))
        continue;
      if (s == ways.first) replace(Operator::Regime, way, value, std::string(ways.second));
      if (s == ways.second) replace(Operator::Regime, way, value, std::string(ways.first));
    }
    if (field == "then" && (e.form == "act" || e.form == "then"))
      replace(Operator::Chooser, way, value, other_player(s));
    if (key == "loser")
      add(Operator::Player, "loser → winner", [&e](model::Game& g) {
        for (base::Member& m : at(g, e)->members)
          if (m.key == "loser") m.key = "winner";
      });
    if (!base::contains(kExpressions, key)) return;
    const std::vector<Word> all = words(s);
    std::string others = s;
    for (size_t i = all.size(); i-- > 0;) {
      const std::string word = s.substr(all[i].from, all[i].to - all[i].from);
      if (all[i].number) {
        std::string more = s;
        more.replace(
            all[i].from, word.size(),
            std::to_string(std::min(std::strtoll(word.c_str(), nullptr, 10), 1'000'000'000LL) + 1));
        replace(Operator::Number, way, value, more);
      }
      const bool member = all[i].from > 0 && s[all[i].from - 1] == '.';
      if (!all[i].number && !member && base::contains(e.players, word))
        others.replace(all[i].from, word.size(), other_player(word));
    }
    if (others != s) replace(Operator::Player, way, value, others);
  });
  if (const Json* seats = json.find("seats"); seats != nullptr && seats->items.size() == 2)
    add(Operator::Chooser, "the other seat first", [&e](model::Game& g) {
      auto* list = const_cast<Json*>(at(g, e)->find("seats"));
      std::swap(list->items[0], list->items[1]);
    });
  if (e.form == "signal" && json.find("declare") != nullptr)
    add(Operator::Close, "nothing may be declared at " + e.name,
        [&e](model::Game& g) { take_away(*at(g, e), "declare"); });
  return out;
}

}  // namespace hanrei::audit::coverage
