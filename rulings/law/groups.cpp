#include "rulings/law/groups.h"

#include <algorithm>

#include "base/contains.h"
#include "base/text/diagnostic.h"
#include "base/text/unicode.h"

namespace hanrei::rulings {

std::string sentence_key(std::string_view text) {
  std::string out;
  bool digits = false;
  for (const char c : base::fold(text)) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit)
      out += c;
    else if (!digits)
      out += '#';
    digits = digit;
  }
  return out;
}

bool fits_pattern(std::string_view pattern, std::string_view sentence) {
  const std::string p = sentence_key(pattern), s = sentence_key(sentence);
  std::size_t at = 0, from = 0;
  for (bool first = true;; first = false) {
    const std::size_t star = p.find('*', from);
    const std::string part = p.substr(from, star == std::string::npos ? star : star - from);
    if (star == std::string::npos) {  // the end of the pattern is the end of the sentence
      if (first) return s == part;
      return s.size() >= at + part.size() && s.ends_with(part);
    }
    const std::size_t found =
        first ? (s.starts_with(part) ? 0 : std::string::npos) : s.find(part, at);
    if (found == std::string::npos) return false;
    at = found + part.size();
    from = star + 1;
  }
}

std::vector<std::string> forms_of(const CardRecord& card) {
  std::vector<std::string> does, norms;
  for (std::size_t i = 0; i < card.forms.size() && i < card.abilities.size(); ++i)
    (card.abilities[i].starts_with("norm") ? norms : does).push_back(card.forms[i]);
  return does.empty() ? norms : does;
}

std::vector<std::string> sentences_of(const CardRecord& card) {
  std::vector<std::string> out;
  if (!card.wordings.empty())
    for (const auto& [name, text] : card.wordings.back().spans) out.push_back(text);
  return out;
}

bool in_group(const GroupRecord& group, const CardRecord& card, const CardRecord* of_card) {
  if (group.how == "text") {
    const std::vector<std::string> sentences = sentences_of(card);
    return std::ranges::any_of(
        sentences, [&](const std::string& s) { return fits_pattern(group.pattern, s); });
  }
  if (of_card == nullptr) return false;
  const std::vector<std::string> wanted = forms_of(*of_card), has = forms_of(card);
  return std::ranges::any_of(has, [&](const std::string& f) { return base::contains(wanted, f); });
}

void check_groups(const std::vector<CardRecord>& cards, const std::vector<LawRuling>& all,
                  base::DiagnosticLog& log) {
  for (const LawRuling& r : all) {
    for (const Element& e : r.root->children) {
      const Element::Attribute* a = e.name == "for"        ? e.find("text")
                                    : e.name == "for-like" ? e.find("card")
                                                           : nullptr;
      if (a == nullptr) continue;
      const auto of =
          std::ranges::find_if(cards, [&](const CardRecord& c) { return c.name == a->value; });
      const GroupRecord group{e.name == "for" ? "text" : "ability", a->value};
      if (std::ranges::none_of(cards, [&](const CardRecord& c) {
            return in_group(group, c, of == cards.end() ? nullptr : &*of);
          }))
        log.add(base::Code::XmlUnknownId, a->span,
                {group.how == "text"
                     ? base::in_both("card with a sentence", "文が当てはまるカード")
                     : base::in_both("card with an ability like", "同じ型の能力を持つカード"),
                 a->value, ""});
    }
  }
}

}  // namespace hanrei::rulings
