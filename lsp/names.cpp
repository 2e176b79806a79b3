#include "lsp/names.h"

#include <algorithm>

#include "base/contains.h"
#include "model/syntax/forms.h"

namespace hanrei::lsp {
namespace {

using base::Json;
using base::Span;

bool is_text(const Json* json) { return json != nullptr && json->is(Json::Kind::String); }

/// The tokens of a text that has the span, and the text as one name; `exact`: it stands there as it
/// is.
void tokens(std::string_view text, Span span, bool exact, Role role,
            const std::function<void(const Use&)>& use) {
  bool whole = false;
  for (const Token& t : tokens_of(text)) {
    Use u{role, t.name, span, t.name == text, false};
    whole = whole || u.whole;
    if (exact)
      u.span = {span.file, span.begin + static_cast<std::uint32_t>(t.begin),
                span.begin + static_cast<std::uint32_t>(t.end)};
    use(u);
  }
  if (!whole) use({role, text, span, true, false});
}

/// Without the quotes.
Span inside(Span quoted) {
  return quoted.end - quoted.begin < 2 ? quoted
                                       : Span{quoted.file, quoted.begin + 1, quoted.end - 1};
}

class JsonUses {
 public:
  JsonUses(const base::SourceMap& sources, const std::function<void(const Use&)>& use)
      : sources_(sources), use_(use) {}

  void value(const Json& json, std::string_view key) {
    if (json.is(Json::Kind::String)) return string(json, key);
    for (const Json& item : json.items) value(item, key);
    for (const base::Member& m : json.members) {
      if (role_under(m.key) == Role::None) continue;
      if (!known(m.key)) name(m.key, m.key_span, Role::Expression, true);
      const bool side = key == "winner" || key == "loser";  // of a relation: which clause
      if (side && m.key == "id" && m.value.is(Json::Kind::String))
        name(m.value.string, m.value.span, Role::Clause, false);
      else
        value(m.value, m.key);
    }
  }

 private:
  static bool known(std::string_view key) {
    return model::find_key(key) != nullptr ||
           std::ranges::any_of(model::file_keys(), [&](const auto& k) { return k.key == key; }) ||
           std::ranges::any_of(model::step_forms(), [&](const auto& f) { return f.name == key; }) ||
           std::ranges::any_of(model::provision_forms(),
                               [&](const auto& f) { return f.name == key; }) ||
           std::ranges::any_of(model::schema_forms(), [&](const auto& f) { return f.name == key; });
  }

  void name(std::string_view text, Span quoted, Role role, bool is_key) {
    use_({role, text, inside(quoted), true, is_key});
  }

  void string(const Json& json, std::string_view key) {
    const Role role = role_under(key);
    if (key == "clause") return name(json.string, json.span, Role::Clause, false);
    if (key == "card") return name(json.string, json.span, Role::Card, false);
    if (key == "reading") return name(json.string, json.span, Role::Reading, false);
    if (key == "reverses") return name(json.string, json.span, Role::Ruling, false);
    if (role == Role::Clause) return name(json.string, json.span, role, false);
    if (role == Role::None) return;
    if (names_form(key) && key != "amend") return name(json.string, json.span, role, false);
    if (key == "amend") name(json.string, json.span, Role::Clause, false);  // it may be one
    const Span span = inside(json.span);
    tokens(json.string, span, sources_.slice(span) == json.string, Role::Expression, use_);
  }

