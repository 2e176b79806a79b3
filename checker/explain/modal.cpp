#include "checker/explain/modal.h"

#include <algorithm>
#include <span>

namespace hanrei::checker::explain {
namespace {

/// Of an English verb in the third person its infinitive; nothing where it is no such verb.
std::optional<std::string> infinitive(std::string_view verb) {
  if (verb == "has") return "have";
  if (verb == "is") return "be";
  if (verb.size() < 3 || !verb.ends_with('s') || verb.ends_with("ss") ||
      !std::ranges::all_of(verb, [](char c) { return c >= 'a' && c <= 'z'; }))
    return std::nullopt;
  std::string out(verb.substr(0, verb.size() - 1));
  if (out.ends_with("ie") && out.size() > 3) {
    out.replace(out.size() - 2, 2, "y");
    return out;
  }
  for (const std::string_view hissing : {"sse", "she", "che", "xe", "oe", "zze"})
    if (out.ends_with(hissing)) {
      out.pop_back();
      break;
    }
  return out;
}

/// Does it end as a Japanese verb in its plain form does?
bool plain_verb(std::string_view sentence) {
  static constexpr std::string_view kEnds[] = {"う", "く", "ぐ", "す", "つ",
                                               "ぬ", "ぶ", "む", "る"};
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return sentence.ends_with(end); });
}

/// Kanji or katakana, as UTF-8: three bytes, and neither hiragana nor a mark such as 「。」.
bool noun_letter(std::string_view c) { return c >= "\u30A0" && c <= "\u9FFF"; }

/// A noun of two letters or more that する makes a verb: 「宣言する」, not 「達する」.
bool makes_verb(std::string_view sentence) {
  constexpr std::string_view kDoes = "する";
  constexpr size_t kLetter = 3;
  if (!sentence.ends_with(kDoes) || sentence.size() < kDoes.size() + 2 * kLetter) return false;
  sentence.remove_suffix(kDoes.size());
  const std::string_view two = sentence.substr(sentence.size() - 2 * kLetter);
  return noun_letter(two.substr(0, kLetter)) && noun_letter(two.substr(kLetter));
}

}  // namespace

std::optional<std::string> modal(std::string_view sentence, std::string_view who, bool may,
                                 bool japanese) {
  if (who.empty() || !sentence.starts_with(who)) return std::nullopt;
  sentence.remove_prefix(who.size());
  if (japanese) {
    constexpr std::string_view kSubject = "が", kTopic = "は";
    if (!sentence.starts_with(kSubject) && !sentence.starts_with(kTopic)) return std::nullopt;
    sentence.remove_prefix(kSubject.size());
    if (sentence.starts_with("、")) sentence.remove_prefix(std::string_view("、").size());
    std::string_view brackets;  // behind the verb
    if (const size_t open = sentence.rfind('('); sentence.ends_with(')') && open != sentence.npos) {
      brackets = sentence.substr(open);
      sentence.remove_suffix(brackets.size());
    }
    if (!plain_verb(sentence)) return std::nullopt;
    const std::string_view can = may ? "できる" : "できない", does = "する";
    std::string out = std::string(who) + "は" + std::string(sentence);
    if (makes_verb(sentence))
      out.resize(out.size() - does.size());
    else
      out += "ことが";
    return out + std::string(can) + std::string(brackets);
  }
  if (!sentence.starts_with(' ')) return std::nullopt;
  sentence.remove_prefix(1);
  const size_t end = std::min(sentence.find(' '), sentence.size());
  const auto verb = infinitive(sentence.substr(0, end));
  if (!verb) return std::nullopt;
  return std::string(who) + (may ? " may " : " may not ") + *verb +
         std::string(sentence.substr(end));
}

}  // namespace hanrei::checker::explain
