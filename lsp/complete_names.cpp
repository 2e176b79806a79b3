#include "lsp/complete_names.h"

#include <algorithm>
#include <set>

#include "base/text/filled.h"
#include "model/syntax/expression.h"

namespace hanrei::lsp {

using base::Json;

/// Where names go to, each once.
struct NameCompletion::Filling {
  const NameContext& context;
  std::size_t begin, end;
  std::vector<Completion>& out;
  bool whole = true;  ///< the name is all of the value
  std::set<std::string> there = {};

  void add(const std::string& name, const std::string& detail, int kind) {
    if (name.empty() || !there.insert(name).second) return;
    std::string insert = name;
    // what ends the name in an expression stands in brackets, unless the brackets are there
    const bool bracketed = begin >= 3 && context.text.substr(begin - 3, 3) == "《";
    if (!whole && !bracketed && !model::is_plain_name(name)) insert = "《" + name + "》";
    out.push_back({name, detail, context.xml ? escape_xml(insert) : insert, begin, end, kind});
  }
};

namespace {

// CompletionItemKind of the protocol
constexpr int kText = 1, kFunction = 3, kVariable = 6, kClass = 7, kProperty = 10, kMember = 20,
              kKeyword = 14, kReference = 18;

int kind_of(std::string_view kind) {
  if (kind == "clause") return kReference;
  if (kind == "card" || kind == "type" || kind == "sort") return kClass;
  if (kind == "attr") return kProperty;
  if (kind == "member") return kMember;
  if (kind == "procedure" || kind == "act" || kind == "derived" || kind == "kind") return kFunction;
  return kVariable;
}

std::string title_of(const Json& json, base::Lang lang) {
  const Json* title = json.find("title");
  if (title == nullptr) return "";
  if (title->is(Json::Kind::String)) return title->string;
  const Json* words = title->find(lang == base::Lang::Ja ? "ja" : "en");
  return words != nullptr ? words->string : "";
}

}  // namespace

void NameCompletion::of_kinds(std::initializer_list<std::string_view> kinds, Filling& to) const {
  for (const Definition& d : game_.names().all())
    if (std::ranges::find(kinds, d.kind) != kinds.end()) {
      std::string detail(base::in_lang(kind_text(d.kind), lang_));
      if (const std::string title = title_of(*d.json, lang_); !title.empty())
        detail += ": " + title;
      to.add(d.name, detail, kind_of(d.kind));
    }
}

void NameCompletion::rulings(Filling& to) const {
  for (const auto& [path, paper] : game_.papers())
    if (paper.document && !paper.document->is_deck)
      to.add(paper.record.id, base::in_lang(paper.record.title, lang_), kReference);
}

void NameCompletion::options(Filling& to) const {
  if (to.context.element == nullptr) return;
  for (const Definition* d : game_.names().of("reading", to.context.element->get("reading")))
    if (const Json* options = d->json->find("options"))
      for (const base::Member& m : options->members) {
        const Json* why = m.value.find(lang_ == base::Lang::Ja ? "ja" : "en");
        to.add(m.key, why != nullptr ? why->string : "", kMember);
      }
}

void NameCompletion::steps(const std::string& procedure, Filling& to) const {
  for (const model::Procedure& p : game_.program().procedures)
    if (p.name == procedure)
      for (const std::string& step : p.step_names) to.add(step, procedure, kText);
}

/// The cards that a situation names so far.
void NameCompletion::things(Filling& to) const {
  const std::string_view text = to.context.text;
  for (std::size_t i = text.find("<card "); i != std::string_view::npos;
       i = text.find("<card ", i + 1)) {
    const XmlAt card = xml_at(text, i + 1);
    if (card.open.empty()) continue;
    const std::string is = card.open.back().get("is");
    to.add(card.open.back().get("id"), is.empty() ? "" : "《" + is + "》", kVariable);
  }
}

void NameCompletion::values(const std::string& attribute, Filling& to) const {
  const model::Program& p = game_.program();
  for (const model::AttrDef& a : p.attrs) {
    if (a.name != attribute) continue;
    const bool set = a.type.kind == model::TypeKind::Set;
    const model::Type type = set ? model::elem_type(a.type) : a.type;
    if (type.kind == model::TypeKind::Enum && p.enums.has(type.id))
      for (const std::string& m : p.enums[model::ids::EnumId(type.id)].members)
        to.add(m, attribute, kMember);
    if (type.kind == model::TypeKind::Bool)
      for (const char* word : {"true", "false"}) to.add(word, attribute, kKeyword);
    if (type == model::ref_type(model::kPlayerSort))
      for (const std::string& player : p.players) to.add(player, attribute, kVariable);
  }
  if (attribute == "turn")
    for (const std::string& player : p.players) to.add(player, "", kVariable);
  things(to);
}

void NameCompletion::expression(Filling& to) const {
  if (to.context.xml) things(to);
  of_kinds({"attr", "zone", "kind", "derived", "table", "procedure", "act", "signal", "exchange",
            "order", "duration", "sort", "type", "member", "player", "card", "choose", "effect"},
           to);
  for (const char* word : {"all", "any",  "count", "sum",  "min",    "max",  "set", "union",
                           "the", "in",   "where", "if",   "then",   "else", "and", "or",
                           "not", "true", "false", "none", "result", "win",  "draw"})
    to.add(word, "", kKeyword);
}

void NameCompletion::at(Role role, const std::string& attribute, std::size_t begin, std::size_t end,
                        const NameContext& context, std::vector<Completion>& out) const {
  Filling to{context, begin, end, out};
  if (holds_names(role, attribute)) {
    const std::string_view value = context.text.substr(begin, end - begin);
    to.begin = to.end = context.offset;
    for (const Token& t : tokens_of(value))
      if (context.offset >= begin + t.begin && context.offset <= begin + t.end) {
        to.begin = begin + t.begin;
        to.end = begin + t.end;
      }
    to.whole = role != Role::Expression;
  }
  switch (role) {
    case Role::Clause: return of_kinds({"clause"}, to);
    case Role::Card: return of_kinds({"card"}, to);
    case Role::Ruling: return rulings(to);
    case Role::Reading: return of_kinds({"reading"}, to);
    case Role::Option: return options(to);
    case Role::Player: return of_kinds({"player"}, to);
    case Role::Zone: return of_kinds({"zone"}, to);
    case Role::Procedure: return of_kinds({"procedure", "act"}, to);
    case Role::Act: return of_kinds({"act"}, to);
    case Role::Sort: return of_kinds({"sort"}, to);
    case Role::Attribute: return of_kinds({"attr"}, to);
    case Role::Choice: return of_kinds({"choose"}, to);
    case Role::Exchange: return of_kinds({"exchange", "signal"}, to);
    case Role::Thing: return things(to);
    case Role::Value: return values(attribute, to);
    case Role::Expression: return expression(to);
    case Role::Path: break;
    case Role::None:
    case Role::Word: return;
  }
  // NAME[step]: behind the bracket, the steps of the procedure before it
  const std::string_view before = context.text.substr(begin, context.offset - begin);
  const std::size_t open = before.rfind('[');
  if (open == std::string_view::npos || before.find(']', open) != std::string_view::npos)
    return of_kinds({"procedure"}, to);
  const std::size_t from = before.rfind('/', open);
  const std::size_t name = from == std::string_view::npos ? 0 : from + 1;
  to.begin = begin + open + 1;
  const std::size_t close = context.text.find_first_of("]/\"'<\n", to.begin);
  to.end = std::min(close, end);
  steps(std::string(before.substr(name, open - name)), to);
}

std::vector<std::pair<std::string, std::string>> NameCompletion::attributes(
    const XmlAt::Open& element) const {
  using namespace model::ids;
  const model::Program& p = game_.program();
  std::vector<std::pair<std::string, std::string>> out;
  const auto of_sort = [&](SortId sort) {
    for (const model::AttrDef& a : p.attrs)
      if (a.sort == sort && a.nature == model::Nature::Stored) out.emplace_back(a.name, "");
  };
  if (element.name == "situation") of_sort(SortId(kNone));
  if (element.name == "player") of_sort(model::kPlayerSort);
  if (element.name == "card") of_sort(model::kCardSort);
  for (const SortId s : p.sorts.ids())
    if (element.name == "token" && p.sorts[s].name == element.get("sort")) of_sort(s);
  const auto locals = [&](const std::string& procedure) {
    for (const model::Procedure& proc : p.procedures)
      if (proc.name == procedure)
        for (const model::Local& l : proc.locals) out.emplace_back(l.name, procedure);
  };
  if (element.name == "frame") locals(element.get("of"));
  if (element.name == "do")
    for (const model::ActDef& a : p.acts)
      if (a.name == element.get("act"))
        for (const model::Choose& c : a.present) out.emplace_back(c.name, a.name);
  return out;
}

}  // namespace hanrei::lsp
