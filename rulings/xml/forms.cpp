#include "rulings/xml/forms.h"

#include <algorithm>
#include <string>

namespace hanrei::rulings {
namespace {

const std::vector<ElementForm>& element_forms() {
  static const std::vector<ElementForm> forms = {
      {"ruling",
       {"title",         "question", "answer", "cites",    "supersedes", "narrows",
        "distinguishes", "follows",  "for",    "for-like", "was",        "presume",
        "partial",       "case",     "let",    "where",    "situation",  "deck",
        "play",          "until",    "claim",  "read"},
       {"format", "id", "game", "status", "source"},
       {"issued", "authority", "known", "effective"}},
      {"case",
       {"title", "let", "where", "situation", "deck", "play", "until", "claim"},
       {"id"},
       {}},
      {"title", {}, {"xml:lang"}, {}},
      {"question", {}, {"xml:lang"}, {}},
      {"answer", {}, {"xml:lang"}, {}},
      {"partial", {}, {}, {"xml:lang"}},
      {"cites", {}, {"clause"}, {}},
      {"supersedes", {}, {"ruling"}, {}},
      {"narrows", {}, {"ruling"}, {}},
      {"distinguishes", {}, {"ruling"}, {}},
      {"follows", {}, {"ruling"}, {}},
      {"for", {}, {"text"}, {}},
      {"for-like", {}, {"card"}, {}},
      {"was", {}, {"status", "until"}, {"known"}},
      {"presume", {}, {"reading", "is"}, {}},
      {"read", {}, {"digest", "by", "on"}, {}},
      {"let", {}, {"name", "type"}, {"min", "max"}},
      {"where", {}, {}, {}},
      {"situation", {"let", "where", "player", "frame", "token"}, {"at"}, {"*"}},
      {"deck", {"zone", "card"}, {}, {}},
      {"deck/zone", {"card"}, {"name"}, {}},
      {"deck/card", {}, {"is"}, {"n", "name", "at"}},
      {"deck file", {"title", "presume", "zone", "card"}, {"format", "id", "game"}, {}},
      {"player", {"zone", "set"}, {"id"}, {"*"}},
      {"zone", {"card", "cards"}, {"name"}, {}},
      {"card", {"card", "set"}, {"id", "is"}, {"*"}},
      {"cards", {}, {"n"}, {}},
      {"set", {}, {"attr", "value"}, {}},
      {"frame", {"set"}, {"of"}, {"*"}},
      {"token", {}, {"sort"}, {"*"}},
      {"play", {"do", "pass", "choose", "free"}, {}, {}},
      {"do", {}, {"by", "act"}, {"*"}},
      {"pass", {}, {"by"}, {"in"}},
      {"choose", {}, {"what", "is"}, {"by"}},
      {"free", {}, {"by", "acts"}, {"cards"}},
      {"until", {}, {}, {}},
      {"claim",
       {"o", "do", "pass", "rests"},
       {"kind"},
       {"for", "iff", "if", "of", "is", "in", "by", "clause", "card", "against", "reading",
        "answer", "now"}},
      {"o", {}, {}, {"if"}},
      {"rests", {}, {}, {"clause", "card", "span"}},
  };
  return forms;
}

}  // namespace

const ElementForm* element_form(std::string_view name, bool in_deck, bool is_root) {
  const std::string own = is_root && name == "deck" ? "deck file"
                          : in_deck && (name == "card" || name == "zone")
                              ? "deck/" + std::string(name)
                              : std::string(name);
  const auto it = std::ranges::find(element_forms(), own, &ElementForm::name);
  return it == element_forms().end() ? nullptr : &*it;
}

}  // namespace hanrei::rulings
