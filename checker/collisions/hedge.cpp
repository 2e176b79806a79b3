#include "checker/collisions/hedge.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/contains.h"

namespace hanrei::checker::collisions {
using namespace model::ids;
namespace {

constexpr std::array<std::string_view, 8> kEnds = {"、", "。", "，", "．", ",", ".", ";", ":"};
/// What can be done, and then that it is a condition.
constexpr std::array<std::string_view, 2> kCan = {"できる", "可能"};
constexpr std::array<std::string_view, 6> kIf = {"なら", "場合", "限り", "かぎり", "とき", "時"};

/// The words between two marks.
std::vector<std::string> phrases(std::string_view words) {
  std::vector<std::string> out = {""};
  for (size_t i = 0; i < words.size();) {
    const auto mark = std::ranges::find_if(
        kEnds, [&](std::string_view m) { return words.substr(i).starts_with(m); });
    if (mark != kEnds.end()) {
      out.emplace_back();
      i += mark->size();
      continue;
    }
    out.back() += words[i++];
  }
  return out;
}

bool in_japanese(const std::string& phrase) {
  return std::ranges::any_of(kCan, [&](std::string_view can) {
    const size_t at = phrase.find(can);
    return at != std::string::npos && std::ranges::any_of(kIf, [&](std::string_view word) {
             return phrase.find(word, at + can.size()) != std::string::npos;
           });
  });
}

bool in_english(const std::string& phrase) {
  std::vector<std::string> words = {""};
  for (const char c : phrase) {
    if (c == ' ')
      words.emplace_back();
    else
      words.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  bool condition = false;
  for (const std::string& w : words) {
    if (condition && (w == "can" || w == "able" || w == "possible")) return true;
    condition =
        condition || w == "if" || w == "whoever" || w == "whenever" || w == "as" || w == "unless";
  }
  return false;
}

}  // namespace

bool hedges(std::string_view words) {
  const std::vector<std::string> all = phrases(words);
  return std::ranges::any_of(
      all, [](const std::string& phrase) { return in_japanese(phrase) || in_english(phrase); });
}

bool hedges(const model::Program& p, const model::Source& source) {
  if (source.card == kNone)
    return std::ranges::any_of(source.by, [&](ClauseId c) {
      const model::Clause& clause = p.clauses[c];
      return hedges(clause.ja) || hedges(clause.en);
    });
  const model::CardDef& card = p.cards[source.card];
  return std::ranges::any_of(card.text, [&](const auto& sentence) {
    return base::contains(source.spans, sentence.first) && hedges(sentence.second);
  });
}

}  // namespace hanrei::checker::collisions
