#include "rulings/records/touches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/contains.h"
#include "base/json/read.h"
#include "base/json/write.h"
#include "base/text/fnv.h"
#include "model/syntax/forms.h"

namespace hanrei::rulings {
namespace {

using base::Json;

constexpr std::array<std::pair<std::string_view, std::vector<std::string> Touches::*>, 8> kParts = {
    {{"clauses", &Touches::clauses},
     {"windows", &Touches::windows},
     {"procedures", &Touches::procedures},
     {"regimes", &Touches::regimes},
     {"abilities", &Touches::abilities},
     {"values", &Touches::values},
     {"decides", &Touches::decides},
     {"told", &Touches::told}}};

/// The text of a value with its numbers left out.
void without_numbers(const Json& j, std::string_view named, std::string& out) {
  static constexpr std::array<std::string_view, 5> kBeside = {"span", "by", "note", "say",
                                                              "before"};
  switch (j.kind) {
    case Json::Kind::Int:
    case Json::Kind::Real: out += '#'; return;
    case Json::Kind::Bool: out += j.boolean ? 't' : 'f'; return;
    case Json::Kind::Null: out += '0'; return;
    case Json::Kind::String: {
      out += '"';
      bool digits = false;
      for (const char c : j.string) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit)
          out += c;
        else if (!digits)
          out += '#';
        digits = digit;
      }
      out += '"';
      return;
    }
    case Json::Kind::Array:
      out += '[';
      for (const Json& item : j.items) without_numbers(item, "", out);
      out += ']';
      return;
    case Json::Kind::Object: {
      out += '{';
      std::vector<const base::Member*> members;
      for (const base::Member& m : j.members)
        if (!base::contains(kBeside, m.key)) members.push_back(&m);
      std::ranges::sort(members, [](const auto* a, const auto* b) { return a->key < b->key; });
      for (const base::Member* m : members) {
        out += m->key + ':';
        if (m->key != named) without_numbers(m->value, "", out);
      }
      out += '}';
      return;
    }
  }
}

}  // namespace

void Touches::sort() {
  for (const auto& [name, part] : kParts) {
    auto& list = this->*part;
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

std::string touches_text(const Touches& touches) {
  if (touches.empty()) return "";
  base::JsonWriter w(base::JsonWriter::Style::Compact);
  w.begin_object();
  for (const auto& [name, part] : kParts) w.member(name, touches.*part);
  w.end_object();
  return w.str();
}

Touches touches_of(const std::string& text) {
  Touches out;
  if (text.empty()) return out;
  base::SourceMap sources;
  base::DiagnosticLog log;
  const auto json = base::read_json(sources, sources.add("touches", text), log);
  if (!json || log.has_errors()) return out;
  for (const auto& [name, part] : kParts)
    if (const Json* list = json->find(name))
      for (const Json& item : list->items) (out.*part).push_back(item.string);
  return out;
}

std::string ability_form(const Json& provision) {
  const model::Form* form = model::form_of(provision);
  // What these are called says nothing of what they do.
  const bool called = form != nullptr &&
                      (form->name == "effect" || form->name == "trigger" || form->name == "static");
  std::string text;
  without_numbers(provision, called ? form->name : "", text);
  return fmt::format("{:016x}", base::fnv1a(text));
}

std::string ability_name(const Json& provision, const std::string& card) {
  return ability_form(provision) + " " + card;
}

std::string_view card_of_ability(std::string_view ability) {
  return ability.substr(std::min(ability.size(), ability.find(' ') + 1));
}

}  // namespace hanrei::rulings