  const base::SourceMap& sources_;
  const std::function<void(const Use&)>& use_;
};

}  // namespace

Names::Names(const model::Game& game) {
  if (const Json* players = game.game.find("players"))
    for (const Json& p : players->items) add("player", &p, p);
  if (const Json* readings = game.game.find("readings"))
    for (const Json& r : readings->items) add("reading", r.find("reading"), r);
  for (const Json& f : game.rulebook) file(f);
  for (const Json& f : game.cards) file(f);
  for (std::size_t i = 0; i < all_.size(); ++i) by_name_.emplace(all_[i].name, i);
}

void Names::add(std::string kind, const Json* name, const Json& json, const std::string& of) {
  if (is_text(name) && !name->string.empty())
    all_.push_back({std::move(kind), name->string, name->span, &json, of});
}

void Names::file(const Json& json) {
  if (const Json* clauses = json.find("clauses"))
    for (const Json& c : clauses->items) add("clause", c.find("clause"), c);
  if (const Json* list = json.find("provisions")) provisions(*list, "");
  if (const Json* cards = json.find("cards"))
    for (const Json& c : cards->items) {
      add("card", c.find("card"), c);
      const Json* name = c.find("card");
      if (const Json* list = c.find("provisions"); list != nullptr && is_text(name))
        provisions(*list, name->string);
    }
}

void Names::provisions(const Json& list, const std::string& of) {
  for (const Json& p : list.items) {
    const model::Form* form = model::form_of(p);
    if (form == nullptr) continue;
    const Json* name = p.find(form->name);
    add(std::string(form->name), name, p, of);
    const std::string own = is_text(name) ? name->string : of;
    if (const Json* values = p.find("values"); values != nullptr && form->name == "type") {
      for (const Json& v : values->items) add("member", &v, p, own);
      for (const base::Member& m : values->members)
        all_.push_back({"member", m.key, m.key_span, &p, own});
    }
    for (const std::string_view key : {"attrs", "fields"})
      if (const Json* attrs = p.find(key))
        for (const base::Member& m : attrs->members)
          all_.push_back({"attr", m.key, m.key_span, &p, own});
    inner(p, own);
  }
}

/// Choices, wherever a form has them.
void Names::inner(const Json& json, const std::string& of) {
  if (const Json* choose = json.find("choose")) add("choose", choose, json, of);
  for (const Json& item : json.items) inner(item, of);
  for (const base::Member& m : json.members) inner(m.value, of);
}

std::vector<const Definition*> Names::of(std::string_view name) const {
  std::vector<const Definition*> out;
  const auto [from, to] = by_name_.equal_range(name);
  for (auto it = from; it != to; ++it) out.push_back(&all_[it->second]);
  return out;
}
std::vector<const Definition*> Names::of(std::string_view kind, std::string_view name) const {
  std::vector<const Definition*> out = of(name);
  std::erase_if(out, [&](const Definition* d) { return d->kind != kind; });
  return out;
}

void each_use(const Json& json, const base::SourceMap& sources,
              const std::function<void(const Use&)>& use) {
  JsonUses(sources, use).value(json, "");
}

void each_use(const rulings::Element& e, const base::SourceMap& sources,
              const std::function<void(const Use&)>& use) {
  const auto other = [&](std::string_view name) { return e.get(name); };
  for (const rulings::Element::Attribute& a : e.attributes) {
    const Slot slot = slot_of_attribute(e.name, a.name, other);
    if (slot.role == Role::None || slot.role == Role::Word) continue;
    if (slot.role == Role::Value) use({Role::Attribute, a.name, a.name_span, true, true});
    if (holds_names(slot.role, a.name))
      tokens(a.value, a.span, sources.slice(a.span) == a.value, slot.role, use);
    else
      use({slot.role, a.value, a.span, true, false});
  }
  if (const Role role = role_of_text(e.name); role != Role::None)
    tokens(e.text, e.text_span, sources.slice(e.text_span) == e.text, role, use);
  for (const rulings::Element& child : e.children) each_use(child, sources, use);
}

std::string kind_text(std::string_view kind) {
  struct Called {
    std::string_view kind, en, ja;
  };
  static constexpr Called called[] = {
      {"clause", "clause", "条項"},     {"card", "card", "カード"},
      {"reading", "reading", "解釈"},   {"player", "player", "プレイヤー"},
      {"type", "enumeration", "列挙"},  {"member", "member", "列挙の値"},
      {"record", "record", "レコード"}, {"sort", "sort of token", "トークンの種類"},
      {"attr", "attribute", "属性"},    {"zone", "zone", "領域"},
      {"kind", "kind", "類"},           {"derived", "derived value", "導出値"},
      {"table", "table", "表"},         {"signal", "window", "タイミング"},
      {"duration", "duration", "期間"}, {"exchange", "exchange", "機会"},
      {"order", "order", "順番"},       {"procedure", "procedure", "手順"},
      {"act", "declaration", "宣言"},   {"effect", "effect", "効果"},
      {"trigger", "trigger", "誘発"},   {"static", "static", "常時効果"},
      {"norm", "norm", "許可・禁止"},   {"limit", "limit", "制限"},
      {"ending", "ending", "終了条件"}, {"amend", "amendment", "書き換え"},
      {"defeat", "defeat", "優先関係"}, {"choose", "choice", "選択"},
      {"ruling", "ruling", "裁定"},     {"deck", "deck", "デッキ"},
  };
  for (const Called& c : called)
    if (c.kind == kind) return base::in_both(c.en, c.ja);
  return std::string(kind);
}

}  // namespace hanrei::lsp
