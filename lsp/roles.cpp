#include "lsp/roles.h"

#include <algorithm>

#include "base/contains.h"
#include "model/syntax/expression.h"
#include "model/syntax/forms.h"

namespace hanrei::lsp {
namespace {

struct Named {
  std::string_view element, attribute;  ///< element: empty for any
  Role role;
};

constexpr Named kNamed[] = {
    {"cites", "clause", Role::Clause},  {"rests", "clause", Role::Clause},
    {"claim", "clause", Role::Clause},  {"claim", "card", Role::Card},
    {"claim", "against", Role::Card},   {"rests", "card", Role::Card},
    {"for-like", "card", Role::Card},   {"card", "is", Role::Card},
    {"", "ruling", Role::Ruling},       {"ruling", "id", Role::Ruling},
    {"", "reading", Role::Reading},     {"presume", "is", Role::Option},
    {"player", "id", Role::Player},     {"zone", "name", Role::Zone},
    {"situation", "at", Role::Path},    {"frame", "of", Role::Procedure},
    {"token", "sort", Role::Sort},      {"set", "attr", Role::Attribute},
    {"set", "value", Role::Expression}, {"do", "act", Role::Act},
    {"free", "acts", Role::Act},        {"free", "cards", Role::Thing},
    {"do", "effect", Role::Expression}, {"do", "by", Role::Player},
    {"pass", "by", Role::Player},       {"choose", "by", Role::Player},
    {"free", "by", Role::Player},       {"pass", "in", Role::Exchange},
    {"choose", "what", Role::Choice},   {"choose", "is", Role::Thing},
    {"claim", "iff", Role::Expression}, {"claim", "if", Role::Expression},
    {"claim", "of", Role::Expression},  {"claim", "is", Role::Expression},
    {"claim", "in", Role::Exchange},    {"o", "if", Role::Expression},
    {"cards", "n", Role::Expression},
};

struct Fixed {
  std::string_view element, attribute;
  std::vector<std::string_view> words;
};
const std::vector<Fixed>& fixed() {
  static const std::vector<Fixed> all = {
      {"claim",
       "kind",
       {"necessary", "possible", "impossible", "outcomes", "greatest", "least", "legal", "illegal",
        "chooser", "endless", "settles", "forceable", "overrides", "yields", "contradicts", "idle",
        "undetermined"}},
      {"claim", "for", {"every", "some"}},
      {"claim", "answer", {"yes", "no"}},
      {"claim", "now", {"yes"}},
      {"ruling", "status", {"derived", "formal", "provisional", "pending", "withdrawn"}},
      {"ruling", "format", {"1"}},
      {"deck", "format", {"1"}},
      {"was", "status", {"formal", "provisional", "pending", "withdrawn"}},
      {"let", "type", {"int"}},
      {"", "xml:lang", {"ja", "en"}},
  };
  return all;
}

/// Elements on which the game's own names may be attributes.
constexpr std::string_view kOpen[] = {"situation", "player", "card", "frame", "token", "do"};

/// Keys of a game's JSON whose values are words for people, dates and the like.
constexpr std::string_view kSaid[] = {
    "ja",   "en",    "title", "why",   "note", "spans",  "flavour", "digest",  "on",
    "from", "known", "date",  "words", "kind", "status", "$schema", "version", "effective"};

std::size_t bytes_of(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t n = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return std::min(n, text.size() - at);
}

/// May the character at this byte be one of a name? How many bytes it has; 0: no.
std::size_t letter(std::string_view text, std::size_t at, bool first) {
  const std::size_t n = bytes_of(text, at);
  if (!first && text[at] >= '0' && text[at] <= '9') return 1;
  return model::is_plain_name(text.substr(at, n)) ? n : 0;
}

}  // namespace

Slot slot_of_attribute(std::string_view element, std::string_view attribute,
                       const std::function<std::string(std::string_view)>& other) {
  if (element == "claim" && attribute == "by")
    return {other("kind") == "forceable" ? Role::Player : Role::Clause, {}};
  for (const Fixed& f : fixed())
    if ((f.element.empty() || f.element == element) && f.attribute == attribute)
      return {Role::Word, f.words};
  for (const Named& n : kNamed)
    if ((n.element.empty() || n.element == element) && n.attribute == attribute)
      return {n.role, {}};
  const bool own = attribute != "id" && attribute != "n" && base::contains(kOpen, element);
  return {own ? Role::Value : Role::None, {}};
}

bool holds_names(Role role, std::string_view attribute) {
  return role == Role::Expression || role == Role::Path || role == Role::Thing ||
         role == Role::Value || (role == Role::Act && attribute == "acts");
}

Role role_of_text(std::string_view element) {
  for (const std::string_view e : {"claim", "where", "until", "o"})
    if (element == e) return Role::Expression;
  return Role::None;
}

Role role_under(std::string_view key) {
  if (model::is_saying(key) || base::contains(kSaid, key)) return Role::None;
  if (key == "refers") return Role::Clause;
  const model::Key* known = model::find_key(key);
  if (known != nullptr && known->shape == model::Shape::Clauses) return Role::Clause;
  return Role::Expression;
}

bool names_form(std::string_view key) {
  for (const auto& table : {model::schema_forms(), model::provision_forms(), model::step_forms()})
    for (const model::Form& f : table)
      if (f.name == key && f.shape == model::Shape::Name) return true;
  return false;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> out;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    bool bracketed = false;
    for (const auto& [open, close] :
         {std::pair<std::string_view, std::string_view>{"《", "》"}, {"`", "`"}}) {
      const std::size_t end =
          rest.starts_with(open) ? rest.find(close, open.size()) : std::string_view::npos;
      if (end == std::string_view::npos) continue;
      out.push_back({i + open.size(), i + end, rest.substr(open.size(), end - open.size())});
      i += end + close.size();
      bracketed = true;
      break;
    }
    if (bracketed) continue;
    const std::size_t begin = i;
    while (i < text.size()) {
      const std::size_t n = letter(text, i, i == begin);
      if (n == 0) break;
      i += n;
    }
    if (i > begin)
      out.push_back({begin, i, text.substr(begin, i - begin)});
    else
      i += bytes_of(text, i);
  }
  return out;
}

}  // namespace hanrei::lsp
